/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The four operations on integers: chains, exact division, quotients and
 * remainders, and missing numbers.
 *
 * solve() computes forwards, operation by operation. check() starts from the
 * key and undoes the operations until a given number must appear; a missing
 * number it puts into the equation.
 */
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

#define I "%" PRId64

/* What is asked; x stands for the answer. */
enum {
    SUM_PRODUCT,    /* a + bc */
    PRODUCT_LESS,   /* ab - c */
    SUM_TIMES,      /* (a + c) b */
    SHARE_PLUS,     /* p/q + ab - c */
    REMAINDER,      /* bQ + aR - c, where p = qQ + R */
    LESS_SHARE,     /* (a - c) b - p/q */
    MISSING,        /* ((x - a)/q + b)/r - c = p */
    TWO_REMAINDERS, /* x + p = q m + a, m = r b + c */
    LARGE           /* (ab - c) q - pr */
};

struct chain {
    int64_t kind, a, b, c, p, q, r;
};

/* The answer stays below (10^7 + 10^6) 10^5 10^5, about 10^17. */
static const struct field fields[] = {
    NUMBER(struct chain, kind, 0, LARGE),
    SLOT(struct chain, a, -1000000, 1000000),
    SLOT(struct chain, b, 1, 1000000),
    SLOT(struct chain, c, 0, 1000000),
    NUMBER(struct chain, p, -10000000, 10000000),
    NUMBER(struct chain, q, 0, 100000),
    NUMBER(struct chain, r, 0, 100000),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "short", "two operations on positive integers up to 199: a + bc, "
               "ab - c or (a + c) b" },
    { "signs", "four operations with negative numbers and an exact division, "
               "or quotient and remainder of a division used together" },
    { "reversed",
      "four or five operations on numbers up to 999: a missing number in "
      "an equation, a number from two divisions with remainder, "
      "or a chain of two-stage products" },
};

static void draw(struct pick *k, void *values)
{
    struct chain *v = values;
    int64_t x, sign;

    v->kind = 3 * (k->level - 1) + pick(k, 0, 2);
    if (k->level == 1) {
        v->a = pick_wide(k, 11, 199);
        v->b = pick(k, 3, 19);
        v->c = pick_wide(k, 2, 30); /* below 3 * 11 */
    } else if (k->level == 2) {
        v->a = pick_signed(k, 2, 99);
        v->b = pick_wide(k, 3, 19);
        v->c = pick_wide(k, 11, 150);
        v->q = pick(k, 3, 12);
        x = pick_wide(k, 12, 99);
        sign = pick(k, 0, 1);
        v->p = v->kind == REMAINDER ? 14 * x + sign
               : sign               ? -v->q * x
                                    : v->q * x;
    } else {
        v->a = pick_wide(k, 1, 50); /* below q, c below r */
        v->b = pick_wide(k, 101, 999);
        v->c = pick_wide(k, 1, 50);
        v->p = pick_wide(k, 101, 999);
        v->q = pick_wide(k, 60, 99);
        v->r = pick_wide(k, 60, 99);
    }
}

/* ---- the first road: forwards ---- */

static void solve_short(struct solving *s, const struct chain *v)
{
    int64_t x;

    if (v->kind == SUM_TIMES) {
        x = (v->a + v->c) * v->b;
        solving_step(s, "Brackets first: $" I " + " I " = " I "$.", v->a, v->c,
                     v->a + v->c);
        solving_step(s, "Multiply: $%s \\cdot " I " = " I "$.",
                     latex_bracket(s->arena, v->a + v->c), v->b, x);
    } else if (v->kind == SUM_PRODUCT) {
        x = v->a + v->b * v->c;
        solving_step(s, "Multiply first: $" I " \\cdot " I " = " I "$.", v->b,
                     v->c, v->b * v->c);
        solving_step(s, "Add: $" I " + " I " = " I "$.", v->a, v->b * v->c, x);
    } else {
        x = v->a * v->b - v->c;
        solving_step(s, "Multiply first: $" I " \\cdot " I " = " I "$.", v->a,
                     v->b, v->a * v->b);
        solving_step(s, "Subtract: $" I " - " I " = " I "$.", v->a * v->b, v->c,
                     x);
    }
    solving_step(s, "The result is $" I "$.", x);
    solving_key(s, I, x);
}

