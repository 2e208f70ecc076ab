/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_HUNT_WRITE_H
#define HUNT_HUNT_WRITE_H

#include "hunt/hunt_int.h"

/* Problems that models write, within a hunt. */

#define HUNT_NO_HYPOTHESIS "no hypothesis" /* the set of an arm without one */

/* A written set beside those of the measured hypotheses: of a further writer, or of none
 * of the hypotheses. */
struct arm {
    const char *writer;        /* the model's name */
    const struct measured *of; /* NULL: without a hypothesis */
    const struct written *written;
    size_t *places; /* in the batch */
    struct tried tried;
};

/* Returns how many problems a writer is asked for, and in what batches. */
struct write_options hunt_write_options(const struct hunt_spec *s);

/* Has the writers of the spec write: for the measured hypotheses, if families do not make
 * their problems, and for the arms. */
MUST_USE bool hunt_write(struct hunt *h, struct hunt_target *t, struct err *e);

/* Puts the problems of the arms into the batch; counts the answers to them when
 * it was asked, and compares writers. */
void hunt_enlist_arms(struct hunt *h, const struct hunt_target *t,
                      struct batch *b);
void hunt_count_arms(struct hunt *h, const struct hunt_target *t);

#endif
