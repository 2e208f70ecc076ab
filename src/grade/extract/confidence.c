/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/extract/confidence.h"
#include "grade/extract/extract.h"
#include "grade/extract/reply_text.h"
#include "grade/extract/stance.h"
#include "text/lexicon.h"
#include "text/pattern.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

/*
 * What the files of confidence share: confidence_value reads a number,
 * confidence_statement finds what speaks of confidence, confidence takes it
 * out of a reply.
 */

struct confidence_number {
    double value; /* from 0 to 1; NaN: a range, or none that means a share */
    size_t end;   /* behind it */
    bool clear;   /* it says of what it is: "%", "/100" */
};

/* How plain it is that a statement speaks of the reply's own answer. */
enum confidence_rank {
    CONFIDENCE_NONE,
    CONFIDENCE_WEAK,  /* "the confidence level is 95%": of the reply, if nothing
                         else is */
    CONFIDENCE_PLAIN, /* "Confidence: 73%" */
    CONFIDENCE_OWN    /* "my confidence", "I am 73% sure" */
};

struct confidence_statement {
    enum confidence_rank rank;
    size_t from, to; /* where it stands */
    double value;    /* NaN: none that can be read */
    bool number;     /* it has one, read or not */
};

/* All statements of a reply are found first; which of them count is seen from
 * all of them. */

#define STATEMENTS_MOST 64 /* the last so many */

/* ---- its place ---- */

static bool confidence_is_dress(struct span t)
{
    return pattern_skip(t, 0,
                        "\\boxed|\\textbf|\\text|\\mathbf|\\fbox|%h|%o|%b|"
                        "%[\r*_#>()[{}$.,;:\\%`|]|%[]]") == t.n;
}

/* The length of the opening sign that ends at `at`, with its command. */
static size_t opener_before(struct span t, size_t at)
{
    return pattern_before(t, at, "\\%a%*{|\\(|\\[|**|__|%[([{$*\"<`]");
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
    static const char *const signs[][2] = {
        { "**", "**" }, { "{", "}" }, { "(", ")" }, { "[", "]" }, { "$", "$" }
    };
    int open[COUNT(signs)] = { 0 };
    size_t end = to;

    for (size_t i = from; i < to; i++)
        for (size_t k = 0; k < COUNT(signs); k++) {
            open[k] += span_at(t, i, signs[k][0]);
            open[k] -=
                signs[k][0][0] != signs[k][1][0] && span_at(t, i, signs[k][1]);
            i += k == 0 && span_at(t, i, "**");
        }
    for (size_t at = to, k; at < t.n;) {
        for (k = 0; k < COUNT(signs); k++)
            if (span_at(t, at, signs[k][1]) &&
                (signs[k][0][0] == signs[k][1][0] ? open[k] % 2 : open[k] > 0))
                break;
        if (k < COUNT(signs)) {
            open[k]--;
            end = at += strlen(signs[k][1]);
        } else if (one_of(t.s[at], " \\%")) {
            at++;
        } else {
            break;
        }
    }
    return end;
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
    to = span_skip(t, to, " %.");
    if (depth == 0 && to < t.n && t.s[to] == close)
        s->to = to + 1;
    else if (depth >= 0)
        return;
    s->from--;
}

/* With the signs around it, and with the whole line if nothing else stands in
 * it. */
static void confidence_widen(struct span t, struct confidence_statement *s)
{
    size_t from = s->from, to, k, n;

    s->to = close_open(t, s->from, s->to);
    while (span_braces_open(span_cut(t, s->from, s->to)) < 0 &&
           (n = opener_before(t, s->from)))
        s->from -= n; /* "\text{Confidence: } 73" */
    while ((n = opener_before(t, s->from)) &&
           (k = closer_at(t, s->from, s->to))) {
        s->from -= n;
        s->to += k;
    }
    from = span_back_to(t, s->from, '\n');
    to = span_index(t, s->to, '\n');
    if (confidence_is_dress(span_cut(t, from, s->from)) &&
        confidence_is_dress(span_cut(t, s->to, to))) {
        s->from = from;
        s->to = to;
    }
    take_bracket(t, s);
    s->from = pattern_back(t, s->from, "%[ ,;|-]|–|—");
}

