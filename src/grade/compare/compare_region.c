/* SPDX-License-Identifier: Apache-2.0 */
/* Sets of real numbers, whatever they were written as. */
#include "grade/compare/compare_int.h"
#include "grade/compare/region.h"

#include <string.h>

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

bool is_region(const struct expr *x)
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

bool may_be_region(const struct expr *x)
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
static struct comparison by_parts(struct comparer *j, const struct expr *key,
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
        f = found_and(f, compare(j, key->args[i], answer->args[i]));
    /* Parts may differ and the whole be the same. */
    if (f.lenient == TRUTH_NO)
        f.lenient = f.strict = TRUTH_UNKNOWN;
    return f;
}

/* Tuples, lists and sets that were not read as numbers of the real line. */
static bool is_plain(const struct expr *x)
{
    return (x->op == EXPR_TUPLE && x->count != 2) || x->op == EXPR_LIST ||
           x->op == EXPR_SET;
}

struct comparison compare_regions(struct comparer *j, const struct expr *key,
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
    if ((read_k == TRUTH_YES && read_a == TRUTH_NO && is_plain(answer)) ||
        (read_a == TRUTH_YES && read_k == TRUTH_NO && is_plain(key)))
        return found(TRUTH_NO, "kind", "only one is a set of numbers");
    if (same_conditions(j, key, answer))
        return found(TRUTH_YES, "sets",
                     "they are equal condition by condition");
    return by_parts(j, key, answer);
}
