/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_ENGINE_ASK_INT_H
#define RUN_ENGINE_ASK_INT_H

#include "base/hash.h"
#include "base/map.h"
#include "base/queue.h"
#include "base/vec.h"
#include "run/engine/ask.h"
#include "run/engine/call.h"
#include "store/journal.h"

#include <pthread.h>
#include <stdatomic.h>
/* The engine's inside: items, one for each call under way, that go from queue to
 * queue. An item belongs to the thread that took it from a queue. */

enum stage {
    STAGE_ANSWER, /* worker or answerer: ask a model of the process */
    STAGE_COMMIT, /* writer: put the reply into the journal */
    STAGE_JUDGE,  /* worker */
    STAGE_RECORD, /* writer: append the result to the run */
    STAGE_DONE,   /* back to the feeder: counted, used again */
    STAGE_LATE,   /* back to the feeder: another worker was first */
    STAGE_LOST,   /* back to the feeder: dropped, or the store failed */
    STAGE_FATAL,  /* back to the feeder: the run stops */
};

/* What the run has for a call. */
enum have {
    HAVE_NOTHING,
    HAVE_RESULT,
    HAVE_ERROR, /* asked again, after those that were never asked */
};

struct item {
    struct arena arena; /* of the request and the result */
    struct lane *lane;
    size_t problem;
    uint64_t attempt;
    enum stage stage;
    bool journalled; /* the reply was there already */
    bool fatal;      /* no call of the lane can succeed */
    bool declined;   /* the same, as the server declines them all */
    const char *body;
    struct call call; /* as the journal has it */
    struct result result;
    struct pool_call sent; /* of a server */
    struct shared_rate_sum
        ahead; /* what it was taken to cost when it was sent */
    struct shared_rate_sum lost_cost; /* and its lost tries, when it is back */
    unsigned repeats;  /* of lost tries, that the budget allowed */
    struct item *next; /* free ones */
};

/* The calls of one model. */
struct lane {
    struct ask *ask;
    const struct model *model;
    size_t number;
    struct pool *pool; /* NULL: a model of the process */
    int at_once; /* threads that wait for such a model; 0: workers ask it */
    bool has_price;
    struct price price;
    struct hash128 order; /* of the calls: call.h */
    uint64_t next;        /* place in that order; of shared work, in `todo` */
    uint64_t n;           /* calls in all: problem * attempts + attempt - 1 */
    uint64_t under_way, most; /* items out, and how many there may be */
    uint64_t sent;            /* of these, calls that a server works on */
    uint64_t replies;         /* of the run whose tokens are counted, and: */
    struct shared_rate_sum spent;
    uint64_t uncounted; /* replies whose tokens the server did not count */
    uint64_t lost; /* tries whose answer was lost, of calls that are back, */
    struct shared_rate_sum lost_cost; /* and what they are taken to cost; */
    uint64_t repeats;            /* of calls under way; under ask.spend, as: */
    struct shared_rate_sum each; /* what a further one is taken to cost */
    size_t body_n;               /* of the last request */
    bool again;      /* at the second round: calls that failed earlier */
    uint64_t errors; /* of the server in a row */
    struct decline decline;
    bool fallen; /* no call can succeed; nothing more is started */

    /* Of a run that many work on. */
    bool absent;        /* others ask this model */
    struct vec todo;    /* uint64_t: open calls of the blocks that it took */
    uint64_t takes;     /* times that it looked for blocks */
    uint64_t looked_ns; /* when there was none; 0: there was */
    bool over;          /* and nobody else has one either */
};

/*
 * The results of a new run, held as they were appended: where every place has
 * one, they are what runs_results() would read, and need not be read.
 */

struct kept {
    struct arena *arena;
    const struct plan *plan;
    struct result *all; /* [problem][model][attempt]; NULL: none are held */
    size_t n, filled;
};

