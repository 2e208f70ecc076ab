/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Radicals: simplified, added, divided, unnested. Asked are the integers of
 * the simplified form, so that repeating the question is no answer.
 *
 * solve() takes squares out of roots and multiplies by conjugates. check()
 * evaluates both sides in balls of so many bits that two different numbers of
 * these forms would be told apart, and sees that the key's integers meet the
 * conditions of the form (square-free, lowest terms, in order).
 */
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/arb.h"
#include "math/exact/integer.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum {
    KIND_SIMPLIFY, /* s0 sqrt(s1) = a sqrt(b) */
    KIND_BELOW,    /* s0 / sqrt(s1) = a sqrt(b) / c */
    KIND_SUM,      /* s0 sqrt(c0) + s1 sqrt(c1) + s2 sqrt(c2) = a sqrt(b) */
    KIND_QUOTIENT, /* (s0 + s1 sqrt(c0))/(s2 + s3 sqrt(c0)) = (a + b ..)/c */
    KIND_NESTED,   /* s0 sqrt(c0 +- 2 sqrt(c1)) = a sqrt(b) + c sqrt(d) */
    KIND_POWER     /* the quotient with its numerator squared */
};

struct radical {
    int64_t kind, less; /* less: minus within KIND_NESTED */
    int64_t n_c, n_s;
    int64_t c[3], s[4];
};

#define RADICAND_MOST INT64_C(1000000000000000)

static const struct field fields[] = {
    NUMBER(struct radical, kind, 0, 5),
    NUMBER(struct radical, less, 0, 1),
    LIST(struct radical, c, n_c, 1, RADICAND_MOST),
    SLOT_LIST(struct radical, s, n_s, -200000000, 200000000),
    { 0 },
};

#define COEFFICIENT_MOST 100000 /* of all slots but those under a root */

/* The right number of values, small enough for what solve() does. */
static bool is_shaped(const struct radical *v)
{
    static const int64_t inner[] = { 0, 0, 3, 1, 2, 1 };
    static const int64_t slots[] = { 2, 2, 3, 4, 1, 4 };
    bool plain = v->kind <= KIND_BELOW;

    if (v->n_c != inner[v->kind] || v->n_s != slots[v->kind])
        return false;
    for (int64_t i = 0; i < v->n_s; i++)
        if (!(plain && i == 1) &&
            (v->s[i] > COEFFICIENT_MOST || v->s[i] < -COEFFICIENT_MOST))
            return false;
    for (int64_t i = 0; i < v->n_c; i++)
        if (v->c[i] > (v->kind == KIND_NESTED ? RADICAND_MOST
                       : v->kind == KIND_SUM  ? 200000000
                                              : 1000))
            return false;
    return v->kind != KIND_NESTED || v->c[0] <= 100000000;
}

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "simplify", "u sqrt(n) or u / sqrt(n), where n up to 4,800 has a square "
                  "divisor from 4 to 81" },
    { "combine", "three multiples of roots that have one square-free part in "
                 "common; or a quotient of two numbers u + v sqrt(d), with "
                 "the conjugate" },
    { "nested", "u sqrt(p +- 2 sqrt(q)) as a sum of two roots, where p and q "
                "come from roots that are themselves to be simplified; or "
                "the square of u + v sqrt(d) over such a number" },
};

#define FREE 30

/* Square-free numbers; the first one serves KIND_NESTED alone. */
static const int64_t square_free[FREE] = { 1,  2,  3,  5,  6,  7,  10, 11,
                                           13, 14, 15, 17, 19, 21, 22, 23,
                                           26, 29, 30, 31, 33, 34, 35, 37,
                                           38, 39, 41, 42, 43, 46 };

static void draw_simplify(struct pick *k, struct radical *v)
{
    int64_t root, d;

    v->kind = pick(k, KIND_SIMPLIFY, KIND_BELOW);
    v->n_s = 2;
    v->s[0] = pick_wide(k, 2, 60);
    root = pick_wide(k, 2, 9);
    d = square_free[pick(k, 1, FREE - 1)];
    v->s[1] = root * root * d;
}

