/* SPDX-License-Identifier: Apache-2.0 */
/* What a hunt will ask, stage by stage. */
#include "hunt/forecast.h"
#include "base/str.h"
#include "hunt/failures.h"
#include "hunt/hunt_int.h"
#include "hunt/tag/tagger.h"
#include "hunt/target/again.h"

#include <inttypes.h>
#include <string.h>

#define TRIED_PROMPTS 100 /* whose length is taken */

/* Kinds of variants (target/control.h), each with two sides. */
#define VARIANTS ((size_t)(CONTROL_PART - CONTROL_WORDING))

/* What stages know of a hunt that has not begun. */
struct hunt_outlook {
    struct hunt *hunt;
    struct forecast *out;
    struct outcomes outcomes; /* problems, or rows of a file of outcomes */
    size_t vocabularies;      /* that hypotheses are made in */
    size_t tables;            /* targets, and the common one of several */
    size_t *measured; /* [model]: tables whose fresh problems it is asked */
    size_t concepts, traits;   /* hypotheses measured of one table, at most */
    struct ask_estimate first; /* of the failures; calls 0: none */
    double prompt_bytes; /* of one problem to the first target that is no model
                            of the process; 0: there is none */
};

/* Replies of a target are like those that there are. */
static struct forecast_row *forecast_add_target(struct hunt_outlook *o,
                                                const struct hunt_stage *s,
                                                size_t i,
                                                struct call_range calls)
{
    const struct hunt_spec *spec = o->hunt->spec;
    struct forecast_row *r = forecast_add(
        o->out, s->name, s->role, &o->hunt->models[i], calls, &spec->decoding);

    if (str_eq(spec->targets[i], SPEC_DEMO))
        r->name = SPEC_DEMO; /* its file is nowhere yet */
    r->bytes = o->prompt_bytes * (double)r->ask.most;
    r->replies = (double)o->first.replies;
    r->reply_tokens = o->first.reply_tokens;
    return r;
}

/* ---- failures ---- */

/* Fresh problems are as long as those of the benchmark, about. */
static bool measure_prompts(struct hunt_outlook *o, const struct plan *p,
                            struct err *e)
{
    const struct hunt *h = o->hunt;
    size_t m = 0,
           n = p->n_problems < TRIED_PROMPTS ? p->n_problems : TRIED_PROMPTS;
    struct arena tmp = { 0 };
    bool ok = true;

    while (m < h->n_models && model_reads_note(&h->models[m]))
        m++;
    for (size_t i = 0; m < h->n_models && ok && i < n; i++) {
        struct request r;
        const char *body;

        ok = plan_request(&tmp, p, i, 1, &r, e) &&
             model_body(&tmp, &h->models[m], &r, &body, e);
        if (ok)
            o->prompt_bytes += (double)strlen(body) / (double)n;
        arena_reset(&tmp);
    }
    arena_clear(&tmp);
    return ok;
}

/* For a file of outcomes no target is asked; the file names the targets. */
static bool read_outcomes(struct hunt_outlook *o, struct err *e)
{
    struct hunt *h = o->hunt;
    struct outcomes *all_outcomes;
    size_t n, model;

    if (!failures_read(h->arena, h->spec, &all_outcomes, &n, e))
        return false;
    o->outcomes = all_outcomes[0];
    o->vocabularies =
        o->outcomes.n_vocabularies + (h->spec->tagger ? h->n_taxonomies : 0);
    o->tables = n + (n > 1);
    for (size_t i = 0; i < n; i++)
        if (hunt_model_for(h, i, all_outcomes[i].target, o->tables, &model))
            o->measured[model]++;
    forecast_note(o->out,
                  "The failures come from a file: no model is asked for them.");
    return true;
}

/* A probe of which all targets solve nearly all or none is asked once more. */
static void forecast_levels(struct hunt_outlook *o)
{
    static const struct hunt_stage levels = { .name = "levels",
                                              .role = "target" };
    uint64_t calls = hunt_step_calls(o->hunt);

    for (size_t i = 0; calls && i < o->hunt->n_models; i++)
        forecast_add_target(o, &levels, i, calls_at_most(calls));
    if (calls)
        forecast_note(o->out,
                      "If all targets solve nearly all or none of the probe, "
                      "it is asked once more at other levels.");
}

