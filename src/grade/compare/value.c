/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "grade/compare/compare_int.h"
#include "math/ball/ball.h"
#include "math/exact/unit.h"
#include "text/lexicon.h"
#include "text/pattern.h"

#include <string.h>

/*
 * Values: what stands around the number (a unit, a percent sign, degrees) is
 * taken off and compared first, then the numbers by compare_plain().
 */

enum wrap { WRAP_NONE, WRAP_PERCENT, WRAP_DEGREE, WRAP_UNIT };

struct wrapped {
    enum wrap wrap;
    const struct expr *value; /* inside */
    const struct expr *whole;
};

static struct wrapped value_unwrap(struct arena *a, const struct expr *x)
{
    struct wrapped w = { WRAP_NONE, x, x };
    const struct expr *inside = x->op == EXPR_NEG ? x->args[0] : x;

    if (inside->op == EXPR_PERCENT)
        w.wrap = WRAP_PERCENT;
    else if (inside->op == EXPR_DEGREE)
        w.wrap = WRAP_DEGREE;
    else if (inside->op == EXPR_QUANTITY)
        w.wrap = WRAP_UNIT;
    else
        return w;
    w.value = inside->args[0];
    if (x->op == EXPR_NEG)
        w.value = expr_neg(a, w.value);
    return w;
}

/* Returns the number that the first word stands for ("1 million", "2 dozen
 * people"), or 0 if it is no such word. *rest is what follows. */
static long scale_word(const char *name, const char **rest)
{
    struct span t = span_of(name), word = span_cut(t, 0, span_index(t, 0, ' '));
    const struct lexeme *x;

    *rest = name + word.n + (word.n < t.n);
    word.n -= word.n > 1 && word.s[word.n - 1] == 's';
    x = lexicon_find(word);
    return x && span_is(word, x->word) &&
                   (lexeme_is(x, WORD_SCALE) || span_is(word, "dozen"))
               ? (long)x->value
               : 0;
}

/* The quantity with its scale word worked in: 1 million people is 1000000
 * people, 2 dozen is 24. */
static const struct expr *scaled_up(struct arena *a, const struct expr *x)
{
    const struct expr *value;
    const char *rest;
    struct expr *q;
    long scale;

    x = unit_sum(a, x);
    if (x->op != EXPR_QUANTITY || !(scale = scale_word(x->name, &rest)))
        return x;
    value = expr_mul(a, x->args[0], expr_integer(a, scale));
    if (!*rest)
        return value;
    q = expr_unary(a, EXPR_QUANTITY, value);
    q->name = arena_strdup(a, rest);
    return q;
}

static const char *value_unit_of(const struct wrapped *w)
{
    const struct expr *x = w->whole;

    return x->op == EXPR_NEG ? x->args[0]->name : x->name;
}

/* Only one side has the sign or unit: lenient when the bare numbers agree,
 * unless the profile demands them. */
static struct comparison dropped(struct comparer *j, const struct expr *key,
                                 const struct expr *answer, const char *what)
{
    enum profile_sign rule =
        strcmp(what, "percent sign") == 0 ? j->percent : j->units;
    struct comparison f = compare_plain(j, key, answer);

    if (f.lenient != TRUTH_YES)
        return f;
    if (rule == SIGN_DEMAND && strcmp(what, "noun") != 0)
        return found(TRUTH_NO, what,
                     "only one of them has it, and the profile requires it");
    f.strict = TRUTH_NO;
    f.by = what;
    f.why = arena_printf(
        j->arena, "the same number; that only one has a %s is accepted", what);
    f.strict_why =
        arena_printf(j->arena, "the same number, but only one has a %s", what);
    return f;
}

/* For the rounding rules: 33.33% rounds 100/3. */
static const struct expr *hundred_times(struct comparer *j,
                                        const struct expr *x)
{
    return expr_mul(j->arena, expr_integer(j->arena, 100), x);
}

/* 0.4 is 40 %, and no careless way of writing 0.4 %: a key below one is a part
 * of the whole, unless the question asks for a percentage. */
static bool value_is_part(struct comparer *j, const struct wrapped *key)
{
    const struct expr *x = key->value, *one = expr_integer(j->arena, 1);

    if (key->wrap != WRAP_NONE ||
        (j->question &&
         (strstr(j->question, "ercent") || strchr(j->question, '%'))))
        return false;
    return decide_less(x, one, j->work) == TRUTH_YES &&
           decide_less(expr_neg(j->arena, x), one, j->work) == TRUTH_YES;
}

