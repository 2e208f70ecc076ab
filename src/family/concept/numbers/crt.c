/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Simultaneous congruences: the least non-negative x with x = r_i (mod m_i).
 *
 * solve() merges the congruences one by one (Garner's way, which also serves
 * moduli with common factors). check() knows nothing of that: it divides the
 * key by every modulus, and rests on the theorem that a solution is unique
 * modulo the least common multiple; where that is small it also searches.
 */
#include "family/recipe/keys.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"

#include <inttypes.h>

#define MODULI_MOST 4

struct system {
    int64_t n;
    int64_t r[MODULI_MOST], m[MODULI_MOST]; /* x = r[i] (mod m[i]) */
};

static const struct field fields[] = {
    SLOT_LIST(struct system, r, n, 0, 999999),
    LIST(struct system, m, n, 2, 1000000),
    { 0 },
};

/* ---- drawing ---- */

#define PAIR_MODULI 29

/* Pairwise coprime numbers, a row for each value of the knob "digits". */
static const int64_t pair_moduli[3][PAIR_MODULI] = {
    { 4,  5,  7,  9,  11, 13, 17, 19, 23, 29, 31,  37,  41,  43, 47,
      53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109 },
    { 211, 223, 227, 229, 233, 239, 241, 251, 257, 263, 269, 271, 277, 281, 283,
      293, 307, 311, 313, 317, 331, 337, 347, 349, 353, 359, 367, 373, 379 },
    { 2003, 2011, 2017, 2027, 2029, 2039, 2053, 2063, 2069, 2081,
      2083, 2087, 2089, 2099, 2111, 2113, 2129, 2131, 2137, 2141,
      2143, 2153, 2161, 2179, 2203, 2207, 2213, 2221, 2237 },
};

/* A solution x that is larger than both moduli, so that neither remainder is
 * the answer itself and no condition is idle: all in a row. */
static void draw_pair(struct pick *k, struct system *s)
{
    const int64_t *m = pair_moduli[0], *grown = pair_moduli[k->digits];
    int64_t all = 0, rank;

    for (size_t j = 1; j < PAIR_MODULI; j++)
        for (size_t i = 0; i < j; i++)
            all += (m[i] - 1) * m[j];
    rank = pick(k, 0, all - 1);
    s->n = 2;
    for (size_t j = 1; j < PAIR_MODULI; j++)
        for (size_t i = 0; i < j; i++) {
            int64_t here = (m[i] - 1) * m[j], x;

            if (rank >= 0 && rank < here) {
                x = grown[j] +
                    pick_grown(k, rank, here, (grown[i] - 1) * grown[j]);
                s->m[0] = grown[i];
                s->m[1] = grown[j];
                s->r[0] = x % grown[i];
                s->r[1] = x % grown[j];
            }
            rank -= here;
        }
}

static bool coprime_to_all(const struct system *s, int64_t m)
{
    for (int64_t i = 0; i < s->n; i++)
        if (integer_gcd(s->m[i], m) != 1)
            return false;
    return true;
}

static int64_t lcm_of(const struct system *s)
{
    int64_t l = 1;

    for (int64_t i = 0; i < s->n; i++)
        l = l / integer_gcd(l, s->m[i]) * s->m[i]; /* at most 40000^4 */
    return l;
}

/* The least common multiple of all moduli but one. */
static int64_t lcm_without(const struct system *s, int64_t i)
{
    struct system others = *s;

    others.m[i] = 1;
    return lcm_of(&others);
}

/* Of a solution that is larger than what any of the others determine without
 * one: no condition is idle. */
static void draw_remainders(struct pick *k, struct system *s)
{
    int64_t least = 0, x;

    for (int64_t i = 0; i < s->n; i++)
        if (lcm_without(s, i) > least)
            least = lcm_without(s, i);
    x = pick_within(k, least, lcm_of(s) - 1);
    for (int64_t i = 0; i < s->n; i++)
        s->r[i] = x % s->m[i];
}

static void draw_triple(struct pick *k, struct system *s)
{
    while (s->n < 3) {
        int64_t m = pick_wide(k, 11, 120);

        if (coprime_to_all(s, m))
            s->m[s->n++] = m;
    }
    draw_remainders(k, s);
}

/* Some modulus has a factor in common with the others, and none divides the
 * least common multiple of the others: no condition is idle. */
static bool is_shared(const struct system *s)
{
    bool shared = false;

    for (int64_t i = 0; i < s->n; i++) {
        int64_t g = integer_gcd(lcm_without(s, i), s->m[i]);

        if (g == s->m[i])
            return false;
        shared = shared || g > 1;
    }
    return shared;
}

static void draw_shared(struct pick *k, struct system *s)
{
    s->n = MODULI_MOST;
    do
        for (int64_t i = 0; i < s->n; i++)
            s->m[i] = pick_wide(k, 24, 400);
    while (!is_shared(s));
    draw_remainders(k, s);
}

static void draw(struct pick *k, void *values)
{
    (k->level == 1   ? draw_pair
     : k->level == 2 ? draw_triple
                     : draw_shared)(k, values);
}

/* ---- the first road: merging ---- */

/* x = a (mod n), so far. */
struct merged {
    int64_t a, n;
};

static void tell_merged(struct solving *s, const struct merged *x)
{
    let(s, "a", x->a);
    let(s, "n", x->n);
}

/* Put t into x = a + n t so that x = b (mod k) as well; false when none
 * does. */
