/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The student as a model: its names, what it is asked, what becomes of its
 * text; as one that answers questions, and in OpenAI's form. The engine behind
 * student.h is one of this file, which tells how it was asked.
 */
#include "../lib/stores.h"
#include "base/json.h"
#include "base/str.h"
#include "model/model.h"
#include "model/student/student.h"
#include "run/question/question.h"
#include "serve/chat/chat.h"
#include "serve/route.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

/* ---- an engine ---- */

#define AT_ONCE 4
#define SHA     "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

static struct {
    pthread_mutex_t lock;
    struct student_how how; /* of the last answer */
    bool cut, too_long, empty;
    int64_t completion;
    int now, most; /* answers under way; the most there were */
    atomic_bool held;
    atomic_int asked;
} fake = { .lock = PTHREAD_MUTEX_INITIALIZER };

struct student {
    int unused;
};

static const struct student only = { 0 };
const struct student_how student_default = { .temperature = 0.5,
                                             .top_p = 0.9,
                                             .top_k = 7,
                                             .repetition_penalty = 1,
                                             .most = 99 };

bool student_path(struct arena *a, const char **path, struct err *e)
{
    (void)a;
    (void)e;
    *path = "student.weights";
    return true;
}

bool student_open(struct arena *a, const char *path, const struct student **out,
                  const char **sha, struct err *e)
{
    (void)a;
    if (path && str_eq(path, "none"))
        return err_set(e, ERR_IO, "there are no weights");
    *out = &only;
    *sha = SHA;
    return true;
}

int student_best_at_once(const struct student *s)
{
    (void)s;
    return AT_ONCE;
}

int64_t student_count(const struct student *s, const char *text)
{
    (void)s;
    return (int64_t)strlen(text);
}

int64_t student_context(const struct student *s)
{
    (void)s;
    return 100;
}

static void moment(void)
{
    nanosleep(&(struct timespec){ .tv_nsec = 2000000 }, NULL);
}

static void come_and_go(int more)
{
    pthread_mutex_lock(&fake.lock);
    fake.now += more;
    fake.most = fake.now > fake.most ? fake.now : fake.most;
    pthread_mutex_unlock(&fake.lock);
}

static bool is_at_work(void)
{
    bool at_work;

    pthread_mutex_lock(&fake.lock);
    at_work = fake.now > 0;
    pthread_mutex_unlock(&fake.lock);
    return at_work;
}

static bool is_left(const struct student_how *how)
{
    return how->leave && atomic_load(how->leave);
}

/* Says the last message and the seed. */
void student_answer(struct arena *a, const struct student *s,
                    const struct message *messages, size_t n,
                    const struct student_how *how, struct student_text *out)
{
    assert_ptr_equal(s, &only);
    atomic_fetch_add(&fake.asked, 1);
    come_and_go(1);
    moment();
    while (atomic_load(&fake.held) && !is_left(how))
        moment();
    come_and_go(-1);
    pthread_mutex_lock(&fake.lock);
    fake.how = *how;
    pthread_mutex_unlock(&fake.lock);
    *out = (struct student_text){ .text = "",
                                  .prompt = 10,
                                  .completion = fake.completion,
                                  .cut = fake.cut,
                                  .too_long = fake.too_long,
                                  .left = is_left(how) };
    if (!fake.too_long && !fake.empty)
        out->text =
            arena_printf(a, "%s #%" PRIu64, messages[n - 1].content, how->seed);
}

/* ---- names ---- */

static struct model open_as(struct arena *a, const char *spec)
{
    struct model m;
    struct err e;

    if (!model_open(a, spec, NULL, &m, &e))
        fail_msg("%s: %s", spec, e.msg);
    return m;
}

