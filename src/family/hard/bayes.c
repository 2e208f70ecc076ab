/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Urns behind a curtain: balls are shown, the urn is hidden and changes by
 * chance after each ball. Asked is the conditional probability of an urn, or of
 * the next colour.
 *
 * solve() adds up from the first ball to the last: for each urn the weight of
 * all histories that end there. check() lists every history where there are few
 * balls; where there are more, it goes from the last ball back to the first,
 * modulo so many primes that the fraction is proved.
 */
#include "family/hard/remainders.h"
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"

#include <inttypes.h>

#define URNS_MOST  12
#define BALLS_MOST 30
#define SHOWN_MOST 400
#define COLOURS    3

enum kind { KIND_URN, KIND_NEXT };

static const char *const kinds[] = { "urn", "next", NULL };

struct curtain {
    int64_t kind;
    int64_t urn, ball; /* did that ball come from that urn? */
    int64_t colour;    /* of the next ball; 0: an urn is asked for */
    int64_t total;     /* balls in each urn */
    int64_t red[URNS_MOST], green[URNS_MOST], blue[URNS_MOST], urns;
    /* After each colour: with probability p/d on by `far` urns, otherwise by
     * `near` urns. */
    int64_t far[COLOURS], near[COLOURS], p[COLOURS], d[COLOURS], colours;
    struct ints shown; /* 1 red, 2 green, 3 blue */
};

static const struct field fields[] = {
    NUMBER(struct curtain, kind, KIND_URN, KIND_NEXT),
    NUMBER(struct curtain, urn, 0, URNS_MOST),
    NUMBER(struct curtain, ball, 0, SHOWN_MOST),
    NUMBER(struct curtain, colour, 0, COLOURS),
    NUMBER(struct curtain, total, 3, BALLS_MOST),
    LIST(struct curtain, red, urns, 1, BALLS_MOST),
    LIST(struct curtain, green, urns, 1, BALLS_MOST),
    LIST(struct curtain, blue, urns, 1, BALLS_MOST),
    LIST(struct curtain, far, colours, 0, URNS_MOST - 1),
    LIST(struct curtain, near, colours, 0, URNS_MOST - 1),
    LIST(struct curtain, p, colours, 1, 8),
    LIST(struct curtain, d, colours, 2, 9),
    INTS(struct curtain, shown, 1, COLOURS),
    { 0 },
};

/* ---- drawing ---- */

static void draw_urns(struct pick *k, struct curtain *v)
{
    int64_t more = k->depth / 2 < URNS_MOST - 4 ? k->depth / 2 : URNS_MOST - 4;

    v->urns = pick(k, 4, 4 + more);
    v->total = pick(k, 10, 20);
    for (int64_t i = 0; i < v->urns; i++) {
        v->red[i] = pick(k, 1, v->total - 2);
        v->green[i] = pick(k, 1, v->total - v->red[i] - 1);
        v->blue[i] = v->total - v->red[i] - v->green[i];
    }
}

static void draw_rules(struct pick *k, struct curtain *v)
{
    static const int64_t primes[] = { 3, 5, 7 };

    v->colours = COLOURS;
    for (int64_t c = 0; c < COLOURS; c++) {
        v->near[c] = pick(k, 0, v->urns - 1);
        v->far[c] = pick_but(k, 0, v->urns - 1, v->near[c]);
        v->d[c] = pick_of(k, primes, 3);
        v->p[c] = pick(k, 1, v->d[c] - 1);
    }
}

/* The balls are shown as they come, so that no history is absurd. */
static void draw_shown(struct pick *k, struct curtain *v)
{
    int64_t at = pick(k, 0, v->urns - 1);

    v->shown = ints_new(k->arena, (size_t)k->depth);
    for (int64_t t = 0; t < k->depth; t++) {
        int64_t ball = pick(k, 1, v->total), way;
        int64_t c = (ball > v->red[at]) + (ball > v->red[at] + v->green[at]);

        v->shown.x[t] = c + 1;
        way = pick(k, 1, v->d[c]);
        at = (at + (way <= v->p[c] ? v->far[c] : v->near[c])) % v->urns;
    }
}

/* From three balls on two colours are seen, from six on all of them: no rule
 * is idle. */
