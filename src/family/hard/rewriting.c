/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Invented operations: two are given by formulas modulo a prime, the others by
 * expressions in earlier ones, so that writing one out takes exponentially many
 * signs. Some are never needed.
 *
 * solve() sees that every operation is a linear form in its two sides and finds
 * the three coefficients of each. check() knows nothing of that: it rewrites
 * cell by cell, by the full tables of the operations.
 */
#include "family/hard/sentence.h"
#include "family/recipe/keys.h"
#include "family/recipe/recipe.h"

#include <inttypes.h>

#define BASES      2   /* operations 1 and 2 have formulas */
#define PRIME_MOST 127 /* results fit into a byte, tables into 16 KB */
#define TOLD_MOST  5002

/* How three operations are put together from four letters. */
enum shape {
    SHAPE_BOTH, /* (p j q) k (r l s) */
    SHAPE_LEFT, /* ((p j q) k r) l s */
    SHAPE_RIGHT /* p l (q k (r j s)) */
};

enum letter { LETTER_A, LETTER_B, LETTER_FIXED };

#define LETTERS 81 /* four letters, as digits to base 3 */

struct invention {
    int64_t prime, x, y, asked;
    int64_t a1, b1, c1, a2, b2, c2; /* of the two formulas */
    struct ints shape, j, k, l;     /* of operation 3, 4 ... */
    struct ints letters, fixed;     /* their letters, and a number */
};

static const struct field fields[] = {
    NUMBER(struct invention, prime, 2, PRIME_MOST),
    NUMBER(struct invention, x, 0, PRIME_MOST),
    NUMBER(struct invention, y, 0, PRIME_MOST),
    NUMBER(struct invention, asked, 1, TOLD_MOST),
    NUMBER(struct invention, a1, 0, PRIME_MOST),
    NUMBER(struct invention, b1, 0, PRIME_MOST),
    NUMBER(struct invention, c1, 0, PRIME_MOST),
    NUMBER(struct invention, a2, 0, PRIME_MOST),
    NUMBER(struct invention, b2, 0, PRIME_MOST),
    NUMBER(struct invention, c2, 0, PRIME_MOST),
    INTS(struct invention, shape, SHAPE_BOTH, SHAPE_RIGHT),
    INTS(struct invention, j, 1, TOLD_MOST),
    INTS(struct invention, k, 1, TOLD_MOST),
    INTS(struct invention, l, 1, TOLD_MOST),
    INTS(struct invention, letters, 0, LETTERS - 1),
    INTS(struct invention, fixed, 0, PRIME_MOST),
    { 0 },
};

/* ---- drawing ---- */

/* a-coefficient, b-coefficient, and what is added. */
struct linear {
    int64_t a, b, c;
};

static struct linear compose(const struct invention *v, int64_t at,
                             const struct linear *forms);

/* Four letters with both sides among them. */
static int64_t draw_letters(struct pick *k)
{
    for (;;) {
        int64_t code = pick(k, 0, LETTERS - 1), seen = 0;

        for (int64_t c = code, i = 0; i < 4; i++, c /= 3)
            seen |= (int64_t)1 << c % 3;
        if ((seen & 3) == 3)
            return code;
    }
}

/* An operation uses the last one before it that the question needs, and two of
 * the latest such ones; `needed` lists them. */
static void draw_operation(struct pick *k, struct invention *v, size_t at,
                           const int64_t *needed, size_t n)
{
    int64_t *uses[] = { &v->j.x[at], &v->k.x[at], &v->l.x[at] };
    size_t recent = n < 4 ? n : 4;
    int64_t last = pick(k, 0, 2);

    v->shape.x[at] = pick(k, SHAPE_BOTH, SHAPE_RIGHT);
    for (int64_t i = 0; i < 3; i++)
        *uses[i] = needed[n - (size_t)pick(k, 1, (int64_t)recent)];
    *uses[last] = needed[n - 1];
    v->letters.x[at] = draw_letters(k);
    v->fixed.x[at] = pick(k, 2, v->prime - 2);
}

/* The same, drawn until both sides count, each in its own way. */
static void draw_felt(struct pick *k, struct invention *v, size_t at,
                      const int64_t *needed, size_t n, struct linear *forms)
{
    struct linear *f = &forms[at + BASES + 1];

    do {
        draw_operation(k, v, at, needed, n);
        *f = compose(v, (int64_t)at, forms);
    } while (f->a < 2 || f->b < 2 || f->a == f->b);
}

static void draw_formulas(struct pick *k, struct invention *v)
{
    static const int64_t primes[] = { 101, 103, 107, 109, 113 };
    int64_t *const coefficients[] = { &v->a1, &v->b1, &v->c1,
                                      &v->a2, &v->b2, &v->c2 };

    v->prime = pick_of(k, primes, sizeof(primes) / sizeof(*primes));
    v->x = pick(k, 2, v->prime - 2);
    v->y = pick_but(k, 2, v->prime - 2, v->x);
    for (size_t i = 0; i < 6; i++)
        *coefficients[i] = pick(k, 2, v->prime - 2);
}

