/* SPDX-License-Identifier: Apache-2.0 */
/* What a hunt will ask, stage by stage. */
#include "hunt/forecast.h"
#include "base/hash.h"
#include "base/str.h"
#include "hunt/failures.h"
#include "hunt/hunt_int.h"
#include "hunt/tag/tag_prompt.h"

#include <string.h>

#define TRIED_PROMPTS 100 /* whose length is taken */
#define TAG_TURNS     2   /* names that are not on the list: asked once more */

/* Sets of controls (target/control.h): each variant has two sides, and further
 * problems that a doubt calls for. */
#define AUXILIARIES ((size_t)3)
#define VARIANTS    ((size_t)(CONTROL_AUXILIARY - CONTROL_WORDING))

static struct hunt_calls times(struct hunt_calls c, uint64_t n)
{
    return (struct hunt_calls){ c.least * n, c.most * n };
}

static struct hunt_calls at_most(uint64_t n)
{
    return (struct hunt_calls){ 0, n };
}

/* ---- failures ---- */

static struct plan plan_of(const struct hunt *h)
{
    return (struct plan){ .file = "benchmark",
                          .problems = h->report->benchmark,
                          .n_problems = h->report->n_benchmark,
                          .models = h->models,
                          .n_models = h->n_models,
                          .attempts = h->spec->attempts,
                          .decoding = h->spec->decoding };
}

/* The run of this benchmark, if the store has it. */
static bool look(struct hunt *h, const struct plan *p,
                 struct hunt_forecast *out, struct err *e)
{
    const struct run_info *run = NULL;
    char hex[HASH_HEX_SIZE];
    struct run_info info;
    struct err none;

    hash_hex(runs_hash(plan_spec(h->arena, p)), hex);
    if (h->store && runs_find(h->store, h->arena, hex, &info, &none))
        run = &info;
    return ask_look(h->arena, h->store, run, NULL, p, &out->first, e);
}

/* Fresh problems are as long as those of the benchmark, about. */
static bool measure_prompts(struct hunt *h, const struct plan *p,
                            struct hunt_forecast *out, struct err *e)
{
    size_t m = 0,
           n = p->n_problems < TRIED_PROMPTS ? p->n_problems : TRIED_PROMPTS;
    struct arena tmp = { 0 };
    bool ok = true;

    while (m < h->n_models && model_is_local(&h->models[m]))
        m++;
    for (size_t i = 0; m < h->n_models && ok && i < n; i++) {
        struct request r;
        const char *body;

        ok = plan_request(&tmp, p, i, 1, &r, e) &&
             model_body(&tmp, &h->models[m], &r, &body, e);
        if (ok)
            out->prompt_bytes += (double)strlen(body) / (double)n;
        arena_reset(&tmp);
    }
    arena_clear(&tmp);
    return ok;
}

static bool forecast_failures(struct hunt *h, struct sheet *sheet,
                              struct hunt_forecast *out, struct err *e)
{
    struct plan p;

    if (!hunt_read_benchmark(h, e))
        return false;
    p = plan_of(h);
    if (!plan_try_prompts(&p, e) || !look(h, &p, out, e) ||
        !measure_prompts(h, &p, out, e))
        return false;
    out->failures.least = out->failures.most = p.n_problems * p.attempts;
    sheet_of(h->arena, sheet, p.problems, p.n_problems);
    out->vocabularies = h->n_taxonomies;
    out->tables = h->n_models + (h->n_models > 1);
    for (size_t i = 0; i < h->n_models; i++)
        out->measured[i] = 1;
    return true;
}

/* Of a file: who is measured is named in it. */
static bool forecast_outcomes(struct hunt *h, struct sheet *sheet,
                              struct hunt_forecast *out, struct err *e)
{
    struct sheet *sheets;
    size_t n, model;

    if (!failures_read(h->arena, h->spec, &sheets, &n, e))
        return false;
    *sheet = sheets[0];
    out->vocabularies =
        h->spec->tagger ? h->n_taxonomies : sheet->n_vocabularies;
    out->tables = n + (n > 1);
    for (size_t i = 0; i < n; i++)
        if (hunt_model_for(h, i, sheets[i].target, out->tables, &model))
            out->measured[model]++;
    return true;
}

/* ---- tags ---- */

static void forecast_tags(struct hunt *h, const struct sheet *s,
                          struct hunt_forecast *out)
{
    struct arena tmp = { 0 };
    double bytes = 0;

