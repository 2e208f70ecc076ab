/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/gate.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "serve/http/server.h"
#include "serve/origin.h"
#include "serve/pace.h"
#include "serve/pages/layout.h"
#include "serve/secret.h"
#include "serve/stores.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define UNKNOWN_BODY ((size_t)16 << 10) /* of who is not signed in */

struct gate {
    struct serve *serve;
    struct paces *paces;
    atomic_bool open;
    atomic_llong told_s; /* second of the last failure that was told */
};

/* A request on its way through the gate. */
struct passage {
    struct gate *gate;
    struct visit visit;
    const struct route *route; /* NULL: not found yet */
    struct store *store;       /* taken, to be given back; or NULL */
    bool machine;              /* has the token of the reward API */
};

struct gate *gate_new(struct serve *s)
{
    struct gate *g = alloc_new(1, sizeof(*g));

    g->serve = s;
    s->secure = s->o->tls_cert ||
                (s->o->origin && str_starts(s->o->origin, "https://"));
    g->paces = paces_new(clock_real());
    return g;
}

void gate_open(struct gate *g)
{
    atomic_store(&g->open, true);
}

void gate_free(struct gate *g)
{
    if (!g)
        return;
    paces_free(g->paces);
    free(g);
}

/* ---- refusals ---- */

/* Programs get JSON, people a page. */
static void gate_say(struct passage *p, int status, const char *what)
{
    struct visit *v = &p->visit;

    *v->reply = (struct http_reply){ 0 };
    if (!v->serve->o->workbench || (p->route && p->route->may & MAY_MACHINE))
        reply_error(v->reply, v->arena, status, what);
    else
        layout_error(v, status, what);
}

static bool gate_refuse(struct passage *p, int status, const char *what)
{
    gate_say(p, status, what);
    return false;
}

static bool refuse_for_now(struct passage *p, int status, unsigned seconds,
                           const char *what)
{
    gate_say(p, status, what);
    reply_field(p->visit.reply, "Retry-After",
                arena_printf(p->visit.arena, "%u", seconds));
    reply_field(p->visit.reply, "Connection", "close");
    return false;
}

/* Whoever is refused is counted by the address, too. */
static bool refuse_somebody(struct passage *p, int status, const char *what)
{
    unsigned wait =
        paces_take(p->gate->paces, PACE_PAGE, 0, p->visit.request->peer);

    return wait ? refuse_for_now(p, 429, wait, "too many requests")
                : gate_refuse(p, status, what);
}

/* What a visitor need not know is told to the owner, at most once a second. The
 * path of the table has no token in it. */
static void tell_failure(const struct passage *p, const struct err *e)
{
    const struct serve_options *o = p->gate->serve->o;
    long long now = clock_day_ms() / 1000;

    if (o->tell && atomic_exchange(&p->gate->told_s, now) != now)
        o->tell(o->ctx, arena_printf(p->visit.arena, "could not answer %s: %s",
                                     p->route->path, e->msg));
}

/* What a handler's error is to the visitor. */
static bool gate_fail(struct passage *p, const struct err *e)
{
    static const int status[] = {
        [ERR_USAGE] = 400, [ERR_SYNTAX] = 400, [ERR_DOMAIN] = 400,
        [ERR_LIMIT] = 413, [ERR_SPENT] = 404,  [ERR_OUTSIDE] = 403,
        [ERR_IO] = 500,
    };

    if (status[e->code] < 500)
        return gate_refuse(p, status[e->code], e->msg);
    tell_failure(p, e);
    return gate_refuse(p, 500,
                       "The server failed to do this. The owner can see the "
                       "reason in the output of the server.");
}

/* ---- the steps: each returns whether to go on ---- */

/* A page of another site must not reach us by a name of its own that leads to
 * this machine. Browsers always send a Host. */
static bool check_host(struct passage *p)
{
    const struct serve *s = p->gate->serve;
    const char *host = http_header(p->visit.request, "host");

    if (!host || !origin_is_loopback(s->o->address) ||
        origin_is_loopback(host) || origin_has_host(s->origin, host))
        return true;
    reply_text(p->visit.reply, 403, "text/plain; charset=utf-8",
               "This server does not serve that host name; start it with "
               "--origin to add the name.\n");
    return false;
}

static bool find_route(struct passage *p)
{
    struct visit *v = &p->visit;
    const struct http_request *r = v->request;
    bool other;
    const struct route *route =
        route_find(v->arena, r->method, r->path, v->args, &other);

    /* The reward API alone has neither people nor a store. */
    if (route && !v->serve->o->workbench &&
        !(route->no_store && route->may & (MAY_MACHINE | MAY_ANYBODY)))
        route = NULL;
    p->route = route;
    if (route)
        return true;
    if (!other)
        return refuse_somebody(p, 404, "This page does not exist.");
    refuse_somebody(p, 405, "This method is not allowed here.");
    if (v->reply->status == 405)
        reply_field(v->reply, "Allow",
                    r->method == HTTP_GET ? "POST" : "GET, HEAD");
    return false;
}

static bool take_store(struct passage *p)
{
    struct err e;

    if (stores_take(p->visit.serve->stores, &p->store, &e))
        return true;
    tell_failure(p, &e);
    return refuse_for_now(p, 503, 5, "The server is busy.");
}

static void give_store(struct passage *p)
{
    if (p->store)
        stores_give(p->visit.serve->stores, p->store);
    p->store = NULL;
}

