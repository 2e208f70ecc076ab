/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_INDIVIDUAL_INDIVIDUAL_H
#define EVOLVE_INDIVIDUAL_INDIVIDUAL_H

#include "evolve/individual/link_sum.h"
#include "evolve/structure/structure.h"
#include "problem/problem.h"

/*
 * A problem under evolution: one structure or a chain of them, the lines around
 * them, and its lineage. Answers enter later parts: a number of part k is given
 * as a letter, and the letter is a sum over answers of earlier parts, as a rule
 * a ratio times that of part k - 1. Individuals are never changed in place;
 * operators make new ones.
 */

#define INDIVIDUAL_PARTS 8 /* of one chain */

/* What a line of the text is there for. */
enum role {
    ROLE_CONDITION,  /* a sentence of a structure */
    ROLE_QUESTION,   /* the one that asks */
    ROLE_LINK,       /* "Let X be 5/12 of the answer to question 1." */
    ROLE_FORM,       /* how the answers are to be given */
    ROLE_OPEN,       /* that the answer may be open: INDIVIDUAL_OPEN */
    ROLE_DECOY,      /* operators: approximate replacement */
    ROLE_USELESS,    /* useless mathematical condition */
    ROLE_MISLEADING, /* misleading mathematical condition */
    ROLE_TEXT,       /* misleading text */
    ROLE_BACKGROUND,
    ROLE_TOPIC, /* irrelevant topic */
    ROLES
};

const char *role_name(enum role r); /* "condition" */
bool role_find(const char *name, enum role *out);
bool role_is_noise(enum role r); /* from ROLE_DECOY on: no key needs it */

struct individual_line {
    enum role role;
    size_t part;          /* the part it belongs to */
    size_t sentence;      /* its number in the saying; else 0 */
    const char *text;     /* one sentence or more */
    size_t step;          /* that put it there, from 1; 0: a structure did */
    bool polished;        /* a writer's words for a structure's sentence */
    const char *harmless; /* the text that was found to be so; not in files */
};
bool line_is_told(const struct individual_line *l); /* by a structure */

struct individual;
/* Returns the line of that part, behind `l` (NULL: the first), that its
 * structure tells, or NULL if there is none. */
const struct individual_line *individual_told(const struct individual *s,
                                              size_t part,
                                              const struct individual_line *l);

struct individual_part {
    struct structure structure;
    struct ratio answer; /* its key, in the chain; 0 where it is no number */
    const char *text;    /* a key that is no number, in LaTeX (last part only);
                            or NULL */
    enum answer_kind text_kind;
    const struct gap *gap; /* of gap.h: what is missing; NULL: nothing */
    /* From the second part on: */
    size_t slot;          /* of the structure, hidden behind the letter */
    const char *letter;   /* "X", "Y" ... all different; NULL: no link */
    struct link_sum sum;  /* what the letter stands for */
    unsigned wording;     /* of the link's sentence */
    const char *source;   /* id of the seed, problem or row it came from, all of
                             a chain different; NULL: not known (old files) */
    const char *original; /* id of what was evolved again; NULL: source */
};

/* A wrong answer that a shortcut or a slip leads to. */
struct decoy {
    size_t part;
    struct ratio value;
    size_t step;      /* whose sentence lures to it; 0: none does */
    bool follows;     /* it follows from a decoy of an earlier part, by the same
                         step and slip */
    const char *slip; /* how a solver gets there, as slips.h has it, or "hint":
                         by a hedged sentence. NULL: not noted */
};

/* The work of one operator, in the lineage. */
struct individual_step {
    const char *name;          /* of the operator */
    int generation;            /* from 1 */
    size_t part;               /* where */
    const char *writer;        /* model that wrote the text; NULL: built in */
    const struct json *detail; /* what it inserted or changed: an object */
};

struct individual {
    const char *id;      /* "e-17" */
    const char *parents; /* ids of what was crossed, "e-1 e-2"; NULL: none */
    int generation;
    struct individual_part parts[INDIVIDUAL_PARTS];
    size_t n_parts;
    struct individual_line *lines;
    size_t n_lines;
    struct individual_step *steps;
    size_t n_steps;
    struct decoy *decoys;
    size_t n_decoys;
};

/* Makes an individual of one structure, with its sentences alone. Fails if the
 * structure has no key. */
MUST_USE bool individual_open(struct arena *a, const char *id,
                              struct structure b, const char *source,
                              struct individual *out, struct err *e);