/* ---- those that count ---- */

struct statements {
    struct confidence_statement of[STATEMENTS_MOST];
    size_t n;
};

static bool confidence_statement(struct span t, size_t at,
                                 struct confidence_statement *out);

static void confidence_find(struct span t, struct statements *s)
{
    struct confidence_statement next;
    size_t last = 0; /* behind the last one */

    for (size_t at = 0; at < t.n; at++) {
        if (at < last || !confidence_statement(t, at, &next))
            continue;
        if (next.from < last)
            next.from = last;
        if (s->n == STATEMENTS_MOST)
            memmove(s->of, s->of + 1, --s->n * sizeof(s->of[0]));
        s->of[s->n++] = next;
        last = next.to > at ? next.to : at + 1;
    }
}

static size_t confidence_line_end(struct span t, size_t at);

/* What speaks of the subject of the problem stays in the text. */
static void confidence_choose(struct span t, struct statements *s, bool subject)
{
    enum confidence_rank most = CONFIDENCE_NONE;
    bool plain = false;

    for (size_t i = 0; i < s->n; i++)
        if (s->of[i].rank > most)
            most = s->of[i].rank;
    for (size_t i = s->n; i-- > 0;) {
        struct confidence_statement *c = &s->of[i];
        struct span whole = span_cut(t, c->from, confidence_line_end(t, c->to));

        if ((c->rank == CONFIDENCE_WEAK && (subject || most > CONFIDENCE_WEAK ||
                                            span_has_any(whole, "\\boxed"))) ||
            (c->rank == CONFIDENCE_PLAIN && subject && plain))
            c->rank = CONFIDENCE_NONE;
        plain = plain || c->rank == CONFIDENCE_PLAIN;
    }
}

/* Does the problem speak of confidence itself? */
static bool confidence_is_subject(const char *question)
{
    struct span t = span_of(question ? question : "");

    return phrase_within(t, WORD_SURE) || phrase_within(t, WORD_CONFIDENCE);
}

static void blank(char *copy, struct span t, struct confidence_statement *s)
{
    confidence_widen(t, s);
    for (size_t i = s->from; i < s->to; i++)
        if (copy[i] != '\n')
            copy[i] = ' ';
}

/* A weak statement is the answer of a reply that has no other one, "Confidence
 * level: 95%", and in a box, if it declares no other one: it stays. */
static void put_back(struct arena *a, char *copy, struct span reply,
                     struct span t, struct statements *s)
{
    struct extracted rest = { .rule = EXTRACT_NONE };
    size_t at = (size_t)(t.s - reply.s);
    bool read = false;

    for (size_t i = 0; i < s->n; i++) {
        struct confidence_statement *c = &s->of[i];

        if (c->rank != CONFIDENCE_WEAK)
            continue;
        if (!read && abstain_reply(a, (struct span){ copy, reply.n }, 0))
            return;
        if (!read)
            rest = extract_answer(a, copy, reply.n, NULL);
        read = true;
        if (rest.rule &&
            (rest.declared ||
             !span_has_any(span_cut(t, c->from, c->to), "\\boxed")))
            continue;
        memcpy(copy + at + c->from, t.s + c->from, c->to - c->from);
        c->rank = CONFIDENCE_NONE;
    }
}

struct span confidence_take(struct arena *a, struct span reply,
                            const char *question, double *value)
{
    struct statements s = { .n = 0 };
    struct span t;
    char *copy = NULL;

    *value = NAN;
    if (!think_skip(reply, &t))
        return reply;
    confidence_find(t, &s);
    confidence_choose(t, &s, confidence_is_subject(question));
    for (size_t i = 0; i < s.n; i++) {
        if (s.of[i].rank == CONFIDENCE_NONE)
            continue;
        if (!copy)
            copy = arena_strndup(a, reply.s, reply.n);
        blank(copy + (t.s - reply.s), t, &s.of[i]);
    }
    if (!copy)
        return reply;
    put_back(a, copy, reply, t, &s);
    for (size_t i = 0; i < s.n; i++)
        if (s.of[i].rank != CONFIDENCE_NONE && s.of[i].number)
            *value = s.of[i].value;
    return (struct span){ copy, reply.n };
}

