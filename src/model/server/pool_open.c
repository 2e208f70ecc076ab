/* SPDX-License-Identifier: Apache-2.0 */
#include "assay.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "base/thread.h"
#include "model/server/curl.h"
#include "model/server/pool_int.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <unistd.h>

/*
 * Opening a pool: its options, the address, the headers of every call, what
 * the environment says; and freeing all that.
 */

#define START       8
#define BACKOFF_S   0.5
#define MAX_WAIT_S  120.0
#define FILES_SPARE 256 /* of the process, beside one for each call */
#define FILES_LEAST 32
#define MOST_CALLS  100000u
#define USER_AGENT  ("User-Agent: assay/" ASSAY_VERSION)

const struct pool_options pool_defaults = {
    .concurrency = 64,
    .retries = 10,
    .connect_s = 10,
    .total_s = 600, /* no idle_s: a model may think in silence */
    .max_wait_s = MAX_WAIT_S,
};

static bool check_options(const struct pool_options *o, struct err *e)
{
    struct rlimit r;

    if (o->concurrency < 1 || o->concurrency > MOST_CALLS)
        return err_set(e, ERR_USAGE, "the concurrency must be from 1 to %u",
                       MOST_CALLS);
    if (o->rate < 0 || o->connect_s < 0 || o->idle_s < 0 || o->total_s < 0 ||
        o->max_wait_s < 0 || o->backoff_s < 0)
        return err_set(e, ERR_USAGE, "rates and times cannot be negative");
    /* As many as may be: there may be other pools in this process. */
    if (getrlimit(RLIMIT_NOFILE, &r) || r.rlim_cur == RLIM_INFINITY)
        return true;
    r.rlim_cur = r.rlim_max;
    if ((setrlimit(RLIMIT_NOFILE, &r) && getrlimit(RLIMIT_NOFILE, &r)) ||
        r.rlim_cur < o->concurrency + FILES_LEAST)
        return err_set(e, ERR_LIMIT,
                       "cannot make %u calls at the same time: this process "
                       "may open at most %llu files; lower the concurrency, "
                       "or raise the limit (ulimit -n)",
                       o->concurrency, (unsigned long long)r.rlim_cur);
    return true;
}

static void fill_options(struct pool_options *o)
{
    if (o->start == 0)
        o->start = START;
    if (o->backoff_s <= 0)
        o->backoff_s = BACKOFF_S;
    if (o->max_wait_s <= 0)
        o->max_wait_s = MAX_WAIT_S;
    if (o->max_body == 0)
        o->max_body = LIMIT_HTTP_BODY;
}

/* What is before the colon of "Name: value". */
static bool same_name(const char *a, const char *b)
{
    size_t n = strcspn(a, ":;");

    return n == strcspn(b, ":;") && strncasecmp(a, b, n) == 0;
}

static void add_header(struct pool *p, const char *line)
{
    struct curl_slist *l = curl_slist_append(p->headers, line);

    if (!l)
        out_of_memory();
    p->headers = l;
}

/* Ours, but for those that the model sets; then the model's. */
static void make_headers(struct pool *p)
{
    const char *const ours[] = {
        "Content-Type: application/json",
        p->o.stream ? "Accept: text/event-stream, application/json"
                    : "Accept: application/json",
        USER_AGENT,
        "Expect:",
    };
    const struct model *m = p->model;

    for (size_t i = 0; i < sizeof(ours) / sizeof(*ours); i++) {
        bool set = false;

        for (size_t j = 0; j < m->n_headers; j++)
            set = set || same_name(ours[i], m->headers[j]);
        if (!set)
            add_header(p, ours[i]);
    }
    for (size_t j = 0; j < m->n_headers; j++)
        add_header(p, m->headers[j]);
}

static bool is_here(const char *host)
{
    return strcasecmp(host, "localhost") == 0 ||
           strncmp(host, "127.", 4) == 0 || strcmp(host, "[::1]") == 0;
}

/* The address is read by libcurl, as it will be when it is used. */
static bool read_url(struct pool *p, struct err *e)
{
    char *scheme = NULL, *host = NULL, *port = NULL;
    CURLU *u = curl_url();
    bool ok =
        u && !curl_url_set(u, CURLUPART_URL, p->model->url, 0) &&
        !curl_url_get(u, CURLUPART_SCHEME, &scheme, 0) &&
        !curl_url_get(u, CURLUPART_HOST, &host, 0) &&
        (strcasecmp(scheme, "http") == 0 || strcasecmp(scheme, "https") == 0);

    if (ok) {
        p->tls = strcasecmp(scheme, "https") == 0;
        p->here = is_here(host);
        if (curl_url_get(u, CURLUPART_PORT, &port, 0) == CURLUE_OK)
            p->host = arena_printf(&p->arena, "%s:%s", host, port);
        else
            p->host = arena_strdup(&p->arena, host);
    }
    curl_free(scheme);
    curl_free(host);
    curl_free(port);
    p->url = u;
    return ok || err_set(e, ERR_USAGE,
                         "cannot use \"%s\" as an address: it must be "
                         "http://HOST... or https://HOST...",
                         p->model->url);
}

