/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Square and cube roots: perfect ones, integers next to a root, integers
 * between roots, and sums and differences of roots.
 *
 * solve() takes whole roots by Newton's method and reasons with squares.
 * check() counts up: it raises every candidate to its power and compares; a
 * sum of two irrational roots it encloses by ball arithmetic.
 */
#include "family/recipe/keys.h"
#include "family/recipe/recipe.h"
#include "math/arb.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

#define I "%" PRId64

enum {
    SQUARE_CUBE, /* a sqrt(p) + cbrt(q) */
    CUBE_SQUARE, /* a cbrt(q) - sqrt(p) */
    PRODUCT,     /* sqrt(p) cbrt(q) + a */
    FLOORS,      /* floor a sqrt(p) + floor cbrt(q) */
    NEAREST,     /* the integers nearest to them, added */
    BETWEEN,     /* integers n with cbrt(q) < n < a sqrt(p) */
    FLOOR_SUM,   /* sum of floor sqrt(n), p <= n <= a */
    CLOSE,       /* least n with sqrt(n + p) - sqrt(n) < p/a */
    MULTIPLE     /* integers n with sqrt(a) < n < p sqrt(a) */
};

struct radicands {
    int64_t kind, a, p, q;
};

static const struct field fields[] = {
    NUMBER(struct radicands, kind, 0, MULTIPLE),
    SLOT(struct radicands, a, 1, 1000000),
    NUMBER(struct radicands, p, 0, 10000000),
    NUMBER(struct radicands, q, 0, 10000000),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "perfect", "a perfect square up to 900 and a perfect cube up to 1728 "
                 "under the roots, two operations" },
    { "between", "the integers below or next to a sqrt(p), p up to 999, and "
                 "cbrt(q), q up to 5000, added, or the number of integers "
                 "between the two" },
    { "combined", "sums of whole parts of roots over a range, the difference "
                  "of two roots made small, integers between multiples of a "
                  "root" },
};

static void draw(struct pick *k, void *values)
{
    struct radicands *v = values;

    v->kind = 3 * (k->level - 1) + pick(k, 0, 2);
    if (k->level == 1) {
        v->a = pick_wide(k, 2, 20);
        v->p = pick_wide(k, 4, 30);
        v->p *= v->p;
        v->q = pick(k, 2, 12);
        v->q *= v->q * v->q;
    } else if (k->level == 2) {
        v->a = pick_wide(k, 2, 20);
        v->p = pick(k, 100, 999); /* a sqrt(p) is above cbrt(q) */
        v->q = pick_wide(k, 10, 5000);
    } else {
        v->a = pick_wide(k, 50, 999);
        v->p = pick(k, 2, 25);
    }
}

/* ---- the first road ---- */

/* The largest r with r^e <= x, by Newton's method from above. */
static int64_t root(int64_t x, int64_t e)
{
    int64_t r = x, next;

    if (x < 2)
        return x;
    for (r = e == 2 ? x / 2 + 1 : x / 3 + 2;; r = next) {
        next = ((e - 1) * r + (e == 2 ? x / r : x / r / r)) / e;
        if (next >= r)
            return r;
    }
}

static bool solve_perfect(struct solving *s, const struct radicands *v)
{
    int64_t x = root(v->p, 2), y = root(v->q, 3), got;

    if (v->p < 1 || v->q < 1 || x * x != v->p || y * y * y != v->q)
        return false;
    solving_step(s, "$" I "^2 = " I "$, so $\\sqrt{" I "} = " I "$.", x, v->p,
                 v->p, x);
    solving_step(s, "$" I "^3 = " I "$, so $\\sqrt[3]{" I "} = " I "$.", y,
                 v->q, v->q, y);
    if (v->kind == SQUARE_CUBE) {
        got = v->a * x + y;
        solving_step(s, "$" I " \\cdot " I " + " I " = " I "$.", v->a, x, y,
                     got);
    } else if (v->kind == CUBE_SQUARE) {
        got = v->a * y - x;
        solving_step(s, "$" I " \\cdot " I " - " I " = " I "$.", v->a, y, x,
                     got);
    } else {
        got = x * y + v->a;
        solving_step(s, "$" I " \\cdot " I " + " I " = " I "$.", x, y, v->a,
                     got);
    }
    solving_key(s, I, got);
    return true;
}

