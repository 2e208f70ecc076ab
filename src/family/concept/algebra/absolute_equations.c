/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Equations and inequalities with absolute values: the set of all solutions,
 * real ones of an equation and integers of an inequality.
 *
 * solve() goes through the cases of signs and keeps what lies in its case.
 * check() knows no cases: it substitutes every number of the key into the
 * equation as it stands, and counts the zeros of the difference of both sides,
 * which is linear between the points where an absolute value is 0, by its signs
 * there. Of an inequality it tries the key's integers and both neighbours; the
 * solutions of |ax + b| <= r have no gaps.
 */
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum kind {
    PLAIN,   /* |ax + b| = e */
    LINE,    /* |ax + b| = cx + e */
    BOTH,    /* |ax + b| = |cx + e| */
    INTEGER, /* |ax + b| + d <= e over the integers */
    SUM,     /* |ax + b| + |cx + d| = e */
    NESTED   /* ||ax + b| - d| = cx + e */
};

struct absolute {
    int64_t kind, a, b, c, d, e;
};

static const struct field fields[] = {
    NUMBER(struct absolute, kind, 0, 5),
    NUMBER(struct absolute, a, -1000, 1000),
    SLOT(struct absolute, b, -10000000, 10000000),
    NUMBER(struct absolute, c, -1000, 1000),
    NUMBER(struct absolute, d, -10000000, 10000000),
    SLOT(struct absolute, e, -10000000, 10000000),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "plain", "|ax + b| = e with a up to 9, b up to 40 and e up to 60: two "
               "cases" },
    { "line", "|ax + b| = cx + e, where a case may give no solution, "
              "|ax + b| = |cx + e|, or all integers with |ax + b| + d at most "
              "e; a and c up to 12, the solutions or constants up to 60" },
    { "two", "two absolute values, |ax + b| + |cx + d| = e or "
             "||ax + b| - d| = cx + e: four cases, of which two to four give "
             "a solution" },
};

/* The i-th of the 22 numbers from -12 to 12 that are not 0, a or -a. */
static int64_t other_slope(int64_t i, int64_t a)
{
    int64_t c = i / 2 + 1;

    c += c >= a;
    return i % 2 ? -c : c;
}

static void draw_line(struct pick *k, struct absolute *v)
{
    int64_t c, u, w;

    v->kind = pick(k, LINE, INTEGER);
    v->a = pick(k, 3, 9);
    c = pick(k, 0, 21);
    u = pick_signed(k, 1, 30);
    w = pick_wide(k, 1, 60);
    v->b = u;
    v->e = w;
    if (v->kind == INTEGER) {
        v->d = w;
        v->e = w + v->a + c;
        return;
    }
    v->c = other_slope(c, v->a);
    if (v->kind == LINE) { /* both sides are w where x is u */
        v->b = w - v->a * u;
        v->e = w - v->c * u;
    }
}

/* The least integer not below p/q, q > 0. */
static int64_t ceiling(int64_t p, int64_t q)
{
    return (p + integer_mod(-p, q)) / q;
}

static void draw_two(struct pick *k, struct absolute *v)
{
    int64_t w, cross, slope;

    v->kind = pick(k, SUM, NESTED);
    v->a = pick(k, 2, 9);
    v->c = pick_but(k, 1, 9, v->a);
    v->b = pick_signed(k, 1, 30);
    v->d = pick_wide(k, 1, 40);
    w = pick_wide(k, 1, 60);
    slope = v->a > v->c ? v->a : v->c;
    if (v->kind == SUM) { /* the least sum is |ad - bc| over the larger slope */
        cross = v->a * v->d - v->b * v->c;
        v->e = (cross < 0 ? -cross : cross) / slope + w;
    } else { /* the line is above 0 where the inner value is 0 */
        v->c = v->a > v->c ? v->c : -v->a;
        v->a = slope;
        v->e = ceiling(-v->c * (v->d - v->b), v->a) + w;
    }
}

static void draw(struct pick *k, void *values)
{
    struct absolute *v = values;

    if (k->level == 1) {
        v->a = pick(k, 1, 9);
        v->b = pick_signed(k, 1, 40);
        v->e = pick_wide(k, 1, 60);
    } else if (k->level == 2) {
        draw_line(k, v);
    } else {
        draw_two(k, v);
    }
}

