/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the judge asks of a reply with several values: where each of them is
 * given, and what number it is.
 */
#include "grade/parts/parts_int.h"
#include "math/exact/exact.h"
#include "math/read/read.h"

void parts_locate(struct arena *a, const char *reply, size_t n,
                  const struct part_asked *asked, size_t k,
                  struct part_found *out)
{
    struct span t = { reply, n };
    struct asking q;

    for (size_t i = 0; i < k; i++)
        out[i] = (struct part_found){ 0 };
    if (n > LIMIT_REPLY_BYTES || !think_skip(t, &t))
        return;
    asking_make(&q, asked, k);
    walk_find(a, &q, text_clean(a, t), out);
    if (!q.all_numbers)
        expression_find(a, &q, t, out);
}

const char *parts_bare(struct arena *a, const char *text)
{
    struct span t = span_of(text), word;
    size_t end = number_at(t, 0), i;

    if (!end || t.s[end - 1] == '%')
        return text;
    for (i = text_blanks(t, end); i < t.n; i++) {
        if (t.s[i] == ' ' || (t.s[i] == '.' && i + 1 == t.n))
            continue;
        word = text_word(t, i);
        if (!word.n || number_multiplier(word) || span_is_fold(word, "percent"))
            return text;
        i += word.n - 1;
    }
    return arena_strndup(a, text, end);
}

static const char *exact_value(struct arena *a, const char *text, size_t n)
{
    struct work w = { 0, LIMIT_WORK / 100, NULL };
    const struct expr *x;
    const char *out = NULL;
    struct err e;
    fmpq_t q;

    if (!read_expr(a, text, n, NULL, &x, &e))
        return NULL;
    fmpq_init(q);
    if (exact_rational(q, x, &w) == EXACT_VALUE &&
        fmpz_bits(fmpq_numref(q)) + fmpz_bits(fmpq_denref(q)) <= 4096) {
        char *s = fmpq_get_str(NULL, 10, q);

        out = arena_strdup(a, s);
        flint_free(s);
    }
    fmpq_clear(q);
    return out;
}

const char *parts_value(struct arena *a, const char *text)
{
    struct span t = text_clean(a, (struct span){ text, strlen(text) });
    size_t start = 0, end;
    const char *out;

    if (t.n > PARTS_LOOK)
        return NULL;
    for (size_t i = 0; i < t.n; i++)
        if (t.s[i] == '=')
            start = i + 1;
    start = text_blanks(t, start);
    out = exact_value(a, t.s + start, t.n - start);
    if (out)
        return out;
    /* "12 dollars": the number, and words that are no mathematics. */
    end = number_at(t, start);
    return end && !number_goes_on(t, text_blanks(t, end)) &&
                   !number_runs_on(t, end)
               ? exact_value(a, t.s + start, end - start)
               : NULL;
}
