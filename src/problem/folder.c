/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/folder.h"
#include "base/shutdown.h"
#include "base/str.h"
#include "base/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAMING_S 5 /* for all files of a folder, after a signal */

static bool io_fail(const char *what, const char *path, struct err *e)
{
    return err_set(e, ERR_IO, "could not %s \"%.300s\": %s", what, path,
                   strerror(errno));
}

static bool exists(const char *path)
{
    struct stat st;

    return lstat(path, &st) == 0;
}

static bool folder_is_folder(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static bool folder_refuse(const struct folder_file *f, struct err *e)
{
    return err_set(e, ERR_IO,
                   "\"%.300s\" already exists; choose another folder or name, "
                   "or replace it with --force",
                   f->path);
}

bool folder_open(struct folder *d, const char *path,
                 const struct export_format *f, const char *name, bool force,
                 struct err *e)
{
    *d = (struct folder){ .force = force };
    d->path = arena_strdup(&d->arena, path);
    for (size_t i = 0; i < EXPORT_FILES; i++) {
        struct folder_file *to = &d->files[i];

        to->name = export_file_name(&d->arena, f, i, name);
        if (!to->name)
            break;
        to->shared = f->shared && str_eq(f->shared, to->name);
        to->path = arena_printf(&d->arena, "%s/%s", path, to->name);
        to->part = arena_printf(&d->arena, "%s/.%s.%ld.part", path, to->name,
                                (long)getpid());
        if (!force && !to->shared && exists(to->path)) {
            folder_refuse(to, e);
            arena_clear(&d->arena);
            return false;
        }
    }
    return true;
}

/* ---- writing ---- */

static bool folder_open_part(struct folder *d, struct folder_file *f,
                             struct err *e)
{
    bool made = d->made;
    int fd;

    if (!folder_make(d->path, &d->made, e))
        return false;
    if (d->made && !made)
        shutdown_remove(d->path);
    unlink(f->part); /* what a process of the same number left behind */
    shutdown_remove(f->part);
    fd = open(f->part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    f->stream = fd < 0 ? NULL : fdopen(fd, "w");
    f->written = f->stream != NULL;
    if (f->stream)
        return true;
    io_fail("make", f->part, e);
    if (fd >= 0)
        close(fd);
    return false;
}

bool folder_write(void *folder, const char *file, const char *text, size_t n,
                  struct err *e)
{
    struct folder *d = folder;

    for (size_t i = 0; i < EXPORT_FILES && d->files[i].name; i++) {
        struct folder_file *f = &d->files[i];

        if (!str_eq(f->name, file))
            continue;
        if (!f->stream && !folder_open_part(d, f, e))
            return false;
        return fwrite(text, 1, n, f->stream) == n ||
               io_fail("write", f->path, e);
    }
    BUG("a file that is not on the format's card");
}

/* ---- committing ---- */

static bool same_bytes(const char *a, const char *b)
{
    FILE *x = fopen(a, "rb"), *y = fopen(b, "rb");
    bool same = x && y;
    int c = 0;

    while (same && c != EOF) {
        c = getc(x);
        same = c == getc(y);
    }
    if (x)
        fclose(x);
    if (y)
        fclose(y);
    return same;
}

static bool finish_part(struct folder_file *f, struct err *e)
{
    bool ok = fflush(f->stream) == 0 && !ferror(f->stream);

    ok = fclose(f->stream) == 0 && ok;
    f->stream = NULL;
    return ok || io_fail("write", f->path, e);
}

static bool give_names(struct folder *d, struct err *e)
{
    for (size_t i = 0; i < EXPORT_FILES && d->files[i].name; i++) {
        struct folder_file *f = &d->files[i];

        if (f->written && rename(f->part, f->path) != 0)
            return io_fail("write", f->path, e);
    }
    return true;
}

bool folder_commit(struct folder *d, struct err *e)
{
    bool ok;

    /* All are complete and allowed before the first one gets its name. */
    for (size_t i = 0; i < EXPORT_FILES && d->files[i].name; i++) {
        struct folder_file *f = &d->files[i];

        if (!f->written)
            continue;
        if (f->stream && !finish_part(f, e))
            return false;
        if (folder_is_folder(f->path))
            return err_set(e, ERR_IO, "cannot write \"%.300s\": it is a folder",
                           f->path);
        if (!d->force && exists(f->path) &&
            !(f->shared && same_bytes(f->part, f->path)))
            return folder_refuse(f, e);
    }
    shutdown_hold(NAMING_S);
    ok = give_names(d, e);
    shutdown_release();
    d->made = d->made && !ok;
    return ok;
}

void folder_close(struct folder *d)
{
    for (size_t i = 0; i < EXPORT_FILES && d->files[i].name; i++) {
        struct folder_file *f = &d->files[i];

        if (f->stream)
            fclose(f->stream);
        unlink(f->part);
        shutdown_keep(f->part);
    }
    if (d->made)
        rmdir(d->path);
    shutdown_keep(d->path);
    arena_clear(&d->arena);
    *d = (struct folder){ 0 };
}
