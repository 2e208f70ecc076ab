/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_MATHADOR_POINTS_POINTS_INT_H
#define FAMILY_MATHADOR_POINTS_POINTS_INT_H

#include "base/map.h"
#include "family/mathador/points/points.h"

/*
 * The points of a run, before they are summed up. Results on one game (the same
 * numbers and target, whatever examples or words surround them) depend on each
 * other: a game is a cluster.
 */

struct point { /* of a result that counts */
    size_t problem, model;
    double earned[MEASURES];
    int error; /* class of points_errors; -1: none */
    bool open; /* and so without points and without error */
};

struct plays {
    struct arena *arena;
    const struct family_results *of;
    struct point *all; /* in the order of the results */
    size_t n;
    const uint32_t *game; /* of each problem; NO_VALUE: no Mathador */
    size_t n_games;
    const char *const *classes; /* of errors */
    size_t n_classes;

    /* Working memory for sums: the sums of each game met, and the index of each
     * game in them (slot[game] - 1; 0: not met). */
    size_t *slot;
    double *total, *count;
    uint32_t *met;
};

/* plays.c: read the points. Returns false when there is no Mathador problem. */
bool plays_read(struct arena *a, const struct family_results *r,
                struct plays *out);

/* Sums of points, or of means of problems, by game: *n_met begins at 0; then
 * their mean with its interval. */
void plays_add(struct plays *p, size_t *n_met, size_t problem, double value);
double plays_end(struct plays *p, size_t n_met, struct interval *out);

/* ---- by groups of problems ---- */

#define NO_VALUE UINT32_MAX

/* The values that occur, and which one each problem has. */
struct sorting {
    const char *name;
    uint32_t *of; /* [problem], NO_VALUE: none */
    const char **values;
    size_t n;
};

/* Points by model and value: those of cell c = model * n + value are
 * which[start[c]] to which[start[c + 1] - 1]; those of a problem stand
 * together. */
struct lists {
    size_t *start, *which;
};

/* Makes the lists by groups: of[problem] has those of each problem, ended by
 * NO_VALUE (of NULL: all are in the first). A point may stand in several. */
struct lists plays_group(struct plays *p, uint32_t *const *of, size_t n);

/* Returns the scores of each list, [model * n + value]. Rate.n and problems count
 * problems, not games. */
struct points_scores *plays_scores(struct plays *p, const struct lists *l,
                                   size_t n);

static inline bool plays_is_game(const struct plays *p, size_t problem)
{
    return p->game[problem] != NO_VALUE;
}

/* Returns the number of a key, in the order of first sight. */
uint32_t plays_number(struct map *m, const void *key, size_t n, bool *added);

/* Collect the values that occur, sorted, and the value of each problem;
 * text[problem] NULL: it has none. */
struct sorting plays_sort(struct plays *p, const char *name,
                          const char *const *text);
struct lists plays_lists(struct plays *p, const struct sorting *s);
struct points_split *plays_add_split(struct plays *p, const struct sorting *s,
                                     const struct lists *l, struct points *out);

/* ---- what is made of them ---- */

/* split.c: by level and difficulty; by a knob of the card, all others held
 * fixed. */
void plays_split_level(struct plays *p, struct points *out);
void plays_split_difficulty(struct plays *p, struct points *out);
void plays_split_knob(struct plays *p, const char *name, struct points *out);

/* sets.c: by seed, with the spread between sets. */
void plays_split_sets(struct plays *p, struct points *out);

/* facts.c: read a user's file. */
MUST_USE bool plays_facts(struct plays *p, const char *path, struct points *out,
                          struct err *e);

#endif
