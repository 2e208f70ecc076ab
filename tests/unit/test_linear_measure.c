/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Blocks of small systems that can be seen by hand, and random ones held against
 * brute force: of all sets of equations that have as many unknowns as equations
 * the smallest is a block; its values are put in, and so on.
 */
#include "../lib/draw.h"
#include "family/linear/measure.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define ROUNDS 4000

/* "a ab bc": the unknowns of each equation. */
static struct system system_of(const char *rows, size_t n_vars, char asked)
{
    struct system s = { .n_vars = n_vars, .asked = (size_t)(asked - 'a') };

    for (s.eqs[s.n_eqs++] = linear_zero(); *rows; rows++) {
        if (*rows == ' ')
            s.eqs[s.n_eqs++] = linear_zero();
        else
            s.eqs[s.n_eqs - 1].c[*rows - 'a'] = RATIO(2);
    }
    return s;
}

static void by_hand(void **state)
{
    static const struct {
        const char *rows;
        char asked;
        size_t n, depth, distance, terms, coupled;
    } x[] = {
        { "a", 'a', 1, 0, 0, 1, 0 },
        { "a ab bc", 'c', 3, 0, 2, 5, 0 },     /* a chain */
        { "bc ab a", 'c', 3, 0, 2, 5, 0 },     /* in any order */
        { "a ab abc", 'c', 3, 0, 1, 6, 0 },    /* a short cut */
        { "ab ab", 'a', 2, 1, 0, 4, 2 },       /* two together */
        { "ab bc ca", 'b', 3, 2, 0, 6, 3 },    /* a ring */
        { "ab ab bc cd", 'd', 4, 1, 2, 8, 2 }, /* behind the core */
        { "a abc bc cd", 'd', 4, 1, 1, 8, 2 }, /* a value put into it */
        { "a ab bcd cd", 'd', 4, 1, 0, 8, 2 }, /* asked in the core */
        /* a block of two behind the core of three, and one behind both */
        { "abc abc abc cde de ef", 'f', 6, 2, 3, 16, 5 },
        /* two cores: the nearer one counts */
        { "ab ab bcd cd de", 'e', 5, 1, 1, 11, 4 },
        { "a b abc", 'c', 3, 0, 1, 5, 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof x / sizeof *x; i++) {
        struct system s = system_of(x[i].rows, x[i].n, x[i].asked);
        struct linear_measures m;

        linear_measure(&s, &m);
        assert_int_equal(m.depth, x[i].depth);
        assert_int_equal(m.distance, x[i].distance);
        assert_int_equal(m.terms, x[i].terms);
        assert_true(m.coupling == (double)x[i].coupled / (double)x[i].n);
    }
}

/* How far each unknown stands from the path: '0' on it; '-' cannot be. */
static void away_by_hand(void **state)
{
    static const struct {
        const char *rows;
        char asked;
        size_t n;
        const char *away;
    } x[] = {
        { "a ab bc", 'c', 3, "000" },  /* all lie on the way */
        { "a ab abc", 'c', 3, "010" }, /* b is a way round */
        { "a b abc", 'c', 3, "000" },  /* two ways of one equation */
        { "ab ab bc cd", 'd', 4, "0000" },
        { "a abc bc cd", 'd', 4, "1000" }, /* a is put into the core */
        { "ab bc ca", 'b', 3, "000" },
        { "a ab bcd cd", 'd', 4, "2100" }, /* asked in the core */
        { "ab ab bcd cd de", 'e', 5, "21000" },
        { "a ab bc cd ae", 'e', 5, "01230" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof x / sizeof *x; i++) {
        struct system s = system_of(x[i].rows, x[i].n, x[i].asked);
        size_t away[LINEAR_VARIABLES];

        linear_away(&s, away);
        for (size_t v = 0; v < x[i].n; v++)
            if (away[v] != (size_t)(x[i].away[v] - '0'))
                fail_msg("%s: %c is %zu away", x[i].rows, (char)('a' + v),
                         away[v]);
    }
}

/* Too few or too many equations: nothing is read or written outside. */
static void lopsided(void **state)
{
    struct system s = system_of("ab", 3, 'c');
    struct linear_measures m;

    (void)state;
    linear_measure(&s, &m);
    assert_int_equal(m.distance, 0);
    assert_int_equal(m.terms, 2);
    s = system_of("a ab ab b", 2, 'b');
    linear_measure(&s, &m);
    assert_int_equal(m.terms, 6);
    s = (struct system){ 0 };
    linear_measure(&s, &m);
    assert_true(m.terms == 0 && m.depth == 0 && m.coupling == 0);
}

/* ---- by force ---- */

struct force {
    size_t n;
    uint32_t rows[LINEAR_VARIABLES];
    uint32_t known, used;
    uint32_t block[LINEAR_VARIABLES]; /* unknowns, in the order of solving */
    uint32_t reads[LINEAR_VARIABLES]; /* known values that its equations have */
    size_t n_blocks;
};

static size_t size(uint32_t set)
{
    return (size_t)__builtin_popcount(set);
}

static uint32_t unknowns(const struct force *f, uint32_t set)
{
    uint32_t all = 0;

    for (size_t k = 0; k < f->n; k++)
        all |= set >> k & 1 ? f->rows[k] : 0;
    return all;
}

/* The next block. Returns false if no set of equations is left. */
static bool next_block(struct force *f)
{
    uint32_t best = 0;

    for (uint32_t set = 1; set < UINT32_C(1) << f->n; set++)
        if (!(set & f->used) &&
            size(unknowns(f, set) & ~f->known) == size(set) &&
            (!best || size(set) < size(best)))
            best = set;
    if (!best)
        return false;
    f->block[f->n_blocks] = unknowns(f, best) & ~f->known;
    f->reads[f->n_blocks++] = unknowns(f, best) & f->known;
    f->known |= unknowns(f, best);
    f->used |= best;
    return true;
}

static size_t block_of(const struct force *f, size_t var)
{
    size_t i = 0;

    while (!(f->block[i] >> var & 1))
        i++;
    return i;
}

static size_t way_to(const struct force *f, size_t block, size_t core)
{
    size_t best = SIZE_MAX;

    if (!f->reads[block] || (core > 1 && size(f->block[block]) == core))
        return 0;
    for (size_t v = 0; v < f->n; v++)
        if (f->reads[block] >> v & 1) {
            size_t way = way_to(f, block_of(f, v), core);

            best = way < best ? way : best;
        }
    return best + size(f->block[block]);
}

/* A system of 1 to 7 unknowns at random, dense or sparse. Each unknown has an
 * equation that no other needs. */
static void draw(struct rng *r, struct force *f, struct system *s)
{
    size_t order[LINEAR_VARIABLES] = { 0, 1, 2, 3, 4, 5, 6 };
    uint64_t rare = 2 + rng_below(r, 8);

    *f = (struct force){ .n = 1 + (size_t)rng_below(r, 7) };
    *s = (struct system){ .n_vars = f->n, .n_eqs = f->n };
    s->asked = (size_t)rng_below(r, f->n);
    rng_shuffle(r, order, f->n, sizeof *order);
    for (size_t k = 0; k < f->n; k++) {
        s->eqs[k] = linear_zero();
        for (size_t v = 0; v < f->n; v++)
            if (rng_below(r, rare) == 0 || order[v] == k) {
                f->rows[k] |= UINT32_C(1) << v;
                s->eqs[k].c[v] = RATIO(-3);
            }
    }
}

static void by_force(void **state)
{
    size_t deep = 0, far = 0;

    (void)state;
    for (uint64_t i = 0; i < ROUNDS; i++) {
        size_t core = 0, coupled = 0;
        struct linear_measures m;
        struct system s;
        struct force f;
        struct rng r;

        draw_open(&r, "blocks", i);
        draw(&r, &f, &s);
        while (next_block(&f)) {
            size_t n = size(f.block[f.n_blocks - 1]);

            core = n > core ? n : core;
            coupled += n > 1 ? n : 0;
        }
        assert_int_equal(size(f.known), f.n);
        linear_measure(&s, &m);
        assert_int_equal(m.depth, core - 1);
        assert_int_equal(m.distance, way_to(&f, block_of(&f, s.asked), core));
        assert_true(m.coupling == (double)coupled / (double)f.n);
        deep += m.depth > 1;
        far += m.distance > 1;
    }
    assert_true(deep > ROUNDS / 40 && far > ROUNDS / 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(away_by_hand),
        cmocka_unit_test(lopsided),
        cmocka_unit_test(by_force),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
