/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What people see of one target: its head on a screen, and everything.
 */
#include "hunt/print/print_int.h"

#include <math.h>
#include <string.h>

#define ALSO_MOST   3  /* members of a group that are named */
#define MODELS_MOST 20 /* hypotheses by models that are shown */

static const char *level_of(const struct pages *p)
{
    double level = p->spec->score.level;

    return datum_digits(p->a, level > 0 ? level : score_defaults.level, 15);
}

/* Was it proposed by a model? */
static bool is_by_model(const struct hypothesis *h)
{
    return h->by && !str_eq(h->by, "exact");
}

static bool is_reported(const struct hypothesis *h)
{
    return h->reported && !is_by_model(h);
}

static bool is_measured(const struct hypothesis *h)
{
    return h->targeted.n > 0;
}

static bool is_controlled(const struct hypothesis *h)
{
    return h->control.n > 0 || h->cause;
}

static size_t count_rows(const struct score_table *t,
                         bool (*of)(const struct hypothesis *))
{
    size_t n = 0;

    for (size_t i = 0; i < t->n; i++)
        n += of(&t->rows[i]);
    return n;
}

/* Do rows of these speak of more than one vocabulary? Then each says which. */
static bool are_mixed(const struct score_table *t,
                      bool (*of)(const struct hypothesis *))
{
    const char *first = NULL;

    for (size_t i = 0; i < t->n; i++) {
        const char *v = t->rows[i].suspicion.vocabulary;

        if (!v || !of(&t->rows[i]))
            continue;
        if (first && !str_eq(first, v))
            return true;
        first = v;
    }
    return false;
}

static void put_keys(const struct pages *p, struct doc_table *t, bool mixed,
                     const struct hypothesis *h)
{
    table_row(t);
    table_key(t, NULL, "hypothesis", datum_text(pages_hypothesis(p, h)));
    if (mixed)
        table_key(t, NULL, "granularity", datum_text(h->suspicion.vocabulary));
}

/* ---- the head ---- */

static const char *of_problems(const struct pages *p,
                               const struct hunt_target *t)
{
    return arena_printf(p->a, "%s, %zu of them never solved",
                        pages_count(p, t->tried_problems, ""), t->failing);
}

static bool is_refuted(const struct hypothesis *h)
{
    return h->reported && weakness_refuted(h);
}

/* ", 1 of them not confirmed on fresh problems" */
static const char *refuted(const struct pages *p, const struct hunt_target *t)
{
    size_t n = count_rows(&t->table, is_refuted);

    return n ? arena_printf(p->a, ", %zu of them not confirmed on fresh %s", n,
                            pages_examples(p))
             : "";
}

/* The same as figures of a page. */
static void numbers(const struct pages *p, const struct hunt_target *t)
{
    const struct weakness *w;
    size_t n = weaknesses_of(p, t, &w);
    const struct solve *s =
        n && !weakness_refuted(w->row) ? &w->row->targeted : NULL;

    document_number(p->d, "solved on the benchmark",
                    datum_estimate(t->solve_rate, t->solve_lo, t->solve_hi, 1),
                    arena_printf(p->a, "of %s%s", of_problems(p, t),
                                 t->asked_again ? "; first attempts" : ""));
    document_number(p->d, "hypotheses reported", datum_count(print_reported(t)),
                    arena_printf(p->a, "of %zu tried, at q <= %s%s",
                                 t->table.tried, level_of(p), refuted(p, t)));
    if (s && s->n)
        document_number(
            p->d, "solved on the worst weakness",
            datum_estimate(s->rate, s->lo, s->hi, s->n),
            arena_printf(p->a, "of %s", pages_count(p, s->n, "fresh ")));
}

/* The row with the smallest q; NULL: none has one. */
static const struct hypothesis *nearest(const struct score_table *t)
{
    const struct hypothesis *best = NULL;

    for (size_t i = 0; i < t->n; i++)
        if (isfinite(t->rows[i].q) && (!best || t->rows[i].q < best->q))
            best = &t->rows[i];
    return best;
}

