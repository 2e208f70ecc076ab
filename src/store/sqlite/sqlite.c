/* SPDX-License-Identifier: Apache-2.0 */
#include "store/sqlite/sqlite.h"
#include "base/file_lock.h"
#include "base/map.h"
#include "base/shutdown.h"
#include "base/str.h"
#include "store/reviews_int.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * Who works on a run: a lock on one byte, at the run's number, of the file
 * PATH-lock beside the store (base/file_lock.h). The file has the holders'
 * process numbers, HOLDER_BYTES for each run, and stays: were it removed, two
 * processes could hold locks on two files of that name.
 */

#define HOLDER_BYTES 16 /* a process number and a newline */

/* Closing the file drops the store's locks, so it is opened once and kept. */
static bool open_lock(struct store *s, struct err *e)
{
    struct str name = { 0 };

    if (s->lock)
        return true;
    str_addf(&name, "%s-lock", s->db.path);
    s->lock = file_lock_open(str_get(&name), true);
    if (!s->lock)
        err_set(e, ERR_IO, "could not open \"%.300s\": %s", str_get(&name),
                strerror(errno));
    str_clear(&name);
    return s->lock != NULL;
}

static void write_holder(const struct store *s, int64_t run)
{
    char text[HOLDER_BYTES + 1];

    /* For a message alone: should it fail, the message says less. */
    snprintf(text, sizeof(text), "%*ld\n", HOLDER_BYTES - 1, (long)getpid());
    if (pwrite(file_lock_fd(s->lock), text, HOLDER_BYTES,
               (off_t)run * HOLDER_BYTES) < 0)
        return;
}

/* Returns who was the last to lock the run, or 0 if it is not known. */
static long read_holder(const struct store *s, int64_t run)
{
    char text[HOLDER_BYTES + 1] = "";

    if (pread(file_lock_fd(s->lock), text, HOLDER_BYTES,
              (off_t)run * HOLDER_BYTES) < 0)
        return 0;
    return strtol(text, NULL, 10);
}

/* Breaks the rule of one at a time: ERR_DOMAIN, and nothing is broken. */
static bool sqlite_tell_holder(struct store *s, int64_t run, struct err *e)
{
    long pid = read_holder(s, run);

    if (pid <= 0)
        return err_set(e, ERR_DOMAIN,
                       "could not work on run r%" PRId64
                       ": another process is working "
                       "on it",
                       run);
    return err_set(e, ERR_DOMAIN,
                   "could not work on run r%" PRId64 ": process %ld is "
                   "working on it; try again when it is done",
                   run, pid);
}

static bool sqlite_alone(struct store *s, struct err *e)
{
    int64_t run;

    if (!open_lock(s, e))
        return false;
    if (file_lock_try(s->lock, FILE_LOCK_ALL, false))
        return true;
    if (file_lock_held(s->lock, FILE_LOCK_ALL, false, &run))
        return err_set(e, ERR_IO,
                       "could not prune now: process %ld is working on run "
                       "r%" PRId64 ", which may use the same replies; wait "
                       "for it, or stop it",
                       read_holder(s, run), run);
    return err_set(e, ERR_IO,
                   "could not prune now: a process is working on "
                   "a run");
}

static void sqlite_alone_end(struct store *s)
{
    file_lock_drop(s->lock, FILE_LOCK_ALL);
    for (size_t i = 0; i < s->locked.n; i++) {
        const struct run_lock *k = vec_get(&s->locked, struct run_lock, i);

        (void)file_lock_try(s->lock, k->run, k->shared);
    }
}

static bool sqlite_lock(struct store *s, int64_t run, bool shared,
                        struct err *e)
{
    if (store_locked(s, run))
        return true;
    if (!open_lock(s, e))
        return false;
    if (!file_lock_try(s->lock, run, shared)) {
        if (errno == EACCES || errno == EAGAIN)
            return sqlite_tell_holder(s, run, e);
        return err_set(e, ERR_IO, "could not lock \"%.300s-lock\": %s",
                       s->db.path, strerror(errno));
    }
    *(struct run_lock *)vec_push(&s->locked) = (struct run_lock){ run, shared };
    write_holder(s, run);
    return true;
}

/* A reader makes no file, and takes no lock. */
static bool sqlite_taken(struct store *s, int64_t run)
{
    struct file_lock *l;
    struct str name = { 0 };
    int64_t where;
    bool taken;

    str_addf(&name, "%s-lock", s->db.path);
    l = file_lock_open(str_get(&name), false);
    str_clear(&name);
    taken = l && file_lock_held(l, run, true, &where);
    file_lock_close(l);
    return taken;
}

