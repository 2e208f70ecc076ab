/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Expectations of stochastic differential equations,
 *
 *   dX = (a - bX) dt + (s + cX) dW,  X_0 = x.
 *
 * The mean solves m' = a - bm, and Ito's formula gives the second moment
 * m2' = (c^2 - 2b) m2 + 2(a + sc) m + s^2. With c = 0 the law is normal with
 * the variance s^2 (1 - e^{-2bt})/(2b), and exponentials and cosines follow.
 * In the sense of Stratonovich the drift of Ito is larger by c(s + cX)/2. With
 * noise s X^{1/2} dW instead, m2' = -2b m2 + (2a + s^2) m.
 */
#include "family/applied/texts.h"
#include "family/recipe/latex.h"

#include <inttypes.h>

enum kind {
    KIND_NORMAL, /* E[X^2], c = 0 */
    KIND_LINEAR, /* E[X^2] */
    KIND_EXP,    /* E[e^{kX}], c = 0 */
    KIND_COS,    /* E[cos kX], c = 0 */
    KIND_ROOT,   /* E[X^2], noise s X^{1/2} */
    KINDS
};

struct expectation {
    int64_t disguise;
    int64_t kind;
    int64_t a, b, s, c, x, k;
    int64_t p, q; /* given is the process pX + q; p = 0: X itself */
    int64_t odd;  /* odd W^3 is added to the square, without a mean; else to the
                     drift odd ((X + 3) - X - 3) */
    int64_t circ; /* in the sense of Stratonovich */
};

static const struct field fields[] = {
    NUMBER(struct expectation, disguise, 0, 3),
    NUMBER(struct expectation, kind, 0, KINDS - 1),
    NUMBER(struct expectation, a, -99, 99),
    NUMBER(struct expectation, b, 1, 20),
    NUMBER(struct expectation, s, -9, 9),
    NUMBER(struct expectation, c, 0, 9),
    NUMBER(struct expectation, x, -9, 9),
    NUMBER(struct expectation, k, 0, 9),
    NUMBER(struct expectation, p, -9, 9),
    NUMBER(struct expectation, q, -9, 9),
    NUMBER(struct expectation, odd, -9, 9),
    NUMBER(struct expectation, circ, 0, 1),
    { 0 },
};

/* ---- drawing ---- */

static void draw(struct pick *k, void *values)
{
    /* b is none of c^2/2, c^2 and 3c^2/2: no two rates meet, in either sense. */
    static const int64_t rates[] = { 3, 5, 7, 8, 10, 11 };
    struct expectation *v = values;

    if (k->level == 4) { /* the noise never holds the process at 0 */
        v->kind = KIND_ROOT;
        v->s = pick(k, 1, 5);
        v->a = (v->s * v->s + 1) / 2 + pick(k, 0, 11);
        v->x = pick(k, 1, 9);
        v->b = pick(k, 1, 9);
        return;
    }
    v->a = pick(k, -5, 5);
    v->x = pick(k, -5, 5);
    if (k->level == 1) {
        v->b = pick(k, 1, 6);
        v->s = pick(k, 1, 6);
    } else if (k->level == 2) {
        v->kind = KIND_LINEAR;
        v->b = pick_of(k, rates, 6);
        v->s = pick_signed(k, 1, 3);
        v->c = pick(k, 1, 3);
    } else {
        v->kind = pick(k, KIND_EXP, KIND_COS);
        v->b = pick(k, 1, 4);
        v->s = pick(k, 1, 4);
        v->k = pick(k, 1, 3);
    }
}

static void disguise(struct pick *k, void *values)
{
    struct expectation *v = values;

    static const int64_t scales[] = { -1, 2, -2, 3 };

    if (v->disguise == DISGUISE_STRUCTURE) {
        v->p = v->kind == KIND_ROOT ? 4 : pick_of(k, scales, 4);
        v->q = v->kind == KIND_ROOT ? 0 : pick_signed(k, 1, 6);
    } else if (v->disguise == DISGUISE_VANISHING)
        v->odd = pick_signed(k, 2, 5);
    else if (v->kind == KIND_LINEAR)
        v->circ = 1;
    else /* it starts in its mean, and only the noise moves it */
        v->a = v->b * v->x;
}

/* ---- sums of exponentials ---- */

#define RATES_MOST 4

/* The sum of c[i] e^{r[i] t}, every rate once. */
struct rates {
    struct ratio r[RATES_MOST], c[RATES_MOST];
    size_t n;
};

static void add_rate(struct rates *e, struct ratio r, struct ratio c)
{
    for (size_t i = 0; i < e->n; i++)
        if (ratio_equal(e->r[i], r)) {
            e->c[i] = plus(e->c[i], c);
            return;
        }
    INVARIANT(e->n < RATES_MOST);
    e->r[e->n] = r;
    e->c[e->n++] = c;
}

