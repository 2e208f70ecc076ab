/* SPDX-License-Identifier: Apache-2.0 */
#include "model/local/replay_row.h"
#include "model/openai.h"
#include "model/reply.h"

/* ---- which problem, which attempt ---- */

static const char *const ids[] = { "id", "problem_id", NULL };

/* The first three hold a problem and nothing else. */
static const char *const texts[] = { "problem", "question", "statement",
                                     "prompt",  "input",    NULL };
#define TEXTS_PURE 3

/* Not "idx" and "index": in most files they number the problems. */
const char *const replay_counters[REPLAY_COUNTERS + 1] = {
    "attempt",    "sample",        "epoch",      "trial",
    "repeat",     "attempt_idx",   "sample_idx", "sample_index",
    "repeat_idx", "attempt_index", "rollout",    NULL
};

static const char *scalar(const struct json *v)
{
    return v && (v->type == JSON_STRING || v->type == JSON_NUMBER) ? v->text
                                                                   : NULL;
}

/* The last message of the user, of a chat. */
static const char *chat_text(const struct json *v)
{
    const char *text = NULL;

    for (const struct json *m = v->first; m; m = m->next) {
        const char *role = json_string(json_get(m, "role"));
        const char *content = json_string(json_get(m, "content"));

        if (role && content && str_eq(role, "user"))
            text = content;
    }
    return text;
}

static bool find_text(const struct json *row, struct replay_row *out)
{
    for (size_t i = 0; texts[i]; i++) {
        const struct json *v = json_get(row, texts[i]);

        out->text = json_string(v);
        if (!out->text && v && v->type == JSON_ARRAY)
            out->text = chat_text(v);
        out->raw = i >= TEXTS_PURE;
        if (out->text)
            return true;
    }
    return false;
}

static bool read_place(const struct json *row, struct replay_row *out,
                       struct err *e)
{
    out->counter = -1;
    for (size_t i = 0; ids[i] && !out->id; i++)
        out->id = scalar(json_get(row, ids[i]));
    if (!find_text(row, out) && !find_text(json_get(row, "doc"), out) &&
        !out->id)
        return err_at(e, ERR_DOMAIN, row->line, row->column,
                      "this row does not say which problem it answers: give "
                      "its \"id\", or its text as \"problem\"");
    for (int i = 0; replay_counters[i] && out->counter < 0; i++)
        if (json_int64(json_get(row, replay_counters[i]), &out->number))
            out->counter = i;
    return true;
}

/* ---- the reply ---- */

static const char *const answers[] = { "response",    "completion", "output",
                                       "reply",       "generation", "text",
                                       "generations", "responses",  "outputs",
                                       "resps",       NULL };

static const struct json *first_of(const struct json *row,
                                   const char *const *names)
{
    const struct json *v = NULL;

    for (size_t i = 0; names[i] && !v; i++)
        v = json_get(row, names[i]);
    return v;
}

static const char *first_text(const struct json *row, const char *const *names)
{
    const char *text = NULL;

    for (size_t i = 0; names[i] && !text; i++)
        text = json_string(json_get(row, names[i]));
    return text;
}

/* {"completion": "..."} or {"choices": [{"message": {"content": "..."}}]}. */
static const struct json *inside(const struct json *v)
{
    const struct json *text = json_get(v, "completion");
    const struct json *choices = json_get(v, "choices");
    const struct json *first = choices ? choices->first : NULL;

    if (!text)
        text = json_get(json_get(first, "message"), "content");
    return text ? text : json_get(first, "text");
}

static int64_t or_none(int64_t n)
{
    return n > 0 ? n : 0;
}

/*
 * Read the tokens, counted as in live calls. Anthropic's input_tokens are only
 * those that no cache was used for; in logs of Inspect that depends on the
 * provider, and the total shows it. All else has OpenAI's form.
 */
static struct usage read_usage(const struct json *row)
{
    const struct json *u = json_get(row, "usage");
    const struct json *spent = json_get(u, "output_tokens_details");
    bool inspect = json_get(u, "input_tokens_cache_read") ||
                   json_get(u, "input_tokens_cache_write");
    int64_t read = usage_count(u, inspect ? "input_tokens_cache_read"
                                          : "cache_read_input_tokens");
    int64_t made = usage_count(u, inspect ? "input_tokens_cache_write"
                                          : "cache_creation_input_tokens");
    int64_t total = usage_count(u, "total_tokens");
    struct usage out;

    if (json_get(u, "prompt_tokens") || (!inspect && read < 0 && made < 0))
        return openai_usage(row);
    out.prompt = usage_count(u, "input_tokens");
    out.completion = usage_count(u, "output_tokens");
    if (out.prompt >= 0 &&
        !(inspect && total <= out.prompt + or_none(out.completion)))
        out.prompt += or_none(read) + or_none(made);
    out.reasoning = usage_count(u, "reasoning_tokens");
    if (out.reasoning < 0)
        out.reasoning = usage_count(spent, "thinking_tokens");
    if (out.reasoning < 0)
        out.reasoning = usage_count(spent, "reasoning_tokens");
    out.cached = read;
    return out;
}

/* How the recorded call ended: as the row says by our own word, else by its
 * reason to finish, read as from a server. */
