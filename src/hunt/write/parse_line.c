/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What one line of a writer's reply is: a heading, a label or text. Marks of
 * Markdown and LaTeX around a label do not count.
 */
#include "base/ascii.h"
#include "hunt/write/parse_int.h"
#include "text/character.h"

#include <string.h>

#define NUMBER_DIGITS 4  /* of a problem's number */
#define NOTE_BYTES    60 /* "(number theory)" behind it */

static bool one_of(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

static struct span skip(struct span p, const char *set)
{
    while (p.n && one_of(p.s[0], set))
        p = span_from(p, 1);
    return p;
}

/* ---- what stands before and behind a label ---- */

/* Marks of headings, quotes, lists and emphasis; *marked: any that makes the
 * line stand out. */
static struct span skip_marks(struct span p, bool *marked)
{
    *marked = false;
    for (;;) {
        if (p.n > 1 && one_of(p.s[0], "-+") && p.s[1] == ' ') {
            p = span_from(p, 2);
        } else if (p.n && one_of(p.s[0], "#*_")) {
            *marked = true;
            p = span_from(p, 1);
        } else if (p.n && one_of(p.s[0], "> \t")) {
            p = span_from(p, 1);
        } else if (span_at_fold(p, 0, "\\textbf{")) {
            *marked = true;
            p = span_from(p, 8);
        } else {
            return p;
        }
    }
}

#define EMPHASIS "*_}"

/* The length of a colon of full width at the head of p; 0: none. */
static size_t wide_colon(struct span p)
{
    struct character c;
    size_t n = character_at(p, 0, &c);

    return c.is == CHAR_WIDE && c.plain[0] == ':' ? n : 0;
}

/* The colon behind a label, ASCII or full-width, with emphasis on either
 * side. */
static bool skip_colon(struct span *p)
{
    struct span at = skip(*p, EMPHASIS " ");

    if (at.n && at.s[0] == ':')
        at = span_from(at, 1);
    else if (wide_colon(at))
        at = span_from(at, wide_colon(at));
    else
        return false;
    *p = span_trim(skip(at, EMPHASIS));
    return true;
}

/* A remark in brackets, if it is short. */
static struct span skip_note(struct span p)
{
    struct span at = skip(p, " ");

    if (at.n == 0 || at.s[0] != '(')
        return p;
    for (size_t i = 1; i < at.n && i < NOTE_BYTES; i++)
        if (at.s[i] == ')')
            return span_from(at, i + 1);
    return p;
}

static bool read_number(struct span *p, size_t *out)
{
    size_t n = 0;

    *out = 0;
    while (n < p->n && n <= NUMBER_DIGITS && is_digit(p->s[n]))
        *out = *out * 10 + (size_t)(p->s[n++] - '0');
    if (n == 0 || n > NUMBER_DIGITS)
        return false;
    *p = span_from(*p, n);
    return true;
}

/* ---- headings ---- */

/* The signs behind a number: ":", ".", ")", a dash. */
static struct span skip_signs(struct span p)
{
    size_t n;

    for (;;) {
        if (p.n && one_of(p.s[0], ".:)-]"))
            p = span_from(p, 1);
        else if ((n = character_is(p, 0, CHAR_DASHES)) || (n = wide_colon(p)))
            p = span_from(p, n);
        else
            return p;
    }
}

/* "of 5" behind "Problem 3". */
static struct span skip_total(struct span p)
{
    struct span at = skip(p, " ");
    size_t total;

    if (!span_at_fold(at, 0, "of "))
        return p;
    at = span_from(at, 3);
    return read_number(&at, &total) ? at : p;
}

/* "Problem 3" is a heading when a sign or nothing comes behind it, or when it
 * stands out. */
static bool end_head(struct span *p, bool marked)
{
    struct span bare = skip_total(skip_note(*p));
    struct span at = skip(bare, EMPHASIS " ");
    struct span end = skip_signs(at);
    bool closed = memchr(bare.s, '*', (size_t)(at.s - bare.s)) != NULL;

    if (at.n && !marked && !closed && end.s == at.s)
        return false;
    *p = span_trim(skip(end, EMPHASIS));
    return true;
}

static bool is_head(struct span p, bool marked, struct draft_line *out)
{
    static const char *const words[] = { "problem", "question", "exercise",
                                         "task",    "item",     "q",
                                         "p" };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct span at = p;
        size_t n = strlen(words[i]);

        if (!span_at_fold(p, 0, words[i]))
            continue;
        at = span_from(p, n);
        if (n > 1)
            at = skip(at, " #" EMPHASIS);
        if (read_number(&at, &out->number) && end_head(&at, marked)) {
            out->kind = LINE_HEAD;
            out->rest = at;
            return true;
        }
    }
    return false;
}

