/* SPDX-License-Identifier: Apache-2.0 */
/* Claims: their sentences, the problems they hold of, and new hypotheses. */
#include "hunt/hypothesis.h"
#include "base/str.h"
#include "problem/taxonomy/key.h"
#include "run/planted/note.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* ---- words ---- */

/* How a sentence speaks of a trait. */
static const char *trait_noun(const char *trait)
{
    static const char *const nouns[][2] = {
        { "words", "the number of words" },
        { "characters", "the number of characters" },
        { "numbers", "the count of numbers" },
        { "digits", "the number of digits of the longest number" },
        { "steps", "the number of steps of the solution" },
        { "concepts", "the number of concepts" },
        { "level", "the level" },
        { "keys", "the number of asked values" },
        { "distractors", "the number of distractors" },
        { "wording", "the wording" },
        { "answer", "the answer" },
        { "answer sign", "the sign of the answer" },
        { "answer digits", "the number of digits of the answer" },
        { "denominator", "the denominator of the answer" },
        { "answer parts", "the number of parts of the answer" },
        { "solution words", "the number of words of the solution" },
    };

    for (size_t i = 0; i < sizeof(nouns) / sizeof(nouns[0]); i++)
        if (str_eq(trait, nouns[i][0]))
            return nouns[i][1];
    return trait;
}

/* Cuts between whole numbers are halves: 59.5 and 80.5 are 60 to 80. */
static double least_within(const struct bound *b)
{
    return b->value + 0.5 == ceil(b->value) ? ceil(b->value) : b->value;
}

static double most_within(const struct bound *b)
{
    return b->upper - 0.5 == floor(b->upper) ? floor(b->upper) : b->upper;
}

static void add_bound_text(struct str *out, const struct bound *b)
{
    str_addf(out, "in which %s is ", trait_noun(b->trait));
    if (b->kind == BOUND_IS)
        str_addf(out, "\"%s\"", b->word);
    else if (b->kind == BOUND_WITHIN)
        str_addf(out, "from %.10g to %.10g", least_within(b), most_within(b));
    else
        str_addf(out, "%s %.10g", b->kind == BOUND_ABOVE ? "above" : "below",
                 b->value);
}

const char *suspicion_text(struct arena *a, const struct suspicion *c)
{
    return suspicion_text_of(a, c, "problems");
}

const char *suspicion_text_of(struct arena *a, const struct suspicion *c,
                              const char *examples)
{
    struct str out = str_in(a);

    str_addf(&out, "The model is likely to fail on %s", examples);
    for (size_t i = 0; i < c->n_concepts; i++) {
        bool last = i + 1 == c->n_concepts;

        str_add(&out, i == 0 ? " that involve " : last ? " and " : ", ");
        str_add(&out, c->concepts[i]);
    }
    if (c->bound.kind != BOUND_NONE) {
        str_add(&out, c->n_concepts ? " and " : " ");
        add_bound_text(&out, &c->bound);
    }
    str_addc(&out, '.');
    return str_get(&out);
}

static void hypothesis_add_head(struct str *out, const char *name)
{
    size_t n = concept_head(name);

    while (n > 0 && (name[n - 1] == ' ' || name[n - 1] == '\t'))
        n--;
    if (n == 0) /* "(a)": its head says nothing */
        n = strlen(name);
    str_addn(out, name, n);
}

const char *suspicion_short(struct arena *a, const struct suspicion *c)
{
    const struct bound *b = &c->bound;
    struct str out = str_in(a);

    for (size_t i = 0; i < c->n_concepts; i++) {
        str_add(&out, i ? " + " : "");
        hypothesis_add_head(&out, c->concepts[i]);
    }
    if (b->kind != BOUND_NONE && c->n_concepts)
        str_add(&out, ", ");
    if (b->kind == BOUND_IS)
        str_addf(&out, "%s = %s", b->trait, b->word);
    else if (b->kind == BOUND_WITHIN && least_within(b) >= most_within(b))
        str_addf(&out, "%s = %.10g", b->trait, least_within(b));
    else if (b->kind == BOUND_WITHIN)
        str_addf(&out, "%s %.10g to %.10g", b->trait, least_within(b),
                 most_within(b));
    else if (b->kind != BOUND_NONE)
        str_addf(&out, "%s %c %.10g", b->trait,
                 b->kind == BOUND_ABOVE ? '>' : '<', b->value);
    return str_get(&out);
}

/* ---- comparing ---- */

bool bound_equal(const struct bound *a, const struct bound *b)
{
    if (a->kind != b->kind)
        return false;
    if (a->kind == BOUND_NONE)
        return true;
    if (!str_eq(a->trait, b->trait))
        return false;
    if (a->kind == BOUND_IS)
        return str_eq(a->word, b->word);
    return a->value == b->value &&
           (a->kind != BOUND_WITHIN || a->upper == b->upper);
}

bool suspicion_names(const struct suspicion *c, const struct suspicion *of)
{
    for (size_t i = 0; i < of->n_concepts; i++) {
        size_t k = 0;

        while (k < c->n_concepts && !str_eq(c->concepts[k], of->concepts[i]))
            k++;
        if (k == c->n_concepts)
            return false;
    }
    return true;
}

