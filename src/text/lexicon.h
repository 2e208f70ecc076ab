/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TEXT_LEXICON_H
#define TEXT_LEXICON_H

#include "text/span.h"

#include <stdint.h>

/*
 * The lexicon: English words and what they are. A word belongs to any number of
 * classes; words.txt lists them class by class and is compiled in. Nothing is
 * built at run time, so every thread may use it.
 *
 * A class of words is a section of words.txt and a line of the enum here. A
 * word that matters to one rule alone ("of" behind "one") is not a class.
 */

enum word_class {
    /* numbers; .value */
    WORD_CARDINAL, /* zero .. nineteen, twenty .. ninety */
    WORD_MISSPELT, /* of them, read but never written: "fourty" */
    WORD_SCALE,    /* hundred, thousand ... */
    WORD_PART,     /* half, third, quarter: one of .value parts */
    WORD_PARTS,    /* halves, thirds */
    WORD_ORDINAL,  /* first, second, third ... */
    WORD_TIMES,    /* twice, doubled */
    WORD_GROUP,    /* pair, dozen, decade */
    WORD_COUNTING, /* first, once, both, percent: whose value is not compared */

    /* what words do in a sentence */
    WORD_STOP,         /* function words, not content words */
    WORD_PREPOSITION,  /* "of", "behind" */
    WORD_SUBORDINATOR, /* "because", "if" */
    WORD_RELATIVE,     /* "who", "how" */
    WORD_COORDINATOR,  /* "and", "or" */
    WORD_VERB,         /* finite: "is", "costs" */
    WORD_FILLER,       /* "also", "never" */
    WORD_BEFORE_NOUN,  /* "the", "five", "twice" */
    WORD_NEGATION,     /* "not", "isn't" */
    WORD_SMALL,        /* names nothing: "the", "of", "find" */

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
    WORD_RELATION,   /* "more", "bought"; .head is shared by synonyms */
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
    WORD_GIVING,           /* "is", "yields", between a name and its value */
    WORD_AROUND_GIVING,    /* "the", "therefore", which may stand there too */
    WORD_BREAKS_NUMBER,    /* "than", "is": no thing that a number counts */
    WORD_APART,            /* "the", "which": "the one" is no number */

    WORD_SYLLABLES,     /* .value syllables, which no rule would count */
    WORD_COMPOUND_HEAD, /* "home" of "homework": its e is not spoken */
    WORD_HIATUS, /* a beginning with a vowel more than is seen: "creat" */

    /* sums and comparisons, as sentences about values say them */
    WORD_BE,            /* "is", "must be" */
    WORD_EQUALS,        /* "equals", "the same as" */
    WORD_MAKES,         /* "comes to", "add up to": the sum of a list, too */
    WORD_ALIKE,         /* "the same", behind two things */
    WORD_RELATED,       /* "depends on": nothing for certain */
    WORD_SIMILAR,       /* the same behind two things: "linked" */
    WORD_LINK,          /* the same before them: "a link between" */
    WORD_MORE,          /* "more than", "above" */
    WORD_LESS,          /* "less than", "below" */
    WORD_EXCEEDS,       /* "exceeds" */
    WORD_FALLS_SHORT,   /* "falls short of" */
    WORD_AS_MUCH,       /* "as much as" */
    WORD_TOGETHER,      /* "together", "in total" */
    WORD_PLUS,          /* "plus", "added to" */
    WORD_MINUS,         /* "minus", "less" */
    WORD_OUT_OF,        /* "subtracted from" */
    WORD_MULTIPLIED,    /* "times", "multiplied by" */
    WORD_DIVIDED,       /* "divided by" */
    WORD_PERCENT,       /* "percent" */
    WORD_FACTOR,        /* "twice", "double"; .value */
    WORD_SUM_OF,        /* "the sum of" */
    WORD_DIFFERENCE_OF, /* "the difference between" */
    WORD_PRODUCT_OF,    /* "the product of" */
    WORD_EXCESS_OF,     /* "the excess of", which stands before "over" */
    WORD_ADDING,        /* "adding", "add" */
    WORD_SUBTRACTING,   /* "subtracting", "take away" */
    WORD_MULTIPLYING,   /* "multiplying" */
    WORD_DIVIDING,      /* "dividing" */
    WORD_IF,            /* "if", "when" */
    WORD_SOMEBODY,      /* who does the sum: "we", "someone" */
    WORD_RESULT,        /* "the result is", "we get" */
    WORD_REMAINS,       /* "remains", "is left" */
    WORD_ASKS,          /* "what is", "find" */
    WORD_HOW_MANY,      /* "how many", before a unit */
    WORD_MAKES_UP,      /* "make up", behind it */
    WORD_JOINT,         /* "of", "by": the phrase gives the meaning */
    WORD_UNCERTAIN,     /* "roughly", "it is rumoured that" */
    WORD_IDLE,          /* "exactly", "the value of": adds no meaning */
    WORD_OPENING,       /* the same, only at the head: "it is known that" */
    WORD_CONDITION,     /* a text with it could be a condition: "than" */
    WORD_HARMLESS, /* a phrase with such a word that is none: "each other" */

