/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/print/print_int.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* Several models beside each other: whose each weakness is. */

static void say_classes(const struct pages *p, const struct models_table *m)
{
    size_t n[MODELS_UNTOLD + 1] = { 0 };

    for (size_t i = 0; i < m->n; i++)
        n[m->claims[i].class]++;
    document_say(
        p->d,
        "Common to all: %zu, shared by some: %zu, specific to one: %zu, "
        "unclear: %zu. `beyond`: how much more often a model fails there than "
        "the others, adjusted for the difficulty of the %s and for how weak it "
        "is elsewhere, in log-odds (0.7 doubles the odds of failing).",
        n[MODELS_COMMON], n[MODELS_SHARED], n[MODELS_SPECIFIC],
        n[MODELS_UNTOLD], pages_examples(p));
}

/* ---- labels ---- */

#define NAME_LONG 12 /* a longer name has a label in tables */

/* A, B, C ... where a name is long, or else the names. */
static const char *const *labels_of(const struct pages *p,
                                    const struct models_table *m)
{
    const char **labels = arena_array(p->a, const char *, m->n_models + 1);
    bool long_one = false;

    for (size_t k = 0; k < m->n_models; k++) {
        long_one = long_one || strlen(m->names[k]) > NAME_LONG;
        labels[k] = k < 26 ? arena_printf(p->a, "%c", (char)('A' + k))
                           : arena_printf(p->a, "M%zu", k + 1);
    }
    return long_one ? labels : m->names;
}

static void say_labels(const struct pages *p, const struct models_table *m,
                       const char *const *labels)
{
    for (size_t k = 0; labels != m->names && k < m->n_models; k++)
        document_say(p->d, "%s: %s", labels[k], m->names[k]);
}

/* ---- tables ---- */

static void show_whose(const struct pages *p, const struct models_table *m,
                       const char *const *labels)
{
    struct doc_table *t = document_table(p->d, NULL);

    for (size_t i = 0; i < m->n; i++) {
        table_row(t);
        table_cells(t, "*:weakness=%s :models=%s",
                    pages_name(p, m->claims[i].name),
                    models_verdict(p->a, &m->claims[i], labels, m->n_models));
    }
    pages_show(p, t, "Which models have each weakness:");
    say_labels(p, m, labels);
}

static void show_parts(const struct pages *p, const struct models_table *m,
                       const char *const *labels)
{
    struct doc_table *t = document_table(p->d, NULL);

    for (size_t i = 0; i < m->n; i++)
        for (size_t k = 0; k < m->n_models; k++) {
            const struct models_part *x = &m->claims[i].parts[k];
            const struct rasch_estimate *e = &x->beyond;

            table_row(t);
            table_cells(t, "*:weakness=%s *:model=%s",
                        pages_name(p, m->claims[i].name),
                        pages_name(p, labels[k]));
            table_cell(t, NULL, "lift",
                       datum_estimate(x->lift, x->lo, x->hi, 1));
            table_cells(t, ":beyond=%s",
                        isnan(e->value)
                            ? NULL
                            : arena_printf(p->a, "%+.2f (%+.2f .. %+.2f)",
                                           e->value, e->lo, e->hi));
        }
    pages_show(p, t, "Each weakness by model:");
}

void print_models(const struct pages *p)
{
    const struct models_table *m = &p->report->models;
    const char *const *labels = labels_of(p, m);

    if (!m->n)
        return;
    show_whose(p, m, labels);
    document_shown(p->d, SHOWN_FULL);
    show_parts(p, m, labels);
    say_classes(p, m);
    document_shown(p->d, SHOWN_ALWAYS);
}

void print_models_data(struct document *d, const struct models_table *m)
{
    static const char *const answer[] = { "no", "maybe", "yes" };
    struct doc_table *t = document_table(d, "models");

    for (size_t k = 0; k < m->n_models; k++) {
        const struct rasch_estimate *e = &m->weaker[k];

        table_row(t);
        table_cells(t, "model=%s weaker=%g weaker_lo=%g weaker_hi=%g",
                    m->names[k], e->value, e->lo, e->hi);
    }
    t = document_table(d, "beside");
    for (size_t i = 0; i < m->n; i++)
        for (size_t k = 0; k < m->n_models; k++) {
            const struct models_claim *c = &m->claims[i];
            const struct models_part *x = &c->parts[k];

            table_row(t);
            table_cells(t,
                        "hypothesis=%s also=%s whose=%s model=%s holds=%s "
                        "lift=%g lo=%g hi=%g q=%g n=%zu beyond=%g "
                        "beyond_lo=%g beyond_hi=%g",
                        c->text, c->also, c->verdict, m->names[k],
                        answer[x->holds], x->lift, x->lo, x->hi, x->q, x->n,
                        x->beyond.value, x->beyond.lo, x->beyond.hi);
        }
}

