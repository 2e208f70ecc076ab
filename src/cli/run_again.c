/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Runs that are based on earlier ones: judged again, or asked again in part.
 */
#include "assay.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/progress.h"
#include "base/str.h"
#include "cli/interrupt.h"
#include "cli/run_show.h"
#include "cli/talk.h"
#include "run/engine/regrade.h"
#include "run/second_opinion.h"
#include "store/told.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHANGES_SHOWN 50

/* ---- asking again ---- */

/* Of the same problems, models and attempts? By the two specs. */
static bool same_calls(struct arena *a, const struct json *mine,
                       const char *spec)
{
    static const char *const parts[] = { "problems", "models", "attempts",
                                         NULL };
    struct json *v;
    struct err e;

    if (!json_read(a, spec, strlen(spec), 1, &v, &e) || json_get(v, "of"))
        return false;
    for (size_t i = 0; parts[i]; i++) {
        const struct json *x = json_get(mine, parts[i]);
        const struct json *y = json_get(v, parts[i]);

        if (!x || !y || !json_equal(x, y))
            return false;
    }
    return true;
}

/* An object without one of its members. */
static const struct json *without(struct arena *a, const struct json *o,
                                  const char *name)
{
    struct json *copy = json_new(a, JSON_OBJECT);

    for (const struct json *m = o ? o->first : NULL; m; m = m->next)
        if (!str_eq(m->name, name))
            json_set(a, copy, m->name, json_copy(a, m));
    return copy;
}

/* Is the limit of x larger than that of y? None is taken for larger. */
static bool has_more_room(const struct json *x, const struct json *y)
{
    const struct json *mine = json_get(x, "max_tokens");
    const struct json *theirs = json_get(y, "max_tokens");

    if (!mine || !theirs)
        return (mine == NULL) != (theirs == NULL);
    return strtod(mine->text, NULL) > strtod(theirs->text, NULL);
}

/*
 * Results that are taken over must have been asked and judged as in this run.
 * The limit on tokens may differ, and must differ if truncated replies are
 * asked again, since the journal would give the same replies. Returns NULL if
 * all is well, else what differs.
 */
static const char *misfit(struct arena *a, const struct plan *plan,
                          const struct json *mine, const char *spec)
{
    const struct json *x = json_get(mine, "decoding"), *y;
    struct json *v;
    struct err e;

    if (!json_read(a, spec, strlen(spec), 1, &v, &e))
        return "its settings cannot be read";
    y = json_get(v, "decoding");
    if (!json_equal(json_get(mine, "prompt"), json_get(v, "prompt")))
        return "it has a different prompt";
    if (!json_equal(json_get(mine, "judge"), json_get(v, "judge")))
        return "it was graded by other rules";
    if (!json_equal(without(a, x, "max_tokens"), without(a, y, "max_tokens")))
        return "it has other decoding settings";
    if (!plan->only[OUTCOME_ERROR] && !has_more_room(x, y))
        return "its --max-tokens is not smaller; give a larger one";
    return NULL;
}

static bool newest(struct arena *a, struct store *s, const struct plan *plan,
                   const struct json *mine, struct run_info *out, struct err *e)
{
    struct run_info *list;
    size_t n;

    if (!runs_list(s, a, &list, &n, e))
        return false;
    while (n-- > 0)
        if (same_calls(a, mine, list[n].spec) &&
            !misfit(a, plan, mine, list[n].spec)) {
            *out = list[n];
            return true;
        }
    return err_set(e, ERR_DOMAIN,
                   "no run in %s has the same problems, models, attempts and "
                   "settings (except --max-tokens); `assay store list%s` lists "
                   "the runs, and --of RUN shows what differs",
                   store_path(s), store_told(a, store_path(s)));
}

bool run_find_old(struct arena *a, struct store *s, struct plan *plan,
                  const char *name, struct run_info *out, struct err *e)
{
    char hex[HASH_HEX_SIZE];
    const char *spec = plan_spec(a, plan), *differs;
    struct json *mine;

    if (!json_read(a, spec, strlen(spec), 1, &mine, e))
        return false;
    if (!name && !newest(a, s, plan, mine, out, e))
        return false;
    if (name && !runs_find(s, a, name, out, e))
        return false;
    if (name && !same_calls(a, mine, out->spec))
        return err_set(e, ERR_DOMAIN,
                       "run %s has other problems, models or attempts (or was "
                       "itself made with --only)",
                       out->name);
    differs = misfit(a, plan, mine, out->spec);
    if (differs)
        return err_set(e, ERR_DOMAIN, "cannot use run %s for --only: %s",
                       out->name, differs);
    plan->of = arena_strdup(a, hash_hex(out->hash, hex));
    return true;
}

/* ---- doubtful verdicts ---- */

int run_queue_doubts(struct store *s, const struct run_info *run,
                     const struct summary *v, struct doubts *out)
{
    struct arena a = { 0 };
    struct err e;
    bool ok = doubts_queue(&a, s, run, v, clock_day_ms(), out, &e);

    arena_clear(&a);
    return ok ? -1 : talk_failure(&e);
}

void run_say_doubts(struct store *s, const struct run_info *run,
                    const struct doubts *d)
{
    struct arena a = { 0 };
    const char *told = store_told(&a, store_path(s));

    if (d->decided)
        talk("%zu result%s of run %s %s decided by a review", d->decided,
             d->decided == 1 ? "" : "s", run->name,
             d->decided == 1 ? "is" : "are");
    if (d->left_out)
        talk("%zu more doubtful verdicts were left out; when the queue is "
             "decided, `assay review --of %s%s` adds them",
             d->left_out, run->name, told);
    if (d->open)
        talk("%zu verdict%s doubtful: run assay review%s", d->open,
             d->open == 1 ? " is" : "s are", told);
    arena_clear(&a);
}

