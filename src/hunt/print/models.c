/* SPDX-License-Identifier: Apache-2.0 */

/* Several models beside each other: whose each weakness is. */
#include "hunt/print/print_int.h"

#include <math.h>
#include <string.h>

static struct datum known(double x, int digits)
{
    return isnan(x) ? datum_unknown : datum_number(x, digits);
}

static void say_classes(const struct pages *p, const struct models_table *m)
{
    size_t n[MODELS_UNTOLD + 1] = { 0 };

    for (size_t i = 0; i < m->n; i++)
        n[m->claims[i].class]++;
    document_say(
        p->d,
        "Common to all: %zu, shared by some: %zu, specific to one: %zu, "
        "unclear: %zu. `beyond`: how much more often a model fails there than "
        "the others, adjusted for the difficulty of the %s and for how weak it "
        "is elsewhere, in log-odds (0.7 doubles the odds of failing).",
        n[MODELS_COMMON], n[MODELS_SHARED], n[MODELS_SPECIFIC],
        n[MODELS_UNTOLD], pages_examples(p));
}

/* ---- labels ---- */

#define NAME_LONG 12 /* a longer name has a label in tables */

/* A, B, C ... where a name is long, or else the names. */
static const char *const *labels_of(const struct pages *p,
                                    const struct models_table *m)
{
    const char **labels = arena_array(p->a, const char *, m->n_models + 1);
    bool long_one = false;

    for (size_t k = 0; k < m->n_models; k++) {
        long_one = long_one || strlen(m->names[k]) > NAME_LONG;
        labels[k] = k < 26 ? arena_printf(p->a, "%c", (char)('A' + k))
                           : arena_printf(p->a, "M%zu", k + 1);
    }
    return long_one ? labels : m->names;
}

static void say_labels(const struct pages *p, const struct models_table *m,
                       const char *const *labels)
{
    for (size_t k = 0; labels != m->names && k < m->n_models; k++)
        document_say(p->d, "%s: %s", labels[k], m->names[k]);
}

/* ---- tables ---- */

static void show_whose(const struct pages *p, const struct models_table *m,
                       const char *const *labels)
{
    struct doc_table *t = document_table(p->d, NULL);

    for (size_t i = 0; i < m->n; i++) {
        table_row(t);
        table_key(t, NULL, "weakness",
                  datum_text(pages_name(p, m->claims[i].name)));
        table_cell(t, NULL, "models",
                   datum_text(models_verdict(p->a, &m->claims[i], labels,
                                             m->n_models)));
    }
    pages_show(p, t, "Which models have each weakness:");
    say_labels(p, m, labels);
}

static void show_parts(const struct pages *p, const struct models_table *m,
                       const char *const *labels)
{
    struct doc_table *t = document_table(p->d, NULL);

    for (size_t i = 0; i < m->n; i++)
        for (size_t k = 0; k < m->n_models; k++) {
            const struct models_part *x = &m->claims[i].parts[k];
            const struct rasch_estimate *e = &x->beyond;

            table_row(t);
            table_key(t, NULL, "weakness",
                      datum_text(pages_name(p, m->claims[i].name)));
            table_key(t, NULL, "model", datum_text(pages_name(p, labels[k])));
            table_cell(t, NULL, "lift",
                       datum_estimate(x->lift, x->lo, x->hi, 1));
            table_cell(t, NULL, "beyond",
                       isnan(e->value) ? datum_unknown
                                       : datum_text(arena_printf(
                                             p->a, "%+.2f (%+.2f .. %+.2f)",
                                             e->value, e->lo, e->hi)));
        }
    pages_show(p, t, "Each weakness by model:");
}

void print_models(const struct pages *p)
{
    const struct models_table *m = &p->report->models;
    const char *const *labels = labels_of(p, m);

    if (!m->n)
        return;
    show_whose(p, m, labels);
    document_shown(p->d, SHOWN_FULL);
    show_parts(p, m, labels);
    say_classes(p, m);
    document_shown(p->d, SHOWN_ALWAYS);
}

void print_models_data(struct document *d, const struct models_table *m)
{
    static const char *const answer[] = { "no", "maybe", "yes" };
    struct doc_table *t = document_table(d, "models");

    for (size_t k = 0; k < m->n_models; k++) {
        table_row(t);
        table_cell(t, "model", NULL, datum_text(m->names[k]));
        table_cell(t, "weaker", NULL, known(m->weaker[k].value, -1));
        table_cell(t, "weaker_lo", NULL, known(m->weaker[k].lo, -1));
        table_cell(t, "weaker_hi", NULL, known(m->weaker[k].hi, -1));
    }
    t = document_table(d, "beside");
    for (size_t i = 0; i < m->n; i++)
        for (size_t k = 0; k < m->n_models; k++) {
            const struct models_part *x = &m->claims[i].parts[k];

            table_row(t);
            table_cell(t, "hypothesis", NULL, datum_text(m->claims[i].text));
            table_cell(t, "also", NULL, datum_text(m->claims[i].also));
            table_cell(t, "whose", NULL, datum_text(m->claims[i].verdict));
            table_cell(t, "model", NULL, datum_text(m->names[k]));
            table_cell(t, "holds", NULL, datum_text(answer[x->holds]));
            table_cell(t, "lift", NULL, known(x->lift, -1));
            table_cell(t, "lo", NULL, known(x->lo, -1));
            table_cell(t, "hi", NULL, known(x->hi, -1));
            table_cell(t, "q", NULL, known(x->q, -1));
            table_cell(t, "n", NULL, datum_count(x->n));
            table_cell(t, "beyond", NULL, known(x->beyond.value, -1));
            table_cell(t, "beyond_lo", NULL, known(x->beyond.lo, -1));
            table_cell(t, "beyond_hi", NULL, known(x->beyond.hi, -1));
        }
}