/* The number of a statement of confidence. */

#define DIGITS_MOST 12             /* of a number that is read */
#define LINE_MOST   ((size_t)2000) /* bytes of a line that are looked at */
#define RANGE_MOST  8              /* numbers of a range */

/* The number at `at`, "73", "73.5", "73,5" or ".73"; returns its length. */
static size_t confidence_read_number(struct span t, size_t at, double *out,
                                     bool *whole)
{
    size_t n = pattern_at(t, at, "%d%+%[.,]%d%+|.%d%+|%d%+");
    char digits[DIGITS_MOST + 1];

    *whole = n == span_digits(t, at);
    if (n == 0 || n + *whole > DIGITS_MOST)
        return 0;
    for (size_t i = 0; i < n; i++)
        digits[i] = t.s[at + i] == ',' ? '.' : t.s[at + i];
    digits[n] = '\0';
    *out = strtod(digits, NULL);
    return n;
}

#define BLANKS "%(%b|\\%[ ,]%)%*" /* of any kind, in a line */

static size_t confidence_blanks(struct span t, size_t at)
{
    return at + pattern_at(t, at, BLANKS);
}

/* Where the line ends in which `at` stands, or where looking on costs much. */
static size_t confidence_line_end(struct span t, size_t at)
{
    struct span near = span_cut(t, 0, at + LINE_MOST);

    return span_index(near, at, '\n');
}

/* Does a number begin at `at`? */
static bool confidence_number_at(struct span t, size_t at)
{
    return pattern_here(t, at, "%d|.%d") && !pattern_before(t, at, "%d.%?") &&
           !(t.s[at] == '.' && at && t.s[at - 1] == '.');
}

/* The sign of percent at `at`, behind blanks; returns where it ends, or 0. */
static size_t percent_end(struct span t, size_t at)
{
    size_t n = pattern_at(t, at,
                          "%[$*]%*" BLANKS "%(\\%?%%|％|٪|percent|per cent|"
                          "prozent|pour cent|por ciento%)");

    return n ? at + n : 0;
}

/* Does what follows make a range of it, or a choice: "70 - 80", "70 or 80"?
 * Returns where its other number begins, or 0. */
static size_t confidence_goes_on(struct span t, size_t at)
{
    size_t n = pattern_at(t, at,
                          "%[$*]%*" BLANKS
                          "%(or |to |and |of |bis |oder |\\pm|~|±|\\text{--}|"
                          "--|/|out of |a |%h%)%?" BLANKS "%[$~]%*%=%d");

    return n || is_digit(span_byte(t, at)) ? at + n : 0;
}

/* "73/100", "7 out of 10": where the second number begins, or 0. */
static size_t divisor_at(struct span t, size_t at)
{
    size_t n = pattern_at(t, at, BLANKS "%(/|out of %)" BLANKS "%=%d");

    return n ? at + n : 0;
}

/* Behind the numbers of a range. */
static size_t range_end(struct span t, size_t at)
{
    double ignored;
    size_t next, end;
    bool whole;

    for (int i = 0; i < RANGE_MOST && (next = confidence_goes_on(t, at)); i++) {
        at = next + confidence_read_number(t, next, &ignored, &whole);
        if (at == next)
            at += span_digits(t, next);
        end = percent_end(t, at);
        at = end ? end : at;
    }
    return at;
}

