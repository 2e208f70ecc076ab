/* SPDX-License-Identifier: Apache-2.0 */
#include "math/read/lex_int.h"

#include "base/ascii.h"
#include "base/str.h"
#include "base/utf8.h"

#include <string.h>

/*
 * Control words and control signs of LaTeX.
 */

#define SCAN_MOST ((size_t)1 << 22) /* bytes looked at inside of groups */

static size_t spaces_end(const struct lexer *x, size_t i)
{
    while (is_space(lex_at(x, i)))
        i++;
    return i;
}

static size_t letters_end(const struct lexer *x, size_t i)
{
    while (is_letter(lex_at(x, i)))
        i++;
    return i;
}

/* Returns the closing brace of the group that opens at i, or 0 if it is
 * missing. All these scans together are bounded: \text{\text{... would be
 * quadratic. */
static size_t lex_control_group_end(struct lexer *x, size_t i)
{
    size_t depth = 0;
    size_t from = i;

    if (x->scanned > SCAN_MOST)
        return 0;

    for (; i < x->n; i++) {
        if (x->s[i] == '\\')
            i++;
        else if (x->s[i] == '{')
            depth++;
        else if (x->s[i] == '}' && --depth == 0)
            break;
    }
    x->scanned += i - from;
    return i < x->n ? i : 0;
}

/* ---- words ---- */

/*
 * \vertx, \quady: a delimiter or space glued to the letters behind it is split
 * off, because some writers forget that a control word goes on.
 */
static size_t delimiter_prefix(const char *word, size_t n)
{
    static const char *const prefixes[] = {
        "lvert",  "rvert",  "vert",   "lVert",  "rVert",      "Vert",
        "lfloor", "rfloor", "lceil",  "rceil",  "lbrack",     "rbrack",
        "lbrace", "rbrace", "lgroup", "rgroup", "langle",     "rangle",
        "cdot",   "times",  "quad",   "qquad",  "Rightarrow", "implies",
        "cup",    "cap"
    };

    for (size_t k = 0; k < sizeof(prefixes) / sizeof(prefixes[0]); k++) {
        size_t len = strlen(prefixes[k]);

        if (len < n && memcmp(prefixes[k], word, len) == 0)
            return len;
    }
    return 0;
}

/* The meaning of the control word at i (behind the backslash); *n is its
 * length, less what is split off. */
static const struct lex_meaning *word_meaning(const struct lexer *x, size_t i,
                                              size_t *n)
{
    const struct lex_meaning *m;

    *n = letters_end(x, i) - i;
    m = lex_control_find(x->s + i, *n);
    if (m || function_find(x->s + i, *n))
        return m;
    *n = delimiter_prefix(x->s + i, *n);
    return *n ? lex_control_find(x->s + i, *n) : NULL;
}

/* Read the character at the position if it is a delimiter; used behind \left
 * and \bigl, where "|" has a side. */
static bool lex_delimiter(struct lexer *x, bool open)
{
    size_t from = spaces_end(x, x->i);
    char c = lex_at(x, from);
    size_t n = 1;
    const struct lex_meaning *m;
    unsigned sub = DELIMITER_NONE;
    static const char marks[] = "()[]|<>{}";
    static const unsigned char subs[] = { DELIMITER_ROUND,  DELIMITER_ROUND,
                                          DELIMITER_SQUARE, DELIMITER_SQUARE,
                                          DELIMITER_BAR,    DELIMITER_ANGLE,
                                          DELIMITER_ANGLE,  DELIMITER_GROUP,
                                          DELIMITER_GROUP };
    if (c && strchr(marks, c))
        sub = subs[strchr(marks, c) - marks];
    else if (c == '/') {
        x->i = from;
        return true;
    } else if (c == '\\') {
        char d = lex_at(x, from + 1);

        n = 2;
        if (d == '{' || d == '}')
            sub = DELIMITER_BRACE;
        else if (d == '|')
            sub = DELIMITER_BARS;
        else {
            m = word_meaning(x, from + 1, &n);
            if (!m || (m->kind != TOKEN_OPEN && m->kind != TOKEN_CLOSE &&
                       m->kind != TOKEN_BAR && m->kind != TOKEN_BARS)) {
                x->i = from; /* \left\frac: the word goes, as \big does */
                return true;
            }
            n++;
            sub = m->kind == TOKEN_BAR    ? DELIMITER_BAR
                  : m->kind == TOKEN_BARS ? DELIMITER_BARS
                                          : m->sub;
        }
    } else if (c != '.') {
        x->i = from;
        return (unsigned char)c >= 0x80 ||
               lex_fail(x, from,
                        "a delimiter is missing after \\left or \\right");
    }
    if (sub == DELIMITER_NONE && c != '.')
        return lex_fail(x, from,
                        "a delimiter is missing after \\left or \\right");
    lex_push(x, open ? TOKEN_OPEN : TOKEN_CLOSE, from, n)->sub =
        (unsigned char)sub;
    x->i = from + n;
    return true;
}

