/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Right triangles, points of a circle, masts seen from two places, triangles
 * with two sides and the angle between them, ways with bearings.
 *
 * solve() uses ratios of sides and the law of cosines in exact surds, check()
 * coordinates of the figure in the plane, in certified balls.
 */
#include "family/recipe/algebra.h"
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/arb.h"
#include "math/exact/surd.h"

#include <inttypes.h>
#include <stdlib.h>

enum kind { RIGHT, CIRCLE, TOWER, SIDES, WAY, KINDS };

static const char *const kind_names[] = {
    "right", "circle", "tower", "sides", "way", NULL,
};

struct figure {
    int64_t kind;
    int64_t n, m; /* how many of c and s the kind has */
    union {
        struct {
            int64_t c[3], s[3]; /* as they stand in "params" */
        };
        struct {
            int64_t length, unused[2], angle, given, asked;
        } right;
        struct {
            int64_t radius, height, unused, direction; /* centre (0, height) */
        } circle;
        struct {
            int64_t apart, eye, unused, first, second, asked; /* centimetres */
        } tower;
        struct {
            int64_t a, b, unused, angle, asked;
        } sides;
        struct {
            int64_t leg[3], turn[3]; /* the first turn is from the north */
        } way;
    };
};

static const int64_t slots[KINDS] = { 1, 2, 2, 2, 3 };
static const int64_t others[KINDS] = { 3, 1, 3, 2, 3 };

static const struct field fields[] = {
    NUMBER(struct figure, kind, 0, KINDS - 1),
    SLOT_LIST(struct figure, c, n, -500000, 500000),
    LIST(struct figure, s, m, -360, 360),
    { 0 },
};

/* What is asked, or given; the form goes by these numbers. */
enum { HYPOTENUSE, OPPOSITE, ADJACENT, PERIMETER, AREA }; /* RIGHT */
enum { HEIGHT_ONE_SIDE, DISTANCE, HEIGHT_BETWEEN };       /* TOWER */
enum { THIRD_SIDE, WHOLE_PERIMETER };                     /* SIDES */

/* ---- angles and surds ---- */

static bool is_standard(int64_t angle)
{
    return angle == 30 || angle == 45 || angle == 60;
}

/* A multiple of 30 or 45 that is none of 90, between the limits. */
static bool is_special(int64_t angle, int64_t below)
{
    return angle > 0 && angle < below && angle % 90 &&
           (angle % 30 == 0 || angle % 45 == 0);
}

static struct surd add(struct surd x, struct surd y)
{
    return surd_new(x.p * y.r + y.p * x.r, x.q * y.r + y.q * x.r,
                    x.d > y.d ? x.d : y.d, x.r * y.r);
}

/* Both over the same root. */
static struct surd mul(struct surd x, struct surd y)
{
    int64_t d = x.d > y.d ? x.d : y.d;

    return surd_new(x.p * y.p + d * x.q * y.q, x.p * y.q + x.q * y.p, d,
                    x.r * y.r);
}

/* 1/x for x != 0 */
static struct surd inverse(struct surd x)
{
    return surd_new(x.r * x.p, -x.r * x.q, x.d, x.p * x.p - x.d * x.q * x.q);
}

static struct surd whole(int64_t n)
{
    return (struct surd){ n, 0, 0, 1 };
}

static const char *tex(struct solving *s, struct surd x)
{
    return surd_latex(s->arena, x);
}

/* Sides of the right triangle with shortest sides 1: hypotenuse, opposite,
 * adjacent to the angle. */
static struct surd side(int64_t angle, int64_t which)
{
    int64_t squares[3] = { angle == 45 ? 2 : 4, angle == 60 ? 3 : 1,
                           angle == 30 ? 3 : 1 };

    return surd_new(0, 1, squares[which], 1);
}

static void let_surd(struct solving *s, const char *name, struct surd x)
{
    let_text(s, name, tex(s, x));
}

