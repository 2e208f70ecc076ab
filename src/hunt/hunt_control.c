/* SPDX-License-Identifier: Apache-2.0 */
/* Controls of the hypotheses of a target: made, asked, compared. */
#include "hunt/hunt_int.h"
#include "hunt/target/supply.h"

/* The places of one control set's problems in the batch. */
struct placed {
    size_t *with, *without;
};

/* Puts problems into the batch, marked with what they are for. */
static size_t *place_all(struct hunt *h, struct batch *b,
                         const struct hunt_target *t,
                         const struct hypothesis *row, const char *set,
                         const struct problem *p, size_t n)
{
    size_t *places = arena_array(h->arena, size_t, n + 1);

    for (size_t i = 0; p && i < n; i++) {
        struct problem marked = hunt_marked(h, t, row, set, &p[i]);

        places[i] = batch_add(b, &marked);
    }
    return places;
}

/* ---- names of sets, in meta.hunt.set ---- */

static const char *name_with(struct hunt *h, const struct control_set *s)
{
    return arena_printf(h->arena, "with %s", control_name(s->kind));
}

static const char *name_without(struct hunt *h, const struct control_set *s)
{
    const char *name = control_name(s->kind);

    return s->with ? arena_printf(h->arena, "without %s", name) : name;
}

static struct tried tried_at(struct hunt *h, const struct answers *got,
                             const size_t *places, size_t n)
{
    uint32_t *tries = arena_array(h->arena, uint32_t, n + 1);
    uint32_t *right = arena_array(h->arena, uint32_t, n + 1);

    for (size_t i = 0; i < n; i++) {
        tries[i] = got->tries[places[i]];
        right[i] = got->right[places[i]];
    }
    return (struct tried){ tries, right, n };
}

/* ---- making ---- */

/* Written problems have no numbers to change: families make the suspicion's
 * problems once more, and the controls are theirs. */
static void make_base(struct hunt *h, struct quarry *q, const char *seed)
{
    size_t n = h->spec->control_problems;
    struct supply aim;
    struct err why;

    if (q->n_made)
        return;
    q->made = arena_array(h->arena, struct problem, n + 1);
    if (supply_open(h->arena, &aim, &q->row->suspicion, q->taxonomy, &h->range,
                    seed, &why) &&
        supply_more(h->arena, &aim, n, NULL, q->made, &why))
        q->n_made = n;
    else
        watch_note(&h->session.watch, "no controls for %s: %s",
                   suspicion_short(h->arena, &q->row->suspicion), why.msg);
}

static bool make_sets(struct hunt *h, struct hunt_target *t, struct quarry *q,
                      struct err *e)
{
    const char *seed = arena_printf(h->arena, "%.40s-control", h->spec->seed);

    if (q->written ? !q->written->n : !q->n_made)
        return true; /* nothing to explain */
    make_base(h, q, seed);
    if (!q->n_made)
        return true;
    if (!control_make(h->arena, &q->row->suspicion, q->taxonomy, &h->range,
                      q->made, q->n_made, h->spec->control_problems, seed,
                      &q->sets, &q->n_sets, e))
        return false;
    for (size_t i = 0; i < q->n_sets; i++) {
        const struct control_set *s = &q->sets[i];

        if (s->with)
            hunt_keep(h, &h->controls, t, q->row, name_with(h, s), s->with,
                      s->n);
        hunt_keep(h, &h->controls, t, q->row, name_without(h, s), s->without,
                  s->n);
    }
    return true;
}

/* ---- comparing ---- */

static const char *what_differs(const struct control_set *s)
{
    switch (s->kind) {
    case CONTROL_WORDING: return "other wordings";
    case CONTROL_LENGTH: return "many words and distractors";
    case CONTROL_STEPS: return "three steps more";
    case CONTROL_SIZE: return "two digits more";
    case CONTROL_PART:
    case CONTROL_AUXILIARY: return s->which;
    case CONTROL_MATCHED:
    case CONTROLS: break;
    }
    return "";
}

/* The targeted problems that were asked together with the controls: what a
 * server did at another time makes no difference between them. */
static struct tried asked_beside(const struct quarry *q)
{
    return (struct tried){ q->tries, q->right, q->n_first };
}

/* Targeted problems that do not need the auxiliary skill; of written ones it
 * is not known. */
