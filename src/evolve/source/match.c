/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "evolve/source/import_int.h"
#include "math/read/read.h"
#include "text/fold.h"

#include <stdlib.h>
#include <string.h>
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
static bool match_is_in_word(const struct import_text *t, struct ratio v)
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
static size_t match_product_of(const struct import_chain *c, size_t i)
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
            if (match_product_of(c, g->leaves[i]) ==
                match_product_of(c, g->leaves[k]))
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

/* Returns whether the numbers or the leaves, of which there is one each at
 * least, may be more than one thing. *silent: one of them may be the result of
 * a computation that is not noted, so that no other number may change. */
static bool import_meant_twice(const struct import_chain *c,
                               const struct import_text *t,
                               const struct import_group *g, bool *silent)
{
    struct ratio v = c->link[g->leaves[0]].value;

    *silent = multiplies_itself(c, t, g) || leaves_its_fraction(c, t, g) ||
              counts_parts(c, t, g, v);
    return *silent || match_is_in_word(t, v) ||
           (g->n < g->n_mentions && !say_the_same(t, g));
}

/*
 * Leaves to numbers of the text. All leaves of one value are settled at once,
 * since what tells "2 apples" from "twice" is how many of each there are.
 *
 * What makes renumbering sound: all numbers of the text with the same value
 * change together, so it does not matter which of them a step means; a number
 * that is also the result of a step follows that step. What stays in doubt is
 * a number beside a word or unit of the same value: that value stays.
 */

struct matcher {
    struct arena *arena;
    const struct import_chain *c;
    struct import_text *t;
    struct graph *g;
    size_t node_of[TERMS]; /* link -> node */
    bool done[TERMS];
    bool strict;
    struct graph_nodes nodes; /* of the graph */
    bool found;               /* a leaf stands in the text, free or not */
    struct ratio
        doubted[TERMS]; /* values that stay: nobody knows who is meant */
    size_t n_doubted;
    struct imported *out;
};

#define NONE ((size_t)-1)

/* ---- nodes ---- */

/* A new slot for the mention, which follows that node. */
static bool add_slot(struct matcher *m, struct mention *x, size_t follows)
{
    struct graph *g = m->g;

    m->nodes.full = m->nodes.full || g->n_slots == STRUCTURE_SLOTS;
    if (m->nodes.full)
        return false;
    x->slot = g->n_slots++;
    g->slots[x->slot] = (struct graph_slot){ .sentence = x->sentence,
                                             .number = x->number,
                                             .follows = follows };
    return true;
}

/* The slot of a mention, new on first use; or a constant for one that stays
 * as it is. */
static size_t match_add_mention(struct matcher *m, size_t i)
{
    struct mention *x = &m->t->mentions[i];

    if (x->number.form == NUMBER_SET)
        return graph_add_const(&m->nodes, x->number.value);
    if (x->slot == GRAPH_FOLLOW && !add_slot(m, x, GRAPH_FOLLOW))
        return 0;
    return graph_add_slot(&m->nodes, x->slot, x->number.value);
}

/* ---- ways in which a number of the text makes a leaf ---- */

enum way {
    WAY_PERCENT,          /* 20% as 0.2 */
    WAY_FRACTION,         /* 3/4 as 0.75 */
    WAY_SCALE,            /* 5 million, 3 dozen */
    WAY_CENTS,            /* 50 cents as 0.5 */
    WAY_IN_CENTS,         /* $1.50 as 150 */
    WAY_REST,             /* 20% off as 0.8 */
    WAY_REST_100,         /* ... as 80 */
    WAY_MORE,             /* 20% more as 1.2 */
    WAY_MORE_100,         /* ... as 120 */
    WAY_REST_OF_FRACTION, /* 1/4 gone as 0.75 */
    WAY_ABOVE_REST,       /* ... as 3 */
    WAYS
};

/* What a way starts at, and its steps: the number is multiplied or divided by
 * a hundred, by its scale or by the lower part of its fraction; then it is
 * taken from 1 or from what it would be divided by, or added to it. */
enum way_start {
    START_PERCENT,
    START_FRACTION,
    START_SCALE,
    START_CENTS,
    START_DOLLARS
};

