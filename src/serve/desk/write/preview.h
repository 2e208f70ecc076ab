/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_DESK_WRITE_PREVIEW_H
#define SERVE_DESK_WRITE_PREVIEW_H

#include "base/json.h"
#include "base/str.h"
#include "serve/desk/write/corpus.h"
#include "serve/desk/write/start.h"
#include "serve/desk/write/write_draft.h"
#include "serve/route.h"

#include <stdbool.h>

/*
 * What the judge understands of a draft, shown beside it while it is written:
 * each value of the answer printed back, or the place where reading it stumbles;
 * whether replies can be judged by it; what may be meant otherwise; and which
 * known problems it repeats. It takes milliseconds: all work is bounded, and
 * nothing is stored.
 */

/* One value of the answer. */
struct preview_part {
    const char *name;  /* of one value among several; else NULL */
    const char *text;  /* that is read */
    const char *latex; /* the reading printed back; NULL: it cannot be read */
    const char *kind;  /* as it will be judged */
    const char *const *symbols; /* free ones */
    size_t n_symbols;
    const char *value;   /* exact, "5/12"; NULL: it is no rational number */
    const char *decimal; /* NULL: it is no number, or a whole one */
    const char *error;   /* why it cannot be read; else NULL */
    size_t column;       /* of the error in the answer's field, in characters
                            from 1; 0: no place */
    size_t at;           /* the same in units of UTF-16 from 0, for scripts */
};

struct preview {
    struct preview_part *parts;
    size_t n_parts;
    struct problem problem; /* as it would be saved; empty: it is too long */
    bool readable;          /* replies can be judged by the key */
    const char *why;        /* if not */
    const char *trouble; /* what `assay check` has against the key; else NULL */
    const char *limit;   /* how an answer is compared in the limit; or NULL */
    struct vec warnings; /* const char * */
    struct vec faults;   /* struct draft_fault: it cannot be saved */
    struct overlap *overlaps;
    size_t n_overlaps;
    bool quiet; /* an empty form needs no faults beside it */
    struct start_edited edited;
    const struct start *start;
};

/* Looks at a draft of entry `entry` (0: a new one) that began with `start`. */
MUST_USE bool preview_make(struct visit *v, const struct entry_draft *d,
                           const struct start *start, int64_t entry,
                           struct preview *out, struct err *e);

/* Returns what the part "preview" shows, for the page and for the script. */
struct json *preview_row(struct arena *a, const struct entry_draft *d,
                         const struct preview *p);

/* Returns what is wrong with a field, for its own place in the form, or NULL if
 * nothing is. Faults of the answer's fields are told with the judge's reading. */
const char *preview_wrong(struct arena *a, const struct preview *p,
                          enum draft_field f);

/* Puts what the part "marks" shows: what of the source still holds, and what was
 * edited. */
void preview_put_marks(struct arena *a, struct json *row, const struct start *s,
                       const struct start_edited *edited);

/* Adds it as a JSON object, for the script: "html" is the above; "parts" say
 * where the answer is wrong, "faults" which fields are, and of
 * those with a place of their own what it is ("text"). */
void preview_json(struct arena *a, struct str *out, const struct entry_draft *d,
                  const struct preview *p);

#endif
