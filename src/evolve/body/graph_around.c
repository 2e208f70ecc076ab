/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/str.h"
#include "evolve/body/graph_int.h"

#include <string.h>

/*
 * What stands around a number says whether and how far it may change: there
 * are 7 days in a week and never 9, a dog has 4 legs, "5 days a week" stays
 * below 8. Only the nearest words are looked at; facts of the world that a
 * text takes for granted elsewhere are not seen.
 */

size_t graph_next_word(const char *text, size_t n, size_t *at, char *word,
                       size_t size)
{
    size_t i = *at, len = 0;

    while (i < n && (text[i] == ' ' || text[i] == '-'))
        i++;
    while (i < n && is_letter(text[i])) {
        if (len + 1 < size)
            word[len++] = to_lower(text[i]);
        i++;
    }
    word[len] = 0;
    *at = i;
    return len;
}

static bool is_one_of(const char *word, const char *list)
{
    size_t n = strlen(word);

    for (const char *p = list; n && (p = strstr(p, word)); p++)
        if ((p == list || p[-1] == ' ') && (p[n] == ' ' || p[n] == 0))
            return true;
    return false;
}

/* What a thing has by nature, and what a unit is. */
static const struct {
    int64_t value; /* 0: any up to 8; more of them are counted things */
    const char *nouns;
} by_nature[] = {
    { 0, "legs legged wheels wheeled wheeler eyes ears wings arms sides sided "
         "corners walls dimensional grade graders star sleeves" },
    { 7, "days day" },
    { 24, "hours hour" },
    { 60, "minutes minute seconds second" },
    { 12, "months month inches inch" },
    { 52, "weeks week cards" },
    { 365, "days day" },
    { 30, "days" },
    { 31, "days" },
    { 28, "days" },
    { 100, "cents cent centimeters percent" },
    { 16, "ounces ounce oz" },
    { 1000, "grams meters milliliters ml" },
};

static bool by_its_noun(struct ratio value, const char *noun)
{
    for (size_t i = 0; i < sizeof(by_nature) / sizeof(by_nature[0]); i++)
        if ((by_nature[i].value == 0
                 ? ratio_compare(value, RATIO(8)) <= 0
                 : ratio_equal(value, RATIO(by_nature[i].value))) &&
            is_one_of(noun, by_nature[i].nouns))
            return true;
    return false;
}

/* "5 days a week": at most 7, and so on. */
static const struct {
    const char *noun, *of;
    int64_t most;
} shares[] = {
    { "days day nights times", "week weekly", 6 },
    { "hours hour", "day night workday", 16 },
    { "hours hour", "week", 60 },
    { "weeks week", "month", 4 },
    { "months month", "year", 11 },
    { "weeks week", "year", 51 },
    { "days day", "month", 28 },
    { "minutes minute", "hour", 59 },
};

static void bound_share(const char *text, size_t n, size_t at, const char *noun,
                        struct number *x)
{
    char word[24];

    for (int k = 0; k < 4; k++) {
        if (!graph_next_word(text, n, &at, word, sizeof(word)))
            return;
        if (k == 0 && !is_one_of(word, "a per each every in of out during"))
            return;
        for (size_t i = 0; i < sizeof(shares) / sizeof(shares[0]); i++)
            if (is_one_of(noun, shares[i].noun) &&
                is_one_of(word, shares[i].of) && !x->most &&
                ratio_compare(x->value, RATIO(shares[i].most)) <= 0)
                x->most = shares[i].most;
    }
}

static void read_scale(const char *text, size_t n, size_t at, struct number *x)
{
    static const struct {
        const char *word;
        int64_t value;
    } scales[] = { { "hundred", 100 },        { "thousand", 1000 },
                   { "million", 1000000 },    { "millions", 1000000 },
                   { "billion", 1000000000 }, { "dozen", 12 },
                   { "dozens", 12 },          { "k", 1000 },
                   { "decades", 10 },         { "pairs", 2 } };
    char word[24];

    if (!graph_next_word(text, n, &at, word, sizeof(word)))
        return;
    for (size_t i = 0; i < sizeof(scales) / sizeof(scales[0]); i++)
        if (str_eq(word, scales[i].word))
            x->scale = scales[i].value;
}

/* The word before the number. */
static void word_before(const char *text, size_t at, char *word, size_t size)
{
    size_t end = at, from, len;

    while (end > 0 && text[end - 1] == ' ')
        end--;
    from = end;
    while (from > 0 && is_letter(text[from - 1]))
        from--;
    len = end - from < size ? end - from : size - 1;
    for (size_t i = 0; i < len; i++)
        word[i] = to_lower(text[from + i]);
    word[len] = 0;
}

