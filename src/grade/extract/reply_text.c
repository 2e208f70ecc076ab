/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/extract/reply_text.h"
#include "math/exact/unit.h"
#include "math/tree/function.h"
#include "text/lexicon.h"
#include "text/pattern.h"

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

static size_t clean_word_end(struct span t, size_t at)
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

/* Bytes of a blank that groups digits, "1 000", at `at`. */
static size_t group_blank(struct span t, size_t at)
{
    size_t n = span_byte(t, at) == '\n' ? 0 : character_space(t, at);

    return n && span_digits(t, at + n) == 3 ? n : 0;
}

/* Points and commas between digits are the number's, whatever they mean:
 * 1,234.5 and 1.234,5 and 3,5. */
static size_t clean_number_end(struct span t, size_t at)
{
    for (size_t start = at, n;; start = at += n) {
        while (is_digit(span_byte(t, at)) ||
               (span_one_of(t, at, ".,") && is_digit(span_byte(t, at + 1))))
            at++;
        n = at - start <= 3 ? group_blank(t, at) : 0;
        if (n == 0)
            return at;
    }
}

enum reply_token token_word(struct span w)
{
    /* Units that are words of prose first of all. */

    if (span_among(w, "and or et ou und oder y 和 或"))
        return TOKEN_JOIN;
    if (w.n > 24 || (unsigned char)w.s[0] >= 0x80 ||
        span_among(w, "in are at as us one point points the is so to "
                      "of"))
        return TOKEN_WORD;
    if (span_among(w, "pi infinity inf theta alpha beta gamma delta "
                      "epsilon lambda mu sigma phi psi omega mod "
                      "union degrees degree percent cis"))
        return TOKEN_MATHWORD;
    return (function_find(w.s, w.n) || unit_known(w.s, w.n)) &&
                   !word_is(w, WORD_COMMA)
               ? TOKEN_MATHWORD
               : TOKEN_WORD;
}

static enum reply_token clean_read_word(struct span t, size_t at, size_t *after)
{
    struct span w;

    *after = clean_word_end(t, at);
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
static enum reply_token clean_read_command(struct span t, size_t at,
                                           size_t *after)
{
    size_t i = at + 1, brace, close;

    i += span_letters(t, i);
    if (i == at + 1) {
        *after = i < t.n ? i + 1 : i;
        if (i < t.n && (t.s[i] == '{' || t.s[i] == '}'))
            return t.s[i] == '{' ? TOKEN_OPEN : TOKEN_CLOSE;
        return i < t.n && one_of(t.s[i], ",;:! ") ? TOKEN_SPACE : TOKEN_SIGN;
    }
    *after = i;
    if (!span_among(span_cut(t, at + 1, i),
                    "text textbf textit mbox textrm textsf mathrm "
                    "operatorname mathbf end"))
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
    size_t n = span_before_any(t, at,
                               "mr|mrs|ms|dr|st|vs|e.g|i.e|approx|eq|no|"
                               "fig");

    return n && !(at > n && is_letter(t.s[at - n - 1])) &&
           (!span_is_fold(span_cut(t, at - n, at), "no") ||
            is_digit(span_byte(t, at + 2)));
}

static enum reply_token clean_read_stop(struct span t, size_t at, size_t *after)
{
    char next = at + 1 < t.n ? t.s[at + 1] : '\n';

