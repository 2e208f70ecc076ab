/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/write/reword.h"
#include "base/ascii.h"
#include "base/sort.h"
#include "base/str.h"
#include "base/vec.h"
#include "hunt/tag/tag_prompt.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- reading ---- */

/* A line that only announces the text: "Reworded problem:". */
static size_t heading(const char *s)
{
    size_t n = strcspn(s, "\n"), words = 1;

    if (n == 0 || n > 40 || s[n] != '\n')
        return 0;
    while (n && strchr(" *_#\r", s[n - 1]))
        n--;
    if (n == 0 || s[n - 1] != ':')
        return 0;
    for (size_t i = 0; i < n; i++) {
        words += s[i] == ' ';
        if (is_digit(s[i]) || s[i] == '$')
            return 0;
    }
    return words <= 4 ? strcspn(s, "\n") + 1 : 0;
}

/* Without "> " before each line. */
static void add_unquoted(struct str *out, struct span s)
{
    bool start = true;

    for (size_t i = 0; i < s.n; i++) {
        if (start && s.s[i] == '>') {
            i += i + 1 < s.n && s.s[i + 1] == ' ';
            start = false;
            continue;
        }
        start = s.s[i] == '\n';
        str_addc(out, s.s[i]);
    }
}

const char *reword_read(struct arena *a, const char *reply)
{
    struct str out = str_in(a);
    const char *s;
    size_t n;

    add_unquoted(&out, tag_answer(reply));
    s = str_trim(a, str_get(&out));
    s = str_trim(a, s + heading(s));
    n = strlen(s);
    if (n > 1 && s[0] == '"' && s[n - 1] == '"' && !memchr(s + 1, '"', n - 2))
        s = str_trim(a, arena_strndup(a, s + 1, n - 2));
    return *s ? s : NULL;
}

/* ---- lists of texts ---- */

static void reword_add_text(struct vec *v, const char *text)
{
    *(const char **)vec_push(v) = text;
}

/* The same texts, as often, in any order? */
static bool reword_same_texts(struct vec *a, struct vec *b)
{
    if (a->n != b->n)
        return false;
    sort_texts(a->items, a->n);
    sort_texts(b->items, b->n);
    for (size_t i = 0; i < a->n; i++)
        if (!str_eq(*vec_get(a, const char *, i), *vec_get(b, const char *, i)))
            return false;
    return true;
}

/* ---- numbers ---- */

static const struct {
    const char *word;
    unsigned value;
} number_words[] = {
    { "two", 2 },        { "three", 3 },     { "four", 4 },
    { "five", 5 },       { "six", 6 },       { "seven", 7 },
    { "eight", 8 },      { "nine", 9 },      { "ten", 10 },
    { "eleven", 11 },    { "twelve", 12 },   { "thirteen", 13 },
    { "fourteen", 14 },  { "fifteen", 15 },  { "sixteen", 16 },
    { "seventeen", 17 }, { "eighteen", 18 }, { "nineteen", 19 },
    { "twenty", 20 },    { "thirty", 30 },   { "forty", 40 },
    { "fifty", 50 },     { "sixty", 60 },    { "seventy", 70 },
    { "eighty", 80 },    { "ninety", 90 },   { "one", 1 },
};

/* The number that the word s[0..n) is; 0: none. */
static unsigned word_value(const char *s, size_t n)
{
    for (size_t i = 0; i < sizeof(number_words) / sizeof(number_words[0]);
         i++) {
        const char *w = number_words[i].word;

        if (strlen(w) == n && strncasecmp(s, w, n) == 0)
            return number_words[i].value;
    }
    return 0;
}

/* A word at s, and "-five" behind twenty; "one" alone is a pronoun as often as
 * a number. Returns its length. */
static size_t reword_take_word(struct arena *a, const char *s, struct vec *out)
{
    size_t n = 0, more = 0;
    unsigned value;

    while (is_letter(s[n]))
        n++;
    value = word_value(s, n);
    if (value < 2)
        return n;
    if (value >= 20 && (s[n] == '-' || s[n] == ' ')) {
        unsigned unit;

        while (is_letter(s[n + 1 + more]))
            more++;
        unit = word_value(s + n + 1, more);
        value += unit < 10 ? unit : 0;
        n += unit && unit < 10 ? more + 1 : 0;
    }
    reword_add_text(out, arena_printf(a, "%u", value));
    return n;
}

