/* SPDX-License-Identifier: Apache-2.0 */
#include "model/response.h"
#include "base/ascii.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/utf8.h"
#include "model/anthropic.h"
#include "model/openai.h"
#include "model/response_int.h"
#include "model/wait.h"

#include <string.h>

#define WHY_MOST   500 /* bytes of a message that quotes a server */
#define NAME_MOST  200 /* bytes of an id, a model's name */
#define START_MOST 120 /* bytes shown of a body that cannot be read */

/* ---- the decision ---- */

static bool is_temporary(int status)
{
    return status == 408 || status == 409 || status == 429 || status >= 500 ||
           status < 300;
}

static bool is_fatal(int status)
{
    switch (status) {
    case 401:
    case 402:
    case 403:
    case 404:
    case 405: /* a URL that takes no POST */
    case 407:
    case 410: return true;
    default: return status >= 300 && status < 400;
    }
}

/* The body decides if the status leaves room for it. */
static enum response_class classify(const struct fault *f, int status)
{
    if (f->kind == FAULT_CREDIT && status < 500)
        return RESPONSE_CLASS_FATAL;
    if (f->kind == FAULT_MALFORMED ||
        (f->kind == FAULT_UNPARSED && (status == 0 || status == 500)))
        return RESPONSE_CLASS_MALFORMED;
    if (f->kind == FAULT_CONTEXT && status == 500)
        return RESPONSE_CLASS_OVERFLOW;
    if (is_temporary(status) && status != 0)
        return RESPONSE_CLASS_AGAIN;
    switch (f->kind) {
    case FAULT_FILTER: return RESPONSE_CLASS_REFUSED;
    case FAULT_KEY:
    case FAULT_MODEL:
    case FAULT_FIELD: return RESPONSE_CLASS_FATAL;
    case FAULT_CONTEXT: return RESPONSE_CLASS_OVERFLOW;
    case FAULT_MALFORMED:
    case FAULT_UNPARSED:
    case FAULT_PLAIN:
    case FAULT_CREDIT: break;
    }
    if (status == 0) /* an error in a 200 that nobody knows */
        return RESPONSE_CLASS_AGAIN;
    return is_fatal(status) ? RESPONSE_CLASS_FATAL : RESPONSE_CLASS_FINAL;
}

/* Returns 1 if the server reports that another try makes sense, 0 if it reports
 * that none does, and -1 if it reports neither. */
static int should_retry(const char *text)
{
    size_t n = text ? strlen(text) : 0;
    static const char *const words[] = { "false", "true" };

    while (n && is_space(text[0]))
        text++, n--;
    while (n && is_space(text[n - 1]))
        n--;
    for (int which = 0; which < 2; which++) {
        size_t i = 0;

        if (n != strlen(words[which]))
            continue;
        while (i < n && (text[i] | 0x20) == words[which][i])
            i++;
        if (i == n)
            return which;
    }
    return -1;
}

/* A server that declines another try is not asked again. */
static void obey(const struct response_head *head, struct response *out)
{
    if (should_retry(head->should_retry) == 0)
        out->next = RESPONSE_DONE;
}

/* ---- waits ---- */

static int64_t larger(int64_t x, int64_t y)
{
    return x > y ? x : y;
}

/* Reset headers stand on good answers too, and say when a quota is full
 * again: they count only when the server says that it was used up. */
static int64_t asked_wait(const struct response_head *h, const char *delay,
                          bool limited, double now_s)
{
    int64_t ms = wait_milliseconds(h->retry_after_ms);

    if (ms < 0)
        ms = wait_retry_after(h->retry_after, now_s);
    if (ms < 0)
        ms = wait_reset(delay, now_s);
    if (ms >= 0 || !limited)
        return ms;
    ms = larger(ms, wait_reset(h->reset_requests, now_s));
    ms = larger(ms, wait_reset(h->reset_tokens, now_s));
    ms = larger(ms, wait_time(h->anthropic_requests_reset, now_s));
    ms = larger(ms, wait_time(h->anthropic_tokens_reset, now_s));
    ms = larger(ms, wait_time(h->anthropic_input_reset, now_s));
    return larger(ms, wait_time(h->anthropic_output_reset, now_s));
}

