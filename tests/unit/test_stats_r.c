/* SPDX-License-Identifier: Apache-2.0 */

/* Every statistic of src/stats against what R says: cases/stats/r.test. */
#include "../lib/cases.h"
#include "base/str.h"
#include "stats/cluster.h"
#include "stats/logistic.h"
#include "stats/prices.h"
#include "stats/stats.h"
#include "stats/strata.h"
#include "stats/tally.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LISTS 8
#define MOST  512

/* The arguments of a block: lists of numbers, and the words as they stand. */
struct given {
    const char *text; /* behind the name */
    double x[LISTS][MOST];
    size_t n[LISTS], lists;
};

struct answer {
    double x[MOST];
    size_t n;
};

static void say(struct answer *a, double x)
{
    assert_true(a->n < MOST);
    a->x[a->n++] = x;
}

static void say_interval(struct answer *a, struct interval i)
{
    say(a, i.low);
    say(a, i.high);
}

static void say_all(struct answer *a, const double *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        say(a, x[i]);
}

static size_t read_numbers(const char **s, double *out)
{
    size_t n = 0;

    for (;;) {
        char *end;
        double x = strtod(*s, &end);

        if (end == *s)
            return n;
        assert_true(n < MOST);
        out[n++] = x;
        *s = end;
    }
}

static void read_lists(const char *text, struct given *g)
{
    *g = (struct given){ .text = text };
    for (;;) {
        assert_true(g->lists < LISTS);
        g->n[g->lists] = read_numbers(&text, g->x[g->lists]);
        g->lists++;
        if (*text != ';')
            return;
        text++;
    }
}

/* ---- plain functions ---- */

typedef void quantity(struct given *g, struct answer *a);

