/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_ITEMS_H
#define REPORT_ITEMS_H

#include "base/arena.h"
#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The items of a page: problems with what models made of them. They come one by
 * one from a source, in order, since a page may have a hundred thousand of
 * them. What is filtered by stands in fields, what is only looked at is JSON.
 */

/* A property that items are filtered by: family, level, concept, kind,
 * hypothesis, a source field. An item may have several of one name. */
struct facet {
    const char *name, *value;
};

/* One reply and its verdict. */
struct item_result {
    const char *model;  /* as it is shown */
    uint64_t attempt;   /* from 1 */
    const char *mark;   /* "correct", "wrong", "truncated" ...: mark_name() */
    const char *reason; /* a word for what is wrong; or NULL */
    const char *answer; /* as found in the reply; or NULL */
    double tokens;      /* of the reply; NaN: not known */
    double seconds;     /* of the call; NaN: not known */
    /* JSON object: reply, reasoning, from and to (the stretch of the reply that
     * holds the answer, in UTF-16 units; absent: none), rule, understood (the
     * answer as the judge read it), why, by, strict, lenient, witness, outcome,
     * finish, error, parts, cost. Members that are not known are absent. */
    const char *detail;
};

struct page_item {
    const char *set; /* the run: "r3" */
    const char *id;  /* the problem's */
    const char *statement;
    const char *key; /* LaTeX; several: "name: value; ..." */
    const struct facet *facets;
    size_t n_facets;
    const struct item_result *results;
    size_t n_results;
    /* JSON object: keys, solution, proof {by, detail}, understood (the key as
     * the judge read it), source, params, lineage (steps, {what, text}). */
    const char *detail;
};

/* Where items come from. */
struct item_source {
    /* Fills *out, in the arena, and sets *end instead when there is none left.
     * Fails when the store cannot be read. */
    bool (*next)(void *ctx, struct arena *a, struct page_item *out, bool *end,
                 struct err *e);
    void *ctx;
    uint64_t total; /* for a line of progress */
};

#endif
