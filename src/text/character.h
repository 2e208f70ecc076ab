/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TEXT_CHARACTER_H
#define TEXT_CHARACTER_H

#include "text/span.h"

#include <stdint.h>

/*
 * Characters beyond ASCII: the one table of what they are, of the ASCII that
 * means the same and of the LaTeX that prints them. A reader asks for classes
 * ("any blank", "any sign for minus") and never for a code point.
 *
 * A character has one class. Digits of other scripts, letters with accents,
 * mathematical letters, raised and lowered characters and full-width ASCII are
 * found by rules instead of rows.
 */

enum character_class {
    CHAR_BLANK = 1 << 0,     /* no-break, thin, ideographic ... */
    CHAR_UNSEEN = 1 << 1,    /* no width: joiners, soft hyphen, directions */
    CHAR_LINE = 1 << 2,      /* ends a line or a paragraph */
    CHAR_HYPHEN = 1 << 3,    /* U+2010, U+2011 */
    CHAR_DASH = 1 << 4,      /* figure, en and em dashes, horizontal bar */
    CHAR_MINUS = 1 << 5,     /* U+2212 and its kin */
    CHAR_TIMES = 1 << 6,     /* crosses, dots and stars that multiply */
    CHAR_BULLET = 1 << 7,    /* U+2022 and its kin, which begin items */
    CHAR_DIVIDE = 1 << 8,    /* U+00F7, fraction slash ... */
    CHAR_QUOTE = 1 << 9,     /* single quotes and apostrophes */
    CHAR_DOUBLE = 1 << 10,   /* double quotes */
    CHAR_PRIME = 1 << 11,    /* one to three primes */
    CHAR_DOTS = 1 << 12,     /* an ellipsis */
    CHAR_ARROW = 1 << 13,    /* of any direction */
    CHAR_RELATION = 1 << 14, /* less or equal, element of ... */
    CHAR_BRACKET = 1 << 15,  /* floors, ceilings, angles, corners */
    CHAR_DEGREE = 1 << 16,   /* the sign of degrees */
    CHAR_ROOT = 1 << 17,     /* square and cube roots */
    CHAR_CURRENCY = 1 << 18, /* .plain is its code: EUR; or "cents" */
    CHAR_SIGN = 1 << 19,     /* all other signs of the table */
    CHAR_GREEK = 1 << 20,    /* .plain is its name, or the same letter */
    CHAR_LETTER = 1 << 21,   /* with accents, ligatures */
    CHAR_ITALIC = 1 << 22,   /* mathematical letters of any style */
    CHAR_DIGIT = 1 << 23,    /* of other scripts and styles */
    CHAR_RAISED = 1 << 24,   /* superscripts; .plain is one character */
    CHAR_LOWERED = 1 << 25,  /* subscripts */
    CHAR_FRACTION = 1 << 26, /* .plain is "1/2" */
    CHAR_WIDE = 1 << 27,     /* another form of one sign or letter of ASCII:
                                full-width, ideographic, heavy */
    CHAR_ACCENT = 1 << 28,   /* accents on their own, which combine */
};

/* Classes that readers ask for together. */
#define CHAR_BLANKS  (CHAR_BLANK | CHAR_UNSEEN | CHAR_LINE)
#define CHAR_DASHES  (CHAR_HYPHEN | CHAR_DASH | CHAR_MINUS)
#define CHAR_QUOTES  (CHAR_QUOTE | CHAR_DOUBLE)
#define CHAR_SCRIPTS (CHAR_RAISED | CHAR_LOWERED)

struct character {
    uint32_t code;     /* 0: bytes that are not UTF-8 */
    unsigned is;       /* its class; 0: neither the table nor a rule knows it */
    char plain[8];     /* the ASCII that means the same; "": there is none */
    const char *tex;   /* LaTeX inside a formula; NULL: none */
    const char *words; /* LaTeX between words; NULL: the formula */
};

/* Look a character up in the table and by the rules. Returns false, with a
 * class of 0, if neither knows it. */
bool character_find(uint32_t code, struct character *out);

/* Look the character at `at` up. Returns its length in bytes: 1, with a class
 * of 0, for ASCII and for a byte that is not UTF-8, and 0 past the end. */
size_t character_at(struct span t, size_t at, struct character *out);

/* Returns the length of the character at `at` if it has one of these classes,
 * else 0. */
size_t character_is(struct span t, size_t at, unsigned classes);

/* Returns the length of the letter of any script at `at`, or 0 if there is
 * none. Every character is a letter that stands in no block of punctuation,
 * signs, private use or pictures. */
size_t character_letter_wide(struct span t, size_t at); /* beyond ASCII */
static inline size_t character_letter(struct span t, size_t at)
{
    return at >= t.n || (t.s[at] & 0x80) == 0 ? is_letter(span_byte(t, at))
                                              : character_letter_wide(t, at);
}

/* Returns the length of the white space of any script at `at`, or 0 if there is
 * none. NULs and invisible characters count as white space. */
size_t character_space(struct span t, size_t at);

/* Returns the length of a sign at `at` that begins an item of a list (a bullet,
 * a dash, a dot, a shape or a dingbat), or 0 if there is none. The signs of
 * ASCII, "-" and "*", are left to the caller. */
size_t character_item(struct span t, size_t at);

/* The length of a box, a shape, a tick, an emoji or a byte that is no UTF-8 at
 * `at`: what is no letter, no sign and no punctuation; else 0. */
size_t character_picture(struct span t, size_t at);

#endif
