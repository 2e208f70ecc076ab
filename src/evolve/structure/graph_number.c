/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/structure/graph_number.h"
#include "text/character.h"
#include "text/lexicon.h"
#include "text/numeral.h"

#include <string.h>

/*
 * What stands around a number says whether and how far it may change: there
 * are 7 days in a week and never 9, a dog has 4 legs, "5 days a week" stays
 * below 8. Only the nearest words are looked at; facts of the world that a
 * text takes for granted elsewhere are not seen.
 */

bool graph_says(const char *sentence, const char *words)
{
    struct span t = span_of(sentence);

    for (size_t at = 0, n; at < t.n; at += n ? n : 1) {
        n = t.s[at] == '$' ? 1 : span_letters(t, at);
        if (n && span_among(span_cut(t, at, at + n), words))
            return true;
    }
    return false;
}

struct span graph_next_word(struct span text, size_t *at)
{
    size_t i = *at, n;

    while (span_byte(text, i) == ' ' || span_byte(text, i) == '-')
        i++;
    n = span_letters(text, i);
    *at = i + n;
    return span_cut(text, i, i + n);
}

struct span graph_word_before(struct span text, size_t at)
{
    size_t end = at, from;

    while (end > 0 && text.s[end - 1] == ' ')
        end--;
    for (from = end; from > 0 && is_letter(text.s[from - 1]);)
        from--;
    return span_cut(text, from, end);
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
static int64_t graph_scale_of(struct span word)
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

static bool graph_is_clock(struct span text, size_t at)
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
static struct span graph_after(struct span text, size_t at, size_t skip)
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
    struct span word = graph_after(text, at, 0);

    return span_among(word, months) ||
           (span_among(word, "a the each every this that one") &&
            span_among(graph_after(text, at, 1), "month year"));
}

/* Names of things that there are, where the number is a part of the name: "a
 * 20 dollar bill", "3 quarters of it", "a 5 day work week", "a 4-week month".
 * "3 quarters and a dime" is money. */
static bool graph_is_phrase(struct span text, size_t at, struct span noun)
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
        return span_is_fold(graph_after(text, at, 1), "name");
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

/* Fills in what the words around the number say: `least`, `most`, `scale`,
 * `noun`, `article` and, if the number cannot change, `form`. A NUL ends the
 * text. */
static void graph_context(struct span text, struct number *x)
{
    size_t at = x->at + x->n;
    struct span word;

    x->noun = graph_next_word(text, &at);
    x->natures = 0;
    for (size_t i = 0; i < NATURES; i++)
        x->natures |= (unsigned)span_among(x->noun, by_nature[i].nouns) << i;
    x->scale = graph_scale_of(x->noun);
    if (graph_stays(x, x->value) || graph_is_phrase(text, at, x->noun))
        x->form = NUMBER_SET;
    word = graph_word_before(text, x->at - x->dollar);
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
    if (graph_is_clock(text, x->at + x->n)) {
        x->least = 2;
        x->most = 11;
    }
    if (x->percent && !x->most) {
        x->most = ratio_compare(x->value, RATIO(100)) <= 0 ? 99 : 0;
        x->least = x->most ? 2 : 101;
    }
    bound_share(text, at, x);
    bound_hours(text, x);
    if (!x->most && span_among(x->noun, "day days") &&
        span_find(text, 0, " week") < text.n &&
        ratio_compare(x->value, RATIO(6)) <= 0)
        x->most = 6; /* "the first five days ... of the week" */
}

/*
 * The scanner of numbers: digits with commas, points and fractions, percents,
 * amounts, clock times, ordinals, and words. What is glued to letters on its
 * left (N_00, x2) is none.
 */

struct scan {
    struct span text;
    size_t at;
    struct number *out;
    size_t found; /* at most NUMBERS */
};

static char scan_byte(const struct scan *s, size_t i)
{
    return span_byte(s->text, i);
}

/* The length of the character at i if it belongs to a word. */
static size_t wordish(const struct scan *s, size_t i)
{
    return is_digit(scan_byte(s, i)) || scan_byte(s, i) == '_'
               ? 1
               : character_letter(s->text, i);
}

static struct number *scan_add(struct scan *s, size_t from, size_t n)
{
    struct number *x;

    if (s->found == NUMBERS)
        return NULL;
    x = &s->out[s->found++];
    *x = (struct number){ .at = from, .n = n, .scale = 1 };
    return x;
}

/* ---- digits ---- */

/* The end of the digits at i. */
static size_t scan_stop(const struct scan *s, size_t i)
{
    return i + span_digits(s->text, i);
}

static bool scan_value(const struct scan *s, size_t from, size_t end,
                       struct ratio *out)
{
    return ratio_read(out, s->text.s + from, end - from);
}

