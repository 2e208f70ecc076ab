/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/compare/region.h"

#include "base/limits.h"
#include "grade/compare/shape.h"
#include "grade/compare/solve.h"
#include "math/exact/exact.h"

#include <string.h>

static bool read_into(struct comparer *j, struct region *r,
                      const struct expr *x, unsigned depth);

/* ---- segments ---- */

static void region_push(struct region *r, const struct expr *from,
                        bool open_from, const struct expr *to, bool open_to)
{
    struct segment *s = vec_push(&r->segments);

    *s = (struct segment){ from, to, open_from || expr_infinity(from),
                           open_to || expr_infinity(to) };
}

static const struct expr *region_infinity(struct comparer *j, int sign)
{
    const struct expr *x = expr_constant(j->arena, CONSTANT_INFINITY);

    return sign > 0 ? x : expr_neg(j->arena, x);
}

static void push_line(struct comparer *j, struct region *r)
{
    region_push(r, region_infinity(j, -1), true, region_infinity(j, 1), true);
}

static struct region empty(struct comparer *j)
{
    return (struct region){ .segments =
                                vec_in(j->arena, sizeof(struct segment)) };
}

/* Order of two lower ends (an open one is later), or of two upper ends (an
 * open one is earlier). */
static int order_ends(struct comparer *j, const struct expr *x, bool open_x,
                      const struct expr *y, bool open_y, bool lower)
{
    int order = solve_order_of(j, x, y);

    if (order != 0 || open_x == open_y)
        return order;
    return open_x == lower ? 1 : -1;
}

/* Does the segment hold anything? 2: not known. */
static int is_full(struct comparer *j, const struct segment *s)
{
    int order = solve_order_of(j, s->from, s->to);

    if (order == 2)
        return 2;
    return order < 0 || (order == 0 && !s->open_from && !s->open_to);
}

/* The common part of two regions. */
static bool intersect(struct comparer *j, struct region *out,
                      const struct region *x, const struct region *y)
{
    for (size_t i = 0; i < x->segments.n; i++) {
        for (size_t k = 0; k < y->segments.n; k++) {
            struct segment a = *vec_get(&x->segments, struct segment, i);
            struct segment b = *vec_get(&y->segments, struct segment, k);
            int low, high, full;

            if (out->segments.n > LIMIT_ITEMS || !work_spend(j->work, 1))
                return work_refuse(j->work, "items");
            low = order_ends(j, a.from, a.open_from, b.from, b.open_from, true);
            high = order_ends(j, a.to, a.open_to, b.to, b.open_to, false);
            if (low == 2 || high == 2)
                return false;
            if (low < 0)
                a.from = b.from, a.open_from = b.open_from;
            if (high > 0)
                a.to = b.to, a.open_to = b.open_to;
            full = is_full(j, &a);
            if (full == 2)
                return false;
            if (full)
                region_push(out, a.from, a.open_from, a.to, a.open_to);
        }
    }
    return true;
}

/* Insert one segment, keeping the order and joining what touches. */
static bool region_insert(struct comparer *j, struct region *r,
                          struct segment s)
{
    struct region next = empty(j);
    bool placed = false;

    for (size_t i = 0; i < r->segments.n; i++) {
        struct segment t = *vec_get(&r->segments, struct segment, i);
        int before = solve_order_of(j, t.to, s.from);
        int after = solve_order_of(j, s.to, t.from);

        if (before == 2 || after == 2 || !work_spend(j->work, 1))
            return false;
        if (before < 0 || (before == 0 && t.open_to && s.open_from)) {
            region_push(&next, t.from, t.open_from, t.to, t.open_to);
        } else if (after < 0 || (after == 0 && s.open_to && t.open_from)) {
            if (!placed)
                region_push(&next, s.from, s.open_from, s.to, s.open_to);
            placed = true;
            region_push(&next, t.from, t.open_from, t.to, t.open_to);
        } else {
            int low =
                order_ends(j, t.from, t.open_from, s.from, s.open_from, true);
            int high = order_ends(j, t.to, t.open_to, s.to, s.open_to, false);

            if (low == 2 || high == 2)
                return false;
            if (low < 0)
                s.from = t.from, s.open_from = t.open_from;
            if (high > 0)
                s.to = t.to, s.open_to = t.open_to;
        }
    }
    if (!placed)
        region_push(&next, s.from, s.open_from, s.to, s.open_to);
    r->segments = next.segments;
    return true;
}

