/* SPDX-License-Identifier: Apache-2.0 */
#include "family/mathador/reply/read_run.h"

/*
 * Words inside an expression: "6 times 2", "12 divided by 4", "which gives
 * 3". They count only between operands.
 */

#define PHRASE_MOST 5 /* words and commas of "..., which is equal to" */

static uint32_t word_at(const struct reader *r, size_t i)
{
    return token_is(r, i, TOKEN_WORD) ? token_at(r, i)->word : 0;
}

size_t phrase_operator(const struct reader *r, size_t i, enum token_kind *kind)
{
    uint32_t word = word_at(r, i);
    size_t next = i + 1;

    if (word & WORD_NEEDS) {
        if (!(word_at(r, next) & WORD_LINK))
            return i;
        next++;
    }
    if (word & WORD_ADD)
        *kind = TOKEN_ADD;
    else if (word & WORD_SUB)
        *kind = TOKEN_SUB;
    else if (word & (WORD_MUL | WORD_X))
        *kind = TOKEN_MUL;
    else if (word & WORD_DIV)
        *kind = TOKEN_DIV;
    else if (word & WORD_MOD)
        *kind = TOKEN_POWER;
    else
        return i;
    return next;
}

size_t phrase_equals(const struct reader *r, size_t i)
{
    bool found = false;
    size_t most = i + PHRASE_MOST;

    for (; i < most; i++) {
        uint32_t word = word_at(r, i);

        if (word & WORD_EQUAL)
            found = true;
        else if (!token_is(r, i, TOKEN_COMMA) && !(word & WORD_FILL))
            break;
    }
    return found && run_starts_operand(r, i) && !token_is(r, i, TOKEN_WORD) ? i
                                                                            : 0;
}