/* x^2 <= r < (x+1)^2, and the same with cubes; r is a^2 p. */
static void explain_floors(struct solving *s, const struct radicands *v,
                           int64_t r, int64_t x, int64_t y)
{
    solving_step(s,
                 "$" I " \\sqrt{" I "} = \\sqrt{" I "^2 \\cdot " I
                 "} = \\sqrt{" I "}$.",
                 v->a, v->p, v->a, v->p, r);
    solving_step(s,
                 "$" I "^2 = " I " \\le " I " < " I " = " I "^2$, so $" I
                 " \\le \\sqrt{" I "} < " I "$.",
                 x, x * x, r, (x + 1) * (x + 1), x + 1, x, r, x + 1);
    solving_step(s,
                 "$" I "^3 = " I " \\le " I " < " I " = " I "^3$, so $" I
                 " \\le \\sqrt[3]{" I "} < " I "$.",
                 y, y * y * y, v->q, (y + 1) * (y + 1) * (y + 1), y + 1, y,
                 v->q, y + 1);
}

/* (x + 1/2)^2 and (y + 1/2)^3 decide which neighbour is nearer. */
static int64_t solve_nearest(struct solving *s, const struct radicands *v,
                             int64_t r, int64_t x, int64_t y)
{
    int64_t up = 4 * r > (2 * x + 1) * (2 * x + 1),
            up3 = 8 * v->q > (2 * y + 1) * (2 * y + 1) * (2 * y + 1);

    solving_step(s,
                 "$" I ".5^2 = " I ".25$ is %s than $" I
                 "$, so the nearest integer is $" I "$.",
                 x, x * (x + 1), up ? "smaller" : "larger", r, x + up);
    solving_step(s,
                 "$" I ".5^3 = " I ".%03" PRId64 "$ is %s than $" I
                 "$, so the nearest integer is $" I "$.",
                 y, (2 * y + 1) * (2 * y + 1) * (2 * y + 1) / 8,
                 (2 * y + 1) * (2 * y + 1) * (2 * y + 1) % 8 * 125,
                 up3 ? "smaller" : "larger", v->q, y + up3);
    return x + up + y + up3;
}

/* a^2 p stays below 5 10^10. */
static bool is_small(const struct radicands *v)
{
    return v->a <= 5000 && v->p >= 1 && v->p <= 2000 && v->q >= 1;
}

static bool solve_between(struct solving *s, const struct radicands *v)
{
    int64_t r, x, y, got;

    if (!is_small(v))
        return false;
    r = v->a * v->a * v->p;
    x = root(r, 2);
    y = root(v->q, 3);
    explain_floors(s, v, r, x, y);
    if (v->kind == BETWEEN) {
        int64_t top = x * x == r ? x - 1 : x;

        got = top - y;
        solving_step(s,
                     "The integers strictly between the roots are $" I
                     "$ to $" I "$.",
                     y + 1, top);
        solving_step(s, "Their number is $" I " - " I " = " I "$.", top, y,
                     got);
    } else {
        got = v->kind == NEAREST ? solve_nearest(s, v, r, x, y) : x + y;
        solving_step(s, "The sum is $" I "$.", got);
    }
    solving_key(s, I, got);
    return got > 0;
}

/* Sum of floor sqrt(n) for n from 1 to m: below r^2 in full blocks of 2k + 1
 * numbers with value k. */
