/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Twins: answers that differ from the key in one thing (a coefficient, a sign,
 * an exponent, a function, a bound, a domain, a set), by the thousand. None of
 * them may be correct; and what equals the key by a rule of mathematics should
 * be. There are three sources: a table of keys with what equals them and what
 * does not (tests/cases/twins.txt), one-token slips in keys, and the keys of a
 * public set against each other (those of $ASSAY_DATA where it is set).
 *
 * A twin of the table is different by construction: letters @a ... stand for
 * small numbers, all of them different. Whether a slip changed the value is
 * judged by the tests' own samples, which share nothing with the judge.
 *
 * ASSAY_TWINS=N runs N pairs of each source; ASSAY_SOAK=1 a million in all.
 */
#include "../lib/random_expr.h"
#include "../lib/sample.h"
#include "base/ascii.h"
#include "base/json.h"
#include "base/str.h"
#include "base/vec.h"
#include "grade/grade.h"
#include "math/flint.h"
#include "math/read/read.h"
#include "math/tree/print.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct tally {
    const char *name;
    uint64_t equal, accepted; /* pairs that are equal */
    uint64_t twins, taken;    /* pairs that are not; called correct */
};

/* Returns the text of a file; a file that cannot be read is a failure. */
static const char *text_of(struct arena *a, const char *path)
{
    struct str s = str_in(a);
    FILE *f = fopen(path, "r");
    int c;

    if (!f)
        fail_msg("cannot read %s", path);
    while ((c = getc(f)) != EOF)
        str_addc(&s, (char)c);
    fclose(f);
    return str_get(&s);
}

static uint64_t count_of(uint64_t few, uint64_t many)
{
    const char *n = getenv("ASSAY_TWINS");

    if (n)
        return strtoull(n, NULL, 10);
    return getenv("ASSAY_SOAK") ? many : few;
}

static struct grade_result judge(struct arena *a, const char *key,
                                 const char *answer)
{
    struct grade_request r = { .gold = key,
                               .gold_n = strlen(key),
                               .reply = answer,
                               .reply_n = strlen(answer),
                               .extracted = true };

    return grade_pair(a, &r);
}

static void expect_equal(struct tally *t, struct arena *a, const char *key,
                         const char *answer)
{
    struct grade_result g = judge(a, key, answer);

    t->equal++;
    t->accepted += g.lenient.verdict == VERDICT_CORRECT;
    if (g.lenient.verdict != VERDICT_CORRECT && getenv("ASSAY_SHOW"))
        print_message("# equal, but %s: %s and %s: %s\n",
                      verdict_name(g.lenient.verdict), key, answer,
                      g.lenient.why);
}

static void expect_other(struct tally *t, struct arena *a, const char *key,
                         const char *answer)
{
    struct grade_result g = judge(a, key, answer);

    t->twins++;
    if (g.lenient.verdict != VERDICT_CORRECT)
        return;
    t->taken++;
    print_message("# different, but correct: %s and %s: %s: %s\n", key, answer,
                  g.lenient.by, g.lenient.why);
}

static void report(const struct tally *t)
{
    print_message("# figure: %s: %llu twins, %llu of them correct; %llu equal "
                  "pairs, %llu accepted\n",
                  t->name, (unsigned long long)t->twins,
                  (unsigned long long)t->taken, (unsigned long long)t->equal,
                  (unsigned long long)t->accepted);
    assert_int_equal(t->taken, 0);
    assert_true(t->accepted * 100 >= t->equal * 97);
}

/* ---- the table ---- */

/* One entry of tests/cases/twins.txt: a key, what equals it and what does
 * not. */
struct entry {
    const char *key;
    bool value;              /* a formula, which may stand inside of another */
    struct vec equal, twins; /* of const char * */
};

/* Lines "key: ...", "= ..." and "! ..."; "value: ..." is a key that is a
 * formula. */
static void read_table(struct arena *a, struct vec *out)
{
    const char *tests = getenv("ASSAY_TESTS");
    const char *text = text_of(
        a, arena_printf(a, "%s/cases/twins.txt", tests ? tests : "tests"));
    struct entry *e = NULL;

    while (*text) {
        size_t n = strcspn(text, "\n");
        const char *line = arena_strndup(a, text, n);
        bool value = str_starts(line, "value: ");

        text += n + (text[n] == '\n');
        if (value || str_starts(line, "key: ")) {
            e = vec_push(out);
            *e = (struct entry){ .key = strchr(line, ' ') + 1,
                                 .value = value,
                                 .equal = vec_in(a, sizeof(char *)),
                                 .twins = vec_in(a, sizeof(char *)) };
        } else if (line[0] == '=' || line[0] == '!') {
            *(const char **)vec_push(line[0] == '=' ? &e->equal : &e->twins) =
                line + 2;
        }
    }
}

/* What the letters stand for: @a, @b, @c are different digits from 2 to 8, @A,
 * @B, @C one more, @p one less than @a. */
