/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Three steps: bytes become lines, lines become events, and an event, which is
 * JSON, is added to what came before. Text is gathered as the readers of plain
 * answers gather it (reply.h). Other members are kept as JSON in slots, where
 * the last one counts: servers repeat them in every event, and counts of tokens
 * grow.
 */
#include "model/stream.h"
#include "base/alloc.h"
#include "base/arena.h"
#include "base/ascii.h"
#include "base/json.h"
#include "base/limits.h"
#include "model/fault.h"
#include "model/reply.h"
#include "model/response.h"

#include <stdlib.h>
#include <string.h>

#define SLOT_MOST  ((size_t)1 << 14) /* bytes of a member that is kept */
#define ERROR_MOST ((size_t)1 << 16) /* bytes of an error that is kept */

enum slot {
    /* of a chunk */
    SLOT_CHUNK,
    SLOT_CHOICE = SLOT_CHUNK + 8,
    SLOT_FINISH = SLOT_CHOICE,
    SLOT_MESSAGE = SLOT_CHOICE + 5,
    SLOT_DELTA = SLOT_MESSAGE + 2,
    SLOT_USAGE = SLOT_DELTA + 2,
    SLOTS = SLOT_USAGE + 5
};

static const char *const slot_names[SLOTS] = {
    /* of a chunk */
    "id",
    "created",
    "model",
    "system_fingerprint",
    "service_tier",
    "provider",
    "usage",
    "timings",
    /* of its choice */
    "finish_reason",
    "native_finish_reason",
    "stop_reason",
    "matched_stop",
    "error",
    /* of message_start */
    "id",
    "model",
    /* of message_delta */
    "stop_reason",
    "stop_sequence",
    /* of the usage of both */
    "input_tokens",
    "output_tokens",
    "cache_creation_input_tokens",
    "cache_read_input_tokens",
    "output_tokens_details",
};

/* As in openai.c: the first that has any counts. */
static const char *const reasoning_names[] = { "reasoning_content", "reasoning",
                                               "reasoning_details" };

struct stream {
    size_t most;
    struct arena scratch; /* of one event */

    /* what of the bytes is not read yet */
    struct str line; /* a line that has not ended */
    struct str data; /* of the event */
    bool begun;      /* a line has ended */
    bool cr;         /* the last byte was one: a \n belongs to it */
    bool has_data;
    bool is_error; /* the event's name says so */

    /* what was read */
    struct reply_parts parts; /* not in an arena */
    struct str reasoning[3];  /* by reasoning_names */
    struct str arguments;     /* of tools */
    struct str slots[SLOTS];  /* JSON; empty: absent */
    struct str error;         /* likewise */
    uint64_t pieces;
    bool messages; /* Anthropic's form */
    bool others;   /* a choice that is not the first */
    bool over, garbled;

    struct str answer;
};

/* ---- life ---- */

int stream_begins(const char *bytes, size_t n)
{
    static const char *const fields[] = { "data:", "event:", "id:", "retry:",
                                          ":" /* a comment */ };
    size_t i = 0;

    if (n && memcmp(bytes, "\xef\xbb\xbf", n < 3 ? n : 3) == 0)
        i = n < 3 ? n : 3;
    while (i < n && is_space(bytes[i]))
        i++;
    if (i == n)
        return -1;
    for (size_t k = 0; k < sizeof(fields) / sizeof(*fields); k++) {
        size_t most = strlen(fields[k]), have = n - i < most ? n - i : most;

        if (memcmp(bytes + i, fields[k], have) == 0)
            return have == most ? 1 : -1;
    }
    return 0;
}

struct stream *stream_new(size_t most)
{
    struct stream *s = alloc_new(1, sizeof(*s));

    s->most = most;
    return s;
}

void stream_free(struct stream *s)
{
    if (!s)
        return;
    arena_clear(&s->scratch);
    str_clear(&s->line);
    str_clear(&s->data);
    str_clear(&s->parts.text);
    str_clear(&s->parts.reasoning);
    str_clear(&s->parts.refusal);
    for (size_t i = 0; i < 3; i++)
        str_clear(&s->reasoning[i]);
    str_clear(&s->arguments);
    for (size_t i = 0; i < SLOTS; i++)
        str_clear(&s->slots[i]);
    str_clear(&s->error);
    str_clear(&s->answer);
    free(s);
}

/* ---- what is kept ---- */

