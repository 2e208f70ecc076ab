/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The room for words takes any bytes: what a reader gives lies in the text,
 * tokens stand in order, a fold of a fold is itself, and numbers are those of
 * the words told apart.
 */
#include "base/err.h"
#include "base/utf8.h"
#include "text/fold.h"
#include "text/lexicon.h"
#include "text/numeral.h"
#include "text/sentence.h"
#include "text/token.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_tokens(struct span t, unsigned options)
{
    struct text_reader r;
    struct text_token x;
    const char *end = t.s;

    text_open(&r, t, options);
    while (text_next(&r, &x)) {
        INVARIANT(x.raw.n > 0 && x.raw.s >= end);
        end = x.raw.s + x.raw.n;
        INVARIANT(end <= t.s + t.n);
    }
}

static void check_fold(struct span t, unsigned classes)
{
    struct str once = { 0 }, twice = { 0 };

    fold_text(&once, t, classes);
    fold_text(&twice, (struct span){ str_get(&once), once.n }, classes);
    INVARIANT(span_equal((struct span){ str_get(&once), once.n },
                         (struct span){ str_get(&twice), twice.n }));
    str_clear(&once);
    str_clear(&twice);
}

static void check_numerals(struct span t, unsigned allow)
{
    const struct lexeme *x;
    struct numeral v;

    for (size_t at = 0; at < t.n; at++) {
        size_t n = numeral_at(t, at, allow, &v);

        INVARIANT(n <= t.n - at && (n == 0 || v.under > 0));
        INVARIANT(n == 0 || !(v.has & ~allow));
        n = lexicon_phrase(t, at, WORD_RELATION, &x);
        INVARIANT(n <= t.n - at);
    }
}

static void check_sentences(struct span t)
{
    struct arena a = { 0 };
    const char *text = arena_strndup(&a, t.s, t.n), *s;
    size_t at = 0, before = 0, n;

    while ((s = sentence_next(text, &at, &n))) {
        INVARIANT(n > 0 && (size_t)(s - text) >= before);
        before = (size_t)(s - text) + n;
        INVARIANT(before <= at);
    }
    arena_clear(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span t;
    unsigned bits;

    if (size < 4)
        return 0;
    bits = (unsigned)data[0] | (unsigned)data[1] << 8 |
           (unsigned)data[2] << 16 | (unsigned)data[3] << 24;
    t = (struct span){ (const char *)data + 4, size - 4 };
    check_tokens(t, bits);
    /* Among bytes that are no characters a fold may put some together. */
    if (utf8_check(t.s, t.n) == t.n)
        check_fold(t, bits);
    check_numerals(t, bits & 0x1ff);
    check_sentences(t);
    return 0;
}