static const char *variable(struct pool *p, const char *name)
{
    const char *value = getenv(name);

    return value && *value ? arena_strdup(&p->arena, value) : NULL;
}

/* The library reads the proxies from the environment, but not these. A file
 * that is not there would only be missed in the middle of a handshake. */
static bool read_environment(struct pool *p, struct err *e)
{
    if (!p->tls)
        return true;
    p->ca_file = variable(p, "SSL_CERT_FILE");
    if (!p->ca_file)
        p->ca_file = variable(p, "CURL_CA_BUNDLE");
    p->ca_path = variable(p, "SSL_CERT_DIR");
    if (p->ca_file && access(p->ca_file, R_OK))
        return err_set(e, ERR_IO,
                       "could not read the certificates in \"%s\": %s; check "
                       "SSL_CERT_FILE and CURL_CA_BUNDLE",
                       p->ca_file, strerror(errno));
    return true;
}

/* Room for the shards, and what they share: names and TLS sessions. One
 * thread, no locks. */
static void make_shards(struct pool *p)
{
    p->shard_size = p->tls ? SHARD_TLS : SHARD;
    p->max_shards = (p->o.concurrency - 1) / p->shard_size + 1;
    p->shards = alloc_new(p->max_shards, sizeof(*p->shards));
    p->share = curl_share_init();
    if (!p->share)
        out_of_memory();
    curl_share_setopt(p->share, CURLSHOPT_SHARE, CURL_LOCK_DATA_DNS);
    curl_share_setopt(p->share, CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION);
}

void pool_free(struct pool *p)
{
    pool_transfers_free(p);
    pool_sockets_close(p);
    if (p->share)
        curl_share_cleanup(p->share);
    curl_slist_free_all(p->headers);
    curl_url_cleanup(p->url);
    pthread_mutex_destroy(&p->lock);
    free(p->waits.at);
    str_clear(&p->scratch);
    arena_clear(&p->arena);
    free(p);
    curl_global_cleanup();
}

static void seed(struct pool *p)
{
    struct hasher h;

    hasher_open(&h);
    hasher_text(&h, "pool jitter");
    hasher_u64(&h, p->o.seed);
    if (!p->o.seed) { /* processes that are refused together must not agree */
        hasher_u64(&h, (uint64_t)getpid());
        hasher_u64(&h, (uint64_t)clock_day_ms());
        hasher_u64(&h, p->now_ns);
    }
    rng_init(&p->rng, hasher_close(&h));
}

/* Signals are for the threads that wait for them; and SIGPIPE, which a TLS
 * connection can raise, for nobody. */
static bool start_thread(struct pool *p, struct err *e)
{
    sigset_t all, before;
    int code;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    code = thread_start(&p->thread, pool_turns, p);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return code == 0 ||
           err_set(e, ERR_IO, "could not start a thread: %s", strerror(code));
}

bool pool_prepare(struct pool *p, struct err *e)
{
    fill_options(&p->o);
    make_headers(p);
    return read_url(p, e) && read_environment(p, e);
}

bool pool_open(struct pool **out, const struct model *m,
               const struct pool_options *o,
               void (*done)(void *ctx, struct pool_call *call), void *ctx,
               struct err *e)
{
    struct pool *p;
    bool prepared;

    if (!check_options(o, e))
        return false;
    if (!curl_load(e))
        return false;
    if (curl_global_init(CURL_GLOBAL_DEFAULT))
        return err_set(e, ERR_IO, "could not start libcurl");
    p = alloc_new(1, sizeof(*p));
    *p = (struct pool){ .model = m, .o = *o, .done = done, .ctx = ctx };
    p->clock = clock_real();
    p->now_ns = clock_now(&p->clock);
    p->stop_ns = p->deadline_ns = NEVER;
    pthread_mutex_init(&p->lock, NULL);
    prepared = pool_prepare(p, e);
    limiter_init(&p->limiter, p->o.concurrency, p->o.start, p->o.fixed,
                 p->o.rate);
    p->state.limit = p->limiter.limit;
    seed(p);
    if (p->o.convoy && p->limiter.gap_ns)
        p->limiter.shared = convoy_slot(p->o.convoy, m->url, m->name);
    if (prepared && poller_open(&p->poller, e)) {
        make_shards(p);
        *out = p;
        if (start_thread(p, e))
            return true;
    }
    pool_free(p);
    return false;
}
