/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_ROUTE_H
#define SERVE_ROUTE_H

#include "base/arena.h"
#include "base/err.h"
#include "serve/http/http.h"
#include "serve/state.h"
#include "store/people.h"
#include "store/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The one table of all that the server answers: method, path, who may, how
 * much, how often, and the handler. The gate (gate.h) enforces every column
 * before a handler runs, so that a handler need not ask who may call it; it
 * asks only whose the thing is (entry_may()). tests/unit/test_routes walks every
 * route with every role.
 */

#define ROUTE_ARGS 3 /* places ":name" in one path */

/* Who may: bits. Roles of people are ordered, but a route names each that may,
 * so that the table can be read alone. */
enum {
    MAY_ANYBODY = 1, /* also without signing in */
    MAY_AUTHOR = 2,  /* bit of ROLE_AUTHOR, and so on */
    MAY_REVIEWER = 4,
    MAY_OWNER = 8,
    MAY_MACHINE = 16, /* by the bearer token of the reward API */
    MAY_PEOPLE = MAY_AUTHOR | MAY_REVIEWER | MAY_OWNER,
    MAY_JUDGE = MAY_REVIEWER | MAY_OWNER,
};

/* How often, for each person or else each address. The figures are in pace.c.
 */
enum pace {
    PACE_PAGE,    /* pages, styles, scripts */
    PACE_LIVE,    /* what a page asks while it is looked at or typed in */
    PACE_WRITE,   /* forms that change something */
    PACE_ASK,     /* what costs money, or much work */
    PACE_SIGN_IN, /* links of invitations */
    PACE_GRADE,   /* any number: its queue is its bound */
    PACES
};

/* One request on its way through a handler. */
struct visit {
    struct arena *arena; /* of the request */
    const struct http_request *request;
    struct http_reply *reply;
    struct serve *serve;
    struct store *store;      /* of this thread; NULL: the route wants none */
    const struct person *who; /* NULL: nobody signed in */
    const char *csrf;         /* for the forms of the page; "": nobody */
    const char *args[ROUTE_ARGS]; /* of the places of the path */
};

struct route {
    enum http_method method;
    const char *path; /* "/entries/:id/versions" */
    unsigned may;     /* bits MAY_* */
    enum pace pace;
    size_t body_most; /* bytes; 0: no body. A POST of a person has its CSRF
                         token in the form, or in the header X-CSRF-Token */
    bool no_store;    /* the handler reads and writes no store */
    /* Fills v->reply. Returns false, with *e, for an error that the gate shows
     * as a page or as JSON: ERR_USAGE, ERR_SYNTAX, ERR_DOMAIN 400, ERR_LIMIT
     * 413, ERR_OUTSIDE 403, ERR_SPENT 404, ERR_IO 500. */
    bool (*handle)(struct visit *v, struct err *e);
};

/* ---- what handlers do with a visit: visit.c ---- */

#define VISIT_COOKIE    "assay" /* of a sign-in; __Host- before it with TLS */
#define VISIT_SIGNIN_MS (30 * 86400000LL) /* a sign-in lasts so long */

/* Returns whether the visitor is a reviewer or an owner. */
bool visit_judges(const struct visit *v);

/* Returns a field of the form without white space around it; "" if absent. */
const char *visit_text(struct visit *v, const char *name);

/* Takes the texts of a JSON body, or the form. Fails if it is neither. */
MUST_USE bool visit_fields(struct visit *v, struct http_fields *out,
                           struct err *e);

/* Sends the browser on to a place. Returns true. */
bool visit_go(struct visit *v, const char *place, ...) PRINTF(2, 3);

/* Adds the header that gives, or takes away (token NULL), the cookie; returns the
 * token of the visit's cookie, or NULL. */
void visit_set_cookie(struct visit *v, const char *token);
const char *visit_token(const struct visit *v);

/* All routes; a part of the table stands in each room, ended by a zeroed row. */
extern const struct route people_routes[]; /* people/routes.c */
extern const struct route reward_routes[]; /* reward/routes.c */
extern const struct route chat_routes[];   /* chat/chat_routes.c */
extern const struct route write_routes[];  /* desk/write/write_routes.c */
extern const struct route family_routes[]; /* desk/family/family_routes.c */
extern const struct route ask_routes[];    /* desk/ask/ask_routes.c */
extern const struct route review_routes[]; /* desk/review_routes.c */
extern const struct route board_routes[];  /* desk/board_routes.c */
extern const struct route look_routes[];   /* look/routes.c */
extern const struct route asset_routes[];  /* pages/assets.c */
extern const struct route *const route_tables[]; /* these; NULL at the end */

/* Finds the route of a method and path; args are filled, in the arena. Returns
 * NULL if there is none; *other is then set if the path has one of another
 * method. */
const struct route *route_find(struct arena *a, enum http_method method,
                               const char *path, const char *args[ROUTE_ARGS],
                               bool *other);

#endif