/* Of four operations, one is never needed; the last one is asked for. */
static void draw(struct pick *k, void *values)
{
    struct invention *v = values;
    size_t left = (size_t)k->depth, idle = left / 4 + 1, n = left + idle;
    size_t found = BASES;
    int64_t *needed = arena_array(k->arena, int64_t, n + BASES);
    struct linear *forms = arena_array(k->arena, struct linear, n + BASES + 1);

    draw_formulas(k, v);
    forms[1] = (struct linear){ v->a1, v->b1, v->c1 };
    forms[2] = (struct linear){ v->a2, v->b2, v->c2 };
    v->shape = ints_new(k->arena, n);
    v->j = ints_new(k->arena, n);
    v->k = ints_new(k->arena, n);
    v->l = ints_new(k->arena, n);
    v->letters = ints_new(k->arena, n);
    v->fixed = ints_new(k->arena, n);
    needed[0] = 1;
    needed[1] = 2;
    for (size_t at = 0; at < n; at++) {
        draw_felt(k, v, at, needed, found, forms);
        if (at + 1 < n && pick(k, 1, (int64_t)(n - at - 1)) >= (int64_t)left)
            continue;
        needed[found++] = (int64_t)at + BASES + 1;
        left--;
    }
    v->asked = needed[found - 1];
}

/* ---- the statement ---- */

/* The letters p, q, r, s as they are written. */
static void speak_letters(struct speech *s, const struct invention *v,
                          int64_t at)
{
    static const char *const places[] = { "p", "q", "r", "s" };
    int64_t code = v->letters.x[at];

    for (size_t i = 0; i < 4; i++, code /= 3)
        if (code % 3 == LETTER_FIXED)
            form_let(s, places[i], v->fixed.x[at]);
        else
            form_let_text(s, places[i], code % 3 == LETTER_A ? "a" : "b");
}

static void speak(struct speech *s, const void *values)
{
    static const char *const names[] = { "both", "left", "right" };
    const struct invention *v = values;
    struct str told = str_in(s->arena);

    for (int64_t i = 0; i < v->shape.n; i++) {
        form_let(s, "sign", i + BASES + 1);
        form_let(s, "first", v->j.x[i]);
        form_let(s, "second", v->k.x[i]);
        form_let(s, "third", v->l.x[i]);
        speak_letters(s, v, i);
        sentence_add(s, names[v->shape.x[i]], &told);
    }
    form_let(s, "top", v->prime - 1);
    form_let_text(s, "operations", str_get(&told));
}

/* ---- the first road: linear forms ---- */

/* f, whose sides are p and q. */
static struct linear put(struct linear f, struct linear p, struct linear q,
                         int64_t m)
{
    return (struct linear){ (f.a * p.a + f.b * q.a) % m,
                            (f.a * p.b + f.b * q.b) % m,
                            (f.a * p.c + f.b * q.c + f.c) % m };
}

static struct linear compose(const struct invention *v, int64_t at,
                             const struct linear *forms)
{
    struct linear letters[] = { { 1, 0, 0 },
                                { 0, 1, 0 },
                                { 0, 0, v->fixed.x[at] } };
    struct linear j = forms[v->j.x[at]], k = forms[v->k.x[at]],
                  l = forms[v->l.x[at]], x[4];
    int64_t code = v->letters.x[at], m = v->prime;

    for (size_t i = 0; i < 4; i++, code /= 3)
        x[i] = letters[code % 3];
    switch ((enum shape)v->shape.x[at]) {
    case SHAPE_BOTH:
        return put(k, put(j, x[0], x[1], m), put(l, x[2], x[3], m), m);
    case SHAPE_LEFT:
        return put(l, put(k, put(j, x[0], x[1], m), x[2], m), x[3], m);
    case SHAPE_RIGHT: break;
    }
    return put(l, x[0], put(k, x[1], put(j, x[2], x[3], m), m), m);
}

static bool *mark_needed(struct arena *a, const struct invention *v)
{
    bool *needed = arena_array(a, bool, v->shape.n + BASES + 1);

    needed[v->asked] = true;
    for (int64_t at = v->shape.n - 1; at >= 0; at--)
        if (needed[at + BASES + 1])
            needed[v->j.x[at]] = needed[v->k.x[at]] = needed[v->l.x[at]] = true;
    return needed;
}

static void tell_form(struct solving *s, int64_t sign, struct linear f)
{
    let(s, "n", sign);
    let(s, "fa", f.a);
    let(s, "fb", f.b);
    let(s, "fc", f.c);
    tell(s, "form");
}

static bool solve(struct solving *s, const void *values)
{
    const struct invention *v = values;
    struct linear *forms =
        arena_array(s->arena, struct linear, v->shape.n + BASES + 1);
    bool *needed = mark_needed(s->arena, v);
    struct linear f;
    int64_t u, w;

    forms[1] = (struct linear){ v->a1, v->b1, v->c1 };
    forms[2] = (struct linear){ v->a2, v->b2, v->c2 };
    tell(s, "linear");
    for (int64_t at = 0; at < v->shape.n; at++) {
        int64_t sign = at + BASES + 1;

        f = forms[sign] = compose(v, at, forms);
        if (needed[sign])
            tell_form(s, sign, f);
    }
    f = forms[v->asked];
    u = (f.a * v->x + f.b * v->y + f.c) % v->prime;
    w = (f.a * v->y + f.b * v->x + f.c) % v->prime;
    let(s, "u", u);
    let(s, "w", w);
    solving_key(s, "%" PRId64, 1000 * u + w);
    tell(s, "end");
    return u > 1 && needed[1] && needed[2];
}

