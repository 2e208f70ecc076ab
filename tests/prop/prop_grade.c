/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Properties of verdicts: every key of every family grades itself correct and
 * its near misses wrong; the order of two values does not matter, nor how
 * many threads judge; no garbled answer is taken for a right one. ASSAY_SOAK=1
 * runs the full counts.
 */
#include "../lib/random_expr.h"
#include "../lib/rewrite.h"
#include "../lib/sample.h"
#include "../lib/surface.h"
#include "base/ascii.h"
#include "base/str.h"
#include "family/generate.h"
#include "family/table.h"
#include "grade/grade.h"
#include "math/read/read.h"
#include "math/tree/print.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SOAK_FACTOR 40

static uint64_t count_of(uint64_t n)
{
    return getenv("ASSAY_SOAK") ? n * SOAK_FACTOR : n;
}

static struct grade_result judge(struct arena *a, const char *gold,
                                 const char *reply, bool extracted)
{
    struct grade_request r = { .gold = gold,
                               .gold_n = strlen(gold),
                               .reply = reply,
                               .reply_n = strlen(reply),
                               .extracted = extracted };

    return grade_pair(a, &r);
}

/* ---- keys of families ---- */

static const struct expr *read_key(struct arena *a, const char *latex)
{
    const struct expr *x;
    struct err e;

    if (!read_expr(a, latex, strlen(latex), NULL, &x, &e))
        fail_msg("a key does not read: %s: %s", latex, e.msg);
    return x;
}

static void key_prints_back(struct arena *a, const char *latex)
{
    const char *once = print_expr(a, read_key(a, latex));
    const char *twice = print_expr(a, read_key(a, once));

    if (strcmp(once, twice) != 0)
        fail_msg("%s prints as %s, and that as %s", latex, once, twice);
}

static void expect_wrong(struct arena *a, const char *key, const char *miss)
{
    struct grade_result r =
        judge(a, key, arena_printf(a, "\\boxed{%s}", miss), false);

    if (r.lenient.verdict != VERDICT_WRONG || r.strict.verdict != VERDICT_WRONG)
        fail_msg("%s for %s is %s (strict: %s): %s", miss, key,
                 verdict_name(r.lenient.verdict),
                 verdict_name(r.strict.verdict), r.lenient.why);
}

/* Decimals have a rule of their own, which knows key and answer apart. */
static bool is_decimal(const struct expr *x)
{
    return x->op == EXPR_NUMBER && x->number->decimal;
}

/* Every digit changed; one more than the key; the key with the other sign. */
static void misses_are_wrong(struct arena *a, const char *key)
{
    const struct expr *x = read_key(a, key);
    const char *miss;
    char *broken;

    for (size_t k = 0; key[k]; k++) {
        if (key[k] < '0' || key[k] > '9')
            continue;
        broken = arena_strdup(a, key);
        broken[k] = key[k] == '9' ? '1' : (char)(key[k] + 1);
        expect_wrong(a, key, broken);
    }
    if (!expr_is_value(x) || x->op == EXPR_MATRIX)
        return;
    expect_wrong(a, key, arena_printf(a, "%s + 1", key));
    /* Behind a bracket a digit would multiply, and a longer decimal may round
     * to the key. */
    if (is_digit(key[strlen(key) - 1]) && !is_decimal(x))
        expect_wrong(a, key, arena_printf(a, "%s1", key));
    miss = print_expr(a, expr_unary(a, EXPR_NEG, x));
    if (sample_differ(x, expr_unary(a, EXPR_NEG, x)) == TRUTH_YES)
        expect_wrong(a, key, miss);
}

static void key_is_right(struct arena *a, const char *key)
{
    static const char *const replies[] = {
        "\\boxed{%s}",
        "So the answer is $\\boxed{%s}$.",
        "We get $2 + 2 = 4$ first.\n\n**Final answer:** $%s$",
        "<think>is it 17?</think> \\[\\boxed{ %s }\\]",
    };
    struct grade_result r;

    for (size_t i = 0; i < sizeof(replies) / sizeof(replies[0]); i++) {
        struct str s = str_in(a);
        const char *cut = strstr(replies[i], "%s");

        str_addn(&s, replies[i], (size_t)(cut - replies[i]));
        str_add(&s, key);
        str_add(&s, cut + 2);
        r = judge(a, key, s.s, false);
        if (r.lenient.verdict != VERDICT_CORRECT ||
            r.strict.verdict != VERDICT_CORRECT)
            fail_msg("key %s, reply %s: %s (strict: %s): %s", key, s.s,
                     verdict_name(r.lenient.verdict),
                     verdict_name(r.strict.verdict), r.lenient.why);
    }
    r = judge(a, key, key, true);
    assert_int_equal(r.strict.verdict, VERDICT_CORRECT);
}

