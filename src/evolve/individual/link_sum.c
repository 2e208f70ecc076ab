/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/individual/link_sum.h"
#include "base/str.h"

#include <stdlib.h>
#include <string.h>

bool link_sum_value(const struct link_sum *x, const struct ratio *answers,
                    struct ratio *out)
{
    *out = x->plus;
    for (size_t i = 0; i < x->n; i++) {
        struct ratio term;

        if (!ratio_mul(&term, x->terms[i].ratio, answers[x->terms[i].from]) ||
            !ratio_add(out, *out, term))
            return false;
    }
    return true;
}

bool link_sum_equal(const struct link_sum *x, const struct link_sum *y)
{
    for (size_t i = 0; i < x->n && i < y->n; i++)
        if (x->terms[i].from != y->terms[i].from ||
            !ratio_equal(x->terms[i].ratio, y->terms[i].ratio))
            return false;
    return x->n == y->n && ratio_equal(x->plus, y->plus);
}

/* ---- fitting ---- */

#define RATIO_COST 12     /* numerator and denominator together, most */
#define PLUS_COST  10     /* of a number more or less, with its digits */
#define PLUS_MOST  100000 /* such a number, most */

/* A ratio that is negative is read less easily; 0: not simple. */
static int ratio_cost(struct ratio r)
{
    if (r.p == 0 || r.p > RATIO_COST || r.p < -RATIO_COST || r.q > RATIO_COST ||
        llabs(r.p) + r.q > RATIO_COST)
        return 0;
    return (int)(r.p < 0 ? -2 * r.p + r.q : r.p + r.q);
}

/* Of a number that is added; -1: not simple. */
static int plus_cost(struct ratio r)
{
    int cost = PLUS_COST + (r.q > 1 ? (int)r.q : 0);

    if (r.p == 0)
        return 0;
    if (llabs(r.p) > PLUS_MOST || r.q > RATIO_COST)
        return -1;
    for (long long n = llabs(r.p); n; n /= 10)
        cost++;
    return cost;
}

/* Keeps the sum if it is right, told without doubt, and simpler than *out. */
static void offer(const struct ratio *answers, struct ratio value,
                  struct link_sum x, int *cost, struct link_sum *out)
{
    int now = plus_cost(x.plus);
    struct ratio got;

    for (size_t i = 0; i < x.n; i++) {
        int c = ratio_cost(x.terms[i].ratio);

        if (!c)
            return;
        now += c;
    }
    /* "1/2 of A minus B" may be half of the difference. */
    if (x.n > 1 && x.terms[1].ratio.p < 0 &&
        !ratio_equal(x.terms[0].ratio, RATIO(1)))
        return;
    if (plus_cost(x.plus) < 0 || !link_sum_value(&x, answers, &got) ||
        !ratio_equal(got, value) || (*cost && *cost <= now))
        return;
    *cost = now;
    *out = x;
}

/* With so much of the first answer: the rest is a ratio of the second, or (of
 * one answer only, or where both stand as they are) a number. */
static void try_first(const struct ratio *answers, struct link_sum x,
                      struct ratio value, int *cost, struct link_sum *out)
{
    struct link_sum y = x;
    struct ratio rest;

    if (!link_sum_value(&x, answers, &rest) || !ratio_sub(&rest, value, rest))
        return;
    y.n = 2;
    if (x.n == 1 && y.terms[1].from != y.terms[0].from) {
        if (ratio_div(&y.terms[1].ratio, rest, answers[y.terms[1].from]))
            offer(answers, value, y, cost, out);
        return;
    }
    x.plus = rest;
    offer(answers, value, x, cost, out);
}

static void fit_two(const struct ratio *answers, size_t first, size_t second,
                    struct ratio value, int *cost, struct link_sum *out)
{
    static const struct ratio ratios[] = {
        { 1, 1 }, { 2, 1 }, { 3, 1 }, { 4, 1 }, { 1, 2 },
        { 1, 3 }, { 1, 4 }, { 3, 2 }, { 2, 3 }, { 3, 4 },
    };
    struct link_sum x = { .n = 1, .plus = RATIO(0) };

    x.terms[0].from = first;
    x.terms[1].from = second;
    for (size_t i = 0; i < sizeof(ratios) / sizeof(*ratios); i++) {
        x.terms[0].ratio = ratios[i];
        try_first(answers, x, value, cost, out);
    }
    x.n = 2;
    x.terms[0].ratio = RATIO(1);
    for (int64_t sign = 1; sign >= -1; sign -= 2) {
        x.terms[1].ratio = RATIO(sign);
        try_first(answers, x, value, cost, out);
    }
}

int link_sum_fit(const struct ratio *answers, const size_t *from, size_t n,
                 struct ratio value, struct link_sum *out)
{
    struct link_sum x = { .n = 1, .plus = RATIO(0) };
    int cost = 0;

