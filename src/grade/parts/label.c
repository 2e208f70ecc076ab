/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/str.h"
#include "grade/parts/parts_int.h"
#include "text/fold.h"
#include "text/lexicon.h"
#include "text/numeral.h"
#include "text/pattern.h"

#include <stdint.h>

/*
 * A reply without its dress, and its words. What is left is ASCII but for
 * words of other alphabets: the files that look for answers need not know how
 * a minus or a blank may be written.
 */

#define COUNT(table) (sizeof(table) / sizeof *(table))
#define DEPTH        64         /* of braces that are kept in mind */
#define GAP          "%[ \t]%*" /* blanks and tabs */

struct cleaner {
    struct span t;
    size_t i;
    struct str out;
    unsigned char drop[DEPTH]; /* [depth]: the brace goes with its command */
    size_t depth;
};

/* Spellings, by what they become, with a bar behind each. One that ends with a
 * letter behind a backslash is a whole command; one that ends with a brace drops
 * its partner too. */
static const struct spelling {
    const char *to, *from;
} spellings[] = {
    { "", "**|__|$|`|\\!|\\$|\\left|\\right|\\displaystyle|\\hline|\\big|\\Big|"
          "\\text{|\\textbf{|\\textit{|\\texttt{|\\textrm{|\\mathbf{|\\mathrm{|"
          "\\mathit{|\\mbox{|\\bf|\\operatorname{|\\boldsymbol{|" },
    { " ", "~|&|\r|\\,|\\;|\\:|\\ |\\(|\\)|\\[|\\]|\\quad|\\enspace|\\space|"
           "\\thinspace|\\qquad|" },
    { "%", "\\%|" },
    { "\"", "\\\"|" },
    { "_", "\\_|" },
    { "#", "\\#|" },
    { "&", "\\&|" },
    { "{", "\\{|" },
    { "}", "\\}|" },
    { " = ", "->|=>|\\to|\\rightarrow|\\Rightarrow|\\implies|\\approx|" },
    { ":", "\\colon|" },
    { "*", "\\times|\\cdot|" },
    { "/", "\\div|" },
    { "\n", "<br>|<br/>|\\newline|" },
    { ",", "{,}|" },
    { "\\frac", "\\dfrac|\\tfrac|" },
    { "\\boxed", "\\fbox|" },
};

static char label_last(const struct cleaner *c)
{
    return c->out.n ? c->out.s[c->out.n - 1] : '\n';
}

static void open_brace(struct cleaner *c, bool drop)
{
    if (c->depth < DEPTH)
        c->drop[c->depth] = drop;
    c->depth++;
    if (!drop)
        str_addc(&c->out, '{');
}

static void label_close_brace(struct cleaner *c)
{
    bool drop = false;

    if (c->depth) {
        c->depth--;
        drop = c->depth < DEPTH && c->drop[c->depth];
    }
    if (!drop)
        str_addc(&c->out, '}');
}

/* 1 250 with a narrow blank is one number. */
static bool label_parts_thousands(const struct cleaner *c)
{
    return is_digit(label_last(c)) && pattern_here(c->t, c->i, "%d%d%d%!%d");
}

static bool label_spelled(const struct cleaner *c, const char *from, size_t n)
{
    return n <= c->t.n - c->i && memcmp(c->t.s + c->i, from, n) == 0 &&
           !(from[0] == '\\' && is_letter(from[n - 1]) &&
             is_letter(span_byte(c->t, c->i + n)));
}

/* What is spelled here in n bytes becomes `to`. */
static void take_spelling(struct cleaner *c, const char *to, size_t n)
{
    bool dress =
        n > 2 && c->t.s[c->i] == '\\' && span_byte(c->t, c->i + n - 1) == '{';

    c->i += n;
    if (dress)
        open_brace(c, true);
    else if (strcmp(to, " ") != 0 || !label_parts_thousands(c))
        str_add(&c->out, to);
}

static bool clean_spelling(struct cleaner *c)
{
    char first = c->t.s[c->i];
    size_t n;

    if (!one_of(first, "\\$*_`~&\r-={<")) /* what a spelling begins with */
        return false;
    for (size_t g = 0; g < COUNT(spellings); g++)
        for (const char *from = spellings[g].from; *from; from += n + 1) {
            n = (size_t)(strchr(from, '|') - from);
            if (*from == first && label_spelled(c, from, n)) {
                take_spelling(c, spellings[g].to, n);
                return true;
            }
        }
    return false;
}