/*
 * The weaknesses that a hunt found, worst first: the table of a screen, and
 * cause and failed attempts of each.
 */

#define SHOWN_MOST   10   /* weaknesses on a screen */
#define SHOWN_FEW    5    /* of them, with failed attempts */
#define NAME_LEAST   16   /* characters of a name in the table of a screen */
#define NAME_ENOUGH  28   /* a longer one gives way to a bar */
#define EFFECT_LEAST 0.02 /* that is shown */

/* ---- names ---- */

/* Of two long names both are seen, and of a name with a bound the bound. */
static const char *joined_name(const struct pages *p, const struct suspicion *c)
{
    bool pair = c->n_concepts == 2;
    struct suspicion one = { .concepts = c->concepts, .n_concepts = 1 };
    struct suspicion other = { .concepts = c->concepts + pair,
                               .n_concepts = pair,
                               .bound = c->bound };
    const char *names[2] = { suspicion_short(p->a, &one),
                             suspicion_short(p->a, &other) };
    size_t first = strlen(names[0]), second = strlen(names[1]);
    size_t room = p->room - 3;

    if (first + second > room) {
        size_t lead = room / (pair ? 2 : 3);
        size_t rest = pair ? lead : room - lead;

        first = second < rest ? room - second : first < lead ? first : lead;
        second = room - first;
    }
    return arena_printf(p->a, "%s%s%s", printable(p->a, names[0], first),
                        pair ? " + " : ", ", printable(p->a, names[1], second));
}

const char *pages_hypothesis(const struct pages *p, const struct hypothesis *h)
{
    const struct suspicion *c = &h->suspicion;
    size_t parts = c->n_concepts + (c->bound.kind != BOUND_NONE);

    if (parts == 2 && c->n_concepts)
        return joined_name(p, c);
    return pages_name(p, parts ? suspicion_short(p->a, c) : h->text);
}

static bool weakness_refuted(const struct hypothesis *h);

/* "auxiliary skill: Modular arithmetic": the head of the name alone; "not
 * confirmed" of what is none, "not shown" of what may be none. */
static const char *pages_cause(const struct pages *p,
                               const struct hypothesis *h)
{
    static const char skill[] = "auxiliary skill: ";
    const char *name;
    struct suspicion c = { .concepts = &name, .n_concepts = 1 };

    if (weakness_refuted(h))
        return h->confirmed == CONFIRMED_NO ? "not confirmed" : "not shown";
    if (!h->cause || !str_starts(h->cause, skill))
        return h->cause ? pages_name(p, h->cause) : NULL;
    name = h->cause + strlen(skill);
    return pages_name(
        p, arena_printf(p->a, "%s%s", skill, suspicion_short(p->a, &c)));
}

/* ---- which ---- */

/* Returns whether fresh problems do not confirm it: it is called no weakness. */
static bool weakness_refuted(const struct hypothesis *h)
{
    return h->confirmed == CONFIRMED_NO || h->confirmed == CONFIRMED_NOT_SHOWN;
}

/* What fresh problems do not confirm comes last. */
static bool pages_is_worse(const struct hypothesis *x,
                           const struct hypothesis *y)
{
    if (weakness_refuted(x) != weakness_refuted(y))
        return weakness_refuted(y);
    if (!x->targeted.n || !y->targeted.n)
        return x->targeted.n || (!y->targeted.n && x->lift > y->lift);
    return x->targeted.rate < y->targeted.rate;
}

