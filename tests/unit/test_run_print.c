/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs as text. Views are made by hand: what is tested is that the numbers put
 * in come out, in every format, whatever the names are.
 */
#include "../lib/printed.h"
#include "base/csv.h"
#include "base/utf8.h"
#include "run/print/print.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define HOSTILE "=cmd|' /C calc'!A0 <&>\"\x1b[2J\x07\xff\n\r,;\xe2\x82\xac"

/* ---- views by hand ---- */

static struct rate rate(double value, double low, double high, size_t n)
{
    return (struct rate){ value, { low, high }, n, 0.01 };
}

/* A tally of nothing: no rate rests on anything, whatever stands in it. */
static struct tally nothing(struct arena *a, uint64_t attempts)
{
    struct tally t = { .attempts = attempts,
                       .accuracy = rate(NAN, NAN, NAN, 0),
                       .bracket = { NAN, NAN },
                       .other_accuracy = NAN,
                       .majority = rate(0.5, 0, 1, 0),
                       .cost = NAN };

    t.pass = arena_array(a, struct rate, attempts);
    t.all_of = arena_array(a, struct rate, attempts);
    t.pass_most = arena_array(a, double, attempts);
    for (uint64_t k = 0; k < attempts; k++)
        t.pass[k] = t.all_of[k] = rate(0.5, 0, 1, 0);
    return t;
}

static struct problem *make_problems(struct arena *a, size_t n)
{
    struct problem *p = arena_array(a, struct problem, n);

    for (size_t i = 0; i < n; i++) {
        p[i].id = arena_printf(a, "p%zu", i);
        p[i].statement = "?";
    }
    return p;
}

static struct summary make_view(struct arena *a, size_t problems, size_t models,
                                uint64_t attempts)
{
    struct summary v = { .info = { .name = "r1",
                                   .hash = { 1, 2 },
                                   .spec = "{\"seed\": 7}",
                                   .version = "0.1",
                                   .n_problems = problems,
                                   .n_models = models,
                                   .attempts = attempts } };
    const char **names = arena_array(a, const char *, models);

    v.problems = make_problems(a, problems);
    v.whole = arena_array(a, struct tally, models);
    v.n_results = problems * models * attempts;
    v.results = arena_array(a, struct result, v.n_results);
    for (size_t m = 0; m < models; m++) {
        names[m] = arena_printf(a, "openai:gpt%zu", m + 1);
        v.whole[m] = nothing(a, attempts);
    }
    v.models = names;
    return v;
}

/* Four problems, one attempt: two right, one wrong, one cut short. */
static struct summary small_view(struct arena *a)
{
    struct summary v = make_view(a, 4, 1, 1);
    struct tally *t = &v.whole[0];

    t->problems = t->results = t->calls = t->counted = 4;
    t->count[MARK_CORRECT] = 2;
    t->count[MARK_WRONG] = t->count[MARK_TRUNCATED] = 1;
    t->other_correct = 1;
    t->other_accuracy = 0.25;
    t->accuracy = rate(0.5, 0, 0, 4);
    t->accuracy.interval = stats_wilson(2, 4);
    t->bracket = (struct interval){ 0.5, 0.5 };
    t->pass[0] = t->all_of[0] = t->accuracy;
    return v;
}

/* Ten attempts of two models at a hundred problems, with some of every mark,
 * and groups of which one has no result. */
static struct summary large_view(struct arena *a)
{
    struct summary v = make_view(a, 100, 2, 10);
    const char **levels = arena_array(a, const char *, 3);
    static uint32_t of[3][2] = { { 0, UINT32_MAX },
                                 { 1, UINT32_MAX },
                                 { 2, UINT32_MAX } };
    static const enum mark some[] = {
        MARK_CORRECT,    MARK_WRONG,     MARK_UNDECIDED,
        MARK_UNREADABLE, MARK_NO_ANSWER, MARK_TRUNCATED,
        MARK_REFUSED,    MARK_ERROR,     MARK_BAD_KEY,
    };
    uint32_t **groups = arena_array(a, uint32_t *, 100);

