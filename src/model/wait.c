/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Readers of waits. Each takes the text from a pointer that it moves over
 * what it has read; white space around the whole is let through.
 */
#include "model/wait.h"
#include "base/ascii.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static void wait_skip_space(const char **p)
{
    while (is_space(**p))
        (*p)++;
}

static bool wait_at_end(const char *p)
{
    wait_skip_space(&p);
    return *p == '\0';
}

static bool wait_accept(const char **p, char c)
{
    if (**p != c)
        return false;
    (*p)++;
    return true;
}

/* ---- numbers ---- */

/* Beyond this many units of anything the sum would be past WAIT_MOST_MS. */
#define WHOLE_MOST INT64_C(1000000000000000)

/* Digits as a whole number that stops growing at WHOLE_MOST. */
static bool wait_read_whole(const char **p, int64_t *out)
{
    int64_t v = 0;

    if (!is_digit(**p))
        return false;
    for (; is_digit(**p); (*p)++)
        v = v < WHOLE_MOST ? v * 10 + (**p - '0') : WHOLE_MOST;
    *out = v < WHOLE_MOST ? v : WHOLE_MOST;
    return true;
}

/* ".25" as nanounits, of which later digits are dropped; 0 when absent. */
static bool wait_read_fraction(const char **p, int64_t *billionths)
{
    int64_t place = 100000000;

    *billionths = 0;
    if (!wait_accept(p, '.'))
        return true;
    if (!is_digit(**p))
        return false;
    for (; is_digit(**p); (*p)++, place /= 10)
        *billionths += place * (**p - '0');
    return true;
}

static int64_t wait_capped(int64_t ms)
{
    return ms < 0 ? 0 : ms > WAIT_MOST_MS ? WAIT_MOST_MS : ms;
}

/* A decimal number of units of unit_ns nanoseconds, in milliseconds. */
static bool read_amount(const char **p, int64_t unit_ns, int64_t *ms)
{
    int64_t whole, part, ns;

    if (!wait_read_whole(p, &whole) || !wait_read_fraction(p, &part))
        return false;
    /* part < 10^9 and unit_ns <= a day, 8.64 * 10^13: the product does not
     * fit, so the larger is divided first. */
    ns = unit_ns >= 1000000000 ? part * (unit_ns / 1000000000)
                               : part * unit_ns / 1000000000;
    if (whole == WHOLE_MOST) {
        whole = WAIT_MOST_MS;
    } else if (unit_ns >= 1000000) {
        whole = whole > WAIT_MOST_MS / (unit_ns / 1000000)
                    ? WAIT_MOST_MS
                    : whole * (unit_ns / 1000000);
    } else {
        ns += whole % (1000000 / unit_ns) * unit_ns;
        whole /= 1000000 / unit_ns;
    }
    *ms = wait_capped(whole + ns / 1000000 + (ns % 1000000 != 0));
    return true;
}

/* A number alone, perhaps negative. */
static int64_t lone_number(const char *text, int64_t unit_ns)
{
    const char *p = text;
    bool minus;
    int64_t ms;

    wait_skip_space(&p);
    minus = wait_accept(&p, '-');
    if (!read_amount(&p, unit_ns, &ms) || !wait_at_end(p))
        return -1;
    return minus ? 0 : ms;
}

int64_t wait_milliseconds(const char *text)
{
    return text ? lone_number(text, 1000000) : -1;
}

/* ---- dates ---- */

struct moment {
    int64_t year;
    int month, day, hour, minute, second; /* month and day from 1 */
    int64_t billionths;
    int zone_minutes; /* east of Greenwich */
};

/* Days from 1970-01-01 of the proleptic Gregorian calendar: years are counted
 * from March, so that the leap day is a year's last (H. Hinnant,
 * "chrono-compatible low-level date algorithms", days_from_civil). */
static int64_t days_of(const struct moment *t)
{
    int64_t y = t->year - (t->month <= 2), era = y / 400, of_era = y % 400;
    int64_t of_year =
        (153 * (t->month + (t->month > 2 ? -3 : 9)) + 2) / 5 + t->day - 1;

    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year -
           719468;
}

static int days_in_month(int64_t year, int month)
{
    static const int days[] = {
        31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31
    };
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

    return days[month - 1] + (month == 2 && leap);
}

/* Second 60 is a leap second. */
static bool is_moment(const struct moment *t)
{
    return t->year >= 1 && t->year <= 9999 && t->month >= 1 && t->month <= 12 &&
           t->day >= 1 && t->day <= days_in_month(t->year, t->month) &&
           t->hour <= 23 && t->minute <= 59 && t->second <= 60;
}