/* Is the same suspicion of the same target there? */
static bool pages_is_listed(const struct vec *list, const struct weakness *w)
{
    for (size_t i = 0; i < list->n; i++) {
        const struct weakness *k = vec_get(list, struct weakness, i);

        if (k->target == w->target &&
            suspicion_equal(&k->row->suspicion, &w->row->suspicion) &&
            k->row->targeted.n == w->row->targeted.n)
            return w->row->suspicion.n_concepts ||
                   w->row->suspicion.bound.kind != BOUND_NONE;
    }
    return false;
}

/* Inserts it behind all that are as bad. */
static void pages_insert(struct vec *list, const struct weakness *w)
{
    struct weakness *all;
    size_t at = list->n;

    if (pages_is_listed(list, w))
        return;
    vec_push(list);
    all = list->items;
    for (; at > 0 && pages_is_worse(w->row, all[at - 1].row); at--)
        all[at] = all[at - 1];
    all[at] = *w;
}

size_t weaknesses_of(const struct pages *p, const struct hunt_target *t,
                     const struct weakness **out)
{
    struct vec list = vec_in(p->a, sizeof(struct weakness));
    const struct hunt_report *r = p->report;

    for (size_t i = 0; i < r->n_targets; i++) {
        const struct hunt_target *of = &r->targets[i];

        for (size_t k = 0; (!t || t == of) && k < of->table.n; k++) {
            struct weakness w = { of, &of->table.rows[k] };

            if (w.row->reported || w.row->targeted.n)
                pages_insert(&list, &w);
        }
    }
    *out = list.items;
    return list.n;
}

/* ---- the table of a screen ---- */

/* What the rows of the table differ in, and what is known of them. */
struct columns {
    bool targets, granularities;
    bool measured, controlled;
    bool causes;        /* or what is not confirmed */
    bool bar, skills;   /* there is room for a bar, for names of skills */
    size_t name;        /* characters of the longest */
    size_t cause[2];    /* characters of the longest: without, with names */
    size_t least, most; /* fresh problems of a row */
};

/* "auxiliary skill", or with its name, where there is room. */
static const char *pages_cause_word(const struct pages *p,
                                    const struct hypothesis *h, bool skills)
{
    const char *cause = pages_cause(p, h);

    return cause && !skills ? arena_strndup(p->a, cause, strcspn(cause, ":"))
                            : cause;
}

static void note_row(const struct pages *p, struct columns *c,
                     const struct hypothesis *h)
{
    size_t n = h->targeted.n, name = strlen(pages_hypothesis(p, h));

    c->name = name > c->name ? name : c->name;
    c->measured = c->measured || n;
    c->least = n && (!c->least || n < c->least) ? n : c->least;
    c->most = n > c->most ? n : c->most;
    c->controlled = c->controlled || h->control.n || h->cause;
    c->causes = c->causes || c->controlled || weakness_refuted(h);
    for (int i = 0; i < 2 && pages_cause_word(p, h, i); i++) {
        size_t cause = strlen(pages_cause_word(p, h, i));

        c->cause[i] = cause > c->cause[i] ? cause : c->cause[i];
    }
}

static struct columns columns_of(const struct pages *p,
                                 const struct weakness *w, size_t n)
{
    struct columns c = { .cause = { sizeof("cause"), sizeof("cause") } };
    const char *first = NULL;

    for (size_t i = 0; i < n; i++) {
        const char *v = w[i].row->suspicion.vocabulary;

        c.targets = c.targets || w[i].target != w->target;
        c.granularities = c.granularities || (first && v && !str_eq(first, v));
        first = first ? first : v;
        note_row(p, &c, w[i].row);
    }
    return c;
}

/* Shares out the width: names of weaknesses get what is left, names of skills
 * and a bar what they can spare. */
static struct pages pages_fit(const struct pages *p, struct columns *c)
{
    static const size_t fresh = sizeof("15.8 %  10.8 .. 22.6  ");
    static const size_t bar = sizeof("##########  ");
    size_t used = sizeof("benchmark  ") + (c->measured ? fresh : 0);
    size_t skills = c->cause[1] - c->cause[0];
    size_t enough = c->name < NAME_ENOUGH ? c->name : NAME_ENOUGH;
    struct pages narrow = *p;

