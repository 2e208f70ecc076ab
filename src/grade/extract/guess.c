/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "grade/extract/extract_int.h"
#include "grade/extract/value.h"

#include <string.h>

/*
 * The guesses: the last formula or the last number of a reply that declares
 * nothing. They look at the end of the reply alone, for an answer is said
 * last, and not at all when the reply breaks off. What riders say (remarks,
 * checks, common mistakes, questions) is no answer.
 */

#define TAIL_MOST ((size_t)1000) /* where guesses look */

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* The end of the reply from the beginning of a paragraph on. */
static struct span tail(struct span t)
{
    size_t from = t.n > TAIL_MOST ? t.n - TAIL_MOST : 0;

    for (size_t i = from; from && i + 1 < t.n; i++)
        if (t.s[i] == '\n' && t.s[i + 1] == '\n')
            return span_cut(t, i, t.n);
    return span_cut(t, from, t.n);
}

#define SHORT_MOST 600 /* bytes of a reply that may end anyhow */

/* Does a formula that is never closed end the text? */
static bool ends_in_formula(struct span t)
{
    struct span inner;
    size_t at = 0, after;
    enum token k;

    while ((k = token_read(t, at, &after)) != TOKEN_END) {
        if (k != TOKEN_FORMULA &&
            (span_at(t, at, "\\(") || span_at(t, at, "\\[") ||
             span_at(t, at, "\\begin{") ||
             (t.s[at] == '$' && !trim_is_money(t, at))))
            return true;
        /* A $ that the end of the text closes. */
        if (k == TOKEN_FORMULA && after == t.n &&
            formula_at(t, at, &inner, &after) && inner.s + inner.n == t.s + t.n)
            return true;
        at = after;
    }
    return false;
}

/* Is the number that ends t what something is: "= 42", "is 42"? */
static bool is_stated(struct span t)
{
    static const char *const links[] = { "=",   ":",  " is", " are", " equals",
                                         " be", "**", "\n",  ">>" };
    size_t i = t.n;

    while (i && (is_digit(t.s[i - 1]) || one_of(t.s[i - 1], ".,/$- ")))
        i--;
    for (size_t k = 0; k < COUNT(links); k++)
        if (span_before_fold(t, i, links[k]))
            return true;
    return i && (unsigned char)t.s[i - 1] >= 0x80;
}

/* t without a last word or two of ASCII letters: "42 square metres". */
static struct span drop_words(struct span t)
{
    struct span s = t;

    for (int i = 0; i < 2 && s.n && is_letter(s.s[s.n - 1]); i++) {
        while (s.n && is_letter(s.s[s.n - 1]))
            s.n--;
        while (s.n && s.s[s.n - 1] == ' ')
            s.n--;
    }
    return s.n && is_digit(s.s[s.n - 1]) ? s : t;
}

bool guess_is_cut_off(struct span text)
{
    struct span end = tail(text);
    char c;

    if (text.n <= SHORT_MOST)
        return false;
    while (end.n && is_space(end.s[end.n - 1]))
        end.n--;
    if (end.n == 0 || ends_in_formula(end))
        return true;
    end = drop_words(end);
    c = end.s[end.n - 1];
    if (is_digit(c))
        return !is_stated(end);
    return (unsigned char)c < 0x80 && !one_of(c, ".!?)]}$*`\"'%>|");
}

/* "Then we add 5 to get", "14 -": the reply stops in the middle. */
static bool ends_in_the_middle(struct span t)
{
    static const char *const words[] = {
        "to",   "get",  "is",   "are",  "the",   "a",     "of",   "and",
        "or",   "by",   "we",   "with", "for",   "in",    "from", "equals",
        "that", "then", "have", "as",   "which", "gives", "so",   "an",
        "then", "into", "than", "was",  "if",    "our",   "his",  "her"
    };
    size_t from;

    while (t.n && (is_space(t.s[t.n - 1]) || t.s[t.n - 1] == '\0'))
        t.n--;
    if (t.n && one_of(t.s[t.n - 1], "-=+,<") &&
        !(t.n > 1 && t.s[t.n - 1] == '-' && t.s[t.n - 2] == '-'))
        return true;
    for (from = t.n; from && is_letter(t.s[from - 1]);)
        from--;
    return from < t.n && from && t.s[from - 1] == ' ' &&
           span_listed(span_cut(t, from, t.n), words, COUNT(words));
}

/* Where the words of a sentence begin, behind marks and brackets. */
static size_t skip_marks(struct span t)
{
    size_t at = 0;

    while (at < t.n && (character_space(t, at) || one_of(t.s[at], "*_#-(>[\"")))
        at++;
    return at;
}

static bool starts(struct span t, const char *const *words, size_t count)
{
    size_t at = skip_marks(t);

    for (size_t i = 0; i < count; i++)
        if (span_at_fold(t, at, words[i]))
            return true;
    return false;
}

