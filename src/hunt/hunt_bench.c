/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The benchmark put to the targets: at other levels if the first tell nothing,
 * and again where more attempts tell more.
 */
#include "base/str.h"
#include "hunt/failures.h"
#include "hunt/hunt_int.h"
#include "hunt/target/again.h"

#include <math.h>
#include <string.h>

#define TOO_HARD 0.03 /* a target that solves no more shows nothing else */
#define TOO_EASY 0.97

/* Labels of a model that proposes are of all attempts at every problem. */
bool hunt_has_stages(const struct hunt_spec *s)
{
    return s->probe.stages == 2 && s->attempts > 1 && !s->outcomes_file &&
           !spec_first_llm(s);
}

uint64_t hunt_first_attempts(const struct hunt *h)
{
    bool two =
        hunt_has_stages(h->spec) && again_most(h->report->n_benchmark) > 0;

    return two ? 1 : h->spec->attempts;
}

/* ---- the first stage ---- */

bool hunt_read_benchmark(struct hunt *h, struct err *e)
{
    const struct hunt_spec *s = h->spec;
    struct hunt_report *r = h->report;
    struct plan plan = { 0 };

    if (str_eq(s->benchmark, "probe")) {
        struct probe_options o = s->probe;
        struct problem *made;
        size_t n;

        o.seed = s->seed;
        o.range = h->range;
        o.pairs = h->range.singles ? 0 : o.pairs;
        if (!probe_make(h->arena, &o, &made, &n, e))
            return false;
        r->benchmark = made;
        r->n_benchmark = s->limit && s->limit < n ? s->limit : n;
        return true;
    }
    if (!plan_read_problems(h->arena, s->benchmark, s->as, s->limit, &plan, e))
        return false;
    r->benchmark = plan.problems;
    r->n_benchmark = plan.n_problems;
    return true;
}

static bool ask_once(struct hunt *h, struct outcomes *out, struct err *e)
{
    struct hunt_report *r = h->report;
    struct answers *got = arena_new(h->arena, struct answers);
    unsigned long long attempts = hunt_first_attempts(h);
    bool ok;

    watch_stage(&h->session.watch, "failures",
                "%zu problems, %zu target%s, %llu attempt%s each",
                r->n_benchmark, h->n_models, h->n_models == 1 ? "" : "s",
                attempts, attempts == 1 ? "" : "s");
    h->session.attempts = attempts;
    ok = hunt_ask(h, "benchmark", 0, h->n_models, r->benchmark, r->n_benchmark,
                  got, e);
    h->session.attempts = h->spec->attempts;
    h->benchmark = got;
    for (size_t i = 0; ok && i < h->n_models; i++) {
        outcomes_of(h->arena, &out[i], r->benchmark, r->n_benchmark);
        out[i].target = h->models[i].spec;
        if (r->planted_demo && str_eq(h->spec->targets[i], SPEC_DEMO))
            out[i].target = SPEC_DEMO;
        failures_of_run(h->arena, got->results, got->n, i, h->spec->strict,
                        &out[i]);
        ok = i == 0 || hunt_count(h, got, i, r->benchmark, r->n_benchmark, e);
        for (size_t k = 0; ok && k < r->n_benchmark; k++)
            out[i].examples[k].replies = got->replies[k];
    }
    return ok;
}

/* ---- a step to other levels ---- */

/* NaN: no attempt counts. */
static double solved(const struct outcomes *s)
{
    double tries = 0, failed = 0;

    for (size_t i = 0; i < s->n; i++) {
        tries += s->examples[i].tries;
        failed += s->examples[i].failed;
    }
    return tries > 0 ? 1 - failed / tries : NAN;
}

/* Where the limit on tokens cut nearly all replies the rest tell of no level. */
static enum hunt_step step_for(const struct outcomes *s)
{
    struct reply_counts all = { 0 };
    double rate = solved(s);

    for (size_t i = 0; i < s->n; i++)
        reply_counts_add(&all, &s->examples[i].replies);
    return reply_counts_cut(&all) ? STEP_NONE
           : rate <= TOO_HARD     ? STEP_DOWN
           : rate >= TOO_EASY     ? STEP_UP
                                  : STEP_NONE;
}

