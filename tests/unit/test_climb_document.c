/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A climb for people: what a screen has, and whether the figures show what the
 * cells say. Cells are made by hand from replies that are known.
 */
#include "../lib/figures.h"
#include "climb/climb.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char *const families[] = {
    "hard/towers",   "hard/bayes",   "hard/chain", "hard/words",
    "hard/games",    "hard/curves",  "hard/sums",  "hard/knights",
    "hard/residues", "hard/periods", "hard/walks", "concept/crt",
};
static const char *const models[] = { "planted:a.yaml", "planted:b.yaml" };

#define N_FAMILIES (sizeof(families) / sizeof(*families))

static void reply(struct climb_cell *c, size_t rung, bool solved)
{
    struct climb_call *k = vec_push(&c->calls);

    *k = (struct climb_call){ .rung = rung,
                              .id = "p",
                              .mark = solved ? MARK_CORRECT : MARK_TRUNCATED };
    c->marks[k->mark]++;
    staircase_add(&c->stairs, rung, solved);
}

/* All is solved below rung `from`, nothing from there on. */
static void climb_cell(struct arena *a, const struct ladder *l, size_t model,
                       size_t from, struct climb_cell *c)
{
    *c = (struct climb_cell){ .ladder = l,
                              .model = model,
                              .stairs = staircase_open(a, l->n, l->n - 1),
                              .end = STAIR_NARROW,
                              .calls = vec_in(a, sizeof(struct climb_call)) };
    for (size_t i = 0; i < 2 * from + 2 && i < l->n; i++)
        for (int k = 0; k < 3; k++)
            reply(c, i, i < from);
}

static void make_report(struct arena *a, size_t n_models,
                        struct climb_report *r)
{
    struct climb_spec *s = arena_new(a, struct climb_spec);
    struct ladder *ladders = arena_array(a, struct ladder, N_FAMILIES);
    struct ladder_options o = { 0 };
    struct err e;

    *s = (struct climb_spec){ .models = models,
                              .n_models = n_models,
                              .seed = "1" };
    *r = (struct climb_report){
        .hash = "h", .spec = s, .ladders = ladders, .n_ladders = N_FAMILIES
    };
    r->cells = arena_array(a, struct climb_cell, N_FAMILIES * n_models);
    for (size_t i = 0; i < N_FAMILIES; i++)
        if (!ladder_make(a, families[i], &o, &ladders[i], &e))
            fail_msg("%s", e.msg);
    for (size_t m = 0; m < n_models; m++)
        for (size_t i = 0; i < N_FAMILIES; i++)
            climb_cell(a, &ladders[i], m, 1 + (i + 3 * m) % 5,
                       &r->cells[m * N_FAMILIES + i]);
    r->cells[0].end = STAIR_BEYOND;
}

static struct document *document_of(struct arena *a, size_t n_models,
                                    struct climb_report *r)
{
    struct document *d = document_new(a, 80);

    make_report(a, n_models, r);
    climb_document(d, r);
    return d;
}

/* ---- a screen ---- */

/* Ten rows, those that break first before the others, on one screen. */
static void screen_has_the_worst(void **state)
{
    for (size_t n = 1; n <= 2; n++) {
        struct arena a = { 0 };
        struct climb_report r;
        struct document *d = document_of(&a, n, &r);
        const struct block *b = block_shown(d, BLOCK_TABLE, SHOWN_BRIEF);
        double before = 0;

        assert_non_null(b);
        assert_int_equal(b->table->rows.n, 10);
        for (size_t i = 0; i < 10; i++) {
            double height = table_at(b->table, i, 7)->x;

            assert_true(height >= before && height <= 1);
            before = height;
        }
        check_screen(d, 40, 80);
        arena_clear(&a);
    }
    (void)state;
}

/* ---- figures ---- */