/* 50% is 0.5 by every rule, and 50 by the lenient one. */
static struct comparison one_sign(struct comparer *j, const struct wrapped *key,
                                  const struct wrapped *answer,
                                  const char *what)
{
    struct comparison exact = compare_plain(j, key->whole, answer->whole);

    if (exact.lenient == TRUTH_NO && key->wrap == WRAP_PERCENT)
        exact = compare_plain(j, key->value, hundred_times(j, answer->value));
    else if (exact.lenient == TRUTH_NO && answer->wrap == WRAP_PERCENT)
        exact = compare_plain(j, hundred_times(j, key->value), answer->value);

    /* 1/2 is no careless way of writing 0.5%. */
    if (exact.lenient == TRUTH_YES || !shape_is_literal(key->value) ||
        !shape_is_literal(answer->value) ||
        (answer->wrap == WRAP_PERCENT && value_is_part(j, key)))
        return exact;
    return found_best(exact, dropped(j, key->value, answer->value, what));
}

/* Words behind a number that change it: 5 squared, 5 or more. */
static bool changes_number(const char *words)
{
    struct span rest = span_of(words), word;

    while (span_split(&rest, ' ', &word))
        if (span_is_one(word,
                        "squared cubed half halves third thirds quarter "
                        "quarters fourth fourths fifth fifths sixth sixths "
                        "seventh sevenths eighth eighths ninth ninths tenth "
                        "tenths hundredth hundredths thousandth thousandths "
                        "mod base factorial below above more less least most "
                        "plus minus times over under not negative power root "
                        "percent prime or and approximately"))
            return true;
    return false;
}

/* A counted noun says what is counted; it is no unit that could be wrong. */
static struct comparison one_unit(struct comparer *j, const struct wrapped *key,
                                  const struct wrapped *answer)
{
    const char *text = value_unit_of(key->wrap == WRAP_UNIT ? key : answer);
    struct unit u;
    bool noun;

    unit_init(&u);
    unit_read(&u, text);
    noun = u.noun;
    unit_clear(&u);
    if (noun && changes_number(text))
        return found(TRUTH_NO, "words",
                     "the words after the number change its value");
    return dropped(j, key->value, answer->value, noun ? "noun" : "unit");
}

static struct comparison value_scaled(struct comparer *j,
                                      const struct wrapped *key,
                                      const struct unit *ku,
                                      const struct wrapped *answer,
                                      const struct unit *au)
{
    fmpq_t ratio;
    struct comparison f;

    if (fmpq_equal(ku->factor, au->factor))
        return compare_plain(j, key->value, answer->value);
    fmpq_init(ratio);
    fmpq_div(ratio, au->factor, ku->factor);
    f = compare_plain(
        j, key->value,
        expr_mul(j->arena, expr_rational(j->arena, ratio), answer->value));
    fmpq_clear(ratio);
    if (f.lenient == TRUTH_YES)
        f.by = "unit conversion";
    return f;
}

/* Returns 'C' or 'F' for a temperature, or '\0' for another unit. */
static char value_degrees_of(const char *unit)
{
    return str_has_any(unit, "°C|Celsius|celsius|degC")         ? 'C'
           : str_has_any(unit, "°F|Fahrenheit|fahrenheit|degF") ? 'F'
                                                                : '\0';
}

/* F = 9/5 C + 32. */
static struct comparison two_temperatures(struct comparer *j,
                                          const struct wrapped *key, char ku,
                                          const struct wrapped *answer)
{
    struct arena *a = j->arena;
    const struct expr *v = answer->value;

    v = ku == 'F' ? expr_add(a, expr_mul(a, expr_fraction(a, 9, 5), v),
                             expr_integer(a, 32))
                  : expr_mul(a, expr_fraction(a, 5, 9),
                             expr_add(a, v, expr_integer(a, -32)));
    return compare_plain(j, key->value, v);
}

/* The words of one are among those of the other, but for a plural s: "apples"
 * and "red apples", not "cats" and "dogs", "units^{2}" and "units^{3}". */
