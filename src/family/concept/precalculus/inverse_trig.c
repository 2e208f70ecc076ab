/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Inverse trigonometric functions: combinations of principal values in
 * degrees, arcs of functions of angles beyond the principal range, and sine
 * or cosine of a sum of arcs.
 *
 * solve() reasons with the principal ranges, and with the formulas for double
 * angles and sums in exact fractions. check() evaluates arcsin, arccos and
 * arctan themselves in certified balls.
 */
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/arb.h"
#include "math/exact/integer.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum { ARCSIN, ARCCOS, ARCTAN };

enum kind {
    VALUES, /* s: two functions and their arguments; asked: c0 A + c1 B */
    ARCS,   /* c: three angles; s: the factors of their arcs */
    SUM,    /* A = arctan(+-c0/c1), B = arcsin or arccos of x/h; s: sign of A,
               function of B, x, y, h, what is asked of 2A +- B, this sign */
    KINDS
};

struct arcs {
    int64_t kind;
    int64_t n, c[3];
    int64_t m, s[7];
};

static const int64_t slots[KINDS] = { 2, 3, 2 };
static const int64_t others[KINDS] = { 4, 3, 7 };

static const struct field fields[] = {
    NUMBER(struct arcs, kind, 0, KINDS - 1),
    SLOT_LIST(struct arcs, c, n, -200000, 200000),
    LIST(struct arcs, s, m, -100, 100),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "values", "two arcs of standard values, some negative, and a combination "
                "of them with factors up to 40, in degrees" },
    { "ranges", "arcsin of a sine, arccos of a cosine and arctan of a tangent "
                "of angles up to 999 degrees, combined with factors up to 4" },
    { "sums", "sine or cosine of twice an arctan plus or minus an arcsin or "
              "arccos, all of fractions" },
};

/* 9 arguments of arcsin and of arccos, 7 of arctan. */
static void set_value(int64_t i, int64_t *fn, int64_t *w)
{
    *fn = i < 9 ? ARCSIN : i < 18 ? ARCCOS : ARCTAN;
    *w = i < 18 ? i % 9 - 4 : i - 21;
}

static void draw_values(struct pick *k, struct arcs *v)
{
    int64_t first = pick(k, 0, 24), second = pick_but(k, 0, 24, first);

    set_value(first, &v->s[0], &v->s[1]);
    set_value(second, &v->s[2], &v->s[3]);
    v->c[0] = pick_wide(k, 2, 40);
    v->c[1] = pick_signed(k, 1, 40);
}

static void draw_arcs(struct pick *k, struct arcs *v)
{
    for (int i = 0; i < 3; i++)
        v->s[i] = pick(k, 1, 4);
    v->c[0] = pick_wide(k, 91, 999);
    v->c[1] = pick_wide(k, 91, 999);
    v->c[2] = 2 * pick_wide(k, 46, 499) + 1; /* never an odd multiple of 90 */
}

static void draw_sum(struct pick *k, struct arcs *v)
{
    static const int64_t triples[12][3] = {
        { 3, 4, 5 },    { 5, 12, 13 },  { 8, 15, 17 },  { 7, 24, 25 },
        { 20, 21, 29 }, { 12, 35, 37 }, { 9, 40, 41 },  { 28, 45, 53 },
        { 11, 60, 61 }, { 33, 56, 65 }, { 16, 63, 65 }, { 48, 55, 73 },
    };
    int64_t triple = pick(k, 0, 11), swap = pick(k, 0, 1);
    int64_t negative = pick(k, 0, 1);

    pick_fractions(k, 40, 2, 12, 1, &v->c[0], &v->c[1]);
    v->s[0] = pick(k, 0, 1) ? 1 : -1;
    v->s[1] = pick(k, ARCSIN, ARCCOS);
    v->s[2] = negative ? -triples[triple][swap] : triples[triple][swap];
    v->s[3] = triples[triple][1 - swap];
    v->s[4] = triples[triple][2];
    v->s[5] = pick(k, ARCSIN, ARCCOS);
    v->s[6] = pick(k, 0, 1) ? 1 : -1;
}

static void draw(struct pick *k, void *values)
{
    struct arcs *v = values;

    v->kind = k->level - 1;
    (k->level == 1 ? draw_values : k->level == 2 ? draw_arcs : draw_sum)(k, v);
    v->n = slots[v->kind];
    v->m = others[v->kind];
}

