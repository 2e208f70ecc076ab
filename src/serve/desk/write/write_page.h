/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_DESK_WRITE_WRITE_PAGE_H
#define SERVE_DESK_WRITE_WRITE_PAGE_H

#include "serve/desk/entry.h"
#include "serve/desk/write/preview.h"
#include "serve/desk/write/start.h"
#include "serve/desk/write/write_draft.h"

/*
 * The pages of writing: what to start from, the editor with what the judge
 * understands beside it, and two texts side by side when two windows wrote at
 * once. The script (web/desk/write.js) finds the form by its id "write".
 */

/* What the editor shows. */
struct editor {
    const struct entry_draft *draft;
    const struct preview *preview;
    int64_t entry; /* 0: a new one */
    int64_t after; /* the version that the draft is based on; 0: none */
    const struct http_fields *source; /* of a new one: what start_find() finds
                                         again; or NULL */
    const struct http_fields *sought; /* what start_find() did not find; or
                                         NULL */
    const char *wrong; /* a sentence for the head of the page; or NULL */
};

/* Makes the reply a page with the editor, for a draft that began with `start`;
 * what is wrong stands in its preview, which it makes. */
MUST_USE bool write_show(struct visit *v, struct editor *x,
                         const struct start *start, const char *title,
                         int status, struct err *e);

/* The same for a new entry when what it was to be started from cannot be had, for
 * the reason *e: nothing that was typed is lost. Returns false if *e is no fault
 * of the visitor. */
MUST_USE bool write_astray(struct visit *v, const struct http_fields *fields,
                           struct err *e);

bool public_list(struct visit *v, struct err *e); /* GET /public */
bool public_rows(struct visit *v, struct err *e); /* GET /public/:n */

/* Puts what the part "editor" shows: the form and the preview. Fails if topics
 * cannot be listed. */
MUST_USE bool write_put_editor(struct visit *v, struct json *page,
                               const struct editor *x, struct err *e);

/* Puts both texts of each field in which two drafts differ. */
void write_put_beside(struct arena *a, struct json *row,
                      const struct entry_draft *mine,
                      const struct entry_draft *theirs);

/* Puts solution, claim and concepts of a version, for those who may see its
 * key. */
void write_put_more(struct arena *a, struct json *row,
                    const struct entry_draft *d);

#endif
