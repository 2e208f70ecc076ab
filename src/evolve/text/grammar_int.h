/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_TEXT_GRAMMAR_INT_H
#define EVOLVE_TEXT_GRAMMAR_INT_H

#include "evolve/text/grammar.h"

/* As grammar_say(), of one text with {rule} and {@slot} in it: so that tests
 * can go through every alternative. */
void grammar_say_text(struct str *out, const struct phrase_rule *rules,
                      const char *text, const struct phrase_slot *slots,
                      size_t n, struct rng *r);

#endif
