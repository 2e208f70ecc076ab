/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Walks above the ground: each step goes one to the right and changes the
 * height by a stated amount, some steps may not follow others, one kind of step
 * is counted modulo q, and the walk never goes below height 0.
 *
 * solve() carries the counts of all walks that stay above along, step by step.
 * check() never looks at the ground on the way: it counts free walks, and takes
 * away those that go below for the first time at each moment, which a renewal
 * equation gives.
 */
#include "family/hard/count.h"
#include "family/recipe/pick.h"
#include "math/flint_poly.h"

#include <string.h>

#define STEPS_MOST  4
#define DOWN_MOST   2 /* no jump goes down further */
#define UP_MOST     4
#define RULES_MOST  4
#define COUNTER     5   /* largest modulus of the counter */
#define EXACT_TO    90  /* longer walks: the count modulo a prime */
#define LENGTH_MOST 300 /* the second road takes room for all free walks */
#define HEIGHT_MOST 20

struct walks {
    int64_t n, start, end, q, r, modulus;
    int64_t counted; /* the kind of step that the counter counts, A = 1 */
    int64_t jump[STEPS_MOST], kinds;
    int64_t before[RULES_MOST], after[RULES_MOST], rules;
};

static const struct field fields[] = {
    NUMBER(struct walks, n, 1, LENGTH_MOST),
    NUMBER(struct walks, start, 0, HEIGHT_MOST),
    NUMBER(struct walks, end, 0, HEIGHT_MOST),
    NUMBER(struct walks, q, 2, COUNTER),
    NUMBER(struct walks, r, 0, COUNTER - 1),
    NUMBER(struct walks, modulus, 0, COUNT_MODULUS_MOST),
    NUMBER(struct walks, counted, 1, STEPS_MOST),
    LIST(struct walks, jump, kinds, -DOWN_MOST, UP_MOST),
    LIST(struct walks, before, rules, 1, STEPS_MOST),
    LIST(struct walks, after, rules, 1, STEPS_MOST),
    { 0 },
};

/* ---- drawing ---- */

/* Different jumps, at least one of them downwards. */
static void draw_jumps(struct pick *k, struct walks *v)
{
    int64_t order[1 + DOWN_MOST + UP_MOST], down;

    v->kinds = STEPS_MOST;
    do {
        pick_order(k, 1 + DOWN_MOST + UP_MOST, order);
        down = 0;
        for (int i = 0; i < STEPS_MOST; i++) {
            v->jump[i] = order[i] - DOWN_MOST;
            down += v->jump[i] < 0;
        }
    } while (down == 0);
}

static bool has_rule(const struct walks *v, int64_t x, int64_t y)
{
    for (int64_t i = 0; i < v->rules; i++)
        if (v->before[i] == x && v->after[i] == y)
            return true;
    return false;
}

/* No step may be followed by fewer than two others, or follow fewer. */
static bool is_crowded(const struct walks *v, int64_t x, int64_t y)
{
    int rows = 0, columns = 0;

    for (int64_t i = 0; i < v->rules; i++) {
        rows += v->before[i] == x;
        columns += v->after[i] == y;
    }
    return rows > 1 || columns > 1;
}

static void draw_rules(struct pick *k, struct walks *v)
{
    int64_t n = pick(k, 2, RULES_MOST);

    while (v->rules < n) {
        int64_t x = pick(k, 1, v->kinds), y = pick(k, 1, v->kinds);

        if (has_rule(v, x, y) || is_crowded(v, x, y))
            continue;
        v->before[v->rules] = x;
        v->after[v->rules++] = y;
    }
}

/* Is there time to go below the ground and come back? */
static bool ground_matters(const struct walks *v)
{
    int64_t up = 1, down = 1;

    for (int64_t i = 0; i < v->kinds; i++) {
        up = v->jump[i] > up ? v->jump[i] : up;
        down = -v->jump[i] > down ? -v->jump[i] : down;
    }
    return v->start / down + v->end / up + 2 <= v->n;
}

static void draw(struct pick *k, void *values)
{
    struct walks *v = values;

    v->n = k->depth;
    draw_jumps(k, v);
    do {
        v->start = pick(k, 0, 9);
        v->end = pick(k, 0, 9);
    } while (!ground_matters(v));
    v->q = pick(k, 2, COUNTER);
    v->r = pick(k, 0, v->q - 1);
    v->counted = pick(k, 1, STEPS_MOST);
    draw_rules(k, v);
    v->modulus = count_modulus(k, v->n > EXACT_TO);
}

/* ---- speaking ---- */

static char letter(int64_t kind)
{
    return (char)('A' + kind - 1);
}

