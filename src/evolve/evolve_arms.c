/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sets that are compared problem by problem: the arms of a file, each of which
 * changes one thing of its rows, and the runs of a design, in each of which half
 * of the operators work on the same problems.
 */
#include "evolve/evolve_crossing.h"
#include "evolve/evolve_int.h"

#include "base/str.h"

/* ---- arms ---- */

static const struct {
    const char *name;
    const struct operator_card *card;
} arms[EVOLVE_ARMS] = {
    { "renumbered", &op_renumber },
    { "renamed", &op_rename },
    { "reworded", &op_polish }, /* built-in words, if nobody writes */
};

struct arm_pass {
    struct setting setting;
    bool *changed; /* [row] */
};

static bool fill_arm(struct evolve *v, void *ctx, struct individual *s,
                     size_t n, struct err *e)
{
    const struct arm_pass *c = ctx;
    size_t *steps = arena_array(v->arena, size_t, n + 1);

    if (!evolve_fetch_block(v, v->rows, s, n, e))
        return false;
    for (size_t i = 0; i < n; i++)
        steps[i] = s[i].n_steps;
    if (!evolve_cycle(v, &c->setting, 1, s, n, NULL, e))
        return false;
    for (size_t i = 0; i < n; i++)
        c->changed[v->from + i] = s[i].n_steps > steps[i];
    return true;
}

/* Rows that the operator did not change are no variants. */
static bool make_arm(struct evolve *v, size_t k, struct err *e)
{
    struct evolve_place *all =
        arena_array(v->arena, struct evolve_place, v->n_seeds + 1);
    struct arm_pass c = { .setting = { .name = arms[k].name,
                                       .generations = 1,
                                       .only = &arms[k].card,
                                       .n_only = 1 },
                          .changed =
                              arena_array(v->arena, bool, v->n_seeds + 1) };
    struct evolve_pass pass = { .setting = arms[k].name,
                                .n = v->n_seeds,
                                .fill = fill_arm,
                                .ctx = &c,
                                .check = true,
                                .places = all };
    size_t n = 0;

    watch_stage(&v->session.watch, "evolve", "arm %s", arms[k].name);
    if (!evolve_pass(v, &pass, e))
        return false;
    for (size_t i = 0; i < v->n_seeds; i++)
        if (c.changed[i])
            all[n++] = all[i];
    v->report->arms[v->report->n_arms++] =
        evolve_set_of(v, arms[k].name, all, n);
    return true;
}

/* ---- effects ---- */

static bool fill_run(struct evolve *v, void *ctx, struct individual *s,
                     size_t n, struct err *e)
{
    return evolve_fetch_block(v, v->seeds, s, n, e) &&
           evolve_cycle(v, ctx, 1, s, n, NULL, e);
}

struct setting evolve_design_run(struct arena *a,
                                 const struct operator_card *const *list,
                                 size_t n, size_t run)
{
    const struct operator_card **only =
        arena_array(a, const struct operator_card *, n + 1);
    struct setting g = { .name = "effects", .generations = 1, .only = only };

    for (size_t k = 0; k < n; k++)
        if (design_has(n, run, k))
            only[g.n_only++] = list[k];
    return g;
}

static bool make_effects(struct evolve *v, struct err *e)
{
    const struct operator_card *list[EVOLVE_OPERATORS];
    struct setting g = evolve_main_setting(v);
    size_t n = evolve_factors(v, list), runs = design_runs(n);
    struct evolve_report *r = v->report;
    struct evolve_place *all =
        arena_array(v->arena, struct evolve_place, v->n_seeds * runs + 1);
    size_t *open = arena_array(v->arena, size_t, v->n_seeds + 1);
    struct evolve_crossing crossing;
    struct arena a = { 0 };
    bool ok = true;

    if (!n)
        return err_set(e, ERR_USAGE,
                       "no operator has an effect that can be measured");
    r->factors = arena_array(v->arena, const char *, n + 1);
    for (size_t k = 0; k < n; k++)
        r->factors[r->n_factors++] = list[k]->name;
    for (size_t i = 0; i < v->n_seeds; i++)
        open[i] = i;
    crossing = (struct evolve_crossing){
        .all = v->seeds, .n = v->n_seeds, .open = open, .n_open = v->n_seeds
    };
    for (size_t i = 0; ok && i < runs; i++) {
        struct evolve_pass pass = { .setting = "effects",
                                    .n = v->n_seeds,
                                    .fill = fill_run,
                                    .ctx = &g,
                                    .check = true,
                                    .places = all + i * v->n_seeds };

        g = evolve_design_run(v->arena, list, n, i);
        watch_stage(&v->session.watch, "evolve",
                    "effects: run %zu of %zu, with %zu of %zu operators", i + 1,
                    runs, g.n_only, n);
        ok = evolve_partners(&a, v, &g, &crossing, e) &&
             evolve_pass(v, &pass, e);
        arena_clear(&a);
    }
    if (!ok)
        return false;
    r->effects = evolve_set_of(v, "effects", all, v->n_seeds * runs);
    return true;
}

/* ---- both ---- */

bool evolve_arms(struct evolve *v, struct err *e)
{
    for (size_t k = 0; k < EVOLVE_ARMS; k++)
        if (evolve_has_arm(v->spec, arms[k].name) && !make_arm(v, k, e))
            return false;
    return !v->spec->effects || make_effects(v, e);
}
