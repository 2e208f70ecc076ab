/* SPDX-License-Identifier: Apache-2.0 */
#include "report/svg/scale.h"
#include "report/datum.h"

#include <math.h>
#include <string.h>

/* Numbers beyond are drawn at the end: differences and squares stay finite. */
#define HUGE_VALUE 1e150
#define TINY_VALUE 1e-150

static double tame(double v)
{
    return fmin(fmax(v, -HUGE_VALUE), HUGE_VALUE);
}

void reach_take(struct reach *r, const struct axis *a, double value)
{
    if (!isfinite(value) || (a->log && value < TINY_VALUE))
        return;
    r->least = fmin(r->least, tame(value)); /* the number wins over NaN */
    r->most = fmax(r->most, tame(value));
}

/* ---- round numbers ---- */

/* Returns the largest of 1, 2, 5 times a power of ten that is at most v. */
static double round_below(double v)
{
    double power = pow(10, floor(log10(v) + 1e-9)), m = v / power * (1 + 1e-9);

    return power * (m >= 5 ? 5 : m >= 2 ? 2 : 1);
}

static double round_above(double v)
{
    double below = round_below(v), m = below / pow(10, floor(log10(below)));

    if (v <= below * (1 + 1e-9))
        return below;
    return m > 1.5 && m < 3 ? below * 2.5 : below * 2;
}

/* The step of at most `most` ticks. */
static double scale_step_of(double from, double to, size_t most)
{
    return round_above((to - from) / (double)(most - 1));
}

/* ---- ends ---- */

#define STEPS 6 /* ticks that ends are rounded to */

/* Values that are nearly the same, by this share of their size, would have ticks
 * with many digits. */
#define NEARLY_SAME 0.05

void reach_widen(struct reach *r, bool log)
{
    double size = fmax(fabs(r->least), fabs(r->most));
    double span = r->most - r->least;

    if (span > NEARLY_SAME * size && span > TINY_VALUE)
        return;
    if (span > 1e-6 * size && span > TINY_VALUE) {
        r->least -= 2 * NEARLY_SAME * fabs(r->least);
        r->most += 2 * NEARLY_SAME * fabs(r->most);
        return;
    }
    if (size < TINY_VALUE) {
        *r = (struct reach){ 0, 1 };
    } else if (log) {
        r->least /= 2;
        r->most *= 2;
    } else {
        r->least -= size / 2;
        r->most += size / 2;
    }
}

static void round_ends(struct reach *r, bool log)
{
    double step;

    if (log) {
        r->least = round_below(r->least);
        r->most = round_above(r->most);
        return;
    }
    step = scale_step_of(r->least, r->most, STEPS);
    r->least = floor(r->least / step + 1e-9) * step;
    r->most = ceil(r->most / step - 1e-9) * step;
}

/* NaN if the axis does not say. */
static struct reach given_reach(const struct axis *a)
{
    bool given = isfinite(a->from) && isfinite(a->to) && a->from < a->to &&
                 (!a->log || a->from >= TINY_VALUE);

    if (given && a->to - a->from > 1e-6 * fmax(fabs(a->from), fabs(a->to)))
        return (struct reach){ tame(a->from), tame(a->to) };
    return (struct reach){ NAN, NAN };
}

struct scale scale_over(const struct axis *a, struct reach r)
{
    struct reach given = given_reach(a);

    if (isnan(given.least)) {
        if (isnan(r.least))
            r = a->log ? (struct reach){ 1, 10 } : (struct reach){ 0, 1 };
        if (a->share && !a->log && r.least >= 0 && r.most <= 1 + 1e-9)
            r = (struct reach){ 0, r.most > 0.5 ? 1 : r.most };
        reach_widen(&r, a->log);
        round_ends(&r, a->log);
        given = r;
    }
    return (struct scale){ given.least, given.most, a->log, a->share,
                           a->whole,    0,          1 };
}

double scale_at(const struct scale *s, double v)
{
    double share;

    if (isnan(v) || (s->log && !(v > 0)))
        return NAN;
    v = fmin(fmax(v, s->from), s->to);
    share = s->log ? log(v / s->from) / log(s->to / s->from)
                   : (v - s->from) / (s->to - s->from);
    return s->start + share * (s->end - s->start);
}

