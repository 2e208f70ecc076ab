/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Models as users name them, the bodies they are sent, and the keys of calls.
 * The tables are in tests/cases/model.
 */
#include "../lib/cases.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "model/model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char *const variables[] = {
    "OPENAI_API_KEY",     "ANTHROPIC_API_KEY",  "ASSAY_API_KEY",
    "OPENROUTER_API_KEY", "DEEPSEEK_API_KEY",   "GEMINI_API_KEY",
    "TOGETHER_API_KEY",   "GROQ_API_KEY",       "MISTRAL_API_KEY",
    "OPENAI_BASE_URL",    "ANTHROPIC_BASE_URL", "MY_KEY",
};

static void forget_environment(void)
{
    for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++)
        unsetenv(variables[i]);
}

/* ---- items of a line: "a | b | c" ---- */

static const char *next_item(struct arena *a, const char **p)
{
    const char *start = *p, *bar;

    if (!*start || str_eq(start, "-"))
        return NULL;
    bar = strstr(start, " | ");
    *p = bar ? bar + 3 : start + strlen(start);
    return arena_strndup(a, start, bar ? (size_t)(bar - start) : strlen(start));
}

/* The value of "NAME=value", NULL when the item has another name. */
static const char *value_of(const char *item, const char *name)
{
    size_t n = strlen(name);

    return strncmp(item, name, n) == 0 && item[n] == '=' ? item + n + 1 : NULL;
}

/* ---- specs ---- */

#define HEADERS_MOST 4

struct setting {
    struct model_options options;
    const char *headers[HEADERS_MOST];
};

/* Options, and variables of the environment. */
static void read_setting(struct arena *a, const char *line, struct setting *s)
{
    const char *item, *v;

    *s = (struct setting){ 0 };
    s->options.headers = s->headers;
    forget_environment();
    while ((item = next_item(a, &line))) {
        if ((v = value_of(item, "--key-env"))) {
            s->options.key_env = v;
        } else if ((v = value_of(item, "--token-field"))) {
            s->options.token_field = v;
        } else if ((v = value_of(item, "--header"))) {
            assert_true(s->options.n_headers < HEADERS_MOST);
            s->headers[s->options.n_headers++] = v;
        } else {
            size_t n = strcspn(item, "=");

            assert_int_equal(item[n], '=');
            setenv(arena_strndup(a, item, n), item + n + 1, 1);
        }
    }
}

/* Headers that every model has would only fill the lines. */
static bool is_common(const char *header)
{
    return str_eq(header, "content-type: application/json") ||
           str_eq(header, "accept: application/json") ||
           str_starts(header, "user-agent: assay/");
}

static const char *spec_summary(struct arena *a, const char *spec,
                                const struct model_options *o)
{
    static const char *const kinds[] = { "openai", "anthropic", "replay",
                                         "planted" };
    struct str out = str_in(a);
    struct model m;
    struct err e;

    if (!model_open(a, spec, o, &m, &e)) {
        str_addf(&out, "error: %s", e.msg);
        return str_get(&out);
    }
    assert_string_equal(m.spec, spec);
    assert_false(model_is_local(&m));
    str_addf(&out, "%s %s \"%s\" %s %s", kinds[m.kind], m.url, m.name,
             m.token_field, m.key_env ? m.key_env : "-");
    for (size_t i = 0; i < m.n_headers; i++)
        if (!is_common(m.headers[i]))
            str_addf(&out, " | %s", m.headers[i]);
    return str_get(&out);
}

static void test_specs(void **state)
{
    struct cases c;
    const char *lines[3];
    struct arena a = { 0 };
    struct setting s;

    (void)state;
    cases_open(&c, "model/specs.test");
    while (cases_next(&c, lines, 3)) {
        const char *got;

        read_setting(&a, lines[0], &s);
        got = spec_summary(&a, lines[1], &s.options);
        if (!str_eq(got, lines[2]))
            cases_fail(&c, "got\n%s", got);
        arena_reset(&a);
    }
    forget_environment();
    arena_clear(&a);
    assert_int_equal(cases_close(&c), 0);
}

