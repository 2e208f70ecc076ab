/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_SVG_PALETTE_H
#define REPORT_SVG_PALETTE_H

#include "report/figure.h"
#include "stats/tally.h"

/*
 * The colours of figures and pages. Those of series are Okabe and Ito's, which
 * colour-blind people tell apart, without their yellow, which is hard to see
 * on white; the first ones also differ in print without colours. Marks have
 * colours of their own, the same everywhere. Colour is never the only sign:
 * series differ in the shape of their dots, marks in the hatching of their
 * bars.
 */

/* What is drawn over the colour of a bar. */
enum hatch {
    HATCH_NONE,
    HATCH_RISING,  /* /// */
    HATCH_FALLING, /* \\\ */
    HATCH_UPRIGHT, /* ||| */
    HATCH_LEVEL,   /* === */
    HATCH_DOTTED,  /* ... */
    HATCH_CROSSED, /* xxx */
    HATCHES
};

struct hue {
    const char *light; /* on a light ground: "#0072b2" */
    const char *dark;  /* on a dark ground */
    enum hatch hatch;  /* of stacked bars */
};

#define PALETTE_SERIES 8 /* then they come again, with other shapes */

/* Returns the mark of that name, or MARKS if there is none. */
enum mark palette_mark(const char *name);

/* Returns the colours of a series, which may be a mark. */
const struct hue *palette_of(const struct figure *f, size_t series);

#define HEX_COLOUR 8 /* bytes of "#0072b2" */

/* Writes a colour of the scale of heat maps, at a place from 0 to 1: from dark
 * blue to yellow, or with `signs` from orange through white to blue. Both get
 * lighter or darker evenly and are safe for colour-blind people. */
void palette_heat(char out[HEX_COLOUR], double place, bool signs);

/* Returns the colour of text that is read on that ground: black or white. */
const char *palette_text_on(const char *hex);

#endif
