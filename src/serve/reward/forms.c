/* SPDX-License-Identifier: Apache-2.0 */
#include "family/table.h"
#include "grade/profile.h"
#include "grade/request.h"
#include "serve/reward/rows.h"

#include <string.h>

/*
 * The forms of requests. Each becomes rows {"gold": ..., "response": ...},
 * which the judge of JSON lines reads: so a label may be all that a gold may
 * be. Values are shared with the request, not copied.
 */

/* ---- options ---- */

static bool read_strict(struct reward_job *j, const char *text, struct err *e)
{
    j->strict = text && (str_eq(text, "1") || str_eq(text, "true"));
    return !text || j->strict || str_eq(text, "0") || str_eq(text, "false") ||
           err_set(e, ERR_USAGE, "strict must be 1 or 0, not \"%.40s\"", text);
}

/* A request names a benchmark's law, and no file. */
static bool serve_forms_read_profile(struct reward_job *j, const char *name,
                                     struct err *e)
{
    const struct profile *p = name ? profile_find(name) : NULL;

    if (name && !p)
        return err_set(e, ERR_USAGE,
                       "profile must be gsm8k, math, hardmath2 or mathador, "
                       "not \"%.40s\"",
                       name);
    if (p)
        request_set_profile(&j->defaults, p);
    return true;
}

bool reward_read_options(struct reward_job *j, const struct http_request *r,
                         struct err *e)
{
    const char *undecided = http_query(r, "undecided");

    j->policy = reward_policy(j->reward);
    j->rules = (struct jsonl_rules){ &j->defaults, family_judge };
    return read_strict(j, http_query(r, "strict"), e) &&
           serve_forms_read_profile(j, http_query(r, "profile"), e) &&
           (!undecided || reward_policy_read(undecided, &j->policy, e));
}

/* ---- making rows ---- */

static bool make_rows(struct reward_job *j, size_t n, struct err *e)
{
    if (n > REWARD_ROWS_MOST)
        return err_set(e, ERR_LIMIT,
                       "the request has %zu rows; at most %d are allowed", n,
                       REWARD_ROWS_MOST);
    j->rows = arena_array(j->arena, struct reward_row, n ? n : 1);
    j->n = n;
    for (size_t i = 0; i < n; i++)
        j->rows[i].number = i + 1;
    return true;
}

static struct json *new_row(struct reward_job *j)
{
    return json_new(j->arena, JSON_OBJECT);
}

/* Adds a member that shares its contents with v. */
static void serve_forms_share(struct reward_job *j, struct json *row,
                              const char *name, const struct json *v)
{
    struct json *m = arena_new(j->arena, struct json);

    *m = *v;
    m->name = name;
    m->next = NULL;
    json_push(row, m);
}

static void share_text(struct reward_job *j, struct json *row, const char *name,
                       const char *text)
{
    struct json *m = json_new(j->arena, JSON_STRING);

    m->text = text;
    m->name = name;
    json_push(row, m);
}

/* Members of a problem by which its answers are judged. */
#define OPTION_NAMES \
 "family params kind choices tolerance limit profile meta numbers target"

static void share_options(struct reward_job *j, struct json *row,
                          const struct json *from)
{
    for (const struct json *m = from->first; m; m = m->next)
        if (m->type != JSON_NULL && str_among(m->name, OPTION_NAMES) &&
            !json_get(row, m->name))
            serve_forms_share(j, row, m->name, m);
}

/* Returns the object, or the array of objects, whose JSON text a label is; or
 * NULL if it is anything else, such as an interval or a set in braces. */
static const struct json *serve_forms_label_read(struct reward_job *j,
                                                 const char *label)
{
    struct json *v;
    struct err e;

    if ((label[0] != '{' && label[0] != '[') ||
        (!strstr(label, "\"latex\"") && !strstr(label, "\"key\"") &&
         !strstr(label, "\"keys\"") && !strstr(label, "\"family\"")) ||
        !json_read_most(j->arena, label, strlen(label), 1, REWARD_VALUES_MOST,
                        &v, &e))
        return NULL;
    return v;
}

/* Adds the key: a text, a number, a key of ours, a whole problem of ours, or
 * the JSON text of one of these. */
