/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A transfer of a pool that has no thread and no other transfers: the pool is
 * there for its options, headers and words, and curl_easy_perform() does the
 * work.
 */
#include "model/server/fetch.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "model/server/backoff.h"
#include "model/server/curl.h"
#include "model/server/pool_int.h"
#include "model/wait.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#define SLICE_MS 50

struct fetch {
    struct pool pool; /* of no calls */
    struct pool_shard shard;
    struct pool_transfer transfer;
    struct pool_call call;
    struct pool_buffer buffer;
    struct fetch_options o;
    struct curl_slist *form_headers;     /* without a Content-Type of ours */
    const struct fetch_request *request; /* under way */
    bool stopped, ended, began; /* of this one; a byte of it went out */
};

/* ---- opening ---- */

/* A form has a Content-Type with a boundary, which libcurl makes. */
static void make_form_headers(struct fetch *f)
{
    for (struct curl_slist *l = f->pool.headers; l; l = l->next) {
        struct curl_slist *more;

        if (strncasecmp(l->data, "content-type:", 13) == 0)
            continue;
        more = curl_slist_append(f->form_headers, l->data);
        if (!more)
            out_of_memory();
        f->form_headers = more;
    }
}

bool fetch_open(struct fetch **out, const struct model *m,
                const struct fetch_options *o, struct err *e)
{
    struct fetch *f;

    if (!curl_load(e))
        return false;
    if (curl_global_init(CURL_GLOBAL_DEFAULT))
        return err_set(e, ERR_IO, "could not start libcurl");
    f = alloc_new(1, sizeof(*f));
    f->o = *o;
    f->pool.model = m;
    f->pool.o = o->pool;
    f->pool.o.idle_s = 0; /* libcurl looks for silence here */
    f->pool.o.stream = false;
    f->pool.clock = clock_real();
    f->shard.pool = &f->pool;
    f->transfer.shard = &f->shard;
    f->transfer.call = &f->call;
    f->transfer.buffer = &f->buffer;
    rng_init(&f->pool.rng, hash_bytes(&(uint64_t){ clock_now(&f->pool.clock) },
                                      sizeof(uint64_t)));
    f->transfer.easy = curl_easy_init();
    if (!f->transfer.easy)
        out_of_memory();
    *out = f;
    if (pool_prepare(&f->pool, e)) {
        make_form_headers(f);
        return true;
    }
    *out = NULL;
    fetch_close(f);
    return false;
}

void fetch_close(struct fetch *f)
{
    if (!f)
        return;
    curl_easy_cleanup(f->transfer.easy);
    curl_slist_free_all(f->pool.headers);
    curl_slist_free_all(f->form_headers);
    curl_url_cleanup(f->pool.url);
    str_clear(&f->buffer.body);
    str_clear(&f->buffer.heads);
    arena_clear(&f->pool.arena);
    free(f);
    curl_global_cleanup();
}

/* ---- while it goes on ---- */

static bool fetch_should_stop(const struct fetch *f)
{
    return f->o.stop && f->o.stop(f->o.ctx);
}

static size_t fetch_on_read(char *to, size_t size, size_t n, void *ctx)
{
    struct fetch *f = ctx;

    f->began = true;
    return fread(to, 1, size * n, f->request->file);
}

static int on_seek(void *ctx, curl_off_t at, int whence)
{
    struct fetch *f = ctx;

    return fseeko(f->request->file, (off_t)at, whence) == 0
               ? CURL_SEEKFUNC_OK
               : CURL_SEEKFUNC_FAIL;
}

static size_t on_bytes(char *s, size_t size, size_t n, void *ctx)
{
    struct fetch *f = ctx;
    long status = 0;

    n *= size;
    curl_easy_getinfo(f->transfer.easy, CURLINFO_RESPONSE_CODE, &status);
    if (f->request->take && status >= 200 && status < 300) {
        f->ended = !f->request->take(f->request->own, s, n);
        return f->ended ? 0 : n;
    }
    if (n > f->pool.o.max_body - f->buffer.body.n) {
        f->transfer.large = true;
        return 0;
    }
    str_addn(&f->buffer.body, s, n);
    return n;
}

static int fetch_on_progress(void *ctx, curl_off_t total, curl_off_t now,
                             curl_off_t up_total, curl_off_t up)
{
    struct fetch *f = ctx;

    (void)total;
    (void)up_total;
    f->began = f->began || now > 0 || up > 0;
    f->stopped = !f->request->once && fetch_should_stop(f);
    return f->stopped;
}

/* ---- one request ---- */

static void set_source(struct fetch *f, CURL *easy, curl_off_t size)
{
    const struct fetch_request *r = f->request;

    if (!r->file) {
        curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE,
                         (curl_off_t)strlen(r->body));
        curl_easy_setopt(easy, CURLOPT_POSTFIELDS, r->body);
        return;
    }
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, NULL);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, size);
    curl_easy_setopt(easy, CURLOPT_READFUNCTION, fetch_on_read);
    curl_easy_setopt(easy, CURLOPT_READDATA, f);
    curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, on_seek);
    curl_easy_setopt(easy, CURLOPT_SEEKDATA, f);
}

