/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_STUDENT_STUDENT_H
#define MODEL_STUDENT_STUDENT_H

#include "base/arena.h"
#include "base/err.h"
#include "model/request.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The student: a small language model that runs in the process. Its weights
 * come from a file (models/student/README.md has its form).
 *
 * The same messages, options and seed give the same text, to the byte: on any
 * number of threads, whatever else is asked at the same time, on any machine.
 * Products are of whole numbers, sums have one order, and no function of the
 * C library's mathematics is used.
 */

struct student;

/* How a reply is drawn. */
struct student_how {
    double temperature;        /* 0: always the likeliest piece */
    double top_p;              /* 1: all pieces */
    double min_p;              /* 0: all pieces */
    int64_t top_k;             /* 0: all pieces */
    double repetition_penalty; /* 1: none */
    uint64_t seed;
    int64_t most; /* pieces of the reply; 0: as many as the context has room */
    const char *const *stop; /* texts that end the reply, and are not in it */
    size_t n_stop;
    const atomic_bool *leave; /* once it is true nobody wants the reply any
                                 more; NULL: it is wanted */
};

struct student_text {
    const char *text;           /* in the arena; well-formed UTF-8 */
    int64_t prompt, completion; /* pieces */
    bool cut;                   /* by `most` or by the context */
    bool too_long; /* the messages alone fill the context: no text */
    bool left;     /* nobody wanted it any more: the text is a part of it */
};

/*
 * Open the weights; the same file is read once for the whole process, and
 * stays until it ends. `sha` gets the file's SHA-256 in hex, by which it is
 * known. NULL for path: student_path() finds it.
 */
MUST_USE bool student_open(struct arena *a, const char *path,
                           const struct student **out, const char **sha,
                           struct err *e);

/* Returns the path of the weights that ship with assay: $ASSAY_STUDENT, beside
 * the program, or where `make install` put them. Fails with the places that
 * were looked at. */
MUST_USE bool student_path(struct arena *a, const char **path, struct err *e);

/* Its number changes whenever the same weights may give other texts than
 * before. */
#define STUDENT_ENGINE 1

/* What is asked if nothing is said. */
extern const struct student_how student_default;

/* How many replies it works at best at once: ask from so many threads. */
int student_best_at_once(const struct student *s);

/* The pieces that messages, and a text, come to. */
int64_t student_count(const struct student *s, const char *text);
int64_t student_context(const struct student *s);

/* Answer. Any number of threads may ask at once; those who wait share the work
 * of the processors. */
void student_answer(struct arena *a, const struct student *s,
                    const struct message *messages, size_t n,
                    const struct student_how *how, struct student_text *out);

#endif
