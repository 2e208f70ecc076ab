/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Batches without a server: the lines that go out and come in, what servers say
 * of a batch, and what the store keeps of one.
 */
#include "model/batch/form.h"
#include "store/batches.h"
#include "store/journal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char *const secrets[] = { "sk-secret-of-the-test" };

static struct model openai = { .kind = MODEL_OPENAI,
                               .spec = "x",
                               .name = "m",
                               .url = "https://h/v1/chat/completions?v=2",
                               .secrets = secrets,
                               .n_secrets = 1 };
static struct model anthropic = { .kind = MODEL_ANTHROPIC,
                                  .spec = "x",
                                  .name = "m",
                                  .url = "https://h/v1/messages",
                                  .secrets = secrets,
                                  .n_secrets = 1 };
static const struct hash128 key = { 0x0123456789abcdef, 0xfedcba9876543210 };
#define KEY "0123456789abcdeffedcba9876543210"

/* ---- places ---- */

static void test_places(void **state)
{
    struct model other = { .kind = MODEL_STUDENT,
                           .spec = "student",
                           .url = "" };
    struct batch_place p;
    struct arena a = { 0 };
    struct err e;

    (void)state;
    assert_true(batch_place_find(&a, &openai, &p, &e));
    assert_string_equal(p.files, "https://h/v1/files?v=2");
    assert_string_equal(p.batches, "https://h/v1/batches?v=2");
    assert_string_equal(batch_url(&a, p.files, "/f1/content"),
                        "https://h/v1/files/f1/content?v=2");
    assert_true(batch_place_find(&a, &anthropic, &p, &e));
    assert_null(p.files);
    assert_string_equal(p.batches, "https://h/v1/messages/batches");
    assert_false(batch_place_find(&a, &other, &p, &e));
    assert_non_null(strstr(e.msg, "leave out --batch"));
    arena_clear(&a);
}

/* ---- out ---- */

static void test_calls(void **state)
{
    struct arena a = { 0 };
    struct str out = str_in(&a);

    (void)state;
    batch_add_call(&out, &openai, key, "{\"model\": \"m\"}");
    assert_string_equal(out.s, "{\"custom_id\": \"" KEY
                               "\", \"method\": \"POST\", \"url\": "
                               "\"/v1/chat/completions\", \"body\": "
                               "{\"model\": \"m\"}}");
    str_reset(&out);
    batch_add_call(&out, &anthropic, key, "{}");
    assert_string_equal(out.s, "{\"custom_id\": \"" KEY "\", \"params\": {}}");
    assert_int_equal(batch_size_most(&openai).calls, 50000);
    assert_int_equal(batch_size_most(&anthropic).calls, 100000);
    assert_non_null(strstr(batch_of_file(&a, "f", "tok"),
                           "\"metadata\": {\"assay\": \"tok\"}"));
    arena_clear(&a);
}

/* ---- in: batches ---- */

static bool status(struct arena *a, const struct model *m, const char *text,
                   struct batch_status *s)
{
    struct err e;

    return batch_status_read(a, m, text, strlen(text), s, &e);
}

