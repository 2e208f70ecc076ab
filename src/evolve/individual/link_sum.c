/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/individual/link_sum.h"
#include "base/str.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *before, *behind; /* the answer, in the sentence */
} takes[LINK_OF] = {
    [LINK_ANSWER] = { "", "", "" },
    [LINK_ABSOLUTE] = { "absolute", "the absolute value of ", "" },
    [LINK_PARTS] = { "parts", "the numerator plus the denominator of ",
                     " in lowest terms" },
    [LINK_ABSOLUTE_PARTS] = { "absolute parts",
                              "the numerator plus the denominator of the "
                              "absolute value of ",
                              " in lowest terms" },
};

const char *link_of_name(enum link_of of)
{
    return takes[of].name;
}

bool link_of_find(const char *name, enum link_of *out)
{
    for (*out = 0; *out < LINK_OF; ++*out)
        if (str_eq(takes[*out].name, name))
            return true;
    return false;
}

/* What the term takes of the answer. */
static bool link_sum_taken(const struct link_term *t, struct ratio x,
                           struct ratio *out)
{
    bool absolute = t->of == LINK_ABSOLUTE || t->of == LINK_ABSOLUTE_PARTS;

    *out = absolute && x.p < 0 ? ratio_neg(x) : x;
    if (t->of >= LINK_PARTS &&
        (out->p < 0 || !ratio_add(out, RATIO(out->p), RATIO(out->q))))
        return false;
    if (!t->by)
        return true;
    if (!ratio_whole(*out) || out->p < 0)
        return false;
    *out = RATIO(out->p % t->by);
    return true;
}

bool link_sum_value(const struct link_sum *x, const struct ratio *answers,
                    struct ratio *out)
{
    *out = x->plus;
    for (size_t i = 0; i < x->n; i++) {
        const struct link_term *t = &x->terms[i];
        struct ratio term;

        if (!link_sum_taken(t, answers[t->from], &term) ||
            !ratio_mul(&term, t->ratio, term) || !ratio_add(out, *out, term))
            return false;
    }
    return true;
}

bool link_sum_equal(const struct link_sum *x, const struct link_sum *y)
{
    for (size_t i = 0; i < x->n && i < y->n; i++)
        if (x->terms[i].from != y->terms[i].from ||
            x->terms[i].of != y->terms[i].of ||
            x->terms[i].by != y->terms[i].by ||
            !ratio_equal(x->terms[i].ratio, y->terms[i].ratio))
            return false;
    return x->n == y->n && ratio_equal(x->plus, y->plus);
}

/* ---- fitting ---- */

#define RATIO_COST 12  /* numerator and denominator together, most */
#define PLUS_COST  10  /* of a number more or less, with its size */
#define PLUS_MOST  100 /* such a number, most */
#define OF_COST    6   /* of what is not the answer itself */
#define BY_COST    16  /* of a remainder, with the digits of what it is of */
#define BY_LEAST   7 /* a remainder tells more of an answer the larger it is */

static int link_sum_digits(int64_t n)
{
    int count = 0;

    for (; n; n /= 10)
        count++;
    return count;
}

/* A ratio that is negative is read less easily; 0: not simple. */
static int term_cost(const struct link_term *t)
{
    struct ratio r = t->ratio;

    if (t->by || t->of)
        return OF_COST * (int)t->of +
               (t->by ? BY_COST + link_sum_digits(t->by) : 2);
    if (r.p == 0 || r.p > RATIO_COST || r.p < -RATIO_COST || r.q > RATIO_COST ||
        llabs(r.p) + r.q > RATIO_COST)
        return 0;
    return (int)(r.p < 0 ? -2 * r.p + r.q : r.p + r.q);
}

/* Of a number that is added; -1: not simple. */
static int plus_cost(struct ratio r)
{
    if (!ratio_whole(r) || llabs(r.p) > PLUS_MOST)
        return -1;
    return r.p ? PLUS_COST + link_sum_digits(r.p) + (int)llabs(r.p) / 20 : 0;
}

/* The best sum so far. */
struct fit {
    const struct ratio *answers;
    struct ratio value;
    int cost; /* 0: none yet */
    struct link_sum best;
};

/* Keeps the sum if it is right, told without doubt, and simpler. */
static void link_sum_offer(struct fit *f, const struct link_sum *x)
{
    int cost = plus_cost(x->plus);
    struct ratio got;

    if (cost < 0)
        return;
    for (size_t i = 0; i < x->n; i++) {
        int c = term_cost(&x->terms[i]);

        if (!c)
            return;
        cost += c;
    }
    /* "1/2 of A minus B" may be half of the difference. */
    if (x->n > 1 && x->terms[1].ratio.p < 0 &&
        !ratio_equal(x->terms[0].ratio, RATIO(1)))
        return;
    if ((f->cost && f->cost <= cost) || !link_sum_value(x, f->answers, &got) ||
        !ratio_equal(got, f->value))
        return;
    f->cost = cost;
    f->best = *x;
}