/* The part's linear system; NULL: its structure is of another kind. */
const struct linear_problem *individual_linear(const struct individual *s,
                                               size_t part);

/* The id of the problem that the part was before this evolution. */
const char *individual_original(const struct individual_part *p);

/* Returns a copy whose arrays may be changed. */
struct individual individual_copy(struct arena *a, const struct individual *s);

/* Inserts a line before line `at` (n_lines: at the end). */
void individual_insert(struct arena *a, struct individual *s, size_t at,
                       struct individual_line line);
/* Returns its number, from 1. */
size_t individual_step(struct arena *a, struct individual *s,
                       struct individual_step step);
void individual_decoy(struct arena *a, struct individual *s, struct decoy d);
/* Note what follows in later parts from one decoy, or from all. */
void individual_follow_decoys(struct arena *a, struct individual *s);
/* The first of the *n lines of a part, which stand together. */
size_t individual_part_lines(const struct individual *s, size_t k, size_t *n);
/* The sentences of ROLE_FORM and ROLE_OPEN, which stand last. */
#define INDIVIDUAL_FORM "Give the answer to every question."
#define INDIVIDUAL_OPEN                                         \
 "If what is told does not settle one answer, answer \"cannot " \
 "be determined\"."

/* Tells all structures and links again, with the prefixes and hidden letters of
 * now: lines of ROLE_CONDITION, ROLE_QUESTION and ROLE_LINK that are not
 * polished. To be called when parts were joined. */
void individual_tell(struct arena *a, struct individual *s);
/* The same for one part. */
void individual_tell_part(struct arena *a, struct individual *s, size_t part);

/* Replaces the structure of a part. Its sentences are told again in their
 * order, answers from there on are computed again, linked numbers stay (ratios
 * change) and links are proved again. Whatever operators added about its things
 * is removed with their steps: decoys, useless and misleading conditions and
 * text, polish. Fails if the chain no longer has a key. */
MUST_USE bool individual_set_structure(struct arena *a, struct individual *s,
                                       size_t part, struct structure b,
                                       struct err *e);

/* Proves each term of a part's link: sets other_answer and other_key so that the
 * last key differs too. Returns false if it does not depend on one of them. */
bool individual_prove_link(struct arena *a, struct individual *s, size_t part);

/* Are all answers, computed again, those noted? So after every operator. */
bool individual_holds(struct arena *a, const struct individual *s);

/* Computes the value of a part's letter. Returns false if it has none. */
bool individual_letter(const struct individual *s, size_t part,
                       struct ratio *out);
/* Returns the key of the part as it is noted. */
struct structure_key individual_key(struct arena *a, const struct individual *s,
                                    size_t part);
/* Computes the answer of part `to` if that of `part` were `value`, wherever it
 * is used. Returns false if there is none, or it is no number. */
bool individual_follow(struct arena *a, const struct individual *s, size_t part,
                       struct ratio value, size_t to, struct ratio *out);

/* The statement: lines joined by blanks, parts by blank lines. */
const char *individual_text(struct arena *a, const struct individual *s);

void individual_size(const struct individual *s, size_t *all, size_t *noise);
/* All structures; distinct decoys and misleading conditions, useless ones. */
struct individual_measures {
    struct structure_measures all;
    size_t near, beside;
};
void individual_measure(const struct individual *s,
                        struct individual_measures *out);

/* ---- files ---- */

/* Makes a problem: keys "question 1" ... "final" (one part: one key, no name),
 * parts and lines in params, lineage, decoys and `setting` (NULL: none) in
 * meta.evolve. The proof says what was checked. */
void individual_problem(struct arena *a, const struct individual *s,
                        const char *setting, struct problem *out);

/* meta.evolve, and what certifies every part (NULL: one is not). */
const char *individual_certified(struct arena *a, const struct individual *s);

/* Returns what a problem still has of its public row, a list of "numbers" and
 * "key", or NULL: models may know such a row by heart. */
struct json *individual_unchanged(struct arena *a, const struct individual *s);

/* Reads an individual. Fails if p is not evolved (*is is false) or malformed. */
MUST_USE bool individual_read(struct arena *a, const struct problem *p,
                              bool *is, struct individual *out, struct err *e);

/* Checks everything again from the file, for `assay check`: the answers, by the
 * second method of each structure too, the statement, the sentences read back,
 * the dependence of each link and the promise of each operator. Returns what is
 * wrong, or NULL. */
const char *individual_fault(struct arena *a, const struct individual *s,
                             const struct problem *p);

#endif
