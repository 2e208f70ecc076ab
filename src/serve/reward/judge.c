/* SPDX-License-Identifier: Apache-2.0 */
#include "base/pipeline.h"
#include "family/mathador/game.h"
#include "math/flint.h"
#include "serve/reward/rows.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * Rows in, rewards out. What is judged is text, compared as mathematics: none
 * of it is ever run as code.
 */

#define TURN_ROWS   16 /* rows of one turn */
#define THREAD_ROWS 64 /* a further thread is worth its start for so many */

const char *reward_status_name(enum reward_status s)
{
    static const char *const names[] = { "judged", "undecided", "bad_key",
                                         "error" };

    return names[s];
}

void reward_write_number(struct str *out, const struct reward_mark *m,
                         bool whole)
{
    char digits[40];
    int precision = 15;

    if (m->null && !whole) {
        str_add(out, "null");
    } else if (m->number == 0 || m->number == 1) {
        str_add(out, m->number == 0 ? "0.0" : "1.0");
    } else {
        do
            snprintf(digits, sizeof(digits), "%.*g", precision, m->number);
        while (strtod(digits, NULL) != m->number && precision++ < 17);
        str_add(out, digits);
    }
}

/* A right reply earns 1; by the rules of Mathador, its share of the points. */
static double earned(const struct grade_result *r)
{
    int64_t score;

    if (!r->more || !json_int64(json_get(r->more, "score"), &score))
        return 1;
    return score < SCORE_MOST ? (double)score / SCORE_MOST : 1;
}

static struct reward_mark earned_by(const struct reward_job *j,
                                    const struct jsonl_line *l)
{
    const struct grade_reading *reading = jsonl_reading(&l->result, j->strict);
    struct reward_mark m = { .status = REWARD_JUDGED };

    if (l->failed)
        m.status = REWARD_ERROR;
    else if (reading->verdict == VERDICT_UNDECIDED)
        m.status = REWARD_UNDECIDED;
    else if (reading->verdict == VERDICT_BAD_KEY)
        m.status = REWARD_BAD_KEY;
    else if (reading->verdict == VERDICT_CORRECT)
        m.number = earned(&l->result);
    if (m.status != REWARD_JUDGED) {
        m.number = j->policy.number;
        m.null = j->policy.null;
    }
    return m;
}

static void judge_line(const struct reward_job *j, const struct reward_row *row,
                       struct arena *a, struct jsonl_line *l)
{
    struct json *v;
    struct err e;

    if (row->wrong) {
        err_set(&e, ERR_DOMAIN, "%s", row->wrong);
        jsonl_fail(a, row->number, &e, l);
    } else if (row->json) {
        jsonl_judge_row(a, row->json, row->number, &j->rules, l);
    } else if (json_read_most(a, row->text, row->n, row->number,
                              REWARD_VALUES_MOST, &v, &e)) {
        jsonl_judge_row(a, v, row->number, &j->rules, l);
    } else {
        jsonl_fail(a, row->number, &e, l);
    }
}

/* The line of `assay grade`, with the reward. */
static void serve_judge_write_line(struct str *out, const struct reward_job *j,
                                   const struct jsonl_line *l,
                                   const struct reward_mark *m)
{
    jsonl_write(out, l, j->strict);
    out->s[--out->n] = '\0'; /* its brace */
    str_add(out, ", \"reward\": ");
    reward_write_number(out, m, false);
    str_addf(out, ", \"status\": \"%s\"}", reward_status_name(m->status));
}

/* Judges row i; its line goes to `out` where the reply has lines. */
static void judge_row(struct reward_job *j, size_t i, struct arena *a,
                      struct str *out)
{
    struct jsonl_line l;

    judge_line(j, &j->rows[i], a, &l);
    j->marks[i] = earned_by(j, &l);
    reward_count_row(j->reward,
                     l.failed ? VERDICTS
                              : jsonl_reading(&l.result, j->strict)->verdict);
    if (j->route != REWARD_GRADE && j->route != REWARD_VERIFY)
        return;
    if (i > 0 && j->shape != SHAPE_LINES)
        str_add(out, ",\n ");
    serve_judge_write_line(out, j, &l, &j->marks[i]);
    if (j->shape == SHAPE_LINES)
        str_addc(out, '\n');
}

/* ---- many rows ---- */

struct crew {
    struct reward_job *job;
    size_t next;
};

struct few {
    size_t from, to; /* rows */
    struct str out;
    bool stopped; /* there was no turn */
};

static bool take_few(void *ctx, struct pipeline_item *item)
{
    struct crew *c = ctx;
    struct few *f = item->data;
    size_t left = c->job->n - c->next;

    f->from = c->next;
    f->to = c->next += left < TURN_ROWS ? left : TURN_ROWS;
    return f->to > f->from;
}

static void judge_few(void *ctx, struct pipeline_item *item)
{
    struct crew *c = ctx;
    struct few *f = item->data;
    struct arena row = { 0 };

    f->out = str_in(&item->arena);
    f->stopped = !reward_take_turn(c->job->reward, true);
    if (f->stopped)
        return;
    for (size_t i = f->from; i < f->to; i++) {
        judge_row(c->job, i, &row, &f->out);
        arena_reset(&row);
    }
    arena_clear(&row);
    reward_give_turn(c->job->reward);
}

static bool keep_few(void *ctx, struct pipeline_item *item)
{
    struct crew *c = ctx;
    const struct few *f = item->data;

    if (f->out.n)
        str_addn(&c->job->out, f->out.s, f->out.n);
    return !f->stopped;
}

static void serve_judge_leave(void *ctx)
{
    (void)ctx;
    flint_cleanup();
}

static bool judge_many(struct reward_job *j)
{
    struct crew c = { .job = j };
    size_t threads = (size_t)reward_threads(j->reward);
    size_t useful = 1 + j->n / THREAD_ROWS;
    struct pipeline p = { .threads = (int)(useful < threads ? useful : threads),
                          .item_size = sizeof(struct few),
                          .ctx = &c,
                          .next = take_few,
                          .work = judge_few,
                          .emit = keep_few,
                          .leave = serve_judge_leave };

    pipeline_run(&p);
    for (size_t i = 0; i < j->n; i++)
        j->unjudged += j->marks[i].status != REWARD_JUDGED;
    return reward_state(j->reward) != REWARD_STOPPING;
}

bool reward_judge(struct reward_job *j)
{
    j->marks = arena_array(j->arena, struct reward_mark, j->n ? j->n : 1);
    j->out = str_in(j->arena);
    if (j->n == 1) {
        str_reserve(&j->out, 1000);
        judge_row(j, 0, j->arena, &j->out);
        j->unjudged = j->marks[0].status != REWARD_JUDGED;
    }
    reward_give_turn(j->reward);
    return j->n < 2 || judge_many(j);
}
