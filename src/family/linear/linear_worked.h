/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LINEAR_LINEAR_WORKED_H
#define FAMILY_LINEAR_LINEAR_WORKED_H

#include "family/linear/linear_problem.h"
#include "family/words.h"

/*
 * Write the worked solution of a system: first the values that can be read off
 * at once, then those that follow from them, and elimination only if no
 * equation has a single unknown left. Every equation is used. Returns false if
 * the asked variable does not come out, or numbers grow beyond 64 bits.
 */
MUST_USE bool linear_worked(struct arena *a, const struct linear_problem *t,
                            struct steps *out, struct ratio *answer);

#endif
