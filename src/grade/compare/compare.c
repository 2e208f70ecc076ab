/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The choice of the rule: the first kind, in the order below, that either side
 * can only be. Statements about a subject ("x = 5") are reduced to their value
 * before the kinds of value are looked at.
 */
#include "grade/compare/compare.h"

#include "grade/compare/compare_int.h"
#include "grade/compare/region.h"

#define DEPTH_MAX     24 /* structures in structures */
#define COMPARE_UNITS 10 /* of one comparison, beside its arithmetic */

struct comparison found(enum truth both, const char *by, const char *why)
{
    return (struct comparison){ both, both, by, why, NULL, NULL };
}

struct comparison found_lenient(const char *by, const char *why,
                                const char *strict_why)
{
    return (
        struct comparison){ TRUTH_NO, TRUTH_YES, by, why, strict_why, NULL };
}

static enum truth truth_and(enum truth a, enum truth b)
{
    if (a == TRUTH_NO || b == TRUTH_NO)
        return TRUTH_NO;
    return a == TRUTH_YES && b == TRUTH_YES ? TRUTH_YES : TRUTH_UNKNOWN;
}

struct comparison found_and(struct comparison a, struct comparison b)
{
    bool second = a.lenient == TRUTH_YES ||
                  (a.lenient == TRUTH_UNKNOWN && b.lenient == TRUTH_NO);
    struct comparison f = second ? b : a;

    /* "rounding" of one part says more than "rational" of the other. */
    if (a.lenient == TRUTH_YES && b.lenient == TRUTH_YES &&
        a.strict != TRUTH_YES)
        f = a;
    if (a.strict != TRUTH_YES && a.strict_why)
        f.strict_why = a.strict_why;
    f.strict = truth_and(a.strict, b.strict);
    f.lenient = truth_and(a.lenient, b.lenient);
    return f;
}

static int rank(enum truth t)
{
    return t == TRUTH_YES ? 2 : t == TRUTH_UNKNOWN ? 1 : 0;
}

struct comparison found_best(struct comparison a, struct comparison b)
{
    if (rank(a.lenient) != rank(b.lenient))
        return rank(a.lenient) > rank(b.lenient) ? a : b;
    return rank(a.strict) >= rank(b.strict) ? a : b;
}

/* "a number", "a set": for the reason of a mismatch. */
static const char *kind_name(const struct expr *x)
{
    switch (x->op) {
    case EXPR_TUPLE: return "a tuple";
    case EXPR_LIST: return "a list";
    case EXPR_SET: return "a set";
    case EXPR_INTERVAL: return "an interval";
    case EXPR_UNION:
    case EXPR_INTERSECTION:
    case EXPR_DIFFERENCE:
    case EXPR_BUILDER:
    case EXPR_DOMAIN: return "a set of numbers";
    case EXPR_RATIO: return "a ratio";
    case EXPR_RELATION: return "an equation or inequality";
    case EXPR_CONGRUENT: return "a congruence";
    case EXPR_AND:
    case EXPR_OR: return "a statement";
    case EXPR_TEXT: return "words";
    case EXPR_MATRIX: return "a matrix";
    default: return "a value";
    }
}

static struct comparison other_kind(struct comparer *j, const struct expr *key,
                                    const struct expr *answer)
{
    return found(TRUTH_NO, "kind",
                 arena_printf(j->arena, "the key is %s, the answer is %s",
                              kind_name(key), kind_name(answer)));
}

static bool is_statement(const struct expr *x)
{
    return x->op == EXPR_RELATION;
}

