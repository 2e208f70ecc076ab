/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Opening a file, and its versions.
 *
 * A new store is made in one transaction before WAL is switched on, so that
 * the file's own first page says whose it is from the first moment on, and a
 * file that is not ours is refused from that page alone, before SQLite could
 * recover, lock or grow anything.
 */
#define _XOPEN_SOURCE 700 /* realpath() */
#include "base/alloc.h"
#include "base/file_lock.h"
#include "base/str.h"
#include "store/sqlite/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEAD_BYTES   100
#define HEAD_MAGIC   "SQLite format 3"
#define WAL_TRIES    600
#define WAL_PAUSE_MS 100

static const char schema[] =
#include "store/schema.inc"
    ;

/* ---- small statements ---- */

static bool exec(struct store *s, const char *sql, struct err *e)
{
    int rc = sqlite3_exec(sqlite_of(&s->db), sql, NULL, NULL, NULL);

    return rc == SQLITE_OK || sqlite_fail(&s->db, rc, e);
}

/* The first column of the first row; 0 when there is none. */
static bool exec_int(struct store *s, const char *sql, int64_t *out,
                     struct err *e)
{
    sqlite3_stmt *st = NULL;
    int rc = sqlite3_prepare_v2(sqlite_of(&s->db), sql, -1, &st, NULL);

    *out = 0;
    if (rc == SQLITE_OK)
        rc = sqlite3_step(st);
    if (rc == SQLITE_ROW)
        *out = sqlite3_column_int64(st, 0);
    sqlite3_finalize(st);
    return rc == SQLITE_ROW || rc == SQLITE_DONE || sqlite_fail(&s->db, rc, e);
}

static bool exec_format(struct store *s, const char *name, int v, struct err *e)
{
    struct str sql = { 0 };
    bool ok;

    str_addf(&sql, "PRAGMA %s = %d", name, v);
    ok = exec(s, str_get(&sql), e);
    str_clear(&sql);
    return ok;
}

/* ---- the file before it is opened ---- */

static bool foreign(const char *path, struct err *e)
{
    return err_set(e, ERR_DOMAIN,
                   "\"%.200s\" is not a store of assay; the file was not "
                   "changed",
                   path);
}

static bool has_journal(const char *path)
{
    struct str name = { 0 };
    struct stat st;
    bool has;

    str_addf(&name, "%s-journal", path);
    has = stat(str_get(&name), &st) == 0;
    str_clear(&name);
    return has;
}

/* Through SQLite's own file layer: a file that is opened and closed beside it
 * would drop the locks that another connection of this process has. */
static int store_file_read_head(const char *path,
                                unsigned char head[HEAD_BYTES])
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    sqlite3_filename name = sqlite3_create_filename(path, "", "", 0, NULL);
    sqlite3_file *f = alloc_new(1, (size_t)vfs->szOsFile);
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB;
    int rc = name ? vfs->xOpen(vfs, name, f, flags, NULL) : SQLITE_NOMEM;

    memset(head, 0, HEAD_BYTES);
    if (rc == SQLITE_OK) {
        rc = f->pMethods->xRead(f, head, HEAD_BYTES, 0);
        f->pMethods->xClose(f);
    }
    sqlite3_free_filename(name);
    free(f);
    return rc == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : rc;
}

static bool look_head(const char *path, struct err *e)
{
    unsigned char head[HEAD_BYTES];
    uint32_t id = 0;

    if (store_file_read_head(path, head) != SQLITE_OK)
        return err_set(e, ERR_IO, "could not read the store \"%.200s\"", path);
    for (int i = 68; i < 72; i++)
        id = id << 8 | head[i];
    if (memcmp(head, HEAD_MAGIC, sizeof(HEAD_MAGIC)) == 0 &&
        id == STORE_APPLICATION)
        return true;
    return foreign(path, e);
}