/* "3." and "3)" and "(3)", but not 3.5. */
static bool is_number(struct span p, struct draft_line *out)
{
    struct span at = p;
    bool bracket = at.n && at.s[0] == '(';

    if (bracket)
        at = span_from(at, 1);
    if (!read_number(&at, &out->number) || at.n == 0 ||
        !one_of(at.s[0], bracket ? ")" : ".)"))
        return false;
    at = span_from(at, 1);
    if (at.n && !one_of(at.s[0], " \t*_"))
        return false;
    out->kind = LINE_NUMBER;
    out->rest = span_trim(skip(at, EMPHASIS));
    return true;
}

/* ---- labels ---- */

struct label {
    const char *word; /* longer ones before their beginnings */
    enum line_kind kind;
};

static const struct label labels[] = {
    { "problem statement", LINE_STATEMENT },
    { "problem", LINE_STATEMENT },
    { "statement", LINE_STATEMENT },
    { "question", LINE_STATEMENT },
    { "final answer", LINE_ANSWER },
    { "correct answer", LINE_ANSWER },
    { "answer key", LINE_ANSWER },
    { "answer", LINE_ANSWER },
    { "ans", LINE_ANSWER },
    { "key", LINE_ANSWER },
    { "compute", LINE_COMPUTE },
    { "computation", LINE_COMPUTE },
    { "solution", LINE_OTHER },
    { "worked solution", LINE_OTHER },
    { "step-by-step solution", LINE_OTHER },
    { "explanation", LINE_OTHER },
    { "reasoning", LINE_OTHER },
    { "rationale", LINE_OTHER },
    { "justification", LINE_OTHER },
    { "verification", LINE_OTHER },
    { "check", LINE_OTHER },
    { "hint", LINE_OTHER },
    { "note", LINE_OTHER },
    { "difficulty", LINE_OTHER },
    { "concept", LINE_OTHER },
    { "concepts", LINE_OTHER },
    { "concepts used", LINE_OTHER },
    { "topic", LINE_OTHER },
    { "topics", LINE_OTHER },
    { "why it is hard", LINE_OTHER },
    { "why this is hard", LINE_OTHER },
};

/* A label has a colon, or stands alone on a line that stands out. */
static bool is_label(struct span p, bool marked, struct draft_line *out)
{
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
        struct span at;
        size_t number;

        if (!span_at_fold(p, 0, labels[i].word))
            continue;
        at = span_from(p, strlen(labels[i].word));
        if (labels[i].kind != LINE_STATEMENT) {
            struct span after = skip(at, " ");

            at = read_number(&after, &number) ? after : skip_note(at);
        }
        if (!skip_colon(&at)) {
            at = skip(at, EMPHASIS " ");
            if (!marked || at.n)
                continue;
        }
        out->kind = labels[i].kind;
        out->rest = at;
        return true;
    }
    return false;
}

/* A line of one sign alone: ---, ***, === or a fence. */
static bool is_rule(struct span p)
{
    size_t n = 0;

    if (span_at_fold(p, 0, "```"))
        return true;
    if (p.n < 3 || !one_of(p.s[0], "-*_="))
        return false;
    while (n < p.n && (p.s[n] == p.s[0] || p.s[n] == ' '))
        n++;
    return n == p.n;
}

struct draft_line draft_classify(struct span text)
{
    struct draft_line out = { .rest = span_trim(text) };
    struct span p;
    bool marked;

    if (out.rest.n == 0) {
        out.kind = LINE_BLANK;
        return out;
    }
    if (is_rule(out.rest)) {
        out.kind = LINE_RULE;
        return out;
    }
    p = skip_marks(out.rest, &marked);
    if (!is_head(p, marked, &out) && !is_label(p, marked, &out))
        is_number(p, &out);
    return out;
}

size_t draft_inner_label(struct span p)
{
    static const char *const words[] = { "answer", "solution", "final answer" };

    for (size_t i = 1; i < p.n; i++) {
        if ((p.s[i] != 'A' && p.s[i] != 'S' && p.s[i] != 'F') ||
            !one_of(p.s[i - 1], " *_.|"))
            continue;
        for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
            struct span at = span_from(p, i);

            if (!span_at_fold(at, 0, words[k]))
                continue;
            at = span_from(at, strlen(words[k]));
            if (skip_colon(&at)) {
                while (i && one_of(p.s[i - 1], "*_ |"))
                    i--;
                return i;
            }
        }
    }
    return p.n;
}