/* "12", "1,200", "2.50", ".5" from i on: the end; i itself if none. */
static size_t scan_numeral_end(const struct scan *s, size_t i, bool *commas,
                               int *places)
{
    size_t end = scan_stop(s, i);

    *commas = false;
    *places = 0;
    while (scan_byte(s, end) == ',' && scan_stop(s, end + 1) == end + 4 &&
           (*commas || (end > i && end - i <= 3))) {
        end += 4;
        *commas = true;
    }
    if (scan_byte(s, end) == '.' && is_digit(scan_byte(s, end + 1))) {
        size_t stop = scan_stop(s, end + 1);

        *places = (int)(stop - end - 1);
        end = stop;
    }
    return end;
}

/* A whole number directly at i: its end; 0 if none or too long. */
static size_t small_end(const struct scan *s, size_t i)
{
    size_t end = scan_stop(s, i);

    return end > i && end - i <= 6 && scan_byte(s, i) != '0' ? end : 0;
}

/* The parts of a fraction are two numbers. */
static size_t scan_add_fraction(struct scan *s, size_t from, size_t bar,
                                size_t end)
{
    struct number *x, *y;

    if (NUMBERS - s->found < 2)
        return end;
    x = scan_add(s, from, bar - from);
    y = scan_add(s, bar + 1, end - bar - 1);
    x->part = PART_ABOVE;
    y->part = PART_BELOW;
    if (!scan_value(s, from, bar, &x->value) ||
        !scan_value(s, bar + 1, end, &y->value))
        s->found -= 2;
    else if (x->value.p == 1)
        x->form = NUMBER_SET; /* 1/4 becomes 1/5 */
    if (graph_stays(y, y->value))
        x->form = y->form = NUMBER_SET;
    return end;
}

/* "3/4" from i on, the numeral's end being at `bar`. 9/11/2001 is none. */
static size_t scan_fraction_end(const struct scan *s, size_t i, size_t bar)
{
    size_t end = scan_byte(s, bar) == '/' ? small_end(s, bar + 1) : 0;

    if (!end || small_end(s, i) != bar || span_before_fold(s->text, i, "/") ||
        scan_byte(s, end) == '/' ||
        (scan_byte(s, end) == '.' && is_digit(scan_byte(s, end + 1))) ||
        (end - bar == 2 && scan_byte(s, bar + 1) == '1') ||
        is_letter(scan_byte(s, end)))
        return 0;
    return end;
}

/* Forms of more than one numeral that never change: "2 1/2", "5:30". Their
 * end, or 0. */
static size_t scan_add_set(struct scan *s, size_t from, size_t end)
{
    size_t top =
        scan_byte(s, end) == ' ' || scan_byte(s, end) == '-' ? end + 1 : 0;
    size_t bar = top ? small_end(s, top) : 0;
    size_t stop = bar ? scan_fraction_end(s, top, bar) : 0;
    struct ratio whole, part;
    struct number *x;

    if (scan_byte(s, end) == ':' && is_digit(scan_byte(s, end + 1))) {
        if (span_find(s->text, 0, "ratio") < s->text.n)
            return 0; /* 7:11 are two numbers then */
        stop = scan_stop(s, end + 1);
    } else if (!stop) {
        return 0;
    }
    x = scan_add(s, from, stop - from);
    if (!x)
        return stop;
    x->form = NUMBER_SET;
    if (!scan_value(s, from, end, &whole))
        s->found--;
    else if (scan_byte(s, end) == ':')
        x->value = whole;
    else if (!scan_value(s, top, stop, &part) ||
             !ratio_add(&x->value, whole, part))
        s->found--;
    return stop;
}

static bool is_ordinal(const struct scan *s, size_t end)
{
    static const char *const ends[] = { "st", "nd", "rd", "th" };

    for (size_t i = 0; i < 4; i++)
        if (span_at(s->text, end, ends[i]) && !is_letter(scan_byte(s, end + 2)))
            return true;
    return false;
}

/* The length of the dash at i. */
static size_t dash(const struct scan *s, size_t i)
{
    return scan_byte(s, i) == '-' ? 1 : character_is(s->text, i, CHAR_DASH);
}

/* "grades 4 - 7" is about more numbers than it prints: neither end may go. */
static bool scan_is_range(const struct scan *s, size_t from, size_t end)
{
    size_t n, i = from;

    end += scan_byte(s, end) == ' ';
    n = dash(s, end);
    if (n && is_digit(scan_byte(s, end + n + (scan_byte(s, end + n) == ' '))))
        return true;
    i -= i > 0 && scan_byte(s, i - 1) == ' ';
    for (n = i > 0; n < i && (scan_byte(s, i - n) & 0xc0) == 0x80;)
        n++; /* the character before */
    n = n && dash(s, i - n) ? i - n : 0;
    n -= n > 0 && scan_byte(s, n - 1) == ' ';
    return n > 0 && is_digit(scan_byte(s, n - 1));
}

static bool is_percent(const struct scan *s, size_t end)
{
    size_t i = end + (scan_byte(s, end) == ' ' || scan_byte(s, end) == '-');

    return scan_byte(s, i) == '%' || span_at(s->text, i, "percent");
}