bool forecast_failures(const struct hunt_stage *s, struct hunt_outlook *o,
                       struct err *e)
{
    struct hunt *h = o->hunt;
    struct plan p;

    if (h->spec->outcomes_file)
        return read_outcomes(o, e);
    if (!hunt_read_benchmark(h, e))
        return false;
    p = (struct plan){ .file = "benchmark",
                       .problems = h->report->benchmark,
                       .n_problems = h->report->n_benchmark,
                       .models = h->models,
                       .n_models = h->n_models,
                       .attempts = hunt_first_attempts(h),
                       .decoding = h->spec->decoding };
    if (!plan_try_prompts(&p, e) ||
        !forecast_look(h->arena, h->store, &p, NULL, &o->first, e) ||
        !measure_prompts(o, &p, e))
        return false;
    outcomes_of(h->arena, &o->outcomes, p.problems, p.n_problems);
    o->vocabularies = h->n_taxonomies;
    o->tables = h->n_models + (h->n_models > 1);
    for (size_t i = 0; i < h->n_models; i++) {
        uint64_t calls = p.n_problems * p.attempts;
        struct forecast_row *r =
            forecast_add_target(o, s, i, (struct call_range){ calls, calls });

        o->measured[i] = 1;
        r->looked = true;
        r->ask.least = r->ask.most = o->first.model_to_ask[i];
        r->bytes = (double)o->first.model_bytes[i];
    }
    forecast_note(o->out,
                  "The number of calls for the failures is exact. The calls of "
                  "later stages depend on the replies, and it is not known yet "
                  "how many of them are in the store.");
    forecast_levels(o);
    return true;
}

/* The second stage. */
bool forecast_again(const struct hunt_stage *s, struct hunt_outlook *o,
                    struct err *e)
{
    const struct hunt *h = o->hunt;
    size_t n = o->outcomes.n;

    (void)e;
    for (size_t i = 0; again_most(n) && i < h->n_models; i++)
        forecast_add_target(
            o, s, i, calls_at_most((h->spec->attempts - 1) * again_most(n)));
    return true;
}

/* ---- tags ---- */

/* Of all prompts, each asked once. */
static double tag_bytes(const struct hunt_outlook *o)
{
    const struct hunt *h = o->hunt;
    struct domain d = domain_words(h->arena, &h->spec->domain);
    const char *system = tag_prompt_system(h->arena, &d);
    struct arena tmp = { 0 };
    double bytes = 0;

    for (size_t i = 0; i < h->n_taxonomies; i++) {
        const char *list = tag_prompt_list(h->arena, h->taxonomies[i]);

        for (size_t k = 0; k < o->outcomes.n; k++) {
            bytes += (double)strlen(system);
            bytes += (double)strlen(tag_prompt_ask(&tmp, &d, list,
                                                   o->outcomes.examples[k].text,
                                                   h->spec->tags_most));
            arena_reset(&tmp);
        }
    }
    arena_clear(&tmp);
    return bytes;
}

bool forecast_tags(const struct hunt_stage *s, struct hunt_outlook *o,
                   struct err *e)
{
    const struct hunt_spec *spec = o->hunt->spec;
    uint64_t n = o->hunt->n_taxonomies * o->outcomes.n;

    if (!forecast_role(o->out, s->name, s->role, spec->tagger,
                       (struct call_range){ n, TAG_TURNS * n },
                       &spec->propose_decoding, e))
        return false;
    if (n)
        vec_get(&o->out->rows, struct forecast_row, o->out->rows.n - 1)->bytes =
            TAG_TURNS * tag_bytes(o);
    return true;
}

/* ---- hypotheses ---- */

/* Rows first..n that may join the pool of hard examples. */
static uint64_t forecast_shown(const struct propose_options *o, size_t first,
                               size_t n)
{
    if (!o->held_out)
        return n - first;
    return (n + 1) / 2 - (first + 1) / 2; /* the even ones */
}