static void set_outcome(struct arena *keep, const struct json *row,
                        struct reply *r)
{
    static const char *const whys[OUTCOMES] = {
        [OUTCOME_TRUNCATED] = "the recorded reply was cut off at its token "
                              "limit",
        [OUTCOME_REFUSED] = "the recorded reply was refused",
        [OUTCOME_OVERFLOW] = "the recorded prompt was too long for the model",
        [OUTCOME_MALFORMED] = "the server could not parse the recorded reply",
        [OUTCOME_ERROR] = "the recorded call failed",
        [OUTCOME_FATAL] = "the recorded call failed",
    };
    const char *said = json_string(json_get(row, "outcome"));

    if (!said || !outcome_find(said, &r->outcome))
        (void)reply_parts_finish(keep, r->finish, r);
    if (r->outcome == OUTCOME_FATAL)
        r->outcome = OUTCOME_ERROR;
    r->why = whys[r->outcome];
}

static const char *kept(struct arena *keep, const char *s)
{
    return s ? arena_strdup(keep, s) : NULL;
}

/* What all replies of the row have in common. `from` is the row, or the
 * object in it that holds the reply. */
static struct reply common(struct arena *keep, const struct json *row,
                           const struct json *from)
{
    static const char *const finishes[] = { "finish_reason", "stop_reason",
                                            NULL };
    static const char *const thoughts[] = { "reasoning_content", "reasoning",
                                            NULL };
    const struct json *choices = json_get(from, "choices");
    const struct json *choice = choices ? choices->first : NULL;
    struct reply r = { .outcome = OUTCOME_OK, .text = "" };

    r.finish = first_text(from, finishes);
    if (!r.finish)
        r.finish = first_text(choice, finishes);
    if (!r.finish)
        r.finish = first_text(row, finishes);
    r.finish = kept(keep, r.finish);
    r.reasoning = first_text(row, thoughts);
    if (!r.reasoning)
        r.reasoning = first_text(json_get(choice, "message"), thoughts);
    r.reasoning = kept(keep, r.reasoning);
    r.served = kept(keep, json_string(json_get(row, "model")));
    r.usage = read_usage(json_get(from, "usage") ? from : row);
    set_outcome(keep, row, &r);
    return r;
}

static bool no_reply(const struct json *v, const char *name, struct err *e)
{
    return err_at(e, ERR_DOMAIN, v->line, v->column,
                  "\"%.40s\" must be a string, null or a list of strings, "
                  "not %s",
                  name, json_type_name(v->type));
}

/* A list of attempts; lm-evaluation-harness has a list in the list. */
static bool read_list(struct arena *keep, const struct json *v,
                      const struct reply *like, struct replay_row *out,
                      struct err *e)
{
    const struct json *list = v;

    if (v->count == 1 && v->first->type == JSON_ARRAY)
        list = v->first;
    if (list->count == 0)
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "\"%.40s\" is an empty list", v->name);
    out->replies = arena_array(keep, struct reply, list->count);
    for (const struct json *m = list->first; m; m = m->next) {
        struct reply *r = &out->replies[out->n++];

        if (m->type != JSON_STRING && m->type != JSON_NULL)
            return no_reply(m, v->name, e);
        *r = *like;
        r->text = m->text ? arena_strdup(keep, m->text) : "";
    }
    return true;
}

/* A call that failed when it was recorded. */
static bool read_failure(struct arena *keep, const struct json *row,
                         struct replay_row *out, struct err *e)
{
    const struct json *error = json_get(row, "error");
    const char *said = json_string(error);

    if (!error || error->type == JSON_NULL)
        return err_at(e, ERR_DOMAIN, row->line, row->column,
                      "this row has no reply: give it as \"response\"");
    if (!said)
        said = json_string(json_get(error, "message"));
    out->replies = arena_array(keep, struct reply, 1);
    out->replies[0] =
        reply_none(keep, OUTCOME_ERROR,
                   arena_printf(keep, "the recorded call failed: %.200s",
                                said ? said : "the error was not recorded"));
    out->n = 1;
    return true;
}

static bool says_nothing(const struct json *v)
{
    return v->type == JSON_NULL ||
           (v->type == JSON_STRING && str_blank(v->text));
}

/* null, "", false and {} beside a reply say that there was none. */
static bool names_error(const struct json *error)
{
    return error && error->type != JSON_NULL &&
           !(error->type == JSON_BOOL && !error->truth) &&
           !(error->type == JSON_STRING && str_blank(error->text)) &&
           !(error->type == JSON_OBJECT && error->count == 0);
}

bool replay_row_read(struct arena *keep, const struct json *row,
                     struct replay_row *out, struct err *e)
{
    const struct json *v, *from = row;
    struct reply r;

    *out = (struct replay_row){ 0 };
    if (row->type != JSON_OBJECT)
        return err_at(e, ERR_DOMAIN, row->line, row->column,
                      "a row must be an object with a \"response\", not %s",
                      json_type_name(row->type));
    if (!read_place(row, out, e))
        return false;
    v = first_of(row, answers);
    if (v && v->type == JSON_OBJECT) {
        from = v;
        v = inside(v) ? inside(v) : v;
    }
    if (!v)
        return read_failure(keep, row, out, e);
    if (says_nothing(v) && names_error(json_get(row, "error")))
        return read_failure(keep, row, out, e);
    r = common(keep, row, from);
    if (v->type == JSON_ARRAY) {
        out->counter = -1;
        return read_list(keep, v, &r, out, e);
    }
    if (v->type != JSON_STRING && v->type != JSON_NULL)
        return no_reply(v, v->name, e);
    r.text = v->text ? arena_strdup(keep, v->text) : "";
    out->replies = arena_array(keep, struct reply, 1);
    out->replies[0] = r;
    out->n = 1;
    return true;
}
