/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/source/import_int.h"
#include "text/lexicon.h"

#include <stdio.h>

/*
 * Numbers that other words or the shape of the computation count on, without
 * any step that says so: "2 books ... both", "11 months ... in the twelfth",
 * the 4 that four addends are divided by, the 3 days of x * 2 * 2 * 2, the days
 * that make a week. They stay as they are, wherever they stand.
 */

/* Every number of the text with that value stays, the 3 of 3/4 too. A result
 * that may have been one of them can then not be followed: it is in doubt. */
static void hold_value(struct import_chain *c, struct import_text *t,
                       struct ratio v, bool percent)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->mentions[i].number.percent == percent &&
            t->mentions[i].number.form != NUMBER_SET &&
            ratio_equal(t->mentions[i].number.value, v)) {
            t->mentions[i].number.form = NUMBER_SET;
            t->mentions[i].held = true;
        }
    for (size_t i = 0; i < c->n; i++)
        if (c->link[i].rival && ratio_equal(c->link[i].value, v))
            c->link[i].doubt = true;
}

static void hold_hold(struct import_chain *c, struct import_text *t,
                      size_t value)
{
    hold_value(c, t, RATIO((int64_t)value), false);
}

/* ---- results that nobody noted ---- */

static bool has_leaf(const struct import_chain *c, struct ratio v)
{
    for (size_t i = 0; i <= c->root; i++)
        if (c->link[i].used && c->link[i].op == GRAPH_CONST &&
            ratio_equal(c->link[i].value, v))
            return true;
    return false;
}

/* "= 5 minutes" behind words, beside 5 seconds: what a leaf of that value
 * comes from is not known. */
static void find_silent(struct import_chain *c, const struct import_notes *n,
                        const struct import_text *t)
{
    for (size_t i = 0; i < n->n_silent; i++) {
        bool noted = false;

        for (size_t k = 0; k < n->n && !noted; k++)
            noted = n->note[k].state == NOTE_GOOD &&
                    ratio_equal(n->note[k].result, n->silent[i]);
        if (!noted && has_leaf(c, n->silent[i]) &&
            import_count(t, n->silent[i], false))
            c->unsure = "a number may be a result that is not annotated";
    }
}

/* A 1 is added, and a step gives as much as a number of the text: 25 / 5 = 5,
 * and 5 / 5 may be that 1. */
static void find_ones(struct import_chain *c, const struct import_text *t)
{
    bool one = false, equal = false;

    for (size_t i = 0; i <= c->root; i++) {
        const struct import_link *x = &c->link[i];

        if (!x->used)
            continue;
        if (x->op == GRAPH_CONST)
            one = one || (ratio_equal(x->value, RATIO(1)) &&
                          (x->under == GRAPH_ADD || x->under == GRAPH_SUB));
        else
            equal = equal ||
                    (x->op == GRAPH_DIV && import_count(t, x->value, false));
    }
    if (one && equal)
        c->unsure = "a 1 may be a result that is not annotated";
}

/* ---- words ---- */

/* "Publisher B": the letter as a word of its own. */
static bool has_label(const struct import_text *t, char letter)
{
    for (size_t i = 0; i < t->n_sentences; i++)
        for (const char *s = t->sentences[i], *p = s; (p = strchr(p, letter));
             p++)
            if (p > s && p[-1] == ' ' && !is_letter(p[1]) && p[1] != '.')
                return true;
    return false;
}

static void hold_pairs(struct import_chain *c, struct import_text *t)
{
    if (import_text_has(t, "both neither either former the_other "
                           "girls_and_boys boys_and_girls") ||
        has_label(t, 'B'))
        hold_hold(c, t, 2);
    if (has_label(t, 'C'))
        hold_hold(c, t, 3);
    if (import_text_has(t, "last_one other_one"))
        for (size_t v = 2; v < 6; v++)
            hold_hold(c, t, v);
}

/* "Four friends, Ann, Bo, Cy and Di": as many as are named. */
static void hold_named(struct import_chain *c, struct import_text *t)
{
    struct entities named = { .n = 0 };

    for (size_t i = 0; i < t->n_sentences; i++)
        entities_collect(&named, t->sentences[i], NULL);
    for (size_t i = 0; i < t->n; i++)
        if (named.n > 1 &&
            ratio_equal(t->mentions[i].number.value, RATIO((int64_t)named.n)) &&
            span_among(t->mentions[i].number.noun,
                       "children friends kids people siblings sisters brothers "
                       "boys girls students teenagers women men players "
                       "cousins neighbors classmates"))
            hold_hold(c, t, named.n);
}

/* "the fourth" is the last of 4, or comes after 3, or before the last of 5.
 * Without "the" the word is a fraction as often as not. */
