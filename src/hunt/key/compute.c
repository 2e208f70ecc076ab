/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The value of a compute: line. The line is cut into statements at commas
 * outside of brackets; their kind (congruences, equations, one value) decides
 * the road. A value that no exact road gives is its own key, when ball
 * arithmetic shows that it has one: the judge compares formulas.
 */
#include "base/ascii.h"
#include "base/limits.h"
#include "base/str.h"
#include "hunt/key/compute_int.h"
#include "hunt/key/key.h"
#include "math/arb.h"
#include "math/ball/ball.h"
#include "math/decide/decide.h"
#include "math/exact/exact.h"
#include "math/exact/integer.h"
#include "math/read/read.h"
#include "math/tree/print.h"

#include <string.h>

#define BITS_GOOD  64 /* of a ball that is a value */
#define BITS_BALL  192
#define BITS_PLAIN 40 /* of a fraction that a ball is taken for */

const char *compute_fail(struct compute *c, const char *why)
{
    if (!c->why)
        c->why = why;
    return NULL;
}

const char *compute_rational(struct compute *c, const fmpq_t x)
{
    const char *num, *sign = fmpq_sgn(x) < 0 ? "-" : "";
    fmpz_t n;

    if (fmpz_sizeinbase(fmpq_numref(x), 10) > LIMIT_DIGITS ||
        fmpz_sizeinbase(fmpq_denref(x), 10) > LIMIT_DIGITS)
        return compute_fail(c, "the value has too many digits");
    fmpz_init(n);
    fmpz_abs(n, fmpq_numref(x));
    num = integer_text(c->arena, n);
    fmpz_clear(n);
    if (fmpz_is_one(fmpq_denref(x)))
        return arena_printf(c->arena, "%s%s", sign, num);
    return arena_printf(c->arena, "%s\\frac{%s}{%s}", sign, num,
                        integer_text(c->arena, fmpq_denref(x)));
}

/* ---- one value ---- */

/* Returns the simplest fraction in a ball, if it is simple and the judge finds
 * it equal. */
static const char *as_fraction(struct compute *c, const struct expr *x,
                               const arb_t ball)
{
    const char *text = NULL;
    fmpz_t lo, hi, exp;
    fmpq_t l, r, q;

    if (arf_cmpabs_2exp_si(arb_midref(ball), 64) > 0)
        return NULL;
    fmpz_init(lo);
    fmpz_init(hi);
    fmpz_init(exp);
    fmpq_init(l);
    fmpq_init(r);
    fmpq_init(q);
    arb_get_interval_fmpz_2exp(lo, hi, exp, ball);
    if (fmpz_cmpabs(exp, (fmpz[]){ 4096 }) <= 0) {
        slong e = fmpz_get_si(exp);

        fmpq_set_fmpz(l, lo);
        fmpq_set_fmpz(r, hi);
        if (e >= 0) {
            fmpq_mul_2exp(l, l, (flint_bitcnt_t)e);
            fmpq_mul_2exp(r, r, (flint_bitcnt_t)e);
        } else {
            fmpq_div_2exp(l, l, (flint_bitcnt_t)-e);
            fmpq_div_2exp(r, r, (flint_bitcnt_t)-e);
        }
        fmpq_simplest_between(q, l, r);
        if (fmpz_bits(fmpq_numref(q)) + fmpz_bits(fmpq_denref(q)) <=
                BITS_PLAIN &&
            decide_equal(c->arena, x, expr_rational(c->arena, q), NULL,
                         &c->work)
                    .equal == TRUTH_YES)
            text = compute_rational(c, q);
    }
    fmpq_clear(q);
    fmpq_clear(r);
    fmpq_clear(l);
    fmpz_clear(exp);
    fmpz_clear(hi);
    fmpz_clear(lo);
    return text;
}

static const char *by_ball(struct compute *c, const struct expr *x)
{
    const char *text = NULL;
    enum ball got;
    acb_t z;

    acb_init(z);
    got = ball_eval(z, x, NULL, BITS_BALL, &c->work);
    if (got == BALL_UNDEFINED)
        compute_fail(c, "it has no value");
    else if (got != BALL_VALUE || acb_rel_accuracy_bits(z) < BITS_GOOD)
        compute_fail(c, "its value could not be computed");
    else if (acb_is_real(z))
        text = as_fraction(c, x, acb_realref(z));
    if (!c->why && !text)
        text = print_expr(c->arena, x);
    acb_clear(z);
    return text;
}

static const char *value_of(struct compute *c, const struct expr *x)
{
    const char *const *names, *text = NULL;
    struct work own = { .limit = c->work.limit / 2 };
    enum exact got;
    fmpq_t q;

    if (expr_symbols(c->arena, x, &names) > 0)
        return compute_fail(
            c, arena_printf(c->arena, "\"%s\" has no value", names[0]));
    if (x->op == EXPR_MOD)
        return compute_remainder(c, x);
    if (!expr_is_value(x))
        return compute_fail(c, "it is not a value");
    fmpq_init(q);
    got = exact_rational(q, x, &own);
    c->work.used += own.used;
    if (got == EXACT_VALUE)
        text = compute_rational(c, q);
    else if (got == EXACT_UNDEFINED)
        compute_fail(c, "it has no value");
    fmpq_clear(q);
    return text || c->why ? text : by_ball(c, x);
}

/* ---- the line ---- */

/* Without what is around it: "compute:", code marks, dollar signs, a full
 * stop. */
