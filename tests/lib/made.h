/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_LIB_MADE_H
#define TESTS_LIB_MADE_H

#include "base/rng.h"
#include "hunt/outcomes.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Outcomes made by hand or at random, with weaknesses planted in them. */

#define MADE_NAMES 8 /* of one example at most */

/* Outcomes with one vocabulary, whose parts may be changed until it is used. */
struct made {
    struct arena a;
    struct outcomes s;
    struct vocabulary v;
    struct trait traits[5];
    uint32_t (*of)[MADE_NAMES + 1];
    double *words, *characters, *steps;
    const char **wording;
};

/* A weakness: an example with all these names, beyond the bound, fails with
 * this chance. */
struct plant {
    uint32_t names[2];
    size_t n;
    double above; /* words; 0: no bound */
    double fail;
};

struct rng made_stream(const char *name, uint64_t seed);
double made_unit(struct rng *r); /* from 0 to 1 */

/* n examples of their own clusters, three tries each and none failed, without
 * names; the vocabulary has that many. */
void made_open(struct made *m, size_t n, size_t names);

/* The same with names and traits drawn. */
void made_random(struct rng *r, struct made *m, size_t n, size_t names);

bool made_has(const struct made *m, size_t i, uint32_t name);
void made_give(struct made *m, size_t i, uint32_t name);

bool plant_holds(const struct made *m, const struct plant *p, size_t i);
size_t plant_size(const struct made *m, const struct plant *p);

/* Draws all tries again: each fails with chance `base`, and by every plant that
 * applies. */
void made_attempt(struct rng *r, struct made *m, const struct plant *p,
                  size_t n, double base);

#endif
