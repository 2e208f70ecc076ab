/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_READ_PARSE_INT_H
#define MATH_READ_PARSE_INT_H

#include "math/read/lex.h"
#include "math/read/parse_make.h"
#include "math/read/read.h"

/*
 * The inside of the parser. Its levels, loosest first:
 *
 *   parse_list       a, b; c and d, or rows of formulas
 *   parse_statement  a < b <= c, a = b (mod m)
 *   parse_set        unions of sets; a : b
 *   parse_sum        a + b - c, a \pm b; a unit behind it
 *   parse_term       a b / c, a mod b: all of one strength, from the left
 *   parse_power      a^b, a!, a%
 *   parse_primary    numbers, names, brackets, functions
 *
 * A function returns NULL if it has failed; the error is set by then and all
 * callers return. Each file has one subject, named at its head.
 */

/* The state that a bracket changes, saved while its inside is read. */
struct parse_inside {
    unsigned bars;
    bool separate, builder, side_ok;
};

struct parse_inside parse_inside(struct parser *p, bool separate);
void parse_outside(struct parser *p, struct parse_inside was);

/* ---- levels ---- */

const struct expr *parse_list(struct parser *p);
const struct expr *parse_statement(struct parser *p);
const struct expr *parse_set(struct parser *p);
const struct expr *parse_sum(struct parser *p);
const struct expr *parse_term(struct parser *p);
const struct expr *parse_power(struct parser *p);
const struct expr *parse_primary(struct parser *p);

/* Read what may follow a primary: ^ ! % and the like. */
const struct expr *parse_postfix(struct parser *p, const struct token *at,
                                 const struct expr *x);

/* Does the next token begin a factor that stands beside the last one? */
bool parse_factor_follows(const struct parser *p);

/* Read the rest of a chain a = b < c whose first side was read. */
const struct expr *parse_chain(struct parser *p, const struct token *at,
                               const struct expr *first);

/* ---- mathematics in words (read_options.labels) ---- */

/* Read "slope: 3". NULL without an error: there is no label. */
const struct expr *parse_labelled(struct parser *p);
const struct expr *parse_membership(struct parser *p); /* k is an integer */
const struct expr *parse_proportion(struct parser *p); /* 2 to 3 */
/* Does a word stand next that a condition follows, "where"? */
bool parse_condition_next(struct parser *p);
/* Returns the list with what stands behind "where" put in its places. */
const struct expr *parse_where(struct parser *p, const struct expr *x);

/* ---- subjects ---- */

const struct expr *parse_number(struct parser *p);
const struct expr *parse_bare_number(struct parser *p); /* of one token */
const struct expr *parse_vulgar(struct parser *p);
/* Returns the small number of a token or of a group that holds one, or -1 if
 * there is none. *end is the token behind it. One digit is taken of an argument
 * without braces. */
long parse_small_number(const struct parser *p, const struct token *t,
                        const struct token **end);
/* Set a number from its digits. Returns false if one is not of the base. */
bool parse_digits(fmpz_t out, const char *s, size_t n, int base);
const struct expr *parse_number_node(struct parser *p, const struct token *at,
                                     struct expr_number *number);
/* Read a run of raised or lowered characters: -12 or one letter. */
const struct expr *parse_run(struct parser *p);
/* Read an index: such a run, or the script behind "_". */
const struct expr *parse_subscript(struct parser *p);
/* Read C or P and what stands behind it: of `n`, so many. */
const struct expr *parse_choose(struct parser *p, const struct token *at,
                                const struct expr *n);
/* Do digits in brackets and a base stand next: (1011)_2? */
bool parse_base_follows(const struct parser *p);
/* Read the digits of a token in the base that stands next. */
const struct expr *parse_based(struct parser *p, const struct token *at);

/* Read repeating decimals; the digits before them, "0.1", were taken already.
 */
const struct expr *parse_repeating(struct parser *p, const struct token *at,
                                   const char *digits);
bool parse_repeat_bracket(const struct parser *p, const struct token *at);
const struct expr *parse_repeat_digits(struct parser *p, const struct token *at,
                                       const char *digits);
