/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/extract/words.h"
#include "base/str.h"
#include "grade/extract/extract_int.h"
#include "text/lexicon.h"
#include "text/pattern.h"

#include <inttypes.h>
#include <stdlib.h>

/*
 * Answers in words: numbers ("twenty-one", "three quarters"), statements
 * ("there is no solution"), and to a key of words names. A sentence that denies,
 * compares or hesitates gives no answer.
 */

/* ---- numbers ---- */

size_t words_number(struct span t, size_t at, struct numeral *out)
{
    size_t n =
        numeral_at(t, at, NUMERAL_PARTS | NUMERAL_DOZENS | NUMERAL_BARE, out);

    /* "the third" is a place */
    return n == 0 || (out->under > 1 && (out->has & NUMERAL_BARE)) ? 0 : at + n;
}

static bool words_is_one(struct numeral x)
{
    return x.over == 1 && x.under == 1;
}

/* Words that keep a "one" from being a number. */
static bool is_pronoun(struct span t, size_t at, size_t end)
{
    if (span_at_any(t, end, " of | can | by | may | might | that | which "))
        return true;
    if (span_before_any(t, at,
                        "is |are |has |have |only |exactly |be |"
                        "equals |was |get |left "))
        return false;
    return true;
}

/* "the first half", "a half" of something that is told apart. */
static bool words_is_place(struct span t, size_t at)
{
    return span_before_any(t, at,
                           "the |first |second |last |other |than |in |"
                           "not |by ") > 0;
}

/* The one number in words that a sentence has. */
static bool spelled_find(const struct extract *x, struct span t,
                         struct span *out)
{
    size_t end;
    struct numeral found = { .under = 0 }, next;

    for (struct read_token k = { 0 }; token_next(t, &k);) {
        /* Also "two" of "**two", which could be letters beside a sign. */
        if ((k.kind != TOKEN_WORD && k.kind != TOKEN_LETTER &&
             k.kind != TOKEN_MATHWORD) ||
            !(end = words_number(t, k.at, &next)))
            continue;
        k.end = end;
        if ((words_is_one(next) && is_pronoun(t, k.at, end)) ||
            words_is_place(t, k.at))
            continue;
        if (found.under &&
            !(llabs(found.over) == next.over && found.under == next.under))
            return false;
        found = next;
        if (span_before_fold(t, k.at, "negative ") ||
            span_before_fold(t, k.at, "minus "))
            found.over = -found.over;
    }
    if (!found.under)
        return false;
    *out = span_of(found.under == 1 ? arena_printf(x->a, "%" PRId64, found.over)
                                    : arena_printf(x->a, "%" PRId64 "/%" PRId64,
                                                   found.over, found.under));
    return true;
}

/* The number in words at `at`, of this language or another one. */
static size_t any_number(struct span t, size_t at, struct numeral *out)
{
    size_t end = words_number(t, at, out), n;
    const struct lexeme *x;

    if (end)
        return end;
    n = lexicon_phrase(t, at, WORD_FOREIGN_NUMBER, &x);
    if (n)
        *out = (struct numeral){ .over = x->value, .under = 1 };
    return n ? at + n : 0;
}

struct span words_as_digits(const struct extract *x, struct span t)
{
    struct str out = str_in(x->a);
    struct numeral number;
    size_t end;
    bool beside = false; /* nothing but blanks since the last one */

    for (struct read_token k = { 0 }; token_next(t, &k);) {
        end = k.kind == TOKEN_WORD || k.kind == TOKEN_LETTER ||
                      k.kind == TOKEN_MATHWORD
                  ? any_number(t, k.at, &number)
                  : 0;
        if (end && !(words_is_one(number) && is_pronoun(t, k.at, end)) &&
            !words_is_place(t, k.at) && number.under == 1) {
            if (beside || span_before_fold(t, k.at, "past "))
                return t; /* "ten five" is no number, "half past two" neither */
            str_addf(&out, "%" PRId64, number.over);
            k.end = end;
            beside = true;
        } else {
            beside = beside && k.kind == TOKEN_SPACE;
            str_addn(&out, t.s + k.at, k.end - k.at);
        }
    }
    return (struct span){ str_get(&out), out.n };
}

/* ---- statements ---- */

/* Does one of these begin with a word of t? */
static bool words_has(struct span t, const char *list)
{
    for (size_t i = 0; i < t.n; i++)
        if ((i == 0 || !is_letter(t.s[i - 1])) && span_at_any(t, i, list))
            return true;
    return false;
}

