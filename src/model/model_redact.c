/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Secrets taken out of text. A secret is found whatever its case, as it
 * stands, as URLs, JSON, HTML and C escape it, or as a list of the codes of its
 * characters (73:6b:2d, 0x73, 0x6b, [115, 107]); and a part of one when it is
 * RUN characters or more from its beginning or its end: servers cut what they
 * quote. Secrets shorter than that are found whole.
 *
 * Most text has none, and is only searched: four characters, at every ninth
 * place where secrets are long, are looked up in a small filter of what stands
 * in the first and the last RUN characters of secrets. What is compared at one
 * place is bounded by RUN, and what is found beyond that is taken out, so the
 * work is linear in the text.
 */
#include "base/ascii.h"
#include "base/str.h"
#include "base/vec.h"
#include "model/model_int.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define RUN  12
#define GRAM 4

struct model_finder {
    const char *const *secrets;
    size_t n;
    size_t least;         /* shorter secrets are passed over */
    size_t run;           /* the fewest characters that are one */
    size_t stride;        /* of the places that are looked up */
    uint64_t filter[128]; /* bits: what stands in the runs to be found */
};

/* text[start..end) */
struct hit {
    size_t start, end;
};

/* ---- the filter ---- */

/* Letters of either case get the same number; so may others. */
static unsigned gram_of(const char *s)
{
    uint32_t x;

    memcpy(&x, s, GRAM);
    return (unsigned)(((x | UINT32_C(0x20202020)) * UINT32_C(2654435761)) >>
                      19);
}

static size_t run_of(const char *secret)
{
    size_t k = strlen(secret);

    return k < RUN ? k : RUN;
}

/* A run that begins anywhere has one of its first `stride` grams at a place
 * that is looked up. */
static void model_redact_note_run(struct model_finder *f, const char *s)
{
    for (size_t i = 0; i < f->stride; i++) {
        unsigned g = gram_of(s + i);

        f->filter[g / 64] |= UINT64_C(1) << g % 64;
    }
}

static void finder_fill(struct model_finder *f, const struct model *m,
                        size_t least)
{
    *f = (struct model_finder){ .secrets = m->secrets,
                                .n = m->n_secrets,
                                .least = least > GRAM ? least : GRAM,
                                .run = SIZE_MAX };
    for (size_t i = 0; i < m->n_secrets; i++) {
        size_t run = run_of(m->secrets[i]);

        if (run < f->run && strlen(m->secrets[i]) >= f->least)
            f->run = run;
    }
    if (f->run > RUN)
        return; /* there is none */
    f->stride = f->run - GRAM + 1;
    for (size_t i = 0; i < m->n_secrets; i++) {
        size_t k = strlen(m->secrets[i]);

        if (k >= f->least)
            model_redact_note_run(f, m->secrets[i]);
        if (k >= f->least && k > RUN)
            model_redact_note_run(f, m->secrets[i] + k - RUN);
    }
}

const struct model_finder *model_new_finder(struct arena *a,
                                            const struct model *m)
{
    struct model_finder *f = arena_new(a, struct model_finder);

    finder_fill(f, m, GRAM);
    return f;
}

/* The model's own, or one that is made in *room. */
static const struct model_finder *finder_of(const struct model *m,
                                            struct model_finder *room)
{
    if (m->finder)
        return m->finder;
    finder_fill(room, m, GRAM);
    return room;
}

/* ---- searching ---- */

static size_t same_run(const char *a, const char *b, size_t n)
{
    size_t i = 0;

    while (i < n && to_lower(a[i]) == to_lower(b[i]))
        i++;
    return i;
}

/* The longest part of one secret that begins at text[i], or of which the last
 * RUN characters do; text before `from` is not looked at. */
static void match_one(const char *secret, const char *text, size_t n,
                      size_t from, size_t i, struct hit *best)
{
    size_t k = strlen(secret), room = n - i, run, back = 0;

    run = same_run(secret, text + i, k < room ? k : room);
    if (run >= (k < RUN ? k : RUN) && run > best->end - best->start)
        *best = (struct hit){ i, i + run };
    if (k <= RUN || room < RUN ||
        same_run(secret + k - RUN, text + i, RUN) < RUN)
        return;
    while (back < k - RUN && back < i - from &&
           to_lower(text[i - back - 1]) == to_lower(secret[k - RUN - back - 1]))
        back++;
    if (back + RUN > best->end - best->start)
        *best = (struct hit){ i - back, i + RUN };
}

