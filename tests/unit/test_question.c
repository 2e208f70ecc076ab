/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Free questions against the test server and a replay file: each is asked
 * once, whatever happens, and what was answered is never asked again.
 */
#include "../lib/pool_job.h"
#include "../lib/scratch.h"
#include "../lib/stores.h"
#include "base/str.h"
#include "run/question/question.h"
#include "store/journal.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct visit {
    const struct job_server *server;
    struct stores stores;
    struct store *store;
    struct arena arena;
    struct model model;
    struct questioner questioner;
    const char *scenario;
    /* What the callbacks saw, and when to stop. */
    uint64_t last_done, last_total, looks, stop_after;
};

static void on_progress(void *ctx, uint64_t done, uint64_t total)
{
    struct visit *v = ctx;

    assert_true(done >= v->last_done && done <= total);
    v->last_done = done;
    v->last_total = total;
    v->looks++;
}

static bool on_stop(void *ctx)
{
    const struct visit *v = ctx;

    return v->stop_after && v->looks >= v->stop_after;
}

static void open_model(struct visit *v, const char *spec)
{
    const struct model_options none = { 0 };
    struct err e;

    if (!model_open(&v->arena, spec, &none, &v->model, &e))
        fail_msg("%s", e.msg);
    v->questioner = (struct questioner){ .store = v->store,
                                         .model = &v->model,
                                         .pool = job_options(),
                                         .grace_s = 2,
                                         .progress = on_progress,
                                         .stop = on_stop,
                                         .ctx = v };
}

static void visit_open(struct visit *v, void **state, const char *scenario)
{
    *v = (struct visit){ .server = *state, .scenario = scenario };
    stores_open(&v->stores);
    v->store = stores_store(&v->stores, STORE_MAKE);
    open_model(v, arena_printf(&v->arena, "http://127.0.0.1:%s/%s#m",
                               v->server->port, scenario));
}

static void visit_close(struct visit *v)
{
    store_close(v->store);
    stores_close(&v->stores);
    arena_clear(&v->arena);
}

/* "What is i + 1?", i = 0 .. n - 1. */
static struct question *sums(struct arena *a, size_t n)
{
    struct question *q = arena_array(a, struct question, n);

    for (size_t i = 0; i < n; i++) {
        struct message *m = arena_array(a, struct message, 2);

        m[0] = (struct message){ "system", "Add." };
        m[1] =
            (struct message){ "user", arena_printf(a, "What is %zu + 1?", i) };
        q[i] =
            (struct question){ .messages = m, .n_messages = 2, .attempt = 1 };
    }
    return q;
}

static bool ask(struct visit *v, struct question *q, size_t n, struct err *e)
{
    v->last_done = v->looks = 0;
    return question_ask(&v->arena, &v->questioner, q, n, e);
}

static void must_ask(struct visit *v, struct question *q, size_t n)
{
    struct err e;

    if (!ask(v, q, n, &e))
        fail_msg("%s", e.msg);
    assert_int_equal(v->last_done, n);
    assert_int_equal(v->last_total, n);
}

static void check_counts(const struct visit *v, uint64_t asked,
                         uint64_t journalled, uint64_t failed)
{
    assert_int_equal(v->questioner.asked, asked);
    assert_int_equal(v->questioner.journalled, journalled);
    assert_int_equal(v->questioner.failed, failed);
}

/* Reply i answers question i: it holds i + 1, or one more where the server
 * chose to be wrong. */
static void check_order(const struct question *q, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char right[40], wrong[40];

        snprintf(right, sizeof(right), "\\boxed{%zu}", i + 1);
        snprintf(wrong, sizeof(wrong), "\\boxed{%zu}", i + 2);
        assert_int_equal(q[i].reply.outcome, OUTCOME_OK);
        assert_true(strstr(q[i].reply.text, right) ||
                    strstr(q[i].reply.text, wrong));
    }
}

/* ---- a server that works ---- */