/* ---- the condition as it is written ---- */

/* a x + b with a slot for b. */
static const char *linear(struct speech *s, int64_t a, const int64_t *b)
{
    const char *x = a == 1    ? "x"
                    : a == -1 ? "-x"
                              : arena_printf(s->arena, "%" PRId64 "x", a);

    if (a == 0)
        return speech_number(s, b);
    return *b || s->hidden == b
               ? arena_printf(s->arena, "%s%s", x, speech_plus(s, b))
               : x;
}

/* The equation or inequality. */
static const char *rule(struct speech *s, const struct absolute *v)
{
    const char *in = linear(s, v->a, &v->b);
    const char *out = linear(s, v->c, &v->e);
    const char *e = speech_number(s, &v->e);

    switch ((enum kind)v->kind) {
    case INTEGER:
        return arena_printf(s->arena, "|%s| + %" PRId64 " \\le %s", in, v->d,
                            e);
    case SUM:
        return arena_printf(s->arena, "|%s| + |%s| = %s", in,
                            linear(s, v->c, &v->d), e);
    case NESTED:
        return arena_printf(s->arena, "\\bigl||%s| - %" PRId64 "\\bigr| = %s",
                            in, v->d, out);
    case BOTH: return arena_printf(s->arena, "|%s| = |%s|", in, out);
    case PLAIN:
    case LINE: break;
    }
    return arena_printf(s->arena, "|%s| = %s", in, out);
}

/* ---- the first road: cases of signs ---- */

/* u x + w */
struct line {
    int64_t u, w;
};

static struct line times(int64_t s, int64_t u, int64_t w)
{
    return (struct line){ s * u, s * w };
}

static const char *line_text(struct arena *a, struct line l)
{
    return latex_poly(a, (const int64_t[]){ l.w, l.u }, 2, "x");
}

struct roots {
    int64_t p[4], q[4];
    size_t n;
};

/* Keep p/q in its place, once. */
static void keep(struct roots *r, int64_t p, int64_t q)
{
    size_t i = 0;

    while (i < r->n && r->p[i] * q < p * r->q[i])
        i++;
    if (i < r->n && r->p[i] == p && r->q[i] == q)
        return;
    for (size_t j = r->n++; j > i; j--) {
        r->p[j] = r->p[j - 1];
        r->q[j] = r->q[j - 1];
    }
    r->p[i] = p;
    r->q[i] = q;
}

/* One case: its linear equation and the two values that must not be negative
 * in it. */
struct alternative {
    struct line left, right, first, second;
    const char *when;
};

static const char *sign_of(int64_t s)
{
    return s > 0 ? "\\ge" : "\\le";
}

static struct alternative make_case(struct arena *a, const struct absolute *v,
                                    int64_t s, int64_t t)
{
    struct line in = { v->a, v->b }, out = { v->c, v->e };
    const char *text = line_text(a, in);
    struct alternative c = {
        times(s, v->a, v->b), out, { 0, 0 }, { 0, 0 }, ""
    };

    c.first = c.left;
    c.when = arena_printf(a, "$%s %s 0$", text, sign_of(s));
    if (v->kind == BOTH) {
        c.left = in;
        c.right = times(s, v->c, v->e);
        c.first = (struct line){ 0, 0 };
        c.when = s > 0 ? "both sides have the same value inside"
                       : "the values inside are opposite";
    } else if (v->kind == SUM) {
        c.second = times(t, v->c, v->d);
        c.left.u += c.second.u;
        c.left.w += c.second.w;
        c.right.u = 0;
        c.when =
            arena_printf(a, "$%s %s 0$ and $%s %s 0$", text, sign_of(s),
                         line_text(a, (struct line){ v->c, v->d }), sign_of(t));
    } else if (v->kind == NESTED) {
        c.left = c.second = times(t, s * v->a, s * v->b - v->d);
        c.when = arena_printf(a, "$%s %s 0$ and $|%s| %s %" PRId64 "$", text,
                              sign_of(s), text, sign_of(t), v->d);
    }
    return c;
}

/* Is the line at p/q, q > 0, at least 0? */
static bool at_least_0(struct line l, int64_t p, int64_t q)
{
    return l.u * p + l.w * q >= 0;
}

