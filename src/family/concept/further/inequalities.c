/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Quadratic, higher and rational inequalities: the set of all solutions.
 *
 * solve() finds the critical points, sorts them, and walks through the signs
 * from the right. check() knows no order and no signs: it reads the key as a
 * set of numbers and compares it with the inequality, as it stands, at exact
 * rational places: at all zeros and poles (of a square at the vertex and beyond
 * its zeros), at all ends of the key's intervals, and between any two
 * neighbours of these. At an end of an interval both sides must be equal, or
 * the left one must make no sense. So no sign changes unseen.
 */
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/flint_poly.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>
#include <string.h>

enum kind {
    PRODUCT, /* g (x + s[0])^e[0] ... against 0, g = 1 or -1 */
    SQUARE,  /* (x + s[0])^2 against g */
    RATIO,   /* (a x + s[0])/(x + s[1]) against g */
    BOUNDED  /* g x^2 + a x + b against 0, for x >= s[0] (e[0] 1) or x <= s[0]
                (e[0] -1); g = 1 or -1 */
};

#define FACTORS 4

struct inequality {
    int64_t kind, op; /* op: <, <=, >, >= */
    int64_t n, s[FACTORS], e[FACTORS];
    int64_t a, b, g;
};

static const struct field fields[] = {
    NUMBER(struct inequality, kind, 0, BOUNDED),
    NUMBER(struct inequality, op, 0, 3),
    SLOT_LIST(struct inequality, s, n, -100000000, 100000000),
    LIST(struct inequality, e, n, -3, 3),
    NUMBER(struct inequality, a, -10000000, 10000000),
    NUMBER(struct inequality, b, -100000000, 100000000),
    NUMBER(struct inequality, g, -1000000000, 1000000000),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "quadratic", "a product of two linear factors against 0, or a square "
                   "against a square number" },
    { "higher", "a product of three factors, one of them squared; a quotient "
                "of linear polynomials against a number; or a quadratic "
                "inequality on a half-line" },
    { "rational", "a quotient of products of four factors with powers up to "
                  "3, one or two of them in the denominator" },
};

/* n different numbers but 0 from -most..most, rising. */
static void pick_roots(struct pick *k, int64_t most, size_t n, int64_t *x)
{
    pick_subset_wide(k, -most, most - 1, n, x);
    for (size_t i = 0; i < n; i++)
        x[i] += x[i] >= 0;
}

static void draw_quadratic(struct pick *k, struct inequality *v)
{
    int64_t x[2];

    v->kind = pick(k, PRODUCT, SQUARE);
    v->op = pick(k, 0, 3);
    pick_roots(k, 60, 2, x);
    v->s[0] = -x[0];
    v->e[0] = 1;
    if (v->kind == PRODUCT) {
        v->n = 2;
        v->s[1] = -x[1];
        v->e[1] = v->g = 1;
    } else {
        v->n = 1;
        v->g = (x[1] - x[0]) * (x[1] - x[0]);
    }
}

/* Zero x[0] or x[1], pole the other one, (a - g) = how + 1. */
static void draw_ratio(struct inequality *v, const int64_t *x, int64_t how,
                       bool flip)
{
    int64_t zero = x[flip], pole = x[!flip];

    v->n = 2;
    v->g = x[2];
    v->a = x[2] + how + 1;
    v->s[1] = -pole;
    v->s[0] = v->g * v->s[1] - (how + 1) * zero;
    v->e[0] = 1;
    v->e[1] = -1;
}

/* how 0: x >= the middle one, 1: x <= the middle one, 2: x >= the least. */
static void draw_bounded(struct inequality *v, const int64_t *x, int64_t how,
                         bool flip)
{
    int64_t p = how == 2 ? x[1] : x[0], q = x[2];

    v->n = 1;
    v->s[0] = how == 2 ? x[0] : x[1];
    v->e[0] = how == 1 ? -1 : 1;
    v->g = flip ? -1 : 1;
    v->a = -v->g * (p + q);
    v->b = v->g * p * q;
}