/* ---- the second road: tables ---- */

/* The table of an operation: a row of `prime` results for each left side. */
typedef uint8_t *table;

static void fill_formula(table t, int64_t m, int64_t a, int64_t b, int64_t c)
{
    for (int64_t x = 0; x < m; x++)
        for (int64_t y = 0; y < m; y++)
            t[x * m + y] = (uint8_t)((a * x + b * y + c) % m);
}

static void fill_told(table *all, const struct invention *v, int64_t at)
{
    const uint8_t *j = all[v->j.x[at]], *k = all[v->k.x[at]];
    const uint8_t *l = all[v->l.x[at]];
    int64_t m = v->prime, code = v->letters.x[at];
    int64_t by[3] = { 0, 0, v->fixed.x[at] % m };
    const int64_t *p = &by[code % 3], *q = &by[code / 3 % 3],
                  *r = &by[code / 9 % 3], *s = &by[code / 27];
    uint8_t *out = all[at + BASES + 1];

    for (by[0] = 0; by[0] < m; by[0]++)
        for (by[1] = 0; by[1] < m; by[1]++, out++)
            if (v->shape.x[at] == SHAPE_BOTH)
                *out = k[j[*p * m + *q] * m + l[*r * m + *s]];
            else if (v->shape.x[at] == SHAPE_LEFT)
                *out = l[k[j[*p * m + *q] * m + *r] * m + *s];
            else
                *out = l[*p * m + k[*q * m + j[*r * m + *s]]];
}

/* Make the tables that the asked operation needs, earlier ones first. */
static void fill_tables(struct arena *a, const struct invention *v, table *all)
{
    size_t cells = (size_t)(v->prime * v->prime);
    int64_t n = v->asked - BASES;

    for (int64_t sign = 1; sign <= v->asked || sign <= BASES; sign++)
        all[sign] = sign <= BASES || sign == v->asked
                        ? arena_array(a, uint8_t, cells)
                        : NULL;
    for (int64_t at = n - 1; at >= 0; at--) {
        int64_t uses[] = { v->j.x[at], v->k.x[at], v->l.x[at] };

        for (size_t i = 0; i < 3 && all[at + BASES + 1]; i++)
            if (!all[uses[i]])
                all[uses[i]] = arena_array(a, uint8_t, cells);
    }
    fill_formula(all[1], v->prime, v->a1, v->b1, v->c1);
    fill_formula(all[2], v->prime, v->a2, v->b2, v->c2);
    for (int64_t at = 0; at < n; at++)
        if (all[at + BASES + 1])
            fill_told(all, v, at);
}

/* The lists are equally long, and each operation uses earlier ones. */
static bool is_told_in_order(const struct invention *v)
{
    int64_t n = v->shape.n;

    if (v->j.n != n || v->k.n != n || v->l.n != n || v->letters.n != n ||
        v->fixed.n != n || n > TOLD_MOST - BASES || v->asked > n + BASES ||
        v->x >= v->prime || v->y >= v->prime)
        return false;
    for (int64_t at = 0; at < n; at++)
        if (v->j.x[at] > at + BASES || v->k.x[at] > at + BASES ||
            v->l.x[at] > at + BASES)
            return false;
    return true;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct invention *v = values;
    table *all;
    int64_t got, u, w;

    f->by = "the tables of the operations";
    f->detail = "the key is not one integer, or an operation uses a later one";
    if (!key_int(key, &got) || !is_told_in_order(v))
        return TRUTH_NO;
    all = arena_array(a, table, v->shape.n + BASES + 1);
    fill_tables(a, v, all);
    u = all[v->asked][v->x * v->prime + v->y];
    w = all[v->asked][v->y * v->prime + v->x];
    f->detail =
        arena_printf(a, "by the tables u = %" PRId64 " and v = %" PRId64, u, w);
    return got == 1000 * u + w ? TRUTH_YES : TRUTH_NO;
}

static struct form_file text = {
#include "family/hard/rewriting.inc"
};

static const struct recipe recipe = {
    .text = &text,
    .size = sizeof(struct invention),
    .fields = fields,
    .draw = draw,
    .free_from = 1,
    .solve = solve,
    .speak = speak,
    .check = check,
};

static const struct family_depth depth = {
    .of = "operations that the question needs, each defined by earlier ones",
    .least = 2,
    .most = 3999,
    .levels = { 3, 8, 20, 60, 160 },
};

const struct family hard_rewriting = {
    .name = "hard/rewriting",
    .version = 1,
    .answer = ANSWER_INTEGER,
    HARD_CARD(&recipe, &depth),
};
