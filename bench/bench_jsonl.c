/* SPDX-License-Identifier: Apache-2.0 */

/*
 * How fast JSON lines are read and written: a temporary file of problem
 * records, its lines alone, its lines as values, and the values written back.
 * The ratio to the plain lines says what the parsing costs.
 */
#include "base/clock.h"
#include "base/lines.h"
#include "family/generate.h"
#include "family/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define PROBLEMS 60000

static size_t write_file(FILE *f)
{
    struct arena a = { 0 };
    struct str line = { 0 };
    size_t bytes = 0;

    for (uint64_t i = 0; i < PROBLEMS; i++) {
        struct coordinates c = { family_at(0), 3, "bench", i, NULL, NULL };
        struct problem p;
        struct err e;

        if (!family_generate(&a, &c, &p, &e))
            break;
        str_reset(&line);
        problem_write(&line, &p);
        bytes += fwrite(line.s, 1, line.n, f);
        arena_reset(&a);
    }
    arena_clear(&a);
    str_clear(&line);
    return bytes;
}

enum work { WORK_LINES, WORK_READ, WORK_READ_WRITE, WORKS };

static bool step(struct lines *l, struct arena *a, struct str *out,
                 enum work work)
{
    const char *text;
    struct json *v;
    struct err e;
    size_t n;

    if (work == WORK_LINES)
        return lines_next(l, &text, &n, &e) == LINES_LINE;
    if (lines_next_json(l, a, &v, &e) != LINES_LINE)
        return false;
    if (work == WORK_READ_WRITE) {
        str_reset(out);
        json_write(out, v);
    }
    arena_reset(a);
    return true;
}

static double seconds(const char *path, enum work work)
{
    struct clock clock = clock_real();
    uint64_t start = clock_now(&clock);
    struct arena a = { 0 };
    struct str out = { 0 };
    struct lines l;
    struct err e;

    if (!lines_open(&l, path, 0, &e))
        exit(1);
    while (step(&l, &a, &out, work))
        ;
    lines_close(&l);
    arena_clear(&a);
    str_clear(&out);
    return (double)(clock_now(&clock) - start) / 1e9;
}

int main(void)
{
    static const char *const names[WORKS] = { "lines", "read", "read, write" };
    char path[] = "/tmp/assay-bench-XXXXXX";
    int fd = mkstemp(path);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "wb");
    double mb, base = 0;

    if (!f)
        return 1;
    mb = (double)write_file(f) / 1e6;
    if (fclose(f) != 0) {
        perror(path);
        unlink(path);
        return 1;
    }
    printf("%-28s %10s %14s\n", "JSON lines", "MB/s", "time ratio");
    for (int w = 0; w < WORKS; w++) {
        double t = seconds(path, (enum work)w);

        base = w == 0 ? t : base;
        printf("%-28s %10.0f %14.1f\n", names[w], mb / t, t / base);
    }
    unlink(path);
    return 0;
}
