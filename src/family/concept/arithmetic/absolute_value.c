/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Absolute values: nested ones to evaluate, distances on the number line, and
 * sums of distances to be made small.
 *
 * solve() works from the inside out, and treats sums of distances piece by
 * piece. check() reads every absolute value as the larger of a number and its
 * opposite, and goes through the integers where x is unknown.
 */
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

#define I "%" PRId64

enum {
    THREE,   /* |a| - |b| + |c| */
    GAP,     /* |a - b| + |c| */
    WALK,    /* |a - b| + |b - c| */
    NESTED,  /* ||a - b| - d |c|| */
    DEEP,    /* |a - d |b - |c||| */
    TWO,     /* |d a + |b|| - |c - |a|| */
    LEAST,   /* the least |x-a| + |x-b| + |x-c| + |x-d| */
    COUNT,   /* integers x with |x-a| + |x-b| + |x-c| <= d */
    GREATEST /* the largest of them */
};

struct points {
    int64_t kind, a, b, c, d;
};

static const struct field fields[] = {
    NUMBER(struct points, kind, 0, GREATEST),
    SLOT(struct points, a, -20000, 20000),
    SLOT(struct points, b, -20000, 20000),
    SLOT(struct points, c, -20000, 20000),
    NUMBER(struct points, d, -20000, 100000),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "plain", "two or three absolute values of numbers or differences, "
               "numbers from -60 to 60" },
    { "nested", "absolute values within absolute values, two or three deep, "
                "with a factor" },
    { "sums", "four or three distances |x - a|: their least sum, how many "
              "integers keep it below a bound, the largest of these" },
};

static int64_t larger(int64_t x, int64_t y)
{
    return x > y ? x : y;
}

static int64_t smaller(int64_t x, int64_t y)
{
    return x < y ? x : y;
}

static void draw(struct pick *k, void *values)
{
    struct points *v = values;
    int64_t span, x;

    v->kind = 3 * (k->level - 1) + pick(k, 0, 2);
    v->a = pick_signed(k, 2, 60);
    v->b = pick_signed(k, 2, 60);
    v->c = pick_signed(k, 2, 60);
    if (k->level == 1)
        return;
    if (k->level == 2) {
        v->d = pick(k, 2, 9);
        return;
    }
    x = pick_signed(k, 2, 60);
    span =
        larger(larger(v->a, v->b), v->c) - smaller(smaller(v->a, v->b), v->c);
    v->d = v->kind == LEAST
               ? x
               : span + pick_stretched(k, 61) + x; /* above the least */
}

/* ---- the first road ---- */

static int64_t absolute(int64_t x)
{
    return x < 0 ? -x : x;
}

static void solve_plain(struct solving *s, const struct points *v)
{
    struct arena *a = s->arena;
    int64_t p = absolute(v->a - v->b), q = absolute(v->c), x;

    if (v->kind == THREE) {
        x = absolute(v->a) - absolute(v->b) + q;
        solving_step(s,
                     "$|" I "| = " I "$, $|" I "| = " I "$, $|" I "| = " I "$.",
                     v->a, absolute(v->a), v->b, absolute(v->b), v->c, q);
        solving_step(s, "First $" I " - " I " = " I "$.", absolute(v->a),
                     absolute(v->b), absolute(v->a) - absolute(v->b));
        solving_step(s, "Then $" I " + " I " = " I "$.", x - q, q, x);
        solving_key(s, I, x);
        return;
    }
    solving_step(s, "$|" I " - %s| = |" I "| = " I "$.", v->a,
                 latex_bracket(a, v->b), v->a - v->b, p);
    if (v->kind == WALK) {
        q = absolute(v->b - v->c);
        solving_step(s, "$|" I " - %s| = |" I "| = " I "$.", v->b,
                     latex_bracket(a, v->c), v->b - v->c, q);
    } else {
        solving_step(s, "$|" I "| = " I "$.", v->c, q);
    }
    solving_step(s, "The sum is $" I " + " I " = " I "$.", p, q, p + q);
    solving_key(s, I, p + q);
}

/* |d |b - |c|| - a|, inside out. */
static int64_t solve_deep(struct solving *s, const struct points *v)
{
    int64_t c = absolute(v->c), p = v->b - c, q = v->d * absolute(p),
            x = v->a - q;

    solving_step(s, "Innermost: $|" I "| = " I "$.", v->c, c);
    solving_step(s, "$|" I " - " I "| = |" I "| = " I "$.", v->b, c, p,
                 absolute(p));
    solving_step(s, "Multiply: $" I " \\cdot " I " = " I "$.", v->d,
                 absolute(p), q);
    solving_step(s, "$|" I " - " I "| = |" I "| = " I "$.", v->a, q, x,
                 absolute(x));
    return absolute(x);
}

