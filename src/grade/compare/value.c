/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Values: what stands around the number (a unit, a percent sign, degrees) is
 * taken off and compared first, then the numbers by compare_plain().
 */
#include "grade/compare/compare_int.h"
#include "math/exact/unit.h"

#include <string.h>

enum wrap { WRAP_NONE, WRAP_PERCENT, WRAP_DEGREE, WRAP_UNIT };

struct wrapped {
    enum wrap wrap;
    const struct expr *value; /* inside */
    const struct expr *whole;
};

static struct wrapped unwrap(struct arena *a, const struct expr *x)
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
        w.value = expr_unary(a, EXPR_NEG, w.value);
    return w;
}

/* Returns the number that the first word stands for ("1 million", "2 dozen
 * people"), or 0 if it is no such word. *rest is what follows. */
static long scale_word(const char *name, const char **rest)
{
    static const struct {
        const char *word;
        long value;
    } scales[] = {
        { "hundred", 100 },
        { "thousand", 1000 },
        { "million", 1000000 },
        { "billion", 1000000000 },
        { "trillion", 1000000000000 },
        { "dozen", 12 },
    };

    for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++) {
        size_t n = strlen(scales[i].word);

        if (strncmp(name, scales[i].word, n) != 0)
            continue;
        if (name[n] == 's')
            n++;
        if (name[n] != '\0' && name[n] != ' ')
            continue;
        *rest = name[n] ? name + n + 1 : name + n;
        return scales[i].value;
    }
    return 0;
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
    value = expr_binary(a, EXPR_MUL, x->args[0], expr_integer(a, scale));
    if (!*rest)
        return value;
    q = expr_unary(a, EXPR_QUANTITY, value);
    q->name = arena_strdup(a, rest);
    return q;
}

static const char *unit_of(const struct wrapped *w)
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
    return expr_binary(j->arena, EXPR_MUL, expr_integer(j->arena, 100), x);
}

/* 0.4 is 40 %, and no careless way of writing 0.4 %: a key below one is a part
 * of the whole, unless the question asks for a percentage. */
static bool is_part(struct comparer *j, const struct wrapped *key)
{
    const struct expr *x = key->value, *one = expr_integer(j->arena, 1);

    if (key->wrap != WRAP_NONE ||
        (j->question &&
         (strstr(j->question, "ercent") || strchr(j->question, '%'))))
        return false;
    return decide_less(x, one, j->work) == TRUTH_YES &&
           decide_less(expr_unary(j->arena, EXPR_NEG, x), one, j->work) ==
               TRUTH_YES;
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
        (answer->wrap == WRAP_PERCENT && is_part(j, key)))
        return exact;
    return found_best(exact, dropped(j, key->value, answer->value, what));
}

/* Words behind a number that change it: 5 squared, 5 or more. */
static bool changes_number(const char *words)
{
    static const char *const list[] = {
        "squared",     "cubed",    "half",      "halves",        "third",
        "thirds",      "quarter",  "quarters",  "fourth",        "fourths",
        "fifth",       "fifths",   "sixth",     "sixths",        "seventh",
        "sevenths",    "eighth",   "eighths",   "ninth",         "ninths",
        "tenth",       "tenths",   "hundredth", "hundredths",    "thousandth",
        "thousandths", "mod",      "base",      "factorial",     "below",
        "above",       "more",     "less",      "least",         "most",
        "plus",        "minus",    "times",     "over",          "under",
        "not",         "negative", "power",     "root",          "percent",
        "prime",       "or",       "and",       "approximately",
    };

    for (const char *w = words; *w;) {
        size_t n = strcspn(w, " ");

        for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
            if (strlen(list[i]) == n && memcmp(list[i], w, n) == 0)
                return true;
        w += n + (w[n] == ' ');
    }
    return false;
}

/* A counted noun says what is counted; it is no unit that could be wrong. */
static struct comparison one_unit(struct comparer *j, const struct wrapped *key,
                                  const struct wrapped *answer)
{
    const char *text = unit_of(key->wrap == WRAP_UNIT ? key : answer);
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

static struct comparison scaled(struct comparer *j, const struct wrapped *key,
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
    f = compare_plain(j, key->value,
                      expr_binary(j->arena, EXPR_MUL,
                                  expr_rational(j->arena, ratio),
                                  answer->value));
    fmpq_clear(ratio);
    if (f.lenient == TRUTH_YES)
        f.by = "unit conversion";
    return f;
}

/* Returns 'C' or 'F' for a temperature, or '\0' for another unit. */
static char degrees_of(const char *unit)
{
    static const char *const names[] = { "\xc2\xb0"
                                         "C",
                                         "\xc2\xb0"
                                         "F",
                                         "Celsius",
                                         "Fahrenheit",
                                         "celsius",
                                         "fahrenheit",
                                         "degC",
                                         "degF" };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strstr(unit, names[i]))
            return i % 2 ? 'F' : 'C';
    return '\0';
}