static void scan_digits(struct scan *s)
{
    size_t from = s->at, end, stop;
    bool commas;
    int places;
    struct number *x;

    end = scan_numeral_end(s, from, &commas, &places);
    stop = commas || places ? 0 : scan_add_set(s, from, end);
    if (!stop) {
        stop = scan_fraction_end(s, from, end);
        stop = stop ? scan_add_fraction(s, from, end, stop) : 0;
    }
    s->at = stop ? stop : end;
    if (stop || !(x = scan_add(s, from, end - from)))
        return;
    x->commas = commas;
    x->places = places;
    x->dollar = span_before_fold(s->text, from, "$") ||
                span_before_fold(s->text, from, "$ ");
    x->percent = is_percent(s, end);
    /* One with a zero in front is a code rather than a number, one beside a
     * bar a date or an odd fraction. */
    if (is_ordinal(s, end) || scan_is_range(s, from, end) ||
        scan_byte(s, end) == '/' ||
        (from > 1 && scan_byte(s, from - 1) == '/' &&
         is_digit(scan_byte(s, from - 2))) ||
        (scan_byte(s, from) == '0' && end - from > 1 && places == 0) ||
        places > 6)
        x->form = NUMBER_SET;
    if (!scan_value(s, from, end, &x->value))
        s->found--;
    else
        graph_context(s->text, x);
}

/* ---- words ---- */

/* The number in words at `at`: its length. An article stays outside, "two
 * dozen" is two and a scale, and zero counts nothing. */
static size_t scan_words_at(struct span t, size_t at, struct numeral *out)
{
    struct span word = span_cut(t, at, at + span_letters(t, at));
    const struct lexeme *x = lexicon_find(word);
    bool parts = lexeme_is(x, WORD_PARTS);
    size_t n;

    if (span_is_fold(word, "a"))
        return 0;
    if (parts || span_is_fold(word, "halved")) {
        *out = (struct numeral){ 1, parts ? x->value : 2, NUMERAL_PARTS };
        return word.n;
    }
    if (span_is_fold(word, "half") &&
        (n = numeral_at(t, at, NUMERAL_DOZENS, out)) > 0)
        return n;
    n = numeral_at(t, at, NUMERAL_PARTS | NUMERAL_BARE | NUMERAL_TIMES, out);
    return n && out->over ? n : 0;
}

static void scan_word(struct scan *s)
{
    struct numeral w;
    size_t from = s->at, n = scan_words_at(s->text, from, &w);
    struct number *x = n ? scan_add(s, from, n) : NULL;
    bool named;

    if (!x) {
        while ((n = wordish(s, s->at)) > 0)
            s->at += n;
        return;
    }
    s->at += n;
    x->capital = is_upper(scan_byte(s, from));
    /* "Five Flags", "the Big Three": a name has no number in it. */
    named = x->capital && (from > 0 || (scan_byte(s, s->at) == ' ' &&
                                        is_upper(scan_byte(s, s->at + 1))));
    x->form = w.has || named ? NUMBER_SET : NUMBER_WORD;
    x->times = w.has & NUMERAL_TIMES;
    x->value = (struct ratio){ w.over, w.under };
    x->percent = is_percent(s, s->at);
    graph_context(s->text, x);
}

size_t graph_scan(const char *text, struct number *out)
{
    struct scan s = { .text = span_of(text), .out = out };

    while (s.at < s.text.n && s.found < NUMBERS) {
        char c = text[s.at];

        if (is_digit(c) || (c == '.' && is_digit(scan_byte(&s, s.at + 1)))) {
            scan_digits(&s);
            while (scan_byte(&s, s.at) == '.' &&
                   is_digit(scan_byte(&s, s.at + 1)))
                s.at = scan_stop(&s, s.at + 1); /* 1.2.3 */
        } else if (wordish(&s, s.at)) {
            scan_word(&s);
        } else {
            do
                s.at++;
            while (((unsigned char)scan_byte(&s, s.at) & 0xc0) == 0x80);
        }
    }
    return s.found;
}

/* ---- saying ---- */

int64_t graph_unit(const struct number *x)
{
    int64_t v = 1;

    for (int i = 0; i < x->places; i++)
        v *= 10;
    return v;
}

static bool print_digits(struct str *out, const struct number *x,
                         struct ratio value)
{
    int64_t unit = graph_unit(x);
    struct ratio units;

    if (value.p < 0 || !ratio_mul(&units, value, RATIO(unit)) || units.q != 1)
        return false;
    if (x->commas)
        str_add_count(out, (uint64_t)(units.p / unit));
    else
        str_add_int(out, units.p / unit);
    if (x->places)
        str_addf(out, ".%0*lld", x->places, (long long)(units.p % unit));
    return true;
}

bool graph_print(struct str *out, const struct number *x, struct ratio value)
{
    size_t from = out->n;

    if (x->form == NUMBER_SET)
        return false;
    if (x->form == NUMBER_DIGITS)
        return print_digits(out, x, value);
    if (value.q != 1 || value.p < 1 || value.p >= 1000000 ||
        !numeral_write(out, value.p))
        return false;
    if (x->capital)
        out->s[from] = (char)(out->s[from] - 'a' + 'A');
    return true;
}