/* ---- answers without a reply ---- */

static void set_again(struct arena *a, const char *why, struct response *out)
{
    out->next = RESPONSE_AGAIN;
    out->limited = out->status == 429 || out->status == 529;
    out->server_side = !out->limited;
    out->reply = reply_none(a, OUTCOME_ERROR, why);
}

static void set_fault(struct arena *a, const struct model *m,
                      const struct response_head *head, const struct fault *f,
                      double now_s, struct response *out)
{
    static const enum outcome outcomes[] = {
        [RESPONSE_CLASS_AGAIN] = OUTCOME_ERROR,
        [RESPONSE_CLASS_FINAL] = OUTCOME_ERROR,
        [RESPONSE_CLASS_FATAL] = OUTCOME_FATAL,
        [RESPONSE_CLASS_REFUSED] = OUTCOME_REFUSED,
        [RESPONSE_CLASS_OVERFLOW] = OUTCOME_OVERFLOW,
        [RESPONSE_CLASS_MALFORMED] = OUTCOME_MALFORMED,
    };
    int retry = should_retry(head->should_retry);
    enum response_class class = classify(f, out->status);
    bool again =
        class == RESPONSE_CLASS_AGAIN || class == RESPONSE_CLASS_MALFORMED;

    if (retry == 1 && !again) {
        class = RESPONSE_CLASS_AGAIN;
        again = true;
    }
    out->malformed = class == RESPONSE_CLASS_MALFORMED;
    out->limited = (out->status == 429 || out->status == 529) &&
                   class == RESPONSE_CLASS_AGAIN;
    out->server_side = !out->limited && !out->malformed &&
                       class != RESPONSE_CLASS_OVERFLOW &&
                       (out->status == 0 || out->status >= 500);
    out->next = again && retry != 0 ? RESPONSE_AGAIN : RESPONSE_DONE;
    if (out->next == RESPONSE_AGAIN)
        out->wait_ms = asked_wait(head, f->delay, out->limited, now_s);
    out->reply = reply_none(a, outcomes[class],
                            response_why(a, m, head, f, out->status, class));
}

/* A 200 whose body cannot be read: half of one, a page of a proxy. */
static void set_garbage(struct arena *a, const struct model *m,
                        const char *body, size_t n, struct response *out)
{
    struct fault f;
    const char *words;

    if (n == 0) {
        set_again(a, "the server sent an empty answer", out);
        return;
    }
    if (n >= 5 && memcmp(body, "data:", 5) == 0) {
        set_again(a,
                  "the server sent a stream, although none was requested; "
                  "use --stream to read it",
                  out);
        return;
    }
    fault_read(a, NULL, body, n, &f);
    words = response_words(a, m, f.words, strlen(f.words), START_MOST);
    set_again(
        a,
        arena_printf(a,
                     "the server's answer is not JSON: %s; if this always "
                     "happens, check the URL: %s",
                     words, m->url),
        out);
}

/* ---- replies ---- */

static const char *clean(struct arena *a, const struct model *m, const char *s)
{
    return s ? model_redact(a, m, s, strlen(s)) : NULL;
}

static const char *brief(struct arena *a, const struct model *m, const char *s,
                         size_t most)
{
    return s ? response_words(a, m, s, strlen(s), most) : NULL;
}

/* What the server wrote is shown and stored from here on. */
static void tidy(struct arena *a, const struct model *m, struct reply *r)
{
    r->text = clean(a, m, r->text);
    r->reasoning = clean(a, m, r->reasoning);
    r->finish = brief(a, m, r->finish, NAME_MOST);
    r->served = brief(a, m, r->served, NAME_MOST);
    r->id = brief(a, m, r->id, NAME_MOST);
    r->fingerprint = brief(a, m, r->fingerprint, NAME_MOST);
    r->why = brief(a, m, r->why, WHY_MOST);
    r->note = brief(a, m, r->note, WHY_MOST);
}

/* By the shape of the answer rather than by the kind of model: a URL may
 * speak either form. */
