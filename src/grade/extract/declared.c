/* SPDX-License-Identifier: Apache-2.0 */
#include "base/limits.h"
#include "base/str.h"
#include "grade/extract/extract_int.h"
#include "grade/extract/words.h"
#include "text/lexicon.h"
#include "text/pattern.h"

#include <pthread.h>

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

/*
 * Phrases that declare an answer, in many languages. The word for "answer" is
 * the anchor; it is looked for at a byte that is rare in prose (the w of
 * "answer", the p of "respuesta"), so that one pass finds all languages. What
 * stands around an anchor is looked at from the last one on.
 */

#define DECLARED_MOST  ((size_t)4096) /* bytes behind an anchor that count */
#define SHORTEST_FINAL ((size_t)6)  /* bytes of a final answer's declaration */
#define WORDS_MOST     ((size_t)48) /* words of the class WORD_ANSWER */

/* The words for "answer", those with the same rare byte in one list. */
struct words {
    const struct lexeme *word[WORDS_MOST];
    unsigned char next[WORDS_MOST]; /* index of the next one, plus 1 */
    unsigned char first[256];       /* by the rare byte, plus 1 */
};

/* Made once: it depends on the lexicon alone. */
static struct words answer_words;
static pthread_once_t answer_words_once = PTHREAD_ONCE_INIT;

static void list_words(void)
{
    struct words *w = &answer_words;
    const struct lexeme *x = NULL;
    unsigned char n = 0;

    while (n < WORDS_MOST && (x = lexicon_next(WORD_ANSWER, x))) {
        unsigned char c = (unsigned char)x->word[x->value];

        w->word[n] = x;
        w->next[n] = w->first[c];
        w->first[c] = ++n;
        if (is_lower((char)c))
            w->first[c - 'a' + 'A'] = n;
    }
}

static void phrase_note(struct anchors *k, struct anchor a)
{
    k->ring[k->n++ % ANCHORS_KEPT] = a;
}

static bool phrase_is_word_byte(char c)
{
    return is_letter(c) || (c & 0x80);
}

/* Does a word of the class end at `end`, but for blanks and marks? Returns where
 * it begins, or `end` if none does. */
static size_t phrase_word_before(struct span t, size_t end, enum word_class c)
{
    size_t at = end;
    bool signs;

    at = span_back(t, at, " *_");
    signs = at >= 3 && (unsigned char)t.s[at - 3] >= 0xe3;
    for (size_t i = at; i && at - i < (signs ? 9 : 24);) {
        i -= signs && i >= 3 ? 3 : 1;
        if (!phrase_is_word_byte(t.s[i]))
            return end;
        if ((signs || i == 0 || !phrase_is_word_byte(t.s[i - 1])) &&
            word_is(span_cut(t, i, at), c))
            return i;
    }
    return end;
}

static bool phrase_is_final(struct span t, struct anchor a,
                            const struct lexeme *word)
{
    size_t next = span_skip_space(t, a.end), end = next;

    while (end < next + 24 && phrase_is_word_byte(span_byte(t, end)))
        end++;
    return lexeme_is(word, WORD_FINAL) ||
           phrase_word_before(t, a.at, WORD_FINAL) < a.at ||
           word_is(span_cut(t, next, end), WORD_FINAL);
}

/* The anchor whose rare byte stands at `at`; w->word[i - 1] is the first word
 * with that byte. */
static const struct lexeme *anchor_at(const struct words *w, struct span t,
                                      size_t at, size_t i, struct anchor *a)
{
    for (; i; i = w->next[i - 1]) {
        const char *word = w->word[i - 1]->word;
        size_t rare = (size_t)w->word[i - 1]->value;

        if (at < rare ||
            (rare && (t.s[at - 1] | 0x20) != (word[rare - 1] | 0x20)))
            continue; /* soon: most words with such a byte are others */
        if (!span_at_fold(t, at - rare, word))
            continue;
        a->at = at - rare;
        a->end = a->at + strlen(word);
        if (a->at && is_letter(t.s[a->at - 1]))
            continue;
        if (a->end < t.n && (t.s[a->end] == 's' || t.s[a->end] == 'S'))
            a->end++;
        return a->end >= t.n || !is_letter(t.s[a->end]) ? w->word[i - 1] : NULL;
    }
    return NULL;
}