static const char *speak_rules(struct arena *a, const struct walks *v)
{
    struct str out = str_in(a);

    for (int64_t i = 0; i < v->rules; i++) {
        str_add(&out, i == 0 ? "" : i + 1 == v->rules ? " and " : ", ");
        str_addf(&out, "%c directly after %c", letter(v->after[i]),
                 letter(v->before[i]));
    }
    return str_get(&out);
}

static void speak(struct speech *s, const void *values)
{
    const struct walks *v = values;

    form_let_text(s, "banned", speak_rules(s->arena, v));
    form_let_text(s, "which", arena_printf(s->arena, "%c", letter(v->counted)));
}

/* ---- the first road: along the walk, above the ground ---- */

/* A row has a count for each height, last step and remainder of the counter. */
struct above {
    const struct walks *v;
    int64_t heights;
    bool may[STEPS_MOST + 1][STEPS_MOST]; /* the last row: at the start */
};

static fmpz *above_at(const struct above *g, fmpz *row, int64_t height,
                      int64_t last, int64_t w)
{
    return row + (height * (STEPS_MOST + 1) + last) * g->v->q + w;
}

static int64_t above_size(const struct above *g)
{
    return g->heights * (STEPS_MOST + 1) * g->v->q;
}

/* The counts of one height and last step go on by one kind of step. */
static void above_move(const struct above *g, fmpz *from, fmpz *to, int64_t h,
                       int64_t last, int64_t kind)
{
    const struct walks *v = g->v;
    int64_t there = h + v->jump[kind], add = kind + 1 == v->counted;

    if (!g->may[last][kind] || there < 0 || there >= g->heights)
        return;
    for (int64_t w = 0; w < v->q; w++) {
        fmpz *at = above_at(g, to, there, kind, (w + add) % v->q);

        fmpz_add(at, at, above_at(g, from, h, last, w));
    }
}

static void above_step(const struct above *g, fmpz *from, fmpz *to,
                       int64_t most)
{
    _fmpz_vec_zero(to, above_size(g));
    for (int64_t h = 0; h < g->heights && h <= most; h++)
        for (int64_t last = 0; last <= STEPS_MOST; last++)
            for (int64_t kind = 0; kind < g->v->kinds; kind++)
                above_move(g, from, to, h, last, kind);
    count_reduce(to, above_size(g), g->v->modulus);
}

/* Heights from which the end cannot be reached any more are left out. */
static struct above above_make(const struct walks *v)
{
    struct above g = { .v = v };
    int64_t up = 0, down = 0;

    for (int64_t i = 0; i < v->kinds; i++) {
        up = v->jump[i] > up ? v->jump[i] : up;
        down = -v->jump[i] > down ? -v->jump[i] : down;
        for (int64_t last = 0; last <= STEPS_MOST; last++)
            g.may[last][i] = !has_rule(v, last + 1, i + 1);
    }
    g.heights = v->start + v->n * up + 1;
    if (g.heights > v->end + v->n * down + 1)
        g.heights = v->end + v->n * down + 1;
    return g;
}

/* How many walks of the row there are, and how many reach `height` with the
 * right remainder. */
static void above_sums(const struct above *g, fmpz *row, int64_t height,
                       fmpz_t all, fmpz_t right)
{
    fmpz_zero(right);
    fmpz_zero(all);
    for (int64_t i = 0; i < above_size(g); i++)
        fmpz_add(all, all, row + i);
    for (int64_t last = 0; last <= STEPS_MOST; last++)
        fmpz_add(right, right, above_at(g, row, height, last, g->v->r));
    count_reduce(all, 1, g->v->modulus);
    count_reduce(right, 1, g->v->modulus);
}

/* For each height from DOWN_MOST n below the start on and each last step, the
 * remainders of the counter that free walks can have there, as bits: of those
 * that have been below the ground (1) and of the others (0). */
struct free {
    const struct above *g;
    int64_t heights, offset;
    uint8_t *now[2], *next[2];
};

static void free_move(struct free *f, int64_t h, int64_t last, int64_t kind)
{
    const struct walks *v = f->g->v;
    int64_t there = h + v->jump[kind], from = h * (STEPS_MOST + 1) + last;

    if (!f->g->may[last][kind] || there < 0 || there >= f->heights)
        return;
    for (int was = 0; was < 2; was++) {
        int bits = f->now[was][from], below = was || there < f->offset;

        if (kind + 1 == v->counted)
            bits = (bits << 1 | bits >> (v->q - 1)) & ((1 << v->q) - 1);
        f->next[below][there * (STEPS_MOST + 1) + kind] |= (uint8_t)bits;
    }
}

