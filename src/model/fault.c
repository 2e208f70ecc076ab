/* SPDX-License-Identifier: Apache-2.0 */
#include "model/fault.h"
#include "base/ascii.h"
#include "base/str.h"
#include "model/fold.h"
#include "text/span.h"

#include <string.h>

/* ---- words for kinds ---- */

/* Codes, types and names of states, in lower case, and the status that a
 * server would have sent had it meant to. "tokens" and "requests" are types of
 * OpenAI's 429. */
static const struct {
    const char *names; /* with a blank between two */
    int status;
    enum fault_kind kind;
} known[] = {
    { "insufficient_quota billing_hard_limit_reached billing_not_active", 429,
      FAULT_CREDIT },
    { "insufficient_credits insufficient_balance billing_error", 402,
      FAULT_CREDIT },
    { "invalid_api_key authentication_error unauthenticated invalid_authentication_error",
      401, FAULT_KEY },
    { "model_not_found", 404, FAULT_MODEL },
    { "unsupported_parameter unsupported_value unknown_parameter", 400,
      FAULT_FIELD },
    { "context_length_exceeded exceed_context_size_error string_above_max_length model_max_prompt_tokens_exceeded",
      400, FAULT_CONTEXT },
    { "output_parse_failed tool_use_failed json_validate_failed", 400,
      FAULT_MALFORMED },
    { "content_filter content_policy_violation moderation_blocked data_inspection_failed",
      400, FAULT_FILTER },
    { "rate_limit_exceeded rate_limit_error rate_limit_reached too_many_requests resource_exhausted tokens requests",
      429, FAULT_PLAIN },
    { "overloaded_error overloaded engine_overloaded", 529, FAULT_PLAIN },
    { "server_error internal_server_error internalservererror internal_error internal api_error",
      500, FAULT_PLAIN },
    { "unavailable_error unavailable service_unavailable service_unavailable_error",
      503, FAULT_PLAIN },
    { "timeout_error deadline_exceeded timeout", 504, FAULT_PLAIN },
    { "permission_error permission_denied", 403, FAULT_PLAIN },
    { "not_found_error notfounderror not_found", 404, FAULT_PLAIN },
    { "request_too_large", 413, FAULT_PLAIN },
    { "invalid_request_error invalid_argument badrequesterror bad_request", 400,
      FAULT_PLAIN },
};

/* If no code shows it: a part of the message, in lower case. */
static const struct {
    const char *part;
    enum fault_kind kind;
} phrases[] = {
    { "maximum context length", FAULT_CONTEXT },
    { "exceeds the available context size", FAULT_CONTEXT },
    { "exceeds the maximum number of tokens", FAULT_CONTEXT },
    { "context window", FAULT_CONTEXT },
    { "context length", FAULT_CONTEXT },
    { "exceed context limit", FAULT_CONTEXT },
    { "maximum model length", FAULT_CONTEXT },
    { "maximum prompt length", FAULT_CONTEXT },
    { "input is too large to process", FAULT_CONTEXT },
    { "`inputs` tokens + `max_new_tokens` must be", FAULT_CONTEXT },
    { "`inputs` must have less than", FAULT_CONTEXT },
    { "prompt is too long", FAULT_CONTEXT },
    { "input is too long", FAULT_CONTEXT },
    { "credit balance is too low", FAULT_CREDIT },
    { "insufficient balance", FAULT_CREDIT },
    { "api key not valid", FAULT_KEY },
    { "not a valid model id", FAULT_MODEL },
    { "content exists risk", FAULT_FILTER },
    /* llama.cpp, "The model produced output that does not match the expected
     * peg-native format"; Ollama; the tokens of gpt-oss in vLLM and others */
    { "does not match the expected", FAULT_UNPARSED },
    { "error parsing tool call", FAULT_UNPARSED },
    { "failed to parse tool call", FAULT_UNPARSED },
    { "failed to parse input at pos", FAULT_UNPARSED },
    { "output that could not be parsed", FAULT_UNPARSED },
    { "output could not be parsed", FAULT_UNPARSED },
    { "harmonyerror", FAULT_UNPARSED },
    { "harmony tokens", FAULT_UNPARSED },
    { "harmony parser", FAULT_UNPARSED },
    { "while expecting start token", FAULT_UNPARSED },
    { "unexpected tokens remaining in message header", FAULT_UNPARSED },
};

#define WORDS_SEARCHED 4096 /* messages begin with what went wrong */

