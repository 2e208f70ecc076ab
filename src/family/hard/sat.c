/* SPDX-License-Identifier: Apache-2.0 */
#include "family/hard/sat.h"

#include <stdlib.h>
#include <string.h>

struct sat *sat_new(struct arena *a, int32_t n)
{
    struct sat *s = arena_new(a, struct sat);

    s->arena = a;
    s->n = n;
    s->value = arena_alloc(a, (size_t)n + 1);
    s->model = arena_alloc(a, (size_t)n + 1);
    s->trail = arena_array(a, int32_t, n + 1);
    return s;
}

void sat_add(struct sat *s, int32_t clue, const int32_t *literals, size_t n)
{
    int32_t *copy = arena_array(s->arena, int32_t, n + 1);

    if (s->n_clauses == s->room) {
        struct sat_clause *old = s->clauses;

        s->room = 2 * s->room + 64;
        s->clauses = arena_array(s->arena, struct sat_clause, s->room);
        if (old)
            memcpy(s->clauses, old, s->n_clauses * sizeof(*old));
    }
    memcpy(copy, literals, n * sizeof(*copy));
    s->clauses[s->n_clauses++] =
        (struct sat_clause){ copy, (int32_t)n, clue, 0, 0 };
    s->starts = NULL; /* the lists are made anew */
}

static size_t index_of(int32_t literal)
{
    return literal > 0 ? 2 * (size_t)literal : 2 * (size_t)-literal + 1;
}

/* List for each literal the clauses in which it stands. */
static void list_places(struct sat *s)
{
    size_t n = 2 * (size_t)s->n + 3, total = 0;

    s->starts = arena_array(s->arena, int32_t, n + 1);
    for (size_t i = 0; i < s->n_clauses; i++)
        for (int32_t j = 0; j < s->clauses[i].n; j++, total++)
            s->starts[index_of(s->clauses[i].literals[j]) + 1]++;
    for (size_t i = 1; i <= n; i++)
        s->starts[i] += s->starts[i - 1];
    s->places = arena_array(s->arena, int32_t, total + 1);
    for (size_t i = s->n_clauses; i-- > 0;)
        for (int32_t j = 0; j < s->clauses[i].n; j++) {
            size_t at = index_of(s->clauses[i].literals[j]);

            s->places[--s->starts[at + 1]] = (int32_t)i;
        }
    /* Now starts[at + 1] is where the list of `at` begins. */
}

/* The clauses of a literal. */
struct places {
    const int32_t *first, *end;
};

static struct places places_of(const struct sat *s, int32_t literal)
{
    size_t at = index_of(literal) + 1;

    return (struct places){ s->places + s->starts[at],
                            s->places + s->starts[at + 1] };
}

static bool counts(const struct sat *s, const struct sat_clause *c)
{
    return c->clue != s->without;
}

/* Make a literal true. Returns false if some clause has no way left. */
static bool set(struct sat *s, int32_t literal)
{
    struct places yes = places_of(s, literal), no = places_of(s, -literal);
    bool good = true;

    s->value[abs(literal)] = literal > 0 ? 1 : -1;
    s->trail[s->n_trail++] = literal;
    for (const int32_t *p = yes.first; p < yes.end; p++) {
        s->clauses[*p].truer++;
        s->clauses[*p].free--;
    }
    for (const int32_t *p = no.first; p < no.end; p++) {
        struct sat_clause *c = &s->clauses[*p];

        c->free--;
        if (counts(s, c) && c->free == 0 && c->truer == 0)
            good = false;
    }
    return good;
}

static void undo(struct sat *s, int32_t to)
{
    while (s->n_trail > to) {
        int32_t literal = s->trail[--s->n_trail];
        struct places yes = places_of(s, literal), no = places_of(s, -literal);

        s->value[abs(literal)] = 0;
        for (const int32_t *p = yes.first; p < yes.end; p++) {
            s->clauses[*p].truer--;
            s->clauses[*p].free++;
        }
        for (const int32_t *p = no.first; p < no.end; p++)
            s->clauses[*p].free++;
    }
}

static int32_t open_literal(const struct sat *s, const struct sat_clause *c)
{
    for (int32_t j = 0; j < c->n; j++)
        if (!s->value[abs(c->literals[j])])
            return c->literals[j];
    return 0;
}

/* Set all that follows from the trail from `done` on. Returns false on a
 * conflict. */
static bool propagate(struct sat *s, int32_t done)
{
    for (; done < s->n_trail; done++) {
        struct places no = places_of(s, -s->trail[done]);

        for (const int32_t *p = no.first; p < no.end; p++) {
            const struct sat_clause *c = &s->clauses[*p];

            if (counts(s, c) && c->truer == 0 && c->free == 1 &&
                !set(s, open_literal(s, c)))
                return false;
        }
    }
    return true;
}

/* Returns a literal of a shortest open clause, or an open variable if every
 * clause holds, or 0 if all is decided. */
static int32_t choose(const struct sat *s)
{
    const struct sat_clause *best = NULL;

    for (size_t i = 0; i < s->n_clauses; i++) {
        const struct sat_clause *c = &s->clauses[i];

        if (counts(s, c) && c->truer == 0 && (!best || c->free < best->free))
            best = c;
    }
    if (best)
        return open_literal(s, best);
    for (int32_t v = 1; v <= s->n; v++)
        if (!s->value[v])
            return v;
    return 0;
}

static void search(struct sat *s)
{
    int32_t mark = s->n_trail, literal = choose(s);

    if (!literal) {
        if (s->found++ == 0)
            memcpy(s->model, s->value, (size_t)s->n + 1);
        return;
    }
    for (int side = 0; side < 2; side++, literal = -literal) {
        if (s->found >= 2 || s->conflicts > SAT_CONFLICTS)
            return;
        if (set(s, literal) && propagate(s, mark))
            search(s);
        else
            s->conflicts++;
        undo(s, mark);
    }
}

int sat_count(struct sat *s, int32_t without)
{
    if (!s->starts)
        list_places(s);
    s->without = without;
    s->found = 0;
    s->conflicts = 0;
    for (size_t i = 0; i < s->n_clauses; i++) {
        s->clauses[i].free = s->clauses[i].n;
        s->clauses[i].truer = 0;
    }
    for (size_t i = 0; i < s->n_clauses; i++)
        if (s->clauses[i].n == 0 && counts(s, &s->clauses[i]))
            return 0;
    search(s);
    return s->found < 2 && s->conflicts > SAT_CONFLICTS ? -1 : s->found;
}

int32_t sat_idle_clue(struct sat *s, int32_t n)
{
    for (int32_t clue = 1; clue <= n; clue++) {
        int found = sat_count(s, clue);

        if (found < 0)
            return -1;
        if (found < 2)
            return clue;
    }
    return 0;
}
