/* SPDX-License-Identifier: Apache-2.0 */
/* Slips in a computation: one node of it changed, the rest as it is. */
#include "base/ascii.h"
#include "evolve/structure/graph_int.h"
#include "evolve/structure/slips.h"

struct faulty {
    const struct graph *g;
    struct ratio slots[STRUCTURE_SLOTS], right[GRAPH_NODES];
    bool percents; /* one of the numbers is a percentage */
    struct slip_list list;
};

/* The answer if node i had that value. */
static void with_value(struct faulty *f, const char *slip, size_t i,
                       struct ratio value)
{
    const struct graph *g = f->g;
    struct ratio x[GRAPH_NODES];

    for (size_t k = 0; k < g->n_nodes; k++) {
        const struct graph_node *n = &g->nodes[k];

        x[k] = f->right[k];
        if (k == i)
            x[k] = value;
        else if (n->op >= GRAPH_ADD &&
                 !graph_apply(n->op, x[n->a], x[n->b], &x[k]))
            return;
    }
    slip_add(&f->list, slip, x[g->n_nodes - 1]);
}

static void with_step(struct faulty *f, const char *slip, size_t i,
                      enum graph_op op, struct ratio x, struct ratio y)
{
    struct ratio value;

    if (graph_apply(op, x, y, &value))
        with_value(f, slip, i, value);
}

/* What a unit is of a smaller one, and words of both: one of each must stand in
 * the text ("dozen" alone says twelve). A hundredth is of cents and centimetres
 * only where no percentage is about. */
static const struct {
    int64_t factor;
    const char *large, *small;
} units[] = {
    { 7, "week weeks weekly", "day days daily" },
    { 12, "year years yearly annual annually", "month months monthly" },
    { 12, "foot feet ft", "inch inches" },
    { 12, "dozen dozens", "dozen dozens" },
    { 16, "pound pounds lb lbs", "ounce ounces oz" },
    { 24, "day days daily", "hour hours hourly" },
    { 28, "month months monthly february", "day days daily" },
    { 30, "month months monthly april june september november",
      "day days daily" },
    { 31, "month months monthly january july august october december",
      "day days daily" },
    { 36, "yard yards", "inch inches" },
    { 52, "year years yearly annual annually", "week weeks weekly" },
    { 60, "hour hours hourly", "minute minutes min mins" },
    { 60, "minute minutes min", "second seconds" },
    { 100, "dollar dollars $", "cent cents" },
    { 100, "meter meters metre metres m",
      "centimeter centimeters centimetre centimetres cm" },
    { 365, "year years yearly annual annually", "day days daily" },
    { 366, "year years yearly annual annually", "day days daily" },
    { 1000, "kilogram kilograms kg kilo kilos", "gram grams g" },
    { 1000, "kilometer kilometers kilometre kilometres km",
      "meter meters metre metres m" },
    { 1000, "liter liters litre litres l",
      "milliliter milliliters millilitre millilitres ml" },
    { 1440, "day days daily", "minute minutes" },
    { 1760, "mile miles", "yard yards" },
    { 3600, "hour hours hourly", "second seconds" },
    { 5280, "mile miles", "foot feet ft" },
};

/* Does one of the words stand in the text, as a word in any case? */
static bool has_word(const struct graph *g, const char *words)
{
    for (size_t i = 0; i < g->n_sentences; i++) {
        struct span text = span_of(g->sentences[i]);

        for (size_t at = 0; at < text.n;) {
            size_t end = at;

            while (end < text.n && is_letter(text.s[end]))
                end++;
            if (text.s[at] == '$' && end == at)
                end++;
            if (end > at && span_among(span_cut(text, at, end), words))
                return true;
            at = end > at ? end : at + 1;
        }
    }
    return false;
}

static bool is_conversion(const struct faulty *f, size_t i)
{
    const struct graph_node *n = &f->g->nodes[i];

    if (n->op != GRAPH_CONST || !ratio_whole(n->value))
        return false;
    for (size_t k = 0; k < sizeof(units) / sizeof(*units); k++)
        if (n->value.p == units[k].factor &&
            (n->value.p != 100 || !f->percents) &&
            has_word(f->g, units[k].large) && has_word(f->g, units[k].small))
            return true;
    return false;
}

static bool is_percent(const struct faulty *f, size_t i)
{
    const struct graph_node *n = &f->g->nodes[i];

    if (n->op == GRAPH_SLOT)
        return f->g->slots[n->a].number.percent;
    return (n->op == GRAPH_DIV || n->op == GRAPH_MUL) &&
           ((is_percent(f, n->a) && f->g->nodes[n->b].op == GRAPH_CONST) ||
            (is_percent(f, n->b) && f->g->nodes[n->a].op == GRAPH_CONST));
}

