/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "grade/extract/extract_int.h"
#include "text/lexicon.h"
#include "text/pattern.h"

/* ---- one letter ---- */

/*
 * Letters that stand by themselves or before their text: "C", "(C) Cecile",
 * "**B**". In prose "A" is also an article and "I" also a pronoun.
 */

static bool is_choice(char c)
{
    return c >= 'A' && c <= 'J';
}

/* Skip what may stand around a letter: \textbf{(, **, Option. */
static size_t letter_skip_dress(struct span t)
{
    if (!span_one_of(t, 0, "\\*([{$\"` _ocltaOCLTA"))
        return 0; /* soon: few texts begin with any of it */
    return pattern_skip(
        span_cut(t, 0, 80), 0,
        "\\%(textbf{|text{|mathbf{|mathrm{|textrm{|boxed{|mathit{|textit{|"
        "bf |rm |(|left(| %)|%[*([{$\"` ]|option |choice |letter |the |"
        "answer |__");
}

/* "A number", "I think". */
static bool letter_is_little_word(struct span t, size_t at)
{
    return (t.s[at] == 'A' || t.s[at] == 'I') && at + 2 < t.n &&
           t.s[at + 1] == ' ' && is_lower(t.s[at + 2]) &&
           !span_at(t, at, "A is ") && !span_at(t, at, "A and ") &&
           !span_at(t, at, "A or ");
}

/* Is a letter of a choice at `at`, by itself, and no article? */
static bool letter_stands_alone(struct span t, size_t at)
{
    size_t next = at + 1;

    if (at >= t.n || !is_choice(t.s[at]) ||
        (at && (is_letter(t.s[at - 1]) || is_digit(t.s[at - 1]) ||
                one_of(t.s[at - 1], "\\_^'"))))
        return false;
    if (next < t.n && (is_letter(t.s[next]) || is_digit(t.s[next]) ||
                       one_of(t.s[next], "_^'")))
        return false;
    return !letter_is_little_word(t, at);
}

/* "C, D", "B or C", "A. B. C.": more than one letter, of which none is the
 * answer. */
static bool letter_goes_on(struct span t, size_t at)
{
    size_t start = at;

    at = pattern_skip(t, at,
                      "%[])([{}*$.,;:&/]|%b|and |or |\\quad|\\text{|"
                      "\\textbf{|\\to|\\ |\\,");
    if (at == start || !letter_stands_alone(t, at))
        return false;
    /* "D. B is wrong": another sentence. */
    return at + 2 >= t.n || t.s[at + 1] != ' ' || !is_lower(t.s[at + 2]) ||
           span_at(t, at + 1, " are") || span_at(t, at + 1, " or ") ||
           span_at(t, at + 1, " and ");
}

bool choice_several(struct span t)
{
    size_t at = letter_skip_dress(t);

    return letter_stands_alone(t, at) && letter_goes_on(t, at + 1);
}

/* "A + B", "C = 5", "\mathrm{C}-1": does a formula go on behind the letter,
 * whose dress may end first? */
static bool is_operated(struct span t, size_t from)
{
    size_t at = from;

    /* "(C) -1/2" is a label and its value */
    if (from >= 2 && t.s[from - 2] == '(' && span_at(t, from, ") "))
        return false;
    while (at < t.n && (one_of(t.s[at], ")}]$") || is_space(t.s[at])))
        at++;
    if (at >= t.n || span_at(t, at, "**") || span_at(t, at, "__"))
        return false;
    if (at == from) /* "C-1", but "C-because" */
        return t.s[at] == '-' && at + 1 < t.n && is_digit(t.s[at + 1]);
    return one_of(t.s[at], "+-=*/^<>_!'|") ||
           span_at_any(t, at, "\\cdot|\\times|\\div|\\pm|\\le|\\ge|\\ne|\\in") >
               0;
}

char choice_letter(struct span t)
{
    size_t at = letter_skip_dress(t), next = at + 1;

    if (at >= t.n || !is_choice(t.s[at]))
        return '\0';
    if (next >= t.n)
        return t.s[at];
    if (letter_is_little_word(t, at) ||
        !(one_of(t.s[next], ")]}.,:;*$ \n\r\t\\\"`_-!?") ||
          character_is(t, next, CHAR_WIDE)))
        return '\0';
    if (t.s[next] == '_' && !span_at(t, next, "__")) /* J_0 */
        return '\0';
    if (letter_goes_on(t, next))
        return '\0';
    return is_operated(t, at + 1) ? '\0' : t.s[at];
}

