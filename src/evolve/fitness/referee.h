/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_FITNESS_REFEREE_H
#define EVOLVE_FITNESS_REFEREE_H

#include "evolve/fitness/fitness.h"
#include "run/question/question.h"

/* Asks a model to rate how hard each text is to follow, from 0 to 10, with
 * decimals. A text without a readable rating after a second question has none
 * (has_referee is false); *unread counts them. Fails as question_ask() does. */
MUST_USE bool referee_rate(struct arena *a, struct questioner *c,
                           struct sample *samples, size_t n, size_t *unread,
                           struct err *e);

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