static void names(void **state)
{
    struct arena a = { 0 };
    struct model m = open_as(&a, "student");
    struct err e;

    (void)state;
    assert_string_equal(m.name, "student");
    assert_string_equal(m.url, "student:" SHA "/1");
    assert_string_equal(m.spec, "student");
    assert_true(model_is_local(&m) && !model_reads_note(&m));
    assert_int_equal(model_at_once(&m), AT_ONCE);
    m = open_as(&a, "student:some/tiny.weights");
    assert_string_equal(m.name, "tiny.weights");
    assert_string_equal(m.url, "student:" SHA "/1");
    assert_false(model_open(&a, "student:", NULL, &m, &e));
    assert_non_null(strstr(e.msg, "student:FILE"));
    assert_false(model_open(&a, "student:none", NULL, &m, &e));
    assert_string_equal(e.msg, "there are no weights");
    arena_clear(&a);
}

/* ---- what it is asked ---- */

static const struct message hello = { "user", "Hello" };

static struct request request_with(const struct decoding *d, uint64_t attempt)
{
    return (struct request){
        .messages = &hello, .n_messages = 1, .decoding = d, .attempt = attempt
    };
}

static void bodies(void **state)
{
    struct note note = { .problem = "p" };
    struct decoding d = { .temperature = "0.70",
                          .max_tokens = "8",
                          .seed = "5" };
    struct request r = request_with(&d, 3);
    struct arena a = { 0 };
    struct model m = open_as(&a, "student");
    const char *body;
    struct err e;

    (void)state;
    r.note = &note;
    assert_true(model_body(&a, &m, &r, &body, &e));
    assert_string_equal(body,
                        "{\"max_tokens\": 8, \"messages\": [{\"content\": "
                        "\"Hello\", \"role\": \"user\"}], \"model\": "
                        "\"student\", \"seed\": 7, \"temperature\": "
                        "0.70}");
    d.reasoning_effort = "low";
    assert_false(model_body(&a, &m, &r, &body, &e));
    assert_non_null(strstr(e.msg, "--reasoning-effort"));
    d.reasoning_effort = NULL;
    assert_true(
        json_read(&a, "{\"x\": 1}", 8, 1, (struct json **)&d.extra, &e));
    assert_false(model_body(&a, &m, &r, &body, &e));
    assert_non_null(strstr(e.msg, "\"x\" of --extra"));
    d = (struct decoding){ .top_p = "1.5" };
    assert_false(model_body(&a, &m, &r, &body, &e));
    assert_non_null(strstr(e.msg, "--top-p"));
    arena_clear(&a);
}

static struct reply answer_with(struct arena *a, const struct decoding *d,
                                uint64_t attempt)
{
    struct model m = open_as(a, "student");
    struct request r = request_with(d, attempt);
    struct reply out;

    assert_true(model_answer(a, &m, &r, NULL, &out));
    return out;
}

static void options(void **state)
{
    static const char *const stops[] = { "a", "b" };
    struct decoding d = { 0 };
    struct arena a = { 0 };

    (void)state;
    answer_with(&a, &d, 3);
    assert_true(fake.how.temperature == 0.5 && fake.how.top_p == 0.9 &&
                fake.how.top_k == 7 && fake.how.min_p == 0 &&
                fake.how.repetition_penalty == 1 && fake.how.most == 99 &&
                fake.how.n_stop == 0);
    assert_int_equal(fake.how.seed, 3); /* the attempt's */
    d = (struct decoding){ .temperature = "0",
                           .top_p = "2.5e-1",
                           .top_k = "-1",
                           .min_p = "0.125",
                           .repetition_penalty = "1.5",
                           .max_tokens = "12",
                           .seed = "-9",
                           .stop = stops,
                           .n_stop = 2 };
    answer_with(&a, &d, 3);
    assert_true(fake.how.temperature == 0 && fake.how.top_p == 0.25 &&
                fake.how.top_k == 0 && fake.how.min_p == 0.125 &&
                fake.how.repetition_penalty == 1.5 && fake.how.most == 12 &&
                fake.how.n_stop == 2);
    assert_ptr_equal(fake.how.stop, stops);
    assert_true(fake.how.seed == (uint64_t)INT64_C(-7));
    d.top_k = "40";
    answer_with(&a, &d, 1);
    assert_int_equal(fake.how.top_k, 40);
    arena_clear(&a);
}