    if (t.s[at] == '.' && is_digit(next)) {
        *after = clean_number_end(t, at);
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
static enum reply_token clean_read_mark(struct span t, size_t at, size_t *after)
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
    struct character c;

    *after = at + character_at(t, at, &c);
    if (c.is & CHAR_WIDE)
        return wide_mark(c.plain[0]);
    if ((c.is & (CHAR_DASH | CHAR_QUOTES)) || character_picture(t, at) ||
        ((c.is & CHAR_ARROW) &&
         span_among(span_of(c.tex), "\\to \\rightarrow \\implies")))
        return TOKEN_OTHER;
    return TOKEN_SIGN;
}

/* 7:32 and 7 : 32, but not "step 7: 32". */
static bool clean_is_ratio(struct span t, size_t at)
{
    return span_byte(t, at) == ':' &&
           ((pattern_before(t, at, "%d") && pattern_here(t, at, ":%d")) ||
            (pattern_before(t, at, "%d ") && pattern_here(t, at, ": %d")));
}

static enum reply_token clean_read_sign(struct span t, size_t at, size_t *after)
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
    case '!': return clean_read_stop(t, at, after);
    case '?': return TOKEN_STOP;
    case '*':
    case '_': return clean_read_mark(t, at, after);
    case '`':
    case '#': return TOKEN_MARK;
    case '"':
    case '@': return TOKEN_OTHER;
    case ':': return clean_is_ratio(t, at) ? TOKEN_SIGN : TOKEN_OTHER;
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
        *after = clean_number_end(t, at);
        return TOKEN_NUMBER;
    }
    if ((c & 0x80) && (n = character_is(t, at, CHAR_FRACTION))) {
        *after = at + n;
        return TOKEN_NUMBER;
    }
    if (letter_bytes(t, at))
        return clean_read_word(t, at, after);
    if ((c == '$' || c == '\\') && formula_at(t, at, &inner, after))
        return TOKEN_FORMULA;
    *after = at + 1;
    if (c == '\\')
        return clean_read_command(t, at, after);
    if ((unsigned char)c >= 0x80)
        return read_wide(t, at, after);
    return clean_read_sign(t, at, after);
}

/*
 * Formulas with their signs: $...$, \(...\), \[...\], \begin...\end; and what
 * a derivation in one comes to.
 */

#define FORMULA_MOST ((size_t)4096) /* bytes of one formula */

/* Where `close` stands behind `at`; t.n: nowhere near. An empty line ends
 * $...$, and no \( stands inside of \(...\): without that, a run of them
 * would cost a square. */
static size_t find_close(struct span t, size_t at, const char *close)
{
    char again = close[0] != '\\'  ? '\0'
                 : close[1] == ')' ? '('
                 : close[1] == ']' ? '['
                                   : '\0';
    size_t most = t.n - at > FORMULA_MOST ? at + FORMULA_MOST : t.n;

    for (size_t i = at; i < most; i++) {
        if (t.s[i] == '\n' && i + 1 < t.n && t.s[i + 1] == '\n' &&
            close[0] == '$' && close[1] == '\0')
            return t.n;
        if (t.s[i] == close[0] && span_at(t, i, close))
            return i;
        if (t.s[i] == '\\') {
            i++;
            if (again && i < t.n && t.s[i] == again)
                return t.n;
        }
    }
    return t.n;
}

/* Environments that are no part of the answer they hold. */
static bool formula_is_display(struct span name)
{
    static const char names[] =
        "align align* aligned equation equation* gather gather* gathered "
        "split multline multline* displaymath math eqnarray eqnarray* "
        "alignat alignat* flalign flalign*";

    return span_among(name, names);
}

static bool environment_at(struct span t, size_t at, struct span *inner,
                           size_t *after)
{
    size_t open = at + 7, close, name_n;
    char end[48];

    while (open < t.n && open < at + 40 && t.s[open] != '}')
        open++;
    if (open >= t.n || t.s[open] != '}')
        return false;
    name_n = open - (at + 7);
    memcpy(end, "\\end{", 5);
    memcpy(end + 5, t.s + at + 7, name_n);
    memcpy(end + 5 + name_n, "}", 2);
    if (memchr(end, '\0', 6 + name_n))
        return false;
    close = find_close(t, open + 1, end);
    if (close == t.n)
        return false;
    *after = close + 6 + name_n;
    *inner = formula_is_display(span_cut(t, at + 7, open))
                 ? span_cut(t, open + 1, close)
                 : span_cut(t, at, *after);
    return true;
}

static bool dollar_at(struct span t, size_t at, struct span *inner,
                      size_t *after)
{
    size_t n = span_at(t, at, "$$") ? 2 : 1, close;

    if (n == 1 && trim_is_money(t, at))
        return false;
    /* "20$, then": behind its amount. */
    if (n == 1 && at && is_digit(t.s[at - 1]) && at + 1 < t.n &&
        (is_space(t.s[at + 1]) || one_of(t.s[at + 1], ",.;)")))
        return false;
    close = find_close(t, at + n, n == 2 ? "$$" : "$");
    /* "$x = 5" at the very end: the second sign was forgotten. */
    if (close == t.n && (t.n - at > 200 || span_has(span_from(t, at), '\n')))
        return false;
    *inner = span_cut(t, at + n, close);
    *after = close == t.n ? t.n : close + n;
    return inner->n > 0;
}

