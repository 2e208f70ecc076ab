/* SPDX-License-Identifier: Apache-2.0 */

/*
 * How many calls a second the pool makes of a loopback server of constant
 * latency, what they cost, and what wrk gets from the same server: the limit.
 *
 *   bench_pool [SERVER]
 *
 * SERVER is the test server, by default $ASSAY_BUILD/tests/http/server; the
 * last row of each setting is $ASSAY_BUILD/assay, from its start to its table.
 * `of possible` is the share of in flight / latency; `of wrk` of what wrk does in
 * the same place, both cores shared with the server.
 */
#include "base/alloc.h"
#include "base/arena.h"
#include "base/clock.h"
#include "base/queue.h"
#include "base/str.h"
#include "model/server/pool.h"
#include "store/journal.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define WARM_S   1.0 /* until connections are open */
#define RUN_S    4.0
#define QUEUED   256 /* calls that wait to be sent, so that none is missing */
#define BODIES   512 /* different requests */
#define WRK_WORD "Requests/sec:"

struct setting {
    unsigned in_flight;
    unsigned latency_ms;
};

static const struct setting settings[] = {
    { 64, 0 },
    { 512, 50 },
    { 4000, 1000 },
};

#define RUN_CALLS 40000 /* of a whole run without latency */
#define BATCH     1024  /* calls committed at once, at most */

/* What is done with an answer before its call is made again: nothing, or it
 * is committed to a journal on the disk. */
struct variant {
    const char *name;
    bool journal;
};

/* ---- a process whose output is read ---- */

static pid_t spawn(char *const *argv, FILE **out)
{
    int pipes[2];
    pid_t pid;

    if (pipe(pipes))
        return -1;
    pid = fork();
    if (pid == 0) {
        dup2(pipes[1], STDOUT_FILENO);
        close(pipes[0]);
        close(pipes[1]);
        execvp(argv[0], argv);
        _exit(127);
    }
    close(pipes[1]);
    *out = fdopen(pipes[0], "r");
    return *out ? pid : -1;
}

static void end(pid_t pid, FILE *out)
{
    fclose(out);
    kill(pid, SIGTERM);
    waitpid(pid, NULL, 0);
}

/* ---- wrk ---- */

static bool write_script(char *path, const char *body)
{
    int fd = mkstemp(path);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "w");

    if (!f)
        return false;
    fprintf(f,
            "wrk.method = \"POST\"\n"
            "wrk.headers[\"Content-Type\"] = \"application/json\"\n"
            "wrk.body = [[%s]]\n",
            body);
    return fclose(f) == 0;
}

/* Requests a second, 0 when there is no wrk. */
static double wrk(const char *url, const char *script, unsigned threads,
                  unsigned connections)
{
    struct arena a = { 0 };
    char *argv[] = { arena_strdup(&a, "wrk"),
                     arena_printf(&a, "-t%u", threads),
                     arena_printf(&a, "-c%u", connections),
                     arena_printf(&a, "-d%.0fs", RUN_S),
                     arena_strdup(&a, "-s"),
                     arena_strdup(&a, script),
                     arena_strdup(&a, url),
                     NULL };
    char line[256];
    double rate = 0;
    FILE *out;
    pid_t pid = spawn(argv, &out);

    while (pid > 0 && fgets(line, sizeof(line), out))
        if (str_starts(line, WRK_WORD))
            rate = strtod(line + strlen(WRK_WORD), NULL);
    if (pid > 0)
        end(pid, out);
    arena_clear(&a);
    return rate;
}

/* The better of one and two threads. */
static double wrk_best(const char *url, const char *body,
                       const struct setting *s)
{
    char path[] = "/tmp/assay-bench-XXXXXX";
    double best = 0;

    if (write_script(path, body))
        for (unsigned threads = 1; threads <= 2; threads++) {
            double rate = wrk(url, path, threads, s->in_flight);

            best = rate > best ? rate : best;
        }
    unlink(path);
    return best;
}

/* ---- the pool ---- */

struct work {
    struct pool *pool;
    const struct model *model;
    uint64_t done, bad; /* of other threads, read at leisure */
    bool over;

    struct store *store; /* NULL: no journal */
    struct queue answered;
    pthread_t writer;
    uint64_t number; /* of the call, so that each has a key of its own */
};

