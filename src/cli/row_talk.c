/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/row_talk.h"
#include "base/ascii.h"
#include "cli/talk.h"

#include <inttypes.h>
#include <string.h>

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

bool row_talk_expect(struct lines *l, const char *what, struct err *e)
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
