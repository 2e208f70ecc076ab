/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_MATHADOR_REPORT_H
#define FAMILY_MATHADOR_REPORT_H

#include "base/json.h"
#include "family/mathador/whole.h"

/* The findings about a game, as JSON and as text. */

/* Returns ["6 - 2 = 4", ...], or null for no steps. */
struct json *report_steps(struct arena *a, const struct solution *s);

/* Returns the set of scores as [6, 8, 18]. */
struct json *report_scores(struct arena *a, uint32_t scores);

/* Set "solutions", "distinct", "mathadors", "difficulty" and
 * "difficulty_distinct" in an object. */
void report_counts(struct arena *a, struct json *v,
                   const struct solve_outcome *o);

struct json *report_numbers(struct arena *a, const struct game *g);

/* Returns p/q as a decimal of up to 15 significant digits: the same on every
 * machine, in every locale. q is below 10^14. */
const char *decimal_text(struct arena *a, uint64_t p, uint64_t q);
const char *difficulty_text(struct arena *a, struct difficulty d);

/* Returns {"numbers", "target", "solutions", "distinct", "best", "worst",
 * "mathadors", "difficulty", "difficulty_distinct", "best_solution",
 * "simple_solution", "scores"}. If found is NULL, the target cannot be reached:
 * counts are 0 and the rest is null. */
struct json *report_game(struct arena *a, const struct game *g,
                         const struct found *found);

#endif
