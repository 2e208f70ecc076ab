/* SPDX-License-Identifier: Apache-2.0 */
/* Words and marks of a text. */
#include "base/ascii.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "evolve/fitness/fitness_int.h"
#include "text/sentence.h"

#include <string.h>

/* Blocks of punctuation, symbols and signs beyond ASCII, in rising order:
 * Latin-1 without its ordinals and the micro sign, general punctuation to
 * currency, arrows to dingbats, marks of Chinese and Japanese, private use,
 * marks of full width, pictures. */
static const uint32_t signs[][2] = {
    { 0x80, 0xA9 },     { 0xAB, 0xB4 },     { 0xB6, 0xB9 },
    { 0xBB, 0xBF },     { 0xD7, 0xD7 },     { 0xF7, 0xF7 },
    { 0x2000, 0x20CF }, { 0x2190, 0x2BFF }, { 0x3000, 0x3004 },
    { 0x3008, 0x3020 }, { 0xE000, 0xF8FF }, { 0xFE00, 0xFE6F },
    { 0xFF00, 0xFF0F }, { 0xFFF0, 0xFFFF }, { 0x1F000, 0x1FBEF },
};

static bool is_sign(uint32_t ch)
{
    for (size_t i = 0; i < sizeof(signs) / sizeof(*signs); i++)
        if (ch >= signs[i][0] && ch <= signs[i][1])
            return true;
    return false;
}

/* The length of the letter at s[0..n); 0: there is none. */
static size_t letter(const char *s, size_t n)
{
    uint32_t ch;
    size_t k;

    if (n == 0 || (unsigned char)*s < 0x80)
        return n > 0 && is_letter(*s) ? 1 : 0;
    k = utf8_read(s, n, &ch);
    return k && !is_sign(ch) ? k : 0;
}

/* A copy with straight apostrophes, and one in lower case. */
static void copy_text(struct arena *a, const char *text, struct reading *out)
{
    size_t n = strlen(text), k = 0;
    char *copy = arena_text(a, n), *low;

    for (size_t i = 0; i < n; k++) {
        bool curly = !strncmp(text + i, "\xe2\x80\x99", 3) ||
                     !strncmp(text + i, "\xe2\x80\x98", 3);

        copy[k] = curly ? '\'' : text[i];
        i += curly ? 3 : 1;
    }
    copy[k] = '\0';
    low = arena_text(a, k);
    for (size_t i = 0; i < k; i++)
        low[i] = to_lower(copy[i]);
    low[k] = '\0';
    out->text = copy;
    out->low = low;
    out->n = k;
}

/* The end of the word that begins at s[at]. */
static size_t word_end(const char *s, size_t at, size_t end, bool *digits)
{
    *digits = true;
    while (at < end) {
        size_t k = letter(s + at, end - at);

        if (k) {
            *digits = false;
            at += k;
            if (at + 1 < end && s[at] == '\'' &&
                letter(s + at + 1, end - at - 1))
                at++;
        } else if (is_digit(s[at])) {
            at++;
            if (at + 1 < end && (s[at] == '.' || s[at] == ',') &&
                is_digit(s[at + 1]))
                at++;
        } else {
            break;
        }
    }
    return at;
}

/* Characters that Unicode does not call punctuation. */
static bool is_symbol(char c)
{
    return c && strchr("$+<=>^`|~", c);
}

static void add_word(struct reading *r, struct vec *v, size_t at, size_t n,
                     bool digits, size_t sentence)
{
    struct token *t = vec_push(v);

    *t = (struct token){ at, n, TOKEN_WORD, sentence };
    t->is |= digits ? TOKEN_NUMBER : fitness_class(r->low + at, n);
    r->words++;
}

static void add_mark(const struct reading *r, struct vec *v, size_t at,
                     size_t n, size_t sentence)
{
    struct token *t = vec_push(v);

    *t = (struct token){ at, n, TOKEN_MARK, sentence };
    if (n == 1 && is_symbol(r->text[at]))
        t->is |= TOKEN_SYMBOL;
}

/* The tokens of one sentence. */
static void read_sentence(struct reading *r, struct vec *v, size_t at,
                          size_t end)
{
    size_t words = r->words;
    uint32_t ch;

    while (at < end) {
        bool digits;
        size_t to = word_end(r->text, at, end, &digits), k;

        if (to > at) {
            add_word(r, v, at, to - at, digits, r->sentences);
            at = to;
            continue;
        }
        k = utf8_read(r->text + at, end - at, &ch);
        if (k && !is_space(r->text[at]))
            add_mark(r, v, at, k, r->sentences);
        at += k ? k : 1;
    }
    if (r->words > words)
        r->sentences++;
}

void fitness_read(struct arena *a, const char *text, struct reading *out)
{
    struct vec v = vec_in(a, sizeof(struct token));
    const char *s;
    size_t at = 0, n;

    *out = (struct reading){ 0 };
    copy_text(a, text ? text : "", out);
    while ((s = sentence_next(out->text, &at, &n)))
        read_sentence(out, &v, (size_t)(s - out->text),
                      (size_t)(s - out->text) + n);
    out->tokens = v.items;
    out->n_tokens = v.n;
}

size_t fitness_stem(const struct reading *r, const struct token *t)
{
    static const char *const clitics[] = { "n't", "'s", "'re", "'ve",
                                           "'ll", "'d", "'m" };

    for (size_t i = 0; i < sizeof(clitics) / sizeof(*clitics); i++) {
        size_t k = strlen(clitics[i]);

        if (t->n > k && !memcmp(r->low + t->at + t->n - k, clitics[i], k))
            return t->n - k;
    }
    return t->n;
}
