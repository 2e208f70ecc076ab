/* SPDX-License-Identifier: Apache-2.0 */
#include "model/openai.h"
#include "model/decoding.h"
#include "model/fault.h"
#include "model/reply.h"

#include <inttypes.h>
#include <stddef.h>

/* ---- the body ---- */

static struct json *messages(struct arena *a, const struct request *r)
{
    struct json *out = json_new(a, JSON_ARRAY);

    for (size_t i = 0; i < r->n_messages; i++)
        json_push(out, decoding_message(a, &r->messages[i]));
    return out;
}

bool openai_body(struct arena *a, const char *model, const char *token_field,
                 const struct request *r, struct json **body, struct err *e)
{
    struct json *o = json_new(a, JSON_OBJECT);
    const struct decoding *d = r->decoding;

    json_set(a, o, "model", json_new_string(a, model));
    json_set(a, o, "messages", messages(a, r));
    *body = o;
    return decoding_number(a, o, "temperature", d->temperature,
                           &decoding_temperature, e) &&
           decoding_number(a, o, "top_p", d->top_p, &decoding_top_p, e) &&
           decoding_number(a, o, "top_k", d->top_k, &decoding_top_k, e) &&
           decoding_number(a, o, "min_p", d->min_p, &decoding_min_p, e) &&
           decoding_number(a, o, "repetition_penalty", d->repetition_penalty,
                           &decoding_repetition_penalty, e) &&
           decoding_number(a, o, token_field, d->max_tokens,
                           &decoding_max_tokens, e) &&
           decoding_seed(a, o, d->seed, r->attempt, e) &&
           decoding_stop(a, o, "stop", d, e) &&
           decoding_effort(a, o, "reasoning_effort", d->reasoning_effort, e);
}

/* ---- the reply ---- */

/* Servers do not promise an order. */
const struct json *openai_choice(const struct json *body)
{
    const struct json *choices = json_get(body, "choices");
    int64_t index;

    if (!choices || choices->type != JSON_ARRAY)
        return NULL;
    for (const struct json *c = choices->first; c; c = c->next)
        if (json_int64(json_get(c, "index"), &index) && index == 0)
            return c;
    return choices->first;
}

/* The first field that has any: the names are those of DeepSeek, SGLang and
 * llama.cpp; vLLM and Ollama; OpenRouter. */
static void add_reasoning(struct reply_parts *t, const struct json *message)
{
    static const char *const names[] = { "reasoning_content", "reasoning",
                                         "reasoning_details" };

    for (size_t i = 0; i < 3 && t->reasoning.n == 0; i++)
        reply_parts_add_text(&t->reasoning, json_get(message, names[i]));
}

static bool has_tool_call(const struct json *message)
{
    const struct json *calls = json_get(message, "tool_calls");
    const struct json *call = json_get(message, "function_call");

    return (calls && calls->type == JSON_ARRAY && calls->count) ||
           (call && call->type == JSON_OBJECT);
}

static int64_t either(int64_t x, int64_t y)
{
    return x >= 0 ? x : y;
}

/* Counts have moved between servers and versions; the newest place wins. */
static struct usage read_counts(const struct json *body)
{
    const struct json *u = json_get(body, "usage");
    const struct json *spent = json_get(u, "completion_tokens_details");
    const struct json *asked = json_get(u, "prompt_tokens_details");
    const struct json *timings = json_get(body, "timings"); /* llama.cpp */
    int64_t cache_n = usage_count(timings, "cache_n");
    struct usage out;

    out.prompt =
        either(usage_count(u, "prompt_tokens"), usage_count(u, "input_tokens"));
    if (out.prompt < 0 && usage_count(timings, "prompt_n") >= 0)
        out.prompt = usage_count(timings, "prompt_n") + either(cache_n, 0);
    out.completion = either(usage_count(u, "completion_tokens"),
                            usage_count(u, "output_tokens"));
    out.completion =
        either(out.completion, usage_count(timings, "predicted_n"));
    spent = spent ? spent : json_get(u, "output_tokens_details");
    asked = asked ? asked : json_get(u, "input_tokens_details");
    out.reasoning = either(usage_count(spent, "reasoning_tokens"),
                           usage_count(u, "reasoning_tokens"));
    out.cached = either(usage_count(asked, "cached_tokens"),
                        usage_count(u, "prompt_cache_hit_tokens"));
    out.cached = either(out.cached, usage_count(u, "cached_tokens"));
    out.cached = either(out.cached, cache_n);
    return out;
}

/* Gemini leaves thoughts out of the completion and counts them in the total
 * alone; they are written, and paid for, like the rest. */
