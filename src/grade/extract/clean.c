/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "grade/extract/extract.h"
#include "grade/extract/reply_text.h"
#include "text/pattern.h"

#include <inttypes.h>
#include <stdio.h>

/*
 * What is dropped or undone before anything is looked for. What a model thinks
 * aloud: only the text behind the last mark that ends the thinking counts.
 * Text that was escaped once too often, "\\boxed{4}.\n\nSo" with two-character
 * \n: undone only where nothing else can be meant, \n where no command of LaTeX
 * begins so, and \\ where every command of the text has two. Text that was
 * escaped too seldom, so that \b and \f became control characters. And what
 * programs add: the notes of a calculator, marks that end a turn.
 */

/* ---- thinking ---- */

/* Around what is thought; the signs are U+25C1 and U+25B7. */
static const char opening[] =
    "<think>|<thinking>|<reasoning>|<thought>|<seed:think>|"
    "<%[|]begin_of_thought%[|]>|<%[|]channel%[|]>analysis|<tool_call>|"
    "<function_call>|[think]|\xe2\x97\x81think\xe2\x96\xb7";
static const char closing[] =
    "</think>|</thinking>|</reasoning>|</thought>|</seed:think>|"
    "<%[|]end_of_thought%[|]>|<%[|]/think%[|]>|"
    "<%[|]channel%[|]>final<%[|]message%[|]>|</tool_call>|"
    "</function_call>|[/think]|\xe2\x97\x81/think\xe2\x96\xb7";

/* Behind the last of these marks; 0: there is none. They begin with one of three
 * bytes, so three searches for a byte find them all. */
static size_t behind_last(struct span t, const char *marks)
{
    size_t last = 0;

    for (const char *first = "<[\xe2"; *first; first++)
        for (size_t at = 0, n; (at = span_index(t, at, *first)) < t.n;
             at += n ? n : 1) {
            n = span_one_of(t, at + 1, "/|tTrRsSfF\x97")
                    ? pattern_at(t, at, marks)
                    : 0;
            last = n && at + n > last ? at + n : last;
        }
    return last;
}

bool think_skip(struct span text, struct span *out)
{
    size_t close = behind_last(text, closing);

    *out = span_from(text, close);
    return behind_last(text, opening) <= close;
}

bool extract_skip_thinking(const char *text, size_t n, size_t *from)
{
    struct span rest;
    bool ends = think_skip((struct span){ text, n }, &rest);

    *from = n - rest.n;
    return ends;
}

/* ---- escapes ---- */

/* Commands that begin with n, so that "\neq" keeps its backslash. */
static const char n_commands[] =
    "nabla natural ncong ne nearrow neg neq newline nexists ngeq ngtr "
    "ni nleq nless nmid nobreak nolimits nonumber normalsize not notag "
    "notin nparallel nsim nsubseteq nu null nwarrow noindent "
    "newcommand negthinspace negmedspace negthickspace nrightarrow "
    "nsupseteq nthroot nolinebreak nprec nsucc nsubset";

/* Is the \ at `at`, the only one there, that of a written-out line end? */
static bool is_line_end(struct span t, size_t at)
{
    size_t n;

    if (span_byte(t, at + 1) != 'n')
        return false;
    n = span_letters(t, at + 1);
    return n == 1 || !span_among(span_cut(t, at + 1, at + 1 + n), n_commands);
}

/* ---- rewriting ---- */

#define PUT_MOST 48 /* bytes that stand for others */

/* Returns how many bytes at `at` become `put`, which is "" at first; 0: they
 * stay. */
typedef size_t clean_edit(struct span t, size_t at, char put[PUT_MOST]);

/* t with what one edit makes of it where a byte is `first`, or, if that is NUL,
 * beyond ASCII or a "<"; t itself if it changes nothing. */
static struct span clean_edited(struct arena *a, struct span t, char first,
                                clean_edit *edit)
{
    size_t at = 0, done = 0, n;
    char put[PUT_MOST];
    struct str out = str_in(a);

    if (!first) {
        at = span_ascii(t);
        n = span_index(t, 0, '<');
        at = n < at ? n : at;
    }
    for (; at < t.n; at++) {
        if (first && (at = span_index(t, at, first)) == t.n)
            break;
        if (!first && t.s[at] != '<' && (unsigned char)t.s[at] < 0xc0)
            continue;
        put[0] = '\0';
        if ((n = edit(t, at, put)) == 0)
            continue;
        str_addn(&out, t.s + done, at - done);
        str_add(&out, put);
        done = at + n;
        at = done - 1;
    }
    if (done == 0)
        return t;
    str_addn(&out, t.s + done, t.n - done);
    return (struct span){ str_get(&out), out.n };
}

