/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/hunt_show.h"
#include "base/clock.h"
#include "base/str.h"
#include "cli/interrupt.h"
#include "cli/talk.h"

#include <stdio.h>

/* ---- stages ---- */

static bool has_stage(const struct hunt_spec *s, const char *stage)
{
    if (str_eq(stage, "tags"))
        return s->tagger != NULL;
    return !str_eq(stage, "controls") || s->controls;
}

/* "2/5": the stage's place among those that this hunt has; 0: none. */
static int place_of(const struct hunt_spec *s, const char *stage, int *total)
{
    static const char *const order[] = { "failures", "tags",    "hypotheses",
                                         "problems", "measure", "controls" };
    int place = 0;

    *total = 0;
    for (size_t i = 0; s && i < sizeof(order) / sizeof(order[0]); i++) {
        if (!has_stage(s, order[i]))
            continue;
        ++*total;
        if (str_eq(order[i], stage))
            place = *total;
    }
    return place;
}

static void end_line(struct hunt_show *s)
{
    if (s->drawing)
        progress_close(&s->progress);
    s->drawing = false;
}

static void show_stage(void *ctx, const char *stage, const char *what)
{
    struct hunt_show *s = ctx;
    int total, place = place_of(s->spec, stage, &total);

    end_line(s);
    snprintf(s->stage, sizeof(s->stage), "%s", stage);
    if (place)
        talk("%d/%d %s: %s", place, total, stage, what);
    else
        talk("%s: %s", stage, what);
}

static void show_progress(void *ctx, uint64_t done, uint64_t total)
{
    struct hunt_show *s = ctx;

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

static void show_note(void *ctx, const char *text)
{
    struct hunt_show *s = ctx;

    if (s->drawing)
        progress_hide(&s->progress);
    talk("note: %s", text);
}

static bool save_bank(void *ctx, const char *file, const char *text,
                      struct err *e)
{
    struct hunt_show *s = ctx;

    return !s->files || hunt_files_bank(s->files, file, text, e);
}

static bool should_stop(void *ctx)
{
    struct hunt_show *s = ctx;

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

struct hunt_watch hunt_show_watch(struct hunt_show *s)
{
    return (struct hunt_watch){ .stage = show_stage,
                                .progress = show_progress,
                                .note = show_note,
                                .save = save_bank,
                                .stop = should_stop,
                                .ctx = s };
}

void hunt_show_close(struct hunt_show *s)
{
    end_line(s);
}
