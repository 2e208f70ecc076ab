/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who makes hard problems: with a hypothesis and without, by one writer and by
 * another; and failed problems in other words.
 */
#include "base/str.h"
#include "hunt/print/print_int.h"

#include <math.h>

static struct datum rate_of(const struct solve *s)
{
    return s->n ? datum_estimate(s->rate, s->lo, s->hi, s->n) : datum_unknown;
}

static struct datum gap_datum(double gap, double lo, double hi)
{
    return isnan(gap) ? datum_unknown : datum_estimate(gap, lo, hi, 1);
}

/* "12.3 points (1.0 .. 23.1)" */
static const char *points(const struct pages *p, double gap, double lo,
                          double hi)
{
    struct datum v = datum_estimate(gap, lo, hi, 1);

    return arena_printf(p->a, "%s points (%s)",
                        datum_words(p->a, v, STYLE_BARE | STYLE_SIGNED),
                        datum_interval(p->a, v, STYLE_BARE | STYLE_SIGNED));
}

/* What an interval of "harder by" says. */
static const char *says(double lo, double hi, const char *harder,
                        const char *easier)
{
    return lo > 0 ? harder : hi < 0 ? easier : "No difference was found";
}

/* ---- writers ---- */

static void answer_writer(const struct pages *p, const struct hunt_writer *w)
{
    if (!isnan(w->gap))
        document_say(p->d, "Does the hypothesis make %s of %s harder? %s: %s.",
                     pages_examples(p), pages_name(p, w->writer),
                     says(w->lo, w->hi, "Yes", "No, they are easier"),
                     points(p, w->gap, w->lo, w->hi));
    if (!isnan(w->versus))
        document_say(
            p->d, "Are %s of %s harder than those of the first writer? %s: %s.",
            pages_examples(p), pages_name(p, w->writer),
            says(w->versus_lo, w->versus_hi, "Yes", "No, they are easier"),
            points(p, w->versus, w->versus_lo, w->versus_hi));
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
            table_key(t, NULL, "target", datum_text(pages_name(p, w->target)));
        table_key(t, NULL, "writer", datum_text(pages_name(p, w->writer)));
        table_styled(t, NULL, "own", one, datum_share(w->own));
        table_cell(t, NULL, "n", datum_count(w->targeted.n + w->without.n));
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
static const char *share_words(const struct pages *p, const struct solve *s)
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
                 share_words(p, &r->reworded), share_words(p, &r->again));
    document_say(p->d, "Does rewording make them easier? %s: %s.",
                 says(r->lo, r->hi, "Yes", "No, they are harder"),
                 points(p, r->gap, r->lo, r->hi));
}

void writers_show(const struct pages *p)
{
    show_writers(p);
    for (size_t i = 0; i < p->report->n_rewordings; i++)
        say_rewording(p, &p->report->rewordings[i]);
}

/* ---- for programs ---- */

static void put_solve(struct doc_table *t, const char *name,
                      const struct solve *s)
{
    bool known = s->n > 0;

    table_cell(t, arena_printf(t->arena, "%s.problems", name), NULL,
               datum_count(s->n));
    table_cell(t, arena_printf(t->arena, "%s.rate", name), NULL,
               datum_share(known ? s->rate : NAN));
    table_cell(t, arena_printf(t->arena, "%s.lo", name), NULL,
               datum_share(known ? s->lo : NAN));
    table_cell(t, arena_printf(t->arena, "%s.hi", name), NULL,
               datum_share(known ? s->hi : NAN));
}

static void put_gap(struct doc_table *t, const char *name, double gap,
                    double lo, double hi)
{
    table_cell(t, arena_printf(t->arena, "%s.gap", name), NULL,
               datum_share(gap));
    table_cell(t, arena_printf(t->arena, "%s.lo", name), NULL, datum_share(lo));
    table_cell(t, arena_printf(t->arena, "%s.hi", name), NULL, datum_share(hi));
}

void writers_put(struct document *d, const struct hunt_report *r)
{
    struct doc_table *t = document_table(d, "writers");

    for (size_t i = 0; i < r->n_writers; i++) {
        const struct hunt_writer *w = &r->writers[i];

        table_row(t);
        table_cell(t, "target", NULL, datum_text(w->target));
        table_cell(t, "writer", NULL, datum_text(w->writer));
        table_cell(t, "own_rate", NULL, datum_share(w->own));
        put_solve(t, "with", &w->targeted);
        put_solve(t, "without", &w->without);
        put_gap(t, "harder", w->gap, w->lo, w->hi);
        put_gap(t, "than_first", w->versus, w->versus_lo, w->versus_hi);
    }
    t = document_table(d, "reworded");
    for (size_t i = 0; i < r->n_rewordings; i++) {
        const struct hunt_rewording *w = &r->rewordings[i];

        table_row(t);
        table_cell(t, "target", NULL, datum_text(w->target));
        table_cell(t, "model", NULL, datum_text(w->model));
        table_cell(t, "failed", NULL, datum_count(w->failed));
        table_cell(t, "tried", NULL, datum_count(w->tried));
        table_cell(t, "dropped.numbers", NULL, datum_count(w->numbers));
        table_cell(t, "dropped.formulas", NULL, datum_count(w->formulas));
        table_cell(t, "dropped.keys", NULL, datum_count(w->keys));
        table_cell(t, "dropped.silent", NULL, datum_count(w->silent));
        table_cell(t, "solved", NULL, datum_count(w->solved));
        table_cell(t, "solved_again", NULL, datum_count(w->solved_again));
        put_solve(t, "reworded", &w->reworded);
        put_solve(t, "again", &w->again);
        put_gap(t, "easier", w->gap, w->lo, w->hi);
    }
}