bool formula_at(struct span t, size_t at, struct span *inner, size_t *after)
{
    size_t close;
    bool round;

    if (at >= t.n)
        return false;
    if (t.s[at] == '$')
        return dollar_at(t, at, inner, after);
    if (t.s[at] != '\\' || at + 1 >= t.n)
        return false;
    if (span_at(t, at, "\\begin{"))
        return environment_at(t, at, inner, after);
    round = t.s[at + 1] == '(';
    if (!round && t.s[at + 1] != '[')
        return false;
    close = find_close(t, at + 2, round ? "\\)" : "\\]");
    if (close == t.n)
        return false;
    *inner = span_cut(t, at + 2, close);
    *after = close + 2;
    return true;
}

/* Of rows that no matrix or cases holds, the last that says something. */
static struct span formula_last_row(struct span t)
{
    size_t depth = 0, row = 0, last = 0;

    for (size_t i = 0; i + 1 < t.n; i++) {
        if (t.s[i] != '\\')
            continue;
        if (span_at(t, i, "\\begin{")) {
            depth++;
        } else if (span_at(t, i, "\\end{")) {
            depth -= depth > 0;
        } else if (t.s[i + 1] == '\\' && depth == 0) {
            last = row;
            row = i + 2;
        }
        i++;
    }
    if (trim_span(span_cut(t, row, t.n)).n)
        return span_cut(t, row, t.n);
    return span_cut(t, last, row >= 2 ? row - 2 : t.n);
}

struct span formula_answer(struct span inner)
{
    struct span t = trim_span(inner), contents;
    size_t after;

    while (span_at(t, 0, "\\begin{") && formula_at(t, 0, &contents, &after) &&
           contents.s != t.s && contents.n < t.n)
        t = trim_span(contents);
    t = trim_span(formula_last_row(t));
    while (t.n && (t.s[0] == '&' || t.s[0] == '='))
        t = trim_span(span_cut(t, 1, t.n));
    return t;
}

/* ---- what a derivation comes to ---- */

/* How many brackets and environments are open behind the byte at `at`; *at goes
 * to the last byte of what opens or closes one. */
static size_t depth_behind(struct span t, size_t *at, size_t depth)
{
    if (span_at(t, *at, "\\begin{") || span_at(t, *at, "\\end{"))
        return span_at(t, *at, "\\begin{") ? (*at += 6, depth + 1)
                                           : (*at += 4, depth - (depth > 0));
    if (t.s[*at] == '\\' && !is_letter(span_byte(t, *at + 1)))
        ++*at;
    else if (one_of(t.s[*at], "([{"))
        return depth + 1;
    else if (one_of(t.s[*at], ")]}"))
        return depth - (depth > 0);
    return depth;
}

/* Bytes of an arrow from one statement to the next at `at`; *strong: it cannot
 * be that of a limit or a map. */
static size_t arrow_at(struct span t, size_t at, bool *strong)
{
    struct character c;
    size_t n;

    *strong = false;
    if (t.s[at] & 0x80) {
        n = character_at(t, at, &c);
        if (!(c.is & CHAR_ARROW) || !c.tex)
            return 0;
        *strong = !span_is(span_of(c.tex), "\\to") &&
                  !span_is(span_of(c.tex), "\\rightarrow");
        return n;
    }
    if (!one_of(t.s[at], "\\=-") || /* what an arrow begins with */
        (t.s[at] == '\\' && !span_one_of(t, at + 1, "RLilrt")))
        return 0;
    n = pattern_at(t, at,
                   "%#\\%(Rightarrow|Longrightarrow|implies|iff|"
                   "Leftrightarrow|Longleftrightarrow%)%>|==>|=>");
    *strong = n > 0;
    return n ? n
             : pattern_at(t, at, "%#\\%(longrightarrow|rightarrow|to%)%>|->");
}

/* Does t state something: an equality or an inequality? */
static bool formula_is_statement(struct span t)
{
    return pattern_in(t, "%#%[=<>]|\\le|\\ge|\\in |%r");
}