/* The sum as it is, and so much more or less. */
static void offer_plus(struct fit *f, struct link_sum x)
{
    struct ratio rest;

    if (link_sum_value(&x, f->answers, &rest) &&
        ratio_sub(&rest, f->value, rest) && ratio_add(&x.plus, x.plus, rest))
        link_sum_offer(f, &x);
}

/* The last term takes a remainder of its answer, by a number below it. With
 * `plus` a number is added. */
static void offer_remainders(struct fit *f, struct link_sum x, bool plus)
{
    struct link_term *t = &x.terms[x.n - 1];
    struct ratio all;

    t->ratio = RATIO(1);
    t->by = 0;
    if (!link_sum_taken(t, f->answers[t->from], &all) || !ratio_whole(all))
        return;
    for (t->by = BY_LEAST; t->by <= LINK_BY && t->by <= all.p; t->by++) {
        link_sum_offer(f, &x);
        if (plus)
            offer_plus(f, x);
    }
}

static const struct ratio ratios[] = {
    { 1, 1 }, { 2, 1 }, { 3, 1 }, { 4, 1 }, { 5, 1 }, { 1, 2 },  { 1, 3 },
    { 1, 4 }, { 3, 2 }, { 2, 3 }, { 3, 4 }, { 1, 5 }, { 1, 10 },
};

#define N_RATIOS (sizeof(ratios) / sizeof(*ratios))

static void fit_one(struct fit *f, size_t from)
{
    struct link_sum x = { .n = 1, .plus = RATIO(0) };
    struct ratio answer = f->answers[from];

    x.terms[0].from = from;
    if (ratio_div(&x.terms[0].ratio, f->value, answer))
        link_sum_offer(f, &x);
    for (size_t i = 0; i < N_RATIOS; i++) {
        x.terms[0].ratio = ratios[i];
        offer_plus(f, x);
    }
    offer_remainders(f, x, true);
    x.terms[0].ratio = RATIO(1);
    x.terms[0].of = (answer.p < 0 ? LINK_ABSOLUTE : LINK_ANSWER) +
                    (ratio_whole(answer) ? LINK_ANSWER : LINK_PARTS);
    offer_plus(f, x);
    offer_remainders(f, x, true);
}

/* So much of the first answer; the rest is a ratio of the second or a remainder
 * of it, or, where both stand as they are, a number. */
static void fit_two(struct fit *f, size_t first, size_t second)
{
    struct link_sum x = { .plus = RATIO(0) };

    x.terms[0].from = first;
    x.terms[1].from = second;
    for (size_t i = 0; i < N_RATIOS; i++) {
        struct ratio rest;

        x.n = 1;
        x.terms[0].ratio = ratios[i];
        if (!link_sum_value(&x, f->answers, &rest) ||
            !ratio_sub(&rest, f->value, rest))
            continue;
        x.n = 2;
        if (ratio_div(&x.terms[1].ratio, rest, f->answers[second]))
            link_sum_offer(f, &x);
        offer_remainders(f, x, false);
    }
    x.terms[0].ratio = RATIO(1);
    for (int64_t sign = 1; sign >= -1; sign -= 2) {
        x.terms[1].ratio = RATIO(sign);
        offer_plus(f, x);
    }
}

int link_sum_fit(const struct ratio *answers, const size_t *from, size_t n,
                 struct ratio value, struct link_sum *out)
{
    struct fit f = { .answers = answers, .value = value };

    if (n == 2) {
        fit_two(&f, from[0], from[1]);
        fit_two(&f, from[1], from[0]);
    } else {
        fit_one(&f, from[0]);
    }
    if (f.cost)
        *out = f.best;
    return f.cost;
}

/* ---- telling ---- */

static const char *const wordings[LINK_WORDINGS][2] = {
    { "Let ", " be " },
    { "In what follows, ", " stands for " },
    { "Write ", " for " },
    { "From here on, ", " means " },
};

static void link_sum_say_term(struct arena *a, struct str *out,
                              const struct link_term *t, struct ratio r)
{
    if (!ratio_equal(r, RATIO(1)))
        str_addf(out, "%s %s ", ratio_text(a, r),
                 ratio_whole(r) ? "times" : "of");
    str_addf(out, "%s%sthe answer to question %zu%s",
             t->by ? "the remainder when " : "", takes[t->of].before,
             t->from + 1, takes[t->of].behind);
    if (t->by)
        str_addf(out, " is divided by %" PRId64, t->by);
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
    link_sum_say_term(a, &out, &x->terms[0], x->terms[0].ratio);
    if (two) {
        str_add(&out, less ? " minus " : " and ");
        link_sum_say_term(a, &out, &x->terms[1],
                          less ? ratio_neg(x->terms[1].ratio)
                               : x->terms[1].ratio);
    }
    str_add(&out, ".");
    return str_get(&out);
}

