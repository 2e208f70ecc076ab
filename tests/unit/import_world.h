/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_UNIT_IMPORT_WORLD_H
#define TESTS_UNIT_IMPORT_WORLD_H

#include "evolve/source/import_int.h"
#include "problem/dataset.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* Rows, made up here, as structures; and the second method to their keys. */

static const char import_shop[] =
    "{\"question\": \"Anna buys 12 red apples and 8 pears at the market. Each "
    "fruit costs $3, and Tom's shop takes 25% more. It has 41 shelves. What does "
    "Anna pay at Tom's shop?\", \"answer\": \"<<12+8=20>>20 <<20*3=60>>60 "
    "<<60*1.25=75>>75\\n#### 75\"}";

static inline struct problem problem_of(struct arena *a, const char *line)
{
    struct problem p = { 0 };
    struct json *row;
    struct err e;

    if (!json_read(a, line, strlen(line), 1, &row, &e) ||
        !dataset_problem(a, dataset_detect(row), row, "rows.jsonl", 0, &p, &e))
        fail_msg("%s: %s", line, e.msg);
    return p;
}

static inline struct imported import_of(struct arena *a, const char *line)
{
    struct problem p = problem_of(a, line);
    struct imported x;

    import_problem(a, &p, &x);
    return x;
}

static inline struct ratio key_of(struct arena *a, const struct structure *b)
{
    struct ratio key = RATIO(0);

    assert_true(b->kind->solve(a, b->data, NO_SLOT, RATIO(0), &key));
    return key;
}

static inline bool passes(struct arena *a, const struct structure *b,
                          size_t hidden, struct ratio letter,
                          const struct saying *s, struct ratio key,
                          struct check_finding *found)
{
    const struct structure_told t = { hidden, "X", letter, s->sentences, s->n };

    found->detail = b->kind->fault(a, b->data, &t, key);
    return !found->detail;
}

static inline const char *formula_text(struct arena *a, const struct graph *g,
                                       size_t i)
{
    static const char *const signs[GRAPH_OPS] = { "", "", "+", "-", "*", "/" };
    const struct graph_node *n = &g->nodes[i];
    struct ratio v =
        n->op == GRAPH_SLOT ? g->slots[n->a].number.value : n->value;

    return n->op <= GRAPH_CONST
               ? arena_printf(a, v.q == 1 && v.p >= 0 ? "%s" : "(%s)",
                              ratio_text(a, v))
               : arena_printf(a, "(%s%s%s)", formula_text(a, g, n->a),
                              signs[n->op], formula_text(a, g, n->b));
}

/* The structure's formula, if its second method finds no fault. */
static inline const char *proof_of(struct arena *a, const struct structure *b)
{
    const struct graph *g = b->data;
    struct check_finding found = { 0 };
    struct saying s;

    b->kind->say(a, b->data, NO_SLOT, "", &s);
    if (!passes(a, b, NO_SLOT, RATIO(0), &s, key_of(a, b), &found))
        fail_msg("check: %s", found.detail);
    return arena_printf(a, "%s = %s", formula_text(a, g, g->n_nodes - 1),
                        ratio_text(a, key_of(a, b)));
}

#endif