static bool unite(struct comparer *j, struct region *r,
                  const struct region *more)
{
    for (size_t i = 0; i < more->segments.n; i++)
        if (r->segments.n > LIMIT_ITEMS ||
            !region_insert(j, r, *vec_get(&more->segments, struct segment, i)))
            return false;
    if (!r->variable)
        r->variable = more->variable;
    r->reversed |= more->reversed;
    return true;
}

/* What the region leaves out of the real line. */
static struct region complement(struct comparer *j, const struct region *x)
{
    struct region r = empty(j);
    const struct expr *from = region_infinity(j, -1);
    bool open = true;

    for (size_t i = 0; i < x->segments.n; i++) {
        const struct segment *s = vec_get(&x->segments, struct segment, i);

        if (expr_infinity(s->from) >= 0)
            region_push(&r, from, open, s->from, !s->open_from);
        from = s->to;
        open = !s->open_to;
    }
    if (expr_infinity(from) <= 0)
        region_push(&r, from, open, region_infinity(j, 1), true);
    return r;
}

/* ---- reading ---- */

static enum relation region_mirrored(enum relation rel)
{
    switch (rel) {
    case RELATION_LT: return RELATION_GT;
    case RELATION_LE: return RELATION_GE;
    case RELATION_GT: return RELATION_LT;
    case RELATION_GE: return RELATION_LE;
    default: return rel;
    }
}

/* x REL bound; flipped: bound REL x. */
static bool region_half_line(struct comparer *j, struct region *r,
                             enum relation rel, const struct expr *bound,
                             bool flipped)
{
    if (rel > RELATION_GE)
        return false;
    if (flipped)
        rel = region_mirrored(rel);
    switch (rel) {
    case RELATION_EQ: region_push(r, bound, false, bound, false); return true;
    case RELATION_NE:
        region_push(r, region_infinity(j, -1), true, bound, true);
        region_push(r, bound, true, region_infinity(j, 1), true);
        return true;
    case RELATION_LT:
    case RELATION_LE:
        region_push(r, region_infinity(j, -1), true, bound, rel == RELATION_LT);
        return true;
    default:
        region_push(r, bound, rel == RELATION_GT, region_infinity(j, 1), true);
        return true;
    }
}

/* Between the roots of a quadratic, or outside of them. */
static bool push_roots(struct comparer *j, struct region *r,
                       const struct solved *s, enum relation rel, bool inside)
{
    bool open = rel == RELATION_LT || rel == RELATION_GT;

    if (s->count == 0) {
        if (!inside)
            push_line(j, r);
        return true;
    }
    if (inside) {
        if (s->count == 2 || !open)
            region_push(r, s->root[0], open, s->root[1], open);
        return true;
    }
    region_push(r, region_infinity(j, -1), true, s->root[0], open);
    region_push(r, s->root[1], open, region_infinity(j, 1), true);
    return true;
}

/* f REL 0 for an f that is linear or quadratic in x. */
static bool read_solved(struct comparer *j, struct region *r, const char *name,
                        const struct expr *u, enum relation rel,
                        const struct expr *bound)
{
    struct arena *a = j->arena;
    const struct expr *f = expr_sub(a, u, bound);
    struct region all = empty(j);
    struct solved s;
    bool below = rel == RELATION_LT || rel == RELATION_LE;

    if (u->op == EXPR_SYMBOL)
        return region_half_line(j, r, rel, bound, false);
    s = solve_real(j, f, name);
    if (s.count < 0)
        return false;
    if (!s.quadratic)
        return region_half_line(j, r, rel, s.root[0], s.leading < 0);
    if (rel == RELATION_EQ || rel == RELATION_NE) {
        for (int i = 0; i < s.count; i++)
            region_push(&all, s.root[i], false, s.root[i], false);
        if (rel == RELATION_NE)
            all = complement(j, &all);
        return unite(j, r, &all);
    }
    return push_roots(j, &all, &s, rel, below == (s.leading > 0)) &&
           unite(j, r, &all);
}