/* ---- judging again ---- */

static void show_changes(const struct summary *v, const struct regrade *g)
{
    struct str out = { 0 };

    for (size_t i = 0; i < g->n && i < CHANGES_SHOWN; i++) {
        const struct regrade_change *c = &g->changes[i];

        str_reset(&out);
        str_addf(&out, "%s attempt %" PRIu64 ", %s: ",
                 v->problems[c->was->problem].id, c->was->attempt,
                 v->models[c->was->model]);
        if (c->was->lenient != c->now.lenient)
            str_addf(&out, "%s -> %s", verdict_name(c->was->lenient),
                     verdict_name(c->now.lenient));
        if (c->was->strict != c->now.strict)
            str_addf(&out, "%sstrict %s -> %s",
                     c->was->lenient != c->now.lenient ? ", " : "",
                     verdict_name(c->was->strict), verdict_name(c->now.strict));
        if (c->was->lenient == c->now.lenient &&
            c->was->strict == c->now.strict)
            str_add(&out, "the same verdict");
        if (c->now.answer)
            str_addf(&out, "; the answer %.100s", c->now.answer);
        if (c->now.why)
            str_addf(&out, ": %.200s", c->now.why);
        talk_summary(&out);
    }
    if (g->n > CHANGES_SHOWN)
        talk("and %zu more", g->n - CHANGES_SHOWN);
    str_clear(&out);
}

struct shown_steps {
    struct progress progress;
    uint64_t shown;
};

static void step(void *ctx, uint64_t done, uint64_t total)
{
    struct shown_steps *w = ctx;

    (void)total;
    progress_add(&w->progress, done - w->shown);
    w->shown = done;
}

static bool stop(void *ctx)
{
    (void)ctx;
    return interrupt_came();
}

int run_second_opinion(struct arena *a, struct store *s,
                       const struct run_info *run, const struct run_options *r)
{
    struct second_opinion o;
    struct session session;
    struct err e;

    if (!r->judge_model)
        return -1;
    session = session_open(a, s, r->session);
    session.watch.stop = stop;
    if (!second_opinion_ask(&session, run, r->judge_model, clock_day_ms(), &o,
                            &e))
        return talk_failure(&e);
    talk("second opinion of %s on %zu undecided verdict%s and %zu answers in "
         "words: %zu correct, %zu wrong, %zu unclear; it changes no verdict "
         "and no rate",
         r->judge_model, o.undecided, o.undecided == 1 ? "" : "s", o.text,
         o.correct, o.wrong, o.unclear);
    return -1;
}

static int judge_again(struct arena *a, struct store *s,
                       const struct run_info *run, const struct run_info *into,
                       const struct run_options *r, const struct ask_options *k,
                       const struct judge_options *judge,
                       const struct summary_options *view)
{
    struct shown_steps w = { 0 };
    struct regrade_options o = { .judge = *judge,
                                 .into = into,
                                 .threads = k->threads,
                                 .leave = k->leave,
                                 .progress = step,
                                 .stop = stop,
                                 .ctx = &w };
    struct summary_options plain = { .strict = view->strict };
    struct doubts doubts;
    struct regrade g;
    struct summary v;
    struct err e;
    int status;
    /* The run is locked, so nobody changes it meanwhile. If all was judged so
     * before, only verdicts that differ from then are new. */
    bool whole = into->results + run->errors >= run->results;
    bool ok = runs_lock(s, into->id, &e) &&
              summary_load(a, s, whole ? into : run, &plain, &v, &e);

    if (ok) {
        progress_open(&w.progress, stderr, clock_real(), "judging",
                      v.n_results);
        ok = regrade_run(a, s, &v, &o, clock_day_ms(), &g, &e);
        progress_close(&w.progress);
    }
    if (!ok) {
        talk_err(NULL, &e);
        return EXIT_COULD_NOT;
    }
    if (g.stopped) {
        interrupt_tell();
        return EXIT_COULD_NOT;
    }
    show_changes(&v, &g);
    talk("run %s: %" PRIu64 " repl%s graded again, %zu changed", run->name,
         g.judged, g.judged == 1 ? "y" : "ies", g.n);
    if (into->id != run->id)
        talk("the other grading rules make it run %s; run %s is unchanged",
             into->name, run->name);
    if (run_second_opinion(a, s, into, r) >= 0 ||
        run_queue_doubts(s, into, NULL, &doubts) >= 0)
        return EXIT_COULD_NOT;
    status = run_show(a, s, into, r, view, NULL);
    run_say_doubts(s, into, &doubts);
    return status;
}

int run_regrade(const struct command *self, struct arena *a, const char *name,
                const struct run_spec *spec, const struct run_options *r,
                const struct ask_options *ask,
                const struct summary_options *view)
{
    struct judge_options judge;
    struct run_info run, into;
    struct store *s;
    struct err e;
    int status;

    if (!run_spec_judge(a, spec, &judge, &e))
        return args_mistake(self, "%s", e.msg);
    if (!store_open(&s, run_store_path(spec->store), STORE_WRITE, &e))
        return talk_failure(&e);
    interrupt_watch("nothing was changed");
    if (runs_find(s, a, name, &run, &e) &&
        regrade_open(a, s, &run, &judge, assay_version(), clock_day_ms(), &into,
                     &e))
        status = judge_again(a, s, &run, &into, r, ask, &judge, view);
    else
        status = talk_failure(&e);
    store_close(s);
    return status;
}