static bool value_has_words(const char *all, const char *words)
{
    while (*words) {
        size_t n = strcspn(words, " "), m = n;
        bool seen = false;

        if (m > 2 && words[m - 1] == 's')
            m--;
        for (const char *w = all; *w && !seen; w += *w == ' ') {
            size_t len = strcspn(w, " "), stem = len;

            if (stem > 2 && w[stem - 1] == 's')
                stem--;
            seen = stem == m && memcmp(w, words, m) == 0;
            w += len;
        }
        if (!seen)
            return false;
        words += n + (words[n] == ' ');
    }
    return true;
}

/* 2 for "square units" and "units^{2}", 3 for cubic ones, else 1. */
static int noun_power(const char *words)
{
    if (strstr(words, "^{3}") || strstr(words, "cubic"))
        return 3;
    return strstr(words, "^{2}") || strncmp(words, "sq", 2) == 0 ? 2 : 1;
}

static bool same_nouns(const char *x, const char *y)
{
    if (noun_power(x) != noun_power(y))
        return false;
    return (value_has_words(x, y) && !changes_number(x)) ||
           (value_has_words(y, x) && !changes_number(y)) || strcmp(x, y) == 0;
}

static struct comparison two_units(struct comparer *j,
                                   const struct wrapped *key,
                                   const struct wrapped *answer)
{
    struct unit ku, au;
    struct comparison f;

    unit_init(&ku);
    unit_init(&au);
    unit_read(&ku, value_unit_of(key));
    unit_read(&au, value_unit_of(answer));
    if (value_degrees_of(value_unit_of(key)) &&
        value_degrees_of(value_unit_of(answer)) &&
        value_degrees_of(value_unit_of(key)) !=
            value_degrees_of(value_unit_of(answer)))
        f = two_temperatures(j, key, value_degrees_of(value_unit_of(key)),
                             answer);
    else if (ku.noun && au.noun &&
             !same_nouns(value_unit_of(key), value_unit_of(answer)))
        f = found(TRUTH_NO, "noun", "they count different things");
    else if (strcmp(value_unit_of(key), value_unit_of(answer)) == 0 ||
             (ku.noun && au.noun))
        f = compare_plain(j, key->value, answer->value);
    else if (ku.noun || au.noun || !unit_alike(&ku, &au) || ku.offset ||
             au.offset)
        f = found(TRUTH_NO, "unit", "the units are different");
    else
        f = value_scaled(j, key, &ku, answer, &au);
    unit_clear(&ku);
    unit_clear(&au);
    return f;
}

/* Radians are plain numbers; degrees know their pi. */
static bool is_radians(const struct wrapped *w)
{
    return w->wrap == WRAP_UNIT &&
           str_among(value_unit_of(w), "rad radian radians");
}

/* Formulas; degree signs inside of one of them may be dropped. */
static struct comparison degrees_inside(struct comparer *j,
                                        const struct expr *key,
                                        const struct expr *answer)
{
    struct comparison f = compare_plain(j, key, answer);
    bool in_key = expr_has(key, EXPR_DEGREE);

    if (f.lenient != TRUTH_NO || in_key == expr_has(answer, EXPR_DEGREE))
        return f;
    key = without_degrees(j->arena, key, false);
    answer = without_degrees(j->arena, answer, false);
    if (expr_has(in_key ? key : answer, EXPR_DEGREE))
        return f;
    return found_best(f, dropped(j, key, answer, "degree sign"));
}

/* What the profile does not look at goes. */
static void ignore_signs(const struct comparer *j, struct wrapped *w)
{
    enum profile_sign rule = w->wrap == WRAP_PERCENT ? j->percent : j->units;

    if (rule == SIGN_IGNORE && w->wrap != WRAP_NONE)
        *w = (struct wrapped){ WRAP_NONE, w->value, w->value };
}