static bool is_colourful(const struct curtain *v)
{
    int64_t n = v->shown.n, seen[COLOURS + 1] = { 0 };

    for (int64_t t = 0; t < n; t++)
        seen[v->shown.x[t]] = 1;
    return seen[1] + seen[2] + seen[3] >= (n >= 6 ? 3 : n >= 3 ? 2 : 1);
}

static void draw(struct pick *k, void *values)
{
    struct curtain *v = values;

    do {
        draw_urns(k, v);
        draw_rules(k, v);
        draw_shown(k, v);
    } while (!is_colourful(v));
    v->kind = pick(k, 0, 3) == 0 ? KIND_NEXT : KIND_URN;
    if (v->kind == KIND_NEXT) {
        v->colour = pick(k, 1, COLOURS);
        return;
    }
    v->urn = pick(k, 1, v->urns);
    switch (pick(k, 0, 2)) {
    case 0: v->ball = 1; break;
    case 1: v->ball = k->depth; break;
    default: v->ball = pick(k, 1, k->depth);
    }
}

static const char *const colours[] = { "", "red", "green", "blue" };

/* Can one go on by 0 urns? */
static bool may_stay(const struct curtain *v)
{
    for (int64_t c = 0; c < v->colours; c++)
        if (v->far[c] == 0 || v->near[c] == 0)
            return true;
    return false;
}

static void speak(struct speech *s, const void *values)
{
    const struct curtain *v = values;
    struct str shown = str_in(s->arena);
    bool stays = may_stay(v);

    for (int64_t t = 0; t < v->shown.n; t++)
        str_addf(&shown, "%s%s", words_join((size_t)t, (size_t)v->shown.n),
                 colours[v->shown.x[t]]);
    form_let(s, "urns", v->urns);
    form_let_text(s, "staying",
                  stays ? " Going on by $0$ urns means that it stays where it "
                          "is."
                        : "");
    form_let_text(s, "resting",
                  stays ? " (By $0$ urns means: the assistant stays.)" : "");
    form_let_text(s, "sequence", str_get(&shown));
    form_let(s, "count", v->shown.n);
    if (v->kind == KIND_NEXT)
        form_let_text(s, "wanted", colours[v->colour]);
}

/* ---- the first road: from the first ball on ---- */

static int64_t balls(const struct curtain *v, int64_t urn, int64_t colour)
{
    return colour == 1   ? v->red[urn]
           : colour == 2 ? v->green[urn]
                         : v->blue[urn];
}

/* Weights of the urns, and what is left of them when the asked urn is fixed. */
struct weights {
    fmpz all[URNS_MOST], some[URNS_MOST];
};

/* The walk after a ball of that colour. */
static void go_on(const struct curtain *v, int64_t colour, fmpz *w)
{
    fmpz next[URNS_MOST] = { 0 };
    int64_t c = colour - 1;

    for (int64_t i = 0; i < v->urns; i++) {
        fmpz_addmul_ui(next + (i + v->far[c]) % v->urns, w + i, (ulong)v->p[c]);
        fmpz_addmul_ui(next + (i + v->near[c]) % v->urns, w + i,
                       (ulong)(v->d[c] - v->p[c]));
    }
    for (int64_t i = 0; i < v->urns; i++) {
        fmpz_swap(w + i, next + i);
        fmpz_clear(next + i);
    }
}

static void show(const struct curtain *v, int64_t t, struct weights *w)
{
    for (int64_t i = 0; i < v->urns; i++) {
        ulong n = (ulong)balls(v, i, v->shown.x[t]);

        fmpz_mul_ui(w->all + i, w->all + i, n);
        fmpz_mul_ui(w->some + i, w->some + i, n);
        if (t + 1 == v->ball && i + 1 != v->urn)
            fmpz_zero(w->some + i);
    }
}

#define SHOWN_TOLD 12

static void tell_weights(struct solving *s, const struct curtain *v, int64_t t,
                         const fmpz *w)
{
    struct str list = str_in(s->arena);

    if (!s->steps || t >= SHOWN_TOLD)
        return;
    for (int64_t i = 0; i < v->urns; i++)
        str_addf(&list, "%s%s", i ? ", " : "", integer_text(s->arena, w + i));
    let(s, "t", t + 1);
    let_text(s, "weights", str_get(&list));
    tell(s, "weights");
}

