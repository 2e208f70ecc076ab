/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Things that a statement refers to and does not contain: figures, tables,
 * other problems, "the following" with nothing after it.
 */
#include "hunt/write/filter_int.h"

#include <string.h>

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
    static const char *const before[] = { "in", "from",  "see", "of",   "to",
                                          "by", "using", "as",  "with", "and" };
    static const char *const phrases[] = {
        "problem #", "question #", "exercise #", "example #", "part (a)",
        "theorem #", "lemma #",    "equation #", "section #", "chapter #",
    };

    for (size_t i = 1; i < w->n; i++)
        for (size_t k = 0; k < COUNT_OF(phrases); k++)
            if (filter_at(w, i, phrases[k]) &&
                filter_is(w, i - 1, before, COUNT_OF(before)))
                return phrases[k];
    return NULL;
}

/* "the figure." is one to look at; "the figure bounded by" is a shape. */
static bool bare_figure(const struct words *w)
{
    static const char *const after[] = { ".", ",", "?", ":", ";", "is" };

    for (size_t i = 1; i < w->n; i++)
        if (filter_at(w, i - 1, "the figure") &&
            (i + 1 == w->n || filter_is(w, i + 1, after, COUNT_OF(after))))
            return true;
    return false;
}

/* Is there anything behind "the following" that it may speak of? */
static bool follows_nothing(const char *s, const struct words *w, size_t i)
{
    static const char *const times[] = { "day",   "days",    "week", "weeks",
                                         "month", "morning", "year", "years",
                                         "night", "season",  "hour" };

    if (filter_is(w, i + 2, times, COUNT_OF(times)) || strstr(s, "\\begin{"))
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

const char *flaw_outside(struct arena *a, const char *statement,
                         const struct words *w)
{
    static const char *const code[] = { "[asy]", "\\includegraphics",
                                        "\\begin{tikzpicture}", "![" };
    const char *found = NULL;
    size_t where;

    for (size_t i = 0; i < COUNT_OF(code) && !found; i++)
        found = strstr(statement, code[i]) ? code[i] : NULL;
    if (!found)
        found = filter_find(w, shown, COUNT_OF(shown), &where);
    if (!found && bare_figure(w))
        found = "the figure";
    if (!found && !has_table(statement))
        found = filter_find(w, tables, COUNT_OF(tables), &where);
    if (!found)
        found = filter_find(w, others, COUNT_OF(others), &where);
    if (!found)
        found = numbered(w);
    if (!found)
        found = following(statement, w);
    return found ? arena_printf(a, "it points at what is not there: \"%s\"",
                                found)
                 : NULL;
}