    for (size_t i = 0; i < 100; i++)
        groups[i] = of[i % 3];
    for (size_t m = 0; m < 2; m++) {
        struct tally *t = &v.whole[m];

        t->problems = 100;
        t->results = 1000;
        for (size_t i = 0; i < sizeof(some) / sizeof(some[0]); i++)
            t->count[some[i]] = 10 * (i + 1) + m;
        t->count[MARK_CORRECT] = 730 - 8 * m;
        for (enum mark i = 0; i < MARKS; i++)
            t->counted += mark_counts(i) ? t->count[i] : 0;
        t->open = t->count[MARK_UNDECIDED] + t->count[MARK_ERROR];
        t->accuracy = rate(0.777 - 0.1 * (double)m, 0.7, 0.8, 99);
        t->bracket = (struct interval){ 0.75, 0.79 };
        t->other_correct = 600;
        t->other_accuracy = 0.640625;
        for (size_t k = 0; k < 10; k++) {
            t->pass[k] = rate(0.7 + 0.03 * (double)k, 0.6, 0.99, 90);
            t->all_of[k] = rate(0.75 - 0.0625 * (double)k, 0, 0.8, 90);
            t->pass_most[k] = 0.99;
        }
        t->majority = rate(0.8125, 0.75, 0.875, 99);
        t->short_problems = 9;
        t->calls = 990;
        t->prompt_said = t->completion_said = t->reasoning_said = 987;
        t->slowest = 41.26;
        t->prompt_tokens = 12345;
        t->completion_tokens = 67890;
        t->reasoning_tokens = 5;
        t->usage_unknown = 3;
        t->cost = m ? 12.5 : NAN;
        t->cost_unknown = m ? 3 : 990;
        t->seconds = 3725;
    }
    levels[0] = "1";
    levels[1] = "2";
    levels[2] = HOSTILE;
    v.groups = arena_array(a, struct summary_group, 1);
    v.n_groups = 1;
    v.groups[0].grouping = (struct grouping){
        .name = "level", .values = levels, .n = 3, .of = groups
    };
    v.groups[0].cells = arena_array(a, struct tally, 6);
    for (size_t m = 0; m < 2; m++) {
        v.groups[0].cells[m * 3] = v.whole[m];
        v.groups[0].cells[m * 3 + 1] = nothing(a, 10);
        v.groups[0].cells[m * 3 + 2] = v.whole[m];
    }
    return v;
}

/* ---- tables ---- */

static void a_small_table(void **state)
{
    struct arena a = { 0 };
    struct str out = { 0 };
    struct summary v = small_view(&a);

    (void)state;
    print_table(&out, &v, NULL, 80);
    expect(&out, "run r1: 4 problems x 1 attempt, 1 model; lenient verdicts\n"
                 "\n"
                 "model        accuracy          95 %  strict  correct  wrong  "
                 "truncated\n"
                 "openai:gpt1    50.0 %  15.0 .. 85.0  25.0 %        2      1  "
                 "        1\n"
                 "\n"
                 "accuracy = correct / (planned results - bad keys)\n"
                 "intervals: 95 %, Wilson, with independent problems\n");
    arena_clear(&a);
}

/* Nothing was asked yet: no rate is shown as if it were one. */
static void an_empty_table(void **state)
{
    struct arena a = { 0 };
    struct str out = { 0 };
    struct summary v = make_view(&a, 3, 1, 2);

    (void)state;
    v.n_results = 0;
    v.strict = true;
    print_table(&out, &v, NULL, 80);
    expect(&out, "run r1: 3 problems x 2 attempts, 1 model; strict verdicts\n"
                 "0 of 6 results are done; the same command continues the run\n"
                 "missing, failed and undecided results count as not correct; "
                 "the upper end of the\n"
                 "  bracket is the accuracy if all of them are correct\n"
                 "\n"
                 "model        accuracy  95 %  lenient  correct  wrong\n"
                 "openai:gpt1         -     -        -        0      0\n"
                 "\n"
                 "accuracy = avg@2 = correct / (planned results - bad keys), "
                 "over all attempts\n"
                 "intervals: 95 %, Wilson, with independent problems\n"
                 "\n"
                 "2 attempts   avg@2  95 %  majority@2  95 %  pass@2  95 %  "
                 "all 2 correct  95 %\n"
                 "openai:gpt1      -     -           -     -       -     -     "
                 "         -     -\n"
                 "\n"
                 "pass@k, %    n  1  2\n"
                 "openai:gpt1  0  -  -\n"
                 "\n"
                 "all k correct, %  n  1  2\n"
                 "openai:gpt1       0  -  -\n");
    arena_clear(&a);
}

