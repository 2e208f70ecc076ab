/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The printer: text cases, and what holds for every tree of the shape that
 * the reader makes: reading what was printed gives the same tree, and
 * printing that the same bytes. Over random trees of all operators, and with
 * ASSAY_DATA set over the answers of the public sets there.
 */
#include "../lib/cases.h"
#include "base/rng.h"
#include "base/str.h"
#include "math/read/read.h"
#include "math/tree/print.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- cases ---- */

static void spellings(void **state)
{
    struct cases c;
    const char *l[2];

    (void)state;
    cases_open(&c, "print/canonical.test");
    while (cases_next(&c, l, 2)) {
        struct arena a = { 0 };
        struct err e = { 0 };
        const struct expr *x;

        if (!read_expr(&a, l[0], strlen(l[0]), NULL, &x, &e))
            cases_fail(&c, "cannot be read: %s", e.msg);
        else if (strcmp(print_expr(&a, x), l[1]) != 0)
            cases_fail(&c, "got \"%s\"", print_expr(&a, x));
        arena_clear(&a);
    }
    assert_int_equal(cases_close(&c), 0);
}

/* ---- the fixed point ---- */

/* NULL when all is well, else what went wrong. */
static const char *fault(struct arena *a, const struct expr *x)
{
    const char *text = print_expr(a, x);
    struct err e = { 0 };
    const struct expr *y;

    if (!read_expr(a, text, strlen(text), NULL, &y, &e))
        return arena_printf(a, "%s\n  cannot be read: %s", text, e.msg);
    if (strcmp(print_expr(a, y), text) != 0)
        return arena_printf(a, "%s\n  prints again as %s", text,
                            print_expr(a, y));
    return expr_same(x, y) ? NULL
                           : arena_printf(a, "%s\n  is another tree", text);
}

/* ---- random trees ---- */

struct maker {
    struct arena *a;
    struct rng r;
};

static unsigned draw(struct maker *m, unsigned n)
{
    return (unsigned)rng_below(&m->r, n);
}

static const struct expr *number(struct maker *m)
{
    struct expr_number n = { .base = 10 };
    const struct expr *x;
    unsigned kind = draw(m, 12);

    fmpq_init(n.value);
    fmpq_set_si(n.value, (slong)draw(m, 100), 1);
    if (kind == 0) { /* 3.50 */
        n.decimal = true;
        n.places = (int)draw(m, 4) + 1;
        fmpq_set_si(n.value, (slong)draw(m, 1000), n.places > 2 ? 1000 : 10);
    } else if (kind == 1) { /* 12E3 */
        n.decimal = true;
        n.places = -2;
        fmpq_set_si(n.value, 100 * (slong)draw(m, 50), 1);
    } else if (kind == 2) {
        n.base = 2;
    } else if (kind == 3) {
        n.decimal = n.repeating = true;
        fmpq_set_si(n.value, (slong)draw(m, 50) + 1, 7 * (draw(m, 4) + 1));
    } else if (kind == 4) {
        fmpz_set_ui(fmpq_numref(n.value), 7);
        fmpz_pow_ui(fmpq_numref(n.value), fmpq_numref(n.value), draw(m, 60));
    }
    x = expr_number(m->a, &n);
    fmpq_clear(n.value);
    return x;
}

static const struct expr *leaf(struct maker *m)
{
    static const char *const names[] = { "x", "y",      "n",       "a", "d",
                                         "I", "x_{1}",  "epsilon", "f", "m",
                                         "C", "bar{x}", "A_{10}",  "y'" };

    switch (draw(m, 4)) {
    case 0: return number(m);
    case 1: return expr_constant(m->a, (enum expr_constant)draw(m, 3));
    default: return expr_symbol(m->a, names[draw(m, 14)]);
    }
}

static const struct expr *value(struct maker *m, unsigned depth);

static struct expr *node(struct maker *m, enum expr_op op, unsigned n,
                         unsigned depth)
{
    const struct expr *args[6];

    for (unsigned i = 0; i < n; i++)
        args[i] = value(m, depth);
    return expr_new(m->a, op, args, n);
}

static const struct expr *call(struct maker *m, unsigned depth)
{
    const struct function *f;
    struct expr *x;
    unsigned n;

    do
        f = function_card((enum function_id)draw(m, FN_COUNT));
    while (f->id == FN_DET || f->id == FN_TRACE || f->id == FN_TRANSPOSE ||
           f->id == FN_NORM);
    n = f->arity_max ? f->arity_min + draw(m, f->arity_max - f->arity_min + 1)
                     : 1 + draw(m, 3);
    x = node(m, EXPR_CALL, n, depth);
    x->function = f;
    return x;
}

