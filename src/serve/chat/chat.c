/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/chat/chat.h"
#include "base/alloc.h"
#include "base/lines.h"
#include "base/thread.h"
#include "base/vec.h"
#include "model/student/student.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ANSWERS_MOST 128 /* in at once: made, or waiting for a turn */
#define LOOK_MS      250 /* who waits looks so often whether its client does */

struct chat_model {
    const char *spec, *name;
    bool open;
    struct model model; /* then */
};

static const int statuses[] = { 200, 400, 404, 415, 429, 500, 503 };
#define STATUSES (sizeof statuses / sizeof statuses[0])

struct chat {
    struct arena arena; /* of the models */
    struct vec models;  /* struct chat_model; their number does not change */

    pthread_mutex_t opening; /* of weights, which takes its time */
    pthread_mutex_t lock;    /* of all below */
    pthread_cond_t freed;    /* a turn was, or the server stops */
    size_t in, busy;         /* answers; those that are made now */
    atomic_bool stopping;    /* set under the lock */
    uint64_t requests[STATUSES], prompt, completion; /* since it began */
};

/* ---- models ---- */

static void add_model(struct chat *c, const char *spec)
{
    const char *path = spec + strlen("student");
    const char *name = *path ? file_base(path + 1) : "student";
    struct chat_model *m;

    for (size_t i = 0; chat_name(c, i); i++)
        if (str_eq(chat_name(c, i), name))
            return;
    m = vec_push(&c->models);
    *m = (struct chat_model){ .spec = spec,
                              .name = arena_strdup(&c->arena, name) };
}

/* The student that comes with assay is there unless its weights are not. */
static void add_own(struct chat *c)
{
    struct arena a = { 0 };
    const char *path;
    struct err unused;

    if (student_path(&a, &path, &unused))
        add_model(c, "student");
    arena_clear(&a);
}

struct chat *chat_new(struct serve *s)
{
    struct chat *c = alloc_new(1, sizeof(*c));

    c->models = vec_in(&c->arena, sizeof(struct chat_model));
    add_own(c);
    for (size_t i = 0; i < s->o->n_models; i++)
        if (str_eq(s->o->models[i], "student") ||
            str_starts(s->o->models[i], "student:"))
            add_model(c, s->o->models[i]);
    pthread_mutex_init(&c->opening, NULL);
    pthread_mutex_init(&c->lock, NULL);
    thread_cond_init(&c->freed);
    return c;
}

void chat_free(struct chat *c)
{
    if (!c)
        return;
    INVARIANT(c->in == 0);
    pthread_cond_destroy(&c->freed);
    pthread_mutex_destroy(&c->lock);
    pthread_mutex_destroy(&c->opening);
    arena_clear(&c->arena);
    free(c);
}

const char *chat_name(const struct chat *c, size_t i)
{
    return i < c->models.n ? vec_get(&c->models, struct chat_model, i)->name
                           : NULL;
}

static bool open_model(struct chat *c, struct chat_model *m, struct err *e)
{
    pthread_mutex_lock(&c->opening);
    if (!m->open)
        m->open = model_open(&c->arena, m->spec, NULL, &m->model, e);
    pthread_mutex_unlock(&c->opening);
    return m->open;
}

const struct model *chat_find(struct chat *c, const char *name, struct err *e)
{
    for (size_t i = 0; i < c->models.n; i++) {
        struct chat_model *m = vec_get(&c->models, struct chat_model, i);

        if (str_eq(m->name, name))
            return open_model(c, m, e) ? &m->model : NULL;
    }
    err_set(e, ERR_SPENT, "this server has no model \"%.80s\"", name);
    return NULL;
}

/* ---- turns ---- */

void chat_stop(struct chat *c)
{
    pthread_mutex_lock(&c->lock);
    c->stopping = true;
    pthread_cond_broadcast(&c->freed);
    pthread_mutex_unlock(&c->lock);
}

enum chat_let chat_enter(struct chat *c, size_t n)
{
    enum chat_let how = CHAT_IN;

    pthread_mutex_lock(&c->lock);
    if (c->stopping)
        how = CHAT_STOPPING;
    else if (c->in + n > ANSWERS_MOST)
        how = CHAT_FULL;
    else
        c->in += n;
    pthread_mutex_unlock(&c->lock);
    return how;
}

void chat_leave(struct chat *c, size_t n)
{
    pthread_mutex_lock(&c->lock);
    c->in -= n;
    pthread_mutex_unlock(&c->lock);
}

/* Waits for a turn; others go on meanwhile. */
static bool take_turn(struct chat *c, size_t turns,
                      const struct http_request *client)
{
    bool gone = false, mine;

    pthread_mutex_lock(&c->lock);
    while (!c->stopping && !gone && c->busy >= turns)
        gone = !thread_wait(&c->freed, &c->lock, thread_after(LOOK_MS)) &&
               http_is_gone(client);
    mine = !c->stopping && !gone;
    c->busy += mine;
    pthread_mutex_unlock(&c->lock);
    return mine;
}

static void give_turn(struct chat *c)
{
    pthread_mutex_lock(&c->lock);
    c->busy--;
    pthread_cond_signal(&c->freed);
    pthread_mutex_unlock(&c->lock);
}

bool chat_answer(struct arena *a, struct chat *c, const struct model *m,
                 const struct request *r, const struct http_request *client,
                 struct reply *out)
{
    bool made;

    if (!take_turn(c, (size_t)model_at_once(m), client))
        return false;
    made = model_answer(a, m, r, &c->stopping, out);
    give_turn(c);
    return made;
}

/* ---- figures ---- */

void chat_count(struct chat *c, int status, int64_t prompt, int64_t completion)
{
    size_t which = 0;

    while (which + 1 < STATUSES && statuses[which] != status)
        which++;
    pthread_mutex_lock(&c->lock);
    c->requests[which]++;
    c->prompt += (uint64_t)prompt;
    c->completion += (uint64_t)completion;
    pthread_mutex_unlock(&c->lock);
}

static void write_requests(const struct chat *c, struct str *out)
{
    str_add(out, "# HELP assay_chat_requests_total Chat requests to models "
                 "that run in this process.\n"
                 "# TYPE assay_chat_requests_total counter\n");
    for (size_t i = 0; i < STATUSES; i++)
        str_addf(out, "assay_chat_requests_total{status=\"%d\"} %" PRIu64 "\n",
                 statuses[i], c->requests[i]);
}

void chat_write_metrics(struct chat *c, struct str *out)
{
    pthread_mutex_lock(&c->lock);
    write_requests(c, out);
    str_addf(out,
             "# HELP assay_chat_tokens_total Tokens of prompts and "
             "completions.\n"
             "# TYPE assay_chat_tokens_total counter\n"
             "assay_chat_tokens_total{kind=\"prompt\"} %" PRIu64 "\n"
             "assay_chat_tokens_total{kind=\"completion\"} %" PRIu64 "\n"
             "# HELP assay_chat_answers Answers in progress or in the queue.\n"
             "# TYPE assay_chat_answers gauge\n"
             "assay_chat_answers %zu\n"
             "# HELP assay_chat_answers_most Limit on these answers; "
             "requests above it get status 429.\n"
             "# TYPE assay_chat_answers_most gauge\n"
             "assay_chat_answers_most %d\n",
             c->prompt, c->completion, c->in, ANSWERS_MOST);
    pthread_mutex_unlock(&c->lock);
}