/* The anchors from `from` on. */
static void find_anchors(struct span t, size_t from, struct anchors *final,
                         struct anchors *label)
{
    const struct words *w = &answer_words;
    const struct lexeme *word;
    struct anchor a;

    (void)pthread_once(&answer_words_once, list_words);
    for (size_t i = from; i < t.n; i++) {
        unsigned char k = w->first[(unsigned char)t.s[i]];

        if (k && (word = anchor_at(w, t, i, k, &a)))
            phrase_note(phrase_is_final(t, a, word) ? final : label, a);
    }
}

/* "to answer", "no answer": a verb, or none. */
static bool is_no_noun(struct span t, struct anchor a)
{
    if (span_before_any(t, a.at,
                        "to |can |no |any |each |wrong |an |your |"
                        "possible |incorrect |please |initial |"
                        "previous |<|</|reference |gold |expected "))
        return true;
    return span_at_any(t, a.end,
                       " choice| option| key| format| sheet|>| this|"
                       " the ") > 0;
}

/* "I doubt that the answer", "suppose the answer", "one might think the
 * answer": what the sentence says before the anchor. */
/* Write in the format "The answer is 17": is a quotation open at the end? */
static bool is_quoted(struct span before)
{
    size_t quotes = 0, first = before.n;

    for (size_t i = 0; i < before.n; i++)
        if (before.s[i] == '"' || character_is(before, i, CHAR_DOUBLE)) {
            first = quotes++ ? first : i;
            i += character_is(before, i, CHAR_DOUBLE)
                     ? character_is(before, i, CHAR_DOUBLE) - 1
                     : 0;
        }
    return quotes % 2 == 1 &&
           phrase_within(span_cut(before, 0, first), WORD_QUOTING);
}

static bool phrase_is_refused(struct span t, struct anchor a)
{
    struct span before = span_cut(t, sentence_start(t, a.at), a.at);
    struct stance s = stance_of(before);
    size_t at = span_skip_space(before, 0);
    const struct lexeme *x;

    /* "(Note: read otherwise, the answer would be 10.)" */
    if (span_byte(before, at) == '(' &&
        lexicon_phrase(before, at + 1, WORD_RIDER, &x))
        return true;
    return is_no_noun(t, a) || is_quoted(before) || stance_refuses(&s) ||
           phrase_within(behind_turn(before), WORD_ASIDE);
}

/* Is it a word between "answer" and the answer? Of a script without blanks the
 * end counts. */
static bool is_connector(struct span w)
{
    const struct lexeme *x;

    if ((unsigned char)w.s[0] < 0xe3)
        return word_is(w, WORD_SAYS);
    for (size_t n = 3; n <= 9 && n <= w.n && w.n <= 24; n += 3)
        if (lexicon_phrase(w, w.n - n, WORD_SAYS, &x) == n)
            return true;
    return false;
}

/* Where the answer begins behind an anchor. *linked: something says that
 * what follows is the answer. */
static size_t skip_connectors(struct span t, size_t at, bool *linked)
{
    size_t after, lines = 0, stop = at + 200;
    enum reply_token k;

    while (at < stop && (k = token_read(t, at, &after)) != TOKEN_END) {
        bool sign = k == TOKEN_SIGN && (t.s[at] == '=' || t.s[at] == '>');
        bool word = k == TOKEN_WORD || k == TOKEN_MATHWORD ||
                    (k == TOKEN_LETTER && after > at + 1);

        if (k == TOKEN_NEWLINE) {
            if (++lines > 3)
                break;
        } else if (k == TOKEN_MARK || k == TOKEN_OTHER || sign ||
                   t.s[at] == '}' || character_is(t, at, CHAR_BRACKET) ||
                   (*linked && span_at(t, at, ".."))) {
            *linked = *linked || k != TOKEN_OTHER || t.s[at] == ':' ||
                      t.s[at] == '\xef';
        } else if (word && is_connector(span_cut(t, at, after))) {
            *linked = true;
        } else if (k != TOKEN_SPACE && !(lines && t.s[at] == '-' &&
                                         after < t.n && t.s[after] == ' ')) {
            break;
        }
        at = after;
    }
    return at;
}

