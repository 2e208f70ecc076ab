/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * JSON values, their reader and their writer.
 *
 * A value lives in an arena and remembers where in the text it began, so that
 * "count must be a whole number" can name a line. A number is kept as it was
 * written: 27.0 stays 27.0, and an integer of sixty digits loses none of
 * them (json-c clamps it, cJSON rounds it; here it may be somebody's answer).
 * The reader is strict RFC 8259: no comments, no NaN, no trailing commas, no
 * repeated names, valid UTF-8. \u0000 and lone surrogates, which some servers
 * send, become U+FFFD: a C string cannot hold the one, nor UTF-8 the other.
 */

enum json_type {
    JSON_NULL,
    JSON_BOOL,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT,
};

struct json {
    enum json_type type;
    bool truth;         /* JSON_BOOL */
    const char *text;   /* JSON_STRING decoded, JSON_NUMBER as written */
    const char *name;   /* of a member of an object, else NULL */
    struct json *first; /* children of an array or object, in order */
    struct json *last;
    struct json *next; /* the next child of the same parent */
    size_t count;      /* children */
    size_t line;       /* where the value begins, from 1; 0: not read */
    size_t column;     /* in characters, from 1 */
};

/* ---- reading ---- */

/* Reads text[0..n), which must be one whole value. `line` is the number of its
 * first line (1 for a whole file, the line's number in JSONL). The value lives
 * in the arena. */
MUST_USE bool json_read(struct arena *a, const char *text, size_t n,
                        size_t line, struct json **out, struct err *e);

/* Returns the value of a whole text, or NULL if it is none; of NULL too. */
struct json *json_parse(struct arena *a, const char *text);

/* As json_read() with a ceiling: fails with ERR_LIMIT at more than `most` values, for
 * text from the network, where two bytes must not cost a hundred for long. */
MUST_USE bool json_read_most(struct arena *a, const char *text, size_t n,
                             size_t line, size_t most, struct json **out,
                             struct err *e);

/*
 * The same for replies of servers, with what other readers forgive. If a name
 * stands twice, its last value counts; NaN, Infinity and numbers of more than
 * LIMIT_JSON_NUMBER characters become null; control characters may stand in
 * strings (a NUL becomes "?"); bytes after a first object or array that is not
 * empty are ignored. Fails with ERR_LIMIT at more than `most` values.
 */
MUST_USE bool json_read_lenient(struct arena *a, const char *text, size_t n,
                                size_t most, struct json **out, struct err *e);

/* A reader that goes through a text value by value, for arrays too large to
 * hold: see json_step(). */
struct json_cursor {
    const char *end, *p;
    size_t line;
    const char *mark; /* a place on this line whose column is known: */
    size_t column;    /* columns are counted onwards from there */
    int depth;
    bool lenient; /* see json_read_lenient() */
    size_t left;  /* values that may still come, and one; 0: any number */
};

void json_open(struct json_cursor *c, const char *text, size_t n, size_t line);

/* Returns the first character after white space without consuming it, or '\0'
 * at the end. */
char json_peek(struct json_cursor *c);

/* Consumes ch and returns true if it comes next, after white space. */
bool json_accept(struct json_cursor *c, char ch);

/* Reads the next value into the arena. */
MUST_USE bool json_step(struct arena *a, struct json_cursor *c,
                        struct json **out, struct err *e);

/* Reads `"name" :`, which stands before a value in an object. */
MUST_USE bool json_step_name(struct arena *a, struct json_cursor *c,
                             const char **name, struct err *e);

/* Fills *e with the cursor's line and column and returns false. */
bool json_fail(struct json_cursor *c, struct err *e, const char *what);

/* ---- looking ---- */

const char *json_type_name(enum json_type t); /* "a string", "an object" ... */

/* Returns the member of that name, or NULL if it is absent or v is no object.
 */
const struct json *json_get(const struct json *v, const char *name);

/* Returns the member at the end of a path, "thinking.budget_tokens", or NULL.
 * Names with points in them are found, too. */
const struct json *json_at(const struct json *v, const char *path);

/* Returns the text of a string, or NULL if v is NULL or no string. */
const char *json_string(const struct json *v);

/* Returns true, with *out, if v is a whole number that fits (3 but not 3.0). */
bool json_int64(const struct json *v, int64_t *out);

bool json_is_true(const struct json *v);

/* Returns the array of that name, or NULL if there is none. */
const struct json *json_list(const struct json *v, const char *name);

/* Fills *e as err_set() does, with ERR_DOMAIN and the place of v, which may be
 * NULL, and returns false. */
bool json_bad(const struct json *v, struct err *e, const char *fmt, ...)
    PRINTF(3, 4);

/* Read one member of a record; the error names the member and its line. An
 * absent or null optional member leaves *out untouched. */
enum json_need { JSON_OPTIONAL, JSON_REQUIRED };

MUST_USE bool json_need_string(const struct json *obj, const char *name,
                               enum json_need need, const char **out,
                               struct err *e);
MUST_USE bool json_need_int64(const struct json *obj, const char *name,
                              enum json_need need, int64_t *out, struct err *e);

/* ---- making ---- */

struct json *json_new(struct arena *a, enum json_type type);
struct json *json_new_string(struct arena *a, const char *s); /* copies s */
struct json *json_new_text(struct arena *a, const char *s);   /* NULL: null */
struct json *json_new_int(struct arena *a, int64_t v);
struct json *json_new_bool(struct arena *a, bool v);
struct json *json_new_number(struct arena *a, const char *text); /* copies */
struct json *json_copy(struct arena *a, const struct json *v);   /* deep */

/* Append v, which must have no parent yet; both return v. */
struct json *json_push(struct json *array, struct json *v);
struct json *json_set(struct arena *a, struct json *object, const char *name,
                      struct json *v); /* the name must be new */

/* The same with a new value: an empty one, which is returned; a text (of NULL
 * nothing is set); a whole number; a count. */
struct json *json_put(struct arena *a, struct json *object, const char *name,
                      enum json_type type);
void json_put_text(struct arena *a, struct json *object, const char *name,
                   const char *s);
void json_put_int(struct arena *a, struct json *object, const char *name,
                  int64_t n);
void json_put_count(struct arena *a, struct json *object, const char *name,
                    size_t n);

/* Returns an array of n texts, which are copied. */
struct json *json_texts(struct arena *a, const char *const *texts, size_t n);

/* Returns true if type and contents are the same and the members of objects
 * come in the same order. */
bool json_equal(const struct json *a, const struct json *b);

/* ---- writing ---- */

/* Writes v on one line, with ", " and ": " between its parts and with control
 * characters escaped. Invalid UTF-8 becomes U+FFFD, so that the output is
 * valid. */
void json_write(struct str *out, const struct json *v);
void json_write_string(struct str *out, const char *s);
void json_write_text(struct str *out, const char *s); /* NULL: null */

#endif
