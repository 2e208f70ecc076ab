/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/operators/hedge.h"
#include "base/ascii.h"
#include "base/str.h"

#include <inttypes.h>
#include <string.h>

/* Verbs that fit one thing and many: quantities are "the answer" as well as
 * "the 16 eggs". */
static const struct {
    const char *before, *between, *behind;
} hedges[] = {
    { "Somebody guessed that ", " might be about ", "." },
    { "At first sight ", " could seem to be roughly ",
      ", but nobody worked it out." },
    { "It has been suggested, without any proof, that ", " could perhaps be ",
      "." },
    { "Rumour has it that ", " may or may not be ", "." },
    { "It is unclear whether ", " might have anything to do with ", "." },
    { "There is a chance that ", " could come near ",
      ", though this was never checked." },
    { "Some people feel that ", " might possibly be related to ", "." },
    { "Nobody can tell whether ", " might follow from ", "." },
    { "A passer-by thought that ", " would maybe turn out to be ", "." },
    { "It could be that ", " would lie somewhere around ", "." },
    { "An old note hints, not very clearly, that ", " might be the same as ",
      "." },
    { "One may wonder whether ", " could be ", "." },
    { "Perhaps, though no one is sure, ", " could lead to ", "." },
};

const size_t n_hedges = sizeof(hedges) / sizeof(*hedges);

static const char *const ways[HEDGE_WAYS] = {
    [HEDGE_MORE] = " more than ",
    [HEDGE_LESS] = " less than ",
    [HEDGE_TIMES] = " times ",
};

const char *hedge_say(struct arena *a, const struct hedge *h,
                      const struct quantity *q)
{
    return arena_printf(a, "%s%s%s%" PRId64 "%s%s%s",
                        hedges[h->relation].before, q[h->of].phrase,
                        hedges[h->relation].between, h->number, ways[h->way],
                        q[h->from].phrase, hedges[h->relation].behind);
}

const char *hedge_equation(struct arena *a, const struct hedge *h,
                           const struct quantity *q)
{
    return arena_printf(a, "[%s] = [%s] %c %" PRId64, q[h->of].phrase,
                        q[h->from].phrase, "+-*"[h->way], h -> number);
}

/* "4 more than " at *p, which moves behind it. */
static bool read_way(const char **p, struct hedge *h)
{
    const char *at = *p;
    int digits = 0;

    for (h->number = 0; is_digit(*at) && digits < 18; at++, digits++)
        h->number = h->number * 10 + (*at - '0');
    if (!digits)
        return false;
    for (h->way = 0; h->way < HEDGE_WAYS; h->way++)
        if (str_starts(at, ways[h->way])) {
            *p = at + strlen(ways[h->way]);
            return true;
        }
    return false;
}

/* What stands behind the first quantity. */
static bool read_rest(const char *p, const struct quantity *q, size_t n,
                      struct hedge *h)
{
    if (!str_starts(p, hedges[h->relation].between))
        return false;
    p += strlen(hedges[h->relation].between);
    if (!read_way(&p, h))
        return false;
    for (h->from = 0; h->from < n; h->from++)
        if (h->from != h->of && str_starts(p, q[h->from].phrase) &&
            str_eq(p + strlen(q[h->from].phrase), hedges[h->relation].behind))
            return true;
    return false;
}

bool hedge_read(const char *text, const struct quantity *q, size_t n,
                struct hedge *out)
{
    struct hedge *h = out;

    for (h->relation = 0; h->relation < n_hedges; h->relation++) {
        const char *p = text + strlen(hedges[h->relation].before);

        if (!str_starts(text, hedges[h->relation].before))
            continue;
        for (h->of = 0; h->of < n; h->of++)
            if (str_starts(p, q[h->of].phrase) &&
                read_rest(p + strlen(q[h->of].phrase), q, n, h))
                return true;
    }
    return false;
}

bool hedge_value(const struct hedge *h, struct ratio from, struct ratio *out)
{
    struct ratio k = RATIO(h->number);

    switch (h->way) {
    case HEDGE_MORE: return ratio_add(out, from, k);
    case HEDGE_LESS: return ratio_sub(out, from, k);
    case HEDGE_TIMES: return ratio_mul(out, from, k);
    case HEDGE_WAYS: break;
    }
    BUG("no such way");
}
