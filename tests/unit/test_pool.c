/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The pool against a server that misbehaves on request (tests/http): for
 * every fault the right outcome by the right number of requests, told in
 * words that help; no secret in what is kept.
 */
#include "../lib/pool_job.h"
#include "base/json.h"
#include "base/str.h"
#include "model/server/pool.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- every scenario ---- */

struct expected {
    const char *scenario;
    enum outcome outcome;
    unsigned tries; /* of each call */
    int status;     /* of the last answer */
};

static const struct expected table[] = {
    { "ok,seed=1", OUTCOME_OK, 1, 200 },
    { "chunked", OUTCOME_OK, 1, 200 },
    { "drip,ms=1", OUTCOME_OK, 1, 200 },
    { "bom", OUTCOME_OK, 1, 200 },
    { "bigheader", OUTCOME_OK, 1, 200 },
    { "huge,bytes=1", OUTCOME_OK, 1, 200 },
    { "parts-content", OUTCOME_OK, 1, 200 },
    { "reasoning_content", OUTCOME_OK, 1, 200 },
    { "finish-length", OUTCOME_TRUNCATED, 1, 200 },
    { "finish-length-null", OUTCOME_TRUNCATED, 1, 200 },
    { "finish-filter", OUTCOME_REFUSED, 1, 200 },
    { "refusal", OUTCOME_REFUSED, 1, 200 },
    { "429-seconds", OUTCOME_OK, 2, 200 },
    { "429-float,wait=0.02", OUTCOME_OK, 2, 200 },
    { "429-date", OUTCOME_OK, 2, 200 },
    { "429-ms,wait=20", OUTCOME_OK, 2, 200 },
    { "429-ms,wait=20,times=3", OUTCOME_OK, 4, 200 },
    { "429-reset,wait=20ms", OUTCOME_OK, 2, 200 },
    { "429-anthropic", OUTCOME_OK, 2, 200 },
    { "429-none", OUTCOME_OK, 2, 200 },
    { "429-days", OUTCOME_ERROR, 1, 429 },
    { "quota", OUTCOME_FATAL, 1, 429 },
    { "500", OUTCOME_OK, 2, 200 },
    { "503-loading,times=2", OUTCOME_OK, 3, 200 },
    { "529", OUTCOME_OK, 2, 200 },
    { "524", OUTCOME_OK, 2, 200 },
    { "408", OUTCOME_OK, 2, 200 },
    { "409", OUTCOME_OK, 2, 200 },
    { "400-context", OUTCOME_OVERFLOW, 1, 400 },
    { "400-context-llama", OUTCOME_OVERFLOW, 1, 400 },
    { "500-format", OUTCOME_OK, 2, 200 },
    { "500-format,times=1e9", OUTCOME_MALFORMED, 2, 500 },
    { "413", OUTCOME_ERROR, 1, 413 },
    { "422", OUTCOME_ERROR, 1, 422 },
    { "401", OUTCOME_FATAL, 1, 401 },
    { "403", OUTCOME_FATAL, 1, 403 },
    { "404", OUTCOME_FATAL, 1, 404 },
    { "redirect", OUTCOME_FATAL, 1, 302 },
    { "redirect,status=307", OUTCOME_FATAL, 1, 307 },
    { "should-retry-true", OUTCOME_OK, 2, 200 },
    { "should-retry-false", OUTCOME_ERROR, 1, 500 },
    { "200-error", OUTCOME_OK, 2, 200 },
    { "200-error-string", OUTCOME_OK, 2, 200 },
    { "finish-error", OUTCOME_OK, 2, 200 },
    { "finish-abort", OUTCOME_OK, 2, 200 },
    { "html", OUTCOME_OK, 2, 200 },
    { "html200", OUTCOME_OK, 2, 200 },
    { "garbage", OUTCOME_OK, 2, 200 },
    { "unclosed", OUTCOME_OK, 2, 200 },
    { "deep", OUTCOME_OK, 2, 200 },
    { "empty", OUTCOME_OK, 2, 200 },
    { "empty-choices", OUTCOME_OK, 2, 200 },
    { "half", OUTCOME_OK, 2, 200 },
    { "chunked-half", OUTCOME_OK, 2, 200 },
    { "reset", OUTCOME_OK, 2, 200 },
    { "close", OUTCOME_OK, 2, 200 },
    { "hang", OUTCOME_OK, 2, 200 },
    { "hang-headers", OUTCOME_OK, 2, 200 },
};

