/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLIMB_CLIMB_H
#define CLIMB_CLIMB_H

#include "base/err.h"
#include "base/vec.h"
#include "climb/ladder.h"
#include "climb/staircase.h"
#include "model/decoding.h"
#include "problem/problem.h"
#include "report/document.h"
#include "run/session.h"
#include "run/spec/fields.h"
#include "stats/tally.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * All that a climb depends on: one struct with defaults, read from YAML and
 * from options. How calls are sent is not in it.
 */

#define CLIMB_CALLS_MOST 1000 /* of one family and model */
#define CLIMB_BATCH_MOST 64

struct climb_spec {
    /* what is climbed */
    const char *const *families; /* names, "hard/all" ...; none: hard/all */
    size_t n_families;
    struct ladder_options ladder;
    const char *seed;

    /* who climbs */
    const char *const *models;
    size_t n_models;
    bool strict; /* the reading of the rules that is counted by */
    struct decoding decoding;

    /* how far */
    uint64_t calls; /* of each family and model, at most */
    double width;   /* of the interval, in rungs to either side */
    size_t batch;   /* problems of a family that are asked at once */

    /* a benchmark out of it */
    size_t freeze;  /* problems; 0: none is made */
    const char *at; /* "40..60", "..10": percent that the model solves */

    const char *store, *out;
};

/* Its fields, for run/spec/fields.h. Those from `freeze` on are not in the hash
 * by which a climb is known. */
extern const struct spec_table climb_table;

/* Fails if fields contradict each other or there is nobody to ask. */
MUST_USE bool climb_spec_check(const struct climb_spec *s, struct err *e);

/*
 * The breaking depth: where on the ladder of a family a model solves half. Each
 * round puts a batch of fresh problems of every family whose staircase is open
 * to one model, and the curves learn from the verdicts. A round is a run of the
 * store like any other, named by the climb ("climb-HASH-3"), and which problems
 * it has follows from the verdicts of the rounds before: the same command finds
 * the same runs and goes on where it stopped. Problem i of a rung is that of
 * index i under the climb's seed, for every model.
 */

/* A problem that was asked. */
struct climb_call {
    size_t rung;
    const char *id, *statement;
    enum mark mark;
};

/* One model on one ladder. */
struct climb_cell {
    const struct ladder *ladder;
    size_t model;
    struct staircase stairs;
    enum stair_end end;
    struct vec calls;      /* of struct climb_call, in order */
    uint64_t *drawn;       /* [rung] problems made: the next one's index */
    uint64_t marks[MARKS]; /* calls of each mark */
    uint64_t prompt_tokens, completion_tokens; /* as far as they are said */
    double cost;                               /* NaN: it is not known */
};

struct climb_report {
    const char *hash; /* of the spec */
    const struct climb_spec *spec;
    const struct ladder *ladders;
    size_t n_ladders;
    struct model *models;     /* spec->n_models */
    struct climb_cell *cells; /* [model * n_ladders + ladder] */
    uint64_t asked, journalled, failed;
};

/* Makes the ladders of the families that the spec names. Fails with ERR_USAGE
 * if a name is none, or comes twice. */
MUST_USE bool climb_ladders(struct arena *a, const struct climb_spec *s,
                            struct climb_report *out, struct err *e);

/* Climbs; *out is in the arena. The watch is told of the stage "climb" for each
 * model. Fails as session_put() does; *out then has what is known so far. */
MUST_USE bool climb_run(struct arena *a, struct store *s,
                        const struct climb_spec *spec,
                        const struct session_options *o,
                        struct climb_report *out, struct err *e);

/* Fills *out with what a climb would ask, without asking: a row for each model,
 * and the ladders as notes. `s` may be NULL. */
MUST_USE bool climb_forecast(struct arena *a, struct store *s,
                             const struct climb_spec *spec,
                             const struct session_options *o,
                             struct forecast *out, struct err *e);

/* ---- what a cell tells ---- */

#define CLIMB_LEVELS 5 /* whose rates are shown */

/* Returns how many replies count; without any nothing is known. */
uint64_t climb_counted(const struct climb_cell *c);

/* The breaking depth: a value on the ladder with its interval, or one end of
 * the ladder if it lies beyond that. NaN: outside of the ladder. */
struct climb_breaking {
    double value, low, high;
};

struct climb_breaking climb_breaking(const struct climb_cell *c);

/* The same for people: "24.3", "> 96", "< 2"; "20.1 .. 29.8". */
struct datum climb_breaks_words(struct arena *a, const struct climb_cell *c);
struct datum climb_interval_words(struct arena *a, const struct climb_cell *c);

/* Returns the solve rate that the curve gives for a level of the card, from 1;
 * NaN if it is not on the ladder, or nothing is known. */
double climb_level_rate(const struct climb_cell *c, int level);

/* Returns how much of its ladder the model climbs before it breaks, from 0 to
 * 1; NaN if nothing is known. */
double climb_height(const struct climb_cell *c);

/* Returns all *n cells, the least height first. */
const struct climb_cell **climb_worst(struct arena *a,
                                      const struct climb_report *r, size_t *n);

/* ---- for people and programs ---- */

/* Adds the tables for people and for programs. On a screen the ten rows that
 * break first are shown, everywhere else all of them and the figures. */
void climb_document(struct document *d, const struct climb_report *r);

/*
 * Writes spec->freeze fresh problems as JSON lines, spread evenly over the
 * families and, in each, over the depths or rungs at which the curve of the
 * first model lies in the range of spec->at. Their "meta" has family, rung,
 * depth, model and the solve rate that is expected. Their indexes are beyond
 * those that a climb asks, and no statement is one that was asked. Families
 * without such a rung are told to the watch. Fails with ERR_DOMAIN if there is
 * no such rung at all, or too few problems.
 */
MUST_USE bool climb_freeze(struct arena *a, const struct climb_report *r,
                           const struct watch *w, struct str *out,
                           struct err *e);

#endif
