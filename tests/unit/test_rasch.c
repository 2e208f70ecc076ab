/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Rasch's model: two models in closed form, outcomes drawn with known
 * parameters, and what must not change the result.
 */
#include "../lib/made.h"
#include "stats/rasch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define ITEMS 1200

struct world {
    struct rasch_data d;
    uint32_t tries[ITEMS * RASCH_MODELS], failed[ITEMS * RASCH_MODELS];
    uint32_t cluster[ITEMS];
    bool inside[ITEMS];
};

static struct world *open_world(size_t models)
{
    struct world *w = calloc(1, sizeof(*w));

    assert_non_null(w);
    w->d =
        (struct rasch_data){ ITEMS, models, w->tries, w->failed, w->cluster };
    for (uint32_t i = 0; i < ITEMS; i++)
        w->cluster[i] = i;
    return w;
}

/* One attempt of each: of the discordant items b are failed by the first alone
 * and c by the second. The conditional estimate is log(b/c), that of the inside
 * the difference of two. */
static void two_models_in_closed_form(void **state)
{
    static const struct {
        size_t in, first, second, both;
    } parts[] = { { 1, 60, 15, 40 }, { 0, 90, 120, 200 } };
    struct world *w = open_world(2);
    struct rasch_estimate e[2];
    size_t i = 0;
    double want = log(60.0 / 15) - log(90.0 / 120);

    (void)state;
    for (size_t k = 0; k < 2; k++)
        for (size_t n = 0; n < parts[k].first + parts[k].second + parts[k].both;
             n++, i++) {
            w->inside[i] = parts[k].in;
            w->failed[2 * i] = n >= parts[k].second;
            w->failed[2 * i + 1] =
                n < parts[k].second || n >= parts[k].second + parts[k].first;
        }
    for (size_t k = 0; k < 2 * ITEMS; k++)
        w->tries[k] = 1; /* those after i are solved by both */
    rasch_inside(&w->d, w->inside, e);
    assert_true(fabs(e[0].value - want) < 0.02);
    assert_true(fabs(e[0].value + e[1].value) < 1e-9);
    assert_true(fabs(e[0].error -
                     sqrt(1.0 / 60 + 1.0 / 15 + 1.0 / 90 + 1.0 / 120)) < 0.01);
    rasch_models(&w->d, e);
    assert_true(fabs(e[0].value - log(150.0 / 135)) < 0.01);
    free(w);
}

/* Difficulties are normal; the items inside are harder for all; ability and
 * what is added inside are given. */
static void draw(struct rng *r, struct world *w, const double *weak,
                 const double *added, uint32_t tries)
{
    for (size_t i = 0; i < ITEMS; i++) {
        double u = made_unit(r) + 1e-12, v = made_unit(r);
        double hard = 1.2 * sqrt(-2 * log(u)) * cos(6.283185307179586 * v);

        w->inside[i] = i < 150;
        hard += w->inside[i] ? 1.5 : 0;
        for (size_t m = 0; m < w->d.models; m++) {
            double logit = hard + weak[m] + (w->inside[i] ? added[m] : 0);
            size_t at = i * w->d.models + m;

            w->tries[at] = tries;
            w->failed[at] = 0;
            for (uint32_t k = 0; k < tries; k++)
                w->failed[at] += made_unit(r) < 1 / (1 + exp(-logit));
        }
    }
}

