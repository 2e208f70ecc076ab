/* SPDX-License-Identifier: Apache-2.0 */

/* Samples of every kind and level: the check says yes to their keys. */
#include "family/accept/accept_int.h"

#include <string.h>

#define TRIES    400 /* draws for a sample, where conditions refuse many */
#define SAY_MOST 20  /* samples whose statements are said, to see the work */

static struct hash128 seed_of(const struct accepting *x,
                              const struct drawn_spot *s, int digits)
{
    struct hasher h;

    hasher_open(&h);
    hasher_text(&h, x->family->name);
    hasher_u64(&h, s->kind);
    hasher_u64(&h, (uint64_t)s->level);
    hasher_u64(&h, (uint64_t)digits);
    return hasher_close(&h);
}

static const char *cure_of(int digits)
{
    return digits ? "this happens with the knob digits: use \"choose\" for a "
                    "number whose size is fixed"
                  : "";
}

/* The check, and the meaning if there is one, say yes to the key. */
static bool agrees(struct accepting *x, const struct drawn_sample *m,
                   int digits)
{
    struct arena a = { 0 };
    struct program_fault fault;
    const char *by;
    enum truth holds = program_check(x->file, &a, &m->g, m->key, &by, &fault);

    accept_cost(x, &fault, &m->g);
    if (holds == TRUTH_NO)
        accept_find(x, ACCEPT_AGREES, fault.at, &m->g,
                    digits ? cure_of(digits)
                           : "compute this case by hand: the key is wrong, or "
                             "the check is",
                    "the key is %s, and %s", m->key, fault.why);
    if (holds == TRUTH_YES && x->file->kinds[m->g.kind]->means) {
        holds = program_means(x->file, &a, &m->g, m->key, &fault);
        accept_cost(x, &fault, &m->g);
        if (holds == TRUTH_NO)
            accept_find(x, ACCEPT_AGREES, fault.at, &m->g, "",
                        "the key is %s, and \"means\" says no to it", m->key);
    }
    arena_clear(&a);
    return holds == TRUTH_YES;
}

/* Returns whether there is a sample now. */
static enum program_end sample(struct accepting *x, struct drawn_spot *s,
                               struct pick *k, struct drawn_sample *m)
{
    struct program_fault fault = { 0 };
    enum program_end end =
        program_draw(x->file, s->kind, k, x->arena, &m->g, &fault);
    bool drawn = end == PROGRAM_DONE;
    struct steps steps = steps_in(x->arena);

    s->tried++;
    s->cost += fault.work;
    accept_cost(x, &fault, NULL);
    if (drawn) {
        end = program_solve(x->file, x->arena, &m->g, &m->key, &steps, &fault);
        s->cost += fault.work;
        accept_cost(x, &fault, &m->g);
    }
    s->refused += end == PROGRAM_REFUSED;
    if (end == PROGRAM_FAILED && !fault.ceiling)
        accept_find(x, ACCEPT_AGREES, fault.at, drawn ? &m->g : NULL,
                    cure_of(k->digits), "%s%s%s%s", fault.why,
                    *fault.with ? " (with " : "", fault.with,
                    *fault.with ? ")" : "");
    return end;
}

/* What takes too long to say is seen before it is said by the thousand. */
static void say_all(struct accepting *x, const struct drawn_sample *m)
{
    const struct vec *wordings = &x->file->kinds[m->g.kind]->wordings;

    for (size_t w = 0; w < wordings->n; w++) {
        struct arena a = { 0 };

        (void)accept_say(x, &a, &m->g, w, 0);
        arena_clear(&a);
    }
}

/* Samples with as many digits more; those without are kept. */
static void fill(struct accepting *x, struct drawn_spot *s, int digits,
                 int64_t depth, size_t wanted)
{
    struct rng maths, sizes;
    struct pick k = { .level = s->level,
                      .depth = depth,
                      .arena = x->arena,
                      .digits = digits,
                      .mode = PICK_FREE,
                      .space = 1,
                      .maths = &maths,
                      .sizes = &sizes };
    uint64_t tries = 0, budget = s->cost + ACCEPT_WORK;
    bool keep = s->n == 0;
    size_t n = 0;

    rng_init(&maths, seed_of(x, s, digits));
    rng_init(&sizes, seed_of(x, s, digits + 10));
    while (n < wanted && tries++ < wanted * TRIES &&
           (s->cost < budget || (n && n < 5)) &&
           (n < 3 || x->worst < x->file->work / 2)) {
        struct drawn_sample m = { .key = "" };
        struct pick now = k;
        enum program_end end = sample(x, s, &now, &m);

        if (end == PROGRAM_FAILED ||
            (end == PROGRAM_DONE && !agrees(x, &m, digits)))
            return;
        if (end != PROGRAM_DONE)
            continue;
        if (n++ < SAY_MOST && x->worst < x->file->work / 2)
            say_all(x, &m);
        if (keep)
            s->at[s->n++] = m;
        if (n % 64 == 0 && !accept_goes_on(x, ACCEPT_AGREES, n, wanted))
            return;
    }
    x->samples += n;
    if (n == 0)
        accept_find(x, ACCEPT_AGREES, x->file->kinds[s->kind]->at, NULL,
                    digits ? cure_of(digits) : "loosen a condition",
                    "no problem in %llu draws of level \"%s\": the conditions "
                    "refuse them all",
                    (unsigned long long)tries,
                    x->file->levels[s->level - 1].name);
}

static bool refused(const struct accepting *x)
{
    return x->out->rows[ACCEPT_AGREES].findings.n ||
           x->out->rows[ACCEPT_BOUNDED].findings.n;
}

/* As the level has it; with further digits; at both ends of the depth. */
static void fill_spot(struct accepting *x, struct drawn_spot *s, size_t draws)
{
    const struct family_depth *d = x->family->depth;
    int64_t depth = family_depth_of(x->family, s->level, NULL);

    /* What is wrong already is not tried with longer numbers. */
    for (int digits = 0; digits <= 2 && !x->stopped && !refused(x); digits++)
        fill(x, s, digits, depth, digits ? draws / 5 + 1 : draws);
    if (d && !x->stopped)
        fill(x, s, 0, d->least, 20);
    if (d && !x->stopped)
        fill(x, s, 0, d->most, 5);
}

void accept_samples(struct accepting *x)
{
    uint64_t draws = x->o->draws ? x->o->draws : ACCEPT_DRAWS;
    uint64_t tried = 0, refused = 0;

    for (size_t kind = 0; kind < x->file->n_kinds; kind++)
        for (int level = 1; level <= x->file->n_levels; level++) {
            struct drawn_spot *s;

            if (!(x->file->kinds[kind]->levels >> (level - 1) & 1))
                continue;
            s = vec_push(&x->spots);
            *s = (struct drawn_spot){
                .kind = kind,
                .level = level,
                .at = arena_array(x->arena, struct drawn_sample, draws)
            };
            fill_spot(x, s, draws);
            tried += s->tried;
            refused += s->refused;
        }
    accept_figure(x, ACCEPT_AGREES,
                  "yes to %s keys; conditions refuse %.3g %% of the draws",
                  accept_count(x, x->samples),
                  tried ? 100.0 * (double)refused / (double)tried : 0.0);
}
