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
 * Specs: everything that a long piece of work depends on, as one YAML file
 * says it, and as the options of a command say it. A row of a table is a
 * field: its name in the file, its option, its bounds, its default and one
 * line of text, which is the comment in a printed spec and the help of the
 * option. What is read, checked, written and typed goes through the table.
 *
 * Every field has a default; what is written with comments is its own manual
 * and reads back as the same. A field that is not known is refused with its
 * line and the nearest that is; fields and values that look like a secret are
 * refused. Fields stand at the top or in a group, and no deeper.
 */

enum spec_kind {
    SPEC_GROUP,    /* a table of its own */
    SPEC_TEXT,     /* const char *, or NULL */
    SPEC_PATH,     /* likewise; relative to the spec's file, but for `word` */
    SPEC_MODEL,    /* likewise; a name that may hold such a path */
    SPEC_MODELS,   /* a name or a list of them; the option is given again */
    SPEC_NAMES,    /* a name, a list, or all of `words`; with commas between
                      in the option */
    SPEC_TEXTS,    /* a text or a list of them; the option is given again */
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
    const char *init; /* the default as it would be typed; NULL: null, 0,
                         false, or what the owner of the struct has put */

    const char *none; /* what null or 0 stands for, where that is allowed
                         besides the bounds: "all"; a file may say it, nobody
                         needs to type it */

    /* the option */
    const char *flag;  /* without the dashes; NULL: the file alone says it */
    char letter;       /* its short form; 0: none */
    bool off;          /* of SPEC_BOOL: the switch turns it off */
    bool options;      /* of SPEC_GROUP: its fields are options too, but for
                          those whose flag is one of the top */
    const char *value; /* what it takes, in the help; NULL: by its kind */

    /* what it may be */
    double least;             /* of numbers, */
    double most;              /* 0: 10^9 */
    bool open;                /* the ends themselves are out */
    bool needed;              /* of texts: not null */
    bool number;              /* of texts: may be a number, as written */
    const char *word;         /* of paths: it is no path; NULL: none */
    const char *const *words; /* of choices and names; ended by NULL */
    size_t width;             /* of choices: sizeof(bool); 0: an enum's */
    /* Of names: is it one? NULL: it must be one of `words`, if there are
     * any. */
    bool (*knows)(const char *name);
    const char *known; /* of names: says which there are; NULL: `words` */
    const struct decoding_range *range;
    const struct spec_field *group; /* of SPEC_GROUP; ended by a NULL name */

    /* in the file */
    bool again;       /* another name of the field before: never printed */
    bool unhashed;    /* says where, not what: not among the values alone */
    size_t at_n;      /* of lists: the place of their length */
    const char *head; /* what begins here, for people */
};

struct spec_table {
    const char *what;                /* "a spec": for messages */
    const struct spec_field *fields; /* ended by a NULL name */
    size_t size;                     /* of the struct they stand in */
    /* Fills what has its defaults elsewhere; NULL: nothing. */
    void (*defaults)(void *spec);
    /* What follows from the fields that a file or options have, when all are
     * read; NULL: nothing. `v` is the file, null where it is empty; NULL after
     * options. */
    void (*after)(const struct json *v, void *spec);
};

/* The defaults of the rows and of `defaults`; the rest is 0. */
void spec_table_defaults(const struct spec_table *t, void *spec);

/* ---- files ---- */

/* Read text over what *spec has; a failure leaves it as it was, and has line
 * and column. Paths in it are relative to `folder` ("": as they stand). */
MUST_USE bool spec_table_read_text(struct arena *a, const struct spec_table *t,
                                   const char *text, size_t n,
                                   const char *folder, void *spec,
                                   struct err *e);

/* The same from a file; paths are relative to its folder. */
MUST_USE bool spec_table_read_file(struct arena *a, const struct spec_table *t,
                                   const char *path, void *spec, struct err *e);

/* Is every field by itself one that is allowed? The reader asks the same of
 * each as it comes, so that a mistake in a file is told with its line. */
MUST_USE bool spec_table_check(const struct spec_table *t, const void *spec,
                               struct err *e);

/* Make its relative paths absolute: they are relative to the folder `here`. */
void spec_table_resolve(struct arena *a, const struct spec_table *t,
                        const char *here, void *spec);

/* All of it as YAML with comments; or the values alone, to be hashed. */
void spec_table_write(struct str *out, const struct spec_table *t,
                      const void *spec, bool whole);

/* The hash of the values alone, in hex. */
const char *spec_table_hash(struct arena *a, const struct spec_table *t,
                            const void *spec);

/* ---- options ---- */

struct spec_option {
    const struct spec_field *group; /* NULL: at the top */
    const struct spec_field *field;
};

/* The options of a table, in order, at most `most`. Returns how many. */
size_t spec_table_options(const struct spec_table *t, struct spec_option *out,
                          size_t most);

/* What an option takes, for the help; NULL: it is a switch. */
const char *spec_option_value(const struct spec_option *o);

/* Its help: the text of the row, and the default. */
void spec_option_help(struct str *out, const struct spec_option *o);

/* Read what was typed over what *spec has; messages name the option. `text` is
 * NULL for a switch. `more`: it was typed before, so that a list goes on. */
MUST_USE bool spec_option_set(struct arena *a, const struct spec_option *o,
                              const char *text, bool more, void *spec,
                              struct err *e);

/* ---- decoding ---- */

/* The group of a struct decoding. */
extern const struct spec_field spec_decoding_fields[];

/* Does its extra leave alone what fields of its own set? `name` is the
 * group's. */
MUST_USE bool spec_decoding_check(const char *name, const struct decoding *d,
                                  struct err *e);

/* The model of "llm:MODEL"; NULL: no such text. */
const char *spec_llm(const char *text);

#endif