static const struct {
    enum way_start start;
    enum graph_op first, second; /* GRAPH_CONST: no such step */
    bool from_one;               /* the second step begins with 1 */
} ways[WAYS] = {
    [WAY_PERCENT] = { START_PERCENT, GRAPH_DIV, GRAPH_CONST, false },
    [WAY_FRACTION] = { START_FRACTION, GRAPH_DIV, GRAPH_CONST, false },
    [WAY_SCALE] = { START_SCALE, GRAPH_MUL, GRAPH_CONST, false },
    [WAY_CENTS] = { START_CENTS, GRAPH_DIV, GRAPH_CONST, false },
    [WAY_IN_CENTS] = { START_DOLLARS, GRAPH_MUL, GRAPH_CONST, false },
    [WAY_REST] = { START_PERCENT, GRAPH_DIV, GRAPH_SUB, true },
    [WAY_REST_100] = { START_PERCENT, GRAPH_CONST, GRAPH_SUB, false },
    [WAY_MORE] = { START_PERCENT, GRAPH_DIV, GRAPH_ADD, true },
    [WAY_MORE_100] = { START_PERCENT, GRAPH_CONST, GRAPH_ADD, false },
    [WAY_REST_OF_FRACTION] = { START_FRACTION, GRAPH_DIV, GRAPH_SUB, true },
    [WAY_ABOVE_REST] = { START_FRACTION, GRAPH_CONST, GRAPH_SUB, false },
};

static const struct number *match_number_at(const struct matcher *m, size_t i)
{
    return &m->t->mentions[i].number;
}

/* Are the mentions i and i + 1 the parts of a fraction? */
static bool match_is_fraction(const struct matcher *m, size_t i)
{
    return match_number_at(m, i)->part == PART_ABOVE && i + 1 < m->t->n &&
           match_number_at(m, i + 1)->part == PART_BELOW;
}

static bool match_is_free(const struct matcher *m, size_t i)
{
    return match_number_at(m, i)->form != NUMBER_SET;
}

/* Does the way start at mention i at all? */
static bool way_open(const struct matcher *m, size_t i, enum way w)
{
    const struct number *x = match_number_at(m, i);

    if (ways[w].start == START_FRACTION)
        return match_is_fraction(m, i);
    if (!match_is_free(m, i))
        return false;
    switch (ways[w].start) {
    case START_PERCENT: return x->percent;
    case START_SCALE: return x->scale != 1;
    case START_DOLLARS: return x->dollar;
    default:
        return !x->percent && !x->dollar && x->part == PART_NONE &&
               import_text_has(m->t, "cents");
    }
}

/* What the number is multiplied or divided by. */
static struct ratio way_by(const struct matcher *m, size_t i, enum way w)
{
    if (match_is_fraction(m, i))
        return match_number_at(m, i + 1)->value;
    return RATIO(w == WAY_SCALE ? match_number_at(m, i)->scale : 100);
}

/* The node for it. */
static size_t walk_way(struct matcher *m, size_t i, enum way w)
{
    size_t x = match_add_mention(m, i);
    size_t by = match_is_fraction(m, i)
                    ? match_add_mention(m, i + 1)
                    : graph_add_const(&m->nodes, way_by(m, i, w));

    if (ways[w].first != GRAPH_CONST)
        x = graph_add_step(&m->nodes, ways[w].first, x, by);
    if (ways[w].second == GRAPH_CONST)
        return x;
    if (ways[w].from_one)
        by = graph_add_const(&m->nodes, RATIO(1));
    return graph_add_step(&m->nodes, ways[w].second, by, x);
}

/* What it would give. */
static bool way_value(const struct matcher *m, size_t i, enum way w,
                      struct ratio *out)
{
    struct ratio by = way_by(m, i, w), x = match_number_at(m, i)->value;

    if (ways[w].first != GRAPH_CONST && !graph_apply(ways[w].first, x, by, &x))
        return false;
    *out = x;
    return ways[w].second == GRAPH_CONST ||
           graph_apply(ways[w].second, ways[w].from_one ? RATIO(1) : by, x,
                       out);
}

static size_t find_way(const struct matcher *m, struct ratio v, enum way w)
{
    struct ratio got;

    for (size_t i = 0; i < m->t->n; i++)
        if (way_open(m, i, w) && way_value(m, i, w, &got) &&
            ratio_equal(got, v))
            return i;
    return NONE;
}

