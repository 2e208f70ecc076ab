/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Replies by the rules of Mathador-LM's own checker, with its defects, so
 * that published numbers can be compared: only lines "digits op digits =
 * digits" are read; the last block of such lines counts; divisions lose their
 * remainder; operations that lead nowhere earn points.
 */
#include "base/limits.h"
#include "base/str.h"
#include "base/vec.h"
#include "family/mathador/reply/play.h"
#include "math/arb.h"
#include "text/span.h"

struct equation {
    struct span number[3]; /* digits */
    enum mathador_op op;
};

/* The line is an equation and nothing else. */
static bool read_equation(struct span line, struct equation *q)
{
    static const char blanks[] = " \t\r\v\f";
    size_t at = span_skip(line, 0, blanks);
    int op = 0;

    for (int i = 0; i < 3; i++) {
        size_t n = span_digits(line, at);

        q->number[i] = span_cut(line, at, at + n);
        at = span_skip(line, at + n, blanks);
        if (n == 0 || i == 2)
            break;
        while (i == 0 && op < OPS &&
               game_symbol((enum mathador_op)op) != span_byte(line, at))
            op++;
        if (op == OPS || (i == 1 && span_byte(line, at) != '='))
            return false;
        at = span_skip(line, at + 1, blanks);
    }
    q->op = (enum mathador_op)op;
    return q->number[0].n && q->number[1].n && q->number[2].n && at == line.n;
}

/* The equations of the last block: blank lines do not end one, any other line
 * does. */
static void last_block(struct vec *block, struct span text)
{
    struct span line;
    bool open = false;

    while (span_split(&text, '\n', &line)) {
        struct equation q;

        if (read_equation(line, &q)) {
            if (!open)
                block->n = 0;
            open = true;
            *(struct equation *)vec_push(block) = q;
        } else if (span_trim(line).n) {
            open = false;
        }
    }
}

#define DOUBLE_BITS 53

/* Is a op b what is stated, as theirs has it? A quotient goes through a double
 * and is cut. There is no quotient by zero; their program would stop. */
static bool holds(enum mathador_op op, const fmpz_t a, const fmpz_t b,
                  const fmpz_t stated)
{
    fmpz_t x;
    arf_t q;
    bool same;

    if (op == OP_DIV && fmpz_is_zero(b))
        return false;
    fmpz_init(x);
    arf_init(q);
    switch (op) {
    case OP_ADD: fmpz_add(x, a, b); break;
    case OP_SUB: fmpz_sub(x, a, b); break;
    case OP_MUL: fmpz_mul(x, a, b); break;
    case OP_DIV:
    default:
        arf_fmpz_div_fmpz(q, a, b, DOUBLE_BITS, ARF_RND_NEAR);
        arf_get_fmpz(x, q, ARF_RND_DOWN);
    }
    same = fmpz_equal(x, stated);
    arf_clear(q);
    fmpz_clear(x);
    return same;
}

/* Numbers on the table, which fit into 64 bits however they are multiplied. */
struct table_of_integers {
    int64_t numbers[GAME_MOST + 1];
    size_t n;
};

static bool take(struct table_of_integers *t, const fmpz_t x)
{
    for (size_t i = 0; i < t->n; i++)
        if (fmpz_equal_si(x, t->numbers[i])) {
            t->numbers[i] = t->numbers[--t->n];
            return true;
        }
    return false;
}

/* Play one line. Returns false if it is the first that breaks a rule. */
static bool play_line(struct arena *a, struct table_of_integers *t,
                      const struct equation *q, struct play *p)
{
    bool right = true, there = false;
    fmpz_t x[3];

    for (int i = 0; i < 3; i++) {
        struct span s = span_cut(q->number[i], 0, LIMIT_DIGITS);

        /* A longer number is a calculation that nothing uses. */
        right = right && s.n == q->number[i].n;
        fmpz_init(x[i]);
        fmpz_set_str(x[i], arena_strndup(a, s.s, s.n), 10);
    }
    right = right && holds(q->op, x[0], x[1], x[2]);
    if (!right)
        play_fail(p, PLAY_CALCULATION, "a line of the last block is false");
    else if (!take(t, x[0]) || !take(t, x[1]))
        play_fail(p, PLAY_ILLEGAL_OPERAND,
                  "a line of the last block uses a number that is not there");
    else
        there = true;
    if (there)
        t->numbers[t->n++] = fmpz_get_si(x[2]);
    for (int i = 0; i < 3; i++)
        fmpz_clear(x[i]);
    return there;
}

/* Play the lines, and note the points of each and the bonus, which four
 * different operators earn. */
static void play_block(struct arena *a, const struct game *g,
                       const struct vec *block, struct play *p)
{
    struct table_of_integers t = { .n = g->n };
    int score = POINTS_TARGET + POINTS_BONUS, n[OPS] = { 0 };
    bool ok = true;

    for (size_t i = 0; i < g->n; i++)
        t.numbers[i] = g->numbers[i];
    for (size_t i = 0; ok && i < block->n; i++) {
        const struct equation *q = vec_at(block, i);

        ok = play_line(a, &t, q, p);
        score += game_points(q->op);
        n[q->op]++;
    }
    if (!ok)
        return;
    if (!(n[OP_ADD] && n[OP_SUB] && n[OP_MUL] && n[OP_DIV]))
        score -= POINTS_BONUS;
    if (t.numbers[t.n - 1] == g->target)
        p->score = score;
    else
        play_fail(p, PLAY_MISSED_TARGET,
                  "the last line does not come to the target");
}

struct play play_read_paper(struct arena *a, const struct game *g,
                            const char *text, size_t n)
{
    struct vec block = vec_in(a, sizeof(struct equation));
    struct str steps = str_in(a);
    struct play p = { .why = "" };

    last_block(&block, (struct span){ text, n });
    p.read = block.n > 0;
    for (size_t i = 0; i < block.n; i++) {
        const struct equation *q = vec_at(&block, i);

        str_addf(&steps, "%s%.*s %c %.*s = %.*s", i ? "; " : "",
                 (int)q->number[0].n, q->number[0].s, game_symbol(q->op),
                 (int)q->number[1].n, q->number[1].s, (int)q->number[2].n,
                 q->number[2].s);
    }
    p.steps = str_get(&steps);
    if (p.read)
        play_block(a, g, &block, &p);
    else
        play_fail(&p, PLAY_FORMATTING,
                  "no line is an equation and nothing else");
    return p;
}
