/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A reply without its dress, and its words. What is left is ASCII but for
 * words of other alphabets: the files that look for answers need not know how
 * a minus or a blank may be written.
 */
#include "base/ascii.h"
#include "base/str.h"
#include "grade/parts/parts_int.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))
#define DEPTH        64 /* of braces that are kept in mind */

struct cleaner {
    struct span t;
    size_t i;
    struct str out;
    unsigned char drop[DEPTH]; /* [depth]: the brace goes with its command */
    size_t depth;
};

/* Spellings, by what they become, with a bar behind each. One that ends with a
 * letter behind a backslash is a whole command; one that ends with a brace drops
 * its partner too. */
static const struct spelling {
    const char *to, *from;
} spellings[] = {
    { "", "**|__|$|`|\\!|\\$|\xe2\x82\xac|\xc2\xa3|\\left|\\right|"
          "\\displaystyle|\\hline|\\big|\\Big|\\text{|\\textbf{|"
          "\\textit{|\\texttt{|\\textrm{|\\mathbf{|\\mathrm{|\\mathit{|"
          "\\mbox{|\\bf|\\operatorname{|\\boldsymbol{|" },
    { " ", "~|&|\r|\xc2\xa0|\xe2\x80\xaf|\xe2\x80\x89|\xe2\x80\x82|"
           "\xe2\x80\x83|\xe2\x80\x87|\xe2\x80\x8a|\\,|\\;|\\:|\\ |\\(|"
           "\\)|\\[|\\]|\\quad|\\enspace|\\space|\\thinspace|\\qquad|" },
    { "%", "\\%|" },
    { "\"", "\\\"|\xe2\x80\x9c|\xe2\x80\x9d|" },
    { "_", "\\_|" },
    { "#", "\\#|" },
    { "&", "\\&|" },
    { "{", "\\{|" },
    { "}", "\\}|" },
    { "-", "\xe2\x88\x92|\xe2\x80\xa2|" },
    { "'", "\xe2\x80\x98|\xe2\x80\x99|" },
    { " = ", "\xe2\x86\x92|\xe2\x87\x92|\xe2\x89\x88|->|=>|\\to|"
             "\\rightarrow|\\Rightarrow|\\implies|\\approx|" },
    { ":", "\xef\xbc\x9a|\\colon|" },
    { "*", "\xc2\xb7|\xc3\x97|\xe2\x8b\x85|\\times|\\cdot|" },
    { "/", "\xc3\xb7|\\div|" },
    { "=", "\xef\xbc\x9d|" },
    { "\n", "<br>|<br/>|\\newline|" },
    { ",", "{,}|" },
    { "\\frac", "\\dfrac|\\tfrac|" },
    { "\\boxed", "\\fbox|" },
};

static char peek(const struct cleaner *c, size_t i)
{
    return span_byte(c->t, i);
}