static void sqlite_unlock(struct store *s, int64_t run)
{
    if (!store_locked(s, run))
        return;
    store_lock_drop(s, run);
    file_lock_drop(s->lock, run);
}

/*
 * Statements of SQLite, and what its result codes mean to a user.
 */

sqlite3 *sqlite_of(const struct db *db)
{
    return db->connection;
}

/* ---- parameters ---- */

static void sqlite_prepare(struct query *q, enum sql which)
{
    sqlite3_stmt *st = NULL;

    q->rc = sqlite3_prepare_v3(sqlite_of(q->db), store_sql[which], -1,
                               SQLITE_PREPARE_PERSISTENT, &st, NULL);
    q->st = q->db->stmts[which] = st;
}

static void sqlite_keep(struct query *q, int rc)
{
    if (q->rc == SQLITE_OK)
        q->rc = rc;
}

static void sqlite_bind_null(struct query *q)
{
    sqlite_keep(q, sqlite3_bind_null(q->st, q->at));
}

static void sqlite_bind_int(struct query *q, int64_t v)
{
    sqlite_keep(q, sqlite3_bind_int64(q->st, q->at, v));
}

static void sqlite_bind_real(struct query *q, double v)
{
    sqlite_keep(q, sqlite3_bind_double(q->st, q->at, v));
}

static void sqlite_bind_text(struct query *q, const char *text, size_t n)
{
    sqlite_keep(q, sqlite3_bind_text64(q->st, q->at, text, n, SQLITE_STATIC,
                                       SQLITE_UTF8));
}

static void sqlite_bind_blob(struct query *q, const void *data, size_t n)
{
    sqlite_keep(q,
                sqlite3_bind_blob64(q->st, q->at, data, n, SQLITE_TRANSIENT));
}

/* ---- steps ---- */

static enum query_got sqlite_step(struct query *q, struct err *e)
{
    int rc = q->rc;

    if (rc == SQLITE_OK)
        rc = sqlite3_step(q->st);
    if (rc == SQLITE_ROW)
        return QUERY_ROW;
    q->rc = rc;
    if (rc == SQLITE_DONE)
        return QUERY_END;
    sqlite_fail(q->db, rc, e);
    return QUERY_FAIL;
}

static void sqlite_end(struct query *q)
{
    sqlite3_reset(q->st);
    sqlite3_clear_bindings(q->st);
}

/* ---- columns ---- */

static bool sqlite_is_null(const struct query *q, int at)
{
    return sqlite3_column_type(q->st, at) == SQLITE_NULL;
}

static int64_t sqlite_take_int(const struct query *q, int at)
{
    return sqlite3_column_int64(q->st, at);
}

static double sqlite_take_real(const struct query *q, int at)
{
    return sqlite3_column_double(q->st, at);
}

static const char *sqlite_take_text(const struct query *q, int at, size_t *n)
{
    const char *text = (const char *)sqlite3_column_text(q->st, at);

    *n = (size_t)sqlite3_column_bytes(q->st, at);
    return text;
}

static const void *sqlite_take_blob(const struct query *q, int at, size_t *n)
{
    const void *data = sqlite3_column_blob(q->st, at);

    *n = (size_t)sqlite3_column_bytes(q->st, at);
    return data;
}

/* ---- the last statement, transactions ---- */

static int64_t sqlite_changes(const struct db *db)
{
    return sqlite3_changes(sqlite_of(db));
}

static int64_t sqlite_last_id(const struct db *db)
{
    return sqlite3_last_insert_rowid(sqlite_of(db));
}

static bool sqlite_inside(const struct db *db)
{
    return !sqlite3_get_autocommit(sqlite_of(db));
}

/* After some failures SQLite has rolled back already. */
static void sqlite_rollback(struct db *db)
{
    if (sqlite_of(db) && sqlite_inside(db))
        sqlite3_exec(sqlite_of(db), "ROLLBACK", NULL, NULL, NULL);
}

static void sqlite_hurry(struct db *db, bool on)
{
    sqlite3_busy_timeout(sqlite_of(db), on ? 0 : STORE_BUSY_MS);
}

/* ---- failures ---- */

static bool sqlite_is_damage(int rc)
{
    int kind = rc & 0xff;

    /* Our statements fit the tables of this version: if they do not, the
     * tables were changed. */
    return kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB ||
           kind == SQLITE_ERROR;
}

