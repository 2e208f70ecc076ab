/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/reply/look.h"
#include "base/ascii.h"
#include "base/str.h"
#include "hunt/reply/answers.h"
#include "hunt/reply/equations.h"
#include "hunt/reply/worked.h"

#include <string.h>

#define FALSE_MOST  4
#define ALONE_WORDS 12 /* beside the answer: fewer may be no reasoning, */
#define ALONE_SURE  5  /* and so few are none */
#define FEW         5  /* less than one in so many: hardly any */

static size_t count_words(const char *s)
{
    size_t n = 0;

    for (bool in = false; *s; s++) {
        n += !in && !is_space(*s);
        in = !is_space(*s);
    }
    return n;
}

/* ---- steps ---- */

static size_t place_of(const struct numbered *x, const char *key)
{
    const size_t *at = map_get(&x->numbers, key, strlen(key));

    return at ? *at : 0;
}

/* A false equation whose left side is the result of a step. */
static bool step_by_equation(struct arena *a, const struct worked *w,
                             const struct false_equation *f, size_t n,
                             struct reply_look *out)
{
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < w->n_steps; i++)
            if (str_eq(w->steps[i].key, token_key(a, f[k].left))) {
                out->step = w->steps[i].label;
                out->has = w->steps[i].text;
                out->instead = ratio_text(a, f[k].right);
                return true;
            }
    return false;
}

/* The step behind the last one whose result the reply has: those before it it
 * may have left out. The first number from there on that belongs to nothing is
 * what it has instead. */
static void step_by_numbers(struct arena *a, const struct worked *w,
                            const struct numbered *reply,
                            struct reply_look *out)
{
    size_t next = 0, from = 0, tokens;

    for (size_t i = 0; i < w->n_steps; i++) {
        size_t at = place_of(reply, w->steps[i].key);

        if (at) {
            next = i + 1;
            from = at > from ? at : from;
        }
    }
    if (next >= w->n_steps)
        return;
    out->step = w->steps[next].label;
    out->has = w->steps[next].text;
    for (size_t i = from; i < reply->n && !out->instead; i += tokens) {
        const char *key = worked_number(a, reply->tokens, reply->n, i, &tokens);
        const struct sign_token *last = &reply->tokens[i + tokens - 1];

        if (key && !numbered_has(&w->statement, key) &&
            !numbered_has(&w->solution, key))
            out->instead =
                arena_strndup(a, reply->text + reply->tokens[i].at,
                              last->at + last->n - reply->tokens[i].at);
    }
}

static void find_step(struct arena *a, const struct worked *w,
                      const struct numbered *reply,
                      const struct false_equation *f, size_t n,
                      struct reply_look *out)
{
    if (n) {
        out->wrong = arena_strndup(a, reply->text + f->at, f->n);
        out->right = ratio_text(a, f->left);
    }
    if (!step_by_equation(a, w, f, n, out) && out->common && !out->alone)
        step_by_numbers(a, w, reply, out);
}

/* ---- how it fails ---- */

static enum reply_way way_of(struct arena *a, const struct worked *w,
                             const struct reply_seen *r,
                             const struct reply_look *x)
{
    struct answer_ties t;

    if (r->kind == REPLY_NO_ANSWER || r->kind == REPLY_REFUSED)
        return WAY_GAVE_UP;
    if (r->kind != REPLY_WRONG || r->lenient || !r->answer)
        return WAY_FORM;
    t = answer_ties(a, w, r->answer);
    if (t.sign)
        return WAY_SIGN;
    if (t.dropped)
        return WAY_CASE;
    if (x->wrong)
        return WAY_SLIP;
    if (t.factor)
        return WAY_FACTOR;
    if (t.inverted)
        return WAY_INVERTED;
    if (!x->alone && x->steps > 1 && x->common * FEW < x->steps)
        return WAY_METHOD;
    if (t.one)
        return WAY_ONE;
    if (t.copied)
        return WAY_COPIED;
    if (x->common && x->step)
        return x->sound ? WAY_STEP : WAY_SLIP;
    return t.form ? WAY_FORM : WAY_OTHER;
}

/* Is there nothing but the answer? Its own words and signs do not count. */
static bool is_alone(const struct reply_seen *r, const struct numbered *reply,
                     const struct reply_look *x)
{
    const char *answer = r->answer ? r->answer : "";
    size_t words = count_words(answer), signs = 0, own = 1;

    words = x->words > words ? x->words - words : 0;
    for (size_t i = 0; i < reply->n; i++)
        signs += reply->tokens[i].sign == SIGN_EQUALS;
    for (; *answer; answer++)
        own += *answer == '=';
    return signs <= own && words < (x->common ? ALONE_SURE : ALONE_WORDS);
}

struct reply_look reply_look(struct arena *a, const struct problem *p,
                             const struct reply_seen *r)
{
    struct reply_look x = { .words = count_words(r->text),
                            .boxed = strstr(r->text, "\\boxed") != NULL };
    struct false_equation wrong[FALSE_MOST];
    struct numbered reply;
    struct worked w;
    size_t checked, n;

    worked_open(a, &w, p);
    numbered_open(a, &reply, r->text);
    n = reply_false_equations(r->text, reply.tokens, reply.n, wrong, FALSE_MOST,
                              &checked);
    x.sound = checked && !n;
    x.steps = w.n_numbers;
    for (size_t i = 0; i < w.n_numbers; i++)
        x.common += numbered_has(&reply, w.numbers[i]);
    x.alone = !checked && is_alone(r, &reply, &x);
    find_step(a, &w, &reply, wrong, n, &x);
    x.way = r->kind == REPLY_SOLVED ? WAY_OTHER : way_of(a, &w, r, &x);
    numbered_clear(&reply);
    worked_clear(&w);
    return x;
}

/* ---- counting ---- */

static void add_solved(struct reply_counts *sum, const struct reply_look *x)
{
    bool apart = x->steps && !x->common;

    if (x->alone) {
        sum->alone++;
        return;
    }
    sum->held += x->steps > 0;
    sum->apart += apart;
    sum->wrong += x->wrong != NULL;
    sum->doubtful += apart || x->wrong;
}

void reply_look_add(struct reply_counts *sum, bool failed,
                    const struct reply_look *x)
{
    sum->read[failed]++;
    sum->boxed[failed] += x->boxed;
    sum->words[failed] += x->words;
    if (failed)
        sum->ways[x->way]++;
    else
        add_solved(sum, x);
}

const char *reply_look_says(struct arena *a, const struct reply_look *x)
{
    if (x->step && x->instead)
        return arena_printf(a,
                            "step %zu of the worked solution has %s, the "
                            "reply has %s",
                            x->step, x->has, x->instead);
    if (x->wrong)
        return arena_printf(a, "the reply has %s, but the left side is %s",
                            x->wrong, x->right);
    if (x->step)
        return arena_printf(a,
                            "step %zu of the worked solution has %s, which is "
                            "missing in the reply",
                            x->step, x->has);
    return NULL;
}