/* Two backslashes: of an escaped text that of a command, else a new line. */
static bool clean_line(struct cleaner *c)
{
    if (!span_at(c->t, c->i, "\\\\"))
        return false;
    c->i++;
    if (!is_letter(span_byte(c->t, c->i + 1))) {
        str_addc(&c->out, '\n');
        c->i++;
    }
    return true;
}

/* What a character beyond ASCII becomes. A dash is a minus before a number that
 * it touches, else a colon; a bullet begins an item; currencies go. */
static const char *label_folded(const struct cleaner *c, size_t next,
                                const struct character *x)
{
    if (x->is & (CHAR_ARROW | CHAR_RELATION))
        return x->plain[0] && strchr("-=", x->plain[0]) ? " = " : NULL;
    if (x->is & CHAR_DASH)
        return is_digit(span_byte(c->t, next)) &&
                       (is_space(label_last(c)) ||
                        strchr("(=:{", label_last(c)))
                   ? "-"
                   : ": ";
    if (x->is & CHAR_BULLET)
        return "-";
    if (x->is & (CHAR_CURRENCY | CHAR_UNSEEN))
        return "";
    return x->is & (FOLD_PROSE | CHAR_TIMES | CHAR_DIVIDE) ? x->plain : NULL;
}

static bool clean_character(struct cleaner *c)
{
    struct character x;
    size_t n;
    const char *to;

    if ((c->t.s[c->i] & 0x80) == 0)
        return false;
    n = character_at(c->t, c->i, &x);
    to = label_folded(c, c->i + n, &x);
    if (!to) {
        str_addn(&c->out, c->t.s + c->i, n);
        c->i += n;
    } else {
        take_spelling(c, to, n);
    }
    return true;
}

/* Stars between numbers multiply; all others are Markdown's. */
static void clean_star(struct cleaner *c)
{
    size_t before = c->out.n, behind = text_blanks(c->t, c->i + 1);
    char x, y = span_byte(c->t, behind);

    before = span_back((struct span){ c->out.s, before }, before, " ");
    x = before ? c->out.s[before - 1] : '\n';
    if ((is_digit(x) || one_of(x, ")}")) && (is_digit(y) || one_of(y, "(\\")))
        str_addc(&c->out, '*');
    c->i++;
}

static void clean_one(struct cleaner *c)
{
    char ch = c->t.s[c->i];

    if (clean_character(c) || clean_line(c) || clean_spelling(c))
        return;
    if (ch == '*') {
        clean_star(c);
        return;
    }
    c->i++;
    if (ch == '{')
        open_brace(c, false);
    else if (ch == '}')
        label_close_brace(c);
    else
        str_addc(&c->out, ch ? ch : ' ');
}

struct span text_clean(struct arena *a, struct span t)
{
    struct cleaner c = { .t = t, .out = str_in(a) };

    while (c.i < t.n)
        clean_one(&c);
    return (struct span){ str_get(&c.out), c.out.n };
}

/* ---- words ---- */

struct span text_word(struct span t, size_t at)
{
    return span_cut(t, at, at + span_letters(t, at));
}

struct span text_word_before(struct span t, size_t end)
{
    size_t from = end;

    while (from > 0 && end - from < PARTS_LOOK && is_letter(t.s[from - 1]))
        from--;
    return span_cut(t, from, end);
}

bool text_word_in(struct span t, size_t at, const char *list)
{
    return span_among(text_word(t, at), list);
}

size_t text_blanks(struct span t, size_t at)
{
    return span_skip(t, at, " \t");
}

/* Back over blanks, quotes and Markdown's stars that end at `end`. */
static size_t text_back(struct span t, size_t end)
{
    return pattern_back(t, end, "**|%[ \"]");
}

size_t text_step(struct span t, size_t at)
{
    size_t n = span_letters(t, at);

    return at + (n ? n : 1);
}

