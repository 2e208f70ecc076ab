/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "grade/extract/extract_int.h"
#include "grade/extract/value.h"
#include "math/exact/unit.h"
#include "math/tree/function.h"

#include <string.h>

/*
 * A text of prose and plain mathematics, token by token: enough to see where
 * a sentence ends, and where mathematics ends and prose begins.
 */

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* Bytes of the letter of a word at `at`; 0 for the signs of mathematics and
 * punctuation, and for Greek letters, which are variables. */
static size_t letter_bytes(struct span t, size_t at)
{
    struct character c;

    if (at >= t.n || (t.s[at] & 0x80) == 0)
        return is_letter(span_byte(t, at));
    (void)character_at(t, at, &c);
    return c.is & ~(unsigned)(CHAR_LETTER | CHAR_ACCENT)
               ? 0
               : character_letter(t, at);
}

static bool is_sign_of_words(struct span t, size_t at)
{
    return (unsigned char)t.s[at] >= 0xe3 && (unsigned char)t.s[at] < 0xea;
}

static size_t word_end(struct span t, size_t at)
{
    size_t n, start = at;

    while ((n = letter_bytes(t, at))) {
        /* No word has letters and Chinese signs. */
        if (at > start && is_sign_of_words(t, at) != is_sign_of_words(t, start))
            break;
        at += n;
        if (at < t.n && t.s[at] == '\'' && letter_bytes(t, at + 1))
            at++;
    }
    return at < t.n ? at : t.n;
}

static bool digit_at(struct span t, size_t at)
{
    return at < t.n && is_digit(t.s[at]);
}

/* Bytes of a blank that groups digits, "1 000", at `at`. */
static size_t group_blank(struct span t, size_t at)
{
    size_t n = at < t.n && t.s[at] != '\n' ? character_space(t, at) : 0;

    return n && digit_at(t, at + n) && digit_at(t, at + n + 1) &&
                   digit_at(t, at + n + 2) && !digit_at(t, at + n + 3)
               ? n
               : 0;
}

/* Points and commas between digits are the number's, whatever they mean:
 * 1,234.5 and 1.234,5 and 3,5. */
static size_t number_end(struct span t, size_t at)
{
    size_t start = at, n;

    for (;;) {
        if (digit_at(t, at))
            at++;
        else if (at < t.n && one_of(t.s[at], ".,") && digit_at(t, at + 1))
            at++;
        else if (at - start <= 3 && (n = group_blank(t, at)))
            at += n, start = at;
        else
            return at;
    }
}

enum token token_word(struct span w)
{
    static const char *const joins[] = {
        "and",  "or", "et",           "ou",          "und",
        "oder", "y",  "\xe5\x92\x8c", "\xe6\x88\x96"
    };
    static const char *const maths[] = {
        "pi",    "infinity", "inf",    "theta",   "alpha",  "beta",    "gamma",
        "delta", "epsilon",  "lambda", "mu",      "sigma",  "phi",     "psi",
        "omega", "mod",      "union",  "degrees", "degree", "percent", "cis"
    };

    /* Units that are words of prose first of all. */
    static const char *const prose[] = { "in",  "are",   "at",     "as",  "us",
                                         "one", "point", "points", "the", "is",
                                         "so",  "to",    "of" };

    if (span_listed(w, joins, COUNT(joins)))
        return TOKEN_JOIN;
    if (w.n > 24 || (unsigned char)w.s[0] >= 0x80 ||
        span_listed(w, prose, COUNT(prose)))
        return TOKEN_WORD;
    if (span_listed(w, maths, COUNT(maths)) || function_find(w.s, w.n) ||
        unit_known(w.s, w.n))
        return TOKEN_MATHWORD;
    return TOKEN_WORD;
}

static enum token read_word(struct span t, size_t at, size_t *after)
{
    struct span w;

    *after = word_end(t, at);
    w = span_cut(t, at, *after);
    if (w.n == 1)
        return TOKEN_LETTER;
    /* 2xy: letters that touch a number or a sign are variables. */
    if (w.n <= 3 && is_letter(w.s[0]) &&
        ((at && one_of(t.s[at - 1], "0123456789^*/+=(-")) ||
         (*after < t.n && one_of(t.s[*after], "^*/+=(_"))))
        return TOKEN_MATHWORD;
    return TOKEN_WORD;
}

/* \text{...} and its kind hold words; others are mathematics. */
static enum token read_command(struct span t, size_t at, size_t *after)
{
    static const char *const texts[] = { "text",   "textbf",       "textit",
                                         "mbox",   "textrm",       "textsf",
                                         "mathrm", "operatorname", "mathbf",
                                         "end" };
    size_t i = at + 1, brace, close;

