/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_MATHADOR_REPLY_PLAY_H
#define FAMILY_MATHADOR_REPLY_PLAY_H

#include "base/arena.h"
#include "family/mathador/game.h"
#include "grade/grade.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * A reply as a play of Mathador: which of its claims are the solution, whether
 * they obey the rules, and how many points they earn. docs/mathador.md has the
 * rules in words.
 */

enum play_error {
    PLAY_FORMATTING,
    PLAY_CALCULATION,
    PLAY_ILLEGAL_OPERAND,
    PLAY_ILLEGAL_INTERMEDIATE,
    PLAY_MISSED_TARGET,
    PLAY_ERRORS
};

const char *play_error_name(enum play_error e); /* "illegal_operand" */

struct play {
    bool read;                           /* there is at least one claim */
    int score;                           /* 0 with any error */
    enum play_error errors[PLAY_ERRORS]; /* each once, in order */
    int n_errors;
    const char
        *steps; /* of the solution that was graded, with "; " between; "" */
    const char **padding; /* operations that do not lead to the target */
    size_t n_padding;
    const char *why; /* one sentence for people */
};

/* Read a reply as a play. Its memory belongs to the arena. */
struct play play_read(struct arena *a, const struct game *g, const char *text,
                      size_t n);

/* The same by the rules of Mathador-LM's own checker, with its defects
 * (docs/mathador.md): the last block of lines "digits op digits = digits". */
struct play play_read_paper(struct arena *a, const struct game *g,
                            const char *text, size_t n);

/* The family's own judge of a reply to the game that row["numbers"] and
 * row["target"] (or those of row["params"]) make. */
bool mathador_grade(struct arena *a, const struct json *row,
                    const struct grade_request *request,
                    struct grade_result *out, struct err *e);

/* Record an error, once; of several the first one's reason is reported. */
void play_fail(struct play *p, enum play_error e, const char *why);

#endif
