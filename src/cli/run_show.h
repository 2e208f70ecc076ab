/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_RUN_SHOW_H
#define CLI_RUN_SHOW_H

#include "base/arena.h"
#include "cli/args.h"
#include "report/document.h"
#include "run/engine/ask.h"
#include "run/plan.h"
#include "run/review/doubts.h"
#include "run/session.h"
#include "run/spec/run_spec.h"
#include "run/summary.h"
#include "store/runs.h"

/*
 * A run and other documents on standard output, as the options ask: what the
 * commands share that show runs, hunts and evolutions; and the parts of `assay
 * run` that stand in files of their own. Functions that return int report
 * mistakes themselves: -1 to go on, or the status to exit with.
 */

/* The form in which a document is printed: text, unless one is set. */
struct show_as {
    bool json, csv, markdown;
    bool full;         /* text: everything, not one screen */
    const char *color; /* text: "auto", "always", "never"; NULL: auto */
};

/* Help of options that several commands have. */
#define HELP_MARKDOWN "print tables in Markdown"
#define HELP_PRICES \
 "file of token prices: LiteLLM's table or a simple YAML file"
#define HELP_JUNIT "also write the results to FILE as JUnit XML"
#define HELP_FACTS                                                        \
 "YAML file with model sizes and scores on other benchmarks; adds their " \
 "correlation with the points to Mathador tables"
#define HELP_BY                                                          \
 "groups to show: family, level, concept, kind, a knob, a field of the " \
 "dataset row, or reason (why an answer is not correct)"

/* Options of every command that prints documents as text. */
#define SHOW_OPTIONS(as)                                                  \
 { "full",      0,                                                        \
   OPTION_FLAG, (as) + offsetof(struct show_as, full),                    \
   NULL,        "print everything (default: what fits on one screen)" },  \
 {                                                                        \
  "color", 0, OPTION_TEXT, (as) + offsetof(struct show_as, color),        \
      "auto|always|never",                                                \
      "use colours (default: auto, on a terminal unless NO_COLOR is set)" \
 }

/* Checks these options: before anything is paid for. */
int show_check(const struct command *c, const struct show_as *as);

/* As it is typed. */
struct run_options {
    struct show_as as;
    const char *by;           /* groups, with commas between; or NULL */
    const char *junit;        /* a file to write; or NULL */
    const char *min_accuracy; /* "0.7", "70%"; or NULL */
    const char *facts;        /* a file; or NULL */
    const char *judge_model;  /* for a second opinion; or NULL */
    const struct session_options *session; /* how it is asked */
};

/* Makes the options of the summary from what was typed. */
int run_read_view(const struct command *c, struct arena *a,
                  const struct run_options *r, bool strict,
                  const struct prices *prices, struct summary_options *out);

/* Loads and prints a run, and writes the JUnit file. Its doubtful verdicts are
 * queued before, unless `doubts` is NULL: see run_queue_doubts(). Returns the
 * exit status, EXIT_NO if a model is below --min-accuracy. */
int run_show(struct arena *a, struct store *s, const struct run_info *info,
             const struct run_options *r, const struct summary_options *o,
             struct doubts *doubts);

/* Prints runs that differ in a field of decoding as one table, and applies
 * --min-accuracy to each. Returns the exit status. */
int run_show_sweep(struct arena *a, struct store *s,
                   const struct run_info *runs, size_t n, const char *field,
                   const struct run_options *r,
                   const struct summary_options *o);

/* Refuses an output that would replace the store: `option` is "-o" or the
 * like, `path` its file or NULL, `store` as run_store_path() gives it. */
int run_spare_store(const struct command *c, const char *option,
                    const char *path, const char *store);

/* Returns whether a file of that name can be written, and reports if not. */
bool run_can_write(const char *path);

/* Prints a document as the options ask. Returns the status to exit with. */
int show_document(const struct document *d, const struct show_as *as);

/* "$0.0123", "$12.30": money for people. */
void add_money(struct str *out, double dollars);

/* 1234567 as "1.23M". */
void add_short(struct str *out, double n);

/* Returns the path of the store: --store, else $ASSAY_STORE, else assay.db. */
const char *run_store_path(const char *given);

/* Opens the store of that option, which must be there. */
int run_open_store(const char *given, enum store_mode mode, struct store **out);

/* ---- parts of `assay run` ---- */

/* --judge-model: asks for a second opinion on the run's verdicts that are no
 * proof, and tells what it says. -1 to go on. */
int run_second_opinion(struct arena *a, struct store *s,
                       const struct run_info *run, const struct run_options *r);

/* Puts the run's doubtful verdicts into the review queue and appends those that
 * were decided before, which is done before the run is shown; then tells what
 * came of it, in a line or two, behind the tables. */
int run_queue_doubts(struct store *s, const struct run_info *run,
                     const struct summary *v, struct doubts *out);
void run_say_doubts(struct store *s, const struct run_info *run,
                    const struct doubts *d);

/* Finds the run that --only takes over from: the one named, or the newest with
 * the same problems, models and attempts that asked everything. Fills plan->of.
 * Fails if there is none. */
MUST_USE bool run_find_old(struct arena *a, struct store *s, struct plan *plan,
                           const char *name, struct run_info *out,
                           struct err *e);

#endif
