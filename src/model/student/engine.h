/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_STUDENT_ENGINE_H
#define MODEL_STUDENT_ENGINE_H

#include "base/err.h"
#include "model/student/crew.h"
#include "model/student/network.h"
#include "model/student/parameters.h"
#include "model/student/spelling.h"
#include "model/student/student.h"

/*
 * The parts of a student, and students that are not shared with the process,
 * for tests: with so many threads, and that kernel.
 */

struct student {
    struct parameters parameters;
    struct spelling spelling;
    struct network network;
    struct crew *crew;
};

/* kernel NULL: the one $ASSAY_STUDENT_KERNEL names, else the best of this
 * processor. */
MUST_USE bool student_load(struct student **out, const char *path, int threads,
                           const struct kernel *kernel, struct err *e);
void student_free(struct student *s);

/* Writes the logits behind the last of n pieces, 0 < n <= context. */
void student_logits(const struct student *s, const uint16_t *pieces, size_t n,
                    float *out);

/* Messages as pieces, with the beginning of the reply. Returns how many, or
 * more than `room`, of which only so many were written. */
size_t student_prompt(const struct student *s, const struct message *messages,
                      size_t n, uint16_t *out, size_t room);

#endif
