/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_MATHADOR_WHOLE_H
#define FAMILY_MATHADOR_WHOLE_H

#include "family/mathador/bag.h"
#include "family/mathador/settings.h"
#include "family/mathador/solve.h"

/*
 * The whole game: every set of numbers that can be drawn, every target that
 * the settings ask for, and the exact distribution of their difficulty.
 *
 * The difficulty of an instance (a set and a target) is the sum of the scores
 * of its solutions over the square of their number. Its levels are thirds of
 * the game: an edge is the least difficulty up to which a third (two thirds)
 * of all draws with all their targets lie. Values are compared as fractions.
 */

/* points / solutions^2 */
struct difficulty {
    uint64_t points, solutions;
};

int difficulty_compare(struct difficulty a, struct difficulty b);
double difficulty_value(struct difficulty d);

/* By the measure of the settings. */
struct difficulty difficulty_of(const struct solve_outcome *o, bool distinct);

struct drawn_set {
    struct bag bag;
    uint32_t draws; /* in how many ways it can be drawn */
    size_t from, n; /* its instances */
};

struct instance {
    int64_t target;
    struct difficulty difficulty;
    uint32_t draws; /* of its set */
    bool mathador;  /* can be reached by one */
};

#define MATHADOR_LEVELS 3

struct whole {
    struct settings settings;
    struct drawn_set *sets; /* in the order of bag_key */
    size_t n_sets;
    struct instance *instances; /* set by set, targets ascending */
    size_t n_instances;
    uint32_t *order; /* of the instances, from the easiest to the hardest;
                        those of equal difficulty as the game has them */
    uint64_t draws;  /* of sets */
    uint64_t weight; /* draws of instances */
    struct difficulty edges[MATHADOR_LEVELS - 1];
    struct solver *solver; /* that solved it, trimmed; may be NULL */
};

/* Is that value of a set an instance of this game? */
bool whole_asks(const struct settings *s, int64_t value, bool mathador);

/* Reports progress; may be NULL. Returns false to stop. */
typedef bool whole_tick(void *ctx, size_t done, size_t all);

/* Solve everything. ERR_LIMIT: the game is too large; ERR_DOMAIN: it has no
 * instance. Stopped by tick: ERR_SPENT. */
MUST_USE bool whole_solve(struct whole *w, const struct settings *s,
                          whole_tick *tick, void *ctx, struct err *e);
void whole_clear(struct whole *w);

/* 1 to MATHADOR_LEVELS. */
int whole_level(const struct difficulty edges[], struct difficulty d);

/* The part of a game that other targets leave, s being the same but for the
 * targets: what whole_solve() would give. ERR_DOMAIN: nothing is left. */
MUST_USE bool whole_narrow(struct whole *w, const struct whole *all,
                           const struct settings *s, struct err *e);

#endif
