/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "family/mathador/reply/read_lex.h"

#include <string.h>

/*
 * LaTeX as far as arithmetic goes. Commands of looks vanish with their
 * braces; \frac{a}{b} becomes ((a) / (b)). The stack of braces tells what a
 * closing one closes: 't' nothing to be seen, 'b' a box, 'g' a group, 'n' and
 * 'd' the parts of a fraction.
 */

#define COUNT(table) (sizeof(table) / sizeof *(table))

enum action {
    ACT_TOKEN,
    ACT_SKIP,
    ACT_ARGUMENT,
    ACT_THROUGH,
    ACT_BOX,
    ACT_FRAC
};

struct command {
    const char *name;
    enum action action;
    enum token_kind kind; /* of ACT_TOKEN */
};

static const struct command commands[] = {
    { "times", ACT_TOKEN, TOKEN_MUL },
    { "cdot", ACT_TOKEN, TOKEN_MUL },
    { "ast", ACT_TOKEN, TOKEN_MUL },
    { "star", ACT_TOKEN, TOKEN_MUL },
    { "bullet", ACT_TOKEN, TOKEN_MUL },
    { "div", ACT_TOKEN, TOKEN_DIV },
    { "over", ACT_TOKEN, TOKEN_DIV },
    { "sqrt", ACT_TOKEN, TOKEN_ROOT },
    { "bmod", ACT_TOKEN, TOKEN_POWER },
    { "mod", ACT_TOKEN, TOKEN_POWER },
    { "approx", ACT_TOKEN, TOKEN_EQUALS },
    { "simeq", ACT_TOKEN, TOKEN_EQUALS },
    { "Rightarrow", ACT_TOKEN, TOKEN_ARROW },
    { "rightarrow", ACT_TOKEN, TOKEN_ARROW },
    { "Longrightarrow", ACT_TOKEN, TOKEN_ARROW },
    { "longrightarrow", ACT_TOKEN, TOKEN_ARROW },
    { "to", ACT_TOKEN, TOKEN_ARROW },
    { "implies", ACT_TOKEN, TOKEN_ARROW },
    { "colon", ACT_TOKEN, TOKEN_COLON },
    { "neq", ACT_TOKEN, TOKEN_BREAK },
    { "ne", ACT_TOKEN, TOKEN_BREAK },
    { "lt", ACT_TOKEN, TOKEN_BREAK },
    { "gt", ACT_TOKEN, TOKEN_BREAK },
    { "le", ACT_TOKEN, TOKEN_BREAK },
    { "ge", ACT_TOKEN, TOKEN_BREAK },
    { "leq", ACT_TOKEN, TOKEN_BREAK },
    { "geq", ACT_TOKEN, TOKEN_BREAK },
    { "pm", ACT_TOKEN, TOKEN_BREAK },
    { "equiv", ACT_TOKEN, TOKEN_BREAK },
    { "ldots", ACT_TOKEN, TOKEN_STOP },
    { "dots", ACT_TOKEN, TOKEN_STOP },
    { "cdots", ACT_TOKEN, TOKEN_STOP },
    { "therefore", ACT_TOKEN, TOKEN_BREAK },
    { "because", ACT_TOKEN, TOKEN_BREAK },
    { "checkmark", ACT_TOKEN, TOKEN_BREAK },
    { "newline", ACT_TOKEN, TOKEN_BREAK },
    { "item", ACT_TOKEN, TOKEN_BREAK },
    { "quad", ACT_SKIP, 0 },
    { "qquad", ACT_SKIP, 0 },
    { "left", ACT_SKIP, 0 },
    { "right", ACT_SKIP, 0 },
    { "big", ACT_SKIP, 0 },
    { "Big", ACT_SKIP, 0 },
    { "bigl", ACT_SKIP, 0 },
    { "bigr", ACT_SKIP, 0 },
    { "Bigl", ACT_SKIP, 0 },
    { "Bigr", ACT_SKIP, 0 },
    { "displaystyle", ACT_SKIP, 0 },
    { "textstyle", ACT_SKIP, 0 },
    { "bf", ACT_SKIP, 0 },
    { "it", ACT_SKIP, 0 },
    { "begin", ACT_ARGUMENT, 0 },
    { "end", ACT_ARGUMENT, 0 },
    { "tag", ACT_ARGUMENT, 0 },
    { "label", ACT_ARGUMENT, 0 },
    { "color", ACT_ARGUMENT, 0 },
    { "textcolor", ACT_ARGUMENT, 0 },
    { "hspace", ACT_ARGUMENT, 0 },
    { "vspace", ACT_ARGUMENT, 0 },
    { "phantom", ACT_ARGUMENT, 0 },
    { "text", ACT_THROUGH, 0 },
    { "textbf", ACT_THROUGH, 0 },
    { "textit", ACT_THROUGH, 0 },
    { "textrm", ACT_THROUGH, 0 },
    { "texttt", ACT_THROUGH, 0 },
    { "mathbf", ACT_THROUGH, 0 },
    { "mathrm", ACT_THROUGH, 0 },
    { "mathit", ACT_THROUGH, 0 },
    { "mathsf", ACT_THROUGH, 0 },
    { "boldsymbol", ACT_THROUGH, 0 },
    { "bm", ACT_THROUGH, 0 },
    { "mbox", ACT_THROUGH, 0 },
    { "emph", ACT_THROUGH, 0 },
    { "underline", ACT_THROUGH, 0 },
    { "operatorname", ACT_THROUGH, 0 },
    { "cancel", ACT_THROUGH, 0 },
    { "section", ACT_THROUGH, 0 },
    { "subsection", ACT_THROUGH, 0 },
    { "boxed", ACT_BOX, 0 },
    { "fbox", ACT_BOX, 0 },
    { "framebox", ACT_BOX, 0 },
    { "frac", ACT_FRAC, 0 },
    { "dfrac", ACT_FRAC, 0 },
    { "tfrac", ACT_FRAC, 0 },
    { "cfrac", ACT_FRAC, 0 },
};

