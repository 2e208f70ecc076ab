/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TEXT_TOKEN_H
#define TEXT_TOKEN_H

#include "text/prose.h"
#include "text/span.h"

/*
 * Prose as tokens: words, numbers, formulas and marks, one after the other,
 * each a span of the text. White space is passed over. Nothing is copied, and
 * a text costs one pass.
 *
 * A word is letters of any script with apostrophes inside, straight or curly:
 * "don't" is one, "twenty-five" is two and a mark. A number is digits with
 * single commas and points inside, "1,250.5". A formula is what prose.h calls
 * one, with its delimiters; without TEXT_FORMULAS its signs are marks. A mark
 * is one other character.
 */

enum text_kind {
    TEXT_TOKEN_WORD,
    TEXT_TOKEN_NUMBER,
    TEXT_TOKEN_FORMULA,
    TEXT_TOKEN_MARK
};

enum text_option {
    TEXT_FORMULAS = 1 << 0,  /* formulas are tokens */
    TEXT_FRACTIONS = 1 << 1, /* "5/12" is one number */
};

struct text_token {
    enum text_kind kind;
    struct span raw; /* as it stands in the text */
    bool head;       /* the first word or number of a sentence */
    bool capital;    /* a word that begins with a capital letter of ASCII */
    bool spaced;     /* white space stands before it */
};

struct text_reader {
    struct span text;
    size_t at; /* where the search for the next token begins */
    unsigned options;
    bool head;          /* the next word or number is the first of a sentence */
    struct prose prose; /* with TEXT_FORMULAS: its pieces */
    struct span formula; /* the next formula */
};

void text_open(struct text_reader *r, struct span text, unsigned options);

/* Hand out the next token. Returns false at the end of the text. */
bool text_next(struct text_reader *r, struct text_token *out);

#endif
