/* SPDX-License-Identifier: Apache-2.0 */
#include "model/batch/form.h"
#include "base/ascii.h"
#include "base/json.h"
#include "base/limits.h"
#include "model/wait.h"

#include <string.h>

#define CALLS    "/chat/completions"
#define ENDPOINT "/v1" CALLS
#define ID_MOST  200 /* characters of an id of a server's */
#define WHY_MOST 400

static bool is_anthropic(const struct model *m)
{
    return m->kind == MODEL_ANTHROPIC;
}

/* ---- places ---- */

/* Put `tail` in place of the last `cut` characters of the path. */
static const char *swap_end(struct arena *a, const char *url, size_t cut,
                            const char *tail)
{
    size_t path = strcspn(url, "?");

    return arena_printf(a, "%.*s%s%s", (int)(path - cut), url, tail,
                        url + path);
}

bool batch_place_find(struct arena *a, const struct model *m,
                      struct batch_place *out, struct err *e)
{
    const char *path = arena_strndup(a, m->url, strcspn(m->url, "?"));

    *out = (struct batch_place){ 0 };
    if (is_anthropic(m)) {
        out->batches = swap_end(a, m->url, 0, "/batches");
        return true;
    }
    if (m->kind != MODEL_OPENAI || !str_ends(path, CALLS))
        return err_set(e, ERR_USAGE,
                       "%s does not support batches, only OpenAI and "
                       "Anthropic do; leave out --batch",
                       m->spec);
    out->files = swap_end(a, m->url, strlen(CALLS), "/files");
    out->batches = swap_end(a, m->url, strlen(CALLS), "/batches");
    return true;
}

const char *batch_url(struct arena *a, const char *place, const char *below)
{
    return swap_end(a, place, 0, below);
}

/* ---- out ---- */

struct batch_size batch_size_most(const struct model *m)
{
    if (is_anthropic(m))
        return (struct batch_size){ 100000, (size_t)256000000 };
    return (struct batch_size){ 50000, (size_t)200000000 };
}

const char *batch_before(const struct model *m)
{
    return is_anthropic(m) ? "{\"requests\": [" : "";
}

const char *batch_between(const struct model *m)
{
    return is_anthropic(m) ? ",\n" : "\n";
}

const char *batch_behind(const struct model *m)
{
    return is_anthropic(m) ? "]}\n" : "\n";
}

void batch_add_call(struct str *out, const struct model *m, struct hash128 key,
                    const char *body)
{
    char hex[HASH_HEX_SIZE];

    str_addf(out, "{\"custom_id\": \"%s\", ", hash_hex(key, hex));
    str_add(out, is_anthropic(m) ? "\"params\": "
                                 : "\"method\": \"POST\", \"url\": \"" ENDPOINT
                                   "\", \"body\": ");
    str_add(out, body);
    str_addc(out, '}');
}

const char *batch_of_file(struct arena *a, const char *file, const char *token)
{
    struct str out = str_in(a);

    str_add(&out, "{\"input_file_id\": ");
    json_write_string(&out, file);
    str_add(&out, ", \"endpoint\": \"" ENDPOINT "\", \"completion_window\": "
                  "\"24h\", \"metadata\": {\"assay\": ");
    json_write_string(&out, token);
    str_add(&out, "}}");
    return str_get(&out);
}

/* ---- in: batches ---- */

/* An id becomes part of URLs: letters, digits, "-", "_" and "." alone. */
static const char *model_form_read_id(const struct json *v, const char *name)
{
    const char *id = json_string(json_get(v, name));
    size_t n = id ? strlen(id) : 0;

    if (n == 0 || n > ID_MOST || id[0] == '.')
        return NULL;
    for (size_t i = 0; i < n; i++)
        if (!is_letter(id[i]) && !is_digit(id[i]) && !strchr("-_.", id[i]))
            return NULL;
    return id;
}

static uint64_t model_form_count(const struct json *v, const char *name)
{
    int64_t n;

    return json_int64(json_get(v, name), &n) && n > 0 ? (uint64_t)n : 0;
}

/* Why it was refused: the first messages of {errors: {data: [{message}]}}. */
static const char *refusal(struct arena *a, const struct model *m,
                           const struct json *v)
{
    const struct json *list = json_get(json_get(v, "errors"), "data");
    struct str all = str_in(a);

    for (const struct json *x = list ? list->first : NULL;
         x && all.n < WHY_MOST; x = x->next) {
        const char *text = json_string(json_get(x, "message"));

        if (!text)
            continue;
        str_add(&all, all.n ? "; " : "");
        str_add(&all, text);
    }
    if (!all.n)
        return "no reason was given";
    return model_redact(a, m, all.s, all.n);
}

