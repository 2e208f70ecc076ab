/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The order of the rules: what cannot be read is not looked at any further,
 * and what is incomplete is not called a duplicate.
 */
#include "hunt/write/filter.h"

#include "hunt/write/filter_int.h"

#include <string.h>

const char *flaw_name(enum flaw f)
{
    static const char *const names[] = {
        [FLAW_NONE] = "none",
        [FLAW_UNREADABLE] = "unreadable",
        [FLAW_INCOMPLETE] = "incomplete",
        [FLAW_OUTSIDE] = "outside",
        [FLAW_PROOF] = "proof",
        [FLAW_DUPLICATE] = "duplicate",
        [FLAW_NEAR] = "near-duplicate",
        [FLAW_AMBIGUOUS] = "ambiguous",
        [FLAW_INVALID] = "invalid",
    };

    INVARIANT(f < FLAWS);
    return names[f];
}

enum flaw filter_draft(struct arena *a, const struct filter *f,
                       const struct draft *d, const char **why)
{
    struct words w = { 0 };

    *why = NULL;
    if (strlen(d->statement) <= STATEMENT_BYTES)
        filter_words(a, d->statement, &w);
    if ((*why = flaw_unreadable(a, d->statement, &w)))
        return FLAW_UNREADABLE;
    if ((*why = flaw_incomplete(a, d->statement, &w)))
        return FLAW_INCOMPLETE;
    if ((*why = flaw_outside(a, d->statement, &w)))
        return FLAW_OUTSIDE;
    if ((*why = flaw_proof(a, &w)))
        return FLAW_PROOF;
    return filter_find_near(a, f, d->statement, why);
}