static void add_up(const struct curtain *v, const struct weights *w,
                   fmpz_t part, fmpz_t whole)
{
    for (int64_t i = 0; i < v->urns; i++) {
        if (v->kind == KIND_URN) {
            fmpz_add(part, part, w->some + i);
            fmpz_add(whole, whole, w->all + i);
            continue;
        }
        fmpz_addmul_ui(part, w->all + i, (ulong)balls(v, i, v->colour));
        fmpz_addmul_ui(whole, w->all + i, (ulong)v->total);
    }
}

static void tell_end(struct solving *s, const fmpz_t part, const fmpz_t whole)
{
    if (!s->steps)
        return;
    let_text(s, "part", integer_text(s->arena, part));
    let_text(s, "whole", integer_text(s->arena, whole));
    tell(s, "end");
}

/* The fractions 1/2, 1/3 ... could be guessed. */
#define DENOMINATOR_LEAST 30

static bool finish(struct solving *s, const struct curtain *v,
                   const struct weights *w)
{
    fmpz_t part, whole;
    fmpq_t x;
    bool good;

    fmpz_init(part);
    fmpz_init(whole);
    fmpq_init(x);
    add_up(v, w, part, whole);
    fmpq_set_fmpz_frac(x, part, whole);
    good = fmpz_cmp_si(fmpq_denref(x), DENOMINATOR_LEAST) >= 0;
    solving_key(s, "%s", latex_fmpq(s->arena, x));
    tell_end(s, part, whole);
    fmpz_clear(part);
    fmpz_clear(whole);
    fmpq_clear(x);
    return good;
}

static bool solve(struct solving *s, const void *values)
{
    const struct curtain *v = values;
    struct weights w = { { 0 }, { 0 } };
    bool good;

    for (int64_t i = 0; i < v->urns; i++) {
        fmpz_one(w.all + i);
        fmpz_one(w.some + i);
    }
    tell(s, "rule");
    for (int64_t t = 0; t < v->shown.n; t++) {
        show(v, t, &w);
        tell_weights(s, v, t, w.all);
        if (t + 1 == v->shown.n && v->kind == KIND_URN)
            break;
        go_on(v, v->shown.x[t], w.all);
        go_on(v, v->shown.x[t], w.some);
    }
    good = finish(s, v, &w);
    for (int64_t i = 0; i < v->urns; i++) {
        fmpz_clear(w.all + i);
        fmpz_clear(w.some + i);
    }
    return good;
}

/* ---- the second road: all histories, or from the last ball back ---- */

static bool is_whole(const struct curtain *v)
{
    if (v->urns < 1 || v->colours != COLOURS || v->shown.n < 1 ||
        v->shown.n > SHOWN_MOST || v->urn > v->urns || v->ball > v->shown.n ||
        (v->kind == KIND_URN) != (v->urn > 0 && v->ball > 0 && !v->colour) ||
        (v->kind == KIND_NEXT) != (!v->urn && !v->ball && v->colour > 0))
        return false;
    for (int64_t c = 0; c < COLOURS; c++)
        if (v->p[c] >= v->d[c] || v->far[c] >= v->urns || v->near[c] >= v->urns)
            return false;
    for (int64_t i = 0; i < v->urns; i++)
        if (v->red[i] + v->green[i] + v->blue[i] != v->total)
            return false;
    return true;
}

static uint64_t content(const struct curtain *v, int64_t urn, int64_t colour)
{
    const int64_t *of[] = { v->red, v->green, v->blue };

    return (uint64_t)of[colour - 1][urn];
}

#define LISTED_MOST 6 /* balls; the weight of all histories is below 2^63 */

/* The weights of all histories, and of those that are asked for. */
struct table {
    const struct curtain *of;
    uint64_t part, whole;
};

