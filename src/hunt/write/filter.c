/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The order of the rules: what cannot be read is not looked at any further,
 * and what is incomplete is not called a duplicate.
 */
#include "hunt/write/filter.h"
#include "hunt/write/filter_int.h"

#include <string.h>

/*
 * What a statement asks for, sentence by sentence: a value, a proof or a
 * drawing, or a yes or no. Verbs count where a command can stand: at the
 * beginning of a sentence or clause, so that "records show that" and "you
 * draw two cards" ask for nothing.
 */

/* wherever they stand */
static const char commands[] =
    "find compute determine evaluate calculate solve simplify";
/* nouns as well */
static const char words_of_command[] =
    "express give state write factor factorise factorize expand count list "
    "estimate approximate convert integrate differentiate derive identify "
    "minimize minimise maximize maximise report enter round reduce "
    "rationalize rationalise name obtain work answer deduce "
    "nondimensionalize develop provide supply";
static const char *const questions[] = { "what is",   "what are", "what was",
                                         "what will", "how many", "how much",
                                         "how long",  "how far",  "how old",
                                         "which of",  "what's",   "what" };
static const char auxiliaries[] =
    "is are was were does do did can could will would has have had should "
    "must isn't aren't doesn't don't can't must";
static const char leads[] =
    "if when given suppose for in since let assuming then so and now";

static bool is_end(const char *w)
{
    return w[0] == '.' || w[0] == '?' || w[0] == '!';
}

/* Can a command stand at word i? */
static bool is_start(const struct words *w, size_t i)
{
    return i == 0 || filter_is(w, i - 1, ". ? ! : ; , and then please also #");
}

/* "Determine whether", "state if": these ask for a yes or no. */
static bool is_whether(const struct words *w, size_t i)
{
    return filter_is(w, i + 1, "whether if") ||
           filter_at(w, i + 1, "out whether") || filter_at(w, i + 1, "out if");
}

static bool is_proof_noun(const struct words *w, size_t i)
{
    return filter_at(w, i + 1, "a proof") || filter_at(w, i + 1, "a * proof") ||
           filter_at(w, i + 1, "an argument");
}

/* ---- yes or no ---- */

static bool has_in(const struct words *w, size_t from, size_t to,
                   const char *phrase)
{
    for (size_t i = from; i < to; i++)
        if (filter_at(w, i, phrase))
            return true;
    return false;
}

/* The auxiliary verb that opens the question of a sentence, behind what leads
 * to it; `to` when there is none. */
static size_t find_auxiliary(const struct words *w, size_t from, size_t to)
{
    if (filter_is(w, from, auxiliaries))
        return from;
    if (!filter_is(w, from, leads))
        return to;
    for (size_t i = from + 1; i < to; i++)
        if (w->w[i - 1][0] == ',' && filter_is(w, i, auxiliaries))
            return i;
    return to;
}

static bool is_yes_no(const struct words *w, size_t from, size_t to)
{
    size_t i;

    if (to == from || w->w[to - 1][0] != '?')
        return false;
    i = find_auxiliary(w, from, to);
    if (i == to || has_in(w, i, to, "how many") ||
        has_in(w, i, to, "how much") || has_in(w, i, to, "what") ||
        has_in(w, i, to, "what's"))
        return false;
    if (filter_is(w, i, "can could would will") && filter_at(w, i + 1, "you"))
        return false;
    return !has_in(w, i, to, "or") || has_in(w, i, to, "or not");
}

/* ---- values ---- */

bool filter_asks(const struct words *w, size_t from, size_t to)
{
    size_t start = from;

    for (size_t i = from; i < to; i++) {
        bool command = filter_is(w, i, commands) ||
                       (is_start(w, i) && filter_is(w, i, words_of_command));

        if (command && !is_whether(w, i) && !is_proof_noun(w, i))
            return true;
        for (size_t k = 0; k < COUNT_OF(questions); k++)
            if (filter_at(w, i, questions[k]))
                return true;
        if (w->w[i][0] == '?' && !is_yes_no(w, start, i + 1) &&
            !filter_at(w, start, "why"))
            return true;
        if (is_end(w->w[i]))
            start = i + 1;
    }
    return false;
}

/* ---- proofs ---- */