/* "The answer to this question is 5": where "is" ends; 0: there is none. */
static size_t skip_subject(struct span t, size_t at)
{
    size_t after, stop = at + 160;
    bool first = true;
    enum reply_token k;

    for (; at < stop && (k = token_read(t, at, &after)) != TOKEN_END;
         at = after) {
        struct span w = span_cut(t, at, after);

        if (k == TOKEN_SPACE)
            continue;
        if (first && t.s[at] != '(' && t.s[at] != ',' &&
            !span_among(w, "to for in of when we after on with rounded "
                           "expressed you i à zu auf de that"))
            return 0;
        first = false;
        if (k == TOKEN_STOP || k == TOKEN_NEWLINE)
            return 0;
        if (t.s[at] == ':' || word_is(w, WORD_IS))
            return after;
    }
    return 0;
}

/* What may stand behind a bare "Answer": mathematics, nothing else. */
static bool is_plain_start(struct span t, size_t at)
{
    size_t after;
    enum reply_token k = token_read(t, at, &after);

    if (k == TOKEN_LETTER)
        return at && t.s[at - 1] == '\n';
    return k == TOKEN_FORMULA || k == TOKEN_NUMBER || k == TOKEN_COMMAND;
}

/* What an anchor gives. */
enum given {
    GIVEN_NOTHING, /* nothing that can be read */
    GIVEN_ANSWER,
    GIVEN_BOUND,  /* "at least 10", of which nothing else is said */
    GIVEN_DENIAL, /* "is not 10" */
    GIVEN_CUT     /* the text ends before the answer */
};

/* "not 10 but 12": where 12 begins; 0: nothing stands instead. */
static size_t instead(struct span t, size_t at)
{
    const struct lexeme *x;
    size_t end = sentence_end(t, at), n;

    for (; at < end; at++)
        if ((t.s[at] == ' ' || (t.s[at] & 0x80)) &&
            (n = lexicon_phrase(t, at + (t.s[at] == ' '), WORD_INSTEAD, &x)))
            return span_skip_space(t, at + (t.s[at] == ' ') + n);
    return 0;
}

/* t from the beginning of the line on in which `at` stands, if that begins
 * behind `from`; else from `at` on. */
static struct span phrase_line_of(struct span t, size_t from, size_t at)
{
    size_t start = at;

    while (start > from && t.s[start - 1] != '\n')
        start--;
    return span_trim(span_from(t, start > from ? start : at));
}

/* "cannot be determined" is an answer where the key says it: the sentence from
 * `at` on, or the place of the key's own words at its end. */
static bool denies_as_key(const struct extract *x, struct span t, size_t at,
                          struct span *out)
{
    struct span key = span_of(x->opt->text && x->opt->key ? x->opt->key : "");
    size_t end = sentence_end(t, at), n;
    struct span said, meant;
    const char *lower;

    if (span_at(key, 0, "\\text{"))
        key = span_cut(key, 6, key.n - 1);
    key = trim_span(key);
    *out = span_cut(t, at, end);
    if (statement_whole(key, true, &meant) &&
        statement_whole(*out, false, &said) && span_equal(meant, said))
        return true;
    if (key.n == 0 || key.n > SENTENCE_MOST ||
        (!phrase_within(key, WORD_DENIAL) &&
         !phrase_within(key, WORD_NEGATION)))
        return false;
    lower = lower_case(x->a, key);
    for (; at < end; at++) {
        n = (at == 0 || !is_letter(t.s[at - 1])) ? span_at_fold(t, at, lower)
                                                 : 0;
        *out = span_cut(t, at, at + n);
        if (n && trim_span(span_cut(t, at + n, end)).n == 0)
            return true;
    }
    return false;
}

/* What stands at `at`, behind the anchor and "is". */
static enum given stated(const struct extract *x, struct span t, size_t from,
                         size_t at, bool linked, struct span *out)
{
    const struct lexeme *word;
    size_t after, end = sentence_end(t, at),
                  n = lexicon_phrase(t, at, WORD_LIMIT, &word);
    enum reply_token k = token_read(t, at, &after);
    struct stance s = stance_of(span_cut(t, from, at + n));

    if (denies_as_key(x, t, at, out))
        return GIVEN_ANSWER;
    if (s.limit)
        return GIVEN_BOUND;
    n = lexicon_phrase(t, at, WORD_DENIAL, &word);
    if (at + n == end && !s.denied) /* "neither" */
        n = 0;
    if (s.denied || n || span_at_fold(t, at, "incorrect"))
        at = instead(t, s.denied ? s.denied : at + n);
    if (at == 0)
        return GIVEN_DENIAL;
    if (k == TOKEN_END || k == TOKEN_STOP)
        return k == TOKEN_END && linked && t.n == x->text.n ? GIVEN_CUT
                                                            : GIVEN_NOTHING;
    if (end < t.n && t.s[end] == '?')
        return GIVEN_NOTHING;
    if (x->opt->several && items_read(x->a, phrase_line_of(t, from, at), out))
        return GIVEN_ANSWER;
    if (!linked && !is_plain_start(t, at) &&
        !(x->opt->choice && choice_letter(span_from(t, at))))
        return GIVEN_NOTHING;
    return declared_find(x, span_from(t, at), out) ? GIVEN_ANSWER
                                                   : GIVEN_NOTHING;
}

