/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Waiting for a model of the process that takes its time, and leaving before
 * it has answered. The student cannot be stopped in the middle of a reply, so
 * that a reply is made on a thread of its own, and whoever does not want it
 * any more leaves that thread behind: it frees what it has when it ends.
 */
#include "base/alloc.h"
#include "model/model_int.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#define LOOK_MS 100 /* whether to leave is asked so often */

/* Shared by the thread that answers and the one that waits; the last of them
 * frees it. The request is a copy, since the asker may be gone. */
struct left_call {
    pthread_mutex_t lock;
    pthread_cond_t ended;
    bool made, left;
    struct arena arena;
    struct model model;
    struct request request;
    struct decoding decoding;
    struct reply reply;
};

static const char *kept(struct arena *a, const char *s)
{
    return s ? arena_strdup(a, s) : NULL;
}

static void keep_messages(struct left_call *c, const struct request *r)
{
    struct message *m =
        arena_array(&c->arena, struct message, r->n_messages + 1);

    for (size_t i = 0; i < r->n_messages; i++)
        m[i] = (struct message){ kept(&c->arena, r->messages[i].role),
                                 kept(&c->arena, r->messages[i].content) };
    c->request = (struct request){ .messages = m,
                                   .n_messages = r->n_messages,
                                   .decoding = &c->decoding,
                                   .attempt = r->attempt };
}

static void keep_decoding(struct left_call *c, const struct decoding *d)
{
    struct arena *a = &c->arena;
    const char **stop = arena_array(a, const char *, d->n_stop + 1);

    for (size_t i = 0; i < d->n_stop; i++)
        stop[i] = kept(a, d->stop[i]);
    c->decoding =
        (struct decoding){ .temperature = kept(a, d->temperature),
                           .top_p = kept(a, d->top_p),
                           .top_k = kept(a, d->top_k),
                           .min_p = kept(a, d->min_p),
                           .repetition_penalty = kept(a, d->repetition_penalty),
                           .max_tokens = kept(a, d->max_tokens),
                           .seed = kept(a, d->seed),
                           .stop = stop,
                           .n_stop = d->n_stop };
}

static struct left_call *call_new(const struct model *m,
                                  const struct request *r)
{
    struct left_call *c = alloc_new(1, sizeof(*c));
    pthread_condattr_t steady;

    c->model = (struct model){ .kind = m->kind,
                               .name = kept(&c->arena, m->name),
                               .url = kept(&c->arena, m->url),
                               .student = m->student };
    keep_messages(c, r);
    keep_decoding(c, r->decoding);
    pthread_mutex_init(&c->lock, NULL);
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&c->ended, &steady);
    pthread_condattr_destroy(&steady);
    return c;
}

static void call_free(struct left_call *c)
{
    pthread_cond_destroy(&c->ended);
    pthread_mutex_destroy(&c->lock);
    arena_clear(&c->arena);
    free(c);
}

static void *make_reply(void *call)
{
    struct left_call *c = call;
    bool left;

    model_answer(&c->arena, &c->model, &c->request, &c->reply);
    pthread_mutex_lock(&c->lock);
    c->made = true;
    left = c->left;
    pthread_cond_signal(&c->ended);
    pthread_mutex_unlock(&c->lock);
    if (left)
        call_free(c);
    return NULL;
}

static bool start(struct left_call *c)
{
    pthread_attr_t detached;
    pthread_t thread;
    bool ok;

    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    ok = pthread_create(&thread, &detached, make_reply, c) == 0;
    pthread_attr_destroy(&detached);
    return ok;
}

/* Waits until the reply is made or nobody wants it. */
static bool wait_for(struct left_call *c, const atomic_bool *leave)
{
    bool made;

    pthread_mutex_lock(&c->lock);
    while (!c->made && !atomic_load(leave)) {
        struct timespec t;

        clock_gettime(CLOCK_MONOTONIC, &t);
        t.tv_nsec += LOOK_MS * 1000000;
        t.tv_sec += t.tv_nsec / 1000000000;
        t.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&c->ended, &c->lock, &t);
    }
    made = c->made;
    c->left = !made;
    pthread_mutex_unlock(&c->lock);
    return made;
}

bool model_answer_unless(struct arena *a, const struct model *m,
                         const struct request *r, const atomic_bool *leave,
                         struct reply *out)
{
    struct left_call *c;

    if (!model_at_once(m)) {
        model_answer(a, m, r, out);
        return true;
    }
    if (atomic_load(leave))
        return false;
    c = call_new(m, r);
    if (!start(c)) /* there are too many: then it is waited for */
        make_reply(c);
    if (!wait_for(c, leave))
        return false;
    *out = reply_copy(a, &c->reply);
    call_free(c);
    return true;
}
