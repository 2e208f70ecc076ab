/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_COURSES_H
#define STORE_COURSES_H

#include "base/arena.h"
#include "base/err.h"
#include "model/course.h"
#include "store/store.h"

#include <stddef.h>
#include <stdint.h>

/*
 * How the replies of a run came, of those that came as a stream. A call's
 * course is committed with the call (journal.h) and goes with it.
 */

struct run_course {
    uint64_t model; /* its place in the run */
    struct course course;
    int64_t took_ms; /* the whole call */
    int64_t tokens;  /* of the reply; -1: not known */
};

/* Read those of all results of a run, in any order. */
MUST_USE bool runs_courses(struct store *s, struct arena *a, int64_t run,
                           struct run_course **out, size_t *n, struct err *e);

#endif
