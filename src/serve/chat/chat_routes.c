/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Models of the process in the form that OpenAI's clients speak: GET /v1/models
 * and POST /v1/chat/completions. Errors are in that form, too. A stream is sent
 * when its text is made, as chunks of one choice each.
 */
#include "base/alloc.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/thread.h"
#include "serve/chat/chat.h"
#include "serve/route.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define BODY_MOST ((size_t)1 << 20) /* bytes of a request */

/* One answer, on a thread of its own unless it is the first or there are too
 * many. */
struct choice {
    struct arena arena;
    struct completion *of;
    struct request request;
    struct reply reply;
    bool made;  /* else the server stops, or the client is gone */
    bool apart; /* on this thread: */
    pthread_t thread;
};

/* A request on its way. */
struct completion {
    struct visit *visit;
    struct chat *chat;
    const struct model *model;
    struct chat_ask ask;
    struct choice *choices;
    const char *id;
    int64_t created;            /* seconds since 1970 */
    int64_t prompt, completion; /* tokens */
};

/* ---- errors ---- */

static bool chat_routes_refuse(struct visit *v, int status, const char *param,
                               const char *code, const char *what)
{
    struct str out = str_in(v->arena);

    str_add(&out, "{\"error\": {\"message\": ");
    json_write_string(&out, what);
    str_add(&out, status == 429  ? ", \"type\": \"rate_limit_error\""
                  : status < 500 ? ", \"type\": \"invalid_request_error\""
                                 : ", \"type\": \"server_error\"");
    str_add(&out, ", \"param\": ");
    json_write_text(&out, param);
    str_add(&out, ", \"code\": ");
    json_write_text(&out, code);
    str_add(&out, "}}\n");
    reply_json(v->reply, status, &out);
    if (status == 429 || status == 503)
        reply_field(v->reply, "Retry-After", "1");
    return true;
}

static bool chat_routes_refuse_entry(struct visit *v, enum chat_let how)
{
    return how == CHAT_FULL
               ? chat_routes_refuse(
                     v, 429, NULL, "rate_limit_exceeded",
                     "too many answers are in progress; try again later")
               : chat_routes_refuse(v, 503, NULL, NULL,
                                    "the server is shutting down");
}

/* ---- answering ---- */

static void *make_choice(void *choice)
{
    struct choice *k = choice;
    struct completion *c = k->of;

    k->made = chat_answer(&k->arena, c->chat, c->model, &k->request,
                          c->visit->request, &k->reply);
    return NULL;
}

/* The seed of a request that gives none: another one each time. */
static const char *any_seed(struct arena *a, const char *id)
{
    return arena_printf(a, "%" PRIu64, hash_bytes(id, strlen(id)).low >> 2);
}

/* All choices at once, so that the model works on them together. */
static void make_choices(struct completion *c)
{
    if (!c->ask.decoding.seed)
        c->ask.decoding.seed = any_seed(c->visit->arena, c->id);
    for (size_t i = 0; i < c->ask.n; i++) {
        struct choice *k = &c->choices[i];

        k->of = c;
        k->request = (struct request){ .messages = c->ask.messages,
                                       .n_messages = c->ask.n_messages,
                                       .decoding = &c->ask.decoding,
                                       .attempt = i + 1 };
        k->apart = i && thread_start(&k->thread, make_choice, k) == 0;
    }
    for (size_t i = 0; i < c->ask.n; i++)
        if (!c->choices[i].apart)
            make_choice(&c->choices[i]);
    for (size_t i = 1; i < c->ask.n; i++)
        if (c->choices[i].apart)
            pthread_join(c->choices[i].thread, NULL);
}

/* ---- replies ---- */

static void chat_routes_write_head(struct str *out, const struct completion *c,
                                   const char *object)
{
    str_addf(out,
             "{\"id\": \"%s\", \"object\": \"%s\", \"created\": %" PRId64
             ", \"model\": ",
             c->id, object, c->created);
    json_write_string(out, c->model->name);
    str_add(out, ", \"system_fingerprint\": ");
    json_write_text(out, c->choices[0].reply.fingerprint);
}