/* Is every hypothesizer a model? */
static bool by_models_alone(const struct hunt_spec *s)
{
    for (size_t i = 0; i < s->n_hypothesizers; i++)
        if (str_eq(s->hypothesizers[i], "exact"))
            return false;
    return s->n_hypothesizers > 0;
}

/* Why nothing was found, where nothing was. */
static void say_nothing(const struct pages *p, const struct hunt_target *t)
{
    const struct hypothesis *h = nearest(&t->table);
    size_t support = p->spec->score.support;

    if (print_reported(t))
        return;
    support = support ? support : score_defaults.support;
    if (t->solve_rate == 1 || t->solve_rate == 0) {
        document_say(p->d,
                     "Use %s %s: these do not separate what the target can do "
                     "from what it cannot.",
                     t->solve_rate == 1 ? "harder" : "easier",
                     pages_examples(p));
        return;
    }
    if (!h && by_models_alone(p->spec)) {
        document_say(p->d,
                     "No model proposed a hypothesis that could be read.");
        return;
    }
    if (!h) {
        document_say(
            p->d,
            "No hypothesis could be tested: none has %s inside it and outside "
            "it. Use a larger benchmark, tags or a coarser granularity.",
            pages_count(p, support, ""));
        return;
    }
    if (h->n < support) {
        document_say(p->d,
                     "No weakness was found at q <= %s in %s or more: the "
                     "smallest q is %s (%s), from %s. Use a larger benchmark.",
                     level_of(p), pages_count(p, support, ""),
                     datum_words(p->a, datum_p(h->q), 0),
                     pages_hypothesis(p, h), pages_count(p, h->n, ""));
        return;
    }
    document_say(p->d,
                 "No weakness was found at q <= %s: the smallest q is %s (%s). "
                 "Use more %s, or more attempts at each.",
                 level_of(p), datum_words(p->a, datum_p(h->q), 0),
                 pages_hypothesis(p, h), pages_examples(p));
}

/* What is too small to be seen here. */
static void say_power(const struct pages *p, const struct score_table *t)
{
    for (size_t i = 0; i < t->n_power; i++) {
        const struct score_power *x = &t->power[i];
        const char *sees =
            isnan(x->lift)
                ? "no drop is detectable; use more of them or more attempts"
                : arena_printf(p->a,
                               "drops of %.0f points or more are detectable",
                               ceil(100 * x->lift));

        document_say(p->d, "Power, %s: for a typical concept (%s), %s.",
                     x->vocabulary, pages_count(p, x->n, ""), sees);
    }
}

void pages_head(const struct pages *p, const struct hunt_target *t)
{
    struct datum rate =
        datum_estimate(t->solve_rate, t->solve_lo, t->solve_hi, 1);

    document_section(p->d, "%s", t->name);
    if (replies_say_cut(p, t))
        return;
    document_say(
        p->d, "solves %s of the benchmark%s: %s.",
        datum_words(p->a, rate, isfinite(t->solve_lo) ? STYLE_INLINE : 0),
        t->asked_again ? " at first" : "", of_problems(p, t));
    document_say(p->d, "%zu %s tried, %zu reported at q <= %s%s.",
                 t->table.tried,
                 t->table.tried == 1 ? "hypothesis" : "hypotheses",
                 print_reported(t), level_of(p), refuted(p, t));
    say_power(p, &t->table);
    say_nothing(p, t);
    replies_say(p, t);
}

/* ---- what is reported ---- */

/* Is the name of another vocabulary among those of the same problems? */
static bool is_listed(struct arena *a, const struct hypothesis *h,
                      const struct suspicion *c)
{
    const char *text = arena_printf(a, "%s (%s)", suspicion_short(a, c),
                                    c->vocabulary ? c->vocabulary : "");

    for (size_t i = 0; i < h->n_same; i++)
        if (str_eq(h->same[i], text))
            return true;
    return false;
}

