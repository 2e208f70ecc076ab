/* SPDX-License-Identifier: Apache-2.0 */

/* The reward API: its forms, its numbers, its queue. Handlers are called as the
 * gate calls them, without sockets. */
#include "base/json.h"
#include "base/str.h"
#include "family/table.h"
#include "grade/jsonl.h"
#include "serve/reward/reward.h"
#include "serve/route.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

struct desk {
    struct arena arena;
    struct serve_options options;
    struct serve serve;
    struct http_reply reply;
};

static void open_desk(struct desk *d, int threads, unsigned queue)
{
    *d = (struct desk){ .options = { .threads = threads, .queue = queue } };
    d->serve.o = &d->options;
    d->serve.reward = reward_new(&d->serve);
}

static void close_desk(struct desk *d)
{
    reward_free(d->serve.reward);
    arena_clear(&d->arena);
}

static const struct route *find(enum http_method method, const char *path)
{
    for (const struct route *r = reward_routes; r->path; r++)
        if (r->method == method && str_eq(r->path, path))
            return r;
    return NULL;
}

/* One visit; the query is one field "name=value", or NULL. */
static const char *visit_n(struct desk *d, const char *path, const char *query,
                           const char *type, const char *body, size_t n)
{
    struct http_field header = { "content-type", type }, field = { "", "" };
    struct http_request r = { .arena = &d->arena,
                              .method = HTTP_POST,
                              .path = path,
                              .headers = { &header, 1 },
                              .body = body,
                              .body_n = n };
    struct visit v = { .arena = &d->arena,
                       .request = &r,
                       .reply = &d->reply,
                       .serve = &d->serve,
                       .csrf = "" };
    struct err e;

    if (query) {
        const char *equal = strchr(query, '=');

        field.name = arena_strndup(&d->arena, query, (size_t)(equal - query));
        field.value = equal + 1;
        r.query = (struct http_fields){ &field, 1 };
    }
    if (!body)
        r.method = HTTP_GET;
    d->reply = (struct http_reply){ 0 };
    assert_true(find(r.method, path)->handle(&v, &e));
    return d->reply.body;
}

static const char *visit(struct desk *d, const char *path, const char *query,
                         const char *body)
{
    return visit_n(d, path, query, "application/json", body,
                   body ? strlen(body) : 0);
}

static const char *field(const struct desk *d, const char *name)
{
    for (size_t i = 0; i < d->reply.n_fields; i++)
        if (str_eq(d->reply.fields[i].name, name))
            return d->reply.fields[i].value;
    return NULL;
}

/* ---- forms ---- */

