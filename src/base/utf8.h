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

/* Reads one character of s[0..n), n > 0. Returns its length, or 0 if the bytes
 * are not UTF-8. */
size_t utf8_read(const char *s, size_t n, uint32_t *ch);

/* Writes ch (a valid scalar value) to out. Returns its length. */
size_t utf8_write(uint32_t ch, char out[UTF8_MAX]);

/* Returns the offset of the first byte that is not UTF-8, or n if there is
 * none. */
size_t utf8_check(const char *s, size_t n);

/* Returns the number of characters in s[0..n): all bytes but continuation bytes
 * are counted. */
size_t utf8_count(const char *s, size_t n);

/* Returns the number of UTF-16 units that begin before byte `at` of s[0..n): two
 * for a character above U+FFFF, and one for each byte that is not UTF-8, since
 * writers put U+FFFD in its place. */
size_t utf8_units(const char *s, size_t n, size_t at);

/* Returns the place where the character begins that the byte at `at` is of. */
size_t utf8_start(const char *s, size_t at);

/* Returns the length in bytes of the first `most` characters of a C string, or
 * of the whole string if it has fewer. */
size_t utf8_bytes(const char *s, size_t most);

/* Returns whether the character must not reach a terminal or a page as it is:
 * it moves the cursor or gives orders (C0, DEL, C1), turns the direction of what
 * follows, breaks the line, or is not seen at all (zero width, fillers, tags).
 * Joiners (U+200C, U+200D) spell words of some scripts and are let through. */
bool utf8_is_unseen(uint32_t ch);

/* Returns how many columns of a terminal s[0..n) takes: an East Asian character
 * takes two, a combining mark none. */
size_t utf8_columns(const char *s, size_t n);

/* Returns the length in bytes of the beginning of a C string that takes at most
 * so many columns. */
size_t utf8_fit(const char *s, size_t most);

#endif