#define TRIPLES 56

/* The triple of that rank, 2 <= x < y < z <= 9. */
static void triple(int64_t rank, int64_t *out)
{
    for (int64_t x = 2; x <= 9; x++)
        for (int64_t y = x + 1; y <= 9; y++)
            for (int64_t z = y + 1; z <= 9; z++)
                if (rank-- == 0) {
                    out[0] = x;
                    out[1] = y;
                    out[2] = z;
                }
}

static void draw_combine(struct pick *k, struct radical *v)
{
    int64_t d = square_free[pick(k, 1, FREE - 1)];
    int64_t rank = pick(k, 0, TRIPLES - 1), x[3] = { 0 }, s[3];

    v->kind = pick(k, KIND_SUM, KIND_QUOTIENT);
    for (int i = 0; i < 3; i++)
        s[i] = pick_signed(k, 1, 20);
    if (v->kind == KIND_QUOTIENT) {
        v->n_c = 1;
        v->c[0] = d;
        v->n_s = 4;
        v->s[0] = s[0];
        v->s[1] = s[1];
        v->s[2] = rank + 1;
        v->s[3] = s[2];
        return;
    }
    triple(rank, x);
    v->n_c = v->n_s = 3;
    for (int i = 0; i < 3; i++) {
        v->c[i] = x[i] * x[i] * d;
        v->s[i] = s[i];
    }
    if (x[0] * s[0] + x[1] * s[1] + x[2] * s[2] == 0)
        v->s[2] = pick_stretched(k, 20) +
                  1; /* not drawn otherwise, and the sum is not 0 */
}

static void draw_nested(struct pick *k, struct radical *v)
{
    int64_t free[2], x, y, k0, k1, u;

    v->kind = pick(k, 0, 1) ? KIND_POWER : KIND_NESTED;
    v->less = pick(k, 0, 1);
    pick_subset(k, 0, FREE - 1, 2, free);
    k0 = pick_wide(k, 1, 6);
    k1 = pick_wide(k, 1, 6);
    u = pick_wide(k, 2, 30);
    if (v->kind == KIND_POWER) {
        v->n_c = 1;
        v->c[0] = square_free[free[1]];
        v->n_s = 4;
        v->s[0] = free[0] + 1;
        v->s[1] = v->less ? -k0 : k0;
        v->s[2] = k1;
        v->s[3] = u;
        v->less = 0;
        return;
    }
    x = k0 * k0 * square_free[free[0]];
    y = k1 * k1 * square_free[free[1]];
    v->n_c = 2;
    v->c[0] = x + y;
    v->c[1] = x * y;
    v->n_s = 1;
    v->s[0] = u;
}

static void draw(struct pick *k, void *values)
{
    (k->level == 1   ? draw_simplify
     : k->level == 2 ? draw_combine
                     : draw_nested)(k, values);
}

/* ---- the first road: squares out of roots, conjugates ---- */

/* n = root^2 free with free square-free; n below 2 10^8. */
static void take_out(int64_t n, int64_t *root, int64_t *free)
{
    *root = 1;
    *free = n;
    for (int64_t p = 2; p * p <= *free; p++)
        while (*free % (p * p) == 0) {
            *free /= p * p;
            *root *= p;
        }
}

static const char *root_latex(struct arena *a, int64_t c, int64_t n)
{
    return n == 1 ? arena_printf(a, "%" PRId64, c)
                  : latex_times(a, c, 1,
                                arena_printf(a, "\\sqrt{%" PRId64 "}", n));
}

/* Say what is taken out of sqrt(n). */
static void say_root(struct solving *s, int64_t n, int64_t root, int64_t free)
{
    if (root > 1)
        solving_step(s,
                     "$\\sqrt{%" PRId64 "} = \\sqrt{%" PRId64
                     "^2 \\cdot %" PRId64 "} = %s$.",
                     n, root, free, root_latex(s->arena, root, free));
    else
        solving_step(s, "$%" PRId64 "$ is square-free.", n);
}