/* The share that mention i says: 3/4, 20%, half; false: none. */
static bool match_share_of(const struct matcher *m, size_t i, struct ratio *out)
{
    const struct number *x = match_number_at(m, i);

    if (match_is_fraction(m, i))
        return ratio_div(out, x->value, match_number_at(m, i + 1)->value);
    if (x->percent)
        return ratio_div(out, x->value, RATIO(100));
    *out = x->value;
    return x->part == PART_NONE && x->form == NUMBER_SET && x->value.q != 1;
}

/* "1/4 and then 1/2 of it": 3/4 is what both are as well as what the first one
 * leaves. Nobody knows which was meant. */
static bool rest_is_shares(const struct matcher *m, size_t i, enum way w)
{
    struct ratio rest, x, y, sum;

    if ((w != WAY_REST && w != WAY_REST_100 && w != WAY_REST_OF_FRACTION &&
         w != WAY_ABOVE_REST) ||
        !match_share_of(m, i, &rest) || !ratio_sub(&rest, RATIO(1), rest))
        return false;
    for (size_t j = 0; j < m->t->n; j++)
        for (size_t k = 0; k < m->t->n; k++)
            if (j != k && match_share_of(m, j, &x) &&
                match_share_of(m, k, &y) &&
                ((ratio_add(&sum, x, y) && ratio_equal(sum, rest)) ||
                 (ratio_sub(&sum, x, y) && ratio_equal(sum, rest))))
                return true;
    return false;
}

/* 40 is what 60% leave of 100, and 2 times 20. */
static bool rest_is_result(const struct matcher *m, struct ratio v, enum way w)
{
    if (w != WAY_REST_100 && w != WAY_MORE_100 && w != WAY_ABOVE_REST)
        return false;
    for (size_t j = 0; j < m->t->n; j++)
        for (size_t k = 0; k < j; k++) {
            const struct number *x = match_number_at(m, j),
                                *y = match_number_at(m, k);
            struct ratio z;

            if (x->percent || y->percent || x->part || y->part)
                continue;
            if ((ratio_mul(&z, x->value, y->value) && ratio_equal(z, v)) ||
                (ratio_add(&z, x->value, y->value) && ratio_equal(z, v)))
                return true;
        }
    return false;
}

/* ---- words that stay ---- */

/* Can the word mean this leaf? Half is 1/2, 2, 50; two thirds are 2 and 3. */
static bool set_means(const struct number *x, struct ratio v)
{
    struct ratio y;

    if (x->form != NUMBER_SET)
        return false;
    if (ratio_equal(x->value, v))
        return true;
    if (x->value.q == 1)
        return x->percent && ratio_div(&y, x->value, RATIO(100)) &&
               ratio_equal(y, v);
    if (ratio_equal(RATIO(x->value.p), v) || ratio_equal(RATIO(x->value.q), v))
        return true;
    if (ratio_mul(&y, x->value, RATIO(100)) && ratio_equal(y, v))
        return true;
    return (ratio_sub(&y, RATIO(1), x->value) && ratio_equal(y, v)) ||
           (ratio_add(&y, RATIO(1), x->value) && ratio_equal(y, v));
}

static size_t count_sets(const struct matcher *m, struct ratio v)
{
    size_t n = 0;

    for (size_t i = 0; i < m->t->n; i++)
        n += set_means(match_number_at(m, i), v);
    return n;
}

/* Where the leaf stands, could it be that word? "twice" multiplies, "half"
 * divides; of others nobody knows. */
static bool set_fits(const struct matcher *m, const struct import_link *leaf)
{
    for (size_t i = 0; i < m->t->n; i++) {
        const struct number *x = match_number_at(m, i);

        if (!set_means(x, leaf->value))
            continue;
        if (x->times && leaf->under != GRAPH_MUL)
            continue;
        if (x->value.q != 1 && !leaf->below && leaf->under != GRAPH_MUL)
            continue;
        return true;
    }
    return false;
}

/* Half is 1/2 and a division by 2. As 50 or 3/2 it is far fetched where the
 * text has that very number. */
static bool set_is_far(const struct matcher *m, struct ratio v)
{
    for (size_t i = 0; i < m->t->n; i++) {
        const struct number *x = match_number_at(m, i);

        if (set_means(x, v) && !ratio_equal(x->value, v) &&
            !ratio_equal(RATIO(x->value.p), v) &&
            !ratio_equal(RATIO(x->value.q), v))
            return true;
    }
    return false;
}

/* ---- all leaves of one value ---- */