static const struct {
    const char *path, *query, *body;
    int status;
    const char *has; /* in the reply */
} forms[] = {
    { "/grade", NULL, "{\"gold\": \"1/2\", \"response\": \"\\\\boxed{0.5}\"}",
      200, "\"reward\": 1.0, \"status\": \"judged\"}" },
    { "/grade", NULL, "{\"gold\": \"1/2\", \"response\": \"\\\\boxed{0.6}\"}",
      200, "\"reward\": 0.0, \"status\": \"judged\"}" },
    { "/grade", NULL, "{\"gold\": \"1/2\", \"response\": null}", 200,
      "\"verdict\": \"no_answer\"" },
    { "/grade", NULL, "[{\"gold\": 3, \"answer\": 3}, {\"gold\": 3}, 7]", 200,
      "\"status\": \"judged\"},\n {\"id\": 2, \"error\": " },
    { "/grade", NULL, "[]", 200, "[]" },
    { "/grade", NULL,
      "{\"rows\": [{\"id\": \"a\", \"gold\": 3, \"answer\": "
      "3}]}",
      200, "{\"rows\": [{\"id\": \"a\", " },
    { "/grade", NULL, "[7]", 200, "\"reward\": 0.0, \"status\": \"error\"}]" },
    { "/grade", NULL, "{\"gold\": 3, \"gold\": 4}", 400, "occurs twice" },
    { "/grade", NULL, "[{\"gold\": 3},\n {\"gold\" 4}]", 400,
      "\"line\": 2, \"column\": 10}" },
    { "/grade", NULL, "", 400, "\"line\": 1, \"column\": 1}" },
    { "/grade", NULL, "{\"gold\": \"\xff\"}", 400, "UTF-8" },
    /* Policies. */
    { "/grade", "undecided=0.25",
      "{\"gold\": \"\\\\sin(2^{2^{99}})\", \"response\": "
      "\"\\\\boxed{2+\\\\sin(2^{2^{99}})}\"}",
      200, "\"reward\": 0.25, \"status\": \"undecided\"}" },
    { "/grade", NULL, "{\"gold\": \"\", \"response\": \"4\"}", 200,
      "\"reward\": 0.0, \"status\": \"bad_key\"}" },
    { "/grade", "undecided=half", "{\"gold\": \"\", \"response\": \"4\"}", 200,
      "\"reward\": 0.5, \"status\": \"bad_key\"}" },
    { "/grade", "undecided=null", "{\"gold\": \"\", \"response\": \"4\"}", 200,
      "\"reward\": null, \"status\": \"bad_key\"}" },
    { "/grade", "undecided=0.1", "{\"response\": \"4\"}", 200,
      "\"reward\": 0.1, \"status\": \"error\"}" },
    { "/grade", "undecided=half", "{\"gold\": \"5\", \"response\": \"4\"}", 200,
      "\"reward\": 0.0, \"status\": \"judged\"}" },
    { "/grade", "undecided=2", "{}", 400, "zero, half, null" },
    { "/grade", "undecided=nan", "{}", 400, "zero, half, null" },
    /* Readings. */
    { "/grade", NULL,
      "{\"gold\": \"70\\\\%\", \"response\": \"\\\\boxed{70}\"}", 200,
      "\"reward\": 1.0" },
    { "/grade", "strict=1",
      "{\"gold\": \"70\\\\%\", \"response\": \"\\\\boxed{70}\"}", 200,
      "\"reward\": 0.0" },
    { "/grade", "strict=yes", "{}", 400, "strict must be 1 or 0" },
    { "/grade", "profile=gsm8k", "{\"gold\": \"3\", \"response\": \"#### 3\"}",
      200, "\"profile\": \"gsm8k\"" },
    { "/grade", "profile=/etc/passwd.yaml", "{}", 400,
      "profile must be gsm8k" },
    /* slime */
    { "/rm", NULL,
      "{\"prompt\": \"?\", \"response\": \"\\\\boxed{4}<|im_end|>\", "
      "\"label\": \"4\"}",
      200, "1.0" },
    { "/rm", NULL, "{\"response\": \"x+1[PAD][PAD]\", \"label\": \"x+1\"}", 200,
      "1.0" },
    { "/rm", NULL,
      "{\"response\": \"x+1<\uff5cend\u2581of\u2581sentence\uff5c>\\n\", "
      "\"label\": \"x+1\"}",
      200, "1.0" },
    { "/rm", NULL, "{\"prompt\": [], \"response\": \"5\", \"label\": 4}", 200,
      "0.0" },
    { "/rm", "undecided=null", "{\"response\": \"5\", \"label\": null}", 200,
      "0.0" },
    { "/rm", NULL,
      "[{\"response\": \"5\", \"label\": \"5\"}, {\"response\": \"5\"}, 3]",
      200, "[1.0, 0.0, 0.0]" },
    { "/rm", NULL,
      "{\"response\": \"157\", \"label\": \"{\\\"kind\\\": \\\"integer\\\", "
      "\\\"latex\\\": \\\"157\\\"}\"}",
      200, "1.0" },
    { "/rm", NULL,
      "{\"response\": \"The answer is 3.\", \"label\": \"{\\\"id\\\": {}, "
      "\\\"key\\\": {\\\"kind\\\": \\\"integer\\\", \\\"latex\\\": "
      "\\\"3\\\"}}\"}",
      200, "1.0" },
    { "/rm", NULL,
      "{\"response\": \"3 + 4 = 7\", \"label\": \"{\\\"family\\\": "
      "\\\"mathador\\\", \\\"numbers\\\": [1, 2, 3, 4, 5], \\\"target\\\": "
      "7}\"}",
      200, "0.3333333333333333" },
    /* OpenRLHF: the prompt has a box that is not the reply's. */
    { "/get_reward", NULL,
      "{\"query\": [\"<s>Put it in \\\\boxed{4}.\\nIt is three.</s>\"], "
      "\"prompts\": [\"Put it in \\\\boxed{4}.\"], \"labels\": [\"4\"]}",
      200, "{\"rewards\": [0.0], \"scores\": [0.0], \"extra_logs\": {" },
    { "/get_reward", NULL,
      "{\"query\": [\"Qx: \\\\boxed{4}\", \"?4<|eot_id|>\"], \"prompts\": "
      "[\"Q\", \"!\"], \"labels\": [\"4\", \"4\"]}",
      200, "\"prompt_kept\": [0.0, 1.0]" },
    { "/get_reward", NULL, "{\"query\": [\"4\", 5], \"labels\": [4, 4]}", 200,
      "\"error\": [0.0, 1.0]" },
    { "/get_reward", NULL, "{\"query\": [\"4\"], \"labels\": [4, 4]}", 400,
      "2 items for 1 queries" },
    { "/get_reward", NULL, "{\"query\": [\"4\"]}", 400, "\\\"labels\\\"" },
    { "/get_reward", NULL, "[]", 400, "must be an object" },
    { "/get_reward", NULL, "{\"query\": [], \"labels\": []}", 200,
      "{\"rewards\": [], \"scores\": []" },
    /* NeMo-Gym */
    { "/verify", NULL,
      "{\"responses_create_params\": {\"input\": []}, \"expected_answer\": "
      "\"4\", \"reward\": 9, \"response\": {\"id\": \"r\", \"output\": "
      "[{\"type\": \"reasoning\", \"content\": [{\"text\": \"5\"}]}, "
      "{\"type\": \"message\", \"role\": \"assistant\", \"content\": "
      "[{\"type\": \"output_text\", \"text\": \"\\\\boxed{4}\"}]}]}}",
      200, "}, \"reward\": 1.0, \"status\": \"judged\", \"assay\": {\"id\": " },
    { "/verify", NULL,
      "{\"expected_answer\": \"4\", \"response\": {\"output\": []}}", 200,
      "{\"expected_answer\": \"4\", \"response\": {\"output\": []}, "
      "\"reward\": 0.0, \"status\": \"judged\"" },
    { "/verify", "undecided=null", "{\"response\": {\"output\": []}}", 200,
      "\"reward\": 0.0, \"status\": \"error\"" },
    { "/verify", NULL, "{\"expected_answer\": \"4\"}", 400, "response" },
};

