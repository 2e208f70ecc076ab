/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What models made of the sets, as a document: accuracy of question 1 and of
 * the final answer by model and set, and how wrong answers came about.
 * Programs get every number with its interval.
 */
#include "evolve/measure/measure_int.h"
#include "run/print/print.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- names ---- */

static size_t place_of(const char *const *list, size_t n, const char *name)
{
    size_t i = 0;

    while (i < n && strcmp(list[i], name) != 0)
        i++;
    return i;
}

static void add_name(const char **list, size_t *n, const char *name)
{
    if (place_of(list, *n, name) == *n)
        list[(*n)++] = name;
}

struct measure_names measure_names(struct document *d,
                                   const struct measure_cell *cells, size_t n)
{
    struct measure_names out = {
        .models = arena_array(d->arena, const char *, n + 1),
        .sets = arena_array(d->arena, const char *, n + 1)
    };

    for (size_t i = 0; i < n; i++) {
        add_name(out.models, &out.n_models, cells[i].model);
        add_name(out.sets, &out.n_sets, cells[i].set);
    }
    out.labels = document_labels(d, out.models, out.n_models);
    return out;
}

const char *measure_label(const struct measure_names *names, const char *model)
{
    return names->labels[place_of(names->models, names->n_models, model)];
}

const struct measure_cell *measure_cell_at(const struct measure_cell *cells,
                                           size_t n, const char *model,
                                           const char *set)
{
    for (size_t i = 0; i < n; i++)
        if (str_eq(cells[i].model, model) && str_eq(cells[i].set, set))
            return &cells[i];
    return NULL;
}

bool measure_is_third(const char *set)
{
    static const char *const sets[] = { "easy", "hard", "evolved-easy",
                                        "evolved easy" };

    return place_of(sets, 4, set) < 4;
}

/* ---- accuracy ---- */

/* The sets of one table. */
struct choice {
    const char *const *sets;
    size_t n;
    bool final_alone; /* question 1 is not shown */
};

static bool has_first(const struct measure_cell *cells, size_t n,
                      const struct choice *choice, const char *set)
{
    if (choice->final_alone)
        return false;
    for (size_t i = 0; i < n; i++)
        if (str_eq(cells[i].set, set) && cells[i].first.n)
            return true;
    return false;
}

static void put_accuracy(struct doc_table *t, const char *set, bool first,
                         const struct measure_cell *c)
{
    const unsigned style = STYLE_BARE | STYLE_INLINE;
    const char *final = arena_printf(t->arena, "%s: Final", set);

    if (first)
        table_styled(t, NULL, arena_printf(t->arena, "%s: Q1", set), style,
                     c ? rate_datum(&c->first) : datum_unknown);
    table_styled(t, NULL, first ? "Final" : final,
                 first ? style | COLUMN_JOINED : style,
                 c ? rate_datum(&c->final) : datum_unknown);
}

static void show_accuracy(struct document *d, const struct measure_names *names,
                          const struct measure_cell *cells, size_t n,
                          const struct choice *choice)
{
    struct doc_table *t = document_table(d, NULL);

    for (size_t m = 0; m < names->n_models; m++) {
        table_row(t);
        table_key(t, NULL, "model", datum_text(names->labels[m]));
        for (size_t k = 0; k < choice->n; k++)
            put_accuracy(
                t, printable(d->arena, choice->sets[k], 40),
                has_first(cells, n, choice, choice->sets[k]),
                measure_cell_at(cells, n, names->models[m], choice->sets[k]));
    }
    document_show(d, t, 0);
}

/* The sets that a cycle was parted into have a table of their own. */
static void show_settings(struct document *d, const struct measure_names *names,
                          const struct measure_cell *cells, size_t n)
{
    const char **sets = arena_array(d->arena, const char *, names->n_sets + 1);

    for (int third = 0; third < 2; third++) {
        struct choice choice = { sets, 0, third == 1 };

        for (size_t k = 0; k < names->n_sets; k++)
            if (measure_is_third(names->sets[k]) == (third == 1))
                sets[choice.n++] = names->sets[k];
        if (!choice.n)
            continue;
        document_section(d, "accuracy, %%, %s",
                         third ? "before and after a second cycle"
                               : "by setting");
        show_accuracy(d, names, cells, n, &choice);
    }
}

/* ---- what is not in the rates ---- */

static uint64_t sum_of(const struct measure_cell *cells, size_t n, enum mark m)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += cells[i].count_first[m] + cells[i].count_final[m];
    return sum;
}