struct comparison compare_values(struct comparer *j, const struct expr *key,
                                 const struct expr *answer)
{
    struct wrapped k = value_unwrap(j->arena, scaled_up(j->arena, key));
    struct wrapped a = value_unwrap(j->arena, scaled_up(j->arena, answer));

    ignore_signs(j, &k);
    ignore_signs(j, &a);
    if (k.wrap == WRAP_NONE && a.wrap == WRAP_NONE)
        return degrees_inside(j, k.whole, a.whole);
    if (k.wrap == WRAP_UNIT && a.wrap == WRAP_UNIT)
        return two_units(j, &k, &a);
    if (k.wrap == a.wrap)
        return compare_plain(j, k.value, a.value);
    if (k.wrap == WRAP_DEGREE && is_radians(&a))
        return compare_plain(j, k.whole, a.value);
    if (a.wrap == WRAP_DEGREE && is_radians(&k))
        return compare_plain(j, k.value, a.whole);
    if (k.wrap != WRAP_NONE && a.wrap != WRAP_NONE)
        return found(TRUTH_NO, "unit", "the units are different");
    if (k.wrap == WRAP_UNIT || a.wrap == WRAP_UNIT)
        return one_unit(j, &k, &a);
    if (k.wrap == WRAP_PERCENT || a.wrap == WRAP_PERCENT)
        return one_sign(j, &k, &a, "percent sign");
    return one_sign(j, &k, &a, "degree sign");
}

/*
 * Things of which only the names are known: sets called A and B, and orders of
 * growth, O(n log n). Sets are compared by a table of truth over all places
 * that an element may have; orders by the limit of their quotient.
 */

#define SETS_MOST 10

/* ---- sets ---- */

/* Is it built of names of sets alone, and of more than one? */
static bool is_of_sets(const struct expr *x, unsigned depth)
{
    if (x->op == EXPR_SYMBOL)
        return depth > 0 && x->name[0] >= 'A' && x->name[0] <= 'Z';
    if ((x->op != EXPR_UNION && x->op != EXPR_INTERSECTION &&
         x->op != EXPR_DIFFERENCE) ||
        depth > 20)
        return false;
    for (unsigned i = 0; i < x->count; i++)
        if (!is_of_sets(x->args[i], depth + 1))
            return false;
    return true;
}

/* Is an element in x that is in the k-th set if the k-th bit of `place` is
 * set? */
static bool grade_value_holds(const struct expr *x, const char *const *names,
                              size_t n, unsigned place)
{
    bool in;

    if (x->op == EXPR_SYMBOL) {
        for (size_t k = 0; k < n; k++)
            if (strcmp(names[k], x->name) == 0)
                return place >> k & 1;
        return false;
    }
    in = grade_value_holds(x->args[0], names, n, place);
    for (unsigned i = 1; i < x->count; i++) {
        bool next = grade_value_holds(x->args[i], names, n, place);

        in = x->op == EXPR_UNION          ? in || next
             : x->op == EXPR_INTERSECTION ? in && next
                                          : in && !next;
    }
    return in;
}

bool compare_set_names(struct comparer *j, const struct expr *key,
                       const struct expr *answer, struct comparison *out)
{
    const char *const *names;
    size_t n;

    if (!(is_of_sets(key, 0) && is_of_sets(answer, 1)) &&
        !(is_of_sets(key, 1) && is_of_sets(answer, 0)))
        return false;
    n = expr_symbols(j->arena, expr_binary(j->arena, EXPR_UNION, key, answer),
                     &names);
    if (n > SETS_MOST ||
        !work_spend(j->work, (expr_size(key) + expr_size(answer)) << n))
        return false;
    *out = found(TRUTH_YES, "sets", "they contain the same elements");
    for (unsigned place = 0; place < 1u << n; place++)
        if (grade_value_holds(key, names, n, place) !=
            grade_value_holds(answer, names, n, place))
            *out = found(TRUTH_NO, "sets",
                         "an element can be in one of them and not in the "
                         "other");
    return true;
}

/* ---- laws of probability ---- */

/* The name and the parameters of N(5, 4), which was read as a product, or as a
 * point of that name. */
static const char *law_of(const struct expr *x, const struct expr **parameters)
{
    if ((!shape_is_equal(x) && x->op != EXPR_MUL) || x->count != 2 ||
        x->args[1]->op != EXPR_TUPLE ||
        !expr_is_named(x->args[0], "N U Exp Bin B Poi Geom Po Gamma"))
        return NULL;
    *parameters = x->args[1];
    return x->args[0]->name;
}

/* The parameter of sigma = 2 is the variance, 4. */
static const struct expr *parameter(struct arena *a, const struct expr *x,
                                    const char *law)
{
    if (!shape_is_equal(x))
        return x;
    return str_eq(law, "N") && expr_is_named(x->args[0], "sigma")
               ? expr_binary(a, EXPR_POW, x->args[1], expr_integer(a, 2))
               : x->args[1];
}

