/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROBLEM_IMPORT_BOXED_H
#define PROBLEM_IMPORT_BOXED_H

#include "base/arena.h"

#include <stddef.h>

/*
 * The answer inside a worked solution: the text in \boxed{...} or \fbox{...},
 * or behind "####". One pass over any text; \{ and \} are no braces of LaTeX,
 * and a box whose brace never closes is no box. A box without braces, `\boxed
 * 2$`, goes to the end of its formula.
 */

struct boxed {
    const char *s NONSTRING; /* the contents; borrowed */
    size_t n;
    size_t at, after; /* offsets of the command and of the text behind the box
                         */
};

/* Find all boxes, in the order in which they begin. Returns how many there are.
 */
size_t boxed_find(struct arena *a, const char *text, struct boxed **out);

/* Returns the contents of the last box without outer spaces, or NULL if there
 * is none or it is empty. */
const char *boxed_last(struct arena *a, const char *text);

/* As boxed_last(), but boxes that the text joins with "and" ("$\boxed{1}$ and
 * $\boxed{2}$") are one answer, "1, 2". */
const char *boxed_answer(struct arena *a, const char *text);

/* Returns the line behind the last "####" without outer spaces, or NULL if
 * there is none or it is empty. *at is the offset of the mark. */
const char *hashes_last(struct arena *a, const char *text, size_t *at);

#endif
