/* SPDX-License-Identifier: Apache-2.0 */
#include "report/svg/palette.h"
#include "base/str.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const struct hue palette_series[PALETTE_SERIES] = {
    { "#0072b2", "#4ba6e0", HATCH_NONE },
    { "#d55e00", "#ff8b3d", HATCH_RISING },
    { "#009e73", "#35c79c", HATCH_DOTTED },
    { "#cc79a7", "#e8a3c9", HATCH_FALLING },
    { "#e69f00", "#f4bb45", HATCH_UPRIGHT },
    { "#56b4e9", "#93d3f7", HATCH_LEVEL },
    { "#4d4d4d", "#c4c4c4", HATCH_NONE },
    { "#8a6d1d", "#c7ab62", HATCH_CROSSED },
};

static const struct hue palette_marks[MARKS] = {
    [MARK_CORRECT] = { "#0072b2", "#4ba6e0", HATCH_NONE },
    [MARK_WRONG] = { "#d55e00", "#ff8b3d", HATCH_RISING },
    [MARK_UNDECIDED] = { "#b3b3b3", "#8c8c8c", HATCH_NONE },
    [MARK_UNREADABLE] = { "#cc79a7", "#e8a3c9", HATCH_FALLING },
    [MARK_NO_ANSWER] = { "#e69f00", "#f4bb45", HATCH_DOTTED },
    [MARK_ABSTAINED] = { "#a6761d", "#d9b26a", HATCH_LEVEL },
    [MARK_TRUNCATED] = { "#f0e442", "#f0e442", HATCH_UPRIGHT },
    [MARK_REFUSED] = { "#7b5ea7", "#ab92d6", HATCH_CROSSED },
    [MARK_OVERFLOW] = { "#8c510a", "#c98f4e", HATCH_UPRIGHT },
    [MARK_MALFORMED] = { "#a50f5a", "#e773ad", HATCH_DOTTED },
    [MARK_ERROR] = { "#333333", "#e0e0e0", HATCH_NONE },
    [MARK_BAD_KEY] = { "#7fbfae", "#5f9e8e", HATCH_LEVEL },
};

enum mark palette_mark(const char *name)
{
    enum mark m = 0;

    while (m < MARKS && !str_eq(mark_name(m), name))
        m++;
    return m;
}

const struct hue *palette_of(const struct figure *f, size_t series)
{
    enum mark m = f->marks && series < f->series.n
                      ? palette_mark(*vec_get(&f->series, const char *, series))
                      : MARKS;

    return m < MARKS ? &palette_marks[m]
                     : &palette_series[series % PALETTE_SERIES];
}

/* ---- heat ---- */

#define STOPS 9

/* Cividis (Nunez, Anderton and Renslow), without its darkest end. */
static const unsigned char rising[STOPS][3] = {
    { 0, 47, 97 },     { 47, 66, 108 },   { 79, 86, 108 },
    { 104, 105, 112 }, { 126, 125, 119 }, { 152, 147, 118 },
    { 181, 170, 110 }, { 213, 196, 93 },  { 249, 226, 65 },
};

/* From orange to blue through a white. */
static const unsigned char signed_stops[STOPS][3] = {
    { 166, 73, 0 },    { 204, 108, 38 },  { 229, 152, 93 },
    { 244, 199, 161 }, { 245, 244, 242 }, { 177, 206, 227 },
    { 110, 164, 204 }, { 48, 119, 172 },  { 0, 74, 128 },
};

void palette_heat(char out[HEX_COLOUR], double place, bool signs)
{
    const unsigned char(*stops)[3] = signs ? signed_stops : rising;
    double at = isfinite(place) ? fmin(fmax(place, 0), 1) * (STOPS - 1) : 0;
    size_t i = at < STOPS - 1 ? (size_t)at : STOPS - 2;
    unsigned mixed[3];

    for (int k = 0; k < 3; k++)
        mixed[k] = (unsigned)lround(
            stops[i][k] + (at - (double)i) * (stops[i + 1][k] - stops[i][k]));
    snprintf(out, HEX_COLOUR, "#%02x%02x%02x", mixed[0] & 255, mixed[1] & 255,
             mixed[2] & 255);
}

/* The light of one part of a colour (WCAG 2). */
static double palette_linear(unsigned long part)
{
    double v = (double)(part & 255) / 255;

    return v <= 0.03928 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

const char *palette_text_on(const char *hex)
{
    unsigned long rgb = strtoul(hex + 1, NULL, 16);
    double light = 0.2126 * palette_linear(rgb >> 16) +
                   0.7152 * palette_linear(rgb >> 8) +
                   0.0722 * palette_linear(rgb);

    /* At this light black and white have the same contrast. */
    return light > 0.179 ? "#000000" : "#ffffff";
}
