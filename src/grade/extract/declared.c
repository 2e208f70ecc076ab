/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/extract/extract_int.h"
#include "grade/extract/words.h"
#include "text/lexicon.h"

/*
 * What is declared: the text behind "the answer is". The mathematics that it
 * begins with, if any; a word or two that can be an answer; or, when the
 * sentence goes on in prose, the formula or number that ends it.
 */

/* Words that are answers by themselves. */
static bool is_answer_word(struct span w)
{
    static const char *const list[] = { "yes",
                                        "no",
                                        "true",
                                        "false",
                                        "none",
                                        "undefined",
                                        "infinity",
                                        "even",
                                        "odd",
                                        "never",
                                        "always",
                                        "impossible",
                                        "infinite",
                                        "dne",
                                        "unknown",
                                        "infinitely many",
                                        "no solution",
                                        "no solutions",
                                        "does not exist",
                                        "no real solutions",
                                        "all real numbers",
                                        "empty set",
                                        "the empty set",
                                        "no real solution",
                                        "infinitely many solutions",
                                        "oui",
                                        "non",
                                        "ja",
                                        "nein",
                                        "s\xc3\xad" };
    const struct lexeme *x = lexicon_find(w);

    return span_listed(w, list, COUNT(list)) ||
           (lexeme_is(x, WORD_CARDINAL) && x->value <= 10);
}

/* Is t the text of one of the choices? */
static bool is_choice_text(const struct extract *x, struct span t)
{
    struct span w;

    for (size_t i = 0; i < x->opt->choices_n; i++) {
        w = (struct span){ x->opt->choices[i], strlen(x->opt->choices[i]) };
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
static bool is_noun(struct span w)
{
    return w.n > 1 && is_lower(w.s[0]) && !word_is(w, WORD_AFTER_VALUE);
}

/* Add the noun behind the run t[0..end) if both read as one. */
static size_t add_noun(const struct extract *x, struct span t, size_t end)
{
    size_t at = span_skip_space(t, end), after, next;

    if (end == 0 || !is_digit(t.s[end - 1]) || at == end ||
        token_read(t, at, &after) != TOKEN_WORD ||
        token_word(span_cut(t, at, after)) != TOKEN_WORD ||
        !is_noun(span_cut(t, at, after)))
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
static struct span tidy(struct span t)
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
static bool goes_on(struct span t, size_t end)
{
    static const char *const verbs[] = { "is", "are", "equals", "has" };
    static const char *const ends[] = { "so",    "thus",   "therefore",
                                        "hence", "giving", "then" };
    size_t at = span_skip_space(t, end), after;

    /* "a = 5, b = 6, so a + b = 11" */
    if (at < t.n && t.s[at] == ',') {
        at = span_skip_space(t, at + 1);
        return token_read(t, at, &after) == TOKEN_WORD &&
               span_listed(span_cut(t, at, after), ends, COUNT(ends)) &&
               memchr(t.s + at, '=', sentence_end(t, at) - at);
    }
    return token_read(t, at, &after) == TOKEN_WORD &&
           span_listed(span_cut(t, at, after), verbs, COUNT(verbs));
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

    if (end == 0 || goes_on(t, end) || is_spoilt(t, end) ||
        is_unasserted(t, end))
        return false;
    if (formula_at(t, 0, &inner, &after) && after >= end) {
        *out = formula_answer(inner);
        return out->n > 0;
    }
    after = add_noun(x, t, end);
    /* "56 apples and 3 pears" are two things */
    if (after > end && span_at_fold(t, after, " and ") &&
        is_digit(span_byte(t, after + 5)))
        after = sentence_end(t, after);
    run = drop_lone_brackets(tidy(span_cut(t, 0, after)));
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
static bool is_rounding(struct span fraction, struct span decimal)
{
    const char *slash = memchr(fraction.s, '/', fraction.n);
    size_t at = slash ? (size_t)(slash - fraction.s) : 0;
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

/* "5 choose 2, which is 10" */
static bool is_resolved(struct span t)
{
    for (size_t i = 0; i < t.n; i++)
        if (t.s[i] == '=' || span_at_fold(t, i, "which is") ||
            span_at_fold(t, i, "i.e.") || span_at_fold(t, i, "that is"))
            return true;
    return false;
}

/* "3/4, or 75%": one value, twice. */
static bool two_forms(struct span t, struct span *out)
{
    struct span second;
    size_t i = 1;

    while (i < t.n && (is_digit(t.s[i]) || one_of(t.s[i], "/.")))
        i++;
    if (i >= t.n || !is_digit(t.s[0]) || !memchr(t.s, '/', i) ||
        !(span_at_fold(t, i, ", or ") || span_at_fold(t, i, " or ")))
        return false;
    second = trim_span(span_cut(t, i + (t.s[i] == ',' ? 5 : 4), t.n));
    *out = span_cut(t, 0, i);
    return is_rounding(*out, second);
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
static bool is_bound(struct span t)
{
    const struct lexeme *x;

    return lexicon_phrase(t, 0, WORD_LIMIT, &x) > 0;
}

/* "n + 2, that is, 50": the number, where a formula stands before it. */
static bool restated(const struct extract *x, struct span t, struct span *out)
{
    static const char *const words[] = { ", that is, ", ", that is ",
                                         ", i.e., ", ", i.e. " };
    size_t n;

    for (size_t i = 1; i < t.n; i++)
        if ((n = span_at_any(t, i, words, COUNT(words))))
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
        is_bound(t))
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
        struct span signs = with_signs(x, sentence);

        if (signs.s != sentence.s && math_answer(x, signs, out))
            return true;
        if (two_forms(sentence, out) || exact_form(sentence, out) ||
            restated(x, sentence, out) || proportion_read(x, sentence, out))
            return true;
    }
    if (math_answer(x, t, out))
        return true;
    if (is_spoilt(t, run_end(t, 0, true)) && !is_resolved(sentence))
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
