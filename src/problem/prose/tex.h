/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROBLEM_PROSE_TEX_H
#define PROBLEM_PROSE_TEX_H

#include "base/str.h"

#include <stddef.h>

/*
 * Prose as LaTeX that compiles, whatever the text is.
 *
 * Statements come from anywhere. Even so, a sheet must print with plain
 * pdflatex, and text must not run code in it (\input reads files). So LaTeX is
 * not copied but read and written again: known control words, from a table,
 * keep their meaning with their arguments in braces; braces, \left and \right,
 * environments, scripts and alignment marks must fit together. A formula that
 * does not fit is printed as it was typed, in typewriter letters. The output is
 * ASCII: characters beyond it are written as commands, or as [U+4E2D] if plain
 * LaTeX has none.
 *
 * The document needs tex_preamble.
 */

/* Packages and macros the text relies on: lines after \documentclass. */
extern const char tex_preamble[];

/* Append a text with mathematics in it: paragraphs, lines and displays. */
void tex_prose(struct str *out, const char *text);

/* The same within one line: no paragraphs, displays become formulas. */
void tex_line(struct str *out, const char *text);

/* Append one formula with its dollars, whether or not it came with them. */
void tex_formula(struct str *out, const char *latex);

#endif