/* A call's answer is where it belongs: make the call again. */
static void again(struct work *w, struct pool_call **calls, size_t n)
{
    __atomic_fetch_add(&w->done, n, __ATOMIC_RELAXED);
    if (!__atomic_load_n(&w->over, __ATOMIC_RELAXED))
        pool_push_many(w->pool, calls, n);
}

static void on_done(void *ctx, struct pool_call *call)
{
    struct work *w = ctx;

    if (call->dropped)
        return;
    if (call->reply.outcome != OUTCOME_OK)
        __atomic_fetch_add(&w->bad, 1, __ATOMIC_RELAXED);
    if (w->store)
        queue_push(&w->answered, call);
    else
        again(w, &call, 1);
}

/* ---- the journal, as a run writes it ---- */

static void fill(struct work *w, const struct pool_call *p, struct call *c)
{
    *c = (struct call){ .url = w->model->url,
                        .model = w->model->name,
                        .attempt = ++w->number,
                        .body = p->body,
                        .raw = p->raw,
                        .reply = p->reply,
                        .status = p->status,
                        .http_version = p->http_version,
                        .tries = p->tries,
                        .history = p->history,
                        .sent_ms = p->sent_ms,
                        .took_ms = p->took_ms,
                        .total_ms = p->total_ms };
    c->key = model_call_key(w->model, p->body, c->attempt);
}

static void *write_all(void *ctx)
{
    static struct call calls[BATCH];
    const struct call *list[BATCH];
    struct work *w = ctx;
    void *items[BATCH];
    struct err e;
    size_t n;

    while ((n = queue_take(&w->answered, items, BATCH)) > 0) {
        for (size_t i = 0; i < n; i++) {
            fill(w, items[i], &calls[i]);
            list[i] = &calls[i];
        }
        if (!journal_commit(w->store, list, n, NULL, &e)) {
            fprintf(stderr, "%s\n", e.msg);
            exit(1);
        }
        again(w, (struct pool_call **)items, n);
    }
    return NULL;
}

/* A store in the working folder: /tmp may be no disk. */
static char *journal_open(struct arena *a, struct work *w)
{
    char *path = arena_printf(a, "bench-pool-%ld.db", (long)getpid());
    struct err e;

    if (!store_open(&w->store, path, STORE_MAKE, &e)) {
        fprintf(stderr, "%s\n", e.msg);
        exit(1);
    }
    queue_open(&w->answered);
    pthread_create(&w->writer, NULL, write_all, w);
    return path;
}

static void journal_close(struct arena *a, struct work *w, const char *path)
{
    static const char *const tails[] = { "", "-wal", "-shm", "-lock" };

    queue_shut(&w->answered);
    pthread_join(w->writer, NULL);
    queue_clear(&w->answered);
    store_close(w->store);
    for (size_t i = 0; i < sizeof(tails) / sizeof(*tails); i++)
        unlink(arena_printf(a, "%s%s", path, tails[i]));
}

struct sample {
    double seconds, cpu;
    uint64_t done;
};

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

static struct sample look(struct work *w)
{
    struct clock clock = clock_real();
    struct rusage r;

    getrusage(RUSAGE_SELF, &r);
    return (struct sample){
        (double)clock_now(&clock) / 1e9,
        seconds_of(r.ru_utime) + seconds_of(r.ru_stime),
        __atomic_load_n(&w->done, __ATOMIC_RELAXED),
    };
}

static double rss_kib(void)
{
    FILE *f = fopen("/proc/self/statm", "r");
    unsigned long pages = 0;

    if (f) {
        if (fscanf(f, "%*u %lu", &pages) != 1)
            pages = 0;
        fclose(f);
    }
    return (double)pages * (double)sysconf(_SC_PAGESIZE) / 1024;
}

static void pause_s(double s)
{
    struct timespec t = { (time_t)s, (long)((s - (double)(time_t)s) * 1e9) };

    nanosleep(&t, NULL);
}

static void push_all(struct work *w, struct pool_call *calls, size_t n,
                     char *const *bodies)
{
    struct pool_call **list = alloc_new(n, sizeof(*list));

    for (size_t i = 0; i < n; i++) {
        calls[i].body = bodies[i % BODIES];
        calls[i].body_n = strlen(calls[i].body);
        list[i] = &calls[i];
    }
    pool_push_many(w->pool, list, n);
    free(list);
}