/* Bytes that no line can show. */
static void test_control_characters(void **state)
{
    static const char *const bad[] = { "key\nwith-break", "tab\tin-it-here",
                                       "\x01\x02\x03\x04\x05\x06\x07\x08",
                                       "caf\xc3\xa9-is-no-key", "\x7f-delete" };
    const char *header = "X-One: a\r\nX-Two: b";
    struct arena a = { 0 };
    struct model m;
    struct err e;

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        forget_environment();
        setenv("OPENAI_API_KEY", bad[i], 1);
        assert_false(model_open(&a, "openai:x", NULL, &m, &e));
        assert_non_null(strstr(e.msg, "OPENAI_API_KEY"));
        assert_null(strstr(e.msg, bad[i]));
    }
    forget_environment();
    assert_false(model_open(
        &a, "http://localhost#x",
        &(struct model_options){ .headers = &header, .n_headers = 1 }, &m, &e));
    assert_false(model_open(&a, "http://localhost#a\nb", NULL, &m, &e));
    assert_false(model_open(&a, "http://local\nhost#a", NULL, &m, &e));
    assert_false(model_open(&a, "http://localhost/a\x80#a", NULL, &m, &e));
    arena_clear(&a);
}

/* No message about a bad spec repeats what may be a password. */
static void test_hidden(void **state)
{
    static const char *const specs[] = {
        "https://me:hunter2hunter2@x.com#m",
        "https://hunter2hunter2@x.com/v1#m",
        "https://x.com/v1?key=hunter2hunter2#m",
        "https://x.com?key=hunter2hunter2#m",
        "me:hunter2hunter2@x.com#m",
        "x.com/?key=hunter2hunter2#m",
    };
    struct arena a = { 0 };
    struct model m;
    struct err e;

    (void)state;
    forget_environment();
    for (size_t i = 0; i < sizeof(specs) / sizeof(specs[0]); i++) {
        assert_false(model_open(&a, specs[i], NULL, &m, &e));
        assert_null(strstr(e.msg, "hunter2"));
    }
    setenv("OPENAI_BASE_URL", "https://me:hunter2hunter2@x.com", 1);
    setenv("OPENAI_API_KEY", "k", 1);
    assert_false(model_open(&a, "openai:x", NULL, &m, &e));
    assert_null(strstr(e.msg, "hunter2"));
    assert_non_null(strstr(e.msg, "OPENAI_BASE_URL"));
    forget_environment();
    arena_clear(&a);
}

/* ---- bodies ---- */

#define MESSAGES_MOST 6
#define STOPS_MOST    4

struct asked {
    struct model model;
    struct decoding decoding;
    struct request request;
    struct message messages[MESSAGES_MOST];
    const char *stops[STOPS_MOST];
};

static void add_message(struct asked *q, const char *role, const char *content)
{
    assert_true(q->request.n_messages < MESSAGES_MOST);
    q->messages[q->request.n_messages++] = (struct message){ role, content };
}

static bool set_number(struct decoding *d, const char *item)
{
    const struct {
        const char *name;
        const char **place;
    } numbers[] = {
        { "temperature", &d->temperature },
        { "top_p", &d->top_p },
        { "top_k", &d->top_k },
        { "min_p", &d->min_p },
        { "repetition_penalty", &d->repetition_penalty },
        { "max_tokens", &d->max_tokens },
        { "seed", &d->seed },
        { "effort", &d->reasoning_effort },
    };

    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        const char *v = value_of(item, numbers[i].name);

        if (v) {
            *numbers[i].place = v;
            return true;
        }
    }
    return false;
}

static void set_item(struct arena *a, struct asked *q, const char *item)
{
    const char *v;
    struct json *extra;
    struct err e;

    if ((v = value_of(item, "system"))) {
        add_message(q, "system", v);
    } else if ((v = value_of(item, "user"))) {
        add_message(q, "user", v);
    } else if ((v = value_of(item, "assistant"))) {
        add_message(q, "assistant", v);
    } else if ((v = value_of(item, "stop"))) {
        assert_true(q->decoding.n_stop < STOPS_MOST);
        q->stops[q->decoding.n_stop++] = v;
    } else if ((v = value_of(item, "attempt"))) {
        q->request.attempt = strtoull(v, NULL, 10);
    } else if ((v = value_of(item, "field"))) {
        q->model.token_field = v;
    } else if ((v = value_of(item, "extra"))) {
        assert_true(json_read(a, v, strlen(v), 1, &extra, &e));
        q->decoding.extra = extra;
    } else if (!set_number(&q->decoding, item)) {
        fail_msg("no such item: %s", item);
    }
}

