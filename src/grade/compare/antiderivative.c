/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Arbitrary constants. An antiderivative is right up to its constant: the
 * difference of the two must not depend on any variable. That it is one is said
 * by the kind of the key, by the question, or by the "+ C" of the key; a small
 * c is a letter like any other.
 */
#include "base/str.h"
#include "grade/compare/compare_int.h"

#include <string.h>

static bool is_constant_name(const struct expr *x)
{
    return x->op == EXPR_SYMBOL &&
           (strcmp(x->name, "C") == 0 || strcmp(x->name, "c") == 0 ||
            strcmp(x->name, "C_{1}") == 0 || strcmp(x->name, "c_{1}") == 0 ||
            strcmp(x->name, "K") == 0);
}

/* Returns the sum x without its term "+ C", or NULL if it has none. */
static const struct expr *without_constant(struct arena *a,
                                           const struct expr *x)
{
    const struct expr **terms;
    unsigned n = 0;

    if (x->op != EXPR_ADD)
        return NULL;
    terms = arena_array(a, const struct expr *, x->count);
    for (unsigned i = 0; i < x->count; i++)
        if (!is_constant_name(x->args[i]))
            terms[n++] = x->args[i];
    if (n + 1 != x->count)
        return NULL;
    return n == 1 ? terms[0] : expr_new(a, EXPR_ADD, terms, n);
}

bool is_any_constant(const struct expr *x)
{
    static const char *const names[] = { "C", "c", "K",     "k",
                                         "D", "A", "const", "constant" };

    if (x->op != EXPR_SYMBOL)
        return false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(x->name, names[i]) == 0)
            return true;
    return strncmp(x->name, "C_", 2) == 0 || strncmp(x->name, "c_", 2) == 0;
}

/* The letters of a x + b y + c, where c is a letter like the others. */
bool is_coefficient(const struct expr *x)
{
    return x->op == EXPR_SYMBOL && strlen(x->name) == 1 &&
           strchr("ABab", x->name[0]);
}

static bool is_symbol(const struct expr *x)
{
    return x->op == EXPR_SYMBOL;
}

/* "x^2/2 + C": a lone C, and something that varies beside it. */
static bool has_constant(const struct expr *key)
{
    const struct expr *constant = NULL;
    bool other = false;

    if (key->op != EXPR_ADD || expr_any(key, is_coefficient))
        return false;
    for (unsigned i = 0; i < key->count; i++) {
        if (is_constant_name(key->args[i]) && !constant)
            constant = key->args[i];
        else if (expr_any(key->args[i], is_any_constant))
            return false; /* C x + C is no antiderivative */
        else
            other |= expr_any(key->args[i], is_symbol);
    }
    return constant && constant->name[0] == 'C' && other;
}

/* An integral sign without bounds. */
static bool has_indefinite(const char *text)
{
    static const char *const signs[] = { "\\int", "\xe2\x88\xab" };
    bool indefinite = false;

    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        for (const char *c = strstr(text, signs[i]); c;
             c = strstr(c + 1, signs[i])) {
            const char *next = c + strlen(signs[i]);

            if (str_starts(next, "\\limits"))
                next += strlen("\\limits");
            next += strspn(next, " ");
            if (*next == '_' || *next == '^')
                return false;
            indefinite = true;
        }
    return indefinite;
}

/* Does a question ask for an antiderivative, and for no certain one? */
static bool asks_antiderivative(const char *question)
{
    static const char *const names[] = { "ntiderivative", "ndefinite integral",
                                         "rimitive function" };
    static const char *const certain[] = { "such that",  "satisf",  "through",
                                           "given that", "initial", "(0)",
                                           "ifferential" };
    bool asks = has_indefinite(question);

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        asks |= strstr(question, names[i]) != NULL;
    for (size_t i = 0; i < sizeof certain / sizeof certain[0]; i++)
        asks &= strstr(question, certain[i]) == NULL;
    return asks;
}

bool is_antiderivative(const struct comparer *j, const struct expr *key)
{
    key = shape_value(key);
    if (has_constant(key))
        return true;
    return expr_is_value(key) && !has_matrix(key) && expr_any(key, is_symbol) &&
           (j->antiderivative ||
            (j->question && asks_antiderivative(j->question)));
}

/* A symbol of the answer that the key has not and that names no constant. */
static bool has_stranger(struct comparer *j, const struct expr *answer,
                         const struct expr *key)
{
    const char *const *names, *const *known;
    size_t n = expr_symbols(j->arena, answer, &names);
    size_t m = expr_symbols(j->arena, key, &known);

    for (size_t i = 0; i < n; i++) {
        struct expr symbol = { .op = EXPR_SYMBOL, .name = names[i] };
        size_t k = 0;

        while (k < m && strcmp(names[i], known[k]) != 0)
            k++;
        if (k == m && !is_any_constant(&symbol))
            return true;
    }
    return false;
}

/* Returns F + K of "F + K, K \in \mathbb{R}", or x itself if it is no such
 * list. */
static const struct expr *without_range(const struct expr *x)
{
    const struct expr *r = x->count == 2 ? x->args[1] : NULL;

    return x->op == EXPR_LIST && r && r->op == EXPR_RELATION && r->count == 2 &&
                   r->relations[0] == RELATION_IN &&
                   is_any_constant(r->args[0]) &&
                   r->args[1]->op == EXPR_DOMAIN &&
                   strcmp(r->args[1]->name, "R") == 0
               ? x->args[0]
               : x;
}

/* Key and answer differ by something without the key's variables: that is
 * what C stands for, however the answer writes its own. */
struct comparison compare_antiderivatives(struct comparer *j,
                                          const struct expr *key,
                                          const struct expr *answer)
{
    struct arena *a = j->arena;
    const struct expr *x = shape_value(key);
    const struct expr *y = shape_value(without_range(answer));
    const struct expr *k = has_constant(x) ? without_constant(a, x) : x;
    const struct expr *gap, *bare;
    const char *const *names;
    struct comparison f;
    size_t n;

    if (!expr_is_value(y) || !k)
        return found(TRUTH_NO, "kind", "the answer is not an antiderivative");
    if (has_stranger(j, y, k))
        return found(TRUTH_NO, "symbols",
                     "the answer has an extra symbol that cannot be a "
                     "constant of integration");
    bare = without_constant(a, y);
    f = compare_plain(j, k, bare ? bare : y);
    if (f.lenient != TRUTH_YES) {
        gap = expr_binary(a, EXPR_ADD, k, expr_unary(a, EXPR_NEG, y));
        n = expr_symbols(a, k, &names);
        f = compare_plain(j, shape_at_fixed(a, gap, names, n, 0), gap);
        f.strict = f.lenient;
        k = NULL; /* equal up to a constant alone */
    }
    if (f.lenient != TRUTH_YES) {
        f.why = "they differ by more than a constant";
        return f;
    }
    f.by = "up to a constant";
    f.why = "they are equal up to a constant";
    if (!expr_any(y, is_any_constant) && (has_constant(x) || !k)) {
        f.strict = TRUTH_NO;
        f.strict_why = "the constant of integration is missing";
    }
    return f;
}