struct result {
    double rate, cpu_us, kib; /* KiB: of each call in flight */
    double rss_mib;
    uint64_t bad;
};

static bool measure(const struct model *m, const struct setting *s,
                    const struct variant *v, char *const *bodies,
                    struct result *out)
{
    size_t n = s->in_flight + QUEUED;
    struct pool_call *calls = alloc_new(n, sizeof(*calls));
    struct work w = { .model = m };
    struct pool_options o = pool_defaults;
    double before = rss_kib();
    struct arena arena = { 0 };
    const char *path = v->journal ? journal_open(&arena, &w) : NULL;
    struct sample a, b;
    struct err e;

    o.concurrency = s->in_flight;
    o.fixed = true;
    if (!pool_open(&w.pool, m, &o, on_done, &w, &e)) {
        fprintf(stderr, "%s\n", e.msg);
        free(calls);
        return false;
    }
    push_all(&w, calls, n, bodies);
    pause_s(WARM_S + 2 * s->latency_ms / 1e3);
    a = look(&w);
    pause_s(RUN_S);
    b = look(&w);
    out->rate = (double)(b.done - a.done) / (b.seconds - a.seconds);
    out->cpu_us = (b.cpu - a.cpu) * 1e6 / (double)(b.done - a.done);
    out->rss_mib = rss_kib() / 1024;
    out->kib = (rss_kib() - before) / s->in_flight;
    out->bad = w.bad;
    __atomic_store_n(&w.over, true, __ATOMIC_RELAXED);
    pool_stop(w.pool, 0);
    pool_close(w.pool);
    if (path)
        journal_close(&arena, &w, path);
    arena_clear(&arena);
    for (size_t i = 0; i < n; i++)
        pool_call_clear(&calls[i]);
    free(calls);
    return true;
}

/* ---- a whole run ---- */

static bool write_sums(const char *path, unsigned n)
{
    FILE *f = fopen(path, "w");

    if (!f)
        return false;
    for (unsigned i = 0; i < n; i++)
        fprintf(f, "{\"question\": \"What is %u + %u?\", \"answer\": \"%u\"}\n",
                i, 2 * i + 1, 3 * i + 1);
    return fclose(f) == 0;
}

/* `assay run` from its start to its table: problems read, prompts made,
 * replies journalled and judged, results in their chain, all counted. */
static bool whole_run(const char *program, const struct model *m,
                      const struct setting *s, struct result *out)
{
    static const char *const made[] = { "", "-wal", "-shm", "-lock" };
    struct arena a = { 0 };
    char *sums = arena_printf(&a, "bench-run-%ld.jsonl", (long)getpid());
    char *db = arena_printf(&a, "bench-run-%ld.db", (long)getpid());
    unsigned n =
        s->latency_ms ? s->in_flight * 4000 / s->latency_ms : RUN_CALLS;
    char *argv[] = { arena_strdup(&a, program),
                     arena_strdup(&a, "run"),
                     sums,
                     arena_strdup(&a, "--model"),
                     arena_printf(&a, "%s#bench", m->url),
                     arena_strdup(&a, "--store"),
                     db,
                     arena_printf(&a, "--concurrency=%u", s->in_flight),
                     arena_strdup(&a, "--fixed"),
                     arena_strdup(&a, "--csv"),
                     NULL };
    struct clock clock = clock_real();
    uint64_t start;
    struct rusage before, after;
    int status = 1;
    char line[4096];
    bool written;
    FILE *text;
    pid_t pid;

    getrusage(RUSAGE_CHILDREN, &before);
    written = write_sums(sums, n);
    start = clock_now(&clock); /* the file is not the run's work */
    pid = written ? spawn(argv, &text) : -1;
    while (pid > 0 && fgets(line, sizeof(line), text))
        continue;
    if (pid > 0) {
        fclose(text);
        waitpid(pid, &status, 0);
    }
    getrusage(RUSAGE_CHILDREN, &after);
    out->rate = n / ((double)(clock_now(&clock) - start) / 1e9);
    out->cpu_us = 1e6 / n *
                  (seconds_of(after.ru_utime) - seconds_of(before.ru_utime) +
                   seconds_of(after.ru_stime) - seconds_of(before.ru_stime));
    out->rss_mib = (double)after.ru_maxrss / 1024;
    out->kib = 0;
    out->bad = 0;
    unlink(sums);
    for (size_t i = 0; i < sizeof(made) / sizeof(*made); i++)
        unlink(arena_printf(&a, "%s%s", db, made[i]));
    arena_clear(&a);
    return status == 0;
}