static struct solve without_skill(struct hunt *h, const struct quarry *q,
                                  const char *skill)
{
    uint32_t *tries = arena_array(h->arena, uint32_t, q->n_first + 1);
    size_t n = q->written ? 0 : q->n_first;

    for (size_t i = 0; i < n; i++) {
        const struct problem *p = &q->made[i];
        bool has = false;

        for (size_t c = 0; c < p->n_concepts && !has; c++)
            has = str_eq(p->concepts[c], skill);
        tries[i] = has ? 0 : q->tries[i];
    }
    return solve_of(&(struct tried){ tries, q->right, n });
}

static struct contrast compare(struct hunt *h, const struct answers *got,
                               const struct control_set *s,
                               const struct placed *at, const struct quarry *q)
{
    struct tried without = tried_at(h, got, at->without, s->n);
    struct tried beside = asked_beside(q);
    struct contrast c = { .what = control_name(s->kind),
                          .which = what_differs(s),
                          .without = solve_of(&without),
                          .paired = s->paired };

    if (!s->with) {
        c.with = solve_of(&beside);
        gap_of(&c.with, &c.without, &c.gap, &c.lo, &c.hi);
        if (s->kind == CONTROL_AUXILIARY)
            c.others = without_skill(h, q, s->which);
        return c;
    }
    struct tried with = tried_at(h, got, at->with, s->n);

    c.with = solve_of(&with);
    if (s->paired)
        gap_paired(&with, &without, &c.gap, &c.lo, &c.hi);
    else
        gap_of(&c.with, &c.without, &c.gap, &c.lo, &c.hi);
    return c;
}

/* The contrasts of a quarry, in the order of its sets but the matched one,
 * which is the first. */
static void compare_all(struct hunt *h, const struct answers *got,
                        struct quarry *q)
{
    const struct placed *at = q->placed;

    q->contrasts = arena_array(h->arena, struct contrast, q->n_sets + 1);
    for (size_t i = 0; i < q->n_sets; i++) {
        struct contrast c = compare(h, got, &q->sets[i], &at[i], q);

        if (q->sets[i].kind == CONTROL_MATCHED) {
            q->row->control = c.without;
            q->matched = tried_at(h, got, at[i].without, q->sets[i].n);
            hunt_add_replies(&q->row->replies[REPLIES_CONTROL], got,
                             at[i].without, 0, q->sets[i].n);
        } else {
            q->contrasts[q->row->n_contrasts++] = c;
        }
    }
    q->row->contrasts = q->contrasts;
}

/* ---- causes ---- */

static void add_asked(struct hunt *h, struct vec *to, const struct quarry *q,
                      enum asked_set set, const struct problem *p,
                      const struct tried *t)
{
    for (size_t i = 0; i < t->n; i++) {
        const struct suspicion *c = &q->row->suspicion;

        *(struct asked_problem *)vec_push(to) = (struct asked_problem){
            .problem = &p[i],
            .set = set,
            .tries = t->tries[i],
            .right = t->right[i],
            .holds = asked_holds(h->arena, c, q->taxonomy, &p[i]),
        };
    }
}

/* Problems of families: others are too unlike those that controls are. */
static void add_benchmark(struct hunt *h, struct vec *to,
                          const struct hunt_target *t, const struct quarry *q)
{
    /* Outside of the suspicion one attempt each: what was asked again there was
     * chosen by failures. */
    for (size_t i = 0; i < t->outcomes.n; i++) {
        bool once = t->asked_again &&
                    !suspicion_holds(&t->outcomes, &q->row->suspicion, i);
        const struct example *x =
            once ? &t->first.examples[i] : &t->outcomes.examples[i];
        uint32_t right = x->tries - x->failed;

        if (!x->problem || !x->problem->family || !x->tries)
            continue;
        add_asked(h, to, q, ASKED_BENCHMARK, x->problem,
                  &(struct tried){ &x->tries, &right, 1 });
    }
}