/* Only if all targets need the same step: they share the problems. */
static enum hunt_step common_step(const struct hunt *h,
                                  const struct outcomes *all)
{
    enum hunt_step step = step_for(&all[0]);

    for (size_t i = 1; i < h->n_models; i++)
        if (step_for(&all[i]) != step)
            return STEP_NONE;
    return step;
}

/* Returns whether that is another range. */
static bool take_step(struct draw_range *r, enum hunt_step step)
{
    static const char *const knobs[] = { "wording", "distractors", "digits",
                                         "steps" };

    if (step == STEP_DOWN ? r->levels == 1 && r->n_fixed == 4 : r->highest)
        return false;
    if (step == STEP_DOWN) {
        r->levels = 1;
        r->fixed = knobs;
        r->n_fixed = 4;
        r->highest = false;
        r->singles = true;
    } else {
        r->levels = 0;
        r->n_fixed = 0;
        r->highest = true;
    }
    return true;
}

uint64_t hunt_step_calls(struct hunt *h)
{
    static const enum hunt_step steps[] = { STEP_DOWN, STEP_UP };
    const struct hunt_report was = *h->report;
    const struct draw_range range = h->range;
    uint64_t most = 0;
    struct err ignored;

    for (int i = 0; i < 2 && str_eq(h->spec->benchmark, "probe"); i++) {
        uint64_t calls = 0;

        if (take_step(&h->range, steps[i]) && hunt_read_benchmark(h, &ignored))
            calls = h->report->n_benchmark * hunt_first_attempts(h);
        most = calls > most ? calls : most;
        *h->report = was;
        h->range = range;
    }
    return most;
}

/* What the user can do where the hunt can do no more. */
static void note_level(struct hunt *h, const struct outcomes *s)
{
    enum hunt_step step = step_for(s);
    bool probe = str_eq(h->spec->benchmark, "probe");
    const char *cure = h->report->step == step || (probe && step == STEP_UP)
                           ? "--benchmark FILE"
                       : step == STEP_DOWN ? "--levels 1"
                                           : "--benchmark probe";

    if (step != STEP_NONE)
        watch_note(&h->session.watch,
                   "%s solves %.1f %% of these problems, which shows little; "
                   "for %s problems, use assay hunt --target %s %s",
                   s->target, 100 * solved(s),
                   step == STEP_DOWN ? "easier" : "harder", s->target, cure);
}

/* Asks again at other levels, if the first ones tell nothing and others can be
 * made. */
static bool step_once(struct hunt *h, struct outcomes *all, struct err *e)
{
    enum hunt_step step = common_step(h, all);
    struct draw_range before = h->range;
    struct err ignored;

    if (step == STEP_NONE || !str_eq(h->spec->benchmark, "probe") ||
        !take_step(&h->range, step))
        return true;
    if (!hunt_read_benchmark(h, &ignored)) {
        h->range = before;
        return true;
    }
    watch_note(&h->session.watch,
               "%s solves %.1f %% of these problems; asking again %s",
               all[0].target, 100 * solved(&all[0]),
               step == STEP_DOWN ? "at level 1, plain, without pairs"
                                 : "at the highest level of each family");
    h->report->step = step;
    return ask_once(h, all, e);
}

bool hunt_ask_benchmark(struct hunt *h, struct outcomes *out, struct err *e)
{
    if (!hunt_read_benchmark(h, e) || !ask_once(h, out, e) ||
        !step_once(h, out, e))
        return false;
    for (size_t i = 0; i < h->n_models; i++)
        note_level(h, &out[i]);
    return true;
}

/* ---- the second stage ---- */

/* Puts the chosen problems to model i; their outcomes become those of all
 * attempts. */
static bool ask_again(struct hunt *h, size_t i, const size_t *places, size_t n,
                      struct outcomes *s, struct err *e)
{
    struct problem *p = arena_array(h->arena, struct problem, n + 1);
    struct answers got = { 0 };
    struct outcomes part;