/* A sentence that compares, denies or hesitates. */
static bool words_is_doubtful(struct span t)
{
    for (struct read_token k = { 0 }; token_next(t, &k);)
        if (k.kind == TOKEN_WORD && word_is(k.text, WORD_DOUBT))
            return true;
    return false;
}

/* What keeps a statement from being said: "unless", "other". */
static bool is_hedged(struct span t)
{
    return words_has(t, "unless |except|if |other |or |maybe |perhaps |"
                        "whether |but |no such ");
}

/* "is undefined": of a word that may stand for other things as well. */
static bool predicate_meaning(struct span t, struct span *out)
{
    static const char *const ends[][2] = {
        { "is undefined", "undefined" },
        { "is not defined", "undefined" },
        { "is impossible", "impossible" },
        { "is not possible", "impossible" },
    };

    for (size_t i = 0; i < COUNT(ends); i++)
        if (words_has(t, ends[i][0])) {
            *out = span_of(ends[i][1]);
            return true;
        }
    return false;
}

/* Phrases that say all by themselves, in one of several languages. */
bool statement_find(struct span t, struct span *out)
{
    const struct lexeme *x;

    for (struct read_token k = { 0 }; token_next(t, &k);) {
        if (!lexicon_phrase(t, k.at, WORD_STATEMENT, &x))
            continue;
        *out = span_of(x->head ? x->head : x->word);
        return !is_hedged(t) && !stance_of(span_cut(t, 0, k.at)).denied;
    }
    return predicate_meaning(t, out) && !is_hedged(t);
}

/* The words behind "Thus,": where they begin. */
static size_t skip_connective(struct span t)
{
    const struct lexeme *word;
    size_t at = span_skip_space(t, 0), n;

    while (at < t.n && one_of(t.s[at], "*_#>-"))
        at = span_skip_space(t, at + 1);
    n = lexicon_phrase(t, at, WORD_CONCLUSION, &word);
    if (n && one_of(span_byte(t, at + n), ", "))
        at += n;
    while (at < t.n && (one_of(t.s[at], ",*_") || character_space(t, at)))
        at++;
    return at;
}

/* ---- sentences that say one thing ---- */

/* May it stand behind a statement: "from the given information", or a reason? */
static bool says_no_more(struct span t)
{
    static const char fillers[] =
        "a all alone any answer are available based be by can conditions "
        "context data details exactly exist exists facts for from further "
        "given have here in info information is it more now of on only out "
        "precisely problem provided question result solution solutions stated "
        "statement statements that the there these this uniquely us using "
        "value was we what with without additional";

    for (struct read_token k = { 0 }; token_next(t, &k);) {
        if (span_among(k.text, "because since as to"))
            return true;
        if ((k.kind == TOKEN_WORD || k.kind == TOKEN_LETTER ||
             k.kind == TOKEN_MATHWORD) &&
            !span_among(k.text, fillers))
            return false;
    }
    return true;
}

/* The statement at `at`: its length, or 0. That something cannot be determined
 * is said in many ways, of which some mean it in such a sentence alone. */
static size_t statement_at(struct span t, size_t at, const struct lexeme **x)
{
    size_t n = lexicon_phrase(t, at, WORD_MEANING, x);

    if (n &&
        str_eq((*x)->head ? (*x)->head : (*x)->word, "cannot be determined"))
        return n;
    return lexicon_phrase(t, at, WORD_STATEMENT, x);
}

bool statement_whole(struct span t, bool bare, struct span *out)
{
    size_t from, after;
    const struct lexeme *x;

    if (t.n > SENTENCE_MOST || span_has_digit(t))
        return false;
    t = trim_span(t);
    from = skip_connective(t);
    for (size_t at = from; token_read(t, at, &after) != TOKEN_END; at = after) {
        size_t n = statement_at(t, at, &x);
        struct span head = span_cut(t, from, at);
        struct stance s;

        if (one_of(t.s[at], ",;:.=<>+^$"))
            return false;
        if (n == 0)
            continue;
        *out = span_of(x->head ? x->head : x->word);
        s = stance_of(head);
        return says_no_more(span_from(t, at + n)) && !is_hedged(head) &&
               !stance_refuses(&s) && (!bare || says_no_more(head));
    }
    return false;
}

