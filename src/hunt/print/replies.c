/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What became of the replies: kinds of failure, how wrong ones fail, and what
 * right ones are worth.
 */
#include "hunt/print/print_int.h"

#include <math.h>
#include <stdlib.h>

#define COMPARED_LEAST 5    /* replies of a mean, and of a share */
#define LONGER         1.25 /* that is worth a word; or one over it */
#define GAP            0.1
#define PLACES_LEAST   8   /* replies inside and outside */
#define SURE           3.0 /* standard errors */

/* ---- kinds ---- */

static const char *add_count(struct arena *a, const char *so_far, uint32_t n,
                             const char *name)
{
    return n ? arena_printf(a, "%s%s%u %s", so_far, *so_far ? ", " : "", n,
                            name)
             : so_far;
}

/* "419 solved, 300 wrong, 20 no answer" */
static const char *kinds_of(struct arena *a, const struct reply_counts *c)
{
    const char *out = "";

    for (int k = 0; k < REPLY_KINDS; k++)
        out =
            add_count(a, out, c->kinds[k], reply_kind_name((enum reply_kind)k));
    return out;
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
        str_addf(&out, "%s%s %u", out.n ? ", " : "",
                 reply_way_name((enum reply_way)best), c->ways[best]);
    }
    return out.n ? str_get(&out) : "";
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

static bool has_name(const uint32_t *of, uint32_t name)
{
    while (*of != UINT32_MAX && *of != name)
        of++;
    return *of == name;
}

static int by_size(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;

    return (a > b) - (a < b);
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
    qsort(all, n, sizeof(*all), by_size);
    median = all[n / 2];
    x.name = arena_printf(p->a, "%s > %s", t->name,
                          datum_digits(p->a, median, PRINT_DIGITS));
    for (size_t i = 0; i < s->n; i++)
        if (isfinite(t->value[i]))
            add_to_place(&x, &s->examples[i].replies, t->value[i] > median);
    try_place(best, &x);
}

static struct place find_place(const struct pages *p, const struct outcomes *s)
{
    struct place best = { 0 };

    for (size_t v = 0; v < s->n_vocabularies; v++)
        for (size_t k = 0; k < s->vocabularies[v].n; k++) {
            struct place x = { .name = s->vocabularies[v].names[k] };

            for (size_t i = 0; i < s->n; i++)
                add_to_place(&x, &s->examples[i].replies,
                             has_name(s->vocabularies[v].of[i], (uint32_t)k));
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
    at = find_place(p, &t->outcomes);
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

static double mean_words(const struct reply_counts *c, int failed)
{
    return c->read[failed] >= COMPARED_LEAST
               ? (double)c->words[failed] / c->read[failed]
               : NAN;
}

static double share_boxed(const struct reply_counts *c, int failed)
{
    return c->read[failed] >= COMPARED_LEAST
               ? (double)c->boxed[failed] / c->read[failed]
               : NAN;
}

/* Where hardly any is solved inside, with solved ones of the whole benchmark. */
static void say_length(const struct pages *p, const struct reply_counts *inside,
                       const struct reply_counts *all)
{
    bool own = inside->read[0] >= COMPARED_LEAST;
    const struct reply_counts *solved = own ? inside : all;
    double ratio = mean_words(inside, 1) / mean_words(solved, 0);
    double boxed = share_boxed(inside, 1), others = share_boxed(solved, 0);
    const char *whose = own ? "solved ones" : "solved ones elsewhere";

    if (ratio >= LONGER || ratio <= 1 / LONGER)
        document_say(p->d,
                     "Failed replies are %.1f times as long as %s (%.0f and "
                     "%.0f words).",
                     ratio, whose, mean_words(inside, 1),
                     mean_words(solved, 0));
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
    static const char *const names[REPLY_SETS] = { "benchmark", "fresh",
                                                   "control" };
    const struct hypothesis *h = w->row;
    struct reply_counts sum = h->replies[REPLIES_BENCHMARK];
    struct str b = str_in(p->a);
    const char *ways;

    reply_counts_add(&sum, &h->replies[REPLIES_FRESH]);
    for (int i = 0; i < REPLY_SETS; i++)
        if (reply_counts_all(&h->replies[i]))
            str_addf(&b, "%s%s: %s", b.n ? "; " : "", names[i],
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
        table_styled(t, NULL, reply_kind_name((enum reply_kind)k),
                     COLUMN_LATER | COLUMN_IF_ANY, datum_count(c->kinds[k]));
}

static void add_kinds(const struct pages *p, struct doc_table *t,
                      const char *name, const char *set,
                      const struct reply_counts *c)
{
    if (!reply_counts_all(c))
        return;
    table_row(t);
    table_key(t, NULL, pages_examples(p), datum_text(pages_name(p, name)));
    table_key(t, NULL, "set", datum_text(set));
    for (int k = 0; k < REPLY_KINDS; k++)
        table_styled(t, NULL, reply_kind_name((enum reply_kind)k),
                     k > REPLY_WRONG ? COLUMN_IF_ANY : 0,
                     datum_count(c->kinds[k]));
}

void replies_show(const struct pages *p, const struct hunt_target *t)
{
    struct doc_table *table = document_table(p->d, NULL);
    const struct weakness *w;
    size_t n = weaknesses_of(p, t, &w);

    add_kinds(p, table, "all", "benchmark", &t->replies);
    for (size_t i = 0; i < n; i++) {
        const struct reply_counts *c = w[i].row->replies;
        const char *name = pages_hypothesis(p, w[i].row);

        add_kinds(p, table, name, "benchmark", &c[REPLIES_BENCHMARK]);
        add_kinds(p, table, name, "fresh", &c[REPLIES_FRESH]);
        add_kinds(p, table, name, "control", &c[REPLIES_CONTROL]);
    }
    pages_show(p, table, "Replies by kind:");
}

/* ---- for programs ---- */

static void put(struct doc_table *t, const char *name, const char *field,
                uint64_t n)
{
    table_cell(t, arena_printf(t->arena, "%s.%s", name, field), NULL,
               datum_count(n));
}

void replies_put_kinds(struct doc_table *t, const char *name,
                       const struct reply_counts *c)
{
    for (int k = 0; k < REPLY_KINDS; k++)
        put(t, name, reply_kind_field((enum reply_kind)k), c->kinds[k]);
}

void replies_put_ways(struct doc_table *t, const char *name,
                      const struct reply_counts *c)
{
    static const char *const of[2] = { "solved", "failed" };

    for (int w = 0; w < WAYS; w++)
        put(t, name,
            arena_printf(t->arena, "how.%s",
                         reply_way_field((enum reply_way)w)),
            c->ways[w]);
    put(t, name, "reasoning.held", c->held);
    put(t, name, "reasoning.apart", c->apart);
    put(t, name, "reasoning.false_equation", c->wrong);
    put(t, name, "reasoning.doubtful", c->doubtful);
    put(t, name, "reasoning.answer_alone", c->alone);
    for (int i = 0; i < 2; i++)
        table_cell(t, arena_printf(t->arena, "%s.words.%s", name, of[i]), NULL,
                   datum_number(
                       c->read[i] ? (double)c->words[i] / c->read[i] : NAN, 1));
    for (int i = 0; i < 2; i++)
        table_cell(
            t, arena_printf(t->arena, "%s.boxed.%s", name, of[i]), NULL,
            datum_share(c->read[i] ? (double)c->boxed[i] / c->read[i] : NAN));
}
