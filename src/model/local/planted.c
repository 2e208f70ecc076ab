/* SPDX-License-Identifier: Apache-2.0 */

/* The answers of a planted model. */
#include "base/ascii.h"
#include "base/rng.h"
#include "base/str.h"
#include "model/local/planted_int.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define THOUGHTS_MOST 10000
#define UNREADABLE    "The answer is $\\boxed{)(}$."

static bool has_concept(const struct note *note, const char *name)
{
    for (size_t i = 0; i < note->n_concepts; i++)
        if (str_eq(note->concepts[i], name))
            return true;
    return false;
}

/* The share of `fail` that counts: 0 outside of the bounds, else 1 or what the
 * curve gives. A problem that does not have the factor is not weak by it. */
static double limit_share(const struct planted_limit *w, const struct factor *f)
{
    double x = f->value;

    if (w->words) {
        for (size_t i = 0; i < w->n_words; i++)
            if (f->word && str_eq(f->word, w->words[i]))
                return 1;
        return 0;
    }
    if (f->word || x <= w->above || x >= w->below)
        return 0;
    return w->slope != 0 ? 1 / (1 + exp(w->slope * (w->half - x))) : 1;
}

static double factor_share(const struct planted_limit *w,
                           const struct note *note)
{
    for (size_t i = 0; i < note->n_factors; i++)
        if (str_eq(note->factors[i].name, w->factor))
            return limit_share(w, &note->factors[i]);
    return 0;
}

static bool is_in_word(char c)
{
    return is_letter(c) || is_digit(c);
}

/* A word stands there whole, in either case. */
static bool contains(const char *text, const char *word)
{
    size_t n = strlen(word);

    for (const char *s = text; *s; s++)
        if ((s == text || !is_in_word(s[-1])) && strncasecmp(s, word, n) == 0 &&
            !is_in_word(s[n]))
            return true;
    return false;
}

static double chance_of(const struct planted_entry *w, const struct note *note)
{
    double chance = w->fail;

    for (size_t i = 0; i < w->n_concepts; i++)
        if (!has_concept(note, w->concepts[i]))
            return 0;
    for (size_t i = 0; i < w->n_contains; i++)
        if (!note->statement || !contains(note->statement, w->contains[i]))
            return 0;
    for (size_t i = 0; i < w->n_limits; i++)
        chance *= factor_share(&w->limits[i], note);
    return chance;
}

/* The largest chance counts, and how that entry fails. */
static double find_chance(const struct planted *p, const struct note *note,
                          enum planted_how *how)
{
    double most = p->base;

    *how = PLANTED_WRONG;
    for (size_t i = 0; i < p->n_weak; i++) {
        double chance = chance_of(&p->weak[i], note);

        if (chance > most) {
            most = chance;
            *how = p->weak[i].how;
        }
    }
    return most;
}

double planted_chance(const struct planted *p, const struct note *note)
{
    enum planted_how how;

    return find_chance(p, note, &how);
}

/* Uniform on [0, 1): 53 bits. */
static double draw(struct rng *r)
{
    return (double)(rng_u64(r) >> 11) * 0x1p-53;
}

static int64_t count_words(const char *s)
{
    int64_t n = 0;

    for (bool in = false; *s; s++) {
        n += !in && !is_space(*s);
        in = !is_space(*s);
    }
    return n;
}

/* Fill a reply, with the usage that a server would report for a text it made.
 */
static void fill(struct reply *out, const struct request *q, enum outcome o,
                 const char *text, const char *finish)
{
    *out = (struct reply){ .outcome = o,
                           .text = text,
                           .finish = finish,
                           .usage = { 0, count_words(text), -1, -1 } };
    for (size_t i = 0; i < q->n_messages; i++)
        out->usage.prompt += count_words(q->messages[i].content);
}

static void answer_right(struct arena *a, const struct request *q,
                         struct reply *out)
{
    if (q->note->right)
        fill(out, q, OUTCOME_OK, q->note->right, "stop");
    else
        *out =
            reply_none(a, OUTCOME_ERROR,
                       arena_printf(a,
                                    "problem \"%.200s\" has no key that can be "
                                    "written as an answer",
                                    q->note->problem));
}