    if (n == 2) {
        fit_two(answers, from[0], from[1], value, &cost, out);
        fit_two(answers, from[1], from[0], value, &cost, out);
        return cost;
    }
    x.terms[0].from = x.terms[1].from = from[0];
    if (ratio_div(&x.terms[0].ratio, value, answers[from[0]]))
        offer(answers, value, x, &cost, out);
    x.terms[0].ratio = RATIO(1);
    try_first(answers, x, value, &cost, out);
    return cost;
}

/* ---- telling ---- */

static const char *const wordings[LINK_WORDINGS][2] = {
    { "Let ", " be " },
    { "In what follows, ", " stands for " },
    { "Write ", " for " },
    { "From here on, ", " means " },
};

static void say_term(struct arena *a, struct str *out,
                     const struct link_term *t, struct ratio r)
{
    if (!ratio_equal(r, RATIO(1)))
        str_addf(out, "%s %s ", ratio_text(a, r),
                 ratio_whole(r) ? "times" : "of");
    str_addf(out, "the answer to question %zu", t->from + 1);
}

const char *link_sum_say(struct arena *a, const char *letter,
                         const struct link_sum *x, unsigned wording)
{
    const char *const *words = wordings[wording % LINK_WORDINGS];
    struct str out = str_in(a);
    bool two = x->n > 1, less = two && x->terms[1].ratio.p < 0;

    str_addf(&out, "%s%s%s", words[0], letter, words[1]);
    if (ratio_sign(x->plus))
        str_addf(&out, "%s %s than ",
                 ratio_text(a, x->plus.p < 0 ? ratio_neg(x->plus) : x->plus),
                 x->plus.p < 0 ? "less" : "more");
    if (two && !less)
        str_add(&out, "the sum of ");
    say_term(a, &out, &x->terms[0], x->terms[0].ratio);
    if (two) {
        str_add(&out, less ? " minus " : " and ");
        say_term(a, &out, &x->terms[1],
                 less ? ratio_neg(x->terms[1].ratio) : x->terms[1].ratio);
    }
    str_add(&out, ".");
    return str_get(&out);
}

const char *link_sum_worked(struct arena *a, const struct link_sum *x,
                            const struct ratio *answers)
{
    struct str out = str_in(a);

    for (size_t i = 0; i < x->n; i++) {
        struct ratio r = x->terms[i].ratio;

        if (i)
            str_add(&out, r.p < 0 ? " - " : " + ");
        str_addf(&out, "%s * %s",
                 ratio_text(a, i && r.p < 0 ? ratio_neg(r) : r),
                 ratio_text(a, answers[x->terms[i].from]));
    }
    if (ratio_sign(x->plus))
        str_addf(&out, " %s %s", x->plus.p < 0 ? "-" : "+",
                 ratio_text(a, x->plus.p < 0 ? ratio_neg(x->plus) : x->plus));
    return str_get(&out);
}

/* ---- reading back ---- */

/* Moves behind the words if the text begins with them. */
static bool skip(const char **p, const char *words)
{
    if (!str_starts(*p, words))
        return false;
    *p += strlen(words);
    return true;
}

/* A number and a blank. */
static bool read_number(const char **p, struct ratio *out)
{
    size_t n = strcspn(*p, " ");

    if (!(*p)[n] || !ratio_read(out, *p, n))
        return false;
    *p += n + 1;
    return true;
}

/* "3 times the answer to question 2" */
static bool read_term(const char **p, struct link_term *t)
{
    unsigned long n;
    char *end;

    t->ratio = RATIO(1);
    if (read_number(p, &t->ratio) &&
        !skip(p, ratio_whole(t->ratio) ? "times " : "of "))
        return false;
    if (!skip(p, "the answer to question ") || **p < '1' || **p > '9')
        return false;
    n = strtoul(*p, &end, 10);
    *p = end;
    t->from = n - 1;
    return true;
}

static bool read_sum(const char *p, struct link_sum *out)
{
    const char *from = p;
    bool sum;

    out->plus = RATIO(0);
    if (!read_number(&p, &out->plus) ||
        (!str_starts(p, "more than ") && !str_starts(p, "less than "))) {
        p = from;
        out->plus = RATIO(0);
    } else if (skip(&p, "less than ")) {
        out->plus = ratio_neg(out->plus);
    } else {
        skip(&p, "more than ");
    }
    sum = skip(&p, "the sum of ");
    if (!read_term(&p, &out->terms[0]))
        return false;
    out->n = 1;
    if (sum ? skip(&p, " and ") : skip(&p, " minus ")) {
        if (!read_term(&p, &out->terms[1]))
            return false;
        if (!sum)
            out->terms[1].ratio = ratio_neg(out->terms[1].ratio);
        out->n = 2;
    }
    return str_eq(p, ".") && sum == (out->n == 2 && out->terms[1].ratio.p > 0);
}

bool link_sum_read(const char *text, const char *letter, struct link_sum *out)
{
    *out = (struct link_sum){ 0 };
    for (size_t i = 0; i < LINK_WORDINGS; i++) {
        const char *p = text;

        if (skip(&p, wordings[i][0]) && skip(&p, letter) &&
            skip(&p, wordings[i][1]))
            return read_sum(p, out);
    }
    return false;
}