/* The lines a large run must have, whatever else it shows. */
static void a_large_table(void **state)
{
    static const char *const lines[] = {
        "run r1: 100 problems x 10 attempts, 2 models; lenient verdicts\n",
        "\n"
        "161 calls failed; the same command repeats them\n",
        "\n61 results are undecided\n",
        "\n"
        "missing, failed and undecided results count as not correct; the upper "
        "end of the bracket is the\n"
        "  accuracy if all of them are correct\n",
        "\n"
        "181 results are left out of all rates: their key cannot be read\n",
        "\nmodel        accuracy          95 %       bracket  strict\n"
        "openai:gpt1    77.7 %  70.0 .. 80.0  75.0 .. 79.0  64.1 %\n"
        "openai:gpt2    67.7 %  70.0 .. 80.0  75.0 .. 79.0  64.1 %\n",
        "\nmodel        correct  wrong  no answer  unreadable  truncated  "
        "refused  undecided  error  bad key\n"
        "openai:gpt1      730     20         50          40         60  "
        "     70         30     80       90\n",
        "\nintervals: 95 %, clustered by problem\n",
        "\n10 attempts  avg@10          95 %  majority@10          95 %  "
        "pass@10          95 %\n"
        "openai:gpt1  77.7 %  70.0 .. 80.0       81.3 %  75.0 .. 87.5  "
        " 97.0 %  60.0 .. 99.0\n",
        "\n10 attempts  all 10 correct         95 %\n"
        "openai:gpt1          18.8 %  0.0 .. 80.0\n",
        "\npass@k, %     n     1     2     3     4     5     6     7     8  "
        "   9    10\n"
        "openai:gpt1  90  70.0  73.0  76.0  79.0  82.0  85.0  88.0  91.0  "
        "94.0  97.0\n",
        "\nproblems with a bad key (openai:gpt1: 9, openai:gpt2: 9) are",
        "openai:gpt1: 99.0 %",
        "\nmodel        calls  tokens in  tokens out  reasoning    cost  "
        "time of calls   mean  slowest\n"
        "openai:gpt1    990      12345       67890          5       -  "
        "   1 h 02 min  3.8 s   41.3 s\n"
        "openai:gpt2    990      12345       67890          5  $12.50  "
        "   1 h 02 min  3.8 s   41.3 s\n",
        "\n"
        "the server reported no token counts for 6 calls\n",
        "\n"
        "993 calls are not in the cost: no price, or no token counts\n",
        "\n2\n"
        "  openai:gpt1         0         -             -             -       "
        "-        -            -\n",
        "\nlevel          correct  wrong  no answer  unreadable  truncated  "
        "refused  undecided  error  bad key\n1\n"
        "  openai:gpt1      730     20         50          40         60  "
        "     70         30     80       90\n",
    };
    struct arena a = { 0 };
    struct str out = { 0 };
    struct summary v = large_view(&a);

    (void)state;
    print_table(&out, &v, NULL, 0);
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
        if (!strstr(str_get(&out), lines[i]))
            fail_msg("not there:\n%s\nin:\n%s", lines[i], str_get(&out));
    str_clear(&out);
    arena_clear(&a);
}

/* The same run on a screen: what is no answer stays beside the accuracy. */
static void a_small_screen(void **state)
{
    struct arena a = { 0 };
    struct str out = { 0 };
    struct summary v = small_view(&a);

    (void)state;
    v.info.spec = "{\"problems\": {\"file\": \"exam.jsonl\"}}";
    v.whole[0].completion_tokens = 300;
    v.whole[0].completion_said = 4;
    print_screen(&out, &v, 80);
    expect(&out,
           "run r1 on exam.jsonl: 4 problems x 1 attempt, 1 model; lenient "
           "verdicts\n"
           "\n"
           "model        accuracy          95 %  strict  correct  wrong  "
           "truncated\n"
           "openai:gpt1    50.0 %  15.0 .. 85.0  25.0 %        2      1  "
           "        1\n"
           "\n"
           "accuracy = correct / (planned results - bad keys)\n"
           "\n"
           "model        tokens out  tokens per correct\n"
           "openai:gpt1         300               150.0\n"
           "\n"
           "more: --full; assay report r1 -o r1.html\n");
    arena_clear(&a);
}

static size_t count_lines(const char *s)
{
    size_t n = 0;

    for (; *s; s++)
        n += *s == '\n';
    return n;
}