static bool solve_simplify(struct solving *s, const struct radical *v)
{
    int64_t root, free, u = v->s[0];
    struct arena *a = s->arena;

    if (v->s[1] < 2 || u < 1)
        return false;
    take_out(v->s[1], &root, &free);
    if (free == 1)
        return false;
    say_root(s, v->s[1], root, free);
    solving_key(s, "(%" PRId64 ", %" PRId64 ")", u * root, free);
    solving_step(s, "Multiply by $%" PRId64 "$: $%" PRId64 " \\cdot %s = %s$.",
                 u, u, root_latex(a, root, free),
                 root_latex(a, u * root, free));
    solving_step(s,
                 "As $%" PRId64 "$ has no square divisor but $1$, $(a, b) = "
                 "%s$.",
                 free, s->key);
    return true;
}

static bool solve_below(struct solving *s, const struct radical *v)
{
    int64_t root, free, u = v->s[0], g, below;
    struct arena *a = s->arena;

    if (v->s[1] < 2 || u < 1)
        return false;
    take_out(v->s[1], &root, &free);
    if (free == 1)
        return false;
    say_root(s, v->s[1], root, free);
    below = root * free;
    g = integer_gcd(u, below);
    solving_step(s,
                 "Multiply numerator and denominator by $\\sqrt{%" PRId64
                 "}$: $\\frac{%" PRId64 "}{%s} = \\frac{%s}{%" PRId64 "}$.",
                 free, u, root_latex(a, root, free), root_latex(a, u, free),
                 below);
    solving_key(s, "(%" PRId64 ", %" PRId64 ", %" PRId64 ")", u / g, free,
                below / g);
    if (g > 1)
        solving_step(s, "Cancel $%" PRId64 "$: $(a, b, c) = %s$.", g, s->key);
    else
        solving_step(s, "This is in lowest terms: $(a, b, c) = %s$.", s->key);
    return true;
}

static bool solve_sum(struct solving *s, const struct radical *v)
{
    int64_t sum = 0, root, free, first = 0;
    struct str terms = str_in(s->arena);

    for (int i = 0; i < 3; i++) {
        take_out(v->c[i], &root, &free);
        say_root(s, v->c[i], root, free);
        if (i > 0 && free != first)
            return false;
        first = free;
        sum += v->s[i] * root;
        str_addf(&terms, "%s \\cdot %" PRId64,
                 i ? latex_plus(s->arena, v->s[i])
                   : arena_printf(s->arena, "%" PRId64, v->s[i]),
                 root);
    }
    if (first == 1 || sum == 0)
        return false;
    solving_key(s, "(%" PRId64 ", %" PRId64 ")", sum, first);
    solving_step(s,
                 "All are multiples of $\\sqrt{%" PRId64
                 "}$, and $%s = %" PRId64 "$, so they add up to $%s$.",
                 first, str_get(&terms), sum, root_latex(s->arena, sum, first));
    solving_step(s, "So $(a, b) = %s$.", s->key);
    return true;
}

/* x + y sqrt(d) */
static const char *pair(struct arena *a, int64_t x, int64_t y, int64_t d)
{
    const char *root = root_latex(a, y, d);

    if (y == 0)
        return arena_printf(a, "%" PRId64, x);
    if (x == 0)
        return root;
    return *root == '-' ? arena_printf(a, "%" PRId64 " - %s", x, root + 1)
                        : arena_printf(a, "%" PRId64 " + %s", x, root);
}

/* With coefficients up to 10^5 and d up to 1000 the square stays below
 * 1.1 10^13, its product with the conjugate below 2.1 10^18. */
