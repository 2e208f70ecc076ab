/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROBLEM_PROSE_MARKDOWN_H
#define PROBLEM_PROSE_MARKDOWN_H

#include "base/str.h"

#include <stddef.h>

/*
 * Prose as Markdown. Formulas stay as they are, between dollars ($$ for
 * displays, also those that came in \[ \]), which GitHub, pandoc and most
 * viewers set. In the words, characters that mean something in Markdown are
 * escaped, and so are dollars that open no formula.
 */

/* Append a text whose lines, from the second on, are indented by so many
 * spaces: the inside of a list item. */
void markdown_prose(struct str *out, const char *text, size_t indent);

/* Append a text on one line. */
void markdown_line(struct str *out, const char *text);

/* Append one formula with its dollars, whether or not it came with them. */
void markdown_formula(struct str *out, const char *latex);

#endif