char choice_letter_small(struct span t)
{
    size_t at = letter_skip_dress(t), next = at + 1;
    struct span rest;

    if (at >= t.n || t.s[at] < 'a' || t.s[at] > 'j')
        return '\0';
    if (next < t.n && t.s[next] == ')')
        return (char)(t.s[at] - 'a' + 'A');
    rest = trim_span(span_cut(t, next, t.n));
    return span_skip(rest, 0, ")]}*$.`_\"") == rest.n
               ? (char)(t.s[at] - 'a' + 'A')
               : '\0';
}

char choice_sole(struct span t)
{
    char letter = choice_letter(t);

    for (size_t i = 0; letter && i < t.n; i++)
        if (t.s[i] != letter && letter_stands_alone(t, i))
            return '\0';
    return letter;
}

/* ---- a letter before its text ---- */

static size_t skip_gap(struct span t, size_t at)
{
    return pattern_skip(t, at, "%s|\\%[ ,;:]|\\quad|~");
}

struct span letter_rest(struct span t)
{
    size_t worn = span_at_any(t, 0,
                              "\\textbf{|\\text{|\\mathbf{|\\mathrm{|"
                              "\\textrm{|**");
    size_t at = worn, open, rest;
    bool bracket;

    bracket = at < t.n && t.s[at] == '(';
    open = at + bracket;
    if (open + 1 >= t.n || t.s[open] < 'A' || t.s[open] > 'J' ||
        !(t.s[open + 1] == ')' || (!bracket && t.s[open + 1] == ':')))
        return t;
    at = open + 2;
    rest = skip_gap(t, at);
    if (worn && (t.s[0] == '*' ? span_at(t, rest, "**")
                               : rest < t.n && t.s[rest] == '}'))
        rest = skip_gap(t, rest + (t.s[0] == '*' ? 2 : 1));
    else if (worn)
        return t;
    else if (rest == at)
        return t;
    if (rest >= t.n || one_of(t.s[rest], "+*/^=<>") ||
        span_at(t, rest, "\\cdot") || span_at(t, rest, "\\times"))
        return t;
    return span_cut(t, rest, t.n);
}

/* ---- several letters ---- */

/*
 * Several letters of a multiple choice, "A, C and D", where a key has several.
 * A list in prose counts when its sentence calls it right; a letter beside it
 * that is called right as well, or that nothing is said of, makes it unclear.
 */

#define TAIL_MOST   ((size_t)2000) /* bytes at the end that are looked at */
#define AROUND_MOST ((size_t)80)   /* bytes beside a list that are looked at */
#define JOINT_MOST  ((size_t)60)   /* bytes between two letters of a list */

static unsigned choice_bit_of(char letter)
{
    return 1u << (letter - 'A');
}

static bool choice_is_several(unsigned set)
{
    return (set & (set - 1)) != 0;
}

/* Is the byte at `at` none that a letter of a choice may stand beside? */
static bool is_glue(struct span t, size_t at)
{
    char c = span_byte(t, at);

    return is_letter(c) || is_digit(c) || one_of(c, "\\_^'");
}

/* Bytes of letters in their order without anything between them, "ACD"; 0:
 * there are none. */
static size_t glued_at(struct span t, size_t at)
{
    size_t n = 0;

    if (at && is_glue(t, at - 1))
        return 0;
    while (is_choice(span_byte(t, at + n)) &&
           (n == 0 || t.s[at + n] > t.s[at + n - 1]))
        n++;
    return n && !is_glue(t, at + n) ? n : 0;
}

/* Where the next letter of a list begins, behind commas and "and"; 0: nothing
 * joins it. */
static size_t skip_joint(struct span t, size_t from)
{
    size_t at = pattern_skip(
        span_cut(t, 0, from + JOINT_MOST), from,
        "and |plus |as well as |\\text{|und |et |options |option |\\quad|"
        "\\textbf{|\\ |\\,|和|\\left(|与|y |及|%b|%[])([{}*$,;&`\"+]|、");

    return at > from ? at : 0;
}