static bool merge(struct solving *s, struct merged *x, int64_t b, int64_t k)
{
    int64_t g = integer_gcd(x->n, k), n_g = x->n / g, k_g = k / g;
    int64_t need = integer_mod(b - x->a, k), inverse, t;

    if (need % g)
        return false;
    inverse = integer_inverse(n_g, k_g);
    t = integer_mod(need / g * inverse, k_g);
    let(s, "b", b);
    let(s, "k", k);
    let(s, "g", g);
    let(s, "need", need);
    let(s, "n_g", n_g);
    let(s, "k_g", k_g);
    let(s, "need_g", need / g);
    let(s, "inverse", inverse);
    let(s, "t", t);
    let(s, "sum", x->a + x->n * t);
    let(s, "lcm", x->n * k_g);
    tell(s, "next");
    if (g > 1)
        tell(s, "divide");
    tell(s, "invert");
    *x = (struct merged){ x->a + x->n * t, x->n * k_g };
    tell_merged(s, x);
    return true;
}

static bool solve(struct solving *s, const void *values)
{
    const struct system *v = values;
    struct merged x = { v->r[0], v->m[0] };

    for (int64_t i = 0; i < v->n; i++)
        if (v->r[i] >= v->m[i])
            return false;
    tell(s, "first");
    tell_merged(s, &x);
    for (int64_t i = 1; i < v->n; i++)
        if (!merge(s, &x, v->r[i], v->m[i]))
            return false;
    tell(s, "least");
    solving_key(s, "%" PRId64, x.a);
    return x.a > 0;
}

/* ---- which stories can be told ---- */

/* Stories in which one would expect full bags are told only when the answer
 * fills at least one of every size and leaves some over: the remainder of a
 * larger modulus must not be the answer itself. */
static bool expects_full(const void *values)
{
    const struct system *v = values;

    for (int64_t i = 0; i < v->n; i++) {
        int64_t j = 0;

        while (j < v->n && v->r[i] % v->m[j] == v->r[j])
            j++;
        if (j == v->n || v->r[i] == 0)
            return false;
    }
    return true;
}

/* The answer is below the product of the moduli. */
static bool is_below(const struct system *v, int64_t most)
{
    for (int64_t i = 0; i < v->n; i++)
        most /= v->m[i];
    return most > 0;
}

static bool is_heap(const void *values)
{
    return is_below(values, 2000000) && expects_full(values);
}

static bool is_parade(const void *values)
{
    return is_below(values, 1200) && expects_full(values);
}

static const struct condition conditions[] = {
    { "heap", is_heap },
    { "parade", is_parade },
    { 0 },
};

/* ---- the second road: substitution ---- */

#define SEARCH_MOST 20000

/* The least solution by trying every number; -1 when there is none below. */
static int64_t search(const struct system *s, int64_t below)
{
    for (int64_t x = 0; x < below; x++) {
        int64_t i = 0;

        while (i < s->n && x % s->m[i] == s->r[i])
            i++;
        if (i == s->n)
            return x;
    }
    return -1;
}

static enum truth substitute(struct arena *a, const struct system *s,
                             const fmpz_t x, struct check_finding *f)
{
    enum truth holds = TRUTH_YES;
    fmpz_t l, m;

    fmpz_init_set_ui(l, 1);
    fmpz_init(m);
    for (int64_t i = 0; i < s->n && holds == TRUTH_YES; i++) {
        fmpz_set_si(m, s->m[i]);
        fmpz_lcm(l, l, m);
        if (fmpz_fdiv_ui(x, (ulong)s->m[i]) != (ulong)s->r[i]) {
            f->detail = arena_printf(
                a,
                "the key leaves remainder %lu modulo %" PRId64 ", not %" PRId64,
                (unsigned long)fmpz_fdiv_ui(x, (ulong)s->m[i]), s->m[i],
                s->r[i]);
            holds = TRUTH_NO;
        }
    }
    if (holds == TRUTH_YES && (fmpz_sgn(x) < 0 || fmpz_cmp(x, l) >= 0)) {
        f->detail = "the key is a solution, but not the least non-negative one";
        holds = TRUTH_NO;
    }
    if (holds == TRUTH_YES)
        f->detail = arena_printf(a,
                                 "every remainder is right and the key lies "
                                 "below %s, the least common multiple of the "
                                 "moduli, modulo which solutions are unique",
                                 integer_text(a, l));
    if (holds == TRUTH_YES && fmpz_cmp_si(l, SEARCH_MOST) <= 0) {
        f->by = "substitution and search";
        if (!fmpz_equal_si(x, search(s, SEARCH_MOST))) {
            f->detail = "a search finds another least solution";
            holds = TRUTH_NO;
        }
    }
    fmpz_clear(m);
    fmpz_clear(l);
    return holds;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    enum truth holds = TRUTH_NO;
    fmpz_t x;

    f->by = "substitution";
    f->detail = "the key is not one integer";
    fmpz_init(x);
    if (key_integer(key, x))
        holds = substitute(a, values, x, f);
    fmpz_clear(x);
    return holds;
}

static bool drop(void *values, size_t at)
{
    struct system *s = values;

    if ((int64_t)at >= s->n)
        return false;
    s->n--;
    for (int64_t i = (int64_t)at; i < s->n; i++) {
        s->m[i] = s->m[i + 1];
        s->r[i] = s->r[i + 1];
    }
    return true;
}

static struct form_file text = {
#include "family/concept/numbers/crt.inc"
};

static const struct recipe recipe = {
    .text = &text,
    .conditions = conditions,
    .size = sizeof(struct system),
    .fields = fields,
    .draw = draw,
    .free_from = 2,
    .solve = solve,
    .drop = drop,
    .check = check,
};

const struct family concept_crt = {
    .name = "concept/crt",
    .version = 3,
    .answer = ANSWER_INTEGER,
    CONCEPT_CARD(&recipe),
};
