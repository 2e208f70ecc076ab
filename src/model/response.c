/* SPDX-License-Identifier: Apache-2.0 */
#include "model/response.h"
#include "base/ascii.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "model/anthropic.h"
#include "model/openai.h"
#include "model/wait.h"
#include "text/span.h"

#include <string.h>

/*
 * Which field of the request a server does not take. Few servers have a code
 * for it, and no two the same words:
 *
 *   Unrecognized request argument supplied: stream_options
 *   property 'stream_options' is unsupported
 *   top_k: Extra inputs are not permitted
 *   This model does not support the parameter `reasoning_effort`.
 *
 * A field is refused if words that refuse stand beside its name, with nothing
 * between them but articles, verbs and words for "field"; or, if the server
 * points at it (param, loc), anywhere. The name is one of a field that was sent.
 * Errors about a prompt may quote it, and "stop" and "temperature" are words: a
 * name like these must be quoted, come first, or be called a field.
 */

#define TEXT_MOST 4096 /* bytes: messages begin with what went wrong */
#define REACH     4    /* words from "not" to "supported" */

static const char nouns[] =
    "parameter parameters param params field fields argument arguments arg "
    "args key keys keyword keywords property properties option options "
    "attribute attributes name names input inputs member members element "
    "elements setting settings";

static const char fillers[] =
    "a an the this that these is are was were be been being has have it its "
    "of for in on to with by as at your our request body loc msg type extra "
    "additional supplied given provided passed specified found named called "
    "following and or both currently yet also model models api server endpoint "
    "json error does do";

/* These refuse by themselves. */
static const char refusing[] =
    "unknown unrecognized unrecognised unsupported unexpected undefined "
    "disallowed forbidden extra_forbidden unpermitted unimplemented "
    "unavailable deprecated unacceptable inapplicable unallowed "
    "unknown_parameter unknown_field unknown_argument unsupported_parameter "
    "unsupported_field unrecognized_argument unrecognized_field "
    "unrecognized_keys additionalproperties unsupported_value";

/* These after a "not". */
static const char accepting[] =
    "supported support supports permitted permit permits allowed allow allows "
    "accepted accept accepts recognized recognised recognize recognise known "
    "know valid available implemented defined declared expected enabled used "
    "use set specified provided take takes compatible understood understand "
    "exist have find found applicable part";

/* A word of the server. */
struct word {
    struct span text; /* in small letters */
    bool quoted;
    bool ends; /* a sentence ends behind it */
};

/* ---- words ---- */

static bool is_inner(const char *s, size_t n, size_t i)
{
    char c = s[i];
    bool within =
        i > 0 && i + 1 < n && is_letter(s[i - 1]) && is_letter(s[i + 1]);

    return is_letter(c) || is_digit(c) || c == '_' || (c == '\'' && within);
}

static void response_split(struct vec *out, const char *text)
{
    size_t n = strnlen(text, TEXT_MOST), start;
    char *s = arena_strndup(out->arena, text, n);

    for (size_t i = 0; i < n; i++)
        s[i] = to_lower(s[i]);
    for (size_t i = 0; i < n;) {
        struct word *w;

        if (!is_inner(s, n, i)) {
            i++;
            continue;
        }
        start = i;
        while (i < n && is_inner(s, n, i))
            i++;
        w = vec_push(out);
        w->text = (struct span){ s + start, i - start };
        w->quoted = start && strchr("'\"`", s[start - 1]) && i < n &&
                    strchr("'\"`", s[i]);
        w->ends = i + 1 < n && s[i] == '.' && is_space(s[i + 1]);
    }
}

static const struct word *response_word_at(const struct vec *words, size_t i)
{
    return i < words->n ? vec_get(words, struct word, i) : NULL;
}

static bool response_is_noun(const struct word *w)
{
    return w && span_among(w->text, nouns);
}

static bool is_not(const struct word *w)
{
    size_t n = w->text.n;

    return span_among(w->text, "not cannot never isnt doesnt") ||
           (n > 3 && memcmp(w->text.s + n - 3, "n't", 3) == 0);
}

/* ---- fields ---- */

/* What belongs to the problem, and the name that has its own errors. */
static bool response_is_content(const char *name)
{
    return str_among(name, "messages model system prompt input");
}

