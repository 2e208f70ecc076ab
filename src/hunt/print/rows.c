/* SPDX-License-Identifier: Apache-2.0 */
#include "base/map.h"
#include "base/sort.h"
#include "base/str.h"
#include "hunt/print/print_int.h"
#include "report/figure.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * What became of the replies: kinds of failure, how wrong ones fail, and what
 * right ones are worth.
 */

#define COMPARED_LEAST 5    /* replies of a mean, and of a share */
#define LONGER         1.25 /* that is worth a word; or one over it */
#define GAP            0.1
#define PLACES_LEAST   8   /* replies inside and outside */
#define SURE           3.0 /* standard errors */

/* ---- kinds ---- */

static const char *const reply_sets[REPLY_SETS] = { "benchmark", "fresh",
                                                    "control" };

/* "419 solved, 300 wrong, 20 no answer" */
static const char *kinds_of(struct arena *a, const struct reply_counts *c)
{
    struct str out = str_in(a);

    for (int k = 0; k < REPLY_KINDS; k++)
        if (c->kinds[k])
            str_addf(&out, "%s%u %s", out.n ? ", " : "", c->kinds[k],
                     reply_kinds[k].name);
    return str_get(&out);
}

/* "wrong method 12, sign error 3": the most frequent first. */
static const char *ways_of(struct arena *a, const struct reply_counts *c)
{
    struct str out = str_in(a);
    bool said[WAYS] = { false };

    for (int i = 0; i < WAYS; i++) {
        int best = -1;

        for (int w = 0; w < WAYS; w++)
            if (!said[w] && c->ways[w] &&
                (best < 0 || c->ways[w] > c->ways[best]))
                best = w;
        if (best < 0)
            break;
        said[best] = true;
        str_addf(&out, "%s%s %u", out.n ? ", " : "", reply_ways[best].name,
                 c->ways[best]);
    }
    return str_get(&out);
}

/* ---- truncated ones ---- */

/* Where a share of the replies is truncated. */
struct place {
    const char *name;
    double in, of; /* truncated replies inside, and all of them */
    double out, of_others;
};

static double gap_of_place(const struct place *x)
{
    return x->in / x->of - x->out / x->of_others;
}

/* Keeps the place with the larger gap, if it is no chance. */
static void try_place(struct place *best, const struct place *x)
{
    double p = (x->in + x->out) / (x->of + x->of_others);
    double error = sqrt(p * (1 - p) * (1 / x->of + 1 / x->of_others));

    if (x->of < PLACES_LEAST || x->of_others < PLACES_LEAST ||
        !(gap_of_place(x) > SURE * error) || gap_of_place(x) < GAP)
        return;
    if (!best->name || gap_of_place(x) > gap_of_place(best))
        *best = *x;
}

static void add_to_place(struct place *x, const struct reply_counts *c, bool in)
{
    *(in ? &x->in : &x->out) += c->kinds[REPLY_TRUNCATED];
    *(in ? &x->of : &x->of_others) += reply_counts_all(c);
}

/* Above the median of a trait. */
static void try_trait(const struct pages *p, const struct outcomes *s,
                      const struct trait *t, struct place *best)
{
    double *all = arena_array(p->a, double, s->n + 1), median;
    struct place x = { 0 };
    size_t n = 0;

    for (size_t i = 0; t->value && i < s->n; i++)
        if (isfinite(t->value[i]))
            all[n++] = t->value[i];
    if (!n)
        return;
    sort_doubles(all, n);
    median = all[n / 2];
    x.name = arena_printf(p->a, "%s > %s", t->name,
                          datum_digits(p->a, median, PRINT_DIGITS));
    for (size_t i = 0; i < s->n; i++)
        if (isfinite(t->value[i]))
            add_to_place(&x, &s->examples[i].replies, t->value[i] > median);
    try_place(best, &x);
}

static struct place rows_find_place(const struct pages *p,
                                    const struct outcomes *s)
{
    struct place best = { 0 };

    for (size_t v = 0; v < s->n_vocabularies; v++)
        for (size_t k = 0; k < s->vocabularies[v].n; k++) {
            struct place x = { .name = s->vocabularies[v].names[k] };

            for (size_t i = 0; i < s->n; i++)
                add_to_place(&x, &s->examples[i].replies,
                             vocabulary_has(&s->vocabularies[v], i, x.name));
            try_place(&best, &x);
        }
    for (size_t k = 0; k < s->n_traits; k++)
        try_trait(p, s, &s->traits[k], &best);
    return best;
}

static void say_truncated(const struct pages *p, const struct hunt_target *t)
{
    const char *most = p->spec->decoding.max_tokens;
    uint32_t n = t->replies.kinds[REPLY_TRUNCATED];
    struct place at;

    if (!n)
        return;
    document_say(p->d,
                 "%u of %u replies were cut off at %s%s and are not counted; "
                 "raise `--max-tokens`.",
                 n, reply_counts_all(&t->replies),
                 most ? "max_tokens " : "the model's token limit",
                 most ? most : "");
    at = rows_find_place(p, &t->outcomes);
    if (at.name)
        document_say(p->d,
                     "Most often with %s: %.0f %% of %.0f replies, against "
                     "%.0f %% of the others.",
                     pages_name(p, at.name), 100 * at.in / at.of, at.of,
                     100 * at.out / at.of_others);
}