/* sqrt(n + m sqrt(d)) */
static const char *root_text(struct solving *s, int64_t n, int64_t m, int64_t d)
{
    if (m == 0)
        return tex(s, surd_new(0, 1, n, 1));
    return arena_printf(s->arena, "\\sqrt{%s}",
                        tex(s, (struct surd){ n, m, d, 1 }));
}

/* Twice the cosine of a multiple of 30 or 45: whole, or q sqrt(d). */
static struct surd cosine2(int64_t angle)
{
    int64_t a = labs(angle) % 360, r = a > 180 ? 360 - a : a;
    int64_t acute = r > 90 ? 180 - r : r, sign = r > 90 ? -1 : 1;

    return acute == 90   ? whole(0)
           : acute == 0  ? whole(2 * sign)
           : acute == 60 ? whole(sign)
                         : (struct surd){ 0, sign, acute == 30 ? 3 : 2, 1 };
}

#define BITS  192
#define BALLS 4 /* room that measuring takes */

/* cosine and sine of whole degrees */
static void turn(arb_t x, arb_t y, int64_t degrees)
{
    fmpq_t q;

    fmpq_init(q);
    fmpq_set_si(q, (slong)degrees, 180);
    arb_sin_cos_pi_fmpq(y, x, q, BITS);
    fmpq_clear(q);
}

/* ---- right triangles ---- */

/* 3 angles, 3 sides, 4 questions; but not the other leg where it is equal. */
static void draw_right(struct pick *k, struct figure *v)
{
    static const int64_t standard[3] = { 30, 45, 60 };
    int64_t i = pick(k, 0, 33), ask;

    i += i >= 16;
    i += i >= 21;
    v->right.angle = standard[i / 12];
    v->right.given = i % 12 / 4;
    ask = i % 4;
    v->right.asked = ask >= 2 ? ask + 1 : (v->right.given + 1 + ask) % 3;
    v->right.length = pick_wide(k, 1, 999);
}

static bool makes_right(const struct figure *v)
{
    int64_t given = v->right.given, asked = v->right.asked;

    return v->right.length > 0 && is_standard(v->right.angle) && given >= 0 &&
           given <= ADJACENT && asked >= 0 && asked <= AREA && asked != given;
}

static bool solve_right(struct solving *s, const struct figure *v)
{
    struct surd unit[3], real[3], key, scale;
    int64_t asked = v->right.asked;

    for (int i = 0; i < 3; i++)
        unit[i] = side(v->right.angle, i);
    scale = mul(whole(v->right.length), inverse(unit[v->right.given]));
    for (int i = 0; i < 3; i++)
        real[i] = mul(scale, unit[i]);
    key = asked == AREA        ? mul(mul(real[OPPOSITE], real[ADJACENT]),
                                     (struct surd){ 1, 0, 0, 2 })
          : asked == PERIMETER ? add(add(real[0], real[1]), real[2])
                               : real[asked];
    solving_key(s, "%s", tex(s, key));
    let_surd(s, "hypotenuse", unit[HYPOTENUSE]);
    let_surd(s, "opposite", unit[OPPOSITE]);
    let_surd(s, "adjacent", unit[ADJACENT]);
    let_surd(s, "scale", scale);
    let_surd(s, "ab", real[HYPOTENUSE]);
    let_surd(s, "bc", real[OPPOSITE]);
    let_surd(s, "ac", real[ADJACENT]);
    tell(s, "ratio");
    tell(s, "scale");
    tell(s, "sides");
    tell(s, asked == AREA        ? "area"
            : asked == PERIMETER ? "perimeter"
                                 : "answer");
    return true;
}