static bool response_is_named(const char *name, struct span lower)
{
    return strlen(name) == lower.n && strncasecmp(name, lower.s, lower.n) == 0;
}

/* Returns the field of the request that the word names, or one that has a member
 * of that name; NULL: none. */
static const char *response_field_of(const struct json *sent, struct span lower)
{
    for (const struct json *m = sent->first; m; m = m->next)
        if (!response_is_content(m->name) && response_is_named(m->name, lower))
            return m->name;
    for (const struct json *m = sent->first; m; m = m->next)
        for (const struct json *k = m->first;
             k && m->type == JSON_OBJECT && !response_is_content(m->name);
             k = k->next)
            if (response_is_named(k->name, lower))
                return m->name;
    return NULL;
}

/* Returns the field that a path leads to: "stream_options",
 * "body.stream_options.include_usage"; NULL: none of the request. *leads says
 * whether it leads anywhere. */
static const char *field_at(struct arena *a, const struct json *sent,
                            const char *path, bool *leads)
{
    struct vec words = vec_in(a, sizeof(struct word));
    size_t i = 0;

    *leads = false;
    if (!path)
        return NULL;
    response_split(&words, path);
    while (i + 1 < words.n &&
           span_among(response_word_at(&words, i)->text, "body request"))
        i++;
    *leads = i < words.n &&
             !span_among(response_word_at(&words, i)->text, "body request");
    return *leads ? response_field_of(sent, response_word_at(&words, i)->text)
                  : NULL;
}

/* ---- refusing ---- */

/* Does a phrase that refuses begin at the i-th word? */
static bool begins_refusal(const struct vec *words, size_t i)
{
    const struct word *w = response_word_at(words, i), *x;

    if (span_among(w->text, refusing))
        return true;
    if (span_among(w->text, "invalid no illegal"))
        return response_is_noun(response_word_at(words, i + 1)) ||
               response_is_noun(response_word_at(words, i + 2));
    if (!is_not(w) && !span_is(w->text, "only"))
        return false;
    for (size_t k = 1; k <= REACH && (x = response_word_at(words, i + k)); k++)
        if (span_among(x->text, accepting))
            return true;
    return false;
}

/* Does one end at the i-th word? `noun`: a word for "field" follows it. */
static bool ends_refusal(const struct vec *words, size_t i, bool noun)
{
    const struct word *w = response_word_at(words, i);

    if (span_among(w->text, refusing))
        return true;
    if (span_among(w->text, "invalid no illegal"))
        return noun;
    for (size_t k = 1; k <= REACH && k <= i && span_among(w->text, accepting);
         k++)
        if (is_not(response_word_at(words, i - k)))
            return true;
    return false;
}

static bool is_between(const struct word *w, const struct json *sent)
{
    return response_is_noun(w) || is_digit(w->text.s[0]) ||
           span_among(w->text, fillers) || response_field_of(sent, w->text);
}

/* Is the i-th word, the name of a field, refused by what follows it? */
static bool refused_after(const struct vec *words, size_t i,
                          const struct json *sent, bool *noun)
{
    for (size_t k = i + 1;
         k < words->n && !response_word_at(words, k - 1)->ends; k++) {
        if (begins_refusal(words, k))
            return true;
        if (!is_between(response_word_at(words, k), sent))
            return false;
        *noun = *noun || response_is_noun(response_word_at(words, k));
    }
    return false;
}

/* By what stands before it? */
static bool refused_before(const struct vec *words, size_t i,
                           const struct json *sent, bool *noun)
{
    for (size_t k = i; k-- > 0 && !response_word_at(words, k)->ends;) {
        if (ends_refusal(words, k, *noun))
            return true;
        if (!is_between(response_word_at(words, k), sent))
            return false;
        *noun = *noun || response_is_noun(response_word_at(words, k));
    }
    return false;
}

static bool response_is_refused(const struct vec *words, size_t i,
                                const struct json *sent)
{
    const struct word *w = response_word_at(words, i);
    bool before = false,
         after = i > 0 && response_is_noun(response_word_at(words, i - 1));
    bool sure = i == 0 || w->quoted || memchr(w->text.s, '_', w->text.n);

    return (refused_after(words, i, sent, &after) && (sure || after)) ||
           (refused_before(words, i, sent, &before) && (sure || before));
}