const struct expr *parse_repeat_dots(struct parser *p, const struct token *at,
                                     const char *digits);

const struct expr *parse_name(struct parser *p);
const struct expr *parse_bare_name(struct parser *p); /* without an index */
const struct expr *parse_accent(struct parser *p);
const struct expr *parse_presub(struct parser *p); /* {}_2F_1, {}_nC_k */
/* Does C_{10}^{3} or A_5^2 stand next, which counts? */
bool parse_counts_next(struct parser *p);
const struct expr *parse_counting(struct parser *p);
/* Returns the name of the variable that stands next, with its index, or NULL if
 * there is none. */
const char *parse_variable(struct parser *p);
/* Returns the round bracket that stands next, perhaps inside a group, or NULL
 * if there is none. */
const struct token *parse_bracket_next(const struct parser *p);
/* Read an unknown function of this name; its bracket stands next. */
const struct expr *parse_apply(struct parser *p, const struct token *at,
                               const char *name);
/* Returns the node of a letter that came from another token than TOKEN_NAME. */
const struct expr *parse_letter(struct parser *p, const struct token *at,
                                const char *name);
/* Is the symbol of this name a variable, whatever else it could be? */
bool parse_is_symbol(const struct parser *p, const char *name);

/* ---- labels and phrases; NULL without an error: it is none ---- */

const struct expr *parse_segment(struct parser *p); /* AB of AB = 5 */
const struct expr *parse_point(struct parser *p);   /* A(1, 2) */
const struct expr *parse_except(struct parser *p);
const struct expr *parse_domain(struct parser *p); /* \mathbb{R}^+ */
const struct expr *parse_factorial_word(struct parser *p);
const struct expr *parse_raised_root(struct parser *p);

const struct expr *parse_call(struct parser *p);
/* Read ( a, b; c ) behind a function of at most `most` arguments (0: any). */
bool parse_arguments(struct parser *p, unsigned most,
                     struct parse_items *items);
/* Returns a call of f with these arguments. Checks how many there are, and
 * distinguishes functions that share a name, as Gamma(x) and Gamma(s, x) do. */
const struct expr *parse_applied(struct parser *p, const struct token *at,
                                 enum function_id id,
                                 struct parse_items *items);
/* Returns the index of the token behind a script that begins at token k, or 0
 * if none does. */
unsigned parse_script_end(const struct parser *p, unsigned k);

const struct expr *parse_bracket(struct parser *p);
const struct expr *parse_bars(struct parser *p);
const struct expr *parse_fraction(struct parser *p);
const struct expr *parse_root(struct parser *p);
const struct expr *parse_binomial(struct parser *p);
/* Read the argument of a control word: a group, or one token. */
const struct expr *parse_argument(struct parser *p, bool one_digit);
/* Read the exponent behind ^, or the bound of a sum. */
const struct expr *parse_script(struct parser *p);

const struct expr *parse_big(struct parser *p);
/* Does a derivative, \frac{d}{dx} ..., stand next? */
bool parse_is_derivative(const struct parser *p);
const struct expr *parse_derivative(struct parser *p);
const struct expr *parse_partial(struct parser *p);
/* Is the next token the d of a dx that an integral waits for? */
bool parse_dx_next(const struct parser *p);
bool parse_dx(struct parser *p);

const struct expr *parse_environment(struct parser *p);

const struct expr *parse_words(struct parser *p); /* TOKEN_TEXT as a value */
/* Read a text of words alone: EXPR_TEXT or a domain. Returns NULL without an
 * error if it is neither. */
const struct expr *parse_all_words(struct parser *p);
/* Consume the unit that stands next. Returns its canonical text, or NULL if
 * there is none. */
const char *parse_unit(struct parser *p);
/* Returns how many tokens mean degrees Celsius or Fahrenheit here, or 0 if none
 * does. */
unsigned parse_celsius(const struct parser *p);
const struct expr *parse_money(struct parser *p);

#endif
