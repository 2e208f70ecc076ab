/* SPDX-License-Identifier: Apache-2.0 */
#include "base/rng.h"
#include "evolve/structure/graph_int.h"

#include <string.h>

/*
 * Fresh numbers by a walk that starts at the original's numbers, where every
 * condition holds, and changes one number, or two, at a time while they go on
 * holding. Divisibility is never repaired: the walk only visits what is good.
 * It ends where no place has a number that it ever had.
 *
 * The conditions: a step that was whole stays whole, keeps its sign, stays on
 * its side of 1 (a share: of 1/2, too), and what had at most two places behind
 * the point keeps it so. Numbers stay of their size and in the form they were
 * written, and steps on their side of the numbers that no step uses.
 */

#define WALKS      4
#define SWEEPS     12
#define CANDIDATES 60        /* tried for one number */
#define PAIRS      400       /* tried for two at a time, in a sweep */
#define WORK       100000000 /* comparisons: a file may have many numbers */
#define FIXED      32 /* numbers that no step uses, and products of two of them */

struct walk {
    const struct graph *g;       /* with the original's numbers */
    const struct graph *present; /* with those of now, and all before */
    struct rng *rng;
    struct ratio first[GRAPH_NODES];   /* the original's values */
    struct ratio key;                  /* of now */
    struct ratio now[STRUCTURE_SLOTS]; /* of the slots */
    size_t group[STRUCTURE_SLOTS];     /* the first slot of that value */
    bool leads[STRUCTURE_SLOTS];       /* a free number of its own */
    struct ratio fixed[FIXED];         /* numbers that no step uses */
    size_t n_fixed;
    struct number staying[FIXED]; /* numbers that are no slots */
    size_t n_staying;
    bool asked[STRUCTURE_SLOTS]; /* what it counts is asked for */
    bool narrow;                 /* numbers move by a quarter at most */
    bool fine;                   /* smaller steps between candidates */
    uint64_t work;               /* done so far */
};

/* ---- what a number may become ---- */

struct range {
    int64_t low, high, step, unit; /* in 1/unit */
};

/* Round numbers stay round: 80,000 moves by thousands, 45 by fives. */
static int64_t walk_step_of(int64_t v, const struct number *x, bool fine)
{
    int64_t step = 1, unit = graph_unit(x);

    while (v % (step * 10) == 0 && v / (step * 10) >= 10)
        step *= 10;
    if (x->places && v % unit == 0 && step < unit)
        step = unit;
    if (fine)
        return step >= 10 && step > unit ? step / 10 : step;
    return v % (5 * step) == 0 && v / (5 * step) >= 2 ? 5 * step : step;
}

static void walk_cut(struct range *r, int64_t low, int64_t high)
{
    r->low = r->low < low ? low : r->low;
    r->high = r->high > high ? high : r->high;
}

static struct range walk_range_of(const struct number *x, bool fine,
                                  bool narrow)
{
    struct range r = { .unit = graph_unit(x) };
    int64_t v = x->value.p * (r.unit / x->value.q), p = 1;

    while (v / p >= 10) /* the least number of so many digits */
        p *= 10;
    r.step = walk_step_of(v, x, fine);
    r.low = v / 2;
    r.high = v > INT64_MAX / 2 ? v : 2 * v;
    if (v < 10)
        r.high = 9;
    walk_cut(&r, p, p > INT64_MAX / 10 ? v : 10 * p - 1);
    if (narrow && v < INT64_MAX / 2)
        walk_cut(&r, v < 4 ? v - 1 : v - v / 4, v < 4 ? v + 1 : v + v / 4);
    if (r.unit == 1)
        walk_cut(&r, 2, INT64_MAX);
    if (x->form == NUMBER_WORD)
        walk_cut(&r, 2, v <= 20 ? 20 : v <= 100 ? 99 : INT64_MAX);
    if (x->most)
        walk_cut(&r, x->least * r.unit, x->most * r.unit);
    else if (x->least)
        walk_cut(&r, x->least * r.unit, INT64_MAX);
    return r;
}

