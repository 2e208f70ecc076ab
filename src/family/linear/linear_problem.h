/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LINEAR_LINEAR_PROBLEM_H
#define FAMILY_LINEAR_LINEAR_PROBLEM_H

#include "base/arena.h"
#include "base/json.h"
#include "base/str.h"
#include "family/linear/read.h"
#include "family/linear/say.h"
#include "family/words.h"

/*
 * A system and its wording: the parameters of a problem, and the source of its
 * statement.
 */

#define PROBLEM_VARIABLES 10      /* of a seed, as many equations */
#define PROBLEM_HIGH      1000000 /* the greatest value that may be asked for */

struct linear_problem {
    struct system system;
    const struct theme *theme;
    size_t thing[LINEAR_VARIABLES];   /* [variable]: of the theme */
    unsigned style[LINEAR_EQUATIONS]; /* the wording of each equation */
    struct linear_shape shape;
    const struct slots *said; /* [equation]: the numbers of its sentence, where
                                 somebody keeps them; NULL: say it */
};

/* Draw a system of the shape, and words for it. Theme NULL: any. The two
 * streams may be the same. */
void linear_problem_draw(struct rng *maths, struct rng *words,
                         const struct linear_shape *shape,
                         const struct theme *theme, struct linear_problem *out);

/* Draw things for the variables, all different, in this theme. */
void linear_problem_things(struct rng *words, const struct theme *theme,
                           struct linear_problem *t);

/* Append the sentence of equation i, and put its numbers into *slots (or NULL).
 * The number at slot `hidden` of it is written as `letter` (SIZE_MAX: none). */
void linear_problem_say(struct str *out, const struct linear_problem *t,
                        size_t i, size_t hidden, const char *letter,
                        struct slots *slots);
void linear_problem_ask(struct str *out, const struct linear_problem *t);

/* A letter that stands for a number in the text. */
struct linear_letter {
    const char *name; /* NULL: there is none */
    struct ratio value;
};

/* Fills in the words that its sentences may name: its things, into `names`, its
 * unit, and the letter (NULL: none), which must outlive them. t NULL: no
 * things. */
void linear_problem_words(const struct linear_problem *t,
                          const struct linear_letter *letter,
                          const char *names[LINEAR_VARIABLES],
                          struct linear_words *out);

/*
 * Read sentences[0..n_eqs) and a question after them back into *out. Returns
 * NULL, or what is wrong: a sentence that cannot be read, that is vague, or
 * that asks for something else.
 */
const char *linear_problem_read(struct arena *a, const struct linear_problem *t,
                                const char *const *sentences, size_t n,
                                const struct linear_letter *letter,
                                struct system *out);

/* The same for a whole text, cut into its sentences. */
const char *linear_problem_read_text(struct arena *a,
                                     const struct linear_problem *t,
                                     const char *text, struct system *out);

/* Returns NULL if the systems have the same equations, in the same order; else
 * which one differs. */
const char *linear_problem_differs(struct arena *a, const struct system *x,
                                   const struct system *y);

/* ---- as JSON ---- */

struct json *linear_problem_write(struct arena *a,
                                  const struct linear_problem *t);

/* Fails on sizes, numbers and names that no seed has. Does not check whether
 * all equations are needed. */
MUST_USE bool linear_problem_parse(const struct json *v,
                                   struct linear_problem *out, struct err *e);

/* ---- solving ---- */

/*
 * Write the worked solution of a system: first the values that can be read off
 * at once, then those that follow from them, and elimination only if no
 * equation has a single unknown left. Every equation is used. Returns false if
 * the asked variable does not come out, or numbers grow beyond 64 bits.
 */
MUST_USE bool linear_worked(struct arena *a, const struct linear_problem *t,
                            struct steps *out, struct ratio *answer);

#endif