static bool solve_signs(struct solving *s, const struct chain *v)
{
    int64_t share, rest, product, x;

    if (v->q < 2 || (v->kind == REMAINDER ? v->p < 0 : v->p % v->q != 0))
        return false;
    share = v->p / v->q;
    rest = v->p % v->q;
    if (v->kind == REMAINDER) {
        x = v->b * share + v->a * rest - v->c;
        solving_step(s,
                     rest ? "Divide: $" I " = " I " \\cdot " I " + " I
                            "$, so $Q = " I "$ and $R = " I "$."
                          : "Divide: $" I " = " I " \\cdot " I
                            "$, so the remainder is $" I "$, and $Q = " I
                            "$ and $R = " I "$.",
                     v->p, v->q, share, rest, share, rest);
        solving_step(s,
                     "The products are $" I " \\cdot " I " = " I "$ and $" I
                     " \\cdot " I " = " I "$.",
                     v->b, share, v->b * share, v->a, rest, v->a * rest);
        solving_step(s, "Together: $" I "%s - " I " = " I "$.", v->b * share,
                     latex_plus(s->arena, v->a * rest), v->c, x);
    } else {
        product = (v->kind == SHARE_PLUS ? v->a : v->a - v->c) * v->b;
        solving_step(s, "Divide: $" I " \\div " I " = " I "$.", v->p, v->q,
                     share);
        if (v->kind == LESS_SHARE)
            solving_step(s, "Brackets: $" I " - " I " = " I "$.", v->a, v->c,
                         v->a - v->c);
        solving_step(s, "Multiply: $" I " \\cdot " I " = " I "$.",
                     product / v->b, v->b, product);
        x = v->kind == SHARE_PLUS ? share + product - v->c : product - share;
        if (v->kind == SHARE_PLUS)
            solving_step(s, "From left to right: $" I "%s - " I " = " I "$.",
                         share, latex_plus(s->arena, product), v->c, x);
        else
            solving_step(s, "Subtract: $" I "%s = " I "$.", product,
                         latex_plus(s->arena, -share), x);
    }
    solving_key(s, I, x);
    return true;
}

static void solve_missing(struct solving *s, const struct chain *v)
{
    int64_t t = v->p + v->c, u = t * v->r, w = u - v->b, y = w * v->q;

    solving_step(s, "Undo the operations, the last one first.");
    solving_step(s, "Before $" I "$ was subtracted: $" I "%s = " I "$.", v->c,
                 v->p, latex_plus(s->arena, v->c), t);
    solving_step(
        s, "Before the division by $" I "$: $" I " \\cdot " I " = " I "$.",
        v->r, t, v->r, u);
    solving_step(s, "Before $" I "$ was added: $" I " - " I " = " I "$.", v->b,
                 u, v->b, w);
    solving_step(
        s, "Before the division by $" I "$: $" I " \\cdot " I " = " I "$.",
        v->q, w, v->q, y);
    solving_step(s, "Before $" I "$ was subtracted: $" I "%s = " I "$.", v->a,
                 y, latex_plus(s->arena, v->a), y + v->a);
    solving_key(s, I, y + v->a);
}

static void solve_two(struct solving *s, const struct chain *v)
{
    int64_t m = v->b * v->r + v->c, n = m * v->q + v->a;

    solving_step(s,
                 "The first quotient is $" I " \\cdot " I " + " I " = " I "$.",
                 v->b, v->r, v->c, m);
    solving_step(s, "The number is $" I " \\cdot " I " + " I " = " I "$.", m,
                 v->q, v->a, n);
    solving_step(s, "Subtract: $" I "%s = " I "$.", n,
                 latex_plus(s->arena, -v->p), n - v->p);
    solving_key(s, I, n - v->p);
}

