/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/target/probe.h"
#include "family/generate.h"
#include "hunt/target/target_int.h"

#define DRAWS   8 /* knobs for one index */
#define INDEXES 8 /* for one problem */

const struct probe_options probe_defaults = {
    .singles = 12, .pairs = 60, .pair_problems = 8, .seed = "1", .stages = 2
};

struct probe {
    struct arena *arena;
    const char *seed;
    const struct draw_range *range;
    struct map given;
    struct leads leads;
    struct problem *problems;
    size_t n;
};

/* Problem i of the `most` of this family; `first` is where its levels begin.
 * Where there is none, or one that was there, it takes the next level and an
 * index that no other problem has. */
static bool probe_add_problem(struct probe *b, const struct family *f, size_t i,
                              size_t most, size_t first)
{
    struct rng r = target_stream("probe", b->seed, f->name, i);
    struct problem *out = &b->problems[b->n];
    struct arena scratch = { 0 };
    size_t levels = (size_t)target_levels(b->range, f);
    bool made = false;

    for (size_t t = 0; t < DRAWS * INDEXES && !made; t++) {
        struct knobs k = target_knobs(&r);
        size_t turn = t / DRAWS;
        struct coordinates c = { .family = f,
                                 .level =
                                     1 + (int)((first + i + turn) % levels),
                                 .seed = b->seed,
                                 .index = i + most * turn };

        target_within(b->range, f, &c.level, &k);
        c.knobs = target_knobs_json(&scratch, &k);
        made = leads_at(&b->leads, f, c.level, k.digits) &&
               target_problem(b->arena, &c, out) &&
               target_add_new(&b->given, out);
        arena_reset(&scratch);
    }
    b->n += made;
    arena_clear(&scratch);
    return made;
}

/* `few`: fewer than `most` will do. */
static bool probe_add_family(struct probe *b, const struct family *f,
                             size_t most, bool few, struct err *e)
{
    struct rng r = target_stream("levels", b->seed, f->name, 0);
    size_t first = rng_below(&r, (uint64_t)f->n_levels);

    for (size_t i = 0; i < most; i++)
        if (!probe_add_problem(b, f, i, most, first))
            return few ||
                   err_set(e, ERR_SPENT,
                           "%s does not have %zu different problems for the "
                           "probe; ask for fewer problems of each family",
                           f->name, most);
    return true;
}

static bool probe_add_all(struct probe *b, const struct probe_options *o,
                          const struct family *const *singles, size_t n,
                          const struct family *const *pairs, struct err *e)
{
    for (size_t i = 0; i < n; i++)
        if (!probe_add_family(b, singles[i], o->singles, false, e))
            return false;
    /* At some levels two families do not go together, and some pairs have few
     * different problems. */
    for (size_t i = 0; i < o->pairs; i++)
        if (!probe_add_family(b, pairs[i], o->pair_problems, true, e))
            return false;
    return true;
}

/* How many problems that is. */
static bool probe_count_all(const struct probe_options *o, size_t n_singles,
                            size_t *most, struct err *e)
{
    bool few = o->singles <= PROBE_MOST && o->pairs <= PROBE_MOST &&
               o->pair_problems <= PROBE_MOST;

    *most = n_singles * o->singles + o->pairs * o->pair_problems;
    if (few && *most <= PROBE_MOST)
        return true;
    return err_set(e, ERR_USAGE,
                   "a probe has at most %d problems: ask for fewer",
                   PROBE_MOST);
}

bool probe_make(struct arena *a, const struct probe_options *o,
                struct problem **out, size_t *n, struct err *e)
{
    const struct family *singles[TARGET_FAMILIES];
    size_t n_singles = target_families(singles);
    struct probe b = { .arena = a,
                       .seed = o->seed,
                       .range = &o->range,
                       .leads = { .tries = LEADS_TRIES } };
    const struct family **pairs;
    size_t most;
    bool ok;

    if (!seed_is_valid(o->seed))
        return err_set(
            e, ERR_USAGE,
            "a seed may only contain letters, digits, \".\", \"_\" and \"-\"");
    if (!probe_count_all(o, n_singles, &most, e))
        return false;
    pairs = arena_array(a, const struct family *, o->pairs + 1);
    b.problems = arena_array(a, struct problem, most + 1);
    ok = target_pairs(a, &b.leads, o->seed, o->pairs, pairs, e) &&
         probe_add_all(&b, o, singles, n_singles, pairs, e);
    map_clear(&b.given);
    if (ok) {
        *out = b.problems;
        *n = b.n;
    }
    return ok;
}