static int64_t floor_sum(struct solving *s, int64_t m)
{
    int64_t r = root(m, 2), blocks = 0;

    for (int64_t k = 1; k < r; k++)
        blocks += k * (2 * k + 1);
    if (r == 1)
        solving_step(s,
                     "For $1 \\le n \\le " I
                     "$ every value is $1$, so the sum is $" I "$.",
                     m, m);
    else
        solving_step(s,
                     "For $1 \\le n \\le " I "$: each $k$ from $1$ to $" I
                     "$ comes $2k + 1$ times, which adds up to $\\sum_{k=1}^{" I
                     "} k(2k + 1) = " I "$; the value $" I "$ comes $" I
                     "$ times. Together $" I " + " I " \\cdot " I " = " I "$.",
                     m, r - 1, r - 1, blocks, r, m - r * r + 1, blocks, r,
                     m - r * r + 1, blocks + r * (m - r * r + 1));
    return blocks + r * (m - r * r + 1);
}

static bool solve_floor_sum(struct solving *s, const struct radicands *v)
{
    int64_t all, low;

    if (v->p < 2 || v->p > v->a)
        return false;
    solving_step(s, "$\\lfloor \\sqrt{n} \\rfloor = k$ for $k^2 \\le n < "
                    "(k+1)^2$, that is for $2k + 1$ numbers.");
    all = floor_sum(s, v->a);
    low = floor_sum(s, v->p - 1);
    solving_step(s, "Subtract: $" I " - " I " = " I "$.", all, low, all - low);
    solving_key(s, I, all - low);
    return true;
}

/* sqrt(n+p) - sqrt(n) = p / (sqrt(n+p) + sqrt(n)): the sum must exceed a. */
static bool solve_close(struct solving *s, const struct radicands *v)
{
    int64_t square = v->a * v->a, d = square - v->p, n;
    fmpz_t x, y;

    if (v->p < 1 || d < 1)
        return false;
    fmpz_init_set_si(x, d);
    fmpz_init_set_si(y, 4 * square);
    fmpz_mul(x, x, x);
    fmpz_fdiv_q(x, x, y);
    n = fmpz_get_si(x) + 1;
    fmpz_clear(y);
    fmpz_clear(x);
    solving_step(s,
                 "Multiply by the sum of the roots: $\\sqrt{n + " I
                 "} - \\sqrt{n} = \\frac{" I "}{\\sqrt{n + " I
                 "} + \\sqrt{n}}$.",
                 v->p, v->p, v->p);
    solving_step(
        s,
        "So the condition is $\\sqrt{n + " I "} > " I
        " - \\sqrt{n}$. It holds where the right side is not positive, "
        "for $n \\ge " I "^2$; for smaller $n$, squaring gives $n + " I " > " I
        " - " I " \\sqrt{n} + n$.",
        v->p, v->a, v->a, v->p, square, 2 * v->a);
    solving_step(s,
                 "This is $" I " \\sqrt{n} > " I " - " I " = " I
                 "$, or $n > \\frac{" I "^2}{4 \\cdot " I "^2}$.",
                 2 * v->a, square, v->p, d, d, v->a);
    solving_step(s,
                 "The whole part of this fraction is $" I
                 "$, so the least $n$ is $" I "$.",
                 n - 1, n);
    solving_key(s, I, n);
    return true;
}

static bool solve_multiple(struct solving *s, const struct radicands *v)
{
    int64_t low = root(v->a, 2), square, top;

    if (v->p < 2 || v->p > 1000)
        return false;
    square = v->p * v->p * v->a;
    top = root(square - 1, 2);
    solving_step(s,
                 "Square the condition: $" I " < n^2 < " I "^2 \\cdot " I
                 " = " I "$.",
                 v->a, v->p, v->a, square);
    solving_step(
        s, "$" I "^2 = " I " \\le " I " < " I " = " I "^2$, so $n \\ge " I "$.",
        low, low * low, v->a, (low + 1) * (low + 1), low + 1, low + 1);
    solving_step(
        s, "$" I "^2 = " I " < " I " \\le " I " = " I "^2$, so $n \\le " I "$.",
        top, top * top, square, (top + 1) * (top + 1), top + 1, top);
    solving_step(s, "There are $" I " - " I " = " I "$ such integers.", top,
                 low, top - low);
    solving_key(s, I, top - low);
    return top > low;
}