/* Whole seconds since 1970. */
static int64_t seconds_of(const struct moment *t)
{
    return days_of(t) * 86400 + t->hour * 3600 + t->minute * 60 + t->second -
           t->zone_minutes * 60;
}

static int64_t until(const struct moment *t, double now_s)
{
    double ms = ((double)seconds_of(t) - now_s) * 1000 +
                (double)t->billionths / 1000000;

    if (!(ms > 0)) /* also when now_s is no number */
        return 0;
    if (ms >= (double)WAIT_MOST_MS)
        return WAIT_MOST_MS;
    return (int64_t)ms + (ms > (double)(int64_t)ms);
}

/* Exactly n digits. */
static bool wait_read_digits(const char **p, int n, int *out)
{
    *out = 0;
    for (int i = 0; i < n; i++, (*p)++) {
        if (!is_digit(**p))
            return false;
        *out = *out * 10 + (**p - '0');
    }
    return !is_digit(**p);
}

/* One of n names by its first three letters; the rest of the word, which the
 * longest form spells out, is passed over. */
static bool wait_read_name(const char **p, const char *names, int n, int *which)
{
    const char *s = *p;

    if (!is_letter(s[0]) || !is_letter(s[1]) || !is_letter(s[2]))
        return false;
    for (*which = 0; *which < n; (*which)++) {
        const char *name = names + 3 * *which;

        if (to_lower(s[0]) == name[0] && to_lower(s[1]) == name[1] &&
            to_lower(s[2]) == name[2])
            break;
    }
    while (is_letter(**p))
        (*p)++;
    return *which < n;
}

static bool read_day_name(const char **p)
{
    int which;

    return wait_read_name(p, "sunmontuewedthufrisat", 7, &which);
}

static bool read_month(const char **p, int *month)
{
    if (!wait_read_name(p, "janfebmaraprmayjunjulaugsepoctnovdec", 12, month))
        return false;
    ++*month;
    return true;
}

static bool wait_read_clock(const char **p, struct moment *t)
{
    return wait_read_digits(p, 2, &t->hour) && wait_accept(p, ':') &&
           wait_read_digits(p, 2, &t->minute) && wait_accept(p, ':') &&
           wait_read_digits(p, 2, &t->second);
}

static bool read_greenwich(const char **p)
{
    if (strncmp(*p, "GMT", 3) != 0 && strncmp(*p, "UTC", 3) != 0)
        return false;
    *p += 3;
    return true;
}

/* A year of two digits that lies more than 50 years ahead is of the century
 * before (RFC 9110, 5.6.7). */
static int64_t whole_year(int two_digits, double now_s)
{
    int64_t this_year = 1970, year;

    if (now_s > 0 && now_s < 2.5e11)
        this_year += (int64_t)(now_s / 31556952.0);
    year = this_year - this_year % 100 + two_digits;
    return year > this_year + 50 ? year - 100 : year;
}

/* "06 Nov 1994 08:49:37 GMT" and "06-Nov-94 08:49:37 GMT", after the day's
 * name and its comma. */
static bool read_day_first(const char **p, struct moment *t, double now_s)
{
    const char *start;
    char between;
    int year;

    wait_skip_space(p);
    if (!wait_read_digits(p, 2, &t->day))
        return false;
    between = **p;
    if (between != ' ' && between != '-')
        return false;
    ++*p;
    if (!read_month(p, &t->month) || !wait_accept(p, between))
        return false;
    start = *p;
    if (wait_read_digits(p, 4, &year)) {
        t->year = year;
    } else {
        *p = start;
        if (!wait_read_digits(p, 2, &year))
            return false;
        t->year = whole_year(year, now_s);
    }
    return wait_accept(p, ' ') && wait_read_clock(p, t) &&
           wait_accept(p, ' ') && read_greenwich(p);
}

/* "Nov  6 08:49:37 1994", after the day's name: asctime's form. */
static bool read_month_first(const char **p, struct moment *t)
{
    int year;

    wait_skip_space(p);
    if (!read_month(p, &t->month) || !wait_accept(p, ' '))
        return false;
    if (!wait_read_digits(p, wait_accept(p, ' ') ? 1 : 2, &t->day))
        return false;
    if (!wait_accept(p, ' ') || !wait_read_clock(p, t) ||
        !wait_accept(p, ' ') || !wait_read_digits(p, 4, &year))
        return false;
    t->year = year;
    return true;
}

