/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/str.h"
#include "base/vec.h"
#include "evolve/text/token_int.h"

#include <string.h>

/* ---- words for numbers ---- */

struct number_word {
    const char *word;
    int64_t p, q;
};

static const struct number_word number_words[] = {
    { "zero", 0, 1 },          { "one", 1, 1 },       { "two", 2, 1 },
    { "three", 3, 1 },         { "four", 4, 1 },      { "five", 5, 1 },
    { "six", 6, 1 },           { "seven", 7, 1 },     { "eight", 8, 1 },
    { "nine", 9, 1 },          { "ten", 10, 1 },      { "eleven", 11, 1 },
    { "twelve", 12, 1 },       { "thirteen", 13, 1 }, { "fourteen", 14, 1 },
    { "fifteen", 15, 1 },      { "sixteen", 16, 1 },  { "seventeen", 17, 1 },
    { "eighteen", 18, 1 },     { "nineteen", 19, 1 }, { "twenty", 20, 1 },
    { "thirty", 30, 1 },       { "forty", 40, 1 },    { "fifty", 50, 1 },
    { "sixty", 60, 1 },        { "seventy", 70, 1 },  { "eighty", 80, 1 },
    { "ninety", 90, 1 },       { "hundred", 100, 1 }, { "thousand", 1000, 1 },
    { "million", 1000000, 1 }, { "dozen", 12, 1 },    { "twice", 2, 1 },
    { "double", 2, 1 },        { "doubled", 2, 1 },   { "doubles", 2, 1 },
    { "thrice", 3, 1 },        { "triple", 3, 1 },    { "tripled", 3, 1 },
    { "half", 1, 2 },          { "halves", 1, 2 },    { "quarter", 1, 4 },
    { "quarters", 1, 4 },
};

bool text_number_word(const char *word, struct ratio *out)
{
    size_t n = sizeof number_words / sizeof *number_words;

    for (size_t i = 0; i < n; i++)
        if (str_eq(number_words[i].word, word)) {
            *out = (struct ratio){ number_words[i].p, number_words[i].q };
            return true;
        }
    return false;
}

/* Those before "dozen" make up larger numbers together. */
static bool is_cardinal(const char *word)
{
    for (size_t i = 0; !str_eq(number_words[i].word, "dozen"); i++)
        if (str_eq(number_words[i].word, word))
            return true;
    return false;
}

static bool is_roman(const char *raw)
{
    size_t n = strspn(raw, "IVXLCDM");

    return n >= 2 && !raw[n];
}

bool text_is_counting(const struct token *t)
{
    static const char *const words[] = {
        "first",     "second",    "third",      "fourth",   "fifth",
        "sixth",     "seventh",   "eighth",     "ninth",    "tenth",
        "twelfth",   "once",      "both",       "pair",     "pairs",
        "couple",    "couples",   "dozens",     "hundreds", "thousands",
        "millions",  "billion",   "billions",   "single",   "triplet",
        "twins",     "trio",      "duo",        "quartet",  "ones",
        "tens",      "twofold",   "threefold",  "firstly",  "secondly",
        "thirdly",   "hundredth", "thousandth", "fifths",   "thirds",
        "tenths",    "none",      "nil",        "nought",   "fourths",
        "twentieth", "tripling",  "doubling",   "halved",   "halving",
        "quadruple", "percent",   "percentage", "fraction",
    };

    if (t->kind == TOKEN_NUMBER || is_roman(t->raw))
        return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (str_eq(words[i], t->text))
            return true;
    return false;
}

/* ---- cutting ---- */

static bool is_word_byte(char c)
{
    return is_letter(c) || (unsigned char)c >= 0x80;
}

/* Typographic apostrophes are plain ones, other marks of that kind blanks. */
static char *plain_marks(struct arena *a, const char *text)
{
    static const struct {
        const char *from;
        char to;
    } marks[] = { { "\xE2\x80\x99", '\'' }, { "\xE2\x80\x98", ' ' },
                  { "\xE2\x80\x9C", ' ' },  { "\xE2\x80\x9D", ' ' },
                  { "\xE2\x80\x93", ' ' },  { "\xE2\x80\x94", ' ' },
                  { "\xE2\x80\xA6", ' ' } };
    char *copy = arena_strdup(a, text), *out = copy;

    for (const char *p = text; *p;) {
        size_t i = 0, n = sizeof marks / sizeof *marks;

        while (i < n && !str_starts(p, marks[i].from))
            i++;
        *out++ = i < n ? marks[i].to : *p;
        p += i < n ? strlen(marks[i].from) : 1;
    }
    *out = '\0';
    return copy;
}

struct cutter {
    struct arena *arena;
    struct vec out;
    bool head; /* the next word is the first of a sentence */
};

static void push(struct cutter *c, struct token t)
{
    t.head = c->head;
    c->head = false;
    *(struct token *)vec_push(&c->out) = t;
}

