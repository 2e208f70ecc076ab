/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_FAMILY_H
#define FAMILY_FAMILY_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/rng.h"
#include "base/truth.h"
#include "family/results.h"
#include "grade/grade.h"
#include "problem/problem.h"
#include "report/document.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The card of a family: a generator of problems with proved keys.
 *
 * Commands, docs and tests all read the card. A new family is a C file with a
 * card and a text file beside it, one line in family/table.c and one file of
 * cases for its check (CONTRIBUTING.md has the steps).
 *
 * A problem is a pure function of its coordinates: family, version, level,
 * seed, index and knobs. `make` draws the mathematics from draw->maths and the
 * wording from draw->words: the same index with another wording is the same
 * mathematics and the same key. `check` derives the key again by independent
 * mathematics from the parameters alone. A problem leaves this layer only if
 * `check` returns yes.
 *
 * Raise `version` whenever any byte of any problem changes.
 */

#define FAMILY_CONCEPTS 16 /* most concepts of one family */
#define FAMILY_KNOBS    10

struct recipe; /* family/recipe/recipe.h */
struct pair;   /* family/pair/pair.h */

struct family_level {
    const char *name; /* "easy"; may be NULL */
    const char *doc;  /* what makes it harder: sizes, steps, conditions */
};

/* The dial of a family without a ceiling: its levels are stated depths, and the
 * knob "depth" takes any number of the range, whose end bench_depth.c measures. */
#define FAMILY_DEPTHS 5

struct family_depth {
    const char *of; /* what it counts: "floors of the tower" */
    int64_t least;
    int64_t most;
    int64_t levels[FAMILY_DEPTHS];
};

/* A setting the user may change with --set name=value. */
struct knob {
    const char *name;
    const char *values; /* allowed words, "any|plain|story"; the first is the
                           default */
    const char *doc;
    /* For knobs that take more than a list of words: is this value allowed?
     * `values` then shows their forms, in capitals: "0..99|LO..HI". */
    bool (*allows)(const char *value);
};

/* The source of one problem. */
struct draw {
    int level;                /* 1 is the easiest */
    struct rng maths;         /* numbers and structure */
    struct rng words;         /* names, objects, sentences */
    struct rng noise;         /* sentences around a statement */
    uint64_t space;           /* problems of the level; 0: not counted */
    uint64_t rank;            /* this problem's number among them */
    const struct json *knobs; /* object of those set, or NULL */
};

/* The finding of `check`, in words for people. */
struct check_finding {
    const char *by;     /* the method: "substitution" */
    const char *detail; /* what was verified, or what is wrong */
};

struct family {
    const char *name; /* "concept/crt" */
    int version;
    const char *hash;  /* of a family that is a file: of its text; or NULL */
    const char *title; /* "Chinese remainder theorem" */
    const char *doc;   /* a paragraph for help and the family's page */
    const char *concepts[FAMILY_CONCEPTS]; /* high granularity, NULL-ended */
    const char
        *topic; /* "boundary_layers": as published sets name it; or NULL */
    enum answer_kind answer;
    const struct family_level *levels; /* levels 1..n_levels */
    int n_levels;
    struct knob knobs[FAMILY_KNOBS];  /* ended by a NULL name */
    const struct family_depth *depth; /* NULL: there is no such dial */
    const char *few_keys; /* why one key may belong to more than a tenth of a
                             level's problems; NULL: it never does */
    /* The check measures, and may leave a right key undecided: then the problem
     * is drawn again, from other streams of the same coordinates. */
    bool draws_again;
    const struct recipe
        *recipe; /* of the functions below, if they are shared */
    const struct pair *pair;
    /* Of families that are no concept families, but are drawn, solved and
     * worded by a recipe: family/applied/applied.h. */
    const struct recipe *base;

    /* The same family with texts in other languages, which the knob "lang"
     * takes: cards of the same name, version and mathematics. */
    const struct family_translation {
        const char *code; /* "de"; NULL ends the list */
        const struct family *card;
    } * translations; /* NULL: there are none */

    /* Count the different problems of the level with these knobs, if they can
     * be counted and walked: then draw->rank is this problem's place in
     * 0..space-1 and no two indexes of a seed share one. 0, or a NULL function:
     * the space is so large that repeats are left to chance. Fails if the knobs
     * do not go together, or leave no problem at all. */
    bool (*space)(const struct family *f, int level, const struct json *knobs,
                  uint64_t *n, struct err *e);

    /* Fill statement, keys, solution, params and meta. */
    bool (*make)(const struct family *f, struct arena *a, struct draw *d,
                 struct problem *p, struct err *e);

    /* Is the key of p right? Uses p->params and the keys' text alone. Fails
     * only if params are malformed. */
    bool (*check)(const struct family *f, struct arena *a,
                  const struct problem *p, enum truth *holds,
                  struct check_finding *found, struct err *e);

    /* The family's own judge, if answers are not compared by value; or NULL. */
    const struct grade_own *own_judge;

    /* For families whose results show more than right and wrong: add that to
     * the document; else NULL. `facts` is the path of a YAML file of the user's
     * about the models, or NULL. Fails if it cannot be read. */
    bool (*show)(const struct family_results *r, const char *facts,
                 struct document *d, struct err *e);

    /* Beside `show`: the columns for CSV. groups[problem] are the groups of a
     * problem, of n, ended by UINT32_MAX; NULL: all problems are one group. */
    struct family_figures (*figures)(struct arena *a,
                                     const struct family_results *r,
                                     uint32_t *const *groups, size_t n);
};

/* Returns the knob of that name on the card, or NULL if there is none. */
const struct knob *family_knob_find(const struct family *f, const char *name);

/* Is `value` one of the words of the knob's list? */
bool knob_allows(const struct knob *k, const char *value);

/* Returns the card with the texts that the knob "lang" asks for; without it, the
 * card itself. */
const struct family *family_told(const struct family *f,
                                 const struct json *knobs);

/* Returns the value of a knob that is on the card: as set, or its default. */
const char *family_knob_value(struct arena *a, const struct family *f,
                              const struct json *knobs, const char *name);

/* Returns the depth of such problems, or 0 if the family has none. */
int64_t family_depth_of(const struct family *f, int level,
                        const struct json *knobs);

bool depth_allows(const char *value); /* a whole number from 1 on */
/* Fails, with the bound, if the knobs set a depth out of the card's range. */
MUST_USE bool family_depth_fits(const struct family *f,
                                const struct json *knobs, struct err *e);

/* Count the different problems of the level; *n is 0 if there are too many.
 * Fails if the knobs do not go together, or the depth is out of its range. */
MUST_USE bool family_space(const struct family *f, int level,
                           const struct json *knobs, uint64_t *n,
                           struct err *e);

/* Returns the level of that number or name, or 0 if there is none. */
int family_level_find(const struct family *f, const char *text);

#endif
