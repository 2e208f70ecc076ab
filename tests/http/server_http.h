/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_HTTP_SERVER_HTTP_H
#define TESTS_HTTP_SERVER_HTTP_H

#include <stdbool.h>
#include <stddef.h>

/*
 * One HTTP/1.1 request in a buffer. Nothing is copied: every span points into
 * the text that was read.
 */

#define HTTP_HEAD_MOST ((size_t)64 << 10)
#define HTTP_BODY_MOST ((size_t)64 << 20)

struct span {
    const char *s;
    size_t n;
};

struct http_request {
    struct span method, path;
    struct span head;  /* the header lines, each with its \r\n */
    struct span body;  /* valid when HTTP_READY */
    struct span key;   /* Authorization, else x-api-key */
    struct span agent; /* User-Agent */
    struct span host;  /* Host */
    size_t body_n;     /* Content-Length */
    size_t all_n;      /* head, empty line and body */
    bool close;        /* the client wants the connection closed */
    bool expects;      /* Expect: 100-continue */
    bool chunked;      /* a body of unknown length: refused */
};

enum http_state {
    HTTP_MORE_HEAD, /* the empty line has not come */
    HTTP_MORE_BODY, /* the head is read, all_n bytes are needed */
    HTTP_READY,
    HTTP_BAD,      /* no HTTP */
    HTTP_TOO_LONG, /* over the ceilings above */
};

enum http_state http_read(struct http_request *r, const char *text, size_t n);

/* Cut the next header line off *lines; false at the end. */
bool http_header(struct span *lines, struct span *name, struct span *value);

bool span_is(struct span a, const char *text);
bool span_ends(struct span a, const char *text);

#endif
