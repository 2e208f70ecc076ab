/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/target/again.h"
#include "base/hash.h"
#include "base/rng.h"

#include <string.h>

#define OPEN_P 0.05 /* a claim with a larger p is not open */

/* Of n problems: of open claims, and of the others, at most. */
#define OPEN_MOST(n)   ((n)*3 / 16)
#define OTHERS_MOST(n) ((n) / 8)

size_t again_most(size_t n)
{
    return n / 4;
}

static struct rng stream(const char *what, const char *seed)
{
    struct hasher h;
    struct rng r;

    hasher_open(&h);
    hasher_text(&h, "again");
    hasher_text(&h, what);
    hasher_text(&h, seed);
    rng_init(&r, hasher_close(&h));
    return r;
}

/* ---- which are asked again ---- */

/* Would more attempts tell more? What others explain is decided with them. */
static bool is_open(const struct hypothesis *h)
{
    return h->reported || (h->p <= OPEN_P && h->explained < 0);
}

static bool is_wanted(const struct outcomes *s, const struct hypothesis *h,
                      size_t i)
{
    return s->examples[i].tries && suspicion_holds(s, &h->suspicion, i);
}

/* Adds the problems of a claim, unless they are too many. */
static size_t add_claim(const struct outcomes *s, const struct hypothesis *h,
                        bool *in, size_t n)
{
    size_t more = 0;

    for (size_t i = 0; i < s->n; i++)
        more += !in[i] && is_wanted(s, h, i);
    if (!more || n + more > OPEN_MOST(s->n))
        return n;
    for (size_t i = 0; i < s->n; i++)
        in[i] = in[i] || is_wanted(s, h, i);
    return n + more;
}

/* Of the problems that are not in, those whose first attempt failed, or not:
 * the first `most` in an order by the seed. */
static size_t draw_others(const struct outcomes *s, const bool *in, bool failed,
                          size_t most, const char *seed, size_t *out)
{
    struct rng r = stream(failed ? "failed" : "solved", seed);
    size_t n = 0;

    for (size_t i = 0; i < s->n; i++)
        if (!in[i] && s->examples[i].tries &&
            (s->examples[i].failed > 0) == failed)
            out[n++] = i;
    rng_shuffle(&r, out, n, sizeof(*out));
    return n < most ? n : most;
}

static size_t places(struct arena *a, const bool *in, size_t n, size_t **out)
{
    size_t k = 0;

    *out = arena_array(a, size_t, n + 1);
    for (size_t i = 0; i < n; i++)
        if (in[i])
            (*out)[k++] = i;
    return k;
}

void again_choose(struct arena *a, const struct outcomes *s,
                  const struct score_options *o, const char *seed,
                  struct again *out)
{
    bool *in = arena_array(a, bool, s->n + 1);
    bool *other = arena_array(a, bool, s->n + 1);
    size_t *drawn = arena_array(a, size_t, s->n + 1), n = 0, room;
    struct score_table t;

    *out = (struct again){ 0 };
    score_exact(a, s, o, &t);
    for (size_t i = 0; i < t.n; i++)
        if (is_open(&t.rows[i]))
            n = add_claim(s, &t.rows[i], in, n);
    if (n == 0)
        return;
    room = again_most(s->n) - n;
    room = room < OTHERS_MOST(s->n) ? room : OTHERS_MOST(s->n);
    for (int failed = 1; failed >= 0; failed--) {
        size_t most = failed ? (room + 1) / 2 : room;
        size_t got = draw_others(s, in, failed, most, seed, drawn);

        for (size_t i = 0; i < got; i++)
            other[drawn[i]] = true;
        room -= got;
    }
    out->n_open = places(a, in, s->n, &out->open);
    out->n_others = places(a, other, s->n, &out->others);
}

/* ---- the rest ---- */

/* Problems with this outcome of their first attempt: those of the yardstick
 * that were asked again, and the rest. */
struct deck {
    size_t *donors, *rest;
    size_t n_donors, n_rest;
};

static struct deck deck_of(struct arena *a, const struct outcomes *first,
                           const struct outcomes *now, const struct again *c,
                           bool failed)
{
    bool *asked = arena_array(a, bool, first->n + 1);
    struct deck d = { .donors = arena_array(a, size_t, c->n_others + 1),
                      .rest = arena_array(a, size_t, first->n + 1) };

    for (size_t i = 0; i < c->n_open; i++)
        asked[c->open[i]] = true;
    for (size_t i = 0; i < c->n_others; i++) {
        size_t at = c->others[i];

        asked[at] = true;
        if ((first->examples[at].failed > 0) == failed &&
            now->examples[at].tries)
            d.donors[d.n_donors++] = at;
    }
    for (size_t i = 0; i < first->n; i++)
        if (!asked[i] && first->examples[i].tries &&
            (first->examples[i].failed > 0) == failed)
            d.rest[d.n_rest++] = i;
    return d;
}

/* Deals the outcomes of donors out to the rest, each donor's as often as any
 * other's. Donors are few, and what none of them shows may still be: one more is
 * taken to have failed at every further attempt. */
static void deal(struct arena *a, struct deck d, const struct outcomes *now,
                 bool failed, const char *seed, struct example *to)
{
    struct rng r = stream(failed ? "deal failed" : "deal solved", seed);
    struct example worst = { 0 };
    const struct example **from =
        arena_array(a, const struct example *, d.n_donors + 1);

    for (size_t i = 0; i < d.n_donors; i++) {
        from[i] = &now->examples[d.donors[i]];
        if (from[i]->tries > worst.tries)
            worst.tries = from[i]->tries;
    }
    worst.failed = worst.tries - !failed;
    from[d.n_donors] = &worst;
    rng_shuffle(&r, from, d.n_donors + 1, sizeof(*from));
    rng_shuffle(&r, d.rest, d.n_rest, sizeof(*d.rest));
    for (size_t i = 0; d.n_donors && i < d.n_rest; i++) {
        const struct example *x = from[i % (d.n_donors + 1)];

        to[d.rest[i]].tries = x->tries;
        to[d.rest[i]].failed = x->failed;
    }
}

void again_complete(struct arena *a, const struct outcomes *first,
                    const struct outcomes *now, const struct again *c,
                    const char *seed, struct outcomes *out)
{
    struct example *to = arena_array(a, struct example, now->n + 1);

    *out = *now;
    out->examples = to;
    for (size_t i = 0; i < now->n; i++)
        to[i] = now->examples[i];
    for (int failed = 0; failed < 2; failed++)
        deal(a, deck_of(a, first, now, c, failed), now, failed, seed, to);
}
