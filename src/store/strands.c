/* SPDX-License-Identifier: Apache-2.0 */
#include "store/strands.h"
#include "store/store_int.h"
#include "store/strands_int.h"

#include <inttypes.h>
#include <string.h>

/* ---- hashes ---- */

void strand_start(struct chain *c, const unsigned char start[CHAIN_BYTES],
                  int64_t strand, const char *name,
                  unsigned char out[CHAIN_BYTES])
{
    chain_begin(c, "assay strand 1");
    chain_bytes(c, start, CHAIN_BYTES);
    chain_u64(c, (uint64_t)strand);
    chain_text(c, name);
    chain_end(c, out);
}

void strand_fold(struct chain *c, unsigned char head[CHAIN_BYTES],
                 int64_t strand, const unsigned char end[CHAIN_BYTES],
                 uint64_t count)
{
    unsigned char out[CHAIN_BYTES];

    chain_begin(c, "assay fold 1");
    chain_bytes(c, head, CHAIN_BYTES);
    chain_u64(c, (uint64_t)strand);
    chain_bytes(c, end, CHAIN_BYTES);
    chain_u64(c, count);
    chain_end(c, out);
    memcpy(head, out, CHAIN_BYTES);
}

/* ---- looking ---- */

bool strands_any(struct store *s, int64_t run, bool *any, struct err *e)
{
    struct query q = query_open(&s->db, SQL_STRAND_ANY);

    query_int(&q, run);
    if (!query_row(&q, any, e))
        return false;
    query_end(&q);
    return true;
}

static bool strands_take_row(struct query *q, struct arena *a, void *out,
                             struct err *e)
{
    struct strand_row *r = out;
    struct strand *t = &r->strand;
    bool whole;

    *r = (struct strand_row){ .strand.number = query_take_int(q) };
    t->name = query_take_text(q, a);
    t->begun_ms = query_take_int(q);
    t->seen_ms = query_take_int(q);
    t->until_ms = query_take_int(q);
    t->ended_ms = query_take_int(q);
    whole = query_take_blob(q, r->head, CHAIN_BYTES);
    t->count = (uint64_t)query_take_int(q);
    t->done = query_take_int(q);
    t->errors = query_take_int(q);
    t->fold = (uint64_t)query_take_int(q);
    t->after = (uint64_t)query_take_int(q);
    t->lives = query_take_int(q) != 0;
    return (t->name && whole) || query_nonsense(q, "a worker", e);
}

bool strands_rows(struct store *s, struct arena *a, int64_t run,
                  struct strand_row **out, size_t *n, struct err *e)
{
    struct query q = query_open(&s->db, SQL_STRAND_ALL);
    struct vec v = vec_in(a, sizeof(struct strand_row));

    query_int(&q, run);
    if (!query_all(&q, a, strands_take_row, &v, e))
        return false;
    *out = v.items;
    *n = v.n;
    return true;
}

bool strands_list(struct store *s, struct arena *a, int64_t run,
                  struct strand **out, size_t *n, struct err *e)
{
    struct strand_row *rows;

    if (!strands_rows(s, a, run, &rows, n, e))
        return false;
    *out = arena_array(a, struct strand, *n + 1);
    for (size_t i = 0; i < *n; i++)
        (*out)[i] = rows[i].strand;
    return true;
}

/* ---- the end of its chain ---- */

static bool store_strands_take_head(struct store *s, int64_t strand,
                                    struct results_head *h, bool *folded,
                                    int64_t *seen_ms, struct err *e)
{
    struct query q = query_open(&s->db, SQL_STRAND_HEAD);
    bool found;

    query_int(&q, h->run);
    query_int(&q, strand);
    if (!query_row(&q, &found, e))
        return false;
    if (!found)
        return err_set(e, ERR_DOMAIN,
                       "worker %" PRId64 " of run r%" PRId64
                       " is not in the store \"%.200s\"",
                       strand, h->run, s->db.path);
    h->base = (uint64_t)strand << STRAND_SHIFT;
    query_take_blob(&q, h->chain, CHAIN_BYTES);
    h->count = (uint64_t)query_take_int(&q);
    h->done = query_take_int(&q);
    h->errors = query_take_int(&q);
    *folded = query_take_int(&q) != 0;
    *seen_ms = query_take_int(&q);
    query_end(&q);
    return true;
}

bool strands_take_head(struct store *s, int64_t strand, struct results_head *h,
                       bool *folded, struct err *e)
{
    int64_t seen_ms;

    return store_strands_take_head(s, strand, h, folded, &seen_ms, e);
}

bool strands_put_head(struct store *s, int64_t strand,
                      const struct results_head *h, struct err *e)
{
    struct query q = query_open(&s->db, SQL_STRAND_HEAD_SET);

    query_blob(&q, h->chain, CHAIN_BYTES);
    query_int(&q, (int64_t)h->count);
    query_int(&q, h->done);
    query_int(&q, h->errors);
    query_int(&q, h->run);
    query_int(&q, strand);
    return query_run(&q, e);
}

/* ---- opening ---- */

/* The only number of a query of one row. */
static bool strands_number_of(struct store *s, enum sql which, int64_t run,
                              int64_t *out, struct err *e)
{
    struct query q = query_open(&s->db, which);
    bool found;

    query_int(&q, run);
    if (!query_row(&q, &found, e))
        return false;
    INVARIANT(found);
    *out = query_take_int(&q);
    query_end(&q);
    return true;
}

