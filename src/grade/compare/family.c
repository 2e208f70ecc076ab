/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An infinite family {a + kd : k whole} is right under any re-indexing: over
 * a common period both sides must have the same members. Where k begins
 * somewhere (k natural, k >= 0), the families must begin with the same member
 * and go on in the same steps.
 */
#include "base/vec.h"
#include "grade/compare/compare_int.h"
#include "grade/compare/solve.h"
#include "math/arb.h"
#include "math/ball/ball.h"
#include "math/exact/exact.h"

#include <string.h>

struct family_item {
    const struct expr *start, *step; /* start + k step */
};

/* What is said of the parameter. */
struct range {
    const char *name; /* k; NULL: nothing is said */
    bool bounded;     /* k >= from */
    bool natural;     /* "k \in N", which begins with 0 or with 1 */
    bool odd;         /* something else is said as well */
    slong from;
};

struct family_set {
    struct vec items;      /* of struct family_item */
    const char *parameter; /* k */
    struct range range;
    bool declared; /* "k \in Z" is written */
    bool bad;      /* something is no such family */
};

static const struct family_item *family_item_at(const struct family_set *s,
                                                size_t i)
{
    return vec_get(&s->items, struct family_item, i);
}

static bool family_is_parameter(const char *name)
{
    return strlen(name) == 1 && strchr("knmljN", name[0]);
}

static bool family_is_pi(const struct expr *x)
{
    return (x->op == EXPR_CONSTANT && x->constant == CONSTANT_PI) ||
           x->op == EXPR_DEGREE;
}

/* "k \in \mathbb{Z}", "k is an integer", "k \in \mathbb{Z}^+", "k \in N". */
static bool declares(const struct expr *x, struct range *r)
{
    const struct expr *set, *ray;

    if (!shape_is_member(x) || x->args[0]->op != EXPR_SYMBOL)
        return false;
    set = x->args[1];
    if (shape_is_domain(set, "N")) {
        r->natural = true;
    } else if (set->op == EXPR_INTERSECTION && set->count == 2 &&
               shape_is_domain(set->args[0], "Z")) {
        ray = set->args[1];
        r->bounded = true;
        r->odd |= ray->op != EXPR_INTERVAL ||
                  expr_infinity(ray->args[1]) <= 0 ||
                  !shape_small(ray->args[0], &r->from);
        r->from += ray->op == EXPR_INTERVAL && ray->open_from;
    } else if (!shape_is_domain(set, "Z")) {
        return false;
    }
    r->name = x->args[0]->name;
    return true;
}

/* Something said of the parameter beside the set it is in: k >= 0. */
static bool family_is_bound(const struct expr *x, const char *name)
{
    return name && x->op == EXPR_RELATION && x->args[0]->op == EXPR_SYMBOL &&
           strcmp(x->args[0]->name, name) == 0;
}

static void family_add_bound(const struct expr *x, struct range *r)
{
    slong from;

    if (x->count == 2 &&
        (x->relations[0] == RELATION_GE || x->relations[0] == RELATION_GT) &&
        shape_small(x->args[1], &from)) {
        from += x->relations[0] == RELATION_GT;
        r->from = r->bounded && r->from > from ? r->from : from;
        r->bounded = true;
    } else {
        r->odd = true;
    }
}

/* Look for what is said of the parameter: first its set, then bounds. */
static void family_find_range(const struct expr *x, struct range *r,
                              bool bounds)
{
    if (bounds ? family_is_bound(x, r->name) : declares(x, r)) {
        struct range unused = { 0 };

        if (bounds && !declares(x, &unused))
            family_add_bound(x, r);
        return;
    }
    for (unsigned i = 0; i < x->count && (bounds || !r->name); i++)
        if (x->args[i])
            family_find_range(x->args[i], r, bounds);
}

