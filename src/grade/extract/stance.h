/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_EXTRACT_STANCE_H
#define GRADE_EXTRACT_STANCE_H

#include "base/arena.h"
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

/* ---- "I don't know" ---- */

/*
 * "I don't know": a reply that says so and gives no answer abstains. It speaks
 * of its writer; "cannot be determined" speaks of the problem and is an answer.
 * "I don't know, but my guess is 42" has the answer 42, and "x = 4, but I am not
 * sure" has the answer 4. Where both are marked as answers, by a box, a tag or
 * "Final answer:", the last one counts; a guess behind a marked doubt needs no
 * mark.
 */

/* Returns whether a text that was found as the answer says this and no more:
 * "\text{I don't know}", "unknown". */
bool abstain_answer(struct arena *a, const char *answer);

/* Does a phrase of this kind stand anywhere in t? */
bool abstain_within(struct span t);

/* Returns whether the last line of t with a colon says so behind it, "Final
 * answer: no idea"; *out: what it says. `label`: only if it is labelled as the
 * answer. */
bool abstain_label(struct arena *a, struct span t, bool label,
                   struct span *out);

/* Returns whether the end of a reply says so. `found` is the byte behind a
 * value that the reply merely mentions, which is the answer unless this is said
 * behind it; 0: there is none, and then "I'm not sure" is enough. */
bool abstain_reply(struct arena *a, struct span reply, size_t found);

#endif