static void say_method(struct document *d, const struct measure_cell *cells,
                       size_t n)
{
    uint64_t errors = sum_of(cells, n, MARK_ERROR);
    uint64_t open = sum_of(cells, n, MARK_UNDECIDED);
    uint64_t bad = sum_of(cells, n, MARK_BAD_KEY);

    document_gap(d);
    document_say(d, "Q1: the answer to question 1; Final: the answer to the "
                    "last question; each is judged separately");
    document_say(d,
                 "accuracy = %s; intervals: 95 %%, clustered by parent "
                 "problem",
                 run_denominator);
    if (errors + open + bad)
        document_say(d,
                     "counted as not correct: %" PRIu64 " answers of failed "
                     "calls and %" PRIu64 " undecided answers; excluded "
                     "from all rates: %" PRIu64 " answers to problems with "
                     "bad keys",
                     errors, open, bad);
}

/* ---- every cell, and its slips ---- */

static void put_question(struct doc_table *t, const char *name,
                         const struct rate *r, const uint64_t count[MARKS])
{
    table_cell(t, arena_printf(t->arena, "%s.accuracy", name), NULL,
               rate_datum(r));
    for (enum mark m = 0; m < MARKS; m++)
        table_cell(t, arena_printf(t->arena, "%s.marks.%s", name, mark_name(m)),
                   NULL, datum_count(count[m]));
}

static void put_slip(struct doc_table *t, enum slip_kind kind,
                     const struct slip_count *s)
{
    static const char *const names[SLIPS] = { "decoy", "mapping", "broken" };
    const char *name = names[kind];
    double rate = s->could ? (double)s->hits / (double)s->could : NAN;
    const struct {
        const char *name;
        struct datum value;
    } cells[] = { { "count", datum_count(s->hits) },
                  { "of", datum_count(s->could) },
                  { "rate", datum_share(rate) },
                  { "low", datum_share(s->could ? s->rate.low : NAN) },
                  { "high", datum_share(s->could ? s->rate.high : NAN) } };

    for (size_t c = 0; c < sizeof(cells) / sizeof(cells[0]); c++)
        table_cell(t,
                   arena_printf(t->arena, "slips.%s.%s", name, cells[c].name),
                   NULL, cells[c].value);
    table_styled(t, NULL, arena_printf(t->arena, "%s, %%", name),
                 STYLE_BARE | STYLE_INLINE | STYLE_OF,
                 datum_estimate(rate, s->rate.low, s->rate.high, s->could));
    if (kind != SLIP_BROKEN)
        table_styled(t, arena_printf(t->arena, "slips.%s.chance", name),
                     "chance", STYLE_BARE | COLUMN_JOINED,
                     datum_share(s->chance));
}

/* The name of a number for programs: no blanks. */
static const char *slip_path(struct arena *a, const char *list,
                             const char *name)
{
    char *path = arena_printf(a, "slips.%s.%s", list, name);

    for (char *p = path; *p; p++)
        *p = *p == ' ' ? '_' : *p;
    return path;
}

/* What wrong answers are put down to, one fault each; for people those that have
 * no rate. */
static void put_faults(struct doc_table *t, const struct slip_counts *s)
{
    for (enum answer_fault f = 0; f < FAULTS; f++)
        table_styled(t, slip_path(t->arena, "faults", fault_name(f)),
                     f <= FAULT_MAPPING ? NULL : fault_name(f), COLUMN_IF_ANY,
                     datum_count(s->faults[f]));
    for (size_t i = 0; i < SLIP_NAMES; i++)
        table_cell(t, slip_path(t->arena, "decoys", slip_names[i]), NULL,
                   datum_count(s->named[i]));
}

static void put_cell(struct doc_table *t, const char *label,
                     const struct measure_cell *c)
{
    const struct slip_counts *s = &c->slips;

    table_row(t);
    table_key(t, "model", "model", datum_name(c->model, label));
    table_key(t, "set", "set",
              datum_name(c->set, printable(t->arena, c->set, 40)));
    put_question(t, "question_1", &c->first, c->count_first);
    put_question(t, "final", &c->final, c->count_final);
    table_cell(t, NULL, "unread", datum_count(s->unread));
    table_cell(t, "slips.wrong", "wrong", datum_count(s->wrong));
    table_cell(t, "slips.unread", NULL, datum_count(s->unread));
    for (enum slip_kind k = 0; k < SLIPS; k++)
        put_slip(t, k, &s->of[k]);
    put_faults(t, s);
}