static void forms_are_read(void **state)
{
    struct desk d;
    struct json *v;
    struct err e;

    (void)state;
    open_desk(&d, 2, 4);
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        const char *body =
            visit(&d, forms[i].path, forms[i].query, forms[i].body);

        if (d.reply.status != forms[i].status || !strstr(body, forms[i].has))
            fail_msg("%s %s: %d %s", forms[i].path, forms[i].body,
                     d.reply.status, body);
        if (!json_read(&d.arena, body, d.reply.body_n, 1, &v, &e))
            fail_msg("%s is no JSON: %s", body, e.msg);
        arena_reset(&d.arena);
    }
    close_desk(&d);
}

static void unjudged_rows_are_in_a_header(void **state)
{
    struct desk d;

    (void)state;
    open_desk(&d, 1, 1);
    visit(&d, "/rm", "undecided=null",
          "[{\"response\": \"5\"}, {\"response\": \"5\", \"label\": \"5\"}]");
    assert_string_equal(field(&d, "X-Assay-Undecided"), "1");
    visit(&d, "/rm", NULL, "{\"response\": \"5\", \"label\": \"5\"}");
    assert_null(field(&d, "X-Assay-Undecided"));
    close_desk(&d);
}

/* ---- the same as `assay grade` ---- */

static const char lines[] =
    "{\"gold\": \"1/2\", \"response\": \"so \\\\boxed{0.5}\"}\n\n"
    "{\"id\": \"\xc3\xa4\", \"gold\": [\"1\", 2], \"response\": \"\xc3\xa4 2\"}"
    "\r\n{\"gold\": \"1\", \n{\"gold\": \"[1,2)\", \"answer\": \"[1,2]\"}\n"
    "{\"family\": \"mathador\", \"numbers\": [1, 2, 3, 4, 5], \"target\": 7, "
    "\"response\": \"3 + 4 = 7\"}\n\xff\n[1]";

/* Every line of the reply is the line of `assay grade` with two fields more. */
static void lines_are_those_of_grade(void **state)
{
    const struct jsonl_rules rules = { NULL, family_judge };
    const char *in = lines, *out;
    size_t number = 0, seen = 0;
    struct desk d;

    (void)state;
    open_desk(&d, 3, 1);
    out =
        visit_n(&d, "/grade", NULL, "application/jsonl", lines, strlen(lines));
    assert_string_equal(d.reply.type, "application/jsonl");
    for (; *in; in += *in == '\n') {
        size_t n = strcspn(in, "\n");
        struct str want = str_in(&d.arena);
        struct jsonl_line l;

        number++;
        if (n) {
            jsonl_judge(&d.arena, in, n, number, &rules, &l);
            jsonl_write(&want, &l, false);
            assert_memory_equal(out, want.s, want.n - 1);
            assert_true(str_starts(out + want.n - 1, ", \"reward\": "));
            out += strcspn(out, "\n") + 1;
            seen++;
        }
        in += n;
    }
    assert_int_equal(seen, 7);
    assert_string_equal(out, "");
    close_desk(&d);
}