struct letters {
    long a, b, c;
};

static struct letters draw(struct rng *r)
{
    struct letters l = { (long)rng_range(r, 2, 8), 0, 0 };

    do
        l.b = (long)rng_range(r, 2, 8);
    while (l.b == l.a);
    do
        l.c = (long)rng_range(r, 2, 8);
    while (l.c == l.a || l.c == l.b);
    return l;
}

static const char *fill(struct arena *a, const char *form,
                        const struct letters *l)
{
    struct str s = str_in(a);

    for (; *form; form++) {
        if (*form != '@') {
            str_addc(&s, *form);
            continue;
        }
        switch (*++form) {
        case 'a': str_addf(&s, "%ld", l->a); break;
        case 'b': str_addf(&s, "%ld", l->b); break;
        case 'c': str_addf(&s, "%ld", l->c); break;
        case 'A': str_addf(&s, "%ld", l->a + 1); break;
        case 'B': str_addf(&s, "%ld", l->b + 1); break;
        case 'C': str_addf(&s, "%ld", l->c + 1); break;
        case 'p': str_addf(&s, "%ld", l->a - 1); break;
        default: fail_msg("there is no @%c", *form);
        }
    }
    return str_get(&s);
}

/* A formula inside of something larger, which cannot make different ones
 * equal. %s is the formula, %r something random. */
static const char *const frames[] = {
    "%s",
    "%s",
    "\\left(%s\\right)+%r",
    "%r-\\left(%s\\right)",
    "3\\left(%s\\right)",
    "\\frac{%s}{7}",
    "e^{2}\\cdot\\left(%s\\right)+%r",
    "y=%s",
    "\\left(%r, %s\\right)",
    "\\begin{pmatrix}1 & %s\\\\ 0 & %r\\end{pmatrix}",
    "\\sqrt{2}\\left(%s\\right)",
};

static const char *framed(struct arena *a, const char *frame, const char *x,
                          const char *random)
{
    struct str s = str_in(a);

    for (; *frame; frame++) {
        if (*frame != '%')
            str_addc(&s, *frame);
        else
            str_add(&s, *++frame == 's' ? x : random);
    }
    return str_get(&s);
}

/* A modest formula in x. */
static const char *random_part(struct arena *a, struct rng *r)
{
    const struct expr *x;

    do
        x = random_expr(a, r, 2);
    while (sample_values(x) < SAMPLE_POINTS || !sample_is_modest(x));
    return print_expr(a, x);
}

static void one_of_table(struct tally *t, const struct vec *table, uint64_t i)
{
    struct arena a = { 0 };
    struct rng r = random_stream("twins", i);
    const struct entry *e = vec_get(table, struct entry, i % table->n);
    struct letters l = draw(&r);
    size_t n = sizeof frames / sizeof frames[0];
    const char *frame = e->value ? frames[rng_below(&r, n)] : "%s";
    const char *part = e->value ? random_part(&a, &r) : "";
    const char *key = framed(&a, frame, fill(&a, e->key, &l), part);

    for (size_t k = 0; k < e->equal.n; k++)
        expect_equal(t, &a, key,
                     framed(&a, frame,
                            fill(&a, *vec_get(&e->equal, const char *, k), &l),
                            part));
    for (size_t k = 0; k < e->twins.n; k++) {
        const char *twin =
            framed(&a, frame,
                   fill(&a, *vec_get(&e->twins, const char *, k), &l), part);

        expect_other(t, &a, key, twin);
        expect_other(t, &a, twin, key);
    }
    arena_clear(&a);
}

static void twins_of_the_table(void **state)
{
    struct tally t = { .name = "table" };
    uint64_t n = count_of(2500, 400000);
    struct arena a = { 0 };
    struct vec table = vec_in(&a, sizeof(struct entry));

    (void)state;
    read_table(&a, &table);
    assert_true(table.n > 40);
    for (uint64_t i = 0; t.twins < n; i++)
        one_of_table(&t, &table, i);
    report(&t);
    arena_clear(&a);
}

/* ---- keys ---- */

