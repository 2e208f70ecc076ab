/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_TARGET_CONTROL_H
#define HUNT_TARGET_CONTROL_H

#include "base/arena.h"
#include "base/err.h"
#include "hunt/target/supply.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Sets of problems that show why a targeted set is hard.
 *
 * Together with the targeted problems, whose knobs are drawn, and with the rest
 * of the benchmark they are a design: the suspicion's concepts, each alone,
 * together and neither, crossed with length, wording, size, steps and the
 * answer.
 *
 * Matched: for each targeted problem one of other concepts with the same level
 * (or the nearest that its family has), wording, distractors, digits and steps.
 * Of several candidates those with an answer of the same kind, sign and size
 * come first, and of these the nearest in length and in its longest number. The control of a pair is a pair. For a bound, problems of the same
 * families on the other side of it are taken, or of other families if there are
 * none.
 *
 * Variants: the same problem (family, level, seed, index: the same numbers and
 * key) in other words, made longer, or longer to solve:
 *   wording  plain against story and paraphrase in turn
 *   length   terse, no distractors against wordy, three
 *   steps    none more against three more
 *   size     no digits more against two more (other numbers: not paired)
 *
 * Part: of a suspicion of several concepts, problems that have one of them and
 * none of the others; a pair stays a pair. Of concepts within a bound, problems
 * of the same families outside it.
 *
 * Auxiliary: problems of another concept that most targeted problems carry,
 * without the suspicion's own concepts.
 */

#define CONTROL_AUXILIARIES 3 /* sets with another concept, at most, */
#define CONTROL_PARTS       2 /* and with a part of the suspicion */

/* Of n problems of a set, variants have so many on each side: they are
 * compared with themselves. */
#define CONTROL_VARIANTS(n) (((n)*3 + 3) / 4)

enum control_kind {
    CONTROL_MATCHED,
    CONTROL_WORDING,
    CONTROL_LENGTH,
    CONTROL_STEPS,
    CONTROL_SIZE,
    CONTROL_PART,
    CONTROL_AUXILIARY,
    CONTROLS
};

const char *control_name(enum control_kind k); /* "matched", "wording", ... */

/* Two sets of n problems that differ in one thing. For matched ones, parts and
 * auxiliaries `with` is NULL: the targeted set takes its place. */
struct control_set {
    enum control_kind kind;
    const char *which; /* of parts and auxiliaries: the name */
    const struct problem *with, *without;
    size_t n;
    bool paired;
};

/*
 * Makes the sets for one suspicion and its targeted problems, at most n
 * problems each, in the arena. Targeted problems that no family made are
 * skipped, and a set that cannot be made is left out. There are no variants in knobs that the range
 * (NULL: everything) does not draw. The same seed gives the same sets.
 */
MUST_USE bool control_make(struct arena *a, const struct suspicion *c,
                           const struct taxonomy *t,
                           const struct draw_range *range,
                           const struct problem *targeted, size_t n_targeted,
                           size_t n, const char *seed,
                           const struct control_set **out, size_t *n_out,
                           struct err *e);

#endif
