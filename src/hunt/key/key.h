/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_KEY_KEY_H
#define HUNT_KEY_KEY_H

#include "base/arena.h"
#include "base/err.h"
#include "base/truth.h"
#include "hunt/domain.h"
#include "hunt/write/filter.h"
#include "hunt/write/form.h"
#include "problem/problem.h"
#include "run/question/question.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Keys for problems that a model wrote. Key models solve each; an answer is the
 * key when at least two of them agree on it by equivalence, as the judge
 * decides it, and none that answered disagrees. Where the writer gave a
 * compute: line that our reader understands, its value must agree too; a
 * compute line and one key model that agree are enough as well. The writer's
 * own answer never makes a key, but makes it doubtful if it contradicts; a
 * compute: line that is a bare number, or the writer's answer again, counts as
 * that answer. Where answers are labels, equal means the same label, and a text
 * that is none is no answer.
 */

/* What is asked of key models, and what a key may be. */
struct key_rules {
    const struct domain *domain;
    struct answer_form form;
};

enum key_state {
    KEY_SURE,     /* goes into the set */
    KEY_DOUBTFUL, /* goes to the review queue, with why */
    KEY_NONE,     /* thrown out: a flaw */
};

struct key_finding {
    enum key_state state;
    enum flaw flaw;  /* of KEY_NONE: ambiguous or invalid */
    const char *key; /* LaTeX; of doubtful ones the likeliest, or NULL */
    const char *why; /* one sentence */
    const char *const *answers; /* of each key model, NULL: none */
    size_t n_answers;
    const char
        *computed; /* value of the compute: line; NULL: none or not read */
};

/*
 * Finds keys for n drafts with the key models; each model is asked all drafts
 * at once. A model may say that a problem is flawed (the last box of its reply
 * is "invalid"); two that say so make the draft invalid. Fails as
 * question_ask() does.
 */
MUST_USE bool key_find(struct arena *a, struct questioner *models,
                       size_t n_models, const struct key_rules *rules,
                       const struct draft *drafts, size_t n,
                       struct key_finding *out, struct err *e);

/* Decides from answers alone. answers[i] is NULL if model i gave none, and
 * "invalid" if it says that the problem is flawed. */
void key_decide(struct arena *a, const struct answer_form *f,
                const struct draft *d, const char *const *answers, size_t n,
                struct key_finding *out);

/* Returns whether two answers are equal, as a key and an answer to it must
 * be. */
enum truth key_same(const char *x, const char *y);

/*
 * Returns the value of a compute: line as LaTeX, or NULL, with *why, if it is
 * not understood or cannot be computed within the ceilings. The line may be an
 * expression with numbers, sums, products, binomials, factorials, definite
 * integrals, limits; a congruence "x \equiv 2 \pmod 3, x \equiv 3 \pmod 5" (its
 * least non-negative solution); "a^b mod n"; linear equations in up to six
 * unknowns ("solve x+y=3, x-y=1": a tuple in the order of appearance; "... for
 * x" or "... for xy": that), or one polynomial ("solve x^2=2 for x": its real
 * roots, a set if several). It is read by the judge's own reader and computed
 * by exact or ball arithmetic. A value that is known only as a ball is returned
 * as the simple fraction that the judge finds equal to it, or else as the
 * expression itself.
 */
const char *key_compute(struct arena *a, const char *line, const char **why);

#endif