static bool solve(struct solving *s, const void *values)
{
    const struct radicands *v = values;

    if (v->kind <= PRODUCT)
        return solve_perfect(s, v);
    if (v->kind <= BETWEEN)
        return solve_between(s, v);
    return (v->kind == FLOOR_SUM ? solve_floor_sum
            : v->kind == CLOSE   ? solve_close
                                 : solve_multiple)(s, v);
}

/* ---- wording ---- */

static void speak(struct speech *s, const void *values)
{
    const struct radicands *v = values;
    const char *a;

    if (!speech_wants(s, "e")) {
        speech_set(s, "which",
                   v->kind == FLOORS
                       ? "the largest integer that does not exceed"
                       : "the integer nearest to");
        speech_set(s, "metres",
                   v->kind == FLOORS
                       ? "drops all digits behind the decimal point"
                       : "rounds to the nearest whole number");
        speech_set(s, "rounds",
                   v->kind == FLOORS ? "takes the whole part of each"
                                     : "rounds each to the nearest integer");
        return;
    }
    a = speech_number(s, &v->a);
    if (v->kind == SQUARE_CUBE)
        speech_set(s, "e", "%s \\sqrt{" I "} + \\sqrt[3]{" I "}", a, v->p,
                   v->q);
    else if (v->kind == CUBE_SQUARE)
        speech_set(s, "e", "%s \\sqrt[3]{" I "} - \\sqrt{" I "}", a, v->q,
                   v->p);
    else
        speech_set(s, "e", "\\sqrt{" I "} \\cdot \\sqrt[3]{" I "} + %s", v->p,
                   v->q, a);
}

#define FITS(name, test)              \
 static bool name(const void *values) \
 {                                    \
  const struct radicands *v = values; \
                                      \
  return (test);                      \
 }
FITS(is_perfect, v->kind <= PRODUCT)
FITS(is_square_cube, v->kind == SQUARE_CUBE)
FITS(is_cube_square, v->kind == CUBE_SQUARE)
FITS(is_product, v->kind == PRODUCT)
FITS(is_floors, v->kind == FLOORS)
FITS(is_nearest, v->kind == NEAREST)
FITS(is_either, v->kind == FLOORS || v->kind == NEAREST)
FITS(is_between, v->kind == BETWEEN)
FITS(is_floor_sum, v->kind == FLOOR_SUM)
FITS(is_close, v->kind == CLOSE)
FITS(is_multiple, v->kind == MULTIPLE)

