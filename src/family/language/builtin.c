/* SPDX-License-Identifier: Apache-2.0 */
#include "family/language/builtin_int.h"

#include <string.h>

#define NUMBERS "numbers"
#define DIVIDES "divisibility"
#define COUNTS  "counting"
#define LISTS   "lists and sets"
#define ALGEBRA "polynomials and matrices"
#define REALS   "closed forms"
#define SPANS   "intervals"
#define GRAPHS  "graphs"
#define TEXTS   "texts"

const struct builtin builtins[] = {
    { "abs", "n", 'n', NULL, fn_abs, NUMBERS, "the absolute value" },
    { "sign", "n", 'n', NULL, fn_sign, NUMBERS, "-1, 0 or 1" },
    { "floor", "n", 'n', NULL, fn_floor, NUMBERS, "rounded down" },
    { "ceil", "n", 'n', NULL, fn_ceil, NUMBERS, "rounded up" },
    { "round", "nz", 'n', NULL, fn_round, NUMBERS,
      "round(x, k): x rounded to k decimal places; half is rounded away from 0" },
    { "numerator", "n", 'n', NULL, fn_numerator, NUMBERS,
      "of the fraction in lowest terms" },
    { "denominator", "n", 'n', NULL, fn_denominator, NUMBERS,
      "of the fraction in lowest terms, above 0" },
    { "root", "z", 'n', "root", fn_root, NUMBERS,
      "the square root of a whole number, rounded down" },
    { "digits", "zz", 'L', "digits", fn_digits, NUMBERS,
      "digits(n, b): the digits of n >= 0 in base b, the highest first" },
    { "from_digits", "Lz", 'n', "digits", fn_from_digits, NUMBERS,
      "from_digits(L, b): the number with these digits in base b" },
    { "base_text", "zz", 't', "digits", fn_base_text, NUMBERS,
      "base_text(n, b): n >= 0 written in base b of 2..36: 1A3" },

    { "sqrt", "n", 'n', "roots", fn_sqrt, REALS, "the square root, exact" },
    { "cbrt", "n", 'n', "roots", fn_cbrt, REALS,
      "the cube root, exact; of a negative number too" },
    { "nth_root", "nz", 'n', "roots", fn_nth_root, REALS,
      "nth_root(x, n): the real n-th root, exact, for n of 2..60" },
    { "pi", "", 'n', NULL, fn_pi, REALS,
      "the number pi; written without brackets, and another value may have "
      "this name" },
    { "exp", "n", 'n', "exponentials", fn_exp, REALS,
      "e to the power of a rational number, or of a sum of logarithms" },
    { "ln", "n", 'n', "logarithms", fn_ln, REALS,
      "the natural logarithm of a rational number, a root, or a power of e" },
    { "log", "nn", 'n', "logarithms", fn_log, REALS,
      "log(b, x): the logarithm of x to base b" },
    { "complex", "nn", 'n', NULL, fn_complex, REALS,
      "complex(a, b): the complex number a + bi" },
    { "real_part", "n", 'n', NULL, fn_real_part, REALS, "of a complex number" },
    { "imaginary_part", "n", 'n', NULL, fn_imaginary_part, REALS,
      "of a complex number; 0 of a real one" },
    { "degrees", "n", 'n', NULL, fn_degrees, REALS,
      "degrees(x): the angle of x degrees, x pi / 180" },
    { "sin", "n", 'n', "trigonometry", fn_sin, REALS,
      "the sine of a multiple of 15 or 36 degrees, if it is a sum of square "
      "roots: sin(pi / 6), sin(degrees(30))" },
    { "cos", "n", 'n', "trigonometry", fn_cos, REALS, "the cosine, likewise" },
    { "tan", "n", 'n', "trigonometry", fn_tan, REALS, "the tangent, likewise" },
    { "arcsin", "n", 'n', "trigonometry", fn_arcsin, REALS,
      "the angle of -pi/2..pi/2 with this sine, if it is one of these" },
    { "arccos", "n", 'n', "trigonometry", fn_arccos, REALS,
      "the angle of 0..pi with this cosine, if it is one of these" },
    { "arctan", "n", 'n', "trigonometry", fn_arctan, REALS,
      "the angle between -pi/2 and pi/2 with this tangent, if it is one of "
      "these" },

    { "interval", "nn", 'I', NULL, fn_interval, SPANS,
      "interval(a, b): the numbers from a to b, with both" },
    { "open", "nn", 'I', NULL, fn_open, SPANS,
      "open(a, b): the numbers between a and b, without both" },
    { "closed_open", "nn", 'I', NULL, fn_closed_open, SPANS,
      "closed_open(a, b): with a, without b" },
    { "open_closed", "nn", 'I', NULL, fn_open_closed, SPANS,
      "open_closed(a, b): without a, with b" },
    { "infinity", "", 'n', NULL, fn_infinity, SPANS,
      "an end of an interval, without brackets: open(-infinity, 3)" },
    { "ends", "I", 'L', NULL, fn_ends, SPANS,
      "the finite ends of intervals, from left to right" },

    { "gcd", "a*", 'n', "Euclid", fn_gcd, DIVIDES,
      "the greatest common divisor of whole numbers, or of a list of them" },
    { "lcm", "a*", 'n', "multiples", fn_lcm, DIVIDES,
      "the least common multiple of whole numbers, or of a list of them" },
    { "inverse", "zz", 'n', "Euclid", fn_inverse, DIVIDES,
      "inverse(a, m): the x of 0..m-1 with a x = 1 modulo m" },
    { "power_mod", "zzz", 'n', "power_mod", fn_power_mod, DIVIDES,
      "power_mod(a, e, m): a^e modulo m, for e >= 0" },
    { "is_prime", "z", 'b', "factors", fn_is_prime, DIVIDES,
      "is it a prime number?" },
    { "factor", "z", 'M', "factors", fn_factor, DIVIDES,
      "the prime factors of n > 0, a list of pairs (prime, exponent)" },
    { "divisors", "z", 'L', "factors", fn_divisors, DIVIDES,
      "all divisors of n > 0, in increasing order" },
    { "phi", "z", 'n', "factors", fn_phi, DIVIDES,
      "Euler's function: how many of 1..n are coprime to n" },
    { "divisor_sum", "z", 'n', "factors", fn_divisor_sum, DIVIDES,
      "the sum of all divisors of n > 0" },
    { "divisor_count", "z", 'n', "factors", fn_divisor_count, DIVIDES,
      "how many divisors n > 0 has" },
    { "primes", "zz", 'L', "factors", fn_primes, DIVIDES,
      "primes(a, b): the primes of a..b" },
    { "next_prime", "z", 'n', "factors", fn_next_prime, DIVIDES,
      "the smallest prime above n" },
    { "order_mod", "zz", 'n', "orders", fn_order_mod, DIVIDES,
      "order_mod(a, m): the least k > 0 with a^k = 1 modulo m" },
    { "cycle_mod", "zz", 'L', "walking through powers", fn_cycle_mod, DIVIDES,
      "cycle_mod(a, m): t and k: the remainders of 1, a, a^2 ... modulo m "
      "repeat after k items, from a^t on" },
    { "jacobi", "zz", 'n', "residues", fn_jacobi, DIVIDES,
      "jacobi(a, m): the Jacobi symbol, for an odd m > 0" },

    { "factorial", "z", 'n', "binomials", fn_factorial, COUNTS, "1 2 3 ... n" },
    { "binomial", "zz", 'n', "binomials", fn_binomial, COUNTS,
      "binomial(n, k): how many subsets of k items n items have" },
    { "fibonacci", "z", 'n', "recurrences", fn_fibonacci, COUNTS,
      "0, 1, 1, 2, 3, 5 ... for n = 0, 1, 2 ..." },
    { "partitions", "z", 'n', "partitions", fn_partitions, COUNTS,
      "how many ways to write n as a sum of whole numbers above 0, in any "
      "order" },
    { "stirling2", "zz", 'n', "set partitions", fn_stirling2, COUNTS,
      "stirling2(n, k): how many ways to divide n items into k groups" },
    { "bell", "z", 'n', "set partitions", fn_bell, COUNTS,
      "how many ways to divide n items into groups" },
    { "subsets", "lz", 'o', "enumeration", fn_subsets, COUNTS,
      "subsets(L, k): all ways to choose k items of L, each a list in the "
      "order of L" },
    { "orders", "l", 'o', "enumeration", fn_orders, COUNTS,
      "all orders of the items, each a list" },
    { "tuples", "lz", 'o', "enumeration", fn_tuples, COUNTS,
      "tuples(L, k): all lists of k items of L, with repetition" },

    { "len", "l", 'n', NULL, fn_len, LISTS, "how many items" },
    { "sum", "l", 'i', NULL, fn_sum, LISTS, "the sum of the items" },
    { "product", "l", 'i', NULL, fn_product, LISTS,
      "the product of the items" },
    { "scalar_product", "ll", 'n', NULL, fn_scalar_product, LISTS,
      "scalar_product(L, M): L[0] M[0] + L[1] M[1] + ..., of two lists of the same length" },
    { "max", "a*", 'n', NULL, fn_max, LISTS,
      "the largest of the numbers, or of the items of a list" },
    { "min", "a*", 'n', NULL, fn_min, LISTS,
      "the smallest of the numbers, or of the items of a list" },
    { "sorted", "l", 'k', NULL, fn_sorted, LISTS, "in increasing order" },
    { "reversed", "l", 'k', NULL, fn_reversed, LISTS,
      "from the last item to the first" },
    { "list", "l", 'k', NULL, fn_list, LISTS,
      "the items of a set or tuple as a list" },
    { "set", "l", 'S', NULL, fn_set, LISTS, "the items without repetition" },
    { "join", "l*", '0', NULL, fn_join, LISTS,
      "the items of all lists, one list after the other" },
    { "append", "la", '0', NULL, fn_append, LISTS,
      "append(L, x): L with x behind it" },
    { "without", "lz", '0', NULL, fn_without, LISTS,
      "without(L, i): L without its item [i]" },
    { "put", "lza", '0', NULL, fn_put, LISTS,
      "put(L, i, x): L with x in the place of its item [i]" },
    { "filled", "za", 'l', NULL, fn_filled, LISTS,
      "filled(n, x): a list of n times x" },
    { "zip", "ll", 'l', NULL, fn_zip, LISTS,
      "the pairs (first of L, first of M), (second of L, second of M) ..." },
    { "find", "la", 'n', NULL, fn_find, LISTS,
      "find(L, x): the place of the first x in L, from 0; -1: it is not there" },
    { "union", "ll", '0', NULL, fn_union, LISTS, "of two sets or intervals" },
    { "intersection", "ll", '0', NULL, fn_intersection, LISTS,
      "of two sets or intervals" },
    { "difference", "ll", '0', NULL, fn_difference, LISTS,
      "the items of the first set, or the numbers of the first interval, that "
      "the second does not have" },

    { "polynomial", "Lp", 'p', NULL, fn_polynomial, ALGEBRA,
      "polynomial(L, x): L[0] + L[1] x + L[2] x^2 ..., for a symbol or a "
      "number x" },
    { "coefficient", "pz", 'n', NULL, fn_coefficient, ALGEBRA,
      "coefficient(p, k): the coefficient of the k-th power" },
    { "degree", "p", 'n', NULL, fn_degree, ALGEBRA,
      "of a polynomial; 0 of a number" },
    { "value_at", "pn", 'n', NULL, fn_value_at, ALGEBRA,
      "value_at(p, x): the value of the polynomial at x" },
    { "derivative", "p", 'p', "derivative", fn_derivative, ALGEBRA,
      "of a polynomial" },
    { "antiderivative", "p", 'p', "derivative", fn_antiderivative, ALGEBRA,
      "of a polynomial, 0 at 0" },
    { "rational_roots", "p", 'L', "roots", fn_rational_roots, ALGEBRA,
      "the rational roots of a polynomial, in increasing order, each once" },
    { "poly_quotient", "pp", 'p', "division of polynomials", fn_poly_quotient,
      ALGEBRA, "poly_quotient(p, q): of the division with remainder" },
    { "poly_remainder", "pp", 'p', "division of polynomials", fn_poly_remainder,
      ALGEBRA, "poly_remainder(p, q): of the division with remainder" },
    { "poly_gcd", "pp", 'p', "division of polynomials", fn_poly_gcd, ALGEBRA,
      "the greatest common divisor of two polynomials, with highest "
      "coefficient 1" },
    { "poly_inverse", "pp", 'p', "division of polynomials", fn_poly_inverse,
      ALGEBRA,
      "poly_inverse(p, q): the u of lower degree than q with p u = 1 modulo q" },
    { "series_quotient", "aaz", 'L', "power series", fn_series_quotient,
      ALGEBRA,
      "series_quotient(p, q, n): the first n coefficients of the power series "
      "p / q, where p and q are polynomials or lists of coefficients" },
    { "resultant", "pp", 'n', "division of polynomials", fn_resultant, ALGEBRA,
      "of two polynomials: 0 if they have a common root" },
    { "determinant", "M", 'n', "elimination", fn_determinant, ALGEBRA,
      "of a square matrix, a list of rows" },
    { "rank", "M", 'n', "elimination", fn_rank, ALGEBRA, "of a matrix" },
    { "solve_linear", "ML", 'L', "elimination", fn_solve_linear, ALGEBRA,
      "solve_linear(A, b): the x with A x = b; A must be square and regular" },
    { "transpose", "M", 'M', NULL, fn_transpose, ALGEBRA,
      "the columns as rows" },
    { "times", "MM", 'M', NULL, fn_times, ALGEBRA,
      "the product of two matrices" },
    { "inverse_matrix", "M", 'M', "elimination", fn_inverse_matrix, ALGEBRA,
      "the inverse of a regular matrix" },
    { "power_matrix", "Mz", 'M', "matrix powers", fn_power_matrix, ALGEBRA,
      "power_matrix(A, k): A times itself, k factors, k of 1..1000" },
    { "times_mod", "MMz", 'M', "matrix powers", fn_times_mod, ALGEBRA,
      "times_mod(A, B, m): the product of two matrices of whole numbers, modulo "
      "m" },
    { "recurrence_mod", "Lz", 'L', "recurrences", fn_recurrence_mod, ALGEBRA,
      "recurrence_mod(s, p): the shortest list c with s[k] = c[0] s[k-1] + c[1] "
      "s[k-2] + ... modulo a prime p, for all k from len(c) on" },
    { "term_mod", "LLzz", 'n', "recurrences", fn_term_mod, ALGEBRA,
      "term_mod(c, s, k, m): s[k] modulo m, of the sequence with these first "
      "terms s and the recurrence c" },
    { "char_poly", "M", 'p', "elimination", fn_char_poly, ALGEBRA,
      "the characteristic polynomial det(x - A), in the symbol x" },

    { "distances", "zMz", 'L', "paths", fn_distances, GRAPHS,
      "distances(n, E, a): the shortest distances from a to the points 0..n-1 "
      "of a graph with edges E, each (u, v) or (u, v, length); -1: no way" },
    { "components", "zM", 'L', "components", fn_components, GRAPHS,
      "components(n, E): for every point of 0..n-1 the smallest point that it "
      "is connected with" },
    { "matching", "zzM", 'n', "matching", fn_matching, GRAPHS,
      "matching(m, n, E): the most pairs without a common point in a bipartite "
      "graph with edges (u, v), u of 0..m-1 and v of 0..n-1" },

    { "letter", "z", 't', NULL, fn_letter, TEXTS,
      "letter(i): A, B, C ... for 0, 1, 2 ..." },
    { "text", "a*", 't', NULL, fn_text, TEXTS,
      "the values as they are written, one after the other" },
};

