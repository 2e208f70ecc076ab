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
 * prompt or through the library. They are checked here once, so that
 * grade_pair() meets only sensible ones. On failure the message says what would
 * be right, and the request is not changed.
 */

#define REQUEST_DIGITS_MOST  100 /* significant digits that may be asked for */
#define REQUEST_CHOICES_MOST 26  /* A to Z */

/* Set what is asked: one value; several with names; or several without, as one
 * list "3; 5". The keys are not copied. n: 1 to LIMIT_KEYS. */
void request_set_keys(struct arena *a, struct grade_request *r,
                      const struct grade_key *keys, size_t n);

/* Set the kind by its name: "integer", "set" ... */
MUST_USE bool request_set_kind(struct grade_request *r, const char *name,
                               struct err *e);

/* Set the tolerance, "0.01", "1e-6" or "1%"; it is written out in plain digits.
 */
MUST_USE bool request_set_tolerance(struct arena *a, struct grade_request *r,
                                    const char *text, struct err *e);

/* Set the significant digits, 1 to REQUEST_DIGITS_MOST. */
MUST_USE bool request_set_digits(struct grade_request *r, uint64_t digits,
                                 struct err *e);

/* Let a request be judged by the profile; NULL: by ours. Its tolerance and
 * digits are set here; those that are set later win. */
void request_set_profile(struct grade_request *r, const struct profile *p);

/* Set the symbols from one text: "x; y", "x, y", "$x; \\epsilon$". */
void request_set_symbols(struct arena *a, struct grade_request *r,
                         const char *text);

#endif
