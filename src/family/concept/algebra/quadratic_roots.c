/* SPDX-License-Identifier: Apache-2.0 */

/*
 * All real solutions of a x^2 + b x + c = 0.
 *
 * The coefficients come from the roots that are drawn; solve() then forgets
 * the roots and uses the quadratic formula. check() reads the two numbers of
 * the printed key and compares their sum and product, exactly, with -b/a and
 * c/a: by Vieta these two numbers are then all roots and no others.
 */
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/quad.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"
#include "math/exact/surd.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

struct quadratic {
    int64_t n;    /* always 3 */
    int64_t c[3]; /* c[0] + c[1] x + c[2] x^2 */
};

static const struct field fields[] = {
    SLOT_LIST(struct quadratic, c, n, -100000000, 100000000),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "integers", "leading coefficient 1, two different integer roots from "
                  "-60 to 60, none of them 0" },
    { "fractions", "two different roots that are fractions with denominators "
                   "from 2 to 9 and numerators up to 30" },
    { "surds", "two irrational roots (p +- q sqrt(d))/r with p up to 40, "
               "q and r up to 8, d up to 23" },
};

/* (q x - p)(s x - r) */
static void from_roots(struct quadratic *f, int64_t p, int64_t q, int64_t r,
                       int64_t s)
{
    *f = (struct quadratic){ 3, { p * r, -(p * s + r * q), q * s } };
}

static void draw_integers(struct pick *k, struct quadratic *f)
{
    int64_t x[2];

    pick_subset_wide(k, -60, 59, 2, x);
    for (int i = 0; i < 2; i++)
        x[i] += x[i] >= 0; /* not 0 */
    from_roots(f, x[0], 1, x[1], 1);
}

static void draw_fractions(struct pick *k, struct quadratic *f)
{
    int64_t p[2], q[2], sign;

    pick_fractions(k, 30, 2, 9, 2, p, q);
    sign = pick(k, 0, 3);
    from_roots(f, sign & 1 ? -p[0] : p[0], q[0], sign & 2 ? -p[1] : p[1], q[1]);
}

/* r^2 x^2 - 2 p r x + p^2 - d q^2, less what is common. */
static void draw_surds(struct pick *k, struct quadratic *f)
{
    static const int64_t ds[] = { 2,  3,  5,  6,  7,  10, 11, 13,
                                  14, 15, 17, 19, 21, 22, 23 };
    int64_t d = pick_of(k, ds, 15), p = pick_signed(k, 1, 40), q, r, g;

    pick_coprime(k, 8, 1, 8, &q, &r);
    *f = (struct quadratic){ 3, { p * p - d * q * q, -2 * p * r, r * r } };
    g = integer_gcd(integer_gcd(f->c[2], f->c[1]), f->c[0]);
    for (int i = 0; i < 3; i++)
        f->c[i] /= g;
}

static void draw(struct pick *k, void *values)
{
    (k->level == 1   ? draw_integers
     : k->level == 2 ? draw_fractions
                     : draw_surds)(k, values);
}

/* ---- the first road: the quadratic formula ---- */

static void explain(struct solving *s, const int64_t *c, int64_t disc,
                    const char *root)
{
    solving_step(s,
                 "In $%s = 0$ the coefficients are $a = %" PRId64
                 "$, $b = %" PRId64 "$, $c = %" PRId64 "$.",
                 latex_poly(s->arena, c, 3, "x"), c[2], c[1], c[0]);
    solving_step(s,
                 "The discriminant is $b^2 - 4ac = %" PRId64
                 " - 4 \\cdot %s \\cdot %s = %" PRId64 "$.",
                 c[1] * c[1], latex_bracket(s->arena, c[2]),
                 latex_bracket(s->arena, c[0]), disc);
    solving_step(s,
                 "Its square root is $%s$, so $x = \\frac{-b \\pm "
                 "\\sqrt{b^2-4ac}}{2a} = \\frac{%" PRId64 " \\pm %s}{%" PRId64
                 "}$.",
                 root, -c[1], root, 2 * c[2]);
}

#define DISC_MOST INT64_C(2000000000) /* of those that are no square */

/* sqrt(n): a whole number in p, or q sqrt(d). */
static bool root_of(int64_t n, struct surd *out)
{
    ulong rest, root = n_sqrtrem(&rest, (ulong)n);

    if (rest && n > DISC_MOST)
        return false;
    *out =
        rest ? surd_new(0, 1, n, 1) : (struct surd){ (int64_t)root, 0, 0, 1 };
    return true;
}

