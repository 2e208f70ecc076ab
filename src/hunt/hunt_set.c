/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "hunt/failures.h"
#include "hunt/hunt_int.h"
#include "hunt/prompt.h"
#include "hunt/reply/kind.h"
#include "hunt/target/again.h"
#include "hunt/target/supply.h"
#include "hunt/write/reword.h"

#include <math.h>
#include <string.h>

/*
 * The benchmark put to the targets: at other levels if the first tell nothing,
 * and again where more attempts tell more.
 */

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
static double hunt_solved(const struct outcomes *s)
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
    double rate = hunt_solved(s);

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
static bool hunt_take_step(struct draw_range *r, enum hunt_step step)
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

        if (hunt_take_step(&h->range, steps[i]) &&
            hunt_read_benchmark(h, &ignored))
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
                   s->target, 100 * hunt_solved(s),
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
        !hunt_take_step(&h->range, step))
        return true;
    if (!hunt_read_benchmark(h, &ignored)) {
        h->range = before;
        return true;
    }
    watch_note(&h->session.watch,
               "%s solves %.1f %% of these problems; asking again %s",
               all[0].target, 100 * hunt_solved(&all[0]),
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
static bool hunt_ask_again(struct hunt *h, size_t i, const size_t *places,
                           size_t n, struct outcomes *s, struct err *e)
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

static size_t hunt_join(const struct again *c, size_t *out)
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
    hunt_join(&chosen, places);
    t->outcomes.examples = arena_array(h->arena, struct example, first.n + 1);
    memcpy(t->outcomes.examples, first.examples,
           first.n * sizeof(struct example));
    if (!hunt_ask_again(h, i, places, n, &t->outcomes, e))
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

/*
 * Failed problems in other words. Problems that were chosen because they failed
 * are solved more often when they are asked again, in whatever words: the same
 * problems as they were, with fresh attempts, stand beside.
 */

#define REWORD_BYTES ((size_t)1 << 20)

/* A failed problem on its way. */
struct failed {
    const struct problem *was;
    struct problem now;
};

/* The failed problems of a target, as many as are wanted, drawn by the seed. */
static size_t find_failed(struct hunt *h, const struct hunt_target *t,
                          struct hunt_rewording *r, struct failed **out)
{
    const struct outcomes *s = &t->outcomes;
    bool *in = arena_array(h->arena, bool, s->n + 1);
    size_t *order, n;

    for (size_t i = 0; i < s->n; i++) {
        const struct example *x = &s->examples[i];

        r->failed += example_fails(x);
        in[i] = example_fails(x) && x->problem && x->problem->n_keys;
    }
    n = outcomes_draw(h->arena, s, in, h->spec->seed, &order);
    n = n < h->spec->paraphrase_most ? n : h->spec->paraphrase_most;
    *out = arena_array(h->arena, struct failed, n + 1);
    for (size_t i = 0; i < n; i++)
        (*out)[i].was = s->examples[order[i]].problem;
    return n;
}

/* ---- other words ---- */

static bool ask_words(struct hunt *h, struct failed *f, size_t n,
                      struct question *q, struct err *e)
{
    const struct domain *d = &h->spec->domain;
    struct arena *a = h->arena;
    const char *system = prompt_make(a, d, "reword", PROMPT_SYSTEM, NULL, 0);
    struct questioner c;
    bool ok;

    if (!session_role(&h->session, h->spec->paraphrase,
                      &h->spec->write_decoding, &c, e))
        return false;
    for (size_t i = 0; i < n; i++) {
        const struct prompt_slot slot = {
            "text", prompt_quote(a, f[i].was->statement, REWORD_BYTES)
        };

        q[i] = question_make(
            a, system, prompt_make(a, d, "reword", PROMPT_USER, &slot, 1), 1);
    }
    ok = question_ask(a, &c, q, n, e);
    session_count(&h->session, &c);
    return ok;
}

static struct problem reworded(struct hunt *h, const struct problem *was,
                               const char *text)
{
    struct problem p = *was;

    p.id = arena_printf(h->arena, "%s/reworded", was->id);
    p.statement = text;
    return p;
}

/* Leaves those that say the same with the same numbers. */
static size_t hunt_take_words(struct hunt *h, struct failed *f, size_t n,
                              const struct question *q,
                              struct hunt_rewording *r)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; i++) {
        const struct reply *reply = &q[i].reply;
        const char *text = reply->outcome == OUTCOME_OK && reply->text
                               ? reword_read(h->arena, reply->text)
                               : NULL;

        switch (reword_check(h->arena, f[i].was->statement, text)) {
        case REWORD_SILENT: r->silent++; continue;
        case REWORD_NUMBERS: r->numbers++; continue;
        case REWORD_FORMULAS: r->formulas++; continue;
        case REWORD_KEPT: break;
        }
        f[kept] = f[i];
        f[kept].now = reworded(h, f[i].was, text);
        kept++;
    }
    return kept;
}