    while (i < t.n && is_letter(t.s[i]))
        i++;
    if (i == at + 1) {
        *after = i < t.n ? i + 1 : i;
        if (i < t.n && (t.s[i] == '{' || t.s[i] == '}'))
            return t.s[i] == '{' ? TOKEN_OPEN : TOKEN_CLOSE;
        return i < t.n && one_of(t.s[i], ",;:! ") ? TOKEN_SPACE : TOKEN_SIGN;
    }
    *after = i;
    if (!span_listed(span_cut(t, at + 1, i), texts, COUNT(texts)))
        return TOKEN_COMMAND;
    brace = span_skip_space(t, i);
    if (brace < t.n && t.s[brace] == '{' &&
        (close = span_braces(span_cut(t, 0, brace + 1000), brace)))
        *after = close;
    return TOKEN_COMMAND;
}

/* "Mr. Smith", "e.g. 5": the point ends no sentence. */
static bool is_shortened(struct span t, size_t at)
{
    static const char *const words[] = { "mr",     "mrs", "ms",  "dr",
                                         "st",     "vs",  "e.g", "i.e",
                                         "approx", "eq",  "no",  "fig" };
    size_t n;

    for (size_t i = 0; i < COUNT(words); i++) {
        n = strlen(words[i]);
        if (span_before_fold(t, at, words[i]) &&
            (at == n || !is_letter(t.s[at - n - 1])))
            return !span_is_fold(span_cut(t, at - n, at), "no") ||
                   (at + 2 < t.n && is_digit(t.s[at + 2]));
    }
    return false;
}

static enum token read_stop(struct span t, size_t at, size_t *after)
{
    char next = at + 1 < t.n ? t.s[at + 1] : '\n';

    if (t.s[at] == '.' && is_digit(next)) {
        *after = number_end(t, at);
        return TOKEN_NUMBER;
    }
    if (next == '.') {
        while (*after < t.n && t.s[*after] == '.')
            ++*after;
        return TOKEN_SIGN;
    }
    if (t.s[at] == '!' && !is_space(next))
        return TOKEN_SIGN;
    if (t.s[at] == '.' && next == ' ' && is_shortened(t, at))
        return TOKEN_OTHER;
    return is_lower(next) ? TOKEN_OTHER : TOKEN_STOP;
}

/* * and _ : signs between what they join, else Markdown. */
static enum token read_mark(struct span t, size_t at, size_t *after)
{
    char c = t.s[at];
    bool before = at && (is_digit(t.s[at - 1]) || is_letter(t.s[at - 1]) ||
                         t.s[at - 1] == ')' || t.s[at - 1] == '}');
    char next = at + 1 < t.n ? t.s[at + 1] : '\n';

    if (next == c) {
        *after = at + 2;
        next = at + 2 < t.n ? t.s[at + 2] : '\n'; /* x**2 */
        return c == '*' && before &&
                       (is_digit(next) || is_letter(next) || next == '(')
                   ? TOKEN_SIGN
                   : TOKEN_MARK;
    }
    if (c == '*' && at && t.s[at - 1] == ' ' && next == ' ')
        return TOKEN_SIGN;
    return before && !is_space(next) ? TOKEN_SIGN : TOKEN_MARK;
}

/* Punctuation as Chinese and other hands write it. */
static enum token wide_mark(char plain)
{
    return one_of(plain, ".!?")   ? TOKEN_STOP
           : one_of(plain, ",;")  ? TOKEN_COMMA
           : one_of(plain, "([{") ? TOKEN_OPEN
           : one_of(plain, ")]}") ? TOKEN_CLOSE
           : plain == ':'         ? TOKEN_OTHER
                                  : TOKEN_SIGN;
}

/* Boxes, shapes, ticks and emoji are no mathematics, nor are bytes that are no
 * character. */
static bool is_picture(const struct character *c)
{
    return c->code == 0 || c->code >= 0x10000 ||
           (c->code >= 0x2500 && c->code <= 0x27BF &&
            !(c->is & ~(unsigned)CHAR_SIGN));
}

static enum token read_wide(struct span t, size_t at, size_t *after)
{
    static const char *const arrows[] = { "\\to", "\\rightarrow", "\\implies" };
    struct character c;

    *after = at + character_at(t, at, &c);
    if (c.is & CHAR_WIDE)
        return wide_mark(c.plain[0]);
    if ((c.is & (CHAR_DASH | CHAR_QUOTES)) || is_picture(&c) ||
        ((c.is & CHAR_ARROW) && span_listed(span_of(c.tex), arrows, 3)))
        return TOKEN_OTHER;
    return TOKEN_SIGN;
}

