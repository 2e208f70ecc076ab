/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/structure/graph_int.h"
#include "text/lexicon.h"

/*
 * What stands around a number says whether and how far it may change: there
 * are 7 days in a week and never 9, a dog has 4 legs, "5 days a week" stays
 * below 8. Only the nearest words are looked at; facts of the world that a
 * text takes for granted elsewhere are not seen.
 */

struct span graph_next_word(struct span text, size_t *at)
{
    size_t i = *at, n;

    while (span_byte(text, i) == ' ' || span_byte(text, i) == '-')
        i++;
    n = span_letters(text, i);
    *at = i + n;
    return span_cut(text, i, i + n);
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

#define NATURES (sizeof(by_nature) / sizeof(by_nature[0]))

static unsigned natures_of(struct span noun)
{
    unsigned out = 0;

    for (size_t i = 0; i < NATURES; i++)
        if (span_among(noun, by_nature[i].nouns))
            out |= 1u << i;
    return out;
}

static bool by_its_noun(struct ratio value, unsigned natures)
{
    for (size_t i = 0; natures >> i; i++)
        if ((natures >> i & 1) &&
            (by_nature[i].value == 0
                 ? ratio_compare(value, RATIO(8)) <= 0
                 : ratio_equal(value, RATIO(by_nature[i].value))))
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

static void bound_share(struct span text, size_t at, struct number *x)
{
    for (int k = 0; k < 4; k++) {
        struct span word = graph_next_word(text, &at);

        if (k == 0 && !span_among(word, "a per each every in of out during"))
            return;
        for (size_t i = 0; i < sizeof(shares) / sizeof(shares[0]); i++)
            if (span_among(x->noun, shares[i].noun) &&
                span_among(word, shares[i].of) && !x->most &&
                ratio_compare(x->value, RATIO(shares[i].most)) <= 0)
                x->most = shares[i].most;
    }
}

/* "5 million", "3 dozen": what the word behind the number multiplies it by. */
static int64_t scale_of(struct span word)
{
    const struct lexeme *x = lexicon_find(word);

    if (span_is_fold(word, "millions"))
        return 1000000;
    if (span_is_fold(word, "k"))
        return 1000;
    if (span_among(word, "dozen dozens decades pairs") ||
        (lexeme_is(x, WORD_SCALE) && !span_is_fold(word, "trillion")))
        return x->value;
    return 1;
}

static void look_before(struct span text, struct number *x)
{
    size_t end = x->at - x->dollar, from;
    struct span word;

    while (end > 0 && text.s[end - 1] == ' ')
        end--;
    for (from = end; from > 0 && is_letter(text.s[from - 1]);)
        from--;
    word = span_cut(text, from, end);
    if (span_among(word, "a an"))
        x->article = word.n > 1 ? 'n' : 'a';
    if (x->n == 4 && x->places == 0 && !x->dollar &&
        ratio_compare(x->value, RATIO(1800)) > 0 &&
        ratio_compare(x->value, RATIO(2100)) < 0 &&
        span_among(word,
                   "in since year until by from of and to before after")) {
        x->least = x->value.p - 12;
        x->most = x->value.p + 12;
    }
    /* "Room 4", "number 7": a name, not a count. */
    if (span_among(word, "number no room grade day week chapter level figure"))
        x->form = NUMBER_SET;
}

static bool is_clock(struct span text, size_t at)
{
    static const char *const marks[] = { "am", "pm",  "a.m", "p.m",    "AM",
                                         "PM", "A.M", "P.M", "o'clock" };

    while (span_byte(text, at) == ' ')
        at++;
    for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
        if (span_at(text, at, marks[i]) &&
            !is_letter(span_byte(text, at + strlen(marks[i]))))
            return true;
    return false;
}

/* The word behind `skip` more of them. */
static struct span after(struct span text, size_t at, size_t skip)
{
    struct span word = graph_next_word(text, &at);

    while (skip-- > 0)
        word = graph_next_word(text, &at);
    return word;
}

/* "April", "a month", "the month": there are as many days in it as there
 * are. */
static bool is_month(struct span text, size_t at)
{
    static const char months[] =
        "january february march april may june july august september october "
        "november december";
    struct span word = after(text, at, 0);

    return span_among(word, months) ||
           (span_among(word, "a the each every this that one") &&
            span_among(after(text, at, 1), "month year"));
}

/* Names of things that there are, where the number is a part of the name: "a
 * 20 dollar bill", "3 quarters of it", "a 5 day work week", "a 4-week month".
 * "3 quarters and a dime" is money. */
static bool is_phrase(struct span text, size_t at, struct span noun)
{
    struct span next = graph_next_word(text, &at);

    if (span_among(noun, "bill bills") ||
        (span_is_fold(noun, "dollar") && span_among(next, "bill bills")))
        return true;
    if (span_among(noun, "thirds quarters fourths fifths sixths sevenths "
                         "eighths ninths tenths"))
        return span_among(next, "of as the that");
    if (span_is_fold(noun, "week"))
        return span_among(next, "month months");
    if (span_among(noun, "weeks days") && span_is_fold(next, "in"))
        return is_month(text, at);
    if (span_is_fold(noun, "letters") && span_is_fold(next, "in"))
        return span_is_fold(after(text, at, 1), "name");
    return span_is_fold(noun, "day") &&
           span_among(next, "work week workweek school month months year");
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
           by_its_noun(value, x->natures);
}

static void bound_percent(struct number *x)
{
    if (!x->percent || x->most)
        return;
    x->most = ratio_compare(x->value, RATIO(100)) <= 0 ? 99 : 0;
    x->least = x->most ? 2 : 101;
}

/* "She works 9 hours on Monday": hours of one day. */
static void bound_hours(struct span text, struct number *x)
{
    static const char *const days[] = { " day",  " daily", " night",
                                        "day,",  "day.",   "day ",
                                        "days ", "days,",  "days." };

    if (x->most || !span_among(x->noun, "hour hours") ||
        ratio_compare(x->value, RATIO(12)) > 0)
        return;
    for (size_t i = 0; i < sizeof(days) / sizeof(days[0]) && !x->most; i++)
        if (span_find(text, 0, days[i]) < text.n)
            x->most = 12;
}

void graph_context(struct span text, struct number *x)
{
    size_t at = x->at + x->n;

    x->noun = graph_next_word(text, &at);
    x->natures = natures_of(x->noun);
    x->scale = scale_of(x->noun);
    if (graph_stays(x, x->value) || is_phrase(text, at, x->noun))
        x->form = NUMBER_SET;
    look_before(text, x);
    if (is_clock(text, x->at + x->n)) {
        x->least = 2;
        x->most = 11;
    }
    bound_percent(x);
    bound_share(text, at, x);
    bound_hours(text, x);
    if (!x->most && span_among(x->noun, "day days") &&
        span_find(text, 0, " week") < text.n &&
        ratio_compare(x->value, RATIO(6)) <= 0)
        x->most = 6; /* "the first five days ... of the week" */
}
