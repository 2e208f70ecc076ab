/* SPDX-License-Identifier: Apache-2.0 */
#include "run/planted/factors.h"
#include "base/ascii.h"
#include "base/str.h"
#include "base/utf8.h"
#include "family/table.h"
#include "problem/concept.h"

#include <string.h>

static size_t words(const char *s)
{
    size_t n = 0;

    for (bool in = false; *s; s++) {
        n += !in && !is_space(*s);
        in = !is_space(*s);
    }
    return n;
}

/* How many numbers, and how many digits the longest has. */
static size_t numbers(const char *s, size_t *longest)
{
    size_t n = 0;

    *longest = 0;
    while (*s) {
        size_t digits = 0;

        if (!is_digit(*s)) {
            s++;
            continue;
        }
        for (; is_digit(*s) || ((*s == '.' || *s == ',') && is_digit(s[1]));
             s++)
            digits += is_digit(*s);
        if (digits > *longest)
            *longest = digits;
        n++;
    }
    return n;
}

/* "3. " or "Step 3" at the head of a line. */
static bool is_numbered(const char *line)
{
    size_t n = 0;

    if (str_starts(line, "Step "))
        return is_digit(line[5]);
    while (is_digit(line[n]))
        n++;
    return n > 0 && n < 4 && (line[n] == '.' || line[n] == ')') &&
           line[n + 1] == ' ';
}

static size_t steps(const char *solution)
{
    size_t numbered = 0, filled = 0;
    const char *end;

    for (const char *s = solution; *s; s = end) {
        while (is_space(*s))
            s++;
        end = s + strcspn(s, "\n");
        filled += end > s;
        numbered += is_numbered(s);
    }
    return numbered ? numbered : filled;
}

/* Concepts of the high taxonomy, each counted once. */
static size_t high_concepts(const struct problem *p)
{
    const struct taxonomy *high = taxonomy_find("high");
    size_t n = 0;

    for (size_t i = 0; i < p->n_concepts; i++) {
        const struct concept *c = concept_find(high, p->concepts[i]);
        size_t j = 0;

        while (c && j < i && concept_find(high, p->concepts[j]) != c)
            j++;
        n += c && j == i;
    }
    return n;
}

/* 5 of "Level 5"; false when there is none. */
static bool source_level(const struct problem *p, double *out)
{
    const struct json *v = json_get(json_get(p->meta, "fields"), "level");
    const char *s = v && v->text ? v->text : "";

    s += strcspn(s, "0123456789");
    if (!*s)
        return false;
    for (*out = 0; is_digit(*s) && *out < 1e6; s++)
        *out = *out * 10 + (*s - '0');
    return true;
}

/* How many sentences beside the point a family was told to add; false where
 * its knobs do not say. */
static bool distractors(const struct problem *p, double *out)
{
    const char *s = json_string(json_get(p->knobs, "distractors"));

    if (!s || !is_digit(s[0]) || s[1])
        return false;
    *out = s[0] - '0';
    return true;
}

/* The depth that a family without a ceiling was set to; 0: it is none. */
static int64_t depth(const struct problem *p)
{
    const struct family *f = family_find(p->family);

    return f && p->level >= 1 && p->level <= f->n_levels
               ? family_depth_of(f, p->level, p->knobs)
               : 0;
}

static void add(struct factor *all, size_t *n, const char *name, double value)
{
    all[*n] = (struct factor){ name, value };
    ++*n;
}

size_t factors_make(struct arena *a, const struct problem *p,
                    const struct factor **out)
{
    struct factor *all = arena_array(a, struct factor, 10);
    const char *s = p->statement;
    size_t n = 0, digits, count = numbers(s, &digits);
    double level = p->level, beside;

    add(all, &n, "words", (double)words(s));
    add(all, &n, "characters", (double)utf8_count(s, strlen(s)));
    add(all, &n, "numbers", (double)count);
    add(all, &n, "digits", (double)digits);
    if (p->solution && !str_blank(p->solution))
        add(all, &n, "steps", (double)steps(p->solution));
    add(all, &n, "concepts", (double)high_concepts(p));
    if (p->family || source_level(p, &level))
        add(all, &n, "level", level);
    add(all, &n, "keys", (double)p->n_keys);
    if (distractors(p, &beside))
        add(all, &n, "distractors", beside);
    if (depth(p))
        add(all, &n, "depth", (double)depth(p));
    *out = all;
    return n;
}