/* |u| < c lies between -c and c; |u| > c outside of them. */
static bool read_abs(struct comparer *j, struct region *r, const char *name,
                     const struct expr *u, enum relation rel,
                     const struct expr *bound)
{
    const struct expr *minus = expr_neg(j->arena, bound);
    struct region up = empty(j), low = empty(j), both = empty(j);
    bool inside = rel == RELATION_LT || rel == RELATION_LE;

    if (rel == RELATION_EQ || rel > RELATION_GE || rel == RELATION_NE ||
        solve_order_of(j, bound, expr_integer(j->arena, 0)) != 1 ||
        !read_solved(j, &up, name, u, rel, bound) ||
        !read_solved(j, &low, name, u, region_mirrored(rel), minus))
        return false;
    if (!inside)
        return unite(j, r, &up) && unite(j, r, &low);
    return intersect(j, &both, &up, &low) && unite(j, r, &both);
}

/* One link of a chain: a side with the one symbol, a side that is constant. */
static bool region_read_link(struct comparer *j, struct region *r,
                             const char **name, const struct expr *left,
                             enum relation rel, const struct expr *right)
{
    bool flipped = shape_has_symbols(j->arena, right);
    const struct expr *u = flipped ? right : left;
    const struct expr *bound = flipped ? left : right;
    const char *const *names;

    if (!expr_is_value(u) || !expr_is_value(bound) ||
        shape_has_symbols(j->arena, bound) ||
        expr_symbols(j->arena, u, &names) != 1 ||
        (*name && strcmp(*name, names[0]) != 0))
        return false;
    *name = names[0];
    if (flipped)
        rel = region_mirrored(rel);
    if (u->op == EXPR_CALL && u->function->id == FN_ABS)
        return read_abs(j, r, *name, u->args[0], rel, bound);
    return read_solved(j, r, *name, u, rel, bound);
}

/* a < x <= b: all links hold. */
static bool read_chain(struct comparer *j, struct region *r,
                       const struct expr *x)
{
    struct region so_far = empty(j);

    push_line(j, &so_far);
    for (unsigned i = 0; i + 1 < x->count; i++) {
        struct region half = empty(j), next = empty(j);

        if (!region_read_link(j, &half, &r->variable, x->args[i],
                              x->relations[i], x->args[i + 1]) ||
            !intersect(j, &next, &so_far, &half))
            return false;
        so_far = next;
    }
    return x->count > 1 && unite(j, r, &so_far);
}

static bool region_read_joined(struct comparer *j, struct region *r,
                               const struct expr *x, bool both, unsigned depth);

static bool region_read_relation(struct comparer *j, struct region *r,
                                 const struct expr *x, unsigned depth)
{
    if (x->count == 2 && x->relations[0] <= RELATION_NE && expr_has_sign(x)) {
        const struct expr *signs[] = { expr_choose_sign(j->arena, x, true),
                                       expr_choose_sign(j->arena, x, false) };

        return region_read_joined(j, r, expr_new(j->arena, EXPR_AND, signs, 2),
                                  x->relations[0] == RELATION_NE,
                                  depth); /* x != \pm 2 */
    }
    if (shape_is_member(x) && x->args[0]->op == EXPR_SYMBOL) {
        r->variable = x->args[0]->name;
        return read_into(j, r, x->args[1], depth + 1);
    }
    if (x->count == 2 && x->relations[0] == RELATION_EQ &&
        !expr_is_value(x->args[1]))
        return read_into(j, r, x->args[1], depth + 1); /* D = (0, 1) */
    return read_chain(j, r, x);
}

