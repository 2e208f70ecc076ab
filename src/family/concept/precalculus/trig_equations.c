/* SPDX-License-Identifier: Apache-2.0 */

/*
 * All solutions of a trigonometric equation in an interval, as a set of
 * degrees. The argument is kx + shift; at level 3 the equation is quadratic
 * in a sine or a cosine, perhaps after an identity.
 *
 * solve() finds the standard angles, the period and what of them falls into
 * the interval. check() puts every multiple of 15 degrees into the equation
 * as it stands, in certified balls, and counts its solutions in one turn
 * exactly, as real roots of a polynomial in tan(x/2), by Sturm's theorem: the
 * zeros that were seen are all that there are. It compares those in the
 * interval with the key.
 */
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/arb.h"
#include "math/exact/integer.h"
#include "math/flint_poly.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>
#include <stdlib.h>

enum { SIN, COS, TAN };
enum { LINEAR, QUADRATIC, MIXED, DOUBLE }; /* how the equation is written */

struct equation {
    int64_t form, fn, k, shift;
    int64_t w;          /* LINEAR: the value of the function, see value_of() */
    int64_t a, b, c;    /* else a t^2 + b t + c = 0 for the function t */
    int64_t from, span; /* from <= x < from + span */
};

static const struct field fields[] = {
    NUMBER(struct equation, form, LINEAR, DOUBLE),
    NUMBER(struct equation, fn, SIN, TAN),
    NUMBER(struct equation, k, 1, 3),
    SLOT(struct equation, shift, -100000, 100000),
    NUMBER(struct equation, w, -4, 4),
    NUMBER(struct equation, a, -60, 60),
    NUMBER(struct equation, b, -60, 60),
    NUMBER(struct equation, c, -60, 60),
    NUMBER(struct equation, from, -360, 360),
    NUMBER(struct equation, span, 1, 720),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "shifted", "sine, cosine or tangent of x + shift equals a standard "
                 "value; one full turn" },
    { "multiple", "the same with 2x or 3x, in half a turn or a full one: up to "
                  "6 solutions" },
    { "quadratic",
      "a quadratic equation in sine or cosine, in two of "
      "three cases hidden by sin^2 + cos^2 = 1 or by the cosine of the "
      "double angle, with roots that may lie beyond -1 and 1" },
};

/* 9 values of sine, 9 of cosine, 7 of tangent. */
static void draw_value(struct pick *k, struct equation *v)
{
    int64_t i = pick(k, 0, 24);

    v->fn = i < 9 ? SIN : i < 18 ? COS : TAN;
    v->w = i < 18 ? i % 9 - 4 : i - 21;
}

/* Two values of t, doubled: two of -2..2, or one of them and one beyond. */
static void draw_roots(struct pick *k, struct equation *v)
{
    static const int64_t beyond[8] = { -6, -5, -4, -3, 3, 4, 5, 6 };
    static const int64_t within[10][2] = {
        { -2, -1 }, { -2, 0 }, { -2, 1 }, { -2, 2 }, { -1, 0 },
        { -1, 1 },  { -1, 2 }, { 0, 1 },  { 0, 2 },  { 1, 2 },
    };
    int64_t i = pick(k, 0, 49), p, q, g;

    p = i < 10 ? within[i][0] : (i - 10) % 5 - 2;
    q = i < 10 ? within[i][1] : beyond[(i - 10) / 5];
    g = integer_gcd(integer_gcd(4, 2 * (p + q)), p * q);
    v->a = 4 / g;
    v->b = -2 * (p + q) / g;
    v->c = p * q / g;
}

static void draw(struct pick *k, void *values)
{
    struct equation *v = values;
    int64_t place;

    v->k = 1;
    v->span = 360;
    if (k->level < 3) {
        draw_value(k, v);
    } else {
        v->form = pick(k, QUADRATIC, DOUBLE);
        v->fn = pick(k, SIN, COS);
        draw_roots(k, v);
    }
    place = pick(k, 0, 1);
    if (k->level == 2) {
        v->k = pick(k, 2, 3);
        v->span = pick(k, 0, 1) ? 180 : 360;
    }
    v->from = place ? -v->span / 2 : 0;
    v->shift = pick_signed(k, 1, 120);
}