/* The first hit that begins in text[i..end), or whose last run does. */
static bool match_near(const struct model_finder *f, const char *text, size_t n,
                       size_t from, size_t i, size_t end, struct hit *best)
{
    *best = (struct hit){ 0, 0 };
    for (; i < end && best->end == 0; i++)
        for (size_t s = 0; s < f->n; s++)
            if (strlen(f->secrets[s]) >= f->least)
                match_one(f->secrets[s], text, n, from, i, best);
    return best->end > 0;
}

/* Add the hits in the text as it stands; with hits NULL, stop at the first.
 * Are there any? */
static bool model_redact_search(const struct model_finder *f, const char *text,
                                size_t n, struct vec *hits)
{
    size_t from = 0, i = 0;
    bool any = false;

    while (i + GRAM <= n) {
        unsigned g = gram_of(text + i);
        struct hit best;

        if (!(f->filter[g / 64] >> g % 64 & 1) ||
            !match_near(f, text, n, from,
                        i - from < f->stride ? from : i - f->stride + 1, i + 1,
                        &best)) {
            i += f->stride;
            continue;
        }
        any = true;
        if (!hits)
            break;
        *(struct hit *)vec_push(hits) = best;
        from = i = best.end;
    }
    return any;
}

/* ---- escapes ---- */

/* The number that s[0..n) is in that base; 0: none, or no ASCII. */
static int model_redact_number_in(const char *s, size_t n, int base)
{
    int v = 0;

    for (size_t i = 0; i < n; i++) {
        int d = hex_value(s[i]);

        if (d < 0 || d >= base)
            return 0;
        v = v * base + d;
        if (v > 0x7f)
            return 0;
    }
    return n ? v : 0;
}

/* &amp; &#38; &#x26; at s: its length, and what it means. */
static size_t read_entity(const char *s, size_t n, char *ch)
{
    static const struct {
        const char *name;
        char ch;
    } named[] = { { "&amp;", '&' },
                  { "&lt;", '<' },
                  { "&gt;", '>' },
                  { "&quot;", '"' },
                  { "&apos;", '\'' } };
    const char *end = memchr(s, ';', n < 8 ? n : 8);
    size_t len = end ? (size_t)(end - s) : 0;

    for (size_t i = 0; end && i < sizeof(named) / sizeof(named[0]); i++) {
        if (strlen(named[i].name) == len + 1 &&
            memcmp(s, named[i].name, len + 1) == 0) {
            *ch = named[i].ch;
            return len + 1;
        }
    }
    if (len < 3 || s[1] != '#')
        return 0;
    *ch = (char)((s[2] | 0x20) == 'x'
                     ? model_redact_number_in(s + 3, len - 3, 16)
                     : model_redact_number_in(s + 2, len - 2, 10));
    return *ch ? len + 1 : 0;
}

/* Returns the length of the escape at s, and the ASCII character that it means,
 * or 0 if it is none. */
static size_t model_redact_read_escape(const char *s, size_t n, char *ch)
{
    if (*s == '%' && n >= 3) {
        *ch = (char)model_redact_number_in(s + 1, 2, 16);
        return *ch ? 3 : 0;
    }
    if (*s == '&')
        return read_entity(s, n, ch);
    if (*s != '\\' || n < 2)
        return 0;
    if (s[1] == '/' || s[1] == '"' || s[1] == '\\') {
        *ch = s[1];
        return 2;
    }
    if (n >= 4 && (s[1] == 'x' || is_digit(s[1]))) {
        *ch = (char)(s[1] == 'x' ? model_redact_number_in(s + 2, 2, 16)
                                 : model_redact_number_in(s + 1, 3, 8));
        return *ch ? 4 : 0;
    }
    if (s[1] != 'u' || n < 6)
        return 0;
    *ch = (char)model_redact_number_in(s + 2, 4, 16);
    return *ch ? 6 : 0;
}

static bool has_escape(const char *text, size_t n)
{
    static const char marks[] = "%&\\";

    for (int i = 0; marks[i]; i++) {
        const char *p = text, *end = text + n;
        char ch;

        for (; (p = memchr(p, marks[i], (size_t)(end - p))); p++)
            if (model_redact_read_escape(p, (size_t)(end - p), &ch))
                return true;
    }
    return false;
}

/* A text in which something was undone. */
struct undone {
    char *s;
    size_t *from; /* of each character, and of the end, its place in the text */
    size_t n;
};