/* Verbs that ask for one whatever else is asked. */
static const char *wants_proof(const struct words *w)
{
    static const char *const phrases[] = {
        "prove",           "disprove",       "justify",
        "explain",         "show that",      "show why",
        "verify that",     "argue",          "demonstrate that",
        "give a proof",    "write a proof",  "construct a proof",
        "provide a proof", "give a * proof",
    };

    for (size_t i = 0; i < w->n; i++)
        for (size_t k = 0; k < COUNT_OF(phrases); k++)
            if ((is_start(w, i) ||
                 (k < 2 && i && !strcmp(w->w[i - 1], "to"))) &&
                filter_at(w, i, phrases[k]))
                return phrases[k];
    return NULL;
}

/* Verbs that do so when nothing else is asked. */
static const char *wants_work(const struct words *w)
{
    static const char *const phrases[] = {
        "draw",    "sketch", "plot",    "graph",       "construct", "describe",
        "discuss", "why",    "compare", "demonstrate", "illustrate"
    };
    static const char *const anywhere[] = {
        "whether",   "true or false", "yes or no", "determine if",
        "decide if", "state if",      "check if",
    };

    for (size_t i = 0; i < w->n; i++)
        for (size_t k = 0; k < COUNT_OF(phrases); k++)
            if (is_start(w, i) && filter_at(w, i, phrases[k]))
                return phrases[k];
    return filter_find(w, anywhere, COUNT_OF(anywhere));
}

static const char *asks_yes_no(struct arena *a, const struct words *w)
{
    size_t from = 0;

    for (size_t i = 0; i < w->n; i++) {
        if (!is_end(w->w[i]))
            continue;
        if (is_yes_no(w, from, i + 1))
            return arena_printf(a, "it asks for a yes or no: \"%s ...\"",
                                w->w[find_auxiliary(w, from, i + 1)]);
        from = i + 1;
    }
    return NULL;
}

const char *flaw_proof(struct arena *a, const struct words *w)
{
    const char *verb = wants_proof(w);

    if (verb)
        return arena_printf(a, "it asks for a proof: \"%s\"", verb);
    if (filter_asks(w, 0, w->n))
        return NULL;
    verb = asks_yes_no(a, w);
    if (verb)
        return verb;
    verb = wants_work(w);
    return verb ? arena_printf(a, "it does not ask for a value: \"%s\"", verb)
                : NULL;
}

/*
 * Things that a statement refers to and does not contain: figures, tables,
 * other problems, "the following" with nothing after it.
 */

/* Things to look at, with the words that say they are elsewhere. */
static const char *const shown[] = {
    "as shown",          "shown below",        "shown above",
    "shown here",        "shown in the",       "shown on the",
    "shown at right",    "shown at the right", "pictured",
    "depicted below",    "depicted above",     "depicted in",
    "illustrated below", "illustrated above",  "illustrated in",
    "drawn below",       "drawn above",        "the diagram",
    "diagram below",     "diagram above",      "this diagram",
    "following diagram", "following figure",   "following graph",
    "following picture", "following image",    "figure below",
    "figure above",      "figure #",           "figure shows",
    "figure shown",      "in the figure",      "from the figure",
    "see the figure",    "to the figure",      "given figure",
    "this figure",       "adjoining figure",   "accompanying figure",
    "picture below",     "picture above",      "picture shows",
    "in the picture",    "image below",        "image above",
    "image shows",       "in the image",       "graph below",
    "graph above",       "graph shown",        "graph shows",
    "from the graph",    "given graph",        "chart below",
    "chart above",       "chart shows",        "in the chart",
    "map below",         "map above",          "attached figure",
    "attached image",    "attached diagram",   "attached file",
    "attached table",    "grid below",         "grid shown",
    "number line below", "spinner shown",
};

/* Tables that are not in the text. */
static const char *const tables[] = {
    "table below", "table above",    "table shows",  "following table",
    "table shown", "from the table", "in the table", "given table",
    "table gives", "table #",
};

/* Other problems and texts. */
static const char *const others[] = {
    "previous problem",  "previous question", "previous exercise",
    "previous example",  "previous part",     "previous result",
    "previous answer",   "preceding problem", "preceding question",
    "preceding part",    "earlier problem",   "last problem",
    "next problem",      "problem above",     "question above",
    "above problem",     "above question",    "see above",
    "see below",         "as above",          "mentioned above",
    "given above",       "described above",   "defined above",
    "stated above",      "discussed above",   "in the textbook",
    "from the textbook", "your textbook",     "the passage",
    "in the text",       "from the text",     "answer choices",
    "options below",     "choices below",
};