/* "openai | user=Hi | temperature=0.60" */
static void read_asked(struct arena *a, const char *line, struct asked *q)
{
    const char *item = next_item(a, &line);

    *q = (struct asked){ .model = { .name = "m",
                                    .url = "http://localhost/v1",
                                    .token_field = "max_tokens" } };
    q->request.attempt = 1;
    q->request.messages = q->messages;
    q->request.decoding = &q->decoding;
    q->decoding.stop = q->stops;
    q->model.kind = str_eq(item, "anthropic") ? MODEL_ANTHROPIC
                    : str_eq(item, "planted") ? MODEL_PLANTED
                                              : MODEL_OPENAI;
    while ((item = next_item(a, &line)))
        set_item(a, q, item);
}

static const char *body_summary(struct arena *a, const char *line)
{
    struct asked q;
    const char *body;
    struct err e;

    read_asked(a, line, &q);
    if (!model_body(a, &q.model, &q.request, &body, &e))
        return arena_printf(a, "error: %s", e.msg);
    return body;
}

static void test_bodies(void **state)
{
    struct cases c;
    const char *lines[2];
    struct arena a = { 0 };

    (void)state;
    cases_open(&c, "model/bodies.test");
    while (cases_next(&c, lines, 2)) {
        const char *got = body_summary(&a, lines[0]);

        if (!str_eq(got, lines[1]))
            cases_fail(&c, "got\n%s", got);
        arena_reset(&a);
    }
    arena_clear(&a);
    assert_int_equal(cases_close(&c), 0);
}

/* The order in which things were set is not seen in the body. */
static void test_same_bytes(void **state)
{
    struct arena a = { 0 };

    (void)state;
    assert_string_equal(
        body_summary(&a, "openai | user=x | extra={\"b\":{\"z\":1,\"a\":[{\"d\""
                         ":1,\"c\":2}]},\"a\":1} | temperature=0.5"),
        body_summary(&a, "openai | temperature=0.5 | user=x | extra={\"a\":1,"
                         "\"b\":{\"a\":[{\"c\":2,\"d\":1}],\"z\":1}}"));
    arena_clear(&a);
}

/* As deep as the reader lets JSON be. */
static void test_deep_extra(void **state)
{
    struct arena a = { 0 };
    struct str line = str_in(&a);
    const char *got;

    (void)state;
    str_add(&line, "openai | user=x | extra={\"a\":");
    for (int i = 0; i < LIMIT_JSON_DEPTH - 1; i++)
        str_addc(&line, '[');
    for (int i = 0; i < LIMIT_JSON_DEPTH - 1; i++)
        str_addc(&line, ']');
    str_addc(&line, '}');
    got = body_summary(&a, line.s);
    assert_true(str_starts(got, "{\"a\": [[[["));
    arena_clear(&a);
}

/* ---- keys of calls ---- */

static bool same_key(struct hash128 x, struct hash128 y)
{
    return x.high == y.high && x.low == y.low;
}

static void test_call_key(void **state)
{
    struct model m = { .url = "http://h/v1", .name = "m" }, other = m;
    struct hash128 key = model_call_key(&m, "{}", 1);
    char hex[HASH_HEX_SIZE];

    (void)state;
    assert_true(same_key(key, model_call_key(&m, "{}", 1)));
    assert_false(same_key(key, model_call_key(&m, "{}", 2)));
    assert_false(same_key(key, model_call_key(&m, "{ }", 1)));
    other.name = "n";
    assert_false(same_key(key, model_call_key(&other, "{}", 1)));
    other = m;
    other.url = "http://i/v1";
    assert_false(same_key(key, model_call_key(&other, "{}", 1)));
    /* where one field ends and the next begins counts */
    other = (struct model){ .url = "http://h/v1m", .name = "" };
    assert_false(same_key(key, model_call_key(&other, "{}", 1)));
    /* journals depend on it: another value needs another version */
    assert_string_equal(hash_hex(key, hex), "b4b2c6773576aa51bab3a7607683ddfc");
}

