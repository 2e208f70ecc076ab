/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Linear equations in one unknown: one step, brackets on both sides,
 * fractions, and questions about a coefficient t of such an equation.
 *
 * solve() clears the denominators, expands and collects. check() expands
 * nothing: it puts the key into both sides, in exact fractions, and asks at a
 * second place whether there is only one solution.
 */
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

#define TERMS_MOST 3

enum { ASK_X, ASK_NO_SOLUTION, ASK_T };

/* The sum of all m (a x + b) / d: the first `left` of them stand on the left,
 * the others on the right, where also e stands, and t x when t is asked. */
struct equation {
    int64_t kind, left, n;
    int64_t m[TERMS_MOST], a[TERMS_MOST], b[TERMS_MOST], d[TERMS_MOST];
    int64_t e, s; /* s: the known solution of ASK_T, else 0 */
};

static const struct field fields[] = {
    NUMBER(struct equation, kind, 0, 2),
    NUMBER(struct equation, left, 1, 2),
    LIST(struct equation, m, n, -100, 100),
    SLOT_LIST(struct equation, a, n, -100000, 100000),
    SLOT_LIST(struct equation, b, n, -1000000, 1000000),
    LIST(struct equation, d, n, 0, 60),
    SLOT(struct equation, e, -10000000, 10000000),
    NUMBER(struct equation, s, -1000, 1000),
    { 0 },
};

static bool is_shaped(const struct equation *v)
{
    for (int64_t i = 0; i < v->n; i++)
        if (v->d[i] == 0)
            return false;
    return v->n >= v->left;
}

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "steps", "ax = c, x + b = c or ax + b = c: one or two steps, a up to "
               "15, b up to 60, an integer solution up to 300 in size" },
    { "brackets", "p(ax + b) + cx + d = q(ex + f) + g: expand, collect, "
                  "divide; the solution is a fraction with a denominator up "
                  "to 12" },
    { "fractions", "three fractions with denominators from 2 to 12; or two of "
                   "them and an unknown coefficient t, asked for so that "
                   "there is no solution or that the solution is a given "
                   "number" },
};

/* a and b not (1, 0): that would be no equation to solve. */
static void draw_steps(struct pick *k, struct equation *v)
{
    int64_t x;

    *v = (struct equation){ .left = 1, .n = 1, .m = { 1 }, .d = { 1 } };
    v->a[0] = pick(k, 1, 15);
    v->b[0] = pick_wide(k, -60, 60);
    x = pick_signed(k, 1, 300);
    if (v->a[0] == 1 && v->b[0] == 0)
        v->b[0] = pick_stretched(k, 60) + 1; /* not drawn otherwise */
    v->e = v->a[0] * x + v->b[0];
}

static void draw_brackets(struct pick *k, struct equation *v)
{
    *v = (struct equation){ .left = 2, .n = 3, .d = { 1, 1, 1 } };
    v->m[0] = pick(k, 2, 9);
    v->a[0] = pick(k, 1, 9);
    v->b[0] = pick_signed(k, 1, 50);
    v->m[1] = 1;
    v->a[1] = pick_but(k, -20, 20, 0);
    v->b[1] = pick_signed(k, 1, 30);
    v->m[2] = pick(k, 2, 9);
    v->a[2] = pick(k, 1, 9);
    v->b[2] = pick_signed(k, 1, 50);
    v->e = pick_signed(k, 1, 90);
}

static void draw_fractions(struct pick *k, struct equation *v)
{
    *v = (struct equation){ .left = 2 };
    v->kind = pick(k, 0, 2);
    v->n = v->kind == ASK_X ? 3 : 2;
    for (int64_t i = 0; i < v->n; i++) {
        v->m[i] = i == 1 && pick(k, 0, 1) ? -1 : 1;
        do
            v->d[i] = pick(k, 2, 12);
        while (i > 0 && v->d[i] == v->d[i - 1]);
        do {
            v->a[i] = pick(k, 1, 12);
            v->b[i] = pick_signed(k, 1, 150);
        } while (integer_gcd(integer_gcd(v->a[i], v->b[i]), v->d[i]) != 1);
    }
    v->e = pick_signed(k, 1, 60);
    if (v->kind == ASK_T) {
        int64_t s = pick(k, 2, 9);

        v->s = pick(k, 0, 1) ? s : -s;
    }
}

static void draw(struct pick *k, void *values)
{
    (k->level == 1   ? draw_steps
     : k->level == 2 ? draw_brackets
                     : draw_fractions)(k, values);
}