/* ---- what becomes of its text ---- */

static void replies(void **state)
{
    struct decoding d = { 0 };
    struct arena a = { 0 };
    struct reply r;

    (void)state;
    fake.completion = 20;
    r = answer_with(&a, &d, 1);
    assert_int_equal(r.outcome, OUTCOME_OK);
    assert_string_equal(r.text, "Hello #1");
    assert_string_equal(r.finish, "stop");
    assert_string_equal(r.served, "student");
    assert_string_equal(r.fingerprint, "0123456789ab");
    assert_true(r.usage.prompt == 10 && r.usage.completion == 20 &&
                r.usage.reasoning == -1 && r.usage.cached == -1);
    assert_true(!r.why && !r.note);
    fake.cut = true;
    r = answer_with(&a, &d, 1);
    assert_int_equal(r.outcome, OUTCOME_TRUNCATED);
    assert_string_equal(r.finish, "length");
    assert_string_equal(
        r.why, "the reply was cut off after 20 tokens; raise --max-tokens");
    fake.completion = 90; /* with the prompt, all of the context */
    r = answer_with(&a, &d, 1);
    assert_string_equal(r.finish, "length");
    assert_non_null(strstr(r.why, "context was full"));
    fake.cut = false;
    fake.empty = true;
    r = answer_with(&a, &d, 1);
    assert_string_equal(r.note, "the reply is empty");
    fake.empty = false;
    fake.too_long = true;
    r = answer_with(&a, &d, 1);
    assert_int_equal(r.outcome, OUTCOME_OVERFLOW);
    assert_non_null(strstr(r.why, "have 10 tokens"));
    fake.too_long = false;
    arena_clear(&a);
}

/* ---- questions ---- */

#define QUESTIONS 40

struct asking {
    struct stores stores;
    struct arena arena;
    struct model model;
    struct budget budget;
    struct questioner q;
    struct question questions[QUESTIONS];
    struct message messages[QUESTIONS];
    int stop_at; /* answers, and no more are made then; 0: never */
};

static bool is_enough(void *ctx)
{
    const struct asking *x = ctx;
    bool enough = x->stop_at && atomic_load(&fake.asked) >= x->stop_at;

    if (enough)
        atomic_store(&fake.held, true);
    return enough;
}

static void open_asking(struct asking *x)
{
    *x = (struct asking){ .budget = { 1, INFINITY, NULL } };
    stores_open(&x->stores);
    x->model = open_as(&x->arena, "student");
    x->q = (struct questioner){ .store = stores_store(&x->stores, STORE_MAKE),
                                .model = &x->model,
                                .budget = &x->budget,
                                .stop = is_enough,
                                .ctx = x };
    for (size_t i = 0; i < QUESTIONS; i++) {
        x->messages[i] =
            (struct message){ "user", arena_printf(&x->arena, "%zu?", i) };
        x->questions[i] = (struct question){ .messages = &x->messages[i],
                                             .n_messages = 1,
                                             .attempt = 1 };
    }
    atomic_store(&fake.asked, 0);
    fake.most = 0;
}

static void close_asking(struct asking *x)
{
    store_close(x->q.store);
    stores_close(&x->stores);
    arena_clear(&x->arena);
}

/* Many at once, each to its own question, free of charge, and from the journal
 * when they are asked again. */
static void questions(void **state)
{
    struct asking *x = calloc(1, sizeof(*x));
    struct err e;

    (void)state;
    open_asking(x);
    for (int round = 1; round <= 2; round++) {
        if (!question_ask(&x->arena, &x->q, x->questions, QUESTIONS, &e))
            fail_msg("%s", e.msg);
        for (size_t i = 0; i < QUESTIONS; i++)
            assert_string_equal(x->questions[i].reply.text,
                                arena_printf(&x->arena, "%zu? #1", i));
        assert_int_equal(x->q.asked, QUESTIONS);
        assert_int_equal(x->q.journalled, round == 1 ? 0 : QUESTIONS);
    }
    assert_int_equal(atomic_load(&fake.asked), QUESTIONS);
    assert_int_equal(fake.most, AT_ONCE);
    assert_true(x->budget.tokens == 1);
    close_asking(x);
    free(x);
}

