/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_HTTP_SERVER_STREAM_H
#define TESTS_HTTP_SERVER_STREAM_H

#include "server_scenario.h"

/*
 * Answers as streams of events. A request with "stream": true gets the answer
 * that its scenario makes in one piece, cut into events; what is no answer is
 * sent as it is. `sse=KIND` in the segment spoils the stream, for the first
 * `for=N` tries of a body (default: all), and `pace=MS` waits between events.
 */

/* Turn the reply into a stream if one was asked for. */
void stream_play(const struct ask *q, struct reply *r);

#endif