/* "A number" at the head of a sentence, "I think" anywhere. */
static bool choice_is_little_word(struct span t, size_t at)
{
    size_t from = at;

    if (!one_of(t.s[at], "AI") || span_byte(t, at + 1) != ' ' ||
        !is_lower(span_byte(t, at + 2)) || span_at(t, at + 1, " and ") ||
        span_at(t, at + 1, " is "))
        return false;
    from = span_back(t, from, " *\"(");
    return t.s[at] == 'I' || from == 0 || one_of(t.s[from - 1], ".:!?\n");
}

/* The list of letters at `at`, as a bit for each; 0: none begins there, or one
 * comes twice. *end: behind its last letter. */
static unsigned list_at(struct span t, size_t at, size_t *end)
{
    unsigned set = 0, twice = 0;
    size_t n = glued_at(t, at);

    if (n == 1 && choice_is_little_word(t, at))
        return 0;
    while (n) {
        for (size_t i = at; i < at + n; i++) {
            twice |= set & choice_bit_of(t.s[i]);
            set |= choice_bit_of(t.s[i]);
        }
        *end = at + n;
        at = skip_joint(t, *end);
        n = at ? glued_at(t, at) : 0;
    }
    return twice ? 0 : set;
}

/* The letters that a text begins with, "Options A and C"; 0: none. */
static unsigned first_list(struct span t, size_t *end)
{
    size_t at = letter_skip_dress(t);

    if (span_at_fold(t, at, "options "))
        at += strlen("options ");
    *end = 0;
    return list_at(t, at, end);
}

unsigned letters_listed(struct span t)
{
    size_t end;
    unsigned set = first_list(t, &end);

    return pattern_skip(t, end, "%[])}*$.`\"]|%s") == t.n ? set : 0;
}

/* ---- in prose ---- */

static bool choice_is_right(struct span t)
{
    return span_has_any(t, "correct|true|right|answer|hold|apply|choose|"
                           "select|valid|satisf|选|正确|答案");
}

/* Is something denied, doubted or left open? */
static bool is_doubted(struct span t)
{
    static const char words[] =
        "not|n't|false|wrong|incorrect|untrue|except|eliminat|rule|neither|"
        "fail|invalid| or |either|if |perhaps|maybe|might|could|would|"
        "claim|thought|seem|look|other than|everything| say|believe|"
        "suppose|at least|includ|contradic|besides|unless|among|between|"
        "from |one of |two of |some of |assum|错|不|或|?|three of ";

    return span_has_any(t, words);
}

/* Does another clause begin at `at`? */
static bool choice_is_turn(struct span t, size_t at)
{
    return span_at_any(t, at, " while | whereas ") > 0;
}

/* The words before t[at] of the same sentence, or clause. */
static struct span words_before(struct span t, size_t at, const char *stops)
{
    size_t from = at;

    while (from && at - from < AROUND_MOST && !one_of(t.s[from - 1], stops) &&
           !choice_is_turn(t, from))
        from--;
    return span_cut(t, from, at);
}

static struct span words_behind(struct span t, size_t at, const char *stops)
{
    size_t end = at;

    while (end < t.n && end - at < AROUND_MOST && !one_of(t.s[end], stops) &&
           !choice_is_turn(t, end) && !span_at(t, end, " but "))
        end++;
    return span_cut(t, at, end);
}

/* What is said of a list of letters: that it is right, 1, or anything but
 * that, -1; nothing, 0. */
static int choice_said_of(struct span t, size_t at, size_t end)
{
    struct span behind = words_behind(t, end, ".,;\n?");

    if (span_byte(t, end + behind.n) == '?' || is_doubted(behind) ||
        is_doubted(words_before(t, at, ".,;:\n")))
        return -1;
    return choice_is_right(behind) ||
           choice_is_right(words_before(t, at, ".;\n"));
}

/* Is a letter that is not of the set called right in t? */
static bool adds_letter(struct span t, unsigned set)
{
    size_t end;
    unsigned more;

    for (size_t at = 0; at < t.n; at = end) {
        end = at + 1;
        more = list_at(t, at, &end);
        if ((more & ~set) && choice_said_of(t, at, end) > 0)
            return true;
    }
    return false;
}

unsigned letters_begin(struct span t)
{
    size_t end;
    unsigned set = first_list(t, &end);

    return set && !is_doubted(words_behind(t, end, ".;\n")) &&
                   !adds_letter(span_cut(t, end, end + TAIL_MOST), set)
               ? set
               : 0;
}

