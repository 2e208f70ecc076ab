/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What is neither a form of an answer nor a status with an error: bodies that
 * are no answer, and good answers the wire spoils.
 */

#include "server_scenario.h"

#include "base/lines.h"

#include <string.h>

static void play_ok(const struct ask *q, struct reply *r)
{
    shape_play(shape_find("ok"), q, r);
}

/* ---- the wire ---- */

static void spoil(const struct ask *q, struct reply *r, enum wire wire)
{
    play_ok(q, r);
    r->wire = wire;
    r->good = wire == WIRE_CHUNKED || wire == WIRE_DRIP;
}

static void play_chunked(const struct ask *q, struct reply *r)
{
    spoil(q, r, WIRE_CHUNKED);
}

static void play_chunked_half(const struct ask *q, struct reply *r)
{
    spoil(q, r, WIRE_CHUNKED_HALF);
}

static void play_half(const struct ask *q, struct reply *r)
{
    spoil(q, r, WIRE_HALF);
}

static void play_reset(const struct ask *q, struct reply *r)
{
    spoil(q, r, WIRE_RESET);
}

static void play_close(const struct ask *q, struct reply *r)
{
    spoil(q, r, WIRE_CLOSE);
}

static void play_hang(const struct ask *q, struct reply *r)
{
    spoil(q, r, WIRE_HANG);
}

static void play_hang_headers(const struct ask *q, struct reply *r)
{
    spoil(q, r, WIRE_HANG_HEAD);
}

static void play_drip(const struct ask *q, struct reply *r)
{
    spoil(q, r, WIRE_DRIP);
    r->drip_ns = (uint64_t)(scenario_number(q->scenario, "ms", 5) * 1e6);
}

/* ---- bodies ---- */

static void play_page(const struct ask *q, struct reply *r, double status)
{
    r->status = (int)scenario_number(q->scenario, "status", status);
    r->type = "text/html; charset=utf-8";
    str_addf(&r->body,
             "<!DOCTYPE html>\n<html><head><title>%d</title></head>\n"
             "<body><h1>The gateway is unwell</h1><p>Try later.</p>"
             "</body></html>\n",
             r->status);
}

static void play_html(const struct ask *q, struct reply *r)
{
    play_page(q, r, 502);
}

static void play_html200(const struct ask *q, struct reply *r)
{
    play_page(q, r, 200);
}

static void play_garbage(const struct ask *q, struct reply *r)
{
    play_ok(q, r);
    r->good = false;
    /* It begins as an answer would, and goes on as memory might. */
    r->body.n /= 2;
    str_addn(&r->body, "\0\xff\x01}]\x80garbage", 13);
}

/* All of a reply but its last bracket. */
static void play_unclosed(const struct ask *q, struct reply *r)
{
    play_ok(q, r);
    r->good = false;
    do
        r->body.n--;
    while (r->body.s[r->body.n] != '}');
}

static void play_deep(const struct ask *q, struct reply *r)
{
    size_t n = 100000;

    (void)q;
    str_reserve(&r->body, 2 * n);
    memset(r->body.s, '[', n);
    memset(r->body.s + n, ']', n);
    r->body.n = 2 * n;
}

static void play_empty(const struct ask *q, struct reply *r)
{
    (void)q;
    (void)r;
}

static void play_empty_choices(const struct ask *q, struct reply *r)
{
    if (q->messages)
        str_add(&r->body, "{\"id\":\"msg_0\",\"type\":\"message\","
                          "\"role\":\"assistant\",\"model\":\"none\"}");
    else
        str_add(&r->body, "{\"id\":\"chatcmpl-0\",\"object\":"
                          "\"chat.completion\",\"choices\":[]}");
}

static void play_huge(const struct ask *q, struct reply *r)
{
    double mib = scenario_number(q->scenario, "bytes", 8);
    size_t n = (size_t)((mib < 512 ? mib : 512) * 1048576);
    struct span text = answer_text(q, 0);
    struct str all = { 0 };

    str_reserve(&all, n + text.n);
    for (size_t i = 0; i < n; i++)
        all.s[i] = i % 64 == 63 ? ' ' : 'x';
    all.n = n;
    str_addn(&all, text.s, text.n);
    shape_write(shape_find("ok"), q, (struct span){ all.s, all.n }, r);
    str_clear(&all);
}

static void play_bigheader(const struct ask *q, struct reply *r)
{
    double kib = scenario_number(q->scenario, "bytes", 64);

    play_ok(q, r);
    for (int i = 0; i < (int)(kib < 4096 ? kib : 4096); i++)
        str_addf(&r->head, "x-filler-%04d: %01005d\r\n", i, 0);
}

/* Heads without bounds: `bytes` in KiB, or so many of them. */

static void play_longheader(const struct ask *q, struct reply *r)
{
    int n = (int)scenario_number(q->scenario, "bytes", 2048) * 1024;

    play_ok(q, r);
    str_addf(&r->head, "x-filler: %0*d\r\n", n < 1 << 26 ? n : 1 << 26, 0);
}

static void play_manyheaders(const struct ask *q, struct reply *r)
{
    play_ok(q, r);
    for (int i = 0; i < 100000; i++)
        str_addf(&r->head, "x-%d: 1\r\n", i);
}

