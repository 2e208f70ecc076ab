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
    struct err e;

    return b->kind->check(a, b->data, hidden, "X", letter, s->sentences, s->n,
                          key, found, &e);
}

/* The structure's formula by its second method. */
static inline const char *proof_of(struct arena *a, const struct structure *b)
{
    struct check_finding found = { 0 };
    struct saying s;

    b->kind->say(a, b->data, NO_SLOT, "", &s);
    if (!passes(a, b, NO_SLOT, RATIO(0), &s, key_of(a, b), &found))
        fail_msg("check: %s", found.detail);
    return found.detail;
}

#endif
