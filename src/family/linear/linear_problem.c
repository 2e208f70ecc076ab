/* SPDX-License-Identifier: Apache-2.0 */
#include "family/linear/linear_problem.h"
#include "family/linear/read.h"
#include "text/sentence.h"

#include <string.h>

/* Divisible by all small numbers: however many templates fit, none is drawn
 * more often than another. */
#define STYLES 5040

/* ---- drawing words ---- */

void linear_problem_things(struct rng *words, const struct theme *theme,
                           struct linear_problem *t)
{
    size_t order[THEME_THINGS];

    INVARIANT(t->system.n_vars <= THEME_THINGS);
    for (size_t i = 0; i < THEME_THINGS; i++)
        order[i] = i;
    rng_shuffle(words, order, THEME_THINGS, sizeof(order[0]));
    memcpy(t->thing, order, sizeof(order[0]) * t->system.n_vars);
    t->theme = theme;
}

void linear_problem_draw(struct rng *maths, struct rng *words,
                         const struct linear_shape *shape,
                         const struct theme *theme, struct linear_problem *out)
{
    int64_t solution[LINEAR_VARIABLES];

    *out = (struct linear_problem){ .shape = *shape };
    linear_draw(maths, shape, &out->system, solution, NULL);
    if (!theme)
        theme = &linear_themes[rng_below(words, n_linear_themes)];
    linear_problem_things(words, theme, out);
    for (size_t i = 0; i < out->system.n_eqs; i++)
        out->style[i] = (unsigned)rng_below(words, STYLES);
}

/* ---- saying ---- */

void linear_problem_say(struct str *out, const struct linear_problem *t,
                        size_t i, size_t hidden, const char *letter,
                        struct slots *slots)
{
    struct say_options o = { t->theme, t->thing, t->style[i], hidden, letter };

    linear_say(out, &t->system.eqs[i], &o, slots);
}

void linear_problem_ask(struct str *out, const struct linear_problem *t)
{
    struct say_options o = { t->theme, t->thing, 0, SIZE_MAX, NULL };

    linear_ask(out, &o, t->system.asked);
}

/* ---- reading ---- */

void linear_problem_words(const struct linear_problem *t,
                          const struct linear_letter *letter,
                          const char *names[LINEAR_VARIABLES],
                          struct linear_words *out)
{
    *out = (struct linear_words){ .names = names,
                                  .unit = t ? t->theme->unit : "",
                                  .one = t ? t->theme->one : "" };
    for (; t && out->n < t->system.n_vars; out->n++)
        names[out->n] = t->theme->things[t->thing[out->n]];
    if (letter && letter->name) {
        out->letters = &letter->name;
        out->letter_values = &letter->value;
        out->n_letters = 1;
    }
}

/* Sentence i, which must be an equation, or the question after them. */
static const char *read_one(struct arena *a, const struct linear_words *w,
                            const struct linear_problem *t, const char *s,
                            size_t n, size_t i, struct system *out)
{
    struct equation eq = linear_zero();
    size_t asked = SIZE_MAX;
    enum linear_reading is;

    is = linear_read(s, n, w, &eq, &asked);
    if (i == t->system.n_eqs) {
        out->asked = asked;
        return is == READING_QUESTION && asked == t->system.asked
                   ? NULL
                   : "the last sentence does not ask for the asked one";
    }
    out->eqs[i] = eq;
    return is == READING_EQUATION
               ? NULL
               : arena_printf(a, "sentence %zu cannot be read as an equation",
                              i + 1);
}

const char *linear_problem_read(struct arena *a, const struct linear_problem *t,
                                const char *const *sentences, size_t n,
                                const struct linear_letter *letter,
                                struct system *out)
{
    const char *names[LINEAR_VARIABLES], *fault = NULL;
    struct linear_words w;

    out->n_vars = t->system.n_vars;
    out->n_eqs = t->system.n_eqs;
    out->asked = 0;
    linear_problem_words(t, letter, names, &w);
    linear_words_open(a, &w);
    if (n != t->system.n_eqs + 1)
        return arena_printf(a, "there are %zu sentences, not %zu", n,
                            t->system.n_eqs + 1);
    for (size_t i = 0; i < n && !fault; i++)
        fault = read_one(a, &w, t, sentences[i], strlen(sentences[i]), i, out);
    return fault;
}

const char *linear_problem_read_text(struct arena *a,
                                     const struct linear_problem *t,
                                     const char *text, struct system *out)
{
    const char *sentences[LINEAR_EQUATIONS + 1], *s;
    size_t at = 0, n = 0, len;

    while ((s = sentence_next(text, &at, &len)) != NULL) {
        if (n == LINEAR_EQUATIONS + 1)
            return "it has more sentences than a system can have";
        sentences[n++] = arena_strndup(a, s, len);
    }
    return linear_problem_read(a, t, sentences, n, NULL, out);
}

const char *linear_problem_differs(struct arena *a, const struct system *x,
                                   const struct system *y)
{
    if (x->n_vars != y->n_vars || x->n_eqs != y->n_eqs || x->asked != y->asked)
        return "it is a system of another shape";
    for (size_t i = 0; i < x->n_eqs; i++)
        if (!linear_same(&x->eqs[i], &y->eqs[i]))
            return arena_printf(a, "sentence %zu says another equation", i + 1);
    return NULL;
}
