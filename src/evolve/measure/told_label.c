/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Names of questions: "question 1", "Q1", "the first question", "part 2",
 * "final answer", "question_1". And what stands before them: an answer that is
 * used ("5/12 of the answer to question 1") is not one that is given.
 */
#include "base/ascii.h"
#include "evolve/measure/told_int.h"
#include "math/read/numeral.h"

#include <string.h>

#define LISTED(word, list) \
 told_listed(word, list, sizeof(list) / sizeof *(list))

static const char *const nouns[] = { "question",    "questions",  "q",
                                     "qn",          "problem",    "part",
                                     "task",        "answer",     "ans",
                                     "subquestion", "subproblem", "subpart",
                                     "result" };

static const char *const cardinals[] = { "one",  "two", "three", "four",
                                         "five", "six", "seven", "eight" };
static const char *const ordinals[] = {
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"
};

static char at(struct told_text t, size_t i)
{
    return i < t.n ? t.s[i] : '\0';
}

static enum told_who who_is(size_t k, size_t parts)
{
    return k == 1 ? TOLD_FIRST : k == parts ? TOLD_FINAL : TOLD_OTHER;
}

/* A number of a question at i: in digits or as a word. */
static size_t number_of(struct told_text t, size_t i, size_t *end)
{
    char word[TOLD_WORD];
    struct ratio x;
    size_t n, k;

    if (is_digit(at(t, i))) {
        k = (size_t)(at(t, i) - '0');
        *end = i + 1;
        if (is_digit(at(t, i + 1)) || is_letter(at(t, i + 1)) ||
            (strchr(".,/", at(t, i + 1)) && at(t, i + 1) &&
             is_digit(at(t, i + 2))))
            return 0;
        return k;
    }
    n = told_word(t, i, word);
    for (k = 0; n && k < 8; k++)
        if (strcmp(word, cardinals[k]) == 0) {
            *end = i + n;
            /* not of "question one hundred" */
            return numeral_read(t.s + i, t.n - i, &x) == n ? k + 1 : 0;
        }
    return 0;
}

/* Behind " (the lamp)", if that stands at i. */
static size_t skip_remark(struct told_text t, size_t i)
{
    size_t k = told_blanks(t, i), start = k;

    if (at(t, k) != '(')
        return i;
    while (k < t.n && k - start < 100 && !is_digit(t.s[k]) &&
           !strchr(")\n", t.s[k]))
        k++;
    return at(t, k) == ')' ? k + 1 : i;
}

/* Does something follow that gives a value: a colon, "is"? */
static bool is_given(struct told_text t, size_t i)
{
    char word[TOLD_WORD];

    i = skip_remark(t, i);
    while (i < t.n && strchr(" \")'", t.s[i]))
        i++;
    if (at(t, i) && strchr(":=|", at(t, i)))
        return true;
    (void)told_word(t, i, word);
    return strcmp(word, "is") == 0 || strcmp(word, "was") == 0 ||
           strcmp(word, "equals") == 0;
}

/* Behind a noun: "1", " 1", "_1", " #1", " (1)", " no. 1". */
static bool numbered(struct told_text t, size_t i, bool answer, size_t parts,
                     enum told_who *who, size_t *end)
{
    size_t k, start = i;

    while (i < t.n && i - start < 3 && strchr(" _#.-(", t.s[i]))
        i++;
    if (told_starts(t, i, "no. "))
        i += 4;
    else if (told_starts(t, i, "number "))
        i += 7;
    k = number_of(t, i, end);
    if (!k || (answer && !is_given(t, *end)))
        return false;
    if (at(t, *end) == ')' && at(t, i - 1) == '(')
        ++*end;
    *who = who_is(k, parts);
    return true;
}

/* The noun at i, "question", "sub-question": where it ends; 0: none. */
static size_t noun_at(struct told_text t, size_t i, char word[TOLD_WORD])
{
    size_t n = told_word(t, i, word);

    if (n == 3 && strcmp(word, "sub") == 0 && at(t, i + 3) &&
        strchr("- _", at(t, i + 3))) {
        i += 4;
        n = told_word(t, i, word);
    }
    return n && LISTED(word, nouns) ? i + n : 0;
}

/* "first question", "1st part": `i` is behind the ordinal. */
static bool ordinal_label(struct told_text t, size_t i, size_t k, size_t parts,
                          enum told_who *who, size_t *end)
{
    char word[TOLD_WORD];

    if (!at(t, i) || !strchr(" _-", at(t, i)))
        return false;
    *end = noun_at(t, i + 1, word);
    *who = who_is(k, parts);
    return *end != 0;
}

/* "final", "final answer", "last question", "final answers". */
static bool final_label(struct told_text t, size_t i, bool last,
                        enum told_who *who, size_t *end)
{
    static const char *const behind[] = { "answer",     "question", "problem",
                                          "part",       "result",   "value",
                                          "subquestion" };
    char word[TOLD_WORD];
    size_t k = i, n;

