/* SPDX-License-Identifier: Apache-2.0 */
#include "family/mathador/catalogue.h"
#include "base/alloc.h"
#include "base/hash.h"

#include <pthread.h>
#include <stdlib.h>

/* A set, and how many instances of its level and part stand before it. */
struct entry {
    uint64_t key; /* of the bag */
    uint64_t before;
};

struct shelf {
    struct entry *entries; /* sets that have any */
    size_t n;
    uint64_t count;
};

#define IDLE_MOST 16 /* solvers kept for the next ones to come */

struct catalogue {
    struct settings settings;
    struct difficulty edges[MATHADOR_LEVELS - 1];
    struct shelf shelves[MATHADOR_LEVELS][PARTS];
    struct solver *idle[IDLE_MOST]; /* under the lock of all games */
    int n_idle;
    struct catalogue *next;
};

/* ---- making ---- */

static enum catalogue_part part_of(uint64_t key)
{
    struct hasher h;

    hasher_open(&h);
    hasher_text(&h, "mathador examples");
    hasher_u64(&h, key);
    return hasher_close(&h).low % CATALOGUE_SHOWN ? PART_ASKED : PART_SHOWN;
}

static void shelve(struct catalogue *c, const struct whole *w,
                   const struct drawn_set *set)
{
    uint64_t key = bag_key(&set->bag);
    enum catalogue_part part = part_of(key);
    uint64_t count[MATHADOR_LEVELS] = { 0 };

    for (size_t i = 0; i < set->n; i++)
        count[whole_level(w->edges, w->instances[set->from + i].difficulty) -
              1]++;
    for (int l = 0; l < MATHADOR_LEVELS; l++) {
        struct shelf *shelf = &c->shelves[l][part];

        if (!count[l])
            continue;
        shelf->entries[shelf->n++] = (struct entry){ key, shelf->count };
        shelf->count += count[l];
    }
}

static struct catalogue *make(const struct settings *s, struct err *e)
{
    struct catalogue *c;
    struct whole w;

    if (!whole_solve(&w, s, NULL, NULL, e))
        return NULL;
    c = alloc_new(1, sizeof(*c));
    c->settings = *s;
    for (int l = 0; l < MATHADOR_LEVELS; l++)
        for (int p = 0; p < PARTS; p++)
            c->shelves[l][p].entries =
                alloc_new(w.n_sets, sizeof(struct entry));
    for (int i = 0; i < MATHADOR_LEVELS - 1; i++)
        c->edges[i] = w.edges[i];
    for (size_t i = 0; i < w.n_sets; i++)
        shelve(c, &w, &w.sets[i]);
    c->idle[c->n_idle++] = w.solver;
    w.solver = NULL;
    whole_clear(&w);
    return c;
}

/* ---- sharing ---- */

/* Games solved so far. They are never freed, and but for their idle solvers
 * never changed: solving one is dear, and a program plays few. */
static struct catalogue *known;
static pthread_mutex_t known_lock = PTHREAD_MUTEX_INITIALIZER;

bool catalogue_get(const struct settings *s, const struct catalogue **out,
                   struct err *e)
{
    struct catalogue *c;

    pthread_mutex_lock(&known_lock);
    for (c = known; c; c = c->next)
        if (settings_same_game(&c->settings, s))
            break;
    if (!c && (c = make(s, e))) {
        c->next = known;
        known = c;
    }
    pthread_mutex_unlock(&known_lock);
    *out = c;
    return c != NULL;
}

/* The one place where a game that others share is changed. */
static struct catalogue *to_change(const struct catalogue *c)
{
    struct catalogue *k = known;

    while (k && k != c)
        k = k->next;
    INVARIANT(k);
    return k;
}

struct solver *catalogue_lend(const struct catalogue *c)
{
    struct solver *s = NULL;
    struct catalogue *k;

    pthread_mutex_lock(&known_lock);
    k = to_change(c);
    if (k->n_idle)
        s = k->idle[--k->n_idle];
    pthread_mutex_unlock(&known_lock);
    if (!s) {
        s = solver_new();
        solver_bound(s, c->settings.target_hi);
    }
    return s;
}

void catalogue_take_back(const struct catalogue *c, struct solver *s)
{
    struct catalogue *k;

    solver_trim(s);
    pthread_mutex_lock(&known_lock);
    k = to_change(c);
    if (k->n_idle < IDLE_MOST) {
        k->idle[k->n_idle++] = s;
        s = NULL;
    }
    pthread_mutex_unlock(&known_lock);
    solver_free(s);
}

/* ---- finding ---- */

uint64_t catalogue_count(const struct catalogue *c, int level,
                         enum catalogue_part part)
{
    return c->shelves[level - 1][part].count;
}

/* The last entry that does not stand behind k. */
static const struct entry *find_entry(const struct shelf *s, uint64_t k)
{
    size_t lo = 0, hi = s->n;

    while (hi - lo > 1) {
        size_t mid = lo + (hi - lo) / 2;

        if (s->entries[mid].before <= k)
            lo = mid;
        else
            hi = mid;
    }
    return &s->entries[lo];
}

struct placed catalogue_at(const struct catalogue *c, struct solver *s,
                           int level, enum catalogue_part part, uint64_t k)
{
    const struct entry *at = find_entry(&c->shelves[level - 1][part], k);
    struct bag b = bag_from_key(at->key, (int)c->settings.n);
    struct placed p = { .game = { .n = c->settings.n } };
    const struct solve_outcomes *all = solver_solve(s, b.numbers, (size_t)b.n);

    INVARIANT(k < c->shelves[level - 1][part].count);
    k -= at->before;
    for (size_t i = 0; i < all->n; i++) {
        const struct solve_outcome *o = &all->items[i];
        struct difficulty d = difficulty_of(o, c->settings.distinct);

        if (!whole_asks(&c->settings, o->value, o->mathadors > 0) ||
            whole_level(c->edges, d) != level)
            continue;
        if (k-- > 0)
            continue;
        for (int n = 0; n < b.n; n++)
            p.game.numbers[n] = b.numbers[n];
        p.game.target = o->value;
        p.outcome = *o;
        return p;
    }
    BUG("an instance of the catalogue is not there");
}
