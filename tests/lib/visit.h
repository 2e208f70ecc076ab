/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_LIB_VISIT_H
#define TESTS_LIB_VISIT_H

#include "base/arena.h"
#include "serve/gate.h"
#include "serve/route.h"
#include "serve/secret.h"
#include "serve/state.h"
#include "store/people.h"

#include <stdbool.h>

/*
 * Visits to the server without a socket: a store in a folder of its own, people
 * with sign-ins, and requests that go straight to a handler or through the gate.
 * Anything that fails here stops the program.
 */

#define VISIT_TOKEN "0123456789abcdefABCDEF-reward" /* of the reward API */

struct visit_world {
    struct arena arena;
    char folder[64];
    struct serve_options o; /* a workbench on loopback; change it at will */
    struct serve serve;     /* has events, stores and a gate */
    struct store *store;    /* for the test itself */

    /* of the last visit: */
    struct http_reply reply;
    const char *body; /* its text, "" if there is none */
    struct err err;   /* if the handler failed */
};

/* A person who is signed in. */
struct visitor {
    struct person person;
    char token[SECRET_LETTERS + 1]; /* of the cookie; "": not signed in */
    char csrf[SECRET_LETTERS + 1];  /* of forms */
};

/* A request. What is not given is not sent. */
struct visit_request {
    const struct visitor *who; /* by cookie */
    enum http_method method;
    const char *target;     /* "/set?done=saved" */
    const char *form;       /* "name=Ann&role=author" */
    const char *body;       /* another body, with its type: */
    const char *type;       /* "application/json" */
    const char *headers[9]; /* name, value, name, value, NULL */
    bool csrf;              /* with who's token in a header */
};

void visit_open(struct visit_world *w);
void visit_close(struct visit_world *w);

/* Makes a person and signs them in. */
struct visitor visit_person(struct visit_world *w, const char *name,
                            enum person_role role);

/* Calls the handler of the route; the gate is not asked. Returns whether it
 * succeeded; if not, w->err says why. */
bool visit_handler(struct visit_world *w, const struct visit_request *q);

/* Goes through the gate. Returns the status of the reply. */
int visit_gate(struct visit_world *w, const struct visit_request *q);

/* Returns the most bytes of a body that the gate would have read. */
size_t visit_body_most(struct visit_world *w, const struct visit_request *q);

/* Asks whether the gate would call the handler. If not, *status is that of the
 * refusal. */
bool visit_may(struct visit_world *w, const struct visit_request *q,
               int *status);

/* Returns the value of a header of the reply, or NULL. */
const char *visit_field(const struct visit_world *w, const char *name);

#endif
