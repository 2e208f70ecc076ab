/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Replies by the rules of Mathador-LM's own checker, with its defects, so
 * that published numbers can be compared: only lines "digits op digits =
 * digits" are read; the last block of such lines counts; divisions lose their
 * remainder; operations that lead nowhere earn points.
 */
#include "base/ascii.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/vec.h"
#include "family/mathador/reply/play.h"
#include "math/arb.h"

#include <string.h>

struct equation {
    const char *a, *b, *c; /* digits */
    size_t a_n, b_n, c_n;
    enum mathador_op op;
};

/* ---- reading ---- */

static const char *skip(const char *p, const char *end)
{
    while (p < end && is_space(*p))
        p++;
    return p;
}

static const char *read_digits(const char *p, const char *end, const char **at,
                               size_t *n)
{
    *at = p;
    while (p < end && is_digit(*p))
        p++;
    *n = (size_t)(p - *at);
    return *n ? skip(p, end) : NULL;
}

/* The line is an equation and nothing else. */
static bool read_equation(const char *p, const char *end, struct equation *q)
{
    int op = 0;

    p = read_digits(skip(p, end), end, &q->a, &q->a_n);
    if (!p || p == end)
        return false;
    while (op < OPS && game_symbol((enum mathador_op)op) != *p)
        op++;
    if (op == OPS)
        return false;
    q->op = (enum mathador_op)op;
    p = read_digits(skip(p + 1, end), end, &q->b, &q->b_n);
    if (!p || p == end || *p != '=')
        return false;
    p = read_digits(skip(p + 1, end), end, &q->c, &q->c_n);
    return p == end;
}

/* ---- playing ---- */

struct table_of_integers {
    fmpz numbers[GAME_MOST + 1];
    size_t n;
};

static bool take(struct table_of_integers *t, const fmpz_t x)
{
    for (size_t i = 0; i < t->n; i++)
        if (fmpz_equal(&t->numbers[i], x)) {
            fmpz_swap(&t->numbers[i], &t->numbers[--t->n]);
            return true;
        }
    return false;
}

/* Digits of any length. */
static void read_integer(fmpz_t x, struct arena *a, const char *p, size_t n)
{
    fmpz_set_str(x, arena_strndup(a, p, n), 10);
}

#define DOUBLE_BITS 53

/* a op b as theirs has it: a quotient goes through a double and is cut. There
 * is no quotient by zero; their program would stop. */
static bool apply(fmpz_t out, const fmpz_t a, const fmpz_t b,
                  enum mathador_op op)
{
    arf_t q;

    switch (op) {
    case OP_ADD: fmpz_add(out, a, b); return true;
    case OP_SUB: fmpz_sub(out, a, b); return true;
    case OP_MUL: fmpz_mul(out, a, b); return true;
    case OP_DIV:
    default:
        if (fmpz_is_zero(b))
            return false;
        arf_init(q);
        arf_fmpz_div_fmpz(q, a, b, DOUBLE_BITS, ARF_RND_NEAR);
        arf_get_fmpz(out, q, ARF_RND_DOWN);
        arf_clear(q);
        return true;
    }
}

/* Play one line. Returns false if it is the first that breaks a rule. */
static bool play_line(struct arena *a, struct table_of_integers *t,
                      const struct equation *q, struct play *p)
{
    fmpz_t x, y, stated, value;
    bool right, there = true;

    if (q->a_n > LIMIT_DIGITS || q->b_n > LIMIT_DIGITS ||
        q->c_n > LIMIT_DIGITS) { /* a calculation that nothing uses */
        play_fail(p, PLAY_CALCULATION);
        return false;
    }
    fmpz_init(x);
    fmpz_init(y);
    fmpz_init(stated);
    fmpz_init(value);
    read_integer(x, a, q->a, q->a_n);
    read_integer(y, a, q->b, q->b_n);
    read_integer(stated, a, q->c, q->c_n);
    right = apply(value, x, y, q->op) && fmpz_equal(value, stated);
    if (right) {
        there = take(t, x) && take(t, y);
        fmpz_set(&t->numbers[t->n++], stated);
    }
    fmpz_clear(value);
    fmpz_clear(stated);
    fmpz_clear(y);
    fmpz_clear(x);
    if (!right)
        play_fail(p, PLAY_CALCULATION);
    else if (!there)
        play_fail(p, PLAY_ILLEGAL_OPERAND);
    return right && there;
}