const size_t n_builtins = sizeof(builtins) / sizeof(builtins[0]);

const struct builtin *builtin_find(const char *name)
{
    for (size_t i = 0; i < n_builtins; i++)
        if (strcmp(builtins[i].name, name) == 0)
            return &builtins[i];
    return NULL;
}

static bool repeats(const struct builtin *b)
{
    return *b->args && b->args[strlen(b->args) - 1] == '*';
}

size_t builtin_least(const struct builtin *b)
{
    return strlen(b->args) - repeats(b);
}

size_t builtin_most(const struct builtin *b)
{
    return repeats(b) ? SIZE_MAX : builtin_least(b);
}

/* The letters of arguments and results. */
static const struct {
    char letter;
    enum { SIMPLE, LISTED, ROWS } of;
    type type;
    const char *word;
} letters[] = {
    { 'n', SIMPLE, TYPE_NUMBER, "number" },
    { 'z', SIMPLE, TYPE_NUMBER, "whole number" },
    { 'b', SIMPLE, TYPE_TRUTH, "true or false" },
    { 't', SIMPLE, TYPE_TEXT, "text" },
    { 'p', SIMPLE, TYPE_POLY, "polynomial or number" },
    { 'l', SIMPLE, TYPE_LIST, "list, set or tuple" },
    { 'L', LISTED, TYPE_NUMBER, "list of numbers" },
    { 'M', ROWS, TYPE_NUMBER, "list of rows of numbers" },
    { 'I', SIMPLE, TYPE_INTERVAL, "interval" },
    { 'a', SIMPLE, TYPE_ANY, "anything" },
    /* results alone: builtin_result() */
    { 'i', SIMPLE, TYPE_ANY, "an item" },
    { 'k', SIMPLE, TYPE_LIST, "list of the items" },
    { '0', SIMPLE, TYPE_ANY, "the type of the first argument" },
    { 'o', SIMPLE, TYPE_LIST, "list of lists of the items" },
    { 'S', SIMPLE, TYPE_SET, "set of the items" },
};

