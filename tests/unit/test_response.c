/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What servers send, read: replies of every form, errors of every form, and
 * what follows from them. Most of it is in tests/cases/model.
 */
#include "../lib/cases.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "model/response.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SECRET "sk-test/0123456789"
#define NOW    784111747.0 /* Sunday, 1994-11-06 08:49:07 UTC */

static const char *const secrets[] = { SECRET };

static const struct model model = {
    .kind = MODEL_OPENAI,
    .spec = "openai:m-1",
    .name = "m-1",
    .url = "https://api.test/v1/chat/completions",
    .token_field = "max_tokens",
    .key_env = "TEST_API_KEY",
    .secrets = secrets,
    .n_secrets = 1,
};

/* ---- a line that says everything ---- */

static void add_named(struct str *out, const char *name, const char *text)
{
    if (!text)
        return;
    str_addf(out, " %s=", name);
    json_write_string(out, text);
}

static void add_count(struct str *out, const char *before, int64_t n)
{
    str_add(out, before);
    if (n < 0)
        str_addc(out, '-');
    else
        str_addf(out, "%" PRId64, n);
}

static void add_usage(struct str *out, const struct usage *u)
{
    if (u->prompt < 0 && u->completion < 0 && u->reasoning < 0 && u->cached < 0)
        return;
    add_count(out, " tokens=", u->prompt);
    add_count(out, "/", u->completion);
    add_count(out, "/", u->reasoning);
    add_count(out, "/", u->cached);
}

static const char *summary(struct arena *a, const struct response *w)
{
    const struct reply *r = &w->reply;
    struct str out = str_in(a);

    str_add(&out,
            w->next == RESPONSE_AGAIN ? "again" : outcome_name(r->outcome));
    if (w->status != 200)
        str_addf(&out, " %d", w->status);
    str_add(&out, w->limited ? " limited" : "");
    str_add(&out, w->server_side ? " server" : "");
    str_add(&out, w->malformed ? " malformed" : "");
    if (w->wait_ms >= 0)
        str_addf(&out, " wait=%" PRId64, w->wait_ms);
    if (*r->text || r->outcome == OUTCOME_OK)
        add_named(&out, "text", r->text);
    add_named(&out, "reasoning", r->reasoning);
    add_named(&out, "finish", r->finish);
    add_usage(&out, &r->usage);
    add_named(&out, "served", r->served);
    add_named(&out, "id", r->id);
    add_named(&out, "fingerprint", r->fingerprint);
    add_named(&out, "note", r->note);
    add_named(&out, "why", r->why);
    return str_get(&out);
}

/* ---- cases ---- */

static void replies(const char *name, enum model_kind kind)
{
    struct model m = model;
    struct cases c;
    const char *lines[2];
    struct arena a = { 0 };

    m.kind = kind;
    cases_open(&c, name);
    while (cases_next(&c, lines, 2)) {
        struct response_head head = { .status = 200 };
        struct response w;

        response_read(&a, &m, &head, lines[0], strlen(lines[0]), NOW, &w);
        if (!str_eq(summary(&a, &w), lines[1]))
            cases_fail(&c, "got\n%s", summary(&a, &w));
        arena_reset(&a);
    }
    arena_clear(&a);
    assert_int_equal(cases_close(&c), 0);
}

static void test_openai(void **state)
{
    (void)state;
    replies("model/replies.test", MODEL_OPENAI);
}

static void test_anthropic(void **state)
{
    (void)state;
    replies("model/anthropic.test", MODEL_ANTHROPIC);
}

/* "429 | Retry-After: 3 | Location: x" */
static struct response_head read_head(struct arena *a, const char *line)
{
    struct response_head h = { .status = (int)strtol(line, NULL, 10) };
    const struct {
        const char *name;
        const char **place;
    } fields[] = {
        { "retry-after: ", &h.retry_after },
        { "retry-after-ms: ", &h.retry_after_ms },
        { "x-should-retry: ", &h.should_retry },
        { "x-ratelimit-reset-requests: ", &h.reset_requests },
        { "x-ratelimit-reset-tokens: ", &h.reset_tokens },
        { "anthropic-ratelimit-requests-reset: ", &h.anthropic_requests_reset },
        { "anthropic-ratelimit-tokens-reset: ", &h.anthropic_tokens_reset },
        { "anthropic-ratelimit-input-tokens-reset: ",
          &h.anthropic_input_reset },
        { "anthropic-ratelimit-output-tokens-reset: ",
          &h.anthropic_output_reset },
        { "location: ", &h.location },
        { "content-type: ", &h.content_type },
    };

