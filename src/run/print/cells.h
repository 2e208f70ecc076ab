/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_PRINT_CELLS_H
#define RUN_PRINT_CELLS_H

#include "base/arena.h"
#include "base/json.h"
#include "run/count/tally.h"
#include "run/view.h"

/*
 * Figures as text and as JSON, the same in every format. A figure that is not
 * known (NaN, or a rate that rests on nothing) is NULL as text and null as
 * JSON. Decimal points are points, whatever the locale.
 */

/* Up to 15 significant digits: "0.724", "1e-12"; NULL: not a finite number. */
const char *cell_number(struct arena *a, double x);

/* With that many decimals. */
const char *cell_fixed(struct arena *a, double x, int decimals);

/* "72.4 %" */
const char *cell_percent(struct arena *a, double x);

/* "72.4", "64.1 .. 79.5": of a rate from 0 to 1, in percent without the sign;
 * NULL when it rests on nothing. */
const char *cell_rate(struct arena *a, const struct rate *r);
const char *cell_interval(struct arena *a, const struct rate *r);
const char *cell_range(struct arena *a, struct interval i);

/* "$0.0123", "$4.20" */
const char *cell_money(struct arena *a, double x);

const char *cell_count(struct arena *a, uint64_t n);

/* "350 ms", "12.3 s", "1 h 02 min" */
const char *cell_seconds(struct arena *a, double seconds);

/* A sum over calls; NULL when none of them said. */
const char *cell_said(struct arena *a, uint64_t sum, uint64_t calls);

/* Mean time of a call; NaN: there was none. */
double cell_mean_seconds(const struct tally *t);

/* What the intervals are clustered by. */
const char *cell_clusters(const struct view *v);

/* "0.031", "< 0.0001" */
const char *cell_p(struct arena *a, double p);

/* How many results stand in the denominator. */
uint64_t cell_counted(const struct tally *t);

/* How the interval of the accuracy was made: "wilson" or "clustered". */
const char *cell_method(const struct tally *t);

/* The word for one or many: "1 problem", "2 problems". */
const char *cell_plural(struct arena *a, uint64_t n, const char *noun);

/* ---- JSON ---- */

struct json *cell_json(struct arena *a, double x);
struct json *cell_json_count(struct arena *a, uint64_t n);

/* null when none of the calls said. */
struct json *cell_json_said(struct arena *a, uint64_t sum, uint64_t calls);

/* Members value, low, high and n appended to an object. */
void cell_json_rate(struct arena *a, struct json *object, const struct rate *r);

/* {"low": ..., "high": ...} */
struct json *cell_json_interval(struct arena *a, struct interval i);

/* json_set() without its look at the names there are: for objects with a
 * member for each of many groups, whose names are known to differ. */
void cell_json_put(struct arena *a, struct json *object, const char *name,
                   struct json *v);

extern const char cell_denominator[];

#endif
