/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_SWEEP_SWEEP_H
#define RUN_SWEEP_SWEEP_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "model/request.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * A sweep: one field of the decoding, and the values that it is to have, one
 * after the other, on the same problems: "max_tokens=1k,4k,16k",
 * "reasoning_effort=low,high", "extra.thinking.budget_tokens=1k,8k". Each value
 * is an ordinary run; nothing else keeps them together, since what was swept
 * can be seen in their specs.
 */

struct value_sweep {
    const char *field;   /* "max_tokens", "extra.a.b"; NULL: there is none */
    const char **values; /* as the field takes them: "16k" is "16000" */
    size_t n;            /* two or more */
};

/* Reads "FIELD=VALUE,VALUE..."; `base` is what the values go into. Fails with
 * ERR_USAGE if there is no such field, base sets it already, or a value is none
 * of the field's or comes twice. */
MUST_USE bool sweep_read(struct arena *a, const char *text,
                         const struct decoding *base, struct value_sweep *out,
                         struct err *e);

/* Sets value i in *d. */
MUST_USE bool sweep_apply(struct arena *a, const struct value_sweep *s,
                          size_t i, struct decoding *d, struct err *e);

/* Reads the name of a field, "max_tokens", "max-tokens" or "extra.a.b", into
 * *out. Fails with ERR_USAGE if decoding has no such field; the message lists
 * those that it has. */
MUST_USE bool sweep_name(struct arena *a, const char *text, const char **out,
                         struct err *e);

/* Returns the value of a field in the spec of a run, or NULL if it is not set
 * there. */
const struct json *sweep_value(const struct json *spec, const char *field);

/* Returns the one field of the decoding in which specs differ, in the arena, or
 * NULL if there is none, more than one, or they differ in more than decoding. */
const char *sweep_field(struct arena *a, const struct json *const *specs,
                        size_t n);

#endif
