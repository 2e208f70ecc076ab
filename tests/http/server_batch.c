/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memmem */
#include "server_batch.h"

#include "base/alloc.h"
#include "base/vec.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct file {
    uint64_t id;
    struct str text;
    bool gone;
};

struct made {                       /* a batch */
    uint64_t id, input, calls, odd; /* odd: calls that were not made */
    uint64_t polls, fetches;
    bool messages;
    bool first; /* of its room: what happens once happens to it */
    bool gone;  /* its results were removed */
    struct str token, good, bad;
    int64_t made_s;
    const char *said;
};

/* The batches of one scenario. */
struct room {
    const struct scenario *of;
    struct vec files, batches; /* struct file, struct made */
    uint64_t uploads, creates, polls, deletes, hangs, cancels;
    struct str spoilt; /* the id of the call whose lines are bad */
    struct room *next;
};

static struct room *rooms;
static uint64_t last_id;

/* ---- small things ---- */

static bool is_kind(const struct scenario *s, const char *kind)
{
    return str_eq(scenario_text(s, "batch", ""), kind);
}

static struct room *room_of(const struct scenario *s)
{
    struct room *x = rooms;

    while (x && x->of != s)
        x = x->next;
    if (x)
        return x;
    x = alloc_new(1, sizeof *x);
    x->of = s;
    x->files = vec_in(NULL, sizeof(struct file));
    x->batches = vec_in(NULL, sizeof(struct made));
    x->next = rooms;
    return rooms = x;
}

void batch_clear(void)
{
    while (rooms) {
        struct room *x = rooms;

        for (size_t i = 0; i < x->files.n; i++)
            str_clear(&vec_get(&x->files, struct file, i)->text);
        for (size_t i = 0; i < x->batches.n; i++) {
            struct made *b = vec_get(&x->batches, struct made, i);

            str_clear(&b->token);
            str_clear(&b->good);
            str_clear(&b->bad);
        }
        vec_clear(&x->files);
        vec_clear(&x->batches);
        str_clear(&x->spoilt);
        rooms = x->next;
        free(x);
    }
}

static void fail(struct reply *r, int status, const char *message)
{
    r->status = status;
    str_addf(&r->body,
             "{\"error\":{\"message\":\"%s\",\"type\":\"test_server\","
             "\"param\":null,\"code\":null}}\n",
             message);
}

/* When the next question may come: in a day, or soon. */
static void ask_to_wait(const struct scenario *s, bool day, struct reply *r)
{
    if (day)
        str_add(&r->head, "retry-after: 86400\r\n");
    else
        str_addf(&r->head, "retry-after-ms: %.0f\r\n",
                 scenario_number(s, "gap", 20));
}

/* The first request of a stage may never be answered. */
static bool hangs(struct room *x, const char *stage, struct reply *r)
{
    if (x->hangs || !str_eq(scenario_text(x->of, "hang", ""), stage))
        return false;
    x->hangs++;
    r->wire = WIRE_HANG;
    return true;
}

bool batch_serves(struct span rest)
{
    static const char *const starts[] = { "/v1/files", "/v1/batches",
                                          "/v1/messages/batches" };

    for (size_t i = 0; i < 3; i++)
        if (rest.n >= strlen(starts[i]) &&
            memcmp(rest.s, starts[i], strlen(starts[i])) == 0)
            return true;
    return span_is(rest, "/batch");
}

/* ---- a call of a batch ---- */

/* JSON on one line; what is none becomes a string. */
static void add_json(struct arena *a, struct str *out, const struct str *text)
{
    struct json *v;
    struct err e;

    if (json_read_lenient(a, str_get(text), text->n, 1000000, &v, &e))
        json_write(out, v);
    else
        json_write_string(out, str_get(text));
}