/* Kinds that are tried before statements are reduced to their values. */
static bool by_kind(struct comparer *j, const struct expr *key,
                    const struct expr *answer, struct comparison *out)
{
    if (key->op == EXPR_TEXT || answer->op == EXPR_TEXT)
        *out = compare_texts(j, key, answer);
    else if (key->op == EXPR_CONGRUENT || answer->op == EXPR_CONGRUENT)
        *out = compare_congruences(j, key, answer);
    else if (is_antiderivative(j, key))
        *out = compare_antiderivatives(j, key, answer);
    else if (is_family(key) && is_family(answer))
        *out = compare_families(j, key, answer);
    else if ((is_region(key) && may_be_region(answer)) ||
             (is_region(answer) && may_be_region(key)))
        *out = compare_regions(j, key, answer);
    else
        return false;
    return true;
}

/* 3:4, and 3:45 p.m. */
static bool is_ratio(const struct expr *x)
{
    return x->op == EXPR_RATIO ||
           (x->op == EXPR_QUANTITY && x->args[0]->op == EXPR_RATIO);
}

static struct comparison by_value(struct comparer *j, const struct expr *key,
                                  const struct expr *answer)
{
    if ((is_region(key) && expr_is_value(answer) && !has_matrix(answer)) ||
        (is_region(answer) && expr_is_value(key) && !has_matrix(key)))
        return other_kind(j, key, answer);
    if (is_ratio(key) || is_ratio(answer))
        return compare_ratios(j, key, answer);
    if (has_matrix(key) || has_matrix(answer))
        return compare_matrices(j, key, answer);
    if (key->op == EXPR_TUPLE && expr_is_value(answer))
        answer = vector_components(j, answer, key->count);
    else if (answer->op == EXPR_TUPLE && expr_is_value(key))
        key = vector_components(j, key, answer->count);
    if (is_sequence(key) || is_sequence(answer))
        return compare_sequences(j, key, answer);
    if (expr_is_value(key) && expr_is_value(answer))
        return compare_values(j, key, answer);
    return other_kind(j, key, answer);
}

/* n in {2, 3}: the set. */
static const struct expr *members(const struct expr *x)
{
    return x->op == EXPR_RELATION && x->relations[0] == RELATION_IN &&
                   x->count == 2 && x->args[1]->op == EXPR_SET
               ? x->args[1]
               : x;
}

/* 3, -0.5, 3/4: as most answers are. */
static bool is_number(const struct expr *x)
{
    if (x->op == EXPR_NEG || x->op == EXPR_DIV)
        return is_number(x->args[0]) && (x->count < 2 || is_number(x->args[1]));
    return x->op == EXPR_NUMBER;
}

static struct comparison dispatch(struct comparer *j, const struct expr *key,
                                  const struct expr *answer)
{
    struct comparison f;

    if (expr_same(key, answer))
        return found(TRUTH_YES, "same", "they are the same expression");
    if (is_number(key) && is_number(answer))
        return compare_plain(j, key, answer);
    notation_unite(j->arena, &key, &answer);
    if (expr_same(key, answer))
        return found(TRUTH_YES, "same", "they are the same expression");
    if (compare_flats(j, key, answer, &f))
        return f;
    key = region_whole(j, members(key));
    answer = region_whole(j, members(answer));
    if (compare_set_names(j, key, answer, &f) ||
        compare_laws(j, key, answer, &f))
        return f;
    if (is_order(key) && is_order(answer))
        return compare_orders(j, key, answer);
    if (by_kind(j, key, answer, &f))
        return f;
    if (is_statement(key) || is_statement(answer))
        return compare_equations(j, key, answer);
    return by_value(j, key, answer);
}

struct comparison compare(struct comparer *j, const struct expr *key,
                          const struct expr *answer)
{
    struct comparison f;

    if (!work_spend(j->work, COMPARE_UNITS))
        return found(TRUTH_UNKNOWN, "ceiling", "the limit on work was reached");
    if (j->depth >= DEPTH_MAX) {
        work_refuse(j->work, "depth");
        return found(TRUTH_UNKNOWN, "ceiling",
                     "the expression is nested too deeply");
    }
    j->depth++;
    f = dispatch(j, key, answer);
    j->depth--;
    return f;
}