/* ---- the equation as it is written ---- */

/* The sum of two terms, "0" for one that is not there. */
static const char *join(struct arena *a, const char *ax, const char *b)
{
    return str_eq(b, "0")    ? ax
           : str_eq(ax, "0") ? b
           : *b == '-'       ? arena_printf(a, "%s - %s", ax, b + 1)
                             : arena_printf(a, "%s + %s", ax, b);
}

/* m (a x + b) / d behind what stands there already. */
static void add_term(struct speech *s, struct str *out,
                     const struct equation *v, int64_t i)
{
    static const char *const letters[2] = { "x", "" };
    const char *ax = speech_linear(s, &v->a[i], 1, letters);
    const char *b = speech_linear(s, &v->b[i], 1, letters + 1);
    const char *sum = join(s->arena, ax, b);
    int64_t size = v->m[i] < 0 ? -v->m[i] : v->m[i];

    if (v->d[i] == 1 && v->m[i] == 1) {
        if (out->n)
            str_add(out, *sum == '-' ? " - " : " + ");
        str_add(out, sum + (out->n && *sum == '-'));
        return;
    }
    if (out->n)
        str_add(out, v->m[i] < 0 ? " - " : " + ");
    else if (v->m[i] < 0)
        str_addc(out, '-');
    if (size != 1)
        sum = arena_printf(s->arena, "%" PRId64 "(%s)", size, sum);
    else if (v->d[i] == 1)
        sum = arena_printf(s->arena, "(%s)", sum);
    if (v->d[i] == 1)
        str_add(out, sum);
    else
        str_addf(out, "\\frac{%s}{%" PRId64 "}", sum, v->d[i]);
}

/* Both sides as they stand. */
static void say_sides(struct speech *s, const struct equation *v,
                      struct str *left, struct str *right)
{
    const char *e;

    for (int64_t i = 0; i < v->n; i++)
        add_term(s, i < v->left ? left : right, v, i);
    if (v->kind != ASK_X)
        str_add(right, "tx");
    e = speech_plus(s, &v->e);
    if (!right->n)
        str_add(right, speech_number(s, &v->e));
    else if (!str_eq(e, " + 0"))
        str_add(right, e);
}

/* ---- the first road: clear, expand, collect ---- */

/* Both sides times l: p x + q = u x + w (and l t x on the right). At most
 * 60^3 * 100 * 10^6 * 3 in size, with s 10^17 more: no overflow. */
struct sides {
    int64_t l, p, q, u, w;
};

static struct sides expand(const struct equation *v)
{
    struct sides z = { .l = 1 };

    for (int64_t i = 0; i < v->n; i++)
        z.l = z.l / integer_gcd(z.l, v->d[i]) * v->d[i];
    for (int64_t i = 0; i < v->n; i++) {
        int64_t f = z.l / v->d[i] * v->m[i];

        *(i < v->left ? &z.p : &z.u) += f * v->a[i];
        *(i < v->left ? &z.q : &z.w) += f * v->b[i];
    }
    z.w += z.l * v->e;
    return z;
}

static const char *linear(struct arena *a, int64_t slope, int64_t constant)
{
    return latex_poly(a, (int64_t[]){ constant, slope }, 2, "x");
}

/* The right side with t: "3tx + 5". */
static const char *with_t(struct arena *a, const struct sides *z)
{
    const char *t = z->l == 1 ? "tx" : arena_printf(a, "%" PRId64 "tx", z->l);

    return arena_printf(a, "%s%s", t, z->w ? latex_plus(a, z->w) : "");
}

/* Append "a x + b" to a sum, with its sign. */
static void append(struct str *out, const char *sum)
{
    bool minus = *sum == '-';

    str_add(out, !out->n ? (minus ? "-" : "") : minus ? " - " : " + ");
    str_add(out, sum + minus);
}

/* Both sides times l without fractions: with brackets, or these multiplied
 * out. */
static const char *cleared(struct arena *a, const struct equation *v, int64_t l,
                           bool multiplied)
{
    struct str side[2] = { str_in(a), str_in(a) };

    for (int64_t i = 0; i < v->n; i++) {
        int64_t f = l / v->d[i] * v->m[i];
        const char *sum = linear(a, v->a[i], v->b[i]);

        append(&side[i >= v->left],
               multiplied || f == 1
                   ? linear(a, f * v->a[i], f * v->b[i])
                   : arena_printf(
                         a, "%s(%s)",
                         f == -1 ? "-" : arena_printf(a, "%" PRId64, f), sum));
    }
    if (v->kind != ASK_X)
        append(&side[1], latex_times(a, l, 1, "tx"));
    if (v->e || !side[1].n)
        append(&side[1], arena_printf(a, "%" PRId64, l * v->e));
    return arena_printf(a, "%s = %s", str_get(&side[0]), str_get(&side[1]));
}

