/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What servers send: whatever it is, one decision comes out, with a text, a
 * reason where one is due, a wait in its range, and no secret anywhere. The
 * first byte of the input chooses the status, the second the form and the
 * header that gets the rest of the first line; the body follows.
 */
#include "base/json.h"
#include "model/response.h"
#include "model/wait.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define SECRET "sk-?/secret01"
#define PART   12

static const int statuses[] = { 200, 200, 200, 200, 0,   100, 204, 301,
                                400, 401, 403, 404, 413, 429, 500, 529 };

/* Neither the secret in any case, nor much of its beginning or its end. */
static void check_text(const char *s)
{
    const char *end = &SECRET[sizeof(SECRET) - 1 - PART];

    for (; s && *s; s++)
        if (strncasecmp(s, SECRET, PART) == 0 || strncasecmp(s, end, PART) == 0)
            abort();
}

static void check_strings(const struct json *v)
{
    check_text(json_string(v));
    check_text(v->name);
    for (v = v->first; v; v = v->next)
        check_strings(v);
}

/* What is stored, also when somebody reads its escapes. */
static void check_raw(const char *raw, size_t n)
{
    struct arena a = { 0 };
    struct json *v;
    struct err e;

    if (strlen(raw) <= n)
        check_text(raw);
    if (json_read(&a, raw, n, 1, &v, &e))
        check_strings(v);
    arena_clear(&a);
}

static void check_count(int64_t n)
{
    if (n < -1)
        abort();
}

static void check_reply(const struct reply *r)
{
    if ((unsigned)r->outcome >= OUTCOMES || !r->text)
        abort();
    if ((r->outcome == OUTCOME_OK) != (r->why == NULL))
        abort();
    check_text(r->text);
    check_text(r->reasoning);
    check_text(r->finish);
    check_text(r->why);
    check_text(r->served);
    check_text(r->id);
    check_text(r->fingerprint);
    check_text(r->note);
    check_count(r->usage.prompt);
    check_count(r->usage.completion);
    check_count(r->usage.reasoning);
    check_count(r->usage.cached);
    if (r->why && (strlen(r->why) == 0 || strlen(r->why) > 1500))
        abort();
}

static void check_answer(const struct response *w)
{
    if (w->next != RESPONSE_DONE && w->next != RESPONSE_AGAIN)
        abort();
    if (w->next == RESPONSE_AGAIN && w->reply.outcome != OUTCOME_ERROR)
        abort();
    if (w->wait_ms < -1 || w->wait_ms > WAIT_MOST_MS)
        abort();
    check_reply(&w->reply);
    check_raw(w->raw, w->raw_n);
}

static void set_header(struct response_head *h, unsigned which,
                       const char *value)
{
    const char **const fields[] = {
        &h->retry_after,
        &h->retry_after_ms,
        &h->should_retry,
        &h->reset_requests,
        &h->reset_tokens,
        &h->anthropic_requests_reset,
        &h->anthropic_output_reset,
        &h->location,
    };

    *fields[which % (sizeof(fields) / sizeof(fields[0]))] = value;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const secrets[] = { SECRET };
    struct model m = { .name = "m",
                       .url = "http://localhost/v1/chat/completions",
                       .secrets = secrets,
                       .n_secrets = 1 };
    struct arena a = { 0 };
    struct response_head head = { 0 };
    struct response w;
    const char *line, *end;

    if (size < 3)
        return 0;
    head.status = statuses[data[0] % 16];
    m.kind = data[1] & 8 ? MODEL_ANTHROPIC : MODEL_OPENAI;
    line = (const char *)data + 2;
    end = memchr(line, '\n', size - 2);
    if (end) {
        set_header(&head, data[1],
                   arena_strndup(&a, line, (size_t)(end - line)));
        line = end + 1;
    }
    response_read(&a, &m, &head, line,
                  size - (size_t)(line - (const char *)data), 784111747.0, &w);
    check_answer(&w);
    arena_clear(&a);
    return 0;
}