static bool well_made(const struct equation *v)
{
    if (v->form == LINEAR)
        return v->fn != TAN || (v->w >= -3 && v->w <= 3);
    return v->fn != TAN && v->k == 1 && v->a > 0;
}

/* ---- the first road: standard angles ---- */

#define BASE_MOST  8
#define FOUND_MOST 64

struct angles {
    size_t n;
    int64_t at[BASE_MOST]; /* degrees, 0..359 */
};

static void add(struct angles *l, int64_t angle)
{
    angle = integer_mod(angle, 360);
    for (size_t i = 0; i < l->n; i++)
        if (l->at[i] == angle)
            return;
    l->at[l->n++] = angle;
}

/* Angles with fn = sqrt(|w|)/2 with the sign of w; w = -4..4. */
static void add_standard(struct angles *l, int64_t fn, int64_t w)
{
    static const int64_t arcsin[5] = { 0, 30, 45, 60, 90 };
    static const int64_t arctan[4] = { 0, 30, 45, 60 };
    int64_t sign = w < 0 ? -1 : 1, size = w < 0 ? -w : w, first;

    if (fn == TAN) {
        first = sign * arctan[size];
        add(l, first);
        add(l, first + 180);
    } else {
        first = sign * arcsin[size];
        add(l, fn == SIN ? first : 90 - first);
        add(l, fn == SIN ? 180 - first : first - 90);
    }
}

static const char *value_of(int64_t fn, int64_t w)
{
    static const char *const halves[9] = { "-1",
                                           "-\\frac{\\sqrt{3}}{2}",
                                           "-\\frac{\\sqrt{2}}{2}",
                                           "-\\frac{1}{2}",
                                           "0",
                                           "\\frac{1}{2}",
                                           "\\frac{\\sqrt{2}}{2}",
                                           "\\frac{\\sqrt{3}}{2}",
                                           "1" };
    static const char *const slopes[7] = { "-\\sqrt{3}",
                                           "-1",
                                           "-\\frac{\\sqrt{3}}{3}",
                                           "0",
                                           "\\frac{\\sqrt{3}}{3}",
                                           "1",
                                           "\\sqrt{3}" };

    return fn == TAN ? slopes[w + 3] : halves[w + 4];
}

static const char *const functions[3] = { "\\sin", "\\cos", "\\tan" };

/* "30^\circ + 360^\circ j or 150^\circ + 360^\circ j" */
static const char *list_angles(struct arena *a, const struct angles *l)
{
    struct str out = str_in(a);

    for (size_t i = 0; i < l->n; i++)
        str_addf(&out, "%s$%" PRId64 "^\\circ$", words_join(i, l->n), l->at[i]);
    return str_get(&out);
}

/* Half-integer roots of the quadratic, p/2 < q/2; false when it has others. */
static bool roots_of(const struct equation *v, int64_t *p, int64_t *q)
{
    int64_t disc = v->b * v->b - 4 * v->a * v->c, r = 0;

    while (r * r < disc)
        r++;
    if (disc <= 0 || r * r != disc || (-v->b - r) % v->a || (-v->b + r) % v->a)
        return false;
    *p = (-v->b - r) / v->a;
    *q = (-v->b + r) / v->a;
    return true;
}

static bool solve_quadratic(struct solving *s, const struct equation *v,
                            struct angles *l)
{
    int64_t root[2];
    const char *f = functions[v->fn];