/* F = 9/5 C + 32. */
static struct comparison two_temperatures(struct comparer *j,
                                          const struct wrapped *key, char ku,
                                          const struct wrapped *answer)
{
    struct arena *a = j->arena;
    const struct expr *v = answer->value;
    fmpq_t r;

    fmpq_init(r);
    if (ku == 'F') {
        fmpq_set_si(r, 9, 5);
        v = expr_binary(a, EXPR_ADD,
                        expr_binary(a, EXPR_MUL, expr_rational(a, r), v),
                        expr_integer(a, 32));
    } else {
        fmpq_set_si(r, 5, 9);
        v = expr_binary(a, EXPR_MUL, expr_rational(a, r),
                        expr_binary(a, EXPR_ADD, v, expr_integer(a, -32)));
    }
    fmpq_clear(r);
    return compare_plain(j, key->value, v);
}

/* The words of one are among those of the other, but for a plural s: "apples"
 * and "red apples", not "cats" and "dogs", "units^{2}" and "units^{3}". */
static bool has_words(const char *all, const char *words)
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
    return (has_words(x, y) && !changes_number(x)) ||
           (has_words(y, x) && !changes_number(y)) || strcmp(x, y) == 0;
}

static struct comparison two_units(struct comparer *j,
                                   const struct wrapped *key,
                                   const struct wrapped *answer)
{
    struct unit ku, au;
    struct comparison f;

    unit_init(&ku);
    unit_init(&au);
    unit_read(&ku, unit_of(key));
    unit_read(&au, unit_of(answer));
    if (degrees_of(unit_of(key)) && degrees_of(unit_of(answer)) &&
        degrees_of(unit_of(key)) != degrees_of(unit_of(answer)))
        f = two_temperatures(j, key, degrees_of(unit_of(key)), answer);
    else if (ku.noun && au.noun && !same_nouns(unit_of(key), unit_of(answer)))
        f = found(TRUTH_NO, "noun", "they count different things");
    else if (strcmp(unit_of(key), unit_of(answer)) == 0 || (ku.noun && au.noun))
        f = compare_plain(j, key->value, answer->value);
    else if (ku.noun || au.noun || !unit_alike(&ku, &au) || ku.offset ||
             au.offset)
        f = found(TRUTH_NO, "unit", "the units are different");
    else
        f = scaled(j, key, &ku, answer, &au);
    unit_clear(&ku);
    unit_clear(&au);
    return f;
}

/* Radians are plain numbers; degrees know their pi. */
static bool is_radians(const struct wrapped *w)
{
    return w->wrap == WRAP_UNIT && (strcmp(unit_of(w), "rad") == 0 ||
                                    strcmp(unit_of(w), "radian") == 0 ||
                                    strcmp(unit_of(w), "radians") == 0);
}

static bool is_degree(const struct expr *x)
{
    return x->op == EXPR_DEGREE;
}

/* A sum without the degree signs of its terms: 180 - 2a for 180 degrees - 2a;
 * x itself if there are others, as in sin 30 degrees. */
static const struct expr *without_degrees(struct arena *a, const struct expr *x)
{
    const struct expr **terms;

    if (x->op == EXPR_DEGREE)
        return x->args[0];
    if (x->op != EXPR_ADD && x->op != EXPR_NEG)
        return x;
    terms = arena_array(a, const struct expr *, x->count);
    for (unsigned i = 0; i < x->count; i++)
        terms[i] = without_degrees(a, x->args[i]);
    return expr_new(a, x->op, terms, x->count);
}

/* Formulas; degree signs inside of one of them may be dropped. */
static struct comparison degrees_inside(struct comparer *j,
                                        const struct expr *key,
                                        const struct expr *answer)
{
    struct comparison f = compare_plain(j, key, answer);
    bool in_key = expr_any(key, is_degree);

    if (f.lenient != TRUTH_NO || in_key == expr_any(answer, is_degree))
        return f;
    key = without_degrees(j->arena, key);
    answer = without_degrees(j->arena, answer);
    if (expr_any(in_key ? key : answer, is_degree))
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
    struct wrapped k = unwrap(j->arena, scaled_up(j->arena, key));
    struct wrapped a = unwrap(j->arena, scaled_up(j->arena, answer));

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