/* "Yes, the triangle is right", "it is not, so no". */
static bool words_verdict_find(struct span t, struct span *out)
{
    size_t at, n;

    t = trim_span(t);
    at = skip_connective(t);
    n = pattern_at(t, at, "%(yes|no%)%=%(%$|%[,.!:;*_]| %!%a%)");
    *out = span_cut(t, at, at + n);
    if (n)
        return !words_has(t, "only if |only when ");
    at = pattern_find(t, at, ", %(yes|no%), ");
    if (at < t.n) {
        *out = span_cut(t, at + 2, at + 2 + span_letters(t, at + 2));
        return true;
    }
    n = span_before_any(t, t.n,
                        " so yes| so no| is yes| is no| a yes| a no|"
                        ", yes|, no");
    *out = span_from(t, span_letters_back(t, t.n));
    return n > 0;
}

/* The last word, where the sentence says what something is. */
static bool property_find(struct span t, struct span *out)
{
    const struct lexeme *w;
    size_t from;

    t = trim_span(t);
    from = span_letters_back(t, t.n);
    *out = span_cut(t, from, t.n);
    w = lexicon_find(*out);
    if (!lexeme_is(w, WORD_PROPERTY) && !lexeme_is(w, WORD_WEEKDAY) &&
        !lexeme_is(w, WORD_MONTH))
        return false;
    return span_before_any(t, from,
                           "is |be |is a |on a |on |in |is always |is an |"
                           "are ") > 0;
}

/* ---- names ---- */

/* "Evelyn has the greatest speed", "the fastest is Evelyn": the only name. */
static bool words_name_find(struct span t, struct span *out)
{
    size_t at = skip_connective(t), start = at, after, names = 0, end = 0;
    enum reply_token k;

    for (; (k = token_read(t, at, &after)) != TOKEN_END; at = after) {
        struct span w = span_cut(t, at, after);

        /* "Alice wins the race, followed by Bob" */
        if (k == TOKEN_COMMA && span_at_fold(t, after, " followed by "))
            break;
        if (k == TOKEN_WORD && is_upper(w.s[0]) && at > start) {
            names++;
            *out = w;
            end = after;
        }
    }
    if (words_has(t, "and "))
        return false;
    if (names == 1)
        return (trim_span(span_cut(t, end, t.n)).n == 0 &&
                words_has(t, "is ")) ||
               (span_at_fold(t, start, "it ") && span_at_fold(t, end, " who "));
    if (names || start >= t.n || !is_upper(t.s[start]))
        return false;
    (void)token_read(t, start, &after);
    *out = span_cut(t, start, after);
    at = span_skip_space(t, after);
    return token_read(t, at, &end) == TOKEN_WORD &&
           (span_among(span_cut(t, at, end),
                       "is has was had will won wins must ran runs "
                       "finished came finishes") ||
            word_is(span_cut(t, at, end), WORD_AFTER_PERSON)) &&
           (words_has(span_cut(t, at, t.n), "the ") ||
            words_has(span_cut(t, at, t.n), "first") ||
            words_has(span_cut(t, at, t.n), "last")) &&
           !span_is_fold(*out, "the") && !span_is_fold(*out, "this") &&
           !span_is_fold(*out, "it") && !span_is_fold(*out, "there");
}

/* ---- what a sentence says that something is ---- */

/* "an", "therefore" and the like. */
static bool words_is_article(struct span w)
{
    return span_among(w, "a an the therefore thus also called clearly "
                         "indeed simply actually just hence then on in "
                         "known as of really now") ||
           span_before_fold(w, w.n, "ly"); /* "strictly" */
}

static struct span skip_articles(struct span t)
{
    size_t after;

    for (;;) {
        t = trim_span(t);
        if (token_read(t, 0, &after) == TOKEN_END || after == t.n ||
            !words_is_article(span_cut(t, 0, after)))
            return t;
        t = span_from(t, after);
    }
}

/* Words that end what is said of a thing: "because", "with". */
static bool words_is_turn(struct span w, const struct lexeme *x)
{
    return lexeme_is(x, WORD_CIRCUMSTANCE) || lexeme_is(x, WORD_SUBORDINATOR) ||
           lexeme_is(x, WORD_PREPOSITION) ||
           span_among(w, "centered centred passing that which who whose");
}

/* A thing that is not convergent is divergent; of other properties nothing
 * follows. */