/* The right triangle with hypotenuse 1, scaled. */
static void measure_right(arb_t out, const struct figure *v, arb_ptr w)
{
    int64_t given = v->right.given, asked = v->right.asked;
    arb_ptr x = w, y = w + 1;

    turn(x, y, v->right.angle);
    if (asked == AREA) {
        arb_mul(out, x, y, BITS);
        arb_mul_2exp_si(out, out, -1);
    } else if (asked == PERIMETER) {
        arb_add(out, x, y, BITS);
        arb_add_si(out, out, 1, BITS);
    } else if (asked == HYPOTENUSE) {
        arb_one(out);
    } else {
        arb_set(out, asked == OPPOSITE ? y : x);
    }
    for (int i = 0; i < (asked == AREA ? 2 : 1); i++) {
        arb_mul_si(out, out, (slong)v->right.length, BITS);
        if (given != HYPOTENUSE)
            arb_div(out, out, given == OPPOSITE ? y : x, BITS);
    }
}

/* ---- points of a circle about (0, height) ---- */

static void draw_circle(struct pick *k, struct figure *v)
{
    static const int64_t directions[12] = { 30,  45,  60,  120, 135, 150,
                                            210, 225, 240, 300, 315, 330 };

    v->circle.direction = pick_of(k, directions, 12);
    v->circle.radius = pick_wide(k, 10, 400);
    v->circle.height = pick(k, 1, 60);
}

static bool makes_circle(const struct figure *v)
{
    return v->circle.radius > 0 && is_special(v->circle.direction, 360);
}

static bool solve_circle(struct solving *s, const struct figure *v)
{
    int64_t angle = v->circle.direction, r = angle % 180;
    int64_t acute = r > 90 ? 180 - r : r;
    int64_t sx = angle > 90 && angle < 270 ? -1 : 1, sy = angle < 180 ? 1 : -1;
    struct surd unit = inverse(side(acute, HYPOTENUSE)), x, y;

    x = mul(mul(side(acute, ADJACENT), unit), whole(sx));
    y = mul(mul(side(acute, OPPOSITE), unit), whole(sy));
    let(s, "acute", acute);
    let_surd(s, "cosine", x);
    let_surd(s, "sine", y);
    x = mul(x, whole(v->circle.radius));
    y = mul(y, whole(v->circle.radius));
    let_surd(s, "x", x);
    let_surd(s, "rise", y);
    y = add(y, whole(v->circle.height));
    let_surd(s, "y", y);
    solving_key(s, "%s", tex(s, add(x, add(y, y))));
    tell(s, "reference");
    tell(s, "go");
    tell(s, "point");
    tell(s, "there");
    return true;
}

static void measure_circle(arb_t out, const struct figure *v, arb_ptr w)
{
    arb_ptr x = w, y = w + 1;

    turn(x, y, v->circle.direction);
    arb_addmul_si(x, y, 2, BITS);
    arb_mul_si(out, x, (slong)v->circle.radius, BITS);
    arb_add_si(out, out, 2 * (slong)v->circle.height, BITS);
}

/* ---- masts seen from two places ---- */

static void draw_tower(struct pick *k, struct figure *v)
{
    static const int64_t views[12][3] = {
        { 30, 45, HEIGHT_ONE_SIDE }, { 30, 60, HEIGHT_ONE_SIDE },
        { 45, 60, HEIGHT_ONE_SIDE }, { 30, 45, DISTANCE },
        { 30, 60, DISTANCE },        { 45, 60, DISTANCE },
        { 30, 30, HEIGHT_BETWEEN },  { 30, 45, HEIGHT_BETWEEN },
        { 30, 60, HEIGHT_BETWEEN },  { 45, 45, HEIGHT_BETWEEN },
        { 45, 60, HEIGHT_BETWEEN },  { 60, 60, HEIGHT_BETWEEN },
    };
    const int64_t *view = views[pick(k, 0, 11)];

    v->tower.first = view[0];
    v->tower.second = view[1];
    v->tower.asked = view[2];
    v->tower.apart = pick_wide(k, 10, 400);
    if (k->digits == 0)
        v->tower.apart *= 10; /* neither too short nor too long */
    v->tower.eye = 110 + pick(k, 1, 60);
}

