/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_LIB_PRINTED_H
#define TESTS_LIB_PRINTED_H

#include "base/json.h"
#include "base/str.h"
#include "run/print/print.h"

#include <stddef.h>

/* Documents of runs and comparisons, built and rendered at once: all of them,
 * or what fits on a screen. Width 0: 100. print_table() has what a Mathador run
 * shows below. */
void print_table(struct str *out, const struct summary *v, const char *facts,
                 size_t width);
void print_screen(struct str *out, const struct summary *v, size_t width);
void print_json(struct str *out, const struct summary *v, const char *facts);
void print_csv(struct str *out, const struct summary *v);
void print_compare(struct str *out, const struct compare *c, size_t width);
void print_compare_screen(struct str *out, const struct compare *c,
                          size_t width);
void print_compare_json(struct str *out, const struct compare *c);

/* Checks of what was printed, which fail the test. */

/* Compares the whole text, and clears it. */
void expect(struct str *out, const char *want);

/* Checks that no line is wider, ends in a blank or has control characters. */
void check_lines(const char *text, size_t width);

/* Reads one line of JSON, and clears the text. */
struct json *read_back(struct arena *a, struct str *out);

/* Returns the member at "a.b.c"; numbers are places in arrays. */
const struct json *at(const struct json *v, const char *path);
void check_number(const struct json *top, const char *path, double want);
void check_text(const struct json *top, const char *path, const char *want);
void check_null(const struct json *top, const char *path);

#endif
