/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The rows that processes draw from.
 *
 * A rate is one row for each model: up to when its time was drawn, by the
 * database's clock. A draw is one statement, which locks the row for as long as
 * it takes; who dies after it has a block that passes.
 *
 * A budget is one row with the sum of what was spent, by all and ever, and one
 * for each process with what it holds for its next calls. Who trades locks the
 * sum first, so that trades come one after another, each seeing all before it.
 * Calls that were sent are spent; those of a killed process stay so, since
 * whoever serves them may be paid for them, and whoever asks them again pays once
 * more: a budget is what is never passed. What it only held, for calls that were
 * not sent, is nobody's after a lease of seconds.
 */
#include "store/rates.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/str.h"
#include "base/system.h"
#include "store/store_int.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NANO 1e9 /* money is kept in billionths */

struct rates {
    struct store *store; /* NULL: the connection was lost */
    char *path;
    uint64_t lost_ns;         /* when; 0: never */
    char name[HASH_HEX_SIZE]; /* of this process, among all on all machines */
};

#define AGAIN_NS UINT64_C(1000000000) /* between two tries to connect */

/* ---- the connection ---- */

static uint64_t rates_now(void)
{
    struct clock c = clock_real();

    return clock_now(&c);
}

static bool rates_connect(struct rates *r, struct err *e)
{
    return store_open(&r->store, r->path, STORE_WRITE, e) &&
           query_do(&r->store->db, SQL_RATES_CARE, NULL, e);
}

/* The server may have ended it, and another be had. */
static bool rates_is_there(struct rates *r)
{
    struct err e;

    if (r->store)
        return true;
    if (rates_now() - r->lost_ns < AGAIN_NS)
        return false;
    r->lost_ns = rates_now();
    return rates_connect(r, &e);
}

static bool rates_lose(struct rates *r)
{
    store_close(r->store);
    r->store = NULL;
    r->lost_ns = rates_now();
    return false;
}

/* ---- rates ---- */

static bool rates_draw(void *rows, const char *model, uint64_t span_ns,
                       uint64_t *wait_ns)
{
    struct rates *r = rows;
    int64_t wait_us;
    struct err e;

    if (!rates_is_there(r))
        return false;
    if (!query_number(&r->store->db, SQL_RATES_DRAW,
                      ARGS(sql_text(model), sql_int((int64_t)(span_ns / 1000))),
                      &wait_us, &e))
        return rates_lose(r);
    *wait_ns = wait_us > 0 ? (uint64_t)wait_us * 1000 : 0;
    return true;
}

/* ---- budgets ---- */

static bool ask_sum(struct rates *r, enum sql which,
                    const struct sql_value *args, struct shared_rate_sum *out,
                    struct err *e)
{
    struct query q = query_with(&r->store->db, which, args);
    bool found;

    if (!query_row(&q, &found, e))
        return false;
    INVARIANT(found);
    out->tokens = (double)query_take_int(&q);
    out->money = (double)query_take_int(&q) / NANO;
    query_end(&q);
    return true;
}

static bool rates_trade(void *rows, struct shared_rate_sum spent,
                        struct shared_rate_sum held,
                        struct shared_rate_sum *all,
                        struct shared_rate_sum *others)
{
    struct rates *r = rows;
    struct sql_value name = sql_text(r->name);
    bool any = held.tokens > 0 || held.money > 0, own, ok;
    struct err e;

    if (!rates_is_there(r))
        return false;
    if (!store_enter(r->store, &own, &e))
        return rates_lose(r);
    ok = ask_sum(r, SQL_RATES_SPEND,
                 ARGS(sql_int(llround(spent.tokens)),
                      sql_int(llround(spent.money * NANO))),
                 all, &e) &&
         query_do(&r->store->db, any ? SQL_RATES_HOLD : SQL_RATES_DROP,
                  any ? ARGS(name, sql_int(SHARED_RATE_LEASE_MS * 1000),
                             sql_int(llround(held.tokens)),
                             sql_int(llround(held.money * NANO)))
                      : ARGS(name),
                  &e) &&
         ask_sum(r, SQL_RATES_HELD, ARGS(name), others, &e);
    return store_leave(r->store, own, ok, &e) || rates_lose(r);
}

/* ---- opening ---- */

static void close_rates(void *rows)
{
    struct rates *r = rows;

    store_close(r->store);
    free(r->path);
    free(r);
}

static const struct shared_rate_rows table = { rates_draw, rates_trade,
                                               close_rates };

static bool rates_fill(struct rates *r, struct store *s, struct err *e)
{
    unsigned char name[16];
    size_t n = strlen(store_path(s));

    if (!system_random(name, sizeof(name)))
        return err_set(e, ERR_IO,
                       "the system's source of random numbers "
                       "failed");
    hash_hex(hash_bytes(name, sizeof(name)), r->name);
    r->path = alloc_new(n + 1, 1);
    memcpy(r->path, store_path(s), n);
    return rates_connect(r, e);
}

bool rates_open_rows(struct shared_rate **out, struct store *s, struct err *e)
{
    struct rates *r = alloc_new(1, sizeof(*r));

    if (rates_fill(r, s, e))
        return shared_rate_open_rows(out, &table, r, e);
    close_rates(r);
    return false;
}

bool rates_open(struct shared_rate **out, struct store *s, struct err *e)
{
    struct str path = { 0 };
    bool ok;

    if (store_is_address(store_path(s)))
        return rates_open_rows(out, s, e);
    str_addf(&path, "%s-convoy", store_path(s));
    ok = shared_rate_open(out, str_get(&path), e);
    str_clear(&path);
    return ok;
}