static const char *write_rates(struct arena *a, const struct rates *e)
{
    const char *text = "0";

    for (size_t i = 0; i < e->n; i++)
        text =
            sum_of(a, text,
                   scaled(a, e->c[i],
                          e->r[i].p ? exp_of(a, scaled(a, e->r[i], "t")) : ""),
                   NULL);
    return text;
}

/* ---- moments ---- */

/* The drift in the sense of Ito: u + rX. */
struct drift {
    struct ratio u, r;
};

static struct drift ito(const struct expectation *v)
{
    struct drift d = { RATIO(v->a), RATIO(-v->b) };

    if (v->circ) {
        d.u = plus(d.u, over(v->c * v->s, 2));
        d.r = plus(d.r, over(v->c * v->c, 2));
    }
    return d;
}

static struct ratio quotient(struct ratio x, struct ratio y)
{
    return times(x, over(y.q, y.p));
}

/* m = -u/r + (x + u/r) e^{rt}. */
static void find_mean(const struct expectation *v, struct rates *out)
{
    struct drift d = ito(v);
    struct ratio rest = ratio_neg(quotient(d.u, d.r));

    add_rate(out, RATIO(0), rest);
    add_rate(out, d.r, minus(RATIO(v->x), rest));
}

/* m2' = A m2 + B m + s^2, or without s^2 and with B larger by it. */
static void find_second(const struct expectation *v, const struct rates *mean,
                        struct rates *out)
{
    struct drift d = ito(v);
    struct ratio big = plus(times(RATIO(2), d.r), RATIO(v->c * v->c));
    struct ratio by = times(RATIO(2), plus(d.u, RATIO(v->s * v->c)));
    struct ratio noise = RATIO(v->s * v->s), p, q;

    if (v->kind == KIND_ROOT) {
        by = plus(by, noise);
        noise = RATIO(0);
    }
    p = quotient(times(by, mean->c[1]), minus(d.r, big));
    q = ratio_neg(quotient(plus(noise, times(by, mean->c[0])), big));

    add_rate(out, RATIO(0), q);
    add_rate(out, d.r, p);
    add_rate(out, big, minus(RATIO(v->x * v->x), plus(p, q)));
}

static void solve_moment(struct texts *t, const struct expectation *v)
{
    struct arena *a = t->arena;
    struct rates mean = { .n = 0 }, second = { .n = 0 };
    const char *m;

    find_mean(v, &mean);
    find_second(v, &mean, &second);
    m = write_rates(a, &mean);
    texts_set(t, "mean", "%s", m);
    t->key = write_rates(a, &second);
    texts_step(t, "mean");
    texts_step(t, v->kind == KIND_ROOT ? "root" : "second");
}

/* ---- normal laws ---- */

static void solve_normal(struct texts *t, const struct expectation *v)
{
    struct arena *a = t->arena;
    struct rates mean = { .n = 0 }, spread = { .n = 0 }, sum = { .n = 0 };
    struct ratio half = over(v->k * v->k * v->s * v->s, 4 * v->b);
    int sign = v->kind == KIND_EXP ? 1 : -1;

    find_mean(v, &mean);
    texts_set(t, "mean", "%s", write_rates(a, &mean));
    texts_set(t, "variance", "%s",
              scaled(a, over(v->s * v->s, 2 * v->b),
                     arena_printf(a, "\\left(1 - e^{-%" PRId64 "t}\\right)",
                                  2 * v->b)));
    half = sign < 0 ? ratio_neg(half) : half;
    add_rate(&spread, RATIO(0), half);
    add_rate(&spread, RATIO(-2 * v->b), ratio_neg(half));
    for (size_t i = 0; i < mean.n; i++)
        add_rate(&sum, mean.r[i], times(RATIO(v->k), mean.c[i]));
    if (v->kind == KIND_COS)
        t->key =
            arena_printf(a, "\\cos\\left(%s\\right)%s", write_rates(a, &sum),
                         exp_of(a, write_rates(a, &spread)));
    else {
        for (size_t i = 0; i < spread.n; i++)
            add_rate(&sum, spread.r[i], spread.c[i]);
        t->key = exp_of(a, write_rates(a, &sum));
    }
    texts_step(t, "mean");
    texts_step(t, "variance");
    texts_step(t, v->kind == KIND_EXP ? "exponential" : "cosine");
}

/* ---- the problem ---- */

/* The undisguised process in terms of the one that is given, times k: "2X_t",
 * "\frac{3(X_t - 4)}{2}". */