static void draw_higher(struct pick *k, struct inequality *v)
{
    static const int64_t kinds[] = { PRODUCT, RATIO, BOUNDED };
    int64_t x[3], how, flip;

    v->kind = pick_of(k, kinds, 3);
    v->op = pick(k, 0, 3);
    how = pick(k, 0, 2);
    flip = pick(k, 0, 1);
    pick_roots(k, 24, 3, x);
    if (v->kind == RATIO)
        draw_ratio(v, x, how, flip);
    if (v->kind == BOUNDED)
        draw_bounded(v, x, how, flip);
    if (v->kind != PRODUCT)
        return;
    v->n = 3;
    v->g = flip ? -1 : 1;
    for (int i = 0; i < 3; i++) {
        v->s[i] = -x[i];
        v->e[i] = i == how ? 2 : 1;
    }
}

static void draw_rational(struct pick *k, struct inequality *v)
{
    static const int64_t powers[][FACTORS] = {
        { 1, 1, 1, -1 }, { 1, 2, 1, -1 },  { 1, 1, -1, -1 }, { 2, 1, -1, -1 },
        { 1, 1, 1, -2 }, { 3, 1, 2, -1 },  { 1, 2, -1, -2 }, { 1, 3, -2, -1 },
        { 1, 1, 1, -3 }, { 2, 3, -1, -1 },
    };
    int64_t x[FACTORS], order[FACTORS], which;

    v->kind = PRODUCT;
    v->op = pick(k, 0, 3);
    which = pick(k, 0, 9);
    pick_order(k, FACTORS, order);
    pick_roots(k, 15, FACTORS, x);
    v->n = FACTORS;
    v->g = 1;
    for (int i = 0; i < FACTORS; i++) {
        v->s[i] = -x[order[i]];
        v->e[i] = powers[which][i];
    }
}

static void draw(struct pick *k, void *values)
{
    (k->level == 1   ? draw_quadratic
     : k->level == 2 ? draw_higher
                     : draw_rational)(k, values);
}

/* ---- the first road: a chart of signs ---- */

#define D "%" PRId64

static const char *const signs[] = { "<", "\\le", ">", "\\ge" };

/* A place where something may happen: p/q, q > 0, with the power of its
 * factor; 0 for a mere bound. */
struct place {
    int64_t p, q, e;
};

struct chart {
    size_t n;
    struct place at[FACTORS];
    int lead; /* the sign far to the right */
};

static void chart_add(struct chart *c, int64_t p, int64_t q, int64_t e)
{
    size_t i = c->n++;

    if (q < 0) {
        p = -p;
        q = -q;
    }
    for (; i > 0 && c->at[i - 1].p * q > p * c->at[i - 1].q; i--)
        c->at[i] = c->at[i - 1];
    c->at[i] = (struct place){ p, q, e };
}

static bool chart_product(struct solving *s, const struct inequality *v,
                          struct chart *c)
{
    c->lead = v->g < 0 ? -1 : 1;
    for (int64_t i = 0; i < v->n; i++) {
        if (v->s[i] == 0)
            return false;
        chart_add(c, -v->s[i], 1, v->e[i]);
    }
    solving_step(s, "The left side is a product or quotient of powers of "
                    "linear factors; each factor is $0$ at one number.");
    return true;
}

static bool chart_square(struct solving *s, const struct inequality *v,
                         struct chart *c)
{
    ulong rest, r = n_sqrtrem(&rest, (ulong)v->g);
    int64_t root = (int64_t)r;

    if (rest || v->s[0] == 0)
        return false;
    c->lead = 1;
    chart_add(c, -v->s[0] - root, 1, 1);
    chart_add(c, -v->s[0] + root, 1, 1);
    solving_step(s,
                 "Bring all to one side, with $" D " = " D
                 "^2$: the difference of squares is $(x%s)(x%s) %s 0$.",
                 v->g, root, latex_plus(s->arena, v->s[0] + root),
                 latex_plus(s->arena, v->s[0] - root), signs[v->op]);
    return true;
}

static bool chart_ratio(struct solving *s, const struct inequality *v,
                        struct chart *c)
{
    int64_t top[2] = { v->s[0] - v->g * v->s[1], v->a - v->g };
    int64_t low[2] = { v->s[1], 1 };

