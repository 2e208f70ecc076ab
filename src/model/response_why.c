/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The text for people about a failed call: the server's words, and what to do.
 */
#include "base/ascii.h"
#include "base/str.h"
#include "base/utf8.h"
#include "model/response_int.h"

#include <string.h>

#define WORDS_MOST 300 /* bytes of a server's own words */

/* ---- words ---- */

/* White space of any length becomes one space; invisible and invalid bytes
 * become "?". Stops before a character that would pass `most`. */
static const char *one_line(struct arena *a, const char *s, size_t n,
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

/* Secrets go first, so that no cut leaves half of one, and again at the end:
 * a byte that became "?" may have completed one. */
const char *response_words(struct arena *a, const struct model *m,
                           const char *text, size_t n, size_t most)
{
    const char *clean = model_redact(a, m, text, n), *line;

    if (clean != text)
        n = strlen(clean);
    line = one_line(a, clean, n, most);
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

const char *response_why(struct arena *a, const struct model *m,
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
