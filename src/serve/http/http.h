/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_HTTP_HTTP_H
#define SERVE_HTTP_HTTP_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A request as handlers see it, and the reply they make of it. Nothing here
 * knows sockets: http/server.h turns what libmicrohttpd gives into a request,
 * asks one handler, and sends the reply. All text of a request is hostile; it
 * is decoded here once, within the ceilings below, and is valid UTF-8 without
 * NUL (else the request is refused with 400 before a handler sees it).
 */

#define HTTP_FIELDS_MOST 100               /* of a query, form or header */
#define HTTP_PATH_MOST   1024              /* bytes of a path */
#define HTTP_QUERY_MOST  8192              /* bytes behind the question mark */
#define HTTP_FORM_MOST   ((size_t)1 << 20) /* bytes of a page's form */

enum http_method { HTTP_GET, HTTP_POST }; /* HEAD is a GET without a body */

struct http_field {
    const char *name, *value;
};

struct http_fields {
    const struct http_field *items;
    size_t n;
};

struct http_request {
    struct arena *arena; /* of the request and its reply */
    enum http_method method;
    const char *path; /* decoded: "/entries/12" */
    struct http_fields query;
    struct http_fields headers; /* names in lower case */
    struct http_fields form;    /* of an urlencoded body */
    const char *body;           /* as it came, NUL-terminated; "": none */
    size_t body_n;
    const char *peer; /* the client's address: "127.0.0.1" */
    bool unknown;     /* nobody knows who sends the body: set by body_most */
    bool paced;       /* how often was counted before the body: likewise */
    bool dropped;     /* there was a body, and it was not kept */
    bool (*is_gone)(const void *connection); /* see http_is_gone(); or NULL */
    const void *connection;
};

/* What is sent. A zeroed reply is 200 without a body. */
struct http_reply {
    int status;       /* 0: 200 */
    const char *type; /* "application/json"; NULL: there is no body */
    const char *body; /* in the request's arena, or constant */
    size_t body_n;
    struct http_field fields[8]; /* further headers */
    size_t n_fields;
    const char *topics; /* an event stream of these topics ("entry:3 board"),
                           instead of a body; NULL: none */
    int64_t listener;   /* of a stream: the person whose it is; 0: nobody's */
};

/* Returns the first field of that name, or NULL if there is none. */
const char *http_among(const struct http_fields *f, const char *name);
const char *http_query(const struct http_request *r, const char *name);
const char *http_form(const struct http_request *r, const char *name);
const char *http_header(const struct http_request *r, const char *name);

/* Returns the cookie of that name, in the arena, or NULL if there is none. */
const char *http_cookie(const struct http_request *r, const char *name);

/* Reads a number of a path or form: up to 15 digits and nothing else. Returns
 * false if it is none, or NULL; *out is then 0. */
bool http_number(const char *s, int64_t *out);

/* Returns whether the client has hung up: nobody will read the reply. */
bool http_is_gone(const struct http_request *r);

/* Returns whether the client would rather read JSON than a page: its Accept
 * has application/json and not text/html, or its body is JSON. */
bool http_wants_json(const struct http_request *r);

/* ---- parsing: bytes from outside ---- */

/* Reads "a=1&b=%20x" into fields, in the arena. Fails on bad escapes, on what
 * is no UTF-8, on NUL and on too many fields. */
MUST_USE bool http_read_form(struct arena *a, const char *text, size_t n,
                             struct http_fields *out, struct err *e);

/* Returns the texts and numbers of a JSON object as fields, in the arena. */
struct json;
struct http_fields http_json_fields(struct arena *a, const struct json *v);

/* Decodes a path: no part "." or "..", no escaped slash, no backslash, no
 * control character, valid UTF-8. Fails with ERR_LIMIT if it is too long. */
MUST_USE bool http_read_path(struct arena *a, const char *text,
                             const char **out, struct err *e);

/* Adds text as a part of an address: all but letters, digits and "-._~" is
 * escaped. */
void http_escape(struct str *out, const char *text);

/* ---- replies ---- */

/* Each sets status, type and body; the body is borrowed. */
void reply_html(struct http_reply *out, int status, const struct str *body);
void reply_json(struct http_reply *out, int status, const struct str *body);
void reply_text(struct http_reply *out, int status, const char *type,
                const char *body);

/* JSON that says what went wrong: {"error": what}. */
void reply_error(struct http_reply *out, struct arena *a, int status,
                 const char *what);

/* Sends the browser on with 303 (after a POST it asks by GET). The place begins
 * with one slash. */
void reply_to(struct http_reply *out, const char *place);

/* Adds a header; the value is borrowed. Control characters in it are a bug. */
void reply_field(struct http_reply *out, const char *name, const char *value);

/* Add the head of a metric, and a whole gauge, as Prometheus reads them (text
 * format 0.0.4). */
void metric_head(struct str *out, const char *name, const char *type,
                 const char *help);
void metric_gauge(struct str *out, const char *name, uint64_t value,
                  const char *help);

/* Returns "Not Found" for 404, and so on; "" for a status it does not know. */
const char *http_status_text(int status);

#endif