static void write_usage(struct str *out, const struct completion *c)
{
    str_addf(out,
             ", \"usage\": {\"prompt_tokens\": %" PRId64
             ", \"completion_tokens\": %" PRId64 ", \"total_tokens\": %" PRId64
             "}",
             c->prompt, c->completion, c->prompt + c->completion);
}

static void write_whole(struct str *out, const struct completion *c)
{
    chat_routes_write_head(out, c, "chat.completion");
    str_add(out, ", \"choices\": [");
    for (size_t i = 0; i < c->ask.n; i++) {
        const struct reply *r = &c->choices[i].reply;

        str_addf(out,
                 "%s{\"index\": %zu, \"message\": {\"role\": \"assistant\", "
                 "\"content\": ",
                 i ? ", " : "", i);
        json_write_string(out, r->text);
        str_addf(out,
                 ", \"refusal\": null}, \"logprobs\": null, "
                 "\"finish_reason\": \"%s\"}",
                 r->finish);
    }
    str_addc(out, ']');
    write_usage(out, c);
    str_add(out, "}\n");
}

/* A chunk of one choice: its role and text, or its end (text NULL). */
static void write_chunk(struct str *out, const struct completion *c, size_t i,
                        const char *text)
{
    str_add(out, "data: ");
    chat_routes_write_head(out, c, "chat.completion.chunk");
    str_addf(out, ", \"choices\": [{\"index\": %zu, \"delta\": {", i);
    if (text) {
        str_add(out, "\"role\": \"assistant\", \"content\": ");
        json_write_string(out, text);
        str_add(out, "}, \"logprobs\": null, \"finish_reason\": null");
    } else {
        str_addf(out, "}, \"logprobs\": null, \"finish_reason\": \"%s\"",
                 c->choices[i].reply.finish);
    }
    str_add(out, c->ask.stream_usage ? "}], \"usage\": null}\n\n" : "}]}\n\n");
}

static void write_stream(struct str *out, const struct completion *c)
{
    for (size_t i = 0; i < c->ask.n; i++) {
        write_chunk(out, c, i, c->choices[i].reply.text);
        write_chunk(out, c, i, NULL);
    }
    if (c->ask.stream_usage) {
        str_add(out, "data: ");
        chat_routes_write_head(out, c, "chat.completion.chunk");
        str_add(out, ", \"choices\": []");
        write_usage(out, c);
        str_add(out, "}\n\n");
    }
    str_add(out, "data: [DONE]\n\n");
}

/* The messages are the same for all choices, and so is what is wrong with
 * them. */
static bool chat_routes_reply(struct completion *c)
{
    struct visit *v = c->visit;
    struct str out = str_in(v->arena);

    for (size_t i = 0; i < c->ask.n; i++)
        if (!c->choices[i].made)
            return chat_routes_refuse_entry(v, CHAT_STOPPING);
    if (c->choices[0].reply.outcome == OUTCOME_OVERFLOW)
        return chat_routes_refuse(v, 400, "messages", "context_length_exceeded",
                                  c->choices[0].reply.why);
    c->prompt = c->choices[0].reply.usage.prompt;
    for (size_t i = 0; i < c->ask.n; i++)
        c->completion += c->choices[i].reply.usage.completion;
    if (c->ask.stream)
        write_stream(&out, c);
    else
        write_whole(&out, c);
    reply_json(v->reply, 200, &out);
    if (c->ask.stream)
        v->reply->type = "text/event-stream";
    return true;
}

