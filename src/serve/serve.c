/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/serve.h"
#include "base/clock.h"
#include "base/str.h"
#include "serve/chat/chat.h"
#include "serve/desk/ask/challenge.h"
#include "serve/desk/board.h"
#include "serve/desk/family/examiner.h"
#include "serve/desk/write/corpus.h"
#include "serve/gate.h"
#include "serve/http/server.h"
#include "serve/look/look.h"
#include "serve/origin.h"
#include "serve/people/links.h"
#include "serve/reward/reward.h"
#include "serve/secret.h"
#include "serve/stores.h"

#include <string.h>
#include <time.h>

#define STOP_MS       1000    /* for requests in progress, at the end */
#define OWNER_LINK_MS 3600000 /* the link that is told at the start */

/* Connections besides those that may wait in the queue of grades, so that a
 * full queue can still say so. */
#define OF_ONE_ADDRESS 200
#define OF_OTHERS      1000

/* ---- before anything is opened ---- */

static const char *serve_host_of(const char *origin)
{
    const char *scheme = strstr(origin, "://");

    return scheme ? scheme + 3 : origin;
}

static bool check_address(const struct serve_options *o, struct err *e)
{
    bool near = origin_is_loopback(o->address);

    if (!origin_is_address(o->address))
        return err_set(e, ERR_USAGE,
                       "--address takes an IP address such as 127.0.0.1, not "
                       "\"%.100s\"",
                       o->address);
    if (!o->tls_cert != !o->tls_key)
        return err_set(e, ERR_USAGE,
                       "--tls-cert and --tls-key must be given together");
    if (o->open && !near)
        return err_set(e, ERR_USAGE,
                       "--no-token works only on this machine, not with "
                       "--address %s",
                       o->address);
    if (o->open && o->origin && !origin_is_loopback(serve_host_of(o->origin)))
        return err_set(e, ERR_USAGE,
                       "--no-token works only on this machine, but --origin "
                       "%s makes the server public",
                       o->origin);
    if (near || o->tls_cert || o->insecure)
        return true;
    return err_set(e, ERR_USAGE,
                   "with --address %s others on the network could read the "
                   "traffic: give --tls-cert and --tls-key, or --insecure if "
                   "a proxy in front of the server does TLS",
                   o->address);
}

static bool serve_check(const struct serve_options *o, struct err *e)
{
    struct reward_policy policy;

    return check_address(o, e) && (!o->origin || origin_check(o->origin, e)) &&
           reward_policy_read(o->undecided, &policy, e);
}

/* ---- rooms ---- */

/* The rooms of a server, from the first that is opened to the last. */
static bool open_rooms(struct serve *s, struct err *e)
{
    const struct serve_options *o = s->o;

    s->events = events_new();
    s->gate = gate_new(s);
    s->reward = reward_new(s);
    s->chat = chat_new(s);
    if (!o->workbench)
        return true;
    s->board = board_new();
    return stores_start(o->store, &s->stores, e) &&
           corpus_open(o, &s->corpus, e) &&
           examiner_start(s, &s->examiner, e) &&
           challenger_start(s, &s->challenger, e) &&
           lookout_start(s, &s->lookout, e);
}

/* Closes those that were opened: all, or those before one that could not be. */
static void close_rooms(struct serve *s)
{
    lookout_stop(s->lookout);
    if (s->challenger)
        challenger_stop(s->challenger);
    examiner_free(s->examiner);
    corpus_close(s->corpus);
    board_free(s->board);
    stores_end(s->stores);
    chat_free(s->chat);
    reward_free(s->reward);
    gate_free(s->gate);
    events_free(s->events);
}

/* ---- what the owner is told ---- */

static void serve_tell(const struct serve *s, const char *line)
{
    if (s->o->tell)
        s->o->tell(s->o->ctx, line);
}

static bool tell_link(struct arena *a, const struct serve *s, struct err *e)
{
    struct store *store;
    const char *link;
    bool ok;

    if (!stores_take(s->stores, &store, e))
        return false;
    ok = links_of_owner(a, store, clock_day_ms(), OWNER_LINK_MS, &link, e);
    stores_give(s->stores, store);
    if (ok)
        serve_tell(s, arena_printf(a,
                                   "the owner signs in with %s%s, once, within "
                                   "an hour",
                                   s->origin, link));
    return ok;
}

static bool serve_tell_all(struct arena *a, const struct serve *s, bool made,
                           struct err *e)
{
    const struct serve_options *o = s->o;

    serve_tell(s, arena_printf(a, "serving on %s", s->origin));
    if (made)
        serve_tell(s, arena_printf(a, "token of the reward API: %s", o->token));
    return !o->workbench || tell_link(a, s, e);
}

/* ---- at work ---- */

static void wait_for_stop(const struct serve_options *o)
{
    const struct timespec turn = { .tv_nsec = 50000000 };

    while (!o->stop || !o->stop(o->ctx))
        nanosleep(&turn, NULL);
}

static bool serve_start(struct arena *a, struct serve *s, struct server **out,
                        struct err *e)
{
    const struct serve_options *o = s->o;
    unsigned one = reward_most(s->reward) + OF_ONE_ADDRESS;
    const struct server_options server = { .address = o->address,
                                           .port = o->port,
                                           .tls_cert = o->tls_cert,
                                           .tls_key = o->tls_key,
                                           .body_most = gate_body_most,
                                           .handle = gate_handle,
                                           .leave = o->ask.ask.leave,
                                           .ctx = s,
                                           .connections = one + OF_OTHERS,
                                           .of_one_address = one,
                                           .events = s->events };

    if (!server_start(&server, out, e))
        return false;
    s->origin = o->origin ? o->origin
                          : request_origin(a, o->tls_cert != NULL, o->address,
                                           server_port(*out));
    gate_open(s->gate);
    return true;
}

static bool serve_all(struct arena *a, struct serve *s, bool made,
                      struct err *e)
{
    struct server *server = NULL;
    bool ok = open_rooms(s, e) && serve_start(a, s, &server, e);

    if (ok) {
        ok = serve_tell_all(a, s, made, e);
        if (ok)
            wait_for_stop(s->o);
        serve_tell(s, "stopping");
        events_close(s->events);
        reward_stop(s->reward);
        chat_stop(s->chat);
        examiner_stop(s->examiner);
        server_stop(server, STOP_MS);
    }
    close_rooms(s);
    if (ok)
        serve_tell(s, "stopped");
    return ok;
}

bool serve_run(const struct serve_options *given, struct err *e)
{
    struct serve_options o = *given;
    struct serve s = { .o = &o, .started_ms = clock_day_ms() };
    char token[SECRET_LETTERS + 1];
    bool made = !o.token && !o.open, ok;
    struct arena a = { 0 };

    if (!serve_check(&o, e) || (made && !secret_make(token, e)))
        return false;
    if (made)
        o.token = token;
    ok = serve_all(&a, &s, made, e);
    arena_clear(&a);
    return ok;
}
