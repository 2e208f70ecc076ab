/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The weaknesses that a hunt found, worst first: the table of a screen, and
 * cause and failed attempts of each.
 */
#include "hunt/print/print_int.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

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

/* "auxiliary skill: Modular arithmetic": the head of the name alone; "not
 * confirmed" of what is none, "not shown" of what may be none. */
const char *pages_cause(const struct pages *p, const struct hypothesis *h)
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

bool weakness_refuted(const struct hypothesis *h)
{
    return h->confirmed == CONFIRMED_NO || h->confirmed == CONFIRMED_NOT_SHOWN;
}

/* What fresh problems do not confirm comes last. */
static bool is_worse(const struct hypothesis *x, const struct hypothesis *y)
{
    if (weakness_refuted(x) != weakness_refuted(y))
        return weakness_refuted(y);
    if (!x->targeted.n || !y->targeted.n)
        return x->targeted.n || (!y->targeted.n && x->lift > y->lift);
    return x->targeted.rate < y->targeted.rate;
}

/* Is the same suspicion of the same target there? */
static bool is_listed(const struct vec *list, const struct weakness *w)
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
static void insert(struct vec *list, const struct weakness *w)
{
    struct weakness *all;
    size_t at = list->n;

    if (is_listed(list, w))
        return;
    vec_push(list);
    all = list->items;
    for (; at > 0 && is_worse(w->row, all[at - 1].row); at--)
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
                insert(&list, &w);
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
static const char *cause_word(const struct pages *p, const struct hypothesis *h,
                              bool skills)
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
    for (int i = 0; i < 2 && cause_word(p, h, i); i++) {
        size_t cause = strlen(cause_word(p, h, i));

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
static struct pages fit(const struct pages *p, struct columns *c)
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
    struct datum rate =
        s->n ? datum_estimate(s->rate, s->lo, s->hi, s->n) : datum_unknown;

    table_styled(t, NULL, "fresh", 0, rate);
    if (c->bar)
        table_styled(t, NULL, "", STYLE_BAR, datum_share(s->n ? s->rate : NAN));
    if (c->controlled)
        table_cell(t, NULL, "control",
                   datum_share(h->control.n ? h->control.rate : NAN));
    if (c->causes)
        table_cell(t, NULL, "cause",
                   datum_text(cause_word(&whole, h, c->skills)));
}

static void put_weakness(const struct pages *p, struct doc_table *t,
                         const struct columns *c, const struct weakness *w)
{
    const struct hypothesis *h = w->row;

    table_row(t);
    table_key(t, NULL, "weakness", datum_text(pages_hypothesis(p, h)));
    if (c->granularities)
        table_key(t, NULL, "granularity", datum_text(h->suspicion.vocabulary));
    if (c->targets)
        table_key(
            t, NULL, "target",
            datum_text(printable(p->a, w->target->name, p->d->width / 5)));
    table_cell(t, NULL, "benchmark", datum_share(1 - h->inside));
    if (c->measured) {
        put_fresh(p, t, c, h);
        return;
    }
    table_cell(t, NULL, "n", datum_count(h->n));
    table_cell(t, NULL, "outside", datum_share(1 - h->outside));
    table_cell(t, NULL, "q", datum_p(h->q));
}

/* Where everything else is. */
static void say_more(const struct pages *p, size_t left)
{
    const char *out = p->spec->out;
    const char *more =
        left ? arena_printf(p->a, "%zu more and all", left) : "All";

    document_say(p->d, "%s tables: `--full`; figures: `assay report`%s%s%s.",
                 more, out ? "; data: " : "", out ? out : "",
                 out ? "/hypotheses.json" : "");
}

/* With how many problems a row rests on. */
static const char *title_of(const struct pages *p, const struct columns *c)
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

static const char *sentence(const struct pages *p, const char *words)
{
    char *s = arena_strdup(p->a, words ? words : "");

    *s = (char)toupper((unsigned char)*s);
    return *s ? arena_printf(p->a, " %s.", s) : "";
}

static void say_cause(const struct pages *p, const struct hypothesis *h,
                      bool control)
{
    document_say(p->d, "Cause: %s.%s%s", h->cause, sentence(p, h->cause_why),
                 sentence(p, control ? h->control_why : NULL));
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
static bool is_worth(const struct effect *e)
{
    return fabs(e->points) >= EFFECT_LEAST && (e->lo > 0 || e->hi < 0);
}

static void show_effects(const struct pages *p, const struct hypothesis *h)
{
    struct doc_table *t = document_table(p->d, NULL);

    for (size_t i = 0; i < h->n_effects; i++) {
        const struct effect *e = &h->effects[i];

        if (!is_worth(e))
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
static void explain(const struct pages *p, const struct weakness *w, bool whole,
                    size_t examples)
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
        show_effects(p, h);
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
    struct pages narrow = fit(p, &c);

    for (size_t i = 0; i < shown; i++)
        put_weakness(&narrow, t, &c, &w[i]);
    pages_show(p, t, title_of(p, &c));
    for (size_t i = 0; i < shown; i++)
        explain(p, &w[i], false, i < SHOWN_FEW ? HYPOTHESIS_FAILED : 0);
    document_gap(p->d);
    say_more(p, n - shown);
}

void weaknesses_explain(const struct pages *p, const struct hunt_target *t)
{
    const struct weakness *w;
    size_t n = weaknesses_of(p, t, &w);

    for (size_t i = 0; i < n; i++)
        explain(p, &w[i], true, HYPOTHESIS_FAILED);
}
