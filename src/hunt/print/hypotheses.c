/* SPDX-License-Identifier: Apache-2.0 */

/*
 * hypotheses.json and the files of problems.
 */
#include "hunt/print/fields.h"
#include "hunt/print/print.h"
#include "hunt/print/print_int.h"

#include <math.h>

size_t print_reported(const struct hunt_target *t)
{
    size_t n = 0;

    for (size_t i = 0; i < t->table.n; i++)
        n += t->table.rows[i].reported;
    return n;
}

struct json *print_target(struct arena *a, const struct hunt_target *t)
{
    struct json *o = json_new(a, JSON_OBJECT);

    fields_text(a, o, "target", t->name);
    fields_number(a, o, "solve_rate", t->solve_rate);
    fields_number(a, o, "solve_lo", t->solve_lo);
    fields_number(a, o, "solve_hi", t->solve_hi);
    fields_count(a, o, "problems", t->tried_problems);
    fields_count(a, o, "failing", t->failing);
    fields_count(a, o, "tried", t->table.tried);
    fields_count(a, o, "reported", print_reported(t));
    fields_number(a, o, "spearman", t->spearman_n ? t->spearman : NAN);
    fields_number(a, o, "spearman_p", t->spearman_n ? t->spearman_p : NAN);
    fields_count(a, o, "spearman_n", t->spearman_n);
    return o;
}

/* One row; numbers of rows are places in the file. */
static void add_row(struct str *out, const struct hunt_target *t, size_t i,
                    size_t before)
{
    struct arena a = { 0 };
    struct hypothesis h = t->table.rows[i];
    struct json *row;

    h.group = h.group < 0 ? -1 : h.group + (int)before;
    h.explained = h.explained < 0 ? -1 : h.explained + (int)before;
    row = print_row(&a, &h);
    fields_text(&a, row, "target", t->name);
    str_add(out, before + i ? ",\n  " : "\n  ");
    json_write(out, row);
    arena_clear(&a);
}

void print_hypotheses(struct str *out, const struct hunt_report *r)
{
    size_t before = 0;

    str_addc(out, '[');
    for (size_t t = 0; t < r->n_targets; t++) {
        for (size_t i = 0; i < r->targets[t].table.n; i++)
            add_row(out, &r->targets[t], i, before);
        before += r->targets[t].table.n;
    }
    str_add(out, before ? "\n]\n" : "]\n");
}

void print_problems(struct str *out, const struct problem *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        problem_write(out, &p[i]);
}