static bool solve_x(struct solving *s, const struct sides *z, bool plain)
{
    int64_t slope = z->p - z->u, constant = z->w - z->q;
    struct arena *a = s->arena;

    if (slope == 0)
        return false;
    if (!plain)
        solving_step(s, "Combine like terms on each side: $%s = %s$.",
                     linear(a, z->p, z->q), linear(a, z->u, z->w));
    if (z->q || z->u)
        solving_step(s,
                     "Bring the terms with $x$ to the left and the numbers to "
                     "the right: $%s = %" PRId64 "$.",
                     linear(a, slope, 0), constant);
    solving_key(s, "%s", latex_ratio(a, constant, slope));
    if (slope != 1)
        solving_step(s, "Divide by $%" PRId64 "$: $x = %s$.", slope, s->key);
    return true;
}

static bool solve_no_solution(struct solving *s, const struct sides *z)
{
    struct arena *a = s->arena;

    if (z->q == z->w)
        return false;
    solving_step(s, "Combine like terms on each side: $%s = %s$.",
                 linear(a, z->p, z->q), with_t(a, z));
    solving_step(s,
                 "There is no solution exactly when the coefficients of $x$ "
                 "agree and the constants do not; the constants $%" PRId64
                 "$ and $%" PRId64 "$ differ.",
                 z->q, z->w);
    solving_key(s, "%s", latex_ratio(a, z->p, z->l));
    solving_step(s, "So $%st = %" PRId64 "$, that is, $t = %s$.",
                 z->l == 1 ? "" : arena_printf(a, "%" PRId64, z->l), z->p,
                 s->key);
    return true;
}

static bool solve_t(struct solving *s, const struct sides *z, int64_t x)
{
    struct arena *a = s->arena;
    int64_t value = z->p * x + z->q;

    if (x == 0)
        return false;
    solving_step(s, "Combine like terms on each side: $%s = %s$.",
                 linear(a, z->p, z->q), with_t(a, z));
    solving_step(s,
                 "Put $x = %" PRId64 "$: the left side is $%" PRId64
                 "$, the right side is $%" PRId64 "t%s$.",
                 x, value, z->l * x, z->w ? latex_plus(a, z->w) : "");
    solving_key(s, "%s", latex_ratio(a, value - z->w, z->l * x));
    solving_step(s, "Hence $%" PRId64 "t = %" PRId64 "$ and $t = %s$.",
                 z->l * x, value - z->w, s->key);
    return true;
}

/* A key that a student would trust: denominators stay small. */
static bool is_tame(const char *key, const struct equation *v)
{
    int64_t p, q;

    return key_ratio(key, &p, &q) &&
           (v->n < 2 || q <= (v->d[0] > 1 ? 150 : 12));
}

static void state(struct solving *s, const struct equation *v)
{
    struct speech plain = { .arena = s->arena };
    struct str left = str_in(s->arena), right = str_in(s->arena);

    say_sides(&plain, v, &left, &right);
    solving_step(s, "The equation is $%s = %s$.", str_get(&left),
                 str_get(&right));
}

static bool solve(struct solving *s, const void *values)
{
    const struct equation *v = values;
    struct sides z;
    bool plain, ok;

    if (!is_shaped(v))
        return false;
    z = expand(v);
    plain = v->n == 1 && v->m[0] == 1 && v->d[0] == 1;
    state(s, v);
    if (z.l > 1)
        solving_step(s,
                     "Multiply both sides by $%" PRId64
                     "$, the least common multiple of the denominators: $%s$.",
                     z.l, cleared(s->arena, v, z.l, false));
    else if (!plain)
        solving_step(s, "Multiply out the brackets: $%s$.",
                     cleared(s->arena, v, 1, true));
    ok = v->kind == ASK_X             ? solve_x(s, &z, plain)
         : v->kind == ASK_NO_SOLUTION ? solve_no_solution(s, &z)
                                      : solve_t(s, &z, v->s);
    if (!ok || !is_tame(s->key, v))
        return false;
    solving_step(s, "So the answer is $%s = %s$.", v->kind == ASK_X ? "x" : "t",
                 s->key);
    return true;
}

