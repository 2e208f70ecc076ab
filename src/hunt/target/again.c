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
    return n < AGAIN_LEAST ? 0 : n / 4;
}

/* ---- claims ---- */

/* Would more attempts tell more? What others explain is decided with them. */
static bool again_is_open(const struct hypothesis *h)
{
    return h->reported || (h->p <= OPEN_P && h->explained < 0);
}

static bool is_wanted(const struct outcomes *s, const struct hypothesis *h,
                      size_t i)
{
    return s->examples[i].tries && suspicion_holds(s, &h->suspicion, i);
}

/* Adds the problems of a claim; returns whether there is room for them. */
static bool again_add_claim(const struct outcomes *s,
                            const struct hypothesis *h, bool *in, size_t *n)
{
    size_t more = 0;

    for (size_t i = 0; i < s->n; i++)
        more += !in[i] && is_wanted(s, h, i);
    if (*n + more > OPEN_MOST(s->n))
        return false;
    *n += more;
    for (size_t i = 0; more && i < s->n; i++)
        in[i] = in[i] || is_wanted(s, h, i);
    return true;
}

/* Returns whether there are open claims. Bit 0 of a class is whether the first
 * attempt failed; the others are claims with too many problems. */
static bool open_claims(const struct outcomes *s, const struct score_table *t,
                        bool *in, uint8_t *class)
{
    size_t n = 0, large = 0;

    for (size_t i = 0; i < s->n; i++)
        class[i] = s->examples[i].failed > 0;
    for (size_t k = 0; k < t->n; k++) {
        const struct hypothesis *h = &t->rows[k];

        if (!again_is_open(h) || again_add_claim(s, h, in, &n) ||
            !h->reported || large == AGAIN_CLAIMS)
            continue;
        large++;
        for (size_t i = 0; i < s->n; i++)
            if (is_wanted(s, h, i))
                class[i] |= (uint8_t)(1 << large);
    }
    return n > 0 || large > 0;
}

/* ---- the others ---- */

/* Problems of one class, in an order by the seed. */
struct deck {
    size_t *places;
    size_t n;
};

static struct deck deck_of(struct arena *a, const struct outcomes *s,
                           const bool *without, const uint8_t *class,
                           size_t which, const char *what, const char *seed)
{
    struct deck d = { arena_array(a, size_t, s->n + 1), 0 };
    struct rng r;

    for (size_t i = 0; i < s->n; i++)
        if (!without[i] && s->examples[i].tries && class[i] == which)
            d.places[d.n++] = i;
    rng_init(&r, hash_list("%s %zu %s", what, which, seed));
    rng_shuffle(&r, d.places, d.n, sizeof(*d.places));
    return d;
}

/* One of each class in turn, until there are `room`. */
static void draw_others(struct arena *a, const struct outcomes *s,
                        const bool *in, const uint8_t *class, size_t room,
                        const char *seed, bool *other)
{
    struct deck decks[AGAIN_CLASSES];
    size_t before = SIZE_MAX;

    for (size_t k = 0; k < AGAIN_CLASSES; k++)
        decks[k] = deck_of(a, s, in, class, k, "others", seed);
    for (size_t turn = 0; room && room != before; turn++) {
        before = room;
        for (size_t k = 0; room && k < AGAIN_CLASSES; k++)
            if (turn < decks[k].n) {
                other[decks[k].places[turn]] = true;
                room--;
            }
    }
}

static size_t again_places(struct arena *a, const bool *in, size_t n,
                           size_t **out)
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
    uint8_t *class = arena_array(a, uint8_t, s->n + 1);
    struct score_table t;
    size_t room;

    *out = (struct again){ .class = class };
    if (again_most(s->n) == 0)
        return;
    score_exact(a, s, o, &t);
    if (!open_claims(s, &t, in, class))
        return;
    out->n_open = again_places(a, in, s->n, &out->open);
    room = again_most(s->n) - out->n_open;
    room = room < OTHERS_MOST(s->n) ? room : OTHERS_MOST(s->n);
    draw_others(a, s, in, class, room, seed, other);
    out->n_others = again_places(a, other, s->n, &out->others);
}

/* ---- the rest ---- */

/* Deals the outcomes of donors out to the rest, each donor's as often as any
 * other's. Donors are few, and what none of them shows may still be: half a donor
 * more, of those in no large claim, is taken to have failed at every further
 * attempt. */
static void again_deal(struct arena *a, const struct outcomes *now,
                       const struct again *c, size_t which,
                       const struct deck *rest, struct example *to)
{
    struct example worst = { 0 };
    const struct example **from =
        arena_array(a, const struct example *, c->n_others + 1);
    size_t n = 0;

    for (size_t i = 0; i < c->n_others; i++) {
        const struct example *x = &now->examples[c->others[i]];

        if (c->class[c->others[i]] != which || !x->tries)
            continue;
        from[n++] = x;
        if (x->tries > worst.tries)
            worst.tries = x->tries;
    }
    if (n == 0)
        return;
    worst.failed = worst.tries - (which == 0);
    for (size_t i = 0; i < rest->n; i++) {
        size_t turn = i % (2 * n + (which <= 1));
        const struct example *x = turn == 2 * n ? &worst : from[turn % n];

        to[rest->places[i]].tries = x->tries;
        to[rest->places[i]].failed = x->failed;
    }
}

void again_complete(struct arena *a, const struct outcomes *now,
                    const struct again *c, const char *seed,
                    struct outcomes *out)
{
    bool *asked = arena_array(a, bool, now->n + 1);
    struct example *to = arena_array(a, struct example, now->n + 1);

    *out = *now;
    out->examples = to;
    for (size_t i = 0; i < now->n; i++)
        to[i] = now->examples[i];
    for (size_t i = 0; i < c->n_open; i++)
        asked[c->open[i]] = true;
    for (size_t i = 0; i < c->n_others; i++)
        asked[c->others[i]] = true;
    for (size_t k = 0; k < AGAIN_CLASSES; k++) {
        struct deck rest = deck_of(a, now, asked, c->class, k, "rest", seed);

        again_deal(a, now, c, k, &rest, to);
    }
}
