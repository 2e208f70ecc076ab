/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_LIB_BALL_TEXT_H
#define TESTS_LIB_BALL_TEXT_H

#include "base/arena.h"
#include "math/arb.h"

#include <stdbool.h>

/* Sets x to the real value, in balls of 128 bits, that the judge's reader finds
 * in a text; false if there is none. */
bool ball_of_text(struct arena *a, const char *text, arb_t x);

#endif