bool compare_laws(struct comparer *j, const struct expr *key,
                  const struct expr *answer, struct comparison *out)
{
    const struct expr *k, *a;
    const char *law = law_of(key, &k), *other = law_of(answer, &a);

    if (!law || !other || strcmp(law, other) != 0 || k->count != a->count ||
        (key->op == EXPR_RELATION && answer->op == EXPR_RELATION))
        return false;
    *out = found(TRUTH_YES, "law", "they are equal parameter by parameter");
    for (unsigned i = 0; i < k->count; i++)
        *out = found_and(
            *out, compare_answers(j, parameter(j->arena, k->args[i], law),
                                  parameter(j->arena, a->args[i], law)));
    return true;
}

/* ---- orders of growth ---- */

/* O(n^2), which is read as a product of O. */
bool is_order(const struct expr *x)
{
    return x->op == EXPR_MUL && x->count == 2 &&
           expr_is_named(x->args[0], "O Theta Omega") &&
           expr_is_value(x->args[1]);
}

/* Does x/y tend to a number other than zero as the symbol grows? */
static bool grow_alike(struct comparer *j, const struct expr *x,
                       const struct expr *y, const char *name)
{
    const struct expr *args[] = { expr_div(j->arena, x, y),
                                  expr_symbol(j->arena, name),
                                  expr_constant(j->arena, CONSTANT_INFINITY) };

    return is_not_zero(j, expr_new(j->arena, EXPR_LIMIT, args, 3));
}

/* Is |x/y| at the second place more than twice, or less than half of, what
 * it is at the first? */
static bool drift(struct comparer *j, const struct expr *x,
                  const struct expr *y, const char *name, ulong power_1,
                  ulong power_2)
{
    const ulong power[] = { power_1, power_2 };
    acb_t v[2], n;
    arb_t r;
    bool known = true, apart;

    acb_init(n);
    arb_init(r);
    for (int i = 0; i < 2; i++) {
        struct ball_point at = { .names = &name, .values = n, .n = 1 };

        acb_init(v[i]);
        acb_set_ui(n, 10);
        acb_pow_ui(n, n, power[i], 256);
        known = known && ball_eval(v[i], expr_div(j->arena, x, y), &at, 256,
                                   j->work) == BALL_VALUE;
    }
    acb_div(n, v[1], v[0], 256);
    acb_abs(r, n, 256);
    arb_mul_2exp_si(r, r, 1);
    acb_one(n);
    apart = known && arb_is_finite(r) && arb_lt(r, acb_realref(n));
    acb_mul_2exp_si(n, n, 2);
    apart |= known && arb_is_finite(r) && arb_gt(r, acb_realref(n));
    acb_clear(v[0]);
    acb_clear(v[1]);
    acb_clear(n);
    arb_clear(r);
    return apart;
}

/* f/g is the same at all points. */
static bool value_is_multiple(struct comparer *j, const struct expr *f,
                              const struct expr *g, const char *const *names,
                              size_t n)
{
    const struct expr *q = expr_div(j->arena, f, g);

    return compare_same_value(j, q, shape_at_fixed(j->arena, q, names, n, 0)) ==
           TRUTH_YES;
}

struct comparison compare_orders(struct comparer *j, const struct expr *key,
                                 const struct expr *answer)
{
    const struct expr *f = key->args[1], *g = answer->args[1];
    const char *const *names, *const *others;
    size_t n = expr_symbols(j->arena, f, &names);
    size_t m = expr_symbols(j->arena, g, &others);
    bool one = n == 1 && m == 1 && strcmp(names[0], others[0]) == 0;

    if (!expr_same(key->args[0], answer->args[0]))
        return found(TRUTH_NO, "growth", "they are bounds of different kinds");
    if ((n == m && value_is_multiple(j, f, g, names, n)) ||
        (one && grow_alike(j, f, g, names[0])))
        return found(TRUTH_YES, "growth", "they have the same rate of growth");
    if (one &&
        (drift(j, f, g, names[0], 20, 60) || drift(j, f, g, names[0], 2, 3)))
        return found(TRUTH_NO, "growth", "one grows faster than the other");
    if (n != m || (n == 1 && !one))
        return found(TRUTH_NO, "growth", "they use different symbols");
    return found(TRUTH_UNKNOWN, "growth",
                 "could not tell which of them grows faster");
}

