/* SPDX-License-Identifier: Apache-2.0 */

/*
 * How fast pairs are judged: synthetic ones in the manner of MATH, and, where
 * $ASSAY_DATA names a folder that holds them, real replies. For each set: the
 * pairs a second on one thread and on two, the gain, and how long single pairs
 * take. Then how soon the program is there at all.
 */
#include "assay.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/lines.h"
#include "base/vec.h"
#include "grade/grade.h"
#include "math/flint.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

struct set {
    const char *name;
    struct arena arena;
    struct vec gold, reply; /* const char * */
    bool extracted;
};

static void set_add(struct set *s, const char *gold, const char *reply)
{
    *(const char **)vec_push(&s->gold) = arena_strdup(&s->arena, gold);
    *(const char **)vec_push(&s->reply) = arena_strdup(&s->arena, reply);
}

static void set_open(struct set *s, const char *name, bool extracted)
{
    *s = (struct set){ .name = name, .extracted = extracted };
    s->gold = vec_in(&s->arena, sizeof(const char *));
    s->reply = vec_in(&s->arena, sizeof(const char *));
}

/* ---- where pairs come from ---- */

/* Key and answer as the problems of MATH have them, right and wrong. */
static const char *const own[][2] = {
    { "42", "42" },
    { "-7", "7" },
    { "\\frac{3}{8}", "0.375" },
    { "\\frac{14}{3}", "\\dfrac{14}{3}" },
    { "\\frac{14}{3}", "4\\frac{2}{3}" },
    { "2\\sqrt{13}", "\\sqrt{52}" },
    { "3\\sqrt{5}", "3\\sqrt{6}" },
    { "\\left(3,\\frac{\\pi}{2}\\right)", "(3, \\pi/2)" },
    { "(-\\infty,2)\\cup(3,\\infty)", "(3,\\infty)\\cup(-\\infty,2)" },
    { "[-2,7]", "[-2,7)" },
    { "6+9i", "9i + 6" },
    { "x^3+3x-6", "x^3 + 3x - 6" },
    { "(x+2)(x-3)", "x^2-x-6" },
    { "y=2x+1", "2x-y+1=0" },
    { "\\{1,4,9\\}", "9, 4, 1" },
    { "12\\pi", "12\\pi \\text{ cm}^2" },
    { "70\\%", "0.7" },
    { "1,234", "1234" },
    { "\\text{even}", "\\text{odd}" },
    { "\\begin{pmatrix} -1 \\\\ 4 \\end{pmatrix}",
      "\\begin{pmatrix}-1\\\\4\\end{pmatrix}" },
    { "\\frac{1}{2004!}", "\\frac{1}{2006!}" },
    { "\\log_2 3", "\\frac{\\ln 3}{\\ln 2}" },
    { "\\frac{\\sqrt{6}-\\sqrt{2}}{4}", "\\sin 15^\\circ" },
    { "10101_2", "21" },
    { "\\binom{10}{3}", "120" },
    { "x \\in [0,1]", "0 \\le x \\le 1" },
};

#define OWN_PAIRS 1040

static void make_own(struct set *s)
{
    struct arena a = { 0 };

    set_open(s, "own, MATH-like", false);
    for (size_t i = 0; i < OWN_PAIRS; i++) {
        const char *const *pair = own[i % (sizeof(own) / sizeof(own[0]))];

        set_add(s, pair[0],
                arena_printf(
                    &a,
                    "We write down what is given and simplify. Let $n = %zu$; "
                    "then $n^2 + 1 = %zu$, and the second condition becomes\n"
                    "\\[ a_n = \\frac{%zu}{n+1}. \\]\nPutting both together "
                    "leaves a single case.\n\nTherefore the answer is "
                    "$\\boxed{%s}$.",
                    i, i * i + 1, i + 3, pair[1]));
    }
    arena_clear(&a);
}

/* A text, or the first of an array of texts. */
static const char *text_of(const struct json *v)
{
    return json_string(v && v->type == JSON_ARRAY ? v->first : v);
}

static bool read_set(struct set *s, const char *file, const char *gold,
                     const char *reply, bool extracted)
{
    const char *folder = getenv("ASSAY_DATA");
    struct arena a = { 0 };
    struct lines l;
    struct json *row;
    struct err e;

    if (!folder ||
        !lines_open(&l, arena_printf(&a, "%s/%s.jsonl", folder, file), 0, &e)) {
        arena_clear(&a);
        return false;
    }
    set_open(s, file, extracted);
    while (lines_next_json(&l, &a, &row, &e) == LINES_LINE) {
        const char *g = text_of(json_get(row, gold));
        const char *r = text_of(json_get(row, reply));

        if (g && r)
            set_add(s, g, r);
        arena_reset(&a);
    }
    lines_close(&l);
    arena_clear(&a);
    return s->gold.n > 0;
}