/* Is there a store, or room for a new one? */
static bool look_file(const char *path, enum store_mode mode, struct err *e)
{
    struct stat st;

    if (path[0] == '\0' || path[0] == ':')
        return err_set(e, ERR_USAGE,
                       "\"%.200s\" is not a valid name for a "
                       "store",
                       path);
    if (stat(path, &st) != 0) {
        if (errno != ENOENT)
            return err_set(e, ERR_IO, "could not open the store \"%.200s\": %s",
                           path, strerror(errno));
        return mode == STORE_MAKE ||
               err_set(e, ERR_IO,
                       "there is no store \"%.200s\"; `assay run` creates "
                       "one; --store FILE names another",
                       path);
    }
    if (!S_ISREG(st.st_mode) || (st.st_size == 0 && mode != STORE_MAKE))
        return foreign(path, e);
    /* With a journal beside it the file may be half made: SQLite mends it. */
    if (st.st_size == 0 || has_journal(path))
        return true;
    return look_head(path, e);
}

/* ---- making ---- */

/* What every connection needs; a hostile file has no code to run. */
static bool configure(struct store *s, struct err *e)
{
    sqlite3_extended_result_codes(sqlite_of(&s->db), 1);
    sqlite3_busy_timeout(sqlite_of(&s->db), STORE_BUSY_MS);
    sqlite3_db_config(sqlite_of(&s->db), SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(sqlite_of(&s->db), SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0,
                      NULL);
    sqlite3_db_config(sqlite_of(&s->db), SQLITE_DBCONFIG_ENABLE_TRIGGER, 0,
                      NULL);
    return exec(s,
                "PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL; "
                "PRAGMA cache_size = -32768; PRAGMA wal_autocheckpoint = 4000; "
                "PRAGMA journal_size_limit = 67108864",
                e);
}

static bool store_file_make_tables(struct store *s, struct err *e)
{
    int64_t id, tables;

    if (!exec_int(s, "PRAGMA application_id", &id, e) ||
        !exec_int(s, "SELECT count(*) FROM sqlite_schema", &tables, e))
        return false;
    if (id == STORE_APPLICATION)
        return true; /* another process was quicker */
    if (id != 0 || tables != 0)
        return foreign(s->db.path, e);
    return exec(s, schema, e) &&
           exec_format(s, "application_id", STORE_APPLICATION, e) &&
           exec_format(s, "user_version", STORE_VERSION, e);
}

static bool store_file_make(struct store *s, struct err *e)
{
    int64_t id;

    if (!exec_int(s, "PRAGMA application_id", &id, e))
        return false;
    if (id == STORE_APPLICATION)
        return true;
    if (s->mode != STORE_MAKE)
        return foreign(s->db.path, e);
    if (!exec(s, "BEGIN IMMEDIATE", e))
        return false;
    if (store_file_make_tables(s, e) && exec(s, "COMMIT", e))
        return true;
    store_rollback(s);
    return false;
}

/* Two processes that switch at once each wait for the other to let go of the
 * file: SQLite returns "busy" to both, without waiting. */
static bool use_wal(struct store *s, struct err *e)
{
    sqlite3_stmt *st = NULL;
    int rc = SQLITE_BUSY;
    bool wal = false;

    for (int i = 0; i < WAL_TRIES && (rc & 0xff) == SQLITE_BUSY; i++) {
        if (i > 0)
            sqlite3_sleep(WAL_PAUSE_MS);
        rc = sqlite3_prepare_v2(sqlite_of(&s->db), "PRAGMA journal_mode = WAL",
                                -1, &st, NULL);
        if (rc == SQLITE_OK)
            rc = sqlite3_step(st);
        if (rc == SQLITE_ROW)
            wal = str_eq((const char *)sqlite3_column_text(st, 0), "wal");
        sqlite3_finalize(st);
        st = NULL;
    }
    if (rc != SQLITE_ROW)
        return sqlite_fail(&s->db, rc, e);
    return wal || err_set(e, ERR_IO,
                          "cannot keep a store at \"%.200s\": this file "
                          "system does not support the shared memory that "
                          "SQLite's WAL needs",
                          s->db.path);
}

/* ---- versions ---- */

static const struct store_step *store_file_find_step(
    const struct store_step *list, size_t n, int64_t from)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].from == from)
            return &list[i];
    return NULL;
}

