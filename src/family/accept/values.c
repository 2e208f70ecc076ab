/* SPDX-License-Identifier: Apache-2.0 */

/*
 * One given value is changed, or two together. If the key changes, so must the
 * statement: else a reader cannot know what is asked. If no change of a value
 * ever changes the key, it is idle.
 */
#include "base/ascii.h"
#include "family/accept/accept_int.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAMPLES_MOST 120
#define PLACES_MOST  12 /* of a sample that are changed */
#define VALUES_FEW   200
#define COLUMNS      16 /* places of a list, or of a row, counted apart */
#define TRIED_LEAST  8  /* changes without effect that make a value idle */
#define TRIED_PLACE  40 /* likewise at a place that not every list has */

/* A number among the given values. */
struct spotted {
    size_t given;
    size_t i, j; /* of a list; of a row */
};

/* The numbers of a column, and what was tried with them. */
struct value_column {
    struct vec seen; /* int64_t, in increasing order, each once */
    uint64_t tried, changed;
};

struct trying {
    struct accepting *x;
    const struct drawn_spot *spot;
    const struct file_kind *kind;
    struct value_column (*columns)[COLUMNS]; /* by given value */
    struct value_column (*places)[COLUMNS];  /* of lists of any length */
    bool *fixed; /* by given value: lists of it have one length */
    uint64_t cost, changes, pairs, collisions;
};

/* ---- places ---- */

static int64_t *number_at(const struct given *g, struct spotted p)
{
    const struct val *x = &g->at[p.given];

    if (val_is_row(*x)) {
        if (p.i >= x->row->n)
            return NULL;
        x = &x->row->at[p.i];
    }
    if (val_is_row(*x)) {
        if (p.j >= x->row->n)
            return NULL;
        x = &x->row->at[p.j];
    }
    return x->kind == VAL_INT ? (int64_t *)&x->i : NULL;
}

/* Any place of the sample; false if it has none there. */
static bool any_place(struct trying *t, const struct given *g,
                      struct spotted *out)
{
    const struct val *x;

    *out = (struct spotted){ accept_any(t->x, t->kind->given.n), 0, 0 };
    x = &g->at[out->given];
    if (val_is_row(*x)) {
        if (x->row->n == 0)
            return false;
        out->i = accept_any(t->x, x->row->n);
        x = &x->row->at[out->i];
    }
    if (val_is_row(*x)) {
        if (x->row->n == 0)
            return false;
        out->j = accept_any(t->x, x->row->n);
    }
    return number_at(g, *out) != NULL;
}

static struct val copied(struct arena *a, struct val x)
{
    struct reckoning r = { .arena = a, .work = { .limit = UINT64_MAX } };
    struct val d;

    if (!val_is_row(x))
        return x;
    d = val_row(&r, x.kind, x.row->n);
    for (size_t i = 0; i < x.row->n; i++)
        d.row->at[i] = copied(a, x.row->at[i]);
    return d;
}

static struct given copy_given(struct trying *t, struct arena *a,
                               const struct given *g)
{
    struct val *at = arena_array(a, struct val, t->kind->given.n + 1);

    for (size_t i = 0; i < t->kind->given.n; i++)
        at[i] = copied(a, g->at[i]);
    return (struct given){ g->kind, at, NULL };
}

static const char *name_of(struct trying *t, struct arena *a, struct spotted p)
{
    const struct symbol *s =
        *vec_get(&t->kind->given, struct symbol *, p.given);

    if (type_of(s->type) == TYPE_NUMBER)
        return s->name;
    return arena_printf(a, "%s[%zu]", s->name, p.i);
}

/* Rows are counted by their columns, lists of one length by their places. */
static struct value_column *column_of(struct trying *t, const struct given *g,
                                      struct spotted p)
{
    const struct val *x = &g->at[p.given];
    size_t at = 0;

    if (val_is_row(*x) && x->row->n && val_is_row(x->row->at[0]))
        at = p.j;
    else if (val_is_row(*x) && t->fixed[p.given])
        at = p.i;
    return &t->columns[p.given][at < COLUMNS ? at : COLUMNS - 1];
}