static void add_line(struct made *b, const char *id, int status,
                     const char *json)
{
    struct str *out = status == 200 || b->messages ? &b->good : &b->bad;

    if (b->messages)
        str_addf(out,
                 "{\"custom_id\":\"%s\",\"result\":{\"type\":\"%s\",\"%s\":",
                 id, status == 200 ? "succeeded" : "errored",
                 status == 200 ? "message" : "error");
    else
        str_addf(out,
                 "{\"id\":\"batch_req_%s\",\"custom_id\":\"%s\",\"response\":{"
                 "\"status_code\":%d,\"request_id\":\"q\",\"body\":",
                 id, id, status);
    str_add(out, json);
    str_add(out, b->messages ? "}}\n" : "},\"error\":null}\n");
}

/* A call that was not made. */
static void add_none(struct made *b, const char *id, const char *what)
{
    b->odd++;
    if (b->messages)
        str_addf(&b->good,
                 "{\"custom_id\":\"%s\",\"result\":{\"type\":\"%s\"}}\n", id,
                 what);
    else
        str_addf(&b->bad,
                 "{\"id\":\"x\",\"custom_id\":\"%s\",\"response\":null,"
                 "\"error\":{\"code\":\"batch_%s\",\"message\":\"it was %s\"}}"
                 "\n",
                 id, what, what);
}

/* An error among the replies; lines are turned round later. */
static void add_error(struct made *b, const char *id)
{
    str_addf(&b->good,
             b->messages ? "{\"custom_id\":\"%s\",\"result\":{\"type\":"
                           "\"errored\"}}\n"
                         : "{\"id\":\"x\",\"custom_id\":\"%s\",\"response\":"
                           "null,\"error\":{\"message\":\"not now\"}}\n",
             id);
}

static void play_call(struct desk *d, struct scenario *s, struct made *b,
                      const char *id, const struct json *body)
{
    struct http_request h = { .method = { "POST", 4 } };
    struct reply r = { 0 };
    struct str text = { 0 }, json = { 0 };
    struct arena a = { 0 };
    struct ticket t;

    json_write(&text, body);
    reply_reset(&r);
    h.path = b->messages ? (struct span){ "/messages", 9 }
                         : (struct span){ "/chat/completions", 17 };
    h.body = (struct span){ text.s, text.n };
    desk_ask(d, &h, s, &r, &t);
    desk_close(d, &t, true);
    if (r.wire == WIRE_PLAIN || r.wire == WIRE_CHUNKED)
        add_json(&a, &json, &r.body);
    else
        str_add(&json, "{\"type\":\"error\",\"error\":{\"type\":\"api_error\","
                       "\"message\":\"it broke\"}}");
    add_line(b, id,
             r.wire == WIRE_PLAIN || r.wire == WIRE_CHUNKED ? r.status : 500,
             str_get(&json));
    arena_clear(&a);
    str_clear(&text);
    str_clear(&json);
    reply_clear(&r);
}

/* One call of a scenario, whatever batch it is in: its line has a byte that is
 * no UTF-8. */
static const char *first_id(const struct scenario *s, const char *id)
{
    struct room *x = room_of(s);

    if (!x->spoilt.n)
        str_add(&x->spoilt, id);
    return str_get(&x->spoilt);
}

static void spoil(struct str *lines)
{
    INVARIANT(lines->n > 2);
    lines->n -= 2;
    str_add(lines, ",\"x\":\"\xff\"}\n");
}

static void take_call(struct desk *d, struct scenario *s, struct made *b,
                      const struct json *v)
{
    const char *id = json_string(json_get(v, "custom_id"));
    const struct json *body = json_get(v, b->messages ? "params" : "body");
    bool odd = b->calls++ % 2 == 1 && b->first;

    if (!id || !body)
        return;
    if (odd && is_kind(s, "expire"))
        add_none(b, id, "expired");
    else if (odd && is_kind(s, "cancel"))
        add_none(b, id, "canceled");
    else if (odd && is_kind(s, "missing"))
        b->odd++;
    else
        play_call(d, s, b, id, body);
    if (is_kind(s, "spoilt") && str_eq(id, first_id(s, id)))
        spoil(&b->good);
    if (is_kind(s, "errfirst"))
        add_error(b, id);
    if (is_kind(s, "dup"))
        play_call(d, s, b, "0123456789abcdef0123456789abcdef", body);
}

