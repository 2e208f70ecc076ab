/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/stage_show.h"
#include "base/clock.h"
#include "base/str.h"
#include "cli/interrupt.h"
#include "cli/talk.h"

#include <stdio.h>

/* "2/5": the stage's place among those that there are; 0: none. */
static size_t place_of(const struct stage_show *s, const char *stage)
{
    for (size_t i = 0; i < s->n_stages; i++)
        if (str_eq(s->stages[i], stage))
            return i + 1;
    return 0;
}

static void end_line(struct stage_show *s)
{
    if (s->drawing)
        progress_close(&s->progress);
    s->drawing = false;
}

void stage_show_stage(void *ctx, const char *stage, const char *what)
{
    struct stage_show *s = ctx;
    size_t place = place_of(s, stage);

    end_line(s);
    snprintf(s->stage, sizeof(s->stage), "%s", stage);
    if (place)
        talk("%zu/%zu %s: %s", place, s->n_stages, stage, what);
    else
        talk("%s: %s", stage, what);
}

void stage_show_progress(void *ctx, uint64_t done, uint64_t total)
{
    struct stage_show *s = ctx;

    /* Another set of calls within the stage begins anew. */
    if (s->drawing && (done < s->progress.done || total != s->progress.total))
        end_line(s);
    if (!s->drawing) {
        progress_open(&s->progress, stderr, clock_real(), s->stage, total);
        progress_before(&s->progress, done);
        s->drawing = true;
    }
    progress_add(&s->progress, done - s->progress.done);
}

void stage_show_note(void *ctx, const char *text)
{
    struct stage_show *s = ctx;

    if (s->drawing)
        progress_hide(&s->progress);
    talk("note: %s", text);
}

bool stage_show_save(void *ctx, const char *file, const char *text,
                     struct err *e)
{
    struct stage_show *s = ctx;

    return !s->files || out_files_put_inner(s->files, file, text, e);
}

bool stage_show_stop(void *ctx)
{
    struct stage_show *s = ctx;

    if (!interrupt_came())
        return false;
    if (!s->stopping) {
        if (s->drawing)
            progress_hide(&s->progress);
        talk("stopping: calls in flight have %.0f s to end; Ctrl-C again "
             "stops at once (nothing that was answered is lost)",
             s->grace_s);
    }
    return s->stopping = true;
}

void stage_show_close(struct stage_show *s)
{
    end_line(s);
}
