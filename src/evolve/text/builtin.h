/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_TEXT_BUILTIN_H
#define EVOLVE_TEXT_BUILTIN_H

#include "base/arena.h"
#include "base/rng.h"
#include "evolve/individual/individual.h"
#include "evolve/text/grammar.h"

/*
 * The built-in writer: misleading text (an ambiguous "it" and two idle events
 * in some order of time, about the problem's own things), background (a scene
 * of some sentences) and irrelevant topics. Thousands of variants each; no
 * number in digits or words and no relation of arithmetic stands in any of
 * them (linear_read_danger() finds nothing).
 */

/* Returns a text in the arena. `role` is ROLE_TEXT, ROLE_BACKGROUND or
 * ROLE_TOPIC. */
const char *builtin_text(struct arena *a, enum role role,
                         const struct individual *s, size_t part,
                         struct rng *r);

/* Polish without a model: other wordings of the equations, and openers such as
 * "As it turns out,". said[i] is the new text of the i-th line of the part that
 * its structure tells, or NULL if it stays. Each has passed
 * text_check_polished(). Returns how many such lines there are; *changed of
 * them have new words. */
size_t builtin_polish(struct arena *a, const struct individual *s, size_t part,
                      struct rng *r, const char *said[STRUCTURE_SENTENCES],
                      size_t *changed);

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
