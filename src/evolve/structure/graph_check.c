/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/str.h"
#include "evolve/structure/graph_int.h"
#include "evolve/structure/second.h"
#include "math/exact/exact.h"
#include "math/read/read.h"

#include <stdarg.h>
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
    struct ratio slots[STRUCTURE_SLOTS];
    const char *why; /* NULL: so far all is right */
};

PRINTF(2, 3)
static bool reread_fail(struct reread *r, const char *fmt, ...)
{
    struct str why = str_in(r->arena);
    va_list ap;

    va_start(ap, fmt);
    str_addv(&why, fmt, ap);
    va_end(ap);
    if (!r->why)
        r->why = str_get(&why);
    return false;
}

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

/* The slots of the sentence get the numbers that stand in `said`. */
static bool reread_take_numbers(struct reread *r, size_t i, size_t hidden,
                                const struct number *is, size_t n)
{
    for (size_t k = 0; k < r->g->n_slots; k++) {
        const struct graph_slot *s = &r->g->slots[k];
        size_t j = 0;

        if (s->sentence != i || k == hidden)
            continue;
        while (j < n && !ratio_equal(is[j].value, s->number.value))
            j++;
        if (j == n)
            return reread_fail(r, "sentence %zu lost %s", i + 1,
                               ratio_text(r->arena, s->number.value));
        r->slots[k] = is[j].value;
    }
    return true;
}

static bool reread_read_sentence(struct reread *r, size_t i, size_t hidden,
                                 const char *letter, const char *said)
{
    struct number was[NUMBERS], is[NUMBERS], left[NUMBERS];
    struct ratio values[STRUCTURE_SLOTS], odd;
    const char *own;
    size_t n_was, n_is;

    graph_slot_values(r->g, values);
    own = graph_sentence(r->arena, r->g, i, values, hidden, letter);
    said = said ? said : own;
    n_was = graph_scan(own, was);
    n_is = graph_scan(said, is);
    memcpy(left, is, sizeof(left));
    if (!same_numbers(was, n_was, left, n_is, &odd))
        return reread_fail(r,
                           "sentence %zu has a number that the "
                           "structure does not have: %s",
                           i + 1, ratio_text(r->arena, odd));
    if (hidden != NO_SLOT && r->g->slots[hidden].sentence == i &&
        !has_letter(said, letter))
        return reread_fail(r, "sentence %zu lost the letter %s", i + 1, letter);
    return reread_take_numbers(r, i, hidden, is, n_is);
}

/* ---- fresh numbers ---- */

/* None of the values that a slot had before stands there again, nor is the key
 * one that was. */
static bool reread_fresh(struct reread *r, struct ratio key)
{
    for (size_t k = 0; k < r->g->n_slots; k++)
        if (graph_was(r->g, k, r->slots[k]))
            return reread_fail(r,
                               "%s in sentence %zu is an earlier "
                               "number of that place",
                               ratio_text(r->arena, r->slots[k]),
                               r->g->slots[k].sentence + 1);
    return !graph_was_key(r->g, key) ||
           reread_fail(r, "the key is an earlier key");
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

static bool reread_evaluate(struct reread *r, const char *text,
                            struct ratio key)
{
    struct work w = { .limit = FORMULA_WORK };
    const struct expr *x;
    struct err e;
    fmpq_t value, want;
    bool equal;

    if (!read_expr(r->arena, text, strlen(text), NULL, &x, &e))
        return reread_fail(r, "the formula: %s", e.msg);
    fmpq_init(value);
    fmpq_init(want);
    fmpz_set_si(fmpq_numref(want), key.p);
    fmpz_set_si(fmpq_denref(want), key.q);
    equal =
        exact_rational(value, x, &w) == EXACT_VALUE && fmpq_equal(value, want);
    fmpq_clear(value);
    fmpq_clear(want);
    return equal ||
           reread_fail(r, "%s is not %s", text, ratio_text(r->arena, key));
}

bool graph_check(struct arena *a, const void *data, size_t hidden,
                 const char *letter, struct ratio letter_value,
                 const char *const *said, size_t n_said, struct ratio key,
                 struct check_finding *found, struct err *e)
{
    struct reread r = { .arena = a, .g = data };
    const char *text;

    *found =
        (struct check_finding){ .by = "formula over the numbers of the text" };
    if (said && n_said != r.g->n_sentences)
        reread_fail(&r, "its number of sentences differs from its structure");
    if (hidden != NO_SLOT && hidden >= r.g->n_used)
        reread_fail(&r, "the hidden number is not one of its numbers");
    for (size_t i = 0; i < r.g->n_sentences && r.g->names; i++)
        if (entities_stand(r.g->names, r.g->sentences[i]))
            reread_fail(&r, "a person has an earlier name");
    for (size_t i = 0; i < r.g->n_sentences && !r.why; i++)
        reread_read_sentence(&r, i, hidden, letter, said ? said[i] : NULL);
    if (!r.why && hidden != NO_SLOT)
        r.slots[hidden] = letter_value;
    text = r.why || !reread_fresh(&r, key) ? NULL : reread_formula(&r);
    if (!text)
        reread_fail(&r, "the formula is too long");
    else if (reread_evaluate(&r, text, key))
        found->detail = arena_printf(a, "%s = %s", text, ratio_text(a, key));
    if (!r.why && r.g->second)
        r.why = second_fault(a, r.g);
    if (r.why) {
        found->detail = r.why;
        return err_set(e, ERR_DOMAIN, "%s", r.why);
    }
    return true;
}
