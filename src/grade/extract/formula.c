/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/extract/reply_text.h"
#include "text/lexicon.h"
#include "text/pattern.h"

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
    size_t n = pattern_at(t, at,
                          "%#\\%(Rightarrow|Longrightarrow|implies|iff|"
                          "Leftrightarrow|Longleftrightarrow%)%>|==>|=>");

    *strong = n > 0;
    n = n ? n : pattern_at(t, at, "%#\\%(longrightarrow|rightarrow|to%)%>|->");
    if (n)
        return n;
    if (!(t.s[at] & 0x80) || !((n = character_at(t, at, &c))) ||
        !(c.is & CHAR_ARROW) || !c.tex)
        return 0;
    *strong = !span_is(span_of(c.tex), "\\to") &&
              !span_is(span_of(c.tex), "\\rightarrow");
    return n;
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