/* Can v be written as x is, in units of its last place? */
static bool written_so(const struct number *x, struct ratio v,
                       struct ratio *units)
{
    return !graph_stays(x, v) && ratio_mul(units, v, RATIO(graph_unit(x))) &&
           units->q == 1;
}

/* May the number x, as it was in the text, be v? */
static bool walk_allowed(const struct number *x, struct ratio v, bool narrow)
{
    struct range r = walk_range_of(x, true, narrow);
    struct ratio units;

    return ratio_whole(v) == ratio_whole(x->value) &&
           written_so(x, v, &units) && units.p >= r.low && units.p <= r.high;
}

/* One that follows a step has to be sayable, no 1, and of about its size. */
static bool sayable(const struct number *x, struct ratio v)
{
    struct ratio units, most = RATIO(12), least;

    if (ratio_sign(v) <= 0 || !written_so(x, v, &units) ||
        !ratio_mul(&least, v, RATIO(3)) || ratio_compare(least, x->value) < 0)
        return false;
    if (ratio_compare(x->value, RATIO(4)) > 0 &&
        !ratio_mul(&most, x->value, RATIO(3)))
        return false;
    if (ratio_compare(v, most) > 0)
        return false;
    return !x->most || (ratio_compare(v, RATIO(x->most)) <= 0 &&
                        ratio_compare(v, RATIO(x->least)) >= 0);
}

/* ---- conditions ---- */

static bool walk_below_one(struct ratio v)
{
    return ratio_compare(v, RATIO(1)) < 0 && ratio_compare(v, RATIO(-1)) > 0;
}

/* Shares keep their side of one half: the winner has more than that. */
static bool same_share(struct ratio was, struct ratio is)
{
    const struct ratio half = { 1, 2 };
    int side = ratio_compare(was, half);

    return ratio_sign(was) <= 0 || !walk_below_one(was) || side == 0 ||
           ratio_compare(is, half) * side >= 0;
}

static bool like(struct ratio was, struct ratio is)
{
    if (ratio_sign(was) != ratio_sign(is) ||
        walk_below_one(was) != walk_below_one(is) || !same_share(was, is))
        return false;
    if (ratio_whole(was))
        return ratio_whole(is);
    return 100 % was.q == 0 ? 100 % is.q == 0 : is.q <= 10000;
}

/* Slots of the text that are told beside what they follow from. */
static bool walk_follow(struct walk *w, const struct ratio *nodes, bool *moved)
{
    const struct graph *g = w->g;

    *moved = false;
    for (size_t i = 0; i < g->n_slots; i++) {
        size_t node = g->slots[w->group[i]].follows;

        if (node == GRAPH_FOLLOW || ratio_equal(w->now[i], nodes[node]))
            continue;
        if (!sayable(&g->slots[i].number, nodes[node]))
            return false;
        w->now[i] = nodes[node];
        *moved = true;
    }
    return true;
}

/* The number above the bar whose lower part is slot i, as it was, and as it is
 * now: a slot, or one that stays. */
static void above_of(const struct walk *w, size_t i, struct ratio *was,
                     struct ratio *is)
{
    const struct graph_slot *s = &w->g->slots[i];
    struct number all[NUMBERS];
    size_t n;

    for (size_t k = 0; k < w->g->n_slots; k++)
        if (w->g->slots[k].number.part == PART_ABOVE &&
            w->g->slots[k].sentence == s->sentence &&
            w->g->slots[k].number.at + w->g->slots[k].number.n + 1 ==
                s->number.at) {
            *was = w->g->slots[k].number.value;
            *is = w->now[k];
            return;
        }
    n = graph_scan(w->g->sentences[s->sentence], all);
    for (size_t k = 0; k < n; k++)
        if (all[k].part == PART_ABOVE &&
            all[k].at + all[k].n + 1 == s->number.at)
            *was = *is = all[k].value;
}

