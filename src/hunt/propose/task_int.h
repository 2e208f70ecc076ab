/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_PROPOSE_TASK_INT_H
#define HUNT_PROPOSE_TASK_INT_H

#include "base/str.h"
#include "hunt/propose/task.h"

/* Between the files of task.h: task.c (files and prompts), task_slots.c
 * (filling), task_data.c (rows). */

#define TASK_DEPTH 8       /* templates in templates */
#define TASK_SLOTS 1000000 /* filled for one text */

/* What slots are filled from. */
struct task_fill {
    const struct task *task;
    const char *prompt; /* its name, for messages */
    const struct slot_value *values;
    size_t n_values;
    const struct task_data *data; /* NULL: none */
    size_t row;
    unsigned depth;
    size_t left; /* slots that may still be filled */
};

/* Append the text of a template with its slots filled. */
MUST_USE bool task_fill_text(struct str *out, const struct json *text,
                             struct task_fill *f, struct err *e);

#endif