    if (!roots_of(v, &root[0], &root[1]))
        return false;
    if (v->form == MIXED)
        solving_step(s,
                     "With $%s^2\\theta = 1 - %s^2\\theta$ only one function "
                     "is left.",
                     functions[1 - v->fn], f);
    if (v->form == DOUBLE)
        solving_step(s,
                     "Use $\\cos 2\\theta = %s$, so that only one function "
                     "is left.",
                     v->fn == SIN ? "1 - 2\\sin^2\\theta"
                                  : "2\\cos^2\\theta - 1");
    solving_step(s, "With $t = %s\\theta$ the equation is $%s = 0$.", f,
                 latex_poly(s->arena, (int64_t[]){ v->c, v->b, v->a }, 3, "t"));
    solving_step(s, "Its roots are $t = %s$ and $t = %s$.",
                 latex_ratio(s->arena, root[0], 2),
                 latex_ratio(s->arena, root[1], 2));
    for (int i = 0; i < 2; i++) {
        /* t = r/2 is sqrt(r^2)/2 */
        int64_t w = root[i] * root[i] * (root[i] < 0 ? -1 : 1);
        struct angles one = { 0 };

        if (w < -4 || w > 4) {
            solving_step(s, "$t = %s$ is impossible, since $|t| \\le 1$.",
                         latex_ratio(s->arena, root[i], 2));
            continue;
        }
        add_standard(&one, v->fn, w);
        solving_step(s,
                     "$%s\\theta = %s$ for $\\theta$ equal to %s, up to full "
                     "turns.",
                     f, latex_ratio(s->arena, root[i], 2),
                     list_angles(s->arena, &one));
        add_standard(l, v->fn, w);
    }
    return l->n > 0;
}

static int by_size(const void *x, const void *y)
{
    int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;

    return (a > b) - (a < b);
}

/* All k x = angle + 360 j - shift in the interval, in increasing order. */
static size_t collect(const struct equation *v, const struct angles *l,
                      int64_t *found)
{
    int64_t lo = v->k * v->from, hi = v->k * (v->from + v->span);
    size_t n = 0;

    for (size_t i = 0; i < l->n; i++)
        for (int64_t x = lo + integer_mod(l->at[i] - v->shift - lo, 360);
             x < hi && n < FOUND_MOST; x += 360)
            found[n++] = x;
    qsort(found, n, sizeof(*found), by_size);
    return n;
}

static const char *argument(struct arena *a, int64_t k, int64_t shift)
{
    return arena_printf(a, "%sx%s^\\circ",
                        k == 1 ? "" : arena_printf(a, "%" PRId64, k),
                        latex_plus(a, shift));
}

static void finish(struct solving *s, const struct equation *v,
                   const int64_t *found, size_t n)
{
    struct str out = str_in(s->arena);

    for (size_t i = 0; i < n; i++)
        str_addf(&out, "%s%s", i ? ", " : "",
                 latex_ratio(s->arena, found[i], v->k));
    solving_key(s, "\\{%s\\}", str_get(&out));
    solving_step(s,
                 n == 1 ? "The only one with $%" PRId64 " \\le x < %" PRId64
                          "$ is $x = %s$."
                        : "Those with $%" PRId64 " \\le x < %" PRId64
                          "$ are $x = %s$.",
                 v->from, v->from + v->span, str_get(&out));
}

static bool solve(struct solving *s, const void *values)
{
    const struct equation *v = values;
    struct angles l = { 0 };
    int64_t found[FOUND_MOST];
    size_t n;

    if (!well_made(v))
        return false;
    solving_step(s, "Put $\\theta = %s$.", argument(s->arena, v->k, v->shift));
    if (v->form == LINEAR) {
        add_standard(&l, v->fn, v->w);
        solving_step(s,
                     "$%s\\theta = %s$ for $\\theta$ equal to %s, up to full "
                     "turns of $360^\\circ$.",
                     functions[v->fn], value_of(v->fn, v->w),
                     list_angles(s->arena, &l));
    } else if (!solve_quadratic(s, v, &l)) {
        return false;
    }
    n = collect(v, &l, found);
    if (n == 0)
        return false;
    if (v->k == 1)
        solving_step(s,
                     "So $x = \\theta%s^\\circ + 360^\\circ j$ for whole "
                     "numbers $j$.",
                     latex_plus(s->arena, -v->shift));
    else
        solving_step(s,
                     "So $x = \\frac{1}{%" PRId64 "}(\\theta%s^\\circ + "
                     "360^\\circ j)$ for whole numbers $j$.",
                     v->k, latex_plus(s->arena, -v->shift));
    finish(s, v, found, n);
    return true;
}

