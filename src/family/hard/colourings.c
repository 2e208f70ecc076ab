/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Necklaces (up to rotation) and bracelets (up to rotation and reflection) of n
 * beads with forbidden neighbours, whose weight leaves a remainder modulo q.
 *
 * solve() is Burnside's lemma: the colourings that each rotation and reflection
 * fixes are counted by walking along the beads. check() walks nowhere. It has
 * closed walks from the characteristic polynomial by Newton's identities,
 * sieves out the repeated ones, and finds mirror images by a determinant, all in
 * integers modulo 2^(bits q) - 1, in which 2^bits stands for one unit of weight.
 */
#include "family/hard/count.h"
#include "family/recipe/pick.h"
#include "math/exact/integer.h"
#include "math/flint_poly.h"

#define COLOURS_MOST 6
#define PAIRS_MOST   12
#define MODULUS_MOST 9
#define EXACT_TO     100  /* more beads: the count modulo a prime */
#define BEADS_MOST   1500 /* both roads take exact numbers of so many digits */

enum { NECKLACE, BRACELET };

static const char *const kind_names[] = { "necklace", "bracelet", NULL };

struct beads {
    int64_t kind, n, q, r, modulus;
    int64_t weight[COLOURS_MOST], colours;
    int64_t one[PAIRS_MOST], other[PAIRS_MOST], pairs; /* forbidden */
};

static const struct field fields[] = {
    NUMBER(struct beads, kind, 0, 1),
    NUMBER(struct beads, n, 3, BEADS_MOST),
    NUMBER(struct beads, q, 2, MODULUS_MOST),
    NUMBER(struct beads, r, 0, MODULUS_MOST - 1),
    NUMBER(struct beads, modulus, 0, COUNT_MODULUS_MOST),
    LIST(struct beads, weight, colours, 0, 99),
    LIST(struct beads, one, pairs, 1, COLOURS_MOST),
    LIST(struct beads, other, pairs, 1, COLOURS_MOST),
    { 0 },
};

/* ---- drawing ---- */

/* May the pair be added? Every colour keeps two colours before and behind it. */
static bool pair_fits(const struct beads *v, int64_t x, int64_t y)
{
    int64_t rows = 0, columns = 0;

    for (int64_t i = 0; i < v->pairs; i++) {
        int64_t a = v->one[i], b = v->other[i];
        bool turns = v->kind == BRACELET && a != b;

        if ((a == x && b == y) || (turns && a == y && b == x))
            return false;
        rows += (a == x) + (turns && b == x);
        columns += (b == y) + (turns && a == y);
    }
    return rows < v->colours - 2 && columns < v->colours - 2;
}

static void draw_pairs(struct pick *k, struct beads *v)
{
    int64_t n = v->kind == NECKLACE ? pick(k, v->colours, 2 * v->colours)
                                    : pick(k, v->colours - 1, v->colours + 2);

    for (int tries = 0; tries < 200 && v->pairs < n; tries++) {
        int64_t x = pick(k, 1, v->colours), y = pick(k, 1, v->colours);

        if (!pair_fits(v, x, y))
            continue;
        v->one[v->pairs] = x;
        v->other[v->pairs++] = y;
    }
}

/* Do the differences of the weights generate all remainders modulo q? */
static bool weights_differ(const struct beads *v)
{
    int64_t g = v->q;

    for (int64_t i = 1; i < v->colours; i++)
        g = integer_gcd(g, v->weight[i] - v->weight[0]);
    return g == 1;
}

static void draw(struct pick *k, void *values)
{
    struct beads *v = values;
    int64_t order[9];

    v->n = k->depth;
    v->kind = pick(k, NECKLACE, BRACELET);
    v->colours = pick(k, 4, COLOURS_MOST);
    v->q = pick(k, 3, 7);
    v->r = pick(k, 0, v->q - 1);
    do {
        pick_order(k, 9, order);
        for (int64_t i = 0; i < v->colours; i++)
            v->weight[i] = order[i] + 1;
    } while (!weights_differ(v));
    draw_pairs(k, v);
    v->modulus = count_modulus(k, v->n > EXACT_TO);
}