/* Regions joined by an operator: union, or intersection. */
static bool region_read_joined(struct comparer *j, struct region *r,
                               const struct expr *x, bool both, unsigned depth)
{
    struct region total = empty(j);

    for (unsigned i = 0; i < x->count; i++) {
        struct region part = empty(j), next = empty(j);

        part.variable = total.variable;
        if (!read_into(j, &part, x->args[i], depth + 1))
            return false;
        if (i == 0) {
            total = part;
            continue;
        }
        if (!both) {
            if (!unite(j, &total, &part))
                return false;
            continue;
        }
        if (!intersect(j, &next, &total, &part))
            return false;
        next.variable = part.variable ? part.variable : total.variable;
        next.reversed = part.reversed || total.reversed;
        total = next;
    }
    return unite(j, r, &total);
}

/* Conditions with commas: "x >= 3, x != 4" hold together; "x < 1, x > 3", of
 * which only one can, are alternatives. */
static bool region_read_conditions(struct comparer *j, struct region *r,
                                   const struct expr *x, unsigned depth)
{
    struct region both = empty(j), either = empty(j);

    both.variable = either.variable = r->variable;
    if (!region_read_joined(j, &both, x, true, depth))
        return false;
    if (both.segments.n > 0)
        return unite(j, r, &both);
    return region_read_joined(j, &either, x, false, depth) &&
           unite(j, r, &either);
}

static bool read_difference(struct comparer *j, struct region *r,
                            const struct expr *x, unsigned depth)
{
    struct region from = empty(j), less = empty(j), rest, out = empty(j);

    if (x->count != 2 || !read_into(j, &from, x->args[0], depth + 1) ||
        !read_into(j, &less, x->args[1], depth + 1))
        return false;
    rest = complement(j, &less);
    return intersect(j, &out, &from, &rest) && unite(j, r, &out);
}

static bool read_points(struct comparer *j, struct region *r,
                        const struct expr *x)
{
    for (unsigned i = 0; i < x->count; i++) {
        const struct expr *p = x->args[i];
        struct segment s = { p, p, false, false };

        if (!expr_is_value(p) || shape_has_symbols(j->arena, p) ||
            !region_insert(j, r, s))
            return false;
    }
    return true;
}

static bool region_read_segment(struct comparer *j, struct region *r,
                                const struct expr *x)
{
    struct segment s;

    if (x->count != 2 || !expr_is_value(x->args[0]) ||
        !expr_is_value(x->args[1]) || shape_has_symbols(j->arena, x))
        return false;
    s.from = x->args[0];
    s.to = x->args[1];
    s.open_from = x->op == EXPR_TUPLE || x->open_from;
    s.open_to = x->op == EXPR_TUPLE || x->open_to;
    s.open_from |= expr_infinity(s.from) != 0;
    s.open_to |= expr_infinity(s.to) != 0;
    switch (is_full(j, &s)) {
    case 0: /* (7, 3): nobody means the empty set by it */
        r->reversed = true;
        return true;
    case 1: return region_insert(j, r, s);
    default: return false;
    }
}

static bool read_domain(struct comparer *j, struct region *r,
                        const struct expr *x)
{
    if (strcmp(x->name, "R") == 0)
        push_line(j, r);
    return strcmp(x->name, "R") == 0 || strcmp(x->name, "empty") == 0;
}

/* The x of {x | ...} and {x in R | ...}; {x in Z | ...} is no region. */
static bool is_real_subject(const struct expr *x)
{
    return x->op == EXPR_SYMBOL || shape_is_in(x, "R");
}

/* x >= 0, as the element of {x >= 0 | x != 1}. */
static bool is_bounded_subject(const struct expr *x)
{
    return x->op == EXPR_RELATION && x->count == 2 &&
           x->args[0]->op == EXPR_SYMBOL && x->relations[0] >= RELATION_LT &&
           x->relations[0] <= RELATION_GE;
}

/* The variable of {x | x > 1} is bound: its name does not count. */
static bool read_builder(struct comparer *j, struct region *r,
                         const struct expr *x, unsigned depth)
{
    struct region inside = empty(j);
    const struct expr *condition;

    if (x->count != 2)
        return false;
    condition = x->args[1];
    if (is_bounded_subject(x->args[0]))
        condition = expr_binary(j->arena, EXPR_AND, x->args[0], condition);
    else if (!is_real_subject(x->args[0]))
        return false;
    if (!read_into(j, &inside, condition, depth + 1))
        return false;
    inside.variable = NULL;
    return unite(j, r, &inside);
}