static void test_status(void **state)
{
    struct batch_status s;
    struct arena a = { 0 };

    (void)state;
    assert_true(status(&a, &openai,
                       "{\"id\": \"batch_1\", \"status\": \"expired\", "
                       "\"output_file_id\": \"f-2\", \"error_file_id\": "
                       "\"../x\", \"created_at\": 1700000000, "
                       "\"request_counts\": {\"total\": 9, \"completed\": 4, "
                       "\"failed\": 1}, \"metadata\": {\"assay\": \"t\"}}",
                       &s));
    assert_int_equal(s.stage, STAGE_ENDED);
    assert_string_equal(s.results[0], "f-2");
    assert_null(s.results[1]); /* no part of a URL */
    assert_int_equal(s.done, 5);
    assert_int_equal(s.total, 9);
    assert_true(s.made_ms == INT64_C(1700000000000));
    assert_string_equal(s.token, "t");
    assert_true(status(&a, &openai,
                       "{\"id\": \"b\", \"status\": \"failed\", \"errors\": "
                       "{\"data\": [{\"message\": \"no "
                       "sk-secret-of-the-test\"}]}}",
                       &s));
    assert_int_equal(s.stage, STAGE_FAILED);
    assert_null(strstr(s.why, "sk-secret"));
    assert_true(status(&a, &anthropic,
                       "{\"id\": \"b\", \"processing_status\": \"ended\", "
                       "\"created_at\": \"2023-11-14T22:13:20Z\", "
                       "\"request_counts\": {\"processing\": 1, \"succeeded\": "
                       "2, \"errored\": 3, \"canceled\": 4, \"expired\": 5}}",
                       &s));
    assert_int_equal(s.stage, STAGE_ENDED);
    assert_int_equal(s.total, 15);
    assert_true(s.made_ms == INT64_C(1700000000000));
    assert_false(
        status(&a, &openai, "{\"id\": \"a/b\", \"status\": \"x\"}", &s));
    assert_false(status(&a, &openai, "{\"id\": \"b\"}", &s));
    assert_false(status(&a, &openai, "<html>", &s));
    assert_true(
        status(&a, &openai, "{\"id\": \"b\", \"status\": \"new\"}", &s));
    assert_int_equal(s.stage, STAGE_WORKING);
    arena_clear(&a);
}

static void test_list(void **state)
{
    static const char text[] =
        "{\"data\": [{\"id\": \"a\", \"status\": \"completed\"}, 7, {\"id\": "
        "\"b\", \"status\": \"completed\"}], \"has_more\": true}";
    struct batch_status *s;
    const char *after;
    struct arena a = { 0 };
    struct err e;
    size_t n;

    (void)state;
    assert_true(
        batch_list_read(&a, &openai, text, strlen(text), &s, &n, &after, &e));
    assert_int_equal(n, 2);
    assert_string_equal(after, "b");
    assert_false(batch_list_read(&a, &openai, "{}", 2, &s, &n, &after, &e));
    arena_clear(&a);
}

/* ---- in: lines ---- */

static const struct {
    const struct model *model;
    const char *rest; /* behind the custom_id */
    enum response_next next;
    enum outcome outcome;
    const char *has; /* in text or why */
} lines[] = {
    { &openai,
      "\"response\": {\"status_code\": 200, \"body\": {\"choices\": "
      "[{\"message\": {\"content\": \"four\"}, \"finish_reason\": \"stop\"}]}}",
      RESPONSE_DONE, OUTCOME_OK, "four" },
    { &openai,
      "\"response\": {\"status_code\": 200, \"body\": {\"choices\": "
      "[{\"message\": {\"content\": \"f\"}, \"finish_reason\": \"length\"}]}}",
      RESPONSE_DONE, OUTCOME_TRUNCATED, "f" },
    { &openai,
      "\"response\": {\"status_code\": 429, \"body\": {\"error\": "
      "{\"message\": \"slow\"}}}",
      RESPONSE_AGAIN, OUTCOME_ERROR, "slow" },
    { &openai,
      "\"response\": {\"status_code\": 400, \"body\": {\"error\": "
      "{\"message\": \"bad sk-secret-of-the-test\"}}}",
      RESPONSE_DONE, OUTCOME_ERROR, "[secret]" },
    { &openai, "\"response\": {\"status_code\": 502, \"body\": \"<html>\"}",
      RESPONSE_AGAIN, OUTCOME_ERROR, "" },
    { &openai,
      "\"response\": null, \"error\": {\"message\": \"late "
      "sk-secret-of-the-test\"}",
      RESPONSE_AGAIN, OUTCOME_ERROR, "late [secret]" },
    { &openai, "\"response\": {\"status_code\": 7}", RESPONSE_AGAIN,
      OUTCOME_ERROR, "without a result for this call" },
    { &anthropic,
      "\"result\": {\"type\": \"succeeded\", \"message\": {\"content\": "
      "[{\"type\": \"text\", \"text\": \"four\"}], \"stop_reason\": "
      "\"end_turn\"}}",
      RESPONSE_DONE, OUTCOME_OK, "four" },
    { &anthropic,
      "\"result\": {\"type\": \"errored\", \"error\": {\"type\": \"error\", "
      "\"error\": {\"type\": \"overloaded_error\", \"message\": \"busy\"}}}",
      RESPONSE_AGAIN, OUTCOME_ERROR, "busy" },
    { &anthropic,
      "\"result\": {\"type\": \"errored\", \"error\": {\"type\": "
      "\"invalid_request_error\", \"message\": \"odd\"}}",
      RESPONSE_DONE, OUTCOME_ERROR, "odd" },
    { &anthropic, "\"result\": {\"type\": \"expired\"}", RESPONSE_AGAIN,
      OUTCOME_ERROR, "expired" },
    { &anthropic, "\"result\": {\"type\": \"canceled\"}", RESPONSE_AGAIN,
      OUTCOME_ERROR, "cancelled" },
    { &anthropic, "\"result\": 5", RESPONSE_AGAIN, OUTCOME_ERROR,
      "without a result for this call" },
};

