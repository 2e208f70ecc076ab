/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Fractions: the four operations, mixed numbers, complex fractions and a
 * missing factor; the answer in lowest terms.
 *
 * solve() computes on pairs of integers and reduces at the end. check()
 * starts from the key and undoes the operations in FLINT's rationals until
 * the fraction e/f must appear.
 */
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

#define I "%" PRId64

enum {
    ADD,           /* e/f + a/b */
    SUBTRACT,      /* e/f - a/b */
    MULTIPLY,      /* e/f * a/b */
    DIVIDE,        /* e/f : a/b */
    MIXED_LESS,    /* w a/b * u c/d - e/f */
    MIXED_OVER,    /* (w a/b + u c/d) : e/f */
    MIXED_MISSING, /* x * w a/b = u c/d + e/f */
    COMPLEX,       /* (e/f + a/b) / (u - c/d) */
    CONTINUED,     /* (e/f) / (u + a/b) - c/d */
    UNKNOWN        /* (x - a/b) : (u + c/d) = e/f */
};

struct quantities {
    int64_t kind, e, f, a, b, c, d, u, w;
};

/* Products of four numbers and one: (4000^2 + 4000)^2 4000 < 1.1 10^18. */
static const struct field fields[] = {
    NUMBER(struct quantities, kind, 0, UNKNOWN),
    SLOT(struct quantities, e, 1, 4000),
    SLOT(struct quantities, f, 1, 4000),
    NUMBER(struct quantities, a, 1, 4000),
    NUMBER(struct quantities, b, 1, 4000),
    NUMBER(struct quantities, c, 0, 4000),
    NUMBER(struct quantities, d, 0, 4000),
    NUMBER(struct quantities, u, 0, 4000),
    NUMBER(struct quantities, w, 0, 4000),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "two", "one operation on two fractions with numerators up to 24 and "
             "denominators up to 18" },
    { "mixed", "two mixed numbers and a fraction, two operations, or a "
               "missing factor" },
    { "complex", "fractions within fractions and missing numbers behind two "
                 "operations: four numbers, three or four operations" },
};

static void draw(struct pick *k, void *values)
{
    struct quantities *v = values;

    v->kind = k->level == 1   ? pick(k, ADD, DIVIDE)
              : k->level == 2 ? pick(k, MIXED_LESS, MIXED_MISSING)
                              : pick(k, COMPLEX, UNKNOWN);
    v->e = pick_wide(k, 1, 24);
    v->f = pick_wide(k, 2, 18);
    v->a = pick_wide(k, 1, 9);
    v->b = v->a + pick_wide(k, 1, 9);
    if (k->level == 1)
        return;
    v->c = pick_wide(k, 1, 9);
    v->d = v->c + pick_wide(k, 1, 9);
    v->u = pick(k, 2, 9);
    if (k->level == 2)
        v->w = pick(k, 1, 9);
}

/* ---- the first road ---- */

struct ratio {
    int64_t p, q;
};

static struct ratio sum(struct ratio x, struct ratio y, int64_t sign)
{
    return (struct ratio){ x.p * y.q + sign * y.p * x.q, x.q * y.q };
}

static struct ratio quotient(struct ratio x, struct ratio y)
{
    return (struct ratio){ x.p * y.q, x.q * y.p };
}

/* p/q as it stands, or a whole number. */
static const char *over(struct arena *a, int64_t p, int64_t q)
{
    return q == 1 ? arena_printf(a, I, p) : latex_over(a, p, q);
}

/* "Do: formula = p/q", the fraction as it comes and in lowest terms. */
static void show(struct solving *s, const char *what, const char *formula,
                 struct ratio x)
{
    const char *end = latex_ratio(s->arena, x.p, x.q);

    if (x.p == 0 || x.q == 1 || integer_gcd(x.p, x.q) == 1)
        solving_step(s, "%s: $%s = %s$.", what, formula, end);
    else
        solving_step(s, "%s: $%s = %s = %s$.", what, formula,
                     over(s->arena, x.p, x.q), end);
}