/* ---- wording ---- */

/* What stands on the left, with the argument written out. */
static const char *quadratic_text(struct arena *a, const struct equation *v,
                                  const char *arg)
{
    int64_t a2 = v->form == QUADRATIC || (v->form == DOUBLE && v->fn == COS)
                     ? 1
                     : -1; /* all signs change, so that it begins with + */
    int64_t b = a2 * v->b * (v->form == DOUBLE ? 2 : 1);
    int64_t c = v->form == QUADRATIC ? v->c
                : v->form == MIXED   ? -(v->a + v->c)
                                     : a2 * (v->a + 2 * v->c);
    struct str out = str_in(a);

    if (v->a != 1)
        str_add_int(&out, v->a);
    if (v->form == DOUBLE)
        str_addf(&out, "\\cos 2(%s)", arg);
    else
        str_addf(&out, "%s^2(%s)",
                 functions[v->form == MIXED ? 1 - v->fn : v->fn], arg);
    if (b) {
        int64_t size = b < 0 ? -b : b;

        str_add(&out, b < 0 ? " - " : " + ");
        if (size != 1)
            str_add_int(&out, size);
        str_addf(&out, "%s(%s)", functions[v->fn], arg);
    }
    if (c)
        str_add(&out, latex_plus(a, c));
    str_add(&out, " = 0");
    return str_get(&out);
}

static void speak(struct speech *s, const void *values)
{
    const struct equation *v = values;
    const char *arg = arena_printf(s->arena, "%sx%s^\\circ",
                                   v->k == 1   ? ""
                                   : v->k == 2 ? "2"
                                               : "3",
                                   speech_plus(s, &v->shift));

    if (v->form == LINEAR)
        speech_set(s, "eq", "%s(%s) = %s", functions[v->fn], arg,
                   value_of(v->fn, v->w));
    else
        speech_set(s, "eq", "%s", quadratic_text(s->arena, v, arg));
    speech_set(s, "range", "%" PRId64 "^\\circ \\le x < %" PRId64 "^\\circ",
               v->from, v->from + v->span);
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "Solve $<eq>$ for $<range>$.", NULL },
    { STYLE_PLAIN, "Find all solutions of $<eq>$ with $<range>$.", NULL },
    { STYLE_PLAIN,
      "For which angles $x$ in the interval $<range>$ does $<eq>$ hold?",
      NULL },
    { STYLE_STORY,
      "The lamp of a lighthouse turns, and $x$ is its direction with $<range>$. A "
      "mirror flashes exactly when $<eq>$. At which directions $x$ does it "
      "flash?",
      NULL },
    { STYLE_STORY,
      "<name> programs a <device> whose position is an angle $x$ with "
      "$<range>$. It must stop wherever $<eq>$. At which angles does it "
      "stop?",
      NULL },
    { STYLE_STORY,
      "In a laboratory in <city>, the phase $x$ of an oscillation is recorded "
      "with $<range>$. A counter clicks whenever $<eq>$. For which phases "
      "does it click?",
      NULL },
    { 0 },
};

static const struct word_pool pools[] = {
    { "device", "stepper motor|turntable|robot arm|camera mount|crane" },
    { 0 },
};

/* ---- the second road: every multiple of 15 degrees, and Sturm's count ---- */

#define GRID 24
#define BITS 128

/* The equation as it is written: lead F + mid G + last = 0, F the square of a
 * function or the cosine of the double angle, G a function. LINEAR is squared,
 * so that all coefficients are integers. */
