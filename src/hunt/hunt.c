/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/hunt.h"
#include "base/map.h"
#include "base/str.h"
#include "family/table.h"
#include "hunt/failures.h"
#include "hunt/hunt_int.h"
#include "hunt/reply/kind.h"
#include "report/document.h"
#include "report/figure.h"
#include "run/count/tally.h"
#include "stats/stats.h"
#include "store/journal.h"

#include <math.h>
#include <string.h>

/* The stages of a hunt, one after another. */

#define PERMUTATIONS 10000

/* ---- failures ---- */

static void open_target(struct hunt *h, struct hunt_target *t)
{
    const struct outcomes *s = &t->outcomes;
    uint32_t *tries = arena_array(h->arena, uint32_t, s->n + 1);
    uint32_t *right = arena_array(h->arena, uint32_t, s->n + 1);
    struct solve rate;

    t->name = s->target;
    t->spearman = t->spearman_p = NAN;
    t->balanced_rho = t->balanced_p = t->lift_rho = t->lift_p = NAN;
    for (size_t i = 0; i < s->n; i++) {
        const struct example *x = &s->examples[i];

        tries[i] = x->tries;
        right[i] = x->tries - x->failed;
        t->tried_problems += x->tries > 0;
        t->failing += example_fails(x);
        reply_counts_add(&t->replies, &x->replies);
    }
    rate = solve_of(&(struct tried){ tries, right, s->n });
    t->solve_rate = rate.rate;
    t->solve_lo = rate.lo;
    t->solve_hi = rate.hi;
}

/* Targets of one hunt, and the common one if there are several. */
static void open_all(struct hunt *h, struct outcomes *all_outcomes, size_t n,
                     const char *run)
{
    struct hunt_report *r = h->report;

    r->targets = arena_array(h->arena, struct hunt_target, n + 1);
    for (size_t i = 0; i < n; i++) {
        r->targets[i].outcomes = all_outcomes[i];
        r->targets[i].run = run;
    }
    r->n_targets = n;
    if (n > 1) {
        outcomes_sum(h->arena, all_outcomes, n, &r->targets[n].outcomes);
        r->n_targets++;
    }
    for (size_t i = 0; i < r->n_targets; i++)
        open_target(h, &r->targets[i]);
}

/* Tags that are names of a taxonomy stand in its vocabulary: of the file's own
 * the others remain, if there are any. */
static void drop_tags(struct hunt *h, struct outcomes *s)
{
    struct vocabulary *all =
        arena_array(h->arena, struct vocabulary, s->n_vocabularies + 1);
    size_t n = 0;

    for (size_t i = 0; i < s->n_vocabularies; i++) {
        all[n] = s->vocabularies[i];
        for (size_t k = 0; k < s->n_vocabularies && !all[n].taxonomy; k++)
            if (s->vocabularies[k].taxonomy)
                vocabulary_less(h->arena, &all[n], s->n,
                                s->vocabularies[k].taxonomy);
        n += all[n].n > 0;
    }
    s->vocabularies = all;
    s->n_vocabularies = n;
}

/* Names that all stand in one row alone tell nothing: they may be several in
 * one. */
static void note_lonely(struct hunt *h, const struct outcomes *s)
{
    for (size_t i = 0; i < s->n_vocabularies; i++) {
        const struct vocabulary *v = &s->vocabularies[i];
        size_t carried = 0;

        for (size_t k = 0; k < s->n; k++)
            carried += vocabulary_count(v, k);
        if (!v->taxonomy && v->n > 1 && carried == v->n)
            watch_note(&h->session.watch,
                       "each of the %zu names in \"%s\" occurs in only one "
                       "row, such as \"%.60s\"; if one text has several names, "
                       "separate them by \";\" or \"|\", or use a JSON array",
                       v->n, h->spec->tags_field, v->names[0]);
    }
}

