/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What one line of a writer's reply is: a heading, a label or text. Marks of
 * Markdown and LaTeX around a label do not count.
 */
#include "base/ascii.h"
#include "hunt/filter/draft_int.h"

#include <string.h>

#define NUMBER_DIGITS 4  /* of a problem's number */
#define NOTE_BYTES    60 /* "(number theory)" behind it */

bool draft_next_line(struct piece *rest, struct piece *line)
{
    const char *end;

    if (rest->n == 0)
        return false;
    end = memchr(rest->s, '\n', rest->n);
    line->s = rest->s;
    line->n = end ? (size_t)(end - rest->s) : rest->n;
    *rest = draft_from(*rest, line->n + (end != NULL));
    return true;
}

static bool one_of(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

static struct piece skip(struct piece p, const char *set)
{
    while (p.n && one_of(p.s[0], set))
        p = draft_from(p, 1);
    return p;
}

/* ---- what stands before and behind a label ---- */

/* Marks of headings, quotes, lists and emphasis; *marked: any that makes the
 * line stand out. */
static struct piece skip_marks(struct piece p, bool *marked)
{
    *marked = false;
    for (;;) {
        if (p.n > 1 && one_of(p.s[0], "-+") && p.s[1] == ' ') {
            p = draft_from(p, 2);
        } else if (p.n && one_of(p.s[0], "#*_")) {
            *marked = true;
            p = draft_from(p, 1);
        } else if (p.n && one_of(p.s[0], "> \t")) {
            p = draft_from(p, 1);
        } else if (draft_starts(p, "\\textbf{")) {
            *marked = true;
            p = draft_from(p, 8);
        } else {
            return p;
        }
    }
}

#define EMPHASIS "*_}"

/* The colon behind a label, ASCII or full-width, with emphasis on either
 * side. */
static bool skip_colon(struct piece *p)
{
    struct piece at = skip(*p, EMPHASIS " ");

    if (at.n && at.s[0] == ':')
        at = draft_from(at, 1);
    else if (draft_starts(at, "\xef\xbc\x9a"))
        at = draft_from(at, 3);
    else
        return false;
    *p = draft_trim(skip(at, EMPHASIS));
    return true;
}

/* A remark in brackets, if it is short. */
static struct piece skip_note(struct piece p)
{
    struct piece at = skip(p, " ");

    if (at.n == 0 || at.s[0] != '(')
        return p;
    for (size_t i = 1; i < at.n && i < NOTE_BYTES; i++)
        if (at.s[i] == ')')
            return draft_from(at, i + 1);
    return p;
}

static bool read_number(struct piece *p, size_t *out)
{
    size_t n = 0;

    *out = 0;
    while (n < p->n && n <= NUMBER_DIGITS && is_digit(p->s[n]))
        *out = *out * 10 + (size_t)(p->s[n++] - '0');
    if (n == 0 || n > NUMBER_DIGITS)
        return false;
    *p = draft_from(*p, n);
    return true;
}

/* ---- headings ---- */

/* The signs behind a number: ":", ".", ")", a dash. */
static struct piece skip_signs(struct piece p)
{
    for (;;) {
        if (p.n && one_of(p.s[0], ".:)-]"))
            p = draft_from(p, 1);
        else if (draft_starts(p, "\xe2\x80\x93") ||
                 draft_starts(p, "\xe2\x80\x94") ||
                 draft_starts(p, "\xef\xbc\x9a"))
            p = draft_from(p, 3);
        else
            return p;
    }
}

/* "of 5" behind "Problem 3". */
static struct piece skip_total(struct piece p)
{
    struct piece at = skip(p, " ");
    size_t total;

    if (!draft_starts(at, "of "))
        return p;
    at = draft_from(at, 3);
    return read_number(&at, &total) ? at : p;
}

/* "Problem 3" is a heading when a sign or nothing comes behind it, or when it
 * stands out. */
static bool end_head(struct piece *p, bool marked)
{
    struct piece bare = skip_total(skip_note(*p));
    struct piece at = skip(bare, EMPHASIS " ");
    struct piece end = skip_signs(at);
    bool closed = memchr(bare.s, '*', (size_t)(at.s - bare.s)) != NULL;

    if (at.n && !marked && !closed && end.s == at.s)
        return false;
    *p = draft_trim(skip(end, EMPHASIS));
    return true;
}

static bool is_head(struct piece p, bool marked, struct line *out)
{
    static const char *const words[] = { "problem", "question", "exercise",
                                         "task",    "q",        "p" };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct piece at = p;
        size_t n = strlen(words[i]);

        if (!draft_starts(p, words[i]))
            continue;
        at = draft_from(p, n);
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
static bool is_number(struct piece p, struct line *out)
{
    struct piece at = p;
    bool bracket = at.n && at.s[0] == '(';

    if (bracket)
        at = draft_from(at, 1);
    if (!read_number(&at, &out->number) || at.n == 0 ||
        !one_of(at.s[0], bracket ? ")" : ".)"))
        return false;
    at = draft_from(at, 1);
    if (at.n && !one_of(at.s[0], " \t*_"))
        return false;
    out->kind = LINE_NUMBER;
    out->rest = draft_trim(skip(at, EMPHASIS));
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
static bool is_label(struct piece p, bool marked, struct line *out)
{
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
        struct piece at;
        size_t number;

        if (!draft_starts(p, labels[i].word))
            continue;
        at = draft_from(p, strlen(labels[i].word));
        if (labels[i].kind != LINE_STATEMENT) {
            struct piece after = skip(at, " ");

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
static bool is_rule(struct piece p)
{
    size_t n = 0;

    if (draft_starts(p, "```"))
        return true;
    if (p.n < 3 || !one_of(p.s[0], "-*_="))
        return false;
    while (n < p.n && (p.s[n] == p.s[0] || p.s[n] == ' '))
        n++;
    return n == p.n;
}

struct line draft_classify(struct piece text)
{
    struct line out = { .rest = draft_trim(text) };
    struct piece p;
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

size_t draft_inner_label(struct piece p)
{
    static const char *const words[] = { "answer", "solution", "final answer" };

    for (size_t i = 1; i < p.n; i++) {
        if ((p.s[i] != 'A' && p.s[i] != 'S' && p.s[i] != 'F') ||
            !one_of(p.s[i - 1], " *_.|"))
            continue;
        for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
            struct piece at = draft_from(p, i);

            if (!draft_starts(at, words[k]))
                continue;
            at = draft_from(at, strlen(words[k]));
            if (skip_colon(&at)) {
                while (i && one_of(p.s[i - 1], "*_ |"))
                    i--;
                return i;
            }
        }
    }
    return p.n;
}
