/* SPDX-License-Identifier: Apache-2.0 */
#include "base/limits.h"
#include "grade/extract/reply_text.h"
#include "math/tree/function.h"
#include "text/fold.h"
#include "text/pattern.h"

/*
 * What stands around an answer and says nothing: spaces, Markdown, the signs
 * of a formula, a box, the full stop. Peeled off layer by layer, each layer a
 * pair or one end, until none is left.
 */

bool span_escaped(struct span t, size_t at)
{
    size_t n = 0;

    /* Runs beyond a few are no LaTeX; counting them all would cost a
     * square. */
    while (n < at && n < 8 && t.s[at - 1 - n] == '\\')
        n++;
    return n % 2 == 1;
}

size_t span_braces(struct span t, size_t at)
{
    size_t depth = 0, most = at + LIMIT_ANSWER_BYTES;

    for (size_t i = at; i < t.n && i < most; i++) {
        if (t.s[i] == '\\') {
            i++;
        } else if (t.s[i] == '{') {
            depth++;
        } else if (t.s[i] == '}') {
            if (depth <= 1)
                return depth ? i + 1 : 0;
            depth--;
        }
    }
    return 0;
}

int span_braces_open(struct span t)
{
    int n = 0;

    for (size_t i = 0; i < t.n; i++)
        n += (t.s[i] == '{') - (t.s[i] == '}');
    return n;
}

static bool ends_with(struct span t, const char *word)
{
    size_t n = strlen(word);

    return t.n >= n && memcmp(t.s + t.n - n, word, n) == 0;
}

/* A backslash in front: \, and its kind are spaces. */
static size_t front_command(struct span t)
{
    size_t n = span_letters(t, 1);

    if (n == 0)
        return span_one_of(t, 1, ",;:! ") ? 2 : 0;
    return span_is_one(span_cut(t, 1, 1 + n),
                       "quad qquad displaystyle therefore Rightarrow implies "
                       "approx sim")
               ? 1 + n
               : 0;
}

/* A colon, therefore, follows, approximately, arrows and ticks. */
static size_t front_sign(struct span t)
{
    struct character c;
    size_t n = character_at(t, 0, &c);

    if ((c.is & CHAR_ARROW) || c.code == 0)
        return c.code ? n : 0;
    if (c.is & (CHAR_WIDE | CHAR_RELATION))
        return span_is(span_of(c.plain), ":") || span_is(span_of(c.plain), "=")
                   ? n
                   : 0;
    if (c.tex)
        return span_is(span_of(c.tex), "\\therefore") ||
                       span_is(span_of(c.tex), "\\checkmark")
                   ? n
                   : 0;
    return c.is ? 0 : character_item(t, 0);
}

static size_t front_waste(struct span t)
{
    size_t n = character_space(t, 0);

    if (n || t.n == 0)
        return n;
    if (t.s[0] == '\\')
        return front_command(t);
    if (one_of(t.s[0], "~:,"))
        return 1;
    if (t.s[0] == '=')
        return span_at(t, 0, "=>") ? 2 : 1;
    if (span_at(t, 0, "- **") || span_at(t, 0, "* **")) /* of a list */
        return 2;
    return t.s[0] & 0x80 ? front_sign(t) : 0;
}

/* Punctuation and spaces beyond ASCII at the end. */
static size_t back_wide(struct span t)
{
    size_t n = 1;
    struct character c;

    while (n < t.n && n < 4 && ((unsigned char)t.s[t.n - n] & 0xc0) == 0x80)
        n++;
    if (character_at(t, t.n - n, &c) != n)
        return 0;
    if (n > 2 && character_picture(t, t.n - n))
        return n;
    return (c.is & CHAR_BLANKS) ||
                   ((c.is & CHAR_WIDE) && one_of(c.plain[0], ".,;"))
               ? n
               : 0;
}

static size_t back_waste(struct span t)
{
    char c = t.n ? t.s[t.n - 1] : 'x';
    bool escaped;

    if (is_letter(c) || is_digit(c))
        return ends_with(t, "\\qquad") ? 6 : ends_with(t, "\\quad") ? 5 : 0;
    if ((unsigned char)c >= 0x80)
        return back_wide(t);
    escaped = span_escaped(t, t.n - 1);
    if (one_of(c, ",; "))
        return escaped ? 2 : 1;
    if (one_of(c, "!:"))
        return escaped ? 2 : 0;
    if (c == '~' || is_space(c) || c == '\0')
        return 1;
    /* A full stop, but not the last of an ellipsis, nor \right. */
    if (c == '.' && !escaped && !ends_with(t, "..") &&
        !ends_with(t, "\\right."))
        return 1;
    return c == '\\' && !escaped;
}