/* ---- measuring ---- */

static double seconds_since(const struct clock *clock, uint64_t start)
{
    return (double)(clock_now(clock) - start) / 1e9;
}

/* Pairs a second when the set is judged again and again for some time. */
static double rate(const struct set *s, int threads)
{
    struct assay_options o = { .extracted = s->extracted };
    struct assay_verdict **out = calloc(s->gold.n, sizeof(*out));
    struct clock clock = clock_real();
    uint64_t start = clock_now(&clock);
    size_t done = 0;

    if (!out)
        return 0;
    do {
        assay_grade_many(s->gold.items, s->reply.items, s->gold.n, &o, threads,
                         out);
        for (size_t i = 0; i < s->gold.n; i++)
            assay_verdict_free(out[i]);
        done += s->gold.n;
    } while (seconds_since(&clock, start) < 1);
    free(out);
    return (double)done / seconds_since(&clock, start);
}

static int by_size(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;

    return (a > b) - (a < b);
}

struct spread {
    double p50, p99, most; /* microseconds */
    size_t slowest;        /* its place in the set, from 1 */
};

/* How long single pairs take, the best of three runs of each. */
static struct spread spread_of(const struct set *s)
{
    double *us = calloc(s->gold.n, sizeof(*us));
    struct clock clock = clock_real();
    struct arena a = { 0 };
    struct spread r = { 0 };

    for (size_t i = 0; us && i < s->gold.n; i++) {
        const char *gold = *vec_get(&s->gold, const char *, i);
        const char *reply = *vec_get(&s->reply, const char *, i);
        struct grade_request q = { .gold = gold,
                                   .gold_n = strlen(gold),
                                   .reply = reply,
                                   .reply_n = strlen(reply),
                                   .extracted = s->extracted };

        for (int k = 0; k < 3; k++) {
            uint64_t start = clock_now(&clock);
            double t;

            grade_pair(&a, &q);
            t = seconds_since(&clock, start) * 1e6;
            us[i] = k == 0 || t < us[i] ? t : us[i];
            arena_reset(&a);
        }
        if (us[i] > r.most) {
            r.most = us[i];
            r.slowest = i + 1;
        }
    }
    arena_clear(&a);
    if (us) {
        qsort(us, s->gold.n, sizeof(*us), by_size);
        r.p50 = us[s->gold.n / 2];
        r.p99 = us[s->gold.n * 99 / 100];
    }
    free(us);
    return r;
}

static void run(struct set *s)
{
    double one = rate(s, 1), two = rate(s, 2);
    struct spread r = spread_of(s);

    printf("%-26s %6zu %10.0f %10.0f %6.2f %9.1f %9.1f %9.0f (row %zu)\n",
           s->name, s->gold.n, one, two, one > 0 ? two / one : 0, r.p50, r.p99,
           r.most, r.slowest);
    arena_clear(&s->arena);
}

/* ---- start-up ---- */

/* Milliseconds from the call to the end of `assay --help`, the least of many:
 * the machine's other work is none of the program's. */
static double start_up(const char *program)
{
    char *argv[] = { (char *)(uintptr_t)program, (char *)(uintptr_t) "--help",
                     NULL };
    char *envp[] = { NULL };
    posix_spawn_file_actions_t actions;
    struct clock clock = clock_real();
    double best = -1;

    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    for (int i = 0; i < 20; i++) {
        uint64_t start = clock_now(&clock);
        int status = 0;
        pid_t pid;
        double ms;

        if (posix_spawn(&pid, program, &actions, NULL, argv, envp) != 0 ||
            waitpid(pid, &status, 0) < 0 || status != 0)
            break;
        ms = seconds_since(&clock, start) * 1e3;
        best = best < 0 || ms < best ? ms : best;
    }
    posix_spawn_file_actions_destroy(&actions);
    return best;
}

int main(int argc, char **argv)
{
    struct arena a = { 0 };
    const char *slash = strrchr(argv[0], '/');
    const char *program =
        argc > 1 ? argv[1]
                 : arena_printf(&a, "%.*s/../assay",
                                (int)(slash ? slash - argv[0] : 0), argv[0]);
    struct set s;
    double ms = start_up(program);

    printf("%-26s %6s %10s %10s %6s %9s %9s %9s\n", "pairs", "", "1 thread/s",
           "2 threads/s", "gain", "p50 us", "p99 us", "most us");
    make_own(&s);
    run(&s);
    if (read_set(&s, "math-replies", "gold", "response", false))
        run(&s);
    if (read_set(&s, "math100x8-replies", "gold", "response", false))
        run(&s);
    if (read_set(&s, "hardmath2-model-answers", "solution_latex", "model_latex",
                 true))
        run(&s);
    if (ms >= 0)
        printf("`assay --help` takes %.1f ms\n", ms);
    arena_clear(&a);
    flint_cleanup();
    return 0;
}
