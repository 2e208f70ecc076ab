/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Readings that the question or the other side allows: 231 for 231_5 where base
 * 5 was asked for, 50 \pm 2.8 for a confidence interval, 12,34,567 in Indian
 * groups, "where" definitions without the word, and conditions that only repeat
 * where a formula has values.
 */
#include "base/ascii.h"
#include "base/str.h"
#include "grade/compare/compare_int.h"
#include "grade/grade_int.h"
#include "math/arb.h"
#include "math/ball/ball.h"

#include <stdlib.h>
#include <string.h>

/* ---- bases ---- */

static bool is_whole(const struct expr *x)
{
    return x->op == EXPR_NUMBER && !x->number->decimal;
}

/* Does the question name the base: "base 5", "base five", "binary"? */
static bool names_base(const char *question, int base)
{
    static const char *const words[][3] = {
        { "base two", "binary", "base-two" },
        { "base eight", "octal", "base-eight" },
        { "base sixteen", "hexadecimal", "base-sixteen" },
        { "base three", "ternary", "base-three" },
        { "base five", "quinary", "base-five" },
    };
    static const int bases[] = { 2, 8, 16, 3, 5 };
    char *end;

    if (!question)
        return false;
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 3 && bases[i] == base; k++)
            if (strstr(question, words[i][k]))
                return true;
    for (const char *s = strstr(question, "base"); s; s = strstr(s, "base")) {
        s += 4 + strspn(s + 4, " $-{");
        if (is_digit(*s) && strtol(s, &end, 10) == base)
            return true;
    }
    return false;
}

const char *base_prefix_read(struct arena *a, const char *text)
{
    static const struct {
        const char *prefix, *digits;
        int base;
    } bases[] = { { "0x", "0123456789abcdefABCDEF", 16 },
                  { "0b", "01", 2 },
                  { "0o", "01234567", 8 } };

    for (size_t i = 0; i < sizeof bases / sizeof bases[0]; i++) {
        size_t n = strlen(text);
        char *digits;

        if (!str_starts(text, bases[i].prefix) || n < 4 ||
            strspn(text + 2, bases[i].digits) != n - 2)
            continue;
        digits = arena_strdup(a, text + 2);
        for (char *c = digits; *c; c++)
            *c = is_lower(*c) ? (char)(*c - 'a' + 'A') : *c;
        return arena_printf(a, "%s_{%d}", digits, bases[i].base);
    }
    return text;
}

/* The digits with which a numeral begins; 0: it begins with something else. */
static size_t digits_of(const char *text)
{
    return strspn(text, "0123456789");
}

/* 231 and 231_5: the same digits, of which only one says their base. */
static void base_unsaid(struct answer_pair *p, struct comparison *best)
{
    const struct expr *k = p->key.tree, *a = p->answer.tree;
    size_t n = digits_of(p->key.text);
    int base;

    if (!is_whole(k) || !is_whole(a) ||
        (k->number->base == 10) == (a->number->base == 10) || n == 0 ||
        digits_of(p->answer.text) != n ||
        memcmp(p->key.text, p->answer.text, n) != 0)
        return;
    base = k->number->base == 10 ? a->number->base : k->number->base;
    if (names_base(p->request->question, base) ||
        (base == 2 && a->number->base == 2 && n > 3 &&
         strspn(p->key.text, "01") == n))
        *best = found_lenient("base", "the same digits",
                              "only one of them states its number base");
}

void pair_base_demanded(struct answer_pair *p, struct comparison *best)
{
    const struct expr *k = p->key.tree, *a = p->answer.tree;

    if (is_whole(k) && is_whole(a) && k->number->base != 10 &&
        a->number->base == 10 &&
        names_base(p->request->question, k->number->base))
        *best = found(TRUTH_NO, "base",
                      "the answer is not written in the number base that is "
                      "asked for");
}

/* ---- groups ---- */