/* ---- speaking ---- */

static const char *const colour_names[COLOURS_MOST] = {
    "red", "blue", "green", "yellow", "white", "black",
};

static const char *glue(int64_t i, int64_t n)
{
    return i == 0 ? "" : i + 1 == n ? " and " : ", ";
}

static void speak(struct speech *s, const void *values)
{
    const struct beads *v = values;
    struct str names = str_in(s->arena), weights = str_in(s->arena),
               pairs = str_in(s->arena), heavy = str_in(s->arena);

    for (int64_t i = 0; i < v->colours; i++) {
        str_addf(&names, "%s%s", glue(i, v->colours), colour_names[i]);
        str_addf(&weights, "%s%s $%d$", glue(i, v->colours), colour_names[i],
                 (int)v->weight[i]);
        str_addf(&heavy, "%s%s %s bead weighs $%d$ gram%s", glue(i, v->colours),
                 i ? "a" : "A", colour_names[i], (int)v->weight[i],
                 v->weight[i] == 1 ? "" : "s");
    }
    str_addc(&heavy, '.');
    for (int64_t i = 0; i < v->pairs; i++)
        str_addf(&pairs, "%s%s-%s", glue(i, v->pairs),
                 colour_names[v->one[i] - 1], colour_names[v->other[i] - 1]);
    form_let_text(s, "names", str_get(&names));
    form_let_text(s, "weights", str_get(&weights));
    form_let_text(s, "heavy", str_get(&heavy));
    form_let_text(s, "banned", str_get(&pairs));
}

/* ---- the first road: Burnside, by walking along the beads ---- */

struct chain {
    const struct beads *v;
    bool may[COLOURS_MOST][COLOURS_MOST];
    fmpz *now, *next; /* by last colour and weight modulo q */
};

static struct chain chain_make(struct arena *a, const struct beads *v)
{
    struct chain c = { .v = v };

    for (int x = 0; x < v->colours; x++)
        for (int y = 0; y < v->colours; y++)
            c.may[x][y] = true;
    for (int64_t i = 0; i < v->pairs; i++) {
        c.may[v->one[i] - 1][v->other[i] - 1] = false;
        if (v->kind == BRACELET)
            c.may[v->other[i] - 1][v->one[i] - 1] = false;
    }
    c.now = count_row(a, v->colours * v->q);
    c.next = count_row(a, v->colours * v->q);
    return c;
}

/* Add a bead, whose weight counts `times`. */
static void chain_step(struct chain *c, int64_t times)
{
    const struct beads *v = c->v;

    _fmpz_vec_zero(c->next, v->colours * v->q);
    for (int64_t x = 0; x < v->colours; x++)
        for (int64_t y = 0; y < v->colours; y++)
            for (int64_t w = 0; c->may[x][y] && w < v->q; w++) {
                fmpz *to =
                    c->next + y * v->q + (w + times * v->weight[y]) % v->q;

                fmpz_add(to, to, c->now + x * v->q + w);
            }
    _fmpz_vec_swap(c->now, c->next, v->colours * v->q);
}

/* fixed[d] += colourings of d beads in a circle whose weight times n/d is
 * right, for each divisor d of n. */
static void fixed_by_rotations(struct chain *c, fmpz *fixed)
{
    const struct beads *v = c->v;

    for (int64_t x = 0; x < v->colours; x++) {
        _fmpz_vec_zero(c->now, v->colours * v->q);
        fmpz_one(c->now + x * v->q);
        for (int64_t d = 1; d <= v->n; d++) {
            chain_step(c, 1);
            for (int64_t w = 0; v->n % d == 0 && w < v->q; w++)
                if (v->n / d * w % v->q == v->r)
                    fmpz_add(fixed + d, fixed + d, c->now + x * v->q + w);
        }
    }
}

/* The half of a mirrored circle: from a bead on the axis, or from one whose
 * neighbour is its own image, to such an end. The weight is right at the end. */
