/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Words, ratios and clock times. Words are compared without case, articles,
 * punctuation and LaTeX around them; what was read as mathematics on the
 * other side ($Even$ is a product of letters) is compared by how it was
 * written. A ratio is the same up to a factor, a clock time is not.
 */
#include "base/ascii.h"
#include "base/str.h"
#include "grade/compare/compare_int.h"
#include "grade/extract/extract_int.h"
#include "grade/extract/words.h"
#include "math/exact/unit.h"
#include "math/tree/print.h"
#include "text/date.h"
#include "text/fold.h"
#include "text/lexicon.h"

#include <string.h>

/* ---- words ---- */

/* Lower-case words joined by single spaces; no commands, no punctuation. */
static const char *text_plain_words(struct arena *a, const char *s)
{
    struct str out = str_in(a);
    bool gap = false;

    while (*s) {
        if (*s == '\\' && is_letter(s[1])) {
            for (s++; is_letter(*s); s++)
                ;
            gap = true;
            continue;
        }
        if (is_letter(*s) || is_digit(*s) || (unsigned char)*s >= 0x80) {
            if (gap && out.n > 0)
                str_addc(&out, ' ');
            str_addc(&out, is_upper(*s) ? (char)(*s + 32) : *s);
            gap = false;
        } else if (*s != '\'' && *s != '{' && *s != '}') {
            gap = true;
        }
        s++;
    }
    return str_get(&out);
}

static const char *skip_article(const char *words)
{
    size_t n = str_starts_any(words, "the |a |an |it is |is |it |there are ");

    return words + (words[n] ? n : 0);
}

/* The words that have the meaning of these: "dne" is "undefined". */
static const char *same_meaning(const char *words)
{
    const struct lexeme *x = lexicon_find(span_of(words));

    if (str_eq(words, "none") || str_eq(words, "empty"))
        return "no solution";
    if ((lexeme_is(x, WORD_MEANING) || lexeme_is(x, WORD_PROPERTY)) && x->head)
        return x->head;
    return words;
}

/* What the side says in words. */
static const char *text_words_of(struct comparer *j, const struct expr *x)
{
    const char *s;

    if (x->op == EXPR_TEXT)
        s = x->name;
    else if (x->op == EXPR_DOMAIN)
        s = strcmp(x->name, "empty") == 0 ? "empty set"
            : strcmp(x->name, "R") == 0   ? "all real numbers"
                                          : x->name;
    else if (x->op == EXPR_CONSTANT && x->constant == CONSTANT_UNDEFINED)
        s = "undefined";
    else if (x->op == EXPR_SET && x->count == 0)
        s = "empty set";
    else
        s = print_expr(j->arena, x);
    s = skip_article(text_plain_words(j->arena, s));
    return same_meaning(s);
}

/* Letters alone, so that a product of letters compares with a word. */
static const char *text_letters_of(struct arena *a, const char *words)
{
    struct str out = str_in(a);

    for (; *words; words++)
        if (*words != ' ')
            str_addc(&out, *words);
    return str_get(&out);
}

static bool letters_only(const struct expr *x)
{
    for (unsigned i = 0; i < x->count; i++)
        if (!x->args[i] || !letters_only(x->args[i]))
            return false;
    return x->op == EXPR_MUL || x->op == EXPR_SYMBOL ||
           (x->op == EXPR_CONSTANT && x->constant != CONSTANT_INFINITY);
}

static bool text_is_unit(const char *text)
{
    struct unit u;
    bool known;

    unit_init(&u);
    unit_read(&u, text);
    known = !u.noun;
    unit_clear(&u);
    return known;
}

/* "seven" as a number, "thirty percent" and "two hours" as what they are. NULL
 * when the words are nothing of this. */
static const struct expr *text_value(struct arena *a, const char *words)
{
    const char *w = text_plain_words(a, words), *unit;
    bool negative = str_starts(w, "negative ") || str_starts(w, "minus ");
    struct span t = span_from(span_of(w), negative ? strcspn(w, " ") + 1 : 0);
    struct numeral n;
    size_t end = words_number(t, 0, &n);
    const struct expr *x;
    struct expr *q;

    if (end == 0)
        return NULL;
    x = expr_integer(a, n.over);
    if (n.under != 1)
        x = expr_div(a, x, expr_integer(a, n.under));
    if (negative)
        x = expr_neg(a, x);
    unit = t.s + end;
    unit += *unit == ' ';
    if (!*unit)
        return x;
    if (str_eq(unit, "percent") || str_eq(unit, "per cent"))
        return expr_unary(a, EXPR_PERCENT, x);
    if (!text_is_unit(unit))
        return NULL;
    q = expr_unary(a, EXPR_QUANTITY, x);
    q->name = unit;
    return q;
}

