/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_PAGES_FILL_H
#define SERVE_PAGES_FILL_H

#include "base/json.h"
#include "base/str.h"

#include <stddef.h>

/*
 * Pages are parts of HTML with places (src/serve/.../NAME.html, compiled in by
 * tools/make-parts), filled from rows of data: JSON objects that live for a
 * request. The places are much as those of Mustache:
 *
 *   {{name}}            its text, escaped; nothing if there is none
 *   {{&name}}           the same as it is: HTML that was made here
 *   {{#name}}...{{/}}   for each item of a list, or once if it is anything
 *   {{?name}}...{{/}}   once if it is anything
 *   {{^name}}...{{/}}   if it is nothing: absent, "", 0, or an empty list
 *   {{>part}}           another part, with the same data
 *   {{.}}               the innermost item
 *   {{entry.id}}        a member of a row
 *   {{+, }}             the text behind the sign, but before the first of a list
 *   {{time name}}       milliseconds as <time>; {{br name}} a long name that may
 *                       be broken; {{s name}} "s" unless the number is 1
 *   {{table name due:num}}  the head of a table with these columns, up to its
 *                       <tbody>: "_" is a blank, ":num" sets it as numbers
 *
 * A name is sought in the innermost row, then in those around it. A part that is
 * wrong is a bug: tests/unit/test_fill fills each, and test_routes walks all pages.
 */

/* Makes a row. `members` is like "id=%d topic=%s open=1": of printf's conversions
 * those of numbers and %s, where NULL leaves the member out. Texts are copied. */
struct json *row_new(struct arena *a, const char *members, ...) PRINTF(2, 3);

/* Adds members to a row; returns it. */
struct json *row_add(struct arena *a, struct json *row, const char *members,
                     ...) PRINTF(3, 4);

/* Adds an empty list to a row; returns the list. */
struct json *row_list(struct arena *a, struct json *row, const char *name);

/* Returns the name of the i-th part, or NULL behind the last. */
const char *fill_name(size_t i);

/* Adds a part, filled. */
void fill_part(struct str *out, const char *part, const struct json *row);

#endif