/* a + kd: linear in the parameter, by second differences. */
static void family_add_linear(struct comparer *j, struct family_set *s,
                              const struct expr *x)
{
    struct arena *a = j->arena;
    const struct expr *at[3];
    struct family_item *item;

    for (int k = 0; k < 3; k++)
        at[k] = expr_replace(a, x, s->parameter,
                             expr_integer(a, s->range.from + k));
    if (compare_same_value(j, expr_sub(a, at[1], at[0]),
                           expr_sub(a, at[2], at[1])) != TRUTH_YES ||
        s->items.n >= 64) {
        s->bad = true;
        return;
    }
    item = vec_push(&s->items);
    item->start = at[0];
    item->step = expr_sub(a, at[1], at[0]);
}

static bool is_alternating(const struct expr *x)
{
    return x->op == EXPR_POW && x->args[1]->op != EXPR_NUMBER &&
           (x->args[0]->op == EXPR_NEG ||
            (x->args[0]->op == EXPR_NUMBER &&
             fmpq_sgn(x->args[0]->number->value) < 0));
}

/* One member of the answer: \pm gives two families, (-1)^k one for even and
 * one for odd k. */
static void family_add_member(struct comparer *j, struct family_set *s,
                              const struct expr *x)
{
    struct arena *a = j->arena;
    const struct expr *k = expr_symbol(a, s->parameter);
    const struct expr *twice = expr_mul(a, expr_integer(a, 2), k);

    if (!expr_is_value(x)) {
        s->bad = true;
    } else if (expr_has_sign(x)) {
        family_add_member(j, s, expr_choose_sign(a, x, true));
        family_add_member(j, s, expr_choose_sign(a, x, false));
    } else if (expr_any(x, is_alternating)) {
        family_add_linear(j, s, expr_replace(a, x, s->parameter, twice));
        family_add_linear(j, s,
                          expr_replace(a, x, s->parameter,
                                       expr_add(a, twice, expr_integer(a, 1))));
    } else {
        family_add_linear(j, s, x);
    }
}

/* A letter that may be the parameter: k, n, m. */
static const char *find_letter(const struct expr *x)
{
    const char *name = NULL;

    if (x->op == EXPR_SYMBOL)
        return family_is_parameter(x->name) ? x->name : NULL;
    if (x->op == EXPR_RELATION && shape_name(x) && shape_value(x) != x)
        return find_letter(shape_value(x));
    for (unsigned i = 0; i < x->count && !name; i++)
        name = x->args[i] ? find_letter(x->args[i]) : NULL;
    return name;
}

/* The one parameter of x: declared, or k, n, m beside pi. */
static const char *find_parameter(const struct expr *x, struct range *r)
{
    family_find_range(x, r, false);
    if (!r->name)
        return find_letter(x);
    family_find_range(x, r, true);
    return r->name;
}

bool is_family(const struct expr *x)
{
    struct range r = { 0 };

    if (declares(x, &r) || has_matrix(x) || !find_parameter(x, &r))
        return false;
    return r.name || expr_any(x, family_is_pi);
}

static void family_collect(struct comparer *j, struct family_set *s,
                           const struct expr *x, unsigned depth)
{
    if (family_is_bound(x, s->range.name) || depth > 8)
        return;
    x = shape_value(x);
    if (x->op == EXPR_LIST || x->op == EXPR_OR || x->op == EXPR_AND ||
        x->op == EXPR_SET || x->op == EXPR_UNION) {
        for (unsigned i = 0; i < x->count; i++)
            family_collect(j, s, x->args[i], depth + 1);
    } else if (x->op == EXPR_BUILDER) {
        family_collect(j, s, x->args[0], depth + 1);
    } else {
        family_add_member(j, s, x);
    }
}

static struct family_set family_of(struct comparer *j, const struct expr *x)
{
    struct family_set s = { .items =
                                vec_in(j->arena, sizeof(struct family_item)) };