static const char *new_id(struct arena *a, const void *request)
{
    struct clock clock = clock_real();
    char hex[HASH_HEX_SIZE];
    struct hasher h;

    hasher_open(&h);
    hasher_u64(&h, (uint64_t)clock_day_ms());
    hasher_u64(&h, clock_now(&clock));
    hasher_u64(&h, (uint64_t)(uintptr_t)request); /* of those under way */
    return arena_printf(a, "chatcmpl-%s", hash_hex(hasher_close(&h), hex));
}

static bool chat_routes_answer(struct completion *c)
{
    struct visit *v = c->visit;
    enum chat_let how = chat_enter(c->chat, c->ask.n);

    if (how != CHAT_IN)
        return chat_routes_refuse_entry(v, how);
    c->id = new_id(v->arena, v->request);
    c->created = clock_day_ms() / 1000;
    c->choices = alloc_new(c->ask.n, sizeof(*c->choices));
    make_choices(c);
    chat_leave(c->chat, c->ask.n);
    chat_routes_reply(c);
    for (size_t i = 0; i < c->ask.n; i++)
        arena_clear(&c->choices[i].arena);
    free(c->choices);
    return true;
}

static bool read_and_answer(struct completion *c)
{
    struct visit *v = c->visit;
    const char *packed = http_header(v->request, "content-encoding"), *param;
    struct err e;

    if (packed && !str_eq(packed, "identity"))
        return chat_routes_refuse(v, 415, NULL, NULL,
                                  "send the body without Content-Encoding");
    if (!chat_read(v->arena, v->request->body, v->request->body_n, &c->ask,
                   &param, &e))
        return chat_routes_refuse(v, 400, param, NULL, e.msg);
    c->model = chat_find(c->chat, c->ask.model, &e);
    if (!c->model)
        return e.code == ERR_SPENT
                   ? chat_routes_refuse(v, 404, "model", "model_not_found",
                                        e.msg)
                   : chat_routes_refuse(v, 500, "model", NULL, e.msg);
    return chat_routes_answer(c);
}

static bool handle_completions(struct visit *v, struct err *e)
{
    struct completion c = { .visit = v, .chat = v->serve->chat };

    (void)e;
    read_and_answer(&c);
    chat_count(c.chat, v->reply->status, c.prompt, c.completion);
    return true;
}

/* ---- which models there are ---- */

static void write_model(struct str *out, const struct visit *v,
                        const char *name)
{
    str_add(out, "{\"id\": ");
    json_write_string(out, name);
    str_addf(out,
             ", \"object\": \"model\", \"created\": %" PRId64
             ", \"owned_by\": \"assay\"}",
             v->serve->started_ms / 1000);
}

static bool handle_models(struct visit *v, struct err *e)
{
    struct str out = str_in(v->arena);
    const char *name;

    (void)e;
    str_add(&out, "{\"object\": \"list\", \"data\": [");
    for (size_t i = 0; (name = chat_name(v->serve->chat, i)); i++) {
        str_add(&out, i ? ", " : "");
        write_model(&out, v, name);
    }
    str_add(&out, "]}\n");
    reply_json(v->reply, 200, &out);
    return true;
}

static bool handle_model(struct visit *v, struct err *e)
{
    struct str out = str_in(v->arena);
    const char *name;

    (void)e;
    for (size_t i = 0; (name = chat_name(v->serve->chat, i)); i++)
        if (str_eq(name, v->args[0])) {
            write_model(&out, v, name);
            str_addc(&out, '\n');
            reply_json(v->reply, 200, &out);
            return true;
        }
    return chat_routes_refuse(v, 404, "model", "model_not_found",
                              "this server has no such model");
}

const struct route chat_routes[] = {
    { HTTP_POST, "/v1/chat/completions", MAY_MACHINE, PACE_GRADE, BODY_MOST,
      true, handle_completions },
    { HTTP_GET, "/v1/models", MAY_MACHINE, PACE_PAGE, 0, true, handle_models },
    { HTTP_GET, "/v1/models/:id", MAY_MACHINE, PACE_PAGE, 0, true,
      handle_model },
    { 0 },
};
