/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A whole answer as events: the texts of its message in pieces of a few
 * characters, then the reason to finish, then the counts. What spoils it is
 * done to the bytes.
 */

#include "server_stream.h"

#include <string.h>

#define PIECE 7 /* bytes of a piece of text, more or less */

/* `mixed` is another kind for each body; every second try is not spoiled. */
static const char *kind_of(const struct ask *q)
{
    static const char *const kinds[] = { "",         "cut",      "cut-json",
                                         "crlf",     "garbled",  "cut-letter",
                                         "error",    "no-done",  "two-done",
                                         "no-usage", "comments", "plain" };
    double tries = scenario_number(q->scenario, "for", 1e12);
    const char *kind = scenario_text(q->scenario, "sse", "");

    if (!str_eq(kind, "mixed"))
        return (double)q->try_no < tries ? kind : "";
    return q->try_no % 2 ? ""
                         : kinds[q->hash.low % (sizeof kinds / sizeof *kinds)];
}

static const char *line_end(const struct ask *q)
{
    return str_eq(kind_of(q), "crlf") ? "\r\n" : "\n";
}

static void add_event(const struct ask *q, struct str *out, const char *name,
                      const struct json *v)
{
    if (name)
        str_addf(out, "event: %s%s", name, line_end(q));
    str_add(out, "data: ");
    json_write(out, v);
    str_addf(out, "%s%s", line_end(q), line_end(q));
    if (str_eq(kind_of(q), "comments"))
        str_add(out, ": OPENROUTER PROCESSING\n\n");
}

/* The next piece of a text: whole characters. */
static const char *next_piece(const struct ask *q, const char **at)
{
    size_t n = strlen(*at), end = n < PIECE ? n : PIECE;
    const char *piece;

    while (end < n && ((*at)[end] & 0xC0) == 0x80)
        end++;
    piece = arena_strndup(q->arena, *at, end);
    *at += end;
    return piece;
}

/* A copy with another value of a member. */
static struct json *changed(const struct ask *q, const struct json *v,
                            const char *name, struct json *value)
{
    struct json *out = json_new(q->arena, JSON_OBJECT);

    for (const struct json *m = v->first; m; m = m->next)
        json_set(q->arena, out, m->name,
                 str_eq(m->name, name) ? value : json_copy(q->arena, m));
    return out;
}

/* ---- OpenAI's form ---- */

static struct json *chunk_of(const struct ask *q, const struct json *v)
{
    struct json *chunk = json_new(q->arena, JSON_OBJECT);

    for (const struct json *m = v->first; m; m = m->next)
        if (!str_eq(m->name, "choices") && !str_eq(m->name, "usage"))
            json_set(q->arena, chunk, m->name,
                     str_eq(m->name, "object")
                         ? json_new_string(q->arena, "chat.completion.chunk")
                         : json_copy(q->arena, m));
    return chunk;
}

static void add_delta(const struct ask *q, struct str *out,
                      const struct json *v, const struct json *choice,
                      const char *name, struct json *value)
{
    struct arena *a = q->arena;
    struct json *chunk = chunk_of(q, v), *list = json_new(a, JSON_ARRAY);
    struct json *one = json_new(a, JSON_OBJECT),
                *delta = json_new(a, JSON_OBJECT);
    const struct json *finish = json_get(choice, "finish_reason");

    json_set(a, one, "index", json_copy(a, json_get(choice, "index")));
    if (name)
        json_set(a, delta, name, value);
    json_set(a, one, "delta", delta);
    json_set(a, one, "finish_reason",
             name || !finish ? json_new(a, JSON_NULL) : json_copy(a, finish));
    json_push(list, one);
    json_set(a, chunk, "choices", list);
    json_set(a, chunk, "usage", json_new(a, JSON_NULL));
    add_event(q, out, NULL, chunk);
}

