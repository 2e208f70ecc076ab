/* SPDX-License-Identifier: Apache-2.0 */
#include "text/pattern.h"
#include "text/character.h"

#include <stdint.h>

#define NONE       SIZE_MAX
#define ITEMS_MOST 24 /* of an alternative that is matched backwards */

struct matcher {
    struct span t;
    bool exact; /* in this case alone */
};

static bool pattern_is_over(const char *p)
{
    return !*p || *p == '|' || (p[0] == '%' && p[1] == ')');
}

/* Behind the item at p, without what says how often. */
static const char *pattern_item_end(const char *p)
{
    if (*p != '%')
        return p + 1;
    switch (p[1]) {
    case '!':
    case '=': return pattern_item_end(p + 2);
    case '[':
        for (p += 3 + (p[2] == '^'); *p != ']';)
            p++;
        return p + 1;
    case '(':
        for (p += 2; !(p[0] == '%' && p[1] == ')');)
            p = *p == '%' ? pattern_item_end(p) : p + 1;
        return p + 2;
    default: return p + 2;
    }
}

/* How often the item that ends at p may stand: ? * + or, once, NUL. */
static char repeat_of(const char *p)
{
    return p[0] == '%' && (p[1] == '?' || p[1] == '*' || p[1] == '+') ? p[1]
                                                                      : '\0';
}

/* Is c in the set at p, behind its bracket? */
static bool pattern_in_set(const char *p, char c)
{
    bool no = *p == '^', in = false;
    const char *first = p + no;

    for (p = first; *p != ']' || p == first; p++)
        if (p[1] == '-' && p[2] != ']') {
            in = in || (c >= p[0] && c <= p[2]);
            p += 2;
        } else {
            in = in || c == *p;
        }
    return in != no;
}

/* The length of one character of the class at `at`; 0: there is none. */
static size_t pattern_class_at(struct span t, size_t at, char class)
{
    char c = span_byte(t, at);

    switch (class) {
    case 'd': return is_digit(c);
    case 'a': return is_letter(c);
    case 'l': return is_lower(c);
    case 'u': return is_upper(c);
    case 'b':
        return c == ' ' || c == '\t'
                   ? 1
                   : character_is(t, at, CHAR_BLANK | CHAR_UNSEEN);
    case 's': return character_space(t, at);
    case 'A': return character_letter(t, at);
    case 'h': return c == '-' ? 1 : character_is(t, at, CHAR_DASHES);
    case 'q': return c == '"' ? 1 : character_is(t, at, CHAR_QUOTES);
    case 'o': return character_is(t, at, CHAR_BULLET);
    case 'r': return character_is(t, at, CHAR_RELATION);
    case '%': return c == '%';
    case '.': return at < t.n;
    default: BUG("a pattern names a class that there is not");
    }
}

/* Behind the brace that closes the group at `at`; NONE: there is none. */
static size_t pattern_group_end(struct span t, size_t at)
{
    size_t depth = 0;

    for (; at < t.n; at++) {
        if (t.s[at] == '\\')
            at++;
        else if (t.s[at] == '{')
            depth++;
        else if (t.s[at] == '}' && depth && --depth == 0)
            return at + 1;
        if (depth == 0)
            break;
    }
    return NONE;
}

static size_t pattern_number_end(struct span t, size_t at)
{
    size_t end = at + span_digits(t, at), n;

    if (end == at)
        return NONE;
    while (span_one_of(t, end, ".,") && (n = span_digits(t, end + 1)))
        end += 1 + n;
    return end;
}

static size_t pattern_list_end(const struct matcher *m, size_t at,
                               const char *p);

/* Behind the item p that stands at `at`; NONE: it does not. */
static size_t pattern_item_at(const struct matcher *m, size_t at, const char *p)
{
    struct span t = m->t;
    char c = span_byte(t, at);
    size_t n;

    if (*p != '%')
        return at < t.n &&
                       (c == *p || (!m->exact && to_lower(c) == to_lower(*p)))
                   ? at + 1
                   : NONE;
    switch (p[1]) {
    case '(': return pattern_list_end(m, at, p + 2);
    case '[': return at < t.n && pattern_in_set(p + 2, c) ? at + 1 : NONE;
    case '!': return pattern_item_at(m, at, p + 2) == NONE ? at : NONE;
    case '=': return pattern_item_at(m, at, p + 2) == NONE ? NONE : at;
    case '<': return at && is_letter(t.s[at - 1]) ? NONE : at;
    case '>': return is_letter(c) ? NONE : at;
    case '^': return at == 0 || t.s[at - 1] == '\n' ? at : NONE;
    case '$': return at >= t.n ? at : NONE;
    case 'w': return is_letter(c) ? at + span_letters(t, at) : NONE;
    case 'n': return pattern_number_end(t, at);
    case 'c':
        n = c == '\\' ? span_letters(t, at + 1) : 0;
        return n ? at + 1 + n : NONE;
    case 'g': return pattern_group_end(t, at);
    default: n = pattern_class_at(t, at, p[1]); return n ? at + n : NONE;
    }
}

/* Behind the alternative *p that stands at `at`; *p goes as far in it as it
 * matches. */