static bool write_fail(const struct db *db, const char *why, struct err *e)
{
    return err_set(e, ERR_IO,
                   "could not write to the store \"%.200s\": %.100s; all "
                   "committed data is safe",
                   db->path, why);
}

static bool other_fail(const struct db *db, struct err *e)
{
    return err_set(e, ERR_IO, "could not use the store \"%.200s\": %.200s",
                   db->path, sqlite3_errmsg(sqlite_of(db)));
}

bool sqlite_fail(const struct db *db, int rc, struct err *e)
{
    switch (rc & 0xff) {
    case SQLITE_NOMEM: out_of_memory();
    case SQLITE_FULL: return write_fail(db, "disk full", e);
    case SQLITE_IOERR: return write_fail(db, sqlite3_errmsg(sqlite_of(db)), e);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return write_fail(db, "another process has locked it", e);
    case SQLITE_CANTOPEN:
        return err_set(e, ERR_IO,
                       "could not open the store \"%.200s\": its folder "
                       "must be writable, even for reading",
                       db->path);
    case SQLITE_READONLY:
        return err_set(e, ERR_IO,
                       "cannot write to the store \"%.200s\": it is "
                       "read-only",
                       db->path);
    case SQLITE_TOOBIG:
        return err_set(e, ERR_LIMIT,
                       "cannot keep a text of more than 1 GB in the store "
                       "\"%.200s\"",
                       db->path);
    case SQLITE_ERROR:
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return err_set(e, ERR_IO,
                       "cannot read the store \"%.200s\": the file is "
                       "damaged (%.100s)",
                       db->path, sqlite3_errmsg(sqlite_of(db)));
    default: return other_fail(db, e);
    }
}

static bool sqlite_backup(struct store *s, const char *file,
                          void (*tell)(void *who, uint64_t done,
                                       uint64_t total),
                          void *who, struct err *e);

const struct driver driver_sqlite = {
    .name = "SQLite",
    .open = sqlite_open,
    .close = sqlite_close,
    .backup = sqlite_backup,
    .vacuum = sqlite_vacuum,
    .lock = sqlite_lock,
    .taken = sqlite_taken,
    .unlock = sqlite_unlock,
    .alone = sqlite_alone,
    .alone_end = sqlite_alone_end,
    .inside = sqlite_inside,
    .rollback = sqlite_rollback,
    .hurry = sqlite_hurry,
    .prepare = sqlite_prepare,
    .bind_null = sqlite_bind_null,
    .bind_int = sqlite_bind_int,
    .bind_real = sqlite_bind_real,
    .bind_text = sqlite_bind_text,
    .bind_blob = sqlite_bind_blob,
    .step = sqlite_step,
    .end = sqlite_end,
    .is_null = sqlite_is_null,
    .take_int = sqlite_take_int,
    .take_real = sqlite_take_real,
    .take_text = sqlite_take_text,
    .take_blob = sqlite_take_blob,
    .changes = sqlite_changes,
    .last_id = sqlite_last_id,
    .is_damage = sqlite_is_damage,
};

/*
 * The way from older versions of a store to this one. All tables that a step
 * made are still as they were then, so that schema.sql says what they are: who
 * changes one gives the steps that make it the old text.
 */

static const char outcomes_of_5[] =
    "PRAGMA writable_schema = ON;\n"
    "UPDATE sqlite_schema SET sql = replace(sql, "
    "'outcome IN (''ok'', ''truncated'', ''refused'')', "
    "'outcome = ''ok'' OR outcome = ''truncated'' OR outcome = ''refused'' "
    "OR outcome = ''overflow'' OR outcome = ''malformed''')\n"
    "WHERE type = 'table' AND name = 'calls';\n"
    "UPDATE sqlite_schema SET sql = replace(sql, "
    "'outcome IN (''ok'', ''truncated'', ''refused'', ''error'', ''fatal'')', "
    "'outcome = ''ok'' OR outcome = ''truncated'' OR outcome = ''refused'' "
    "OR outcome = ''overflow'' OR outcome = ''malformed'' OR outcome = "
    "''error'' OR outcome = ''fatal''')\n"
    "WHERE type = 'table' AND name = 'results';\n"
    "PRAGMA writable_schema = RESET;\n";

const struct store_step store_steps[] = {
    { .from = 1, .makes = "reviews" },
    { .from = 2, .makes = "studies study_runs" },
    { .from = 3,
      .makes = "study_work people invitations signins entries entry_versions "
               "deeds deed_chain challenges seals" },
    { .from = 4,
      .sql = outcomes_of_5,
      .makes = "timings batches batch_calls decisions decision_chain",
      .then = review_chain_adopt },
    { .from = 5, .makes = STORE_TABLES_OF_6 },
};