bool replies_say_cut(const struct pages *p, const struct hunt_target *t)
{
    if (!reply_counts_cut(&t->replies))
        return false;
    say_truncated(p, t);
    document_say(p->d, "Because of this limit, nothing else can be concluded.");
    return true;
}

/* ---- right ones ---- */

static void say_reasoning(const struct pages *p, const struct reply_counts *c)
{
    if (!c->held && !c->wrong)
        return;
    document_say(p->d,
                 "Right answers, wrong reasoning: of %u solved %s compared "
                 "with worked steps, %u %s none of the intermediate numbers; "
                 "%u %s a false equation%s.",
                 c->held, c->held == 1 ? "reply" : "replies", c->apart,
                 c->apart == 1 ? "has" : "have", c->wrong,
                 c->wrong == 1 ? "has" : "have",
                 c->alone
                     ? arena_printf(p->a, "; %u more %s only an answer",
                                    c->alone, c->alone == 1 ? "has" : "have")
                     : "");
}

/* ---- failed against solved ones ---- */

/* NaN of too few replies. */
static double mean_of_read(uint64_t sum, uint32_t read)
{
    return read >= COMPARED_LEAST ? (double)sum / read : NAN;
}

/* Where hardly any is solved inside, with solved ones of the whole benchmark. */
static void say_length(const struct pages *p, const struct reply_counts *inside,
                       const struct reply_counts *all)
{
    bool own = inside->read[0] >= COMPARED_LEAST;
    const struct reply_counts *solved = own ? inside : all;
    double words = mean_of_read(inside->words[1], inside->read[1]);
    double usual = mean_of_read(solved->words[0], solved->read[0]);
    double boxed = mean_of_read(inside->boxed[1], inside->read[1]);
    double others = mean_of_read(solved->boxed[0], solved->read[0]);
    const char *whose = own ? "solved ones" : "solved ones elsewhere";

    if (words / usual >= LONGER || words / usual <= 1 / LONGER)
        document_say(p->d,
                     "Failed replies are %.1f times as long as %s (%.0f and "
                     "%.0f words).",
                     words / usual, whose, words, usual);
    if (fabs(boxed - others) >= GAP)
        document_say(p->d,
                     "%.0f %% of failed replies have a boxed answer, against "
                     "%.0f %% of %s.",
                     100 * boxed, 100 * others, whose);
}

/* ---- sentences ---- */

void replies_say(const struct pages *p, const struct hunt_target *t)
{
    const struct reply_counts *c = &t->replies;
    const char *ways = ways_of(p->a, c);

    if (!reply_counts_all(c))
        return;
    document_say(p->d, "Replies: %s%s.", kinds_of(p->a, c),
                 t->asked_again
                     ? arena_printf(p->a, " (%s asked again)",
                                    pages_count(p, t->asked_again, ""))
                     : "");
    say_truncated(p, t);
    if (*ways)
        document_say(p->d, "How it fails: %s.", ways);
    say_reasoning(p, c);
}

/* A rate for scoring is no share of these replies where problems that were
 * asked once are completed. */
static void say_completed(const struct pages *p, const struct weakness *w)
{
    const struct reply_counts *c = &w->row->replies[REPLIES_BENCHMARK];
    double tries = reply_counts_all(c) - c->kinds[REPLY_TRUNCATED];
    double plain = c->kinds[REPLY_SOLVED] / tries;

    if (w->target->asked_again && fabs(1 - w->row->inside - plain) >= 0.0005)
        document_say(p->d,
                     "%.1f %% of the benchmark replies are right; the estimate "
                     "with all %s asked again is %.1f %%.",
                     100 * plain, pages_examples(p),
                     100 * (1 - w->row->inside));
}

void replies_say_weakness(const struct pages *p, const struct weakness *w)
{
    const struct hypothesis *h = w->row;
    struct reply_counts sum = h->replies[REPLIES_BENCHMARK];
    struct str b = str_in(p->a);
    const char *ways;

    reply_counts_add(&sum, &h->replies[REPLIES_FRESH]);
    for (int i = 0; i < REPLY_SETS; i++)
        if (reply_counts_all(&h->replies[i]))
            str_addf(&b, "%s%s: %s", b.n ? "; " : "", reply_sets[i],
                     kinds_of(p->a, &h->replies[i]));
    if (!b.n)
        return;
    document_say(p->d, "Replies, %s.", str_get(&b));
    say_completed(p, w);
    ways = ways_of(p->a, &sum);
    if (*ways)
        document_say(p->d, "How it fails: %s.", ways);
    say_length(p, &sum, &w->target->replies);
    if (sum.doubtful)
        say_reasoning(p, &sum);
}

/* ---- tables ---- */

