/* SPDX-License-Identifier: Apache-2.0 */
#include "climb/staircase.h"
#include "base/err.h"

#define MARGIN 4     /* rungs that the threshold may lie beyond the ladder */
#define LEAP   4     /* rungs above a solved one that may be asked next */
#define SURE   0.975 /* that the threshold is off the ladder */

const char *stair_end_name(enum stair_end e)
{
    static const char *const names[STAIR_ENDS] = { "open",  "narrow", "beyond",
                                                   "below", "calls",  "empty",
                                                   "failed" };

    return names[e];
}

struct staircase staircase_open(struct arena *a, size_t n, size_t reach)
{
    double high = (double)n - 1 + MARGIN;

    INVARIANT(n >= 1 && n <= STAIR_RUNGS);
    return (struct staircase){ .curve = logistic_open(a, -MARGIN, high),
                               .guess = logistic_open(a, -MARGIN, high),
                               .n = n,
                               .reach = reach < n ? reach : n - 1,
                               .closed = arena_array(a, bool, n),
                               .asked = arena_array(a, uint64_t, n),
                               .solved = arena_array(a, uint64_t, n) };
}

/* The rung where a reply tells most, or n. Of rungs that tell the same but for
 * rounding it is the lowest. */
static size_t best_rung(const struct staircase *s)
{
    size_t best = s->n;
    double most = -1;

    for (size_t i = 0; i < s->n && i <= s->reach; i++) {
        double gain;

        if (s->closed[i])
            continue;
        gain = logistic_gain(&s->guess, (double)i);
        if (gain > most * (1 + 1e-9)) {
            most = gain;
            best = i;
        }
    }
    return best;
}

/* A problem that was chosen counts for the next one as the reply that is
 * expected of it, a share of a success and of a failure. */
size_t staircase_next(struct staircase *s, size_t k, size_t *out)
{
    logistic_copy(&s->guess, &s->curve);
    for (size_t i = 0; i < k; i++) {
        double p;

        out[i] = best_rung(s);
        if (out[i] == s->n)
            return i;
        p = logistic_rate(&s->guess, (double)out[i]);
        logistic_add(&s->guess, (double)out[i], p, 1 - p);
    }
    return k;
}

void staircase_add(struct staircase *s, size_t rung, bool solved)
{
    logistic_add(&s->curve, (double)rung, solved, !solved);
    s->asked[rung]++;
    s->solved[rung] += solved;
    if (solved && rung + LEAP > s->reach)
        s->reach = rung + LEAP;
}

void staircase_close(struct staircase *s, size_t rung, bool above)
{
    for (size_t i = rung; i < (above ? s->n : rung + 1); i++)
        s->closed[i] = true;
}

struct interval staircase_interval(const struct staircase *s)
{
    return (struct interval){ logistic_threshold(&s->curve, 0.025),
                              logistic_threshold(&s->curve, 0.975) };
}

size_t staircase_top(const struct staircase *s)
{
    for (size_t i = s->n; i-- > 0;)
        if (s->asked[i] || !s->closed[i])
            return i;
    return 0;
}

enum stair_end staircase_end(const struct staircase *s, uint64_t calls,
                             uint64_t most, double width)
{
    struct interval i = staircase_interval(s);

    if (logistic_above(&s->curve, (double)staircase_top(s)) >= SURE)
        return STAIR_BEYOND;
    if (logistic_above(&s->curve, 0) <= 1 - SURE)
        return STAIR_BELOW;
    if (i.high - i.low <= 2 * width)
        return STAIR_NARROW;
    return calls >= most ? STAIR_CALLS : STAIR_OPEN;
}