static size_t pattern_sequence_end(const struct matcher *m, size_t at,
                                   const char **p)
{
    while (!pattern_is_over(*p)) {
        const char *item = *p;
        const char *next = *item == '%' ? pattern_item_end(item) : item + 1;
        char repeat = repeat_of(next);
        size_t end = pattern_item_at(m, at, item);

        *p = next + (repeat ? 2 : 0);
        if (end == NONE && (!repeat || repeat == '+'))
            return NONE;
        while (end != NONE && end > at) {
            at = end;
            if (!repeat || repeat == '?')
                break;
            end = pattern_item_at(m, at, item);
        }
    }
    return at;
}

/* The bar behind the alternative that goes on at p, or where the list ends. */
static const char *pattern_next(const char *p)
{
    while (*p && *p != '|' && !(p[0] == '%' && p[1] == ')'))
        p = *p == '%' ? pattern_item_end(p) : p + 1;
    return p;
}

/* Behind the first of the alternatives from p on that stands at `at`. */
static size_t pattern_list_end(const struct matcher *m, size_t at,
                               const char *p)
{
    char c = to_lower(span_byte(m->t, at));

    for (;; p++) {
        /* Most begin with another byte. */
        bool other =
            *p != '%' && to_lower(*p) != c && *p && *p != '|' && p[1] != '%';
        size_t end = other ? NONE : pattern_sequence_end(m, at, &p);

        if (end != NONE)
            return end;
        p = pattern_next(p);
        if (*p != '|')
            return NONE;
    }
}

static struct matcher matcher_of(struct span t, const char **pattern)
{
    struct matcher m = { .t = t,
                         .exact =
                             (*pattern)[0] == '%' && (*pattern)[1] == '#' };

    *pattern += m.exact ? 2 : 0;
    return m;
}

bool pattern_here(struct span t, size_t at, const char *pattern)
{
    struct matcher m = matcher_of(t, &pattern);

    return pattern_list_end(&m, at, pattern) != NONE;
}

size_t pattern_at(struct span t, size_t at, const char *pattern)
{
    struct matcher m = matcher_of(t, &pattern);
    size_t end = pattern_list_end(&m, at, pattern);

    return end == NONE ? 0 : end - at;
}

size_t pattern_skip(struct span t, size_t at, const char *pattern)
{
    size_t n;

    while ((n = pattern_at(t, at, pattern)))
        at += n;
    return at;
}

/* The bytes that a match may begin with, if they are few and all of them are
 * known: an alternative that begins otherwise makes `any`. */
struct firsts {
    bool any, byte[256];
};

static struct firsts firsts_of(const struct matcher *m, const char *p)
{
    struct firsts f = { .any = false };

    for (;; p++) {
        unsigned char c = (unsigned char)*p;

        f.any = f.any || c == '%' || c == '|' || !c || p[1] == '%';
        f.byte[c] = true;
        if (is_letter(*p) && !m->exact)
            f.byte[c ^ 0x20] = true;
        p = pattern_next(p);
        if (*p != '|')
            return f;
    }
}

size_t pattern_find(struct span t, size_t at, const char *pattern)
{
    struct matcher m = matcher_of(t, &pattern);
    struct firsts f = firsts_of(&m, pattern);

    while (at < t.n && ((!f.any && !f.byte[(unsigned char)t.s[at]]) ||
                        pattern_list_end(&m, at, pattern) == NONE))
        at++;
    return at < t.n ? at : t.n;
}

/* Before the item p that ends at `at`; NONE: it does not. */
static size_t pattern_item_before(const struct matcher *m, size_t at,
                                  const char *p)
{
    size_t from = at;

    if (*p == '%' && strchr("<>^$!=", p[1]))
        return pattern_item_at(m, at, p);
    if (at == 0)
        return NONE;
    for (from--; from && at - from < 4 && (m->t.s[from] & 0xc0) == 0x80;)
        from--;
    if (pattern_item_at(m, from, p) == at)
        return from;
    return pattern_item_at(m, at - 1, p) == at ? at - 1 : NONE;
}

/* Before the alternative p that ends at `at`. */
static size_t pattern_sequence_before(const struct matcher *m, size_t at,
                                      const char *p)
{
    const char *item[ITEMS_MOST];
    size_t n = 0;

    for (; !pattern_is_over(p);
         p = pattern_item_end(p) + (repeat_of(pattern_item_end(p)) ? 2 : 0)) {
        INVARIANT(n < ITEMS_MOST);
        item[n++] = p;
    }
    while (n-- > 0) {
        char repeat = repeat_of(pattern_item_end(item[n]));
        size_t from = pattern_item_before(m, at, item[n]);

        if (from == NONE && (!repeat || repeat == '+'))
            return NONE;
        while (from != NONE && from < at) {
            at = from;
            if (!repeat || repeat == '?')
                break;
            from = pattern_item_before(m, at, item[n]);
        }
    }
    return at;
}

size_t pattern_before(struct span t, size_t at, const char *pattern)
{
    struct matcher m = matcher_of(t, &pattern);

    for (const char *p = pattern;; p++) {
        size_t from = pattern_sequence_before(&m, at, p);

        if (from != NONE && from < at)
            return at - from;
        p = pattern_next(p);
        if (*p != '|')
            return 0;
    }
}

size_t pattern_back(struct span t, size_t at, const char *pattern)
{
    size_t n;

    while ((n = pattern_before(t, at, pattern)))
        at -= n;
    return at;
}