void replies_columns(struct doc_table *t, const struct reply_counts *c)
{
    for (int k = REPLY_NO_ANSWER; k < REPLY_KINDS; k++)
        table_styled(t, NULL, reply_kinds[k].name, COLUMN_LATER | COLUMN_IF_ANY,
                     datum_count(c->kinds[k]));
}

static void rows_add_kinds(const struct pages *p, struct doc_table *t,
                           const char *name, const char *set,
                           const struct reply_counts *c)
{
    if (!reply_counts_all(c))
        return;
    table_row(t);
    table_key(t, NULL, pages_examples(p), datum_text(pages_name(p, name)));
    table_key(t, NULL, "set", datum_text(set));
    for (int k = 0; k < REPLY_KINDS; k++)
        table_styled(t, NULL, reply_kinds[k].name,
                     k > REPLY_WRONG ? COLUMN_IF_ANY : 0,
                     datum_count(c->kinds[k]));
}

void replies_show(const struct pages *p, const struct hunt_target *t)
{
    struct doc_table *table = document_table(p->d, NULL);
    const struct weakness *w;
    size_t n = weaknesses_of(p, t, &w);

    rows_add_kinds(p, table, "all", "benchmark", &t->replies);
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < REPLY_SETS; k++)
            rows_add_kinds(p, table, pages_hypothesis(p, w[i].row),
                           reply_sets[k], &w[i].row->replies[k]);
    pages_show(p, table, "Replies by kind:");
}

/* ---- for programs ---- */

void replies_put_kinds(struct doc_table *t, const char *name,
                       const struct reply_counts *c)
{
    for (int k = 0; k < REPLY_KINDS; k++)
        table_cell(t,
                   arena_printf(t->arena, "%s.%s", name, reply_kinds[k].field),
                   NULL, datum_count(c->kinds[k]));
}

/* NaN of no reply. */
static double rows_mean(double sum, uint32_t n)
{
    return n ? sum / n : NAN;
}

void replies_put_ways(struct doc_table *t, const char *name,
                      const struct reply_counts *c)
{
    double words[2], boxed[2];

    for (int i = 0; i < 2; i++) {
        words[i] = rows_mean((double)c->words[i], c->read[i]);
        boxed[i] = rows_mean(c->boxed[i], c->read[i]);
    }
    for (int w = 0; w < WAYS; w++)
        table_cell(
            t, arena_printf(t->arena, "%s.how.%s", name, reply_ways[w].field),
            NULL, datum_count(c->ways[w]));
    table_members(t, name,
                  "reasoning.held=%u reasoning.apart=%u "
                  "reasoning.false_equation=%u reasoning.doubtful=%u "
                  "reasoning.answer_alone=%u words.solved=%.1f "
                  "words.failed=%.1f boxed.solved=%f boxed.failed=%f",
                  c->held, c->apart, c->wrong, c->doubtful, c->alone, words[0],
                  words[1], boxed[0], boxed[1]);
}

/*
 * The results of a task of the user's own, and the redundancy of a taxonomy.
 */

static void add_bank(struct document *d, const struct bank *b)
{
    struct doc_table *t = document_table(d, "hypotheses");

    for (size_t i = 0; i < b->n; i++) {
        const struct bank_entry *h = &b->entries[i];

        table_row(t);
        table_key(t, "text", "hypothesis", datum_text(h->text));
        table_cell(t, "concepts", NULL,
                   datum_list(d->arena, h->suspicion.concepts,
                              h->suspicion.n_concepts));
        table_cells(t,
                    "accuracy:accuracy=%f balanced:balanced=%f "
                    "visits:visits=%zu reward:reward=%.3f",
                    bank_accuracy(h), bank_balanced(h, b->labels), h->visits,
                    h->reward);
    }
    if (b->n)
        document_show(d, t, 0);
}

void print_only(struct document *d, size_t n, const char *label)
{
    document_say(d,
                 "All %zu examples have the label \"%s\": with a single label "
                 "there is no F1, and the accuracy means nothing.",
                 n, label);
}

static void add_inferences(struct document *d, const struct hunt_task_report *r)
{
    struct doc_table *t = document_table(d, "inferences");
    const struct inference *last = NULL;

    for (int k = 0; k < INFER_STRATEGIES; k++) {
        const struct inference *v = &r->inferences[k];

        if (!v->n)
            continue;
        table_row(t);
        table_cells(t,
                    "*strategy:strategy=%s n:examples=%zu "
                    "unlabelled:unlabelled=%zu right=%zu accuracy:accuracy=%f "
                    "balanced:balanced=%f macro_f1:macro_F1=%.3f only=%s",
                    infer_names[k], v->n, v->unlabelled, v->right, v->accuracy,
                    v->balanced, v->macro_f1, v->only);
        last = v;
    }
    if (!last)
        return;
    document_section(d, "Predicted on the %s data:", r->data);
    document_show(d, t, 0);
    if (last->only)
        print_only(d, last->n, last->only);
}

static void add_points(struct document *d, const struct proposal *q)
{
    struct doc_table *t = document_table(d, "points");

    for (size_t i = 0; i < q->n_points; i++) {
        const struct propose_point *p = &q->points[i];

        table_row(t);
        table_cells(t, "example=%zu n=%zu best=%f worst=%f mean=%f", p->example,
                    p->n, p->best, p->worst, p->mean);
    }
}

