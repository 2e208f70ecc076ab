/* SPDX-License-Identifier: Apache-2.0 */
#include "server_desk.h"
#include "server_batch.h"

#include "base/alloc.h"
#include "server_stream.h"

#include <stdlib.h>
#include <string.h>

/* ---- the tries of a body, in the value of a map ---- */

struct tries {
    size_t count;
    unsigned run;  /* faults since the last good answer */
    bool answered; /* by a good answer sent whole */
};

static struct tries unpack(size_t v)
{
    return (struct tries){ v >> 8, (unsigned)(v >> 1 & 127), v & 1 };
}

static size_t pack(struct tries t)
{
    return t.count << 8 | (size_t)(t.run < 127 ? t.run : 127) << 1 |
           (size_t)t.answered;
}

/* ---- scenarios ---- */

static struct scenario *desk_find(struct desk *d, struct span name,
                                  const char **why)
{
    size_t *at = map_get(&d->names, name.s, name.n);
    struct scenario *s;

    if (at)
        return d->list[*at];
    s = scenario_new(name, why);
    if (!s)
        return NULL;
    if (d->n == d->cap) {
        d->cap = d->cap ? 2 * d->cap : 16;
        d->list = alloc_resize(d->list, d->cap, sizeof(struct scenario *));
    }
    *map_put(&d->names, name.s, name.n, NULL) = d->n;
    d->list[d->n++] = s;
    return s;
}

/* The first segment of a path, and the rest from its '/' on. A path that
 * names no scenario (/v1/...) means the calm one. */
static struct span first_segment(struct span path, struct span *rest)
{
    const char *slash;
    struct span name;

    if (path.n && path.s[0] == '/')
        path = (struct span){ path.s + 1, path.n - 1 };
    slash = path.n ? memchr(path.s, '/', path.n) : NULL;
    name = path;
    if (slash)
        name.n = (size_t)(slash - path.s);
    *rest = (struct span){ path.s + name.n, path.n - name.n };
    return span_is(name, "v1") ? (struct span){ "ok", 2 } : name;
}

static void play_error(struct reply *r, int status, const char *message)
{
    r->status = status;
    str_add(&r->body, "{\"error\":{\"message\":");
    json_write_string(&r->body, message);
    str_add(&r->body, ",\"type\":\"test_server\",\"param\":null,"
                      "\"code\":null}}\n");
}

/* ---- questions about the server ---- */

static void desk_reset(struct desk *d)
{
    d->resets++;
    for (size_t i = 0; i < d->n; i++)
        scenario_reset(d->list[i]);
    d->totals.most_in_flight = d->totals.in_flight;
    d->totals.connections = d->totals.most_open = d->totals.open;
}

static void write_stats(struct desk *d, struct scenario *s, struct reply *r)
{
    struct totals t = d->totals;

    if (s) {
        t.in_flight = s->in_flight;
        t.most_in_flight = s->most_in_flight;
        t.connections = s->connections;
        stats_write(&r->body, &t, &s, 1);
    } else {
        stats_write(&r->body, &t, d->list, d->n);
    }
}

static void desk_tell(struct desk *d, const struct http_request *h,
                      struct reply *r)
{
    struct span rest, name = first_segment(h->path, &rest);
    const char *why = "no such page";
    struct scenario *s;

    if (span_is(h->path, "/stats")) {
        write_stats(d, NULL, r);
        return;
    }
    s = desk_find(d, name, &why);
    if (s && span_is(rest, "/stats"))
        write_stats(d, s, r);
    else if (s && span_is(rest, "/last"))
        stats_write_last(&r->body, &d->arena, s);
    else if (s && span_is(rest, "/kept"))
        str_addn(&r->body, str_get(&s->kept), s->kept.n);
    else if (s && span_ends(rest, "/models"))
        str_add(&r->body, "{\"object\":\"list\",\"data\":[{\"id\":\"test\","
                          "\"object\":\"model\",\"created\":1700000000,"
                          "\"owned_by\":\"test\",\"max_model_len\":4096}]}\n");
    else
        play_error(r, 404, why);
}

/* ---- asking ---- */

