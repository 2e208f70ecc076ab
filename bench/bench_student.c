/* SPDX-License-Identifier: Apache-2.0 */

/*
 * How many pieces a second the student writes and reads.
 *
 *   bench_student [WEIGHTS [KERNEL]]
 *
 * WEIGHTS is what student_path() finds if it is not named. Each row: threads,
 * how many ask at once, pieces of a prompt and of a reply, and what a second
 * gave; CPU of a piece, read or written. `memory` is the largest the process had until then.
 */
#include "base/alloc.h"
#include "base/arena.h"
#include "base/clock.h"
#include "base/pipeline.h"
#include "base/str.h"
#include "model/student/engine.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* One setting; at 0, as many ask at once as the student likes best. */
struct setting {
    int asking, replies;
    int64_t prompt, most;
};

static const struct setting settings[] = {
    { 1, 2, 64, 192 },   { 8, 16, 64, 192 }, { 0, 96, 64, 192 },
    { 0, 32, 512, 384 }, { 0, 32, 900, 1 },
};

struct asking {
    const struct student *s;
    const struct setting *set;
    const char *text;
    int next;
    int64_t prompt, completion;
    pthread_mutex_t lock;
};

static void *ask(void *ctx)
{
    struct asking *k = ctx;
    struct arena a = { 0 };
    int i;

    while (i = __atomic_fetch_add(&k->next, 1, __ATOMIC_RELAXED),
           i < k->set->replies) {
        struct message m = { "user", k->text };
        struct student_how how = student_default;
        struct student_text out;

        how.seed = (uint64_t)i;
        how.most = k->set->most;
        student_answer(&a, k->s, &m, 1, &how, &out);
        pthread_mutex_lock(&k->lock);
        k->prompt += out.prompt;
        k->completion += out.completion;
        pthread_mutex_unlock(&k->lock);
        arena_reset(&a);
    }
    arena_clear(&a);
    return NULL;
}

/* A text of so many pieces: digits are never longer ones. */
static char *digits(struct arena *a, int64_t n)
{
    char *text = arena_text(a, (size_t)n);

    for (int64_t i = 0; i < n; i++)
        text[i] = (char)('0' + i * i % 7);
    return text;
}

static double cpu_seconds(void)
{
    struct rusage r;

    getrusage(RUSAGE_SELF, &r);
    return (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) +
           (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec) / 1e6;
}

static double peak_mib(void)
{
    struct rusage r;

    getrusage(RUSAGE_SELF, &r);
    return (double)r.ru_maxrss / 1024;
}

static void row(const struct student *s, const struct setting *set)
{
    struct arena a = { 0 };
    struct asking k = { .s = s, .set = set };
    struct clock clock = clock_real();
    int n = set->asking ? set->asking : student_best_at_once(s);
    pthread_t *threads = alloc_new((size_t)n, sizeof(*threads));
    uint64_t start;
    double seconds, cpu = cpu_seconds();

    pthread_mutex_init(&k.lock, NULL);
    k.text = digits(&a, set->prompt);
    start = clock_now(&clock);
    for (int i = 0; i < n; i++)
        if (pthread_create(&threads[i], NULL, ask, &k))
            exit(1);
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
    seconds = (double)(clock_now(&clock) - start) / 1e9;
    printf("%7d  %6d  %6lld  %5lld  %9.0f/s  %9.0f/s  %6.0f us  %6.1f MiB\n",
           crew_threads(s->crew), n, (long long)set->prompt,
           (long long)set->most, (double)k.prompt / seconds,
           (double)k.completion / seconds,
           (cpu_seconds() - cpu) * 1e6 / (double)(k.prompt + k.completion),
           peak_mib());
    fflush(stdout);
    free(threads);
    arena_clear(&a);
}

int main(int argc, char **argv)
{
    struct arena a = { 0 };
    const char *path = argc > 1 ? argv[1] : NULL;
    const struct kernel *kinds[KERNEL_KINDS];
    int kernels = kernel_all(kinds), cores = pipeline_cores();
    struct err e;

    if (!path && !student_path(&a, &path, &e)) {
        printf("no student: %s\n", e.msg);
        return 0;
    }
    for (int k = 0; k < kernels; k++) {
        if (argc > 2 && !str_eq(argv[2], kinds[k]->name))
            continue;
        printf("%s\nthreads  asking  prompt  reply         read      written"
               "  CPU/piece      memory\n",
               kinds[k]->name);
        for (int threads = 1; threads <= cores;
             threads = threads == 1 && cores > 1 ? cores : cores + 1) {
            struct student *s;

            if (!student_load(&s, path, threads, kinds[k], &e)) {
                fprintf(stderr, "%s\n", e.msg);
                return 1;
            }
            for (size_t i = 0; i < sizeof(settings) / sizeof(*settings); i++)
                row(s, &settings[i]);
            student_free(s);
        }
    }
    arena_clear(&a);
    return 0;
}
