/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_FAMILY_H
#define FAMILY_FAMILY_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/rng.h"
#include "base/truth.h"
#include "grade/grade.h"
#include "problem/problem.h"
#include "report/document.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The card of a family: a generator of problems with proved keys.
 *
 * Commands, docs and tests all read the card; adding a family is a C
 * file with a card and a text file beside it, one line in family/table.c and
 * one file of cases for its check
 * (CONTRIBUTING.md has the steps).
 *
 * A problem is a pure function of its coordinates: family, version, level,
 * seed, index and knobs. `make` draws the mathematics from draw->maths and
 * the wording from draw->words: the same index with another wording is the
 * same mathematics and the same key. `check` derives the key again by
 * independent mathematics from the parameters alone. What `make` writes is
 * given out only when `check` says yes.
 *
 * Raise `version` whenever any byte of any problem changes.
 */

#define FAMILY_CONCEPTS 16 /* most concepts of one family */
#define FAMILY_KNOBS    8

struct recipe; /* family/recipe/recipe.h */
struct pair;   /* family/pair/pair.h */

struct family_level {
    const char *name; /* "easy"; may be NULL */
    const char *doc;  /* what makes it harder: sizes, steps, conditions */
};

/* A setting the user may change with --set name=value. */
struct knob {
    const char *name;
    const char *values; /* allowed words, "any|plain|story"; the first is the
                           default */
    const char *doc;
    /* For values that are more than a list of words: is this one allowed?
     * `values` then shows their forms, in capitals: "0..99|LO..HI". */
    bool (*allows)(const char *value);
};

/* What one problem is made from. */
struct draw {
    int level;                /* 1 is the easiest */
    struct rng maths;         /* numbers and structure */
    struct rng words;         /* names, objects, sentences */
    struct rng noise;         /* what is put around a statement */
    uint64_t space;           /* problems of the level; 0: not counted */
    uint64_t rank;            /* this problem's number among them */
    const struct json *knobs; /* object of those set, or NULL */
};

/* What `check` found, in words for people. */
struct check_finding {
    const char *by;     /* the method: "substitution" */
    const char *detail; /* what was verified, or what is wrong */
};

/* What models made of problems, some of them of the family. */
struct family_result {
    size_t problem, model; /* places in the lists below */
    const char *mark;      /* what it counts as: "correct", "truncated" */
    const char *more;      /* JSON that the family's own judge left; or NULL */
};

struct family_results {
    const struct problem *problems;
    size_t n_problems;
    const char *const *models; /* their names */
    size_t n_models;
    uint64_t attempts;                /* asked of each model for each problem */
    const struct family_result *rows; /* those that count, sorted by problem,
                                         model and attempt */
    size_t n;
};

/* Figures of each model and group of problems, besides right and wrong. */
struct family_figures {
    const char *const *names;
    size_t n;
    const double *values; /* [(model * groups + group) * n + figure]; NaN: not
                             known */
};

struct family {
    const char *name; /* "concept/crt" */
    int version;
    const char *title; /* "Chinese remainder theorem" */
    const char *doc;   /* a paragraph for help and the family's page */
    const char *concepts[FAMILY_CONCEPTS]; /* high granularity, NULL-ended */
    enum answer_kind answer;
    const struct family_level *levels; /* levels 1..n_levels */
    int n_levels;
    struct knob knobs[FAMILY_KNOBS]; /* ended by a NULL name */
    const char *few_keys; /* why one key may be that of more than a tenth of a
                             level's problems; NULL: it never is */
    /* What the functions below work from, in families that share them. */
    const struct recipe *recipe;
    const struct pair *pair;

    /* How many different problems the level has with these knobs, when they
     * can be counted and walked: then draw->rank is this problem's place in
     * 0..space-1 and no two indexes of a seed share one. 0, or a NULL
     * function: the space is so large that repeats are left to chance. Fails
     * when the knobs do not go together, or leave no problem at all. */
    bool (*space)(const struct family *f, int level, const struct json *knobs,
                  uint64_t *n, struct err *e);

    /* Fill statement, keys, solution, params and meta. */
    bool (*make)(const struct family *f, struct arena *a, struct draw *d,
                 struct problem *p, struct err *e);

    /* Is the key of p right? From p->params and the keys' text alone. Fails
     * only when params are malformed. */
    bool (*check)(const struct family *f, struct arena *a,
                  const struct problem *p, enum truth *holds,
                  struct check_finding *found, struct err *e);

    /* Only where answers are not compared by value: the family's own judge of
     * replies. */
    const struct grade_own *own_judge;

    /* Only where results show more than right and wrong: add it to the
     * document. `facts` is the path of a YAML file of the user's about the
     * models, or NULL. Fails when that cannot be read. */
    bool (*show)(const struct family_results *r, const char *facts,
                 struct document *d, struct err *e);

    /* Beside `show`: the columns that CSV has for it. groups[problem] are the
     * groups of a problem, of n, ended by UINT32_MAX; NULL: one of all. */
    struct family_figures (*figures)(struct arena *a,
                                     const struct family_results *r,
                                     uint32_t *const *groups, size_t n);
};

/* The knob of that name on the card, NULL when there is none. */
const struct knob *family_knob_find(const struct family *f, const char *name);

/* Is `value` one of the words of the knob's list? */
bool knob_allows(const struct knob *k, const char *value);

/* The value of a knob: as set, or its default. It must be on the card. */
const char *family_knob_value(struct arena *a, const struct family *f,
                              const struct json *knobs, const char *name);

/* How many different problems the level has; *n is 0 when they are more than
 * can be counted. Fails when the knobs do not go together. */
MUST_USE bool family_space(const struct family *f, int level,
                           const struct json *knobs, uint64_t *n,
                           struct err *e);

/* The level of that number or name, 0 when there is none. */
int family_level_find(const struct family *f, const char *text);

#endif
