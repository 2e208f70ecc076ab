/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Statements of whatever database a store is in.
 */
#include "store/query.h"
#include "store/driver.h"

#include <string.h>

struct query query_open(struct db *db, enum sql which)
{
    struct query q = { .db = db };

    q.st = db->stmts[which];
    if (!q.st)
        db->driver->prepare(&q, which);
    return q;
}

/* ---- parameters ---- */

struct sql_value sql_int(int64_t v)
{
    return (struct sql_value){ .type = SQL_VALUE_INT, .number = v };
}

struct sql_value sql_known(int64_t v)
{
    return v < 0 ? (struct sql_value){ .type = SQL_VALUE_NULL } : sql_int(v);
}

struct sql_value sql_ref(int64_t id)
{
    return sql_known(id ? id : -1);
}

struct sql_value sql_real(double v)
{
    return (struct sql_value){ .type = SQL_VALUE_REAL, .real = v };
}

struct sql_value sql_text(const char *text)
{
    return (struct sql_value){ .type = text ? SQL_VALUE_TEXT : SQL_VALUE_NULL,
                               .bytes = { text, text ? strlen(text) : 0 } };
}

struct sql_value sql_blob(const void *data, size_t n)
{
    return (struct sql_value){ .type = SQL_VALUE_BLOB, .bytes = { data, n } };
}

struct sql_value sql_hash(struct hash128 h)
{
    return (struct sql_value){ .type = SQL_VALUE_HASH, .hash = h };
}

static void query_bind_hash(struct query *q, struct hash128 h)
{
    unsigned char b[16];

    for (int i = 0; i < 8; i++) {
        b[i] = (unsigned char)(h.high >> (56 - 8 * i));
        b[8 + i] = (unsigned char)(h.low >> (56 - 8 * i));
    }
    q->db->driver->bind_blob(q, b, sizeof(b));
}

void query_bind(struct query *q, struct sql_value v)
{
    const struct driver *d = q->db->driver;

    q->at++;
    switch (v.type) {
    case SQL_VALUE_NULL: d->bind_null(q); break;
    case SQL_VALUE_INT: d->bind_int(q, v.number); break;
    case SQL_VALUE_REAL: d->bind_real(q, v.real); break;
    case SQL_VALUE_TEXT: d->bind_text(q, v.bytes.data, v.bytes.n); break;
    case SQL_VALUE_BLOB: d->bind_blob(q, v.bytes.data, v.bytes.n); break;
    case SQL_VALUE_HASH: query_bind_hash(q, v.hash); break;
    case SQL_ARGS_END: BUG("the end of parameters is none");
    }
}

struct query query_with(struct db *db, enum sql which,
                        const struct sql_value *args)
{
    struct query q = query_open(db, which);

    for (; args && args->type != SQL_ARGS_END; args++)
        query_bind(&q, *args);
    return q;
}

/* ---- steps ---- */

void query_end(struct query *q)
{
    if (q->st)
        q->db->driver->end(q);
    q->st = NULL;
}

enum query_got query_step(struct query *q, struct err *e)
{
    enum query_got got = q->db->driver->step(q, e);

    q->at = -1;
    if (got == QUERY_FAIL)
        q->db->damaged = q->db->driver->is_damage(q->rc);
    if (got != QUERY_ROW)
        query_end(q);
    return got;
}

bool query_run(struct query *q, struct err *e)
{
    enum query_got got = query_step(q, e);

    if (got == QUERY_ROW) /* a PRAGMA returns the value that it set */
        query_end(q);
    return got != QUERY_FAIL;
}

bool query_count(struct query *q, int64_t *n, struct err *e)
{
    if (!query_run(q, e))
        return false;
    *n = q->db->driver->changes(q->db);
    return true;
}

bool query_add(struct query *q, bool *added, int64_t *id, struct err *e)
{
    int64_t n;

    if (!query_count(q, &n, e))
        return false;
    if (added)
        *added = n > 0;
    *id = q->db->driver->last_id(q->db);
    return true;
}

bool query_post(struct query *q, struct query_came *out, struct err *e)
{
    struct db *db = q->db;
    bool ok;

    if (!db->driver->post || !q->st) {
        ok = query_run(q, e);
        if (ok && out)
            *out = (struct query_came){ db->driver->changes(db),
                                        db->driver->last_id(db) };
        return ok;
    }
    ok = db->driver->post(q, out, e);
    query_end(q);
    return ok;
}

bool query_settle(struct db *db, struct err *e)
{
    return !db->driver->settle || db->driver->settle(db, e);
}

bool query_row(struct query *q, bool *found, struct err *e)
{
    enum query_got got = query_step(q, e);

    *found = got == QUERY_ROW;
    return got != QUERY_FAIL;
}

/* ---- columns ---- */

int64_t query_take_int(struct query *q)
{
    return q->db->driver->take_int(q, ++q->at);
}

int64_t query_take_known(struct query *q)
{
    int64_t v = query_take_int(q);

    return q->db->driver->is_null(q, q->at) ? -1 : v;
}

const char *query_look_text(struct query *q, size_t *n)
{
    return q->db->driver->take_text(q, q->at + 1, n);
}

const char *query_take_text(struct query *q, struct arena *a)
{
    size_t n;
    const char *text = query_look_text(q, &n);

    q->at++;
    /* What stands behind a NUL is nothing that we wrote, and nothing that a
     * hash would see. */
    if (!text || n != strlen(text))
        return NULL;
    return arena_strdup(a, text);
}

bool query_take_blob(struct query *q, void *out, size_t n)
{
    size_t has;
    const void *data = q->db->driver->take_blob(q, ++q->at, &has);

    if (!data || has != n) {
        memset(out, 0, n);
        return false;
    }
    memcpy(out, data, n);
    return true;
}

struct hash128 query_take_hash(struct query *q)
{
    struct hash128 h = { 0, 0 };
    unsigned char b[16];

    query_take_blob(q, b, sizeof(b));
    for (int i = 0; i < 8; i++) {
        h.high = h.high << 8 | b[i];
        h.low = h.low << 8 | b[8 + i];
    }
    return h;
}

double query_take_real(struct query *q)
{
    return q->db->driver->take_real(q, ++q->at);
}

int query_word(const char *word, const char *const *list, int n)
{
    for (int i = 0; word && i < n; i++)
        if (strcmp(word, list[i]) == 0)
            return i;
    return -1;
}

int query_take_word(struct query *q, const char *const *list, int n)
{
    size_t bytes;
    const char *word = query_look_text(q, &bytes);

    q->at++;
    return query_word(word, list, n);
}

/* ---- whole statements ---- */

bool query_do(struct db *db, enum sql which, const struct sql_value *args,
              struct err *e)
{
    struct query q = query_with(db, which, args);

    return query_run(&q, e);
}

bool query_number(struct db *db, enum sql which, const struct sql_value *args,
                  int64_t *out, struct err *e)
{
    struct query q = query_with(db, which, args);
    bool found;

    *out = 0;
    if (!query_row(&q, &found, e))
        return false;
    *out = found ? query_take_int(&q) : 0;
    query_end(&q);
    return true;
}

bool query_exists(struct db *db, enum sql which, const struct sql_value *args,
                  bool *out, struct err *e)
{
    struct query q = query_with(db, which, args);

    if (!query_row(&q, out, e))
        return false;
    query_end(&q);
    return true;
}

/* ---- failures ---- */

bool query_nonsense(const struct query *q, const char *what, struct err *e)
{
    return err_set(e, ERR_DOMAIN,
                   "the store \"%.200s\" has %s that is invalid; assay "
                   "store verify shows details",
                   q->db->path, what);
}
