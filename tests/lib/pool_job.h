/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_LIB_POOL_JOB_H
#define TESTS_LIB_POOL_JOB_H

#include "base/arena.h"
#include "base/json.h"
#include "model/server/pool.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

/*
 * For tests of the pool: the test server (tests/http) as a child process, and
 * a pool with its calls, of which each must come back exactly once.
 */

#define JOB_SECRET "sk-0123456789-do-not-tell"

struct job_server {
    pid_t pid;
    FILE *out;
    char port[16];
};

/* For cmocka: *state becomes a struct job_server. The program is
 * $ASSAY_BUILD/tests/http/server. */
int job_server_start(void **state);
int job_server_stop(void **state);

/* GET /SCENARIO/WHAT. */
const struct json *job_get(struct arena *a, const struct job_server *s,
                           const char *scenario, const char *what);

/* One count of GET /SCENARIO/stats. */
int64_t job_stat(const struct job_server *s, const char *scenario,
                 const char *name);

struct job {
    struct pool *pool;
    struct model model; /* with the secret as its key */
    struct arena arena;
    struct pool_call *calls;
    unsigned *given; /* how often each call came back */
    size_t n;
    unsigned pushed; /* by `chain` */
    unsigned unread; /* times that a call came back unread, and was read */
    bool chain;      /* every call that ends pushes the next */
};

/* The pool's defaults with short waits. */
struct pool_options job_options(void);

/* A pool and n calls, of bodies that differ; nothing is pushed. */
void job_open(struct job *j, const struct job_server *s, const char *scenario,
              const struct pool_options *o, size_t n);
void job_open_url(struct job *j, const char *url, const struct pool_options *o,
                  size_t n);
void job_push(struct job *j);  /* all of them */
void job_close(struct job *j); /* each came back once */
void job_clear(struct job *j);

void job_nap(void); /* a millisecond */

/* Nap until so many are in flight and so many wait. */
void job_until(struct job *j, unsigned in_flight, unsigned waiting);

/* Of the calls that came back: */
size_t job_count(const struct job *j, enum outcome o);
size_t job_dropped(const struct job *j);
size_t job_lost(const struct job *j); /* given up: three answers were lost */
uint64_t job_tries(const struct job *j);

void job_assert_holds(const char *text, const char *part);

#endif