size_t text_skip_giving(struct span t, size_t i, const char *signs)
{
    for (size_t start = i; i - start < PARTS_LOOK;) {
        if (text_word_in(t, i, "are is"))
            i = text_step(t, i);
        else if (one_of(span_byte(t, i), signs))
            i++;
        else
            break;
    }
    return i;
}

size_t text_remark(struct span t, size_t i)
{
    struct span near = span_cut(t, 0, text_blanks(t, i) + 101);

    return i + pattern_at(near, i, GAP "(%[^)\n(0-9]%*)");
}

/*
 * Numbers as replies write them: signs, thousands, fractions, percent, words.
 * Words count things everywhere in a reply, so that a number in words is a
 * value only where its clause ends with it, or with what it counts.
 */

#define UNIT_WORDS  3
#define NUMBER_MOST ((size_t)60) /* bytes of a number before its name */

/* Digits with commas, blanks or apostrophes between thousands, and decimals. A
 * blank may also part a whole number from its fraction, "1 100/3". */
#define GROUPED                 \
 "%d%d%?%d%?%(,%d%d%d%!%d%)%+|" \
 "%!0%d%d%?%d%?%(%( %d%d%d%!%[0-9/]%)%+|%('%d%d%d%!%d%)%+%)"
#define PLAIN    "%(%(" GROUPED "|%d%+%)%(.%d%+%)%?|.%d%+%)"
#define BRACED   "{" GAP "-%?" PLAIN GAP "}"
#define FRACTION "\\frac%(%d%d|" BRACED BRACED "%)"
/* Behind digits: "/12", or the fraction of a mixed number, " 1/2". */
#define OVER "%(" GAP FRACTION "|%[ \t]%+%d%+/%d%+|" GAP "/" GAP "%d%+%)"
/* What makes another thing of a number: 1st, 5x, 3D. */
#define NO_NUMBER "%(_|%(st|nd|rd|th|x|y|z|n%)%>%)"
#define NUMBER \
 "%(%[+-]" GAP "%)%?%(" FRACTION "|" PLAIN OVER "%?%)%(%%|%!" NO_NUMBER "%)"

size_t parts_number_at(struct span t, size_t i)
{
    size_t n =
        pattern_before(t, i, "%a|%d|%[_.]") ? 0 : pattern_at(t, i, NUMBER);

    return n ? i + n : 0;
}

bool number_runs_on(struct span t, size_t end)
{
    return pattern_here(t, end, "%[,.:']%d| " GAP "%d");
}

/* 2024-05-12, 12/05/2024 */
static bool is_date(struct span t, size_t i)
{
    return pattern_here(t, i,
                        "%d%d%d%d%(-%d%d%?-|/%d%d%?/%)%d%d%?%!%d|"
                        "%d%d%?%(-%d%d%?-|/%d%d%?/%)%d%d%d%d%!%d");
}

bool number_is_certain(struct span t)
{
    for (size_t i = 0; i < t.n; i++) {
        size_t end = is_digit(t.s[i]) ? parts_number_at(t, i) : 0;

        if (end && (number_runs_on(t, end) || is_date(t, i)))
            return false;
        i = end > i ? end - 1 : i;
    }
    return true;
}

/* ---- words ---- */

static bool digits_follow(struct span t, size_t i)
{
    t = span_cut(t, 0, i + PARTS_LOOK);
    return pattern_find(t, i, "%[\n0-9]") < span_index(t, i, '\n');
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
    k = span_back(t, k, " ");
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
static size_t label_scale_at(struct span t, size_t i, int64_t *scale)
{
    size_t k = text_blanks(t, i);
    struct span word = text_word(t, k);

    *scale = number_multiplier(word);
    return *scale ? k + word.n : 0;
}

const char *number_digits(struct arena *a, const char *text)
{
    struct span t = span_of(text);
    size_t end = number_words_value(t, 0), number;
    struct ratio x;
    int64_t scale;

    if (end && number_words(t, 0, &x))
        return arena_printf(a, "%s%s", ratio_text(a, x), text + end);
    number = parts_number_at(t, 0);
    end = number ? label_scale_at(t, number, &scale) : 0;
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
static bool label_is_variable(struct span t, size_t i)
{
    return pattern_here(t, i, "%a%>") && pattern_before(t, i, "%[+*/^=(-] %*");
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
                 : is_digit(c)
                     ? pattern_here(t, i + span_digits(t, i), NO_NUMBER)
                 : is_letter(c) ? !label_is_variable(t, i)
                                : !one_of(c, " +-*/^=(){}"))
            break;
        i++;
    }
    return i;
}