static bool is_value(int64_t fn, int64_t w)
{
    int64_t most = fn == ARCTAN ? 3 : 4;

    return fn >= ARCSIN && fn <= ARCTAN && w >= -most && w <= most;
}

static bool is_sign(int64_t x)
{
    return x == 1 || x == -1;
}

static bool well_made(const struct arcs *v)
{
    const int64_t *s = v->s;

    if (v->n != slots[v->kind] || v->m != others[v->kind])
        return false;
    if (v->kind == VALUES)
        return is_value(s[0], s[1]) && is_value(s[2], s[3]) && v->c[0] &&
               v->c[1];
    if (v->kind == ARCS)
        return s[0] > 0 && s[1] > 0 && s[2] > 0 &&
               integer_mod(v->c[2], 180) != 90;
    return is_sign(s[0]) && is_sign(s[6]) && s[1] >= ARCSIN && s[1] <= ARCCOS &&
           s[5] >= ARCSIN && s[5] <= ARCCOS && s[3] > 0 && s[4] > 0 &&
           s[2] * s[2] + s[3] * s[3] == s[4] * s[4] && v->c[0] > 0 &&
           v->c[1] > 0;
}

/* ---- the first road: ranges and formulas ---- */

static const char *const letters[3] = { "\\alpha", "\\beta", "\\gamma" };
static const char *const names[3] = { "\\arcsin", "\\arccos", "\\arctan" };
static const char *const functions[3] = { "\\sin", "\\cos", "\\tan" };
static const char *const ranges[3] = {
    "-90^\\circ \\le %s \\le 90^\\circ",
    "0^\\circ \\le %s \\le 180^\\circ",
    "-90^\\circ < %s < 90^\\circ",
};

static const char *range_of(struct arena *a, int64_t fn, const char *letter)
{
    struct str out = str_in(a);

    str_addf(&out, ranges[fn], letter);
    return str_get(&out);
}

static const char *argument(int64_t fn, int64_t w)
{
    static const char *const halves[9] = {
        "(-1)",
        "\\left(-\\frac{\\sqrt{3}}{2}\\right)",
        "\\left(-\\frac{\\sqrt{2}}{2}\\right)",
        "\\left(-\\frac{1}{2}\\right)",
        " 0",
        "\\frac{1}{2}",
        "\\frac{\\sqrt{2}}{2}",
        "\\frac{\\sqrt{3}}{2}",
        " 1",
    };
    static const char *const slopes[7] = {
        "(-\\sqrt{3})",
        "(-1)",
        "\\left(-\\frac{\\sqrt{3}}{3}\\right)",
        " 0",
        "\\frac{\\sqrt{3}}{3}",
        " 1",
        "\\sqrt{3}",
    };

    return fn == ARCTAN ? slopes[w + 3] : halves[w + 4];
}

/* The principal value in degrees. */
static int64_t principal(int64_t fn, int64_t w)
{
    static const int64_t arcsin[5] = { 0, 30, 45, 60, 90 };
    int64_t size = arcsin[w < 0 ? -w : w], angle = w < 0 ? -size : size;

    return fn == ARCCOS ? 90 - angle : angle;
}

static bool solve_values(struct solving *s, const struct arcs *v)
{
    int64_t value[2];

    for (int i = 0; i < 2; i++) {
        int64_t fn = v->s[2 * i], w = v->s[2 * i + 1];

        value[i] = principal(fn, w);
        solving_step(s,
                     "$%s = %s%s$ is the angle with $%s$ whose %s has this "
                     "value: $%s = %" PRId64 "^\\circ$.",
                     letters[i], names[fn], argument(fn, w),
                     range_of(s->arena, fn, letters[i]),
                     fn == ARCSIN   ? "sine"
                     : fn == ARCCOS ? "cosine"
                                    : "tangent",
                     letters[i], value[i]);
    }
    solving_key(s, "%" PRId64, v->c[0] * value[0] + v->c[1] * value[1]);
    solving_step(s,
                 "So the number of degrees is $%s \\cdot %s + %s \\cdot %s = "
                 "%s$.",
                 latex_bracket(s->arena, v->c[0]),
                 latex_bracket(s->arena, value[0]),
                 latex_bracket(s->arena, v->c[1]),
                 latex_bracket(s->arena, value[1]), s->key);
    return true;
}

