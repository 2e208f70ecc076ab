/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "grade/extract/extract_int.h"
#include "grade/extract/words.h"
#include "text/lexicon.h"

/*
 * Relations in words, written as mathematics: "x lies between 2 and 5", "all
 * real numbers greater than 3", "the ratio is 3 to 4". What the words of
 * comparison say stands in the lexicon, in several languages.
 */

/* The values of [comparison] in the lexicon. */
enum comparison_word {
    COMPARE_LESS = 1,
    COMPARE_AT_MOST,
    COMPARE_MORE,
    COMPARE_AT_LEAST,
    COMPARE_BETWEEN,
    COMPARE_FROM,
    COMPARE_EXCEPT,
    COMPARE_POSITIVE,
    COMPARE_NEGATIVE,
    COMPARE_NOT_NEGATIVE,
    COMPARE_NOT_POSITIVE
};

static const char *const signs[] = {
    [COMPARE_LESS] = "<",
    [COMPARE_AT_MOST] = "\\le",
    [COMPARE_MORE] = ">",
    [COMPARE_AT_LEAST] = "\\ge",
    [COMPARE_EXCEPT] = "\\ne",
    [COMPARE_POSITIVE] = "> 0",
    [COMPARE_NEGATIVE] = "< 0",
    [COMPARE_NOT_NEGATIVE] = "\\ge 0",
    [COMPARE_NOT_POSITIVE] = "\\le 0",
};

/* The value at the beginning of t, with or without its signs. */
static bool read_value(struct span t, struct span *out, size_t *end)
{
    size_t at = span_skip_space(t, 0), after;
    struct span inner;

    while (span_at(t, at, "**"))
        at += 2;
    if (formula_at(t, at, &inner, &after)) {
        *out = trim_span(inner);
        *end = after;
        return out->n > 0;
    }
    *end = run_end(t, at, false);
    *out = trim_span(span_cut(t, at, *end));
    return out->n > 0 && span_has_digit(*out);
}

/* What a remark behind the end of a range says of it: 1 that it belongs to it,
 * -1 that it does not, 0 nothing; *at goes behind it. */
static int read_closed(struct span t, size_t *at)
{
    size_t i = span_skip_space(t, *at), n;
    const struct lexeme *x;
    bool bracket;

    if (span_byte(t, i) == ',')
        i = span_skip_space(t, i + 1);
    bracket = span_byte(t, i) == '(';
    i += bracket;
    n = lexicon_phrase(t, i, WORD_CLOSED, &x);
    if (!n)
        return 0;
    i += n;
    if (bracket && span_byte(t, i) == ')')
        i++;
    *at = i;
    return x->value == 1 ? 1 : -1;
}

/* ---- regions ---- */

struct region_text {
    struct str out;
    const char *name;
    size_t n;    /* relations so far */
    bool either; /* "or" stands between them */
};

static void add_bound(struct region_text *r, const char *sign,
                      struct span value)
{
    str_addf(&r->out, "%s%s %s %.*s",
             r->n == 0   ? ""
             : r->either ? " \\text{ or } "
                         : " \\text{ and } ",
             r->name, sign, (int)value.n, value.n ? value.s : "");
    r->n++;
}

/* "between 2 and 5", "from 2 (included) up to 5": *at is behind "between" and
 * goes behind it all. */
static bool add_range(struct region_text *r, struct span t, size_t *at,
                      bool between)
{
    static const char *const links[] = {
        "and ", "up to ", "to ", "und ",   "bis ",          "et ",
        "à ",   "y ",     "a ",  "hasta ", "but less than "
    };
    struct span low, high;
    size_t end, i, n;
    int from, to;

    if (!read_value(span_from(t, *at), &low, &end))
        return false;
    i = *at + end;
    from = read_closed(t, &i);
    i = span_skip_space(t, i);
    n = span_at_any(t, i, links, COUNT(links));
    if (!n || !read_value(span_from(t, i + n), &high, &end))
        return false;
    i += n + end;
    to = read_closed(t, &i);
    if (!from)
        from = to; /* "inclusive" is said of both */
    if (!to && !from)
        from = to = between ? -1 : 1;
    *at = i;
    if (r->n == 0) {
        str_addf(&r->out, "%.*s %s %s %s %.*s", (int)low.n, low.s,
                 from > 0 ? "\\le" : "<", r->name, to > 0 ? "\\le" : "<",
                 (int)high.n, high.s);
        r->n++;
        return true;
    }
    add_bound(r, from > 0 ? "\\ge" : ">", low);
    r->either = false;
    add_bound(r, to > 0 ? "\\le" : "<", high);
    return true;
}

