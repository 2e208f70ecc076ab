/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_DECODING_H
#define MODEL_DECODING_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "model/request.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * The options of decoding as members of a body. An option that is NULL adds
 * nothing; one that makes no sense fails with its name. Numbers go into the
 * body as they were written.
 */

/* The values of an option: a JSON number from `least` to `most`. */
struct decoding_range {
    const char *option;
    bool whole; /* without point and exponent */
    bool above; /* `least` itself is not allowed */
    double least, most;
    const char *wanted; /* "a number from 0 to 1" */
};

extern const struct decoding_range decoding_temperature, decoding_top_p,
    decoding_top_k, decoding_min_p, decoding_repetition_penalty,
    decoding_max_tokens;

/* Returns whether the text is a number of that range, and its value, which is
 * the same in every locale; it must be a JSON number. */
bool decoding_fits(const char *text, const struct decoding_range *range);
double decoding_value(const char *text);

MUST_USE bool decoding_number(struct arena *a, struct json *body,
                              const char *field, const char *text,
                              const struct decoding_range *range,
                              struct err *e);

/* Set the seed: that of the first attempt, plus one for each further attempt.
 */
MUST_USE bool decoding_seed(struct arena *a, struct json *body,
                            const char *seed, uint64_t attempt, struct err *e);

MUST_USE bool decoding_stop(struct arena *a, struct json *body,
                            const char *field, const struct decoding *d,
                            struct err *e);

MUST_USE bool decoding_effort(struct arena *a, struct json *body,
                              const char *field, const char *effort,
                              struct err *e);

/* Returns {"role": ..., "content": ...}. */
struct json *decoding_message(struct arena *a, const struct message *m);

/*
 * Merge --extra into the body. Fails if it is no object, or names a member that
 * is there or that the user may not set: n, stream, and the limit on tokens
 * under its other name if an option set it.
 */
MUST_USE bool decoding_extra(struct arena *a, struct json *body,
                             const struct decoding *d, struct err *e);

#endif
