/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "evolve/structure/gap.h"
#include "evolve/structure/graph_int.h"
#include "evolve/structure/phrase.h"
#include "evolve/structure/slips.h"

#include <string.h>

/* The card of a structure that is a computation over the numbers of a text. */

/* ---- what sentences can speak of ---- */

static bool graph_is_new(const struct quantity *q, size_t n,
                         const struct quantity *x)
{
    for (size_t i = 0; i < n; i++)
        if (x->phrase ? q[i].phrase && str_eq(q[i].phrase, x->phrase)
                      : !q[i].phrase && ratio_equal(q[i].value, x->value))
            return false;
    return true;
}

/* The asked value, and the numbers of the text with what is next to them. */
static size_t graph_quantities(struct arena *a, const void *data,
                               struct quantity *out)
{
    const struct graph *g = data;
    struct ratio slots[STRUCTURE_SLOTS], key;
    size_t n = 0;

    graph_slot_values(g, slots);
    INVARIANT(graph_key(g, slots, &key)); /* import and read saw to it */
    out[n++] = (struct quantity){
        .phrase = "the final answer",
        .value = key,
        .asked = true,
        .unit = phrase_asked_unit(a, g->sentences[g->question]),
        .slot = NO_SLOT,
    };
    for (size_t k = 0; k < g->n_used && n < STRUCTURE_QUANTITIES; k++) {
        const struct graph_slot *s = &g->slots[k];
        struct quantity q = { .value = slots[k], .easy = true, .slot = k };

        /* Parts of a fraction are no quantities, and a phrase is one thing. */
        if (s->number.part != PART_NONE)
            continue;
        q.phrase =
            phrase_of_number(a, g->sentences[s->sentence], &s->number, &q.unit);
        if (graph_is_new(out, n, &q))
            out[n++] = q;
    }
    return n;
}

/* ---- other names ---- */

/* The names that it had, and those that others take the place of now. */
static const char *past_names(struct arena *a, const char *before,
                              const struct entities *names)
{
    struct str out = str_in(a);

    str_add(&out, before);
    for (size_t i = 0; i < names->n; i++)
        if (!span_is(names->old[i], names->new[i])) {
            str_add(&out, out.n ? " " : "");
            str_addn(&out, names->old[i].s, names->old[i].n);
        }
    return str_get(&out);
}

bool graph_rename_beside(struct arena *a, const void *data, struct rng *r,
                         const char *text, const char *others,
                         struct entities *names, void **out, struct err *e)
{
    struct graph *new = arena_new(a, struct graph);
    struct str taken = str_in(a), told = str_in(a);
    struct span was;

    *new = *(const struct graph *)data;
    names->n = 0;
    str_addf(&taken, "%s\n%s", others, new->names ? new->names : "");
    for (size_t i = 0; i < new->n_sentences; i++) {
        entities_collect(names, new->sentences[i], text);
        str_addf(&told, "\n%s", new->sentences[i]);
    }
    if (entities_vary(str_get(&told)))
        return err_set(e, ERR_DOMAIN, "it may call one person by two names");
    str_add(&taken, str_get(&told));
    for (size_t i = 0; i < new->n_sentences; i++)
        entities_drop(names, new->sentences[i]);
    if (!entities_rename(a, names, r, str_get(&taken)))
        return err_set(e, ERR_DOMAIN, "it has no first name that may change");
    new->names = past_names(a, new->names ? new->names : "", names);
    for (size_t i = 0; i < new->n_sentences; i++) {
        /* Sentence i with the new names; its slots move along. */
        was = span_of(new->sentences[i]);
        new->sentences[i] = entities_renamed(a, names, was);
        for (size_t k = 0; k < new->n_slots; k++) {
            struct number *x = &new->slots[k].number;
            size_t behind;

            if (new->slots[k].sentence != i)
                continue;
            x->at = strlen(entities_renamed(a, names, span_cut(was, 0, x->at)));
            behind = x->at + x->n;
            if (x->noun.n)
                x->noun = graph_next_word(span_of(new->sentences[i]), &behind);
        }
    }
    *out = new;
    return true;
}

static bool graph_rename(struct arena *a, const void *data, struct rng *r,
                         void **out, struct err *e)
{
    struct entities names;

    return graph_rename_beside(a, data, r, NULL, "", &names, out, e);
}