static void solve_large(struct solving *s, const struct chain *v)
{
    int64_t ab = v->a * v->b, d = ab - v->c, x = d * v->q, y = v->p * v->r;

    solving_step(s, "In the brackets: $" I " \\cdot " I " = " I "$.", v->a,
                 v->b, ab);
    solving_step(s, "Then $" I " - " I " = " I "$.", ab, v->c, d);
    solving_step(s, "First product: $" I " \\cdot " I " = " I "$.", d, v->q, x);
    solving_step(s, "Second product: $" I " \\cdot " I " = " I "$.", v->p, v->r,
                 y);
    solving_step(s, "Subtract: $" I "%s = " I "$.", x, latex_plus(s->arena, -y),
                 x - y);
    solving_key(s, I, x - y);
}

static bool solve(struct solving *s, const void *values)
{
    const struct chain *v = values;

    if (v->kind <= SUM_TIMES) {
        solve_short(s, v);
        return true;
    }
    if (v->kind <= LESS_SHARE)
        return solve_signs(s, v);
    if (v->q < 1 || v->r < 1)
        return false;
    if (v->kind == TWO_REMAINDERS && (v->a < 0 || v->a >= v->q || v->c >= v->r))
        return false;
    (v->kind == MISSING          ? solve_missing
     : v->kind == TWO_REMAINDERS ? solve_two
                                 : solve_large)(s, v);
    return true;
}

/* ---- wording ---- */

/* Append number and text. */
static void add(struct speech *s, struct str *out, const int64_t *place,
                const char *text)
{
    if (place == s->hidden)
        str_add(out, s->letter);
    else
        str_add_int(out, *place);
    str_add(out, text);
}

/* The same, the number in brackets when it is negative. */
static void add_bracket(struct speech *s, struct str *out, const int64_t *place,
                        const char *text)
{
    bool negative = *place < 0 && place != s->hidden;

    str_add(out, negative ? "(" : "");
    add(s, out, place, negative ? ")" : "");
    str_add(out, text);
}

static void add_missing(struct speech *s, struct str *e, const struct chain *v)
{
    str_add(e, "\\left((\\square - ");
    add_bracket(s, e, &v->a, ") \\div ");
    add(s, e, &v->q, " + ");
    add(s, e, &v->b, "\\right) \\div ");
    add(s, e, &v->r, " - ");
    add(s, e, &v->c, " = ");
    add(s, e, &v->p, "");
}

/* <e> is the expression, or the left side of the equation. */
static void speak(struct speech *s, const void *values)
{
    const struct chain *v = values;
    struct str e = str_in(s->arena);

    if (!speech_wants(s, "e"))
        return;
    switch (v->kind) {
    case SUM_PRODUCT:
        add(s, &e, &v->a, " + ");
        add(s, &e, &v->b, " \\cdot ");
        add(s, &e, &v->c, "");
        break;
    case SUM_TIMES:
        str_addc(&e, '(');
        add(s, &e, &v->a, " + ");
        add(s, &e, &v->c, ") \\cdot ");
        add(s, &e, &v->b, "");
        break;
    case SHARE_PLUS:
        add(s, &e, &v->p, " \\div ");
        add(s, &e, &v->q, " + ");
        add_bracket(s, &e, &v->a, " \\cdot ");
        add(s, &e, &v->b, " - ");
        add(s, &e, &v->c, "");
        break;
    case LESS_SHARE:
        str_addc(&e, '(');
        add(s, &e, &v->a, " - ");
        add(s, &e, &v->c, ") \\cdot ");
        add(s, &e, &v->b, " - ");
        add_bracket(s, &e, &v->p, " \\div ");
        add(s, &e, &v->q, "");
        break;
    case MISSING: add_missing(s, &e, v); break;
    default: /* ab - c, and (ab - c) q - pr */
        str_add(&e, v->kind == LARGE ? "(" : "");
        add(s, &e, &v->a, " \\cdot ");
        add(s, &e, &v->b, " - ");
        add(s, &e, &v->c, v->kind == LARGE ? ") \\cdot " : "");
        if (v->kind != LARGE)
            break;
        add(s, &e, &v->q, " - ");
        add_bracket(s, &e, &v->p, " \\cdot ");
        add(s, &e, &v->r, "");
    }
    speech_set(s, "e", "%s", str_get(&e));
}