static void family_level(const struct family *f, int level, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++) {
        struct coordinates at = { f, level, "graded", i, NULL, NULL };
        struct arena a = { 0 };
        struct problem p;
        struct err e;

        if (!(f->draws_again ? family_draw(&a, &at, 0, &p, &e)
                             : family_generate(&a, &at, &p, &e))) {
            arena_clear(&a);
            if (e.code == ERR_SPENT)
                return;
            fail_msg("%s: %s", f->name, e.msg);
        }
        for (size_t k = 0; k < p.n_keys; k++) {
            key_prints_back(&a, p.keys[k].latex);
            key_is_right(&a, p.keys[k].latex);
            misses_are_wrong(&a, p.keys[k].latex);
        }
        arena_clear(&a);
    }
}

static void keys_grade_themselves(void **state)
{
    uint64_t n = count_of(240 / family_count() + 1);

    (void)state;
    for (size_t f = 0; f < family_count(); f++)
        for (int level = 1; level <= family_at(f)->n_levels; level++)
            family_level(family_at(f), level, n);
    print_message("# figure: keys that grade themselves correct and their "
                  "near misses wrong: %llu problems a level\n",
                  (unsigned long long)n);
}

/* ---- random values ---- */

/* With a whole n, \sin(2\pi n) and \sin(4\pi n) are the same. */
static bool is_pi(const struct expr *x)
{
    return x->op == EXPR_CONSTANT && x->constant == CONSTANT_PI;
}

static bool is_index(const struct expr *x)
{
    return x->op == EXPR_SYMBOL && strchr("nkmljN", x->name[0]);
}

static bool is_call(const struct expr *x)
{
    return x->op == EXPR_CALL;
}

static bool may_be_whole(const struct expr *x)
{
    return expr_any(x, is_pi) && expr_any(x, is_index) && expr_any(x, is_call);
}

struct random_pair {
    const struct expr *x, *y;
    const char *gold, *answer;
};

/* Two formulas: equal ones, mutants and strangers, in any style. */
static struct random_pair random_pair(struct arena *a, const char *test,
                                      uint64_t i)
{
    struct rng r = random_stream(test, i);
    struct rewrite w = { .arena = a, .rng = &r };
    struct random_pair p = { 0 };
    unsigned depth = 1 + (unsigned)(i % 3);

    while (!p.y) {
        do {
            p.x = i % 2 ? random_expr(a, &r, depth)
                        : random_constant(a, &r, depth);
        } while (sample_values(p.x) < SAMPLE_POINTS);
        if (i % 3 == 0)
            p.y = mutate_once(&w, p.x);
        else if (i % 3 == 1)
            p.y = rewrite_often(&w, p.x, 2);
        else
            p.y = random_expr(a, &r, depth);
        if (p.y && (expr_any(p.x, is_decimal) || expr_any(p.y, is_decimal) ||
                    sample_values(p.y) < SAMPLE_POINTS))
            p.y = NULL;
    }
    p.gold = print_expr(a, p.x);
    p.answer = print_expr(a, p.y);
    return p;
}

/* The documented exception: an answer beyond a limit that its key keeps is
 * unreadable; as the key it leaves the verdict undecided. */
static enum verdict without_limits(const struct grade_reading *r)
{
    bool is_limit = r->verdict == VERDICT_UNREADABLE && r->by &&
                    strcmp(r->by, "ceiling") == 0;

    return is_limit ? VERDICT_UNDECIDED : r->verdict;
}

