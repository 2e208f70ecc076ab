/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_PROFILE_H
#define GRADE_PROFILE_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"

#include <stddef.h>

/*
 * A profile says by which law replies are judged instead of ours. A benchmark's
 * own law gives the numbers that its authors published, with its mistakes; a
 * profile of a file bends ours: a tolerance, what a missing unit or percent
 * sign means. A verdict names its profile. docs/grading.md has them with their
 * sources.
 */

enum profile_law {
    LAW_OURS,      /* with the options below */
    LAW_GSM8K,     /* "#### NUMBER", compared as text */
    LAW_MATH,      /* the last box, compared as text that was tidied up */
    LAW_HARDMATH2, /* the last box, evaluated at one point */
    LAW_MATHADOR   /* the last block of steps; games only */
};

/* A sign or unit that only one side has. */
enum profile_sign {
    SIGN_FORGIVE, /* by the lenient reading */
    SIGN_DEMAND,  /* never */
    SIGN_IGNORE   /* signs and units are not looked at */
};

struct profile {
    const char *name;
    const char *source; /* where the law is published; NULL: not said */
    enum profile_law law;
    const char *tolerance; /* as in grade_request; NULL: none */
    int digits;            /* as there; 0: the usual ones */
    enum profile_sign units, percent;
};

/* The profiles of benchmarks. */
extern const struct profile profiles[];
extern const size_t n_profiles;

/* Returns the benchmark's profile of that name, or NULL if there is none or
 * the name is NULL.
 * "paper" is an older name of "mathador". */
const struct profile *profile_find(const char *name);

/*
 * Profiles as people write them: the name of a benchmark, or a file of YAML,
 *
 *     name: school
 *     tolerance: 1%      # 0.01 is absolute
 *     digits: 3          # of a rounded answer
 *     units: demand      # or forgive (as ours), or ignore
 *     percent: ignore
 *     source: https://...
 */

/* Read a profile: the name of a benchmark, or an object with the fields of a
 * file. */
MUST_USE bool profile_read(struct arena *a, const struct json *v,
                           const struct profile **out, struct err *e);

/* Read what a user typed: the name of a benchmark, or that of a file, which
 * ends in .yaml or .yml or has a folder. */
MUST_USE bool profile_load(struct arena *a, const char *word,
                           const struct profile **out, struct err *e);

/* Returns what profile_read() reads as the same profile. */
struct json *profile_json(struct arena *a, const struct profile *p);

#endif
