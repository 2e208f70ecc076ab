/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_AUTHOR_AUTHOR_H
#define RUN_AUTHOR_AUTHOR_H

#include "base/json.h"
#include "base/vec.h"
#include "family/accept/accept.h"
#include "family/family.h"
#include "run/session.h"
#include "run/spec/fields.h"

/*
 * A model writes a family file. It gets the reference of the language, two
 * examples and what is wanted; acceptance tries what it wrote, and the findings
 * go back to it, for some rounds at most. Every question goes through the
 * journal. Nothing that the model says decides anything: a file is accepted by
 * family_accept() alone, on the bytes that are kept.
 */

#define AUTHOR_BYTES  ((size_t)1 << 16) /* of a file that a model writes */
#define AUTHOR_ROUNDS 50                /* at most */
#define AUTHOR_ABOUT  4000              /* bytes of what is wanted */

struct author_spec {
    const char *model;
    const char *about; /* what the family is about */
    const char *const *levels;
    size_t n_levels; /* 0: the model chooses */
    size_t rounds;
    struct decoding decoding; /* of the writer and the solvers */
    const char *const *solvers;
    size_t n_solvers;
    const char *prompts; /* a file; NULL: ours */
    const char *seed;    /* of problems that are shown */
    const char *store;   /* NULL: $ASSAY_STORE, or assay.db */
};

extern const struct spec_table author_table;

/* ---- prompts ---- */

/* Texts with slots: run/question/slots.h. */
struct author_prompts {
    const char *system;
    const char *ask;     /* the first message */
    const char *mend;    /* after a file that was refused */
    const char *no_file; /* after a reply that has none */
};

/* Reads a YAML file with some of these fields; the others, and all if the path
 * is NULL, are ours. Fails if a slot is unknown or a needed one is missing. */
MUST_USE bool author_prompts_read(struct arena *a, const char *path,
                                  struct author_prompts *out, struct err *e);

/* Appends them as such a file. */
void author_prompts_write(struct str *out, const struct author_prompts *p);

/* Returns the first message, with its slots filled. */
const char *author_ask(struct arena *a, const struct author_prompts *p,
                       const struct author_spec *s);

/* ---- replies ---- */

/* ---- writing ---- */

struct author_round {
    size_t number;      /* from 1 */
    const char *answer; /* the reply as it came */
    const char *text;   /* the file that was tried, with its lineage; NULL: the
                          reply had none, */
    const char *why;    /* for this reason */
    struct acceptance found;
    const char *said, *told; /* of the conversation: by the model, to it */
};

struct author_job {
    const struct author_spec *spec;
    const struct author_prompts *prompts;
    const char *file, *folder; /* the path of the file, or of its folder */
    uint64_t draws;            /* of acceptance; 0: as ever */
    /* Called after each round; may fail. NULL: nothing. */
    bool (*tried)(void *ctx, const struct author_round *r, struct err *e);
    void *ctx;
};

struct author_report {
    const char *request; /* the hash of what was asked for */
    struct author_round *rounds;
    size_t n;
    bool accepted; /* the last one was */
};

/* Returns the hash of what is asked for, in hex. */
const char *author_request(struct arena *a, const struct author_spec *s,
                           const struct author_prompts *p);

/* Asks until a file is accepted or the rounds are over. Fails as question_ask()
 * does, if the model gives no reply, and when the user stopped it. */
MUST_USE bool author_write(struct session *s, const struct author_job *j,
                           struct author_report *out, struct err *e);

/*
 * Blind solvers: models that answer problems of a family and see the statements
 * alone, asked and judged as in a run. Acceptance proves that key and check
 * agree; solvers tell whether the English says what the formulas say. A family
 * is agreed on if each problem was answered with its key by some solver, and
 * with something else by none.
 */

#define BLIND_COUNT 5 /* problems of each level, as a rule */

/* A problem that was answered otherwise. */
struct blind_other {
    const char *id, *statement, *key, *answer;
};

struct blind_solver {
    const char *model;
    uint64_t agreed, silent; /* no answer that could be judged */
    struct vec others;       /* struct blind_other */
};

struct agreement {
    const char *run; /* its name in the store */
    size_t problems;
    struct blind_solver *solvers;
    size_t n;
    bool agreed;
};

/* Asks `count` problems of each level (0: BLIND_COUNT). Fails as session_put()
 * does, and if a problem cannot be made. */
MUST_USE bool blind_ask(struct session *s, const struct family *f,
                        const char *const *solvers, size_t n, uint64_t count,
                        struct agreement *out, struct err *e);

/* For people, and members of an object for programs: proved, agreed, solvers. */
void blind_print(struct str *out, const struct agreement *b);
void blind_json(struct arena *a, struct json *to, const struct agreement *b);

#endif
