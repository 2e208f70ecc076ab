/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_HARD_BAND_H
#define FAMILY_HARD_BAND_H

#include "base/arena.h"
#include "family/recipe/pick.h"
#include "family/recipe/values.h"
#include "math/flint.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Graphs with vertices 1..n whose edges join numbers that differ by BAND_WIDTH
 * or less. Edge i joins u[i] and v[i], u[i] < v[i].
 *
 * Drawing serves both roads of a family; band_sum() is a second road and must
 * not be used by a first one.
 */

#define BAND_WIDTH 4
#define BAND_LEAST (BAND_WIDTH + 1) /* vertices */

/* Draw a connected graph: every vertex from the third on is joined to two or
 * three earlier ones. */
void band_draw(struct pick *k, int64_t n, struct ints *u, struct ints *v);

/* Returns for vertex i and distance d the number of the edge from i - d to i,
 * plus 1, at [i * (BAND_WIDTH + 1) + d], 0 where there is none; or NULL if an
 * edge is no edge of such a graph or stands twice. */
int64_t *band_back(struct arena *a, int64_t n, const struct ints *u,
                   const struct ints *v);

/* A sum over sets of edges: the product of the weights of the edges, times x to
 * the number of components less one. */
struct band_sum {
    int64_t n;
    const int64_t *back;   /* of band_back() */
    const int64_t *weight; /* of edge i; NULL: all are -1 */
    int64_t x;
    bool forests;    /* only sets without cycles count */
    int64_t modulus; /* 0: none */
};

/* Frontier by frontier: the sets are held apart only by how they connect the
 * last vertices (Fortuin and Kasteleyn's sum). */
void band_sum(struct arena *a, const struct band_sum *s, fmpz_t out);

#endif