struct call_range forecast_propose(const struct propose_options *o, size_t n,
                                   bool vocabulary)
{
    bool back = vocabulary && !propose_is_faithful(o);
    uint64_t each = o->held_out ? 2 : 1, turns = back ? 1 + o->again : 1;
    uint64_t rows = o->num_train && o->num_train < n ? o->num_train : n;
    uint64_t first = rows / each < o->num_init ? rows / each : o->num_init;
    uint64_t size = o->init_batch_size ? o->init_batch_size : first;
    uint64_t batches = first ? (first + size - 1) / size : 0;
    uint64_t full = o->update_batch_size * o->num_hypotheses_to_update;
    uint64_t epochs = o->epochs ? o->epochs : 1;
    uint64_t pool = forecast_shown(o, first * each, rows) +
                    (epochs - 1) * forecast_shown(o, 0, rows);
    uint64_t updates = full ? pool / full : 0;
    uint64_t few = o->failures < rows ? o->failures : rows;
    uint64_t covers = vocabulary && size ? (few + size - 1) / size : 0;
    uint64_t made = batches * o->init_hypotheses_per_batch +
                    covers * o->update_hypotheses_per_batch;
    uint64_t more =
        o->num_hypotheses_to_update * o->update_hypotheses_per_batch;
    uint64_t bank = o->max_num_hypotheses > made ? o->max_num_hypotheses : made;
    struct call_range out = { batches,
                              turns * (batches + covers +
                                       updates * o->num_hypotheses_to_update) };

    if (o->by_tags && vocabulary)
        return out;
    if (!o->max_num_hypotheses)
        bank = made + updates * more;
    /* What is made at first is tried on num_init rows. */
    out.most += made * (covers ? o->num_init : first) + updates * more * full;
    out.most +=
        (epochs * rows - first * each) * (o->k && o->k < bank ? o->k : bank);
    return out;
}

struct call_range forecast_infer(const struct infer_options *o,
                                 enum infer_strategy s, size_t n, bool by_tags)
{
    uint64_t judged = by_tags ? 0 : n;

    switch (s) {
    case INFER_BEST: return calls_at_most(judged);
    case INFER_WEIGHTED: return calls_at_most(o->k * (n + judged));
    case INFER_ONE_STEP:
    case INFER_MULTIPLE: return calls_at_most(n);
    case INFER_TWO_STEP: return calls_at_most(n + judged);
    case INFER_STRATEGIES: break;
    }
    return calls_at_most(0);
}

/* Rows of one hypothesizer and vocabulary, or of traits, compete for places. */
static void count_hypotheses(const struct hunt_spec *s, struct hunt_outlook *o)
{
    size_t llm = s->chosen < s->top ? s->chosen : s->top;
    bool exact = false;

    for (size_t i = 0; i < s->n_hypothesizers; i++) {
        bool is = str_eq(s->hypothesizers[i], "exact");

        if (is && !exact) {
            o->concepts += s->chosen * o->vocabularies;
            o->traits += s->score.traits ? s->chosen : 0;
        }
        if (!is) {
            o->concepts += llm * o->vocabularies;
            o->traits += s->score.traits ? llm : 0;
        }
        exact = exact || is;
    }
}

bool forecast_hypotheses(const struct hunt_stage *s, struct hunt_outlook *o,
                         struct err *e)
{
    const struct hunt_spec *spec = o->hunt->spec;
    struct propose_options own = spec->propose, *p = &own;
    /* Without names the model is asked about traits. */
    size_t n = o->outcomes.n;
    size_t tries = o->tables * (o->vocabularies ? o->vocabularies : 1);
    size_t train = p->num_train && p->num_train < n ? p->num_train : n;
    size_t held = n - train < HUNT_INFER_ROWS ? n - train : HUNT_INFER_ROWS;
    struct task task;
    uint64_t most;

