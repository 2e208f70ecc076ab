/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/source/import_int.h"
#include "text/character.h"
#include "text/sentence.h"

#include <stdio.h>

/*
 * The text of a row as a structure needs it, and the constants that a
 * computation may use although they do not stand there: 60 minutes, 12 inches,
 * 4 legs. One is allowed where the text has a word that it goes with.
 */

static const struct {
    int64_t p, q;
    const char *words; /* one of them; "a b & c d": and one of those */
} units[] = {
    { 0, 1, "" },
    { 1, 1, "" },
    { 100, 1, "% percent percentage cent cents penny pennies" },
    { 100, 1, "meter meters & centimeter centimeters cm" },
    { 100, 1, "century centuries" },
    { 60, 1, "minute minutes & hour hours hourly half-hour mph" },
    { 60, 1, "minute minutes & second seconds" },
    { 60, 1, "hour hours hourly & am pm a.m p.m half quarter" },
    { 7, 1, "week weeks weekly" },
    { 12, 1, "year years yearly annual annually & month months monthly" },
    { 12, 1, "inch inches & foot feet" },
    { 12, 1, "dozen dozens" },
    { 12, 1, "noon midnight am pm a.m p.m" },
    { 24, 1, "day days daily & hour hours hourly" },
    { 24, 1, "hour hours & sleep sleeps" },
    { 52, 1, "week weeks weekly & year years annual yearly" },
    { 52, 1, "deck decks" },
    { 365, 1, "year years annual & day days daily night nightly" },
    { 1000, 1, "kilometer kilometers km & meter meters" },
    { 1000, 1, "kilogram kilograms kg kgs & gram grams g" },
    { 1000, 1, "liter liters l & ml milliliter milliliters" },
    { 3600, 1, "hour hours & second seconds" },
    { 30, 1, "april june september november month months monthly" },
    { 31, 1, "january march may july august october december" },
    { 28, 1, "february" },
    { 29, 1, "february leap" },
    { 2, 1,
      "half twice double doubled doubles pair pairs couple both average twin "
      "twins weekend weekends round back diameter parents biweekly halved "
      "perimeter rectangle rectangular halves saturday sunday" },
    { 3, 1,
      "triple tripled triples thrice third thirds triplets triangle "
      "tricycle tricycles" },
    { 3, 1, "yard yards & foot feet" },
    { 4, 1, "quarter quarters fourth fourths quadruple square" },
    { 4, 1, "gallon gallons & quart quarts" },
    { 4, 1, "month months monthly & week weeks weekly workweek workweeks" },
    { 5, 1, "nickel nickels fifth fifths weekday weekdays workday workdays" },
    { 5, 1, "monday & friday" },
    { 6, 1, "sixth sixths insect insects cube" },
    { 8, 1, "spider spiders octopus octopuses eighth eighths" },
    { 10, 1, "decade decades dime dimes tenth tenths" },
    { 14, 1, "fortnight weeks" },
    { 16, 1, "pound pounds & ounce ounces oz" },
    { 25, 1, "quarter quarters" },
    { 36, 1, "yard yards & inch inches" },
    { 50, 1, "half" },
    { 180, 1, "triangle angle angles" },
    { 360, 1, "circle angle degrees" },
    { 2000, 1, "ton tons" },
    { 5280, 1, "mile miles & foot feet" },
    { 1760, 1, "mile miles & yard yards" },
    { 1000, 1, "watt watts & kilowatt kilowatts" },
    { 5, 1, "weekend weekends & day days daily" },
    { 26, 1, "alphabet" },
    { 4, 1, "legs & cow cows dog dogs cat cats horse horses sheep pigs" },
    { 2, 1, "legs & chicken chickens bird birds duck ducks hens" },
    { 4, 1, "wheels & car cars" },
    { 2, 1, "wheels & bike bikes bicycle bicycles motorcycle motorcycles" },
    { 3, 2, "half" },
    { 1, 2, "half halves halved average" },
    { 1, 4, "quarter quarters fourth" },
    { 3, 4, "quarter quarters fourth" },
    { 1, 3, "third thirds" },
    { 2, 3, "third thirds" },
    { 1, 5, "fifth fifths" },
    { 1, 10, "dime dimes tenth" },
    { 1, 20, "nickel nickels" },
    { 1, 100, "penny pennies cent cents percent %" },
};

