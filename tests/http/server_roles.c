/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Those who look at failures: the hypothesizer, its judges, the tagger and
 * the maker of lists. A pattern applies to a problem that has a word of one of
 * its concepts.
 */

#include "server_roles.h"

#include "base/ascii.h"

#include <string.h>

#define HYPOTHESES 5
#define ITEMS_MOST 100
#define TAGS_MOST  3

static const char *name_at(const struct vec *names, size_t i)
{
    return *vec_get(names, const char *, i);
}

/* ---- hypotheses ---- */

static bool has_fold(const char *text, const char *word)
{
    size_t n = strlen(word), i;

    for (; *text; text++) {
        for (i = 0; i < n && to_lower(text[i]) == to_lower(word[i]);)
            i++;
        if (i == n)
            return true;
    }
    return false;
}

/* The first name with the word of `weak=`; none: names->n. */
static size_t weak_name(const struct part *p, const struct vec *names)
{
    const char *word = scenario_text(p->q->scenario, "weak", NULL);
    size_t i = 0;

    while (word && i < names->n && !has_fold(name_at(names, i), word))
        i++;
    return word ? i : names->n;
}

/* `trait=` is a bound, with "_" for blanks: the first hypothesis. */
static bool add_trait(struct part *p, size_t i)
{
    const char *trait = scenario_text(p->q->scenario, "trait", NULL);
    char *s;

    if (!trait || i != 1)
        return false;
    s = arena_strdup(p->q->arena, trait);
    for (char *c = s; *c; c++)
        *c = *c == '_' ? ' ' : *c;
    str_addf(&p->out, "1. The model is likely to fail on such. [trait: %s]\n",
             s);
    return true;
}

static void add_hypothesis(struct part *p, size_t i, const char *a,
                           const char *b)
{
    str_addf(&p->out,
             "%zu. The model is likely to fail on problems that involve %s", i,
             a);
    if (b)
        str_addf(&p->out, " and %s", b);
    str_addf(&p->out, ". [concepts: %s", a);
    if (b)
        str_addf(&p->out, "; %s", b);
    str_add(&p->out, "]\n");
}

void play_hypotheses(struct part *p)
{
    struct vec names = part_names(p, "Concepts:");
    uint64_t n = part_number(p->user, "hypotheses", HYPOTHESES);
    bool same = p->bad == BAD_DUPLICATES;
    size_t weak = weak_name(p, &names), start, i = 1;

    if (names.n == 0)
        *(const char **)vec_push(&names) = "long statements";
    start = (size_t)part_draw(p, "start", 0, names.n);
    for (; i <= n && i <= ITEMS_MOST; i++) {
        size_t k = same ? 0 : i;
        size_t a = (start + k) % names.n;
        size_t b = a;

        if (k % 3 == 0 && names.n > 1) /* and another one */
            b = (a + 1 + part_draw(p, "second", k, names.n - 1)) % names.n;
        if (weak < names.n && (same || i == 1))
            a = b = weak;
        if (add_trait(p, i))
            continue;
        if (p->bad == BAD_NAMES)
            add_hypothesis(p, i, "Underwater topology", NULL);
        else
            add_hypothesis(p, i, name_at(&names, a),
                           a != b ? name_at(&names, b) : NULL);
    }
}

/* ---- judges ---- */

/* Does one of the names between text and end occur in the problem? */
static bool any_occurs(struct part *p, const char *text, const char *end,
                       const char *between, const char *problem)
{
    while (text < end) {
        const char *cut = strstr(text, between);
        size_t n = (size_t)((cut && cut < end ? cut : end) - text);

        if (name_occurs(arena_strndup(p->q->arena, text, n), problem))
            return true;
        text += n + strlen(between);
    }
    return false;
}

static bool applies(struct part *p)
{
    const char *pattern = part_behind(p, "Pattern:");
    const char *problem = part_behind(p, "Problem:");
    const char *names, *end;

    if (!pattern || !problem)
        return false;
    names = strstr(pattern, "[concepts:");
    if (names) {
        names += strlen("[concepts:");
        end = names + strcspn(names, "]");
        return any_occurs(p, names, end, ";", problem);
    }
    names = strstr(pattern, " involve ");
    names = names ? names + strlen(" involve ") : pattern;
    return any_occurs(p, names, names + strcspn(names, ".\n"), " and ",
                      problem);
}

