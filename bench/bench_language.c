/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Families that are files beside the same families in C. bench/twins/ has twins
 * of five shipped families: the same draws, keys, checks and texts. The twins
 * list their kinds in the order of the C family's numbers, and their given
 * values have the names of its params, so that each family can check the
 * problems of the other. That is done first, and a disagreement fails.
 *
 * Then come the processor time of one problem, made, proved and written as a
 * JSON line, for each level in C and as a file; the largest memory of a process
 * that makes few and many problems; and the time that commands without a family
 * take to start. `bench_language NAME` measures one family: "crt".
 */
#include "family/generate.h"
#include "family/language/catalogue.h"
#include "family/language/engine.h"
#include "family/recipe/recipe.h"
#include "family/table.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define COMPARED 200  /* problems of a level that both families check */
#define PROBLEMS 1000 /* in one round */
#define ROUNDS   7    /* the quickest one counts */
#define FEW      10000
#define MANY     100000
#define STARTS   40

static const char *const names[] = { "crt", "slopes", "quadratic-roots",
                                     "probability", "sequences" };

/* ---- the same mathematics ---- */

/* The params of a C family's problem as those of its twin. */
static struct json *params_of_twin(struct arena *a, const struct problem *p,
                                   const struct family_file *twin)
{
    struct json *params = json_new(a, JSON_OBJECT);
    int64_t kind = p->level - 1;

    for (const struct json *x = p->params->first; x; x = x->next)
        if (strcmp(x->name, "kind") == 0)
            json_int64(x, &kind);
        else
            json_set(a, params, x->name, json_copy(a, x));
    json_set(a, params, "kind", json_new_string(a, twin->kinds[kind]->name));
    return params;
}

/* And back: what the kind does not use is 0, or an empty list. */
static struct json *params_of_c(struct arena *a, const struct problem *p,
                                const struct family_file *twin,
                                const struct field *fields)
{
    const char *name = json_string(json_get(p->params, "kind"));
    struct json *params = json_new(a, JSON_OBJECT);
    int64_t kind = 0;

    while (strcmp(twin->kinds[kind]->name, name) != 0)
        kind++;
    for (const struct field *f = fields; f->name; f++) {
        const struct json *x = json_get(p->params, f->name);

        json_set(a, params, f->name,
                 strcmp(f->name, "kind") == 0 ? json_new_int(a, kind)
                 : x                          ? json_copy(a, x)
                 : f->most                    ? json_new(a, JSON_ARRAY)
                                              : json_new_int(a, 0));
    }
    return params;
}

/* Does the family find the same key for these params, and does its check accept
 * it? */
static bool agrees(struct arena *a, const struct family *f,
                   const struct problem *of, struct json *params)
{
    struct problem p = *of;
    struct check_finding found;
    enum truth holds = TRUTH_NO;
    union values v = { { 0 } };
    const char *key = NULL;
    struct err e = { 0 };

    p.params = params;
    if (f->check(f, a, &p, &holds, &found, &e) && holds == TRUTH_YES &&
        recipe_read(f, a, params, &v, &e))
        key = recipe_solve(f, a, &v, NULL);
    if (key && strcmp(key, p.keys[0].latex) == 0)
        return true;
    printf("%s, key %s: %s finds %s: %s%s\n", p.id, p.keys[0].latex, f->name,
           key ? key : "nothing", e.msg, key ? "" : found.detail);
    return false;
}

static bool agree(const struct family *c, const struct family *twin, int level)
{
    const struct family_file *file = family_file_of(twin);
    struct arena a = { 0 };
    bool same = true;

    for (uint64_t i = 0; i < COMPARED && same; i++) {
        struct coordinates of_c = { c, level, "twins", i, NULL, NULL };
        struct coordinates of_twin = { twin, level, "twins", i, NULL, NULL };
        struct problem p, q;
        struct err e;

        same = family_generate(&a, &of_c, &p, &e) &&
               family_generate(&a, &of_twin, &q, &e);
        if (!same)
            printf("%s\n", e.msg);
        same = same && agrees(&a, twin, &p, params_of_twin(&a, &p, file)) &&
               agrees(&a, c, &q, params_of_c(&a, &q, file, c->recipe->fields));
        arena_reset(&a);
    }
    arena_clear(&a);
    return same;
}

/* ---- time ---- */

