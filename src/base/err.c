/* SPDX-License-Identifier: Apache-2.0 */
#include "base/err.h"
#include "base/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A message may quote a hostile file, and may be cut in mid-character: what a
 * terminal would not print becomes "?". */
static void make_printable(char *s)
{
    size_t n = strlen(s), len;
    uint32_t ch;

    for (size_t i = 0; i < n; i += len) {
        len = utf8_read(s + i, n - i, &ch);
        if (len == 0 || utf8_is_unseen(ch)) {
            len = len ? len : 1;
            memset(s + i, '?', len);
        }
    }
}

bool err_fill(struct err *e, enum err_code code, size_t line, size_t column,
              const char *fmt, va_list ap)
{
    e->code = code;
    e->line = line;
    e->column = column;
    vsnprintf(e->msg, sizeof(e->msg), fmt, ap);
    make_printable(e->msg);
    return false;
}

bool err_set(struct err *e, enum err_code code, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    err_fill(e, code, 0, 0, fmt, ap);
    va_end(ap);
    return false;
}

bool err_at(struct err *e, enum err_code code, size_t line, size_t column,
            const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    err_fill(e, code, line, column, fmt, ap);
    va_end(ap);
    return false;
}

bool err_prefix(struct err *e, const char *fmt, ...)
{
    struct err old = *e;
    va_list ap;
    int n;

    va_start(ap, fmt);
    n = vsnprintf(e->msg, sizeof(e->msg), fmt, ap);
    va_end(ap);
    if (n >= 0 && (size_t)n < sizeof(e->msg))
        snprintf(e->msg + n, sizeof(e->msg) - (size_t)n, "%s", old.msg);
    make_printable(e->msg);
    return false;
}

void out_of_memory(void)
{
    static const char text[] =
        "assay: out of memory; use fewer threads (-j 1) or fewer problems "
        "at once; `ulimit -v` shows whether a limit is set\n";
    ssize_t written = write(STDERR_FILENO, text, sizeof(text) - 1);

    (void)written;
    _exit(3);
}

void bug(const char *file, int line, const char *what)
{
    fprintf(stderr, "%s:%d: bug: %s\n", file, line, what);
    abort();
}
