/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_MATHADOR_SETTINGS_H
#define FAMILY_MATHADOR_SETTINGS_H

#include "base/err.h"
#include "base/json.h"
#include "family/mathador/game.h"

/*
 * Which Mathador is played, from the knobs of the family's card: what the
 * numbers are drawn from, which targets are asked for, and what "difficult"
 * means.
 */

/* How the game is worded: the same rules in other words. */
enum settings_prompt {
    PROMPT_FULL,   /* every rule and what is wanted, in sentences */
    PROMPT_BRIEF,  /* the same, as short as can be */
    PROMPT_WORKED, /* in full, and to try and compare before answering */
};

struct settings {
    size_t n; /* numbers in a draw: 4, 5 or 6 */
    int64_t lo[GAME_MOST], hi[GAME_MOST];
    int64_t target_lo, target_hi;
    bool required; /* the target must allow a Mathador */
    bool distinct; /* difficulty by distinct solutions, not by ordered ones */
    int shots;     /* worked examples in a statement */
    enum settings_prompt prompt;
};

/* Fails with the knobs that do not go together. Every knob alone is one that
 * the card allows. */
MUST_USE bool settings_read(const struct json *knobs, struct settings *out,
                            struct err *e);

/* Are they the same game with the same levels? Shots and prompt do not
 * matter. */
bool settings_same_game(const struct settings *a, const struct settings *b);

/* Does the knob's text have the right form? For the card. */
bool settings_allow_target(const char *text);
bool settings_allow_ranges(const char *text);

#endif