enum { ROWS = sizeof(table) / sizeof(*table), EACH = 3 };

static bool as_expected(const struct job_server *s, const struct expected *x,
                        const struct job *j)
{
    int64_t requests = job_stat(s, x->scenario, "requests");
    int64_t bodies = job_stat(s, x->scenario, "bodies");
    bool ok = requests == EACH * (int64_t)x->tries && bodies == EACH;

    for (size_t i = 0; i < j->n; i++) {
        const struct pool_call *c = &j->calls[i];

        ok = ok && c->reply.outcome == x->outcome && c->tries == x->tries &&
             c->status == x->status && c->http_version == 11 && !c->dropped &&
             (c->reply.outcome == OUTCOME_OK) == !c->reply.why &&
             c->took_ms <= c->total_ms && c->sent_ms > 0;
        if (!ok) {
            print_error("%s: %s after %u tries, status %d, %lld requests: "
                        "%s, before: %s\n",
                        x->scenario, outcome_name(c->reply.outcome), c->tries,
                        c->status, (long long)requests,
                        c->reply.why ? c->reply.why : "", c->history);
            return false;
        }
    }
    return true;
}

/* All at once, as some ask to wait for seconds. Returns how often answers came
 * back unread. */
static unsigned all_scenarios(const struct job_server *s, bool unread)
{
    static struct job jobs[ROWS];
    struct pool_options o = job_options();
    unsigned bad = 0, n = 0;

    o.idle_s = 1;
    o.unread = unread;
    for (int i = 0; i < ROWS; i++) {
        job_open(&jobs[i], s, table[i].scenario, &o, EACH);
        job_push(&jobs[i]);
    }
    for (int i = 0; i < ROWS; i++)
        job_close(&jobs[i]);
    for (int i = 0; i < ROWS; i++) {
        bad += !as_expected(s, &table[i], &jobs[i]);
        n += jobs[i].unread;
        job_clear(&jobs[i]);
    }
    assert_int_equal(bad, 0);
    return n;
}

static void test_scenarios(void **state)
{
    assert_int_equal(all_scenarios(*state, false), 0);
}

/* Whoever reads them, and whatever they turn out to be. */
static void test_scenarios_unread(void **state)
{
    void *other;

    (void)state;
    job_server_start(&other);
    assert_true(all_scenarios(other, true) > ROWS);
    job_server_stop(&other);
}

/* A redirect leads to "ok": nothing may have come there. */
static void test_redirect_not_followed(void **state)
{
    struct pool_options o = job_options();
    struct job j;

    job_open(&j, *state, "redirect,seed=2", &o, 1);
    job_push(&j);
    job_close(&j);
    assert_int_equal(job_stat(*state, "redirect,seed=2", "requests"), 1);
    assert_int_equal(job_stat(*state, "ok", "requests"), 0);
    assert_int_equal(j.calls[0].reply.outcome, OUTCOME_FATAL);
    job_assert_holds(j.calls[0].reply.why, "/ok/v1/chat/completions");
    job_clear(&j);
}

/* ---- ends ---- */

static void test_retries_exhausted(void **state)
{
    struct pool_options o = job_options();
    struct job j;
    struct json *v;
    struct err e;

    o.retries = 2;
    job_open(&j, *state, "500,times=1e9", &o, 2);
    job_push(&j);
    job_close(&j);
    for (size_t i = 0; i < j.n; i++) {
        struct pool_call *c = &j.calls[i];
        int64_t status = 0, wait = -1;

        assert_int_equal(c->reply.outcome, OUTCOME_ERROR);
        assert_int_equal(c->tries, 3);
        assert_int_equal(c->status, 500);
        job_assert_holds(c->reply.why, "(after 3 tries)");
        assert_string_equal(c->reply.text, "");
        job_assert_holds(c->raw, "Something went wrong");
        assert_true(
            json_read(&c->arena, c->history, strlen(c->history), 1, &v, &e));
        assert_int_equal(v->count, 2);
        assert_true(json_int64(json_get(v->first, "status"), &status));
        assert_int_equal(status, 500);
        assert_true(json_int64(json_get(v->last, "wait_ms"), &wait));
        assert_in_range(wait, 15, 20); /* 0.01 s * 2 * (0.75 to 1) */
        job_assert_holds(json_string(json_get(v->first, "why")), "500");
    }
    assert_int_equal(job_stat(*state, "500,times=1e9", "requests"), 6);
    job_clear(&j);
}

