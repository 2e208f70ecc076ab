/* SPDX-License-Identifier: Apache-2.0 */
#include "server_stats.h"

#include <stddef.h>
#include <string.h>

#define LAST_MOST ((size_t)1 << 20)
#define KEPT_MOST ((size_t)16 << 20)

static void count(struct map *m, struct span key)
{
    if (key.s)
        ++*map_put(m, key.s, key.n, NULL);
}

/* Bodies are JSON: what would end their line is a blank as good. */
static void keep(struct scenario *s, struct span body)
{
    if (s->kept.n + body.n >= KEPT_MOST)
        return;
    for (size_t i = 0; i < body.n; i++)
        str_addc(&s->kept, body.s[i] == '\n' ? ' ' : body.s[i]);
    str_addc(&s->kept, '\n');
}

void stats_count(struct scenario *s, const struct ask *q)
{
    static const char *const names[] = { "max_tokens", "max_completion_tokens",
                                         "n_predict", "num_predict" };
    size_t n = q->http->all_n;
    const char *from = q->http->method.s;

    count(&s->keys, q->http->key);
    count(&s->agents, q->http->agent);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (json_get(q->body, names[i]))
            count(&s->tokens, (struct span){ names[i], strlen(names[i]) });
    str_reset(&s->last);
    str_addn(&s->last, from, n < LAST_MOST ? n : LAST_MOST);
    if (scenario_number(s, "keep", 0) > 0)
        keep(s, q->http->body);
}

/* A map of several scenarios together, as an object; keys may be hidden. */
static void write_map(struct str *out, const char *name,
                      struct scenario *const *list, size_t n, size_t member,
                      bool hide)
{
    struct map all = { 0 };
    char hex[HASH_HEX_SIZE];

    for (size_t i = 0; i < n; i++) {
        const struct map *m =
            (const struct map *)(const void *)((const char *)list[i] + member);
        for (size_t k = 0; k < m->n; k++)
            *map_put(&all, m->entries[k].key, m->entries[k].key_n, NULL) +=
                m->entries[k].value;
    }
    str_addf(out, ", \"%s\": {", name);
    for (size_t k = 0; k < all.n; k++) {
        const struct map_entry *e = &all.entries[k];
        str_add(out, k ? ", " : "");
        if (hide)
            json_write_string(out, hash_hex(hash_bytes(e->key, e->key_n), hex));
        else
            json_write_string(out, e->key);
        str_addf(out, ": %zu", e->value);
    }
    str_addc(out, '}');
    map_clear(&all);
}

static void write_count(struct str *out, const char *name, uint64_t v)
{
    str_addf(out, "%s\"%s\": %llu", out->n > 1 ? ", " : "", name,
             (unsigned long long)v);
}

void stats_write(struct str *out, const struct totals *t,
                 struct scenario *const *list, size_t n)
{
    struct scenario sum = { 0 };
    uint64_t bodies = 0;

    for (size_t i = 0; i < n; i++) {
        const struct scenario *s = list[i];
        bodies += s->bodies.n;
        sum.requests += s->requests;
        sum.answered += s->answered;
        sum.answered_bodies += s->answered_bodies;
        sum.faults += s->faults;
        sum.abandoned += s->abandoned;
        sum.bad += s->bad;
        if (s->most_tries > sum.most_tries)
            sum.most_tries = s->most_tries;
    }
    str_addc(out, '{');
    write_count(out, "requests", sum.requests);
    write_count(out, "bodies", bodies);
    write_count(out, "answered", sum.answered);
    write_count(out, "answered_bodies", sum.answered_bodies);
    write_count(out, "faults", sum.faults);
    write_count(out, "abandoned", sum.abandoned);
    write_count(out, "bad_requests", sum.bad);
    write_count(out, "most_tries", sum.most_tries);
    write_count(out, "in_flight", t->in_flight);
    write_count(out, "most_in_flight", t->most_in_flight);
    write_count(out, "connections", t->connections);
    write_count(out, "open", t->open);
    write_count(out, "most_open", t->most_open);
    write_map(out, "keys_seen", list, n, offsetof(struct scenario, keys), true);
    write_map(out, "user_agents", list, n, offsetof(struct scenario, agents),
              false);
    write_map(out, "token_fields", list, n, offsetof(struct scenario, tokens),
              false);
    str_add(out, "}\n");
}

static void write_span(struct str *out, struct arena *a, struct span s)
{
    json_write_string(out, arena_strndup(a, s.s, s.n));
}

void stats_write_last(struct str *out, struct arena *a,
                      const struct scenario *s)
{
    struct http_request r;
    struct span lines, name, value;
    struct json *body;
    struct err e;
    bool more = false;

    if (!s->last.n || http_read(&r, s->last.s, s->last.n) >= HTTP_BAD) {
        str_add(out, "null\n");
        return;
    }
    if (r.all_n > s->last.n)
        r.body.n -= r.all_n - s->last.n;
    str_add(out, "{\"method\": ");
    write_span(out, a, r.method);
    str_add(out, ", \"path\": ");
    write_span(out, a, r.path);
    str_add(out, ", \"headers\": {");
    for (lines = r.head; http_header(&lines, &name, &value); more = true) {
        str_add(out, more ? ", " : "");
        write_span(out, a, name);
        str_add(out, ": ");
        write_span(out, a, value);
    }
    str_add(out, "}, \"body\": ");
    if (json_read(a, r.body.s, r.body.n, 1, &body, &e))
        json_write(out, body);
    else
        str_add(out, "null");
    str_add(out, ", \"body_text\": ");
    write_span(out, a, r.body);
    str_add(out, "}\n");
}