static size_t clean_put(char put[PUT_MOST], const char *text, size_t n)
{
    (void)snprintf(put, PUT_MOST, "%s", text);
    return n;
}

/* ---- escapes ---- */

struct escapes {
    bool line_ends; /* there is a \n */
    bool twofold;   /* there is a \\command */
    bool single;    /* there is a \command */
};

static struct escapes clean_count(struct span t)
{
    struct escapes e = { 0 };

    for (size_t at = 0, end; (at = span_index(t, at, '\\')) < t.n; at = end) {
        end = span_skip(t, at, "\\");
        if (!is_letter(span_byte(t, end)))
            continue;
        if ((end - at) % 2 == 0)
            e.twofold = true;
        else if (is_line_end(t, end - 1))
            e.line_ends = true;
        else
            e.single = true;
    }
    return e;
}

/* "\n" is a line end. Two backslashes stay as they are. */
static size_t undo_line_end(struct span t, size_t at, char put[PUT_MOST])
{
    if (span_byte(t, at + 1) == '\\')
        return clean_put(put, "\\\\", 2);
    return is_line_end(t, at) ? clean_put(put, "\n", 2) : 0;
}

/* The same where two of them are one. */
static size_t undo_escape(struct span t, size_t at, char put[PUT_MOST])
{
    return span_byte(t, at + 1) == '\\' ? clean_put(put, "\\", 2)
                                        : undo_line_end(t, at, put);
}

/* Escapes that some program took for its own: \b of \boxed, \f of \frac are
 * control characters now, and no text has those before a letter. */
static size_t restore(struct span t, size_t at, char put[PUT_MOST])
{
    static const char controls[] = "\a\b\f\v\r\t", letters[] = "abfvrt";
    char c = letters[strchr(controls, t.s[at]) - controls];

    if (!is_letter(span_byte(t, at + 1)) ||
        (c == 'r' && !span_at(t, at + 1, "ight")) ||
        (c == 't' &&
         !span_at_any(t, at + 1, "frac|ext{|imes|heta|extbf{|an(|riangle")))
        return 0;
    return clean_put(put, (char[]){ '\\', c, '\0' }, 1);
}

#define NOTE_MOST 100 /* bytes of a calculator's note */

/* The note of a calculator, <<3*4=12>>, which repeats what stands beside it, or
 * words struck out, ~~5~~, which are no longer said. */
static size_t drop_note(struct span t, size_t at, char put[PUT_MOST])
{
    struct span near = span_cut(t, at, at + NOTE_MOST + 2);
    size_t n = pattern_at(near, 0, "<<%[0-9+*/().=,% $-]%*>>");

    put[0] = '\0';
    return n && span_has(span_cut(near, 0, n), '=')
               ? n
               : pattern_at(near, 0, "~~%.%(%!%(~~%)%.%)%*~~");
}

/* Bytes of a mark around a model's turn; what stands behind one is the next
 * turn. */
static size_t turn_mark(struct span t, size_t at)
{
    struct span near = span_cut(t, at, at + 24);
    struct span mark = span_cut(near, 0, span_index(near, 0, '>') + 1);

    if (!span_is_one(mark, "<|im_end|> <|im_start|> <|eot_id|> <|endoftext|> "
                           "<|end_of_text|> <|end|> <|return|> <|user|> "
                           "<|assistant|> <end_of_turn> </s> <eos> "
                           "<|begin_of_solution|> <|end_of_solution|> "
                           "<|start|>"))
        return 0;
    return mark.n + (span_is(mark, "<|im_start|>") &&
                             span_at(t, at + mark.n, "assistant")
                         ? strlen("assistant")
                         : 0);
}

/* t without "Assistant:" at its head. */
static struct span without_role(struct span t)
{
    size_t at = span_skip_space(t, 0),
           n = span_at_any(t, at, "assistant:|ai:|model:|bot:");

    return n ? span_from(t, at + n) : t;
}

/* Does the text declare an answer, or mark one? That a problem asks for one is
 * not enough: a reply may restate its problem under a heading. */
static bool has_answer(struct span t)
{
    return pattern_in(t, "answer is|answer:|boxed{|#### ");
}