    if (at(t, k) && strchr(" _-", at(t, k)))
        k++;
    n = told_word(t, k, word);
    *who = TOLD_FINAL;
    *end = i;
    if (n && strcmp(word, "answers") == 0) {
        *who = TOLD_ALL;
        *end = k + n;
        return true;
    }
    if (n && LISTED(word, behind)) {
        *end = k + n;
        return true;
    }
    if (at(t, i) == ')' && i > 5 && t.s[i - 6] == '(')
        return !last; /* "7 (final)" */
    return !last && is_given(t, i);
}

static bool bare_label(struct told_text t, const char *word, size_t i,
                       enum told_who *who, size_t *end)
{
    *end = i;
    if (strcmp(word, "answers") == 0) {
        *who = TOLD_ALL;
        return true;
    }
    *who = TOLD_BARE;
    if (at(t, i) == '>') {
        *end = i + 1;
        return true;
    }
    return is_given(t, i);
}

static bool word_label(struct told_text t, size_t i, size_t parts,
                       enum told_who *who, size_t *end)
{
    char word[TOLD_WORD];
    size_t n = told_word(t, i, word), noun;
    bool answer;

    if (!n)
        return false;
    if (strcmp(word, "finalanswer") == 0) {
        *who = TOLD_FINAL;
        *end = i + n;
        return true;
    }
    if (strcmp(word, "final") == 0 || strcmp(word, "last") == 0)
        return final_label(t, i + n, word[0] == 'l', who, end);
    for (size_t k = 0; k < 8; k++)
        if (strcmp(word, ordinals[k]) == 0)
            return ordinal_label(t, i + n, k + 1, parts, who, end);
    noun = noun_at(t, i, word);
    answer = strcmp(word, "answer") == 0 || strcmp(word, "ans") == 0 ||
             strcmp(word, "result") == 0;
    if (noun && numbered(t, noun, answer, parts, who, end))
        return true;
    (void)told_word(t, i, word);
    if (strcmp(word, "answer") == 0 || strcmp(word, "answers") == 0)
        return bare_label(t, word, i + n, who, end);
    return false;
}

bool told_label(struct told_text t, size_t i, size_t parts, enum told_who *who,
                size_t *end)
{
    static const char *const short_ordinals[] = { "1st", "2nd", "3rd", "4th",
                                                  "5th", "6th", "7th", "8th" };

    if (i > 0 && (is_letter(t.s[i - 1]) || is_digit(t.s[i - 1])))
        return false;
    if (told_starts(t, i, "####")) {
        *who = TOLD_BARE;
        *end = i + 4;
        return true;
    }
    if (is_letter(at(t, i)))
        return word_label(t, i, parts, who, end);
    for (size_t k = 0; is_digit(at(t, i)) && k < 8; k++)
        if (told_starts(t, i, short_ordinals[k]))
            return ordinal_label(t, i + 3, k + 1, parts, who, end);
    return false;
}

/* ---- what stands before a name ---- */

static size_t back_blanks(struct told_text t, size_t i)
{
    while (i > 0 && (t.s[i - 1] == ' ' || t.s[i - 1] == '"'))
        i--;
    return i;
}

/* Back over "the answer to", "value of": words that only lead to the name. */
static size_t back_lead(struct told_text t, size_t i, char word[TOLD_WORD])
{
    static const char *const plain[] = { "the",      "answer", "answers",
                                         "solution", "result", "value",
                                         "to",       "for",    "our",
                                         "correct",  "final",  "asked" };
    static const char *const linking[] = { "of", "from", "in" };
    static const char *const things[] = { "answer", "answers", "value",
                                          "result", "solution" };
    char before[TOLD_WORD];
    size_t n, k;

    for (;;) {
        i = back_blanks(t, i);
        n = told_word_before(t, i, word);
        if (!n)
            return i;
        if (LISTED(word, linking)) {
            k = back_blanks(t, i - n);
            if (!told_word_before(t, k, before) || !LISTED(before, things))
                return i;
        } else if (!LISTED(word, plain)) {
            return i;
        }
        i -= n;
    }
}

bool told_is_use(struct told_text t, size_t i)
{
    static const char *const uses[] = {
        "of",       "from",        "in",           "times",    "using",
        "use",      "uses",        "with",         "into",     "by",
        "per",      "substitute",  "substituting", "taking",   "take",
        "multiply", "multiplying", "plug",         "plugging", "multiplied",
        "on",       "scale",       "scaling",      "divide",   "dividing"
    };
    char word[TOLD_WORD];
    size_t k = back_lead(t, i, word);

    while (k > 0 && (t.s[k - 1] == '(' || t.s[k - 1] == '"'))
        k = back_lead(t, k - 1, word);
    if (word[0])
        return LISTED(word, uses);
    if (k == 0 || t.s[k - 1] == '\n')
        return false;
    if (t.s[k - 1] == '-') { /* a bullet or a minus */
        k = back_blanks(t, k - 1);
        return k > 0 && (is_digit(t.s[k - 1]) || t.s[k - 1] == ')');
    }
    if (t.s[k - 1] == ')') /* a factor, or the number of an item: "1)" */
        return !(k == 2 || (k > 2 && strchr("\n (", t.s[k - 3])));
    return strchr("*/+^", t.s[k - 1]) != NULL;
}

