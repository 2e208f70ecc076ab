/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/compare/compare.h"
#include "base/str.h"
#include "grade/compare/compare_int.h"
#include "grade/compare/region.h"
#include "math/arb.h"
#include "math/ball/ball.h"

#include <string.h>

/*
 * One thing in two notations: dy/dx and y', a bar and a conjugate, a sum over k
 * and the same over i.
 * Both sides are rewritten in the same words before they are compared.
 */

/* What the rewriters of a tree are told. */
struct rewriting {
    struct arena *arena;

    const char *index, *to; /* a name of a binder, "_{k}", becomes "_{#2}" */
    unsigned depth;         /* of binders */
};

/* ---- derivatives ---- */

static bool is_primed(const struct expr *x)
{
    return x->op == EXPR_SYMBOL && strchr(x->name, '\'');
}

/* Primes are derivatives by x, or by t where there is no x. */
static void unite_derivatives(struct arena *a, const struct expr **primed,
                              const struct expr **other)
{
    bool x = expr_mentions(*primed, "x") || expr_mentions(*other, "x");

    if (expr_any(*primed, is_primed))
        *other = shape_primed(a, *other, x ? "x" : "t");
}

/* ---- conjugates ---- */

static bool is_complex(const struct expr *x)
{
    return expr_is_named(x, "z w");
}

/* The conjugate of z, where z itself is spoken of. */
static const struct expr *with_conjugates(void *data, const struct expr *x)
{
    if (x->op != EXPR_SYMBOL)
        return expr_map(data, x, with_conjugates, data);
    if (!str_among(x->name, "bar{z} bar{w}"))
        return x;
    return expr_of(data, FN_CONJ,
                   expr_symbol(data, x->name[4] == 'z' ? "z" : "w"));
}

/* ---- bound names ---- */

static bool is_binder(const struct expr *x)
{
    return (x->op == EXPR_SUM || x->op == EXPR_PRODUCT ||
            x->op == EXPR_INTEGRAL || x->op == EXPR_LIMIT) &&
           x->args[1]->op == EXPR_SYMBOL;
}

/* a_{k} of a sum over k. */
static const struct expr *with_index(void *data, const struct expr *x)
{
    const struct rewriting *r = data;
    const char *at;

    if (x->op != EXPR_SYMBOL)
        return expr_map(r->arena, x, with_index, data);
    at = strstr(x->name, r->index);
    if (!at)
        return x;
    return expr_symbol(r->arena,
                       arena_printf(r->arena, "%.*s%s%s", (int)(at - x->name),
                                    x->name, r->to, at + strlen(r->index)));
}

/* Bound names are called by how deep they stand: #1, #2. */
static const struct expr *with_numbers(void *data, const struct expr *x)
{
    const struct rewriting *outer = data;
    struct rewriting r = { .arena = outer->arena, .depth = outer->depth + 1 };
    const struct expr *args[4];
    const char *name, *number;
    struct expr *copy;

    if (!is_binder(x) || x->count > 4)
        return expr_map(r.arena, x, with_numbers, data);
    name = x->args[1]->name;
    number = arena_printf(r.arena, "#%u", r.depth);
    r.index = arena_printf(r.arena, "_{%s}", name);
    r.to = arena_printf(r.arena, "_{%s}", number);
    memcpy(args, x->args, x->count * sizeof(*args));
    args[1] = expr_symbol(r.arena, number);
    /* Inner binders first: their names may be the same. */
    args[0] = with_numbers(&r, args[0]);
    args[0] = with_index(&r, expr_replace(r.arena, args[0], name, args[1]));
    copy = arena_new(r.arena, struct expr);
    *copy = *expr_new(r.arena, x->op, args, x->count);
    copy->side = x->side;
    return copy;
}

/* Something under a binder of which only the name is known. */
static bool compare_is_unknown(const struct expr *x)
{
    return x->op == EXPR_APPLY ||
           (x->op == EXPR_SYMBOL && strchr(x->name, '_'));
}

