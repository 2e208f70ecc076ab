/* SPDX-License-Identifier: Apache-2.0 */

/* What does not read well: articles, plurals, signs, brackets, sentences. */
#include "base/ascii.h"
#include "base/utf8.h"
#include "family/accept/accept_int.h"
#include "family/words.h"
#include "text/lexicon.h"

#include <string.h>

#define STATEMENT_LEAST 8
#define STATEMENT_MOST  6000

/* ---- pieces that no text has ---- */

static const struct {
    const char *piece, *why;
    bool in_steps; /* neither there, where a sum may be written out in full */
} blots[] = {
    { "+ -", "two signs behind each other: write the place as <x+>", true },
    { "- -", "two signs behind each other: write the place as <x+>", true },
    { "+ +", "two signs behind each other", true },
    { "--", "two signs behind each other: write the place as <x()>", true },
    { "  ", "two spaces", true },
    { "$$", "an empty formula, or two formulas without a space", true },
    { "$ $", "two formulas with nothing between", true },
    { " ,", "a space before a comma", true },
    { " .", "a space before a full stop", true },
    { " ?", "a space before a question mark", true },
    { "..", "two full stops", true },
    { "?.", "two ends of a sentence", true },
    { ".?", "two ends of a sentence", true },
    { "^1 ", "a first power", false },
    { "^1$", "a first power", false },
    { "^{1}", "a first power", false },
    { "^0$", "a power of zero", false },
    { "}{1}", "a denominator of one", true },
    { "+ 0$", "nothing is added", false },
    { "- 0$", "nothing is subtracted", false },
    { "= =", "two equals signs", true },
    { "\\cdot -", "two signs behind each other: write the place as <x()>",
      true },
    { "\\times -", "two signs behind each other: write the place as <x()>",
      true },
    { "\\cdot+", "two signs behind each other", true },
    { "TODO", "a text that is not ready", true },
    { "FIXME", "a text that is not ready", true },
    { "orem ipsum", "a text that is not ready", true },
    { "( ", "a space behind a bracket", true },
    { " )", "a space before a bracket", true },
    { "-$", "a sign at the end of a formula", true },
    { "<[", "a place that was not filled", true },
    { "<{", "a place that was not filled", true },
    { "<\"", "a place that was not filled", true },
};

static bool begins_formula(const char *text, const char *dollar)
{
    bool inside = false;

    for (const char *s = text; s < dollar; s++)
        inside ^= *s == '$' && (s == text || s[-1] != '\\');
    return !inside;
}

/* Does this stand before the pair of braces that ends at `at`? */
static bool is_behind(const char *name, const char *text, const char *at)
{
    size_t n = strlen(name);

    while (at > text && *at != '{')
        at--;
    return at >= text + n && memcmp(at - n, name, n) == 0;
}

/* "2 + 2 = ?", "1, 2, ...", "base-$2$", "\binom{27}{1}" and the upper bound in
 * "\int_{0}^{1}" are how it is written. */
static bool is_usual(const char *text, const char *at)
{
    if (*at == '}' && is_behind("\\binom", text, at))
        return true;
    if (*at == '^' && at > text && at[-1] == '}' &&
        is_behind("_", text, at - 1))
        return true;
    return (strncmp(at, "-$", 2) == 0 && begins_formula(text, at + 1)) ||
           (at > text && at[-1] == '=' && at[1] == '?') ||
           strncmp(at, "...", 3) == 0 || strncmp(at, " ...", 4) == 0;
}

static const char *text_blot(const char *text, bool is_statement,
                             const char **piece)
{
    for (size_t i = 0; i < sizeof(blots) / sizeof(blots[0]); i++) {
        const char *at = strstr(text, blots[i].piece);

        while (at && is_usual(text, at))
            at = strstr(at + 1 + strspn(at, " ."), blots[i].piece);
        if (at && (is_statement || blots[i].in_steps)) {
            *piece = blots[i].piece;
            return blots[i].why;
        }
    }
    return NULL;
}

