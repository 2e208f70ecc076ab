/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_DESK_FAMILY_FAMILY_PAGE_H
#define SERVE_DESK_FAMILY_FAMILY_PAGE_H

#include "serve/desk/family/examiner.h"
#include "serve/desk/family/family_text.h"
#include "serve/desk/write/write_page.h"

/*
 * The pages of families: the list, and the editor with draws and acceptance
 * beside the text. The script (web/desk/family.js) finds the form by its id
 * "family-editor".
 */

/* What the editor shows. */
struct family_editor {
    const struct entry_view *x; /* NULL: a new family */
    const char *text, *note;    /* as they were typed */
    int64_t after;      /* the version that the text is based on; 0: none */
    const char *seed;   /* of the draws; NULL: the first ones */
    const char *wrong;  /* a sentence for the head of the page; or NULL */
    const char *theirs; /* a text that was saved meanwhile; or NULL */
    struct json *found; /* what acceptance says of this text; or NULL */
};

/* Makes the reply a page with the editor. */
MUST_USE bool family_show(struct visit *v, const struct family_editor *x,
                          int status, struct err *e);

/* Makes the reply the page of a version for those who do not edit. */
MUST_USE bool family_read(struct visit *v, const struct entry_view *x,
                          struct err *e);

bool family_list(struct visit *v, struct err *e);      /* GET /families */
bool family_reference(struct visit *v, struct err *e); /* .../reference */

/* ---- parts, also for the script ---- */

/* Draws for the page; fails with ERR_LIMIT if too many do so at once. */
MUST_USE bool family_draws(struct visit *v, const char *text, const char *seed,
                           struct family_look *out, struct err *e);

/* Returns what the parts "family_wrong" and "draws" show: what is wrong with a text
 * that cannot be read, and what was drawn. */
struct json *family_look_row(struct arena *a, const struct family_look *look);

/* Returns what the part "acceptance" shows of a text that is being written
 * (accept_json()). */
struct json *family_result_row(struct visit *v, const struct json *found);

#endif