/* Write both sides in the same words: y' for dy/dx where one of
 * them has it, and one name for a bound one (a sum over k, or over i). */
static void notation_unite(struct arena *a, const struct expr **key,
                           const struct expr **answer)
{
    struct rewriting top = { .arena = a };

    unite_derivatives(a, key, answer);
    unite_derivatives(a, answer, key);
    if (expr_any(*key, is_complex) || expr_any(*answer, is_complex)) {
        *key = with_conjugates(a, *key);
        *answer = with_conjugates(a, *answer);
    }
    if (expr_any(*key, is_binder) && expr_any(*answer, is_binder) &&
        expr_any(*key, compare_is_unknown) &&
        expr_any(*answer, compare_is_unknown)) {
        *key = with_numbers(&top, *key);
        *answer = with_numbers(&top, *answer);
    }
}

/*
 * The choice of the rule: the first kind, in the order below, that either side
 * can only be. Statements about a subject ("x = 5") are reduced to their value
 * before the kinds of value are looked at.
 */

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

enum truth compare_same_value(struct comparer *j, const struct expr *x,
                              const struct expr *y)
{
    return decide_equal(j->arena, x, y, NULL, j->work).equal;
}

bool equal_values(struct comparer *j, const struct expr *x,
                  const struct expr *y)
{
    return compare_same_value(j, x, y) == TRUTH_YES;
}

bool is_not_zero(struct comparer *j, const struct expr *x)
{
    bool not_zero;
    acb_t v;

    acb_init(v);
    not_zero = ball_eval(v, x, NULL, 128, j->work) == BALL_VALUE &&
               !acb_contains_zero(v);
    acb_clear(v);
    return not_zero;
}

static int compare_rank(enum truth t)
{
    return t == TRUTH_YES ? 2 : t == TRUTH_UNKNOWN ? 1 : 0;
}

