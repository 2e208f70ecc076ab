/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_EXTRACT_STANCE_H
#define GRADE_EXTRACT_STANCE_H

#include "text/lexicon.h"

/*
 * What a sentence says of its values besides naming them: it denies them ("the
 * answer can't be 10"), bounds them ("at least 10"), supposes them ("if the
 * answer were 10") or takes back what was said before ("no, it is 12"). A value
 * of which such a thing is said is no answer.
 */

#define SENTENCE_MOST ((size_t)400) /* bytes of a sentence that count */

/* What the words of a clause have done so far: each is where the last word that
 * did so ends, 0 if none did. */
struct stance {
    size_t denied;   /* "is not" */
    size_t held;     /* so that the next verb does not end the denial */
    size_t supposed; /* "if" */
    size_t limit;    /* "at least", and nothing has followed it */
    size_t past;     /* a phrase that is looked at as a whole */
};

/* A word stands at t[at..after), x in the lexicon. */
void stance_word(struct stance *s, struct span t, size_t at, size_t after,
                 const struct lexeme *x);
void stance_comma(struct stance *s, size_t at); /* a comma at `at` */
void stance_end(struct stance *s);              /* another clause begins */

/* Is a value that stands here none that is asserted? */
bool stance_refuses(const struct stance *s);

/* Returns the stance at the end of t. */
struct stance stance_of(struct span t);

/* Returns those of the classes of which a phrase stands in t. */
struct word_set phrases_within(struct span t, struct word_set any);
bool phrase_within(struct span t, enum word_class c);

/* t behind the last "so" or "but" in it. */
struct span behind_turn(struct span t);

/* Where the sentence begins in which `at` stands. */
size_t sentence_start(struct span t, size_t at);

/* What the beginning of a text does to the answer before it. */
struct retraction {
    size_t end;    /* behind its first "Wait, no"; 0: it takes nothing back */
    bool disowned; /* the answer is called wrong */
};

struct retraction retraction_find(struct span t);

#endif