static void say_slips(struct document *d)
{
    document_gap(d);
    document_say(d, "counts are of answers, two for each chain; unread: no "
                    "answer, unreadable, truncated, refused and similar");
    document_say(d, "each wrong answer is assigned to the first class that "
                    "fits; an answer that follows from the model's own "
                    "earlier wrong answers gets the class of those");
    document_say(d, "decoy (pseudo-aha): wrong numerical answers equal to a "
                    "decoy of the question, computed with the numbers of "
                    "the file or the model's own; as a share of wrong "
                    "numerical answers to questions with a decoy");
    document_say(d, "mapping: wrong numerical answers equal to another "
                    "quantity of the question; as a share of wrong "
                    "numerical answers to questions with other quantities");
    document_say(d, "broken: wrong final answers of chains, ignored (no "
                    "answer to question 1, or the letter unused), not "
                    "passed on (the answer used as the letter itself) or "
                    "miscomputed; as a share of all numerical final answers "
                    "of chains, correct ones included");
    document_say(d, "carried on: wrong because it follows from an earlier "
                    "answer that is wrong for none of these reasons");
    document_say(d, "chance: how often, in %%, a random wrong whole number "
                    "from the question's range would be counted in this "
                    "class");
}

void measure_document(struct document *d, const struct measure_cell *cells,
                      size_t n)
{
    struct measure_names names = measure_names(d, cells, n);
    struct doc_table *t = document_table(d, "accuracy");

    if (!n)
        return;
    show_settings(d, &names, cells, n);
    say_method(d, cells, n);
    for (size_t i = 0; i < n; i++)
        put_cell(t, measure_label(&names, cells[i].model), &cells[i]);
    document_section(d, "kinds of wrong answers");
    document_show(d, t, 0);
    say_slips(d);
}

/* ---- a screen ---- */

void measure_legend(struct document *d, const struct measure_cell *cells,
                    size_t n)
{
    struct measure_names names = measure_names(d, cells, n);

    document_legend(d, names.models, names.labels, names.n_models);
}

static int by_final(const void *a, const void *b)
{
    const struct measure_cell *x = *(const struct measure_cell *const *)a;
    const struct measure_cell *y = *(const struct measure_cell *const *)b;

    return (x->final.value > y->final.value) -
           (x->final.value < y->final.value);
}

/* What is no answer, each kind that occurs in a column of its own. */
static void put_beside(struct doc_table *t, const uint64_t count[MARKS])
{
    static const struct {
        enum mark mark;
        const char *words;
    } beside[] = {
        { MARK_NO_ANSWER, "no answer" },   { MARK_ABSTAINED, "abstained" },
        { MARK_UNREADABLE, "unreadable" }, { MARK_TRUNCATED, "truncated" },
        { MARK_REFUSED, "refused" },       { MARK_OVERFLOW, "overflow" },
        { MARK_MALFORMED, "malformed" },   { MARK_UNDECIDED, "undecided" },
        { MARK_ERROR, "errors" },
    };

    for (size_t i = 0; i < sizeof(beside) / sizeof(beside[0]); i++)
        table_styled(t, NULL, beside[i].words, COLUMN_IF_ANY | COLUMN_BAD,
                     datum_count(count[beside[i].mark]));
}

void measure_screen(struct document *d, const struct measure_cell *cells,
                    size_t n, const char *set, size_t rows)
{
    const struct measure_cell **list =
        arena_array(d->arena, const struct measure_cell *, n + 1);
    struct measure_names names = measure_names(d, cells, n);
    struct doc_table *t = document_table(d, NULL);
    size_t k = 0;

    for (size_t i = 0; i < n; i++)
        if (str_eq(cells[i].set, set) && cells[i].final.n)
            list[k++] = &cells[i];
    qsort(list, k, sizeof(*list), by_final);
    for (size_t i = 0; i < k && i < rows; i++) {
        const struct measure_cell *c = list[i];

        table_row(t);
        table_key(t, NULL, "model",
                  datum_text(measure_label(&names, c->model)));
        table_styled(t, NULL, "final, % (95 %)", STYLE_BARE | STYLE_INLINE,
                     rate_datum(&c->final));
        table_cell(t, NULL, "of", datum_count(c->final.n));
        put_beside(t, c->count_final);
        table_styled(t, NULL, "", STYLE_BAR, datum_share(c->final.value));
    }
    if (k)
        document_show(d, t, 0);
}
