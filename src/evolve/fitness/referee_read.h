/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_FITNESS_REFEREE_READ_H
#define EVOLVE_FITNESS_REFEREE_READ_H

#include <stdbool.h>

/*
 * The rating in a referee's reply, 0 to 10. In this order: the last number
 * that follows "rating" or "score" ("Rating: 7.5", "\"score\": 8", "the score
 * is 6"); the numbers given as "8/10" or "8 out of 10", if they all are the
 * same; the last line, if it is a number alone ("**7**"). Anything else, a
 * range ("7-8"), a number beyond 0..10 or of another scale is unread: a number
 * that may count something else is not taken for a rating.
 */
bool referee_read(const char *text, double *out);

#endif