/* clang-format off */
static const struct wording wordings[] = {
    { STYLE_TERSE, "Compute $<e>$.", is_perfect },
    { STYLE_PLAIN, "Find the value of $<e>$.", is_perfect },
    { STYLE_PLAIN,
      "Work out the roots and give $<e>$ as an integer.", is_perfect },
    { STYLE_STORY,
      "A square field has an area of $<p>$ square metres, and a cube of "
      "concrete a volume of $<q>$ cubic metres. <name> lays a rope that is "
      "$<a>$ times as long as a side of the field, and then once along an edge "
      "of the cube. How many metres of rope is that?", is_square_cube },
    { STYLE_STORY,
      "<name> puts a fence along $<a>$ sides of equal square plots of $<p>$ "
      "square metres each, and a post as high as the edge of a cube of $<q>$ "
      "cubic metres beside it. How many metres are the fence and the post "
      "together?", is_square_cube },
    { STYLE_STORY,
      "<name> lays $<a>$ equal cubes of $<q>$ cubic centimetres each in a row, "
      "touching each other. Beside them lies a square board of $<p>$ square "
      "centimetres. By how many centimetres is the row longer than a side "
      "of the board (negative if it is shorter)?", is_cube_square },
    { STYLE_STORY,
      "A tower of $<a>$ equal cubes of $<q>$ cubic centimetres each stands in a "
      "hole as deep as the side of a square of $<p>$ square centimetres. "
      "How many centimetres does it rise above the ground (negative if it "
      "ends below)?", is_cube_square },
    { STYLE_STORY,
      "A rectangle is as long as the side of a square of area $<p>$ square "
      "centimetres and as wide as the edge of a cube of volume $<q>$ cubic "
      "centimetres. Beside it lie $<a>$ more square centimetres of paper. "
      "What is the total area in square centimetres?", is_product },
    { STYLE_STORY,
      "A hall has as many rows as a square of $<p>$ unit tiles has tiles "
      "along a side, and as many seats in a row as a cube of $<q>$ unit blocks "
      "has blocks along an edge. Besides there are $<a>$ folding chairs. "
      "How many seats are there together with the chairs?", is_product },
    { STYLE_TERSE,
      "Compute $\\lfloor <a>\\sqrt{<p>} \\rfloor + \\lfloor \\sqrt[3]{<q>} "
      "\\rfloor$.", is_floors },
    { STYLE_TERSE,
      "Round $<a>\\sqrt{<p>}$ and $\\sqrt[3]{<q>}$ each to the nearest integer, "
      "then add.",
      is_nearest },
    { STYLE_PLAIN,
      "Add <which> $<a>\\sqrt{<p>}$ and <which> $\\sqrt[3]{<q>}$. What is the "
      "sum?", is_either },
    { STYLE_PLAIN,
      "What is the sum of <which> $<a>\\sqrt{<p>}$ and <which> "
      "$\\sqrt[3]{<q>}$?", is_either },
    { STYLE_STORY,
      "A measuring device of a <shop> <metres> whenever it shows a length in "
      "millimetres. <name> measures $<a>$ sides, laid end to end, of squares "
      "of $<p>$ square millimetres each, and the edge of a cube of $<q>$ cubic "
      "millimetres. What is the sum of the two numbers that are shown?",
      is_either },
    { STYLE_STORY,
      "A program computes $<a>\\sqrt{<p>}$ and $\\sqrt[3]{<q>}$, <rounds>, "
      "and adds the two integers. Which sum does it print?",
      is_either },
    { STYLE_TERSE,
      "How many integers $n$ satisfy $\\sqrt[3]{<q>} < n < "
      "<a>\\sqrt{<p>}$?", is_between },
    { STYLE_PLAIN,
      "How many integers lie strictly between $\\sqrt[3]{<q>}$ and "
      "$<a>\\sqrt{<p>}$?", is_between },
    { STYLE_PLAIN,
      "Find the number of integers $n$ that are greater than $\\sqrt[3]{<q>}$ "
      "and smaller than $<a>\\sqrt{<p>}$.", is_between },
    { STYLE_STORY,
      "A rod shall be longer than the edge of a cube of $<q>$ cubic "
      "centimetres and shorter than $<a>$ sides, laid end to end, of a square "
      "of $<p>$ square centimetres. How many whole numbers of centimetres "
      "can be its length?", is_between },
    { STYLE_STORY,
      "Posts stand along a road at every whole metre from the <place>. Two "
      "lamps at the <place>, where the road begins, light it: one as far as the "
      "edge of a cube of $<q>$ cubic metres is long, the other as far as $<a>$ "
      "sides of a square of $<p>$ square metres laid end to end. How many posts are farther from the "
      "<place> than the first lamp reaches, but nearer than the second one "
      "reaches?", is_between },
    { STYLE_TERSE,
      "Compute $\\sum_{n=<p>}^{<a>} \\lfloor \\sqrt{n} \\rfloor$.",
      is_floor_sum },
    { STYLE_PLAIN,
      "For a real number $x$, let $\\lfloor x \\rfloor$ be the largest integer "
      "that does not exceed $x$. Find the sum of $\\lfloor \\sqrt{n} \\rfloor$ "
      "over all integers $n$ from $<p>$ to $<a>$.", is_floor_sum },
    { STYLE_PLAIN,
      "For every integer $n$ with $<p> \\le n \\le <a>$, the square root of "
      "$n$ is rounded down to an integer. What is the sum of all these "
      "integers?", is_floor_sum },
    { STYLE_STORY,
      "On level $n$ of a game one gets as many <things> as the whole part of "
      "$\\sqrt{n}$. <name> plays every level from $<p>$ to $<a>$ once. How "
      "many <things> do they get?", is_floor_sum },
    { STYLE_STORY,
      "From $n$ small square tiles <name> lays the largest filled square that "
      "is possible and notes how many tiles lie along its side. They do this "
      "for every $n$ from $<p>$ to $<a>$. What is the sum of the numbers "
      "noted?", is_floor_sum },
    { STYLE_TERSE,
      "Least positive integer $n$ with $\\sqrt{n + <p>} - \\sqrt{n} < "
      "\\frac{<p>}{<a>}$?", is_close },
    { STYLE_PLAIN,
      "Find the smallest positive integer $n$ such that $\\sqrt{n + <p>} - "
      "\\sqrt{n} < \\frac{<p>}{<a>}$.", is_close },
    { STYLE_PLAIN,
      "For which smallest positive integer $n$ do $\\sqrt{n}$ and $\\sqrt{n + "
      "<p>}$ differ by less than $\\frac{<p>}{<a>}$?", is_close },
    { STYLE_STORY,
      "Two square fields have areas of $n$ and of $n + <p>$ square metres, "
      "where $n$ is a positive integer. Their sides differ by less than "
      "$\\frac{<p>}{<a>}$ of a metre. What is the smallest possible $n$?",
      is_close },
    { STYLE_STORY,
      "A stone that falls $d$ metres takes a time in proportion to $\\sqrt{d}$. "
      "<name> measures time so that it is exactly $\\sqrt{d}$ units. What is "
      "the smallest positive integer $n$ for which a fall of $n + <p>$ metres "
      "takes less than $\\frac{<p>}{<a>}$ units longer than one of $n$ metres?",
      is_close },
    { STYLE_TERSE,
      "How many integers $n$ satisfy $\\sqrt{<a>} < n < <p>\\sqrt{<a>}$?",
      is_multiple },
    { STYLE_PLAIN,
      "How many integers lie strictly between $\\sqrt{<a>}$ and "
      "$<p>\\sqrt{<a>}$?", is_multiple },
    { STYLE_PLAIN,
      "Find the number of integers $n$ that are larger than $\\sqrt{<a>}$ but "
      "smaller than $<p>\\sqrt{<a>}$.", is_multiple },
    { STYLE_STORY,
      "A square plot has an area of $<a>$ square metres. A second square plot "
      "has sides that are $<p>$ times as long. <name> wants a square plot that "
      "is larger than the first and smaller than the second, with a whole "
      "number of metres as its side. How many side lengths are possible?",
      is_multiple },
    { STYLE_STORY,
      "A rope is $\\sqrt{<a>}$ metres long, another one $<p>$ times as long. "
      "<name> wants a rope that is longer than the first and shorter than the "
      "second and measures a whole number of metres. How many lengths are "
      "possible?", is_multiple },
    { 0 },
};
/* clang-format on */