/* Texts of what covers the same or much the same problems. */
static void add_also(const struct pages *p, struct doc_table *table,
                     const struct score_table *t, size_t row)
{
    const struct hypothesis *h = &t->rows[row];
    struct str b = str_in(p->a);
    size_t n = 0;

    for (size_t i = 0; i < h->n_same; i++)
        if (n++ < ALSO_MOST)
            str_addf(&b, "%s%s", n > 1 ? "; " : "", h->same[i]);
    for (size_t i = 0; i < t->n; i++) {
        if (i == row || t->rows[i].group < 0 ||
            (size_t)t->rows[i].group != row ||
            is_listed(p->a, h, &t->rows[i].suspicion))
            continue;
        if (n++ < ALSO_MOST)
            str_addf(&b, "%s%s", n > 1 ? "; " : "",
                     suspicion_short(p->a, &t->rows[i].suspicion));
    }
    if (n > ALSO_MOST)
        str_addf(&b, "; and %zu more", n - ALSO_MOST);
    if (n)
        table_heading(table, arena_printf(p->a, "  also: %s", str_get(&b)));
}

/* `later`: COLUMN_LATER, or 0 */
static void put_rates(struct doc_table *t, const struct hypothesis *h,
                      unsigned later)
{
    table_styled(t, NULL, "inside", later, datum_share(h->inside));
    table_styled(t, NULL, "outside", later, datum_share(h->outside));
    table_styled(t, NULL, "lift", later,
                 datum_estimate(h->lift, h->lo, h->hi, 1));
}

static void put_q(struct doc_table *t, const struct hypothesis *h,
                  unsigned later)
{
    table_styled(t, NULL, "q", later | COLUMN_JOINED, datum_p(h->q));
}

/* `again`: some problems had more attempts than others, which are completed. */
static void reported(const struct pages *p, const struct score_table *t,
                     bool again)
{
    bool mixed = are_mixed(t, is_reported);
    bool several = count_rows(t, is_reported) > 1;
    struct doc_table *table = document_table(p->d, NULL);

    for (size_t i = 0; i < t->n; i++) {
        const struct hypothesis *h = &t->rows[i];

        if (!is_reported(h))
            continue;
        put_keys(p, table, mixed, h);
        table_cell(table, NULL, "n", datum_count(h->n));
        put_rates(table, h, 0);
        if (several)
            table_cell(
                table, NULL, "adjusted",
                datum_estimate(h->adjusted, h->adjusted_lo, h->adjusted_hi, 1));
        put_q(table, h, 0);
        replies_columns(table, &h->replies[REPLIES_BENCHMARK]);
        add_also(p, table, t, i);
    }
    pages_show(p, table,
               again ? "Failure rates on the benchmark, inside and outside "
                       "(estimated as if all had been asked again):"
                     : "Failure rates on the benchmark, inside and outside:");
}

/* ---- what models proposed ---- */

static void proposed_by(const struct pages *p, const struct score_table *t,
                        const char *by)
{
    bool mixed = are_mixed(t, is_by_model);
    struct doc_table *table = document_table(p->d, NULL);
    size_t n = 0;

    for (size_t i = 0; i < t->n; i++) {
        const struct hypothesis *h = &t->rows[i];

        if (!is_by_model(h) || !str_eq(h->by, by) || ++n > MODELS_MOST)
            continue;
        put_keys(p, table, mixed, h);
        table_cell(table, NULL, "n", datum_count(h->n));
        if (propose_is_faithful(&p->spec->propose))
            table_cell(table, NULL, "accuracy", datum_share(h->accuracy));
        else
            table_cell(table, NULL, "balanced", datum_share(h->balanced));
        table_cell(table, NULL, "bank", datum_share(h->bank_accuracy));
        table_cell(table, NULL, "visits", datum_count(h->visits));
        table_cell(table, NULL, "reward", datum_number(h->reward, 3));
        put_rates(table, h, COLUMN_LATER);
        put_q(table, h, COLUMN_LATER);
    }
    pages_show(p, table, arena_printf(p->a, "Proposed by %s:", by));
    if (n > MODELS_MOST)
        document_say(p->d, "... and %zu more.", n - MODELS_MOST);
}

