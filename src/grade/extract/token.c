/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/extract/reply_text.h"
#include "math/exact/unit.h"
#include "math/tree/function.h"
#include "text/lexicon.h"

/*
 * A text of prose and plain mathematics, token by token: enough to see where
 * a sentence ends, and where mathematics ends and prose begins.
 */

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

enum reply_token token_word(struct span w)
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
    if (span_listed(w, maths, COUNT(maths)))
        return TOKEN_MATHWORD;
    return (function_find(w.s, w.n) || unit_known(w.s, w.n)) &&
                   !word_is(w, WORD_COMMA)
               ? TOKEN_MATHWORD
               : TOKEN_WORD;
}

static enum reply_token read_word(struct span t, size_t at, size_t *after)
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
static enum reply_token read_command(struct span t, size_t at, size_t *after)
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

static enum reply_token read_stop(struct span t, size_t at, size_t *after)
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
static enum reply_token read_mark(struct span t, size_t at, size_t *after)
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
static enum reply_token wide_mark(char plain)
{
    return one_of(plain, ".!?")   ? TOKEN_STOP
           : one_of(plain, ",;")  ? TOKEN_COMMA
           : one_of(plain, "([{") ? TOKEN_OPEN
           : one_of(plain, ")]}") ? TOKEN_CLOSE
           : plain == ':'         ? TOKEN_OTHER
                                  : TOKEN_SIGN;
}

static enum reply_token read_wide(struct span t, size_t at, size_t *after)
{
    static const char *const arrows[] = { "\\to", "\\rightarrow", "\\implies" };
    struct character c;

    *after = at + character_at(t, at, &c);
    if (c.is & CHAR_WIDE)
        return wide_mark(c.plain[0]);
    if ((c.is & (CHAR_DASH | CHAR_QUOTES)) || character_picture(t, at) ||
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

static enum reply_token read_sign(struct span t, size_t at, size_t *after)
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

enum reply_token token_read(struct span t, size_t at, size_t *after)
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
    if ((c & 0x80) && (n = character_is(t, at, CHAR_FRACTION))) {
        *after = at + n;
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