static enum given forward(const struct extract *x, struct anchor a,
                          struct span *out)
{
    struct span t = span_cut(x->text, 0, a.end + DECLARED_MOST);
    bool linked = false;
    size_t subject = skip_subject(t, a.end),
           at = skip_connectors(t, subject ? subject : a.end, &linked);

    linked = linked || subject;
    return stated(x, t, a.end, at, linked, out);
}

/* "Thus 42 is our answer." */
static bool phrase_backward(const struct extract *x, struct anchor a,
                            struct span *out)
{
    struct span t = x->text, sentence;
    size_t end = a.at, before = a.at;
    struct told told;

    do {
        end = before;
        before = phrase_word_before(t, end, WORD_BEFORE_ANSWER);
    } while (before < end && a.at - before < 60);
    before = phrase_word_before(t, end, WORD_IS);
    if (before == end && span_before_fold(t, end, " as "))
        before = end - 4;
    if (before == end || end == a.at)
        return false;
    sentence = trim_span(span_cut(t, sentence_start(t, before), before));
    if (x->opt->choice && sentence.n &&
        choice_letter(span_cut(sentence, sentence.n - 1, sentence.n)) &&
        (sentence.n < 2 || !is_letter(sentence.s[sentence.n - 2]))) {
        *out = span_cut(sentence, sentence.n - 1, sentence.n);
        return true;
    }
    if (!value_last(sentence, NULL, &told))
        return false;
    *out = told.value;
    return trim_span(span_cut(sentence, told.end, sentence.n)).n == 0;
}

static void note_barrier(struct extract *x, size_t at)
{
    if (at > x->from)
        x->from = at;
}

/* "The answer is 5 ...", of which nothing could be read. */
static bool is_declaration(struct span t, struct anchor a)
{
    return pattern_before(t, a.at, "the |final ") &&
           pattern_here(t, a.end, " is %d");
}

/* Does a clause with a condition begin at `at`: "if", "when"? */
static bool phrase_is_condition(struct span t, size_t at)
{
    const struct lexeme *x;

    at = span_skip(t, at, " *-.;\n");
    return span_word_at(t, at, "when") ||
           lexicon_phrase(t, at, WORD_SUPPOSED, &x) > 0;
}

/* "If order matters, the answer is": the sentence of the anchor begins so. */
static bool is_conditional(struct span t, struct anchor a)
{
    return phrase_is_condition(t, sentence_start(t, a.at));
}

/* Does the sentence of the anchor, or the next one at its head, say what the
 * answer is "otherwise"? */
static bool has_otherwise(struct span t, struct anchor a)
{
    struct span near = span_cut(t, 0, a.end + SENTENCE_MOST);
    size_t end = sentence_end(near, a.end), at = end;
    size_t next = span_index(t, a.end, ';');
    const struct lexeme *x;

    if (is_conditional(t, a) &&
        phrase_is_condition(near, next < end ? next : end))
        return true;
    if (phrase_within(span_cut(t, a.end, end), WORD_OTHERWISE))
        return true;
    at = span_skip(near, at, ".*; \t\n\v\f\r");
    return lexicon_phrase(t, at, WORD_OTHERWISE, &x) > 0;
}

/* Do the last anchors give answers under conditions of their own? */
static bool phrase_is_twofold(struct span t, const struct anchors *k)
{
    return (k->n && has_otherwise(t, k->ring[(k->n - 1) % ANCHORS_KEPT])) ||
           (k->n > 1 && is_conditional(t, k->ring[(k->n - 1) % ANCHORS_KEPT]) &&
            is_conditional(t, k->ring[(k->n - 2) % ANCHORS_KEPT]));
}

