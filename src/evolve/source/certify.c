/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/source/certify.h"
#include "base/str.h"
#include "evolve/source/import_int.h"
#include "evolve/structure/second.h"

#include <string.h>

/*
 * Certificates by a model. The question has the text with N_00, N_01 ... for
 * its numbers, so that a model which remembers the row cannot work backwards
 * from its answer.
 */

static const char system_text[] =
    "You write word problems as arithmetic. You answer with one line and "
    "nothing else.";

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

struct certifying {
    struct arena *arena;
    struct imported *rows;
    size_t *open; /* rows that are asked for */
    const char **reply;
    size_t n;
};

const char *certify_prompt(struct arena *a, const struct imported *row)
{
    const struct graph *g = graph_of(row);
    struct str out = str_in(a);

    str_add(&out, ask_text);
    for (size_t i = 0; i < g->n_sentences; i++)
        str_addf(&out, "%s%s", i ? " " : "", graph_places(a, g, i));
    return str_get(&out);
}

static struct question question_of(const struct certifying *k, size_t i,
                                   bool again)
{
    struct message *m = arena_array(k->arena, struct message, 4);

    m[0] = (struct message){ "system", system_text };
    m[1] = (struct message){ "user",
                             certify_prompt(k->arena, &k->rows[k->open[i]]) };
    if (again) {
        m[2] = (struct message){ "assistant", k->reply[i] };
        m[3] = (struct message){ "user", certify_again };
    }
    return (struct question){ .messages = m,
                              .n_messages = again ? 4 : 2,
                              .attempt = 1 };
}

/* Ask for all open rows; those whose reply cannot be read stay open. */
static bool ask(struct certifying *k, struct questioner *c, bool again,
                size_t *certified, struct err *e)
{
    struct question *q = arena_array(k->arena, struct question, k->n + 1);
    size_t left = 0;

    for (size_t i = 0; i < k->n; i++)
        q[i] = question_of(k, i, again);
    if (k->n && !question_ask(k->arena, c, q, k->n, e))
        return false;
    for (size_t i = 0; i < k->n; i++) {
        const char *text = q[i].reply.text;
        size_t row = k->open[i];
        bool read;

        if (q[i].reply.outcome != OUTCOME_OK || !text)
            continue;
        *certified += certify_formula(k->arena, &k->rows[row],
                                      propose_formula_of(k->arena, text),
                                      c->model->spec, &read);
        if (!read) {
            k->open[left] = row;
            k->reply[left++] = text;
        }
    }
    k->n = left;
    return true;
}

bool certify_ask(struct arena *a, struct questioner *c, struct imported *rows,
                 size_t n, size_t *certified, struct err *e)
{
    struct certifying k = { .arena = a, .rows = rows };

    k.open = arena_array(a, size_t, n + 1);
    k.reply = arena_array(a, const char *, n + 1);
    for (size_t i = 0; i < n; i++)
        if (certify_wants(&rows[i]))
            k.open[k.n++] = i;
    return ask(&k, c, false, certified, e) && ask(&k, c, true, certified, e);
}
