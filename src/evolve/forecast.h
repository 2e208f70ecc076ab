/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_FORECAST_H
#define EVOLVE_FORECAST_H

#include "evolve/evolve.h"

/*
 * How many calls an evolution makes, before anybody is asked. Without a writer
 * and a referee the problems do not depend on replies: they are made, and every
 * call is known. Otherwise there are bounds. Tries of a call that fails are not
 * counted.
 */

struct evolve_calls {
    uint64_t least, most; /* equal: known */
};

/* A set that models are asked; calls of one model. */
struct evolve_asking {
    const char *name;
    struct evolve_calls calls, ask; /* ask: those that are not in the journal,
                                       and that no earlier set asks for */
    double *bytes; /* [model]: of the prompts of `ask` calls; NULL: unknown */
    uint64_t *to_ask; /* [model]; NULL: all as `ask` */
};

struct evolve_forecast {
    size_t problems; /* of the source */
    size_t rows;     /* of a file */
    bool exact;      /* every number is known */
    const struct model *models;
    size_t n_models;
    struct evolve_calls formulas; /* of the writer, for rows of a file */
    struct evolve_calls texts;    /* of the writer */
    struct evolve_calls ratings;  /* of the referee */
    struct evolve_asking *sets;
    size_t n_sets;
};

/* `s` NULL: there is no store yet. Fails where evolve_run() would before it
 * asks anybody. */
MUST_USE bool evolve_forecast(struct arena *a, struct store *s,
                              const struct evolve_spec *spec,
                              const struct session_options *o,
                              struct evolve_forecast *out, struct err *e);

#endif