/* One call of a scenario under options; why it failed, in the job. */
static void fails(struct job *j, const struct job_server *s,
                  const char *scenario, const struct pool_options *o,
                  const char *why)
{
    job_open(j, s, scenario, o, 1);
    job_push(j);
    job_close(j);
    assert_int_equal(j->calls[0].reply.outcome, OUTCOME_ERROR);
    assert_int_equal(j->calls[0].tries, o->retries + 1);
    assert_int_equal(job_stat(s, scenario, "requests"), o->retries + 1);
    job_assert_holds(j->calls[0].reply.why, why);
    job_clear(j);
}

static void test_time_outs(void **state)
{
    struct pool_options o = job_options();
    struct job j;

    o.retries = 1;
    o.total_s = 0.2;
    fails(&j, *state, "hang,times=9", &o, "no answer within 0.2 s (after 2");
    fails(&j, *state, "drip,ms=50", &o, "answer within 0.2 s");
    o.total_s = 600;
    o.idle_s = 0.2;
    fails(&j, *state, "hang,times=8", &o, "the server sent nothing for 0.2 s");
    fails(&j, *state, "hang-headers,times=8", &o, "0.2 s");
    fails(&j, *state, "drip,ms=10000", &o, "0.2 s");
}

static void test_broken_answers(void **state)
{
    struct pool_options o = job_options();
    struct job j;

    o.retries = 0;
    fails(&j, *state, "half,seed=1", &o, "the connection was lost after ");
    fails(&j, *state, "chunked-half,seed=1", &o,
          "the connection was lost after ");
    fails(&j, *state, "reset,seed=1", &o, "the connection was reset");
    fails(&j, *state, "close,seed=1", &o, "closed the connection without");
}

static void test_large_answer(void **state)
{
    struct pool_options o = job_options();
    struct job j;

    o.max_body = 1000000;
    job_open(&j, *state, "huge,bytes=2", &o, 2);
    job_push(&j);
    job_close(&j);
    for (size_t i = 0; i < j.n; i++) {
        assert_int_equal(j.calls[i].reply.outcome, OUTCOME_ERROR);
        assert_int_equal(j.calls[i].tries, 1); /* it would be as large again */
        job_assert_holds(j.calls[i].reply.why, "larger than 1000000 bytes");
        assert_int_equal(j.calls[i].raw_n, 0);
    }
    assert_int_equal(job_stat(*state, "huge,bytes=2", "requests"), 2);
    job_clear(&j);
    job_open(&j, *state, "bigheader,bytes=2048", &o, 1);
    job_push(&j);
    job_close(&j);
    assert_int_equal(j.calls[0].reply.outcome, OUTCOME_ERROR);
    job_assert_holds(j.calls[0].reply.why, "header of the answer is too large");
    job_clear(&j);
}

/* One line of 2 MB is not "out of memory", nor are many small ones, in any part
 * of an answer. */
static void test_large_heads(void **state)
{
    static const char *const scenarios[] = { "longheader", "manyheaders",
                                             "statusline", "continues",
                                             "trailers" };
    struct pool_options o = job_options();
    struct job j;

    for (size_t i = 0; i < sizeof(scenarios) / sizeof(scenarios[0]); i++) {
        job_open(&j, *state, scenarios[i], &o, 1);
        job_push(&j);
        job_close(&j);
        assert_int_equal(j.calls[0].reply.outcome, OUTCOME_ERROR);
        assert_int_equal(j.calls[0].tries, 1);
        assert_string_equal(j.calls[0].reply.why,
                            "the header of the answer is too large");
        job_clear(&j);
    }
    job_open(&j, *state, "extension", &o, 1);
    job_push(&j);
    job_close(&j);
    assert_int_equal(j.calls[0].reply.outcome, OUTCOME_OK);
    assert_int_equal(j.calls[0].tries, 2);
    job_clear(&j);
}

/* A server whose clock is ten hours ahead asks for a second, not for ten hours
 * of it. */
