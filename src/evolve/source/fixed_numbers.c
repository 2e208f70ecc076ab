/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/source/import_int.h"
#include "text/lexicon.h"

#include <stdio.h>

/*
 * Numbers that other words or the shape of the computation count on, without
 * any step that says so: "2 books ... both", "11 months ... in the twelfth",
 * the 4 that four addends are divided by, the 3 days of x * 2 * 2 * 2. They
 * stay as they are, wherever they stand.
 */

/* Every number of the text with that value stays, the 3 of 3/4 too. A result
 * that may have been one of them can then not be followed: it is in doubt. */
static void hold(struct import_chain *c, struct import_text *t, size_t value)
{
    struct ratio v = RATIO((int64_t)value);

    for (size_t i = 0; i < t->n; i++)
        if (!t->mentions[i].number.percent &&
            t->mentions[i].number.form != NUMBER_SET &&
            ratio_equal(t->mentions[i].number.value, v)) {
            t->mentions[i].number.form = NUMBER_SET;
            t->mentions[i].held = true;
        }
    for (size_t i = 0; i < c->n; i++)
        if (c->link[i].rival && ratio_equal(c->link[i].value, v))
            c->link[i].doubt = true;
}

/* ---- words ---- */

static void hold_pairs(struct import_chain *c, struct import_text *t)
{
    if (import_text_has(t, "both neither either former the_other"))
        hold(c, t, 2);
}

/* "the fourth" is the last of 4, or comes after 3, or before the last of 5.
 * Without "the" the word is a fraction as often as not. */
static void hold_ordinals(struct import_chain *c, struct import_text *t)
{
    const struct lexeme *x = NULL;
    char key[40];

    while ((x = lexicon_next(WORD_ORDINAL, x))) {
        snprintf(key, sizeof(key), "the_%s", x->word);
        if (x->value < 2 || x->value > 12 || !import_text_has(t, key))
            continue;
        hold(c, t, (size_t)x->value);
        hold(c, t, (size_t)x->value - 1);
        if (import_text_has(t, "last final"))
            hold(c, t, (size_t)x->value + 1);
    }
}

/* ---- shares ---- */

static bool has_leaf(const struct import_chain *c, struct ratio v)
{
    for (size_t i = 0; i <= c->root; i++)
        if (c->link[i].used && c->link[i].op == GRAPH_CONST &&
            ratio_equal(c->link[i].value, v))
            return true;
    return false;
}

/* Does a step use p percent as it is, or what it leaves or adds? */
static bool has_percent(const struct import_chain *c, int64_t p)
{
    const int64_t forms[] = { p, 100 - p, 100 + p };
    struct ratio v;

    for (size_t i = 0; i < 3; i++)
        if (has_leaf(c, RATIO(forms[i])) ||
            (ratio_make(&v, forms[i], 100) && has_leaf(c, v)))
            return true;
    return false;
}

/* "25% off" as a division by 4, beside 4 things: a share that no step uses may
 * be that divisor. */
static void hold_divisors(struct import_chain *c, struct import_text *t)
{
    for (size_t i = 0; i < t->n; i++) {
        const struct number *x = &t->mentions[i].number;

        if (x->percent && ratio_whole(x->value) && x->value.p > 0 &&
            x->value.p < 100 && 100 % x->value.p == 0 &&
            !has_percent(c, x->value.p))
            hold(c, t, (size_t)(100 / x->value.p));
    }
}

/* ---- shapes ---- */

/* How many addends each link has, up to a bound: a sum may be added to itself
 * over and over. */
static void count_addends(const struct import_chain *c, size_t *out)
{
    for (size_t i = 0; i < c->n; i++) {
        const struct import_link *x = &c->link[i];
        size_t n = x->op == GRAPH_ADD ? out[x->a] + out[x->b] : 1;

        out[i] = n < TERMS ? n : TERMS;
    }
}

/* A sum of n things, divided by n: their average. One of the things may be a
 * sum itself, so that there may be more addends. */
static void hold_average(struct import_chain *c, struct import_text *t,
                         size_t i, const size_t *addends)
{
    const struct import_link *x = &c->link[i];
    struct ratio n;

    if (x->op != GRAPH_DIV || c->link[x->b].op != GRAPH_CONST)
        return;
    n = c->link[x->b].value;
    if (!ratio_whole(n) || n.p < 2 || (size_t)n.p > addends[x->a])
        return;
    if (n.p > 2 || import_text_has(t, "average mean"))
        hold(c, t, (size_t)n.p);
}

/* How often in a row the same is done, up to link i: 3 for x * 2 * 2 * 2. */
static size_t repeats(const struct import_chain *c, size_t i)
{
    const struct import_link *x = &c->link[i], *y;
    size_t n = 0;

    for (;; n++, x = y) {
        if (x->op == GRAPH_CONST)
            return n;
        y = &c->link[x->a];
        if (y->op != x->op ||
            !ratio_equal(c->link[y->b].value, c->link[x->b].value))
            return n + 1;
    }
}

/* A step for each of n rounds is written out n times, or n - 1 times. */
static void hold_rounds(struct import_chain *c, struct import_text *t, size_t i)
{
    size_t n = repeats(c, i);

    if (n > 1) {
        hold(c, t, n);
        hold(c, t, n + 1);
    }
}

void import_hold(struct import_chain *c, struct import_text *t)
{
    size_t addends[TERMS];

    count_addends(c, addends);
    hold_pairs(c, t);
    hold_ordinals(c, t);
    hold_divisors(c, t);
    for (size_t i = 0; i <= c->root; i++)
        if (c->link[i].used) {
            hold_average(c, t, i, addends);
            hold_rounds(c, t, i);
        }
}
