/* SPDX-License-Identifier: Apache-2.0 */
/* A number of a text that is told as "several": whoever reads it can put two
 * numbers there, and gets two answers. */
#include "evolve/structure/gap.h"
#include "evolve/structure/graph_int.h"
#include "evolve/structure/phrase.h"

#include <string.h>

#define WORD  "several"
#define LEAST 3  /* that one calls several */
#define TRIES 60 /* of other numbers */

/* ---- whether the text tells the number elsewhere ---- */

static bool is_constant(const struct graph *g, struct ratio x)
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

static size_t slot_at(const struct graph *g, size_t sentence, size_t at)
{
    size_t i = 0;

    while (i < g->n_slots &&
           (g->slots[i].sentence != sentence || g->slots[i].number.at != at))
        i++;
    return i;
}

/* Each number of the text goes into the computation, and none but the slot has
 * its value: then nothing that is told is left to find it from. */
static bool is_free(const struct graph *g, size_t slot)
{
    struct ratio value = g->slots[slot].number.value;
    struct number x[NUMBERS];

    for (size_t s = 0; s < g->n_sentences; s++) {
        size_t n = graph_scan(g->sentences[s], x);

        for (size_t i = 0; i < n; i++) {
            size_t k = slot_at(g, s, x[i].at);

            if (k == slot)
                continue;
            if (ratio_equal(x[i].value, value))
                return false;
            if (k >= g->n_used && !ratio_equal(x[i].value, RATIO(1)) &&
                !is_constant(g, x[i].value))
                return false;
        }
    }
    return true;
}

/* ---- whether the word can stand there ---- */

static struct span word_before(struct span text, size_t at)
{
    size_t end = at, from;

    while (end > 0 && text.s[end - 1] == ' ')
        end--;
    for (from = end; from > 0 && is_letter(text.s[from - 1]);)
        from--;
    return span_cut(text, from, end);
}

/* A count of things, within a sentence, that no other word leans on. */
static bool can_be_told(struct arena *a, const struct graph *g, size_t slot)
{
    const struct graph_slot *s = &g->slots[slot];
    const struct number *x = &s->number;
    struct span text = span_of(g->sentences[s->sentence]);
    struct span before = word_before(text, x->at);

    if (x->form == NUMBER_SET || x->part != PART_NONE || x->percent ||
        x->dollar || x->scale != 1 || x->article || x->at == 0 ||
        s->follows != GRAPH_FOLLOW || !ratio_whole(x->value) ||
        x->value.p < LEAST || text.s[x->at - 1] != ' ')
        return false;
    for (size_t i = 0; i < g->n_sentences; i++)
        if (strstr(g->sentences[i], WORD))
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
static bool answer_with(const struct graph *g, size_t slot, struct ratio value,
                        struct ratio *key)
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
static bool fill(const struct graph *g, size_t slot, int64_t value,
                 struct gap_fill *out)
{
    if (value < LEAST || graph_was(g, slot, RATIO(value)))
        return false;
    *out = (struct gap_fill){ .values = { RATIO(value) }, .n = 1 };
    return answer_with(g, slot, RATIO(value), &out->key) &&
           !graph_was_key(g, out->key);
}

static bool gap_at(struct arena *a, const struct graph *g, size_t slot,
                   struct gap *out)
{
    int64_t value;

    *out = (struct gap){ .sentence = NO_SLOT, .slot = slot, .word = WORD };
    if (!can_be_told(a, g, slot) || !is_free(g, slot))
        return false;
    value = g->slots[slot].number.value.p;
    if (value > INT64_MAX - TRIES || !fill(g, slot, value, &out->fills[0]))
        return false;
    for (int64_t k = 1; k <= TRIES; k++)
        for (int sign = 1; sign >= -1; sign -= 2)
            if (fill(g, slot, value + sign * k, &out->fills[1]) &&
                !ratio_equal(out->fills[0].key, out->fills[1].key))
                return true;
    return false;
}

bool graph_gap(struct arena *a, const void *data, struct rng *r,
               struct gap *out, struct err *e)
{
    const struct graph *g = data;
    size_t order[STRUCTURE_SLOTS];

    for (size_t i = 0; i < g->n_used; i++)
        order[i] = i;
    rng_shuffle(r, order, g->n_used, sizeof(*order));
    for (size_t i = 0; i < g->n_used; i++)
        if (gap_at(a, g, order[i], out))
            return true;
    return err_set(e, ERR_DOMAIN,
                   "no number is a count that \"" WORD "\" could replace "
                   "and that is stated only once");
}

const char *graph_gap_fault(struct arena *a, const void *data,
                            const struct gap *gap)
{
    const struct graph *g = data;

    if (!gap->word || strcmp(gap->word, WORD) != 0 || gap->slot >= g->n_used ||
        !can_be_told(a, g, gap->slot))
        return "that word can replace none of its numbers";
    if (!is_free(g, gap->slot))
        return "the stated conditions determine the hidden number";
    for (size_t i = 0; i < 2; i++) {
        const struct gap_fill *f = &gap->fills[i];
        struct ratio key;

        if (f->n != 1 || !ratio_whole(f->values[0]) || f->values[0].p < LEAST ||
            !answer_with(g, gap->slot, f->values[0], &key) ||
            !ratio_equal(key, f->key))
            return "a filled-in number does not give the recorded answer";
    }
    return ratio_equal(gap->fills[0].key, gap->fills[1].key)
               ? "both numbers give the same answer"
               : NULL;
}
