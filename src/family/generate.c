/* SPDX-License-Identifier: Apache-2.0 */
#include "family/generate.h"
#include "base/limits.h"
#include "base/str.h"
#include "family/split.h"

#include <inttypes.h>
#include <string.h>

bool seed_is_valid(const char *seed)
{
    size_t n = strspn(seed, "abcdefghijklmnopqrstuvwxyz"
                            "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-");

    return n > 0 && n <= LIMIT_SEED_BYTES && seed[n] == '\0';
}

/* Begin the hash that every stream of this family, level and seed shares. */
static void hash_level(struct hasher *h, const struct coordinates *c,
                       const char *stream)
{
    hasher_open(h);
    hasher_text(h, stream);
    hasher_text(h, c->family->name);
    hasher_u64(h, (uint64_t)c->family->version);
    hasher_u64(h, (uint64_t)c->level);
    hasher_text(h, c->seed);
}

/* The streams of the first attempt are those of families that need no other. */
static void open_stream(struct rng *r, const struct coordinates *c,
                        const char *stream, uint64_t attempt)
{
    struct hasher h;

    hash_level(&h, c, stream);
    hasher_u64(&h, c->index);
    if (attempt > 0)
        hasher_u64(&h, attempt);
    rng_init(r, hasher_close(&h));
}

/* This index's place in an enumerable level. */
static bool find_rank(const struct coordinates *c, struct draw *d,
                      struct err *e)
{
    struct hasher h;

    if (!family_space(c->family, c->level, c->knobs, &d->space, e))
        return false;
    if (d->space == 0)
        return true;
    if (c->index >= d->space)
        return err_set(e, ERR_SPENT,
                       "level %d of %s has only %" PRIu64 " problems, and "
                       "seed \"%s\" has used them all: choose another level",
                       c->level, c->family->name, d->space, c->seed);
    hash_level(&h, c, "order");
    d->rank = rng_permute(hasher_close(&h), d->space, c->index);
    return true;
}

/* name@version:level:seed:index, the split and the knobs that were set; behind
 * the version of a family that is a file, the first digits of its hash. */
static const char *make_id(struct arena *a, const struct coordinates *c)
{
    struct str id = str_in(a);

    str_addf(&id, "%s@%d", c->family->name, c->family->version);
    if (c->family->hash)
        str_addf(&id, "~%.12s", c->family->hash);
    str_addf(&id, ":%d:%s:%" PRIu64, c->level, c->seed, c->index);
    if (c->split)
        str_addf(&id, ";split=%s", c->split);
    for (const struct json *k = c->knobs ? c->knobs->first : NULL; k;
         k = k->next)
        str_addf(&id, ";%s=%s", k->name, k->text);
    return id.s;
}

static void fill_coordinates(struct arena *a, const struct coordinates *c,
                             struct problem *p)
{
    const struct family *f = c->family;

    p->id = make_id(a, c);
    p->family = f->name;
    p->version = f->version;
    p->level = c->level;
    p->seed = c->seed;
    p->index = c->index;
    p->split = c->split;
    p->knobs = c->knobs && c->knobs->count ? c->knobs : NULL;
    p->concepts = arena_array(a, const char *, FAMILY_CONCEPTS);
    while (p->n_concepts < FAMILY_CONCEPTS && f->concepts[p->n_concepts]) {
        p->concepts[p->n_concepts] = f->concepts[p->n_concepts];
        p->n_concepts++;
    }
}

/* The key by the second road; what it found becomes the proof. */
static bool prove(struct arena *a, const struct family *f, struct problem *p,
                  struct err *e)
{
    struct check_finding found = { .by = "", .detail = "" };
    enum truth holds = TRUTH_UNKNOWN;

    if (!f->check(f, a, p, &holds, &found, e))
        return err_prefix(e, "%s: ", p->id);
    if (holds != TRUTH_YES)
        return err_set(e, ERR_DOMAIN,
                       "%s: its key did not pass the check and was not "
                       "written: %s",
                       p->id, found.detail);
    p->proof_by = found.by;
    p->proof_detail = found.detail;
    return true;
}

/* The draws of a family whose check may refuse one. A problem in a form of its
 * knobs keeps its mathematics as long as another form of it may do. */
#define FORMS_MOST    4
#define ATTEMPTS_MOST 40

static bool has_form(const struct json *knobs)
{
    const char *set = json_string(json_get(knobs, "disguise"));

    return set && !str_eq(set, "none");
}

static void open_streams(struct draw *d, const struct coordinates *c,
                         uint64_t attempt)
{
    uint64_t again = has_form(c->knobs) ? attempt / FORMS_MOST : attempt;

    open_stream(&d->maths, c, "maths", again);
    open_stream(&d->words, c, "words", 0);
    if (c->knobs) /* only they call for it */
        open_stream(&d->noise, c, "noise", attempt);
    if (again > 0)
        d->space = 0;
}

bool family_draw(struct arena *a, const struct coordinates *c, uint64_t attempt,
                 struct problem *out, struct err *e)
{
    struct draw d = { .level = c->level, .knobs = c->knobs };
    struct problem p = { .solution = "" };
    const struct family *told;

    INVARIANT(c->level >= 1 && c->level <= c->family->n_levels);
    if (!find_rank(c, &d, e))
        return false;
    open_streams(&d, c, attempt);
    fill_coordinates(a, c, &p);
    told = family_told(c->family, c->knobs);
    if (!told->make(told, a, &d, &p, e))
        return false;
    *out = p;
    return true;
}

/* How many attempts a problem has. Draws outside of the split cost little. */
static uint64_t attempts_of(const struct coordinates *c, const struct split *s)
{
    if (!c->family->draws_again)
        return 1;
    return ATTEMPTS_MOST * (c->split ? s->of : 1);
}

static bool outside(const struct coordinates *c, struct err *e)
{
    return err_set(e, ERR_OUTSIDE,
                   "problem %" PRIu64 " of seed \"%s\", level %d of %s, is "
                   "not in split %s",
                   c->index, c->seed, c->level, c->family->name, c->split);
}

/* The index lies in the split of its first draw; should the check refuse that
 * one, only draws of the same split may take its place. */
bool family_generate(struct arena *a, const struct coordinates *c,
                     struct problem *out, struct err *e)
{
    struct split split = { 0 };
    uint64_t most;

    INVARIANT(!c->split || split_read(c->split, &split));
    most = attempts_of(c, &split);
    for (uint64_t i = 0; i < most; i++) {
        struct problem p;
        bool drawn = family_draw(a, c, i, &p, e);
        bool in = !drawn || !c->split || split_has(&split, split_place(&p));

        if (!in && i == 0)
            return outside(c, e);
        if (drawn && in && prove(a, c->family, &p, e)) {
            *out = p;
            return true;
        }
        if (!drawn && e->code == ERR_SPENT)
            return false;
    }
    return false;
}

bool family_generate_one_of_many(struct arena *a, const struct coordinates *c,
                                 struct problem *out, struct err *e)
{
    struct arena scratch = { 0 };
    struct problem p;
    bool ok = family_generate(&scratch, c, &p, e);

    if (ok)
        problem_copy(a, &p, out);
    arena_clear(&scratch);
    return ok;
}
