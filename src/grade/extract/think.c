/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/extract/extract_int.h"

#include <string.h>

/*
 * Models that think aloud mark where they stop; what stands before the last
 * such mark is no answer. Marks begin with one of three bytes, so three
 * searches for a byte find them all.
 */

struct mark {
    const char *word; /* lower case */
    bool close;
};

static const struct mark angle_marks[] = {
    { "</think>", true },
    { "</thinking>", true },
    { "</reasoning>", true },
    { "</thought>", true },
    { "</seed:think>", true },
    { "<|end_of_thought|>", true },
    { "<|/think|>", true },
    { "<|channel|>final<|message|>", true },
    { "<think>", false },
    { "<thinking>", false },
    { "<reasoning>", false },
    { "<thought>", false },
    { "<seed:think>", false },
    { "<|begin_of_thought|>", false },
    { "<|channel|>analysis", false },
};
static const struct mark square_marks[] = { { "[/think]", true },
                                            { "[think]", false } };
/* U+25C1 and U+25B7 */
static const struct mark triangle_marks[] = {
    { "\xe2\x97\x81/think\xe2\x96\xb7", true },
    { "\xe2\x97\x81think\xe2\x96\xb7", false },
};

struct thinking {
    size_t open;  /* behind the last mark that opens, 0: none */
    size_t close; /* behind the last mark that closes, 0: none */
};

static void look(struct span t, char first, const struct mark *marks,
                 size_t count, struct thinking *found)
{
    const char *p = t.s, *end = t.s + t.n;

    while (p < end && (p = memchr(p, first, (size_t)(end - p)))) {
        size_t at = (size_t)(p++ - t.s);

        /* What no mark goes on with. */
        if (t.n - at < 4 || !one_of(*p, "/|tTrRsS\x97"))
            continue;
        for (size_t i = 0; i < count; i++) {
            if ((marks[i].word[2] | 0x20) != (t.s[at + 2] | 0x20) ||
                !span_at_fold(t, at, marks[i].word))
                continue;
            at += strlen(marks[i].word);
            if (marks[i].close && at > found->close)
                found->close = at;
            else if (!marks[i].close && at > found->open)
                found->open = at;
            break;
        }
    }
}

#define COUNT(marks) (sizeof(marks) / sizeof *(marks))

bool think_skip(struct span text, struct span *out)
{
    struct thinking t = { 0 };

    look(text, '<', angle_marks, COUNT(angle_marks), &t);
    look(text, '[', square_marks, COUNT(square_marks), &t);
    look(text, '\xe2', triangle_marks, COUNT(triangle_marks), &t);
    *out = span_cut(text, t.close, text.n);
    return t.open <= t.close;
}

bool extract_skip_thinking(const char *text, size_t n, size_t *from)
{
    struct span rest;
    bool ends = think_skip((struct span){ text, n }, &rest);

    *from = n - rest.n;
    return ends;
}
