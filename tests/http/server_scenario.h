/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_HTTP_SERVER_SCENARIO_H
#define TESTS_HTTP_SERVER_SCENARIO_H

#include "base/arena.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/map.h"
#include "base/str.h"
#include "server_http.h"
#include "server_reply.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Scenarios: how the server behaves, named by the first segment of a path,
 * NAME or NAME,key=value,key=value. What is answered is a function of that
 * segment, of the request's body and of how many requests with this very body
 * came before; only dates, and a cap on requests at once, look at the world.
 *
 * A name is one of three things, each with a table of its own: a shape is a
 * form that a whole answer can have; a fault is a status with an error body;
 * a trick is all the rest. Faults, and whatever else a client has to ask
 * again, are played for the first `times` tries of a body (1 unless set),
 * and a plain good answer comes then; shapes are played for ever.
 */

#define SCENARIO_PARAMS 8

struct scenario {
    char *name; /* the whole segment */
    char *text; /* the same, cut into the name and the parameters */
    struct {
        char *key, *value;
    } params[SCENARIO_PARAMS];
    size_t n_params;
    const struct shape *shape; /* one of these three is not NULL */
    const struct fault *fault;
    const struct trick *trick;
    uint64_t ms, jitter_ms, times;
    double wrong;

    /* What came: the tries of each body (struct tries packed), and texts. */
    struct map bodies, keys, agents, tokens;
    uint64_t requests, answered, answered_bodies, faults, abandoned, bad;
    uint64_t in_flight, most_in_flight, connections, most_tries;
    struct str last; /* the last request, cut at 1 MiB */
    struct str kept; /* keep=1: all bodies, a line each, up to 16 MiB */
};

/* One request, as a scenario sees it. */
struct ask {
    struct arena *arena;
    struct scenario *scenario;
    const struct http_request *http;
    const struct json *body;
    struct hash128 hash; /* of the body */
    uint64_t try_no;     /* requests with this body before */
    unsigned run;        /* faults among them, since the last good answer */
    bool messages;       /* Anthropic's form */
    const char *wait;    /* overrides the scenario's */
};

/* NULL: *why says what is wrong with the segment. */
struct scenario *scenario_new(struct span segment, const char **why);
void scenario_reset(struct scenario *s); /* its counts */
void scenario_free(struct scenario *s);

/* A parameter, or what it is when not set. */
const char *scenario_text(const struct scenario *s, const char *key,
                          const char *otherwise);
double scenario_number(const struct scenario *s, const char *key,
                       double otherwise);

/* Fill the reply. */
void scenario_play(const struct ask *q, struct reply *r);

/* As the scenario of that name would. */
void scenario_play_as(const struct ask *q, const char *name, struct reply *r);

/* ---- the three tables ---- */

const struct shape *shape_find(const char *name);
bool shape_is_fault(const struct shape *s);
void shape_play(const struct shape *s, const struct ask *q, struct reply *r);

/* The same with a text of one's own: what stands between the quotes of a
 * JSON string. */
void shape_write(const struct shape *s, const struct ask *q, struct span text,
                 struct reply *r);

const struct fault *fault_find(const char *name);
void fault_play(const struct fault *f, const struct ask *q, struct reply *r);

struct trick {
    const char *name;
    bool is_fault;
    void (*play)(const struct ask *q, struct reply *r);
};
const struct trick *trick_find(const char *name);

/* storm and cap, in server_storm.c. */
void storm_play(const struct ask *q, struct reply *r);
void cap_play(const struct ask *q, struct reply *r);

/* roles, in server_part.c; is there a badness of that name? */
void roles_play(const struct ask *q, struct reply *r);
bool roles_know(const char *bad);

/* ---- the answer ---- */

/* The good answer of this request, as it stands in a JSON string; `off` is
 * added to the number. */
struct span answer_text(const struct ask *q, int64_t off);

/* A share in [0, 1) that depends on the key alone. */
double answer_share(struct hash128 key);

/* The content of the last message of the user, "" when there is none. */
const char *answer_prompt(const struct ask *q);

/* All that was said in a role, a line between messages; "system" is a member
 * of its own in Anthropic's form. */
const char *answer_said(const struct ask *q, const char *role);

#endif
