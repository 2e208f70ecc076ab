/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Commuting permutations of given exponents, with colourings that both respect.
 *
 * solve() sees them as actions of the group Z_a x Z_b: it counts the subgroups
 * of every index, which are the orbits that can be, and builds the set from
 * orbits. check() goes by the cycle types of the first permutation and counts
 * what commutes with it, cycles of cycles with a twist.
 */
#include "family/recipe/keys.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"
#include "math/flint_poly.h"

#include <inttypes.h>

#define POINTS_MOST 400
#define EXACT_MOST  40 /* points up to which no remainder is asked */
#define BIG_PRIME   1000000007

struct pairs {
    int64_t n, a, b; /* x^a = y^b = 1 on n points */
    int64_t fixed;   /* points that x leaves */
    int64_t colours;
    int64_t modulus; /* 0: the number itself is asked */
};

static const struct field fields[] = {
    NUMBER(struct pairs, n, 1, POINTS_MOST),
    NUMBER(struct pairs, a, 1, 999),
    NUMBER(struct pairs, b, 1, 999),
    NUMBER(struct pairs, fixed, 0, POINTS_MOST),
    NUMBER(struct pairs, colours, 1, 999),
    NUMBER(struct pairs, modulus, 0, BIG_PRIME),
    { 0 },
};

static int64_t divisors_upto(int64_t x, int64_t most)
{
    int64_t count = 0;

    for (int64_t d = 1; d <= x && d <= most; d++)
        count += x % d == 0;
    return count;
}

/* An exponent with several cycle lengths that fit. */
static int64_t draw_exponent(struct pick *k)
{
    int64_t wanted = k->depth < 6 ? 2 : k->depth < 12 ? 3 : 5;

    for (;;) {
        int64_t x = pick(k, 4, 180);

        if (divisors_upto(x, k->depth) >= wanted)
            return x;
    }
}

static void draw(struct pick *k, void *values)
{
    struct pairs *v = values;

    v->n = k->depth;
    v->a = draw_exponent(k);
    v->b = draw_exponent(k);
    v->fixed = pick(k, 0, k->depth / 2);
    v->colours = pick(k, 2, 99);
    v->modulus = k->depth > EXACT_MOST ? BIG_PRIME : 0;
}

/* ---- the first road: orbits ---- */

/* Returns the number of subgroups of index k in Z_a x Z_b: they are lattices
 * with the basis (d, j), (0, k / d). */
static int64_t subgroups(const struct pairs *v, int64_t k)
{
    int64_t count = 0;

    for (int64_t d = 1; d <= k; d++)
        if (k % d == 0 && v->a % d == 0 && v->b % (k / d) == 0)
            count += integer_gcd(k / d, v->a / d);
    return count;
}

/* Set x to the number of coloured actions on n points whose orbits of k points
 * are of orbits[k] types: by the orbit of the last point. */
static void actions(const struct pairs *v, const int64_t *orbits, int64_t n,
                    fmpz_t x)
{
    fmpz *h = _fmpz_vec_init(n + 1);
    fmpz_t falling;

    fmpz_init(falling);
    fmpz_one(h);
    for (int64_t m = 1; m <= n; m++) {
        fmpz_one(falling); /* (m-1)! / (m-k)! */
        for (int64_t k = 1; k <= m; k++) {
            fmpz_mul_si(h + n, falling, orbits[k] * v->colours);
            if (m < n)
                fmpz_addmul(h + m, h + n, h + m - k);
            else
                fmpz_addmul(x, h + n, h + m - k);
            fmpz_mul_si(falling, falling, m - k);
        }
    }
    if (n == 0)
        fmpz_one(x);
    fmpz_clear(falling);
    _fmpz_vec_clear(h, n + 1);
}

static void tell_all(struct solving *s, const struct pairs *v,
                     const int64_t *moved, const fmpz_t still,
                     const fmpz_t moving)
{
    struct str list = str_in(s->arena);
    int64_t listed = 0;

    for (int64_t k = 1; k <= v->n - v->fixed && listed < 40; k++)
        if (moved[k]) {
            str_addf(&list, "%ss_{%" PRId64 "} = %" PRId64,
                     listed++ ? ", " : "", k, moved[k]);
        }
    let(s, "rest", v->n - v->fixed);
    let_text(s, "types", str_get(&list));
    let_text(s, "still", integer_text(s->arena, still));
    let_text(s, "moving", integer_text(s->arena, moving));
    tell(s, "rule");
    tell(s, "fixed");
    tell(s, "moved");
    tell(s, v->modulus ? "remainder" : "end");
}