/* The number at `at`. `scale`: what the statement counts up to, 0: unknown. */
static struct confidence_number confidence_read(struct span t, size_t at,
                                                double scale)
{
    struct confidence_number out = { .value = NAN, .end = at };
    double v, of = scale > 0 ? scale : 100;
    bool whole;
    size_t n = confidence_read_number(t, at, &v, &whole), sign, by;

    if (n == 0) { /* too long a number */
        out.end = at + span_digits(t, at);
        return out;
    }
    out.end = at + n;
    sign = percent_end(t, out.end);
    by = sign ? 0 : divisor_at(t, out.end);
    out.clear = sign || by;
    if (sign) {
        out.end = sign;
        of = 100;
    } else if (by) {
        bool ignored;

        out.end = by + confidence_read_number(t, by, &of, &ignored);
    } else if (!whole && v <= 1) {
        of = 1;
    } else if (whole && v == 1 && scale <= 0) { /* 1 % or all? */
        of = 0;
    }
    if (confidence_goes_on(t, out.end))
        out.end = range_end(t, out.end);
    else if (of >= 1 && v <= of)
        out.value = v / of;
    return out;
}

/*
 * What speaks of confidence. A noun ("my overall confidence in this answer")
 * has words before it back to the head of its line or sentence, then words up
 * to a sign that says what it is (":", "is", the end of a heading), then a
 * number. An adjective has its number before it: "I am 73% sure". Words that
 * follow belong to it unless they tell an answer.
 */

#define LEAD_MOST 4            /* words before the noun */
#define TAIL_MOST 8            /* words behind it, before the sign */
#define GAP_MOST  3            /* words between the sign and the number */
#define WORD_MOST ((size_t)64) /* bytes of a word */
#define STATEMENT_LINE_MOST \
 ((size_t)240) /* bytes of a line that are looked at */

static bool confidence_is_word_byte(char c)
{
    return is_letter(c) || (c & 0x80) || c == '\'';
}

/* The length of the word at `at`; no dash and no quote is one. */
static size_t confidence_word_at(struct span t, size_t at)
{
    size_t n = 0, k;

    t = span_cut(t, 0, at + WORD_MOST);
    while ((k = character_letter(t, at + n)) ||
           (k = character_is(t, at + n, CHAR_QUOTE)) ||
           (k = n && span_byte(t, at + n) == '\''))
        n += k;
    return n;
}

/* ---- before the noun ---- */

struct lead {
    size_t from; /* where it begins */
    bool head;   /* a line, a sentence or a bracket begins there */
    bool own;    /* "my" */
    bool loose;  /* "the", "with a" */
    bool number; /* a number with its sign of percent stands there */
};

/* The word that ends at `at`, but for marks of Markdown and blanks. */
static struct span confidence_word_before(struct span t, size_t at)
{
    size_t end = span_back(t, at, " \t*_#`"), from = end;

    while (from && confidence_is_word_byte(t.s[from - 1]) &&
           end - from < WORD_MOST)
        from--;
    return span_cut(t, from, end);
}

static struct lead confidence_lead_of(struct span t, size_t at)
{
    static const char mine[] = "my our meine meiner mein ma mon mi minha mia "
                               "mijn moja моя Моя 我的 i";
    static const char bounds[] = "and with und mit et avec y con or";
    struct lead out = { .from = at };

    for (int words = 0; words <= LEAD_MOST; words++) {
        struct span word = confidence_word_before(t, out.from);
        size_t from = (size_t)(word.s - t.s), end = from + word.n;

        if (word.n == 0 || !confidence_word_at(t, from)) {
            out.number = end && (t.s[end - 1] == '%');
            out.head = end == 0 ||
                       (!is_digit(t.s[end - 1]) &&
                        one_of(t.s[end - 1], "\n.!?;:,()[]{}<>/-$|\"'=+")) ||
                       (unsigned char)t.s[end - 1] >= 0x80;
            return out;
        }
        if (span_among(word, "the a an"))
            out.loose = true;
        if (span_among(word, bounds) || word_is(word, WORD_IS)) {
            out.head = true;
            out.loose = out.loose || to_lower(word.s[0]) == 'w';
            out.from = word_is(word, WORD_IS) ? out.from : from;
            return out;
        }
        if (words == LEAD_MOST)
            return out;
        out.from = from;
        if (span_among(word, mine)) {
            out.own = out.head = true;
            return out;
        }
    }
    return out;
}

/* ---- behind it ---- */

enum sign { SIGN_NONE, SIGN_COLON, SIGN_EQUAL, SIGN_IS, SIGN_DIRECT };