static void add_choice(const struct ask *q, struct str *out,
                       const struct json *v, const struct json *choice)
{
    const struct json *message = json_get(choice, "message");

    for (const struct json *m = message->first; m; m = m->next) {
        const char *text = json_string(m);

        if (!text || str_eq(m->name, "role"))
            add_delta(q, out, v, choice, m->name, json_copy(q->arena, m));
        while (text && *text && !str_eq(m->name, "role"))
            add_delta(q, out, v, choice, m->name,
                      json_new_string(q->arena, next_piece(q, &text)));
    }
    if (!str_eq(kind_of(q), "no-finish"))
        add_delta(q, out, v, choice, NULL, NULL);
}

static void write_chunks(const struct ask *q, const struct json *v,
                         struct str *out)
{
    const struct json *choices = json_get(v, "choices");
    const struct json *usage = json_get(v, "usage");
    const struct json *asked =
        json_get(json_get(q->body, "stream_options"), "include_usage");
    struct json *chunk = chunk_of(q, v);

    for (const struct json *c = choices->first; c; c = c->next)
        add_choice(q, out, v, c);
    json_set(q->arena, chunk, "choices", json_new(q->arena, JSON_ARRAY));
    if (usage && asked && asked->truth && !str_eq(kind_of(q), "no-usage")) {
        json_set(q->arena, chunk, "usage", json_copy(q->arena, usage));
        add_event(q, out, NULL, chunk);
    }
    if (!str_eq(kind_of(q), "no-done") && !str_eq(kind_of(q), "no-finish"))
        str_add(out, "data: [DONE]\n\n");
    if (str_eq(kind_of(q), "two-done"))
        str_add(out, "data: [DONE]\n\ndata: {\"choices\":[{\"index\":0,"
                     "\"delta\":{\"content\":\"more\"}}]}\n\n");
}

/* ---- Anthropic's form ---- */

static void add_typed(const struct ask *q, struct str *out, const char *type,
                      const char *name, struct json *value)
{
    struct json *v = json_new(q->arena, JSON_OBJECT);

    json_set(q->arena, v, "type", json_new_string(q->arena, type));
    if (name)
        json_set(q->arena, v, name, value);
    add_event(q, out, type, v);
}

static void add_block(const struct ask *q, struct str *out,
                      const struct json *block)
{
    struct arena *a = q->arena;
    const char *type = json_string(json_get(block, "type"));
    bool plain = type && str_eq(type, "text");
    const char *name = plain ? "text" : "thinking";
    const char *text = json_string(json_get(block, name));
    struct json *start = changed(q, block, name, json_new_string(a, ""));

    add_typed(q, out, "content_block_start", "content_block", start);
    while (text && *text) {
        struct json *delta = json_new(a, JSON_OBJECT);

        json_set(a, delta, "type",
                 json_new_string(a, plain ? "text_delta" : "thinking_delta"));
        json_set(a, delta, name, json_new_string(a, next_piece(q, &text)));
        add_typed(q, out, "content_block_delta", "delta", delta);
    }
    add_typed(q, out, "content_block_stop", NULL, NULL);
}

static void write_message(const struct ask *q, const struct json *v,
                          struct str *out)
{
    struct arena *a = q->arena;
    struct json *message, *end, *delta;
    const struct json *content = json_get(v, "content");
    const struct json *usage = json_get(v, "usage");

    message = changed(q, v, "content", json_new(a, JSON_ARRAY));
    message = changed(q, message, "stop_reason", json_new(a, JSON_NULL));
    add_typed(q, out, "message_start", "message", message);
    add_typed(q, out, "ping", NULL, NULL);
    for (const struct json *b = content->first; b; b = b->next)
        add_block(q, out, b);
    end = json_new(a, JSON_OBJECT);
    delta = json_new(a, JSON_OBJECT);
    json_set(a, end, "type", json_new_string(a, "message_delta"));
    if (!str_eq(kind_of(q), "no-finish"))
        json_set(a, delta, "stop_reason",
                 json_copy(a, json_get(v, "stop_reason")));
    json_set(a, end, "delta", delta);
    if (usage && !str_eq(kind_of(q), "no-usage"))
        json_set(a, end, "usage", json_copy(a, usage));
    add_event(q, out, "message_delta", end);
    if (!str_eq(kind_of(q), "no-done") && !str_eq(kind_of(q), "no-finish"))
        add_typed(q, out, "message_stop", NULL, NULL);
}

