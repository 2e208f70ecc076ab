/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_PROPOSE_BANK_H
#define HUNT_PROPOSE_BANK_H

#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"
#include "hunt/hypothesis.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * The bank of HypoGeniC: hypotheses with their right predictions so far, and
 * the reward worth + alpha * sqrt(ln t / visits) by which they are chosen. The
 * worth of an entry is its accuracy, as published, or its balanced accuracy:
 * the mean over labels of the share of rows with that label that it predicts
 * rightly. The accuracy of a hypothesis that never applies is the share of
 * solved examples; its balanced accuracy is 0.5.
 */

/* Tries on rows of one label. */
struct bank_tally {
    const char *label;
    size_t right, visits;
};

struct bank_entry {
    const char *text;
    struct suspicion
        suspicion; /* without name and bound: none was read from it */
    size_t right, visits;
    struct vec by_label; /* of struct bank_tally */
    double reward;
    struct vec correct;  /* of struct bank_hit: rows predicted rightly */
    const size_t *shown; /* rows that it was made from; n_shown */
    size_t n_shown;
};

struct bank_hit {
    size_t row;
    const char *label;
};

struct bank {
    struct arena *arena;
    struct bank_entry *entries;
    size_t n, cap;
    double alpha;
    size_t labels; /* that rows may have: worth is the balanced accuracy; 0: the
                      accuracy */
};

/* Returns an entry without tries. */
struct bank_entry bank_entry_new(struct arena *a, const char *text);

/* Counts a try on a row with that label. */
void bank_count(struct bank_entry *h, size_t row, const char *label,
                bool right);

double bank_accuracy(const struct bank_entry *h);

/* Returns the mean over `labels` labels; one that was not tried counts as by
 * chance. NaN if no try was counted by its label (an entry of a file). */
double bank_balanced(const struct bank_entry *h, size_t labels);

/* Returns what the bank's entries are ranked by, besides exploring. */
double bank_worth(const struct bank *b, const struct bank_entry *h);

/* Returns the reward at time t, when the t-th training example is tried;
 * BANK_UNTRIED, which is more than any other, if there are no visits. */
#define BANK_UNTRIED 1e300

double bank_reward(const struct bank *b, const struct bank_entry *h, double t);

/* Refresh the rewards of all entries at time t. */
void bank_refresh(struct bank *b, double t);

/* Returns whether there is an entry with the same text or, if `by_claim`, with
 * the same concepts. *at is its number, or the bank's n. */
bool bank_find(const struct bank *b, const struct bank_entry *h, bool by_claim,
               size_t *at);

/* Adds an entry. Returns false if bank_find() finds one, and *at is then its
 * number. */
bool bank_add(struct bank *b, const struct bank_entry *h, bool by_claim,
              size_t *at);

/* Sort by reward, then worth, then text; keep at most `most`. */
void bank_cut(struct bank *b, size_t most);

/* Fills out with the numbers of the best k by reward (k = 0: all), best first,
 * and returns how many. */
size_t bank_top(struct arena *a, const struct bank *b, size_t k, size_t **out);

/* Fills out with the numbers of the best k by worth, likewise. */
size_t bank_worthiest(struct arena *a, const struct bank *b, size_t k,
                      size_t **out);

/* Returns the entry with the highest worth; of equals the one with more
 * visits, then the first by text. The bank must not be empty. */
size_t bank_best(const struct bank *b);

/* HypoGeniC's file: a JSON object from text to {hypothesis, acc, num_visits,
 * reward, correct_examples: [[row, label] ...]}; ours has "concepts", "factor"
 * and "balanced" too, which that tool passes over. */
void bank_write(struct str *out, const struct bank *b);

#endif
