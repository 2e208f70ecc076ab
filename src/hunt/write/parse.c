/* SPDX-License-Identifier: Apache-2.0 */
#include "base/arena.h"
#include "base/ascii.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/vec.h"
#include "grade/extract/extract.h"
#include "hunt/write/filter.h"
#include "text/character.h"
#include "text/span.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

#define DRAFTS_MOST 1000 /* of one reply */

/* ---- lines ---- */

enum line_kind {
    LINE_TEXT,
    LINE_BLANK,
    LINE_RULE,      /* ---, *** or the fence of code: separates, says nothing */
    LINE_HEAD,      /* "Problem 3:", "### Question 3" */
    LINE_NUMBER,    /* "3." or "3)" */
    LINE_STATEMENT, /* "Statement:", "Problem:", "Question:" without number */
    LINE_ANSWER,
    LINE_COMPUTE,
    LINE_OTHER, /* "Solution:", "Hint:", "Difficulty:" ... */
};

struct draft_line {
    enum line_kind kind;
    size_t number;    /* of HEAD and NUMBER */
    struct span rest; /* behind the label, without emphasis around */
};

/*
 * What one line of a writer's reply is: a heading, a label or text. Marks of
 * Markdown and LaTeX around a label do not count.
 */

#define NUMBER_DIGITS 4  /* of a problem's number */
#define NOTE_BYTES    60 /* "(number theory)" behind it */

static struct span draft_skip(struct span p, const char *set)
{
    while (span_one_of(p, 0, set))
        p = span_from(p, 1);
    return p;
}

/* ---- what stands before and behind a label ---- */

/* Marks of headings, quotes, lists and emphasis; *marked: any that makes the
 * line stand out. */