static void serve_forms_add_label(struct reward_job *j, struct json *row,
                                  const struct json *label)
{
    const struct json *read = label->type == JSON_STRING
                                  ? serve_forms_label_read(j, label->text)
                                  : label;
    const struct json *key = json_get(read, "key"),
                      *keys = json_get(read, "keys");

    if (read && (key || keys || json_get(read, "family"))) {
        if (key || keys)
            serve_forms_share(j, row, key ? "gold" : "keys", key ? key : keys);
        share_options(j, row, read);
    } else {
        serve_forms_share(j, row, "gold", read ? read : label);
    }
}

/* ---- special tokens of models ---- */

static const char *const tokens[] = { "<s>",   "</s>",  "<bos>",
                                      "<eos>", "<pad>", "<end_of_turn>",
                                      "<unk>", "[PAD]" };
#define TOKENS     (sizeof tokens / sizeof tokens[0])
#define TOKEN_MOST 64 /* bytes of <|a token|> */

/* Returns the bytes of the special token, or blank, that s begins with; 0:
 * none. Of <|...|> the bar may be the wide one, U+FF5C. */
static size_t token_front(const char *s)
{
    static const char wide[] = "\xef\xbd\x9c";
    const char *end;

    if (*s == ' ' || *s == '\n')
        return 1;
    for (size_t i = 0; i < TOKENS; i++)
        if (str_starts(s, tokens[i]))
            return strlen(tokens[i]);
    if (*s != '<' || (s[1] != '|' && !str_starts(s + 1, wide)))
        return 0;
    end = memchr(s, '>', strnlen(s, TOKEN_MOST));
    return end && (end[-1] == '|' || memcmp(end - 3, wide, 3) == 0)
               ? (size_t)(end - s) + 1
               : 0;
}

/* The same at the end of s[0..n). */
static size_t token_back(const char *s, size_t n)
{
    size_t from = n > TOKEN_MOST ? n - TOKEN_MOST : 0;

    if (n && (s[n - 1] == ' ' || s[n - 1] == '\n'))
        return 1;
    if (n == 0 || (s[n - 1] != '>' && s[n - 1] != ']'))
        return 0;
    for (size_t i = n; i-- > from;)
        if (s[i] == '<' || s[i] == '[')
            return token_front(s + i) == n - i ? n - i : 0;
    return 0;
}

/* Returns the text without the special tokens that end it. */
static const char *without_end(struct reward_job *j, const char *s)
{
    size_t n = strlen(s), all = n, token;

    while ((token = token_back(s, n)) > 0)
        n -= token;
    return n == all ? s : arena_strndup(j->arena, s, n);
}

static const char *behind_tokens(const char *s)
{
    size_t token;

    while ((token = token_front(s)) > 0)
        s += token;
    return s;
}

/* Returns what stands behind the prompt, whatever tokens are before it; NULL if
 * the prompt does not stand at the front. */
static const char *behind_prompt(const char *query, const char *prompt)
{
    query = behind_tokens(query);
    prompt = behind_tokens(prompt);
    return str_starts(query, prompt) ? query + strlen(prompt) : NULL;
}

/* ---- the forms ---- */

static bool is_lines(const struct http_request *r)
{
    static const char *const types[] = {
        "application/jsonl",     "application/x-jsonl",
        "application/jsonlines", "application/x-jsonlines",
        "application/x-ndjson",  "application/ndjson"
    };
    const char *type = http_header(r, "content-type");

    for (size_t i = 0; type && i < sizeof types / sizeof types[0]; i++)
        if (str_starts(type, types[i]))
            return true;
    return false;
}

/* Takes the next line of text[0..n) that is not blank, with its number. */
static bool serve_forms_next_line(const char **text, size_t *n, size_t *number,
                                  struct reward_row *out)
{
    while (*n) {
        const char *s = *text, *end = memchr(s, '\n', *n);
        size_t len = end ? (size_t)(end - s) : *n;

        *text += len + (end != NULL);
        *n -= len + (end != NULL);
        ++*number;
        *out = (struct reward_row){ .text = s, .n = len, .number = *number };
        if (strspn(s, " \t\r") < len)
            return true;
    }
    return false;
}

/* Lines are read where they are judged, as `assay grade` reads a file. */
static bool serve_forms_read_lines(struct reward_job *j, const char *body,
                                   size_t n, struct err *e)
{
    size_t count = 0, number = 0, left = n;
    const char *text = body;
    struct reward_row row;

    while (serve_forms_next_line(&text, &left, &number, &row))
        count++;
    j->shape = SHAPE_LINES;
    if (!make_rows(j, count, e))
        return false;
    number = 0;
    for (size_t i = 0; i < count; i++)
        serve_forms_next_line(&body, &n, &number, &j->rows[i]);
    return true;
}