/* What was answered is kept; what is not is left at once, also if a thread is
 * at work on it. */
static void stopped(void **state)
{
    struct asking *x = calloc(1, sizeof(*x));
    struct err e;

    (void)state;
    open_asking(x);
    x->stop_at = 3 * AT_ONCE;
    assert_false(question_ask(&x->arena, &x->q, x->questions, QUESTIONS, &e));
    assert_string_equal(e.msg, "interrupted");
    assert_true(atomic_load(&fake.held));
    atomic_store(&fake.held, false);
    x->stop_at = 0;
    x->q.asked = 0;
    assert_true(question_ask(&x->arena, &x->q, x->questions, QUESTIONS, &e));
    assert_in_range(x->q.journalled, 2 * AT_ONCE, QUESTIONS - 1);
    assert_int_equal(x->q.journalled + x->q.asked, QUESTIONS);
    for (size_t i = 0; i < QUESTIONS; i++)
        assert_string_equal(x->questions[i].reply.text,
                            arena_printf(&x->arena, "%zu? #1", i));
    while (is_at_work())
        moment();
    close_asking(x);
    free(x);
}

/* ---- in OpenAI's form ---- */

struct desk {
    struct arena arena;
    struct serve_options options;
    struct serve serve;
    struct http_reply reply;
    bool (*is_gone)(const void *connection);
};

static void open_desk(struct desk *d)
{
    static const char *const models[] = { "planted:x", "student:a/b.weights",
                                          "student:none" };

    *d = (struct desk){ .options = { .models = models, .n_models = 3 } };
    d->serve.o = &d->options;
    d->serve.chat = chat_new(&d->serve);
    fake.completion = 20;
    atomic_store(&fake.asked, 0);
}

static void close_desk(struct desk *d)
{
    chat_free(d->serve.chat);
    arena_clear(&d->arena);
}

static const char *visit(struct desk *d, const struct route *route,
                         const char *body)
{
    struct http_request r = { .arena = &d->arena,
                              .method = route->method,
                              .body = body,
                              .body_n = strlen(body),
                              .is_gone = d->is_gone };
    struct visit v = { .arena = &d->arena,
                       .request = &r,
                       .reply = &d->reply,
                       .serve = &d->serve,
                       .args = { "b.weights" } };
    struct err e;

    d->reply = (struct http_reply){ 0 };
    assert_true(route->handle(&v, &e));
    return d->reply.body;
}

#define ASK "{\"model\": \"student\", \"messages\": [{\"role\": \"user\", "
#define HI  ASK "\"content\": \"Hi\"}]"

