/* SPDX-License-Identifier: Apache-2.0 */
#include "family/mathador/reply/read_lex.h"
#include "text/prose.h"

#include <string.h>

/*
 * LaTeX as far as arithmetic needs it. Commands of appearance vanish with their
 * braces; \frac{a}{b} becomes ((a) / (b)). The stack of braces knows what a
 * closing one closes: 't' nothing visible, 'b' a box, 'g' a group, 'n' and 'd'
 * the parts of a fraction.
 */

#define COUNT(table) (sizeof(table) / sizeof *(table))

enum action {
    ACT_TOKEN,
    ACT_BLANK,
    ACT_SKIP,
    ACT_ARGUMENT,
    ACT_THROUGH,
    ACT_BOX,
    ACT_FRAC
};

/* Commands, each between two blanks. */
static const struct command {
    enum action action;
    enum game_token_kind kind; /* of ACT_TOKEN */
    const char *names;
} commands[] = {
    { ACT_TOKEN, TOKEN_MUL, " times cdot ast star bullet " },
    { ACT_TOKEN, TOKEN_DIV, " div over " },
    { ACT_TOKEN, TOKEN_ROOT, " sqrt " },
    { ACT_TOKEN, TOKEN_POWER, " bmod mod " },
    { ACT_TOKEN, TOKEN_EQUALS, " approx simeq " },
    { ACT_TOKEN, TOKEN_ARROW,
      " Rightarrow rightarrow Longrightarrow longrightarrow to"
      " implies " },
    { ACT_TOKEN, TOKEN_COLON, " colon " },
    { ACT_TOKEN, TOKEN_BREAK,
      " neq ne lt gt le ge leq geq pm equiv therefore because"
      " checkmark newline item " },
    { ACT_TOKEN, TOKEN_STOP, " ldots dots cdots " },
    { ACT_BLANK, TOKEN_BREAK, " quad qquad " },
    { ACT_SKIP, TOKEN_BREAK,
      " left right big Big bigl bigr Bigl Bigr"
      " displaystyle textstyle bf it " },
    { ACT_ARGUMENT, TOKEN_BREAK,
      " begin end tag label color textcolor hspace vspace phantom " },
    { ACT_THROUGH, TOKEN_BREAK,
      " text textbf textit textrm texttt mathbf mathrm mathit"
      " mathsf boldsymbol bm mbox emph underline operatorname"
      " cancel section subsection " },
    { ACT_BOX, TOKEN_BREAK, " boxed fbox framebox " },
    { ACT_FRAC, TOKEN_BREAK, " frac dfrac tfrac cfrac " },
};

static const struct command *find(const char *s, size_t n)
{
    for (size_t i = 0; i < COUNT(commands); i++)
        if (prose_listed(commands[i].names, s, n))
            return commands + i;
    return NULL;
}

static void push_bracket(struct game_reader *r, enum game_token_kind kind,
                         char c, size_t end)
{
    token_push(r, kind, end)->bracket = c;
}

static bool brace(struct game_reader *r, char what)
{
    if (r->braces_n == BRACES)
        return false;
    r->braces[r->braces_n++] = what;
    return true;
}

/* An argument of \frac: braces or one digit. */
static void fraction_part(struct game_reader *r, bool first)
{
    r->at = lex_skip(r, r->at, " \t");
    if (r->at < r->text.n && r->text.s[r->at] == '{' &&
        brace(r, first ? 'n' : 'd')) {
        push_bracket(r, TOKEN_OPEN, '{', r->at + 1);
        return;
    }
    if (!token_number(r, true))
        return;
    if (first) {
        token_push(r, TOKEN_DIV, r->at);
        fraction_part(r, false);
    } else {
        push_bracket(r, TOKEN_CLOSE, 'f', r->at);
    }
}

void latex_open(struct game_reader *r)
{
    if (brace(r, 'g'))
        push_bracket(r, TOKEN_OPEN, '{', r->at + 1);
    else
        lex_break(r, r->at + 1, 0);
}

