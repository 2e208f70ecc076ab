/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Domains and ranges: of simple functions, of a function that is shifted,
 * stretched and reflected or inverted, of a composition, and of a quotient
 * with a root or a logarithm.
 *
 * solve() solves the inequalities and maps the ends of intervals. check()
 * reads the intervals of the key and tries points: at every end, right beside
 * it, at the zeros of a denominator and far out it decides by the definition
 * of the function alone whether the point belongs to the set.
 */
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/arb.h"
#include "math/exact/integer.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>
#include <string.h>

enum kind {
    ROOT,       /* domain of sqrt(c1 x + c0) */
    LOGARITHM,  /* domain of ln(c1 x + c0) */
    BELOW,      /* domain of 1/sqrt(c1 x + c0) */
    SQUARE,     /* range of c1 x^2 + c0 */
    TIMES_ROOT, /* range of c1 sqrt(x) + c0 */
    POWER,      /* range of c1 e^x + c0 */
    MOVED,      /* f: c0..c1 to c2..c3 and g(x) = a f(bx + d) + e; s: a, b, d,
                  e, what is asked, and which of the four ends belong */
    CHAIN,      /* f(x) = sqrt(c0 - x), g(x) = sqrt(c1 x + c2) + c3 */
    QUOTIENT,   /* sqrt(c0 - c1 x) / ((x + c2)(x + c3)) */
    KINDS       /* s of the last two: 1 for a logarithm instead of a root */
};

struct function {
    int64_t kind;
    int64_t n, c[4];
    int64_t m, s[9];
};

static const int64_t slots[KINDS] = { 2, 2, 2, 2, 2, 2, 4, 4, 4 };
static const int64_t others[KINDS] = { 0, 0, 0, 0, 0, 0, 9, 1, 1 };

static const struct field fields[] = {
    NUMBER(struct function, kind, 0, KINDS - 1),
    SLOT_LIST(struct function, c, n, -1000000, 1000000),
    LIST(struct function, s, m, -100, 100),
    { 0 },
};

/* What MOVED asks of g. */
enum { DOMAIN, RANGE, INVERSE_DOMAIN, INVERSE_RANGE };

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "half-lines", "domain or range of one simple function: a half-line with "
                    "or without its end" },
    { "moved", "domain or range of a f(bx + d) + e or of its inverse, from the "
               "domain and range of f, with open and closed ends" },
    { "combined", "domain of a composition of two functions, or of a quotient "
                  "whose denominator has two zeros" },
};

static void draw_simple(struct pick *k, struct function *v)
{
    v->kind = pick(k, ROOT, POWER);
    v->c[1] = pick_signed(k, 2, 30);
    v->c[0] = pick_signed(k, 1, 99);
}

static void draw_moved(struct pick *k, struct function *v)
{
    v->kind = MOVED;
    for (int i = 0; i < 4; i += 2) {
        v->c[i] = pick_signed(k, 1, 60);
        v->c[i + 1] = v->c[i] + pick_wide(k, 1, 60);
    }
    v->s[0] = pick_but(k, -5, 5, 0);
    v->s[1] = pick_but(k, -5, 5, 0);
    v->s[2] = pick_but(k, -20, 20, 0);
    v->s[3] = pick_but(k, -20, 20, 0);
    v->s[4] = pick(k, DOMAIN, INVERSE_RANGE);
    for (int i = 5; i < 9; i++)
        v->s[i] = pick(k, 0, 1);
}

static void draw_combined(struct pick *k, struct function *v)
{
    int64_t gap, slope, first, second;

    v->kind = pick(k, CHAIN, QUOTIENT);
    v->s[0] = pick(k, 0, 1);
    gap = pick_wide(k, 1, 60);
    slope = pick(k, 2, 20);
    first = pick_signed(k, 1, 60);
    second = pick_signed(k, 1, 60);
    v->c[1] = slope;
    v->c[0] = v->kind == CHAIN ? gap + second : gap;
    v->c[2] = first;
    v->c[3] = v->kind == CHAIN ? second : first + second;
}