#define ONE(name)                                    \
 static void name(struct given *g, struct answer *a) \
 {                                                   \
  say(a, stats_##name(g->x[0][0]));                  \
 }
#define TWO(name)                                    \
 static void name(struct given *g, struct answer *a) \
 {                                                   \
  say(a, stats_##name(g->x[0][0], g->x[0][1]));      \
 }
#define LIST(name)                                   \
 static void name(struct given *g, struct answer *a) \
 {                                                   \
  say(a, stats_##name(g->x[0], g->n[0]));            \
 }
#define PAIRS(name)                                  \
 static void name(struct given *g, struct answer *a) \
 {                                                   \
  say(a, stats_##name(g->x[0], g->x[1], g->n[0]));   \
 }

ONE(normal_tail)
ONE(normal_quantile)
TWO(t_quantile)
LIST(mean)
LIST(deviation)
PAIRS(pearson)
PAIRS(spearman)

/* Bounds; then places, successes and failures there. What is known afterwards:
 * the rate at 3, what a reply there would tell, quantiles of the threshold and
 * of the slope, and the probability that the threshold is above 3. */
static void logistic(struct given *g, struct answer *a)
{
    struct arena arena = { 0 };
    struct logistic c = logistic_open(&arena, g->x[0][0], g->x[0][1]);

    for (size_t i = 0; i < g->n[1]; i++)
        logistic_add(&c, g->x[1][i], g->x[2][i], g->x[3][i]);
    say(a, logistic_rate(&c, 3));
    say(a, logistic_gain(&c, 3));
    say(a, logistic_threshold(&c, 0.5));
    say(a, logistic_threshold(&c, 0.025));
    say(a, logistic_slope(&c, 0.975));
    say(a, logistic_above(&c, 3));
    arena_clear(&arena);
}

static void pass_at(struct given *g, struct answer *a)
{
    say(a, stats_pass_at((uint64_t)g->x[0][0], (uint64_t)g->x[0][1],
                         (uint64_t)g->x[0][2]));
}

static void all_of(struct given *g, struct answer *a)
{
    say(a, stats_all_of((uint64_t)g->x[0][0], (uint64_t)g->x[0][1],
                        (uint64_t)g->x[0][2]));
}

static void best_of(struct given *g, struct answer *a)
{
    say(a, stats_best_of(g->x[1], g->n[1], (size_t)g->x[0][0]));
}

static void ratio_deviation(struct given *g, struct answer *a)
{
    double total = 0, n = 0;

    for (size_t i = 0; i < g->n[0]; i++) {
        total += g->x[0][i];
        n += g->x[1][i];
    }
    say(a, stats_ratio_deviation(g->x[0], g->x[1], g->n[0], total / n));
}

/* ---- intervals ---- */

static void wilson(struct given *g, struct answer *a)
{
    say_interval(a, stats_wilson(g->x[0][0], g->x[0][1]));
}

static void clustered(struct given *g, struct answer *a)
{
    say_interval(
        a, stats_clustered(g->x[1], g->x[2], g->n[1], g->x[0][0], g->x[0][1]));
}

static void rate(struct given *g, struct answer *a)
{
    struct share s[MOST];
    struct rate r;

    for (size_t i = 0; i < g->n[0]; i++)
        s[i] = (struct share){ (size_t)g->x[0][i], g->x[1][i], g->x[2][i] };
    r = rate_make(s, g->n[0]);
    say(a, r.value);
    say_interval(a, r.interval);
    say(a, (double)r.n);
}

static void newcombe(struct given *g, struct answer *a)
{
    const double *x = g->x[0];

    say_interval(a, stats_newcombe(x[0] / x[1], stats_wilson(x[0], x[1]),
                                   x[2] / x[3], stats_wilson(x[2], x[3])));
}

static void no_spread(struct given *g, struct answer *a)
{
    say_interval(a, stats_no_spread(g->x[0][0], (size_t)g->x[0][1]));
}

static void student(struct given *g, struct answer *a)
{
    say_interval(a, stats_student(g->x[0], g->n[0]));
}

static void percentiles(struct given *g, struct answer *a)
{
    say_interval(a, stats_percentiles(g->x[0], g->n[0]));
}

static void bootstrap(struct given *g, struct answer *a)
{
    say_interval(a, stats_bootstrap(g->x[1], g->n[1], (uint64_t)g->x[0][0],
                                    (uint64_t)g->x[0][1]));
}

static void resample(struct given *g, struct answer *a)
{
    static double first[20000], second[20000];
    const double *columns[] = { g->x[1], g->x[2] };
    double *const sums[] = { first, second };
    size_t rounds = (size_t)g->x[0][0];

    assert_true(rounds <= 20000);
    for (size_t i = 0; i < rounds; i++)
        first[i] = second[i] = NAN;
    stats_resample(columns, 2, g->n[1], rounds,
                   stats_stream("resample", (uint64_t)g->x[0][1]), sums);
    for (size_t i = 0; i < rounds; i++) {
        first[i] /= second[i];
        assert_true(isfinite(first[i]) != 0);
    }
    say_interval(a, stats_percentiles(first, rounds));
}

/* ---- tests ---- */

static void mcnemar(struct given *g, struct answer *a)
{
    say(a, stats_mcnemar((uint64_t)g->x[0][0], (uint64_t)g->x[0][1]));
}

static void permutation(struct given *g, struct answer *a)
{
    say(a, stats_permutation(g->x[1], g->n[1], (uint64_t)g->x[0][0],
                             (uint64_t)g->x[0][1]));
}

static void smallest_difference(struct given *g, struct answer *a)
{
    say(a, stats_smallest_difference(g->x[0][0], (size_t)g->x[0][1]));
}

static void holm(struct given *g, struct answer *a)
{
    double adjusted[MOST];

    stats_holm(g->x[0], g->n[0], adjusted);
    say_all(a, adjusted, g->n[0]);
}

static void bh(struct given *g, struct answer *a)
{
    double q[MOST];

    stats_bh(g->x[0], g->n[0], q);
    say_all(a, q, g->n[0]);
}

static void pearson_p(struct given *g, struct answer *a)
{
    say(a, stats_pearson_p(g->x[0][0], (size_t)g->x[0][1]));
}

static void pearson_test(struct given *g, struct answer *a)
{
    double r = stats_pearson(g->x[0], g->x[1], g->n[0]);

    say(a, r);
    say(a, stats_pearson_p(r, g->n[0]));
    say_interval(a, stats_pearson_interval(r, g->n[0]));
}

static void spearman_p(struct given *g, struct answer *a)
{
    say(a, stats_spearman_p(g->x[1], g->x[2], g->n[1], (uint64_t)g->x[0][0],
                            (uint64_t)g->x[0][1]));
}

/* ---- strata ---- */

static struct strata read_strata(struct given *g, struct arena *a)
{
    size_t levels = g->n[0];
    struct strata s = strata_new(a, g->x[0], levels, g->lists / 2);

    for (s.n = 0; 2 * s.n + 2 < g->lists; s.n++)
        for (size_t l = 0; l < levels; l++) {
            s.all[s.n * levels + l] = (uint32_t)g->x[2 * s.n + 1][l];
            s.inside[s.n * levels + l] = (uint32_t)g->x[2 * s.n + 2][l];
        }
    return s;
}

static void tail_of_strata(struct given *g, struct answer *a)
{
    struct arena arena = { 0 };
    struct strata s = read_strata(g, &arena);

    say(a, strata_tail(&s));
    arena_clear(&arena);
}

static void gain_of_strata(struct given *g, struct answer *a)
{
    struct arena arena = { 0 };
    struct strata s = read_strata(g, &arena);

    say(a, strata_gain(&s));
    arena_clear(&arena);
}

/* ---- words ---- */

/* The next word of the text; false at its end. */
static bool next_word(const char **text, char word[16])
{
    size_t n;

    *text += strspn(*text, " ");
    n = strcspn(*text, " ");
    assert_true(n < 16);
    memcpy(word, *text, n);
    word[n] = '\0';
    *text += n;
    return n > 0;
}

static enum mark mark_of_letter(char c)
{
    switch (c) {
    case 'C': return MARK_CORRECT;
    case 'W': return MARK_WRONG;
    case 'U': return MARK_UNDECIDED;
    default: return MARK_ERROR;
    }
}

static void find_clusters(struct given *g, struct answer *a)
{
    struct arena arena = { 0 };
    struct clusters c = clusters_in(&arena, MOST);
    uint32_t number[MOST];
    const char *text = g->text;
    char word[16];
    size_t n = 0;

    for (; next_word(&text, word); n++)
        for (const char *k = word; *k; k++)
            clusters_join(&c, n, k, 1);
    clusters_number(&c, number);
    for (size_t i = 0; i < n; i++)
        say(a, number[i]);
    clusters_clear(&c);
    arena_clear(&arena);
}

static void tally(struct given *g, struct answer *a)
{
    struct arena arena = { 0 };
    struct trial trials[MOST] = { 0 };
    struct count c = { .n_models = 1, .trials = trials };
    struct tally t;
    const char *text = g->text;
    char word[16];

    next_word(&text, word);
    c.attempts = strtoull(word, NULL, 10);
    for (; next_word(&text, word); c.n_problems++)
        for (const char *k = word; *k; k++)
            trials[c.n_trials++] =
                (struct trial){ .problem = c.n_problems,
                                .lenient = mark_of_letter(*k) };
    tally_cell(&arena, &c, 0, NULL, 0, &t);
    say(a, t.accuracy.value);
    say_interval(a, t.accuracy.interval);
    say(a, t.pass[c.attempts - 1].value);
    say(a, t.all_of[c.attempts - 1].value);
    say_interval(a, t.bracket);
    arena_clear(&arena);
}

static void vote(struct given *g, struct answer *a)
{
    enum mark marks[MOST];
    int group[MOST];
    const char *text = g->text;
    char word[16];
    size_t n = 0;

    for (; next_word(&text, word); n++) {
        marks[n] = mark_of_letter(word[0]);
        group[n] = word[1] == '-' ? -1 : word[1] - '0';
    }
    say(a, tally_vote(marks, group, n));
}

static void price(struct given *g, struct answer *a)
{
    struct price p = { g->x[0][0] / 1e6, g->x[0][1] / 1e6, g->x[0][2] / 1e6 };

    say(a, price_of(&p, (int64_t)g->x[1][0], (int64_t)g->x[1][1],
                    (int64_t)g->x[1][2]));
}

/* ---- the file ---- */

static const struct {
    const char *name;
    quantity *work_out;
} quantities[] = {
    { "normal_tail", normal_tail },
    { "normal_quantile", normal_quantile },
    { "t_quantile", t_quantile },
    { "mean", mean },
    { "deviation", deviation },
    { "logistic", logistic },
    { "pass_at", pass_at },
    { "all_of", all_of },
    { "best_of", best_of },
    { "ratio_deviation", ratio_deviation },
    { "wilson", wilson },
    { "clustered", clustered },
    { "rate", rate },
    { "newcombe", newcombe },
    { "no_spread", no_spread },
    { "student", student },
    { "percentiles", percentiles },
    { "bootstrap", bootstrap },
    { "resample", resample },
    { "mcnemar", mcnemar },
    { "permutation", permutation },
    { "smallest_difference", smallest_difference },
    { "holm", holm },
    { "bh", bh },
    { "pearson", pearson },
    { "spearman", spearman },
    { "pearson_p", pearson_p },
    { "pearson_test", pearson_test },
    { "spearman_p", spearman_p },
    { "clusters", find_clusters },
    { "strata_tail", tail_of_strata },
    { "strata_gain", gain_of_strata },
    { "tally", tally },
    { "vote", vote },
    { "price", price },
};

#define QUANTITIES (sizeof(quantities) / sizeof(quantities[0]))

static size_t find_quantity(const char *line)
{
    size_t n = strcspn(line, " "), i = 0;

    while (i < QUANTITIES && (strlen(quantities[i].name) != n ||
                              strncmp(quantities[i].name, line, n) != 0))
        i++;
    return i;
}

/* What R says, and how near we must be to it. */
static void check_block(struct cases *c, const char *want, double relative,
                        const struct answer *got)
{
    struct answer r = { .n = read_numbers(&want, r.x) };
    double within = str_starts(want, " within ") ? atof(want + 8) : NAN;

    if (r.n != got->n)
        cases_fail(c, "%zu figures, and %zu of R", got->n, r.n);
    for (size_t i = 0; i < r.n && i < got->n; i++) {
        double room = isnan(within) ? relative * fabs(r.x[i]) : within;

        if (!(fabs(got->x[i] - r.x[i]) <= room))
            cases_fail(c, "%.15g, and R says %.15g", got->x[i], r.x[i]);
    }
}

static void as_in_r(void **state)
{
    bool met[QUANTITIES] = { false };
    double relative = NAN;
    const char *lines[3];
    struct cases c;

    (void)state;
    cases_open(&c, "stats/r.test");
    while (cases_next(&c, lines, 3)) {
        size_t at = find_quantity(lines[1]);
        struct answer got = { .n = 0 };
        struct given g;

        if (str_eq(lines[0], "tolerance")) {
            relative = atof(lines[2]);
            continue;
        }
        if (!str_starts(lines[0], "R> ") || at == QUANTITIES) {
            cases_fail(&c, "no quantity: %s", lines[1]);
            continue;
        }
        met[at] = true;
        read_lists(lines[1] + strcspn(lines[1], " "), &g);
        quantities[at].work_out(&g, &got);
        check_block(&c, lines[2], relative, &got);
    }
    assert_int_equal(cases_close(&c), 0);
    for (size_t i = 0; i < QUANTITIES; i++)
        if (!met[i])
            fail_msg("no case of %s", quantities[i].name);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(as_in_r) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
