/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_PRINT_PRINT_INT_H
#define HUNT_PRINT_PRINT_INT_H

#include "hunt/print/print.h"

/*
 * What the documents of a hunt share. Its files have numbers of six digits:
 * the last ones of a double differ from machine to machine.
 */

#define PRINT_DIGITS 6
#define PRINT_SPREAD 4

/* Added wherever figures of the demo are shown. */
extern const char print_demo_note[];

/* Rows that are reported, by whoever proposed them. */
size_t print_reported(const struct hunt_target *t);

struct pages {
    struct document *d;
    struct arena *a;
    const struct hunt_spec *spec;
    const struct hunt_report *report;
};

/* A name of at most two fifths of the page, cut with "..." */
const char *pages_name(const struct pages *p, const char *text);

/* The table below its title; nothing if it has no row. */
void pages_show(const struct pages *p, const struct doc_table *t,
                const char *title);

/* What people see of a target. */
void pages_target(const struct pages *p, const struct hunt_target *t);

#endif
