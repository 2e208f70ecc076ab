/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Recorded replies: the cases of tests/cases/replay are files of one line;
 * here are those of many lines, and of many replies.
 */
#include "../lib/cases.h"
#include "../lib/scratch.h"
#include "base/str.h"
#include "model/local/replay.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* Open a file of that text; in messages its name becomes FILE. */
static bool open_text(struct arena *a, const char *text, size_t n,
                      struct replay **r, struct hash128 *content, struct err *e)
{
    const char *path = scratch_file(a, text, n);
    bool ok;

    ok = replay_open(a, path, r, content, e);
    assert_int_equal(unlink(path), 0);
    if (!ok)
        assert_non_null(strstr(e->msg, path));
    return ok;
}

static struct replay *open_good(struct arena *a, const char *text)
{
    struct replay *r;
    struct hash128 h;
    struct err e;

    if (!open_text(a, text, strlen(text), &r, &h, &e))
        fail_msg("%s", e.msg);
    return r;
}

static struct reply ask(struct arena *a, const struct replay *r, const char *id,
                        const char *statement, uint64_t attempt)
{
    const char *own = strchr(id, '='); /* "ID=OWN" */
    const struct note note = {
        .problem = own ? arena_strndup(a, id, (size_t)(own - id)) : id,
        .own_id = own ? own + 1 : NULL,
        .statement = statement
    };
    const struct request q = { .attempt = attempt, .note = &note };
    struct reply reply;

    replay_answer(a, r, &q, &reply);
    return reply;
}

/* ---- cases ---- */

/* The text with the temporary file's name replaced. */
static const char *anonymous(struct arena *a, const char *text)
{
    const char *at = strstr(text, "/tmp/assay-test-");

    if (!at)
        return text;
    return arena_printf(a, "%.*sFILE%s", (int)(at - text), text,
                        at + strlen("/tmp/assay-test-XXXXXX"));
}

static void rows(void **state)
{
    const char *lines[3];
    struct cases c;

    (void)state;
    cases_open(&c, "replay/rows.test");
    while (cases_next(&c, lines, 3)) {
        struct arena a = { 0 };
        char id[100], statement[100];
        const char *got;
        struct reply reply;
        uint64_t attempt;

        assert_int_equal(sscanf(lines[1], "%99[^|]| %99[^|]| %" SCNu64, id,
                                statement, &attempt),
                         3);
        reply = ask(&a, open_good(&a, lines[0]), str_trim(&a, id),
                    str_trim(&a, statement), attempt);
        got = arena_printf(&a, "%s: %s", outcome_name(reply.outcome),
                           reply.outcome == OUTCOME_ERROR
                               ? anonymous(&a, reply.why)
                               : reply.text);
        if (!str_eq(str_trim(&a, got), lines[2]))
            cases_fail(&c, "got \"%s\"", got);
        if ((reply.why != NULL) != (reply.outcome != OUTCOME_OK))
            cases_fail(&c, "a reason and the outcome do not agree");
        arena_clear(&a);
    }
    assert_int_equal(cases_close(&c), 0);
}

static void errors(void **state)
{
    const char *lines[2];
    struct cases c;

    (void)state;
    cases_open(&c, "replay/errors.test");
    while (cases_next(&c, lines, 2)) {
        struct arena a = { 0 };
        struct replay *r;
        struct hash128 h;
        struct err e;

        if (open_text(&a, lines[0], strlen(lines[0]), &r, &h, &e))
            cases_fail(&c, "it was taken");
        else if (!strstr(e.msg, lines[1]))
            cases_fail(&c, "got \"%s\"", e.msg);
        arena_clear(&a);
    }
    assert_int_equal(cases_close(&c), 0);
}

/* ---- files of lines ---- */

