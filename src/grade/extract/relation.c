/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "grade/extract/extract_int.h"
#include "grade/extract/value.h"

#include <string.h>

/*
 * Relations in words: "x lies between 2 and 5", "x is at least 3" where a
 * variable is named, and "the ratio is 3 to 4".
 */

#define COUNT(table) (sizeof(table) / sizeof *(table))

static const struct phrase {
    const char *words; /* behind the verb, the longer ones first */
    const char *sign;  /* NULL: between two values */
} phrases[] = {
    { "greater than or equal to ", "\\ge" },
    { "less than or equal to ", "\\le" },
    { "strictly greater than ", ">" },
    { "strictly less than ", "<" },
    { "strictly between ", NULL },
    { "no less than ", "\\ge" },
    { "not less than ", "\\ge" },
    { "no more than ", "\\le" },
    { "not more than ", "\\le" },
    { "no greater than ", "\\le" },
    { "not greater than ", "\\le" },
    { "at least ", "\\ge" },
    { "at most ", "\\le" },
    { "greater than ", ">" },
    { "larger than ", ">" },
    { "bigger than ", ">" },
    { "more than ", ">" },
    { "less than ", "<" },
    { "smaller than ", "<" },
    { "between ", NULL },
};

/* The value at the beginning of t, with or without its signs. */
static bool read_value(struct span t, struct span *out, size_t *end)
{
    size_t at = span_skip_space(t, 0), after;
    struct span inner;

    if (formula_at(t, at, &inner, &after)) {
        *out = trim_span(inner);
        *end = after;
        return out->n > 0;
    }
    *end = run_end(t, at, false);
    *out = trim_span(span_cut(t, at, *end));
    return out->n > 0 && span_has_digit(*out);
}

/* Nothing but the end, or "inclusive". */
static bool is_over(struct span t, bool *inclusive)
{
    t = trim_span(t);
    if (t.n && t.s[0] == '(' && t.s[t.n - 1] == ')')
        t = span_cut(t, 1, t.n - 1);
    *inclusive = span_is_fold(t, "inclusive");
    return t.n == 0 || *inclusive || span_is_fold(t, "exclusive");
}

static bool between(const struct extract *x, struct span name, struct span t,
                    struct span *out)
{
    struct span low, high;
    const char *sign;
    size_t end;
    bool inclusive;

    if (!read_value(t, &low, &end))
        return false;
    t = span_cut(t, span_skip_space(t, end), t.n);
    if (!span_at_fold(t, 0, "and ") ||
        !read_value(span_cut(t, 4, t.n), &high, &end) ||
        !is_over(span_cut(t, 4 + end, t.n), &inclusive))
        return false;
    sign = inclusive ? "\\le" : "<";
    out->s = arena_printf(x->a, "%s %s %s %s %s", trim_text(x->a, low), sign,
                          trim_text(x->a, name), sign, trim_text(x->a, high));
    out->n = strlen(out->s);
    return true;
}

static bool bound(const struct extract *x, struct span name, struct span t,
                  const struct phrase *p, struct span *out)
{
    struct span value;
    size_t end;
    bool inclusive;

    t = span_cut(t, strlen(p->words), t.n);
    if (!p->sign)
        return between(x, name, t, out);
    if (!read_value(t, &value, &end) ||
        !is_over(span_cut(t, end, t.n), &inclusive) || inclusive)
        return false;
    out->s = arena_printf(x->a, "%s %s %s", trim_text(x->a, name), p->sign,
                          trim_text(x->a, value));
    out->n = strlen(out->s);
    return true;
}

/* Where the verb behind a variable ends: "lies", "must be"; 0: no verb. */
static size_t skip_verb(struct span t, size_t at)
{
    static const char *const verbs[] = { "lies ",      "is ",     "must be ",
                                         "must lie ",  "can be ", "has to be ",
                                         "should be ", "lie " };

    at = span_skip_space(t, at);
    for (size_t i = 0; i < COUNT(verbs); i++)
        if (span_at_fold(t, at, verbs[i]))
            return at + strlen(verbs[i]);
    return 0;
}

/* A variable at `at`: "x", "$x$". */
static bool variable_at(struct span t, size_t at, struct span *name,
                        size_t *after)
{
    enum token k = token_read(t, at, after);
    struct span inner;

    if (k == TOKEN_FORMULA && formula_at(t, at, &inner, after)) {
        *name = trim_span(inner);
        return name->n == 1 && is_letter(name->s[0]);
    }
    *name = span_cut(t, at, *after);
    return k == TOKEN_LETTER && name->n == 1 && name->s[0] != 'I' &&
           name->s[0] != 'a';
}

static bool inequality(const struct extract *x, struct span t, struct span *out)
{
    size_t at = 0, after, verb;
    struct span name;

    for (; token_read(t, at, &after) != TOKEN_END; at = after) {
        if (!variable_at(t, at, &name, &after) || !(verb = skip_verb(t, after)))
            continue;
        for (size_t i = 0; i < COUNT(phrases); i++)
            if (span_at_fold(t, verb, phrases[i].words))
                return bound(x, name, span_cut(t, verb, t.n), &phrases[i], out);
    }
    return false;
}

bool proportion_read(const struct extract *x, struct span t, struct span *out)
{
    struct span part;
    const char *text = NULL;
    size_t end;
    int n = 0;

    while (n < 4 && read_value(t, &part, &end)) {
        text = text ? arena_printf(x->a, "%s:%s", text, trim_text(x->a, part))
                    : trim_text(x->a, part);
        n++;
        t = span_cut(t, span_skip_space(t, end), t.n);
        if (!span_at_fold(t, 0, "to "))
            break;
        t = span_cut(t, 3, t.n);
    }
    if (n < 2 || trim_span(t).n)
        return false;
    *out = (struct span){ text, strlen(text) };
    return true;
}

/* "the ratio of boys to girls is 3 to 4" */
static bool ratio(const struct extract *x, struct span t, struct span *out)
{
    static const char *const verbs[] = { "is ", "are ", "as ", "of ", ": " };
    bool asked = false;

    for (size_t i = 0; i + 4 < t.n; i++) {
        asked = asked || span_at_fold(t, i, "ratio") ||
                span_at_fold(t, i, "odds") || span_at_fold(t, i, "proportion");
        for (size_t k = 0; asked && k < COUNT(verbs); k++)
            if (span_at_fold(t, i, verbs[k]) &&
                proportion_read(x, span_cut(t, i + strlen(verbs[k]), t.n), out))
                return true;
    }
    return false;
}

bool relation_find(const struct extract *x, struct span sentence,
                   struct span *out)
{
    return sentence.n <= 400 &&
           (inequality(x, sentence, out) || ratio(x, sentence, out));
}
