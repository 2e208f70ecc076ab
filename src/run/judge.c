/* SPDX-License-Identifier: Apache-2.0 */
#include "run/judge.h"
#include "assay.h"
#include "base/ascii.h"
#include "base/str.h"
#include "family/table.h"
#include "grade/extract/confidence.h"
#include "grade/extract/extract.h"
#include "grade/grade.h"
#include "grade/jsonl.h"
#include "grade/request.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * A problem is judged exactly as `assay grade` judges its line with the reply
 * beside it: grade/jsonl.c reads that line, this file the problem.
 */
/* A problem that cannot be judged: never the reply's fault. */
static struct grade_result bad_key(struct arena *a, const char *by,
                                   const char *why)
{
    struct grade_reading bad = { VERDICT_BAD_KEY, by, arena_strdup(a, why) };

    return (struct grade_result){ .strict = bad, .lenient = bad };
}

static bool judge_set_keys(struct arena *a, const struct problem *p,
                           struct grade_request *r, struct err *e)
{
    struct grade_key *keys = arena_array(a, struct grade_key, p->n_keys + 1);

    for (size_t i = 0; i < p->n_keys; i++) {
        const struct key *k = &p->keys[i];
        struct answer_limit *limit = NULL;

        if (k->limit) {
            limit = arena_new(a, struct answer_limit);
            if (!limit_read(a, k->limit, limit, e))
                return false;
        }
        keys[i] = (struct grade_key){ .name = k->name,
                                      .latex = k->latex,
                                      .has_kind = true,
                                      .kind = k->kind,
                                      .limit = limit };
    }
    request_set_keys(a, r, keys, p->n_keys);
    return true;
}

/* The options of the whole run. They were checked when the command line was
 * read. */
static void judge_set_options(struct arena *a, const struct judge_options *o,
                              struct grade_request *r)
{
    struct err e;

    if (!o)
        return;
    request_set_profile(r, o->profile);
    if (o->tolerance && !request_set_tolerance(a, r, o->tolerance, &e))
        BUG("a tolerance that was not checked");
    if (o->digits)
        r->digits = o->digits;
}

static struct grade_result judge_it(struct arena *a, const struct problem *p,
                                    struct grade_request *r)
{
    const struct grade_own *own = family_judge(p->family);
    struct grade_result result;
    struct err e;

    if (own) {
        if (p->params && own->grade(a, p->params, r, &result, &e))
            return result;
        return bad_key(a, p->family,
                       p->params ? e.msg : "the problem has no \"params\"");
    }
    r->question = p->statement;
    if (!judge_set_keys(a, p, r, &e) ||
        !jsonl_options(a, p->extra, p->meta, r, &e))
        return bad_key(a, "row", e.msg);
    return grade_pair(a, r);
}

bool is_plain_integer(const char *s)
{
    size_t n;

    s += *s == '-';
    n = strspn(s, "0123456789");
    return n > 0 && s[n] == '\0' && (s[0] != '0' || n == 1);
}

/* ---- confidence ---- */

#define CONFIDENCE "confidence"

double run_confidence(const char *more)
{
    struct arena a = { 0 };
    const struct json *v;
    double out = NAN;

    if (!more || !strstr(more, "\"" CONFIDENCE "\""))
        return NAN;
    v = json_get(json_parse(&a, more), CONFIDENCE);
    if (v && v->type == JSON_NUMBER)
        out = strtod(v->text, NULL);
    arena_clear(&a);
    return out >= 0 && out <= 1 ? out : NAN;
}

