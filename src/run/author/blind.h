/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_AUTHOR_BLIND_H
#define RUN_AUTHOR_BLIND_H

#include "base/json.h"
#include "base/vec.h"
#include "family/family.h"
#include "run/session.h"

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