/* One row, or an array of them. */
static bool serve_forms_read_items(struct reward_job *j, const struct json *v,
                                   struct err *e)
{
    size_t i = 0;

    if (v->type != JSON_ARRAY) {
        j->shape = SHAPE_ONE;
        if (!make_rows(j, 1, e))
            return false;
        j->rows[0].json = v;
        return true;
    }
    if (j->shape != SHAPE_ROWS)
        j->shape = SHAPE_ARRAY;
    if (!make_rows(j, v->count, e))
        return false;
    for (const struct json *m = v->first; m; m = m->next)
        j->rows[i++].json = m;
    return true;
}

static bool read_grade(struct reward_job *j, struct err *e)
{
    const struct json *rows = json_get(j->whole, "rows");

    if (!rows || rows->type != JSON_ARRAY)
        return serve_forms_read_items(j, j->whole, e);
    j->shape = SHAPE_ROWS;
    return serve_forms_read_items(j, rows, e);
}

/* Makes a row of a reply to be judged by its label. */
static struct json *serve_forms_set_row(struct reward_job *j,
                                        struct reward_row *row,
                                        const struct json *label,
                                        const struct json *question,
                                        const char *response)
{
    struct json *v = new_row(j);

    serve_forms_add_label(j, v, label);
    if (json_string(question))
        share_text(j, v, "question", question->text);
    if (response)
        share_text(j, v, "response", response);
    else
        serve_forms_share(j, v, "response", json_new(j->arena, JSON_NULL));
    row->json = v;
    return v;
}

/* {"prompt", "response", "label"}: slime. */
static void read_sample(struct reward_job *j, struct reward_row *row)
{
    const struct json *label = json_get(row->json, "label");
    const struct json *response = json_get(row->json, "response");

    if (!label || label->type == JSON_NULL)
        row->wrong = "\"label\", the key, is missing";
    else if (!response ||
             (response->type != JSON_STRING && response->type != JSON_NULL))
        row->wrong = "\"response\" must be a string, the text of a reply";
    else
        serve_forms_set_row(j, row, label, json_get(row->json, "prompt"),
                            response->text ? without_end(j, response->text)
                                           : NULL);
}

static bool read_samples(struct reward_job *j, struct err *e)
{
    if (!serve_forms_read_items(j, j->whole, e))
        return false;
    for (size_t i = 0; i < j->n; i++)
        read_sample(j, &j->rows[i]);
    return true;
}

/* An array of the request; optional ones may be absent, or null. */
static bool need_array(const struct reward_job *j, const char *name,
                       bool optional, const struct json **out, struct err *e)
{
    const struct json *m = json_get(j->whole, name);

    *out = m && m->type == JSON_ARRAY ? m : NULL;
    if (*out && (*out)->count == j->n)
        return true;
    if (*out)
        return err_at(e, ERR_DOMAIN, m->line, m->column,
                      "\"%s\" has %zu items for %zu queries", name, m->count,
                      j->n);
    if (optional && (!m || m->type == JSON_NULL))
        return true;
    return err_at(e, ERR_DOMAIN, m ? m->line : j->whole->line,
                  m ? m->column : j->whole->column,
                  "\"%s\" must be an array, one item for each query", name);
}

static void read_query(struct reward_job *j, struct reward_row *row,
                       const struct json *query, const struct json *prompt,
                       const struct json *label)
{
    const char *reply = json_string(query), *behind;

    if (label->type == JSON_NULL)
        row->wrong = "the label, which is the key, must not be null";
    else if (!reply)
        row->wrong = "the query must be a string";
    if (row->wrong)
        return;
    behind = json_string(prompt) ? behind_prompt(reply, prompt->text) : NULL;
    row->unstripped = !behind;
    serve_forms_set_row(j, row, label, prompt,
                        without_end(j, behind ? behind : reply));
}

