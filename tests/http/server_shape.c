/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The forms of a whole answer, OpenAI's and Anthropic's, as servers send
 * them. The columns hold JSON; @ stands for the answer's text.
 */

#include "server_scenario.h"

#include <string.h>

enum usage { USAGE_WHOLE, USAGE_NONE, USAGE_PARTIAL, USAGE_4096 };

struct shape {
    const char *name;
    const char *content; /* of the message; NULL: the plain text */
    const char *finish;  /* NULL: "stop" */
    const char *more;    /* further members of the message */
    const char *blocks;  /* Anthropic's content; NULL: one block of text */
    const char *stop;    /* Anthropic's; NULL: "end_turn" */
    enum usage usage;
    bool two;      /* two choices, the second first */
    bool is_fault; /* to be asked again */
};

/* What a model says to itself holds a box too, with a number that is wrong. */
#define THOUGHT   "First guess \\\\boxed{-1}. No, I add again."
#define TEXT      "{\"type\":\"text\",\"text\":\"@\"}"
#define SIGNATURE ",\"signature\":\"c2lnbmVk\"}"
#define THINKING  "{\"type\":\"thinking\",\"thinking\":\"" THOUGHT "\"" SIGNATURE

static const struct shape shapes[] = {
    { .name = "ok" },
    { .name = "latency" },
    /* why it ended */
    { .name = "finish-error", .finish = "\"error\"", .is_fault = true },
    { .name = "finish-abort", .finish = "\"abort\"", .is_fault = true },
    { .name = "finish-length",
      .content = "\"To add the numbers I first\"",
      .finish = "\"length\"",
      .blocks = "{\"type\":\"text\",\"text\":\"To add the numbers I\"}",
      .stop = "\"max_tokens\"" },
    { .name = "max_tokens",
      .content = "\"To add the numbers I first\"",
      .finish = "\"length\"",
      .blocks = "{\"type\":\"text\",\"text\":\"To add the numbers I\"}",
      .stop = "\"max_tokens\"" },
    { .name = "finish-length-null",
      .content = "null",
      .finish = "\"length\"",
      .more = ",\"reasoning_content\":\"" THOUGHT "\"",
      .blocks = THINKING,
      .stop = "\"max_tokens\"" },
    { .name = "finish-filter",
      .content = "\"\"",
      .finish = "\"content_filter\"",
      .blocks = "",
      .stop = "\"refusal\"" },
    { .name = "refusal",
      .content = "null",
      .more = ",\"refusal\":\"I cannot help with that.\"",
      .blocks = "{\"type\":\"text\",\"text\":\"I cannot\"}",
      .stop = "\"refusal\"" },
    { .name = "finish-repetition",
      .content = "\"add add add add add add add add\"",
      .finish = "\"repetition\"",
      .stop = "\"max_tokens\"" },
    { .name = "finish-null", .finish = "null", .stop = "null" },
    { .name = "finish-eos", .finish = "\"eos\"" },
    { .name = "finish-eos-token", .finish = "\"eos_token\"" },
    { .name = "finish-tools",
      .content = "null",
      .finish = "\"tool_calls\"",
      .blocks = "",
      .stop = "\"tool_use\"" },
    { .name = "stop_sequence", .stop = "\"stop_sequence\"" },
    { .name = "pause_turn", .stop = "\"pause_turn\"" },
    { .name = "context-exceeded",
      .content = "\"To add the\"",
      .finish = "\"length\"",
      .blocks = "{\"type\":\"text\",\"text\":\"To add the\"}",
      .stop = "\"model_context_window_exceeded\"" },
    /* what the content is */
    { .name = "null-content", .content = "null", .blocks = "" },
    { .name = "empty-content",
      .content = "\"\"",
      .blocks = "{\"type\":\"text\",\"text\":\"\"}" },
    { .name = "string" },
    { .name = "parts-content",
      .content =
          "[{\"type\":\"text\",\"text\":\"I add. \"},"
          "{\"type\":\"image_url\",\"image_url\":{\"url\":\"x\"}}," TEXT "]",
      .blocks = "{\"type\":\"text\",\"text\":\"I add. \"},"
                "{\"type\":\"unheard_of\",\"data\":[1]}," TEXT },
    { .name = "utf8",
      .content = "\"\xe2\x88\x91 \xc3\xa9 \xf0\x9f\x99\x82 \\ud83d\\ude42 @\"",
      .blocks = "{\"type\":\"text\",\"text\":\"\xe2\x88\x91 "
                "\xf0\x9f\x99\x82 \\ud83d\\ude42 @\"}" },
    { .name = "nul",
      .content = "\"a\\u0000b \\ud800 \\udc00 \xff\xfe\xc0\x80 @\"",
      .blocks = "{\"type\":\"text\",\"text\":\"a\\u0000b \\ud800 \xff @\"}" },
    { .name = "nul-escaped",
      .content = "\"a\\u0000b \\ud800 \\udc00 @\"",
      .blocks = "{\"type\":\"text\",\"text\":\"a\\u0000b \\ud800 @\"}" },
    /* where the reasoning is */
    { .name = "reasoning_content",
      .more = ",\"reasoning_content\":\"" THOUGHT "\"",
      .blocks = THINKING "," TEXT },
    { .name = "reasoning",
      .more = ",\"reasoning\":\"" THOUGHT "\"",
      .blocks = THINKING "," TEXT },
    { .name = "reasoning_details",
      .more = ",\"reasoning_details\":[{\"type\":\"reasoning.text\","
              "\"text\":\"First guess \\\\boxed{-1}. \"},"
              "{\"type\":\"reasoning.text\",\"text\":\"No, I add again.\"}]",
      .blocks = THINKING "," TEXT },
    { .name = "thinking",
      .more = ",\"reasoning_content\":\"" THOUGHT "\"",
      .blocks = THINKING "," TEXT },
    { .name = "redacted-thinking",
      .blocks = "{\"type\":\"redacted_thinking\",\"data\":\"AAAA\"}," TEXT },
    { .name = "think",
      .content = "\"<think>" THOUGHT "</think>\\n\\n@\"",
      .blocks =
          "{\"type\":\"text\",\"text\":\"<think>" THOUGHT "</think>\\n@\"}" },
    { .name = "think-unclosed",
      .content = "\"<think>" THOUGHT "\"",
      .blocks = "{\"type\":\"text\",\"text\":\"<think>" THOUGHT "\"}" },
    { .name = "think-cut",
      .content = "\"<think>" THOUGHT "\"",
      .finish = "\"length\"",
      .blocks = "{\"type\":\"text\",\"text\":\"<think>" THOUGHT "\"}",
      .stop = "\"max_tokens\"" },
    { .name = "think-no-opener",
      .content = "\"" THOUGHT "\\n</think>\\n\\n@\"",
      .blocks = "{\"type\":\"text\",\"text\":\"" THOUGHT "</think>\\n@\"}" },
    { .name = "THINK",
      .content = "\"[THINK]" THOUGHT "[/THINK]@\"",
      .blocks =
          "{\"type\":\"text\",\"text\":\"[THINK]" THOUGHT "[/THINK]@\"}" },
    /* how many, and what they cost */
    { .name = "n2", .two = true },
    { .name = "no-usage", .usage = USAGE_NONE },
    { .name = "usage-partial", .usage = USAGE_PARTIAL },
    { .name = "ollama-4096",
      .content = "\"To add the numbers I first\"",
      .finish = "\"length\"",
      .stop = "\"max_tokens\"",
      .usage = USAGE_4096 },
};