static const char *write_process(struct arena *a, const struct expectation *v)
{
    const char *x = arena_printf(a, "X_t%s", v->q ? latex_plus(a, -v->q) : "");
    struct ratio k = over(v->k ? v->k : 1, v->p ? v->p : 1);

    if (v->p < 0) {
        x = arena_printf(a, "%" PRId64 " - X_t", v->q);
        k = ratio_neg(k);
    }
    return scaled(a, k, k.p == 1 && k.q != 1 ? x : in_brackets(a, x));
}

static const char *write_asked(struct arena *a, const struct expectation *v)
{
    const char *x = write_process(a, v);

    if (v->kind == KIND_EXP)
        return arena_printf(a, "e^{%s}", x);
    if (v->kind == KIND_COS)
        return arena_printf(a, "\\cos\\left(%s\\right)", x);
    return sum_of(a, v->p ? arena_printf(a, "\\left(%s\\right)^2", x) : "X_t^2",
                  scaled(a, RATIO(v->odd), "W_t^3"), NULL);
}

/* The drift pa + bq - bX and the noise ps - cq + cX of pX + q. */
static const char *write_drift(struct arena *a, const struct expectation *v)
{
    int64_t p = v->p ? v->p : 1, g = v->k ? v->odd : 0;
    int64_t u = p * v->a + v->b * v->q - 3 * g;
    const char *sum =
        sum_of(a, scaled(a, RATIO(u), ""), scaled(a, RATIO(g), "(X_t + 3)"),
               scaled(a, RATIO(-v->b - g), "X_t"), NULL);

    return u || g ? arena_printf(a, "(%s)", sum) : sum;
}

static const char *write_noise(struct arena *a, const struct expectation *v)
{
    int64_t p = v->p ? v->p : 1, s = p * v->s - v->c * v->q;
    const char *sum;

    if (v->kind == KIND_ROOT) /* p is a square, 1 or 4 */
        return scaled(a, RATIO(p == 4 ? 2 * v->s : v->s), "\\sqrt{X_t}");
    sum =
        sum_of(a, scaled(a, RATIO(s), ""), scaled(a, RATIO(v->c), "X_t"), NULL);
    return v->c && s ? arena_printf(a, "(%s)", sum) : sum;
}

static void write_problem(struct texts *t, const struct expectation *v)
{
    struct arena *a = t->arena;
    const char *noise = write_noise(a, v), *asked = write_asked(a, v);
    int64_t start = (v->p ? v->p : 1) * v->x + v->q;
    const char *equation =
        arena_printf(a, "dX_t = %s\\,dt %c %s%s dW_t", write_drift(a, v),
                     *noise == '-' ? '-' : '+',
                     str_eq(noise, "1") ? "" : noise + (*noise == '-'),
                     v->circ ? "\\circ" : "\\,");

    texts_set(t, "equation", "%s", equation);
    texts_set(t, "first", "%" PRId64, start);
    texts_set(t, "asked", "%s", asked);
    texts_set(t, "sense", "%s", v->circ ? "Stratonovich" : "Itô");
    t->kind = CLAIM_EXPECTATION;
    t->variable = "t";
    t->conditions = "t>0";
    t->object = arena_printf(a,
                             "%s,\\ X_0=%" PRId64 ";\\quad \\mathbb{E}\\left[%s"
                             "\\right]",
                             equation, start, asked);
}

/* ---- the card ---- */

static bool is_valid(const struct expectation *v)
{
    struct drift d = ito(v);
    struct ratio big = plus(times(RATIO(2), d.r), RATIO(v->c * v->c));

    if (v->kind == KIND_ROOT && (v->x < 1 || v->a < 1 || v->s < 1))
        return false;
    if (v->kind != KIND_LINEAR)
        return v->c == 0 && !v->circ && v->s &&
               (v->kind == KIND_NORMAL || v->kind == KIND_ROOT || v->k > 0);
    return v->c > 0 && d.r.p && big.p && !ratio_equal(d.r, big);
}

static void analyse(struct texts *t, const void *values)
{
    const struct expectation *v = values;

    if (!is_valid(v))
        return;
    write_problem(t, v);
    if (v->odd)
        texts_step(t, v->k ? "square" : "odd");
    if (v->circ)
        texts_step(t, "convert");
    if (v->p)
        texts_step(t, "shift");
    (v->kind == KIND_EXP || v->kind == KIND_COS ? solve_normal
                                                : solve_moment)(t, v);
}

static struct form_file text = {
#include "family/applied/expectation.inc"
};

static const struct applied expectation = {
    .recipe = { .text = &text,
                .size = sizeof(struct expectation),
                .fields = fields,
                .draw = draw,
                .speak = texts_speak },
    .disguise = disguise,
    ANALYSED(analyse),
};

const struct family applied_expectation = {
    .name = "applied/expectation",
    .version = 1,
    .answer = ANSWER_EXPRESSION,
    APPLIED_CARD(&expectation),
};