const size_t store_n_steps = sizeof(store_steps) / sizeof(store_steps[0]);

/* ---- the shape that a version has ---- */

#define MORE_MARKS 5 /* the version whose CHECKs know 'overflow' */

/* The tables there are, and whether some text is of the version above. */
static bool sqlite_list_tables(struct store *s, struct arena *a,
                               struct map *names, bool *more_marks,
                               struct err *e)
{
    struct query q = query_open(&s->db, SQL_CHECK_SHAPE);
    enum query_got got;

    *more_marks = false;
    while ((got = query_step(&q, e)) == QUERY_ROW) {
        const char *name = query_take_text(&q, a);

        if (name)
            map_put(names, name, strlen(name), NULL);
        *more_marks |= query_take_int(&q) != 0;
    }
    return got == QUERY_END;
}

/* Looks at the tables that one step makes. */
static const char *odd_table(struct arena *a, const struct store_step *step,
                             int version, const struct map *names, bool *lacks)
{
    bool wanted = step->from < version;
    size_t n;

    for (const char *p = step->makes; *p; p += n + (p[n] == ' ')) {
        n = strcspn(p, " ");
        if ((map_get(names, p, n) != NULL) == wanted)
            continue;
        *lacks = wanted;
        return arena_printf(
            a,
            "its version is %d, but it %s the table \"%.*s\" of version %d%s",
            version, wanted ? "lacks" : "has", (int)n, p, step->from + 1,
            wanted ? "" : ": its version was set back");
    }
    return NULL;
}

bool store_shape(struct store *s, struct arena *a, const char **what,
                 bool *lacks, struct err *e)
{
    struct map names = { 0 };
    bool more_marks, ok = sqlite_list_tables(s, a, &names, &more_marks, e);

    *what = NULL;
    *lacks = false;
    for (size_t i = 0; ok && !*what && i < store_n_steps; i++)
        *what = odd_table(a, &store_steps[i], s->version, &names, lacks);
    if (ok && !*what && (s->version >= MORE_MARKS) != more_marks)
        *what = arena_printf(a,
                             "its version is %d, but the checks of its "
                             "tables are those of %s version",
                             s->version, more_marks ? "a later" : "an earlier");
    map_clear(&names);
    return ok;
}

/*
 * A copy of a store that others write to. One read transaction spans it, so
 * that it is the store of one moment, and nobody waits for it: with WAL a reader
 * is in no writer's way.
 */

#define STEP_PAGES 250 /* between two calls of `tell`: 1 MB */
#define NAMING_S   5   /* to give the copy its name, after a signal */

struct copy {
    struct store *from;
    struct db to; /* an open connection to the new file */
    void (*tell)(void *who, uint64_t done, uint64_t total);
    void *who;
};

static bool store_sqlite_fail(const char *what, const char *path, struct err *e)
{
    return err_set(e, errno == EEXIST ? ERR_USAGE : ERR_IO,
                   "could not %s \"%.200s\": %s", what, path, strerror(errno));
}

/* Nobody else has the name, and nobody else may read it. */
static bool reserve(const char *path, struct err *e)
{
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

    if (fd < 0)
        return store_sqlite_fail("make", path, e);
    close(fd);
    return true;
}

static bool sync_path(const char *path, int flags, struct err *e)
{
    int fd = open(path, flags | O_CLOEXEC);
    bool ok = fd >= 0 && fsync(fd) == 0;

    if (!ok)
        store_sqlite_fail("write", path, e);
    if (fd >= 0)
        close(fd);
    return ok;
}

/* A name is on the disk when its folder is. */
static bool sync_folder(const char *file, struct err *e)
{
    const char *slash = strrchr(file, '/');
    struct str folder = { 0 };
    bool ok;

    if (slash)
        str_addn(&folder, file, (size_t)(slash - file) + 1);
    else
        str_add(&folder, ".");
    ok = sync_path(str_get(&folder), O_RDONLY, e);
    str_clear(&folder);
    return ok;
}

/* ---- pages ---- */

static bool copy_pages(struct copy *c, struct err *e)
{
    sqlite3_backup *b = sqlite3_backup_init(sqlite_of(&c->to), "main",
                                            sqlite_of(&c->from->db), "main");
    int rc = SQLITE_OK;

    if (!b)
        return sqlite_fail(&c->to, sqlite3_errcode(sqlite_of(&c->to)), e);
    while (rc == SQLITE_OK) {
        rc = sqlite3_backup_step(b, STEP_PAGES);
        if (c->tell)
            c->tell(c->who,
                    (uint64_t)(sqlite3_backup_pagecount(b) -
                               sqlite3_backup_remaining(b)),
                    (uint64_t)sqlite3_backup_pagecount(b));
    }
    rc = sqlite3_backup_finish(b);
    return rc == SQLITE_OK || sqlite_fail(&c->to, rc, e);
}