struct grade_result run_judge_text(struct arena *a, const struct problem *p,
                                   const struct judge_options *o,
                                   const char *text)
{
    struct grade_request r = { .reply = text, .reply_n = strlen(text) };
    double confidence = NAN;
    struct grade_result g;

    if (o && o->confidence) {
        struct span rest = confidence_take(
            a, (struct span){ r.reply, r.reply_n }, p->statement, &confidence);

        r.reply = rest.s;
    }
    judge_set_options(a, o, &r);
    g = judge_it(a, p, &r);
    if (!isnan(confidence)) {
        struct json *more =
            g.more ? json_copy(a, g.more) : json_new(a, JSON_OBJECT);

        json_set(a, more, CONFIDENCE,
                 json_new_number(a, arena_printf(a, "%.6g", confidence)));
        g.more = more;
    }
    return g;
}

void run_judge(struct arena *a, const struct problem *p,
               const struct judge_options *o, const struct reply *reply,
               struct result *out)
{
    struct grade_result g;
    struct str more = str_in(a);

    out->outcome = reply->outcome;
    out->strict = out->lenient = VERDICT_NO_ANSWER;
    out->answer = out->more = NULL;
    out->why = reply->why;
    out->judge = assay_version();
    if (reply->outcome != OUTCOME_OK)
        return;
    g = run_judge_text(a, p, o, reply->text ? reply->text : "");
    out->strict = g.strict.verdict;
    out->lenient = g.lenient.verdict;
    out->answer = g.extracted;
    /* One sentence for both readings, and the strict one's where it differs. */
    out->why = g.lenient.why ? g.lenient.why : "";
    if (g.strict.verdict != g.lenient.verdict && g.strict.why)
        out->why = arena_printf(a, "%s; strictly: %s", out->why, g.strict.why);
    if (g.more) {
        json_write(&more, g.more);
        out->more = str_get(&more);
    }
}

struct grade_result run_judge_answer(struct arena *a, const struct problem *p,
                                     const struct judge_options *o,
                                     const char *answer)
{
    struct grade_request r = { .reply = answer,
                               .reply_n = strlen(answer),
                               .extracted = true };

    judge_set_options(a, o, &r);
    return judge_it(a, p, &r);
}

/* The answer is empty, so that the verdict only says whether the key is
 * readable. */
bool run_judge_key(struct arena *a, const struct problem *p,
                   const struct judge_options *o, const char **why)
{
    struct grade_result g = run_judge_answer(a, p, o, "");

    *why = g.lenient.why ? g.lenient.why : "";
    return g.lenient.verdict != VERDICT_BAD_KEY;
}

#define KEY_LEAST 3 /* characters */

/* A text without what does not matter. */
struct squeezed {
    char *s;
    size_t *at; /* of each character, its place in the text */
    size_t n;
};

/* Spellings that are left out, or written in one way. */
static const struct {
    const char *from, *to;
} spellings[] = {
    { "\\left", "" },
    { "\\right", "" },
    { "\\dfrac", "\\frac" },
    { "\\tfrac", "\\frac" },
    { "\\,", "" },
    { "\\;", "" },
    { "\\!", "" },
    { "\\ ", "" },
    { "{,}", "" },
    { "$", "" },
    { " ", "" },
    { "\t", "" },
    { "\n", "" },
    { "\r", "" },
};

#define SPELLINGS (sizeof(spellings) / sizeof(spellings[0]))

static void seen_add(struct squeezed *q, char c, size_t at)
{
    q->s[q->n] = c;
    q->at[q->n++] = at;
}

/* Returns the spelling that stands at p; SPELLINGS: none. */
static size_t spelling_at(const char *p)
{
    size_t k = SPELLINGS;

    if (strchr("\\{$ \t\n\r", *p))
        for (k = 0; k < SPELLINGS; k++)
            if (str_starts(p, spellings[k].from))
                break;
    return k;
}

static struct squeezed seen_squeeze(struct arena *a, const char *text)
{
    size_t n = strlen(text);
    struct squeezed q = { arena_array(a, char, n + 1),
                          arena_array(a, size_t, n + 1), 0 };