static void free_step(struct free *f)
{
    size_t size = (size_t)(f->heights * (STEPS_MOST + 1));

    for (int was = 0; was < 2; was++)
        memset(f->next[was], 0, size);
    for (int64_t h = 0; h < f->heights; h++)
        for (int64_t last = 0; last <= STEPS_MOST; last++)
            for (int64_t kind = 0; kind < f->g->v->kinds; kind++)
                if (f->now[0][h * (STEPS_MOST + 1) + last] |
                    f->now[1][h * (STEPS_MOST + 1) + last])
                    free_move(f, h, last, kind);
    for (int was = 0; was < 2; was++) {
        uint8_t *full = f->next[was];

        f->next[was] = f->now[was];
        f->now[was] = full;
    }
}

/* Does a walk that keeps all other rules go below the ground? Else that rule
 * is idle. */
static bool ground_counts(struct arena *a, const struct above *g)
{
    const struct walks *v = g->v;
    struct free f = { .g = g, .offset = DOWN_MOST * v->n };
    int bits = 0;

    f.heights = g->heights + f.offset;
    for (int was = 0; was < 2; was++) {
        f.now[was] = arena_array(a, uint8_t, f.heights * (STEPS_MOST + 1));
        f.next[was] = arena_array(a, uint8_t, f.heights * (STEPS_MOST + 1));
    }
    f.now[0][(v->start + f.offset) * (STEPS_MOST + 1) + STEPS_MOST] = 1;
    for (int64_t i = 0; i < v->n; i++)
        free_step(&f);
    for (int64_t last = 0; last <= STEPS_MOST; last++)
        bits |= f.now[1][(v->end + f.offset) * (STEPS_MOST + 1) + last];
    return bits >> v->r & 1;
}

static bool solve(struct solving *s, const void *values)
{
    const struct walks *v = values;
    struct above g = above_make(v);
    fmpz *row, *next, *sums = count_row(s->arena, 2);
    int64_t told = 1, up = 0;

    if (v->start >= g.heights || v->end >= g.heights ||
        !ground_counts(s->arena, &g))
        return false;
    for (int64_t i = 0; i < v->kinds; i++)
        up = v->jump[i] > up ? v->jump[i] : up;
    row = count_row(s->arena, above_size(&g));
    next = count_row(s->arena, above_size(&g));
    fmpz_one(above_at(&g, row, v->start, STEPS_MOST, 0));
    let_text(s, "which", arena_printf(s->arena, "%c", letter(v->counted)));
    let(s, "ceiling", g.heights - 1);
    tell(s, "rule");
    for (int64_t i = 1; i <= v->n; i++) {
        above_step(&g, row, next, v->start + up * (i - 1));
        _fmpz_vec_swap(row, next, above_size(&g));
        above_sums(&g, row, v->end, sums, sums + 1);
        let(s, "reached", i);
        count_let(s, "all", sums);
        count_let(s, "right", sums + 1);
        if (i < v->n && i == told) {
            tell(s, "row");
            told += i < 4 ? 1 : i / 2;
        }
    }
    if (!count_key(s, sums + 1, v->modulus) ||
        fmpz_cmp_si(sums + 1, v->n * v->n) < 0) /* few could be listed */
        return false;
    tell(s, "end");
    return true;
}

/* ---- the second road: free walks and first moments below ---- */

#define EXITS_MOST (STEPS_MOST * DOWN_MOST)

/* Where walks are cut: at the start, which is the first place, and at each
 * first moment below, by its height and the kind of step that led there. A
 * count is a polynomial modulo y^q - 1. */
struct cut {
    int64_t height, kind; /* kind -1: no step was made */
};

struct below {
    const struct walks *v;
    struct cut cut[1 + EXITS_MOST];
    int64_t cuts;
    int64_t bits; /* room of a count in a packed number */
    /* By cut and length: free walks from there to the end (at 0) and to each
     * cut below. */
    fmpz *free[1 + EXITS_MOST][LENGTH_MOST + 1];
    /* By cut and moment: walks that are below for the first time. */
    fmpz *first[1 + EXITS_MOST][LENGTH_MOST + 1];
};

static bool follows(const struct walks *v, int64_t x, int64_t y)
{
    for (int64_t i = 0; i < v->rules; i++)
        if (v->before[i] - 1 == x && v->after[i] - 1 == y)
            return false;
    return true;
}

static void below_make(struct arena *a, const struct walks *v, struct below *b)
{
    b->v = v;
    b->bits = 2 * v->n + 2; /* there are at most 4^n walks */
    b->cut[b->cuts++] = (struct cut){ v->start, -1 };
    for (int64_t i = 0; i < v->kinds; i++)
        for (int64_t h = v->jump[i]; h < 0; h++)
            b->cut[b->cuts++] = (struct cut){ h, i };
    for (int64_t c = 0; c < b->cuts; c++)
        for (int64_t m = 0; m <= v->n; m++) {
            b->free[c][m] = count_row(a, b->cuts * v->q);
            b->first[c][m] = count_row(a, v->q);
        }
}

