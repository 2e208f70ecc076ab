/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_PRINT_PRINT_INT_H
#define HUNT_PRINT_PRINT_INT_H

#include "hunt/print/print.h"

/*
 * What the documents of a hunt share. Its files have numbers of six digits:
 * the last ones of a double differ from machine to machine.
 */

#define PRINT_DIGITS 6
#define PRINT_SPREAD 4

/* Added wherever figures of the demo are shown. */
extern const char print_demo_note[];

/* Rows that are reported, by whoever proposed them. */
size_t print_reported(const struct hunt_target *t);

struct pages;

/* The granularities of a report and how redundant their names are: a sentence
 * for each, and a row for each with what models were shown. */
void print_redundancy(const struct pages *p);
void print_granularities(struct doc_table *t, const struct hunt_report *r);

/* Says that all n examples have one label. */
void print_only(struct document *d, size_t n, const char *label);

struct pages {
    struct document *d;
    struct arena *a;
    const struct hunt_spec *spec;
    const struct hunt_report *report;
    size_t room; /* characters of a name */
};

/* Returns pages of a document whose names have two fifths of its width. */
struct pages pages_of(struct document *d, const struct hunt_spec *s,
                      const struct hunt_report *r);

/* Return a name that fits, cut with "...": of anything; of a hypothesis, which
 * shows both concepts of a pair; of its cause, or NULL if it has none. */
const char *pages_name(const struct pages *p, const char *text);
const char *pages_hypothesis(const struct pages *p, const struct hypothesis *h);

/* Return what the spec calls examples ("problems"), and n of them: "3 fresh
 * problems" with the lead "fresh ". */
const char *pages_examples(const struct pages *p);
const char *pages_count(const struct pages *p, size_t n, const char *lead);

/* The table below its title; nothing if it has no row. */
void pages_show(const struct pages *p, const struct doc_table *t,
                const char *title);

/* How a target does on the benchmark: sentences of a screen. */
void pages_head(const struct pages *p, const struct hunt_target *t);

/* Everything about a target: tables, figures and failed attempts. */
void pages_target(const struct pages *p, const struct hunt_target *t);

/* Whose each weakness is, if there are several models: for people, and the
 * tables of the summary. */
void print_models(const struct pages *p);
void print_models_data(struct document *d, const struct models_table *m);

/* ---- weaknesses ---- */

/* What is reported, or was measured on fresh problems anyway. */
struct weakness {
    const struct hunt_target *target;
    const struct hypothesis *row;
};

/* Fills *out with the weaknesses of a target (NULL: of all), the least solved
 * on fresh problems first, then those that were not measured, the largest lift
 * first; returns how many. What several hypothesizers found of one target
 * stands there once. */
size_t weaknesses_of(const struct pages *p, const struct hunt_target *t,
                     const struct weakness **out);

/* Shows the worst of all targets, with failed attempts: for a screen. */
void weaknesses_show(const struct pages *p);

/* ---- replies ---- */

/* Say what became of the replies of a target to the benchmark: how many of each
 * kind, where the truncated ones are, how the wrong ones fail, and what the
 * right ones are worth; and of those to the problems of a weakness. Nothing of
 * a file of outcomes. */
void replies_say(const struct pages *p, const struct hunt_target *t);
void replies_say_weakness(const struct pages *p, const struct weakness *w);

/* Says that the replies are cut off: the whole finding. Returns false if they
 * are not. */
bool replies_say_cut(const struct pages *p, const struct hunt_target *t);

/* Shows the kinds of the replies of a target, in all and by weakness. */
void replies_show(const struct pages *p, const struct hunt_target *t);

/* Adds columns of kinds to a table for people, where any is not 0. */
void replies_columns(struct doc_table *t, const struct reply_counts *c);

/* Add members for programs to the member `name`: counts of kinds; how failed
 * ones fail, what solved ones are worth, and how long both are. */
void replies_put_kinds(struct doc_table *t, const char *name,
                       const struct reply_counts *c);
void replies_put_ways(struct doc_table *t, const char *name,
                      const struct reply_counts *c);

/* ---- elementary ---- */

/* Shows problems that are never solved though a harder one of the same names
 * always is; and adds them as a member for programs. */
void elementary_show(const struct pages *p, const struct hunt_target *t);
void elementary_put(struct doc_table *table, const struct hunt_target *t);

/* ---- writers and other words ---- */

/* Shows which writers make hard problems, with a hypothesis and without, and
 * how failed problems fare in other words; and the same for programs. */
void writers_show(const struct pages *p);
void writers_put(struct document *d, const struct hunt_report *r);

/* ---- figures ---- */

/* Show the figures of a target: its weaknesses; what may cause them, and their
 * accuracies. Then those that compare hypothesizers and granularities, and that
 * of written problems. A figure without data is left out. */
void figures_weaknesses(const struct pages *p, const struct hunt_target *t);
void figures_causes(const struct pages *p, const struct hunt_target *t);
void figures_series(const struct pages *p);
void figures_written(const struct pages *p);

#endif
