/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_TARGET_CONTROL_H
#define HUNT_TARGET_CONTROL_H

#include "base/arena.h"
#include "base/err.h"
#include "hunt/target/supply.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Sets that tell apart why a targeted set is hard.
 *
 * Matched: for each targeted problem one of other concepts with the same
 * level (or the nearest that family has), wording, distractors, digits and
 * steps, and of several candidates that with the nearest length and longest
 * number; a pair's control is a pair. For a bound, problems of the same
 * families on the other side of it, or of families that lie there if need be.
 *
 * Variants: the same problem (family, level, seed, index: the same numbers and
 * key) told otherwise, or made longer, or longer to solve:
 *   wording  plain against story and paraphrase in turn
 *   length   terse, no distractors against wordy, three
 *   steps    none more against three more
 *   size     no digits more against two more (other numbers: not paired)
 * Each has the matched problems of the claim's concepts told likewise, without
 * it, too (`others`): who fails whatever is long fails long matched problems
 * as well, and only short ones tell whether short problems of the claim are
 * solved like others.
 *
 * Auxiliary: other concepts that most targeted problems carry; problems of each
 * that do not have the claim's own concepts.
 */

#define CONTROL_AUXILIARIES 3 /* sets with another concept, at most */

enum control_kind {
    CONTROL_MATCHED,
    CONTROL_WORDING,
    CONTROL_LENGTH,
    CONTROL_STEPS,
    CONTROL_SIZE,
    CONTROL_AUXILIARY,
    CONTROLS
};

const char *control_name(enum control_kind k); /* "matched", "wording", ... */

/* Two sets of n that differ in one thing; of matched and auxiliary `with` is
 * NULL, since the targeted set itself is that. */
struct control_set {
    enum control_kind kind;
    const char *which; /* of auxiliary: the concept's name */
    const struct problem *with, *without;
    size_t n;
    bool paired;
    const struct problem *others; /* of variants: see above */
    size_t n_others;
};

/*
 * The sets for one claim and its targeted problems (made by families: others
 * are passed over), n problems each at most. A set that cannot be made is left
 * out. At most 3 auxiliary concepts. Deterministic by the seed.
 */
MUST_USE bool control_make(struct arena *a, const struct claim *c,
                           const struct taxonomy *t,
                           const struct problem *targeted, size_t n_targeted,
                           size_t n, const char *seed,
                           const struct control_set **out, size_t *n_out,
                           struct err *e);

#endif
