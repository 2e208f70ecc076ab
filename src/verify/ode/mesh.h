/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VERIFY_ODE_MESH_H
#define VERIFY_ODE_MESH_H

#include "verify/ode/tape.h"

/*
 * Collocation at Gauss points on a mesh, in doubles. On an interval the highest
 * derivative is a polynomial through its values w at the Gauss points, and the
 * unknown follows from its derivatives z at the left end. Newton's method on
 * the whole mesh is a banded system, for conditions at any of the mesh's
 * points.
 */

#define MESH_STAGES 6

struct ode_mesh {
    unsigned order;
    size_t n;     /* intervals */
    double *x;    /* n + 1 points */
    double *z;    /* the unknown and its derivatives below the highest */
    double *w;    /* the highest at MESH_STAGES points of each interval */
    double scale; /* the largest |y| at a point */
    double last;  /* the size of the last step of Newton's method */
};

/* A condition: its tape in the unknowns, and the mesh point. */
struct mesh_condition {
    struct tape *zero;
    double x;
};

/* Returns a mesh with those points (sorted, distinct), all values 0. */
struct ode_mesh *mesh_new(const double *x, size_t n, unsigned order);
void mesh_free(struct ode_mesh *m);

/* Set y[0..order) to the unknown and its derivatives at a place. */
void mesh_at(const struct ode_mesh *m, double x, double *y);

/* Set the k-th derivative, k <= order, to a function of x; where it is not
 * finite, to 0. */
void mesh_put(struct ode_mesh *m, struct tape *t, unsigned k);

/* One step of Newton's method, shortened if it is more than `cap` of the
 * solution's size. The conditions are sorted by place. Returns the size of the
 * whole step relative to the solution, or NAN if the system is singular or a
 * value is not finite. */
double mesh_newton(struct ode_mesh *m, struct tape *f,
                   const struct mesh_condition *c, size_t conditions_n,
                   double cap);

/* Returns a mesh where every interval whose error is estimated above
 * `tolerance` (relative to the scale) is halved, with the solution carried
 * over; all: every one. *halved counts them; *stuck counts those that should be
 * and are too short. */
struct ode_mesh *mesh_refine(const struct ode_mesh *m, double tolerance,
                             bool all, size_t *halved, size_t *stuck);

#endif