/* ---- keys ---- */

/* Who finds keys, and how. */
struct keying {
    struct questioner *models;
    size_t n;
    struct key_rules rules;
};

/* Of n texts: do key models agree on an answer, and is it the problem's key? A
 * text that they do not agree on is TRUTH_UNKNOWN. */
static bool hunt_find_keys(struct hunt *h, const struct keying *k,
                           const struct problem *const *p, size_t n,
                           enum truth *out, struct err *e)
{
    struct draft *d = arena_array(h->arena, struct draft, n + 1);
    struct key_finding *f = arena_array(h->arena, struct key_finding, n + 1);

    for (size_t i = 0; i < n; i++)
        d[i].statement = p[i]->statement;
    if (!key_find(h->arena, k->models, k->n, &k->rules, d, n, f, e))
        return false;
    for (size_t i = 0; i < n; i++)
        out[i] = f[i].state == KEY_SURE && p[i]->n_keys == 1
                     ? key_same(p[i]->keys[0].latex, f[i].key)
                     : TRUTH_UNKNOWN;
    return true;
}

/* Where key models find another answer to the new text, they are asked for the
 * old one: if they find its key there, the new text asks for something else.
 * Leaves the others; a problem that they get wrong in any words stays. */
static bool drop_moved(struct hunt *h, const struct keying *k, struct failed *f,
                       size_t *n, struct hunt_rewording *r, struct err *e)
{
    const struct problem **p =
        arena_array(h->arena, const struct problem *, *n + 1);
    enum truth *now = arena_array(h->arena, enum truth, *n + 1);
    enum truth *was = arena_array(h->arena, enum truth, *n + 1);
    size_t suspects = 0, at = 0, kept = 0;

    for (size_t i = 0; i < *n; i++)
        p[i] = &f[i].now;
    if (!hunt_find_keys(h, k, p, *n, now, e))
        return false;
    for (size_t i = 0; i < *n; i++)
        if (now[i] == TRUTH_NO)
            p[suspects++] = f[i].was;
    if (!hunt_find_keys(h, k, p, suspects, was, e))
        return false;
    for (size_t i = 0; i < *n; i++) {
        bool moved = now[i] == TRUTH_NO && was[at++] == TRUTH_YES;

        r->keys += moved;
        if (!moved)
            f[kept++] = f[i];
    }
    *n = kept;
    return true;
}

static bool hunt_check_keys(struct hunt *h, struct failed *f, size_t *n,
                            struct hunt_rewording *r, struct err *e)
{
    const struct domain *d = &h->spec->domain;
    struct keying k = { .n = h->spec->n_key_models,
                        .rules = { d,
                                   form_find(h->arena, d, h->report->benchmark,
                                             h->report->n_benchmark) } };

    if (!k.n)
        return true;
    if (!hunt_open_keyers(h, &k.models, e) || !drop_moved(h, &k, f, n, r, e))
        return false;
    hunt_close_keyers(h, k.models);
    return true;
}

/* ---- asking ---- */

/* The answers to n problems from place `from` on. */
static struct tried tried_from(const struct answers *got, size_t from, size_t n,
                               size_t *solved)
{
    struct tried t = { got->tries + from, got->right + from, n };

    *solved = 0;
    for (size_t i = 0; i < n; i++)
        *solved += t.right[i] > 0;
    return t;
}

/* Both wordings are asked together, with attempts behind those of the benchmark:
 * the journal has none of them. */
static bool ask_both(struct hunt *h, size_t model, const struct failed *f,
                     size_t n, struct hunt_rewording *r, struct err *e)
{
    struct problem *both = arena_array(h->arena, struct problem, 2 * n + 1);
    struct answers got = { 0 };
    struct tried x, y;
    bool ok;

    for (size_t i = 0; i < n; i++) {
        both[i] = *f[i].was;
        both[n + i] = f[i].now;
    }
    h->session.after = h->spec->attempts;
    ok = hunt_ask(h, "reworded", model, 1, both, 2 * n, &got, e);
    h->session.after = 0;
    if (!ok)
        return false;
    x = tried_from(&got, 0, n, &r->solved_again);
    y = tried_from(&got, n, n, &r->solved);
    r->again = solve_of(&x);
    r->reworded = solve_of(&y);
    gap_paired(&x, &y, &r->gap, &r->lo, &r->hi);
    return true;
}

