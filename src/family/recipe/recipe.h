/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_RECIPE_RECIPE_H
#define FAMILY_RECIPE_RECIPE_H

#include "family/family.h"
#include "family/recipe/form.h"
#include "family/recipe/holdout.h"
#include "family/recipe/knob_list.h"
#include "family/recipe/pick.h"
#include "family/recipe/speech.h"
#include "family/recipe/values.h"
#include "family/words.h"

/*
 * The recipe of a concept family: its values, how they are drawn, solved and
 * worded, and how a key is checked. This folder makes the card's functions of
 * it, and everything that is the same for all such families: the count of a
 * level, the knobs, "params", hidden numbers, pairs (pair/pair.h).
 *
 * The text for people stands in its own file beside the C file (recipe/form.h);
 * older families have it in C, as templates and printf formats. The two roads do not meet: solve() and check() share no formula and no helper
 * that knows the mathematics of the problem. Both see the values alone.
 */

/* ---- solving ---- */

struct solving {
    struct arena *arena;
    struct steps *steps; /* NULL: they are not wanted */
    const char *key;
    const char *others[2]; /* further keys, in family/applied alone */
    size_t n_others;
    struct speech speech; /* of a family with a form: fills the steps */
    int kind;             /* the kind of question, -1: there are none */
    uint64_t work;        /* units, of a family that is a file */
};

/* Add the step of that name. Its places are filled by the values, the key and
 * the numbers or texts that let() has given so far; a text is kept by address.
 */
void tell(struct solving *s, const char *name);
void let(struct solving *s, const char *name, int64_t x);
void let_text(struct solving *s, const char *name, const char *text);

void solving_key(struct solving *s, const char *fmt, ...) PRINTF(2, 3);

struct recipe_engine; /* recipe/recipe_int.h */
struct program;       /* family/language/engine.h */

/* ---- the recipe ---- */

/* The text of a form, an initialiser by the build, and the form read from it. */
struct form_file {
    const char *path, *text;
    _Atomic(struct form *) form; /* NULL: not yet */
};

struct recipe {
    const struct recipe_engine *engine; /* NULL: the functions below are C's */
    const struct program *program;      /* the file: family/language/engine.h */
    const struct tongue *tongue;        /* of its texts; NULL: English */
    struct form_file *text;   /* NULL: the C file has the words itself */
    const char *const *kinds; /* names that the form may use: form.h */
    const struct condition *conditions; /* the same */

    size_t size;                /* of the struct of values */
    const struct field *fields; /* ended by a NULL name; one slot at least */

    /* Draw the values, which are zero before: see recipe/pick.h. */
    void (*draw)(struct pick *k, void *values);

    /* Levels from this one on are drawn freely, and drawn again if solve()
     * refuses; 0: every level is walked. */
    int free_from;

    /* Find the key and write the steps. Returns false if these values make no
     * problem. The draws of a walked level always make one; a changed slot need
     * not. */
    bool (*solve)(struct solving *s, const void *values);

    /* Take condition i (from 0) of the problem away, so that solve() finds what
     * the others give. Returns false if there is no such condition. NULL: no
     * problem has a condition that could be dropped. None may be idle: without
     * it there is another key, or none. */
    bool (*drop)(void *values, size_t i);

    /* Set the texts that the templates name. NULL: they name none. */
    void (*speak)(struct speech *s, const void *values);

    /* The words of a family without a form. */
    const struct wording *wordings; /* ended by a NULL text: at least one
                                       terse, two plain and two stories, one
                                       of which always fits */
    const char *form; /* a sentence after every statement on how to write the
                         answer; NULL: none is needed */
    bool (*is_whole)(const void *values); /* never a fraction in the key; NULL:
                                             there may always be one */
    const char *whole; /* the sentence then; NULL: none is needed */
    const struct word_pool
        *pools; /* ended by a NULL name; NULL: those of words.h alone */

    /* Is the key right? Uses another road than solve(). Values are within their
     * fields' limits and nothing more is known: return no for values that make
     * no problem. */
    enum truth (*check)(struct arena *a, const void *values, const char *key,
                        struct check_finding *f);
};

/* ---- the functions of a card ---- */

bool recipe_space(const struct family *f, int level, const struct json *knobs,
                  uint64_t *n, struct err *e);
bool recipe_make(const struct family *f, struct arena *a, struct draw *d,
                 struct problem *p, struct err *e);
bool recipe_check(const struct family *f, struct arena *a,
                  const struct problem *p, enum truth *holds,
                  struct check_finding *found, struct err *e);

#define CONCEPT_CARD(r)                                              \
 .knobs = { WORDING_KNOB, DISTRACTORS_KNOB, DIGITS_KNOB, STEPS_KNOB, \
            TEMPLATES_KNOB },                                        \
 .recipe = (r), .space = recipe_space, .make = recipe_make,          \
 .check = recipe_check

/* A family without a ceiling: draw() reads k->depth and k->arena, free_from is
 * 1, and the form has plain wordings alone and five levels. */
#define HARD_CARD(r, d)                                              \
 .knobs = { DEPTH_KNOB, TEMPLATES_KNOB }, .depth = (d), .base = (r), \
 .space = recipe_space, .make = recipe_make, .check = recipe_check

/* ---- the form ---- */

/* Returns the recipe that the family is drawn and worded by, or NULL: a concept
 * family's, or another's. */
const struct recipe *recipe_of(const struct family *f);

/* Returns the family's form, or NULL if it has none. It is read when it is
 * first asked for, on any thread. A form that does not parse is a bug. */
const struct form *recipe_form(const struct family *f);

/* Returns the card completed by the form; it is always the same one. */
const struct family *recipe_card(const struct family *f);

const struct template *recipe_templates(const struct family *f, struct arena *a,
                                        size_t *n); /* all of them */

/* ---- parts, for pairs ---- */

/* Draw values that make a problem, without regard to rank. Returns its key; NULL
 * if many tries find none: a bug of the family. */
MUST_USE const char *recipe_draw(const struct family *f, struct arena *a,
                                 struct draw *d, union values *v,
                                 struct err *e);

/* The values of a family's problem: their fields, their "params", drawing them
 * (false: they make no problem), and whether a key is right. */
const struct field *recipe_fields(const struct family *f, const void *values);
struct json *recipe_params(const struct family *f, struct arena *a,
                           const void *values);
/* The same fields; the limits of a slot are the least (1, if that is less) and
 * the largest number that the family itself would draw there with up to three
 * further digits. A number of free size may have five. */
const struct field *recipe_room(const struct family *f, const void *values);
MUST_USE bool recipe_read(const struct family *f, struct arena *a,
                          const struct json *params, void *values,
                          struct err *e);
bool recipe_pick(const struct family *f, struct pick *k, void *values);
enum truth recipe_test(const struct family *f, struct arena *a,
                       const void *values, const char *key,
                       struct check_finding *found);

/* Returns the key, and writes the steps if they are wanted; or NULL if the
 * values make no problem. */
const char *recipe_solve(const struct family *f, struct arena *a,
                         const void *values, struct steps *steps);

/* Append the statement. Unless `hidden` is NULL, `letter` stands for the value
 * there. So many distractors come before the statement: inside, they could part
 * a pronoun from its noun. Returns false if a text of a file has no value. */
bool recipe_say(const struct family *f, struct arena *a, struct draw *d,
                const void *values, const int64_t *hidden, const char *letter,
                int distractors, struct str *out);

#endif
