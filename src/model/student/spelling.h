/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_STUDENT_SPELLING_H
#define MODEL_STUDENT_SPELLING_H

#include "base/err.h"
#include "model/student/parameters.h"

#include <stdint.h>

/*
 * Text as pieces: it is cut from the left, each time the longest piece that
 * fits. All bytes are pieces, so any text can be cut; the special pieces never
 * come from text.
 */

/* A tree of beginnings of pieces: children are in a list. */
struct spelling_node {
    int32_t piece; /* that ends here, or -1 */
    int32_t child, next;
    unsigned char byte;
};

struct spelling {
    struct spelling_node *nodes; /* the first 256 begin with that byte */
    size_t n, cap;
};

/* Fails if two pieces are the same. */
MUST_USE bool spelling_open(struct spelling *s, const struct parameters *p,
                            struct err *e);
void spelling_clear(struct spelling *s);

/* Writes the pieces of text[0..n) to out, but no more than `room` (out may be
 * NULL). Returns how many the text has, or room + 1 if it has more. */
size_t spelling_cut(const struct spelling *s, const char *text, size_t n,
                    uint16_t *out, size_t room);

#endif