/* 12,34,567: two digits a group, and three at the end. */
static const char *without_indian_groups(struct arena *a, const char *text)
{
    struct str s = str_in(a);
    size_t n = strspn(text, "0123456789"), groups = 0;

    if (n == 0 || n > 2)
        return NULL;
    str_addn(&s, text, n);
    text += n;
    while (*text == ',' && strspn(text + 1, "0123456789") == 2) {
        str_addn(&s, text + 1, 2);
        text += 3;
        groups++;
    }
    if (!groups || *text != ',' || strspn(text + 1, "0123456789") != 3)
        return NULL;
    str_add(&s, text + 1);
    return str_get(&s);
}

static void groups_of_two(struct answer_pair *p, struct comparison *best)
{
    struct answer_side side = p->answer;
    const char *text = without_indian_groups(p->judge->arena, p->answer.text);

    if (!text || !is_whole(p->key.tree))
        return;
    side.text = text;
    if (pair_read_side(p, &side, NULL, 0, false, false))
        pair_try(p, p->key.tree, side.tree, best);
}

/* ---- intervals ---- */

/* a \pm b as the interval from a - b to a + b. */
static const struct expr *as_interval(struct arena *a, const struct expr *x)
{
    const struct expr *ends[2];

    x = shape_value(x);
    if (x->op != EXPR_PLUSMINUS || x->count != 2)
        return NULL;
    ends[0] = shape_choose_sign(a, x, x->mirror);
    ends[1] = shape_choose_sign(a, x, !x->mirror);
    return expr_new(a, EXPR_TUPLE, ends, 2);
}

static const struct expr *as_pair(struct arena *a, const struct expr *x)
{
    x = shape_value(x);
    if (x->op == EXPR_INTERVAL || x->op == EXPR_TUPLE)
        return x->count == 2 ? expr_new(a, EXPR_TUPLE, x->args, 2) : NULL;
    return NULL;
}

static void margins(struct answer_pair *p, struct comparison *best)
{
    struct arena *a = p->judge->arena;
    const char *question = p->request->question;
    const struct expr *k = as_interval(a, p->key.tree);
    const struct expr *y = as_interval(a, p->answer.tree);

    if (!question || !k == !y || !strstr(question, "nterval"))
        return;
    pair_try(p, k ? k : as_pair(a, p->key.tree),
             y ? y : as_pair(a, p->answer.tree), best);
}

/* ---- definitions ---- */

/* A name for something else than a variable. */
static bool is_defined_name(const struct expr *x)
{
    return x->op == EXPR_SYMBOL &&
           !(strlen(x->name) == 1 && strchr("xyztn", x->name[0]));
}

static bool is_definition(const struct expr *x)
{
    return x->op == EXPR_RELATION && x->count == 2 &&
           x->relations[0] == RELATION_EQ && is_defined_name(x->args[0]) &&
           expr_is_value(x->args[1]);
}

/* The formula that definitions serve: a value, f(x) = ..., F_n = ... */
static bool is_defined(const struct expr *x)
{
    if (expr_is_value(x))
        return true;
    return x->op == EXPR_RELATION && x->count == 2 &&
           x->relations[0] == RELATION_EQ && expr_is_value(x->args[1]) &&
           (x->args[0]->op == EXPR_APPLY ||
            (x->args[0]->op == EXPR_SYMBOL && strchr(x->args[0]->name, '_')));
}

/* Returns F_n of "F_n = (p^n - q^n)/r, p = ..., q = ..." with the values of p
 * and q in their places, or x itself if it is another list. */
static const struct expr *with_definitions(struct arena *a,
                                           const struct expr *x)
{
    const struct expr *main, *was;

    if (x->op != EXPR_LIST || x->count < 2 || x->count > 8 ||
        !is_defined(x->args[0]))
        return x;
    main = x->args[0];
    for (unsigned i = 1; i < x->count; i++) {
        const struct expr *d = x->args[i];

        if (!is_definition(d))
            return x;
        was = main;
        main = expr_replace(a, main, d->args[0]->name, d->args[1]);
        if (expr_same(main, was))
            return x;
    }
    return main;
}