/* Warnings stay, groups are ranked, and of many models some are shown. */
static void a_large_screen(void **state)
{
    static const char *const lines[] = {
        "\n161 calls failed",
        "\n61 results are undecided",
        "\n"
        "181 results are left out of all rates",
        "      730     20         50          40         60       70         "
        "30     80       90\n",
        "\n"
        "the server reported no token counts for 6 calls\n",
        "\n"
        "the worst groups (means over the 2 models); in the ranking, small "
        "groups count less:\n",
        "\nlevel  1 ",
        "\nmore: assay report r1 -o r1.html; --by LIST; --full (all 3 groups, "
        "by level)\n",
    };
    struct arena a = { 0 };
    struct str out = { 0 };
    struct summary v = large_view(&a);

    (void)state;
    print_screen(&out, &v, 0);
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
        if (!strstr(str_get(&out), lines[i]))
            fail_msg("not there:\n%s\nin:\n%s", lines[i], str_get(&out));
    assert_null(strstr(str_get(&out), "pass@k, %"));
    assert_true(count_lines(str_get(&out)) <= 40);
    str_reset(&out);
    v.asked = true; /* --by level */
    print_screen(&out, &v, 0);
    assert_null(strstr(str_get(&out), "the worst groups"));
    assert_non_null(strstr(str_get(&out), "\n2\n  openai:gpt1  "));
    str_clear(&out);
    v = make_view(&a, 2, 20, 1);
    print_screen(&out, &v, 80);
    assert_non_null(strstr(str_get(&out),
                           "\n"
                           "and 14 more models with accuracies of "));
    assert_null(strstr(str_get(&out), "gpt7"));
    str_clear(&out);
    arena_clear(&a);
}

/* A group as large as another is worse if less of it is right; a single wrong
 * answer does not lead. */
static void worst_comes_first(void **state)
{
    static const double right[] = { 0.9, 0.3, 0, 0.95 };
    static const size_t sizes[] = { 20, 20, 1, 20 };
    static const char *values[] = { "fair", "bad", "single", "good" };
    static uint32_t of[4][2];
    struct arena a = { 0 };
    struct str out = { 0 };
    struct summary v = make_view(&a, 61, 1, 1);
    uint32_t **groups = arena_array(&a, uint32_t *, 61);
    const char *s, *bad, *fair, *single, *good;

    (void)state;
    v.groups = arena_array(&a, struct summary_group, 1);
    v.groups[0].cells = arena_array(&a, struct tally, 4);
    v.n_groups = 1;
    v.groups[0].grouping = (struct grouping){
        .name = "topic", .values = values, .n = 4, .of = groups
    };
    for (size_t i = 0, n = 0; i < 4; i++) {
        of[i][0] = (uint32_t)i;
        of[i][1] = UINT32_MAX;
        for (size_t k = 0; k < sizes[i]; k++)
            groups[n++] = of[i];
        v.groups[0].cells[i] = nothing(&a, 1);
        v.groups[0].cells[i].accuracy = rate(right[i], 0, 1, sizes[i]);
    }
    v.whole[0].accuracy = rate(0.7, 0.6, 0.8, 61);
    print_screen(&out, &v, 80);
    s = str_get(&out);
    bad = strstr(s, "topic  bad");
    single = strstr(s, "topic  single");
    fair = strstr(s, "topic  fair");
    good = strstr(s, "topic  good");
    assert_true(bad && single && fair && good);
    assert_true(bad < single && single < fair && fair < good);
    str_clear(&out);
    arena_clear(&a);
}

/* No line is too long and none moves the cursor. */
static void pages_hold(void **state)
{
    static const size_t widths[] = { 1, 40, 41, 60, 79, 80, 100, 300 };
    static const char *names[] = { HOSTILE, "" };
    struct arena a = { 0 };
    struct summary v = large_view(&a);
    char long_name[6000];

    (void)state;
    memset(long_name, 'x', sizeof(long_name) - 1);
    long_name[sizeof(long_name) - 1] = '\0';
    for (int step = 0; step < 2; step++) {
        v.models = names;
        names[1] = step ? long_name : "";
        v.groups[0].grouping.values[0] = step ? long_name : "";
        for (size_t i = 0; i < sizeof(widths) / sizeof(widths[0]); i++) {
            struct str out = { 0 };

            print_table(&out, &v, NULL, widths[i]);
            print_screen(&out, &v, widths[i]);
            check_lines(str_get(&out), widths[i] < 40 ? 40 : widths[i]);
            str_clear(&out);
        }
    }
    arena_clear(&a);
}