static int64_t solve_two(struct solving *s, const struct points *v)
{
    int64_t p = v->d * v->a + absolute(v->b), q = v->c - absolute(v->a);

    solving_step(s, "Innermost: $|" I "| = " I "$ and $|" I "| = " I "$.", v->b,
                 absolute(v->b), v->a, absolute(v->a));
    solving_step(s, "$|" I " \\cdot %s + " I "| = |" I "| = " I "$.", v->d,
                 latex_bracket(s->arena, v->a), absolute(v->b), p, absolute(p));
    solving_step(s, "$|" I " - " I "| = |" I "| = " I "$.", v->c,
                 absolute(v->a), q, absolute(q));
    solving_step(s, "Subtract: $" I " - " I " = " I "$.", absolute(p),
                 absolute(q), absolute(p) - absolute(q));
    return absolute(p) - absolute(q);
}

static void solve_nested(struct solving *s, const struct points *v)
{
    int64_t p = absolute(v->a - v->b), q = v->d * absolute(v->c), x;

    if (v->kind == NESTED) {
        x = absolute(p - q);
        solving_step(s, "$|" I " - %s| = |" I "| = " I "$.", v->a,
                     latex_bracket(s->arena, v->b), v->a - v->b, p);
        solving_step(s, "$" I " \\cdot |" I "| = " I " \\cdot " I " = " I "$.",
                     v->d, v->c, v->d, absolute(v->c), q);
        solving_step(s, "$|" I " - " I "| = |" I "| = " I "$.", p, q, p - q, x);
    } else {
        x = v->kind == DEEP ? solve_deep(s, v) : solve_two(s, v);
    }
    solving_step(s, "The value is $" I "$.", x);
    solving_key(s, I, x);
}

static void sort(int64_t *x, int n)
{
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && x[j] < x[j - 1]; j--) {
            int64_t t = x[j];

            x[j] = x[j - 1];
            x[j - 1] = t;
        }
}

static void solve_least(struct solving *s, const struct points *v)
{
    int64_t p[4] = { v->a, v->b, v->c, v->d };

    sort(p, 4);
    solving_step(s, "In order the points are $%s$.",
                 latex_list(s->arena, p, 4));
    solving_step(s,
                 "The distances to $" I "$ and $" I "$ add up to at least $" I
                 "%s = " I "$, with equality for $x$ between them.",
                 p[0], p[3], p[3], latex_plus(s->arena, -p[0]), p[3] - p[0]);
    solving_step(s,
                 "Those to $" I "$ and $" I "$ add up to at least $" I "%s = " I
                 "$, with equality for $x$ between them.",
                 p[1], p[2], p[2], latex_plus(s->arena, -p[1]), p[2] - p[1]);
    solving_key(s, I, p[3] - p[0] + p[2] - p[1]);
    solving_step(s,
                 "Any $x$ from $" I "$ to $" I
                 "$ reaches both, so the least value is $%s$.",
                 p[1], p[2], s->key);
}

static int64_t floor_third(int64_t x)
{
    return x >= 0 ? x / 3 : -((-x + 2) / 3);
}

/* " + 5", " - 5", and nothing for 0. */
static const char *plus(struct arena *a, int64_t x)
{
    return x ? latex_plus(a, x) : "";
}

/* The largest x with sum at most d: beyond the last point the sum is
 * 3x - a - b - c, between the last two it is x + r - p - q. */
static int64_t upper_end(struct solving *s, const int64_t *p, int64_t d)
{
    int64_t total = p[0] + p[1] + p[2], x;
    const char *text;

    if (2 * p[2] - p[0] - p[1] <= d) {
        x = floor_third(d + total);
        text = arena_printf(s->arena, "3x%s", plus(s->arena, -total));
        solving_step(s,
                     "For $x \\ge " I "$ the sum is $%s$, at most $" I
                     "$ as long as $x \\le " I "$.",
                     p[2], text, d, x);
    } else {
        x = d - p[2] + p[0] + p[1];
        text =
            arena_printf(s->arena, "x%s", plus(s->arena, p[2] - p[0] - p[1]));
        solving_step(s,
                     "At $x = " I "$ the sum exceeds $" I "$. For $" I
                     " \\le x \\le " I "$ it is $%s$, at most "
                     "$" I "$ as long as $x \\le " I "$.",
                     p[2], d, p[1], p[2], text, d, x);
    }
    return x;
}

