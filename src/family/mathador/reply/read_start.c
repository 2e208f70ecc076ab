/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "family/mathador/reply/read_lex.h"
#include "text/character.h"

#include <string.h>

/*
 * What stands before the words of a line: quotation marks, the hashes of a
 * heading, bullets, the number of an item, the border of a code fence. Also
 * whether the line as a whole looks like a heading.
 */

#define COUNT(table)  (sizeof(table) / sizeof *(table))
#define ITEM_DIGITS   3
#define PREFIX_ROUNDS 8    /* marks before one line */
#define LINE_BYTES    4000 /* a longer line is no heading, rule or fence */

/* Where the line ends, or SIZE_MAX if that is far away. */
static size_t line_end(const struct game_reader *r)
{
    size_t n = r->text.n - r->at;
    const char *p;

    if (n > LINE_BYTES)
        n = LINE_BYTES;
    p = memchr(r->text.s + r->at, '\n', n);
    if (!p && n < r->text.n - r->at)
        return SIZE_MAX;
    return p ? (size_t)(p - r->text.s) : r->text.n;
}

/* ``` or ~~~ with at most a word behind it. */
static bool is_fence(const struct game_reader *r, size_t end)
{
    char c = char_at(r, r->at);
    size_t i = r->at;

    if (c != '`' && c != '~')
        return false;
    while (i < end && r->text.s[i] == c)
        i++;
    return i - r->at >= 3 && !memchr(r->text.s + i, c, end - i);
}

/* The length of a sign that begins an item. A square or a triangle stands for
 * a number that is left out, while a ring is only a bullet. */
static size_t bullet_at(const struct game_reader *r, size_t at)
{
    struct span t = r->text;
    struct character c;

    if (char_at(r, at) && strchr("-*+", char_at(r, at)))
        return 1;
    character_at(t, at, &c);
    if (c.is == CHAR_SIGN && strcmp(c.tex ? c.tex : "", "\\circ") != 0)
        return 0;
    return character_item(t, at);
}

static bool skip_bullet(struct game_reader *r)
{
    size_t n = bullet_at(r, r->at);
    char behind = char_at(r, r->at + n);

    if (n == 0 || (behind != ' ' && behind != '\t'))
        return false;
    r->at += n;
    return true;
}

static bool skip_quote(struct game_reader *r)
{
    if (char_at(r, r->at) != '>' || char_at(r, r->at + 1) == '=')
        return false;
    r->at++;
    return true;
}

static bool skip_hashes(struct game_reader *r)
{
    size_t end = lex_skip(r, r->at, "#");

    if (end == r->at || !is_space(char_at(r, end)))
        return false;
    r->line.hash = true;
    r->at = end;
    return true;
}

/* "1." "1)" "**1.**"; what is behind the point must be no digit, and there
 * must be something. */
static bool skip_item(struct game_reader *r)
{
    size_t at = lex_skip(r, r->at, "*_"), end = at, next;
    int64_t n = 0;

    while (is_digit(char_at(r, end)) && end - at <= ITEM_DIGITS)
        n = n * 10 + (r->text.s[end++] - '0');
    if (end == at || end - at > ITEM_DIGITS)
        return false;
    if (char_at(r, end) == '\\' && char_at(r, end + 1) == '.')
        end++;
    if (char_at(r, end) != '.' && char_at(r, end) != ')')
        return false;
    next = lex_skip(r, end + 1, "*_ \t\r");
    if (char_at(r, next) == '\n' || is_digit(char_at(r, end + 1)))
        return false;
    if (at > r->at)
        r->bold = char_at(r, end + 1) != '*';
    token_push(r, TOKEN_ITEM, end + 1)->number = RATIO(n);
    token_at(r, r->tokens.n - 1)->word = SAYS(LABEL);
    r->spaced = true;
    return true;
}

/* A line of dashes, stars or equals signs alone. */
static bool is_rule(const struct game_reader *r, size_t end)
{
    size_t i = r->at;

    while (i < end && r->text.s[i] && strchr("-=*_ \t\r|:+", r->text.s[i]))
        i++;
    return i == end && end - r->at >= 3;
}

/* **...** with no other such mark inside. */
static bool is_bold(const char *s, size_t n)
{
    if (n >= 5 && s[n - 1] == ':')
        n--;
    if (n < 5 || (memcmp(s, "**", 2) != 0 && memcmp(s, "__", 2) != 0) ||
        s[n - 1] != s[0] || s[n - 2] != s[0])
        return n > 8 && memcmp(s, "\\textbf{", 8) == 0 && s[n - 1] == '}' &&
               !memchr(s, '}', n - 1);
    for (size_t i = 2; i + 3 < n; i++)
        if (s[i] == s[0] && s[i + 1] == s[0])
            return false;
    return true;
}

static void survey(struct game_reader *r, size_t end)
{
    const char *s = r->text.s + r->at;
    size_t n = end - r->at;

    while (n && is_space(s[n - 1]))
        n--;
    r->line.bold = is_bold(s, n);
    r->line.hash = r->line.hash || (n > 8 && (memcmp(s, "\\section", 8) == 0 ||
                                              memcmp(s, "\\subsect", 8) == 0));
    while (n && (strchr("*_`$ ", s[n - 1]) && s[n - 1]))
        n--;
    r->line.colon =
        n && (s[n - 1] == ':' ||
              (n >= 3 && memcmp(s + n - 3, "\xef\xbc\x9a", 3) == 0));
}

void start_read(struct game_reader *r)
{
    size_t end = line_end(r);

    for (int i = 0; i < PREFIX_ROUNDS; i++) {
        r->at = lex_skip(r, r->at, " \t\r");
        if (end != SIZE_MAX && (is_fence(r, end) || is_rule(r, end))) {
            r->line.fence = r->text.s[r->at] == '`' || r->text.s[r->at] == '~';
            r->line.rule = !r->line.fence && r->at < end &&
                           !memchr(r->text.s + r->at, '|', end - r->at);
            r->at = end;
            return;
        }
        if (!skip_quote(r) && !skip_hashes(r) && !skip_bullet(r) &&
            !skip_item(r))
            break;
    }
    if (end != SIZE_MAX)
        survey(r, end);
}
