/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/rng.h"
#include "base/str.h"
#include "evolve/body/graph_int.h"
#include "text/lexicon.h"

#include <string.h>

/*
 * Other given names, the same in all sentences. A name of one of the two
 * lists here gets another one of that list; any other name, whose pronouns
 * nobody knows, one that goes with all of them.
 */

#define RENAMED 16 /* names of one text */

/* clang-format off */
static const char *const girls[] = {
    "Alice", "Amelia", "Anita", "Anna", "Beatrice", "Bella", "Betty",
    "Caroline", "Cecilia", "Chloe", "Claire", "Clara", "Daniela", "Diana",
    "Elena", "Elizabeth", "Ella", "Emily", "Emma", "Esther", "Fatima",
    "Fiona", "Hannah", "Helen", "Irene", "Isabella", "Jane", "Janet",
    "Jennifer", "Jessica", "Julia", "Karen", "Kate", "Laura", "Lena", "Linda",
    "Lisa", "Lucy", "Maria", "Marie", "Martha", "Mary", "Megan", "Mia",
    "Nadia", "Nancy", "Natalie", "Nina", "Nora", "Olivia", "Priya", "Rachel",
    "Rebecca", "Sarah", "Sofia", "Sophia", "Susan", "Tanya", "Teresa", "Tina",
    "Vanessa", "Wendy", "Yuki", "Zoe",
};
static const char *const boys[] = {
    "Aaron", "Adam", "Ahmed", "Albert", "Andrew", "Anthony", "Ben",
    "Benjamin", "Bob", "Brian", "Carl", "Carlos", "Daniel", "David", "Dennis",
    "Diego", "Edward", "Eric", "Felix", "Fred", "George", "Greg", "Henry",
    "Hugo", "Ivan", "Jacob", "James", "Jason", "Jeff", "Jerry", "Jim", "John",
    "Joseph", "Josh", "Kevin", "Kyle", "Leo", "Liam", "Lucas", "Luis", "Marco",
    "Martin", "Matthew", "Michael", "Mike", "Nathan", "Neil", "Noah", "Oliver",
    "Omar", "Oscar", "Paul", "Pedro", "Peter", "Philip", "Rafael", "Raj",
    "Richard", "Robert", "Samuel", "Scott", "Simon", "Steve", "Thomas", "Tim",
    "Tom", "Walter", "William",
};
static const char *const both[] = {
    "Alex", "Casey", "Jamie", "Kim", "Morgan", "Riley", "Sam", "Avery",
    "Quinn", "Rowan", "Reese", "Emerson", "Finley", "Hayden", "Kendall",
    "Skyler",
};
/* clang-format on */

struct list {
    const char *const *names;
    size_t n;
};

static const struct list lists[] = {
    { girls, sizeof(girls) / sizeof(girls[0]) },
    { boys, sizeof(boys) / sizeof(boys[0]) },
    { both, sizeof(both) / sizeof(both[0]) },
};

struct renaming {
    const char *old[RENAMED], *new[RENAMED];
    size_t n;
};

static bool in_list(const struct list *l, const char *name)
{
    for (size_t i = 0; i < l->n; i++)
        if (str_eq(l->names[i], name))
            return true;
    return false;
}

bool graph_gives_name(const char *s, size_t n)
{
    for (size_t k = 0; k < sizeof(lists) / sizeof(lists[0]); k++)
        for (size_t i = 0; i < lists[k].n; i++)
            if (strlen(lists[k].names[i]) == n &&
                strncmp(lists[k].names[i], s, n) == 0)
                return true;
    return false;
}

/* One that was given here counts, else it could never change again. */
static bool is_name(const char *s, size_t n)
{
    char low[24];

    if (n < 2 || n >= sizeof(low) || !is_upper(s[0]) || is_upper(s[1]))
        return false;
    for (size_t i = 0; i < n; i++)
        low[i] = to_lower(s[i]);
    return word_is((struct span){ low, n }, WORD_NAME) ||
           graph_gives_name(s, n);
}

/* The next word of letters from *at on; its length, 0 at the end. */
static size_t word_from(const char *s, size_t *at)
{
    size_t n = 0;

    while (s[*at] && !is_letter(s[*at]))
        ++*at;
    while (is_letter(s[*at + n]))
        n++;
    return n;
}

/* A byte beyond ASCII beside it makes it a part of another word, except for
 * the apostrophe of "Janet’s". */
static bool stands_alone(const char *s, size_t at, size_t n)
{
    static const char *const saints[] = { "San ", "Santa ", "St. ", "Saint " };

    if (at > 0 && (is_digit(s[at - 1]) || (s[at - 1] & 0x80)))
        return false;
    for (size_t i = 0; i < sizeof(saints) / sizeof(saints[0]); i++) {
        size_t k = strlen(saints[i]);

        if (at >= k && strncmp(s + at - k, saints[i], k) == 0)
            return false; /* a place */
    }
    return !(s[at + n] & 0x80) || str_starts(s + at + n, "\xe2\x80\x99");
}