static struct span draft_skip_marks(struct span p, bool *marked)
{
    *marked = false;
    for (;;) {
        if (span_one_of(p, 0, "-+") && span_byte(p, 1) == ' ') {
            p = span_from(p, 2);
        } else if (span_one_of(p, 0, "#*_")) {
            *marked = true;
            p = span_from(p, 1);
        } else if (span_one_of(p, 0, "> \t")) {
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
    struct span at = draft_skip(*p, EMPHASIS " ");

    if (at.n && at.s[0] == ':')
        at = span_from(at, 1);
    else if (wide_colon(at))
        at = span_from(at, wide_colon(at));
    else
        return false;
    *p = span_trim(draft_skip(at, EMPHASIS));
    return true;
}

/* A remark in brackets, if it is short. */
static struct span skip_note(struct span p)
{
    struct span at = draft_skip(p, " ");

    if (at.n == 0 || at.s[0] != '(')
        return p;
    for (size_t i = 1; i < at.n && i < NOTE_BYTES; i++)
        if (at.s[i] == ')')
            return span_from(at, i + 1);
    return p;
}

static bool draft_read_number(struct span *p, size_t *out)
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
        if (span_one_of(p, 0, ".:)-]"))
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
    struct span at = draft_skip(p, " ");
    size_t total;

    if (!span_at_fold(at, 0, "of "))
        return p;
    at = span_from(at, 3);
    return draft_read_number(&at, &total) ? at : p;
}

/* "Problem 3" is a heading when a sign or nothing comes behind it, or when it
 * stands out. */
static bool end_head(struct span *p, bool marked)
{
    struct span bare = skip_total(skip_note(*p));
    struct span at = draft_skip(bare, EMPHASIS " ");
    struct span end = skip_signs(at);
    bool closed = memchr(bare.s, '*', (size_t)(at.s - bare.s)) != NULL;

    if (at.n && !marked && !closed && end.s == at.s)
        return false;
    *p = span_trim(draft_skip(end, EMPHASIS));
    return true;
}

static bool is_head(struct span p, bool marked, struct draft_line *out)
{
    size_t n = span_at_any(p, 0, "problem|question|exercise|task|item|q|p");
    struct span at = span_from(p, n);

    if (n > 1)
        at = draft_skip(at, " #" EMPHASIS);
    if (!n || !draft_read_number(&at, &out->number) || !end_head(&at, marked))
        return false;
    out->kind = LINE_HEAD;
    out->rest = at;
    return true;
}

/* "3." and "3)" and "(3)", but not 3.5. */
static bool draft_is_number(struct span p, struct draft_line *out)
{
    struct span at = p;
    bool bracket = at.n && at.s[0] == '(';

    if (bracket)
        at = span_from(at, 1);
    if (!draft_read_number(&at, &out->number) ||
        !span_one_of(at, 0, bracket ? ")" : ".)"))
        return false;
    at = span_from(at, 1);
    if (at.n && !span_one_of(at, 0, " \t*_"))
        return false;
    out->kind = LINE_NUMBER;
    out->rest = span_trim(draft_skip(at, EMPHASIS));
    return true;
}

/* ---- labels ---- */

static const struct {
    enum line_kind kind;
    const char *words; /* longer ones before their beginnings */
} labels[] = {
    { LINE_STATEMENT, "problem statement|problem|statement|question" },
    { LINE_ANSWER, "final answer|correct answer|answer key|answer|ans|key" },
    { LINE_COMPUTE, "compute|computation" },
    { LINE_OTHER, "solution|worked solution|step-by-step solution|explanation|"
                  "reasoning|rationale|justification|verification|check|hint|"
                  "note|difficulty|concepts used|concepts|concept|topics|"
                  "topic|why it is hard|why this is hard" },
};

/* A label has a colon, or stands alone on a line that stands out. */
static bool is_label(struct span p, bool marked, struct draft_line *out)
{
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
        size_t n = span_at_any(p, 0, labels[i].words), number;
        struct span at = span_from(p, n), after = draft_skip(at, " ");

        if (!n)
            continue;
        if (labels[i].kind != LINE_STATEMENT)
            at = draft_read_number(&after, &number) ? after : skip_note(at);
        if (!skip_colon(&at)) {
            at = draft_skip(at, EMPHASIS " ");
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
static bool draft_is_rule(struct span p)
{
    size_t n = 0;

    if (span_at_fold(p, 0, "```"))
        return true;
    if (p.n < 3 || !span_one_of(p, 0, "-*_="))
        return false;
    while (n < p.n && (p.s[n] == p.s[0] || p.s[n] == ' '))
        n++;
    return n == p.n;
}

static struct draft_line draft_classify(struct span text)
{
    struct draft_line out = { .rest = span_trim(text) };
    struct span p;
    bool marked;

    if (out.rest.n == 0) {
        out.kind = LINE_BLANK;
        return out;
    }
    if (draft_is_rule(out.rest)) {
        out.kind = LINE_RULE;
        return out;
    }
    p = draft_skip_marks(out.rest, &marked);
    if (!is_head(p, marked, &out) && !is_label(p, marked, &out))
        draft_is_number(p, &out);
    return out;
}

/* A label that stands inside a line of a statement: "... Answer: 4". Its
 * offset, or p.n when there is none. */
static size_t draft_inner_label(struct span p)
{
    for (size_t i = 1; i < p.n; i++) {
        size_t n = span_one_of(p, i, "ASF") && span_one_of(p, i - 1, " *_.|")
                       ? span_at_any(p, i, "answer|solution|final answer")
                       : 0;
        struct span at = span_from(p, i + n);

        if (n && skip_colon(&at))
            return span_back(p, i, "*_ |");
    }
    return p.n;
}

/*
 * Drafts written as text. What begins a draft is settled first, for the whole
 * reply: headings with "Problem", else the numbers of a list, else labels
 * without a number, else whatever stands before "Answer:". Then each line goes
 * to the statement, the answer or the compute: line, or is passed over.
 */

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

static void draft_begin(struct reading *r)
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

static void draft_finish(struct reading *r)
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
    draft_begin(r);
    r->part = PART_NONE;
}

/* "Modular Arithmetic" behind "Problem 1:", with the statement to come. */
static bool is_title(struct span p)
{
    size_t words = 1;

    if (span_at_any(p, 0,
                    "find|compute|determine|evaluate|calculate|solve|how|"
                    "what|let|simplify|give|suppose|if|given|consider"))
        return false;
    for (size_t i = 0; i < p.n; i++) {
        if (is_digit(p.s[i]) || strchr("$\\?=", p.s[i]))
            return false;
        words += p.s[i] == ' ';
    }
    return p.n && words <= TITLE_WORDS && !strchr(".!:;,", p.s[p.n - 1]);
}

/* ---- lines into parts ---- */

static void draft_add_line(struct str *s, struct span p)
{
    if (p.n == 0)
        return;
    if (s->n)
        str_addc(s, '\n');
    str_addn(s, p.s, p.n);
}

static void draft_take_label(struct reading *r, struct draft_line l);

static void draft_add_statement(struct reading *r, struct span p)
{
    size_t cut = draft_inner_label(p);

    draft_add_line(&r->statement, (struct span){ p.s, cut });
    if (cut < p.n)
        draft_take_label(r, draft_classify(span_from(p, cut)));
}

/* An answer is one line; what follows on it behind "Compute:" is that. */
static void draft_add_answer(struct reading *r, struct span p)
{
    size_t cut = span_find(p, 1, "Compute:");

    if (r->answer.n == 0)
        draft_add_line(&r->answer, span_trim(span_cut(p, 0, cut)));
    r->part = r->answer.n ? PART_OTHER : PART_ANSWER;
    if (cut < p.n)
        draft_take_label(r, draft_classify(span_from(p, cut)));
}

static void add_compute(struct reading *r, struct span p)
{
    if (r->compute.n == 0)
        draft_add_line(&r->compute, p);
    r->part = r->compute.n ? PART_OTHER : PART_COMPUTE;
}

static void draft_take_label(struct reading *r, struct draft_line l)
{
    r->nested = 0;
    switch (l.kind) {
    case LINE_ANSWER: draft_add_answer(r, l.rest); break;
    case LINE_COMPUTE: add_compute(r, l.rest); break;
    default: r->part = PART_OTHER; break;
    }
}

/* Remarks to the reader behind the last problem. */
static bool is_farewell(struct span p)
{
    return span_at_any(p, 0,
                       "these problems|these questions|let me know|"
                       "i hope|each problem|each of these|all problems|"
                       "would you like|feel free|all of these");
}

static void draft_take_text(struct reading *r, struct span p)
{
    switch (r->part) {
    case PART_STATEMENT:
        if (r->gap && r->statement.n && is_farewell(p))
            r->part = PART_OTHER;
        else
            draft_add_statement(r, p);
        break;
    case PART_ANSWER: draft_add_answer(r, p); break;
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

static void draft_take_head(struct reading *r, const struct draft_line *l)
{
    struct draft_line inner = draft_classify(l->rest); /* "1. Problem: ..." */
    struct span rest = inner.kind == LINE_STATEMENT ? inner.rest : l->rest;

    draft_finish(r);
    draft_begin(r);
    draft_add_statement(r, rest);
    if (l->kind == LINE_HEAD && is_title(rest))
        r->title = rest.n;
}

/* A label is one only where its part can stand. */
static bool draft_is_part(const struct reading *r, const struct draft_line *l)
{
    if (l->kind == LINE_STATEMENT || r->part == PART_NONE)
        return false;
    if (l->kind == LINE_COMPUTE || l->kind == LINE_OTHER)
        return r->statement.n > 0 || r->part != PART_STATEMENT;
    return l->kind == LINE_ANSWER;
}

static void draft_take_line(struct reading *r, struct span text)
{
    struct draft_line l = draft_classify(text);

    if (l.kind == LINE_BLANK || l.kind == LINE_RULE) {
        end_paragraph(r);
    } else if (begins_draft(r, &l)) {
        draft_take_head(r, &l);
    } else if (l.kind == LINE_STATEMENT &&
               (r->statement.n == 0 || r->statement.n == r->title)) {
        str_reset(&r->statement);
        r->title = 0;
        draft_add_statement(r, l.rest);
    } else if (draft_is_part(r, &l)) {
        draft_take_label(r, l);
    } else {
        if (r->layout == BY_ANSWERS && r->part == PART_OTHER) {
            draft_finish(r);
            draft_begin(r);
        }
        draft_take_text(r, span_trim(text));
    }
    r->gap = l.kind == LINE_BLANK || l.kind == LINE_RULE;
}

/* ---- the whole ---- */

static enum layout find_layout(struct span text)
{
    bool heads = false, numbers = false, labelled = false, answers = false;
    struct span line;

    while (span_split(&text, '\n', &line)) {
        struct draft_line l = draft_classify(line);

        heads |= l.kind == LINE_HEAD;
        numbers |= l.kind == LINE_NUMBER && l.number == 1;
        labelled |= l.kind == LINE_STATEMENT;
        answers |= l.kind == LINE_ANSWER;
    }
    return heads      ? BY_HEADS
           : labelled ? BY_LABELS
           : numbers  ? BY_NUMBERS
           : answers  ? BY_ANSWERS
                      : LAYOUT_NONE;
}

/* ---- layouts: drafts are added to `out`; how many came ---- */
static size_t draft_from_text(struct arena *a, struct span text,
                              struct vec *out)
{
    struct reading r = { .arena = a, .out = out, .expect = 1 };
    struct span line;
    size_t before = out->n;

    r.layout = find_layout(text);
    if (r.layout == LAYOUT_NONE)
        return 0;
    draft_begin(&r);
    if (r.layout != BY_ANSWERS)
        r.part = PART_NONE;
    while (span_split(&text, '\n', &line))
        draft_take_line(&r, line);
    draft_finish(&r);
    return out->n - before;
}

/*
 * Drafts out of a writer's reply. Thinking aloud is passed over; JSON, in a
 * fence or alone, goes before headings and labels.
 */

/*
 * Drafts written as JSON: arrays of texts or objects, an object with such an
 * array in it, or one object a line. Models forget to double the backslashes
 * of LaTeX, so that \frac is a form feed and "rac": those are doubled here
 * first.
 */

#define VALUES_MOST 100000 /* of one reply */
#define DEPTH_MOST  4      /* of arrays and objects around a draft */

/* Is the run of letters at p a command, not an escape with a word behind? Of
 * those of two letters nothing follows but a brace. */
static bool draft_is_command(struct span p)
{
    size_t n = span_letters(p, 0);
    size_t k = span_at_any(p, 0, "bf|fl|ge|ne|ni|nu|rm|to");

    return (k && (n == k || span_byte(p, n) == '{')) ||
           span_at_any(p, 0,
                       "bar|begin|beta|big|bin|bmod|boxed|bullet|flat|"
                       "forall|frac|nabla|neg|neq|nmid|not|ran|rceil|rfloor|"
                       "rho|right|tan|tau|text|tfrac|theta|times|top|"
                       "triangle|backslash|because|between");
}

/* Does the backslash before p begin an escape of JSON? */
static bool is_escape(struct span p)
{
    if (p.n == 0)
        return false;
    if (strchr("\"\\/", p.s[0]))
        return p.s[0] != '\0';
    if (p.s[0] == 'u') {
        size_t i = 1;

        while (i < p.n && i < 5 &&
               (is_digit(p.s[i]) || strchr("abcdefABCDEF", p.s[i])))
            i++;
        return i == 5;
    }
    return strchr("bfnrt", p.s[0]) && p.s[0] != '\0' && !draft_is_command(p);
}

static struct span double_backslashes(struct arena *a, struct span p)
{
    struct str s = str_in(a);

    for (size_t i = 0; i < p.n; i++) {
        str_addc(&s, p.s[i]);
        if (p.s[i] != '\\')
            continue;
        if (is_escape(span_from(p, i + 1)))
            str_addc(&s, p.s[++i]);
        else
            str_addc(&s, '\\');
    }
    return (struct span){ str_get(&s), s.n };
}

/* ---- values ---- */

/* The first member of one of the names, in any case. */
static const struct json *draft_member(const struct json *v,
                                       const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (const struct json *m = v->first; m; m = m->next)
            if (strcasecmp(m->name, names[i]) == 0)
                return m;
    return NULL;
}

/* The text of a string or number; NULL for all else and for nothing. */
static const char *draft_text_of(struct arena *a, const struct json *v)
{
    if (!v || (v->type != JSON_STRING && v->type != JSON_NUMBER) ||
        str_blank(v->text))
        return NULL;
    return str_trim(a, v->text);
}

static void draft_add(struct vec *out, const char *statement,
                      const char *answer, const char *compute)
{
    struct draft *d;

    if (!statement || out->n >= DRAFTS_MOST)
        return;
    d = vec_push(out);
    *d = (struct draft){ statement, answer, compute };
}

static void draft_add_value(struct arena *a, const struct json *v,
                            unsigned depth, struct vec *out)
{
    static const char *const statements[] = { "problem", "statement",
                                              "question", "problem_statement",
                                              "text" };
    static const char *const answers[] = { "answer", "final_answer", "key" };
    static const char *const computes[] = { "compute" };
    const struct json *s;

    if (v->type == JSON_STRING && depth > 0)
        draft_add(out, draft_text_of(a, v), NULL, NULL);
    if (depth > DEPTH_MOST || (v->type != JSON_ARRAY && v->type != JSON_OBJECT))
        return;
    s = v->type == JSON_OBJECT ? draft_member(v, statements, 5) : NULL;
    if (s && s->type == JSON_STRING) {
        draft_add(out, draft_text_of(a, s),
                  draft_text_of(a, draft_member(v, answers, 3)),
                  draft_text_of(a, draft_member(v, computes, 1)));
        return;
    }
    for (const struct json *m = v->first; m; m = m->next)
        if (v->type == JSON_ARRAY || m->type == JSON_ARRAY ||
            m->type == JSON_OBJECT)
            draft_add_value(a, m, depth + 1, out);
}

/* ---- layouts: drafts are added to `out`; how many came ---- */
static size_t draft_from_json(struct arena *a, struct span text,
                              struct vec *out)
{
    size_t before = out->n;
    struct json_cursor c;
    struct err e;

    text = double_backslashes(a, text);
    json_open(&c, text.s, text.n, 1);
    c.lenient = true;
    c.left = VALUES_MOST + 1;
    while (json_peek(&c) == '[' || json_peek(&c) == '{') {
        struct json *v;

        if (!json_step(a, &c, &v, &e))
            break;
        draft_add_value(a, v, 0, out);
        json_accept(&c, ',');
    }
    return out->n - before;
}

/* ---- JSON in a fence ---- */

static bool is_json(struct span p)
{
    p = span_trim(p);
    return p.n && (p.s[0] == '[' || p.s[0] == '{');
}

/* The next fenced block of *rest; false when there is none. */
static bool next_fence(struct span *rest, struct span *block)
{
    struct span line, at = *rest;
    bool inside = false;

    while (span_split(&at, '\n', &line)) {
        if (!span_at_fold(span_trim(line), 0, "```"))
            continue;
        if (inside) {
            block->n = (size_t)(line.s - block->s);
            *rest = at;
            return true;
        }
        inside = true;
        block->s = at.s;
    }
    if (!inside)
        return false;
    block->n = (size_t)(rest->s + rest->n - block->s);
    *rest = at;
    return true;
}

static size_t draft_read_json(struct arena *a, struct span text,
                              struct vec *out)
{
    struct span block = { 0 }, rest = text;
    size_t n = 0;

    if (is_json(text))
        return draft_from_json(a, text, out);
    while (next_fence(&rest, &block))
        if (is_json(block))
            n += draft_from_json(a, block, out);
    return n;
}

size_t draft_read(struct arena *a, const char *reply, const struct draft **out)
{
    struct vec drafts = vec_in(a, sizeof(struct draft));
    struct span text = { reply, strlen(reply) };
    size_t from;

    if (text.n > LIMIT_REPLY_BYTES)
        text.n = LIMIT_REPLY_BYTES;
    text = span_trim(span_from(
        text, extract_skip_thinking(text.s, text.n, &from) ? from : text.n));
    if (draft_read_json(a, text, &drafts) == 0)
        draft_from_text(a, text, &drafts);
    *out = drafts.items;
    return drafts.n;
}
