/* SPDX-License-Identifier: Apache-2.0 */
#include "text/date.h"

static const char *const months[] = {
    "january", "february", "march",     "april",   "may",      "june",
    "july",    "august",   "september", "october", "november", "december",
};

static const char *const weekdays[] = {
    "monday", "tuesday",  "wednesday", "thursday",
    "friday", "saturday", "sunday",
};

/* Returns the place of a word in its table, from 1, or 0 if it is not there. An
 * abbreviation has three letters or four and a capital: Mar, Sept. */
static int find(const char *const *names, int n, struct span word)
{
    for (int i = 0; i < n; i++) {
        size_t len = strlen(names[i]);

        if (word.n > len || strncasecmp(names[i], word.s, word.n) != 0)
            continue;
        if (word.n == len ||
            (is_upper(word.s[0]) && (word.n == 3 || word.n == 4)))
            return i + 1;
    }
    return 0;
}

bool date_exists(int month, int day)
{
    static const int days[] = {
        31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31
    };

    return month >= 1 && month <= 12 && day >= 1 && day <= days[month - 1];
}

/* Take a number of at most four digits, with "th" behind a day. */
static bool take_number(struct span t, size_t *at, struct date *out)
{
    size_t end = *at, n;
    int value = 0;

    for (; end < t.n && is_digit(t.s[end]) && end - *at < 5; end++)
        value = 10 * value + (t.s[end] - '0');
    n = end - *at;
    if (n < 3 && end + 2 <= t.n && is_letter(t.s[end]) &&
        (strncasecmp(t.s + end, "st", 2) == 0 ||
         strncasecmp(t.s + end, "nd", 2) == 0 ||
         strncasecmp(t.s + end, "rd", 2) == 0 ||
         strncasecmp(t.s + end, "th", 2) == 0))
        end += 2;
    *at = end;
    if (end < t.n && (is_letter(t.s[end]) || is_digit(t.s[end])))
        return false;
    if (n <= 2 && !out->day)
        out->day = value;
    else if (n == 4 && !out->year)
        out->year = value;
    else
        return false;
    return value > 0;
}

static bool take_word(struct span t, size_t *at, struct date *out)
{
    struct span word = span_from(t, *at);
    size_t n = 0;
    int month, weekday;

    while (n < word.n && is_letter(word.s[n]))
        n++;
    word.n = n;
    *at += n;
    month = find(months, 12, word);
    weekday = find(weekdays, 7, word);
    if (month && !out->month)
        out->month = month;
    else if (weekday && !out->weekday)
        out->weekday = weekday;
    else
        return (n == 2 && (strncasecmp(word.s, "of", 2) == 0 ||
                           strncasecmp(word.s, "on", 2) == 0)) ||
               (n == 3 && strncasecmp(word.s, "the", 3) == 0);
    return true;
}

bool date_read(struct span t, struct date *out)
{
    size_t i = 0;

    *out = (struct date){ 0 };
    while (i < t.n) {
        if (is_digit(t.s[i])) {
            if (!take_number(t, &i, out))
                return false;
        } else if (is_letter(t.s[i])) {
            if (!take_word(t, &i, out))
                return false;
        } else if (is_space(t.s[i]) || t.s[i] == ',' || t.s[i] == '.') {
            i++;
        } else {
            return false;
        }
    }
    return out->month &&
           (out->day ? date_exists(out->month, out->day) : out->year != 0);
}