static void test_other_clock(void **state)
{
    struct pool_options o = job_options();
    struct job j;

    for (int i = 0; i < 2; i++) {
        job_open(&j, *state,
                 i ? "429-anthropic,skew=36000,wait=0.1"
                   : "429-date,skew=36000,wait=1",
                 &o, 1);
        job_push(&j);
        job_close(&j);
        assert_int_equal(j.calls[0].reply.outcome, OUTCOME_OK);
        assert_int_equal(j.calls[0].tries, 2);
        job_clear(&j);
    }
}

/* A port nobody listens on: one that was just given back. */
static void test_nobody_there(void **state)
{
    struct sockaddr_in a = { .sin_family = AF_INET };
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    socklen_t n = sizeof(a);
    struct pool_options o = job_options();
    char url[64];
    struct job j;

    (void)state;
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_int_equal(bind(fd, (struct sockaddr *)&a, sizeof(a)), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&a, &n), 0);
    close(fd);
    snprintf(url, sizeof(url), "http://127.0.0.1:%d/", ntohs(a.sin_port));
    o.retries = 3;
    job_open_url(&j, url, &o, 20);
    job_push(&j);
    job_close(&j);
    assert_int_equal(job_count(&j, OUTCOME_ERROR), 20);
    for (size_t i = 0; i < j.n; i++) {
        assert_int_equal(j.calls[i].status, 0);
        assert_int_equal(j.calls[i].http_version, 0);
        assert_int_equal(j.calls[i].tries, 4);
        job_assert_holds(j.calls[i].reply.why,
                         "could not connect to 127.0.0.1:");
        job_assert_holds(j.calls[i].reply.why, "refused (after 4 tries)");
    }
    job_clear(&j);
}

/* ---- TLS and proxies, as far as a server without them can show ---- */

static void one_call(struct job *j, const char *url)
{
    struct pool_options o = job_options();

    o.retries = 1;
    o.connect_s = 0.3;
    job_open_url(j, url, &o, 1);
    job_push(j);
    job_close(j);
}

static void test_tls(void **state)
{
    const struct job_server *s = *state;
    char url[64];
    struct job j;

    snprintf(url, sizeof(url), "https://127.0.0.1:%s/ok/v1/x", s->port);
    one_call(&j, url);
    assert_int_equal(j.calls[0].reply.outcome, OUTCOME_ERROR);
    assert_int_equal(j.calls[0].tries, 2);
    job_assert_holds(j.calls[0].reply.why, "could not connect to 127.0.0.1");
    job_clear(&j);
}

/* The host is nowhere: the proxy, played by the test server, is asked. */
static void test_proxy(void **state)
{
    const struct job_server *s = *state;
    char proxy[64];
    struct job j;

    snprintf(proxy, sizeof(proxy), "http://127.0.0.1:%s", s->port);
    setenv("http_proxy", proxy, 1);
    one_call(&j, "http://model.invalid/ok/v1/chat/completions");
    unsetenv("http_proxy");
    assert_int_equal(j.calls[0].status, 200);
    assert_int_equal(j.calls[0].tries, 1);
    job_clear(&j);
    /* nobody listens there: it is not the host that refuses */
    setenv("http_proxy", "http://me:hunter2@127.0.0.1:1", 1);
    one_call(&j, "http://model.invalid/ok/v1/chat/completions");
    unsetenv("http_proxy");
    assert_int_equal(j.calls[0].reply.outcome, OUTCOME_ERROR);
    job_assert_holds(j.calls[0].reply.why,
                     "could not connect to the proxy 127.0.0.1");
    job_assert_holds(j.calls[0].reply.why, "which is used for model.invalid");
    assert_null(strstr(j.calls[0].reply.why, "hunter2"));
    job_clear(&j);
}

/* ---- secrets and headers ---- */

static void test_secrets(void **state)
{
    static const char *const names[] = { "echo-key", "echo-key,status=500",
                                         "echo-key-200", "echo-key-200" };

    for (size_t i = 0; i < 4; i++) {
        struct pool_options o = job_options();
        struct job j;
        struct pool_call *c;

        o.unread = i == 3;
        job_open(&j, *state, names[i], &o, 1);
        job_push(&j);
        job_close(&j);
        c = &j.calls[0];
        assert_true(job_stat(*state, names[i], "requests") >= 1);
        assert_int_equal(j.unread, i == 3);
        assert_null(strstr(c->raw, "0123456789-do"));
        assert_null(strstr(c->history, "0123456789-do"));
        assert_null(strstr(c->reply.text, "0123456789-do"));
        assert_true(!c->reply.why || !strstr(c->reply.why, "0123456789-do"));
        job_assert_holds(i == 1 ? c->history : c->raw, "[secret]");
        job_clear(&j);
    }
}