struct written {
    slong lead, mid, last;
    bool twice;      /* F is cos 2x */
    bool first_sine; /* F is the square of a sine, else of a cosine */
    bool sine;       /* G is a sine */
};

static struct written written_of(const struct equation *v)
{
    static const slong tan_up[4] = { 0, 1, 1, 3 }, tan_down[4] = { 1, 3, 1, 1 };
    slong a = (slong)v->a, b = (slong)v->b, c = (slong)v->c;
    size_t size = (size_t)(v->w < 0 ? -v->w : v->w);
    bool sine = v->fn == SIN;

    switch (v->form) {
    case LINEAR: /* tan^2 = up / down: down sin^2 = up cos^2 */
        return v->fn == TAN
                   ? (struct written){ tan_down[size] + tan_up[size],
                                       0,
                                       -tan_up[size],
                                       false,
                                       true,
                                       true }
                   : (struct written){ 4, 0, -(slong)size, false, sine, sine };
    case QUADRATIC: return (struct written){ a, b, c, false, sine, sine };
    case MIXED: return (struct written){ a, -b, -a - c, false, !sine, sine };
    default:
        return sine ? (
                          struct written){ a,    -2 * b, -a - 2 * c,
                                           true, false,  true }
                    : (struct written){
                          a, 2 * b, a + 2 * c, true, false, false
                      };
    }
}

/* With u = tan(x/2): sin x = 2u/(1 + u^2) and cos x = (1 - u^2)/(1 + u^2). The
 * left side times (1 + u^2)^2, of degree 4 at most. */
static void half_angle(fmpz_poly_t p, const struct written *f)
{
    slong square[2][5] = { { 1, 0, -2, 0, 1 }, { 0, 0, 4, 0, 0 } };
    slong mixed[2][5] = { { 1, 0, 0, 0, -1 }, { 0, 2, 0, 2, 0 } };
    slong one[5] = { 1, 0, 2, 0, 1 };

    for (int i = 0; i < 5; i++) {
        slong first =
            f->twice ? square[0][i] - square[1][i] : square[f->first_sine][i];

        fmpz_poly_set_coeff_si(p, i,
                               f->lead * first + f->mid * mixed[f->sine][i] +
                                   f->last * one[i]);
    }
}

/* How many angles of one turn satisfy it: the real u, and x = 180 degrees,
 * where u is infinite and the left side is the coefficient of u^4. */
static slong count_zeros(const struct written *f)
{
    fmpz_poly_t p, g;
    slong n;

    fmpz_poly_init(p);
    fmpz_poly_init(g);
    half_angle(p, f);
    n = fmpz_poly_degree(p) < 4;
    fmpz_poly_derivative(g, p);
    fmpz_poly_gcd(g, p, g); /* double roots count once */
    fmpz_poly_div(p, p, g);
    n += fmpz_poly_num_real_roots_sturm(p);
    fmpz_poly_clear(g);
    fmpz_poly_clear(p);
    return n;
}

/* The left side at 15 i degrees. */
static void value_at(arb_t r, const struct written *f, acb_srcptr z, int i)
{
    arb_srcptr co = acb_realref(z + i), si = acb_imagref(z + i);
    arb_srcptr t = f->first_sine ? si : co;

    if (f->twice)
        arb_set(r, acb_realref(z + 2 * i % GRID));
    else
        arb_mul(r, t, t, BITS);
    arb_mul_si(r, r, f->lead, BITS);
    arb_addmul_si(r, f->sine ? si : co, f->mid, BITS);
    arb_add_si(r, r, f->last, BITS);
}

/* LINEAR was squared: has the function itself the sign of w? */
static bool right_sign(const struct equation *v, acb_srcptr z)
{
    arb_t t;
    bool ok;

    if (v->form != LINEAR || v->w == 0)
        return true;
    arb_init(t);
    if (v->fn == TAN)
        arb_mul(t, acb_realref(z), acb_imagref(z), BITS);
    else
        arb_set(t, v->fn == SIN ? acb_imagref(z) : acb_realref(z));
    ok = v->w < 0 ? arb_is_negative(t) : arb_is_positive(t);
    arb_clear(t);
    return ok;
}