/* Fractions of the text stay in lowest terms, on their side of 1 and 1/2. */
static bool fractions_hold(const struct walk *w)
{
    const struct graph *g = w->g;

    for (size_t i = 0; i < g->n_slots; i++) {
        struct ratio was = RATIO(1), is = RATIO(1);

        if (g->slots[i].number.part != PART_BELOW)
            continue;
        above_of(w, i, &was, &is);
        if (!ratio_div(&was, was, g->slots[i].number.value) ||
            !ratio_div(&is, is, w->now[i]) || is.q != w->now[i].p ||
            walk_below_one(was) != walk_below_one(is) || !same_share(was, is))
            return false;
    }
    return true;
}

static bool same_kind(const struct number *x, const struct number *y)
{
    return x->percent == y->percent && x->dollar == y->dollar &&
           x->part == y->part;
}

/* What was more stays more, among amounts, among percents, among the others:
 * texts speak of the youngest, the winner, the cheaper one without saying it
 * in a step. So different numbers stay different, too. */
static bool order_holds(const struct walk *w)
{
    for (size_t i = 0; i < w->g->n_slots; i++)
        for (size_t k = 0; k < i; k++) {
            const struct number *x = &w->g->slots[i].number;
            const struct number *y = &w->g->slots[k].number;

            if (same_kind(x, y) && ratio_compare(x->value, y->value) !=
                                       ratio_compare(w->now[i], w->now[k]))
                return false;
        }
    return true;
}

/* The same beside numbers that stay, of the same things: "2 degrees an hour on
 * low and 3 degrees on high". */
static bool staying_holds(const struct walk *w)
{
    for (size_t i = 0; i < w->g->n_slots; i++)
        for (size_t k = 0; k < w->n_staying; k++) {
            const struct number *x = &w->g->slots[i].number;
            const struct number *y = &w->staying[k];

            if (same_kind(x, y) && x->noun.n && span_equal(x->noun, y->noun) &&
                ratio_compare(x->value, y->value) !=
                    ratio_compare(w->now[i], y->value))
                return false;
        }
    return true;
}

/* The key stays on its side of the numbers that count what is asked for: of 15
 * women no more than 15 are left. */
static bool key_holds(const struct walk *w, const struct ratio *nodes)
{
    size_t last = w->g->n_nodes - 1;

    for (size_t i = 0; i < w->g->n_slots; i++) {
        int side = ratio_compare(w->first[last], w->g->slots[i].number.value);

        if (w->asked[i] && side * ratio_compare(nodes[last], w->now[i]) < 0)
            return false;
    }
    return true;
}

/* What was as much as two others together stays so: parts of a whole that no
 * step adds up. The whole is a slot, or a number that no step uses, of no
 * kind: "of 5 men 2 ... and another 2". */
static bool parts_hold(const struct walk *w, const struct number *kind,
                       struct ratio whole_was, struct ratio whole_is)
{
    const struct graph_slot *s = w->g->slots;
    struct ratio was, is;

    for (size_t j = 0; j < w->g->n_slots; j++)
        for (size_t k = 0; k < j; k++)
            if (same_kind(&s[j].number, &s[k].number) &&
                (!kind || same_kind(kind, &s[j].number)) &&
                ratio_add(&was, s[j].number.value, s[k].number.value) &&
                ratio_compare(whole_was, was) >= 0 &&
                (!ratio_add(&is, w->now[j], w->now[k]) ||
                 ratio_compare(whole_is, is) < 0))
                return false;
    return true;
}

static bool all_parts_hold(const struct walk *w)
{
    for (size_t i = 0; i < w->n_fixed; i++)
        if (!parts_hold(w, NULL, w->fixed[i], w->fixed[i]))
            return false;
    for (size_t i = 0; i < w->g->n_slots; i++) {
        const struct number *x = &w->g->slots[i].number;

        if (!parts_hold(w, x, x->value, w->now[i]))
            return false;
    }
    return true;
}