static bool solve_quotient(struct solving *s, const struct radical *v)
{
    int64_t d = v->c[0], x = v->s[0], y = v->s[1], r = v->s[2], t = v->s[3];
    int64_t below = r * r - t * t * d, top, side, g, root, free;
    struct arena *a = s->arena;

    take_out(d, &root, &free);
    if (root > 1 || free == 1 || t == 0)
        return false;
    if (v->kind == KIND_POWER) {
        int64_t square = x * x + y * y * d;

        solving_step(s, "Square the numerator: $(%s)^2 = %s$.",
                     pair(a, x, y, d), pair(a, square, 2 * x * y, d));
        y = 2 * x * y;
        x = square;
    }
    solving_step(s,
                 "Multiply numerator and denominator by the conjugate "
                 "$%s$.",
                 pair(a, r, -t, d));
    solving_step(s,
                 "The denominator becomes $%s^2 - %s^2 \\cdot %" PRId64
                 " = %" PRId64 "$.",
                 latex_bracket(a, r), latex_bracket(a, t), d, below);
    top = x * r - y * t * d;
    side = y * r - x * t;
    solving_step(s, "The numerator becomes $(%s)(%s) = %s$.", pair(a, x, y, d),
                 pair(a, r, -t, d), pair(a, top, side, d));
    g = integer_gcd(integer_gcd(top, side), below);
    if (below < 0)
        g = -g;
    solving_key(s, "(%" PRId64 ", %" PRId64 ", %" PRId64 ")", top / g, side / g,
                below / g);
    if (g == 1)
        solving_step(s, "Nothing can be cancelled: $(a, b, c) = %s$.", s->key);
    else
        solving_step(s, "Divide both by $%" PRId64 "$: $(a, b, c) = %s$.", g,
                     s->key);
    return true;
}

static bool solve_nested(struct solving *s, const struct radical *v)
{
    int64_t p = v->c[0], q = v->c[1], u = v->s[0], x, y, a, b, c, d;
    ulong rest, root;

    if (u < 1 || p * p <= 4 * q)
        return false;
    root = n_sqrtrem(&rest, (ulong)(p * p - 4 * q));
    x = (p + (int64_t)root) / 2;
    y = p - x;
    if (rest || x * y != q)
        return false;
    take_out(x, &a, &b);
    take_out(y, &c, &d);
    if (b == d)
        return false;
    solving_step(s,
                 "Look for $x > y$ with $x + y = %" PRId64
                 "$ and $xy = %" PRId64 "$: $x = %" PRId64 "$ and $y = %" PRId64
                 "$.",
                 p, q, x, y);
    solving_step(s,
                 "Then $(\\sqrt{x} %c \\sqrt{y})^2 = x + y %c "
                 "2\\sqrt{xy}$, so the nested root is $\\sqrt{%" PRId64
                 "} %c \\sqrt{%" PRId64 "}$.",
                 v->less ? '-' : '+', v->less ? '-' : '+', x,
                 v->less ? '-' : '+', y);
    say_root(s, x, a, b);
    say_root(s, y, c, d);
    a *= u;
    c *= v->less ? -u : u;
    if (b < d)
        solving_key(s, "(%" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64 ")",
                    a, b, c, d);
    else
        solving_key(s, "(%" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64 ")",
                    c, d, a, b);
    solving_step(s,
                 "Multiply by $%" PRId64 "$ and put the smaller radicand "
                 "first: $(a, b, c, d) = %s$.",
                 u, s->key);
    return true;
}

static bool solve(struct solving *s, const void *values)
{
    static bool (*const roads[])(struct solving *, const struct radical *) = {
        solve_simplify, solve_below,  solve_sum,
        solve_quotient, solve_nested, solve_quotient
    };
    const struct radical *v = values;

    return is_shaped(v) && roads[v->kind](s, v);
}

/* ---- wording ---- */