/* Which points satisfy the equation; false when there are other zeros. */
static bool survey(const struct equation *v, bool zero[GRID])
{
    acb_ptr z = _acb_vec_init(GRID);
    struct written f = written_of(v);
    slong found = 0;
    arb_t r;

    arb_init(r);
    _acb_vec_unit_roots(z, GRID, GRID, BITS);
    for (int i = 0; i < GRID; i++) {
        value_at(r, &f, z, i);
        zero[i] = arb_contains_zero(r);
        found += zero[i];
        zero[i] = zero[i] && right_sign(v, z + i);
    }
    arb_clear(r);
    _acb_vec_clear(z, GRID);
    return found == count_zeros(&f);
}

/* How many numbers of lo..hi-1 leave the remainder r modulo 720. */
static int64_t count_in(int64_t lo, int64_t hi, int64_t r)
{
    int64_t first = lo + integer_mod(r - lo, 720);

    return first < hi ? (hi - 1 - first) / 720 + 1 : 0;
}

/* Is p/q in the interval and a zero of the equation? */
static bool holds_at(const struct equation *v, const bool *zero, int64_t p,
                     int64_t q)
{
    int64_t twice; /* of the argument, in degrees */

    if (q > 6 || p < v->from * q || p >= (v->from + v->span) * q ||
        2 * v->k * p % q)
        return false;
    twice = integer_mod(2 * v->k * p / q + 2 * v->shift, 720);
    return twice % 30 == 0 && zero[twice / 30];
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct equation *v = values;
    int64_t p[FOUND_MOST], q, all = 0, lo = 2 * v->k * v->from;
    const char **items;
    bool zero[GRID];
    size_t n;

    f->by = "survey of angles and Sturm's theorem";
    f->detail = "these numbers make no problem";
    if (!well_made(v) || !survey(v, zero))
        return TRUTH_NO;
    for (int i = 0; i < GRID; i++)
        if (zero[i])
            all += count_in(lo, lo + 2 * v->k * v->span, 30 * i - 2 * v->shift);
    f->detail =
        "the key is not a set of so many numbers as there are solutions";
    if (!key_items(a, key, "\\{", "\\}", &items, &n) || n > FOUND_MOST ||
        (int64_t)n != all || n == 0)
        return TRUTH_NO;
    for (size_t i = 0; i < n; i++) {
        f->detail =
            arena_printf(a, "%.40s is no solution in the interval", items[i]);
        if (!key_ratio(items[i], &p[i], &q) || !holds_at(v, zero, p[i], q))
            return TRUTH_NO;
        p[i] *= 6 / q; /* solutions have denominators 1, 2, 3 and 6 */
        f->detail = "the key's numbers do not increase";
        if (i && p[i] <= p[i - 1])
            return TRUTH_NO;
    }
    f->detail = "every number of the key is a solution, and by Sturm's "
                "theorem the equation has no others in a turn";
    return TRUTH_YES;
}

static const struct recipe recipe = {
    .size = sizeof(struct equation),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .form = "Give the set of all values of $x$ in degrees, without the degree "
            "sign.",
    .pools = pools,
    .check = check,
};

const struct family concept_trig_equations = {
    .name = "concept/trig-equations",
    .version = 2,
    .title = "Trigonometric equations",
    .doc = "All solutions of a trigonometric equation in an interval, in "
           "degrees. The worked solution finds the standard angles, adds full "
           "turns and keeps the solutions in the interval; at level 3 it first "
           "solves a quadratic equation in a sine or cosine.",
    .concepts = { HIGH_TRIG_EQS, HIGH_TRIG_IDENTITIES, HIGH_QUADRATICS },
    .answer = ANSWER_SET,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
