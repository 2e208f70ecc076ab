/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * UTF-8, strictly by Unicode: no overlong forms, no surrogates, nothing above
 * U+10FFFF.
 */

#define UTF8_REPLACEMENT 0xFFFDu
#define UTF8_MAX         4 /* bytes of one character */

/* Read one character of s[0..n), n > 0: its length, or 0 if the bytes are not
 * UTF-8. */
size_t utf8_read(const char *s, size_t n, uint32_t *ch);

/* Write ch (a valid scalar value) to out; returns its length. */
size_t utf8_write(uint32_t ch, char out[UTF8_MAX]);

/* The offset of the first byte that is not UTF-8, or n when all is well. */
size_t utf8_check(const char *s, size_t n);

/* How many characters stand in s[0..n): the bytes that continue none. */
size_t utf8_count(const char *s, size_t n);

/* The bytes of the first `most` characters of a C string, or of all. */
size_t utf8_bytes(const char *s, size_t most);

#endif