static bool add_tables(struct store *s, const char *names, struct err *e)
{
    struct str sql = { 0 };
    bool ok;

    store_add_tables(&sql, schema, names);
    ok = exec(s, str_get(&sql), e);
    str_clear(&sql);
    return ok;
}

static bool walk_steps(struct store *s, const struct store_step *list, size_t n,
                       int to, struct err *e)
{
    int64_t v, broken;

    if (!exec_int(s, "PRAGMA user_version", &v, e))
        return false;
    for (; v < to; v++) {
        const struct store_step *step = store_file_find_step(list, n, v);

        if (!step)
            return err_set(e, ERR_DOMAIN,
                           "cannot upgrade the store \"%.200s\" from "
                           "version %d to %d",
                           s->db.path, (int)v, to);
        if ((step->sql && !exec(s, step->sql, e)) ||
            (step->makes && !add_tables(s, step->makes, e)) ||
            (step->then && !step->then(s, e)) ||
            !exec_format(s, "user_version", (int)v + 1, e))
            return false;
    }
    if (!exec_int(s, "SELECT count(*) FROM pragma_foreign_key_check", &broken,
                  e))
        return false;
    return broken == 0 ||
           err_set(e, ERR_DOMAIN,
                   "cannot upgrade the store \"%.200s\" to version %d: %d "
                   "rows refer to missing rows",
                   s->db.path, to, (int)broken);
}

static bool refuse_version(struct store *s, int64_t v, int to, struct err *e)
{
    if (v > to)
        return err_set(e, ERR_DOMAIN,
                       "the store \"%.200s\" has version %d, made by a "
                       "newer assay; this assay knows only versions up to "
                       "%d: update assay",
                       s->db.path, (int)v, to);
    return err_set(e, ERR_DOMAIN,
                   "the store \"%.200s\" has version %d; the first command "
                   "that writes to it, such as assay run, upgrades it to "
                   "version %d: run one",
                   s->db.path, (int)v, to);
}