static bool groups_digits(const char *s)
{
    return s[0] == ',' && is_digit(s[1]) && is_digit(s[2]) && is_digit(s[3]) &&
           !is_digit(s[4]);
}

/* Digits at s, with a point between them, without commas that group them. */
static size_t reword_take_digits(struct arena *a, const char *s,
                                 struct vec *out)
{
    struct str number = str_in(a);
    size_t n = 0;

    while (is_digit(s[n]) || (s[n] == '.' && is_digit(s[n + 1])) ||
           groups_digits(s + n)) {
        if (s[n] != ',')
            str_addc(&number, s[n]);
        n++;
    }
    reword_add_text(out, str_get(&number));
    return n;
}

static struct vec reword_numbers_of(struct arena *a, const char *s)
{
    struct vec out = vec_in(a, sizeof(const char *));

    while (*s) {
        if (is_digit(*s))
            s += reword_take_digits(a, s, &out);
        else if (*s == '\\') /* a command of LaTeX is no word */
            for (s++; is_letter(*s);)
                s++;
        else if (is_letter(*s))
            s += reword_take_word(a, s, &out);
        else
            s++;
    }
    return out;
}

/* ---- formulas ---- */

#define FORMULA_PAIRS 4

/* The end of the formula whose beginning is at s, and the length of its marks;
 * NULL: none begins there. gone[]: marks that end nothing any more are not
 * looked for again, so that all of a text takes time by its length. */
static const char *reword_formula_end(const char *s, size_t *marks,
                                      bool gone[FORMULA_PAIRS])
{
    static const char *const pairs[FORMULA_PAIRS][2] = {
        { "$$", "$$" }, { "$", "$" }, { "\\(", "\\)" }, { "\\[", "\\]" }
    };
    const char *end = NULL;

    for (size_t i = 0; i < FORMULA_PAIRS && !end; i++) {
        if (gone[i] || !str_starts(s, pairs[i][0]))
            continue;
        *marks = strlen(pairs[i][0]);
        end = strstr(s + *marks, pairs[i][1]);
        gone[i] = !end;
    }
    return end;
}

/* A number alone is one of the numbers: $3$ may become 3. */
static bool reword_is_number(const char *s)
{
    return s[strspn(s, "0123456789.,")] == '\0';
}

static struct vec formulas_of(struct arena *a, const char *s)
{
    struct vec out = vec_in(a, sizeof(const char *));
    bool gone[FORMULA_PAIRS] = { false };
    const char *end;
    size_t marks;

    while (*s) {
        struct str plain = str_in(a);

        if (*s == '\\' && s[1] == '$') {
            s += 2;
            continue;
        }
        end = reword_formula_end(s, &marks, gone);
        if (!end) {
            s++;
            continue;
        }
        for (s += marks; s < end; s++)
            if (!is_space(*s))
                str_addc(&plain, *s);
        s += marks;
        /* A full stop belongs to the sentence. */
        while (plain.n && strchr(".,;", plain.s[plain.n - 1]))
            plain.s[--plain.n] = '\0';
        if (!reword_is_number(str_get(&plain)))
            reword_add_text(&out, str_get(&plain));
    }
    return out;
}

/* ---- both ---- */

/* The same words, whatever stands between them? */
static bool same_words(const char *x, const char *y)
{
    for (;; x++, y++) {
        while (is_space(*x))
            x++;
        while (is_space(*y))
            y++;
        if (to_lower(*x) != to_lower(*y))
            return false;
        if (!*x)
            return true;
    }
}

enum reword_state reword_check(struct arena *a, const char *was,
                               const char *now)
{
    struct vec x, y;

    if (!now || same_words(was, now))
        return REWORD_SILENT;
    x = reword_numbers_of(a, was);
    y = reword_numbers_of(a, now);
    if (!reword_same_texts(&x, &y))
        return REWORD_NUMBERS;
    x = formulas_of(a, was);
    y = formulas_of(a, now);
    return reword_same_texts(&x, &y) ? REWORD_KEPT : REWORD_FORMULAS;
}
