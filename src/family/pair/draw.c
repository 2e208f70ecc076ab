/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Drawing the parts of a chain, one after the other: values, the link by which
 * the answer before enters, and another answer that shows that it matters.
 */
#include "base/ascii.h"
#include "base/str.h"
#include "family/pair/pair.h"
#include "family/pair/part.h"
#include "family/recipe/knobs.h"
#include "family/recipe/recipe.h"

#define TRIES_MOST  2000
#define TRIES_LARGE 60      /* then the largest link so far will do */
#define TRIES_PLAIN 20      /* with numbers of the level's own length */
#define DIRECT_MOST 1000000 /* larger answers enter by their remainder */
#define NUMBER_MOST (3 * LINK_LARGE) /* of a number that is made large */
#define PLUS_TRIES  12
#define BACK_MOST   8  /* parts that are drawn again at once */
#define WIDE_LEAST  50 /* values of a link that is not large, but wide */

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
 * answer or, at the second part or where that leads nowhere, a neighbour. */
static bool depends(struct arena *a, const struct pair *pair, struct part *t,
                    const struct part *before)
{
    int64_t other;

    if (before->other_key && part_passes_on(before, &other) &&
        tells_apart(a, t, other))
        return true;
    if (before->other_key && pair->strict)
        return false;
    for (int64_t i = 1; i <= 12; i++)
        if (tells_apart(a, t, t->answer + (i % 2 ? (i + 1) / 2 : -i / 2)))
            return true;
    return false;
}

/* ---- how many numbers could enter ---- */

static bool is_open(struct arena *a, struct part *t, int64_t answer)
{
    int64_t was = *t->slot.place, value = link_apply(&t->link, answer);
    bool open = part_admits(t, value);

    *t->slot.place = value;
    open = open && solve(a, t);
    *t->slot.place = was;
    return open;
}

static int64_t find_capacity(struct arena *a, struct part *t)
{
    static const int64_t steps[] = { 1, 10, 100, 1000, 5000 };
    int64_t most = link_capacity(&t->link, t->answer);

    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++)
        if (!is_open(a, t, t->answer + steps[i]) &&
            !is_open(a, t, t->answer - steps[i]))
            return most < 2 * steps[i] - 1 ? most : 2 * steps[i] - 1;
    return most;
}

/* ---- entering ---- */

/* Do two keys look the same but for their digits and signs? Integers stay
 * integers then, and surds surds: the level keeps what it promises. */
static bool same_form(const char *x, const char *y)
{
    for (;;) {
        while (is_digit(*x) || *x == '-')
            x++;
        while (is_digit(*y) || *y == '-')
            y++;
        if (*x != *y)
            return false;
        if (!*x)
            return true;
        x++;
        y++;
    }
}

/* Put a number into the slot, if the key stays of the form of `drawn`. */
static bool put(struct arena *a, struct part *t, const char *drawn,
                int64_t number)
{
    int64_t was = *t->slot.place;

    if (!part_admits(t, number))
        return false;
    *t->slot.place = number;
    t->key = solve(a, t);
    if (t->key && same_form(t->key, drawn))
        return true;
    *t->slot.place = was;
    return false;
}

/* One draw of a part that another comes before. */
struct entry {
    struct arena *arena;
    struct draw *draw;
    const struct pair *pair;
    struct part *part;
    const struct part *before;
    const char *drawn; /* the key without a link */
};

/* Enter by this link. Leaves the slot as it was if that is not possible. */
static bool enter(struct entry *e, struct link l, int64_t least)
{
    struct part *t = e->part;
    int64_t was = *t->slot.place;

    t->link = l;
    if (!put(e->arena, t, e->drawn, link_apply(&l, t->answer)))
        return false;
    t->capacity = least ? find_capacity(e->arena, t) : 0;
    if (t->capacity >= least && depends(e->arena, e->pair, t, e->before) &&
        part_holds(e->arena, t, t->key)) {
        t->capacity = least ? t->capacity : find_capacity(e->arena, t);
        return true;
    }
    *t->slot.place = was;
    return false;
}

/* By the answer itself, or by a remainder; what is added to that makes a key
 * of the right form where only some numbers do. */
static bool enter_largely(struct entry *e)
{
    struct part *t = e->part;
    struct rng *r = &e->draw->maths;
    int64_t size = size_of(t->answer), most = t->slot.field->hi + 1;
    struct link l = { 0, 0 };

    if (size < LINK_LARGE)
        return false;
    if (t->answer > 0 && size <= DIRECT_MOST && enter(e, l, LINK_LARGE))
        return true;
    most = most < NUMBER_MOST ? most : NUMBER_MOST;
    most = most < size ? most : size;
    if (most < LINK_LARGE)
        return false;
    l.modulus = rng_range(r, LINK_LARGE, most);
    for (int i = 0; i < PLUS_TRIES; i++) {
        if (enter(e, l, LINK_LARGE))
            return true;
        l.plus = rng_range(r, 1, 99);
    }
    return false;
}

/* By a remainder that takes nearly all numbers that the slot does. */
static bool enter_widely(struct entry *e)
{
    struct part *t = e->part;
    const struct field *f = t->slot.field;
    int64_t size = size_of(t->answer), most = f->hi - f->lo + 1;
    struct link l = { 0, f->lo };

    most = most < LINK_LARGE ? most : LINK_LARGE;
    most = most < size ? most : size;
    if (most < WIDE_LEAST)
        return false;
    l.modulus = rng_range(&e->draw->maths, most - most / 4, most);
    return enter(e, l, WIDE_LEAST);
}

/* By the answer itself if it is of a size for it; or the drawn value stands,
 * and a link is found that leads to it. */