bool store_migrate(struct store *s, const struct store_step *list, size_t n,
                   int to, struct err *e)
{
    int64_t v;
    bool ok;

    if (!exec_int(s, "PRAGMA user_version", &v, e))
        return false;
    if (v > to || (v < to && s->mode == STORE_READ))
        return refuse_version(s, v, to, e);
    s->version = to;
    if (v == to)
        return true;
    /* Steps that rebuild a table need this off, and it cannot be turned
     * within a transaction. */
    if (!exec(s, "PRAGMA foreign_keys = OFF", e) ||
        !exec(s, "BEGIN IMMEDIATE", e))
        return false;
    /* A step may edit the text of a table: a CHECK that lets more in needs no
     * copy of its rows. */
    sqlite3_db_config(sqlite_of(&s->db), SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);
    ok = walk_steps(s, list, n, to, e) && exec(s, "COMMIT", e);
    sqlite3_db_config(sqlite_of(&s->db), SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    if (!ok) {
        store_rollback(s);
        s->version = (int)v;
    }
    return ok && exec(s, "PRAGMA foreign_keys = ON", e);
}

/* Whoever only reads can do so from an older file too, as long as all that
 * later versions brought are tables of their own: those are empty then. */
static bool stand_in(struct store *s, struct err *e)
{
    return exec(s,
                "CREATE TEMP TABLE strands (run INTEGER, strand INTEGER, name "
                "TEXT, begun_ms INTEGER, seen_ms INTEGER, until_ms INTEGER, "
                "ended_ms INTEGER, head BLOB, count INTEGER, done INTEGER, "
                "errors INTEGER, fold INTEGER, after INTEGER)",
                e);
}

static bool settle_version(struct store *s, struct err *e)
{
    int64_t v;

    if (!exec_int(s, "PRAGMA user_version", &v, e))
        return false;
    if (s->mode == STORE_READ && v >= STORE_READABLE && v < STORE_VERSION) {
        s->version = (int)v;
        return v >= STORE_WORKER_CHAINS || stand_in(s, e);
    }
    return store_migrate(s, store_steps, store_n_steps, STORE_VERSION, e);
}

/* ---- opening, closing ---- */

/* Statistics of memory, which nobody asks for, take a lock at every allocation.
 * It is refused, and does no harm, where SQLite is in use already. */
static void count_no_memory(void)
{
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

static bool store_file_open_file(struct store *s, struct err *e)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    int flags = s->mode == STORE_READ ? SQLITE_OPEN_READONLY
                : s->mode == STORE_WRITE
                    ? SQLITE_OPEN_READWRITE
                    : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    sqlite3 *db = NULL;
    int rc;

    pthread_once(&once, count_no_memory);
    rc = sqlite3_open_v2(s->db.path, &db, flags | SQLITE_OPEN_NOMUTEX, NULL);
    s->db.connection = db;
    if (!db)
        out_of_memory();
    return rc == SQLITE_OK || sqlite_fail(&s->db, rc, e);
}

/* A view or trigger is none of ours: it may never end, or change what is
 * read. */
static bool has_no_code(struct store *s, struct err *e)
{
    int64_t n;

    if (!exec_int(s,
                  "SELECT count(*) FROM sqlite_schema "
                  "WHERE type IN ('view', 'trigger')",
                  &n, e))
        return false;
    return n == 0 ||
           err_set(e, ERR_DOMAIN,
                   "cannot use \"%.200s\": it contains views or triggers, "
                   "which a store of assay never has",
                   s->db.path);
}

/* Prompts and replies are the user's own business: so are files of them. */
static bool make_file(const char *path, struct err *e)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

    if (fd < 0)
        return err_set(e, ERR_IO, "could not create the store \"%.200s\": %s",
                       path, strerror(errno));
    close(fd);
    return true;
}

/* The file behind a link: its journal and its locks stand beside it, one set
 * for all its names. */
static char *real_path(const char *path)
{
    char *real = realpath(path, NULL), *copy;

    if (real)
        return real;
    copy = alloc_new(strlen(path) + 1, 1);
    memcpy(copy, path, strlen(path));
    return copy;
}

/* The file is there and looks like a store; with STORE_MAKE it is made. */
static bool store_file_find_file(const char *path, char **real,
                                 enum store_mode mode, struct err *e)
{
    *real = real_path(path);
    if (look_file(*real, mode, e) &&
        (mode != STORE_MAKE || access(*real, F_OK) == 0 ||
         make_file(*real, e))) {
        free(*real);
        *real = real_path(path); /* a file just made has its own */
        return true;
    }
    free(*real);
    *real = NULL;
    return false;
}

bool sqlite_open(struct store *s, struct err *e)
{
    return store_file_find_file(s->shown, &s->db.path, s->mode, e) &&
           store_file_open_file(s, e) && configure(s, e) &&
           store_file_make(s, e) && (s->mode == STORE_READ || use_wal(s, e)) &&
           settle_version(s, e) && has_no_code(s, e);
}

void sqlite_close(struct store *s)
{
    file_lock_close(s->lock);
    for (int i = 0; i < SQLS; i++)
        sqlite3_finalize(s->db.stmts[i]);
    store_rollback(s);
    sqlite3_close(sqlite_of(&s->db));
}

bool sqlite_vacuum(struct store *s, struct err *e)
{
    int rc = sqlite3_exec(sqlite_of(&s->db), "VACUUM", NULL, NULL, NULL);

    if (rc != SQLITE_OK)
        return sqlite_fail(&s->db, rc, e);
    /* A reader may keep the log from being cut: then it is cut later. */
    (void)sqlite3_wal_checkpoint_v2(sqlite_of(&s->db), NULL,
                                    SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    return true;
}
