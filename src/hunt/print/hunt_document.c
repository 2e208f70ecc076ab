/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A hunt as a document. People see a part for each target, then what all share;
 * programs get summary.json with the spec, the results and the names of the
 * files.
 */
#include "assay.h"
#include "base/map.h"
#include "hunt/print/print_int.h"
#include "store/told.h"

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
            table_key(t, NULL, "target", datum_text(r->series[i].target));
            table_key(t, NULL, "by", datum_text(r->series[i].by));
            table_key(t, NULL, "strategy", datum_text(infer_names[k]));
            table_cell(t, NULL, "examples", datum_count(v->n));
            table_cell(t, NULL, "accuracy", datum_share(v->accuracy));
            table_cell(t, NULL, "balanced", datum_share(v->balanced));
            table_cell(t, NULL, "macro F1", datum_number(v->macro_f1, 3));
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
        table_key(t, NULL, "target", datum_text(pages_name(p, s->target)));
        table_key(t, NULL, "hypothesizer", datum_text(pages_name(p, s->by)));
        table_key(t, NULL, "granularity",
                  datum_text(pages_name(p, s->granularity)));
        table_cell(t, NULL, "n", datum_count(s->n));
        table_cell(t, NULL, "median",
                   datum_number(s->n ? s->quartiles[2] : NAN, 3));
        table_cell(t, NULL, "above 0.8", datum_count(s->above[2]));
        table_cell(t, NULL, "overlap",
                   datum_number(s->redundancy ? s->redundancy->mean : NAN, 2));
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

        add_written(&sum, &w->written);
        table_row(t);
        table_key(t, NULL, "hypothesis",
                  datum_text(pages_name(p, w->name ? w->name : w->text)));
        table_key(t, NULL, "writer", datum_text(pages_name(p, w->writer)));
        table_cell(t, NULL, "accuracy", datum_share(w->accuracy));
        table_cell(t, NULL, "drafts", datum_count(w->written.drafts));
        table_cell(t, NULL, "kept", datum_count(w->written.flaws[FLAW_NONE]));
        table_cell(t, NULL, "doubtful", datum_count(w->written.doubtful));
        table_cell(t, NULL, "off topic",
                   datum_count(w->written.flaws[FLAW_OFF]));
        table_cell(t, NULL, "not checked", datum_count(w->written.unchecked));
        table_cell(t, NULL, "flawed", datum_share(w->flawed));
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
    document_fact(d, "benchmark", datum_text(s->benchmark));
    document_fact(d, "outcomes", datum_text(s->outcomes_file));
    document_fact(d, "attempts", datum_count(s->attempts));
    document_fact(d, "granularity",
                  datum_list(a, s->granularities, s->n_granularities));
    document_fact(d, "taxonomy", datum_text(s->taxonomy));
    document_fact(d, "tagger", datum_text(s->tagger));
    document_fact(d, "hypothesizer",
                  datum_list(a, s->hypothesizers, s->n_hypothesizers));
    document_fact(d, "generator",
                  datum_list(a, s->generators, s->n_generators));
    document_fact(d, "key_models",
                  datum_list(a, s->key_models, s->n_key_models));
    document_fact(d, "level", datum_number(s->score.level, -1));
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
        table_row(list);
        table_cell(list, "granularity", NULL,
                   datum_text(t->power[i].vocabulary));
        table_cell(list, "names", NULL, datum_count(t->power[i].names));
        table_cell(list, "problems", NULL, datum_count(t->power[i].n));
        table_cell(list, "lift", NULL, datum_share(t->power[i].lift));
    }
    return datum_table(list);
}

