/* SPDX-License-Identifier: Apache-2.0 */
#include "run/print/cells.h"
#include "base/ascii.h"
#include "base/clock.h"
#include "base/str.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

const char cell_denominator[] =
    "correct / (correct + wrong + no answer + unreadable + truncated + "
    "refused)";

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

const char *cell_number(struct arena *a, double x)
{
    char text[64];

    if (!isfinite(x))
        return NULL;
    snprintf(text, sizeof(text), "%.15g", x == 0 ? 0.0 : x);
    return with_point(a, text);
}

const char *cell_fixed(struct arena *a, double x, int decimals)
{
    char text[400];
    char *out;

    if (!isfinite(x))
        return NULL;
    snprintf(text, sizeof(text), "%.*f", decimals, x);
    out = with_point(a, text);
    /* What rounds to nothing has no sign. */
    return *out == '-' && !strpbrk(out, "123456789") ? out + 1 : out;
}

const char *cell_percent(struct arena *a, double x)
{
    const char *s = cell_fixed(a, 100 * x, 1);

    return s ? arena_printf(a, "%s %%", s) : NULL;
}

const char *cell_rate(struct arena *a, const struct rate *r)
{
    return r->n ? cell_fixed(a, 100 * r->value, 1) : NULL;
}

const char *cell_range(struct arena *a, struct interval i)
{
    const char *low = cell_fixed(a, 100 * i.low, 1);
    const char *high = cell_fixed(a, 100 * i.high, 1);

    return low && high ? arena_printf(a, "%s .. %s", low, high) : NULL;
}

const char *cell_interval(struct arena *a, const struct rate *r)
{
    return r->n ? cell_range(a, r->interval) : NULL;
}

const char *cell_money(struct arena *a, double x)
{
    const char *s = cell_fixed(a, x, fabs(x) < 1 ? 4 : 2);

    return s ? arena_printf(a, "$%s", s) : NULL;
}

const char *cell_count(struct arena *a, uint64_t n)
{
    return arena_printf(a, "%" PRIu64, n);
}

const char *cell_seconds(struct arena *a, double seconds)
{
    char span[40];

    if (seconds > 0 && seconds < 0.9995)
        return arena_printf(a, "%s ms", cell_fixed(a, 1000 * seconds, 0));
    if (seconds > 0 && seconds < 59.95)
        return arena_printf(a, "%s s", cell_fixed(a, seconds, 1));
    if (isnan(seconds))
        return NULL;
    clock_span(span, sizeof(span), seconds);
    return arena_strdup(a, span);
}

const char *cell_said(struct arena *a, uint64_t sum, uint64_t calls)
{
    return calls ? cell_count(a, sum) : NULL;
}

double cell_mean_seconds(const struct tally *t)
{
    return t->calls ? t->seconds / (double)t->calls : NAN;
}

const char *cell_clusters(const struct view *v)
{
    return v->count.cluster ? "template, parent or game" : "problem";
}

const char *cell_p(struct arena *a, double p)
{
    if (p < 0.0001)
        return "< 0.0001";
    return cell_fixed(a, p, p < 0.01 ? 4 : 3);
}

uint64_t cell_counted(const struct tally *t)
{
    uint64_t n = 0;

    for (int m = 0; m < MARKS; m++)
        if (mark_counts((enum mark)m))
            n += t->count[m];
    return n;
}

const char *cell_method(const struct tally *t)
{
    struct interval w =
        stats_wilson((double)t->count[MARK_CORRECT], (double)cell_counted(t));

    return fabs(w.low - t->accuracy.interval.low) < 1e-12 &&
                   fabs(w.high - t->accuracy.interval.high) < 1e-12
               ? "wilson"
               : "clustered";
}

const char *cell_plural(struct arena *a, uint64_t n, const char *noun)
{
    return arena_printf(a, "%" PRIu64 " %s%s", n, noun, n == 1 ? "" : "s");
}

/* ---- JSON ---- */

struct json *cell_json(struct arena *a, double x)
{
    const char *s = cell_number(a, x);

    return s ? json_new_number(a, s) : json_new(a, JSON_NULL);
}

struct json *cell_json_count(struct arena *a, uint64_t n)
{
    return json_new_number(a, cell_count(a, n));
}

struct json *cell_json_said(struct arena *a, uint64_t sum, uint64_t calls)
{
    return calls ? cell_json_count(a, sum) : json_new(a, JSON_NULL);
}

void cell_json_rate(struct arena *a, struct json *object, const struct rate *r)
{
    bool known = r->n > 0;

    json_set(a, object, "value", cell_json(a, known ? r->value : NAN));
    json_set(a, object, "low", cell_json(a, known ? r->interval.low : NAN));
    json_set(a, object, "high", cell_json(a, known ? r->interval.high : NAN));
    json_set(a, object, "n", cell_json_count(a, r->n));
}

struct json *cell_json_interval(struct arena *a, struct interval i)
{
    struct json *v = json_new(a, JSON_OBJECT);

    json_set(a, v, "low", cell_json(a, i.low));
    json_set(a, v, "high", cell_json(a, i.high));
    return v;
}

void cell_json_put(struct arena *a, struct json *object, const char *name,
                   struct json *v)
{
    v->name = arena_strdup(a, name);
    json_push(object, v);
}
