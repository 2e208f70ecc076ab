/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_PROMPT_H
#define RUN_PROMPT_H

#include "base/arena.h"
#include "base/err.h"
#include "model/request.h"
#include "problem/problem.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * From a problem to messages. A template is a text with {{statement}}, and may
 * have {{answer_form}} (how the final answer is to be marked), {{id}},
 * {{family}}, {{level}} and {{fields.NAME}} (a source field); any other name is
 * an error, reported with its line. The built-in one is the statement and,
 * behind a blank line, the answer form; a family that judges replies itself
 * (Mathador) says in its statement how to answer and gets the statement alone.
 *
 * Few-shot examples are problems of a file of any kind that `assay import`
 * reads; each becomes a user message by the same template and an assistant's,
 * its worked solution with the key in a box at the end. An example that is
 * the very problem being asked is left out: it would give the key away.
 *
 * Where a confidence is wanted, a sentence that asks for it, and says in which
 * form, stands at the end of the last message, whatever the template; examples
 * have none, since one would set the tone.
 */

struct prompt {
    const char *system;          /* or NULL */
    const char *template;        /* or NULL: the built-in one */
    const struct message *shots; /* pairs user, assistant */
    size_t n_shots;              /* messages, an even number */
    bool confidence;             /* ask how sure the answer is */
};

struct prompt_files {
    const char *system, *template, *fewshot; /* paths or NULL */
    size_t shots;                            /* how many of the file; 0: all */
    bool confidence;                         /* as in the prompt */
};

MUST_USE bool prompt_read(struct arena *a, const struct prompt_files *f,
                          struct prompt *out, struct err *e);

/* Makes the messages of a problem, in the arena. Fails if the template names a
 * field that the problem lacks. */
MUST_USE bool prompt_messages(struct arena *a, const struct prompt *p,
                              const struct problem *problem,
                              const struct message **out, size_t *n,
                              struct err *e);

#endif
