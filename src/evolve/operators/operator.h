/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_OPERATORS_OPERATOR_H
#define EVOLVE_OPERATORS_OPERATOR_H

#include "evolve/text/writer.h"

/*
 * The cards of the operators. Each makes a harder problem of one problem
 * (crossover: of two), computes its key, and keeps a promise that can be
 * checked on the result alone.
 */

enum operator_kind {
    OPERATOR_FORMULA, /* fm: works on conditions */
    OPERATOR_TEXT,    /* lm: adds or changes words */
    OPERATOR_CROSS,   /* co */
    OPERATOR_FRESH,   /* renumber, reorder, rename: not harder, but new */
};

/* What an operator is given. */
struct operator_call {
    struct arena *arena;
    struct rng *rng;
    int generation;
    size_t part; /* of `first` that it works on */
    const struct individual *first;
    const struct individual *second; /* crossover: the part that comes after
                                        `first` */
    /* Text that the model `writer` wrote for this operator, already checked.
     * NULL: built-in text. */
    const char *text, *writer;
    const char *const *said; /* op_polish: a writer's words for each line of the
                                part that a structure tells, in their order */
    size_t n_said;
    const char *id;             /* of a crossover's child */
    struct linear_promise away; /* of misleading conditions of a system from its
                                   path: linear_away() */
};

struct operator_card {
    const char *name; /* "approximate-replacement" */
    enum operator_kind kind;
    const char *promise; /* one sentence */
    enum role role;      /* of the lines it inserts; ROLES: none */
    enum job_kind job;   /* OPERATOR_TEXT: what a writer is asked for */
    /* Makes a new individual. Fails, with the reason, if this problem does not
     * allow the operator; that is no fault. */
    bool (*apply)(const struct operator_call *o, struct individual *out,
                  struct err *e);
    /* Returns how step `step` (from 1) of s breaks the promise, as far as the
     * file shows, or NULL if it keeps it. */
    const char *(*fault)(struct arena *a, const struct individual *s,
                         size_t step);
};

extern const struct operator_card op_replacement, op_useless, op_misleading,
    op_text, op_background, op_topic, op_crossover, op_renumber, op_reorder,
    op_rename, op_polish, op_insufficient, op_sufficient;

extern const struct operator_card *const operators[];
extern const size_t n_operators;

const struct operator_card *operator_find(const char *name); /* NULL: none */

#endif