static void draw(struct pick *k, void *values)
{
    struct function *v = values;

    (k->level == 1   ? draw_simple
     : k->level == 2 ? draw_moved
                     : draw_combined)(k, v);
    v->n = slots[v->kind];
    v->m = others[v->kind];
}

static bool is_flag(int64_t x)
{
    return x == 0 || x == 1;
}

static bool well_made(const struct function *v)
{
    const int64_t *c = v->c, *s = v->s;

    if (v->n != slots[v->kind] || v->m != others[v->kind])
        return false;
    if (v->kind <= POWER)
        return c[1] != 0;
    if (v->kind == MOVED)
        return c[0] < c[1] && c[2] < c[3] && s[0] && s[1] && s[4] >= DOMAIN &&
               s[4] <= INVERSE_RANGE && is_flag(s[5]) && is_flag(s[6]) &&
               is_flag(s[7]) && is_flag(s[8]);
    return is_flag(s[0]) && c[1] > 0 && (v->kind != CHAIN || c[0] > c[3]);
}

/* ---- the first road: inequalities ---- */

/* From p/q to r/t; q = 0 or t = 0 for no end. */
struct interval {
    int64_t p, q, r, t;
    bool low, high; /* does the end belong to it? */
};

static const char *write(struct arena *a, struct interval i)
{
    return arena_printf(a, "%s%s, %s%s", i.low ? "[" : "(",
                        i.q ? latex_ratio(a, i.p, i.q) : "-\\infty",
                        i.t ? latex_ratio(a, i.r, i.t) : "\\infty",
                        i.high ? "]" : ")");
}

/* The half-line of x with slope x >= p, or > p. */
static struct interval half_line(int64_t p, int64_t slope, bool closed)
{
    return slope > 0 ? (struct interval){ p, slope, 0, 0, closed, false }
                     : (struct interval){ 0, 0, p, slope, false, closed };
}

static bool solve_domain(struct solving *s, const struct function *v)
{
    bool closed = v->kind == ROOT;
    const char *line = latex_poly(s->arena, v->c, 2, "x");
    const char *sign = closed ? "\\ge" : ">";

    solving_step(s, "%s needs $%s %s 0$.",
                 v->kind == ROOT        ? "The square root"
                 : v->kind == LOGARITHM ? "The logarithm"
                                        : "The root in the denominator",
                 line, sign);
    solving_step(s, "So $%s %s %" PRId64 "$.",
                 latex_poly(s->arena, (int64_t[]){ 0, v->c[1] }, 2, "x"), sign,
                 -v->c[0]);
    solving_step(s, "Divide by $%" PRId64 "$%s: $x %s %s$.", v->c[1],
                 v->c[1] < 0 ? ", which turns the sign around" : "",
                 v->c[1] > 0 ? sign
                 : closed    ? "\\le"
                             : "<",
                 latex_ratio(s->arena, -v->c[0], v->c[1]));
    solving_key(s, "%s", write(s->arena, half_line(-v->c[0], v->c[1], closed)));
    return true;
}

static bool solve_range(struct solving *s, const struct function *v)
{
    static const char *const inner[] = { "x^2", "\\sqrt{x}", "e^x" };
    const char *f = inner[v->kind - SQUARE];
    bool closed = v->kind != POWER, up = v->c[1] > 0;

    solving_step(s, "$%s$ takes exactly the values $t %s 0$.", f,
                 closed ? "\\ge" : ">");
    solving_step(s,
                 "Multiplied by $%" PRId64 "$, which is %s, these become all "
                 "values $%s 0$.",
                 v->c[1], up ? "positive" : "negative",
                 up       ? (closed ? "\\ge" : ">")
                 : closed ? "\\le"
                          : "<");
    solving_step(
        s, "Adding $%" PRId64 "$ moves the end to $%" PRId64 "$, which %s.",
        v->c[0], v->c[0], closed ? "is attained" : "is not attained");
    solving_key(s, "%s",
                write(s->arena, up ? half_line(v->c[0], 1, closed)
                                   : half_line(-v->c[0], -1, closed)));
    return true;
}

