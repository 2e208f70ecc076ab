/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Drawing the parts of a chain, one after the other: values, the link by which
 * the answer before enters, and another answer that shows that it matters.
 */
#include "base/str.h"
#include "family/pair/pair.h"
#include "family/pair/part.h"
#include "family/pair/sample.h"
#include "family/recipe/knobs.h"
#include "family/recipe/recipe.h"

#include <inttypes.h>

#define TRIES_MOST   200
#define TRIES_STRICT 60      /* of a part of hard/chain, for a large link */
#define TRIES_LARGE  24      /* then the largest link so far will do */
#define TRIES_PLAIN  8       /* with numbers of the level's own length */
#define TRIES_NARROW 8       /* before links that are not large count */
#define WIDE         100     /* enough where few tries found no large link */
#define DIRECT_MOST  1000000 /* larger answers enter by their remainder */
#define PLUS_TRIES   12
#define BACK_MOST    8                /* parts that are drawn again at once */
#define ROOMY        (2 * LINK_LARGE) /* a modulus, where there is room */

static int64_t size_of(int64_t x)
{
    return x < 0 ? -x : x;
}

static const char *solve(struct arena *a, const struct part *t)
{
    return recipe_solve(t->family, a, &t->values, NULL);
}

/* ---- other answers ---- */

/* Has the part another key with this answer? */
static bool tells_apart(struct arena *a, struct part *t, int64_t other)
{
    int64_t was = *t->slot.place, value = link_apply(&t->link, other);
    bool apart = false;
    const char *key;

    if (value == was || !part_admits(t, value))
        return false;
    *t->slot.place = value;
    key = solve(a, t);
    if (key && !str_eq(key, t->key) && part_holds(a, t, key) &&
        !part_holds(a, t, t->key)) {
        t->other_answer = other;
        t->other_key = key;
        apart = true;
    }
    *t->slot.place = was;
    return apart;
}

/* The other answer is what the part before would give with its own other
 * answer or, at the second part or where that leads nowhere, a neighbour, or the
 * one that part_capacity() has found. */
static bool depends(struct arena *a, const struct pair *pair, struct part *t,
                    const struct part *before)
{
    int64_t other, found = t->other_answer;
    int near = found == t->answer || pair->strict ? 12 : 2;

    if (before->other_key && part_passes_on(before, &other) &&
        tells_apart(a, t, other))
        return true;
    if (before->other_key && pair->strict)
        return false;
    for (int64_t i = 1; i <= near; i++)
        if (tells_apart(a, t, t->answer + (i % 2 ? (i + 1) / 2 : -i / 2)))
            return true;
    return !pair->strict && tells_apart(a, t, found);
}

/* ---- entering ---- */

/* One draw of a part that another comes before. */
struct entry {
    struct arena *arena;
    struct draw *draw;
    const struct pair *pair;
    struct part *part;
    const struct part *before;
    struct fresh sample; /* of the part before */
    bool last;
    const char *drawn; /* the key without a link */
    bool formed;       /* the last link tried gave a key of the right form */
    bool refused;      /* the key is too common */
    int64_t modulus;   /* the last one, and the spread behind it */
    double spread;
};

/* Is the key one of those that are kept? Only last keys of a pair are thinned:
 * those of hard/chain have five digits or more. */
static bool is_kept(struct entry *e)
{
    double chance;

    if (!e->last || e->pair->strict)
        return true;
    chance = sample_chance(e->part, e->draw->knobs);
    return chance >= 1 ||
           (double)rng_below(&e->draw->maths, 1000000) < chance * 1000000;
}

/* The spread behind the link; links are tried with many a `plus`. */
static double behind(struct entry *e, const struct link *l)
{
    if (e->spread == 0 || e->modulus != l->modulus) {
        e->modulus = l->modulus;
        e->spread = link_spread(l, &e->sample);
    }
    return e->spread;
}

/* Is the link large enough, and does the key depend on the answer? */
static bool serves(struct entry *e, int64_t least)
{
    struct part *t = e->part;
    double spread;

    if (e->pair->strict) {
        t->capacity = part_room(e->arena, t);
        return t->capacity >= least &&
               depends(e->arena, e->pair, t, e->before) &&
               part_holds(e->arena, t, t->key);
    }
    spread = behind(e, &t->link);
    if (spread < (double)least || !part_holds(e->arena, t, t->key))
        return false;
    t->capacity =
        part_capacity(e->arena, t, &e->sample, spread, e->draw->knobs, least);
    return t->capacity >= least && depends(e->arena, e->pair, t, e->before);
}

/* Enter by this link. Leaves the slot as it was if that is not possible. */
static bool enter(struct entry *e, struct link l, int64_t least)
{
    struct part *t = e->part;
    int64_t was = *t->slot.place;

    t->link = l;
    e->formed = (e->pair->strict || link_capacity(&l, t->answer) >= least) &&
                part_put(e->arena, t, e->drawn, link_apply(&l, t->answer));
    if (!e->formed)
        return false;
    e->refused = !is_kept(e);
    if (!e->refused && serves(e, least))
        return true;
    *t->slot.place = was;
    return false;
}

