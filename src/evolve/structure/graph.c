/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "evolve/structure/gap.h"
#include "evolve/structure/graph_int.h"
#include "evolve/structure/phrase.h"
#include "evolve/structure/slips.h"

/*
 * The card of a structure that is a computation over the numbers of a text, and
 * its first road: the graph, node after node.
 */

bool graph_apply(enum graph_op op, struct ratio x, struct ratio y,
                 struct ratio *out)
{
    switch (op) {
    case GRAPH_ADD: return ratio_add(out, x, y);
    case GRAPH_SUB: return ratio_sub(out, x, y);
    case GRAPH_MUL: return ratio_mul(out, x, y);
    case GRAPH_DIV: return ratio_div(out, x, y);
    default: return false;
    }
}

bool graph_compute(const struct graph_node *nodes, size_t n,
                   const struct ratio *slots, struct ratio *out)
{
    for (size_t i = 0; i < n; i++) {
        const struct graph_node *x = &nodes[i];

        if (x->op == GRAPH_SLOT)
            out[i] = slots[x->a];
        else if (x->op == GRAPH_CONST)
            out[i] = x->value;
        else if (!graph_apply(x->op, out[x->a], out[x->b], &out[i]))
            return false;
    }
    return true;
}

bool graph_values(const struct graph *g, const struct ratio *slots,
                  struct ratio *out)
{
    return graph_compute(g->nodes, g->n_nodes, slots, out);
}

void graph_slot_values(const struct graph *g, struct ratio *out)
{
    for (size_t i = 0; i < g->n_slots; i++)
        out[i] = g->slots[i].number.value;
}

bool graph_was(const struct graph *g, size_t k, struct ratio value)
{
    for (size_t i = 0; i < g->n_was; i++)
        if (ratio_equal(g->was[i * g->n_slots + k], value))
            return true;
    return false;
}

bool graph_was_key(const struct graph *g, struct ratio key)
{
    struct ratio nodes[GRAPH_NODES];

    for (size_t i = 0; i < g->n_was; i++)
        if (graph_values(g, g->was + i * g->n_slots, nodes) &&
            ratio_equal(nodes[g->n_nodes - 1], key))
            return true;
    return false;
}

/* ---- sentences ---- */

/* The slot of the sentence that begins first at `at` or behind; n_slots: no
 * further one. */
static size_t next_slot(const struct graph *g, size_t sentence, size_t at)
{
    size_t best = g->n_slots;

    for (size_t i = 0; i < g->n_slots; i++) {
        const struct graph_slot *s = &g->slots[i];

        if (s->sentence == sentence && s->number.at >= at &&
            (best == g->n_slots || s->number.at < g->slots[best].number.at))
            best = i;
    }
    return best;
}

/* Does one say "an" before it? 8, 11, 18, 80 .. 89, 800 ... */
static bool takes_an(int64_t v)
{
    while (v >= 1000)
        v /= 1000;
    return v == 11 || v == 18 || v == 8 || v / 10 == 8 || v / 100 == 8;
}

/* "an $11 hat" becomes "a $20 hat": the article at the end of what is said so
 * far goes with the number, or letter, that comes. */
static void fit_article(struct str *out, const struct number *x, bool an)
{
    size_t n = out->n - x->dollar; /* behind the blank */
    bool has = x->article == 'n';

    if (!x->article || an == has || n < 2 || out->s[n - 1] != ' ' ||
        !strchr("aAnN", out->s[n - 2]))
        return;
    out->n = n - (has ? 2 : 1);
    str_addf(out, "%s %s", an ? "n" : "", x->dollar ? "$" : "");
}

const char *graph_sentence(struct arena *a, const struct graph *g, size_t i,
                           const struct ratio *values, size_t hidden,
                           const char *letter)
{
    const char *text = g->sentences[i];
    struct str out = str_in(a);
    size_t at = 0, k;

    while ((k = next_slot(g, i, at)) < g->n_slots) {
        const struct number *x = &g->slots[k].number;

        str_addn(&out, text + at, x->at - at);
        at = x->at + x->n;
        if (k == hidden) {
            fit_article(&out, x, strchr("AEFHILMNORSX", letter[0]));
            str_add(&out, letter);
        } else if (ratio_equal(values[k], x->value)) {
            str_addn(&out, text + x->at, x->n);
        } else {
            fit_article(&out, x, takes_an(values[k].p / values[k].q));
            if (!graph_print(&out, x, values[k]))
                return NULL;
        }
    }
    str_add(&out, text + at);
    return str_get(&out);
}

