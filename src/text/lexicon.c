/* SPDX-License-Identifier: Apache-2.0 */
#include "text/lexicon.h"
#include "text/character.h"

#define LENGTH_MOST  32 /* bytes of a word; make-words allows no more */
#define PHRASE_WORDS 7  /* words of a phrase */

_Static_assert(WORD_BITS == 3, "make-words writes so many words of bits");

/* Where the members of a class stand in members[]. */
struct place {
    unsigned short from, n;
};

#define BIT(k, c) ((c) / 64 == (k) ? UINT64_C(1) << ((c) % 64) : 0)
#include "text/words.inc"

/* Returns the hash of a word in lower case, as make-words works it out, from that
 * of its beginning. A slot has the number of its word, from 1, and above it the
 * bits of the hash that do not choose the slot: few words are looked at for
 * nothing. */
static uint32_t lexicon_sum(uint32_t h, struct span more)
{
    for (size_t i = 0; i < more.n; i++)
        h = h * 33 + (unsigned char)to_lower(more.s[i]);
    return h;
}

static const struct lexeme *text_lexicon_find(struct span word, uint32_t hash)
{
    if (word.n == 0 || word.n > LENGTH_MOST)
        return NULL;
    for (uint32_t i = hash % SLOTS; slots[i]; i = (i + 1) % SLOTS) {
        const struct lexeme *x = &lexemes[slots[i] % 65536 - 1];

        if (slots[i] / 65536 == hash / SLOTS % 65536 &&
            span_is_fold(word, x->word))
            return x;
    }
    return NULL;
}

const struct lexeme *lexicon_find(struct span word)
{
    return word.n > LENGTH_MOST ? NULL
                                : text_lexicon_find(word, lexicon_sum(0, word));
}

/* Is there an apostrophe within a word, at `at`? */
static size_t is_apostrophe(struct span t, size_t at)
{
    return span_byte(t, at) == '\'' && is_letter(span_byte(t, at + 1));
}

/* Returns the length of the letter at `at`, or 0 if there is none. A character
 * of a script without blanks is a word by itself: *alone. */
static size_t lexicon_letter_at(struct span t, size_t at, bool *alone)
{
    unsigned char c = (unsigned char)span_byte(t, at);

    *alone = c >= 0xe3 && c < 0xee;
    if (c < 0x80)
        return is_letter((char)c);
    return *alone ? (character_letter(t, at) ? 3 : 0) : character_letter(t, at);
}

static bool is_any(const struct lexeme *x, struct word_set any)
{
    uint64_t common = 0;

    for (int k = 0; x && k < WORD_BITS; k++)
        common |= x->is[k] & any.is[k];
    return common != 0;
}

/* Copy the next word of a phrase, with a blank before all but the first, unless
 * none stands there. Returns where it ends, or 0 if none follows or it does not
 * fit. */
static size_t phrase_word(struct span t, size_t at, char *buffer, size_t *n)
{
    size_t from = at, start, k;
    bool alone = false;

    if (*n > 0) {
        while (span_byte(t, at) == ' ')
            at++;
        at += at == from && span_byte(t, at) == '-';
        (void)lexicon_letter_at(t, at, &alone);
        if ((at == from && !alone) || *n >= LENGTH_MOST)
            return 0;
        if (at > from)
            buffer[(*n)++] = ' ';
    }
    start = at;
    for (;;) {
        while (at < t.n && is_letter(t.s[at]) && *n < LENGTH_MOST)
            buffer[(*n)++] = t.s[at++];
        k = at > start ? is_apostrophe(t, at) : 0;
        k = k ? k : lexicon_letter_at(t, at, &alone);
        if (k == 0 || (alone && at > start))
            break;
        if (*n + k > LENGTH_MOST)
            return 0;
        memcpy(buffer + *n, t.s + at, k);
        *n += k;
        at += k;
        if (alone)
            break;
    }
    return at > start ? at : 0;
}

size_t lexicon_phrase_of(struct span t, size_t at, struct word_set any,
                         const struct lexeme **out)
{
    char buffer[LENGTH_MOST];
    size_t n = 0, end = at, best = 0, from;
    uint32_t hash = 0;

    for (int i = 0; i < PHRASE_WORDS; i++) {
        const struct lexeme *x;

        from = n;
        end = phrase_word(t, end, buffer, &n);
        if (end == 0)
            break;
        hash = lexicon_sum(hash, (struct span){ buffer + from, n - from });
        x = text_lexicon_find((struct span){ buffer, n }, hash);
        if (is_any(x, any)) {
            *out = x;
            best = end - at;
        }
        if (i == 0 && !lexeme_is(x, WORD_OPENS))
            break;
    }
    return best;
}

size_t lexicon_phrase(struct span t, size_t at, enum word_class c,
                      const struct lexeme **out)
{
    struct word_set one = { { BIT(0, c), BIT(1, c), BIT(2, c) } };

    return lexicon_phrase_of(t, at, one, out);
}

const struct lexeme *lexicon_next(enum word_class c, const struct lexeme *after)
{
    const unsigned short *of = members + places[c].from;
    size_t low = 0, high = places[c].n, past = 0;

    past = after ? (size_t)(after - lexemes) + 1 : 0;
    while (low < high) {
        size_t half = (low + high) / 2;

        if (of[half] < past)
            low = half + 1;
        else
            high = half;
    }
    return low < places[c].n ? &lexemes[of[low]] : NULL;
}
