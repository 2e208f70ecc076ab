/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Drafts written as text. What begins a draft is settled first, for the whole
 * reply: headings with "Problem", else the numbers of a list, else labels
 * without a number, else whatever stands before "Answer:". Then each line goes
 * to the statement, the answer or the compute: line, or is passed over.
 */
#include "base/ascii.h"
#include "base/str.h"
#include "hunt/write/parse_int.h"

#include <string.h>

#define TITLE_WORDS 8

enum layout { LAYOUT_NONE, BY_HEADS, BY_NUMBERS, BY_LABELS, BY_ANSWERS };
enum part { PART_NONE, PART_STATEMENT, PART_ANSWER, PART_COMPUTE, PART_OTHER };

struct reading {
    struct arena *arena;
    struct vec *out;
    enum layout layout;
    enum part part;
    struct str statement, answer, compute;
    size_t title;  /* bytes of the statement that may be a title; 0: none */
    size_t expect; /* number of the next draft of a list */
    size_t nested; /* next number of a list inside a draft; 0: none */
    bool gap;      /* the line before was blank or a rule */
};

/* ---- one draft ---- */

static void begin(struct reading *r)
{
    r->statement = str_in(r->arena);
    r->answer = str_in(r->arena);
    r->compute = str_in(r->arena);
    r->part = PART_STATEMENT;
    r->title = r->nested = 0;
}

/* Without stars or underscores around the whole. */
static char *without_emphasis(struct arena *a, const char *s)
{
    struct span p = span_trim((struct span){ s, strlen(s) });

    while (p.n > 2 && (p.s[0] == '*' || p.s[0] == '`') &&
           p.s[0] == p.s[p.n - 1] &&
           !memchr(p.s + 2, p.s[0], p.n > 4 ? p.n - 4 : 0))
        p = (struct span){ p.s + 1, p.n - 2 };
    return arena_strndup(a, p.s, p.n);
}

static const char *text_or_null(struct arena *a, const struct str *s)
{
    const char *text = without_emphasis(a, str_get(s));

    return *text ? text : NULL;
}

static void finish(struct reading *r)
{
    const char *statement = str_get(&r->statement);
    struct draft *d;

    /* What goes on in lower case was no title. */
    if (r->title && !str_blank(statement + r->title) &&
        !is_lower(statement[r->title + 1]))
        statement += r->title;
    statement = without_emphasis(r->arena, statement);
    if (*statement && r->out->n < DRAFTS_MOST &&
        (r->answer.n || r->layout != BY_ANSWERS)) {
        d = vec_push(r->out);
        d->statement = statement;
        d->answer = text_or_null(r->arena, &r->answer);
        d->compute = text_or_null(r->arena, &r->compute);
    }
    begin(r);
    r->part = PART_NONE;
}

/* "Modular Arithmetic" behind "Problem 1:", with the statement to come. */
static bool is_title(struct span p)
{
    static const char *const verbs[] = {
        "find",  "compute", "determine", "evaluate", "calculate",
        "solve", "how",     "what",      "let",      "simplify",
        "give",  "suppose", "if",        "given",    "consider",
    };
    size_t words = 1;

    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (span_at_fold(p, 0, verbs[i]))
            return false;
    for (size_t i = 0; i < p.n; i++) {
        if (is_digit(p.s[i]) || strchr("$\\?=", p.s[i]))
            return false;
        words += p.s[i] == ' ';
    }
    return p.n && words <= TITLE_WORDS && !strchr(".!:;,", p.s[p.n - 1]);
}

/* ---- lines into parts ---- */

static void add_line(struct str *s, struct span p)
{
    if (p.n == 0)
        return;
    if (s->n)
        str_addc(s, '\n');
    str_addn(s, p.s, p.n);
}

static void take_label(struct reading *r, struct draft_line l);

static void add_statement(struct reading *r, struct span p)
{
    size_t cut = draft_inner_label(p);

    add_line(&r->statement, (struct span){ p.s, cut });
    if (cut < p.n)
        take_label(r, draft_classify(span_from(p, cut)));
}

/* An answer is one line; what follows on it behind "Compute:" is that. */
static void add_answer(struct reading *r, struct span p)
{
    size_t cut = p.n;

    for (size_t i = 1; i + 8 <= p.n && cut == p.n; i++)
        if (memcmp(p.s + i, "Compute:", 8) == 0)
            cut = i;
    if (r->answer.n == 0)
        add_line(&r->answer, span_trim((struct span){ p.s, cut }));
    r->part = r->answer.n ? PART_OTHER : PART_ANSWER;
    if (cut < p.n)
        take_label(r, draft_classify(span_from(p, cut)));
}

static void add_compute(struct reading *r, struct span p)
{
    if (r->compute.n == 0)
        add_line(&r->compute, p);
    r->part = r->compute.n ? PART_OTHER : PART_COMPUTE;
}

