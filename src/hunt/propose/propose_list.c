/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Numbered lists and labels in the replies of models.
 */
#include "base/ascii.h"
#include "base/limits.h"
#include "base/vec.h"
#include "grade/extract/extract.h"
#include "hunt/propose/propose.h"

#include <string.h>

/* What a model thinks aloud is no answer: the text behind it. */
static const char *behind_thoughts(const char *s)
{
    size_t n = strlen(s), from;

    return s + (extract_skip_thinking(s, n, &from) ? from : n);
}

/* ---- lists ---- */

/* s[0..n) with runs of white space made one blank, without marks of emphasis
 * at its ends. */
static const char *tidy(struct arena *a, const char *s, size_t n)
{
    struct str out = str_in(a);

    while (n && (is_space(*s) || *s == '*')) {
        s++;
        n--;
    }
    while (n && (is_space(s[n - 1]) || s[n - 1] == '*'))
        n--;
    for (size_t i = 0; i < n; i++)
        if (!is_space(s[i]))
            str_addc(&out, s[i]);
        else if (!is_space(s[i - 1]))
            str_addc(&out, ' ');
    return str_get(&out);
}

static void add_item(struct arena *a, struct vec *items, const char *s,
                     const char *end)
{
    const char *text = tidy(a, s, (size_t)(end - s));

    if (*text && items->n < LIMIT_ITEMS)
        *(const char **)vec_push(items) = text;
}

/* Behind "12. " if such a mark stands at s, else NULL. */
static const char *loose_mark(const char *s)
{
    const char *p = s;

    while (is_digit(*p))
        p++;
    return p > s && p[0] == '.' && is_space(p[1]) ? p + 2 : NULL;
}

/* As the original: a mark is a mark wherever it stands. */
static void cut_anywhere(struct arena *a, const char *s, struct vec *items)
{
    const char *start = NULL, *behind;

    while (*s) {
        behind = is_digit(*s) ? loose_mark(s) : NULL;
        if (!behind) {
            bool digits = is_digit(*s);

            /* Not "2. " within "12. ", which was no mark either. */
            do
                s++;
            while (digits && is_digit(*s));
            continue;
        }
        if (start)
            add_item(a, items, start, s);
        s = start = behind;
    }
    if (start)
        add_item(a, items, start, s);
}

/* Behind the mark of item `number` if the line begins with it, else NULL:
 * "2. ", "2) ", "**2.** ". */
static const char *mark_in_turn(const char *line, size_t number)
{
    size_t value = 0, digits = 0;

    line += strspn(line, " \t*#");
    for (; is_digit(*line) && digits < 6; digits++)
        value = 10 * value + (size_t)(*line++ - '0');
    if (!digits || value != number || (*line != '.' && *line != ')'))
        return NULL;
    line++;
    line += strspn(line, "*");
    return is_space(*line) ? line : NULL;
}

static bool is_filled(const char *s, const char *end)
{
    while (s < end && (is_space(*s) || *s == '*'))
        s++;
    return s < end;
}

/* A line at a time; an item ends at the next in its turn or, once it has
 * text, at a blank line. */
static void cut_in_turn(struct arena *a, const char *s, struct vec *items)
{
    const char *start = NULL, *end;
    bool filled = false;
    size_t next = 1;

    for (; *s; s = *end ? end + 1 : end) {
        const char *behind = mark_in_turn(s, next);

        end = s + strcspn(s, "\n");
        if (start && (behind || (filled && !is_filled(s, end)))) {
            add_item(a, items, start, s);
            start = NULL;
        }
        if (behind) {
            start = behind;
            filled = false;
            next++;
        }
        filled = filled || is_filled(behind ? behind : s, end);
    }
    if (start)
        add_item(a, items, start, s);
}

size_t propose_list(struct arena *a, const char *reply, bool faithful,
                    const char ***out)
{
    struct vec items = vec_in(a, sizeof(const char *));

    if (faithful)
        cut_anywhere(a, reply, &items);
    else
        cut_in_turn(a, behind_thoughts(reply), &items);
    *out = items.items;
    return items.n;
}

/* ---- labels ---- */

static bool starts_with(const char *s, const char *small)
{
    while (*small && to_lower(*s) == to_lower(*small)) {
        s++;
        small++;
    }
    return *small == '\0';
}

static bool is_word(char c)
{
    return is_letter(c) || is_digit(c) || c == '_' || (unsigned char)c >= 0x80;
}

/* Behind the last "final answer:", NULL: there is none. */
static const char *behind_answer(const char *s)
{
    static const char mark[] = "final answer";
    const char *found = NULL;

    for (; *s; s++) {
        const char *p = s + strlen(mark);

        if (to_lower(*s) != 'f' || !starts_with(s, mark))
            continue;
        p += strspn(p, "*_ \t");
        if (*p == ':')
            found = p + 1;
    }
    return found;
}

/* Past punctuation, and past boxes that people who think in LaTeX draw. The
 * sign of a number stays. */
static const char *skip_marks(const char *s)
{
    for (;;) {
        while (*s && !is_word(*s) &&
               !((*s == '-' || *s == '+') && is_digit(s[1])))
            s++;
        if (starts_with(s, "boxed{"))
            s += strlen("boxed{");
        else if (starts_with(s, "text{"))
            s += strlen("text{");
        else
            return s;
    }
}

/* How many characters of s are the label, 0: it does not stand there alone.
 * Behind it the clause must be over. */
static size_t label_length(const char *s, const char *label)
{
    size_t n = strlen(label);
    const char *rest;

    while (n && !is_word(label[n - 1]))
        n--;
    n = n ? n : strlen(label);
    for (size_t i = 0; i < n; i++)
        if (to_lower(s[i]) != to_lower(label[i]))
            return 0;
    rest = s + n;
    while (*rest && !is_word(*rest) && !strchr(".!?;,:(\n-", *rest))
        rest++;
    return is_word(*rest) ? 0 : n;
}

const char *propose_other(struct arena *a, const char *reply)
{
    const char *s = behind_answer(behind_thoughts(reply));
    size_t n;

    if (!s)
        return NULL;
    s = skip_marks(s);
    for (n = 0; n < 60 && s[n] && !strchr(".!?;,\n", s[n]);)
        n++;
    return n ? str_trim(a, arena_strndup(a, s, n)) : NULL;
}

const char *propose_label(const char *reply, const char *const *labels,
                          size_t n)
{
    const char *s = behind_answer(behind_thoughts(reply)), *found = NULL;
    size_t best = 0;

    if (!s)
        return NULL;
    while (is_space(*s))
        s++;
    for (size_t i = 0; i < n; i++) {
        size_t raw = label_length(s, labels[i]);
        size_t bare = label_length(skip_marks(s), skip_marks(labels[i]));
        size_t length = raw > bare ? raw : bare;

        if (length > best) {
            best = length;
            found = labels[i];
        }
    }
    return found;
}
