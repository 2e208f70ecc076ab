/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/write/reword.h"
#include "base/ascii.h"
#include "base/sort.h"
#include "base/str.h"
#include "base/vec.h"
#include "hunt/tag/tagger.h"
#include "text/numeral.h"
#include "text/prose.h"

#include <inttypes.h>
#include <string.h>

/* ---- reading ---- */

/* A line that only announces the text: "Reworded problem:". */
static size_t heading(const char *s)
{
    size_t n = strcspn(s, "\n"), words = 1;

    if (n == 0 || n > 40 || s[n] != '\n')
        return 0;
    while (n && strchr(" *_#\r", s[n - 1]))
        n--;
    if (n == 0 || s[n - 1] != ':')
        return 0;
    for (size_t i = 0; i < n; i++) {
        words += s[i] == ' ';
        if (is_digit(s[i]) || s[i] == '$')
            return 0;
    }
    return words <= 4 ? strcspn(s, "\n") + 1 : 0;
}

/* Without "> " before each line. */
static void add_unquoted(struct str *out, struct span s)
{
    bool start = true;

    for (size_t i = 0; i < s.n; i++) {
        if (start && s.s[i] == '>') {
            i += i + 1 < s.n && s.s[i + 1] == ' ';
            start = false;
            continue;
        }
        start = s.s[i] == '\n';
        str_addc(out, s.s[i]);
    }
}

const char *reword_read(struct arena *a, const char *reply)
{
    struct str out = str_in(a);
    const char *s;
    size_t n;

    add_unquoted(&out, tag_answer(reply));
    s = str_trim(a, str_get(&out));
    s = str_trim(a, s + heading(s));
    n = strlen(s);
    if (n > 1 && s[0] == '"' && s[n - 1] == '"' && !memchr(s + 1, '"', n - 2))
        s = str_trim(a, arena_strndup(a, s + 1, n - 2));
    return *s ? s : NULL;
}

/* ---- lists of texts ---- */

static void reword_add_text(struct vec *v, const char *text)
{
    *(const char **)vec_push(v) = text;
}

/* The same texts, as often, in any order? */
static bool reword_same_texts(struct vec *a, struct vec *b)
{
    if (a->n != b->n)
        return false;
    sort_texts(a->items, a->n);
    sort_texts(b->items, b->n);
    for (size_t i = 0; i < a->n; i++)
        if (!str_eq(*vec_get(a, const char *, i), *vec_get(b, const char *, i)))
            return false;
    return true;
}

/* ---- numbers ---- */

static const char *reword_without_commas(struct arena *a, struct span digits)
{
    struct str s = str_in(a);

    for (size_t i = 0; i < digits.n; i++)
        if (digits.s[i] != ',')
            str_addc(&s, digits.s[i]);
    return str_get(&s);
}

/* "one" alone is a pronoun as often as a number, and a command of LaTeX is no
 * word. */
static struct vec reword_numbers_of(struct arena *a, const char *s)
{
    struct vec out = vec_in(a, sizeof(const char *));
    struct span t = span_of(s);

    for (size_t at = 0, n; at < t.n; at += n) {
        bool command = t.s[at] == '\\';
        size_t letters = span_letters(t, at + command);
        struct numeral x;

        if (is_digit(t.s[at])) {
            n = numeral_at(t, at, NUMERAL_DIGITS | NUMERAL_COMMAS, &x);
            n = n ? n : span_digits(t, at); /* it has too many */
            reword_add_text(&out,
                            reword_without_commas(a, span_cut(t, at, at + n)));
        } else if (!command && (n = numeral_at(t, at, 0, &x)) && x.over > 1) {
            reword_add_text(&out, arena_printf(a, "%" PRId64, x.over));
        } else {
            n = letters + command + (!letters && !command);
        }
    }
    return out;
}

/* ---- formulas ---- */

/* A number alone is one of the numbers: $3$ may become 3. */
static bool reword_is_number(const char *s)
{
    return s[strspn(s, "0123456789.,")] == '\0';
}

static struct vec formulas_of(struct arena *a, const char *s)
{
    struct vec out = vec_in(a, sizeof(const char *));
    struct prose r;
    struct piece p;

    prose_open(&r, s, strlen(s));
    while (prose_next(&r, &p)) {
        struct str plain = str_in(a);

        for (size_t i = 0; p.kind != PIECE_WORDS && i < p.n; i++)
            if (!is_space(p.s[i]))
                str_addc(&plain, p.s[i]);
        /* A full stop belongs to the sentence. */
        while (plain.n && strchr(".,;", plain.s[plain.n - 1]))
            plain.s[--plain.n] = '\0';
        if (!reword_is_number(str_get(&plain)))
            reword_add_text(&out, str_get(&plain));
    }
    return out;
}

/* ---- both ---- */

/* The same words, whatever stands between them? */
static bool same_words(const char *x, const char *y)
{
    for (;; x++, y++) {
        while (is_space(*x))
            x++;
        while (is_space(*y))
            y++;
        if (to_lower(*x) != to_lower(*y))
            return false;
        if (!*x)
            return true;
    }
}

enum reword_state reword_check(struct arena *a, const char *was,
                               const char *now)
{
    struct vec x, y;

    if (!now || same_words(was, now))
        return REWORD_SILENT;
    x = reword_numbers_of(a, was);
    y = reword_numbers_of(a, now);
    if (!reword_same_texts(&x, &y))
        return REWORD_NUMBERS;
    x = formulas_of(a, was);
    y = formulas_of(a, now);
    return reword_same_texts(&x, &y) ? REWORD_KEPT : REWORD_FORMULAS;
}
