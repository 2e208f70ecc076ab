/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_YAML_H
#define BASE_YAML_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"

#include <stddef.h>

/*
 * Reads YAML 1.2 (libfyaml) into the values of json.h, with their lines and
 * columns, so that the same functions serve specs and JSON. Plain scalars
 * follow the core schema: null, true, false and JSON numbers are what they look
 * like; everything else and everything quoted is a string. Anchors and aliases
 * are refused: a page of them can grow without bound.
 */
MUST_USE bool yaml_read(struct arena *a, const char *text, size_t n,
                        struct json **out, struct err *e);

/* Reads a whole file of at most LIMIT_SPEC_BYTES. */
MUST_USE bool yaml_read_file(struct arena *a, const char *path,
                             struct json **out, struct err *e);

#endif