static bool solve_bound(struct solving *s, const struct points *v)
{
    int64_t p[3] = { v->a, v->b, v->c }, m[3], hi, lo;
    struct solving quiet = { .arena = s->arena }; /* no steps */

    sort(p, 3);
    if (p[2] - p[0] > v->d)
        return false;
    solving_step(s,
                 "In order the points are $%s$; at the middle one the sum "
                 "is least, $" I "$.",
                 latex_list(s->arena, p, 3), p[2] - p[0]);
    hi = upper_end(s, p, v->d);
    if (v->kind == GREATEST) {
        solving_step(s, "So the largest integer is $" I "$.", hi);
        solving_key(s, I, hi);
        return true;
    }
    for (int i = 0; i < 3; i++)
        m[i] = -p[2 - i];
    solving_step(s, "For small $x$ put $x = -t$; the points become $%s$.",
                 latex_list(s->arena, m, 3));
    lo = -upper_end(&quiet, m, v->d);
    solving_step(s, "In the same way $t \\le " I "$, that is $x \\ge " I "$.",
                 -lo, lo);
    solving_key(s, I, hi - lo + 1);
    solving_step(s, "The integers from $" I "$ to $" I "$ are $%s$ numbers.",
                 lo, hi, s->key);
    return true;
}

static bool solve(struct solving *s, const void *values)
{
    const struct points *v = values;

    if (v->kind <= WALK)
        solve_plain(s, v);
    else if (v->kind <= TWO)
        solve_nested(s, v);
    else if (v->kind == LEAST)
        solve_least(s, v);
    else
        return solve_bound(s, v);
    return true;
}

/* ---- wording ---- */

static const char *bracket(struct speech *s, const int64_t *place)
{
    const char *text = speech_number(s, place);

    return *text == '-' ? arena_printf(s->arena, "(%s)", text) : text;
}

/* |x - 3|, |x + 3| */
static const char *distance(struct speech *s, const int64_t *place)
{
    const char *text = speech_number(s, place);

    return *text == '-' ? arena_printf(s->arena, "|x + %s|", text + 1)
                        : arena_printf(s->arena, "|x - %s|", text);
}

static void speak(struct speech *s, const void *values)
{
    const struct points *v = values;
    const char *a, *b, *c, *b2;

    speech_set(s, "task",
               v->kind == COUNT ? "the number of integers $x$"
                                : "the largest integer $x$");
    if (!speech_wants(s, "e"))
        return;
    a = speech_number(s, &v->a);
    b = speech_number(s, &v->b);
    c = speech_number(s, &v->c);
    b2 = bracket(s, &v->b);
    switch (v->kind) {
    case THREE: speech_set(s, "e", "|%s| - |%s| + |%s|", a, b, c); break;
    case GAP: speech_set(s, "e", "|%s - %s| + |%s|", a, b2, c); break;
    case WALK:
        speech_set(s, "e", "|%s - %s| + |%s - %s|", a, b2, b,
                   bracket(s, &v->c));
        break;
    case NESTED:
        speech_set(s, "e", "\\bigl| |%s - %s| - " I " \\cdot |%s| \\bigr|", a,
                   b2, v->d, c);
        break;
    case DEEP:
        speech_set(s, "e",
                   "\\Bigl| %s - " I " \\cdot \\bigl| %s - |%s| \\bigr| "
                   "\\Bigr|",
                   a, v->d, b, c);
        break;
    case TWO:
        speech_set(s, "e",
                   "\\bigl| " I " \\cdot %s + |%s| \\bigr| - \\bigl| %s - |%s| "
                   "\\bigr|",
                   v->d, bracket(s, &v->a), b, c, a);
        break;
    default:
        speech_set(s, "e", "%s + %s + %s%s%s", distance(s, &v->a),
                   distance(s, &v->b), distance(s, &v->c),
                   v->kind == LEAST ? " + " : "",
                   v->kind == LEAST ? distance(s, &v->d) : "");
    }
}

#define FITS(name, test)              \
 static bool name(const void *values) \
 {                                    \
  const struct points *v = values;    \
                                      \
  return (test);                      \
 }
