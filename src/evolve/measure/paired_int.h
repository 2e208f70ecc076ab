/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_MEASURE_PAIRED_INT_H
#define EVOLVE_MEASURE_PAIRED_INT_H

#include "evolve/measure/measure_int.h"
#include "evolve/measure/paired.h"

/* Between the files of paired.h. */

/* ---- memory (memory.c) ---- */

struct memory {
    const struct problem *originals, *variants;
    size_t n_originals, n;
    const size_t *original; /* [variant]; SIZE_MAX: none */
    const struct replies *replies;
};

/* Counts what a model says of the variants. */
void memory_count(struct arena *a, const struct memory *m, size_t model,
                  struct slip_count *out);

/* ---- pairs (paired.c) ---- */

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

/* Returns the interval of a relative drop between two means with that
 * correlation; before > 0. */
struct interval paired_relative(const struct rate *before,
                                const struct rate *after, double correlation);

/* ---- several drops (drops.c) ---- */

bool drop_is_of(const struct drop *w, const char *set, const char *arm);
/* The first drop of its set and arm; with `all` of its arm. */
bool drop_is_first(const struct drop *drops, size_t i, bool all);
bool drops_have_sets(const struct drop *drops, size_t n);

/* Returns short names of the models of the drops, which may come again. */
const char **drops_labels(struct document *d, const struct drop *drops,
                          size_t n);

/* Adds the means over models of each set and arm, and of all sets. */
void drops_means(struct document *d, const char *name, const struct drop *drops,
                 size_t n);

/* Says of which drops something is not known, and why. */
void drops_say_unknown(struct document *d, const struct drop *drops, size_t n);

/* Says what memory and what left out are. */
void drops_say_words(struct document *d);

/* Returns the drops in another order (paired_document.c): the largest relative
 * one first, those that are not known last. */
const struct drop **paired_worst(struct arena *a, const struct drop *drops,
                                 size_t n);

/* ---- cells of tables (paired_document.c, arms_document.c) ---- */

/* A change with its interval, under a name for programs. */
struct doc_table;
void change_cells(struct doc_table *t, const char *name, const char *heading,
                  double x, struct interval i, size_t n);

/* `all`: the last columns are shown, too. */
void drop_cells(struct doc_table *t, const struct drop *d, bool all);
void memory_cells(struct doc_table *t, const struct slip_count *s);

/* Returns the names of models and sets of drops. */
struct measure_names drops_names(struct document *d, const struct drop *drops,
                                 size_t n);

#endif