static void lines_and_fields(void **state)
{
    struct arena a = { 0 };
    struct replay *r = open_good(
        &a, "\xef\xbb\xbf{\"id\": \"p\", \"response\": \"one\", \"usage\": "
            "{\"prompt_tokens\": 5, \"completion_tokens\": 7, "
            "\"completion_tokens_details\": {\"reasoning_tokens\": 3}, "
            "\"prompt_tokens_details\": {\"cached_tokens\": 2}}, "
            "\"reasoning_content\": \"hm\", \"model\": \"m-1\"}\r\n"
            "\n"
            "{\"id\": \"p\", \"response\": \"two\", \"usage\": "
            "{\"input_tokens\": 1, \"output_tokens\": -4}}");
    struct reply one = ask(&a, r, "p", "", 1), two = ask(&a, r, "p", "", 2);

    (void)state;
    assert_string_equal(one.text, "one");
    assert_int_equal(one.usage.prompt, 5);
    assert_int_equal(one.usage.completion, 7);
    assert_int_equal(one.usage.reasoning, 3);
    assert_int_equal(one.usage.cached, 2);
    assert_string_equal(one.reasoning, "hm");
    assert_string_equal(one.served, "m-1");
    assert_string_equal(two.text, "two");
    assert_int_equal(two.usage.prompt, 1);
    assert_int_equal(two.usage.completion, -1);
    assert_int_equal(two.usage.reasoning, -1);
    assert_null(two.reasoning);
    arena_clear(&a);
}

/* Tokens are counted as they are of a live call. */
static void usage_of_providers(void **state)
{
    static const struct {
        const char *usage;
        int64_t prompt, completion, reasoning, cached;
    } rows[] = {
        /* Anthropic's input is what no cache was used for */
        { "{\"input_tokens\": 400, \"output_tokens\": 7, "
          "\"cache_read_input_tokens\": 600, "
          "\"cache_creation_input_tokens\": 50}",
          1050, 7, -1, 600 },
        { "{\"input_tokens\": 400, \"output_tokens\": 7, "
          "\"cache_read_input_tokens\": 0, \"output_tokens_details\": "
          "{\"thinking_tokens\": 5}}",
          400, 7, 5, 0 },
        /* DeepSeek's */
        { "{\"prompt_tokens\": 1000, \"completion_tokens\": 7, "
          "\"prompt_cache_hit_tokens\": 600, "
          "\"prompt_cache_miss_tokens\": 400}",
          1000, 7, -1, 600 },
        /* thoughts that are in the total alone, as Gemini counts */
        { "{\"prompt_tokens\": 10, \"completion_tokens\": 7, "
          "\"total_tokens\": 37}",
          10, 27, 20, -1 },
        /* Inspect's, with the cache beside the input and within it */
        { "{\"input_tokens\": 4, \"output_tokens\": 7, \"total_tokens\": "
          "19, \"input_tokens_cache_read\": 6, "
          "\"input_tokens_cache_write\": 2}",
          12, 7, -1, 6 },
        { "{\"input_tokens\": 10, \"output_tokens\": 7, \"total_tokens\": "
          "17, \"input_tokens_cache_read\": 6, \"reasoning_tokens\": 3}",
          10, 7, 3, 6 },
        { "{\"input_tokens\": 1e300, \"cache_read_input_tokens\": -6, "
          "\"cache_creation_input_tokens\": 9223372036854775807}",
          -1, -1, -1, -1 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct arena a = { 0 };
        struct replay *r = open_good(
            &a, arena_printf(
                    &a, "{\"id\": \"p\", \"response\": \"\", \"usage\": %s}",
                    rows[i].usage));
        struct usage u = ask(&a, r, "p", "", 1).usage;

        if (u.prompt != rows[i].prompt || u.completion != rows[i].completion ||
            u.reasoning != rows[i].reasoning || u.cached != rows[i].cached)
            fail_msg("%s: %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64,
                     rows[i].usage, u.prompt, u.completion, u.reasoning,
                     u.cached);
        arena_clear(&a);
    }
}

/* Of several rows that come twice, the first is told. */
static void first_pair_is_told(void **state)
{
    struct arena a = { 0 };
    struct str text = str_in(&a);
    struct replay *r;
    struct hash128 h;
    struct err e;

    (void)state;
    for (int i = 0; i < 40; i++)
        str_addf(&text,
                 "{\"id\": \"p%d\", \"sample\": 0, \"response\": \"a\"}\n"
                 "{\"id\": \"p%d\", \"sample\": 0, \"response\": \"b\"}\n",
                 i, i);
    assert_false(open_text(&a, str_get(&text), text.n, &r, &h, &e));
    assert_int_equal(e.line, 2);
    assert_non_null(strstr(e.msg, "the first is on line 1:"));
    arena_clear(&a);
}

static void error_names_its_line(void **state)
{
    static const char text[] = "{\"id\": \"p\", \"response\": \"one\"}\n\n"
                               "{\"id\": \"p\", \"response\": \"two\"}\n"
                               "{\"id\": \"p\"}\n";
    static const char twice[] =
        "{\"id\": \"p\", \"sample\": 0, \"response\": \"one\"}\n"
        "{\"id\": \"q\", \"sample\": 0, \"response\": \"one\"}\n"
        "{\"id\": \"p\", \"sample\": 0, \"response\": \"two\"}\n";
    struct arena a = { 0 };
    struct replay *r;
    struct hash128 h;
    struct err e;

    (void)state;
    assert_false(open_text(&a, text, strlen(text), &r, &h, &e));
    assert_int_equal(e.line, 4);
    assert_false(open_text(&a, twice, strlen(twice), &r, &h, &e));
    assert_int_equal(e.line, 3);
    assert_non_null(strstr(e.msg, "the first is on line 1"));
    assert_false(open_text(&a, "", 0, &r, &h, &e));
    assert_false(open_text(&a, "{\"id\": \"p\"\0}", 12, &r, &h, &e));
    assert_false(replay_open(&a, "/nowhere/at/all", &r, &h, &e));
    assert_int_equal(e.code, ERR_IO);
    arena_clear(&a);
}

/* The hash is that of the contents, and of nothing else. */
static void content_is_hashed(void **state)
{
    static const char *const texts[] = {
        "{\"id\": \"p\", \"response\": \"one\"}\n",
        "{\"id\": \"p\", \"response\": \"ond\"}\n",
        ("{\"id\": \"p\", \"response\": \"one\"}\n"
         "{\"id\": \"p\", \"response\": \"one\"}\n"),
        "[{\"id\": \"p\", \"response\": \"one\"}]",
    };
    struct hash128 h[4], again;
    struct arena a = { 0 };
    struct replay *r;
    struct err e;

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        assert_true(open_text(&a, texts[i], strlen(texts[i]), &r, &h[i], &e));
        assert_true(open_text(&a, texts[i], strlen(texts[i]), &r, &again, &e));
        assert_memory_equal(&h[i], &again, sizeof(again));
        for (size_t j = 0; j < i; j++)
            assert_memory_not_equal(&h[i], &h[j], sizeof(again));
    }
    arena_clear(&a);
}

