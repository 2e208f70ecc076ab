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
 * term in two links is used twice: the chain is a graph. Where an answer is
 * large, negative or a fraction, something of it may be taken that is a small
 * whole number: "the remainder when the answer to question 1 is divided by 7".
 */

#define LINK_TERMS    2
#define LINK_WORDINGS 4
#define LINK_BY       100 /* that a remainder is of, most */

/* What is taken of an answer. */
enum link_of {
    LINK_ANSWER,         /* all of it */
    LINK_ABSOLUTE,       /* its absolute value */
    LINK_PARTS,          /* numerator plus denominator; it is not negative */
    LINK_ABSOLUTE_PARTS, /* those of the absolute value */
    LINK_OF
};

struct link_term {
    size_t from; /* the part whose answer it takes */
    enum link_of of;
    int64_t by; /* of that, the remainder on division by this; 0: all of it */
    struct ratio ratio; /* so much of what is taken */
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
 * large, or if an answer has not what is taken of it: a remainder is of a whole
 * number that is not negative. */
bool link_sum_value(const struct link_sum *x, const struct ratio *answers,
                    struct ratio *out);

/* Makes the simplest sum over the answers of parts from[0..n) that has that
 * value: ratios of small numbers, a whole number up to 100 more or less, a
 * remainder. Returns its cost, the larger the longer to read; 0 if none is simple. The proofs are left
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

/* The name of what is taken, for files: "absolute"; "" of an answer itself. */
const char *link_of_name(enum link_of of);
bool link_of_find(const char *name, enum link_of *out);

/* Returns whether both have the same terms, whatever their proofs. */
bool link_sum_equal(const struct link_sum *x, const struct link_sum *y);

#endif