static const struct expr *bound(struct maker *m, unsigned depth)
{
    static const enum expr_op ops[] = { EXPR_SUM, EXPR_PRODUCT, EXPR_INTEGRAL,
                                        EXPR_LIMIT, EXPR_DERIVATIVE };
    enum expr_op op = ops[draw(m, 5)];
    const struct expr *args[4] = { value(m, depth), expr_symbol(m->a, "k"),
                                   value(m, depth), value(m, depth) };
    unsigned n = op == EXPR_LIMIT ? 3 : op == EXPR_DERIVATIVE ? 2 : 4;
    struct expr *x;

    if (op == EXPR_INTEGRAL && draw(m, 2))
        n = 2;
    x = expr_new(m->a, op, args, n);
    if (op == EXPR_LIMIT)
        x->side = (int)draw(m, 3) - 1;
    if (op == EXPR_DERIVATIVE)
        x->degree = 1 + draw(m, 3);
    return x;
}

static const struct expr *value(struct maker *m, unsigned depth)
{ /* long: one line for each operator */
    struct expr *x;

    if (depth == 0 || draw(m, 5) == 0)
        return leaf(m);
    depth--;
    switch (draw(m, 16)) {
    case 0: return node(m, EXPR_NEG, 1, depth);
    case 1:
    case 2: return node(m, EXPR_ADD, 2 + draw(m, 2), depth);
    case 3:
    case 4:
    case 5: return node(m, EXPR_MUL, 2 + draw(m, 2), depth);
    case 6:
    case 7: return node(m, EXPR_DIV, 2, depth);
    case 8:
    case 9: return node(m, EXPR_POW, 2, depth);
    case 10:
        x = node(m, EXPR_FACTORIAL, 1, depth);
        x->degree = 1 + draw(m, 2);
        return x;
    case 11:
    case 12: return call(m, depth);
    case 13:
        x = node(m, EXPR_APPLY, 1 + draw(m, 2), depth);
        x->name = draw(m, 2) ? "f" : "g_{1}'";
        return x;
    case 14: return bound(m, depth);
    default:
        switch (draw(m, 4)) {
        case 0: return node(m, EXPR_PERCENT, 1, depth);
        case 1: return node(m, EXPR_DEGREE, 1, depth);
        case 2: return node(m, EXPR_MOD, 2, depth);
        default:
            x = node(m, EXPR_PLUSMINUS, 1 + draw(m, 2), depth);
            x->mirror = draw(m, 2);
            return x;
        }
    }
}

/* ---- random structures and statements ---- */

static const struct expr *relation(struct maker *m)
{
    static const enum relation signs[] = { RELATION_EQ,    RELATION_NE,
                                           RELATION_LT,    RELATION_LE,
                                           RELATION_GT,    RELATION_GE,
                                           RELATION_APPROX };
    unsigned n = 2 + draw(m, 2);
    enum relation *between = arena_array(m->a, enum relation, n);
    struct expr *x = node(m, EXPR_RELATION, n, 2);

    for (unsigned i = 0; i + 1 < n; i++)
        between[i] = signs[draw(m, 7)];
    x->relations = between;
    return x;
}

static const struct expr *interval(struct maker *m)
{
    struct expr *x = node(m, EXPR_INTERVAL, 2, 1);

    x->open_from = draw(m, 2);
    x->open_to = !x->open_from; /* one bracket is square */
    return x;
}

static const struct expr *pair(struct maker *m, enum expr_op op,
                               const struct expr *(*make)(struct maker *))
{
    const struct expr *x = make(m), *y = make(m);

    return expr_binary(m->a, op, x, y);
}

static const struct expr *any(struct maker *m)
{ /* long: one line for each structure */
    struct expr *x;

    switch (draw(m, 16)) {
    case 0: return node(m, EXPR_TUPLE, 2 + draw(m, 3), 2);
    case 1: return node(m, EXPR_LIST, 2 + draw(m, 3), 2);
    case 2: return node(m, EXPR_SET, 1 + draw(m, 3), 2);
    case 3: return interval(m);
    case 4: return pair(m, EXPR_UNION, interval);
    case 5: return relation(m);
    case 6: return pair(m, EXPR_AND, relation);
    case 7: return pair(m, EXPR_OR, relation);
    case 8: return node(m, EXPR_RATIO, 2 + draw(m, 2), 2);
    case 9:
        x = node(m, EXPR_MATRIX, 6, 2);
        x->rows = 1 + draw(m, 3);
        return x;
    case 10:
        x = node(m, EXPR_QUANTITY, 1, 2);
        x->name = draw(m, 2) ? "cm^{2}" : "m/s";
        return x;
    case 11: return node(m, EXPR_CONGRUENT, 3, 2);
    default: return value(m, 4);
    }
}