/*
 * Sums term by term: the index may have another name and begin elsewhere, a
 * factor may stand before the sum or inside, and first terms may be written out
 * before it. Terms that are equal for every index make equal sums.
 */

#define INDEX     "#n"
#define PEEL_MOST 3 /* first terms that one side writes out */

/* rest + body(0) + body(1) + ... */
struct total {
    const struct expr *rest; /* NULL: none */
    const struct expr *body; /* of the index "#n" */
    const struct expr *to;   /* the last index; NULL: there is none */
};

static bool value_is_sum(const struct expr *x)
{
    return x->op == EXPR_SUM && x->count == 4 && x->args[1]->op == EXPR_SYMBOL;
}

static const struct expr *value_plus(struct arena *a, const struct expr *x,
                                     const struct expr *y)
{
    return x ? expr_add(a, x, y) : y;
}

/* The term of the index i + n. */
static const struct expr *value_shifted(struct arena *a,
                                        const struct expr *body,
                                        const struct expr *by)
{
    return expr_replace(a, body, INDEX, expr_add(a, expr_symbol(a, INDEX), by));
}

/* Has x a symbol a_{n}, of which the index is no part that could change? */
static bool is_indexed(const struct expr *x, const char *name)
{
    const char *index = x->op == EXPR_SYMBOL || x->op == EXPR_APPLY
                            ? strchr(x->name, '_')
                            : NULL;

    if (index && strstr(index, name))
        return true;
    for (unsigned i = 0; i < x->count; i++)
        if (x->args[i] && is_indexed(x->args[i], name))
            return true;
    return false;
}

/* A sum, counted from 0. */
static bool value_read_sum(struct comparer *j, struct total *t,
                           const struct expr *x)
{
    struct arena *a = j->arena;
    const struct expr *from = x->args[2];

    if (t->body || from->op != EXPR_NUMBER ||
        expr_any(x->args[0], value_is_sum) ||
        is_indexed(x->args[0], x->args[1]->name))
        return false;
    t->body = value_shifted(
        a, expr_replace(a, x->args[0], x->args[1]->name, expr_symbol(a, INDEX)),
        from);
    t->to = expr_infinity(x->args[3]) > 0
                ? NULL
                : value_plus(a, x->args[3], expr_neg(a, from));
    return expr_is_value(x->args[3]);
}

/* The terms of x; false if it is no such sum. */
static bool read_total(struct comparer *j, struct total *t,
                       const struct expr *x, unsigned depth)
{
    const struct expr *factor = NULL, *sum = NULL;

    if (value_is_sum(x))
        return value_read_sum(j, t, x);
    if (depth > 8 || !expr_any(x, value_is_sum))
        return false;
    if (x->op == EXPR_NEG) {
        if (!read_total(j, t, x->args[0], depth + 1) || t->rest)
            return false;
        t->body = expr_neg(j->arena, t->body);
        return true;
    }
    if (x->op != EXPR_ADD && x->op != EXPR_MUL)
        return false;
    for (unsigned i = 0; i < x->count; i++) {
        if (expr_any(x->args[i], value_is_sum) && sum)
            return false;
        if (expr_any(x->args[i], value_is_sum))
            sum = x->args[i];
        else if (x->op == EXPR_ADD)
            factor = value_plus(j->arena, factor, x->args[i]);
        else
            factor =
                factor ? expr_mul(j->arena, factor, x->args[i]) : x->args[i];
    }
    if (!read_total(j, t, sum, depth + 1) || t->rest)
        return false;
    if (x->op == EXPR_ADD)
        t->rest = factor;
    else if (factor)
        t->body = expr_mul(j->arena, factor, t->body);
    return true;
}

/* Put the first term into the rest. */
static void value_peel(struct comparer *j, struct total *t)
{
    struct arena *a = j->arena;
    const struct expr *one = expr_integer(a, 1);

    t->rest = value_plus(a, t->rest,
                         expr_replace(a, t->body, INDEX, expr_integer(a, 0)));
    t->body = value_shifted(a, t->body, one);
    if (t->to)
        t->to = value_plus(a, t->to, expr_integer(a, -1));
}

