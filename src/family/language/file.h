/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LANGUAGE_FILE_H
#define FAMILY_LANGUAGE_FILE_H

#include "base/vec.h"
#include "family/family.h"
#include "family/language/marks.h"
#include "family/language/tree.h"
#include "family/recipe/form.h"
#include "family/words.h"

/*
 * A family file that was read.
 *
 * An entry is a line and the lines below it that are indented more. Blank
 * lines and lines that begin with "#" are skipped.
 *
 * entry_rules in file_int.h has every entry, with its form, what it says and an
 * example; `assay family reference` prints them.
 *
 * A file that asks one kind of question has these entries without "kind".
 */

#define FILE_KEYS     8
#define FILE_KINDS    24
#define FILE_BYTES    (1 << 18)
#define FILE_LEVELS   12
#define FILE_PROBLEMS 1000

/* One draw: names that get a value of the same domain. */
struct file_draw {
    enum drawing_kind { DRAWING_NUMBERS, DRAWING_RISING, DRAWING_WHERE } kind;
    struct symbol **names;
    size_t n;
    struct node *count;  /* of a list: m[4]; or NULL */
    struct node *domain; /* a range or a list; of "where" the condition */
    struct node **but;   /* without these values */
    size_t n_but;
    bool fixed; /* "choose": its size does not grow with the knob "digits" */
    size_t at;
};

/* What is asked: "key: F", or one of several, "key total: F". */
struct file_key {
    const char *name; /* NULL: the only one */
    struct node *formula;
    struct symbol *symbol;
};

/* A formula with its name: a check, a slip. */
struct named_formula {
    const char *name;
    struct node *formula;
    size_t at;
};

/* A text with its condition. */
struct file_text {
    enum style style;  /* of a wording */
    struct node *when; /* or NULL */
    const char *text;  /* of a wording: as it stands, on one line */
    struct say_text *words;
    size_t at;
};

struct file_kind {
    const char *name, *doc;
    size_t at;
    unsigned levels; /* bit i: it is asked at level i + 1 */
    struct vec drawings, given, keys, checks, slips, wordings, steps, endings;
    struct vec conditions;      /* struct node *: of given values alone */
    struct node *solve, *means; /* or NULL */
    size_t level_slot, depth_slot;
    bool is_walked; /* no where, no domain that depends on a draw */
};

struct family_file {
    struct arena *arena;
    const struct script *script;
    const char *path;
    const struct tongue *tongue; /* of a translation; NULL: English */
    const char *title, *about, *ending, *few_keys, *name;
    const char *concepts[FAMILY_CONCEPTS];
    int version;
    int problems; /* of every level, at least */
    enum answer_kind answer;
    struct family_level levels[FILE_LEVELS];
    int n_levels;
    struct family_depth depth; /* .of NULL: there is none */
    struct vec pools;          /* struct word_pool, ended by a NULL name */
    struct file_kind *kinds[FILE_KINDS];
    size_t n_kinds;
    size_t n_slots;
    uint64_t work; /* units for one draw, solution or check */
    char hash[33]; /* of its text */
};

/* A text and the path that it came from. */
struct file_source {
    const char *path, *text;
    size_t n;
};

/* Read a file into the arena, its text stays there; with a translation, its
 * texts are those of the translation. Fails with "path:line:column: " and what
 * is wrong; with ERR_DOMAIN if key and check are one road, else with
 * ERR_SYNTAX. */
MUST_USE bool family_file_translate(struct arena *a,
                                    const struct file_source *file,
                                    const struct file_source *translation,
                                    struct family_file **out, struct err *e);
MUST_USE bool family_file_read(struct arena *a, const char *path,
                               const char *text, size_t n,
                               struct family_file **out, struct err *e);

#endif
