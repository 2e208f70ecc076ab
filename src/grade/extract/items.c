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
#include "text/lexicon.h"

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

/* What an item is: all items of a list are the same. */
enum item { ITEM_NONE, ITEM_NAMED, ITEM_LABELLED, ITEM_VALUE };

/* Is t prose: a word of more than two letters that is no command? */
static bool has_words(struct span t)
{
    for (size_t i = 0; i < t.n; i++) {
        if (t.s[i] == '\\')
            i += span_letters(t, i + 1);
        else if (span_letters(t, i) > 2)
            return true;
    }
    return false;
}

/* Is the line a statement of what a name is? Words are none, nor are remarks. */
static bool is_named(struct span t, struct span *name)
{
    const char *sign = memchr(t.s, '=', t.n);

    *name = span_trim(span_cut(t, 0, sign ? (size_t)(sign - t.s) : 0));
    return sign && name->n && is_letter(name->s[0]) &&
           (name->n == 1 || name->s[1] == '_') && !has_words(t);
}

/* Is it the head of a passage, "Check", "Solution", and no name of a value? */
static bool is_heading(struct span name)
{
    const struct lexeme *x;

    return lexicon_phrase(name, 0, WORD_RIDER, &x) ||
           lexicon_phrase(name, 0, WORD_ANSWER, &x) ||
           span_at_fold(name, 0, "step") || span_at_fold(name, 0, "solution") ||
           span_at_fold(name, 0, "result") || span_at_fold(name, 0, "final") ||
           span_at_fold(name, 0, "conclusion") ||
           span_at_fold(name, 0, "calculation");
}

/* "**Center:** (2, -3)": a label of one to three words and a value. */
static bool is_labelled(struct span t, struct span *name, struct span *value)
{
    const char *colon = memchr(t.s, ':', t.n);
    size_t at = colon ? (size_t)(colon - t.s) : 0, words = 0;

    *name = trim_span(span_cut(t, 0, at));
    *value = span_from(t, at + 1);
    while (value->n && one_of(value->s[0], "* "))
        *value = span_from(*value, 1);
    *value = trim_span(*value);
    for (size_t i = 0; i < name->n; i++) {
        if (!is_letter(name->s[i]) && !is_space(name->s[i]))
            return false;
        words += is_space(name->s[i]);
    }
    return colon && name->n > 1 && words < 3 && span_has_digit(*value) &&
           !has_words(*value) && !is_heading(*name);
}

/* The statement on the line at `at`, without its mark and its dress. */
static enum item read_item(struct span t, size_t at, size_t end,
                           struct span *out, struct span *name)
{
    size_t from = behind_mark(t, at), after;
    struct span line = span_trim(span_cut(t, from, end)), inner;

    if (line.n == 0 || line.n > ITEM_MOST)
        return ITEM_NONE;
    if (is_labelled(line, name, out))
        return ITEM_LABELLED;
    if (formula_at(line, 0, &inner, &after) &&
        trim_span(span_from(line, after)).n == 0)
        line = trim_span(inner);
    else if (from == at)
        return ITEM_NONE;
    *out = trim_span(line);
    if (is_named(*out, name))
        return ITEM_NAMED;
    *name = *out;
    return from > at && span_has_digit(*out) && !has_words(*out) ? ITEM_VALUE
                                                                 : ITEM_NONE;
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

static void add_item(struct str *text, enum item kind, struct span item,
                     struct span name)
{
    str_add(text, text->n ? ", " : "");
    for (size_t i = 0; kind == ITEM_LABELLED && i < name.n; i++)
        str_addc(text,
                 is_upper(name.s[i]) ? (char)(name.s[i] + 32) : name.s[i]);
    str_addf(text, "%s%.*s", kind == ITEM_LABELLED ? ": " : "", (int)item.n,
             item.s);
}

/* Every line of t is one item of the same kind; *kind is that. */
static bool read_items(struct arena *a, struct span t, struct span *out,
                       enum item *kind)
{
    struct span item, name[ITEMS_MOST];
    struct str text = str_in(a);
    size_t n = 0, at = 0, end;
    enum item next;

    *kind = ITEM_NONE;
    for (; at < t.n; at = end + 1) {
        const char *line = memchr(t.s + at, '\n', t.n - at);

        end = line ? (size_t)(line - t.s) : t.n;
        item = span_trim(span_cut(t, at, end));
        if (item.n == 0 || span_is_fold(item, "and"))
            continue;
        at = skip_blanks(t, at);
        next =
            n < ITEMS_MOST ? read_item(t, at, end, &item, &name[n]) : ITEM_NONE;
        if (!next || (*kind && next != *kind))
            return false;
        *kind = next;
        add_item(&text, next, item, name[n++]);
    }
    *out = (struct span){ str_get(&text), text.n };
    return n > 1 && agree(name, n);
}

bool items_read(struct arena *a, struct span t, struct span *out)
{
    enum item kind;

    return read_items(a, t, out, &kind);
}

/* t without a last line of words that tell no value, "These are all." */
static struct span without_remark(struct span t)
{
    size_t at = t.n;
    struct span line;

    while (at && t.s[at - 1] != '\n')
        at--;
    line = span_from(t, at);
    if (at == 0 || !has_words(line) || span_has_digit(line) ||
        memchr(line.s, '$', line.n) || memchr(line.s, '\\', line.n) ||
        memchr(line.s, '=', line.n) || phrase_within(line, WORD_DENIAL))
        return t;
    return span_trim(span_cut(t, 0, at));
}

bool items_last(struct arena *a, struct span t, struct span *out)
{
    size_t from, at, lines = 0;
    struct span item, name;
    enum item kind;

    t = without_remark(t);
    from = at = t.n;
    /* The lines at the end that are items, from the last one on. */
    while (at > 0 && lines <= ITEMS_MOST) {
        size_t end = at, start;

        while (at > 0 && t.s[at - 1] != '\n')
            at--;
        start = skip_blanks(t, at);
        if (start < end && !span_is_fold(span_cut(t, start, end), "and")) {
            if (!read_item(t, start, end, &item, &name))
                break;
            from = at;
            lines++;
        }
        at -= at > 0;
    }
    /* Numbers may be those of steps. */
    return lines > 1 && read_items(a, span_from(t, from), out, &kind) &&
           (kind != ITEM_VALUE || one_of(span_byte(*out, 0), "(["));
}
