/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/extract/reply_text.h"
#include "text/lexicon.h"

/*
 * Passages of a reply, longer than a token: a run of mathematics, a remark in
 * brackets, a sentence, the end of the reply and whether it breaks off there.
 */

#define BRACKETED_MOST 300 /* bytes of a remark in brackets */

size_t sentence_end(struct span t, size_t at)
{
    size_t after;
    enum reply_token k;

    while ((k = token_read(t, at, &after)) != TOKEN_END && k != TOKEN_STOP &&
           k != TOKEN_NEWLINE)
        at = after;
    return at;
}

size_t remark_end(struct span t, size_t at)
{
    size_t after, depth = 0, most = at + BRACKETED_MOST;
    bool prose = false;
    enum reply_token k;

    if (at >= t.n || t.s[at] != '(')
        return 0;
    for (; at < most && (k = token_read(t, at, &after)) != TOKEN_END;
         at = after) {
        if (k == TOKEN_OPEN)
            depth++;
        else if (k == TOKEN_CLOSE && --depth == 0)
            return prose ? after : 0;
        else if (k == TOKEN_NEWLINE)
            return 0;
        else if (k == TOKEN_WORD)
            prose = prose || token_word(span_cut(t, at, after)) == TOKEN_WORD;
        else if (span_word_at(t, at, "not"))
            prose = true; /* letters beside a bracket */
    }
    return 0;
}

const char *integers_said(struct span t, size_t at)
{
    size_t after, n;

    for (int words = 0; words < 4; words++) {
        at = span_skip_space(t, at);
        if (span_at_any(t, at, "integer|integers|whole number"))
            return "\\mathbb{Z}";
        if (span_at_any(t, at,
                        "positive integer|nonnegative integer|"
                        "natural number"))
            return "\\mathbb{N}";
        n = token_read(t, at, &after) == TOKEN_WORD || span_byte(t, at) == 'a';
        if (!n || !span_among(span_cut(t, at, after),
                              "a an any is being arbitrary some"))
            return NULL;
        at = after;
    }
    return NULL;
}

/* ---- runs of mathematics ---- */

/* "a" in "a number", "I" in "I think": no variables. */
static bool passage_is_little_word(struct span t, size_t at, size_t after)
{
    size_t next = span_skip_space(t, after), end;
    enum reply_token k;

    if (!one_of(t.s[at], "aAI") || next == after)
        return false;
    k = token_read(t, next, &end);
    return k == TOKEN_WORD || k == TOKEN_MATHWORD ||
           is_digit(span_byte(t, next));
}

/* "i.e.": no variable. */
static bool is_that_is(struct span t, size_t at)
{
    return span_at_fold(t, at, "i.e.") || span_at_fold(t, at, "e.g.");
}

/* "5 hours (300 minutes)", "75% (or 3/4)": the same once more. */
static bool is_second_form(struct span t, size_t start, size_t at)
{
    char c = at >= 2 ? t.s[at - 2] : '\0';

    if (at < start + 2 || t.s[at] != '(' || t.s[at - 1] != ' ')
        return false;
    /* 255_10 (11111111_2) */
    if (span_index(t, start, '_') < at &&
        span_byte(t, at + 1 + span_digits(t, at + 1)) == '_' &&
        span_digits(t, at + 1))
        return true;
    return span_at_fold(t, at + 1, "or ") || c == '%' ||
           (is_letter(c) && at >= start + 3 && is_letter(t.s[at - 3]) &&
            at + 1 < t.n && is_digit(t.s[at + 1]));
}

/* Does what follows a comma belong to a list of answers? */
static bool list_goes_on(struct span t, size_t at)
{
    size_t after;
    enum reply_token k;

    at = span_skip_space(t, at);
    if (is_that_is(t, at))
        return false;
    k = token_read(t, at, &after);
    if (k == TOKEN_WORD)
        k = token_word(span_cut(t, at, after));
    return k != TOKEN_WORD && k != TOKEN_END && k != TOKEN_OTHER;
}

/* Bytes of a word that belongs to the number before it: "3:45 p.m.", "1.5
 * million"; 0: none is at `at`. */
static size_t number_tail(struct span t, size_t at)
{
    const struct lexeme *word;
    size_t n;

    if (!one_of(span_byte(t, at), "apAPmMtTbBhH"))
        return 0;
    n = span_at_any(t, at, "a.m.|p.m.|a.m|p.m|am|pm");
    return n && !is_letter(span_byte(t, at + n))
               ? n
               : lexicon_phrase(t, at, WORD_SCALE, &word);
}

