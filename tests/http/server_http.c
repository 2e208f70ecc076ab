/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memmem */
#include "server_http.h"

#include "base/ascii.h"

#include <string.h>

bool span_is(struct span a, const char *text)
{
    return a.n == strlen(text) && memcmp(a.s, text, a.n) == 0;
}

bool span_ends(struct span a, const char *text)
{
    size_t n = strlen(text);

    return a.n >= n && memcmp(a.s + a.n - n, text, n) == 0;
}

/* Names of headers are compared without regard to case; `name` is lower. */
static bool named(struct span a, const char *name)
{
    size_t i;

    for (i = 0; i < a.n && name[i]; i++) {
        char c = is_upper(a.s[i]) ? (char)(a.s[i] + 'a' - 'A') : a.s[i];
        if (c != name[i])
            return false;
    }
    return i == a.n && !name[i];
}

bool http_header(struct span *lines, struct span *name, struct span *value)
{
    const char *end = lines->s + lines->n, *eol, *colon, *v;

    if (!lines->n)
        return false;
    eol = memchr(lines->s, '\n', lines->n);
    if (!eol)
        eol = end - 1;
    colon = memchr(lines->s, ':', (size_t)(eol - lines->s));
    if (!colon)
        colon = v = eol;
    else
        v = colon + 1;
    *name = (struct span){ lines->s, (size_t)(colon - lines->s) };
    while (v < eol && is_space(*v))
        v++;
    *value = (struct span){ v, (size_t)(eol - v) };
    while (value->n && is_space(value->s[value->n - 1]))
        value->n--;
    *lines = (struct span){ eol + 1, (size_t)(end - eol - 1) };
    return true;
}

/* False for what is no length. Lengths too large for a body stay so. */
static bool length(size_t *out, struct span v)
{
    *out = 0;
    if (!v.n)
        return false;
    for (size_t i = 0; i < v.n; i++) {
        if (!is_digit(v.s[i]))
            return false;
        if (*out <= HTTP_BODY_MOST)
            *out = *out * 10 + (size_t)(v.s[i] - '0');
    }
    return true;
}

static bool read_headers(struct http_request *r)
{
    struct span lines = r->head, name, value;

    while (http_header(&lines, &name, &value)) {
        if (named(name, "content-length")) {
            if (!length(&r->body_n, value))
                return false;
        } else if (named(name, "authorization")) {
            r->key = value;
        } else if (named(name, "x-api-key")) {
            if (!r->key.n)
                r->key = value;
        } else if (named(name, "user-agent")) {
            r->agent = value;
        } else if (named(name, "host")) {
            r->host = value;
        } else if (named(name, "connection")) {
            if (named(value, "close"))
                r->close = true;
        } else if (named(name, "expect")) {
            r->expects = named(value, "100-continue");
        } else if (named(name, "transfer-encoding")) {
            r->chunked = true;
        }
    }
    return true;
}

/* The path of a target. To a proxy, which this server then plays, the client
 * sends the whole URL. */
static struct span path_of(const char *target, size_t n)
{
    const char *slash;

    if (n < 7 || memcmp(target, "http://", 7) != 0)
        return (struct span){ target, n };
    slash = memchr(target + 7, '/', n - 7);
    if (!slash)
        return (struct span){ "/", 1 };
    return (struct span){ slash, n - (size_t)(slash - target) };
}

/* METHOD SP PATH SP HTTP/1.x */
static bool read_line(struct http_request *r, const char *text, size_t n)
{
    const char *a = memchr(text, ' ', n), *b;

    if (!a)
        return false;
    b = memchr(a + 1, ' ', n - (size_t)(a + 1 - text));
    if (!b || text + n - b != 9 || memcmp(b + 1, "HTTP/1.", 7) != 0)
        return false;
    r->method = (struct span){ text, (size_t)(a - text) };
    r->path = path_of(a + 1, (size_t)(b - a - 1));
    r->close = b[8] == '0';
    return true;
}

enum http_state http_read(struct http_request *r, const char *text, size_t n)
{
    const char *end = memmem(text, n, "\r\n\r\n", 4), *eol;
    size_t head_n;

    *r = (struct http_request){ 0 };
    if (!end)
        return n > HTTP_HEAD_MOST ? HTTP_TOO_LONG : HTTP_MORE_HEAD;
    head_n = (size_t)(end - text) + 4;
    eol = memmem(text, head_n, "\r\n", 2);
    if (!read_line(r, text, (size_t)(eol - text)))
        return HTTP_BAD;
    r->head = (struct span){ eol + 2, (size_t)(end - eol) };
    if (!read_headers(r))
        return HTTP_BAD;
    if (head_n > HTTP_HEAD_MOST || r->body_n > HTTP_BODY_MOST)
        return HTTP_TOO_LONG;
    r->all_n = head_n + r->body_n;
    r->body = (struct span){ text + head_n, r->body_n };
    return n < r->all_n ? HTTP_MORE_BODY : HTTP_READY;
}
