/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_PROFILE_H
#define GRADE_PROFILE_H

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

#endif