static int by_value(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

static void see(struct trying *t, const struct given *g, struct spotted p)
{
    struct value_column *c = column_of(t, g, p);

    if (number_at(g, p))
        *(int64_t *)vec_push(&c->seen) = *number_at(g, p);
}

static void see_all(struct trying *t, const struct given *g)
{
    for (size_t i = 0; i < t->kind->given.n; i++) {
        struct val x = g->at[i];

        if (!val_is_row(x))
            see(t, g, (struct spotted){ i, 0, 0 });
        for (size_t j = 0; val_is_row(x) && j < x.row->n; j++) {
            struct val y = x.row->at[j];

            if (!val_is_row(y))
                see(t, g, (struct spotted){ i, j, 0 });
            for (size_t k = 0; val_is_row(y) && k < y.row->n; k++)
                see(t, g, (struct spotted){ i, j, k });
        }
    }
}

static void sort_seen(struct value_column *c)
{
    int64_t *x = c->seen.items;
    size_t n = 0;

    if (c->seen.n == 0)
        return;
    qsort(x, c->seen.n, sizeof(*x), by_value);
    for (size_t i = 1; i < c->seen.n; i++)
        if (x[i] != x[n])
            x[++n] = x[i];
    c->seen.n = n + 1;
}

/* Might it be drawn? Where there are few values, only what was seen. */
static bool is_drawable(const struct value_column *c, int64_t value)
{
    const int64_t *x = c->seen.items;

    if (c->seen.n == 0)
        return false;
    return c->seen.n > VALUES_FEW
               ? x[0] <= value && value <= x[c->seen.n - 1]
               : bsearch(&value, x, c->seen.n, sizeof(*x), by_value) != NULL;
}

/* ---- the statement ---- */

/* Two problems with different keys have different statements. */
static void compare(struct trying *t, struct arena *a,
                    const struct drawn_sample *m,
                    const struct drawn_sample *other, const char *changed)
{
    const struct file_kind *k = t->kind;

    for (size_t w = 0; w < k->wordings.n; w++) {
        const char *x = accept_say(t->x, a, &m->g, w, 0);
        const char *y = x ? accept_say(t->x, a, &other->g, w, 0) : NULL;

        if (!y || !str_eq(x, y))
            continue;
        t->collisions++;
        accept_find(
            t->x, ACCEPT_ENOUGH, vec_get(&k->wordings, struct file_text, w)->at,
            &m->g, "tell every given value in every wording",
            "the statement is the same with another %s (%s), but the "
            "key is %s in place of %s",
            changed, given_say(t->x->file, a, &other->g), other->key, m->key);
    }
}

static bool has_numeral(const char *text, int64_t value)
{
    char digits[24];
    size_t n;

    snprintf(digits, sizeof(digits), "%" PRIu64,
             value < 0 ? -(uint64_t)value : (uint64_t)value);
    n = strlen(digits);
    for (const char *s = strstr(text, digits); s; s = strstr(s + 1, digits))
        if ((s == text || !is_digit(s[-1])) && !is_digit(s[n]))
            return true;
    return false;
}

/* A number that a place of its own tells can be read from the text. */
static void read_back(struct trying *t, const struct drawn_sample *m)
{
    struct arena a = { 0 };
    const struct file_kind *k = t->kind;

    for (size_t w = 0; w < k->wordings.n; w++) {
        const char *text = accept_say(t->x, &a, &m->g, w, 0);

        for (size_t i = 0; text && i < k->given.n; i++) {
            const struct symbol *s = *vec_get(&k->given, struct symbol *, i);

            if (s->is_told && m->g.at[i].kind == VAL_INT &&
                !(s->in_term && llabs(m->g.at[i].i) <= 1) &&
                !has_numeral(text, m->g.at[i].i))
                accept_find(t->x, ACCEPT_ENOUGH,
                            vec_get(&k->wordings, struct file_text, w)->at,
                            &m->g, "put a space or a word between two numbers",
                            "%s cannot be read back from \"%s\"", s->name,
                            text);
        }
    }
    arena_clear(&a);
}

/* ---- changes ---- */

/* Solve the changed problem. Returns false if it is none. */
static bool solve(struct trying *t, struct arena *a, struct drawn_sample *m)
{
    struct program_fault fault;
    enum program_end end =
        program_solve(t->x->file, a, &m->g, &m->key, NULL, &fault);

    t->cost += fault.work;
    return end == PROGRAM_DONE;
}

/* Another value for the place: one that was drawn there, a neighbour, or with
 * the other sign. */
static bool other_value(struct trying *t, const struct value_column *c,
                        int64_t now, int64_t *out)
{
    *out = now + (accept_any(t->x, 2) ? 1 : -1);
    if (c->seen.n && (!is_drawable(c, *out) || accept_any(t->x, 3)))
        *out = *vec_get(&c->seen, int64_t, accept_any(t->x, c->seen.n));
    if (now && is_drawable(c, -now) && accept_any(t->x, 6) == 0)
        *out = -now;
    return *out != now;
}

static void change_one(struct trying *t, const struct drawn_sample *m)
{
    struct arena a = { 0 };
    struct drawn_sample other;
    struct spotted p;
    int64_t value;

    if (any_place(t, &m->g, &p) &&
        other_value(t, column_of(t, &m->g, p), *number_at(&m->g, p), &value)) {
        struct value_column *c = column_of(t, &m->g, p);

        other.g = copy_given(t, &a, &m->g);
        *number_at(&other.g, p) = value;
        if (solve(t, &a, &other)) {
            bool changed = !str_eq(other.key, m->key);

            t->changes++;
            c->tried++;
            c->changed += changed;
            if (p.i < COLUMNS) {
                t->places[p.given][p.i].tried++;
                t->places[p.given][p.i].changed += changed;
            }
            if (changed)
                compare(t, &a, m, &other, name_of(t, &a, p));
        }
    }
    arena_clear(&a);
}

/* The last digit of x goes before y: what is the same if they are written
 * without a space. */
static void shift_digit(int64_t *x, int64_t *y)
{
    int64_t place = 1;

    while (place <= *y && place < 1000000000000)
        place *= 10;
    if (*x < 10 || *x % 10 == 0 || *y <= 0 || place == 1000000000000)
        return;
    *y += *x % 10 * place;
    *x /= 10;
}

/* Two values that a sum, a difference or a product of both would not show. */
static void change_two(struct trying *t, const struct drawn_sample *m)
{
    struct arena a = { 0 };
    struct drawn_sample other;
    struct spotted p, q;
    int64_t *x, *y, d = 1 + (int64_t)accept_any(t->x, 3);

    if (any_place(t, &m->g, &p) && any_place(t, &m->g, &q)) {
        other.g = copy_given(t, &a, &m->g);
        x = number_at(&other.g, p);
        y = number_at(&other.g, q);
        switch (accept_any(t->x, 5)) {
        case 0:
            *x += d;
            *y -= d;
            break;
        case 1:
            *x += d;
            *y += d;
            break;
        case 2:
            if (*y % 2 == 0) {
                *x *= 2;
                *y /= 2;
            }
            break;
        case 3: shift_digit(x, y); break;
        default: {
            int64_t was = *x;

            *x = *y;
            *y = was;
        }
        }
        if (is_drawable(column_of(t, &m->g, p), *x) &&
            is_drawable(column_of(t, &m->g, q), *y) && solve(t, &a, &other) &&
            !str_eq(other.key, m->key)) {
            t->pairs++;
            compare(t, &a, m, &other, "choice of values");
        }
    }
    arena_clear(&a);
}

/* ---- other kinds ---- */

static bool same_names(const struct file_kind *a, const struct file_kind *b)
{
    if (a->given.n != b->given.n)
        return false;
    for (size_t i = 0; i < a->given.n; i++) {
        const struct symbol *x = *vec_get(&a->given, struct symbol *, i);
        const struct symbol *y = *vec_get(&b->given, struct symbol *, i);

        if (type_of(x->type) != type_of(y->type) ||
            type_of(type_inside(x->type)) != type_of(type_inside(y->type)))
            return false;
    }
    return true;
}

/* Another kind asks something else about the same values: in other words. */
static void compare_kinds(struct trying *t, const struct drawn_sample *m,
                          size_t kind)
{
    const struct file_kind *k = t->x->file->kinds[kind];
    struct arena a = { 0 };
    struct drawn_sample other = { .g = { kind, m->g.at, NULL } };

    if (same_names(t->kind, k) && solve(t, &a, &other) &&
        !str_eq(other.key, m->key))
        for (size_t w = 0; w < t->kind->wordings.n; w++)
            for (size_t v = 0; v < k->wordings.n; v++) {
                const char *x = accept_say(t->x, &a, &m->g, w, 0);
                const char *y = accept_say(t->x, &a, &other.g, v, 0);

                if (x && y && str_eq(x, y))
                    accept_find(t->x, ACCEPT_ENOUGH,
                                vec_get(&k->wordings, struct file_text, v)->at,
                                &m->g, "say in the text what is asked",
                                "the kinds \"%s\" and \"%s\" have the same "
                                "statement, but the keys %s and %s",
                                t->kind->name, k->name, m->key, other.key);
            }
    arena_clear(&a);
}

/* ---- all ---- */

static void find_fixed(struct trying *t)
{
    for (size_t i = 0; i < t->kind->given.n; i++) {
        struct val first = t->spot->at[0].g.at[i];

        t->fixed[i] = true;
        for (size_t j = 1; val_is_row(first) && j < t->spot->n; j++)
            if (t->spot->at[j].g.at[i].row->n != first.row->n)
                t->fixed[i] = false;
    }
}

/* Is the given number how many items a given list has? The list tells it. */
static bool is_length(const struct trying *t, size_t given)
{
    for (size_t i = 0; i < t->kind->given.n; i++) {
        size_t j = 0;

        while (j < t->spot->n && val_is_row(t->spot->at[j].g.at[i]) &&
               t->spot->at[j].g.at[given].kind == VAL_INT &&
               (uint64_t)t->spot->at[j].g.at[given].i ==
                   t->spot->at[j].g.at[i].row->n)
            j++;
        if (j == t->spot->n)
            return true;
    }
    return false;
}

static void find_idle(struct trying *t)
{
    for (size_t i = 0; i < t->kind->given.n; i++) {
        const struct symbol *s = *vec_get(&t->kind->given, struct symbol *, i);
        bool number = type_of(s->type) == TYPE_NUMBER;

        for (size_t j = 0; !s->may_idle && j < (number ? 1 : COLUMNS); j++) {
            const struct value_column *c = &t->columns[i][j];
            const struct value_column *place = &t->places[i][j];

            if (place->tried >= TRIED_PLACE && place->changed == 0)
                c = place;
            if (c->tried >= TRIED_LEAST && c->changed == 0 &&
                !(number && is_length(t, i)))
                accept_find(t->x, ACCEPT_IDLE, s->at, NULL,
                            "leave it out, or let the key depend on it; if "
                            "seeing that it does not matter is a part of the "
                            "problem, say so: \"idle NAME: why\"",
                            number ? "%s never matters: %llu changes of it, "
                                     "and the key stayed the same"
                                   : "%s never matters in one of its places: "
                                     "%llu changes, and the key stayed the "
                                     "same",
                            s->name, (unsigned long long)c->tried);
        }
    }
}

static struct trying trying_of(struct accepting *x, const struct drawn_spot *s)
{
    struct trying t = { .x = x, .spot = s, .kind = x->file->kinds[s->kind] };
    size_t n = t.kind->given.n + 1;

    t.columns = arena_alloc(x->arena, n * sizeof(*t.columns));
    t.places = arena_alloc(x->arena, n * sizeof(*t.places));
    memset(t.places, 0, n * sizeof(*t.places));
    t.fixed = arena_array(x->arena, bool, n);
    find_fixed(&t);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < COLUMNS; j++)
            t.columns[i][j].seen = vec_in(x->arena, sizeof(int64_t));
    for (size_t i = 0; i < s->n; i++)
        see_all(&t, &s->at[i].g);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < COLUMNS; j++)
            sort_seen(&t.columns[i][j]);
    return t;
}