/* Many rows on several threads come in their order. */
static void many_rows_keep_their_order(void **state)
{
    struct str body = { 0 };
    struct json *v;
    const struct json *m;
    struct desk d;
    struct err e;

    (void)state;
    open_desk(&d, 4, 4);
    str_addc(&body, '[');
    for (int i = 0; i < 1000; i++)
        str_addf(&body, "%s{\"gold\": %d, \"response\": \"%d\"}", i ? "," : "",
                 i, i % 3 ? i : i + 1);
    str_addc(&body, ']');
    visit(&d, "/grade", NULL, str_get(&body));
    assert_true(json_read(&d.arena, d.reply.body, d.reply.body_n, 1, &v, &e));
    assert_int_equal(v->count, 1000);
    m = v->first;
    for (int i = 0; i < 1000; i++, m = m->next) {
        int64_t id;

        assert_true(json_int64(json_get(m, "id"), &id));
        assert_int_equal(id, i + 1);
        assert_string_equal(json_get(m, "reward")->text, i % 3 ? "1.0" : "0.0");
    }
    str_clear(&body);
    close_desk(&d);
}

/* ---- hostile bodies ---- */

static int status_of(struct desk *d, const char *unit, size_t times,
                     const char *type)
{
    struct str body = { 0 };
    int status;

    str_add(&body, str_eq(type, "application/json") ? "[" : "");
    for (size_t i = 0; i < times; i++)
        str_add(&body, unit);
    visit_n(d, "/grade", NULL, type, body.s, body.n);
    status = d->reply.status;
    str_clear(&body);
    arena_reset(&d->arena);
    return status;
}

static void hostile_bodies_are_refused(void **state)
{
    struct str body = { 0 };
    struct desk d;

    (void)state;
    open_desk(&d, 1, 1);
    assert_int_equal(status_of(&d, "[", 100000, "application/json"), 413);
    assert_int_equal(status_of(&d, "1,", 1200000, "application/json"), 413);
    assert_int_equal(status_of(&d, "1\n", 20000, "application/jsonl"), 413);
    assert_int_equal(status_of(&d, "1\n", 2000, "application/jsonl"), 200);
    str_add(&body, "[1");
    for (int i = 0; i < 20000; i++)
        str_add(&body, ",1");
    str_add(&body, "]");
    visit(&d, "/grade", NULL, str_get(&body));
    assert_int_equal(d.reply.status, 413);
    str_reset(&body);
    str_add(&body, "{\"gold\": ");
    for (int i = 0; i < 70000; i++)
        str_addc(&body, '9');
    str_add(&body, ", \"answer\": 1}");
    visit(&d, "/grade", NULL, str_get(&body));
    assert_int_equal(d.reply.status, 413);
    /* Tokens before the prompt and after the reply cost linear time. */
    str_reset(&body);
    str_add(&body, "{\"labels\": [\"1\"], \"query\": [\"");
    for (int i = 0; i < 400000; i++)
        str_add(&body, "<s>");
    str_add(&body, "\"], \"prompts\": [\"");
    for (int i = 0; i < 400000; i++)
        str_add(&body, "<s>");
    str_add(&body, "x\"]}");
    visit(&d, "/get_reward", NULL, str_get(&body));
    assert_int_equal(d.reply.status, 200);
    str_clear(&body);
    close_desk(&d);
}

/* ---- the queue ---- */

struct caller {
    struct desk *desk;
    struct arena arena;
    int status;
};

static void *call(void *arg)
{
    struct caller *c = arg;
    struct desk d = { .serve = { .o = &c->desk->options,
                                 .reward = c->desk->serve.reward } };

    visit(&d, "/grade", NULL, "{\"gold\": \"1\", \"answer\": \"1\"}");
    c->status = d.reply.status;
    arena_clear(&d.arena);
    return NULL;
}

/* Waits until so many threads wait for a turn. */
static void until_waiting(struct desk *d, int n)
{
    const struct timespec turn = { .tv_nsec = 1000000 };
    char want[40];

    snprintf(want, sizeof(want), "\"waiting\": %d", n);
    while (!strstr(visit(d, "/healthz", NULL, NULL), want))
        nanosleep(&turn, NULL);
}

#define CALLERS 3