/* Is t wrapped in open and close, with neither inside? */
static bool is_wrapped(struct span t, const char *open, const char *close)
{
    size_t o = strlen(open), c = strlen(close), last;

    if (t.n < o + c || !span_at(t, 0, open) || !ends_with(t, close))
        return false;
    last = t.n - c;
    if (span_escaped(t, last))
        return false;
    for (size_t i = o; i < last; i++) {
        i = span_index(span_cut(t, 0, last), i, close[0]);
        if (i == last)
            return true;
        if (!span_escaped(t, i) &&
            (span_at(t, i, close) || span_at(t, i, open)))
            return false;
    }
    return true;
}

static const char *const pairs[][2] = {
    { "$$", "$$" },
    { "$", "$" },
    { "\\(", "\\)" },
    { "\\[", "\\]" },
    { "**", "**" },
    { "__", "__" },
    { "*", "*" },
    { "_", "_" },
    { "```", "```" },
    { "`", "`" },
    { "\"", "\"" },
    { "'", "'" },
    { "\xe2\x80\x98", "\xe2\x80\x99" },
    { "\xe2\x80\x9c", "\xe2\x80\x9d" },
    { "\\begin{equation}", "\\end{equation}" },
    { "\\begin{equation*}", "\\end{equation*}" },
    { "\\begin{displaymath}", "\\end{displaymath}" },
    { "\\begin{math}", "\\end{math}" },
};

/* A box around all of t: its contents. */
static bool unbox(struct span *t)
{
    size_t n = span_at_any(*t, 0,
                           "\\boxed|\\fbox|\\framebox|\\underline|"
                           "\\uline");
    size_t at = span_skip_space(*t, n);

    if (n == 0 || span_byte(*t, at) != '{' || span_braces(*t, at) != t->n)
        return false;
    *t = span_cut(*t, at + 1, t->n - 1);
    return true;
}

static bool extract_unwrap(struct span *t)
{
    if (t->n < 2 || is_letter(t->s[0]) || is_digit(t->s[0]))
        return false;
    for (size_t i = 0; i < COUNT(pairs); i++)
        if (is_wrapped(*t, pairs[i][0], pairs[i][1])) {
            size_t o = strlen(pairs[i][0]), c = strlen(pairs[i][1]);

            *t = span_cut(*t, o, t->n - c);
            return true;
        }
    return unbox(t);
}

/* How often the sign of a formula stands in t, without a backslash. */
static size_t extract_dollars(struct span t)
{
    size_t n = 0;

    for (size_t at = 0; (at = span_index(t, at, '$')) < t.n; at++)
        n += !span_escaped(t, at);
    return n;
}

/* One half of a pair whose other half was cut off. */
static bool drop_half(struct span *t)
{
    static const char *const halves[][2] = { { "\\(", "\\)" },
                                             { "\\[", "\\]" },
                                             { "**", "**" } };

    for (size_t i = 0; i < COUNT(halves); i++) {
        const char *open = halves[i][0], *close = halves[i][1];

        if (span_at(*t, 0, open) && span_find(*t, 2, close) == t->n) {
            *t = span_cut(*t, 2, t->n);
            return true;
        }
        if (t->n > 2 && ends_with(*t, close) && !span_escaped(*t, t->n - 2) &&
            span_find(span_cut(*t, 0, t->n - 2), 0, open) == t->n - 2) {
            t->n -= 2;
            return true;
        }
    }
    if (!t->n || (t->s[0] != '$' && t->s[t->n - 1] != '$') ||
        extract_dollars(*t) % 2 == 0)
        return false;
    if (t->s[0] == '$' && !trim_is_money(*t, 0)) {
        *t = span_cut(*t, 1, t->n);
        return true;
    }
    if (t->n > 1 && ends_with(*t, "$") && !ends_with(*t, "\\$") &&
        !is_digit(t->s[t->n - 2])) {
        t->n--;
        return true;
    }
    return false;
}

#define LAYERS    12   /* more are no text of a person */
#define HALF_MOST 4096 /* bytes in which half a pair is looked for */

