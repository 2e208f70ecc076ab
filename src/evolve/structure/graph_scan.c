/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/structure/graph_int.h"
#include "text/character.h"
#include "text/lexicon.h"
#include "text/numeral.h"

/*
 * The scanner of numbers: digits with commas, points and fractions, percents,
 * amounts, clock times, ordinals, and words. What is glued to letters on its
 * left (N_00, x2) is none.
 */

struct scan {
    struct span text;
    size_t at;
    struct number *out;
    size_t found, most;
};

static char at(const struct scan *s, size_t i)
{
    return span_byte(s->text, i);
}

/* The length of the character at i if it belongs to a word. */
static size_t wordish(const struct scan *s, size_t i)
{
    return is_digit(at(s, i)) || at(s, i) == '_' ? 1
                                                 : character_letter(s->text, i);
}

static void skip_sign(struct scan *s)
{
    s->at++;
    while (((unsigned char)at(s, s->at) & 0xc0) == 0x80)
        s->at++;
}

static struct number *push(struct scan *s, size_t from, size_t n)
{
    struct number *x;

    if (s->found == s->most)
        return NULL;
    x = &s->out[s->found++];
    *x = (struct number){ .at = from, .n = n, .scale = 1 };
    return x;
}

/* ---- digits ---- */

static size_t digits_end(const struct scan *s, size_t i)
{
    return i + span_digits(s->text, i);
}

static bool read_value(const struct scan *s, size_t from, size_t end,
                       struct ratio *out)
{
    return ratio_read(out, s->text.s + from, end - from);
}

/* "12", "1,200", "2.50", ".5" from i on: the end; i itself if none. */
static size_t numeral_end(const struct scan *s, size_t i, bool *commas,
                          int *places)
{
    size_t end = digits_end(s, i);

    *commas = false;
    *places = 0;
    while (at(s, end) == ',' && digits_end(s, end + 1) == end + 4 &&
           (*commas || (end > i && end - i <= 3))) {
        end += 4;
        *commas = true;
    }
    if (at(s, end) == '.' && is_digit(at(s, end + 1))) {
        size_t stop = digits_end(s, end + 1);

        *places = (int)(stop - end - 1);
        end = stop;
    }
    return end;
}

/* A whole number directly at i: its end; 0 if none or too long. */
static size_t small_end(const struct scan *s, size_t i)
{
    size_t end = digits_end(s, i);

    return end > i && end - i <= 6 && at(s, i) != '0' ? end : 0;
}

static bool is_dollar(const struct scan *s, size_t from)
{
    return span_before_fold(s->text, from, "$") ||
           span_before_fold(s->text, from, "$ ");
}

/* The parts of a fraction are two numbers. */
static size_t add_fraction(struct scan *s, size_t from, size_t bar, size_t end)
{
    struct number *x, *y;

    if (s->most - s->found < 2)
        return end;
    x = push(s, from, bar - from);
    y = push(s, bar + 1, end - bar - 1);
    x->part = PART_ABOVE;
    y->part = PART_BELOW;
    if (!read_value(s, from, bar, &x->value) ||
        !read_value(s, bar + 1, end, &y->value))
        s->found -= 2;
    else if (x->value.p == 1)
        x->form = NUMBER_SET; /* 1/4 becomes 1/5 */
    if (graph_stays(y, y->value))
        x->form = y->form = NUMBER_SET;
    return end;
}

/* "3/4" from i on, the numeral's end being at `bar`. 9/11/2001 is none. */
static size_t fraction_end(const struct scan *s, size_t i, size_t bar)
{
    size_t end = at(s, bar) == '/' ? small_end(s, bar + 1) : 0;

    if (!end || small_end(s, i) != bar || span_before_fold(s->text, i, "/") ||
        at(s, end) == '/' || (at(s, end) == '.' && is_digit(at(s, end + 1))) ||
        (end - bar == 2 && at(s, bar + 1) == '1') || is_letter(at(s, end)))
        return 0;
    return end;
}

/* Forms of more than one numeral that never change: "2 1/2", "5:30". Their
 * end, or 0. */
static size_t add_set(struct scan *s, size_t from, size_t end)
{
    size_t top = at(s, end) == ' ' || at(s, end) == '-' ? end + 1 : 0;
    size_t bar = top ? small_end(s, top) : 0;
    size_t stop = bar ? fraction_end(s, top, bar) : 0;
    struct ratio whole, part;
    struct number *x;

    if (at(s, end) == ':' && is_digit(at(s, end + 1))) {
        if (span_find(s->text, 0, "ratio") < s->text.n)
            return 0; /* 7:11 are two numbers then */
        stop = digits_end(s, end + 1);
    } else if (!stop) {
        return 0;
    }
    x = push(s, from, stop - from);
    if (!x)
        return stop;
    x->form = NUMBER_SET;
    if (!read_value(s, from, end, &whole))
        s->found--;
    else if (at(s, end) == ':')
        x->value = whole;
    else if (!read_value(s, top, stop, &part) ||
             !ratio_add(&x->value, whole, part))
        s->found--;
    return stop;
}

