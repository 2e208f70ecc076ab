/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_EXTRACT_EXTRACT_INT_H
#define GRADE_EXTRACT_EXTRACT_INT_H

#include "base/arena.h"
#include "grade/extract/extract.h"
#include "grade/extract/reply_text.h"
#include "grade/extract/sought.h"
#include "grade/extract/stance.h"

/*
 * What the files of the extraction share. Texts are spans, never C strings:
 * a reply may hold NULs. Nothing is copied before the answer is known, and
 * every search is bounded, so that the whole costs one pass over the reply
 * and a few over its end.
 *
 * The files build on each other: clean (the bytes), trim (what stands around an
 * answer), reply_text (tokens, formulas, passages), sought (what answers the
 * key), stance (what a sentence denies, bounds, supposes or takes back), clause
 * (the values of a sentence), words, choice, declared (what stands behind "the
 * answer is"), unmarked, statistic, extract (boxes, and the table of the rules),
 * confidence (how sure a reply is). Parts of an answer are replies of their own,
 * read by `read`.
 */

/* ---- what the rules share ---- */

/* A box, and how it is joined with the next box of the same answer. */
enum joint { JOINT_NONE, JOINT_AND, JOINT_OR };

struct box {
    size_t at;         /* of its backslash */
    size_t after;      /* behind it */
    struct span inner; /* what it holds */
    enum joint joint;
};

#define BOXES_KEPT   ((size_t)16)
#define ANCHORS_KEPT ((size_t)8)

/* A word for "answer". */
struct anchor {
    size_t at, end;
};

struct anchors {
    struct anchor ring[ANCHORS_KEPT];
    size_t n; /* ever found */
};

/* The value that the end of a reply gives, if it declares none. */
struct guess {
    struct span value;
    bool found;
    bool formula; /* it is one */
    bool words;   /* no mathematics */
    bool drawn;   /* by a sentence that begins with "thus" */
    bool bold;
    bool fits; /* it is of the kind that is sought */
};

struct extract {
    struct arena *a;
    struct span text; /* behind the thinking, clean */
    const struct extract_options *opt;
    enum extract_rule rule; /* the one that is looking */
    size_t from; /* rules look behind it: a declaration that gives nothing,
                    or one that is taken back, ends there */
    bool cut;    /* the reply ends inside its answer */
    struct extracted kept; /* what was taken back: it stands where no other
                              answer follows */

    struct box box[BOXES_KEPT]; /* of one answer, the last one first; found by
                                   "boxed", used by "boxes" */
    size_t boxes;
    struct anchors final, label; /* found by "final", used by "label" */
    struct guess guess;          /* found by "formula", used by "number" */
    struct sought sought;        /* by the key */

    /* extract_answer() */
    struct extracted (*read)(struct arena *a, const char *text, size_t n,
                             const struct extract_options *opt);
};

/* ---- the values of a sentence (clause.c) ---- */

/* t without outer brackets that have no partner in it. */
struct span drop_lone_brackets(struct span t);

struct told {
    struct span value;
    struct span form; /* the same told before in another form, "0.5" in "0.5,
                         that is 50%"; empty: it was not */
    size_t end;       /* of the value, also when there are several and it is
                         unclear which; 0: there is none */
    bool formula;
};

/* The value that a sentence tells, formula or number, of the kinds that are
 * sought (NULL: any). */
bool value_last(struct span t, const struct sought *sought, struct told *out);

/* The values of a sentence that tells as many as the key has, "the quotient is
 * 5 and the remainder is 3", with semicolons. */
bool values_join(const struct extract *x, struct span t, struct span *out);

/* Do words behind a value that ends at `end` make another of it, "7 times 8",
 * "7 or more"? */
bool is_spoilt(struct span t, size_t end);

/* Does a condition or a denial follow it, "10 if x > 0", "10 isn't it"? */
bool is_unasserted(struct span t, size_t end);

/* ---- letters of a multiple choice (choice.c) ---- */

/* The letter of a choice that t begins with, "(C) Cecile"; 0: none. The other
 * one takes small letters where nothing else can be meant, "b)", "(b)". */
char choice_letter(struct span t);
char choice_letter_small(struct span t);
bool choice_several(struct span t); /* "C, D": t begins with more than one */
char choice_sole(struct span t);    /* and no other one stands in t */

/* The letters of which t is a list and nothing else, "A, C and D", "BD", a bit
 * for each from A on; 0: it is none. */
unsigned letters_listed(struct span t);
/* The same of a list that t begins with and that nothing puts in doubt. */
unsigned letters_begin(struct span t);
/* Such a set as a text, "A, C". */
const char *letters_text(struct arena *a, unsigned set);

/* t behind the letter of its choice, "(B) 12": 12; t itself without one. */
struct span letter_rest(struct span t);

/* ---- the answer (unmarked.c) ---- */

#define WHOLE_MOST 400 /* bytes of a reply that is its answer */

/* Does t read as mathematics? A text is read, so ask seldom. */
bool extract_reads(const struct extract *x, struct span t);
/* The parts of t, "(a) 5 (b) 7", joined with semicolons. */
bool parts_find(const struct extract *x, struct span t, struct extracted *out);

/* Note in *out where t stands in the text, if it is a piece of it. */
void extract_place(const struct extract *x, struct span t,
                   struct extracted *out);

/* Fill *out for the rule that is looking; false: nothing is left of it. */
bool extract_fill(const struct extract *x, struct extracted *out,
                  struct span answer);

/* ---- "the answer is" (declared.c) ---- */

/* A copy of t with the operations between its numbers as signs, "3 out of 4";
 * t itself when it has none. */
struct span with_signs(const struct extract *x, struct span t);

/* The answer at the beginning of t. */
bool declared_find(const struct extract *x, struct span t, struct span *out);

/* Does a final answer that is declared behind `at` stand against what was said
 * before? */
bool final_follows(struct extract *x, size_t at);

/* Does the reply stop in the middle: "Then we add 5 to get", "14 -"? */
bool ends_in_the_middle(struct span t);

/* ---- rules; each fills *out and says whether it found something ---- */

typedef bool rule_finds(struct extract *x, struct extracted *out);

rule_finds rule_final, rule_label;                /* declared.c */
rule_finds rule_choice;                           /* choice.c */
rule_finds rule_whole, rule_formula, rule_number; /* unmarked.c */

#endif