static void mirrored(struct chain *c, int64_t beads, bool first_on_axis,
                     bool last_on_axis, fmpz_t out)
{
    const struct beads *v = c->v;

    fmpz_zero(out);
    _fmpz_vec_zero(c->now, v->colours * v->q);
    for (int64_t x = 0; x < v->colours; x++)
        if (first_on_axis || c->may[x][x])
            fmpz_one(c->now + x * v->q +
                     (first_on_axis ? 1 : 2) * v->weight[x] % v->q);
    for (int64_t i = 1; i < beads; i++)
        chain_step(c, i + 1 == beads && last_on_axis ? 1 : 2);
    for (int64_t x = 0; x < v->colours; x++)
        if (last_on_axis || c->may[x][x])
            fmpz_add(out, out, c->now + x * v->q + v->r);
}

/* sum += what the n reflections fix together */
static void fixed_by_reflections(struct solving *s, struct chain *c, fmpz_t sum)
{
    int64_t n = c->v->n;
    fmpz *fixed = count_row(s->arena, 2);

    if (n % 2) {
        mirrored(c, (n + 1) / 2, true, false, fixed);
        fmpz_addmul_ui(sum, fixed, (ulong)n);
        count_let(s, "fixed", fixed);
        tell(s, "odd");
        return;
    }
    mirrored(c, n / 2 + 1, true, true, fixed);
    mirrored(c, n / 2, false, false, fixed + 1);
    fmpz_addmul_ui(sum, fixed, (ulong)n / 2);
    fmpz_addmul_ui(sum, fixed + 1, (ulong)n / 2);
    count_let(s, "fixed", fixed);
    count_let(s, "gaps", fixed + 1);
    tell(s, "even");
}

static bool solve(struct solving *s, const void *values)
{
    const struct beads *v = values;
    struct chain c = chain_make(s->arena, v);
    fmpz *fixed = count_row(s->arena, v->n + 1), *sum = fixed;
    int64_t size = v->kind == BRACELET ? 2 * v->n : v->n;

    tell(s, "rule");
    fixed_by_rotations(&c, fixed);
    for (int64_t d = 1; d <= v->n; d++) {
        if (v->n % d)
            continue;
        fmpz_addmul_ui(sum, fixed + d, n_euler_phi((ulong)(v->n / d)));
        let(s, "period", d);
        let(s, "rotations", (int64_t)n_euler_phi((ulong)(v->n / d)));
        count_let(s, "fixed", fixed + d);
        tell(s, "rotation");
    }
    if (v->kind == BRACELET)
        fixed_by_reflections(s, &c, sum);
    let(s, "elements", size);
    count_let(s, "sum", sum);
    fmpz_divexact_ui(sum, sum, (ulong)size);
    if (!count_key(s, sum, v->modulus))
        return false;
    tell(s, "end");
    return true;
}

/* ---- the second road: determinants, and a sieve of periods ---- */

/* Everything is an integer modulo `ring` = 2^(bits q) - 1: a polynomial modulo
 * y^q - 1 with y = 2^bits, whose coefficients at the end are below y. */
struct packed {
    const struct beads *v;
    ulong bits;
    fmpz *ring;
};

/* x = y^e */
static void packed_unit(const struct packed *p, fmpz_t x, int64_t e)
{
    fmpz_one(x);
    fmpz_mul_2exp(x, x, p->bits * (ulong)(e % p->v->q));
}

static void packed_digit(const struct packed *p, fmpz_t out, const fmpz_t x,
                         int64_t w)
{
    fmpz_fdiv_q_2exp(out, x, p->bits * (ulong)w);
    fmpz_fdiv_r_2exp(out, out, p->bits);
}

/* The number of a pair, in any order for bracelets, among the forbidden. */
static bool touches(const struct beads *v, int64_t x, int64_t y)
{
    for (int64_t i = 0; i < v->pairs; i++) {
        int64_t a = v->one[i] - 1, b = v->other[i] - 1;

        if ((a == x && b == y) || (v->kind == BRACELET && a == y && b == x))
            return false;
    }
    return true;
}

