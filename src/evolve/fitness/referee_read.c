/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/fitness/referee_read.h"
#include "base/ascii.h"

#include <stddef.h>
#include <string.h>

#define DIGITS_MOST 12
#define ASIDE_MOST  40

/* A number of the text. */
struct rating {
    double value;
    bool fine; /* from 0 to 10, no range, no part of something else */
    bool of_ten;
};

static const char *skip_blanks(const char *s)
{
    while (*s == ' ' || *s == '\t')
        s++;
    return s;
}

/* Digits with a point; *n digits were read. Ours alone: strtod() would read
 * "1e3", "0x8" and "infinity". */
static const char *read_digits(const char *s, double *v, size_t *n)
{
    double unit = 1;
    bool behind = false;

    *v = 0;
    *n = 0;
    for (; is_digit(*s) || (*s == '.' && !behind && is_digit(s[1])); s++) {
        if (*s == '.') {
            behind = true;
            continue;
        }
        if (++*n > DIGITS_MOST)
            continue;
        if (behind)
            unit /= 10;
        *v = behind ? *v + (*s - '0') * unit : *v * 10 + (*s - '0');
    }
    return s;
}

/* "/10", "out of 10", "of 10" behind a number; another scale is not fine. */
static const char *read_scale(const char *s, struct rating *r)
{
    const char *p = skip_blanks(s), *end;
    bool said = true;
    double v;
    size_t n;

    if (*p == '/')
        p++;
    else if (!strncmp(p, "out of ", 7))
        p += 7;
    else if (!strncmp(p, "of ", 3))
        p += 3;
    else
        said = false;
    p = skip_blanks(p);
    if (!said || !is_digit(*p))
        return s;
    end = read_digits(p, &v, &n);
    r->of_ten = v >= 10 && v <= 10;
    r->fine = r->fine && r->of_ten;
    return end;
}

/* "-8", "to 8", "8,5", "%": then the number before is not the rating. */
static bool goes_on(const char *s)
{
    const char *p = skip_blanks(s);

    if (is_letter(*s) || *s == '_' || *p == '%')
        return true;
    if ((*s == ',' || *s == '.') && is_digit(s[1]))
        return true;
    if (!strncmp(p, "\xe2\x80\x93", 3) || !strncmp(p, "\xe2\x80\x94", 3))
        p += 3;
    else if (*p == '-' || *p == '~')
        p++;
    else if (!strncmp(p, "to ", 3) || !strncmp(p, "or ", 3))
        p += 3;
    else
        return false;
    return is_digit(*skip_blanks(p));
}

/* The number at s, which begins with a digit; `before` is what stands there. */
static const char *read_rating(const char *s, char before, struct rating *out)
{
    size_t n;

    *out = (struct rating){ .fine = true };
    s = read_digits(s, &out->value, &n);
    out->fine = n <= DIGITS_MOST && out->value <= 10 && before != '-' &&
                before != '.' && before != ',' && before != '/' &&
                before != '_' && !is_letter(before);
    s = read_scale(s, out);
    out->fine = out->fine && !goes_on(s);
    return s;
}

static bool word_is(const char *s, const char *word)
{
    for (; *word; s++, word++)
        if (to_lower(*s) != *word)
            return false;
    return true;
}

/* The bracket that begins at s is "(0-10)" or the like: its length; else 0. */
static size_t aside(const char *s)
{
    size_t n = 1;

    if (*s != '(')
        return 0;
    while (n < ASIDE_MOST && s[n] && s[n] != ')' && s[n] != '\n')
        n++;
    return s[n] == ')' ? n + 1 : 0;
}

/* Behind "rating" or "score": up to the number, over marks, brackets, "is",
 * "of". NULL: another word comes first. */
static const char *to_number(const char *s)
{
    while (*s && *s != '\n' && !is_digit(*s)) {
        if (aside(s))
            s += aside(s);
        else if (!is_letter(*s))
            s++;
        else if ((word_is(s, "is") || word_is(s, "of") || word_is(s, "as")) &&
                 !is_letter(s[2]))
            s += 2;
        else
            return NULL;
    }
    return is_digit(*s) ? s : NULL;
}

static bool named(const char *text, double *out)
{
    struct rating r = { 0 };
    bool any = false;

    for (const char *p = text; *p; p++) {
        bool inside = p > text && is_letter(p[-1]); /* "generating" */
        size_t k = word_is(p, "rating") ? 6 : word_is(p, "score") ? 5 : 0;
        const char *at = k && !inside ? to_number(p + k) : NULL;

        if (!at)
            continue;
        p = read_rating(at, at[-1], &r) - 1;
        any = true;
    }
    *out = r.value;
    return any && r.fine;
}

static bool of_ten(const char *text, double *out)
{
    bool any = false, same = true;
    char before = '\0';

    for (const char *p = text; *p;) {
        struct rating r;

        if (!is_digit(*p)) {
            before = *p++;
            continue;
        }
        p = read_rating(p, before, &r);
        before = '0';
        if (!r.of_ten)
            continue;
        same = same && r.fine && (!any || !(r.value < *out || r.value > *out));
        *out = r.value;
        any = true;
    }
    return any && same;
}

/* The last line that is not blank, if it holds a number and no letter. */
static bool alone(const char *text, double *out)
{
    const char *end = text + strlen(text), *p;
    struct rating r;

    while (end > text && is_space(end[-1]))
        end--;
    for (p = end; p > text && p[-1] != '\n';)
        p--;
    while (p < end && strchr(" \t*_`\"'([{$\\", *p))
        p++;
    if (p == end || !is_digit(*p))
        return false;
    p = read_rating(p, ' ', &r);
    while (p < end && strchr(" \t*_`\"')]}$.", *p))
        p++;
    *out = r.value;
    return p == end && r.fine;
}

bool referee_read(const char *text, double *out)
{
    double v = 0;

    if (!named(text, &v) && !of_ten(text, &v) && !alone(text, &v))
        return false;
    *out = v;
    return true;
}
