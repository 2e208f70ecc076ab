/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/source/import_int.h"

#include <strings.h>

/*
 * Whether numbers of the text and leaves of one value may be more than one
 * thing: the 3 of "3 people on tricycles" that is multiplied by itself, the 4
 * of "1/4" that also counts weeks. Such a value stays.
 */

/* ---- of numbers ---- */

/* The word behind the number, without the s of a plural. */
static struct span noun_of(const struct import_text *t, const struct mention *x)
{
    size_t at = x->number.at + x->number.n;
    struct span w = graph_next_word(span_of(t->sentences[x->sentence]), &at);

    return w.n > 1 && to_lower(w.s[w.n - 1]) == 's' ? span_cut(w, 0, w.n - 1)
                                                    : w;
}

static bool same_noun(const struct import_text *t, const struct mention *x,
                      const struct mention *y)
{
    struct span one = noun_of(t, x), two = noun_of(t, y);

    return one.n && one.n == two.n && strncasecmp(one.s, two.s, one.n) == 0;
}

/* Do the numbers stand for things of one kind, so that they may change
 * together? "16 eggs ... these 16 eggs", but not "three times ... three
 * days". */
static bool say_the_same(const struct import_text *t,
                         const struct import_group *g)
{
    const struct mention *first = &t->mentions[g->mentions[0]];

    for (size_t i = 1; i < g->n_mentions; i++) {
        const struct mention *x = &t->mentions[g->mentions[i]];

        if (x->number.percent != first->number.percent ||
            x->number.dollar != first->number.dollar)
            return false;
        if (!x->number.percent && !x->number.dollar && !same_noun(t, first, x))
            return false;
    }
    return true;
}

/* "three quarters ... 3 years": the word has a 3, too. */
static bool is_in_word(const struct import_text *t, struct ratio v)
{
    for (size_t i = 0; i < t->n; i++) {
        const struct number *x = &t->mentions[i].number;

        if (x->form == NUMBER_SET && x->value.q != 1 && x->value.p > 1 &&
            ratio_equal(RATIO(x->value.p), v))
            return true;
    }
    return false;
}

/* ---- of leaves ---- */

/* The last link of the product that the link is a factor of. */
static size_t product_of(const struct import_chain *c, size_t i)
{
    for (size_t k = i + 1; k <= c->root; k++)
        if (c->link[k].used && (c->link[k].a == i || c->link[k].b == i) &&
            (c->link[k].op == GRAPH_MUL || c->link[k].op == GRAPH_DIV))
            i = k;
    return i;
}

/* One number of the text, and two factors of one product are as much: one of
 * them is something else, unless it is a square. */
static bool multiplies_itself(const struct import_chain *c,
                              const struct import_text *t,
                              const struct import_group *g)
{
    if (g->n <= g->n_mentions ||
        import_word(t, c->link[g->leaves[0]].value) || /* "half" divides by 2 */
        import_text_has(t, "squared cube cubed"))
        return false;
    for (size_t i = 0; i < g->n; i++)
        for (size_t k = 0; k < i; k++)
            if (product_of(c, g->leaves[i]) == product_of(c, g->leaves[k]))
                return true;
    return false;
}

/* The 4 of 1/4 divides; one that multiplies or adds up beside it is another. */
static bool leaves_its_fraction(const struct import_chain *c,
                                const struct import_text *t,
                                const struct import_group *g)
{
    size_t below = 0;

    if (t->mentions[g->mentions[0]].number.part != PART_BELOW)
        return false;
    for (size_t i = 0; i < g->n; i++)
        below += c->link[g->leaves[i]].below;
    return below > 0 && below < g->n;
}

/* "Twice as many reds as blues" makes three parts, "3 times as many" four. */
static bool counts_parts(const struct import_chain *c,
                         const struct import_text *t,
                         const struct import_group *g, struct ratio v)
{
    bool below = false, times = ratio_equal(v, RATIO(3)) &&
                                import_text_has(t, "twice double half");

    for (size_t i = 0; i < g->n; i++)
        below = below || c->link[g->leaves[i]].below;
    for (size_t i = 0; i < t->n && below; i++)
        times =
            times || (span_is_fold(t->mentions[i].number.noun, "times") &&
                      ratio_equal(t->mentions[i].number.value, RATIO(v.p - 1)));
    return below && times && v.q == 1;
}

bool import_meant_twice(const struct import_chain *c,
                        const struct import_text *t,
                        const struct import_group *g, bool *silent)
{
    struct ratio v = c->link[g->leaves[0]].value;

    *silent = multiplies_itself(c, t, g) || leaves_its_fraction(c, t, g) ||
              counts_parts(c, t, g, v);
    return *silent || is_in_word(t, v) ||
           (g->n < g->n_mentions && !say_the_same(t, g));
}
