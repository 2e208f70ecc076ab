/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_SPEC_INT_H
#define HUNT_SPEC_INT_H

#include "hunt/spec.h"
#include "model/decoding.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * The fields of a spec, as one table: what is read, checked and printed goes
 * through it. Fields stand at the top or in a group, and no deeper.
 */

enum spec_kind {
    SPEC_GROUP,    /* a table of its own */
    SPEC_TEXT,     /* const char *, or NULL */
    SPEC_PATH,     /* likewise; relative to the spec's file */
    SPEC_MODEL,    /* likewise; a name that may hold such a path */
    SPEC_MODELS,   /* a name or a list of them */
    SPEC_NAMES,    /* granularities: a name, a list, or all */
    SPEC_TEXTS,    /* a text or a list of them */
    SPEC_SEED,     /* a text or a number, as written */
    SPEC_SIZE,     /* size_t */
    SPEC_U64,      /* uint64_t */
    SPEC_UNSIGNED, /* unsigned */
    SPEC_NUMBER,   /* double */
    SPEC_BOOL,
    SPEC_FAILURE,  /* bool: attempts or problems */
    SPEC_STRATEGY, /* enum infer_strategy by its name */
    SPEC_DECIMAL,  /* const char *: a JSON number in its range */
    SPEC_WHOLE,    /* const char *: a JSON integer */
    SPEC_OBJECT,   /* const struct json *: an object */
};

struct spec_field {
    const char *name;
    enum spec_kind kind;
    size_t at;        /* in the struct of its table */
    const char *doc;  /* one line */
    double least;     /* of numbers, */
    double most;      /* 0: 10^9 */
    bool open;        /* the ends themselves are out */
    bool needed;      /* of texts: not null */
    bool again;       /* another name of the field before: never printed */
    size_t at_n;      /* of lists: the place of their length */
    const char *head; /* what begins here, for people */
    const struct decoding_range *range;
    const struct spec_field *group; /* of SPEC_GROUP; ended by a NULL name */
};

extern const struct spec_field spec_fields[]; /* ended by a NULL name */

/* "propose.alpha"; `group` NULL: at the top. */
#define SPEC_PATH_SIZE 80
const char *spec_path(const struct spec_field *group,
                      const struct spec_field *f, char out[SPEC_PATH_SIZE]);

/* Is what stands there allowed? The message names the field. */
MUST_USE bool spec_check_field(const struct spec_field *group,
                               const struct spec_field *f, const void *place,
                               struct err *e);

/* Does the name of a field say that its value is a secret? */
bool spec_names_secret(const char *name);

/* The spec with comments, or its values alone less store and out. */
void spec_write(struct str *out, const struct hunt_spec *s, bool whole);

#endif
