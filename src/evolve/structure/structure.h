/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_STRUCTURE_STRUCTURE_H
#define EVOLVE_STRUCTURE_STRUCTURE_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/rng.h"
#include "base/str.h"
#include "family/family.h"
#include "family/linear/linear_problem.h"
#include "family/linear/system.h"
#include "family/linear/theme.h"
#include "math/exact/ratio.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * The structure of a problem: what its key is computed from, and how it is
 * told. Three kinds: `linear` (a system of equations with things of a theme),
 * `graph` (a computation taken from a public set, over the numbers of its
 * text), `concept` (a problem of a concept family). Operators work on
 * structures and on what stands around them, never on text alone.
 *
 * The data of a structure never changes: every change makes a new structure.
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

/* How the structure is told: sentences in order, the question among them. */
struct saying {
    const char *sentences[STRUCTURE_SENTENCES];
    size_t n;
    size_t question; /* which of them asks (it may state conditions too) */
};

/* Something with a value that sentences can speak of. */
struct quantity {
    const char *phrase; /* "the price of the lamp", "the 16 eggs"; NULL: it has
                           no good name */
    struct ratio value;
    bool asked;       /* its value is the key */
    bool easy;        /* known at once: by an equation of its own, or printed */
    const char *unit; /* phrase.h; NULL: not clear, or not needed */
    size_t slot;      /* the number, if it is printed; else NO_SLOT */
};

/* A key as it is written. Not every one is a number: sets, expressions, closed
 * forms, whole numbers of more than 64 bits. */
struct structure_key {
    bool is_number;
    struct ratio value; /* where it is a number; else 0 */
    enum answer_kind kind;
    const char *latex;
};

struct structure_measures { /* depth: see family/linear/measure.h */
    size_t variables, steps, depth, distance;
};

/* How it stands in a problem: with `letter` for the number at slot `hidden`
 * (NO_SLOT: none is hidden), of that value, and with n sentences, perhaps
 * polished by a writer; said[i] is sentence i of the saying. */
struct structure_told {
    size_t hidden;
    const char *letter;
    struct ratio value;
    const char *const *said; /* NULL: as the structure says them */
    size_t n;
};

struct structure;
struct slip; /* of slips.h */
struct gap;  /* of gap.h */

struct structure_kind {
    const char *name; /* "linear": in files */

    /* Fills in the sentences, with `letter` for the number at slot `hidden`
     * (NO_SLOT: none is hidden). */
    void (*say)(struct arena *a, const void *data, size_t hidden,
                const char *letter, struct saying *out);

    /* The numbers that may be hidden; at most STRUCTURE_SLOTS. */
    size_t (*slots)(struct arena *a, const void *data,
                    const struct structure_slot **out);

    /* Computes the key if `value` stood at `slot` (NO_SLOT: as it is). Returns
     * false if that makes no problem (no solution, or not one number), and
     * always if the key is no number at all. */
    bool (*solve)(struct arena *a, const void *data, size_t slot,
                  struct ratio value, struct ratio *key);

    /* The same for keys that may be no numbers (NULL: the kind has none): the
     * key as it is written. A number is that of solve(). */
    bool (*key)(struct arena *a, const void *data, size_t slot,
                struct ratio value, struct structure_key *out);

    /* Wherever `key` is: decides by the second method whether that text is the
     * key if `value` stood at `slot`. */
    enum truth (*judge)(struct arena *a, const void *data, size_t slot,
                        struct ratio value, const char *latex,
                        struct check_finding *found);

    /* Things that sentences can speak of, with their values; the asked one is
     * among them where it is a number. At most STRUCTURE_QUANTITIES. */
    size_t (*quantities)(struct arena *a, const void *data,
                         struct quantity *out);

    /* Makes the same computation with fresh numbers and so another key. Fails
     * if that is not possible. */
    bool (*renumber)(struct arena *a, const void *data, struct rng *r,
                     void **out, struct err *e);
    /* Makes the same with other names. Fails if none may change. */
    bool (*rename)(struct arena *a, const void *data, struct rng *r, void **out,
                   struct err *e);

    /* Returns what is wrong with `key` by the second method, or NULL: from the
     * data, and from the sentences if they can be read back. A key that is no
     * number is not looked at: judge() checks it. */
    const char *(*fault)(struct arena *a, const void *data,
                         const struct structure_told *t, struct ratio key);

    /* The same with another number at the slot, if that has a key. May be NULL. */
    bool (*put)(struct arena *a, const void *data, size_t slot,
                struct ratio value, void **out);

    /* Wrong answers by slips, at most STRUCTURE_SLIPS, to keys of numbers. */
    size_t (*slips)(struct arena *a, const void *data, struct slip *out);

    /* What may be missing, and its check (gap.h). NULL: nothing may. */
    bool (*gap)(struct arena *a, const void *data, struct rng *r,
                struct gap *out, struct err *e);
    const char *(*gap_fault)(struct arena *a, const void *data,
                             const struct gap *g);

    /* Writes a number as a key. NULL: as a whole number or a fraction. */
    struct structure_key (*number)(struct arena *a, const void *data,
                                   struct ratio x);
    /* The family whose concepts it tests. NULL: it is of a public set. */
    const char *(*family)(const void *data);

    void (*measure)(const void *data, struct structure_measures *out);
    /* Appends the worked solution, lines with their newline. May be NULL. */
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

/* Computes the key of a structure of any kind; see solve() and key() above. */
bool structure_key(struct arena *a, const struct structure *b, size_t slot,
                   struct ratio value, struct structure_key *out);

/* Returns the number as a key of the structure is written. */
struct structure_key structure_number(struct arena *a,
                                      const struct structure *b,
                                      struct ratio x);

bool structure_key_equal(const struct structure_key *x,
                         const struct structure_key *y);

/* Returns whether it is proved that with `value` at `slot` the key differs from
 * `key`. Keys that are no numbers are compared by the second method, not by their
 * spelling. */
bool structure_key_moves(struct arena *a, const struct structure *b,
                         size_t slot, struct ratio value,
                         const struct structure_key *key);

/* Reads a number of a file: "5/12". Returns false if it is none. */
bool structure_read_ratio(const struct json *v, struct ratio *out);

/* Returns n numbers for a file, of which the next stands `step` further on. */
struct json *structure_ratios(struct arena *a, const struct ratio *x, size_t n,
                              size_t step);

/* Returns where the number stands in the text, not within a longer one. */
const char *structure_digits(const char *text, const char *digits);

const struct structure_kind *structure_kind_find(
    const char *name); /* NULL: none */

/* Returns the family whose concepts it tests; NULL: it is of a public set. */
const char *structure_family(const struct structure *b);

/* ---- making ---- */

/* Draws a seed. If `theme` is NULL any theme is drawn. */
struct structure structure_linear_draw(struct arena *a, struct rng *r,
                                       const struct linear_shape *shape,
                                       const struct theme *theme);

/* Returns the data of a linear structure; NULL: it is of another kind. */
const struct linear_problem *structure_linear_of(const struct structure *b);

/* Makes the structure of a problem of a concept family. Fails if the family, the
 * values or the key are of another kind. */
MUST_USE bool structure_concept_of(struct arena *a, const struct problem *p,
                                   struct structure *out, struct err *e);

/* Makes the structure of a problem of a concept family or of family `linear`
 * from its params. Fails if they cannot be used; the message says why. */
MUST_USE bool structure_of_problem(struct arena *a, const struct problem *p,
                                   struct structure *out, struct err *e);

#endif
