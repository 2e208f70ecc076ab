/* SPDX-License-Identifier: Apache-2.0 */
#include "base/spool.h"
#include "base/str.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool spool_failed(const struct spool *s, const char *what, struct err *e)
{
    return err_set(e, ERR_IO, "could not %s a temporary file in %s: %s", what,
                   s->folder, strerror(errno));
}

static bool spool_is_folder(const char *path)
{
    struct stat st;

    return path && stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool spool_open(struct spool *s, const char *folder, struct err *e)
{
    const char *usual = getenv("TMPDIR");
    struct str path = { 0 };

    if (!spool_is_folder(folder))
        folder = spool_is_folder(usual) ? usual : "/tmp";
    *s = (struct spool){ .folder = folder };
    str_addf(&path, "%s/.assay.XXXXXX", folder);
    s->fd = mkstemp(path.s);
    if (s->fd >= 0)
        unlink(path.s);
    str_clear(&path);
    return s->fd >= 0 || spool_failed(s, "make", e);
}

bool spool_add(struct spool *s, const char *text, size_t n, uint64_t *at,
               struct err *e)
{
    *at = s->end;
    while (n) {
        ssize_t k = pwrite(s->fd, text, n, (off_t)s->end);

        if (k < 0 && errno == EINTR)
            continue;
        if (k < 0)
            return spool_failed(s, "write to", e);
        text += k;
        n -= (size_t)k;
        s->end += (uint64_t)k;
    }
    return true;
}

bool spool_read(const struct spool *s, uint64_t at, char *out, size_t n,
                struct err *e)
{
    while (n) {
        ssize_t k = pread(s->fd, out, n, (off_t)at);

        if (k < 0 && errno == EINTR)
            continue;
        if (k <= 0) {
            errno = k ? errno : EIO;
            return spool_failed(s, "read", e);
        }
        out += k;
        n -= (size_t)k;
        at += (uint64_t)k;
    }
    return true;
}

void spool_close(struct spool *s)
{
    close(s->fd);
    s->fd = -1;
}