/* Lines that no honest server sends. */
static void add_hostile(struct made *b, const struct http_request *h)
{
    struct str *out = &b->good;

    str_add(out, "this is no JSON\n{\"custom_id\": 7}\n[]\n\n{}\n");
    str_add(out, "{\"custom_id\":\"../../etc/passwd\",\"response\":null}\n");
    for (int k = 10; k <= 20; k += 10) {
        str_add(out, "{\"custom_id\":\"");
        str_reserve(out, (size_t)k << 20);
        memset(out->s + out->n, 'x', (size_t)k << 20);
        out->n += (size_t)k << 20;
        str_add(out, "\"}\n");
    }
    str_add(&b->bad, "{\"custom_id\":\"zz\",\"response\":null,\"error\":{"
                     "\"message\":\"key ");
    str_addn(&b->bad, h->key.s, h->key.n);
    str_add(&b->bad, "\"}}\n");
}

/* ---- making ---- */

static const char *ended_as(const struct scenario *s, const struct made *b)
{
    if (b->messages)
        return "ended";
    if (b->first && is_kind(s, "fail"))
        return "failed";
    if (b->odd && is_kind(s, "expire"))
        return "expired";
    return b->odd && is_kind(s, "cancel") ? "cancelled" : "completed";
}

/* Replies come in another order than calls: the last line first. */
static void reverse(struct str *text)
{
    struct str out = { 0 };
    size_t end = text->n;

    while (end > 0) {
        size_t at = end - 1;

        while (at > 0 && text->s[at - 1] != '\n')
            at--;
        str_addn(&out, text->s + at, end - at);
        end = at;
    }
    str_clear(text);
    *text = out;
}

static void repeat(struct str *text)
{
    struct str copy = { 0 };

    str_add(&copy, str_get(text));
    str_addn(text, str_get(&copy), copy.n);
    str_clear(&copy);
}

static void play_all(struct desk *d, struct scenario *s, struct made *b,
                     const char *text, size_t n, const struct http_request *h)
{
    struct arena a = { 0 };
    struct json *v;
    struct err e;

    if (b->first && is_kind(s, "fail") && !b->messages)
        return;
    if (b->messages && json_read(&a, text, n, 1, &v, &e)) {
        v = json_get(v, "requests") ? json_get(v, "requests")->first : NULL;
        for (; v; v = v->next)
            take_call(d, s, b, v);
    }
    while (!b->messages && n) {
        const char *end = memchr(text, '\n', n);
        size_t len = end ? (size_t)(end - text) : n;

        arena_reset(&a);
        if (json_read(&a, text, len, 1, &v, &e))
            take_call(d, s, b, v);
        len += end != NULL;
        text += len;
        n -= len;
    }
    arena_clear(&a);
    reverse(&b->good);
    if (is_kind(s, "dup"))
        repeat(&b->good);
    if (b->first && is_kind(s, "hostile"))
        add_hostile(b, h);
}

static void write_time(struct str *out, int64_t s)
{
    time_t t = (time_t)s;
    struct tm day;
    char text[40];

    gmtime_r(&t, &day);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &day);
    str_add(out, text);
}