/* ---- all of it ---- */

bool hunt_paraphrase(struct hunt *h, struct hunt_target *t, struct err *e)
{
    size_t i = (size_t)(t - h->report->targets), model, n;
    struct hunt_rewording r = { .target = t->name,
                                .model = h->spec->paraphrase,
                                .gap = NAN,
                                .lo = NAN,
                                .hi = NAN };
    struct failed *f;
    struct question *q;

    if (!h->spec->paraphrase ||
        !hunt_model_for(h, i, t->name, h->report->n_targets, &model))
        return true;
    r.tried = n = find_failed(h, t, &r, &f);
    if (!n && r.failed)
        watch_note(&h->session.watch,
                   "%s: nothing is reworded, because the failed problems have "
                   "no keys; use --benchmark FILE with keys",
                   t->name);
    if (n) {
        watch_stage(&h->session.watch, "paraphrase",
                    "%s, %zu failed problems, by %s", t->name, n, r.model);
        q = arena_array(h->arena, struct question, n + 1);
        if (!ask_words(h, f, n, q, e))
            return false;
        n = hunt_take_words(h, f, n, q, &r);
        if (!hunt_check_keys(h, f, &n, &r, e) ||
            (n && !ask_both(h, model, f, n, &r, e)))
            return false;
    }
    *(struct hunt_rewording *)vec_push(&h->rewordings) = r;
    return true;
}

/* Controls of the hypotheses of a target: made, asked, compared. */

/* The places of one control set's problems in the batch. */
struct placed {
    size_t *with, *without;
};

/* ---- names of sets, in meta.hunt.set ---- */

static const char *name_with(struct hunt *h, const struct control_set *s)
{
    return arena_printf(h->arena, "with %s", control_name(s->kind));
}

static const char *name_without(struct hunt *h, const struct control_set *s)
{
    const char *name = control_name(s->kind);

    return s->with ? arena_printf(h->arena, "without %s", name) : name;
}

/* ---- making ---- */

/* Written problems have no numbers to change: families make the suspicion's
 * problems once more, and the controls are theirs. */
static void make_base(struct hunt *h, struct measured *q, const char *seed)
{
    size_t n = h->spec->control_problems;
    struct supply aim;
    struct err why;

    if (q->n_made)
        return;
    q->made = arena_array(h->arena, struct problem, n + 1);
    if (supply_open(h->arena, &aim, &q->row->suspicion, q->taxonomy, &h->range,
                    seed, &why) &&
        supply_more(h->arena, &aim, n, NULL, q->made, &why))
        q->n_made = n;
    else
        watch_note(&h->session.watch, "no controls for %s: %s",
                   suspicion_short(h->arena, &q->row->suspicion), why.msg);
}

static bool make_sets(struct hunt *h, struct hunt_target *t, struct measured *q,
                      struct err *e)
{
    const char *seed = arena_printf(h->arena, "%.40s-control", h->spec->seed);

    if (q->written ? !q->written->n : !q->n_made)
        return true; /* nothing to explain */
    make_base(h, q, seed);
    if (!q->n_made)
        return true;
    if (!control_make(h->arena, &q->row->suspicion, q->taxonomy, &h->range,
                      q->made, q->n_made, h->spec->control_problems, seed,
                      &q->sets, &q->n_sets, e))
        return false;
    for (size_t i = 0; i < q->n_sets; i++) {
        const struct control_set *s = &q->sets[i];

        if (s->with)
            hunt_keep(h, &h->controls, t, q->row, name_with(h, s), s->with,
                      s->n);
        hunt_keep(h, &h->controls, t, q->row, name_without(h, s), s->without,
                  s->n);
    }
    return true;
}

/* ---- comparing ---- */

static const char *what_differs(const struct control_set *s)
{
    switch (s->kind) {
    case CONTROL_WORDING: return "other wordings";
    case CONTROL_LENGTH: return "many words and distractors";
    case CONTROL_STEPS: return "three steps more";
    case CONTROL_SIZE: return "two digits more";
    case CONTROL_PART:
    case CONTROL_AUXILIARY: return s->which;
    case CONTROL_MATCHED:
    case CONTROLS: break;
    }
    return "";
}

