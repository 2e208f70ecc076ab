/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A reply without its dress. What is left is ASCII but for words of other
 * alphabets: the files that look for answers need not know how a minus or a
 * blank may be written.
 */
#include "base/ascii.h"
#include "base/str.h"
#include "evolve/measure/told_int.h"

#include <string.h>

#define DEPTH 64 /* of braces that are kept in mind */

struct cleaner {
    const char *s;
    size_t n, i;
    struct str out;
    unsigned char drop[DEPTH]; /* [depth]: the brace goes with its command */
    size_t depth;
};

struct spelling {
    const char *from, *to;
};

static const struct spelling characters[] = {
    { "\xc2\xa0", " " },
    { "\xe2\x80\xaf", " " },
    { "\xe2\x80\x89", " " },
    { "\xe2\x80\x82", " " },
    { "\xe2\x80\x83", " " },
    { "\xe2\x80\x87", " " },
    { "\xe2\x80\x8a", " " },
    { "\xe2\x88\x92", "-" },
    { "\xe2\x80\x98", "'" },
    { "\xe2\x80\x99", "'" },
    { "\xe2\x80\x9c", "\"" },
    { "\xe2\x80\x9d", "\"" },
    { "\xe2\x86\x92", " = " },
    { "\xe2\x87\x92", " = " },
    { "\xe2\x89\x88", " = " },
    { "\xef\xbc\x9a", ":" },
    { "\xc2\xb7", "*" },
    { "\xc3\x97", "*" },
    { "\xe2\x8b\x85", "*" },
    { "\xc3\xb7", "/" },
    { "\xe2\x80\xa2", "-" },
    { "\xef\xbc\x9d", "=" },
    { "\xe2\x82\xac", "" },
    { "\xc2\xa3", "" },
    { "<br>", "\n" },
    { "<br/>", "\n" },
    { "{,}", "," },
    { "->", " = " },
    { "=>", " = " },
};

/* Commands without arguments; "" where they only dress. */
static const struct spelling commands[] = {
    { "quad", " " },       { "colon", ":" },        { "enspace", " " },
    { "space", " " },      { "thinspace", " " },    { "qquad", " " },
    { "left", "" },        { "right", "" },         { "displaystyle", "" },
    { "times", "*" },      { "cdot", "*" },         { "div", "/" },
    { "to", " = " },       { "rightarrow", " = " }, { "Rightarrow", " = " },
    { "implies", " = " },  { "approx", " = " },     { "dfrac", "\\frac" },
    { "tfrac", "\\frac" }, { "fbox", "\\boxed" },   { "boxed", "\\boxed" },
    { "hline", "" },       { "newline", "\n" },     { "big", "" },
    { "Big", "" },
};

/* Commands whose argument stands as it is. */
static const char *const dress[] = { "text",   "textbf",       "textit",
                                     "mathbf", "mathrm",       "mathit",
                                     "texttt", "textrm",       "mbox",
                                     "bf",     "operatorname", "boldsymbol" };

#define COUNT(table) (sizeof(table) / sizeof *(table))

static bool comes(const struct cleaner *c, size_t i, const char *word)
{
    size_t k = strlen(word);

    return k <= c->n - i && memcmp(c->s + i, word, k) == 0;
}

static char peek(const struct cleaner *c, size_t i)
{
    return i < c->n ? c->s[i] : '\0';
}

static char last(const struct cleaner *c)
{
    return c->out.n ? c->out.s[c->out.n - 1] : '\n';
}

static bool three_digits(const struct cleaner *c, size_t i)
{
    return is_digit(peek(c, i)) && is_digit(peek(c, i + 1)) &&
           is_digit(peek(c, i + 2)) && !is_digit(peek(c, i + 3));
}

static bool clean_character(struct cleaner *c)
{
    for (size_t k = 0; k < COUNT(characters); k++)
        if (characters[k].from[0] == c->s[c->i] &&
            comes(c, c->i, characters[k].from)) {
            c->i += strlen(characters[k].from);
            /* 1 250 with a narrow blank is one number. */
            if (characters[k].to[0] != ' ' || characters[k].to[1] ||
                !is_digit(last(c)) || !three_digits(c, c->i))
                str_add(&c->out, characters[k].to);
            return true;
        }
    return false;
}

/* En and em dashes: a minus before a number that they touch, else a colon. */
static bool clean_dash(struct cleaner *c)
{
    bool minus;

    if (!comes(c, c->i, "\xe2\x80\x93") && !comes(c, c->i, "\xe2\x80\x94"))
        return false;
    minus = is_digit(peek(c, c->i + 3)) &&
            (is_space(last(c)) || strchr("(=:{", last(c)));
    str_add(&c->out, minus ? "-" : ": ");
    c->i += 3;
    return true;
}

static void open_brace(struct cleaner *c, bool drop)
{
    if (c->depth < DEPTH)
        c->drop[c->depth] = drop;
    c->depth++;
    if (!drop)
        str_addc(&c->out, '{');
}