/* ---- texts that are no mathematics ---- */

/* Length of what says nothing in a text: dollar signs, spacing, fonts with the
 * brace behind them. */
static size_t unsaid(const char *s)
{
    size_t n = str_starts_any(s, "$|\\(|\\)|\\[|\\]|\\,|\\;|\\:|\\!|"
                                 "\\textbf|\\text|\\mbox|\\mathrm|\\left|"
                                 "\\right|\\mathbf|\\displaystyle");
    bool command = n && is_letter(s[n - 1]);

    return command && is_letter(s[n]) ? 0 : n + (command && s[n] == '{');
}

/* A word in the middle of its text: a capital at its head says nothing. */
static size_t text_add_word(struct str *out, const char *s)
{
    size_t n = 0, capitals = 0;

    for (; is_letter(s[n]); n++)
        capitals += is_upper(s[n]);
    for (size_t i = 0; i < n; i++)
        str_addc(out, n > 2 && capitals == 1 && i == 0 && is_upper(s[i])
                          ? (char)(s[i] + 32)
                          : s[i]);
    return n;
}

/* The text with one spelling for what no reader tells apart: blanks, dollar
 * signs, fonts, H_0 and H_{0}, a capital that begins a word, a full stop. */
static const char *text_folded(struct arena *a, const char *text)
{
    struct str wide = str_in(a), out = str_in(a);
    uint64_t fonts = 0; /* a bit for each open brace: that of a font */
    bool gap = false;
    const char *s;

    fold_text(&wide, span_of(text), FOLD_PROSE);
    for (s = str_get(&wide); *s;) {
        size_t n = is_space(*s) || *s == '~' ? 1 : unsaid(s);
        char last = out.n ? out.s[out.n - 1] : ' ';

        if (n || *s == '{')
            fonts =
                fonts << (n == 0 || s[n - 1] == '{') | (n && s[n - 1] == '{');
        if (*s == '}') {
            n = fonts & 1;
            fonts >>= 1;
        }
        if (n) {
            gap = true;
            s += n;
            continue;
        }
        if (gap && (is_letter(last) || is_digit(last)) &&
            (is_letter(*s) || is_digit(*s)))
            str_addc(&out, ' ');
        gap = false;
        if ((*s == '_' || *s == '^') && (is_letter(s[1]) || is_digit(s[1]))) {
            str_addf(&out, "%c{%c}", s[0], s[1]);
            s += 2;
        } else if (is_letter(*s)) {
            s += text_add_word(&out, s);
        } else {
            str_addc(&out, *s++);
        }
    }
    while (out.n && strchr(".,", out.s[out.n - 1]))
        out.s[--out.n] = '\0';
    return str_get(&out);
}

bool compare_same_text(struct arena *a, const char *key, const char *answer)
{
    const char *k = text_folded(a, key);

    /* U+FFFD stands for what could not be read: two of them may differ. */
    return *k && !strstr(k, "\xef\xbf\xbd") &&
           strcmp(k, text_folded(a, answer)) == 0;
}

/* ---- several names, and whole sentences ---- */

#define NAMES_MOST 8

/* The names of "Alice, Bob and Carol"; 0: too many. */
static size_t text_names_of(struct arena *a, const char *text,
                            const char *out[NAMES_MOST])
{
    size_t n = 0, len;

    while (*text) {
        const char *end = text;

        while (*end && !strchr(",;&", *end) && !str_starts(end, " and "))
            end++;
        len = (size_t)(end - text);
        if (len) {
            const char *name = text_plain_words(a, arena_strndup(a, text, len));

            if (str_starts(name, "and "))
                name += 4;
            if (*name && n == NAMES_MOST)
                return 0;
            if (*name)
                out[n++] = name;
        }
        text = *end == ' ' ? end + 5 : *end ? end + 1 : end;
    }
    return n;
}