struct comparison found_best(struct comparison a, struct comparison b)
{
    if (compare_rank(a.lenient) != compare_rank(b.lenient))
        return compare_rank(a.lenient) > compare_rank(b.lenient) ? a : b;
    return compare_rank(a.strict) >= compare_rank(b.strict) ? a : b;
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

static struct comparison compare_other_kind(struct comparer *j,
                                            const struct expr *key,
                                            const struct expr *answer)
{
    return found(TRUTH_NO, "kind",
                 arena_printf(j->arena, "the key is %s, the answer is %s",
                              kind_name(key), kind_name(answer)));
}

static bool compare_is_statement(const struct expr *x)
{
    return x->op == EXPR_RELATION;
}

static struct comparison compare_regions(struct comparer *j,
                                         const struct expr *key,
                                         const struct expr *answer);

static bool may_be_region(const struct expr *x);
static bool is_region(const struct expr *x);

/* Kinds that are tried before statements are reduced to their values. */
static bool compare_by_kind(struct comparer *j, const struct expr *key,
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
static bool compare_is_ratio(const struct expr *x)
{
    return x->op == EXPR_RATIO ||
           (x->op == EXPR_QUANTITY && x->args[0]->op == EXPR_RATIO);
}

static struct comparison compare_by_value(struct comparer *j,
                                          const struct expr *key,
                                          const struct expr *answer)
{
    if ((is_region(key) && expr_is_value(answer) && !has_matrix(answer)) ||
        (is_region(answer) && expr_is_value(key) && !has_matrix(key)))
        return compare_other_kind(j, key, answer);
    if (compare_is_ratio(key) || compare_is_ratio(answer))
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
    return compare_other_kind(j, key, answer);
}

/* n in {2, 3}: the set. */
static const struct expr *compare_members(const struct expr *x)
{
    return shape_is_member(x) && x->args[1]->op == EXPR_SET ? x->args[1] : x;
}

/* 3, -0.5, 3/4: as most answers are. */
static bool compare_is_number(const struct expr *x)
{
    if (x->op == EXPR_NEG || x->op == EXPR_DIV)
        return compare_is_number(x->args[0]) &&
               (x->count < 2 || compare_is_number(x->args[1]));
    return x->op == EXPR_NUMBER;
}

static struct comparison compare_dispatch(struct comparer *j,
                                          const struct expr *key,
                                          const struct expr *answer)
{
    struct comparison f;

    if (expr_same(key, answer))
        return found(TRUTH_YES, "same", "they are the same expression");
    if (compare_is_number(key) && compare_is_number(answer))
        return compare_plain(j, key, answer);
    notation_unite(j->arena, &key, &answer);
    if (expr_same(key, answer))
        return found(TRUTH_YES, "same", "they are the same expression");
    if (compare_flats(j, key, answer, &f))
        return f;
    key = region_whole(j, compare_members(key));
    answer = region_whole(j, compare_members(answer));
    if (compare_set_names(j, key, answer, &f) ||
        compare_laws(j, key, answer, &f))
        return f;
    if (is_order(key) && is_order(answer))
        return compare_orders(j, key, answer);
    if (compare_by_kind(j, key, answer, &f))
        return f;
    if (compare_is_statement(key) || compare_is_statement(answer))
        return compare_equations(j, key, answer);
    return compare_by_value(j, key, answer);
}

struct comparison compare_answers(struct comparer *j, const struct expr *key,
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
    f = compare_dispatch(j, key, answer);
    j->depth--;
    return f;
}

/* Sets of real numbers, whatever they were written as. */

static bool is_inequality(enum relation r)
{
    return r == RELATION_LT || r == RELATION_LE || r == RELATION_GT ||
           r == RELATION_GE || r == RELATION_NE;
}

static bool has_inequality(const struct expr *x)
{
    if (x->op != EXPR_RELATION)
        return false;
    for (unsigned i = 0; i + 1 < x->count; i++)
        if (is_inequality(x->relations[i]) || x->relations[i] == RELATION_IN)
            return true;
    return false;
}

/* Can x be nothing but a set of real numbers: an interval, inequalities in one
 * variable, a union ...? */
static bool is_region(const struct expr *x)
{
    switch (x->op) {
    case EXPR_INTERVAL:
    case EXPR_UNION:
    case EXPR_INTERSECTION:
    case EXPR_DIFFERENCE:
    case EXPR_BUILDER:
    case EXPR_DOMAIN: return true;
    case EXPR_RELATION:
        return has_inequality(x) || (x->count == 2 && is_region(x->args[1]));
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_LIST:
        return x->count > 0 && x->args[0]->op == EXPR_RELATION &&
               has_inequality(x->args[0]);
    default: return false;
    }
}

static bool may_be_region(const struct expr *x)
{
    return is_region(x) || x->op == EXPR_TUPLE || x->op == EXPR_SET ||
           x->op == EXPR_LIST || x->op == EXPR_OR || x->op == EXPR_AND ||
           x->op == EXPR_RELATION;
}

static struct comparison same_segments(struct comparer *j,
                                       const struct region *key,
                                       const struct region *answer)
{
    struct comparison f =
        found(TRUTH_YES, "interval", "the same set of numbers");

    if (key->segments.n != answer->segments.n)
        return found(TRUTH_NO, "interval",
                     "they consist of different numbers of intervals");
    for (size_t i = 0; i < key->segments.n && f.lenient != TRUTH_NO; i++) {
        const struct segment *k = vec_get(&key->segments, struct segment, i);
        const struct segment *a = vec_get(&answer->segments, struct segment, i);

        if (k->open_from != a->open_from || k->open_to != a->open_to)
            return found(TRUTH_NO, "interval",
                         "an endpoint is open in one and closed in the other");
        f = found_and(f, compare_plain(j, k->from, a->from));
        f = found_and(f, compare_plain(j, k->to, a->to));
    }
    if (f.lenient == TRUTH_YES && f.strict == TRUTH_YES)
        f.by = "interval", f.why = "the same set of numbers";
    return f;
}

/* Intervals with symbols in their ends, and whatever is no set of reals. */
static struct comparison compare_by_parts(struct comparer *j,
                                          const struct expr *key,
                                          const struct expr *answer)
{
    struct comparison f;
    bool open_from, open_to;

    key = shape_value(key);
    answer = shape_value(answer);
    if (key->op == EXPR_RELATION && answer->op == EXPR_RELATION)
        return compare_equations(j, key, answer);
    if ((key->op == EXPR_INTERVAL || answer->op == EXPR_INTERVAL) &&
        key->count == 2 && answer->count == 2 &&
        (key->op == answer->op || key->op == EXPR_TUPLE ||
         answer->op == EXPR_TUPLE)) {
        open_from = key->op == EXPR_TUPLE || key->open_from;
        open_to = key->op == EXPR_TUPLE || key->open_to;
        if (open_from != (answer->op == EXPR_TUPLE || answer->open_from) ||
            open_to != (answer->op == EXPR_TUPLE || answer->open_to))
            return found(TRUTH_NO, "interval",
                         "an endpoint is open in one and closed in the other");
        f = compare_plain(j, key->args[0], answer->args[0]);
        return found_and(f, compare_plain(j, key->args[1], answer->args[1]));
    }
    if (key->op != answer->op || key->count != answer->count ||
        key->op == EXPR_DOMAIN)
        return found(key->op == EXPR_DOMAIN && answer->op == EXPR_DOMAIN
                         ? TRUTH_NO
                         : TRUTH_UNKNOWN,
                     "sets", "could not compare the sets");
    f = found(TRUTH_YES, "sets", "they are equal part by part");
    for (unsigned i = 0; i < key->count; i++)
        f = found_and(f, compare_answers(j, key->args[i], answer->args[i]));
    /* Parts may differ and the whole be the same. */
    if (f.lenient == TRUTH_NO)
        f.lenient = f.strict = TRUTH_UNKNOWN;
    return f;
}

/* Tuples, lists and sets that were not read as numbers of the real line. */
static bool compare_is_plain(const struct expr *x)
{
    return (x->op == EXPR_TUPLE && x->count != 2) || x->op == EXPR_LIST ||
           x->op == EXPR_SET;
}

static struct comparison compare_regions(struct comparer *j,
                                         const struct expr *key,
                                         const struct expr *answer)
{
    struct region k, a;
    enum truth read_k = region_read(j, &k, key);
    enum truth read_a = region_read(j, &a, answer);

    if (read_k == TRUTH_YES && read_a == TRUTH_YES && k.reversed != a.reversed)
        return found(TRUTH_NO, "interval",
                     "an interval has its endpoints in the wrong order");
    if (read_k == TRUTH_YES && read_a == TRUTH_YES && !k.reversed) {
        if (k.variable && a.variable && strcmp(k.variable, a.variable) != 0)
            return found(TRUTH_NO, "names", "they use different variables");
        return same_segments(j, &k, &a);
    }
    if (read_k == TRUTH_YES && read_a == TRUTH_NO &&
        (answer->op == EXPR_TUPLE || answer->op == EXPR_INTERVAL) &&
        key->op != EXPR_INTERVAL)
        return found(TRUTH_NO, "kind",
                     "the answer is not a set of numbers of this form");
    if ((read_k == TRUTH_YES && read_a == TRUTH_NO &&
         compare_is_plain(answer)) ||
        (read_a == TRUTH_YES && read_k == TRUTH_NO && compare_is_plain(key)))
        return found(TRUTH_NO, "kind", "only one is a set of numbers");
    if (same_conditions(j, key, answer))
        return found(TRUTH_YES, "sets",
                     "they are equal condition by condition");
    return compare_by_parts(j, key, answer);
}