void latex_close(struct game_reader *r)
{
    char what = r->braces_n ? r->braces[--r->braces_n] : 0;

    if (what == 't') {
        r->at++;
    } else if (what == 'b') {
        token_push(r, TOKEN_BOXEND, r->at + 1);
    } else if (!what) {
        lex_break(r, r->at + 1, 0);
    } else {
        push_bracket(r, TOKEN_CLOSE, '{', r->at + 1);
        if (what == 'd')
            push_bracket(r, TOKEN_CLOSE, 'f', r->at);
        if (what == 'n') {
            token_push(r, TOKEN_DIV, r->at);
            fraction_part(r, false);
        }
    }
}

/* Past {...}, if it closes soon on this line. */
static void skip_argument(struct game_reader *r)
{
    size_t i = lex_skip(r, r->at, " *"), most = i + 100;

    if (i >= r->text.n || r->text.s[i] != '{')
        return;
    while (i < r->text.n && i < most && r->text.s[i] != '}' &&
           r->text.s[i] != '\n')
        i++;
    if (i < r->text.n && r->text.s[i] == '}')
        r->at = i + 1;
}

static void enter(struct game_reader *r, enum action action)
{
    size_t i = lex_skip(r, r->at, " *");

    if (action == ACT_FRAC) {
        push_bracket(r, TOKEN_OPEN, 'f', r->at);
        fraction_part(r, true);
        return;
    }
    if (i >= r->text.n || r->text.s[i] != '{' ||
        !brace(r, action == ACT_BOX ? 'b' : 't'))
        return;
    if (action == ACT_BOX)
        token_push(r, TOKEN_BOX, i + 1);
    else
        r->at = i + 1;
}

/* \\ parts lines, unless the next one goes on with an equals sign. */
static void line_break(struct game_reader *r)
{
    size_t end = r->at + 2, most = end + 10, next;

    if (end < r->text.n &&
        is_letter(r->text.s[end])) { /* "\\times", escaped twice */
        r->at++;
        return;
    }
    if (end < r->text.n && r->text.s[end] == '[') /* \\[4pt] */
        for (size_t i = end; i < r->text.n && i < most; i++)
            if (r->text.s[i] == ']' && is_letter(r->text.s[i - 1]))
                end = i + 1;
    next = lex_skip(r, end, " \t\r\n&");
    if (next < r->text.n && r->text.s[next] == '=')
        r->at = end;
    else
        lex_break(r, end, 0);
    r->spaced = true;
}

/* A backslash before what is no letter. */
static void escaped(struct game_reader *r)
{
    char c = r->at + 1 < r->text.n ? r->text.s[r->at + 1] : '\n';

    if (c == '\\') {
        line_break(r);
    } else if (c == '*') {
        token_push(r, TOKEN_MUL, r->at + 2);
    } else if (c && strchr("()[]$!`", c)) {
        r->at += 2;
    } else if (c && strchr(",;: ", c)) {
        r->at += 2;
        r->spaced = true;
    } else if (c == '{' || c == '}' || c == '|') {
        lex_break(r, r->at + 2, 0);
    } else {
        r->at++; /* an escape of Markdown: the sign itself */
    }
}

void latex_command(struct game_reader *r)
{
    size_t end = r->at + 1;
    const struct command *c;

    while (end < r->text.n && is_letter(r->text.s[end]))
        end++;
    if (end == r->at + 1) {
        escaped(r);
        return;
    }
    c = find(r->text.s + r->at + 1, end - r->at - 1);
    if (!c) {
        token_push(r, TOKEN_WORD, end)->word = SIGN_SHORT;
        return;
    }
    if (c->action == ACT_TOKEN) {
        token_push(r, c->kind, end);
        return;
    }
    r->at = end;
    r->spaced = r->spaced || c->action == ACT_BLANK;
    if (c->action == ACT_ARGUMENT)
        skip_argument(r);
    else if (c->action > ACT_ARGUMENT)
        enter(r, c->action);
}
