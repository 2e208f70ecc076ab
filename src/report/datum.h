/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_DATUM_H
#define REPORT_DATUM_H

#include "base/arena.h"
#include "base/json.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A figure and what kind of figure it is. A value is never formatted by the
 * one who makes it: renderers write it for people (datum_words()) or for
 * programs (report/document.h). A figure that is not known (NaN, an infinite
 * number, an estimate that rests on nothing, a NULL text) is "-" for people,
 * null in JSON and an empty field in CSV. Decimal points are points, whatever
 * the locale.
 */

enum datum_kind {
    DATUM_ABSENT,   /* no member in JSON at all; "-" for people */
    DATUM_UNKNOWN,  /* null; "-" for people */
    DATUM_TEXT,     /* "crt" */
    DATUM_COUNT,    /* 1200 */
    DATUM_NUMBER,   /* 0.62, with so many decimals for people */
    DATUM_SHARE,    /* 0.724, for people "72.4 %" */
    DATUM_ESTIMATE, /* a share with its interval and what it rests on: in JSON
                       {"value", "low", "high", "n"}, and "se" and "most"
                       where they are known */
    DATUM_RANGE,    /* an interval of shares: "64.1 .. 79.5", {"low", "high"} */
    DATUM_P,        /* a p-value: "0.031", "< 0.0001" */
    DATUM_MONEY,    /* dollars: "$0.0123", "$4.20" */
    DATUM_SECONDS,  /* "350 ms", "12.3 s", "1 h 02 min" */
    DATUM_TRUTH,    /* true or false; "yes" or "no" for people */
    DATUM_TREE,     /* JSON that is there already; for people its one line */
    DATUM_CURVE, /* an estimate for each k = 1, 2, ...: {"k", "value", ...} */
    DATUM_TABLE, /* a table within another (document.h); in JSON its rows */
};

struct datum {
    enum datum_kind kind;
    bool quiet;                /* a column with only such values is not shown */
    const char *text;          /* DATUM_TEXT */
    const char *label;         /* a short form of text, for tables; or NULL */
    uint64_t n;                /* DATUM_COUNT; what an estimate rests on; the
                                  length of a curve; DATUM_TRUTH: 0 or 1 */
    double x, low, high;       /* the number, and its interval */
    double se;                 /* of DATUM_ESTIMATE: standard error, or NaN */
    double most;               /* of DATUM_ESTIMATE: its value if all that is
                                  open were right (stats/tally.h); NaN: not
                                  told */
    int decimals;              /* of DATUM_NUMBER; below 0: up to 15 digits */
    const struct json *tree;   /* DATUM_TREE */
    const struct datum *curve; /* DATUM_CURVE: n estimates */
    const struct doc_table *table; /* DATUM_TABLE */
};

/* How a value is written for people. Flags of columns hold these too. */
enum datum_style {
    STYLE_BARE = 1,   /* a share without its percent sign */
    STYLE_SIGNED = 2, /* "+0.12"; a share in points: "+5.7" */
    STYLE_INLINE = 4, /* an estimate in one column: "36.1 (31.0 .. 41.5)" */
    STYLE_ALONE = 8,  /* an estimate without its interval */
    STYLE_OF = 16,    /* with what it rests on: "25.0 (13.0 .. 42.0) of 32" */
    STYLE_BAR = 32,   /* a share as a bar of ten characters, no number */
    STYLES = 64,      /* the first flag that is no style */
};

/* ---- making ---- */

struct rate; /* stats/stats.h */

extern const struct datum datum_absent, datum_unknown;

struct datum datum_text(const char *s); /* borrowed; NULL: unknown */
struct datum datum_name(const char *s, const char *label);
struct datum datum_count(uint64_t n);
struct datum datum_number(double x, int decimals);
struct datum datum_share(double x);
struct datum datum_estimate(double x, double low, double high, uint64_t n);
struct datum rate_datum(const struct rate *r); /* an estimate */
struct datum datum_range(double low, double high);
/* A range that is quiet where nothing is open, since it is a point then. */
struct datum datum_bracket(double low, double high, bool open);
struct datum datum_p(double p);
struct datum datum_money(double dollars);
struct datum datum_seconds(double seconds);
struct datum datum_truth(bool b);
struct datum datum_tree(const struct json *v); /* NULL: unknown */
struct datum datum_curve(const struct datum *points, size_t n);
struct datum datum_table(const struct doc_table *t);

/* Make DATUM_TREE of an array of texts, and of a JSON text, which is unknown if
 * it cannot be read. */
struct datum datum_list(struct arena *a, const char *const *texts, size_t n);
struct datum datum_source(struct arena *a, const char *json);

/* ---- looking ---- */

bool datum_known(const struct datum *v);

/* Returns whether the value is known and not zero. */
bool datum_tells(const struct datum *v);

/* ---- for people ---- */

/* Returns a value as text, "-" if it is not known. The interval of an estimate
 * is left out unless the style is STYLE_INLINE. */
const char *datum_words(struct arena *a, struct datum v, unsigned style);

/* Returns the interval of an estimate or a range: "64.1 .. 79.5", or "-" if it
 * is not known. */
const char *datum_interval(struct arena *a, struct datum v, unsigned style);

/* Returns a share as a percentage with so many decimals, half rounded up: the
 * one rounding of everything that people read. Shares that are equal but for
 * the rounding of doubles are the same text. */
const char *datum_percent(struct arena *a, double share, int decimals);

/* "p = 0.031", "p < 0.0001" */
const char *datum_p_words(struct arena *a, double p);

/* Returns text from outside without control characters, cut to `most`
 * characters. */
const char *printable(struct arena *a, const char *text, size_t most);

/* "1 problem", "2 problems" */
const char *datum_plural(struct arena *a, uint64_t n, const char *noun);

/* Returns the number for programs, with at most `digits` significant digits, or
 * NULL if it is not finite. */
const char *datum_digits(struct arena *a, double x, int digits);

#endif