/* Do braces balance, and dollar signs come in pairs? */
static bool is_balanced(const char *s)
{
    int depth = 0, dollars = 0;

    for (; *s; s++) {
        if (*s == '\\' && s[1]) {
            s++;
            continue;
        }
        depth += *s == '{';
        depth -= *s == '}';
        dollars += *s == '$';
        if (depth < 0)
            return false;
    }
    return depth == 0 && dollars % 2 == 0;
}

/* ---- words ---- */

/* A word or a number of a text; a formula is a number if it is one. */
struct reading {
    const char *s;
    size_t n;
    bool is_number, is_maths, begins; /* a sentence */
};

static bool is_wordly(char c)
{
    return is_letter(c) || c == '\'' || c == '-' || (unsigned char)c >= 0x80;
}

static size_t formula_length(const char *s)
{
    const char *end = strchr(s + 1, '$');

    return end ? (size_t)(end - s) + 1 : strlen(s);
}

static bool all_digits(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!is_digit(s[i]))
            return false;
    return n > 0;
}

/* Split into words, numbers and formulas; other signs end a group of them: an
 * item of length 0. */
static struct vec take_words(struct arena *a, const char *text)
{
    struct vec out = vec_in(a, sizeof(struct reading));
    bool begins = true;

    for (const char *s = text; *s;) {
        struct reading w = { s, 1, false, false, begins };

        if (*s == ' ' || *s == '\n') {
            s++;
            continue;
        }
        if (*s == '$') {
            w.n = formula_length(s);
            w.is_maths = true;
            if (w.n > 2 && all_digits(s + 1, w.n - 2)) {
                w.is_number = true;
                w.s++;
                w.n -= 2;
                s += 2;
            }
        } else if (is_digit(*s)) {
            while (is_digit(s[w.n]) || is_letter(s[w.n]) ||
                   (strchr(".,:/^", s[w.n]) && s[w.n] && is_digit(s[w.n + 1])))
                w.n++;
            w.is_number = all_digits(s, w.n);
        } else if (is_wordly(*s)) {
            while (is_wordly(s[w.n]) || is_digit(s[w.n]))
                w.n++;
        } else {
            w.n = 0;
        }
        begins = w.n == 0 && (strchr(".?!:", *s) || begins);
        s += w.n ? w.n : 1;
        *(struct reading *)vec_push(&out) = w;
    }
    return out;
}

static struct span prose_span_in(const struct reading *w)
{
    return (struct span){ w->s, w->n };
}

static bool is_word_of(const struct reading *w, const char *text)
{
    if (w->is_maths || strlen(text) != w->n)
        return false;
    for (size_t i = 0; i < w->n; i++)
        if (to_lower(w->s[i]) != text[i])
            return false;
    return true;
}

static bool starts(const struct reading *w, const char *text)
{
    size_t n = strlen(text);

    if (w->n < n)
        return false;
    for (size_t i = 0; i < n; i++)
        if (to_lower(w->s[i]) != text[i])
            return false;
    return true;
}

static bool starts_any(const struct reading *w, const char *const *list)
{
    for (; *list; list++)
        if (starts(w, *list))
            return true;
    return false;
}

/* ---- a and an ---- */

static bool wants_an(const struct reading *w)
{
    static const char *const silent[] = { "hour",  "honest", "honour",
                                          "honor", "heir",   NULL };
    static const char *const spoken[] = { "one",  "once", "uni",  "use",
                                          "usu",  "eu",   "ewe",  "utop",
                                          "util", "ubiq", "uran", NULL };
    static const char *const un[] = { "unin", "unim", NULL };

    if (w->is_number)
        return *w->s == '8' || ((w->n == 2 || w->n == 5) &&
                                (starts(w, "11") || starts(w, "18")));
    if (starts_any(w, silent) || starts_any(w, un))
        return true;
    return strchr("aeiou", to_lower(*w->s)) && !starts_any(w, spoken);
}

