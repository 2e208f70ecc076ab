/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_RECIPE_KNOBS_H
#define FAMILY_RECIPE_KNOBS_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "family/family.h"
#include "family/recipe/speech.h"
#include "family/words.h"

/*
 * What makes a problem hard without being a concept: its wording, sentences
 * that do not matter, the size of its numbers, the number of its steps. These
 * are knobs of every concept family. They draw from the streams of words and
 * noise alone, so the mathematics stays the same (except for digits).
 */

enum factor_wording {
    WORDING_ANY,
    WORDING_PLAIN,
    WORDING_PARAPHRASE,
    WORDING_TERSE,
    WORDING_WORDY,
    WORDING_STORY
};

enum factor_wording factors_wording(const struct json *knobs);
int factors_distractors(const struct json *knobs);
int factors_digits(const struct json *knobs);
int factors_steps(const struct json *knobs);

/* ---- a number by a detour: the knob "steps" ---- */

#define DETOUR_LETTER "K"
#define DETOUR_MOST   3

/* K = (start op[0] by[0]) op[1] by[1] ..., and K is the value of the slot. */
struct detour {
    struct slot slot; /* .place NULL: there is none */
    int n;
    int64_t start;
    char op[DETOUR_MOST]; /* '+', '-' or '*' */
    int64_t by[DETOUR_MOST];
};

/* Hide one of the slots behind as many operations as the knob asks for. Fails if
 * there is none. */
MUST_USE bool detour_make(struct draw *d, const struct field *fields,
                          union values *v, struct detour *out, struct err *e);
struct json *detour_write(struct arena *a, const struct detour *t);
void detour_solve(const struct detour *t, const struct tongue *tongue,
                  struct steps *steps);

/* Check that the calculation in params gives the value. Fails if it does not.
 */
MUST_USE bool detour_check(const struct json *v, const struct field *fields,
                           union values *values, struct err *e);

/* ---- around a statement ---- */

/* Append what comes before a statement: empty words if wordy, the definition of
 * K. The language NULL is English. */
void factors_open(struct arena *a, struct draw *d, const struct detour *t,
                  const struct tongue *tongue, struct str *out);

/* Append n true sentences that do not matter, each with a space after it: about
 * the people and things that the statement which was said names, else about
 * numbers, all of the size of the problem's own. None of these is a number of
 * the problem or of its key, s->key. */
void factors_distract(struct draw *d, int n, struct speech *s, struct str *out);

/* Append what comes behind a statement: empty words if wordy. */
void factors_close(struct draw *d, struct str *out);

#endif
