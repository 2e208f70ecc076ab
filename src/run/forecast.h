/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_FORECAST_H
#define RUN_FORECAST_H

#include "base/vec.h"
#include "run/plan.h"
#include "run/session.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * What a long piece of work will ask, before anybody is asked: a row for each
 * model in each of its roles. The stages of the work add their own rows. What
 * a spec and its files decide is known; what replies decide has bounds. Tries
 * of a call that fails are not counted.
 */

struct call_range {
    uint64_t least, most; /* equal: known */
};

struct call_range calls_at_most(uint64_t n);
struct call_range calls_times(struct call_range c, uint64_t n);

/* Calls that one model gets in one role. */
struct forecast_row {
    const char *stage, *role;
    const struct model *model;
    const char *name;        /* as the spec has it; NULL: the model's own */
    struct call_range calls; /* all of them */
    struct call_range ask;   /* those not yet in the journal */
    bool looked;             /* the journal was looked into */
    double bytes;            /* of the prompts of ask.most calls; 0: unknown */
    const char *max_tokens;  /* of a reply, by the decoding; or NULL */
    double replies, reply_tokens; /* of so many that there are; 0: none */
};

struct forecast {
    struct session *session;
    struct vec rows;  /* of struct forecast_row */
    struct vec notes; /* of const char *: sentences to be said of it */
    const char *head; /* what it is about, for people; NULL: nothing */
};

struct forecast forecast_open(struct session *s);

/* A row of an open model: none of it is known to be in the journal. The row
 * holds until the next is added. */
struct forecast_row *forecast_add(struct forecast *f, const char *stage,
                                  const char *role, const struct model *m,
                                  struct call_range calls,
                                  const struct decoding *d);

/* The same of a model that is opened here; none where there are no calls. */
MUST_USE bool forecast_role(struct forecast *f, const char *stage,
                            const char *role, const char *name,
                            struct call_range calls, const struct decoding *d,
                            struct err *e);

void forecast_note(struct forecast *f, const char *fmt, ...) PRINTF(2, 3);

/* What the run of a plan would ask; s NULL: there is no store. */
MUST_USE bool forecast_look(struct arena *a, struct store *s,
                            const struct plan *p, const struct run_info *old,
                            struct ask_estimate *out, struct err *e);

#endif