/* ---- text ---- */

enum inside { INSIDE_MATHS, INSIDE_WORDS, INSIDE_LETTER };

/* What stands inside \text{...}: words and units, or mathematics? */
static enum inside text_inside(const char *s, size_t n)
{
    size_t run = 0, longest = 0;
    bool sign = false;

    for (size_t i = 0; i < n; i++) {
        char c = s[i];

        if (is_letter(c) || (unsigned char)c >= 0x80) {
            run++;
            longest = run > longest ? run : longest;
            continue;
        }
        if (is_digit(c) && (i == 0 || (s[i - 1] != '^' && run == 0)))
            return INSIDE_MATHS;
        if (strchr("\\$&=+*<>|%{}_", c) && c)
            return INSIDE_MATHS;
        sign |= !is_space(c);
        run = 0;
    }
    if (longest == 1)
        return n == 1 ? INSIDE_LETTER
               : sign && !memchr(s, '/', n) && !memchr(s, '^', n) &&
                       !memchr(s, '.', n)
                   ? INSIDE_MATHS
                   : INSIDE_WORDS;
    return longest ? INSIDE_WORDS : INSIDE_MATHS;
}

/* May the roman name before i be a function, by what follows? Units and words
 * ("min", "sec", "round") have no argument. */
static bool argument_follows(const struct lexer *x, size_t i)
{
    char c;

    while (lex_at(x, i) == '\\' &&
           (lex_at(x, i + 1) == '!' || lex_at(x, i + 1) == ','))
        i += 2;
    i = spaces_end(x, i);
    c = lex_at(x, i);
    if (c == '\\')
        return true;
    return c && (strchr("(^_{[|'", c) || is_letter(c));
}

/* \operatorname{K}(m), \operatorname{W}_{-1}(x) */
static bool lone_letter(const struct lexer *x, unsigned style, char c,
                        size_t end)
{
    return style != STYLE_TEXT &&
           (lex_at(x, end) == '(' || (c == 'W' && lex_at(x, end) == '_'));
}

static bool lex_control_push_words(struct lexer *x, unsigned style, size_t from,
                                   size_t n, size_t end)
{
    const struct function *f = function_find(x->s + from, n);
    struct lex_meaning m;
    struct token *t;

    if (utf8_check(x->s + from, n) != n)
        return lex_fail(x, from, "the text is not valid UTF-8");
    if (memchr(x->s + from, '\0', n))
        return lex_fail(x, from, "cannot read a NUL character");
    if (n > 1 && lex_keyword(x->s + from, n, &m) && m.kind != TOKEN_END) {
        t = lex_push(x, m.kind, from, n);
        t->sub = m.sub;
        t->name = m.name;
        if (m.kind == TOKEN_FUNCTION)
            t->function = function_card(FN_EXP);
    } else if (style == STYLE_TEXT && lex_text_joiner(x, from, n, end)) {
        return true;
    } else if (f && (n > 1 || lone_letter(x, style, x->s[from], end)) &&
               (style == STYLE_OPERATOR || argument_follows(x, end) ||
                (style == STYLE_ROMAN && n > 1 &&
                 !lex_value_ends(&x->items[x->count - 1])))) {
        lex_push(x, TOKEN_FUNCTION, from, n)->function = f;
    } else if (n == 1 && is_letter(x->s[from]) && (style != STYLE_TEXT) &&
               strchr("eid", x->s[from])) {
        t = lex_push(x, TOKEN_NAME, from, n);
        t->name = lex_letter(x->s[from]);
        t->match = 1;
    } else {
        lex_push(x, TOKEN_TEXT, from, n)->sub = (unsigned char)style;
    }
    x->i = end;
    return true;
}

