/* SPDX-License-Identifier: Apache-2.0 */
#include "visit.h"
#include "base/clock.h"
#include "base/str.h"
#include "serve/stores.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void must(bool ok, const struct err *e)
{
    if (ok)
        return;
    fprintf(stderr, "%s\n", e->msg);
    abort();
}

void visit_open(struct visit_world *w)
{
    struct err e;

    *w = (struct visit_world){ .folder = "/tmp/assay-visit-XXXXXX" };
    if (!mkdtemp(w->folder))
        BUG("no temporary folder");
    w->o = (struct serve_options){ .store = arena_printf(&w->arena, "%s/a.db",
                                                         w->folder),
                                   .title = "Class",
                                   .address = "127.0.0.1",
                                   .token = VISIT_TOKEN,
                                   .workbench = true };
    w->serve = (struct serve){ .o = &w->o,
                               .origin = "http://127.0.0.1:8080",
                               .events = events_new(),
                               .started_ms = clock_day_ms() };
    must(stores_start(w->o.store, &w->serve.stores, &e), &e);
    w->serve.gate = gate_new(&w->serve);
    gate_open(w->serve.gate);
    must(store_open(&w->store, w->o.store, STORE_WRITE, &e), &e);
}

void visit_close(struct visit_world *w)
{
    static const char *const ends[] = { "", "-wal", "-shm" };

    gate_free(w->serve.gate);
    store_close(w->store);
    stores_end(w->serve.stores);
    events_close(w->serve.events);
    events_free(w->serve.events);
    for (size_t i = 0; i < 3; i++)
        unlink(arena_printf(&w->arena, "%s%s", w->o.store, ends[i]));
    rmdir(w->folder);
    arena_clear(&w->arena);
}

struct visitor visit_person(struct visit_world *w, const char *name,
                            enum person_role role)
{
    int64_t now = clock_day_ms(), id;
    struct invitation in = { .role = role, .note = "", .made_ms = now };
    unsigned char sha[TOKEN_SHA];
    char secret[SECRET_LETTERS + 1];
    struct visitor who = { 0 };
    struct err e;
    bool found;

    must(secret_make(secret, &e) && secret_make(who.token, &e), &e);
    secret_sha(secret, sha);
    must(invitation_add(w->store, &in, sha, &e), &e);
    secret_sha(who.token, sha);
    must(invitation_use(w->store, in.id, name, sha, now, now + VISIT_SIGNIN_MS,
                        &id, &e) &&
             people_find(w->store, &w->arena, id, &who.person, &found, &e),
         &e);
    secret_csrf(who.token, who.csrf);
    return who;
}

/* ---- requests ---- */

static void add(struct vec *to, const char *name, const char *value)
{
    *(struct http_field *)vec_push(to) = (struct http_field){ name, value };
}

static struct http_fields headers(struct visit_world *w,
                                  const struct visit_request *q)
{
    struct vec all = vec_in(&w->arena, sizeof(struct http_field));

    if (q->who && *q->who->token)
        add(&all, "cookie",
            arena_printf(&w->arena, "%s" VISIT_COOKIE "=%s",
                         w->o.tls_cert ? "__Host-" : "", q->who->token));
    if (q->form)
        add(&all, "content-type", "application/x-www-form-urlencoded");
    else if (q->type)
        add(&all, "content-type", q->type);
    if (q->who && q->csrf)
        add(&all, "x-csrf-token", q->who->csrf);
    for (size_t i = 0; q->headers[i]; i += 2)
        add(&all, q->headers[i], q->headers[i + 1]);
    return (struct http_fields){ all.items, all.n };
}

static struct http_request request(struct visit_world *w,
                                   const struct visit_request *q)
{
    size_t n = strcspn(q->target, "?");
    const char *behind = q->target[n] ? q->target + n + 1 : "";
    struct http_request r = {
        .arena = &w->arena,
        .method = q->method,
        .headers = headers(w, q),
        .body = q->form   ? q->form
                : q->body ? q->body
                          : "",
        .peer = "127.0.0.1",
    };
    struct err e;

    r.body_n = strlen(r.body);
    must(http_read_path(&w->arena, arena_strndup(&w->arena, q->target, n),
                        &r.path, &e) &&
             http_read_form(&w->arena, behind, strlen(behind), &r.query, &e),
         &e);
    if (q->form)
        must(http_read_form(&w->arena, r.body, r.body_n, &r.form, &e), &e);
    w->reply = (struct http_reply){ 0 };
    w->body = "";
    return r;
}

static void keep_body(struct visit_world *w)
{
    if (w->reply.body)
        w->body = arena_strndup(&w->arena, w->reply.body, w->reply.body_n);
}

bool visit_handler(struct visit_world *w, const struct visit_request *q)
{
    struct http_request r = request(w, q);
    struct visit v = { .arena = &w->arena,
                       .request = &r,
                       .reply = &w->reply,
                       .serve = &w->serve,
                       .store = w->store,
                       .who = q->who ? &q->who->person : NULL,
                       .csrf = q->who ? q->who->csrf : "" };
    const struct route *route;
    bool other, ok;

    w->err = (struct err){ 0 };
    route = route_find(&w->arena, r.method, r.path, v.args, &other);
    if (!route)
        BUG("there is no such route");
    ok = route->handle(&v, &w->err);
    keep_body(w);
    return ok;
}

static int status_of(const struct visit_world *w)
{
    return w->reply.status ? w->reply.status : 200;
}

int visit_gate(struct visit_world *w, const struct visit_request *q)
{
    struct http_request r = request(w, q);

    gate_handle(&w->serve, &r, &w->reply);
    keep_body(w);
    return status_of(w);
}

size_t visit_body_most(struct visit_world *w, const struct visit_request *q)
{
    struct http_request r = request(w, q);

    return gate_body_most(&w->serve, &r);
}

bool visit_may(struct visit_world *w, const struct visit_request *q,
               int *status)
{
    struct http_request r = request(w, q);
    bool may = gate_lets_in(&w->serve, &r, &w->reply);

    keep_body(w);
    *status = may ? 0 : status_of(w);
    return may;
}

const char *visit_field(const struct visit_world *w, const char *name)
{
    for (size_t i = 0; i < w->reply.n_fields; i++)
        if (str_eq(w->reply.fields[i].name, name))
            return w->reply.fields[i].value;
    return NULL;
}
