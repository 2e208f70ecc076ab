/* SPDX-License-Identifier: Apache-2.0 */
/* Several drops: their means over models, and what tables and sentences about
 * them have in common. */
#include "base/str.h"
#include "evolve/measure/paired_int.h"
#include "stats/ratio.h"

#include <math.h>

/* ---- groups ---- */

static bool same_arm(const char *x, const char *y)
{
    return x == y || (x && y && str_eq(x, y));
}

bool drop_is_of(const struct drop *w, const char *set, const char *arm)
{
    return (!set || str_eq(w->set, set)) && same_arm(w->arm, arm);
}

bool drop_is_first(const struct drop *drops, size_t i, bool all)
{
    for (size_t k = 0; k < i; k++)
        if (drop_is_of(&drops[k], all ? NULL : drops[i].set, drops[i].arm))
            return false;
    return true;
}

bool drops_have_sets(const struct drop *drops, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (!str_eq(drops[i].set, drops[0].set))
            return true;
    return false;
}

/* ---- means ---- */

/* What each original brings to the means, over all drops. */
struct totals {
    struct share *before, *after;
    double *x, *y, *size;
    size_t n;
};

static void totals_open(struct arena *a, size_t n, struct totals *out)
{
    *out = (struct totals){ .before = arena_array(a, struct share, n + 1),
                            .after = arena_array(a, struct share, n + 1),
                            .x = arena_array(a, double, n + 1),
                            .y = arena_array(a, double, n + 1),
                            .size = arena_array(a, double, n + 1),
                            .n = n };
}

/* Each drop weighs the same, whatever its pairs: `weight` is one pair's. */
static void totals_add(struct totals *t, const struct drop *w, size_t from,
                       double weight)
{
    for (size_t i = 0; i < w->pairs; i++) {
        const struct measured_pair *p = &w->items[i];
        size_t k = from + p->original;

        t->before[k].cluster = t->after[k].cluster = k;
        t->before[k].n += weight;
        t->after[k].n += weight;
        t->size[k] += weight;
        t->x[k] += weight * p->before;
        t->y[k] += weight * p->after;
        t->before[k].sum = t->x[k];
        t->after[k].sum = t->y[k];
    }
}

/* One more than the largest number of an original. */
static size_t originals_of(const struct drop *drops, size_t n)
{
    size_t most = 0;

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; drops[i].items && k < drops[i].pairs; k++)
            if (drops[i].items[k].original >= most)
                most = drops[i].items[k].original + 1;
    return most;
}

/* The number of the drop's set: drops of a set share their originals. */
static size_t set_of(const struct drop *drops, size_t i)
{
    size_t n = 0;

    for (size_t k = 0; k < i && !str_eq(drops[k].set, drops[i].set); k++)
        n++;
    return n;
}

static bool counts(const struct drop *w, const char *set, const char *arm)
{
    return drop_is_of(w, set, arm) && w->pairs;
}

/* Intervals, where all pairs are kept. */
static void find_intervals(const struct drop *drops, size_t n, const char *set,
                           const char *arm, struct drop_mean *out)
{
    struct arena a = { 0 };
    struct totals t;
    size_t each = originals_of(drops, n), room = n * each, pairs = 0;

    for (size_t i = 0; i < n; i++)
        if (counts(&drops[i], set, arm)) {
            if (!drops[i].items)
                return;
            pairs += drops[i].pairs;
        }
    totals_open(&a, room, &t);
    for (size_t i = 0; i < n; i++)
        if (counts(&drops[i], set, arm))
            totals_add(&t, &drops[i], set_of(drops, i) * each,
                       (double)pairs / (double)out->n / (double)drops[i].pairs);
    out->before = rate_make(t.before, room);
    out->after = rate_make(t.after, room);
    if (out->before.value > 0)
        out->relative_interval =
            paired_relative(&out->before, &out->after,
                            stats_ratio_correlation(t.x, t.y, t.size, room));
    arena_clear(&a);
}

static bool is_new_model(const struct drop *drops, size_t i, const char *set,
                         const char *arm)
{
    for (size_t k = 0; k < i; k++)
        if (counts(&drops[k], set, arm) &&
            str_eq(drops[k].model, drops[i].model))
            return false;
    return true;
}

