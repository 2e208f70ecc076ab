/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_ACCEPT_ACCEPT_INT_H
#define FAMILY_ACCEPT_ACCEPT_INT_H

#include "base/rng.h"
#include "family/accept/accept.h"
#include "family/language/program.h"

/* What the rows share: samples of every kind and level, and the findings. */

struct drawn_sample {
    struct given g;
    const char *key;
};

/* A kind at a level. */
struct drawn_spot {
    size_t kind;
    int level;
    struct drawn_sample *at;
    size_t n;
    uint64_t tried, refused; /* draws, and those that met a condition not */
    uint64_t cost;           /* units of all samples, to see what one costs */
};

struct accepting {
    struct arena *arena;
    const struct accept_options *o;
    const struct family *family;
    const struct family_file *file;
    struct acceptance *out;
    struct vec spots; /* struct drawn_spot */
    struct rng rng;
    uint64_t worst; /* units of the dearest draw, solution, check or text */
    size_t worst_at;
    uint64_t samples, said_no; /* figures of the rows */
    uint64_t told, told_cost;  /* statements, and units that they took */
    bool may_fail;             /* texts: of values that were changed */
    bool stopped;
};

/* Units that a row may use on a spot: tests are fewer where one is dear. */
#define ACCEPT_WORK 40000000

/* ---- findings ---- */

/* Add a finding to a row, unless it has enough of them, with the values of the
 * sample (or none). `at` is an offset in the file. */
void accept_find(struct accepting *x, enum accept_row row, size_t at,
                 const struct given *g, const char *cure, const char *fmt, ...)
    PRINTF(6, 7);
void accept_note(struct accepting *x, size_t at, const char *fmt, ...)
    PRINTF(3, 4);
void accept_figure(struct accepting *x, enum accept_row row, const char *fmt,
                   ...) PRINTF(3, 4);

/* Returns 1234567 as "1,234,567". */
const char *accept_count(struct accepting *x, uint64_t n);

/* Count the work; keep the dearest. A failure that met a limit is a finding of
 * the row "bounded". Returns whether it was one. */
bool accept_cost(struct accepting *x, const struct program_fault *fault,
                 const struct given *g);

/* Say how far a row is. Returns false if the user stopped it. */
bool accept_goes_on(struct accepting *x, enum accept_row row, size_t done,
                    size_t all);

/* Returns a number of 0..n-1. */
size_t accept_any(struct accepting *x, size_t n);

/* Returns the statement of a sample in a wording, or NULL if the wording does
 * not fit it. The same seed gives the same names and things. */
const char *accept_say(struct accepting *x, struct arena *a,
                       const struct given *g, size_t wording, uint64_t seed);

/* ---- wrong keys ---- */

/* Append texts (const char *) of keys other than that of the sample: near it,
 * made of its given values, of other samples. */
void wrong_keys(struct accepting *x, struct arena *a,
                const struct drawn_spot *s, const struct drawn_sample *m,
                struct vec *out);

/* ---- the rows ---- */

void accept_samples(struct accepting *x); /* agrees, bounded */
void accept_says_no(struct accepting *x);
void accept_values(struct accepting *x);   /* says enough, nothing idle */
void accept_problems(struct accepting *x); /* the rest, of whole problems */

/* ---- texts ---- */

/* Returns what does not read well in a statement or a worked solution, or
 * NULL. `what` is set to the piece of the text. */
const char *text_fault(struct arena *a, const char *text, bool is_statement,
                       bool is_english, const char **what);

/* Likewise for an equation of numbers in a worked solution. */
const char *equation_fault(struct arena *a, const char *text,
                           const char **what);

#endif