static bool same_total(struct comparer *j, const struct total *x,
                       const struct total *y)
{
    const struct expr *zero = expr_integer(j->arena, 0);

    return !x->to == !y->to && equal_values(j, x->body, y->body) &&
           equal_values(j, x->rest ? x->rest : zero,
                        y->rest ? y->rest : zero) &&
           (!x->to || equal_values(j, x->to, y->to));
}

bool same_sums(struct comparer *j, const struct expr *key,
               const struct expr *answer)
{
    struct total k = { NULL, NULL, NULL }, a = { NULL, NULL, NULL };

    if (!expr_any(key, value_is_sum) || !expr_any(answer, value_is_sum) ||
        !read_total(j, &k, key, 0) || !read_total(j, &a, answer, 0))
        return false;
    if (same_total(j, &k, &a))
        return true;
    for (int side = 0; side < 2; side++) {
        struct total x = side ? a : k, y = side ? k : a;

        for (int i = 0; i < PEEL_MOST; i++) {
            value_peel(j, &x);
            if (same_total(j, &x, &y))
                return true;
        }
    }
    return false;
}

/*
 * Arbitrary constants. An antiderivative is right up to its constant: the
 * difference of the two must not depend on any variable. That it is one is said
 * by the kind of the key, by the question, or by the "+ C" of the key; a small
 * c is a letter like any other.
 */

#define CONSTANTS "C c C_{1} c_{1} K"

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
        if (!expr_is_named(x->args[i], CONSTANTS))
            terms[n++] = x->args[i];
    if (n + 1 != x->count)
        return NULL;
    return n == 1 ? terms[0] : expr_new(a, EXPR_ADD, terms, n);
}

bool is_any_constant(const struct expr *x)
{
    return expr_is_named(x, "C c K k D A const constant") ||
           (x->op == EXPR_SYMBOL && str_starts_any(x->name, "C_|c_"));
}

/* The letters of a x + b y + c, where c is a letter like the others. */
bool is_coefficient(const struct expr *x)
{
    return expr_is_named(x, "A B a b");
}

/* "x^2/2 + C": a lone C, and something that varies beside it. */
static bool has_constant(const struct expr *key)
{
    const struct expr *constant = NULL;
    bool other = false;

    if (key->op != EXPR_ADD || expr_any(key, is_coefficient))
        return false;
    for (unsigned i = 0; i < key->count; i++) {
        if (expr_is_named(key->args[i], CONSTANTS) && !constant)
            constant = key->args[i];
        else if (expr_any(key->args[i], is_any_constant))
            return false; /* C x + C is no antiderivative */
        else
            other |= expr_has(key->args[i], EXPR_SYMBOL);
    }
    return constant && constant->name[0] == 'C' && other;
}

/* An integral sign without bounds, and none that has some. */
static bool has_indefinite(const char *text)
{
    struct span t = span_of(text);

    return pattern_in(t, "%#%(\\int|\xe2\x88\xab%)") &&
           !pattern_in(t, "%#%(\\int|\xe2\x88\xab%)%(\\limits%)%? %*%[_^]");
}

/* Does a question ask for an antiderivative, and for no certain one? */
static bool asks_antiderivative(const char *question)
{
    return (has_indefinite(question) ||
            str_has_any(question, "ntiderivative|ndefinite integral|"
                                  "rimitive function")) &&
           !str_has_any(question, "such that|satisf|through|given that|"
                                  "initial|(0)|ifferential");
}

bool is_antiderivative(const struct comparer *j, const struct expr *key)
{
    key = shape_value(key);
    if (has_constant(key))
        return true;
    return expr_is_value(key) && !has_matrix(key) &&
           expr_has(key, EXPR_SYMBOL) &&
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

    for (size_t i = 0; i < n; i++)
        if (!str_is_one(names[i], known, m) &&
            !is_any_constant(expr_symbol(j->arena, names[i])))
            return true;
    return false;
}

/* Returns F + K of "F + K, K \in \mathbb{R}", or x itself if it is no such
 * list. */
static const struct expr *without_range(const struct expr *x)
{
    return x->op == EXPR_LIST && x->count == 2 &&
                   shape_is_in(x->args[1], "R") &&
                   is_any_constant(x->args[1]->args[0])
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
        gap = expr_sub(a, k, y);
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
