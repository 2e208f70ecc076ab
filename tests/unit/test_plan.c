/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "run/engine/ask.h"
#include "run/engine/call.h"
#include "run/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/assay-plan-XXXXXX";

static const char *put(struct arena *a, const char *name, const char *text)
{
    const char *path = arena_printf(a, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");

    assert_non_null(f);
    assert_int_not_equal(fputs(text, f), EOF);
    assert_int_equal(fclose(f), 0);
    return path;
}

static void repeats_are_left_out(void **state)
{
    struct arena a = { 0 };
    struct plan p = { 0 };
    struct err e;
    const char *path = put(&a, "rows.jsonl",
                           "{\"id\": \"x\", \"question\": \"1+1?\", "
                           "\"answer\": \"2\"}\n"
                           "{\"id\": \"y\", \"question\": \"1+1?\", "
                           "\"answer\": \"2\"}\n"
                           "{\"id\": \"x\", \"question\": \"1+2?\", "
                           "\"answer\": \"3\"}\n"
                           "{\"id\": \"z\", \"question\": \"1+2?\", "
                           "\"answer\": \"4\"}\n");

    (void)state;
    assert_true(plan_read_problems(&a, path, NULL, 0, &p, &e));
    assert_int_equal(p.n_problems, 3); /* another key is another problem */
    assert_int_equal(p.repeats, 1);
    assert_string_equal(p.file, "rows.jsonl");
    assert_string_equal(p.problems[0].id, "generic:x");
    assert_string_equal(p.problems[1].id, "generic:x~2");
    memset(&p, 0, sizeof(p));
    assert_true(plan_read_problems(&a, path, NULL, 2, &p, &e));
    assert_int_equal(p.n_problems, 2);
    arena_clear(&a);
}

struct told {
    const struct problem *p[8];
    size_t n[8], times;
};

static void on_read(void *ctx, const struct problem *p, size_t n)
{
    struct told *t = ctx;

    assert_true(t->times < 8);
    t->p[t->times] = p;
    t->n[t->times++] = n;
}

/* What was told while problems were read holds when all are. */
static void problems_are_told(void **state)
{
    struct arena a = { 0 };
    struct str rows = str_in(&a);
    struct told t = { .times = 0 };
    struct plan p = { .on_read = on_read, .on_read_ctx = &t };
    struct err e;

    (void)state;
    for (int i = 0; i < 1000; i++)
        str_addf(&rows, "{\"question\": \"%d+1?\", \"answer\": \"%d\"}\n", i,
                 i + 1);
    assert_true(plan_read_problems(&a, put(&a, "told.jsonl", str_get(&rows)),
                                   NULL, 0, &p, &e));
    assert_int_equal(p.n_problems, 1000);
    assert_true(t.times >= 3);
    for (size_t k = 0; k < t.times; k++) {
        assert_true(t.n[k] > (k ? t.n[k - 1] : 0) && t.n[k] <= 1000);
        assert_memory_equal(t.p[k], p.problems, t.n[k] * sizeof(*p.problems));
    }
    arena_clear(&a);
}

/* A line of the plan reads back as its problem. */
static void lines_read_back(void **state)
{
    struct arena a = { 0 };
    struct plan p = { 0 }, again = { 0 };
    struct str all = { 0 };
    const char **lines;
    struct err e;

    (void)state;
    assert_true(plan_read_problems(
        &a,
        put(&a, "two.jsonl",
            "{\"question\": \"1+1?\\nSay it.\", \"answer\": \"2\"}\n"
            "{\"question\": \"1+2?\", \"answer\": \"3\"}\n"),
        NULL, 0, &p, &e));
    lines = plan_lines(&a, &p);
    for (size_t i = 0; i < p.n_problems; i++) {
        assert_null(strchr(lines[i], '\n'));
        str_addf(&all, "%s\n", lines[i]);
    }
    assert_true(plan_read_problems(&a, put(&a, "again.jsonl", str_get(&all)),
                                   NULL, 0, &again, &e));
    assert_int_equal(again.n_problems, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_string_equal(again.problems[i].id, p.problems[i].id);
        assert_string_equal(again.problems[i].statement,
                            p.problems[i].statement);
    }
    str_clear(&all);
    arena_clear(&a);
}

/* Errors that blame the server: none reached it, too many calls, its own, or
 * an answer that makes no sense. */
static void calls_as_the_journal_keeps_them(void **state)
{
    static const struct {
        int status;
        bool blames;
    } rows[] = {
        { 0, true },    { 200, true },  { 299, true },  { 301, false },
        { 400, false }, { 401, false }, { 404, false }, { 429, true },
        { 499, false }, { 500, true },  { 503, true },
    };
    struct call c = { .url = "u", .body = "b", .attempt = 2 };
    struct pool_call p = { .raw = "raw",
                           .reply = { .text = "4", .outcome = OUTCOME_OK },
                           .status = 200,
                           .http_version = 2,
                           .tries = 3,
                           .history = "[1]",
                           .sent_ms = 11,
                           .took_ms = 12,
                           .total_ms = 13 };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct call x = { .status = rows[i].status };

        assert_int_equal(call_blames_server(&x), rows[i].blames);
    }
    call_fill(&c, &p);
    assert_string_equal(c.raw, "raw");
    assert_string_equal(c.reply.text, "4");
    assert_true(c.status == 200 && c.http_version == 2 && c.tries == 3);
    assert_string_equal(c.history, "[1]");
    assert_true(c.sent_ms == 11 && c.took_ms == 12 && c.total_ms == 13);
    assert_string_equal(c.url, "u");
    assert_string_equal(c.body, "b");
    assert_int_equal(c.attempt, 2);
}