/* A name that the table knows sets what is not set yet. */
static void apply_name(struct fault *f, const char *name)
{
    if (!name)
        return;
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        if (span_among(span_of(name), known[i].names)) {
            if (f->kind == FAULT_PLAIN)
                f->kind = known[i].kind;
            if (!f->status)
                f->status = known[i].status;
        }
    }
}

/* ---- JSON ---- */

/* An object that holds an error's fields; a list of errors by its first. */
static const struct json *fault_only(const struct json *v)
{
    return v && v->type == JSON_ARRAY ? v->first : v;
}

static bool fault_is_there(const struct json *v)
{
    return v && v->type != JSON_NULL;
}

/* "error": false, {} and {"code": 0, "message": ""} of a reply that is well are
 * no errors. As deep as JSON may be. */
static bool fault_says_something(const struct json *v)
{
    if (!v)
        return false;
    switch (v->type) {
    case JSON_STRING: return !str_blank(v->text);
    case JSON_BOOL: return v->truth;
    case JSON_NUMBER: return v->text[strspn(v->text, "-0.")] != '\0';
    case JSON_OBJECT:
    case JSON_ARRAY:
    case JSON_NULL: break;
    }
    for (const struct json *m = v->first; m; m = m->next)
        if (fault_says_something(m))
            return true;
    return false;
}

bool fault_is_error(const struct json *body)
{
    const struct json *v = fault_only(body);
    const char *type = json_string(json_get(v, "type"));
    const char *object = json_string(json_get(v, "object"));

    return fault_says_something(json_get(v, "error")) ||
           (type && str_eq(type, "error")) ||
           (object && str_eq(object, "error"));
}

/* 100 to 599 in a member that is a number, or the digits of one. */
static int status_in(const struct json *v)
{
    int status = 0;

    if (!v || (v->type != JSON_NUMBER && v->type != JSON_STRING) ||
        strlen(v->text) != 3)
        return 0;
    for (int i = 0; i < 3; i++) {
        if (!is_digit(v->text[i]))
            return 0;
        status = status * 10 + (v->text[i] - '0');
    }
    return status >= 400 && status <= 599 ? status : 0;
}

static const char *fault_words_of(struct arena *a, const struct json *v)
{
    struct str out = str_in(a);

    if (!fault_is_there(v))
        return NULL;
    if (v->type == JSON_STRING)
        return *v->text ? v->text : NULL;
    json_write(&out, v);
    return str_get(&out);
}

/* Where the first of FastAPI's list points: "stream_options" of ["body",
 * "stream_options", "include_usage"]. */
static const char *detail_field(const struct json *detail)
{
    const struct json *loc = json_get(fault_only(detail), "loc");
    const struct json *place =
        loc && loc->type == JSON_ARRAY ? loc->first : NULL;

    if (place && place->next && place->type == JSON_STRING &&
        str_eq(place->text, "body"))
        place = place->next;
    return json_string(place);
}

/* FastAPI: [{"loc": ["body", "seed"], "msg": "..."}] by its first. */
static const char *detail_words(struct arena *a, const struct json *detail)
{
    const struct json *one = fault_only(detail), *place;
    const char *msg = json_string(json_get(one, "msg"));

    if (!msg)
        return fault_words_of(a, detail);
    place = json_get(one, "loc");
    place = place && place->type == JSON_ARRAY ? place->last : NULL;
    if (place && place->type == JSON_STRING)
        return arena_printf(a, "%s: %s", place->text, msg);
    return msg;
}

static const char *fault_find_words(struct arena *a, const struct json *body,
                                    const struct json *error)
{
    static const char *const names[] = { "message", "msg", "reason" };
    const char *words =
        detail_words(a, json_get(json_get(error, "message"), "detail"));

    for (size_t i = 0; i < 3 && !words; i++)
        words = fault_words_of(a, json_get(error, names[i]));
    if (!words)
        words = detail_words(a, json_get(error, "detail"));
    if (!words && error != body)
        words = fault_words_of(a, error);
    return words ? words : fault_words_of(a, body);
}

/* OpenRouter passes on the words of the provider behind it. */
static const char *fault_add_raw(struct arena *a, const struct json *error,
                                 const char *words)
{
    const struct json *metadata = json_get(error, "metadata");
    const char *raw = fault_words_of(a, json_get(metadata, "raw"));
    const char *name = json_string(json_get(metadata, "provider_name"));

    if (!raw)
        return words;
    return arena_printf(a, "%s (%s: %s)", words, name ? name : "its provider",
                        raw);
}

