/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_FORMAT_H
#define BASE_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

/*
 * vsnprintf for the directives that texts of ours are made of: %s, %c, %d,
 * %u, %ld, %lu, %lld, %llu, %zu and %%, without flags, widths or precisions. Several times
 * as fast as the C library's, which is what making problems mostly does; a
 * format with anything else in it is left to the library.
 *
 * Writes at most room - 1 bytes and a NUL, and returns how many bytes there
 * are in all. out may be NULL when room is 0.
 */
size_t format_text(char *out, size_t room, const char *fmt, va_list ap)
    __attribute__((format(printf, 3, 0)));

#endif