const struct shape *shape_find(const char *name)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (str_eq(shapes[i].name, name))
            return &shapes[i];
    return NULL;
}

bool shape_is_fault(const struct shape *s)
{
    return s->is_fault;
}

/* The template with every @ replaced. */
static void fill(struct str *out, const char *template, struct span text)
{
    const char *at;

    while ((at = strchr(template, '@'))) {
        str_addn(out, template, (size_t)(at - template));
        str_addn(out, text.s, text.n);
        template = at + 1;
    }
    str_add(out, template);
}

/* Four characters a token is near enough. The sums are right. */
static size_t tokens(size_t bytes)
{
    return bytes / 4 + 1;
}

static void add_choice(const struct shape *s, int index, struct span text,
                       struct str *out)
{
    str_add(out, index ? "{\"index\":1," : "{\"index\":0,");
    str_add(out, "\"message\":{\"role\":\"assistant\",\"content\":");
    fill(out, s->content ? s->content : "\"@\"", text);
    if (s->more)
        str_add(out, s->more);
    str_add(out, "},\"logprobs\":null,\"finish_reason\":");
    str_add(out, s->finish ? s->finish : "\"stop\"");
    str_addc(out, '}');
}

static void add_choices(const struct shape *s, const struct ask *q,
                        struct span text, struct str *out)
{
    str_add(out, ",\"choices\":[");
    if (s->two) {
        add_choice(s, 1, answer_text(q, 7), out);
        str_addc(out, ',');
    }
    add_choice(s, 0, text, out);
    str_addc(out, ']');
}