static bool failures_of_file(struct hunt *h, struct err *e)
{
    struct outcomes *all_outcomes;
    size_t n;

    watch_stage(&h->session.watch, "failures", "outcomes of %s",
                h->spec->outcomes_file);
    if (!failures_read(h->arena, h->spec, &all_outcomes, &n, e))
        return false;
    for (size_t i = 0; i < n; i++)
        drop_tags(h, &all_outcomes[i]);
    note_lonely(h, &all_outcomes[0]);
    open_all(h, all_outcomes, n, NULL);
    return true;
}

/* Replies that the limit on tokens cut off say nothing of the model. */
static void note_truncated(struct hunt *h, const struct hunt_target *t)
{
    const char *most = h->spec->decoding.max_tokens;
    uint32_t n = t->replies.kinds[REPLY_TRUNCATED];

    if (n)
        watch_note(&h->session.watch,
                   "%s: %u of %u replies were cut off at %s%s and are not "
                   "counted; raise --max-tokens",
                   t->name, n, reply_counts_all(&t->replies),
                   most ? "max_tokens " : "the model's token limit",
                   most ? most : "");
}

static bool read_failures(struct hunt *h, struct hunt_target *t, struct err *e)
{
    struct outcomes *all_outcomes;

    (void)t;
    if (h->spec->outcomes_file)
        return failures_of_file(h, e);
    all_outcomes = arena_array(h->arena, struct outcomes, h->n_models + 1);
    if (!hunt_ask_benchmark(h, all_outcomes, e))
        return false;
    open_all(h, all_outcomes, h->n_models, h->benchmark->run);
    for (size_t i = 0; i < h->n_models; i++)
        note_truncated(h, &h->report->targets[i]);
    return true;
}

/* ---- tags ---- */

static bool tag_all(struct hunt *h, const struct outcomes *s,
                    struct vocabulary *out, struct err *e)
{
    struct questioner c;

    if (!session_role(&h->session, h->spec->tagger, &h->spec->propose_decoding,
                      &c, e))
        return false;
    for (size_t i = 0; i < h->n_taxonomies; i++) {
        struct tagging counts = { 0 };

        watch_stage(&h->session.watch, "tags", "%zu %s by %s, %s", s->n,
                    domain_words(h->arena, &h->spec->domain).examples,
                    c.model->spec, h->taxonomies[i]->name);
        if (!tag_examples(h->arena, &c, &h->spec->domain, s, h->taxonomies[i],
                          h->spec->tags_most, &out[i], &counts, e))
            return false;
        /* A suspicion about a name that nobody carries would be right wherever
         * nothing fails. */
        vocabulary_used(h->arena, &out[i], s->n);
        h->report->tagging.texts += counts.texts;
        h->report->tagging.again += counts.again;
        h->report->tagging.unknown += counts.unknown;
        h->report->tagging.silent += counts.silent;
    }
    session_count(&h->session, &c);
    return true;
}

static size_t hunt_names_in(const struct vocabulary *v, size_t n)
{
    size_t names = 0;

    for (size_t i = 0; i < n; i++)
        names += v[i].n;
    return names;
}

/* Problems that carry no name count as outside of every suspicion. The user is
 * told of them, since names may be misspelt. */
static void note_nameless(struct hunt *h, const struct vocabulary *v, size_t n,
                          size_t examples)
{
    struct domain w = domain_words(h->arena, &h->spec->domain);

    for (size_t i = 0; i < n; i++) {
        size_t none = 0;

        for (size_t k = 0; k < examples; k++)
            none += v[i].of[k][0] == UINT32_MAX;
        if (none == examples && n > 1)
            watch_note(
                &h->session.watch,
                "no %s has a name from %s; use --tagger MODEL to tag them",
                w.example, v[i].name);
        else if (none && none < examples)
            watch_note(&h->session.watch, "%zu of %zu %s have no name from %s",
                       none, examples, w.examples, v[i].name);
    }
}

/* Is the limit on tokens all that can be told? */
static bool all_cut(const struct hunt_report *r)
{
    size_t n = 0;

    while (n < r->n_targets && reply_counts_cut(&r->targets[n].replies))
        n++;
    return n == r->n_targets;
}

