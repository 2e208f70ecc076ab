/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_ASCII_H
#define BASE_ASCII_H

#include <stdbool.h>

/*
 * Classes and cases of ASCII characters, whatever the locale is and whether or
 * not char has a sign. Bytes beyond ASCII belong to no class.
 */

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static inline bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static inline bool is_letter(char c)
{
    return is_upper(c) || is_lower(c);
}

static inline char to_lower(char c)
{
    return is_upper(c) ? (char)(c - 'A' + 'a') : c;
}

/* Returns the value of a hexadecimal digit, or -1. */
static inline int hex_value(char c)
{
    c = to_lower(c);
    return is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static inline bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

#endif
