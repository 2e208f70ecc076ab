/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_EXTRACT_VALUE_H
#define GRADE_EXTRACT_VALUE_H

#include "grade/extract/extract_int.h"
#include "text/numeral.h"

/*
 * What a sentence says: its values, as mathematics (extract_value.c), which
 * of them is its result (extract_clause.c), and answers in words.
 */

/* A value in a sentence. */
struct value {
    struct span text; /* empty: there is none */
    size_t at, end;   /* where it stands */
    bool formula;     /* with its signs */
    bool mention;     /* a mere name, $x$ */
    bool equals;      /* it stands behind a sign of equality, or holds one */
    bool computed;    /* so, and no mere name stands on the left */
    bool spoilt;      /* words make another value of it: "twice 7" */
    bool list;        /* several that are named together */
};

/* The value that begins at `at`, if any; returns where to go on. *tried: up
 * to where lists have been looked for, 0 at first. */
size_t value_at(struct span t, size_t at, size_t *tried, struct value *v);

/* t without outer brackets that have no partner in it. */
struct span drop_lone_brackets(struct span t);

/* Where the remark in round brackets at `at` ends; 0: it is mathematics. */
size_t remark_end(struct span t, size_t at);

/* The value that a sentence tells, formula or number; *end is where it ends,
 * also when there are several and it is unclear which, 0 when none. */
bool value_last(struct span t, struct span *out, size_t *end, bool *formula);

/* The values of a sentence that tells as many as the key has, "the quotient is
 * 5 and the remainder is 3", with semicolons. */
bool values_join(const struct extract *x, struct span t, struct span *out);

/* Do words behind a value that ends at `end` make another of it, "7 times 8",
 * "7 or more"? */
bool is_spoilt(struct span t, size_t end);

/* ---- answers in words (extract_words.c, extract_relation.c) ---- */

/* The number in words at `at`, "twenty-one", "three quarters": where it ends;
 * 0: there is none. */
size_t words_number(struct span t, size_t at, struct numeral *out);

/* What a sentence without digits says: a number, "no solution", a name. Behind
 * a value, `later`, a mere "yes" says nothing. */
bool words_find(const struct extract *x, struct span sentence, bool later,
                struct span *out);

/* "x is at least 3", "the ratio is 3 to 4", written as mathematics. */
bool relation_find(const struct extract *x, struct span sentence,
                   struct span *out);

/* t as a ratio, "3 to 4", and nothing else. */
bool proportion_read(const struct extract *x, struct span t, struct span *out);

#endif
