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
 * says it. The fields of a struct stand in a table, and what is read, checked
 * and written goes through it. Every field has a default, the value it has
 * before reading; what is written with comments is its own manual and reads
 * back as the same. A field that is not known is refused with its line and
 * the nearest that is; fields and values that look like a secret are refused.
 * Fields stand at the top or in a group, and no deeper.
 */

enum spec_kind {
    SPEC_GROUP,    /* a table of its own */
    SPEC_TEXT,     /* const char *, or NULL */
    SPEC_PATH,     /* likewise; relative to the spec's file, but for `word` */
    SPEC_MODEL,    /* likewise; a name that may hold such a path */
    SPEC_MODELS,   /* a name or a list of them */
    SPEC_NAMES,    /* some of `words`: a name, a list, or all */
    SPEC_TEXTS,    /* a text or a list of them */
    SPEC_SEED,     /* a text or a number, as written */
    SPEC_SIZE,     /* size_t */
    SPEC_U64,      /* uint64_t */
    SPEC_UNSIGNED, /* unsigned */
    SPEC_NUMBER,   /* double */
    SPEC_BOOL,
    SPEC_CHOICE,  /* an enum, or a bool, by one of `words` */
    SPEC_DECIMAL, /* const char *: a JSON number in its range */
    SPEC_WHOLE,   /* const char *: a JSON integer */
    SPEC_OBJECT,  /* const struct json *: an object */
};

struct spec_field {
    const char *name;
    enum spec_kind kind;
    size_t at;        /* in the struct of its table */
    const char *doc;  /* one line */
    double least;     /* of numbers, */
    double most;      /* 0: 10^9 */
    bool open;        /* the ends themselves are out */
    bool needed;      /* of texts: not null */
    bool again;       /* another name of the field before: never printed */
    bool unhashed;    /* says where, not what: not among the values alone */
    size_t at_n;      /* of lists: the place of their length */
    const char *head; /* what begins here, for people */
    const struct decoding_range *range;
    const struct spec_field *group; /* of SPEC_GROUP; ended by a NULL name */

    const char *word;         /* of paths: it is no path; NULL: none */
    const char *const *words; /* of choices and names; ended by NULL */
    size_t width;             /* of choices: sizeof(bool); 0: an enum's */
    /* Of names: is it one? NULL: it must be one of `words`. */
    bool (*knows)(const char *name);
    const char *known; /* of names: says which there are; NULL: `words` */
};

struct spec_table {
    const char *what;                /* "a spec": for messages */
    const struct spec_field *fields; /* ended by a NULL name */
    size_t size;                     /* of the struct they stand in */
    /* What follows from the fields that a file has, when all are read; NULL:
     * nothing. `v` is the file, null where it is empty. */
    void (*after)(const struct json *v, void *spec);
};

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

/* All of it as YAML with comments; or the values alone, to be hashed. */
void spec_table_write(struct str *out, const struct spec_table *t,
                      const void *spec, bool whole);

/* The hash of the values alone, in hex. */
const char *spec_table_hash(struct arena *a, const struct spec_table *t,
                            const void *spec);

/* The group of a struct decoding. */
extern const struct spec_field spec_decoding_fields[];

/* Does its extra leave alone what fields of its own set? `name` is the
 * group's. */
MUST_USE bool spec_decoding_check(const char *name, const struct decoding *d,
                                  struct err *e);

/* The model of "llm:MODEL"; NULL: no such text. */
const char *spec_llm(const char *text);

#endif
