/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Secrets taken out of text. A secret is found whatever its case, as it
 * stands, or as URLs, JSON, HTML and C escape it; and a part of one when it is
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
static void note_run(struct model_finder *f, const char *s)
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
            note_run(f, m->secrets[i]);
        if (k >= f->least && k > RUN)
            note_run(f, m->secrets[i] + k - RUN);
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
static bool search(const struct model_finder *f, const char *text, size_t n,
                   struct vec *hits)
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

static int hex_digit(char c)
{
    if (is_digit(c))
        return c - '0';
    c = to_lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The number that s[0..n) is in that base; 0: none, or no ASCII. */
static int number_in(const char *s, size_t n, int base)
{
    int v = 0;

    for (size_t i = 0; i < n; i++) {
        int d = hex_digit(s[i]);

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
    *ch = (char)((s[2] | 0x20) == 'x' ? number_in(s + 3, len - 3, 16)
                                      : number_in(s + 2, len - 2, 10));
    return *ch ? len + 1 : 0;
}

/* Returns the length of the escape at s, and the ASCII character that it means,
 * or 0 if it is none. */
static size_t read_escape(const char *s, size_t n, char *ch)
{
    if (*s == '%' && n >= 3) {
        *ch = (char)number_in(s + 1, 2, 16);
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
    if (s[1] == 'x' && n >= 4) {
        *ch = (char)number_in(s + 2, 2, 16);
        return *ch ? 4 : 0;
    }
    if (s[1] != 'u' || n < 6)
        return 0;
    *ch = (char)number_in(s + 2, 4, 16);
    return *ch ? 6 : 0;
}

static bool has_escape(const char *text, size_t n)
{
    static const char marks[] = "%&\\";

    for (int i = 0; marks[i]; i++) {
        const char *p = text, *end = text + n;
        char ch;

        for (; (p = memchr(p, marks[i], (size_t)(end - p))); p++)
            if (read_escape(p, (size_t)(end - p), &ch))
                return true;
    }
    return false;
}

/* Search the text with its escapes undone. */
static bool search_escaped(struct arena *a, const struct model_finder *f,
                           const char *text, size_t n, struct vec *hits)
{
    char *plain = arena_text(a, n);
    size_t *from = arena_array(a, size_t, n + 1), k = 0;
    size_t before = hits ? hits->n : 0;
    bool any;

    for (size_t i = 0, len; i < n; i += len) {
        len = read_escape(text + i, n - i, &plain[k]);
        if (len == 0) {
            plain[k] = text[i];
            len = 1;
        }
        from[k++] = i;
    }
    from[k] = n;
    any = search(f, plain, k, hits);
    for (size_t i = before; hits && i < hits->n; i++) {
        struct hit *h = vec_get(hits, struct hit, i);

        *h = (struct hit){ from[h->start], from[h->end] };
    }
    return any;
}

/* ---- replacing ---- */

/* Write the text with the hits replaced: those from `escaped` on are of the
 * second search, and each search has its own in order. */
static const char *replaced(struct arena *a, const char *text, size_t n,
                            const struct vec *hits, size_t escaped)
{
    struct str out = str_in(a);
    size_t x = 0, y = escaped, done = 0;

    str_reserve(&out, n);
    while (x < escaped || y < hits->n || done < n) {
        const struct hit *p = x < escaped ? vec_get(hits, struct hit, x) : NULL;
        const struct hit *q = y < hits->n ? vec_get(hits, struct hit, y) : NULL;
        bool second = q && (!p || q->start < p->start);
        const struct hit *h = second ? q : p;

        for (; done < (h ? h->start : n); done++)
            str_addc(&out, text[done] ? text[done] : '?');
        if (!h)
            break;
        if (h->start >= done)
            str_add(&out, "[secret]");
        done = h->end > done ? h->end : done;
        *(second ? &y : &x) += 1;
    }
    return str_get(&out);
}

static const char *redact(struct arena *a, const struct model_finder *f,
                          const char *text, size_t n, bool escapes)
{
    struct arena scratch = { 0 };
    struct vec hits = vec_in(&scratch, sizeof(struct hit));
    size_t escaped;

    if (!escapes && !search(f, text, n, NULL))
        return text;
    search(f, text, n, &hits);
    escaped = hits.n;
    if (escapes)
        search_escaped(&scratch, f, text, n, &hits);
    if (hits.n)
        text = replaced(a, text, n, &hits, escaped);
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
    return redact(a, f, text, n, has_escape(text, n));
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
    found = search(&f, text, n, NULL) ||
            (has_escape(text, n) && search_escaped(&a, &f, text, n, NULL));
    arena_clear(&a);
    return found;
}