/* What was found behind the noun, so far. */
struct tail {
    size_t at; /* where it goes on */
    int words;
    double scale; /* "(0-100)" */
    bool level;   /* "level" */
    bool first;   /* the first word is "in", "that" */
    bool own;     /* "in my answer" */
    bool right;   /* "is correct" */
};

/* The last number of a remark, if it is one that counts go up to. */
static double confidence_scale_of(struct span t)
{
    size_t at = t.n, n;

    while (at && !is_digit(t.s[at - 1]))
        at--;
    at -= pattern_before(t, at, "%d%+.%d%+|%d%+");
    n = span_digits(t, at);
    if (!span_is_one(span_cut(t, at, at + n), "1 5 10 100"))
        return 0;
    return n == 1 ? t.s[at] - '0' : n == 2 ? 10 : 100;
}

static void confidence_note_word(struct span word, struct tail *s)
{
    s->words++;
    if (s->words == 1)
        s->first =
            word_is(word, WORD_PREPOSITION) || span_is_fold(word, "that");
    if (span_among(word, "level levels"))
        s->level = true;
    if (span_among(word, "level score rating estimate percentage value rate"))
        s->words--;
    if (span_among(word,
                   "my i answer answers result solution response being") ||
        word_is(word, WORD_ANSWER))
        s->own = true;
}

/* Is it said that something is right? */
static bool says_right(struct span t)
{
    for (size_t i = 0, n; i < t.n; i += n ? n : 1) {
        n = confidence_word_at(t, i);
        if (n && span_among(span_cut(t, i, i + n),
                            "correct right correctness accurate korrekt "
                            "richtig correcte juste correcta"))
            return true;
    }
    return false;
}

/* Go to the next sign behind the noun that says what the confidence is, and
 * behind it. */
static enum sign next_sign(struct span t, size_t stop, struct tail *s)
{
    while (s->at < stop && s->words <= TAIL_MOST) {
        size_t at = s->at, n = confidence_word_at(t, at), dash;
        char c = t.s[at];

        if (n) {
            bool is = word_is(span_cut(t, at, at + n), WORD_IS);

            s->at += n;
            if (!is)
                confidence_note_word(span_cut(t, at, at + n), s);
            if (is || (s->words == 1 &&
                       span_among(span_cut(t, at, at + n), "of at von de del")))
                return SIGN_IS;
            continue;
        }
        if (c == '(') {
            size_t end = span_index(t, at, ')');
            struct span remark = span_cut(t, at, end);

            if (end < stop && at && t.s[at - 1] != '\\') {
                s->scale = confidence_scale_of(remark);
                if (s->scale > 0 || !span_has_digit(remark)) {
                    s->at = end + 1;
                    continue;
                }
            }
        }
        if (confidence_number_at(t, at) || span_at(t, at, "\\boxed")) {
            if (s->words == 0)
                return SIGN_DIRECT;
            s->at += c == '\\' ? 6 : span_digits(t, at) + (c == '.');
            continue;
        }
        dash = character_is(t, at, CHAR_DASHES);
        s->at += dash                     ? dash
                 : character_space(t, at) ? character_space(t, at)
                                          : 1;
        if (c == ':' || c == '?' || span_at(t, at, "\xef\xbc\x9a")) {
            s->at += c == '\xef' && s->at == at + 1 ? 2 : 0;
            return SIGN_COLON;
        }
        if (dash || one_of(c, "=|>~-") || span_at(t, at, "\xe2\x89\x88"))
            return s->words ? SIGN_IS : SIGN_EQUAL;
        if (one_of(c, ".!;"))
            break;
    }
    return SIGN_NONE;
}

/* Does a bound stand there: "over 90%", "> 90%"? */
static bool confidence_has_bound(struct span t)
{
    return pattern_in(t, "%#%[<>]|≥|≤|\\g|\\le") ||
           pattern_before(t, t.n, "%[+-]") || /* "-5%" */
           phrase_within(t, WORD_LIMIT);
}

/* Where the first number stands from `at` on, behind a few words; `stop`: there
 * is none. */