    used += c->controlled ? sizeof("control  ") : 0;
    used += c->causes ? c->cause[0] : 0;
    used += c->granularities ? sizeof("extremely-low") : 0;
    used += c->targets ? p->d->width / 5 : 0;
    narrow.room =
        p->d->width > used + NAME_LEAST ? p->d->width - used : NAME_LEAST;
    c->skills = narrow.room >= enough + skills;
    narrow.room -= c->skills ? skills : 0;
    c->bar = c->measured && narrow.room >= enough + bar;
    narrow.room -= c->bar ? bar : 0;
    return narrow;
}

static void put_fresh(const struct pages *p, struct doc_table *t,
                      const struct columns *c, const struct hypothesis *h)
{
    const struct solve *s = &h->targeted;
    struct pages whole = pages_of(p->d, p->spec, p->report);

    table_cell(t, NULL, "fresh",
               s->n ? datum_estimate(s->rate, s->lo, s->hi, s->n)
                    : datum_unknown);
    if (c->bar)
        table_styled(t, NULL, "", STYLE_BAR, datum_share(s->n ? s->rate : NAN));
    if (c->controlled)
        table_cells(t, ":control=%f", h->control.n ? h->control.rate : NAN);
    if (c->causes)
        table_cells(t, ":cause=%s", pages_cause_word(&whole, h, c->skills));
}

static void put_weakness(const struct pages *p, struct doc_table *t,
                         const struct columns *c, const struct weakness *w)
{
    const struct hypothesis *h = w->row;

    table_row(t);
    table_cells(t, "*:weakness=%s", pages_hypothesis(p, h));
    if (c->granularities)
        table_cells(t, "*:granularity=%s", h->suspicion.vocabulary);
    if (c->targets)
        table_cells(t, "*:target=%s",
                    printable(p->a, w->target->name, p->d->width / 5));
    table_cells(t, ":benchmark=%f", 1 - h->inside);
    if (c->measured)
        put_fresh(p, t, c, h);
    else
        table_cells(t, ":n=%zu :outside=%f :q=%e", h->n, 1 - h->outside, h->q);
}

/* Where everything else is. */
static void pages_say_more(const struct pages *p, size_t left)
{
    const char *out = p->spec->out;
    const char *more =
        left ? arena_printf(p->a, "%zu more and all", left) : "All";

    document_say(p->d, "%s tables: `--full`; figures: `assay report`%s%s%s.",
                 more, out ? "; data: " : "", out ? out : "",
                 out ? "/hypotheses.json" : "");
}

/* With how many problems a row rests on. */
static const char *pages_title_of(const struct pages *p,
                                  const struct columns *c)
{
    const char *to =
        c->most > c->least ? arena_printf(p->a, " to %zu", c->most) : "";

    if (!c->measured)
        return "Solve rates on the benchmark:";
    return arena_printf(
        p->a,
        "Solve rates on the benchmark, on %zu%s fresh %s each%s:", c->least, to,
        pages_examples(p), c->controlled ? " and on matched controls" : "");
}

/* ---- each of them ---- */

static const char *pages_sentence(const struct pages *p, const char *words)
{
    char *s = arena_strdup(p->a, words ? words : "");

    *s = (char)toupper((unsigned char)*s);
    return *s ? arena_printf(p->a, " %s.", s) : "";
}

static void say_cause(const struct pages *p, const struct hypothesis *h,
                      bool control)
{
    document_say(p->d, "Cause: %s.%s%s", h->cause,
                 pages_sentence(p, h->cause_why),
                 pages_sentence(p, control ? h->control_why : NULL));
}

/* Why it is no weakness. */
static void say_refuted(const struct pages *p, const struct hypothesis *h)
{
    bool control = h->control.n > 0;

    document_say(p->d,
                 "%s: %.1f %% of fresh %s are solved, against %.1f %% of %s; "
                 "the difference is %.1f to %.1f points.",
                 h->confirmed == CONFIRMED_NO ? "Not confirmed" : "Not shown",
                 100 * h->targeted.rate, pages_examples(p), 100 * h->against,
                 control ? "matched controls" : "the rest of the benchmark",
                 100 * h->below_lo, 100 * h->below_hi);
}

/* Is it seen to change anything? */
static bool pages_is_worth(const struct effect *e)
{
    return fabs(e->points) >= EFFECT_LEAST && (e->lo > 0 || e->hi < 0);
}