static bool makes_tower(const struct figure *v)
{
    int64_t asked = v->tower.asked;

    return v->tower.apart > 0 && v->tower.eye > 0 &&
           is_standard(v->tower.first) && is_standard(v->tower.second) &&
           asked >= 0 && asked <= HEIGHT_BETWEEN &&
           (asked == HEIGHT_BETWEEN || v->tower.first < v->tower.second);
}

static struct surd cotangent(int64_t angle)
{
    return mul(side(angle, ADJACENT), inverse(side(angle, OPPOSITE)));
}

static bool solve_tower(struct solving *s, const struct figure *v)
{
    struct surd cot = cotangent(v->tower.first);
    struct surd cot2 = cotangent(v->tower.second), gap, h;
    bool between = v->tower.asked == HEIGHT_BETWEEN;

    gap = add(cot, between ? cot2 : mul(cot2, whole(-1)));
    h = mul(whole(v->tower.apart), inverse(gap));
    let_surd(s, "cot", cot);
    let_surd(s, "cot2", cot2);
    let_surd(s, "gap", gap);
    let_surd(s, "h", h);
    tell(s, "distances");
    tell(s, "height");
    if (v->tower.asked == DISTANCE) {
        solving_key(s, "%s", tex(s, mul(h, cot2)));
        tell(s, "nearer");
    } else {
        solving_key(s, "%s", tex(s, add(h, whole(v->tower.eye))));
        tell(s, "eye");
    }
    return true;
}

/* Two sight lines, y = x tan first and y = (x - apart) tan second, or
 * falling. */
static void measure_tower(arb_t out, const struct figure *v, arb_ptr w)
{
    int64_t second = v->tower.second;
    arb_ptr x = w, y = w + 1, t = w + 2, u = w + 3;

    turn(x, y, v->tower.first);
    arb_div(t, y, x, BITS);
    turn(x, y, v->tower.asked == HEIGHT_BETWEEN ? 180 - second : second);
    arb_div(u, y, x, BITS);
    arb_sub(y, u, t, BITS); /* they meet at x = apart u / (u - t) */
    arb_mul_si(x, u, (slong)v->tower.apart, BITS);
    arb_div(x, x, y, BITS);
    if (v->tower.asked == DISTANCE) {
        arb_sub_si(out, x, (slong)v->tower.apart, BITS);
    } else {
        arb_mul(out, x, t, BITS);
        arb_add_si(out, out, (slong)v->tower.eye, BITS);
    }
}

/* ---- two sides and the angle between them ---- */

static void draw_sides(struct pick *k, struct figure *v)
{
    static const int64_t included[6] = { 30, 45, 60, 120, 135, 150 };

    v->sides.angle = pick_of(k, included, 6);
    v->sides.asked = pick(k, THIRD_SIDE, WHOLE_PERIMETER);
    v->sides.a = pick_wide(k, 2, 99);
    v->sides.b = pick_wide(k, 2, 99);
}

static bool makes_sides(const struct figure *v)
{
    return v->sides.a > 0 && v->sides.b > 0 &&
           is_special(v->sides.angle, 180) && v->sides.asked >= THIRD_SIDE &&
           v->sides.asked <= WHOLE_PERIMETER;
}

static bool solve_sides(struct solving *s, const struct figure *v)
{
    int64_t a = v->sides.a, b = v->sides.b, sum = a * a + b * b;
    struct surd twice = cosine2(v->sides.angle);
    struct surd square = { sum - twice.p * a * b, -twice.q * a * b, twice.d,
                           1 };
    const char *root;

    if (sum - a * b > 500000000)
        return false;
    root = root_text(s, square.p, square.q, square.d);
    let_surd(s, "twice", twice);
    let_surd(s, "square", square);
    let_text(s, "root", root);
    tell(s, "law");
    tell(s, "square");
    tell(s, "root");
    if (v->sides.asked == THIRD_SIDE) {
        solving_key(s, "%s", root);
        return true;
    }
    solving_key(s, "%" PRId64 "+%s", a + b, root);
    tell(s, "perimeter");
    return true;
}

