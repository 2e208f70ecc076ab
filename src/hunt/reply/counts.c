/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/reply/counts.h"
#include "base/err.h"

static const struct {
    const char *name, *field;
} kinds[REPLY_KINDS] = {
    [REPLY_SOLVED] = { "solved", "solved" },
    [REPLY_WRONG] = { "wrong", "wrong" },
    [REPLY_NO_ANSWER] = { "no answer", "no_answer" },
    [REPLY_REFUSED] = { "refused", "refused" },
    [REPLY_UNREADABLE] = { "unreadable", "unreadable" },
    [REPLY_TRUNCATED] = { "truncated", "truncated" },
}, ways[WAYS] = {
    [WAY_SIGN] = { "sign error", "sign_error" },
    [WAY_CASE] = { "dropped case", "dropped_case" },
    [WAY_SLIP] = { "arithmetic slip", "arithmetic_slip" },
    [WAY_STEP] = { "wrong step", "wrong_step" },
    [WAY_METHOD] = { "wrong method", "wrong_method" },
    [WAY_GAVE_UP] = { "gave up", "gave_up" },
    [WAY_COPIED] = { "copied a number", "copied_number" },
    [WAY_FACTOR] = { "off by a factor", "off_by_factor" },
    [WAY_INVERTED] = { "inverted fraction", "inverted" },
    [WAY_ONE] = { "off by one", "off_by_one" },
    [WAY_FORM] = { "wrong form", "wrong_form" },
    [WAY_OTHER] = { "other", "other" },
};

const char *reply_kind_name(enum reply_kind k)
{
    INVARIANT(k < REPLY_KINDS);
    return kinds[k].name;
}

const char *reply_kind_field(enum reply_kind k)
{
    INVARIANT(k < REPLY_KINDS);
    return kinds[k].field;
}

const char *reply_way_name(enum reply_way w)
{
    INVARIANT(w < WAYS);
    return ways[w].name;
}

const char *reply_way_field(enum reply_way w)
{
    INVARIANT(w < WAYS);
    return ways[w].field;
}

void reply_counts_add(struct reply_counts *sum, const struct reply_counts *x)
{
    for (int i = 0; i < REPLY_KINDS; i++)
        sum->kinds[i] += x->kinds[i];
    for (int i = 0; i < WAYS; i++)
        sum->ways[i] += x->ways[i];
    sum->alone += x->alone;
    sum->held += x->held;
    sum->apart += x->apart;
    sum->wrong += x->wrong;
    sum->doubtful += x->doubtful;
    for (int i = 0; i < 2; i++) {
        sum->read[i] += x->read[i];
        sum->boxed[i] += x->boxed[i];
        sum->words[i] += x->words[i];
    }
}

uint32_t reply_counts_all(const struct reply_counts *c)
{
    uint32_t n = 0;

    for (int i = 0; i < REPLY_KINDS; i++)
        n += c->kinds[i];
    return n;
}

bool reply_counts_cut(const struct reply_counts *c)
{
    return (uint64_t)c->kinds[REPLY_TRUNCATED] * 10 >=
               (uint64_t)reply_counts_all(c) * 9 &&
           c->kinds[REPLY_TRUNCATED] > 0;
}