static size_t number_from(struct span t, size_t at, size_t stop, int *words)
{
    for (*words = 0; at < stop;) {
        size_t n = confidence_word_at(t, at);
        bool command = at && t.s[at - 1] == '\\';

        if (confidence_number_at(t, at))
            return at;
        if (n && !command && !word_is(span_cut(t, at, at + n), WORD_ROUGH) &&
            !span_among(span_cut(t, at, at + n),
                        "is of at be only just to les zu bei del"))
            ++*words;
        at += n ? n : 1;
    }
    return stop;
}

/* Does the text end at `at`, or a clause? */
static bool is_closed(struct span t, size_t at)
{
    return pattern_here(t, at,
                        BLANKS "%(%$|%[])\n\r.,;}$*\\|<\"'_!`%/(-]|"
                               "%!%A%[\x80-\xff]%)");
}

/* ---- what follows ---- */

/* Does it tell an answer, so that it is no remark on the confidence? */
static bool tells_answer(struct span t)
{
    bool telling;

    if (span_has_any(t, "\\boxed|####|<answer"))
        return true;
    return span_has_digit(t) &&
           (phrase_within(t, WORD_ANSWER) || span_has(t, '=') ||
            prose_words(t, &telling) < 3);
}

/* Where the bracket closes that is open at `at`; `stop`: none is. */
static size_t bracket_end(struct span t, size_t from, size_t at, size_t stop)
{
    int depth = 0;

    if (from == 0 || t.s[from - 1] != '(' ||
        (from > 1 && t.s[from - 2] == '\\'))
        return stop;
    for (size_t i = from; i < stop; i++) {
        if (t.s[i] == '(')
            depth++;
        else if (t.s[i] == ')' && depth-- == 0)
            return i > at ? i : stop;
    }
    return stop;
}

/* The statement goes on to the end of its sentence, if no answer follows. */
static void add_remark(struct span t, struct confidence_statement *s)
{
    size_t end = confidence_line_end(t, s->to),
           stop = s->to < end ? s->to : end;
    struct span rest;

    stop = sentence_end(span_cut(t, 0, end), stop);
    stop = bracket_end(t, s->from, s->to, stop > s->to ? stop : s->to);
    rest = span_cut(t, s->to, stop);
    if (!tells_answer(rest) && !span_has(rest, '}') && !span_has(rest, '|') &&
        !span_has(rest, '<') && !span_has(rest, '"'))
        s->to = stop;
}

/* ---- a noun ---- */

/* The name of a statistic that begins from `from` on and holds the word at
 * `at`: "confidence interval", "niveau de confiance"; or NULL. */
static const struct lexeme *statistic_of(struct span t, size_t from, size_t at)
{
    const struct lexeme *x;

    for (size_t i = from, n; i <= at; i++) {
        n = i && is_letter(t.s[i - 1])
                ? 0
                : lexicon_phrase(t, i, WORD_STATISTIC, &x);
        if (n && i + n > at)
            return x;
    }
    return NULL;
}

/* The number behind a sign. Returns false if none stands there that could be a
 * confidence. */
static bool confidence_take_number(struct span t, const struct tail *s,
                                   enum sign sign, bool own, size_t stop,
                                   struct confidence_statement *out)
{
    int words;
    size_t at = number_from(t, s->at, stop, &words);
    struct confidence_number v;

    if (at == stop || words > GAP_MOST)
        return false;
    v = confidence_read(t, at, s->scale);
    if (!v.clear &&
        (words > 0 || (sign == SIGN_IS && s->words > 0 && !(s->first || own))))
        return false;
    if (!v.clear && sign == SIGN_IS && !is_closed(t, v.end))
        return false;
    out->number = true;
    out->value = confidence_has_bound(span_cut(t, s->at, at)) ? NAN : v.value;
    out->to = v.end;
    return true;
}

/* A heading, whose number stands in the next line. */
static bool take_next_line(struct span t, const struct tail *s, size_t stop,
                           struct confidence_statement *out)
{
    struct tail below = *s;
    size_t end;

