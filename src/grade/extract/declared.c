/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "grade/extract/extract_int.h"
#include "grade/extract/words.h"
#include "text/lexicon.h"
#include "text/pattern.h"

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
static bool declared_read_value(struct span t, struct span *out, size_t *end)
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

static void declared_add_bound(struct region_text *r, const char *sign,
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
    struct span low, high;
    size_t end, i, n;
    int from, to;

    if (!declared_read_value(span_from(t, *at), &low, &end))
        return false;
    i = *at + end;
    from = read_closed(t, &i);
    i = span_skip_space(t, i);
    n = span_at_any(t, i,
                    "and |up to |to |und |bis |et |à |y |a |hasta |"
                    "but less than ");
    if (!n || !declared_read_value(span_from(t, i + n), &high, &end))
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
    declared_add_bound(r, from > 0 ? "\\ge" : ">", low);
    r->either = false;
    declared_add_bound(r, to > 0 ? "\\le" : "<", high);
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
        declared_add_bound(r, signs[x->value], span_cut(t, 0, 0));
        return true;
    }
    if (x->value == COMPARE_BETWEEN || x->value == COMPARE_FROM)
        return add_range(r, t, at, x->value == COMPARE_BETWEEN);
    if (!declared_read_value(span_from(t, i), &value, &end))
        return false;
    i += end;
    closed = read_closed(t, &i);
    declared_add_bound(r,
                       closed > 0 && x->value == COMPARE_LESS ? "\\le"
                       : closed > 0 && x->value == COMPARE_MORE
                           ? "\\ge"
                           : signs[x->value],
                       value);
    *at = i;
    return true;
}