void task_document(struct document *d, const struct hunt_task_report *t)
{
    const struct proposal *q = &t->proposal;

    d->digits = PRINT_DIGITS;
    d->spread = PRINT_SPREAD;
    document_facts(d, "task=%s by=%s data=%s", t->task, t->by, t->data);
    document_say(d, "%s: %zu %s by %s, from %s.", t->task, q->bank.n,
                 q->bank.n == 1 ? "hypothesis" : "hypotheses", t->by,
                 datum_plural(d->arena, q->train.n, "example"));
    add_bank(d, &q->bank);
    if (q->unread || q->unlabelled)
        document_say(d, "%zu replies had no list, %zu judgements no label.",
                     q->unread, q->unlabelled);
    add_inferences(d, t);
    add_points(d, q);
    document_facts(d, "asked=%zu journalled=%zu failed=%zu", t->asked,
                   t->journalled, t->failed);
    document_section(d,
                     "Calls: %" PRIu64 " asked, %" PRIu64 " from the store, "
                     "%" PRIu64 " failed.",
                     t->asked, t->journalled, t->failed);
}

/* ---- granularities ---- */

/* Was the granularity in a series before this one? */
static bool came_before(const struct hunt_report *r, size_t series)
{
    for (size_t i = 0; i < series; i++)
        if (str_eq(r->series[i].granularity, r->series[series].granularity))
            return true;
    return false;
}

void print_redundancy(const struct pages *p)
{
    const struct hunt_report *r = p->report;

    for (size_t i = 0; i < r->n_series; i++) {
        const struct redundancy *x = r->series[i].redundancy;

        if (!x || came_before(r, i))
            continue;
        document_say(p->d,
                     "Names of %s: %zu of %s cover nearly the same %s (half or "
                     "more in common); the mean overlap of a name with its "
                     "most similar name is %s.",
                     r->series[i].granularity, x->redundant,
                     datum_plural(p->a, x->pairs, "pair"), pages_examples(p),
                     datum_words(p->a, datum_number(x->mean, 2), 0));
    }
}

void print_granularities(struct doc_table *t, const struct hunt_report *r)
{
    const struct redundancy none = { .mean = NAN, .per_example = NAN };

    for (size_t i = 0; i < r->n_series; i++) {
        const struct hunt_series *s = &r->series[i];
        const struct redundancy *x = s->redundancy ? s->redundancy : &none;

        table_row(t);
        table_cells(t,
                    "target=%s by=%s granularity=%s hypotheses=%zu "
                    "accuracy=%f names=%zu pairs=%zu redundant=%zu overlap=%f "
                    "per_problem=%f failures=%zu shown=%zu",
                    s->target, s->by, s->granularity, s->n, s->quartiles[2],
                    x->names, x->pairs, x->redundant, x->mean, x->per_example,
                    s->failures, s->shown);
    }
}

/* ---- a taxonomy ---- */

void redundancy_document(struct document *d, const struct redundancy *r)
{
    struct doc_table *t = document_table(d, NULL);
    struct pages p = pages_of(d, NULL, NULL);

    document_say(d, "%s in use, %zu unused; %s per problem on average.",
                 datum_plural(d->arena, r->names, "name"), r->unused,
                 datum_words(d->arena, datum_number(r->per_example, 2), 0));
    document_say(
        d,
        "%zu of %zu pairs of names are redundant (Jaccard index 0.5 or more); "
        "the mean index of a name and its most similar name is %s.",
        r->redundant, r->pairs,
        datum_words(d->arena, datum_number(r->mean, 2), 0));
    for (size_t i = 0; i < r->n_worst; i++) {
        const struct tag_overlap *o = &r->worst[i];

        table_row(t);
        table_cells(t, "*:name=%s *:and=%s :both=%zu :either=%zu :Jaccard=%.2f",
                    pages_name(&p, o->a), pages_name(&p, o->b), o->both,
                    o->either, o->jaccard);
    }
    pages_show(&p, t, "The most similar names:");
}

/*
 * Who makes hard problems: with a hypothesis and without, by one writer and by
 * another; and failed problems in other words.
 */

static struct datum rate_of(const struct solve *s)
{
    return s->n ? datum_estimate(s->rate, s->lo, s->hi, s->n) : datum_unknown;
}

static struct datum gap_datum(double gap, double lo, double hi)
{
    return isnan(gap) ? datum_unknown : datum_estimate(gap, lo, hi, 1);
}

/* "12.3 points (1.0 .. 23.1)" */
static const char *rows_points(const struct pages *p, double gap, double lo,
                               double hi)
{
    struct datum v = datum_estimate(gap, lo, hi, 1);

    return arena_printf(p->a, "%s points (%s)",
                        datum_words(p->a, v, STYLE_BARE | STYLE_SIGNED),
                        datum_interval(p->a, v, STYLE_BARE | STYLE_SIGNED));
}