static const char *header(const struct json *last, const char *name)
{
    const struct json *h = json_get(last, "headers");

    return json_string(json_get(h, name));
}

static void test_headers(void **state)
{
    struct pool_options o = job_options();
    struct arena a = { 0 };
    const struct json *last;
    struct job j;

    job_open(&j, *state, "ok,seed=12", &o, 1);
    job_push(&j);
    job_close(&j);
    last = job_get(&a, *state, "ok,seed=12", "last");
    assert_string_equal(json_string(json_get(last, "method")), "POST");
    assert_string_equal(json_string(json_get(last, "body_text")),
                        j.calls[0].body);
    assert_string_equal(header(last, "Content-Type"), "application/json");
    assert_string_equal(header(last, "Accept"), "application/json");
    assert_string_equal(header(last, "Authorization"), "Bearer " JOB_SECRET);
    assert_true(str_starts(header(last, "User-Agent"), "assay/"));
    assert_null(header(last, "Expect"));
    arena_clear(&a);
    job_clear(&j);
}

/* ---- opening ---- */

static void nothing(void *ctx, struct pool_call *c)
{
    (void)ctx;
    (void)c;
}

static void refuses(const char *url, unsigned concurrency, const char *why)
{
    struct model m = { .kind = MODEL_OPENAI, .url = url };
    struct pool_options o = pool_defaults;
    struct err e = { 0 };
    struct pool *p;

    o.concurrency = concurrency;
    assert_false(pool_open(&p, &m, &o, nothing, NULL, &e));
    job_assert_holds(e.msg, why);
}

static void test_open_refuses(void **state)
{
    (void)state;
    refuses("ftp://localhost/x", 4, "cannot use \"ftp://localhost/x\"");
    refuses("file:///etc/passwd", 4, "http://HOST");
    refuses("http://", 4, "cannot use");
    refuses("", 4, "cannot use");
    refuses("http://localhost/", 0, "concurrency must be");
    setenv("SSL_CERT_FILE", "/nonexistent/ca.pem", 1);
    refuses("https://localhost/", 4, "\"/nonexistent/ca.pem\"");
    unsetenv("SSL_CERT_FILE");
}

/* In a process of its own: a limit once lowered may stay so. */
static void test_files(void **state)
{
    struct model m = { .kind = MODEL_OPENAI, .url = "http://127.0.0.1:9/" };
    struct rlimit low = { 40, 200 };
    struct pool_options o = pool_defaults;
    struct err e = { 0 };
    struct pool *p;
    int code = 0;
    pid_t pid;

    (void)state;
    pid = fork();
    if (pid == 0) {
        o.concurrency = 150;
        if (setrlimit(RLIMIT_NOFILE, &low) ||
            !pool_open(&p, &m, &o, nothing, NULL, &e))
            _exit(1);
        pool_close(p);
        getrlimit(RLIMIT_NOFILE, &low);
        if (low.rlim_cur != 200)
            _exit(2);
        o.concurrency = 4000;
        if (pool_open(&p, &m, &o, nothing, NULL, &e))
            _exit(3);
        _exit(strstr(e.msg, "ulimit") ? 0 : 4);
    }
    waitpid(pid, &code, 0);
    assert_int_equal(code, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_redirect_not_followed), /* before "ok" is used */
        cmocka_unit_test(test_scenarios),
        cmocka_unit_test(test_scenarios_unread),
        cmocka_unit_test(test_retries_exhausted),
        cmocka_unit_test(test_time_outs),
        cmocka_unit_test(test_broken_answers),
        cmocka_unit_test(test_large_answer),
        cmocka_unit_test(test_large_heads),
        cmocka_unit_test(test_other_clock),
        cmocka_unit_test(test_nobody_there),
        cmocka_unit_test(test_tls),
        cmocka_unit_test(test_proxy),
        cmocka_unit_test(test_secrets),
        cmocka_unit_test(test_headers),
        cmocka_unit_test(test_open_refuses),
        cmocka_unit_test(test_files),
    };

    return cmocka_run_group_tests_name("pool", tests, job_server_start,
                                       job_server_stop);
}
