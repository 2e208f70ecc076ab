/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TEXT_LEXICON_H
#define TEXT_LEXICON_H

#include "text/span.h"

#include <stdint.h>

/*
 * The lexicon: English words and what they are. A word belongs to any number
 * of classes; words.txt lists them class by class and is compiled in. Nothing
 * is built at run time, so every thread may look.
 *
 * A class of words is a section of words.txt and a line of the enum here. What
 * belongs to one rule alone ("of" behind "one") is not a class.
 */

enum word_class {
    /* numbers; .value */
    WORD_CARDINAL, /* zero .. nineteen, twenty .. ninety */
    WORD_MISSPELT, /* of them, what is only read: "fourty" */
    WORD_SCALE,    /* hundred, thousand ... */
    WORD_PART,     /* half, third, quarter: one of .value parts */
    WORD_PARTS,    /* halves, thirds */
    WORD_ORDINAL,  /* first, second, third ... */
    WORD_TIMES,    /* twice, doubled */
    WORD_GROUP,    /* pair, dozen, decade */
    WORD_COUNTING, /* first, once, both, percent: without a value to compare */

    /* what words do in a sentence */
    WORD_STOP,         /* of function, not of content */
    WORD_PREPOSITION,  /* "of", "behind" */
    WORD_SUBORDINATOR, /* "because", "if" */
    WORD_RELATIVE,     /* "who", "how" */
    WORD_COORDINATOR,  /* "and", "or" */
    WORD_VERB,         /* finite: "is", "costs" */
    WORD_FILLER,       /* "also", "never" */
    WORD_BEFORE_NOUN,  /* "the", "five", "twice" */
    WORD_NEGATION,     /* "not", "isn't" */
    WORD_SMALL,        /* names no thing: "the", "of", "find" */

    /* times and names */
    WORD_MONTH,
    WORD_WEEKDAY,
    WORD_ABBREVIATION,  /* "mr", "e.g": its point ends no sentence */
    WORD_TITLE,         /* "mrs", "uncle" */
    WORD_BEFORE_PERSON, /* "does", "than" */
    WORD_AFTER_PERSON,  /* "buys", "wrote" */
    WORD_NEVER_PERSON,  /* "earth", "each" */
    WORD_NAME,          /* a given name and hardly anything else: Anna */
    WORD_NAME_AND_WORD, /* also a word that begins sentences: Will, Mark */
    WORD_NAME_OR_PLACE, /* also a place, a month, an author: Paris */

    /* what a statement says */
    WORD_RELATION,   /* "more", "bought"; .head spells all that are alike */
    WORD_HEDGE,      /* "about", "perhaps" */
    WORD_DOUBT,      /* "unless", "than": a sentence that gives no answer */
    WORD_CONCLUSION, /* "therefore", "in conclusion" */
    WORD_PROPERTY,   /* "even", "isosceles" */

    /* beside the values of a reply */
    WORD_CONSEQUENCE,  /* "leaving", "means": a new clause with the result */
    WORD_CIRCUMSTANCE, /* "when", "assuming": what follows is no result */
    WORD_VALUE_VERB,   /* "is", "costs", before a value */
    WORD_TOTAL,        /* "altogether" */
    WORD_RESULT_VERB,  /* "to get", before a result */
    WORD_REJECTION,    /* "extraneous", "discard" */
    WORD_BEFORE_SIDE,  /* "in", "per", "of", before a side value */
    WORD_POINTER,      /* "the", "previous", before a known value */
    WORD_OPERATION,    /* "twice", "squared": beside another value */
    WORD_OPERATION_BEFORE, /* "twice", "root": of what follows */
    WORD_TELLING,          /* "is", "we": of a sentence, no answer */
    WORD_UNFINISHED,       /* "the", "get": no sentence ends so */
    WORD_AFTER_VALUE,      /* "because", "per": behind a value, no noun */
    WORD_FIRST_UNIT,       /* "hours" of "2 hours and 30 minutes" */
    WORD_BETWEEN_BOXES,    /* "thus", "but": two boxes are two answers */

    WORD_SYLLABLES, /* .value syllables, which no rule would count */

    WORD_CLASSES /* how many there are */
};

struct lexeme {
    const char *word; /* in lower case */
    uint64_t is[2];   /* bit c % 64 of is[c / 64]: it belongs to class c */
    int64_t value;    /* of a number, or of syllables; 0 without one */
    const char *head; /* the spelling of all words like it; NULL: its own */
};

/* What the lexicon says of a word or phrase, in any case. Returns NULL if it
 * does not know it. */
const struct lexeme *lexicon_find(struct span word);

/* Does it belong to the class? Not if x is NULL. */
static inline bool lexeme_is(const struct lexeme *x, enum word_class c)
{
    return x && (x->is[c / 64] >> (c % 64) & 1);
}

static inline bool word_is(struct span word, enum word_class c)
{
    return lexeme_is(lexicon_find(word), c);
}

/* The longest word or phrase of the class that begins at `at` and ends before
 * no letter; a blank of a phrase may be a hyphen or several blanks in the
 * text. Returns its length, with *out, or 0 if there is none. */
size_t lexicon_phrase(struct span t, size_t at, enum word_class c,
                      const struct lexeme **out);

/* The first word of a class behind `after`, in the order of bytes; `after`
 * NULL: of all. Returns NULL if there is none. */
const struct lexeme *lexicon_next(enum word_class c,
                                  const struct lexeme *after);

#endif
