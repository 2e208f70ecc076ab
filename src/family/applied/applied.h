/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_APPLIED_APPLIED_H
#define FAMILY_APPLIED_APPLIED_H

#include "family/recipe/recipe.h"
#include "verify/claim.h"

/*
 * The parts of every family of applied mathematics: problems whose answers are
 * formulas that hold in a limit.
 *
 * A family gives a recipe (recipe/recipe.h: values, draw, solve, speak, and the
 * page of English with plain wordings alone), and the claim that each key
 * makes. `make` derives the keys by analysis. `check` is the verifier of
 * verify/verify.h: it evaluates the object that the statement prints and the
 * formula that the key prints, and knows nothing of the derivation. Such keys
 * are supported by numbers and not proved: the proof says "numerical", with
 * the last error of the verifier's table.
 *
 * The knob "disguise" asks for the same problem in a form that hides it:
 * structure (another variable), vanishing (terms that cancel or are too small
 * to matter at the stated order) or trap (conditions or bounds that select
 * another branch or point than the usual one). The first member of the struct
 * of values is `int64_t disguise`; what a disguise needs beside is drawn from
 * the stream of noise, so that the twin of a problem has the same index and the
 * same undisguised values. A problem that the verifier leaves undecided is drawn
 * again, its disguise first.
 */

enum disguise {
    DISGUISE_NONE,
    DISGUISE_STRUCTURE,
    DISGUISE_VANISHING,
    DISGUISE_TRAP
};

#define APPLIED_KEYS 3 /* most keys of one problem: one for each regime */

/* What a key claims. The kit fills in the key's text. */
struct applied_claim {
    const char *name;   /* of the regime; NULL: there is one key */
    struct claim claim; /* all but .id and .claim */
    /* The key lists so many formulas; each is a root, and no two are the same
     * one. 0: the key is one formula. */
    size_t items;
    /* Near the limit the formula lies above (side 1) or below (-1) this one:
     * which of two roots that meet is meant. 0: not stated. */
    int side;
    const char *bound;
};

struct texts; /* applied/texts.h */

struct applied {
    struct recipe recipe; /* .check is not used; .solve gives the first key by
                             solving_key() and others by solving_regime() */
    /* Draw what the disguise of these values needs; NULL: nothing. */
    void (*disguise)(struct pick *k, void *values);
    /* Fill in the claim of each key, in order. Returns how many there are, or 0
     * if the values make no problem. */
    size_t (*claims)(struct arena *a, const void *values,
                     struct applied_claim *out);
    /* In the place of .solve and .claims: ANALYSED(), which is in texts.h. */
    void (*analyse)(struct texts *t, const void *values);
    bool (*solve_by)(struct solving *s, const struct applied *x,
                     const void *values);
    size_t (*claims_by)(struct arena *a, const struct applied *x,
                        const void *values, struct applied_claim *out);
};

/* ---- for solve() ---- */

/* Set the key of the next regime, after solving_key(). */
void solving_regime(struct solving *s, const char *key);

/* ---- for claims() ---- */

/* Begin a claim about an object of that kind and variable. */
struct applied_claim applied_begin(enum claim_kind kind, const char *object,
                                   const char *variable);

/* The formula holds as the symbol tends to 0+ or infinity, so that the error is
 * smaller than the last of so many terms. */
void applied_tends(struct arena *a, struct applied_claim *c, const char *symbol,
                   enum limit_to to, int terms);

/* ---- the functions of a card ---- */

bool applied_make(const struct family *f, struct arena *a, struct draw *d,
                  struct problem *p, struct err *e);
bool applied_check(const struct family *f, struct arena *a,
                   const struct problem *p, enum truth *holds,
                   struct check_finding *found, struct err *e);

/* What the values of a card's knob "disguise" mean. */
#define MEANS_STRUCTURE "another variable (structure)"
#define MEANS_VANISHING \
 ", terms that cancel or do not matter at the stated order (vanishing)"
#define MEANS_TRAP \
 ", conditions or bounds that select another branch or point (trap)"

/* A card whose knob has only some of the disguises: words and meanings. */
#define APPLIED_CARD_WITH(a, words, meanings)                               \
 .knobs = { { .name = "disguise",                                           \
              .values = words,                                              \
              .doc = "hides the same problem in another form: " meanings }, \
            TEMPLATES_KNOB },                                               \
 .base = &(a)->recipe, .draws_again = true, .space = recipe_space,          \
 .make = applied_make, .check = applied_check

#define APPLIED_CARD(a)                                \
 APPLIED_CARD_WITH(a, "none|structure|vanishing|trap", \
                   MEANS_STRUCTURE MEANS_VANISHING MEANS_TRAP)

#endif