/* Is the next word one that an article can stand before? */
static bool takes_article(const struct reading *w)
{
    if (w->is_number)
        return true;
    return w->n > 1 && is_letter(*w->s) && !w->is_maths &&
           !(is_upper(w->s[0]) && is_upper(w->s[1])) &&
           !word_is(prose_span_in(w), WORD_VERB) &&
           !word_is(prose_span_in(w), WORD_STOP);
}

static const char *article_fault(const struct reading *w,
                                 const struct reading *next)
{
    bool a = is_word_of(w, "a"), an = is_word_of(w, "an");

    if ((!a && !an) || !takes_article(next) ||
        (is_upper(*w->s) && !w->begins) ||
        (is_upper(*w->s) && is_upper(*next->s)))
        return NULL;
    if (a && wants_an(next))
        return "\"a\" before a vowel: \"an\"";
    if (an && !wants_an(next))
        return "\"an\" before a consonant: \"a\"";
    return NULL;
}

/* ---- one and many ---- */

/* Nouns of numbers besides the things of words.h. */
static const char *const units[] = {
    "day",  "hour",      "minute",   "second", "week",   "month",
    "year", "dollar",    "cent",     "euro",   "metre",  "meter",
    "mile", "kilometre", "coin",     "point",  "person", "student",
    "page", "litre",     "kilogram", NULL
};

static bool is_one_of_many(const struct reading *w)
{
    for (size_t i = 0; units[i]; i++)
        if (is_word_of(w, units[i]))
            return true;
    for (size_t i = 0; i < words_things(); i++)
        if (is_word_of(w, words_thing_at(i).one))
            return true;
    return false;
}

/* Does the number count what follows, and not name what stands before it, as
 * in "machine 1 makes"? */
static bool counts(const struct reading *before)
{
    struct span w;

    if (!before || before->n == 0)
        return true;
    w = prose_span_in(before);
    return !before->is_maths &&
           (word_is(w, WORD_VERB) || word_is(w, WORD_AFTER_PERSON) ||
            word_is(w, WORD_PREPOSITION) || word_is(w, WORD_COORDINATOR) ||
            word_is(w, WORD_STOP));
}

static bool is_plural(const struct reading *w)
{
    /* Words in -s that are no plurals, and verbs of things with a number: "rule
     * 1 says". */
    static const char *const never[] = {
        "always", "across",  "series", "less",  "times",  "plus",  "minus",
        "tell",   "say",     "lie",    "make",  "take",   "give",  "get",
        "goes",   "win",     "lose",   "play",  "runs",   "walk",  "drive",
        "buy",    "sell",    "cost",   "pay",   "hold",   "need",  "use",
        "read",   "move",    "stay",   "start", "begin",  "leave", "come",
        "show",   "mean",    "equal",  "divid", "beat",   "gain",  "earn",
        "spend",  "last",    "wait",   "know",  "wear",   "call",  "turns",
        "follow", "contain", "appear", "occur", "become", NULL
    };

    return !w->is_maths && w->n > 3 && is_lower(*w->s) &&
           w->s[w->n - 1] == 's' && !strchr("sui", w->s[w->n - 2]) &&
           !starts_any(w, never) && !word_is(prose_span_in(w), WORD_VERB) &&
           !word_is(prose_span_in(w), WORD_AFTER_PERSON) &&
           !word_is(prose_span_in(w), WORD_STOP);
}

static const char *number_fault(const struct reading *before,
                                const struct reading *w,
                                const struct reading *next,
                                const struct reading *last)
{
    bool ends = !last || last->n == 0 ||
                word_is(prose_span_in(last), WORD_STOP) ||
                word_is(prose_span_in(last), WORD_PREPOSITION) ||
                word_is(prose_span_in(last), WORD_VERB);

    if (!w->is_number || !counts(before))
        return NULL;
    if (w->n == 1 && *w->s == '1' && is_plural(next))
        return "one thing, and its name in the plural: write <n?thing|things>";
    if (!(w->n == 1 && *w->s == '1') && ends && is_one_of_many(next))
        return "several things, and their name in the singular: write "
               "<n?thing|things>";
    return NULL;
}