static void pages_show_effects(const struct pages *p,
                               const struct hypothesis *h)
{
    struct doc_table *t = document_table(p->d, NULL);

    for (size_t i = 0; i < h->n_effects; i++) {
        const struct effect *e = &h->effects[i];

        if (!pages_is_worth(e))
            continue;
        table_row(t);
        table_key(t, NULL, "candidate",
                  datum_text(printable(p->a, e->what, p->d->width / 3)));
        table_key(t, NULL, "which",
                  datum_text(printable(p->a, e->which, p->d->width / 3)));
        table_cell(t, NULL, "effect",
                   datum_estimate(e->points, e->lo, e->hi, 1));
    }
    pages_show(p, t,
               "How much each candidate changes the solve rate, in addition to "
               "what explains the failures:");
}

static bool replies_known(const struct hypothesis *h)
{
    for (int i = 0; i < REPLY_SETS; i++)
        if (reply_counts_all(&h->replies[i]))
            return true;
    return false;
}

/* Why it fails, how, and failed attempts; nothing where nothing is known. */
static void pages_explain(const struct pages *p, const struct weakness *w,
                          bool whole, size_t examples)
{
    const struct hypothesis *h = w->row;

    if (!h->cause && !(h->n_failed && examples) && !replies_known(h) &&
        !weakness_refuted(h))
        return;
    document_section(p->d, "%s:", pages_hypothesis(p, h));
    if (weakness_refuted(h)) /* then there is nothing to have a cause */
        say_refuted(p, h);
    else if (h->cause)
        say_cause(p, h, whole);
    if (whole && h->n_effects)
        pages_show_effects(p, h);
    replies_say_weakness(p, w);
    for (size_t k = 0; k < h->n_failed && k < examples; k++)
        document_example(p->d, &h->failed[k]);
}

void weaknesses_show(const struct pages *p)
{
    struct doc_table *t = document_table(p->d, NULL);
    const struct weakness *w;
    size_t n = weaknesses_of(p, NULL, &w);
    size_t shown = n < SHOWN_MOST ? n : SHOWN_MOST;
    struct columns c = columns_of(p, w, shown);
    struct pages narrow = pages_fit(p, &c);

    for (size_t i = 0; i < shown; i++)
        put_weakness(&narrow, t, &c, &w[i]);
    pages_show(p, t, pages_title_of(p, &c));
    for (size_t i = 0; i < shown; i++)
        pages_explain(p, &w[i], false, i < SHOWN_FEW ? HYPOTHESIS_FAILED : 0);
    document_gap(p->d);
    pages_say_more(p, n - shown);
}

/* Shows cause and failed attempts of each weakness that was measured. */
static void weaknesses_explain(const struct pages *p,
                               const struct hunt_target *t)
{
    const struct weakness *w;
    size_t n = weaknesses_of(p, t, &w);

    for (size_t i = 0; i < n; i++)
        pages_explain(p, &w[i], true, HYPOTHESIS_FAILED);
}

/*
 * What people see of one target: its head on a screen, and everything.
 */

#define ALSO_MOST   3  /* members of a group that are named */
#define MODELS_MOST 20 /* hypotheses by models that are shown */

static const char *pages_level_of(const struct pages *p)
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

static size_t pages_count_rows(const struct score_table *t,
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

static void pages_put_keys(const struct pages *p, struct doc_table *t,
                           bool mixed, const struct hypothesis *h)
{
    table_row(t);
    table_cells(t, "*:hypothesis=%s", pages_hypothesis(p, h));
    if (mixed)
        table_cells(t, "*:granularity=%s", h->suspicion.vocabulary);
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
    size_t n = pages_count_rows(&t->table, is_refuted);

    return n ? arena_printf(p->a, ", %zu of them not confirmed on fresh %s", n,
                            pages_examples(p))
             : "";
}

/* The same as figures of a page. */
static void pages_numbers(const struct pages *p, const struct hunt_target *t)
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
                                 t->table.tried, pages_level_of(p),
                                 refuted(p, t)));
    if (s && s->n)
        document_number(
            p->d, "solved on the worst weakness",
            datum_estimate(s->rate, s->lo, s->hi, s->n),
            arena_printf(p->a, "of %s", pages_count(p, s->n, "fresh ")));
}

