/* SPDX-License-Identifier: Apache-2.0 */

/* The table of LaTeX commands for the canonical form. */
#include "problem/canonical/rules.h"
#include "problem/canonical/parts.h"

#include <stdlib.h>
#include <string.h>

const struct command_rule command_rules[] = {
    { "Big", ACTION_SIZED, NULL },
    { "Bigg", ACTION_SIZED, NULL },
    { "Biggl", ACTION_SIZED, NULL },
    { "Biggr", ACTION_SIZED, NULL },
    { "Bigl", ACTION_SIZED, NULL },
    { "Bigr", ACTION_SIZED, NULL },
    { "Pr", ACTION_NAME, "pr" },
    { "Vert", ACTION_SPELL, "\\|" },
    { "arccos", ACTION_NAME, NULL },
    { "arcsin", ACTION_NAME, NULL },
    { "arctan", ACTION_NAME, NULL },
    { "arg", ACTION_NAME, NULL },
    { "ast", ACTION_SPELL, "*" },
    { "begin", ACTION_BEGIN, NULL },
    { "bf", ACTION_DROP, NULL },
    { "big", ACTION_SIZED, NULL },
    { "bigg", ACTION_SIZED, NULL },
    { "biggl", ACTION_SIZED, NULL },
    { "biggr", ACTION_SIZED, NULL },
    { "bigl", ACTION_SIZED, NULL },
    { "bigr", ACTION_SIZED, NULL },
    { "bigskip", ACTION_DROP, NULL },
    { "bmod", ACTION_NAME, "mod" },
    { "cdots", ACTION_SPELL, "\\ldots" },
    { "cfrac", ACTION_SPELL, "\\frac" },
    { "colon", ACTION_SPELL, ":" },
    { "cos", ACTION_NAME, NULL },
    { "cosh", ACTION_NAME, NULL },
    { "cot", ACTION_NAME, NULL },
    { "coth", ACTION_NAME, NULL },
    { "csc", ACTION_NAME, NULL },
    { "dbinom", ACTION_SPELL, "\\binom" },
    { "deg", ACTION_NAME, NULL },
    { "degree", ACTION_SPELL, "^ \\circ" },
    { "det", ACTION_NAME, NULL },
    { "dfrac", ACTION_SPELL, "\\frac" },
    { "dim", ACTION_NAME, NULL },
    { "displaystyle", ACTION_DROP, NULL },
    { "dots", ACTION_SPELL, "\\ldots" },
    { "dotsb", ACTION_SPELL, "\\ldots" },
    { "dotsc", ACTION_SPELL, "\\ldots" },
    { "dotsm", ACTION_SPELL, "\\ldots" },
    { "emph", ACTION_TEXT, NULL },
    { "end", ACTION_END, NULL },
    { "enspace", ACTION_DROP, NULL },
    { "ensuremath", ACTION_DROP, NULL },
    { "exp", ACTION_NAME, NULL },
    { "gcd", ACTION_NAME, NULL },
    { "ge", ACTION_SPELL, "\\geq" },
    { "geqslant", ACTION_SPELL, "\\geq" },
    { "gets", ACTION_SPELL, "\\leftarrow" },
    { "gt", ACTION_SPELL, ">" },
    { "hbox", ACTION_TEXT, NULL },
    { "hfill", ACTION_DROP, NULL },
    { "hspace", ACTION_SKIP, NULL },
    { "iff", ACTION_SPELL, "\\Leftrightarrow" },
    { "implies", ACTION_SPELL, "\\Rightarrow" },
    { "inf", ACTION_NAME, NULL },
    { "it", ACTION_DROP, NULL },
    { "ker", ACTION_NAME, NULL },
    { "land", ACTION_SPELL, "\\wedge" },
    { "lbrace", ACTION_SPELL, "\\{" },
    { "lbrack", ACTION_SPELL, "[" },
    { "le", ACTION_SPELL, "\\leq" },
    { "left", ACTION_SIZED, NULL },
    { "leqslant", ACTION_SPELL, "\\leq" },
    { "lg", ACTION_NAME, NULL },
    { "lim", ACTION_NAME, NULL },
    { "liminf", ACTION_NAME, NULL },
    { "limits", ACTION_DROP, NULL },
    { "limsup", ACTION_NAME, NULL },
    { "ln", ACTION_NAME, NULL },
    { "lnot", ACTION_SPELL, "\\neg" },
    { "log", ACTION_NAME, NULL },
    { "longrightarrow", ACTION_SPELL, "\\to" },
    { "lor", ACTION_SPELL, "\\vee" },
    { "lt", ACTION_SPELL, "<" },
    { "lvert", ACTION_SPELL, "|" },
    { "mathrm", ACTION_ROMAN, NULL },
    { "max", ACTION_NAME, NULL },
    { "mbox", ACTION_TEXT, NULL },
    { "medskip", ACTION_DROP, NULL },
    { "medspace", ACTION_DROP, NULL },
    { "mid", ACTION_SPELL, "|" },
    { "middle", ACTION_SIZED, NULL },
    { "min", ACTION_NAME, NULL },
    { "mod", ACTION_NAME, NULL },
    { "ne", ACTION_SPELL, "\\neq" },
    { "negthinspace", ACTION_DROP, NULL },
    { "newline", ACTION_DROP, NULL },
    { "noindent", ACTION_DROP, NULL },
    { "nolimits", ACTION_DROP, NULL },
    { "nonumber", ACTION_DROP, NULL },
    { "notag", ACTION_DROP, NULL },
    { "operatorname", ACTION_ROMAN, NULL },
    { "owns", ACTION_SPELL, "\\ni" },
    { "par", ACTION_DROP, NULL },
    { "pmod", ACTION_MODULO, NULL },
    { "qquad", ACTION_DROP, NULL },
    { "quad", ACTION_DROP, NULL },
    { "rbrace", ACTION_SPELL, "\\}" },
    { "rbrack", ACTION_SPELL, "]" },
    { "right", ACTION_SIZED, NULL },
    { "rightarrow", ACTION_SPELL, "\\to" },
    { "rm", ACTION_DROP, NULL },
    { "rvert", ACTION_SPELL, "|" },
    { "scriptstyle", ACTION_DROP, NULL },
    { "sec", ACTION_NAME, NULL },
    { "sin", ACTION_NAME, NULL },
    { "sinh", ACTION_NAME, NULL },
    { "smallskip", ACTION_DROP, NULL },
    { "strut", ACTION_DROP, NULL },
    { "sup", ACTION_NAME, NULL },
    { "tan", ACTION_NAME, NULL },
    { "tanh", ACTION_NAME, NULL },
    { "tbinom", ACTION_SPELL, "\\binom" },
    { "text", ACTION_TEXT, NULL },
    { "textbf", ACTION_TEXT, NULL },
    { "textdegree", ACTION_SPELL, "^ \\circ" },
    { "textdollar", ACTION_MONEY, NULL },
    { "textit", ACTION_TEXT, NULL },
    { "textnormal", ACTION_TEXT, NULL },
    { "textrm", ACTION_TEXT, NULL },
    { "textsc", ACTION_TEXT, NULL },
    { "textsf", ACTION_TEXT, NULL },
    { "textstyle", ACTION_DROP, NULL },
    { "texttt", ACTION_TEXT, NULL },
    { "textup", ACTION_TEXT, NULL },
    { "tfrac", ACTION_SPELL, "\\frac" },
    { "thickspace", ACTION_DROP, NULL },
    { "thinspace", ACTION_DROP, NULL },
    { "tt", ACTION_DROP, NULL },
    { "varepsilon", ACTION_SPELL, "\\epsilon" },
    { "varnothing", ACTION_SPELL, "\\emptyset" },
    { "varphi", ACTION_SPELL, "\\phi" },
    { "vartheta", ACTION_SPELL, "\\theta" },
    { "vert", ACTION_SPELL, "|" },
    { "vspace", ACTION_SKIP, NULL },
};

const size_t n_command_rules = sizeof(command_rules) / sizeof(*command_rules);

static int rule_order(const void *key, const void *item)
{
    const struct span *k = key;
    const char *name = ((const struct command_rule *)item)->name;
    int d = strncmp(k->s, name, k->n);

    return d ? d : -(name[k->n] != '\0');
}

const struct command_rule *command_rule_find(const char *s, size_t n)
{
    struct span key = { s, n };

    return bsearch(&key, command_rules, n_command_rules, sizeof(*command_rules),
                   rule_order);
}

bool word_is_function(struct span word)
{
    const struct command_rule *r = command_rule_find(word.s, word.n);

    return (r && r->action == ACTION_NAME) || span_is(word, "mod") ||
           span_is(word, "lcm") || span_is(word, "sqrt");
}