struct span trim_span(struct span t)
{
    size_t n;

    for (int i = 0; i < LAYERS; i++) {
        while ((n = front_waste(t)))
            t = span_cut(t, n, t.n);
        while ((n = back_waste(t)))
            t.n -= n;
        /* Half a pair is looked for in bounded texts alone. */
        if (!extract_unwrap(&t) && !(t.n <= HALF_MOST && drop_half(&t)))
            break;
    }
    return t;
}

static bool extract_is_amount(struct span t, size_t at)
{
    return pattern_here(t, at, "%s%*-%?.%?%d");
}

/* Is there a word of prose behind a blank, and no command: "5 and earns "? */
static bool has_prose(struct span t)
{
    size_t end;

    if (span_has(t, '\\'))
        return false;
    for (size_t i = 1; i < t.n; i = end + 1) {
        end = i + span_letters(t, i);
        if (end - i >= 3 && t.s[i - 1] == ' ' && is_lower(t.s[i]) &&
            (end == t.n || one_of(t.s[end], " .,")) &&
            !function_find(t.s + i, end - i) && !span_at(t, i, "mod"))
            return true;
    }
    return false;
}

bool trim_is_money(struct span t, size_t at)
{
    size_t i = at + 1;

    if (!extract_is_amount(t, at + 1))
        return false;
    while (i < t.n && i < at + 400 && t.s[i] != '\n' &&
           !(t.s[i] == '$' && !span_escaped(t, i)))
        i++;
    if (has_prose(span_cut(t, at + 1, i)))
        return true;
    /* "$5 and $6", "$40 / $4": the second sign opens too. */
    if (i < t.n && t.s[i] == '$')
        return is_space(t.s[i - 1]) && extract_is_amount(t, i + 1) &&
               !is_space(t.s[i + 1]);
    /* No second sign: "$0.009", but "$2x+1" is half a formula. */
    for (i = at + 1; i < t.n && (is_digit(t.s[i]) || one_of(t.s[i], ",. -"));)
        i++;
    return i >= t.n || one_of(t.s[i], "\n)*") ||
           (is_letter(t.s[i]) && t.s[i - 1] == ' ');
}

/* A sign of a formula leaves a blank where its neighbours would touch. */
static void add_gap(char *out, size_t *n, char next)
{
    if (*n && out[*n - 1] != ' ' &&
        (is_letter(next) || is_digit(next) || next == '\\'))
        out[(*n)++] = ' ';
}

/* Is the "**" at `at` that of bold words, not a power: does it touch something
 * on one side alone? */
static bool extract_is_dress(struct span t, size_t at)
{
    return (at == 0 || is_space(t.s[at - 1])) !=
           (at + 2 >= t.n || is_space(t.s[at + 2]) ||
            one_of(t.s[at + 2], ",;"));
}

const char *trim_text(struct arena *a, struct span t)
{
    char *out = arena_text(a, 2 * t.n);
    bool open = false; /* inside $...$ */
    size_t n = 0;

    for (size_t i = 0; i < t.n; i++) {
        char c = t.s[i], next = i + 1 < t.n ? t.s[i + 1] : '\0';

        if (c == '\\' && one_of(next, "()[]")) {
            i++;
            add_gap(out, &n, i + 1 < t.n ? t.s[i + 1] : '\0');
        } else if (c == '\\' && i + 1 < t.n) {
            out[n++] = '\\';
            out[n++] = next ? next : ' ';
            i++;
        } else if (c == '$' && !open &&
                   (trim_is_money(t, i) ||
                    (i + 1 == t.n && i && is_digit(t.s[i - 1])))) {
            out[n++] = '\\';
            out[n++] = '$';
        } else if (c == '$') {
            open = !open;
            add_gap(out, &n, next);
        } else if (c == '*' && next == '*' && extract_is_dress(t, i)) {
            i++;
        } else {
            out[n++] = c == '\0' ? ' ' : c;
        }
    }
    while (n && out[n - 1] == ' ' && !(n > 1 && out[n - 2] == '\\'))
        n--;
    out[n] = '\0';
    return out + strspn(out, " ");
}

bool trim_same(struct span x, struct span y)
{
    return span_equal(trim_span(x), trim_span(y));
}

const char *lower_case(struct arena *a, struct span t)
{
    struct str out = str_in(a);

    fold_lower(&out, t);
    return str_get(&out);
}