static bool solve_moved(struct solving *s, const struct function *v)
{
    const int64_t *c = v->c, *m = v->s;
    bool domain = m[4] == DOMAIN || m[4] == INVERSE_RANGE;
    struct interval i;

    if (m[4] >= INVERSE_DOMAIN)
        solving_step(s,
                     "The inverse swaps the two sets: its %s is the %s of "
                     "$g$.",
                     m[4] == INVERSE_DOMAIN ? "domain" : "range",
                     m[4] == INVERSE_DOMAIN ? "range" : "domain");
    if (domain) {
        const char *line =
            latex_poly(s->arena, (int64_t[]){ m[2], m[1] }, 2, "x");

        i = (struct interval){ c[0] - m[2], m[1],      c[1] - m[2],
                               m[1],        m[5] == 1, m[6] == 1 };
        solving_step(s,
                     "$g(x)$ exists when $%s$ is in the domain of $f$: "
                     "$%" PRId64 " %s %s %s %" PRId64 "$.",
                     line, c[0], m[5] ? "\\le" : "<", line, m[6] ? "\\le" : "<",
                     c[1]);
        solving_step(s,
                     "Subtract $%" PRId64 "$ and divide by $%" PRId64
                     "$%s: the ends are $%s$ and $%s$.",
                     m[2], m[1], m[1] < 0 ? ", which swaps the ends" : "",
                     latex_ratio(s->arena, i.p, i.q),
                     latex_ratio(s->arena, i.r, i.t));
    } else {
        i = (struct interval){ m[0] * c[2] + m[3], 1,
                               m[0] * c[3] + m[3], 1,
                               m[7] == 1,          m[8] == 1 };
        solving_step(
            s,
            "The substitution inside only changes where values are taken, not "
            "which. %s $%" PRId64 "$ is added.",
            m[0] == 1 ? "To the values of $f$,"
                      : arena_printf(s->arena,
                                     "The values of $f$ are "
                                     "multiplied by $%" PRId64 "$, and",
                                     m[0]),
            m[3]);
        solving_step(s,
                     "The ends $%" PRId64 "$ and $%" PRId64 "$ go to $%" PRId64
                     "$ and $%" PRId64 "$%s.",
                     c[2], c[3], i.p, i.r,
                     m[0] < 0 ? ", so that they change places" : "");
    }
    if (domain ? m[1] < 0 : m[0] < 0)
        i = (struct interval){ i.r, i.t, i.p, i.q, i.high, i.low };
    solving_key(s, "%s", write(s->arena, i));
    return true;
}

static bool solve_chain(struct solving *s, const struct function *v)
{
    const int64_t *c = v->c;
    int64_t gap = c[0] - c[3];
    bool log = v->s[0];
    const char *line = latex_poly(s->arena, (int64_t[]){ c[2], c[1] }, 2, "x");

    solving_step(s, "$g(x)$ needs $%s \\ge 0$, that is $x \\ge %s$.", line,
                 latex_ratio(s->arena, -c[2], c[1]));
    solving_step(s,
                 "$f(g(x))$ needs $g(x) %s %" PRId64
                 "$, that is $\\sqrt{%s} %s %" PRId64 "$.",
                 log ? "<" : "\\le", c[0], line, log ? "<" : "\\le", gap);
    solving_step(s,
                 "Both sides are not negative; squaring gives $%s %s %" PRId64
                 "$, that is $x %s %s$.",
                 line, log ? "<" : "\\le", gap * gap, log ? "<" : "\\le",
                 latex_ratio(s->arena, gap * gap - c[2], c[1]));
    solving_key(
        s, "%s",
        write(s->arena, (struct interval){ -c[2], c[1], gap * gap - c[2], c[1],
                                           true, !log }));
    return true;
}