static struct undone undone_new(struct arena *a, size_t n)
{
    return (struct undone){ arena_text(a, n), arena_array(a, size_t, n + 1),
                            0 };
}

static void undone_add(struct undone *u, char c, size_t from)
{
    u->s[u->n] = c;
    u->from[u->n++] = from;
}

static struct undone undo_escapes(struct arena *a, const char *text, size_t n)
{
    struct undone u = undone_new(a, n);

    for (size_t i = 0, len; i < n; i += len) {
        char c = text[i];

        len = model_redact_read_escape(text + i, n - i, &c);
        undone_add(&u, len ? c : text[i], i);
        len += len == 0;
    }
    u.from[u.n] = n;
    return u;
}

/* ---- codes ---- */

#define CODES_LEAST 4 /* in a row: fewer are no secret */

/* "73" or "0x73" in base 16, "115" in base 10 at s: its length, and the
 * character; 0: there is none. */
static size_t read_code(const char *s, size_t n, int base, char *ch)
{
    size_t skip =
        base == 16 && n >= 4 && s[0] == '0' && to_lower(s[1]) == 'x' ? 2 : 0;
    size_t k = skip, most = skip + (base == 16 ? 2 : 3);

    while (k < n && k <= most && (unsigned)hex_value(s[k]) < (unsigned)base)
        k++;
    if (k > most || k < skip + 2)
        return 0;
    *ch = (char)model_redact_number_in(s + skip, k - skip, base);
    return *ch ? k : 0;
}

/* What a list of codes is made of: 1 in a code, 2 between two. */
static const unsigned char of_codes[256] = {
    ['0'] = 1, ['1'] = 1, ['2'] = 1,  ['3'] = 1,  ['4'] = 1,  ['5'] = 1,
    ['6'] = 1, ['7'] = 1, ['8'] = 1,  ['9'] = 1,  ['a'] = 1,  ['b'] = 1,
    ['c'] = 1, ['d'] = 1, ['e'] = 1,  ['f'] = 1,  ['x'] = 1,  ['A'] = 1,
    ['B'] = 1, ['C'] = 1, ['D'] = 1,  ['E'] = 1,  ['F'] = 1,  ['X'] = 1,
    [' '] = 2, [':'] = 2, ['-'] = 2,  ['_'] = 2,  [','] = 2,  ['.'] = 2,
    [';'] = 2, ['|'] = 2, ['\t'] = 2, ['\r'] = 2, ['\n'] = 2,
};

/* Returns the length of what parts two codes, at s: up to three characters. */
static size_t model_redact_read_gap(const char *s, size_t n)
{
    size_t k = 0;

    while (k < n && k < 3 && of_codes[(unsigned char)s[k]] == 2)
        k++;
    return k;
}

/* Reads the list of codes at text[i], and adds its characters to *u if there is
 * one. Returns where it ends; i: there is none. */
static size_t read_codes(const char *text, size_t n, size_t i, int base,
                         struct undone *u)
{
    size_t at = i, end = i, count = 0, before = u ? u->n : 0, len;
    char c;

    if (i && (is_digit(text[i - 1]) || is_letter(text[i - 1])))
        return i;
    while ((len = read_code(text + at, n - at, base, &c))) {
        if (u)
            undone_add(u, c, at);
        end = at + len;
        len = model_redact_read_gap(text + end, n - end);
        at = end + len;
        if (++count >= CODES_LEAST && !u)
            return end;
        if (!len)
            break;
    }
    if (count >= CODES_LEAST)
        return end;
    if (u)
        u->n = before;
    return i;
}

#define LOOK 6 /* the shortest list, "73:6b:2d:41", is 2 * LOOK - 1 */

/* Most text has no list. One of every LOOK places is among the first of any
 * list, and has as many of its characters behind it. */
static bool has_codes(const char *text, size_t n)
{
    for (size_t i = 0; i + LOOK <= n; i += LOOK) {
        size_t k = LOOK;

        while (k > 0 && of_codes[(unsigned char)text[i + k - 1]])
            k--;
        for (k = k ? i + 1 : i < LOOK ? 0 : i - LOOK + 1; k <= i; k++)
            if (read_codes(text, n, k, 16, NULL) > k ||
                read_codes(text, n, k, 10, NULL) > k)
                return true;
    }
    return false;
}

