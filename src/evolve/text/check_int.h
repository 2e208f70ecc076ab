/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_TEXT_CHECK_INT_H
#define EVOLVE_TEXT_CHECK_INT_H

#include "evolve/text/writer.h"

/* What the checks of new and of polished text have in common. */

/* Plain sentences in one line: no marks of a markup or of mathematics, no
 * characters but letters, quotes and dashes; `math` lets those of mathematics
 * through. Returns NULL if the text is fine, else the reason. */
const char *text_form(struct arena *a, const char *text, bool math);

/* No number, no relation, nothing for the solver in it. */
enum text_refusal text_check_words(struct arena *a, const char *text,
                                   const char **why);

/* One sentence of a structure and its rewritten form. */
struct polish_pair {
    const struct individual *individual;
    size_t part;
    const char *old, *new;
};

enum text_refusal text_check_pair(struct arena *a, const struct polish_pair *p,
                                  const char **why);

/* Fills `old` with the sentences that the part's structure tells, in the order
 * of its lines, and returns how many. `lines` (or NULL) gets the places of
 * those lines in the individual. */
size_t text_told_lines(struct arena *a, const struct individual *s, size_t part,
                       const char *old[STRUCTURE_SENTENCES],
                       size_t lines[STRUCTURE_SENTENCES]);

#endif
