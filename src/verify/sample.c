/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/sample.h"

#include "base/str.h"

#include <math.h>
#include <string.h>

#define BITS_MOST 1024

/* ---- samples ---- */

void sample_init(struct error_sample *s, const struct sampler *on)
{
    memset(s, 0, sizeof(*s));
    arbs_init(s->error, s->radius, s->spread, s->least, s->share_least,
              s->share_most, s->size, s->object, NULL);
    s->addends_n = on->addends_n;
    s->addends = _arb_vec_init((slong)on->addends_n);
}

void sample_clear(struct error_sample *s)
{
    arbs_clear(s->error, s->radius, s->spread, s->least, s->share_least,
               s->share_most, s->size, s->object, NULL);
    _arb_vec_clear(s->addends, (slong)s->addends_n);
}

static void sample_reset(struct error_sample *s)
{
    arb_zero(s->error);
    arb_zero(s->radius);
    arb_zero(s->spread);
    arb_pos_inf(s->least);
    arb_pos_inf(s->share_least);
    arb_zero(s->share_most);
    arb_zero(s->size);
    arb_zero(s->object);
    _arb_vec_zero(s->addends, (slong)s->addends_n);
    s->certified = true;
    s->is_complex = s->gap = false;
    s->at = s->why = NULL;
}

bool sample_is_resolved(const struct error_sample *s)
{
    arb_t t;
    bool is;

    arb_init(t);
    arb_mul_2exp_si(t, s->radius, 7);
    is = arb_lt(t, s->error);
    arb_clear(t);
    return is;
}

static bool sample_raise_to(arb_t most, const arb_t v)
{
    if (!arb_gt(v, most))
        return false;
    arb_set(most, v);
    return true;
}

static void lower_to(arb_t least, const arb_t v)
{
    if (arb_lt(v, least))
        arb_set(least, v);
}

/* |z| at the midpoint, and its uncertainty. */
static void sample_size_of(arb_t mid, arb_t rad, const acb_t z)
{
    acb_t m;
    mag_t r;

    acb_init(m);
    mag_init(r);
    acb_get_mid(m, z);
    acb_abs(mid, m, 64);
    mag_zero(arb_radref(mid));
    mag_hypot(r, arb_radref(acb_realref(z)), arb_radref(acb_imagref(z)));
    arf_set_mag(arb_midref(rad), r);
    mag_zero(arb_radref(rad));
    acb_clear(m);
    mag_clear(r);
}

const char *sample_digits(struct arena *a, const acb_t z)
{
    char *re = arb_get_str(acb_realref(z), 15, ARB_STR_NO_RADIUS);
    const char *out = arena_strdup(a, re);

    flint_free(re);
    if (!arb_contains_zero(acb_imagref(z))) {
        char *im = arb_get_str(acb_imagref(z), 15, ARB_STR_NO_RADIUS);

        out = arena_printf(a, "%s + %s i", out, im);
        flint_free(im);
    }
    return out;
}

double sample_exp2(double log2)
{
    return log2 < -1000 ? 0 : log2 > 1000 ? 1e300 : exp2(log2);
}

/* "epsilon = 2^-8, a = 1.27, x = 0.31" */
static const char *place_text(const struct sampler *on, const arb_t x)
{
    struct str s = str_in(on->arena);
    size_t n = on->drawn_n + on->has_symbol;

    for (size_t k = 0; k < n + (x != NULL); k++) {
        /* The symbol first. */
        size_t i = k == n ? n : on->has_symbol ? (k ? k - 1 : n - 1) : k;
        char *digits = arb_get_str(k == n ? x : acb_realref(on->values + i), 8,
                                   ARB_STR_NO_RADIUS);

        str_addf(&s, "%s%s = %s", k ? ", " : "", on->names[i], digits);
        flint_free(digits);
    }
    return str_get(&s);
}

/* ---- values at places ---- */

/* The point of the formula: x is the value of the variable, or NULL. */
static struct ball_point point_of(const struct sampler *on, const arb_t x)
{
    size_t n = on->drawn_n + on->has_symbol;

    if (x) {
        acb_set_arb(on->values + n, x);
        n++;
    }
    return (struct ball_point){ .names = on->names,
                                .values = on->values,
                                .n = n,
                                .rounded = on->rounded,
                                .thorough = true };
}

/* Take one place into the sample. Returns false if the formula has no value
 * there. */
static bool sample_take_place(const struct sampler *on, const arb_t x,
                              const struct object_value *v, slong bits,
                              struct error_sample *s)
{
    struct ball_point at = point_of(on, x);
    acb_t f, d;
    arb_t mid, rad, size, own;
    bool ok, more;

