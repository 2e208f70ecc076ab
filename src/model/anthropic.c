/* SPDX-License-Identifier: Apache-2.0 */
#include "model/anthropic.h"
#include "model/decoding.h"
#include "model/reply.h"

#include <stddef.h>

/* ---- the body ---- */

/* Returns the instructions, which stand beside the messages, not among them; or
 * NULL if there are none. *rest is where the messages begin. */
static const char *take_system(struct arena *a, const struct request *r,
                               size_t *rest)
{
    struct str out = str_in(a);
    size_t i = 0;

    for (; i < r->n_messages && str_eq(r->messages[i].role, "system"); i++) {
        if (i)
            str_add(&out, "\n\n");
        str_add(&out, r->messages[i].content);
    }
    *rest = i;
    return i ? str_get(&out) : NULL;
}

static bool put_messages(struct arena *a, struct json *o,
                         const struct request *r, struct err *e)
{
    struct json *list = json_new(a, JSON_ARRAY);
    size_t i;
    const char *system = take_system(a, r, &i);

    if (system)
        json_set(a, o, "system", json_new_string(a, system));
    for (; i < r->n_messages; i++) {
        if (str_eq(r->messages[i].role, "system"))
            return err_set(e, ERR_USAGE,
                           "with an anthropic model, the system message must "
                           "come before all other messages");
        json_push(list, decoding_message(a, &r->messages[i]));
    }
    json_set(a, o, "messages", list);
    return true;
}

/* What the form has no field for must not be dropped in silence. */
static bool check_known(const struct decoding *d, struct err *e)
{
    const struct {
        const char *value, *option;
    } unknown[] = {
        { d->seed, "--seed" },
        { d->min_p, "--min-p" },
        { d->repetition_penalty, "--repetition-penalty" },
    };

    for (size_t i = 0; i < sizeof(unknown) / sizeof(unknown[0]); i++)
        if (unknown[i].value)
            return err_set(e, ERR_USAGE,
                           "anthropic models do not support %s; leave it out",
                           unknown[i].option);
    if (!d->max_tokens)
        return err_set(e, ERR_USAGE,
                       "anthropic models need a token limit: give "
                       "--max-tokens N");
    return true;
}

static bool put_effort(struct arena *a, struct json *o, const char *effort,
                       struct err *e)
{
    struct json *config;

    if (!effort)
        return true;
    config = json_new(a, JSON_OBJECT);
    json_set(a, o, "output_config", config);
    return decoding_effort(a, config, "effort", effort, e);
}

bool anthropic_body(struct arena *a, const char *model, const struct request *r,
                    struct json **body, struct err *e)
{
    struct json *o = json_new(a, JSON_OBJECT);
    const struct decoding *d = r->decoding;

    json_set(a, o, "model", json_new_string(a, model));
    *body = o;
    return put_messages(a, o, r, e) && check_known(d, e) &&
           decoding_number(a, o, "max_tokens", d->max_tokens,
                           &decoding_max_tokens, e) &&
           decoding_number(a, o, "temperature", d->temperature,
                           &decoding_temperature, e) &&
           decoding_number(a, o, "top_p", d->top_p, &decoding_top_p, e) &&
           decoding_number(a, o, "top_k", d->top_k, &decoding_top_k, e) &&
           decoding_stop(a, o, "stop_sequences", d, e) &&
           put_effort(a, o, d->reasoning_effort, e);
}

/* ---- the reply ---- */

static int64_t anthropic_or_none(int64_t n)
{
    return n > 0 ? n : 0;
}

/* input_tokens counts only what no cache was used for. */
static struct usage anthropic_read_usage(const struct json *body)
{
    const struct json *u = json_get(body, "usage");
    const struct json *spent = json_get(u, "output_tokens_details");
    int64_t read = usage_count(u, "cache_read_input_tokens");
    struct usage out;

    out.prompt = usage_count(u, "input_tokens");
    if (out.prompt >= 0)
        out.prompt +=
            anthropic_or_none(read) +
            anthropic_or_none(usage_count(u, "cache_creation_input_tokens"));
    out.completion = usage_count(u, "output_tokens");
    out.reasoning = usage_count(spent, "thinking_tokens");
    if (out.reasoning < 0)
        out.reasoning = usage_count(spent, "reasoning_tokens");
    out.cached = read;
    return out;
}

bool anthropic_reply(struct arena *a, const struct json *body,
                     struct reply *out)
{
    const struct json *content = json_get(body, "content");
    const char *finish = json_string(json_get(body, "stop_reason"));
    struct reply_parts t = reply_parts_in(a);

    *out = reply_none(a, OUTCOME_ERROR, NULL);
    out->usage = anthropic_read_usage(body);
    out->served = json_string(json_get(body, "model"));
    out->id = json_string(json_get(body, "id"));
    if (!content ||
        (content->type != JSON_ARRAY && content->type != JSON_STRING)) {
        out->why = "the server sent a reply that has no content";
        return false;
    }
    reply_parts_add_content(&t, content);
    out->text = str_get(&t.text);
    out->reasoning = t.reasoning.n ? t.reasoning.s : NULL;
    if (!reply_parts_finish(a, finish, out))
        return false;
    if (reply_parts_is_shell(&t, out)) {
        out->outcome = OUTCOME_ERROR;
        out->why = "the server sent an empty reply without a stop reason";
        return false;
    }
    if (finish && str_eq(finish, "pause_turn"))
        reply_parts_note(a, out,
                         "the model paused its turn; its text so far is used "
                         "as the answer");
    reply_parts_note_text(a, &t, out);
    return true;
}
