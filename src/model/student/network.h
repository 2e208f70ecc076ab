/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_STUDENT_NETWORK_H
#define MODEL_STUDENT_NETWORK_H

#include "model/student/kernel.h"
#include "model/student/parameters.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * The layers: pieces at their positions in, logits out. A step takes rows of
 * any replies together; what comes out of a row depends on the row and the
 * pieces before it alone, to the bit.
 */

#define NETWORK_ROWS 64 /* of one step, at most */

/* What does not change: read by all threads. */
struct network {
    const struct parameters *p;
    const struct kernel *kernel;
    float *turns; /* context x (cosines, then sines: head / 2 each) */
    int most_width, most_inner, most_head; /* of whole numbers */
    size_t page_bytes; /* keys and values of KERNEL_PAGE positions */
};

void network_open(struct network *n, const struct parameters *p,
                  const struct kernel *kernel);
void network_clear(struct network *n);

/* A piece of a reply or of its prompt. Those of one reply come in order, and
 * pages[] reaches to the last of them. */
struct network_row {
    int piece, position;
    void *const *pages;
    bool wanted; /* are the logits behind it? */
};

/* Memory of one thread. */
struct desk;
struct desk *desk_new(const struct network *n);
void desk_free(struct desk *d);

/* Returns the logits of the wanted rows, one row of them after another; they
 * are the desk's until its next step. */
const float *network_step(const struct network *n, struct desk *d,
                          const struct network_row *rows, int count);

#endif
