/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_MATHADOR_REPLY_READ_LEX_H
#define FAMILY_MATHADOR_REPLY_READ_LEX_H

#include "family/mathador/reply/read_int.h"

/* Shared by the parts of the lexer. Each reads the text at r->at, pushes the
 * token for it, if any, and moves r->at behind it. */

/* Push a token that ends at `end`, and move the lexer there. Returns the token.
 */
struct game_token *token_push(struct game_reader *r, enum game_token_kind kind,
                              size_t end);

/* Push a break; several in a row are one. */
void lex_break(struct game_reader *r, size_t end, uint32_t word);

/* Push a number, or only its first digit. Returns false if there is none. */
bool token_number(struct game_reader *r, bool one_digit);

/* Returns the place behind the characters of a set, within a bounded distance.
 */
size_t lex_skip(const struct game_reader *r, size_t at, const char *set);

/* Returns the character at `at`, or '\n' past the end of the text. */
static inline char char_at(const struct game_reader *r, size_t at)
{
    return at < r->text.n ? r->text.s[at] : '\n';
}

/* read_start.c: read what stands before the words of a line. */
void start_read(struct game_reader *r);

/* read_latex.c: at a backslash, at { and at } */
void latex_command(struct game_reader *r);
void latex_open(struct game_reader *r);
void latex_close(struct game_reader *r);

/* read_word.c: a character beyond ASCII that is no letter; and the SAYS() and
 * SIGN_ bits of a word of at least one byte. */
void wide_read(struct game_reader *r);
uint32_t word_bits(struct span word);

#endif