    if (span_skip(t, s->at, " \t\r*_`\"'$~{}[](\\|>#.:)") < stop)
        return false;
    below.at = span_skip_space(t, stop);
    end = confidence_line_end(t, below.at);
    if (below.at >= t.n || end - below.at > STATEMENT_LINE_MOST ||
        span_index(t, below.at, '=') < end ||
        phrase_within(span_cut(t, below.at, end), WORD_ANSWER))
        return false;
    return confidence_take_number(t, &below, SIGN_IS, true, end, out);
}

static enum confidence_rank confidence_rank_of(const struct lead *l,
                                               const struct tail *s,
                                               enum sign sign, bool share)
{
    if (share && !s->right)
        return CONFIDENCE_NONE;
    if (l->own || s->own)
        return CONFIDENCE_OWN;
    if (share || s->level || (l->loose && sign != SIGN_COLON))
        return CONFIDENCE_WEAK;
    return CONFIDENCE_PLAIN;
}

/* Is it said of something, although nothing around it begins there:
 * "\boxed{42} Confidence: 73%", "42 confidence: 73%"? */
static bool confidence_stands_alone(struct span t, size_t at,
                                    const struct lead *l, const struct tail *s,
                                    enum sign sign,
                                    const struct confidence_statement *out)
{
    bool tight = s->words == 0 && (sign == SIGN_COLON || sign == SIGN_EQUAL);

    if (l->number)
        return tight && is_upper(t.s[at]) && out->number;
    return l->head || l->own || (tight && (is_upper(t.s[at]) || out->number));
}

static bool confidence_noun_at(struct span t, size_t at, size_t n, bool share,
                               struct confidence_statement *out)
{
    struct lead l = confidence_lead_of(t, at);
    struct tail s = { .at = at + n };
    size_t line = confidence_line_end(t, at), stop = line;
    enum sign sign, first = SIGN_NONE;
    const struct lexeme *name = statistic_of(t, l.from, at);

    if (name && name->value == 0)
        return false;
    s.level = name;
    stop = stop - at > STATEMENT_LINE_MOST ? at + STATEMENT_LINE_MOST : stop;
    *out = (struct confidence_statement){ .from = l.from, .value = NAN };
    s.right = says_right(span_cut(t, at, stop));
    while ((sign = next_sign(t, stop, &s)) != SIGN_NONE) {
        first = first ? first : sign;
        if (confidence_take_number(t, &s, sign, l.own || s.own, stop, out))
            break;
        if (sign == SIGN_COLON || sign == SIGN_DIRECT)
            break;
    }
    if (!out->number && stop == line)
        (void)take_next_line(t, &s, line, out);
    if (!out->number) {
        /* "Confidence: high"; a heading alone; "my confidence is high" */
        if (first == SIGN_NONE && !(l.head && s.words == 0 && s.at >= stop))
            return false;
        out->to = s.at;
    }
    if (!confidence_stands_alone(t, at, &l, &s, first, out))
        return false;
    out->rank = confidence_rank_of(&l, &s, first, share);
    return out->rank != CONFIDENCE_NONE;
}

/* ---- a number before it ---- */

/* Who says so: the words back to the head of the clause. */
static enum confidence_rank speaker(struct span t, size_t at, size_t *from,
                                    bool *denied)
{
    *from = at;
    for (int words = 0; words < 7; words++) {
        struct span word = confidence_word_before(t, *from);

        if (word.n == 0)
            return words == 0 || *denied ? CONFIDENCE_PLAIN : CONFIDENCE_NONE;
        *denied = *denied || word_is(word, WORD_NEGATION) ||
                  span_among(word, "not never nicht pas no hardly");
        *from = (size_t)(word.s - t.s);
        if (span_among(word, "i i'm im i'd i\xe2\x80\x99m i\xe2\x80\x99"
                             "d ich je estoy sono ik jestem я Я 我"))
            return CONFIDENCE_OWN;
        if (span_among(word, "we we're one"))
            return CONFIDENCE_WEAK;
        if (span_among(word, "with at mit avec con"))
            return CONFIDENCE_WEAK;
    }
    return CONFIDENCE_NONE;
}