/* ---- the second road: counting up ---- */

/* The first r from 0 on with r^e >= x. */
static int64_t climb(int64_t x, int e)
{
    int64_t r = 0;

    while (r * r * (e == 3 ? r : 1) < x)
        r++;
    return r;
}

static int64_t sum_of_floors(const struct radicands *v)
{
    int64_t sum = 0, r = 0;

    for (int64_t n = 1; n <= v->a; n++) {
        r += (r + 1) * (r + 1) == n;
        sum += n >= v->p ? r : 0;
    }
    return sum;
}

/* Is sqrt(n + p) + sqrt(n) > a? Whole roots are compared as such. */
static bool exceeds(int64_t n, int64_t p, int64_t a)
{
    arb_t x, y;
    ulong rest, rest2;
    int64_t r = (int64_t)n_sqrtrem(&rest, (ulong)n),
            t = (int64_t)n_sqrtrem(&rest2, (ulong)(n + p));
    bool more;

    if (rest == 0 && rest2 == 0)
        return r + t > a;
    arb_init(x);
    arb_init(y);
    arb_sqrt_ui(x, (ulong)n, 256);
    arb_sqrt_ui(y, (ulong)(n + p), 256);
    arb_add(x, x, y, 256);
    arb_sub_si(x, x, a, 256);
    more = arb_is_positive(x);
    arb_clear(y);
    arb_clear(x);
    return more;
}

