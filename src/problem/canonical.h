/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROBLEM_CANONICAL_H
#define PROBLEM_CANONICAL_H

#include "base/hash.h"
#include "base/str.h"
#include "problem/problem.h"

#include <stdbool.h>

/*
 * The canonical form of a statement: its tokens, one space apart, with the
 * spelling of numbers, the names of people and spacing normalised, and the
 * values kept. Two statements are the same problem when their forms are
 * equal; another number, variable or word is another problem. The form of a
 * form is itself. It takes linear time, knows no locale, and takes any bytes.
 * What counts as the same, with tests/cases/canonical/ as the examples:
 *
 * Spacing. White space and control characters, ~ and the spacing commands of
 * LaTeX only separate. Dropped: $ $$ \( \) \[ \] as delimiters and the
 * environments equation, displaymath and math; \left, \big and their like,
 * \displaystyle and other styles, \hspace{..}; \text{..}, \mathrm{..} and
 * \operatorname{..} but not what is in them; stars and underscores of
 * Markdown emphasis around words, the # of headings; all quotation marks;
 * . , ; : ? at the very end. Braces round one character go, and those round
 * one number after ^ or _: x^{2} is x^2, and x^12 is x^{12}, not x^{1}2.
 *
 * Signs. Unicode becomes ASCII or LaTeX: full-width forms, digits of other
 * scripts, mathematical letters, superscripts, Greek, operators, quotes,
 * dashes and the minus sign; Latin letters lose their accents. Commands of
 * one meaning become one: \dfrac \frac, \le \leq and <= \leq, \dots and ...
 * \ldots, f^\prime f', \sin sin, \pmod{n} (mod n). Outside maths a hyphen
 * inside a word is a space, and so it is in 5-year and x-axis; in x-y and
 * 5-3 it is a minus. -- and --- are a dash unless a digit follows.
 *
 * Case. Words are in lower case. In maths case counts, as it does outside for
 * single letters and words in capitals alone, which are written $AB$; "A" at
 * the start of a sentence before a word or number is the article. Letters of
 * maths next to each other are one run, whatever space is between. Only the
 * letters of the Latin alphabet have a case here.
 *
 * Numbers. 1,000 and 1{,}000 and 1,\!000 and 1\,000 are 1000, and so is what
 * is grouped by single spaces if one group begins with 0 (5 000; but 5 100
 * may be two numbers); not 1,234 alone between brackets or commas, which may
 * be a pair. 007 is 7, .5 is 0.5, 27.50 is 27.5. \frac{1}{2}, \frac12, 1/2
 * and a half in one character are 1/2; nothing is reduced or computed. Words
 * from zero to trillions are digits ("three hundred and five", "a hundred",
 * "fifteen hundred"), also after digits ("2.5 million"); "one" always is 1.
 * Ordinals, "half", "dozen", "twice" are words. percent, per cent and \% are
 * %. $5, \$5, "5 dollar" and "5 dollars" are 5 dollars; a dollar sign is
 * money when \$ or when a number follows and no formula ends at the next $.
 *
 * People. Names become @p1, @p2 ... in the order of their first appearance,
 * so that Anna gives Ben 3 = Ben gives Anna 3 = Lily gives Omar 3. A name is
 * a capitalised word outside maths that is neither alone in quotes nor after
 * "word", and that
 *   - is in the table of given names (text/words.txt); or
 *   - is there, but is an English word too (Will, Rose): if it does not begin
 *     a sentence, or is followed by 's or by what people do (has, gave ...);
 *   - is there, but is a place, month or the like too (Paris, June): if it is
 *     next to what people do, or after does, did, than ..., or a title;
 *   - is not there: the same, where it does not begin a sentence.
 * A name anywhere in the statement is a name everywhere in it. she is he;
 * her, hers and him are his; herself is himself; Mrs, Ms and Miss are Mr.
 * "They" is left alone, since with two people it asks something else. Places,
 * brands, days, months and the names of variables are values and stay.
 *
 * Not seen through: other words for the same thing, another order, missing
 * punctuation, a/b for \frac{a}{b} with letters, units, decimal commas.
 */
void canonical_statement(struct str *out, const char *statement);

/*
 * Write the form of a problem that a family made: the family's name and its
 * parameters as JSON with sorted names. Equal forms are the same mathematics,
 * perhaps in other words or from another version of the family. Returns false,
 * and writes nothing, for a problem without family or parameters.
 */
bool canonical_params(struct str *out, const struct problem *p);

/* The hashes of both forms, 128 bits each; only equal forms have equal hashes.
 */
struct canonical {
    struct hash128 statement;
    struct hash128 params; /* if has_params */
    bool has_params;
};

void canonical_problem(struct canonical *out, const struct problem *p);

#endif