static double now_us(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static void make(const struct family *f, int level, uint64_t from, uint64_t n)
{
    struct arena a = { 0 };
    struct str line = { 0 };

    for (uint64_t i = from; i < from + n; i++) {
        struct coordinates c = { f, level, "bench", i, NULL, NULL };
        struct problem p;
        struct err e;

        if (!family_generate(&a, &c, &p, &e)) {
            if (e.code != ERR_SPENT)
                fprintf(stderr, "%s\n", e.msg);
            break;
        }
        str_reset(&line);
        problem_write(&line, &p);
        arena_reset(&a);
    }
    arena_clear(&a);
    str_clear(&line);
}

/* One problem of each, measured in turn: both meet the same load. */
static void measure(const struct family *const *f, int level, double *us)
{
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < 2; i++) {
            double start = now_us(), each;

            make(f[i], level, (uint64_t)round * PROBLEMS, PROBLEMS);
            each = (now_us() - start) / PROBLEMS;
            us[i] = round == 0 || each < us[i] ? each : us[i];
        }
}

/* ---- memory ---- */

/* The largest memory, in MiB, of a process that makes n problems. */
static double memory_of(const struct family *f, uint64_t n)
{
    struct rusage used = { 0 };
    int ends[2];
    pid_t child;

    if (pipe(ends) < 0 || (child = fork()) < 0)
        return 0;
    if (child == 0) {
        for (int level = 1; level <= f->n_levels; level++)
            make(f, level, 0, n / (uint64_t)f->n_levels);
        getrusage(RUSAGE_SELF, &used);
        _exit(write(ends[1], &used, sizeof(used)) != sizeof(used));
    }
    close(ends[1]);
    if (read(ends[0], &used, sizeof(used)) != sizeof(used))
        used.ru_maxrss = 0;
    close(ends[0]);
    waitpid(child, NULL, 0);
    return (double)used.ru_maxrss / 1024;
}

/* ---- start-up ---- */

/* The processor time of all commands so far, in milliseconds. */
static double commands_ms(void)
{
    struct rusage used;

    getrusage(RUSAGE_CHILDREN, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e3 +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e3;
}

/* That of one command: the least of many. */
static double start_of(const char *const *argv)
{
    double least = 0;

    for (int i = 0; i < STARTS; i++) {
        double start = commands_ms(), ms;
        pid_t child = fork();

        if (child == 0) {
            int null = open("/dev/null", O_RDWR);

            dup2(null, 0);
            dup2(null, 1);
            dup2(null, 2);
            execv(argv[0], (char *const *)(uintptr_t)argv);
            _exit(127);
        }
        if (child < 0 || waitpid(child, NULL, 0) < 0)
            return 0;
        ms = commands_ms() - start;
        least = i == 0 || ms < least ? ms : least;
    }
    return least;
}

/* ---- all of it ---- */

/* Returns false if the twin is none. */
static bool compare(const char *name)
{
    char path[80], shipped[40];
    struct vec found = { .size = sizeof(const struct family *) };
    const struct family *f[2];
    double all[2] = { 0, 0 };
    struct err e;
    bool same = true;

    snprintf(path, sizeof(path), "bench/twins/%s.family", name);
    snprintf(shipped, sizeof(shipped), "concept/%s", name);
    f[0] = recipe_card(family_find(shipped));
    if (!catalogue_add(path, &found, &e)) {
        fprintf(stderr, "%s\n", e.msg);
        return false;
    }
    f[1] = *vec_get(&found, const struct family *, 0);
    vec_clear(&found);
    for (int level = 1; level <= f[1]->n_levels && same; level++) {
        double us[2];

        same = agree(f[0], f[1], level);
        if (!same)
            continue;
        measure(f, level, us);
        all[0] += us[0];
        all[1] += us[1];
        printf("%-30s %d %8.1f %8.1f %8.2f\n", shipped, level, us[0], us[1],
               us[0] / us[1]);
    }
    if (same)
        printf("%-30s   %8.1f %8.1f %8.2f\n", "all levels", all[0], all[1],
               all[0] / all[1]);
    if (same)
        printf("%-30s   %d problems %.1f MiB, %d problems %.1f MiB\n", "", FEW,
               memory_of(f[1], FEW), MANY, memory_of(f[1], MANY));
    return same;
}

int main(int argc, char **argv)
{
    const char *slash = strrchr(argv[0], '/');
    char assay[400];
    bool ok = true;

    printf("%-32s %8s %8s %8s\n", "family, level", "us in C", "as file",
           "rate");
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (argc < 2 || strcmp(argv[1], names[i]) == 0)
            ok = compare(names[i]) && ok;
    snprintf(assay, sizeof(assay), "%.*s/../assay",
             slash ? (int)(slash - argv[0]) : 1, slash ? argv[0] : ".");
    printf(
        "start-up: assay --version %.2f ms, assay grade %.2f ms\n",
        start_of((const char *const[]){ assay, "--version", NULL }),
        start_of((const char *const[]){ assay, "grade", "/dev/null", NULL }));
    return ok ? 0 : 1;
}
