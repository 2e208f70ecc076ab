/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Drafts out of a writer's reply. Thinking aloud is passed over; JSON, in a
 * fence or alone, goes before headings and labels.
 */
#include "base/ascii.h"
#include "base/limits.h"
#include "grade/extract/extract.h"
#include "hunt/write/parse_int.h"

#include <string.h>

/* What stands behind the thinking; nothing when that never ends. */
static struct span skip_thinking(struct span p)
{
    size_t from;

    return span_from(p, extract_skip_thinking(p.s, p.n, &from) ? from : p.n);
}

/* ---- JSON in a fence ---- */

static bool is_json(struct span p)
{
    p = span_trim(p);
    return p.n && (p.s[0] == '[' || p.s[0] == '{');
}

/* The next fenced block of *rest; false when there is none. */
static bool next_fence(struct span *rest, struct span *block)
{
    struct span line, at = *rest;
    bool inside = false;

    while (span_split(&at, '\n', &line)) {
        if (!span_at_fold(span_trim(line), 0, "```"))
            continue;
        if (inside) {
            block->n = (size_t)(line.s - block->s);
            *rest = at;
            return true;
        }
        inside = true;
        block->s = at.s;
    }
    if (!inside)
        return false;
    block->n = (size_t)(rest->s + rest->n - block->s);
    *rest = at;
    return true;
}

static size_t read_json(struct arena *a, struct span text, struct vec *out)
{
    struct span block = { 0 }, rest = text;
    size_t n = 0;

    if (is_json(text))
        return draft_from_json(a, text, out);
    while (next_fence(&rest, &block))
        if (is_json(block))
            n += draft_from_json(a, block, out);
    return n;
}

size_t draft_read(struct arena *a, const char *reply, const struct draft **out)
{
    struct vec drafts = vec_in(a, sizeof(struct draft));
    struct span text = { reply, strlen(reply) };

    if (text.n > LIMIT_REPLY_BYTES)
        text.n = LIMIT_REPLY_BYTES;
    text = span_trim(skip_thinking(text));
    if (read_json(a, text, &drafts) == 0)
        draft_from_text(a, text, &drafts);
    *out = drafts.items;
    return drafts.n;
}
