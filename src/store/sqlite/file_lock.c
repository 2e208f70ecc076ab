/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Who works on a run: a lock on one byte, at the run's number, of the file
 * PATH-lock beside the store (base/file_lock.h). The file has the holders'
 * process numbers, HOLDER_BYTES for each run, and stays: were it removed, two
 * processes could hold locks on two files of that name.
 */
#include "store/sqlite/sqlite.h"

#include "base/file_lock.h"
#include "base/str.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
static bool tell_holder(struct store *s, int64_t run, struct err *e)
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

bool sqlite_alone(struct store *s, struct err *e)
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

void sqlite_alone_end(struct store *s)
{
    file_lock_drop(s->lock, FILE_LOCK_ALL);
    for (size_t i = 0; i < s->locked.n; i++) {
        const struct run_lock *k = vec_get(&s->locked, struct run_lock, i);

        (void)file_lock_try(s->lock, k->run, k->shared);
    }
}

bool sqlite_lock(struct store *s, int64_t run, bool shared, struct err *e)
{
    if (store_locked(s, run))
        return true;
    if (!open_lock(s, e))
        return false;
    if (!file_lock_try(s->lock, run, shared)) {
        if (errno == EACCES || errno == EAGAIN)
            return tell_holder(s, run, e);
        return err_set(e, ERR_IO, "could not lock \"%.300s-lock\": %s",
                       s->db.path, strerror(errno));
    }
    *(struct run_lock *)vec_push(&s->locked) = (struct run_lock){ run, shared };
    write_holder(s, run);
    return true;
}

/* A reader makes no file, and takes no lock. */
bool sqlite_taken(struct store *s, int64_t run)
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

void sqlite_unlock(struct store *s, int64_t run)
{
    if (!store_locked(s, run))
        return;
    store_lock_drop(s, run);
    file_lock_drop(s->lock, run);
}