/* By the answer itself, or by a remainder; what is added to that makes a key
 * of the right form where only some numbers do. */
static bool enter_largely(struct entry *e, int64_t least)
{
    struct part *t = e->part;
    struct rng *r = &e->draw->maths;
    int64_t size = size_of(t->answer), most = t->slot.field->hi + 1;
    struct link l = { 0, 0 };

    if (size < LINK_LARGE ||
        (!e->pair->strict && e->sample.spread < LINK_LARGE))
        return false;
    if (t->answer > 0 && size <= DIRECT_MOST && enter(e, l, least))
        return true;
    most = most < PART_MOST ? most : PART_MOST;
    most = most < size ? most : size;
    if (most < LINK_LARGE)
        return false;
    l.modulus = rng_range(r, most < ROOMY ? most - most / 10 : ROOMY, most);
    for (int i = 0; i < PLUS_TRIES; i++) {
        if (enter(e, l, least))
            return true;
        if (e->formed && !e->pair->strict)
            return false;
        l.plus = rng_range(r, 1, 99);
    }
    return false;
}

/* Do all answers of the sample lie in 0..n-1, and this one? A remainder would
 * be the answer itself. */
static bool all_below(const struct entry *e, int64_t n)
{
    bool below = e->part->answer >= 0 && e->part->answer < n;

    for (size_t i = 0; below && i < e->sample.n; i++)
        below = e->sample.x[i] >= 0 && e->sample.x[i] < n;
    return below;
}

/* By a remainder that falls into a window of the slot. The window contains the
 * drawn number, at a place that is drawn: so it says nothing of the answer. */
static bool enter_window(struct entry *e, int64_t width, int64_t least)
{
    struct part *t = e->part;
    const struct field *f = t->slot.field;
    struct rng *r = &e->draw->maths;
    int64_t was = *t->slot.place, lo,
            w = rng_range(r, width - width / 4, width);
    struct link l = { 0, 0 };

    lo = was - (int64_t)rng_below(r, (uint64_t)w);
    lo = lo > f->hi - w + 1 ? f->hi - w + 1 : lo;
    lo = lo < f->lo ? f->lo : lo;
    l.modulus = all_below(e, w) ? 0 : w;
    l.plus = lo;
    return enter(e, l, least);
}

static bool enter_widely(struct entry *e, int64_t least)
{
    static const int64_t widths[] = {
        LINK_LARGE, 3000, 1000, 300, 100, 40, 16
    };
    const struct field *f = e->part->slot.field;

    for (size_t i = 0; i < sizeof(widths) / sizeof(widths[0]) && !e->refused;
         i++) {
        int64_t room = f->hi - f->lo + 1;

        if (widths[i] >= least && (i == 0 || widths[i] < room) &&
            enter_window(e, room < widths[i] ? room : widths[i], least))
            return true;
    }
    return false;
}

/* Enter with a capacity of so many numbers or more. */
static bool enter_part(struct entry *e, int tries, int64_t least)
{
    struct part *t = e->part;
    const struct field *fields = recipe_room(t->family, &t->values);
    size_t n = values_slots(fields, &t->values);
    size_t from = n ? (size_t)rng_below(&e->draw->maths, n) : 0;
    int most = e->pair->strict ? TRIES_STRICT : TRIES_LARGE;

    if (n == 0) /* of a file whose wordings tell no number as it is */
        return false;

    for (size_t i = 0; i < n && tries < most && !e->refused; i++) {
        t->slot = values_slot(fields, &t->values, (from + i) % n);
        if (enter_largely(e, e->pair->strict ? LINK_LARGE : least))
            return true;
    }
    if (e->pair->strict || e->refused ||
        (tries < TRIES_NARROW && e->sample.spread >= LINK_LARGE))
        return false;
    t->slot = values_slot(fields, &t->values, from);
    return enter_widely(e, least);
}

/* ---- parts ---- */

/* Draw the values of a part. Where few tries found no large link, their numbers
 * have one digit more, and then two, if the family has the knob. The key is
 * NULL if they do not serve. */
static bool draw_part(struct entry *e, int tries, int64_t least,
                      struct err *err)
{
    struct part *t = e->part;
    int more = e->pair->strict       ? tries / 20
               : tries < TRIES_LARGE ? tries / TRIES_PLAIN
                                     : 0;

    if (!part_draw(e->arena, e->draw, factors_digits(e->draw->knobs) + more, t,
                   err))
        return false;
    e->drawn = t->key;
    e->refused = false;
    if (!t->key)
        return true;
    if (!e->before)
        part_widen(e->arena, &e->draw->maths, t);
    else if (!enter_part(e, tries, least))
        t->key = NULL;
    return true;
}

/* How many numbers can the part's answer be? */
static int64_t spread_of(const struct entry *e, int64_t x)
{
    int64_t spread = (int64_t)sample_answers(e->part, e->draw->knobs).spread;

    return size_of(x) < spread ? size_of(x) : spread;
}

