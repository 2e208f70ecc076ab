/* SPDX-License-Identifier: Apache-2.0 */

/* Why a targeted set is hard, by what its controls say. */
#include "hunt/cause/cause.h"
#include "base/alloc.h"
#include "base/str.h"
#include "stats/stats.h"

#include <math.h>
#include <stdlib.h>

/* ---- rates ---- */

struct solve solve_of(const struct tried *t)
{
    double *total = alloc_new(t->n + 1, sizeof(double));
    double *count = alloc_new(t->n + 1, sizeof(double));
    double right = 0, tries = 0;
    struct solve s = { .rate = NAN, .lo = 0, .hi = 1 };
    struct interval i;

    for (size_t k = 0; k < t->n; k++) {
        if (!t->tries[k])
            continue;
        total[s.n] = t->right[k];
        count[s.n++] = t->tries[k];
        right += t->right[k];
        tries += t->tries[k];
    }
    if (s.n) {
        i = stats_clustered(total, count, s.n, 0, 1);
        s.rate = right / tries;
        s.lo = i.low;
        s.hi = i.high;
    }
    free(total);
    free(count);
    return s;
}

/* ---- gaps ---- */

void gap_of(const struct solve *a, const struct solve *b, double *gap,
            double *lo, double *hi)
{
    struct interval i =
        stats_newcombe(a->rate, (struct interval){ a->lo, a->hi }, b->rate,
                       (struct interval){ b->lo, b->hi });

    *gap = b->rate - a->rate;
    *lo = i.low;
    *hi = i.high;
}

void gap_paired(const struct tried *a, const struct tried *b, double *gap,
                double *lo, double *hi)
{
    double *d = alloc_new(a->n + 1, sizeof(double));
    double *one = alloc_new(a->n + 1, sizeof(double));
    struct interval i;
    size_t n = 0;

    for (size_t k = 0; k < a->n && k < b->n; k++) {
        if (!a->tries[k] || !b->tries[k])
            continue;
        d[n] = (double)b->right[k] / b->tries[k] -
               (double)a->right[k] / a->tries[k];
        one[n++] = 1;
    }
    *gap = n ? stats_mean(d, n) : NAN;
    i = n ? stats_clustered(d, one, n, -1, 1) : (struct interval){ -1, 1 };
    *lo = i.low;
    *hi = i.high;
    free(d);
    free(one);
}

/* ---- sizes ---- */

/*
 * The width of an interval goes with one over the root of the number of
 * problems. A pilot whose problems all went the same way says little of the
 * spread, so that its rate is drawn half a problem towards the middle first
 * (its interval is Wilson's, which does the same).
 */
size_t measure_needed(const struct tried *pilot, double width, size_t most)
{
    struct solve s = solve_of(pilot);
    double ratio = s.n ? (s.hi - s.lo) / width : 0;
    double n = ceil((double)s.n * ratio * ratio);

    if (!s.n || n > (double)most)
        return most > pilot->n ? most : pilot->n;
    return (size_t)n > pilot->n ? (size_t)n : pilot->n;
}

/* A gap that is smaller than this, with its whole interval, is none. */
#define CAUSE_SMALL 0.1

enum finding_kind { FOUND_YES, FOUND_NO, FOUND_OPEN };

/* Is b solved more often than a? */
static enum finding_kind is_easier(const struct solve *a, const struct solve *b)
{
    double gap, lo, hi;

    if (!a->n || !b->n)
        return FOUND_OPEN;
    gap_of(a, b, &gap, &lo, &hi);
    if (lo > 0)
        return FOUND_YES;
    return hi < CAUSE_SMALL ? FOUND_NO : FOUND_OPEN;
}

static void say(struct arena *a, struct hypothesis *h, const char *cause,
                const char *why)
{
    h->cause = arena_strdup(a, cause);
    h->cause_why = why;
}

static const char *percent(struct arena *a, double rate)
{
    return arena_printf(a, "%.0f %%", 100 * rate);
}

/* Not seen to be easier than the targeted problems; but where targeted ones
 * that do not need it are hard too, it is not what makes them hard. */
static bool may_be_skill(const struct hypothesis *h, const struct contrast *c)
{
    return str_eq(c->what, "auxiliary") && c->without.n &&
           is_easier(&h->targeted, &c->without) != FOUND_YES &&
           is_easier(&c->others, &h->control) != FOUND_YES;
}

/* An auxiliary skill that is by itself as hard as the suspicion. */
static bool by_skill(struct arena *a, struct hypothesis *h)
{
    for (size_t i = 0; i < h->n_contrasts; i++) {
        const struct contrast *c = &h->contrasts[i];

        if (!may_be_skill(h, c) ||
            is_easier(&c->without, &h->control) != FOUND_YES)
            continue;
        say(a, h, arena_printf(a, "auxiliary skill: %s", c->which),
            arena_printf(a,
                         "problems of %s without the suspicion's concepts are "
                         "solved %s of the time, no more than the targeted "
                         "ones (%s), and other problems %s",
                         c->which, percent(a, c->without.rate),
                         percent(a, h->targeted.rate),
                         percent(a, h->control.rate)));
        return true;
    }
    return false;
}

