/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/reply/answers.h"
#include "base/str.h"
#include "grade/grade.h"

#include <stdlib.h>
#include <string.h>

#define PARTS_MOST 64

/* An answer taken apart: its values, each as a text that is the same for the
 * same numbers, with signs and without. */
struct parts {
    const char *with[PARTS_MOST], *without[PARTS_MOST];
    size_t n;
    bool tuple;        /* in brackets that are no braces */
    const char *whole; /* of a tuple: with them */
    bool letters;      /* a letter is left */
    bool exact;        /* it is one number: */
    struct ratio one;  /* its value */
};

/* ---- taking apart ---- */

static bool is_opening(const struct sign_token *t)
{
    return t->sign == SIGN_OPEN || t->sign == SIGN_BRACE;
}

static bool is_closing(const struct sign_token *t)
{
    return t->sign == SIGN_CLOSE || t->sign == SIGN_UNBRACE;
}

/* Takes away a bracket around everything. Returns its sign, or 0. */
static char peel(const struct numbered *x, size_t *from, size_t *to)
{
    size_t depth = 0;

    if (*to < *from + 2 || !is_opening(&x->tokens[*from]))
        return 0;
    for (size_t i = *from; i < *to; i++) {
        if (is_opening(&x->tokens[i]))
            depth++;
        else if (is_closing(&x->tokens[i]) && --depth == 0 && i + 1 < *to)
            return 0;
    }
    if (depth)
        return 0;
    ++*from;
    --*to;
    return x->text[x->tokens[*from - 1].at];
}

static bool separates(const struct numbered *x, const struct sign_token *t)
{
    return (t->sign == SIGN_STOP && x->text[t->at] != '.') ||
           token_is(x->text, t, "or") || token_is(x->text, t, "and") ||
           token_is(x->text, t, "cup");
}

/* The tokens from..to as two texts. What stands before a sign of equality is a
 * name: "x = 3". */
static void add_part(struct arena *a, const struct numbered *x, size_t from,
                     size_t to, struct parts *p)
{
    struct str with = str_in(a), without = str_in(a);
    size_t tokens;

    for (size_t i = from; i < to; i++)
        if (x->tokens[i].sign == SIGN_EQUALS)
            from = i + 1;
    for (size_t i = from; i < to; i += tokens) {
        const struct sign_token *t = &x->tokens[i];
        const char *key = worked_number(a, x->tokens, to, i, &tokens);
        bool sign = t->sign == SIGN_PLUS || t->sign == SIGN_MINUS;

        if (t->sign == SIGN_STOP)
            continue;
        if (!key)
            key = arena_strndup(a, x->text + t->at, t->n);
        p->letters = p->letters || t->sign == SIGN_WORD;
        str_addf(&with, "%s ", key);
        if (!sign)
            str_addf(&without, "%s ", key);
    }
    if (!with.n || p->n == PARTS_MOST)
        return;
    p->with[p->n] = str_get(&with);
    p->without[p->n++] = without.n ? str_get(&without) : "";
}

static int by_text(const void *x, const void *y)
{
    return strcmp(*(const char *const *)x, *(const char *const *)y);
}

static void take_apart(struct arena *a, const struct numbered *x,
                       struct parts *p)
{
    size_t from = 0, to = x->n, depth = 0, first;
    const char *value = grade_value(a, x->text);
    struct parts all = { 0 };
    char bracket = peel(x, &from, &to);

    *p = (struct parts){ .tuple = bracket == '(' || bracket == '[' };
    if (p->tuple)
        add_part(a, x, 0, x->n, &all);
    p->whole = all.n ? all.with[0] : "";
    first = from;
    for (size_t i = from; i < to; i++) {
        depth += is_opening(&x->tokens[i]);
        depth -= depth && is_closing(&x->tokens[i]);
        if (!depth && separates(x, &x->tokens[i])) {
            add_part(a, x, first, i, p);
            first = i + 1;
        }
    }
    add_part(a, x, first, to, p);
    p->exact = value && ratio_read(&p->one, value, strlen(value));
    if (!p->tuple && p->n > 1) {
        qsort(p->with, p->n, sizeof(*p->with), by_text);
        qsort(p->without, p->n, sizeof(*p->without), by_text);
    }
}

/* ---- comparing ---- */

static bool same_texts(const char *const *x, const char *const *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!str_eq(x[i], y[i]))
            return false;
    return true;
}

/* Are all of them among the key's, and some of these missing? Both are
 * sorted. A bracket may be one of them: an interval. */
static bool are_some(const struct parts *key, const struct parts *answer)
{
    struct parts whole = { .with = { answer->whole }, .n = 1 };
    size_t k = 0;

    if (answer->tuple)
        answer = &whole;
    if (key->tuple || !answer->n || answer->n >= key->n)
        return false;
    for (size_t i = 0; i < answer->n; i++, k++) {
        while (k < key->n && !str_eq(key->with[k], answer->with[i]))
            k++;
        if (k == key->n)
            return false;
    }
    return true;
}

static bool is_factor(struct ratio x)
{
    int64_t big = x.p > x.q ? x.p : x.q, small = x.p > x.q ? x.q : x.p;

    if (small != 1)
        return false;
    if (big == 2)
        return true;
    while (big > 1 && big % 10 == 0)
        big /= 10;
    return big == 1 && x.p != x.q;
}

static void compare_numbers(const struct parts *key, const struct parts *answer,
                            struct answer_ties *out)
{
    struct ratio x;

    if (!key->exact || !answer->exact)
        return;
    out->sign = ratio_equal(key->one, ratio_neg(answer->one)) && key->one.p;
    out->factor =
        ratio_div(&x, answer->one, key->one) && x.p > 0 && is_factor(x);
    out->inverted = !ratio_whole(key->one) &&
                    ratio_div(&x, RATIO(1), key->one) &&
                    ratio_equal(x, answer->one);
    out->one = ratio_whole(key->one) && ratio_sub(&x, answer->one, key->one) &&
               x.q == 1 && (x.p == 1 || x.p == -1);
}

/* A number, a list, or a formula. */
static int form_of(const struct parts *p)
{
    return p->n > 1 ? 1 : p->exact ? 0 : p->letters ? 2 : 3;
}

struct answer_ties answer_ties(struct arena *a, const struct worked *w,
                               const char *answer)
{
    struct answer_ties out = { 0 };
    struct numbered said;
    struct parts key, own;

    numbered_open(a, &said, answer);
    take_apart(a, &w->answer, &key);
    take_apart(a, &said, &own);
    compare_numbers(&key, &own, &out);
    out.sign = out.sign || (key.n && key.n == own.n && !key.exact &&
                            same_texts(key.without, own.without, key.n) &&
                            !same_texts(key.with, own.with, key.n));
    out.dropped = are_some(&key, &own);
    out.copied =
        own.exact && numbered_has(&w->statement, token_key(a, own.one));
    out.form = form_of(&key) != form_of(&own) ||
               (key.n > 1 && key.n != own.n && !out.dropped);
    numbered_clear(&said);
    return out;
}