/* The number of the text that a sum or difference begins with; NULL: it is
 * computed. The result is of its kind. */
static const struct number *walk_kind_of(const struct graph *g, size_t i)
{
    while (g->nodes[i].op == GRAPH_ADD || g->nodes[i].op == GRAPH_SUB)
        i = g->nodes[i].a;
    return g->nodes[i].op == GRAPH_SLOT ? &g->slots[g->nodes[i].a].number
                                        : NULL;
}

/* What is left, or there in all, stays on its side of every number of its kind:
 * who has more than was lost goes on having more, although no step takes the
 * one from the other. */
static bool results_hold(const struct walk *w, const struct ratio *nodes)
{
    const struct graph *g = w->g;

    for (size_t i = 0; i < g->n_nodes; i++) {
        const struct number *kind =
            g->nodes[i].op < GRAPH_ADD ? NULL : walk_kind_of(g, i);

        for (size_t k = 0; kind && k < g->n_slots; k++)
            if (same_kind(kind, &g->slots[k].number) &&
                ratio_compare(w->first[i], g->slots[k].number.value) *
                        ratio_compare(nodes[i], w->now[k]) <
                    0)
                return false;
    }
    return true;
}

/* A number that no step uses may still be a bound that the text sets ("over 20
 * points", "4 pizzas with 8 slices each"): every step stays on its side. */
static bool sides_hold(const struct walk *w, const struct ratio *nodes)
{
    for (size_t i = 0; i < w->g->n_nodes; i++)
        for (size_t k = 0; k < w->n_fixed; k++) {
            int side = ratio_compare(w->first[i], w->fixed[k]);

            if (side && ratio_compare(nodes[i], w->fixed[k]) != side)
                return false;
        }
    return true;
}

static bool walk_holds(struct walk *w)
{
    struct ratio nodes[GRAPH_NODES];
    uint64_t n = w->g->n_slots;
    bool moved = true;

    w->work += w->g->n_nodes * (1 + w->n_fixed) + n * n * (n + w->n_fixed);
    if (w->work > WORK)
        return false;
    for (int round = 0; moved; round++)
        if (round == 4 || !graph_values(w->g, w->now, nodes) ||
            !walk_follow(w, nodes, &moved))
            return false;
    for (size_t i = 0; i < w->g->n_nodes; i++)
        if (!like(w->first[i], nodes[i]))
            return false;
    return sides_hold(w, nodes) && key_holds(w, nodes) && fractions_hold(w) &&
           order_holds(w) && results_hold(w, nodes) && staying_holds(w) &&
           all_parts_hold(w);
}

/* ---- numbers that no step uses ---- */

/* 7 days, 100%: in the steps without being a number of the text. */
static bool walk_is_constant(const struct graph *g, struct ratio v)
{
    for (size_t i = 0; i < g->n_nodes; i++)
        if (g->nodes[i].op == GRAPH_CONST && ratio_equal(g->nodes[i].value, v))
            return true;
    return false;
}

static void add_fixed(struct walk *w, struct ratio v)
{
    if (w->n_fixed < FIXED && ratio_compare(v, RATIO(1)) > 0)
        w->fixed[w->n_fixed++] = v;
}

