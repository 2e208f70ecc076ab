/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_MATHADOR_REPLY_READ_LEX_H
#define FAMILY_MATHADOR_REPLY_READ_LEX_H

#include "family/mathador/reply/read_int.h"

/* What the parts of the lexer share. Each reads what stands at r->at, pushes
 * the token for it, if any, and goes on behind it. */

/* A token that ends at `end`; the lexer then stands there. */
struct token *token_push(struct reader *r, enum token_kind kind, size_t end);

/* A break; several in a row are one. */
void lex_break(struct reader *r, size_t end, uint32_t word);

/* A number, or only its first digit; false if there is none. */
bool token_number(struct reader *r, bool one_digit);

/* Past the characters of a set, for a bounded way. */
size_t lex_skip(const struct reader *r, size_t at, const char *set);
bool lex_has(const struct reader *r, size_t at, const char *what);

/* read_start.c: what stands before the words of a line. */
void start_read(struct reader *r);

/* read_latex.c: at a backslash, at { and at } */
void latex_command(struct reader *r);
void latex_open(struct reader *r);
void latex_close(struct reader *r);

/* read_wide.c: a character beyond ASCII; and the bytes of a letter beyond
 * ASCII, or 0. */
void wide_read(struct reader *r);
size_t wide_letter(const struct reader *r, size_t at);

/* read_word.c: the WORD_ bits of a word of n > 0 bytes. */
uint32_t word_find(const struct word_index *x, const char *s, size_t n);

#endif