/* m[x][y] = y^(times weight of y) if y may follow x */
static void weigh(const struct packed *p, fmpz_mat_t m, int64_t times)
{
    for (int64_t x = 0; x < p->v->colours; x++)
        for (int64_t y = 0; y < p->v->colours; y++)
            if (touches(p->v, x, y))
                packed_unit(p, fmpz_mat_entry(m, x, y),
                            times * p->v->weight[y]);
}

/* c[i] = the coefficient of x^i in det(1 - x m) */
static void determinant(const struct packed *p, fmpz *c, const fmpz_mat_t m)
{
    int64_t k = p->v->colours;
    fmpz_poly_t f;

    fmpz_poly_init(f);
    fmpz_mat_charpoly(f, m);
    for (int64_t i = 0; i <= k; i++) {
        fmpz_poly_get_coeff_fmpz(c + i, f, k - i);
        fmpz_mod(c + i, c + i, p->ring);
    }
    fmpz_poly_clear(f);
}

/* t[d], d = 1..n: closed walks of length d, by Newton's identities */
static void closed_walks(struct arena *a, const struct packed *p, fmpz *t)
{
    int64_t k = p->v->colours;
    fmpz *c = count_row(a, k + 1);
    fmpz_mat_t m;

    fmpz_mat_init(m, k, k);
    weigh(p, m, 1);
    determinant(p, c, m);
    for (int64_t d = 1; d <= p->v->n; d++) {
        for (int64_t i = 1; i <= k && i < d; i++)
            fmpz_submul(t + d, c + i, t + d - i);
        if (d <= k)
            fmpz_submul_ui(t + d, c + d, (ulong)d);
        fmpz_mod(t + d, t + d, p->ring);
    }
    fmpz_mat_clear(m);
}

/* out += x with y^times instead of y */
static void add_stretched(const struct packed *p, fmpz *out, const fmpz *x,
                          int64_t times)
{
    for (int64_t w = 0; w < p->v->q; w++)
        fmpz_add(out + w * times % p->v->q, out + w * times % p->v->q, x + w);
}

/* out += circles of n beads up to rotation: those whose least period is d, for
 * each d, come in classes of d. */
static void count_periods(struct arena *a, const struct packed *p,
                          const fmpz *t, fmpz_t out)
{
    int64_t n = p->v->n, q = p->v->q;
    fmpz **least = arena_array(a, fmpz *, n + 1), *there = count_row(a, q);

    for (int64_t d = 1; d <= n; d++) {
        if (n % d)
            continue;
        least[d] = count_row(a, q);
        _fmpz_vec_zero(there, q);
        for (int64_t e = 1; e < d; e++)
            if (d % e == 0)
                add_stretched(p, there, least[e], d / e);
        for (int64_t w = 0; w < q; w++) {
            packed_digit(p, least[d] + w, t + d, w);
            fmpz_sub(least[d] + w, least[d] + w, there + w);
        }
        _fmpz_vec_zero(there, q);
        add_stretched(p, there, least[d], n / d);
        fmpz_divexact_ui(there + p->v->r, there + p->v->r, (ulong)d);
        fmpz_add(out, out, there + p->v->r);
    }
}

/* The end of a half circle: a bead on the axis, or one beside it whose image is
 * its neighbour. */
enum end { ON_AXIS, BESIDE };

/* out += u m^power v with the right weight, where m weighs every bead twice: by
 * det(1 - x m + x v u) = det(1 - x m) (1 + x u (1 - x m)^-1 v). u weighs the
 * first bead; v ends the row, for ON_AXIS by one bead more. */