/* ---- wording ---- */

static void speak(struct speech *s, const void *values)
{
    struct str left = str_in(s->arena), right = str_in(s->arena);

    say_sides(s, values, &left, &right);
    speech_set(s, "lhs", "%s", str_get(&left));
    speech_set(s, "rhs", "%s", str_get(&right));
}

static bool asks_x(const void *values)
{
    return ((const struct equation *)values)->kind == ASK_X;
}

static bool asks_no_solution(const void *values)
{
    return ((const struct equation *)values)->kind == ASK_NO_SOLUTION;
}

static bool asks_t(const void *values)
{
    return ((const struct equation *)values)->kind == ASK_T;
}

/* a x + b = e with everything positive: prices and quantities. */
static bool is_bill(const void *values)
{
    const struct equation *v = values;

    return v->kind == ASK_X && v->n == 1 && v->a[0] > 1 && v->b[0] > 0 &&
           v->e > v->b[0];
}

/* The same for a time that somebody could spend on it. */
static bool is_hire(const void *values)
{
    const struct equation *v = values;

    return is_bill(v) && v->e - v->b[0] <= 100 * v->a[0];
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "Solve $<lhs> = <rhs>$.", asks_x },
    { STYLE_PLAIN, "Find the value of $x$ for which $<lhs> = <rhs>$.", asks_x },
    { STYLE_PLAIN, "Solve the linear equation $<lhs> = <rhs>$ for $x$.",
      asks_x },
    { STYLE_PLAIN,
      "The graphs of $y = <lhs>$ and $y = <rhs>$ meet in exactly one "
      "point. What is the $x$-coordinate of this point?",
      asks_x },
    { STYLE_STORY,
      "<name> writes down a secret number $x$ and works out $<lhs>$. "
      "The result is equal to $<rhs>$. What is the secret number?",
      asks_x },
    { STYLE_STORY,
      "On a control panel a dial is set to the number $x$. The first display "
      "then shows $<lhs>$, and the second display shows $<rhs>$. For "
      "which $x$ do the two displays show the same number?",
      asks_x },
    { STYLE_STORY,
      "A <hire> can be hired for a fixed fee of $<b[0]>$ <money> plus "
      "$<a[0]>$ <money> for every hour. <name> pays $<e>$ <money> "
      "altogether. For how many hours was the <hire> hired?",
      is_hire },
    { STYLE_STORY,
      "A <tank> contains $<b[0]>$ litres of water. A pump then adds $<a[0]>$ "
      "litres every minute. After how many minutes does it contain $<e>$ "
      "litres?",
      is_bill },

    { STYLE_TERSE, "For which $t$ does $<lhs> = <rhs>$ have no solution $x$?",
      asks_no_solution },
    { STYLE_PLAIN,
      "For exactly one real number $t$ the equation $<lhs> = <rhs>$ has no "
      "solution $x$. Find this number $t$.",
      asks_no_solution },
    { STYLE_PLAIN,
      "Determine the value of the parameter $t$ for which no real number $x$ "
      "satisfies $<lhs> = <rhs>$.",
      asks_no_solution },
    { STYLE_STORY,
      "Two drones fly at heights that change with time. At $x$ seconds after "
      "noon (negative $x$ means before noon) the first is $<lhs>$ metres "
      "above the roof of a <place>, the second $<rhs>$ metres; negative "
      "heights lie below the roof. For which number $t$ are the drones "
      "never at the same height?",
      asks_no_solution },
    { STYLE_STORY,
      "<name> draws the straight lines $y = <lhs>$ and $y = <rhs>$ on a "
      "large sheet and chooses the number $t$ so that the lines are parallel "
      "and never meet. What is $t$?",
      asks_no_solution },

    { STYLE_TERSE, "$x = <s>$ solves $<lhs> = <rhs>$. Find $t$.", asks_t },
    { STYLE_PLAIN,
      "The equation $<lhs> = <rhs>$ has the solution $x = <s>$. Find the "
      "number $t$.",
      asks_t },
    { STYLE_PLAIN,
      "For which value of the parameter $t$ is $x = <s>$ a solution of "
      "$<lhs> = <rhs>$?",
      asks_t },
    { STYLE_STORY,
      "At $x$ degrees Celsius one <sensor> gives $<lhs>$ volts, and another "
      "one gives $<rhs>$ volts, where $t$ is a setting of the second. "
      "At a temperature of $<s>$ degrees both give the same voltage. What is the "
      "setting $t$?",
      asks_t },
    { STYLE_STORY,
      "<name> draws the straight lines $y = <lhs>$ and $y = <rhs>$ on a "
      "large sheet, with a fixed number $t$, and sees that they meet where "
      "$x = <s>$. What is $t$?",
      asks_t },
    { 0 },
};

