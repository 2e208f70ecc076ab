/* SPDX-License-Identifier: Apache-2.0 */
#include "run/review/key_seen.h"
#include "base/ascii.h"
#include "base/str.h"
#include "grade/extract/extract.h"
#include "grade/grade.h"

#include <string.h>

#define KEY_LEAST 3 /* characters */

/* A text without what does not matter. */
struct squeezed {
    char *s;
    size_t *at; /* of each character, its place in the text */
    size_t n;
};

/* Spellings that are left out, or written in one way. */
static const struct {
    const char *from, *to;
} spellings[] = {
    { "\\left", "" },
    { "\\right", "" },
    { "\\dfrac", "\\frac" },
    { "\\tfrac", "\\frac" },
    { "\\,", "" },
    { "\\;", "" },
    { "\\!", "" },
    { "\\ ", "" },
    { "{,}", "" },
    { "$", "" },
    { " ", "" },
    { "\t", "" },
    { "\n", "" },
    { "\r", "" },
};

#define SPELLINGS (sizeof(spellings) / sizeof(spellings[0]))

/* "1,234": a comma between a digit and three of them. */
static bool key_seen_parts_thousands(const char *text, size_t i)
{
    return text[i] == ',' && i && is_digit(text[i - 1]) &&
           is_digit(text[i + 1]) && is_digit(text[i + 2]) &&
           is_digit(text[i + 3]) && !is_digit(text[i + 4]);
}

static void key_seen_add(struct squeezed *q, char c, size_t at)
{
    q->s[q->n] = c;
    q->at[q->n++] = at;
}

/* Returns the spelling that stands at p; SPELLINGS: none. */
static size_t spelling_at(const char *p)
{
    size_t k = SPELLINGS;

    if (strchr("\\{$ \t\n\r", *p))
        for (k = 0; k < SPELLINGS; k++)
            if (str_starts(p, spellings[k].from))
                break;
    return k;
}

static struct squeezed key_seen_squeeze(struct arena *a, const char *text)
{
    size_t n = strlen(text);
    struct squeezed q = { arena_array(a, char, n + 1),
                          arena_array(a, size_t, n + 1), 0 };

    for (size_t i = 0, k; i < n;) {
        k = spelling_at(text + i);
        if (k < SPELLINGS) {
            for (const char *p = spellings[k].to; *p; p++)
                key_seen_add(&q, *p, i);
            i += strlen(spellings[k].from);
        } else {
            if (!key_seen_parts_thousands(text, i))
                key_seen_add(&q, text[i], i);
            i++;
        }
    }
    return q;
}

static bool key_seen_is_word(char c)
{
    return is_digit(c) || is_letter(c);
}

/* Is text[from..to) a value by itself, no part of a longer one? */
static bool key_seen_stands_alone(const char *text, size_t from, size_t to)
{
    char before = from ? text[from - 1] : ' ', after = text[to];

    if (key_seen_is_word(text[from]) &&
        (key_seen_is_word(before) || strchr("./^_-", before) != NULL))
        return false;
    if (after == '\0')
        return true;
    if (strchr("/^_", after) || (key_seen_is_word(text[to - 1]) &&
                                 (key_seen_is_word(after) || after == '{')))
        return false;
    return !((after == '.' || after == ',') && is_digit(text[to + 1]));
}

/* Does the needle stand in the text, outside of from..to? */
static bool key_seen_is_in(const struct squeezed *q, const char *text,
                           const char *needle, size_t from, size_t to)
{
    size_t n = strlen(needle);

    for (const char *p = q->s; (p = strstr(p, needle)); p++) {
        size_t i = (size_t)(p - q->s);
        size_t first = q->at[i], end = q->at[i + n - 1] + 1;

        if (key_seen_stands_alone(text, first, end) &&
            (end <= from || first >= to))
            return true;
    }
    return false;
}

/* The key's spellings: LaTeX, and the plain number. Returns how many. */
static size_t spellings_of(struct arena *a, const struct key *k,
                           const char *out[2])
{
    const char *plain = grade_value(a, k->latex);
    size_t n = 0;

    if (k->kind == ANSWER_CHOICE || k->kind == ANSWER_TEXT)
        return 0;
    out[0] = key_seen_squeeze(a, k->latex).s;
    n = strlen(out[0]) >= KEY_LEAST;
    if (plain && strlen(plain) >= KEY_LEAST && !str_eq(plain, out[0]))
        out[n++] = plain;
    return n;
}

/* The part of a reply that counts, or the last of it. */
static const char *key_seen_end_of(const char *text, size_t *skipped)
{
    size_t n = strlen(text), from;

    if (!extract_skip_thinking(text, n, &from))
        from = n;
    if (n - from > KEY_SEEN_BYTES)
        from = n - KEY_SEEN_BYTES;
    *skipped = from;
    return text + from;
}

/* Does the statement give the key away? */
static bool key_seen_is_asked(struct arena *a, const struct problem *p)
{
    struct squeezed asked = key_seen_squeeze(a, p->statement);

    for (size_t i = 0; i < p->n_keys; i++) {
        const char *needles[2];
        size_t n = spellings_of(a, &p->keys[i], needles);

        for (size_t k = 0; k < n; k++)
            if (key_seen_is_in(&asked, p->statement, needles[k], 0, 0))
                return true;
    }
    return false;
}

/* Most replies do not have the key: they are looked at first. */
bool key_is_seen(struct arena *a, const struct problem *p, const char *text,
                 size_t from, size_t to)
{
    size_t skipped;
    const char *end = key_seen_end_of(text, &skipped);
    struct squeezed reply = key_seen_squeeze(a, end);

    from = from > skipped ? from - skipped : 0;
    to = to > skipped ? to - skipped : 0;
    for (size_t i = 0; i < p->n_keys; i++) {
        const char *needles[2];
        size_t n = spellings_of(a, &p->keys[i], needles);
        bool seen = false;

        for (size_t k = 0; k < n; k++)
            seen |= key_seen_is_in(&reply, end, needles[k], from, to);
        if (!seen)
            return false;
    }
    return p->n_keys > 0 && !key_seen_is_asked(a, p);
}
