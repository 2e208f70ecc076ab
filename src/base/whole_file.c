/* SPDX-License-Identifier: Apache-2.0 */
#include "base/whole_file.h"
#include "base/ascii.h"
#include "base/shutdown.h"
#include "base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME_MOST 100 /* bytes of the name that the other one repeats */
#define TRIES     100 /* names that may be taken */

/* A signal ends a wait for those who read a pipe. */
static bool path_failed(const char *path, int reason, struct err *e)
{
    return err_set(e, ERR_IO, "could not write \"%.300s\": %s", path,
                   reason == EINTR ? "interrupted before the whole file was "
                                     "written; if it is a pipe, check that "
                                     "something reads it"
                                   : strerror(reason));
}

static bool file_failed(struct whole_file *f, int reason, struct err *e)
{
    str_clear(&f->part);
    return path_failed(f->path, reason, e);
}

/* ---- what is open already ---- */

/* Returns the number of the stream that the path names, or -1. */
static int stream_of(const char *path)
{
    const char *digits = str_starts(path, "/dev/fd/")         ? path + 8
                         : str_starts(path, "/proc/self/fd/") ? path + 14
                                                              : "";
    size_t n = 0;

    if (str_eq(path, "/dev/stdout"))
        return STDOUT_FILENO;
    if (str_eq(path, "/dev/stderr"))
        return STDERR_FILENO;
    while (is_digit(digits[n]))
        n++;
    return n && n < 6 && !digits[n] ? (int)strtol(digits, NULL, 10) : -1;
}

bool whole_file_replaces(const char *path)
{
    struct stat st;

    return stream_of(path) < 0 && (stat(path, &st) != 0 || S_ISREG(st.st_mode));
}

/* Returns a descriptor, or -1 with errno 0 if the path is for a new file. */
static int open_as_it_stands(const char *path)
{
    int stream = stream_of(path);
    struct stat old;

    if (stream >= 0) {
        fflush(stdout); /* what was printed before comes before */
        return fcntl(stream, F_DUPFD_CLOEXEC, 3);
    }
    if (whole_file_replaces(path)) {
        /* The other name is shorter, and would be found to be too long only
         * when all was written. */
        if (lstat(path, &old) == 0 || errno != ENAMETOOLONG)
            errno = 0;
        return -1;
    }
    return open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
}

/* ---- a new file ---- */

/* "FOLDER/.NAME.0123456789abcdef.part" */
static bool name_part(struct str *out, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    uint64_t random;

    if (!system_random(&random, sizeof(random)))
        return false;
    str_reset(out);
    str_addn(out, path, (size_t)(name - path));
    str_addf(out, ".%.*s.%016llx.part", NAME_MOST, name,
             (unsigned long long)random);
    return true;
}

static int whole_file_open_part(struct whole_file *f)
{
    const char *slash = strrchr(f->path, '/');
    struct stat old;
    int fd = -1;

    if (!*f->path || (slash && !slash[1])) {
        errno = *f->path ? EISDIR : ENOENT;
        return -1;
    }
    for (int i = 0; fd < 0 && i < TRIES; i++) {
        if (!name_part(&f->part, f->path))
            return -1;
        shutdown_remove(f->part.s);
        fd = open(f->part.s,
                  O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (fd < 0)
            shutdown_keep(f->part.s);
        if (fd < 0 && errno != EEXIST)
            return -1;
    }
    if (fd >= 0 && lstat(f->path, &old) == 0 && S_ISREG(old.st_mode))
        (void)!fchmod(fd, old.st_mode & 0777);
    return fd;
}

/* ---- the life of a file ---- */

bool whole_file_open(struct whole_file *f, const char *path, struct err *e)
{
    int fd;

    *f = (struct whole_file){ .path = path };
    fd = open_as_it_stands(path);
    if (fd < 0 && errno != 0)
        return file_failed(f, errno, e);
    if (fd < 0)
        fd = whole_file_open_part(f);
    if (fd < 0)
        return file_failed(f, errno, e);
    f->file = fdopen(fd, "wb");
    if (!f->file)
        out_of_memory();
    return true;
}

void whole_file_add(struct whole_file *f, const char *text, size_t n)
{
    if (n && !f->error && fwrite(text, 1, n, f->file) != n)
        f->error = errno;
}

static void forget_part(struct whole_file *f)
{
    if (f->part.n)
        shutdown_keep(f->part.s);
    str_clear(&f->part);
}

static void remove_part(struct whole_file *f)
{
    if (f->part.n)
        unlink(f->part.s);
    forget_part(f);
}

bool whole_file_close(struct whole_file *f, struct err *e)
{
    bool whole = !ferror(f->file);

    if (fclose(f->file) != 0 && !f->error)
        f->error = errno;
    whole =
        whole && !f->error && (!f->part.n || rename(f->part.s, f->path) == 0);
    if (whole) {
        forget_part(f);
        return true;
    }
    f->error = f->error ? f->error : errno ? errno : EIO;
    remove_part(f);
    return file_failed(f, f->error, e);
}

void whole_file_drop(struct whole_file *f)
{
    fclose(f->file);
    remove_part(f);
}

bool whole_file_write(const char *path, const char *text, size_t n,
                      struct err *e)
{
    struct whole_file f;

    if (!whole_file_open(&f, path, e))
        return false;
    whole_file_add(&f, text, n);
    return whole_file_close(&f, e);
}

bool whole_file_try(const char *path, struct err *e)
{
    struct whole_file f;
    struct stat st;

    /* Opening a pipe waits for its reader. */
    if (stat(path, &st) == 0 && S_ISFIFO(st.st_mode) && stream_of(path) < 0)
        return access(path, W_OK) == 0 || path_failed(path, errno, e);
    if (!whole_file_open(&f, path, e))
        return false;
    whole_file_drop(&f);
    return true;
}

/* ---- other questions about paths ---- */

static bool same_place(const char *a, const char *b)
{
    struct stat x, y;

    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev &&
           x.st_ino == y.st_ino;
}

/* Splits a path into its folder and the name in it, which is returned. */
static const char *split_path(const char *path, struct str *folder)
{
    const char *slash = strrchr(path, '/');

    str_addf(folder, "%.*s", slash ? (int)(slash + 1 - path) : 1,
             slash ? path : ".");
    return slash ? slash + 1 : path;
}

bool whole_file_same(const char *a, const char *b)
{
    struct str x = { 0 }, y = { 0 };
    bool same;

    if (!whole_file_replaces(a) || !whole_file_replaces(b))
        return false;
    if (str_eq(a, b) || same_place(a, b))
        return true;
    same = str_eq(split_path(a, &x), split_path(b, &y)) &&
           same_place(str_get(&x), str_get(&y));
    str_clear(&x);
    str_clear(&y);
    return same;
}

bool folder_make(const char *path, bool *made, struct err *e)
{
    struct str part = { 0 };
    struct stat st;
    bool ok = true, now = false;

    for (const char *p = path; ok && *p; p++) {
        str_addc(&part, *p);
        if (p[1] != '/' && p[1] != '\0')
            continue;
        now = mkdir(str_get(&part), 0777) == 0;
        ok = now || errno == EEXIST;
        if (ok && !now && stat(str_get(&part), &st) == 0 &&
            !S_ISDIR(st.st_mode))
            ok = err_set(e, ERR_IO,
                         "\"%.300s\" is not a folder; name another one",
                         str_get(&part));
        else if (!ok)
            err_set(e, ERR_IO, "could not create the folder \"%.300s\": %s",
                    str_get(&part), strerror(errno));
    }
    str_clear(&part);
    if (made)
        *made = *made || (ok && now);
    return ok;
}
