/* SPDX-License-Identifier: Apache-2.0 */

/*
 * How deep a problem can be. `bench_depth --search` finds, for each family with
 * a depth, the largest one whose problems are made, proved and written within
 * SECONDS of one core, MEMORY and STATEMENT bytes of text; its first two digits
 * are the `most` of the card (struct family_depth), unless the mathematics of
 * the family sets a smaller bound. Without the option the depth is that of the
 * card, and what is printed is the cost of its problems. `bench_depth NAME ...`
 * measures these families alone.
 *
 * Every trial is a process of its own, with limits that the system enforces.
 */
#include "family/generate.h"
#include "family/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SECONDS   2
#define MEMORY    ((rlim_t)2 << 30)
#define STATEMENT ((size_t)4 << 20)
#define TRIALS    3 /* problems of each depth */
#define DEEPEST   INT64_C(999999999)

struct cost {
    double seconds;   /* the slowest problem */
    size_t statement; /* the longest */
    bool ok;
};

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static struct cost make(const struct family *f, int64_t depth, uint64_t index)
{
    struct arena a = { 0 };
    struct json *knobs = json_new(&a, JSON_OBJECT);
    struct coordinates c = { f, 1, "depth", index, knobs, NULL };
    struct str line = { 0 };
    struct problem p;
    struct err e;
    double start = now();
    bool ok;

    json_set(&a, knobs, "depth",
             json_new_string(&a, arena_printf(&a, "%" PRId64, depth)));
    ok = family_generate(&a, &c, &p, &e);
    if (!ok)
        fprintf(stderr, "%s at depth %" PRId64 ": %s\n", f->name, depth, e.msg);
    else
        problem_write(&line, &p);
    return (struct cost){ now() - start, ok ? strlen(p.statement) : 0,
                          ok && strlen(p.statement) <= STATEMENT };
}

static void limit(void)
{
    struct rlimit seconds = { SECONDS, SECONDS }, memory = { MEMORY, MEMORY };

    setrlimit(RLIMIT_CPU, &seconds);
    setrlimit(RLIMIT_AS, &memory);
}

static struct cost try_one(const struct family *f, int64_t depth,
                           uint64_t index)
{
    struct cost c = { 0 };
    int ends[2];
    pid_t child;

    if (pipe(ends) != 0 || (child = fork()) < 0)
        return c;
    if (child == 0) {
        limit();
        c = make(f, depth, index);
        _exit(write(ends[1], &c, sizeof(c)) == (ssize_t)sizeof(c) ? 0 : 1);
    }
    close(ends[1]);
    if (read(ends[0], &c, sizeof(c)) != (ssize_t)sizeof(c))
        c.ok = false;
    close(ends[0]);
    waitpid(child, NULL, 0);
    return c;
}

static struct cost try_depth(const struct family *f, int64_t depth)
{
    struct cost worst = { .ok = true };

    for (uint64_t i = 0; worst.ok && i < TRIALS; i++) {
        struct cost c = try_one(f, depth, i);

        if (c.seconds > worst.seconds)
            worst.seconds = c.seconds;
        if (c.statement > worst.statement)
            worst.statement = c.statement;
        worst.ok = c.ok;
    }
    return worst;
}

/* Keeps the first two digits. */
static int64_t rounded(int64_t n)
{
    int64_t unit = 1;

    while (n / unit >= 100)
        unit *= 10;
    return n / unit * unit;
}

/* The depth that card and first two digits allow. */
static int64_t largest(const struct family *f)
{
    const struct family_depth *d = f->depth;
    int64_t end = d->most ? d->most : DEEPEST, good = d->levels[4], bad;

    if (d->most && try_depth(f, end).ok)
        return end;
    for (bad = 2 * good; bad < end && try_depth(f, bad).ok; bad *= 2)
        good = bad;
    bad = bad < end ? bad : end;
    while (rounded(bad - 1) > rounded(good)) {
        int64_t middle = good + (bad - good) / 2;

        if (try_depth(f, middle).ok)
            good = middle;
        else
            bad = middle;
    }
    return rounded(good);
}

static void measure(const struct family *f, bool search)
{
    int64_t depth = search ? largest(f) : f->depth->most;
    struct cost c = try_depth(f, depth);

    printf("%-26s %10" PRId64 " %8.2f s %9zu bytes  card %" PRId64 "%s\n",
           f->name, depth, c.seconds, c.statement, f->depth->most,
           c.ok ? "" : "  beyond the limits");
    fflush(stdout);
}

static bool is_asked(const char *name, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], name) == 0)
            return true;
    return argc <= 1;
}

int main(int argc, char **argv)
{
    bool search = argc > 1 && strcmp(argv[1], "--search") == 0;

    for (size_t i = 0; i < family_count(); i++)
        if (family_at(i)->depth &&
            is_asked(family_at(i)->name, argc - search, argv + search))
            measure(family_at(i), search);
    return 0;
}
