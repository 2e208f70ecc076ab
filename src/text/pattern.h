/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TEXT_PATTERN_H
#define TEXT_PATTERN_H

#include "text/span.h"

/*
 * Patterns: what a reader of prose or LaTeX looks for, written as text, so that
 * a rule is a row and not a loop. A pattern is a list of alternatives with bars
 * between them, of which the first that matches counts; a piece that repeats
 * takes all it can and gives nothing back. Letters match in any case. All
 * bytes stand for themselves but for
 *
 *     %d %a %l %u   a digit, a letter of ASCII, a small one, a capital
 *     %s %b         white space of any script, of a line alone
 *     %A            a letter of any script
 *     %h %o %r      a dash or hyphen, a bullet, a relation beyond ASCII
 *     %q            a quotation mark, but for the apostrophe of ASCII
 *     %w            a word: all letters of ASCII that stand here
 *     %n            a number: digits, with points or commas between them
 *     %c %g         a command of LaTeX, a group in braces
 *     %. %%         any byte, a percent sign
 *     %[a-c] %[^ab] a byte of the set, one that is not in it; case counts
 *     %(a|b%)       one of several alternatives
 *     %? %* %+      what stands before it may be missing, or repeats
 *     %!x %=x       x does not follow here, or does; no text is taken
 *     %< %>         no letter of ASCII stands before this place, or behind it
 *     %^ %$         a line begins here, the text ends here
 *     %#            at the head of a pattern: in this case alone
 *
 * Nothing is compiled. A match costs the text that it takes, and the pattern.
 */

/* Returns the length of what matches at `at`, or 0 if nothing does. */
size_t pattern_at(struct span t, size_t at, const char *pattern);

/* Returns whether it matches at `at`, perhaps no text at all. */
bool pattern_here(struct span t, size_t at, const char *pattern);

/* Behind all matches that stand at `at`, one after the other. */
size_t pattern_skip(struct span t, size_t at, const char *pattern);

/* Returns where the next match begins, at `at` or behind, or t.n if none
 * does. */
size_t pattern_find(struct span t, size_t at, const char *pattern);

static inline bool pattern_in(struct span t, const char *pattern)
{
    return pattern_find(t, 0, pattern) < t.n;
}

/* Is it all of t? */
static inline bool pattern_is(struct span t, const char *pattern)
{
    return t.n && pattern_at(t, 0, pattern) == t.n;
}

/* Returns the length of what matches and ends at `at`, or 0 if nothing does.
 * Such a pattern has no groups and takes no words or numbers as a whole. */
size_t pattern_before(struct span t, size_t at, const char *pattern);

/* Before all such matches. */
size_t pattern_back(struct span t, size_t at, const char *pattern);

#endif
