/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_REVIEWS_INT_H
#define STORE_REVIEWS_INT_H

#include "store/ledger.h"
#include "store/reviews.h"
#include "store/row.h"

/*
 * What happened to the rows of the review queue, as a ledger: that a row was put
 * there, and each decision.
 *
 *     upon    = H("assay review 1", what the row asks: all but state, key, note
 *                 and the time of the decision)
 *     chain_1 = H("assay decision 1", 32 zero bytes, decision 1, upon)
 *     chain_n = H("assay decision 1", chain_{n-1}, decision n, upon)
 *
 * What the row says of its state is what the newest decision about it says.
 * Rows that are older than the ledger were taken into it by the step that
 * brought their store to STORE_DECISIONS, and are marked as adopted.
 */

#define STORE_DECISIONS 5 /* the version of the store that has the ledger */

/* Appends all rows of the queue, as adopted: of a store from before. */
MUST_USE bool review_chain_adopt(struct store *s, struct err *e);

/* Walks along the ledger; *end is where it came to. */
MUST_USE bool review_chain_verify(struct store *s, ledger_fault *fault,
                                  void *who, struct ledger_head *end,
                                  struct err *e);

/* Did anybody decide so about the answer (or NULL) or the reply (or NULL) to the
 * statement? Of adopted reviews earlier decisions are not known. */
MUST_USE bool review_chain_explains(struct store *s, const char *statement,
                                    const char *answer, const char *reply,
                                    enum review_state state, bool *does,
                                    struct err *e);

#endif
