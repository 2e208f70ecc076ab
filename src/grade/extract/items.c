/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Values on lines of their own, as lists and displayed formulas have them:
 *
 *     The solutions are:
 *     - $x = 2$
 *     - $x = -5$
 */
#include "base/str.h"
#include "grade/extract/extract_int.h"
#include "grade/extract/reply_text.h"

#define ITEMS_MOST 16
#define ITEM_MOST  ((size_t)200)

static size_t skip_blanks(struct span t, size_t at)
{
    while (span_byte(t, at) == ' ')
        at++;
    return at;
}

/* Behind the mark of an item, "-", "*", "2.", "3)", and the blanks after it;
 * `at` itself if there is none. */
static size_t behind_mark(struct span t, size_t at)
{
    size_t i = at + span_digits(t, at);

    if (i > at ? i - at < 3 && one_of(span_byte(t, i), ".)")
               : one_of(span_byte(t, i), "-*+"))
        i++;
    else if (span_at(t, at, "\xe2\x80\xa2")) /* a bullet */
        i = at + 3;
    return i > at && span_byte(t, i) == ' ' ? skip_blanks(t, i) : at;
}

/* Is the line a statement of what a name is? Words are none, nor are remarks. */
static bool is_value(struct span t, struct span *name)
{
    const char *sign = memchr(t.s, '=', t.n);

    *name = span_trim(span_cut(t, 0, sign ? (size_t)(sign - t.s) : 0));
    if (!sign || name->n == 0 || !is_letter(name->s[0]) || t.n > ITEM_MOST ||
        (name->n > 1 && name->s[1] != '_'))
        return false;
    for (size_t i = 0; i < t.n; i++) {
        if (t.s[i] == '\\')
            i += span_letters(t, i + 1);
        else if (span_letters(t, i) > 2)
            return false;
    }
    return true;
}

/* The statement on the line at `at`, without its mark and its dress. */
static bool read_item(struct span t, size_t at, size_t end, struct span *out,
                      struct span *name)
{
    size_t from = behind_mark(t, at), after;
    struct span line = span_trim(span_cut(t, from, end)), inner;

    if (formula_at(line, 0, &inner, &after) &&
        trim_span(span_from(line, after)).n == 0)
        line = trim_span(inner);
    else if (from == at)
        return false;
    *out = trim_span(line);
    return is_value(*out, name);
}

/* Are the names all the same, or no two of them? */
static bool agree(const struct span *name, size_t n)
{
    size_t same = 0;

    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            same += span_equal(name[i], name[j]);
    return same == 0 || same == n * (n - 1) / 2;
}

bool items_read(struct arena *a, struct span t, struct span *out)
{
    struct span item, name[ITEMS_MOST];
    struct str text = str_in(a);
    size_t n = 0, at = 0, end;

    for (; at < t.n; at = end + 1) {
        const char *line = memchr(t.s + at, '\n', t.n - at);

        end = line ? (size_t)(line - t.s) : t.n;
        item = span_trim(span_cut(t, at, end));
        if (item.n == 0 || span_is_fold(item, "and"))
            continue;
        at = skip_blanks(t, at);
        if (n == ITEMS_MOST || !read_item(t, at, end, &item, &name[n]))
            return false;
        str_addf(&text, "%s%.*s", n++ ? ", " : "", (int)item.n, item.s);
    }
    *out = (struct span){ str_get(&text), text.n };
    return n > 1 && agree(name, n);
}

bool items_last(struct arena *a, struct span t, struct span *out)
{
    size_t from = t.n;

    /* Behind the last line that leads to them. */
    while (from > 1 && !(t.s[from - 1] == '\n' && t.s[from - 2] == ':'))
        from--;
    return items_read(a, span_from(t, from > 1 ? from : 0), out);
}
