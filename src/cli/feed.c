/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/feed.h"
#include "base/ascii.h"
#include "base/clock.h"
#include "base/pipeline.h"
#include "cli/args.h"
#include "cli/interrupt.h"
#include "cli/talk.h"
#include "problem/forms.h"

#include <inttypes.h>
#include <stdalign.h>
#include <stdio.h>
#include <string.h>

/* ---- bad rows ---- */

#define ROWS_SHOWN 10
#define ROWS_TRIED 3

void row_talk_add(struct row_talk *t, const char *path, const struct err *e)
{
    if (t->n++ < ROWS_SHOWN)
        talk_err(path, e);
}

void row_talk_end(const struct row_talk *t)
{
    if (t->n > ROWS_SHOWN)
        talk("and %" PRIu64 " more line%s that cannot be read",
             t->n - ROWS_SHOWN, t->n - ROWS_SHOWN == 1 ? "" : "s");
}

static bool feed_expect(struct lines *l, const char *what, struct err *e)
{
    const char *p, *end;
    size_t n = 0;
    char first;

    if (!lines_peek(l, &first, e))
        return false;
    end = l->buf + l->end;
    for (p = l->buf + l->start; p < end && n < ROWS_TRIED; n++) {
        const char *newline;

        while (p < end && is_space(*p))
            p++;
        if (p == end)
            break;
        if (*p == '{')
            return true;
        newline = memchr(p, '\n', (size_t)(end - p));
        p = newline ? newline : end;
    }
    return n < 2 || err_set(e, ERR_IO, "%s: line 1 is not a JSON object; %s",
                            file_shown(l->name), what);
}

bool feed_lines_open(struct lines *l, const char *path, const char *what,
                     struct err *e)
{
    if (lines_open(l, path, 0, e) && feed_expect(l, what, e))
        return true;
    lines_close(l);
    return false;
}

/* ---- rows ---- */

/* What the pipeline hands on; the command's own bytes stand behind it. */
struct slot {
    bool ends;    /* the file cannot be read further */
    double share; /* of the file, when this was read; 0: not known */
    struct feed_item item;
    alignas(max_align_t) unsigned char own[];
};

static enum lines_got feed_read(struct feed *f, struct slot *s, struct arena *a)
{
    struct feed_item *it = &s->item;
    struct json *v = NULL;
    enum lines_got got;

    if (f->is_whole) {
        it->json = f->whole;
        f->whole = f->whole ? f->whole->next : NULL;
        return it->json ? LINES_LINE : LINES_END;
    }
    if (!f->expects) {
        got = source_next(&f->source, a, &it->problem, &it->line, &it->err);
        s->share = rows_share(f->source.rows);
        return got;
    }
    got = lines_next_json(&f->lines, a, &v, &it->err);
    it->json = v;
    it->line = f->lines.number;
    if (f->lines.size)
        s->share = (double)f->lines.read / (double)f->lines.size;
    return got;
}

static bool feed_next(void *ctx, struct pipeline_item *p)
{
    struct feed *f = ctx;
    struct slot *s = p->data;
    enum lines_got got;

    if (f->ended || interrupt_came())
        return false;
    s->item.arena = &p->arena;
    s->item.own = s->own;
    got = feed_read(f, s, &p->arena);
    s->ends = f->ended = got == LINES_FAIL;
    s->item.bad = got != LINES_LINE;
    /* A read that fails then was cut short, by the user. */
    return got != LINES_END && !(s->ends && interrupt_came());
}

static void feed_work(void *ctx, struct pipeline_item *p)
{
    struct feed *f = ctx;
    struct slot *s = p->data;

    if (f->work && (!s->item.bad || f->takes_bad))
        f->work(f->ctx, &s->item);
}

static bool feed_emit(void *ctx, struct pipeline_item *p)
{
    struct feed *f = ctx;
    struct slot *s = p->data;

    if (s->item.bad) {
        progress_hide(&f->progress);
        row_talk_add(&f->said, f->path, &s->item.err);
        f->unreadable += !s->ends || f->expects;
        f->failed = f->failed || s->ends || f->strict;
    } else {
        f->rows++;
    }
    if (!s->item.bad || f->takes_bad)
        f->failed = !f->take(f->ctx, &s->item) || f->failed;
    if (s->share > 0)
        progress_share(&f->progress, s->share);
    progress_add(&f->progress, 1);
    return !f->failed;
}

const char *feed_keep(struct arena *a, const char *text)
{
    return text ? arena_strdup(a, text) : NULL;
}

void feed_form(void *ctx, struct feed_item *item)
{
    (void)ctx;
    canonical_problem(item->own, &item->problem);
}

void feed_line(void *ctx, struct feed_item *item)
{
    struct str *line = item->own;

    (void)ctx;
    *line = str_in(item->arena);
    problem_write(line, &item->problem);
}

static bool feed_open(struct feed *f)
{
    struct err e;

    if (f->is_whole ||
        (f->expects ? feed_lines_open(&f->lines, f->path, f->expects, &e)
                    : source_open(&f->source, f->path, f->as, &e)))
        return true;
    source_close(&f->source);
    talk_err(NULL, &e);
    return false;
}

void feed_run(struct feed *f)
{
    struct pipeline p = { .threads = f->threads,
                          .item_size = sizeof(struct slot) + f->own_size,
                          .ctx = f,
                          .next = feed_next,
                          .work = feed_work,
                          .emit = feed_emit,
                          .leave = threads_leave };

    f->failed = !feed_open(f);
    if (f->failed)
        return;
    f->source.number = f->number;
    progress_open(&f->progress, stderr, clock_real(), f->verb, f->n_whole);
    pipeline_run(&p);
    progress_close(&f->progress);
    row_talk_end(&f->said);
    f->reader = f->source.reader;
    f->number = f->source.number;
    source_close(&f->source);
    lines_close(&f->lines);
    if (f->nothing && f->rows + f->unreadable == 0 && !f->failed &&
        !interrupt_came()) {
        talk("%s contains no %s", file_shown(f->path), f->nothing);
        f->failed = true;
    }
}
