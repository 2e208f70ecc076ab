/* SPDX-License-Identifier: Apache-2.0 */
#include "server_reply.h"

#include <stdio.h>
#include <string.h>

void reply_reset(struct reply *r)
{
    struct str head = r->head, body = r->body;

    /* One huge answer must not stay in memory for ever. */
    if (body.cap > (size_t)1 << 20)
        str_clear(&body);
    str_reset(&head);
    str_reset(&body);
    *r = (struct reply){
        .status = 200, .type = "application/json", .head = head, .body = body
    };
}

void reply_clear(struct reply *r)
{
    str_clear(&r->head);
    str_clear(&r->body);
}

void reply_add_number(struct str *out, uint64_t v)
{
    char digits[20];
    size_t i = sizeof digits;

    do
        digits[--i] = (char)('0' + v % 10);
    while (v /= 10);
    str_addn(out, digits + i, sizeof digits - i);
}

void reply_add_hex(struct str *out, uint64_t v)
{
    char digits[16];

    for (size_t i = sizeof digits; i-- > 0; v >>= 4)
        digits[i] = "0123456789abcdef"[v & 15];
    str_addn(out, digits, sizeof digits);
}

static const char *reason(int status)
{
    static const struct {
        int status;
        const char *text;
    } reasons[] = {
        { 302, "Found" },
        { 307, "Temporary Redirect" },
        { 400, "Bad Request" },
        { 401, "Unauthorized" },
        { 403, "Forbidden" },
        { 404, "Not Found" },
        { 408, "Request Timeout" },
        { 409, "Conflict" },
        { 411, "Length Required" },
        { 413, "Content Too Large" },
        { 418, "I'm a teapot" },
        { 422, "Unprocessable Content" },
        { 429, "Too Many Requests" },
        { 500, "Internal Server Error" },
        { 502, "Bad Gateway" },
        { 503, "Service Unavailable" },
        { 524, "A Timeout Occurred" },
        { 529, "Overloaded" },
    };

    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reasons[i].status == status)
            return reasons[i].text;
    return "Some Status";
}

/* The head of a plain 200 is the one that is sent a hundred thousand times a
 * second: no formatting but its length. */
static void write_head(const struct reply *r, struct str *out)
{
    static const char usual[] = "HTTP/1.1 200 OK\r\n"
                                "Content-Type: application/json\r\n";

    if (r->status == 200 && str_eq(r->type, "application/json"))
        str_addn(out, usual, sizeof usual - 1);
    else
        str_addf(out, "HTTP/1.1 %d %s\r\nContent-Type: %s\r\n", r->status,
                 r->status == 200 ? "OK" : reason(r->status), r->type);
    if (r->head.n)
        str_addn(out, r->head.s, r->head.n);
    if (r->wire == WIRE_CHUNKED || r->wire == WIRE_CHUNKED_HALF ||
        r->wire == WIRE_STREAM) {
        str_add(out, "Transfer-Encoding: chunked\r\n\r\n");
        return;
    }
    str_addn(out, "Content-Length: ", 16);
    reply_add_number(out, r->body.n);
    str_addn(out, "\r\n\r\n", 4);
}

static void write_chunks(const struct reply *r, struct str *out)
{
    size_t end = r->wire == WIRE_CHUNKED ? r->body.n : r->body.n / 2;
    size_t size = 1;

    for (size_t at = 0; at < end; at += size, size = size % 97 + 8) {
        if (size > end - at)
            size = end - at;
        str_addf(out, "%zx\r\n", size);
        str_addn(out, r->body.s + at, size);
        str_add(out, "\r\n");
    }
    if (r->wire == WIRE_CHUNKED)
        str_add(out, "0\r\n\r\n");
}

/* Chunks of many sizes; with a pace, an event in each. */
static void write_stream(const struct reply *r, struct str *out)
{
    size_t size = 1;

    for (size_t at = 0; at < r->body.n; at += size, size = size % 97 + 8) {
        const char *end = strstr(str_get(&r->body) + at, "\n\n");

        if (r->drip_ns && end)
            size = (size_t)(end + 2 - r->body.s) - at;
        if (size > r->body.n - at)
            size = r->body.n - at;
        str_addf(out, "%zx\r\n", size);
        str_addn(out, r->body.s + at, size);
        str_add(out, "\r\n");
    }
    if (r->end == AFTER_KEEP)
        str_add(out, "0\r\n\r\n");
}

enum after reply_write(struct reply *r, struct str *out)
{
    switch (r->wire) {
    case WIRE_CLOSE: return AFTER_CLOSE;
    case WIRE_RESET: return AFTER_RESET;
    case WIRE_HANG: return AFTER_HANG;
    case WIRE_RAW: str_addn(out, r->body.s, r->body.n); return AFTER_CLOSE;
    default: break;
    }
    write_head(r, out);
    switch (r->wire) {
    case WIRE_CHUNKED:
    case WIRE_CHUNKED_HALF: write_chunks(r, out); break;
    case WIRE_HALF: str_addn(out, r->body.s, r->body.n / 2); break;
    case WIRE_HANG_HEAD: return AFTER_HANG;
    case WIRE_STREAM: write_stream(r, out); return r->end;
    default:
        if (r->body.n)
            str_addn(out, r->body.s, r->body.n);
        break;
    }
    return r->wire == WIRE_HALF || r->wire == WIRE_CHUNKED_HALF ? AFTER_CLOSE
                                                                : AFTER_KEEP;
}
