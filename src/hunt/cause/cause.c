/* SPDX-License-Identifier: Apache-2.0 */

/* The verdict: what makes targeted problems hard, in words. */
#include "hunt/cause/cause.h"
#include "base/str.h"
#include "hunt/cause/cause_int.h"

#include <math.h>

#define SMALL 0.1  /* a gap that is smaller, with its whole interval, is none */
#define MOST  0.6  /* of the gap, that a cause explains at least */
#define ALL   0.95 /* of the gap, and it explains all of it */
#define SPLIT \
 0.25 /* agreement of the attempts at one problem, where the set as a whole \
         is solved */
#define HALF    0.3 /* or more */
#define BY_LUCK 2.0 /* standard errors that luck may bring */

enum finding_kind { FOUND_YES, FOUND_NO, FOUND_OPEN };

/* Is b solved more often than a? */
static enum finding_kind is_easier(const struct solve *a, const struct solve *b)
{
    double gap, lo, hi;

    gap_of(a, b, &gap, &lo, &hi);
    if (lo > 0)
        return FOUND_YES;
    return hi < SMALL ? FOUND_NO : FOUND_OPEN;
}

/* What is being decided. */
struct inquest {
    struct arena *arena; /* of the hypothesis */
    struct hypothesis *row;
    struct explanation x;
    enum finding_kind gap;
    const char *best; /* the cause that explains most, or NULL */
    double share;     /* what it explains, and */
    double total;     /* of how much */
    bool contested;   /* a claim would explain about as much in its place */
};

static const struct clue *chosen_at(const struct inquest *t, size_t i)
{
    return vec_get(&t->x.evidence->clues, struct clue, t->x.chosen[i]);
}

static const char *percent(struct arena *a, double rate)
{
    return arena_printf(a, "%.0f %%", 100 * rate);
}

static void say(struct inquest *t, const char *cause, const char *why)
{
    t->row->cause = arena_strdup(t->arena, cause);
    t->row->cause_why = why;
}

/* ---- what explains most ---- */

/* Between targeted and matched problems; where these are as hard, of the
 * targeted ones. */
static double share_of(const struct inquest *t, const char *cause)
{
    double share = explain_share(&t->x, ASKED_TARGETED, cause);

    return t->gap == FOUND_YES
               ? share - explain_share(&t->x, ASKED_MATCHED, cause)
               : share;
}

static void find_best(struct inquest *t)
{
    const struct explanation *x = &t->x;
    double rate = explain_rate(x, ASKED_TARGETED, 0);

    t->best = NULL;
    t->total = rate - (t->gap == FOUND_YES
                           ? explain_rate(x, ASKED_MATCHED, 0)
                           : explain_rate(x, ASKED_TARGETED, UINT32_MAX));
    for (size_t i = 0; i < x->n; i++) {
        const char *cause = chosen_at(t, i)->cause;
        double share = share_of(t, cause);

        if (!t->best || share > t->share) {
            t->best = cause;
            t->share = share;
        }
    }
    if (t->best && (t->share < SMALL || t->share < MOST * t->total))
        t->best = NULL;
}

/* The clue of a cause that was taken first. */
static const struct clue *first_of(const struct inquest *t, const char *cause)
{
    for (size_t i = 0; i < t->x.n; i++)
        if (str_eq(chosen_at(t, i)->cause, cause))
            return chosen_at(t, i);
    return NULL;
}

/* Another bound of the suspected trait is the suspicion all the same. */
static bool is_claim(const struct inquest *t, const struct clue *f)
{
    return f->kind == CLUE_CLAIM ||
           str_eq(f->cause,
                  vec_get(&t->x.evidence->clues, struct clue, 0)->cause);
}

/*
 * What problems of several weaknesses happen to share explains more than any of
 * them, but less than all of them together. So where something else was taken
 * for the cause, the suspicion and other concepts are tried in its place; the
 * better of the two explanations stands.
 */
static void contest(struct inquest *t)
{
    for (;;) {
        const struct clue *f = t->best ? first_of(t, t->best) : NULL;
        struct explanation other;

        if (!f || f->kind == CLUE_MINED || is_claim(t, f) ||
            t->gap == FOUND_NO || !explain_claimed(&t->x, t->best, &other))
            return;
        if (explain_worth(&t->x, true) >= explain_worth(&other, true)) {
            t->contested = explain_worth(&t->x, false) <
                           explain_worth(&other, false) + RIVAL;
            return;
        }
        t->x = other;
        find_best(t);
    }
}

/* What fails: the clue, or not to have it. */
static const char *what_of(const struct inquest *t, const struct clue *f)
{
    for (size_t i = 0; i < t->x.n && !f->within; i++)
        if (chosen_at(t, i) == f && t->x.fit.beta[i + 1] < 0)
            return f->unlike ? f->unlike
                             : arena_printf(t->arena, "not %s", f->what);
    return f->what;
}

/* ---- items that go one way or the other ---- */

