/* SPDX-License-Identifier: Apache-2.0 */
#include "report/datum.h"
#include "base/ascii.h"
#include "base/clock.h"
#include "base/str.h"
#include "base/utf8.h"
#include "stats/stats.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BAR_CELLS 10

/* ---- making ---- */

const struct datum datum_absent = { .kind = DATUM_ABSENT };
const struct datum datum_unknown = { .kind = DATUM_UNKNOWN };

struct datum datum_text(const char *s)
{
    return datum_name(s, NULL);
}

struct datum datum_name(const char *s, const char *label)
{
    return s ? (struct datum){ DATUM_TEXT, .text = s, .label = label }
             : datum_unknown;
}

struct datum datum_count(uint64_t n)
{
    return (struct datum){ DATUM_COUNT, .n = n };
}

static struct datum datum_number_of(enum datum_kind kind, double x)
{
    return isfinite(x) ? (struct datum){ kind, .x = x } : datum_unknown;
}

struct datum datum_number(double x, int decimals)
{
    struct datum v = datum_number_of(DATUM_NUMBER, x);

    v.decimals = decimals;
    return v;
}

struct datum datum_share(double x)
{
    return datum_number_of(DATUM_SHARE, x);
}

struct datum datum_estimate(double x, double low, double high, uint64_t n)
{
    struct datum v = { DATUM_ESTIMATE, .n = n,    .x = x,     .low = low,
                       .high = high,   .se = NAN, .most = NAN };

    if (!n)
        v.x = v.low = v.high = NAN;
    return v;
}

struct datum rate_datum(const struct rate *r)
{
    struct datum v =
        datum_estimate(r->value, r->interval.low, r->interval.high, r->n);

    v.se = r->n ? r->se : NAN;
    return v;
}

struct datum datum_range(double low, double high)
{
    return (struct datum){ DATUM_RANGE, .low = low, .high = high };
}

struct datum datum_bracket(double low, double high, bool open)
{
    struct datum v = datum_range(low, high);

    v.quiet = !open;
    return v;
}

struct datum datum_p(double p)
{
    return datum_number_of(DATUM_P, p);
}

struct datum datum_money(double dollars)
{
    return datum_number_of(DATUM_MONEY, dollars);
}

struct datum datum_seconds(double seconds)
{
    return datum_number_of(DATUM_SECONDS, seconds);
}

struct datum datum_truth(bool b)
{
    return (struct datum){ DATUM_TRUTH, .n = b };
}

struct datum datum_tree(const struct json *v)
{
    return v ? (struct datum){ DATUM_TREE, .tree = v } : datum_unknown;
}

struct datum datum_curve(const struct datum *points, size_t n)
{
    return (struct datum){ DATUM_CURVE, .n = n, .curve = points };
}

struct datum datum_table(const struct doc_table *t)
{
    return (struct datum){ DATUM_TABLE, .table = t };
}

struct datum datum_list(struct arena *a, const char *const *texts, size_t n)
{
    struct json *list = json_new(a, JSON_ARRAY);

    for (size_t i = 0; i < n; i++)
        json_push(list, json_new_string(a, texts[i]));
    return datum_tree(list);
}

struct datum datum_source(struct arena *a, const char *json)
{
    struct json *v;
    struct err e;

    return json && json_read(a, json, strlen(json), 1, &v, &e) ? datum_tree(v)
                                                               : datum_unknown;
}

/* ---- looking ---- */

bool datum_known(const struct datum *v)
{
    switch (v->kind) {
    case DATUM_ABSENT:
    case DATUM_UNKNOWN: return false;
    case DATUM_ESTIMATE: return v->n > 0;
    case DATUM_RANGE: return isfinite(v->low) && isfinite(v->high);
    default: return true;
    }
}

bool datum_tells(const struct datum *v)
{
    if (v->quiet || !datum_known(v))
        return false;
    switch (v->kind) {
    case DATUM_COUNT:
    case DATUM_TRUTH: return v->n > 0;
    case DATUM_TEXT: return *v->text;
    case DATUM_NUMBER:
    case DATUM_SECONDS: return fabs(v->x) > 0;
    default: return true;
    }
}

/* ---- numbers ---- */

/* A number that printf wrote, with a point where the locale may have put
 * something else. */
static char *with_point(struct arena *a, const char *s)
{
    char *out = arena_text(a, strlen(s)), *p = out;
    bool odd = false;

    for (; *s; s++) {
        if (is_digit(*s) || *s == '-' || *s == '+' || *s == 'e') {
            *p++ = *s;
            odd = false;
        } else {
            if (!odd)
                *p++ = '.';
            odd = true;
        }
    }
    *p = '\0';
    return out;
}

const char *datum_digits(struct arena *a, double x, int digits)
{
    char text[64];

    if (!isfinite(x))
        return NULL;
    if (digits < 15) {
        snprintf(text, sizeof(text), "%.*g", digits, x);
        x = strtod(text, NULL);
    }
    snprintf(text, sizeof(text), "%.15g", x == 0 ? 0.0 : x);
    return with_point(a, text);
}

static const char *fixed(struct arena *a, double x, int decimals)
{
    char text[400];
    char *out;

    if (!isfinite(x))
        return "-";
    snprintf(text, sizeof(text), "%.*f", decimals, x);
    out = with_point(a, text);
    /* What rounds to nothing has no sign. */
    return *out == '-' && !strpbrk(out, "123456789") ? out + 1 : out;
}

/* ---- for people ---- */

/* Rounds to so many decimals, halves up. A share is a ratio of whole numbers,
 * or a mean of such: 0.6165 comes out of one sum as 0.61649999999999994 and out
 * of another as 0.61650000000000005. What is nearer to a half than 1e-9 of the
 * last digit is one. */
