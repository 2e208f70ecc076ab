/* SPDX-License-Identifier: Apache-2.0 */

/* All statements of a reply are found first; which of them count is seen from
 * all of them. */
#include "grade/extract/confidence.h"

#include "grade/extract/abstain.h"
#include "grade/extract/confidence_int.h"
#include "grade/extract/extract.h"
#include "grade/extract/reply_text.h"
#include "grade/extract/stance.h"

#include <math.h>

#define STATEMENTS_MOST 64 /* the last so many */

/* ---- its place ---- */

static bool is_dress(struct span t)
{
    static const char *const commands[] = { "\\boxed", "\\textbf", "\\text",
                                            "\\mathbf", "\\fbox" };

    for (size_t i = 0, n; i < t.n; i += n) {
        n = span_at_any(t, i, commands, COUNT(commands));
        if (n == 0)
            n = character_is(t, i, CHAR_DASHES | CHAR_BULLET | CHAR_BLANK);
        if (n == 0 && !one_of(t.s[i], " \t\r*_#>-()[]{}$.,;:\\%`|"))
            return false;
        n = n ? n : 1;
    }
    return true;
}

/* The length of the opening sign that ends at `at`, with its command. */
static size_t opener_before(struct span t, size_t at)
{
    static const char *const signs[] = { "\\(", "\\[", "**", "__", "(", "[",
                                         "{",   "$",   "*",  "\"", "<", "`" };
    size_t n = span_before_any(t, at, signs, COUNT(signs));

    if (n == 1 && t.s[at - 1] == '{') {
        size_t from = at - 1;

        while (from && is_letter(t.s[from - 1]))
            from--;
        if (from && t.s[from - 1] == '\\')
            n = at - from + 1;
    }
    return n;
}

/* The length of the sign at `to` that closes one that ends at `from`. */
static size_t closer_at(struct span t, size_t from, size_t to)
{
    static const char *const pairs[][2] = {
        { "\\(", "\\)" }, { "\\[", "\\]" }, { "**", "**" }, { "__", "__" },
        { "(", ")" },     { "[", "]" },     { "{", "}" },   { "$", "$" },
        { "*", "*" },     { "\"", "\"" },   { "<", ">" },   { "`", "`" }
    };

    for (size_t i = 0; i < COUNT(pairs); i++)
        if (span_before_fold(t, from, pairs[i][0]))
            return span_at(t, to, pairs[i][1]) ? strlen(pairs[i][1]) : 0;
    return 0;
}

/* Behind what closes the brackets and signs that are open in the statement. */
static size_t close_open(struct span t, size_t from, size_t to)
{
    int braces = 0, round = 0, square = 0, dollars = 0, bold = 0;
    size_t end = to;

    for (size_t i = from; i < to; i++) {
        braces += (t.s[i] == '{') - (t.s[i] == '}');
        round += (t.s[i] == '(') - (t.s[i] == ')');
        square += (t.s[i] == '[') - (t.s[i] == ']');
        dollars += t.s[i] == '$';
        if (span_at(t, i, "**")) {
            bold++;
            i++;
        }
    }
    for (size_t at = to, n; at < t.n; at += n) {
        n = 1;
        if (t.s[at] == '}' && braces > 0)
            braces--;
        else if (t.s[at] == ')' && round > 0)
            round--;
        else if (t.s[at] == ']' && square > 0)
            square--;
        else if (t.s[at] == '$' && dollars % 2)
            dollars++;
        else if (span_at(t, at, "**") && bold % 2) {
            bold++;
            n = 2;
        } else if (one_of(t.s[at], " \\%"))
            continue;
        else
            break;
        end = at + n;
    }
    return end;
}

/* Braces that t opens, less those that it closes. */
static int braces_of(struct span t)
{
    int n = 0;

    for (size_t i = 0; i < t.n; i++)
        n += (t.s[i] == '{') - (t.s[i] == '}');
    return n;
}

/* "42 (confidence: 88%)": the bracket that stands before it goes with it, if
 * its other one was taken or follows. */
static void take_bracket(struct span t, struct confidence_statement *s)
{
    char open = s->from ? t.s[s->from - 1] : ' ';
    char close = open == '(' ? ')' : ']';
    size_t to = s->to;
    int depth = 0;

    if (open != '(' && open != '[')
        return;
    for (size_t i = s->from; i < s->to; i++)
        depth += (t.s[i] == open) - (t.s[i] == close);
    while (to < t.n && one_of(t.s[to], " %."))
        to++;
    if (depth == 0 && to < t.n && t.s[to] == close)
        s->to = to + 1;
    else if (depth >= 0)
        return;
    s->from--;
}

/* Returns the bytes of a blank, comma or dash that stands before `at`. */
static size_t separator_before(struct span t, size_t at)
{
    if (at && one_of(t.s[at - 1], " ,;|-"))
        return 1;
    return at >= 3 && (span_at(t, at - 3, "\xe2\x80\x93") ||
                       span_at(t, at - 3, "\xe2\x80\x94"))
               ? 3
               : 0;
}

/* With the signs around it, and with the whole line if nothing else stands in
 * it. */