/* What an interval of "harder by" says. */
static const char *rows_says(double lo, double hi, const char *harder,
                             const char *easier)
{
    return lo > 0 ? harder : hi < 0 ? easier : "No difference was found";
}

/* ---- writers ---- */

static void answer_writer(const struct pages *p, const struct hunt_writer *w)
{
    if (isnan(w->gap) ? 0 : 1)
        document_say(p->d, "Does the hypothesis make %s of %s harder? %s: %s.",
                     pages_examples(p), pages_name(p, w->writer),
                     rows_says(w->lo, w->hi, "Yes", "No, they are easier"),
                     rows_points(p, w->gap, w->lo, w->hi));
    if (isnan(w->versus) ? 0 : 1)
        document_say(
            p->d, "Are %s of %s harder than those of the first writer? %s: %s.",
            pages_examples(p), pages_name(p, w->writer),
            rows_says(w->versus_lo, w->versus_hi, "Yes", "No, they are easier"),
            rows_points(p, w->versus, w->versus_lo, w->versus_hi));
}

static void show_writers(const struct pages *p)
{
    const struct hunt_report *r = p->report;
    struct doc_table *t = document_table(p->d, NULL);
    unsigned one = STYLE_BARE | STYLE_ALONE;
    unsigned gap = STYLE_BARE | STYLE_INLINE | STYLE_SIGNED;
    bool any = false;

    for (size_t i = 0; i < r->n_writers; i++) {
        const struct hunt_writer *w = &r->writers[i];

        any = any || w->targeted.n || w->without.n;
        table_row(t);
        if (r->n_targets > 1)
            table_cells(t, "*:target=%s", pages_name(p, w->target));
        table_cells(t, "*:writer=%s", pages_name(p, w->writer));
        table_styled(t, NULL, "own", one, datum_share(w->own));
        table_cells(t, ":n=%zu", w->targeted.n + w->without.n);
        table_styled(t, NULL, "with", one, rate_of(&w->targeted));
        table_styled(t, NULL, "without", one, rate_of(&w->without));
        table_styled(t, NULL, "harder by", gap,
                     gap_datum(w->gap, w->lo, w->hi));
        table_styled(t, NULL, "than first", gap,
                     gap_datum(w->versus, w->versus_lo, w->versus_hi));
    }
    if (!any)
        return;
    pages_show(p, t,
               arena_printf(p->a,
                            "Writers: the target's solve rates on their %s, in "
                            "%%, with and without a hypothesis; own: the "
                            "writer's solve rate on the benchmark:",
                            pages_examples(p)));
    for (size_t i = 0; i < r->n_writers; i++)
        answer_writer(p, &r->writers[i]);
}

/* ---- other words ---- */

/* "40.0 % (20.0 .. 60.0)" */
static const char *rows_share_words(const struct pages *p,
                                    const struct solve *s)
{
    struct datum v = rate_of(s);

    return arena_printf(p->a, "%s %% (%s)", datum_words(p->a, v, STYLE_BARE),
                        datum_interval(p->a, v, STYLE_BARE));
}

static void say_rewording(const struct pages *p, const struct hunt_rewording *r)
{
    size_t dropped = r->numbers + r->formulas + r->keys + r->silent;

    document_section(p->d, "Reworded by %s: %zu of %s failed by %s.",
                     pages_name(p, r->model), r->tried,
                     pages_count(p, r->failed, ""), pages_name(p, r->target));
    if (dropped)
        document_say(p->d,
                     "Rejected: %zu with other numbers, %zu with other "
                     "formulas, %zu with another key, %zu without a new text.",
                     r->numbers, r->formulas, r->keys, r->silent);
    if (!r->reworded.n)
        return;
    document_say(p->d,
                 "Of %s, %zu are solved at least once; of the same ones asked "
                 "again in their original words, %zu.",
                 pages_count(p, r->reworded.n, "reworded "), r->solved,
                 r->solved_again);
    document_say(p->d, "Correct attempts: %s reworded, %s asked again.",
                 rows_share_words(p, &r->reworded),
                 rows_share_words(p, &r->again));
    document_say(p->d, "Does rewording make them easier? %s: %s.",
                 rows_says(r->lo, r->hi, "Yes", "No, they are harder"),
                 rows_points(p, r->gap, r->lo, r->hi));
}

void writers_show(const struct pages *p)
{
    show_writers(p);
    for (size_t i = 0; i < p->report->n_rewordings; i++)
        say_rewording(p, &p->report->rewordings[i]);
}

/* ---- for programs ---- */

/* Of what was not measured the rates are not known. */
static void rows_put_solve(struct doc_table *t, const char *name,
                           const struct solve *s)
{
    table_members(t, name, "problems=%zu rate=%f lo=%f hi=%f", s->n,
                  s->n ? s->rate : NAN, s->n ? s->lo : NAN, s->n ? s->hi : NAN);
}

