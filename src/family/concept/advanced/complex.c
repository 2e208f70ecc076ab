/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Complex arithmetic and De Moivre's theorem: a product and a sum, a product
 * over a number, powers of numbers with standard angles.
 *
 * solve() multiplies out, rationalises by the conjugate, and takes powers by
 * modulus and angle. check() represents a + bi by the matrix (a, -b; b, a) and
 * works with those; powers are taken one factor at a time in the ring of
 * numbers x + y sqrt(3) + (z + w sqrt(3)) i. What comes out is compared with
 * the key's terms, exactly.
 */
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"
#include "math/flint_poly.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>
#include <string.h>

enum kind { KIND_PRODUCT, KIND_QUOTIENT, KIND_POWERS, KINDS };

struct problem_values {
    int64_t kind;
    int64_t a, b, c, d, e, f; /* (a + bi)(c + di) + (e + fi), or over it */
    /* a times u^p v^q */
    int64_t u, p; /* see bases[] */
    int64_t v, q; /* 1 + i or 1 - i; q is even */
};

static const struct field fields[] = {
    NUMBER(struct problem_values, kind, 0, KINDS - 1),
    SLOT(struct problem_values, a, -1000000, 1000000),
    NUMBER(struct problem_values, b, -1000000, 1000000),
    NUMBER(struct problem_values, c, -1000000, 1000000),
    NUMBER(struct problem_values, d, -1000000, 1000000),
    NUMBER(struct problem_values, e, -1000000, 1000000),
    NUMBER(struct problem_values, f, -1000000, 1000000),
    NUMBER(struct problem_values, u, 0, 3),
    NUMBER(struct problem_values, p, 0, 20),
    NUMBER(struct problem_values, v, 0, 1),
    NUMBER(struct problem_values, q, 0, 20),
    { 0 },
};

/* Of modulus 2, and their angles in units of 30 degrees. */
static const struct {
    const char *latex;
    int64_t angle;
} bases[] = {
    { "\\sqrt{3} + i", 1 },
    { "\\sqrt{3} - i", -1 },
    { "1 + \\sqrt{3}i", 2 },
    { "1 - \\sqrt{3}i", -2 },
};

static const char *second_base(const struct problem_values *x)
{
    return x->v ? "1 - i" : "1 + i";
}

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "product", "(a + bi)(c + di) + (e + fi) with parts up to 9" },
    { "quotient", "(a + bi)(c + di) over e + fi with parts up to 9" },
    { "powers", "a number up to 60 times a power, up to the 14th, of one of "
                "four numbers with angle 30 or 60 degrees, times an even "
                "power, up to the 12th, of 1 + i or 1 - i" },
};

static void draw(struct pick *k, void *values)
{
    struct problem_values *x = values;

    x->kind = k->level - 1;
    if (x->kind == KIND_POWERS) {
        x->a = pick_wide(k, 2, 60);
        x->u = pick(k, 0, 3);
        x->p = pick(k, 3, 14);
        x->v = pick(k, 0, 1);
        x->q = pick(k, 1, 6);
        x->q *= 2;
        return;
    }
    x->a = pick_signed(k, 1, 9);
    x->b = pick_signed(k, 1, 9);
    x->c = pick_signed(k, 1, 9);
    x->d = pick_signed(k, 1, 9);
    x->e = pick_signed(k, 1, 9);
    x->f = pick_signed(k, 1, 9);
}

/* ---- the first road ---- */

/* x + y i, of texts of numbers without sign; NULL: that part is 0. */
static const char *join(struct arena *a, const char *x, bool x_less,
                        const char *y, bool y_less)
{
    if (!x && !y)
        return "0";
    if (!y)
        return arena_printf(a, "%s%s", x_less ? "-" : "", x);
    if (str_eq(y, "1"))
        y = "";
    if (!x)
        return arena_printf(a, "%s%si", y_less ? "-" : "", y);
    return arena_printf(a, "%s%s %c %si", x_less ? "-" : "", x,
                        y_less ? '-' : '+', y);
}

