/* SPDX-License-Identifier: Apache-2.0 */
#include "model/server/pool_int.h"

#include <string.h>

/*
 * Answers that come as a stream. The request asks for one on the wire alone:
 * the body that the caller knows, by which a call is found in the journal, says
 * nothing about it. A server that answers in one piece all the same is read as
 * ever.
 */

#define CLOSING_S 2.0 /* to end an answer whose last event has come */

/* ---- the request ---- */

/* The counts of tokens come only if they are asked for in OpenAI's form. */
const char *pool_stream_body(struct pool_transfer *t, size_t *n)
{
    const struct pool_call *c = t->call;
    size_t end = c->body_n;

    while (end && c->body[end - 1] != '}')
        end--;
    if (!end) {
        *n = c->body_n;
        return c->body;
    }
    str_reset(&t->request);
    str_addn(&t->request, c->body, end - 1);
    str_add(&t->request, end > 2 ? "," : "");
    str_add(&t->request, "\"stream\":true");
    if (t->shard->pool->model->kind != MODEL_ANTHROPIC)
        str_add(&t->request, ",\"stream_options\":{\"include_usage\":true}");
    str_addc(&t->request, '}');
    *n = t->request.n;
    return t->request.s;
}

/* ---- what comes ---- */

/* Is the answer a stream? It is not known before something comes that is no
 * white space; an error never is one. */
static bool recognise(struct pool_transfer *t)
{
    struct pool_buffer *b = t->buffer;
    long status = 0;
    int begins = stream_begins(b->body.s, b->body.n);

    if (begins < 0)
        return false;
    curl_easy_getinfo(t->easy, CURLINFO_RESPONSE_CODE, &status);
    if (!begins || status < 200 || status > 299) {
        t->plain = true;
        return false;
    }
    t->stream = stream_new(t->shard->pool->o.max_body);
    return true;
}

static void note_pieces(struct pool_transfer *t, uint64_t before)
{
    uint64_t now = t->shard->pool->now_ns, n = stream_pieces(t->stream);
    int64_t ms = (int64_t)((now - t->said_ns) / 1000000);

    if (n == before)
        return;
    if (before == 0)
        t->course.first_ms = (int64_t)((now - t->sent_ns) / 1000000);
    else if (ms > t->course.gap_ms)
        t->course.gap_ms = ms;
    t->course.pieces = (int64_t)n;
    t->said_ns = now;
}

/* Take bytes of the body. Returns false if the transfer is to end. */
bool pool_stream_take(struct pool_transfer *t, const char *s, size_t n)
{
    struct pool *p = t->shard->pool;
    struct pool_buffer *b = t->buffer;
    uint64_t before;

    if (t->plain || !p->o.stream)
        return true;
    if (!t->stream) { /* they are in the buffer with those before them */
        if (!recognise(t))
            return true;
        s = b->body.s;
        n = b->body.n;
    }
    before = stream_pieces(t->stream);
    t->large = !stream_add(t->stream, s, n);
    str_reset(&b->body);
    note_pieces(t, before);
    if (stream_is_over(t->stream)) {
        pool_transfer_hurry(t, CLOSING_S);
        return true;
    }
    /* Comments and pings show that somebody is there; they must not do so for
     * ever. */
    t->mute =
        p->o.mute_s > 0 && (double)(p->now_ns - t->said_ns) / 1e9 > p->o.mute_s;
    return !t->large && !t->mute;
}

/* ---- the end ---- */

static const char *what_cut(struct pool_transfer *t, CURLcode code)
{
    bool fatal;

    if (code == CURLE_OK)
        return "it ended before it was complete";
    return pool_words(&t->call->arena, t, code, &fatal);
}

/* Returns false if the answer is to be read as one that broke off: no text came
 * of it. */
bool pool_stream_read(struct pool_transfer *t, const struct response_head *head,
                      CURLcode code, double now_s, struct response *out)
{
    const struct model *m = t->shard->pool->model;
    struct pool_call *c = t->call;
    const char *text;
    size_t n;

    stream_end(t->stream);
    c->course = t->course;
    text = stream_answer(t->stream, &n);
    if (stream_is_whole(t->stream)) {
        response_read(&c->arena, m, head, text, n, now_s, out);
        return true;
    }
    if (!t->course.pieces)
        return false;
    response_cut(&c->arena, m, head, text, n, what_cut(t, code), out);
    return true;
}