/* The key of a call of a model of the process with that note. */
static struct hash128 key_with(struct arena *a, enum model_kind kind,
                               const struct note *note)
{
    const struct model m = { .kind = kind,
                             .url = "planted:0",
                             .name = "m",
                             .token_field = "max_tokens" };
    const struct message said = { "user", "What is 6*7?" };
    const struct decoding none = { 0 };
    const struct request r = { &said, 1, &none, 1, note };
    const char *body;
    struct err e;

    if (!model_body(a, &m, &r, &body, &e))
        fail_msg("%s", e.msg);
    return model_call_key(&m, body, 1);
}

/* What a model of the process answers depends on its note: so does the key,
 * or a journal would answer by keys and concepts that were corrected since. */
static void test_key_of_local_models(void **state)
{
    static const char *const one[] = { "A" }, *const two[] = { "A", "B" };
    static const struct factor words = { "words", 4, NULL },
                               more = { "words", 5, NULL };
    const struct note note = { .problem = "p",
                               .own_id = "1",
                               .statement = "What is 6*7?",
                               .concepts = one,
                               .n_concepts = 1,
                               .factors = &words,
                               .n_factors = 1,
                               .right = "\\boxed{42}",
                               .content = "c" };
    struct note other[8];
    struct arena a = { 0 };
    struct hash128 planted = key_with(&a, MODEL_PLANTED, &note);
    struct hash128 replay = key_with(&a, MODEL_REPLAY, &note);

    (void)state;
    for (size_t i = 0; i < 8; i++)
        other[i] = note;
    other[0].problem = "q";
    other[1].own_id = "2";
    other[2].statement = "What is 6*8?";
    other[3].concepts = two;
    other[3].n_concepts = 2;
    other[4].factors = &more;
    other[5].right = "\\boxed{48}";
    other[6].right = NULL;
    other[7].content = "d";
    assert_true(same_key(planted, key_with(&a, MODEL_PLANTED, &note)));
    assert_true(same_key(replay, key_with(&a, MODEL_REPLAY, &note)));
    for (size_t i = 0; i < 8; i++) {
        bool by_id = i <= 2, by_rest = i == 0 || i > 2;

        if (same_key(planted, key_with(&a, MODEL_PLANTED, &other[i])) ==
            by_rest)
            fail_msg("planted, note %zu", i);
        if (same_key(replay, key_with(&a, MODEL_REPLAY, &other[i])) == by_id)
            fail_msg("replay, note %zu", i);
    }
    /* what goes to a server tells nothing of it */
    assert_true(same_key(key_with(&a, MODEL_OPENAI, &note),
                         key_with(&a, MODEL_OPENAI, &other[5])));
    arena_clear(&a);
}

/* ---- replies ---- */

static void test_outcomes(void **state)
{
    enum outcome o;

    (void)state;
    for (int i = 0; i < OUTCOMES; i++) {
        assert_true(outcome_find(outcome_name((enum outcome)i), &o));
        assert_int_equal(o, i);
    }
    assert_false(outcome_find("wrong", &o));
    assert_false(outcome_find("", &o));
}

static void test_reply_copy(void **state)
{
    struct arena a = { 0 }, b = { 0 };
    struct reply r = reply_none(&a, OUTCOME_REFUSED, "because"), copy;

    (void)state;
    assert_string_equal(r.text, "");
    assert_int_equal(r.usage.prompt, -1);
    assert_int_equal(r.usage.cached, -1);
    r.text = arena_strdup(&a, "text");
    r.reasoning = arena_strdup(&a, "thought");
    r.finish = arena_strdup(&a, "stop");
    r.served = arena_strdup(&a, "m");
    r.id = arena_strdup(&a, "id");
    r.fingerprint = arena_strdup(&a, "fp");
    r.note = arena_strdup(&a, "note");
    r.usage.completion = 7;
    copy = reply_copy(&b, &r);
    arena_clear(&a);
    assert_int_equal(copy.outcome, OUTCOME_REFUSED);
    assert_string_equal(copy.text, "text");
    assert_string_equal(copy.reasoning, "thought");
    assert_string_equal(copy.finish, "stop");
    assert_string_equal(copy.why, "because");
    assert_string_equal(copy.served, "m");
    assert_string_equal(copy.id, "id");
    assert_string_equal(copy.fingerprint, "fp");
    assert_string_equal(copy.note, "note");
    assert_int_equal(copy.usage.completion, 7);
    arena_clear(&b);
}

