/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Problems that are known already, by their canonical forms, and those that
 * are nearly so, by the triples of tokens that they share.
 *
 * Two sets with a Jaccard index of t share at least t of either, so that one
 * of any n - ceil(t n) + 1 triples of the new text is in both: only the texts
 * that have one of its rarest triples are compared with it.
 */
#include "base/alloc.h"
#include "base/ascii.h"
#include "base/hash.h"
#include "base/str.h"
#include "hunt/write/filter_int.h"
#include "problem/canonical.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NEAR_DEFAULT  0.8
#define NEAR_WHATEVER 0.95  /* whatever the numbers are */
#define COMPARISONS   20000 /* for one draft */

/* Where a triple stands: a chain of texts. */
struct filter_post {
    size_t text, next; /* next + 1; 0: the end */
};

struct filter_list {
    size_t head, n; /* head + 1 */
};

/* A text as tokens. */
struct form {
    const char *text;
    size_t n;
    uint64_t *triples; /* sorted, each once */
    size_t n_triples;
    uint64_t numbers;
};

static int by_value(const void *x, const void *y)
{
    uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;

    return (a > b) - (a < b);
}

static size_t unique(uint64_t *v, size_t n)
{
    size_t k = 0;

    qsort(v, n, sizeof *v, by_value);
    for (size_t i = 0; i < n; i++)
        if (k == 0 || v[k - 1] != v[i])
            v[k++] = v[i];
    return k;
}

/* A token's hash; numbers are all the same, and are summed on the side. */
static uint64_t token_hash(struct form *f, const char *s, size_t n)
{
    uint64_t h = hash_bytes(s, n).low;

    if (!is_digit(s[0]))
        return h;
    f->numbers += h;
    return 1;
}

static void form_read(struct arena *a, const char *statement, struct form *out)
{
    struct str s = str_in(a);
    uint64_t last[3] = { 0 };
    size_t tokens = 0;

    *out = (struct form){ 0 };
    canonical_statement(&s, statement);
    out->text = str_get(&s);
    out->n = s.n;
    out->triples = arena_array(a, uint64_t, s.n / 2 + 2);
    for (size_t i = 0; i < s.n;) {
        size_t n = strcspn(out->text + i, " ");

        if (n) {
            last[0] = last[1];
            last[1] = last[2];
            last[2] = token_hash(out, out->text + i, n);
            if (++tokens > 2)
                out->triples[out->n_triples++] =
                    hash_bytes(last, sizeof last).low;
        }
        i += n + 1;
    }
    if (tokens && tokens < 3)
        out->triples[out->n_triples++] = hash_bytes(last, sizeof last).low;
    out->n_triples = unique(out->triples, out->n_triples);
}

/* ---- what is known ---- */

void filter_open(struct arena *a, struct filter *f)
{
    *f = (struct filter){ .arena = a, .near = NEAR_DEFAULT };
}

void filter_close(struct filter *f)
{
    map_clear(&f->forms);
    map_clear(&f->shingles);
    free(f->texts);
    free(f->posts);
    free(f->lists);
    *f = (struct filter){ .near = f->near };
}

static void *room(void *items, size_t n, size_t *cap, size_t size)
{
    if (n < *cap)
        return items;
    *cap = *cap ? 2 * *cap : 64;
    return alloc_resize(items, *cap, size);
}

static void post(struct filter *f, uint64_t triple, size_t text)
{
    bool added;
    size_t *place = map_put(&f->shingles, &triple, sizeof triple, &added);
    struct filter_list *l;

    if (added) {
        f->lists = room(f->lists, f->n_lists, &f->cap_lists, sizeof *f->lists);
        f->lists[f->n_lists] = (struct filter_list){ 0 };
        *place = f->n_lists++;
    }
    l = &f->lists[*place];
    f->posts = room(f->posts, f->n_posts, &f->cap_posts, sizeof *f->posts);
    f->posts[f->n_posts++] = (struct filter_post){ text, l->head };
    l->head = f->n_posts;
    l->n++;
}

