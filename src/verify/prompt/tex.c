/* SPDX-License-Identifier: Apache-2.0 */
/* LaTeX with its brackets matched: parts of formulas before they are read. */
#include "verify/prompt/prompt_int.h"

#include "base/str.h"

size_t tex_token(struct span s, size_t at)
{
    size_t n = 1;

    if (span_byte(s, at) != '\\')
        return 1;
    n = span_letters(s, at + 1);
    if (n == 0)
        return at + 1 < s.n ? 2 : 1;
    if (tex_word_at(s, at, "begin") || tex_word_at(s, at, "end")) {
        size_t end = span_find(s, at, "}");

        return end < s.n ? end + 1 - at : n + 1;
    }
    return n + 1;
}

/* The bracket at `at`: its closing sign as a letter if it opens, the same
 * letter in upper case if it closes. */
static char bracket_at(struct span s, size_t at)
{
    switch (span_byte(s, at)) {
    case '(': return 'r';
    case ')': return 'R';
    case '[': return 's';
    case ']': return 'S';
    case '{': return 'g';
    case '}': return 'G';
    case '\\':
        if (span_byte(s, at + 1) == '{')
            return 'b';
        if (span_byte(s, at + 1) == '}')
            return 'B';
        if (tex_word_at(s, at, "begin"))
            return 'e';
        if (tex_word_at(s, at, "end"))
            return 'E';
        return 0;
    default: return 0;
    }
}

static void prompt_close_bracket(struct tex *t, uint32_t *open, size_t *depth,
                                 size_t at, char want)
{
    for (size_t d = *depth; d-- > 0;)
        if (bracket_at(t->s, open[d]) == want) {
            t->partner[open[d]] = (uint32_t)at;
            *depth = d;
            return;
        }
}

struct tex tex_open(struct arena *a, struct span s)
{
    struct tex t = { s, arena_array(a, uint32_t, s.n + 1) };
    uint32_t *open = arena_array(a, uint32_t, s.n + 1);
    size_t depth = 0;

    for (size_t i = 0; i < s.n; i += tex_token(s, i)) {
        char b = bracket_at(s, i);

        if (b >= 'a')
            open[depth++] = (uint32_t)i;
        else if (b)
            prompt_close_bracket(&t, open, &depth, i, to_lower(b));
    }
    return t;
}

size_t tex_next(const struct tex *t, size_t at)
{
    if (t->partner[at])
        at = t->partner[at];
    return at + tex_token(t->s, at);
}

bool tex_word_at(struct span s, size_t at, const char *word)
{
    return span_byte(s, at) == '\\' && span_at(s, at + 1, word) &&
           !is_letter(span_byte(s, at + 1 + strlen(word)));
}

static enum tex_relation control_relation(struct span word)
{
    if (span_among(word, "to rightarrow longrightarrow"))
        return TEX_TENDS;
    if (span_among(word, "ll"))
        return TEX_SMALL;
    if (span_among(word, "sim approx simeq"))
        return TEX_LIKE;
    if (span_among(word, "le leq ge geq lt gt leqslant geqslant"))
        return TEX_ORDERED;
    return span_among(word, "in") ? TEX_IN : TEX_NONE;
}

static enum tex_relation prompt_relation_at(struct span s, size_t at)
{
    switch (span_byte(s, at)) {
    case '=': return TEX_EQUALS;
    case '<':
    case '>': return TEX_ORDERED;
    case '\\':
        return control_relation(
            span_cut(s, at + 1, at + 1 + span_letters(s, at + 1)));
    default: return TEX_NONE;
    }
}

size_t tex_sides(struct arena *a, struct span s, struct tex_side *sides,
                 size_t most)
{
    struct tex t = tex_open(a, s);
    size_t n = 0, from = 0;
    enum tex_relation before = TEX_NONE;

    for (size_t i = 0; i < s.n && n + 1 < most; i = tex_next(&t, i)) {
        enum tex_relation r =
            t.partner[i] ? TEX_NONE : prompt_relation_at(s, i);

        if (r == TEX_NONE)
            continue;
        sides[n++] =
            (struct tex_side){ tex_trim(span_cut(s, from, i)), before };
        before = r;
        from = i + tex_token(s, i);
    }
    sides[n++] = (struct tex_side){ tex_trim(span_from(s, from)), before };
    return n;
}

bool tex_part(const struct tex *t, size_t *from, char mark, struct span *part)
{
    size_t end = *from;

    if (end > t->s.n)
        return false;
    while (end < t->s.n && t->s.s[end] != mark)
        end = tex_next(t, end);
    *part = span_cut(t->s, *from, end);
    *from = end + 1;
    return true;
}

/* Returns the length of spacing at `at`: a blank, "\,", "\quad". */
static size_t spacing_at(struct span s, size_t at)
{
    size_t n = span_letters(s, at + 1);

    if (is_space(span_byte(s, at)) || span_byte(s, at) == '~')
        return 1;
    if (span_byte(s, at) != '\\')
        return 0;
    if (at + 1 < s.n && strchr(",;:! \n", s.s[at + 1]))
        return 2;
    return str_among_n(s.s + at + 1, n, "quad qquad displaystyle limits par")
               ? n + 1
               : 0;
}

/* The spacing or punctuation that ends at the end of s, in bytes. */
static size_t spacing_before_end(struct span s)
{
    static const char *const ends[] = { "\\quad", "\\qquad", "\\,", "\\;",
                                        "\\:",    "\\!",     "\\ ", "\\par" };
    char last = span_byte(s, s.n - 1);

    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        size_t n = strlen(ends[i]);

        if (s.n >= n && span_at(s, s.n - n, ends[i]))
            return n;
    }
    return is_space(last) || strchr(".,;:~&", last) ? 1 : 0;
}

struct span tex_trim(struct span s)
{
    size_t n;

    while (s.n && (n = spacing_before_end(s)) > 0)
        s.n -= n;
    while (s.n && ((n = spacing_at(s, 0)) > 0 ||
                   (n = strchr(",;:&", s.s[0]) ? 1 : 0) > 0))
        s = span_from(s, n);
    return s;
}

const char *tex_squeezed(struct arena *a, struct span s)
{
    struct str out = str_in(a);
    size_t gap;

    for (size_t i = 0; i < s.n;) {
        if ((gap = spacing_at(s, i)) > 0) {
            i += gap;
            /* "\pi x" needs its blank, "a b" does not */
            if (i < s.n && is_letter(s.s[i]) && out.n > 1 &&
                is_letter(out.s[out.n - 1]))
                str_addc(&out, ' ');
            continue;
        }
        gap = tex_token(s, i);
        str_addn(&out, s.s + i, gap);
        i += gap;
    }
    return str_get(&out);
}

struct span tex_unwrapped(struct arena *a, struct span s, char bracket)
{
    struct tex t = tex_open(a, s);

    if (span_byte(s, 0) == bracket && t.partner[0] && t.partner[0] + 1 == s.n)
        return tex_trim(span_cut(s, 1, s.n - 1));
    return s;
}