static void add_count(struct str *out, const char *name, uint64_t v)
{
    str_add(out, name);
    reply_add_number(out, v);
}

static void add_usage(const struct shape *s, size_t in, size_t said,
                      struct str *out)
{
    if (s->usage == USAGE_4096)
        said = 4096 - (in < 4096 ? in : 4095);
    if (s->usage == USAGE_NONE)
        return;
    str_add(out, ",\"usage\":{");
    if (s->usage == USAGE_PARTIAL) {
        add_count(out, "\"completion_tokens\":", said);
    } else {
        add_count(out, "\"prompt_tokens\":", in);
        add_count(out, ",\"completion_tokens\":", said);
        add_count(out, ",\"total_tokens\":", in + said);
        str_add(out, ",\"prompt_tokens_details\":{\"cached_tokens\":0},"
                     "\"completion_tokens_details\":"
                     "{\"reasoning_tokens\":0}");
    }
    str_addc(out, '}');
}

static void add_model(const struct ask *q, struct str *out)
{
    const char *model = json_string(json_get(q->body, "model"));

    str_add(out, "\"model\":");
    json_write_string(out, model ? model : "none");
}

static void write_openai(const struct shape *s, const struct ask *q,
                         struct span text, struct str *out)
{
    size_t in = tokens(strlen(answer_prompt(q))), before;

    str_add(out, "{\"id\":\"chatcmpl-");
    reply_add_hex(out, q->hash.high);
    add_count(out, "-", q->try_no);
    str_add(out, "\",\"object\":\"chat.completion\","
                 "\"created\":1700000000,");
    add_model(q, out);
    before = out->n;
    add_choices(s, q, text, out);
    str_add(out, ",\"system_fingerprint\":\"fp_0123456789\"");
    add_usage(s, in, tokens(out->n - before), out);
    str_addc(out, '}');
}

static void write_messages(const struct shape *s, const struct ask *q,
                           struct span text, struct str *out)
{
    size_t in = tokens(strlen(answer_prompt(q))), before;

    str_addf(out,
             "{\"id\":\"msg_%016llx%llu\",\"type\":\"message\","
             "\"role\":\"assistant\",",
             (unsigned long long)q->hash.high, (unsigned long long)q->try_no);
    add_model(q, out);
    before = out->n;
    str_add(out, ",\"content\":[");
    fill(out, s->blocks ? s->blocks : TEXT, text);
    str_add(out, "],\"stop_reason\":");
    str_add(out, s->stop ? s->stop : "\"end_turn\"");
    str_add(out, s->stop && str_eq(s->stop, "\"stop_sequence\"")
                     ? ",\"stop_sequence\":\"END\""
                     : ",\"stop_sequence\":null");
    if (s->usage == USAGE_NONE)
        str_addc(out, '}');
    else if (s->usage == USAGE_PARTIAL)
        str_addf(out, ",\"usage\":{\"output_tokens\":%zu}}",
                 tokens(out->n - before));
    else
        str_addf(out,
                 ",\"usage\":{\"input_tokens\":%zu,\"output_tokens\":%zu,"
                 "\"cache_creation_input_tokens\":0,"
                 "\"cache_read_input_tokens\":0}}",
                 in, tokens(out->n - before));
}

void shape_write(const struct shape *s, const struct ask *q, struct span text,
                 struct reply *r)
{
    r->good = !s->is_fault;
    if (q->messages && s->is_fault) /* that form has no such stop_reason */
        str_add(&r->body, "{\"type\":\"error\",\"error\":{\"type\":"
                          "\"api_error\",\"message\":\"It broke.\"}}");
    else if (q->messages)
        write_messages(s, q, text, &r->body);
    else
        write_openai(s, q, text, &r->body);
}

void shape_play(const struct shape *s, const struct ask *q, struct reply *r)
{
    shape_write(s, q, answer_text(q, 0), r);
}
