/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_SPEC_FIELDS_H
#define RUN_SPEC_FIELDS_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "model/decoding.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Specs: everything that a run, a hunt or an evolution depends on, given as a
 * YAML file, as the options of a command, or both. A row of a table is a field:
 * its name in the file, its option, its bounds, its default and one line of
 * text, which is the comment in a printed spec and the help of the option.
 * Reading, checking, writing and parsing options all work from the table.
 *
 * Every field has a default. A spec that is written with its comments is its
 * own manual, and reads back as the same spec. An unknown field is an error
 * with its line and the nearest known name; so is a field or value that looks
 * like a secret. Fields stand at the top or in a group, and no deeper.
 */

enum spec_kind {
    SPEC_GROUP,    /* a table of its own */
    SPEC_TEXT,     /* const char *, or NULL */
    SPEC_PATH,     /* likewise; relative to the folder of the spec's file,
                      unless it is `word` */
    SPEC_MODEL,    /* likewise; a name that may hold such a path */
    SPEC_MODELS,   /* a name or a list of them; the option may be repeated */
    SPEC_NAMES,    /* a name, a list, or all of `words`; with commas between
                      in the option */
    SPEC_TEXTS,    /* a text or a list of them; the option may be repeated */
    SPEC_SEED,     /* a text or a number, as written */
    SPEC_SIZE,     /* size_t */
    SPEC_U64,      /* uint64_t */
    SPEC_UNSIGNED, /* unsigned */
    SPEC_NUMBER,   /* double; of one up to 1 the option may be "20%" */
    SPEC_BOOL,     /* the option is a switch */
    SPEC_CHOICE,   /* an enum, or a bool, by one of `words` */
    SPEC_DECIMAL,  /* const char *: a JSON number in its range */
    SPEC_WHOLE,    /* const char *: a JSON integer */
    SPEC_OBJECT,   /* const struct json *: an object */
};

struct spec_field {
    const char *name;
    enum spec_kind kind;
    size_t at;        /* in the struct of its table */
    const char *doc;  /* one line: the comment, and the help of the option */
    const char *init; /* the default as it would be typed; NULL: null, 0 or
                         false, or what `defaults` of the table puts there */

    const char *none; /* what null or 0 means, where it is allowed besides the
                         bounds: "all"; a file may have it, as an option it need
                         not be typed */

    /* the option */
    const char *flag;  /* without the dashes; NULL: there is no option */
    char letter;       /* its short form; 0: none */
    bool off;          /* of SPEC_BOOL: the switch turns it off */
    bool options;      /* of SPEC_GROUP: its fields are options too, except
                          those whose flag a field at the top has */
    const char *value; /* what it takes, in the help; NULL: by its kind */
    const char *usual; /* its default, in the help; NULL: `none` or `init` */

    /* what it may be */
    double least;             /* of numbers, */
    double most;              /* 0: 10^9 */
    bool open;                /* the bounds themselves are not allowed */
    bool needed;              /* of texts: not null */
    bool number;              /* of texts: may be a number, as written */
    const char *word;         /* of paths: a text that is no path, such as "-";
                                 NULL: none */
    const char *const *words; /* of choices and names; ended by NULL */
    size_t width;             /* of choices: sizeof(bool); 0: an enum's */
    /* Of names: is it one? NULL: it must be one of `words`, if there are
     * any. */
    bool (*knows)(const char *name);
    const char *known; /* of names: which there are, for messages; NULL:
                          `words` */
    const struct decoding_range *range;
    const struct spec_field *group; /* of SPEC_GROUP; ended by a NULL name */

    /* in the file */
    bool again;       /* another name of the field before it: never printed */
    bool unhashed;    /* it says where things are, not what is done: left out of
                         the hash */
    size_t at_n;      /* of lists: the place of their length */
    const char *head; /* a heading above it in a printed spec */
};

struct spec_table {
    const char *what;                /* "a spec": for messages */
    const struct spec_field *fields; /* ended by a NULL name */
    size_t size;                     /* of the struct they stand in */
    /* Fills fields whose defaults are not in the rows; NULL: nothing. */
    void (*defaults)(void *spec);
    /* Called when all fields are read, to set those that follow from others;
     * NULL: nothing. `v` is the file as JSON (null if it is empty), or NULL
     * after options. */
    void (*after)(const struct json *v, void *spec);
};

/* Fills *spec with the defaults of the rows and of `defaults`; the rest is
 * 0. */
void spec_table_defaults(const struct spec_table *t, void *spec);

/* ---- files ---- */

/* Reads YAML; fields that it does not have stay as they are in *spec. Paths in
 * it are relative to `folder` ("": they are left as they are). Fails with line
 * and column, and then *spec is unchanged. */
MUST_USE bool spec_table_read_text(struct arena *a, const struct spec_table *t,
                                   const char *text, size_t n,
                                   const char *folder, void *spec,
                                   struct err *e);

/* The same from a file; paths are relative to its folder. */
MUST_USE bool spec_table_read_file(struct arena *a, const struct spec_table *t,
                                   const char *path, void *spec, struct err *e);

/* Fails if some field, by itself, is not allowed. The reader checks each field
 * as it comes, too, so that a mistake in a file is reported with its line. */
MUST_USE bool spec_table_check(const struct spec_table *t, const void *spec,
                               struct err *e);

/* Makes relative paths absolute, which are relative to the folder `here`. */
void spec_table_resolve(struct arena *a, const struct spec_table *t,
                        const char *here, void *spec);

/* Writes YAML: all of it with comments if `whole`, else the values alone, to be
 * hashed. */
void spec_table_write(struct str *out, const struct spec_table *t,
                      const void *spec, bool whole);

/* Returns the hash of the values alone, in hex, in the arena. */
const char *spec_table_hash(struct arena *a, const struct spec_table *t,
                            const void *spec);

/* ---- options ---- */

struct spec_option {
    const struct spec_field *group; /* NULL: at the top */
    const struct spec_field *field;
};

/* Fills out with the options of a table, in order, at most `most`. Returns how
 * many. */
size_t spec_table_options(const struct spec_table *t, struct spec_option *out,
                          size_t most);

/* Returns the name of the option's value for the help, or NULL if it is a
 * switch. */
const char *spec_option_value(const struct spec_option *o);

/* Writes the help of an option: the text of the row, and the default. */
void spec_option_help(struct str *out, const struct spec_option *o);

/* Sets the field of an option from what was typed. `text` is NULL for a switch.
 * `more` says that the option was typed before, so that a list is continued.
 * Fails with a message that names the option. */
MUST_USE bool spec_option_set(struct arena *a, const struct spec_option *o,
                              const char *text, bool more, void *spec,
                              struct err *e);

/* ---- decoding ---- */

/* The group of a struct decoding. */
extern const struct spec_field spec_decoding_fields[];

/* Fails if `extra` sets what has a field of its own. `name` is that of the
 * group. */
MUST_USE bool spec_decoding_check(const char *name, const struct decoding *d,
                                  struct err *e);

/* Returns the model of "llm:MODEL", or NULL if the text is not of this form. */
const char *spec_llm(const char *text);

#endif