    if (top[1] == 0 || top[0] == top[1] * v->s[1])
        return false;
    c->lead = top[1] < 0 ? -1 : 1;
    chart_add(c, -top[0], top[1], 1);
    chart_add(c, -v->s[1], 1, -1);
    solving_step(s,
                 "Subtract $" D "$ and put all over one denominator: "
                 "$\\frac{%s}{%s} %s 0$. (Multiplying by the denominator would "
                 "need two cases.)",
                 v->g, latex_poly(s->arena, top, 2, "x"),
                 latex_poly(s->arena, low, 2, "x"), signs[v->op]);
    return true;
}

static bool chart_bounded(struct solving *s, const struct inequality *v,
                          struct chart *c)
{
    int64_t disc = v->a * v->a - 4 * v->g * v->b, p, q;
    int64_t poly[3] = { v->b, v->a, v->g };
    ulong rest, r;

    if (disc <= 0)
        return false;
    r = n_sqrtrem(&rest, (ulong)disc);
    p = (-v->g * v->a - (int64_t)r) / 2;
    q = (-v->g * v->a + (int64_t)r) / 2;
    if (rest || v->s[0] == p || v->s[0] == q)
        return false;
    c->lead = v->g < 0 ? -1 : 1;
    chart_add(c, p, 1, 1);
    chart_add(c, q, 1, 1);
    chart_add(c, v->s[0], 1, 0);
    solving_step(s, "Factorise: $%s = %s(x%s)(x%s)$.",
                 latex_poly(s->arena, poly, 3, "x"), v->g < 0 ? "-" : "",
                 latex_plus(s->arena, -p), latex_plus(s->arena, -q));
    return true;
}

/* Which pieces belong to the solution: 2i is the open interval left of place
 * i, 2i + 1 the place itself. */
static void choose(const struct inequality *v, const struct chart *c,
                   bool in[2 * FACTORS + 1], int sign[FACTORS + 1])
{
    bool greater = v->op >= 2, equal = v->op % 2;
    size_t n = c->n;

    sign[n] = c->lead;
    for (size_t i = n; i-- > 0;)
        sign[i] = c->at[i].e % 2 ? -sign[i + 1] : sign[i + 1];
    for (size_t i = 0; i <= n; i++)
        in[2 * i] = greater == (sign[i] > 0);
    for (size_t i = 0; i < n; i++)
        in[2 * i + 1] = c->at[i].e == 0  ? in[2 * i]
                        : c->at[i].e > 0 ? equal
                                         : false;
    for (size_t i = 0; i < n && v->kind == BOUNDED; i++)
        if (c->at[i].e == 0)
            for (size_t j = 0; j <= 2 * n; j++)
                if (v->e[0] > 0 ? j < 2 * i + 1 : j > 2 * i + 1)
                    in[j] = false;
}

static const char *place_text(struct arena *a, const struct chart *c, size_t i)
{
    return latex_ratio(a, c->at[i].p, c->at[i].q);
}

/* The pieces from..to, joined: they are one interval or one point. */
static void add_piece(struct arena *a, struct str *out, const struct chart *c,
                      size_t from, size_t to)
{
    size_t n = c->n;

    if (out->n)
        str_add(out, " \\cup ");
    if (from == to && from % 2) {
        str_add(out, arena_printf(a, "\\{%s\\}", place_text(a, c, from / 2)));
        return;
    }
    str_add(out, from % 2 ? "[" : "(");
    str_add(out, from == 0 ? "-\\infty" : place_text(a, c, (from - 1) / 2));
    str_add(out, ", ");
    str_add(out, to == 2 * n ? "\\infty" : place_text(a, c, to / 2));
    str_add(out, to % 2 ? "]" : ")");
}

