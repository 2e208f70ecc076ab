/* SPDX-License-Identifier: Apache-2.0 */

/*
 * No operator says again what a problem says already, in whatever generation:
 * no sentence of noise stands twice in a statement, and no sentence that lures
 * says of its part what another does, up to its numbers or as an equation.
 * ASSAY_SOAK=1 runs fifty times the counts.
 */
#include "../lib/draw.h"
#include "../lib/evolved.h"
#include "base/ascii.h"
#include "base/str.h"
#include "evolve/operators/op_int.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define GENERATIONS 4
#define POOL        8 /* of them a chain of all can be made */

static const struct operator_card *const usual[] = {
    &op_replacement, &op_useless,    &op_misleading,
    &op_text,        &op_background, &op_topic,
};

#define USUAL (sizeof(usual) / sizeof(*usual))

static size_t rounds(size_t n)
{
    return getenv("ASSAY_SOAK") ? 50 * n : n;
}

/* ---- what stands twice ---- */

/* Sentences in small letters with # for each number: a reader of its own. */
static const char *masked(struct arena *a, const char *p, size_t n)
{
    struct str out = str_in(a);

    for (size_t i = 0; i < n; i++) {
        if (!is_digit(p[i]))
            str_addc(&out, to_lower(p[i]));
        else if (!i || !is_digit(p[i - 1]))
            str_addc(&out, '#');
    }
    return str_get(&out);
}

static size_t sentences(struct arena *a, const char *text, const char *out[64],
                        bool mask)
{
    size_t n = 0, from = 0;

    for (size_t i = 0; text[i]; i++) {
        if (text[i] != '.' || (text[i + 1] && text[i + 1] != ' '))
            continue;
        assert_true(n < 64);
        out[n++] = mask ? masked(a, text + from, i - from)
                        : arena_strndup(a, text + from, i - from);
        from = i + 2;
    }
    return n;
}

/* A sentence of line i that stands in another line, too, or NULL. */
static const char *twice(struct arena *a, const struct individual *s, size_t i)
{
    const char *own[64], *other[64];
    const struct individual_line *l = &s->lines[i];
    bool lures = l->role == ROLE_DECOY || l->role == ROLE_MISLEADING;
    size_t n = sentences(a, l->text, own, lures);

    for (size_t k = 0; k < s->n_lines; k++) {
        size_t m;

        if (k == i || (lures && s->lines[k].part != l->part))
            continue;
        m = sentences(a, s->lines[k].text, other, lures);
        for (size_t x = 0; x < n; x++)
            for (size_t y = 0; y < m; y++)
                if (str_eq(own[x], other[y]))
                    return own[x];
    }
    return NULL;
}

/* The equations that the steps of a part noted, each once. */
static void want_equations(struct arena *a, const struct individual *s)
{
    const char *seen[256];
    size_t n = 0;

    for (size_t i = 0; i < s->n_steps; i++) {
        const struct json *one = json_get(s->steps[i].detail, "equation"),
                          *all = json_get(s->steps[i].detail, "equations");

        for (const struct json *v = all ? all->first : one; v;
             v = all ? v->next : NULL) {
            const char *x =
                arena_printf(a, "%zu %s", s->steps[i].part, v->text);

            for (size_t k = 0; k < n; k++)
                if (str_eq(seen[k], x))
                    fail_msg("twice: %s", x);
            assert_true(n < 256);
            seen[n++] = x;
        }
    }
}

static void want_once(struct arena *a, const struct individual *s)
{
    struct individual_measures m;
    size_t near = 0;

    for (size_t i = 0; i < s->n_lines; i++) {
        enum role r = s->lines[i].role;
        const char *again = role_is_noise(r) ? twice(a, s, i) : NULL;

        if (again)
            fail_msg("twice: %s\n%s", again, individual_text(a, s));
        near += r == ROLE_DECOY || r == ROLE_MISLEADING;
    }
    want_equations(a, s);
    individual_measure(s, &m);
    assert_int_equal(m.near, near);
}

/* ---- generations ---- */

