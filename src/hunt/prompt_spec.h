/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_PROMPT_SPEC_H
#define HUNT_PROMPT_SPEC_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "hunt/domain.h"
#include "hunt/propose/task.h"

#include <stdbool.h>

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