static void explain(struct solving *s, const struct inequality *v,
                    const struct chart *c, const int *sign)
{
    struct str places = str_in(s->arena), row = str_in(s->arena);
    bool even = false, pole = false;

    for (size_t i = 0; i <= c->n; i++) {
        str_add(&row, i ? ", " : "");
        str_add(&row, sign[i] > 0 ? "plus" : "minus");
        if (i == c->n)
            break;
        str_add(&places, words_join(i, c->n));
        str_add(&places,
                arena_printf(s->arena, "$%s$", place_text(s->arena, c, i)));
        even = even || (c->at[i].e && c->at[i].e % 2 == 0);
        pole = pole || c->at[i].e < 0;
    }
    solving_step(s, "The places to look at are, in order, %s.",
                 str_get(&places));
    solving_step(s,
                 "Far to the right the sign is %s. Going left it changes at "
                 "every zero of an odd power%s%s.",
                 c->lead > 0 ? "plus" : "minus",
                 even ? " and stays at zeros of even powers" : "",
                 v->kind == BOUNDED ? " and stays at the bound" : "");
    solving_step(s, "From left to right the signs are %s.", str_get(&row));
    solving_step(
        s, "We need the sign %s; zeros of the left side %s%s%s.",
        v->op >= 2 ? "plus" : "minus",
        v->op % 2 ? "belong to the solutions"
                  : "do not belong to the solutions",
        pole ? ", zeros of the denominator never do" : "",
        v->kind == BOUNDED ? ", and only numbers within the bound count" : "");
}

static bool solve(struct solving *s, const void *values)
{
    static bool (*const charts[])(struct solving *, const struct inequality *,
                                  struct chart *) = { chart_product,
                                                      chart_square, chart_ratio,
                                                      chart_bounded };
    const struct inequality *v = values;
    struct chart c = { 0 };
    struct str key = str_in(s->arena);
    bool in[2 * FACTORS + 2] = { false };
    int sign[FACTORS + 1];

    if (!charts[v->kind](s, v, &c))
        return false;
    for (size_t i = 1; i < c.n; i++)
        if (c.at[i].p * c.at[i - 1].q == c.at[i - 1].p * c.at[i].q)
            return false;
    choose(v, &c, in, sign);
    explain(s, v, &c, sign);
    for (size_t i = 0, from; i <= 2 * c.n; i++) {
        if (!in[i])
            continue;
        from = i;
        while (in[i + 1] && i < 2 * c.n)
            i++;
        add_piece(s->arena, &key, &c, from, i);
    }
    if (!key.n)
        return false;
    solving_key(s, "%s", str_get(&key));
    solving_step(s, "The solutions are $%s$.", s->key);
    return true;
}

/* ---- wording ---- */

/* " + 5", or nothing for 0. */
static const char *tail(struct speech *s, const int64_t *place)
{
    return str_eq(speech_number(s, place), "0") ? "" : speech_plus(s, place);
}

/* The factors with positive or with negative powers; one alone below a line
 * needs no brackets. */
static const char *factors(struct speech *s, const struct inequality *v,
                           bool below)
{
    struct str out = str_in(s->arena);
    int64_t sum = 0;

    for (int64_t i = 0; i < v->n && below; i++)
        sum += v->e[i] < 0 ? -v->e[i] : 0;

    for (int64_t i = 0; i < v->n; i++) {
        int64_t e = below ? -v->e[i] : v->e[i];

        if (e <= 0)
            continue;
        str_add(&out, arena_printf(s->arena, sum == 1 ? "x%s" : "(x%s)",
                                   tail(s, &v->s[i])));
        if (e > 1)
            str_add(&out, arena_printf(s->arena, "^" D, e));
    }
    return str_get(&out);
}

static const char *left_side(struct speech *s, const struct inequality *v)
{
    int64_t linear[2] = { 0, v->a }, poly[3] = { v->b, v->a, v->g };
    const char *low;

    switch ((enum kind)v->kind) {
    case PRODUCT:
        low = factors(s, v, true);
        return arena_printf(s->arena, *low ? "%s\\frac{%s}{%s}" : "%s%s%s",
                            v->g < 0 ? "-" : "", factors(s, v, false), low);
    case SQUARE: return arena_printf(s->arena, "(x%s)^2", tail(s, &v->s[0]));
    case RATIO:
        return arena_printf(s->arena, "\\frac{%s%s}{x%s}",
                            v->a ? latex_poly(s->arena, linear, 2, "x") : "",
                            v->a ? tail(s, &v->s[0])
                                 : speech_number(s, &v->s[0]),
                            tail(s, &v->s[1]));
    case BOUNDED: return latex_poly(s->arena, poly, 3, "x");
    }
    return "";
}