static void match_find_group(const struct matcher *m, size_t first,
                             struct import_group *g)
{
    struct ratio v = m->c->link[first].value;

    g->n = g->n_mentions = 0;
    for (size_t i = first; i < m->c->n; i++)
        if (m->c->link[i].used && m->c->link[i].op == GRAPH_CONST &&
            ratio_equal(m->c->link[i].value, v))
            g->leaves[g->n++] = i;
    for (size_t i = 0; i < m->t->n; i++)
        if (match_is_free(m, i) && ratio_equal(match_number_at(m, i)->value, v))
            g->mentions[g->n_mentions++] = i;
}

static void note_fix(struct matcher *m, enum fix_reason why, struct ratio v)
{
    if (m->out->fix == FIX_NONE) {
        m->out->fix = why;
        m->out->detail = ratio_text(m->arena, v);
    }
}

static void match_lock(struct matcher *m, struct ratio v, const char *why)
{
    note_fix(m, FIX_AMBIGUOUS, v);
    if (!m->g->locked)
        m->g->locked = why;
}

static void set_leaf(struct matcher *m, size_t leaf, size_t node, bool matched)
{
    m->node_of[leaf] = node;
    m->done[leaf] = true;
    m->out->leaves++;
    *(matched ? &m->out->matched : &m->out->fixed) += 1;
}

/* The leaf stays what it is. */
static void keep_leaf(struct matcher *m, size_t leaf)
{
    set_leaf(m, leaf, graph_add_const(&m->nodes, m->c->link[leaf].value),
             false);
}

/* Numbers of that value stand in the text: which leaves are they? */
static void settle_direct(struct matcher *m, const struct import_group *g)
{
    struct ratio v = m->c->link[g->leaves[0]].value;
    size_t sets = count_sets(m, v), fit = 0, next = 0;
    bool doubt, silent, twice = import_meant_twice(m->c, m->t, g, &silent);

    m->found = true;
    for (size_t i = 0; i < g->n && sets; i++)
        fit += set_fits(m, &m->c->link[g->leaves[i]]);
    doubt = fit && (fit == g->n || fit > sets || set_is_far(m, v));
    if (g->n > g->n_mentions && !sets && import_unit(m->t, v))
        doubt = true;
    if (silent)
        match_lock(m, v, "a number may be a result that is not annotated");
    if (doubt || twice) {
        doubt = true;
        note_fix(m, FIX_AMBIGUOUS, v);
        m->doubted[m->n_doubted++] = v;
    }
    for (size_t i = 0; i < g->n; i++) {
        size_t leaf = g->leaves[i];

        if (doubt || (fit && set_fits(m, &m->c->link[leaf]))) {
            keep_leaf(m, leaf);
            continue;
        }
        set_leaf(m, leaf, match_add_mention(m, g->mentions[next]), true);
        next += next + 1 < g->n_mentions;
    }
}

/* None stands there: other ways, words, units. */
static void settle_other(struct matcher *m, size_t leaf)
{
    struct ratio v = m->c->link[leaf].value;
    bool known = count_sets(m, v) || import_unit(m->t, v);
    size_t i = NONE;
    enum way w;

    if (ratio_equal(v, RATIO(1)) || v.p == 0) {
        keep_leaf(m, leaf);
        return;
    }
    for (w = 0; w < WAYS && i == NONE; w++)
        i = w >= WAY_CENTS && known ? NONE : find_way(m, v, w);
    if (i != NONE) {
        if (rest_is_shares(m, i, w - 1) || rest_is_result(m, v, w - 1))
            match_lock(m, v,
                       "an unmatched number may be computed from two others");
        set_leaf(m, leaf, walk_way(m, i, w - 1),
                 match_is_free(m, i) ||
                     (match_is_fraction(m, i) && match_is_free(m, i + 1)));
        return;
    }
    for (size_t k = 0; k < m->t->n; k++)
        if (m->t->mentions[k].held &&
            ratio_equal(match_number_at(m, k)->value, v)) {
            note_fix(m, FIX_HELD, v);
            m->found = true;
        }
    if (!known) {
        note_fix(m, FIX_UNMATCHED, v);
        m->out->fix = FIX_UNMATCHED; /* worse than any other */
        m->out->detail = ratio_text(m->arena, v);
    }
    keep_leaf(m, leaf);
}