/* The \text{distance} at `at`, which names a quantity and is no word of a
 * sentence, "2 \text{ for }": where it ends; 0: it is none. */
static size_t quantity_end(struct span t, size_t at)
{
    size_t n = span_at_any(t, at,
                           "\\text{|\\mathrm{|\\textbf{|\\textit{|\\mbox{"),
           word, letters;

    word = span_skip_space(t, at + n);
    letters = span_letters(t, word);
    if (n == 0 || letters < 2 ||
        word_is(span_cut(t, word, word + letters), WORD_STOP))
        return 0;
    return span_braces(t, at + n - 1);
}

/* Digits and signs, and commands but no letters. */
static bool formula_is_number(struct span t)
{
    size_t end;

    for (size_t i = 0; i < t.n; i++) {
        if (t.s[i] == '\\' && (end = quantity_end(t, i)))
            i = end - 1; /* a unit */
        else if (t.s[i] == '\\')
            i += span_letters(t, i + 1);
        else if (is_letter(t.s[i]))
            return false;
    }
    return span_has_digit(t);
}

/* Behind the last arrow that leads from one statement to another. */
static struct span behind_arrows(struct span t)
{
    size_t depth = 0, from = 0, n;
    bool strong = false;

    for (size_t i = 0; i < t.n; i++) {
        if (depth == 0 && (n = arrow_at(t, i, &strong))) {
            if ((formula_is_statement(span_cut(t, from, i)) ||
                 (strong && formula_is_number(span_cut(t, from, i)))) &&
                (strong || formula_is_statement(span_from(t, i + n)) ||
                 formula_is_number(span_from(t, i + n))) &&
                trim_span(span_from(t, i + n)).n)
                from = i + n;
            i += n - 1;
        } else {
            depth = depth_behind(t, &i, depth);
        }
    }
    return trim_span(span_from(t, from));
}

#define MEMBERS_MOST ((size_t)16) /* of a chain of equalities, or its rows */

/* Cut t at the mark, = or a comma or that of rows, outside of brackets.
 * Returns how many pieces there are, or 0 if they are too many. */
static size_t cut_top(struct span t, char mark, struct span piece[MEMBERS_MOST])
{
    size_t depth = 0, from = 0, n = 0;

    for (size_t i = 0; i < t.n; i++) {
        bool rows = mark == '\\', here = t.s[i] == mark;

        if (rows)
            here = span_at(t, i, "\\\\");
        else if (mark == '=' && i && one_of(t.s[i - 1], "<>!:="))
            here = false;

        if (depth == 0 && here) {
            if (n + 1 == MEMBERS_MOST)
                return 0;
            piece[n++] = trim_span(span_cut(t, from, i));
            i += rows;
            from = i + 1;
        } else {
            depth = depth_behind(t, &i, depth);
        }
    }
    piece[n] = trim_span(span_from(t, from));
    return n + (piece[n].n > 0);
}

/* A letter, or a command, perhaps with a subscript: a name. */
static bool formula_is_name(struct span t)
{
    size_t i = t.n && t.s[0] == '\\' ? 1 + span_letters(t, 1)
                                     : t.n && is_letter(t.s[0]);

    return i && (i == t.n || (t.s[i] == '_' && t.n < i + 8));
}

static bool has_quantity(struct span t)
{
    for (size_t i = 0; i < t.n; i++)
        if (t.s[i] == '\\' && quantity_end(t, i))
            return true;
    return false;
}

/* Is it one chain: no list, no prose, nothing rounded? */
static bool is_chain(struct span t)
{
    size_t n;

    for (size_t i = 0; i < t.n; i++) {
        if (t.s[i] == '\\' && (n = quantity_end(t, i))) {
            i = n - 1;
        } else if (t.s[i] == '\\') {
            if (span_at_any(t, i,
                            "\\approx|\\sim|\\pm|\\quad|\\text|\\qquad|"
                            "\\mbox|\\mathrm") &&
                span_has(span_from(t, i), '='))
                return false;
            n = span_letters(t, i + 1);
            i += n ? n : 1; /* a command, or a space such as \\, */
        } else if (one_of(t.s[i], ",;$") || (unsigned char)t.s[i] >= 0xe3 ||
                   character_is(t, i, CHAR_RELATION)) {
            return false;
        } else if ((n = span_letters(t, i)) > 1) {
            /* bh is a product, "or" is not */
            if (n > 3 || word_is(span_cut(t, i, i + n), WORD_STOP) ||
                token_word(span_cut(t, i, i + n)) == TOKEN_JOIN)
                return false;
            i += n - 1;
        }
    }
    return true;
}