static void speak(struct speech *s, const void *values)
{
    const struct inequality *v = values;
    bool bare = v->kind == PRODUCT || v->kind == BOUNDED;

    speech_set(s, "f", "%s %s " D, left_side(s, v), signs[v->op],
               bare ? 0 : v->g);
    if (v->kind == BOUNDED)
        speech_set(s, "where", "real $x \\%s %s$", v->e[0] > 0 ? "ge" : "le",
                   speech_number(s, &v->s[0]));
    else
        speech_set(s, "where", "real $x$");
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "Solve $<f>$ for <where>.", NULL },
    { STYLE_PLAIN, "Find the set of all solutions of $<f>$ among the <where>.",
      NULL },
    { STYLE_PLAIN, "For which <where> is the inequality $<f>$ true?", NULL },
    { STYLE_PLAIN, "Solve the inequality $<f>$ over all <where>.", NULL },
    { STYLE_STORY,
      "<name> sets up an alarm. Its sensor can report any <where>, and it rings "
      "exactly when $<f>$. For which reported values $x$ does it ring?",
      NULL },
    { STYLE_STORY,
      "A <device> in a <place> is switched on while the reading $x$ of a "
      "gauge, which can be any <where>, satisfies $<f>$. For which readings "
      "is it on?",
      NULL },
    { STYLE_STORY,
      "In a game, <name> names any <where> and wins when $<f>$ holds for it. "
      "With which numbers does <name> win?",
      NULL },
    { 0 },
};

static const struct word_pool pools[] = {
    { "device", "fan|heater|lamp|pump|siren|valve" },
    { 0 },
};

/* ---- the second road: trying numbers ---- */

/* y = c x + d */
static void linear(fmpq_t y, int64_t c, const fmpq_t x, int64_t d)
{
    fmpq_mul_si(y, x, c);
    fmpq_add_si(y, y, d);
}

/* The left side at x; false where it makes no sense. */
static bool left_at(const struct inequality *v, const fmpq_t x, fmpq_t l)
{
    fmpq_t t;
    bool ok = true;

    fmpq_init(t);
    if (v->kind == PRODUCT) {
        fmpq_set_si(l, v->g, 1);
        for (int64_t i = 0; i < v->n && ok; i++) {
            linear(t, 1, x, v->s[i]);
            ok = v->e[i] > 0 || !fmpq_is_zero(t);
            if (ok)
                fmpq_pow_si(t, t, v->e[i]);
            fmpq_mul(l, l, t);
        }
    } else if (v->kind == SQUARE) {
        linear(t, 1, x, v->s[0]);
        fmpq_mul(l, t, t);
    } else if (v->kind == RATIO) {
        linear(l, v->a, x, v->s[0]);
        linear(t, 1, x, v->s[1]);
        ok = !fmpq_is_zero(t);
        if (ok)
            fmpq_div(l, l, t);
    } else {
        linear(t, v->g, x, v->a);
        fmpq_mul(t, t, x);
        fmpq_add_si(l, t, v->b);
    }
    fmpq_clear(t);
    return ok;
}

/* What happens at x: is the inequality true; and could it change there, as
 * both sides are equal, or the left one makes no sense, or x is the bound? */
static bool satisfies(const struct inequality *v, const fmpq_t x, bool *edge)
{
    int64_t right = v->kind == SQUARE || v->kind == RATIO ? v->g : 0;
    int side = fmpq_cmp_si(x, v->s[0]), c;
    fmpq_t l;
    bool ok;

    fmpq_init(l);
    ok = left_at(v, x, l);
    c = fmpq_cmp_si(l, right);
    fmpq_clear(l);
    *edge = !ok || c == 0 || (v->kind == BOUNDED && side == 0);
    if (v->kind == BOUNDED)
        ok = ok && (v->e[0] > 0 ? side >= 0 : side <= 0);
    return ok && (v->op == 0   ? c < 0
                  : v->op == 1 ? c <= 0
                  : v->op == 2 ? c > 0
                               : c >= 0);
}

