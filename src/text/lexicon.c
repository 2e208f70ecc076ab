/* SPDX-License-Identifier: Apache-2.0 */
#include "text/lexicon.h"

#define LENGTH_MOST  32 /* bytes of a word; make-words allows no more */
#define PHRASE_WORDS 6  /* words of a phrase */

_Static_assert(WORD_CLASSES <= 128, "two words of bits");

#define LOW(c)  ((c) < 64 ? UINT64_C(1) << ((c) % 64) : 0)
#define HIGH(c) ((c) < 64 ? 0 : UINT64_C(1) << ((c) % 64))
#include "text/words.inc"

/* Returns the hash of the word in lower case, as make-words works it out. */
static unsigned sum(struct span w)
{
    unsigned h = 0;

    for (size_t i = 0; i < w.n; i++)
        h = (h * 33 + (unsigned char)to_lower(w.s[i])) & 0xffff;
    return h;
}

const struct lexeme *lexicon_find(struct span word)
{
    if (word.n == 0 || word.n > LENGTH_MOST)
        return NULL;
    for (unsigned i = sum(word) % SLOTS; slots[i]; i = (i + 1) % SLOTS)
        if (span_is_fold(word, lexemes[slots[i] - 1].word))
            return &lexemes[slots[i] - 1];
    return NULL;
}

/* Copy the next word of a phrase, with a blank before all but the first.
 * Returns where it ends, or 0 if none follows or it does not fit. */
static size_t phrase_word(struct span t, size_t at, char *buffer, size_t *n)
{
    size_t from = at, k;

    if (*n > 0) {
        while (span_byte(t, at) == ' ')
            at++;
        at += at == from && span_byte(t, at) == '-';
        if (at == from || *n >= LENGTH_MOST)
            return 0;
        buffer[(*n)++] = ' ';
    }
    for (k = 0; is_letter(span_byte(t, at + k)) ||
                (k && span_byte(t, at + k) == '\'' &&
                 is_letter(span_byte(t, at + k + 1)));
         k++) {
        if (*n >= LENGTH_MOST)
            return 0;
        buffer[(*n)++] = t.s[at + k];
    }
    return k ? at + k : 0;
}

size_t lexicon_phrase_of(struct span t, size_t at, struct word_set any,
                         const struct lexeme **out)
{
    char buffer[LENGTH_MOST];
    size_t n = 0, end = at, best = 0;

    for (int i = 0; i < PHRASE_WORDS; i++) {
        const struct lexeme *x;

        end = phrase_word(t, end, buffer, &n);
        if (end == 0)
            break;
        x = lexicon_find((struct span){ buffer, n });
        if (x && ((x->is[0] & any.is[0]) || (x->is[1] & any.is[1]))) {
            *out = x;
            best = end - at;
        }
    }
    return best;
}

size_t lexicon_phrase(struct span t, size_t at, enum word_class c,
                      const struct lexeme **out)
{
    struct word_set one = { { LOW(c), HIGH(c) } };

    return lexicon_phrase_of(t, at, one, out);
}

const struct lexeme *lexicon_next(enum word_class c, const struct lexeme *after)
{
    size_t n = sizeof(lexemes) / sizeof(*lexemes);

    for (size_t i = after ? (size_t)(after - lexemes) + 1 : 0; i < n; i++)
        if (lexeme_is(&lexemes[i], c))
            return &lexemes[i];
    return NULL;
}
