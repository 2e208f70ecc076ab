/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Machines of dials: in each round the dials are turned by rules that depend on
 * one another, and the number of rounds is far beyond counting.
 *
 * solve() writes one round as a matrix over the numbers modulo a prime and
 * raises it to its power. check() makes no matrix: it turns the dials for a few
 * rounds, finds the shortest recurrence of the asked dial by Berlekamp and
 * Massey, whose order is at most the number of dials + 1 (Cayley, Hamilton), so
 * that twice as many terms prove it, and divides x^N by its polynomial.
 */
#include "family/hard/sentence.h"
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"
#include "math/flint_poly.h"

#include <inttypes.h>

enum rule { RULE_FORWARD, RULE_BACK, RULE_SCALE, RULE_TURN, RULE_SWAP };

#define MODULUS_MOST 99999
#define DIALS_MOST   250 /* the matrix is raised to a power */
#define SHOWN_DIALS  5   /* the worked solution shows the matrix up to here */
#define CHECK_WORK   1e8 /* rules that check() carries out at most */

struct machine {
    int64_t modulus, digit, power; /* digit 10^power rounds */
    int64_t asked;
    struct ints start;                     /* one item for each dial */
    struct ints rule, dial, other, factor; /* one item for each rule */
};

static const struct field fields[] = {
    NUMBER(struct machine, modulus, 2, MODULUS_MOST),
    NUMBER(struct machine, digit, 1, 9),
    NUMBER(struct machine, power, 0, 18),
    NUMBER(struct machine, asked, 1, DIALS_MOST),
    INTS(struct machine, start, 0, MODULUS_MOST),
    INTS(struct machine, rule, RULE_FORWARD, RULE_SWAP),
    INTS(struct machine, dial, 1, DIALS_MOST),
    INTS(struct machine, other, 1, DIALS_MOST),
    INTS(struct machine, factor, 0, MODULUS_MOST),
    { 0 },
};

/* ---- drawing ---- */

static int64_t draw_prime(struct pick *k)
{
    for (;;) {
        int64_t p = pick(k, 1009, 9973);

        if (n_is_prime((ulong)p))
            return p;
    }
}

static struct ints draw_order(struct pick *k, size_t n)
{
    struct ints order = ints_new(k->arena, n);

    for (size_t i = 0; i < n; i++) {
        size_t j = (size_t)pick(k, 0, (int64_t)i);

        order.x[i] = order.x[j];
        order.x[j] = (int64_t)i;
    }
    return order;
}

/* Any rule about the dial; of two dials none that repeats their links. */
static void draw_rule(struct pick *k, struct machine *v, int64_t at,
                      int64_t dial)
{
    enum rule least = v->start.n > 2 ? RULE_FORWARD : RULE_SCALE;
    enum rule rule = (enum rule)pick(k, least, RULE_SWAP);

    v->rule.x[at] = rule;
    v->dial.x[at] = dial;
    v->other.x[at] = pick_but(k, 1, v->start.n, dial);
    v->factor.x[at] = pick(k, 2, rule == RULE_TURN ? 999 : 29);
}

/* Each dial depends on the next one of a ring through all of them. */
static void draw_link(struct pick *k, struct machine *v, int64_t at,
                      const struct ints *ring, int64_t i)
{
    v->rule.x[at] = pick(k, RULE_FORWARD, RULE_BACK);
    v->dial.x[at] = ring->x[i] + 1;
    v->other.x[at] = ring->x[(i + 1) % ring->n] + 1;
    v->factor.x[at] = pick(k, 2, 29);
}

static void draw(struct pick *k, void *values)
{
    struct machine *v = values;
    size_t n = (size_t)k->depth;
    struct ints ring = draw_order(k, n), places = draw_order(k, 2 * n);

    v->modulus = draw_prime(k);
    v->digit = pick(k, 2, 9);
    v->power = pick(k, 9, 17);
    v->asked = pick(k, 1, k->depth);
    v->start = ints_new(k->arena, n);
    v->rule = ints_new(k->arena, 2 * n);
    v->dial = ints_new(k->arena, 2 * n);
    v->other = ints_new(k->arena, 2 * n);
    v->factor = ints_new(k->arena, 2 * n);
    for (size_t i = 0; i < n; i++) {
        v->start.x[i] = pick(k, 1, v->modulus - 1);
        draw_link(k, v, places.x[2 * i], &ring, (int64_t)i);
        draw_rule(k, v, places.x[2 * i + 1], (int64_t)i + 1);
    }
}

/* ---- the statement ---- */

static void speak(struct speech *s, const void *values)
{
    static const char *const names[] = { "forward", "back", "scale", "turn",
                                         "swap" };
    const struct machine *v = values;
    struct str rules = str_in(s->arena);

    for (int64_t i = 0; i < v->rule.n; i++) {
        form_let(s, "at", i + 1);
        form_let(s, "this", v->dial.x[i]);
        form_let(s, "that", v->other.x[i]);
        form_let(s, "times", v->factor.x[i]);
        sentence_add(s, names[v->rule.x[i]], &rules);
    }
    form_let(s, "dials", v->start.n);
    form_let_text(
        s, "named",
        v->start.n == 2
            ? "$D_1$ and $D_2$"
            : arena_printf(s->arena, "$D_1$ to $D_{%" PRId64 "}$", v->start.n));
    form_let(s, "top", v->modulus - 1);
    form_let_text(s, "rules", str_get(&rules));
}