static bool solve_quotient(struct solving *s, const struct function *v)
{
    const int64_t *c = v->c;
    int64_t hole[2] = { c[2] > c[3] ? -c[2] : -c[3],
                        c[2] > c[3] ? -c[3] : -c[2] };
    struct interval rest = { 0, 0, c[0], c[1], false, !v->s[0] };
    struct str out = str_in(s->arena);

    solving_step(s, "The %s needs $%" PRId64 " - %s %s 0$, that is $x %s %s$.",
                 v->s[0] ? "logarithm" : "root", c[0],
                 latex_poly(s->arena, (int64_t[]){ 0, c[1] }, 2, "x"),
                 v->s[0] ? ">" : "\\ge", v->s[0] ? "<" : "\\le",
                 latex_ratio(s->arena, c[0], c[1]));
    solving_step(s,
                 "The denominator is $0$ for $x = %" PRId64
                 "$ and for $x = %" PRId64 "$.",
                 -c[2], -c[3]);
    for (int i = 0; i < 2; i++) {
        int64_t side = hole[i] * c[1] - c[0]; /* over c1: hole - bound */
        bool fresh = i == 0 || hole[1] != hole[0];

        solving_step(s, "$x = %" PRId64 "$ %s.", hole[i],
                     side > 0               ? "is excluded already"
                     : side == 0 && v->s[0] ? "is excluded already"
                     : side == 0            ? "is the end, which is lost"
                                            : "must be taken out");
        if (side == 0)
            rest.high = false;
        if (side >= 0 || !fresh)
            continue;
        str_addf(&out, "%s \\cup ",
                 write(s->arena, (struct interval){ rest.p, rest.q, hole[i], 1,
                                                    false, false }));
        rest.p = hole[i];
        rest.q = 1;
    }
    solving_key(s, "%s%s", out.n ? str_get(&out) : "", write(s->arena, rest));
    return true;
}

static bool solve(struct solving *s, const void *values)
{
    const struct function *v = values;
    bool ok = well_made(v) && (v->kind <= BELOW   ? solve_domain
                               : v->kind <= POWER ? solve_range
                               : v->kind == MOVED ? solve_moved
                               : v->kind == CHAIN ? solve_chain
                                                  : solve_quotient)(s, v);

    if (ok)
        solving_step(s, "The set is $%s$.", s->key);
    return ok;
}

/* ---- wording ---- */

static void speak_simple(struct speech *s, const struct function *v)
{
    static const char *const forms[] = {
        "\\sqrt{%s}", "\\ln(%s)", "\\frac{1}{\\sqrt{%s}}", "%s", "%s", "%s",
    };
    static const char *const inner[] = { "x",   "x",         "x",
                                         "x^2", "\\sqrt{x}", "e^x" };
    const char *x = inner[v->kind];
    struct str out = str_in(s->arena);

    str_addf(&out, forms[v->kind], speech_poly(s, v->c, 2, x));
    speech_set(s, "def", "$f(x) = %s$", str_get(&out));
    speech_set(s, "ask", "the %s of $f$",
               v->kind <= BELOW ? "largest possible domain" : "range");
}

static const char *factor(struct arena *a, int64_t x)
{
    return x == 1 ? "" : x == -1 ? "-" : arena_printf(a, "%" PRId64, x);
}

static void speak_moved(struct speech *s, const struct function *v)
{
    static const char *const asked[] = {
        "the domain of $g$",
        "the range of $g$",
        "the domain of the inverse function $g^{-1}$",
        "the range of the inverse function $g^{-1}$",
    };
    const int64_t *m = v->s;

    speech_set(
        s, "def",
        "$f$ be a one-to-one function with domain $%s%s, %s%s$ and range "
        "$%s%s, %s%s$, and let $g(x) = %sf(%s)%s$",
        m[5] ? "[" : "(", speech_number(s, &v->c[0]),
        speech_number(s, &v->c[1]), m[6] ? "]" : ")", m[7] ? "[" : "(",
        speech_number(s, &v->c[2]), speech_number(s, &v->c[3]),
        m[8] ? "]" : ")", factor(s->arena, m[0]),
        latex_poly(s->arena, (int64_t[]){ m[2], m[1] }, 2, "x"),
        m[3] ? latex_plus(s->arena, m[3]) : "");
    speech_set(s, "ask", "%s", asked[m[4]]);
}