/* What a word of comparison at t[at..after) bounds; *at goes behind it. */
static bool add_comparison(struct region_text *r, struct span t, size_t *at,
                           const struct lexeme *x)
{
    size_t end, i = *at;
    struct span value;
    int closed;

    if (x->value >= COMPARE_POSITIVE) {
        add_bound(r, signs[x->value], span_cut(t, 0, 0));
        return true;
    }
    if (x->value == COMPARE_BETWEEN || x->value == COMPARE_FROM)
        return add_range(r, t, at, x->value == COMPARE_BETWEEN);
    if (!read_value(span_from(t, i), &value, &end))
        return false;
    i += end;
    closed = read_closed(t, &i);
    add_bound(r,
              closed > 0 && x->value == COMPARE_LESS   ? "\\le"
              : closed > 0 && x->value == COMPARE_MORE ? "\\ge"
                                                       : signs[x->value],
              value);
    *at = i;
    return true;
}

/* Does what is left of a sentence behind its bounds say no more of them? */
static bool is_over(struct span t, bool asked)
{
    size_t at = 0, after, words = 0;
    enum reply_token k;

    for (; (k = token_read(t, at, &after)) != TOKEN_END; at = after) {
        struct span w = span_cut(t, at, after);

        if (k == TOKEN_NUMBER || k == TOKEN_SIGN || k == TOKEN_FORMULA ||
            k == TOKEN_COMMAND)
            return false;
        if (k == TOKEN_WORD &&
            (!asked || ++words > 5 || word_is(w, WORD_OPERATION) ||
             word_is(w, WORD_SUPPOSED)))
            return false;
    }
    return true;
}

/* All bounds of a sentence from `at` on, of the name. `asked`: the key is a
 * region, so that "12 tickets" may follow. */
static bool bounds(const struct extract *x, struct span name, struct span t,
                   size_t at, bool asked, struct span *out)
{
    struct region_text r = { .out = str_in(x->a) };
    const struct lexeme *word;
    size_t after, n;
    enum reply_token k;

    r.name = trim_text(x->a, name);
    for (; (k = token_read(t, at, &after)) != TOKEN_END; at = after) {
        struct span w = span_cut(t, at, after);

        if ((k == TOKEN_WORD || (unsigned char)w.s[0] >= 0x80) &&
            (n = lexicon_phrase(t, at, WORD_COMPARISON, &word))) {
            after = at + n;
            if (!add_comparison(&r, t, &after, word))
                return false;
            continue;
        }
        if (r.n && span_is_fold(w, "or"))
            r.either = true;
        if (k == TOKEN_NUMBER || k == TOKEN_SIGN)
            return false;
        if (r.n && is_over(span_from(t, at), asked))
            break;
    }
    if (r.n == 0 || r.n > 4)
        return false;
    *out = (struct span){ str_get(&r.out), r.out.n };
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
    enum reply_token k = token_read(t, at, after);
    struct span inner;

    if (k == TOKEN_FORMULA && formula_at(t, at, &inner, after)) {
        *name = trim_span(inner);
        return name->n == 1 && is_letter(name->s[0]);
    }
    *name = span_cut(t, at, *after);
    return k == TOKEN_LETTER && name->n == 1 && name->s[0] != 'I' &&
           name->s[0] != 'a';
}

/* "x is at least 3": the bound stands right behind the verb. */
static bool inequality(const struct extract *x, struct span t, struct span *out)
{
    bool asked = (x->sought.kinds & SOUGHT_REGION) != 0;
    const struct lexeme *word;
    size_t at = 0, after, verb;
    struct span name;

    for (; token_read(t, at, &after) != TOKEN_END; at = after) {
        if (!variable_at(t, at, &name, &after))
            continue;
        verb = skip_verb(t, after);
        if (!verb && span_before_fold(t, at, "all ")) /* "all x less than 5" */
            verb = span_skip_space(t, after);
        if (verb && lexicon_phrase(t, verb, WORD_COMPARISON, &word) &&
            word->value < COMPARE_POSITIVE)
            return bounds(x, name, t, verb, asked, out);
    }
    return false;
}

