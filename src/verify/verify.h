/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VERIFY_VERIFY_H
#define VERIFY_VERIFY_H

#include "base/arena.h"
#include "math/work.h"
#include "verify/claim.h"
#include "verify/finding.h"

#include <stdint.h>

/*
 * Does the printed formula hold? The object is evaluated by certified
 * quadrature, certified roots, exact residuals or integration with a tested
 * error estimate, and the formula as it is printed, at the same points; for a
 * limit along a geometric sequence towards it.
 *
 * TRUTH_YES, "holds", means supported by these numbers, not proved, unless
 * `exact` says so. TRUTH_NO, "fails", comes with a point or a trend that shows
 * it. TRUTH_UNKNOWN, "undecided", says why.
 */

/* Units of work for one claim: some seconds at most. */
#define VERIFY_WORK ((uint64_t)120000000)

/* Verify one claim. Never fails: what cannot be read or decided is undecided,
 * and `why` names the text and column. */
void verify_claim(struct arena *a, const struct claim *c, struct work *w,
                  struct finding *out);

#endif