static void measure_sides(arb_t out, const struct figure *v, arb_ptr w)
{
    slong a = (slong)v->sides.a, b = (slong)v->sides.b;
    arb_ptr x = w, y = w + 1;

    turn(x, y, v->sides.angle);
    arb_mul_si(x, x, a, BITS);
    arb_mul_si(y, y, a, BITS);
    arb_sub_si(x, x, b, BITS);
    arb_hypot(out, x, y, BITS);
    if (v->sides.asked == WHOLE_PERIMETER)
        arb_add_si(out, out, a + b, BITS);
}

/* ---- ways with bearings ---- */

static void draw_way(struct pick *k, struct figure *v)
{
    static const int64_t turns[10] = { -150, -120, -90, -60, -30,
                                       30,   60,   90,  120, 150 };

    v->way.turn[0] = 30 * pick(k, 0, 11);
    v->way.turn[1] = pick_of(k, turns, 10);
    v->way.turn[2] = pick_of(k, turns, 10);
    for (int i = 0; i < 3; i++)
        v->way.leg[i] = pick_wide(k, 2, 60);
}

static bool makes_way(const struct figure *v)
{
    const int64_t *leg = v->way.leg, *turns = v->way.turn;

    return leg[0] > 0 && leg[1] > 0 && leg[2] > 0 && turns[0] >= 0 &&
           turns[0] < 360 && turns[0] % 30 == 0 && turns[1] % 30 == 0 &&
           turns[2] % 30 == 0 && labs(turns[1]) < 180 && labs(turns[2]) < 180;
}

/* A whole number or q sqrt(d), in brackets when it is negative. */
static const char *factor(struct solving *s, struct surd x)
{
    return arena_printf(s->arena, x.p < 0 || x.q < 0 ? "(%s)" : "%s",
                        tex(s, x));
}

/* |a + b + c|^2 = sum of squares + sum of 2 |a||b| cos(angle between). */
static bool solve_way(struct solving *s, const struct figure *v)
{
    const int64_t *leg = v->way.leg, *turns = v->way.turn;
    int64_t bearing[3] = { 0, turns[1], turns[1] + turns[2] };
    int64_t squares = 0, n, m = 0;
    struct str pairs = str_in(s->arena);

    for (int i = 0; i < 3; i++)
        squares += leg[i] * leg[i];
    n = squares;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < i; j++) {
            struct surd twice = cosine2(bearing[i] - bearing[j]);

            n += twice.p * leg[i] * leg[j];
            m += twice.q * leg[i] * leg[j];
            str_addf(&pairs, "%s%" PRId64 " \\cdot %" PRId64 " \\cdot %s",
                     pairs.n ? " + " : "", leg[j], leg[i], factor(s, twice));
        }
    if (n > 1000000000 || n < 0)
        return false;
    let(s, "angle1", labs(turns[1]));
    let(s, "angle2", labs(turns[2]));
    let(s, "angle3", labs(turns[1] + turns[2]));
    let_surd(s, "twice1", cosine2(turns[1]));
    let_surd(s, "twice2", cosine2(turns[2]));
    let_surd(s, "twice3", cosine2(turns[1] + turns[2]));
    let(s, "square1", leg[0] * leg[0]);
    let(s, "square2", leg[1] * leg[1]);
    let(s, "square3", leg[2] * leg[2]);
    let(s, "squares", squares);
    let_text(s, "pairs", str_get(&pairs));
    let_surd(s, "square", (struct surd){ n, m, 3, 1 });
    solving_key(s, "%s", root_text(s, n, m, 3));
    tell(s, "vectors");
    tell(s, "cosines");
    tell(s, "squares");
    tell(s, "distance");
    return true;
}

