/* SPDX-License-Identifier: Apache-2.0 */
#include "run/watch.h"
#include "base/str.h"

#include <stdarg.h>

void watch_stage(const struct watch *w, const char *stage, const char *fmt, ...)
{
    struct str line = { 0 };
    va_list ap;

    if (!w->stage)
        return;
    va_start(ap, fmt);
    str_addv(&line, fmt, ap);
    va_end(ap);
    w->stage(w->ctx, stage, str_get(&line));
    str_clear(&line);
}

void watch_note(const struct watch *w, const char *fmt, ...)
{
    struct str line = { 0 };
    va_list ap;

    if (!w->note)
        return;
    va_start(ap, fmt);
    str_addv(&line, fmt, ap);
    va_end(ap);
    w->note(w->ctx, str_get(&line));
    str_clear(&line);
}

void watch_progress(void *w, uint64_t done, uint64_t total)
{
    const struct watch *to = w;

    if (to->progress)
        to->progress(to->ctx, done, total);
}

bool watch_stopped(void *w)
{
    const struct watch *to = w;

    return to->stop && to->stop(to->ctx);
}

bool watch_save(void *w, const char *file, const char *text, struct err *e)
{
    const struct watch *to = w;

    return !to->save || to->save(to->ctx, file, text, e);
}