    for (size_t i = 0, k; i < n;) {
        k = spelling_at(text + i);
        if (k < SPELLINGS) {
            for (const char *p = spellings[k].to; *p; p++)
                seen_add(&q, *p, i);
            i += strlen(spellings[k].from);
        } else {
            /* "1,234": a comma between a digit and three of them */
            if (!(text[i] == ',' && i && is_digit(text[i - 1]) &&
                  is_digit(text[i + 1]) && is_digit(text[i + 2]) &&
                  is_digit(text[i + 3]) && !is_digit(text[i + 4])))
                seen_add(&q, text[i], i);
            i++;
        }
    }
    return q;
}

static bool seen_is_word(char c)
{
    return is_digit(c) || is_letter(c);
}

/* Is text[from..to) a value by itself, no part of a longer one? */
static bool seen_stands_alone(const char *text, size_t from, size_t to)
{
    char before = from ? text[from - 1] : ' ', after = text[to];

    if (seen_is_word(text[from]) &&
        (seen_is_word(before) || strchr("./^_-", before) != NULL))
        return false;
    if (after == '\0')
        return true;
    if (strchr("/^_", after) ||
        (seen_is_word(text[to - 1]) && (seen_is_word(after) || after == '{')))
        return false;
    return !((after == '.' || after == ',') && is_digit(text[to + 1]));
}

/* Does the needle stand in the text, outside of from..to? */
static bool seen_is_in(const struct squeezed *q, const char *text,
                       const char *needle, size_t from, size_t to)
{
    size_t n = strlen(needle);

    for (const char *p = q->s; (p = strstr(p, needle)); p++) {
        size_t i = (size_t)(p - q->s);
        size_t first = q->at[i], end = q->at[i + n - 1] + 1;

        if (seen_stands_alone(text, first, end) && (end <= from || first >= to))
            return true;
    }
    return false;
}

/* The key's spellings: LaTeX, and the plain number. Returns how many. */
static size_t spellings_of(struct arena *a, const struct key *k,
                           const char *out[2])
{
    const char *plain = grade_value(a, k->latex);
    size_t n = 0;

    if (k->kind == ANSWER_CHOICE || k->kind == ANSWER_TEXT)
        return 0;
    out[0] = seen_squeeze(a, k->latex).s;
    n = strlen(out[0]) >= KEY_LEAST;
    if (plain && strlen(plain) >= KEY_LEAST && !str_eq(plain, out[0]))
        out[n++] = plain;
    return n;
}

/* Does the statement give the key away? */
static bool seen_is_asked(struct arena *a, const struct problem *p)
{
    struct squeezed asked = seen_squeeze(a, p->statement);

    for (size_t i = 0; i < p->n_keys; i++) {
        const char *needles[2];
        size_t n = spellings_of(a, &p->keys[i], needles);

        for (size_t k = 0; k < n; k++)
            if (seen_is_in(&asked, p->statement, needles[k], 0, 0))
                return true;
    }
    return false;
}

/* Most replies do not have the key: they are looked at first. */
bool key_is_seen(struct arena *a, const struct problem *p, const char *text,
                 size_t from, size_t to)
{
    size_t all = strlen(text), skipped;
    const char *end; /* the part of a reply that counts, or the last of it */
    struct squeezed reply;

    if (!extract_skip_thinking(text, all, &skipped))
        skipped = all;
    if (all - skipped > KEY_SEEN_BYTES)
        skipped = all - KEY_SEEN_BYTES;
    end = text + skipped;
    reply = seen_squeeze(a, end);
    from = from > skipped ? from - skipped : 0;
    to = to > skipped ? to - skipped : 0;
    for (size_t i = 0; i < p->n_keys; i++) {
        const char *needles[2];
        size_t n = spellings_of(a, &p->keys[i], needles);
        bool seen = false;

        for (size_t k = 0; k < n; k++)
            seen |= seen_is_in(&reply, end, needles[k], from, to);
        if (!seen)
            return false;
    }
    return p->n_keys > 0 && !seen_is_asked(a, p);
}