static void add_label(struct part *p, bool yes, const char *if_yes,
                      const char *if_no)
{
    str_addf(&p->out, "The pattern %s the problem.\nFinal answer: %s\n",
             yes ? "covers" : "does not cover", yes ? if_yes : if_no);
    if (p->bad == BAD_BOTH)
        str_addf(&p->out, "Final answer: %s\n", yes ? if_no : if_yes);
}

/* In the words of the task. */
static void predict(struct part *p, bool fails)
{
    bool wrong = strstr(p->system, "\"wrong\"") != NULL;
    const char *other = scenario_text(p->q->scenario, "label", NULL);

    if (other)
        add_label(p, fails, other, other);
    else
        add_label(p, fails, wrong ? "wrong" : "fails",
                  wrong ? "correct" : "solved");
}

void play_predict(struct part *p)
{
    predict(p, applies(p));
}

/* Does one of the numbered patterns apply? */
void play_weigh(struct part *p)
{
    const char *at = part_behind(p, "Patterns:");
    const char *problem = part_behind(p, "Problem:");
    bool any = false;

    while (at && problem && !any && (at = strstr(at, " involve "))) {
        at += strlen(" involve ");
        any = any_occurs(p, at, at + strcspn(at, ".\n"), " and ", problem);
    }
    predict(p, any);
}

void play_relevant(struct part *p)
{
    add_label(p, applies(p), "yes", "no");
}

void play_choose(struct part *p)
{
    str_add(&p->out, "Chosen pattern: Pattern 1\n");
    add_label(p, true, "fails", "solved");
}

/* ---- tags ---- */

void play_tags(struct part *p)
{
    struct vec names = part_names(p, "Concepts:");
    const char *problem = part_behind(p, "Problem:");
    size_t found = 0;

    if (!problem)
        problem = part_behind(p, "Ticket:");
    str_add(&p->out, "Tags: ");
    if (p->bad == BAD_NAMES) {
        str_add(&p->out, "Underwater topology");
        return;
    }
    for (size_t i = 0; problem && i < names.n && found < TAGS_MOST; i++)
        if (name_occurs(name_at(&names, i), problem))
            str_addf(&p->out, "%s%s", found++ ? "; " : "", name_at(&names, i));
    if (!found && names.n)
        str_add(&p->out,
                name_at(&names, (size_t)part_draw(p, "tag", 0, names.n)));
}

/* ---- lists of concepts ---- */

static const char *const concepts[] = {
    "Addition of integers",
    "Multiplication of integers",
    "Fractions",
    "Prime numbers",
    "Divisibility",
    "Remainders",
    "Linear equations",
    "Quadratic equations",
    "Sequences",
    "Geometric series",
    "Triangles",
    "Circles",
    "Area and perimeter",
    "Volume",
    "Counting with order",
    "Counting without order",
    "Probability",
    "Expected value",
    "Logarithms",
    "Powers and roots",
    "Polynomials",
    "Trigonometry",
    "Matrices: determinants",
    "Absolute value",
};

#define N_CONCEPTS (sizeof concepts / sizeof *concepts)

void play_concepts(struct part *p)
{
    struct vec listed = part_names(p, "Concepts, ");
    size_t wanted = part_number(p->last, "concepts.", N_CONCEPTS);
    size_t n = listed.n, start = 0;

    if (n == 0) { /* nothing to be joined: what new problems need */
        n = 3 + (size_t)part_draw(p, "how many", 0, 4);
        start = (size_t)part_draw(p, "which", 0, N_CONCEPTS);
    }
    for (size_t i = 0; i < n && i < wanted; i++) {
        size_t k = p->bad == BAD_DUPLICATES ? 0 : (start + 5 * i) % N_CONCEPTS;

        str_addf(&p->out, "- %s\n",
                 listed.n ? name_at(&listed, i) : concepts[k]);
    }
}
