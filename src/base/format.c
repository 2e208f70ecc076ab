/* SPDX-License-Identifier: Apache-2.0 */
#include "base/format.h"
#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct out {
    char *s;
    size_t room; /* bytes that fit, the NUL not counted */
    size_t n;    /* bytes there are */
};

static void format_put(struct out *o, const char *s, size_t n)
{
    if (o->n < o->room)
        memcpy(o->s + o->n, s, n < o->room - o->n ? n : o->room - o->n);
    o->n += n;
}

static void format_put_number(struct out *o, uint64_t size, int negative)
{
    char digits[24], *p = digits + sizeof(digits);

    do
        *--p = (char)('0' + size % 10);
    while (size /= 10);
    if (negative)
        *--p = '-';
    format_put(o, p, (size_t)(digits + sizeof(digits) - p));
}

static void put_signed(struct out *o, int64_t x)
{
    format_put_number(o, x < 0 ? -(uint64_t)x : (uint64_t)x, x < 0);
}

/* Returns the length of the directive behind '%', or 0 if it is left to the
 * library. */
static size_t directive(const char *p)
{
    size_t n = 0;

    if (*p == 's' || *p == 'c' || *p == '%')
        return 1;
    if (*p == 'z')
        return p[1] == 'u' ? 2 : 0;
    while (n < 2 && p[n] == 'l')
        n++;
    return p[n] == 'd' || p[n] == 'u' ? n + 1 : 0;
}

/* One directive, its argument taken from the list. */
static void put_argument(struct out *o, const char *p, size_t n, va_list *ap)
{
    const char *s;
    char c;

    switch (p[n - 1]) {
    case 's':
        s = va_arg(*ap, const char *);
        format_put(o, s, strlen(s));
        break;
    case 'c':
        c = (char)va_arg(*ap, int);
        format_put(o, &c, 1);
        break;
    case 'd':
        put_signed(o, n == 1   ? va_arg(*ap, int)
                      : n == 2 ? va_arg(*ap, long)
                               : va_arg(*ap, long long));
        break;
    case 'u':
        format_put_number(o,
                          p[0] == 'z' ? va_arg(*ap, size_t)
                          : n == 1    ? va_arg(*ap, unsigned)
                          : n == 2    ? va_arg(*ap, unsigned long)
                                      : va_arg(*ap, unsigned long long),
                          0);
        break;
    default: format_put(o, "%", 1);
    }
}

/* Returns false, with *o unspecified, at a directive that is left to the
 * library. */
static bool write_simple(struct out *o, const char *fmt, va_list *ap)
{
    for (;;) {
        const char *p = strchr(fmt, '%');
        size_t n;

        if (!p) {
            format_put(o, fmt, strlen(fmt));
            return true;
        }
        format_put(o, fmt, (size_t)(p - fmt));
        n = directive(p + 1);
        if (!n)
            return false;
        put_argument(o, p + 1, n, ap);
        fmt = p + n + 1;
    }
}

size_t format_text(char *text, size_t room, const char *fmt, va_list list)
{
    struct out o = { text, room ? room - 1 : 0, 0 };
    va_list ap;
    bool done;
    int n;

    va_copy(ap, list);
    done = write_simple(&o, fmt, &ap);
    va_end(ap);
    if (done) {
        if (room)
            o.s[o.n < o.room ? o.n : o.room] = '\0';
        return o.n;
    }
    n = vsnprintf(text, room, fmt, list);
    INVARIANT(n >= 0);
    return (size_t)n;
}