static bool solve_case(struct solving *s, struct alternative c,
                       struct roots *found)
{
    int64_t p = c.right.w - c.left.w, q = c.left.u - c.right.u, g;
    bool fits;

    if (q == 0)
        return false;
    g = integer_gcd(p, q);
    g = q < 0 ? -g : g;
    p /= g;
    q /= g;
    fits = at_least_0(c.first, p, q) && at_least_0(c.second, p, q);
    solving_step(s, "If %s: $%s = %s$ gives $x = %s$, which %s.", c.when,
                 line_text(s->arena, c.left), line_text(s->arena, c.right),
                 latex_ratio(s->arena, p, q),
                 fits ? "is a solution" : "does not lie in this case");
    if (fits)
        keep(found, p, q);
    return true;
}

static bool solve_equation(struct solving *s, const struct absolute *v)
{
    struct roots r = { .n = 0 };
    struct str out = str_in(s->arena);

    solving_step(s, "Replace each absolute value by its inner value or the "
                    "opposite of it, case by case.");
    for (int64_t i = 1; i >= -1; i -= 2)
        for (int64_t j = 1; j >= -1; j -= 2)
            if ((j == 1 || v->kind >= SUM) &&
                !solve_case(s, make_case(s->arena, v, i, j), &r))
                return false;
    for (size_t i = 0; i < r.n; i++)
        str_addf(&out, "%s%s", i ? ", " : "",
                 latex_ratio(s->arena, r.p[i], r.q[i]));
    solving_key(s, "\\{%s\\}", str_get(&out));
    solving_step(s, "The set of solutions is $%s$.", s->key);
    return r.n > 0;
}

#define INTEGERS_MOST 40

static bool solve_integers(struct solving *s, const struct absolute *v)
{
    int64_t r = v->e - v->d, lo, hi;
    const char *inner = line_text(s->arena, (struct line){ v->a, v->b });
    struct str out = str_in(s->arena);

    if (r < 0 || v->a <= 0)
        return false;
    lo = ceiling(-r - v->b, v->a);
    hi = -ceiling(v->b - r, v->a);
    if (lo > hi || hi - lo >= INTEGERS_MOST)
        return false;
    solving_step(
        s, "Subtract the constant: $|%s| \\le %" PRId64 "%s = %" PRId64 "$.",
        inner, v->e, latex_plus(s->arena, -v->d), r);
    solving_step(s, "So $-%" PRId64 " \\le %s \\le %" PRId64 "$.", r, inner, r);
    solving_step(s,
                 "%s $%" PRId64 "$: $%" PRId64 " \\le %s \\le %" PRId64
                 "$, and divide by $%" PRId64 "$: $%s \\le x \\le %s$.",
                 v->b < 0 ? "Add" : "Subtract", v->b < 0 ? -v->b : v->b,
                 -r - v->b, line_text(s->arena, (struct line){ v->a, 0 }),
                 r - v->b, v->a, latex_ratio(s->arena, -r - v->b, v->a),
                 latex_ratio(s->arena, r - v->b, v->a));
    for (int64_t x = lo; x <= hi; x++)
        str_addf(&out, "%s%" PRId64, x > lo ? ", " : "", x);
    solving_key(s, "\\{%s\\}", str_get(&out));
    solving_step(s, "The integers in this range are $%s$.", s->key);
    return true;
}

static bool solve(struct solving *s, const void *values)
{
    const struct absolute *v = values;
    struct speech plain = { .arena = s->arena };

    if (v->a == 0)
        return false;
    if (v->kind == PLAIN && (v->e < 0 || v->c))
        return false;
    if (v->kind == NESTED && v->d <= 0)
        return false;
    solving_step(s, "The condition is $%s$.", rule(&plain, v));
    return v->kind == INTEGER ? solve_integers(s, v) : solve_equation(s, v);
}

/* ---- wording ---- */

static void speak(struct speech *s, const void *values)
{
    const struct absolute *v = values;

    speech_set(s, "rule", "%s", rule(s, v));
    speech_set(s, "in", "%s", linear(s, v->a, &v->b));
    speech_set(s, "out", "%s", linear(s, v->c, &v->e));
    speech_set(s, "in2", "%s", linear(s, v->c, &v->d));
    speech_set(s, "number", v->kind == INTEGER ? "integer" : "real number");
    speech_set(s, "relation", v->kind == INTEGER ? "inequality" : "equation");
}