const char *graph_places(struct arena *a, const struct graph *g, size_t i)
{
    struct str out = str_in(a);
    size_t at = 0, k;

    while ((k = next_slot(g, i, at)) < g->n_slots) {
        const struct number *x = &g->slots[k].number;

        str_addn(&out, g->sentences[i] + at, x->at - at);
        str_addf(&out, "N_%02zu", k);
        at = x->at + x->n;
    }
    str_add(&out, g->sentences[i] + at);
    return str_get(&out);
}

/* The slot's number in the new sentence: the one at the same place among the
 * numbers there. */
static bool find_again(const struct graph *g, const struct graph *old, size_t k,
                       struct ratio value, struct number *out)
{
    struct number was[NUMBERS], is[NUMBERS];
    size_t i = old->slots[k].sentence;
    size_t n = graph_scan(old->sentences[i], was);

    if (graph_scan(g->sentences[i], is) != n)
        return false;
    for (size_t j = 0; j < n; j++)
        if (was[j].at == old->slots[k].number.at) {
            *out = is[j];
            return ratio_equal(is[j].value, value) &&
                   is[j].form == old->slots[k].number.form &&
                   is[j].part == was[j].part;
        }
    return false;
}

bool graph_with(struct arena *a, const struct graph *g,
                const struct ratio *values, struct graph **out)
{
    struct graph *new = arena_new(a, struct graph);

    *new = *g;
    for (size_t i = 0; i < g->n_sentences; i++) {
        new->sentences[i] = graph_sentence(a, g, i, values, NO_SLOT, "");
        if (!new->sentences[i])
            return false;
    }
    for (size_t k = 0; k < g->n_slots; k++)
        if (!find_again(new, g, k, values[k], &new->slots[k].number))
            return false;
    *out = new;
    return true;
}

/* ---- what sentences can speak of ---- */

static bool is_new(const struct quantity *q, size_t n, const struct quantity *x)
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
    struct ratio slots[STRUCTURE_SLOTS], nodes[GRAPH_NODES];
    size_t n = 0;

    graph_slot_values(g, slots);
    INVARIANT(graph_values(g, slots, nodes)); /* import and read saw to it */
    out[n++] = (struct quantity){
        .phrase = "the final answer",
        .value = nodes[g->n_nodes - 1],
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
        if (is_new(out, n, &q))
            out[n++] = q;
    }
    return n;
}

/* ---- other names ---- */

/* Sentence i with the new names; its slots move along. */
static void tell_again(struct arena *a, struct graph *g, size_t i,
                       const struct entities *names)
{
    struct span was = span_of(g->sentences[i]);

    g->sentences[i] = entities_renamed(a, names, was);
    for (size_t k = 0; k < g->n_slots; k++) {
        struct number *x = &g->slots[k].number;
        size_t behind;

        if (g->slots[k].sentence != i)
            continue;
        x->at = strlen(entities_renamed(a, names, span_cut(was, 0, x->at)));
        behind = x->at + x->n;
        if (x->noun.n)
            x->noun = graph_next_word(span_of(g->sentences[i]), &behind);
    }
}

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
    for (size_t i = 0; i < new->n_sentences; i++)
        tell_again(a, new, i, names);
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
    struct ratio slots[STRUCTURE_SLOTS], nodes[GRAPH_NODES];

    (void)a;
    graph_slot_values(g, slots);
    if (slot != NO_SLOT) {
        INVARIANT(slot < g->n_used);
        slots[slot] = value;
    }
    if (!graph_values(g, slots, nodes))
        return false;
    *key = nodes[g->n_nodes - 1];
    return true;
}

static bool graph_put(struct arena *a, const void *data, size_t slot,
                      struct ratio value, void **out)
{
    struct ratio slots[STRUCTURE_SLOTS], nodes[GRAPH_NODES];
    const struct graph *g = data;
    struct graph *made;

    graph_slot_values(g, slots);
    slots[slot] = value;
    if (!graph_values(g, slots, nodes) || !graph_with(a, g, slots, &made))
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

const struct structure_kind structure_graph = {
    .name = "graph",
    .say = graph_say,
    .slots = graph_slots,
    .solve = graph_solve,
    .quantities = graph_quantities,
    .renumber = graph_renumber,
    .rename = graph_rename,
    .check = graph_check,
    .put = graph_put,
    .slips = graph_slips,
    .gap = graph_gap,
    .gap_fault = graph_gap_fault,
    .measure = graph_measure,
    .write = graph_write,
    .read = graph_read,
};
