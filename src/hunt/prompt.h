/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_PROMPT_H
#define HUNT_PROMPT_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "hunt/domain.h"
#include "hunt/propose/task.h"
#include "run/question/slots.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Every prompt of a hunt by its name: what each part of it says, with slots
 * ${name}. Slots are filled by values that the caller has, or by the words of
 * the domain: example, Example (with a capital), examples, task. Nothing else
 * in a prompt is looked at: LaTeX may have its dollars. The spec's `prompts`
 * (domain.prompts) replace parts.
 *
 * Prompts for proposing hypotheses and for judging by them are those of the
 * built-in HypoGeniC task (propose/task.yaml), under their own names there. The
 * texts stand in prompts.txt.
 */

enum prompt_part { PROMPT_SYSTEM, PROMPT_USER, PROMPT_PARTS };

struct hunt_prompt {
    const char *name;
    const char *what;  /* one line: what it is for */
    const char *slots; /* besides the words; one with a star must be there */
    const char *text[PROMPT_PARTS]; /* NULL: it has no such part, or it is in
                                       the task */
    const char *template;           /* its name in the task; NULL: it is here */
    const char *part[PROMPT_PARTS]; /* names of its parts; NULL: system, user */
};

extern const struct hunt_prompt prompt_table[];

extern const size_t prompt_table_n;

#define PROMPT_WORDS "example Example examples task"

/* Returns a part of a prompt, as the spec or else the table has it, with its
 * slots filled; "" if it has no such part. The prompt must be of the table, and
 * not one of the task's. */
const char *prompt_make(struct arena *a, const struct domain *d,
                        const char *name, enum prompt_part part,
                        const struct prompt_slot *slots, size_t n);

/* Returns the text with "> " before each of its lines, and a line end: none of
 * them can pass for a line of the prompt. Of a longer one `most` bytes are
 * shown. */
const char *prompt_quote(struct arena *a, const char *text, size_t most);

/*
 * The prompts of a spec:
 *
 *     prompts:
 *       write:
 *         system: |-
 *           You write new ${examples}. ...
 *
 * A part that is not named stays as it is (hunt/prompt.h has all of them).
 */

/* Fails if a prompt or part is unknown, a part is no text, a slot is none of
 * the prompt's, or one that the prompt needs is missing; the message names it
 * and those there are. */
MUST_USE bool prompts_check(const struct domain *d, struct err *e);

/* Replaces prompts of the built-in task. */
void prompts_into(struct arena *a, const struct domain *d, struct task *t);

/* Writes all prompts, as they are used, as YAML that a spec takes: each below
 * what it is for and its slots. `blind` and `traits` are those of
 * task_default(). */
MUST_USE bool prompts_write(struct arena *a, const struct domain *d, bool blind,
                            bool traits, struct str *out, struct err *e);

#endif
