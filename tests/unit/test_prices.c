/* SPDX-License-Identifier: Apache-2.0 */

/* Price tables: both forms, what is refused, how a model is found. */
#include "../lib/scratch.h"
#include "base/str.h"
#include "stats/prices.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static bool read_text(struct arena *a, const char *text, struct prices **out,
                      struct err *e)
{
    const char *path = scratch_file(a, text, strlen(text));
    bool ok;

    ok = prices_read_file(a, path, out, e);
    assert_int_equal(unlink(path), 0);
    return ok;
}

static struct prices *must_read(struct arena *a, const char *text)
{
    struct prices *p = NULL;
    struct err e = { 0 };

    if (!read_text(a, text, &p, &e))
        fail_msg("line %zu: %s", e.line, e.msg);
    return p;
}

/* Returns the line that the message speaks of. */
static size_t must_fail(const char *text, const char *part)
{
    struct arena a = { 0 };
    struct prices *p;
    struct err e = { 0 };

    assert_false(read_text(&a, text, &p, &e));
    if (!strstr(e.msg, part))
        fail_msg("\"%s\" does not say \"%s\"", e.msg, part);
    arena_clear(&a);
    return e.line;
}

static bool is_near(double x, double y)
{
    return fabs(x - y) <= 1e-12 * fabs(y);
}

/* In the way of LiteLLM's file, with entries that have no token prices. */
static const char by_token[] =
    "{\n"
    " \"sample_spec\": {\"input_cost_per_token\": \"a text\", "
    "\"max_tokens\": \"a text about it\", \"output_cost_per_token\": 0.0},\n"
    " \"gpt-x\": {\"input_cost_per_token\": 2.5e-06, "
    "\"output_cost_per_token\": 1e-05, \"cache_read_input_token_cost\": "
    "1.25e-06, \"mode\": \"chat\"},\n"
    " \"deepseek/chat\": {\"input_cost_per_token\": 3e-07, "
    "\"output_cost_per_token\": 1.2e-06},\n"
    " \"openrouter/meta/llama\": {\"input_cost_per_token\": 1e-07, "
    "\"output_cost_per_token\": 2e-07},\n"
    " \"picture\": {\"output_cost_per_image\": 0.04},\n"
    " \"text\": {\"input_cost_per_token\": null},\n"
    " \"embed\": {\"input_cost_per_token\": 2e-08}\n"
    "}\n";

static void token_table(void **state)
{
    struct arena a = { 0 };
    struct prices *p = must_read(&a, by_token);
    struct price x = { -1, -1, -1 };

    (void)state;
    assert_false(prices_find(p, "openai:picture", "picture", &x));
    assert_false(prices_find(p, "openai:text", "text", &x));
    assert_false(prices_find(p, "openai:sample_spec", "sample_spec", &x));
    assert_true(x.input == -1);
    assert_true(prices_find(p, "openai:gpt-x", "gpt-x", &x));
    assert_true(is_near(x.input, 2.5e-6) && is_near(x.output, 1e-5) &&
                is_near(x.cached, 1.25e-6));
    assert_true(prices_find(p, "openai:embed", "embed", &x));
    assert_true(is_near(x.cached, 2e-8) && x.output == 0);
    arena_clear(&a);
}

static void ways_to_find(void **state)
{
    struct arena a = { 0 };
    struct prices *p = must_read(&a, by_token);
    struct price x;

    (void)state;
    assert_true(prices_find(p, "https://api.deepseek.com/v1#chat", "chat", &x));
    assert_true(is_near(x.input, 3e-7));
    assert_true(prices_find(p, "https://openrouter.ai/api/v1#meta/llama",
                            "meta/llama", &x));
    assert_true(is_near(x.input, 1e-7));
    assert_true(
        prices_find(p, "http://127.0.0.1:8000/v1#org/gpt-x", "org/gpt-x", &x));
    assert_true(is_near(x.input, 2.5e-6));
    assert_false(prices_find(p, "http://localhost#chat", "chat", &x));
    assert_false(prices_find(p, "http://", "", &x));
    assert_false(prices_find(p, "", "/", &x));
    arena_clear(&a);
    p = must_read(&a, "planted:file.yaml: {input: 1, output: 2}\n"
                      "big: {input: 3, output: 4}\n"
                      "lab/big: {input: 5, output: 6}\n");
    assert_true(prices_find(p, "planted:file.yaml", "planted", &x));
    assert_true(is_near(x.output, 2e-6));
    assert_true(prices_find(p, "openai:lab/big", "lab/big", &x));
    assert_true(is_near(x.input, 5e-6));
    assert_true(prices_find(p, "openai:other/big", "other/big", &x));
    assert_true(is_near(x.input, 3e-6));
    arena_clear(&a);
}