static void read_openai(struct arena *a, const struct model *m,
                        const struct json *v, struct batch_status *out)
{
    const struct json *counts = json_get(v, "request_counts");
    int64_t s;

    out->stage = str_among(out->said, "completed expired cancelled")
                     ? STAGE_ENDED
                 : str_eq(out->said, "failed") ? STAGE_FAILED
                                               : STAGE_WORKING;
    if (out->stage == STAGE_FAILED)
        out->why = refusal(a, m, v);
    out->token = json_string(json_get(json_get(v, "metadata"), "assay"));
    out->input = model_form_read_id(v, "input_file_id");
    out->results[0] = model_form_read_id(v, "output_file_id");
    out->results[1] = model_form_read_id(v, "error_file_id");
    out->total = model_form_count(counts, "total");
    out->done = model_form_count(counts, "completed") +
                model_form_count(counts, "failed");
    if (json_int64(json_get(v, "created_at"), &s) && s > 0 && s < 1LL << 40)
        out->made_ms = s * 1000;
}

static void read_anthropic(const struct json *v, struct batch_status *out)
{
    const struct json *counts = json_get(v, "request_counts");
    int64_t made = wait_time(json_string(json_get(v, "created_at")), 0);

    out->stage = str_eq(out->said, "ended") ? STAGE_ENDED : STAGE_WORKING;
    out->results[0] = json_string(json_get(v, "results_url"));
    out->done = model_form_count(counts, "succeeded") +
                model_form_count(counts, "errored") +
                model_form_count(counts, "canceled") +
                model_form_count(counts, "expired");
    out->total = out->done + model_form_count(counts, "processing");
    out->made_ms = made > 0 ? made : 0;
}

static bool read_status(struct arena *a, const struct model *m,
                        const struct json *v, struct batch_status *out)
{
    const char *said = json_string(
        json_get(v, is_anthropic(m) ? "processing_status" : "status"));
    struct str word = str_in(a);

    *out =
        (struct batch_status){ .id = model_form_read_id(v, "id"), .why = "" };
    if (!out->id || !said || strlen(said) > ID_MOST)
        return false;
    str_add_printable(&word, said);
    out->said = str_get(&word);
    if (is_anthropic(m))
        read_anthropic(v, out);
    else
        read_openai(a, m, v, out);
    return true;
}

static bool model_form_read_json(struct arena *a, const char *text, size_t n,
                                 struct json **out, struct err *e)
{
    struct err why;

    return json_read_lenient(a, text, n, LIMIT_HTTP_VALUES, out, &why) ||
           err_set(e, ERR_SYNTAX, "the server's answer is not JSON: %s",
                   why.msg);
}

bool batch_status_read(struct arena *a, const struct model *m, const char *text,
                       size_t n, struct batch_status *out, struct err *e)
{
    struct json *v;

    if (!model_form_read_json(a, text, n, &v, e))
        return false;
    return read_status(a, m, v, out) ||
           err_set(e, ERR_DOMAIN,
                   "the server's answer does not describe a batch: it has no "
                   "id or no status");
}

bool batch_list_read(struct arena *a, const struct model *m, const char *text,
                     size_t n, struct batch_status **out, size_t *n_out,
                     const char **after, struct err *e)
{
    const struct json *data, *more;
    struct json *v;

    *n_out = 0;
    *after = NULL;
    if (!model_form_read_json(a, text, n, &v, e))
        return false;
    data = json_get(v, "data");
    more = json_get(v, "has_more");
    if (!data || data->type != JSON_ARRAY)
        return err_set(e, ERR_DOMAIN,
                       "the server's answer has no list of batches");
    *out = arena_array(a, struct batch_status, data->count + 1);
    for (const struct json *x = data->first; x; x = x->next)
        *n_out += read_status(a, m, x, &(*out)[*n_out]);
    if (more && more->type == JSON_BOOL && more->truth && *n_out)
        *after = (*out)[*n_out - 1].id;
    return true;
}

bool batch_file_read(struct arena *a, const char *text, size_t n,
                     const char **id, struct err *e)
{
    struct json *v;

    if (!model_form_read_json(a, text, n, &v, e))
        return false;
    *id = model_form_read_id(v, "id");
    return *id || err_set(e, ERR_DOMAIN, "the server's answer has no file id");
}

/* ---- in: lines ---- */

static bool read_half(const char *s, uint64_t *out)
{
    *out = 0;
    for (int i = 0; i < 16; i++) {
        char c = to_lower(s[i]);

        if (!is_digit(c) && !(c >= 'a' && c <= 'f'))
            return false;
        *out = *out << 4 | (uint64_t)(is_digit(c) ? c - '0' : c - 'a' + 10);
    }
    return true;
}

