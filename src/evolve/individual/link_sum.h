/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_INDIVIDUAL_LINK_SUM_H
#define EVOLVE_INDIVIDUAL_LINK_SUM_H

#include "math/exact/ratio.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * What the letter of a part stands for: a sum over answers of earlier parts,
 * "Let X be 3 less than the sum of 1/2 of the answer to question 1 and the
 * answer to question 2." With two terms answers are joined, and one that has a
 * term in two links is used twice: the chain is a graph.
 */

#define LINK_TERMS    2
#define LINK_WORDINGS 4

struct link_term {
    size_t from; /* the part whose answer it takes */
    struct ratio ratio;
    /* If that answer were another one (and all else as it is), the key of the
     * part would be another one too; see individual_prove_link(). */
    struct ratio other_answer, other_key;
    const char *other_text; /* where the key is no number */
};

struct link_sum {
    struct link_term terms[LINK_TERMS]; /* as they are told */
    size_t n;
    struct ratio plus; /* added to them */
};

/* Computes the sum, of the answers of all parts. Returns false if it is too
 * large. */
bool link_sum_value(const struct link_sum *x, const struct ratio *answers,
                    struct ratio *out);

/* Makes the simplest sum over the answers of parts from[0..n) that has that
 * value: ratios of small numbers, or a number more or less. Returns its
 * cost, the larger the longer to read; 0 if none is simple. The proofs are left
 * to be found. */
int link_sum_fit(const struct ratio *answers, const size_t *from, size_t n,
                 struct ratio value, struct link_sum *out);

/* The sentence, in one of LINK_WORDINGS wordings. */
const char *link_sum_say(struct arena *a, const char *letter,
                         const struct link_sum *x, unsigned wording);

/* Reads the sentence back: from, ratio and plus. Returns false if it is not one
 * that says what this letter is. */
bool link_sum_read(const char *text, const char *letter, struct link_sum *out);

/* The sum with its numbers, for a worked solution: "1/2 * 12 + 9 - 3". */
const char *link_sum_worked(struct arena *a, const struct link_sum *x,
                            const struct ratio *answers);

/* Returns whether both have the same terms, whatever their proofs. */
bool link_sum_equal(const struct link_sum *x, const struct link_sum *y);

#endif