static bool read_form(struct arena *a, const struct model *m,
                      const struct json *v, struct reply *out)
{
    const char *type = json_string(json_get(v, "type"));

    if (!json_get(v, "choices") &&
        (m->kind == MODEL_ANTHROPIC || (type && str_eq(type, "message"))))
        return anthropic_reply(a, v, out);
    return openai_reply(a, v, out);
}

/* JSON of another kind: an error in a form that nobody knows, or the answer
 * of another service at the same host. */
static void set_other(struct arena *a, const struct model *m,
                      const struct json *v, struct response *out)
{
    struct fault f;
    const char *words;

    fault_read(a, v, "", 0, &f);
    words = response_words(a, m, f.words, strlen(f.words), START_MOST);
    set_again(a,
              arena_printf(a,
                           "the server sent JSON that contains no reply%s%s; "
                           "if this always happens, check the URL: %s",
                           *words ? ": " : "", words, m->url),
              out);
}

/* OpenRouter puts the error of a choice beside it. */
static void set_choice_status(struct arena *a, const struct json *v,
                              struct response *out)
{
    const struct json *choice = openai_choice(v);
    struct fault f;

    if (!choice || !fault_is_error(choice))
        return;
    fault_read(a, choice, "", 0, &f);
    if (f.status)
        out->status = f.status;
}

static void read_reply(struct arena *a, const struct model *m,
                       const struct json *v, struct response *out)
{
    bool there;

    if (!json_get(v, "choices") && !json_get(v, "content")) {
        set_other(a, m, v, out);
        return;
    }
    there = read_form(a, m, v, &out->reply);
    tidy(a, m, &out->reply);
    if (there) {
        out->next = RESPONSE_DONE;
        return;
    }
    out->reply.text = "";
    out->reply.reasoning = NULL;
    set_choice_status(a, v, out);
    out->next = RESPONSE_AGAIN;
    out->limited = out->status == 429 || out->status == 529;
    out->server_side = !out->limited;
}

/* ---- reading ---- */

/* Some servers cut characters in half; the text around them is good. */
static const char *repaired(struct arena *a, const char *body, size_t *n)
{
    struct str out = str_in(a);
    uint32_t ch;

    for (size_t i = 0, len; i < *n; i += len) {
        len = utf8_read(body + i, *n - i, &ch);
        if (len)
            str_addn(&out, body + i, len);
        else
            str_add(&out, "\xef\xbf\xbd");
        len = len ? len : 1;
    }
    *n = out.n;
    return str_get(&out);
}

/* An answer while it is read. */
struct answer {
    struct arena *scratch; /* gone when it was read */
    const struct model *model;
    const struct response_head *head;
    const char *body; /* as it came; once there is no JSON, without secrets */
    size_t n;
    struct json *v; /* NULL: it is no JSON */
    bool many;      /* more values than are read */
    bool changed;   /* a secret was taken out of the JSON */
};

/* Take the secrets out of all strings. As deep as JSON may be. */
static void redact_strings(struct answer *w, struct json *v)
{
    for (struct json *m = v->first; m; m = m->next)
        redact_strings(w, m);
    if (v->type == JSON_STRING && *v->text) {
        const char *clean =
            model_redact(w->scratch, w->model, v->text, strlen(v->text));

        w->changed = w->changed || clean != v->text;
        v->text = clean;
    }
}

struct json *response_json(struct arena *a, const char *body, size_t n,
                           struct err *e)
{
    struct json *v;

    if (n >= 3 && memcmp(body, "\xef\xbb\xbf", 3) == 0) {
        body += 3;
        n -= 3;
    }
    if (utf8_check(body, n) < n)
        body = repaired(a, body, &n);
    return json_read_lenient(a, body, n, LIMIT_HTTP_VALUES, &v, e) ? v : NULL;
}

/* The body as JSON. */
static void parse(struct answer *w)
{
    struct err e;

    w->v = response_json(w->scratch, w->body, w->n, &e);
    if (!w->v)
        w->many = e.code == ERR_LIMIT && str_starts(e.msg, "too many");
}

/* ---- what is kept of the body ---- */