/* One of the words between blanks; "the_other" is two. */
static bool has_one(const struct import_text *t, struct span list)
{
    struct span word;
    char key[32];

    while (span_split(&list, ' ', &word)) {
        snprintf(key, sizeof(key), " %.*s ", (int)word.n, word.s);
        for (char *p = key; (p = strchr(p, '_'));)
            *p = ' ';
        if (word.n && strstr(t->words, key))
            return true;
    }
    return false;
}

bool import_text_has(const struct import_text *t, const char *words)
{
    return has_one(t, span_of(words));
}

/* "&" asks for one more: each list between them has a word of the text. */
static bool has_each(const struct import_text *t, const char *list)
{
    struct span rest = span_of(list), group;

    while (span_split(&rest, '&', &group))
        if (!has_one(t, group))
            return false;
    return true;
}

bool import_unit(const struct import_text *t, struct ratio value)
{
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
        if (value.p == units[i].p && value.q == units[i].q &&
            has_each(t, units[i].words))
            return true;
    return false;
}

bool import_word(const struct import_text *t, struct ratio value)
{
    for (size_t i = 0; i < t->n; i++) {
        const struct number *x = &t->mentions[i].number;

        if (x->form == NUMBER_SET &&
            (ratio_equal(x->value, value) ||
             (x->value.q != 1 && (ratio_equal(RATIO(x->value.q), value) ||
                                  ratio_equal(RATIO(x->value.p), value)))))
            return true;
    }
    return false;
}

/* ---- the text ---- */

/* In lower case, with a blank before and after every word and sign. */
static const char *words_of(struct arena *a, const char *s)
{
    struct str out = str_in(a);

    str_addc(&out, ' ');
    for (size_t i = 0; s[i]; i++) {
        bool inside =
            is_letter(s[i]) || (s[i] == '.' && i > 0 && is_letter(s[i - 1]) &&
                                is_letter(s[i + 1]));

        if (inside) {
            str_addc(&out, to_lower(s[i]));
        } else {
            str_addc(&out, ' ');
            if (s[i] == '%' || s[i] == '$') {
                str_addc(&out, s[i]);
                str_addc(&out, ' ');
            }
        }
    }
    str_addc(&out, ' ');
    return str_get(&out);
}

#define ENGLISH_LEAST 10 /* words of a text that is judged */

bool import_is_english(const char *statement)
{
    static const char small[] =
        "the of and to how many much is are was were has had have does did do "
        "he she they it his her their for each every if what on with at from "
        "that there will be by this than as who per";
    struct span t = span_of(statement);
    size_t words = 0, ours = 0, letters = 0, others = 0, n;

    for (size_t at = 0; at < t.n; at += n ? n : 1) {
        n = character_letter(t, at);
        words += n > 0;
        for (size_t one = n; one; n += one) {
            letters++;
            others += one > 1; /* of another script, or with an accent */
            one = character_letter(t, at + n);
        }
        ours += n && span_among(span_cut(t, at, at + n), small);
    }
    return others * 5 <= letters &&
           (words < ENGLISH_LEAST || ours * 10 >= words);
}

static bool add_sentence(struct import_text *t, const char *s)
{
    struct number found[NUMBERS];
    size_t n = graph_scan(s, found);

    if (t->n_sentences == STRUCTURE_SENTENCES || t->n + n > MENTIONS)
        return false;
    for (size_t i = 0; i < n; i++)
        t->mentions[t->n++] = (struct mention){ .sentence = t->n_sentences,
                                                .number = found[i],
                                                .slot = GRAPH_FOLLOW };
    if (strchr(s, '?'))
        t->question = t->n_sentences;
    t->sentences[t->n_sentences++] = s;
    return true;
}

bool import_text_read(struct arena *a, const char *statement,
                      struct import_text *out)
{
    size_t at = 0, n;
    const char *s;

    *out = (struct import_text){ .words = words_of(a, statement) };
    if (strlen(statement) > GRAPH_BYTES)
        return false;
    while ((s = sentence_next(statement, &at, &n)))
        if (!add_sentence(out, arena_strndup(a, s, n)))
            return false;
    if (out->n_sentences && !strchr(out->sentences[out->question], '?'))
        out->question = out->n_sentences - 1;
    return out->n_sentences > 0;
}
