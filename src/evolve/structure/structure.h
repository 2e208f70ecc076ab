/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_STRUCTURE_STRUCTURE_H
#define EVOLVE_STRUCTURE_STRUCTURE_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/rng.h"
#include "base/str.h"
#include "family/family.h"
#include "family/linear/linear_told.h"
#include "family/linear/system.h"
#include "family/linear/theme.h"
#include "math/exact/ratio.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * The structure of a problem: what its key is computed from, and how it is
 * told. Three kinds: `linear` (a system of equations with things of a theme),
 * `graph` (a computation taken from a public set, over the numbers of its
 * text), `concept` (a problem of a concept family). Operators work on bodies
 * and on what stands around them, never on text alone.
 *
 * Data of a body is never changed once made: every change makes a new one.
 */

#define STRUCTURE_SENTENCES  64
#define STRUCTURE_SLOTS      128
#define STRUCTURE_QUANTITIES 64
#define NO_SLOT              ((size_t)-1)

/* A number of the text that may be hidden behind a letter, or changed. */
struct structure_slot {
    struct ratio value; /* as printed */
    size_t sentence;    /* of the saying */
};

/* How the body is told: sentences in order, the question among them. */
struct saying {
    const char *sentences[STRUCTURE_SENTENCES];
    size_t n;
    size_t question; /* which of them asks (it may hold conditions too) */
};

/* Something with a value that sentences can speak of. */
struct quantity {
    const char *phrase; /* "the price of the lamp", "the 16 eggs" */
    struct ratio value;
    bool asked; /* its value is the key */
    bool easy;  /* known at once: by an equation of its own, or printed */
};

/* A key as it is written. Not every one is a number: sets, expressions, closed
 * forms, whole numbers of more than 64 bits. */
struct structure_key {
    bool is_number;
    struct ratio value; /* where it is a number; else 0 */
    enum answer_kind kind;
    const char *latex;
};

struct structure;

struct structure_kind {
    const char *name; /* "linear": in files */

    /* The sentences; the number at slot `hidden` told as `letter` (NO_SLOT:
     * none). */
    void (*say)(struct arena *a, const void *data, size_t hidden,
                const char *letter, struct saying *out);

    /* The numbers that may be hidden; at most STRUCTURE_SLOTS. */
    size_t (*slots)(struct arena *a, const void *data,
                    const struct structure_slot **out);

    /* The key, with `value` at `slot` instead (NO_SLOT: as it is). False: no
     * such number makes a problem (no solution, or not one number); always
     * where the key is no number at all. */
    bool (*solve)(struct arena *a, const void *data, size_t slot,
                  struct ratio value, struct ratio *key);

    /* Only in kinds whose keys may be no numbers (else NULL): the key as it is
     * written, likewise; where it is a number it is that of solve(). */
    bool (*key)(struct arena *a, const void *data, size_t slot,
                struct ratio value, struct structure_key *out);

    /* Along with `key`: is that text the key, with `value` at `slot`? By the
     * second road. */
    enum truth (*judge)(struct arena *a, const void *data, size_t slot,
                        struct ratio value, const char *latex,
                        struct check_finding *found);

    /* Things that sentences can speak of, with their values; the asked one is
     * among them where it is a number. At most STRUCTURE_QUANTITIES. */
    size_t (*quantities)(struct arena *a, const void *data,
                         struct quantity *out);

    /* Fresh numbers, same structure; the key of it is another problem's.
     * False: it cannot be had (say why). */
    bool (*renumber)(struct arena *a, const void *data, struct rng *r,
                     void **out, struct err *e);
    /* Other names, same numbers. False: it has none that may change. */
    bool (*rename)(struct arena *a, const void *data, struct rng *r, void **out,
                   struct err *e);

    /* The second road: is `key` right? From the data, and from the sentences
     * as they stand (possibly polished by a writer) where they can be read
     * back: `said[i]` for sentence i of the saying. Where the key is no number
     * this is about the sentences alone, and `key` is for nothing: judge() is
     * asked too. */
    bool (*check)(struct arena *a, const void *data, size_t hidden,
                  const char *letter, struct ratio letter_value,
                  const char *const *said, size_t n_said, struct ratio key,
                  struct check_finding *found, struct err *e);

    /* Known counts: unknowns and equations (steps of a graph). */
    void (*count)(const void *data, size_t *variables, size_t *equations);

    /* Append the worked solution, lines that end with a newline; NULL: the
     * kind has none. */
    void (*explain)(struct arena *a, const void *data, struct str *out);

    struct json *(*write)(struct arena *a, const void *data);
    bool (*read)(struct arena *a, const struct json *v, void **out,
                 struct err *e);
};

struct structure {
    const struct structure_kind *kind;
    const void *data;
};

extern const struct structure_kind structure_linear, structure_graph,
    structure_concept;

/* The key of a body of any kind, with `value` at `slot` instead; false as in
 * solve(). */
bool structure_key(struct arena *a, const struct structure *b, size_t slot,
                   struct ratio value, struct structure_key *out);

/* How a number is written as the body's key. */
struct structure_key structure_number(struct arena *a,
                                      const struct structure *b,
                                      struct ratio x);

bool structure_key_equal(const struct structure_key *x,
                         const struct structure_key *y);

/* Is it proved that with `value` at `slot` the key is another than `key`? Keys
 * that are no numbers are told apart by the second road, not by their
 * spelling. */
bool structure_key_moves(struct arena *a, const struct structure *b,
                         size_t slot, struct ratio value,
                         const struct structure_key *key);

const struct structure_kind *structure_kind_find(
    const char *name); /* NULL: none */

/* The family whose concepts the body tests; NULL: none (a public set's). */
const char *structure_family(const struct structure *b);

/* ---- making ---- */

/* A seed. Theme NULL: any. */
struct structure structure_linear_draw(struct arena *a, struct rng *r,
                                       const struct linear_shape *shape,
                                       const struct theme *theme);

/* What a linear body is, for operators that work on equations; NULL: it is
 * another. */
const struct linear_told *structure_linear_of(const struct structure *b);

/* The body of a problem of a concept family, or of family `linear`, by its
 * params. Fails where the problem has none that can be used, with the
 * reason. */
MUST_USE bool structure_of_problem(struct arena *a, const struct problem *p,
                                   struct structure *out, struct err *e);

#endif