/*
 * Do the attempts at one targeted problem agree beyond what the model says, and
 * beyond luck? Their agreement is 0 if they are independent and 1 if they all go
 * the same way. For X failures in t independent tries, (X - t p)^2 has the
 * variance 2 t (t - 1) s^2 + t s (1 - 4 s), where s = p (1 - p).
 */
static bool goes_one_way(const struct explanation *x)
{
    const struct evidence *v = x->evidence;
    double over = 0, most = 0, luck = 0;

    for (size_t i = 0; i < v->n; i++) {
        double t = v->rows[i].tries, p = x->rate[i];
        double off = t * (v->fails[i] - p), spread = p * (1 - p);

        if (v->rows[i].set != ASKED_TARGETED || t < 2)
            continue;
        over += off * off - t * spread;
        most += t * (t - 1) * spread;
        luck += t * spread * (2 * (t - 1) * spread + 1 - 4 * spread);
    }
    return over > SPLIT * most && over > BY_LUCK * sqrt(luck);
}

/* ---- sentences ---- */

/* Solve rates of targeted problems with and without it, of the half of the
 * rows on which it was not found. */
static const char *differs(struct inquest *t, const struct clue *f)
{
    const struct evidence *v = t->x.evidence;
    double right[2] = { 0 }, n[2] = { 0 };

    for (size_t i = 0; f && i < v->n; i++)
        if (v->rows[i].set != ASKED_BENCHMARK && v->half[i]) {
            right[f->on[i]] += 1 - v->fails[i];
            n[f->on[i]]++;
        }
    if (n[0] < 1 || n[1] < 1 || fabs(right[0] / n[0] - right[1] / n[1]) < SMALL)
        return "; none of the features examined (words of the statement, "
               "families, knobs, the key) separates failed problems from "
               "solved ones";
    return arena_printf(
        t->arena,
        "; failed and solved problems differ most in %s (in the half not used "
        "to find it, %s are solved with it and %s without)",
        f->what, percent(t->arena, right[1] / n[1]),
        percent(t->arena, right[0] / n[0]));
}

static const char *rates(struct inquest *t)
{
    return arena_printf(
        t->arena,
        "targeted problems are solved %s of the time, matched problems %s",
        percent(t->arena, t->row->targeted.rate),
        percent(t->arena, t->row->control.rate));
}

/* What else makes these problems harder still, or nothing. */
static const char *harder_still(struct inquest *t)
{
    for (size_t i = 0; i < t->x.n; i++) {
        const struct clue *f = chosen_at(t, i);
        double share = explain_share(&t->x, ASKED_TARGETED, f->cause);

        if (!str_eq(f->cause, t->best) && share >= SMALL)
            return arena_printf(t->arena, "; %s (%s) costs another %.0f points",
                                f->cause, what_of(t, f), 100 * share);
    }
    return "";
}

static void say_not_tried(struct inquest *t, const char *why)
{
    const struct clue *f = first_of(t, "something not tried");

    say(t, "something not tried",
        arena_printf(t->arena, "%s, %s%s", rates(t), why,
                     differs(t, f ? f : explain_left(&t->x))));
}

/* ---- the verdict ---- */

/* Why the suspicion arose, where that is plain: what explains most of what its
 * problems of the benchmark fail more. */
static const char *arose(struct inquest *t)
{
    const struct explanation *x = &t->x;
    double gap = explain_benchmark(x, 0);

    for (size_t i = 0; i < x->n; i++) {
        const struct clue *f = chosen_at(t, i);
        double by = gap - explain_benchmark(x, explain_bits(x, f->cause));

        if (f->kind != CLUE_CLAIM && !f->within && by > SMALL / 2 &&
            by >= MOST * gap)
            return arena_printf(
                t->arena,
                "; on the benchmark, problems with it fail %.0f points more "
                "often, and %s explains %.0f of these points",
                100 * gap, what_of(t, f), 100 * fmin(by, gap));
    }
    return "";
}

static void say_nothing_found(struct inquest *t)
{
    bool concept = t->row->suspicion.n_concepts > 0;

    if (t->gap == FOUND_YES)
        say_not_tried(t, "but none of the candidates explains this");
    else if (t->gap == FOUND_NO)
        say(t, concept ? "not the concept" : "not the factor",
            arena_printf(t->arena,
                         "matched problems without it are not solved more "
                         "often: %s against %s%s",
                         percent(t->arena, t->row->control.rate),
                         percent(t->arena, t->row->targeted.rate), arose(t)));
    else
        say(t, "not told",
            arena_printf(t->arena,
                         "the intervals of targeted (%s) and matched problems "
                         "(%s) are too wide to decide%s",
                         percent(t->arena, t->row->targeted.rate),
                         percent(t->arena, t->row->control.rate), arose(t)));
}

/* How many of the points between targeted and matched problems the cause has,
 * by its share of what the model has between them. */
static const char *points_of(struct inquest *t)
{
    double seen = 100 * (t->row->control.rate - t->row->targeted.rate);
    double share = t->total > 0 ? t->share / t->total : 1;

    if (share > ALL)
        return arena_printf(t->arena, "all %.0f points of the difference",
                            seen);
    return arena_printf(t->arena, "%.0f of the %.0f points of the difference",
                        share * seen, seen);
}