/* Names of the file beside those of the tagger, unless they are of a list that
 * the tagger was given. */
static void keep_own(const struct hunt *h, const struct outcomes *s,
                     struct vocabulary *v, size_t *n)
{
    for (size_t i = 0; i < s->n_vocabularies; i++) {
        bool named = false;

        for (size_t k = 0; k < h->n_taxonomies && !named; k++)
            named = str_eq(h->taxonomies[k]->name, s->vocabularies[i].name);
        if (!named)
            v[(*n)++] = s->vocabularies[i];
    }
}

/* Names of every problem in every vocabulary, the same for all targets. */
static bool name_concepts(struct hunt *h, struct hunt_target *t, struct err *e)
{
    struct hunt_report *r = h->report;
    struct outcomes *first = &r->targets[0].outcomes;
    size_t n = h->n_taxonomies;
    struct vocabulary *v =
        arena_array(h->arena, struct vocabulary, n + first->n_vocabularies + 1);

    (void)t;
    if (h->spec->tagger && !all_cut(r)) {
        if (!tag_all(h, first, v, e))
            return false;
    } else if (h->spec->outcomes_file) {
        return true; /* the file's own */
    } else {
        for (size_t i = 0; i < n; i++)
            vocabulary_of(h->arena, r->benchmark, r->n_benchmark,
                          h->taxonomies[i], &v[i]);
    }
    if (!h->spec->outcomes_file && h->spec->score.traits)
        first->n_traits =
            traits_of(h->arena, r->benchmark, r->n_benchmark, &first->traits);
    if (h->spec->outcomes_file)
        keep_own(h, first, v, &n);
    note_nameless(h, v, n, first->n);
    if (hunt_names_in(v, n) == 0)
        watch_note(&h->session.watch,
                   "the problems have no concepts from these taxonomies, so "
                   "only traits are tested%s",
                   h->spec->tagger ? "; the tagger named none"
                                   : "; use --tagger MODEL to tag them");
    for (size_t i = 0; i < r->n_targets; i++) {
        r->targets[i].outcomes.vocabularies = v;
        r->targets[i].outcomes.n_vocabularies = n;
        r->targets[i].outcomes.traits = first->traits;
        r->targets[i].outcomes.n_traits = first->n_traits;
    }
    return true;
}

/* ---- all together ---- */

static double hunt_rank(const double *x, const double *y, size_t n, double *p)
{
    *p = stats_spearman_p(x, y, n, PERMUTATIONS, 1);
    return stats_spearman(x, y, n);
}

/* Do more accurate hypotheses give harder problems, or those with a larger
 * lift? Of a few problems accuracy is mostly the share that is solved. */
static void hunt_correlate(struct hunt *h, struct hunt_target *t)
{
    double *x = arena_array(h->arena, double, 4 * t->table.n + 4);
    double *balanced = x + t->table.n, *lift = balanced + t->table.n;
    double *y = lift + t->table.n;
    size_t n = 0;

    for (size_t i = 0; i < t->table.n; i++) {
        const struct hypothesis *row = &t->table.rows[i];

        if (!row->targeted.n || isnan(row->lift) || row->n < HUNT_RANKED)
            continue;
        x[n] = row->accuracy;
        balanced[n] = row->balanced;
        lift[n] = row->lift;
        y[n++] = 1 - row->targeted.rate;
    }
    t->spearman_n = n;
    if (n < HUNT_RANKED)
        return;
    t->spearman = hunt_rank(x, y, n, &t->spearman_p);
    t->balanced_rho = hunt_rank(balanced, y, n, &t->balanced_p);
    t->lift_rho = hunt_rank(lift, y, n, &t->lift_p);
}