static void million_table(void **state)
{
    struct arena a = { 0 };
    struct prices *p = must_read(&a, "# dollars for a million\n"
                                     "a: {input: 2.5, output: 10, cached: "
                                     "1.25}\n"
                                     "b: {input: 3, output: 15, "
                                     "input_cache_write: 3.75, "
                                     "input_cache_read: 0.3}\n"
                                     "c: {input: 1, output: 0}\n"
                                     "note: words\n");
    struct price x;

    (void)state;
    assert_true(prices_find(p, "openai:a", "a", &x));
    assert_true(is_near(x.input, 2.5e-6) && is_near(x.output, 1e-5) &&
                is_near(x.cached, 1.25e-6));
    assert_true(prices_find(p, "x", "b", &x) && is_near(x.cached, 3e-7));
    assert_true(prices_find(p, "x", "c", &x) && is_near(x.cached, 1e-6));
    arena_clear(&a);
    p = must_read(&a, " {\"a\": {\"input\": 2, \"output\": 4}}");
    assert_true(prices_find(p, "x", "a", &x) && is_near(x.output, 4e-6));
    arena_clear(&a);
}

static void refused_tables(void **state)
{
    (void)state;
    must_fail("a: {input: 2.5}\n", "\"output\"");
    must_fail("a: {input: cheap, output: 1}\n", "must be a number");
    must_fail("a: {input: -1, output: 1}\n", "must be a number");
    must_fail("a: {input: 1e999, output: 1}\n", "must be a number");
    must_fail("a: {inputs: 1, outputs: 1}\n", "the file has no prices");
    assert_int_equal(
        must_fail("{\"a\": {\"input_cost_per_token\": 1e-6},\n \"b\": "
                  "{\"input_cost_per_token\": \"3e-06\"}}",
                  "the price \"input_cost_per_token\" of \"b\" must be a "
                  "number"),
        2);
    must_fail("{\"a\": {\"input_cost_per_token\": 1e-6, "
              "\"output_cost_per_token\": \"abc\"}}",
              "the price \"output_cost_per_token\" of \"a\" must be a number");
    must_fail("{\"a\": {\"input_cost_per_token\": 1e-6, "
              "\"cache_read_input_token_cost\": -1}}",
              "the price \"cache_read_input_token_cost\" of \"a\" must be");
    must_fail("[1, 2]\n", "not an array");
    must_fail("", "the file is empty");
    must_fail("{\"a\": {\"input\": 1,}}", "name in double quotes");
}

static void cost_of_calls(void **state)
{
    struct price p = { 2, 10, 0.5 };

    (void)state;
    assert_true(price_of(&p, 100, -1, 7) == 270);
    assert_true(price_of(&p, 100, 40, 7) == 60 * 2 + 40 * 0.5 + 70);
    assert_true(price_of(&p, -1, -1, -1) == 0);
    assert_true(price_of(&p, 10, 40, -1) ==
                5); /* no more is cached than asked */
}

/* A table of LiteLLM's length. */
static void long_table(void **state)
{
    struct arena a = { 0 };
    struct str text = { 0 };
    struct prices *p;
    struct price x;

    (void)state;
    for (int i = 0; i < 3000; i++)
        str_addf(&text,
                 "%s\"m%d\": {\"input_cost_per_token\": %de-09, "
                 "\"output_cost_per_token\": 0.0, \"max_tokens\": 8192}",
                 i ? ",\n" : "{", i, i);
    str_add(&text, "}");
    p = must_read(&a, text.s);
    for (int i = 0; i < 3000; i += 17) {
        const char *name = arena_printf(&a, "m%d", i);

        assert_true(prices_find(p, "x", name, &x));
        assert_true(fabs(x.input - i * 1e-9) < 1e-18);
    }
    str_clear(&text);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(token_table),   cmocka_unit_test(ways_to_find),
        cmocka_unit_test(million_table), cmocka_unit_test(refused_tables),
        cmocka_unit_test(cost_of_calls), cmocka_unit_test(long_table),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
