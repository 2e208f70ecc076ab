/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TEXT_WORD_CLASS_H
#define TEXT_WORD_CLASS_H

/*
 * The classes of the lexicon. A class is a section of words.txt, or one for
 * each of several languages, and a line of the enum here. A word that matters
 * to one rule alone ("of" behind "one") is not a class.
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
    WORD_NAMING,     /* "called", "forms": before what something is */
    WORD_PROPERTY,   /* "even", "isosceles" */
    WORD_OPPOSITE,   /* "true": .value is shared by what denies it */
    WORD_COMPARISON, /* "at least"; .value says which way */
    WORD_CLOSED,     /* "inclusive": 1; "not included": 2 */
    WORD_MEANING,    /* "no solution"; .head is shared by its like */
    WORD_STATEMENT,  /* of them: a sentence with it says so */

    /* beside the values of a reply */
    WORD_CONSEQUENCE,    /* "leaving", "means": a new clause with the result */
    WORD_CIRCUMSTANCE,   /* "when", "assuming": what follows is no result */
    WORD_VALUE_VERB,     /* "is", "costs", before a value */
    WORD_TOTAL,          /* "altogether" */
    WORD_QUOTING,        /* "format": what is quoted behind it is a sample */
    WORD_THAT_IS,        /* "in other words" */
    WORD_ROUGH,          /* "about" */
    WORD_EXACT,          /* "exactly" */
    WORD_PLAN,           /* "let me compute": at the head of a sentence */
    WORD_FOREIGN_NUMBER, /* "deux"; .value is the number */
    WORD_RESULT_VERB,    /* "to get", before a result */
    WORD_REJECTION,      /* "extraneous", "discard" */
    WORD_BEFORE_SIDE,    /* "in", "per", "of", before a side value */
    WORD_POINTER,        /* "the", "previous", before a known value */
    WORD_OPERATION,      /* "twice", "squared": beside another value */
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
    WORD_GAME_AMISS,  /* "wrong", "twice": an attempt broke down */
    WORD_GAME_SOUND,  /* "works", "legal": so does one that is not this */
    WORD_GAME_MORE,   /* "better", "points": speaks of the score alone */
    WORD_GAME_QUIT,   /* "give up": none of the attempts stands */
    WORD_GAME_STATES, /* "result", "reach": before a number that was come to */
    WORD_GAME_CHECK,  /* "verify": an attempt is gone through again */

    /* what a reply says of its answer, in several languages */
    WORD_ANSWER,        /* "answer"; .value: where its rarest byte stands */
    WORD_FINAL,         /* "final", beside such a word */
    WORD_SAYS,          /* between it and the answer: "is", "therefore" */
    WORD_IS,            /* of these, the verbs: "is", "equals" */
    WORD_BEFORE_ANSWER, /* between "is" and "answer": "our", "the" */
    WORD_DENIAL,        /* "isn't", "rule out": what follows is no answer;
                           .value 1: behind the next verb, too */
    WORD_INSTEAD,       /* behind a denial: what follows is one */
    WORD_LIMIT,         /* "at least", "between": no value but its bound */
    WORD_SUPPOSED,      /* "if", "suppose" */
    WORD_NEEDS,         /* "needs": then a bound is an answer */
    WORD_ATTITUDE,      /* "think": behind a denial it denies on */
    WORD_OTHERWISE,     /* "otherwise": there are two answers */
    WORD_RETRACTION, /* "wait": perhaps another answer follows; .value 1: only
                        before a comma */
    WORD_DISOWNS,    /* "that is wrong": what was said is no answer */
    WORD_CONFIRMS,   /* "yes": it stands */
    WORD_RIDER,      /* at its head: the sentence tells no result, "note" */
    WORD_REFUSAL,    /* anywhere: it gives none at all, "as an ai" */
    WORD_ABSTAINS,   /* says that the answer is not known: "i don't know" */
    WORD_ASIDE,      /* tells what is wrong: "a common mistake" */
    WORD_UNSURE,     /* says so where nothing else is said: "i'm not sure";
                        .value 1: only as the whole answer, "unknown" */
    WORD_BUT,        /* "but", behind "I don't know" */
    WORD_GUESS,      /* behind both: an answer follows, "i think" */
    WORD_CONFIDENCE, /* before how sure a reply is: "confidence"; .value 1:
                        if it is of being right, "probability" */
    WORD_SURE,       /* behind how sure it is: "confident" */
    WORD_STATISTIC,  /* names a statistic: "confidence interval"; .value 1: a
                        level, "confidence level" */
    WORD_COMMA,      /* of a language with a decimal comma: "beträgt" */

    WORD_OPENS, /* begins a phrase; make-words finds these */

    WORD_CLASSES /* how many there are */
};

#endif