/* Over the product of the denominators; x may be a whole number. */
static void show_sum(struct solving *s, const char *what, struct ratio x,
                     struct ratio y, int64_t sign)
{
    struct arena *a = s->arena;
    const char *y_text = over(a, y.p, y.q), *formula;
    char op = sign < 0 ? '-' : '+';

    if (x.q == 1)
        formula = arena_printf(
            a, I " %c %s = \\frac{" I " \\cdot " I " %c " I "}{" I "}", x.p, op,
            y_text, x.p, y.q, op, y.p, y.q);
    else
        formula = arena_printf(a,
                               "%s %c %s = \\frac{" I " \\cdot " I " %c " I
                               " \\cdot " I "}{" I " \\cdot " I "}",
                               over(a, x.p, x.q), op, y_text, x.p, y.q, op, y.p,
                               x.q, x.q, y.q);
    show(s, what, formula, sum(x, y, sign));
}

static void show_quotient(struct solving *s, const char *what, struct ratio x,
                          struct ratio y)
{
    struct arena *a = s->arena;

    show(s, what,
         arena_printf(a, "%s \\div %s = %s \\cdot %s", over(a, x.p, x.q),
                      over(a, y.p, y.q), over(a, x.p, x.q), over(a, y.q, y.p)),
         quotient(x, y));
}

static void show_product(struct solving *s, struct ratio x, struct ratio y)
{
    show(s, "Multiply numerators and denominators",
         arena_printf(s->arena, "%s \\cdot %s", over(s->arena, x.p, x.q),
                      over(s->arena, y.p, y.q)),
         (struct ratio){ x.p * y.p, x.q * y.q });
}

/* In lowest terms: products stay small, as people keep them. */
static struct ratio low(struct ratio x)
{
    int64_t g = integer_gcd(x.p, x.q);

    return x.p ? (struct ratio){ x.p / g, x.q / g } : (struct ratio){ 0, 1 };
}

static void show_mixed(struct solving *s, int64_t w, struct ratio x)
{
    solving_step(s,
                 "As an improper fraction, $" I "%s = \\frac{" I " \\cdot " I
                 " + " I "}{" I "} = %s$.",
                 w, over(s->arena, x.p, x.q), w, x.q, x.p, x.q,
                 over(s->arena, w * x.q + x.p, x.q));
}

static struct ratio solve_two(struct solving *s, int64_t kind, struct ratio ef,
                              struct ratio ab)
{
    if (kind <= SUBTRACT)
        solving_step(s,
                     "A common denominator of both fractions is $" I
                     " \\cdot " I " = " I "$.",
                     ef.q, ab.q, ef.q * ab.q);
    else if (kind == MULTIPLY)
        solving_step(s,
                     "The product of the numerators is $" I " \\cdot " I " = " I
                     "$, that of the denominators $" I " \\cdot " I " = " I
                     "$.",
                     ef.p, ab.p, ef.p * ab.p, ef.q, ab.q, ef.q * ab.q);
    else
        solving_step(s,
                     "To divide by $%s$ is to multiply by its reciprocal "
                     "$%s$.",
                     over(s->arena, ab.p, ab.q), over(s->arena, ab.q, ab.p));
    switch (kind) {
    case ADD: show_sum(s, "Bring both to it", ef, ab, 1); return sum(ef, ab, 1);
    case SUBTRACT:
        show_sum(s, "Bring both to it", ef, ab, -1);
        return sum(ef, ab, -1);
    case MULTIPLY:
        show_product(s, ef, ab);
        return (struct ratio){ ef.p * ab.p, ef.q * ab.q };
    default: show_quotient(s, "Multiply", ef, ab); return quotient(ef, ab);
    }
}

