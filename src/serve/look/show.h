/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_LOOK_SHOW_H
#define SERVE_LOOK_SHOW_H

#include "run/print/report.h"
#include "serve/route.h"

/*
 * Runs and studies as pages: the same document as `assay report` shows, with a
 * head that is live while something works on it (web/desk/look.js).
 */

/* Makes the reply a page of the document, whose head is `head`: HTML. */
void show_document_page(struct visit *v, const char *title, const char *head,
                        const struct document *d);

/* Makes the reply the whole report as one file, with every problem and reply.
 * It has its own policy inside. Judging all replies again takes a while: one is
 * made at a time. */
MUST_USE bool show_report(struct visit *v, const struct report *r,
                          struct err *e);

/* Handlers: a run; a study; lists of both (list.c). */
MUST_USE bool show_run(struct visit *v, struct err *e);
MUST_USE bool show_run_report(struct visit *v, struct err *e);
MUST_USE bool show_study(struct visit *v, struct err *e);
MUST_USE bool show_study_report(struct visit *v, struct err *e);
MUST_USE bool show_list(struct visit *v, struct err *e);

/* Handler: the problems of a run, each with the way to write from it
 * (problems.c). */
MUST_USE bool show_problems(struct visit *v, struct err *e);

/* Returns whether some process works on it now: it is not done, and something
 * came lately. */
bool show_at_work(uint64_t done, uint64_t total, int64_t worked_ms);

#endif
