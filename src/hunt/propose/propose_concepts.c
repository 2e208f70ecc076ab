/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Which names of a vocabulary a text speaks of.
 *
 * Names and text are compared by their keys (problem/taxonomy/key.h). The key
 * of a text has marks where words begin, so that "area" is not found in
 * "linearea". What one name covered is taken: "absolute value" is not found
 * again in "absolute value equations".
 */
#include "base/ascii.h"
#include "base/limits.h"
#include "base/vec.h"
#include "hunt/propose/propose.h"
#include "problem/taxonomy/key.h"

#include <stdlib.h>
#include <string.h>

#define TEXT_BYTES 16384 /* of a text: nobody needs so long a sentence */
#define LIST_BYTES 4096  /* of a list of concepts */
#define NAME_BYTES 512   /* of one name in it */
#define NAME_MARKS 16    /* commas and semicolons in one */

/* A spelling of a name. */
struct spelling {
    const char *key;
    size_t n;    /* bytes of the key */
    size_t name; /* of the vocabulary */
    bool head;   /* not the full name */
    bool shared; /* another name is spelt so, too */
};

struct finder {
    struct arena *arena;
    const struct vocabulary *v;
    struct vec spellings; /* of struct spelling, longest first */
    bool *found;          /* [name] */
    struct vec outside;   /* of const char * */
};

/* ---- spellings ---- */

static void add_spelling(struct finder *f, size_t name, size_t n, bool head)
{
    struct str key = str_in(f->arena);
    struct spelling *s;

    concept_key(&key, f->v->names[name], n);
    if (!key.n)
        return;
    s = vec_push(&f->spellings);
    *s = (struct spelling){
        .key = str_get(&key), .n = key.n, .name = name, .head = head
    };
}

/* Longest first; full names before heads, then by key and number. */
static int compare_spellings(const void *a, const void *b)
{
    const struct spelling *x = a, *y = b;
    int c;

    if (x->n != y->n)
        return x->n > y->n ? -1 : 1;
    c = strcmp(x->key, y->key);
    if (c == 0 && x->head != y->head)
        return x->head ? 1 : -1;
    return c ? c : (x->name > y->name) - (x->name < y->name);
}

/* Of equal spellings the first counts if it is a full name; heads that two
 * names share stand for neither. */
static void mark_shared(struct vec *all)
{
    for (size_t i = 1; i < all->n; i++) {
        struct spelling *x = vec_get(all, struct spelling, i - 1);
        struct spelling *y = vec_get(all, struct spelling, i);

        if (!str_eq(x->key, y->key))
            continue;
        y->shared = true;
        x->shared = x->shared || x->head;
    }
}

static void open_finder(struct arena *a, const struct vocabulary *v,
                        struct finder *f)
{
    *f = (struct finder){ .arena = a, .v = v };
    f->spellings = vec_in(a, sizeof(struct spelling));
    f->outside = vec_in(a, sizeof(const char *));
    f->found = arena_array(a, bool, v->n ? v->n : 1);
    for (size_t i = 0; i < v->n; i++) {
        size_t n = strlen(v->names[i]), head = concept_head(v->names[i]);

        add_spelling(f, i, n, false);
        if (head < n)
            add_spelling(f, i, head, true);
    }
    if (f->spellings.n)
        qsort(f->spellings.items, f->spellings.n, sizeof(struct spelling),
              compare_spellings);
    mark_shared(&f->spellings);
}

/* The name that s[0..n) is, v->n: none. */
static size_t look_up(struct finder *f, const char *s, size_t n)
{
    struct str key = { 0 };
    size_t found = f->v->n;

    concept_key(&key, s, n);
    for (size_t i = 0; i < f->spellings.n && found == f->v->n; i++) {
        const struct spelling *x = vec_get(&f->spellings, struct spelling, i);

        if (!x->shared && str_eq(x->key, str_get(&key)))
            found = x->name;
    }
    str_clear(&key);
    return found;
}

/* ---- a list ---- */

static void add_outside(struct finder *f, const char *s, size_t n)
{
    while (n && is_space(*s)) {
        s++;
        n--;
    }
    while (n && is_space(s[n - 1]))
        n--;
    if (n && f->outside.n < LIMIT_ITEMS)
        *(const char **)vec_push(&f->outside) =
            arena_strndup(f->arena, s, n < 200 ? n : 200);
}

static const char *next_mark(const char *s, const char *end)
{
    while (s < end && *s != ';' && *s != ',')
        s++;
    return s;
}

/* The end of the longest name that s begins with, NULL: none. */
static const char *longest_name(struct finder *f, const char *s,
                                const char *end, size_t *name)
{
    const char *stop = s, *best = NULL;

    for (unsigned i = 0; i < NAME_MARKS && stop < end; i++) {
        size_t found;

        stop = next_mark(i ? stop + 1 : s, end);
        found = look_up(f, s, (size_t)(stop - s));
        if (found < f->v->n) {
            *name = found;
            best = stop;
        }
    }
    return best;
}