static void find_cause(struct hunt *h, const struct hunt_target *t,
                       const struct answers *got, struct quarry *q)
{
    const struct placed *at = q->placed;
    struct vec all = vec_in(h->arena, sizeof(struct asked_problem));
    const struct problem *p = q->written ? q->written->problems : q->made;
    struct tried targeted = { q->tries, q->right, q->n_places };

    if (!q->row->targeted.n)
        return;
    add_asked(h, &all, q, ASKED_TARGETED, p, &targeted);
    for (size_t i = 0; i < q->n_sets; i++) {
        const struct control_set *s = &q->sets[i];
        struct tried without = tried_at(h, got, at[i].without, s->n);

        add_asked(h, &all, q,
                  s->kind == CONTROL_MATCHED ? ASKED_MATCHED : ASKED_CONTROL,
                  s->without, &without);
        if (s->with) {
            struct tried with = tried_at(h, got, at[i].with, s->n);

            add_asked(h, &all, q, ASKED_CONTROL, s->with, &with);
        }
    }
    add_benchmark(h, &all, t, q);
    cause_find(h->arena, q->row, all.items, all.n);
}

/* ---- whether it is so ---- */

/* One attempt at each: what was asked again was chosen by failures. */
static struct tried outside_of(struct hunt *h, const struct hunt_target *t,
                               const struct quarry *q)
{
    const struct outcomes *s = t->asked_again ? &t->first : &t->outcomes;
    uint32_t *tries = arena_array(h->arena, uint32_t, s->n + 1);
    uint32_t *right = arena_array(h->arena, uint32_t, s->n + 1);
    size_t n = 0;

    for (size_t i = 0; i < s->n; i++) {
        const struct example *x = &s->examples[i];

        if (suspicion_holds(&t->outcomes, &q->row->suspicion, i))
            continue;
        tries[n] = x->tries;
        right[n++] = x->tries - x->failed;
    }
    return (struct tried){ tries, right, n };
}

void hunt_confirm(struct hunt *h, const struct hunt_target *t)
{
    const struct chase *c = &h->chase;
    size_t rows = 0;

    for (size_t i = 0; i < c->n; i++)
        rows += c->quarries[i].row->targeted.n > 0;
    for (size_t i = 0; i < c->n; i++) {
        const struct quarry *q = &c->quarries[i];
        struct tried fresh = asked_beside(q), others = q->matched;

        if (!q->row->targeted.n)
            continue;
        if (!q->row->control.n) {
            fresh.n = q->n_places;
            others = outside_of(h, t, q);
        }
        confirm_row(q->row, &fresh, &others, rows);
    }
}

/* ---- stages ---- */

static bool has_controls(const struct hunt *h, const struct hunt_target *t)
{
    return h->spec->controls && !spec_is_foreign(h->spec) &&
           !t->outcomes.foreign;
}

bool hunt_enlist_controls(struct hunt *h, struct hunt_target *t,
                          struct batch *b, struct err *e)
{
    struct chase *c = &h->chase;

    for (size_t i = 0; has_controls(h, t) && i < c->n; i++) {
        struct quarry *q = &c->quarries[i];

        if (!make_sets(h, t, q, e))
            return false;
        q->placed = arena_array(h->arena, struct placed, q->n_sets + 1);
        for (size_t k = 0; k < q->n_sets; k++) {
            const struct control_set *s = &q->sets[k];

            q->placed[k].with =
                place_all(h, b, t, q->row, name_with(h, s), s->with, s->n);
            q->placed[k].without = place_all(
                h, b, t, q->row, name_without(h, s), s->without, s->n);
        }
    }
    return true;
}

bool hunt_controls(struct hunt *h, struct hunt_target *t, struct err *e)
{
    struct chase *c = &h->chase;

    (void)e;
    if (!h->spec->controls || !c->n)
        return true;
    if (!has_controls(h, t)) {
        watch_note(&h->session.watch,
                   "%s: no controls and no causes, because families make only "
                   "mathematics; compare with the problems that the writer "
                   "wrote without a hypothesis",
                   t->name);
        return true;
    }
    watch_stage(&h->session.watch, "controls", "%s, %zu %s", t->name, c->n,
                c->n == 1 ? "hypothesis" : "hypotheses");
    for (size_t i = 0; i < c->n; i++) {
        if (!c->quarries[i].row->targeted.n || !c->quarries[i].n_sets)
            continue;
        compare_all(h, &c->fresh, &c->quarries[i]);
        find_cause(h, t, &c->fresh, &c->quarries[i]);
    }
    return true;
}