    if (spec->task && !task_read_file(o->hunt->arena, spec->task, &task, e))
        return false;
    /* Without a list of names a model judges what names none. */
    own.by_tags =
        own.by_tags &&
        (!spec->task || task_uses(&task, "batched_generation", "names"));
    most = forecast_propose(p, n, true).most +
           forecast_infer(&spec->infer, spec->infer.strategy, held, p->by_tags)
               .most;
    count_hypotheses(spec, o);
    for (size_t i = 0; i < spec->n_hypothesizers; i++)
        if (spec_llm(spec->hypothesizers[i]) &&
            !forecast_role(
                o->out, s->name, s->role, spec_llm(spec->hypothesizers[i]),
                calls_at_most(most * tries), &spec->propose_decoding, e))
            return false;
    return true;
}

/* ---- fresh problems ---- */

/* Tables whose fresh problems any of the models is asked. */
static size_t tables_of(const struct hunt_outlook *o)
{
    size_t n = 0;

    for (size_t i = 0; i < o->hunt->n_models; i++)
        n += o->measured[i];
    return n;
}

/* So many calls of each key model. */
static bool add_keyers(struct hunt_outlook *o, const struct hunt_stage *s,
                       uint64_t calls, struct err *e)
{
    const struct hunt_spec *spec = o->hunt->spec;

    for (size_t i = 0; i < spec->n_key_models; i++)
        if (!forecast_role(o->out, s->name, "key model", spec->key_models[i],
                           calls_at_most(calls), &spec->key_decoding, e))
            return false;
    return true;
}

/* So many calls of the target for each of its tables, at most. */
static void add_targets(struct hunt_outlook *o, const struct hunt_stage *s,
                        uint64_t calls)
{
    for (size_t i = 0; i < o->hunt->n_models; i++)
        if (o->measured[i] && calls)
            forecast_add_target(o, s, i, calls_at_most(calls * o->measured[i]));
}

struct call_range forecast_fresh(const struct hunt_spec *s)
{
    size_t first = hunt_first_size(s);

    if (!spec_has_families(s))
        return calls_at_most(hunt_write_options(s).n);
    if (s->problems)
        return (struct call_range){ first, first };
    return (struct call_range){ first, first > s->problems_most
                                           ? first
                                           : s->problems_most };
}

size_t forecast_controls(const struct hunt_spec *s, bool concepts)
{
    size_t made = forecast_fresh(s).most, n = s->control_problems;

    if (!s->controls || spec_is_foreign(s))
        return 0;
    if (spec_has_families(s) && made < n)
        n = made; /* else families make as many as are wanted */
    return n * (concepts ? 1 + CONTROL_PARTS + CONTROL_AUXILIARIES : 1) +
           2 * VARIANTS * CONTROL_VARIANTS(n);
}

/* Calls of one generator for one table, at most: batches for each hypothesis
 * and one arm without any. */
static uint64_t batches_of(const struct hunt_outlook *o)
{
    uint64_t n = o->concepts + o->traits;

    return n ? hunt_write_options(o->hunt->spec).most * (n + 1) : 0;
}

/* The writer "llm" is each target itself. */
static bool forecast_writer(const struct hunt_stage *s, struct hunt_outlook *o,
                            const char *generator, size_t tables, struct err *e)
{
    const struct hunt *h = o->hunt;
    const struct decoding *d = &h->spec->write_decoding;
    const char *own = spec_llm(generator);
    uint64_t calls = batches_of(o);

    if (own)
        return forecast_role(o->out, s->name, s->role, own,
                             calls_at_most(calls * tables), d, e);
    for (size_t i = 0; i < h->n_models; i++)
        if (calls && o->measured[i])
            forecast_add(o->out, s->name, s->role, &h->models[i],
                         calls_at_most(calls * o->measured[i]), d);
    return true;
}