/* Several targets beside each other; the last table is that of all. */
static void compare_targets(struct hunt *h)
{
    struct hunt_report *r = h->report;
    size_t n = r->n_targets > 1 ? r->n_targets - 1 : 0;
    struct models_side *sides =
        arena_array(h->arena, struct models_side, n + 1);

    for (size_t i = 0; i < n; i++) {
        const struct hunt_target *t = &r->targets[i];

        sides[i] = (struct models_side){ t->name, &t->outcomes, &t->scored,
                                         &t->table };
    }
    if (n)
        models_compare(h->arena, sides, n, &r->targets[n].table,
                       &h->spec->score, &r->models);
}

/* ---- stages ---- */

static bool has_tagger(const struct hunt_spec *s)
{
    return s->tagger != NULL;
}

static bool hunt_has_controls(const struct hunt_spec *s)
{
    return s->controls && !spec_is_foreign(s);
}

static bool has_paraphrase(const struct hunt_spec *s)
{
    return s->paraphrase != NULL;
}

const struct hunt_stage hunt_stages[HUNT_STAGES] = {
    { "failures", "target", .run = read_failures,
      .forecast = forecast_failures },
    { "tags", "tagger", .there = has_tagger, .run = name_concepts,
      .forecast = forecast_tags },
    { "again", "target", .there = hunt_has_stages, .run = hunt_again,
      .forecast = forecast_again },
    { "hypotheses", "hypothesizer", .each = true, .run = hunt_propose,
      .forecast = forecast_hypotheses },
    { "problems", "writer", .each = true, .run = hunt_problems,
      .forecast = forecast_problems },
    { "measure", "target", .each = true, .run = hunt_measure,
      .forecast = forecast_target },
    { "controls", "target", .each = true, .there = hunt_has_controls,
      .run = hunt_controls, .forecast = forecast_target },
    { "paraphrase", "rewriter", .each = true, .there = has_paraphrase,
      .run = hunt_paraphrase, .forecast = forecast_paraphrase },
};

size_t hunt_stage_names(const struct hunt_spec *s, const char *out[HUNT_STAGES])
{
    size_t n = 0;

    for (size_t i = 0; i < HUNT_STAGES; i++)
        if (!hunt_stages[i].there || hunt_stages[i].there(s))
            out[n++] = hunt_stages[i].name;
    return n;
}

/* t NULL: those of the whole hunt. */
static bool hunt_run_stages(struct hunt *h, struct hunt_target *t,
                            struct err *e)
{
    for (size_t i = 0; i < HUNT_STAGES; i++)
        if (hunt_stages[i].each == (t != NULL) && !hunt_stages[i].run(h, t, e))
            return false;
    return true;
}

bool hunt_run(struct arena *a, struct store *s, const struct hunt_spec *spec,
              const struct hunt_options *o, struct hunt_report *out,
              struct err *e)
{
    struct hunt h;
    bool ok;

    if (!hunt_begin(&h, a, s, spec, o, out, e) ||
        (spec_has_targets(spec) && !hunt_open_targets(&h, e)) ||
        !hunt_run_stages(&h, NULL, e))
        return false;
    for (size_t i = 0; i < out->n_targets; i++) {
        if (reply_counts_cut(&out->targets[i].replies))
            continue; /* that is the finding */
        ok = hunt_run_stages(&h, &out->targets[i], e);
        if (ok)
            hunt_confirm(&h, &out->targets[i]);
        map_clear(&h.current.seen);
        if (!ok)
            return false;
        hunt_correlate(&h, &out->targets[i]);
        hunt_benchmark_replies(&h, &out->targets[i]);
    }
    compare_targets(&h);
    out->problems = h.problems.items;
    out->n_problems = h.problems.n;
    out->controls = h.controls.items;
    out->n_controls = h.controls.n;
    out->series = h.series.items;
    out->n_series = h.series.n;
    out->writings = h.writings.items;
    out->n_writings = h.writings.n;
    out->writers = h.writers.items;
    out->n_writers = h.writers.n;
    out->rewordings = h.rewordings.items;
    out->n_rewordings = h.rewordings.n;
    out->asked = h.session.asked;
    out->journalled = h.session.journalled;
    out->failed = h.session.failed;
    return true;
}