static void push_word(struct cutter *c, const char *s, size_t n)
{
    char *low = arena_strndup(c->arena, s, n);
    struct token t = { .kind = TOKEN_WORD, .text = low };

    t.raw = arena_strdup(c->arena, low);
    t.capital = is_upper(*s);
    if (n > 2 && low[n - 2] == '\'' && to_lower(low[n - 1]) == 's')
        low[n - 2] = '\0';
    else if (n > 1 && low[n - 1] == '\'')
        low[n - 1] = '\0';
    for (char *p = low; *p; p++)
        *p = to_lower(*p);
    push(c, t);
}

static size_t word_length(const char *s)
{
    size_t n = 0;

    while (is_word_byte(s[n]) ||
           (s[n] == '\'' && n && (is_letter(s[n + 1]) || s[n - 1] == 's')))
        n++;
    return n;
}

/* "1,200", "2.50", "5/12": digits, and what stands between digits. */
static size_t number_length(const char *s)
{
    size_t n = 0;

    while (is_digit(s[n]) || ((s[n] == ',' || s[n] == '.' || s[n] == '/') &&
                              n && is_digit(s[n + 1])))
        n++;
    return n;
}

static void push_number(struct cutter *c, const char *s, size_t n)
{
    struct token t = { .kind = TOKEN_NUMBER };
    struct ratio value;

    t.raw = t.text = arena_strndup(c->arena, s, n);
    if (ratio_read(&value, s, n))
        t.text = ratio_text(c->arena, value);
    push(c, t);
}

static void cut(struct cutter *c, const char *p)
{
    bool dollar = false;

    while (*p) {
        size_t n = word_length(p);

        if (n) {
            push_word(c, p, n);
        } else if ((n = number_length(p)) > 0) {
            push_number(c, p, n);
            if (dollar)
                push_word(c, "dollars", 7);
            dollar = false;
        } else {
            if (*p == '%')
                push_word(c, "percent", 7);
            if (*p == '.' || *p == '!' || *p == '?')
                c->head = true;
            dollar = *p == '$' || (dollar && *p == ' ');
            n = 1;
        }
        p += n;
    }
}

/* ---- numbers of several words ---- */

/* The value of a word of "two hundred and five"; 0: it is none of them. */
static int64_t cardinal(const struct token *items, size_t n, size_t at)
{
    struct ratio x;

    if (at >= n || items[at].kind != TOKEN_WORD ||
        !text_number_word(items[at].text, &x) || !is_cardinal(items[at].text))
        return 0;
    return x.p;
}

/* Add one more word's value to a number that is being read; false: it begins
 * another number. */
static bool grow(int64_t *total, int64_t *group, int64_t value)
{
    if (value < 20 ? *group % 10 == 0 && (*group % 100 == 0 || value < 10) &&
                         (*group % 100 != 10)
                   : value < 100 && *group % 100 == 0) {
        *group += value;
        return true;
    }
    if (value == 100 && *group < 100) {
        *group = (*group ? *group : 1) * 100;
        return true;
    }
    if (value < 1000 || (*total && !*group) || *total % (1000 * value) != 0 ||
        *total > INT64_C(1000000000000))
        return false;
    *total += (*group ? *group : 1) * value;
    *group = 0;
    return true;
}

/* The number in words that begins at `at`: how many words it has, 0: none. */
static size_t spelled(const struct token *items, size_t n, size_t at,
                      int64_t *value)
{
    int64_t total = 0, group = 0, x;
    size_t i = at;

    while ((x = cardinal(items, n, i)) > 0 && grow(&total, &group, x)) {
        i++;
        if ((group % 100 == 0) && i < n && str_eq(items[i].text, "and") &&
            (x = cardinal(items, n, i + 1)) > 0 && x < 100 && (group || total))
            i++;
    }
    *value = total + group;
    return i - at;
}

/* Words for numbers become numbers. */
static struct tokens join_numbers(struct arena *a, const struct token *in,
                                  size_t n)
{
    struct tokens out = { .items = arena_array(a, struct token, n + 1) };
    struct ratio x;
    int64_t value;

    for (size_t i = 0; i < n;) {
        size_t words = spelled(in, n, i, &value);
        struct token t = in[i];

        if (words) {
            t.kind = TOKEN_NUMBER;
            t.text = ratio_text(a, RATIO(value));
        } else if (t.kind == TOKEN_WORD && text_number_word(t.text, &x)) {
            t.kind = TOKEN_NUMBER;
            t.text = ratio_text(a, x);
        }
        out.items[out.n++] = t;
        i += words ? words : 1;
    }
    return out;
}

struct tokens text_tokens(struct arena *a, const char *text)
{
    struct cutter c = { .arena = a,
                        .out = vec_in(a, sizeof(struct token)),
                        .head = true };

    cut(&c, plain_marks(a, text));
    return join_numbers(a, c.out.items, c.out.n);
}