/* 7:32 and 7 : 32, but not "step 7: 32". */
static bool is_ratio(struct span t, size_t at)
{
    size_t before = at, after = at + 1;

    if (before && t.s[before - 1] == ' ' && after < t.n && t.s[after] == ' ') {
        before--;
        after++;
    }
    return before && is_digit(t.s[before - 1]) && after < t.n &&
           is_digit(t.s[after]);
}

static enum token read_sign(struct span t, size_t at, size_t *after)
{
    switch (t.s[at]) {
    case '(':
    case '[':
    case '{': return TOKEN_OPEN;
    case ')':
    case ']':
    case '}': return TOKEN_CLOSE;
    case ',':
    case ';': return TOKEN_COMMA;
    case '.':
    case '!': return read_stop(t, at, after);
    case '?': return TOKEN_STOP;
    case '*':
    case '_': return read_mark(t, at, after);
    case '`':
    case '#': return TOKEN_MARK;
    case '"':
    case '@': return TOKEN_OTHER;
    case ':': return is_ratio(t, at) ? TOKEN_SIGN : TOKEN_OTHER;
    default: return TOKEN_SIGN;
    }
}

enum token token_read(struct span t, size_t at, size_t *after)
{
    struct span inner;
    size_t n;
    char c;

    *after = at;
    if (at >= t.n)
        return TOKEN_END;
    c = t.s[at];
    *after = at + 1;
    if (c == '\n')
        return TOKEN_NEWLINE;
    if ((n = character_space(t, at)) || c == '~') {
        *after = at + (n ? n : 1);
        return TOKEN_SPACE;
    }
    if (is_digit(c)) {
        *after = number_end(t, at);
        return TOKEN_NUMBER;
    }
    if (letter_bytes(t, at))
        return read_word(t, at, after);
    if ((c == '$' || c == '\\') && formula_at(t, at, &inner, after))
        return TOKEN_FORMULA;
    *after = at + 1;
    if (c == '\\')
        return read_command(t, at, after);
    if ((unsigned char)c >= 0x80)
        return read_wide(t, at, after);
    return read_sign(t, at, after);
}

/* "a" in "a number", "I" in "I think": no variables. */
static bool is_little_word(struct span t, size_t at, size_t after)
{
    size_t next = span_skip_space(t, after);

    if (!one_of(t.s[at], "aAI") || next == after || next >= t.n)
        return false;
    return is_digit(t.s[next]) ||
           (letter_bytes(t, next) &&
            letter_bytes(t, next + letter_bytes(t, next)));
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
    return span_at_fold(t, at + 1, "or ") || c == '%' ||
           (is_letter(c) && at >= start + 3 && is_letter(t.s[at - 3]) &&
            at + 1 < t.n && is_digit(t.s[at + 1]));
}

/* Does what follows a comma belong to a list of answers? */
static bool list_goes_on(struct span t, size_t at)
{
    size_t after;
    enum token k;

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
    static const char *const words[] = { "a.m.",    "p.m.",     "a.m",
                                         "p.m",     "am",       "pm",
                                         "million", "thousand", "billion",
                                         "hundred", "trillion" };
    size_t n;

    if (at >= t.n || !one_of(t.s[at], "apAPmMtTbBhH"))
        return 0;
    for (size_t i = 0; i < COUNT(words); i++) {
        n = strlen(words[i]);
        if (span_at_fold(t, at, words[i]) &&
            (at + n >= t.n || !is_letter(t.s[at + n])))
            return n;
    }
    return 0;
}

size_t run_end(struct span t, size_t at, bool lists)
{
    size_t after, start = at, end = at, depth = 0, braces = 0, tail;
    enum token k;

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
        } else if (k == TOKEN_LETTER && is_little_word(t, at, after)) {
            break;
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
    static const char *const tell[] = {
        "the",   "is",    "are",       "was",   "we",   "so",    "thus",
        "then",  "it",    "its",       "it's",  "that", "this",  "because",
        "since", "which", "therefore", "hence", "has",  "have",  "not",
        "be",    "here",  "answer",    "you",   "let",  "let's", "i'm",
        "can't", "don't", "est",       "ist",   "es"
    };
    size_t at = 0, after, words = 0, braces = 0;
    enum token k;

    while ((k = token_read(t, at, &after)) != TOKEN_END) {
        struct span w = span_cut(t, at, after);

        at = after;
        if (w.s[0] == '{')
            braces++;
        else if (w.s[0] == '}')
            braces -= braces > 0;
        /* x_{max}: a word in braces is part of a name. */
        if (k != TOKEN_WORD || braces)
            continue;
        if (span_listed(w, tell, COUNT(tell))) {
            *telling = true;
            return words + 1;
        }
        words += token_word(w) == TOKEN_WORD;
    }
    return words;
}
