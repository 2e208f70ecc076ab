/* SPDX-License-Identifier: Apache-2.0 */
#include "run/engine/call.h"

void call_fill(struct call *c, const struct pool_call *p)
{
    c->raw = p->raw;
    c->reply = p->reply;
    c->status = p->status;
    c->http_version = p->http_version;
    c->tries = p->tries;
    c->history = p->history;
    c->sent_ms = p->sent_ms;
    c->took_ms = p->took_ms;
    c->total_ms = p->total_ms;
    c->course = p->course;
}

bool call_blames_server(const struct call *c)
{
    return c->status == 0 || c->status == 429 || c->status >= 500 ||
           (c->status >= 200 && c->status < 300);
}
