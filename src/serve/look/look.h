/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_LOOK_LOOK_H
#define SERVE_LOOK_LOOK_H

#include "base/err.h"
#include "run/print/report.h"
#include "serve/route.h"
#include "serve/state.h"
#include "store/store.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * The lookout: a thread that looks at the store once a second while somebody
 * listens, and tells how far runs and studies are, whichever process works on
 * them. It says
 *
 *   run:r3    changed  {"done": 12, "total": 400, "errors": 0, "rate": 3.5}
 *   study:h3  changed  {"stage": "ask", "what": "...", "done": 1, "total": 9,
 *                       "ended": false}
 *   runs      changed  {}     once for all of them
 */

struct lookout;

/* Begins to look. */
MUST_USE bool lookout_start(struct serve *s, struct lookout **out,
                            struct err *e);
void lookout_stop(struct lookout *l); /* NULL: nothing */

/* Looks once, and says what changed since the time before; for tests, which
 * start no thread. */
struct lookout *lookout_new(struct serve *s);

MUST_USE bool lookout_look(struct lookout *l, struct store *s, int64_t now_ms,
                           struct err *e);
void lookout_free(struct lookout *l);

/*
 * Runs and studies as pages: the same document as `assay report` shows, with a
 * head that is live while something works on it (web/desk/look.js).
 */

/* Handlers: a run; a study; lists of both (list.c). */
MUST_USE bool show_run(struct visit *v, struct err *e);
MUST_USE bool show_run_report(struct visit *v, struct err *e);
MUST_USE bool show_study(struct visit *v, struct err *e);
MUST_USE bool show_study_report(struct visit *v, struct err *e);
MUST_USE bool show_list(struct visit *v, struct err *e);

/* Handler: the problems of a run, each with the way to write from it
 * (problems.c). */
MUST_USE bool show_problems(struct visit *v, struct err *e);

#endif
