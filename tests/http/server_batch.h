/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_HTTP_SERVER_BATCH_H
#define TESTS_HTTP_SERVER_BATCH_H

#include "server_desk.h"

#include <stdbool.h>

/*
 * The batch APIs of OpenAI and Anthropic: files and batches are kept in memory,
 * and each call of a batch is played as its scenario plays a request, when the
 * batch is made. `batch=KIND`, `polls=N` and `hang=STAGE` of the segment say
 * what goes wrong.
 */

/* Is this path, behind the scenario, one of a batch API? */
bool batch_serves(struct span rest);

void batch_take(struct desk *d, struct scenario *s, struct span rest,
                const struct http_request *h, struct reply *r);

void batch_clear(void);

#endif