static const struct command *find(const char *s, size_t n)
{
    for (size_t i = 0; i < COUNT(commands); i++)
        if (strncmp(commands[i].name, s, n) == 0 && !commands[i].name[n])
            return commands + i;
    return NULL;
}

static void push_bracket(struct reader *r, enum token_kind kind, char c,
                         size_t end)
{
    token_push(r, kind, end)->bracket = c;
}

static bool brace(struct reader *r, char what)
{
    if (r->braces_n == BRACES)
        return false;
    r->braces[r->braces_n++] = what;
    return true;
}

/* An argument of \frac: braces or one digit. */
static void fraction_part(struct reader *r, bool first)
{
    r->at = lex_skip(r, r->at, " \t");
    if (r->at < r->n && r->s[r->at] == '{' && brace(r, first ? 'n' : 'd')) {
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

void latex_open(struct reader *r)
{
    if (brace(r, 'g'))
        push_bracket(r, TOKEN_OPEN, '{', r->at + 1);
    else
        lex_break(r, r->at + 1, 0);
}

void latex_close(struct reader *r)
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
static void skip_argument(struct reader *r)
{
    size_t i = lex_skip(r, r->at, " *"), most = i + 100;

    if (i >= r->n || r->s[i] != '{')
        return;
    while (i < r->n && i < most && r->s[i] != '}' && r->s[i] != '\n')
        i++;
    if (i < r->n && r->s[i] == '}')
        r->at = i + 1;
}

static void enter(struct reader *r, enum action action)
{
    size_t i = lex_skip(r, r->at, " *");

    if (action == ACT_FRAC) {
        push_bracket(r, TOKEN_OPEN, 'f', r->at);
        fraction_part(r, true);
        return;
    }
    if (i >= r->n || r->s[i] != '{' || !brace(r, action == ACT_BOX ? 'b' : 't'))
        return;
    if (action == ACT_BOX)
        token_push(r, TOKEN_BOX, i + 1);
    else
        r->at = i + 1;
}

/* \\ parts lines, unless the next one goes on with an equals sign. */
static void line_break(struct reader *r)
{
    size_t end = r->at + 2, most = end + 10, next;

    if (end < r->n && is_letter(r->s[end])) { /* "\\times", escaped twice */
        r->at++;
        return;
    }
    if (end < r->n && r->s[end] == '[') /* \\[4pt] */
        for (size_t i = end; i < r->n && i < most; i++)
            if (r->s[i] == ']' && is_letter(r->s[i - 1]))
                end = i + 1;
    next = lex_skip(r, end, " \t\r\n&");
    if (next < r->n && r->s[next] == '=')
        r->at = end;
    else
        lex_break(r, end, 0);
    r->spaced = true;
}

/* A backslash before what is no letter. */
static void escaped(struct reader *r)
{
    char c = r->at + 1 < r->n ? r->s[r->at + 1] : '\n';

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

void latex_command(struct reader *r)
{
    size_t end = r->at + 1;
    const struct command *c;

    while (end < r->n && is_letter(r->s[end]))
        end++;
    if (end == r->at + 1) {
        escaped(r);
        return;
    }
    c = find(r->s + r->at + 1, end - r->at - 1);
    if (!c) {
        token_push(r, TOKEN_WORD, end)->word = WORD_SHORT;
        return;
    }
    if (c->action == ACT_TOKEN) {
        token_push(r, c->kind, end);
        return;
    }
    r->at = end;
    if (c->action == ACT_SKIP)
        r->spaced = r->spaced || c->name[0] == 'q';
    else if (c->action == ACT_ARGUMENT)
        skip_argument(r);
    else
        enter(r, c->action);
}
