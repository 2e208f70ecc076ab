/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_DESK_FAMILY_FAMILY_TEXT_H
#define SERVE_DESK_FAMILY_FAMILY_TEXT_H

#include "base/json.h"
#include "family/language/file.h"
#include "serve/desk/entry.h"
#include "serve/http/http.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * A family as an entry of the class. The text of the file is what its key rests
 * on, and stands in the version's `claim`; `check` is ENTRY_FAMILY; the problem
 * of the entry is a sample that is drawn from it, another one for each version,
 * which reviewers solve blind and models are asked. The text may be hostile and
 * may be no family at all: then the sample says so, and nobody can submit it.
 */

#define LOOK_DRAWS 3    /* problems of each level on a page */
#define LOOK_MS    2000 /* in which they must be drawn */

/* Returns the value of the line "title:", or "Untitled family". */
const char *family_text_title(struct arena *a, const char *text);

/* Returns a name for the file, made of the title: "slopes-of-lines.family". */
const char *family_text_path(struct arena *a, const char *text);

/* Takes the text of a form, with "\n" as line ends and at its end. Fails if it
 * is blank or too long. */
MUST_USE bool family_text_form(struct arena *a, const struct http_fields *f,
                               const char **out, struct err *e);

/* Some problems of a level. */
struct look_level {
    const char *name, *doc; /* either may be NULL */
    struct problem problems[LOOK_DRAWS];
    size_t n;
    const char *why; /* there are no more: a sentence; or NULL */
};

/* A text at a glance. */
struct family_look {
    const struct family *family; /* NULL: it cannot be read */
    size_t line, column;         /* of what is wrong; 0: no place */
    const char *wrong;           /* what; NULL: it can be read */
    struct look_level levels[FILE_LEVELS];
    size_t n_levels;
};

/* Reads the text and draws from it, with a seed. Everything lives in the arena.
 * The work is counted, and drawing ends after LOOK_MS. */
void family_look(struct arena *a, const char *text, const char *seed,
                 struct family_look *out);

/* Makes version `number` of an entry; the caller puts in who wrote it and, of an
 * entry that is there, its number. */
struct entry_version family_version(struct arena *a, const char *text,
                                    const char *note, int64_t number);

/* Returns the data of the audit event that says what acceptance found: "how",
 * "finding" ("accepted", "refused", "undecided"), "why", "acceptance". `found`
 * is NULL if it took too long. */
struct json *family_finding(struct arena *a, struct json *found);

#endif