/* ---- ordinals ---- */

/* "8-th", "$4$-th": the shape <n?th> writes 8th and 4th. */
static const char *ordinal_fault(struct arena *a, const char *text,
                                 const char **what)
{
    for (const char *s = strchr(text, '-'); s; s = strchr(s + 1, '-')) {
        const char *before = s > text && s[-1] == '$' ? s - 1 : s;

        if ((strncmp(s, "-th", 3) == 0 || strncmp(s, "-rd", 3) == 0 ||
             strncmp(s, "-nd", 3) == 0 || strncmp(s, "-st", 3) == 0) &&
            !is_letter(s[3]) && before > text && is_digit(before[-1])) {
            *what = arena_strndup(a, before - 1, (size_t)(s - before) + 4);
            return "a number with -th: the place <n?th> writes 3rd and 8th";
        }
    }
    return NULL;
}

/* ---- formulas and what is around them ---- */

/* Marks that no reader sees. */
static bool is_invisible(const char *s)
{
    const unsigned char *u = (const unsigned char *)s;

    if (u[0] == 0xC2)
        return u[1] == 0xAD; /* a soft hyphen */
    if (u[0] == 0xEF)
        return u[1] == 0xBB && u[2] == 0xBF;
    if (u[0] != 0xE2)
        return false;
    return (u[1] == 0x80 && ((u[2] >= 0x8B && u[2] <= 0x8F) ||
                             (u[2] >= 0xAA && u[2] <= 0xAE))) ||
           (u[1] == 0x81 && u[2] >= 0xA0 && u[2] <= 0xAF);
}

/* "1x" and "-1x", at s[0] == '1', with a letter of an unknown. */
static bool is_coefficient_one(const char *text, const char *s)
{
    static const char before[] = "0123456789.,^_{\\";

    return *s == '1' && s[1] && strchr("xyztnkpqrsuvw", s[1]) &&
           !is_letter(s[2]) && !is_digit(s[2]) &&
           (s == text || (!strchr(before, s[-1]) && !is_letter(s[-1])));
}

/* A word of four letters at s, that is no command and in none: "$5 and $7" is
 * no formula. */
static bool is_word_in_formula(const char *text, const char *s)
{
    return s > text && s[-1] == ' ' && is_lower(s[0]) && is_lower(s[1]) &&
           is_lower(s[2]) && is_lower(s[3]) && s - text > 2 && s[-2] != '\\' &&
           (is_digit(s[-2]) || is_lower(s[-2]));
}

/* What stands in or out of formulas wrongly. */
static const char *formula_fault(struct arena *a, const char *text,
                                 const char **what)
{
    bool maths = false;
    const char *open = NULL, *why = NULL;
    int round = 0, braces = 0;

    for (const char *s = text; *s && !why; s++) {
        *what = arena_strndup(a, s, strnlen(s, 12));
        braces += (*s == '{') - (*s == '}');
        if (*s == '\\' && s[1] && !is_letter(s[1])) {
            s++; /* "\$", "\{", "\%" */
        } else if (*s == '$') {
            maths = !maths;
        } else if (is_invisible(s)) {
            why = "a mark that nobody sees";
        } else if (maths) {
            if ((*s == '^' || *s == '_') && (is_digit(s[1]) || s[1] == '-') &&
                is_digit(s[2]))
                why = "braces are missing around what stands above or below "
                      "the line: x^{12}";
            else if (*s == '%')
                why = "a % that ends the line in LaTeX: write \\%";
            else if (braces == 0 && is_word_in_formula(text, s))
                why = "words in a formula: are its dollar signs right? An "
                      "amount is \\$5";
            else if (is_coefficient_one(text, s))
                why = "a factor of one: leave it out, or draw no 1 and -1";
        } else if (*s == '\\') {
            why = "a command of LaTeX outside of dollar signs";
        } else if (*s == '{' || *s == '}') {
            why = "a brace outside of dollar signs: a place is <x>";
        } else if (*s == '(' && round++ == 0) {
            open = s;
        } else if (*s == ')' && round > 0) {
            round--;
        }
    }
    if (!why && round > 0) {
        *what = arena_strndup(a, open, strnlen(open, 12));
        why = "a bracket that is not closed";
    }
    return why;
}

