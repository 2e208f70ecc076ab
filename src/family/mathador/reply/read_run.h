/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_MATHADOR_REPLY_READ_RUN_H
#define FAMILY_MATHADOR_REPLY_READ_RUN_H

#include "family/mathador/reply/read_int.h"

/* What the readers of runs share: read_run.c, read_behind.c, read_phrase.c. */

struct game_walk {
    struct game_reader *r;
    size_t i;     /* the next token */
    size_t depth; /* open brackets */
    bool operand; /* an operand has just been read */
    bool done;
    bool worked; /* the side has an operator */
};

void run_push(struct game_reader *r, enum game_token_kind kind,
              const struct game_token *t);
const struct game_token *run_last(
    const struct game_reader *r); /* NULL: empty */
bool run_starts_operand(const struct game_reader *r, size_t i);
bool run_operator_at(const struct game_reader *r, size_t i);
size_t run_skip_box(const struct game_reader *r, size_t i);
void behind_read(struct game_walk *w); /* read_behind.c */

/* read_phrase.c: words at token i, behind an operand, that are an operator or
 * an equals sign. Return the token behind them, or i and 0 if they are not. */
size_t phrase_operator(const struct game_reader *r, size_t i,
                       enum game_token_kind *kind);
size_t phrase_equals(const struct game_reader *r, size_t i);

#endif