/* One turn, which the test itself has, and three that may wait. */
static void fill(struct desk *d, struct caller c[CALLERS],
                 pthread_t threads[CALLERS])
{
    open_desk(d, 1, CALLERS);
    assert_int_equal(reward_enter(d->serve.reward), REWARD_IN);
    assert_true(reward_take_turn(d->serve.reward, false));
    for (int i = 0; i < CALLERS; i++) {
        c[i] = (struct caller){ .desk = d };
        assert_int_equal(pthread_create(&threads[i], NULL, call, &c[i]), 0);
    }
    until_waiting(d, CALLERS);
}

static void a_full_queue_refuses(void **state)
{
    struct caller c[CALLERS];
    pthread_t threads[CALLERS];
    struct desk d;

    (void)state;
    fill(&d, c, threads);
    visit(&d, "/healthz", NULL, NULL);
    assert_int_equal(d.reply.status, 503);
    visit(&d, "/grade", NULL, "{\"gold\": \"1\", \"answer\": \"1\"}");
    assert_int_equal(d.reply.status, 429);
    assert_string_equal(field(&d, "Retry-After"), "1");
    reward_give_turn(d.serve.reward);
    reward_leave(d.serve.reward);
    for (int i = 0; i < CALLERS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(c[i].status, 200);
    }
    visit(&d, "/healthz", NULL, NULL);
    assert_int_equal(d.reply.status, 200);
    visit(&d, "/metrics", NULL, NULL);
    assert_non_null(strstr(d.reply.body, "\nassay_reward_rejected_total 1\n"));
    assert_non_null(strstr(d.reply.body,
                           "requests_total{route=\"/grade\",status=\"200\"} "
                           "3\n"));
    assert_non_null(strstr(d.reply.body, "{verdict=\"correct\"} 3\n"));
    assert_non_null(strstr(d.reply.body, "seconds_bucket{le=\"+Inf\"} 4\n"));
    close_desk(&d);
}

static void a_stop_wakes_all(void **state)
{
    struct caller c[CALLERS];
    pthread_t threads[CALLERS];
    struct desk d;

    (void)state;
    fill(&d, c, threads);
    reward_stop(d.serve.reward);
    for (int i = 0; i < CALLERS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(c[i].status, 503);
    }
    reward_give_turn(d.serve.reward);
    reward_leave(d.serve.reward);
    visit(&d, "/grade", NULL, "{\"gold\": \"1\", \"answer\": \"1\"}");
    assert_int_equal(d.reply.status, 503);
    assert_non_null(strstr(visit(&d, "/healthz", NULL, NULL), "stopping"));
    close_desk(&d);
}

/* Another request waits while the test has the only turn. */
static void let_wait(struct desk *d, struct caller *c, pthread_t *thread)
{
    open_desk(d, 1, 4);
    *c = (struct caller){ .desk = d };
    assert_int_equal(reward_enter(d->serve.reward), REWARD_IN);
    assert_true(reward_take_turn(d->serve.reward, false));
    assert_int_equal(pthread_create(thread, NULL, call, c), 0);
    until_waiting(d, 1);
}

static void end_wait(struct desk *d, struct caller *c, pthread_t thread)
{
    visit(d, "/metrics", NULL, NULL);
    assert_non_null(strstr(d->reply.body, "{verdict=\"correct\"} 1\n"));
    pthread_join(thread, NULL);
    assert_int_equal(c->status, 200);
    reward_give_turn(d->serve.reward);
    reward_leave(d->serve.reward);
    close_desk(d);
}

/* A request that had its turn waits behind one that had none; and whoever is
 * quick cannot keep out one that sleeps for ever. */
static void turns_go_round(void **state)
{
    struct caller c;
    pthread_t thread;
    struct desk d;

    (void)state;
    let_wait(&d, &c, &thread);
    reward_give_turn(d.serve.reward);
    assert_true(reward_take_turn(d.serve.reward, true));
    end_wait(&d, &c, thread);
    let_wait(&d, &c, &thread);
    for (int i = 0; i < 100; i++) {
        reward_give_turn(d.serve.reward);
        assert_true(reward_take_turn(d.serve.reward, false));
    }
    end_wait(&d, &c, thread);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_are_read),
        cmocka_unit_test(unjudged_rows_are_in_a_header),
        cmocka_unit_test(lines_are_those_of_grade),
        cmocka_unit_test(many_rows_keep_their_order),
        cmocka_unit_test(hostile_bodies_are_refused),
        cmocka_unit_test(a_full_queue_refuses),
        cmocka_unit_test(a_stop_wakes_all),
        cmocka_unit_test(turns_go_round),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
