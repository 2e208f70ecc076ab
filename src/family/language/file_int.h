/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LANGUAGE_FILE_INT_H
#define FAMILY_LANGUAGE_FILE_INT_H

#include "family/language/file.h"
#include "family/language/formula.h"

/* A line that is not blank and no comment. */
struct line {
    size_t at, end; /* without the spaces around */
    size_t indent;
};

/* A line and those below that are indented more. */
struct file_entry {
    size_t head, head_n; /* its first word */
    size_t at, end;      /* what follows */
    size_t line_end;     /* of the first line */
    size_t colon;        /* behind the head; `end` if there is none */
    size_t first, last;  /* lines */
};

struct reader {
    struct formulas p;
    struct family_file *file;
    struct vec lines;
    struct vec shared; /* struct file_entry: blocks that kinds share */
    bool has_answer;
    struct file_kind *kind; /* that is read; NULL: none */
    bool is_only;           /* it has no head: the file asks one kind */
    size_t scope, slots;    /* names before the kind, and their slots */
    uint64_t constants;     /* work that they took so far */
    bool has_given;
    /* Of a translation, translation.c. */
    const struct tongue *tongue; /* NULL: the file is read as it is */
    struct vec second;           /* struct file_entry: at its top */
    struct vec told;       /* of the present kind, with those that it shares */
    struct vec told_steps; /* in its "solve" */
    size_t told_at, told_step; /* the next ones */
    struct node *block;        /* of statements that is read */
    unsigned nesting;          /* of blocks */
};

/* Read every entry of lines[first..last). */
MUST_USE bool reader_block(struct reader *r, size_t first, size_t last,
                           bool (*read)(struct reader *r,
                                        struct file_entry *e));
MUST_USE bool reader_entry(struct reader *r, struct file_entry *e);

bool reader_head_is(const struct reader *r, const struct file_entry *e,
                    const char *head);

/* Returns the words between two offsets, with single spaces. */
const char *reader_plain(struct reader *r, size_t at, size_t end);

/* Find the text behind the colon. */
MUST_USE bool reader_text(struct reader *r, const struct file_entry *e,
                          const char **out);
/* Read the formula of text[at..end), which is all of it. */
struct node *reader_formula(struct reader *r, size_t at, size_t end,
                            const char *what);
/* Are there only words in it that are known when steps are told? */
MUST_USE bool step_is_sayable(struct reader *r, const struct say_text *w);
/* Read "when FORMULA" before the colon, if it is there. */
MUST_USE bool reader_when(struct reader *r, const struct file_entry *e,
                          struct node **out);

/* Draws are over: what is not given is not known any more. */
MUST_USE bool reader_end_draws(struct reader *r);

/* Begin the kind of a file that has one without a head. */
MUST_USE bool reader_only_kind(struct reader *r, const struct file_entry *e);
MUST_USE bool reader_end_kind(struct reader *r);

/* ---- the tables: how a thing is read, and its row in the reference ---- */

struct reference_row {
    const char *form, *doc;
    const char *example; /* or NULL */
};

/* An entry, by the word that it begins with. */
extern const struct entry_rule {
    const char *head;
    enum entry_place { ENTRY_TOP = 1, ENTRY_KIND = 2 } where;
    bool (*read)(struct reader *r, struct file_entry *e);
    struct reference_row row;
} entry_rules[];
extern const size_t n_entry_rules;

/* A statement of solve. The last one, an assignment, has no word. */
extern const struct statement_rule {
    const char *head;
    bool (*read)(struct reader *r, const struct file_entry *e,
                 struct node **out);
    struct reference_row row;
} statement_rules[];
extern const size_t n_statement_rules;

/* A kind of answer: what value the key is, and how it is written. */
extern const struct answer_rule {
    enum answer_kind kind;
    struct reference_row row; /* the form is that of a formula for the key */
} answer_rules[];
extern const size_t n_answer_rules;

#define BLOCKS_MOST 12 /* statements in statements */

/* ---- the readers of entries ---- */

bool reader_let(struct reader *r, struct file_entry *e);
bool reader_kind(struct reader *r, struct file_entry *e);
bool reader_shared(struct reader *r, struct file_entry *e);
bool reader_ending(struct reader *r, struct file_entry *e);
bool reader_draw(struct reader *r, struct file_entry *e);
bool reader_where(struct reader *r, struct file_entry *e);
bool reader_given(struct reader *r, struct file_entry *e);
bool reader_idle(struct reader *r, struct file_entry *e);
bool reader_solve(struct reader *r, struct file_entry *e);
bool reader_key(struct reader *r, struct file_entry *e);
bool reader_means(struct reader *r, struct file_entry *e);
bool reader_check(struct reader *r, struct file_entry *e);
bool reader_words(struct reader *r, struct file_entry *e);
bool reader_wording(struct reader *r, struct file_entry *e);

/* Find which given values a letter may stand for. */
void told_find(const struct file_kind *k);

/* Is the block "shared" for the present kind? */
MUST_USE bool reader_shares(struct reader *r, const struct file_entry *e,
                            bool *found);

/* ---- a translation; without one these do nothing ---- */

/* Read its top, whose lines begin with number `first`. */
MUST_USE bool translation_begin(struct reader *r, size_t first);

/* Has the translation another text in the place of this entry? */
bool translation_replaces(const struct reader *r, const struct file_entry *e);

/* Find the texts of a kind that begins; read those before its "solve"; put the
 * next step of "solve" into the place of this one, until all are used; read the
 * rest. */
MUST_USE bool translation_kind(struct reader *r);
MUST_USE bool translation_solve(struct reader *r);
MUST_USE bool translation_step(struct reader *r, struct file_entry *e);
MUST_USE bool translation_solved(struct reader *r);
MUST_USE bool translation_end_kind(struct reader *r);

/* Do all names of kinds behind "shared for" exist? */
MUST_USE bool reader_shared_fit(struct reader *r);

/* The wordings of a kind use nothing but what is given. */
MUST_USE bool wordings_know(struct reader *r, const struct file_kind *k);

/* The two roads of a kind that was read do not meet. */
MUST_USE bool roads_part(struct reader *r, const struct file_kind *k);

/* Returns the part of a check that repeats the formula of the key, or NULL. */
const struct node *formula_repeats(const struct node *check,
                                   const struct node *key);

/* Find the conditions of draws that rest on given values alone: they hold for
 * every problem, also when a number is replaced. */
void conditions_find(struct reader *r, struct file_kind *k);

#endif