static void settle_leaves(struct matcher *m)
{
    struct import_group *g = arena_new(m->arena, struct import_group);

    for (size_t i = 0; i < m->c->n; i++) {
        if (!m->c->link[i].used || m->c->link[i].op != GRAPH_CONST ||
            m->done[i])
            continue;
        match_find_group(m, i, g);
        if (g->n_mentions)
            settle_direct(m, g);
        else
            for (size_t k = 0; k < g->n; k++)
                settle_other(m, g->leaves[k]);
    }
}

/* ---- the graph ---- */

static void build_steps(struct matcher *m)
{
    for (size_t i = 0; i <= m->c->root; i++) {
        const struct import_link *x = &m->c->link[i];

        if (x->used && x->op != GRAPH_CONST) {
            m->node_of[i] = graph_add_step(&m->nodes, x->op, m->node_of[x->a],
                                           m->node_of[x->b]);
            m->out->steps++;
        }
    }
}

/* Does node i need the slot? */
static bool needs(const struct graph *g, size_t i, size_t slot)
{
    bool reached[GRAPH_NODES] = { false };

    reached[i] = true;
    for (size_t k = i + 1; k-- > 0;) {
        const struct graph_node *n = &g->nodes[k];

        if (!reached[k])
            continue;
        if (n->op == GRAPH_SLOT && n->a == slot)
            return true;
        if (n->op >= GRAPH_ADD)
            reached[n->a] = reached[n->b] = true;
    }
    return false;
}

/* The step with that value that a number of the text may repeat. For one that
 * is used, only a step that it was a rival of. */
static size_t step_with(const struct matcher *m, struct ratio v, bool rivals)
{
    for (size_t i = 0; i <= m->c->root; i++) {
        const struct import_link *x = &m->c->link[i];

        if (x->used && x->op != GRAPH_CONST && ratio_equal(x->value, v) &&
            (x->rival || !rivals))
            return m->node_of[i];
    }
    return GRAPH_FOLLOW;
}

/* Used slots that a step may have been mistaken for follow it. */
static void tie_used(struct matcher *m)
{
    struct graph *g = m->g;

    for (size_t k = 0; k < g->n_used; k++) {
        struct ratio v = g->slots[k].number.value;
        size_t step = step_with(m, v, true);

        if (step == GRAPH_FOLLOW)
            continue;
        for (size_t j = 0; j < g->n_used; j++)
            if (ratio_equal(g->slots[j].number.value, v) && needs(g, step, j)) {
                match_lock(m, v,
                           "a number is also the result of a step that "
                           "needs it");
                return;
            }
        g->slots[k].follows = step;
    }
}

/* Is u a number that is used, and another one of the text, added up or taken
 * away? "6 people, 2 of them adults, and 4 children" where a step has the 4. */
static bool match_is_sum(const struct matcher *m, struct ratio u)
{
    for (size_t i = 0; i < m->g->n_used; i++)
        for (size_t k = 0; k < m->t->n; k++) {
            struct ratio x = m->g->slots[i].number.value, v;
            const struct number *y = match_number_at(m, k);

            if (!y->percent && !y->part && !y->dollar && y->value.q == 1 &&
                y->value.p > 1 && !ratio_equal(y->value, u) &&
                ((ratio_add(&v, x, y->value) && ratio_equal(v, u)) ||
                 (ratio_sub(&v, x, y->value) && ratio_equal(v, u)) ||
                 (ratio_sub(&v, y->value, x) && ratio_equal(v, u))))
                return true;
        }
    return false;
}

/* Is u the sum, difference, product or quotient of two numbers that are
 * used? Then it may have to fit them. */
static bool is_related(const struct graph *g, struct ratio u)
{
    for (size_t i = 0; i < g->n_used; i++)
        for (size_t k = 0; k < g->n_used; k++) {
            struct ratio x = g->slots[i].number.value;
            struct ratio y = g->slots[k].number.value, v;

            for (enum graph_op op = GRAPH_ADD; op < GRAPH_OPS; op++)
                if (graph_apply(op, x, y, &v) && ratio_equal(v, u))
                    return true;
        }
    return false;
}

/* Numbers of the text that no step uses: one that repeats a number changes
 * along with it; one that may be tied to others keeps them all where they
 * are; the rest is there to mislead, or for colour, and stays. */
