/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_ROW_H
#define STORE_ROW_H

#include "store/chain.h"
#include "store/query.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Rows of a table as structs. A list of columns says once where each stands in
 * the struct and what it is; rows are taken from statements, bound to them and
 * put into chains by it. The order of the columns is that of the statements in
 * sql.c, and of the chain where the rows are chained.
 */

enum column_type {
    ROW_INT,   /* int64_t, uint64_t */
    ROW_INT32, /* int, unsigned */
    ROW_FLAG,  /* bool */
    ROW_KNOWN, /* int64_t; NULL: -1 */
    ROW_REF,   /* int64_t; NULL: 0 */
    ROW_REAL,  /* double */
    ROW_TEXT,  /* const char *; NULL: NULL */
    ROW_NEED,  /* the same, and NULL makes no sense */
    ROW_HASH,  /* struct hash128 */
    ROW_SHA,   /* CHAIN_BYTES bytes */
    ROW_WORD,  /* an enum, by its words */
    ROW_OUTCOME,
    ROW_VERDICT,
};

struct store_column {
    enum column_type type;
    size_t at;                /* in the struct */
    const char *const *words; /* of ROW_WORD */
    int n_words;
};

#define COLUMN(type, of, field)                   \
 {                                                \
  ROW_##type, offsetof(struct of, field), NULL, 0 \
 }
#define COLUMN_WORD(of, field, words, n)         \
 {                                               \
  ROW_WORD, offsetof(struct of, field), words, n \
 }

struct store_row {
    const char *what; /* "a review", in the message if one makes no sense */
    size_t size;      /* of the struct */
    const struct store_column *columns;
    size_t n;
    int since; /* the version of the store that has the table; 0: any */

    /* What is not a column of its own, behind the columns; or NULL. Returns
     * false if the row makes no sense. */
    bool (*then)(struct query *q, struct arena *a, void *out);
};

#define ROW_THEN(what, of, columns, since, then)                            \
 {                                                                          \
  what, sizeof(struct of), columns, sizeof(columns) / sizeof((columns)[0]), \
      since, then                                                           \
 }
#define ROW(what, of, columns, since) ROW_THEN(what, of, columns, since, NULL)

/* Takes the columns of the row, all of them even if one makes no sense, which
 * query_nonsense() tells. What is no column is 0. */
MUST_USE bool rows_take(struct query *q, struct arena *a,
                        const struct store_row *r, void *out, struct err *e);

/* Takes the columns from..to - 1. Returns false if one makes no sense. */
bool rows_take_some(struct query *q, struct arena *a, const struct store_row *r,
                    void *out, size_t from, size_t to);

/* Binds the columns from..to - 1, and puts them into a chain. */
void rows_bind(struct query *q, const struct store_row *r, const void *in,
               size_t from, size_t to);
void rows_chain(struct chain *c, const struct store_row *r, const void *in,
                size_t from, size_t to);

/* Find the only row that a statement can give; list all of them: `out` points to
 * the pointer to the first. A store from before the table has none. */
MUST_USE bool rows_find(struct store *s, struct arena *a,
                        const struct store_row *r, enum sql which,
                        const struct sql_value *args, void *out, bool *found,
                        struct err *e);
MUST_USE bool rows_list(struct store *s, struct arena *a,
                        const struct store_row *r, enum sql which,
                        const struct sql_value *args, void *out, size_t *n,
                        struct err *e);

#endif
