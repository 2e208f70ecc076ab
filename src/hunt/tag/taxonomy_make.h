/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_TAG_TAXONOMY_MAKE_H
#define HUNT_TAG_TAXONOMY_MAKE_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "hunt/domain.h"
#include "hunt/outcomes.h"
#include "problem/concept.h"
#include "run/question/question.h"

#include <stddef.h>

/*
 * Lets a model make a taxonomy from a benchmark, at a chosen specificity. The
 * model sees batches of problems with the names so far, and adds names that are
 * missing; if there are too many in the end, it merges them. Fails as
 * question_ask() does.
 */

struct make_options {
    const char *name;        /* of the taxonomy; no built-in one's */
    const char *specificity; /* "extremely-low", "low", "mid", "high", or a
                                number of names wanted, 2 to 300; NULL: mid */
    size_t batch;            /* problems shown at once; 0: 10 */
    size_t most;             /* problems shown in all; 0: 200 */
    const char *seed;        /* which problems are shown */
    struct domain domain;    /* in what words */
};

MUST_USE bool taxonomy_make(struct arena *a, struct questioner *c,
                            const struct outcomes *s,
                            const struct make_options *o, struct taxonomy *out,
                            struct err *e);

/* Writes a user's taxonomy as the YAML that taxonomy_read_file() reads. That
 * refuses names of built-in taxonomies, though not of their concepts. */
void taxonomy_write(struct str *out, const struct taxonomy *t);

/* How often two names are carried by the same examples. */
struct redundancy {
    size_t names;        /* that cover something */
    size_t unused;       /* that cover nothing */
    size_t pairs;        /* of names that cover something */
    size_t redundant;    /* of these pairs, with a Jaccard index >= 0.5 */
    double mean;         /* mean over names of the largest Jaccard index with
                         another */
    double per_example;  /* names of an example, on average */
    struct tag_overlap { /* the worst ones, at most 20, by index */
        const char *a, *b;
        double jaccard;
        size_t both, either;
    } worst[20];
    size_t n_worst;
};

void redundancy_of(const struct vocabulary *v, size_t n_examples,
                   struct redundancy *out);

#endif