/* Two models whose short names agree get numbers, and a list says whose. */
static void labels_differ(void **state)
{
    static const char *names[] = { "https://one.example.org:8000/v1#qwen",
                                   "https://two.example.org:8000/v1#qwen" };
    static const char *apart[] = { "https://one.example.org:8000/v1#qwen",
                                   "https://two.example.org:8000/v1#phi" };
    struct arena a = { 0 };
    struct str out = { 0 };
    struct summary v = make_view(&a, 1, 2, 1);

    (void)state;
    v.models = names;
    print_table(&out, &v, NULL, 80);
    assert_non_null(strstr(str_get(&out),
                           "\nm1 = https://one.example.org:8000/v1#qwen\n"
                           "m2 = https://two.example.org:8000/v1#qwen\n"));
    assert_non_null(strstr(str_get(&out), "\nm2  "));
    str_reset(&out);
    v.models = apart;
    print_table(&out, &v, NULL, 80);
    assert_non_null(
        strstr(str_get(&out), "\nphi = https://two.example.org:8000/v1#phi\n"));
    assert_non_null(strstr(str_get(&out), "\nqwen  "));
    str_clear(&out);
    arena_clear(&a);
}

/* ---- JSON ---- */

static void json_of_a_small_run(void **state)
{
    struct arena a = { 0 };
    struct str out = { 0 };
    struct summary v = small_view(&a);
    struct json *top;

    (void)state;
    v.whole[0].completion_tokens = 300;
    v.whole[0].completion_said = 4;
    print_json(&out, &v, NULL);
    top = read_back(&a, &out);
    check_number(top, "models.0.cell.tokens.per_correct", 150);
    check_text(top, "run", "r1");
    check_text(top, "hash", "00000000000000010000000000000002");
    check_number(top, "spec.seed", 7);
    check_text(top, "reading", "lenient");
    check_number(top, "problems", 4);
    check_number(top, "attempts", 1);
    check_number(top, "results", 4);
    check_number(top, "results_wanted", 4);
    check_text(top, "models.0.model", "openai:gpt1");
    check_number(top, "models.0.cell.counts.correct", 2);
    check_number(top, "models.0.cell.counts.truncated", 1);
    check_number(top, "models.0.cell.counts.bad_key", 0);
    check_number(top, "models.0.cell.counted", 4);
    check_number(top, "models.0.cell.accuracy.value", 0.5);
    check_number(top, "models.0.cell.accuracy.low", stats_wilson(2, 4).low);
    check_text(top, "models.0.cell.accuracy.method", "wilson");
    check_text(top, "models.0.cell.other.reading", "strict");
    check_number(top, "models.0.cell.other.accuracy", 0.25);
    check_number(top, "models.0.cell.pass.0.k", 1);
    check_null(top, "models.0.cell.majority");
    check_null(top, "models.0.cell.cost");
    assert_null(json_get(top, "mathador"));
    arena_clear(&a);
}

static void json_of_a_large_run(void **state)
{
    static const char *names[] = { HOSTILE, "b" };
    struct arena a = { 0 };
    struct str out = { 0 };
    struct summary v = large_view(&a);
    const struct json *last;
    struct json *top;

    (void)state;
    v.models = names;
    v.info.spec = "{broken";
    print_json(&out, &v, NULL);
    top = read_back(&a, &out);
    check_null(top, "spec");
    check_text(top, "models.0.model",
               "=cmd|' /C calc'!A0 <&>\"\x1b[2J\x07\xef\xbf\xbd\n\r,;"
               "\xe2\x82\xac");
    check_text(top, "models.1.cell.accuracy.method", "clustered");
    check_number(top, "models.1.cell.accuracy.value", 0.677);
    check_number(top, "models.1.cell.bracket.low", 0.75);
    check_number(top, "models.1.cell.pass.9.k", 10);
    check_number(top, "models.1.cell.pass.9.value", 0.97);
    check_number(top, "models.1.cell.pass.9.n", 90);
    check_number(top, "models.1.cell.all_of.1.value", 0.6875);
    check_number(top, "models.1.cell.majority.value", 0.8125);
    check_number(top, "models.1.cell.tokens.unknown_calls", 3);
    check_null(top,
               "models.1.cell.tokens.per_correct"); /* some are not known */
    check_number(top, "models.1.cell.cost", 12.5);
    check_number(top, "models.1.cell.seconds", 3725);
    check_number(top, "models.1.cell.seconds_slowest", 41.26);
    check_number(top, "models.1.cell.unpriced_calls", 3);
    check_number(top, "models.1.cell.tokens.prompt", 12345);
    check_null(top, "models.1.cell.tokens.cached");
    check_null(top, "models.1.groups.level.2.tokens.prompt");
    check_null(top, "models.1.groups.level.2.seconds_mean");
    check_null(top, "models.0.cell.cost");
    check_number(top, "models.1.groups.level.1.accuracy.value", 0.677);
    check_null(top, "models.1.groups.level.2.accuracy.value");
    check_null(top, "models.1.groups.level.2.accuracy.method");
    check_null(top, "models.1.groups.level.2.bracket");
    check_null(top, "models.1.groups.level.2.pass.0.low");
    check_number(top, "models.1.groups.level.2.pass.0.n", 0);
    last = at(top, "models.1.groups.level");
    assert_int_equal(last->count, 3);
    arena_clear(&a);
}