/* Behind \text, \mathrm or \operatorname. */
static bool lex_styled(struct lexer *x, unsigned style, bool command)
{
    size_t i = x->i, from, to, end;

    if (lex_at(x, i) == '*')
        i++;
    i = spaces_end(x, i);
    if (command) { /* {\rm cm}: to the end of the group */
        from = i;
        for (to = i; to < x->n && x->s[to] != '}' && x->s[to] != '{' &&
                     x->s[to] != '\\';)
            to++;
        end = to;
        if (to < x->n && x->s[to] != '}')
            to = from;
    } else if (lex_at(x, i) == '{') {
        from = i + 1;
        to = lex_control_group_end(x, i);
        if (!to)
            return lex_fail(x, i, "\"{\" without \"}\"");
        end = to + 1;
    } else {
        from = i;
        to = end = is_letter(lex_at(x, i)) ? i + 1 : i;
    }
    x->space |= from < to && (is_space(x->s[from]) || x->s[from] == '~');
    while (from < to && (is_space(x->s[from]) || x->s[from] == '~'))
        from++;
    while (to > from && is_space(x->s[to - 1]))
        to--;
    if (from == to) {
        x->space = true;
        x->i = to == i ? i : end;
        return true;
    }
    if (text_inside(x->s + from, to - from) == INSIDE_MATHS) {
        const char *unit = lex_value_ends(&x->items[x->count - 1])
                               ? lex_unit(x, x->s + from, to - from)
                               : NULL;

        if (unit) {
            lex_push(x, TOKEN_UNIT, from, to - from)->name = unit;
            x->i = end;
            return true;
        }
        x->i = i;
        x->argument = true;
        return true;
    }
    return lex_control_push_words(x, style, from, to - from, end);
}

/* ---- environments ---- */

struct environment {
    const char *names; /* with a blank between two */
    int sub;           /* enum token_environment; -1: lines of formulas */
};

static const struct environment environments[] = {
    { "matrix pmatrix bmatrix Bmatrix smallmatrix psmallmatrix bsmallmatrix "
      "array",
      ENVIRONMENT_MATRIX },
    { "vmatrix", ENVIRONMENT_DETERMINANT },
    { "Vmatrix", ENVIRONMENT_NORM },
    { "cases dcases rcases", ENVIRONMENT_CASES },
    { "aligned align gather gathered split equation eqnarray multline alignat "
      "displaymath math center",
      -1 },
};

static const struct environment *environment_find(const char *s, size_t n)
{
    if (n && s[n - 1] == '*')
        n--;
    for (size_t k = 0; k < sizeof(environments) / sizeof(environments[0]); k++)
        if (str_among_n(s, n, environments[k].names))
            return &environments[k];
    return NULL;
}

static void lex_control_enter(struct lexer *x, bool lines)
{
    if (++x->depth > LEX_ENVIRONMENTS)
        return;
    x->lines &= ~((uint32_t)1 << (x->depth - 1));
    x->lines |= (uint32_t)lines << (x->depth - 1);
}

/* Behind \begin or \end, which stands at `from`. */
static bool lex_environment(struct lexer *x, size_t from, bool begin)
{
    size_t i = spaces_end(x, x->i);
    size_t end = lex_at(x, i) == '{' ? lex_control_group_end(x, i) : 0;
    const struct environment *v;

    if (!end)
        return lex_fail(x, from, "\\begin or \\end has no name");
    v = environment_find(x->s + i + 1, end - i - 1);
    if (!v)
        return lex_fail(x, from, "cannot read the environment \"%.*s\"",
                        (int)(end - i - 1 > 40 ? 40 : end - i - 1),
                        x->s + i + 1);
    x->i = end + 1;
    if (begin && x->s[i + 1] == 'a' && x->s[i + 2] == 'r' &&
        lex_at(x, x->i) == '{' && lex_control_group_end(x, x->i))
        x->i = lex_control_group_end(x, x->i) + 1;
    if (begin)
        lex_control_enter(x, v->sub < 0);
    else if (x->depth)
        x->depth--;
    if (v->sub >= 0)
        lex_push(x, begin ? TOKEN_BEGIN : TOKEN_FINISH, from, x->i - from)
            ->sub = (unsigned char)v->sub;
    else
        x->space = true;
    return true;
}

/* ---- the rest ---- */

