/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LANGUAGE_REFERENCE_H
#define FAMILY_LANGUAGE_REFERENCE_H

#include "base/str.h"

/*
 * The reference of the family language, made from the tables that read it: the
 * entries of file.c, the statements of file_solve.c, the operators and loops of
 * formula.c and formula_loop.c, the shapes of texts.c, the functions of
 * builtin.c, the pools of family/words.c, and the macros of limits.
 */

/* Append all of it in Markdown: docs/language.md has it. */
void reference_page(struct str *out);

/* Append one page for a language model that writes a file. */
void reference_short(struct str *out);

/* Append one line of JSON for editors and tools. */
void reference_json(struct str *out);

#endif