static void enter(struct desk *d, struct scenario *s)
{
    s->requests++;
    if (++s->in_flight > s->most_in_flight)
        s->most_in_flight = s->in_flight;
    if (++d->totals.in_flight > d->totals.most_in_flight)
        d->totals.most_in_flight = d->totals.in_flight;
}

static void write_log(struct desk *d, const struct ask *q,
                      const struct reply *r)
{
    if (d->log)
        fprintf(d->log, "%s body=%016llx try=%llu status=%d wire=%d good=%d\n",
                q->scenario->name, (unsigned long long)q->hash.high,
                (unsigned long long)q->try_no, r->status, (int)r->wire,
                r->good);
}

static void play(struct desk *d, struct ask *q, struct reply *r,
                 struct ticket *t)
{
    struct scenario *s = q->scenario;
    size_t *value;
    struct tries tries;

    q->hash = hash_bytes(q->http->body.s, q->http->body.n);
    value = map_put(&s->bodies, &q->hash, sizeof q->hash, NULL);
    tries = unpack(*value);
    t->body = (size_t)((struct map_entry *)(void *)((char *)value -
                                                    offsetof(struct map_entry,
                                                             value)) -
                       s->bodies.entries);
    q->try_no = tries.count;
    q->run = tries.run;
    scenario_play(q, r);
    stream_play(q, r);
    tries.run = r->good ? 0 : tries.run + 1;
    if (++tries.count > s->most_tries)
        s->most_tries = tries.count;
    *value = pack(tries);
    write_log(d, q, r);
}

void desk_ask(struct desk *d, const struct http_request *h, struct scenario *s,
              struct reply *r, struct ticket *t)
{
    struct ask q = { .arena = &d->arena, .scenario = s, .http = h };
    struct json *body = NULL;
    struct err e;
    bool readable;

    enter(d, s);
    *t = (struct ticket){ s, SIZE_MAX, d->resets, false };
    q.messages = span_ends(h->path, "/messages");
    readable = json_read(&d->arena, h->body.s, h->body.n, 1, &body, &e);
    q.body = body;
    stats_count(s, &q);
    if (readable && json_get(body, "messages")) {
        play(d, &q, r, t);
    } else {
        s->bad++;
        play_error(r, 400, readable ? "the request has no messages" : e.msg);
    }
    t->good = r->good;
    s->faults += !r->good;
}

void desk_take(struct desk *d, const struct http_request *h, struct reply *r,
               struct ticket *t)
{
    struct span rest;
    const char *why;
    struct scenario *s;

    arena_reset(&d->arena);
    *t = (struct ticket){ 0 };
    s = desk_find(d, first_segment(h->path, &rest), &why);
    if (s && batch_serves(rest)) {
        batch_take(d, s, rest, h, r);
        return;
    }
    if (span_is(h->method, "GET")) {
        desk_tell(d, h, r);
        return;
    }
    if (!span_is(h->method, "POST")) {
        play_error(r, 400, "only GET and POST are served");
        return;
    }
    if (span_is(h->path, "/reset")) {
        desk_reset(d);
        str_add(&r->body, "{}\n");
        return;
    }
    if (s)
        desk_ask(d, h, s, r, t);
    else
        play_error(r, 404, why);
}

void desk_close(struct desk *d, struct ticket *t, bool whole)
{
    struct scenario *s = t->scenario;
    struct tries tries;
    size_t *value;

    if (!s)
        return;
    t->scenario = NULL;
    s->in_flight--;
    d->totals.in_flight--;
    if (t->resets != d->resets)
        return;
    s->abandoned += !whole;
    if (!whole || !t->good || t->body >= s->bodies.n)
        return;
    s->answered++;
    value = &s->bodies.entries[t->body].value;
    tries = unpack(*value);
    s->answered_bodies += !tries.answered;
    tries.answered = true;
    *value = pack(tries);
}

void desk_clear(struct desk *d)
{
    for (size_t i = 0; i < d->n; i++)
        scenario_free(d->list[i]);
    batch_clear();
    free(d->list);
    map_clear(&d->names);
    arena_clear(&d->arena);
}
