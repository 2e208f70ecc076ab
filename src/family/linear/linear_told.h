/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LINEAR_LINEAR_TOLD_H
#define FAMILY_LINEAR_LINEAR_TOLD_H

#include "base/arena.h"
#include "base/json.h"
#include "base/str.h"
#include "family/linear/say.h"

/*
 * A system and how it is told: what the parameters of a problem hold, and what
 * its statement is made from.
 */

#define TOLD_VARIABLES 10      /* of a seed, as many equations */
#define TOLD_HIGH      1000000 /* the greatest value that may be asked for */

struct linear_told {
    struct system system;
    const struct theme *theme;
    size_t thing[LINEAR_VARIABLES];   /* [variable]: of the theme */
    unsigned style[LINEAR_EQUATIONS]; /* how each equation is told */
    struct linear_shape shape;
};

/* A system of the shape, and words for it. Theme NULL: any. The two streams may
 * be the same. */
void linear_told_draw(struct rng *maths, struct rng *words,
                      const struct linear_shape *shape,
                      const struct theme *theme, struct linear_told *out);

/* Things for the variables, all different, in this theme. */
void linear_told_things(struct rng *words, const struct theme *theme,
                        struct linear_told *t);

/* Append the sentence of equation i; its numbers into *slots (or NULL). The
 * number at slot `hidden` of it is told as `letter` (SIZE_MAX: none). */
void linear_told_say(struct str *out, const struct linear_told *t, size_t i,
                     size_t hidden, const char *letter, struct slots *slots);
void linear_told_ask(struct str *out, const struct linear_told *t);

/* A letter that stands for a number in the text. */
struct told_letter {
    const char *name; /* NULL: there is none */
    struct ratio value;
};

/*
 * What was really said: sentences[0..n_eqs) and a question after them, read
 * back into *out. NULL, or what is wrong: a sentence that cannot be read, that
 * is vague, or that asks for something else.
 */
const char *linear_told_read(struct arena *a, const struct linear_told *t,
                             const char *const *sentences, size_t n,
                             const struct told_letter *letter,
                             struct system *out);

/* The same for a whole text, cut into its sentences. */
const char *linear_told_read_text(struct arena *a, const struct linear_told *t,
                                  const char *text, struct system *out);

/* Do the systems have the same equations, in the same order? NULL, or which
 * one is another. */
const char *linear_told_differs(struct arena *a, const struct system *x,
                                const struct system *y);

/* ---- as JSON ---- */

struct json *linear_told_write(struct arena *a, const struct linear_told *t);

/* Fails on sizes, numbers and names that no seed has. Whether the equations are
 * all needed is not asked here. */
MUST_USE bool linear_told_parse(const struct json *v, struct linear_told *out,
                                struct err *e);

#endif
