/* SPDX-License-Identifier: Apache-2.0 */

/* The table of LaTeX commands for the canonical form. */
#include "problem/canonical/rules.h"
#include "base/map.h"
#include "problem/canonical/parts.h"

#include <pthread.h>

const struct command_rule command_rules[] = {
    { "begin", ACTION_BEGIN, NULL },
    { "bf bigskip displaystyle enspace ensuremath hfill it limits medskip medspace negthinspace newline noindent nolimits nonumber notag par qquad quad rm scriptstyle smallskip strut textstyle thickspace thinspace tt",
      ACTION_DROP, NULL },
    { "end", ACTION_END, NULL },
    { "pmod", ACTION_MODULO, NULL },
    { "textdollar", ACTION_MONEY, NULL },
    { "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd inf ker lg lim liminf limsup ln log max min mod sec sin sinh sup tan tanh",
      ACTION_NAME, NULL },
    { "bmod", ACTION_NAME, "mod" },
    { "Pr", ACTION_NAME, "pr" },
    { "mathrm operatorname", ACTION_ROMAN, NULL },
    { "Big Bigg Biggl Biggr Bigl Bigr big bigg biggl biggr bigl bigr left middle right",
      ACTION_SIZED, NULL },
    { "hspace vspace", ACTION_SKIP, NULL },
    { "ast", ACTION_SPELL, "*" },
    { "colon", ACTION_SPELL, ":" },
    { "lt", ACTION_SPELL, "<" },
    { "gt", ACTION_SPELL, ">" },
    { "lbrack", ACTION_SPELL, "[" },
    { "iff", ACTION_SPELL, "\\Leftrightarrow" },
    { "implies", ACTION_SPELL, "\\Rightarrow" },
    { "dbinom tbinom", ACTION_SPELL, "\\binom" },
    { "varnothing", ACTION_SPELL, "\\emptyset" },
    { "varepsilon", ACTION_SPELL, "\\epsilon" },
    { "cfrac dfrac tfrac", ACTION_SPELL, "\\frac" },
    { "ge geqslant", ACTION_SPELL, "\\geq" },
    { "cdots dots dotsb dotsc dotsm", ACTION_SPELL, "\\ldots" },
    { "gets", ACTION_SPELL, "\\leftarrow" },
    { "le leqslant", ACTION_SPELL, "\\leq" },
    { "lnot", ACTION_SPELL, "\\neg" },
    { "ne", ACTION_SPELL, "\\neq" },
    { "owns", ACTION_SPELL, "\\ni" },
    { "varphi", ACTION_SPELL, "\\phi" },
    { "vartheta", ACTION_SPELL, "\\theta" },
    { "longrightarrow rightarrow", ACTION_SPELL, "\\to" },
    { "lor", ACTION_SPELL, "\\vee" },
    { "land", ACTION_SPELL, "\\wedge" },
    { "lbrace", ACTION_SPELL, "\\{" },
    { "Vert", ACTION_SPELL, "\\|" },
    { "rbrace", ACTION_SPELL, "\\}" },
    { "rbrack", ACTION_SPELL, "]" },
    { "degree textdegree", ACTION_SPELL, "^ \\circ" },
    { "lvert mid rvert vert", ACTION_SPELL, "|" },
    { "emph hbox mbox text textbf textit textnormal textrm textsc textsf texttt textup",
      ACTION_TEXT, NULL },
};

const size_t n_command_rules = sizeof(command_rules) / sizeof(*command_rules);

static struct map rule_index;
static pthread_once_t rule_once = PTHREAD_ONCE_INIT;

static void rule_make(void)
{
    for (size_t i = 0; i < n_command_rules; i++)
        map_add_words(&rule_index, command_rules[i].names, i);
}

const struct command_rule *command_rule_find(const char *s, size_t n)
{
    const size_t *at;

    (void)pthread_once(&rule_once, rule_make);
    at = map_get(&rule_index, s, n);
    return at ? &command_rules[*at] : NULL;
}

bool word_is_function(struct span word)
{
    const struct command_rule *r = command_rule_find(word.s, word.n);

    return (r && r->action == ACTION_NAME) || span_is(word, "mod") ||
           span_is(word, "lcm") || span_is(word, "sqrt");
}
