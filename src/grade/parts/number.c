/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Numbers as replies write them: signs, thousands, fractions, percent, words.
 * Words count things everywhere in a reply, so that a number in words is a
 * value only where its clause ends with it, or with what it counts.
 */
#include "base/ascii.h"
#include "grade/parts/parts_int.h"
#include "text/lexicon.h"
#include "text/numeral.h"

#define UNIT_WORDS  3
#define NUMBER_MOST ((size_t)60) /* bytes of a number before its name */

static size_t digits(struct span t, size_t i)
{
    return i + span_digits(t, i);
}

/* Digits with commas, blanks or apostrophes between thousands, and decimals;
 * i itself: none. */
static size_t plain(struct span t, size_t i)
{
    size_t end = digits(t, i);
    char mark = span_byte(t, end);

    if (end > i && end - i <= 3 && one_of(mark, ", '") &&
        (mark == ',' || t.s[i] != '0'))
        while (span_byte(t, end) == mark && digits(t, end + 1) == end + 4 &&
               !(mark == ' ' && span_byte(t, end + 4) == '/'))
            end += 4;
    if (span_byte(t, end) == '.' && is_digit(span_byte(t, end + 1)))
        end = digits(t, end + 1);
    return end;
}

/* "{12}" of a fraction: where it ends; 0: none. */
static size_t braced(struct span t, size_t i)
{
    size_t end;

    if (span_byte(t, i) != '{')
        return 0;
    i = text_blanks(t, i + 1);
    i += span_byte(t, i) == '-';
    end = plain(t, i);
    if (end == i)
        return 0;
    end = text_blanks(t, end);
    return span_byte(t, end) == '}' ? end + 1 : 0;
}

static size_t fraction(struct span t, size_t i)
{
    size_t end;

    if (!span_at(t, i, "\\frac"))
        return 0;
    i += 5;
    if (is_digit(span_byte(t, i)) && is_digit(span_byte(t, i + 1)))
        return i + 2; /* \frac12 */
    end = braced(t, i);
    return end ? braced(t, end) : 0;
}

/* Behind the digits of a number: "/12", or the fraction of a mixed number,
 * " 1/2"; 0: neither. */
static size_t over(struct span t, size_t i)
{
    size_t k = text_blanks(t, i), end = digits(t, k);

    if (span_at(t, k, "\\frac"))
        return fraction(t, k);
    if (end > k && k > i) {
        k = end;
        if (span_byte(t, k) != '/')
            return 0;
        end = digits(t, k + 1);
        return end > k + 1 ? end : 0;
    }
    if (span_byte(t, k) != '/')
        return 0;
    k = text_blanks(t, k + 1);
    end = digits(t, k);
    return end > k ? end : 0;
}

/* Does something behind it make another thing of a number: 1st, 5x, 3D? */
static bool is_part_of_word(struct span t, size_t end)
{
    return text_word_in(t, end, " x y z n st nd rd th ") ||
           span_byte(t, end) == '_';
}

size_t number_at(struct span t, size_t i)
{
    size_t end, more;

    if (i > 0 && (is_letter(t.s[i - 1]) || is_digit(t.s[i - 1]) ||
                  one_of(t.s[i - 1], "_.")))
        return 0;
    if (one_of(span_byte(t, i), "-+"))
        i = text_blanks(t, i + 1);
    end = fraction(t, i);
    if (!end) {
        end = plain(t, i);
        if (end == i)
            return 0;
        more = over(t, end);
        end = more ? more : end;
    }
    if (span_byte(t, end) == '%')
        return end + 1;
    return is_part_of_word(t, end) ? 0 : end;
}

bool number_runs_on(struct span t, size_t end)
{
    char c = span_byte(t, end);

    if (one_of(c, ",.:'"))
        return is_digit(span_byte(t, end + 1));
    return c == ' ' && is_digit(span_byte(t, text_blanks(t, end)));
}

/* 2024-05-12, 12/05/2024 */
static bool is_date(struct span t, size_t i)
{
    size_t a = digits(t, i), b = digits(t, a + 1), c;
    char mark = span_byte(t, a);

    if (a == i || !one_of(mark, "-/") || span_byte(t, b) != mark)
        return false;
    c = digits(t, b + 1);
    if (b - a < 2 || b - a > 3)
        return false;
    return (a - i == 4 && (c - b == 2 || c - b == 3)) ||
           (a - i <= 2 && c - b == 5);
}

bool number_is_certain(struct span t)
{
    for (size_t i = 0; i < t.n; i++) {
        size_t end = is_digit(t.s[i]) ? number_at(t, i) : 0;

        if (end && (number_runs_on(t, end) || is_date(t, i)))
            return false;
        i = end > i ? end - 1 : i;
    }
    return true;
}

