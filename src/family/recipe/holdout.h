/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_RECIPE_HOLDOUT_H
#define FAMILY_RECIPE_HOLDOUT_H

#include "base/json.h"
#include "family/recipe/form.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Wordings and kinds of questions that are held out for tests: no training set
 * has them, so that a test shows whether a model learned mathematics or
 * sentences.
 *
 * What is held out is a property of the family's text alone, and not of seeds
 * and levels: whoever trains with the rest may be tested by anybody. Every
 * wording has a place from 0 to 1, a hash of its words without formulas and
 * placeholders; every kind has one of the family's name and its own. They are taken in the
 * order of their places. One is held out if its place is below 1/5, or if one
 * of its groups has two members or more and none of them is held out yet; but
 * never the last member of a group that is not. So another wording leaves nearly
 * all where they are.
 *
 * The groups of a wording are the wordings of the same kind and style, and those
 * of the same kind that fit all values. The groups of a kind are the kinds of
 * each level that asks it. If no wording of a kind that fits all values could
 * be held out, because each is the only one of its style, the styles are
 * disregarded. Wordings with the same words are one, in several kinds too.
 */

/* clang-format off */
#define TEMPLATES_KNOB                                                      \
 { .name = "templates", .values = "any|seen|unseen",                        \
   .doc = "wordings that the statement may have: those held out for tests " \
          "(unseen), the others (seen), or all (any); see --holdout" }
#define KINDS_KNOB                                                          \
 { .name = "kinds", .values = "any|seen|unseen",                            \
   .doc = "kinds of questions that the level asks: those held out for "     \
          "tests (unseen), the others (seen), or all (any); see --holdout" }
/* clang-format on */

/* What the knobs take. */
enum holdout { HOLDOUT_ANY, HOLDOUT_SEEN, HOLDOUT_UNSEEN };

/* Returns the value of that knob. */
enum holdout holdout_of(const struct json *knobs, const char *knob);

/* Does the value take what is held out, or is not? */
bool holdout_takes(enum holdout h, bool held);

struct template
{
    const char *text; /* as the family has it, with its placeholders */
    int kind;         /* -1: it serves all kinds */
    enum style style;
    bool always; /* it fits all values of its kind */
    bool held;
};

/* Find which of the wordings of a family are held out. */
void holdout_templates(struct template *t, size_t n);

struct asked_kind {
    const char *name;
    unsigned levels; /* bit i: level i + 1 asks it */
    bool held;
};

/* The same for its kinds. */
void holdout_kinds(const char *family, struct asked_kind *k, size_t n);

#endif
