/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The lexer's LaTeX: commands, groups and dollars. Modes and groups are kept
 * on a stack; malformed nesting is legal input and only has to give the same
 * form every time.
 */
#include "problem/canonical/parts.h"
#include "problem/canonical/rules.h"
#include "text/prose.h"

#include <string.h>

/* ---- groups ---- */

static bool ends_with_brace(enum group_kind k)
{
    return k == GROUP_BRACE || k == GROUP_DROP || k == GROUP_PAREN;
}

static struct form_group *top(const struct form_lexer *l)
{
    return l->groups.n ? vec_get(&l->groups, struct form_group, l->groups.n - 1)
                       : NULL;
}

static void leave(struct form_lexer *l)
{
    struct form_group *g = top(l);

    l->math = g->math;
    l->join = false;
    if (ends_with_brace(g->kind))
        l->n_braces--;
    l->groups.n--;
}

/* Enter a group; what opens it has been or will be skipped. */
void scan_open(struct form_lexer *l, enum group_kind kind, bool math)
{
    struct form_group g = { .kind = kind, .math = l->math };

    if (ends_with_brace(kind))
        l->n_braces++;
    if (kind == GROUP_BRACE)
        scan_push(l, TOKEN_OPEN, "{", 1);
    l->join = false;
    l->math = math;
    *(struct form_group *)vec_push(&l->groups) = g;
}

/* At "}". It ends whatever was opened inside its group; one that ends no
 * group is a token all the same. */
void scan_close(struct form_lexer *l)
{
    enum group_kind kind = GROUP_BRACE;

    if (l->n_braces > 0) {
        while (!ends_with_brace(top(l)->kind))
            leave(l);
        kind = top(l)->kind;
        leave(l);
    }
    if (kind == GROUP_BRACE)
        scan_push(l, TOKEN_CLOSE, "}", 1);
    else if (kind == GROUP_PAREN)
        scan_push(l, TOKEN_MARK, ")", 1);
    l->p++;
}

static void leave_if(struct form_lexer *l, enum group_kind kind)
{
    if (l->groups.n && top(l)->kind == kind)
        leave(l);
}

/* ---- dollars ---- */

struct gap {
    const char *end; /* the next dollar that is not \$; NULL: none */
    int prose;       /* words outside braces that no formula has */
    bool blank;      /* a blank line */
};

/* Does a word of prose begin at p? Letters of a formula also stand between
 * spaces, hence the vowel, and the list of the shortest words. */
static bool prose_at(const char *s, const char *p)
{
    static const char shortest[] = " an at by he if in is it of on or to ";
    size_t n = 1;
    bool vowel = strchr("AEIOUaeiou", *p) != NULL;

    if (!is_letter(*p) || p == s || !(is_gap(p[-1]) || p[-1] == ','))
        return false;
    for (; is_lower(p[n]); n++)
        vowel = vowel || strchr("aeiou", p[n]);
    if (!is_gap(p[n]) && (!p[n] || !strchr(".,;:?!)", p[n])))
        return false;
    if (n == 2)
        return prose_listed(shortest, p, n);
    return n > 2 && vowel && !word_is_function((struct span){ p, n });
}

static struct gap gap_after(const char *s, const char *p)
{
    struct gap g = { 0 };
    int depth = 0;

    for (; *p; p++) {
        if (*p == '$') {
            g.end = p;
            break;
        }
        if (*p == '\\' && p[1])
            p++;
        else if (*p == '{')
            depth++;
        else if (*p == '}')
            depth--;
        else if (*p == '\n' && p[1] == '\n')
            g.blank = true;
        else if (depth == 0 && prose_at(s, p))
            g.prose++;
    }
    return g;
}

static bool is_amount(const char *p)
{
    return is_digit(*p) || (*p == '.' && is_digit(p[1]));
}

enum dollar { DOLLAR_OPENS, DOLLAR_MONEY, DOLLAR_DROPPED };

/* What a dollar outside maths means. Before an amount it is money unless the
 * next dollar closes what reads as a formula. */
static enum dollar dollar_means(const char *s, const char *p)
{
    struct gap g = gap_after(s, p + 1);
    const char *q = p + 1;

    while (is_gap(*q))
        q++;
    if (!is_amount(q))
        return g.end && !g.blank && g.prose < 2 ? DOLLAR_OPENS : DOLLAR_DROPPED;
    if (!g.end || g.blank || g.prose || is_amount(g.end + 1))
        return DOLLAR_MONEY;
    return DOLLAR_OPENS;
}

/* A sign of money, behind which l->p stands; without an amount it goes. */
static void scan_money(struct form_lexer *l)
{
    const char *p = l->p;

    while (is_gap(*p))
        p++;
    if (is_amount(p) || !strncmp(p, "\\frac", 5) || !strncmp(p, "\\dfrac", 6) ||
        !strncmp(p, "\\tfrac", 6))
        scan_push(l, TOKEN_MONEY, "$", 1);
    l->join = false;
}

void scan_dollar(struct form_lexer *l)
{
    int n = l->p[1] == '$' ? 2 : 1;

    if (l->groups.n && top(l)->kind == GROUP_DOLLAR) {
        n = n < top(l)->dollars ? n : top(l)->dollars;
        leave(l);
        l->p += n;
        return;
    }
    l->p += n;
    switch (n == 2 ? DOLLAR_OPENS : dollar_means(l->s, l->p - 1)) {
    case DOLLAR_OPENS:
        scan_open(l, GROUP_DOLLAR, true);
        top(l)->dollars = n;
        break;
    case DOLLAR_MONEY: scan_money(l); break;
    case DOLLAR_DROPPED: l->join = false; break;
    }
}