/* The angle of the principal range with the same function value. */
static int64_t fold(int64_t fn, int64_t angle)
{
    int64_t r = integer_mod(angle, fn == ARCTAN ? 180 : 360);

    if (fn == ARCTAN)
        return r > 90 ? r - 180 : r;
    if (fn == ARCCOS)
        return r > 180 ? 360 - r : r;
    return r <= 90 ? r : r <= 270 ? 180 - r : r - 360;
}

static bool solve_arcs(struct solving *s, const struct arcs *v)
{
    static const char *const why[3] = {
        "$\\sin x = \\sin(180^\\circ - x) = \\sin(x - 360^\\circ)$",
        "$\\cos(360^\\circ - x) = \\cos x$",
        "$\\tan(x - 180^\\circ) = \\tan x$",
    };
    int64_t value[3] = { 0 };

    for (int i = 0; i < 3; i++) {
        int64_t rest = integer_mod(v->c[i], i == ARCTAN ? 180 : 360);

        value[i] = fold(i, v->c[i]);
        solving_step(
            s,
            "$%s$ must satisfy $%s$ and $%s %s = %s %s^\\circ$. Less %s "
            "turns, the angle is $%" PRId64 "^\\circ$; %s%s$%s = "
            "%" PRId64 "^\\circ$.",
            letters[i], range_of(s->arena, i, letters[i]), functions[i],
            letters[i], functions[i], latex_bracket(s->arena, v->c[i]),
            i == ARCTAN ? "half" : "full", rest, rest == value[i] ? "" : why[i],
            rest == value[i] ? "so " : " then gives ", letters[i], value[i]);
    }
    solving_key(s, "%" PRId64,
                v->s[0] * value[0] + v->s[1] * value[1] - v->s[2] * value[2]);
    solving_step(s,
                 "So the number of degrees is $%" PRId64 " \\cdot %s + %" PRId64
                 " \\cdot %s - %" PRId64 " \\cdot %s = %s$.",
                 v->s[0], latex_bracket(s->arena, value[0]), v->s[1],
                 latex_bracket(s->arena, value[1]), v->s[2],
                 latex_bracket(s->arena, value[2]), s->key);
    return true;
}

static const char *frac(struct solving *s, int64_t p, int64_t q)
{
    return latex_ratio(s->arena, p, q);
}

static const char *factor(struct solving *s, int64_t p, int64_t q)
{
    return arena_printf(s->arena, p < 0 ? "\\left(%s\\right)" : "%s",
                        frac(s, p, q));
}

static bool solve_sum(struct solving *s, const struct arcs *v)
{
    int64_t u = v->s[0] * v->c[0], w = v->c[1], h = u * u + w * w;
    int64_t sine = 2 * u * w, cosine = w * w - u * u, sign = v->s[6];
    int64_t y = v->s[1] == ARCSIN ? v->s[2] : v->s[3];
    int64_t x = v->s[1] == ARCSIN ? v->s[3] : v->s[2], r = v->s[4], p;
    bool is_sine = v->s[5] == ARCSIN;
    char op = (sign > 0) == is_sine ? '+' : '-';

    if (h > INT64_C(40000000000))
        return false;
    solving_step(s,
                 "With $t = \\tan\\alpha = %s$: $\\sin 2\\alpha = "
                 "\\frac{2t}{1+t^2} = %s$ and $\\cos 2\\alpha = "
                 "\\frac{1-t^2}{1+t^2} = %s$.",
                 frac(s, u, w), frac(s, sine, h), frac(s, cosine, h));
    solving_step(s,
                 "$%s\\beta = %s$ and $%s$, so $%s\\beta$ is not negative: "
                 "$%s\\beta = \\sqrt{1 - %s} = %s$.",
                 functions[v->s[1]], frac(s, v->s[2], r),
                 range_of(s->arena, v->s[1], letters[1]),
                 functions[1 - v->s[1]], functions[1 - v->s[1]],
                 frac(s, v->s[2] * v->s[2], r * r), frac(s, v->s[3], r));
    solving_step(s,
                 is_sine ? "$\\sin(2\\alpha %c \\beta) = \\sin 2\\alpha\\cos"
                           "\\beta %c \\cos 2\\alpha\\sin\\beta$."
                         : "$\\cos(2\\alpha %c \\beta) = \\cos 2\\alpha\\cos"
                           "\\beta %c \\sin 2\\alpha\\sin\\beta$.",
                 sign > 0 ? '+' : '-', op);
    p = is_sine ? sine * x + sign * cosine * y : cosine * x - sign * sine * y;
    solving_key(s, "%s", frac(s, p, h * r));
    solving_step(s, "This is $%s \\cdot %s %c %s \\cdot %s = %s$.",
                 factor(s, is_sine ? sine : cosine, h), factor(s, x, r), op,
                 factor(s, is_sine ? cosine : sine, h), factor(s, y, r),
                 s->key);
    return true;
}