static void asked_once(void **state)
{
    enum { N = 300 };
    struct visit v;
    struct question *q, *again;

    visit_open(&v, state, "ok,seed=consult");
    q = sums(&v.arena, N);
    must_ask(&v, q, N);
    check_counts(&v, N, 0, 0);
    check_order(q, N);
    assert_int_equal(job_stat(v.server, v.scenario, "requests"), N);
    assert_int_equal(stores_int(&v.stores, "SELECT count(*) FROM calls"), N);
    again = sums(&v.arena, N);
    must_ask(&v, again, N);
    check_counts(&v, N, N, 0);
    for (size_t i = 0; i < N; i++)
        assert_string_equal(again[i].reply.text, q[i].reply.text);
    assert_int_equal(job_stat(v.server, v.scenario, "requests"), N);
    must_ask(&v, q, 0);
    visit_close(&v);
}

/* Every reply is paid for, asked or journalled; an empty budget buys nothing
 * new, but what the journal has is still told. */
static void what_it_costs(void **state)
{
    struct budget budget = { .tokens = 1e6, .money = INFINITY };
    struct visit v;
    struct question *q;
    double spent = 0;
    struct err e;

    visit_open(&v, state, "ok,seed=purse");
    v.questioner.budget = &budget;
    q = sums(&v.arena, 5);
    must_ask(&v, q, 4);
    for (size_t i = 0; i < 4; i++)
        spent +=
            (double)(q[i].reply.usage.prompt + q[i].reply.usage.completion);
    assert_true(spent > 0 && budget.tokens == 1e6 - spent);
    must_ask(&v, q, 4); /* a hunt that goes on reckons them again */
    assert_true(budget.tokens == 1e6 - 2 * spent);
    budget.tokens = 0;
    must_ask(&v, q, 4);
    assert_false(ask(&v, q, 5, &e));
    assert_non_null(strstr(e.msg, "budget is spent"));
    assert_int_equal(job_stat(v.server, v.scenario, "requests"), 4);
    budget = (struct budget){ .tokens = INFINITY, .money = 0 };
    assert_false(ask(&v, q, 5, &e));
    budget.money = INFINITY;
    must_ask(&v, q, 5);
    visit_close(&v);
}

/* The same question twice in one call; another attempt is another question. */
static void equal_questions(void **state)
{
    struct visit v;
    struct question *q, *more;

    visit_open(&v, state, "ok,seed=equal");
    q = sums(&v.arena, 6);
    q[1].messages = q[0].messages;
    q[4].messages = q[0].messages;
    q[5].messages = q[0].messages;
    q[5].attempt = 2;
    must_ask(&v, q, 6);
    check_counts(&v, 4, 2, 0);
    assert_int_equal(job_stat(v.server, v.scenario, "requests"), 4);
    assert_string_equal(q[1].reply.text, q[0].reply.text);
    assert_string_equal(q[4].reply.text, q[0].reply.text);
    assert_int_equal(stores_int(&v.stores, "SELECT count(*) FROM calls"), 4);
    more = sums(&v.arena, 1);
    more[0].messages++; /* without its system message it is another */
    more[0].n_messages = 1;
    must_ask(&v, more, 1);
    assert_int_equal(job_stat(v.server, v.scenario, "requests"), 5);
    visit_close(&v);
}

static void one_question(void **state)
{
    struct visit v;
    struct reply r;
    struct err e;

    visit_open(&v, state, "ok,seed=one,wrong=0");
    v.questioner.progress = NULL;
    v.questioner.stop = NULL;
    assert_true(question_one(&v.arena, &v.questioner, "Add.", "What is 20 + 3?",
                             1, &r, &e));
    assert_non_null(strstr(r.text, "\\boxed{23}"));
    assert_true(question_one(&v.arena, &v.questioner, NULL, "What is 20 + 4?",
                             1, &r, &e));
    assert_non_null(strstr(r.text, "\\boxed{24}"));
    check_counts(&v, 2, 0, 0);
    visit_close(&v);
}