/* ---- commands ---- */

static void skip_space(struct form_lexer *l)
{
    while (is_gap(*l->p))
        l->p++;
}

static void skip_star(struct form_lexer *l)
{
    if (*l->p == '*')
        l->p++;
    skip_space(l);
}

static void push_text(struct form_lexer *l, enum form_token_kind kind,
                      const char *s)
{
    scan_push(l, kind, s, strlen(s));
}

/* Push the tokens of a spelling, which stand apart by one space. */
static void push_spelling(struct form_lexer *l, const char *s)
{
    while (*s) {
        size_t n = strcspn(s, " ");

        scan_push(l, *s == '\\' ? TOKEN_COMMAND : TOKEN_MARK, s, n);
        s += n + (s[n] == ' ');
    }
}

/* \text{...}: what is in the braces is text. */
static void push_text_group(struct form_lexer *l, bool roman)
{
    skip_star(l);
    if (*l->p != '{')
        return;
    if (roman && l->math && is_letter(l->p[1]) && l->p[2] == '}') {
        scan_maths(l, l->p + 1, 1);
        l->p += 3;
        return;
    }
    scan_open(l, GROUP_DROP, false);
    l->p++;
}

/* Environments that only mark maths. */
static bool is_display(const char *s, size_t n)
{
    return prose_listed(" displaymath equation math ", s, n);
}

/* \begin{name} becomes \begin name, which changes no mode when read again. */
static void push_environment(struct form_lexer *l, bool begins)
{
    const char *name = l->p + 1;
    size_t n = 0, star;

    while (*l->p == '{' && is_letter(name[n]))
        n++;
    star = n && name[n] == '*';
    if (n == 0 || name[n + star] != '}') {
        push_text(l, TOKEN_COMMAND, begins ? "\\begin" : "\\end");
        return;
    }
    if (!begins)
        leave_if(l, GROUP_ENV);
    if (!is_display(name, n)) {
        push_text(l, TOKEN_COMMAND, begins ? "\\begin" : "\\end");
        scan_push(l, TOKEN_SYMBOL, name, n);
        if (star)
            push_text(l, TOKEN_MARK, "*");
    }
    if (begins)
        scan_open(l, GROUP_ENV, n != 7 || strncmp(name, "tabular", 7) != 0);
    l->p += n + star + 2;
}

/* \left and its like go, with the "." that stands for no delimiter. */
static void skip_size(struct form_lexer *l)
{
    skip_space(l);
    if (*l->p == '.' && !is_digit(l->p[1]))
        l->p++;
}

static void skip_argument(struct form_lexer *l)
{
    skip_star(l);
    if (*l->p != '{')
        return;
    while (*l->p && *l->p != '}')
        l->p++;
    l->p += *l->p == '}';
}

static void push_modulo(struct form_lexer *l)
{
    skip_space(l);
    push_text(l, TOKEN_MARK, "(");
    push_text(l, TOKEN_WORD, "mod");
    if (*l->p == '{') {
        scan_open(l, GROUP_PAREN, l->math);
        l->p++;
    } else if (is_digit(*l->p) || is_letter(*l->p)) {
        scan_push(l, is_digit(*l->p) ? TOKEN_NUMBER : TOKEN_SYMBOL, l->p, 1);
        push_text(l, TOKEN_MARK, ")");
        l->p++;
    }
}

/* The command of n bytes, backslash included, that stood before l->p. */
static void push_command(struct form_lexer *l, const char *s, size_t n)
{
    const struct command_rule *r = command_rule_find(s + 1, n - 1);
    const char *spell = r && r->spell ? r->spell : NULL;

    if (!r) {
        scan_push(l, TOKEN_COMMAND, s, n);
        return;
    }
    switch (r->action) {
    case ACTION_DROP: break;
    case ACTION_SIZED: skip_size(l); break;
    case ACTION_SKIP: skip_argument(l); break;
    case ACTION_TEXT: push_text_group(l, false); break;
    case ACTION_ROMAN: push_text_group(l, true); break;
    case ACTION_NAME:
        scan_push(l, TOKEN_WORD, spell ? spell : s + 1,
                  spell ? strlen(spell) : n - 1);
        break;
    case ACTION_SPELL: push_spelling(l, spell); break;
    case ACTION_MONEY: scan_money(l); break;
    case ACTION_MODULO: push_modulo(l); break;
    case ACTION_BEGIN: push_environment(l, true); break;
    case ACTION_END: push_environment(l, false); break;
    }
}

/* A backslash and one character that is no letter. */
static void push_control(struct form_lexer *l, char c)
{
    char text[2] = { '\\', c };

    if (is_gap(c) || strchr(",;:!>/-@\"'`^=.~*", c))
        return;
    switch (c) {
    case '$': scan_money(l); break;
    case '%': push_text(l, TOKEN_MARK, "%"); break;
    case '(':
    case '[': scan_open(l, GROUP_SHOWN, true); break;
    case ')':
    case ']': leave_if(l, GROUP_SHOWN); break;
    default: scan_push(l, TOKEN_COMMAND, text, 2);
    }
}

void scan_backslash(struct form_lexer *l)
{
    const char *s = l->p++;
    size_t n = 1;

    while (is_letter(s[n]))
        n++;
    if (n > 1) {
        l->p = s + n;
        push_command(l, s, n);
    } else if (*l->p && (*l->p & 0x80) == 0) {
        l->p++;
        push_control(l, l->p[-1]);
    }
}