/* ---- the card ---- */

static void graph_say(struct arena *a, const void *data, size_t hidden,
                      const char *letter, struct saying *out)
{
    const struct graph *g = data;
    struct ratio values[STRUCTURE_SLOTS];

    graph_slot_values(g, values);
    *out = (struct saying){ .n = g->n_sentences, .question = g->question };
    for (size_t i = 0; i < g->n_sentences; i++)
        out->sentences[i] = graph_sentence(a, g, i, values, hidden, letter);
}

static size_t graph_slots(struct arena *a, const void *data,
                          const struct structure_slot **out)
{
    const struct graph *g = data;
    struct structure_slot *slots =
        arena_array(a, struct structure_slot, g->n_used + 1);

    for (size_t i = 0; i < g->n_used; i++)
        slots[i] = (struct structure_slot){ .value = g->slots[i].number.value,
                                            .sentence = g->slots[i].sentence };
    *out = slots;
    return g->n_used;
}

static bool graph_solve(struct arena *a, const void *data, size_t slot,
                        struct ratio value, struct ratio *key)
{
    const struct graph *g = data;
    struct ratio slots[STRUCTURE_SLOTS];

    (void)a;
    graph_slot_values(g, slots);
    if (slot != NO_SLOT) {
        INVARIANT(slot < g->n_used);
        slots[slot] = value;
    }
    return graph_key(g, slots, key);
}

static bool graph_put(struct arena *a, const void *data, size_t slot,
                      struct ratio value, void **out)
{
    struct ratio slots[STRUCTURE_SLOTS], key;
    const struct graph *g = data;
    struct graph *made;

    graph_slot_values(g, slots);
    slots[slot] = value;
    if (!graph_key(g, slots, &key) || !graph_with(a, g, slots, &made))
        return false;
    *out = made;
    return true;
}

/* The distance is the longest way from a number to the last node. */
static void graph_measure(const void *data, struct structure_measures *out)
{
    const struct graph *g = data;
    size_t way[GRAPH_NODES] = { 0 };

    *out = (struct structure_measures){ .variables = g->n_used };
    for (size_t i = 0; i < g->n_nodes; i++) {
        const struct graph_node *n = &g->nodes[i];

        if (n->op >= GRAPH_ADD) {
            way[i] = 1 + (way[n->a] > way[n->b] ? way[n->a] : way[n->b]);
            out->steps++;
        }
        out->distance = way[i];
    }
}

/* A number of a text that is told as "several": whoever reads it can put two
 * numbers there, and gets two answers. */

#define GAP_WORD "several"
#define LEAST    3  /* that one calls several */
#define TRIES    60 /* of other numbers */

/* ---- whether the text tells the number elsewhere ---- */

static bool graph_is_constant(const struct graph *g, struct ratio x)
{
    struct ratio part;

    for (size_t i = 0; i < g->n_nodes; i++)
        if (g->nodes[i].op == GRAPH_CONST &&
            (ratio_equal(g->nodes[i].value, x) ||
             (ratio_div(&part, RATIO(1), x) &&
              ratio_equal(g->nodes[i].value, part))))
            return true;
    return false;
}

/* Each number of the text goes into the computation, and none but the slot has
 * its value: then nothing that is told is left to find it from. */
static bool graph_is_free(const struct graph *g, size_t slot)
{
    struct ratio value = g->slots[slot].number.value;
    struct number x[NUMBERS];

    for (size_t s = 0; s < g->n_sentences; s++) {
        size_t n = graph_scan(g->sentences[s], x);

        for (size_t i = 0; i < n; i++) {
            size_t k = graph_slot_at(g, s, x[i].at);

            if (k == slot)
                continue;
            if (ratio_equal(x[i].value, value))
                return false;
            if (k >= g->n_used && !ratio_equal(x[i].value, RATIO(1)) &&
                !graph_is_constant(g, x[i].value))
                return false;
        }
    }
    return true;
}

/* ---- whether the word can stand there ---- */