static void walk_find_fixed(struct walk *w)
{
    const struct graph *g = w->g;
    const char *many = strstr(g->sentences[g->question], "ow many ");
    size_t single, at = 0;
    struct span asked = { 0 };

    if (many)
        asked = graph_next_word(span_of(many + 8), &at);
    for (size_t i = 0; i < g->n_slots && many; i++)
        w->asked[i] = g->slots[i].number.noun.n > 2 &&
                      span_equal(g->slots[i].number.noun, asked);
    w->n_fixed = w->n_staying = 0;
    for (size_t i = 0; i < g->n_sentences; i++) {
        struct number all[NUMBERS];
        size_t n = graph_scan(g->sentences[i], all);

        for (size_t k = 0; k < n; k++) {
            if (all[k].form == NUMBER_SET ||
                graph_slot_at(g, i, all[k].at) < g->n_slots)
                continue;
            if (w->n_staying < FIXED)
                w->staying[w->n_staying++] = all[k];
            if (!walk_is_constant(g, all[k].value))
                add_fixed(w, all[k].value);
        }
    }
    single = w->n_fixed;
    for (size_t i = 0; i < single; i++)
        for (size_t k = 0; k < i; k++) {
            struct ratio v;

            if (ratio_mul(&v, w->fixed[i], w->fixed[k]))
                add_fixed(w, v);
        }
}

/* ---- the walk ---- */

/* Slot k never had that value. */
static bool walk_is_new(const struct walk *w, size_t k, struct ratio v)
{
    return !ratio_equal(v, w->g->slots[k].number.value) &&
           !ratio_equal(v, w->present->slots[k].number.value) &&
           !graph_was(w->present, k, v);
}

/* Set all slots of the group; false where one of them may not be that. */
static bool set_group(struct walk *w, size_t lead, struct ratio v)
{
    for (size_t i = 0; i < w->g->n_slots; i++) {
        if (w->group[i] != lead)
            continue;
        if (!walk_allowed(&w->g->slots[i].number, v, w->narrow))
            return false;
        w->now[i] = v;
    }
    return true;
}

static bool walk_draw_group(struct walk *w, size_t lead)
{
    const struct number *x = &w->g->slots[lead].number;
    struct range r = walk_range_of(x, w->fine, w->narrow);
    int64_t low = (r.low + r.step - 1) / r.step, high = r.high / r.step;
    struct ratio v;

    return low <= high &&
           ratio_make(&v, rng_range(w->rng, low, high) * r.step, r.unit) &&
           walk_is_new(w, lead, v) && set_group(w, lead, v);
}

static void move_one(struct walk *w, size_t lead)
{
    struct ratio kept[STRUCTURE_SLOTS];

    memcpy(kept, w->now, sizeof(kept));
    for (int i = 0; i < CANDIDATES; i++) {
        if (walk_draw_group(w, lead) && walk_holds(w))
            return;
        memcpy(w->now, kept, sizeof(kept));
    }
}

/* Two at a time, for those that only move together. */
static void move_two(struct walk *w, const size_t *leads, size_t n)
{
    struct ratio kept[STRUCTURE_SLOTS];

    memcpy(kept, w->now, sizeof(kept));
    for (int i = 0; i < PAIRS && n > 1; i++) {
        size_t x = leads[rng_below(w->rng, n)], y = leads[rng_below(w->rng, n)];

        if (walk_is_new(w, x, w->now[x]) && walk_is_new(w, y, w->now[y]))
            continue;
        if (x != y && walk_draw_group(w, x) && walk_draw_group(w, y) &&
            walk_holds(w))
            memcpy(kept, w->now, sizeof(kept));
        else
            memcpy(w->now, kept, sizeof(kept));
    }
}

static size_t find_groups(struct walk *w, size_t *leads)
{
    const struct graph *g = w->g;
    size_t n = 0;

    for (size_t i = 0; i < g->n_slots; i++) {
        w->group[i] = i;
        for (size_t k = i; k-- > 0;)
            if (ratio_equal(w->now[k], w->now[i]))
                w->group[i] = w->group[k];
        w->leads[i] = w->group[i] == i && g->slots[i].follows == GRAPH_FOLLOW;
        if (w->leads[i])
            leads[n++] = i;
    }
    return n;
}