FITS(is_value, v->kind <= TWO)
FITS(is_three, v->kind == THREE)
FITS(is_gap, v->kind == GAP)
FITS(is_walk, v->kind == WALK)
FITS(is_moved, v->kind == GAP && v->a != v->b)
FITS(is_moved_twice, v->kind == WALK && v->a != v->b && v->b != v->c)
FITS(is_nested, v->kind >= NESTED && v->kind <= TWO)
FITS(is_trips, v->kind == NESTED)
FITS(is_least, v->kind == LEAST)
FITS(is_bound, v->kind >= COUNT)
FITS(is_count, v->kind == COUNT)
FITS(is_greatest, v->kind == GREATEST)

/* clang-format off */
static const struct wording wordings[] = {
    { STYLE_TERSE, "Evaluate $<e>$.", is_value },
    { STYLE_PLAIN, "Find the value of $<e>$.", is_value },
    { STYLE_PLAIN, "What number is $<e>$?", is_value },
    { STYLE_STORY,
      "A pilot notes how far three heights, $<a>$, $<b>$ and $<c>$ metres above "
      "a mark (negative when below), lie from the mark. What is the first "
      "of these distances, less the second, plus the third, in metres?",
      is_three },
    { STYLE_STORY,
      "A game gives points for the distance of a card's number from $0$. "
      "<name> gains this distance for a card with $<a>$, loses it for a card "
      "with $<b>$ and gains it for a card with $<c>$. What is the total?",
      is_three },
    { STYLE_STORY,
      "On a number line, <name> walks from $<a>$ to $<b>$, and <name2> walks "
      "from $0$ to $<c>$, each the shortest way. How many units do they "
      "walk together?", is_gap },
    { STYLE_STORY,
      "A robot moves straight from a height of $<a>$ metres to a height "
      "of $<b>$ metres, where negative heights lie below the level of the sea. "
      "A second one moves straight from the level of the sea to a height of "
      "$<c>$ metres. How many metres do the two robots cover together?",
      is_moved },
    { STYLE_STORY,
      "A robot that can fly and dive is at height $<a>$ metres, where $0$ is "
      "the sea level and negative heights lie below. It moves straight up or "
      "down to height $<b>$ metres and then to height $<c>$ metres. How "
      "many metres does it travel?", is_moved_twice },
    { STYLE_STORY,
      "On a number line painted on a wall, a beetle starts at $<a>$, crawls "
      "straight to $<b>$ and then straight to $<c>$. How many units long is "
      "its path?", is_walk },
    { STYLE_STORY,
      "Marks on a straight road give the metres east of the <place>; marks west "
      "of it are negative. <name> drives from mark $<a>$ to mark $<b>$ once. "
      "<name2> drives from the <place>, at mark $0$, to mark $<c>$, $<d>$ times "
      "in this direction. By how many metres do the distances that the two "
      "cover on these drives differ?", is_trips },
    { STYLE_STORY,
      "A control program steers a crane to the position, in centimetres, that "
      "it computes as $<e>$; a negative position lies left of the zero mark. "
      "Which position is it?", is_nested },
    { STYLE_STORY,
      "<name> works in a spreadsheet of the <group>. A cell computes $<e>$. "
      "Which number does the cell show?", is_nested },
    { STYLE_TERSE, "Least value of $<e>$ for real $x$?", is_least },
    { STYLE_PLAIN,
      "Find the smallest value that $<e>$ takes when $x$ runs through all real "
      "numbers.", is_least },
    { STYLE_PLAIN,
      "What is the minimum of $f(x) = <e>$ over the real numbers?", is_least },
    { STYLE_STORY,
      "Four friends live on one straight street, $<a>$, $<b>$, $<c>$ and $<d>$ "
      "metres east of the <place> (a negative number means west). They "
      "choose a meeting point on the street so that their four ways to it add "
      "up to as little as possible. How many metres is this least sum?",
      is_least },
    { STYLE_STORY,
      "Four machines stand along a straight wall, at the marks $<a>$, $<b>$, "
      "$<c>$ and $<d>$ (in centimetres from the middle, negative to the left). "
      "From one socket on the wall a straight cable is led to each of them. "
      "How many centimetres of cable are needed at least, when the socket "
      "is placed best?", is_least },
    { STYLE_TERSE, "Find <task> with $<e> \\le <d>$.", is_bound },
    { STYLE_PLAIN, "Find <task> that satisfy $<e> \\le <d>$.", is_count },
    { STYLE_PLAIN,
      "For how many integers $x$ is $<e>$ at most $<d>$?", is_count },
    { STYLE_PLAIN, "Find <task> that satisfies $<e> \\le <d>$.", is_greatest },
    { STYLE_PLAIN,
      "For which largest integer $x$ is $<e>$ at most $<d>$?", is_greatest },
    { STYLE_STORY,
      "Three wells lie on a straight path, $<a>$, $<b>$ and $<c>$ metres east "
      "of the <place> (a negative number means west). The path has a post at "
      "every whole metre. A tent is to be put up at a post so that its "
      "distances to the three wells add up to at most $<d>$ metres. How "
      "many posts can be chosen?", is_count },
    { STYLE_STORY,
      "<name> needs three tools, which lie on a long bench at the marks $<a>$, "
      "$<b>$ and $<c>$ (in centimetres from the middle, negative to the left). "
      "A lamp is to be fixed at a mark with a whole number, so that its three "
      "distances to the tools add up to at most $<d>$ centimetres. How many "
      "marks are possible?", is_count },
    { STYLE_STORY,
      "Three houses stand on a straight street, $<a>$, $<b>$ and $<c>$ metres "
      "east of the <place> (a negative number means west). The distances of a "
      "new fountain on the street to the three houses are to add up to at most "
      "$<d>$ metres. At most how many whole metres east of the <place> can "
      "the fountain stand?", is_greatest },
    { STYLE_STORY,
      "On a scale, three values $<a>$, $<b>$ and $<c>$ were measured. <name> "
      "looks for a whole number $x$ whose distances to the three values have a "
      "sum of at most $<d>$. What is the largest such $x$?", is_greatest },
    { 0 },
};
/* clang-format on */