/* ---- many attempts ---- */

/* Every k has a column, in as many blocks as it takes. */
static void every_k(void **state)
{
    struct arena a = { 0 };
    struct str out = { 0 };
    struct summary v = make_view(&a, 2, 1, 30);
    const char *at;

    (void)state;
    for (size_t k = 0; k < 30; k++)
        v.whole[0].pass[k] = rate(0.5 + 0.01 * (double)(k + 1), 0, 1, 2);
    print_table(&out, &v, NULL, 60);
    at = strstr(str_get(&out), "\npass@k, %    n     1     2     3 ");
    assert_non_null(at);
    assert_non_null(strstr(at, "  51.0  52.0  53.0  "));
    assert_non_null(strstr(at, "    17    18    19 "));
    assert_non_null(strstr(at, "  67.0  68.0  69.0  "));
    assert_non_null(strstr(at, "  79.0  80.0\n"));
    check_lines(str_get(&out), 60);
    str_clear(&out);
    arena_clear(&a);
}

/* ---- CSV ---- */

static void check_field(const struct json *row, const char *name,
                        const char *want)
{
    const char *s = json_string(json_get(row, name));

    if (!s || !str_eq(s, want))
        fail_msg("%s: \"%s\", not \"%s\"", name, s ? s : "absent", want);
}

/* Write the text to a file and read all rows of it. */
static size_t read_rows(struct arena *a, const struct str *text,
                        struct json **rows, size_t most)
{
    char name[] = "/tmp/assay-print-XXXXXX";
    int fd = mkstemp(name);
    FILE *f = fd >= 0 ? fdopen(fd, "wb") : NULL;
    struct lines l;
    struct csv c;
    struct err e;
    size_t n = 0;

    assert_non_null(f);
    assert_int_equal(fwrite(text->s, 1, text->n, f), text->n);
    assert_int_equal(fclose(f), 0);
    assert_true(lines_open(&l, name, 0, &e));
    assert_true(csv_open(&c, &l, &e));
    while (n < most && csv_next(&c, a, &rows[n], &e) == LINES_LINE)
        n++;
    csv_close(&c);
    lines_close(&l);
    unlink(name);
    return n;
}

static void csv_of_a_run(void **state)
{
    static const char *names[] = { "@SUM(A1)", "-2+3" };
    struct arena a = { 0 };
    struct str out = { 0 };
    struct summary v = large_view(&a);
    struct json *rows[10];

    (void)state;
    v.models = names;
    v.groups[0].grouping.values[0] = "-3";
    print_csv(&out, &v);
    assert_int_equal(read_rows(&a, &out, rows, 10), 8);
    check_field(rows[0], "model", "'@SUM(A1)");
    check_field(rows[0], "grouping", "");
    check_field(rows[0], "problems", "100");
    check_field(rows[0], "no_answer", "50");
    check_field(rows[0], "accuracy", "0.777");
    check_field(rows[0], "bracket_high", "0.79");
    check_field(rows[0], "strict_correct", "600");
    check_field(rows[0], "pass_1", "0.7");
    check_field(rows[0], "pass_10", "0.97");
    check_field(rows[0], "all_1", "0.75");
    check_field(rows[0], "all_9", "0.25");
    check_field(rows[0], "all_10", "0.1875");
    check_field(rows[0], "prompt_tokens", "12345");
    check_field(rows[0], "cached_tokens", ""); /* nobody said */
    check_field(rows[0], "unpriced_calls", "990");
    check_field(rows[0], "slowest_seconds", "41.26");
    check_field(rows[0], "majority", "0.8125");
    check_field(rows[0], "cost", "");
    check_field(rows[0], "seconds", "3725");
    check_field(rows[1], "grouping", "level");
    check_field(rows[1], "group", "-3");
    check_field(rows[2], "accuracy", "");
    check_field(rows[2], "pass_10", "");
    check_field(rows[3], "group",
                "'=cmd|' /C calc'!A0 <&>\"?[2J?\xef\xbf\xbd\n\r,;\xe2\x82\xac");
    check_field(rows[4], "model", "'-2+3");
    check_field(rows[4], "cost", "12.5");
    str_clear(&out);
    arena_clear(&a);
}

