/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_MEASURE_PAIRED_H
#define EVOLVE_MEASURE_PAIRED_H

#include "evolve/measure/measure.h"
#include "evolve/measure/measure_int.h"

/*
 * The same problems twice: originals and their variants, and problems without
 * and with an operator. Most of the spread between problems cancels.
 */

/* ---- originals and variants ---- */

struct drop {
    const char *model, *set;            /* model NULL: all of them */
    const char *arm;                    /* "renamed"; of an effect the operator;
                                           NULL: variants as they are */
    const char *run_before, *run_after; /* their names in the store; or NULL */
    size_t pairs;
    struct measured_pair *items; /* they, where they are kept, or NULL */
    size_t left_out;             /* pairs in which one side has no counted
                                  attempt */
    struct rate before, after;   /* accuracy on those pairs */
    double relative; /* (before - after) / before; NaN where before is 0 */
    struct interval relative_interval; /* of the ratio of both means */
    double difference, p;              /* before - after, paired; permutation */
    struct interval difference_interval;
    /* Share of pairs in which the original is right and the variant wrong, and
     * of those the other way round; of several attempts the product of their
     * shares. A model that remembers originals has many of the former. */
    struct rate lost, gained;
    /* Wrong numbers given for variants whose key is not the original's gold;
     * hits: those that are this gold. Chance: the share of the other originals'
     * golds that they are. */
    struct slip_count memory;
};

/* The mean over models of drops of one set and arm, or of all sets. */
struct drop_mean {
    size_t n, models;          /* drops with pairs; different models */
    struct rate before, after; /* clustered by original, a drop like another */
    double difference, relative; /* of these means */
    struct interval relative_interval;
};

/* Returns the mean over drops of that set (NULL: of every set) and arm (NULL:
 * variants as they are). */
struct drop_mean drops_mean(const struct drop *drops, size_t n, const char *set,
                            const char *arm);

struct drop_by_length {
    size_t steps; /* of the chain; in the last row: so many or more */
    struct drop drop;
};

struct paired {
    struct drop *drops; /* for each model */
    size_t n_drops;
    struct drop_by_length *lengths; /* over all models, by length */
    size_t n_lengths;
    struct drop sure[2]; /* certified variants (no pairs: none), the others */
    double length_spearman, length_p;   /* of drop (the mean over models)
                                         against length, by original */
    double spread_before, spread_after; /* deviation of accuracies between
                                           models; NaN: one model */
};

/* Compares originals and variants. original[i] is the place of variant i's
 * original among the problems of the first run (SIZE_MAX: it has none and is
 * left out), and steps[i] the length of its chain. */
MUST_USE bool measure_paired(struct arena *a, struct store *s,
                             const struct run_info *before,
                             const struct problem *originals, size_t n_before,
                             const struct run_info *after,
                             const struct problem *variants, size_t n_after,
                             const size_t *original, const size_t *steps,
                             const char *set, bool strict, uint64_t seed,
                             struct paired *out, struct err *e);

/* ---- with and without each operator ---- */

/* Every problem is asked in each run; in each run half of the factors are at
 * work. */
struct design {
    size_t n; /* problems; the one of run r and number i is r * n + i */
    size_t factors;
    const char *const *names; /* of the factors: operators */
};

/* Returns how many runs so many factors need. */
size_t design_runs(size_t factors);

/* Returns whether factor k is at work in the run. */
bool design_has(size_t factors, size_t run, size_t k);

/* Compares accuracy with and without each factor: a drop for each model and
 * factor, from problems without to the same with it. Problems to which it could
 * not be applied in any run are left out. */
MUST_USE bool measure_effects(struct arena *a, struct store *s,
                              const struct run_info *run,
                              const struct problem *problems,
                              const struct design *d, const char *set,
                              bool strict, uint64_t seed, struct drop **out,
                              size_t *n_out, struct err *e);

/* ---- for people and programs ---- */

/* Adds the tables "models" and "lengths" with sentences about them; nothing if
 * there are no pairs. */
void paired_document(struct document *d, const struct paired *p);

/* Adds the table "arms" of drops by model, set and arm, with means over models
 * below; nothing of none. */
void arms_document(struct document *d, const struct drop *drops, size_t n);

/* Adds the table "effects" of drops by model and operator; nothing of none. */
void effects_document(struct document *d, const struct drop *drops, size_t n);

/* The same as short tables of at most so many rows, the worst first. */
void arms_screen(struct document *d, const struct drop *drops, size_t n,
                 size_t rows);
void means_screen(struct document *d, const struct drop *drops, size_t n);

void effects_screen(struct document *d, const struct drop *drops, size_t n,
                    size_t rows);

/* Adds the drops as a short table of at most so many rows, the worst first. */
void paired_screen(struct document *d, const struct paired *p, size_t rows);

/* Adds the figures of drops, by model, with means over models, and of what is
 * right on one side alone. Drops of several sets stand side by side. */
void drops_figures(struct document *d, const struct drop *drops, size_t n);

/* Adds them for each set and arm, and how often golds are remembered. */
void arms_figures(struct document *d, const struct drop *drops, size_t n);

/* Adds the figure of wrong answers that are the original's gold, beside
 * chance. */
void memory_figure(struct document *d, const struct drop *drops, size_t n);

/* Adds the figure of operators' effects. */
void effects_figure(struct document *d, const struct drop *drops, size_t n);

/* Adds those figures for one set, and the drop by length. */
void paired_figures(struct document *d, const struct paired *p);

/* ---- pairs ---- */

struct measured_pair {
    size_t original, steps, model;
    double before, after; /* shares of the counted attempts that are right */
    bool certified;       /* the variant */
};

struct measured_pairs {
    struct measured_pair *items;
    size_t n;
    size_t left_out;
};

/* Computes the drop over these pairs, and sorts them by original. */
void paired_drop(struct measured_pairs *p, const char *model, const char *set,
                 uint64_t seed, struct drop *out);

/* ---- several drops ---- */

bool drops_have_sets(const struct drop *drops, size_t n);

/* Returns whether it is a drop of that set (NULL: of any) and arm. */
bool drop_is_of(const struct drop *w, const char *set, const char *arm);

#endif
