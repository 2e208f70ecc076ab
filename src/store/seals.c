/* SPDX-License-Identifier: Apache-2.0 */
#include "store/seals.h"
#include "store/store_int.h"

static bool seals_take(struct query *q, struct arena *a, void *out,
                       struct err *e)
{
    struct seal *x = out;
    bool whole;

    (void)a;
    *x = (struct seal){ 0 };
    whole = query_take_blob(q, x->hash, sizeof(x->hash));
    x->problems = (uint64_t)query_take_int(q);
    x->made_ms = query_take_int(q);
    x->person = query_take_int(q);
    return whole || query_nonsense(q, "a seal", e);
}

bool seals_list(struct store *s, struct arena *a, struct seal **out, size_t *n,
                struct err *e)
{
    struct vec rows = vec_in(a, sizeof(struct seal));
    struct query q;
    bool ok = true;

    if (store_version(s) >= STORE_WORKBENCH) {
        q = query_open(&s->db, SQL_SEAL_ALL);
        ok = query_all(&q, a, seals_take, &rows, e);
    }
    *out = rows.items;
    *n = rows.n;
    return ok;
}

bool seals_add(struct store *s, const struct seal *in, struct err *e)
{
    struct query q = query_open(&s->db, SQL_SEAL_ADD);
    bool own;

    query_blob(&q, in->hash, sizeof(in->hash));
    query_int(&q, (int64_t)in->problems);
    query_int(&q, in->made_ms);
    query_int(&q, in->person);
    return store_enter_alone(s, &own, e) &&
           store_leave(s, own, query_run(&q, e), e);
}
