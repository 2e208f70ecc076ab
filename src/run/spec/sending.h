/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_SPEC_SENDING_H
#define RUN_SPEC_SENDING_H

#include "base/arena.h"
#include "base/err.h"
#include "run/engine/ask.h"
#include "run/spec/fields.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * How calls are sent and what they may cost: options that are no part of a
 * spec, so that the same work with another concurrency goes on where it was.
 */

struct sending {
    const char *key_env;     /* the variable with a key of URL#NAME; or NULL */
    const char *token_field; /* the field for the longest reply; or NULL */
    size_t concurrency;      /* most calls in flight to each model */
    bool fixed;              /* that many from the start, never adapted */
    double rate;             /* most calls a second; 0: any */
    size_t retries;          /* further tries of a call that fails */
    double timeout;          /* seconds of a whole call, */
    double connect_timeout;  /* to connect, */
    double idle_timeout;     /* without a byte; 0: as the whole */
    double max_wait;         /* longest wait that a server may ask for */
    const char *budget;      /* "$5", "2Mtokens"; NULL: none */
    const char *prices;      /* a file; NULL: none */
    size_t threads;          /* 0: as many as there are processors */
};

extern const struct spec_table sending_table;

/* Fills in the options of the engine and reads the file of prices. The caller
 * sets threads and callbacks. Fails with ERR_USAGE if options are not valid. */
MUST_USE bool sending_read(struct arena *a, const struct sending *s,
                           struct ask_options *out, struct err *e);

/* Fails if the budget is in money and a model that is not of the process has no
 * price. */
MUST_USE bool sending_check_budget(const struct ask_options *o,
                                   const struct model *models, size_t n,
                                   struct err *e);

#endif