static bool deny(struct span *property)
{
    struct span w = skip_articles(span_at_fold(*property, 0, "not ")
                                      ? span_from(*property, 4)
                                      : *property);
    const struct lexeme *x = lexicon_find(trim_span(w)), *y = NULL;

    if (!lexeme_is(x, WORD_OPPOSITE))
        return false;
    while ((y = lexicon_next(WORD_OPPOSITE, y)) &&
           (y->value != x->value || y == x ||
            (x->head && (x->head == y->head || str_eq(x->head, y->word))) ||
            (y->head && str_eq(y->head, x->word))))
        ;
    if (y)
        *property = span_of(y->head ? y->head : y->word);
    return y != NULL;
}

/* Of one clause, what stands behind its last "is"; or its last word, if that
 * says something of a thing by itself: "converges". */
static bool clause_predicate(struct span t, struct span *out)
{
    size_t at = 0, after, from = 0, end = t.n, words;
    struct span last = { NULL, 0 };
    bool telling = false, denied = false;
    enum reply_token k;

    for (; (k = token_read(t, at, &after)) != TOKEN_END && end == t.n;
         at = after) {
        struct span w = span_cut(t, at, after);
        const struct lexeme *x = k == TOKEN_WORD ? lexicon_find(w) : NULL;

        denied = denied || lexeme_is(x, WORD_DENIAL);
        if (lexeme_is(x, WORD_SUPPOSED) || span_is_fold(w, "or") ||
            span_is_fold(w, "would") || span_is_fold(w, "either") ||
            span_is_fold(w, "than"))
            return false;
        if (words_is_turn(w, x) && last.n &&
            (from ? last.s >= t.s + from : word_is(last, WORD_PROPERTY))) {
            if (span_is_fold(w, "of") &&
                span_among(last, "equation graph kind type form case"))
                from = after; /* "the equation of a circle" */
            else
                end = at;
        } else if (lexeme_is(x, WORD_IS) || lexeme_is(x, WORD_NAMING))
            from = after;
        else if (k == TOKEN_WORD && !words_is_article(w))
            last = w;
    }
    *out = skip_articles(span_cut(t, from, end));
    words = prose_words(*out, &telling);
    (void)token_read(*out, 0, &after);
    if (words == 2 && word_is(span_cut(*out, 0, after), WORD_PROPERTY))
        *out = span_cut(*out, 0, after); /* "an even function" */
    if (denied)
        return from && words && deny(out);
    if (from && words && words <= 3 && !telling && !span_has_digit(*out))
        return true;
    *out = last;
    return from == 0 && last.n && word_is(last, WORD_PROPERTY) &&
           last.s[last.n - 1] == 's';
}

/* A clause that is a few words and has no verb. */
static bool bare_predicate(struct span t, struct span *out)
{
    bool telling = false;
    size_t words;

    *out = skip_articles(t);
    words = prose_words(*out, &telling);
    return words && words <= 3 && !telling && !span_has_digit(*out);
}

/* "The graph is an ellipse", "it is linear, with slope 3". */
static bool predicate_find(struct span t, struct span *out)
{
    struct span found;
    size_t from = skip_connective(t), at = from, after;
    bool any = false, turned = false;
    enum reply_token k;

    do {
        k = token_read(t, at, &after);
        bool turn = k == TOKEN_WORD && span_at_fold(t, at, "but ");

        if (k == TOKEN_COMMA || k == TOKEN_END || turn) {
            struct span clause = span_cut(t, from, at);

            /* "not an ellipse but a hyperbola" */
            if (clause_predicate(clause, &found) ||
                (turned && bare_predicate(clause, &found))) {
                *out = found;
                any = true;
            }
            from = after;
            turned = turn;
        }
        at = after;
    } while (k != TOKEN_END);
    return any;
}

/* The words in bold, "it is an **obtuse** triangle", if there are such once. */
bool words_bold(struct span t, struct span *out)
{
    size_t at = 0, n = 0, words = 0;
    bool telling = false;

    for (; at + 1 < t.n; at++) {
        if (!span_at(t, at, "**"))
            continue;
        if (++n == 1)
            *out = span_from(t, at + 2);
        else if (n == 2)
            out->n = (size_t)(t.s + at - out->s);
        at++;
    }
    if (n != 2 || span_byte(*out, out->n - 1) == ':' ||
        span_byte(t, (size_t)(out->s - t.s) + out->n + 2) == ':')
        return false; /* a heading stands before what it heads */
    words = prose_words(*out, &telling);
    return words && words <= 3 && !telling && !span_has_digit(*out) &&
           !phrase_within(t, WORD_DENIAL) && !words_is_doubtful(t);
}

