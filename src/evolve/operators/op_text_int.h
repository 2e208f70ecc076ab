/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_OPERATORS_OP_TEXT_INT_H
#define EVOLVE_OPERATORS_OP_TEXT_INT_H

#include "evolve/operators/operator.h"
#include "evolve/text/writer.h"

/* What the operators that insert harmless text have in common. */

/* Makes a copy of o->first with the writer's or a built-in text before line
 * `at`, and notes the step. Fails if the text is not harmless or stands there
 * already. */
bool op_text_insert(const struct operator_call *o,
                    const struct operator_card *card, enum job_kind kind,
                    size_t at, struct individual *out, struct err *e);

/* Returns whether the step's line stands in its part, with the text that the
 * step noted, and is harmless; if not, *why says so. */
bool op_text_holds(struct arena *a, const struct individual *s, size_t step,
                   const struct operator_card *card, enum job_kind kind,
                   const char **why);

/* Returns whether the line is a sentence of the part's structure. */
bool op_text_is_told(const struct individual_line *l, size_t part);

#endif