/* How large are the links to the part and from it? Below 0: there is none. The
 * last answer of a strict chain is as large as if it were passed on. */
static int64_t worth(const struct entry *e, int tries)
{
    const struct part *t = e->part;
    int64_t x, other, spread, into = e->before ? t->capacity : LINK_LARGE;

    if (!t->key)
        return -1;
    if (e->last && !e->pair->strict)
        return into;
    if (!link_number(t->family->answer, t->key, &x) ||
        (e->before && e->pair->strict &&
         (!part_passes_on(t, &other) || other == x)))
        return -1;
    if (tries < TRIES_NARROW && size_of(x) < LINK_LARGE)
        return -1;
    spread = e->pair->strict ? size_of(x) : spread_of(e, x);
    return spread < into ? spread : into;
}

/* A part may be copied: its slot points into its own values. */
static void copy_part(struct part *to, const struct part *from)
{
    *to = *from;
    if (from->slot.place)
        to->slot.place =
            to->values.numbers + (from->slot.place - from->values.numbers);
}

/* A link that is nearly as good as can be. */
static int64_t enough(const struct entry *e)
{
    int64_t most = LINK_LARGE;

    if (e->before && !e->pair->strict) {
        int64_t spread = (int64_t)e->sample.spread;
        int64_t size = size_of(e->part->answer);

        spread = spread < size ? spread : size;
        most = spread < most ? spread - spread / 4 : most;
    }
    return most;
}

static bool fail_small(const struct entry *e, int64_t most, struct err *err)
{
    const char *name = e->part->family->name;

    if (e->pair->strict || most < 0)
        return err_set(err, ERR_DOMAIN,
                       e->last ? "%s level %d: none of many draws depends on "
                                 "the previous answer: choose another level"
                               : "%s level %d: none of many answers gives a "
                                 "number for the next problem: choose another "
                                 "level, or put it last",
                       name, e->draw->level);
    return err_set(err, ERR_DOMAIN,
                   e->last ? "%s level %d takes only about %" PRId64
                             " different numbers from the previous problem, "
                             "fewer than %d: choose another level"
                           : "%s level %d gives only about %" PRId64
                             " different numbers for the next problem, fewer "
                             "than %d: choose another level, or put it last",
                   name, e->draw->level, most, LINK_LEAST);
}

/* Has the search gone on for long enough, with the best of these links? What is
 * enough is halved with every two tries. */
static bool is_done(int tries, int64_t most)
{
    int64_t wanted = tries < TRIES_LARGE ? LINK_LARGE >> tries / 2 : LINK_LEAST;

    return most >= (tries < TRIES_LARGE && wanted < WIDE ? WIDE : wanted);
}

/* Draw until links to the part and from it are large, or take the best. */
static bool find_part(struct entry *e, struct err *err)
{
    struct part *t = e->part;
    struct part *best = arena_new(e->arena, struct part);
    int64_t most = -1, target = enough(e);
    int tries = e->pair->strict ? TRIES_STRICT : TRIES_MOST;

    for (int k = 0; k < tries && (e->pair->strict || !is_done(k, most)); k++) {
        int64_t now;

        if (!draw_part(e, k, most + 1, err))
            return false;
        now = worth(e, k);
        if (now <= most || (!e->before && !part_holds(e->arena, t, t->key)))
            continue;
        if (now >= target)
            return true;
        if (!e->pair->strict) {
            most = now;
            copy_part(best, t);
        }
    }
    if (most < LINK_LEAST)
        return fail_small(e, most, err);
    copy_part(t, best);
    return true;
}

static bool draw_at(const struct pair *pair, struct arena *a, struct draw *d,
                    struct part *parts, size_t i, struct err *e)
{
    struct part *before = i ? &parts[i - 1] : NULL;
    struct entry entry = { .arena = a,
                           .draw = d,
                           .pair = pair,
                           .part = &parts[i],
                           .before = before,
                           .last = i + 1 == pair->n };

    parts[i] = (struct part){ .family = pair->parts[i] };
    if (before) {
        if (!link_number(before->family->answer, before->key, &parts[i].answer))
            BUG("an answer that gives no number was let through");
        if (!pair->strict)
            entry.sample = sample_answers(before, d->knobs);
        parts[i].other_answer = parts[i].answer;
    }
    return find_part(&entry, e);
}

bool parts_draw(const struct pair *pair, struct arena *a, struct draw *d,
                struct part *parts, struct err *e)
{
    int level = d->level;
    size_t i = 0, returns = 0, most = pair->strict ? BACK_MOST + pair->n : 0;
    bool ok = true;

    while (ok && i < pair->n) {
        d->level = pair->levels ? pair->levels[i] : level;
        ok = draw_at(pair, a, d, parts, i, e);
        if (ok) {
            i++;
        } else if (returns < most) { /* other answers may lead further */
            size_t back = 1 + returns++ % BACK_MOST;

            i -= back < i ? back : i;
            ok = true;
        }
    }
    d->level = level;
    return ok;
}