static bool enter_somehow(struct entry *e)
{
    struct part *t = e->part;
    int64_t was = *t->slot.place, x = t->answer;

    if (was >= 2 && x >= 2 && x <= 20 + 10 * was &&
        enter(e, (struct link){ 0, 0 }, 0))
        return true;
    return enter(e, link_to(&e->draw->maths, x, was), 0);
}

static bool enter_part(struct entry *e, int tries)
{
    struct part *t = e->part;
    const struct field *fields = recipe_fields(t->family, &t->values);
    size_t n = values_slots(fields, &t->values);
    size_t from = n ? (size_t)rng_below(&e->draw->maths, n) : 0;

    if (n == 0) /* of a file whose wordings tell no number as it is */
        return false;

    for (size_t i = 0; i < n && tries < TRIES_LARGE; i++) {
        t->slot = values_slot(fields, &t->values, (from + i) % n);
        if (enter_largely(e))
            return true;
    }
    t->slot = values_slot(fields, &t->values, from);
    return !e->pair->strict && (enter_widely(e) || enter_somehow(e));
}

/* ---- parts ---- */

/* Make one number of the first part large if its answer is small. */
static void widen(struct arena *a, struct draw *d, struct part *t)
{
    const struct field *fields = recipe_fields(t->family, &t->values);
    size_t n = values_slots(fields, &t->values);
    const char *drawn = t->key;
    int64_t x, was;

    if (n == 0 || !link_number(t->family->answer, drawn, &x) ||
        size_of(x) >= LINK_LARGE)
        return;
    t->slot = values_slot(fields, &t->values, (size_t)rng_below(&d->maths, n));
    was = *t->slot.place;
    x = rng_range(&d->maths, LINK_LARGE / 10, NUMBER_MOST);
    if (put(a, t, drawn, x) && part_holds(a, t, t->key))
        return;
    *t->slot.place = was;
    t->key = drawn;
}

/* Draw values that make a problem. Where few tries found no large link, their
 * numbers have one digit more, and then two, if the family has the knob. */
static bool draw_values(struct entry *e, int tries, struct err *err)
{
    static const char *const digits[] = { "0", "1", "2" };
    const struct json *knobs = e->draw->knobs;
    int more = tries < TRIES_LARGE ? tries / TRIES_PLAIN : 0;
    struct json *wider = json_new(e->arena, JSON_OBJECT);
    bool ok;

    more += factors_digits(knobs);
    json_set(e->arena, wider, "digits",
             json_new_string(e->arena, digits[more < 2 ? more : 2]));
    e->draw->knobs = wider;
    ok = recipe_draw(e->part->family, e->arena, e->draw, &e->part->values, err);
    e->draw->knobs = knobs;
    return ok;
}

/* Draw the values of a part. The key is NULL if they do not serve. */
static bool draw_part(struct entry *e, int tries, struct err *err)
{
    struct part *t = e->part;

    if (!draw_values(e, tries, err))
        return false;
    t->key = solve(e->arena, t);
    e->drawn = t->key;
    if (!e->before)
        widen(e->arena, e->draw, t);
    else if (!enter_part(e, tries))
        t->key = NULL;
    return true;
}

/* How large are the links to the part and from it? Below 0: there is none. The
 * last answer of a strict chain is as large as if it were passed on. */
static int64_t worth(const struct entry *e, bool last)
{
    const struct part *t = e->part;
    int64_t x, other, into = e->before ? t->capacity : LINK_LARGE;

    if (!t->key)
        return -1;
    if (last && !e->pair->strict)
        return into;
    if (!link_number(t->family->answer, t->key, &x) ||
        (e->before && e->pair->strict &&
         (!part_passes_on(t, &other) || other == x)))
        return -1;
    return size_of(x) < into ? size_of(x) : into;
}

/* A part may be copied: its slot points into its own values. */
static void copy_part(struct part *to, const struct part *from)
{
    *to = *from;
    if (from->slot.place)
        to->slot.place =
            to->values.numbers + (from->slot.place - from->values.numbers);
}

/* Draw until links to the part and from it are large, or take the best. */
static bool find_part(struct entry *e, bool last, struct err *err)
{
    struct part *t = e->part;
    struct part *best = arena_new(e->arena, struct part);
    int64_t most = -1;
    int tries = e->pair->strict ? TRIES_LARGE : TRIES_MOST;

    for (int k = 0; k < tries && (k < TRIES_LARGE || most < 0); k++) {
        int64_t now;

        if (!draw_part(e, k, err))
            return false;
        now = worth(e, last);
        if (now >= LINK_LARGE)
            return true;
        if (now > most && !e->pair->strict) {
            most = now;
            copy_part(best, t);
        }
    }
    if (most >= 0) {
        copy_part(t, best);
        return true;
    }
    return err_set(err, ERR_DOMAIN,
                   last ? "%s level %d: none of %d draws depends on the "
                          "previous answer: choose another level"
                        : "%s level %d: none of %d answers gives a number "
                          "for the next problem: choose another level, or "
                          "put it last",
                   t->family->name, e->draw->level, tries);
}

static bool draw_at(const struct pair *pair, struct arena *a, struct draw *d,
                    struct part *parts, size_t i, struct err *e)
{
    struct part *before = i ? &parts[i - 1] : NULL;
    struct entry entry = { a, d, pair, &parts[i], before, NULL };

    parts[i] = (struct part){ .family = pair->parts[i] };
    if (before &&
        !link_number(before->family->answer, before->key, &parts[i].answer))
        BUG("an answer that gives no number was let through");
    return find_part(&entry, i + 1 == pair->n, e);
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