/* Sentences that tell no result: remarks, checks, what would have been. */
static bool is_rider(struct span t)
{
    static const char *const first[] = { "note",          "check",
                                         "verif",         "to check",
                                         "to verify",     "we can check",
                                         "we can verify", "we check",
                                         "we verify",     "let me check",
                                         "let's check",   "a common",
                                         "common mis",    "remember",
                                         "remark",        "if we had",
                                         "had we",        "for example",
                                         "for instance",  "as a check",
                                         "source",        "reference",
                                         "hint",          "this is because",
                                         "because",       "recall",
                                         "warning",       "caution",
                                         "be careful",    "sanity",
                                         "if you have",   "if you need",
                                         "if you'd",      "would you",
                                         "do you",        "shall i",
                                         "let me know",   "i hope",
                                         "feel free",     "don't ",
                                         "do not ",       "many people",
                                         "many students", "some people",
                                         "some students", "you might",
                                         "one might",     "proof:",
                                         "double-check",  "quick check",
                                         "confirm",       "to confirm",
                                         "(since",        "an incorrect",
                                         "a wrong",       "wrong",
                                         "incorrect",     "substituting back",
                                         "plugging back", "confidence",
                                         "citation" };
    static const char *const inside[] = {
        "common mistake",     "would have gotten", "would have got",
        "would have been",    "incorrectly",       "would be wrong",
        "would be incorrect", "is a mistake",      "is an error",
        "is wrong",           "is incorrect",      "is not correct",
        "not to be confused", "common error",      "mistakenly",
        "we'd get",           "we'd have",         "isn't correct",
        "is not right",       "isn't right",       "we would get"
    };

    if (starts(t, first, COUNT(first)))
        return true;
    for (size_t i = 0; i < t.n; i++)
        for (size_t k = 0; k < COUNT(inside); k++)
            if ((t.s[i] | 0x20) == inside[k][0] &&
                span_at_fold(t, i, inside[k]))
                return true;
    return false;
}

/* Sentences that later ones do not overrule unless they conclude too. */
static bool is_conclusion(struct span t)
{
    static const char *const first[] = {
        "therefore",  "thus",    "hence",      "in conclusion", "to conclude",
        "in summary", "finally", "altogether", "consequently",  "in total",
        "so,",        "overall", "we conclude"
    };

    return starts(t, first, COUNT(first));
}

/* Is the value in bold: "**12 apples**"? */
static bool is_bold(struct span sentence, size_t end)
{
    size_t from = end;

    while (from && sentence.s[from - 1] != '*' && end - from < 40)
        from--;
    if (from < 2 || sentence.s[from - 2] != '*')
        return false;
    for (size_t i = end; i + 1 < sentence.n && i < end + 40; i++)
        if (span_at(sentence, i, "**"))
            return true;
    return false;
}

struct guess {
    struct span value;
    bool found, formula;
    bool words; /* no mathematics */
    bool drawn; /* by a sentence that begins with "thus" */
    bool bold;
};

static bool is_question(struct span t, size_t stop)
{
    struct character c;

    (void)character_at(t, stop, &c);
    return span_byte(t, stop) == '?' || c.plain[0] == '?';
}

/* "2. multiply": the mark of a list. */
static bool is_item_number(struct span t, struct span sentence, size_t stop)
{
    size_t next = stop + 1;

    sentence = trim_span(sentence);
    for (size_t i = 0; i < sentence.n; i++)
        if (!is_digit(sentence.s[i]))
            return false;
    return stop < t.n && t.s[stop] == '.' && next < t.n && t.s[next] == ' ' &&
           next + 1 < t.n && t.s[next + 1] != '\n';
}

/* Is the sentence a remark in brackets as a whole? */
static bool is_remark(struct span t)
{
    size_t at = span_skip_space(t, 0), end = remark_end(t, at);

    return end && trim_span(span_cut(t, end, t.n)).n == 0;
}

static void weigh(const struct extract *x, struct span sentence, bool question,
                  struct guess *g)
{
    struct guess next = { .found = false };
    size_t end = 0;

    if (is_rider(sentence) || trim_span(sentence).n == 0)
        return;
    next.found = relation_find(x, sentence, &next.value) ||
                 value_last(sentence, &next.value, &end, &next.formula);
    if (!next.found && end == 0)
        next.words = next.found =
            words_find(x, sentence, g->found && !g->words, &next.value);
    else if (!next.found)
        next.found = values_join(x, sentence, &next.value);
    /* A sentence with values of which none is the result says that there is
     * none yet; one without values says so of words alone. */
    if (!next.found && end == 0 && !g->words)
        return;
    if (question) /* that is repeated: it answers nothing */
        next.found = false;
    next.drawn = next.found && is_conclusion(sentence);
    next.bold = next.found && is_bold(sentence, end);
    /* A value in bold outlasts plain sentences, a conclusion outlasts those
     * that say nothing clear. */
    if (next.bold || next.drawn || (!g->bold && (next.found || !g->drawn)))
        *g = next;
}

bool guess_find(const struct extract *x, struct extracted *out)
{
    struct span end = tail(span_cut(x->text, x->from, x->text.n)), sentence;
    struct guess g = { .found = false };
    size_t at = 0, stop, after, brackets = 0;

    if (guess_is_cut_off(x->text) || ends_in_the_middle(x->text))
        return false;
    while (at < end.n) {
        stop = sentence_end(end, at);
        sentence = span_cut(end, at, stop);
        at = skip_marks(sentence);
        /* A remark in brackets may have several sentences. */
        if (brackets == 0 && at && sentence.s[at - 1] == '(' &&
            !memchr(sentence.s, ')', sentence.n))
            brackets = 1;
        if (!brackets && !is_remark(sentence) &&
            !is_item_number(end, sentence, stop))
            weigh(x, sentence, is_question(end, stop), &g);
        if (brackets &&
            (memchr(sentence.s, ')', sentence.n) ||
             span_at(end, stop, "\n\n") || span_at(end, stop, ".)")))
            brackets = 0;
        (void)token_read(end, stop, &after);
        at = after > stop ? after : stop + 1;
    }
    if (!g.found ||
        (!g.formula && !g.words && x->opt->text && span_has_digit(g.value)))
        return false;
    return extract_fill(x, out, g.formula ? EXTRACT_FORMULA : EXTRACT_NUMBER,
                        g.value);
}
