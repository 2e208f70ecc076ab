/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Names of asked values: "question 1", "Q1", "the first question", "part 2",
 * "final answer", "question_1", or a name as its key spells it. And what
 * stands before them: an answer that is used ("5/12 of the answer to question
 * 1") is not one that is given.
 */
#include "base/ascii.h"
#include "grade/parts/parts_int.h"
#include "text/numeral.h"

#include <stdint.h>

#define NOUNS                                                         \
 " question questions q qn problem part task answer ans subquestion " \
 "subproblem subpart result "
#define ORDINALS_MOST 16

/* ---- numbers of questions ---- */

/* The number of a question at i, in digits or as a word; 0: none. */
static size_t number_of(struct span t, size_t i, size_t *end)
{
    struct numeral x;
    char c;

    *end = i + numeral_at(t, i, NUMERAL_DIGITS, &x);
    c = span_byte(t, *end);
    if (*end == i || x.under != 1 || x.over < 1 || is_letter(c) ||
        (one_of(c, ".,/") && is_digit(span_byte(t, *end + 1))))
        return 0;
    return x.over <= (is_digit(t.s[i]) ? 99 : ORDINALS_MOST) ? (size_t)x.over
                                                             : 0;
}

/* The ordinal at i, "first", "2nd": where it ends; 0: none. */
static size_t ordinal_at(struct span t, size_t i, size_t *number)
{
    struct numeral x;
    size_t n = numeral_at(t, i, NUMERAL_ORDINALS | NUMERAL_DIGITS, &x);

    if (n == 0 || !(x.has & NUMERAL_ORDINALS) || x.over > 99)
        return 0;
    *number = (size_t)x.over;
    return i + n;
}

size_t asking_numbered(const struct asking *q, size_t number)
{
    for (size_t i = 0; i < q->n; i++)
        if (q->number[i] == number)
            return i;
    return WHO_OTHER;
}

/* ---- what is asked ---- */

/* The number in "question 1", "Q2"; 0: the name is of another form. */
static size_t name_number(const char *name)
{
    struct span t = { name, strlen(name) };
    size_t n = span_letters(t, 0), number, end;

    if (!text_word_in(t, 0, NOUNS))
        return 0;
    while (one_of(span_byte(t, n), " _"))
        n++;
    number = number_of(t, n, &end);
    return end == t.n ? number : 0;
}

void asking_make(struct asking *q, const struct part_asked *asked, size_t n)
{
    size_t numbered = 0;

    *q = (struct asking){ .parts = asked, .n = n, .all_numbers = true };
    q->last = WHO_ALL;
    for (size_t i = 0; i < n; i++) {
        struct span name = { asked[i].name, strlen(asked[i].name) };
        size_t number = name_number(asked[i].name);
        bool final = text_word_in(name, 0, " final last ");

        q->number[i] = number ? number : i + 1;
        q->literal[i] = !number && !final;
        numbered += number != 0;
        if (final)
            q->last = i;
        q->all_numbers = q->all_numbers && asked[i].number;
    }
    if (numbered == n)
        q->last = n - 1;
}

/* ---- names ---- */

/* Does something follow that gives a value: a colon, "is"? */
static bool is_given(struct span t, size_t i)
{
    i = text_remark(t, i);
    while (one_of(span_byte(t, i), " \")'"))
        i++;
    return one_of(span_byte(t, i), ":=|") ||
           text_word_in(t, i, " is was equals ");
}

/* Behind a noun: "1", " 1", "_1", " #1", " (1)", " no. 1". */
static bool numbered(const struct asking *q, struct span t, size_t i,
                     bool answer, size_t *who, size_t *end)
{
    size_t k, start = i;

    while (i - start < 3 && one_of(span_byte(t, i), " _#.-("))
        i++;
    if (span_at(t, i, "no. "))
        i += 4;
    else if (span_at(t, i, "number "))
        i += 7;
    k = number_of(t, i, end);
    if (!k || (answer && !is_given(t, *end)))
        return false;
    if (span_byte(t, *end) == ')' && t.s[i - 1] == '(')
        ++*end;
    *who = asking_numbered(q, k);
    return true;
}

/* The noun at i, "question", "sub-question": where it ends; 0: none. */
static size_t noun_at(struct span t, size_t i, struct span *noun)
{
    *noun = text_word(t, i);
    if (span_is_fold(*noun, "sub") && one_of(span_byte(t, i + 3), "- _")) {
        i += 4;
        *noun = text_word(t, i);
    }
    return text_listed(*noun, NOUNS) ? i + noun->n : 0;
}

/* "final", "final answer", "last question", "final answers"; i is behind the
 * first word. */
static bool final_label(const struct asking *q, struct span t, size_t i,
                        bool last, size_t *who, size_t *end)
{
    size_t k = i + one_of(span_byte(t, i), " _-");
    struct span word = text_word(t, k);

    *who = q->last;
    *end = i;
    if (text_listed(word, " answer answers question problem part result value "
                          "subquestion ")) {
        if (span_is_fold(word, "answers"))
            *who = WHO_ALL;
        *end = k + word.n;
        return true;
    }
    if (span_byte(t, i) == ')' && i > 5 && t.s[i - 6] == '(')
        return !last; /* "7 (final)" */
    return !last && is_given(t, i);
}

/* "answer", "answers", "<answer>". */
static bool bare_label(struct span t, struct span word, size_t i, size_t *who,
                       size_t *end)
{
    *end = i;
    *who = span_is_fold(word, "answers") ? WHO_ALL : WHO_BARE;
    if (*who == WHO_BARE && span_byte(t, i) == '>') {
        *end = i + 1;
        return true;
    }
    return *who == WHO_ALL || is_given(t, i);
}

static bool word_label(const struct asking *q, struct span t, size_t i,
                       size_t *who, size_t *end)
{
    struct span word = text_word(t, i), noun;
    size_t behind;

    if (span_is_fold(word, "finalanswer")) {
        *who = q->last;
        *end = i + word.n;
        return true;
    }
    if (text_listed(word, " final last "))
        return final_label(q, t, i + word.n, word.n == 4, who, end);
    behind = noun_at(t, i, &noun);
    if (behind && numbered(q, t, behind,
                           text_listed(noun, " answer ans result "), who, end))
        return true;
    return text_listed(word, " answer answers ") &&
           bare_label(t, word, i + word.n, who, end);
}

/* "first question", "1st part". */
static bool ordinal_label(const struct asking *q, struct span t, size_t i,
                          size_t *who, size_t *end)
{
    struct span noun;
    size_t number, k = ordinal_at(t, i, &number);

    if (!k || !one_of(span_byte(t, k), " _-"))
        return false;
    *end = noun_at(t, k + 1, &noun);
    *who = asking_numbered(q, number);
    return *end != 0;
}

/* ---- names as keys spell them ---- */

static bool is_separator(char c)
{
    return one_of(c, " _-()");
}

/* The letter that a name ends with as a word of its own, "x", "(a)", "part (a)";
 * NUL: it ends otherwise. */
static char sole_letter(const char *name)
{
    size_t n = strlen(name);

    while (n && is_separator(name[n - 1]))
        n--;
    return n && is_letter(name[n - 1]) && (n == 1 || is_separator(name[n - 2]))
               ? name[n - 1]
               : '\0';
}

/* The name at i as it is spelled, but for blanks, brackets and case: where it
 * ends; 0: it is not there. */
static size_t spelled_at(struct span t, size_t i, const char *name)
{
    size_t start = i;
    bool single = strlen(name) == 1;

    for (; *name; name++) {
        if (is_separator(*name)) {
            while (i > start && i - start < 80 &&
                   is_separator(span_byte(t, i)) && name[1])
                i++;
            continue;
        }
        if (single ? span_byte(t, i) != *name
                   : to_lower(span_byte(t, i)) != to_lower(*name))
            return 0;
        i++;
    }
    if (is_letter(span_byte(t, i)) || is_digit(span_byte(t, i)) ||
        span_byte(t, i) == '_')
        return 0;
    if (span_byte(t, i) == ')' && memchr(t.s + start, '(', i - start))
        i++;
    return i;
}

/* "(a)" and "a)" at the beginning of a line, of a key "part (a)". */
static size_t lettered_at(struct span t, size_t i, char letter)
{
    bool bracket = i > 0 && t.s[i - 1] == '(';
    size_t k = bracket ? i - 1 : i;

    if (!letter || span_byte(t, i) != letter || span_byte(t, i + 1) != ')')
        return 0;
    while (k > 0 && one_of(t.s[k - 1], " \t#-"))
        k--;
    return bracket || k == 0 || t.s[k - 1] == '\n' ? i + 2 : 0;
}

static bool literal_label(const struct asking *q, struct span t, size_t i,
                          size_t *who, size_t *end)
{
    for (size_t k = 0; k < q->n; k++) {
        const char *name = q->parts[k].name;
        char letter = sole_letter(name);

        if (!q->literal[k])
            continue;
        *who = k;
        *end = spelled_at(t, i, name);
        if (*end && (strlen(name) > 1 || is_given(t, *end)))
            return true;
        *end = lettered_at(t, i, letter);
        if (*end)
            return true;
    }
    return false;
}

bool label_read(const struct asking *q, struct span t, size_t i, size_t *who,
                size_t *end)
{
    char before = i ? t.s[i - 1] : '\n';

    if (is_letter(before) || is_digit(before))
        return false;
    if (span_at(t, i, "####")) {
        *who = WHO_BARE;
        *end = i + 4;
        return true;
    }
    if (before != '_' && literal_label(q, t, i, who, end))
        return true;
    return (is_letter(span_byte(t, i)) && word_label(q, t, i, who, end)) ||
           ordinal_label(q, t, i, who, end);
}

bool label_within(const struct asking *q, struct span t, size_t from, size_t to)
{
    size_t who, end;

    t.n = to;
    for (size_t i = from; i < to; i++)
        if (label_read(q, t, i, &who, &end) && who <= WHO_OTHER)
            return true;
    return false;
}

/* ---- what stands before a name ---- */

/* Back over "the answer to", "value of": words that only lead to the name. */
static size_t back_lead(struct span t, size_t i, struct span *word)
{
    static const char things[] = " answer answers value result solution ";
    static const char leading[] = " the answer answers solution result value "
                                  "to for our correct final asked ";

    for (;; i -= word->n) {
        i = text_back(t, i);
        *word = text_word_before(t, i);
        if (text_listed(*word, " of from in ")
                ? !text_listed(text_word_before(t, text_back(t, i - word->n)),
                               things)
                : !text_listed(*word, leading))
            return i;
    }
}

bool label_is_use(struct span t, size_t i)
{
    static const char uses[] =
        " of from in times using use uses with into by per substitute "
        "substituting taking take multiply multiplying plug plugging "
        "multiplied on scale scaling divide dividing or ";
    struct span word;
    size_t k = back_lead(t, i, &word);

    while (k > 0 && one_of(t.s[k - 1], "(\""))
        k = back_lead(t, k - 1, &word);
    if (word.n)
        return text_listed(word, uses);
    if (k == 0 || t.s[k - 1] == '\n')
        return false;
    if (t.s[k - 1] == '-') { /* a bullet or a minus */
        k = text_back(t, k - 1);
        return k > 0 && (is_digit(t.s[k - 1]) || t.s[k - 1] == ')');
    }
    if (t.s[k - 1] == ')') /* a factor, or the number of an item: "1)" */
        return !(k == 2 || (k > 2 && one_of(t.s[k - 3], "\n (")));
    return one_of(t.s[k - 1], "*/+^");
}

/* A name that a sentence is about heads nothing: "question 1 is ...". */
static bool goes_on(struct span t, size_t end, bool alone)
{
    size_t i = text_blanks(t, end);

    if (!is_letter(span_byte(t, i)))
        return one_of(span_byte(t, i), "'=");
    return !alone ||
           text_word_in(t, i, " is was equals gives are gave yields ");
}

bool label_is_heading(struct span t, size_t i, size_t end)
{
    static const char words[] =
        " step solution solutions to of for the answer solving solve now first "
        "next then let s us finding find compute computing calculate "
        "calculating part moving and consider starting so on final working out "
        "in finally section ";
    size_t floor = i > 60 ? i - 60 : 0;
    bool alone = true;

    while (i > floor && t.s[i - 1] != '\n') {
        struct span word = text_word_before(t, i);

        if (word.n ? !text_listed(word, words)
                   : !is_digit(t.s[i - 1]) &&
                         !one_of(t.s[i - 1], " \t#-+.:)('>\"*"))
            return false;
        alone = alone && word.n == 0;
        i -= word.n ? word.n : 1;
    }
    return (i == 0 || t.s[i - 1] == '\n') && !goes_on(t, end, alone);
}

bool label_value_before(struct span t, size_t i, struct place *out)
{
    struct span word;
    size_t k = back_lead(t, i, &word);

    /* "for" is among the words that lead to a name, "is" is not. */
    if (text_listed(word, " is as ")) {
        k = text_back(t, k - 2);
    } else if (k > 0 && t.s[k - 1] == '(') {
        k = text_back(t, k - 1);
        k = text_back(t, k - text_word_before(t, k).n); /* a unit */
    } else if (!text_word_in(t, text_blanks(t, k), " for ")) {
        return false;
    }
    if (k == 0 || t.s[k - 1] != '}')
        return number_before(t, k, out);
    *out = (struct place){ k - 1, k - 1, k };
    while (out->from > 0 && out->to - out->from < PARTS_LOOK &&
           !one_of(t.s[out->from - 1], "{}"))
        out->from--;
    return out->from >= 7 && span_at(t, out->from - 7, "\\boxed{");
}