static void close_brace(struct cleaner *c)
{
    bool drop = false;

    if (c->depth) {
        c->depth--;
        drop = c->depth < DEPTH && c->drop[c->depth];
    }
    if (!drop)
        str_addc(&c->out, '}');
}

static bool clean_named(struct cleaner *c, const char *name, size_t k)
{
    for (size_t i = 0; i < COUNT(commands); i++)
        if (strlen(commands[i].from) == k &&
            memcmp(commands[i].from, name, k) == 0) {
            str_add(&c->out, commands[i].to);
            return true;
        }
    for (size_t i = 0; i < COUNT(dress); i++)
        if (strlen(dress[i]) == k && memcmp(dress[i], name, k) == 0) {
            if (peek(c, c->i) == '{') {
                c->i++;
                open_brace(c, true);
            }
            return true;
        }
    return false;
}

/* A backslash and one sign. */
static void clean_sign(struct cleaner *c, char sign)
{
    if (strchr(",;: ", sign)) {
        if (!(sign == ',' && is_digit(last(c)) && three_digits(c, c->i)))
            str_addc(&c->out, ' ');
    } else if (strchr("()[]", sign)) {
        str_addc(&c->out, ' ');
    } else if (sign == '\\') {
        /* Of an escaped text the backslash of a command, else a new line. */
        if (is_letter(peek(c, c->i)))
            c->i--;
        else
            str_addc(&c->out, '\n');
    } else if (strchr("%\"_#&{}", sign)) {
        str_addc(&c->out, sign);
    } else if (sign != '$' && sign != '!') {
        str_addc(&c->out, '\\');
        c->i--;
    }
}

static void clean_command(struct cleaner *c)
{
    size_t k = 0;

    c->i++;
    while (k < 20 && is_letter(peek(c, c->i + k)))
        k++;
    if (k == 0) {
        char sign = peek(c, c->i);

        if (sign) {
            c->i++;
            clean_sign(c, sign);
        }
        return;
    }
    c->i += k;
    if (!clean_named(c, c->s + c->i - k, k)) {
        str_addc(&c->out, '\\');
        str_addn(&c->out, c->s + c->i - k, k);
    }
}

/* Stars between numbers multiply; all others are Markdown's. */
static void clean_star(struct cleaner *c)
{
    size_t before = c->out.n, behind = c->i + 1;
    char x, y;

    while (before && c->out.s[before - 1] == ' ')
        before--;
    while (peek(c, behind) == ' ')
        behind++;
    x = before ? c->out.s[before - 1] : '\n';
    y = peek(c, behind);
    if ((is_digit(x) || x == ')' || x == '}') &&
        (is_digit(y) || y == '(' || y == '\\'))
        str_addc(&c->out, '*');
    c->i++;
}

static void clean_one(struct cleaner *c)
{
    char ch = c->s[c->i];

    if (ch == '\\') {
        clean_command(c);
    } else if (comes(c, c->i, "**") || comes(c, c->i, "__")) {
        c->i += 2;
    } else if (ch == '*') {
        clean_star(c);
    } else if (ch == '$' || ch == '`') {
        c->i++;
    } else if (clean_character(c) || clean_dash(c)) {
        ;
    } else if (ch == '{' || ch == '}') {
        c->i++;
        if (ch == '{')
            open_brace(c, false);
        else
            close_brace(c);
    } else {
        bool blank = ch == '\0' || ch == '~' || ch == '&' || ch == '\r';

        str_addc(&c->out, blank ? ' ' : ch);
        c->i++;
    }
}

struct told_text told_clean(struct arena *a, const char *text, size_t n)
{
    struct cleaner c = { .s = text, .n = n, .out = str_in(a) };

    while (c.i < c.n)
        clean_one(&c);
    return (struct told_text){ str_get(&c.out), c.out.n };
}

/* ---- words ---- */

size_t told_word(struct told_text t, size_t at, char word[TOLD_WORD])
{
    size_t k = 0;

    while (at + k < t.n && k + 1 < TOLD_WORD && is_letter(t.s[at + k])) {
        word[k] = to_lower(t.s[at + k]);
        k++;
    }
    word[k] = '\0';
    if (at + k < t.n && is_letter(t.s[at + k]))
        return word[0] = '\0', 0; /* longer than any that is known */
    return k;
}

size_t told_word_before(struct told_text t, size_t end, char word[TOLD_WORD])
{
    size_t k = 0;

    while (k < end && k < TOLD_WORD && is_letter(t.s[end - 1 - k]))
        k++;
    if (k == TOLD_WORD)
        return word[0] = '\0', 0;
    return told_word((struct told_text){ t.s, end }, end - k, word);
}

bool told_listed(const char *word, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(word, list[i]) == 0)
            return true;
    return false;
}

size_t told_blanks(struct told_text t, size_t at)
{
    while (at < t.n && (t.s[at] == ' ' || t.s[at] == '\t'))
        at++;
    return at;
}

bool told_starts(struct told_text t, size_t at, const char *s)
{
    size_t k = strlen(s);

    return at <= t.n && k <= t.n - at && memcmp(t.s + at, s, k) == 0;
}