static void test_lines(void **state)
{
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
        const char *text =
            arena_printf(&a, "{\"custom_id\": \"" KEY "\", %s}", lines[i].rest);
        struct batch_reply r;
        const char *said;

        assert_true(
            batch_line_read(&a, lines[i].model, text, strlen(text), 1.7e9, &r));
        assert_memory_equal(&r.key, &key, sizeof(key));
        assert_int_equal(r.response.next, lines[i].next);
        assert_int_equal(r.response.reply.outcome, lines[i].outcome);
        said = lines[i].outcome == OUTCOME_ERROR ? r.response.reply.why
                                                 : r.response.reply.text;
        assert_non_null(strstr(said, lines[i].has));
        assert_null(strstr(said, "sk-secret"));
    }
    arena_clear(&a);
}

/* No JSON, but a call of ours: its reply is malformed. */
static void test_spoilt_lines(void **state)
{
    static const struct {
        const char *text;
        bool told;
    } rows[] = {
        { "{\"custom_id\": \"" KEY "\", \"x\": \"\xff\"}", true },
        { "{\"custom_id\":\"" KEY "\", \"response\": {\"a\": \"b", true },
        { "{\"x\": \"\xc3\", \"custom_id\" : \"" KEY "\"}", true },
        { "{\"x\": \"\xff\\\"custom_id\": \"" KEY "\"}", false },
        { "{\"custom_id\": \"" KEY "0\", \"x\": \"\xff\"}", false },
        { "{\"custom_id\": \"" KEY, false },
        { "{\"custom_id\"", false },
        { "\xff", false },
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const char *text = rows[i].text;
        struct batch_reply r;

        if (batch_line_read(&a, &openai, text, strlen(text), 0, &r) !=
            rows[i].told)
            fail_msg("row %zu", i);
        if (!rows[i].told)
            continue;
        assert_memory_equal(&r.key, &key, sizeof(key));
        assert_true(r.response.malformed);
        assert_int_equal(r.response.next, RESPONSE_AGAIN);
        assert_int_equal(r.response.reply.outcome, OUTCOME_MALFORMED);
    }
    arena_clear(&a);
}

static void test_senseless_lines(void **state)
{
    static const char *const texts[] = {
        "",
        "x",
        "[]",
        "{}",
        "{\"custom_id\": 7}",
        "{\"custom_id\": \"abc\"}",
        "{\"custom_id\": \"0123456789abcdeffedcba987654321g\"}",
        "{\"custom_id\": \"" KEY "0\"}",
    };
    struct batch_reply r;
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
        assert_false(
            batch_line_read(&a, &openai, texts[i], strlen(texts[i]), 0, &r));
    arena_clear(&a);
}

/* ---- the store ---- */