/* ---- words ---- */

static bool digits_follow(struct span t, size_t i)
{
    size_t start = i;

    for (; i < t.n && t.s[i] != '\n' && i - start < PARTS_LOOK; i++)
        if (is_digit(t.s[i]))
            return true;
    return false;
}

/* The number in words at i, whatever stands around it: its length. */
static size_t number_spelled(struct span t, size_t i, struct ratio *out)
{
    return i < t.n
               ? ratio_numeral(out, t.s + i, t.n - i,
                               NUMERAL_PARTS | NUMERAL_DOZENS | NUMERAL_SIGNS)
               : 0;
}

int64_t number_multiplier(struct span word)
{
    const struct lexeme *x = lexicon_find(word);

    return lexeme_is(x, WORD_SCALE) || span_is_fold(word, "dozen") ? x->value
                                                                   : 0;
}

/* Does the word make another thing of the number before it, or a sentence? */
static bool is_spoiling(struct span word)
{
    const struct lexeme *x = lexicon_find(word);

    return lexeme_is(x, WORD_BREAKS_NUMBER) || lexeme_is(x, WORD_ORDINAL) ||
           number_multiplier(word);
}

/* Does the clause end behind a number, or behind what it counts? */
static bool clause_ends(struct span t, size_t i)
{
    size_t words = 0;
    struct span word;
    struct ratio x;

    if (span_byte(t, i) == '-' || is_letter(span_byte(t, i)))
        return false; /* "twenty-fifth" */
    for (;; i += word.n, words++) {
        i = text_blanks(t, i);
        if (i >= t.n || strchr(".;\n|\"<})(", t.s[i]))
            return true;
        if (t.s[i] == ',' || t.s[i] == ':') /* "two lamps, each at 12" */
            return !words || !digits_follow(t, i);
        word = text_word(t, i);
        if (span_is_fold(word, "and"))
            return !number_spelled(t, text_blanks(t, i + word.n), &x);
        if (!word.n || words == UNIT_WORDS || is_spoiling(word) ||
            (words == 0 && span_is_fold(word, "of")) ||
            number_spelled(t, i, &x))
            return false;
    }
}

size_t number_words(struct span t, size_t i, struct ratio *out)
{
    size_t n, k = i;

    if (!is_letter(span_byte(t, i)) ||
        (i > 0 && (is_letter(t.s[i - 1]) || is_digit(t.s[i - 1]) ||
                   one_of(t.s[i - 1], "-_\\'"))))
        return 0;
    n = number_spelled(t, i, out);
    while (k > 0 && t.s[k - 1] == ' ')
        k--;
    if (!n || word_is(text_word_before(t, k), WORD_APART))
        return 0;
    /* "a third lamp" is no part of one. */
    if (out->q > 1 && is_letter(span_byte(t, text_blanks(t, i + n))))
        return 0;
    return i + n;
}

size_t number_words_value(struct span t, size_t i)
{
    struct ratio x;
    size_t end = number_words(t, i, &x);

    return end && clause_ends(t, end) ? end : 0;
}

/* "million", "dozen" behind a number that ends at i: where that ends; 0: there
 * is none. */
static size_t scale_at(struct span t, size_t i, int64_t *scale)
{
    size_t k = text_blanks(t, i);
    struct span word = text_word(t, k);

    *scale = number_multiplier(word);
    return *scale ? k + word.n : 0;
}

const char *number_digits(struct arena *a, const char *text)
{
    struct span t = { text, strlen(text) };
    size_t end = number_words_value(t, 0), number;
    struct ratio x;
    int64_t scale;

    if (end && number_words(t, 0, &x))
        return arena_printf(a, "%s%s", ratio_text(a, x), text + end);
    number = number_at(t, 0);
    end = number ? scale_at(t, number, &scale) : 0;
    if (end && ratio_read(&x, text, number) && ratio_mul(&x, x, RATIO(scale)))
        return arena_printf(a, "%s%s", ratio_text(a, x), text + end);
    return text;
}

/* ---- values ---- */

bool number_goes_on(struct span t, size_t i)
{
    char c = span_byte(t, i);

    if (c == '-')
        return span_byte(t, i + 1) == ' ' || is_digit(span_byte(t, i + 1));
    return one_of(c, "+*/^=<>");
}

/* A letter that stands for a number, "10 - x". */
static bool is_variable(struct span t, size_t i)
{
    size_t k = i;

    while (k > 0 && t.s[k - 1] == ' ')
        k--;
    return is_letter(span_byte(t, i)) && !is_letter(span_byte(t, i + 1)) &&
           k > 0 && one_of(t.s[k - 1], "+-*/^=(");
}

