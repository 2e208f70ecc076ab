/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/extract/extract_int.h"
#include "grade/extract/words.h"
#include "text/lexicon.h"

/*
 * Times of day in words, "half past seven", "five minutes to nine", "three
 * o'clock", where the key is one. A sentence that names two of them names none.
 */

struct clock {
    int minutes;      /* since midnight or noon */
    const char *half; /* of the day: " a.m.", " p.m." or "" */
};

/* Is the key a time, "7:05", "3:30 PM"? */
static bool is_clock(const char *key)
{
    struct span t = span_of(key);
    size_t hour = span_digits(t, 0), end = hour + 3;

    if (hour == 0 || hour > 2 || t.s[hour] != ':' ||
        span_digits(t, hour + 1) != 2)
        return false;
    for (size_t i = end; i < t.n; i++)
        if (!one_of(t.s[i], " .apmAPM\\{}text~"))
            return false;
    return true;
}

/* A whole number from 0 to 59 at `at`, in words or digits; *after is behind it.
 * Returns -1 if there is none. */
static int small_number(struct span t, size_t at, size_t *after)
{
    size_t digits = span_digits(t, at);
    struct numeral n;

    if (digits) {
        *after = at + digits;
        if (digits > 2 || one_of(span_byte(t, *after), ".,:/"))
            return -1;
        return digits == 2 ? 10 * (t.s[at] - '0') + t.s[at + 1] - '0'
                           : t.s[at] - '0';
    }
    *after = words_number(t, at, &n);
    return *after && n.under == 1 && n.over >= 0 && n.over < 60 ? (int)n.over
                                                                : -1;
}

/* The words at *at, which goes behind them, with a blank before the next. */
static bool skip_any(struct span t, size_t *at, const char *const *words,
                     size_t count)
{
    size_t i = span_skip_space(t, *at), n = span_at_any(t, i, words, count);

    if (n == 0 || is_letter(span_byte(t, i + n)))
        return false;
    *at = i + n;
    return true;
}

/* The half of the day that is named at *at, or "". */
static const char *half_at(struct span t, size_t *at)
{
    static const char *const am[] = { "in the morning", "a.m.", "am", "a.m" };
    static const char *const pm[] = {
        "in the afternoon", "in the evening", "at night", "p.m.", "pm", "p.m"
    };

    if (skip_any(t, at, am, COUNT(am)))
        return " a.m.";
    return skip_any(t, at, pm, COUNT(pm)) ? " p.m." : "";
}

/* The hour that ends a time at *at; 0: none does, "five to seven people". */
static int hour_at(struct span t, size_t *at, bool clock)
{
    static const char *const clocks[] = { "o'clock", "o\xe2\x80\x99"
                                                     "clock" };
    size_t i = span_skip_space(t, *at), after;
    int hour = small_number(t, i, &after);

    if (hour < 1 || hour > 12)
        return 0;
    clock = skip_any(t, &after, clocks, COUNT(clocks)) || !clock;
    *at = after;
    return clock ? hour : 0;
}

/* The minutes that begin a time at `at`; -1: none do. */
static int minutes_at(struct span t, size_t at, size_t *after)
{
    static const char *const half[] = { "half" };
    static const char *const quarter[] = { "a quarter", "quarter" };
    static const char *const minutes[] = { "minutes", "minute" };
    int n;

    *after = at;
    if (skip_any(t, after, half, COUNT(half)))
        return 30;
    if (skip_any(t, after, quarter, COUNT(quarter)))
        return 15;
    n = small_number(t, at, after);
    if (n > 0 && !skip_any(t, after, minutes, COUNT(minutes)) && n % 5)
        return -1;
    return n > 0 ? n : -1;
}

/* The time at `at`; *after is behind it. */
static bool clock_at(struct span t, size_t at, struct clock *out, size_t *after)
{
    static const char *const past[] = { "past", "after" };
    static const char *const to[] = { "to", "before" };
    int minutes = minutes_at(t, at, after), hour;
    bool late;

    if (minutes < 0 || !((late = skip_any(t, after, past, COUNT(past))) ||
                         skip_any(t, after, to, COUNT(to)))) {
        *after = at;
        minutes = 0;
        hour = hour_at(t, after, true);
    } else {
        hour = hour_at(t, after, false);
        minutes = late ? minutes : -minutes;
    }
    if (hour == 0 || (minutes < 0 && span_before_fold(t, at, "from ")))
        return false;
    out->half = half_at(t, after);
    out->minutes = (hour % 12 * 60 + minutes + 720) % 720;
    at = span_skip_space(t, *after);
    return at >= t.n || !(is_letter(t.s[at]) || is_digit(t.s[at]));
}

/* Is the time at `at` another than the one that is meant: "before seven"? */
static bool is_bound(struct span t, size_t at)
{
    static const char *const words[] = {
        "almost ", "nearly ", "before ", "after ",     "until ",      "till ",
        "by ",     "past ",   "to ",     "than ",      "since ",      "about ",
        "around ", "from ",   "latest ", "latest at ", "earliest at "
    };

    return span_before_any(t, at, words, COUNT(words)) > 0;
}

/* "The ratio is five to seven." */
static bool is_ratio(struct span t)
{
    static const char *const words[] = { "ratio", "odds", "proportion",
                                         "score" };

    for (size_t i = 0; i < t.n; i++)
        if (span_at_any(t, i, words, COUNT(words)))
            return true;
    return false;
}

bool clock_find(const struct extract *x, struct span t, struct span *out)
{
    struct clock found = { -1, "" }, next;
    size_t after, end;
    enum reply_token k;

    if (!x->opt->formula || !is_clock(x->opt->formula) || t.n > SENTENCE_MOST ||
        is_ratio(t))
        return false;
    for (size_t at = 0; (k = token_read(t, at, &after)) != TOKEN_END;
         at = after) {
        if ((k != TOKEN_WORD && k != TOKEN_NUMBER && k != TOKEN_LETTER &&
             k != TOKEN_MATHWORD) ||
            !clock_at(t, at, &next, &end))
            continue;
        if (found.minutes >= 0 || is_bound(t, at) ||
            stance_of(span_cut(t, 0, at)).denied || is_unasserted(t, end))
            return false;
        found = next;
        after = end;
    }
    if (found.minutes < 0)
        return false;
    *out = span_of(arena_printf(x->a, "%d:%02d%s",
                                found.minutes < 60 ? 12 : found.minutes / 60,
                                found.minutes % 60, found.half));
    return true;
}