static bool refuses_anything(struct arena *a, const char *text)
{
    struct vec words = vec_in(a, sizeof(struct word));

    response_split(&words, text);
    for (size_t i = 0; i < words.n; i++)
        if (begins_refusal(&words, i))
            return true;
    return false;
}

/* ---- the request ---- */

/* If it is not known: what the options may have set. */
static const char any_request[] =
    "{\"temperature\":0,\"top_p\":0,\"top_k\":0,\"min_p\":0,"
    "\"repetition_penalty\":0,\"max_tokens\":0,\"max_completion_tokens\":0,"
    "\"seed\":0,\"stop\":[],\"stop_sequences\":[],\"reasoning_effort\":0,"
    "\"output_config\":{\"effort\":0},\"stream\":0,"
    "\"stream_options\":{\"include_usage\":0}}";

static const struct json *read_sent(struct arena *a,
                                    const struct response_head *head)
{
    struct json *v;
    struct err e;

    if (head->sent && json_read(a, head->sent, head->sent_n, 1, &v, &e) &&
        v->type == JSON_OBJECT)
        return v;
    if (!json_read(a, any_request, strlen(any_request), 1, &v, &e))
        BUG("the fields of our options");
    return v;
}

/* Make *f a FAULT_FIELD if its words refuse a field of the request, and let
 * f->field be that field, of the request's own names; NULL: it is not known
 * which. `status` is the one that counts. */
static void response_find_field(struct arena *a,
                                const struct response_head *head, int status,
                                struct fault *f)
{
    bool may = f->kind == FAULT_PLAIN && (status == 400 || status == 422);
    struct vec words = vec_in(a, sizeof(struct word));
    const struct json *sent;
    const char *at;
    bool leads;

    if (!may && f->kind != FAULT_FIELD)
        return;
    sent = read_sent(a, head);
    f->field = at = field_at(a, sent, f->field, &leads);
    if (at && may &&
        (str_among(at, "stream stream_options") ||
         refuses_anything(a, f->words) || refuses_anything(a, f->names)))
        f->kind = FAULT_FIELD;
    if (leads)
        return;
    response_split(&words, f->words);
    for (size_t i = 0; i < words.n && !f->field; i++) {
        at = response_field_of(sent, response_word_at(&words, i)->text);
        if (at && (!may || response_is_refused(&words, i, sent))) {
            f->field = at;
            f->kind = FAULT_FIELD;
        }
    }
}

/*
 * The text for people about a failed call: the server's words, and what to do.
 */

#define WORDS_MOST 300 /* bytes of a server's own words */

/* ---- words ---- */

/* White space of any length becomes one space; invisible and invalid bytes
 * become "?". Stops before a character that would pass `most`. */
static const char *response_one_line(struct arena *a, const char *s, size_t n,
                                     size_t most)
{
    struct str out = str_in(a);
    size_t i = 0, len;
    bool gap = false;

    while (i < n && out.n < most) {
        uint32_t ch = 0;

        len = utf8_read(s + i, n - i, &ch);
        if (len == 1 && is_space(s[i])) {
            gap = out.n > 0;
            i++;
            continue;
        }
        if (out.n + gap + (len ? len : 1) > most)
            break;
        if (gap)
            str_addc(&out, ' ');
        gap = false;
        if (len == 0 || utf8_is_unseen(ch))
            str_addc(&out, '?');
        else
            str_addn(&out, s + i, len);
        i += len ? len : 1;
    }
    while (i < n && is_space(s[i]))
        i++;
    if (i < n)
        str_add(&out, "...");
    return str_get(&out);
}

/* Returns words of a server that are fit to show: without secrets, on one line,
 * at most `most` bytes. */
/* Secrets go first, so that no cut leaves half of one, and again at the end:
 * a byte that became "?" may have completed one. */
static const char *response_words(struct arena *a, const struct model *m,
                                  const char *text, size_t n, size_t most)
{
    const char *clean = model_redact(a, m, text, n), *line;

    if (clean != text)
        n = strlen(clean);
    line = response_one_line(a, clean, n, most);
    if (strlen(line) == n && memcmp(line, clean, n) == 0)
        return line;
    return model_redact(a, m, line, strlen(line));
}