static void write_batch(const struct scenario *s, const struct made *b,
                        const struct http_request *h, struct str *out)
{
    bool over = b->polls > (uint64_t)scenario_number(s, "polls", 1);
    uint64_t done = over ? b->calls - b->odd : 0;

    if (b->messages) {
        str_addf(out,
                 "{\"id\":\"msgbatch_%" PRIu64 "\",\"type\":\"message_batch\","
                 "\"processing_status\":\"%s\",\"request_counts\":{"
                 "\"processing\":%" PRIu64 ",\"succeeded\":%" PRIu64
                 ",\"errored\":0,\"canceled\":0,\"expired\":%" PRIu64
                 "},\"created_at\":\"",
                 b->id, over ? "ended" : "in_progress", over ? 0 : b->calls,
                 done, over ? b->odd : 0);
        write_time(out, b->made_s);
        str_add(out, "\",\"results_url\":");
        if (over && is_kind(s, "otherhost"))
            str_add(out, "\"http://127.0.0.2:1/results\"");
        else if (over)
            str_addf(out,
                     "\"http://%.*s/%s/v1/messages/batches/msgbatch_%" PRIu64
                     "/results\"",
                     (int)h->host.n, h->host.s, s->name, b->id);
        else
            str_add(out, "null");
        str_add(out, "}");
        return;
    }
    str_addf(out,
             "{\"id\":\"batch_%" PRIu64 "\",\"object\":\"batch\",\"endpoint\":"
             "\"/v1/chat/completions\",\"status\":\"%s\",\"input_file_id\":"
             "\"file-%" PRIu64 "\",\"created_at\":%" PRId64
             ",\"metadata\":{\"assay\":\"%s\"},\"request_counts\":{\"total\":"
             "%" PRIu64 ",\"completed\":%" PRIu64 ",\"failed\":%" PRIu64 "}",
             b->id, over ? b->said : "in_progress", b->input, b->made_s,
             str_get(&b->token), b->calls, done, over ? b->odd : 0);
    if (over && b->good.n)
        str_addf(out, ",\"output_file_id\":\"out-%" PRIu64 "\"", b->id);
    if (over && b->bad.n)
        str_addf(out, ",\"error_file_id\":\"err-%" PRIu64 "\"", b->id);
    if (over && str_eq(b->said, "failed"))
        str_add(out, ",\"errors\":{\"data\":[{\"message\":\"line 1 is not "
                     "liked\"}]}");
    str_add(out, "}");
}

static const struct file *find_file(const struct room *x, const char *name)
{
    for (size_t i = 0; name && i < x->files.n; i++) {
        const struct file *f = vec_get(&x->files, struct file, i);

        if (strncmp(name, "file-", 5) == 0 && !f->gone &&
            strtoull(name + 5, NULL, 10) == f->id)
            return f;
    }
    return NULL;
}

static void make(struct desk *d, struct scenario *s, bool messages,
                 const struct http_request *h, struct reply *r)
{
    struct room *x = room_of(s);
    struct made *b;
    const struct file *f = NULL;
    struct json *v = NULL;
    struct err e;
    const char *token;

    if (hangs(x, "precreate", r))
        return;
    if (is_kind(s, "createwait") || is_kind(s, "createhtml")) {
        x->creates++;
        ask_to_wait(s, is_kind(s, "createwait"), r);
        if (is_kind(s, "createwait"))
            fail(r, 429, "tomorrow");
        else
            str_add(&r->body, "<html>hello</html>");
        return;
    }
    if (is_kind(s, "createdeny") && x->creates++ == 0) {
        ask_to_wait(s, false, r);
        fail(r, 500, "not now");
        return;
    }
    if (!json_read(&d->arena, h->body.s, h->body.n, 1, &v, &e)) {
        fail(r, 400, "no JSON");
        return;
    }
    if (!messages)
        f = find_file(x, json_string(json_get(v, "input_file_id")));
    if (!messages && !f) {
        fail(r, 400, "no such file");
        return;
    }
    x->creates++;
    b = vec_push(&x->batches);
    b->id = ++last_id;
    b->first = x->batches.n == 1;
    b->messages = messages;
    b->made_s = (int64_t)time(NULL);
    b->input = f ? f->id : 0;
    token = json_string(json_get(json_get(v, "metadata"), "assay"));
    str_add(&b->token, token ? token : "");
    play_all(d, s, b, f ? f->text.s : h->body.s, f ? f->text.n : h->body.n, h);
    b->said = ended_as(s, b);
    ask_to_wait(s, is_kind(s, "slow"), r);
    if (hangs(x, "create", r))
        return;
    if (b->first && is_kind(s, "createclose"))
        r->wire = WIRE_CLOSE;
    else if (b->first && is_kind(s, "create500"))
        fail(r, 500, "made, but I do not say so");
    else
        write_batch(s, b, h, &r->body);
}