/* A count of things, within a sentence, that no other word leans on. */
static bool graph_can_be_told(struct arena *a, const struct graph *g,
                              size_t slot)
{
    const struct graph_slot *s = &g->slots[slot];
    const struct number *x = &s->number;
    struct span text = span_of(g->sentences[s->sentence]);
    struct span before = graph_word_before(text, x->at);

    if (x->form == NUMBER_SET || x->part != PART_NONE || x->percent ||
        x->dollar || x->scale != 1 || x->article || x->at == 0 ||
        s->follows != GRAPH_FOLLOW || !ratio_whole(x->value) ||
        x->value.p < LEAST || text.s[x->at - 1] != ' ')
        return false;
    for (size_t i = 0; i < g->n_sentences; i++)
        if (strstr(g->sentences[i], GAP_WORD))
            return false;
    return before.n &&
           !span_among(before,
                       "the a an first last next other these those all every "
                       "each another his her their its my our your only just "
                       "exactly about than by of between to from least most no "
                       "number nearly almost over under up additional further "
                       "remaining") &&
           phrase_noun_after(a, text, x->at + x->n);
}

/* ---- two numbers ---- */

/* The answer with that number; each step that was whole stays so, and none
 * changes its sign. */
static bool graph_answer_with(const struct graph *g, size_t slot,
                              struct ratio value, struct ratio *key)
{
    struct ratio slots[STRUCTURE_SLOTS], was[GRAPH_NODES], is[GRAPH_NODES];

    graph_slot_values(g, slots);
    if (!graph_values(g, slots, was))
        return false;
    slots[slot] = value;
    if (!graph_values(g, slots, is))
        return false;
    for (size_t i = 0; i < g->n_nodes; i++)
        if ((ratio_whole(was[i]) && !ratio_whole(is[i])) ||
            ratio_sign(was[i]) != ratio_sign(is[i]))
            return false;
    *key = is[g->n_nodes - 1];
    return true;
}

/* As everywhere, no number and no key of before comes back. */
static bool graph_fill(const struct graph *g, size_t slot, int64_t value,
                       struct gap_fill *out)
{
    if (value < LEAST || graph_was(g, slot, RATIO(value)))
        return false;
    *out = (struct gap_fill){ .values = { RATIO(value) }, .n = 1 };
    return graph_answer_with(g, slot, RATIO(value), &out->key) &&
           !graph_was_key(g, out->key);
}

static bool graph_gap_at(struct arena *a, const struct graph *g, size_t slot,
                         struct gap *out)
{
    int64_t value;

    *out = (struct gap){ .sentence = NO_SLOT, .slot = slot, .word = GAP_WORD };
    if (!graph_can_be_told(a, g, slot) || !graph_is_free(g, slot))
        return false;
    value = g->slots[slot].number.value.p;
    if (value > INT64_MAX - TRIES ||
        !graph_fill(g, slot, value, &out->fills[0]))
        return false;
    for (int64_t k = 1; k <= TRIES; k++)
        for (int sign = 1; sign >= -1; sign -= 2)
            if (graph_fill(g, slot, value + sign * k, &out->fills[1]) &&
                !ratio_equal(out->fills[0].key, out->fills[1].key))
                return true;
    return false;
}

static bool graph_gap(struct arena *a, const void *data, struct rng *r,
                      struct gap *out, struct err *e)
{
    const struct graph *g = data;
    size_t order[STRUCTURE_SLOTS];

    for (size_t i = 0; i < g->n_used; i++)
        order[i] = i;
    rng_shuffle(r, order, g->n_used, sizeof(*order));
    for (size_t i = 0; i < g->n_used; i++)
        if (graph_gap_at(a, g, order[i], out))
            return true;
    return err_set(e, ERR_DOMAIN,
                   "no number is a count that \"" GAP_WORD "\" could replace "
                   "and that is stated only once");
}

static const char *graph_gap_fault(struct arena *a, const void *data,
                                   const struct gap *gap)
{
    const struct graph *g = data;

    if (!gap->word || strcmp(gap->word, GAP_WORD) != 0 ||
        gap->slot >= g->n_used || !graph_can_be_told(a, g, gap->slot))
        return "that word can replace none of its numbers";
    if (!graph_is_free(g, gap->slot))
        return "the stated conditions determine the hidden number";
    for (size_t i = 0; i < 2; i++) {
        const struct gap_fill *f = &gap->fills[i];
        struct ratio key;

        if (f->n != 1 || !ratio_whole(f->values[0]) || f->values[0].p < LEAST ||
            !graph_answer_with(g, gap->slot, f->values[0], &key) ||
            !ratio_equal(key, f->key))
            return "a filled-in number does not give the recorded answer";
    }
    return ratio_equal(gap->fills[0].key, gap->fills[1].key)
               ? "both numbers give the same answer"
               : NULL;
}