/* As above, without a full stop: more follows. */
static const char *phrase(struct arena *a, const struct model *m,
                          const char *text)
{
    const char *words = response_words(a, m, text, strlen(text), WORDS_MOST);
    size_t n = strlen(words);

    if (str_ends(words, ".") && !str_ends(words, "..."))
        n--;
    return arena_strndup(a, words, n);
}

/* ---- what to do ---- */

static const char *status_name(int status)
{
    static const struct {
        int status;
        const char *name;
    } names[] = {
        { 400, "bad request" },
        { 401, "unauthorized" },
        { 402, "payment required" },
        { 403, "forbidden" },
        { 404, "not found" },
        { 405, "method not allowed" },
        { 407, "the proxy requires a password" },
        { 408, "timeout" },
        { 409, "conflict" },
        { 410, "gone" },
        { 413, "too large" },
        { 422, "unprocessable content" },
        { 429, "too many requests" },
        { 500, "internal server error" },
        { 502, "bad gateway" },
        { 503, "service unavailable" },
        { 504, "gateway timeout" },
        { 524, "gateway timeout" },
        { 529, "overloaded" },
    };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (names[i].status == status)
            return names[i].name;
    return NULL;
}

static void add_key_cure(struct str *out, const struct model *m)
{
    if (m->key_env)
        str_addf(out, "; check the key in %s", m->key_env);
    else
        str_add(out, "; the server requires a key: set ASSAY_API_KEY, or "
                     "give the name of another variable with --key-env");
}

/* Which option of ours sets a field; NULL: --extra. */
static const char *option_of(const char *field)
{
    static const struct {
        const char *field, *option;
    } options[] = {
        { "temperature", "--temperature" },
        { "top_p", "--top-p" },
        { "top_k", "--top-k" },
        { "min_p", "--min-p" },
        { "repetition_penalty", "--repetition-penalty" },
        { "seed", "--seed" },
        { "stop", "--stop" },
        { "stop_sequences", "--stop" },
        { "reasoning_effort", "--reasoning-effort" },
        { "output_config", "--reasoning-effort" },
    };

    for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++)
        if (str_eq(options[i].field, field))
            return options[i].option;
    return NULL;
}

static void add_field_cure(struct str *out, const struct fault *f)
{
    const char *option = f->field ? option_of(f->field) : NULL;

    if (!f->field)
        str_add(out, "; leave out the option that sets this");
    else if (str_eq(f->field, "stream") || str_eq(f->field, "stream_options"))
        str_add(out, "; the server cannot stream and report token counts: "
                     "leave out --stream");
    else if (str_eq(f->field, "max_tokens"))
        str_add(out, "; try --token-field max_completion_tokens");
    else if (str_eq(f->field, "max_completion_tokens"))
        str_add(out, "; try --token-field max_tokens");
    else if (option)
        str_addf(out, "; leave out %s", option);
    else
        str_addf(out, "; remove \"%.60s\" from --extra", f->field);
}

static void add_fatal_cure(struct str *out, const struct model *m,
                           const struct fault *f, int status)
{
    if (f->kind == FAULT_CREDIT || status == 402)
        str_add(out, "; add credit to the account, then give the same "
                     "command again to continue");
    else if (f->kind == FAULT_KEY || status == 401)
        add_key_cure(out, m);
    else if (f->kind == FAULT_FIELD)
        add_field_cure(out, f);
    else if (f->kind == FAULT_MODEL || status == 404)
        str_addf(out, "; check the model's name, \"%s\", and the URL, %s",
                 m->name, m->url);
    else if (status == 403)
        str_addf(
            out, "; check that the key%s%s is allowed to use the model \"%s\"",
            m->key_env ? " in " : "", m->key_env ? m->key_env : "", m->name);
    else if (status != 407)
        str_addf(out, "; check the URL: %s", m->url);
}

