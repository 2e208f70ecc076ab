/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/reward/reward.h"
#include "base/alloc.h"
#include "base/ascii.h"
#include "base/pipeline.h"
#include "serve/http/http.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define QUEUE_DEFAULT 1024
#define MISSED_MOST   16

/* A thread that waits for a turn; it lies on that thread's stack. */
struct waiter {
    pthread_cond_t wake;
    int missed; /* turns that others were quicker to take */
    bool go;    /* a turn is its own */
    struct waiter *next;
};

static const int statuses[] = { 200, 400, 413, 415, 429, 503 };
static const double bounds[] = { 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005,
                                 0.01,   0.025,   0.05,   0.1,   0.25,   0.5,
                                 1,      2.5,     5,      10 };
#define STATUSES (sizeof statuses / sizeof statuses[0])
#define BOUNDS   (sizeof bounds / sizeof bounds[0])

const char *const reward_paths[REWARD_ROUTES] = { "/grade", "/get_reward",
                                                  "/rm", "/verify" };

/* What /metrics shows; none of it guards anything. */
struct figures {
    atomic_uint_fast64_t requests[REWARD_ROUTES][STATUSES];
    atomic_uint_fast64_t rows[VERDICTS + 1]; /* the last: errors */
    atomic_uint_fast64_t took[BOUNDS + 1];   /* requests, by their seconds */
    atomic_uint_fast64_t took_ns;
};

struct reward {
    int threads;
    size_t most; /* requests that may be in */
    struct reward_policy policy;
    struct figures figures;

    pthread_mutex_t lock; /* of all below */
    int turns;            /* that nobody has */
    size_t in;            /* requests */
    size_t waiting;       /* for a turn */
    struct waiter *first, *last;
    bool stopping;
};

/* ---- the policy ---- */

/* Reads a decimal such as 0, 1 or 0.25: digits and at most one point. */
static bool read_share(const char *text, double *out)
{
    char *end;

    for (const char *p = text; *p; p++)
        if (!is_digit(*p) && *p != '.')
            return false;
    *out = strtod(text, &end);
    return end != text && !*end && *out >= 0 && *out <= 1;
}

bool reward_policy_read(const char *text, struct reward_policy *out,
                        struct err *e)
{
    struct reward_policy p = { .null = text && str_eq(text, "null") };

    if (text && str_eq(text, "half"))
        p.number = 0.5;
    else if (text && !p.null && !str_eq(text, "zero") &&
             !read_share(text, &p.number))
        return err_set(
            e, ERR_USAGE,
            "--undecided (the reward of an undecided answer) must be zero, "
            "half, null or a number from 0 to 1, not \"%.40s\"",
            text);
    *out = p;
    return true;
}

/* ---- the queue ---- */

struct reward *reward_new(struct serve *s)
{
    struct reward *r = alloc_new(1, sizeof(*r));
    struct err e;

    r->threads = s->o->threads > 0 ? s->o->threads : pipeline_cores();
    r->turns = r->threads;
    r->most = (size_t)r->threads + (s->o->queue ? s->o->queue : QUEUE_DEFAULT);
    if (!reward_policy_read(s->o->undecided, &r->policy, &e))
        r->policy = (struct reward_policy){ 0 };
    pthread_mutex_init(&r->lock, NULL);
    return r;
}

unsigned reward_most(const struct reward *r)
{
    return (unsigned)r->most;
}

void reward_free(struct reward *r)
{
    if (!r)
        return;
    INVARIANT(r->in == 0 && !r->first);
    pthread_mutex_destroy(&r->lock);
    free(r);
}

void reward_stop(struct reward *r)
{
    pthread_mutex_lock(&r->lock);
    r->stopping = true;
    for (struct waiter *w = r->first; w; w = w->next)
        pthread_cond_signal(&w->wake);
    r->first = r->last = NULL;
    pthread_mutex_unlock(&r->lock);
}

static enum reward_let serve_reward_let(const struct reward *r)
{
    return r->stopping        ? REWARD_STOPPING
           : r->in >= r->most ? REWARD_FULL
                              : REWARD_IN;
}

enum reward_let reward_state(struct reward *r)
{
    enum reward_let how;

    pthread_mutex_lock(&r->lock);
    how = serve_reward_let(r);
    pthread_mutex_unlock(&r->lock);
    return how;
}

enum reward_let reward_enter(struct reward *r)
{
    enum reward_let how;

    pthread_mutex_lock(&r->lock);
    how = serve_reward_let(r);
    r->in += how == REWARD_IN;
    pthread_mutex_unlock(&r->lock);
    return how;
}

void reward_leave(struct reward *r)
{
    pthread_mutex_lock(&r->lock);
    r->in--;
    pthread_mutex_unlock(&r->lock);
}

/* Takes the first out of the line. */
static void unlink_first(struct reward *r)
{
    r->first = r->first->next;
    if (!r->first)
        r->last = NULL;
}

/* Waits in the line, with the lock held. */
static bool wait_for_turn(struct reward *r)
{
    struct waiter w = { .wake = PTHREAD_COND_INITIALIZER };

    *(r->last ? &r->last->next : &r->first) = &w;
    r->last = &w;
    r->waiting++;
    while (!w.go && !r->stopping) {
        pthread_cond_wait(&w.wake, &r->lock);
        if (w.go || r->turns == 0 || r->first != &w)
            continue;
        w.go = true;
        r->turns--;
        unlink_first(r);
        if (r->turns && r->first)
            pthread_cond_signal(&r->first->wake);
    }
    r->waiting--;
    pthread_cond_destroy(&w.wake);
    return w.go;
}