size_t run_end(struct span t, size_t at, bool lists)
{
    size_t after, start = at, end = at, depth = 0, braces = 0, tail;
    enum reply_token k;

    for (; (k = token_read(t, at, &after)) != TOKEN_END; at = after) {
        if (k == TOKEN_SPACE)
            continue;
        if (end > start && is_digit(t.s[end - 1]) &&
            (tail = number_tail(t, at))) {
            end = after = at + tail;
            continue;
        }
        if (k == TOKEN_WORD && !braces)
            k = token_word(span_cut(t, at, after));
        if (k == TOKEN_OPEN) {
            if (!depth && end > start && t.s[at - 1] == ' ' &&
                (remark_end(t, at) || is_second_form(t, start, at)))
                break;
            braces += t.s[at] == '{' || braces;
            depth++;
        } else if (k == TOKEN_CLOSE) {
            depth -= depth > 0;
            braces -= braces > 0;
        } else if (k == TOKEN_WORD && !braces) {
            break;
        } else if (k == TOKEN_LETTER && passage_is_little_word(t, at, after)) {
            break;
        } else if (k == TOKEN_MARK && lists) {
            continue; /* "**x = 2** and **x = 3**" */
        } else if (k == TOKEN_STOP || k == TOKEN_MARK || k == TOKEN_OTHER ||
                   (k == TOKEN_NEWLINE && !braces)) {
            break;
        } else if (k == TOKEN_COMMA && !depth &&
                   (!lists || !list_goes_on(t, after))) {
            break;
        } else if ((k == TOKEN_JOIN && !lists) ||
                   (k == TOKEN_FORMULA && !lists)) {
            break;
        } else if (k == TOKEN_JOIN) {
            continue; /* counts when something follows */
        }
        end = after;
    }
    return end;
}

size_t prose_words(struct span t, bool *telling)
{
    const struct lexeme *x;
    size_t words = 0, braces = 0;

    for (struct read_token k = { 0 }; token_next(t, &k);) {
        if (k.text.s[0] == '{')
            braces++;
        else if (k.text.s[0] == '}')
            braces -= braces > 0;
        /* x_{max}: a word in braces is part of a name. */
        if (k.kind != TOKEN_WORD || braces)
            continue;
        x = lexicon_find(k.text);
        if (lexeme_is(x, WORD_TELLING) || lexeme_is(x, WORD_COMMA)) {
            *telling = true;
            return words + 1;
        }
        words += token_word(k.text) == TOKEN_WORD;
    }
    return words;
}

/* ---- the end of a reply ---- */

#define TAIL_MOST  ((size_t)1000) /* where guesses look */
#define SHORT_MOST 600            /* bytes of a reply that may end anyhow */

struct span reply_tail(struct span t)
{
    size_t from = t.n > TAIL_MOST ? t.n - TAIL_MOST : 0;

    for (size_t i = from; from && i + 1 < t.n; i++)
        if (t.s[i] == '\n' && t.s[i + 1] == '\n')
            return span_cut(t, i, t.n);
    return span_cut(t, from, t.n);
}

/* Does a formula that is never closed end the text? */
static bool ends_in_formula(struct span t)
{
    struct span inner;

    for (struct read_token k = { 0 }; token_next(t, &k);) {
        if (k.kind != TOKEN_FORMULA &&
            (span_at(t, k.at, "\\(") || span_at(t, k.at, "\\[") ||
             span_at(t, k.at, "\\begin{") ||
             (t.s[k.at] == '$' && !trim_is_money(t, k.at))))
            return true;
        /* A $ that the end of the text closes. */
        if (k.kind == TOKEN_FORMULA && k.end == t.n &&
            formula_at(t, k.at, &inner, &k.end) &&
            inner.s + inner.n == t.s + t.n)
            return true;
    }
    return false;
}

/* Is the number that ends t what something is: "= 42", "is 42"? */
static bool passage_is_stated(struct span t)
{
    size_t i = span_back(t, t.n, "0123456789.,/$- ");

    return span_before_any(t, i, "=|:| is| are| equals| be|**|\n|>>") ||
           (i && (unsigned char)t.s[i - 1] >= 0x80);
}

/* t without a last word or two of ASCII letters: "42 square metres". */
static struct span drop_words(struct span t)
{
    struct span s = t;

    for (int i = 0; i < 2 && s.n && is_letter(s.s[s.n - 1]); i++) {
        while (s.n && is_letter(s.s[s.n - 1]))
            s.n--;
        while (s.n && s.s[s.n - 1] == ' ')
            s.n--;
    }
    return s.n && is_digit(s.s[s.n - 1]) ? s : t;
}

bool reply_breaks_off(struct span text)
{
    struct span end = reply_tail(text);
    char c;

    if (text.n <= SHORT_MOST)
        return false;
    while (end.n && is_space(end.s[end.n - 1]))
        end.n--;
    if (end.n == 0 || ends_in_formula(end))
        return true;
    end = drop_words(end);
    c = end.s[end.n - 1];
    if (is_digit(c))
        return !passage_is_stated(end);
    return (unsigned char)c < 0x80 && !one_of(c, ".!?)]}$*`\"'%>|");
}