/* Names are left alone until all was read: some secret may be one. */
static void redact_names(struct answer *w, struct json *v)
{
    for (struct json *m = v->first; m; m = m->next) {
        const char *clean = m->name;

        if (clean)
            clean = model_redact(w->scratch, w->model, clean, strlen(clean));
        w->changed = w->changed || clean != m->name;
        m->name = clean;
        redact_names(w, m);
    }
}

/* A secret in a number, or in what is no part of the JSON, is found at last. */
static void keep_raw(struct answer *w, struct response *out)
{
    struct str anew = str_in(w->scratch);
    const char *text = w->body;
    size_t n = w->n;

    if (w->v && memchr(w->body, '\\', w->n))
        redact_names(w, w->v);
    if (w->v && w->changed) {
        json_write(&anew, w->v);
        text = anew.s;
        n = anew.n;
    }
    if (w->v)
        out->raw = model_redact_plain(w->scratch, w->model, text, n);
    else
        out->raw = text; /* see read_body() */
    out->raw_n = out->raw == text ? n : strlen(out->raw);
}

/* ---- all of it ---- */

static void read_fault(struct answer *w, double now_s, struct response *out)
{
    struct fault f;

    fault_read(w->scratch, w->v, w->body, w->n, &f);
    if (out->status >= 200 && out->status < 300)
        out->status = f.status;
    response_find_field(w->scratch, w->head, out->status, &f);
    set_fault(w->scratch, w->model, w->head, &f, now_s, out);
}

static void set_many(struct arena *a, struct response *out)
{
    out->next = RESPONSE_DONE;
    out->reply = reply_none(
        a, OUTCOME_ERROR,
        arena_printf(a, "the answer contains more than %d JSON values",
                     LIMIT_HTTP_VALUES));
}

static void read_body(struct answer *w, double now_s, struct response *out)
{
    bool good = w->head->status >= 200 && w->head->status < 300;

    parse(w);
    if (w->v) {
        redact_strings(w, w->v);
    } else {
        /* before any cut of it */
        const char *text = model_redact(w->scratch, w->model, w->body, w->n);

        w->n = text == w->body ? w->n : strlen(text);
        w->body = text;
    }
    if (!good || (w->v && fault_is_error(w->v))) {
        read_fault(w, now_s, out);
        return;
    }
    if (w->v)
        read_reply(w->scratch, w->model, w->v, out);
    else if (w->many)
        set_many(w->scratch, out);
    else
        set_garbage(w->scratch, w->model, w->body, w->n, out);
    obey(w->head, out);
}

void response_read(struct arena *a, const struct model *m,
                   const struct response_head *head, const char *body, size_t n,
                   double now_s, struct response *out)
{
    struct arena scratch = { 0 };
    struct answer w = { &scratch, m, head, body, n, NULL, false, false };

    if (head->status <= 0) {
        response_broken(a, m, "the server sent no answer", out);
        return;
    }
    *out = (struct response){ .wait_ms = -1, .status = head->status };
    read_body(&w, wait_now(head->date, now_s), out);
    out->reply = reply_copy(a, &out->reply);
    keep_raw(&w, out);
    if (out->raw != body || !head->stays)
        out->raw = arena_strndup(a, out->raw, out->raw_n);
    arena_clear(&scratch);
}

void response_cut(struct arena *a, const struct model *m,
                  const struct response_head *head, const char *body, size_t n,
                  const char *what, struct response *out)
{
    response_read(a, m, head, body, n, 0, out);
    out->next = RESPONSE_AGAIN;
    out->cut = out->server_side = true;
    out->reply.outcome = OUTCOME_TRUNCATED;
    out->reply.finish = "cut";
    out->reply.usage = (struct usage){ -1, -1, -1, -1 };
    out->reply.why =
        arena_printf(a, "the stream was cut off: %s",
                     response_words(a, m, what, strlen(what), WHY_MOST));
}

void response_broken(struct arena *a, const struct model *m, const char *what,
                     struct response *out)
{
    *out = (struct response){ .wait_ms = -1, .raw = "" };
    set_again(a, response_words(a, m, what, strlen(what), WHY_MOST), out);
}