/* The row with the smallest q; NULL: none has one. */
static const struct hypothesis *pages_nearest(const struct score_table *t)
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
    return s->n_hypothesizers > 0 &&
           !str_is_one("exact", s->hypothesizers, s->n_hypothesizers);
}

/* Why nothing was found, where nothing was. */
static void say_nothing(const struct pages *p, const struct hunt_target *t)
{
    const struct hypothesis *h = pages_nearest(&t->table);
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
                     pages_level_of(p), pages_count(p, support, ""),
                     datum_words(p->a, datum_p(h->q), 0),
                     pages_hypothesis(p, h), pages_count(p, h->n, ""));
        return;
    }
    document_say(p->d,
                 "No weakness was found at q <= %s: the smallest q is %s (%s). "
                 "Use more %s, or more attempts at each.",
                 pages_level_of(p), datum_words(p->a, datum_p(h->q), 0),
                 pages_hypothesis(p, h), pages_examples(p));
}

/* What is too small to be seen here. */
static void pages_say_power(const struct pages *p, const struct score_table *t)
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
                 print_reported(t), pages_level_of(p), refuted(p, t));
    pages_say_power(p, &t->table);
    say_nothing(p, t);
    replies_say(p, t);
}

/* ---- what is reported ---- */

/* Is the name of another vocabulary among those of the same problems? */
static bool target_is_listed(struct arena *a, const struct hypothesis *h,
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
            target_is_listed(p->a, h, &t->rows[i].suspicion))
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
static void pages_put_rates(struct doc_table *t, const struct hypothesis *h,
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
    bool several = pages_count_rows(t, is_reported) > 1;
    struct doc_table *table = document_table(p->d, NULL);

    for (size_t i = 0; i < t->n; i++) {
        const struct hypothesis *h = &t->rows[i];

        if (!is_reported(h))
            continue;
        pages_put_keys(p, table, mixed, h);
        table_cell(table, NULL, "n", datum_count(h->n));
        pages_put_rates(table, h, 0);
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
    bool faithful = propose_is_faithful(&p->spec->propose);
    struct doc_table *table = document_table(p->d, NULL);
    size_t n = 0;

    for (size_t i = 0; i < t->n; i++) {
        const struct hypothesis *h = &t->rows[i];

        if (!is_by_model(h) || !str_eq(h->by, by) || ++n > MODELS_MOST)
            continue;
        pages_put_keys(p, table, mixed, h);
        table_cells(table, ":n=%zu", h->n);
        table_cell(table, NULL, faithful ? "accuracy" : "balanced",
                   datum_share(faithful ? h->accuracy : h->balanced));
        table_cells(table, ":bank=%f :visits=%zu :reward=%.3f",
                    h->bank_accuracy, h->visits, h->reward);
        pages_put_rates(table, h, COLUMN_LATER);
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

static void pages_fresh(const struct pages *p, const struct score_table *t)
{
    bool mixed = are_mixed(t, is_measured);
    bool controlled = pages_count_rows(t, is_controlled) > 0;
    bool causes = controlled || pages_count_rows(t, weakness_refuted) > 0;
    struct doc_table *table = document_table(p->d, NULL);

    for (size_t i = 0; i < t->n; i++) {
        const struct hypothesis *h = &t->rows[i];
        const struct solve *s = &h->targeted;

        if (!is_measured(h))
            continue;
        pages_put_keys(p, table, mixed, h);
        table_cells(table, ":n=%zu", s->n);
        table_cell(table, NULL, "solved",
                   datum_estimate(s->rate, s->lo, s->hi, s->n));
        if (controlled)
            table_cells(table, ":control=%f",
                        h->control.n ? h->control.rate : NAN);
        if (causes)
            table_cells(table, ":cause=%s", pages_cause(p, h));
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
    pages_numbers(p, t);
    if (replies_say_cut(p, t))
        return;
    pages_say_power(p, &t->table);
    say_nothing(p, t);
    replies_say(p, t);
    figures_weaknesses(p, t);
    reported(p, &t->table, t->asked_again > 0);
    by_models(p, &t->table);
    pages_fresh(p, &t->table);
    correlation(p, t);
    replies_show(p, t);
    weaknesses_explain(p, t);
    elementary_show(p, t);
    figures_causes(p, t);
}
