/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Opening a store in whatever database it is, and transactions.
 */
#include "store/store.h"
#include "base/alloc.h"
#include "base/ascii.h"
#include "base/str.h"
#include "store/driver.h"
#include "store/store_int.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct driver *driver_of(const char *path)
{
    return store_is_address(path) ? &driver_postgres : &driver_sqlite;
}

bool store_is_address(const char *path)
{
    return str_starts(path, "postgresql://") || str_starts(path, "postgres://");
}

bool store_is_there(const char *path)
{
    return store_is_address(path) || access(path, F_OK) == 0;
}

bool store_open(struct store **out, const char *path, enum store_mode mode,
                struct err *e)
{
    struct store *s = alloc_new(1, sizeof(*s));

    *out = NULL;
    s->db.driver = driver_of(path);
    s->shown = alloc_new(strlen(path) + 1, 1);
    memcpy(s->shown, path, strlen(path));
    s->mode = mode;
    s->locked = vec_in(NULL, sizeof(struct run_lock));
    chain_open(&s->chain);
    if (!s->db.driver->open(s, e)) {
        store_close(s);
        return false;
    }
    *out = s;
    return true;
}

void store_close(struct store *s)
{
    if (!s)
        return;
    s->db.driver->close(s);
    chain_close(&s->chain);
    vec_clear(&s->locked);
    free(s->db.path);
    free(s->shown);
    free(s->fresh);
    free(s);
}

bool store_is_lost(const struct store *s)
{
    return s->db.driver->lost && s->db.driver->lost(&s->db);
}

const char *store_path(const struct store *s)
{
    return s->shown;
}

int store_version(const struct store *s)
{
    return s->version;
}

/* ---- transactions ---- */

static bool store_run(struct store *s, enum sql which, struct err *e)
{
    return query_do(&s->db, which, NULL, e);
}

bool store_begin(struct store *s, struct err *e)
{
    INVARIANT(!s->spans);
    s->spoilt = false;
    s->spans = store_run(s, SQL_BEGIN_WRITE, e);
    return s->spans;
}

bool store_begin_alone(struct store *s, struct err *e)
{
    if (!store_begin(s, e))
        return false;
    if (store_run(s, SQL_ALONE, e))
        return true;
    store_rollback(s);
    return false;
}

bool store_commit(struct store *s, struct err *e)
{
    INVARIANT(s->spans);
    if (s->spoilt)
        *e = s->why;
    else if (store_run(s, SQL_COMMIT, e)) {
        s->spans = false;
        return true;
    }
    store_rollback(s);
    return false;
}

void store_rollback(struct store *s)
{
    s->spans = s->spoilt = false;
    if (s->fresh)
        memset(s->fresh, 0, STORE_FRESH * sizeof(*s->fresh));
    s->db.driver->rollback(&s->db);
}

bool store_enter(struct store *s, bool *own, struct err *e)
{
    *own = !s->spans && !s->db.driver->inside(&s->db);
    if (*own)
        return store_run(s, SQL_BEGIN_WRITE, e);
    if (s->spans && s->spoilt)
        *e = s->why;
    return !s->spans || !s->spoilt;
}

bool store_enter_alone(struct store *s, bool *own, struct err *e)
{
    return store_enter(s, own, e) &&
           (store_run(s, SQL_ALONE, e) || store_leave(s, *own, false, e));
}

bool store_leave(struct store *s, bool own, bool ok, struct err *e)
{
    if (own && ok)
        ok = store_run(s, SQL_COMMIT, e);
    if (own && !ok)
        store_rollback(s);
    if (!own && !ok && s->spans) {
        s->spoilt = true;
        s->why = *e;
    }
    return ok;
}

bool store_change(struct store *s, enum sql which, const struct sql_value *args,
                  const char *what, int64_t id, struct err *e)
{
    struct query q;
    int64_t n = 0;
    bool own, ok;

    if (!store_enter(s, &own, e))
        return false;
    q = query_with(&s->db, which, args);
    ok = query_count(&q, &n, e);
    if (ok && n == 0)
        ok = err_set(e, ERR_USAGE, "there is no %s %" PRId64, what, id);
    return store_leave(s, own, ok, e);
}

bool store_do_alone(struct store *s, enum sql which,
                    const struct sql_value *args, struct err *e)
{
    bool own;

    return store_enter_alone(s, &own, e) &&
           store_leave(s, own, query_do(&s->db, which, args, e), e);
}

bool store_look(struct store *s, bool *own, struct err *e)
{
    *own = !s->db.driver->inside(&s->db);
    return !*own || store_run(s, SQL_BEGIN_READ, e);
}

void store_look_end(struct store *s, bool own)
{
    if (own)
        store_rollback(s);
}

/* ---- what the database does in its own way ---- */

bool store_patience(struct store *s, int64_t ms, struct err *e)
{
    return !s->db.driver->patience || s->db.driver->patience(&s->db, ms, e);
}

bool store_backup(struct store *s, const char *file,
                  void (*tell)(void *who, uint64_t done, uint64_t total),
                  void *who, struct err *e)
{
    return s->db.driver->backup(s, file, tell, who, e);
}

/* ---- tables ---- */

static bool store_has_name(const char *names, const char *table)
{
    size_t n = strcspn(table, " "), k;

    for (; *names; names += k + (names[k] == ' ')) {
        k = strcspn(names, " ");
        if (k == n && memcmp(names, table, n) == 0)
            return true;
    }
    return false;
}

void store_add_tables(struct str *out, const char *schema, const char *names)
{
    static const char table[] = "CREATE TABLE ", index[] = "CREATE INDEX ";
    const char *of, *end;

    for (const char *p = schema; (p = strstr(p, "CREATE ")); p = end) {
        end = strstr(p, ";\n") + 2;
        of = str_starts(p, index) ? strstr(p, " ON ") + 4 : p + strlen(table);
        if (store_has_name(names, of))
            str_addn(out, p, (size_t)(end - p));
    }
}

/* ---- commands that are told ---- */

const char *store_usual(void)
{
    const char *env = getenv("ASSAY_STORE");

    return env && *env ? env : "assay.db";
}

/* A shell takes these as they are. */
static bool told_is_plain(const char *s)
{
    if (!*s)
        return false;
    for (; *s; s++)
        if (!is_letter(*s) && !is_digit(*s) && !strchr("_@%+=:,./-", *s))
            return false;
    return true;
}

void told_word(struct str *out, const char *s)
{
    if (told_is_plain(s)) {
        str_add(out, s);
        return;
    }
    str_addc(out, '\'');
    for (; *s; s++)
        if (*s == '\'')
            str_add(out, "'\\''");
        else
            str_addc(out, *s);
    str_addc(out, '\'');
}

const char *store_told(struct arena *a, const char *path)
{
    struct str out = str_in(a);

    if (!path || str_eq(path, store_usual()))
        return "";
    str_add(&out, " --store ");
    told_word(&out, path);
    return str_get(&out);
}