static bool read_http_date(const char *text, double now_s, struct moment *t)
{
    const char *p = text;
    bool ok;

    *t = (struct moment){ 0 };
    wait_skip_space(&p);
    if (!read_day_name(&p))
        return false;
    ok = wait_accept(&p, ',') ? read_day_first(&p, t, now_s)
                              : read_month_first(&p, t);
    return ok && wait_at_end(p) && is_moment(t);
}

double wait_now(const char *text, double now_s)
{
    struct moment t;

    return text && read_http_date(text, now_s, &t) ? (double)seconds_of(&t)
                                                   : now_s;
}

int64_t wait_retry_after(const char *text, double now_s)
{
    int64_t ms = text ? lone_number(text, 1000000000) : -1;
    struct moment t;

    if (!text || ms >= 0)
        return ms;
    return read_http_date(text, now_s, &t) ? until(&t, now_s) : -1;
}

/* "Z", "+01:00", "-0530". */
static bool read_zone(const char **p, struct moment *t)
{
    int hours, minutes, sign = **p == '-' ? -1 : 1;
    const char *start;

    if (wait_accept(p, 'Z') || wait_accept(p, 'z'))
        return true;
    if (!wait_accept(p, '+') && !wait_accept(p, '-'))
        return false;
    start = *p;
    if (wait_read_digits(p, 2, &hours)) {
        if (!wait_accept(p, ':') || !wait_read_digits(p, 2, &minutes))
            return false;
    } else { /* no colon between */
        *p = start;
        if (!wait_read_digits(p, 4, &minutes))
            return false;
        hours = minutes / 100;
        minutes %= 100;
    }
    t->zone_minutes = sign * (hours * 60 + minutes);
    return hours <= 23 && minutes <= 59;
}

int64_t wait_time(const char *text, double now_s)
{
    struct moment t = { 0 };
    const char *p = text;
    int year;

    if (!text)
        return -1;
    wait_skip_space(&p);
    if (!wait_read_digits(&p, 4, &year) || !wait_accept(&p, '-') ||
        !wait_read_digits(&p, 2, &t.month) || !wait_accept(&p, '-') ||
        !wait_read_digits(&p, 2, &t.day))
        return -1;
    t.year = year;
    if (!wait_accept(&p, 'T') && !wait_accept(&p, 't') && !wait_accept(&p, ' '))
        return -1;
    if (!wait_read_clock(&p, &t) || !wait_read_fraction(&p, &t.billionths) ||
        !read_zone(&p, &t) || !wait_at_end(p) || !is_moment(&t))
        return -1;
    return until(&t, now_s);
}

/* ---- spans ---- */

/* Returns the length of a unit in nanoseconds, or 0 for none. Longer names
 * first. */
static int64_t read_unit(const char **p)
{
    static const struct {
        const char *name;
        int64_t ns;
    } units[] = {
        { "ms", 1000000 },
        { "us", 1000 },
        { "\xc2\xb5s", 1000 },
        { "\xce\xbcs", 1000 },
        { "ns", 1 },
        { "d", INT64_C(86400000000000) },
        { "h", 3600000000000 },
        { "m", 60000000000 },
        { "s", 1000000000 },
    };

    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
        size_t n = strlen(units[i].name);

        if (strncmp(*p, units[i].name, n) == 0) {
            *p += n;
            return units[i].ns;
        }
    }
    return 0;
}

/* Numbers each with its unit, summed. */
static int64_t wait_span(const char *text)
{
    const char *p = text;
    int64_t sum = 0;
    bool minus;

    wait_skip_space(&p);
    minus = wait_accept(&p, '-');
    if (wait_at_end(p))
        return -1;
    while (!wait_at_end(p)) {
        const char *start = p, *after;
        int64_t ignored, ns;

        /* The unit says what the number means, and stands behind it. */
        if (!read_amount(&p, 1, &ignored) || (ns = read_unit(&p)) == 0)
            return -1;
        after = p;
        p = start;
        if (!read_amount(&p, ns, &ignored))
            return -1;
        sum = wait_capped(sum + ignored);
        p = after;
    }
    return minus ? 0 : sum;
}

int64_t wait_reset(const char *text, double now_s)
{
    int64_t ms;

    if (!text)
        return -1;
    ms = lone_number(text, 1000000000);
    if (ms < 0)
        ms = wait_span(text);
    return ms < 0 ? wait_time(text, now_s) : ms;
}