    for (const char *p = line; (p = strstr(p, " | "));) {
        size_t i, n;

        p += 3;
        for (i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
            if (str_starts(p, fields[i].name))
                break;
        assert_true(i < sizeof(fields) / sizeof(fields[0]));
        n = strstr(p, " | ") ? (size_t)(strstr(p, " | ") - p) : strlen(p);
        *fields[i].place = arena_strndup(a, p + strlen(fields[i].name),
                                         n - strlen(fields[i].name));
    }
    return h;
}

static void test_errors(void **state)
{
    struct cases c;
    const char *lines[3];
    struct arena a = { 0 };

    (void)state;
    cases_open(&c, "model/errors.test");
    while (cases_next(&c, lines, 3)) {
        struct response_head head = read_head(&a, lines[0]);
        const char *body = str_eq(lines[1], "(nothing)") ? "" : lines[1];
        struct response w;

        response_read(&a, &model, &head, body, strlen(body), NOW, &w);
        if (!str_eq(summary(&a, &w), lines[2]))
            cases_fail(&c, "got\n%s", summary(&a, &w));
        arena_reset(&a);
    }
    arena_clear(&a);
    assert_int_equal(cases_close(&c), 0);
}

/* A field is one of the request; what is not in it was not refused. */
static void test_sent_fields(void **state)
{
    static const char sent[] =
        "{\"chat_template_kwargs\":{\"enable_thinking\":false},"
        "\"messages\":[{\"content\":\"x\",\"role\":\"user\"}],"
        "\"model\":\"m-1\",\"topN\":4}";
    static const struct {
        const char *words, *cure; /* NULL: an error of this call */
    } rows[] = {
        { "Unknown field: chat_template_kwargs",
          "remove \"chat_template_kwargs\" from --extra" },
        { "enable_thinking: Extra inputs are not permitted",
          "remove \"chat_template_kwargs\" from --extra" },
        { "unexpected keyword argument 'topN'",
          "remove \"topN\" from --extra" },
        { "topn is not a recognized parameter",
          "remove \"topN\" from --extra" },
        { "stream_options is not supported", NULL },
        { "Unknown parameter: 'temperature'", NULL },
        { "Unknown parameter: 'messages'", NULL },
        { "topN must be below 4", NULL },
        { "the role of messages is not supported", NULL },
    };
    const struct response_head head = { .status = 400,
                                        .sent = sent,
                                        .sent_n = sizeof(sent) - 1 };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const char *body =
            arena_printf(&a, "{\"error\":\"%s\"}", rows[i].words);
        struct response w;

        response_read(&a, &model, &head, body, strlen(body), NOW, &w);
        if ((w.reply.outcome == OUTCOME_FATAL) != (rows[i].cure != NULL) ||
            (rows[i].cure && !strstr(w.reply.why, rows[i].cure)))
            fail_msg("%s: %s", rows[i].words, w.reply.why);
        arena_reset(&a);
    }
    arena_clear(&a);
}

/* ---- what a line cannot show ---- */

static struct response read_bytes(struct arena *a, int status, const char *body,
                                  size_t n)
{
    struct response_head head = { .status = status };
    struct response w;

    response_read(a, &model, &head, body, n, NOW, &w);
    return w;
}

/* A reply cut anywhere is never taken for one. */
static void test_half(void **state)
{
    static const char body[] =
        "{\"id\":\"x\",\"choices\":[{\"index\":0,\"message\":{\"role\":"
        "\"assistant\",\"content\":\"the answer is 42\"},\"finish_reason\":"
        "\"stop\"}],\"usage\":{\"prompt_tokens\":3}}";
    struct arena a = { 0 };

    (void)state;
    for (size_t n = 0; n < sizeof(body) - 1; n++) {
        struct response w = read_bytes(&a, 200, body, n);

        assert_int_equal(w.next, RESPONSE_AGAIN);
        assert_true(w.server_side);
        assert_int_equal(w.reply.outcome, OUTCOME_ERROR);
        assert_string_equal(w.reply.text, "");
        assert_non_null(w.reply.why);
        arena_reset(&a);
    }
    assert_int_equal(read_bytes(&a, 200, body, sizeof(body) - 1).next,
                     RESPONSE_DONE);
    arena_clear(&a);
}