/* ---- the first road: the power of a matrix ---- */

/* row[i] += c row[j] */
static void add_row(nmod_mat_t m, slong i, slong j, ulong c)
{
    for (slong k = 0; k < nmod_mat_ncols(m); k++)
        nmod_mat_entry(m, i, k) =
            nmod_add(nmod_mat_entry(m, i, k),
                     nmod_mul(c, nmod_mat_entry(m, j, k), m->mod), m->mod);
}

/* The last row stands for the number 1. */
static void add_rule(nmod_mat_t m, const struct machine *v, int64_t at)
{
    slong i = (slong)v->dial.x[at] - 1, j = (slong)v->other.x[at] - 1;
    ulong c = (ulong)(v->factor.x[at] % v->modulus);

    switch ((enum rule)v->rule.x[at]) {
    case RULE_FORWARD: add_row(m, i, j, c); break;
    case RULE_BACK: add_row(m, i, j, nmod_neg(c, m->mod)); break;
    case RULE_SCALE: add_row(m, i, i, nmod_sub(c, 1, m->mod)); break;
    case RULE_TURN: add_row(m, i, nmod_mat_nrows(m) - 1, c); break;
    case RULE_SWAP: nmod_mat_swap_rows(m, NULL, i, j); break;
    }
}

/* The asked dial after the rounds of that matrix. */
static int64_t asked_after(const nmod_mat_t m, const struct machine *v)
{
    slong n = (slong)v->start.n, row = (slong)v->asked - 1;
    ulong sum = nmod_mat_entry(m, row, n);

    for (slong j = 0; j < n; j++)
        sum = nmod_add(
            sum,
            nmod_mul(nmod_mat_entry(m, row, j), (ulong)v->start.x[j], m->mod),
            m->mod);
    return (int64_t)sum;
}

static void tell_round(struct solving *s, const nmod_mat_t m)
{
    size_t n = (size_t)nmod_mat_nrows(m);
    int64_t *x;

    if (!s->steps)
        return;
    let(s, "size", (int64_t)n);
    tell(s, "round");
    if (n > SHOWN_DIALS + 1)
        return;
    x = arena_array(s->arena, int64_t, n * n);
    for (size_t i = 0; i < n * n; i++)
        x[i] = (int64_t)nmod_mat_entry(m, (slong)(i / n), (slong)(i % n));
    let_text(s, "matrix", latex_matrix(s->arena, x, n, n));
    tell(s, "shown");
}

static uint64_t rounds(const struct machine *v)
{
    uint64_t n = (uint64_t)v->digit;

    for (int64_t i = 0; i < v->power; i++)
        n *= 10;
    return n;
}

/* Square and multiply from the highest binary digit of the rounds down.
 * Returns the asked dial at the end. */
static int64_t run_doubling(struct solving *s, nmod_mat_t power,
                            const nmod_mat_t round, const struct machine *v)
{
    uint64_t n = rounds(v);
    struct str passed = str_in(s->arena);

    for (int bit = (int)FLINT_BIT_COUNT(n) - 1; bit >= 0; bit--) {
        nmod_mat_mul(power, power, power);
        if (n >> bit & 1)
            nmod_mat_mul(power, power, round);
        if (s->steps)
            str_addf(&passed, "%s%" PRId64, passed.n ? ", " : "",
                     asked_after(power, v));
    }
    let_text(s, "passed", str_get(&passed));
    return asked_after(power, v);
}

/* Mark the dials on which dial i depends after some rounds. */
static void mark_felt(const nmod_mat_t round, slong i, bool *felt)
{
    felt[i] = true;
    for (slong j = 0; j < nmod_mat_ncols(round) - 1; j++)
        if (!felt[j] && nmod_mat_entry(round, i, j))
            mark_felt(round, j, felt);
}

static bool needs_all(struct arena *a, const nmod_mat_t round, int64_t asked)
{
    slong n = nmod_mat_nrows(round) - 1;
    bool *felt = arena_array(a, bool, n);

    mark_felt(round, (slong)asked - 1, felt);
    for (slong j = 0; j < n; j++)
        if (!felt[j])
            return false;
    return true;
}

static bool solve(struct solving *s, const void *values)
{
    const struct machine *v = values;
    slong n = (slong)v->start.n + 1;
    nmod_mat_t round, power;
    bool good;
    int64_t end;

    nmod_mat_init(round, n, n, (ulong)v->modulus);
    nmod_mat_init(power, n, n, (ulong)v->modulus);
    nmod_mat_one(round);
    nmod_mat_one(power);
    for (int64_t i = 0; i < v->rule.n; i++)
        add_rule(round, v, i);
    tell_round(s, round);
    end = run_doubling(s, power, round, v);
    tell(s, "double");
    solving_key(s, "%" PRId64, end);
    tell(s, "end");
    good = end > 1 && end != v->start.x[v->asked - 1] &&
           needs_all(s->arena, round, v->asked);
    nmod_mat_clear(power);
    nmod_mat_clear(round);
    return good;
}

