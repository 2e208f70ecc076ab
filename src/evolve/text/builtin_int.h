/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_TEXT_BUILTIN_INT_H
#define EVOLVE_TEXT_BUILTIN_INT_H

#include "base/arena.h"
#include "base/rng.h"
#include "evolve/text/grammar.h"

/*
 * The grammars of the built-in writer. What keeps them harmless: no word for a
 * number, none that compares or counts ("all", "each", "other", "more", "left",
 * "same"), nothing of a part or a whole, and no subject but people, weather and
 * furniture, so that nothing is said of an amount.
 */

/* Slots @a and @b: two things of the problem, as objects of a verb, whatever
 * their number. Starts: "text" for measures ("the price of the lamp"),
 * "mention" for what cannot be written down ("the crew of the Osprey"). */
extern const struct phrase_rule builtin_text_rules[];

/* Slots @place ("on a farm"), @mood (", where ..." or nothing), @detail and
 * @detail2 (sentences). Start "background"; "mood" fills its slot; "place" and
 * "detail" are for problems without a theme. */
extern const struct phrase_rule builtin_scene_rules[];

/* Sentences that fit a theme, NULL-ended; NULL: there is no such theme. */
const char *const *builtin_scene_of(const char *theme);

/* Start "topic": three conditions of a strange world. */
extern const struct phrase_rule builtin_topic_rules[];

#endif