static void bad_rows_fail(void **state)
{
    struct arena a = { 0 };
    struct plan p = { 0 };
    struct err e;

    (void)state;
    assert_false(plan_read_problems(
        &a,
        put(&a, "bad.jsonl",
            "{\"question\": \"1+1?\", \"answer\": \"2\"}\n{oops\n"),
        NULL, 0, &p, &e));
    assert_int_equal(e.line, 2);
    assert_false(
        plan_read_problems(&a, put(&a, "none.jsonl", "\n"), NULL, 0, &p, &e));
    assert_non_null(strstr(e.msg, "no problem"));
    arena_clear(&a);
}

static struct plan small_plan(struct arena *a)
{
    static const struct model model = { .kind = MODEL_OPENAI,
                                        .spec = "http://h#m",
                                        .name = "m",
                                        .url = "http://h/v1/chat/completions",
                                        .token_field = "max_tokens" };
    struct plan p = { .models = &model, .n_models = 1, .attempts = 2 };
    struct err e;

    assert_true(plan_read_problems(
        a, put(a, "one.jsonl", "{\"question\": \"1+1?\", \"answer\": \"2\"}\n"),
        NULL, 0, &p, &e));
    return p;
}

/* Everything that a call depends on changes the spec; nothing else is in it. */
static void spec_names_the_run(void **state)
{
    struct arena a = { 0 };
    struct plan p = small_plan(&a), q;
    const char *spec = plan_spec(&a, &p), *other[] = { "{}" };
    struct message shots[] = { { "user", "u" }, { "assistant", "v" } };

    (void)state;
    assert_string_equal(plan_spec(&a, &p), spec);
    q = p; /* lines that are at hand change nothing */
    q.lines = plan_lines(&a, &p);
    assert_string_equal(plan_spec(&a, &q), spec);
    q.lines = other;
    assert_string_not_equal(plan_spec(&a, &q), spec);
#define CHANGES(field, value)                       \
 do {                                               \
  q = p;                                            \
  q.field = (value);                                \
  assert_string_not_equal(plan_spec(&a, &q), spec); \
 } while (0)
    CHANGES(attempts, 3);
    CHANGES(after, 1);
    CHANGES(decoding.temperature, "0");
    CHANGES(decoding.max_tokens, "7");
    CHANGES(decoding.seed, "1");
    CHANGES(decoding.reasoning_effort, "low");
    CHANGES(prompt.system, "s");
    CHANGES(prompt.template, "{{statement}}");
    CHANGES(judge.tolerance, "0.1");
    CHANGES(judge.digits, 3);
    CHANGES(judge.profile, profile_find("mathador"));
    CHANGES(of, "00");
    q = p;
    q.prompt.shots = shots;
    q.prompt.n_shots = 2;
    assert_string_not_equal(plan_spec(&a, &q), spec);
    arena_clear(&a);
}

/* Runs of earlier versions of the program are found again: the spec, the body and
 * the key of a plan that follows no attempts are what they were. */
static void plans_keep_their_names(void **state)
{
    struct arena a = { 0 };
    struct plan p = small_plan(&a);
    char hex[HASH_HEX_SIZE];
    struct hash128 key;
    const char *body;
    struct err e;

    (void)state;
    p.decoding.seed = "7";
    assert_string_equal(
        plan_spec(&a, &p),
        "{\"attempts\": 2, \"decoding\": {\"seed\": 7}, \"judge\": {}, "
        "\"models\": [{\"model\": \"http://h#m\", \"name\": \"m\", "
        "\"token_field\": \"max_tokens\", "
        "\"url\": \"http://h/v1/chat/completions\"}], "
        "\"problems\": {\"count\": 1, \"file\": \"one.jsonl\", "
        "\"hash\": \"b3339666fcf1a3318a04808565cfc172\"}, \"prompt\": {}}");
    assert_true(plan_body(&a, &p, 0, 0, 2, &body, &key, &e));
    assert_string_equal(
        body, "{\"messages\": [{\"content\": \"1+1?\\n\\nWork it out step by "
              "step. End with the final answer, and nothing else, in "
              "\\\\boxed{}.\", \"role\": \"user\"}], \"model\": \"m\", "
              "\"seed\": 8}");
    assert_string_equal(hash_hex(key, hex), "6c70191acc011fd4de62a7ecff0d9d84");
    arena_clear(&a);
}