static bool is_limit(const struct expr *x)
{
    return x->op == EXPR_LIMIT;
}

/* What the reader never makes: a modulus behind "=" is a congruence, whatever
 * the brackets, and a limit at a limit would share its side. */
static bool is_awkward(const struct expr *x)
{
    return (x->op == EXPR_RELATION && x->args[x->count - 1]->op == EXPR_MOD) ||
           (x->op == EXPR_LIMIT && expr_any(x->args[2], is_limit));
}

#define TREES 20000

static void random_trees(void **state)
{
    unsigned bad = 0;

    (void)state;
    for (uint64_t i = 0; i < TREES; i++) {
        struct arena a = { 0 };
        struct maker m = { .a = &a };
        const struct expr *x;
        const char *why;

        rng_init(&m.r, (struct hash128){ 0x7072696e74, i });
        x = any(&m);
        why = expr_any(x, is_awkward) ? NULL : fault(&a, x);
        if (why && bad++ < 20)
            print_error("tree %u: %s\n", (unsigned)i, why);
        arena_clear(&a);
    }
    assert_int_equal(bad, 0);
}

/* ---- public sets ---- */

static bool check_text(struct arena *a, const char *text)
{
    struct err e = { 0 };
    const struct expr *x;
    const char *why;

    if (strlen(text) > 4000 || !read_expr(a, text, strlen(text), NULL, &x, &e))
        return true; /* the reader's own tests ask about these */
    why = fault(a, x);
    if (why)
        print_error("\"%s\" prints as %s\n", text, why);
    return why == NULL;
}

static size_t check_file(const char *path, size_t *bad)
{
    static const char *const names[] = { "answer", "gold", "expected_answer",
                                         "extracted", "final_answer" };
    struct lines l;
    struct err e = { 0 };
    struct arena a = { 0 };
    struct json *row;
    size_t n = 0;

    if (!lines_open(&l, path, 0, &e))
        return 0;
    while (lines_next_json(&l, &a, &row, &e) == LINES_LINE) {
        for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
            const char *text = json_string(json_get(row, names[i]));

            n += text != NULL;
            *bad += text && !check_text(&a, text);
        }
        arena_reset(&a);
    }
    lines_close(&l);
    arena_clear(&a);
    return n;
}

static void public_answers(void **state)
{
    const char *data = getenv("ASSAY_DATA");
    DIR *d = data ? opendir(data) : NULL;
    struct arena a = { 0 };
    struct dirent *entry;
    size_t n = 0, bad = 0;

    (void)state;
    if (!d)
        skip();
    while ((entry = readdir(d)))
        if (str_ends(entry->d_name, ".jsonl"))
            n += check_file(arena_printf(&a, "%s/%s", data, entry->d_name),
                            &bad);
    closedir(d);
    arena_clear(&a);
    printf("# figure: print-read-print fixed over %zu public answers\n", n);
    assert_int_equal(bad, 0);
}

/* ---- what programs make and readers do not ---- */

static void numbers_of_programs(void **state)
{
    struct arena a = { 0 };
    struct expr *x;
    fmpq_t q;

    (void)state;
    fmpq_init(q);
    fmpq_set_si(q, -3, 4);
    x = expr_rational(&a, q);
    assert_string_equal(print_expr(&a, x), "-\\frac{3}{4}");
    x = expr_binary(&a, EXPR_POW, x, expr_integer(&a, 2));
    assert_string_equal(print_expr(&a, x), "\\left(-\\frac{3}{4}\\right)^{2}");
    x = expr_binary(&a, EXPR_MUL, expr_integer(&a, -2), expr_symbol(&a, "x"));
    assert_string_equal(print_expr(&a, x), "\\left(-2\\right)x");
    fmpq_clear(q);
    arena_clear(&a);
}

/* A repeating part too long to write is a fraction. */
static void long_periods(void **state)
{
    struct arena a = { 0 };
    struct expr_number n = { .base = 10, .decimal = true, .repeating = true };

    (void)state;
    fmpq_init(n.value);
    fmpq_set_si(n.value, 1, 19937);
    assert_string_equal(print_expr(&a, expr_number(&a, &n)),
                        "\\frac{1}{19937}");
    fmpq_clear(n.value);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spellings),      cmocka_unit_test(random_trees),
        cmocka_unit_test(public_answers), cmocka_unit_test(numbers_of_programs),
        cmocka_unit_test(long_periods),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