/* (x + y i) / n in lowest terms; n > 0. */
static const char *gauss(struct arena *a, int64_t x, int64_t y, int64_t n)
{
    return join(a, x ? latex_ratio(a, x < 0 ? -x : x, n) : NULL, x < 0,
                y ? latex_ratio(a, y < 0 ? -y : y, n) : NULL, y < 0);
}

static void multiply(struct solving *s, const struct problem_values *x,
                     int64_t *re, int64_t *im)
{
    *re = x->a * x->c - x->b * x->d;
    *im = x->a * x->d + x->b * x->c;
    solving_step(s,
                 "With $i^2 = -1$ the product is $(%s)(%s) = (%" PRId64
                 " - %s) + (%" PRId64 "%s)i = %s$.",
                 gauss(s->arena, x->a, x->b, 1), gauss(s->arena, x->c, x->d, 1),
                 x->a * x->c, latex_bracket(s->arena, x->b * x->d), x->a * x->d,
                 latex_plus(s->arena, x->b * x->c),
                 gauss(s->arena, *re, *im, 1));
}

static bool solve_product(struct solving *s, const struct problem_values *x)
{
    int64_t re, im;

    multiply(s, x, &re, &im);
    solving_key(s, "%s", gauss(s->arena, re + x->e, im + x->f, 1));
    solving_step(s, "Adding $%s$ part by part gives $%s$.",
                 gauss(s->arena, x->e, x->f, 1), s->key);
    return true;
}

static bool solve_quotient(struct solving *s, const struct problem_values *x)
{
    int64_t re, im, norm = x->e * x->e + x->f * x->f, u, v;

    if (norm == 0)
        return false;
    multiply(s, x, &re, &im);
    u = re * x->e + im * x->f;
    v = im * x->e - re * x->f;
    solving_step(s,
                 "To divide by $%s$, multiply by its conjugate $%s$ and divide "
                 "by $%s^2 + %s^2 = %" PRId64 "$.",
                 gauss(s->arena, x->e, x->f, 1),
                 gauss(s->arena, x->e, -x->f, 1), latex_bracket(s->arena, x->e),
                 latex_bracket(s->arena, x->f), norm);
    solving_step(s, "$(%s)(%s) = %s$.", gauss(s->arena, re, im, 1),
                 gauss(s->arena, x->e, -x->f, 1), gauss(s->arena, u, v, 1));
    solving_key(s, "%s", gauss(s->arena, u, v, norm));
    solving_step(s, "Dividing by $%" PRId64 "$ gives $%s$.", norm, s->key);
    return true;
}

/* R times the cosine of t times 30 degrees without its sign, as text; NULL
 * when it is 0. R is even. */
static const char *cosine(struct arena *a, int64_t r, int64_t t)
{
    switch (integer_mod(t, 6)) {
    case 0: return arena_printf(a, "%" PRId64, r);
    case 1:
    case 5: return latex_times(a, r, 2, "\\sqrt{3}");
    case 2:
    case 4: return arena_printf(a, "%" PRId64, r / 2);
    default: return NULL;
    }
}

static bool is_negative(int64_t t) /* the cosine */
{
    t = integer_mod(t, 12);
    return t > 3 && t < 9;
}