    acbs_init(f, d, NULL);
    arbs_init(mid, rad, size, own, NULL);
    ok = ball_value(f, on->formula, &at, bits, on->work);
    if (ok) {
        sample_size_of(size, own, f);
        sample_raise_to(s->size, size);
        sample_raise_to(s->spread, own);
        s->is_complex |=
            on->object->is_real && !arb_contains_zero(acb_imagref(f));
        acb_sub(d, v->value, f, bits);
        s->certified &= v->certified;
        s->gap |= v->certified && !acb_contains_zero(d);
        sample_size_of(mid, rad, d);
        sample_raise_to(s->radius, rad);
        more = sample_raise_to(s->error, mid) || !s->at;
        lower_to(s->least, mid);
        arb_div(size, mid, size, 64);
        lower_to(s->share_least, size);
        sample_raise_to(s->share_most, size);
        if (more) {
            s->at = place_text(on, x);
            s->value = sample_digits(on->arena, v->value);
            s->claimed = sample_digits(on->arena, f);
        }
        sample_size_of(size, own, v->value);
        sample_raise_to(s->object, size);
    }
    for (size_t i = 0; i < on->addends_n && ok; i++)
        if (ball_value(f, on->addends[i], &at, 64, on->work)) {
            sample_size_of(size, own, f);
            sample_raise_to(s->addends + i, size);
        }
    acbs_clear(f, d, NULL);
    arbs_clear(mid, rad, size, own, NULL);
    return ok;
}

/* The object at these values of the variable (NULL: none), and the formula. */
static bool take_places(struct sampler *on, arb_srcptr xs, size_t n, slong bits,
                        struct error_sample *s)
{
    struct ball_point at = point_of(on, NULL);
    struct object_query q = { .at = &at, .xs = xs, .n = n, .bits = bits };
    struct object_value *v = arena_array(on->arena, struct object_value, n);
    size_t taken = 0;
    bool ok;

    at.rounded = 0;
    for (size_t i = 0; i < n; i++)
        acb_init(v[i].value);
    ok = on->object->kind->values(on->object, &q, v, on->work, &s->why);
    for (size_t i = 0; i < n && ok; i++)
        if (acb_is_finite(v[i].value))
            taken += sample_take_place(on, xs ? xs + i : NULL, &v[i], bits, s);
    for (size_t i = 0; i < n; i++)
        acb_clear(v[i].value);
    if (ok && taken == 0)
        s->why = "the formula has no value there";
    return ok && taken > 0;
}

/* ---- places of the variable ---- */

static bool end_value(const struct sampler *on, const struct expr *end,
                      arb_t out)
{
    struct ball_point at = point_of(on, NULL);

    at.rounded = 0;
    return end && expression_middle(out, end, &at, 128, on->work);
}

/* Outer places: 13 inside of the range, none special. */
static size_t outer_places(arb_ptr xs, const arb_t from, const arb_t to,
                           bool has_from, bool has_to)
{
    static const double share[] = { 0.013, 0.071, 0.143, 0.239, 0.317,
                                    0.419, 0.523, 0.607, 0.701, 0.787,
                                    0.863, 0.941, 0.987 };
    size_t n = sizeof(share) / sizeof(share[0]);
    arb_t t;

    arb_init(t);
    for (size_t i = 0; i < n; i++) {
        arb_set_d(t, has_from && has_to   ? share[i]
                     : has_from || has_to ? share[i] / (1 - share[i]) * 1.5
                                          : tan(2.9 * (share[i] - 0.5)));
        if (has_from && has_to) {
            arb_sub(xs + i, to, from, 128);
            arb_mul(xs + i, xs + i, t, 128);
            arb_add(xs + i, xs + i, from, 128);
        } else if (has_from)
            arb_add(xs + i, from, t, 128);
        else if (has_to)
            arb_sub(xs + i, to, t, 128);
        else
            arb_set(xs + i, t);
        arb_set_round(xs + i, xs + i, 53);
        mag_zero(arb_radref(xs + i));
    }
    arb_clear(t);
    return n;
}

/* Places x0 +- symbol^p s of possible layers at x0. */
static size_t layer_places(arb_ptr xs, size_t room, const arb_t x0,
                           const arb_t symbol, const arb_t from, const arb_t to,
                           bool has_from, bool has_to)
{
    static const double power[] = { 0.25, 1 / 3.0, 0.5, 2 / 3.0, 1, 2 };
    static const double stretch[] = { 0.2, 0.7, 1.6, 4 };
    size_t n = 0;
    arb_t p, d;

    arbs_init(p, d, NULL);
    for (size_t i = 0; i < 6 * 4 * 2 && n < room; i++) {
        arb_set_d(p, power[i / 8]);
        arb_pow(p, symbol, p, 64);
        arb_set_d(d, stretch[i / 2 % 4] * (i % 2 ? -1 : 1));
        arb_mul(d, d, p, 64);
        /* To 53 bits: the object's methods have no more. */
        arb_add(xs + n, x0, d, 53);
        mag_zero(arb_radref(xs + n));
        if ((!has_from || arb_gt(xs + n, from)) &&
            (!has_to || arb_lt(xs + n, to)))
            n++;
    }
    arbs_clear(p, d, NULL);
    return n;
}

