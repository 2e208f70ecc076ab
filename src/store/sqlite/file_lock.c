/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Who works on a run: a lock on one byte, at the run's number, of the file
 * PATH-lock beside the store. It belongs to the open file (F_OFD_SETLK): two
 * stores of one process exclude each other as two processes do, and the system
 * drops it when the process ends, however that happens. The file has the
 * holders' process numbers, HOLDER_BYTES for each run, and stays: were it
 * removed, two processes could hold locks on two files of that name.
 */
#define _GNU_SOURCE /* F_OFD_SETLK */
#include "store/sqlite/sqlite.h"

#include "base/str.h"

#include <errno.h>
#include <fcntl.h>
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

    if (s->lock_fd >= 0)
        return true;
    str_addf(&name, "%s-lock", s->db.path);
    s->lock_fd = open(str_get(&name), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (s->lock_fd < 0)
        err_set(e, ERR_IO, "could not open \"%.300s\": %s", str_get(&name),
                strerror(errno));
    str_clear(&name);
    return s->lock_fd >= 0;
}

static struct flock byte_of(int64_t run, short type)
{
    return (struct flock){
        .l_type = type, .l_whence = SEEK_SET, .l_start = (off_t)run, .l_len = 1
    };
}

static void write_holder(const struct store *s, int64_t run)
{
    char text[HOLDER_BYTES + 1];

    /* For a message alone: should it fail, the message says less. */
    snprintf(text, sizeof(text), "%*ld\n", HOLDER_BYTES - 1, (long)getpid());
    if (pwrite(s->lock_fd, text, HOLDER_BYTES, (off_t)run * HOLDER_BYTES) < 0)
        return;
}

/* Returns who was the last to lock the run, or 0 if it is not known. */
static long read_holder(const struct store *s, int64_t run)
{
    char text[HOLDER_BYTES + 1] = "";

    if (pread(s->lock_fd, text, HOLDER_BYTES, (off_t)run * HOLDER_BYTES) < 0)
        return 0;
    return strtol(text, NULL, 10);
}

/* Breaks the rule of one at a time: ERR_DOMAIN, and nothing is broken. */
static bool tell_holder(struct store *s, int64_t run, struct err *e)
{
    long pid = read_holder(s, run);

    if (pid <= 0)
        return err_set(
            e, ERR_DOMAIN,
            "could not work on run r%" PRId64 ": another process does", run);
    return err_set(e, ERR_DOMAIN,
                   "could not work on run r%" PRId64 ": process %ld does; "
                   "try again when it is done",
                   run, pid);
}

bool sqlite_alone(struct store *s, struct err *e)
{
    struct flock l = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

    if (!open_lock(s, e))
        return false;
    if (fcntl(s->lock_fd, F_OFD_SETLK, &l) == 0)
        return true;
    l = (struct flock){ .l_type = F_WRLCK, .l_whence = SEEK_SET };
    if (fcntl(s->lock_fd, F_OFD_GETLK, &l) == 0 && l.l_type != F_UNLCK)
        return err_set(e, ERR_IO,
                       "could not prune now: process %ld works on run "
                       "r%lld, which may use the same replies; wait for it, or "
                       "stop it",
                       read_holder(s, (int64_t)l.l_start),
                       (long long)l.l_start);
    return err_set(e, ERR_IO, "could not prune now: a process works on a run");
}

void sqlite_alone_end(struct store *s)
{
    struct flock l = { .l_type = F_UNLCK, .l_whence = SEEK_SET };

    (void)fcntl(s->lock_fd, F_OFD_SETLK, &l);
    for (size_t i = 0; i < s->locked.n; i++) {
        const struct run_lock *k = vec_get(&s->locked, struct run_lock, i);

        l = byte_of(k->run, k->shared ? F_RDLCK : F_WRLCK);
        (void)fcntl(s->lock_fd, F_OFD_SETLK, &l);
    }
}

bool sqlite_lock(struct store *s, int64_t run, bool shared, struct err *e)
{
    struct flock l = byte_of(run, shared ? F_RDLCK : F_WRLCK);

    if (store_locked(s, run))
        return true;
    if (!open_lock(s, e))
        return false;
    if (fcntl(s->lock_fd, F_OFD_SETLK, &l) != 0) {
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
    struct flock l = byte_of(run, F_RDLCK);
    struct str name = { 0 };
    bool taken;
    int fd;

    str_addf(&name, "%s-lock", s->db.path);
    fd = open(str_get(&name), O_RDONLY | O_CLOEXEC);
    str_clear(&name);
    if (fd < 0)
        return false;
    taken = fcntl(fd, F_OFD_GETLK, &l) == 0 && l.l_type != F_UNLCK;
    close(fd);
    return taken;
}

void sqlite_unlock(struct store *s, int64_t run)
{
    struct flock l = byte_of(run, F_UNLCK);

    if (!store_locked(s, run))
        return;
    store_lock_drop(s, run);
    (void)fcntl(s->lock_fd, F_OFD_SETLK, &l);
}
