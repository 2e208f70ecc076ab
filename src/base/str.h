/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_STR_H
#define BASE_STR_H

#include "base/arena.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Growable text.
 *
 * `s` is always NUL-terminated once anything was added, and `n` counts the
 * bytes before that NUL. A zeroed struct str is an empty string on the heap,
 * ended by str_clear(); str_in() makes one whose memory belongs to an arena
 * and needs no end. Text past `max` bytes (LIMIT_TEXT_BYTES when 0) is a
 * bug of ours: readers of outside text meet their own ceilings first.
 */

struct str {
    struct arena *arena; /* NULL: heap */
    char *s;             /* NULL while nothing was added */
    size_t n, cap, max;
};

/* An empty string in the arena. */
struct str str_in(struct arena *a);

void str_addc(struct str *b, char c);
void str_add(struct str *b, const char *s);
void str_addn(struct str *b, const char *s, size_t n);
void str_add_int(struct str *b, int64_t n);    /* in decimal digits */
void str_add_count(struct str *b, uint64_t n); /* 1234567 as "1,234,567" */
void str_addf(struct str *b, const char *fmt, ...) PRINTF(2, 3);
void str_addv(struct str *b, const char *fmt, va_list ap) PRINTF(2, 0);

/* Appends text from outside so that a terminal may show it: control characters,
 * which could move the cursor or turn the direction of the text, and invisible
 * ones become "?"; bytes that are not UTF-8 become U+FFFD. */
void str_add_printable(struct str *b, const char *s);

/* Makes room for n more bytes, so that b->s + b->n may be written. */
void str_reserve(struct str *b, size_t n);

/* Empties the text and keeps the memory. */
void str_reset(struct str *b);

/* Returns the text as a C string, "" if it is empty. It is borrowed until the
 * next change. */
const char *str_get(const struct str *b);

/* Frees the memory of a heap string, which is empty and usable then. */
void str_clear(struct str *b);

/* Predicates on plain C strings. */
bool str_eq(const char *a, const char *b);
bool str_same(const char *a, const char *b); /* either may be NULL */
bool str_starts(const char *s, const char *prefix);
bool str_ends(const char *s, const char *suffix);
bool str_blank(const char *s); /* nothing but white space */

/* Returns whether s is one of the words of a list, which has a blank between
 * two. */
bool str_among(const char *s, const char *list);
bool str_among_n(const char *s, size_t n, const char *list); /* of s[0..n) */

/* Returns whether s is one of n names. */
bool str_is_one(const char *s, const char *const *names, size_t n);

/* Returns whether one of the texts of a list stands in s; the list has a bar
 * between two. */
bool str_has_any(const char *s, const char *list);

/* Returns the length of the first of them that s begins with, or 0. */
size_t str_starts_any(const char *s, const char *list);

/* Returns a copy of s without white space at its ends. */
char *str_trim(struct arena *a, const char *s);

/* ---- "did you mean" ---- */

#define STR_FAR SIZE_MAX

/* Returns how far a name is from a word that may be a misspelling of it, or
 * STR_FAR if it makes no sense to suggest it. Near is a word that differs by
 * letters left out, added, replaced or swapped: one in a short word, two from
 * six letters on, three from sixteen on; and a word of three letters or more
 * that begins the other one. Upper and lower case are the same. Every
 * suggestion of the program rests on this. */
size_t str_far(const char *word, const char *name);

/* Returns the nearest of n names to `word`, the first of equals, or NULL if
 * none is near. */
const char *str_nearest(const char *word, const char *const *names, size_t n);

#endif
