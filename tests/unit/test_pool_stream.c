/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Streams through the pool: every form of an answer gives the same reply as in
 * one piece, and a stream that is spoiled ends in exactly one of: a reply,
 * another try, a reply that is marked as cut.
 */
#include "../lib/pool_job.h"
#include "base/str.h"
#include "model/server/pool.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

static struct pool_options options(bool stream)
{
    struct pool_options o = job_options();

    o.stream = stream;
    o.idle_s = 20;
    o.mute_s = 20;
    return o;
}

/* One call of a scenario. */
static void ask(struct job *j, const struct job_server *s, const char *scenario,
                const struct pool_options *o, bool messages)
{
    struct arena a = { 0 };

    job_open_url(j,
                 arena_printf(&a, "http://127.0.0.1:%s/%s/v1/%s", s->port,
                              scenario,
                              messages ? "messages" : "chat/completions"),
                 o, 1);
    j->model.kind = messages ? MODEL_ANTHROPIC : MODEL_OPENAI;
    job_push(j);
    job_close(j);
    arena_clear(&a);
}

static void same_text(const char *a, const char *b)
{
    assert_int_equal(a == NULL, b == NULL);
    if (a)
        assert_string_equal(a, b);
}

static void same_reply(const struct reply *a, const struct reply *b)
{
    assert_int_equal(a->outcome, b->outcome);
    same_text(a->text, b->text);
    same_text(a->reasoning, b->reasoning);
    same_text(a->finish, b->finish);
    same_text(a->why, b->why);
    same_text(a->served, b->served);
    same_text(a->fingerprint, b->fingerprint);
    same_text(a->note, b->note);
    assert_memory_equal(&a->usage, &b->usage, sizeof(a->usage));
}

/* ---- forms ---- */

static const char *const shapes[] = {
    "ok",
    "finish-length",
    "finish-length-null",
    "finish-filter",
    "refusal",
    "finish-repetition",
    "finish-null",
    "finish-eos",
    "context-exceeded",
    "null-content",
    "empty-content",
    "parts-content",
    "utf8",
    "nul-escaped",
    "reasoning_content",
    "reasoning",
    "reasoning_details",
    "thinking",
    "redacted-thinking",
    "think",
    "think-no-opener",
    "n2",
    "no-usage",
    "usage-partial",
    "ollama-4096",
    "stop_sequence",
    "pause_turn",
    "echo-key-200",
    "ok,sse=crlf",
    "ok,sse=comments",
    "ok,sse=no-done",
    "ok,sse=two-done",
    "ok,sse=plain",
};

/* But where the reply names its own try. */
static void test_forms(void **state)
{
    struct pool_options plain = options(false), stream = options(true);
    struct job a, b;

    for (size_t i = 0; i < 2 * sizeof(shapes) / sizeof(shapes[0]); i++) {
        ask(&a, *state, shapes[i / 2], &plain, i % 2);
        ask(&b, *state, shapes[i / 2], &stream, i % 2);
        same_reply(&a.calls[0].reply, &b.calls[0].reply);
        assert_int_not_equal(a.calls[0].reply.outcome, OUTCOME_FATAL);
        assert_int_equal(b.calls[0].tries, 1);
        assert_int_equal(a.calls[0].course.pieces, 0);
        if (strstr(shapes[i / 2], "plain"))
            assert_int_equal(b.calls[0].course.pieces, 0);
        else if (*b.calls[0].reply.text && !strstr(shapes[i / 2], "parts"))
            assert_true(b.calls[0].course.pieces > 1);
        assert_null(strstr(b.calls[0].raw, JOB_SECRET));
        assert_null(strstr(b.calls[0].reply.text, JOB_SECRET));
        job_clear(&a);
        job_clear(&b);
    }
}

/* ---- faults ---- */