static bool solve(struct solving *s, const void *values)
{
    const struct pairs *v = values;
    int64_t still[POINTS_MOST + 1] = { 0 }, moved[POINTS_MOST + 1] = { 0 };
    fmpz_t x, y, all;
    bool any;

    for (int64_t k = 1; k <= v->n; k++) {
        still[k] = v->b % k == 0; /* the subgroups with x in them */
        moved[k] = subgroups(v, k) - still[k];
    }
    fmpz_init(x);
    fmpz_init(y);
    fmpz_init(all);
    actions(v, still, v->fixed, x);
    actions(v, moved, v->n - v->fixed, y);
    fmpz_bin_uiui(all, (ulong)v->n, (ulong)v->fixed);
    fmpz_mul(all, all, x);
    fmpz_mul(all, all, y);
    any = fmpz_cmp_ui(all, 1000) > 0;
    if (v->modulus)
        fmpz_mod_ui(all, all, (ulong)v->modulus);
    solving_key(s, "%s", integer_text(s->arena, all));
    tell_all(s, v, moved, x, y);
    fmpz_clear(x);
    fmpz_clear(y);
    fmpz_clear(all);
    return any;
}

/* ---- the second road: cycle types ---- */

/* Fill w[m] for m up to `most`: of m cycles of x, all of length k, the ways in
 * which y can permute and turn them with y^b = 1, and their colourings. j
 * cycles that y permutes in a ring are turned by k^(j-1) ways for each turn of
 * the whole round; it must vanish after b / j rounds. */
static void commuting(const struct pairs *v, int64_t k, int64_t most, fmpz *w)
{
    fmpz_t ring;

    fmpz_init(ring);
    fmpz_one(w);
    for (int64_t m = 1; m <= most; m++) {
        fmpz_set_si(ring, v->colours);
        for (int64_t j = 1; j <= m; j++) {
            if (v->b % j == 0) {
                fmpz_mul_si(w + most + 1, ring, integer_gcd(k, v->b / j));
                fmpz_addmul(w + m, w + most + 1, w + m - j);
            }
            fmpz_mul_si(ring, ring, (m - j) * k);
        }
    }
    fmpz_clear(ring);
}

/* The points fall into r old ones and m new cycles of length k: add to `to`
 * what that gives. */
static void add_cycles(const fmpz *from, const fmpz *w, int64_t r, int64_t k,
                       int64_t m, fmpz *to)
{
    fmpz_t ways, part;

    fmpz_init(ways);
    fmpz_init(part);
    fmpz_bin_uiui(ways, (ulong)(r + k * m), (ulong)r);
    fmpz_fac_ui(part, (ulong)(k * m));
    fmpz_mul(ways, ways, part);
    fmpz_fac_ui(part, (ulong)m);
    fmpz_divexact(ways, ways, part);
    fmpz_set_si(part, k);
    fmpz_pow_ui(part, part, (ulong)m);
    fmpz_divexact(ways, ways, part);
    fmpz_mul(ways, ways, w + m);
    fmpz_addmul(to + r + k * m, ways, from + r);
    fmpz_clear(ways);
    fmpz_clear(part);
}

/* Take the cycles of length k into account; of length 1 there are `fixed`. */
static void add_length(const struct pairs *v, int64_t k, fmpz *all)
{
    int64_t most = v->n / k;
    fmpz *w = _fmpz_vec_init(most + 2), *to = _fmpz_vec_init(v->n + 1);

    commuting(v, k, most, w);
    for (int64_t r = 0; r <= v->n; r++)
        for (int64_t m = 0; !fmpz_is_zero(all + r) && r + k * m <= v->n; m++)
            if (k > 1 || m == v->fixed)
                add_cycles(all, w, r, k, m, to);
    _fmpz_vec_swap(all, to, v->n + 1);
    _fmpz_vec_clear(to, v->n + 1);
    _fmpz_vec_clear(w, most + 2);
}

static enum truth compare(struct arena *a, const struct pairs *v,
                          const fmpz_t got, struct check_finding *f)
{
    fmpz *all = _fmpz_vec_init(v->n + 1);
    enum truth holds;

    fmpz_one(all);
    for (int64_t k = 1; k <= v->n; k++)
        if (v->a % k == 0)
            add_length(v, k, all);
    if (v->modulus)
        fmpz_mod_ui(all + v->n, all + v->n, (ulong)v->modulus);
    f->detail = arena_printf(a,
                             "all cycle types of the first permutation "
                             "together give %s",
                             integer_text(a, all + v->n));
    holds = fmpz_equal(all + v->n, got) ? TRUTH_YES : TRUTH_NO;
    _fmpz_vec_clear(all, v->n + 1);
    return holds;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    enum truth holds = TRUTH_NO;
    fmpz_t got;

    f->by = "cycle types and what commutes with them";
    f->detail = "the key is not one integer";
    fmpz_init(got);
    if (key_integer(key, got))
        holds = compare(a, values, got, f);
    fmpz_clear(got);
    return holds;
}

static struct form_file text = {
#include "family/hard/groups.inc"
};

static const struct recipe recipe = {
    .text = &text,
    .size = sizeof(struct pairs),
    .fields = fields,
    .draw = draw,
    .free_from = 1,
    .solve = solve,
    .check = check,
};

static const struct family_depth depth = {
    .of = "points that the permutations act on",
    .least = 5,
    .most = POINTS_MOST,
    .levels = { 6, 10, 18, 32, 80 },
};

const struct family hard_groups = {
    .name = "hard/groups",
    .version = 1,
    .answer = ANSWER_INTEGER,
    HARD_CARD(&recipe, &depth),
};