/* Of the letters that the end of t names, those that it calls right; 0: none,
 * or it is unclear which. */
static unsigned choice_told(struct span t)
{
    unsigned list = 0, alone = 0, set;
    size_t end;

    for (size_t at = 0; at < t.n; at = end) {
        int said;

        end = at + 1;
        if (!(set = list_at(t, at, &end)))
            continue;
        said = choice_said_of(t, at, end);
        if (choice_is_several(set) && said > 0)
            list = set;
        else if (said > 0)
            alone |= set;
        else if (said == 0 || (set & list))
            list = 0;
    }
    return alone & ~list ? 0 : list;
}

/* ---- a verdict on each line ---- */

/* 1 for "true", -1 for "false" at the head of t, or 0 for anything else. */
static int verdict_at(struct span t, size_t at)
{
    size_t n =
        span_at_any(t, at, "true|correct|yes|✓|✔|right|✅|√|对|holds|正确");
    size_t m = span_at_any(t, at, "false|incorrect|✗|✘|×|❌|wrong|✕|no|错");

    if (is_letter(span_byte(t, at + (n ? n : m))))
        return 0;
    return n ? 1 : m ? -1 : 0;
}

/* The verdict of "| B | true |", "- B: true", whose letter is *letter. */
static int line_verdict(struct span line, char *letter)
{
    size_t at = pattern_skip(line, 0, "%[|*(>#$-]|%s");

    at += span_at_fold(line, at, "option ");
    *letter = span_byte(line, at);
    if (glued_at(line, at) != 1)
        return 0;
    if (span_at_fold(line, at + 1, " is "))
        return verdict_at(line, at + 5);
    return verdict_at(line, pattern_skip(line, at + 1, "%[|*:).$-]|%s"));
}

/* Of lines at the end of t that give a verdict on A, B, C and so on, the
 * letters that are right. */
static unsigned choice_marked(struct span t)
{
    unsigned set = 0, next = 0;
    char letter;

    for (size_t at = 0, end; at < t.n; at = end + 1) {
        struct span line;
        int verdict;

        end = span_index(t, at, '\n');
        line = span_cut(t, at, end);
        verdict = line_verdict(line, &letter);
        if (verdict && letter == (char)('A' + (int)next))
            set |= (verdict > 0 ? 1u : 0u) << next++;
        else if (verdict || (next && trim_span(line).n))
            return 0; /* out of order, or more is said */
    }
    return next > 2 ? set : 0;
}

const char *letters_text(struct arena *a, unsigned set)
{
    struct str text = str_in(a);

    for (char c = 'A'; is_choice(c); c++)
        if (set & choice_bit_of(c))
            str_addf(&text, "%s%c", text.n ? ", " : "", c);
    return str_get(&text);
}

static bool letters_find(struct extract *x, struct extracted *out)
{
    size_t from = x->text.n > TAIL_MOST ? x->text.n - TAIL_MOST : 0;
    struct span t = span_from(x->text, from);
    unsigned set = choice_told(t);

    if (set == 0 && x->opt->marks)
        set = choice_marked(t);
    return set && extract_fill(x, out, span_of(letters_text(x->a, set)));
}

/*
 * The rule "choice": the letter of a multiple choice that the prose at the end
 * of a reply gives. Letters are also named to be ruled out.
 */

#define CHOICE_TAIL_MOST ((size_t)2000)
#define SHORT_MOST       400 /* bytes of a reply that may begin with its letter */

/* Is the letter named to be ruled out? */
static bool choice_is_denied(struct span t, size_t at)
{
    return span_before_any(t, at,
                           "not |n't |n't be |not be |non |nor |than |"
                           "pas |nicht |neither |not option |either |or |"
                           "eliminate |point |rule out |constant ") > 0;
}

static bool is_cued(struct span t, size_t at)
{
    static const char list[] =
        "it's |is |is: |option |choice |choose |select |selected |be |"
        "therefore |thus |pick |answer |est |ist |es |选|是|选 |是 |so |hence |"
        "go with |take |so, |thus, |therefore, |hence, ";

    return span_before_any(t, at, list) > 0;
}

/* Returns the choice that a token is, a letter of the prose or a formula that is
 * no more than one, or '\0' if it is none. */