static curl_mime *set_form(struct fetch *f, CURL *easy, curl_off_t size)
{
    curl_mime *form = curl_mime_init(easy);
    curl_mimepart *part = form ? curl_mime_addpart(form) : NULL;
    bool ok = part && !curl_mime_name(part, "purpose") &&
              !curl_mime_data(part, "batch", CURL_ZERO_TERMINATED);

    part = ok ? curl_mime_addpart(form) : NULL;
    ok = part && !curl_mime_name(part, "file") &&
         !curl_mime_filename(part, "assay.jsonl") &&
         !curl_mime_type(part, "application/jsonl") &&
         !curl_mime_data_cb(part, size, fetch_on_read, on_seek, NULL, f);
    if (!ok)
        out_of_memory();
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, f->form_headers);
    curl_easy_setopt(easy, CURLOPT_MIMEPOST, form);
    return form;
}

static void set_method(CURL *easy, const char *method)
{
    if (str_eq(method, "POST"))
        return; /* it is one */
    curl_easy_setopt(easy, CURLOPT_HTTPGET, 1L);
    if (!str_eq(method, "GET"))
        curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, method);
}

/* Silence ends it, not its length. */
static void set_time_out(const struct fetch *f, CURL *easy)
{
    double s = f->o.pool.idle_s > 0 ? f->o.pool.idle_s : f->o.pool.total_s;

    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, 0L);
    curl_easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, s > 0 ? 1L : 0L);
    curl_easy_setopt(easy, CURLOPT_LOW_SPEED_TIME,
                     s > 0 ? (long)(s < 1 ? 1 : s) : 0L);
}

static curl_mime *set_request(struct fetch *f)
{
    const struct fetch_request *r = f->request;
    CURL *easy = f->transfer.easy;
    curl_off_t size = 0;
    curl_mime *form = NULL;

    curl_easy_reset(easy);
    pool_transfer_set(&f->pool, &f->transfer);
    curl_easy_setopt(easy, CURLOPT_CURLU, NULL); /* that of calls */
    curl_easy_setopt(easy, CURLOPT_URL, r->url);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_bytes);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, f);
    curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, fetch_on_progress);
    curl_easy_setopt(easy, CURLOPT_XFERINFODATA, f);
    set_time_out(f, easy);
    curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, r->once ? 1L : 0L);
    set_method(easy, r->method);
    if (r->file) {
        if (fseeko(r->file, 0, SEEK_END))
            BUG("a temporary file cannot be read");
        size = (curl_off_t)ftello(r->file);
        rewind(r->file);
    }
    if (r->upload)
        form = set_form(f, easy, size);
    else if (r->body || r->file)
        set_source(f, easy, size);
    return form;
}

static void fetch_forget(struct fetch *f)
{
    struct pool_buffer *b = &f->buffer;

    str_reset(&b->body);
    str_reset(&b->heads);
    memset(b->at, 0, sizeof(b->at));
    b->head_bytes = 0;
    f->transfer.large = f->transfer.large_head = false;
    f->transfer.idle = false;
    f->transfer.error[0] = '\0';
    f->stopped = f->ended = f->began = false;
    f->call = (struct pool_call){ 0 };
}

static double now_s(void)
{
    return (double)clock_day_ms() / 1000;
}

static int64_t fetch_asked_wait(const struct response_head *h)
{
    int64_t ms = wait_milliseconds(h->retry_after_ms);

    return ms >= 0
               ? ms
               : wait_retry_after(h->retry_after, wait_now(h->date, now_s()));
}

/* Why it failed, where the words for a call would mislead: what is missing, or
 * was moved, is no model and not the URL that was given. */
static const char *no_call(struct arena *a, int status, const char *url)
{
    int n = (int)strcspn(url, "?");

    if (status == 404 || status == 410)
        return arena_printf(a,
                            "the server answered with status %d: there is "
                            "nothing at %.*s",
                            status, n, url);
    if (status >= 300 && status < 400)
        return arena_printf(a,
                            "the server answered with status %d: %.*s "
                            "redirects to another address; the key is not "
                            "sent there",
                            status, n, url);
    return NULL;
}

/* What the answer means: statuses that are not good are read as those of a
 * call are. */
static void fetch_read_answer(struct fetch *f, struct arena *a, CURLcode code,
                              struct fetch_answer *out)
{
    struct response_head head = pool_transfer_head(&f->transfer);
    struct response r;

    if (code == CURLE_OK && head.status >= 200 && head.status < 300) {
        out->got = FETCH_GOOD;
        out->body =
            arena_strndup(a, str_get(&f->buffer.body), f->buffer.body.n);
        out->n = f->buffer.body.n;
        out->wait_ms = fetch_asked_wait(&head);
        return;
    }
    if (code == CURLE_OK)
        response_read(a, f->pool.model, &head, str_get(&f->buffer.body),
                      f->buffer.body.n, now_s(), &r);
    else
        pool_transfer_failure(&f->transfer, code, &r);
    out->got = r.next == RESPONSE_AGAIN ? FETCH_AGAIN : FETCH_REFUSED;
    out->fatal = r.next == RESPONSE_DONE && r.reply.outcome == OUTCOME_FATAL;
    out->sent = f->began && !r.limited;
    out->wait_ms = r.wait_ms;
    out->why = no_call(a, head.status, f->request->url);
    if (!out->why)
        out->why = arena_strdup(a, r.reply.why ? r.reply.why : "no answer");
}