static void add_cure(struct str *out, const struct model *m,
                     const struct fault *f, int status,
                     enum response_class class)
{
    if (class == RESPONSE_CLASS_FATAL)
        add_fatal_cure(out, m, f, status);
    else if (class == RESPONSE_CLASS_OVERFLOW ||
             (class == RESPONSE_CLASS_FINAL && status == 413))
        str_add(out, "; shorten the prompt, or lower --max-tokens");
    else if (class == RESPONSE_CLASS_MALFORMED)
        str_add(out, "; the server could not parse the model's output");
    else if (class == RESPONSE_CLASS_FINAL && (status == 400 || status == 422))
        str_add(out, "; check the decoding options and --extra");
    else if (class == RESPONSE_CLASS_AGAIN && (status == 429 || status == 529))
        str_add(out, "; if this continues, lower --concurrency or set --rate");
}

/* A query may hold what is not ours to show. */
static void add_redirect(struct arena *a, struct str *out,
                         const struct model *m, const char *location)
{
    if (location && *location)
        str_addf(
            out, " to %s; use that URL",
            response_words(a, m, location, strcspn(location, "?"), WORDS_MOST));
    else
        str_addf(out, ", but does not say where to; check the URL: %s", m->url);
}

/* Returns the whole message on an error. `status` is the one that counts. */
static const char *response_why(struct arena *a, const struct model *m,
                                const struct response_head *head,
                                const struct fault *f, int status,
                                enum response_class class)
{
    const char *words = phrase(a, m, f->words);
    const char *name = status_name(status);
    struct str out = str_in(a);

    if (status >= 300 && status < 400) {
        str_addf(&out, "the server redirects (%d)", status);
        add_redirect(a, &out, m, head->location);
        return model_redact(a, m, out.s, out.n);
    }
    if (class == RESPONSE_CLASS_REFUSED)
        str_add(&out, "a content filter rejected the prompt");
    else if (head->status >= 200 && head->status < 300)
        str_add(&out, "the server answered with an error");
    else
        str_addf(&out, "the server answered with status %d", status);
    if (name && class != RESPONSE_CLASS_REFUSED)
        str_addf(&out, " (%s)", name);
    if (*words)
        str_addf(&out, ": %s", words);
    add_cure(&out, m, f, status, class);
    return model_redact(a, m, out.s, out.n);
}

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
    struct span t = span_trim((struct span){ text, text ? strlen(text) : 0 });

    return span_among(t, "true") ? 1 : span_among(t, "false") ? 0 : -1;
}

/* A server that declines another try is not asked again. */
static void response_obey(const struct response_head *head,
                          struct response *out)
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
static int64_t response_asked_wait(const struct response_head *h,
                                   const char *delay, bool limited,
                                   double now_s)
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
        out->wait_ms = response_asked_wait(head, f->delay, out->limited, now_s);
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

static const char *response_clean(struct arena *a, const struct model *m,
                                  const char *s)
{
    return s ? model_redact(a, m, s, strlen(s)) : NULL;
}

static const char *response_brief(struct arena *a, const struct model *m,
                                  const char *s, size_t most)
{
    return s ? response_words(a, m, s, strlen(s), most) : NULL;
}

/* What the server wrote is shown and stored from here on. */
static void response_tidy(struct arena *a, const struct model *m,
                          struct reply *r)
{
    r->text = response_clean(a, m, r->text);
    r->reasoning = response_clean(a, m, r->reasoning);
    r->finish = response_brief(a, m, r->finish, NAME_MOST);
    r->served = response_brief(a, m, r->served, NAME_MOST);
    r->id = response_brief(a, m, r->id, NAME_MOST);
    r->fingerprint = response_brief(a, m, r->fingerprint, NAME_MOST);
    r->why = response_brief(a, m, r->why, WHY_MOST);
    r->note = response_brief(a, m, r->note, WHY_MOST);
}

/* By the shape of the answer rather than by the kind of model: a URL may
 * speak either form. */
static bool response_read_form(struct arena *a, const struct model *m,
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

static void response_read_reply(struct arena *a, const struct model *m,
                                const struct json *v, struct response *out)
{
    bool there;

    if (!json_get(v, "choices") && !json_get(v, "content")) {
        set_other(a, m, v, out);
        return;
    }
    there = response_read_form(a, m, v, &out->reply);
    response_tidy(a, m, &out->reply);
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
        response_read_reply(w->scratch, w->model, w->v, out);
    else if (w->many)
        set_many(w->scratch, out);
    else
        set_garbage(w->scratch, w->model, w->body, w->n, out);
    response_obey(w->head, out);
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
