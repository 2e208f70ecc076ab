/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROBLEM_PROBLEM_H
#define PROBLEM_PROBLEM_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "problem/answer.h"

#include <stddef.h>
#include <stdint.h>

/*
 * A problem: statement, key or keys, worked solution, and where it is from.
 *
 * It is one JSON line:
 *
 *   {"id": "concept/crt@1:3:9f2c:17", "family": "concept/crt", "version": 1,
 *    "level": 3, "seed": "9f2c", "index": 17, "statement": "...",
 *    "key": {"kind": "integer", "latex": "157"}, "solution": "...",
 *    "concepts": [...], "params": {...}, "proof": {"by": "...",
 *    "detail": "..."}, "meta": {...}}
 *
 * Several asked values stand in "keys", each with a name. A problem made by a
 * family has all its coordinates (family, version, level, seed, index, "split"
 * when one was asked for and "knobs" when one was set); a problem read from a
 * public set has none of them, and keeps its source and the source's fields in
 * "meta". A problem without a family may have an array of symbols as "params",
 * as rows to be graded have it; it is one of the fields in `extra`.
 *
 * All strings and trees belong to one arena. Pointers may be shared.
 */

struct key {
    const char *name; /* of one value among several, else NULL */
    enum answer_kind kind;
    const char *latex;
    const char *source; /* the spelling of a public set, if latex differs from
                           it; else NULL */
    const struct json *limit; /* that the key is meant in, problem/limit.h; or
                                 NULL */
    const struct json *more;  /* object of further members for the family that
                                 made the key, or NULL */
};

struct problem {
    const char *id;
    const char *family; /* NULL: imported */
    int version, level;
    const char *seed;
    uint64_t index;
    const char *split; /* that it was asked from, family/split.h; or NULL */
    const struct json *knobs; /* object of those set, or NULL */
    const char *statement;
    struct key *keys;
    size_t n_keys;
    const char *solution; /* "" when a public set has none */
    const char **concepts;
    size_t n_concepts;
    const struct json *params; /* the values that the mathematics depends on, or
                                  NULL */
    const char *proof_by;      /* NULL: not proved */
    const char *proof_detail;
    const struct json *meta;  /* or NULL */
    const struct json *extra; /* fields of its file that this struct does not
                                 have, or NULL */
};

/* Append the problem as one JSON line, with its newline. */
void problem_write(struct str *out, const struct problem *p);

/* Returns keys as one text: "12", "question 1: 5; final: 12". */
const char *keys_text(struct arena *a, const struct key *keys, size_t n);

/* Read a problem from a JSON object; strings are borrowed from it, the rest
 * is made in the arena. Fails on a missing or mistyped field, naming it and
 * its line. Fields not known here are kept and written again. */
MUST_USE bool problem_read(struct arena *a, const struct json *v,
                           struct problem *out, struct err *e);

/* Does the object look like a problem's line rather than like a row of a public
 * set: has it "id", "statement" and an object "key" or array "keys"? */
bool problem_is(const struct json *v);

/* Copy the problem with all it points to into another arena. */
void problem_copy(struct arena *a, const struct problem *p,
                  struct problem *out);

/* Give the problem one key. Returns it, for the caller to fill in. */
struct key *problem_set_key(struct arena *a, struct problem *p,
                            enum answer_kind kind, const char *latex);

#endif
