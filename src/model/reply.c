/* SPDX-License-Identifier: Apache-2.0 */
#include "model/reply.h"
#include "base/ascii.h"
#include "model/fold.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const char *const outcome_names[OUTCOMES] = {
    [OUTCOME_OK] = "ok",
    [OUTCOME_TRUNCATED] = "truncated",
    [OUTCOME_REFUSED] = "refused",
    [OUTCOME_OVERFLOW] = "overflow",
    [OUTCOME_MALFORMED] = "malformed",
    [OUTCOME_ERROR] = "error",
    [OUTCOME_FATAL] = "fatal",
};

const char *outcome_name(enum outcome o)
{
    INVARIANT((unsigned)o < OUTCOMES);
    return outcome_names[o];
}

bool outcome_find(const char *name, enum outcome *o)
{
    for (int i = 0; i < OUTCOMES; i++) {
        if (str_eq(name, outcome_names[i])) {
            *o = (enum outcome)i;
            return true;
        }
    }
    return false;
}

bool outcome_is_reply(enum outcome o)
{
    return o < OUTCOME_ERROR;
}

struct reply reply_none(struct arena *a, enum outcome o, const char *why)
{
    return (struct reply){
        .outcome = o,
        .text = "",
        .why = why ? arena_strdup(a, why) : NULL,
        .usage = { -1, -1, -1, -1 },
    };
}

static const char *model_reply_copy(struct arena *a, const char *s)
{
    return s ? arena_strdup(a, s) : NULL;
}

struct reply reply_copy(struct arena *a, const struct reply *r)
{
    struct reply out = *r;

    out.text = r->text ? arena_strdup(a, r->text) : "";
    out.reasoning = model_reply_copy(a, r->reasoning);
    out.finish = model_reply_copy(a, r->finish);
    out.why = model_reply_copy(a, r->why);
    out.served = model_reply_copy(a, r->served);
    out.id = model_reply_copy(a, r->id);
    out.fingerprint = model_reply_copy(a, r->fingerprint);
    out.note = model_reply_copy(a, r->note);
    return out;
}

struct reply_parts reply_parts_in(struct arena *a)
{
    return (struct reply_parts){ str_in(a), str_in(a), str_in(a), false };
}

/* ---- text ---- */

/* Two levels are known: parts, and parts of a part ("thinking" of Mistral).
 * What is nested deeper is no text of a reply. */
static void add_strings(struct str *out, const struct json *v, int levels)
{
    if (!v || levels < 0)
        return;
    if (v->type == JSON_STRING || v->type == JSON_NUMBER) {
        str_add(out, v->text);
    } else if (v->type == JSON_ARRAY) {
        for (const struct json *m = v->first; m; m = m->next)
            add_strings(out, m, levels - 1);
    } else if (v->type == JSON_OBJECT) {
        static const char *const names[] = { "text", "thinking", "summary" };
        size_t before = out->n;

        for (size_t i = 0; i < 3 && out->n == before; i++)
            add_strings(out, json_get(v, names[i]), levels - 1);
    }
}

void reply_parts_add_text(struct str *out, const struct json *v)
{
    add_strings(out, v, 4);
}

static bool is_tool(const char *type)
{
    return str_ends(type, "tool_use") || str_ends(type, "tool_call") ||
           str_eq(type, "function_call");
}

static void reply_add_part(struct reply_parts *t, const struct json *part)
{
    const char *type = json_string(json_get(part, "type"));

    if (!type || str_eq(type, "text") || str_eq(type, "output_text"))
        reply_parts_add_text(&t->text, part->type == JSON_OBJECT
                                           ? json_get(part, "text")
                                           : part);
    else if (str_eq(type, "thinking") || str_eq(type, "reasoning"))
        reply_parts_add_text(&t->reasoning, part);
    else if (str_eq(type, "refusal"))
        reply_parts_add_text(&t->refusal, json_get(part, "refusal"));
    else if (is_tool(type))
        t->tool = true;
}

void reply_parts_add_content(struct reply_parts *t, const struct json *content)
{
    if (!content)
        return;
    if (content->type == JSON_ARRAY)
        for (const struct json *m = content->first; m; m = m->next)
            reply_add_part(t, m);
    else
        reply_add_part(t, content);
}

/* ---- reasons to finish ---- */

enum ending {
    ENDING_OK,
    ENDING_CUT,
    ENDING_LOOP,
    ENDING_REFUSED,
    ENDING_BROKEN
};

