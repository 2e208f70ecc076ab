/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A hunt as a document. People see a part for each target, then what all share;
 * programs get summary.json with the spec, the results and the names of the
 * files.
 */
#include "assay.h"
#include "base/map.h"
#include "hunt/print/print_int.h"
#include "store/store.h"

#include <inttypes.h>
#include <math.h>

const char print_demo_note[] =
    "The target demo is a simulated model with known weaknesses, not a "
    "language model.";

struct pages pages_of(struct document *d, const struct hunt_spec *s,
                      const struct hunt_report *r)
{
    return (struct pages){ d, d->arena, s, r, d->width * 2 / 5 };
}

const char *pages_examples(const struct pages *p)
{
    return domain_words(p->a, &p->spec->domain).examples;
}

const char *pages_count(const struct pages *p, size_t n, const char *lead)
{
    struct domain w = domain_words(p->a, &p->spec->domain);

    return arena_printf(p->a, "%s %s%s", datum_words(p->a, datum_count(n), 0),
                        lead, n == 1 ? w.example : w.examples);
}

const char *pages_name(const struct pages *p, const char *text)
{
    return printable(p->a, text ? text : "-", p->room);
}

void pages_show(const struct pages *p, const struct doc_table *t,
                const char *title)
{
    if (!t->rows.n)
        return;
    document_section(p->d, "%s", title);
    document_show(p->d, t, 0);
}

/* ---- hypotheses by models ---- */

static void show_inferences(const struct pages *p)
{
    const struct hunt_report *r = p->report;
    struct doc_table *t = document_table(p->d, NULL);
    const struct inference *one = NULL; /* of one label */

    for (size_t i = 0; i < r->n_series; i++)
        for (int k = 0; k < INFER_STRATEGIES; k++) {
            const struct inference *v = &r->series[i].inferences[k];

            if (!v->n)
                continue;
            table_row(t);
            table_cells(t,
                        "*:target=%s *:by=%s *:strategy=%s :examples=%zu "
                        ":accuracy=%f :balanced=%f :macro_F1=%.3f",
                        r->series[i].target, r->series[i].by, infer_names[k],
                        v->n, v->accuracy, v->balanced, v->macro_f1);
            one = v->only && !one ? v : one;
        }
    pages_show(p, t, "Labels predicted by the banks:");
    if (one)
        print_only(p->d, one->n, one->only);
}

static void show_series(const struct pages *p)
{
    const struct hunt_report *r = p->report;
    struct doc_table *t = document_table(p->d, NULL);
    size_t n = 0;

    for (size_t i = 0; i < r->n_series; i++) {
        const struct hunt_series *s = &r->series[i];

        n += s->n;
        table_row(t);
        table_cells(t,
                    "*:target=%s *:hypothesizer=%s *:granularity=%s :n=%zu "
                    ":median=%.3f :above_0.8=%zu :overlap=%.2f",
                    pages_name(p, s->target), pages_name(p, s->by),
                    pages_name(p, s->granularity), s->n,
                    s->n ? s->quartiles[2] : NAN, s->above[2],
                    s->redundancy ? s->redundancy->mean : NAN);
    }
    if (!n)
        return;
    pages_show(p, t, "Accuracies of hypotheses:");
    print_redundancy(p);
    show_inferences(p);
    figures_series(p);
}

/* ---- written problems ---- */

static void say_flaws(const struct pages *p, const struct written *sum)
{
    struct domain word = domain_words(p->a, &p->spec->domain);
    struct str b = str_in(p->a);

    for (int f = FLAW_NONE + 1; f < FLAWS; f++)
        if (sum->flaws[f])
            str_addf(&b, "%s%s %" PRIu64, b.n ? ", " : "",
                     flaw_name((enum flaw)f), sum->flaws[f]);
    document_say(p->d, "Rejected: %s.", b.n ? str_get(&b) : "none");
    if (sum->unchecked)
        document_say(p->d,
                     "Not fully checked: for %" PRIu64
                     " of those kept, part of the hypothesis could not be "
                     "checked against the %s.",
                     sum->unchecked, word.example);
    if (sum->silent)
        document_say(p->d, "%" PRIu64 " %s no %s.", sum->silent,
                     sum->silent == 1 ? "reply contained" : "replies contained",
                     word.example);
    if (sum->accepted || sum->rejected)
        document_say(p->d,
                     "People accepted %" PRIu64 " and rejected %" PRIu64 ".",
                     sum->accepted, sum->rejected);
    if (sum->doubtful)
        document_say(p->d,
                     "%s %s in the review queue: `assay review%s` shows %s; "
                     "those accepted join the set when the hunt is run again.",
                     pages_count(p, sum->doubtful, ""),
                     sum->doubtful == 1 ? "waits" : "wait",
                     store_told(p->a, p->spec->store),
                     sum->doubtful == 1 ? "it" : "them");
}