    /* what is said in a reply to a game of numbers */
    WORD_GAME_EQUAL,  /* "is", "gives" */
    WORD_GAME_FILL,   /* may stand around such: "which", "us" */
    WORD_GAME_SCORE,  /* makes a sum a sum of points */
    WORD_GAME_POINT,  /* and behind a result as well */
    WORD_GAME_HEAD,   /* in a heading: a solution follows */
    WORD_GAME_TRY,    /* another attempt follows */
    WORD_GAME_OPEN,   /* the same, if it opens a sentence */
    WORD_GAME_CALM,   /* behind "not": nothing is wrong */
    WORD_GAME_LABEL,  /* may have a number behind it: "line 2" */
    WORD_GAME_FROM,   /* before "step 1": speaks of an old one */
    WORD_GAME_NOTE,   /* in brackets: names the origin of an operand */
    WORD_GAME_ANSWER, /* "the answer is (6 - 2) * 11" */
    WORD_GAME_SIGN,   /* "times", "step": each means one thing */

    WORD_CLASSES /* how many there are */
};

struct lexeme {
    const char *word; /* in lower case */
    uint64_t is[2];   /* bit c % 64 of is[c / 64]: it belongs to class c */
    int64_t value;    /* of a number, or of syllables; 0 without one */
    const char *head; /* shared by synonyms; NULL: the word itself */
};

/* Look a word or phrase up, in any case. Returns NULL if the lexicon does not
 * have it. */
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

/* Several classes, as the bits that a lexeme has. */
struct word_set {
    uint64_t is[2];
};

/* Add the classes from first to last. */
static inline void word_set_add(struct word_set *s, enum word_class first,
                                enum word_class last)
{
    for (int c = (int)first; c <= (int)last; c++)
        s->is[c / 64] |= UINT64_C(1) << (c % 64);
}

/* Find the longest word or phrase of any of these classes that begins at `at`,
 * as lexicon_phrase() does. */
size_t lexicon_phrase_of(struct span t, size_t at, struct word_set any,
                         const struct lexeme **out);

/* Find the longest word or phrase of the class that begins at `at` and has no
 * letter behind it; a blank of the phrase may be a hyphen or several blanks in
 * the text. Returns its length, with *out, or 0 if there is none. */
size_t lexicon_phrase(struct span t, size_t at, enum word_class c,
                      const struct lexeme **out);

/* Returns the first word of the class behind `after` in the order of bytes (the
 * very first if `after` is NULL), or NULL if there is none. */
const struct lexeme *lexicon_next(enum word_class c,
                                  const struct lexeme *after);

#endif