static void hold_ordinals(struct import_chain *c, struct import_text *t)
{
    const struct lexeme *x = NULL;
    char key[40];

    while ((x = lexicon_next(WORD_ORDINAL, x))) {
        snprintf(key, sizeof(key), "the_%s", x->word);
        if (x->value < 2 || x->value > 12 || !import_text_has(t, key))
            continue;
        hold_hold(c, t, (size_t)x->value);
        hold_hold(c, t, (size_t)x->value - 1);
        if (import_text_has(t, "last final"))
            hold_hold(c, t, (size_t)x->value + 1);
    }
}

/* ---- shares ---- */

/* Does a step use p percent as it is, or what it leaves or adds? */
static bool has_percent(const struct import_chain *c, int64_t p)
{
    const int64_t forms[] = { p, 100 - p, 100 + p };
    struct ratio v;

    for (size_t i = 0; i < 3; i++)
        if (has_leaf(c, RATIO(forms[i])) ||
            (ratio_make(&v, forms[i], 100) && has_leaf(c, v)))
            return true;
    return false;
}

/* "25% off" as a division by 4, beside 4 things: a share that no step uses may
 * be that divisor. */
static void hold_divisors(struct import_chain *c, struct import_text *t)
{
    for (size_t i = 0; i < t->n; i++) {
        const struct number *x = &t->mentions[i].number;

        if (x->percent && ratio_whole(x->value) && x->value.p > 0 &&
            x->value.p < 100 && 100 % x->value.p == 0 &&
            !has_percent(c, x->value.p))
            hold_hold(c, t, (size_t)(100 / x->value.p));
    }
}

/* 80% eaten as the 20% left, beside 20 things: a share whose rest alone is
 * used, and stands in the text. */
static void hold_rests(struct import_chain *c, struct import_text *t)
{
    for (size_t i = 0; i < t->n; i++) {
        const struct number *x = &t->mentions[i].number;
        struct ratio rest, share;

        if (x->percent && ratio_sub(&rest, RATIO(100), x->value) &&
            ratio_div(&share, x->value, RATIO(100)) && !has_leaf(c, x->value) &&
            !has_leaf(c, share))
            hold_value(c, t, rest, false);
    }
}

/* ---- parts of a whole ---- */

/* What the number counts: its noun, or the word behind that ("two other
 * days"). */
static bool hold_counts(const struct import_text *t, const struct mention *m,
                        const char *nouns)
{
    struct span s = span_of(t->sentences[m->sentence]);
    size_t at = m->number.at + m->number.n;

    return span_among(graph_next_word(s, &at), nouns) ||
           span_among(graph_next_word(s, &at), nouns);
}

/* Wholes that everybody knows the size of, what their parts are counted in,
 * and the words that speak of the whole (NULL: parts are of it if they make it
 * up). */
static const struct {
    int64_t whole;
    const char *nouns; /* NULL: percents */
    const char *words;
} wholes[] = {
    { 7, "day days night nights", "week weeks weekly" },
    { 7, "weekday weekdays day days", NULL },
    { 12, "month months", NULL },
    { 24, "hour hours", NULL },
    { 100, NULL, NULL },
};

static bool hold_is_part(const struct import_text *t, const struct mention *m,
                         size_t w)
{
    return wholes[w].nouns
               ? !m->number.percent && hold_counts(t, m, wholes[w].nouns)
               : m->number.percent;
}

static void hold_parts(struct import_chain *c, struct import_text *t, size_t w)
{
    struct ratio sum = RATIO(0), whole = RATIO(wholes[w].whole);
    size_t n = 0;

    for (size_t i = 0; i < t->n; i++) {
        struct ratio v = t->mentions[i].number.value;

        if (hold_is_part(t, &t->mentions[i], w) &&
            ratio_compare(v, whole) < 0 && ratio_add(&sum, sum, v))
            n++;
    }
    if (n < 2 || !(wholes[w].words ? import_text_has(t, wholes[w].words)
                                   : ratio_equal(sum, whole)))
        return;
    for (size_t i = 0; i < t->n; i++)
        if (hold_is_part(t, &t->mentions[i], w) &&
            ratio_compare(t->mentions[i].number.value, whole) < 0)
            hold_value(c, t, t->mentions[i].number.value, !wholes[w].nouns);
}

/* ---- facts ---- */

/* So many of the one are one of the other, wherever a problem says it: "there
 * are 16 cups in a gallon". With another number it would tell a falsehood. */