void writers_put(struct document *d, const struct hunt_report *r)
{
    struct doc_table *t = document_table(d, "writers");

    for (size_t i = 0; i < r->n_writers; i++) {
        const struct hunt_writer *w = &r->writers[i];

        table_row(t);
        table_cells(t, "target=%s writer=%s own_rate=%f", w->target, w->writer,
                    w->own);
        rows_put_solve(t, "with", &w->targeted);
        rows_put_solve(t, "without", &w->without);
        table_members(t, "harder", "gap=%f lo=%f hi=%f", w->gap, w->lo, w->hi);
        table_members(t, "than_first", "gap=%f lo=%f hi=%f", w->versus,
                      w->versus_lo, w->versus_hi);
    }
    t = document_table(d, "reworded");
    for (size_t i = 0; i < r->n_rewordings; i++) {
        const struct hunt_rewording *w = &r->rewordings[i];

        table_row(t);
        table_cells(t,
                    "target=%s model=%s failed=%zu tried=%zu "
                    "dropped.numbers=%zu dropped.formulas=%zu "
                    "dropped.keys=%zu dropped.silent=%zu solved=%zu "
                    "solved_again=%zu",
                    w->target, w->model, w->failed, w->tried, w->numbers,
                    w->formulas, w->keys, w->silent, w->solved,
                    w->solved_again);
        rows_put_solve(t, "reworded", &w->reworded);
        rows_put_solve(t, "again", &w->again);
        table_members(t, "easier", "gap=%f lo=%f hi=%f", w->gap, w->lo, w->hi);
    }
}

/*
 * hypotheses.json, outcomes.jsonl and the files of problems.
 */

/* ---- a hypothesis ---- */

static void put_bound(struct arena *a, struct json *f, const char *name,
                      double value)
{
    const char *x = datum_digits(a, value, PRINT_DIGITS);

    json_set(a, f, name, x ? json_new_number(a, x) : json_new(a, JSON_NULL));
}

/* null, or {"name", "above" | "below" | "is"}; of a band above and below. */
static void rows_put_factor(struct doc_table *t, const struct bound *b)
{
    struct arena *a = t->arena;
    struct json *f = json_new(a, JSON_OBJECT);

    json_set(a, f, "name", json_new_text(a, b->trait));
    if (b->kind == BOUND_IS)
        json_set(a, f, "is", json_new_text(a, b->word));
    if (b->kind == BOUND_ABOVE || b->kind == BOUND_WITHIN)
        put_bound(a, f, "above", b->value);
    if (b->kind == BOUND_BELOW || b->kind == BOUND_WITHIN)
        put_bound(a, f, "below", b->kind == BOUND_WITHIN ? b->upper : b->value);
    table_cell(t, "factor", NULL, datum_tree(b->kind == BOUND_NONE ? NULL : f));
}

/* A figure of what was measured; of nothing it is not known. */
static double rows_solved(const struct solve *s, double x)
{
    return s->n ? x : NAN;
}

static void put_scores(struct doc_table *t, const struct hypothesis *h)
{
    const struct solve *fresh = &h->targeted, *control = &h->control;

    table_cells(t,
                "accuracy=%f inside=%f outside=%f lift=%f lo=%f hi=%f p=%e "
                "q=%e n=%zu reported=%d solve_rate=%f solve_lo=%f solve_hi=%f "
                "control_rate=%f",
                h->accuracy, h->inside, h->outside, h->lift, h->lo, h->hi, h->p,
                h->q, h->n, h->reported, rows_solved(fresh, fresh->rate),
                rows_solved(fresh, fresh->lo), rows_solved(fresh, fresh->hi),
                rows_solved(control, control->rate));
}

static void put_contrasts(struct doc_table *table, const struct hypothesis *h)
{
    struct doc_table *t = table_within(table);

    for (size_t i = 0; i < h->n_contrasts; i++) {
        const struct contrast *c = &h->contrasts[i];

        table_row(t);
        table_cells(t, "what=%s which=%s", c->what, c->which);
        rows_put_solve(t, "with", &c->with);
        rows_put_solve(t, "without", &c->without);
        rows_put_solve(t, "others", &c->others);
        table_cells(t, "gap=%f lo=%f hi=%f paired=%d", c->gap, c->lo, c->hi,
                    c->paired);
    }
    table_cell(table, "contrasts", NULL, datum_table(t));
}

static void put_effects(struct doc_table *table, const struct hypothesis *h)
{
    struct doc_table *t = table_within(table);

    for (size_t i = 0; i < h->n_effects; i++) {
        const struct effect *e = &h->effects[i];

        table_row(t);
        table_cells(t, "what=%s which=%s effect=%f lo=%f hi=%f", e->what,
                    e->which, e->points, e->lo, e->hi);
    }
    table_cell(table, "effects", NULL, datum_table(t));
}

/* What became of the replies, in all and by set, and failed ones. */
static void put_replies(struct doc_table *table, const struct hypothesis *h)
{
    struct doc_table *t = table_within(table);
    struct reply_counts sum = h->replies[REPLIES_BENCHMARK];

    for (int i = 0; i < REPLY_SETS; i++)
        replies_put_kinds(
            table, arena_printf(table->arena, "replies.%s", reply_sets[i]),
            &h->replies[i]);
    reply_counts_add(&sum, &h->replies[REPLIES_FRESH]);
    replies_put_ways(table, "replies", &sum);
    for (size_t i = 0; i < h->n_failed; i++) {
        const struct doc_example *x = &h->failed[i];

        table_row(t);
        table_cells(t, "id=%s statement=%s key=%s answer=%s mark=%s",
                    x->problem, x->statement, x->key, x->answer, x->mark);
        table_cell(t, "reply", NULL, datum_text(x->reply));
        table_cells(t, "how=%s", x->note);
    }
    table_cell(table, "failed", NULL, datum_table(t));
}