/* Locks the run's row; *head is its head, *count its count. */
static bool strands_lock_run(struct store *s, int64_t run, unsigned char *head,
                             uint64_t *count, struct err *e)
{
    struct query q = query_open(&s->db, SQL_RUN_HEAD);
    bool found;

    query_int(&q, run);
    if (!query_row(&q, &found, e))
        return false;
    if (!found)
        return err_set(e, ERR_USAGE,
                       "run r%" PRId64 " is not in the store \"%.200s\"", run,
                       s->db.path);
    query_take_blob(&q, head, CHAIN_BYTES);
    *count = (uint64_t)query_take_int(&q);
    query_end(&q);
    return true;
}

static bool take_start(struct store *s, int64_t run,
                       unsigned char out[CHAIN_BYTES], struct err *e)
{
    struct query q = query_open(&s->db, SQL_CHECK_RUN);
    bool found;

    query_int(&q, run);
    if (!query_row(&q, &found, e))
        return false;
    INVARIANT(found);
    query_take_hash(&q);
    query_take_blob(&q, out, CHAIN_BYTES);
    query_end(&q);
    return true;
}

static bool strands_add(struct store *s, int64_t run, const char *name,
                        int64_t lease_ms, int64_t *strand, struct err *e)
{
    unsigned char head[CHAIN_BYTES], start[CHAIN_BYTES];
    struct query q;
    uint64_t count;

    if (!strands_lock_run(s, run, head, &count, e) ||
        !strands_number_of(s, SQL_STRAND_NEXT, run, strand, e) ||
        !take_start(s, run, start, e))
        return false;
    strand_start(&s->chain, start, *strand, name, head);
    q = query_open(&s->db, SQL_STRAND_ADD);
    query_int(&q, run);
    query_int(&q, *strand);
    query_text(&q, name);
    query_int(&q, lease_ms);
    query_blob(&q, head, CHAIN_BYTES);
    return query_run(&q, e);
}

bool strands_open(struct store *s, int64_t run, const char *name,
                  int64_t lease_ms, int64_t *strand, struct err *e)
{
    bool own;

    return store_enter(s, &own, e) &&
           store_leave(s, own, strands_add(s, run, name, lease_ms, strand, e),
                       e);
}

bool strands_seen(struct store *s, int64_t run, int64_t strand,
                  int64_t lease_ms, struct err *e)
{
    struct query q = query_open(&s->db, SQL_STRAND_SEEN);

    query_int(&q, lease_ms);
    query_int(&q, run);
    query_int(&q, strand);
    return query_run(&q, e);
}

/* ---- folding ---- */

static bool put_fold(struct store *s, int64_t run, int64_t strand, int64_t fold,
                     uint64_t after, struct err *e)
{
    struct query q = query_open(&s->db, SQL_STRAND_FOLD);

    query_int(&q, fold);
    query_int(&q, (int64_t)after);
    query_int(&q, run);
    query_int(&q, strand);
    return query_run(&q, e);
}

static bool put_run(struct store *s, const unsigned char head[CHAIN_BYTES],
                    const struct results_head *h, int64_t seen_ms,
                    struct err *e)
{
    struct query q = query_open(&s->db, SQL_RUN_FOLD);

    query_blob(&q, head, CHAIN_BYTES);
    query_int(&q, h->done);
    query_int(&q, h->errors);
    query_int(&q, h->count ? seen_ms : 0);
    query_int(&q, h->run);
    return query_run(&q, e);
}

/* The run's row is locked first, then the strand's: whoever appends to a strand
 * holds that one, and never the run's. */
static bool store_strands_fold(struct store *s, int64_t run, int64_t strand,
                               struct err *e)
{
    struct results_head h = { .run = run };
    unsigned char head[CHAIN_BYTES];
    int64_t folds, seen_ms;
    uint64_t count;
    bool folded;

    if (!strands_lock_run(s, run, head, &count, e) ||
        !store_strands_take_head(s, strand, &h, &folded, &seen_ms, e))
        return false;
    if (folded)
        return true;
    strand_fold(&s->chain, head, strand, h.chain, h.count);
    return strands_number_of(s, SQL_STRAND_FOLDS, run, &folds, e) &&
           put_fold(s, run, strand, folds + 1, count, e) &&
           put_run(s, head, &h, seen_ms, e);
}

static bool fold_alone(struct store *s, int64_t run, int64_t strand,
                       struct err *e)
{
    bool own;

    return store_enter(s, &own, e) &&
           store_leave(s, own, store_strands_fold(s, run, strand, e), e);
}

static bool strands_take_number(struct query *q, struct arena *a, void *out,
                                struct err *e)
{
    (void)a, (void)e;
    *(int64_t *)out = query_take_int(q);
    return true;
}

/* Who was folded has nothing in hand. */
static bool drop_leases(struct store *s, int64_t run, int64_t strand,
                        struct err *e)
{
    struct query q = query_open(&s->db, SQL_WORK_GIVE);

    query_int(&q, run);
    query_int(&q, strand);
    return query_run(&q, e);
}

bool strands_fold(struct store *s, int64_t run, bool all, struct err *e)
{
    struct query q = query_open(&s->db, SQL_STRAND_LOOSE);
    struct arena a = { 0 };
    struct vec v = vec_in(&a, sizeof(int64_t));
    bool ok;

    query_int(&q, run);
    query_int(&q, all);
    ok = query_all(&q, &a, strands_take_number, &v, e);
    for (size_t i = 0; ok && i < v.n; i++) {
        int64_t strand = *vec_get(&v, int64_t, i);

        ok = fold_alone(s, run, strand, e) &&
             (!all || drop_leases(s, run, strand, e));
    }
    arena_clear(&a);
    return ok;
}

bool strands_end(struct store *s, int64_t run, int64_t strand, struct err *e)
{
    struct query q = query_open(&s->db, SQL_STRAND_END);

    query_int(&q, run);
    query_int(&q, strand);
    return query_run(&q, e) && fold_alone(s, run, strand, e);
}