/* A name that a sentence is about heads nothing: "question 1 is ...". */
static bool goes_on(struct told_text t, size_t end, bool alone)
{
    static const char *const verbs[] = { "is",  "was",  "equals", "gives",
                                         "are", "gave", "yields" };
    char word[TOLD_WORD];
    size_t i = told_blanks(t, end);

    if (!is_letter(at(t, i)))
        return at(t, i) == '\'' || at(t, i) == '=';
    (void)told_word(t, i, word);
    return !alone || LISTED(word, verbs);
}

bool told_is_heading(struct told_text t, size_t i, size_t end)
{
    static const char *const words[] = {
        "step",      "solution",  "solutions",   "to",      "of",
        "for",       "the",       "answer",      "solving", "solve",
        "now",       "first",     "next",        "then",    "let",
        "s",         "us",        "finding",     "find",    "compute",
        "computing", "calculate", "calculating", "part",    "moving",
        "and",       "consider",  "starting",    "so",      "on",
        "final",     "working",   "out",         "in",      "finally",
        "section"
    };
    char word[TOLD_WORD];
    size_t floor = i > 60 ? i - 60 : 0;
    bool alone = true;

    while (i > floor && t.s[i - 1] != '\n') {
        size_t n = told_word_before(t, i, word);

        if (n && !LISTED(word, words))
            return false;
        if (!n && !is_digit(t.s[i - 1]) &&
            !strchr(" \t#-+.:)('>\"", t.s[i - 1]))
            return false;
        alone = alone && n == 0;
        i -= n ? n : 1;
    }
    return (i == 0 || t.s[i - 1] == '\n') && !goes_on(t, end, alone);
}

/* ---- a value before its name ---- */

static size_t number_start(struct told_text t, size_t end)
{
    size_t i = end;

    while (i > 0 && end - i < 40 &&
           (is_digit(t.s[i - 1]) || strchr(".,/%", t.s[i - 1])))
        i--;
    if (i > 0 && t.s[i - 1] == '-' && (i == 1 || strchr(" (:=\n", t.s[i - 2])))
        i--;
    return i;
}

/* May a value begin at i: is it the first of its clause? */
bool told_begins(struct told_text t, size_t i)
{
    static const char *const words[] = { "so",    "thus",      "hence", "and",
                                         "then",  "therefore", "that",  "is",
                                         "are",   "was",       "be",    "cost",
                                         "costs", "equals",    "get",   "gives",
                                         "has",   "have",      "yields" };
    char word[TOLD_WORD];

    i = back_blanks(t, i);
    if (i == 0 || strchr("\n.:;,=(", t.s[i - 1]))
        return true;
    return told_word_before(t, i, word) && LISTED(word, words);
}

/* "twelve" before a name: the longest number in words that ends at `end`. */
static bool words_before(struct told_text t, size_t end, size_t *from)
{
    struct told_text head = { t.s, end };
    char word[TOLD_WORD];
    struct ratio x;
    bool found = false;
    size_t i = end, n;

    for (size_t k = 0; k < 8 && (n = told_word_before(t, i, word)); k++) {
        i -= n;
        if (told_words(head, i, &x) == end && told_begins(t, i)) {
            *from = i;
            found = true;
        }
        if (i == 0 || !strchr(" -", t.s[i - 1]))
            break;
        i--;
    }
    return found;
}

/* "1 250" before a name: over the groups before the last one. */
static bool over_groups(struct told_text t, size_t *from)
{
    size_t i = *from, k;

    while (i > 1 && t.s[i - 1] == ' ' && is_digit(t.s[i - 2])) {
        for (k = i - 1; k > 0 && is_digit(t.s[k - 1]) && i - k < 5;)
            k--;
        i = k;
    }
    if (i == *from)
        return true;
    *from = i;
    return told_begins(t, i);
}

bool told_before(struct told_text t, size_t i, size_t *from, size_t *to)
{
    char word[TOLD_WORD];
    size_t k = back_lead(t, i, word), end;
    bool link = false;

    /* "for" is among the words that lead to a name, "is" is not. */
    if (strcmp(word, "is") == 0 || strcmp(word, "as") == 0) {
        k = back_blanks(t, k - 2);
        link = true;
    } else if (k > 0 && t.s[k - 1] == '(') {
        k = back_blanks(t, k - 1);
        k = back_blanks(t, k - told_word_before(t, k, word)); /* a unit */
        link = true;
    } else {
        (void)told_word(t, told_blanks(t, k), word);
        link = strcmp(word, "for") == 0;
    }
    if (!link || k == 0)
        return false;
    if (t.s[k - 1] == '}') {
        end = k - 1;
        for (*from = end; *from > 0 && end - *from < TOLD_LOOK &&
                          !strchr("{}", t.s[*from - 1]);)
            --*from;
        *to = end;
        return *from >= 7 && memcmp(t.s + *from - 7, "\\boxed{", 7) == 0;
    }
    *to = k;
    if (is_letter(t.s[k - 1]))
        return words_before(t, k, from);
    *from = number_start(t, k);
    if (!over_groups(t, from))
        return false;
    return *from < k && told_number(t, *from) == k;
}