/* (x + 5), or x when nothing is added. */
static const char *bracket(struct speech *s, const int64_t *place)
{
    if (*place == 0 && s->hidden != place)
        return "x";
    return arena_printf(s->arena, "(x%s)", speech_plus(s, place));
}

static void speak_combined(struct speech *s, const struct function *v)
{
    const char *x = "x";
    const char *c0 = speech_number(s, &v->c[0]);
    const char *line = speech_linear(s, v->c + 1, 1, &x);

    if (v->kind == CHAIN) {
        speech_set(s, "def",
                   v->s[0] ? "$f(x) = \\ln(%s - x)$ and "
                             "$g(x) = \\sqrt{%s%s}%s$"
                           : "$f(x) = \\sqrt{%s - x}$ and "
                             "$g(x) = \\sqrt{%s%s}%s$",
                   c0, line, speech_plus(s, &v->c[2]),
                   speech_plus(s, &v->c[3]));
        speech_set(s, "ask", "the largest possible domain of $f(g(x))$");
    } else {
        speech_set(s, "def",
                   v->s[0] ? "$f(x) = \\frac{\\ln(%s - %s)}{%s%s}$"
                           : "$f(x) = \\frac{\\sqrt{%s - %s}}{%s%s}$",
                   c0, line, bracket(s, &v->c[3]), bracket(s, &v->c[2]));
        speech_set(s, "ask", "the largest possible domain of $f$");
    }
}

static void speak(struct speech *s, const void *values)
{
    const struct function *v = values;

    (v->kind <= POWER   ? speak_simple
     : v->kind == MOVED ? speak_moved
                        : speak_combined)(s, v);
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "Let <def>. Find <ask>.", NULL },
    { STYLE_PLAIN, "Over the real numbers, let <def>. Find <ask>.", NULL },
    { STYLE_PLAIN,
      "Let <def>, where all variables and values are real. Determine <ask>.",
      NULL },
    { STYLE_STORY,
      "On the board in a classroom in <city> stands: \"Let <def>.\" For "
      "homework, <name> has to find <ask> within the real numbers. What is "
      "it?",
      NULL },
    { STYLE_STORY,
      "<name> writes a program that works with real numbers. The manual "
      "begins: \"Let <def>.\" It must also state <ask>. Which set belongs "
      "there?",
      NULL },
    { STYLE_STORY,
      "An engineer describes a <sensor> by real functions: let <def>. "
      "To set the limits of the <sensor>, they need <ask>. Find it.",
      NULL },
    { 0 },
};

static const struct word_pool pools[] = {
    { "sensor", "thermometer|pressure gauge|flow meter|light sensor" },
    { 0 },
};

/* ---- the second road: trying points ---- */

#define PIECES_MOST 8

/* Ends as fractions; `open_low` says there is no lower end, and so on. */
struct piece {
    int64_t p, q, r, t;
    bool low, high, no_low, no_high;
};

static bool read_piece(struct arena *a, const char *text, struct piece *out)
{
    size_t n = strlen(text);
    const char **ends;
    size_t count;

    if (n < 2 || !strchr("([", text[0]) || !strchr(")]", text[n - 1]))
        return false;
    if (!key_items(a, arena_strndup(a, text + 1, n - 2), "", "", &ends,
                   &count) ||
        count != 2)
        return false;
    *out = (struct piece){ .low = text[0] == '[', .high = text[n - 1] == ']' };
    out->no_low = strcmp(ends[0], "-\\infty") == 0;
    out->no_high = strcmp(ends[1], "\\infty") == 0;
    if ((out->no_low && out->low) || (out->no_high && out->high))
        return false;
    return (out->no_low || key_ratio(ends[0], &out->p, &out->q)) &&
           (out->no_high || key_ratio(ends[1], &out->r, &out->t));
}