/* A skill whose problems are not seen to be easier than the targeted ones, nor
 * (else by_skill) harder than the control: it may be the cause. */
static bool skill_is_open(struct arena *a, struct hypothesis *h)
{
    for (size_t i = 0; i < h->n_contrasts; i++) {
        const struct contrast *c = &h->contrasts[i];

        if (!may_be_skill(h, c))
            continue;
        say(a, h, "not told",
            arena_printf(
                a,
                "problems of %s without the suspicion's concepts (%s) are "
                "too few to tell them from the targeted ones (%s) and "
                "from others (%s)",
                c->which, percent(a, c->without.rate),
                percent(a, h->targeted.rate), percent(a, h->control.rate)));
        return true;
    }
    return false;
}

bool cause_doubts(const struct hypothesis *h, const struct contrast *c)
{
    return h->suspicion.n_concepts > 0 && !str_eq(c->what, "auxiliary") &&
           c->lo > 0 && is_easier(&h->targeted, &h->control) == FOUND_YES;
}

/* Matched problems without the trait as well, where they were asked: the
 * control has it, and is as hard by it for whom it makes everything hard. */
static const struct solve *others_of(const struct hypothesis *h,
                                     const struct contrast *c)
{
    return c->others.n ? &c->others : &h->control;
}

/* Without the trait the same problems are no harder than others, and most of
 * what lies between them is gone: that it cannot be seen is not enough. */
static bool is_trait(const struct hypothesis *h, const struct contrast *c)
{
    const struct solve *others = others_of(h, c);

    return cause_doubts(h, c) && is_easier(&c->without, others) != FOUND_YES &&
           others->rate - c->without.rate <
               (h->control.rate - h->targeted.rate) / 2;
}

static bool by_trait(struct arena *a, struct hypothesis *h)
{
    const struct contrast *best = NULL;

    for (size_t i = 0; i < h->n_contrasts; i++) {
        const struct contrast *c = &h->contrasts[i];

        if (is_trait(h, c) && (!best || c->gap > best->gap))
            best = c;
    }
    if (!best)
        return false;
    say(a, h, best->what,
        arena_printf(
            a,
            "with %s problems of the suspicion are solved %s of the time, "
            "without %s: no longer less than others (%s)",
            best->which, percent(a, best->with.rate),
            percent(a, best->without.rate),
            percent(a, others_of(h, best)->rate)));
    return true;
}

/* What makes a concept's problems harder still, in brackets; or nothing. */
static const char *harder_still(struct arena *a, const struct hypothesis *h)
{
    const struct contrast *best = NULL;

    for (size_t i = 0; i < h->n_contrasts; i++) {
        const struct contrast *c = &h->contrasts[i];

        if (cause_doubts(h, c) && c->gap >= CAUSE_SMALL &&
            (!best || c->gap > best->gap))
            best = c;
    }
    if (!best)
        return "";
    return arena_printf(a, "; they are harder still with %s (%s, without %s)",
                        best->which, percent(a, best->with.rate),
                        percent(a, best->without.rate));
}

/* What a bound that holds up is called. */
static const char *bound_cause(const struct bound *b)
{
    static const char *const causes[][2] = {
        { "words", "length" }, { "characters", "length" },
        { "digits", "size" },  { "numbers", "size" },
        { "steps", "steps" },  { "wording", "wording" },
    };

    for (size_t i = 0; i < sizeof(causes) / sizeof(causes[0]); i++)
        if (str_eq(b->trait, causes[i][0]))
            return causes[i][1];
    return b->trait;
}

void cause_find(struct arena *a, struct hypothesis *h)
{
    bool concept = h->suspicion.n_concepts > 0;

    if (!h->targeted.n || !h->control.n)
        return;
    switch (is_easier(&h->targeted, &h->control)) {
    case FOUND_NO:
        say(a, h, concept ? "not the concept" : "not the factor",
            arena_printf(a,
                         "matched problems without it are solved no more "
                         "often: %s against %s",
                         percent(a, h->control.rate),
                         percent(a, h->targeted.rate)));
        return;
    case FOUND_OPEN:
        say(a, h, "not told",
            arena_printf(a,
                         "the intervals of targeted (%s) and matched problems "
                         "(%s) are too wide to tell",
                         percent(a, h->targeted.rate),
                         percent(a, h->control.rate)));
        return;
    case FOUND_YES: break;
    }
    if (concept && (by_skill(a, h) || by_trait(a, h) || skill_is_open(a, h)))
        return;
    say(a, h, concept ? "concept" : bound_cause(&h->suspicion.bound),
        arena_printf(a,
                     "targeted problems are solved %s of the time, matched "
                     "ones without it %s, and nothing else that was tried "
                     "explains that%s",
                     percent(a, h->targeted.rate), percent(a, h->control.rate),
                     harder_still(a, h)));
}
