/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_SESSION_H
#define RUN_SESSION_H

#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "model/model.h"
#include "run/engine/ask.h"
#include "run/question/question.h"
#include "store/runs.h"
#include "store/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What long pieces of work share of asking: models are opened in their roles,
 * sets of problems are put to them, free questions are asked, all out of one
 * purse, with one who watches, and everything is counted. A set is a run of
 * the store like any other, which goes on where an earlier time left it.
 */

/* ---- who watches ---- */

/* All functions are called on the thread that does the work, and may be
 * NULL. */
struct watch {
    /* A stage begins; `what` is one line for people. */
    void (*stage)(void *ctx, const char *stage, const char *what);
    /* Calls of the stage done so far. */
    void (*progress)(void *ctx, uint64_t done, uint64_t total);
    /* Something the user should know. */
    void (*note)(void *ctx, const char *text);
    /* A file of the work's folder that is written on the way. */
    bool (*save)(void *ctx, const char *file, const char *text, struct err *e);
    bool (*stop)(void *ctx); /* should it stop now? */
    void *ctx;
};

void watch_stage(const struct watch *w, const char *stage, const char *fmt, ...)
    PRINTF(3, 4);
void watch_note(const struct watch *w, const char *fmt, ...) PRINTF(2, 3);

/* For those who take a ctx: it is the struct watch. */
void watch_progress(void *w, uint64_t done, uint64_t total);
bool watch_stopped(void *w);
MUST_USE bool watch_save(void *w, const char *file, const char *text,
                         struct err *e);

/* ---- sessions ---- */

struct session_options {
    struct ask_options ask; /* how calls are sent, and the budget of all */
    struct model_options model;
    struct watch watch;
};

struct session {
    struct arena *arena;
    struct store *store; /* NULL: nobody is asked */
    const struct session_options *o;
    struct watch watch;
    struct purse purse; /* what is left of the budget */

    /* How problems are asked. */
    uint64_t attempts;
    const struct decoding *decoding;
    bool strict; /* the reading that the progress line counts by */

    uint64_t asked, journalled, failed; /* calls */
};

/* A session without calls; the caller says how problems are asked. */
struct session session_open(struct arena *a, struct store *s,
                            const struct session_options *o);

/* Open n models that share the options. */
MUST_USE bool session_models(struct session *s, const char *const *names,
                             size_t n, struct model **out, struct err *e);

/* A model for free questions. `name` NULL: the role is empty, and so is
 * out->model. */
MUST_USE bool session_role(struct session *s, const char *name,
                           const struct decoding *d, struct questioner *out,
                           struct err *e);

/* Count the questions of a role; those without an answer are told. */
void session_count(struct session *s, const struct questioner *c);

/*
 * Put a set of problems to models. `what` is the name of the set, as a run has
 * that of its file; *run is the run, whose results runs_results() has. Calls
 * that failed are asked again a few times, then told: errors are never answers.
 * Fails when the store cannot be written, when no call can succeed, when the
 * purse is empty, or when it was stopped (ERR_IO, "interrupted"): what was
 * answered is in the journal.
 */
MUST_USE bool session_put(struct session *s, const char *what,
                          const struct model *models, size_t n_models,
                          const struct problem *problems, size_t n,
                          struct run_info *run, struct err *e);

/* ---- before anything is asked ---- */

#define MODELS_TRIED_MOST (3 * LIMIT_MODELS + 2) /* of all roles */

/* Models of a spec, opened to see whether they can be asked. */
struct models_tried {
    const struct model_options *o;
    const char *what; /* "hunt": for messages */
    struct model models[MODELS_TRIED_MOST];
    size_t n;
};

/* Open a model and make a call to it, unsent: a missing key and a decoding
 * that it does not take are told before anything is asked. `free`: it gets
 * free questions, which a planted model cannot answer. `field` is the
 * decoding's in the spec; "decoding" is that of the options. Failures are
 * ERR_USAGE. */
MUST_USE bool models_try(struct arena *a, struct models_tried *m,
                         const char *name, bool free, const struct decoding *d,
                         const char *field, uint64_t attempts, struct err *e);

/* Does a key of one of them, or the value of a header, stand in the text? */
bool models_hold_secret(const struct models_tried *m, const char *text);

#endif