/* ---- models of the process ---- */

/* A file of that text; its name is the caller's to unlink. */
static void write_file(char *path, const char *text)
{
    int fd = mkstemp(path);
    FILE *f = fd >= 0 ? fdopen(fd, "w") : NULL;

    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

/* Known by what the file holds, not by where it lies. */
static void test_replay(void **state)
{
    const char *text = "{\"id\": \"p1\", \"response\": \"it is 4\"}\n";
    char one[] = "/tmp/assay-test-XXXXXX", two[] = "/tmp/assay-test-XXXXXX";
    const struct decoding decoding = { 0 };
    const struct note note = { .problem = "p1", .statement = "2 + 2?" };
    const struct message ask = { "user", "2 + 2?" };
    const struct request r = { &ask, 1, &decoding, 1, &note };
    struct arena a = { 0 };
    struct model m, n;
    struct reply reply;
    const char *body;
    struct err e;

    (void)state;
    write_file(one, text);
    write_file(two, text);
    assert_true(
        model_open(&a, arena_printf(&a, "replay:%s", one), NULL, &m, &e));
    assert_true(
        model_open(&a, arena_printf(&a, "replay:%s", two), NULL, &n, &e));
    unlink(one);
    unlink(two);
    assert_true(model_is_local(&m));
    assert_string_equal(m.url, n.url);
    assert_string_equal(m.name, one + strlen("/tmp/"));
    assert_true(str_starts(m.url, "replay:"));
    assert_int_equal(strlen(m.url), strlen("replay:") + HASH_HEX_SIZE - 1);
    assert_true(model_answer(&a, &m, &r, NULL, &reply));
    assert_int_equal(reply.outcome, OUTCOME_OK);
    assert_string_equal(reply.text, "it is 4");
    assert_true(model_body(&a, &m, &r, &body, &e));
    assert_true(str_starts(body, "{\"messages\": "));
    arena_clear(&a);
}

static const char *some_wrong(struct arena *a, const struct note *note,
                              uint64_t pick)
{
    (void)a;
    (void)note;
    (void)pick;
    return "it is 5";
}

static void test_planted(void **state)
{
    char path[] = "/tmp/assay-test-XXXXXX";
    const struct decoding decoding = { 0 };
    const struct note note = { .problem = "p1",
                               .statement = "2 + 2?",
                               .right = "it is 4",
                               .wrong = some_wrong };
    const struct message ask = { "user", "2 + 2?" };
    const struct request r = { &ask, 1, &decoding, 1, &note };
    struct arena a = { 0 };
    struct model m;
    struct reply reply;
    struct err e;

    (void)state;
    write_file(path, "seed: one\nbase: 1\n");
    assert_true(
        model_open(&a, arena_printf(&a, "planted:%s", path), NULL, &m, &e));
    unlink(path);
    assert_true(model_is_local(&m));
    assert_true(str_starts(m.url, "planted:"));
    assert_true(model_answer(&a, &m, &r, NULL, &reply));
    assert_string_equal(reply.text, "it is 5");
    arena_clear(&a);
}

static void test_no_file(void **state)
{
    struct arena a = { 0 };
    struct model m;
    struct err e;

    (void)state;
    assert_false(model_open(&a, "replay:", NULL, &m, &e));
    assert_non_null(strstr(e.msg, "replay:FILE"));
    assert_false(model_open(&a, "planted:", NULL, &m, &e));
    assert_non_null(strstr(e.msg, "planted:FILE"));
    assert_false(model_open(&a, "replay:/no/such/file", NULL, &m, &e));
    assert_false(model_open(&a, "planted:/no/such/file", NULL, &m, &e));
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_specs),
        cmocka_unit_test(test_control_characters),
        cmocka_unit_test(test_hidden),
        cmocka_unit_test(test_bodies),
        cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_deep_extra),
        cmocka_unit_test(test_call_key),
        cmocka_unit_test(test_key_of_local_models),
        cmocka_unit_test(test_outcomes),
        cmocka_unit_test(test_reply_copy),
        cmocka_unit_test(test_replay),
        cmocka_unit_test(test_planted),
        cmocka_unit_test(test_no_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