/* "The answer was 24, but": of the past. */
static bool is_past(struct span t, struct anchor a)
{
    size_t end = sentence_end(span_cut(t, 0, a.end + 400), a.end);

    return span_at_fold(t, a.end, " was ") &&
           span_has_any(span_cut(t, a.end, end), " but ");
}

/* Behind the sentence of an anchor. */
static size_t anchor_end(struct span t, struct anchor a)
{
    return sentence_end(span_cut(t, 0, a.end + DECLARED_MOST), a.end);
}

/* Behind what is denied: "isn't 50, it's 48". */
static size_t clause_end(struct span t, struct anchor a)
{
    size_t end = anchor_end(t, a);
    size_t at = span_index(t, a.end, ','), after;

    at = span_skip_space(t, at < end ? at + 1 : end);
    (void)token_read(t, at, &after);
    return word_is(span_cut(t, at, after), WORD_CIRCUMSTANCE) ? end : at;
}

/* What an anchor gives, in either direction. */
static enum given given_by(const struct extract *x, struct anchor a,
                           struct extracted *out)
{
    struct span answer;
    enum given g = GIVEN_ANSWER;

    if (!phrase_backward(x, a, &answer))
        g = forward(x, a, &answer);
    return g == GIVEN_ANSWER && !extract_fill(x, out, answer) ? GIVEN_NOTHING
                                                              : g;
}

/* Keep what was taken back, unless it was called wrong; other answers are
 * looked for behind that. */
static void phrase_take_back(struct extract *x, struct anchor a,
                             struct retraction r)
{
    struct extracted found = { 0 };

    if (!r.disowned && given_by(x, a, &found) == GIVEN_ANSWER)
        x->kept = (struct extracted){ x->rule, found.text, true,
                                      NULL,    found.from, found.to };
    note_barrier(x, a.end + r.end);
}

static bool try_anchors(struct extract *x, const struct anchors *k,
                        struct extracted *out)
{
    size_t kept = k->n < ANCHORS_KEPT ? k->n : ANCHORS_KEPT;
    struct retraction r;

    if (phrase_is_twofold(x->text, k)) {
        note_barrier(x, x->text.n);
        return false;
    }
    for (size_t i = 0; i < kept && !x->cut; i++) {
        struct anchor a = k->ring[(k->n - 1 - i) % ANCHORS_KEPT];

        if (a.at < x->from)
            return false;
        if (phrase_is_refused(x->text, a) || is_past(x->text, a))
            continue;
        if (span_at_fold(x->text, a.end, " would") &&
            is_conditional(x->text, a)) {
            note_barrier(x, anchor_end(x->text, a));
            continue;
        }
        r = retraction_find(span_from(x->text, a.end));
        if (r.end) {
            phrase_take_back(x, a, r);
            return false;
        }
        switch (given_by(x, a, out)) {
        case GIVEN_ANSWER: return true;
        case GIVEN_CUT: x->cut = true; return false;
        case GIVEN_DENIAL: note_barrier(x, clause_end(x->text, a)); continue;
        case GIVEN_NOTHING:
            if (!is_declaration(x->text, a))
                continue;
            break;
        case GIVEN_BOUND: break;
        }
        /* It says what the answer is, in words that nobody can read: what
         * stands before it is no answer either. */
        note_barrier(x, anchor_end(x->text, a));
        return false;
    }
    return false;
}

bool final_follows(struct extract *x, size_t at)
{
    struct anchors final = { .n = 0 }, label = { .n = 0 };
    struct extracted found = { 0 };
    struct anchor a;
    enum given g;

    if (x->text.n - at > SHORTEST_FINAL)
        find_anchors(x->text, at, &final, &label);
    if (final.n == 0)
        return false;
    a = final.ring[(final.n - 1) % ANCHORS_KEPT];
    if (phrase_is_refused(x->text, a))
        return false;
    g = given_by(x, a, &found);
    x->cut = x->cut || g == GIVEN_CUT;
    return g == GIVEN_CUT ||
           (g == GIVEN_ANSWER &&
            (span_has_digit(span_of(found.text)) || x->opt->choice) &&
            !trim_same(span_of(found.text), x->box[0].inner));
}

bool rule_final(struct extract *x, struct extracted *out)
{
    find_anchors(x->text, 0, &x->final, &x->label);
    return try_anchors(x, &x->final, out);
}

bool rule_label(struct extract *x, struct extracted *out)
{
    return try_anchors(x, &x->label, out);
}
