/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Streams of events: folded into the answer of one piece however the bytes are
 * cut, bounded, and never whole when something is missing.
 */
#include "base/str.h"
#include "model/response.h"
#include "model/stream.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#define KEY "sk-0123456789-do-not-tell"

static const char openai[] =
    ": OPENROUTER PROCESSING\n\n"
    "data: {\"id\":\"c1\",\"model\":\"m\",\"choices\":[{\"index\":0,"
    "\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}],\"usage\":null}\r\n"
    "\r\n"
    "data: {\"choices\":[{\"index\":0,\"delta\":"
    "{\"reasoning_content\":\"Let me \"}}]}\n\n"
    "event: chunk\nid: 7\nretry: 10\n"
    "data: {\"choices\":[{\"index\":0,\n"
    "data: \"delta\":{\"reasoning_content\":\"see.\"}}]}\n\n"
    "data:{\"choices\":[{\"index\":0,\"delta\":"
    "{\"content\":\"It is \xe2\x88\x91 sk-01234\"}}]}\n\n"
    "data: {\"choices\":[{\"index\":0,\"delta\":"
    "{\"content\":\"56789-do-not-tell.\"},\"finish_reason\":\"stop\"}]}\n\n"
    "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":3,"
    "\"completion_tokens\":5,\"total_tokens\":8}}\n\n"
    "data: [DONE]\n\n";

static const char anthropic[] =
    "event: message_start\ndata: {\"type\":\"message_start\",\"message\":"
    "{\"id\":\"m1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":"
    "\"m\",\"content\":[],\"stop_reason\":null,\"usage\":{\"input_tokens\":3,"
    "\"output_tokens\":1}}}\n\n"
    "event: ping\ndata: {\"type\":\"ping\"}\n\n"
    "data: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":"
    "{\"type\":\"thinking\",\"thinking\":\"\"}}\n\n"
    "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":"
    "{\"type\":\"thinking_delta\",\"thinking\":\"Let me see.\"}}\n\n"
    "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":"
    "{\"type\":\"signature_delta\",\"signature\":\"xx\"}}\n\n"
    "data: {\"type\":\"content_block_start\",\"index\":1,\"content_block\":"
    "{\"type\":\"text\",\"text\":\"\"}}\n\n"
    "data: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":"
    "{\"type\":\"text_delta\",\"text\":\"It is \xe2\x88\x91 sk-01234\"}}\n\n"
    "data: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":"
    "{\"type\":\"text_delta\",\"text\":\"56789-do-not-tell.\"}}\n\n"
    "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":"
    "\"end_turn\"},\"usage\":{\"output_tokens\":5}}\n\n"
    "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n";

static struct stream *fold(const char *text, size_t n, size_t cut)
{
    struct stream *s = stream_new(1 << 20);

    assert_true(stream_add(s, text, cut));
    assert_true(stream_add(s, text + cut, n - cut));
    stream_end(s);
    return s;
}

static void read_folded(struct arena *a, struct stream *s, bool messages,
                        struct response *out)
{
    static const char *const secrets[] = { KEY };
    struct model m = { .kind = messages ? MODEL_ANTHROPIC : MODEL_OPENAI,
                       .name = "m",
                       .url = "http://localhost/v1",
                       .secrets = secrets,
                       .n_secrets = 1 };
    struct response_head head = { .status = 200 };
    size_t n;
    const char *text = stream_answer(s, &n);

    response_read(a, &m, &head, text, n, 0, out);
}

/* At every byte, and all of them one by one. */
static void test_every_cut(void **state)
{
    static const char *const texts[] = { openai, anthropic };
    struct arena a = { 0 };

    (void)state;
    for (int form = 0; form < 2; form++) {
        size_t n = strlen(texts[form]);

        for (size_t cut = 0; cut <= n; cut++) {
            struct stream *s = fold(texts[form], n, cut);
            struct response w;

            assert_true(stream_is_whole(s) && stream_is_over(s));
            assert_int_equal(stream_pieces(s), form ? 3 : 4);
            read_folded(&a, s, form, &w);
            assert_int_equal(w.next, RESPONSE_DONE);
            assert_int_equal(w.reply.outcome, OUTCOME_OK);
            assert_string_equal(w.reply.text, "It is \xe2\x88\x91 [secret].");
            assert_string_equal(w.reply.reasoning, "Let me see.");
            assert_string_equal(w.reply.finish, form ? "end_turn" : "stop");
            assert_int_equal(w.reply.usage.prompt, 3);
            assert_int_equal(w.reply.usage.completion, 5);
            assert_null(strstr(w.raw, "sk-0"));
            stream_free(s);
            arena_reset(&a);
        }
    }
    arena_clear(&a);
}

/* A stream that ends at any byte is whole only behind the reason to finish,
 * and what it has is a beginning of the text. */
static void test_every_end(void **state)
{
    static const char *const texts[] = { openai, anthropic };
    static const char *const ends[] = { "\"stop\"}]}",
                                        "\"end_turn\"},"
                                        "\"usage\":{\"output_tokens\":5}}" };
    struct arena a = { 0 };

    (void)state;
    for (int form = 0; form < 2; form++) {
        const char *last = strstr(texts[form], ends[form]);
        size_t least = (size_t)(last - texts[form]) + strlen(ends[form]);

        for (size_t n = 0; n <= strlen(texts[form]); n++) {
            struct stream *s = fold(texts[form], n, 0);
            struct response w;

            assert_int_equal(stream_is_whole(s), n >= least);
            read_folded(&a, s, form, &w);
            if (w.next == RESPONSE_DONE)
                assert_true(
                    str_starts("It is \xe2\x88\x91 [secret].", w.reply.text) ||
                    str_starts(w.reply.text, "It is \xe2\x88\x91 sk-"));
            stream_free(s);
            arena_reset(&a);
        }
    }
    arena_clear(&a);
}