static bool read_into(struct comparer *j, struct region *r,
                      const struct expr *x, unsigned depth)
{
    if (depth > 20 || !work_spend(j->work, 1))
        return false;
    switch (x->op) {
    case EXPR_INTERVAL:
    case EXPR_TUPLE: return region_read_segment(j, r, x);
    case EXPR_SET: return read_points(j, r, x);
    case EXPR_LIST:
        return x->count > 0 && expr_is_value(x->args[0])
                   ? read_points(j, r, x)
                   : region_read_conditions(j, r, x, depth);
    case EXPR_UNION:
    case EXPR_OR: return region_read_joined(j, r, x, false, depth);
    case EXPR_INTERSECTION:
    case EXPR_AND: return region_read_joined(j, r, x, true, depth);
    case EXPR_DIFFERENCE: return read_difference(j, r, x, depth);
    case EXPR_DOMAIN: return read_domain(j, r, x);
    case EXPR_RELATION: return region_read_relation(j, r, x, depth);
    case EXPR_BUILDER: return read_builder(j, r, x, depth);
    default: return false;
    }
}

enum truth region_read(struct comparer *j, struct region *out,
                       const struct expr *x)
{
    *out = empty(j);
    if (!read_into(j, out, x, 0))
        return j->work->ceiling ? TRUTH_UNKNOWN : TRUTH_NO;
    return TRUTH_YES;
}

/* ---- whole numbers ---- */

#define WHOLE_MOST 1000 /* members of a set that is written out */

/* The smallest whole number of a segment, or the largest; false when there is
 * no end. Ends that are fractions only. */
static bool whole_end(struct comparer *j, fmpz_t out, const struct expr *end,
                      bool open, bool upper)
{
    fmpq_t v;
    bool ok;

    fmpq_init(v);
    ok = exact_rational(v, end, j->work) == EXACT_VALUE;
    if (ok && upper)
        fmpz_fdiv_q(out, fmpq_numref(v), fmpq_denref(v));
    else if (ok)
        fmpz_cdiv_q(out, fmpq_numref(v), fmpq_denref(v));
    if (ok && open && fmpz_is_one(fmpq_denref(v))) {
        if (upper)
            fmpz_sub_ui(out, out, 1);
        else
            fmpz_add_ui(out, out, 1);
    }
    fmpq_clear(v);
    return ok;
}

static bool whole_segment(struct comparer *j, struct vec *out,
                          const struct segment *s)
{
    fmpz_t from, to, gap;
    bool ok;

    fmpz_init(from);
    fmpz_init(to);
    fmpz_init(gap);
    ok = whole_end(j, from, s->from, s->open_from, false) &&
         whole_end(j, to, s->to, s->open_to, true) && fmpz_fits_si(from);
    fmpz_sub(gap, to, from);
    ok = ok && fmpz_cmp_ui(gap, WHOLE_MOST) < 0 && out->n < WHOLE_MOST &&
         work_spend(j->work, WHOLE_MOST);
    for (slong i = 0; ok && fmpz_cmp_si(gap, i) >= 0; i++) {
        const struct expr **place = vec_push(out);

        *place = expr_integer(j->arena, fmpz_get_si(from) + i);
    }
    fmpz_clear(from);
    fmpz_clear(to);
    fmpz_clear(gap);
    return ok;
}

const struct expr *region_whole(struct comparer *j, const struct expr *x)
{
    struct vec all = vec_in(j->arena, sizeof(struct expr *));
    struct region r = empty(j);

    if (x->op != EXPR_BUILDER || x->count != 2)
        return x;
    if (!shape_is_in(x->args[0], "Z") || !read_into(j, &r, x->args[1], 0))
        return x;
    for (size_t i = 0; i < r.segments.n; i++)
        if (!whole_segment(j, &all, vec_get(&r.segments, struct segment, i)))
            return x;
    return expr_new(j->arena, EXPR_SET, (const struct expr *const *)all.items,
                    (unsigned)all.n);
}