/* Where a model that was never taught to stop begins another problem behind its
 * answer, "Question: ..."; t.n: nowhere. */
static size_t next_question(struct span t)
{
    size_t at, seen = 0;

    for (at = 0; (at = span_index(t, at, '\n')) < t.n; at++) {
        if (!span_one_of(t, at + 1, "qQpP#") ||
            !span_at_any(t, at + 1,
                         "question:|q:|problem:|### question:|"
                         "### problem:"))
            continue;
        if (has_answer(span_cut(t, seen, at)))
            return at;
        seen = at;
    }
    return t.n;
}

static struct span this_turn(struct span t)
{
    size_t n, from = 0;

    for (size_t at = 0; (at = span_index(t, at, '<')) < t.n; at++) {
        if ((n = turn_mark(t, at)) == 0)
            continue;
        if (span_skip_space(t, from) < at)
            return span_cut(t, from, at);
        from = at + n; /* nothing was said before it */
        at = from - 1;
    }
    return span_from(t, from);
}

/* ---- signs of other hands ---- */

/* Is the dash at [at, next) a minus: before a number that it touches? An em dash
 * is none. */
static bool is_minus(struct span t, size_t at, size_t next,
                     const struct character *dash)
{
    char c = span_byte(t, next);

    return span_is(span_of(dash->words), "--") &&
           (is_digit(c) || c == '\\' || c == '$') &&
           (at == 0 || is_space(t.s[at - 1]) || one_of(t.s[at - 1], "($=:{,*"));
}

/* A tag of HTML: one that only dresses the text goes, <sup>2</sup> is a power. */
static size_t edit_tag(struct span t, size_t at, char put[PUT_MOST])
{
    size_t n = span_at_any(t, at,
                           "<b>|</b>|<strong>|</strong>|<i>|</i>|<em>|"
                           "</em>|<u>|</u>|<mark>|</mark>");

    if (n)
        return n;
    if ((n = span_at_any(t, at, "<sup>|<sub>")))
        return clean_put(put, to_lower(t.s[at + 3]) == 'p' ? "^{" : "_{", n);
    n = span_at_any(t, at, "</sup>|</sub>");
    return n ? clean_put(put, "}", n) : 0;
}

/* Tags, invisible characters, digits of other scripts and dashes for a minus. */
static size_t naturalise(struct span t, size_t at, char put[PUT_MOST])
{
    struct character c;
    size_t n;

    if (t.s[at] == '<')
        return edit_tag(t, at, put);
    n = character_at(t, at, &c);
    if (c.is & CHAR_UNSEEN)
        return n;
    return (c.is & CHAR_DIGIT) ||
                   ((c.is & CHAR_DASH) && is_minus(t, at, at + n, &c))
               ? clean_put(put, c.plain, n)
               : 0;
}

static clean_edit chinese_digits;

struct span clean_text(struct arena *a, struct span text)
{
    struct span t = this_turn(text);
    struct escapes e;
    bool halve;

    t = clean_edited(a, t, '<', drop_note);
    t = clean_edited(a, t, '~', drop_note);
    t = clean_edited(a, t, '\0', naturalise);
    t = without_role(clean_edited(a, t, '\0', chinese_digits));
    t.n = next_question(t);
    for (const char *c = "\a\b\f\v\r\t"; *c; c++)
        t = clean_edited(a, t, *c, restore);
    e = clean_count(t);
    halve = e.twofold && !e.single;
    return halve || e.line_ends
               ? clean_edited(a, t, '\\', halve ? undo_escape : undo_line_end)
               : t;
}

/*
 * Numbers in Chinese signs become digits: "答案是三十六" says 36. The signs are
 * also parts of words, so a number counts only behind a verb or a colon and
 * where nothing behind it makes another of it ("三十多", "三十六的一半").
 */

#define SIGN 3 /* bytes of a sign */

/* The place of the sign at `at` in the list, from 0; -1: it is none of them. */
static int sign_among(struct span t, size_t at, const char *list)
{
    for (int i = 0; at + SIGN <= t.n && list[SIGN * i]; i++)
        if (memcmp(t.s + at, list + SIGN * i, SIGN) == 0)
            return i;
    return -1;
}

/* The value of the digit at `at`; -1: there is none. */
static int chinese_digit_at(struct span t, size_t at)
{
    int i = sign_among(t, at, "零一二三四五六七八九〇两");

    return i < 10 ? i : i == 10 ? 0 : 2;
}

