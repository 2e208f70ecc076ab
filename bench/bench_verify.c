/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Claims that are verified in a second on one core, by kind: those of
 * tests/cases/verify, which are right and wrong in the ways people err.
 */
#include "base/lines.h"
#include "verify/verify.h"

#include <stdio.h>
#include <time.h>

#define CLAIMS 40 /* of each kind */

/* Time of this core spent on us. */
static double now_s(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void verify_line(struct arena *a, const struct json *j, int *decided,
                        double *slowest)
{
    struct work w = { .limit = VERIFY_WORK };
    struct finding f;
    struct claim c;
    struct err e;
    double start = now_s();

    if (!claim_from_json(a, j, &c, &e))
        return;
    verify_claim(a, &c, &w, &f);
    *decided += f.holds != TRUTH_UNKNOWN;
    if (now_s() - start > *slowest)
        *slowest = now_s() - start;
}

static void measure(const char *kind)
{
    struct arena a = { 0 };
    struct lines l;
    struct json *j;
    struct err e;
    char path[128];
    int n = 0, decided = 0;
    double start = now_s(), slowest = 0;

    (void)snprintf(path, sizeof(path), "tests/cases/verify/%s.jsonl", kind);
    if (!lines_open(&l, path, 0, &e)) {
        printf("%s\n", e.msg);
        return;
    }
    for (; n < CLAIMS && lines_next_json(&l, &a, &j, &e) == LINES_LINE; n++) {
        verify_line(&a, j, &decided, &slowest);
        arena_reset(&a);
    }
    lines_close(&l);
    arena_clear(&a);
    printf("  %-10s %7.1f claims/s  slowest %5.2f s  decided %d of %d\n", kind,
           n / (now_s() - start), slowest, decided, n);
}

int main(void)
{
    printf("verify\n");
    measure("integral");
    measure("sum");
    measure("root");
    flint_cleanup();
    return 0;
}
