/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* F_OFD_SETLK */
#include "base/file_lock.h"
#include "base/alloc.h"
#include "base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static int file_lock_open_file(const char *path, bool make)
{
    int fd = open(path, O_RDWR | O_CLOEXEC | (make ? O_CREAT : 0), 0600);

    return fd >= 0 || make ? fd : open(path, O_RDONLY | O_CLOEXEC);
}

static struct flock file_lock_range(int64_t byte, int type)
{
    bool all = byte == FILE_LOCK_ALL;

    return (struct flock){ .l_type = (short)type,
                           .l_whence = SEEK_SET,
                           .l_start = all ? 0 : (off_t)byte,
                           .l_len = !all };
}

#ifdef SYSTEM_LINUX

struct file_lock {
    int fd;
};

struct file_lock *file_lock_open(const char *path, bool make)
{
    int fd = file_lock_open_file(path, make);
    struct file_lock *l;

    if (fd < 0)
        return NULL;
    l = alloc_new(1, sizeof(*l));
    l->fd = fd;
    return l;
}

void file_lock_close(struct file_lock *l)
{
    if (!l)
        return;
    close(l->fd);
    free(l);
}

int file_lock_fd(const struct file_lock *l)
{
    return l->fd;
}

bool file_lock_try(struct file_lock *l, int64_t byte, bool shared)
{
    struct flock r = file_lock_range(byte, shared ? F_RDLCK : F_WRLCK);

    return fcntl(l->fd, F_OFD_SETLK, &r) == 0;
}

void file_lock_drop(struct file_lock *l, int64_t byte)
{
    struct flock r = file_lock_range(byte, F_UNLCK);

    (void)fcntl(l->fd, F_OFD_SETLK, &r);
}

bool file_lock_held(struct file_lock *l, int64_t byte, bool shared,
                    int64_t *where)
{
    struct flock r = file_lock_range(byte, shared ? F_RDLCK : F_WRLCK);

    if (fcntl(l->fd, F_OFD_GETLK, &r) != 0 || r.l_type == F_UNLCK)
        return false;
    *where = (int64_t)r.l_start;
    return true;
}

#else

struct held {
    const struct file_lock *by;
    int64_t byte;
    bool shared;
    struct held *next;
};

struct shared_file { /* that is open in this process */
    dev_t device;
    ino_t inode;
    int fd;
    bool writable;
    unsigned users;
    struct held *held;
    struct shared_file *next;
};

struct file_lock {
    struct shared_file *file;
};

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static struct shared_file *table;

static struct shared_file *file_lock_find(const struct stat *st)
{
    struct shared_file *f = table;

    while (f && (f->device != st->st_dev || f->inode != st->st_ino))
        f = f->next;
    return f;
}

static bool is_writable(int fd)
{
    return (fcntl(fd, F_GETFL) & O_ACCMODE) == O_RDWR;
}

static struct shared_file *file_lock_add_file(int fd)
{
    struct shared_file *f = alloc_new(1, sizeof(*f));
    struct stat st;

    if (fstat(fd, &st) != 0) {
        free(f);
        close(fd);
        return NULL;
    }
    *f = (struct shared_file){ .device = st.st_dev,
                               .inode = st.st_ino,
                               .fd = fd,
                               .writable = is_writable(fd),
                               .next = table };
    table = f;
    return f;
}

/* It is looked for before it is opened: a second descriptor could not be closed
 * without dropping what is locked through the first. */
static struct shared_file *file_lock_get_file(const char *path, bool make)
{
    struct stat st;
    struct shared_file *f = stat(path, &st) == 0 ? file_lock_find(&st) : NULL;
    int fd;

    if (f && (f->writable || !make))
        return f;
    fd = file_lock_open_file(path, make);
    if (fd < 0)
        return NULL;
    if (!f)
        return file_lock_add_file(fd);
    close(f->fd); /* could only be read: nothing was locked through it */
    f->fd = fd;
    f->writable = true;
    return f;
}

struct file_lock *file_lock_open(const char *path, bool make)
{
    struct file_lock *l = NULL;
    struct shared_file *f;