/* Bytes of text. */
static size_t held(const struct stream *s)
{
    size_t n = s->parts.text.n + s->parts.reasoning.n + s->parts.refusal.n +
               s->arguments.n;

    for (size_t i = 0; i < 3; i++)
        n += s->reasoning[i].n;
    return n;
}

static bool stream_is_null(const struct json *v)
{
    return !v || v->type == JSON_NULL;
}

static void stream_fill_slots(struct stream *s, const struct json *v,
                              size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        const struct json *m = json_get(v, slot_names[i]);

        if (stream_is_null(m))
            continue;
        str_reset(&s->slots[i]);
        json_write(&s->slots[i], m);
        if (s->slots[i].n > SLOT_MOST)
            str_clear(&s->slots[i]);
    }
}

static void add_tools(struct stream *s, const struct json *calls)
{
    if (!calls || calls->type != JSON_ARRAY)
        return;
    for (const struct json *c = calls->first; c; c = c->next) {
        const char *text =
            json_string(json_get(json_get(c, "function"), "arguments"));

        s->parts.tool = true;
        str_add(&s->arguments, text ? text : "");
    }
}

/* ---- OpenAI's events ---- */

static void add_delta(struct stream *s, const struct json *delta)
{
    const struct json *call = json_get(delta, "function_call");

    reply_parts_add_content(&s->parts, json_get(delta, "content"));
    for (size_t i = 0; i < 3; i++)
        reply_parts_add_text(&s->reasoning[i],
                             json_get(delta, reasoning_names[i]));
    reply_parts_add_text(&s->parts.refusal, json_get(delta, "refusal"));
    add_tools(s, json_get(delta, "tool_calls"));
    s->parts.tool = s->parts.tool || (call && call->type == JSON_OBJECT);
}

/* The older form has a text and no delta; some send all of the message at the
 * end, which counts if nothing came before. */
static void stream_add_choice(struct stream *s, const struct json *choice)
{
    const struct json *delta = json_get(choice, "delta");
    const struct json *message = json_get(choice, "message");
    int64_t index;

    if (json_int64(json_get(choice, "index"), &index) && index != 0) {
        s->others = true;
        return;
    }
    if (!stream_is_null(delta))
        add_delta(s, delta);
    else if (!stream_is_null(message) && held(s) == 0)
        add_delta(s, message);
    else
        reply_parts_add_text(&s->parts.text, json_get(choice, "text"));
    stream_fill_slots(s, choice, SLOT_CHOICE, SLOT_MESSAGE);
}

static void add_chunk(struct stream *s, const struct json *v)
{
    const struct json *choices = json_get(v, "choices");

    stream_fill_slots(s, v, SLOT_CHUNK, SLOT_CHOICE);
    if (choices && choices->type == JSON_ARRAY)
        for (const struct json *c = choices->first; c; c = c->next)
            stream_add_choice(s, c);
}

/* ---- Anthropic's events ---- */

static void stream_add_block(struct stream *s, const struct json *block)
{
    const char *type = json_string(json_get(block, "type"));

    if (!type)
        return;
    if (str_eq(type, "text_delta"))
        reply_parts_add_text(&s->parts.text, json_get(block, "text"));
    else if (str_eq(type, "thinking_delta"))
        reply_parts_add_text(&s->parts.reasoning, json_get(block, "thinking"));
    else if (str_eq(type, "input_json_delta"))
        reply_parts_add_text(&s->arguments, json_get(block, "partial_json"));
    else if (!str_ends(type, "_delta")) /* the beginning of a block */
        reply_parts_add_content(&s->parts, block);
}

static void stream_add_message(struct stream *s, const char *type,
                               const struct json *v)
{
    s->messages = true;
    if (str_eq(type, "message_start")) {
        const struct json *message = json_get(v, "message");

        stream_fill_slots(s, message, SLOT_MESSAGE, SLOT_DELTA);
        stream_fill_slots(s, message, SLOT_DELTA, SLOT_USAGE);
        stream_fill_slots(s, json_get(message, "usage"), SLOT_USAGE, SLOTS);
    } else if (str_eq(type, "content_block_start")) {
        stream_add_block(s, json_get(v, "content_block"));
    } else if (str_eq(type, "content_block_delta")) {
        stream_add_block(s, json_get(v, "delta"));
    } else if (str_eq(type, "message_delta")) {
        stream_fill_slots(s, json_get(v, "delta"), SLOT_DELTA, SLOT_USAGE);
        stream_fill_slots(s, json_get(v, "usage"), SLOT_USAGE, SLOTS);
    } else if (str_eq(type, "message_stop")) {
        s->over = true;
    }
}

