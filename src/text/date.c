/* SPDX-License-Identifier: Apache-2.0 */
#include "text/date.h"

/* Returns the month or day of the week, or NULL if the word is none. An
 * abbreviation has three letters or four and a capital: Mar, Sept. */
static const struct lexeme *date_find(enum word_class c, struct span word)
{
    const struct lexeme *x = lexicon_find(word);

    if (lexeme_is(x, c))
        return x;
    if (!is_upper(span_byte(word, 0)) || (word.n != 3 && word.n != 4))
        return NULL;
    for (x = lexicon_next(c, NULL);
         x && strncasecmp(x->word, word.s, word.n) != 0;)
        x = lexicon_next(c, x);
    return x;
}

bool date_exists(int month, int day)
{
    static const int days[] = {
        31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31
    };

    return month >= 1 && month <= 12 && day >= 1 && day <= days[month - 1];
}

/* Take a number of at most four digits, with "th" behind a day. */
static bool date_take_number(struct span t, size_t *at, struct date *out)
{
    size_t end = *at, n;
    int value = 0;

    for (; end < t.n && is_digit(t.s[end]) && end - *at < 5; end++)
        value = 10 * value + (t.s[end] - '0');
    n = end - *at;
    if (n < 3 && span_among(span_cut(t, end, end + 2), "st nd rd th"))
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

static bool date_take_word(struct span t, size_t *at, struct date *out)
{
    struct span word = span_cut(t, *at, *at + span_letters(t, *at));
    const struct lexeme *month, *weekday;

    *at += word.n;
    month = date_find(WORD_MONTH, word);
    weekday = date_find(WORD_WEEKDAY, word);
    if (month && !out->month)
        out->month = (int)month->value;
    else if (weekday && !out->weekday)
        out->weekday = weekday;
    else
        return span_among(word, "of on the de le");
    return true;
}

bool date_read(struct span t, struct date *out)
{
    size_t i = 0;

    *out = (struct date){ 0 };
    while (i < t.n) {
        if (is_digit(t.s[i])) {
            if (!date_take_number(t, &i, out))
                return false;
        } else if (is_letter(t.s[i])) {
            if (!date_take_word(t, &i, out))
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
