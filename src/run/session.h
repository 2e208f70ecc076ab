/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_SESSION_H
#define RUN_SESSION_H

#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/vec.h"
#include "model/model.h"
#include "run/engine/ask.h"
#include "run/plan.h"
#include "run/question/question.h"
#include "store/runs.h"
#include "store/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What a hunt and an evolution share when they ask models. A session opens
 * models in their roles, puts sets of problems to them and asks questions
 * (run/question/question.h), charges all calls to one budget, reports to one
 * watch, and counts the calls. Each set is a run of the store like any other:
 * started again, it continues where it stopped.
 */

/* ---- who watches ---- */

/* Functions by which the work reports to its caller. All are called on the
 * thread that works, and each may be NULL. */
struct watch {
    /* A stage begins; `what` is one line for people. */
    void (*stage)(void *ctx, const char *stage, const char *what);
    /* Calls of the stage done so far. */
    void (*progress)(void *ctx, uint64_t done, uint64_t total);
    /* Something the user should know. */
    void (*note)(void *ctx, const char *text);
    /* Write a file of the output folder before the work is done. */
    bool (*save)(void *ctx, const char *file, const char *text, struct err *e);
    /* A run of the store was opened for a set of problems. */
    void (*run)(void *ctx, const char *what, int64_t run);
    bool (*stop)(void *ctx); /* should it stop now? */
    void *ctx;
    /* Of work that asks in rounds: calls before this round, and the most there
     * can be of all; 0: progress is that of the round. */
    uint64_t before, most;
};

void watch_stage(const struct watch *w, const char *stage, const char *fmt, ...)
    PRINTF(3, 4);
void watch_note(const struct watch *w, const char *fmt, ...) PRINTF(2, 3);

/* The same for callbacks that take a ctx: `w` is the struct watch. */
void watch_progress(void *w, uint64_t done, uint64_t total);
bool watch_stopped(void *w);
MUST_USE bool watch_save(void *w, const char *file, const char *text,
                         struct err *e);

/* ---- sessions ---- */

struct session_options {
    struct ask_options ask; /* how calls are sent, and the budget of the whole
                               session */
    struct model_options model;
    struct watch watch;
};

/* Limits `ask` to what is left of the budget. */
void session_limit(const struct budget *budget, struct ask_options *ask);

struct session {
    struct arena *arena;
    struct store *store; /* NULL: nothing is asked */
    const struct session_options *o;
    struct watch watch;
    struct budget budget; /* what is left of the budget */

    /* How problems are asked. */
    uint64_t attempts;
    uint64_t after; /* attempts that were asked before: struct plan */
    const struct decoding *decoding;
    bool strict; /* the reading that the progress line counts by */

    bool mixed; /* session_mix() asked all that is put: it is in the journal */
    uint64_t asked, journalled, failed; /* calls */
};

/* Returns a session that has made no call; the caller fills in how problems are
 * asked. */
struct session session_open(struct arena *a, struct store *s,
                            const struct session_options *o);

/* Opens n models with the options of the session; *out is in its arena. Fails
 * if one cannot be opened. */
MUST_USE bool session_models(struct session *s, const char *const *names,
                             size_t n, struct model **out, struct err *e);

/* Opens a model for questions. If `name` is NULL the role is empty and
 * out->model is NULL. Fails if the model cannot be opened. */
MUST_USE bool session_role(struct session *s, const char *name,
                           const struct decoding *d, struct questioner *out,
                           struct err *e);

/* Adds the questions of a role to the counts, and notes those without an answer
 * to the watch. */
void session_count(struct session *s, const struct questioner *c);

/*
 * Puts a set of problems to models. `what` names the set, as the file does for
 * a run of the command line. *run is the run; runs_results() reads its results.
 * Calls that failed are asked again a few times; those that still fail are
 * noted to the watch and never count as answers. Fails when the store cannot be
 * written, when no call can succeed, when the budget is empty, or when the user
 * stopped it (ERR_IO, "interrupted"). Replies that came before a failure are in
 * the journal.
 */
MUST_USE bool session_put(struct session *s, const char *what,
                          const struct model *models, size_t n_models,
                          const struct problem *problems, size_t n,
                          struct run_info *run, struct err *e);

