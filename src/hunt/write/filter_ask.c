/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a statement asks for, sentence by sentence: a value, a proof or a
 * drawing, or a yes or no. Verbs count where a command can stand: at the
 * beginning of a sentence or clause, so that "records show that" and "you
 * draw two cards" ask for nothing.
 */
#include "hunt/write/filter_int.h"

#include <string.h>

static const char *const commands[] = {
    /* wherever they stand */
    "find",      "compute", "determine", "evaluate",
    "calculate", "solve",   "simplify",
};
static const char *const words_of_command[] = {
    /* nouns as well */
    "express",   "give",        "state",
    "write",     "factor",      "factorise",
    "factorize", "expand",      "count",
    "list",      "estimate",    "approximate",
    "convert",   "integrate",   "differentiate",
    "derive",    "identify",    "minimize",
    "minimise",  "maximize",    "maximise",
    "report",    "enter",       "round",
    "reduce",    "rationalize", "rationalise",
    "name",      "obtain",      "work",
    "answer",    "deduce",      "nondimensionalize",
    "develop",   "provide",     "supply",
};
static const char *const questions[] = { "what is",   "what are", "what was",
                                         "what will", "how many", "how much",
                                         "how long",  "how far",  "how old",
                                         "which of",  "what's",   "what" };
static const char *const auxiliaries[] = {
    "is",    "are",    "was",     "were",  "does",  "do",   "did",    "can",
    "could", "will",   "would",   "has",   "have",  "had",  "should", "must",
    "isn't", "aren't", "doesn't", "don't", "can't", "must",
};
static const char *const leads[] = { "if", "when",  "given", "suppose",  "for",
                                     "in", "since", "let",   "assuming", "then",
                                     "so", "and",   "now" };

static bool is_end(const char *w)
{
    return w[0] == '.' || w[0] == '?' || w[0] == '!';
}

/* Can a command stand at word i? */
static bool is_start(const struct words *w, size_t i)
{
    static const char *const before[] = { ".",      "?",    "!",   ":",
                                          ";",      ",",    "and", "then",
                                          "please", "also", "#" };

    return i == 0 || filter_is(w, i - 1, before, COUNT_OF(before));
}

/* "Determine whether", "state if": these ask for a yes or no. */
static bool is_whether(const struct words *w, size_t i)
{
    static const char *const after[] = { "whether", "if" };

    return filter_is(w, i + 1, after, 2) ||
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
    if (filter_is(w, from, auxiliaries, COUNT_OF(auxiliaries)))
        return from;
    if (!filter_is(w, from, leads, COUNT_OF(leads)))
        return to;
    for (size_t i = from + 1; i < to; i++)
        if (w->w[i - 1][0] == ',' &&
            filter_is(w, i, auxiliaries, COUNT_OF(auxiliaries)))
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
    if (filter_is(w, i,
                  (const char *const[]){ "can", "could", "would", "will" },
                  4) &&
        filter_at(w, i + 1, "you"))
        return false;
    return !has_in(w, i, to, "or") || has_in(w, i, to, "or not");
}

/* ---- values ---- */

bool filter_asks(const struct words *w, size_t from, size_t to)
{
    size_t start = from;

    for (size_t i = from; i < to; i++) {
        bool command =
            filter_is(w, i, commands, COUNT_OF(commands)) ||
            (is_start(w, i) &&
             filter_is(w, i, words_of_command, COUNT_OF(words_of_command)));

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
    size_t where;

    for (size_t i = 0; i < w->n; i++)
        for (size_t k = 0; k < COUNT_OF(phrases); k++)
            if (is_start(w, i) && filter_at(w, i, phrases[k]))
                return phrases[k];
    return filter_find(w, anywhere, COUNT_OF(anywhere), &where);
}

static const char *asks_yes_no(struct arena *a, const struct words *w)
{
    size_t from = 0;

    for (size_t i = 0; i < w->n; i++) {
        if (!is_end(w->w[i]))
            continue;
        if (is_yes_no(w, from, i + 1))
            return arena_printf(a, "a yes or no is asked: \"%s ...\"",
                                w->w[find_auxiliary(w, from, i + 1)]);
        from = i + 1;
    }
    return NULL;
}

const char *flaw_proof(struct arena *a, const struct words *w)
{
    const char *verb = wants_proof(w);

    if (verb)
        return arena_printf(a, "a proof is asked: \"%s\"", verb);
    if (filter_asks(w, 0, w->n))
        return NULL;
    verb = asks_yes_no(a, w);
    if (verb)
        return verb;
    verb = wants_work(w);
    return verb ? arena_printf(a, "no value is asked: \"%s\"", verb) : NULL;
}