static bool is_ordinal(const struct scan *s, size_t end)
{
    static const char *const ends[] = { "st", "nd", "rd", "th" };

    for (size_t i = 0; i < 4; i++)
        if (span_at(s->text, end, ends[i]) && !is_letter(at(s, end + 2)))
            return true;
    return false;
}

/* The length of the dash at i. */
static size_t dash(const struct scan *s, size_t i)
{
    return at(s, i) == '-' ? 1 : character_is(s->text, i, CHAR_DASH);
}

/* "grades 4 - 7" is about more numbers than it prints: neither end may go. */
static bool is_range(const struct scan *s, size_t from, size_t end)
{
    size_t n, i = from;

    end += at(s, end) == ' ';
    n = dash(s, end);
    if (n && is_digit(at(s, end + n + (at(s, end + n) == ' '))))
        return true;
    i -= i > 0 && at(s, i - 1) == ' ';
    for (n = i > 0; n < i && (at(s, i - n) & 0xc0) == 0x80;)
        n++; /* the character before */
    n = n && dash(s, i - n) ? i - n : 0;
    n -= n > 0 && at(s, n - 1) == ' ';
    return n > 0 && is_digit(at(s, n - 1));
}

static bool is_percent(const struct scan *s, size_t end)
{
    size_t i = end + (at(s, end) == ' ' || at(s, end) == '-');

    return at(s, i) == '%' || span_at(s->text, i, "percent");
}

static void scan_digits(struct scan *s)
{
    size_t from = s->at, end, stop;
    bool commas;
    int places;
    struct number *x;

    end = numeral_end(s, from, &commas, &places);
    stop = commas || places ? 0 : add_set(s, from, end);
    if (!stop) {
        stop = fraction_end(s, from, end);
        stop = stop ? add_fraction(s, from, end, stop) : 0;
    }
    s->at = stop ? stop : end;
    if (stop || !(x = push(s, from, end - from)))
        return;
    x->commas = commas;
    x->places = places;
    x->dollar = is_dollar(s, from);
    x->percent = is_percent(s, end);
    /* One with a zero in front is a code rather than a number, one beside a
     * bar a date or an odd fraction. */
    if (is_ordinal(s, end) || is_range(s, from, end) || at(s, end) == '/' ||
        (from > 1 && at(s, from - 1) == '/' && is_digit(at(s, from - 2))) ||
        (at(s, from) == '0' && end - from > 1 && places == 0) || places > 6)
        x->form = NUMBER_SET;
    if (!read_value(s, from, end, &x->value))
        s->found--;
    else
        graph_context(s->text, x);
}

/* ---- words ---- */

/* "Five Flags", "the Big Three": a name has no number in it. */
static bool is_in_name(const struct scan *s, size_t from, size_t end)
{
    return is_upper(at(s, from)) &&
           (from > 0 || (at(s, end) == ' ' && is_upper(at(s, end + 1))));
}

/* The number in words at `at`: its length. An article stays outside, "two
 * dozen" is two and a scale, and zero counts nothing. */
static size_t words_at(struct span t, size_t at, struct numeral *out)
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
    size_t from = s->at, n = words_at(s->text, from, &w);
    struct number *x = n ? push(s, from, n) : NULL;

    if (!x) {
        while ((n = wordish(s, s->at)) > 0)
            s->at += n;
        return;
    }
    s->at += n;
    x->form = w.has || is_in_name(s, from, s->at) ? NUMBER_SET : NUMBER_WORD;
    x->times = w.has & NUMERAL_TIMES;
    x->value = (struct ratio){ w.over, w.under };
    x->capital = is_upper(at(s, from));
    x->percent = is_percent(s, s->at);
    graph_context(s->text, x);
}

size_t graph_scan(const char *text, struct number *out)
{
    struct scan s = { .text = span_of(text), .out = out, .most = NUMBERS };

    while (s.at < s.text.n && s.found < s.most) {
        char c = text[s.at];

        if (is_digit(c) || (c == '.' && is_digit(at(&s, s.at + 1)))) {
            scan_digits(&s);
            while (at(&s, s.at) == '.' && is_digit(at(&s, s.at + 1)))
                s.at = digits_end(&s, s.at + 1); /* 1.2.3 */
        } else if (wordish(&s, s.at)) {
            scan_word(&s);
        } else {
            skip_sign(&s);
        }
    }
    return s.found;
}

/* ---- saying ---- */

static void add_digits(struct str *out, int64_t v, bool commas)
{
    if (commas && v >= 1000) {
        add_digits(out, v / 1000, true);
        str_addf(out, ",%03d", (int)(v % 1000));
    } else {
        str_add_int(out, v);
    }
}

static bool print_digits(struct str *out, const struct number *x,
                         struct ratio value)
{
    int64_t unit = 1;
    struct ratio units;

    for (int i = 0; i < x->places; i++)
        unit *= 10;
    if (value.p < 0 || !ratio_mul(&units, value, RATIO(unit)) || units.q != 1)
        return false;
    add_digits(out, units.p / unit, x->commas);
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