static char last(const struct cleaner *c)
{
    return c->out.n ? c->out.s[c->out.n - 1] : '\n';
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

/* 1 250 with a narrow blank is one number. */
static bool parts_thousands(const struct cleaner *c)
{
    size_t i = c->i;

    return is_digit(last(c)) && is_digit(peek(c, i)) &&
           is_digit(peek(c, i + 1)) && is_digit(peek(c, i + 2)) &&
           !is_digit(peek(c, i + 3));
}

static bool spelled(const struct cleaner *c, const char *from, size_t n)
{
    return n <= c->t.n - c->i && memcmp(c->t.s + c->i, from, n) == 0 &&
           !(from[0] == '\\' && is_letter(from[n - 1]) &&
             is_letter(peek(c, c->i + n)));
}

/* What is spelled here in n bytes becomes `to`. */
static void take_spelling(struct cleaner *c, const char *to, size_t n)
{
    bool dress = n > 2 && c->t.s[c->i] == '\\' && peek(c, c->i + n - 1) == '{';

    c->i += n;
    if (dress)
        open_brace(c, true);
    else if (strcmp(to, " ") != 0 || !parts_thousands(c))
        str_add(&c->out, to);
}

static bool clean_spelling(struct cleaner *c)
{
    char first = c->t.s[c->i];
    size_t n;

    if (is_letter(first) || is_digit(first) || first == ' ')
        return false;
    for (size_t g = 0; g < COUNT(spellings); g++)
        for (const char *from = spellings[g].from; *from; from += n + 1) {
            n = strcspn(from, "|");
            if (*from == first && spelled(c, from, n)) {
                take_spelling(c, spellings[g].to, n);
                return true;
            }
        }
    return false;
}

/* Two backslashes: of an escaped text that of a command, else a new line. */
static bool clean_line(struct cleaner *c)
{
    if (!span_at(c->t, c->i, "\\\\"))
        return false;
    c->i++;
    if (!is_letter(peek(c, c->i + 1))) {
        str_addc(&c->out, '\n');
        c->i++;
    }
    return true;
}

/* En and em dashes: a minus before a number that they touch, else a colon. */
static bool clean_dash(struct cleaner *c)
{
    bool minus;

    if (!span_at(c->t, c->i, "\xe2\x80\x93") &&
        !span_at(c->t, c->i, "\xe2\x80\x94"))
        return false;
    minus = is_digit(peek(c, c->i + 3)) &&
            (is_space(last(c)) || strchr("(=:{", last(c)));
    str_add(&c->out, minus ? "-" : ": ");
    c->i += 3;
    return true;
}

/* Stars between numbers multiply; all others are Markdown's. */
static void clean_star(struct cleaner *c)
{
    size_t before = c->out.n, behind = text_blanks(c->t, c->i + 1);
    char x, y = peek(c, behind);

    while (before && c->out.s[before - 1] == ' ')
        before--;
    x = before ? c->out.s[before - 1] : '\n';
    if ((is_digit(x) || one_of(x, ")}")) && (is_digit(y) || one_of(y, "(\\")))
        str_addc(&c->out, '*');
    c->i++;
}

static void clean_one(struct cleaner *c)
{
    char ch = c->t.s[c->i];

    if (clean_line(c) || clean_spelling(c) || clean_dash(c))
        return;
    if (ch == '*') {
        clean_star(c);
        return;
    }
    c->i++;
    if (ch == '{')
        open_brace(c, false);
    else if (ch == '}')
        close_brace(c);
    else
        str_addc(&c->out, ch ? ch : ' ');
}

struct span text_clean(struct arena *a, struct span t)
{
    struct cleaner c = { .t = t, .out = str_in(a) };

    while (c.i < t.n)
        clean_one(&c);
    return (struct span){ str_get(&c.out), c.out.n };
}

/* ---- words ---- */

size_t text_word(struct span t, size_t at, char word[PARTS_WORD])
{
    size_t k = 0;

    while (k + 1 < PARTS_WORD && is_letter(span_byte(t, at + k))) {
        word[k] = to_lower(t.s[at + k]);
        k++;
    }
    word[k] = '\0';
    if (is_letter(span_byte(t, at + k)))
        return word[0] = '\0', 0; /* longer than any that is known */
    return k;
}

size_t text_word_before(struct span t, size_t end, char word[PARTS_WORD])
{
    size_t k = 0;

    while (k < end && k < PARTS_WORD && is_letter(t.s[end - 1 - k]))
        k++;
    if (k == PARTS_WORD)
        return word[0] = '\0', 0;
    return text_word((struct span){ t.s, end }, end - k, word);
}

bool text_listed(const char *word, const char *list)
{
    size_t n = strlen(word);

    for (const char *p = n ? list : NULL; p && (p = strstr(p, word)); p++)
        if (p[-1] == ' ' && p[n] == ' ')
            return true;
    return false;
}

bool text_word_in(struct span t, size_t at, const char *list)
{
    char word[PARTS_WORD];

    return text_word(t, at, word) && text_listed(word, list);
}

size_t text_blanks(struct span t, size_t at)
{
    while (one_of(span_byte(t, at), " \t"))
        at++;
    return at;
}

size_t text_back(struct span t, size_t i)
{
    for (;;) {
        if (i > 1 && t.s[i - 1] == '*' && t.s[i - 2] == '*')
            i -= 2;
        else if (i > 0 && one_of(t.s[i - 1], " \""))
            i--;
        else
            return i;
    }
}