/* A coefficient before a root, behind what stands there. */
static void add_root(struct speech *s, struct str *out, const int64_t *c,
                     int64_t n)
{
    const char *root = arena_printf(s->arena, "\\sqrt{%" PRId64 "}", n);
    const char *text = speech_linear(s, c, 1, &root);
    bool minus = *text == '-';

    if (str_eq(text, "0"))
        return;
    str_add(out, out->n ? (minus ? " - " : " + ") : minus ? "-" : "");
    str_add(out, text + minus);
}

/* s[0] + s[1] sqrt(d) */
static const char *said_pair(struct speech *s, const int64_t *x, int64_t d)
{
    struct str out = str_in(s->arena);

    str_add(&out, speech_number(s, x));
    add_root(s, &out, x + 1, d);
    return str_get(&out);
}

static const char *left(struct speech *s, const struct radical *v)
{
    struct arena *a = s->arena;
    struct str sum = str_in(a);
    const char *u = speech_number(s, &v->s[0]);

    switch (v->kind) {
    case KIND_SIMPLIFY:
        return arena_printf(a, "%s\\sqrt{%s}", u, speech_number(s, &v->s[1]));
    case KIND_BELOW:
        return arena_printf(a, "\\frac{%s}{\\sqrt{%s}}", u,
                            speech_number(s, &v->s[1]));
    case KIND_SUM:
        for (int i = 0; i < 3; i++)
            add_root(s, &sum, &v->s[i], v->c[i]);
        return str_get(&sum);
    case KIND_NESTED:
        return arena_printf(a, "%s\\sqrt{%" PRId64 " %c 2\\sqrt{%" PRId64 "}}",
                            u, v->c[0], v->less ? '-' : '+', v->c[1]);
    default:
        return arena_printf(
            a, v->kind == KIND_POWER ? "\\frac{(%s)^2}{%s}" : "\\frac{%s}{%s}",
            said_pair(s, &v->s[0], v->c[0]), said_pair(s, &v->s[2], v->c[0]));
    }
}

static void speak(struct speech *s, const void *values)
{
    static const char *const asked[] = { "(a, b)",       "(a, b, c)",
                                         "(a, b)",       "(a, b, c)",
                                         "(a, b, c, d)", "(a, b, c)" };
    const struct radical *v = values;
    const char *l = left(s, v);

    const char *form;

    switch (v->kind) {
    case KIND_SIMPLIFY:
    case KIND_SUM:
        form = "a\\sqrt{b}$ with an integer $a$ and a square-free positive "
               "integer $b$";
        break;
    case KIND_BELOW:
        form = "\\frac{a\\sqrt{b}}{c}$ with positive integers $a$, $b$, $c$, "
               "where $b$ is square-free and $\\frac{a}{c}$ is in lowest terms";
        break;
    case KIND_NESTED:
        form = "a\\sqrt{b} + c\\sqrt{d}$ with integers $a$, $c$ and "
               "square-free positive integers $b < d$, where $1$ counts as "
               "square-free";
        break;
    default:
        form = arena_printf(s->arena,
                            "\\frac{a + b\\sqrt{%" PRId64
                            "}}{c}$ with integers $a$, $b$ and $c > 0$ that "
                            "have no common divisor but $1$",
                            v->c[0]);
    }
    speech_set(s, "left", "%s", l);
    speech_set(s, "ask", "$%s$", asked[v->kind]);
    speech_set(s, "form", "$%s", form);
    speech_set(s, "claim", "$%s = %s", l, form);
}

/* A row of squares that one can lay: each up to a metre wide. */
static bool is_row(const void *values)
{
    const struct radical *v = values;

    return v->kind == KIND_SIMPLIFY && v->s[1] <= 10000;
}

KIND_IS(struct radical, is_below, KIND_BELOW)