/* A row's place in the file; below 0: none. */
static struct datum rows_place(int row, size_t before)
{
    return row < 0 ? datum_unknown : datum_count((uint64_t)row + before);
}

static void put_further(struct doc_table *t, const struct hypothesis *h,
                        size_t before)
{
    const struct solve *control = &h->control;

    table_cells(t,
                "granularity=%s by=%s balanced=%f adjusted=%f adjusted_lo=%f "
                "adjusted_hi=%f failed_inside=%f failed_outside=%f",
                h->suspicion.vocabulary, h->by, h->balanced, h->adjusted,
                h->adjusted_lo, h->adjusted_hi, h->failed_inside,
                h->failed_outside);
    table_cell(t, "folds", NULL, datum_count(0)); /* all examples */
    table_cell(t, "group", NULL, rows_place(h->group, before));
    table_cell(t, "explained", NULL, rows_place(h->explained, before));
    table_cell(t, "same", NULL, datum_list(t->arena, h->same, h->n_same));
    table_cells(t,
                "bank_accuracy=%f reward=%.3f visits=%zu problems=%zu "
                "control_lo=%f control_hi=%f confirmed=%s below=%f "
                "below_lo=%f below_hi=%f",
                h->bank_accuracy, h->reward, h->visits, h->targeted.n,
                rows_solved(control, control->lo),
                rows_solved(control, control->hi), confirmed_name(h->confirmed),
                h->below, h->below_lo, h->below_hi);
    put_contrasts(t, h);
    put_effects(t, h);
    table_cells(t, "control_expected=%f control_why=%s cause=%s cause_why=%s",
                h->control_expected, h->control_why, h->cause, h->cause_why);
    put_replies(t, h);
}

void hunt_hypothesis(struct doc_table *t, const struct hypothesis *h,
                     const char *target, size_t before)
{
    table_row(t);
    table_cell(
        t, "concepts", NULL,
        datum_list(t->arena, h->suspicion.concepts, h->suspicion.n_concepts));
    rows_put_factor(t, &h->suspicion.bound);
    table_cell(t, "text", NULL, datum_text(h->text));
    put_scores(t, h);
    put_further(t, h, before);
    table_cell(t, "target", NULL, target ? datum_text(target) : datum_absent);
}

void hunt_hypotheses(struct document *d, const struct hunt_report *r)
{
    struct doc_table *t = document_table(d, "");
    size_t before = 0;

    d->digits = PRINT_DIGITS;
    d->spread = 1;
    for (size_t k = 0; k < r->n_targets; k++) {
        for (size_t i = 0; i < r->targets[k].table.n; i++)
            hunt_hypothesis(t, &r->targets[k].table.rows[i], r->targets[k].name,
                            before);
        before += r->targets[k].table.n;
    }
}

/* ---- lines ---- */

/* The names that an example carries, of the first vocabulary that has some. */
static struct datum rows_names_of(struct arena *a, const struct outcomes *s,
                                  size_t example)
{
    struct json *list = json_new(a, JSON_ARRAY);

    for (size_t v = 0; v < s->n_vocabularies && !list->count; v++)
        for (const uint32_t *of = s->vocabularies[v].of[example];
             *of != UINT32_MAX; of++)
            json_push(list, json_new_string(a, s->vocabularies[v].names[*of]));
    return datum_tree(list);
}

/* "2/5" right; of a benchmark in two stages also of the first attempt, which the
 * solve rate counts, and of what claims were scored by. */
static void rows_add_example(struct doc_table *t, const struct hunt_target *of,
                             size_t i)
{
    const struct outcomes *s = &of->outcomes;
    const struct outcomes *of_shares[] = { s, &of->first, &of->scored };
    const char *names[] = { "correct", "first", "scored" };
    const struct example *x = &s->examples[i];

    table_row(t);
    table_cells(t, "id=%s target=%s", x->id, s->target);
    for (int k = 0; k < (of->asked_again ? 3 : 1); k++) {
        const struct example *y = &of_shares[k]->examples[i];

        table_cell(t, names[k], NULL,
                   datum_text(arena_printf(t->arena, "%u/%u",
                                           y->tries - y->failed, y->tries)));
    }
    table_cells(t, "fails=%d", example_fails(x));
    if (reply_counts_all(&x->replies))
        replies_put_kinds(t, "replies", &x->replies);
    table_cell(t, "concepts", NULL, rows_names_of(t->arena, s, i));
    table_cells(t, "text=%s", x->text);
}