/* Does every \left have its \right? */
static bool has_right(const char *text)
{
    int left = 0;

    for (const char *s = strchr(text, '\\'); s; s = strchr(s + 1, '\\')) {
        left += strncmp(s, "\\left", 5) == 0 && !is_letter(s[5]);
        left -= strncmp(s, "\\right", 6) == 0 && !is_letter(s[6]);
    }
    return left == 0;
}

/* ---- what is asked ---- */

/* Texts that speak to the reader as a program, and not of the problem. */
static const char *command_fault(const char *text, const char **what)
{
    static const char *const said[] = { "previous instructions",
                                        "prior instructions",
                                        "instructions above",
                                        "system prompt",
                                        "language model",
                                        "system:",
                                        "assistant:",
                                        NULL };

    for (const char *s = text; *s; s++)
        for (size_t i = 0; said[i]; i++) {
            size_t n = 0;

            while (said[i][n] && to_lower(s[n]) == said[i][n])
                n++;
            if (!said[i][n] && (s == text || !is_letter(s[-1]))) {
                *what = said[i];
                return "a text that gives orders to a program";
            }
        }
    return NULL;
}

/* Does every sentence only tell something? One that begins so does. */
static bool asks_nothing(struct arena *a, const char *text)
{
    static const char *const telling[] = { "a",    "an",    "the",  "there",
                                           "it",   "he",    "she",  "they",
                                           "this", "these", "each", "every",
                                           "its",  "all",   NULL };
    struct vec words = take_words(a, text);
    bool tells = false, begins = true;

    if (strchr(text, '?') || strchr(text, ':') || strchr(text, ';'))
        return false;
    for (size_t i = 0; i < words.n; i++) {
        const struct reading *w = vec_at(&words, i);
        bool known = false;

        for (size_t k = 0; w->n && begins && telling[k]; k++)
            known |= is_word_of(w, telling[k]);
        if (w->n && begins && !known)
            return false;
        tells |= known;
        begins = w->n == 0 && *w->s == '.';
    }
    return tells;
}

/* "... is $5$. the second": a sentence begins with a capital letter. */
static const char *sentence_fault(struct arena *a, const char *text,
                                  const char **what)
{
    for (const char *s = strstr(text, ". "); s; s = strstr(s + 1, ". ")) {
        size_t n = 0;

        while (s - text > (long)n && is_lower(s[-1 - (long)n]))
            n++;
        if (is_lower(s[2]) && s > text &&
            (n > 5 || s[-1] == '$' || s[-1] == '?')) {
            *what = arena_strndup(a, s, strcspn(s + 2, " ") + 2);
            return "a sentence begins with a capital letter";
        }
    }
    return NULL;
}

/* "There are 1 box" */
static const char *verb_fault(const struct reading *w,
                              const struct reading *next,
                              const struct reading *last)
{
    if (next->is_number && next->n == 1 && *next->s == '1' && last && last->n &&
        !last->is_maths && !last->is_number && is_word_of(w, "are") &&
        !is_plural(last) && !word_is(prose_span_in(last), WORD_COORDINATOR) &&
        !word_is(prose_span_in(last), WORD_STOP) &&
        !word_is(prose_span_in(last), WORD_PREPOSITION))
        return "\"are\" before one thing: write <n?is|are>";
    return NULL;
}

/* "-3 apples" */
static const char *negative_fault(const struct reading *w,
                                  const struct reading *next)
{
    if (w->is_maths
            ? !(w->n > 3 && w->s[1] == '-' && all_digits(w->s + 2, w->n - 3))
            : !(w->n > 1 && *w->s == '-' && all_digits(w->s + 1, w->n - 1)))
        return NULL;
    for (size_t i = 0; i < words_things(); i++)
        if (is_word_of(next, words_thing_at(i).many))
            return "fewer things than none";
    return NULL;
}

