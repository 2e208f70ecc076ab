/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_FORMAT_H
#define BASE_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

/*
 * vsnprintf for the directives that most of our texts are made of: %s, %c, %d,
 * %u, %ld, %lu, %lld, %llu, %zu and %%, without flags, widths or precisions. It
 * is several times as fast as the C library's, and making problems is mostly
 * formatting. A format with any other directive is left to the library.
 *
 * Writes at most room - 1 bytes and a NUL, and returns how many bytes the whole
 * text has. out may be NULL when room is 0.
 */
size_t format_text(char *out, size_t room, const char *fmt, va_list ap)
    __attribute__((format(printf, 3, 0)));

#endif