/* "all real numbers greater than 1": to a key that is a region. */
static bool region(const struct extract *x, struct span t, struct span *out)
{
    char name[2] = { x->sought.variable ? x->sought.variable : 'x', '\0' };
    const struct lexeme *word;
    size_t at = 0, after;
    enum reply_token k;

    if (x->sought.kinds != SOUGHT_REGION)
        return false;
    for (; (k = token_read(t, at, &after)) != TOKEN_END; at = after)
        if ((k == TOKEN_WORD || (unsigned char)t.s[at] >= 0x80) &&
            lexicon_phrase(t, at, WORD_COMPARISON, &word))
            return !phrase_within(span_cut(t, 0, at), WORD_DENIAL) &&
                   bounds(x, span_of(arena_strdup(x->a, name)), t, at, true,
                          out);
    return false;
}

const char *bound_read(struct arena *a, const char *text)
{
    struct span t = span_of(text), number;
    const struct lexeme *word;
    size_t at = span_at(t, 0, "\\text{") ? 6 : 0, n;

    n = lexicon_phrase(t, at, WORD_COMPARISON, &word);
    if (n == 0 || word->value < COMPARE_LESS || word->value > COMPARE_AT_LEAST)
        return text;
    for (at += n; one_of(span_byte(t, at), " }~"); at++)
        ;
    number = span_from(t, at);
    for (size_t i = 0; i < number.n; i++)
        if (!is_digit(number.s[i]) && !one_of(number.s[i], "-."))
            return text;
    if (number.n == 0)
        return text;
    if (word->value == COMPARE_LESS || word->value == COMPARE_AT_MOST)
        return arena_printf(a, "(-\\infty, %.*s%c", (int)number.n, number.s,
                            word->value == COMPARE_LESS ? ')' : ']');
    return arena_printf(a, "%c%.*s, \\infty)",
                        word->value == COMPARE_MORE ? '(' : '[', (int)number.n,
                        number.s);
}

/* ---- cases ---- */

/* "f(x) = 2x + 1 if x < 0": without the name. */
static struct span right_side(struct span t)
{
    const char *sign = t.n ? memchr(t.s, '=', t.n) : NULL;

    return sign ? trim_span(span_from(t, (size_t)(sign - t.s) + 1)) : t;
}

/* The formula or the plain mathematics at `at`, without its signs. */
static struct span piece_at(struct span t, size_t at, size_t *after)
{
    struct span inner;
    size_t end;

    if (formula_at(t, at, &inner, after))
        return trim_span(inner);
    if ((end = run_end(t, at, false)) > *after)
        *after = end;
    return trim_span(span_cut(t, at, end));
}

/* "f(x) = -x if x < 0, and f(x) = x^2 otherwise", to a key that has cases. */
static bool cases(const struct extract *x, struct span t, struct span *out)
{
    static const char otherwise[] = "\\text{otherwise}";
    struct str text = str_in(x->a);
    struct span value = { NULL, 0 }, condition = { NULL, 0 }, piece;
    size_t at = 0, after, n = 0;
    bool asked = false; /* a condition comes next */
    enum reply_token k;

    if (!x->sought.cases)
        return false;
    for (; (k = token_read(t, at, &after)) != TOKEN_END; at = after) {
        struct span w = span_cut(t, at, after);

        if (k == TOKEN_WORD && span_among(w, "if for when where"))
            asked = true;
        else if (k == TOKEN_WORD && span_among(w, "otherwise else elsewhere"))
            condition = span_of(otherwise);
        if (k == TOKEN_FORMULA || k == TOKEN_NUMBER || k == TOKEN_LETTER ||
            k == TOKEN_SIGN || k == TOKEN_MATHWORD || k == TOKEN_COMMAND) {
            piece = piece_at(t, at, &after);
            if (asked)
                condition = piece;
            else
                value = right_side(piece);
            asked = false;
        }
        if (value.n == 0 || condition.n == 0)
            continue;
        str_addf(&text, "%s%.*s & %.*s", n++ ? " \\\\ " : "\\begin{cases} ",
                 (int)value.n, value.s, (int)condition.n, condition.s);
        value.n = condition.n = 0;
    }
    str_add(&text, " \\end{cases}");
    *out = (struct span){ str_get(&text), text.n };
    return n > 1 && value.n == 0 && condition.n == 0;
}

/* ---- ratios ---- */

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
    static const char *const verbs[] = { "is ", "are ",        "as ",
                                         "of ", ": ",          "simplifies to ",
                                         "be ", "reduces to ", "equals " };
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
           (cases(x, sentence, out) || inequality(x, sentence, out) ||
            ratio(x, sentence, out) || region(x, sentence, out));
}