static const struct word_pool pools[] = {
    { "sensor", "detector|probe|test circuit|battery" },
    { "tank", "tank|cistern|storage tank|rainwater tank|basin" },
    { "hire", "bicycle|boat|van|tractor|car|cement mixer" },
    { 0 },
};

/* ---- the second road: substitution ---- */

/* Left side less right side at x, with t. */
static void difference(fmpq_t out, const struct equation *v, const fmpq_t x,
                       const fmpq_t t)
{
    fmpq_t y;

    fmpq_init(y);
    fmpq_set_si(out, -v->e, 1);
    for (int64_t i = 0; i < v->n; i++) {
        fmpz_t c;

        fmpz_init_set_si(c, v->a[i]);
        fmpq_mul_fmpz(y, x, c);
        fmpq_add_si(y, y, (slong)v->b[i]);
        fmpz_set_si(c, i < v->left ? v->m[i] : -v->m[i]);
        fmpq_mul_fmpz(y, y, c);
        fmpz_set_si(c, v->d[i]);
        fmpq_div_fmpz(y, y, c);
        fmpq_add(out, out, y);
        fmpz_clear(c);
    }
    if (v->kind != ASK_X)
        fmpq_submul(out, t, x);
    fmpq_clear(y);
}

/* x, t and the two differences at x and x + 1. */
struct trial {
    fmpq_t x, t, here, next;
};

static enum truth judge(const struct equation *v, const struct trial *z,
                        struct check_finding *f)
{
    bool flat = fmpq_equal(z->here, z->next), zero = fmpq_is_zero(z->here);

    switch (v->kind) {
    case ASK_X:
        f->detail = !zero ? "the two sides differ at the key"
                    : flat
                        ? "every number is a solution"
                        : "both sides agree at the key and differ next to it, "
                          "so it is the only solution";
        return zero && !flat ? TRUTH_YES : TRUTH_NO;
    case ASK_NO_SOLUTION:
        f->detail = !flat  ? "with this t there is a solution"
                    : zero ? "with this t every number is a solution"
                           : "with this t the sides differ by the same number "
                             "everywhere, so they never agree";
        return flat && !zero ? TRUTH_YES : TRUTH_NO;
    default:
        f->detail = v->s == 0 ? "at x = 0 the number t does not matter"
                    : !zero   ? "with this t the given x is no solution"
                              : "with this t the sides agree at the given x";
        return v->s && zero ? TRUTH_YES : TRUTH_NO;
    }
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct equation *v = values;
    enum truth holds = TRUTH_NO;
    struct trial z;

    (void)a;
    f->by = "substitution";
    f->detail = "the numbers make no such equation";
    if (!is_shaped(v))
        return TRUTH_NO;
    f->detail = "the key is not a fraction in lowest terms";
    fmpq_init(z.x);
    fmpq_init(z.t);
    fmpq_init(z.here);
    fmpq_init(z.next);
    if (key_rational(key, v->kind == ASK_X ? z.x : z.t)) {
        if (v->kind != ASK_X)
            fmpq_set_si(z.x, v->s, 1);
        difference(z.here, v, z.x, z.t);
        fmpq_add_si(z.x, z.x, 1);
        difference(z.next, v, z.x, z.t);
        holds = judge(v, &z, f);
    }
    fmpq_clear(z.x);
    fmpq_clear(z.t);
    fmpq_clear(z.here);
    fmpq_clear(z.next);
    return holds;
}

static const struct recipe recipe = {
    .size = sizeof(struct equation),
    .fields = fields,
    .draw = draw,
    .free_from = 2,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .pools = pools,
    .check = check,
};

const struct family concept_linear_equations = {
    .name = "concept/linear-equations",
    .version = 2,
    .title = "Linear equations",
    .doc = "The solution of a linear equation in one unknown, as an integer "
           "or a fraction in lowest terms; at level 3 also the value of a "
           "coefficient for which there is no solution or a given one. The "
           "worked solution clears denominators, expands and collects.",
    .concepts = { HIGH_LINEAR },
    .answer = ANSWER_RATIONAL,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
