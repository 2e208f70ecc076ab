/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/str.h"
#include "grade/extract/extract_int.h"

#include <string.h>

/*
 * Labels: the letter of a choice before its text, "(B) 12", and the parts of
 * an answer, "(a) 5 (b) 7", which are joined with semicolons.
 */

#define COUNT(table) (sizeof(table) / sizeof *(table))
#define PARTS_MOST   ((size_t)12)
#define SHORT_MOST   400 /* bytes of parts on one line */

/* ---- the letter of a choice ---- */

static size_t skip_gap(struct span t, size_t at)
{
    for (;;) {
        if (character_space(t, at))
            at += character_space(t, at);
        else if (at + 1 < t.n && t.s[at] == '\\' && one_of(t.s[at + 1], " ,;:"))
            at += 2;
        else if (span_at(t, at, "\\quad"))
            at += 5;
        else if (at < t.n && t.s[at] == '~')
            at++;
        else
            return at;
    }
}

struct span label_rest(struct span t)
{
    static const char *const dress[] = { "\\textbf{", "\\text{",   "\\mathbf{",
                                         "\\mathrm{", "\\textrm{", "**" };
    size_t at = 0, open, rest;
    const char *worn = NULL;
    bool bracket;

    for (size_t i = 0; i < COUNT(dress) && !worn; i++)
        if (span_at(t, 0, dress[i]))
            worn = dress[i];
    at = worn ? strlen(worn) : 0;
    bracket = at < t.n && t.s[at] == '(';
    open = at + bracket;
    if (open + 1 >= t.n || t.s[open] < 'A' || t.s[open] > 'J' ||
        !(t.s[open + 1] == ')' || (!bracket && t.s[open + 1] == ':')))
        return t;
    at = open + 2;
    rest = skip_gap(t, at);
    if (worn && (t.s[0] == '*' ? span_at(t, rest, "**")
                               : rest < t.n && t.s[rest] == '}'))
        rest = skip_gap(t, rest + (t.s[0] == '*' ? 2 : 1));
    else if (worn)
        return t;
    else if (rest == at)
        return t;
    if (rest >= t.n || one_of(t.s[rest], "+*/^=<>") ||
        span_at(t, rest, "\\cdot") || span_at(t, rest, "\\times"))
        return t;
    return span_cut(t, rest, t.n);
}

/* ---- parts ---- */

/* The label of part number n at `at`, "(a)", "a)", "Part (a):": where it
 * ends; 0: there is none. */
static size_t label_at(struct span t, size_t at, size_t n)
{
    size_t i = at;
    bool bracket;

    while (i < t.n && i < at + 8 && one_of(t.s[i], "*_#"))
        i++;
    if (span_at_fold(t, i, "part "))
        i += 5;
    bracket = i < t.n && t.s[i] == '(';
    i += bracket;
    if (i + 1 >= t.n || t.s[i] != (char)('a' + (int)n) || t.s[i + 1] != ')')
        return 0;
    i += 2;
    while (i < t.n && one_of(t.s[i], "*_:"))
        i++;
    return i >= t.n || character_space(t, i) || one_of(t.s[i], "$\\") ? i : 0;
}

struct parts {
    size_t from[PARTS_MOST], to[PARTS_MOST]; /* what the labels are before */
    size_t n;
};

/* The parts of t: at the beginning of lines, or, in a short text, behind a
 * blank. A second "(a)" begins anew. */
static void find_parts(struct span t, struct parts *p)
{
    bool start = true, short_text = t.n <= SHORT_MOST;
    size_t end;

    p->n = 0;
    for (size_t i = 0; i < t.n; i++) {
        if (start && one_of(t.s[i], "(*_#PpaAbBcCdDeEfFgGhHiI")) {
            if (p->n && (end = label_at(t, i, 0)))
                p->n = 0;
            end = p->n < PARTS_MOST ? label_at(t, i, p->n) : 0;
            if (end) {
                if (p->n)
                    p->to[p->n - 1] = i;
                p->from[p->n] = end;
                p->to[p->n++] = t.n;
                i = end - 1;
                start = false;
                continue;
            }
        }
        start = t.s[i] == '\n' || (start && t.s[i] == ' ') ||
                (short_text && t.s[i] == ' ');
    }
}

/* A part without the "and" or comma that leads to the next. */
static struct span tidy(struct span t)
{
    t = trim_span(t);
    if (t.n > 4 && span_before_fold(t, t.n, " and"))
        t = trim_span(span_cut(t, 0, t.n - 4));
    return t;
}

static bool join_parts(const struct extract *x, struct span t,
                       const struct parts *p, struct extracted *out)
{
    struct extract_options opt = *x->opt;
    struct str text = str_in(x->a);
    struct extracted one = { 0 };

    opt.parts = 0;
    opt.inside = true;
    out->declared = true;
    for (size_t i = 0; i < p->n; i++) {
        struct span part = tidy(span_cut(t, p->from[i], p->to[i]));

        one = extract_answer(x->a, part.s, part.n, &opt);
        if (one.rule == EXTRACT_NONE)
            return false;
        if (text.n)
            str_add(&text, "; ");
        str_add(&text, one.text);
        out->declared = out->declared && one.declared;
    }
    out->rule = one.rule == EXTRACT_BOXED ? EXTRACT_BOXES : one.rule;
    out->text = str_get(&text);
    out->why = NULL;
    return true;
}

/* Has every part a box of its own? */
static bool are_boxed(struct span t, const struct parts *p)
{
    for (size_t i = 0; i < p->n; i++) {
        struct span part = span_cut(t, p->from[i], p->to[i]);
        size_t at = 0;

        while (at < part.n && !span_at(part, at, "\\boxed"))
            at++;
        if (at == part.n)
            return false;
    }
    return true;
}

bool parts_find(const struct extract *x, struct span t, struct extracted *out)
{
    struct parts p;

    if (x->opt->inside || x->opt->choice)
        return false;
    find_parts(t, &p);
    /* A reply that begins with its first part has nothing else; another
     * one needs a key with as many parts. */
    if (p.n < 2 ||
        !(p.n == x->opt->parts || label_at(t, 0, 0) || are_boxed(t, &p)))
        return false;
    return join_parts(x, t, &p, out);
}