static char choice_token(struct span t, size_t at, size_t after,
                         enum reply_token k)
{
    struct span inner;

    if (k == TOKEN_FORMULA)
        return formula_at(t, at, &inner, &after) && inner.n <= 16
                   ? choice_letter(trim_span(inner))
                   : '\0';
    return k == TOKEN_LETTER && is_choice(t.s[at]) &&
                   !(at && one_of(t.s[at - 1], "_^'"))
               ? choice_letter(span_cut(t, at, t.n))
               : '\0';
}

/* Is the letter that ends at `after` named to be ruled out? */
static bool is_ruled_out(struct span t, size_t after)
{
    after = span_skip(t, after, ")*$");
    return span_at_any(t, after,
                       " is wrong| is incorrect| is too| is not|"
                       " isn't| is false| cannot| can't| fails|"
                       " does not| doesn't| is impossible|"
                       " is a constant| is also| are ") > 0;
}

/* Is it called right by what follows it? */
static bool is_praised(struct span t, size_t after)
{
    after = span_skip(t, after, ")*$");
    return span_at_any(t, after,
                       " is correct| is right| is the correct|"
                       " is the answer| is the right| must be right|"
                       " is the only") > 0;
}

/* "The wrong answer is A." */
static bool is_blamed(struct span t, size_t at)
{
    size_t from = at > 60 ? at - 60 : 0;

    for (size_t i = at; i > from && !one_of(t.s[i - 1], ".\n;,"); i--)
        if (span_at_fold(t, i - 1, "wrong") ||
            span_at_fold(t, i - 1, "incorrect"))
            return true;
    return false;
}

/* "B) 12" at the beginning of a line: one of the choices is listed. */
static bool choice_is_listed(struct span t, size_t start, size_t after)
{
    return pattern_here(t, span_back(t, start, " -#"), "%^") &&
           pattern_here(t, after, "%[).:]%(%s|*%)");
}

/* What the letters of the end say. */
struct letters {
    char cued, last;
    unsigned seen; /* in the last sentence that has any; a bit a letter */
    size_t listed; /* lines that begin with one */
};

static struct letters choice_read_letters(struct span t)
{
    struct letters l = { 0 };
    bool fresh = true, several = false;
    bool reason = false; /* "since" has come in this sentence */

    for (struct read_token k = { 0 }; token_next(t, &k);) {
        size_t start = span_back(t, k.at, "(*$");
        char letter;

        fresh = fresh || k.kind == TOKEN_STOP || k.kind == TOKEN_NEWLINE;
        reason = (reason && k.kind != TOKEN_STOP && k.kind != TOKEN_NEWLINE) ||
                 (k.kind == TOKEN_WORD && word_is(k.text, WORD_CIRCUMSTANCE));
        if (reason && l.cued) /* "C, since A, B and D are too small" */
            continue;
        if (k.kind == TOKEN_LETTER && is_choice(t.s[k.at]) &&
            choice_is_listed(t, start, k.end)) {
            l.listed++;
            continue;
        }
        if (k.kind == TOKEN_LETTER && choice_several(span_cut(t, k.at, t.n))) {
            several = true; /* the last of the list goes with it */
            l.last = l.cued = '\0';
            continue;
        }
        if (several && k.kind == TOKEN_LETTER && is_choice(t.s[k.at])) {
            several = false;
            continue;
        }
        if (!(letter = choice_token(t, k.at, k.end, k.kind)) ||
            choice_is_denied(t, start) || is_ruled_out(t, k.end) ||
            is_blamed(t, start))
            continue;
        l.last = letter;
        l.seen = (fresh ? 0 : l.seen) | 1u << (l.last - 'A');
        fresh = false;
        if (is_cued(t, start) || is_praised(t, k.end))
            l.cued = l.last;
    }
    return l;
}

/* ---- choices that are named otherwise ---- */

static struct span last_sentence(struct span t)
{
    size_t at = 0, stop, after;
    struct span last = { t.s, 0 };

    while (at < t.n) {
        stop = sentence_end(t, at);
        if (trim_span(span_cut(t, at, stop)).n)
            last = span_cut(t, at, stop);
        (void)token_read(t, stop, &after);
        at = after > stop ? after : stop + 1;
    }
    return last;
}