static void order_does_not_matter(void **state)
{
    uint64_t n = count_of(1000), counts[VERDICTS] = { 0 };

    (void)state;
    for (uint64_t i = 0; i < n; i++) {
        struct arena a = { 0 };
        struct random_pair p = random_pair(&a, "order", i);
        struct grade_result there = judge(&a, p.gold, p.answer, true);
        struct grade_result back = judge(&a, p.answer, p.gold, true);

        if (without_limits(&there.lenient) != without_limits(&back.lenient))
            fail_msg("%llu: key %s, answer %s: %s, but %s the other way",
                     (unsigned long long)i, p.gold, p.answer,
                     verdict_name(there.lenient.verdict),
                     verdict_name(back.lenient.verdict));
        counts[there.lenient.verdict]++;
        arena_clear(&a);
    }
    for (int v = 0; v < VERDICTS; v++)
        if (counts[v])
            print_message("# figure: random pairs, either way round: %llu %s\n",
                          (unsigned long long)counts[v],
                          verdict_name((enum verdict)v));
    assert_true(counts[VERDICT_CORRECT] > n / 5);
    assert_true(counts[VERDICT_WRONG] > n / 5);
    assert_true((counts[VERDICT_CORRECT] + counts[VERDICT_WRONG]) * 100 >=
                n * 99);
}

/* The verdict is what mathematics says, as far as the samples can see, in
 * whatever style the answer is typed. */
static void verdicts_are_right(void **state)
{
    uint64_t n = count_of(1000), known = 0, settled = 0;

    (void)state;
    for (uint64_t i = 0; i < n; i++) {
        struct arena a = { 0 };
        struct random_pair p = random_pair(&a, "right", i);
        enum surface style = (enum surface)(i % SURFACES);
        const char *typed = i % 3 == 1
                                ? p.answer /* the rules leave the styles */
                                : surface_write(&a, p.y, style);
        enum truth differ = sample_differ(p.x, p.y);
        struct grade_result r = judge(
            &a, p.gold, arena_printf(&a, "The answer is $%s$.", typed), false);

        known += differ != TRUTH_UNKNOWN;
        settled += r.lenient.verdict == VERDICT_CORRECT ||
                   r.lenient.verdict == VERDICT_WRONG;
        if ((differ == TRUTH_YES && r.lenient.verdict == VERDICT_CORRECT &&
             !may_be_whole(p.x)) ||
            (i % 3 == 1 && r.lenient.verdict == VERDICT_WRONG))
            fail_msg("%llu: key %s, answer %s, taken for %s: %s: %s",
                     (unsigned long long)i, p.gold, typed,
                     r.extracted ? r.extracted : "nothing",
                     verdict_name(r.lenient.verdict), r.lenient.why);
        arena_clear(&a);
    }
    print_message("# figure: answers in four styles: %llu of %llu settled\n",
                  (unsigned long long)settled, (unsigned long long)n);
    assert_true(known * 2 > n);
    assert_true(settled * 100 >= n * 99);
}

/* ---- threads ---- */

#define THREADS      4
#define THREAD_PAIRS 200

struct crew {
    pthread_t thread;
    struct arena arena;
    struct grade_result results[THREAD_PAIRS];
};

static void *judge_all(void *arg)
{
    struct crew *c = arg;

    for (uint64_t i = 0; i < THREAD_PAIRS; i++) {
        struct random_pair p = random_pair(&c->arena, "threads", i);

        c->results[i] = judge(&c->arena, p.gold, p.answer, i % 2 == 0);
    }
    flint_cleanup();
    return NULL;
}

static void same_text(const char *x, const char *y)
{
    if (!x || !y)
        assert_ptr_equal(x, y);
    else
        assert_string_equal(x, y);
}

static void same_reading(const struct grade_reading *x,
                         const struct grade_reading *y)
{
    assert_int_equal(x->verdict, y->verdict);
    same_text(x->by, y->by);
    same_text(x->why, y->why);
}

static void same_result(const struct grade_result *x,
                        const struct grade_result *y)
{
    same_reading(&x->strict, &y->strict);
    same_reading(&x->lenient, &y->lenient);
    same_text(x->rule, y->rule);
    same_text(x->extracted, y->extracted);
    same_text(x->key, y->key);
    same_text(x->answer, y->answer);
    same_text(x->witness, y->witness);
    assert_true(x->work == y->work);
}

static void threads_judge_alike(void **state)
{
    static struct crew alone, crew[THREADS];

    (void)state;
    for (int k = 0; k < THREADS; k++)
        assert_int_equal(
            pthread_create(&crew[k].thread, NULL, judge_all, &crew[k]), 0);
    for (int k = 0; k < THREADS; k++)
        pthread_join(crew[k].thread, NULL);
    judge_all(&alone);
    for (int k = 0; k < THREADS; k++) {
        for (int i = 0; i < THREAD_PAIRS; i++)
            same_result(&alone.results[i], &crew[k].results[i]);
        arena_clear(&crew[k].arena);
    }
    arena_clear(&alone.arena);
}