static const struct {
    int64_t n;
    const char *small, *large;
} facts[] = {
    { 60, "second seconds", "minute minutes" },
    { 3600, "second seconds", "hour hours" },
    { 60, "minute minutes", "hour hours" },
    { 1440, "minute minutes", "day days" },
    { 24, "hour hours", "day days" },
    { 168, "hour hours", "week weeks" },
    { 7, "day days", "week weeks" },
    { 5, "day days weekdays workdays", "week workweek" },
    { 30, "day days", "month months april june september november" },
    { 31, "day days",
      "month months january march may july august october december" },
    { 28, "day days", "month february" },
    { 365, "day days", "year years" },
    { 4, "week weeks", "month months" },
    { 52, "week weeks", "year years" },
    { 12, "month months", "year years" },
    { 10, "year years", "decade decades" },
    { 100, "year years", "century centuries" },
    { 12, "inch inches", "foot feet" },
    { 36, "inch inches", "yard yards" },
    { 3, "foot feet", "yard yards" },
    { 5280, "foot feet", "mile miles" },
    { 1760, "yard yards", "mile miles" },
    { 10, "millimeters millimetres mm", "centimeter centimetre cm" },
    { 100, "centimeters centimetres cm", "meter meters metre metres" },
    { 1000, "meters metres m", "kilometer kilometers kilometre km" },
    { 16, "ounce ounces oz", "pound pounds" },
    { 2000, "pound pounds", "ton tons" },
    { 1000, "kilograms kg", "ton tons tonne tonnes" },
    { 1000, "grams g", "kilogram kilograms kg" },
    { 1000, "milliliters millilitres ml", "liter liters litre litres" },
    { 3, "teaspoon teaspoons", "tablespoon tablespoons" },
    { 16, "tablespoon tablespoons", "cup cups" },
    { 8, "ounce ounces oz", "cup cups" },
    { 16, "ounce ounces oz", "pint pints" },
    { 32, "ounce ounces oz", "quart quarts" },
    { 128, "ounce ounces oz", "gallon gallons" },
    { 2, "cup cups", "pint pints" },
    { 4, "cup cups", "quart quarts" },
    { 16, "cup cups", "gallon gallons" },
    { 2, "pint pints", "quart quarts" },
    { 8, "pint pints", "gallon gallons" },
    { 4, "quart quarts", "gallon gallons" },
    { 100, "cent cents pennies", "dollar" },
    { 25, "cent cents pennies", "quarter" },
    { 10, "cent cents pennies", "dime" },
    { 5, "cent cents pennies", "nickel" },
};

static void hold_facts(struct import_chain *c, struct import_text *t)
{
    for (size_t i = 0; i < t->n; i++) {
        const struct mention *m = &t->mentions[i];

        for (size_t k = 0; k < sizeof(facts) / sizeof(facts[0]); k++)
            if (ratio_equal(m->number.value, RATIO(facts[k].n)) &&
                span_among(m->number.noun, facts[k].small) &&
                graph_says(t->sentences[m->sentence], facts[k].large))
                hold_hold(c, t, (size_t)facts[k].n);
    }
}

/* ---- shapes ---- */

/* How many addends each link has, up to a bound: a sum may be added to itself
 * over and over. */
static void count_addends(const struct import_chain *c, size_t *out)
{
    for (size_t i = 0; i < c->n; i++) {
        const struct import_link *x = &c->link[i];
        size_t n = x->op == GRAPH_ADD ? out[x->a] + out[x->b] : 1;

        out[i] = n < TERMS ? n : TERMS;
    }
}

/* A sum of n things, divided by n: their average. One of the things may be a
 * sum itself, so that there may be more addends. */
static void hold_average(struct import_chain *c, struct import_text *t,
                         size_t i, const size_t *addends)
{
    const struct import_link *x = &c->link[i];
    struct ratio n;

    if (x->op != GRAPH_DIV || c->link[x->b].op != GRAPH_CONST)
        return;
    n = c->link[x->b].value;
    if (!ratio_whole(n) || n.p < 2 || (size_t)n.p > addends[x->a])
        return;
    if (n.p > 2 || import_text_has(t, "average mean"))
        hold_hold(c, t, (size_t)n.p);
}

/* How often in a row the same is done, up to link i: 3 for x * 2 * 2 * 2. */
static size_t hold_repeats(const struct import_chain *c, size_t i)
{
    const struct import_link *x = &c->link[i], *y;
    size_t n = 0;

    for (;; n++, x = y) {
        if (x->op == GRAPH_CONST)
            return n;
        y = &c->link[x->a];
        if (y->op != x->op ||
            !ratio_equal(c->link[y->b].value, c->link[x->b].value))
            return n + 1;
    }
}

void import_hold(struct import_chain *c, const struct import_notes *notes,
                 struct import_text *t)
{
    size_t addends[TERMS];

    count_addends(c, addends);
    find_silent(c, notes, t);
    find_ones(c, t);
    hold_pairs(c, t);
    hold_named(c, t);
    hold_ordinals(c, t);
    hold_divisors(c, t);
    hold_rests(c, t);
    hold_facts(c, t);
    for (size_t w = 0; w < sizeof(wholes) / sizeof(wholes[0]); w++)
        hold_parts(c, t, w);
    for (size_t i = 0; i <= c->root; i++)
        if (c->link[i].used) {
            size_t n = hold_repeats(c, i);

            hold_average(c, t, i, addends);
            /* A step for each of n rounds is written out n times, or n - 1
             * times. */
            for (size_t k = n; n > 1 && k <= n + 1; k++)
                hold_hold(c, t, k);
        }
}
