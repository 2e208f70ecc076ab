/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_OPENING_H
#define RUN_OPENING_H

#include "base/arena.h"
#include "base/json.h"
#include "base/vec.h"
#include "store/chain.h"

#include <stdbool.h>

/*
 * A seal and its opening (docs/sealing.md). The seal is a SHA-256 that fixes a
 * set of problems; the opening is the file that the announcer keeps:
 *
 *   {"seal": "9f…", "salt": "03…", "problems": 200, "content": "77…",
 *    "spec": {"series": [{"family": "concept/crt", "version": 2, "level": 3}],
 *             "seed": "exam", "from": 0, "count": 200, "split": "test",
 *             "holdout": "wordings", "knobs": {"wording": "story"}}}
 *
 * content = H("assay rows 1", number of rows, SHA-256 of each row, sorted): a
 * row is its problem as `assay new` writes it, newline included, so that the
 * order of the rows, white space and the order of JSON members do not matter.
 * seal = H("assay seal 1", salt, problems, content, number of series, then of
 * each series family, version and level, and if there is a series: seed, from,
 * count, split or none, number of knobs, name and value of each, and holdout if
 * there is one). The fields
 * are hashed as store/chain.h says. A sealed file has no series.
 */

#define SALT_BYTES 32
#define SEAL_HEX   (2 * CHAIN_BYTES + 1)

struct sealed_series {
    const char *family;
    int64_t version, level;
};

struct opening {
    unsigned char salt[SALT_BYTES], content[CHAIN_BYTES];
    uint64_t problems;
    struct vec series; /* of struct sealed_series; none: a file was sealed */
    const char *seed, *split, *holdout; /* these two may be NULL */
    uint64_t from, count;
    const struct json *knobs; /* object, or NULL */
};

/* Compute the seal. */
void opening_seal(const struct opening *o, unsigned char out[CHAIN_BYTES]);

/* Append the opening as one JSON line. */
void opening_write(struct str *out, const struct opening *o);

/* Read the file of an opening; *seal is what it says its seal is. Fails if it
 * cannot be read, or is none. */
MUST_USE bool opening_read(struct arena *a, const char *path,
                           struct opening *out, unsigned char seal[CHAIN_BYTES],
                           struct err *e);

/* Append, in words, what was sealed. */
void opening_say(struct str *out, const struct opening *o);

/* ---- rows ---- */

struct row_sha {
    unsigned char sha[CHAIN_BYTES];
};

/* Add the row of a problem's line to the rows, a vec of struct row_sha. */
void rows_add(struct chain *c, struct vec *rows, const char *line);

/* Returns whether a row is among these, which rows_content() has sorted. */
bool rows_have(const struct vec *rows, const struct row_sha *row);

/* Sort the rows and compute their content. */
void rows_content(struct chain *c, struct vec *rows,
                  unsigned char out[CHAIN_BYTES]);

/* ---- hexadecimal digits ---- */

char *seal_hex(const unsigned char sha[CHAIN_BYTES], char out[SEAL_HEX]);

/* Read 64 digits of either case. Returns false if the text is not that. */
bool seal_read(const char *text, unsigned char out[CHAIN_BYTES]);

#endif