static bool solve(struct solving *s, const void *values)
{
    const struct arcs *v = values;

    return well_made(v) && (v->kind == VALUES ? solve_values
                            : v->kind == ARCS ? solve_arcs
                                              : solve_sum)(s, v);
}

/* ---- wording ---- */

static void speak_sum(struct speech *s, const struct arcs *v)
{
    const char *minus = v->s[0] < 0 ? "-" : "";

    speech_set(s, "given",
               "$\\alpha = \\arctan\\left(%s\\frac{%s}{%s}\\right)$ and "
               "$\\beta = %s\\left(%s\\right)$",
               minus, speech_number(s, &v->c[0]), speech_number(s, &v->c[1]),
               names[v->s[1]], latex_ratio(s->arena, v->s[2], v->s[4]));
    speech_set(s, "target", "$%s(2\\alpha %c \\beta)$", functions[v->s[5]],
               v->s[6] < 0 ? '-' : '+');
    speech_set(s, "unit", "%s", "");
}

static void speak(struct speech *s, const void *values)
{
    const struct arcs *v = values;
    struct str out = str_in(s->arena);

    if (v->kind == SUM) {
        speak_sum(s, v);
        return;
    }
    speech_set(s, "unit", "%s", ", as a number of degrees");
    if (v->kind == VALUES) {
        speech_set(s, "given", "$\\alpha = %s%s$ and $\\beta = %s%s$",
                   names[v->s[0]], argument(v->s[0], v->s[1]), names[v->s[2]],
                   argument(v->s[2], v->s[3]));
        speech_set(s, "target", "$%s$", speech_linear(s, v->c, 2, letters));
        return;
    }
    for (size_t i = 0; i < 3; i++)
        str_addf(&out, "%s$%s = %s(%s %s^\\circ)$", words_join(i, 3),
                 letters[i], names[i], functions[i],
                 speech_number(s, &v->c[i]));
    speech_set(s, "given", "%s", str_get(&out));
    speech_set(
        s, "target", "$%s%s + %s%s - %s%s$",
        v->s[0] == 1 ? "" : latex_ratio(s->arena, v->s[0], 1), letters[0],
        v->s[1] == 1 ? "" : latex_ratio(s->arena, v->s[1], 1), letters[1],
        v->s[2] == 1 ? "" : latex_ratio(s->arena, v->s[2], 1), letters[2]);
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "Let <given> (principal values). Find <target><unit>.",
      NULL },
    { STYLE_PLAIN,
      "The angles are principal values: <given>. Find the value of "
      "<target><unit>.",
      NULL },
    { STYLE_PLAIN,
      "Determine <target><unit>, where <given>, and all inverse functions take "
      "their principal values.",
      NULL },
    { STYLE_STORY,
      "The program of a <device> computes <given>, with principal values as "
      "usual. Then it prints <target><unit>. What does it print?",
      NULL },
    { STYLE_STORY,
      "<name> types into a pocket calculator one after the other <given>, and "
      "the calculator returns principal values. What will <name> get for "
      "<target><unit>, if the calculator does not round?",
      NULL },
    { STYLE_STORY,
      "A surveyor near <city> notes the angles <given>, all principal values. "
      "For the report they need <target><unit>. What is it?",
      NULL },
    { 0 },
};

static const struct word_pool pools[] = {
    { "device", "robot arm|radar antenna|telescope|drone|crane" },
    { 0 },
};

/* ---- the second road: the functions themselves ---- */

#define BITS 256

static void arc(arb_t out, int64_t fn, const arb_t x)
{
    (fn == ARCSIN   ? arb_asin
     : fn == ARCCOS ? arb_acos
                    : arb_atan)(out, x, BITS);
}

/* An arc in degrees, from the code of its argument. */
static void arc_value(arb_t out, int64_t fn, int64_t w)
{
    ulong size = (ulong)(w < 0 ? -w : w);

    arb_sqrt_ui(out, fn != ARCTAN ? size : size == 2 ? 1 : size ? 3 : 0, BITS);
    if (fn != ARCTAN)
        arb_mul_2exp_si(out, out, -1);
    else if (size == 1)
        arb_div_ui(out, out, 3, BITS);
    if (w < 0)
        arb_neg(out, out);
    arc(out, fn, out);
}