/* Behind 5 attempts the first is the sixth, in its request and in the journal.
 */
static void attempts_follow_earlier_ones(void **state)
{
    struct arena a = { 0 };
    struct plan first = small_plan(&a), later;
    struct hash128 was, is;
    const char *body, *body_later;
    struct request r;
    struct err e;

    (void)state;
    first.decoding.seed = "7";
    later = first;
    later.after = 5;
    assert_non_null(strstr(plan_spec(&a, &later), "{\"after\": 5, "));
    assert_true(plan_request(&a, &later, 0, 1, &r, &e));
    assert_int_equal(r.attempt, 6);
    assert_true(plan_body(&a, &first, 0, 0, 6, &body, &was, &e));
    assert_true(plan_body(&a, &later, 0, 0, 1, &body_later, &is, &e));
    assert_string_equal(body_later, body);
    assert_true(was.high == is.high && was.low == is.low);
    assert_true(plan_body(&a, &first, 0, 0, 1, &body, &was, &e));
    assert_false(was.high == is.high && was.low == is.low);
    arena_clear(&a);
}

static void spec_holds_no_secret(void **state)
{
    static const char *const headers[] = { "Authorization: Bearer sk-123456" };
    static const char *const secrets[] = { "sk-123456" };
    struct arena a = { 0 };
    struct plan p = small_plan(&a);
    struct model m = p.models[0];

    (void)state;
    m.headers = headers;
    m.n_headers = 1;
    m.secrets = secrets;
    m.n_secrets = 1;
    p.models = &m;
    assert_null(strstr(plan_spec(&a, &p), "sk-123456"));
    arena_clear(&a);
}

/* ---- the running figures ---- */

static struct result result_of(uint64_t problem, enum outcome o, enum verdict v)
{
    return (struct result){ .problem = problem,
                            .outcome = o,
                            .strict = v,
                            .lenient = v,
                            .usage = { 100, 10, -1, -1 } };
}

static void live_counts(void **state)
{
    struct price price = { 1e-6, 1e-5, 0 };
    struct result r[] = {
        result_of(0, OUTCOME_OK, VERDICT_CORRECT),
        result_of(0, OUTCOME_OK, VERDICT_WRONG),
        result_of(1, OUTCOME_OK, VERDICT_CORRECT),
        result_of(1, OUTCOME_OK, VERDICT_UNDECIDED),
        result_of(2, OUTCOME_TRUNCATED, VERDICT_NO_ANSWER),
        result_of(2, OUTCOME_ERROR, VERDICT_NO_ANSWER),
    };
    struct live l;
    struct rate acc;

    (void)state;
    live_open(&l, 3, 6, false);
    assert_int_equal(live_accuracy(&l).n, 0);
    for (size_t i = 0; i < 6; i++)
        live_add(&l, &r[i], &price);
    acc = live_accuracy(&l);
    assert_int_equal(l.done, 6);
    assert_int_equal(l.tokens, 5 * 110); /* an error has no reply */
    assert_int_equal(l.count[MARK_ERROR], 1);
    assert_int_equal(l.count[MARK_UNDECIDED], 1);
    assert_int_equal(acc.n, 3);
    assert_true(acc.value == 2.0 / 6); /* what is open counts as not right */
    assert_true(acc.interval.low < 0.3 && acc.interval.high > 0.4);
    assert_true(l.cost > 0.000999 && l.cost < 0.001001); /* 5 * 0.0002 */
    live_clear(&l);
}

static int set_up(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int tear_down(void **state)
{
    static const char *const names[] = { "rows.jsonl", "bad.jsonl",
                                         "none.jsonl", "one.jsonl",
                                         "two.jsonl",  "again.jsonl",
                                         "told.jsonl" };
    char path[128];

    (void)state;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
        unlink(path);
    }
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(repeats_are_left_out),
        cmocka_unit_test(problems_are_told),
        cmocka_unit_test(lines_read_back),
        cmocka_unit_test(calls_as_the_journal_keeps_them),
        cmocka_unit_test(bad_rows_fail),
        cmocka_unit_test(spec_names_the_run),
        cmocka_unit_test(plans_keep_their_names),
        cmocka_unit_test(attempts_follow_earlier_ones),
        cmocka_unit_test(spec_holds_no_secret),
        cmocka_unit_test(live_counts),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