static void tie_unused(struct matcher *m)
{
    /* "They're triplets" fixes what stands elsewhere as 3. */
    if (m->g->n_used &&
        import_text_has(m->t, "twins triplets quadruplets quintuplets twin "
                              "triplet"))
        match_lock(m, m->g->slots[0].number.value,
                   "a word of the text may stand "
                   "for a number");
    for (size_t i = 0; i < m->t->n; i++) {
        struct mention *x = &m->t->mentions[i];
        struct ratio v = x->number.value;
        size_t k = 0;

        if (x->slot != GRAPH_FOLLOW || !match_is_free(m, i))
            continue;
        while (k < m->g->n_used && !ratio_equal(m->g->slots[k].number.value, v))
            k++;
        if (k < m->g->n_used)
            add_slot(m, x, m->g->slots[k].follows);
        else if (step_with(m, v, false) != GRAPH_FOLLOW)
            match_lock(m, v,
                       "a number of the text may repeat the result of a step");
        else if (is_related(m->g, v) ||
                 (!x->number.percent && !x->number.dollar &&
                  match_is_sum(m, v)))
            match_lock(m, v, "a number of the text may follow from others");
        else if (import_text_has(m->t, "maximize minimize cheapest cheaper "
                                       "whichever best better minimum maximum "
                                       "fastest highest lowest"))
            match_lock(m, v, "the better of two options may change");
    }
}

/* ---- whether it can change ---- */

static bool close_match(struct matcher *m)
{
    struct imported *out = m->out;
    struct rng r;
    struct err e;
    void *fresh;

    if (m->nodes.full)
        return import_refuse(out, IMPORT_TOO_LARGE, "too many steps");
    if (out->steps == 0)
        return import_refuse(out, IMPORT_NO_COMPUTATION,
                             "no step leads to the gold");
    if ((!out->matched && !m->found) ||
        (m->strict && out->fix == FIX_UNMATCHED))
        return import_refuse(out, IMPORT_BROKEN_CHAIN,
                             out->detail ? out->detail
                                         : "it uses no number of the text");
    if (out->fix == FIX_UNMATCHED)
        m->g->locked = "a number of its steps is not in the text";
    out->structure = (struct structure){ &structure_graph, m->g };
    /* Does the key come out by the other method as well? A power of a power may
     * be too long for it. */
    if (graph_fault(m->arena, m->g,
                    &(struct structure_told){ .hidden = NO_SLOT },
                    m->c->link[m->c->root].value))
        return import_refuse(out, IMPORT_TOO_LARGE, "its formula is too long");
    rng_init(&r, hash_bytes("import", 6));
    if (out->fix != FIX_UNMATCHED && !m->g->locked && m->g->n_used &&
        !graph_renumber(m->arena, m->g, &r, &fresh, &e))
        note_fix(m, FIX_TIED, m->c->link[m->c->root].value);
    return true;
}

bool import_match(struct arena *a, const struct import_chain *c,
                  struct import_text *t, bool strict, struct imported *out)
{
    struct matcher *m = arena_new(a, struct matcher);

    *m = (struct matcher){ .arena = a, .c = c, .t = t, .strict = strict };
    m->g = arena_new(a, struct graph);
    m->nodes.node = m->g->nodes;
    m->nodes.most = GRAPH_NODES;
    m->out = out;
    *out = (struct imported){ .reason = IMPORT_FINE };
    m->g->n_sentences = t->n_sentences;
    m->g->question = t->question;
    memcpy(m->g->sentences, t->sentences, sizeof(t->sentences));
    settle_leaves(m);
    m->g->n_used = m->g->n_slots;
    build_steps(m);
    m->g->n_nodes = m->nodes.n;
    if (c->unsure)
        match_lock(m, c->link[c->root].value, c->unsure);
    if (!m->nodes.full) {
        /* A result that may have been a word or unit of the text: nothing
         * can follow it, so nothing may change. And a value that stays in
         * one step cannot change in another: the numbers of the text that
         * repeat it would go along. "$20 and 20% more". */
        for (size_t i = 0; i <= m->c->root; i++)
            if (m->c->link[i].used && m->c->link[i].doubt)
                match_lock(m, m->c->link[i].value,
                           "a result may stand in the text as a word");
        for (size_t i = 0; i < m->n_doubted; i++)
            for (size_t k = 0; k < m->g->n_used; k++)
                if (ratio_equal(m->g->slots[k].number.value, m->doubted[i]))
                    match_lock(m, m->doubted[i],
                               "a number has two possible meanings");
        tie_used(m);
        tie_unused(m);
    }
    return close_match(m);
}