static void drawn_parameters_come_back(void **state)
{
    static const double weak[4] = { -1, 0, 0.5, 1 };
    static const double added[4] = { 0, 0, 1.2, 0 };
    double sum[4] = { 0 }, level[4] = { 0 };
    size_t covered = 0, wrong = 0, rounds = 60;

    (void)state;
    for (size_t round = 0; round < rounds; round++) {
        struct rng r = made_stream("rasch", round);
        struct world *w = open_world(4);
        struct rasch_estimate e[4], all[4];

        draw(&r, w, weak, added, round % 2 ? 3 : 1);
        rasch_inside(&w->d, w->inside, e);
        memset(w->inside, 0, sizeof(w->inside));
        rasch_models(&w->d, all);
        for (size_t m = 0; m < 4; m++) {
            double want = m == 2 ? 1.2 : -0.4;

            sum[m] += e[m].value / (double)rounds;
            level[m] += all[m].value / (double)rounds;
            covered += e[m].lo <= want && want <= e[m].hi;
            wrong += m != 2 && e[m].lo > 0;
        }
        free(w);
    }
    for (size_t m = 0; m < 4; m++)
        assert_true(fabs(sum[m] - (m == 2 ? 1.2 : -0.4)) < 0.1);
    for (size_t m = 1; m < 4; m++) /* weaker ones, and one that has more */
        assert_true(level[m] > level[m - 1]);
    assert_true(10 * covered >= 9 * 4 * rounds);
    assert_true(wrong <= rounds / 10);
}

/* A set that is hard for all, and a model that is weak everywhere, are no news
 * of a model. */
static void nothing_added_is_nothing(void **state)
{
    static const double weak[3] = { -2, 0, 2 }, added[3] = { 0 };
    size_t outside = 0, rounds = 100;

    (void)state;
    for (size_t round = 0; round < rounds; round++) {
        struct rng r = made_stream("rasch null", round);
        struct world *w = open_world(3);
        struct rasch_estimate e[3];

        draw(&r, w, weak, added, round % 2 ? 3 : 1);
        rasch_inside(&w->d, w->inside, e);
        for (size_t m = 0; m < 3; m++)
            outside += e[m].lo > 0 || e[m].hi < 0;
        free(w);
    }
    assert_true(outside <= 3 * rounds / 10);
}

/* Templates: items of a cluster go together, and the error grows. */
static void clusters_widen(void **state)
{
    static const double weak[2] = { 0 }, added[2] = { 0.5 };
    struct rng r = made_stream("rasch clusters", 1);
    struct world *w = open_world(2);
    struct rasch_estimate one[2], ten[2];

    (void)state;
    draw(&r, w, weak, added, 1);
    for (size_t i = 0; i < ITEMS; i += 10) /* ten of each are alike */
        for (size_t k = 1; k < 10; k++)
            memcpy(&w->failed[2 * (i + k)], &w->failed[2 * i],
                   2 * sizeof(uint32_t));
    rasch_inside(&w->d, w->inside, one);
    for (uint32_t i = 0; i < ITEMS; i++)
        w->cluster[i] = i / 10;
    rasch_inside(&w->d, w->inside, ten);
    assert_true(one[0].value == ten[0].value);
    assert_true(ten[0].error > 2 * one[0].error);
    free(w);
}

static void what_cannot_be_known(void **state)
{
    struct world *w = open_world(3);
    struct rasch_estimate e[3];

    (void)state;
    for (size_t i = 0; i < ITEMS; i++) {
        w->inside[i] = i < 20;
        w->tries[3 * i] = 1; /* of the first alone inside */
        w->tries[3 * i + 1] = w->tries[3 * i + 2] = i >= 20;
        w->failed[3 * i] = i % 3 == 0;
        w->failed[3 * i + 1] = i >= 20 && i % 2 == 0;
    }
    rasch_inside(&w->d, w->inside, e);
    for (size_t m = 0; m < 3; m++)
        assert_true(isnan(e[m].value) && isnan(e[m].lo));
    /* nobody fails elsewhere, one fails always inside: finite */
    for (size_t i = 0; i < ITEMS; i++)
        for (size_t m = 0; m < 3; m++) {
            w->tries[3 * i + m] = 40000;
            w->failed[3 * i + m] = i < 20 && m == 1 ? 40000 : 0;
        }
    rasch_inside(&w->d, w->inside, e);
    assert_true(isfinite(e[1].value) && e[1].value > 1);
    free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_models_in_closed_form),
        cmocka_unit_test(drawn_parameters_come_back),
        cmocka_unit_test(nothing_added_is_nothing),
        cmocka_unit_test(clusters_widen),
        cmocka_unit_test(what_cannot_be_known),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
