/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/each_problem.h"
#include "base/clock.h"
#include "base/pipeline.h"
#include "cli/args.h"
#include "cli/interrupt.h"
#include "cli/talk.h"

#include <stdalign.h>
#include <stdio.h>

/* What the pipeline hands on; the command's own bytes stand behind it. */
struct slot {
    enum lines_got got;
    double share; /* of the file, when this was read */
    struct feed_item item;
    struct err err;
    alignas(max_align_t) unsigned char own[];
};

static bool each_problem_next(void *ctx, struct pipeline_item *p)
{
    struct problem_feed *f = ctx;
    struct slot *s = p->data;

    if (interrupt_came())
        return false;
    s->item.arena = &p->arena;
    s->item.own = s->own;
    s->got = source_next(&f->source, &p->arena, &s->item.problem, &s->item.line,
                         &s->err);
    s->share = rows_share(f->source.rows);
    if (s->got == LINES_FAIL && interrupt_came())
        return false; /* the read was cut short, by the user */
    return s->got != LINES_END;
}

static void each_problem_work(void *ctx, struct pipeline_item *p)
{
    struct problem_feed *f = ctx;
    struct slot *s = p->data;

    if (s->got == LINES_LINE)
        f->work(f->ctx, &s->item);
}

static bool each_problem_emit(void *ctx, struct pipeline_item *p)
{
    struct problem_feed *f = ctx;
    struct slot *s = p->data;

    if (s->got != LINES_LINE) {
        progress_hide(&f->progress);
        row_talk_add(&f->rows, f->path, &s->err);
        f->unreadable += s->got == LINES_BAD;
        f->failed = f->failed || s->got == LINES_FAIL;
        return !f->failed;
    }
    f->problems++;
    f->failed = !f->take(f->ctx, &s->item);
    progress_share(&f->progress, s->share);
    progress_add(&f->progress, 1);
    return !f->failed;
}

void each_problem(struct problem_feed *f)
{
    struct pipeline p = { .threads = f->threads,
                          .item_size = sizeof(struct slot) + f->own_size,
                          .ctx = f,
                          .next = each_problem_next,
                          .work = each_problem_work,
                          .emit = each_problem_emit,
                          .leave = threads_leave };
    struct err e;

    if (!source_open(&f->source, f->path, NULL, &e)) {
        talk_err(NULL, &e);
        f->failed = true;
        return;
    }
    progress_open(&f->progress, stderr, clock_real(), f->verb, 0);
    pipeline_run(&p);
    progress_close(&f->progress);
    row_talk_end(&f->rows);
    source_close(&f->source);
    if (f->problems + f->unreadable == 0 && !f->failed && !interrupt_came()) {
        talk("%s contains no problem", file_shown(f->path));
        f->failed = true;
    }
}
