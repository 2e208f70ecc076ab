/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_INDIVIDUAL_INDIVIDUAL_H
#define EVOLVE_INDIVIDUAL_INDIVIDUAL_H

#include "evolve/structure/structure.h"
#include "problem/problem.h"

/*
 * A problem under evolution: one body or a chain of them, what stands around
 * them, and how it came to be. The answer of each part enters the next one:
 * a number of part k is given as a letter, and the letter is a ratio times the
 * answer of part k - 1. Specimens are values; operators make new ones.
 */

#define INDIVIDUAL_PARTS 8 /* of one chain */

/* What a line of the text is there for. */
enum role {
    ROLE_CONDITION,  /* a sentence of a body */
    ROLE_QUESTION,   /* the one that asks */
    ROLE_LINK,       /* "Let X be 5/12 of the answer to question 1." */
    ROLE_FORM,       /* how the answers are to be given */
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
bool role_is_noise(enum role r); /* ROLE_DECOY and on: the key needs it not */

struct individual_line {
    enum role role;
    size_t part;      /* whose it is */
    size_t sentence;  /* of the body's saying; else 0 */
    const char *text; /* one sentence or some */
    size_t step;      /* the step that put it there, from 1; 0: a body's */
    bool polished;    /* a writer's words for a body's sentence */
};

struct individual_part {
    struct structure body;
    struct ratio answer; /* its key, in the chain; 0 where it is no number */
    const char *text;    /* that one in LaTeX (the last part only); or NULL */
    enum answer_kind text_kind;
    /* From the second part on: */
    size_t slot;               /* of the body, hidden behind the letter */
    const char *letter;        /* "X", "Y" ... all different; NULL: no link */
    struct ratio ratio;        /* letter = ratio * answer before */
    struct ratio other_answer; /* with this one before it ... */
    struct ratio other_key;    /* ... the key would be that: another */
    const char *other_text;    /* likewise, where the key is no number */
    unsigned wording;          /* of the link's sentence */
    const char *source; /* id of the problem it came from; NULL: a seed */
};

/* A wrong answer that a shortcut leads to. */
struct decoy {
    size_t part;
    struct ratio value;
    size_t step;  /* that laid it; what follows from one has the same */
    bool follows; /* from an earlier part's */
};

/* An operator's work, as the lineage tells it. */
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

/* A specimen of one body: its sentences, nothing else. Fails where the body
 * has no key. */
MUST_USE bool individual_open(struct arena *a, const char *id,
                              struct structure b, const char *source,
                              struct individual *out, struct err *e);

/* A copy whose arrays may be changed. */
struct individual individual_copy(struct arena *a, const struct individual *s);

/* Put a line before line `at` (n_lines: at the end). */
void individual_insert(struct arena *a, struct individual *s, size_t at,
                       struct individual_line line);
/* Note the step; returns its number, from 1. */
size_t individual_step(struct arena *a, struct individual *s,
                       struct individual_step step);
void individual_decoy(struct arena *a, struct individual *s, struct decoy d);
/* Note what follows from the decoys in later parts. */
void individual_follow_decoys(struct arena *a, struct individual *s);

/* The first of the *n lines of a part, which stand together. */
size_t individual_part_lines(const struct individual *s, size_t k, size_t *n);

/* What stands before the question of part k in a chain of n: "Question 1: ",
 * "Final question: "; "" where there is but one part. */
const char *individual_prefix(struct arena *a, size_t part, size_t n_parts);

/* The sentence of ROLE_LINK before part k: "Let X be 5/12 of the answer to
 * question 1.", in one of INDIVIDUAL_WORDINGS wordings (part.wording). */
#define INDIVIDUAL_WORDINGS 4
const char *individual_link(struct arena *a, const struct individual *s,
                            size_t part);

/* The sentence of ROLE_FORM, the last line of a chain. */
const char *individual_form(void);

/* Tell the sentences of all bodies anew, and the links, with prefixes and hidden letters as
 * they are now: lines of ROLE_CONDITION, ROLE_QUESTION and ROLE_LINK, those
 * that are not polished. To be called when parts were joined. */
void individual_tell(struct arena *a, struct individual *s);

/* Replace the body of part k: its sentences are told anew in the order they
 * have, answers from there on computed anew, linked numbers kept (ratios
 * change) and links proved again. What operators laid on its things goes, with
 * its steps: decoys, useless and misleading conditions and text, polish. Fails
 * where the chain no longer has a key. */
MUST_USE bool individual_set_body(struct arena *a, struct individual *s,
                                  size_t part, struct structure b,
                                  struct err *e);

/* Prove the link of part k: set other_answer and other_key, such that the key
 * of the last part is another one too. False: the chain does not depend on
 * it. */
bool individual_prove_link(struct arena *a, struct individual *s, size_t part);

/* All answers again from the bodies and links; false where they are not those
 * noted. After any operator this must hold. */
bool individual_holds(struct arena *a, const struct individual *s);

/* The key of the part as it is noted. */
struct structure_key individual_key(struct arena *a, const struct individual *s,
                                    size_t part);
/* Does every part but the last have a number for its key? */
bool individual_is_chain(const struct individual *s);

/* The answer of the part `to` if the answer of `part` were `value`; false:
 * there is none, or it is no number. */
bool individual_follow(struct arena *a, const struct individual *s, size_t part,
                       struct ratio value, size_t to, struct ratio *out);

/* The statement: lines joined by blanks, parts by blank lines. */
const char *individual_text(struct arena *a, const struct individual *s);

/* Characters of the statement, and of its lines of noise. */
void individual_size(const struct individual *s, size_t *all, size_t *noise);

/* Known counts over all parts. */
void individual_count(const struct individual *s, size_t *variables,
                      size_t *equations);

/* ---- files ---- */

/*
 * As a problem: keys "question 1" ... "final" (one part: one key, no name),
 * params.parts and params.lines hold the structure, meta.evolve the lineage
 * and the decoys. `setting` goes into meta.evolve (NULL: none). The proof says
 * what was checked.
 */
void individual_problem(struct arena *a, const struct individual *s,
                        const char *setting, struct problem *out);

/* meta.evolve: generation, parents, lineage, decoys, share of noise. */
struct json *individual_lineage(struct arena *a, const struct individual *s,
                                const char *setting);

/* Back again; fails on a problem that is none (*is false: it has no structure)
 * or is malformed. */
MUST_USE bool individual_read(struct arena *a, const struct problem *p,
                              bool *is, struct individual *out, struct err *e);

/*
 * `assay check`: everything again from the file. Answers from the structure,
 * each body's second road, the statement from the lines, the sentences read
 * back, each link's dependence, each operator's promise. False: *found says
 * what is wrong.
 */
bool individual_check(struct arena *a, const struct individual *s,
                      const struct problem *p, struct check_finding *found);

#endif
