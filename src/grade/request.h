/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_REQUEST_H
#define GRADE_REQUEST_H

#include "base/arena.h"
#include "base/err.h"
#include "grade/grade.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The options of a judgement as people write them, in a JSON line, at the
 * prompt or through the library: checked here once, so that grade_pair()
 * meets none that makes no sense. On failure the message says what would be
 * right; the request is then not changed.
 */

#define REQUEST_DIGITS_MOST  100 /* significant digits that may be asked for */
#define REQUEST_CHOICES_MOST 26  /* A to Z */

/* What is asked: one value; several with names; or several without, one list
 * "3; 5". The keys are not copied. n: 1 to LIMIT_KEYS. */
void request_set_keys(struct arena *a, struct grade_request *r,
                      const struct grade_key *keys, size_t n);

/* The kind of that name: "integer", "set" ... */
MUST_USE bool request_set_kind(struct grade_request *r, const char *name,
                               struct err *e);

/* "0.01", "1e-6", "1%": written out in plain digits. */
MUST_USE bool request_set_tolerance(struct arena *a, struct grade_request *r,
                                    const char *text, struct err *e);

/* Significant digits, 1 to REQUEST_DIGITS_MOST. */
MUST_USE bool request_set_digits(struct grade_request *r, uint64_t digits,
                                 struct err *e);

/* Symbols in one text: "x; y", "x, y", "$x; \\epsilon$". */
void request_set_symbols(struct arena *a, struct grade_request *r,
                         const char *text);

#endif