/* Bytes of a name in words that a chain begins with, "Number of seats ="; 0:
 * there is none. */
static size_t words_head(struct span t)
{
    size_t i = 0, letters = 0, n;

    for (; i < t.n && t.s[i] != '='; i += n ? n : 1) {
        n = span_letters(t, i);
        letters = n > letters ? n : letters;
        if (n == 0 && !one_of(t.s[i], " '-"))
            return 0;
        if (token_word(span_cut(t, i, i + n)) == TOKEN_JOIN)
            return 0;
    }
    return i < t.n && letters > 3 ? i : 0;
}

static struct span last_member(struct arena *a, struct span t)
{
    struct span m[MEMBERS_MOST];
    size_t head = words_head(t), n = 0;
    bool words = head > 0, letters = false;

    if (span_has(t, '=') && is_chain(span_from(t, head)))
        n = cut_top(t, '=', m);
    for (size_t i = 0; i + 1 < n; i++) {
        words = words || has_quantity(m[i]);
        letters = letters || (i && !formula_is_number(m[i]));
    }
    if (n < 2 || formula_is_statement(m[n - 1]) ||
        !(words || (letters && formula_is_number(m[n - 1]))))
        return t;
    return formula_is_name(m[0])
               ? span_of(arena_printf(a, "%.*s = %.*s", (int)m[0].n, m[0].s,
                                      (int)m[n - 1].n, m[n - 1].s))
               : m[n - 1];
}

/* Have all letters of t that are no commands the name? */
static bool has_only(struct span t, struct span name)
{
    for (size_t i = 0; i < t.n; i++) {
        if (t.s[i] == '\\')
            i += span_letters(t, i + 1);
        else if (is_letter(t.s[i]) && !(name.n == 1 && t.s[i] == name.s[0]))
            return false;
    }
    return true;
}

/* The left side of a row, without the mark of its column. */
static struct span formula_left_side(struct span row)
{
    struct span side[MEMBERS_MOST] = { { row.s, 0 } };

    if (cut_top(row, '=', side) < 2)
        return span_cut(row, 0, 0);
    while (side[0].n && one_of(side[0].s[side[0].n - 1], "& "))
        side[0].n--;
    return side[0];
}

/* Are these statements steps to the last one, "x + 3 = 8, x = 5"? Others are
 * the equations of a system, or several answers. */
static bool are_steps(const struct span *row, size_t n)
{
    struct span name = formula_left_side(row[n - 1]);
    bool step = false;

    for (size_t i = 0; i < n; i++) {
        if (!has_only(row[i], name))
            return false;
        step = step || !formula_is_name(formula_left_side(row[i]));
    }
    return formula_is_name(name) && step;
}

static struct span last_step(struct span t)
{
    struct span row[MEMBERS_MOST], inner;
    size_t after, n;

    if (!span_at(t, 0, "\\begin{")) {
        n = span_has(t, ',') ? cut_top(t, ',', row) : 0;
        return n > 1 && are_steps(row, n) ? row[n - 1] : t;
    }
    if (!formula_at(t, 0, &inner, &after) || inner.s == t.s ||
        trim_span(span_from(t, after)).n || (n = cut_top(inner, '\\', row)) < 2)
        return t;
    /* "&= 10"; rows that are statements are read, and proved, as a whole. */
    return one_of(span_byte(row[n - 1], 0), "&=") ? formula_answer(t) : t;
}

struct span formula_conclusion(struct arena *a, struct span t)
{
    if (t.n > FORMULA_MOST)
        return t;
    return last_member(a, behind_arrows(last_step(t)));
}

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

#define REPLY_TAIL_MOST ((size_t)1000) /* where guesses look */
#define SHORT_MOST      600 /* bytes of a reply that may end anyhow */

struct span reply_tail(struct span t)
{
    size_t from = t.n > REPLY_TAIL_MOST ? t.n - REPLY_TAIL_MOST : 0;

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