void fetch_once(struct fetch *f, struct arena *a, const struct fetch_request *r,
                struct fetch_answer *out)
{
    curl_mime *form;
    CURLcode code;
    long status = 0, version = 0;

    INVARIANT(fetch_is_ours(f, r->url));
    *out = (struct fetch_answer){ .wait_ms = -1, .body = "", .why = "" };
    fetch_forget(f);
    f->request = r;
    form = set_request(f);
    code = curl_easy_perform(f->transfer.easy);
    curl_easy_getinfo(f->transfer.easy, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(f->transfer.easy, CURLINFO_HTTP_VERSION, &version);
    curl_easy_setopt(f->transfer.easy, CURLOPT_MIMEPOST, NULL);
    curl_mime_free(form);
    out->status = f->call.status = (int)status;
    out->http_version = version == CURL_HTTP_VERSION_2_0 ? 2 : 11;
    if (f->stopped || f->ended) {
        out->got = f->stopped ? FETCH_STOPPED : FETCH_ENDED;
        out->why = "stopped";
    } else {
        fetch_read_answer(f, a, code, out);
    }
    arena_clear(&f->call.arena);
    f->request = NULL;
}

/* ---- several tries ---- */

bool fetch_wait(struct fetch *f, int64_t ms)
{
    uint64_t until = clock_now(&f->pool.clock) + (uint64_t)ms * 1000000;

    while (!fetch_should_stop(f)) {
        uint64_t now = clock_now(&f->pool.clock);
        uint64_t left = now < until ? (until - now) / 1000000 + 1 : 0;

        if (now >= until)
            return true;
        left = left < SLICE_MS ? left : SLICE_MS;
        nanosleep(&(struct timespec){ 0, (long)left * 1000000 }, NULL);
    }
    return false;
}

int64_t fetch_poll_ms(struct fetch *f, int64_t asked_ms, double own_s)
{
    double most = f->pool.o.max_wait_s, s = (double)asked_ms / 1000;

    if (asked_ms == 0)
        return 0;
    s = asked_ms < 0 ? own_s : s < most ? s : most;
    return (int64_t)(1000 * backoff_wait(&f->pool.rng, own_s, 1, s));
}

bool fetch_may_again(struct fetch *f, struct arena *a, unsigned tries,
                     struct fetch_answer *x, int64_t *wait_ms)
{
    double asked = (double)x->wait_ms / 1000;
    const char *no = backoff_refuse(a, x->why, asked, f->pool.o.max_wait_s);

    if (no || tries > f->o.pool.retries) {
        x->got = FETCH_REFUSED;
        x->why = no ? no
                 : tries > 1
                     ? arena_printf(a, "%s (after %u tries)", x->why, tries)
                     : x->why;
        return false;
    }
    *wait_ms = (int64_t)(1000 * backoff_wait(&f->pool.rng, f->pool.o.backoff_s,
                                             tries, asked));
    return true;
}

bool fetch_again(struct fetch *f, struct arena *a, unsigned tries,
                 struct fetch_answer *x)
{
    int64_t ms;

    if (!fetch_may_again(f, a, tries, x, &ms))
        return false;
    if (fetch_wait(f, ms))
        return true;
    x->got = FETCH_STOPPED;
    return false;
}

void fetch_tries(struct fetch *f, struct arena *a,
                 const struct fetch_request *r, struct fetch_answer *out)
{
    unsigned tries = 0;

    do
        fetch_once(f, a, r, out);
    while (out->got == FETCH_AGAIN && fetch_again(f, a, ++tries, out));
}

/* ---- addresses ---- */

static char *fetch_part_of(const char *url, CURLUPart part)
{
    CURLU *u = curl_url();
    char *out = NULL;

    if (u && !curl_url_set(u, CURLUPART_URL, url, 0))
        (void)curl_url_get(u, part, &out, CURLU_DEFAULT_PORT);
    curl_url_cleanup(u);
    return out;
}

bool fetch_is_ours(const struct fetch *f, const char *url)
{
    static const CURLUPart parts[] = { CURLUPART_SCHEME, CURLUPART_HOST,
                                       CURLUPART_PORT };
    char *user = fetch_part_of(url, CURLUPART_USER);
    bool same = !user;

    curl_free(user);
    for (size_t i = 0; same && i < 3; i++) {
        char *a = fetch_part_of(f->pool.model->url, parts[i]);
        char *b = fetch_part_of(url, parts[i]);

        same = a && b && strcasecmp(a, b) == 0;
        curl_free(a);
        curl_free(b);
    }
    return same;
}