static bool solve_powers(struct solving *s, const struct problem_values *x)
{
    int64_t half = x->q / 2;
    int64_t size = x->a * (INT64_C(1) << x->p) * (INT64_C(1) << half);
    int64_t t = bases[x->u].angle * x->p + (x->v ? -3 : 3) * half;
    int64_t angle = integer_mod(t, 12);

    if (x->a <= 0 || x->p < 1 || x->q < 2 || x->q % 2)
        return false;
    solving_step(s,
                 "$%s$ has modulus $2$ and angle $%" PRId64
                 "^\\circ$, so its power has modulus $2^{%" PRId64
                 "}$ and angle $%" PRId64 "^\\circ$ (De Moivre).",
                 bases[x->u].latex, 30 * bases[x->u].angle, x->p,
                 30 * bases[x->u].angle * x->p);
    solving_step(s,
                 "$%s$ has modulus $\\sqrt{2}$ and angle $%d^\\circ$, so its "
                 "power has modulus $(\\sqrt{2})^{%" PRId64 "} = %" PRId64
                 "$ and angle $%" PRId64 "^\\circ$.",
                 second_base(x), x->v ? -45 : 45, x->q, INT64_C(1) << half,
                 (x->v ? -90 : 90) * half);
    solving_step(
        s,
        "Moduli are multiplied and angles added: modulus $%" PRId64
        " \\cdot 2^{%" PRId64 "} = %" PRId64 "$, angle $%" PRId64 "^\\circ$%s.",
        x->a, x->p + half, size, 30 * t,
        t == angle ? ""
                   : arena_printf(s->arena,
                                  ", which is the same as $%" PRId64 "^\\circ$",
                                  30 * angle));
    solving_key(s, "%s",
                join(s->arena, cosine(s->arena, size, t), is_negative(t),
                     cosine(s->arena, size, t - 3), is_negative(t - 3)));
    solving_step(s,
                 "The value is $%" PRId64 "(\\cos %" PRId64
                 "^\\circ + i \\sin %" PRId64 "^\\circ) = %s$.",
                 size, 30 * angle, 30 * angle, s->key);
    return true;
}

static bool solve(struct solving *s, const void *values)
{
    const struct problem_values *x = values;

    return (x->kind == KIND_PRODUCT    ? solve_product
            : x->kind == KIND_QUOTIENT ? solve_quotient
                                       : solve_powers)(s, x);
}

/* ---- wording ---- */

static const char *pair_of(struct speech *s, const int64_t *re,
                           const int64_t *im)
{
    struct arena *a = s->arena;
    int64_t size = *im < 0 ? -*im : *im;

    if (*im == 0)
        return speech_number(s, re);
    return arena_printf(a, "%s %c %si", speech_number(s, re),
                        *im < 0 ? '-' : '+',
                        size == 1 ? "" : arena_printf(a, "%" PRId64, size));
}

static void speak(struct speech *s, const void *values)
{
    const struct problem_values *x = values;
    const char *ab, *cd, *ef;

    if (x->kind == KIND_POWERS) {
        speech_set(s, "value", "%s(%s)^{%" PRId64 "}(%s)^{%" PRId64 "}",
                   speech_number(s, &x->a), bases[x->u].latex, x->p,
                   second_base(x), x->q);
        speech_set(s, "u", "%s", bases[x->u].latex);
        speech_set(s, "v", "%s", second_base(x));
        return;
    }
    ab = pair_of(s, &x->a, &x->b);
    cd = pair_of(s, &x->c, &x->d);
    ef = pair_of(s, &x->e, &x->f);
    if (x->kind == KIND_PRODUCT)
        speech_set(s, "value", "(%s)(%s) + (%s)", ab, cd, ef);
    else
        speech_set(s, "value", "\\frac{(%s)(%s)}{%s}", ab, cd, ef);
    speech_set(s, "ab", "%s", ab);
    speech_set(s, "cd", "%s", cd);
    speech_set(s, "ef", "%s", ef);
}

KIND_IS(struct problem_values, is_product, KIND_PRODUCT)
KIND_IS(struct problem_values, is_quotient, KIND_QUOTIENT)
KIND_IS(struct problem_values, is_powers, KIND_POWERS)

/* An impedance has a positive real part. */
static bool is_voltage(const void *values)
{
    return is_product(values) && ((const struct problem_values *)values)->c > 0;
}

