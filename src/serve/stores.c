/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/stores.h"
#include "base/alloc.h"
#include "base/file_lock.h"
#include "base/str.h"
#include "base/thread.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WAIT_S 10 /* for a store, when all are taken */

struct stores {
    pthread_mutex_t lock;
    pthread_cond_t given;
    char *path;
    struct store *free[STORES_MOST];
    size_t n_free, n_open;
    struct file_lock *alone; /* PATH-serve, which one process holds at a time */
};

/* Two servers of one store would each keep budgets, paces and the queue as if
 * they were alone. */
static bool be_alone(struct stores *p, struct err *e)
{
    struct str name = { 0 };
    char pid[24] = "";
    bool ok;

    str_addf(&name, "%s-serve", p->path);
    p->alone = file_lock_open(str_get(&name), true);
    ok = p->alone && file_lock_try(p->alone, FILE_LOCK_ALL, false);
    if (!p->alone)
        err_set(e, ERR_IO, "could not open \"%.300s\": %s", str_get(&name),
                strerror(errno));
    else if (!ok && pread(file_lock_fd(p->alone), pid, sizeof(pid) - 1, 0) >= 0)
        err_set(e, ERR_IO,
                "process %ld already serves \"%.300s\": stop it, or give "
                "another --store",
                strtol(pid, NULL, 10), p->path);
    else if (!ok)
        err_set(e, ERR_IO, "another process already serves \"%.300s\"",
                p->path);
    else if (ftruncate(file_lock_fd(p->alone), 0) ==
             0) /* for that message alone */
        dprintf(file_lock_fd(p->alone), "%ld\n", (long)getpid());
    str_clear(&name);
    return ok;
}

bool stores_start(const char *path, struct stores **out, struct err *e)
{
    struct stores *p = alloc_new(1, sizeof(*p));

    p->path = alloc_new(strlen(path) + 1, 1);
    memcpy(p->path, path, strlen(path));
    pthread_mutex_init(&p->lock, NULL);
    thread_cond_init(&p->given);
    if (!be_alone(p, e) || !store_open(&p->free[0], path, STORE_MAKE, e)) {
        stores_end(p);
        return false;
    }
    p->n_free = p->n_open = 1;
    *out = p;
    return true;
}

void stores_end(struct stores *p)
{
    if (!p)
        return;
    INVARIANT(p->n_free == p->n_open);
    for (size_t i = 0; i < p->n_free; i++)
        store_close(p->free[i]);
    file_lock_close(p->alone);
    pthread_cond_destroy(&p->given);
    pthread_mutex_destroy(&p->lock);
    free(p->path);
    free(p);
}

/* Waits, with the lock held, for one that is free or may be opened. */
static bool wait_for_one(struct stores *p)
{
    uint64_t until = thread_after(WAIT_S * 1000);

    while (!p->n_free && p->n_open == STORES_MOST)
        if (!thread_wait(&p->given, &p->lock, until))
            break;
    return p->n_free || p->n_open < STORES_MOST;
}

/* Opens one more, which is counted already. */
static bool open_one(struct stores *p, struct store **out, struct err *e)
{
    if (store_open(out, p->path, STORE_WRITE, e))
        return true;
    pthread_mutex_lock(&p->lock);
    p->n_open--;
    pthread_cond_signal(&p->given);
    pthread_mutex_unlock(&p->lock);
    return false;
}

bool stores_take(struct stores *p, struct store **out, struct err *e)
{
    bool ok, found;

    pthread_mutex_lock(&p->lock);
    ok = wait_for_one(p);
    found = ok && p->n_free;
    if (found)
        *out = p->free[--p->n_free];
    else if (ok)
        p->n_open++;
    pthread_mutex_unlock(&p->lock);
    if (!ok)
        return err_set(e, ERR_IO,
                       "could not get a connection to the store: all %d are "
                       "in use",
                       STORES_MOST);
    return found || open_one(p, out, e);
}

void stores_give(struct stores *p, struct store *s)
{
    pthread_mutex_lock(&p->lock);
    p->free[p->n_free++] = s;
    pthread_cond_signal(&p->given);
    pthread_mutex_unlock(&p->lock);
}
