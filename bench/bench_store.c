/* SPDX-License-Identifier: Apache-2.0 */

/*
 * How fast the store takes replies, on the disk of the working folder and
 * with every commit synced: calls of about 1.5 kB in batches of several sizes,
 * and the same in a file that is only appended to and synced, as the limit.
 * Then results: appended, loaded and verified.
 */
#include "base/clock.h"
#include "base/str.h"
#include "store/journal.h"
#include "store/runs.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TEXT_BYTES 500 /* of each of body, raw and text */
#define BATCH_MOST 512
#define RESULTS    100000
#define ATTEMPTS   8

static const char path[] = "bench-store.assay";

static double since(uint64_t start)
{
    struct clock c = clock_real();

    return (double)(clock_now(&c) - start) / 1e9;
}

static uint64_t start_now(void)
{
    struct clock c = clock_real();

    return clock_now(&c);
}

static void clean(void)
{
    unlink(path);
    unlink("bench-store.assay-wal");
    unlink("bench-store.assay-shm");
    unlink("bench-store.assay-lock");
}

static void stop(const struct err *e)
{
    fprintf(stderr, "%s\n", e->msg);
    clean();
    exit(1);
}

static struct call make_call(uint64_t i, const char *text)
{
    return (struct call){
        .key = hash_bytes(&i, sizeof(i)),
        .url = "https://api.example.org/v1/chat/completions",
        .model = "some-model-of-70b",
        .attempt = i % ATTEMPTS + 1,
        .body = text,
        .raw = text,
        .reply = { .outcome = OUTCOME_OK,
                   .text = text,
                   .finish = "stop",
                   .usage = { 100, 200, -1, -1 },
                   .served = "some-model-of-70b",
                   .id = "chatcmpl-0123456789abcdef" },
        .status = 200,
        .http_version = 11,
        .tries = 1,
        .history = "[]",
        .sent_ms = 1700000000000,
        .took_ms = 50,
        .total_ms = 50,
    };
}

/* Commit n calls from number `from` on, in batches. */
static void commit(struct store *s, uint64_t from, size_t n, size_t batch,
                   const char *text)
{
    struct call calls[BATCH_MOST];
    const struct call *list[BATCH_MOST];
    struct err e;

    for (size_t done = 0; done < n; done += batch) {
        for (size_t i = 0; i < batch; i++) {
            calls[i] = make_call(from + done + i, text);
            list[i] = &calls[i];
        }
        if (!journal_commit(s, list, batch, NULL, &e))
            stop(&e);
    }
}

/* The limit: the same bytes at the end of a file, synced as often. */
static double plain(size_t n, size_t batch)
{
    static const char name[] = "bench-store.plain";
    char block[3 * TEXT_BYTES];
    FILE *f = fopen(name, "wb");
    uint64_t start = start_now();

    if (!f)
        return 0;
    memset(block, 'x', sizeof(block));
    for (size_t i = 0; i < n; i++) {
        fwrite(block, 1, sizeof(block), f);
        if ((i + 1) % batch == 0 && (fflush(f) != 0 || fsync(fileno(f)) != 0))
            break;
    }
    fclose(f);
    unlink(name);
    return (double)n / since(start);
}

static void bench_calls(struct store *s, const char *text)
{
    static const size_t batches[] = { 1, 16, 64, 512 };
    static const size_t counts[] = { 4096, 32768, 65536, 65536 };
    uint64_t from = 0;

    printf("%-28s %12s %12s %8s\n", "calls committed", "calls/s", "plain file",
           "ratio");
    for (size_t i = 0; i < 4; i++) {
        uint64_t start = start_now();
        double rate, limit;

        commit(s, from, counts[i], batches[i], text);
        rate = (double)counts[i] / since(start);
        from += counts[i];
        limit = plain(counts[i], batches[i]);
        printf("  in batches of %-12zu %12.0f %12.0f %8.2f\n", batches[i], rate,
               limit, rate / limit);
    }
}

static void append_all(struct store *s, int64_t run)
{
    struct result results[BATCH_MOST];
    const struct result *list[BATCH_MOST];
    struct err e;
    size_t n = 0;

    for (uint64_t i = 0; i < RESULTS; i++) {
        results[n] = (struct result){
            /* In the order in which a busy pool gives them back. */
            .problem = i * 7919 % (RESULTS / ATTEMPTS),
            .attempt = i / (RESULTS / ATTEMPTS) + 1,
            .call = hash_bytes(&i, sizeof(i)),
            .strict = VERDICT_CORRECT,
            .lenient = VERDICT_CORRECT,
            .answer = "157",
            .why = "both are the integer 157",
            .judge = "0.4.0",
        };
        list[n] = &results[n];
        if (++n < 64 && i + 1 < RESULTS)
            continue;
        if (!runs_append(s, run, list, n, 1, &e))
            stop(&e);
        n = 0;
    }
}

static struct run_info make_run(struct store *s, struct arena *a)
{
    static const char *const models[] = { "openai:some-model-of-70b" };
    size_t n = RESULTS / ATTEMPTS;
    const char **problems = arena_array(a, const char *, n);
    struct run_info run;
    struct err e;
    bool found;

    for (size_t i = 0; i < n; i++)
        problems[i] = arena_printf(a, "{\"id\": \"p%zu\"}", i);
    if (!runs_open(s, a, "{\"bench\": 1}", "0.4.0", problems, n, models, 1,
                   ATTEMPTS, 1, &run, &found, &e))
        stop(&e);
    return run;
}

static void bench_results(struct store *s)
{
    struct arena a = { 0 };
    struct run_info run = make_run(s, &a);
    struct verify_report report;
    struct result *results;
    uint64_t start = start_now();
    double append, load;
    struct err e;
    size_t n;

    append_all(s, run.id);
    append = since(start);
    start = start_now();
    if (!runs_results(s, &a, run.id, &results, &n, &e))
        stop(&e);
    load = since(start);
    start = start_now();
    if (!runs_verify(s, &a, run.id, &report, &e))
        stop(&e);
    printf("%-28s %12s\n", "results", "seconds");
    printf("  %-26s %12.2f\n", "100,000 appended, by 64", append);
    printf("  %-26s %12.2f\n", "100,000 loaded", load);
    printf("  %-26s %12.2f\n", "store verified", since(start));
    if (n != RESULTS || report.faults != 0)
        printf("  WRONG: %zu results, %s\n", n,
               report.n_said ? report.said[0] : "");
    arena_clear(&a);
}

int main(void)
{
    char text[TEXT_BYTES + 1];
    struct store *s;
    struct err e;

    memset(text, 'x', TEXT_BYTES);
    text[TEXT_BYTES] = '\0';
    clean();
    if (!store_open(&s, path, STORE_MAKE, &e))
        stop(&e);
    bench_calls(s, text);
    bench_results(s);
    store_close(s);
    clean();
    return 0;
}