/* Mistakes in what a hunt reads, found before it asks or writes anything. */

/* The texts of a file. A probe is ours and has no mistakes. */
static bool hunt_read_texts(struct hunt *h, struct outcomes *out, struct err *e)
{
    *out = (struct outcomes){ .target = "" };
    if (!h->spec->outcomes_file && str_eq(h->spec->benchmark, "probe"))
        return true;
    return hunt_open_texts(h, out, e);
}

/* Prompts of a hunt's task, filled for an example that has nothing but its
 * row. */
static bool hunt_check_prompts(struct hunt *h, const struct task *t,
                               const struct outcomes *s, struct err *e)
{
    static const uint32_t none[] = { UINT32_MAX };
    static const char *const nothing[] = { NULL };
    const uint32_t *const of[] = { none };
    const struct vocabulary v = { .name = "", .names = nothing, .of = of };
    struct example one = { .id = "",
                           .text = "",
                           .answer = "",
                           .solution = "",
                           .row = s->n ? s->examples[0].row : NULL,
                           .tries = 1,
                           .failed = 1 };
    struct outcomes seen = { .target = "", .examples = &one, .n = 1 };
    struct propose_options o = h->spec->propose;
    struct slot_value hypothesis = { "hypothesis", "" };
    struct task_data data;
    struct propose_job job = {
        .task = t, .data = &data, .vocabulary = &v, .outcomes = &seen, .o = &o
    };
    const struct message *m;
    size_t n;

    o.seed = h->spec->seed;
    propose_data(h->arena, &seen, &v, t, NULL, &data);
    return task_check_fields(h->arena, t, &data, e) &&
           propose_check(h->arena, &job, e) &&
           (!task_has(t, "inference") ||
            task_messages(h->arena, t, "inference", &hypothesis, 1, &data, 0,
                          &m, &n, e));
}

static bool check_task(struct hunt *h, const struct outcomes *s, struct err *e)
{
    struct task_data train, trial;
    struct task task;
    const char *name;

    if (!hunt_open_task(h, &task, e))
        return false;
    if (h->spec->task && task.train)
        return hunt_task_data(h, &task, &train, &trial, &name, e);
    return hunt_check_prompts(h, &task, s, e);
}

/* A level that no family has would leave nothing out. */
static bool check_levels(const struct hunt_spec *s, struct err *e)
{
    size_t most = 0;

    for (size_t i = 0; s->probe.range.levels && i < family_count(); i++)
        if ((size_t)family_at(i)->n_levels > most)
            most = (size_t)family_at(i)->n_levels;
    return s->probe.range.levels <= most ||
           err_set(e, ERR_USAGE,
                   "\"probe.levels\" (--levels) is %zu, but families have at "
                   "most %zu levels; leave it out to use all levels",
                   s->probe.range.levels, most);
}

bool hunt_check(struct arena *a, const struct hunt_spec *spec,
                const struct hunt_options *o, struct err *e)
{
    const char *file =
        spec->outcomes_file ? spec->outcomes_file : spec->benchmark;
    struct hunt_report report;
    struct outcomes texts;
    struct hunt h;

    if (!hunt_begin(&h, a, NULL, spec, o, &report, e) ||
        !check_levels(spec, e) || !hunt_read_texts(&h, &texts, e))
        return false;
    if (spec->tagger && !h.n_taxonomies && !spec_writers(spec))
        return err_set(
            e, ERR_USAGE,
            "\"tagger\" has no names to choose from: \"granularity\" is empty "
            "and there is no \"taxonomy\"; name a granularity (high), or a "
            "file of your names (--taxonomy FILE; --make-taxonomy makes one)");
    if (texts.foreign &&
        !spec_refuse_families(
            spec, arena_printf(a, "most keys of %s are not mathematics", file),
            e))
        return false;
    return !(spec_first_llm(spec) || spec->task) || check_task(&h, &texts, e);
}