struct ask {
    struct arena *arena; /* the caller's: notes, reasons */
    const struct plan *plan;
    const struct run_info *run;
    const struct ask_options *o;
    struct store *store;             /* the feeder's */
    struct store *own;               /* the writer's */
    bool is_new;                     /* the writer makes the run first; */
    atomic_bool making;              /* and has not yet done so */
    struct shared_rate *shared_rate; /* what processes share; NULL: no server is
                                    asked */
    unsigned char *have;             /* of [lane][call]: see enum have */
    atomic_uint_least64_t bytes;     /* of answers that are not yet done with */
    struct lane *lanes;
    size_t n_lanes;

    struct queue to_work, to_write, back;
    pthread_t writer;
    pthread_t *workers;
    int n_workers;
    /* Models of the process that take their time have threads of their own, so
     * that what was answered is judged meanwhile. */
    struct queue to_answer;
    pthread_t *answerers;
    int n_answerers;
    atomic_bool dropping; /* nobody waits for their answers any more */
    struct item *free_items;
    pthread_mutex_t spend; /* of the feeder and the pools: */
    struct shared_rate_sum
        left; /* of the budget, for lost tries to be repeated */

    atomic_int_least64_t
        worker_chain;       /* of this worker; 0: nobody else works */
    uint64_t renewed_ns;    /* when its leases began */
    uint64_t counted_ns;    /* when the results of all were counted */
    atomic_bool fed;        /* all was started: the writer need not wait */
    atomic_bool failed;     /* the writer could not write */
    struct err write_error; /* then; read after the writer ended */
    struct ask_report *report;
    struct kept kept; /* of a new run */
    struct map noted;
};

/* Notes something odd, once; NULL: nothing. */
void ask_note(struct ask *k, const char *note);

/* ---- ask_lane.c ---- */
MUST_USE bool lanes_open(struct ask *k, struct err *e);
void lanes_close(struct ask *k);

/* Starts as many calls as there is room and budget for, a batch for each lane;
 * *any says whether one was started. Fails when the store cannot be read or a
 * request cannot be made. */
MUST_USE bool lanes_feed(struct ask *k, bool *any, struct err *e);
bool lanes_fed(const struct ask *k); /* nothing is left to start */
uint64_t lanes_under_way(const struct ask *k);
void lanes_stop(struct ask *k, double grace_s);
void lanes_look(const struct ask *k, struct live *l);
void lane_return(struct item *it); /* the item is back */

/* ---- ask.c: the budget ---- */
bool budget_is_set(const struct ask *k);

/* Returns whether one more call may be sent to the lane's server. Calls under way
 * are taken to cost as much as the mean of the lane's replies. */
bool budget_allows(const struct lane *l);

/* Lets pools repeat lost tries for what the budget has left; none may while the
 * feeder starts calls. budget_again() is what they ask (pool_options.again). */
void budget_spare(struct ask *k, bool any);
bool budget_again(void *ask, struct pool_call *call);

/* Opens what processes on one store share; lanes_close() closes it. Returns why it
 * cannot be shared, or NULL. */
const char *budget_share(struct ask *k);
/* A call is sent: others see it as spent. It is back: they see what it cost. */
void budget_ahead(struct item *it);
void budget_right(const struct item *it);

/* ---- ask.c: shared work; they do nothing unless work is shared ---- */

MUST_USE bool blocks_take(struct lane *l, struct err *e);

/* Appends results to the worker chain, as work_append() does; again to a new one, in a
 * transaction of its own, if that one was folded. */
MUST_USE bool blocks_append(struct ask *k, const struct result *const *results,
                            size_t n, bool *appended, bool *folded,
                            struct err *e);
MUST_USE bool blocks_append_again(struct ask *k,
                                  const struct result *const *results, size_t n,
                                  bool *appended, struct err *e);

/* ---- ask_lane.c: the threads ---- */
MUST_USE bool workers_open(struct ask *k, struct err *e);
void workers_close(struct ask *k);

#endif