/* {"query": [...], "prompts": [...], "labels": [...]}: OpenRLHF. */
static bool read_queries(struct reward_job *j, struct err *e)
{
    const struct json *queries = json_get(j->whole, "query");
    const struct json *prompts, *labels, *q, *p, *l;

    if (!queries || queries->type != JSON_ARRAY)
        return err_at(e, ERR_DOMAIN, j->whole->line, j->whole->column,
                      "\"query\" must be an array of strings");
    j->shape = SHAPE_ARRAY;
    if (!make_rows(j, queries->count, e) ||
        !need_array(j, "prompts", true, &prompts, e) ||
        !need_array(j, "labels", false, &labels, e))
        return false;
    q = queries->first;
    p = prompts ? prompts->first : NULL;
    l = labels->first;
    for (size_t i = 0; i < j->n; i++, q = q->next, l = l->next) {
        read_query(j, &j->rows[i], q, p, l);
        p = p ? p->next : NULL;
    }
    return true;
}

/* Appends the texts of a message: a string, or typed parts. */
static void add_content(struct str *out, const struct json *content)
{
    if (json_string(content))
        str_add(out, content->text);
    for (const struct json *m = content ? content->first : NULL; m; m = m->next)
        if (json_string(json_get(m, "text")))
            str_add(out, json_get(m, "text")->text);
}

/* Returns what the model said: all its messages in the output of a Responses
 * object; reasoning and calls of tools are left out. NULL: nothing. */
static const char *response_text(struct reward_job *j, const struct json *r)
{
    const struct json *output = json_get(r, "output");
    struct str out = str_in(j->arena);

    if (json_string(r))
        return r->text;
    if (json_string(output))
        return output->text;
    for (const struct json *m = output ? output->first : NULL; m; m = m->next) {
        const char *type = json_string(json_get(m, "type"));
        const char *role = json_string(json_get(m, "role"));

        if ((!type || str_eq(type, "message")) &&
            (!role || str_eq(role, "assistant")))
            add_content(&out, json_get(m, "content"));
    }
    return out.s;
}

/* Finds the key of a row by the names that sets have for it. */
static const struct json *serve_forms_find_label(const struct json *row)
{
    static const char *const names[] = {
        "expected_answer", "ground_truth", "gold", "label", "key",
        "answer",          "solution"
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const struct json *m = json_get(row, names[i]);

        if (m && m->type != JSON_NULL)
            return m;
    }
    return NULL;
}

/* A row of a NeMo-Gym environment with the model's response. */
static bool read_episode(struct reward_job *j, struct err *e)
{
    const struct json *row = j->whole, *response = json_get(row, "response");
    const struct json *label = serve_forms_find_label(row);
    const struct json *question = json_get(row, "question");

    if (!response ||
        (response->type != JSON_OBJECT && response->type != JSON_STRING))
        return err_at(e, ERR_DOMAIN, row->line, row->column,
                      "\"response\" must be the model's response, an object "
                      "with \"output\"");
    if (!label)
        label = serve_forms_find_label(json_get(row, "verifier_metadata"));
    if (!label)
        label = serve_forms_find_label(json_get(row, "reward_model"));
    j->shape = SHAPE_ONE;
    if (!make_rows(j, 1, e))
        return false;
    if (!label && (json_get(row, "family") || json_get(row, "keys")))
        label = row;
    if (!label) {
        j->rows[0].wrong = "the row has no \"expected_answer\"";
        return true;
    }
    share_options(
        j,
        serve_forms_set_row(j, &j->rows[0], label,
                            question ? question : json_get(row, "problem"),
                            response_text(j, response)),
        row);
    return true;
}

static bool serve_forms_read_form(struct reward_job *j, struct err *e)
{
    if (j->route == REWARD_GRADE)
        return read_grade(j, e);
    if (j->route == REWARD_RM)
        return read_samples(j, e);
    if (j->whole->type != JSON_OBJECT)
        return err_at(e, ERR_DOMAIN, j->whole->line, j->whole->column,
                      "the request must be an object, not %s",
                      json_type_name(j->whole->type));
    return j->route == REWARD_VERIFY ? read_episode(j, e) : read_queries(j, e);
}

bool reward_read_rows(struct reward_job *j, const struct http_request *r,
                      struct err *e)
{
    size_t bom = str_starts(r->body, "\xef\xbb\xbf") ? 3 : 0;
    struct json *whole;

    if (j->route == REWARD_GRADE && is_lines(r))
        return serve_forms_read_lines(j, r->body + bom, r->body_n - bom, e);
    if (!json_read_most(j->arena, r->body + bom, r->body_n - bom, 1,
                        REWARD_VALUES_MOST, &whole, e))
        return false;
    j->whole = whole;
    return serve_forms_read_form(j, e);
}
