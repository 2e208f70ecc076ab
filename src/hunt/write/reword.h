/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_WRITE_REWORD_H
#define HUNT_WRITE_REWORD_H

#include "base/arena.h"

/*
 * A problem in other words, compared with the one it was made from. What can be
 * checked without understanding is: the numbers, and the formulas.
 */

enum reword_state {
    REWORD_KEPT,
    REWORD_SILENT,   /* nothing, or the same text */
    REWORD_NUMBERS,  /* other numbers, or not as often */
    REWORD_FORMULAS, /* other formulas */
};

/* Reads the new text out of a reply: without thinking, quotes and a heading
 * like "Problem:" or "Reworded:". Returns NULL if there is none. */
const char *reword_read(struct arena *a, const char *reply);

/*
 * Compares. Numbers are those in digits ("1,000" and "1000" are one) and those
 * in words from two on ("twelve", "twenty-five"), so that "three" may become
 * 3. Formulas are what stands between dollars or \( \) and \[ \], white space
 * apart. Both in any order.
 */
enum reword_state reword_check(struct arena *a, const char *was,
                               const char *now);

#endif