static void test_cut(void **state)
{
    static const char *const kinds[] = { "cut", "cut-json", "cut-letter",
                                         "garbled" };
    struct pool_options o = options(true);
    char scenario[64];
    struct job j;

    for (size_t i = 0; i < 8; i++) {
        const struct pool_call *c;

        snprintf(scenario, sizeof(scenario), "ok,sse=%s,for=1", kinds[i / 2]);
        ask(&j, *state, scenario, &o, i % 2);
        c = &j.calls[0];
        assert_int_equal(c->reply.outcome, OUTCOME_OK);
        assert_int_equal(c->tries, 2);
        job_assert_holds(c->history, "the stream was cut off: ");
        job_clear(&j);

        snprintf(scenario, sizeof(scenario), "ok,sse=%s", kinds[i / 2]);
        ask(&j, *state, scenario, &o, i % 2);
        c = &j.calls[0];
        assert_int_equal(c->reply.outcome, OUTCOME_TRUNCATED);
        assert_int_equal(c->tries, 2);
        assert_string_equal(c->reply.finish, "cut");
        job_assert_holds(c->reply.why, "the stream was cut off: ");
        assert_true(str_starts(c->reply.text, "The sum"));
        assert_null(strstr(c->reply.text, "}."));
        assert_int_equal(c->reply.usage.completion, -1);
        assert_true(c->course.pieces > 0);
        job_clear(&j);
    }
}

static void test_faults(void **state)
{
    struct pool_options o = options(true);
    struct job j;

    for (int messages = 0; messages < 2; messages++) {
        ask(&j, *state, "ok,sse=error,for=3", &o, messages);
        assert_int_equal(j.calls[0].reply.outcome, OUTCOME_OK);
        assert_int_equal(j.calls[0].tries, 4);
        job_assert_holds(j.calls[0].history, messages ? "529" : "429");
        job_clear(&j);
        ask(&j, *state, "ok,sse=no-usage", &o, messages);
        assert_int_equal(j.calls[0].reply.outcome, OUTCOME_OK);
        if (!messages)
            assert_int_equal(j.calls[0].reply.usage.completion, -1);
        job_clear(&j);
        ask(&j, *state, "ok,sse=no-finish", &o, messages);
        assert_int_equal(j.calls[0].reply.outcome, OUTCOME_TRUNCATED);
        job_clear(&j);
    }
    ask(&j, *state, "ok,sse=refuse", &o, false);
    assert_int_equal(j.calls[0].reply.outcome, OUTCOME_FATAL);
    job_assert_holds(j.calls[0].reply.why, "leave out --stream");
    job_clear(&j);
}

/* Silence after some text, keep-alives without any, and a stream that is longer
 * than any of the time-outs. */
static void test_silence(void **state)
{
    struct pool_options o = options(true);
    struct job j;

    o.retries = 1;
    o.idle_s = o.mute_s = 0.15;
    ask(&j, *state, "ok,sse=hang", &o, false);
    assert_int_equal(j.calls[0].reply.outcome, OUTCOME_TRUNCATED);
    job_assert_holds(j.calls[0].reply.why, "0.15 s");
    job_clear(&j);
    o.idle_s = 60;
    ask(&j, *state, "ok,sse=pings,pace=10", &o, false);
    assert_int_equal(j.calls[0].reply.outcome, OUTCOME_ERROR);
    job_assert_holds(j.calls[0].reply.why, "no text was received for 0.15 s");
    job_clear(&j);
    o.idle_s = o.mute_s = 5;
    ask(&j, *state, "ok,pace=60", &o, false);
    assert_int_equal(j.calls[0].reply.outcome, OUTCOME_OK);
    assert_int_equal(j.calls[0].tries, 1);
    assert_true(j.calls[0].took_ms > 250);
    assert_in_range(j.calls[0].course.gap_ms, 40, j.calls[0].took_ms);
    assert_in_range(j.calls[0].course.first_ms, 30, j.calls[0].took_ms);
    job_clear(&j);
}

static void test_storm(void **state)
{
    struct pool_options o = options(true);
    const char *scenario = "storm,rate=0.3,seed=9,sse=mixed";
    struct job j;

    job_open(&j, *state, scenario, &o, 1000);
    job_push(&j);
    job_close(&j);
    assert_int_equal(job_count(&j, OUTCOME_OK) +
                         job_count(&j, OUTCOME_TRUNCATED) + job_lost(&j),
                     1000);
    assert_true(job_count(&j, OUTCOME_OK) > 900);
    assert_int_equal(job_stat(*state, scenario, "requests"), job_tries(&j));
    job_clear(&j);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forms),  cmocka_unit_test(test_cut),
        cmocka_unit_test(test_faults), cmocka_unit_test(test_silence),
        cmocka_unit_test(test_storm),
    };

    return cmocka_run_group_tests(tests, job_server_start, job_server_stop);
}
