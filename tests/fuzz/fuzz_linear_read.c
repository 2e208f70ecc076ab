/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Any bytes as sentences about things: every sentence is read, and nothing that
 * is called an equation or a hedged one is without a variable.
 */
#include "base/arena.h"
#include "family/linear/read.h"
#include "text/sentence.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool speaks(const struct equation *eq, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (ratio_sign(eq->c[i]))
            return true;
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = { "the price of the lamp", "the rug",
                                         "the age of Ann" };
    static const char *const letters[] = { "X" };
    static const struct ratio values[] = { { 5, 2 } };
    const struct linear_words v = { .names = names,
                                    .n = 3,
                                    .unit = "dollars",
                                    .one = "dollar",
                                    .letters = letters,
                                    .letter_values = values,
                                    .n_letters = 1 };
    struct arena a = { 0 };
    char *text = arena_strndup(&a, (const char *)data, size);
    size_t at = 0, n, asked = 0;
    const char *s;

    while ((s = sentence_next(text, &at, &n))) {
        struct equation eq = { 0 };
        enum linear_reading r = linear_read(s, n, &v, &eq, &asked);

        if ((r == READING_EQUATION || r == READING_VAGUE) && !speaks(&eq, v.n))
            abort();
        if (r == READING_QUESTION && asked >= v.n)
            abort();
        linear_read_danger(&a, s, n);
    }
    arena_clear(&a);
    return 0;
}