/*
 * Expressions as people note them: "2*(3+4)", "$5 x 3", "25% of 80". They are
 * made plain, which is to say that units and other words are passed over, and
 * read as the grader reads: whether that was right is seen from the value.
 */

#define POWER_MOST 8

/* ---- plain formulas ---- */

/* "N_03" and "number3" at `at`: its length. */
static size_t match_slot_at(struct span t, size_t at, struct str *out)
{
    size_t n = span_at(t, at, "number") ? 6 : span_at(t, at, "N") ? 1 : 0;
    size_t digits;

    if (n == 0 || span_letters(t, at) != n)
        return 0;
    n += span_byte(t, at + n) == '_';
    digits = span_digits(t, at + n);
    if (digits)
        str_addf(out, " N_{%.*s} ", (int)digits, t.s + at + n);
    return digits ? n + digits : 0;
}

/* A word: "x" and "of" multiply, others are units. Blanks are doubled, since
 * "5 300" would be one number. */
static size_t match_word_at(struct span t, size_t at, struct str *out)
{
    size_t n = match_slot_at(t, at, out);

    if (n)
        return n;
    n = span_letters(t, at);
    str_add(out, (n == 1 && to_lower(t.s[at]) == 'x') ||
                         span_is(span_cut(t, at, at + n), "of")
                     ? "*"
                     : "  ");
    return n;
}

/* Digits without the commas between them; 0 for what is no number. */
static size_t term_number_at(struct span t, size_t at, struct str *out)
{
    struct ratio v;
    size_t n = 0, last;

    while (is_digit(span_byte(t, at + n)) || span_byte(t, at + n) == '.' ||
           (span_byte(t, at + n) == ',' && is_digit(span_byte(t, at + n + 1))))
        n++;
    last = n - (t.s[at + n - 1] == '.'); /* "5." */
    if (!ratio_read(&v, t.s + at, last))
        return 0;
    for (size_t i = at; i < at + last; i++)
        if (t.s[i] != ',')
            str_addc(out, t.s[i]);
    return n;
}

static size_t match_sign_at(struct span t, size_t at, struct str *out)
{
    char c = t.s[at];

    if (is_space(c) || c == '$' || c == ',')
        str_add(out, "  ");
    else if (strchr("([{", c))
        str_addc(out, '(');
    else if (strchr(")]}", c))
        str_addc(out, ')');
    else if (span_at(t, at, "**"))
        str_addc(out, '^');
    else if (strchr("+-*/^%", c))
        str_addc(out, c);
    else if (character_is(t, at, CHAR_CURRENCY))
        return character_is(t, at, CHAR_CURRENCY);
    else
        return 0;
    return span_at(t, at, "**") ? 2 : 1;
}

/* Returns NULL if a character is part of no formula. */
static const char *match_plain(struct arena *a, struct span text)
{
    struct span t = fold_span(a, text,
                              CHAR_TIMES | CHAR_DIVIDE | CHAR_MINUS |
                                  CHAR_DASH | CHAR_BLANK);
    struct str out = str_in(a);
    size_t n;

    for (size_t i = 0; i < t.n; i += n) {
        n = is_letter(t.s[i])                   ? match_word_at(t, i, &out)
            : is_digit(t.s[i]) || t.s[i] == '.' ? term_number_at(t, i, &out)
                                                : match_sign_at(t, i, &out);
        if (n == 0)
            return NULL;
    }
    return str_get(&out);
}

/* Operators that stand first are put between what they join. */
static bool infix(struct span t, size_t *at, int depth, struct str *out)
{
    size_t n = 0;

    while (span_byte(t, *at) == ' ')
        ++*at;
    if (*at >= t.n || depth > IMPORT_DEPTH)
        return false;
    if (strchr("+-*/", t.s[*at])) {
        char sign = t.s[(*at)++];

        str_addc(out, '(');
        if (!infix(t, at, depth + 1, out))
            return false;
        str_addc(out, sign);
        if (!infix(t, at, depth + 1, out))
            return false;
        str_addc(out, ')');
        return true;
    }
    while (*at + n < t.n && !strchr(" +-*/", t.s[*at + n]))
        n++;
    str_addn(out, t.s + *at, n);
    *at += n;
    return true;
}

/* ---- terms of a tree ---- */

static size_t match_walk(struct graph_nodes *w, const struct expr *x);