static void in_a_storm(void **state)
{
    enum { N = 200 };
    struct visit v;
    struct question *q;

    visit_open(&v, state, "storm,seed=3,rate=0.3");
    q = sums(&v.arena, N);
    must_ask(&v, q, N);
    check_counts(&v, N, 0, 0);
    check_order(q, N);
    assert_int_equal(job_stat(v.server, v.scenario, "answered_bodies"), N);
    assert_int_equal(job_stat(v.server, v.scenario, "answered"), N);
    visit_close(&v);
}

/* ---- a server that does not ---- */

static void errors_are_outcomes(void **state)
{
    struct visit v;
    struct question *q;

    visit_open(&v, state, "422,times=1");
    q = sums(&v.arena, 9); /* each call's own fault: all are tried */
    q[8].messages = q[0].messages;
    must_ask(&v, q, 9);
    check_counts(&v, 0, 0, 9);
    for (size_t i = 0; i < 9; i++) {
        assert_int_equal(q[i].reply.outcome, OUTCOME_ERROR);
        assert_non_null(q[i].reply.why);
        assert_string_equal(q[i].reply.text, "");
    }
    assert_string_equal(v.questioner.error, q[0].reply.why);
    assert_int_equal(stores_int(&v.stores, "SELECT count(*) FROM calls"), 0);
    assert_int_equal(stores_int(&v.stores, "SELECT count(*) FROM trouble"), 8);
    q = sums(&v.arena, 8); /* an error is no answer: asked again */
    must_ask(&v, q, 8);
    check_counts(&v, 8, 0, 9);
    check_order(q, 8);
    visit_close(&v);
}

static void bad_key(void **state)
{
    enum { N = 100 };
    struct visit v;
    struct err e;

    visit_open(&v, state, "401,seed=consult");
    v.questioner.pool.concurrency = 1;
    assert_false(ask(&v, sums(&v.arena, N), N, &e));
    assert_int_equal(e.code, ERR_DOMAIN);
    job_assert_holds(e.msg, "key");
    assert_int_equal(job_stat(v.server, v.scenario, "requests"), 1);
    assert_int_equal(stores_int(&v.stores, "SELECT count(*) FROM calls"), 0);
    visit_close(&v);
}

/* Nobody answers: the first ten errors are enough. */
static void dead_server(void **state)
{
    enum { N = 100 };
    struct visit v;
    struct err e;

    visit_open(&v, state, "should-retry-false,times=1e9,ms=10");
    v.questioner.pool.concurrency = 2;
    assert_false(ask(&v, sums(&v.arena, N), N, &e));
    job_assert_holds(e.msg, "every call to http://127.0.0.1");
    job_assert_holds(e.msg, "failed; the last error: ");
    assert_true(job_stat(v.server, v.scenario, "requests") < 60);
    visit_close(&v);
}

/* Every call is declined in the same words: ten are enough; where one was
 * answered, they are outcomes. */
static void declines_all(void **state)
{
    enum { N = 100 };
    struct visit v;
    struct err e;

    visit_open(&v, state, "422,times=1e9,ms=5");
    v.questioner.pool.concurrency = 2;
    assert_false(ask(&v, sums(&v.arena, N), N, &e));
    assert_int_equal(e.code, ERR_DOMAIN);
    job_assert_holds(e.msg, "every call to http://127.0.0.1");
    job_assert_holds(e.msg, "failed with the same error: ");
    assert_true(job_stat(v.server, v.scenario, "requests") < 30);
    v.questioner.asked = 1;
    must_ask(&v, sums(&v.arena, N), N);
    visit_close(&v);
}

/* ---- stopped, killed ---- */