static const struct {
    const char *body;
    int status;
    const char *has;
} forms[] = {
    { HI ", \"seed\": 5}", 200,
      "\"choices\": [{\"index\": 0, \"message\": {\"role\": \"assistant\", "
      "\"content\": \"Hi #5\", \"refusal\": null}, \"logprobs\": null, "
      "\"finish_reason\": \"stop\"}], \"usage\": {\"prompt_tokens\": 10, "
      "\"completion_tokens\": 20, \"total_tokens\": 30}}" },
    { HI ", \"seed\": 5, \"n\": 3}", 200, "\"content\": \"Hi #7\"" },
    { HI ", \"n\": 3}", 200, "\"completion_tokens\": 60" },
    { HI ", \"temperature\": null, \"tools\": [], \"user\": \"me\", "
         "\"response_format\": {\"type\": \"text\"}, \"logprobs\": false}",
      200, "\"system_fingerprint\": \"0123456789ab\"" },
    { ASK "\"content\": [{\"type\": \"text\", \"text\": \"a\"}, {\"type\": "
          "\"text\", \"text\": \"b\"}]}], \"seed\": 1}",
      200, "\"content\": \"ab #1\"" },
    { HI ", \"stream\": true, \"seed\": 5}", 200,
      "\"choices\": [{\"index\": 0, \"delta\": {\"role\": \"assistant\", "
      "\"content\": \"Hi #5\"}, \"logprobs\": null, \"finish_reason\": "
      "null}]}\n\n" },
    { HI ", \"stream\": true, \"stream_options\": {\"include_usage\": true}}",
      200,
      "\"choices\": [], \"usage\": {\"prompt_tokens\": 10, "
      "\"completion_tokens\": 20, \"total_tokens\": 30}}\n\ndata: "
      "[DONE]\n\n" },
    { "{\"model\": \"b.weights\", \"messages\": [{\"role\": \"developer\", "
      "\"content\": \"x\"}]}",
      200, "\"model\": \"b.weights\"" },
    { "{\"model\": \"none\", \"messages\": [{\"role\": \"user\", "
      "\"content\": \"x\"}]}",
      500, "there are no weights" },
    { "{\"model\": \"gpt\", \"messages\": [{\"role\": \"user\", "
      "\"content\": \"x\"}]}",
      404,
      "\"type\": \"invalid_request_error\", \"param\": \"model\", \"code\": "
      "\"model_not_found\"" },
    { "{", 400, "\"param\": null" },
    { "[]", 400, "must be a JSON object" },
    { "{\"messages\": []}", 400, "\"param\": \"model\"" },
    { "{\"model\": \"student\", \"messages\": []}", 400,
      "\"param\": \"messages\"" },
    { ASK "\"content\": [{\"type\": \"image_url\"}]}]}", 400,
      "\"param\": \"messages.[0].content\"" },
    { "{\"model\": \"student\", \"messages\": [{\"role\": \"tool\", "
      "\"content\": \"x\"}]}",
      400, "\"param\": \"messages.[0].role\"" },
    { HI ", \"temperature\": -1}", 400, "\"param\": \"temperature\"" },
    { HI ", \"top_p\": 2}", 400, "\"param\": \"top_p\"" },
    { HI ", \"top_k\": 1.5}", 400, "\"param\": \"top_k\"" },
    { HI ", \"min_p\": \"0\"}", 400, "\"param\": \"min_p\"" },
    { HI ", \"repetition_penalty\": 0}", 400,
      "\"param\": \"repetition_penalty\"" },
    { HI ", \"max_tokens\": 0}", 400, "\"param\": \"max_tokens\"" },
    { HI ", \"max_completion_tokens\": 0}", 400,
      "\"param\": \"max_completion_tokens\"" },
    { HI ", \"n\": 17}", 400, "\"param\": \"n\"" },
    { HI ", \"n\": 0}", 400, "\"param\": \"n\"" },
    { HI ", \"seed\": 0.5}", 400, "\"param\": \"seed\"" },
    { HI ", \"seed\": 9223372036854775807, \"n\": 2}", 400,
      "\"param\": \"seed\"" },
    { HI ", \"seed\": 9223372036854775807}", 200, "#9223372036854775807" },
    { HI ", \"stop\": [\"\"]}", 400, "\"param\": \"stop\"" },
    { HI ", \"stop\": 1}", 400, "\"param\": \"stop\"" },
    { HI ", \"stream\": 1}", 400, "\"param\": \"stream\"" },
    { HI ", \"tools\": [{}]}", 400, "\"param\": \"tools\"" },
    { HI ", \"presence_penalty\": 0.5}", 400,
      "\"param\": \"presence_penalty\"" },
    { HI ", \"response_format\": {\"type\": \"json_object\"}}", 400,
      "\"param\": \"response_format\"" },
};

static void chat_forms(void **state)
{
    struct desk d;

    (void)state;
    open_desk(&d);
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        const char *said = visit(&d, &chat_routes[0], forms[i].body);

        if (d.reply.status != forms[i].status || !strstr(said, forms[i].has))
            fail_msg("%s: %d %s", forms[i].body, d.reply.status, said);
    }
    close_desk(&d);
}

