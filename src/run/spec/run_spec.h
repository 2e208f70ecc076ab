/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_SPEC_RUN_SPEC_H
#define RUN_SPEC_RUN_SPEC_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "model/decoding.h"
#include "model/request.h"
#include "run/engine/ask.h"
#include "run/judge.h"
#include "run/prompt.h"
#include "run/spec/fields.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The spec of a run, from a YAML file, options, or both; options win.
 * run/plan.h has the same once its files are read and its models opened.
 */

struct run_spec {
    const char *problems; /* a file that `assay import` reads, or "-" */
    const char *as;       /* the reader of that file; NULL: found by its
                             fields */
    size_t limit;         /* ask the first so many problems; 0: all */
    const char *shard;    /* "2/4": the second of four parts; NULL: all */
    const char *const *models;
    size_t n_models;
    uint64_t attempts;
    struct decoding decoding;
    const char *const *sweep; /* "max_tokens=1k,4k": see below */
    size_t n_sweep;           /* at most 1 */
    struct prompt_files prompt;
    bool strict;           /* the reading of the rules that is counted by */
    const char *tolerance; /* as typed: 0.01, 1%; or NULL */
    size_t digits;         /* of a rounded answer; 0: the usual ones */
    const char *profile;   /* a benchmark's name, or a file; NULL: ours */
    const char *store;     /* NULL: $ASSAY_STORE, or assay.db */
};

extern const struct spec_table run_spec_table;

/* Fails if fields contradict each other or there is nothing to ask. */
MUST_USE bool run_spec_check(const struct run_spec *s, struct err *e);

/* Fills in the options of the judge. Fails if tolerance, digits or profile
 * are not valid. */
MUST_USE bool run_spec_judge(struct arena *a, const struct run_spec *s,
                             struct judge_options *out, struct err *e);

/* ---- sending ---- */

/*
 * How calls are sent and what they may cost: options that are no part of a
 * spec, so that the same work with another concurrency goes on where it was.
 */

struct sending {
    const char *key_env;     /* the variable with a key of URL#NAME; or NULL */
    const char *token_field; /* the field for the longest reply; or NULL */
    size_t concurrency;      /* most calls in flight to each model */
    bool fixed;              /* that many from the start, never adapted */
    double rate;             /* most calls a second; 0: any */
    size_t retries;          /* further tries of a call that fails */
    bool stream;             /* replies are read while they are written */
    double timeout;          /* seconds of a whole call; of a stream, without a
                                piece of text, */
    double connect_timeout;  /* to connect, */
    double idle_timeout;     /* without a byte; 0: as the whole */
    double max_wait;         /* longest wait that a server may ask for */
    double grace;            /* for calls in flight when it is stopped */
    const char *budget;      /* "$5", "2Mtokens"; NULL: none */
    const char *prices;      /* a file; NULL: none */
    size_t threads;          /* 0: as many as there are processors */
};

extern const struct spec_table sending_table;

/* Fills in the options of the engine and reads the file of prices. The caller
 * sets threads and callbacks. Fails with ERR_USAGE if options are not valid. */
MUST_USE bool sending_read(struct arena *a, const struct sending *s,
                           struct ask_options *out, struct err *e);

/* Reads "$5" or "5usd" into *money, which needs prices, or "2Mtokens" into
 * *tokens; the other stays as it is. Fails with ERR_USAGE; `option` is named in
 * the message. */
MUST_USE bool budget_read(const char *option, const char *text, bool priced,
                          double *money, uint64_t *tokens, struct err *e);

/* Fails if the budget is in money and a model that is not of the process has no
 * price. */
MUST_USE bool sending_check_budget(const struct ask_options *o,
                                   const struct model *models, size_t n,
                                   struct err *e);

/*
 * A sweep: one field of the decoding, and the values that it is to have, one
 * after the other, on the same problems: "max_tokens=1k,4k,16k",
 * "reasoning_effort=low,high", "extra.thinking.budget_tokens=1k,8k". Each value
 * is an ordinary run; nothing else keeps them together, since what was swept
 * can be seen in their specs.
 */

struct value_sweep {
    const char *field;   /* "max_tokens", "extra.a.b"; NULL: there is none */
    const char **values; /* as the field takes them: "16k" is "16000" */
    size_t n;            /* two or more */
};

/* Reads "FIELD=VALUE,VALUE..."; `base` is what the values go into. Fails with
 * ERR_USAGE if there is no such field, base sets it already, or a value is none
 * of the field's or comes twice. */
MUST_USE bool sweep_read(struct arena *a, const char *text,
                         const struct decoding *base, struct value_sweep *out,
                         struct err *e);

/* Sets value i in *d. */
MUST_USE bool sweep_apply(struct arena *a, const struct value_sweep *s,
                          size_t i, struct decoding *d, struct err *e);

/* Reads the name of a field, "max_tokens", "max-tokens" or "extra.a.b", into
 * *out. Fails with ERR_USAGE if decoding has no such field; the message lists
 * those that it has. */
MUST_USE bool sweep_name(struct arena *a, const char *text, const char **out,
                         struct err *e);

/* Returns the value of a field in the spec of a run, or NULL if it is not set
 * there. */
const struct json *sweep_value(const struct json *spec, const char *field);

/* Returns the one field of the decoding in which specs differ, in the arena, or
 * NULL if there is none, more than one, or they differ in more than decoding. */
const char *sweep_field(struct arena *a, const struct json *const *specs,
                        size_t n);

#endif