static void evolve(struct arena *a, struct rng *r, struct individual *s,
                   int generation)
{
    for (size_t i = 0; i < USUAL; i++) {
        struct operator_call o = { .arena = a,
                                   .rng = r,
                                   .generation = generation,
                                   .part = (size_t)rng_below(r, s->n_parts),
                                   .first = s };
        struct individual out;
        struct err e = { 0 };

        if (usual[i]->apply(&o, &out, &e))
            *s = out;
    }
}

/* Neighbours are joined; what cannot be stays. */
static size_t cross(struct arena *a, struct rng *r, struct individual *pool,
                    size_t n, int generation)
{
    size_t k = 0;

    for (size_t i = 0; i < n; i += 2) {
        struct operator_call o = { .arena = a,
                                   .rng = r,
                                   .generation = generation,
                                   .first = &pool[i],
                                   .second = &pool[i + 1],
                                   .id = "child" };
        struct individual out;
        struct err e = { 0 };

        if (i + 1 < n && op_crossover.apply(&o, &out, &e)) {
            pool[k++] = out;
            continue;
        }
        pool[k++] = pool[i];
        if (i + 1 < n)
            pool[k++] = pool[i + 1];
    }
    return k;
}

static void nothing_is_said_twice(enum evolved_kind kind)
{
    for (size_t round = 0; round < rounds(6); round++) {
        struct arena a = { 0 };
        struct individual pool[POOL];
        size_t n = POOL, lines = 0;
        struct rng r;

        draw_open(&r, "repeats", round);
        for (size_t i = 0; i < n; i++) {
            pool[i] = evolved_new(&a, &r, kind);
            pool[i].parts[0].source = arena_printf(&a, "s%zu", i);
        }
        for (int g = 1; g <= GENERATIONS; g++) {
            for (size_t i = 0; i < n; i++)
                evolve(&a, &r, &pool[i], g);
            if (round % 2)
                n = cross(&a, &r, pool, n, g);
        }
        for (size_t i = 0; i < n; i++) {
            want_once(&a, &pool[i]);
            for (size_t k = 0; k < pool[i].n_lines; k++)
                lines += role_is_noise(pool[i].lines[k].role);
        }
        assert_true(lines > 4 * POOL); /* and much was said */
        arena_clear(&a);
    }
}

static void linear_says_nothing_twice(void **state)
{
    (void)state;
    nothing_is_said_twice(EVOLVED_LINEAR);
}

static void rows_say_nothing_twice(void **state)
{
    (void)state;
    nothing_is_said_twice(EVOLVED_GRAPH);
}

static void concepts_say_nothing_twice(void **state)
{
    (void)state;
    nothing_is_said_twice(EVOLVED_CONCEPT);
}

/* ---- by hand ---- */

/* A lure that is laid again by hand is found, and counts once. */
static void a_repeated_lure_is_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < rounds(20); i++) {
        struct arena a = { 0 };
        struct individual s, out;
        struct individual_measures m;
        struct err e = { 0 };
        struct rng r;
        size_t step = 2;

        draw_open(&r, "again", i);
        s = evolved_new(&a, &r, i % 2 ? EVOLVED_GRAPH : EVOLVED_LINEAR);
        if (!op_replacement.apply(
                &(struct operator_call){
                    .arena = &a, .rng = &r, .generation = 1, .first = &s },
                &out, &e))
            continue;
        for (size_t k = 0; k < out.n_lines; k++)
            if (out.lines[k].step == 1) {
                struct individual_line again = out.lines[k];

                again.step = step;
                individual_insert(&a, &out, k, again);
                break;
            }
        individual_step(&a, &out, out.steps[0]);
        assert_null(op_replacement.fault(&a, &out, 1));
        assert_string_equal(op_replacement.fault(&a, &out, step), OP_REPEATS);
        individual_measure(&out, &m);
        assert_int_equal(m.near, 1);
        arena_clear(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(linear_says_nothing_twice),
        cmocka_unit_test(rows_say_nothing_twice),
        cmocka_unit_test(concepts_say_nothing_twice),
        cmocka_unit_test(a_repeated_lure_is_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
