/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_UNIT_PROPOSE_WORLD_H
#define TESTS_UNIT_PROPOSE_WORLD_H

#include "base/json.h"
#include "hunt/propose/propose.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/*
 * A small world for the tests of propose.h: rows with tags, and a scripted
 * model in place of question_ask(). Included by one file of a program.
 */

#define ROWS 64

static struct arena arena;

/* ---- the scripted model ---- */

struct script {
    /* A reply to the n-th question about new hypotheses, from 0; NULL: an
     * error of the server. */
    const char *(*make)(const struct question *q, size_t n);
    const char *(*judge)(const struct question *q);
    size_t makes, judgements, batches;
    bool cut;                 /* replies are truncated */
    const char *prompts[200]; /* what new hypotheses were asked with */
    uint64_t attempts[200];
    size_t turns[200];
};

static struct script script;

static inline const char *last_of(const struct question *q)
{
    return q->messages[q->n_messages - 1].content;
}

bool question_ask(struct arena *a, struct questioner *c, struct question *q,
                  size_t n, struct err *e)
{
    (void)c;
    (void)e;
    script.batches++;
    for (size_t i = 0; i < n; i++) {
        const char *text;

        assert_int_equal(q[i].attempt > 0, 1);
        if (str_starts(q[i].messages[0].content, "You look for")) {
            assert_in_range(script.makes, 0, 199);
            script.prompts[script.makes] = arena_strdup(&arena, last_of(&q[i]));
            script.attempts[script.makes] = q[i].attempt;
            script.turns[script.makes] = q[i].n_messages;
            text = script.make(&q[i], script.makes++);
        } else {
            script.judgements++;
            text = script.judge(&q[i]);
        }
        q[i].reply = reply_none(a, OUTCOME_ERROR, "down");
        if (text) {
            q[i].reply.outcome = script.cut ? OUTCOME_TRUNCATED : OUTCOME_OK;
            q[i].reply.text = arena_strdup(a, text);
        }
    }
    return true;
}

bool question_one(struct arena *a, struct questioner *c, const char *system,
                  const char *user, uint64_t attempt, struct reply *out,
                  struct err *e)
{
    (void)a, (void)c, (void)system, (void)user, (void)attempt, (void)out;
    return err_set(e, ERR_IO, "not used");
}

/* ---- a world ---- */

static const char *const names[] = { "Alpha", "Beta: first, second", "Gamma",
                                     "Delta (old)" };

struct world {
    struct example examples[ROWS];
    uint32_t tags[ROWS][5];
    const uint32_t *of[ROWS];
    struct outcomes outcomes;
    struct vocabulary v;
    struct task task;
    struct task_data data;
    struct propose_options o;
    struct propose_job job;
    struct questioner questioner;
    struct proposal out;
    struct err e;
    const char *files[200], *json[200];
    size_t saved;
};

static inline bool save(void *ctx, const char *file, const char *json,
                        struct err *e)
{
    struct world *w = ctx;

    (void)e;
    assert_in_range(w->saved, 0, 199);
    w->files[w->saved] = arena_strdup(&arena, file);
    w->json[w->saved++] = arena_strdup(&arena, json);
    return true;
}

/* Row i carries name k if bit k of carries(i) is set, and fails if fails(i). */
static inline struct world *open_world(size_t n, unsigned (*carries)(size_t),
                                       bool (*fails)(size_t))
{
    struct world *w = arena_new(&arena, struct world);

    script = (struct script){ 0 };
    for (size_t i = 0; i < n; i++) {
        size_t k = 0;

        w->examples[i] = (struct example){
            .text = arena_printf(&arena, "<P%zu> ${problems} $x$", i),
            .solution = arena_printf(&arena, "<S%zu>", i),
            .tries = 3,
            .failed = fails(i) ? 3 : 1,
        };
        for (uint32_t b = 0; b < 4; b++)
            if (carries(i) >> b & 1)
                w->tags[i][k++] = b;
        w->tags[i][k] = UINT32_MAX;
        w->of[i] = w->tags[i];
    }
    w->outcomes = (struct outcomes){ .examples = w->examples, .n = n };
    w->v = (struct vocabulary){
        .name = "greek", .names = names, .n = 4, .of = w->of
    };
    assert_true(task_default(&arena, true, false, &w->task, &w->e));
    propose_data(&arena, &w->outcomes, &w->v, &w->task, NULL, &w->data);
    w->o = propose_defaults;
    w->o.failures = 0;
    w->o.balanced = false;
    w->job = (struct propose_job){ .task = &w->task,
                                   .data = &w->data,
                                   .vocabulary = &w->v,
                                   .questioner = &w->questioner,
                                   .o = &w->o,
                                   .save = save,
                                   .ctx = w };
    return w;
}

/* As published, but for who judges: tags do. */
static inline void be_faithful(struct world *w)
{
    propose_faithful(&w->o);
    w->o.by_tags = true;
}

static inline void run(struct world *w)
{
    if (!propose_run(&arena, &w->job, &w->out, &w->e))
        fail_msg("%s", w->e.msg);
}

static inline int clear(void **state)
{
    (void)state;
    arena_clear(&arena);
    return 0;
}

static inline bool is_near(double x, double y)
{
    return fabs(x - y) < 1e-12;
}

/* The entry of a text's beginning, NULL: none. */
static inline struct bank_entry *find(struct world *w, const char *start)
{
    for (size_t i = 0; i < w->out.bank.n; i++)
        if (str_starts(w->out.bank.entries[i].text, start))
            return &w->out.bank.entries[i];
    return NULL;
}

static inline unsigned only_alpha(size_t i)
{
    (void)i;
    return 1;
}

static inline bool always(size_t i)
{
    (void)i;
    return true;
}

static inline bool never(size_t i)
{
    (void)i;
    return false;
}

static inline unsigned mixed(size_t i)
{
    return (unsigned)(i * 7 + i / 5) % 16;
}

static inline bool some_fail(size_t i)
{
    return mixed(i) % 3 == 1 || i % 11 == 0;
}

/* ---- hypotheses ---- */

/* Three hypotheses for each question, different for each. */
static inline unsigned made(size_t n, size_t i)
{
    static const unsigned sets[] = { 1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 15 };

    return sets[(3 * n + i) % 12];
}

static inline const char *text_of(unsigned set)
{
    struct str s = str_in(&arena);

    str_addf(&s, "Set %u: [concepts: ", set);
    for (unsigned b = 0, k = 0; b < 4; b++)
        if (set >> b & 1)
            str_addf(&s, "%s%s", k++ ? "; " : "", names[b]);
    str_add(&s, "]");
    return str_get(&s);
}

static inline const char *three(const struct question *q, size_t n)
{
    struct str s = str_in(&arena);

    (void)q;
    for (size_t i = 0; i < 3; i++)
        str_addf(&s, "%zu. %s\n", i + 1, text_of(made(n, i)));
    return str_get(&s);
}

#endif