static struct ratio solve_mixed(struct solving *s, const struct quantities *v)
{
    struct ratio ef = { v->e, v->f }, x = { v->w * v->b + v->a, v->b },
                 y = { v->u * v->d + v->c, v->d }, t;

    show_mixed(s, v->w, (struct ratio){ v->a, v->b });
    show_mixed(s, v->u, (struct ratio){ v->c, v->d });
    if (v->kind == MIXED_LESS) {
        show_product(s, x, y);
        t = low((struct ratio){ x.p * y.p, x.q * y.q });
        show_sum(s, "Subtract", t, ef, -1);
        return sum(t, ef, -1);
    }
    if (v->kind == MIXED_OVER) {
        show_sum(s, "Add in the brackets", x, y, 1);
        t = low(sum(x, y, 1));
        show_quotient(s, "Divide", t, ef);
        return quotient(t, ef);
    }
    show_sum(s, "The product must be", y, ef, 1);
    t = low(sum(y, ef, 1));
    show_quotient(s, "Divide by the known factor", t, x);
    return quotient(t, x);
}

static struct ratio solve_complex(struct solving *s, const struct quantities *v)
{
    struct ratio ef = { v->e, v->f }, ab = { v->a, v->b }, cd = { v->c, v->d },
                 whole = { v->u, 1 }, t, y;

    if (v->kind == COMPLEX) {
        show_sum(s, "The numerator is", ef, ab, 1);
        show_sum(s, "The denominator is", whole, cd, -1);
        t = low(sum(ef, ab, 1));
        y = low(sum(whole, cd, -1));
        show_quotient(s, "Divide", t, y);
        return quotient(t, y);
    }
    if (v->kind == CONTINUED) {
        show_sum(s, "The lower denominator is", whole, ab, 1);
        y = low(sum(whole, ab, 1));
        show_quotient(s, "The fraction is", ef, y);
        t = low(quotient(ef, y));
        show_sum(s, "Subtract", t, cd, -1);
        return sum(t, cd, -1);
    }
    show_sum(s, "The divisor is", whole, cd, 1);
    y = low(sum(whole, cd, 1));
    show_product(s, ef, y);
    t = low((struct ratio){ ef.p * y.p, ef.q * y.q });
    show_sum(s, "Undo the subtraction", t, ab, 1);
    return sum(t, ab, 1);
}

static bool solve(struct solving *s, const void *values)
{
    const struct quantities *v = values;
    struct ratio x;

    if (v->kind > DIVIDE &&
        (v->a >= v->b || v->c < 1 || v->c >= v->d || v->u < 1))
        return false;
    if (v->kind <= DIVIDE)
        x = solve_two(s, v->kind, (struct ratio){ v->e, v->f },
                      (struct ratio){ v->a, v->b });
    else if (v->kind <= MIXED_MISSING)
        x = solve_mixed(s, v);
    else
        x = solve_complex(s, v);
    solving_key(s, "%s", latex_ratio(s->arena, x.p, x.q));
    solving_step(s, "In lowest terms the answer is $%s$.", s->key);
    return v->kind <= DIVIDE || v->kind >= COMPLEX || v->w > 0;
}

/* ---- wording ---- */

