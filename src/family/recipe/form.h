/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_RECIPE_FORM_H
#define FAMILY_RECIPE_FORM_H

#include "base/arena.h"
#include "base/err.h"
#include "family/family.h"
#include "family/recipe/speech.h"
#include "family/recipe/values.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The page of English of a family.
 *
 * A family in C is a C file, which draws, solves and checks, and a text file beside
 * it, matchings.family beside matchings.c, which holds everything that people read: the
 * title, the levels, the wordings and the worked steps. It is compiled in, and
 * read when the family is first used. It is data; the rest is C.
 *
 * An entry begins in the first column with its head and a colon. Indented
 * lines continue it; line breaks become single spaces. Blank lines and lines
 * that begin with "#" are skipped.
 *
 *   title: Chinese remainder theorem
 *   about: a paragraph for help and the family's page
 *   concept: a name of the high taxonomy; the family's own concept first
 *   topic: a word that tables of results are cut by; most families have none
 *   ending: a sentence after every statement: how to write the answer
 *   few keys: why a level has few different keys
 *   level NAME: what makes it harder; the levels in order
 *   pool NAME: saw|drill|hammer
 *
 *   kind NAME: what is asked. What follows belongs to this kind of question
 *       alone, up to the next kind; what stands before all kinds serves all
 *   values: angle = s[0]; side = c[0]      other names for values
 *
 *   terse: formula and task, fewest words
 *   plain: mathematical terms in full sentences
 *   story: applied: people, things, units
 *   story when NAME: used only if this condition, a function in C, is true
 *   step NAME: a step of the worked solution, which C takes by its name
 *
 *   text NAME: a piece that several texts share
 *   each NAME: a sentence for each item of a list, one after the other
 *   list NAME: the same in an English list, "x, y and z"
 *   choose NAME by NUMBER: 1 = $1$ | 2 = both | else = at most $<m>$
 *
 * Texts have places in angle brackets. "<" before anything but a letter is
 * itself.
 *
 *   <n> <m[0]>   a value of the problem, or an item of a list of them
 *   <n+> <n()> <n?book|books>   the forms of numbers: recipe/speech.h
 *   <m>          in "each", "list": this item; <letter> is A, B ..., <item> 1, 2
 *   <NAME>       a text, each, list or choice of this file that stands before
 *   <name2> <things> <city>     words: recipe/speech.h
 *   <key>        in steps: the key
 *   <NAME>       anything else is given by C: let() and let_text() in solve(),
 *                form_let() and form_let_text() in speak()
 *
 * After "by" stands a value, a list (its length counts) or a number that C
 * gives. A statement never depends on the digits of a value that is hidden
 * (recipe/speech.h): then the row "else" is taken.
 *
 * A text that does not parse, a place that nothing fills, a name that C gives
 * and no place has: each stops the process with path and line.
 */

#define FORM_GIVEN 96 /* most names that C gives to one family's texts */

enum style {
    STYLE_TERSE, /* formula and task, fewest words */
    STYLE_PLAIN, /* mathematical terms in full sentences */
    STYLE_STORY  /* applied: people, things, units */
};

struct wording {
    enum style style;
    const char *text; /* a template: recipe/speech.h; in a form the raw text */
    /* Does the wording fit these values? NULL: always. Plain and terse wordings
     * must fit every value. */
    bool (*fits)(const void *values);
};

/* A condition of wordings, by the name that follows "when". */
struct condition {
    const char *name;
    bool (*holds)(const void *values);
};

/* The names of its family's C that a form may use. */
struct form_known {
    const struct field *fields;
    const char *const *kinds; /* by the field "kind", NULL-ended; or NULL */
    const struct condition *conditions; /* ended by a NULL name; or NULL */
    bool only_plain; /* the form needs two plain wordings, and no others */
};

/* ---- a form that was read ---- */

enum piece_of {
    PIECE_LITERAL, /* n bytes of text */
    PIECE_VALUE,   /* field and index */
    PIECE_ITEM,    /* field; the index is that of the repetition */
    PIECE_COUNT,   /* the length of a list, to choose by */
    PIECE_LETTER,  /* of the repetition */
    PIECE_PLACE,   /* its number */
    PIECE_GIVEN,   /* by C, number `index` of the names */
    PIECE_NAMED,   /* a text of the form, number `index` of them */
    PIECE_WORD,    /* n bytes of text: its name */
    PIECE_KEY
};

struct form_piece {
    enum piece_of of;
    const struct field *field;
    size_t index;
    const char *text;
    size_t n;
    const char *shape; /* of a number: "", "+", "()" or "?one|many" */
    size_t shape_n;
};

struct form_text {
    const char *name; /* of a step, of a named text, of a style */
    int line;
    int kind; /* number of its kind; -1: it serves all */
    const struct form_piece *pieces;
    size_t n_pieces;
    atomic_bool said; /* it was filled at least once; for tests */
};

/* A text that others name. */
struct form_named {
    const char *name;
    int kind;
    enum named_as { NAMED_TEXT, NAMED_EACH, NAMED_LIST, NAMED_CHOICE } what;
    const struct field *list; /* of each and list: whose items they go by */
    struct form_piece by;     /* of a choice: the number */
    struct form_row {
        bool otherwise; /* "else" */
        int64_t value;
        struct form_text *text;
    } * rows; /* one; of a choice several */
    size_t n_rows;
};

struct form {
    const char *path;
    const char *title, *about, *topic, *ending, *few_keys; /* three or NULL */
    const char *concepts[FAMILY_CONCEPTS];
    struct family_level *levels;
    int n_levels;
    struct word_pool *pools;  /* ended by a NULL name */
    struct wording *wordings; /* ended by a NULL text */
    struct form_text **told;  /* their texts, one for each */
    struct form_named *named;
    size_t n_named;
    struct form_text **steps;
    size_t n_steps;
    struct form_text **texts; /* every text there is, steps too */
    size_t n_texts;
    const char *given[FORM_GIVEN]; /* names that C must give */
    size_t n_given;
    const struct field *kind; /* the field "kind"; NULL: there are no kinds */
    struct family card;       /* with the texts above: recipe/recipe.h */
};

/* Read a form into the arena. Fails with path, line and cause if the text does
 * not parse or uses a name that C does not have. */
MUST_USE bool form_read(struct arena *a, const struct form_known *known,
                        const char *path, const char *text, struct form *out,
                        struct err *e);

/* Returns the kind of these values, or -1 if the family has no kinds. */
int form_kind(const struct form *f, const void *values);

/* Is the text for values of this kind? */
bool form_serves(const struct form_text *t, int kind);

/* ---- filling ---- */

/* Make the speech ready for texts of the form: s->arena is set. */
void form_begin(const struct form *f, struct speech *s);

/* Give a place its number or its text, which is kept by address. A name that no
 * place has is a bug. */
void form_let(struct speech *s, const char *name, int64_t x);
void form_let_text(struct speech *s, const char *name, const char *text);

/* Append the text with its places filled. */
void form_say(struct speech *s, struct form_text *t);

/* Returns the step of that name for that kind; there must be one. */
struct form_text *form_step(const struct form *f, const char *name, int kind);

#endif