/* Bytes that are no UTF-8, and NULs. */
static void test_bytes(void **state)
{
    static const char broken[] =
        "{\"choices\":[{\"message\":{\"content\":\"pi \xcf is 3\"}}]}";
    static const char nul[] = "a\0b\0c";
    struct arena a = { 0 };
    struct response w = read_bytes(&a, 200, broken, sizeof(broken) - 1);

    (void)state;
    assert_int_equal(w.next, RESPONSE_DONE);
    assert_string_equal(w.reply.text, "pi \xef\xbf\xbd is 3");
    w = read_bytes(&a, 500, nul, sizeof(nul) - 1);
    assert_int_equal(w.next, RESPONSE_AGAIN);
    w = read_bytes(&a, 200, nul, sizeof(nul) - 1);
    assert_int_equal(w.next, RESPONSE_AGAIN);
    arena_clear(&a);
}

/* Deep and large bodies end, and what is shown of them is short. */
static void test_large(void **state)
{
    struct arena a = { 0 };
    struct str deep = { 0 }, wide = { 0 };
    struct response w;

    (void)state;
    for (int i = 0; i < 200000; i++)
        str_add(&deep, i % 2 ? "[" : "{\"error\":");
    w = read_bytes(&a, 200, deep.s, deep.n);
    assert_int_equal(w.next, RESPONSE_AGAIN);
    assert_true(strlen(w.reply.why) < 1000);
    w = read_bytes(&a, 400, deep.s, deep.n);
    assert_int_equal(w.reply.outcome, OUTCOME_ERROR);
    assert_true(strlen(w.reply.why) < 1000);

    str_add(&wide, "{\"error\":{\"message\":\"");
    for (int i = 0; i < 2000000; i++)
        str_addc(&wide, i % 3 ? 'x' : ' ');
    str_add(&wide, "\"}}");
    w = read_bytes(&a, 400, wide.s, wide.n);
    assert_int_equal(w.reply.outcome, OUTCOME_ERROR);
    assert_true(strlen(w.reply.why) < 1000);
    str_clear(&deep);
    str_clear(&wide);
    arena_clear(&a);
}

static void assert_clean(const struct reply *r)
{
    const char *const all[] = { r->text, r->reasoning,   r->finish, r->why,
                                r->id,   r->fingerprint, r->served, r->note };

    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
        if (all[i] && strstr(all[i], SECRET))
            fail_msg("a secret is shown: %s", all[i]);
}

/* A server that sends the key back, wherever it can. */
static void test_secrets(void **state)
{
    static const char *const bodies[] = {
        "{\"choices\":[{\"message\":{\"content\":\"" SECRET
        "\",\"reasoning\":\"" SECRET "\"},\"finish_reason\":\"" SECRET
        "\"}],\"id\":\"" SECRET "\",\"model\":\"" SECRET
        "\",\"system_fingerprint\":\"" SECRET "\"}",
        "{\"choices\":[{\"message\":{\"refusal\":\"" SECRET "\"}}]}",
        "{\"error\":{\"message\":\"bad key " SECRET "\",\"code\":\"" SECRET
        "\",\"param\":\"" SECRET "\"}}",
        "{\"error\":{\"message\":\"\\u0073k-test\\/0123456789\"}}",
        "{\"detail\":\"sk-test\\/0123456789\"}",
        "<html><title>" SECRET "</title></html>",
        ("no such key: " SECRET),
    };
    static const int statuses[] = { 200, 302, 400, 401, 403, 404, 429, 500 };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof(bodies) / sizeof(bodies[0]); i++) {
        for (size_t k = 0; k < sizeof(statuses) / sizeof(statuses[0]); k++) {
            struct response_head head = { .status = statuses[k],
                                          .location = "http://x/" SECRET };
            struct response w;

            response_read(&a, &model, &head, bodies[i], strlen(bodies[i]), NOW,
                          &w);
            assert_clean(&w.reply);
            arena_reset(&a);
        }
    }
    arena_clear(&a);
}

static void keeps(const char *body, const char *want)
{
    struct arena a = { 0 };
    struct response w = read_bytes(&a, 200, body, strlen(body));

    assert_string_equal(w.raw, want);
    assert_int_equal(w.raw_n, strlen(want));
    arena_clear(&a);
}

