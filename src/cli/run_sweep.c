/* SPDX-License-Identifier: Apache-2.0 */

/*
 * --sweep: a run for each value of one field of decoding.
 */
#include "cli/dry.h"
#include "cli/run_job.h"
#include "cli/talk.h"

#include <stdio.h>

/* Sets value i in the plan. */
static int take_value(struct run_job *j, const struct decoding *base, size_t i)
{
    struct err e;

    j->plan.decoding = *base;
    j->sweep_value =
        arena_printf(j->arena, "%s=%s", j->sweep.field, j->sweep.values[i]);
    if (!sweep_apply(j->arena, &j->sweep, i, &j->plan.decoding, &e))
        return args_mistake(j->args.self, "%s", e.msg);
    return -1;
}

/* Asks value after value, and shows what there is. A value whose calls fail does
 * not keep the next from being asked; an interrupt, a spent budget and a fatal
 * answer do. */
int run_sweep_ask(struct run_job *j, struct store *s)
{
    const struct decoding base = j->plan.decoding;
    struct run_info *runs =
        arena_array(j->arena, struct run_info, j->sweep.n + 1);
    int status = EXIT_DONE, one, shown = EXIT_DONE;
    size_t n = 0, with = 0;

    for (size_t i = 0; i < j->sweep.n; i++) {
        if ((one = take_value(j, &base, i)) >= 0)
            return one;
        talk("%s (%zu of %zu)", j->sweep_value, i + 1, j->sweep.n);
        j->swept = (struct run_info){ 0 };
        j->warned = false;
        one = run_open_and_ask(j, s);
        status = one == EXIT_DONE ? status : one;
        if (j->swept.name)
            runs[n++] = j->swept;
        with += j->swept.results > 0;
        if (!j->swept.name || j->ended != ASK_DONE)
            break;
    }
    if (with) /* a run without results has a row, too: it is missing */
        shown = run_show_sweep(j->arena, s, runs, n, j->sweep.field, &j->show,
                               &j->view);
    if (with < j->sweep.n)
        talk("%zu of %zu values of the sweep have results; the same command "
             "continues",
             with, j->sweep.n);
    return status == EXIT_DONE ? shown : status;
}

int run_sweep_dry(struct run_job *j, const char *store)
{
    const struct decoding base = j->plan.decoding;
    int status = EXIT_DONE, one;

    for (size_t i = 0; i < j->sweep.n && status == EXIT_DONE; i++) {
        if ((one = take_value(j, &base, i)) >= 0)
            return one;
        printf("%s%s:\n", i ? "\n" : "", j->sweep_value);
        fflush(stdout);
        status = run_dry(j->arena, &j->plan, NULL, &j->session.ask, store);
    }
    return status;
}

int run_sweep_read(struct run_job *j)
{
    const struct run_spec *s = &j->spec;
    struct err e;

    if (!s->n_sweep)
        return -1;
    if (!sweep_read(j->arena, s->sweep[0], &s->decoding, &j->sweep, &e))
        return args_mistake(j->args.self, "%s", e.msg);
    if (j->only || j->show.junit || j->show.by || j->show.facts)
        return args_mistake(j->args.self,
                            "--sweep makes one table of several runs; --only, "
                            "--junit, --by and --facts work only with single "
                            "runs (`assay store show RUN`)");
    return -1;
}

/* Tries each value on each model: before anything is paid for. */
int run_sweep_try(struct run_job *j)
{
    const struct run_spec *s = &j->spec;
    struct err e;

    for (size_t i = 0; i < j->sweep.n; i++) {
        struct models_tried tried = { .o = &j->session.model, .what = "run" };
        struct decoding d = s->decoding;

        if (!sweep_apply(j->arena, &j->sweep, i, &d, &e))
            return args_mistake(j->args.self, "%s", e.msg);
        for (size_t m = 0; m < s->n_models; m++)
            if (!models_try(j->arena, &tried, s->models[m], false, &d,
                            "decoding", s->attempts, &e))
                return spec_could_not(&e);
    }
    return -1;
}