/* "in problem 7", "theorem 3.2". */
static const char *numbered(const struct words *w)
{
    static const char *const phrases[] = {
        "problem #", "question #", "exercise #", "example #", "part (a)",
        "theorem #", "lemma #",    "equation #", "section #", "chapter #",
    };

    for (size_t i = 1; i < w->n; i++)
        for (size_t k = 0; k < COUNT_OF(phrases); k++)
            if (filter_at(w, i, phrases[k]) &&
                filter_is(w, i - 1, "in from see of to by using as with and"))
                return phrases[k];
    return NULL;
}

/* "the figure." is one to look at; "the figure bounded by" is a shape. */
static bool bare_figure(const struct words *w)
{
    for (size_t i = 1; i < w->n; i++)
        if (filter_at(w, i - 1, "the figure") &&
            (i + 1 == w->n || filter_is(w, i + 1, ". , ? : ; is")))
            return true;
    return false;
}

/* Is there anything behind "the following" that it may speak of? */
static bool follows_nothing(const char *s, const struct words *w, size_t i)
{
    if (filter_is(
            w, i + 2,
            "day days week weeks month morning year years night season hour") ||
        strstr(s, "\\begin{"))
        return false;
    for (size_t k = i + 2; k < w->n; k++)
        if (w->w[k][0] == '$' || w->w[k][0] == '#' ||
            (w->w[k][0] == ':' && k + 1 < w->n))
            return false;
    return !strpbrk(s + w->at[i], "+=<>^");
}

static const char *following(const char *s, const struct words *w)
{
    for (size_t i = 0; i < w->n; i++)
        if (filter_at(w, i, "the following") && follows_nothing(s, w, i))
            return "the following";
    return NULL;
}

static bool has_table(const char *s)
{
    const char *bar = strchr(s, '|');

    return strstr(s, "\\begin{tabular") || strstr(s, "\\begin{array") ||
           (bar && strchr(s, '\n') && strchr(bar + 1, '|'));
}

static const char *flaw_outside(struct arena *a, const char *statement,
                                const struct words *w)
{
    static const char *const code[] = { "[asy]", "\\includegraphics",
                                        "\\begin{tikzpicture}", "![" };
    const char *found = NULL;

    for (size_t i = 0; i < COUNT_OF(code) && !found; i++)
        found = strstr(statement, code[i]) ? code[i] : NULL;
    if (!found)
        found = filter_find(w, shown, COUNT_OF(shown));
    if (!found && bare_figure(w))
        found = "the figure";
    if (!found && !has_table(statement))
        found = filter_find(w, tables, COUNT_OF(tables));
    if (!found)
        found = filter_find(w, others, COUNT_OF(others));
    if (!found)
        found = numbered(w);
    if (!found)
        found = following(statement, w);
    return found ? arena_printf(
                       a, "it refers to something that is not included: \"%s\"",
                       found)
                 : NULL;
}

const char *flaw_name(enum flaw f)
{
    static const char *const names[] = {
        [FLAW_NONE] = "none",
        [FLAW_UNREADABLE] = "unreadable",
        [FLAW_INCOMPLETE] = "incomplete",
        [FLAW_OUTSIDE] = "outside",
        [FLAW_PROOF] = "proof",
        [FLAW_DUPLICATE] = "duplicate",
        [FLAW_NEAR] = "near-duplicate",
        [FLAW_OFF] = "off-the-claim",
        [FLAW_AMBIGUOUS] = "ambiguous",
        [FLAW_INVALID] = "invalid",
    };

    INVARIANT(f < FLAWS);
    return names[f];
}

enum flaw filter_draft(struct arena *a, const struct filter *f,
                       const struct draft *d, const char **why)
{
    struct words w = { 0 };

    *why = NULL;
    if (strlen(d->statement) <= STATEMENT_BYTES)
        filter_words(a, d->statement, &w);
    if (f->any) {
        *why = w.plain < 2 ? "it has no words" : NULL;
        return *why ? FLAW_UNREADABLE
                    : filter_find_near(a, f, d->statement, why);
    }
    if ((*why = flaw_unreadable(a, d->statement, &w)))
        return FLAW_UNREADABLE;
    if ((*why = flaw_incomplete(a, d->statement, &w)))
        return FLAW_INCOMPLETE;
    if ((*why = flaw_outside(a, d->statement, &w)))
        return FLAW_OUTSIDE;
    if ((*why = flaw_proof(a, &w)))
        return FLAW_PROOF;
    return filter_find_near(a, f, d->statement, why);
}