/* A table for each model, in the order in which they come. */
static void by_models(const struct pages *p, const struct score_table *t)
{
    for (size_t i = 0; i < t->n; i++) {
        bool first = is_by_model(&t->rows[i]);

        for (size_t j = 0; first && j < i; j++)
            first = !is_by_model(&t->rows[j]) ||
                    !str_eq(t->rows[j].by, t->rows[i].by);
        if (first)
            proposed_by(p, t, t->rows[i].by);
    }
}

/* ---- fresh problems ---- */

static void fresh(const struct pages *p, const struct score_table *t)
{
    bool mixed = are_mixed(t, is_measured);
    bool controlled = count_rows(t, is_controlled) > 0;
    bool causes = controlled || count_rows(t, weakness_refuted) > 0;
    struct doc_table *table = document_table(p->d, NULL);

    for (size_t i = 0; i < t->n; i++) {
        const struct hypothesis *h = &t->rows[i];
        const struct solve *s = &h->targeted;

        if (!is_measured(h))
            continue;
        put_keys(p, table, mixed, h);
        table_cell(table, NULL, "n", datum_count(s->n));
        table_cell(table, NULL, "solved",
                   datum_estimate(s->rate, s->lo, s->hi, s->n));
        if (controlled)
            table_cell(table, NULL, "control",
                       datum_share(h->control.n ? h->control.rate : NAN));
        if (causes)
            table_cell(table, NULL, "cause", datum_text(pages_cause(p, h)));
        replies_columns(table, &h->replies[REPLIES_FRESH]);
    }
    pages_show(
        p, table,
        arena_printf(p->a, "Solve rates on fresh %s:", pages_examples(p)));
}

/* The one that tells best how hard fresh problems are. */
static const char *best_predictor(const struct hunt_target *t)
{
    const struct {
        const char *name;
        double rho, p;
    } all[] = { { "lift", t->lift_rho, t->lift_p },
                { "balanced accuracy", t->balanced_rho, t->balanced_p },
                { "accuracy", t->spearman, t->spearman_p } };
    size_t best = 0;

    for (size_t i = 1; i < 3; i++)
        if (all[i].rho > all[best].rho || isnan(all[best].rho))
            best = i;
    return all[best].rho > 0 && all[best].p <= 0.05 ? all[best].name : NULL;
}

static void correlation(const struct pages *p, const struct hunt_target *t)
{
    const char *best = best_predictor(t);

    if (!isfinite(t->spearman) || !isfinite(t->spearman_p))
        return;
    document_section(p->d,
                     "Accuracy against the failure rate on fresh %s: "
                     "Spearman's rho = %s (%s, n = %zu).",
                     pages_examples(p),
                     datum_words(p->a, datum_number(t->spearman, 2), 0),
                     datum_p_words(p->a, t->spearman_p), t->spearman_n);
    document_say(p->d,
                 "Balanced accuracy: rho = %s (%s); lift: rho = %s (%s). %s%s "
                 "difficulty%s.",
                 datum_words(p->a, datum_number(t->balanced_rho, 2), 0),
                 datum_p_words(p->a, t->balanced_p),
                 datum_words(p->a, datum_number(t->lift_rho, 2), 0),
                 datum_p_words(p->a, t->lift_p),
                 best ? "Of the three, " : "None of the three predicts",
                 best ? arena_printf(p->a, "%s predicts", best) : "",
                 best ? " best" : "");
}

void pages_target(const struct pages *p, const struct hunt_target *t)
{
    document_section(p->d, "%s", t->name);
    numbers(p, t);
    if (replies_say_cut(p, t))
        return;
    say_power(p, &t->table);
    say_nothing(p, t);
    replies_say(p, t);
    figures_weaknesses(p, t);
    reported(p, &t->table, t->asked_again > 0);
    by_models(p, &t->table);
    fresh(p, &t->table);
    correlation(p, t);
    replies_show(p, t);
    weaknesses_explain(p, t);
    elementary_show(p, t);
    figures_causes(p, t);
}