/* ---- the second road: a recurrence found from the first rounds ---- */

static void turn(const struct machine *v, int64_t at, int64_t *x)
{
    int64_t *this = &x[v->dial.x[at] - 1], *that = &x[v->other.x[at] - 1];
    int64_t c = v->factor.x[at], was = *this;

    switch ((enum rule)v->rule.x[at]) {
    case RULE_FORWARD: *this = (was + c * *that) % v->modulus; break;
    case RULE_BACK: *this = integer_mod(was - c * *that, v->modulus); break;
    case RULE_SCALE: *this = c * was % v->modulus; break;
    case RULE_TURN: *this = (was + c) % v->modulus; break;
    case RULE_SWAP:
        *this = *that;
        *that = was;
        break;
    }
}

/* The asked dial before the first round, after it, after the second ... */
static ulong *watch(struct arena *a, const struct machine *v, size_t n)
{
    ulong *seen = arena_array(a, ulong, n);
    int64_t *x = arena_array(a, int64_t, v->start.n);

    for (int64_t i = 0; i < v->start.n; i++)
        x[i] = v->start.x[i] % v->modulus;
    for (size_t t = 0; t < n; t++) {
        seen[t] = (ulong)x[v->asked - 1];
        for (int64_t i = 0; i < v->rule.n; i++)
            turn(v, i, x);
    }
    return seen;
}

/* The term number digit 10^power of the sequence whose polynomial is c. */
static int64_t far_term(const nmod_poly_t c, const ulong *seen,
                        const struct machine *v)
{
    nmod_poly_t x, rest;
    ulong sum = 0;

    if (nmod_poly_degree(c) == 0) /* all terms are 0 */
        return 0;
    nmod_poly_init_mod(x, c->mod);
    nmod_poly_init_mod(rest, c->mod);
    nmod_poly_set_coeff_ui(x, 1, 1);
    nmod_poly_rem(x, x, c);
    nmod_poly_powmod_ui_binexp(rest, x, (ulong)v->digit, c);
    for (int64_t i = 0; i < v->power; i++)
        nmod_poly_powmod_ui_binexp(rest, rest, 10, c);
    for (slong i = 0; i < nmod_poly_length(rest); i++)
        sum = nmod_add(
            sum, nmod_mul(nmod_poly_get_coeff_ui(rest, i), seen[i], c->mod),
            c->mod);
    nmod_poly_clear(rest);
    nmod_poly_clear(x);
    return (int64_t)sum;
}

static int64_t by_recurrence(struct arena *a, const struct machine *v,
                             slong *order)
{
    size_t n = 2 * (size_t)v->start.n + 4;
    ulong *seen = watch(a, v, n);
    nmod_berlekamp_massey_t b;
    int64_t end;

    nmod_berlekamp_massey_init(b, (ulong)v->modulus);
    nmod_berlekamp_massey_add_points(b, seen, (slong)n);
    nmod_berlekamp_massey_reduce(b);
    *order = nmod_poly_degree(nmod_berlekamp_massey_V_poly(b));
    end = far_term(nmod_berlekamp_massey_V_poly(b), seen, v);
    nmod_berlekamp_massey_clear(b);
    return end;
}

static bool is_machine(const struct machine *v)
{
    int64_t n = v->start.n, rules = v->rule.n;

    if (v->asked > n || rules == 0 || v->dial.n != rules ||
        v->other.n != rules || v->factor.n != rules)
        return false;
    for (int64_t i = 0; i < rules; i++)
        if (v->dial.x[i] > n || v->other.x[i] > n)
            return false;
    return n_is_prime((ulong)v->modulus);
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct machine *v = values;
    slong order;
    int64_t got, end;

    f->by = "a recurrence found from the first rounds";
    f->detail = "the key is not one integer, or the values make no machine";
    if (!key_int(key, &got) || !is_machine(v))
        return TRUTH_NO;
    f->detail = "the machine is too large to be run";
    if ((double)v->start.n * (double)(v->rule.n + v->start.n) > CHECK_WORK)
        return TRUTH_UNKNOWN;
    end = by_recurrence(a, v, &order);
    f->detail = arena_printf(
        a, "the dial has a recurrence of order %ld: it ends at %" PRId64,
        (long)order, end);
    return end == got ? TRUTH_YES : TRUTH_NO;
}

static struct form_file text = {
#include "family/hard/machines.inc"
};

static const struct recipe recipe = {
    .text = &text,
    .size = sizeof(struct machine),
    .fields = fields,
    .draw = draw,
    .free_from = 1,
    .solve = solve,
    .speak = speak,
    .check = check,
};

static const struct family_depth depth = {
    .of = "dials, each with two rules",
    .least = 2,
    .most = DIALS_MOST,
    .levels = { 2, 4, 9, 20, 48 },
};

const struct family hard_machines = {
    .name = "hard/machines",
    .version = 1,
    .answer = ANSWER_INTEGER,
    HARD_CARD(&recipe, &depth),
};