/* ---- what the kind of the key allows ---- */

enum key_kind { KEY_WORDS, KEY_VERDICT, KEY_DAY, KEY_NAME };

static enum key_kind key_kind(const struct extract *x)
{
    struct span key = x->opt->key ? span_of(x->opt->key) : span_of("");
    const struct lexeme *w;

    if (span_at(key, 0, "\\text{"))
        key = span_cut(key, 6, key.n - 1);
    key = trim_span(key);
    w = lexicon_find(key);
    if (span_is_fold(key, "yes") || span_is_fold(key, "no"))
        return KEY_VERDICT;
    if (lexeme_is(w, WORD_WEEKDAY) || lexeme_is(w, WORD_MONTH))
        return KEY_DAY;
    return key.n && is_upper(key.s[0]) ? KEY_NAME : KEY_WORDS;
}

/* The last day of the week, or month, that a sentence names. */
static bool day_find(struct span t, struct span *out)
{
    bool found = false;

    if (words_is_doubtful(t) && !words_has(t, "if "))
        return false;
    for (struct read_token k = { 0 }; token_next(t, &k);) {
        const struct lexeme *x =
            k.kind == TOKEN_WORD ? lexicon_find(k.text) : NULL;

        if (is_upper(k.text.s[0]) &&
            (lexeme_is(x, WORD_WEEKDAY) || lexeme_is(x, WORD_MONTH))) {
            *out = k.text;
            found = true;
        }
    }
    return found;
}

/* What stands behind the last comma outside of brackets. */
static struct span last_clause(struct span t)
{
    size_t from = 0, depth = 0;

    for (struct read_token k = { 0 }; token_next(t, &k);) {
        depth += k.kind == TOKEN_OPEN;
        depth -= k.kind == TOKEN_CLOSE && depth > 0;
        if (k.kind == TOKEN_COMMA && depth == 0)
            from = k.end;
    }
    return span_from(t, from);
}

static bool words_key_find(const struct extract *x, struct span t,
                           struct span *out)
{
    switch (key_kind(x)) {
    case KEY_VERDICT: return words_verdict_find(t, out);
    case KEY_DAY: return day_find(t, out);
    case KEY_NAME:
        return !words_is_doubtful(t) && (words_name_find(t, out) ||
                                         words_name_find(last_clause(t), out));
    case KEY_WORDS: break;
    }
    return false;
}

bool words_find(const struct extract *x, struct span sentence, bool later,
                struct span *out)
{
    if (sentence.n > 400 || (!x->opt->text && span_has_digit(sentence)))
        return false;
    if (x->opt->key && words_key_find(x, sentence, out))
        return true;
    if (key_kind(x) == KEY_VERDICT || key_kind(x) == KEY_DAY)
        return false;
    if (statement_find(sentence, out) ||
        (!later && !x->opt->formula && words_verdict_find(sentence, out)))
        return true;
    if (x->opt->text && predicate_find(sentence, out))
        return true;
    if (words_is_doubtful(sentence))
        return false;
    if (property_find(sentence, out))
        return true;
    if (span_has_digit(sentence))
        return false;
    return (x->opt->text && words_name_find(sentence, out)) ||
           spelled_find(x, sentence, out);
}

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
bool proportion_read(const struct extract *x, struct span t, struct span *out)
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
 * Times of day in words, "half past seven", "five minutes to nine", "three
 * o'clock", where the key is one. A sentence that names two of them names none.
 */

struct clock {
    int minutes;      /* since midnight or noon */
    const char *half; /* of the day: " a.m.", " p.m." or "" */
};

/* Is the key a time, "7:05", "3:30 PM"? */
static bool clause_is_clock(const char *key)
{
    return pattern_is(span_of(key),
                      "%d%d%?:%d%d%!%d%.%?%[ .apmAPM\\{}text~]%*");
}

/* A whole number from 0 to 59 at `at`, in words or digits; *after is behind it.
 * Returns -1 if there is none. */
