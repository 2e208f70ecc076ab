/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TEXT_CHARACTER_H
#define TEXT_CHARACTER_H

#include "text/span.h"

#include <stdint.h>

/*
 * Characters beyond ASCII: the one table of what they are, of the ASCII that
 * says the same and of the LaTeX that prints them. A reader takes the classes
 * that it knows ("any blank", "any sign for minus") and never a code point.
 *
 * A character has one class. Digits of other scripts, letters with accents,
 * mathematical letters, raised and lowered characters and full-width ASCII are
 * known by rule.
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
    CHAR_CURRENCY = 1 << 18, /* .plain is its code: EUR */
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

/* Whatever separates, and the signs of a class however they look. */
#define CHAR_BLANKS  (CHAR_BLANK | CHAR_UNSEEN | CHAR_LINE)
#define CHAR_DASHES  (CHAR_HYPHEN | CHAR_DASH | CHAR_MINUS)
#define CHAR_QUOTES  (CHAR_QUOTE | CHAR_DOUBLE)
#define CHAR_SCRIPTS (CHAR_RAISED | CHAR_LOWERED)

struct character {
    uint32_t code;     /* 0: bytes that are no UTF-8 */
    unsigned is;       /* its class; 0: a character that no table knows */
    char plain[8];     /* the ASCII that says the same; "": none, or nothing */
    const char *tex;   /* in formulas; NULL: none */
    const char *words; /* in words of LaTeX; NULL: the formula */
};

/* What the table and the rules say of a character. Returns false, with a class
 * of 0, if they do not know it. */
bool character_find(uint32_t code, struct character *out);

/* The character at `at`. Returns its length in bytes: 1, with a class of 0,
 * for ASCII and for a byte that is no UTF-8, and 0 past the end. */
size_t character_at(struct span t, size_t at, struct character *out);

/* The length of the character at `at` if it is of these classes, else 0. */
size_t character_is(struct span t, size_t at, unsigned classes);

/* The length of the letter of any script at `at`, else 0. What no block of
 * punctuation, signs, private use or pictures has is a letter. */
size_t character_letter(struct span t, size_t at);

/* The length of white space of any alphabet at `at`, NULs and unseen
 * characters among them; else 0. */
size_t character_space(struct span t, size_t at);

/* The length of a sign that begins the items of a list, a bullet, a dash, a
 * dot, a shape or a dingbat; else 0. ASCII has its own: "-", "*". */
size_t character_item(struct span t, size_t at);

/* The length of a box, a shape, a tick, an emoji or a byte that is no UTF-8 at
 * `at`: what is no letter, no sign and no punctuation; else 0. */
size_t character_picture(struct span t, size_t at);

#endif