/* Drafts for claims about concepts are tagged. */
static bool forecast_claims(const struct hunt_stage *s, struct hunt_outlook *o,
                            size_t tables, struct err *e)
{
    const struct hunt_spec *spec = o->hunt->spec;
    struct write_options w = hunt_write_options(spec);
    const char *tagger = spec->tagger;

    for (size_t i = 0; !tagger && i < spec->n_key_models; i++)
        if (!str_starts(spec->key_models[i], "replay:"))
            tagger = spec->key_models[i];
    return !tagger || forecast_role(o->out, s->name, "tagger", tagger,
                                    calls_at_most(TAG_TURNS * w.most * w.batch *
                                                  o->concepts * tables *
                                                  spec_writers(spec)),
                                    &spec->propose_decoding, e);
}

bool forecast_problems(const struct hunt_stage *s, struct hunt_outlook *o,
                       struct err *e)
{
    const struct hunt_spec *spec = o->hunt->spec;
    struct write_options w = hunt_write_options(spec);
    size_t tables = tables_of(o);

    if (!spec_writers(spec))
        return true;
    for (size_t i = 0; i < spec->n_generators; i++)
        if (spec_is_writer(spec->generators[i]) &&
            !forecast_writer(s, o, spec->generators[i], tables, e))
            return false;
    return add_keyers(o, s,
                      batches_of(o) * w.batch * tables * spec_writers(spec),
                      e) &&
           forecast_claims(s, o, tables, e);
}

/* ---- solve rates ---- */

static void note_measure(struct hunt_outlook *o)
{
    const struct hunt_spec *spec = o->hunt->spec;
    struct call_range each = calls_times(forecast_fresh(spec), spec->attempts);
    bool concepts = o->concepts > 0 || o->traits == 0;
    uint64_t controls = spec->attempts * forecast_controls(spec, concepts);
    struct str s = str_in(o->hunt->arena);

    str_addf(&s,
             "For each target, 0 to %zu hypotheses are measured; each needs ",
             o->concepts + o->traits);
    calls_words(&s, each);
    str_add(&s, " calls for fresh problems");
    if (controls)
        str_addf(&s, " and at most %" PRIu64 " for controls", controls);
    forecast_note(
        o->out,
        "%s. The estimate assumes prompts as long as those of the benchmark.",
        str_get(&s));
}

/* Problems of further writers, and of none of the hypotheses. */
static uint64_t problems_of_arms(const struct hunt_outlook *o)
{
    const struct hunt_spec *spec = o->hunt->spec;
    uint64_t n = o->concepts + o->traits, sets = spec_writers(spec);

    if (!n || !sets)
        return 0;
    sets += n * (sets - !spec_has_families(spec));
    return sets * hunt_write_options(spec).n;
}

/* Fresh problems, or controls, of all hypotheses of one table. */
static uint64_t forecast_problems_of(const struct hunt_outlook *o,
                                     bool controls)
{
    const struct hunt_spec *spec = o->hunt->spec;

    return controls ? o->concepts * forecast_controls(spec, true) +
                          o->traits * forecast_controls(spec, false)
                    : (o->concepts + o->traits) * forecast_fresh(spec).most +
                          problems_of_arms(o);
}

bool forecast_target(const struct hunt_stage *s, struct hunt_outlook *o,
                     struct err *e)
{
    bool controls = str_eq(s->name, "controls");

    (void)e;
    add_targets(o, s,
                o->hunt->spec->attempts * forecast_problems_of(o, controls));
    if (!controls && tables_of(o) && o->concepts + o->traits)
        note_measure(o);
    else if (!controls)
        forecast_note(o->out, "No hypothesis is measured on fresh problems.");
    return true;
}

/* ---- other words ---- */

bool forecast_paraphrase(const struct hunt_stage *s, struct hunt_outlook *o,
                         struct err *e)
{
    const struct hunt_spec *spec = o->hunt->spec;
    struct hunt_stage asked = { .name = s->name, .role = "target" };
    uint64_t n = o->outcomes.n < spec->paraphrase_most ? o->outcomes.n
                                                       : spec->paraphrase_most;

    if (spec->outcomes_file)
        n = 0;
    if (!forecast_role(o->out, s->name, s->role, spec->paraphrase,
                       calls_at_most(n * tables_of(o)), &spec->write_decoding,
                       e) ||
        !add_keyers(o, s, 2 * n * tables_of(o), e))
        return false;
    add_targets(o, &asked, 2 * n * spec->attempts);
    return true;
}

