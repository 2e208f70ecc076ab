/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_CAUSE_CAUSE_H
#define HUNT_CAUSE_CAUSE_H

#include "base/arena.h"
#include "hunt/hypothesis.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Solve rates of sets, gaps between two of them, and the cause of a weakness.
 */

/* The attempts at each problem of a set: counted ones, and right ones. */
struct tried {
    const uint32_t *tries, *right; /* [problem] */
    size_t n;
};

/* Returns the solve rate with its interval, clustered by problem. Problems
 * without tries do not count. */
struct solve solve_of(const struct tried *t);

/* The same of n sets together. */
struct solve solve_of_all(const struct tried *sets, size_t n);

/* Computes the gap b - a of two sets of different problems, with a 95 %
 * interval from the intervals of the two rates (Newcombe 1998, method 10, with
 * clustered intervals). */
void gap_of(const struct solve *a, const struct solve *b, double *gap,
            double *lo, double *hi);

/* Computes the gap of two sets of the same problems: the mean difference b - a
 * of their shares, clustered. */
void gap_paired(const struct tried *a, const struct tried *b, double *gap,
                double *lo, double *hi);

/* Says whether the fresh problems of a row are solved less often than the others
 * that it is compared with: by the interval of the difference of the two rates
 * (Newcombe, clustered), which is as wide as `rows` such intervals together need
 * for 95 % (Bonferroni). Nothing is said where one of the sets has no tries. */
void confirm_row(struct hypothesis *row, const struct tried *fresh,
                 const struct tried *others, size_t rows);

/* Returns how many problems a set needs for a 95 % interval of that width,
 * estimated from those tried so far: at least as many as it has, at most
 * `most`. */
size_t measure_needed(const struct tried *pilot, double width, size_t most);

/* ---- causes ---- */

enum asked_set {
    ASKED_TARGETED,
    ASKED_MATCHED,
    ASKED_CONTROL, /* any other control */
    ASKED_BENCHMARK
};

/* A problem that the target was asked, as far as one hypothesis goes. How often
 * problems of the benchmark fail that the suspicion holds of is no evidence for
 * it, which was chosen by that; but which of them fail is evidence. */
struct asked_problem {
    const struct problem *problem;
    enum asked_set set;
    uint32_t tries, right;
    uint32_t holds; /* bit i: it has the suspicion's concept i, ASKED_BOUND: it
                       lies beyond its bound */
};

#define ASKED_CONCEPTS 31 /* further ones are not distinguished */
#define ASKED_BOUND    (UINT32_C(1) << ASKED_CONCEPTS)

/* Returns what `holds` is of a fresh problem. */
uint32_t asked_holds(struct arena *a, const struct suspicion *c,
                     const struct taxonomy *t, const struct problem *p);

/*
 * Finds the cause of a hypothesis whose targeted and matched problems were
 * measured, and fills cause, cause_why, effects and what is expected of the
 * control. All that was asked is explained by one logistic model. Candidates
 * are the suspicion, each part of it, other concepts, every trait at every
 * bound, these within the suspicion alone, and, as what nobody had thought of,
 * words of the statement, families and the look of the key. They are taken one
 * after another, each time the one that explains most beyond what so many
 * candidates explain by chance.
 *
 * The cause is what makes targeted problems harder than matched ones by the
 * model; where matched ones are as hard, what makes both hard:
 *   concept                the suspicion itself (of a trait: see cause_word())
 *   NAME alone             a part of a suspicion of several concepts
 *   interaction            only together: two concepts, or a concept and a
 *                          trait
 *   auxiliary skill: NAME  another concept that its problems need
 *   wording, length, size, steps, level, answer: fraction, ...   a trait
 *   not the concept        matched problems are as hard (the factor)
 *   something not tried    none of these explains it
 *   not told               two of them explain it equally well, or the
 *                          intervals are too wide
 */
void cause_find(struct arena *a, struct hypothesis *h,
                const struct asked_problem *asked, size_t n);

/* Returns what a trait is called as a cause: "length" for words and characters,
 * "size" for digits and numbers, "answer: fraction" for a word (NULL: a
 * number), else the trait's name. */
const char *cause_word(struct arena *a, const char *trait, const char *word);

#endif
