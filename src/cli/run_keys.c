/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Problems while they are read: a thread follows the reader, writes the line of
 * each that the run will keep, and looks at its key.
 */
#include "base/str.h"
#include "base/thread.h"
#include "cli/run_job.h"
#include "cli/talk.h"

#include <string.h>

/* Waits until more than `done` problems are read, or all are. Returns how many
 * there are. */
static size_t wait_for(struct keys_look *k, size_t done,
                       const struct problem **out)
{
    size_t n;

    pthread_mutex_lock(&k->lock);
    while (k->n == done && !k->all)
        pthread_cond_wait(&k->more, &k->lock);
    n = k->n;
    *out = k->problems;
    pthread_mutex_unlock(&k->lock);
    return n;
}

static void add_line(struct keys_look *k, struct str *line,
                     const struct problem *p)
{
    str_reset(line);
    problem_write(line, p);
    k->n_bytes += line->n - 1;
    *(const char **)vec_push(&k->lines) =
        arena_strndup(&k->arena, line->s, line->n - 1);
}

/* Keys that no reply can be judged by are reported before anything is asked: the
 * calls would be wasted. */
static void look_at_key(struct keys_look *k, struct arena *tmp,
                        const struct problem *p)
{
    bool *is_bad = vec_push(&k->is_bad);
    const char *why;

    *is_bad = !run_judge_key(tmp, p, k->judge, &why);
    if (*is_bad && k->bad++ == 0) {
        k->first = p->id;
        k->why = arena_strdup(&k->arena, why ? why : "");
    }
}

static void *follow(void *ctx)
{
    struct keys_look *k = ctx;
    const struct problem *p;
    struct arena tmp = { 0 };
    struct str line = { 0 };

    for (size_t n, i = 0; (n = wait_for(k, i, &p)) > i;)
        for (; i < n; i++) {
            add_line(k, &line, &p[i]);
            look_at_key(k, &tmp, &p[i]);
            arena_reset(&tmp);
        }
    arena_clear(&tmp);
    str_clear(&line);
    return NULL;
}

static void tell(struct keys_look *k, const struct problem *p, size_t n,
                 bool all)
{
    pthread_mutex_lock(&k->lock);
    k->problems = p;
    k->n = n;
    k->all = all;
    pthread_cond_signal(&k->more);
    pthread_mutex_unlock(&k->lock);
}

static void on_read(void *ctx, const struct problem *p, size_t n)
{
    tell(ctx, p, n, false);
}

void keys_begin(struct run_job *j)
{
    struct keys_look *k = &j->keys;

    k->judge = &j->plan.judge;
    k->lines = vec_in(&k->arena, sizeof(const char *));
    k->is_bad = vec_in(&k->arena, sizeof(bool));
    pthread_mutex_init(&k->lock, NULL);
    pthread_cond_init(&k->more, NULL);
    j->plan.on_read = on_read;
    j->plan.on_read_ctx = k;
    if (thread_start(&k->thread, follow, k) != 0)
        BUG("could not start a thread");
}

void keys_end(struct run_job *j)
{
    struct keys_look *k = &j->keys;
    bool *is_bad;

    tell(k, j->plan.problems, j->plan.n_problems, true);
    pthread_join(k->thread, NULL);
    pthread_mutex_destroy(&k->lock);
    pthread_cond_destroy(&k->more);
    j->plan.on_read = NULL;
    j->plan.lines = k->lines.items;
    is_bad = arena_array(j->arena, bool, k->is_bad.n + 1);
    if (k->is_bad.n)
        memcpy(is_bad, k->is_bad.items, k->is_bad.n * sizeof(bool));
    j->session.ask.bad_key = k->bad ? is_bad : NULL;
    j->view.unreadable = is_bad;
}

void keys_say(struct run_job *j)
{
    struct keys_look *k = &j->keys;

    if (k->bad)
        talk("%zu key%s cannot be read, so no reply can be graded by %s; the "
             "first: %s: %s",
             k->bad, k->bad == 1 ? "" : "s", k->bad == 1 ? "it" : "them",
             k->first, k->why);
    k->bad = 0; /* it is said */
}