static size_t variable_places(struct sampler *on, arb_ptr xs)
{
    const struct object *o = on->object;
    arb_t from, to, x0, symbol;
    bool has_from, has_to;
    size_t n;

    arbs_init(from, to, x0, symbol, NULL);
    has_from = end_value(on, o->from, from);
    has_to = end_value(on, o->to, to);
    n = outer_places(xs, from, to, has_from, has_to);
    if (on->uniform && on->has_symbol) {
        arb_abs(symbol, acb_realref(on->values + on->drawn_n));
        if (arf_cmp_si(arb_midref(symbol), 1) > 0)
            arb_inv(symbol, symbol, 64);
        if (has_from)
            n += layer_places(xs + n, (SAMPLE_PLACES - n) / 2, from, symbol,
                              from, to, has_from, has_to);
        if (has_to)
            n += layer_places(xs + n, (SAMPLE_PLACES - n) / 2, to, symbol, from,
                              to, has_from, has_to);
        for (size_t i = 0; i < o->inner_n; i++)
            if (end_value(on, o->inner[i], x0))
                n += layer_places(xs + n, (SAMPLE_PLACES - n) / 2, x0, symbol,
                                  from, to, has_from, has_to);
    }
    arbs_clear(from, to, x0, symbol, NULL);
    return n;
}

/* ---- taking ---- */

bool sampler_draw(struct sampler *on, unsigned round)
{
    struct ball_point at = point_of(on, NULL);

    return conditions_draw(on->conditions, &at, on->values, on->drawn_n, round,
                           on->work);
}

/* The i-th of nearby values: integers go up by 1. */
static void nearby(const struct sampler *on, acb_t out, const acb_t symbol,
                   unsigned i, bool whole)
{
    acb_t t;

    acb_init(t);
    if (whole)
        acb_add_ui(out, symbol, i, 1024);
    else {
        /* Multiples of 2^-6 with a small irregular part. */
        acb_set_d(t, 1 + 0.037109375 * i + 0.0009765625 * i * i);
        acb_sub(out, symbol, on->centre, 2048);
        acb_mul(out, out, t, 2048);
        acb_add(out, out, on->centre, 2048);
    }
    acb_clear(t);
}

static bool sample_take_numbers(struct sampler *on, const acb_t symbol,
                                unsigned places, slong bits,
                                struct error_sample *s)
{
    size_t k = on->drawn_n;
    bool whole = conditions_whole(on->conditions, on->names[k]);
    unsigned taken = 0;

    for (unsigned i = 0; i < places; i++) {
        struct ball_point at;

        nearby(on, on->values + k, symbol, i, whole);
        at = point_of(on, NULL);
        if (!conditions_hold(on->conditions, &at, on->work)) {
            s->why = "the conditions do not hold there";
            continue;
        }
        if (!take_places(on, NULL, 1, bits, s))
            return false;
        taken++;
    }
    return taken > 0;
}

static bool take_variable(struct sampler *on, const acb_t symbol,
                          unsigned places, slong bits, struct error_sample *s)
{
    arb_ptr xs = _arb_vec_init(SAMPLE_PLACES);
    size_t n = 0;
    acb_t t;
    bool ok;

    acb_init(t);
    if (on->symbol_is_variable)
        for (unsigned i = 0; i < places; i++) {
            nearby(on, t, symbol, i, false);
            arb_set(xs + n++, acb_realref(t));
        }
    else
        n = variable_places(on, xs);
    ok = take_places(on, xs, n, bits, s);
    acb_clear(t);
    _arb_vec_clear(xs, SAMPLE_PLACES);
    return ok;
}

bool sample_take(struct sampler *on, const acb_t symbol, unsigned places,
                 slong bits, struct error_sample *s)
{
    sample_reset(s);
    if (on->has_symbol)
        acb_set(on->values + on->drawn_n, symbol);
    if (on->object->variable)
        return take_variable(on, symbol, places, bits, s);
    if (on->has_symbol)
        return sample_take_numbers(on, symbol, places, bits, s);
    return take_places(on, NULL, 1, bits, s);
}

/* Is the error far below every term, as far as it is known? */
static bool sample_is_nothing(const struct error_sample *s)
{
    arb_t t;
    bool is;

    arb_init(t);
    arb_add(t, s->error, s->radius, 64);
    arb_mul_2exp_si(t, t, 60);
    is = arb_lt(t, s->size);
    for (size_t i = 0; i < s->addends_n && is; i++)
        is = arb_is_zero(s->addends + i) || arb_lt(t, s->addends + i);
    arb_clear(t);
    return is;
}

bool sample_resolve(struct sampler *on, const acb_t symbol, unsigned places,
                    struct error_sample *s)
{
    slong start = on->bits;
    arb_t before;
    bool ok = false;

    arb_init(before);
    for (slong bits = on->bits; bits <= BITS_MOST; bits *= 2) {
        bool again = sample_take(on, symbol, places, bits, s);
        bool first = bits == start;

        on->bits = bits;

        if (!again && ok)
            return false;
        ok = again;
        if (!ok && !first)
            break;
        if (!ok)
            continue;
        if (sample_is_resolved(s) || arb_is_zero(s->radius) ||
            sample_is_nothing(s))
            break;
        /* More bits did not help: an estimate, or decimals. */
        if (!first && arb_gt(s->radius, before))
            break;
        arb_mul_2exp_si(before, s->radius, -8);
    }
    arb_clear(before);
    return ok;
}