static void definitions(struct answer_pair *p, struct comparison *best)
{
    const struct expr *k = with_definitions(p->judge->arena, p->key.tree);
    const struct expr *a = with_definitions(p->judge->arena, p->answer.tree);

    if (k != p->key.tree || a != p->answer.tree)
        pair_try(p, k, a, best);
}

/* ---- conditions ---- */

/* Has the formula no real value where x is the number? */
static bool is_nowhere(struct answer_pair *p, const struct expr *f,
                       const char *name, const struct expr *number)
{
    struct arena *a = p->judge->arena;
    acb_t v;
    bool not ;

    acb_init(v);
    switch (ball_eval(v, expr_replace(a, f, name, number), NULL, 128,
                      p->judge->work)) {
    case BALL_UNDEFINED: not = true; break;
    case BALL_VALUE: not = !arb_contains_zero(acb_imagref(v)); break;
    default: not = false; break;
    }
    acb_clear(v);
    return not ;
}

/* Does x > 0 only repeat where the formula has real values: has it none at
 * places beyond the bound? */
static bool repeats_domain(struct answer_pair *p, const struct expr *f,
                           const struct expr *r)
{
    static const int steps[][2] = { { 1, 7 }, { 1, 1 }, { 5, 2 }, { 9, 1 } };
    struct arena *a = p->judge->arena;
    bool above;
    fmpq_t v;

    if (r->op != EXPR_RELATION || r->count != 2 ||
        r->args[0]->op != EXPR_SYMBOL || shape_has_symbols(a, r->args[1]) ||
        r->relations[0] < RELATION_LT || r->relations[0] > RELATION_GE)
        return false;
    above = r->relations[0] == RELATION_GT || r->relations[0] == RELATION_GE;
    f = shape_value(f);
    if (!expr_is_value(f))
        return false;
    fmpq_init(v);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        fmpq_set_si(v, above ? -steps[i][0] : steps[i][0], (ulong)steps[i][1]);
        if (!is_nowhere(
                p, f, r->args[0]->name,
                expr_binary(a, EXPR_ADD, r->args[1], expr_rational(a, v)))) {
            fmpq_clear(v);
            return false;
        }
    }
    fmpq_clear(v);
    return true;
}

/* Returns the formula of "f, x \ne 3" or "ln x, x > 0", whose conditions only
 * name values that are left out, or x itself if it is another list. */
static const struct expr *without_exclusions(struct answer_pair *p,
                                             const struct expr *x)
{
    const struct expr *f = x->count ? x->args[0] : NULL;

    if (x->op != EXPR_LIST ||
        (!expr_is_value(f) &&
         !(f->op == EXPR_RELATION && f->relations[0] == RELATION_EQ)))
        return x;
    for (unsigned i = 1; i < x->count; i++) {
        const struct expr *r = x->args[i];

        if ((r->op != EXPR_RELATION || r->relations[0] != RELATION_NE ||
             r->args[0]->op != EXPR_SYMBOL) &&
            !repeats_domain(p, f, r))
            return x;
    }
    return f;
}

/* Only one side says which values are left out, as its formula does. */
static void exclusions_unsaid(struct answer_pair *p, struct comparison *best)
{
    const struct expr *key = without_exclusions(p, p->key.tree);
    const struct expr *answer = without_exclusions(p, p->answer.tree);
    struct comparison f;

    if ((key == p->key.tree) == (answer == p->answer.tree) ||
        best->lenient == TRUTH_YES)
        return;
    f = compare(p->judge, key, answer);
    if (f.lenient == TRUTH_YES)
        *best = found_lenient("exclusions", "the same formula",
                              "only one of them states the excluded values");
}

void pair_asked_readings(struct answer_pair *p, struct comparison *best)
{
    exclusions_unsaid(p, best);
    base_unsaid(p, best);
    groups_of_two(p, best);
    margins(p, best);
    definitions(p, best);
}