/* Gemini: how long to wait stands among the details. */
static const char *find_delay(const struct json *error)
{
    const struct json *details = json_get(error, "details");
    const char *delay = NULL;

    for (const struct json *d = details ? details->first : NULL; d && !delay;
         d = d->next)
        delay = json_string(json_get(d, "retryDelay"));
    return delay;
}

static const char *find_field(const struct json *error)
{
    static const char *const names[] = { "param", "parameter", "field" };
    const char *field = NULL;

    for (size_t i = 0; i < 3 && !field; i++)
        field = json_string(json_get(error, names[i]));
    if (!field)
        field = detail_field(json_get(error, "detail"));
    if (!field)
        field = detail_field(json_get(json_get(error, "message"), "detail"));
    return field;
}

static const char *fault_find_names(struct arena *a, const struct json *error)
{
    const char *code = json_string(json_get(error, "code"));
    const char *type = json_string(json_get(error, "type"));
    const char *of =
        json_string(json_get(fault_only(json_get(error, "detail")), "type"));

    return arena_printf(a, "%s %s %s", code ? code : "", type ? type : "",
                        of ? of : "");
}

static void fault_read_object(struct arena *a, const struct json *body,
                              struct fault *out)
{
    const struct json *error = json_get(body, "error"), *metadata;

    if (!fault_says_something(error))
        error = fault_only(json_get(body, "errors"));
    error = fault_only(error);
    if (!error || error->type != JSON_OBJECT) {
        if (error && error->type == JSON_STRING)
            out->words = error->text;
        error = body;
    }
    if (!*out->words)
        out->words = fault_find_words(a, body, error);
    metadata = json_get(error, "metadata");
    out->words = fault_add_raw(a, error, out->words ? out->words : "");
    out->field = find_field(error);
    out->names = fault_find_names(a, error);
    out->delay = find_delay(error);
    out->status = status_in(json_get(error, "code"));
    if (fault_is_there(json_get(metadata, "flagged_input")))
        out->kind = FAULT_FILTER;
    apply_name(out, json_string(json_get(error, "code")));
    apply_name(out, json_string(json_get(error, "status")));
    apply_name(out, json_string(json_get(error, "type")));
    apply_name(out, json_string(json_get(body, "error_type")));
}

/* ---- other text ---- */

static const char *fault_seek(const char *p, const char *end, const char *word)
{
    size_t n = strlen(word), left = (size_t)(end - p);

    return left >= n ? fold_find(p, left - n + 1, word) : NULL;
}

/* The title of a page; else its words without tags; else the text. */
static const char *fault_plain_words(struct arena *a, const char *text,
                                     size_t n)
{
    const char *end = text + (n < 65536 ? n : 65536), *p = text;
    const char *title = fault_seek(p, end, "<title"), *close;
    struct str out = str_in(a);
    bool tag = false;

    title = title ? fault_seek(title, end, ">") : NULL;
    close = title ? fault_seek(title, end, "<") : NULL;
    if (close && close > title + 1)
        return arena_strndup(a, title + 1, (size_t)(close - title) - 1);
    if (!fault_seek(p, end, "<html") && !fault_seek(p, end, "<!doctype"))
        return arena_strndup(a, p, (size_t)(end - p));
    for (; p < end; p++) {
        if (*p == '<') {
            tag = true;
            str_addc(&out, ' ');
        } else if (*p == '>') {
            tag = false;
        } else if (!tag) {
            str_addc(&out, *p);
        }
    }
    return str_get(&out);
}

void fault_read(struct arena *a, const struct json *body, const char *text,
                size_t n, struct fault *out)
{
    const struct json *v = fault_only(body);

    *out = (struct fault){ .words = "", .names = "" };
    if (v && v->type == JSON_OBJECT)
        fault_read_object(a, v, out);
    else if (fault_is_there(body))
        out->words = fault_words_of(a, v ? v : body);
    else
        out->words = fault_plain_words(a, text, n);
    if (!out->words)
        out->words = "";
    for (size_t i = 0; i < sizeof(phrases) / sizeof(phrases[0]); i++)
        if (out->kind == FAULT_PLAIN &&
            fold_find(out->words, strnlen(out->words, WORDS_SEARCHED),
                      phrases[i].part))
            out->kind = phrases[i].kind;
}
