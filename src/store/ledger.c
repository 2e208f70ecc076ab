/* SPDX-License-Identifier: Apache-2.0 */
#include "store/ledger.h"
#include "store/row.h"

#include <string.h>

bool ledger_take(struct store *s, const struct ledger *l, struct ledger_head *h,
                 struct err *e)
{
    static const struct store_column columns[] = {
        COLUMN(SHA, ledger_head, chain),
        COLUMN(INT, ledger_head, count),
    };
    static const struct store_row row =
        ROW("an end of a chain", ledger_head, columns, 0);
    bool found;

    *h = (struct ledger_head){ 0 };
    return rows_find(s, NULL, &row, l->head, NULL, h, &found, e);
}

bool ledger_put(struct store *s, const struct ledger *l,
                const struct ledger_head *h, struct err *e)
{
    return query_do(
        &s->db, l->head_set,
        ARGS(sql_blob(h->chain, sizeof(h->chain)), sql_int(h->count)), e);
}

/* ---- verifying ---- */

struct ledger_walk {
    const struct ledger *ledger;
    ledger_fault *fault;
    void *who;
};

/* `h` is the row before, and then this one. */
static void ledger_check_row(struct store *s, const struct ledger_walk *w,
                             struct query *q, struct arena *a,
                             struct ledger_head *h)
{
    unsigned char link[CHAIN_BYTES];
    struct ledger_row r = { .id = 0 };
    bool good, gap;

    memcpy(link, h->chain, sizeof(link));
    good = w->ledger->follow(s, q, a, link, &r);
    gap = r.id > h->count + 1;
    if (gap)
        w->fault(w->who, h->count + 1, r.id - 1, NULL, "missing");
    /* Behind a gap the link before is not known. */
    if (!good || r.id <= h->count ||
        (!gap && memcmp(link, r.stored, sizeof(link)) != 0))
        w->fault(w->who, r.id, r.id, r.name,
                 "changed, out of order, or its subject was changed");
    memcpy(h->chain, r.stored, sizeof(h->chain));
    h->count = r.id > h->count ? r.id : h->count + 1;
}

static bool store_ledger_walk(struct store *s, const struct ledger_walk *w,
                              struct ledger_head *h, struct err *e)
{
    struct query q = query_open(&s->db, w->ledger->walk);
    struct arena a = { 0 };
    enum query_got got;

    while ((got = query_step(&q, e)) == QUERY_ROW) {
        ledger_check_row(s, w, &q, &a, h);
        arena_reset(&a);
    }
    arena_clear(&a);
    if (got == QUERY_FAIL && s->db.damaged)
        w->fault(w->who, h->count + 1, h->count + 1, NULL, "cannot be read");
    return got != QUERY_FAIL || s->db.damaged;
}

static void check_end(const struct ledger_walk *w, const struct ledger_head *h,
                      const struct ledger_head *end)
{
    if (h->count < end->count)
        w->fault(w->who, h->count + 1, end->count, NULL, "missing at the end");
    else if (h->count > end->count)
        w->fault(w->who, end->count + 1, h->count, NULL, "added to the end");
    else if (memcmp(h->chain, end->chain, CHAIN_BYTES) != 0)
        w->fault(w->who, h->count ? h->count : 1, h->count ? h->count : 1, NULL,
                 "the end was changed");
}

bool ledger_verify(struct store *s, const struct ledger *l, ledger_fault *fault,
                   void *who, struct ledger_head *end, struct err *e)
{
    struct ledger_walk w = { l, fault, who };
    struct ledger_head last = { 0 };
    bool own, ok;

    *end = (struct ledger_head){ 0 };
    if (!store_look(s, &own, e))
        return false;
    ok = store_ledger_walk(s, &w, end, e) && ledger_take(s, l, &last, e);
    store_look_end(s, own);
    if (ok)
        check_end(&w, end, &last);
    return ok;
}