/* "1/2 * 12", "((5 + 2) mod 4)" */
static void work_term(struct arena *a, struct str *out,
                      const struct link_term *t, struct ratio r,
                      struct ratio answer)
{
    if (t->of == LINK_ABSOLUTE || t->of == LINK_ABSOLUTE_PARTS)
        answer = answer.p < 0 ? ratio_neg(answer) : answer;
    if (!t->of && !t->by)
        str_addf(out, "%s * ", ratio_text(a, r));
    str_add(out, t->by ? "(" : "");
    if (t->of >= LINK_PARTS)
        str_addf(out, "(%" PRId64 " + %" PRId64 ")", answer.p, answer.q);
    else
        str_add(out, ratio_text(a, answer));
    if (t->by)
        str_addf(out, " mod %" PRId64 ")", t->by);
}

const char *link_sum_worked(struct arena *a, const struct link_sum *x,
                            const struct ratio *answers)
{
    struct str out = str_in(a);

    for (size_t i = 0; i < x->n; i++) {
        const struct link_term *t = &x->terms[i];
        bool less = i && t->ratio.p < 0;

        if (i)
            str_add(&out, less ? " - " : " + ");
        work_term(a, &out, t, less ? ratio_neg(t->ratio) : t->ratio,
                  answers[t->from]);
    }
    if (ratio_sign(x->plus))
        str_addf(&out, " %s %s", x->plus.p < 0 ? "-" : "+",
                 ratio_text(a, x->plus.p < 0 ? ratio_neg(x->plus) : x->plus));
    return str_get(&out);
}

/* ---- reading back ---- */

/* Moves behind the words if the text begins with them. */
static bool link_sum_skip(const char **p, const char *words)
{
    if (!str_starts(*p, words))
        return false;
    *p += strlen(words);
    return true;
}

/* A number and a blank. */
static bool link_sum_read_number(const char **p, struct ratio *out)
{
    size_t n = strcspn(*p, " ");

    if (!(*p)[n] || !ratio_read(out, *p, n))
        return false;
    *p += n + 1;
    return true;
}

/* Digits, no 0 before them. */
static bool link_sum_read_count(const char **p, uint64_t *out)
{
    char *end;

    if (**p < '1' || **p > '9')
        return false;
    *out = strtoul(*p, &end, 10);
    *p = end;
    return true;
}

/* "3 times the answer to question 2", "the remainder when the answer to
 * question 2 is divided by 7" */
static bool link_sum_read_term(const char **p, struct link_term *t)
{
    uint64_t n, by = 0;
    bool rest;

    t->ratio = RATIO(1);
    if (link_sum_read_number(p, &t->ratio) &&
        !link_sum_skip(p, ratio_whole(t->ratio) ? "times " : "of "))
        return false;
    rest = link_sum_skip(p, "the remainder when ");
    for (t->of = LINK_OF - 1; !link_sum_skip(p, takes[t->of].before);)
        t->of--;
    if (!link_sum_skip(p, "the answer to question ") ||
        !link_sum_read_count(p, &n) || !link_sum_skip(p, takes[t->of].behind))
        return false;
    if (rest && !(link_sum_skip(p, " is divided by ") &&
                  link_sum_read_count(p, &by) && by <= LINK_BY))
        return false;
    t->from = n - 1;
    t->by = (int64_t)by;
    return (!t->of && !t->by) || ratio_equal(t->ratio, RATIO(1));
}

static bool link_sum_read_sum(const char *p, struct link_sum *out)
{
    const char *from = p;
    bool sum;

    out->plus = RATIO(0);
    if (!link_sum_read_number(&p, &out->plus) ||
        (!str_starts(p, "more than ") && !str_starts(p, "less than "))) {
        p = from;
        out->plus = RATIO(0);
    } else if (link_sum_skip(&p, "less than ")) {
        out->plus = ratio_neg(out->plus);
    } else {
        link_sum_skip(&p, "more than ");
    }
    sum = link_sum_skip(&p, "the sum of ");
    if (!link_sum_read_term(&p, &out->terms[0]))
        return false;
    out->n = 1;
    if (sum ? link_sum_skip(&p, " and ") : link_sum_skip(&p, " minus ")) {
        if (!link_sum_read_term(&p, &out->terms[1]))
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

        if (link_sum_skip(&p, wordings[i][0]) && link_sum_skip(&p, letter) &&
            link_sum_skip(&p, wordings[i][1]))
            return link_sum_read_sum(p, out);
    }
    return false;
}