static void csv_of_an_empty_run(void **state)
{
    struct arena a = { 0 };
    struct str out = { 0 };
    struct summary v = make_view(&a, 0, 1, 1);

    (void)state;
    print_csv(&out, &v);
    expect(&out,
           "model,grouping,group,problems,results,correct,wrong,"
           "undecided,unreadable,no_answer,abstained,truncated,refused,"
           "overflow,malformed,error,bad_key,missing,accuracy,low,"
           "high,bracket_low,bracket_high,strict_correct,strict_accuracy,"
           "pass_1,all_1,majority,short_problems,calls,prompt_tokens,"
           "completion_tokens,reasoning_tokens,cached_tokens,unknown_calls,"
           "cost,unpriced_calls,seconds,slowest_seconds\r\n"
           "openai:gpt1,,,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,,,,,,0,,,,,0,0,,,,,0,,"
           "0,0,"
           "\r\n");
    arena_clear(&a);
}

/* ---- JUnit ---- */

/* Is the text well-formed XML, of the kind that is written here: elements,
 * attributes, and text in which every mark is escaped? */
static const char *xml_text(const char *p, char end)
{
    for (; *p != end; p++) {
        assert_true(*p && *p != '<' && *p != '>' && *p != '"');
        assert_true((unsigned char)*p >= 0x20 || (end == '<' && *p == '\n'));
        if (*p == '&')
            assert_true(str_starts(p, "&amp;") || str_starts(p, "&lt;") ||
                        str_starts(p, "&gt;") || str_starts(p, "&quot;") ||
                        str_starts(p, "&#10;") || str_starts(p, "&#13;") ||
                        str_starts(p, "&#9;"));
    }
    return p;
}

static const char *xml_attribute(const char *p)
{
    p += strspn(p, "abcdefghijklmnopqrstuvwxyz");
    assert_memory_equal(p, "=\"", 2);
    return xml_text(p + 2, '"') + 1;
}