struct drop_mean drops_mean(const struct drop *drops, size_t n, const char *set,
                            const char *arm)
{
    struct drop_mean m = { .before = { .value = 0, .interval = { NAN, NAN } },
                           .after = { .value = 0, .interval = { NAN, NAN } },
                           .difference = NAN,
                           .relative = NAN,
                           .relative_interval = { NAN, NAN } };

    for (size_t i = 0; i < n; i++)
        if (counts(&drops[i], set, arm)) {
            m.n++;
            m.models += is_new_model(drops, i, set, arm);
            m.before.value += drops[i].before.value;
            m.after.value += drops[i].after.value;
        }
    m.before.value = m.n ? m.before.value / (double)m.n : NAN;
    m.after.value = m.n ? m.after.value / (double)m.n : NAN;
    if (m.n)
        find_intervals(drops, n, set, arm, &m);
    m.difference = m.before.value - m.after.value;
    if (m.before.value > 0)
        m.relative = m.difference / m.before.value;
    return m;
}

/* ---- in tables ---- */

const char **drops_labels(struct document *d, const struct drop *drops,
                          size_t n)
{
    const char **out = arena_array(d->arena, const char *, n + 1);
    struct measure_names names = drops_names(d, drops, n);

    for (size_t i = 0; i < n; i++)
        out[i] = measure_label(&names, drops[i].model);
    return out;
}

static void put_mean(struct doc_table *t, const struct drop_mean *m,
                     const char *set, const char *arm, bool arms)
{
    table_row(t);
    table_cell(t, "set", NULL, datum_text(set));
    table_key(t, NULL, "mean over models of",
              datum_text(set ? printable(t->arena, set, 40) : "all sets"));
    if (arms)
        table_key(t, "arm", "arm", datum_text(arm));
    table_cell(t, "models", "models", datum_count(m->models));
    table_cell(t, "drops", NULL, datum_count(m->n));
    table_styled(t, "before", "before, %", STYLE_BARE,
                 datum_share(m->before.value));
    table_styled(t, "after", "after", STYLE_BARE, datum_share(m->after.value));
    table_styled(t, "difference", "drop, points", STYLE_BARE,
                 datum_share(m->difference));
    change_cells(t, "relative_drop", "relative drop (95 %)", m->relative,
                 m->relative_interval, m->n);
}

void drops_means(struct document *d, const char *name, const struct drop *drops,
                 size_t n)
{
    struct doc_table *t = document_table(d, name);

    for (size_t all = 0; all < 1 + (size_t)drops_have_sets(drops, n); all++)
        for (size_t i = 0; i < n; i++)
            if (drop_is_first(drops, i, all)) {
                const char *set = all ? NULL : drops[i].set;
                struct drop_mean m = drops_mean(drops, n, set, drops[i].arm);

                put_mean(t, &m, set, drops[i].arm, drops[0].arm != NULL);
            }
    document_gap(d);
    document_show(d, t, 0);
}

/* ---- in words ---- */

void drops_say_unknown(struct document *d, const struct drop *drops, size_t n)
{
    const char **labels = drops_labels(d, drops, n);
    bool sets = drops_have_sets(drops, n);

    for (size_t i = 0; i < n; i++) {
        const struct drop *w = &drops[i];
        const char *who = labels[i];

        if (sets)
            who = arena_printf(d->arena, "%s on %s", who,
                               printable(d->arena, w->set, 40));
        if (w->arm)
            who = arena_printf(d->arena, "%s, %s", who, w->arm);
        if (!w->pairs)
            document_say(d,
                         "%s: no pair has a counted attempt on both sides; "
                         "the model is excluded from the means",
                         who);
        else if (isnan(w->relative))
            document_say(d,
                         "%s: none of the %zu originals is solved, so the "
                         "relative drop is undefined; in the means its "
                         "accuracy before is 0 %%",
                         who, w->pairs);
    }
}

void drops_say_words(struct document *d)
{
    document_say(d, "relative drop = (before - after) / before; for means, "
                    "computed from the mean accuracies; 95 %% intervals "
                    "over originals (variance recovery)");
    document_say(d, "memory: share of wrong numerical answers that equal "
                    "the original's key, for variants whose key differs "
                    "from it; chance: how often such an answer equals the "
                    "key of another original");
    document_say(d, "left out: pairs without a counted attempt on one side");
}