    s.parameter = find_parameter(x, &s.range);
    s.declared = s.range.name != NULL;
    s.bad = s.range.odd;
    family_collect(j, &s, x, 0);
    for (size_t i = 0; i < s.items.n && !s.bad; i++) {
        const struct family_item *f = family_item_at(&s, i);

        /* Other symbols would make the step a formula of its own. */
        s.bad = shape_has_symbols(j->arena, f->step) ||
                shape_has_symbols(j->arena, f->start);
    }
    s.bad |= s.items.n == 0;
    return s;
}

/* x / y as an exact rational, if it is one: found by a ball, proved by
 * decide. */
static bool family_ratio(struct comparer *j, fmpq_t out, const struct expr *x,
                         const struct expr *y)
{
    struct arena *a = j->arena;
    const struct expr *q = expr_div(a, x, y);
    fmpz_t scaled;
    acb_t v;
    bool ok = false;

    acb_init(v);
    fmpz_init(scaled);
    if (ball_eval(v, q, NULL, 128, j->work) == BALL_VALUE && acb_is_real(v)) {
        /* Denominators of periods are small: 720720 holds all up to 16. */
        arb_mul_ui(acb_realref(v), acb_realref(v), 720720, 128);
        ok = arb_get_unique_fmpz(scaled, acb_realref(v)) &&
             fmpz_bits(scaled) < 60;
        if (ok) {
            fmpq_set_fmpz(out, scaled);
            fmpz_set_ui(scaled, 720720);
            fmpq_div_fmpz(out, out, scaled);
            ok = compare_same_value(j, q, expr_rational(a, out)) == TRUTH_YES;
        }
    }
    acb_clear(v);
    fmpz_clear(scaled);
    return ok;
}

/* All steps in units of the first key's: the members of a set over the common
 * period, as offsets from the key's first start in units of its step. */
struct period {
    const struct expr *start, *unit;
    fmpz_t length; /* in units; the numerators' common multiple */
};

static bool extend_period(struct comparer *j, struct period *p,
                          const struct family_set *s)
{
    fmpq_t r;
    bool ok = true;

    fmpq_init(r);
    for (size_t i = 0; i < s->items.n && ok; i++) {
        ok = family_ratio(j, r, family_item_at(s, i)->step, p->unit) &&
             !fmpq_is_zero(r);
        if (ok)
            fmpz_lcm(p->length, p->length, fmpq_numref(r));
        ok = ok && fmpz_cmp_ui(p->length, 5000) < 0;
    }
    fmpq_clear(r);
    return ok;
}

/* The members of one period, as canonical fractions in text, sorted by the
 * caller's counting: here simply collected without repetition. */
static bool family_members(struct comparer *j, const struct family_set *s,
                           const struct period *p, struct vec *out)
{
    fmpq_t step, at, m;
    bool ok = true;

    fmpq_init(step);
    fmpq_init(at);
    fmpq_init(m);
    for (size_t i = 0; i < s->items.n && ok; i++) {
        const struct family_item *f = family_item_at(s, i);
        slong count;

        ok = family_ratio(j, step, f->step, p->unit) &&
             family_ratio(j, at, expr_sub(j->arena, f->start, p->start),
                          p->unit);
        if (!ok)
            break;
        fmpq_abs(step, step);
        fmpq_set_fmpz(m, p->length);
        fmpq_div(m, m, step);
        count = fmpz_get_si(fmpq_numref(m));
        ok = fmpz_is_one(fmpq_denref(m)) && count <= 5000 &&
             work_spend(j->work, (uint64_t)count * 4);
        for (slong k = 0; k < count && ok; k++) {
            fmpq **place;
            fmpz_t turns;

            /* Into [0, length). */
            fmpz_init(turns);
            fmpq_div_fmpz(m, at, p->length);
            fmpz_fdiv_q(turns, fmpq_numref(m), fmpq_denref(m));
            fmpz_mul(turns, turns, p->length);
            fmpq_sub_fmpz(m, at, turns);
            fmpz_clear(turns);
            place = vec_push(out);
            *place = arena_new(j->arena, fmpq);
            fmpq_init(*place);
            arena_defer(j->arena, (void (*)(void *))fmpq_clear, *place);
            fmpq_set(*place, m);
            fmpq_add(at, at, step);
        }
    }
    fmpq_clear(step);
    fmpq_clear(at);
    fmpq_clear(m);
    return ok;
}