static bool model_form_read_key(const struct json *v, struct hash128 *out)
{
    const char *id = json_string(v);

    return id && strlen(id) == 32 && read_half(id, &out->high) &&
           read_half(id + 16, &out->low);
}

/* The answer within a line: JSON, or the text of a proxy. */
static void model_form_read_answer(struct arena *a, const struct model *m,
                                   int status, const struct json *body,
                                   double now_s, struct batch_reply *out)
{
    struct response_head head = { .status = status };
    struct str text = str_in(a);

    if (body && body->type == JSON_STRING)
        str_add(&text, body->text);
    else if (body)
        json_write(&text, body);
    out->status = status;
    response_read(a, m, &head, str_get(&text), text.n, now_s, &out->response);
}

/* A call that was not made, in the server's words if there are any. */
static void not_made(struct arena *a, const struct model *m, const char *what,
                     const struct json *error, struct batch_reply *out)
{
    const char *words = json_string(json_get(error, "message"));

    out->status = 0;
    response_broken(a, m, words ? arena_printf(a, "%s: %s", what, words) : what,
                    &out->response);
}

static void line_openai(struct arena *a, const struct model *m,
                        const struct json *v, double now_s,
                        struct batch_reply *out)
{
    const struct json *response = json_get(v, "response");
    int64_t status;

    if (response && json_int64(json_get(response, "status_code"), &status) &&
        status >= 100 && status < 600)
        model_form_read_answer(a, m, (int)status, json_get(response, "body"),
                               now_s, out);
    else
        not_made(a, m, "the batch ended without a result for this call",
                 json_get(v, "error"), out);
}

static void line_anthropic(struct arena *a, const struct model *m,
                           const struct json *v, double now_s,
                           struct batch_reply *out)
{
    const struct json *result = json_get(v, "result");
    const struct json *error = json_get(result, "error");
    const char *type = json_string(json_get(result, "type"));
    struct json *wrapped;

    if (type && str_eq(type, "succeeded")) {
        model_form_read_answer(a, m, 200, json_get(result, "message"), now_s,
                               out);
        return;
    }
    if (!type || !str_eq(type, "errored") || !error) {
        not_made(a, m,
                 type && str_eq(type, "expired")
                     ? "the batch expired before this call was made"
                 : type && str_eq(type, "canceled")
                     ? "the batch was cancelled before this call was made"
                     : "the batch ended without a result for this call",
                 error, out);
        return;
    }
    if (!json_get(error, "error")) {
        wrapped = json_new(a, JSON_OBJECT);
        json_set(a, wrapped, "type", json_new_string(a, "error"));
        json_set(a, wrapped, "error", json_copy(a, error));
        error = wrapped;
    }
    model_form_read_answer(a, m, 200, error, now_s, out);
}

/* A line that is no JSON, for a byte that is no UTF-8 or an end that is missing,
 * still says whose it is: that call has a reply that nobody can read. */
static bool read_spoilt(struct arena *a, const char *text, size_t n,
                        const char *why, struct batch_reply *out)
{
    static const char name[] = "\"custom_id\"";
    const char *line = arena_strndup(a, text, n), *at = strstr(line, name);

    if (!at || (at > line && at[-1] == '\\'))
        return false;
    at += strlen(name);
    at += strspn(at, ": \t");
    if (*at != '"' || strcspn(at + 1, "\"") != 32 || at[33] != '"' ||
        !model_form_read_key(json_new_string(a, arena_strndup(a, at + 1, 32)),
                             &out->key))
        return false;
    out->response = (struct response){
        .next = RESPONSE_AGAIN,
        .malformed = true,
        .wait_ms = -1,
        .reply = reply_none(
            a, OUTCOME_MALFORMED,
            arena_printf(a, "could not read its line in the results file: %s",
                         why)),
        .raw = "",
    };
    return true;
}

bool batch_line_read(struct arena *a, const struct model *m, const char *text,
                     size_t n, double now_s, struct batch_reply *out)
{
    struct json *v;
    struct err e;

    *out = (struct batch_reply){ 0 };
    if (!json_read_lenient(a, text, n, LIMIT_HTTP_VALUES, &v, &e))
        return read_spoilt(a, text, n, e.msg, out);
    if (!model_form_read_key(json_get(v, "custom_id"), &out->key))
        return false;
    if (is_anthropic(m))
        line_anthropic(a, m, v, now_s, out);
    else
        line_openai(a, m, v, now_s, out);
    return true;
}