    pthread_mutex_lock(&table_lock);
    f = file_lock_get_file(path, make);
    if (f) {
        l = alloc_new(1, sizeof(*l));
        l->file = f;
        f->users++;
    }
    pthread_mutex_unlock(&table_lock);
    return l;
}

static void file_lock_remove_file(struct shared_file *f)
{
    struct shared_file **at = &table;

    while (*at != f)
        at = &(*at)->next;
    *at = f->next;
    close(f->fd);
    free(f);
}

static bool file_lock_overlap(int64_t a, int64_t b)
{
    return a == b || a == FILE_LOCK_ALL || b == FILE_LOCK_ALL;
}

/* What another opening in this process holds there. */
static const struct held *file_lock_other(const struct file_lock *l,
                                          int64_t byte, bool also_shared)
{
    const struct held *h = l->file->held;

    while (h && (h->by == l || !file_lock_overlap(h->byte, byte) ||
                 (h->shared && !also_shared)))
        h = h->next;
    return h;
}

static void file_lock_forget(struct file_lock *l, int64_t byte)
{
    for (struct held **at = &l->file->held; *at;) {
        struct held *h = *at;

        if (h->by == l && (byte == FILE_LOCK_ALL || h->byte == byte)) {
            *at = h->next;
            free(h);
        } else {
            at = &h->next;
        }
    }
}

/* The process's lock on a byte stays while another opening shares it. */
static void base_file_lock_drop(struct file_lock *l, int64_t byte)
{
    struct flock r = file_lock_range(byte, F_UNLCK);

    file_lock_forget(l, byte);
    if (!file_lock_other(l, byte, true))
        (void)fcntl(l->file->fd, F_SETLK, &r);
}

/* Of all of its locks, byte by byte: others may share some. */
static void file_lock_drop_all(struct file_lock *l)
{
    const struct held *h = l->file->held;

    while (h)
        if (h->by == l) {
            base_file_lock_drop(l, h->byte);
            h = l->file->held;
        } else {
            h = h->next;
        }
}

void file_lock_close(struct file_lock *l)
{
    if (!l)
        return;
    pthread_mutex_lock(&table_lock);
    file_lock_drop_all(l);
    if (--l->file->users == 0)
        file_lock_remove_file(l->file);
    pthread_mutex_unlock(&table_lock);
    free(l);
}

int file_lock_fd(const struct file_lock *l)
{
    return l->file->fd;
}

bool file_lock_try(struct file_lock *l, int64_t byte, bool shared)
{
    struct flock r = file_lock_range(byte, shared ? F_RDLCK : F_WRLCK);
    struct held *h;
    bool ok;

    pthread_mutex_lock(&table_lock);
    errno = EAGAIN;
    ok = !file_lock_other(l, byte, !shared) &&
         fcntl(l->file->fd, F_SETLK, &r) == 0;
    if (ok) {
        file_lock_forget(l, byte);
        h = alloc_new(1, sizeof(*h));
        *h = (struct held){ l, byte, shared, l->file->held };
        l->file->held = h;
    }
    pthread_mutex_unlock(&table_lock);
    return ok;
}

void file_lock_drop(struct file_lock *l, int64_t byte)
{
    pthread_mutex_lock(&table_lock);
    if (byte == FILE_LOCK_ALL)
        file_lock_drop_all(l);
    else
        base_file_lock_drop(l, byte);
    pthread_mutex_unlock(&table_lock);
}

bool file_lock_held(struct file_lock *l, int64_t byte, bool shared,
                    int64_t *where)
{
    struct flock r = file_lock_range(byte, shared ? F_RDLCK : F_WRLCK);
    const struct held *h;
    bool found;

    pthread_mutex_lock(&table_lock);
    h = file_lock_other(l, byte, !shared);
    found = h || (fcntl(l->file->fd, F_GETLK, &r) == 0 && r.l_type != F_UNLCK);
    if (found)
        *where = !h                         ? (int64_t)r.l_start
                 : h->byte == FILE_LOCK_ALL ? 0
                                            : h->byte;
    pthread_mutex_unlock(&table_lock);
    return found;
}

#endif