static void check(const char *text, bool whole, uint64_t pieces,
                  const char *holds)
{
    struct stream *s = fold(text, strlen(text), 0);
    size_t n;

    assert_int_equal(stream_is_whole(s), whole);
    assert_int_equal(stream_pieces(s), pieces);
    if (!strstr(stream_answer(s, &n), holds))
        fail_msg("%s", stream_answer(s, &n));
    stream_free(s);
}

#define DELTA(text) \
 "data: {\"choices\":[{\"delta\":{\"content\":\"" text "\"}}]}\n\n"

static void test_odd(void **state)
{
    (void)state;
    check("", false, 0, "\"content\":\"\"");
    check("data: [DONE]", true, 0, "\"content\":\"\"");
    check("\xef\xbb\xbf" DELTA("a") "data: [DONE]\r\r", true, 1, "\"a\"");
    check(DELTA("a") "data: [DONE]\n\n" DELTA("b"), true, 1, "\"a\"");
    /* A hole in the text is not passed over. */
    check(DELTA("a") "data: {\"cho\n\n" DELTA("b") "data: [DONE]\n\n", false, 2,
          "\"ab\"");
    /* Errors, by name and by form; not behind the end. */
    check(DELTA("a") "event: error\ndata: too busy\n\n" DELTA("b"), true, 1,
          "{\"error\": \"too busy\"}");
    check(DELTA("a") "data: {\"error\":{\"code\":502}}\n\n", true, 1, "502");
    check("data: {\"choices\":[{\"delta\":{\"content\":\"a\"},"
          "\"finish_reason\":\"stop\"}]}\n\n"
          "data: {\"error\":{\"code\":502}}\n\n",
          true, 1, "\"a\"");
    /* Other places of text. */
    check("data: {\"choices\":[{\"text\":\"a\"}]}\n\n" DELTA("b"), false, 2,
          "\"ab\"");
    check("data: {\"choices\":[{\"message\":{\"content\":\"whole\"},"
          "\"finish_reason\":\"stop\"}]}\n\n",
          true, 1, "\"whole\"");
    check(DELTA("a") "data: {\"choices\":[{\"message\":{\"content\":\"a\"},"
                     "\"finish_reason\":\"stop\"}]}\n\n",
          true, 1, "\"content\":\"a\"");
    check("data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"function\":"
          "{\"arguments\":\"{}\"}}]},\"finish_reason\":\"tool_calls\"}]}\n\n",
          true, 1, "\"arguments\":\"{}\"");
    check("data: {\"choices\":[{\"index\":1,\"delta\":{\"content\":\"x\"}}]}\n"
          "\n" DELTA("a"),
          false, 1, "\"a\"");
    check("data: 7\n\ndata: null\n\ndata:\n\ndata: []\n\n", false, 0, "{");
}

static void test_begins(void **state)
{
    (void)state;
    assert_int_equal(stream_begins("", 0), -1);
    assert_int_equal(stream_begins("\n \r", 3), -1);
    assert_int_equal(stream_begins("\n: x", 4), 1);
    assert_int_equal(stream_begins("d", 1), -1);
    assert_int_equal(stream_begins("data", 4), -1);
    assert_int_equal(stream_begins("data:", 5), 1);
    assert_int_equal(stream_begins("retry: 5", 8), 1);
    assert_int_equal(stream_begins("\xef\xbb", 2), -1);
    assert_int_equal(stream_begins("\xef\xbb\xbf"
                                   "event:",
                                   9),
                     1);
    assert_int_equal(stream_begins("e", 1), -1);
    assert_int_equal(stream_begins("error: no", 9), 0);
    assert_int_equal(stream_begins("internal server error", 21), 0);
    assert_int_equal(stream_begins("data is not: here", 17), 0);
    assert_int_equal(stream_begins("{", 1), 0);
    assert_int_equal(stream_begins("<html", 5), 0);
    assert_int_equal(stream_begins("\0", 1), 0);
}

/* Neither one event nor all of them together are larger than allowed. */
static void test_bounds(void **state)
{
    struct stream *s = stream_new(1000);
    char line[600];
    int i;

    (void)state;
    memset(line, 'x', sizeof(line));
    assert_true(stream_add(s, "data: ", 6));
    assert_true(stream_add(s, line, sizeof(line)));
    assert_false(stream_add(s, line, sizeof(line)));
    stream_free(s);
    s = stream_new(1000);
    for (i = 0; i < 1000; i++)
        if (!stream_add(s, DELTA("0123456789"), strlen(DELTA("0123456789"))))
            break;
    assert_in_range(i, 99, 101);
    stream_free(s);
    s = stream_new(1000); /* comments hold nothing */
    for (i = 0; i < 1000; i++)
        assert_true(stream_add(s, ": ping\n\n", 8));
    stream_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_cut), cmocka_unit_test(test_every_end),
        cmocka_unit_test(test_odd),       cmocka_unit_test(test_begins),
        cmocka_unit_test(test_bounds),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