static struct undone undo_codes(struct arena *a, const char *text, size_t n,
                                int base)
{
    struct undone u = undone_new(a, n);

    for (size_t i = 0, end; i < n; i = end) {
        end = read_codes(text, n, i, base, &u);
        if (end > i)
            continue;
        undone_add(&u, text[i], i);
        end = i + 1;
    }
    u.from[u.n] = n;
    return u;
}

/* ---- all spellings ---- */

/* Search what was undone; the hits are places of the text `of`, or, if that was
 * undone itself, of the one before it. */
static bool search_undone(const struct model_finder *f, const struct undone *u,
                          const struct undone *of, struct vec *hits)
{
    size_t before = hits ? hits->n : 0;
    bool any = model_redact_search(f, u->s, u->n, hits);

    for (size_t i = before; hits && i < hits->n; i++) {
        struct hit *h = vec_get(hits, struct hit, i);

        *h = (struct hit){ u->from[h->start], u->from[h->end] };
        if (of)
            *h = (struct hit){ of->from[h->start], of->from[h->end] };
    }
    return any;
}

static bool search_codes(struct arena *a, const struct model_finder *f,
                         const char *text, size_t n, const struct undone *of,
                         struct vec *hits)
{
    static const int bases[] = { 16, 10 };
    bool any = false;

    for (size_t i = 0; i < 2 && has_codes(text, n); i++) {
        struct undone u = undo_codes(a, text, n, bases[i]);

        any |= search_undone(f, &u, of, hits);
    }
    return any;
}

/* Search the text as it stands, and with its escapes and codes undone. */
static bool model_redact_search_all(struct arena *a,
                                    const struct model_finder *f,
                                    const char *text, size_t n, bool escapes,
                                    struct vec *hits)
{
    bool any = model_redact_search(f, text, n, hits);
    struct undone u;

    any |= search_codes(a, f, text, n, NULL, hits);
    if (!escapes || !has_escape(text, n))
        return any;
    u = undo_escapes(a, text, n);
    any |= search_undone(f, &u, NULL, hits);
    return search_codes(a, f, u.s, u.n, &u, hits) || any;
}

/* ---- replacing ---- */

static int by_start(const void *a, const void *b)
{
    const struct hit *x = a, *y = b;

    return (x->start > y->start) - (x->start < y->start);
}

/* Write the text with the hits replaced, which several searches made. */
static const char *model_redact_replaced(struct arena *a, const char *text,
                                         size_t n, const struct vec *hits)
{
    struct str out = str_in(a);
    size_t done = 0;

    qsort(hits->items, hits->n, sizeof(struct hit), by_start);
    str_reserve(&out, n);
    for (size_t i = 0; i <= hits->n; i++) {
        const struct hit *h = i < hits->n ? vec_get(hits, struct hit, i) : NULL;

        for (; done < (h ? h->start : n); done++)
            str_addc(&out, text[done] ? text[done] : '?');
        if (!h)
            break;
        if (h->start >= done)
            str_add(&out, "[secret]");
        done = h->end > done ? h->end : done;
    }
    return str_get(&out);
}

static const char *redact(struct arena *a, const struct model_finder *f,
                          const char *text, size_t n, bool escapes)
{
    struct arena scratch = { 0 };
    struct vec hits = vec_in(&scratch, sizeof(struct hit));

    if (model_redact_search_all(&scratch, f, text, n, escapes, &hits))
        text = model_redact_replaced(a, text, n, &hits);
    arena_clear(&scratch);
    return text;
}

const char *model_redact(struct arena *a, const struct model *m,
                         const char *text, size_t n)
{
    struct model_finder room;
    const struct model_finder *f = finder_of(m, &room);

    if (n < f->run)
        return text;
    return redact(a, f, text, n, true);
}

const char *model_redact_plain(struct arena *a, const struct model *m,
                               const char *text, size_t n)
{
    struct model_finder room;
    const struct model_finder *f = finder_of(m, &room);

    if (n < f->run)
        return text;
    return redact(a, f, text, n, false);
}

#define HOLDS_LEAST 8 /* shorter ones may be part of any text */

bool model_holds_secret(const struct model *m, const char *text)
{
    struct arena a = { 0 };
    size_t n = strlen(text);
    struct model_finder f;
    bool found;

    finder_fill(&f, m, HOLDS_LEAST);
    if (n < f.run)
        return false;
    found = model_redact_search_all(&a, &f, text, n, true, NULL);
    arena_clear(&a);
    return found;
}