static bool family_holds(const struct vec *all, const fmpq *x)
{
    for (size_t i = 0; i < all->n; i++)
        if (fmpq_equal(*vec_get(all, fmpq *, i), x))
            return true;
    return false;
}

static enum truth same_members(struct comparer *j, const struct family_set *key,
                               const struct family_set *answer)
{
    const struct family_item *first = family_item_at(key, 0);
    struct period p = { first->start, first->step, { 1 } };
    struct vec k = vec_in(j->arena, sizeof(fmpq *));
    struct vec a = vec_in(j->arena, sizeof(fmpq *));
    enum truth same = TRUTH_UNKNOWN;

    fmpz_init_set_ui(p.length, 1);
    if (extend_period(j, &p, key) && extend_period(j, &p, answer) &&
        family_members(j, key, &p, &k) && family_members(j, answer, &p, &a) &&
        work_spend(j->work, k.n * a.n / 8)) {
        same = TRUTH_YES;
        for (size_t i = 0; i < k.n; i++)
            if (!family_holds(&a, *vec_get(&k, fmpq *, i)))
                same = TRUTH_NO;
        for (size_t i = 0; i < a.n; i++)
            if (!family_holds(&k, *vec_get(&a, fmpq *, i)))
                same = TRUTH_NO;
    }
    fmpz_clear(p.length);
    return same;
}

/* Steps or starts whose ratio is no fraction: two single families differ when
 * their steps do, up to the sign. */
static enum truth single_members(struct comparer *j,
                                 const struct family_set *key,
                                 const struct family_set *answer)
{
    const struct family_item *k = family_item_at(key, 0);
    const struct family_item *a = family_item_at(answer, 0);
    enum truth same, mirrored;

    if (key->items.n != 1 || answer->items.n != 1)
        return TRUTH_UNKNOWN;
    same = compare_same_value(j, k->step, a->step);
    mirrored = compare_same_value(j, k->step, expr_neg(j->arena, a->step));
    if (same == TRUTH_NO && mirrored == TRUTH_NO)
        return TRUTH_NO;
    if (same != TRUTH_YES && mirrored != TRUTH_YES)
        return TRUTH_UNKNOWN;
    return compare_same_value(j, k->start, a->start) == TRUTH_YES
               ? TRUTH_YES
               : TRUTH_UNKNOWN;
}

static bool is_one_sided(const struct family_set *s)
{
    return s->range.bounded || s->range.natural;
}

/* Do all members lie on one side of the first? */
static bool one_direction(struct comparer *j, const struct family_set *s)
{
    const struct expr *zero = expr_integer(j->arena, 0);
    int first = 2;

    for (size_t i = 0; i < s->items.n; i++) {
        int sign = solve_order_of(j, family_item_at(s, i)->step, zero);

        if (sign == 0 || sign == 2 || (i > 0 && sign != first))
            return false;
        first = sign;
    }
    return true;
}

static enum truth same_item(struct comparer *j, const struct family_item *x,
                            const struct family_item *y)
{
    enum truth start = compare_same_value(j, x->start, y->start);
    enum truth step = compare_same_value(j, x->step, y->step);

    if (start == TRUTH_NO || step == TRUTH_NO)
        return TRUTH_NO;
    return start == TRUTH_YES && step == TRUTH_YES ? TRUTH_YES : TRUTH_UNKNOWN;
}