/* A copy of a damaged store is none to rely on. */
static bool sqlite_check_pages(struct copy *c, struct err *e)
{
    sqlite3_stmt *st = NULL;
    int rc = sqlite3_prepare_v2(sqlite_of(&c->to), "PRAGMA quick_check(1)", -1,
                                &st, NULL);
    const char *said = "";
    bool ok;

    if (rc == SQLITE_OK && sqlite3_step(st) == SQLITE_ROW)
        said = (const char *)sqlite3_column_text(st, 0);
    ok = said && strcmp(said, "ok") == 0;
    sqlite3_finalize(st);
    return ok || err_set(e, ERR_IO,
                         "could not copy the store \"%.200s\": the copy is "
                         "damaged, and the store may be damaged too; assay "
                         "store verify shows details",
                         c->from->shown);
}

/* The view begins with the first look. */
static bool hold_view(struct store *s, bool *own, struct err *e)
{
    int rc;

    if (!store_look(s, own, e))
        return false;
    rc = sqlite3_exec(sqlite_of(&s->db), "SELECT 1 FROM sqlite_schema", NULL,
                      NULL, NULL);
    if (rc == SQLITE_OK)
        return true;
    store_look_end(s, *own);
    return sqlite_fail(&s->db, rc, e);
}

static bool sqlite_fill(void *ctx, char *part, struct err *e)
{
    struct copy *c = ctx;
    sqlite3 *to = NULL;
    int rc = sqlite3_open_v2(part, &to,
                             SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    bool own, ok = rc == SQLITE_OK;

    c->to.connection = to;
    c->to.path = part;
    if (!to)
        out_of_memory();
    if (!ok)
        sqlite_fail(&c->to, rc, e);
    ok = ok && hold_view(c->from, &own, e);
    if (ok) {
        ok = copy_pages(c, e);
        store_look_end(c->from, own);
    }
    ok = ok && sqlite_check_pages(c, e);
    sqlite3_close(to);
    return ok;
}

/* ---- the file ---- */

/* rename() would replace a file that came meanwhile: the name is taken first. */
static bool give_name(const char *part, const char *file, struct err *e)
{
    bool ok;

    if (!sync_path(part, O_RDWR, e))
        return false;
    shutdown_hold(NAMING_S);
    ok = reserve(file, e);
    if (ok && rename(part, file) != 0) {
        ok = store_sqlite_fail("make", file, e);
        unlink(file);
    }
    shutdown_release();
    return ok && sync_folder(file, e);
}

static void sqlite_remove_file(const char *path)
{
    unlink(path);
    shutdown_keep(path);
}

/* Calls `each` with the part's file and those that SQLite may make beside it. */
static void for_parts(const char *part, void (*each)(const char *path))
{
    static const char *const behind[] = { "", "-journal", "-wal", "-shm" };

    for (size_t i = 0; i < sizeof(behind) / sizeof(behind[0]); i++) {
        struct str name = { 0 };

        str_addf(&name, "%s%s", part, behind[i]);
        each(str_get(&name));
        str_clear(&name);
    }
}

bool sqlite_new_file(const char *file,
                     bool (*write)(void *ctx, char *part, struct err *e),
                     void *ctx, struct err *e)
{
    struct str part = { 0 };
    bool ok;

    if (access(file, F_OK) == 0)
        return err_set(e, ERR_IO,
                       "\"%.200s\" already exists; choose another name: a "
                       "backup never replaces a file",
                       file);
    str_addf(&part, "%s.%ld.part", file, (long)getpid());
    ok = reserve(part.s, e);
    if (ok) {
        for_parts(part.s, shutdown_remove);
        ok = write(ctx, part.s, e) && give_name(part.s, file, e);
        for_parts(part.s, sqlite_remove_file);
    }
    str_clear(&part);
    return ok;
}

static bool sqlite_backup(struct store *s, const char *file,
                          void (*tell)(void *who, uint64_t done,
                                       uint64_t total),
                          void *who, struct err *e)
{
    struct copy c = { .from = s, .tell = tell, .who = who };

    return sqlite_new_file(file, sqlite_fill, &c, e);
}