static void chat_options(void **state)
{
    struct desk d;

    (void)state;
    open_desk(&d);
    visit(&d, &chat_routes[0],
          HI ", \"temperature\": 0.25, \"top_p\": 0.5, \"top_k\": 3, "
             "\"min_p\": 0.125, \"repetition_penalty\": 2, \"max_tokens\": 4, "
             "\"max_completion_tokens\": 6, \"stop\": \"x\", \"seed\": 8}");
    assert_true(fake.how.temperature == 0.25 && fake.how.top_p == 0.5 &&
                fake.how.top_k == 3 && fake.how.min_p == 0.125 &&
                fake.how.repetition_penalty == 2 && fake.how.most == 6 &&
                fake.how.seed == 8 && fake.how.n_stop == 1);
    visit(&d, &chat_routes[0], HI "}");
    assert_true(fake.how.temperature == 0.5 && fake.how.most == 99);
    fake.too_long = true;
    assert_non_null(strstr(visit(&d, &chat_routes[0], HI "}"),
                           "\"code\": \"context_length_exceeded\""));
    assert_int_equal(d.reply.status, 400);
    fake.too_long = false;
    assert_non_null(strstr(visit(&d, &chat_routes[1], ""),
                           "\"data\": [{\"id\": \"student\", "));
    assert_non_null(strstr(d.reply.body, "{\"id\": \"b.weights\", "));
    assert_null(strstr(d.reply.body, "planted"));
    visit(&d, &chat_routes[2], "");
    assert_int_equal(d.reply.status, 200);
    close_desk(&d);
}

/* ---- many at once ---- */

#define CLIENTS 12

static void *come(void *desk)
{
    visit(desk, &chat_routes[0], HI ", \"n\": 10}");
    return NULL;
}

static bool always(const void *connection)
{
    (void)connection;
    return true;
}

static bool has_metric(struct chat *c, const char *line)
{
    struct str out = { 0 };
    bool has;

    chat_write_metrics(c, &out);
    has = strstr(str_get(&out), line) != NULL;
    str_clear(&out);
    return has;
}

/* 12 clients want 120 answers; a further one with 16 is told to come again. Of
 * those who wait, the ones whose clients left go, and the others at the end. */
static void chat_full(void **state)
{
    struct desk *d = calloc(CLIENTS, sizeof(*d)), late;
    pthread_t threads[CLIENTS];
    struct chat *chat;

    (void)state;
    open_desk(&late);
    chat = late.serve.chat;
    fake.most = 0;
    atomic_store(&fake.held, true);
    for (int i = 0; i < CLIENTS; i++) {
        d[i].options = late.options;
        d[i].serve = late.serve;
        d[i].is_gone = i % 2 ? always : NULL;
        assert_int_equal(pthread_create(&threads[i], NULL, come, &d[i]), 0);
    }
    while (!has_metric(chat, "assay_chat_answers 120\n"))
        moment();
    visit(&late, &chat_routes[0], HI ", \"n\": 16}");
    assert_int_equal(late.reply.status, 429);
    assert_string_equal(late.reply.fields[0].name, "Retry-After");
    while (has_metric(chat, "assay_chat_answers 120\n")) /* the first left */
        moment();
    chat_stop(chat);
    for (int i = 0; i < CLIENTS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(d[i].reply.status, 503);
        arena_clear(&d[i].arena);
    }
    assert_int_equal(fake.most, AT_ONCE);
    atomic_store(&fake.held, false);
    while (is_at_work())
        moment();
    visit(&late, &chat_routes[0], HI "}");
    assert_int_equal(late.reply.status, 503);
    assert_true(
        has_metric(chat, "assay_chat_requests_total{status=\"503\"} 13\n"));
    assert_true(has_metric(chat, "assay_chat_answers 0\n"));
    close_desk(&late);
    free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),      cmocka_unit_test(bodies),
        cmocka_unit_test(options),    cmocka_unit_test(replies),
        cmocka_unit_test(questions),  cmocka_unit_test(stopped),
        cmocka_unit_test(chat_forms), cmocka_unit_test(chat_options),
        cmocka_unit_test(chat_full),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