static bool is_value(const void *v)
{
    int64_t kind = ((const struct chain *)v)->kind;

    return kind != REMAINDER && kind != MISSING && kind != TWO_REMAINDERS;
}

KIND_IS(struct chain, is_sum_product, SUM_PRODUCT)
KIND_IS(struct chain, is_product_less, PRODUCT_LESS)
KIND_IS(struct chain, is_sum_times, SUM_TIMES)
KIND_IS(struct chain, is_share_plus, SHARE_PLUS)
KIND_IS(struct chain, is_remainder, REMAINDER)
KIND_IS(struct chain, is_less_share, LESS_SHARE)
KIND_IS(struct chain, is_missing, MISSING)
KIND_IS(struct chain, is_two, TWO_REMAINDERS)
KIND_IS(struct chain, is_large, LARGE)

/* clang-format off */
static const struct wording wordings[] = {
    { STYLE_TERSE, "Compute $<e>$.", is_value },
    { STYLE_PLAIN, "Calculate the value of $<e>$.", is_value },
    { STYLE_PLAIN, "What is the result of $<e>$?", is_value },
    { STYLE_STORY,
      "A library has $<a>$ <loans> in its cellar. <name> brings $<b>$ boxes "
      "with $<c>$ <loans> in each. How many <loans> are there altogether?",
      is_sum_product },
    { STYLE_STORY,
      "<name> saves $<c>$ <money> in each of $<b>$ months and had $<a>$ "
      "<money> before. How many <money> does <name> have in the end?",
      is_sum_product },
    { STYLE_STORY,
      "A railway sells $<a>$ tickets on each of $<b>$ days. Altogether "
      "$<c>$ of these tickets are returned. How many tickets stay sold?",
      is_product_less },
    { STYLE_STORY,
      "At a <shop>, <name> earns $<a>$ <money> a day for $<b>$ days and then "
      "spends $<c>$ <money>. How many <money> are left?", is_product_less },
    { STYLE_STORY,
      "A container holds $<a>$ large and $<c>$ small <things>. How many "
      "<things> are there in $<b>$ such containers?", is_sum_times },
    { STYLE_STORY,
      "Every day <name> walks $<a>$ metres to the <place> and then $<c>$ metres "
      "further to work. How many metres do these walks make in $<b>$ days?",
      is_sum_times },
    { STYLE_STORY,
      "A year's result of $<p>$ <money> (a negative number is a loss) is shared "
      "equally by the $<q>$ partners of a <shop>. <name>, one of them, also "
      "closes $<b>$ contracts that change their account by $<a>$ <money> each, "
      "and pays a fee of $<c>$ <money>. By how many <money> do share, contracts "
      "and fee change the account of <name> altogether?", is_share_plus },
    { STYLE_STORY,
      "A number machine divides $<p>$ by $<q>$, adds the product of $<a>$ and "
      "$<b>$, and takes away $<c>$. Which number does it print?",
      is_share_plus },
    { STYLE_TERSE,
      "$<p> \\div <q>$ has quotient $Q$ and remainder $R$, $0 \\le R < "
      "<q>$. Compute $<b()> \\cdot Q + <a()> \\cdot R - <c>$.", is_remainder },
    { STYLE_PLAIN,
      "Let $Q$ be the quotient and $R$ the remainder when $<p>$ is divided by "
      "$<q>$. Find the value of $<b()> \\cdot Q + <a()> \\cdot R - <c>$.",
      is_remainder },
    { STYLE_PLAIN,
      "Divide $<p>$ by $<q>$ with remainder. Multiply the quotient by $<b>$ "
      "and the remainder by $<a>$, add the two products, and subtract $<c>$. "
      "What is the result?", is_remainder },
    { STYLE_STORY,
      "A dairy in <city> fills $<p>$ litres of milk into cans of $<q>$ litres, "
      "as many full cans as possible. Every full can brings $<b>$ <money>, each "
      "litre left over brings $<a>$ <money> (a negative number is a cost), and "
      "the transport costs $<c>$ <money>. How many <money> does the dairy "
      "gain altogether (negative for a loss)?", is_remainder },
    { STYLE_STORY,
      "In a packing game, <name> puts $<p>$ <things> into boxes of $<q>$ and "
      "fills as many boxes as possible. Every full box is worth $<b>$ points "
      "and each of the <things> left over is worth $<a>$ points (points may be "
      "negative); entering the game costs $<c>$ points. How many points "
      "does <name> have in the end, starting from $0$?", is_remainder },
    { STYLE_STORY,
      "In each of $<b>$ months a <shop> has a trading result of $<a>$ <money> "
      "(a negative number is a loss) and pays a rent of $<c>$ <money>. After "
      "that it bears one of $<q>$ equal shares of a cost of $<p>$ <money> (a "
      "negative cost is a gain). By how many <money> does its account change "
      "altogether?", is_less_share },
    { STYLE_STORY,
      "A number machine takes $<c>$ away from $<a>$, multiplies by $<b>$, and "
      "then subtracts the quotient of $<p>$ and $<q>$. Which number does it "
      "print?", is_less_share },
    { STYLE_TERSE, "Find the number in the box: $<e>$.", is_missing },
    { STYLE_PLAIN,
      "Which number must be put in for the box to make $<e>$ true?",
      is_missing },
    { STYLE_PLAIN, "Find the number $\\square$ for which $<e>$.", is_missing },
    { STYLE_STORY,
      "<name> thinks of a number and subtracts $<a>$ from it. They divide the "
      "result by $<q>$, add $<b>$, divide by $<r>$ and subtract $<c>$. All "
      "divisions are exact, and they end with $<p>$. Which number did <name> "
      "think of?", is_missing },
    { STYLE_STORY,
      "A computer program changes a stored number: it takes away $<a>$, "
      "divides by $<q>$, adds $<b>$, divides by $<r>$ and takes away $<c>$. "
      "No division leaves a remainder. Now the number is $<p>$. What was it "
      "at the start?", is_missing },
    { STYLE_TERSE,
      "$x \\div <q>$: quotient $y$, remainder $<a>$; $y \\div <r>$: quotient "
      "$<b>$, remainder $<c>$. Compute $x - <p()>$.", is_two },
    { STYLE_PLAIN,
      "When the integer $x$ is divided by $<q>$, the remainder is $<a>$. When "
      "the quotient of this division is divided by $<r>$, the quotient is "
      "$<b>$ and the remainder is $<c>$. Find $x - <p()>$.", is_two },
    { STYLE_PLAIN,
      "Dividing $y$ by $<r>$ gives quotient $<b>$ and remainder $<c>$. "
      "Dividing $x$ by $<q>$ gives quotient $y$ and remainder $<a>$. What is "
      "$x - <p()>$?", is_two },
    { STYLE_STORY,
      "A factory packs screws in boxes of $<q>$, which leaves $<a>$ "
      "<a?screw|screws> over. The full boxes go into crates of $<r>$ boxes, "
      "which gives $<b>$ full crates and leaves $<c>$ full <c?box|boxes> over. How many screws are left "
      "when $<p>$ of all these screws have been sold?", is_two },
    { STYLE_STORY,
      "An archive in <city> binds its pages into volumes of $<q>$ pages; $<a>$ "
      "<a?page is|pages are> left over. It puts the volumes on shelves of $<r>$ "
      "volumes; this fills $<b>$ shelves, and $<c>$ <c?volume is|volumes are> "
      "left over. All pages but $<p>$ have been scanned. How many pages have "
      "been scanned?", is_two },
    { STYLE_STORY,
      "A company has $<q>$ branches. Each of them sold $<a>$ "
      "<a?machine|machines> for $<b>$ <money> each and spent $<c>$ <money> on advertisements. Then "
      "the company paid $<r>$ bills of $<p>$ <money> each. By how many <money> "
      "did its balance change altogether (a negative number for a decrease)?",
      is_large },
    { STYLE_STORY,
      "A theatre gives $<q>$ performances. For each of them it sells $<a>$ "
      "<a?block|blocks> of $<b>$ seats at one coin a seat and gives back "
      "$<c>$ <c?coin|coins> for broken seats. For the whole season it pays "
      "each of its $<r>$ actors $<p>$ coins. What is its balance in coins (a "
      "negative number for a loss)?", is_large },
    { 0 },
};