static bool is_current(const void *values)
{
    const struct problem_values *x = values;

    return is_quotient(values) && x->c > 0 && x->e > 0;
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "Compute $<value>$.", NULL },
    { STYLE_PLAIN, "Write the complex number $<value>$ in standard form.",
      NULL },
    { STYLE_PLAIN,
      "Let $i$ be the imaginary unit. Which complex number, split into its "
      "real and its imaginary part, is $z = <value>$?",
      NULL },
    { STYLE_STORY,
      "An alternating current of $<ab>$ amperes flows through a <part> of "
      "impedance $<cd>$ ohms, in series with a source of $<ef>$ volts. "
      "Voltages add, and the voltage across the <part> is the product of "
      "current and impedance. What is the total voltage, as a complex number "
      "of volts?",
      is_voltage },
    { STYLE_STORY,
      "<name> moves a point of the complex plane: starting at $<ab>$, it is "
      "multiplied by $<cd>$ and then shifted by $<ef>$. At which complex "
      "number does it end?",
      is_product },
    { STYLE_STORY,
      "A current of $<ab>$ amperes through a <part> of impedance $<cd>$ ohms "
      "makes a voltage equal to their product. The same voltage is then "
      "applied to a device of impedance $<ef>$ ohms. Which current flows "
      "through that device, as a complex number of amperes (voltage divided "
      "by impedance)?",
      is_current },
    { STYLE_STORY,
      "<name> moves a point of the complex plane: starting at $<ab>$, it is "
      "multiplied by $<cd>$ and the result is divided by $<ef>$. At which "
      "complex number does it end?",
      is_quotient },
    { STYLE_STORY,
      "A plotter starts at the number $<a>$ of the complex plane. It "
      "multiplies its position by $<u>$ exactly $<p>$ times, and then by "
      "$<v>$ exactly $<q>$ times. At which complex number does it stop?",
      is_powers },
    { STYLE_STORY,
      "A signal is represented by the complex number $<a>$. It passes $<p>$ "
      "amplifiers, each of which multiplies it by $<u>$, and $<q>$ filters, "
      "each of which multiplies it by $<v>$. Which complex number "
      "represents the signal in the end?",
      is_powers },
    { 0 },
};

static const struct word_pool pools[] = {
    { "part", "circuit|filter|load|network|speaker system" },
    { 0 },
};

/* ---- the second road ---- */

/* One term of the key: digits or a fraction, \sqrt{3} or not, i or not. Added
 * to its place among the four parts. */
static bool add_term(struct arena *a, const char *text, size_t n, bool less,
                     fmpq parts[4])
{
    static const char root[] = "\\sqrt{3}";
    size_t tail = sizeof(root) - 1;
    int place = 0;
    char *term;
    fmpq_t x;
    bool ok;

    if (n && text[n - 1] == 'i') {
        place = 2;
        n--;
    }
    if (n >= tail && memcmp(text + n - tail, root, tail) == 0) {
        place++;
        n -= tail;
    }
    term = n ? arena_strndup(a, text, n) : arena_strdup(a, "1");
    fmpq_init(x);
    /* "i" and a root stand for one of them, an empty term for nothing. */
    ok = (n || place) && *term != '-' && key_rational(term, x);
    if (ok && less)
        fmpq_sub(parts + place, parts + place, x);
    else if (ok)
        fmpq_add(parts + place, parts + place, x);
    fmpq_clear(x);
    return ok;
}

/* Take the key's terms from the parts, which then must be zero. */
static enum truth compare(struct arena *a, const char *key, fmpq parts[4],
                          struct check_finding *f)
{
    bool less = *key == '-';
    const char *p = key + less;

    f->detail = "the key is no complex number in standard form";
    for (;;) {
        const char *plus = strstr(p, " + "), *minus = strstr(p, " - ");
        const char *end = !plus || (minus && minus < plus) ? minus : plus;
        size_t n = end ? (size_t)(end - p) : strlen(p);

        if (!add_term(a, p, n, !less, parts))
            return TRUTH_NO;
        if (!end)
            break;
        less = end[1] == '-';
        p = end + 3;
    }
    f->detail = "the value is another one";
    for (int i = 0; i < 4; i++)
        if (!fmpq_is_zero(parts + i))
            return TRUTH_NO;
    f->detail = "the value found the other way is the key's, exactly";
    return TRUTH_YES;
}

