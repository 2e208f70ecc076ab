/* SPDX-License-Identifier: Apache-2.0 */
/* Words and marks of a text, and what is counted of words alone. */
#include "base/utf8.h"
#include "base/vec.h"
#include "evolve/fitness/fitness_int.h"
#include "text/fold.h"
#include "text/sentence.h"

#include <math.h>

/* The end of the word that begins at t[at], which ends before `end`. */
static size_t word_end(struct span t, size_t at, bool *digits)
{
    *digits = true;
    for (;;) {
        size_t k = character_letter(t, at);

        at += k;
        if (k) {
            *digits = false;
            at += span_byte(t, at) == '\'' && character_letter(t, at + 1);
        } else if (is_digit(span_byte(t, at))) {
            at++;
            at += (span_byte(t, at) == '.' || span_byte(t, at) == ',') &&
                  is_digit(span_byte(t, at + 1));
        } else {
            return at;
        }
    }
}

/* Characters that Unicode does not call punctuation. */
static bool is_symbol(struct span mark)
{
    return mark.n == 1 && strchr("$+<=>^`|~", *mark.s);
}

static void add(struct reading *r, struct vec *v, size_t at, size_t n,
                unsigned is)
{
    struct reading_token *t = vec_push(v);
    struct span word = { r->text + at, n };

    *t = (struct reading_token){ at, n, is, NULL, r->sentences };
    if (is == TOKEN_WORD)
        t->lexeme = lexicon_find(word);
    else if (is == TOKEN_MARK && is_symbol(word))
        t->is |= TOKEN_SYMBOL;
    r->words += is & TOKEN_WORD;
}

/* The tokens of one sentence. */
static void read_sentence(struct reading *r, struct vec *v, size_t at,
                          size_t end)
{
    size_t words = r->words;
    struct span t = { r->text, end };
    uint32_t ch;

    while (at < end) {
        bool digits;
        size_t k = word_end(t, at, &digits) - at;

        if (k) {
            add(r, v, at, k, digits ? TOKEN_WORD | TOKEN_NUMBER : TOKEN_WORD);
        } else {
            k = utf8_read(r->text + at, end - at, &ch);
            if (k && !is_space(r->text[at]))
                add(r, v, at, k, TOKEN_MARK);
        }
        at += k ? k : 1;
    }
    if (r->words > words)
        r->sentences++;
}

void fitness_read(struct arena *a, const char *text, struct reading *out)
{
    struct vec v = vec_in(a, sizeof(struct reading_token));
    struct str copy = str_in(a), low = str_in(a);
    const char *s;
    size_t at = 0, n;

    *out = (struct reading){ 0 };
    fold_text(&copy, span_of(text ? text : ""), CHAR_QUOTE);
    out->text = str_get(&copy);
    out->n = copy.n;
    fold_lower(&low, span_of(out->text));
    out->low = str_get(&low);
    while ((s = sentence_next(out->text, &at, &n)))
        read_sentence(out, &v, (size_t)(s - out->text),
                      (size_t)(s - out->text) + n);
    out->tokens = v.items;
    out->n_tokens = v.n;
}

struct span fitness_word(const struct reading *r, size_t i)
{
    return i < r->n_tokens
               ? (struct span){ r->low + r->tokens[i].at, r->tokens[i].n }
               : (struct span){ "", 0 };
}

size_t fitness_stem(const struct reading *r, size_t i)
{
    static const char *const clitics[] = { "n't", "'s", "'re", "'ve",
                                           "'ll", "'d", "'m" };
    struct span word = fitness_word(r, i);

    for (size_t k = 0; k < sizeof(clitics) / sizeof(*clitics); k++)
        if (word.n > strlen(clitics[k]) &&
            span_before_fold(word, word.n, clitics[k]))
            return word.n - strlen(clitics[k]);
    return word.n;
}

/* ---- what is counted of words ---- */

double fitness_entropy(const struct reading *r, bool surface)
{
    struct map seen = { 0 };
    double total = 0, h = 0;

    for (size_t i = 0; i < r->n_tokens; i++) {
        const struct reading_token *t = &r->tokens[i];
        size_t n = surface ? fitness_stem(r, i) : t->n;

        if (lexeme_is(t->lexeme, WORD_STOP) ||
            !(t->is & (TOKEN_WORD | (surface ? TOKEN_SYMBOL : 0))))
            continue;
        ++*map_put(&seen, (surface ? r->text : r->low) + t->at, n, NULL);
        total++;
    }
    for (size_t i = 0; i < seen.n; i++) {
        double p = (double)seen.entries[i].value / total;

        h -= p * log2(p);
    }
    map_clear(&seen);
    return h > 0 ? h : 0;
}

/* The tokens from i on are the words of the phrase. */
static bool phrase_at(const struct reading *r, size_t i, struct span phrase)
{
    struct span word;

    while (span_split(&phrase, ' ', &word))
        if (!span_equal(fitness_word(r, i++), word))
            return false;
    return true;
}

size_t fitness_nonlinear(const struct reading *r)
{
    /* Each part must be a word of its own. */
    static const char *const products[] = {
        "times",      "multiplied by", "divided by",   "per",
        "product of", "quotient of",   "ratio of",     "squared",
        "cubed",      "square of",     "cube of",      "percent of",
        "inversely",  "to the power",  "proportional",
    };
    size_t n = 0;

    for (size_t i = 0; i < r->n_tokens; i++)
        for (size_t k = 0; k < sizeof(products) / sizeof(*products); k++)
            n += r->low[r->tokens[i].at] == products[k][0] &&
                 phrase_at(r, i, span_of(products[k]));
    return n;
}
