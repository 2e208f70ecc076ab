/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_TEXT_WRITER_INT_H
#define EVOLVE_TEXT_WRITER_INT_H

#include "evolve/text/writer.h"

/* ---- prompts ---- */

const char *writer_system(enum job_kind kind);

/* What was wrong with the last try. */
struct writer_complaint {
    unsigned tries;             /* so far; 0: there was none */
    const char *text;           /* of a new text: what it was; NULL: nothing */
    const char *const *reasons; /* what to say, n of them */
    size_t n_reasons;
};

/* Returns the question of a job. `old` has the sentences to polish, without
 * those already accepted. */
const char *writer_user(struct arena *a, const struct text_job *job,
                        const char *const *old, size_t n_old,
                        const struct writer_complaint *c);

/* ---- replies ---- */

/* Returns the text between <text> and </text>, the member "text" of JSON, or a
 * whole reply of one paragraph, in one line; NULL if there is none. */
const char *writer_read_text(struct arena *a, const char *reply);

/* Reads a numbered list of n sentences: said[i] is the i-th, or NULL if it is
 * missing or stands twice. Returns how many were read. */
size_t writer_read_list(struct arena *a, const char *reply, const char **said,
                        size_t n);

#endif
