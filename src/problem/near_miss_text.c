/* SPDX-License-Identifier: Apache-2.0 */

/* Near misses of letters and words. */
#include "base/ascii.h"
#include "base/str.h"
#include "problem/near_miss.h"

#include <string.h>

#define LETTERS_LEAST 4 /* of a multiple choice whose choices are not known */

/* Other letters in the place of key[at]. */
static void slip_letter(struct near_misses *s, size_t at, size_t choices)
{
    char own = s->key[at], base = is_upper(own) ? 'A' : 'a';

    if (choices == 0) {
        choices = (size_t)(own - base) + 1;
        if (choices < LETTERS_LEAST)
            choices = LETTERS_LEAST;
    }
    for (size_t i = 0; i < choices && i < 26; i++) {
        char text[2] = { (char)(base + (char)i), '\0' };

        if (text[0] != own)
            near_misses_put(s, at, at + 1, text);
    }
}

/* The key's letter, whatever stands around it: "(B)", "\text{B}". */
void near_miss_letters(struct near_misses *s, size_t choices)
{
    for (size_t at = 0; s->key[at]; at++) {
        if (s->key[at] == '\\') {
            while (is_letter(s->key[at + 1]))
                at++;
        } else if (is_letter(s->key[at])) {
            slip_letter(s, at, choices);
            return;
        }
    }
}

/* Words of which one is the answer to many questions. */
static const char *const sorts[][8] = {
    { "yes", "no", NULL },
    { "true", "false", NULL },
    { "even", "odd", NULL },
    { "positive", "negative", "zero", NULL },
    { "increasing", "decreasing", "constant", NULL },
    { "convergent", "divergent", NULL },
    { "converges", "diverges", NULL },
    { "circle", "ellipse", "parabola", "hyperbola", "line", "point", NULL },
    { "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
      "sunday", NULL },
    { "red", "blue", "green", "yellow", "white", "black", NULL },
    { "north", "east", "south", "west", NULL },
};

/* Is the word key[at..at+n) this one, whatever its case? */
static bool is_word(const char *at, size_t n, const char *word)
{
    for (size_t i = 0; i < n; i++)
        if (to_lower(at[i]) != word[i])
            return false;
    return word[n] == '\0';
}

/* Put the word, with a capital where the key has one. */
static void put_word(struct near_misses *s, size_t at, size_t n,
                     const char *word)
{
    char *copy = arena_strdup(s->arena, word);

    if (is_upper(s->key[at]) && is_lower(copy[0]))
        copy[0] = (char)(copy[0] - 'a' + 'A');
    near_misses_put(s, at, at + n, copy);
}

static void slip_sorts(struct near_misses *s, size_t at, size_t n)
{
    for (size_t i = 0; i < sizeof(sorts) / sizeof(sorts[0]); i++)
        for (size_t j = 0; sorts[i][j]; j++)
            if (is_word(s->key + at, n, sorts[i][j]))
                for (size_t k = 0; sorts[i][k]; k++)
                    if (k != j)
                        put_word(s, at, n, sorts[i][k]);
}

/* Does a word of the statement stand for a name: a capital inside a sentence?
 * A key without one takes long words instead. */
static bool lends(const char *statement, const char *word, size_t n,
                  bool capital)
{
    if (n < 3 || n > 20 || (word > statement && word[-1] == '\\'))
        return false;
    if (!capital)
        return is_lower(word[0]) && n > 4;
    return is_upper(word[0]) && is_lower(word[1]) && word - statement > 2 &&
           word[-1] == ' ' && (is_letter(word[-2]) || word[-2] == ',');
}

static void slip_lent(struct near_misses *s, size_t at, size_t n,
                      const char *statement)
{
    size_t most = 8;

    for (const char *p = statement; *p && most;) {
        size_t len = 0;

        while (is_letter(p[len]))
            len++;
        if (len && lends(statement, p, len, is_upper(s->key[at]))) {
            near_misses_put(s, at, at + n, arena_strndup(s->arena, p, len));
            most--;
        }
        p += len ? len : 1;
    }
}

/* The last word of the key becomes another. */
void near_miss_words(struct near_misses *s, const char *statement)
{
    static const char *const names[] = { "Alice", "Bruno", "Carla", "David",
                                         "none",  "both",  NULL };
    const char *key = s->key;
    size_t end = strlen(key), n = 0;

    while (end && !is_letter(key[end - 1]))
        end--;
    while (n < end && is_letter(key[end - n - 1]))
        n++;
    if (n == 0)
        return;
    if (n == 1) {
        slip_letter(s, end - 1, 0);
        return;
    }
    slip_sorts(s, end - n, n);
    if (s->texts.n)
        return;
    slip_lent(s, end - n, n, statement);
    for (size_t i = 0; names[i] && s->texts.n < 3; i++)
        if (is_upper(names[i][0]) == is_upper(key[end - n]))
            near_misses_put(s, end - n, end, names[i]);
}