static void say_claim(struct inquest *t, const struct clue *f)
{
    const struct clue *rival;

    if (goes_one_way(&t->x) && t->row->targeted.rate > HALF) {
        say_not_tried(t, "but some targeted problems always fail and others "
                         "never, and none of the candidates explains this");
        return;
    }
    rival = explain_rival(&t->x, f->cause);
    if (rival)
        say(t, "not told",
            arena_printf(t->arena,
                         "%s, and %s explains this as well as %s does",
                         rates(t), rival->what, f->what));
    else
        say(t, f->cause,
            arena_printf(t->arena, "%s: %s explains %s%s", rates(t), f->what,
                         points_of(t), harder_still(t)));
}

/* Does another reason show only where the suspicion is? Then it may be no more
 * than what goes along with it. A part of the suspicion can show nowhere else.
 */
static bool goes_along(const struct inquest *t, const struct clue *f)
{
    const struct evidence *v = t->x.evidence;
    bool outside = f->kind == CLUE_TRAIT;

    for (size_t i = 0; i < v->n; i++)
        outside = outside || (f->on[i] && !evidence_holds(v, i));
    return !f->within && outside && !explain_outside(&t->x, f->cause);
}

static void say_other(struct inquest *t, const struct clue *f)
{
    const struct clue *rival = explain_rival(&t->x, f->cause);
    const struct clue *apart = explain_apart(&t->x, f->cause);

    if (apart)
        say(t, "not told",
            arena_printf(
                t->arena,
                "%s, and %s explains this, but not all of its problems fail: "
                "%s separates those that fail from the others",
                rates(t), what_of(t, f), apart->what));
    else if (goes_along(t, f))
        say(t, "not told",
            arena_printf(
                t->arena,
                "%s, and %s coincides with this, but problems with it do not "
                "fail more often where the hypothesis does not apply",
                rates(t), what_of(t, f)));
    else if (t->contested)
        say(t, "not told",
            arena_printf(
                t->arena,
                "%s, and %s explains this, but the hypothesis together with "
                "other weaknesses explains it equally well",
                rates(t), what_of(t, f)));
    else if (rival)
        say(t, "not told",
            arena_printf(t->arena,
                         "%s, and %s and %s explain this equally well",
                         rates(t), what_of(t, f), rival->what));
    else if (f->within)
        say(t, f->cause,
            arena_printf(t->arena,
                         "%s: the hypothesis makes problems fail only together "
                         "with %s, by %.0f points",
                         rates(t), f->what, 100 * t->share));
    else
        say(t, f->cause,
            arena_printf(t->arena,
                         "%s: %s explains %.0f points, in these problems and "
                         "in others; the hypothesis explains nothing more",
                         rates(t), what_of(t, f), 100 * t->share));
}

static void decide(struct inquest *t)
{
    const struct clue *f = t->best ? first_of(t, t->best) : NULL;
    bool claimed = f && is_claim(t, f);

    if (!f || (claimed && t->gap != FOUND_YES))
        say_nothing_found(t);
    else if (f->kind == CLUE_MINED)
        say_not_tried(t, "but something else decides which of them fail");
    else if (claimed && !f->within)
        say_claim(t, f);
    else
        say_other(t, f);
}

/* ---- what is expected of the control ---- */

static void expect(struct inquest *t)
{
    const char *most = NULL;
    double largest = SMALL / 2;

    t->row->control_expected = 1 - explain_rate(&t->x, ASKED_MATCHED, 0);
    for (size_t i = 0; i < t->x.n; i++) {
        double share =
            explain_share(&t->x, ASKED_MATCHED, chosen_at(t, i)->cause);

        if (share > largest) {
            largest = share;
            most = chosen_at(t, i)->cause;
        }
    }
    if (most)
        t->row->control_why = arena_printf(
            t->arena,
            "matched problems are solved %s of the time (expected: %s); %s "
            "explains %.0f points of their failures: without it, %s would be "
            "solved",
            percent(t->arena, t->row->control.rate),
            percent(t->arena, t->row->control_expected), most, 100 * largest,
            percent(t->arena, 1 - explain_rate(&t->x, ASKED_MATCHED,
                                               explain_bits(&t->x, most))));
}

void cause_find(struct arena *a, struct hypothesis *h,
                const struct asked_problem *asked, size_t n)
{
    struct arena scratch = { 0 };
    struct evidence v;
    struct inquest t = { .arena = a, .row = h };

    if (!h->targeted.n || !h->control.n)
        return;
    evidence_open(&scratch, &v, &h->suspicion, asked, n);
    if (!evidence_has_claim(&v)) {
        say(&t, "not told", "too few problems were asked to decide");
        evidence_close(&v);
        arena_clear(&scratch);
        return;
    }
    evidence_mine(&v);
    explain(&v, &t.x);
    t.gap = is_easier(&h->targeted, &h->control);
    find_best(&t);
    contest(&t);
    effects_find(a, h, &t.x);
    expect(&t);
    decide(&t);
    evidence_close(&v);
    arena_clear(&scratch);
}