static bool read_set(struct arena *a, const char *key, struct piece *set,
                     size_t *n)
{
    for (*n = 0; *n < PIECES_MOST;) {
        const char *cup = strstr(key, " \\cup ");
        size_t length = cup ? (size_t)(cup - key) : strlen(key);

        if (!read_piece(a, arena_strndup(a, key, length), &set[*n]))
            return false;
        ++*n;
        if (!cup)
            return true;
        key = cup + strlen(" \\cup ");
    }
    return false;
}

/* The sign of x - p/q. */
static int side_of(const fmpq_t x, int64_t p, int64_t q)
{
    fmpq_t y;
    int sign;

    fmpq_init(y);
    fmpq_set_si(y, (slong)p, (ulong)q);
    sign = fmpq_cmp(x, y);
    fmpq_clear(y);
    return sign;
}

static bool in_piece(const struct piece *i, const fmpq_t x)
{
    int low = i->no_low ? 1 : side_of(x, i->p, i->q);
    int high = i->no_high ? -1 : side_of(x, i->r, i->t);

    return (i->low ? low >= 0 : low > 0) && (i->high ? high <= 0 : high < 0);
}

/* u = a x + b */
static void line_at(fmpq_t u, int64_t a, const fmpq_t x, int64_t b)
{
    fmpz_t z;

    fmpz_init_set_si(z, (slong)a);
    fmpq_mul_fmpz(u, x, z);
    fmpz_set_si(z, (slong)b);
    fmpq_add_fmpz(u, u, z);
    fmpz_clear(z);
}

#define BITS 512

/* Has f a value at g = sqrt(u) + c3, for u >= 0? The points that are tried make
 * u a square, and then the ball is exact, or no nearer to one than 2^-150. */
static bool chain_at(const struct function *v, const fmpq_t u)
{
    arb_t inside;
    bool yes;

    arb_init(inside);
    arb_set_fmpq(inside, u, BITS);
    arb_sqrt(inside, inside, BITS);
    arb_add_si(inside, inside, (slong)v->c[3], BITS);
    arb_sub_si(inside, inside, (slong)v->c[0], BITS);
    arb_neg(inside, inside);
    yes = v->s[0] ? arb_is_positive(inside) : arb_is_nonnegative(inside);
    arb_clear(inside);
    return yes;
}

/* Is the number x in the set that is asked? By the definition. */
static bool belongs(const struct function *v, const fmpq_t x)
{
    const int64_t *c = v->c, *s = v->s;
    struct piece f = { c[0], 1, c[1], 1, s[5], s[6], false, false };
    struct piece values = { c[2], 1, c[3], 1, s[7], s[8], false, false };
    bool yes;
    fmpq_t u;

    fmpq_init(u);
    line_at(u, c[1], x, c[0]);
    if (v->kind == ROOT) {
        yes = fmpq_sgn(u) >= 0;
    } else if (v->kind <= BELOW) {
        yes = fmpq_sgn(u) > 0;
    } else if (v->kind <= POWER) { /* what the inner function must be */
        line_at(u, 1, x, -c[0]);
        yes = fmpq_is_zero(u) ? v->kind != POWER
                              : (fmpq_sgn(u) > 0) == (c[1] > 0);
    } else if (v->kind == MOVED && (s[4] == DOMAIN || s[4] == INVERSE_RANGE)) {
        line_at(u, s[1], x, s[2]);
        yes = in_piece(&f, u);
    } else if (v->kind == MOVED) { /* the value of f behind the value x of g */
        fmpq_t a;

        fmpq_init(a);
        fmpq_set_si(a, (slong)s[0], 1);
        line_at(u, 1, x, -s[3]);
        fmpq_div(u, u, a);
        fmpq_clear(a);
        yes = in_piece(&values, u);
    } else if (v->kind == CHAIN) {
        line_at(u, c[1], x, c[2]);
        yes = fmpq_sgn(u) >= 0 && chain_at(v, u);
    } else {
        line_at(u, -c[1], x, c[0]);
        yes = fmpq_sgn(u) >= (v->s[0] ? 1 : 0) && side_of(x, -c[2], 1) &&
              side_of(x, -c[3], 1);
    }
    fmpq_clear(u);
    return yes;
}

