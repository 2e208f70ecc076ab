/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tables for people: accuracy of question 1 and of the final answer by model
 * and set, then how wrong answers came about.
 */
#include "evolve/measure/measure_int.h"
#include "report/datum.h"
#include "run/print/cells.h"
#include "run/print/sheet.h"

#include <math.h>
#include <string.h>

#define WIDTH 100

/* Names in the order they come in, and short ones of the models. */
struct names {
    const char **models, **sets, **labels;
    size_t n_models, n_sets;
};

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

static struct names names_of(struct arena *a, const struct cell *cells,
                             size_t n)
{
    struct names out = { .models = arena_array(a, const char *, n + 1),
                         .sets = arena_array(a, const char *, n + 1),
                         .labels = arena_array(a, const char *, n + 1) };

    for (size_t i = 0; i < n; i++) {
        add_name(out.models, &out.n_models, cells[i].model);
        add_name(out.sets, &out.n_sets, cells[i].set);
    }
    return out;
}

static const struct cell *cell_at(const struct cell *cells, size_t n,
                                  const char *model, const char *set)
{
    for (size_t i = 0; i < n; i++)
        if (str_eq(cells[i].model, model) && str_eq(cells[i].set, set))
            return &cells[i];
    return NULL;
}

/* "36.1 (31.0 .. 41.5)"; NULL: it rests on nothing. */
static const char *rate_text(struct arena *a, const struct rate *r)
{
    const char *value = cell_rate(a, r), *range = cell_interval(a, r);

    return value ? arena_printf(a, "%s (%s)", value, range ? range : "-")
                 : NULL;
}

/* ---- accuracy ---- */

/* The sets of one table. */
struct choice {
    const char *const *sets;
    size_t n;
    bool final_alone; /* question 1 is not shown */
};

static bool has_first(const struct cell *cells, size_t n,
                      const struct choice *choice, const char *set)
{
    if (choice->final_alone)
        return false;
    for (size_t i = 0; i < n; i++)
        if (str_eq(cells[i].set, set) && cells[i].first.n)
            return true;
    return false;
}

static void add_set_columns(struct arena *a, struct grid *g,
                            const struct cell *cells, size_t n,
                            const struct choice *choice, const char *set)
{
    const char *name = printable(a, set, 40);

    if (has_first(cells, n, choice, set)) {
        grid_column(g, arena_printf(a, "%s: Q1", name));
        grid_joined(g, "Final");
    } else {
        grid_column(g, arena_printf(a, "%s: Final", name));
    }
}

static void add_accuracy(const struct sheet *s, const struct names *names,
                         const struct cell *cells, size_t n,
                         const struct choice *choice)
{
    struct grid g = grid_in(s->arena, 1);

    grid_column(&g, "model");
    for (size_t k = 0; k < choice->n; k++)
        add_set_columns(s->arena, &g, cells, n, choice, choice->sets[k]);
    for (size_t m = 0; m < names->n_models; m++) {
        grid_row(&g);
        grid_cell(&g, names->labels[m]);
        for (size_t k = 0; k < choice->n; k++) {
            const struct cell *c =
                cell_at(cells, n, names->models[m], choice->sets[k]);

            if (has_first(cells, n, choice, choice->sets[k]))
                grid_cell(&g, c ? rate_text(s->arena, &c->first) : NULL);
            grid_cell(&g, c ? rate_text(s->arena, &c->final) : NULL);
        }
    }
    grid_write(s->out, &g, s->width);
}

static bool is_third(const char *set)
{
    static const char *const sets[] = { "easy", "hard", "evolved-easy",
                                        "evolved easy" };

    return place_of(sets, 4, set) < 4;
}

/* The sets that a cycle was parted into have a table of their own. */
static void add_tables(const struct sheet *s, const struct names *names,
                       const struct cell *cells, size_t n)
{
    const char **sets = arena_array(s->arena, const char *, names->n_sets + 1);

    for (int third = 0; third < 2; third++) {
        struct choice choice = { sets, 0, third == 1 };

        for (size_t k = 0; k < names->n_sets; k++)
            if (is_third(names->sets[k]) == (third == 1))
                sets[choice.n++] = names->sets[k];
        if (!choice.n)
            continue;
        sheet_title(s, third ? "accuracy, %%, before and after a second cycle"
                             : "accuracy, %%, by setting");
        add_accuracy(s, names, cells, n, &choice);
    }
}

/* ---- what is not in the rates ---- */

static uint64_t sum_of(const struct cell *cells, size_t n, enum mark m)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += cells[i].count_first[m] + cells[i].count_final[m];
    return sum;
}