    for (size_t i = 0; i < h->n_taxonomies; i++) {
        const char *list = tag_prompt_list(h->arena, h->taxonomies[i]);

        for (size_t k = 0; k < s->n; k++) {
            bytes += (double)strlen(tag_prompt_system);
            bytes += (double)strlen(tag_prompt_ask(
                &tmp, list, s->examples[k].text, h->spec->tags_most));
            arena_reset(&tmp);
        }
    }
    arena_clear(&tmp);
    out->tags.least = h->n_taxonomies * s->n;
    out->tags.most = TAG_TURNS * out->tags.least;
    out->tag_bytes = TAG_TURNS * bytes;
}

/* ---- hypotheses ---- */

/* Rows first..n that may join the pool of hard examples. */
static uint64_t shown(const struct propose_options *o, size_t first, size_t n)
{
    if (!o->held_out)
        return n - first;
    return (n + 1) / 2 - (first + 1) / 2; /* the even ones */
}

struct hunt_calls forecast_propose(const struct propose_options *o, size_t n,
                                   bool vocabulary)
{
    uint64_t each = o->held_out ? 2 : 1, turns = vocabulary ? 1 + o->again : 1;
    uint64_t rows = o->num_train && o->num_train < n ? o->num_train : n;
    uint64_t first = rows / each < o->num_init ? rows / each : o->num_init;
    uint64_t size = o->init_batch_size ? o->init_batch_size : first;
    uint64_t batches = first ? (first + size - 1) / size : 0;
    uint64_t full = o->update_batch_size * o->num_hypotheses_to_update;
    uint64_t epochs = o->epochs ? o->epochs : 1;
    uint64_t pool =
        shown(o, first * each, rows) + (epochs - 1) * shown(o, 0, rows);
    uint64_t updates = full ? pool / full : 0;
    uint64_t made = batches * o->init_hypotheses_per_batch;
    uint64_t more =
        o->num_hypotheses_to_update * o->update_hypotheses_per_batch;
    uint64_t bank = o->max_num_hypotheses > made ? o->max_num_hypotheses : made;
    struct hunt_calls out = {
        batches, turns * (batches + updates * o->num_hypotheses_to_update)
    };

    if (o->by_tags && vocabulary)
        return out;
    if (!o->max_num_hypotheses)
        bank = made + updates * more;
    out.most += made * first + updates * more * full;
    out.most +=
        (epochs * rows - first * each) * (o->k && o->k < bank ? o->k : bank);
    return out;
}

struct hunt_calls forecast_infer(const struct infer_options *o,
                                 enum infer_strategy s, size_t n, bool by_tags)
{
    uint64_t judged = by_tags ? 0 : n;

    switch (s) {
    case INFER_BEST: return at_most(judged);
    case INFER_WEIGHTED: return at_most(o->k * (n + judged));
    case INFER_ONE_STEP: return at_most(n);
    case INFER_TWO_STEP: return at_most(n + judged);
    case INFER_STRATEGIES: break;
    }
    return at_most(0);
}

static void forecast_hypotheses(const struct hunt *h, struct hunt_forecast *out)
{
    const struct propose_options *o = &h->spec->propose;
    size_t n = out->examples, tries = out->tables * out->vocabularies;
    size_t train = o->num_train && o->num_train < n ? o->num_train : n;
    size_t held = n - train < HUNT_INFER_ROWS ? n - train : HUNT_INFER_ROWS;
    struct hunt_calls make = forecast_propose(o, n, true);
    struct hunt_calls infer = forecast_infer(
        &h->spec->infer, h->spec->infer.strategy, held, o->by_tags);

    out->propose = at_most((make.most + infer.most) * tries);
}

/* ---- fresh problems ---- */

struct hunt_calls forecast_fresh(const struct hunt_spec *s)
{
    size_t first = hunt_first_size(s);
    bool written = !str_eq(s->generator, "families");

    if (written)
        return at_most(hunt_write_options(s).n);
    if (s->problems)
        return (struct hunt_calls){ first, first };
    return (struct hunt_calls){ first, first > s->problems_most
                                           ? first
                                           : s->problems_most };
}

size_t forecast_controls(const struct hunt_spec *s, bool concepts)
{
    size_t made = forecast_fresh(s).most, n = s->control_problems;

    if (!s->controls)
        return 0;
    if (str_eq(s->generator, "families") && made < n)
        n = made; /* else families make as many as are wanted */
    return n * (1 + 2 * VARIANTS + (concepts ? AUXILIARIES + VARIANTS : 0));
}

/* Rows of one hypothesizer and vocabulary, or of traits, compete for places. */
static void count_hypotheses(const struct hunt_spec *s, size_t vocabularies,
                             size_t *concepts, size_t *traits)
{
    size_t llm = s->chosen < s->top ? s->chosen : s->top;
    bool exact = false;

    *concepts = *traits = 0;
    for (size_t i = 0; i < s->n_hypothesizers; i++) {
        bool is = str_eq(s->hypothesizers[i], "exact");

        if (is && !exact) {
            *concepts += s->chosen * vocabularies;
            *traits += s->score.traits ? s->chosen : 0;
        }
        if (!is)
            *concepts += llm * vocabularies;
        exact = exact || is;
    }
}

