/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_HARD_PLANE_H
#define FAMILY_HARD_PLANE_H

#include "family/family.h"
#include "family/recipe/values.h"

/*
 * A construction in the plane: points with whole coordinates are given, and
 * each step makes a new point of earlier ones. All coordinates are of the form
 * u + v sqrt(3) with rational u and v.
 */

enum plane_step {
    PLANE_MIDPOINT, /* of a and b */
    PLANE_MIRROR,   /* a reflected in the point b */
    PLANE_QUARTER,  /* a turned about b by 90 degrees, counterclockwise */
    PLANE_SIXTH,    /* the same by 60 degrees */
    PLANE_CENTROID, /* of a, b, c */
    PLANE_FOOT,     /* of the perpendicular from a to the line b c */
    PLANE_FLIP,     /* a reflected in the line b c */
    PLANE_MEET,     /* of the lines a b and c d */
    PLANE_CENTRE,   /* of the circle through a, b, c */
    PLANE_SECOND,   /* where the circle about a through b meets the line b c
                       again */
    PLANE_ORTHO     /* the orthocentre of a, b, c */
};

#define PLANE_STEPS    (PLANE_ORTHO + 1)
#define PLANE_POINTS   4  /* that a step uses at most */
#define PLANE_FARTHEST 99 /* coordinate of a given point */

#define PLANE_DEEPEST 2000 /* steps that the check follows */

struct plane {
    struct ints x, y;       /* one item for each given point */
    struct ints step;       /* one item for each step */
    struct ints a, b, c, d; /* numbers of the points it uses, from 1; 0: none */
};

/* Is the key u + v for the abscissa u + v sqrt(3) of the last point? By
 * complex numbers. */
enum truth plane_check(struct arena *a, const void *values, const char *key,
                       struct check_finding *f);

#endif