/* The same names, in whatever order? */
static bool text_same_names(struct arena *a, const char *key,
                            const char *answer)
{
    const char *k[NAMES_MOST], *w[NAMES_MOST];
    size_t n = text_names_of(a, key, k), m = text_names_of(a, answer, w);
    bool used[NAMES_MOST] = { false };

    if (n < 2 || n != m)
        return false;
    for (size_t i = 0; i < n; i++) {
        size_t j = 0;

        while (j < m && (used[j] || strcmp(k[i], w[j]) != 0))
            j++;
        if (j == m)
            return false;
        used[j] = true;
    }
    return true;
}

/* "the function is even" says "even". */
static const char *predicate(const char *words)
{
    const char *is = strstr(words, " is ");

    return is && !strstr(is + 4, " is ") ? skip_article(is + 4) : words;
}

/* Several words, "all odd integers", that may describe what a formula says;
 * not "no solution" and its like, whose meaning is known. */
static bool text_is_phrase(const struct expr *x)
{
    return x->op == EXPR_TEXT &&
           str_starts_any(x->name, "all |any |every |the ");
}

/* Does the answer, as a sentence, say what the key says: "It cannot be
 * determined from this"? `k`: the words of the key. */
static bool same_statement(const struct expr *key, const char *k,
                           const struct expr *answer)
{
    struct span said, meant;

    if (answer->op != EXPR_TEXT ||
        !statement_whole(span_of(answer->name), false, &said))
        return false;
    return span_is(said, k) ||
           (key->op == EXPR_TEXT &&
            statement_whole(span_of(key->name), true, &meant) &&
            span_equal(said, meant));
}

/* ---- dates ---- */

static bool whole_part(const struct expr *x, slong *out)
{
    return x->op == EXPR_NUMBER && shape_small(x, out) && *out >= 0;
}

/* 2025-03-14, which was read as a difference, and 3/14/2025 as a quotient. */
static bool date_in_digits(const struct expr *x, struct date *out)
{
    slong part[3];
    bool iso = x->op == EXPR_ADD && x->count == 3 &&
               x->args[1]->op == EXPR_NEG && x->args[2]->op == EXPR_NEG;

    if (iso ? !whole_part(x->args[0], &part[2]) ||
                  !whole_part(x->args[1]->args[0], &part[0]) ||
                  !whole_part(x->args[2]->args[0], &part[1])
            : x->op != EXPR_DIV || x->args[0]->op != EXPR_DIV ||
                  !whole_part(x->args[1], &part[2]) ||
                  !whole_part(x->args[0]->args[0], &part[0]) ||
                  !whole_part(x->args[0]->args[1], &part[1]) ||
                  (part[0] > 12) == (part[1] > 12))
        return false;
    if (!iso && part[0] > 12) {
        slong day = part[0];

        part[0] = part[1];
        part[1] = day;
    }
    if (part[2] < 1000 || part[2] > 3000 || part[0] > 12 || part[1] > 31)
        return false;
    *out = (struct date){ .year = (int)part[2],
                          .month = (int)part[0],
                          .day = (int)part[1] };
    return date_exists(out->month, out->day);
}

/* The date that x is: words, or 3/14, of which only one can be the month. */
static bool date_of(const struct expr *x, struct date *out)
{
    slong a, b;

    if (x->op == EXPR_TEXT)
        return date_read(span_of(x->name), out);
    if (date_in_digits(x, out))
        return true;
    if (x->op != EXPR_DIV || !whole_part(x->args[0], &a) ||
        !whole_part(x->args[1], &b) || a > 31 || b > 31 || (a > 12) == (b > 12))
        return false;
    *out = (struct date){ .month = (int)(a > 12 ? b : a),
                          .day = (int)(a > 12 ? a : b) };
    return date_exists(out->month, out->day);
}

/* Is what only one of them says, a year or a day of the week, left out? */
static bool same_or_unsaid(int key, int answer)
{
    return key == answer || key == 0 || answer == 0;
}

static struct comparison compare_dates(const struct date *key,
                                       const struct date *answer)
{
    if (key->month != answer->month || key->day != answer->day ||
        !same_or_unsaid(key->year, answer->year) ||
        (key->weekday && answer->weekday && key->weekday != answer->weekday))
        return found(TRUTH_NO, "date", "the dates are different");
    if (key->year != answer->year || key->weekday != answer->weekday)
        return found_lenient("date", "the same day",
                             "only one of them gives the year or the day of "
                             "the week");
    return found(TRUTH_YES, "date", "the same date");
}

