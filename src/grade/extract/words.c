/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/extract/words.h"
#include "base/str.h"
#include "grade/extract/extract_int.h"
#include "text/lexicon.h"

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
    static const char *const words[] = { "yes", "no" };
    size_t at, n;

    t = trim_span(t);
    at = skip_connective(t);
    for (size_t i = 0; i < COUNT(words); i++) {
        n = strlen(words[i]);
        if (span_at_fold(t, at, words[i]) &&
            (at + n == t.n || one_of(t.s[at + n], ",.!:;*_") ||
             (t.s[at + n] == ' ' && !is_letter(span_byte(t, at + n + 1))))) {
            *out = span_cut(t, at, at + n);
            return !words_has(t, "only if ") && !words_has(t, "only when ");
        }
    }
    for (size_t i = at; i + 5 < t.n; i++)
        if (span_at_fold(t, i, ", yes, ") || span_at_fold(t, i, ", no, ")) {
            *out = span_cut(t, i + 2, i + 4 + (t.s[i + 4] != ','));
            return true;
        }
    n = span_before_any(t, t.n,
                        " so yes| so no| is yes| is no| a yes| a no|"
                        ", yes|, no");
    at = t.n;
    at = span_letters_back(t, at);
    *out = span_from(t, at);
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