/* ---- what spoils it ---- */

/* Cut behind the second piece of text, and so many bytes into the next one. */
static void cut(const struct ask *q, struct str *out, size_t into)
{
    const char *mark = q->messages ? "text_delta" : "\"delta\": {\"content\"";
    const char *at = str_get(out);
    size_t n;

    for (int i = 0; i < 2 && at; i++)
        at = strstr(i ? at + 1 : at, mark);
    at = at ? strstr(at, "\n\n") : NULL;
    n = at ? (size_t)(at - out->s) + 2 + into : out->n / 2;
    out->n = n < out->n ? n : out->n;
}

static void spoil(const struct ask *q, struct reply *r)
{
    const char *kind = kind_of(q);
    struct str *out = &r->body;

    if (str_eq(kind, "cut") || str_eq(kind, "hang")) {
        cut(q, out, 0);
    } else if (str_eq(kind, "cut-json")) {
        cut(q, out, 30);
    } else if (str_eq(kind, "cut-letter")) {
        cut(q, out, 0);
        str_add(out, "data: {\"choices\":[{\"index\":0,\"delta\":"
                     "{\"content\":\"\xf0\x9f");
    } else if (str_eq(kind, "garbled")) {
        cut(q, out, 0);
        str_add(out, "data: {\"choi\n\ndata: [DONE]\n\n");
    } else if (str_eq(kind, "error")) {
        cut(q, out, 0);
        str_add(out, q->messages
                         ? "event: error\ndata: {\"type\":\"error\",\"error\":"
                           "{\"type\":\"overloaded_error\",\"message\":"
                           "\"Overloaded\"}}\n\n"
                         : "data: {\"error\":{\"code\":429,\"message\":"
                           "\"Slow down.\"}}\n\n");
    } else if (str_eq(kind, "pings")) {
        str_reset(out);
        for (int i = 0; i < 10000; i++)
            str_add(out, ": ping\n\n");
    } else {
        return;
    }
    r->good = false;
    r->end = str_eq(kind, "hang") ? AFTER_HANG : AFTER_CLOSE;
}

static bool is_asked(const struct ask *q)
{
    const struct json *v = json_get(q->body, "stream");

    return v && v->type == JSON_BOOL && v->truth;
}

/* With OpenAI's code, or in words of another server, which has none. */
static void refuse(const struct ask *q, struct reply *r)
{
    const char *words = scenario_text(q->scenario, "words", NULL);

    r->status = 400;
    r->good = false;
    str_reset(&r->body);
    str_add(&r->body, "{\"error\":{\"message\":\"");
    for (const char *p = words ? words : "Unknown+field:+stream_options"; *p;
         p++)
        str_addc(&r->body, *p == '+' ? ' ' : *p);
    str_addf(&r->body,
             "\",\"type\":\"invalid_request_error\","
             "\"param\":\"stream_options\",\"code\":%s}}",
             words ? "null" : "\"unknown_parameter\"");
}

void stream_play(const struct ask *q, struct reply *r)
{
    struct str out = str_in(q->arena);
    const char *kind = kind_of(q);
    double pace = scenario_number(q->scenario, "pace", 0);
    struct json *v;
    struct err e;

    if (!is_asked(q) || r->status != 200 || str_eq(kind, "plain"))
        return;
    if (str_eq(kind, "refuse")) {
        refuse(q, r);
        return;
    }
    if (!json_read(q->arena, str_get(&r->body), r->body.n, 1, &v, &e) ||
        json_get(v, "error"))
        return;
    if (json_get(v, "choices") && !q->messages)
        write_chunks(q, v, &out);
    else if (json_get(v, "content"))
        write_message(q, v, &out);
    else
        return;
    str_reset(&r->body);
    str_addn(&r->body, out.s, out.n);
    r->type = "text/event-stream";
    if (r->wire == WIRE_PLAIN)
        r->wire = WIRE_STREAM;
    spoil(q, r);
    r->drip_ns = (uint64_t)(pace * 1e6);
}