/* Is what stands at t[at..after), perhaps in quotes, the choice that is made? */
static bool choice_is_made(struct span t, size_t at, size_t after)
{
    static const char quotes[] = "%[\"'*`\x80-\xff]";
    bool praised;

    at = pattern_back(t, at, quotes);
    after = pattern_skip(t, after, quotes);
    praised = span_at_any(t, after,
                          " are true| are correct| are right| are valid") > 0;
    if (!is_cued(t, at) && !is_praised(t, after) &&
        !(praised && trim_span(span_cut(t, 0, at)).n == 0))
        return false;
    if (stance_of(span_cut(t, 0, at)).denied || is_blamed(t, at) ||
        (is_ruled_out(t, after) && !praised) || is_unasserted(t, after) ||
        phrase_within(t, WORD_SUPPOSED) ||
        phrase_within(span_from(t, after), WORD_DENIAL))
        return false;
    for (size_t i = after; i < t.n; i++) /* "... but C" */
        if (choice_letter(span_from(t, i)))
            return false;
    return true;
}

/* "All of the above", where a choice says so: its letter, or '\0'. */
static char told_by_text(const struct extract *x, struct span t)
{
    for (size_t at = 0, n; at < t.n; at++) {
        if (!(n = span_at_any(t, at,
                              "all of the above|none of the above|"
                              "all of these|none of these|both of the above")))
            continue;
        for (size_t i = 0; i < x->opt->choices_n && i < 10; i++)
            if (span_at_fold(span_of(x->opt->choices[i]), 0,
                             lower_case(x->a, span_cut(t, at, at + n))))
                return choice_is_made(t, at, at + n) ? (char)('A' + (int)i)
                                                     : '\0';
    }
    return '\0';
}

/* The place among the choices that a word names, "third", "last"; 0: none. */
static size_t choice_place_of(const struct extract *x, struct span w)
{
    const struct lexeme *word = lexicon_find(w);

    if (span_is_fold(w, "last"))
        return x->opt->choices_n;
    return lexeme_is(word, WORD_ORDINAL) && word->value > 0 &&
                   (size_t)word->value <= x->opt->choices_n
               ? (size_t)word->value
               : 0;
}

/* "The third option is correct": its letter, or '\0' if none or more than one
 * is named so. */
static char told_by_place(const struct extract *x, struct span t)
{
    size_t place, n;
    char told = '\0';

    for (struct read_token k = { 0 }; token_next(t, &k);) {
        size_t the = k.at >= 4 ? k.at - 4 : 0;

        if (!span_before_fold(t, k.at, "the ") ||
            !(place = choice_place_of(x, k.text)) || place > 10 ||
            !(n = span_at_any(t, k.end,
                              " option| choice| one| answer| alternative")))
            continue;
        if (told || is_letter(span_byte(t, k.end + n)) ||
            !choice_is_made(t, the, k.end + n))
            return '\0';
        told = (char)('A' + (int)place - 1);
    }
    return told;
}

/* The choice that the last sentence makes without its letter. */
static char told_otherwise(const struct extract *x, struct span t)
{
    struct span last = last_sentence(t);
    char letter = '\0';

    if (x->opt->choices_n && last.n <= SENTENCE_MOST) {
        letter = told_by_text(x, last);
        if (letter == '\0')
            letter = told_by_place(x, last);
    }
    return letter;
}

bool rule_choice(struct extract *x, struct extracted *out)
{
    struct span t = x->text, head;
    size_t from = t.n > CHOICE_TAIL_MOST ? t.n - CHOICE_TAIL_MOST : 0;
    struct letters l;
    char first;

    if (!(x->opt->choice || x->opt->letters) || reply_breaks_off(t))
        return false;
    if (x->opt->letters)
        return letters_find(x, out);
    if ((first = told_otherwise(x, span_cut(t, from, t.n))))
        return extract_fill(x, out, (struct span){ &first, 1 });
    l = choice_read_letters(span_cut(t, from, t.n));
    head = trim_span(span_cut(x->text, 0, SHORT_MOST));
    first = choice_letter(head);
    if (l.cued)
        l.last = l.cued;
    else if (first && x->text.n <= SHORT_MOST && l.listed < 2 &&
             !is_ruled_out(head, letter_skip_dress(head) + 1))
        l.last = first;
    else if (l.seen & (l.seen - 1)) /* several, and none is set apart */
        return false;
    return l.last && extract_fill(x, out, (struct span){ &l.last, 1 });
}