static void say_method(const struct sheet *s, const struct cell *cells,
                       size_t n)
{
    uint64_t errors = sum_of(cells, n, MARK_ERROR);
    uint64_t open = sum_of(cells, n, MARK_UNDECIDED);
    uint64_t bad = sum_of(cells, n, MARK_BAD_KEY);

    str_addc(s->out, '\n');
    sheet_say(s, "Q1: the answer to question 1; Final: to the last one; each "
                 "judged by itself");
    sheet_say(s,
              "accuracy = %s; intervals: 95 %%, clustered where problems "
              "share a parent",
              cell_denominator);
    if (errors + open + bad)
        sheet_say(s,
                  "in no rate: answers of failed calls %s, undecided %s, to "
                  "bad keys %s",
                  cell_count(s->arena, errors), cell_count(s->arena, open),
                  cell_count(s->arena, bad));
}

/* ---- slips ---- */

static struct rate share_of(uint64_t k, uint64_t n, struct interval i)
{
    return (struct rate){ n ? (double)k / (double)n : NAN, i, (size_t)n };
}

static void slip_columns(struct grid *g)
{
    grid_column(g, "model");
    grid_column(g, "set");
    grid_column(g, "unread");
    grid_column(g, "wrong");
    grid_column(g, "decoy, %");
    grid_joined(g, "chance");
    grid_column(g, "mapping, %");
    grid_joined(g, "chance");
    grid_column(g, "broken, %");
}

/* "25.0 (13.0 .. 42.0) of 32" */
static void slip_cell(struct arena *a, struct grid *g, uint64_t k, uint64_t n,
                      struct interval i)
{
    struct rate r = share_of(k, n, i);

    grid_cell(
        g, n ? arena_printf(a, "%s of %s", rate_text(a, &r), cell_count(a, n))
             : NULL);
}

static void slip_row(struct arena *a, struct grid *g, const char *label,
                     const struct cell *c)
{
    const struct slips *s = &c->slips;

    grid_row(g);
    grid_cell(g, label);
    grid_cell(g, printable(a, c->set, 40));
    grid_cell(g, cell_count(a, s->unread));
    grid_cell(g, cell_count(a, s->wrong));
    slip_cell(a, g, s->decoy, s->could_decoy, s->decoy_rate);
    grid_cell(g, cell_fixed(a, 100 * s->chance_decoy, 1));
    slip_cell(a, g, s->mapped, s->could_map, s->mapped_rate);
    grid_cell(g, cell_fixed(a, 100 * s->chance_map, 1));
    slip_cell(a, g, s->broken, s->could_break, s->broken_rate);
}

static void say_slips(const struct sheet *s)
{
    str_addc(s->out, '\n');
    sheet_say(s, "answers are counted, two of a chain; unread: no answer, "
                 "unreadable, truncated or refused");
    sheet_say(s, "decoy (pseudo-aha): wrong numbers equal to a decoy of their "
                 "question, or to what follows from one; of the wrong numbers "
                 "told to questions that have one");
    sheet_say(s, "mapping: wrong numbers equal to another quantity of their "
                 "question; of the wrong numbers told to questions that have "
                 "one");
    sheet_say(s, "broken: wrong final answers that do not follow from the "
                 "model's own question 1; of chains with both answers read");
    sheet_say(s, "chance: how often, in %%, a wrong whole number drawn from "
                 "the question's range would be counted so");
}

static void add_slips(const struct sheet *s, const struct names *names,
                      const struct cell *cells, size_t n)
{
    struct grid g = grid_in(s->arena, 2);

    sheet_title(s, "how answers went wrong");
    slip_columns(&g);
    for (size_t i = 0; i < n; i++)
        slip_row(s->arena, &g,
                 names->labels[place_of(names->models, names->n_models,
                                        cells[i].model)],
                 &cells[i]);
    grid_write(s->out, &g, s->width);
    say_slips(s);
}

void measure_print(struct str *out, const struct cell *cells, size_t n)
{
    struct arena a = { 0 };
    struct sheet s = { .arena = &a, .out = out, .width = WIDTH };
    struct names names = names_of(&a, cells, n);

    if (n &&
        sheet_labels(&a, names.models, names.n_models, WIDTH, names.labels))
        sheet_legend(&a, out, names.models, names.labels, names.n_models,
                     WIDTH);
    if (n) {
        add_tables(&s, &names, cells, n);
        say_method(&s, cells, n);
        add_slips(&s, &names, cells, n);
    }
    arena_clear(&a);
}
