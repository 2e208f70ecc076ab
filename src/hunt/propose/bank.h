/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_PROPOSE_BANK_H
#define HUNT_PROPOSE_BANK_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/vec.h"
#include "hunt/hypothesis.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * The bank of HypoGeniC: hypotheses with their right predictions so far, and
 * the reward acc + alpha * sqrt(ln t / visits) by which they are chosen.
 */

struct bank_entry {
    const char *text;
    struct suspicion
        suspicion; /* n_concepts 0: no concepts were read from it */
    size_t right, visits;
    double reward;
    struct vec correct; /* of struct bank_hit: rows predicted rightly */
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
};

double bank_accuracy(const struct bank_entry *h);

/* Returns the reward at time t, when the t-th training example is tried;
 * BANK_UNTRIED, which is more than any other, if there are no visits. */
#define BANK_UNTRIED 1e300

double bank_reward(const struct bank_entry *h, double alpha, double t);

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

/* Sort by reward, then accuracy, then text; keep at most `most`. */
void bank_cut(struct bank *b, size_t most);

/* Fills out with the numbers of the best k by reward (k = 0: all), best first,
 * and returns how many. */
size_t bank_top(struct arena *a, const struct bank *b, size_t k, size_t **out);

/* Returns the entry with the highest accuracy; of equals the one with more
 * visits, then the first by text. The bank must not be empty. */
size_t bank_best(const struct bank *b);

/* HypoGeniC's file: a JSON object from text to {hypothesis, acc, num_visits,
 * reward, correct_examples: [[row, label] ...]}; ours has "concepts" too,
 * which that tool passes over. A file that has acc but no num_visits, as its
 * unions of banks, is read as if there were BANK_ASSUMED visits. */
#define BANK_ASSUMED 10000
#define BANK_MOST    10000 /* entries of a file */

void bank_write(struct str *out, const struct bank *b);
MUST_USE bool bank_read_file(struct arena *a, const char *path,
                             struct bank *out, struct err *e);

#endif