/* arcsin(sin x), arccos(cos x) or arctan(tan x), x in degrees. */
static void arc_of(arb_t out, int64_t fn, int64_t degrees)
{
    fmpq_t x;

    fmpq_init(x);
    fmpq_set_si(x, (slong)degrees, 180);
    if (fn == ARCTAN) {
        arb_t c;

        arb_init(c);
        arb_sin_cos_pi_fmpq(out, c, x, BITS);
        arb_div(out, out, c, BITS);
        arb_clear(c);
    } else {
        (fn == ARCSIN ? arb_sin_pi_fmpq : arb_cos_pi_fmpq)(out, x, BITS);
    }
    arc(out, fn, out);
    fmpq_clear(x);
}

/* The function asked of 2 alpha +- beta. */
static void evaluate_sum(arb_t out, const struct arcs *v)
{
    arb_t b;

    arb_init(b);
    arb_set_si(out, (slong)(v->s[0] * v->c[0]));
    arb_div_si(out, out, (slong)v->c[1], BITS);
    arb_atan(out, out, BITS);
    arb_mul_2exp_si(out, out, 1);
    arb_set_si(b, (slong)v->s[2]);
    arb_div_si(b, b, (slong)v->s[4], BITS);
    arc(b, v->s[1], b);
    arb_addmul_si(out, b, (slong)v->s[6], BITS);
    (v->s[5] == ARCSIN ? arb_sin : arb_cos)(out, out, BITS);
    arb_clear(b);
}

static void evaluate(arb_t out, const struct arcs *v)
{
    arb_t t;

    if (v->kind == SUM) {
        evaluate_sum(out, v);
        return;
    }
    arb_init(t);
    for (int i = 0; i < (v->kind == VALUES ? 2 : 3); i++) {
        if (v->kind == VALUES)
            arc_value(t, v->s[2 * i], v->s[2 * i + 1]);
        else
            arc_of(t, i, v->c[i]);
        arb_addmul_si(out, t,
                      (slong)(v->kind == VALUES ? v->c[i]
                              : i == 2          ? -v->s[i]
                                                : v->s[i]),
                      BITS);
    }
    arb_const_pi(t, BITS);
    arb_div(out, out, t, BITS);
    arb_mul_si(out, out, 180, BITS);
    arb_clear(t);
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    int64_t p, q;
    fmpq_t x;
    arb_t r;
    bool ok;

    (void)a;
    f->by = "evaluation in balls";
    f->detail = "these numbers make no problem";
    if (!well_made(values))
        return TRUTH_NO;
    f->detail = "the key is not a rational number in lowest terms";
    if (!key_ratio(key, &p, &q))
        return TRUTH_NO;
    fmpq_init(x);
    arb_init(r);
    fmpq_set_si(x, (slong)p, (ulong)q);
    evaluate(r, values);
    ok = arb_is_finite(r) && arb_contains_fmpq(r, x) &&
         mag_cmp_2exp_si(arb_radref(r), -70) < 0;
    f->detail = ok ? "the inverse functions, evaluated in balls of 256 bits, "
                     "give this value, certified to 70 bits"
                   : "the inverse functions, evaluated in balls, give another "
                     "value";
    arb_clear(r);
    fmpq_clear(x);
    return ok ? TRUTH_YES : TRUTH_NO;
}

static bool is_whole(const void *values)
{
    const struct arcs *v = values;

    return v->kind != SUM;
}

static const struct recipe recipe = {
    .size = sizeof(struct arcs),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .form = "Give an integer or a fraction in lowest terms.",
    .is_whole = is_whole,
    .whole = "Give an integer.",
    .pools = pools,
    .check = check,
};

const struct family concept_inverse_trig = {
    .name = "concept/inverse-trig",
    .version = 2,
    .title = "Inverse trigonometric functions",
    .doc = "Principal values of arcsin, arccos and arctan: combinations of "
           "standard values in degrees, arcs of functions of large angles, "
           "and the exact sine or cosine of a sum of arcs.",
    .concepts = { HIGH_INVERSE_TRIG, HIGH_TRIG_IDENTITIES },
    .answer = ANSWER_RATIONAL,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