/* The targeted problems that were asked together with the controls: what a
 * server did at another time makes no difference between them. */
static struct tried asked_beside(const struct measured *q)
{
    return (struct tried){ q->tries, q->right, q->n_first };
}

/* Targeted problems that do not need the auxiliary skill; of written ones it
 * is not known. */
static struct solve without_skill(struct hunt *h, const struct measured *q,
                                  const char *skill)
{
    uint32_t *tries = arena_array(h->arena, uint32_t, q->n_first + 1);
    size_t n = q->written ? 0 : q->n_first;

    for (size_t i = 0; i < n; i++) {
        const struct problem *p = &q->made[i];

        tries[i] =
            str_is_one(skill, p->concepts, p->n_concepts) ? 0 : q->tries[i];
    }
    return solve_of(&(struct tried){ tries, q->right, n });
}

static struct contrast hunt_compare(struct hunt *h, const struct answers *got,
                                    const struct control_set *s,
                                    const struct placed *at,
                                    const struct measured *q)
{
    struct tried without = answers_at(h, got, at->without, s->n);
    struct tried beside = asked_beside(q);
    struct contrast c = { .what = control_name(s->kind),
                          .which = what_differs(s),
                          .without = solve_of(&without),
                          .paired = s->paired };

    if (!s->with) {
        c.with = solve_of(&beside);
        gap_of(&c.with, &c.without, &c.gap, &c.lo, &c.hi);
        if (s->kind == CONTROL_AUXILIARY)
            c.others = without_skill(h, q, s->which);
        return c;
    }
    struct tried with = answers_at(h, got, at->with, s->n);

    c.with = solve_of(&with);
    if (s->paired)
        gap_paired(&with, &without, &c.gap, &c.lo, &c.hi);
    else
        gap_of(&c.with, &c.without, &c.gap, &c.lo, &c.hi);
    return c;
}

/* The contrasts of a measured hypothesis, in the order of its sets but the matched one,
 * which is the first. */
static void hunt_compare_all(struct hunt *h, const struct answers *got,
                             struct measured *q)
{
    const struct placed *at = q->placed;

    q->contrasts = arena_array(h->arena, struct contrast, q->n_sets + 1);
    for (size_t i = 0; i < q->n_sets; i++) {
        struct contrast c = hunt_compare(h, got, &q->sets[i], &at[i], q);

        if (q->sets[i].kind == CONTROL_MATCHED) {
            q->row->control = c.without;
            q->matched = answers_at(h, got, at[i].without, q->sets[i].n);
            hunt_add_replies(&q->row->replies[REPLIES_CONTROL], got,
                             at[i].without, 0, q->sets[i].n);
        } else {
            q->contrasts[q->row->n_contrasts++] = c;
        }
    }
    q->row->contrasts = q->contrasts;
}

/* ---- causes ---- */

static void hunt_set_add_asked(struct hunt *h, struct vec *to,
                               const struct measured *q, enum asked_set set,
                               const struct problem *p, const struct tried *t)
{
    for (size_t i = 0; i < t->n; i++) {
        const struct suspicion *c = &q->row->suspicion;

        *(struct asked_problem *)vec_push(to) = (struct asked_problem){
            .problem = &p[i],
            .set = set,
            .tries = t->tries[i],
            .right = t->right[i],
            .holds = asked_holds(h->arena, c, q->taxonomy, &p[i]),
        };
    }
}

/* Problems of families: others are too unlike those that controls are. */
static void add_benchmark(struct hunt *h, struct vec *to,
                          const struct hunt_target *t, const struct measured *q)
{
    /* Outside of the suspicion one attempt each: what was asked again there was
     * chosen by failures. */
    for (size_t i = 0; i < t->outcomes.n; i++) {
        bool once = t->asked_again &&
                    !suspicion_holds(&t->outcomes, &q->row->suspicion, i);
        const struct example *x =
            once ? &t->first.examples[i] : &t->outcomes.examples[i];
        uint32_t right = x->tries - x->failed;

        if (!x->problem || !x->problem->family || !x->tries)
            continue;
        hunt_set_add_asked(h, to, q, ASKED_BENCHMARK, x->problem,
                           &(struct tried){ &x->tries, &right, 1 });
    }
}

