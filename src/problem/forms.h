/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROBLEM_FORMS_H
#define PROBLEM_FORMS_H

#include "base/map.h"
#include "base/vec.h"
#include "problem/canonical.h"

/*
 * The canonical forms of the problems of a set: what `assay overlap` compares
 * and `assay new --exclude` leaves out. Of a problem only hashes, its id and
 * its line are kept, so that sets of any length pass.
 */

enum form_by { BY_STATEMENT, BY_PARAMETERS, BYS };

/* A canonical form that was met, by its hash. */
struct seen {
    const char *id; /* of the first problem that had it */
    size_t line;
    uint64_t copies; /* problems that have it */
};

struct forms {
    struct arena ids;
    struct vec seen; /* of struct seen */
    struct map map;  /* hash -> number in seen */
};

void forms_init(struct forms *f);
void forms_clear(struct forms *f);

/* Remember the forms of the problem of that id and line. */
void forms_add(struct forms *f, const struct canonical *c, const char *id,
               size_t line);

/* Returns an earlier problem with a form of this one, the same words first, or
 * NULL if there is none; *by is the form. Many threads may ask at once. */
const struct seen *forms_find(const struct forms *f, const struct canonical *c,
                              enum form_by *by);

#endif