static void answer_wrong(struct arena *a, const struct request *q,
                         uint64_t pick, struct reply *out)
{
    const struct note *note = q->note;
    const char *text = note->wrong ? note->wrong(a, note, pick) : NULL;

    if (text)
        fill(out, q, OUTCOME_OK, text, "stop");
    else
        *out = reply_none(
            a, OUTCOME_ERROR,
            arena_printf(a,
                         "could not make an answer to problem \"%.200s\" "
                         "that is provably wrong",
                         note->problem));
}

static void answer_cut(struct arena *a, const struct request *q,
                       struct reply *out)
{
    const char *text = q->note->right ? q->note->right : "";
    size_t n = 0;

    while (text[n] && !is_space(text[n]))
        n++;
    fill(out, q, OUTCOME_TRUNCATED, arena_strndup(a, text, n), "length");
    out->why = "planted: cut";
}

/* An attempt ends in one of these ways. */
static void answer_as(struct arena *a, const struct request *q,
                      enum planted_how how, uint64_t pick, struct reply *out)
{
    switch (how) {
    case PLANTED_TRUNCATED: answer_cut(a, q, out); return;
    case PLANTED_REFUSED:
        fill(out, q, OUTCOME_REFUSED, "", "content_filter");
        out->why = "planted: refused";
        return;
    case PLANTED_ABSTAINED:
        fill(out, q, OUTCOME_OK, "I don't know.", "stop");
        return;
    case PLANTED_SILENT: fill(out, q, OUTCOME_OK, "", "stop"); return;
    case PLANTED_UNREADABLE:
        fill(out, q, OUTCOME_OK, UNREADABLE, "stop");
        return;
    default: answer_wrong(a, q, pick, out); return;
    }
}

/* ---- thinking ---- */

static double words_to_think(const struct planted *p, const struct note *note)
{
    double n = 0;

    for (size_t i = 0; i < note->n_factors && n == 0; i++)
        if (str_eq(note->factors[i].name, "solution words"))
            n = note->factors[i].value;
    return fmin(p->think * (n > 0 ? n : (double)count_words(note->statement)),
                THOUGHTS_MOST);
}

/* Words come before the answer; max_tokens cuts the whole, a word a token. */
static void think(struct arena *a, const struct planted *p,
                  const struct request *q, struct reply *out)
{
    const char *limit = q->decoding ? q->decoding->max_tokens : NULL;
    int64_t thoughts = (int64_t)words_to_think(p, q->note), n = thoughts;
    int64_t most = limit ? strtoll(limit, NULL, 10) : INT64_MAX;
    struct str text = str_in(a);

    if (out->outcome != OUTCOME_OK || thoughts == 0 || !*out->text)
        return;
    n += count_words(out->text);
    for (int64_t i = 0; i < thoughts && i < most; i++)
        str_add(&text, i % 12 == 11 ? "hm,\n" : "well, ");
    if (n > most) {
        fill(out, q, OUTCOME_TRUNCATED, str_get(&text), "length");
        out->why = "planted: longer than max_tokens";
        return;
    }
    str_add(&text, "\n\n");
    str_add(&text, out->text);
    fill(out, q, OUTCOME_OK, str_get(&text), "stop");
}

/* The draws come in a fixed order, all of them always: to plant more of one
 * thing moves nothing else. */
void planted_answer(struct arena *a, const struct planted *p,
                    const struct request *q, struct reply *out)
{
    struct hasher h;
    struct rng rng;
    double other, fails;
    enum planted_how how;

    hasher_open(&h);
    hasher_text(&h, "planted");
    hasher_text(&h, p->seed);
    hasher_text(&h, q->note->problem);
    hasher_u64(&h, q->attempt);
    rng_init(&rng, hasher_close(&h));
    other = draw(&rng);
    fails = draw(&rng);
    if (other < p->truncated)
        answer_as(a, q, PLANTED_TRUNCATED, 0, out);
    else if (other < p->truncated + p->refused)
        answer_as(a, q, PLANTED_REFUSED, 0, out);
    else if (other < p->truncated + p->refused + p->silent)
        answer_as(a, q, PLANTED_SILENT, 0, out);
    else if (fails < find_chance(p, q->note, &how))
        answer_as(a, q, how, rng_u64(&rng), out);
    else
        answer_right(a, q, out);
    if (p->think > 0)
        think(a, p, q, out);
}