static void forecast_measure(const struct hunt *h, struct hunt_forecast *out)
{
    const struct hunt_spec *s = h->spec;
    struct write_options w = hunt_write_options(s);
    uint64_t k = s->attempts;
    size_t concepts, traits;

    count_hypotheses(s, out->vocabularies, &concepts, &traits);
    out->hypotheses = concepts + traits;
    out->fresh_each = times(forecast_fresh(s), k);
    out->fresh = at_most(out->fresh_each.most * out->hypotheses);
    out->controls_each =
        at_most(k * forecast_controls(s, concepts > 0 || traits == 0));
    out->controls = at_most(k * (concepts * forecast_controls(s, true) +
                                 traits * forecast_controls(s, false)));
    if (str_eq(s->generator, "families"))
        return;
    out->write = at_most(w.most * out->hypotheses);
    out->key = at_most(w.most * w.batch * out->hypotheses);
}

/* ---- all of it ---- */

bool hunt_forecast(struct arena *a, struct store *s,
                   const struct hunt_spec *spec, const struct hunt_options *o,
                   struct hunt_forecast *out, struct err *e)
{
    struct hunt_report report;
    struct sheet sheet = { 0 };
    struct task task;
    struct hunt h;

    *out = (struct hunt_forecast){ 0 };
    if (!hunt_begin(&h, a, s, spec, o, &report, e) ||
        (spec_has_targets(spec) && !hunt_open_targets(&h, e)))
        return false;
    for (size_t i = 0; i < h.n_models; i++)
        if (str_eq(spec->targets[i], SPEC_DEMO))
            h.models[i].name = "demo.yaml"; /* wherever its file lies now */
    out->models = h.models;
    out->n_models = h.n_models;
    out->measured = arena_array(a, size_t, h.n_models + 1);
    if (!(spec->outcomes_file ? forecast_outcomes(&h, &sheet, out, e)
                              : forecast_failures(&h, &sheet, out, e)) ||
        (spec->task && !task_read_file(a, spec->task, &task, e)))
        return false;
    out->examples = sheet.n;
    if (spec->tagger)
        forecast_tags(&h, &sheet, out);
    forecast_hypotheses(&h, out);
    forecast_measure(&h, out);
    return true;
}

bool hunt_forecast_taxonomy(struct arena *a, const struct hunt_spec *spec,
                            const struct hunt_options *o,
                            struct hunt_calls *make, struct hunt_calls *tags,
                            struct err *e)
{
    struct hunt_report report;
    struct sheet sheet;
    struct hunt h;
    size_t n;

    if (!hunt_begin(&h, a, NULL, spec, o, &report, e) ||
        !hunt_open_texts(&h, &sheet, e))
        return false;
    n = sheet.n < HUNT_SHOWN ? sheet.n : HUNT_SHOWN;
    make->least = (n + HUNT_SHOWN_AT_ONCE - 1) / HUNT_SHOWN_AT_ONCE;
    make->most = make->least + 1; /* names that are too many are merged */
    tags->least = sheet.n;
    tags->most = TAG_TURNS * sheet.n;
    return true;
}

/* ---- a task ---- */

static size_t labelled(const struct task_data *d)
{
    size_t n = 0;

    for (size_t i = 0; i < d->n; i++)
        n += *d->values[d->label][i] != '\0';
    return n;
}

bool hunt_forecast_task(struct arena *a, const struct hunt_spec *spec,
                        struct hunt_calls *propose, struct hunt_calls *infer,
                        struct err *e)
{
    struct task_data train, trial;
    const char *path;
    struct task task;

    if (!spec_first_llm(spec))
        return err_set(e, ERR_USAGE, "a task needs --hypothesizer llm:MODEL");
    if (!task_read_file(a, spec->task, &task, e) ||
        !task_data_read(a, &task, task.train, &train, e))
        return false;
    path = task.val ? task.val : task.test ? task.test : task.train;
    if (!task_data_read(a, &task, path, &trial, e))
        return false;
    *propose = forecast_propose(&spec->propose, labelled(&train), false);
    *infer = at_most(0);
    for (int s = 0; s < INFER_STRATEGIES; s++)
        if (task_has(&task, hunt_task_needs[s]))
            infer->most += forecast_infer(&spec->infer, (enum infer_strategy)s,
                                          labelled(&trial), false)
                               .most;
    return true;
}