/* ---- the last block ---- */

static bool is_blank(const char *p, const char *end)
{
    return skip(p, end) == end;
}

/* The equations of the last block: blank lines do not end one, any other line
 * does. */
static void last_block(struct vec *block, const char *text, size_t n)
{
    const char *end = text + n;
    bool open = false;

    for (const char *p = text; p < end;) {
        const char *nl = memchr(p, '\n', (size_t)(end - p));
        const char *stop = nl ? nl : end;
        struct equation q;

        if (read_equation(p, stop, &q)) {
            if (!open)
                block->n = 0;
            open = true;
            *(struct equation *)vec_push(block) = q;
        } else if (!is_blank(p, stop)) {
            open = false;
        }
        p = nl ? nl + 1 : end;
    }
}

static const char *text_of(struct arena *a, const struct vec *block)
{
    struct str out = str_in(a);

    for (size_t i = 0; i < block->n; i++) {
        const struct equation *q = vec_at(block, i);

        str_addf(&out, "%s%.*s %c %.*s = %.*s", i ? "; " : "", (int)q->a_n,
                 q->a, game_symbol(q->op), (int)q->b_n, q->b, (int)q->c_n,
                 q->c);
    }
    return str_get(&out);
}

/* Points of the lines and the bonus, which four different operators earn. */
static int score_of(const struct vec *block)
{
    int score = POINTS_TARGET, n[OPS] = { 0 };
    bool all = true;

    for (size_t i = 0; i < block->n; i++) {
        const struct equation *q = vec_at(block, i);

        score += game_points(q->op);
        n[q->op]++;
    }
    for (int op = 0; op < OPS; op++)
        all = all && n[op] > 0;
    return score + (all ? POINTS_BONUS : 0);
}

static bool comes_to(struct arena *a, const struct equation *q, int64_t target)
{
    fmpz_t x;
    bool same;

    fmpz_init(x);
    read_integer(x, a, q->c, q->c_n);
    same = fmpz_equal_si(x, target);
    fmpz_clear(x);
    return same;
}

static bool play_block(struct arena *a, const struct game *g,
                       const struct vec *block, struct play *p)
{
    struct table_of_integers t = { .n = g->n };
    bool ok = true;

    for (size_t i = 0; i < GAME_MOST + 1; i++)
        fmpz_init_set_si(&t.numbers[i], i < g->n ? g->numbers[i] : 0);
    for (size_t i = 0; ok && i < block->n; i++)
        ok = play_line(a, &t, vec_at(block, i), p);
    for (size_t i = 0; i < GAME_MOST + 1; i++)
        fmpz_clear(&t.numbers[i]);
    return ok;
}

static const char *reason(const struct play *p)
{
    static const char *const reasons[] = {
        [PLAY_FORMATTING] = "no line is an equation and nothing else",
        [PLAY_CALCULATION] = "a line of the last block is false",
        [PLAY_ILLEGAL_OPERAND] = "a line of the last block uses a number that "
                                 "is not there",
        [PLAY_MISSED_TARGET] = "the last line does not come to the target",
    };

    return p->n_errors ? reasons[p->errors[0]] : "";
}

static void play_paper(struct arena *a, const struct game *g, const char *text,
                       size_t n, struct play *p)
{
    struct vec block = vec_in(a, sizeof(struct equation));

    last_block(&block, text, n);
    p->read = block.n > 0;
    p->steps = text_of(a, &block);
    if (!p->read)
        play_fail(p, PLAY_FORMATTING);
    else if (!play_block(a, g, &block, p))
        return;
    else if (comes_to(a, vec_at(&block, block.n - 1), g->target))
        p->score = score_of(&block);
    else
        play_fail(p, PLAY_MISSED_TARGET);
}

struct play play_read_paper(struct arena *a, const struct game *g,
                            const char *text, size_t n)
{
    struct play p = { 0 };

    play_paper(a, g, text, n, &p);
    p.why = reason(&p);
    return p;
}
