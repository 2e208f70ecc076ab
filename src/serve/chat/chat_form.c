/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/chat/chat_form.h"
#include "base/json.h"
#include "base/str.h"
#include "model/decoding.h"
#include "serve/chat/chat.h"

#include <inttypes.h>

#define VALUES_MOST 100000 /* JSON values in a request */
#define STOPS_MOST  16

struct chat_reader {
    struct arena *arena;
    const struct json *body;
    const char **param; /* that is wrong */
    struct err *e;
};

/* ---- fields ---- */

static bool wrong(struct chat_reader *r, const char *field, const char *wanted)
{
    *r->param = field;
    return err_set(r->e, ERR_USAGE, "\"%s\" must be %s", field, wanted);
}

/* Returns a field, or NULL if it is absent or null. */
static const struct json *given(const struct chat_reader *r, const char *field)
{
    const struct json *v = json_get(r->body, field);

    return v && v->type != JSON_NULL ? v : NULL;
}

static bool read_number(struct chat_reader *r, const char *field,
                        const struct decoding_range *range, const char **out)
{
    const struct json *v = given(r, field);

    if (!v)
        return true;
    if (v->type != JSON_NUMBER || !decoding_fits(v->text, range))
        return wrong(r, field, range->wanted);
    *out = v->text;
    return true;
}

static bool read_truth(struct chat_reader *r, const struct json *in,
                       const char *field, bool *out)
{
    const struct json *v = json_get(in, field);

    if (!v || v->type == JSON_NULL)
        return true;
    if (v->type != JSON_BOOL)
        return wrong(r, field, "true or false");
    *out = v->truth;
    return true;
}

static bool read_choices(struct chat_reader *r, struct chat_ask *out)
{
    const struct json *v = given(r, "n");
    int64_t n = 1;

    if (v && (!json_int64(v, &n) || n < 1 || n > CHAT_CHOICES_MOST))
        return wrong(r, "n", "a whole number from 1 to 16");
    out->n = (size_t)n;
    return true;
}

/* The last choice has the seed plus n - 1. */
static bool read_seed(struct chat_reader *r, struct chat_ask *out)
{
    const struct json *v = given(r, "seed");
    int64_t seed;

    if (!v)
        return true;
    if (!json_int64(v, &seed) || seed > INT64_MAX - (int64_t)out->n + 1)
        return wrong(r, "seed", "a whole number of at most 64 bits");
    out->decoding.seed = arena_printf(r->arena, "%" PRId64, seed);
    return true;
}

static bool read_stop(struct chat_reader *r, struct decoding *out)
{
    static const char wanted[] = "a string, or a list of at most 16 strings, "
                                 "none of them empty";
    const struct json *v = given(r, "stop"), *m;
    const char **texts;

    if (!v)
        return true;
    if (v->type == JSON_ARRAY && v->count > STOPS_MOST)
        return wrong(r, "stop", wanted);
    m = v->type == JSON_ARRAY ? v->first : v;
    texts = arena_array(r->arena, const char *, STOPS_MOST);
    out->stop = texts;
    for (; m; m = v->type == JSON_ARRAY ? m->next : NULL) {
        if (!json_string(m) || !*json_string(m))
            return wrong(r, "stop", wanted);
        texts[out->n_stop++] = m->text;
    }
    return true;
}

/* ---- what cannot be followed ---- */

static bool says_off(const struct json *v)
{
    const char *type = json_string(json_get(v, "type"));

    switch (v->type) {
    case JSON_NULL: return true;
    case JSON_BOOL: return !v->truth;
    case JSON_NUMBER: return decoding_value(v->text) == 0;
    case JSON_STRING: return str_among(v->text, "none text");
    case JSON_ARRAY: return v->count == 0;
    case JSON_OBJECT: return v->count == 0 || (type && str_eq(type, "text"));
    }
    return false;
}

