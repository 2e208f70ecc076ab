/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_FORECAST_H
#define RUN_FORECAST_H

#include "base/vec.h"
#include "run/plan.h"
#include "run/session.h"

#include <stdbool.h>
#include <stdint.h>

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
