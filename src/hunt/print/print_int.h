/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_PRINT_PRINT_INT_H
#define HUNT_PRINT_PRINT_INT_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "hunt/hunt.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * What the tables and files of a hunt share.
 */

/* Said wherever figures of the demo stand. */
extern const char print_demo_note[];

/* Rows that are reported, by whoever proposed them. */
size_t print_reported(const struct hunt_target *t);

/* A target's figures but for its hypotheses. */
struct json *print_target(struct arena *a, const struct hunt_target *t);

/* ---- tables ---- */

struct pages {
    struct arena *arena;
    struct str *out;
    size_t width;
    const struct hunt_spec *spec;
    const struct hunt_report *report;
};

/* A sentence, folded; text from outside in it is made printable. */
void pages_say(const struct pages *p, const char *fmt, ...) PRINTF(2, 3);

/* The same after a blank line. */
void pages_title(const struct pages *p, const char *fmt, ...) PRINTF(2, 3);

/* A name of at most two fifths of the page, cut with "..." */
const char *pages_name(const struct pages *p, const char *text);

/* Was it proposed by a model? */
bool pages_by_model(const struct hypothesis *h);

void pages_target(const struct pages *p, const struct hunt_target *t);

#endif