static const struct word_pool pools[] = {
    { "loans", "books|maps|comics|records|magazines" },
    { 0 },
};
/* clang-format on */

/* ---- the second road: backwards from the key ---- */

/* bQ + aR - c for the R in 0..q-1 that makes p - R a multiple of q. */
static bool is_by_remainder(const struct chain *v, int64_t x)
{
    for (int64_t r = 0; r < v->q; r++)
        if ((v->p - r) % v->q == 0)
            return (x + v->c - v->a * r) % v->b == 0 &&
                   (x + v->c - v->a * r) / v->b * v->q + r == v->p;
    return false;
}

/* x goes into the equation; every division must be exact. */
static bool is_missing_number(const struct chain *v, int64_t x)
{
    if ((x - v->a) % v->q)
        return false;
    x = (x - v->a) / v->q + v->b;
    return x % v->r == 0 && x / v->r - v->c == v->p;
}

static bool is_number_of_two(const struct chain *v, int64_t x)
{
    int64_t n = x + v->p;

    return n >= 0 && n % v->q == v->a && n / v->q % v->r == v->c &&
           n / v->q / v->r == v->b;
}

/* |x| < 10^18, so that nothing here exceeds 3 10^18. */
static bool holds(const struct chain *v, int64_t x)
{
    int64_t t;

    switch (v->kind) {
    case SUM_PRODUCT:
        return (x - v->a) % v->b == 0 && (x - v->a) / v->b == v->c;
    case PRODUCT_LESS:
        return (x + v->c) % v->b == 0 && (x + v->c) / v->b == v->a;
    case SUM_TIMES: return x % v->b == 0 && x / v->b - v->c == v->a;
    case SHARE_PLUS: /* the share, from the end */
        t = x + v->c - v->b * v->a;
        return v->p % v->q == 0 && v->p / v->q == t;
    case REMAINDER: return v->p >= 0 && is_by_remainder(v, x);
    case LESS_SHARE:
        t = v->p / v->q + x;
        return v->p % v->q == 0 && t % v->b == 0 && t / v->b + v->c == v->a;
    case MISSING: return is_missing_number(v, x);
    case TWO_REMAINDERS: return is_number_of_two(v, x);
    default:
        t = x + v->r * v->p;
        return t % v->q == 0 && (t / v->q + v->c) % v->b == 0 &&
               (t / v->q + v->c) / v->b == v->a;
    }
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct chain *v = values;
    int64_t x;

    (void)a;
    f->by = "undoing the operations";
    f->detail = "the key is not one integer";
    if (!key_int(key, &x))
        return TRUTH_NO;
    f->detail = "there is no such division";
    if ((v->kind > SUM_TIMES && v->q < 2) || (v->kind >= MISSING && v->r < 1))
        return TRUTH_NO;
    f->detail = "undone from the key, the operations do not lead back to the "
                "given numbers";
    if (!holds(v, x))
        return TRUTH_NO;
    f->detail = "undone from the key, the operations lead back to the given "
                "numbers";
    return TRUTH_YES;
}

static const struct recipe recipe = {
    .size = sizeof(struct chain),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .pools = pools,
    .check = check,
};

const struct family concept_integer_arithmetic = {
    .name = "concept/integer-arithmetic",
    .version = 2,
    .title = "Integer arithmetic",
    .doc = "Chains of the four operations on integers, exact division, "
           "quotient and remainder, and missing numbers. The worked solution "
           "does one operation at a time.",
    .concepts = { HIGH_INTEGERS },
    .answer = ANSWER_INTEGER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