static bool lex_blackboard(struct lexer *x, size_t from)
{
    size_t i = spaces_end(x, x->i);
    bool braced = lex_at(x, i) == '{';
    char c = lex_at(x, i + braced);
    struct token *t;

    if (!is_letter(c) || (braced && lex_at(x, i + 2) != '}')) {
        x->i = i; /* \mathbb{x+y} is plain */
        return true;
    }
    x->i = i + 1 + (braced ? 2 : 0);
    if (strchr("RZNQC", c)) {
        lex_push(x, TOKEN_DOMAIN, from, x->i - from)->name = lex_letter(c);
        return true;
    }
    t = lex_push(x, TOKEN_NAME, from, x->i - from);
    t->name = lex_letter(c);
    t->match = 1;
    return true;
}

static bool lex_not(struct lexer *x, size_t from)
{
    size_t i = spaces_end(x, x->i);
    bool in = lex_at(x, i) == '\\' && lex_at(x, i + 1) == 'i' &&
              lex_at(x, i + 2) == 'n' && !is_letter(lex_at(x, i + 3));

    if (lex_at(x, i) != '=' && !in)
        return lex_fail(x, from, "cannot read \"\\not\"");
    x->i = i + (in ? 3 : 1);
    lex_push(x, TOKEN_RELATION, from, x->i - from)->sub =
        in ? RELATION_NOT_IN : RELATION_NE;
    return true;
}

static void lex_control_skip_argument(struct lexer *x)
{
    size_t i = x->i;
    size_t end;

    if (lex_at(x, i) == '*')
        i++;
    i = spaces_end(x, i);
    end = lex_at(x, i) == '{' ? lex_control_group_end(x, i) : 0;
    x->space = true;
    if (end)
        x->i = end + 1;
}

static bool steer(struct lexer *x, const struct lex_meaning *m, size_t from)
{
    switch (m->kind) {
    case CONTROL_SPACE:
        x->space = true;
        x->wide |= m->sub != 0;
        return true;
    case CONTROL_SKIP: lex_control_skip_argument(x); return true;
    case CONTROL_LEFT: return lex_delimiter(x, true);
    case CONTROL_RIGHT: return lex_delimiter(x, false);
    case CONTROL_DROP: x->argument = true; return true;
    case CONTROL_TEXT: return lex_styled(x, m->sub, x->s[from + 1] == 'r');
    case CONTROL_BEGIN: return lex_environment(x, from, true);
    case CONTROL_FINISH: return lex_environment(x, from, false);
    case CONTROL_NOT: return lex_not(x, from);
    default: return lex_blackboard(x, from);
    }
}

static bool push_meaning(struct lexer *x, const struct lex_meaning *m,
                         size_t from)
{
    struct token *t = lex_push(x, m->kind, from, x->i - from);

    t->sub = m->sub;
    t->name = m->name;
    if (m->kind == TOKEN_NAME)
        t->match = 1;
    return true;
}

static bool lex_control_word(struct lexer *x, size_t from, size_t i)
{
    const struct function *f;
    const struct lex_meaning *m;
    size_t n;

    m = word_meaning(x, i, &n);
    if (m) {
        x->i = i + n;
        if (m->kind >= CONTROL_SPACE)
            return steer(x, m, from);
        return push_meaning(x, m, from);
    }
    n = letters_end(x, i) - i;
    x->i = i + n;
    if (n == 2 &&
        (memcmp(x->s + i, "lg", 2) == 0 || memcmp(x->s + i, "lb", 2) == 0)) {
        struct token *t = lex_push(x, TOKEN_FUNCTION, from, n + i - from);

        t->function = function_card(FN_LOGB);
        t->sub = x->s[i + 1] == 'g' ? 10 : 2;
        return true;
    }
    if (n == 3 && memcmp(x->s + i, "cis", 3) == 0) {
        struct token *t = lex_push(x, TOKEN_FUNCTION, from, n + i - from);

        t->function = function_card(FN_EXP);
        t->sub = 1;
        return true;
    }
    f = function_find(x->s + i, n);
    if (!f || n < 2)
        lex_push(x, TOKEN_STRAY, from, n + i - from);
    else
        lex_push(x, TOKEN_FUNCTION, from, n + i - from)->function = f;
    return true;
}