/* ---- ticks ---- */

/* Multiples of the smallest round step that has not too many of them. */
static struct ticks even_ticks(const struct scale *s, size_t most)
{
    double step = round_below((s->to - s->from) / (double)most), first, last;
    struct ticks t = { 0 };

    if (s->whole)
        step = fmax(step, 1);
    for (;; step = round_above(1.5 * step)) {
        first = ceil(s->from / step - 1e-6);
        last = floor(s->to / step + 1e-6);
        if (last - first < (double)most)
            break;
    }
    for (double k = first; k <= last; k++)
        t.at[t.n++] = k * step == 0 ? 0 : k * step;
    return t;
}

/* The numbers 1, 2, 5, or only 1, times every `by`-th power of ten. Their count
 * may be more than there is room for. */
static struct ticks powers(const struct scale *s, size_t each, int by)
{
    static const double parts[] = { 1, 2, 5 };
    int high = (int)log10(s->to) + 1;
    struct ticks t = { 0 };

    for (int k = (int)floor(log10(s->from) / by) * by; k <= high; k += by)
        for (size_t i = 0; i < each; i++) {
            double v = parts[i] * pow(10, k);

            if (v < s->from * (1 - 1e-9) || v > s->to * (1 + 1e-9))
                continue;
            if (t.n < TICKS_MOST)
                t.at[t.n] = v;
            t.n++;
        }
    return t;
}

struct ticks scale_ticks(const struct scale *s, size_t most)
{
    struct ticks t;

    if (!s->log)
        return even_ticks(s, most);
    t = powers(s, 3, 1);
    for (int by = 1; t.n > most; by++)
        t = powers(s, 1, by);
    /* Ends next to each other may have few such numbers between them. */
    return t.n > 1 || s->to > 10 * s->from ? t : even_ticks(s, most);
}

/* ---- words ---- */

/* A minus instead of a hyphen, and 1e7 instead of 1e+07. */
static const char *typeset(struct arena *a, const char *s)
{
    struct str out = str_in(a);

    for (; *s; s++) {
        bool power = *s == 'e';

        if (*s == '-')
            str_add(&out, "\xe2\x88\x92");
        else
            str_addc(&out, *s);
        if (!power)
            continue;
        if (s[1] == '-')
            str_add(&out, "\xe2\x88\x92");
        s += s[1] == '-' || s[1] == '+';
        while (s[1] == '0' && s[2])
            s++;
    }
    return str_get(&out);
}

/* With so many digits; large numbers in thousands, millions ... */
static const char *scale_number_words(struct arena *a, double v, int digits)
{
    static const char *const units[] = { "", "k", "M", "G", "T" };
    size_t unit = 0;

    if (fabs(v) >= 10000)
        while (unit + 1 < sizeof(units) / sizeof(*units) && fabs(v) >= 999.5) {
            v /= 1000;
            unit++;
        }
    return arena_printf(a, "%s%s", typeset(a, datum_digits(a, v, digits)),
                        units[unit]);
}

/* The digits of v that matter where neighbours are `step` apart. */
static int digits_for(double v, double step)
{
    double size = fabs(v) > 0 ? floor(log10(fabs(v)) + 1e-9) : 0;

    if (!(step > 0))
        return 1;
    return (int)fmin(fmax(size - floor(log10(step) + 1e-9) + 2, 1), 12);
}

const char *ticks_words(struct arena *a, const struct scale *s,
                        const struct ticks *t, size_t i)
{
    double step = t->n > 1 ? t->at[1] - t->at[0] : fabs(t->at[i]) / 100;
    int digits = digits_for(t->at[i], step);

    return arena_printf(
        a, "%s%s",
        scale_number_words(a, (s->share ? 100 : 1) * t->at[i], digits),
        s->share ? " %" : "");
}

const char *scale_words(struct arena *a, const struct scale *s, double value)
{
    if (!isfinite(value))
        return "\xe2\x80\x93";
    if (s->share && fabs(value) < 1000)
        return typeset(a, datum_words(a, datum_share(value), 0));
    return scale_number_words(
        a, value, fabs(value) < 10000 && fabs(value) >= 100 ? 4 : 3);
}