static void add_written(struct written *sum, const struct written *w)
{
    sum->drafts += w->drafts;
    sum->silent += w->silent;
    sum->doubtful += w->doubtful;
    sum->accepted += w->accepted;
    sum->rejected += w->rejected;
    sum->unchecked += w->unchecked;
    for (int f = 0; f < FLAWS; f++)
        sum->flaws[f] += w->flaws[f];
}

static void show_written(const struct pages *p)
{
    const struct hunt_report *r = p->report;
    struct doc_table *t = document_table(p->d, NULL);
    struct written sum = { 0 };

    for (size_t i = 0; i < r->n_writings; i++) {
        const struct hunt_writing *w = &r->writings[i];
        const struct written *x = &w->written;

        add_written(&sum, x);
        table_row(t);
        table_cells(t,
                    "*:hypothesis=%s *:writer=%s :accuracy=%f :drafts=%zu "
                    ":kept=%zu :doubtful=%zu :off_topic=%zu :not_checked=%zu "
                    ":flawed=%f",
                    pages_name(p, w->name ? w->name : w->text),
                    pages_name(p, w->writer), w->accuracy, x->drafts,
                    x->flaws[FLAW_NONE], x->doubtful, x->flaws[FLAW_OFF],
                    x->unchecked, w->flawed);
    }
    if (!r->n_writings)
        return;
    document_section(p->d, "Written %s: %" PRIu64 " drafts, %" PRIu64 " kept.",
                     pages_examples(p), sum.drafts, sum.flaws[FLAW_NONE]);
    document_shown(p->d, SHOWN_FULL);
    document_show(p->d, t, 0);
    document_shown(p->d, SHOWN_ALWAYS);
    say_flaws(p, &sum);
    document_shown(p->d, SHOWN_FULL);
    figures_written(p);
    document_shown(p->d, SHOWN_ALWAYS);
}

/* ---- what was done ---- */

/* Problems, each once: one may serve several sets. */
static size_t hunt_distinct(const struct problem *p, size_t n)
{
    struct map seen = { 0 };
    size_t count = 0;

    for (size_t i = 0; i < n; i++) {
        struct str key = { 0 };
        bool added;

        str_addf(&key, "%s\n%s", p[i].id, p[i].statement);
        map_put(&seen, key.s, key.n, &added);
        str_clear(&key);
        count += added;
    }
    map_clear(&seen);
    return count;
}

static void show_done(const struct pages *p)
{
    const struct hunt_report *r = p->report;
    const struct tagging *t = &r->tagging;

    document_section(
        p->d, "%s for hypotheses, %s for controls.",
        pages_count(p, hunt_distinct(r->problems, r->n_problems), "fresh "),
        datum_words(p->a,
                    datum_count(hunt_distinct(r->controls, r->n_controls)), 0));
    if (t->texts || t->silent)
        document_say(p->d,
                     "Tags: %" PRIu64 " texts; %" PRIu64
                     " without a name, %" PRIu64 " asked again, %" PRIu64
                     " unknown names left out.",
                     t->texts, t->silent, t->again, t->unknown);
    document_say(
        p->d,
        "Calls: %" PRIu64 " asked, %" PRIu64 " from the store, %" PRIu64
        " failed%s.",
        r->asked, r->journalled, r->failed,
        r->failed ? " (not counted; run the same command again to repeat them)"
                  : "");
}

/* ---- for programs ---- */

static void hunt_add_asked(struct document *d, const struct hunt_spec *s)
{
    struct arena *a = d->arena;

    document_within(d, "asked");
    document_fact(d, "targets", datum_list(a, s->targets, s->n_targets));
    document_facts(d, "benchmark=%s outcomes=%s attempts=%zu", s->benchmark,
                   s->outcomes_file, s->attempts);
    document_fact(d, "granularity",
                  datum_list(a, s->granularities, s->n_granularities));
    document_facts(d, "taxonomy=%s tagger=%s", s->taxonomy, s->tagger);
    document_fact(d, "hypothesizer",
                  datum_list(a, s->hypothesizers, s->n_hypothesizers));
    document_fact(d, "generator",
                  datum_list(a, s->generators, s->n_generators));
    document_fact(d, "key_models",
                  datum_list(a, s->key_models, s->n_key_models));
    document_facts(d, "level=%g", s->score.level);
    document_within(d, NULL);
}

size_t print_reported(const struct hunt_target *t)
{
    size_t n = 0;

    for (size_t i = 0; i < t->table.n; i++)
        n += t->table.rows[i].reported;
    return n;
}

/* What the hunt could see, for each vocabulary. */
static struct datum sees(struct doc_table *table, const struct score_table *t)
{
    struct doc_table *list = table_within(table);

    for (size_t i = 0; i < t->n_power; i++) {
        const struct score_power *x = &t->power[i];

        table_row(list);
        table_cells(list, "granularity=%s names=%zu problems=%zu lift=%f",
                    x->vocabulary, x->names, x->n, x->lift);
    }
    return datum_table(list);
}