static void test_store(void **state)
{
    struct hash128 keys[] = { { 1, 2 }, { 3, 4 } }, *got;
    struct batch_row *rows;
    struct store *s, *other;
    struct arena a = { 0 };
    struct err e;
    char path[] = "/tmp/test_batch_XXXXXX";
    int64_t id;
    uint64_t left;
    size_t n;
    bool yes;

    (void)state;
    assert_non_null(mkdtemp(path));
    const char *file = arena_printf(&a, "%s/a.db", path);
    assert_true(store_open(&s, file, STORE_MAKE, &e));
    assert_true(batches_make(s, "u", "m", "t", keys, 2, 5, &id, &e));
    assert_true(batches_list(s, &a, &rows, &n, &e));
    assert_int_equal(n, 1);
    assert_int_equal(rows[0].state, BATCH_MADE);
    assert_null(rows[0].remote);
    assert_int_equal(rows[0].calls, 2);
    assert_true(batches_set_file(s, id, "f", &e));
    assert_true(batches_set_sent(s, id, "r", 6, &e));
    assert_true(batches_set_said(s, id, "in_progress", 7, &e));
    assert_true(batches_know(s, "u", "r", &yes, &e) && yes);
    assert_true(batches_know(s, "v", "r", &yes, &e) && !yes);
    assert_true(batches_has_key(s, id, keys[1], &yes, &e) && yes);
    assert_true(batches_drop_key(s, id, keys[1], &e));
    assert_true(batches_has_key(s, id, keys[1], &yes, &e) && !yes);
    assert_true(batches_left(s, id, &left, &e));
    assert_int_equal(left, 1);
    assert_true(batches_keys(s, &a, id, &got, &n, &e));
    assert_int_equal(n, 1);
    assert_memory_equal(got, keys, sizeof(*keys));

    /* One sends at a time. */
    assert_true(store_open(&other, file, STORE_WRITE, &e));
    assert_true(batches_lock(s, &yes, &e) && yes);
    assert_true(batches_lock(other, &yes, &e) && !yes);
    batches_unlock(s);
    assert_true(batches_lock(other, &yes, &e) && yes);
    store_close(other);

    /* What the server has under that id is another's. */
    assert_true(batches_list(s, &a, &rows, &n, &e));
    assert_true(batches_renew(s, &rows[0], "why", 8, &e));
    assert_true(batches_know(s, "u", "r", &yes, &e) && yes);
    assert_true(batches_list(s, &a, &rows, &n, &e));
    assert_int_equal(n, 1);
    assert_int_not_equal(rows[0].id, id);
    id = rows[0].id;
    assert_int_equal(rows[0].state, BATCH_MADE);
    assert_int_equal(rows[0].calls, 2);
    assert_int_equal(rows[0].made_ms, 5);

    /* Nothing is wanted of a batch without keys. */
    assert_true(batches_idle(s, &a, &rows, &n, &e));
    assert_int_equal(n, 0);
    assert_true(batches_drop_key(s, id, keys[0], &e));
    assert_true(batches_list(s, &a, &rows, &n, &e));
    assert_int_equal(n, 0);
    assert_true(batches_idle(s, &a, &rows, &n, &e));
    assert_int_equal(n, 1);

    assert_true(batches_end(s, id, BATCH_LOST, "why", 8, &e));
    assert_true(batches_left(s, id, &left, &e));
    assert_int_equal(left, 0);
    assert_true(batches_idle(s, &a, &rows, &n, &e));
    assert_int_equal(n, 0);
    store_close(s);
    assert_int_equal(remove(file), 0);
    (void)remove(arena_printf(&a, "%s-lock", file));
    (void)rmdir(path);
    arena_clear(&a);
}

static void test_mark(void **state)
{
    struct arena a = { 0 };
    struct call c = { .history = call_by_batch(&a, "b\"1") };

    (void)state;
    assert_string_equal(c.history, "[{\"batch\": \"b\\\"1\"}]");
    assert_true(call_is_batched(&c));
    c.history = "[{\"status\": 429, \"why\": \"\", \"wait_ms\": 1}]";
    assert_false(call_is_batched(&c));
    c.history = NULL;
    assert_false(call_is_batched(&c));
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_calls),
        cmocka_unit_test(test_status),
        cmocka_unit_test(test_list),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_spoilt_lines),
        cmocka_unit_test(test_senseless_lines),
        cmocka_unit_test(test_store),
        cmocka_unit_test(test_mark),
    };

    return cmocka_run_group_tests_name("batch", tests, NULL, NULL);
}