static void breaking_is_that_of_the_cells(void **state)
{
    struct arena a = { 0 };
    struct climb_report r;
    struct document *d = document_of(&a, 2, &r);
    const struct figure *f = figure_named(d, "breaking-depths");
    size_t seen = 0;

    (void)state;
    assert_true(f && f->value.log && f->series.n == 2);
    for (size_t i = 0; i < 2 * N_FAMILIES; i++) {
        const struct climb_cell *c = &r.cells[i];
        struct climb_breaking b = climb_breaking(c);
        const struct dot *p = figure_dot_at(f, c->ladder->name, c->model);

        if (c->ladder->over != OVER_DEPTH)
            continue;
        seen++;
        assert_non_null(p);
        assert_int_equal(p->n, climb_counted(c));
        if (c->end == STAIR_BEYOND) {
            assert_true(p->value == b.low && isnan(p->low));
            assert_memory_equal(p->label, "> ", 2);
            continue;
        }
        assert_true(p->value == b.value && !p->label);
        assert_true(isnan(b.low) || p->low == b.low);
        assert_true(p->low <= p->value && p->value <= p->high);
    }
    assert_int_equal(seen, f->dots.n);
    assert_non_null(figure_named(d, "breaking-rungs"));
    arena_clear(&a);
}

static void curves_have_the_rungs(void **state)
{
    struct arena a = { 0 };
    struct climb_report r;
    struct document *d = document_of(&a, 1, &r);
    const struct figure *f = figure_named(d, "curve-hard-towers");
    const struct climb_cell *c = &r.cells[0];
    size_t points = 0;
    double before = 0, factor = 0;

    (void)state;
    assert_true(f && f->across.log);
    for (size_t i = 0; i < f->dots.n; i++) {
        const struct dot *p = vec_get(&f->dots, struct dot, i);
        size_t rung = (size_t)ladder_place(c->ladder, (int64_t)p->x);

        if (!p->n) { /* evenly on the axis */
            assert_true(factor <= 0 || fabs(p->x / before - factor) < 1e-9);
            factor = before > 0 ? p->x / before : 0;
            before = p->x;
            continue;
        }
        points++;
        assert_int_equal(p->n, c->stairs.asked[rung]);
        assert_true(p->value == (double)c->stairs.solved[rung] /
                                    (double)c->stairs.asked[rung]);
        assert_string_equal(p->items,
                            items_query(&a, "family", "hard/towers", "depth",
                                        arena_printf(&a, "%.0f", p->x), "model",
                                        "planted:a.yaml", NULL));
    }
    assert_int_equal(points, 4); /* 0 .. 3 */
    assert_true(f->dots.n - points >= 60);
    assert_true(fabs(before - ladder_value(c->ladder, 4)) < 1e-9);
    f = figure_named(d, "curve-concept-crt");
    assert_true(f && !f->across.log);
    arena_clear(&a);
}

static void levels_have_the_rates_of_the_curve(void **state)
{
    struct arena a = { 0 };
    struct climb_report r;
    struct document *d = document_of(&a, 1, &r);
    const struct figure *f = figure_named(d, "level-rates");

    (void)state;
    assert_non_null(f);
    for (size_t i = 0; i < N_FAMILIES; i++)
        for (int k = 1; k <= CLIMB_LEVELS; k++) {
            double rate = climb_level_rate(&r.cells[i], k);
            const struct dot *p = figure_dot_at(f, families[i], (size_t)k - 1);

            assert_true(isnan(rate) ? !p : p && p->value == rate && !p->items);
        }
    arena_clear(&a);
}

/* Nothing is drawn of what was not asked. */
static void nothing_of_nothing(void **state)
{
    struct arena a = { 0 };
    struct climb_report r;
    struct document *d = document_new(&a, 80);

    (void)state;
    make_report(&a, 1, &r);
    for (size_t i = 0; i < N_FAMILIES; i++)
        memset(r.cells[i].marks, 0, sizeof(r.cells[i].marks));
    climb_document(d, &r);
    for (const struct block *b = d->first; b; b = b->next)
        assert_int_not_equal(b->kind, BLOCK_FIGURE);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(screen_has_the_worst),
        cmocka_unit_test(breaking_is_that_of_the_cells),
        cmocka_unit_test(curves_have_the_rungs),
        cmocka_unit_test(levels_have_the_rates_of_the_curve),
        cmocka_unit_test(nothing_of_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