static void count_mirrored(struct arena *a, const struct packed *p,
                           enum end first, enum end last, int64_t power,
                           fmpz_t out)
{
    int64_t k = p->v->colours;
    fmpz *c = count_row(a, k + 1), *d = count_row(a, k + 1),
         *s = count_row(a, power + 2), *u = count_row(a, k),
         *v = count_row(a, k), *x = count_row(a, 1);
    fmpz_mat_t m, once;

    fmpz_mat_init(m, k, k);
    fmpz_mat_init(once, k, k);
    weigh(p, m, 2);
    weigh(p, once, 1);
    determinant(p, c, m);
    for (int64_t i = 0; i < k; i++) {
        if (first == ON_AXIS || touches(p->v, i, i))
            packed_unit(p, u + i, (first == ON_AXIS ? 1 : 2) * p->v->weight[i]);
        for (int64_t j = 0; last == ON_AXIS && j < k; j++)
            fmpz_add(v + i, v + i, fmpz_mat_entry(once, i, j));
        if (last == BESIDE)
            fmpz_set_ui(v + i, touches(p->v, i, i));
    }
    for (int64_t i = 0; i < k * k; i++)
        fmpz_submul(fmpz_mat_entry(m, i / k, i % k), v + i / k, u + i % k);
    determinant(p, d, m);
    for (int64_t j = 1; j <= power + 1; j++) {
        if (j <= k)
            fmpz_sub(s + j, d + j, c + j);
        for (int64_t i = 1; i <= k && i < j; i++)
            fmpz_submul(s + j, c + i, s + j - i);
        fmpz_mod(s + j, s + j, p->ring);
    }
    packed_digit(p, x, s + power + 1, p->v->r);
    fmpz_add(out, out, x);
    fmpz_mat_clear(m);
    fmpz_mat_clear(once);
}

/* out = (out + circles that are their own mirror images) / 2 */
static void halve(struct arena *a, const struct packed *p, fmpz_t out)
{
    int64_t n = p->v->n;
    fmpz *own = count_row(a, 1);

    if (n % 2) {
        count_mirrored(a, p, ON_AXIS, BESIDE, n / 2, own);
    } else {
        count_mirrored(a, p, ON_AXIS, ON_AXIS, n / 2 - 1, own);
        count_mirrored(a, p, BESIDE, BESIDE, n / 2 - 1, own);
        fmpz_divexact_ui(own, own, 2);
    }
    fmpz_add(out, out, own);
    fmpz_divexact_ui(out, out, 2);
}

static bool makes_problem(const struct beads *v)
{
    for (int64_t i = 0; i < v->pairs; i++)
        if (v->one[i] > v->colours || v->other[i] > v->colours)
            return false;
    return v->r < v->q && v->colours >= 2 && count_modulus_is_right(v->modulus);
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct beads *v = values;
    struct packed p = { v, 3 * (ulong)v->n + 8, count_row(a, 1) };
    fmpz *t = count_row(a, v->n + 1), *count = count_row(a, 1);

    f->by = "Newton's identities and a sieve of periods";
    f->detail = "the pairs, the remainder or the modulus make no problem";
    if (!makes_problem(v))
        return TRUTH_NO;
    fmpz_one(p.ring);
    fmpz_mul_2exp(p.ring, p.ring, p.bits * (ulong)v->q);
    fmpz_sub_ui(p.ring, p.ring, 1);
    closed_walks(a, &p, t);
    count_periods(a, &p, t, count);
    if (v->kind == BRACELET)
        halve(a, &p, count);
    return count_is(a, key, count, v->modulus, f);
}

static struct form_file text = {
#include "family/hard/colourings.inc"
};

static const struct recipe recipe = {
    .text = &text,
    .kinds = kind_names,
    .size = sizeof(struct beads),
    .fields = fields,
    .draw = draw,
    .free_from = 1,
    .solve = solve,
    .speak = speak,
    .check = check,
};

static const struct family_depth depth = {
    .of = "beads on a circle",
    .least = 8,
    .most = BEADS_MOST,
    .levels = { 10, 18, 30, 48, 80 },
};

const struct family hard_colourings = {
    .name = "hard/colourings",
    .version = 1,
    .answer = ANSWER_INTEGER,
    HARD_CARD(&recipe, &depth),
};