/* The end of what may belong to a computation. */
static size_t computation_end(struct span t, size_t i)
{
    size_t start = i;

    while (i < t.n && i - start < PARTS_LOOK) {
        char c = t.s[i];
        bool digit_next = is_digit(span_byte(t, i + 1));

        if (span_at(t, i, "\\frac"))
            i += 4;
        else if (c == '.'   ? !digit_next
                 : c == ',' ? !(digit_next && i > start && is_digit(t.s[i - 1]))
                 : is_digit(c)  ? is_part_of_word(t, digits(t, i))
                 : is_letter(c) ? !is_variable(t, i)
                                : !one_of(c, " +-*/^=(){}"))
            break;
        i++;
    }
    return i;
}

bool number_value(struct span t, size_t i, struct place *out)
{
    size_t number = number_at(t, i), stop;
    int64_t scale;

    *out = (struct place){ i, number, number };
    if (!number && is_letter(span_byte(t, i)) &&
        ((out->to = out->end = number_words_value(t, i)) || !is_variable(t, i)))
        return out->to != 0;
    if (number ? number_runs_on(t, number)
               : span_byte(t, i) != '(' && !is_variable(t, i))
        return false;
    if (is_date(t, i))
        return false;
    stop = number ? scale_at(t, number, &scale) : 0;
    if (stop)
        out->to = out->end = stop;
    if (stop || (number && span_byte(t, number) != '(' &&
                 !number_goes_on(t, text_blanks(t, number))))
        return true;
    stop = out->end = computation_end(t, i);
    while (out->end > i && one_of(t.s[out->end - 1], " =+-*/^(,.{"))
        out->end--;
    out->to = out->end;
    for (size_t k = i; k < out->end; k++)
        if (t.s[k] == '=')
            out->from = k + 1;
    /* "5 + x", "5 + price": what was read is not all of it. */
    for (size_t k = out->from; k < out->end; k++)
        if (is_variable(t, k))
            return false;
    if (out->from == i && out->end + 1 < stop && is_letter(span_byte(t, stop)))
        return false;
    out->from = text_blanks(t, out->from);
    return out->from < out->to;
}

/* Behind signs and "and"; *parted: one of them parts two numbers. */
static size_t skip_between(struct span t, size_t i, bool *parted)
{
    *parted = false;
    for (;;) {
        if (text_word_in(t, i, " and ")) {
            *parted = true;
            i += 3;
        } else if (span_letters(t, i) == 1 &&
                   span_byte(t, text_blanks(t, i + 1)) == '=') {
            i = text_blanks(t, i + 1) + 1; /* "x = 12, y = 7" */
        } else if (one_of(span_byte(t, i), " \t,;[]()\"")) {
            *parted = *parted || t.s[i] == ',' || t.s[i] == ';';
            i++;
        } else {
            return i;
        }
    }
}

bool number_list(struct span t, size_t i, size_t k, struct place *out)
{
    size_t start = i;
    struct ratio word;
    bool parted;

    for (size_t p = 0; p < k; p++) {
        size_t end = 0;

        i = skip_between(t, i, &parted);
        if (p == 0 || parted)
            end = number_at(t, i);
        if (!end && (p == 0 || parted))
            end = number_words(t, i, &word);
        if (!end || end - start > PARTS_LOOK)
            return false;
        out[p] = (struct place){ i, end, end };
        i = end;
    }
    i = skip_between(t, i, &parted);
    i += span_byte(t, i) == '.';
    return i >= t.n || strchr("\n}|<", t.s[i]) != NULL;
}

/* ---- values before a name ---- */

bool number_begins(struct span t, size_t i)
{
    static const char words[] =
        " so thus hence and then therefore that is are was be cost costs "
        "equals get gives has have yields ";

    i = text_back(t, i);
    if (i == 0 || one_of(t.s[i - 1], "\n.:;,=("))
        return true;
    return text_listed(text_word_before(t, i), words);
}

bool number_before(struct span t, size_t k, struct place *out)
{
    struct span head = { t.s, k };
    struct ratio x;
    size_t i = k > NUMBER_MOST ? k - NUMBER_MOST : 0;

    /* The longest one that ends there: "one hundred and five", "1 250". */
    for (; i < k; i++) {
        bool inside = i > 0 && is_digit(t.s[i]) && one_of(t.s[i - 1], ",/+-%");

        *out = (struct place){ i, k, k };
        if (number_at(head, i) == k && !inside)
            return !memchr(t.s + i, ' ', k - i) || number_begins(t, i);
        if (number_words(head, i, &x) == k && number_begins(t, i))
            return true;
    }
    return false;
}