/* One history, which has come to this urn before ball t, with this weight. */
static void list_on(struct table *h, int64_t t, int64_t urn, uint64_t weight,
                    bool asked)
{
    const struct curtain *v = h->of;
    int64_t c;
    uint64_t p;

    if (t == v->shown.n) {
        bool next = v->kind == KIND_NEXT;

        h->whole += weight * (next ? (uint64_t)v->total : 1);
        h->part +=
            !asked ? 0 : weight * (next ? content(v, urn, v->colour) : 1);
        return;
    }
    c = v->shown.x[t] - 1;
    p = (uint64_t)v->p[c];
    weight *= content(v, urn, c + 1);
    asked = asked && (t + 1 != v->ball || urn + 1 == v->urn);
    list_on(h, t + 1, (urn + v->far[c]) % v->urns, weight * p, asked);
    list_on(h, t + 1, (urn + v->near[c]) % v->urns,
            weight * ((uint64_t)v->d[c] - p), asked);
}

static bool listed(const struct curtain *v, const fmpq_t key)
{
    struct table h = { v, 0, 0 };
    fmpq_t x;
    bool same;

    for (int64_t i = 0; i < v->urns; i++)
        list_on(&h, 0, i, 1, true);
    fmpq_init(x);
    fmpq_set_si(x, (slong)h.part, h.whole);
    fmpq_canonicalise(x);
    same = fmpq_equal(x, key);
    fmpq_clear(x);
    return same;
}

/* Returns the weight of everything from the first ball on, modulo the prime: of
 * the asked histories, or of all. */
static uint64_t from_the_end(const struct curtain *v, uint64_t prime, bool all)
{
    uint64_t later[URNS_MOST], now[URNS_MOST], sum = 0;

    for (int64_t i = 0; i < v->urns; i++)
        later[i] = v->kind == KIND_URN ? 1
                   : all               ? (uint64_t)v->total
                                       : content(v, i, v->colour);
    for (int64_t t = v->shown.n - 1; t >= 0; t--) {
        int64_t c = v->shown.x[t] - 1;
        uint64_t p = (uint64_t)v->p[c], rest = (uint64_t)v->d[c] - p;

        for (int64_t i = 0; i < v->urns; i++)
            now[i] = !all && t + 1 == v->ball && i + 1 != v->urn
                         ? 0
                         : (p * later[(i + v->far[c]) % v->urns] +
                            rest * later[(i + v->near[c]) % v->urns]) %
                               prime * content(v, i, c + 1) % prime;
        for (int64_t i = 0; i < v->urns; i++)
            later[i] = now[i];
    }
    for (int64_t i = 0; i < v->urns; i++)
        sum += later[i];
    return sum % prime;
}

static bool value_at(const void *of, uint64_t prime, uint64_t *num,
                     uint64_t *den)
{
    *num = from_the_end(of, prime, false);
    *den = from_the_end(of, prime, true);
    return true;
}

/* A ball and a move multiply the weight by 30 times 9 at most. */
static bool proved(const struct curtain *v, const fmpq_t key)
{
    struct remainders r = { value_at, v, 9 * ((uint64_t)v->shown.n + 1) + 4 };

    return remainders_prove(&r, key);
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct curtain *v = values;
    bool few = v->shown.n <= LISTED_MOST;
    enum truth holds = TRUTH_NO;
    fmpq_t x;

    (void)a;
    f->by = few ? "listing all histories" : "sums from the last ball back";
    f->detail = "the values make no problem";
    if (!is_whole(v))
        return TRUTH_NO;
    f->detail = "the key is not one fraction in lowest terms";
    fmpq_init(x);
    if (key_rational(key, x)) {
        holds = (few ? listed(v, x) : proved(v, x)) ? TRUTH_YES : TRUTH_NO;
        f->detail = holds == TRUTH_NO ? "the sums give another fraction"
                    : few ? "the weights of all histories were added up"
                          : "the sums agree with the key modulo primes whose "
                            "product is larger than every difference can be";
    }
    fmpq_clear(x);
    return holds;
}

static struct form_file text = {
#include "family/hard/bayes.inc"
};

static const struct recipe recipe = {
    .text = &text,
    .kinds = kinds,
    .size = sizeof(struct curtain),
    .fields = fields,
    .draw = draw,
    .free_from = 1,
    .solve = solve,
    .speak = speak,
    .check = check,
};

static const struct family_depth depth = {
    .of = "balls that are shown",
    .least = 2,
    .most = SHOWN_MOST,
    .levels = { 3, 6, 12, 25, 50 },
};

const struct family hard_bayes = {
    .name = "hard/bayes",
    .version = 1,
    .answer = ANSWER_RATIONAL,
    HARD_CARD(&recipe, &depth),
};
