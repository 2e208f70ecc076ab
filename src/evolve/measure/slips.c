/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How wrong answers came about, and how often a wrong number would look so by
 * chance: with solutions of 1 to 20, one wrong number in nineteen is any given
 * decoy, and the other unknowns take several more.
 */
#include "evolve/measure/measure_int.h"

#include <math.h>

/* ---- what may be hit ---- */

static bool holds(const struct ratio *list, size_t n, struct ratio x)
{
    for (size_t i = 0; i < n; i++)
        if (ratio_equal(list[i], x))
            return true;
    return false;
}

static void add(struct ratio *list, size_t *n, struct ratio x, struct ratio key)
{
    if (!ratio_equal(x, key) && !holds(list, *n, x))
        list[(*n)++] = x;
}

struct range {
    double low, high; /* whole */
};

static struct range range_of(const struct individual_part *p)
{
    const struct linear_problem *l = structure_linear_of(&p->structure);
    double key = ratio_double(p->answer);
    double most = fmax(20, ceil(2 * fabs(key)));

    if (l && l->shape.low <= l->shape.high)
        return (struct range){ (double)l->shape.low, (double)l->shape.high };
    return (struct range){ key < 0 ? -most : 1, most };
}

static bool lies_in(struct range r, struct ratio x)
{
    return ratio_whole(x) && ratio_double(x) >= r.low &&
           ratio_double(x) <= r.high;
}

/* The chance that a wrong whole number is on the list, which is without the
 * key. */
static double chance_of(const struct ratio *list, size_t n,
                        const struct individual_part *p)
{
    struct range r = range_of(p);
    double size = r.high - r.low + 1 - lies_in(r, p->answer), hits = 0;

    for (size_t i = 0; i < n; i++)
        hits += lies_in(r, list[i]);
    return size > 0 ? hits / size : 0;
}

static void bait_make(struct arena *a, const struct individual *s, size_t part,
                      struct bait *out)
{
    const struct individual_part *p = &s->parts[part];
    struct quantity *q = arena_array(a, struct quantity, STRUCTURE_QUANTITIES);
    size_t n;

    *out =
        (struct bait){ .decoys = arena_array(a, struct ratio, s->n_decoys + 1),
                       .others =
                           arena_array(a, struct ratio, STRUCTURE_QUANTITIES) };
    if (p->text) /* no number is a slip towards it */
        return;
    n = p->structure.kind->quantities(a, p->structure.data, q);
    for (size_t i = 0; i < s->n_decoys; i++)
        if (s->decoys[i].part == part)
            add(out->decoys, &out->n_decoys, s->decoys[i].value, p->answer);
    for (size_t i = 0; i < n && i < STRUCTURE_QUANTITIES; i++)
        if (!q[i].asked)
            add(out->others, &out->n_others, q[i].value, p->answer);
    out->chance_decoy = chance_of(out->decoys, out->n_decoys, p);
    out->chance_other = chance_of(out->others, out->n_others, p);
}

void baits_make(struct arena *a, const struct individual *s, struct baits *out)
{
    *out = (struct baits){ .individual = s };
    if (!s->n_parts)
        return;
    bait_make(a, s, 0, &out->of[0]);
    bait_make(a, s, s->n_parts - 1, &out->of[1]);
}

/* ---- counting ---- */

static void count_answer(const struct bait *b, enum mark mark, bool number,
                         struct ratio value, struct slip_counts *sum,
                         struct slip_share *share)
{
    sum->wrong += mark == MARK_WRONG;
    sum->unread += mark == MARK_NO_ANSWER || mark == MARK_UNREADABLE ||
                   mark == MARK_TRUNCATED || mark == MARK_REFUSED;
    if (mark != MARK_WRONG || !number)
        return;
    if (b->n_decoys) {
        share->could_decoy++;
        share->decoy += holds(b->decoys, b->n_decoys, value);
        sum->could_decoy++;
        sum->decoy += holds(b->decoys, b->n_decoys, value);
        sum->chance_decoy += b->chance_decoy;
    }
    if (b->n_others) {
        share->could_map++;
        share->mapped += holds(b->others, b->n_others, value);
        sum->could_map++;
        sum->mapped += holds(b->others, b->n_others, value);
        sum->chance_map += b->chance_other;
    }
}

/* Does the final answer follow from the model's own question 1? */
static void count_break(struct arena *a, const struct individual *s,
                        const struct chain_answers *t, struct slip_counts *sum,
                        struct slip_share *share)
{
    struct ratio follows;
    bool broken;

    if (!t->first_number || !t->final_number || s->n_parts < 2 ||
        (t->final != MARK_CORRECT && t->final != MARK_WRONG) ||
        !individual_follow(a, s, 0, t->first_value, s->n_parts - 1, &follows))
        return;
    broken = t->final == MARK_WRONG && !ratio_equal(follows, t->final_value);
    sum->could_break++;
    sum->broken += broken;
    share->could_break++;
    share->broken += broken;
}

void slips_count(struct arena *a, const struct baits *b,
                 const struct chain_answers *t, bool chain,
                 struct slip_counts *sum, struct slip_share *share)
{
    count_answer(&b->of[1], t->final, t->final_number, t->final_value, sum,
                 share);
    if (!chain)
        return;
    count_answer(&b->of[0], t->first, t->first_number, t->first_value, sum,
                 share);
    count_break(a, b->individual, t, sum, share);
}