static size_t letter_at(char c)
{
    size_t i = 0;

    while (letters[i].letter != c) {
        i++;
        INVARIANT(i < sizeof(letters) / sizeof(letters[0]));
    }
    return i;
}

const char *builtin_word(char letter)
{
    return letters[letter_at(letter)].word;
}

static type type_by_letter(char c)
{
    size_t i = letter_at(c);

    return letters[i].of == SIMPLE   ? letters[i].type
           : letters[i].of == LISTED ? type_list(letters[i].type)
                                     : type_list(type_list(letters[i].type));
}

type builtin_arg(const struct builtin *b, size_t i)
{
    size_t least = builtin_least(b);

    return type_by_letter(b->args[i < least ? i : least - 1]);
}

type builtin_result(const struct builtin *b, const type *args, size_t n)
{
    type first = n ? args[0] : TYPE_ANY;
    bool known = type_of(first) >= TYPE_LIST;

    switch (b->gives) {
    case '0': return first;
    case 'k': return type_list(known ? type_item(first) : TYPE_ANY);
    case 'i': return known ? type_item(first) : TYPE_ANY;
    case 'o': return type_list(type_list(known ? type_item(first) : TYPE_ANY));
    case 'S': return type_set(known ? type_item(first) : TYPE_ANY);
    default: return type_by_letter(b->gives);
    }
}