/* Many problems, by id and by text, in an order that is not the file's. */
static void many(void **state)
{
    enum { PROBLEMS = 3000, ATTEMPTS = 8 };
    struct arena a = { 0 }, one = { 0 };
    struct str text = str_in(&a);
    struct replay *r;

    (void)state;
    for (int k = ATTEMPTS - 1; k >= 0; k--)
        for (int i = 0; i < PROBLEMS; i++)
            str_addf(&text,
                     i % 2 ? "{\"id\": \"p%d\", \"sample\": %d, \"response\": "
                             "\"%d.%d\"}\n"
                           : "{\"problem\": \"P  %d?\", \"sample\": %d, "
                             "\"response\": \"%d.%d\"}\n",
                     i, k, i, k);
    r = open_good(&a, str_get(&text));
    for (int i = 0; i < PROBLEMS; i++)
        for (int k = 0; k <= ATTEMPTS; k++) {
            struct reply reply =
                ask(&one, r, arena_printf(&one, "p%d", i),
                    arena_printf(&one, "P %d?", i), (uint64_t)k + 1);

            if (k == ATTEMPTS)
                assert_int_equal(reply.outcome, OUTCOME_ERROR);
            else
                assert_string_equal(reply.text,
                                    arena_printf(&one, "%d.%d", i, k));
            arena_reset(&one);
        }
    arena_clear(&one);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows),
        cmocka_unit_test(errors),
        cmocka_unit_test(lines_and_fields),
        cmocka_unit_test(usage_of_providers),
        cmocka_unit_test(first_pair_is_told),
        cmocka_unit_test(error_names_its_line),
        cmocka_unit_test(content_is_hashed),
        cmocka_unit_test(many),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