    for (size_t k = 0; k < n; k++)
        p[k] = h->report->benchmark[places[k]];
    if (!hunt_ask(h, "benchmark again", i, 1, p, n, &got, e))
        return false;
    outcomes_of(h->arena, &part, p, n);
    failures_of_run(h->arena, got.results, got.n, 0, h->spec->strict, &part);
    for (size_t k = 0; k < n; k++) {
        struct example *x = &s->examples[places[k]];

        if (!part.examples[k].tries)
            continue; /* what it had counts */
        x->tries = part.examples[k].tries;
        x->failed = part.examples[k].failed;
        x->replies = got.replies[k];
    }
    return true;
}

static size_t join(const struct again *c, size_t *out)
{
    size_t n = 0, o = 0;

    for (size_t i = 0; i < c->n_open || o < c->n_others;)
        out[n++] =
            o == c->n_others || (i < c->n_open && c->open[i] < c->others[o])
                ? c->open[i++]
                : c->others[o++];
    return n;
}

/* Counts of all attempts, in place of those of the first. */
static void count_again(struct hunt_target *t, const struct outcomes *first)
{
    t->first = *first;
    t->asked_again = t->failing = 0;
    t->replies = (struct reply_counts){ 0 };
    for (size_t i = 0; i < first->n; i++) {
        const struct example *x = &t->outcomes.examples[i];

        t->asked_again += x->tries > first->examples[i].tries;
        t->failing += example_fails(x);
        reply_counts_add(&t->replies, &x->replies);
    }
}

static bool second_stage(struct hunt *h, size_t i, struct err *e)
{
    struct hunt_target *t = &h->report->targets[i];
    struct outcomes first = t->outcomes;
    struct again chosen;
    size_t *places, n;

    if (reply_counts_cut(&t->replies))
        return true;
    again_choose(h->arena, &first, &h->spec->score, h->spec->seed, &chosen);
    n = chosen.n_open + chosen.n_others;
    if (n == 0)
        return true;
    watch_stage(&h->session.watch, "again",
                "%s: %zu problems of undecided hypotheses, %zu others, %llu "
                "more attempt%s",
                t->name, chosen.n_open, chosen.n_others,
                (unsigned long long)h->spec->attempts - 1,
                h->spec->attempts == 2 ? "" : "s");
    places = arena_array(h->arena, size_t, n + 1);
    join(&chosen, places);
    t->outcomes.examples = arena_array(h->arena, struct example, first.n + 1);
    memcpy(t->outcomes.examples, first.examples,
           first.n * sizeof(struct example));
    if (!ask_again(h, i, places, n, &t->outcomes, e))
        return false;
    again_complete(h->arena, &t->outcomes, &chosen, h->spec->seed, &t->scored);
    count_again(t, &first);
    return true;
}

/* The common table, of what each target has now. */
static void sum_again(struct hunt *h, size_t n)
{
    struct hunt_target *t = &h->report->targets[n];
    struct outcomes *all = arena_array(h->arena, struct outcomes, n + 1);
    struct outcomes first = t->outcomes;

    for (size_t i = 0; i < n; i++)
        all[i] = h->report->targets[i].scored;
    outcomes_sum(h->arena, all, n, &t->scored);
    for (size_t i = 0; i < n; i++)
        all[i] = h->report->targets[i].outcomes;
    outcomes_sum(h->arena, all, n, &t->outcomes);
    count_again(t, &first);
}

bool hunt_again(struct hunt *h, struct hunt_target *t, struct err *e)
{
    struct hunt_report *r = h->report;
    size_t n = r->n_targets - (r->n_targets > 1);

    (void)t;
    for (size_t i = 0; i < r->n_targets; i++)
        r->targets[i].scored = r->targets[i].outcomes;
    if (hunt_first_attempts(h) == h->spec->attempts)
        return true;
    for (size_t i = 0; i < n; i++)
        if (!second_stage(h, i, e))
            return false;
    if (n > 1)
        sum_again(h, n);
    return true;
}
