/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_QUESTION_SLOTS_H
#define RUN_QUESTION_SLOTS_H

#include "base/str.h"

#include <stddef.h>

/*
 * Prompts with slots ${name}. Nothing else in a prompt is looked at: LaTeX may
 * have its dollars. What fills a slot is not looked at again.
 */

/* A slot and what fills it. */
struct prompt_slot {
    const char *name, *value;
};

/* Finds the next slot at or behind `s`: returns where its "${" stands, with its
 * name, or NULL if there is none. */
const char *slots_next(const char *s, const char **name, size_t *n);

/* Appends the text with its slots filled; one without a value is empty. The
 * first slot of a name counts. */
void slots_fill(struct str *out, const char *text,
                const struct prompt_slot *slots, size_t n);

/* Appends the text as a block of YAML, its lines indented by so many spaces:
 * " |-\n      You write ...\n". */
void slots_block(struct str *out, const char *text, int indent);

#endif