/* Two or more addends or factors, from left to right. */
static size_t walk_many(struct graph_nodes *w, const struct expr *x)
{
    enum graph_op op = x->op == EXPR_MUL ? GRAPH_MUL : GRAPH_ADD;
    size_t sum = match_walk(w, x->args[0]);

    for (unsigned i = 1; i < x->count; i++) {
        const struct expr *y = x->args[i];
        bool minus = op == GRAPH_ADD && y->op == EXPR_NEG;

        sum = graph_add_step(w, minus ? GRAPH_SUB : op, sum,
                             match_walk(w, minus ? y->args[0] : y));
    }
    return sum;
}

static bool match_number_of(const struct expr *x, struct ratio *out)
{
    const fmpz *p, *q;

    if (x->op != EXPR_NUMBER)
        return false;
    p = fmpq_numref(x->number->value);
    q = fmpq_denref(x->number->value);
    return fmpz_fits_si(p) && fmpz_fits_si(q) &&
           ratio_make(out, fmpz_get_si(p), fmpz_get_si(q));
}

static size_t walk_power(struct graph_nodes *w, const struct expr *x)
{
    size_t base = match_walk(w, x->args[0]), y = base;
    struct ratio n;

    if (!match_number_of(x->args[1], &n) || n.q != 1 || n.p < 1 ||
        n.p > POWER_MOST) {
        w->full = true;
        return 0;
    }
    for (int64_t i = 1; i < n.p; i++)
        y = graph_add_step(w, GRAPH_MUL, y, base);
    return y;
}

static size_t match_walk(struct graph_nodes *w, const struct expr *x)
{
    struct ratio v;
    size_t a;

    switch (w->full ? EXPR_TEXT : x->op) {
    case EXPR_ADD:
    case EXPR_MUL: return walk_many(w, x);
    case EXPR_POW: return walk_power(w, x);
    case EXPR_NEG:
        a = graph_add_const(w, RATIO(0));
        return graph_add_step(w, GRAPH_SUB, a, match_walk(w, x->args[0]));
    case EXPR_DIV:
        a = match_walk(w, x->args[0]);
        return graph_add_step(w, GRAPH_DIV, a, match_walk(w, x->args[1]));
    case EXPR_PERCENT:
        a = match_walk(w, x->args[0]);
        return graph_add_step(w, GRAPH_DIV, a, graph_add_const(w, RATIO(100)));
    case EXPR_SYMBOL: /* N_{03} */
        return graph_add_slot(w, strtoul(x->name + 3, NULL, 10), RATIO(0));
    default:
        if (!w->full && match_number_of(x, &v))
            return graph_add_const(w, v);
        w->full = true;
        return 0;
    }
}

static bool match_read_plain(struct arena *a, struct import_terms *t,
                             const char *formula, size_t *root)
{
    /* Full: more terms than there is room for, or no arithmetic. */
    struct graph_nodes w = { t->term, t->n, TERMS, false, NULL };
    const struct expr *x;
    struct err e;

    if (!formula || !read_expr(a, formula, strlen(formula), NULL, &x, &e))
        return false;
    *root = match_walk(&w, x);
    if (!w.full)
        t->n = w.n;
    return !w.full;
}

bool import_term_read(struct arena *a, struct import_terms *t, struct span text,
                      size_t *root)
{
    return match_read_plain(a, t, match_plain(a, text), root);
}

bool import_term_prefix(struct arena *a, struct import_terms *t,
                        struct span text, size_t *root)
{
    const char *formula = match_plain(a, text);
    struct str out = str_in(a);
    size_t at = 0;

    return formula && infix(span_of(formula), &at, 0, &out) &&
           str_blank(formula + at) &&
           match_read_plain(a, t, str_get(&out), root);
}

/* Terms before `root` that do not belong to it may have no value. */
bool import_term_value(const struct import_terms *t, size_t root,
                       struct ratio *out)
{
    struct ratio v[TERMS];
    bool has[TERMS];

    for (size_t i = 0; i <= root; i++) {
        const struct graph_node *x = &t->term[i];

        v[i] = x->value;
        has[i] = x->op == GRAPH_CONST ||
                 (x->op >= GRAPH_ADD && has[x->a] && has[x->b] &&
                  graph_apply(x->op, v[x->a], v[x->b], &v[i]));
    }
    *out = v[root];
    return has[root];
}
