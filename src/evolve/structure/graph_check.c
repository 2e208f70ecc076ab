/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/str.h"
#include "evolve/structure/graph_int.h"
#include "evolve/structure/second.h"
#include "math/exact/exact.h"
#include "math/read/read.h"

#include <string.h>

/*
 * The second method to a key: the numbers are read again out of the sentences as
 * they stand, the computation is written as one formula, and the reader and
 * the exact arithmetic of the grader have the last word. Sentences that
 * somebody rewrote must hold the very numbers of the old ones.
 */

#define FORMULA_BYTES 16000
#define FORMULA_WORK  200000

struct reread {
    struct arena *arena;
    const struct graph *g;
    const struct structure_told *told;
    struct ratio slots[STRUCTURE_SLOTS];
};

/* ---- sentences ---- */

/* Is the letter there as a word? */
static bool has_letter(const char *text, const char *letter)
{
    size_t n = strlen(letter);

    for (const char *p = text; (p = strstr(p, letter)); p++)
        if ((p == text || !(is_letter(p[-1]) || is_digit(p[-1]))) &&
            !is_letter(p[n]) && !is_digit(p[n]))
            return true;
    return false;
}

/* Are the numbers of both sentences the same, but for ones? Those found are
 * struck out of `is`. */
static bool same_numbers(const struct number *was, size_t n_was,
                         struct number *is, size_t n_is, struct ratio *odd)
{
    for (size_t i = 0; i < n_was; i++) {
        size_t k = 0;

        while (k < n_is && !(ratio_equal(was[i].value, is[k].value) &&
                             was[i].percent == is[k].percent &&
                             was[i].scale == is[k].scale))
            k++;
        *odd = was[i].value;
        if (k == n_is && !ratio_equal(was[i].value, RATIO(1)))
            return false;
        if (k < n_is)
            is[k].value = RATIO(1);
    }
    for (size_t k = 0; k < n_is; k++) {
        *odd = is[k].value;
        if (!ratio_equal(is[k].value, RATIO(1)))
            return false;
    }
    return true;
}

/* The slots of the sentence get the numbers that stand in it. */
static const char *reread_take_numbers(struct reread *r, size_t i,
                                       const struct number *is, size_t n)
{
    for (size_t k = 0; k < r->g->n_slots; k++) {
        const struct graph_slot *s = &r->g->slots[k];
        size_t j = 0;

        if (s->sentence != i || k == r->told->hidden)
            continue;
        while (j < n && !ratio_equal(is[j].value, s->number.value))
            j++;
        if (j == n)
            return arena_printf(r->arena, "sentence %zu lost %s", i + 1,
                                ratio_text(r->arena, s->number.value));
        r->slots[k] = is[j].value;
    }
    return NULL;
}

static const char *reread_sentence(struct reread *r, size_t i)
{
    struct number was[NUMBERS], is[NUMBERS], left[NUMBERS];
    struct ratio values[STRUCTURE_SLOTS], odd;
    const struct structure_told *t = r->told;
    const char *own, *said;
    size_t n_was, n_is;

    graph_slot_values(r->g, values);
    own = graph_sentence(r->arena, r->g, i, values, t->hidden, t->letter);
    said = t->said ? t->said[i] : own;
    n_was = graph_scan(own, was);
    n_is = graph_scan(said, is);
    memcpy(left, is, sizeof(left));
    if (!same_numbers(was, n_was, left, n_is, &odd))
        return arena_printf(r->arena,
                            "sentence %zu has a number that the structure "
                            "does not have: %s",
                            i + 1, ratio_text(r->arena, odd));
    if (t->hidden != NO_SLOT && r->g->slots[t->hidden].sentence == i &&
        !has_letter(said, t->letter))
        return arena_printf(r->arena, "sentence %zu lost the letter %s", i + 1,
                            t->letter);
    return reread_take_numbers(r, i, is, n_is);
}

/* ---- fresh numbers ---- */

/* None of the values that a slot had before stands there again, nor is the key
 * one that was. */
static const char *reread_fresh(struct reread *r, struct ratio key)
{
    for (size_t k = 0; k < r->g->n_slots; k++)
        if (graph_was(r->g, k, r->slots[k]))
            return arena_printf(
                r->arena,
                "%s in sentence %zu is an earlier number of that place",
                ratio_text(r->arena, r->slots[k]), r->g->slots[k].sentence + 1);
    return graph_was_key(r->g, key) ? "the key is an earlier key" : NULL;
}

/* ---- the formula ---- */

static const char *reread_formula(struct reread *r)
{
    static const char *const signs[GRAPH_OPS] = { 0, 0, "+", "-", "*", "/" };
    const char **text = arena_array(r->arena, const char *, GRAPH_NODES);
    const struct graph *g = r->g;

    for (size_t i = 0; i < g->n_nodes; i++) {
        const struct graph_node *n = &g->nodes[i];

        if (n->op <= GRAPH_CONST) {
            struct ratio v = n->op == GRAPH_SLOT ? r->slots[n->a] : n->value;

            text[i] =
                arena_printf(r->arena, v.q == 1 && v.p >= 0 ? "%s" : "(%s)",
                             ratio_text(r->arena, v));
            continue;
        }
        if (strlen(text[n->a]) + strlen(text[n->b]) > FORMULA_BYTES)
            return NULL;
        text[i] = arena_printf(r->arena, "(%s%s%s)", text[n->a], signs[n->op],
                               text[n->b]);
    }
    return text[g->n_nodes - 1];
}

static const char *reread_evaluate(struct reread *r, struct ratio key)
{
    struct work w = { .limit = FORMULA_WORK };
    const char *text = reread_formula(r);
    const struct expr *x;
    struct err e;
    fmpq_t value, want;
    bool equal;

    if (!text)
        return "the formula is too long";
    if (!read_expr(r->arena, text, strlen(text), NULL, &x, &e))
        return arena_printf(r->arena, "the formula: %s", e.msg);
    fmpq_init(value);
    fmpq_init(want);
    fmpz_set_si(fmpq_numref(want), key.p);
    fmpz_set_si(fmpq_denref(want), key.q);
    equal =
        exact_rational(value, x, &w) == EXACT_VALUE && fmpq_equal(value, want);
    fmpq_clear(value);
    fmpq_clear(want);
    return equal ? NULL
                 : arena_printf(r->arena, "%s is not %s", text,
                                ratio_text(r->arena, key));
}

const char *graph_fault(struct arena *a, const void *data,
                        const struct structure_told *t, struct ratio key)
{
    struct reread r = { .arena = a, .g = data, .told = t };
    const struct graph *g = r.g;
    const char *why = NULL;

    if (t->said && t->n != g->n_sentences)
        return "its number of sentences differs from its structure";
    if (t->hidden != NO_SLOT && t->hidden >= g->n_used)
        return "the hidden number is not one of its numbers";
    for (size_t i = 0; i < g->n_sentences && g->names; i++)
        if (entities_stand(g->names, g->sentences[i]))
            return "a person has an earlier name";
    for (size_t i = 0; i < g->n_sentences && !why; i++)
        why = reread_sentence(&r, i);
    if (!why && t->hidden != NO_SLOT)
        r.slots[t->hidden] = t->value;
    why = why ? why : reread_fresh(&r, key);
    why = why ? why : reread_evaluate(&r, key);
    return why || !g->second ? why : second_fault(a, g);
}