static const struct wording wordings[] = {
    { STYLE_TERSE, "Find <ask>: <claim>.", NULL },
    { STYLE_PLAIN, "Find the integers <ask> such that <claim>.", NULL },
    { STYLE_PLAIN, "In simplest form, <claim>. Determine <ask>.", NULL },
    { STYLE_PLAIN,
      "Simplify $<left>$. It can be written as <form>. What is "
      "<ask>?",
      NULL },
    { STYLE_STORY,
      "A calculator shows exact results in simplest form. <name> types in an "
      "expression and learns that <claim>. Which integers <ask> appear on "
      "the display?",
      NULL },
    { STYLE_STORY,
      "<name> and <name2> solve the same exercise. <name> leaves the result as "
      "it is, <name2> simplifies it and finds that <claim>. Which <ask> did "
      "<name2> find?",
      NULL },
    { STYLE_STORY,
      "<name> lays $<s[0]>$ equal square <tiles> in a straight row, side by "
      "side. Each of them has an area of $<s[1]>$ square centimetres. The "
      "row is exactly $a\\sqrt{b}$ centimetres long, with an integer $a$ and a "
      "square-free positive integer $b$. What is <ask>?",
      is_row },
    { STYLE_STORY,
      "A rectangle with an area of $<s[0]>$ square <length> has one side of "
      "$\\sqrt{<s[1]>}$ <length>. The other side is exactly "
      "$\\frac{a\\sqrt{b}}{c}$ <length> long, with positive integers $a$, $b$, "
      "$c$, where $b$ is square-free and $\\frac{a}{c}$ is in lowest terms. "
      "What is <ask>?",
      is_below },
    { STYLE_STORY,
      "A treasure map hides a code in a formula: <claim>. The code of the "
      "chest is <ask>. What does <name> have to enter?",
      NULL },
    { 0 },
};

static const struct word_pool pools[] = {
    { "tiles", "tiles|plates|panels|paving stones|sheets of paper" },
    { 0 },
};

/* ---- the second road: balls ---- */

/*
 * The difference of the two sides is an algebraic number. Outside quotients it
 * has at most 16 conjugates (other signs of the roots), all below 2^50 with
 * keys below 10^10, and times one number below 2^50 it is an algebraic integer;
 * in a quotient it is of degree 2 with numbers below 2^64. If it is not 0, it
 * is larger than 2^-900.
 */
#define BITS         1200
#define APART        (-1000)
#define KEY_MOST     INT64_C(10000000000)
#define RADICAND_KEY INT64_C(200000000)

static void root_times(arb_t out, int64_t c, int64_t n)
{
    arb_sqrt_ui(out, (ulong)n, BITS);
    arb_mul_si(out, out, c, BITS);
}

/* x + y sqrt(d) */
static void pair_ball(arb_t out, int64_t x, int64_t y, int64_t d)
{
    root_times(out, y, d);
    arb_add_si(out, out, x, BITS);
}

static void left_ball(arb_t out, const struct radical *v)
{
    arb_t t;

    arb_init(t);
    switch (v->kind) {
    case KIND_SIMPLIFY: root_times(out, v->s[0], v->s[1]); break;
    case KIND_BELOW:
        root_times(t, 1, v->s[1]);
        arb_set_si(out, v->s[0]);
        arb_div(out, out, t, BITS);
        break;
    case KIND_SUM:
        for (int i = 0; i < 3; i++) {
            root_times(t, v->s[i], v->c[i]);
            arb_add(out, out, t, BITS);
        }
        break;
    case KIND_NESTED:
        root_times(out, v->less ? -2 : 2, v->c[1]);
        arb_add_si(out, out, v->c[0], BITS);
        arb_sqrt(out, out, BITS);
        arb_mul_si(out, out, v->s[0], BITS);
        break;
    default:
        pair_ball(out, v->s[0], v->s[1], v->c[0]);
        if (v->kind == KIND_POWER)
            arb_mul(out, out, out, BITS);
        pair_ball(t, v->s[2], v->s[3], v->c[0]);
        arb_div(out, out, t, BITS);
    }
    arb_clear(t);
}