void hunt_outcomes(struct document *d, const struct hunt_report *r)
{
    size_t n = r->n_targets > 1 ? r->n_targets - 1 : r->n_targets;
    struct doc_table *table = document_table(d, "");

    for (size_t t = 0; t < n; t++)
        for (size_t i = 0; i < r->targets[t].outcomes.n; i++)
            if (r->targets[t].outcomes.examples[i].tries)
                rows_add_example(table, &r->targets[t], i);
}

void print_problems(struct str *out, const struct problem *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        problem_write(out, &p[i]);
}

/*
 * Elementary problems that are failed where harder ones of the same names are
 * solved: not what is hard for people is hard for a model.
 */

#define SHOWN_MOST 5  /* of them, on a page */
#define KEPT_MOST  50 /* for programs */

/* A problem without a correct attempt, and a harder one without a wrong one. */
struct upset {
    const struct example *failed, *solved;
    double level, harder; /* of the two */
};

/* The names of the first vocabulary, as they stand: problems that share all of
 * them. Returns how many bytes, 0 for none. */
static size_t elementary_names_of(const struct outcomes *s, size_t i,
                                  const void **out)
{
    if (!s->n_vocabularies)
        return 0;
    *out = s->vocabularies[0].of[i];
    return vocabulary_count(&s->vocabularies[0], i) * sizeof(uint32_t);
}

/* The hardest solved example of each set of names, by its place from 1. */
static void find_hardest(const struct outcomes *s, const double *level,
                         struct map *hardest)
{
    for (size_t i = 0; i < s->n; i++) {
        const void *names;
        size_t n = elementary_names_of(s, i, &names), *at;

        if (!n || !s->examples[i].tries || s->examples[i].failed ||
            !isfinite(level[i]))
            continue;
        at = map_put(hardest, names, n, NULL);
        if (!*at || level[i] > level[*at - 1])
            *at = i + 1;
    }
}

/* The lowest level first, then the largest step up, then as they come. */
static int rows_by_level(const void *x, const void *y)
{
    const struct upset *a = x, *b = y;

    if (a->level < b->level || a->level > b->level)
        return a->level < b->level ? -1 : 1;
    if (a->harder < b->harder || a->harder > b->harder)
        return a->harder > b->harder ? -1 : 1;
    return (a->failed > b->failed) - (a->failed < b->failed);
}

static size_t find_upsets(struct arena *a, const struct outcomes *s,
                          struct upset **out)
{
    const struct trait *level = outcomes_trait(s, "level");
    struct map hardest = { 0 };
    size_t n = 0;

    *out = arena_array(a, struct upset, s->n + 1);
    if (!level || !level->value)
        return 0;
    find_hardest(s, level->value, &hardest);
    for (size_t i = 0; i < s->n; i++) {
        const void *names;
        size_t bytes = elementary_names_of(s, i, &names);
        const size_t *at = bytes ? map_get(&hardest, names, bytes) : NULL;

        if (at && example_fails(&s->examples[i]) &&
            level->value[*at - 1] > level->value[i])
            (*out)[n++] =
                (struct upset){ &s->examples[i], &s->examples[*at - 1],
                                level->value[i], level->value[*at - 1] };
    }
    map_clear(&hardest);
    if (n)
        qsort(*out, n, sizeof(**out), rows_by_level);
    return n;
}

static void rows_show_one(const struct pages *p, const char *run,
                          const struct example *x, double level,
                          const char *mark)
{
    const struct problem *of = x->problem;
    struct doc_example shown = {
        .problem = x->id,
        .items =
            run ? items_query(p->a, "set", run, "problem", x->id, NULL) : NULL,
        .statement = x->text,
        .key = of ? keys_text(p->a, of->keys, of->n_keys) : "",
        .answer = "",
        .mark = arena_printf(p->a, "level %.0f, %s", level, mark),
    };

    document_example(p->d, &shown);
}

void elementary_show(const struct pages *p, const struct hunt_target *t)
{
    struct upset *u;
    size_t n = find_upsets(p->a, &t->outcomes, &u);

    if (!n)
        return;
    document_section(p->d,
                     "%s never solved although a harder one with the same "
                     "concepts is always solved:",
                     pages_count(p, n, ""));
    for (size_t i = 0; i < n && i < SHOWN_MOST; i++) {
        rows_show_one(p, t->run, u[i].failed, u[i].level, "never solved");
        rows_show_one(p, t->run, u[i].solved, u[i].harder, "always solved");
    }
    if (n > SHOWN_MOST)
        document_say(p->d, "... and %zu more.", n - SHOWN_MOST);
}

void elementary_put(struct doc_table *table, const struct hunt_target *t)
{
    struct doc_table *list = table_within(table);
    struct upset *u;
    size_t n = find_upsets(table->arena, &t->outcomes, &u);

    for (size_t i = 0; i < n && i < KEPT_MOST; i++) {
        table_row(list);
        table_cells(list, "level=%.0f failed=%s harder=%.0f solved=%s",
                    u[i].level, u[i].failed->id, u[i].harder, u[i].solved->id);
    }
    table_cell(table, "elementary", NULL, datum_table(list));
    table_cells(table, "elementary_n=%zu", n);
}