static bool all_fresh(const struct walk *w)
{
    for (size_t i = 0; i < w->g->n_slots; i++)
        if (!walk_is_new(w, i, w->now[i]))
            return false;
    return true;
}

static bool key_is_fresh(const struct walk *w)
{
    struct ratio key;

    return graph_key(w->g, w->now, &key) &&
           !ratio_equal(key, w->first[w->g->n_nodes - 1]) &&
           !ratio_equal(key, w->key) && !graph_was_key(w->present, key);
}

/* Walk until every number is another one and the key is, too. */
static bool walk_on(struct walk *w)
{
    size_t leads[STRUCTURE_SLOTS], n = find_groups(w, leads);

    for (int sweep = 0; sweep < SWEEPS && n && w->work < WORK; sweep++) {
        w->fine = sweep >= 3;
        rng_shuffle(w->rng, leads, n, sizeof(*leads));
        for (size_t i = 0; i < n; i++)
            move_one(w, leads[i]);
        if (sweep >= 2 && !all_fresh(w))
            move_two(w, leads, n);
        if (sweep >= 1 && all_fresh(w) && key_is_fresh(w))
            return true;
    }
    return false;
}

/* The graph as it was first: sizes and conditions are those of the original
 * however often its numbers change. */
bool graph_original(struct arena *a, const struct graph *g,
                    const struct graph **out)
{
    struct graph *first;

    *out = g;
    if (g->n_was == 0)
        return true;
    if (!graph_with(a, g, g->was, &first))
        return false;
    *out = first;
    return true;
}

/* The numbers of now are past ones then. */
static void note_was(struct arena *a, const struct graph *g, struct graph *new)
{
    size_t n = g->n_was * g->n_slots;
    struct ratio *was = arena_array(a, struct ratio, n + g->n_slots);

    for (size_t i = 0; i < n; i++)
        was[i] = g->was[i];
    graph_slot_values(g, was + n);
    new->was = was;
    new->n_was = g->n_was + 1;
}

static bool walk_afresh(struct arena *a, struct walk *w, struct graph **out)
{
    graph_slot_values(w->present, w->now);
    if (!graph_key(w->g, w->now, &w->key))
        return false;
    graph_slot_values(w->g, w->now);
    return graph_values(w->g, w->now, w->first) && walk_on(w) &&
           graph_with(a, w->g, w->now, out);
}

bool graph_renumber(struct arena *a, const void *data, struct rng *r,
                    void **out, struct err *e)
{
    /* Ages, weights, heights: nobody says that a mother is not 14 years older
     * than her son, nor that a grandfather is not 130. They stay about what
     * they were. */
    static const char *const sizes[] = {
        " years old",    " year old", "-year-old", " older", " younger",
        " age ",         " age?",     " age.",     " age,",  " ages ",
        " years of age", " weigh",    " tall",     " height"
    };
    struct walk *w = arena_new(a, struct walk);
    struct graph *new = NULL;

    w->present = data;
    w->rng = r;
    if (w->present->locked)
        return err_set(e, ERR_DOMAIN, "its numbers cannot change: %s",
                       w->present->locked);
    if (w->present->n_used == 0)
        return err_set(e, ERR_DOMAIN, "no number of the text may change");
    if (w->present->n_was == GRAPH_DRAWS ||
        !graph_original(a, w->present, &w->g))
        return err_set(e, ERR_DOMAIN,
                       "its numbers have changed too many "
                       "times");
    walk_find_fixed(w);
    for (size_t i = 0; i < w->g->n_sentences; i++)
        for (size_t k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++)
            w->narrow = w->narrow || strstr(w->g->sentences[i], sizes[k]);
    for (int i = 0; i < WALKS && !new; i++)
        if (!walk_afresh(a, w, &new))
            new = NULL;
    if (new)
        note_was(a, data, new);
    *out = new;
    return new || err_set(e, ERR_DOMAIN,
                          "no fresh numbers keep every step whole and of its "
                          "sign");
}