static bool is_leaf(const struct faulty *f, size_t i)
{
    return f->g->nodes[i].op < GRAPH_ADD;
}

/* A percentage of another amount: of what the right one was summed up from, or
 * of what was made of it. What an amount was multiplied from may be a mere count
 * (25 % of 4 shirts), and so may what it divides. */
static void wrong_base(struct faulty *f, size_t i)
{
    const struct graph_node *n = &f->g->nodes[i];
    size_t share, base;

    if (n->op != GRAPH_MUL || is_percent(f, n->a) == is_percent(f, n->b))
        return;
    share = is_percent(f, n->a) ? n->a : n->b;
    base = share == n->a ? n->b : n->a;
    for (size_t k = 0; k < i; k++) {
        const struct graph_node *m = &f->g->nodes[k];
        const struct graph_node *b = &f->g->nodes[base];
        bool made_of_it = m->op >= GRAPH_ADD && !is_percent(f, k) &&
                          (ratio_equal(f->right[m->a], f->right[base]) ||
                           (m->op != GRAPH_DIV &&
                            ratio_equal(f->right[m->b], f->right[base])));
        bool makes_it = (b->op == GRAPH_ADD || b->op == GRAPH_SUB) &&
                        (k == b->a || k == b->b);

        if (k != base && m->op != GRAPH_CONST && (made_of_it || makes_it))
            with_step(f, SLIP_BASE, i, GRAPH_MUL, f->right[share], f->right[k]);
    }
}

/* A step left out: what it was applied to stays. A factor of a unit is a
 * conversion, and a percentage is no step of its own. */
static void skipped(struct faulty *f, size_t i)
{
    const struct graph_node *n = &f->g->nodes[i];
    bool turns = n->op == GRAPH_ADD || n->op == GRAPH_MUL;
    bool scales = n->op == GRAPH_MUL || n->op == GRAPH_DIV;

    if (is_percent(f, i))
        return;
    if (scales && is_conversion(f, n->b))
        with_value(f, SLIP_CONVERSION, i, f->right[n->a]);
    else if (n->op == GRAPH_MUL && is_conversion(f, n->a))
        with_value(f, SLIP_CONVERSION, i, f->right[n->b]);
    else if (!is_percent(f, n->a) && (is_leaf(f, n->b) || !turns))
        with_value(f, SLIP_SKIPPED, i, f->right[n->a]);
    else if (turns && !is_percent(f, n->b))
        with_value(f, SLIP_SKIPPED, i, f->right[n->b]);
}

/* Adding, taking away or dividing twice. */
static void doubled(struct faulty *f, size_t i)
{
    const struct graph_node *n = &f->g->nodes[i];

    if (n->op == GRAPH_MUL || is_percent(f, i))
        return;
    with_step(f, SLIP_DOUBLED, i, n->op, f->right[i], f->right[n->b]);
    if (n->op == GRAPH_ADD)
        with_step(f, SLIP_DOUBLED, i, n->op, f->right[i], f->right[n->a]);
}

static void wrong_sign(struct faulty *f, size_t i)
{
    const struct graph_node *n = &f->g->nodes[i];

    if (n->op == GRAPH_ADD)
        with_step(f, SLIP_SIGN, i, GRAPH_SUB, f->right[n->a], f->right[n->b]);
    if (n->op == GRAPH_SUB)
        with_step(f, SLIP_SIGN, i, GRAPH_ADD, f->right[n->a], f->right[n->b]);
}

size_t graph_slips(struct arena *a, const void *data, struct slip *out)
{
    static void (*const faults[])(struct faulty * f,
                                  size_t i) = { wrong_base, wrong_sign, skipped,
                                                doubled };
    struct faulty *f = arena_new(a, struct faulty);
    const struct graph *g = data;

    f->g = g;
    graph_slot_values(g, f->slots);
    if (!graph_values(g, f->slots, f->right))
        return 0;
    for (size_t i = 0; i < g->n_used; i++)
        f->percents = f->percents || g->slots[i].number.percent;
    f->list = (struct slip_list){ .key = f->right[g->n_nodes - 1], .out = out };
    for (size_t k = 0; k < sizeof(faults) / sizeof(*faults); k++)
        for (size_t i = g->n_nodes; i-- > 0;)
            if (g->nodes[i].op >= GRAPH_ADD)
                faults[k](f, i);
    return f->list.n;
}
