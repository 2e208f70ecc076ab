/* SPDX-License-Identifier: Apache-2.0 */
#include "store/row.h"
#include "grade/grade.h"
#include "model/reply.h"
#include "store/store_int.h"

#include <string.h>

static bool rows_take_outcome(struct query *q, enum outcome *out)
{
    size_t n;
    const char *word = query_look_text(q, &n);

    q->at++;
    return word && outcome_find(word, out);
}

static bool rows_take_verdict(struct query *q, enum verdict *out)
{
    size_t n;
    const char *word = query_look_text(q, &n);

    q->at++;
    return word && verdict_find(word, out);
}

static bool rows_take_word(struct query *q, const struct store_column *c,
                           int *out)
{
    int at = query_take_word(q, c->words, c->n_words);

    *out = at < 0 ? 0 : at;
    return at >= 0;
}

static bool rows_take_text(struct query *q, struct arena *a, const char **out)
{
    *out = query_take_text(q, a);
    return *out != NULL;
}

/* Returns false if it makes no sense. */
static bool rows_take_column(struct query *q, struct arena *a,
                             const struct store_column *c, void *to)
{
    switch (c->type) {
    case ROW_INT:
    case ROW_REF: *(int64_t *)to = query_take_int(q); return true;
    case ROW_INT32: *(int *)to = (int)query_take_int(q); return true;
    case ROW_FLAG: *(bool *)to = query_take_int(q) != 0; return true;
    case ROW_KNOWN: *(int64_t *)to = query_take_known(q); return true;
    case ROW_REAL: *(double *)to = query_take_real(q); return true;
    case ROW_TEXT: *(const char **)to = query_take_text(q, a); return true;
    case ROW_NEED: return rows_take_text(q, a, to);
    case ROW_HASH: *(struct hash128 *)to = query_take_hash(q); return true;
    case ROW_SHA: return query_take_blob(q, to, CHAIN_BYTES);
    case ROW_WORD: return rows_take_word(q, c, to);
    case ROW_OUTCOME: return rows_take_outcome(q, to);
    case ROW_VERDICT: return rows_take_verdict(q, to);
    }
    BUG("no such type of column");
}

bool rows_take_some(struct query *q, struct arena *a, const struct store_row *r,
                    void *out, size_t from, size_t to)
{
    bool good = true;

    for (size_t i = from; i < to; i++)
        good &= rows_take_column(q, a, &r->columns[i],
                                 (char *)out + r->columns[i].at);
    return good;
}

bool rows_take(struct query *q, struct arena *a, const struct store_row *r,
               void *out, struct err *e)
{
    bool good;

    memset(out, 0, r->size);
    good = rows_take_some(q, a, r, out, 0, r->n);
    if (r->then)
        good &= r->then(q, a, out);
    return good || query_nonsense(q, r->what, e);
}

/* ---- the other way ---- */

static const char *rows_word(const struct store_column *c, const void *at)
{
    int v = *(const int *)at;

    if (c->type == ROW_OUTCOME)
        return outcome_name((enum outcome)v);
    if (c->type == ROW_VERDICT)
        return verdict_name((enum verdict)v);
    INVARIANT(v >= 0 && v < c->n_words);
    return c->words[v];
}

static struct sql_value rows_value(const struct store_column *c, const void *at)
{
    switch (c->type) {
    case ROW_INT: return sql_int(*(const int64_t *)at);
    case ROW_REF: return sql_ref(*(const int64_t *)at);
    case ROW_INT32: return sql_int(*(const int *)at);
    case ROW_FLAG: return sql_int(*(const bool *)at);
    case ROW_KNOWN: return sql_known(*(const int64_t *)at);
    case ROW_REAL: return sql_real(*(const double *)at);
    case ROW_TEXT:
    case ROW_NEED: return sql_text(*(const char *const *)at);
    case ROW_HASH: return sql_hash(*(const struct hash128 *)at);
    case ROW_SHA: return sql_blob(at, CHAIN_BYTES);
    case ROW_WORD:
    case ROW_OUTCOME:
    case ROW_VERDICT: return sql_text(rows_word(c, at));
    }
    BUG("no such type of column");
}

void rows_bind(struct query *q, const struct store_row *r, const void *in,
               size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        query_bind(
            q, rows_value(&r->columns[i], (const char *)in + r->columns[i].at));
}

static void chain_column(struct chain *c, const struct store_column *k,
                         const void *at)
{
    switch (k->type) {
    case ROW_INT:
    case ROW_REF: chain_u64(c, *(const uint64_t *)at); break;
    case ROW_INT32: chain_u64(c, (uint64_t) * (const int *)at); break;
    case ROW_FLAG: chain_u64(c, *(const bool *)at); break;
    case ROW_KNOWN: chain_known(c, *(const int64_t *)at); break;
    case ROW_TEXT:
    case ROW_NEED: chain_text(c, *(const char *const *)at); break;
    case ROW_HASH: chain_hash(c, *(const struct hash128 *)at); break;
    case ROW_WORD:
    case ROW_OUTCOME:
    case ROW_VERDICT: chain_text(c, rows_word(k, at)); break;
    case ROW_SHA: chain_bytes(c, at, CHAIN_BYTES); break;
    case ROW_REAL: BUG("no chain has numbers that are not whole");
    }
}

void rows_chain(struct chain *c, const struct store_row *r, const void *in,
                size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        chain_column(c, &r->columns[i], (const char *)in + r->columns[i].at);
}

/* ---- statements ---- */

bool rows_find(struct store *s, struct arena *a, const struct store_row *r,
               enum sql which, const struct sql_value *args, void *out,
               bool *found, struct err *e)
{
    struct query q;
    bool ok;

    *found = false;
    if (s->version < r->since)
        return true;
    q = query_with(&s->db, which, args);
    if (!query_row(&q, found, e))
        return false;
    ok = !*found || rows_take(&q, a, r, out, e);
    query_end(&q);
    return ok;
}

bool rows_list(struct store *s, struct arena *a, const struct store_row *r,
               enum sql which, const struct sql_value *args, void *out,
               size_t *n, struct err *e)
{
    struct vec rows = vec_in(a, r->size);
    enum query_got got = QUERY_END;
    bool ok = true;
    struct query q;

    if (s->version >= r->since) {
        q = query_with(&s->db, which, args);
        while (ok && (got = query_step(&q, e)) == QUERY_ROW)
            ok = rows_take(&q, a, r, vec_push(&rows), e);
        query_end(&q);
    }
    memcpy(out, &rows.items, sizeof(rows.items));
    *n = rows.n;
    return ok && got == QUERY_END;
}