/* ---- rows ---- */

static void row(const struct setting *s, const struct variant *v,
                const struct result *r, double limit)
{
    printf("%6u  %5u ms  %-12s %8.0f/s", s->in_flight, s->latency_ms, v->name,
           r->rate);
    if (s->latency_ms)
        printf("  %5.1f %%",
               100 * r->rate * s->latency_ms / 1e3 / s->in_flight);
    else
        printf("  %7s", "-");
    if (limit > 0)
        printf("  %5.1f %%", 100 * r->rate / limit);
    else
        printf("  %7s", "no wrk");
    printf("  %7.1f us", r->cpu_us);
    if (r->kib > 0)
        printf("  %6.1f KiB", r->kib);
    else
        printf("  %10s", "-");
    printf("  %6.1f MiB", r->rss_mib);
    if (r->bad)
        printf("  %llu NOT OK", (unsigned long long)r->bad);
    printf("\n");
    fflush(stdout);
}

static bool run_setting(const struct setting *s, const char *port,
                        const char *program, char *const *bodies)
{
    static const struct variant whole = { "assay run", true };
    static const struct variant variants[] = { { "no journal", false },
                                               { "journal", true } };
    struct arena a = { 0 };
    struct model m = { .kind = MODEL_OPENAI, .spec = "bench", .name = "bench" };
    struct result r = { 0 };
    double limit;
    bool ok = true;

    m.url = arena_printf(&a, "http://127.0.0.1:%s/ok,ms=%u/v1/chat/completions",
                         port, s->latency_ms);
    limit = wrk_best(m.url, bodies[0], s);
    for (size_t i = 0; ok && i < sizeof(variants) / sizeof(*variants); i++) {
        ok = measure(&m, s, &variants[i], bodies, &r);
        if (ok)
            row(s, &variants[i], &r, limit);
    }
    if (ok && (ok = whole_run(program, &m, s, &r)))
        row(s, &whole, &r, limit);
    arena_clear(&a);
    return ok;
}

static char *const *make_bodies(struct arena *a)
{
    char **list = arena_array(a, char *, BODIES);

    for (int i = 0; i < BODIES; i++)
        list[i] = arena_printf(
            a,
            "{\"messages\": [{\"content\": \"Find the sum %d + %d. Give the "
            "last answer in \\\\boxed{}.\", \"role\": \"user\"}], \"model\": "
            "\"bench\", \"temperature\": 0.6}",
            i, 2 * i + 1);
    return list;
}

int main(int argc, char **argv)
{
    struct arena a = { 0 };
    const char *build = getenv("ASSAY_BUILD");
    char *server[] = { NULL, NULL };
    char line[64] = "";
    FILE *out = NULL;
    pid_t pid;
    int code = 0;

    signal(SIGPIPE, SIG_IGN); /* what it wrote is removed all the same */
    server[0] = argc > 1 ? argv[1]
                         : arena_printf(&a, "%s/tests/http/server",
                                        build ? build : "build");
    pid = spawn(server, &out);
    if (pid < 0 || !fgets(line, sizeof(line), out) ||
        !str_starts(line, "listening ")) {
        printf("no server \"%s\": make it first\n", server[0]);
        return 1;
    }
    line[strcspn(line, "\n")] = '\0';
    printf("flight   latency  variant         calls/s  possible   of wrk     "
           "CPU/call   memory/call     RSS\n");
    for (size_t i = 0; i < sizeof(settings) / sizeof(*settings) && !code; i++)
        code =
            !run_setting(&settings[i], line + strlen("listening "),
                         arena_printf(&a, "%s/assay", build ? build : "build"),
                         make_bodies(&a));
    end(pid, out);
    arena_clear(&a);
    return code;
}