/* ---- times of day ---- */

/* A time of the clock. */
struct hour {
    slong seconds; /* since midnight, or noon; -1: no clock time */
    char half;     /* 'a' or 'p'; '\0': neither is given */
};

/* 'a' or 'p' when the words are "a.m." or "noon", else '\0'. */
static char text_half_of(struct arena *a, const char *words)
{
    static const char *const names[][2] = {
        { "a m", "am" },
        { "p m", "pm" },
        { "midnight", "in the morning" },
        { "noon", "in the afternoon" },
        { "at midnight", "at midnight" },
        { "at noon", "in the evening" },
    };
    const char *w = text_plain_words(a, words);

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (str_eq(w, names[i][0]) || str_eq(w, names[i][1]))
            return i % 2 ? 'p' : 'a';
    return '\0';
}

/* h, h:mm or h:mm:ss with its half of the day, or noon. `sure`: 3:05 is a time
 * and no ratio. */
static struct hour clock_of(struct arena *a, const struct expr *x, bool sure)
{
    struct hour c = { -1, '\0' };
    slong part[3] = { 0, 0, 0 };

    if (x->op == EXPR_TEXT && (c.half = text_half_of(a, x->name)) != '\0')
        c.seconds = c.half == 'p' ? 12 * 3600 : 0;
    if (x->op == EXPR_QUANTITY && (c.half = text_half_of(a, x->name)) != '\0')
        x = x->args[0];
    if (x->op == EXPR_RATIO ? x->count > 3 : !c.half || x->op != EXPR_NUMBER)
        return c;
    if (x->op == EXPR_NUMBER && !whole_part(x, &part[0]))
        return c;
    for (unsigned i = 0; i < x->count; i++)
        if (!whole_part(x->args[i], &part[i]) || part[i] >= 60)
            return c;
    /* 3:4 and 2:3:5 are ratios; 3:40 may be a time. */
    if (part[0] > 24 || (part[1] > 0 && part[1] < 10 && !c.half && !sure))
        return c;
    if (c.half == 'p' && part[0] < 12)
        part[0] += 12;
    else if (c.half == 'a' && part[0] == 12)
        part[0] = 0;
    c.seconds = 3600 * part[0] + 60 * part[1] + part[2];
    return c;
}

static struct comparison compare_clocks(struct hour key, struct hour answer)
{
    const slong half_day = 12 * 3600;

    if (key.seconds < 0 || answer.seconds < 0)
        return found(TRUTH_NO, "clock", "only one of them is a time");
    /* 15:45 and 0:15 need no "am" or "pm". */
    if (key.seconds >= half_day + 3600 || key.seconds < 3600)
        key.half = key.seconds < 3600 ? 'a' : 'p';
    if (answer.seconds >= half_day + 3600 || answer.seconds < 3600)
        answer.half = answer.seconds < 3600 ? 'a' : 'p';
    if (key.half && answer.half)
        return key.seconds == answer.seconds
                   ? found(TRUTH_YES, "clock", "the same time")
                   : found(TRUTH_NO, "clock", "the times are different");
    if (key.seconds % half_day == answer.seconds % half_day)
        return found_lenient("clock", "the same time",
                             "only one of them says a.m. or p.m.");
    return found(TRUTH_NO, "clock", "the times are different");
}