/* Take the form with the key's integers away from x. */
static void subtract_key(arb_t x, const struct radical *v, const int64_t *k)
{
    arb_t t;

    arb_init(t);
    if (v->kind == KIND_QUOTIENT || v->kind == KIND_POWER)
        pair_ball(t, k[0], k[1], v->c[0]);
    else
        root_times(t, k[0], k[1]);
    if (v->kind != KIND_SIMPLIFY && v->kind != KIND_SUM &&
        v->kind != KIND_NESTED)
        arb_div_si(t, t, k[2], BITS);
    arb_sub(x, x, t, BITS);
    if (v->kind == KIND_NESTED) {
        root_times(t, k[2], k[3]);
        arb_sub(x, x, t, BITS);
    }
    arb_clear(t);
}

/* No square divides n but 1: by the remainders of all squares up to n. */
static bool is_square_free(int64_t n)
{
    for (int64_t i = 2; i * i <= n; i++)
        if (n % (i * i) == 0)
            return false;
    return n > 0;
}

/* The conditions on the key's integers, by kind. */
static bool in_form(const struct radical *v, const int64_t *k)
{
    switch (v->kind) {
    case KIND_SIMPLIFY:
    case KIND_SUM: return k[0] != 0 && k[1] > 1 && is_square_free(k[1]);
    case KIND_BELOW:
        return k[0] > 0 && k[1] > 1 && k[2] > 0 && is_square_free(k[1]) &&
               integer_gcd(k[0], k[2]) == 1;
    case KIND_NESTED:
        return k[0] != 0 && k[2] != 0 && k[1] < k[3] && is_square_free(k[1]) &&
               is_square_free(k[3]);
    default:
        return k[2] > 0 && integer_gcd(integer_gcd(k[0], k[1]), k[2]) == 1 &&
               v->c[0] > 1 && is_square_free(v->c[0]);
    }
}

static enum truth judge(const struct radical *v, const int64_t *k,
                        struct check_finding *f)
{
    bool equal;
    arb_t x;

    f->detail = "the key's integers are not in the form that is asked for";
    if (!in_form(v, k))
        return TRUTH_NO;
    arb_init(x);
    left_ball(x, v);
    subtract_key(x, v, k);
    equal = arb_is_finite(x) && arb_contains_zero(x) &&
            mag_cmp_2exp_si(arb_radref(x), APART) < 0;
    arb_clear(x);
    f->detail = equal ? "both sides agree to 1000 binary places, where "
                        "different numbers of these forms do not, and the "
                        "form is right"
                      : "the two sides differ";
    return equal ? TRUTH_YES : TRUTH_NO;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    static const size_t sizes[] = { 2, 3, 2, 3, 4, 3 };
    const struct radical *v = values;
    int64_t k[4];
    size_t n;

    (void)a;
    f->by = "ball arithmetic";
    f->detail = "the numbers make no such radical";
    if (!is_shaped(v) || (v->kind <= KIND_BELOW && v->s[1] < 2))
        return TRUTH_NO;
    f->detail = "the key is not a tuple of that many integers";
    if (!key_ints(key, "(", ")", k, 4, &n) || n != sizes[v->kind])
        return TRUTH_NO;
    f->detail = "the key's integers are too large";
    if (v->kind == KIND_QUOTIENT || v->kind == KIND_POWER)
        return judge(v, k, f);
    for (size_t i = 0; i < n; i++)
        if (k[i] > (i % 2 ? RADICAND_KEY : KEY_MOST) ||
            k[i] < (i % 2 ? 1 : -KEY_MOST))
            return TRUTH_NO;
    return judge(v, k, f);
}

static const struct recipe recipe = {
    .size = sizeof(struct radical),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .pools = pools,
    .check = check,
};

const struct family concept_radicals = {
    .name = "concept/radicals",
    .version = 2,
    .title = "Radical expressions",
    .doc = "The integers of the simplest form of a radical expression, as a "
           "tuple: squares taken out of roots, sums of roots, rational "
           "denominators and nested roots.",
    .concepts = { HIGH_RADICALS },
    .answer = ANSWER_TUPLE,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