KIND_IS(struct absolute, is_plain, PLAIN)
KIND_IS(struct absolute, is_both, BOTH)
KIND_IS(struct absolute, is_integer, INTEGER)
KIND_IS(struct absolute, is_sum, SUM)

static const struct wording wordings[] = {
    { STYLE_TERSE, "Solve $<rule>$ for <number>s $x$.", NULL },
    { STYLE_PLAIN, "Find all <number>s $x$ with $<rule>$.", NULL },
    { STYLE_PLAIN,
      "Determine every <number> $x$ that satisfies the <relation> $<rule>$.",
      NULL },
    { STYLE_STORY,
      "<name> thinks of <number>s and calls a number $x$ lucky when $<rule>$. "
      "Which <number>s are lucky?",
      NULL },
    { STYLE_STORY,
      "A <toy> moves along a number line. Its program lets it ring a bell at "
      "the <number>s $x$ for which $<rule>$, and nowhere else. At which "
      "<number>s does it ring?",
      NULL },
    { STYLE_STORY,
      "On a straight road, the position $x$ of a house is measured in metres "
      "from the <place>, negative to the west. <name> looks for all positions "
      "that are <number>s and satisfy $<rule>$. Which are they?",
      NULL },
    { STYLE_STORY,
      "When the dial of a <device> stands at the real number $x$, its needle "
      "shows $<in>$, negative values lying left of zero. At which numbers "
      "$x$ on the dial is the needle exactly $<e>$ away from zero?",
      is_plain },
    { STYLE_STORY,
      "A <device> has two needles, and a screw on it can be set to any real "
      "number $x$. One needle then shows $<in>$, the other one $<out>$, "
      "negative values lying left of zero. For which settings $x$ are both "
      "needles equally far from zero?",
      is_both },
    { STYLE_STORY,
      "The knob of a <device> can be set to any integer $x$. The needle then "
      "stands at $<in>$, negative values lying left of zero, and the device "
      "adds $<d>$ to the distance of the needle from zero. For which "
      "integers $x$ is the result at most $<e>$?",
      is_integer },
    { STYLE_STORY,
      "The knob of a <device> can be set to any real number $x$. One needle "
      "then stands at $<in>$ and another one at $<in2>$, negative values lying "
      "left of zero. For which $x$ do the distances of the two needles from "
      "zero add up to exactly $<e>$?",
      is_sum },
    { 0 },
};

static const struct word_pool pools[] = {
    { "toy", "robot|toy train|toy car|clockwork mouse" },
    { "device", "voltmeter|test bench|pressure gauge|measuring bridge" },
    { 0 },
};

/* ---- the second road: substitution and signs ---- */

#define KEY_MOST INT64_C(1000000000)

static int64_t size_of(int64_t x)
{
    return x < 0 ? -x : x;
}

/* q times the left side less the right side at x = p/q, q > 0. Both are below
 * 10^9 in size, so that all terms stay below 10^17. */
static int64_t difference(const struct absolute *v, int64_t p, int64_t q)
{
    int64_t first = size_of(v->a * p + v->b * q), right = v->c * p + v->e * q;

    switch ((enum kind)v->kind) {
    case PLAIN: return first - v->e * q;
    case LINE: return first - right;
    case BOTH: return first - size_of(right);
    case INTEGER: return first + v->d * q - v->e * q;
    case SUM: return first + size_of(v->c * p + v->d * q) - v->e * q;
    case NESTED: return size_of(first - v->d * q) - right;
    }
    return 1;
}

struct point {
    int64_t p, q;
};

static void insert(struct point *x, size_t *n, int64_t p, int64_t q)
{
    size_t j = (*n)++;

    p = q < 0 ? -p : p;
    q = size_of(q);
    for (; j > 0 && x[j - 1].p * q > p * x[j - 1].q; j--)
        x[j] = x[j - 1];
    x[j] = (struct point){ p, q };
}

/* How many zeros the difference has; 100 or more for infinitely many. It is
 * linear between the points where an absolute value is 0, and all zeros lie
 * between -10^9 and 10^9, since constants are below 10^7. */