/* 10, 100, 1000 or 10000; 0: no such sign is at `at`. */
static int64_t unit_at_sign(struct span t, size_t at)
{
    static const int64_t units[] = { 0, 10, 100, 1000, 10000 };

    return units[sign_among(t, at, "十百千万") + 1];
}

/* A number that is being read. */
struct reading {
    int64_t whole, part; /* before and behind 万 */
    int64_t unit;        /* the last one; 0: none yet */
    int digit;           /* that waits for its unit; -1: none */
    bool zero;           /* a zero has come since the last unit */
};

/* Add the sign at `at`; false: the number does not go on there. */
static bool clean_add_sign(struct reading *r, struct span t, size_t at)
{
    int64_t unit = unit_at_sign(t, at);
    int digit = chinese_digit_at(t, at);

    if (digit >= 0 && r->digit < 0) {
        if (digit == 0 && r->unit)
            r->zero = true;
        else
            r->digit = digit;
        return true;
    }
    if (!unit || (r->digit < 0 && (unit != 10 || r->unit)) ||
        (r->unit && unit >= r->unit && unit < 10000) ||
        (unit == 10000 && r->whole))
        return false;
    r->part += (r->digit < 0 ? 1 : r->digit) * (unit < 10000 ? unit : 1);
    if (unit == 10000) {
        r->whole = r->part * unit;
        r->part = 0;
    }
    r->unit = unit;
    r->digit = -1;
    r->zero = false;
    return true;
}

/* Bytes of the number at `at`; 0: there is none that is clear. *units: it is
 * more than a digit. */
static size_t clean_number_at(struct span t, size_t at, int64_t *value,
                              bool *units)
{
    struct reading r = { .digit = -1 };
    size_t end = at;

    while (end < at + 12 * SIGN && clean_add_sign(&r, t, end))
        end += SIGN;
    /* 一百五 is 150 in speech. */
    if (r.unit > 10 && r.digit > 0 && !r.zero)
        return 0;
    if (end == at || chinese_digit_at(t, end) >= 0 || unit_at_sign(t, end))
        return 0;
    *value = r.whole + r.part + (r.digit > 0 ? r.digit : 0);
    *units = r.unit > 0;
    return end - at;
}

/* Does the text before t[at] lead to a value? */
static bool is_led(struct span t, size_t at)
{
    at = span_back(t, at, " ");
    return span_before_any(t, at, "是|为|:|:|于|有|得|共|即") > 0;
}

static bool clean_is_sign(struct span t, size_t at)
{
    return at < t.n && (unsigned char)t.s[at] >= 0xe4 &&
           (unsigned char)t.s[at] <= 0xe9;
}

/* Is the number over at `at`: does no sign follow, or one that counts things?
 * A mere digit must end its sentence. */
static bool clean_is_over(struct span t, size_t at, bool units)
{
    bool counts = sign_among(t, at, "个名人种元米天次条对") >= 0 &&
                  !span_at(t, at, "次方") &&
                  sign_among(t, at + SIGN, "半多") < 0;
    struct character c;

    if (units)
        return counts || !clean_is_sign(t, at);
    at += counts ? SIGN : 0;
    (void)character_at(t, at, &c);
    return at >= t.n || one_of(t.s[at], ".\n*") || c.plain[0] == '.';
}

/* The number of Chinese signs that is given as a value at `at`, "是三十六",
 * perhaps with its sign or a fraction, becomes digits. */
static size_t chinese_digits(struct span t, size_t at, char put[PUT_MOST])
{
    static const char over[] = "分之";
    bool minus = sign_among(t, at, "负") == 0, units, more = false;
    size_t from = minus ? at + SIGN : at, n;
    int64_t value, under = 1;

    if (!clean_is_sign(t, at) || !is_led(t, at) ||
        !(n = clean_number_at(t, from, &value, &units)))
        return 0;
    if (span_at(t, from + n, over)) {
        under = value;
        from += n + strlen(over);
        if (!(n = clean_number_at(t, from, &value, &more)))
            return 0;
    }
    if (under == 0 || !clean_is_over(t, from + n, units || more))
        return 0;
    if (under == 1)
        (void)snprintf(put, PUT_MOST, "%s%" PRId64, minus ? "-" : "", value);
    else
        (void)snprintf(put, PUT_MOST, "%s%" PRId64 "/%" PRId64,
                       minus ? "-" : "", value, under);
    return from + n - at;
}