static void set_matrix(fmpq_mat_t m, int64_t x, int64_t y)
{
    fmpq_set_si(fmpq_mat_entry(m, 0, 0), x, 1);
    fmpq_set_si(fmpq_mat_entry(m, 0, 1), -y, 1);
    fmpq_set_si(fmpq_mat_entry(m, 1, 0), y, 1);
    fmpq_set_si(fmpq_mat_entry(m, 1, 1), x, 1);
}

static bool by_matrices(const struct problem_values *x, fmpq parts[4])
{
    fmpq_mat_t m, t;
    bool ok = true;

    fmpq_mat_init(m, 2, 2);
    fmpq_mat_init(t, 2, 2);
    set_matrix(m, x->a, x->b);
    set_matrix(t, x->c, x->d);
    fmpq_mat_mul(m, m, t);
    set_matrix(t, x->e, x->f);
    if (x->kind == KIND_PRODUCT)
        fmpq_mat_add(m, m, t);
    else if ((ok = fmpq_mat_inv(t, t)))
        fmpq_mat_mul(m, m, t);
    fmpq_set(parts, fmpq_mat_entry(m, 0, 0));
    fmpq_set(parts + 2, fmpq_mat_entry(m, 1, 0));
    fmpq_mat_clear(t);
    fmpq_mat_clear(m);
    return ok;
}

/* (x + y r) + (z + w r) i with r^2 = 3. */
struct ring {
    int64_t x, y, z, w;
};

static struct ring ring_mul(struct ring s, struct ring t)
{
    return (struct ring){
        s.x * t.x + 3 * s.y * t.y - s.z * t.z - 3 * s.w * t.w,
        s.x * t.y + s.y * t.x - s.z * t.w - s.w * t.z,
        s.x * t.z + 3 * s.y * t.w + s.z * t.x + 3 * s.w * t.y,
        s.x * t.w + s.y * t.z + s.z * t.y + s.w * t.x,
    };
}

/* Sizes stay below 10^6 * 2^20 * 2^10 * 2 in every part. */
static bool by_factors(const struct problem_values *x, fmpq parts[4])
{
    static const struct ring first[] = {
        { 0, 1, 1, 0 }, { 0, 1, -1, 0 }, { 1, 0, 0, 1 }, { 1, 0, 0, -1 }
    };
    struct ring second = { 1, 0, x->v ? -1 : 1, 0 }, at = { x->a, 0, 0, 0 };

    for (int64_t i = 0; i < x->p; i++)
        at = ring_mul(at, first[x->u]);
    for (int64_t i = 0; i < x->q; i++)
        at = ring_mul(at, second);
    fmpq_set_si(parts, at.x, 1);
    fmpq_set_si(parts + 1, at.y, 1);
    fmpq_set_si(parts + 2, at.z, 1);
    fmpq_set_si(parts + 3, at.w, 1);
    return true;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct problem_values *x = values;
    bool powers = x->kind == KIND_POWERS;
    enum truth holds = TRUTH_NO;
    fmpq parts[4];

    for (int i = 0; i < 4; i++)
        fmpq_init(parts + i);
    f->by = powers ? "factor by factor" : "matrices";
    f->detail = "this divides by zero";
    if ((powers ? by_factors : by_matrices)(x, parts))
        holds = compare(a, key, parts, f);
    for (int i = 0; i < 4; i++)
        fmpq_clear(parts + i);
    return holds;
}

static const struct recipe recipe = {
    .size = sizeof(struct problem_values),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .form = "Give the answer in the form $x + yi$ with real $x$ and $y$.",
    .pools = pools,
    .check = check,
};

const struct family concept_complex = {
    .name = "concept/complex",
    .version = 2,
    .title = "Complex numbers and De Moivre's theorem",
    .doc = "Products, quotients and powers of complex numbers in standard "
           "form. The worked solution multiplies out, uses the conjugate, and "
           "takes high powers by modulus and angle.",
    .concepts = { HIGH_COMPLEX },
    .answer = ANSWER_NUMBER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