/* ---- events ---- */

static bool is_finished(const struct stream *s)
{
    return s->slots[SLOT_FINISH].n || s->slots[SLOT_DELTA].n;
}

static void set_error(struct stream *s, const struct json *v)
{
    s->over = true;
    if (is_finished(s) || s->garbled)
        return;
    json_write(&s->error, v);
    if (s->error.n > ERROR_MOST) {
        str_reset(&s->error);
        str_add(&s->error, "{\"error\":{\"message\":\"an error too long to be "
                           "shown\"}}");
    }
}

/* An "error" whose data is plain words, or a value that is no object. */
static void set_words(struct stream *s)
{
    struct json *v = json_new(&s->scratch, JSON_OBJECT);

    json_set(&s->scratch, v, "error",
             json_new_string(
                 &s->scratch,
                 arena_strndup(&s->scratch, str_get(&s->data), s->data.n)));
    set_error(s, v);
}

static void stream_add_value(struct stream *s, const struct json *v)
{
    const char *type = json_string(json_get(v, "type"));
    size_t before = held(s);

    if (s->is_error && v->type != JSON_OBJECT)
        set_words(s);
    else if (fault_is_error(v) || s->is_error)
        set_error(s, v);
    else if (type && !json_get(v, "choices"))
        stream_add_message(s, type, v);
    else
        add_chunk(s, v);
    s->pieces += held(s) > before;
}

static bool stream_is_last(const struct str *data)
{
    return str_eq(str_get(data), "[DONE]");
}

/* An event is all there; `cut`: perhaps not, as nothing follows. */
static void end_event(struct stream *s, bool cut)
{
    bool has_data = s->has_data && !s->over;
    struct json *v;
    struct err e;

    if (has_data && stream_is_last(&s->data)) {
        s->over = true;
    } else if (has_data && !str_blank(str_get(&s->data))) {
        v = response_json(&s->scratch, s->data.s, s->data.n, &e);
        if (v)
            stream_add_value(s, v);
        else if (s->is_error)
            set_words(s);
        else
            s->garbled = s->garbled || !cut;
        arena_reset(&s->scratch);
    }
    str_reset(&s->data);
    s->has_data = s->is_error = false;
}

/* ---- lines ---- */

static bool is_field(const struct str *line, const char *name, const char **at)
{
    size_t n = strlen(name);

    if (line->n < n || memcmp(line->s, name, n) != 0 ||
        (line->n > n && line->s[n] != ':'))
        return false;
    n += line->n > n;
    n += line->n > n && line->s[n] == ' ';
    *at = line->s + n;
    return true;
}

static void stream_end_line(struct stream *s)
{
    const char *at;

    if (!s->begun && s->line.n >= 3 &&
        memcmp(s->line.s, "\xef\xbb\xbf", 3) == 0) {
        memmove(s->line.s, s->line.s + 3, s->line.n - 3);
        s->line.n -= 3;
    }
    s->begun = true;
    if (s->line.n == 0) {
        end_event(s, false);
    } else if (is_field(&s->line, "data", &at)) {
        if (s->has_data)
            str_addc(&s->data, '\n');
        s->has_data = true;
        str_addn(&s->data, at, (size_t)(s->line.s + s->line.n - at));
    } else if (is_field(&s->line, "event", &at)) {
        s->is_error = (size_t)(s->line.s + s->line.n - at) == 5 &&
                      memcmp(at, "error", 5) == 0;
    }
    str_reset(&s->line);
}

static bool stream_has_room(const struct stream *s)
{
    return s->line.n + s->data.n <= s->most && held(s) <= s->most;
}

bool stream_add(struct stream *s, const char *bytes, size_t n)
{
    for (size_t i = 0, end; i < n && !s->over; i = end + 1) {
        if (s->cr && bytes[i] == '\n')
            i++;
        s->cr = false;
        for (end = i; end < n && bytes[end] != '\n' && bytes[end] != '\r';)
            end++;
        str_addn(&s->line, bytes + i, end - i);
        if (!stream_has_room(s))
            return false;
        if (end >= n)
            break;
        s->cr = bytes[end] == '\r';
        stream_end_line(s);
    }
    return stream_has_room(s);
}

