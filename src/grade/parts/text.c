/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A reply without its dress, and its words. What is left is ASCII but for
 * words of other alphabets: the files that look for answers need not know how
 * a minus or a blank may be written.
 */
#include "base/ascii.h"
#include "base/str.h"
#include "grade/parts/parts_int.h"
#include "text/fold.h"

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
    { "", "**|__|$|`|\\!|\\$|\\left|\\right|\\displaystyle|\\hline|\\big|\\Big|"
          "\\text{|\\textbf{|\\textit{|\\texttt{|\\textrm{|\\mathbf{|\\mathrm{|"
          "\\mathit{|\\mbox{|\\bf|\\operatorname{|\\boldsymbol{|" },
    { " ", "~|&|\r|\\,|\\;|\\:|\\ |\\(|\\)|\\[|\\]|\\quad|\\enspace|\\space|"
           "\\thinspace|\\qquad|" },
    { "%", "\\%|" },
    { "\"", "\\\"|" },
    { "_", "\\_|" },
    { "#", "\\#|" },
    { "&", "\\&|" },
    { "{", "\\{|" },
    { "}", "\\}|" },
    { " = ", "->|=>|\\to|\\rightarrow|\\Rightarrow|\\implies|\\approx|" },
    { ":", "\\colon|" },
    { "*", "\\times|\\cdot|" },
    { "/", "\\div|" },
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

    if (!one_of(first, "\\$*_`~&\r-={<")) /* what a spelling begins with */
        return false;
    for (size_t g = 0; g < COUNT(spellings); g++)
        for (const char *from = spellings[g].from; *from; from += n + 1) {
            n = (size_t)(strchr(from, '|') - from);
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

/* What a character beyond ASCII becomes. A dash is a minus before a number that
 * it touches, else a colon; a bullet begins an item; currencies go. */
static const char *folded(const struct cleaner *c, size_t next,
                          const struct character *x)
{
    if (x->is & (CHAR_ARROW | CHAR_RELATION))
        return x->plain[0] && strchr("-=", x->plain[0]) ? " = " : NULL;
    if (x->is & CHAR_DASH)
        return is_digit(peek(c, next)) &&
                       (is_space(last(c)) || strchr("(=:{", last(c)))
                   ? "-"
                   : ": ";
    if (x->is & CHAR_BULLET)
        return "-";
    if (x->is & (CHAR_CURRENCY | CHAR_UNSEEN))
        return "";
    return x->is & (FOLD_PROSE | CHAR_TIMES | CHAR_DIVIDE) ? x->plain : NULL;
}

static bool clean_character(struct cleaner *c)
{
    struct character x;
    size_t n;
    const char *to;

    if ((c->t.s[c->i] & 0x80) == 0)
        return false;
    n = character_at(c->t, c->i, &x);
    to = folded(c, c->i + n, &x);
    if (!to) {
        str_addn(&c->out, c->t.s + c->i, n);
        c->i += n;
    } else {
        take_spelling(c, to, n);
    }
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

    if (clean_character(c) || clean_line(c) || clean_spelling(c))
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

struct span text_word(struct span t, size_t at)
{
    return span_cut(t, at, at + span_letters(t, at));
}

struct span text_word_before(struct span t, size_t end)
{
    size_t from = end;

    while (from > 0 && end - from < PARTS_LOOK && is_letter(t.s[from - 1]))
        from--;
    return span_cut(t, from, end);
}

/* Do the letters at p spell the word, in any case? */
static bool spells(const char *p, struct span word)
{
    for (size_t i = 0; i < word.n; i++)
        if (p[i] != to_lower(word.s[i]))
            return false;
    return p[word.n] == ' ';
}

bool text_listed(struct span word, const char *list)
{
    for (const char *p = list; word.n && p; p = strchr(p + 1, ' '))
        if (spells(p + 1, word))
            return true;
    return false;
}

bool text_word_in(struct span t, size_t at, const char *list)
{
    return text_listed(text_word(t, at), list);
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

size_t text_step(struct span t, size_t at)
{
    size_t n = span_letters(t, at);

    return at + (n ? n : 1);
}

size_t text_line_end(struct span t, size_t at)
{
    const char *end = memchr(t.s + at, '\n', t.n - at);

    return end ? (size_t)(end - t.s) : t.n;
}

size_t text_skip_giving(struct span t, size_t i, const char *signs)
{
    for (size_t start = i; i - start < PARTS_LOOK;) {
        if (text_word_in(t, i, " are is "))
            i = text_step(t, i);
        else if (one_of(span_byte(t, i), signs))
            i++;
        else
            break;
    }
    return i;
}

size_t text_remark(struct span t, size_t i)
{
    size_t k = text_blanks(t, i), start = k;

    if (span_byte(t, k) != '(')
        return i;
    for (k++; k < t.n && k - start < 100 && !is_digit(t.s[k]) &&
              !one_of(t.s[k], ")\n(");)
        k++;
    return span_byte(t, k) == ')' ? k + 1 : i;
}
