/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_WRITE_WRITE_INT_H
#define HUNT_WRITE_WRITE_INT_H

#include "hunt/write/write.h"

/* Between write.c and write_prompt.c: the prompts of a writer. */
const char *write_system(void);
const char *write_user(struct arena *a, const struct claim *c,
                       const struct taxonomy *t, const struct write_options *o,
                       size_t batch);

#endif