/* Names with semicolons or commas between. Names have both within them, so
 * that the longest that fits is taken each time. */
static void read_list(struct finder *f, const char *s, const char *end)
{
    while (s < end) {
        const char *within = end - s < NAME_BYTES ? end : s + NAME_BYTES;
        size_t name = 0;
        const char *stop = longest_name(f, s, within, &name);

        if (stop) {
            f->found[name] = true;
        } else {
            stop = next_mark(s, end);
            add_outside(f, s, (size_t)(stop - s));
        }
        s = stop < end ? stop + 1 : end;
    }
}

/* The last "concepts:" of the text, NULL: none. */
static const char *find_list(const char *text)
{
    static const char mark[] = "concepts:";
    const char *found = NULL;

    for (const char *s = text; *s; s++) {
        size_t k = 0;

        while (mark[k] && to_lower(s[k]) == mark[k])
            k++;
        if (!mark[k] && (s == text || !is_letter(s[-1])))
            found = s + k;
    }
    return found;
}

/* ---- prose ---- */

/* The key of a text, and where in it words begin. */
struct words {
    struct str key;
    bool *edge; /* [key.n + 1] */
    bool *used; /* [key.n] */
};

static bool is_word(char c)
{
    return is_letter(c) || is_digit(c) || (unsigned char)c >= 0x80;
}

static void read_words(struct arena *a, const char *s, size_t n,
                       struct words *w)
{
    struct str word = { 0 };

    w->key = str_in(a);
    w->edge = arena_array(a, bool, n + 1);
    w->used = arena_array(a, bool, n + 1);
    for (size_t i = 0, j; i < n; i = j) {
        for (j = i; j < n && is_word(s[j]); j++)
            ;
        concept_key(&word, s + i, j - i);
        w->edge[w->key.n] = true;
        str_add(&w->key, str_get(&word));
        j += j == i;
    }
    w->edge[w->key.n] = true;
    str_clear(&word);
}

static bool is_free(const struct words *w, size_t at, size_t n)
{
    for (size_t i = at; i < at + n; i++)
        if (w->used[i])
            return false;
    return w->edge[at] && w->edge[at + n];
}

static size_t find_names(struct finder *f, const char *s, size_t n)
{
    struct words w = { 0 };
    const char *text, *p;
    size_t hits = 0;

    read_words(f->arena, s, n, &w);
    text = str_get(&w.key);
    for (size_t i = 0; i < f->spellings.n; i++) {
        const struct spelling *x = vec_get(&f->spellings, struct spelling, i);

        for (p = text; !x->shared && (p = strstr(p, x->key)); p++) {
            size_t at = (size_t)(p - text);

            if (!is_free(&w, at, x->n))
                continue;
            memset(w.used + at, true, x->n);
            f->found[x->name] = true;
            hits++;
        }
    }
    return hits;
}

/* What stands in double quotes, straight or curly, and holds no name. */
static void find_quotes(struct finder *f, const char *s)
{
    static const char *const marks[][2] = {
        { "\"", "\"" }, { "\xE2\x80\x9C", "\xE2\x80\x9D" }
    };
    struct finder inner;

    for (size_t k = 0; k < 2; k++) {
        const char *p = s, *end;

        while ((p = strstr(p, marks[k][0]))) {
            p += strlen(marks[k][0]);
            end = strstr(p, marks[k][1]);
            if (!end)
                break;
            inner = *f; /* what is found in quotes was found before */
            if (!find_names(&inner, p, (size_t)(end - p)))
                add_outside(f, p, (size_t)(end - p));
            p = end + strlen(marks[k][1]);
        }
    }
}

/* ---- both ---- */

static const char *join(struct arena *a, const struct vec *parts)
{
    struct str s = str_in(a);

    for (size_t i = 0; i < parts->n; i++)
        str_addf(&s, "%s%s", i ? "; " : "", *vec_get(parts, const char *, i));
    return parts->n ? str_get(&s) : NULL;
}

size_t propose_concepts(struct arena *a, const struct vocabulary *v,
                        const char *text, const char ***names,
                        const char **outside)
{
    const char *list = find_list(text);
    size_t n = 0;
    struct finder f;

    open_finder(a, v, &f);
    if (list) {
        size_t end = strcspn(list, "]\n");

        read_list(&f, list, list + (end < LIST_BYTES ? end : LIST_BYTES));
    } else {
        size_t length = strlen(text);

        length = length < TEXT_BYTES ? length : TEXT_BYTES;
        text = arena_strndup(a, text, length);
        find_names(&f, text, length);
        find_quotes(&f, text);
    }
    *names = arena_array(a, const char *, v->n ? v->n : 1);
    for (size_t i = 0; i < v->n; i++)
        if (f.found[i])
            (*names)[n++] = v->names[i];
    *outside = join(a, &f.outside);
    return n;
}
