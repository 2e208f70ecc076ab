/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The head of a run's page: how right each model is, with everything that is no
 * answer beside it, so that no bad run looks good; and what it cost. Text has
 * the same numbers in its first table.
 */
#include "run/print/print.h"
#include "run/print/run_columns.h"

#include <inttypes.h>
#include <math.h>

#define CARDS_MOST 12 /* models */

/* "bracket 61.0 .. 73.0 %: ...; of 948 results: 12 truncated, 3 error": of marks that are neither correct nor
 * wrong, those that occur. */
static const char *beside(struct arena *a, const struct tally *t)
{
    struct str out = str_in(a);
    bool first = true;

    if (t->open)
        str_addf(&out,
                 "bracket %s %%: open results counted as not correct, or as "
                 "correct; ",
                 datum_words(a, run_bracket(t), 0));
    str_addf(&out, "of %s", datum_plural(a, t->results, "result"));
    if (t->missing) {
        str_addf(&out, ": %" PRIu64 " missing", t->missing);
        first = false;
    }
    for (enum mark m = 0; m < MARKS; m++) {
        if (m == MARK_CORRECT || m == MARK_WRONG || !t->count[m])
            continue;
        str_addf(&out, "%s%" PRIu64 " %s", first ? ": " : ", ", t->count[m],
                 run_mark_words(a, m));
        first = false;
    }
    if (first)
        str_add(&out, ", all of them answers");
    return str_get(&out);
}

static void add_use(struct document *d, const struct tally *t)
{
    struct datum tokens = run_per_correct(t);

    if (t->completion_said)
        document_number(d, "tokens in replies",
                        datum_count(t->completion_tokens), NULL);
    if (datum_known(&tokens))
        document_number(d, "tokens per correct answer", tokens, NULL);
    if (!isnan(t->cost))
        document_number(d, "cost", datum_money(t->cost), NULL);
    if (t->seconds > 0)
        document_number(d, "time of calls", datum_seconds(t->seconds), NULL);
}

void run_card(struct document *d, const char *what, const struct tally *t)
{
    enum shown before = d->shown;

    document_shown(d, SHOWN_PAGE);
    document_number(d, what, rate_datum(&t->accuracy), beside(d->arena, t));
    document_shown(d, before);
}

void run_headline(struct document *d, const struct summary *v,
                  const char *const *labels)
{
    size_t n = (size_t)v->info.n_models;
    enum shown before = d->shown;

    for (size_t m = 0; m < n && m < CARDS_MOST; m++)
        run_card(d,
                 n == 1 ? "accuracy"
                        : arena_printf(d->arena, "accuracy of %s", labels[m]),
                 &v->whole[m]);
    document_shown(d, SHOWN_PAGE);
    if (n == 1)
        add_use(d, &v->whole[0]);
    document_shown(d, before);
}