static void add_thoughts(const struct json *body, struct usage *u)
{
    int64_t total = usage_count(json_get(body, "usage"), "total_tokens");

    if (u->prompt < 0 || u->completion < 0 || u->reasoning >= 0 ||
        total <= u->prompt + u->completion)
        return;
    u->reasoning = total - u->prompt - u->completion;
    u->completion = total - u->prompt;
}

struct usage openai_usage(const struct json *body)
{
    struct usage u = read_counts(body);

    add_thoughts(body, &u);
    return u;
}

/* Ollama cuts a prompt that is too long for its window, in silence; the sign
 * is a sum that is exactly a usual window. */
static void note_window(struct arena *a, struct reply *r)
{
    int64_t sum = r->usage.prompt + r->usage.completion;

    if (r->usage.prompt < 0 || r->usage.completion < 0)
        return;
    for (int64_t window = 2048; window <= 32768; window *= 2)
        if (sum == window)
            reply_parts_note(
                a, r,
                arena_printf(
                    a,
                    "the prompt may have been cut: the total of %" PRId64
                    " tokens is a common size of a server's context "
                    "window (Ollama: OLLAMA_CONTEXT_LENGTH)",
                    sum));
}

/* What the server says went wrong with this choice (OpenRouter). */
static void add_choice_error(struct arena *a, const struct json *choice,
                             struct reply *r)
{
    struct fault f;

    if (!fault_is_error(choice))
        return;
    fault_read(a, choice, "", 0, &f);
    if (*f.words)
        r->why = arena_printf(a, "%s: %s", r->why, f.words);
}

/* Read the reason to finish. Returns false if the server broke off, which the
 * reason or an error beside the choice shows. */
static bool set_finish(struct arena *a, const struct json *choice,
                       struct reply *r)
{
    bool whole = reply_parts_finish(
        a, json_string(json_get(choice, "finish_reason")), r);

    if (whole && !fault_is_error(choice))
        return true;
    if (whole) {
        r->outcome = OUTCOME_ERROR;
        r->why = "the server aborted the reply";
    }
    add_choice_error(a, choice, r);
    return false;
}

static void set_refused(struct arena *a, const char *words, struct reply *r)
{
    r->outcome = OUTCOME_REFUSED;
    r->why = arena_printf(a, "the model declined to answer: %s", words);
}

/* A content may be absent or null: there are tools and thoughts beside it. */
static bool openai_is_content(const struct json *v)
{
    return !v || v->type == JSON_NULL || v->type == JSON_STRING ||
           v->type == JSON_NUMBER || v->type == JSON_ARRAY ||
           (v->type == JSON_OBJECT && json_get(v, "text"));
}

/* Gather the text of a choice. Returns false if it has no member for one. */
static bool openai_gather(struct reply_parts *t, const struct json *choice)
{
    const struct json *message = json_get(choice, "message");
    const struct json *refusal = json_get(message, "refusal");

    if (!message || message->type != JSON_OBJECT) {
        /* the older form, without chat */
        if (!json_string(json_get(choice, "text")))
            return false;
        reply_parts_add_content(t, json_get(choice, "text"));
        return true;
    }
    if (!openai_is_content(json_get(message, "content")))
        return false;
    add_reasoning(t, message);
    reply_parts_add_content(t, json_get(message, "content"));
    if (refusal)
        reply_parts_add_text(&t->refusal, refusal);
    t->tool = t->tool || has_tool_call(message);
    return true;
}

static void read_heading(const struct json *body, struct reply *r)
{
    r->usage = openai_usage(body);
    r->served = json_string(json_get(body, "model"));
    r->id = json_string(json_get(body, "id"));
    r->fingerprint = json_string(json_get(body, "system_fingerprint"));
}

bool openai_reply(struct arena *a, const struct json *body, struct reply *out)
{
    const struct json *choices = json_get(body, "choices");
    const struct json *choice = openai_choice(body);
    struct reply_parts t = reply_parts_in(a);

    *out = reply_none(a, OUTCOME_ERROR, NULL);
    read_heading(body, out);
    if (!choice || (!openai_gather(&t, choice) && !fault_is_error(choice))) {
        out->why = "the server sent a reply that has no choices";
        return false;
    }
    out->text = str_get(&t.text);
    out->reasoning = t.reasoning.n ? t.reasoning.s : NULL;
    if (!set_finish(a, choice, out))
        return false;
    if (reply_parts_is_shell(&t, out)) {
        out->outcome = OUTCOME_ERROR;
        out->why = "the server sent an empty reply without a finish reason";
        return false;
    }
    if (!str_blank(str_get(&t.refusal)))
        set_refused(a, t.refusal.s, out);
    if (out->outcome == OUTCOME_TRUNCATED)
        note_window(a, out);
    if (choices->count > 1)
        reply_parts_note(
            a, out,
            arena_printf(a, "the server sent %zu choices; one of them is used",
                         choices->count));
    reply_parts_note_text(a, &t, out);
    return true;
}
