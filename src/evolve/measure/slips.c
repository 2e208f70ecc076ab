/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How wrong answers came about, and how often a wrong number would look so by
 * chance: with solutions of 1 to 20, one wrong number in nineteen is any given
 * decoy, and the other unknowns take several more.
 */
#include "evolve/structure/slips.h"
#include "base/str.h"
#include "evolve/measure/measure_int.h"

#include <math.h>

/* ---- names ---- */

const char *const slip_names[SLIP_NAMES] = {
    SLIP_SIGN, SLIP_SKIPPED, SLIP_DOUBLED, SLIP_CONVERSION,
    SLIP_BASE, SLIP_HINT,    "other",
};

const char *fault_name(enum answer_fault f)
{
    static const char *const names[FAULTS] = {
        [FAULT_DECOY] = "decoy",
        [FAULT_MAPPING] = "mapping",
        [FAULT_CARRIED] = "carried on",
        [FAULT_IGNORED] = "ignored",
        [FAULT_NOT_PASSED] = "not passed on",
        [FAULT_MISCOMPUTED] = "miscomputed",
        [FAULT_UNTOLD] = "no number",
    };

    return names[f];
}

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

    *out = (struct bait){
        .values = { arena_array(a, struct ratio, s->n_decoys + 1),
                    arena_array(a, struct ratio, STRUCTURE_QUANTITIES) }
    };
    if (p->text) /* no number is a slip towards it */
        return;
    n = p->structure.kind->quantities(a, p->structure.data, q);
    for (size_t i = 0; i < s->n_decoys; i++)
        if (s->decoys[i].part == part)
            add(out->values[SLIP_DECOY], &out->n[SLIP_DECOY],
                s->decoys[i].value, p->answer);
    for (size_t i = 0; i < n && i < STRUCTURE_QUANTITIES; i++)
        if (!q[i].asked &&
            !holds(out->values[SLIP_DECOY], out->n[SLIP_DECOY], q[i].value))
            add(out->values[SLIP_MAPPING], &out->n[SLIP_MAPPING], q[i].value,
                p->answer);
    for (size_t k = 0; k < SLIP_BROKEN; k++)
        out->chance[k] = chance_of(out->values[k], out->n[k], p);
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

static void count_slip(enum slip_kind k, bool hit, struct slip_counts *sum,
                       struct slip_share *share)
{
    sum->of[k].could++;
    sum->of[k].hits += hit;
    share->could[k]++;
    share->hits[k] += hit;
}

/* The slip's number among slip_names. */
static size_t slip_number(const char *slip)
{
    size_t i = 0;

    while (i + 1 < SLIP_NAMES && !(slip && str_eq(slip, slip_names[i])))
        i++;
    return i;
}

static void count_answer(const struct bait *b, enum mark mark, bool number,
                         enum answer_fault fault, const char *slip,
                         struct slip_counts *sum, struct slip_share *share)
{
    sum->wrong += mark == MARK_WRONG;
    sum->unread +=
        mark_is_settled(mark) && mark != MARK_CORRECT && mark != MARK_WRONG;
    if (mark != MARK_WRONG)
        return;
    sum->faults[fault]++;
    sum->named[slip_number(slip)] += fault == FAULT_DECOY;
    for (enum slip_kind k = 0; number && k < SLIP_BROKEN; k++) {
        bool hit = fault == (k == SLIP_DECOY ? FAULT_DECOY : FAULT_MAPPING);

        if (b->n[k] || hit) {
            count_slip(k, hit, sum, share);
            sum->of[k].chance += b->chance[k];
        }
    }
}

void slips_count(struct arena *a, const struct baits *b,
                 const struct chain_answers *t, bool chain,
                 struct slip_counts *sum, struct slip_share *share)
{
    struct faults f;

    faults_find(a, b->individual, t, &f);
    count_answer(&b->of[1], t->final, t->final_number, f.final, f.final_slip,
                 sum, share);
    if (!chain)
        return;
    count_answer(&b->of[0], t->first, t->first_number, f.first, f.first_slip,
                 sum, share);
    if (b->individual->n_parts > 1 && t->final_number &&
        !b->individual->parts[b->individual->n_parts - 1].text &&
        (t->final == MARK_CORRECT || t->final == MARK_WRONG))
        count_slip(SLIP_BROKEN,
                   t->final == MARK_WRONG && f.final >= FAULT_IGNORED &&
                       f.final <= FAULT_MISCOMPUTED,
                   sum, share);
}