/* ---- the whole ---- */

static const char *word_fault(struct arena *a, const char *text,
                              const char **what)
{
    struct vec words = take_words(a, text);

    for (size_t i = 0; i + 1 < words.n; i++) {
        const struct reading *w = vec_at(&words, i);
        const struct reading *next = vec_at(&words, i + 1);
        const struct reading *last =
            i + 2 < words.n ? vec_at(&words, i + 2) : NULL;
        const char *why = NULL;

        if (w->n == 0 || next->n == 0)
            continue;
        why = article_fault(w, next);
        if (!why)
            why = number_fault(i ? vec_at(&words, i - 1) : NULL, w, next, last);
        if (!why)
            why = negative_fault(w, next);
        if (!why && (i == 0 || is_word_of(vec_at(&words, i - 1), "there")))
            why = verb_fault(w, next, last);
        if (!why && w->n == next->n && w->n > 1 && is_letter(*w->s) &&
            memcmp(w->s, next->s, w->n) == 0 && !is_word_of(w, "that") &&
            !is_word_of(w, "had"))
            why = "a word twice";
        if (why) {
            *what = arena_strndup(a, w->s, (size_t)(next->s + next->n - w->s));
            return why;
        }
    }
    return NULL;
}

/* Letters that the kit puts in the place of a number. */
static const char *letter_fault(const char *text, const char **what)
{
    static const char *const kept[] = { "K", "M", "N" };
    bool maths = false;

    for (const char *s = text; *s; s++) {
        maths ^= *s == '$' && (s == text || s[-1] != '\\');
        for (size_t i = 0; maths && i < 3; i++)
            if (*s == *kept[i] && !is_letter(s[1]) && s > text &&
                !is_letter(s[-1]) && s[-1] != '\\') {
                *what = kept[i];
                return "the letters K, M and N stand for hidden numbers: take "
                       "another";
            }
    }
    return NULL;
}

static const char *ends_fault(const char *text, const char **what)
{
    size_t n = strlen(text);

    *what = n > 20 ? text + n - 20 : text;
    if (n < STATEMENT_LEAST)
        return "a statement this short says nothing";
    if (n > STATEMENT_MOST)
        return "a statement of more than 6,000 bytes";
    if (!strchr(".?!", text[n - 1]) && !str_ends(text, "。") &&
        !str_ends(text, "？") && !(text[n - 1] == '"' || text[n - 1] == ')'))
        return "a statement ends with a full stop or a question mark";
    return NULL;
}

/* What reads badly in English. */
static const char *english_fault(struct arena *a, const char *text,
                                 bool is_statement, const char **what)
{
    const char *why = ordinal_fault(a, text, what);

    if (!why)
        why = sentence_fault(a, text, what);
    if (!why)
        why = word_fault(a, text, what);
    if (!why && is_statement && is_lower(*text)) {
        *what = arena_strndup(a, text, strcspn(text, " "));
        why = "a statement begins with a capital letter";
    }
    if (!why && is_statement && asks_nothing(a, text)) {
        *what = text;
        why = "nothing is asked";
    }
    return why;
}

const char *text_fault(struct arena *a, const char *text, bool is_statement,
                       bool is_english, const char **what)
{
    const char *why = text_blot(text, is_statement, what);

    if (!why && is_statement)
        why = letter_fault(text, what);
    if (!why)
        why = formula_fault(a, text, what);
    if (!why)
        why = command_fault(text, what);
    if (!why && is_english)
        why = english_fault(a, text, is_statement, what);
    if (!why && is_statement)
        why = ends_fault(text, what);
    if (!why && !is_balanced(text)) {
        *what = text;
        why = "braces or dollar signs do not come in pairs";
    }
    if (!why && !has_right(text)) {
        *what = text;
        why = "\\left and \\right do not come in pairs";
    }
    if (!why && utf8_check(text, strlen(text)) != strlen(text)) {
        *what = "";
        why = "the text is not UTF-8";
    }
    return why;
}