void filter_know(struct filter *f, const char *id, const char *statement)
{
    struct arena scratch = { 0 };
    struct filter_text *t;
    struct form form;
    bool added;
    size_t *place;

    form_read(&scratch, statement, &form);
    place = map_put(&f->forms, form.text, form.n, &added);
    if (added) {
        f->texts = room(f->texts, f->n, &f->cap, sizeof *f->texts);
        *place = f->n;
        t = &f->texts[f->n];
        *t = (struct filter_text){ .id = arena_strdup(f->arena, id),
                                   .n = form.n_triples,
                                   .numbers = form.numbers };
        t->triples = arena_array(f->arena, uint64_t, t->n + 1);
        for (size_t i = 0; i < t->n; i++) {
            t->triples[i] = form.triples[i];
            post(f, t->triples[i], f->n);
        }
        f->n++;
    }
    arena_clear(&scratch);
}

/* ---- looking ---- */

static size_t shared(const struct form *x, const struct filter_text *y)
{
    size_t i = 0, k = 0, both = 0;

    while (i < x->n_triples && k < y->n) {
        uint64_t u = x->triples[i], v = y->triples[k];

        both += u == v;
        i += u <= v;
        k += v <= u;
    }
    return both;
}

static double jaccard(const struct form *x, const struct filter_text *y)
{
    double both = (double)shared(x, y);
    double all = (double)x->n_triples + (double)y->n - both;

    return all > 0 ? both / all : 0;
}

static int by_length(const void *x, const void *y)
{
    const struct filter_list *a = x, *b = y;

    if (a->n != b->n)
        return a->n < b->n ? -1 : 1;
    return (a->head > b->head) - (a->head < b->head);
}

/* The chains of the rarest triples, one of which any near text is in. */
static size_t rare_lists(struct arena *a, const struct filter *f,
                         const struct form *form, struct filter_list **out)
{
    size_t n = form->n_triples, need = (size_t)ceil(f->near * (double)n);
    struct filter_list *l = arena_array(a, struct filter_list, n + 1);

    for (size_t i = 0; i < n; i++) {
        const size_t *k =
            map_get(&f->shingles, &form->triples[i], sizeof(uint64_t));

        if (k)
            l[i] = f->lists[*k];
    }
    qsort(l, n, sizeof *l, by_length);
    *out = l;
    return need && need <= n ? n - need + 1 : n;
}

static bool is_near(const struct filter *f, const struct form *form,
                    const struct filter_text *t, double *index)
{
    double less = (double)t->n, more = (double)form->n_triples;

    if (less > more) {
        less = more;
        more = (double)t->n;
    }
    if (less < f->near * more)
        return false;
    *index = jaccard(form, t);
    return *index >= NEAR_WHATEVER ||
           (*index >= f->near && form->numbers == t->numbers);
}

/* The first text that is near; f->n when there is none. */
static size_t find_near(struct arena *a, const struct filter *f,
                        const struct form *form, double *index)
{
    bool *seen = arena_array(a, bool, f->n + 1);
    size_t left = COMPARISONS, n, best = f->n;
    struct filter_list *lists;

    n = rare_lists(a, f, form, &lists);
    for (size_t i = 0; i < n; i++)
        for (size_t p = lists[i].head; p && left; p = f->posts[p - 1].next) {
            size_t text = f->posts[p - 1].text;
            double j = 0;

            if (seen[text])
                continue;
            seen[text] = true;
            left--;
            if (text < best && is_near(f, form, &f->texts[text], &j)) {
                best = text;
                *index = j;
            }
        }
    return best;
}

enum flaw filter_find_near(struct arena *a, const struct filter *f,
                           const char *statement, const char **why)
{
    struct form form;
    const size_t *place;
    double index = 0;
    size_t text;

    form_read(a, statement, &form);
    place = map_get(&f->forms, form.text, form.n);
    if (place) {
        *why = arena_printf(a, "the same problem as %s", f->texts[*place].id);
        return FLAW_DUPLICATE;
    }
    text = form.n_triples ? find_near(a, f, &form, &index) : f->n;
    if (text == f->n)
        return FLAW_NONE;
    *why = arena_printf(a, "nearly the same as %s: %.0f %% of word triples",
                        f->texts[text].id, 100 * index);
    return FLAW_NEAR;
}
