/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_ACCEPT_ACCEPT_H
#define FAMILY_ACCEPT_ACCEPT_H

#include "base/json.h"
#include "base/vec.h"
#include "family/family.h"

/*
 * Acceptance: is a family file good enough to make problems with?
 *
 * Every row is a question with its figures. A file is accepted if no row
 * refuses it. What no row can know is whether the English says what the
 * formulas say: that needs a reader.
 */

enum accept_row {
    ACCEPT_READS,     /* the file is a family */
    ACCEPT_ROADS,     /* key and check are two roads */
    ACCEPT_AGREES,    /* the check says yes to every key */
    ACCEPT_SAYS_NO,   /* and no to every other */
    ACCEPT_ENOUGH,    /* the statement tells what the key rests on */
    ACCEPT_IDLE,      /* every given value matters */
    ACCEPT_GUESSABLE, /* no key answers many problems */
    ACCEPT_LARGE,     /* there are enough problems, and none of ours */
    ACCEPT_TOLD,      /* the texts read well */
    ACCEPT_BOUNDED,   /* the work stays far from its limit */
    ACCEPT_ROWS
};

/* What is wrong, and where. */
struct accept_finding {
    size_t line, column; /* from 1; 0: no place of the file */
    const char *what;    /* a sentence without a full stop */
    const char *with;    /* the values: "a = 3, b = 0"; or "" */
    const char *cure;    /* what to do; or "" */
};

struct accept_result {
    bool tried;          /* an earlier row may leave nothing to try */
    const char *figure;  /* "4,000 draws of 4 kinds and levels" */
    struct vec findings; /* struct accept_finding: each refuses the file */
    uint64_t more;       /* further ones of the same sort, not listed */
};

struct acceptance {
    const char *path;
    const struct family *family; /* NULL: the file could not be read */
    bool accepted;
    struct accept_result rows[ACCEPT_ROWS];
    struct vec notes; /* struct accept_finding: worth a look, no refusal */
};

struct file_source; /* family/language/file.h */

struct accept_options {
    /* The family of a translation, whose text is tried; NULL: it is none. */
    const struct file_source *of;
    uint64_t draws; /* of every level and kind; 0: ACCEPT_DRAWS */
    /* Called now and then with the work done so far, 0 to 1; NULL: not. Returns
     * false to stop. */
    bool (*progress)(void *ctx, enum accept_row row, double share);
    void *ctx;
};

#define ACCEPT_DRAWS 1000

const char *accept_row_name(enum accept_row row); /* "agrees", "says no" */
const char *accept_row_asks(enum accept_row row); /* what it asks, a line */

/* Try the text of a file; everything lives in the arena. Returns false if
 * progress() stopped it: then nothing is decided. */
MUST_USE bool family_accept(struct arena *a, const char *path, const char *text,
                            size_t n, const struct accept_options *o,
                            struct acceptance *out);

/* The acceptance for people, and for programs: one line of JSON. */
void accept_print(struct str *out, const struct acceptance *x);
struct json *accept_json(struct arena *a, const struct acceptance *x);

#endif
