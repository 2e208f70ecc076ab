/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_OPERATORS_OP_TEXT_INT_H
#define EVOLVE_OPERATORS_OP_TEXT_INT_H

#include "evolve/operators/operator.h"
#include "evolve/text/writer.h"

/* What the operators that insert harmless text have in common. */

/* A copy of o->first with the text, the writer's or a built-in one, before
 * line `at`, and the step. False: the text is not harmless, or it stands there
 * already. */
bool op_text_insert(const struct operator_call *o,
                    const struct operator_card *card, enum job_kind kind,
                    size_t at, struct individual *out, struct err *e);

/* The step's line stands in its part, with the text that the step noted, and
 * is harmless. */
bool op_text_holds(struct arena *a, const struct individual *s, size_t step,
                   const struct operator_card *card, enum job_kind kind,
                   const char **why);

/* Is the line a sentence of the part's body? */
bool op_text_is_told(const struct individual_line *l, size_t part);

#endif