static void look_before(const char *text, struct number *x)
{
    char word[24];

    word_before(text, x->at - x->dollar, word, sizeof(word));
    if (!x->dollar && (str_eq(word, "a") || str_eq(word, "an")))
        x->article = word[1] ? 'n' : 'a';
    if (x->n == 4 && x->places == 0 && !x->dollar &&
        ratio_compare(x->value, RATIO(1800)) > 0 &&
        ratio_compare(x->value, RATIO(2100)) < 0 &&
        is_one_of(word, "in since year until by from of and to before after")) {
        x->least = x->value.p - 12;
        x->most = x->value.p + 12;
    }
    /* "Room 4", "number 7": a name, not a count. */
    if (is_one_of(word, "number no room grade day week chapter level figure"))
        x->form = NUMBER_SET;
}

static bool is_clock(const char *text, size_t n, size_t at)
{
    static const char *const marks[] = { "am", "pm",  "a.m", "p.m",    "AM",
                                         "PM", "A.M", "P.M", "o'clock" };

    while (at < n && text[at] == ' ')
        at++;
    for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
        size_t len = strlen(marks[i]);

        if (n - at >= len && strncmp(text + at, marks[i], len) == 0 &&
            (n - at == len || !is_letter(text[at + len])))
            return true;
    }
    return false;
}

/* "a 20 dollar bill": there are not bills of every value. */
static bool is_bill(const char *text, size_t n, size_t at, const char *noun)
{
    char next[24];

    if (str_eq(noun, "bill") || str_eq(noun, "bills"))
        return true;
    graph_next_word(text, n, &at, next, sizeof(next));
    return str_eq(noun, "dollar") &&
           (str_eq(next, "bill") || str_eq(next, "bills"));
}

/* "3 quarters of it" is a fraction, "a 5 day work week" and "a 4-week month"
 * are ones that there are; "3 quarters and a dime" is money. */
static bool is_phrase(const char *text, size_t n, size_t at, const char *noun)
{
    char next[24];

    graph_next_word(text, n, &at, next, sizeof(next));
    if (is_one_of(noun, "thirds quarters fourths fifths sixths sevenths "
                        "eighths ninths tenths"))
        return is_one_of(next, "of as the that");
    if (str_eq(noun, "week"))
        return is_one_of(next, "month months");
    if (str_eq(noun, "weeks") && str_eq(next, "in"))
        return graph_next_word(text, n, &at, next, sizeof(next)) &&
               str_eq(next, "a") &&
               graph_next_word(text, n, &at, next, sizeof(next)) &&
               str_eq(next, "month");
    return str_eq(noun, "day") && is_one_of(next, "work week workweek school");
}

bool graph_stays(const struct number *x, struct ratio value)
{
    /* Half: what is taken and what is left are the same, so nobody knows
     * which of them is meant. */
    if (x->percent)
        return ratio_equal(value, RATIO(100)) || ratio_equal(value, RATIO(50));
    if (x->part == PART_BELOW)
        return ratio_compare(value, RATIO(2)) <= 0;
    /* 1 stays: "1 apple" has no plural. */
    return ratio_equal(value, RATIO(1)) || value.p == 0 ||
           by_its_noun(value, x->noun);
}

static void bound_percent(struct number *x)
{
    if (!x->percent || x->most)
        return;
    x->most = ratio_compare(x->value, RATIO(100)) <= 0 ? 99 : 0;
    x->least = x->most ? 2 : 101;
}

/* "She works 9 hours on Monday": hours of one day. */
static void bound_hours(const char *text, struct number *x)
{
    static const char *const days[] = { " day",  " daily", " night",
                                        "day,",  "day.",   "day ",
                                        "days ", "days,",  "days." };

    if (x->most || !is_one_of(x->noun, "hour hours") ||
        ratio_compare(x->value, RATIO(12)) > 0)
        return;
    for (size_t i = 0; i < sizeof(days) / sizeof(days[0]) && !x->most; i++)
        if (strstr(text, days[i]))
            x->most = 12;
}

void graph_surroundings(const char *text, size_t n, struct number *x)
{
    size_t at = x->at + x->n;

    read_scale(text, n, at, x);
    graph_next_word(text, n, &at, x->noun, sizeof(x->noun));
    if (x->form != NUMBER_SET &&
        (graph_stays(x, x->value) || is_bill(text, n, at, x->noun) ||
         is_phrase(text, n, at, x->noun)))
        x->form = NUMBER_SET;
    look_before(text, x);
    if (is_clock(text, n, x->at + x->n)) {
        x->least = 2;
        x->most = 11;
    }
    bound_percent(x);
    bound_share(text, n, at, x->noun, x);
    bound_hours(text, x);
    if (!x->most && is_one_of(x->noun, "day days") && strstr(text, " week") &&
        ratio_compare(x->value, RATIO(6)) <= 0)
        x->most = 6; /* "the first five days ... of the week" */
}
