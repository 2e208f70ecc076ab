/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A copy of a store that others write to. One read transaction spans it, so
 * that it is the store of one moment, and nobody waits for it: with WAL a reader
 * is in no writer's way.
 */
#include "base/shutdown.h"
#include "base/str.h"
#include "store/sqlite/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define STEP_PAGES 250 /* between two calls of `tell`: 1 MB */
#define NAMING_S   5   /* to give the copy its name, after a signal */

struct copy {
    struct store *from;
    struct db to; /* an open connection to the new file */
    void (*tell)(void *who, uint64_t done, uint64_t total);
    void *who;
};

static bool fail(const char *what, const char *path, struct err *e)
{
    return err_set(e, errno == EEXIST ? ERR_USAGE : ERR_IO,
                   "could not %s \"%.200s\": %s", what, path, strerror(errno));
}

/* Nobody else has the name, and nobody else may read it. */
static bool reserve(const char *path, struct err *e)
{
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

    if (fd < 0)
        return fail("make", path, e);
    close(fd);
    return true;
}

static bool sync_path(const char *path, int flags, struct err *e)
{
    int fd = open(path, flags | O_CLOEXEC);
    bool ok = fd >= 0 && fsync(fd) == 0;

    if (!ok)
        fail("write", path, e);
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
static bool check_pages(struct copy *c, struct err *e)
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

static bool fill(void *ctx, char *part, struct err *e)
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
    ok = ok && check_pages(c, e);
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
        ok = fail("make", file, e);
        unlink(file);
    }
    shutdown_release();
    return ok && sync_folder(file, e);
}

static void remove_file(const char *path)
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
        for_parts(part.s, remove_file);
    }
    str_clear(&part);
    return ok;
}

bool sqlite_backup(struct store *s, const char *file,
                   void (*tell)(void *who, uint64_t done, uint64_t total),
                   void *who, struct err *e)
{
    struct copy c = { .from = s, .tell = tell, .who = who };

    return sqlite_new_file(file, fill, &c, e);
}