/* Does the key say the same of x as the definition? */
static bool same(const struct function *v, const struct piece *set, size_t n,
                 const fmpq_t x)
{
    bool in = false;

    for (size_t i = 0; i < n; i++)
        in = in || in_piece(&set[i], x);
    return in == belongs(v, x);
}

/* The same for p/q and numbers right beside it. */
static bool agree(const struct function *v, const struct piece *set, size_t n,
                  int64_t p, int64_t q)
{
    fmpq_t x, step;
    bool ok;

    fmpq_init(x);
    fmpq_init(step);
    fmpq_set_si(x, (slong)p, (ulong)q);
    /* Nearer than any two ends can be: their denominators have 60 bits. */
    fmpz_one(fmpq_numref(step));
    fmpz_one_2exp(fmpq_denref(step), 130);
    ok = same(v, set, n, x);
    fmpq_sub(x, x, step);
    ok = ok && same(v, set, n, x);
    fmpq_mul_2exp(step, step, 1);
    fmpq_add(x, x, step);
    ok = ok && same(v, set, n, x);
    fmpq_clear(step);
    fmpq_clear(x);
    return ok;
}

/* Far out, beyond all ends that there can be. */
static bool agree_far(const struct function *v, const struct piece *set,
                      size_t n)
{
    fmpq_t x;
    bool ok;

    fmpq_init(x);
    fmpq_set_si(x, (slong)INT64_C(2000000000000000000), 1);
    ok = same(v, set, n, x);
    fmpq_neg(x, x);
    ok = ok && same(v, set, n, x);
    fmpq_clear(x);
    return ok;
}

/* Every piece lies above the one before it. */
static bool in_order(const struct piece *set, size_t n)
{
    bool ok = true;
    fmpq_t x;

    fmpq_init(x);
    for (size_t i = 0; i < n && ok; i++) {
        if ((i > 0 && set[i].no_low) || (i + 1 < n && set[i].no_high)) {
            ok = false;
            continue;
        }
        if (!set[i].no_high)
            fmpq_set_si(x, (slong)set[i].r, (ulong)set[i].t);
        if (!set[i].no_low && !set[i].no_high)
            ok = side_of(x, set[i].p, set[i].q) > 0;
        if (i + 1 < n)
            ok = ok && side_of(x, set[i + 1].p, set[i + 1].q) <= 0;
    }
    fmpq_clear(x);
    return ok;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct function *v = values;
    struct piece set[PIECES_MOST];
    size_t n;
    bool ok;

    f->by = "trying points";
    f->detail = "these numbers make no problem";
    if (!well_made(v))
        return TRUTH_NO;
    f->detail = "the key is not a union of intervals in order";
    if (!read_set(a, key, set, &n) || !in_order(set, n))
        return TRUTH_NO;
    ok = agree_far(v, set, n);
    for (size_t i = 0; i < n && ok; i++)
        ok = (set[i].no_low || agree(v, set, n, set[i].p, set[i].q)) &&
             (set[i].no_high || agree(v, set, n, set[i].r, set[i].t));
    for (int i = 2; i < 4 && ok && v->kind == QUOTIENT; i++)
        ok = agree(v, set, n, -v->c[i], 1);
    f->detail = ok ? "at all ends, right beside them, at the zeros of a "
                     "denominator and far out the definition agrees"
                   : "by the definition of the function, a point at or beside "
                     "an end is wrongly in or out";
    return ok ? TRUTH_YES : TRUTH_NO;
}

static const struct recipe recipe = {
    .size = sizeof(struct function),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .form = "Answer in interval notation.",
    .pools = pools,
    .check = check,
};

const struct family concept_functions = {
    .name = "concept/functions",
    .version = 2,
    .title = "Domains and ranges of functions",
    .doc = "Domains and ranges in interval notation: of simple functions, of "
           "transformed functions and their inverses, of a composition and of "
           "a quotient. The worked solution sets up the inequalities.",
    .concepts = { HIGH_FUNCTIONS },
    .answer = ANSWER_INTERVAL,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
