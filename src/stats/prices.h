/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STATS_PRICES_H
#define STATS_PRICES_H

#include "base/arena.h"
#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What tokens cost, from a file of the user's: LiteLLM's table (JSON, dollars
 * for each token: input_cost_per_token, output_cost_per_token,
 * cache_read_input_token_cost), or a simple one in YAML or JSON, dollars for a
 * million tokens:
 *
 *     gpt-4o: {input: 2.5, output: 10, cached: 1.25}
 *
 * (Inspect's input_cache_read is read as `cached`; without one, cached tokens
 * cost what others do.) Entries without prices for tokens are passed over; a
 * price that is no number, or one in quotes, is a mistake with its line. A
 * model is looked up by its spec as the user wrote it, by the name the server
 * knows, with the provider before it ("openai/NAME"; of a URL its host's:
 * "openrouter/NAME"), then by the name's part behind the last "/".
 */

struct price { /* dollars for one token */
    double input, output, cached;
};

#define PRICE_BATCH 0.5 /* of it is paid for what comes by a batch */

struct prices;

/* Messages have a line, but the caller names the file. */
MUST_USE bool prices_read_file(struct arena *a, const char *path,
                               struct prices **out, struct err *e);

/* Finds the price of a model by its spec as the user wrote it and by the
 * server's name. Returns false, and leaves *out as it is, if none is known. */
bool prices_find(const struct prices *p, const char *spec, const char *name,
                 struct price *out);

/* Returns the cost of a call of so many tokens; those that the server did not
 * count, below 0, are free. Cached tokens are a part of those of the prompt, at
 * a price of their own. */
double price_of(const struct price *p, int64_t prompt, int64_t cached,
                int64_t completion);

#endif
