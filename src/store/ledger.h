/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_LEDGER_H
#define STORE_LEDGER_H

#include "store/chain.h"
#include "store/store_int.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * A ledger: a table of rows that are appended and never changed, numbered from
 * 1 without gaps. Each row holds a link of a hash chain, and a table of one row
 * holds the last link and their number, so that a row that was taken from the
 * end is missed. There is one of audit events and one of decisions.
 */

struct ledger_head { /* its end */
    unsigned char chain[CHAIN_BYTES];
    int64_t count;
};

/* A row as it is walked over. */
struct ledger_row {
    int64_t id;
    const char *name;                  /* for people; or NULL */
    unsigned char stored[CHAIN_BYTES]; /* its link as it stands in the row */
};

struct ledger {
    enum sql head, head_set; /* the statements of the row with its end */
    enum sql walk;           /* all rows by number */

    /* Takes the row of the query and computes its link into *link, which has
     * that of the row before. Returns false if the row cannot be read, or what
     * it rests on is not what it was. r->id and r->name are set where they can
     * be. */
    bool (*follow)(struct store *s, struct query *q, struct arena *a,
                   unsigned char *link, struct ledger_row *r);
};

/* What is wrong with a ledger, and where: rows from..to are "missing", a row is
 * "changed ...", the end is not what it was. `name` is of the row, or NULL. */
typedef void ledger_fault(void *who, int64_t from, int64_t to, const char *name,
                          const char *what);

/* Read and write its end. An empty ledger has a link of zeros. */
MUST_USE bool ledger_take(struct store *s, const struct ledger *l,
                          struct ledger_head *h, struct err *e);
MUST_USE bool ledger_put(struct store *s, const struct ledger *l,
                         const struct ledger_head *h, struct err *e);

/* Walks along the chain, each row from the stored link of the one before, and
 * tells `fault` of every one that does not follow. *end is where it came to. Pages
 * that cannot be read are a fault too; false: the store could not be used. */
MUST_USE bool ledger_verify(struct store *s, const struct ledger *l,
                            ledger_fault *fault, void *who,
                            struct ledger_head *end, struct err *e);

#endif