/* Some texts write a name small here and there. */
static size_t find_old(const struct renaming *r, const char *s, size_t n)
{
    for (size_t i = 0; i < r->n; i++)
        if (strlen(r->old[i]) == n && to_lower(*s) == to_lower(*r->old[i]) &&
            strncmp(r->old[i] + 1, s + 1, n - 1) == 0)
            return i;
    return r->n;
}

static bool stands_in(const char *text, const char *name)
{
    size_t at = 0, n;

    for (; (n = word_from(text, &at)); at += n)
        if (strlen(name) == n && strncmp(text + at, name, n) == 0)
            return true;
    return false;
}

/* Those that stand in `text` (NULL: all). */
static void collect(struct arena *a, const struct graph *g, const char *text,
                    struct renaming *r)
{
    for (size_t i = 0; i < g->n_sentences; i++) {
        const char *s = g->sentences[i];
        size_t at = 0, n;

        for (; (n = word_from(s, &at)); at += n)
            if (r->n < RENAMED && is_name(s + at, n) &&
                stands_alone(s, at, n) && find_old(r, s + at, n) == r->n) {
                r->old[r->n] = arena_strndup(a, s + at, n);
                r->n += !text || stands_in(text, r->old[r->n]);
            }
    }
}

/* Is the name nowhere in the text or in `others`, and not given yet? */
static bool is_free(const struct graph *g, const struct renaming *r,
                    size_t upto, const char *others, const char *name)
{
    if (strstr(others, name))
        return false;
    for (size_t i = 0; i < g->n_sentences; i++)
        if (strstr(g->sentences[i], name))
            return false;
    for (size_t i = 0; i < upto; i++)
        if (str_eq(r->new[i], name))
            return false;
    return true;
}

static void choose(const struct graph *g, struct rng *rng, const char *others,
                   struct renaming *r)
{
    for (size_t i = 0; i < r->n; i++) {
        const struct list *l = &lists[2];
        uint64_t first;

        for (size_t k = 0; k < 2; k++)
            if (in_list(&lists[k], r->old[i]))
                l = &lists[k];
        r->new[i] = r->old[i]; /* where the list is used up */
        first = rng_below(rng, l->n);
        for (size_t k = 0; k < l->n; k++) {
            const char *name = l->names[(first + k) % l->n];

            if (is_free(g, r, i, others, name)) {
                r->new[i] = name;
                break;
            }
        }
    }
}

/* Sentence i with the new names; its slots move along. */
static void rewrite(struct arena *a, struct graph *g, size_t i,
                    const struct renaming *r)
{
    const char *s = g->sentences[i];
    struct str out = str_in(a);
    size_t at = 0, from = 0, n;
    size_t places[BODY_SLOTS];

    for (size_t k = 0; k < g->n_slots; k++)
        places[k] = g->slots[k].number.at;
    for (; (n = word_from(s, &at)); at += n) {
        size_t which = stands_alone(s, at, n) ? find_old(r, s + at, n) : r->n;

        if (which == r->n)
            continue;
        str_addn(&out, s + from, at - from);
        str_add(&out, r->new[which]);
        from = at + n;
        for (size_t k = 0; k < g->n_slots; k++)
            if (g->slots[k].sentence == i && g->slots[k].number.at >= from)
                places[k] += strlen(r->new[which]) - n;
    }
    str_add(&out, s + from);
    g->sentences[i] = str_get(&out);
    for (size_t k = 0; k < g->n_slots; k++)
        g->slots[k].number.at = places[k];
}

bool graph_rename_beside(struct arena *a, const void *data, struct rng *r,
                         const char *text, const char *others, void **out,
                         struct err *e)
{
    struct renaming names = { .n = 0 };
    struct graph *new = arena_new(a, struct graph);
    bool any = false;

    *new = *(const struct graph *)data;
    collect(a, new, text, &names);
    choose(new, r, others, &names);
    for (size_t i = 0; i < names.n; i++)
        any = any || !str_eq(names.new[i], names.old[i]);
    if (!any)
        return err_set(e, ERR_DOMAIN, "it has no given name that may change");
    for (size_t i = 0; i < new->n_sentences; i++)
        rewrite(a, new, i, &names);
    *out = new;
    return true;
}

bool graph_rename(struct arena *a, const void *data, struct rng *r, void **out,
                  struct err *e)
{
    return graph_rename_beside(a, data, r, NULL, "", out, e);
}