/* Families of which at least one has a first member. */
static enum truth one_sided(struct comparer *j, const struct family_set *key,
                            const struct family_set *answer)
{
    size_t n = key->items.n, met = 0;

    if (!is_one_sided(key) || !is_one_sided(answer))
        return key->declared && answer->declared &&
                       one_direction(j, is_one_sided(key) ? key : answer)
                   ? TRUTH_NO
                   : TRUTH_UNKNOWN;
    if (key->range.natural != answer->range.natural)
        return TRUTH_UNKNOWN; /* does N begin with 0? */
    if (n == 1 && answer->items.n == 1)
        return same_item(j, family_item_at(key, 0), family_item_at(answer, 0));
    for (size_t i = 0; i < n && n == answer->items.n; i++)
        for (size_t k = 0; k < n && met == i; k++)
            met += same_item(j, family_item_at(key, i),
                             family_item_at(answer, k)) == TRUTH_YES;
    return met == n && n == answer->items.n ? TRUTH_YES : TRUTH_UNKNOWN;
}

/* The two as anything but families. */
static struct comparison by_sequence_or_value(struct comparer *j,
                                              const struct expr *key,
                                              const struct expr *answer)
{
    const struct expr *k = shape_value(key), *a = shape_value(answer);

    if (expr_is_value(k) && expr_is_value(a) && !expr_has_sign(k) &&
        !expr_has_sign(a))
        return compare_values(j, k, a);
    return compare_sequences(j, key, answer);
}

/* Steps that are multiples of pi: what makes a family of angles. */
static bool steps_of_pi(struct comparer *j, const struct family_set *s)
{
    const struct expr *pi = expr_constant(j->arena, CONSTANT_PI);
    bool all = true;
    fmpq_t r;

    fmpq_init(r);
    for (size_t i = 0; i < s->items.n && all; i++)
        all = family_ratio(j, r, family_item_at(s, i)->step, pi);
    fmpq_clear(r);
    return all;
}

static struct comparison same_families(struct comparer *j,
                                       const struct family_set *k,
                                       const struct family_set *a)
{
    enum truth same;

    if (is_one_sided(k) || is_one_sided(a)) {
        same = one_sided(j, k, a);
    } else {
        same = same_members(j, k, a);
        if (same == TRUTH_UNKNOWN)
            same = single_members(j, k, a);
    }
    switch (same) {
    case TRUTH_YES: return found(TRUTH_YES, "family", "the same infinite set");
    case TRUTH_NO:
        return found(TRUTH_NO, "family", "the infinite sets are different");
    default:
        return found(TRUTH_UNKNOWN, "family",
                     "could not compare the infinite sets");
    }
}

/* Without "k whole" and without "x =", 2 pi n - pi may be a formula in n: what
 * is equal only as a family is then left open. */
struct comparison compare_families(struct comparer *j, const struct expr *key,
                                   const struct expr *answer)
{
    struct family_set k = family_of(j, key), a = family_of(j, answer);
    /* A formula in n is not answered in k: another name means a family. */
    bool declared =
        k.declared || a.declared ||
        (k.parameter && a.parameter && strcmp(k.parameter, a.parameter) != 0);
    struct comparison plain, f;

    if (!k.bad && !a.bad && declared)
        return same_families(j, &k, &a);
    plain = by_sequence_or_value(j, key, answer);
    if (plain.lenient == TRUTH_YES || k.bad || a.bad || !steps_of_pi(j, &k) ||
        !steps_of_pi(j, &a))
        return plain;
    f = same_families(j, &k, &a);
    if (f.lenient == TRUTH_YES && !shape_name(key) && !shape_name(answer))
        return strcmp(k.parameter, "k") == 0
                   ? found(TRUTH_UNKNOWN, "family",
                           "they are equal as infinite sets, but not as "
                           "formulas")
                   : plain;
    return f.lenient == TRUTH_UNKNOWN ? plain : f;
}