/*
 * Asks the problems of several sets together, in one random order, so that what
 * a server does at one time or another makes no difference between the sets. Each
 * set is then put as ever and finds its replies in the journal. Does nothing for
 * models of the process, whose answers do not depend on the time. Fails as
 * session_put() does.
 */
MUST_USE bool session_mix(struct session *s, const char *what,
                          const struct model *models, size_t n_models,
                          const struct problem *problems, size_t n,
                          struct err *e);

/* ---- before anything is asked ---- */

#define MODELS_TRIED_MOST (3 * LIMIT_MODELS + 2) /* of all roles */

/* Models of a spec, opened to see whether they can be asked. */
struct models_tried {
    const struct model_options *o;
    const char *what; /* "hunt": for messages */
    struct model models[MODELS_TRIED_MOST];
    size_t n;
};

/* Opens a model and makes a call to it without sending it, so that a missing
 * API key or a decoding that the model does not take is an error before
 * anything is asked. `free` says that the model gets questions, which a planted
 * model cannot answer. `field` is the name of the decoding in the spec;
 * "decoding" means that of the options. Fails with ERR_USAGE. */
MUST_USE bool models_try(struct arena *a, struct models_tried *m,
                         const char *name, bool free, const struct decoding *d,
                         const char *field, uint64_t attempts, struct err *e);

/* Returns whether the text contains an API key or the value of a header of one
 * of the models. */
bool models_hold_secret(const struct models_tried *m, const char *text);

/*
 * The calls that a hunt or an evolution will make, worked out before any is
 * sent: a row for each model in each of its roles. Every stage adds its own
 * rows. Numbers that follow from the spec and its files are exact; numbers that
 * depend on replies have a lower and an upper bound. Further tries of a failed
 * call are not counted.
 */

struct call_range {
    uint64_t least, most; /* equal: the number is exact */
};

struct call_range calls_at_most(uint64_t n);
struct call_range calls_times(struct call_range c, uint64_t n);

/* Appends "5", "at most 5" or "2 to 5". */
void calls_words(struct str *out, struct call_range c);

/* Calls that one model gets in one role. */
struct forecast_row {
    const char *set; /* of several evolutions, which one; NULL: it is one */
    const char *stage, *role;
    const struct model *model;
    const char *name;        /* as the spec has it; NULL: the model's own */
    struct call_range calls; /* all of them */
    struct call_range ask;   /* those not yet in the journal */
    bool looked;             /* the journal was looked into */
    double bytes;            /* of the prompts of ask.most calls; 0: unknown */
    bool batch;              /* they go by batch */
    const char *max_tokens;  /* of a reply, by the decoding; or NULL */
    double replies, reply_tokens; /* replies that the run has, and the sum of
                                     their tokens; 0: none */
};

struct forecast {
    struct session *session;
    struct vec rows;  /* of struct forecast_row */
    struct vec notes; /* of const char *: sentences for the user */
    const char *head; /* a heading for people; NULL: none */
};

struct forecast forecast_open(struct session *s);

/* Adds a row for an open model, with no call taken to be in the journal.
 * Returns the row, which is valid until the next one is added. */
struct forecast_row *forecast_add(struct forecast *f, const char *stage,
                                  const char *role, const struct model *m,
                                  struct call_range calls,
                                  const struct decoding *d);

/* Opens the model and adds a row for it; adds none if there are no calls, or
 * nobody has the role (`name` is NULL). Fails if the model cannot be opened. */
MUST_USE bool forecast_role(struct forecast *f, const char *stage,
                            const char *role, const char *name,
                            struct call_range calls, const struct decoding *d,
                            struct err *e);

void forecast_note(struct forecast *f, const char *fmt, ...) PRINTF(2, 3);

/* Fills *out with what the run of a plan would ask. `s` may be NULL: there is
 * no store. Fails as ask_preview() does. */
MUST_USE bool forecast_look(struct arena *a, struct store *s,
                            const struct plan *p, const struct run_info *old,
                            struct ask_estimate *out, struct err *e);

#endif