#define PIECES_MOST 8
#define TESTS_MOST  (4 * PIECES_MOST + 16)

/* An interval of the key; its finite ends are k[lo] and k[hi]. */
struct piece {
    bool left, right; /* without end there */
    bool closed[2];   /* does the end belong to it? */
};

struct union_key {
    size_t n;
    struct piece piece[PIECES_MOST];
    fmpq *end; /* 2i and 2i + 1 */
};

static bool read_piece(struct arena *a, const char *text, struct piece *p,
                       fmpq *end)
{
    size_t n, length = strlen(text);
    const char **items;

    if (key_items(a, text, "\\{", "\\}", &items, &n)) {
        *p = (struct piece){ false, false, { true, true } };
        return n == 1 && key_rational(items[0], end) &&
               key_rational(items[0], end + 1);
    }
    if (length < 2)
        return false;
    *p =
        (struct piece){ .closed = { text[0] == '[', text[length - 1] == ']' } };
    if (!key_items(a, text, p->closed[0] ? "[" : "(", p->closed[1] ? "]" : ")",
                   &items, &n) ||
        n != 2)
        return false;
    p->left = str_eq(items[0], "-\\infty");
    p->right = str_eq(items[1], "\\infty");
    return (p->left ? !p->closed[0] : key_rational(items[0], end)) &&
           (p->right ? !p->closed[1] : key_rational(items[1], end + 1)) &&
           (p->left || p->right || fmpq_cmp(end, end + 1) < 0);
}

static bool read_key(struct arena *a, const char *text, struct union_key *k)
{
    static const char cup[] = " \\cup ";

    for (;;) {
        const char *end = strstr(text, cup);
        size_t n = end ? (size_t)(end - text) : strlen(text);

        if (k->n == PIECES_MOST ||
            !read_piece(a, arena_strndup(a, text, n), &k->piece[k->n],
                        k->end + 2 * k->n))
            return false;
        k->n++;
        if (!end)
            return true;
        text = end + strlen(cup);
    }
}

static bool holds_key(const struct union_key *k, const fmpq_t x)
{
    for (size_t i = 0; i < k->n; i++) {
        const struct piece *p = &k->piece[i];
        int low = p->left ? 1 : fmpq_cmp(x, k->end + 2 * i);
        int high = p->right ? -1 : fmpq_cmp(x, k->end + 2 * i + 1);

        if ((low > 0 || (low == 0 && p->closed[0])) &&
            (high < 0 || (high == 0 && p->closed[1])))
            return true;
    }
    return false;
}

/* All zeros and poles and the bound; of a square against g >= 1 the vertex, on
 * both sides of which it is monotonic, and two places beyond its zeros. */
static size_t own_places(const struct inequality *v, fmpq *x)
{
    size_t n = 0;

    for (int64_t i = v->kind == RATIO; i < v->n; i++)
        fmpq_set_si(x + n++, v->kind == BOUNDED ? v->s[i] : -v->s[i], 1);
    if (v->kind == SQUARE) {
        fmpq_set_si(x + n++, -v->s[0] + v->g + 1, 1);
        fmpq_set_si(x + n++, -v->s[0] - v->g - 1, 1);
    } else if (v->kind == BOUNDED) { /* g is 1 or -1 */
        int64_t root = (int64_t)n_sqrt((ulong)(v->a * v->a - 4 * v->g * v->b));

        fmpq_set_si(x + n++, -v->g * v->a - root, 2);
        fmpq_set_si(x + n++, -v->g * v->a + root, 2);
    } else if (v->kind == RATIO) { /* where (a - g) x = g s[1] - s[0] */
        fmpq_set_si(x + n, v->g * v->s[1] - v->s[0], 1);
        fmpz_set_si(fmpq_denref(x + n), v->a - v->g);
        fmpq_canonicalise(x + n);
        n++;
    }
    return n;
}

static void sort(fmpq *x, size_t n)
{
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j > 0 && fmpq_cmp(x + j, x + j - 1) < 0; j--)
            fmpq_swap(x + j, x + j - 1);
}

/* Key and inequality agree at x; at an end of an interval something must
 * happen to the inequality too. */