bool suspicion_equal(const struct suspicion *a, const struct suspicion *b)
{
    return suspicion_names(a, b) && suspicion_names(b, a) &&
           bound_equal(&a->bound, &b->bound);
}

/* ---- holding ---- */

/* A suspicion without a name and a bound says nothing, and holds of nothing. */
static bool is_empty(const struct suspicion *c)
{
    return c->n_concepts == 0 && c->bound.kind == BOUND_NONE;
}

static bool bound_has(const struct bound *b, double value, const char *word)
{
    switch (b->kind) {
    case BOUND_ABOVE: return value > b->value;
    case BOUND_BELOW: return value < b->value;
    case BOUND_WITHIN: return value > b->value && value < b->upper;
    case BOUND_IS: return word && str_eq(word, b->word);
    default: return false;
    }
}

bool trait_has(const struct trait *t, const struct bound *b, size_t example)
{
    return bound_has(b, t->value ? t->value[example] : NAN,
                     t->words ? t->words[example] : NULL);
}

static bool name_holds(const struct outcomes *s, const char *vocabulary,
                       const char *name, size_t i)
{
    for (size_t k = 0; k < s->n_vocabularies; k++) {
        const struct vocabulary *v = &s->vocabularies[k];

        if ((!vocabulary || str_eq(vocabulary, v->name)) &&
            vocabulary_has(v, i, name))
            return true;
    }
    return false;
}

bool suspicion_holds(const struct outcomes *s, const struct suspicion *c,
                     size_t example)
{
    const struct trait *t =
        c->bound.kind == BOUND_NONE ? NULL : outcomes_trait(s, c->bound.trait);

    for (size_t i = 0; i < c->n_concepts; i++)
        if (!name_holds(s, c->vocabulary, c->concepts[i], example))
            return false;
    return !is_empty(c) && (c->bound.kind == BOUND_NONE ||
                            (t && trait_has(t, &c->bound, example)));
}

/* Has a concept of the problem that name in the taxonomy? One that is no high
 * concept may be one of the taxonomy itself. */
static bool concept_has(struct arena *a, const struct taxonomy *t,
                        const char *concept, const char *name)
{
    const struct concept *c;
    const char **names;
    size_t n;

    if (!t)
        return str_eq(concept, name);
    c = concept_find(taxonomy_find("high"), concept);
    if (!c) {
        c = concept_find(t, concept);
        return c && str_eq(c->name, name);
    }
    n = concept_lift(a, c, t, &names);
    for (size_t i = 0; i < n; i++)
        if (str_eq(names[i], name))
            return true;
    return false;
}

static bool problem_has(struct arena *a, const struct taxonomy *t,
                        const struct problem *p, const char *name)
{
    for (size_t i = 0; i < p->n_concepts; i++)
        if (concept_has(a, t, p->concepts[i], name))
            return true;
    return false;
}

static bool problem_beyond(struct arena *a, const struct bound *b,
                           const struct problem *p)
{
    const struct factor *factors;
    size_t n;

    n = factors_make(a, p, &factors);
    for (size_t i = 0; i < n; i++)
        if (str_eq(factors[i].name, b->trait))
            return bound_has(b, factors[i].value, factors[i].word);
    return false;
}

bool suspicion_holds_problem(struct arena *a, const struct suspicion *c,
                             const struct taxonomy *t, const struct problem *p)
{
    for (size_t i = 0; i < c->n_concepts; i++)
        if (!problem_has(a, t, p, c->concepts[i]))
            return false;
    return !is_empty(c) &&
           (c->bound.kind == BOUND_NONE || problem_beyond(a, &c->bound, p));
}

/* ---- hypotheses ---- */

struct hypothesis hypothesis_new(struct arena *a, const struct suspicion *c,
                                 const char *by)
{
    struct solve none = { 0, NAN, NAN, NAN };
    struct hypothesis h = { .text = suspicion_text(a, c),
                            .suspicion = *c,
                            .by = by,
                            .group = -1,
                            .explained = -1,
                            .targeted = none,
                            .control = none };
    double *const unknown[] = {
        &h.accuracy,
        &h.balanced,
        &h.inside,
        &h.outside,
        &h.inside_lo,
        &h.inside_hi,
        &h.lift,
        &h.lo,
        &h.hi,
        &h.adjusted,
        &h.adjusted_lo,
        &h.adjusted_hi,
        &h.failed_inside,
        &h.failed_outside,
        &h.p,
        &h.q,
        &h.bank_accuracy,
        &h.reward,
        &h.against,
        &h.below,
        &h.below_lo,
        &h.below_hi,
        &h.control_expected,
    };

    for (size_t i = 0; i < sizeof(unknown) / sizeof(unknown[0]); i++)
        *unknown[i] = NAN;
    return h;
}

const char *confirmed_name(enum confirmed c)
{
    static const char *const names[] = { [CONFIRMED_NO] = "no",
                                         [CONFIRMED_YES] = "yes",
                                         [CONFIRMED_NOT_SHOWN] = "not shown" };

    return names[c];
}
