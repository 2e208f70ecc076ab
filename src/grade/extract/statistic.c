/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/extract/statistic.h"

#include "grade/extract/reply_text.h"
#include "text/lexicon.h"
#include "text/pattern.h"

/*
 * A label is a name, "95% confidence interval for the mean", with what stands
 * around its words in LaTeX and Markdown, then ":" or "=" or a bracket that
 * opens, then a value. It is taken as a whole or not at all, so that braces
 * stay in pairs.
 */

#define LABEL_WORDS 8             /* between the name and the sign */
#define LABEL_MOST  ((size_t)160) /* bytes of them */

/* Before blanks, the marks of Markdown and a font's opening. */
static size_t back_over_dress(struct span t, size_t at)
{
    return pattern_back(t, at,
                        "\\text{|\\textbf{|\\mathrm{|\\mathbf{|\\,|%[ *_$]");
}

static size_t statistic_skip_dress(struct span t, size_t at)
{
    return pattern_skip(t, at,
                        "\\text{|\\textbf{|\\mathrm{|\\mathbf{|\\,|\\ |\\(|"
                        "%[ *_$}\n]");
}

/* Where the number begins whose sign of percent ends at `at`, with its own
 * dollar; `at`: there is none. */
static size_t percent_before(struct span t, size_t at)
{
    size_t end = back_over_dress(t, at), from, n;
    bool dollar = span_index(t, end, '$') < at;

    end -= end && t.s[end - 1] == '-'; /* "95%-CI" */
    n = pattern_before(t, end, "%[0-9.]%+ %+percent|%[0-9.]%+ %*\\%?%%");
    from = end - n;
    if (n == 0)
        return at;
    return from && dollar && t.s[from - 1] == '$' ? from - 1 : from;
}

/* Behind the words that may follow the name and the sign that ends the label;
 * 0: none does. */
static size_t sign_end(struct span t, size_t at)
{
    size_t next, n, close;

    t = span_cut(t, 0, at + LABEL_MOST);
    for (int words = 0; at < t.n && words <= LABEL_WORDS; at += n) {
        char c = t.s[at];

        next = statistic_skip_dress(t, at);
        if (words == 0 &&
            (one_of(span_byte(t, next), "([") || span_at(t, next, "\\left"))) {
            close = span_index(t, next, ')');
            if (span_byte(t, next) == '[' || close == t.n ||
                span_index(t, next, ',') < close)
                return at;      /* "95% CI (1, 2)" */
            n = close + 1 - at; /* "(95%)" */
            words++;
            continue;
        }
        if (c == ':' || c == '=' || span_at(t, at, "\\approx"))
            return at + (c == '\\' ? 7 : 1);
        n = span_letters(t, at);
        words += n > 0;
        if (n == 2 && span_at_fold(t, at, "is") &&
            span_byte(t, span_skip_space(t, at + n)) == '}')
            return at + n; /* "\text{The 95\% CI is }" */
        if (n == 0 && !one_of(c, " *_}\\{$,") && !((unsigned char)c & 0x80))
            return 0;
        n = n ? n : 1;
    }
    return 0;
}

/* Take in what closes or opens the braces of the stretch; false: neither
 * stands beside it. */
static bool balance(struct span t, size_t *from, size_t *to)
{
    int open = span_braces_open(span_cut(t, *from, *to));
    size_t n;

    for (; open > 0; open--) {
        while (span_byte(t, *to) == ' ')
            ++*to;
        if (span_byte(t, *to) != '}')
            return false;
        ++*to;
    }
    for (; open < 0; open++) {
        n = span_before_any(t, *from, "\\text{|\\textbf{|\\mathrm{|\\mathbf{");
        if (n == 0)
            return false;
        *from -= n;
    }
    if (span_at(t, *to, "**") && span_before_fold(t, *from, "**")) {
        *from -= 2; /* "**95% CI:** (1, 2)" */
        *to += 2;
    }
    return true;
}

/* Does the label stand where a line begins? */
static bool heads_line(struct span t, size_t at)
{
    at = span_back(t, at, " \t*_#>-$");
    return at == 0 || t.s[at - 1] == '\n';
}

/* The label whose name begins at `at` and has n bytes. */
static bool statistic_label_at(struct span t, size_t at, size_t n, bool level,
                               enum statistic which, size_t *from, size_t *to)
{
    bool abbreviated = n == 2, percent;
    size_t value;

    *from = percent_before(t, at);
    percent = *from < at;
    if ((abbreviated && !span_at(t, at, "CI")) ||
        !(which & (level ? STATISTIC_LEVEL : STATISTIC_INTERVAL) ||
          (level && !heads_line(t, *from))))
        return false;
    *to = sign_end(t, at + n);
    value = *to ? statistic_skip_dress(t, *to) : t.n;
    if (value >= t.n ||
        !(is_digit(t.s[value]) || (!level && one_of(t.s[value], "([-\\"))))
        return false;
    if (abbreviated && !percent && !one_of(t.s[value], "([\\"))
        return false;
    *from -= span_before_any(t, *from, "the |our ");
    return balance(t, from, to);
}

/* "\boxed{95\%\text{ confidence}}": the noun behind a level that is all the
 * rest of an answer. */
static bool statistic_noun_at(struct span t, size_t at, size_t *from,
                              size_t *to)
{
    size_t n = span_word_at(t, at, "confidence"), number, before, end;

    if (n == 0)
        return false;
    number = percent_before(t, at);
    before = back_over_dress(t, number);
    if (number == at || (before && !one_of(t.s[before - 1], "{>:")))
        return false;
    end = statistic_skip_dress(t, at + n);
    if (span_word_at(t, end, "level"))
        n = end + 5 - at;
    *to = at + n;
    for (*from = at; *from && t.s[*from - 1] != '%';)
        --*from;
    if (!balance(t, from, to))
        return false;
    end = *to;
    end = span_skip(t, end, " .$*");
    return end == t.n || (before && one_of(t.s[end], "}<\n"));
}

bool statistic_within(struct span t)
{
    static const struct {
        char byte; /* the rarest of a piece that names have, of either case */
        size_t at;
        const char *piece;
    } marks[] = { { 'f', 2, "onf" },  { 'F', 2, "onf" },
                  { 'b', 3, "edib" }, { 'B', 3, "edib" },
                  { 'C', 0, "ci" },   { '\xe7', 0, "\xe7\xbd\xae" } };

    for (size_t i = 0; i < COUNT(marks); i++)
        for (size_t at = 0; (at = span_index(t, at, marks[i].byte)) < t.n; at++)
            if (at >= marks[i].at &&
                span_at_fold(t, at - marks[i].at, marks[i].piece))
                return true;
    return false;
}

struct span statistic_clear(struct arena *a, struct span t,
                            enum statistic which)
{
    size_t from = 0, to = 0, n;
    const struct lexeme *x;
    char *copy = NULL;

    for (size_t at = 0; at < t.n; at++) {
        if ((at && is_letter(t.s[at - 1])) ||
            !(is_letter(t.s[at]) || (t.s[at] & 0x80)))
            continue;
        n = lexicon_phrase(t, at, WORD_STATISTIC, &x);
        if (!(n &&
              statistic_label_at(t, at, n, x->value == 1, which, &from, &to)) &&
            !statistic_noun_at(t, at, &from, &to))
            continue;
        if (!copy)
            copy = arena_strndup(a, t.s, t.n);
        for (size_t i = from; i < to; i++)
            copy[i] = t.s[i] == '\n' ? '\n' : ' ';
        at = to > at ? to - 1 : at;
    }
    return copy ? (struct span){ copy, t.n } : t;
}
