/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_PRINT_FIELDS_H
#define HUNT_PRINT_FIELDS_H

#include "base/arena.h"
#include "base/json.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Members of the files of a hunt. What is not known (NULL, NaN, an infinite
 * number) is null. Numbers have six significant digits: the last ones of a
 * double differ from machine to machine.
 */

struct json *fields_value(struct arena *a, double x);

void fields_number(struct arena *a, struct json *o, const char *name, double x);
void fields_count(struct arena *a, struct json *o, const char *name,
                  uint64_t n);
void fields_text(struct arena *a, struct json *o, const char *name,
                 const char *s);
void fields_truth(struct arena *a, struct json *o, const char *name, bool v);

/* An array of texts. */
void fields_list(struct arena *a, struct json *o, const char *name,
                 const char *const *texts, size_t n);

/* A whole file: members and rows on lines of their own, so that two versions
 * can be compared line by line; what stands within a row on one line. */
void fields_write(struct str *out, const struct json *v);

#endif