static char *clean(struct arena *a, const char *line)
{
    static const char *const around[] = { "$$", "$", "``", "`" };
    char *s = str_trim(a, line);

    if (str_starts(s, "Compute:") || str_starts(s, "compute:"))
        s = str_trim(a, s + 8);
    for (size_t i = 0; i < sizeof around / sizeof *around; i++) {
        size_t k = strlen(around[i]), n = strlen(s);

        if (n >= 2 * k && str_starts(s, around[i]) && str_ends(s, around[i]) &&
            !strchr(arena_strndup(a, s + k, n - 2 * k), *around[i]))
            s = str_trim(a, arena_strndup(a, s + k, n - 2 * k));
    }
    if (str_ends(s, ".") && !str_ends(s, ".."))
        s[strlen(s) - 1] = '\0';
    for (char *p = s; *p; p++) /* "$x=1$, $y=2$" */
        *p = *p == '$' ? ' ' : *p;
    return str_trim(a, s);
}

static bool is_word(const char *s, const char *word)
{
    size_t n = strlen(word);

    return strncmp(s, word, n) == 0 && !is_letter(s[n]);
}

/* Does a statement end at s[i]? Its separator's length; 0: it does not. */
static size_t separator(const char *s, size_t i)
{
    bool free = i > 0 && (is_space(s[i - 1]) || s[i - 1] == ')');

    if (s[i] == ';' || s[i] == '\n' ||
        (s[i] == ',' && !(i && is_digit(s[i - 1]) && is_digit(s[i + 1]))))
        return 1;
    return free && is_word(s + i, "and") ? 3 : 0;
}

static bool add_statement(struct compute *c, const char *s, size_t n)
{
    char *text = str_trim(c->arena, arena_strndup(c->arena, s, n));
    struct err e;

    if (!*text)
        return true;
    if (c->n == COMPUTE_STATEMENTS) {
        compute_fail(c, "it has too many statements");
        return false;
    }
    if (!read_expr(c->arena, text, strlen(text), NULL, &c->statements[c->n],
                   &e)) {
        compute_fail(c, arena_printf(c->arena, "it cannot be read: %s", e.msg));
        return false;
    }
    c->n++;
    return true;
}

static bool cut(struct compute *c, const char *s)
{
    size_t from = 0, i = 0;
    int depth = 0;

    for (; s[i]; i++) {
        size_t n = depth <= 0 ? separator(s, i) : 0;

        depth += (s[i] == '(' || s[i] == '[' || s[i] == '{') -
                 (s[i] == ')' || s[i] == ']' || s[i] == '}');
        if (n == 0)
            continue;
        if (!add_statement(c, s + from, i - from))
            return false;
        from = i + n;
        i += n - 1;
    }
    return add_statement(c, s + from, i - from);
}

/* "... for x": cut it off, read it. */
static bool take_target(struct compute *c, char *s)
{
    char *at = NULL;
    struct err e;

    for (char *p = s; (p = strstr(p, " for ")); p++)
        at = p;
    if (!at)
        return true;
    *at = '\0';
    if (read_expr(c->arena, at + 5, strlen(at + 5), NULL, &c->target, &e))
        return true;
    compute_fail(c, "the requested quantity cannot be read");
    return false;
}

/* ---- the road ---- */

static bool all_are(const struct compute *c, enum expr_op op)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->statements[i]->op != op ||
            (op == EXPR_RELATION &&
             (c->statements[i]->count != 2 ||
              c->statements[i]->relations[0] != RELATION_EQ)))
            return false;
    return c->n > 0;
}

/* One equation that only names or checks a value. */
static const char *named_value(struct compute *c, bool *is)
{
    const struct expr *x = c->statements[0];
    const char *const *names;

    *is = c->n == 1 && !c->target;
    if (*is && expr_symbols(c->arena, x, &names) == 0) {
        if (decide_equal(c->arena, x->args[0], x->args[1], NULL, &c->work)
                .equal != TRUTH_YES)
            return compute_fail(c, "its two sides are not equal");
        return value_of(c, x->args[0]);
    }
    *is = *is && x->args[0]->op == EXPR_SYMBOL &&
          expr_symbols(c->arena, x->args[1], &names) == 0;
    return *is ? value_of(c, x->args[1]) : NULL;
}

static const char *run(struct compute *c, const char *line)
{
    const char *text;
    char *s = clean(c->arena, line);
    bool named, solve = is_word(s, "solve") || is_word(s, "Solve");

    if (!take_target(c, s) || !cut(c, s + (solve ? 5 : 0)))
        return NULL;
    if (all_are(c, EXPR_CONGRUENT))
        return compute_congruences(c);
    if (all_are(c, EXPR_RELATION)) {
        text = named_value(c, &named);
        return named ? text : compute_solution(c);
    }
    if (c->n != 1 || solve || c->target)
        return compute_fail(c, "it is not understood");
    return value_of(c, c->statements[0]);
}

const char *key_compute(struct arena *a, const char *line, const char **why)
{
    struct compute c = { .arena = a, .work = { .limit = COMPUTE_WORK } };
    const char *text = NULL;

    if (strlen(line) > COMPUTE_BYTES)
        compute_fail(&c, "it is too long");
    else if (str_blank(line))
        compute_fail(&c, "it is empty");
    else
        text = run(&c, line);
    *why = text ? NULL : c.why ? c.why : "it is not understood";
    return text;
}