/* Slips in a computation: one node of it changed, the rest as it is. */

struct faulty {
    const struct graph *g;
    struct ratio slots[STRUCTURE_SLOTS], right[GRAPH_NODES];
    bool percents; /* one of the numbers is a percentage */
    struct slip_list list;
};

/* The answer if node i had that value. */
static void fault_value(struct faulty *f, const char *slip, size_t i,
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
        fault_value(f, slip, i, value);
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

static bool is_conversion(const struct faulty *f, size_t i)
{
    const struct graph_node *n = &f->g->nodes[i];

    if (n->op != GRAPH_CONST || !ratio_whole(n->value))
        return false;
    for (size_t k = 0; k < sizeof(units) / sizeof(*units); k++)
        if (n->value.p == units[k].factor &&
            (n->value.p != 100 || !f->percents) &&
            graph_has_word(f->g, units[k].large) &&
            graph_has_word(f->g, units[k].small))
            return true;
    return false;
}

static bool slips_is_percent(const struct faulty *f, size_t i)
{
    const struct graph_node *n = &f->g->nodes[i];

    if (n->op == GRAPH_SLOT)
        return f->g->slots[n->a].number.percent;
    return (n->op == GRAPH_DIV || n->op == GRAPH_MUL) &&
           ((slips_is_percent(f, n->a) &&
             f->g->nodes[n->b].op == GRAPH_CONST) ||
            (slips_is_percent(f, n->b) && f->g->nodes[n->a].op == GRAPH_CONST));
}

/* A percentage of another amount: of what the right one was summed up from, or
 * of what was made of it. What an amount was multiplied from may be a mere count
 * (25 % of 4 shirts), and so may what it divides. */
static void wrong_base(struct faulty *f, size_t i)
{
    const struct graph_node *n = &f->g->nodes[i];
    size_t share, base;

    if (n->op != GRAPH_MUL ||
        slips_is_percent(f, n->a) == slips_is_percent(f, n->b))
        return;
    share = slips_is_percent(f, n->a) ? n->a : n->b;
    base = share == n->a ? n->b : n->a;
    for (size_t k = 0; k < i; k++) {
        const struct graph_node *m = &f->g->nodes[k];
        const struct graph_node *b = &f->g->nodes[base];
        bool made_of_it = m->op >= GRAPH_ADD && !slips_is_percent(f, k) &&
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

    if (slips_is_percent(f, i))
        return;
    if (scales && is_conversion(f, n->b))
        fault_value(f, SLIP_CONVERSION, i, f->right[n->a]);
    else if (n->op == GRAPH_MUL && is_conversion(f, n->a))
        fault_value(f, SLIP_CONVERSION, i, f->right[n->b]);
    else if (!slips_is_percent(f, n->a) &&
             (f->g->nodes[n->b].op < GRAPH_ADD || !turns))
        fault_value(f, SLIP_SKIPPED, i, f->right[n->a]);
    else if (turns && !slips_is_percent(f, n->b))
        fault_value(f, SLIP_SKIPPED, i, f->right[n->b]);
}

/* Adding, taking away or dividing twice. */
static void doubled(struct faulty *f, size_t i)
{
    const struct graph_node *n = &f->g->nodes[i];

    if (n->op == GRAPH_MUL || slips_is_percent(f, i))
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

static size_t graph_slips(struct arena *a, const void *data, struct slip *out)
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

const struct structure_kind structure_graph = {
    .name = "graph",
    .say = graph_say,
    .slots = graph_slots,
    .solve = graph_solve,
    .quantities = graph_quantities,
    .renumber = graph_renumber,
    .rename = graph_rename,
    .fault = graph_fault,
    .put = graph_put,
    .slips = graph_slips,
    .gap = graph_gap,
    .gap_fault = graph_gap_fault,
    .measure = graph_measure,
    .write = graph_write,
    .read = graph_read,
};

const char *structure_certified(const struct structure *b)
{
    const struct graph *g = b->kind == &structure_graph ? b->data : NULL;

    return g && g->second ? g->second->by : NULL;
}