static bool find_person(struct passage *p)
{
    struct visit *v = &p->visit;
    struct person *who = arena_new(v->arena, struct person);
    char *csrf = arena_text(v->arena, SECRET_LETTERS);
    const char *token = visit_token(v);
    unsigned char sha[TOKEN_SHA];
    struct err e;
    bool found;

    if (!token)
        return true;
    secret_sha(token, sha);
    if (!signin_find(p->store, v->arena, sha, clock_day_ms(), who, &found, &e))
        return gate_fail(p, &e);
    if (!found)
        return true;
    secret_csrf(token, csrf);
    v->who = who;
    v->csrf = csrf;
    return true;
}

static bool is_machine(const struct passage *p)
{
    const struct serve_options *o = p->gate->serve->o;
    const char *given = http_header(p->visit.request, "authorization");

    if (o->open)
        return true;
    if (!given || !o->token || strncasecmp(given, "Bearer ", 7) != 0)
        return false;
    return secret_equal(given + 7, o->token);
}

/* A store is taken where the route wants one, or to know who it is. */
static bool find_who(struct passage *p)
{
    unsigned may = p->route->may;

    p->machine = may & MAY_MACHINE && is_machine(p);
    if (p->route->no_store &&
        (!(may & MAY_PEOPLE) || p->machine || !p->visit.serve->o->workbench))
        return true;
    if (!take_store(p) || (!p->machine && !find_person(p)))
        return false;
    if (p->route->no_store)
        give_store(p);
    p->visit.store = p->store;
    return true;
}

static bool check_may(struct passage *p)
{
    const struct person *who = p->visit.who;
    unsigned may = p->route->may;

    if (may & MAY_ANYBODY || p->machine || (who && may & 2u << who->role))
        return true;
    if (who && may & MAY_PEOPLE)
        return refuse_somebody(p, 403,
                               may & MAY_REVIEWER
                                   ? "Only reviewers and the owner can see "
                                     "this page."
                                   : "Only the owner can see this page.");
    if (!(may & MAY_MACHINE))
        return refuse_somebody(p, 401,
                               "You are not signed in. Ask the owner for a "
                               "link and open it.");
    refuse_somebody(p, 401,
                    "the header Authorization: Bearer with the token of the "
                    "reward API is missing or wrong");
    reply_field(p->visit.reply, "WWW-Authenticate", "Bearer");
    return false;
}

/* A POST comes from our own pages: its Origin, when it has one, is ours, and
 * that of a person has the token that only our pages know. The bearer token
 * proves as much by itself. */
static bool check_ours(struct passage *p)
{
    const struct visit *v = &p->visit;
    const struct http_request *r = v->request;
    const char *origin = http_header(r, "origin"), *given;

    if (r->method != HTTP_POST || (p->machine && !v->serve->o->open))
        return true;
    if (origin && !origin_is_ours(v->serve->origin, v->serve->secure,
                                  http_header(r, "host"), origin))
        return refuse_somebody(p, 403,
                               "The form was sent from a page of another "
                               "site. If it was a page of this server, start "
                               "the server with --origin and its public "
                               "address.");
    if (!v->who)
        return true;
    given = http_header(r, "x-csrf-token");
    if (!given)
        given = http_form(r, "csrf");
    if (given && secret_equal(given, v->csrf))
        return true;
    return refuse_somebody(p, 403,
                           "The page is out of date: go back, load it again "
                           "and send the form again.");
}

static bool check_pace(struct passage *p)
{
    const struct visit *v = &p->visit;
    unsigned wait = v->request->paced
                        ? 0
                        : paces_take(p->gate->paces, p->route->pace,
                                     v->who ? v->who->id : 0, v->request->peer);

    return !wait || refuse_for_now(p, 429, wait,
                                   "Too many requests; wait a moment "
                                   "and try again.");
}

/* A handler never sees a request whose body was not kept: it was too early or too
 * often a moment ago. */
static bool check_body(struct passage *p)
{
    return !p->visit.request->dropped ||
           refuse_for_now(p, 429, 1,
                          "Too many requests; wait a moment and try again.");
}

static bool lets_in(struct passage *p)
{
    if (!atomic_load(&p->gate->open))
        return refuse_for_now(p, 503, 1, "The server is starting.");
    return check_host(p) && find_route(p) && find_who(p) && check_may(p) &&
           check_ours(p) && check_pace(p) && check_body(p);
}

static struct passage passage_of(struct serve *s, const struct http_request *r,
                                 struct http_reply *out)
{
    return (struct passage){ .gate = s->gate,
                             .visit = { .arena = r->arena,
                                        .request = r,
                                        .reply = out,
                                        .serve = s,
                                        .csrf = "" } };
}

bool gate_lets_in(struct serve *s, struct http_request *r,
                  struct http_reply *out)
{
    struct passage p = passage_of(s, r, out);
    bool ok = lets_in(&p);

    give_store(&p);
    return ok;
}

void gate_handle(void *serve, struct http_request *r, struct http_reply *out)
{
    struct passage p = passage_of(serve, r, out);
    struct err e = { 0 };

    if (lets_in(&p) && !p.route->handle(&p.visit, &e))
        gate_fail(&p, &e);
    give_store(&p);
}

/* What will be refused is not read. Only the CSRF token may be in the body. */
size_t gate_body_most(void *serve, struct http_request *r)
{
    struct http_reply none = { 0 };
    struct passage p = passage_of(serve, r, &none);
    size_t most = SERVER_BODY_DROP;

    if (atomic_load(&p.gate->open) && check_host(&p) && find_route(&p) &&
        find_who(&p) && check_may(&p) && check_pace(&p)) {
        r->paced = true;
        r->unknown = !p.visit.who && !p.machine;
        most = p.route->body_most;
        if (r->unknown && most > UNKNOWN_BODY)
            most = UNKNOWN_BODY;
    }
    give_store(&p);
    return most;
}