/* ---- all of it ---- */

/* A hunt that has its session and its taxonomies, and asks nobody. */
static struct hunt *open_hunt(struct arena *a, struct store *s,
                              const struct hunt_spec *spec,
                              const struct hunt_options *o,
                              struct forecast *out, struct err *e)
{
    struct hunt_report *report = arena_new(a, struct hunt_report);
    struct hunt *h = arena_new(a, struct hunt);

    if (!hunt_begin(h, a, s, spec, o, report, e))
        return NULL;
    *out = forecast_open(&h->session);
    return h;
}

bool hunt_forecast(struct arena *a, struct store *s,
                   const struct hunt_spec *spec, const struct hunt_options *o,
                   struct forecast *out, struct err *e)
{
    struct hunt_outlook ahead = { .hunt = open_hunt(a, s, spec, o, out, e),
                                  .out = out };
    struct hunt *h = ahead.hunt;

    if (!h || (spec_has_targets(spec) && !hunt_open_targets(h, e)))
        return false;
    for (size_t i = 0; i < h->n_models; i++)
        if (str_eq(spec->targets[i], SPEC_DEMO))
            h->models[i].name = "demo.yaml"; /* wherever its file lies now */
    ahead.measured = arena_array(a, size_t, h->n_models + 1);
    for (size_t i = 0; i < HUNT_STAGES; i++)
        if ((!hunt_stages[i].there || hunt_stages[i].there(spec)) &&
            !hunt_stages[i].forecast(&hunt_stages[i], &ahead, e))
            return false;
    return true;
}

bool hunt_forecast_taxonomy(struct arena *a, const struct hunt_spec *spec,
                            const struct hunt_options *o, const char *model,
                            struct forecast *out, struct err *e)
{
    struct hunt *h = open_hunt(a, NULL, spec, o, out, e);
    struct outcomes outcomes;
    size_t n, shown;

    if (!h || !hunt_open_texts(h, &outcomes, e))
        return false;
    n = outcomes.n < HUNT_SHOWN ? outcomes.n : HUNT_SHOWN;
    shown = (n + HUNT_SHOWN_AT_ONCE - 1) / HUNT_SHOWN_AT_ONCE;
    return forecast_role(out, "taxonomy", "maker", model,
                         /* names that are too many are merged */
                         (struct call_range){ shown, shown + 1 },
                         &spec->propose_decoding, e) &&
           forecast_role(
               out, "tags", "tagger", model,
               (struct call_range){ outcomes.n, TAG_TURNS * outcomes.n },
               &spec->propose_decoding, e);
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
                        const struct hunt_options *o, struct forecast *out,
                        struct err *e)
{
    struct session *session = arena_new(a, struct session);
    const char *path, *by = spec_first_llm(spec);
    struct task_data train, trial;
    struct task task;
    uint64_t infer = 0;

    if (!by)
        return err_set(e, ERR_USAGE, "a task needs --hypothesizer llm:MODEL");
    if (!task_read_file(a, spec->task, &task, e) ||
        !task_data_read(a, &task, task.train, &train, e))
        return false;
    path = task.val ? task.val : task.test ? task.test : task.train;
    if (!task_data_read(a, &task, path, &trial, e))
        return false;
    for (int s = 0; s < INFER_STRATEGIES; s++)
        if (task_has(&task, infer_prompt((enum infer_strategy)s)))
            infer += forecast_infer(&spec->infer, (enum infer_strategy)s,
                                    labelled(&trial), false)
                         .most;
    *session = session_open(a, NULL, &o->session);
    *out = forecast_open(session);
    return forecast_role(
               out, "hypotheses", "hypothesizer", by,
               forecast_propose(&spec->propose, labelled(&train), false),
               &spec->propose_decoding, e) &&
           forecast_role(out, "inference", "hypothesizer", by,
                         calls_at_most(infer), &spec->propose_decoding, e);
}
