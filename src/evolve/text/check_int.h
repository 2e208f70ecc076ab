/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_TEXT_CHECK_INT_H
#define EVOLVE_TEXT_CHECK_INT_H

#include "evolve/text/writer.h"

/* What the checks of new and of polished text have in common. */

/* Plain sentences in one line: no marks of a markup or of mathematics, no
 * characters but letters, quotes and dashes; `math` lets those of mathematics
 * through. NULL: it is fine; else the reason. */
const char *text_form(struct arena *a, const char *text, bool math);

/* No number, no relation, nothing for the solver in it. */
enum text_refusal text_check_words(struct arena *a, const char *text,
                                   const char **why);

/* One sentence of a body and its rewritten form. */
struct polish_pair {
    const struct individual *specimen;
    size_t part;
    const char *old, *new;
};

enum text_refusal text_check_pair(struct arena *a, const struct polish_pair *p,
                                  const char **why);

/* The body's own sentences of the part, in the order of its lines; returns how
 * many. `lines` (or NULL) gets the places of those lines in the specimen. */
size_t text_body_lines(struct arena *a, const struct individual *s, size_t part,
                       const char *old[STRUCTURE_SENTENCES],
                       size_t lines[STRUCTURE_SENTENCES]);

#endif
