/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_PRINT_PRINT_H
#define RUN_PRINT_PRINT_H

#include "report/document.h"
#include "run/compare/compare.h"
#include "run/summary.h"

#include <stdio.h>

/* A file in the folder of results and its hash in hex, as summary.json lists
 * them. */
struct print_hash {
    const char *file, *hash;
};

/*
 * Runs and comparisons as documents (report/document.h), which serve people and
 * programs. JUnit's XML is a format of its own.
 */

/* Adds a run to the document, with the tables of its own that a family may
 * have. `facts` is the path of the user's file about the models, or NULL. Fails
 * when that file cannot be read. */
MUST_USE bool run_document(struct document *d, const struct summary *v,
                           const char *facts, struct err *e);

/* Adds a comparison: two sides as sentences with the problems that changed,
 * more sides as a table of pairs. */
void compare_document(struct document *d, const struct compare *c);

/* Adds the problems of a run that it has both as they are and disguised, if
 * there are any; labels[i] is the name of model i, as shown. */
void twins_document(struct document *d, const struct summary *v,
                    const char *const *labels);

/* Adds, for each side, accuracy on wordings and kinds that training may see and
 * on those held out, if its run has both; labels as above, of the sides. */
void holdout_document(struct document *d, const struct compare_side *sides,
                      size_t n, const char *const *labels);

/* Returns the value of a setting (run/compare/compare.h) for people; a long
 * text, such as a prompt, is known by its hash. */
const char *setting_words(struct arena *a, const struct json *v);

/* Adds runs that differ in one field of decoding (run/spec/run_spec.h), a row for
 * each model and value: accuracy with its bracket, what is open, tokens, what is
 * cut short, cost, the paired differences; what else the runs differ in; and the
 * curve of accuracy against tokens. Fails with ERR_USAGE if there is no such
 * field, and if a run cannot be placed: two runs of a model have the same value,
 * share no problem, or no value differs. */
MUST_USE bool sweep_document(struct document *d,
                             const struct summary *const *views, size_t n,
                             const char *field, uint64_t seed, struct err *e);

/* Adds the quality of stated confidences, if the run asked for them: how many
 * there are, risk and coverage, Brier's score, and their figures. */
void confidence_document(struct document *d, const struct summary *v);

/* Adds where the spread of the results comes from, and what to ask for an
 * interval of half-width `width`. What is open counts as not right. The runs
 * are of the same problems and models; if there are several, what differs in
 * them (prompts, decoding) is a part too. Fails if they are not. */
MUST_USE bool variance_document(struct document *d,
                                const struct summary *const *views, size_t n,
                                double width, struct err *e);

/* Adds a card of the page: the accuracy of a model, with everything that is no
 * answer beside it. */
void run_card(struct document *d, const char *what, const struct tally *t);

/* Adds the figures of a run: results by mark, accuracy by group,
 * several attempts, consistency, cost. They are shown where everything is. */
void run_figures(struct document *d, const struct summary *v);

/* Adds the same figures of sides of one or several runs; labels[i] is the name
 * of side i, as shown. Groups are those that all sides have results in. */
void side_figures(struct document *d, const struct compare_side *sides,
                  const char *const *labels, size_t n);

/* Adds how replies came that came as streams: of each model the time to the
 * first token (median, and what 95 % did not exceed), the longest wait between
 * two tokens (likewise), and tokens a second from the first one on (median);
 * nothing if no reply was streamed. Models are shown by their labels. */
void course_document(struct document *d, const struct summary *v,
                     const char *const *labels);

/* Adds the figures of a comparison: a forest plot of the differences, and
 * the problems of each pair by which side is right. */
void compare_figures(struct document *d, const struct compare *c);

/* Adds several runs: a headline for each model of each, their figures, and a
 * comparison of those that share problems, with the problems that differ most.
 */
void runs_document(struct document *d, const struct summary *const *views,
                   size_t n);

/* Adds that comparison alone: of the models of one run too. It adds nothing if
 * there is one side. */
void runs_comparison(struct document *d, const struct summary *const *views,
                     size_t n);

/* Writes a testsuite for each model with a testcase for each problem and
 * attempt. If `file` is not NULL the text goes there piece by piece, else it is
 * left in `out`. */
void print_junit(struct str *out, FILE *file, const struct summary *v);

/* Returns the difference of a pair with its interval; unknown of NULL. */
struct datum pair_difference(const struct compare_pair *p);

/* Returns the bracket of the accuracy, which is quiet where it is a point. */
struct datum run_bracket(const struct tally *t);

/* Returns the tokens of replies, right and wrong, for each that is right. */
struct datum run_per_correct(const struct tally *t);

/* The marks as people see them: answers first, what is no answer behind. */
extern const enum mark run_mark_order[MARKS];

/* Returns a mark for people: "no answer". */
const char *run_mark_words(struct arena *a, enum mark m);

/* What the accuracy is a share of, in words. */
extern const char run_denominator[];

#endif