static void try_spot(struct accepting *x, const struct drawn_spot *s,
                     uint64_t *changes)
{
    struct trying t = trying_of(x, s);
    size_t most = s->n < SAMPLES_MOST ? s->n : SAMPLES_MOST;
    uint64_t before = x->told_cost;

    for (size_t i = 0;
         i < most && (i < 10 || t.cost + x->told_cost - before < ACCEPT_WORK);
         i++) {
        const struct drawn_sample *m = &s->at[i];

        for (size_t k = 0; k < PLACES_MOST && t.collisions < 4; k++) {
            change_one(&t, m);
            change_two(&t, m);
        }
        if (i < 20)
            read_back(&t, m);
        for (size_t k = 0; i < 20 && k < x->file->n_kinds; k++)
            if (k != s->kind)
                compare_kinds(&t, m, k);
        if (!accept_goes_on(x, ACCEPT_ENOUGH, i, most))
            return;
    }
    find_idle(&t);
    *changes += t.changes + t.pairs;
}

void accept_values(struct accepting *x)
{
    uint64_t changes = 0;
    size_t given = 0;

    for (size_t i = 0; i < x->spots.n && !x->stopped; i++) {
        const struct drawn_spot *s = vec_at(&x->spots, i);

        try_spot(x, s, &changes);
        given += x->file->kinds[s->kind]->given.n;
    }
    accept_figure(x, ACCEPT_ENOUGH,
                  "%s changes of given values, looked for in every wording",
                  accept_count(x, changes));
    accept_figure(x, ACCEPT_IDLE, "%zu given value%s changed", given,
                  given == 1 ? "" : "s");
}