static bool check_others(struct chat_reader *r)
{
    static const char *const names[] = {
        "audio",
        "frequency_penalty",
        "function_call",
        "functions",
        "logit_bias",
        "logprobs",
        "prediction",
        "presence_penalty",
        "reasoning_effort",
        "tool_choice",
        "tools",
        "top_logprobs",
        "web_search_options",
        "response_format",
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const struct json *v = json_get(r->body, names[i]);

        if (v && !says_off(v)) {
            *r->param = names[i];
            return err_set(r->e, ERR_USAGE,
                           "no model of this server supports \"%s\"; leave "
                           "it out",
                           names[i]);
        }
    }
    return true;
}

/* ---- messages ---- */

static bool wrong_message(struct chat_reader *r, size_t i, const char *field,
                          const char *wanted)
{
    return wrong(r, arena_printf(r->arena, "messages.[%zu].%s", i, field),
                 wanted);
}

static bool read_parts(struct chat_reader *r, const struct json *parts,
                       size_t i, const char **out)
{
    struct str text = str_in(r->arena);

    for (const struct json *p = parts->first; p; p = p->next) {
        const char *type = json_string(json_get(p, "type"));
        const char *words = json_string(json_get(p, "text"));

        if (!words || (type && !str_eq(type, "text")))
            return wrong_message(r, i, "content",
                                 "text: other kinds of content are not "
                                 "supported");
        str_add(&text, words);
    }
    *out = str_get(&text);
    return true;
}

static bool read_message(struct chat_reader *r, const struct json *m, size_t i,
                         struct message *out)
{
    const char *role = json_string(json_get(m, "role"));
    const struct json *content = json_get(m, "content");

    if (!role || !str_among(role, "system developer user assistant"))
        return wrong_message(r, i, "role",
                             "one of system, developer, user and assistant");
    out->role = str_eq(role, "developer") ? "system" : role;
    if (content && content->type == JSON_ARRAY)
        return read_parts(r, content, i, &out->content);
    out->content = json_string(content);
    return out->content ||
           wrong_message(r, i, "content", "a string, or a list of text parts");
}

static bool read_messages(struct chat_reader *r, struct chat_ask *out)
{
    const struct json *list = given(r, "messages");

    if (!list || list->type != JSON_ARRAY || !list->count)
        return wrong(r, "messages", "a list of at least one message");
    out->messages = arena_array(r->arena, struct message, list->count);
    for (const struct json *m = list->first; m; m = m->next, out->n_messages++)
        if (!read_message(r, m, out->n_messages,
                          &out->messages[out->n_messages]))
            return false;
    return true;
}

/* ---- all of it ---- */

/* The newer name of the limit wins. */
static bool read_decoding(struct chat_reader *r, struct decoding *d)
{
    return read_number(r, "temperature", &decoding_temperature,
                       &d->temperature) &&
           read_number(r, "top_p", &decoding_top_p, &d->top_p) &&
           read_number(r, "top_k", &decoding_top_k, &d->top_k) &&
           read_number(r, "min_p", &decoding_min_p, &d->min_p) &&
           read_number(r, "repetition_penalty", &decoding_repetition_penalty,
                       &d->repetition_penalty) &&
           read_number(r, "max_tokens", &decoding_max_tokens, &d->max_tokens) &&
           read_number(r, "max_completion_tokens", &decoding_max_tokens,
                       &d->max_tokens) &&
           read_stop(r, d);
}

bool chat_read(struct arena *a, const char *body, size_t n,
               struct chat_ask *out, const char **param, struct err *e)
{
    struct chat_reader r = { .arena = a, .param = param, .e = e };
    struct json *whole;

    *out = (struct chat_ask){ 0 };
    *param = NULL;
    if (!json_read_most(a, body, n, 1, VALUES_MOST, &whole, e))
        return false;
    r.body = whole;
    if (whole->type != JSON_OBJECT)
        return err_set(e, ERR_USAGE, "the body must be a JSON object, not %s",
                       json_type_name(whole->type));
    out->model = json_string(json_get(whole, "model"));
    if (!out->model)
        return wrong(&r, "model", "the name of a model");
    return read_messages(&r, out) && read_decoding(&r, &out->decoding) &&
           read_choices(&r, out) && read_seed(&r, out) &&
           read_truth(&r, whole, "stream", &out->stream) &&
           read_truth(&r, json_get(whole, "stream_options"), "include_usage",
                      &out->stream_usage) &&
           check_others(&r);
}
