/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROBLEM_CANONICAL_RULES_H
#define PROBLEM_CANONICAL_RULES_H

#include <stddef.h>

/*
 * How the canonical form rewrites LaTeX commands. A command without a rule
 * stays as it is.
 */

enum command_action {
    ACTION_DROP,   /* spacing, sizes, styles */
    ACTION_SIZED,  /* a size before a delimiter, which may be "." for none */
    ACTION_SKIP,   /* dropped with its argument in braces */
    ACTION_TEXT,   /* its argument is text, its braces are dropped */
    ACTION_ROMAN,  /* as TEXT, but a single letter is a letter of maths */
    ACTION_NAME,   /* a function: the word without its backslash */
    ACTION_SPELL,  /* another spelling, tokens apart */
    ACTION_MONEY,  /* a dollar sign */
    ACTION_MODULO, /* \pmod{n} -> ( mod n ) */
    ACTION_BEGIN,
    ACTION_END,
};

struct command_rule {
    const char *names; /* with a blank between two */
    enum command_action action;
    const char *spell; /* of ACTION_SPELL and ACTION_NAME; NULL: as it is */
};

extern const struct command_rule command_rules[];
extern const size_t n_command_rules;

/* Returns the rule of the command s[0..n), named without its backslash, or NULL
 * if there is none. */
const struct command_rule *command_rule_find(const char *s, size_t n);

#endif
