/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/source/certify.h"
#include "base/str.h"
#include "evolve/source/ask_formula.h"
#include "evolve/source/import_int.h"
#include "evolve/structure/second.h"

#include <string.h>

/*
 * Certificates by a model. The question has the text with N_00, N_01 ... for
 * its numbers, so that a model which remembers the row cannot work backwards
 * from its answer.
 */

static const char ask_text[] =
    "In the problem below some numbers have names: N_00, N_01 and so on. Write "
    "the computation that answers it, whatever these numbers are, as one "
    "formula over the names.\n"
    "Use only + - * / and brackets, the names, and numbers that the text has "
    "or that everybody knows (60 minutes, 100 percent: N_00% is N_00/100).\n"
    "Answer with one line: Formula: ...\n\n"
    "Problem:\n";

const char certify_again[] =
    "That line is not a formula of names, numbers, + - * / and brackets. "
    "Write it again, one line: Formula: ...";

static const struct graph *graph_of(const struct imported *row)
{
    return row->reason == IMPORT_FINE && row->structure.kind == &structure_graph
               ? row->structure.data
               : NULL;
}

bool certify_wants(const struct imported *row)
{
    const struct graph *g = graph_of(row);

    return g && !g->second && !g->locked && g->n_used && !row->proposed &&
           row->fix != FIX_TIED && row->fix != FIX_UNMATCHED;
}

bool certify_nodes(struct arena *a, struct imported *row, const char *by,
                   const struct graph_node *nodes, size_t n)
{
    struct graph_second *second = arena_new(a, struct graph_second);
    struct graph *g = arena_new(a, struct graph);

    *second = (struct graph_second){ .by = by, .nodes = nodes, .n = n };
    *g = *graph_of(row);
    g->second = second;
    if (second_fault(a, g))
        return false;
    row->structure.data = g;
    return true;
}

bool certify_formula(struct arena *a, struct imported *row, const char *formula,
                     const char *by, bool *read)
{
    struct import_terms *t = arena_new(a, struct import_terms);
    const char *mark = strrchr(formula, '=');
    size_t root;

    *read = import_term_read(a, t, span_of(mark ? mark + 1 : formula), &root) &&
            t->n <= GRAPH_NODES;
    for (size_t i = 0; *read && i < t->n; i++)
        *read = t->term[i].op != GRAPH_SLOT ||
                t->term[i].a < graph_of(row)->n_slots;
    return *read && certify_nodes(a, row, by, t->term, root + 1);
}

/* ---- asking ---- */

const char *certify_prompt(struct arena *a, const struct imported *row)
{
    const struct graph *g = graph_of(row);
    struct str out = str_in(a);

    str_add(&out, ask_text);
    for (size_t i = 0; i < g->n_sentences; i++)
        str_addf(&out, "%s%s", i ? " " : "", graph_places(a, g, i));
    return str_get(&out);
}

struct certifying {
    struct imported *rows;
    const char *by;
    size_t *certified;
};

static const char *prompt(struct arena *a, void *ctx, size_t row)
{
    const struct certifying *k = ctx;

    return certify_prompt(a, &k->rows[row]);
}

static const char *complaint(struct arena *a, void *ctx, size_t row)
{
    (void)a, (void)ctx, (void)row;
    return certify_again;
}

/* What can be read is not asked for again, whether or not it certifies. */
static bool take(struct arena *a, void *ctx, size_t row, const char *formula)
{
    struct certifying *k = ctx;
    bool read;

    *k->certified += certify_formula(a, &k->rows[row], formula, k->by, &read);
    return read;
}

bool certify_ask(struct arena *a, struct questioner *c, struct imported *rows,
                 size_t n, size_t *certified, struct err *e)
{
    struct certifying k = { rows, c->model->spec, certified };
    const struct formula_asker f = { &k, prompt, complaint, take };
    size_t *open = arena_array(a, size_t, n + 1), n_open = 0;

    for (size_t i = 0; i < n; i++)
        if (certify_wants(&rows[i]))
            open[n_open++] = i;
    return ask_formulas(a, c, &f, open, n_open, e);
}