static int64_t nearest(int64_t x, int e)
{
    int64_t r = 0; /* (2r + 1)^e < 2^e x: r + 1 is nearer than r */

    while ((2 * r + 1) * (2 * r + 1) * (e == 3 ? 2 * r + 1 : 1) <
           (e == 3 ? 8 : 4) * x)
        r++;
    return r;
}

/* The first integer whose power is larger, less one, is the whole part. */
static int64_t around(const struct radicands *v)
{
    int64_t r = v->p * v->a * v->a;

    return v->kind == FLOORS    ? climb(r + 1, 2) - 1 + climb(v->q + 1, 3) - 1
           : v->kind == NEAREST ? nearest(r, 2) + nearest(v->q, 3)
                                : climb(r, 2) - climb(v->q + 1, 3);
}

static bool holds(const struct radicands *v, int64_t x)
{
    int64_t s = climb(v->p, 2), c = climb(v->q, 3), r;

    switch (v->kind) {
    case SQUARE_CUBE:
    case CUBE_SQUARE:
    case PRODUCT:
        return s * s == v->p && c * c * c == v->q &&
               x == (v->kind == SQUARE_CUBE   ? s * v->a + c
                     : v->kind == CUBE_SQUARE ? c * v->a - s
                                              : v->a + c * s);
    case FLOORS:
    case NEAREST:
    case BETWEEN: return is_small(v) && x == around(v);
    case FLOOR_SUM: return v->p >= 1 && x == sum_of_floors(v);
    case CLOSE:
        return v->p >= 1 && x > 0 && x < INT64_C(1000000000000) &&
               exceeds(x, v->p, v->a) &&
               (x == 1 || !exceeds(x - 1, v->p, v->a));
    default: /* n^2 >= p^2 a, in units of p: n - 1 is the last below */
        r = climb(v->a + 1, 2);
        if (v->p > 1000 || x < 1)
            return false;
        s = r + x; /* must be the first n with n^2 >= p^2 a */
        return s < 10000000 && s * s >= v->p * v->p * v->a &&
               (s - 1) * (s - 1) < v->p * v->p * v->a;
    }
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct radicands *v = values;
    int64_t x;

    (void)a;
    f->by = v->kind == CLOSE ? "ball arithmetic" : "comparing powers";
    f->detail = "the key is not one integer";
    if (!key_int(key, &x))
        return TRUTH_NO;
    if (!holds(v, x)) {
        f->detail = "powers of the integers around say otherwise";
        return TRUTH_NO;
    }
    f->detail = "powers of the integers around agree with the key";
    return TRUTH_YES;
}

static const struct recipe recipe = {
    .size = sizeof(struct radicands),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .check = check,
};

const struct family concept_roots = {
    .name = "concept/roots",
    .version = 2,
    .title = "Square roots and cube roots",
    .doc = "Perfect squares and cubes, integers next to and between roots, "
           "sums of whole parts of roots, and roots that differ only slightly. "
           "The worked solution compares squares and cubes.",
    .concepts = { HIGH_ROOTS },
    .answer = ANSWER_INTEGER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