static void check_xml(const char *text)
{
    const char *open[8], *p = text + strcspn(text, "\n");
    size_t depth = 0, n;

    assert_true(
        str_starts(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"));
    assert_int_equal(utf8_check(text, strlen(text)), strlen(text));
    for (p += strspn(p, "\n "); *p; p = depth ? xml_text(p, '<') : p + 1) {
        assert_int_equal(*p++, '<');
        if (*p == '/') {
            n = strcspn(++p, ">");
            assert_true(depth > 0);
            depth--;
            assert_memory_equal(open[depth], p, n);
            p += n + 1;
            continue;
        }
        assert_true(depth < 8);
        open[depth++] = p;
        p += strspn(p, "abcdefghijklmnopqrstuvwxyz");
        while (*p == ' ')
            p = xml_attribute(p + 1);
        if (*p == '/') {
            depth--;
            p++;
        }
        assert_int_equal(*p++, '>');
    }
    assert_int_equal(depth, 0);
}

static void junit_of_a_run(void **state)
{
    struct arena a = { 0 };
    struct str out = { 0 };
    struct summary v = make_view(&a, 3, 1, 2);
    struct problem *problems = make_problems(&a, 3);
    struct json *meta = json_new(&a, JSON_OBJECT);
    static struct key two[] = { { .name = "x", .latex = "1" },
                                { .name = "y", .latex = "2" } };
    static const char *names[] = { "a<b" };
    static const struct result results[] = {
        { .problem = 0, .attempt = 1, .took_ms = 1500 },
        { .problem = 0,
          .attempt = 2,
          .lenient = VERDICT_WRONG,
          .took_ms = 7,
          .answer = "3",
          .why = "3 is not \"4\"" },
        { .problem = 1, .attempt = 1, .outcome = OUTCOME_TRUNCATED },
        { .problem = 1,
          .attempt = 2,
          .outcome = OUTCOME_ERROR,
          .why = "gave up\x01 after\t8 tries" },
        { .problem = 2, .attempt = 1, .lenient = VERDICT_UNDECIDED },
        { .problem = 2, .attempt = 2, .lenient = VERDICT_BAD_KEY },
        { .problem = 9, .attempt = 1 }, /* of no problem: left out */
    };

    (void)state;
    json_set(&a, meta, "source", json_new_string(&a, "gsm8k"));
    problems[0].family = "concept/crt";
    problems[0].statement = "What is\n4?";
    problem_set_key(&a, &problems[0], ANSWER_INTEGER, "2 < 4");
    problems[1].keys = two;
    problems[1].n_keys = 2;
    problems[1].meta = meta;
    problems[2].id = "\xff&";
    v.problems = problems;
    v.models = names;
    v.results = results;
    v.n_results = 7;
    print_junit(&out, NULL, &v);
    check_xml(str_get(&out));
    expect(&out,
           "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
           "<testsuites name=\"r1\" tests=\"6\" failures=\"2\" errors=\"2\" "
           "skipped=\"1\" time=\"1.507\">\n"
           "  <testsuite name=\"a&lt;b\" tests=\"6\" failures=\"2\" "
           "errors=\"2\" skipped=\"1\" time=\"1.507\">\n"
           "    <testcase classname=\"concept/crt\" name=\"p0 attempt 1\" "
           "time=\"1.500\"/>\n"
           "    <testcase classname=\"concept/crt\" name=\"p0 attempt 2\" "
           "time=\"0.007\"><failure message=\"wrong: answer 3, key 2 &lt; 4: "
           "3 is not &quot;4&quot;\" type=\"wrong\">statement: What is&#10;4?\n"
           "key: 2 &lt; 4\nanswer: 3</failure></testcase>\n"
           "    <testcase classname=\"gsm8k\" name=\"p1 attempt 1\" "
           "time=\"0.000\"><failure message=\"truncated: key x = 1; y = 2\" "
           "type=\"truncated\">statement: ?\nkey: x = 1; y = 2\nanswer: none"
           "</failure></testcase>\n"
           "    <testcase classname=\"gsm8k\" name=\"p1 attempt 2\" "
           "time=\"0.000\"><error message=\"gave up after&#9;8 tries\" "
           "type=\"error\"/></testcase>\n"
           "    <testcase classname=\"problems\" name=\"\xef\xbf\xbd&amp; "
           "attempt 1\" time=\"0.000\"><error message=\"undecided\" "
           "type=\"undecided\">"
           "statement: ?\nkey: \nanswer: none</error></testcase>\n"
           "    <testcase classname=\"problems\" name=\"\xef\xbf\xbd&amp; "
           "attempt 2\" time=\"0.000\"><skipped message=\"bad_key\">"
           "statement: ?\nkey: \nanswer: none</skipped></testcase>\n"
           "  </testsuite>\n"
           "</testsuites>\n");
    arena_clear(&a);
}

/* Any bytes in any name, and a reason of a megabyte. */
static void junit_of_hostile_names(void **state)
{
    static const char *names[] = { HOSTILE };
    struct arena a = { 0 };
    struct str out = { 0 };
    struct summary v = make_view(&a, 1, 1, 255);
    struct problem *problems = make_problems(&a, 1);
    struct result *results = arena_array(&a, struct result, 255);
    char *big = arena_text(&a, 1 << 20);

    (void)state;
    memset(big, '\xe2', 1 << 20);
    problems->statement = HOSTILE;
    problem_set_key(&a, problems, ANSWER_TEXT, HOSTILE "]]>");
    v.problems = problems;
    v.models = names;
    v.results = results;
    for (size_t i = 0; i < 255; i++) {
        char byte[] = { 'x', (char)(i + 1), 'y', '\0' };

        results[i] =
            (struct result){ .attempt = i + 1,
                             .lenient = VERDICT_WRONG,
                             .answer = i < 254 ? HOSTILE : big,
                             .why = arena_strdup(&a, i < 254 ? byte : big) };
    }
    print_junit(&out, NULL, &v);
    check_xml(str_get(&out));
    assert_true(out.n < 200000);
    str_clear(&out);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_table),
        cmocka_unit_test(an_empty_table),
        cmocka_unit_test(a_large_table),
        cmocka_unit_test(a_small_screen),
        cmocka_unit_test(a_large_screen),
        cmocka_unit_test(worst_comes_first),
        cmocka_unit_test(pages_hold),
        cmocka_unit_test(labels_differ),
        cmocka_unit_test(json_of_a_small_run),
        cmocka_unit_test(json_of_a_large_run),
        cmocka_unit_test(every_k),
        cmocka_unit_test(csv_of_a_run),
        cmocka_unit_test(csv_of_an_empty_run),
        cmocka_unit_test(junit_of_a_run),
        cmocka_unit_test(junit_of_hostile_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
