/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_HTTP_SERVER_REPLY_H
#define TESTS_HTTP_SERVER_REPLY_H

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What is sent back, and how: a status, a body, and what the wire does to
 * them. The scenarios fill it; reply_write() turns it into bytes.
 */

enum wire {
    WIRE_PLAIN,
    WIRE_CHUNKED,      /* whole, in chunks of many sizes */
    WIRE_CHUNKED_HALF, /* the connection closes between two chunks */
    WIRE_HALF,         /* half of Content-Length bytes, then closes */
    WIRE_DRIP,         /* a byte at a time */
    WIRE_CLOSE,        /* not a byte, closes */
    WIRE_RESET,        /* not a byte, resets */
    WIRE_HANG,         /* not a byte, stays open */
    WIRE_HANG_HEAD,    /* the head, then stays open */
    WIRE_STREAM,       /* in chunks; with drip_ns an event at a time */
    WIRE_RAW,          /* the body is all that is sent; closes */
};

/* What becomes of the connection when all bytes are sent. */
enum after { AFTER_KEEP, AFTER_CLOSE, AFTER_RESET, AFTER_HANG };

struct reply {
    int status;
    const char *type; /* Content-Type */
    struct str head;  /* further header lines, each with its \r\n */
    struct str body;
    enum wire wire;
    uint64_t delay_ns; /* before the first byte */
    bool constant;     /* the delay is that of all requests of the scenario */
    uint64_t drip_ns;  /* WIRE_DRIP, WIRE_STREAM: between two bytes, events */
    enum after end;    /* WIRE_STREAM: not AFTER_KEEP: without its last chunk */
    bool good;         /* an answer, sent whole: nothing to ask again */
};

/* An empty 200 of JSON; the memory is kept. */
void reply_reset(struct reply *r);

/* Append the bytes to `out`. */
enum after reply_write(struct reply *r, struct str *out);

/* Numbers without printf(), which would be a sixth of the server's work. */
void reply_add_number(struct str *out, uint64_t v);
void reply_add_hex(struct str *out, uint64_t v); /* 16 digits */

void reply_clear(struct reply *r);

#endif