static void widen(struct span t, struct confidence_statement *s)
{
    size_t from = s->from, to, k, n;

    s->to = close_open(t, s->from, s->to);
    while (braces_of(span_cut(t, s->from, s->to)) < 0 &&
           (n = opener_before(t, s->from)))
        s->from -= n; /* "\text{Confidence: } 73" */
    while ((n = opener_before(t, s->from)) &&
           (k = closer_at(t, s->from, s->to))) {
        s->from -= n;
        s->to += k;
    }
    for (from = s->from; from && t.s[from - 1] != '\n';)
        from--;
    for (to = s->to; to < t.n && t.s[to] != '\n';)
        to++;
    if (is_dress(span_cut(t, from, s->from)) &&
        is_dress(span_cut(t, s->to, to))) {
        s->from = from;
        s->to = to;
    }
    take_bracket(t, s);
    while ((n = separator_before(t, s->from)))
        s->from -= n;
}

/* ---- those that count ---- */

struct statements {
    struct confidence_statement of[STATEMENTS_MOST];
    size_t n; /* ever found */
};

static struct confidence_statement *statement(struct statements *s, size_t i)
{
    return &s->of[i % STATEMENTS_MOST];
}

static void find(struct span t, struct statements *s)
{
    struct confidence_statement next;
    size_t last = 0; /* behind the last one */

    for (size_t at = 0; at < t.n; at++) {
        if (at < last || !confidence_statement(t, at, &next))
            continue;
        if (next.from < last)
            next.from = last;
        *statement(s, s->n++) = next;
        last = next.to > at ? next.to : at + 1;
    }
}

static bool has_box(struct span t)
{
    for (size_t i = 0; i < t.n; i++)
        if (span_at(t, i, "\\boxed"))
            return true;
    return false;
}

/* What speaks of the subject of the problem stays in the text. */
static void choose(struct span t, struct statements *s, bool subject)
{
    size_t first = s->n > STATEMENTS_MOST ? s->n - STATEMENTS_MOST : 0;
    enum confidence_rank most = CONFIDENCE_NONE;
    bool plain = false;

    for (size_t i = first; i < s->n; i++)
        if (statement(s, i)->rank > most)
            most = statement(s, i)->rank;
    for (size_t i = s->n; i-- > first;) {
        struct confidence_statement *c = statement(s, i);
        struct span whole = span_cut(t, c->from, confidence_line_end(t, c->to));

        if ((c->rank == CONFIDENCE_WEAK &&
             (subject || most > CONFIDENCE_WEAK || has_box(whole))) ||
            (c->rank == CONFIDENCE_PLAIN && subject && plain))
            c->rank = CONFIDENCE_NONE;
        plain = plain || c->rank == CONFIDENCE_PLAIN;
    }
}

/* Does the problem speak of confidence itself? */
static bool is_subject(const char *question)
{
    struct span t = span_of(question ? question : "");
    const struct lexeme *x;

    for (size_t i = 0; i < t.n; i++)
        if ((i == 0 || !is_letter(t.s[i - 1])) &&
            (lexicon_phrase(t, i, WORD_SURE, &x) ||
             lexicon_phrase(t, i, WORD_CONFIDENCE, &x)))
            return true;
    return false;
}

static void blank(char *copy, struct span t, struct confidence_statement *s)
{
    widen(t, s);
    for (size_t i = s->from; i < s->to; i++)
        if (copy[i] != '\n')
            copy[i] = ' ';
}

/* A weak statement is the answer of a reply that has no other one, "Confidence
 * level: 95%", and in a box, if it declares no other one: it stays. */
static void put_back(struct arena *a, char *copy, struct span reply,
                     struct span t, struct statements *s, size_t first)
{
    struct extracted rest = { .rule = EXTRACT_NONE };
    size_t at = (size_t)(t.s - reply.s);
    bool read = false;

    for (size_t i = first; i < s->n; i++) {
        struct confidence_statement *c = statement(s, i);

        if (c->rank != CONFIDENCE_WEAK)
            continue;
        if (!read && abstain_reply(a, (struct span){ copy, reply.n }, 0))
            return;
        if (!read)
            rest = extract_answer(a, copy, reply.n, NULL);
        read = true;
        if (rest.rule &&
            (rest.declared || !has_box(span_cut(t, c->from, c->to))))
            continue;
        memcpy(copy + at + c->from, t.s + c->from, c->to - c->from);
        c->rank = CONFIDENCE_NONE;
    }
}

struct span confidence_take(struct arena *a, struct span reply,
                            const char *question, double *value)
{
    struct statements s = { .n = 0 };
    size_t first;
    struct span t;
    char *copy = NULL;

    *value = NAN;
    if (!think_skip(reply, &t))
        return reply;
    find(t, &s);
    first = s.n > STATEMENTS_MOST ? s.n - STATEMENTS_MOST : 0;
    choose(t, &s, is_subject(question));
    for (size_t i = first; i < s.n; i++) {
        if (statement(&s, i)->rank == CONFIDENCE_NONE)
            continue;
        if (!copy)
            copy = arena_strndup(a, reply.s, reply.n);
        blank(copy + (t.s - reply.s), t, statement(&s, i));
    }
    if (!copy)
        return reply;
    put_back(a, copy, reply, t, &s, first);
    for (size_t i = first; i < s.n; i++)
        if (statement(&s, i)->rank != CONFIDENCE_NONE &&
            statement(&s, i)->number)
            *value = statement(&s, i)->value;
    return (struct span){ copy, reply.n };
}
