/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_RUN_OPTIONS_H
#define CLI_RUN_OPTIONS_H

#include "base/arena.h"
#include "base/vec.h"
#include "cli/args.h"
#include "run/ask/ask.h"
#include "run/plan.h"
#include "run/view.h"

/*
 * The options of `assay run` as they are typed, and what they mean. Reading
 * them reports mistakes itself; each function returns -1 to go on, or the
 * status to exit with.
 */

struct run_options {
    /* what is asked */
    struct vec models, stop, headers; /* of const char * */
    uint64_t attempts, limit, shots;  /* limit: UINT64_MAX is none */
    const char *as, *temperature, *top_p, *top_k, *min_p, *repetition_penalty;
    const char *max_tokens, *seed, *effort, *extra, *token_field, *key_env;
    const char *system, *template, *fewshot;
    const char *only, *of;
    /* how it is sent */
    uint64_t concurrency, retries, threads;
    bool fixed;
    const char *rate, *timeout, *connect_timeout, *idle_timeout, *max_wait;
    const char *budget, *prices;
    /* how it is judged */
    bool strict;
    const char *tolerance, *convention;
    uint64_t digits;
    /* what is shown */
    const char *store, *by, *junit, *min_accuracy, *facts, *regrade;
    bool json, csv, markdown, dry_run;
};

/* Rows of a table of options that `assay run`, `hunt` and `evolve` share. */
#define RUN_DECODING_OPTIONS(r)                                 \
 { "top-p", 0, OPTION_TEXT, &(r)->top_p, "P", "likewise" },     \
     { "top-k", 0, OPTION_TEXT, &(r)->top_k, "N", "likewise" }, \
     { "min-p", 0, OPTION_TEXT, &(r)->min_p, "P", "likewise" }, \
     { "repetition-penalty",     0,   OPTION_TEXT,              \
       &(r)->repetition_penalty, "X", "likewise" },             \
 {                                                              \
  "max-tokens", 0, OPTION_TEXT, &(r)->max_tokens, "N",          \
      "the longest reply, thoughts included"                    \
 }

/* Of commands that put sets to models on their way. */
#define RUN_STAGES_OPTIONS(r)                                                 \
 { "strict",     0,    OPTION_FLAG,                                           \
   &(r)->strict, NULL, "count by the strict reading of the rules" },          \
     { "header",      'H',    OPTION_MANY,                                    \
       &(r)->headers, "LINE", "\"Name: value\" sent along; never stored" },   \
     { "key-env",     0,     OPTION_TEXT,                                     \
       &(r)->key_env, "VAR", "the variable that holds the key of URL#NAME" }, \
 {                                                                            \
  "token-field", 0, OPTION_TEXT, &(r)->token_field, "NAME",                   \
      "max_tokens or max_completion_tokens"                                   \
 }

#define RUN_PRICES_OPTION(r)                              \
 {                                                        \
  "prices", 0, OPTION_TEXT, &(r)->prices, "FILE",         \
      "what tokens cost: LiteLLM's table or a simple one" \
 }

#define RUN_STORE_OPTION(r)                          \
 {                                                   \
  "store", 0, OPTION_TEXT, &(r)->store, "FILE",      \
      "journal and runs ($ASSAY_STORE, or assay.db)" \
 }

#define RUN_SENDING_OPTIONS(r)                                          \
 { "concurrency",     'c', OPTION_COUNT,                                \
   &(r)->concurrency, "N", "most calls in flight to each model (64)" }, \
     { "fixed",     0,    OPTION_FLAG,                                  \
       &(r)->fixed, NULL, "that many from the start: no adapting" },    \
     { "rate",     0,   OPTION_TEXT,                                    \
       &(r)->rate, "N", "most calls a second to each model" },          \
     { "retries",     0,   OPTION_COUNT,                                \
       &(r)->retries, "N", "further tries of a call that fails (10)" }, \
     { "timeout",     0,   OPTION_TEXT,                                 \
       &(r)->timeout, "S", "seconds for a whole call (600)" },          \
     { "connect-timeout",     0,   OPTION_TEXT,                         \
       &(r)->connect_timeout, "S", "to connect (10)" },                 \
     { "idle-timeout",     0,   OPTION_TEXT,                            \
       &(r)->idle_timeout, "S", "without a byte (as --timeout)" },      \
 {                                                                      \
  "max-wait", 0, OPTION_TEXT, &(r)->max_wait, "S",                      \
      "longest wait that a server may ask for (120)"                    \
 }

/* The plan but for its problems, which are read last: a mistake in an option
 * is told before a large file is read. */
int run_read_plan(const struct command *c, struct arena *a,
                  const struct run_options *r, struct plan *out);

/* How calls are sent; prices are read. */
int run_read_sending(const struct command *c, struct arena *a,
                     const struct run_options *r, struct ask_options *out);

/* A budget in money needs a price for every model. */
int run_check_budget(const struct command *c, const struct plan *p,
                     const struct ask_options *o);

int run_read_judge(const struct command *c, struct arena *a,
                   const struct run_options *r, struct judge_options *out);

/* How the run is shown; `prices` as read for sending. */
int run_read_view(const struct command *c, struct arena *a,
                  const struct run_options *r, const struct prices *prices,
                  struct view_options *out);

/* A rate: "0.7" or "70%". */
bool run_read_rate(const char *text, double *out);

/* The store: --store, else $ASSAY_STORE, else assay.db. */
const char *run_store_path(const char *given);

#endif
