/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_TEXT_GRAMMAR_H
#define EVOLVE_TEXT_GRAMMAR_H

#include "base/rng.h"
#include "base/str.h"

#include <stddef.h>
#include <stdint.h>

/*
 * Phrase grammars: a rule has alternatives, an alternative is text with
 * {rule} and {@slot} in it. Slots are filled by the caller ("the price of the
 * lamp"). Grammars are tables of C, not recursive.
 */

struct phrase_rule {
    const char *name;
    const char *const *alternatives; /* NULL-ended */
};

struct phrase_slot {
    const char *name; /* "thing" */
    const char *text;
};

/* Append a text of rule `start`, drawn at random; the first letter of a
 * sentence is made a capital one. A rule or slot that is not there is a bug. */
void grammar_say(struct str *out, const struct phrase_rule *rules,
                 const char *start, const struct phrase_slot *slots, size_t n,
                 struct rng *r);

/* Returns how many different texts the rule has, at most UINT64_MAX. */
uint64_t grammar_size(const struct phrase_rule *rules, const char *start);

/* As grammar_say(), of one text with {rule} and {@slot} in it: so that tests
 * can go through every alternative. */
void grammar_say_text(struct str *out, const struct phrase_rule *rules,
                      const char *text, const struct phrase_slot *slots,
                      size_t n, struct rng *r);

#endif