static void hunt_add_target(struct doc_table *table,
                            const struct hunt_target *t)
{
    bool known = t->spearman_n > 0;

    table_row(table);
    table_cell(table, "target", NULL, datum_text(t->name));
    table_cell(table, "solve_rate", NULL, datum_share(t->solve_rate));
    table_cell(table, "solve_lo", NULL, datum_share(t->solve_lo));
    table_cell(table, "solve_hi", NULL, datum_share(t->solve_hi));
    table_cell(table, "problems", NULL, datum_count(t->tried_problems));
    table_cell(table, "again", NULL, datum_count(t->asked_again));
    table_cell(table, "failing", NULL, datum_count(t->failing));
    table_cell(table, "tried", NULL, datum_count(t->table.tried));
    table_cell(table, "reported", NULL, datum_count(print_reported(t)));
    table_cell(table, "spearman", NULL,
               datum_number(known ? t->spearman : NAN, 2));
    table_cell(table, "spearman_p", NULL, datum_p(known ? t->spearman_p : NAN));
    table_cell(table, "spearman_n", NULL, datum_count(t->spearman_n));
    table_cell(table, "spearman_balanced", NULL,
               datum_number(known ? t->balanced_rho : NAN, 2));
    table_cell(table, "spearman_balanced_p", NULL,
               datum_p(known ? t->balanced_p : NAN));
    table_cell(table, "spearman_lift", NULL,
               datum_number(known ? t->lift_rho : NAN, 2));
    table_cell(table, "spearman_lift_p", NULL,
               datum_p(known ? t->lift_p : NAN));
    table_cell(table, "sees", NULL, sees(table, &t->table));
    table_cell(table, "run", NULL, datum_text(t->run));
    replies_put_kinds(table, "replies", &t->replies);
    replies_put_ways(table, "replies", &t->replies);
    elementary_put(table, t);
}

static void add_writing(struct doc_table *t, const struct hunt_writing *w)
{
    table_row(t);
    table_cell(t, "target", NULL, datum_text(w->target));
    table_cell(t, "hypothesis", NULL, datum_text(w->text));
    table_cell(t, "writer", NULL, datum_text(w->writer));
    table_cell(t, "accuracy", NULL, datum_share(w->accuracy));
    table_cell(t, "drafts", NULL, datum_count(w->written.drafts));
    table_cell(t, "kept", NULL, datum_count(w->written.flaws[FLAW_NONE]));
    table_cell(t, "doubtful", NULL, datum_count(w->written.doubtful));
    table_cell(t, "accepted", NULL, datum_count(w->written.accepted));
    table_cell(t, "rejected", NULL, datum_count(w->written.rejected));
    table_cell(t, "silent", NULL, datum_count(w->written.silent));
    table_cell(t, "unchecked", NULL, datum_count(w->written.unchecked));
    for (int f = FLAW_NONE + 1; f < FLAWS; f++)
        table_cell(t,
                   arena_printf(t->arena, "flaws.%s", flaw_name((enum flaw)f)),
                   NULL, datum_count(w->written.flaws[f]));
}

static void add_tagging(struct document *d, const struct tagging *t)
{
    if (!t->texts && !t->silent) {
        document_fact(d, "tagging", datum_unknown);
        return;
    }
    document_fact(d, "tagging.texts", datum_count(t->texts));
    document_fact(d, "tagging.again", datum_count(t->again));
    document_fact(d, "tagging.unknown", datum_count(t->unknown));
    document_fact(d, "tagging.silent", datum_count(t->silent));
}

static void add_outcome(struct document *d, const struct hunt_report *r)
{
    struct doc_table *t = document_table(d, "targets");

    for (size_t i = 0; i < r->n_targets; i++)
        hunt_add_target(t, &r->targets[i]);
    print_granularities(document_table(d, "granularities"), r);
    print_models_data(d, &r->models);
    document_fact(d, "benchmark", datum_count(r->n_benchmark));
    document_fact(d, "step",
                  datum_text(r->step == STEP_DOWN ? "down"
                             : r->step == STEP_UP ? "up"
                                                  : NULL));
    document_fact(d, "problems", datum_count(r->n_problems));
    document_fact(d, "controls", datum_count(r->n_controls));
    document_fact(d, "controls_distinct",
                  datum_count(hunt_distinct(r->controls, r->n_controls)));
    add_tagging(d, &r->tagging);
    t = document_table(d, "written");
    for (size_t i = 0; i < r->n_writings; i++)
        add_writing(t, &r->writings[i]);
    writers_put(d, r);
    document_fact(d, "calls.asked", datum_count(r->asked));
    document_fact(d, "calls.journalled", datum_count(r->journalled));
    document_fact(d, "calls.failed", datum_count(r->failed));
}

static void hunt_add_summary(struct document *d, const struct hunt_spec *s,
                             const struct hunt_report *r,
                             const struct print_hash *files, size_t n)
{
    d->digits = PRINT_DIGITS;
    d->spread = PRINT_SPREAD;
    document_fact(d, "hunt", datum_text(r->hash));
    document_fact(d, "done", datum_truth(true));
    document_fact(d, "version", datum_text(assay_version()));
    document_fact(d, "seed", datum_text(s->seed));
    document_fact(d, "note",
                  datum_text(r->planted_demo ? print_demo_note : NULL));
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