/* The keys of MATH, else some of our own. */
static void read_keys(struct arena *a, struct vec *out)
{
    static const char *const own[] = {
        "\\frac{3}{4}",
        "x^2-5x+6",
        "2\\sqrt{13}",
        "(2,-3)",
        "[-1,4)",
        "\\frac{\\pi}{6}",
        "15^\\circ",
        "-\\frac{7}{12}",
        "3x-2y=7",
        "\\{1,4,9\\}",
        "12\\pi",
        "x>\\frac{3}{2}",
        "5\\text{ cm}",
        "\\begin{pmatrix}2&-1\\\\3&5\\end{pmatrix}",
        "1024",
        "0.375",
        "2^{10}-1",
        "\\sin 3x",
        "e^{-2t}",
        "\\ln 5",
        "y=2x-3",
        "7+4i",
        "(-\\infty,-2)\\cup(3,\\infty)",
        "\\frac{1+\\sqrt{5}}{2}",
        "45\\%",
        "\\frac{x-1}{x+2}",
        "\\binom{10}{3}",
        "3,5,7",
        "11",
        "\\tan 4x",
    };
    const char *data = getenv("ASSAY_DATA"), *text = "", *answer;

    if (data)
        text = text_of(a, arena_printf(a, "%s/math-test-skills.jsonl", data));
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        *(const char **)vec_push(out) = own[i];
    while (*text) {
        size_t n = strcspn(text, "\n");
        struct json *row;
        struct err e;

        if (json_read(a, text, n, 1, &row, &e) &&
            (answer = json_string(json_get(row, "answer"))))
            *(const char **)vec_push(out) = answer;
        text += n + (text[n] == '\n');
    }
}

/* YES: different; UNKNOWN: nobody can tell. Formulas by samples; in anything
 * else a changed number is a change. */
static enum truth differ(struct arena *a, const char *x, const char *y,
                         bool number)
{
    const struct expr *u, *v;
    struct err e;

    if (!read_expr(a, x, strlen(x), NULL, &u, &e) ||
        !read_expr(a, y, strlen(y), NULL, &v, &e))
        return TRUTH_UNKNOWN;
    if (expr_is_value(u) && expr_is_value(v) && sample_values(u) > 0 &&
        sample_values(v) > 0)
        return sample_differ(u, v);
    return number && u->op == v->op && !expr_is_value(u) ? TRUTH_YES
                                                         : TRUTH_UNKNOWN;
}

static const char *const slips[][2] = {
    { "+", "-" },         { "-", "+" },
    { "\\sin", "\\cos" }, { "\\cos", "\\sin" },
    { "\\tan", "\\cot" }, { "\\ln", "\\exp" },
    { "<", ">" },         { "\\le", "<" },
    { "[", "(" },         { "]", ")" },
    { "\\cup", "\\cap" }, { "\\pi", "e" },
    { "\\sqrt", "" },     { "x", "x^2" },
    { "\\pm", "+" },      { "\\frac", "\\binom" },
};

/* One slip somewhere in the key; NULL: this one does not fit. *number: a digit
 * was changed. */
static const char *slip(struct arena *a, struct rng *r, const char *key,
                        bool *number)
{
    size_t n = strlen(key), at = rng_below(r, n), k;
    struct str s = str_in(a);

    *number = is_digit(key[at]);
    if (*number) {
        str_addf(&s, "%.*s%c%s", (int)at, key,
                 (char)('0' + (key[at] - '0' + (int)rng_range(r, 1, 9)) % 10),
                 key + at + 1);
        return str_get(&s);
    }
    for (k = 0; k < sizeof slips / sizeof slips[0]; k++)
        if (str_starts(key + at, slips[k][0]))
            break;
    if (k == sizeof slips / sizeof slips[0])
        return NULL;
    str_addf(&s, "%.*s%s%s", (int)at, key, slips[k][1],
             key + at + strlen(slips[k][0]));
    return str_get(&s);
}

static void slips_in_keys(void **state)
{
    struct tally t = { .name = "slips" };
    uint64_t n = count_of(4000, 300000);
    struct arena all = { 0 };
    struct vec keys = vec_in(&all, sizeof(char *));

    (void)state;
    read_keys(&all, &keys);
    for (uint64_t i = 0; t.twins < n; i++) {
        struct arena a = { 0 };
        struct rng r = random_stream("slips", i);
        const char *key = *vec_get(&keys, const char *, rng_below(&r, keys.n));
        bool number;
        const char *twin = *key ? slip(&a, &r, key, &number) : NULL;

        if (twin && differ(&a, key, twin, number) == TRUTH_YES)
            expect_other(&t, &a, key, twin);
        arena_clear(&a);
    }
    report(&t);
    arena_clear(&all);
}

static void keys_against_each_other(void **state)
{
    struct tally t = { .name = "keys" };
    uint64_t n = count_of(4000, 300000);
    struct arena all = { 0 };
    struct vec keys = vec_in(&all, sizeof(char *));

    (void)state;
    read_keys(&all, &keys);
    for (uint64_t i = 0; t.twins < n; i++) {
        struct arena a = { 0 };
        struct rng r = random_stream("keys", i);
        const char *x = *vec_get(&keys, const char *, rng_below(&r, keys.n));
        const char *y = *vec_get(&keys, const char *, rng_below(&r, keys.n));

        if (differ(&a, x, y, false) == TRUTH_YES)
            expect_other(&t, &a, x, y);
        arena_clear(&a);
    }
    report(&t);
    arena_clear(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twins_of_the_table),
        cmocka_unit_test(slips_in_keys),
        cmocka_unit_test(keys_against_each_other),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);

    flint_cleanup();
    return failed;
}
