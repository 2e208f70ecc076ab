/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_EXTRACT_EXTRACT_H
#define GRADE_EXTRACT_EXTRACT_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Where a reply says its answer. A reply is text of any kind: prose, LaTeX,
 * Markdown, in any language, cut off anywhere. One pass finds the candidates;
 * the rule that found the answer is named in the verdict.
 *
 * Only what stands behind the last </think> counts; a reply whose <think>
 * never ends has no answer. A reply that reads as one answer as a whole is
 * that answer. Declared answers (boxes, "####", <answer>, "the final answer
 * is") go before guesses (the last formula, the last number).
 */

/* In the order in which they are tried; docs/grading.md has them in the same. */
enum extract_rule {
    EXTRACT_NONE,    /* no answer */
    EXTRACT_BOXED,   /* "boxed": the last \boxed or \fbox */
    EXTRACT_BOXES,   /* "boxes": several boxes of one answer */
    EXTRACT_TAG,     /* "tag": <answer>...</answer> */
    EXTRACT_HASHES,  /* "hashes": #### 42 */
    EXTRACT_FINAL,   /* "final": "the final answer is 42" */
    EXTRACT_LABEL,   /* "label": "Answer: 42" */
    EXTRACT_WHOLE,   /* "whole": the reply as a whole is the answer */
    EXTRACT_CHOICE,  /* "choice": a letter of a multiple choice in prose */
    EXTRACT_FORMULA, /* "formula": the last formula */
    EXTRACT_NUMBER,  /* "number": the last number */
    EXTRACT_RULES    /* how many there are, with "none" */
};

struct extract_options {
    bool choice;     /* the key is a letter of a multiple choice */
    bool letters;    /* it has several of them, "A, C" */
    bool marks;      /* and those that are marked as true are asked for */
    bool text;       /* the key is words: the last number is no answer to it */
    const char *key; /* these words, NULL where they are not known */
    const char *formula; /* the key, where it is mathematics; or NULL */
    bool gold;    /* the text is a key, perhaps with its worked solution */
    bool lower;   /* letters of a choice may be small: choices were asked */
    bool inside;  /* the text is one part of a reply */
    size_t parts; /* values that the key has; 0: not known */
    bool several; /* it has several, in brackets too */
    const char *const *choices; /* their texts, choices_n of them */
    size_t choices_n;
};

struct extracted {
    enum extract_rule rule;
    const char *text; /* the answer as written, trimmed: no $ or box around
                          it, no full stop behind it; NULL with EXTRACT_NONE */
    bool declared;    /* said to be the final answer: what "strict" demands */
    const char *why;  /* with EXTRACT_NONE: "the reply is empty", "the
                          thinking never ends", "no answer was found" */
    size_t from, to;  /* the bytes of the reply that hold the answer; both 0:
                          no stretch of the reply does, since it is told in
                          words, say */
};

/* The answer in text[0..n). */
struct extracted extract_answer(struct arena *a, const char *text, size_t n,
                                const struct extract_options *opt);

const char *extract_rule_name(enum extract_rule rule); /* "boxed" */

/*
 * Surface care for a text that is said to be an answer: strips $ \( \[,
 * surrounding Markdown, \boxed, trailing punctuation, "the answer is", and
 * of a chain "m+n = 256+37 = 293" keeps nothing out: chains are compare's
 * business. Used on the "answer" field and on keys.
 */
const char *extract_trim(struct arena *a, const char *text, size_t n);

/* Where a text goes on behind what a model thought aloud; false: the thinking
 * never ends. */
bool extract_skip_thinking(const char *text, size_t n, size_t *from);

#endif