struct comparison compare_texts(struct comparer *j, const struct expr *key,
                                const struct expr *answer)
{
    const struct expr *nk, *na, *other;
    struct date dk, da;
    const char *k, *a;

    key = shape_value(key);
    answer = shape_value(answer);
    if (key->op != EXPR_TEXT && answer->op != EXPR_TEXT)
        return compare_answers(j, key, answer);
    if (date_of(key, &dk) && date_of(answer, &da))
        return compare_dates(&dk, &da);
    if (clock_of(j->arena, key, true).seconds >= 0 &&
        clock_of(j->arena, answer, true).seconds >= 0)
        return compare_clocks(clock_of(j->arena, key, true),
                              clock_of(j->arena, answer, true));
    nk = key->op == EXPR_TEXT ? text_value(j->arena, key->name) : key;
    na = answer->op == EXPR_TEXT ? text_value(j->arena, answer->name) : answer;
    if (nk && na && expr_is_value(nk) && expr_is_value(na))
        return compare_values(j, nk, na);
    k = text_words_of(j, key);
    a = text_words_of(j, answer);
    if (*k &&
        (strcmp(k, a) == 0 || strcmp(k, same_meaning(predicate(a))) == 0 ||
         strcmp(same_meaning(predicate(k)), a) == 0 ||
         same_statement(key, k, answer)))
        return found(TRUTH_YES, "words", "the same words");
    if (key->op == EXPR_TEXT && answer->op == EXPR_TEXT &&
        text_same_names(j->arena, key->name, answer->name))
        return found(TRUTH_YES, "words", "the same names");
    other = key->op == EXPR_TEXT ? answer : key;
    if (*k && letters_only(other) &&
        strcmp(text_letters_of(j->arena, k), text_letters_of(j->arena, a)) == 0)
        return found(TRUTH_YES, "words", "the same letters");
    if (text_is_phrase(key) != text_is_phrase(answer) &&
        other->op != EXPR_NUMBER)
        return found(TRUTH_UNKNOWN, "words",
                     "one is words and the other is a formula: they cannot "
                     "be compared");
    return found(TRUTH_NO, "words", "the words are different");
}

/* ---- ratios ---- */

/* a : b = c : d, by cross products. */
static struct comparison text_proportional(struct comparer *j,
                                           const struct expr *key,
                                           const struct expr *answer)
{
    struct comparison f = found(TRUTH_YES, "ratio", "the same ratio");
    struct arena *a = j->arena;

    if (key->count != answer->count)
        return found(TRUTH_NO, "ratio", "the ratios have different lengths");
    for (unsigned i = 1; i < key->count && f.lenient != TRUTH_NO; i++)
        f = found_and(
            f, compare_plain(j, expr_mul(a, key->args[0], answer->args[i]),
                             expr_mul(a, key->args[i], answer->args[0])));
    return f;
}

/* 12:00 is a time: no ratio has a zero. */
static bool text_has_zero(const struct expr *x)
{
    for (unsigned i = 0; i < x->count; i++)
        if (x->args[i]->op == EXPR_NUMBER &&
            fmpq_is_zero(x->args[i]->number->value))
            return true;
    return false;
}

static struct comparison ratio_and_value(struct comparer *j,
                                         const struct expr *r,
                                         const struct expr *v, bool key_first)
{
    const struct expr *q;
    struct comparison f;

    if (r->count != 2 || !expr_is_value(v))
        return found(TRUTH_NO, "kind", "only one of them is a ratio");
    q = expr_div(j->arena, r->args[0], r->args[1]);
    f = key_first ? compare_plain(j, q, v) : compare_plain(j, v, q);
    if (f.lenient == TRUTH_YES) {
        f.strict = TRUTH_NO;
        f.strict_why = "one is a ratio, the other is a number";
    }
    return f;
}

struct comparison compare_ratios(struct comparer *j, const struct expr *key,
                                 const struct expr *answer)
{
    struct hour ck = clock_of(j->arena, key, false);
    struct hour ca = clock_of(j->arena, answer, false);
    slong tk = ck.seconds, ta = ca.seconds;
    struct comparison f;

    if (ck.half || ca.half)
        return compare_clocks(clock_of(j->arena, key, true),
                              clock_of(j->arena, answer, true));
    if (tk >= 0 && tk == ta)
        return found(TRUTH_YES, "clock", "the same time");
    if (key->op != EXPR_RATIO || answer->op != EXPR_RATIO) {
        if (key->op == EXPR_RATIO)
            return ratio_and_value(j, key, answer, true);
        if (answer->op == EXPR_RATIO)
            return ratio_and_value(j, answer, key, false);
        return found(TRUTH_NO, "clock", "the times are different");
    }
    f = text_has_zero(key) || text_has_zero(answer)
            ? found(TRUTH_NO, "clock", "the times are different")
            : text_proportional(j, key, answer);
    /* 1:20 and 2:40 are one ratio and two times: undecided. */
    if (f.lenient == TRUTH_YES && tk >= 0 && ta >= 0)
        return found(TRUTH_UNKNOWN, "ratio",
                     "they are equal as ratios, but not as clock times");
    return f;
}