static double datum_rounded(double x, int decimals)
{
    double scale = 1;

    for (int i = 0; i < decimals; i++)
        scale *= 10;
    return copysign(floor(fabs(x) * scale + 0.5 + 1e-9) / scale, x);
}

const char *datum_percent(struct arena *a, double share, int decimals)
{
    return fixed(a, datum_rounded(100 * share, decimals), decimals);
}

/* "72.4 %", "72.4", "+5.7" */
static const char *datum_share_words(struct arena *a, double x, unsigned style)
{
    const char *s = datum_percent(a, x, 1);

    if (!isfinite(x))
        return s;
    if (style & STYLE_SIGNED)
        return x > 0 ? arena_printf(a, "+%s", s) : s;
    return style & STYLE_BARE ? s : arena_printf(a, "%s %%", s);
}

const char *datum_interval(struct arena *a, struct datum v, unsigned style)
{
    unsigned ends = (style & STYLE_SIGNED) | STYLE_BARE;

    if (!datum_known(&v) || !isfinite(v.low) || !isfinite(v.high))
        return "-";
    return arena_printf(a, "%s .. %s", datum_share_words(a, v.low, ends),
                        datum_share_words(a, v.high, ends));
}

static const char *datum_number_words(struct arena *a, const struct datum *v,
                                      unsigned style)
{
    const char *s = v->decimals < 0 ? datum_digits(a, v->x, 15)
                                    : fixed(a, v->x, v->decimals);

    return style & STYLE_SIGNED && v->x > 0 ? arena_printf(a, "+%s", s) : s;
}

static const char *estimate_words(struct arena *a, const struct datum *v,
                                  unsigned style)
{
    const char *s = datum_share_words(a, v->x, style);

    if (!isfinite(v->x))
        return "-";
    if (style & STYLE_INLINE)
        s = arena_printf(a, "%s (%s)", s, datum_interval(a, *v, style));
    return style & STYLE_OF ? arena_printf(a, "%s of %" PRIu64, s, v->n) : s;
}

static const char *seconds_words(struct arena *a, double seconds)
{
    char span[40];

    if (seconds > 0 && seconds < 0.9995)
        return arena_printf(a, "%s ms", fixed(a, 1000 * seconds, 0));
    if (seconds > 0 && seconds < 59.95)
        return arena_printf(a, "%s s", fixed(a, seconds, 1));
    clock_span(span, sizeof(span), seconds);
    return arena_strdup(a, span);
}

static const char *tree_words(struct arena *a, const struct json *v)
{
    struct str b = str_in(a);

    json_write(&b, v);
    return str_get(&b);
}

static const char *p_words(struct arena *a, double p)
{
    int decimals = p < 0.01 ? 4 : 3;

    return p < 0.0001 ? "< 0.0001"
                      : fixed(a, datum_rounded(p, decimals), decimals);
}

/* A bar of BAR_CELLS characters, an eighth of one being the least. What is
 * above 0 is seen, and what is below 1 is not full. */
static const char *bar_words(struct arena *a, double x)
{
    const int most = 8 * BAR_CELLS;
    int eighths = x >= 1 ? most : x > 0 ? (int)lround(x * most) : 0;
    struct str b = str_in(a);

    eighths = x > 0 && eighths < 1 ? 1 : eighths;
    eighths = x < 1 && eighths == most ? most - 1 : eighths;
    for (int i = 0; i < BAR_CELLS; i++, eighths -= 8)
        if (eighths <= 0)
            str_addc(&b, ' ');
        else /* U+2588 is full, U+258F an eighth */
            str_addf(&b, "\xe2\x96%c", 0x90 - (eighths < 8 ? eighths : 8));
    return str_get(&b);
}

const char *datum_words(struct arena *a, struct datum v, unsigned style)
{
    if (!datum_known(&v))
        return "-";
    if (style & STYLE_BAR)
        return bar_words(a, v.x);
    switch (v.kind) {
    case DATUM_TEXT: return v.label ? v.label : v.text;
    case DATUM_COUNT: return arena_printf(a, "%" PRIu64, v.n);
    case DATUM_NUMBER: return datum_number_words(a, &v, style);
    case DATUM_SHARE: return datum_share_words(a, v.x, style);
    case DATUM_ESTIMATE: return estimate_words(a, &v, style);
    case DATUM_RANGE: return datum_interval(a, v, style);
    case DATUM_P: return p_words(a, v.x);
    case DATUM_MONEY:
        return arena_printf(a, "$%s", fixed(a, v.x, fabs(v.x) < 1 ? 4 : 2));
    case DATUM_SECONDS: return seconds_words(a, v.x);
    case DATUM_TRUTH: return v.n ? "yes" : "no";
    case DATUM_TREE: return tree_words(a, v.tree);
    default: return "-";
    }
}

const char *datum_p_words(struct arena *a, double p)
{
    const char *s = datum_words(a, datum_p(p), 0);

    return arena_printf(a, "p %s%s", *s == '<' ? "" : "= ", s);
}

const char *datum_plural(struct arena *a, uint64_t n, const char *noun)
{
    return arena_printf(a, "%" PRIu64 " %s%s", n, noun, n == 1 ? "" : "s");
}

const char *printable(struct arena *a, const char *text, size_t most)
{
    struct str b = str_in(a);
    const char *s;
    size_t n;

    /* A name of a megabyte is cut before it is looked at closely. */
    n = strnlen(text, (most + 1) * UTF8_MAX);
    str_add_printable(&b, arena_strndup(a, text, n));
    s = str_get(&b);
    if (utf8_count(s, strlen(s)) <= most)
        return s;
    return arena_printf(a, "%.*s...", (int)utf8_bytes(s, most - 3), s);
}