static void stopped(void **state)
{
    enum { N = 20 };
    struct visit v;
    struct err e;
    int64_t answered;

    visit_open(&v, state, "hang,seed=1,times=1e9");
    v.questioner.grace_s = 0.05;
    v.stop_after = 3;
    assert_false(ask(&v, sums(&v.arena, N), N, &e));
    assert_int_equal(e.code, ERR_IO);
    assert_string_equal(e.msg, "interrupted");
    assert_int_equal(stores_int(&v.stores, "SELECT count(*) FROM calls"), 0);
    check_counts(&v, 0, 0, 0);
    v.stop_after = 1; /* at once: nothing is sent */
    answered = job_stat(v.server, v.scenario, "requests");
    assert_false(ask(&v, sums(&v.arena, N), N, &e));
    assert_int_equal(job_stat(v.server, v.scenario, "requests"), answered);
    visit_close(&v);
}

/* What was in flight when it was stopped has its time to end, and is kept. */
static void stopped_in_flight(void **state)
{
    enum { N = 40 };
    struct visit v;
    struct err e;
    int64_t kept;

    visit_open(&v, state, "latency,ms=150,seed=5");
    v.questioner.pool.concurrency = 4;
    v.questioner.pool.fixed = true;
    v.stop_after = 2;
    assert_false(ask(&v, sums(&v.arena, N), N, &e));
    assert_string_equal(e.msg, "interrupted");
    kept = stores_int(&v.stores, "SELECT count(*) FROM calls");
    assert_true(kept >= 4 && kept < N);
    assert_int_equal(v.questioner.asked, kept);
    assert_int_equal(job_stat(v.server, v.scenario, "requests"), kept);
    v.stop_after = 0;
    v.questioner.pool.concurrency = 64;
    must_ask(&v, sums(&v.arena, N), N);
    assert_int_equal(job_stat(v.server, v.scenario, "requests"), N);
    assert_int_equal(v.questioner.journalled, kept);
    visit_close(&v);
}

/* A process that is killed in the middle; then the same again. */
static void killed(void **state)
{
    enum { N = 120 };
    struct visit v;
    struct question *q;
    int64_t kept, sent;
    pid_t child;

    visit_open(&v, state, "latency,ms=20,jitter=20,seed=9");
    store_close(v.store);
    child = fork();
    if (child == 0) {
        struct err e;

        v.store = stores_store(&v.stores, STORE_WRITE);
        v.questioner.store = v.store;
        v.questioner.pool.concurrency = 4;
        v.questioner.pool.fixed = true;
        _exit(question_ask(&v.arena, &v.questioner, sums(&v.arena, N), N, &e)
                  ? 0
                  : 1);
    }
    while (job_stat(v.server, v.scenario, "answered") < 30)
        job_nap();
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    v.store = stores_store(&v.stores, STORE_WRITE);
    v.questioner.store = v.store;
    kept = stores_int(&v.stores, "SELECT count(*) FROM calls");
    sent = job_stat(v.server, v.scenario, "requests");
    assert_true(kept > 0 && kept < N);
    q = sums(&v.arena, N);
    must_ask(&v, q, N);
    check_order(q, N);
    check_counts(&v, (uint64_t)(N - kept), (uint64_t)kept, 0);
    assert_int_equal(job_stat(v.server, v.scenario, "requests"),
                     sent + N - kept);
    visit_close(&v);
}

/* ---- the store ---- */

/* Another process is first: its reply is the one that counts. */
static void meanwhile(void *ctx, uint64_t done, uint64_t total)
{
    struct visit *v = ctx;
    struct questioner other = v->questioner;
    struct arena a = { 0 };
    struct err e;

    (void)done, (void)total;
    if (v->looks++ > 0)
        return;
    other.store = stores_store(&v->stores, STORE_WRITE);
    other.progress = NULL;
    assert_true(question_ask(&a, &other, sums(&a, 1), 1, &e));
    store_close(other.store);
    stores_sql(&v->stores, "UPDATE calls SET served = 'the first'");
    arena_clear(&a);
}

