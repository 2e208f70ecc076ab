/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "evolve/structure/graph_int.h"

#include <string.h>

/* A computation over the numbers of a text, node after node, and its
 * sentences. */

static size_t graph_add(struct graph_nodes *w, struct graph_node x)
{
    w->full = w->full || w->n == w->most ||
              (w->value && x.op >= GRAPH_ADD &&
               !graph_apply(x.op, w->value[x.a], w->value[x.b], &x.value));
    if (w->full)
        return 0;
    if (w->value)
        w->value[w->n] = x.value;
    if (x.op != GRAPH_CONST)
        x.value = (struct ratio){ 0 };
    w->node[w->n] = x;
    return w->n++;
}

size_t graph_add_slot(struct graph_nodes *w, size_t slot, struct ratio v)
{
    return graph_add(
        w, (struct graph_node){ .op = GRAPH_SLOT, .a = slot, .value = v });
}

size_t graph_add_const(struct graph_nodes *w, struct ratio v)
{
    return graph_add(w, (struct graph_node){ .op = GRAPH_CONST, .value = v });
}

size_t graph_add_step(struct graph_nodes *w, enum graph_op op, size_t a,
                      size_t b)
{
    return graph_add(w, (struct graph_node){ .op = op, .a = a, .b = b });
}

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

bool graph_key(const struct graph *g, const struct ratio *slots,
               struct ratio *out)
{
    struct ratio nodes[GRAPH_NODES];

    if (!graph_values(g, slots, nodes))
        return false;
    *out = nodes[g->n_nodes - 1];
    return true;
}

void graph_slot_values(const struct graph *g, struct ratio *out)
{
    for (size_t i = 0; i < g->n_slots; i++)
        out[i] = g->slots[i].number.value;
}

size_t graph_slot_at(const struct graph *g, size_t sentence, size_t at)
{
    size_t i = 0;

    while (i < g->n_slots &&
           (g->slots[i].sentence != sentence || g->slots[i].number.at != at))
        i++;
    return i;
}

bool graph_has_word(const struct graph *g, const char *words)
{
    for (size_t i = 0; i < g->n_sentences; i++)
        if (graph_says(g->sentences[i], words))
            return true;
    return false;
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
    struct ratio was;

    for (size_t i = 0; i < g->n_was; i++)
        if (graph_key(g, g->was + i * g->n_slots, &was) &&
            ratio_equal(was, key))
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
        if (!values) {
            str_addf(&out, "N_%02zu", k);
        } else if (k == hidden) {
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