static void take_label(struct reading *r, struct draft_line l)
{
    r->nested = 0;
    switch (l.kind) {
    case LINE_ANSWER: add_answer(r, l.rest); break;
    case LINE_COMPUTE: add_compute(r, l.rest); break;
    default: r->part = PART_OTHER; break;
    }
}

/* Remarks to the reader behind the last problem. */
static bool is_farewell(struct span p)
{
    static const char *const begins[] = {
        "these problems", "these questions", "let me know",  "i hope",
        "each problem",   "each of these",   "all problems", "would you like",
        "feel free",      "all of these",
    };

    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (span_at_fold(p, 0, begins[i]))
            return true;
    return false;
}

static void take_text(struct reading *r, struct span p)
{
    switch (r->part) {
    case PART_STATEMENT:
        if (r->gap && r->statement.n && is_farewell(p))
            r->part = PART_OTHER;
        else
            add_statement(r, p);
        break;
    case PART_ANSWER: add_answer(r, p); break;
    case PART_COMPUTE: add_compute(r, p); break;
    default: break;
    }
}

/* ---- what begins a draft ---- */

/* A number of a list: a new draft, or a list within this one. */
static bool is_next(struct reading *r, size_t number)
{
    if (r->part != PART_NONE && number == (r->nested ? r->nested : 1) &&
        (number == 1 || r->nested)) {
        r->nested = number + 1;
        return false;
    }
    if (number != r->expect)
        return false;
    r->expect++;
    return true;
}

static bool begins_draft(struct reading *r, const struct draft_line *l)
{
    switch (l->kind) {
    case LINE_HEAD: return true;
    case LINE_NUMBER: return r->layout == BY_NUMBERS && is_next(r, l->number);
    case LINE_STATEMENT:
        return r->part != PART_STATEMENT || r->layout == BY_LABELS;
    default: return false;
    }
}

/* In a reply without headings, what ends in a colon before the first problem
 * only leads to it. */
static void end_paragraph(struct reading *r)
{
    struct span p =
        span_trim((struct span){ str_get(&r->statement), r->statement.n });

    if (r->layout == BY_ANSWERS && p.n && p.s[p.n - 1] == ':')
        str_reset(&r->statement);
}

static void take_head(struct reading *r, const struct draft_line *l)
{
    struct draft_line inner = draft_classify(l->rest); /* "1. Problem: ..." */
    struct span rest = inner.kind == LINE_STATEMENT ? inner.rest : l->rest;

    finish(r);
    begin(r);
    add_statement(r, rest);
    if (l->kind == LINE_HEAD && is_title(rest))
        r->title = rest.n;
}

/* A label is one only where its part can stand. */
static bool is_part(const struct reading *r, const struct draft_line *l)
{
    if (l->kind == LINE_STATEMENT || r->part == PART_NONE)
        return false;
    if (l->kind == LINE_COMPUTE || l->kind == LINE_OTHER)
        return r->statement.n > 0 || r->part != PART_STATEMENT;
    return l->kind == LINE_ANSWER;
}

static void take_line(struct reading *r, struct span text)
{
    struct draft_line l = draft_classify(text);

    if (l.kind == LINE_BLANK || l.kind == LINE_RULE) {
        end_paragraph(r);
    } else if (begins_draft(r, &l)) {
        take_head(r, &l);
    } else if (l.kind == LINE_STATEMENT &&
               (r->statement.n == 0 || r->statement.n == r->title)) {
        str_reset(&r->statement);
        r->title = 0;
        add_statement(r, l.rest);
    } else if (is_part(r, &l)) {
        take_label(r, l);
    } else {
        if (r->layout == BY_ANSWERS && r->part == PART_OTHER) {
            finish(r);
            begin(r);
        }
        take_text(r, span_trim(text));
    }
    r->gap = l.kind == LINE_BLANK || l.kind == LINE_RULE;
}

/* ---- the whole ---- */

static enum layout find_layout(struct span text)
{
    bool heads = false, numbers = false, labels = false, answers = false;
    struct span line;

    while (span_split(&text, '\n', &line)) {
        struct draft_line l = draft_classify(line);

        heads |= l.kind == LINE_HEAD;
        numbers |= l.kind == LINE_NUMBER && l.number == 1;
        labels |= l.kind == LINE_STATEMENT;
        answers |= l.kind == LINE_ANSWER;
    }
    return heads     ? BY_HEADS
           : labels  ? BY_LABELS
           : numbers ? BY_NUMBERS
           : answers ? BY_ANSWERS
                     : LAYOUT_NONE;
}

size_t draft_from_text(struct arena *a, struct span text, struct vec *out)
{
    struct reading r = { .arena = a, .out = out, .expect = 1 };
    struct span line;
    size_t before = out->n;

    r.layout = find_layout(text);
    if (r.layout == LAYOUT_NONE)
        return 0;
    begin(&r);
    if (r.layout != BY_ANSWERS)
        r.part = PART_NONE;
    while (span_split(&text, '\n', &line))
        take_line(&r, line);
    finish(&r);
    return out->n - before;
}
