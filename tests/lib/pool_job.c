/* SPDX-License-Identifier: Apache-2.0 */
#include "pool_job.h"
#include "base/alloc.h"
#include "base/str.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <curl/curl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define UNTIL_NAPS 20000 /* a hang, on any machine */

/* ---- the server ---- */

int job_server_start(void **state)
{
    struct job_server *s = alloc_new(1, sizeof(*s));
    const char *build = getenv("ASSAY_BUILD");
    struct str path = { 0 };
    char line[64] = "";
    int pipes[2];

    str_addf(&path, "%s/tests/http/server", build ? build : "build");
    assert_int_equal(pipe(pipes), 0);
    s->pid = fork();
    if (s->pid == 0) {
        dup2(pipes[1], STDOUT_FILENO);
        close(pipes[0]);
        close(pipes[1]);
        execl(path.s, path.s, (char *)NULL);
        _exit(127);
    }
    close(pipes[1]);
    s->out = fdopen(pipes[0], "r");
    if (!s->out || !fgets(line, sizeof(line), s->out) ||
        sscanf(line, "listening %15s", s->port) != 1)
        fail_msg("could not start %s", path.s);
    str_clear(&path);
    *state = s;
    return 0;
}

int job_server_stop(void **state)
{
    struct job_server *s = *state;

    kill(s->pid, SIGTERM);
    waitpid(s->pid, NULL, 0);
    fclose(s->out);
    free(s);
    return 0;
}

static size_t take(char *s, size_t size, size_t n, void *ctx)
{
    str_addn(ctx, s, size * n);
    return size * n;
}

const struct json *job_get(struct arena *a, const struct job_server *s,
                           const char *scenario, const char *what)
{
    CURL *easy = curl_easy_init();
    struct str body = str_in(a);
    struct json *v = NULL;
    struct err e;

    curl_easy_setopt(
        easy, CURLOPT_URL,
        arena_printf(a, "http://127.0.0.1:%s/%s/%s", s->port, scenario, what));
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, &body);
    assert_int_equal(curl_easy_perform(easy), CURLE_OK);
    curl_easy_cleanup(easy);
    if (!json_read(a, body.s, body.n, 1, &v, &e))
        fail_msg("%s", e.msg);
    return v;
}

int64_t job_stat(const struct job_server *s, const char *scenario,
                 const char *name)
{
    struct arena a = { 0 };
    int64_t n = -1;

    if (!json_int64(json_get(job_get(&a, s, scenario, "stats"), name), &n))
        fail_msg("no count %s", name);
    arena_clear(&a);
    return n;
}

/* ---- a pool with its calls ---- */

static void on_done(void *ctx, struct pool_call *c)
{
    struct job *j = ctx;

    j->unread += c->unread;
    if (c->unread && !pool_read(j->pool, c))
        return; /* it comes back */
    j->given[c - j->calls]++;
    if (j->chain && j->pushed < j->n)
        pool_push(j->pool, &j->calls[j->pushed++]);
}

struct pool_options job_options(void)
{
    struct pool_options o = pool_defaults;

    o.backoff_s = 0.01;
    return o;
}

void job_open_url(struct job *j, const char *url, const struct pool_options *o,
                  size_t n)
{
    static const char *const headers[] = {
        "Authorization: Bearer " JOB_SECRET
    };
    static const char *const secrets[] = { JOB_SECRET };
    struct err e = { 0 };

    *j = (struct job){ .n = n };
    j->model = (struct model){ .kind = MODEL_OPENAI,
                               .spec = "test",
                               .name = "test",
                               .url = arena_strdup(&j->arena, url),
                               .headers = headers,
                               .n_headers = 1,
                               .secrets = secrets,
                               .n_secrets = 1 };
    j->calls = alloc_new(n, sizeof(*j->calls));
    j->given = alloc_new(n, sizeof(*j->given));
    for (size_t i = 0; i < n; i++) {
        j->calls[i].body = arena_printf(
            &j->arena,
            "{\"messages\":[{\"content\":\"%zu + 1\",\"role\":\"user\"}],"
            "\"model\":\"test\"}",
            i);
        j->calls[i].body_n = strlen(j->calls[i].body);
    }
    if (!pool_open(&j->pool, &j->model, o, on_done, j, &e))
        fail_msg("%s", e.msg);
}

void job_open(struct job *j, const struct job_server *s, const char *scenario,
              const struct pool_options *o, size_t n)
{
    char url[256];

    snprintf(url, sizeof(url), "http://127.0.0.1:%s/%s/v1/chat/completions",
             s->port, scenario);
    job_open_url(j, url, o, n);
}

void job_push(struct job *j)
{
    struct pool_call **list = alloc_new(j->n, sizeof(*list));

    for (size_t i = 0; i < j->n; i++)
        list[i] = &j->calls[i];
    pool_push_many(j->pool, list, j->n);
    free(list);
}

void job_close(struct job *j)
{
    pool_close(j->pool);
    for (size_t i = 0; i < j->n; i++)
        assert_int_equal(j->given[i], 1);
}

void job_clear(struct job *j)
{
    for (size_t i = 0; i < j->n; i++)
        pool_call_clear(&j->calls[i]);
    free(j->calls);
    free(j->given);
    arena_clear(&j->arena);
}

size_t job_count(const struct job *j, enum outcome o)
{
    size_t n = 0;

    for (size_t i = 0; i < j->n; i++)
        n += !j->calls[i].dropped && j->calls[i].reply.outcome == o;
    return n;
}

size_t job_lost(const struct job *j)
{
    size_t n = 0;

    for (size_t i = 0; i < j->n; i++)
        n += !j->calls[i].dropped && j->calls[i].lost == 3 &&
             j->calls[i].reply.outcome == OUTCOME_ERROR;
    return n;
}

size_t job_dropped(const struct job *j)
{
    size_t n = 0;

    for (size_t i = 0; i < j->n; i++)
        n += j->calls[i].dropped;
    return n;
}

uint64_t job_tries(const struct job *j)
{
    uint64_t n = 0;

    for (size_t i = 0; i < j->n; i++)
        n += j->calls[i].tries;
    return n;
}

void job_nap(void)
{
    struct timespec t = { 0, 1000000 };

    nanosleep(&t, NULL);
}

void job_until(struct job *j, unsigned in_flight, unsigned waiting)
{
    struct pool_state s;

    for (int i = 0; i < UNTIL_NAPS; i++) {
        job_nap();
        pool_look(j->pool, &s);
        if (s.in_flight == in_flight && s.waiting == waiting)
            return;
    }
    fail_msg("%u in flight and %u waiting, not %u and %u", s.in_flight,
             s.waiting, in_flight, waiting);
}

void job_assert_holds(const char *text, const char *part)
{
    if (!text || !strstr(text, part))
        fail_msg("\"%s\" does not say \"%s\"", text ? text : "NULL", part);
}