/* ---- files ---- */

static void upload(struct scenario *s, const struct http_request *h,
                   struct reply *r)
{
    struct room *x = room_of(s);
    const char *at, *end;
    struct file *f;

    if (hangs(x, "upload", r))
        return;
    at = memmem(h->body.s, h->body.n, "name=\"file\"", 11);
    at = at ? memmem(at, h->body.n - (size_t)(at - h->body.s), "\r\n\r\n", 4)
            : NULL;
    end = at ? memmem(at, h->body.n - (size_t)(at - h->body.s), "\r\n--", 4)
             : NULL;
    if (!end || !memmem(h->body.s, h->body.n, "\r\n\r\nbatch\r\n", 11)) {
        fail(r, 400, "no form with purpose=batch and file");
        return;
    }
    f = vec_push(&x->files);
    f->id = ++last_id;
    str_addn(&f->text, at + 4, (size_t)(end - at - 4));
    x->uploads++;
    if (!hangs(x, "uploaded", r))
        str_addf(&r->body,
                 "{\"id\":\"file-%" PRIu64
                 "\",\"object\":\"file\",\"purpose\":\"batch\"}",
                 f->id);
}

static struct made *find_batch(const struct room *x, uint64_t id)
{
    for (size_t i = 0; i < x->batches.n; i++)
        if (vec_get(&x->batches, struct made, i)->id == id)
            return vec_get(&x->batches, struct made, i);
    return NULL;
}

static void fetch(struct room *x, struct made *b, bool bad, struct reply *r)
{
    const struct str *text = bad ? &b->bad : &b->good;

    if (b->gone) {
        fail(r, 404, "No such File object");
        return;
    }
    if (is_kind(x->of, "moved")) {
        r->status = 302;
        str_add(&r->head, "location: http://127.0.0.2:1/steal\r\n");
        return;
    }
    r->type = "application/jsonl";
    if (b->fetches == 0 && hangs(x, "results", r))
        return;
    if (b->fetches == 1 && hangs(x, "results2", r))
        return;
    str_addn(&r->body, str_get(text), text->n);
    if (b->fetches++ == 0 && is_kind(x->of, "cut"))
        r->wire = WIRE_HALF;
}

/* ---- asking how it stands ---- */

static void poll_batch(struct scenario *s, struct made *b,
                       const struct http_request *h, struct reply *r)
{
    struct room *x = room_of(s);

    x->polls++;
    if (hangs(x, "poll", r))
        return;
    b->polls++;
    ask_to_wait(s, is_kind(s, "slow") || is_kind(s, "pollwait"), r);
    if (is_kind(s, "pollwait"))
        fail(r, 429, "tomorrow");
    else if (b->polls <= 2 && is_kind(s, "poll429"))
        fail(r, 429, "slowly");
    else if (b->polls <= 2 && is_kind(s, "poll500"))
        fail(r, 500, "restarting");
    else if (b->polls == 1 && is_kind(s, "pollclose"))
        r->wire = WIRE_CLOSE;
    else if (is_kind(s, "pollhtml") && b->polls <= 2)
        str_add(&r->body, "<html>maintenance</html>");
    else
        write_batch(s, b, h, &r->body);
}

/* `after` is the last id of the page before this; 0: none. The newest come
 * first. */
static void list(struct scenario *s, bool messages, uint64_t after,
                 const struct http_request *h, struct reply *r)
{
    struct room *x = room_of(s);
    uint64_t most = (uint64_t)scenario_number(s, "page", 100), n = 0;
    bool more = false;

    str_add(&r->body, "{\"object\":\"list\",\"data\":[");
    for (size_t i = x->batches.n; i-- > 0;) {
        const struct made *b = vec_get(&x->batches, struct made, i);

        if (b->messages != messages || (after && b->id >= after))
            continue;
        more = n == most;
        if (more)
            break;
        str_add(&r->body, n++ ? "," : "");
        write_batch(s, b, h, &r->body);
    }
    str_addf(&r->body, "],\"has_more\":%s}", more ? "true" : "false");
}