static void play_statusline(const struct ask *q, struct reply *r)
{
    (void)q;
    str_addf(&r->body, "HTTP/1.1 200 %0*d\r\n\r\n", 2 << 20, 0);
    r->wire = WIRE_RAW;
}

static void play_continues(const struct ask *q, struct reply *r)
{
    (void)q;
    for (int i = 0; i < 100000; i++)
        str_add(&r->body, "HTTP/1.1 103 Early Hints\r\nx-hint: 1\r\n\r\n");
    r->wire = WIRE_RAW;
}

static void play_extension(const struct ask *q, struct reply *r)
{
    (void)q;
    str_addf(&r->body,
             "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
             "1;x=%0*d\r\n{\r\n",
             4 << 20, 0);
    r->wire = WIRE_RAW;
}

static void play_trailers(const struct ask *q, struct reply *r)
{
    (void)q;
    str_add(&r->body, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                      "2\r\n{}\r\n0\r\n");
    for (int i = 0; i < 100000; i++)
        str_addf(&r->body, "x-%d: 1\r\n", i);
    str_add(&r->body, "\r\n");
    r->wire = WIRE_RAW;
}

static void play_redirect(const struct ask *q, struct reply *r)
{
    r->status = (int)scenario_number(q->scenario, "status", 302);
    str_addf(&r->head, "Location: /ok%s\r\n",
             q->messages ? "/v1/messages" : "/v1/chat/completions");
}

static void play_bom(const struct ask *q, struct reply *r)
{
    str_add(&r->body, "\xef\xbb\xbf");
    play_ok(q, r);
}

/* ---- the key ---- */

/* The key as it may stand in a JSON string. */
static struct span quoted_key(const struct ask *q)
{
    struct str out = str_in(q->arena);
    struct span key = q->http->key;

    json_write_string(&out, arena_strndup(q->arena, key.n ? key.s : "", key.n));
    return (struct span){ out.s + 1, out.n - 2 };
}

static void play_echo_key(const struct ask *q, struct reply *r)
{
    struct span key = quoted_key(q);

    r->status = (int)scenario_number(q->scenario, "status", 401);
    str_addf(&r->head, "x-echo: %.*s\r\n", (int)q->http->key.n,
             q->http->key.s ? q->http->key.s : "");
    str_addf(&r->body,
             "{\"error\":{\"message\":\"Incorrect key: %.*s.\","
             "\"type\":\"invalid_request_error\",\"param\":\"%.*s\","
             "\"code\":\"invalid_api_key\"}}",
             (int)key.n, key.s, (int)key.n, key.s);
}

static void play_echo_key_200(const struct ask *q, struct reply *r)
{
    struct span key = quoted_key(q), text = answer_text(q, 0);
    struct str all = str_in(q->arena);

    str_addf(&all, "Your key is %.*s. %.*s", (int)key.n, key.s, (int)text.n,
             text.s);
    shape_write(shape_find("ok"), q, (struct span){ all.s, all.n }, r);
}

/* ---- a script ---- */

/* The text of a file of the server's folder: "NAME.2" after one message of the
 * model's, else NAME. */
static void play_file(const struct ask *q, struct reply *r)
{
    const struct json *messages = json_get(q->body, "messages");
    const char *name = scenario_text(q->scenario, "of", "file");
    struct str text = str_in(q->arena), quoted = str_in(q->arena);
    int said = 1;
    struct err e;

    for (const struct json *m = messages ? messages->first : NULL; m;
         m = m->next) {
        const char *role = json_string(json_get(m, "role"));

        said += role && str_eq(role, "assistant");
    }
    if (!file_read(arena_printf(q->arena, "%s.%d", name, said), 64 << 20, &text,
                   &e) &&
        !file_read(name, 64 << 20, &text, &e))
        str_add(&text, e.msg);
    json_write_string(&quoted, str_get(&text));
    shape_write(shape_find("ok"), q,
                (struct span){ quoted.s + 1, quoted.n - 2 }, r);
}

static const struct trick tricks[] = {
    { "bigheader", false, play_bigheader },
    { "bom", false, play_bom },
    { "cap", false, cap_play },
    { "chunked", false, play_chunked },
    { "chunked-half", true, play_chunked_half },
    { "close", true, play_close },
    { "continues", true, play_continues },
    { "deep", true, play_deep },
    { "drip", false, play_drip },
    { "echo-key", true, play_echo_key },
    { "echo-key-200", false, play_echo_key_200 },
    { "empty", true, play_empty },
    { "empty-choices", true, play_empty_choices },
    { "extension", true, play_extension },
    { "file", false, play_file },
    { "garbage", true, play_garbage },
    { "half", true, play_half },
    { "hang", true, play_hang },
    { "hang-headers", true, play_hang_headers },
    { "html", true, play_html },
    { "html200", true, play_html200 },
    { "huge", false, play_huge },
    { "longheader", true, play_longheader },
    { "manyheaders", true, play_manyheaders },
    { "redirect", true, play_redirect },
    { "reset", true, play_reset },
    { "roles", false, roles_play },
    { "statusline", true, play_statusline },
    { "storm", false, storm_play },
    { "trailers", true, play_trailers },
    { "unclosed", true, play_unclosed },
};

const struct trick *trick_find(const char *name)
{
    for (size_t i = 0; i < sizeof tricks / sizeof *tricks; i++)
        if (str_eq(tricks[i].name, name))
            return &tricks[i];
    return NULL;
}