/* ---- the second road ---- */

/* |x| as the larger of x and -x. */
static int64_t size(int64_t x)
{
    return larger(x, -x);
}

static int64_t sum_at(const struct points *v, int64_t x)
{
    return size(x - v->a) + size(x - v->b) + size(x - v->c) +
           (v->kind == LEAST ? size(x - v->d) : 0);
}

static int64_t least(const struct points *v)
{
    int64_t lo = smaller(smaller(v->a, v->b), smaller(v->c, v->d)),
            hi = larger(larger(v->a, v->b), larger(v->c, v->d)), best;

    best = sum_at(v, lo);
    for (int64_t x = lo + 1; x <= hi; x++)
        best = smaller(best, sum_at(v, x));
    return best;
}

/* Goes right from the leftmost x that could do: a distance of more than d
 * alone is too much. */
static int64_t bounded(const struct points *v, bool *any)
{
    int64_t count = 0, last = 0;

    for (int64_t x = v->a - v->d; x <= v->a + v->d; x++)
        if (sum_at(v, x) <= v->d) {
            count++;
            last = x;
        }
    *any = count > 0;
    return v->kind == COUNT ? count : last;
}

static int64_t value_of(const struct points *v, bool *any)
{
    switch (v->kind) {
    case THREE: return size(v->a) - size(v->b) + size(v->c);
    case GAP: return size(v->b - v->a) + size(v->c);
    case WALK: return size(v->b - v->a) + size(v->c - v->b);
    case NESTED: return size(v->d * size(v->c) - size(v->b - v->a));
    case DEEP: return size(v->d * size(size(v->c) - v->b) - v->a);
    case TWO: return size(size(v->b) + v->a * v->d) - size(size(v->a) - v->c);
    case LEAST: return least(v);
    default: return bounded(v, any);
    }
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct points *v = values;
    bool any = true;
    int64_t x, want;

    f->by = v->kind >= LEAST ? "exhaustive search" : "larger of x and -x";
    f->detail = "the key is not one integer";
    if (!key_int(key, &x))
        return TRUTH_NO;
    want = value_of(v, &any);
    f->detail = "no integer keeps the bound";
    if (!any)
        return TRUTH_NO;
    f->detail = arena_printf(a, "the value is " I, want);
    return x == want ? TRUTH_YES : TRUTH_NO;
}

static const struct recipe recipe = {
    .size = sizeof(struct points),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .check = check,
};

const struct family concept_absolute_value = {
    .name = "concept/absolute-value",
    .version = 2,
    .title = "Absolute value",
    .doc = "Nested absolute values, distances on the number line, and sums of "
           "distances: the least one, and the integers that keep it below a "
           "bound. The worked solution goes from the inside out or piece by "
           "piece.",
    .concepts = { HIGH_ABS },
    .answer = ANSWER_INTEGER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
