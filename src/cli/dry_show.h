/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_DRY_SHOW_H
#define CLI_DRY_SHOW_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/vec.h"
#include "model/model.h"
#include "stats/prices.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The output of --dry-run, for people and for programs: which calls would be
 * made, and what they might cost.
 */

/* A number of calls. It is exact if both are equal; else it depends on
 * replies. */
struct dry_calls {
    uint64_t least, most;
};

/* Calls that one model gets in one role. */
struct dry_row {
    const char *stage, *role;
    const struct model *model;
    const char *name;       /* as the spec has it; NULL: the model's own */
    struct dry_calls calls; /* all of them */
    struct dry_calls ask;   /* those not yet in the journal */
    bool looked;            /* the journal was looked into */
    double bytes;           /* of the prompts of ask.most calls; 0: unknown */
    double reply;           /* tokens of a reply; 0: unknown */
    bool so_far;            /* `reply` is a mean of replies so far, not a
                               limit */
};

/* Returns the tokens of the longest reply by "max_tokens" of a decoding, or 0
 * if there is no limit. */
double dry_limit(const char *max_tokens);

/* Appends "openai:m: 300 calls, about 20k prompt tokens, at most ..." and a
 * newline. `prices` may be NULL. */
void dry_add_use(struct str *out, const struct dry_row *r,
                 const struct prices *prices);

/* All calls that would be made, and notes about them. */
struct dry_list {
    struct arena *arena;
    struct vec rows;  /* of struct dry_row */
    struct vec notes; /* of const char * */
};

struct dry_list dry_list_in(struct arena *a);
void dry_note(struct dry_list *l, const char *text);
/* Appends a table of all rows, the use of each model, the notes (folded to the
 * width of the terminal) and the sum; or one JSON object. */
void dry_print(struct str *out, const struct dry_list *l,
               const struct prices *prices, bool json);

#endif