static void another_was_first(void **state)
{
    struct visit v;
    struct question *q;
    struct err e;

    visit_open(&v, state, "ok,seed=first");
    q = sums(&v.arena, 1);
    v.questioner.progress = meanwhile;
    assert_true(question_ask(&v.arena, &v.questioner, q, 1, &e));
    assert_int_equal(q->reply.outcome, OUTCOME_OK);
    assert_string_equal(q->reply.served, "the first");
    check_counts(&v, 0, 1, 0);
    assert_int_equal(job_stat(v.server, v.scenario, "requests"), 2);
    assert_int_equal(stores_int(&v.stores, "SELECT count(*) FROM calls"), 1);
    visit_close(&v);
}

static void spoil(void *ctx, uint64_t done, uint64_t total)
{
    struct visit *v = ctx;

    (void)done, (void)total;
    if (v->looks++ == 0)
        stores_sql(&v->stores, "ALTER TABLE calls RENAME TO gone");
}

/* A store that cannot be written stops it, with the reason. */
static void store_fails(void **state)
{
    struct visit v;
    struct err e;

    visit_open(&v, state, "ok,seed=fails");
    v.questioner.progress = spoil;
    assert_false(ask(&v, sums(&v.arena, 40), 40, &e));
    job_assert_holds(e.msg, "calls");
    check_counts(&v, 0, 0, 0);
    visit_close(&v);
}

/* ---- models of the process ---- */

static void replayed(void **state)
{
    static const char rows[] =
        "{\"question\": \"What is 0 + 1?\", \"response\": [\"one\", \"1\"]}\n"
        "{\"question\": \"What is 1 + 1?\", \"response\": \"two\"}\n";
    struct visit v;
    struct question *q;
    const char *path;

    visit_open(&v, state, "ok,seed=replay");
    path = scratch_file(&v.arena, rows, strlen(rows));
    open_model(&v, arena_printf(&v.arena, "replay:%s", path));
    q = sums(&v.arena, 5);
    q[3].messages = q[0].messages;
    q[3].attempt = 2;
    q[4].messages = q[1].messages;
    must_ask(&v, q, 5);
    assert_string_equal(q[0].reply.text, "one");
    assert_string_equal(q[1].reply.text, "two");
    assert_int_equal(q[2].reply.outcome, OUTCOME_ERROR);
    assert_string_equal(q[3].reply.text, "1");
    assert_string_equal(q[4].reply.text, "two");
    check_counts(&v, 3, 1, 1);
    assert_int_equal(stores_int(&v.stores, "SELECT count(*) FROM calls"), 3);
    must_ask(&v, sums(&v.arena, 2), 2); /* from the journal */
    check_counts(&v, 3, 3, 1);
    unlink(path);
    visit_close(&v);
}

static void planted(void **state)
{
    struct model m = { .kind = MODEL_PLANTED };
    struct arena a = { 0 };
    struct questioner c = { .model = &m };
    struct reply r;
    struct err e;

    (void)state;
    assert_false(question_one(&a, &c, NULL, "x", 1, &r, &e));
    assert_string_equal(
        e.msg, "a planted model cannot take this role; name another model");
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(asked_once),
        cmocka_unit_test(what_it_costs),
        cmocka_unit_test(equal_questions),
        cmocka_unit_test(one_question),
        cmocka_unit_test(in_a_storm),
        cmocka_unit_test(errors_are_outcomes),
        cmocka_unit_test(bad_key),
        cmocka_unit_test(dead_server),
        cmocka_unit_test(declines_all),
        cmocka_unit_test(stopped),
        cmocka_unit_test(stopped_in_flight),
        cmocka_unit_test(killed),
        cmocka_unit_test(another_was_first),
        cmocka_unit_test(store_fails),
        cmocka_unit_test(replayed),
        cmocka_unit_test(planted),
    };

    unsetenv("ASSAY_API_KEY");
    return cmocka_run_group_tests(tests, job_server_start, job_server_stop);
}
