/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_RESPONSE_H
#define MODEL_RESPONSE_H

#include "base/arena.h"
#include "model/fault.h"
#include "model/model.h"
#include "model/reply.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * An answer of a server, read: the reply in it, or what kind of failure it is
 * and whether another try makes sense. Pure: text in, decision out; the pool
 * (server/pool.h) waits and sends.
 *
 *   again   connection errors, time-outs, 408, 409, 429, 500 and above, also
 *           when they come as an error in the body of a 200, half a body,
 *           a body that is no JSON, finish reasons "error" and "abort"
 *   once    the server could not take apart what the model wrote: it may
 *   more    write something else the next time; then OUTCOME_MALFORMED
 *   final   400, 413, 422 and other 4xx: this call alone, OUTCOME_ERROR; or,
 *           when a filter declined the prompt, OUTCOME_REFUSED; when it is too
 *           long for the model's context, also as a 500, OUTCOME_OVERFLOW
 *   fatal   401, 402, 403, 404, 405, 407, 410, redirects, and any 4xx for want
 *           of credit (insufficient_quota), for a key or a model that does not
 *           exist, or for a field that the model does not take, by its code
 *           or by its words: no call can succeed, OUTCOME_FATAL
 *
 * Secrets are removed from the strings that were read, never from JSON text, so
 * that none can break an answer. JSON is read as other clients read it (see
 * json_read_lenient()); more values than LIMIT_HTTP_VALUES are an error of this
 * call, final.
 *
 * x-should-retry wins over all of these except a reply that is there. Reset
 * headers count only with a 429 or 529, since they stand on good answers too.
 * Dates among them are measured from the answer's own Date, if it has one: the
 * clocks of two machines may differ by hours.
 * `why` has what happened in the server's own words (without secrets, at most a
 * few hundred bytes) and what to do about it.
 */

enum response_next {
    RESPONSE_DONE, /* reply is final */
    RESPONSE_AGAIN,
};

/* Headers that are used, as sent; NULL: absent. */
struct response_head {
    int status; /* HTTP; 0: no reply came */
    const char *retry_after, *retry_after_ms, *should_retry;
    /* The latest of the reset headers counts. */
    const char *reset_requests, *reset_tokens; /* x-ratelimit-reset-* */
    const char *anthropic_requests_reset, *anthropic_tokens_reset,
        *anthropic_input_reset, *anthropic_output_reset;
    const char *location, *content_type;
    const char *date; /* the server's clock, from which dates are measured */
    const char *sent; /* the body of the request; NULL: not known */
    size_t sent_n;
    bool stays; /* the body stays where it is, and need not be copied */
};

struct response {
    enum response_next next;
    bool limited;       /* a 429 or 529: the server asks for fewer calls */
    bool server_side;   /* a 5xx but 529, a broken connection or body */
    bool lost;          /* the request was sent and its answer did not come, or
                           not whole: the server may have worked on it */
    bool cut;           /* a stream that was cut off: `reply` is what came of
                           it, truncated, if there is no other try */
    bool malformed;     /* AGAIN, but once: the reply is OUTCOME_MALFORMED when
                           it comes a second time, or no try is left */
    int64_t wait_ms;    /* the wait that the server asks for; -1: it asks for
                           none */
    int status;         /* the status that counts: of HTTP; where that is a 200
                         with an error, of the error; 0: none */
    struct reply reply; /* when DONE, cut or malformed; else outcome error,
                           with why */
    const char *raw; /* the body without secrets: as it came when it had none,
                        else JSON written anew, or text with "[secret]" */
    size_t raw_n;
};

/* Read a whole answer. All memory of *out belongs to the arena. `now_s` is the
 * time of day (seconds since 1970), for waits that are given as a date. */
void response_read(struct arena *a, const struct model *m,
                   const struct response_head *head, const char *body, size_t n,
                   double now_s, struct response *out);

/* Fill *out if a stream was cut off after some text; `body` is what came, folded
 * (stream.h). The counts of tokens are not known then. */
void response_cut(struct arena *a, const struct model *m,
                  const struct response_head *head, const char *body, size_t n,
                  const char *what, struct response *out);

/* Fill *out if no whole answer came; `what` is the reason ("the connection was
 * reset"). */
void response_broken(struct arena *a, const struct model *m, const char *what,
                     struct response *out);

/* The inside of response: the wording of failures. Only for
 * src/model/response*.c and stream.c. */

/* Returns what a server sent as JSON, read as other clients read it; NULL if it
 * is none. */
struct json *response_json(struct arena *a, const char *body, size_t n,
                           struct err *e);

/* The consequence of an answer without a reply. */
enum response_class {
    RESPONSE_CLASS_AGAIN,
    RESPONSE_CLASS_FINAL, /* this call is an error */
    RESPONSE_CLASS_FATAL, /* every call would be an error */
    RESPONSE_CLASS_REFUSED,
    RESPONSE_CLASS_OVERFLOW,
    RESPONSE_CLASS_MALFORMED, /* once more, then it is the model's own */
};

#endif