static int count_zeros(const struct absolute *v)
{
    struct point x[6] = { { -KEY_MOST, 1 }, { KEY_MOST, 1 } };
    size_t n = 2;
    int count = 0, last = 0;

    insert(x, &n, -v->b, v->a);
    insert(x, &n, v->d - v->b, v->a);
    insert(x, &n, -v->d - v->b, v->a);
    if (v->c)
        insert(x, &n, v->kind == SUM ? -v->d : -v->e, v->c);
    for (size_t i = 0; i < n; i++) {
        int64_t y = difference(v, x[i].p, x[i].q);
        int sign = (y > 0) - (y < 0);

        if (i && x[i].p * x[i - 1].q == x[i - 1].p * x[i].q)
            continue; /* the same point again */
        count += i && last == 0 && sign == 0 ? 100 : sign == 0;
        count += last * sign < 0;
        last = sign;
    }
    return count;
}

static enum truth check_integers(const struct absolute *v, const char *key,
                                 struct check_finding *f)
{
    int64_t x[INTEGERS_MOST];
    size_t n;

    f->by = "substitution of neighbours";
    f->detail = "the key is not a set of consecutive integers";
    if (!key_ints(key, "\\{", "\\}", x, INTEGERS_MOST, &n))
        return TRUTH_NO;
    for (size_t i = 0; i < n; i++)
        if (size_of(x[i]) > KEY_MOST || (i && x[i] != x[i - 1] + 1))
            return TRUTH_NO;
    f->detail = "a number of the key does not satisfy the inequality";
    if (difference(v, x[0], 1) > 0 || difference(v, x[n - 1], 1) > 0)
        return TRUTH_NO;
    f->detail = "an integer that satisfies the inequality is missing";
    if (difference(v, x[0] - 1, 1) <= 0 || difference(v, x[n - 1] + 1, 1) <= 0)
        return TRUTH_NO;
    f->detail = "the ends satisfy the inequality, their neighbours do not";
    return TRUTH_YES;
}

static enum truth check_equation(struct arena *a, const struct absolute *v,
                                 const char *key, struct check_finding *f)
{
    const char **items;
    int64_t p[8], q[8];
    size_t n;

    f->detail = "the key is not a set of a few rational numbers";
    if (!key_items(a, key, "\\{", "\\}", &items, &n) || n > 8)
        return TRUTH_NO;
    for (size_t i = 0; i < n; i++) {
        if (!key_ratio(items[i], &p[i], &q[i]) || size_of(p[i]) > KEY_MOST ||
            q[i] > KEY_MOST)
            return TRUTH_NO;
        for (size_t j = 0; j < i; j++)
            if (p[i] == p[j] && q[i] == q[j])
                return TRUTH_NO;
    }
    f->detail = "a number of the key does not satisfy the equation";
    for (size_t i = 0; i < n; i++)
        if (difference(v, p[i], q[i]) != 0)
            return TRUTH_NO;
    f->detail = "the signs show another number of solutions";
    if (count_zeros(v) != (int)n)
        return TRUTH_NO;
    f->detail = "every number satisfies the equation, and the signs of the "
                "difference of both sides leave room for no other";
    return TRUTH_YES;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct absolute *v = values;

    f->by = "substitution and signs";
    f->detail = "this is no equation with absolute values";
    if (v->a == 0 || (v->kind == PLAIN && v->c) ||
        (v->c == 0 && (v->kind == BOTH || v->kind == SUM)))
        return TRUTH_NO;
    return v->kind == INTEGER ? check_integers(v, key, f)
                              : check_equation(a, v, key, f);
}

static bool is_whole(const void *values)
{
    const struct absolute *v = values;

    return v->kind == INTEGER;
}

static const struct recipe recipe = {
    .size = sizeof(struct absolute),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .form = "Give all values as a set, fractions in lowest terms.",
    .is_whole = is_whole,
    .whole = "Give all values as a set.",
    .pools = pools,
    .check = check,
};

const struct family concept_absolute_equations = {
    .name = "concept/absolute-equations",
    .version = 2,
    .title = "Absolute value equations and inequalities",
    .doc =
        "All real solutions of an equation with one or two absolute values, "
        "or all integer solutions of an inequality. The worked solution "
        "goes through the sign cases and drops solutions outside their case.",
    .concepts = { HIGH_ABS_EQS, HIGH_LINEAR },
    .answer = ANSWER_SET,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