/* Behind "that" and "in this answer", which say nothing of an answer. */
static void confidence_add_object(struct span t, struct confidence_statement *s)
{
    size_t end = sentence_end(span_cut(t, 0, confidence_line_end(t, s->to)),
                              s->to),
           at, n;
    struct span rest;

    end = bracket_end(t, s->from, s->to, end > s->to ? end : s->to);
    rest = span_cut(t, s->to, end);
    at = confidence_blanks(t, s->to);
    n = confidence_word_at(t, at);
    if (!span_has_digit(rest) &&
        (says_right(rest) ||
         (!phrase_within(rest, WORD_IS) && !span_has(rest, '$') &&
          !span_has(rest, '\\') && !span_has(rest, ','))))
        s->to = end;
    else if (n && span_among(span_cut(t, at, at + n), "that dass que"))
        s->to = at + n;
}

/* "73% sure", "73% confidence". */
static bool confidence_number_before(struct span t, size_t at,
                                     struct confidence_statement *out)
{
    struct confidence_number v = confidence_read(t, at, 0);
    size_t next = confidence_blanks(t, v.end), n;
    const struct lexeme *x = NULL;
    bool denied = false, noun;

    if (!v.clear)
        return false;
    if (span_at(t, next, "\\text{"))
        next = confidence_blanks(t, next + 6);
    n = lexicon_phrase(t, next, WORD_SURE, &x);
    noun = n == 0;
    if (span_at(t, next, "\xe7\x9a\x84")) /* 的 */
        next += 3;
    if (noun && (n = lexicon_phrase(t, next, WORD_CONFIDENCE, &x)) == 0)
        return false;
    if (noun &&
        (x->value || statistic_of(t, next, next) || !is_closed(t, next + n)))
        return false;
    out->rank = speaker(t, at, &out->from, &denied);
    if (noun && out->rank == CONFIDENCE_NONE) {
        out->from = at;
        out->rank = CONFIDENCE_WEAK;
    } else if (noun && out->rank == CONFIDENCE_PLAIN) {
        out->rank = CONFIDENCE_WEAK;
    }
    out->number = !denied;
    out->value = denied ? NAN : v.value;
    out->to = next + n;
    if (out->rank != CONFIDENCE_NONE && !noun)
        confidence_add_object(t, out);
    return out->rank != CONFIDENCE_NONE;
}

/* "sûr à 73 %". */
static bool number_after(struct span t, size_t at, size_t n,
                         struct confidence_statement *out)
{
    size_t next = confidence_blanks(t, at + n), k = confidence_word_at(t, next);
    struct confidence_number v;
    bool denied = false;

    if (k && span_among(span_cut(t, next, next + k),
                        "\xc3\xa0 al a zu auf at \xd0\xbd\xd0\xb0 na op"))
        next = confidence_blanks(t, next + k);
    if (!confidence_number_at(t, next))
        return false;
    v = confidence_read(t, next, 0);
    if (!v.clear || !is_closed(t, v.end))
        return false;
    *out = (struct confidence_statement){ .value = v.value,
                                          .number = true,
                                          .to = v.end };
    out->rank = speaker(t, at, &out->from, &denied);
    if (denied)
        out->value = NAN;
    return out->rank != CONFIDENCE_NONE;
}

/* The statement whose word for confidence, or whose number, begins at `at`. */
static bool confidence_statement(struct span t, size_t at,
                                 struct confidence_statement *out)
{
    const struct lexeme *x;
    size_t n;

    *out = (struct confidence_statement){ .value = NAN };
    if (confidence_number_at(t, at))
        return confidence_number_before(t, at, out);
    if (at && is_letter(t.s[at - 1]))
        return false;
    n = lexicon_phrase(t, at, WORD_SURE, &x);
    if (n && number_after(t, at, n, out))
        return true;
    n = lexicon_phrase(t, at, WORD_CONFIDENCE, &x);
    if (n == 0 || !confidence_noun_at(t, at, n, x->value == 1, out))
        return false;
    add_remark(t, out);
    return true;
}