void stream_end(struct stream *s)
{
    if (s->line.n)
        stream_end_line(s);
    end_event(s, true);
}

/* ---- what came ---- */

uint64_t stream_pieces(const struct stream *s)
{
    return s->pieces;
}

bool stream_is_over(const struct stream *s)
{
    return s->over;
}

bool stream_is_whole(const struct stream *s)
{
    return s->error.n || (!s->garbled && (s->over || is_finished(s)));
}

static void write_slots(struct stream *s, size_t from, size_t to)
{
    struct str *out = &s->answer;

    for (size_t i = from; i < to; i++) {
        if (!s->slots[i].n)
            continue;
        if (out->n && out->s[out->n - 1] != '{')
            str_addc(out, ',');
        json_write_string(out, slot_names[i]);
        str_addc(out, ':');
        str_addn(out, s->slots[i].s, s->slots[i].n);
    }
}

/* ,"NAME":"TEXT", or nothing without a text. */
static void stream_write_text(struct str *out, const char *name,
                              struct str *text)
{
    if (!text->n)
        return;
    str_addf(out, ",\"%s\":", name);
    json_write_string(out, text->s);
}

static void stream_write_part(struct str *out, const char *type,
                              const char *name, struct str *text)
{
    if (!text->n)
        return;
    if (out->s[out->n - 1] != '[')
        str_addc(out, ',');
    str_addf(out, "{\"type\":\"%s\"", type);
    stream_write_text(out, name, text);
    str_addc(out, '}');
}

static void stream_write_parts(struct stream *s)
{
    struct str *out = &s->answer;

    str_addc(out, '[');
    stream_write_part(out, "thinking", "thinking", &s->parts.reasoning);
    stream_write_part(out, "text", "text", &s->parts.text);
    if (s->messages) {
        stream_write_part(out, "refusal", "refusal", &s->parts.refusal);
        if (s->parts.tool) {
            str_add(out, out->s[out->n - 1] == '[' ? "" : ",");
            str_add(out, "{\"type\":\"tool_use\"");
            stream_write_text(out, "input_json", &s->arguments);
            str_addc(out, '}');
        }
    }
    str_addc(out, ']');
}

static void write_choice(struct stream *s)
{
    struct str *out = &s->answer;

    str_add(out, "{\"index\":0,\"message\":{\"role\":\"assistant\","
                 "\"content\":");
    if (s->parts.reasoning.n)
        stream_write_parts(s);
    else
        json_write_string(out, str_get(&s->parts.text));
    for (size_t i = 0; i < 3; i++)
        stream_write_text(out, reasoning_names[i], &s->reasoning[i]);
    stream_write_text(out, "refusal", &s->parts.refusal);
    if (s->parts.tool) {
        str_add(out, ",\"tool_calls\":[{\"type\":\"function\",\"function\":"
                     "{\"name\":\"\"");
        stream_write_text(out, "arguments", &s->arguments);
        str_add(out, "}}]");
    }
    str_addc(out, '}');
    write_slots(s, SLOT_CHOICE, SLOT_MESSAGE);
    str_addc(out, '}');
    if (s->others)
        str_add(out, ",{\"index\":1,\"message\":{}}");
}

static void write_answer(struct stream *s)
{
    struct str *out = &s->answer;

    str_addc(out, '{');
    if (s->messages) {
        write_slots(s, SLOT_MESSAGE, SLOT_USAGE);
        str_add(out, out->n > 1 ? "," : "");
        str_add(out, "\"type\":\"message\",\"role\":\"assistant\","
                     "\"content\":");
        stream_write_parts(s);
        str_add(out, ",\"usage\":{");
        write_slots(s, SLOT_USAGE, SLOTS);
        str_addc(out, '}');
    } else {
        write_slots(s, SLOT_CHUNK, SLOT_CHOICE);
        str_add(out, out->n > 1 ? "," : "");
        str_add(out, "\"object\":\"chat.completion\",\"choices\":[");
        write_choice(s);
        str_addc(out, ']');
    }
    str_addc(out, '}');
}

const char *stream_answer(struct stream *s, size_t *n)
{
    str_reset(&s->answer);
    if (s->error.n)
        str_addn(&s->answer, s->error.s, s->error.n);
    else
        write_answer(s);
    *n = s->answer.n;
    return str_get(&s->answer);
}