static void measure_way(arb_t out, const struct figure *v, arb_ptr w)
{
    int64_t bearing = 0;
    arb_ptr x = w, y = w + 1, east = w + 2, north = w + 3;

    for (int i = 0; i < 3; i++) {
        bearing += v->way.turn[i];
        turn(y, x, bearing);
        arb_addmul_si(east, x, (slong)v->way.leg[i], BITS);
        arb_addmul_si(north, y, (slong)v->way.leg[i], BITS);
    }
    arb_hypot(out, east, north, BITS);
}

/* ---- all kinds ---- */

static const struct {
    void (*draw)(struct pick *k, struct figure *v);
    bool (*makes)(const struct figure *v); /* a figure? */
    bool (*solve)(struct solving *s, const struct figure *v);
    void (*measure)(arb_t out, const struct figure *v, arb_ptr w);
} kinds[KINDS] = {
    [RIGHT] = { draw_right, makes_right, solve_right, measure_right },
    [CIRCLE] = { draw_circle, makes_circle, solve_circle, measure_circle },
    [TOWER] = { draw_tower, makes_tower, solve_tower, measure_tower },
    [SIDES] = { draw_sides, makes_sides, solve_sides, measure_sides },
    [WAY] = { draw_way, makes_way, solve_way, measure_way },
};

static void draw(struct pick *k, void *values)
{
    struct figure *v = values;

    v->kind = k->level == 1   ? RIGHT
              : k->level == 2 ? pick(k, CIRCLE, TOWER)
              : k->level == 3 ? SIDES
                              : WAY;
    kinds[v->kind].draw(k, v);
    v->n = slots[v->kind];
    v->m = others[v->kind];
}

static bool well_made(const struct figure *v)
{
    return v->n == slots[v->kind] && v->m == others[v->kind] &&
           kinds[v->kind].makes(v);
}

static bool solve(struct solving *s, const void *values)
{
    const struct figure *v = values;

    return well_made(v) && kinds[v->kind].solve(s, v);
}

static void speak(struct speech *s, const void *values)
{
    const struct figure *v = values;

    if (v->kind == CIRCLE)
        form_let_text(s, "angle",
                      latex_times(s->arena, v->circle.direction, 180, "\\pi"));
    if (v->kind == WAY) {
        form_let(s, "angle1", labs(v->way.turn[1]));
        form_let(s, "angle2", labs(v->way.turn[2]));
        form_let(s, "left", v->way.turn[1] < 0);
        form_let(s, "left2", v->way.turn[2] < 0);
    }
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct figure *v = values;
    bool ok;
    arb_ptr w;
    arb_t x, y;

    f->by = "coordinates";
    f->detail = "these numbers make no figure";
    if (!well_made(v))
        return TRUTH_NO;
    arb_init(x);
    arb_init(y);
    f->detail = "the key is not a real number";
    ok = key_ball(a, key, BITS, x) && mag_cmp_2exp_si(arb_radref(x), -80) < 0;
    if (ok) {
        w = _arb_vec_init(BALLS);
        kinds[v->kind].measure(y, v, w);
        _arb_vec_clear(w, BALLS);
        arb_sub(y, y, x, BITS);
        ok = arb_contains_zero(y) && mag_cmp_2exp_si(arb_radref(y), -60) < 0;
        f->detail = ok ? "the figure placed in the plane has this measure, in "
                         "balls of 192 bits, certified to 60 bits"
                       : "the figure placed in the plane has another measure";
    }
    arb_clear(y);
    arb_clear(x);
    return ok ? TRUTH_YES : TRUTH_NO;
}

static struct form_file text = {
#include "family/concept/precalculus/trigonometry.inc"
};

static const struct recipe recipe = {
    .text = &text,
    .kinds = kind_names,
    .size = sizeof(struct figure),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .check = check,
};

const struct family concept_trigonometry = {
    .name = "concept/trigonometry",
    .version = 2,
    .answer = ANSWER_NUMBER,
    CONCEPT_CARD(&recipe),
};