static void find_cause(struct hunt *h, const struct hunt_target *t,
                       const struct answers *got, struct measured *q)
{
    const struct placed *at = q->placed;
    struct vec all = vec_in(h->arena, sizeof(struct asked_problem));
    const struct problem *p = q->written ? q->written->problems : q->made;
    struct tried targeted = { q->tries, q->right, q->n_places };

    if (!q->row->targeted.n)
        return;
    hunt_set_add_asked(h, &all, q, ASKED_TARGETED, p, &targeted);
    for (size_t i = 0; i < q->n_sets; i++) {
        const struct control_set *s = &q->sets[i];
        struct tried without = answers_at(h, got, at[i].without, s->n);

        hunt_set_add_asked(h, &all, q,
                           s->kind == CONTROL_MATCHED ? ASKED_MATCHED
                                                      : ASKED_CONTROL,
                           s->without, &without);
        if (s->with) {
            struct tried with = answers_at(h, got, at[i].with, s->n);

            hunt_set_add_asked(h, &all, q, ASKED_CONTROL, s->with, &with);
        }
    }
    add_benchmark(h, &all, t, q);
    cause_find(h->arena, q->row, all.items, all.n);
}

/* ---- whether it is so ---- */

/* One attempt at each: what was asked again was chosen by failures. */
static struct tried outside_of(struct hunt *h, const struct hunt_target *t,
                               const struct measured *q)
{
    const struct outcomes *s = t->asked_again ? &t->first : &t->outcomes;
    uint32_t *tries = arena_array(h->arena, uint32_t, s->n + 1);
    uint32_t *right = arena_array(h->arena, uint32_t, s->n + 1);
    size_t n = 0;

    for (size_t i = 0; i < s->n; i++) {
        const struct example *x = &s->examples[i];

        if (suspicion_holds(&t->outcomes, &q->row->suspicion, i))
            continue;
        tries[n] = x->tries;
        right[n++] = x->tries - x->failed;
    }
    return (struct tried){ tries, right, n };
}

void hunt_confirm(struct hunt *h, const struct hunt_target *t)
{
    const struct current *c = &h->current;
    size_t rows = 0;

    for (size_t i = 0; i < c->n; i++)
        rows += c->measured[i].row->targeted.n > 0;
    for (size_t i = 0; i < c->n; i++) {
        const struct measured *q = &c->measured[i];
        struct tried fresh = asked_beside(q), others = q->matched;

        if (!q->row->targeted.n)
            continue;
        if (!q->row->control.n) {
            fresh.n = q->n_places;
            others = outside_of(h, t, q);
        }
        confirm_row(q->row, &fresh, &others, rows);
    }
}

/* ---- stages ---- */

static bool hunt_set_has_controls(const struct hunt *h,
                                  const struct hunt_target *t)
{
    return h->spec->controls && !spec_is_foreign(h->spec) &&
           !t->outcomes.foreign;
}

bool hunt_enlist_controls(struct hunt *h, struct hunt_target *t,
                          struct batch *b, struct err *e)
{
    struct current *c = &h->current;

    for (size_t i = 0; hunt_set_has_controls(h, t) && i < c->n; i++) {
        struct measured *q = &c->measured[i];

        if (!make_sets(h, t, q, e))
            return false;
        q->placed = arena_array(h->arena, struct placed, q->n_sets + 1);
        for (size_t k = 0; k < q->n_sets; k++) {
            const struct control_set *s = &q->sets[k];

            q->placed[k].with = hunt_place(h, b, t, q->row, name_with(h, s),
                                           s->with, 0, s->with ? s->n : 0);
            q->placed[k].without = hunt_place(
                h, b, t, q->row, name_without(h, s), s->without, 0, s->n);
        }
    }
    return true;
}

bool hunt_controls(struct hunt *h, struct hunt_target *t, struct err *e)
{
    struct current *c = &h->current;

    (void)e;
    if (!h->spec->controls || !c->n)
        return true;
    if (!hunt_set_has_controls(h, t)) {
        watch_note(&h->session.watch,
                   "%s: no controls and no causes, because families make only "
                   "mathematics; compare with the problems that the writer "
                   "wrote without a hypothesis",
                   t->name);
        return true;
    }
    watch_stage(&h->session.watch, "controls", "%s, %zu %s", t->name, c->n,
                c->n == 1 ? "hypothesis" : "hypotheses");
    for (size_t i = 0; i < c->n; i++) {
        if (!c->measured[i].row->targeted.n || !c->measured[i].n_sets)
            continue;
        hunt_compare_all(h, &c->fresh, &c->measured[i]);
        find_cause(h, t, &c->fresh, &c->measured[i]);
    }
    return true;
}