/* ---- hostile ---- */

static void garble(struct rng *r, struct str *s)
{
    static const char bytes[] =
        "\\{}()[]$^_%&|,.;:=<>+-*/!'\"#~@ \n\t0123456789"
        "exyn\xc2\xb2\xe2\x88\x9a\xff\x01";
    size_t at = s->n ? rng_below(r, s->n) : 0;
    char c = bytes[rng_below(r, sizeof(bytes) - 1)];

    switch (s->n ? rng_below(r, 4) : 0) {
    case 0: /* a byte more */
        str_addc(s, c);
        if (s->n > 1) {
            memmove(s->s + at + 1, s->s + at, s->n - 1 - at);
            s->s[at] = c;
        }
        break;
    case 1: s->s[at] = c; break;
    case 2: /* a byte less */
        memmove(s->s + at, s->s + at + 1, s->n - at);
        s->n--;
        break;
    default: s->s[at] = (char)rng_u64(r); break;
    }
}

static bool same_but_spaces(const char *x, size_t nx, const char *y, size_t ny)
{
    size_t i = 0, j = 0;

    for (;;) {
        while (i < nx && x[i] == ' ')
            i++;
        while (j < ny && y[j] == ' ')
            j++;
        if (i == nx || j == ny || x[i] != y[j])
            return i == nx && j == ny;
        i++;
        j++;
    }
}

/* A "correct" for a garbled answer: what was read must have the value. */
static void must_be_equal(struct arena *a, const struct grade_result *r,
                          const char *gold, const struct str *s, uint64_t i)
{
    const struct expr *x, *y;
    struct err e;

    if (same_but_spaces(gold, strlen(gold), s->s, s->n) || !r->key ||
        !r->answer || !read_expr(a, r->key, strlen(r->key), NULL, &x, &e) ||
        !read_expr(a, r->answer, strlen(r->answer), NULL, &y, &e))
        return;
    if (sample_differ(x, y) == TRUTH_YES && !may_be_whole(x))
        fail_msg("%llu: %.*s is correct for %s: %s", (unsigned long long)i,
                 (int)s->n, s->s, gold, r->lenient.why);
}

static void garbled_answers_are_survived(void **state)
{
    uint64_t n = count_of(4000), counts[VERDICTS] = { 0 };

    (void)state;
    for (uint64_t i = 0; i < n; i++) {
        struct arena a = { 0 };
        struct rng r = random_stream("garbled", i);
        struct random_pair p = random_pair(&a, "garbled", i);
        struct str s = str_in(&a);
        struct grade_request q = { .gold = p.gold,
                                   .gold_n = strlen(p.gold),
                                   .extracted = i % 2 == 0 };
        struct grade_result got;

        str_add(&s, i % 3 ? p.gold : surface_write(&a, p.x, SURFACE_UNICODE));
        for (uint64_t k = rng_below(&r, 4); k-- && s.n;)
            garble(&r, &s);
        q.reply = str_get(&s);
        q.reply_n = s.n;
        got = grade_pair(&a, &q);
        assert_true(got.lenient.verdict < VERDICTS);
        assert_true(got.strict.verdict < VERDICTS);
        assert_true(got.strict.verdict != VERDICT_CORRECT ||
                    got.lenient.verdict == VERDICT_CORRECT);
        assert_non_null(got.lenient.why);
        assert_non_null(got.strict.why);
        counts[got.lenient.verdict]++;
        if (got.lenient.verdict == VERDICT_CORRECT)
            must_be_equal(&a, &got, p.gold, &s, i);
        arena_clear(&a);
    }
    for (int v = 0; v < VERDICTS; v++)
        print_message("# figure: garbled answers: %llu %s\n",
                      (unsigned long long)counts[v],
                      verdict_name((enum verdict)v));
    assert_int_equal(counts[VERDICT_BAD_KEY], 0);
    assert_true(counts[VERDICT_UNREADABLE] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_grade_themselves),
        cmocka_unit_test(order_does_not_matter),
        cmocka_unit_test(verdicts_are_right),
        cmocka_unit_test(threads_judge_alike),
        cmocka_unit_test(garbled_answers_are_survived),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);

    flint_cleanup();
    return failed;
}