static bool solve(struct solving *s, const void *values)
{
    const int64_t *c = ((const struct quadratic *)values)->c;
    int64_t disc = c[1] * c[1] - 4 * c[2] * c[0];
    struct surd root, low, high;

    if (c[2] == 0 || disc <= 0 || !root_of(disc, &root))
        return false;
    explain(s, c, disc, surd_latex(s->arena, root));
    /* A rational root sits in p, an irrational one in q. */
    low = surd_new(-c[1] - root.p, -root.q, root.d, 2 * c[2]);
    high = surd_new(-c[1] + root.p, root.q, root.d, 2 * c[2]);
    solving_key(s, "\\{%s, %s\\}", surd_latex(s->arena, low),
                surd_latex(s->arena, high));
    solving_step(s, "The solutions are $%s$.", s->key);
    return true;
}

/* ---- wording ---- */

static void speak(struct speech *s, const void *values)
{
    const struct quadratic *f = values;

    speech_set(s, "f", "%s", speech_poly(s, f->c, 3, "x"));
}

/* Are both roots between -240 and 240, and no value between them huge? Then it
 * can be said of kilometres and degrees. */
static bool is_earthly(const void *values)
{
    const int64_t *c = ((const struct quadratic *)values)->c;
    int64_t a = c[2] < 0 ? -c[2] : c[2], b = c[1] < 0 ? -c[1] : c[1];

    return a <= 100 && b <= 200 * a && c[0] / 8000 == 0;
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "Solve $<f> = 0$.", NULL },
    { STYLE_PLAIN, "Solve $<f> = 0$ over the real numbers.", NULL },
    { STYLE_PLAIN, "Find all real zeros of the function $f(x) = <f>$.", NULL },
    { STYLE_PLAIN,
      "For which real values of $x$ does the parabola $y = <f>$ meet the "
      "$x$-axis?",
      NULL },
    { STYLE_STORY,
      "<name> thinks of a real number $x$ and notices that $<f>$ equals $0$. "
      "Which numbers can it be?",
      NULL },
    { STYLE_STORY,
      "<name> models the height of the ground, in metres above sea level, at "
      "$x$ kilometres east of a <place> (negative $x$ lies to the west) by "
      "$h(x) = <f>$. At which values of $x$ is the ground exactly at sea "
      "level?",
      is_earthly },
    { STYLE_STORY,
      "At a temperature of $x$ degrees Celsius, the error of a <sensor> is "
      "$<f>$ millivolts. At which temperatures is the error zero?",
      is_earthly },
    { STYLE_STORY,
      "A machine in a <plant> has a control wheel that can be turned to any "
      "real number $x$, and its display then shows $<f>$. At which positions "
      "$x$ does it show $0$?",
      NULL },
    { 0 },
};

static const struct word_pool pools[] = {
    { "sensor", "thermometer|pressure gauge|strain gauge|microphone|light "
                "meter" },
    { "plant", "paper mill|dairy|sawmill|print works|brick works" },
    { 0 },
};

/* ---- the second road: Vieta ---- */

static enum truth vieta(const struct quadratic *f, struct surd x, struct surd y,
                        struct check_finding *found)
{
    struct quad z, w, t;
    bool sum, product;

    quad_init(&z);
    quad_init(&w);
    quad_init(&t);
    quad_set(&z, x);
    quad_set(&w, y);
    quad_add(&t, &z, &w);
    sum = quad_is_ratio(&t, -f->c[1], f->c[2]);
    quad_mul(&t, &z, &w, x.d);
    product = quad_is_ratio(&t, f->c[0], f->c[2]);
    quad_clear(&t);
    quad_clear(&w);
    quad_clear(&z);
    found->detail = !sum       ? "the sum of the key's numbers is not -b/a"
                    : !product ? "the product of the key's numbers is not c/a"
                               : "their sum is -b/a and their product is c/a, "
                                 "exactly, so they are all the roots";
    return sum && product ? TRUTH_YES : TRUTH_NO;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct quadratic *v = values;
    const char **items;
    struct surd x, y;
    size_t n;

    f->by = "Vieta's formulas";
    f->detail = "the key is not a set of two quadratic numbers";
    if (!key_items(a, key, "\\{", "\\}", &items, &n) || n != 2 ||
        !surd_read(items[0], &x) || !surd_read(items[1], &y))
        return TRUTH_NO;
    f->detail = "this is no quadratic equation";
    if (v->n != 3 || v->c[2] == 0)
        return TRUTH_NO;
    f->detail = "the key's numbers have different square roots";
    if (x.q && y.q && x.d != y.d)
        return TRUTH_NO;
    return vieta(v, x, y, f);
}

static const struct recipe recipe = {
    .size = sizeof(struct quadratic),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .form = "Give all values as a set.",
    .pools = pools,
    .check = check,
};

const struct family concept_quadratic_roots = {
    .name = "concept/quadratic-roots",
    .version = 3,
    .title = "Roots of a quadratic equation",
    .doc = "All real solutions of a quadratic equation with integer "
           "coefficients, as a set of integers, fractions or surds in lowest "
           "terms. The worked solution uses the quadratic formula.",
    .concepts = { HIGH_QUADRATICS, HIGH_ZEROES },
    .answer = ANSWER_SET,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