/* In lower case. Reasons that are not here are ends like any other. */
static const struct {
    const char *name;
    enum ending ending;
} endings[] = {
    { "length", ENDING_CUT },
    { "max_tokens", ENDING_CUT },
    { "max_output_tokens", ENDING_CUT },
    { "model_length", ENDING_CUT },
    { "model_context_window_exceeded", ENDING_CUT },
    { "repetition", ENDING_LOOP },
    { "content_filter", ENDING_REFUSED },
    { "content_filtered", ENDING_REFUSED },
    { "refusal", ENDING_REFUSED },
    { "safety", ENDING_REFUSED },
    { "recitation", ENDING_REFUSED },
    { "prohibited_content", ENDING_REFUSED },
    { "blocklist", ENDING_REFUSED },
    { "spii", ENDING_REFUSED },
    { "sensitive", ENDING_REFUSED },
    { "abort", ENDING_BROKEN },
    { "aborted", ENDING_BROKEN },
    { "cancelled", ENDING_BROKEN },
    { "canceled", ENDING_BROKEN },
    { "failed", ENDING_BROKEN },
    { "failure", ENDING_BROKEN },
    { "timeout", ENDING_BROKEN },
    { "timed_out", ENDING_BROKEN },
    { "time_out", ENDING_BROKEN },
    { "insufficient_system_resource", ENDING_BROKEN },
};

/* Case does not count (Gemini shouts), nor how words are joined. */
static char reason_char(char c)
{
    return c == '-' ? '_' : to_lower(c);
}

static bool same_reason(const char *s, const char *name)
{
    for (; *s && *name; s++, name++)
        if (reason_char(*s) != *name)
            return false;
    return *s == *name;
}

/* "upstream_error" and its like. */
static bool reply_names_error(const char *finish)
{
    return fold_find(finish, strlen(finish), "error") != NULL;
}

static enum ending find_ending(const char *finish)
{
    for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++)
        if (same_reason(finish, endings[i].name))
            return endings[i].ending;
    return reply_names_error(finish) ? ENDING_BROKEN : ENDING_OK;
}

static void set_cut(struct arena *a, struct reply *r)
{
    bool context = same_reason(r->finish, "model_context_window_exceeded") ||
                   same_reason(r->finish, "model_length");
    struct str why = str_in(a);

    r->outcome = OUTCOME_TRUNCATED;
    str_add(&why, "the reply was cut off");
    if (r->usage.completion > 0)
        str_addf(&why, " after %" PRId64 " token%s", r->usage.completion,
                 r->usage.completion == 1 ? "" : "s");
    if (str_blank(r->text))
        str_add(&why, ", before any answer");
    str_add(&why, context ? ": the model's context was full; use a shorter "
                            "prompt or a longer context"
                          : "; raise --max-tokens");
    r->why = str_get(&why);
}

bool reply_parts_finish(struct arena *a, const char *finish, struct reply *r)
{
    r->finish = finish;
    r->outcome = OUTCOME_OK;
    switch (finish ? find_ending(finish) : ENDING_OK) {
    case ENDING_OK: break;
    case ENDING_CUT: set_cut(a, r); break;
    case ENDING_LOOP:
        r->outcome = OUTCOME_TRUNCATED;
        r->why = "the server stopped a reply that repeated itself (finish "
                 "reason \"repetition\")";
        break;
    case ENDING_REFUSED:
        r->outcome = OUTCOME_REFUSED;
        r->why = arena_printf(
            a, "the reply was withheld (finish reason \"%.40s\")", finish);
        break;
    case ENDING_BROKEN:
        r->outcome = OUTCOME_ERROR;
        r->why = arena_printf(
            a, "the server aborted the reply (finish reason \"%.40s\")",
            finish);
        return false;
    }
    return true;
}

/* ---- notes and counts ---- */

bool reply_parts_is_shell(const struct reply_parts *t, const struct reply *r)
{
    return !r->finish && str_blank(r->text) && !r->reasoning && !t->tool &&
           str_blank(str_get(&t->refusal));
}

void reply_parts_note(struct arena *a, struct reply *r, const char *note)
{
    r->note = r->note ? arena_printf(a, "%s; %s", r->note, note) : note;
}

void reply_parts_note_text(struct arena *a, const struct reply_parts *t,
                           struct reply *r)
{
    if (r->outcome != OUTCOME_OK || !str_blank(r->text))
        return;
    if (t->tool)
        reply_parts_note(a, r, "the model called a tool instead of answering");
    else if (r->reasoning)
        reply_parts_note(a, r, "the reply has reasoning but no text");
    else
        reply_parts_note(a, r, "the reply is empty");
}

#define TOKENS_MOST INT64_C(1000000000000)

/* Some write 10 as 10.0. */
static bool reply_read_whole(const struct json *v, int64_t *out)
{
    size_t n;

    if (json_int64(v, out))
        return true;
    if (!v || v->type != JSON_NUMBER)
        return false;
    n = strspn(v->text, "0123456789");
    if (n == 0 || n > 15 || v->text[n] != '.' ||
        v->text[n + 1 + strspn(v->text + n + 1, "0")])
        return false;
    *out = strtoll(v->text, NULL, 10);
    return true;
}

int64_t usage_count(const struct json *usage, const char *name)
{
    int64_t n;

    if (!reply_read_whole(json_get(usage, name), &n) || n < 0 ||
        n > TOKENS_MOST)
        return -1;
    return n;
}