static void hunt_add_target(struct doc_table *table,
                            const struct hunt_target *t)
{
    table_row(table);
    table_cells(table,
                "target=%s solve_rate=%f solve_lo=%f solve_hi=%f problems=%zu "
                "again=%zu failing=%zu tried=%zu reported=%zu spearman=%.2f "
                "spearman_p=%e spearman_n=%zu spearman_balanced=%.2f "
                "spearman_balanced_p=%e spearman_lift=%.2f spearman_lift_p=%e",
                t->name, t->solve_rate, t->solve_lo, t->solve_hi,
                t->tried_problems, t->asked_again, t->failing, t->table.tried,
                print_reported(t), t->spearman, t->spearman_p, t->spearman_n,
                t->balanced_rho, t->balanced_p, t->lift_rho, t->lift_p);
    table_cell(table, "sees", NULL, sees(table, &t->table));
    table_cells(table, "run=%s", t->run);
    replies_put_kinds(table, "replies", &t->replies);
    replies_put_ways(table, "replies", &t->replies);
    elementary_put(table, t);
}

static void add_writing(struct doc_table *t, const struct hunt_writing *w)
{
    const struct written *x = &w->written;

    table_row(t);
    table_cells(t,
                "target=%s hypothesis=%s writer=%s accuracy=%f drafts=%zu "
                "kept=%zu doubtful=%zu accepted=%zu rejected=%zu silent=%zu "
                "unchecked=%zu",
                w->target, w->text, w->writer, w->accuracy, x->drafts,
                x->flaws[FLAW_NONE], x->doubtful, x->accepted, x->rejected,
                x->silent, x->unchecked);
    for (int f = FLAW_NONE + 1; f < FLAWS; f++)
        table_cell(t,
                   arena_printf(t->arena, "flaws.%s", flaw_name((enum flaw)f)),
                   NULL, datum_count(x->flaws[f]));
}

static void add_tagging(struct document *d, const struct tagging *t)
{
    if (!t->texts && !t->silent)
        document_fact(d, "tagging", datum_unknown);
    else
        document_facts(d,
                       "tagging.texts=%zu tagging.again=%zu "
                       "tagging.unknown=%zu tagging.silent=%zu",
                       t->texts, t->again, t->unknown, t->silent);
}

static void add_outcome(struct document *d, const struct hunt_report *r)
{
    static const char *const steps[] = { NULL, "down", "up" };
    struct doc_table *t = document_table(d, "targets");

    for (size_t i = 0; i < r->n_targets; i++)
        hunt_add_target(t, &r->targets[i]);
    print_granularities(document_table(d, "granularities"), r);
    print_models_data(d, &r->models);
    document_facts(d,
                   "benchmark=%zu step=%s problems=%zu controls=%zu "
                   "controls_distinct=%zu",
                   r->n_benchmark, steps[r->step], r->n_problems, r->n_controls,
                   hunt_distinct(r->controls, r->n_controls));
    add_tagging(d, &r->tagging);
    t = document_table(d, "written");
    for (size_t i = 0; i < r->n_writings; i++)
        add_writing(t, &r->writings[i]);
    writers_put(d, r);
    document_facts(d, "calls.asked=%zu calls.journalled=%zu calls.failed=%zu",
                   r->asked, r->journalled, r->failed);
}

static void hunt_add_summary(struct document *d, const struct hunt_spec *s,
                             const struct hunt_report *r,
                             const struct print_hash *files, size_t n)
{
    d->digits = PRINT_DIGITS;
    d->spread = PRINT_SPREAD;
    document_facts(d, "hunt=%s done=%d version=%s seed=%s note=%s", r->hash,
                   true, assay_version(), s->seed,
                   r->planted_demo ? print_demo_note : NULL);
    hunt_add_asked(d, s);
    add_outcome(d, r);
    document_fact(d, "files", datum_tree(json_new(d->arena, JSON_OBJECT)));
    for (size_t i = 0; i < n; i++)
        document_entry(d, "files", files[i].file, datum_text(files[i].hash));
}

void hunt_document(struct document *d, const struct hunt_spec *s,
                   const struct hunt_report *r, const struct print_hash *files,
                   size_t n)
{
    struct pages p = pages_of(d, s, r);

    if (r->planted_demo)
        document_say(d, "%s", print_demo_note);
    document_shown(d, SHOWN_BRIEF);
    for (size_t i = 0; i < r->n_targets; i++)
        pages_head(&p, &r->targets[i]);
    weaknesses_show(&p);
    document_shown(d, SHOWN_FULL);
    for (size_t i = 0; i < r->n_targets; i++)
        pages_target(&p, &r->targets[i]);
    show_series(&p);
    document_shown(d, SHOWN_ALWAYS);
    print_models(&p);
    show_written(&p);
    writers_show(&p);
    show_done(&p);
    hunt_add_summary(d, s, r, files, n);
}
