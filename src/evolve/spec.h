/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_SPEC_H
#define EVOLVE_SPEC_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "evolve/fitness/fitness.h"
#include "family/linear/system.h"
#include "model/decoding.h"
#include "run/spec/fields.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * All that an evolution depends on: one struct with defaults, read from YAML
 * and printed back with comments. How calls are sent is not in it.
 */

#define EVOLVE_SEEDS   "seeds" /* source: linear seeds of our own */
#define EVOLVE_HIGH    1000    /* largest value of a seed's variable */
#define EVOLVE_FACTORS 16      /* operators whose effects are told apart */

struct evolve_spec {
    /* what is evolved */
    const char *source; /* EVOLVE_SEEDS, families, or a file of problems */
    const char *as;     /* the file's reader; NULL: found by its fields */
    size_t limit;       /* the first so many of its problems; 0: all */
    const char *const *families; /* not empty: problems of these instead */
    size_t n_families;
    size_t level;       /* of the families */
    size_t population;  /* problems, of seeds and families */
    size_t variables;   /* of a seed; 0: 5, or what it needs */
    int depth;          /* that it has, plus 2; 1: as it comes; 0: as it comes,
                            but 1 where there is a distance */
    int distance;       /* plus 1; 0: as it comes */
    int decoy_distance; /* of misleading conditions from the path, so, too */
    size_t sparsity;    /* variables of its equations, on average */
    size_t low, high;   /* its whole numbers */
    const char *theme;  /* any, or one */
    bool certified;     /* of a public set: certified rows alone */
    bool fresh;         /* problems of a file get fresh numbers and names */
    bool unchanged;     /* rows that get none are kept */
    const char *seed;

    /* how */
    size_t generations;
    const char *const *without; /* fm, lm, co */
    size_t n_without;
    const char *const *operators; /* names in order; none: the usual ones */
    size_t n_operators;
    const char *writer; /* a model, or NULL: built-in text */
    struct decoding writer_decoding;

    /* fitness and selection */
    int features;        /* enum feature_set */
    const char *weights; /* file of a calibration; NULL: ours */
    const char *referee; /* a model, or NULL */
    struct decoding referee_decoding;
    double threshold, percentile;

    /* who is asked, if anybody */
    const char *const *models;
    size_t n_models;
    uint64_t attempts;
    bool strict;
    struct decoding decoding;
    bool settings; /* make the five settings even if no model is asked */
    const char *const *arms; /* of a file; not empty: these are asked alone */
    size_t n_arms;
    bool effects; /* likewise problems with and without each operator */

    const char *store, *out;
};

/* Its fields, for run/spec/fields.h. All but `store` and `out` are in the hash
 * by which an evolution is known. */
extern const struct spec_table evolve_table;

/* Fails if fields contradict each other. */
MUST_USE bool evolve_spec_check(const struct evolve_spec *s, struct err *e);

/* Fills *out with the cards of its families, in the arena, as family/choose.h
 * finds them. */
struct family;
MUST_USE bool evolve_families(struct arena *a, const struct evolve_spec *s,
                              const struct family ***out, size_t *n,
                              struct err *e);

/* The words for kinds of operators that may be left out: fm, lm, co. */
extern const char *const evolve_kind_words[];

/* Returns whether this arm of a file is wanted: "renamed". */
bool evolve_has_arm(const struct evolve_spec *s, const char *name);

/* Returns whether the source is a file. */
bool evolve_reads_file(const struct evolve_spec *s);

/* Returns the shape of its seeds. */
struct linear_shape evolve_shape(const struct evolve_spec *s);
/* A measure that is any (0), or the number less 1. */
struct linear_promise evolve_promise(int choice);

#endif