bool lex_lost(struct lexer *x, char letter)
{
    size_t from = x->i;
    char word[24] = { letter };
    const struct lex_meaning *m;
    size_t n = 1;

    while (n < sizeof(word) - 1 && is_letter(lex_at(x, from + n))) {
        word[n] = x->s[from + n];
        n++;
    }
    /* The longest beginning that is a control word: \b and "inom". */
    while (n > 1 && !lex_control_find(word, n))
        n--;
    m = n > 2 ? lex_control_find(word, n) : NULL;
    if (!m)
        return lex_fail(x, from, "cannot read a control character");
    x->i = from + n;
    return m->kind >= CONTROL_SPACE ? steer(x, m, from)
                                    : push_meaning(x, m, from);
}

/* Does a set of numbers stand before the position? A letter R is one now. */
static bool set_before(struct lexer *x)
{
    struct token *last = &x->items[x->count - 1];

    if (lex_domain_letter(x, last))
        last->kind = TOKEN_DOMAIN;
    return last->kind == TOKEN_DOMAIN;
}

#define SET_MOST ((size_t)200) /* bytes of a set behind R\ */

/* Is the next closing brace one without a backslash? */
static bool closes_bare(const struct lexer *x)
{
    size_t left = x->n - x->i;
    const char *brace =
        memchr(x->s + x->i, '}', left < SET_MOST ? left : SET_MOST);

    return brace && brace[-1] != '\\';
}

/* \, \{ \% and their like. */
static bool lex_control_sign(struct lexer *x, char c)
{
    size_t from = x->i;
    struct token *t;

    x->i += 2;
    switch (c) {
    case '{':
    case '}':
        /* R\{0}: the backslash is the sign, and the braces are bare. */
        if (c == '{' && closes_bare(x) && set_before(x)) {
            lex_push(x, TOKEN_DIFFERENCE, from, 1);
            x->i = from + 1;
            return true;
        }
        t = lex_push(x, c == '{' ? TOKEN_OPEN : TOKEN_CLOSE, from, 2);
        t->sub = DELIMITER_BRACE;
        return true;
    case '|': lex_push(x, TOKEN_BARS, from, 2); return true;
    case '%': lex_push(x, TOKEN_PERCENT, from, 2); return true;
    case '&': lex_push(x, TOKEN_AND, from, 2); return true;
    case '$': lex_push(x, TOKEN_CURRENCY, from, 2)->name = "USD"; return true;
    case ' ': /* R \ {0} */
        if (lex_at(x, spaces_end(x, x->i)) == '{' && set_before(x))
            lex_push(x, TOKEN_DIFFERENCE, from, 1);
        break;
    case '\0':
        x->i = x->n;
        return x->i == from + 1 ||
               lex_fail(x, from, "cannot read a NUL character");
    default: break;
    }
    if (!is_space(c) && !strchr(",;:!>/-()[]", c))
        return lex_fail(x, from, "cannot read \"\\%c\"",
                        (unsigned char)c < 0x80 ? c : '?');
    x->space = true;
    return true;
}

bool lex_control(struct lexer *x)
{
    size_t from = x->i, i = from;
    size_t n;

    while (lex_at(x, i) == '\\')
        i++;
    n = i - from;
    if (n == 1 && !is_letter(lex_at(x, i)))
        return lex_control_sign(x, lex_at(x, i));
    if (n == 1)
        return lex_control_word(x, from, i);
    /* Backslashes that were escaped once more: \\frac is \frac. A row ends
     * with two of them, or with four: \\\sin is a row and \sin. */
    if (is_letter(lex_at(x, i)) && n != 4) {
        size_t len = letters_end(x, i) - i;
        bool known = lex_control_find(x->s + i, len) ||
                     (len > 1 && function_find(x->s + i, len));

        if (known && n == 2)
            return lex_control_word(x, from, i);
        if (n % 2 == 1 || (known && n == 6)) {
            x->i = n % 2 == 1 ? i - 1 : i - 2;
            lex_push(x, TOKEN_ROW, from, x->i - from);
            return true;
        }
    }
    if (n == 2 && i < x->n && x->s[i] && strchr("{}()%$!,", x->s[i]) &&
        !x->depth) {
        x->i = i - 1;
        return lex_control_sign(x, lex_at(x, i));
    }
    lex_push(x, TOKEN_ROW, from, n);
    x->i = i;
    /* \\[2pt] */
    if (lex_at(x, i) == '[') {
        size_t end = i + 1;

        while (end < x->n && end - i < 12 && x->s[end] != ']')
            end++;
        if (lex_at(x, end) == ']' && is_letter(lex_at(x, end - 1)))
            x->i = end + 1;
    }
    return true;
}