/* Does what is left of a sentence behind its bounds say no more of them? */
static bool declared_is_over(struct span t, bool asked)
{
    size_t words = 0;

    for (struct read_token k = { 0 }; token_next(t, &k);) {
        if (k.kind == TOKEN_NUMBER || k.kind == TOKEN_SIGN ||
            k.kind == TOKEN_FORMULA || k.kind == TOKEN_COMMAND)
            return false;
        if (k.kind == TOKEN_WORD &&
            (!asked || ++words > 5 || word_is(k.text, WORD_OPERATION) ||
             word_is(k.text, WORD_SUPPOSED)))
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
    size_t n;

    r.name = trim_text(x->a, name);
    for (struct read_token k = { .end = at }; token_next(t, &k);) {
        if ((k.kind == TOKEN_WORD || (unsigned char)k.text.s[0] >= 0x80) &&
            (n = lexicon_phrase(t, k.at, WORD_COMPARISON, &word))) {
            k.end = k.at + n;
            if (!add_comparison(&r, t, &k.end, word))
                return false;
            continue;
        }
        if (r.n && span_is_fold(k.text, "or"))
            r.either = true;
        if (k.kind == TOKEN_NUMBER || k.kind == TOKEN_SIGN)
            return false;
        if (r.n && declared_is_over(span_from(t, k.at), asked))
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
    size_t n = pattern_at(t, at,
                          "%s%*%(lies |is |must be |must lie |can be |"
                          "has to be |should be |lie %)");

    return n ? at + n : 0;
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
    size_t verb;
    struct span name;

    for (struct read_token k = { 0 }; token_next(t, &k);) {
        if (!variable_at(t, k.at, &name, &k.end))
            continue;
        verb = skip_verb(t, k.end);
        if (!verb &&
            span_before_fold(t, k.at, "all ")) /* "all x less than 5" */
            verb = span_skip_space(t, k.end);
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

    if (x->sought.kinds != SOUGHT_REGION)
        return false;
    for (struct read_token k = { 0 }; token_next(t, &k);)
        if ((k.kind == TOKEN_WORD || (unsigned char)t.s[k.at] >= 0x80) &&
            lexicon_phrase(t, k.at, WORD_COMPARISON, &word))
            return !phrase_within(span_cut(t, 0, k.at), WORD_DENIAL) &&
                   bounds(x, span_of(arena_strdup(x->a, name)), t, k.at, true,
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
    number = span_from(t, span_skip(t, at + n, " }~"));
    if (!pattern_is(number, "%[0-9.-]%+"))
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
static struct span declared_right_side(struct span t)
{
    size_t sign = span_index(t, 0, '=');

    return sign < t.n ? trim_span(span_from(t, sign + 1)) : t;
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
static bool declared_cases(const struct extract *x, struct span t,
                           struct span *out)
{
    static const char otherwise[] = "\\text{otherwise}";
    struct str text = str_in(x->a);
    struct span value = { NULL, 0 }, condition = { NULL, 0 }, piece;
    size_t n = 0;
    bool asked = false; /* a condition comes next */

    if (!x->sought.cases)
        return false;
    for (struct read_token k = { 0 }; token_next(t, &k);) {
        if (k.kind == TOKEN_WORD && span_among(k.text, "if for when where"))
            asked = true;
        else if (k.kind == TOKEN_WORD &&
                 span_among(k.text, "otherwise else elsewhere"))
            condition = span_of(otherwise);
        if (k.kind == TOKEN_FORMULA || k.kind == TOKEN_NUMBER ||
            k.kind == TOKEN_LETTER || k.kind == TOKEN_SIGN ||
            k.kind == TOKEN_MATHWORD || k.kind == TOKEN_COMMAND) {
            piece = piece_at(t, k.at, &k.end);
            if (asked)
                condition = piece;
            else
                value = declared_right_side(piece);
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

/* t as a ratio, "3 to 4", and nothing else. */
static bool proportion_read(const struct extract *x, struct span t,
                            struct span *out)
{
    struct span part;
    const char *text = NULL;
    size_t end;
    int n = 0;

    while (n < 4 && declared_read_value(t, &part, &end)) {
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
    *out = span_of(text);
    return true;
}

/* "the ratio of boys to girls is 3 to 4" */
static bool declared_ratio(const struct extract *x, struct span t,
                           struct span *out)
{
    bool asked = false;

    for (size_t i = 0, n; i + 4 < t.n; i++) {
        asked = asked || span_at_any(t, i, "ratio|odds|proportion");
        n = asked ? span_at_any(t, i,
                                "is |are |as |of |: |simplifies to |be |"
                                "reduces to |equals ")
                  : 0;
        if (n && proportion_read(x, span_from(t, i + n), out))
            return true;
    }
    return false;
}

bool relation_find(const struct extract *x, struct span sentence,
                   struct span *out)
{
    return sentence.n <= 400 &&
           (declared_cases(x, sentence, out) || inequality(x, sentence, out) ||
            declared_ratio(x, sentence, out) || region(x, sentence, out));
}

/*
 * What is declared: the text behind "the answer is". The mathematics that it
 * begins with, if any; a word or two that can be an answer; or, when the
 * sentence goes on in prose, the formula or number that ends it.
 */

/* Words that are answers by themselves. */
static bool is_answer_word(struct span w)
{
    static const char list[] =
        "yes|no|true|false|none|undefined|infinity|even|odd|never|always|"
        "impossible|infinite|dne|unknown|infinitely many|no solution|"
        "no solutions|does not exist|no real solutions|all real numbers|"
        "empty set|the empty set|no real solution|"
        "infinitely many solutions|oui|non|ja|nein|sí";
    const struct lexeme *x = lexicon_find(w);

    return span_is_any(w, list) ||
           (lexeme_is(x, WORD_CARDINAL) && x->value <= 10);
}

/* Is t the text of one of the choices? */
static bool is_choice_text(const struct extract *x, struct span t)
{
    struct span w;

    for (size_t i = 0; i < x->opt->choices_n; i++) {
        w = span_of(x->opt->choices[i]);
        w = trim_span(letter_rest(w));
        if (w.n == t.n && w.n < 80 && span_is_fold(t, lower_case(x->a, w)))
            return true;
    }
    return false;
}

static bool words_answer(const struct extract *x, struct span sentence,
                         struct span *out)
{
    bool telling = false;
    struct span t;
    size_t at = 0, after, words;
    enum reply_token k;

    while ((k = token_read(sentence, at, &after)) != TOKEN_END &&
           k != TOKEN_COMMA && k != TOKEN_MARK && k != TOKEN_OTHER)
        at = after;
    t = trim_span(span_cut(sentence, 0, at));
    if (is_answer_word(t) || is_choice_text(x, t)) {
        *out = t;
        return true;
    }
    words = prose_words(t, &telling);
    *out = t;
    if (t.n == 0 || telling || words > 4)
        return false;
    /* "is Evelyn." may be a name, "is correct." is not. */
    return x->opt->text || x->opt->gold ||
           (is_upper(t.s[0]) && words <= 3 && k == TOKEN_END);
}

/* Is the word behind a number a noun that is counted, "42 apples"? */
static bool declared_is_noun(struct span w)
{
    return w.n > 1 && is_lower(w.s[0]) && !word_is(w, WORD_AFTER_VALUE);
}

/* Add the noun behind the run t[0..end) if both read as one. */
static size_t declared_add_noun(const struct extract *x, struct span t,
                                size_t end)
{
    size_t at = span_skip_space(t, end), after, next;

    if (end == 0 || !is_digit(t.s[end - 1]) || at == end ||
        token_read(t, at, &after) != TOKEN_WORD ||
        token_word(span_cut(t, at, after)) != TOKEN_WORD ||
        !declared_is_noun(span_cut(t, at, after)))
        return end;
    /* "7 square meters" */
    if (span_is_fold(span_cut(t, at, after), "square") ||
        span_is_fold(span_cut(t, at, after), "cubic")) {
        at = span_skip_space(t, after);
        if (token_read(t, at, &next) == TOKEN_WORD)
            after = next;
    }
    return extract_reads(x, trim_span(span_cut(t, 0, after))) ? after : end;
}

/* A run of mathematics without what only led on to the prose behind it. */
static struct span declared_tidy(struct span t)
{
    t = trim_span(t);
    while (t.n && one_of(t.s[t.n - 1], "([{-=+<_") &&
           !span_escaped(t, t.n - 1)) {
        t.n--;
        t = trim_span(t);
    }
    return t;
}

/* "$x$ is 5": the formula is what is talked about. */
static bool declared_goes_on(struct span t, size_t end)
{
    size_t at = span_skip_space(t, end), after;

    /* "a = 5, b = 6, so a + b = 11" */
    if (at < t.n && t.s[at] == ',') {
        at = span_skip_space(t, at + 1);
        return token_read(t, at, &after) == TOKEN_WORD &&
               span_among(span_cut(t, at, after),
                          "so thus therefore hence giving then") &&
               span_index(t, at, '=') < sentence_end(t, at);
    }
    return token_read(t, at, &after) == TOKEN_WORD &&
           span_among(span_cut(t, at, after), "is are equals has");
}

/* ---- operations in words ---- */

static const struct operation {
    const char *words, *sign;
    bool before, behind; /* a digit must stand there */
} operations[] = {
    { " plus ", " + ", true, true },
    { " minus ", " - ", true, true },
    { " times ", " \\cdot ", true, true },
    { " multiplied by ", " \\cdot ", true, true },
    { " divided by ", " / ", true, true },
    { " over ", " / ", true, true },
    { " out of ", " / ", true, true },
    { " in ", " / ", true, true },
    { " in base ", "_", true, true },
    { " (base ", "_", true, true },
    { " the square root of ", " sqrt ", false, true },
    { " squared", "^2", true, false },
    { " cubed", "^3", true, false },
    { " to the power of ", "^", true, true },
    { "minus ", "-", false, true },
    { "negative ", "-", false, true },
};

/* Bytes of the marks that end t, "**101**", "$101$". */
static size_t marks_behind(struct span t)
{
    size_t n = 0;

    while (n < t.n && n < 4 && one_of(t.s[t.n - 1 - n], "*$`"))
        n++;
    return n;
}

static bool ends_in_digit(struct span t)
{
    size_t n = marks_behind(t);

    return n < t.n && is_digit(t.s[t.n - 1 - n]);
}

static const struct operation *operation_at(struct span t, size_t at)
{
    for (size_t i = 0; i < COUNT(operations); i++) {
        const struct operation *o = &operations[i];
        size_t end = at + strlen(o->words);

        if (span_at_fold(t, at, o->words) &&
            (!o->before || ends_in_digit(span_cut(t, 0, at))) &&
            (o->before || at == 0 || o->words[0] == ' ') &&
            (!o->behind || (end < t.n && is_digit(t.s[end]))))
            return o;
    }
    return NULL;
}

/* A copy of t with the operations between its numbers as signs; t itself
 * when it has none. */
struct span with_signs(const struct extract *x, struct span t)
{
    const struct operation *o;
    size_t n = 0, found = 0, marks, from;
    char *out;

    t = span_cut(t, 0, SENTENCE_MOST);
    out = arena_text(x->a, 2 * t.n);
    for (size_t i = 0; i < t.n; i++) {
        if (!(t.s[i] == ' ' || i == 0) || !(o = operation_at(t, i))) {
            out[n++] = t.s[i];
            continue;
        }
        /* Of "**101** in base 2" the marks go around both. */
        marks = o->behind && o->before ? marks_behind(span_cut(t, 0, i)) : 0;
        from = i - marks;
        n -= marks;
        memcpy(out + n, o->sign, strlen(o->sign));
        n += strlen(o->sign);
        i += strlen(o->words);
        for (; marks && is_digit(span_byte(t, i)); i++)
            out[n++] = t.s[i];
        memcpy(out + n, t.s + from, marks);
        n += marks;
        i--;
        found++;
    }
    out[n] = '\0';
    return found ? (struct span){ out, n } : t;
}

static bool math_answer(const struct extract *x, struct span t,
                        struct span *out)
{
    struct span inner, run;
    size_t after, end = run_end(t, 0, true);

    if (end == 0 || declared_goes_on(t, end) || is_spoilt(t, end) ||
        is_unasserted(t, end))
        return false;
    if (formula_at(t, 0, &inner, &after) && after >= end) {
        *out = formula_answer(inner);
        return out->n > 0;
    }
    after = declared_add_noun(x, t, end);
    /* "56 apples and 3 pears" are two things */
    if (after > end && span_at_fold(t, after, " and ") &&
        is_digit(span_byte(t, after + 5)))
        after = sentence_end(t, after);
    run = drop_lone_brackets(declared_tidy(span_cut(t, 0, after)));
    *out = run;
    /* "weeks: 28 / 7 = 4" begins with a mere unit. */
    return run.n > 0 &&
           !(run.n > 1 && is_letter(run.s[0]) &&
             token_read(run, 0, &after) == TOKEN_WORD && after == run.n);
}

/* Nothing, or "square units", "apples in total". */
static bool is_noun_phrase(struct span t)
{
    bool telling = false;

    t = trim_span(t);
    return t.n == 0 || (prose_words(t, &telling) <= 3 && !telling && t.n < 40 &&
                        !span_has_digit(t));
}

/* The whole number that t's digits give; -1: too long, or not one. */
static long long digits_value(struct span t, long long *scale)
{
    long long v = 0;
    bool point = false;

    *scale = 1;
    for (size_t i = 0; i < t.n; i++) {
        if (t.s[i] == '.' && !point) {
            point = true;
        } else if (is_digit(t.s[i]) && i < 7) {
            v = 10 * v + (t.s[i] - '0');
            *scale *= point ? 10 : 1;
        } else {
            return -1;
        }
    }
    return t.n ? v : -1;
}

/* Is the decimal or percentage a rounding of the fraction? */
static bool declared_is_rounding(struct span fraction, struct span decimal)
{
    size_t at = span_index(fraction, 0, '/');
    bool percent = decimal.n && decimal.s[decimal.n - 1] == '%';
    long long one, scale, p, a, b, d;

    if (percent)
        decimal.n -= decimal.n > 1 && decimal.s[decimal.n - 2] == '\\' ? 2 : 1;
    a = digits_value(span_cut(fraction, 0, at), &one);
    b = digits_value(span_cut(fraction, at + 1, fraction.n), &one);
    p = digits_value(decimal, &scale);
    if (a < 0 || b <= 0 || p < 0)
        return false;
    /* |a/b - p/scale| <= 1/(2 scale), at most 10^16 on either side */
    d = a * scale * (percent ? 100 : 1) - p * b;
    return (d < 0 ? -d : d) * 2 <= b;
}

/* "3/4, or 75%": one value, twice. */
static bool two_forms(struct span t, struct span *out)
{
    struct span second;
    size_t i = pattern_at(t, 0, "%d%[0-9/.]%*"),
           n = pattern_at(t, i, ",%? or ");

    if (i == 0 || n == 0 || span_index(t, 0, '/') >= i)
        return false;
    second = trim_span(span_from(t, i + n));
    *out = span_cut(t, 0, i);
    return declared_is_rounding(*out, second);
}

/* "about 3.33, or exactly 10/3" */
static bool exact_form(struct span t, struct span *out)
{
    struct told told;

    for (size_t i = 1; i < t.n; i++)
        if (span_at_fold(t, i, " exactly ") && one_of(t.s[i - 1], "rR,")) {
            bool found = value_last(span_cut(t, i + 9, t.n), NULL, &told);

            *out = told.value;
            return found;
        }
    return false;
}

/* "at least 7", and of what is not said. */
static bool declared_is_bound(struct span t)
{
    const struct lexeme *x;

    return lexicon_phrase(t, 0, WORD_LIMIT, &x) > 0;
}

/* "n + 2, that is, 50": the number, where a formula stands before it. */
static bool restated(const struct extract *x, struct span t, struct span *out)
{
    size_t n;

    for (size_t i = 1; i < t.n; i++)
        if ((n = span_at_any(t, i, ", that is, |, that is |, i.e., |, i.e. ")))
            return is_letter(t.s[0]) && is_digit(span_byte(t, i + n)) &&
                   math_answer(x, span_from(t, i + n), out);
    return false;
}

/* t and all that follows it in the reply: it may add letters to a list. */
static struct span to_the_end(const struct extract *x, struct span t)
{
    uintptr_t at = (uintptr_t)t.s - (uintptr_t)x->text.s;

    return at < x->text.n ? span_from(x->text, at) : t;
}

bool declared_find(const struct extract *x, struct span t, struct span *out)
{
    struct span sentence;
    struct told told;
    size_t end;

    if (x->opt->letters && letters_begin(span_cut(t, 0, sentence_end(t, 0)))) {
        *out = span_of(letters_text(x->a, letters_begin(to_the_end(x, t))));
        return out->n > 0;
    }
    if ((x->opt->choice && x->opt->parts < 2 && choice_several(t)) ||
        declared_is_bound(t))
        return false;
    if ((x->opt->choice && choice_letter(t)) ||
        (x->opt->lower &&
         choice_letter_small(span_cut(t, 0, sentence_end(t, 0))))) {
        *out = span_cut(t, 0, choice_letter(t) ? t.n : sentence_end(t, 0));
        return true;
    }
    end = sentence_end(t, 0);
    sentence = span_cut(t, 0, end);
    if (clock_find(x, sentence, out))
        return true;
    if (sentence.n <= SENTENCE_MOST) {
        struct span with = with_signs(x, sentence);

        if (with.s != sentence.s && math_answer(x, with, out))
            return true;
        if (two_forms(sentence, out) || exact_form(sentence, out) ||
            restated(x, sentence, out) || proportion_read(x, sentence, out))
            return true;
    }
    if (math_answer(x, t, out))
        return true;
    if (is_spoilt(t, run_end(t, 0, true)) &&
        /* "5 choose 2, which is 10" */
        !span_has_any(sentence, "=|which is|i.e.|that is"))
        return false;
    if (words_answer(x, sentence, out) || relation_find(x, sentence, out) ||
        (!x->opt->text && words_find(x, sentence, false, out)))
        return true;
    if (!value_last(sentence, NULL, &told) ||
        !is_noun_phrase(span_cut(sentence, told.end, sentence.n)))
        return false;
    *out = told.value;
    return true;
}