bool number_value(struct span t, size_t i, struct place *out)
{
    size_t number = parts_number_at(t, i), stop;
    int64_t scale;

    *out = (struct place){ i, number, number };
    if (!number && is_letter(span_byte(t, i)) &&
        ((out->to = out->end = number_words_value(t, i)) ||
         !label_is_variable(t, i)))
        return out->to != 0;
    if (number ? number_runs_on(t, number)
               : span_byte(t, i) != '(' && !label_is_variable(t, i))
        return false;
    if (is_date(t, i))
        return false;
    stop = number ? label_scale_at(t, number, &scale) : 0;
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
        if (label_is_variable(t, k))
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
        if (text_word_in(t, i, "and")) {
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
            end = parts_number_at(t, i);
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
        "so thus hence and then therefore that is are was be cost costs "
        "equals get gives has have yields";

    i = text_back(t, i);
    if (i == 0 || one_of(t.s[i - 1], "\n.:;,=("))
        return true;
    return span_among(text_word_before(t, i), words);
}

/* The value before `k`, the end of what leads from it to its name. */
static bool number_before(struct span t, size_t k, struct place *out)
{
    struct span head = { t.s, k };
    struct ratio x;
    size_t i = k > NUMBER_MOST ? k - NUMBER_MOST : 0;

    /* The longest one that ends there: "one hundred and five", "1 250". */
    for (; i < k; i++) {
        bool inside = i > 0 && is_digit(t.s[i]) && one_of(t.s[i - 1], ",/+-%");

        *out = (struct place){ i, k, k };
        if (parts_number_at(head, i) == k && !inside)
            return span_index(t, i, ' ') >= k || number_begins(t, i);
        if (number_words(head, i, &x) == k && number_begins(t, i))
            return true;
    }
    return false;
}

/*
 * Names of asked values: "question 1", "Q1", "the first question", "part 2",
 * "final answer", "question_1", or a name as its key spells it. And what
 * stands before them: an answer that is used ("5/12 of the answer to question
 * 1") is not one that is given.
 */

#define NOUNS                                                        \
 "question questions q qn problem part task answer ans subquestion " \
 "subproblem subpart result"
#define ORDINALS_MOST 16

/* ---- numbers of questions ---- */

/* The number of a question at i, in digits or as a word; 0: none. */
static size_t label_number_of(struct span t, size_t i, size_t *end)
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
static size_t label_name_number(const char *name)
{
    struct span t = span_of(name);
    size_t n = span_letters(t, 0), number, end;

    if (!text_word_in(t, 0, NOUNS))
        return 0;
    n = span_skip(t, n, " _");
    number = label_number_of(t, n, &end);
    return end == t.n ? number : 0;
}

void asking_make(struct asking *q, const struct part_asked *asked, size_t n)
{
    size_t numbered = 0;

    *q = (struct asking){ .parts = asked, .n = n, .all_numbers = true };
    q->last = WHO_ALL;
    for (size_t i = 0; i < n; i++) {
        struct span name = span_of(asked[i].name);
        size_t number = label_name_number(asked[i].name);
        bool final = text_word_in(name, 0, "final last");

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
static bool label_is_given(struct span t, size_t i)
{
    return pattern_here(t, text_remark(t, i),
                        "%[ \")']%*%(%[:=|]|%(is|was|equals%)%>%)");
}

/* Behind a noun: "1", " 1", "_1", " #1", " (1)", " no. 1". */
static bool label_numbered(const struct asking *q, struct span t, size_t i,
                           bool answer, size_t *who, size_t *end)
{
    size_t k;

    i += pattern_at(t, i,
                    "%#%[ _#.(-]%?%[ _#.(-]%?%[ _#.(-]%?%(no. |number %)%?");
    k = label_number_of(t, i, end);
    if (!k || (answer && !label_is_given(t, *end)))
        return false;
    *end += span_byte(t, *end) == ')' && t.s[i - 1] == '(';
    *who = asking_numbered(q, k);
    return true;
}

/* The noun at i, "question", "sub-question": where it ends; 0: none. */
static size_t label_noun_at(struct span t, size_t i, struct span *noun)
{
    *noun = text_word(t, i);
    if (span_is_fold(*noun, "sub") && one_of(span_byte(t, i + 3), "- _")) {
        i += 4;
        *noun = text_word(t, i);
    }
    return span_among(*noun, NOUNS) ? i + noun->n : 0;
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
    if (span_among(word, "answer answers question problem part result "
                         "value subquestion")) {
        if (span_is_fold(word, "answers"))
            *who = WHO_ALL;
        *end = k + word.n;
        return true;
    }
    if (span_byte(t, i) == ')' && i > 5 && t.s[i - 6] == '(')
        return !last; /* "7 (final)" */
    return !last && label_is_given(t, i);
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
    return *who == WHO_ALL || label_is_given(t, i);
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
    if (span_among(word, "final last"))
        return final_label(q, t, i + word.n, word.n == 4, who, end);
    behind = label_noun_at(t, i, &noun);
    if (behind &&
        label_numbered(q, t, behind, span_among(noun, "answer ans result"), who,
                       end))
        return true;
    return span_among(word, "answer answers") &&
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
    *end = label_noun_at(t, k + 1, &noun);
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
    if (span_byte(t, i) == ')' && span_index(t, start, '(') < i)
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
    k = span_back(t, k, " \t#-");
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
        if (*end && (strlen(name) > 1 || label_is_given(t, *end)))
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
static size_t label_back_lead(struct span t, size_t i, struct span *word)
{
    static const char things[] = "answer answers value result solution";
    static const char leading[] =
        "the answer answers solution result value to for our correct final "
        "asked";

    for (;; i -= word->n) {
        i = text_back(t, i);
        *word = text_word_before(t, i);
        if (span_among(*word, "of from in")
                ? !span_among(text_word_before(t, text_back(t, i - word->n)),
                              things)
                : !span_among(*word, leading))
            return i;
    }
}

bool label_is_use(struct span t, size_t i)
{
    static const char uses[] =
        "of from in times using use uses with into by per substitute "
        "substituting taking take multiply multiplying plug plugging "
        "multiplied on scale scaling divide dividing or";
    struct span word;
    size_t k = label_back_lead(t, i, &word);

    while (k > 0 && one_of(t.s[k - 1], "(\""))
        k = label_back_lead(t, k - 1, &word);
    if (word.n)
        return span_among(word, uses);
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
static bool label_goes_on(struct span t, size_t end, bool alone)
{
    size_t i = text_blanks(t, end);

    if (!is_letter(span_byte(t, i)))
        return one_of(span_byte(t, i), "'=");
    return !alone || text_word_in(t, i, "is was equals gives are gave yields");
}

bool label_is_heading(struct span t, size_t i, size_t end)
{
    static const char words[] =
        "step solution solutions to of for the answer solving solve now "
        "first next then let s us finding find compute computing calculate "
        "calculating part moving and consider starting so on final working "
        "out in finally section";
    size_t floor = i > 60 ? i - 60 : 0;
    bool alone = true;

    while (i > floor && t.s[i - 1] != '\n') {
        struct span word = text_word_before(t, i);

        if (word.n ? !span_among(word, words)
                   : !is_digit(t.s[i - 1]) &&
                         !one_of(t.s[i - 1], " \t#-+.:)('>\"*"))
            return false;
        alone = alone && word.n == 0;
        i -= word.n ? word.n : 1;
    }
    return (i == 0 || t.s[i - 1] == '\n') && !label_goes_on(t, end, alone);
}

bool label_value_before(struct span t, size_t i, struct place *out)
{
    struct span word;
    size_t k = label_back_lead(t, i, &word);

    /* "for" is among the words that lead to a name, "is" is not. */
    if (span_among(word, "is as")) {
        k = text_back(t, k - 2);
    } else if (k > 0 && t.s[k - 1] == '(') {
        k = text_back(t, k - 1);
        k = text_back(t, k - text_word_before(t, k).n); /* a unit */
    } else if (!text_word_in(t, text_blanks(t, k), "for")) {
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