/* <ef>, <ab>, <cd>, and <x>: the expression, or the equation. */
static void speak(struct speech *s, const void *values)
{
    const struct quantities *v = values;
    struct arena *a = s->arena;
    const char *ef = arena_printf(a, "\\frac{%s}{%s}", speech_number(s, &v->e),
                                  speech_number(s, &v->f)),
               *ab = latex_over(a, v->a, v->b), *cd = "";
    static const char *const two[] = { "+", "-", "\\cdot", "\\div" };

    if (v->kind > DIVIDE)
        cd = latex_over(a, v->c, v->d);
    if (!speech_wants(s, "x")) {
        speech_set(s, "ef", "%s", ef);
        speech_set(s, "ab", "%s", ab);
        speech_set(s, "cd", "%s", cd);
        return;
    }
    switch (v->kind) {
    case MIXED_LESS:
        speech_set(s, "x", I "%s \\cdot " I "%s - %s", v->w, ab, v->u, cd, ef);
        break;
    case MIXED_OVER:
        speech_set(s, "x", "\\left(" I "%s + " I "%s\\right) \\div %s", v->w,
                   ab, v->u, cd, ef);
        break;
    case MIXED_MISSING:
        speech_set(s, "x", "x \\cdot " I "%s = " I "%s + %s", v->w, ab, v->u,
                   cd, ef);
        break;
    case COMPLEX:
        speech_set(s, "x", "\\frac{%s + %s}{" I " - %s}", ef, ab, v->u, cd);
        break;
    case CONTINUED:
        speech_set(s, "x", "\\frac{%s}{" I " + %s} - %s", ef, v->u, ab, cd);
        break;
    case UNKNOWN:
        speech_set(s, "x",
                   "\\left(x - %s\\right) \\div \\left(" I " + %s\\right) = %s",
                   ab, v->u, cd, ef);
        break;
    default: speech_set(s, "x", "%s %s %s", ef, two[v->kind], ab); break;
    }
}

#define FITS(name, test)               \
 static bool name(const void *values)  \
 {                                     \
  const struct quantities *v = values; \
                                       \
  return (test);                       \
 }
FITS(is_value, v->kind != MIXED_MISSING && v->kind != UNKNOWN)
FITS(is_equation, v->kind == MIXED_MISSING || v->kind == UNKNOWN)
FITS(is_add, v->kind == ADD)
FITS(is_subtract, v->kind == SUBTRACT)
FITS(is_multiply, v->kind == MULTIPLY)
FITS(is_divide, v->kind == DIVIDE)
FITS(is_tank, v->kind == DIVIDE && v->e * v->b >= v->a * v->f)
FITS(is_fabric, v->kind == MIXED_LESS && v->b <= 20 && v->d <= 20 && v->f <= 20)
FITS(is_mixed_less, v->kind == MIXED_LESS)
FITS(is_mixed_over, v->kind == MIXED_OVER)
FITS(is_mixed_missing, v->kind == MIXED_MISSING)
FITS(is_complex, v->kind == COMPLEX)
FITS(is_continued, v->kind == CONTINUED)
FITS(is_unknown, v->kind == UNKNOWN)