bool reward_take_turn(struct reward *r, bool again)
{
    bool mine;

    pthread_mutex_lock(&r->lock);
    mine = !r->stopping && r->turns > 0 && !(again && r->first);
    if (mine)
        r->turns--;
    else if (!r->stopping)
        mine = wait_for_turn(r);
    pthread_mutex_unlock(&r->lock);
    return mine;
}

/*
 * Wakes whoever waits longest. Until it runs, a request that has just come may
 * take the turn: to keep it for a thread that sleeps would leave a core idle.
 * One that missed MISSED_MOST of them gets the
 * next for itself.
 */
void reward_give_turn(struct reward *r)
{
    struct waiter *w;

    pthread_mutex_lock(&r->lock);
    w = r->first;
    if (w && w->missed == MISSED_MOST) {
        unlink_first(r);
        w->go = true;
    } else {
        r->turns++;
    }
    if (w) {
        w->missed++;
        pthread_cond_signal(&w->wake);
    }
    pthread_mutex_unlock(&r->lock);
}

int reward_threads(const struct reward *r)
{
    return r->threads;
}

struct reward_policy reward_policy(const struct reward *r)
{
    return r->policy;
}

/* ---- figures ---- */

static void reward_count(atomic_uint_fast64_t *n, uint64_t more)
{
    atomic_fetch_add_explicit(n, more, memory_order_relaxed);
}

static uint64_t reward_counted(atomic_uint_fast64_t *n)
{
    return atomic_load_explicit(n, memory_order_relaxed);
}

void reward_count_row(struct reward *r, enum verdict v)
{
    reward_count(&r->figures.rows[v], 1);
}

void reward_count_request(struct reward *r, enum reward_route route, int status,
                          uint64_t ns)
{
    size_t which = 0, slot = 0;

    while (which + 1 < STATUSES && statuses[which] != status)
        which++;
    while (slot < BOUNDS && (double)ns > bounds[slot] * 1e9)
        slot++;
    reward_count(&r->figures.requests[route][which], 1);
    reward_count(&r->figures.took[slot], 1);
    reward_count(&r->figures.took_ns, ns);
}

static void reward_write_requests(struct figures *f, struct str *out)
{
    metric_head(out, "assay_reward_requests_total", "counter",
                "Requests to the reward API that reached the queue of the "
                "judge.");
    for (size_t i = 0; i < REWARD_ROUTES; i++)
        for (size_t k = 0; k < STATUSES; k++)
            str_addf(out,
                     "assay_reward_requests_total{route=\"%s\",status=\"%d\"} "
                     "%" PRIu64 "\n",
                     reward_paths[i], statuses[k],
                     reward_counted(&f->requests[i][k]));
}

static void write_rows(struct figures *f, struct str *out)
{
    metric_head(out, "assay_reward_grades_total", "counter",
                "Rows judged, by verdict; error: the row could not be judged.");
    for (int v = 0; v <= VERDICTS; v++)
        str_addf(out, "assay_reward_grades_total{verdict=\"%s\"} %" PRIu64 "\n",
                 v < VERDICTS ? verdict_name((enum verdict)v) : "error",
                 reward_counted(&f->rows[v]));
}

static void write_seconds(struct figures *f, struct str *out)
{
    uint64_t sum = 0;

    metric_head(out, "assay_reward_seconds", "histogram",
                "Time that a request spent in the server, including the wait "
                "in the queue.");
    for (size_t i = 0; i < BOUNDS; i++) {
        sum += reward_counted(&f->took[i]);
        str_addf(out, "assay_reward_seconds_bucket{le=\"%g\"} %" PRIu64 "\n",
                 bounds[i], sum);
    }
    sum += reward_counted(&f->took[BOUNDS]);
    str_addf(out,
             "assay_reward_seconds_bucket{le=\"+Inf\"} %" PRIu64
             "\nassay_reward_seconds_sum %.6f\nassay_reward_seconds_count "
             "%" PRIu64 "\n",
             sum, (double)reward_counted(&f->took_ns) / 1e9, sum);
}

struct now {
    size_t in, waiting, busy, most;
};

static struct now reward_look(struct reward *r)
{
    struct now n;

    pthread_mutex_lock(&r->lock);
    n = (struct now){ r->in, r->waiting, (size_t)(r->threads - r->turns),
                      r->most };
    pthread_mutex_unlock(&r->lock);
    return n;
}

void reward_write_metrics(struct reward *r, struct str *out)
{
    struct figures *f = &r->figures;
    struct now now = reward_look(r);
    uint64_t refused = 0;

    reward_write_requests(f, out);
    write_rows(f, out);
    write_seconds(f, out);
    for (size_t i = 0; i < REWARD_ROUTES; i++)
        for (size_t k = 0; k < STATUSES; k++)
            refused +=
                statuses[k] == 429 ? reward_counted(&f->requests[i][k]) : 0;
    metric_head(out, "assay_reward_rejected_total", "counter",
                "Requests that got status 429 because the queue was full.");
    str_addf(out, "assay_reward_rejected_total %" PRIu64 "\n", refused);
    metric_gauge(out, "assay_reward_requests", now.in,
                 "Requests in progress or in the queue.");
    metric_gauge(out, "assay_reward_requests_most", now.most,
                 "Limit on these requests; requests above it get status 429.");
    metric_gauge(out, "assay_reward_queue_length", now.waiting,
                 "Threads that wait for a judging slot.");
    metric_gauge(out, "assay_reward_busy", now.busy, "Judging slots in use.");
    metric_gauge(out, "assay_reward_threads", (size_t)r->threads,
                 "Judging slots in total.");
}

void reward_write_health(struct reward *r, struct str *out)
{
    struct now now = reward_look(r);

    str_addf(out, ", \"requests\": %zu, \"most\": %zu, \"waiting\": %zu",
             now.in, now.most, now.waiting);
}