/* All free walks of one length from a cut: for each last kind of step and each
 * remainder one packed number, which holds the count for a rise by h at the
 * place h + DOWN_MOST times the length. */
struct cloud {
    fmpz *now, *next;
    int64_t length;
};

static void cloud_step(const struct below *b, struct cloud *c, int64_t before)
{
    const struct walks *v = b->v;
    int64_t q = v->q;

    _fmpz_vec_zero(c->next, v->kinds * q);
    for (int64_t i = 0; i < v->kinds * q; i++) {
        int64_t kind = i / q, add = kind + 1 == v->counted;
        fmpz *to = c->next + kind * q + (i + add) % q;

        for (int64_t last = 0; c->length && last < v->kinds; last++)
            if (follows(v, last, kind))
                fmpz_add(to, to, c->now + last * q + i % q);
        if (!c->length && i % q == 0 && follows(v, before, kind))
            fmpz_one(to);
        fmpz_mul_2exp(to, to, (ulong)((v->jump[kind] + DOWN_MOST) * b->bits));
    }
    _fmpz_vec_swap(c->now, c->next, v->kinds * q);
    c->length++;
}

/* out += the count of walks of the cloud with this rise, last kind and
 * remainder */
static void cloud_add(const struct below *b, const struct cloud *c,
                      int64_t rise, int64_t kind, fmpz *out)
{
    int64_t place = rise + DOWN_MOST * c->length;
    fmpz_t x;

    if (place < 0)
        return;
    fmpz_init(x);
    for (int64_t w = 0; w < b->v->q; w++) {
        fmpz_fdiv_q_2exp(x, c->now + kind * b->v->q + w,
                         (ulong)(place * b->bits));
        fmpz_fdiv_r_2exp(x, x, (ulong)b->bits);
        fmpz_add(out + w, out + w, x);
    }
    fmpz_clear(x);
}

static void free_walks(struct arena *a, struct below *b, int64_t from)
{
    const struct walks *v = b->v;
    struct cut at = b->cut[from];
    struct cloud c = { count_row(a, v->kinds * v->q),
                       count_row(a, v->kinds * v->q), 0 };

    while (c.length < v->n) {
        fmpz *out;

        cloud_step(b, &c, at.kind);
        out = b->free[from][c.length];
        for (int64_t kind = 0; kind < v->kinds; kind++)
            cloud_add(b, &c, v->end - at.height, kind, out);
        for (int64_t to = 1; to < b->cuts; to++)
            cloud_add(b, &c, b->cut[to].height - at.height, b->cut[to].kind,
                      out + to * v->q);
    }
}

/* out -= x y */
static void take_product(int64_t q, fmpz *out, const fmpz *x, const fmpz *y)
{
    for (int64_t i = 0; i < q; i++)
        for (int64_t j = 0; j < q && !fmpz_is_zero(x + i); j++)
            fmpz_submul(out + (i + j) % q, x + i, y + j);
}

/* Free walks of length m from the start to a cut (0: to the end), less those
 * that were below before. */
static void never_below(const struct below *b, int64_t to, int64_t m, fmpz *out)
{
    int64_t q = b->v->q;

    _fmpz_vec_set(out, b->free[0][m] + to * q, q);
    for (int64_t c = 1; c < b->cuts; c++)
        for (int64_t l = 1; l < m; l++)
            take_product(q, out, b->first[c][l], b->free[c][m - l] + to * q);
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct walks *v = values;
    struct below *b = arena_new(a, struct below);
    fmpz *count = count_row(a, COUNTER);

    f->by = "free walks less those below for the first time";
    f->detail = "the steps, the remainder or the modulus make no problem";
    if (v->r >= v->q || v->kinds < 2 || v->counted > v->kinds ||
        !count_modulus_is_right(v->modulus))
        return TRUTH_NO;
    below_make(a, v, b);
    for (int64_t c = 0; c < b->cuts; c++)
        free_walks(a, b, c);
    for (int64_t m = 1; m < v->n; m++)
        for (int64_t c = 1; c < b->cuts; c++)
            never_below(b, c, m, b->first[c][m]);
    never_below(b, 0, v->n, count);
    return count_is(a, key, count + v->r, v->modulus, f);
}

static struct form_file text = {
#include "family/hard/walks.inc"
};

static const struct recipe recipe = {
    .text = &text,
    .size = sizeof(struct walks),
    .fields = fields,
    .draw = draw,
    .free_from = 1,
    .solve = solve,
    .speak = speak,
    .check = check,
};

static const struct family_depth depth = {
    .of = "steps of a walk",
    .least = 8,
    .most = LENGTH_MOST,
    .levels = { 10, 18, 30, 50, 80 },
};

const struct family hard_walks = {
    .name = "hard/walks",
    .version = 1,
    .answer = ANSWER_INTEGER,
    HARD_CARD(&recipe, &depth),
};