static void tell(const struct room *x, struct reply *r)
{
    uint64_t kept = 0;

    for (size_t i = 0; i < x->files.n; i++)
        kept += !vec_get(&x->files, struct file, i)->gone;
    str_addf(&r->body,
             "{\"uploads\": %" PRIu64 ", \"creates\": %" PRIu64
             ", \"batches\": %zu, \"polls\": %" PRIu64 ", \"deletes\": %" PRIu64
             ", \"hangs\": %" PRIu64 ", \"files\": %" PRIu64
             ", \"cancels\": %" PRIu64 "}\n",
             x->uploads, x->creates, x->batches.n, x->polls, x->deletes,
             x->hangs, kept, x->cancels);
}

/* ---- which it is ---- */

static void take_file(struct room *x, const char *path, bool drop,
                      struct reply *r)
{
    struct made *b = find_batch(x, strtoull(path + 5, NULL, 10));

    if (drop) {
        struct file *f = (struct file *)find_file(x, path + 1);

        if (hangs(x, "delete", r))
            return;
        x->deletes++;
        if (f)
            f->gone = true;
        else if (b && strncmp(path, "/file-", 6) != 0)
            b->gone = true;
        str_add(&r->body, "{\"deleted\":true}");
    } else if (b && strncmp(path, "/out-", 5) == 0) {
        fetch(x, b, false, r);
    } else if (b && strncmp(path, "/err-", 5) == 0) {
        fetch(x, b, true, r);
    } else {
        fail(r, 404, "no such file");
    }
}

static void take_batch(struct scenario *s, const char *path,
                       const struct http_request *h, struct reply *r)
{
    struct room *x = room_of(s);
    const char *id = strchr(path, '_');
    struct made *b = id ? find_batch(x, strtoull(id + 1, NULL, 10)) : NULL;

    if (!b || is_kind(s, "unknown"))
        fail(r, 404, "no such batch");
    else if (strstr(path, "/results"))
        fetch(x, b, false, r);
    else
        poll_batch(s, b, h, r);
}

/* The calls that were played are there; it is over at once. */
static void cancel(struct scenario *s, const char *path,
                   const struct http_request *h, struct reply *r)
{
    room_of(s)->cancels++;
    take_batch(s, path, h, r);
    str_reset(&r->body);
    str_add(&r->body, "{\"id\":\"x\",\"status\":\"cancelling\"}");
}

void batch_take(struct desk *d, struct scenario *s, struct span rest,
                const struct http_request *h, struct reply *r)
{
    const char *path = arena_strndup(&d->arena, rest.s, rest.n);
    bool post = span_is(h->method, "POST");
    bool messages = strncmp(path, "/v1/messages", 12) == 0;
    bool files = strncmp(path, "/v1/files", 9) == 0;
    const char *below = path + (messages ? 20 : files ? 9 : 11);
    const char *after = strstr(path, "&after");

    if (str_eq(path, "/batch")) {
        tell(room_of(s), r);
        return;
    }
    after = after ? strchr(after, '_') : NULL;
    if (after && strncmp(after, "_id=", 4) == 0)
        after = strchr(after + 1, '_');
    ((char *)path)[strcspn(path, "?")] = '\0';
    if (is_kind(s, "none"))
        fail(r, 404, "Not Found");
    else if (files && post)
        upload(s, h, r);
    else if (files)
        take_file(room_of(s), below, span_is(h->method, "DELETE"), r);
    else if (post && strstr(below, "/cancel"))
        cancel(s, below, h, r);
    else if (post)
        make(d, s, messages, h, r);
    else if (*below == '\0')
        list(s, messages, after ? strtoull(after + 1, NULL, 10) : 0, h, r);
    else
        take_batch(s, below, h, r);
}
