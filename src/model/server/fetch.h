/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_SERVER_FETCH_H
#define MODEL_SERVER_FETCH_H

#include "base/arena.h"
#include "base/err.h"
#include "model/model.h"
#include "model/response.h"
#include "model/server/pool.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * One request at a time to a model's server, on the calling thread: for what is
 * no call of the model (files, batches). TLS, proxies, headers, redirects and
 * certificates are as in the pool, whose transfers these are. A request goes to
 * the origin of the model's URL and to no other, so that its key does. A
 * time-out is one of silence: files take as long as they take.
 */

struct fetch;

struct fetch_options {
    struct pool_options pool; /* of which: retries, waits, time-outs */
    bool (*stop)(void *ctx);  /* should it stop now? may be NULL */
    void *ctx;
};

MUST_USE bool fetch_open(struct fetch **out, const struct model *m,
                         const struct fetch_options *o, struct err *e);
void fetch_close(struct fetch *f);

struct fetch_request {
    const char *method; /* "GET", "POST", "DELETE" */
    const char *url;
    const char *body; /* JSON of a POST; or NULL */
    FILE *file;       /* instead: its bytes, all of them; or NULL */
    bool upload;      /* the file goes as a form: purpose=batch, file=@ */
    bool once; /* it must not be done twice: it is not broken off, and gets a
                  connection of its own, since libcurl sends again when a
                  kept one turns out to be dead */
    /* Gets the bytes of a good answer as they come, instead of the body being
     * kept; a false ends the transfer, and the answer is FETCH_ENDED. May be
     * NULL. */
    bool (*take)(void *own, const char *s, size_t n);
    void *own;
};

enum fetch_got {
    FETCH_GOOD,    /* a status of 200 to 299, and all of the answer */
    FETCH_AGAIN,   /* trouble that may pass: wait_ms */
    FETCH_REFUSED, /* by the server: another try makes no sense */
    FETCH_STOPPED, /* by `stop` */
    FETCH_ENDED,   /* by `take` */
};

struct fetch_answer {
    enum fetch_got got;
    int status; /* 0: no answer */
    int http_version;
    bool fatal;       /* REFUSED: no request of the model can succeed */
    bool sent;        /* AGAIN: the server may have acted on it */
    int64_t wait_ms;  /* that the server asks for; -1: none */
    const char *why;  /* without secrets; of anything but GOOD */
    const char *body; /* of GOOD, "" if `take` got it; with secrets, if the
                          server echoes them */
    size_t n;
};

/* Sends once. Texts of the answer are in the arena. */
void fetch_once(struct fetch *f, struct arena *a, const struct fetch_request *r,
                struct fetch_answer *out);

/* Sends until something else than AGAIN comes, as often as --retries allows;
 * the last answer is REFUSED then, with the reason. */
void fetch_tries(struct fetch *f, struct arena *a,
                 const struct fetch_request *r, struct fetch_answer *out);

/* Waits; returns false at once when it should stop. */
bool fetch_wait(struct fetch *f, int64_t ms);

/* After AGAIN, and as many tries: returns whether another is to be made, and when.
 * If not, the answer becomes REFUSED with the reason: the tries are used up, or
 * the server asks for more than --max-wait. */
bool fetch_may_again(struct fetch *f, struct arena *a, unsigned tries,
                     struct fetch_answer *x, int64_t *wait_ms);

/* Likewise, and waits; the answer becomes STOPPED if that was broken off. */
bool fetch_again(struct fetch *f, struct arena *a, unsigned tries,
                 struct fetch_answer *x);

/* Returns the wait until something is asked about again after a good answer:
 * what the server asks for (0: none; below 0: it does not say, and own_s counts),
 * but no more than --max-wait, and a share by chance. */
int64_t fetch_poll_ms(struct fetch *f, int64_t asked_ms, double own_s);

/* Does a URL lead to the scheme, host and port of the model's? */
bool fetch_is_ours(const struct fetch *f, const char *url);

#endif
