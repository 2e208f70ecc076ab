/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Statements that are sent one behind the other, without waiting for each: a
 * writer that is a network away from its server does not pay the way for every
 * row. The first that fails takes the others along, and its transaction.
 */
#include "store/postgres/postgres.h"

bool pg_post(struct query *q, struct query_came *out, struct err *e)
{
    struct pg_connection *c = pg_of(q->db);
    const struct pg_statement *st = q->st;

    if (c->n_posted == PG_POSTED && !pg_settle(q->db, e))
        return false;
    if ((c->n_posted == 0 && !pq.enterPipelineMode(c->conn)) ||
        !pq.sendQueryPrepared(c->conn, st->name, st->n, st->values, st->lengths,
                              st->formats, 1)) {
        q->rc = (int)pg_fail(q->db, NULL, e);
        return false;
    }
    c->posted[c->n_posted++] = (struct pg_posted){ out, st->returns };
    return true;
}

/* The result of one statement, and the NULL behind it. */
static bool take_one(struct db *db, const struct pg_posted *p, bool failed,
                     struct err *e)
{
    struct pg_connection *c = pg_of(db);
    PGresult *r = pq.getResult(c->conn);
    ExecStatusType status = pq.resultStatus(r);
    bool ok = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;

    if (ok && p->out)
        *p->out = pg_came(r, p->returns);
    if (!ok && !failed)
        pg_fail(db, r, e);
    pq.clear(r);
    if (r)
        pq.clear(pq.getResult(c->conn));
    return ok;
}

bool pg_settle(struct db *db, struct err *e)
{
    struct pg_connection *c = pg_of(db);
    bool ok = true;

    if (c->n_posted == 0)
        return true;
    if (!pq.pipelineSync(c->conn)) {
        pg_fail(db, NULL, e);
        ok = false;
    }
    for (int i = 0; i < c->n_posted; i++)
        ok = take_one(db, &c->posted[i], !ok, e) && ok;
    c->n_posted = 0;
    pq.clear(pq.getResult(c->conn)); /* that of the sync */
    if (!pq.exitPipelineMode(c->conn) && ok) {
        pg_fail(db, NULL, e);
        ok = false;
    }
    return ok;
}