static bool agrees(const struct inequality *v, const struct union_key *k,
                   const fmpq_t x, bool end)
{
    bool edge, holds = satisfies(v, x, &edge);

    return holds_key(k, x) == holds && (edge || !end);
}

/* The first place where key and inequality differ, or *n; places in x. */
static size_t differ(const struct inequality *v, const struct union_key *k,
                     fmpq *x, size_t *n)
{
    size_t ends = 0, m, i = 0;

    for (size_t j = 0; j < k->n; j++) {
        if (!k->piece[j].left)
            fmpq_set(x + ends++, k->end + 2 * j);
        if (!k->piece[j].right)
            fmpq_set(x + ends++, k->end + 2 * j + 1);
    }
    *n = ends;
    while (i < ends && agrees(v, k, x + i, true))
        i++;
    if (i < ends)
        return i;
    /* Ends are zeros, poles or the bound: all of these come, but for squares. */
    m = v->kind == SQUARE ? ends : 0;
    m += own_places(v, x + m);
    sort(x, m);
    *n = 2 * m + 1;
    for (size_t j = m; j + 1 < *n - 1; j++) { /* between neighbours */
        fmpq_add(x + j, x + j - m, x + j - m + 1);
        fmpq_div_2exp(x + j, x + j, 1);
    }
    fmpq_add_si(x + 2 * m - 1, x + m - 1, 1);
    fmpq_sub_si(x + 2 * m, x, 1);
    for (i = 0; i < *n && agrees(v, k, x + i, false);)
        i++;
    return i;
}

/* Is it an inequality of its kind, with lists that fit? */
static bool is_sound(const struct inequality *v)
{
    static const int64_t least[] = { 2, 1, 2, 1 },
                         most[] = { FACTORS, 1, 2, 1 };
    bool ok = v->n >= least[v->kind] && v->n <= most[v->kind];

    for (int64_t i = 0; i < v->n; i++)
        ok = ok && v->e[i] != 0;
    if (v->kind == PRODUCT || v->kind == BOUNDED)
        ok = ok && (v->g == 1 || v->g == -1);
    if (v->kind == BOUNDED) { /* two rational zeros */
        int64_t disc = v->a * v->a - 4 * v->g * v->b;

        ok = ok && disc > 0 && n_is_square((ulong)disc);
    }
    return ok && (v->kind != RATIO || v->a != v->g) &&
           (v->kind != SQUARE || v->g > 0);
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct inequality *v = values;
    struct union_key k = { .n = 0 };
    fmpq *x;
    size_t n = 0, at = 0;
    bool read;

    f->by = "sign tests";
    f->detail = "this is no inequality of its kind";
    if (!is_sound(v))
        return TRUTH_NO;
    k.end = _fmpq_vec_init(2 * PIECES_MOST);
    x = _fmpq_vec_init(TESTS_MOST * 2);
    read = read_key(a, key, &k);
    if (read)
        at = differ(v, &k, x, &n);
    f->detail =
        !read ? "the key is not a union of intervals and points"
        : at < n
            ? arena_printf(a, "key and inequality differ at x = %s",
                           latex_fmpq(a, x + at))
            : arena_printf(a,
                           "key and inequality agree at %zu places: at all "
                           "ends and zeros, between and beyond them",
                           n);
    _fmpq_vec_clear(x, TESTS_MOST * 2);
    _fmpq_vec_clear(k.end, 2 * PIECES_MOST);
    return read && at == n ? TRUTH_YES : TRUTH_NO;
}

static const struct recipe recipe = {
    .size = sizeof(struct inequality),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .form = "Give the answer as an interval or a union of intervals; single "
            "points stand in braces.",
    .pools = pools,
    .check = check,
};

const struct family concept_inequalities = {
    .name = "concept/inequalities",
    .version = 2,
    .title = "Quadratic and higher inequalities",
    .doc = "All real solutions of quadratic, higher and rational inequalities, "
           "as a union of intervals. The worked solution makes a chart of "
           "signs.",
    .concepts = { HIGH_HIGHER_INEQS },
    .answer = ANSWER_INTERVAL,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