/* What is kept of the body: as it came, or written anew without the key. */
static void test_raw(void **state)
{
    (void)state;
    keeps("", "");
    keeps("{\"a\":1 ,\"b\":\"\\u0041\"} x", "{\"a\":1 ,\"b\":\"\\u0041\"} x");
    keeps("{\"a\":\"\\u0073k-test/0123456789\"}", "{\"a\": \"[secret]\"}");
    keeps("{\"\\u0073k-test\\/0123456789\":1}", "{\"[secret]\": 1}");
    keeps("{\"" SECRET "\":1}", "{\"[secret]\":1}");
    keeps("{\"a\":1} " SECRET, "{\"a\":1} [secret]");
    keeps("{\"a\":\"\\u0073k-test/0123456789", "{\"a\":\"[secret]");
    keeps("<p>" SECRET, "<p>[secret]");
}

/* A key that is a word of the form does not break what is read. */
static void test_word_as_key(void **state)
{
    static const char *const words[] = { "\"choices\"", "completion_tokens",
                                         "finish_reason" };
    static const char body[] =
        "{\"choices\":[{\"message\":{\"content\":\"42\"},\"finish_reason\":"
        "\"stop\"}],\"usage\":{\"completion_tokens\":7}}";
    const struct response_head head = { .status = 200 };
    struct model m = model;
    struct arena a = { 0 };
    struct response w;

    (void)state;
    m.secrets = words;
    m.n_secrets = 3;
    response_read(&a, &m, &head, body, sizeof(body) - 1, NOW, &w);
    assert_int_equal(w.next, RESPONSE_DONE);
    assert_int_equal(w.reply.outcome, OUTCOME_OK);
    assert_string_equal(w.reply.text, "42");
    assert_string_equal(w.reply.finish, "stop");
    assert_int_equal(w.reply.usage.completion, 7);
    arena_clear(&a);
}

/* More values than are read: an error of this call, and no second try. */
static void test_many(void **state)
{
    struct arena a = { 0 };
    struct str body = { 0 };
    struct response w;

    (void)state;
    str_add(&body, "{\"choices\":[{\"message\":{\"content\":\"4\"},"
                   "\"finish_reason\":\"stop\"}],\"x\":[0");
    for (int i = 0; i < LIMIT_HTTP_VALUES; i++)
        str_add(&body, ",0");
    str_add(&body, "]}");
    w = read_bytes(&a, 200, body.s, body.n);
    assert_int_equal(w.next, RESPONSE_DONE);
    assert_int_equal(w.reply.outcome, OUTCOME_ERROR);
    assert_string_equal(w.reply.why,
                        "the answer contains more than 1000000 JSON values");
    w = read_bytes(&a, 503, body.s, body.n);
    assert_int_equal(w.next, RESPONSE_AGAIN);
    str_clear(&body);
    arena_clear(&a);
}

/* The key stands where a message is cut: no half of it is left. */
static void test_secret_at_cut(void **state)
{
    struct arena a = { 0 };

    (void)state;
    for (int before = 250; before < 320; before++) {
        struct str body = str_in(&a);
        struct response w;

        for (int i = 0; i < before; i++)
            str_addc(&body, 'x');
        str_add(&body, SECRET);
        w = read_bytes(&a, 400, body.s, body.n);
        assert_null(strstr(w.reply.why, "sk-"));
        body.s = arena_printf(&a, "{\"error\": \"%s\"}", body.s);
        w = read_bytes(&a, 400, body.s, strlen(body.s));
        assert_null(strstr(w.reply.why, "sk-"));
        arena_reset(&a);
    }
    arena_clear(&a);
}

static void test_broken(void **state)
{
    struct arena a = { 0 };
    struct response w;

    (void)state;
    response_broken(&a, &model, "the connection was reset", &w);
    assert_string_equal(summary(&a, &w),
                        "again 0 server why=\"the connection was reset\"");
    w = read_bytes(&a, 0, "", 0);
    assert_string_equal(summary(&a, &w),
                        "again 0 server why=\"the server sent no answer\"");
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_openai),        cmocka_unit_test(test_anthropic),
        cmocka_unit_test(test_errors),        cmocka_unit_test(test_half),
        cmocka_unit_test(test_sent_fields),   cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_large),         cmocka_unit_test(test_secrets),
        cmocka_unit_test(test_secret_at_cut), cmocka_unit_test(test_broken),
        cmocka_unit_test(test_raw),           cmocka_unit_test(test_many),
        cmocka_unit_test(test_word_as_key),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