/* clang-format off */
static const struct wording wordings[] = {
    { STYLE_TERSE, "Compute $<x>$.", is_value },
    { STYLE_PLAIN, "Calculate $<x>$.", is_value },
    { STYLE_PLAIN, "What is the value of $<x>$?", is_value },
    { STYLE_TERSE, "Find $x$: $<x>$.", is_equation },
    { STYLE_PLAIN, "Which number $x$ makes $<x>$ true?", is_equation },
    { STYLE_PLAIN, "Find the number $x$ that satisfies $<x>$.", is_equation },
    { STYLE_STORY,
      "<name> pours $<ef>$ litres of water and then $<ab>$ of a litre of syrup "
      "into a bowl. How many litres are in the bowl?", is_add },
    { STYLE_STORY,
      "<name> nails a board of $<ef>$ metres and one of $<ab>$ of a metre end "
      "to end. How many metres long are they together?", is_add },
    { STYLE_STORY,
      "On a number line painted in a school yard, <name> stands at $<ef>$ and "
      "moves $<ab>$ to the left. At which number do they stand now?",
      is_subtract },
    { STYLE_STORY,
      "The water of a canal stands $<ef>$ metres above a mark and then falls "
      "by $<ab>$ of a metre. How many metres above the mark is it now "
      "(negative when below)?", is_subtract },
    { STYLE_STORY,
      "A rectangular piece of land measures $<ef>$ kilometres by $<ab>$ of a "
      "kilometre. What is its area in square kilometres?",
      is_multiply },
    { STYLE_STORY,
      "A pot holds $<ef>$ litres of soup. <name> serves $<ab>$ of it. How "
      "many litres is that?", is_multiply },
    { STYLE_STORY,
      "A tank holds $<ef>$ litres and a bottle $<ab>$ of a litre. How many "
      "times the volume of the bottle is that of the tank?", is_tank },
    { STYLE_STORY,
      "A snail needs $<ab>$ of an hour for one metre. How many metres does "
      "it crawl in $<ef>$ hours at this speed?", is_divide },
    { STYLE_STORY,
      "Fabric costs $<w><ab>$ <money> a metre, and <name> buys $<u><cd>$ "
      "metres. They have a voucher for $<ef>$ <money>. What is left to pay, "
      "in <money> (a negative number is money back)?", is_fabric },
    { STYLE_STORY,
      "A rectangular wall of $<w><ab>$ by $<u><cd>$ metres is to be painted, "
      "and <name> has paint for $<ef>$ square metres. Paint for how many "
      "square metres is missing (a negative number when some is left over)?",
      is_mixed_less },
    { STYLE_STORY,
      "<name> mixes $<w><ab>$ litres of juice with $<u><cd>$ litres of water "
      "and fills jugs of $<ef>$ litres each. How many jugs does this "
      "make, counted exactly, as a fraction?", is_mixed_over },
    { STYLE_STORY,
      "A machine winds up $<w><ab>$ metres and then $<u><cd>$ metres of cable, "
      "in $<ef>$ minutes altogether. What is its average speed in metres a "
      "minute?", is_mixed_over },
    { STYLE_STORY,
      "A rectangular flower bed is $<w><ab>$ metres wide. It is filled exactly "
      "by $<u><cd>$ square metres of <flowers> and $<ef>$ square metres of "
      "grass. How many metres long is it?",
      is_mixed_missing },
    { STYLE_STORY,
      "A pump moves $<w><ab>$ litres a minute. How many minutes does it "
      "take to fill two tanks of $<u><cd>$ and of $<ef>$ litres one after the "
      "other?", is_mixed_missing },
    { STYLE_STORY,
      "<name> cuts $<cd>$ of a metre off a rod of $<u>$ metres. How many "
      "times as long as the remaining rod are two ropes of $<ef>$ and $<ab>$ "
      "metres laid end to end?", is_complex },
    { STYLE_STORY,
      "A boat sails $<ef>$ kilometres and then $<ab>$ of a kilometre. The "
      "whole trip takes $<u>$ hours less $<cd>$ of an hour. What is its "
      "average speed in kilometres an hour?", is_complex },
    { STYLE_STORY,
      "A load of $<ef>$ tonnes is spread evenly over $<u>$ hectares and $<ab>$ "
      "of a hectare more. By how many tonnes does the load on one hectare "
      "exceed $<cd>$ of a tonne (negative when it falls short)?",
      is_continued },
    { STYLE_STORY,
      "In $<u>$ hours and $<ab>$ of an hour a new robot on wheels covers $<ef>$ "
      "kilometres. The old robot makes $<cd>$ of a kilometre an hour. By how "
      "many kilometres an hour is the average speed of the new one higher "
      "(negative when it is lower)?", is_continued },
    { STYLE_STORY,
      "<name> thinks of a number, subtracts $<ab>$ and divides the result by "
      "the sum of $<u>$ and $<cd>$. They get $<ef>$. Which number was it?",
      is_unknown },
    { STYLE_STORY,
      "From a barrel $<ab>$ of a litre of wine is spilt. The rest is shared "
      "out evenly: for $<u>$ jars and a small one that counts as $<cd>$ of a "
      "jar, there are $<ef>$ litres for each jar. How many litres were in "
      "the barrel?", is_unknown },
    { 0 },
};

