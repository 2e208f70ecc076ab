/* SPDX-License-Identifier: Apache-2.0 */
#include "family/mathador/settings.h"
#include "base/ascii.h"
#include "base/str.h"

#define RANGE_MAX 100 /* of what a number is drawn from */

/* The dice of the board game; the fourth of six is the one it leaves out. */
static const int64_t dice[GAME_MOST + 1][GAME_MOST] = {
    [4] = { 4, 6, 8, 12 },
    [5] = { 4, 6, 8, 12, 20 },
    [6] = { 4, 6, 8, 10, 12, 20 },
};

static bool read_number(const char **p, int64_t *out)
{
    const char *end = game_read_number(*p, out);

    *p = end ? end : *p;
    return end && !is_digit(*end);
}

/* "LO..HI", and "HI" for 1..HI if `short_form`. */
static bool read_range(const char **p, bool short_form, int64_t *lo,
                       int64_t *hi)
{
    if (!read_number(p, lo))
        return false;
    if ((*p)[0] == '.' && (*p)[1] == '.') {
        *p += 2;
        return read_number(p, hi) && *lo <= *hi;
    }
    *hi = *lo;
    *lo = 1;
    return short_form;
}

static bool read_target(const char *text, int64_t *lo, int64_t *hi)
{
    *lo = 0;
    *hi = GAME_TARGET_MAX;
    if (str_eq(text, "unbounded"))
        return true;
    return read_range(&text, false, lo, hi) && *text == '\0' &&
           *hi <= GAME_TARGET_MAX;
}

/* Ranges with commas between; *n is how many. */
static bool read_ranges(const char *p, struct settings *s)
{
    for (s->n = 0;; p++) {
        int64_t *lo = &s->lo[s->n], *hi = &s->hi[s->n];

        if (s->n == GAME_MOST || !read_range(&p, true, lo, hi) || *lo < 1 ||
            *hi > RANGE_MAX)
            return false;
        s->n++;
        if (*p != ',')
            return *p == '\0' && s->n >= 4;
    }
}

bool settings_allow_target(const char *text)
{
    int64_t lo, hi;

    return read_target(text, &lo, &hi);
}

bool settings_allow_ranges(const char *text)
{
    struct settings s;

    return str_eq(text, "dice") || read_ranges(text, &s);
}

/* ---- all together ---- */

static const char *knob(const struct json *knobs, const char *name)
{
    return json_string(json_get(knobs, name));
}

static bool read_numbers(const struct json *knobs, struct settings *s,
                         struct err *e)
{
    const char *count = knob(knobs, "numbers");
    const char *ranges = knob(knobs, "ranges");
    size_t n = count ? (size_t)(count[0] - '0') : 5;

    if (!ranges || str_eq(ranges, "dice")) {
        s->n = n;
        for (size_t i = 0; i < n; i++) {
            s->lo[i] = 1;
            s->hi[i] = dice[n][i];
        }
        return true;
    }
    if (!read_ranges(ranges, s))
        return err_set(e, ERR_DOMAIN, "ranges=%.80s cannot be read", ranges);
    if (count && s->n != n)
        return err_set(e, ERR_DOMAIN,
                       "numbers=%s and ranges=%.80s do not go together: there "
                       "are %zu ranges",
                       count, ranges, s->n);
    return true;
}

static enum settings_prompt read_prompt(const char *text)
{
    if (text && str_eq(text, "brief"))
        return PROMPT_BRIEF;
    return text && str_eq(text, "worked") ? PROMPT_WORKED : PROMPT_FULL;
}

bool settings_read(const struct json *knobs, struct settings *out,
                   struct err *e)
{
    const char *target = knob(knobs, "target"),
               *asked = knob(knobs, "mathador");
    const char *measure = knob(knobs, "measure"), *shots = knob(knobs, "shots");
    struct settings s = { .required = !asked || str_eq(asked, "required") };

    if (!read_numbers(knobs, &s, e))
        return false;
    if (!read_target(target ? target : "0..99", &s.target_lo, &s.target_hi))
        return err_set(e, ERR_DOMAIN, "target=%.80s cannot be read", target);
    if (s.n <= GAME_STEPS && asked && s.required)
        return err_set(e, ERR_DOMAIN,
                       "a Mathador takes five numbers and there are %zu: set "
                       "mathador=any",
                       s.n);
    s.required = s.required && s.n > GAME_STEPS;
    s.distinct = measure && str_eq(measure, "distinct");
    for (; shots && is_digit(*shots); shots++)
        s.shots = s.shots * 10 + (*shots - '0');
    s.prompt = read_prompt(knob(knobs, "prompt"));
    *out = s;
    return true;
}

bool settings_same_game(const struct settings *a, const struct settings *b)
{
    if (a->n != b->n || a->target_lo != b->target_lo ||
        a->target_hi != b->target_hi || a->required != b->required ||
        a->distinct != b->distinct)
        return false;
    for (size_t i = 0; i < a->n; i++)
        if (a->lo[i] != b->lo[i] || a->hi[i] != b->hi[i])
            return false;
    return true;
}
