/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_TEXT_BUILTIN_INT_H
#define EVOLVE_TEXT_BUILTIN_INT_H

#include "base/arena.h"
#include "base/rng.h"
#include "evolve/text/grammar.h"

/*
 * The grammars of the built-in writer: idle.phrases, scene.phrases and
 * topic.phrases, which say what their slots are. What keeps them harmless: no
 * word for a number, none that compares or counts ("all", "each", "other",
 * "more", "left", "same"), nothing of a part or a whole, and no subject but
 * people, weather and furniture, so that nothing is said of an amount.
 */

extern const struct phrase_rule builtin_text_rules[];
extern const struct phrase_rule builtin_scene_rules[];
extern const struct phrase_rule builtin_topic_rules[];

#endif