static const struct word_pool pools[] = {
    { "flowers", "roses|tulips|lilies|asters|violets" },
    { 0 },
};
/* clang-format on */

/* ---- the second road: backwards, in FLINT's rationals ---- */

/* From the key x to what e/f must be; a key 0 stays 0, which is no e/f. */
static void undo(const struct quantities *v, fmpq_t x, fmpq_t ab, fmpq_t cd)
{
    fmpq_t t;

    fmpq_init(t);
    switch (v->kind) {
    case ADD: fmpq_sub(x, x, ab); break;
    case SUBTRACT: fmpq_add(x, x, ab); break;
    case MULTIPLY: fmpq_div(x, x, ab); break;
    case DIVIDE: fmpq_mul(x, x, ab); break;
    case MIXED_LESS:
        fmpq_add_si(ab, ab, v->w);
        fmpq_add_si(cd, cd, v->u);
        fmpq_mul(t, ab, cd);
        fmpq_sub(x, t, x);
        break;
    case MIXED_OVER:
        fmpq_add(t, ab, cd);
        fmpq_add_si(t, t, v->w + v->u);
        if (!fmpq_is_zero(x))
            fmpq_div(x, t, x);
        break;
    case MIXED_MISSING:
        fmpq_add_si(ab, ab, v->w);
        fmpq_add_si(cd, cd, v->u);
        fmpq_mul(x, x, ab);
        fmpq_sub(x, x, cd);
        break;
    case COMPLEX:
        fmpq_sub_si(t, cd, v->u);
        fmpq_mul(x, x, t);
        fmpq_add(x, x, ab);
        fmpq_neg(x, x);
        break;
    case CONTINUED:
        fmpq_add_si(t, ab, v->u);
        fmpq_add(x, x, cd);
        fmpq_mul(x, x, t);
        break;
    default:
        fmpq_add_si(t, cd, v->u);
        fmpq_sub(x, x, ab);
        fmpq_div(x, x, t);
    }
    fmpq_clear(t);
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct quantities *v = values;
    bool no_problem = v->kind > DIVIDE && (v->c < 1 || v->d < 1 || v->u < 1);
    enum truth holds = TRUTH_NO;
    fmpq_t x, ab, cd, want;

    (void)a;
    f->by = "undoing the operations";
    f->detail = "a denominator is missing";
    if (no_problem)
        return TRUTH_NO;
    fmpq_init(x);
    fmpq_init(ab);
    fmpq_init(cd);
    fmpq_init(want);
    fmpq_set_si(ab, v->a, (ulong)v->b);
    fmpq_set_si(cd, v->c, v->d ? (ulong)v->d : 1);
    fmpq_set_si(want, v->e, (ulong)v->f);
    f->detail = "the key is not a fraction in lowest terms";
    if (key_rational(key, x)) {
        undo(v, x, ab, cd);
        holds = fmpq_equal(x, want) ? TRUTH_YES : TRUTH_NO;
        f->detail = holds == TRUTH_YES
                        ? "undone from the key, the operations lead back to "
                          "the given fraction"
                        : "undone from the key, the operations do not lead "
                          "back to the given fraction";
    }
    fmpq_clear(want);
    fmpq_clear(cd);
    fmpq_clear(ab);
    fmpq_clear(x);
    return holds;
}

static const struct recipe recipe = {
    .size = sizeof(struct quantities),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .pools = pools,
    .form = "Give the answer as a fraction in lowest terms or as an integer.",
    .check = check,
};

const struct family concept_fractions = {
    .name = "concept/fractions",
    .version = 2,
    .title = "Fractions",
    .doc = "Sums, differences, products and quotients of fractions and mixed "
           "numbers, complex fractions and missing numbers, simplified to "
           "lowest terms. The worked solution shows every operation.",
    .concepts = { HIGH_FRACTIONS },
    .answer = ANSWER_RATIONAL,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