static int small_number(struct span t, size_t at, size_t *after)
{
    size_t digits = span_digits(t, at);
    struct numeral n;

    if (digits) {
        *after = at + digits;
        if (digits > 2 || one_of(span_byte(t, *after), ".,:/"))
            return -1;
        return digits == 2 ? 10 * (t.s[at] - '0') + t.s[at + 1] - '0'
                           : t.s[at] - '0';
    }
    *after = words_number(t, at, &n);
    return *after && n.under == 1 && n.over >= 0 && n.over < 60 ? (int)n.over
                                                                : -1;
}

/* The words at *at, which goes behind them, with a blank before the next. */
static bool skip_any(struct span t, size_t *at, const char *list)
{
    size_t i = span_skip_space(t, *at), n = span_at_any(t, i, list);

    if (n == 0 || is_letter(span_byte(t, i + n)))
        return false;
    *at = i + n;
    return true;
}

/* The half of the day that is named at *at, or "". */
static const char *half_at(struct span t, size_t *at)
{
    if (skip_any(t, at, "in the morning|a.m.|am|a.m"))
        return " a.m.";
    return skip_any(t, at,
                    "in the afternoon|in the evening|at night|p.m.|"
                    "pm|p.m")
               ? " p.m."
               : "";
}

/* The hour that ends a time at *at; 0: none does, "five to seven people". */
static int hour_at(struct span t, size_t *at, bool clock)
{
    size_t i = span_skip_space(t, *at), after;
    int hour = small_number(t, i, &after);

    if (hour < 1 || hour > 12)
        return 0;
    clock = skip_any(t, &after, "o'clock|o’clock") || !clock;
    *at = after;
    return clock ? hour : 0;
}

/* The minutes that begin a time at `at`; -1: none do. */
static int minutes_at(struct span t, size_t at, size_t *after)
{
    int n;

    *after = at;
    if (skip_any(t, after, "half"))
        return 30;
    if (skip_any(t, after, "a quarter|quarter"))
        return 15;
    n = small_number(t, at, after);
    if (n > 0 && !skip_any(t, after, "minutes|minute") && n % 5)
        return -1;
    return n > 0 ? n : -1;
}

/* The time at `at`; *after is behind it. */
static bool clock_at(struct span t, size_t at, struct clock *out, size_t *after)
{
    int minutes = minutes_at(t, at, after), hour;
    bool late;

    if (minutes < 0 || !((late = skip_any(t, after, "past|after")) ||
                         skip_any(t, after, "to|before"))) {
        *after = at;
        minutes = 0;
        hour = hour_at(t, after, true);
    } else {
        hour = hour_at(t, after, false);
        minutes = late ? minutes : -minutes;
    }
    if (hour == 0 || (minutes < 0 && span_before_fold(t, at, "from ")))
        return false;
    out->half = half_at(t, after);
    out->minutes = (hour % 12 * 60 + minutes + 720) % 720;
    at = span_skip_space(t, *after);
    return at >= t.n || !(is_letter(t.s[at]) || is_digit(t.s[at]));
}

/* Is the time at `at` another than the one that is meant: "before seven"? */
static bool clause_is_bound(struct span t, size_t at)
{
    return span_before_any(t, at,
                           "almost |nearly |before |after |until |till |"
                           "by |past |to |than |since |about |around |"
                           "from |latest |latest at |earliest at ") > 0;
}

bool clock_find(const struct extract *x, struct span t, struct span *out)
{
    struct clock found = { -1, "" }, next;
    size_t end;

    if (!x->opt->formula || !clause_is_clock(x->opt->formula) ||
        t.n > SENTENCE_MOST ||
        span_has_any(t, "ratio|odds|proportion|score")) /* "five to seven" */
        return false;
    for (struct read_token k = { 0 }; token_next(t, &k);) {
        if ((k.kind != TOKEN_WORD && k.kind != TOKEN_NUMBER &&
             k.kind != TOKEN_LETTER && k.kind != TOKEN_MATHWORD) ||
            !clock_at(t, k.at, &next, &end))
            continue;
        if (found.minutes >= 0 || clause_is_bound(t, k.at) ||
            stance_of(span_cut(t, 0, k.at)).denied || is_unasserted(t, end))
            return false;
        found = next;
        k.end = end;
    }
    if (found.minutes < 0)
        return false;
    *out = span_of(arena_printf(x->a, "%d:%02d%s",
                                found.minutes < 60 ? 12 : found.minutes / 60,
                                found.minutes % 60, found.half));
    return true;
}
