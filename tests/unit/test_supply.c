/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Aimed problems: whether the suspicion holds is decided here anew, by the maps
 * of the taxonomies and by counting.
 */
#include "base/ascii.h"
#include "base/map.h"
#include "base/rng.h"
#include "base/str.h"
#include "family/family.h"
#include "hunt/target/supply.h"
#include "hunt/target/target_int.h"
#include "problem/canonical.h"
#include "run/planted/note.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MOST 240

/* ---- does the suspicion hold? ---- */

/* Is `name` of t above the concept of taxonomy `from`, or itself? */
static bool leads_to(const struct taxonomy *from, const char *concept,
                     const struct taxonomy *t, const char *name)
{
    if (from == t)
        return str_eq(concept, name);
    for (size_t i = 0; i < from->n_concepts; i++) {
        const struct concept *c = &from->concepts[i];

        if (!str_eq(c->name, concept))
            continue;
        for (const char *const *m = c->maps; *m; m++)
            if (leads_to(taxonomy_find(from->maps_to), *m, t, name))
                return true;
    }
    return false;
}

static bool carries(const struct problem *p, const struct taxonomy *t,
                    const char *name)
{
    const struct taxonomy *high = taxonomy_find("high");
    bool up = t->maps_to && str_eq(t->maps_to, "high"); /* a user's */

    for (size_t i = 0; i < p->n_concepts; i++) {
        if (!up && leads_to(high, p->concepts[i], t, name))
            return true;
        for (size_t k = 0; up && k < t->n_concepts; k++)
            if (str_eq(t->concepts[k].name, name))
                for (const char *const *m = t->concepts[k].maps; *m; m++)
                    if (str_eq(*m, p->concepts[i]))
                        return true;
    }
    return false;
}

static size_t count_words(const char *s)
{
    size_t n = 0;

    for (size_t i = 0; s[i]; i++)
        n += !is_space(s[i]) && (s[i + 1] == '\0' || is_space(s[i + 1]));
    return n;
}

static size_t longest_number(const char *s)
{
    size_t most = 0;

    for (size_t i = 0, n = 0; s[i]; i++) {
        if (is_digit(s[i]))
            n++;
        else if (!((s[i] == '.' || s[i] == ',') && i && is_digit(s[i - 1]) &&
                   is_digit(s[i + 1])))
            n = 0;
        most = n > most ? n : most;
    }
    return most;
}

/* Lines that begin with a number and a point: our worked solutions. */
static size_t count_steps(const char *s)
{
    size_t n = 0;

    for (bool start = true; *s; s++) {
        n += start && is_digit(*s);
        start = *s == '\n';
    }
    return n;
}

static struct factor factor_of(const struct problem *p, const char *name)
{
    struct factor out = { name, NAN, NULL };
    struct arena a = { 0 };
    const struct factor *all;
    size_t n = factors_make(&a, p, &all);

    for (size_t i = 0; i < n; i++)
        if (str_eq(all[i].name, name))
            out = all[i];
    arena_clear(&a); /* words are constants */
    return out;
}

static double trait_of(const struct problem *p, const char *trait)
{
    if (str_eq(trait, "words"))
        return (double)count_words(p->statement);
    if (str_eq(trait, "digits"))
        return (double)longest_number(p->statement);
    if (str_eq(trait, "steps"))
        return (double)count_steps(p->solution);
    if (str_eq(trait, "level"))
        return p->level;
    if (str_eq(trait, "concepts"))
        return (double)p->n_concepts;
    if (str_eq(trait, "distractors"))
        return strtod(json_string(json_get(p->knobs, trait)), NULL);
    return factor_of(p, trait).value; /* test_factors.c has these */
}

static bool is_beyond(const struct problem *p, const struct bound *b)
{
    switch (b->kind) {
    case BOUND_NONE: return true;
    case BOUND_ABOVE: return trait_of(p, b->trait) > b->value;
    case BOUND_BELOW: return trait_of(p, b->trait) < b->value;
    case BOUND_WITHIN:
        return trait_of(p, b->trait) > b->value &&
               trait_of(p, b->trait) < b->upper;
    case BOUND_IS: break;
    }
    if (!str_eq(b->trait, "wording"))
        return factor_of(p, b->trait).word &&
               str_eq(factor_of(p, b->trait).word, b->word);
    return str_eq(json_string(json_get(p->knobs, b->trait)), b->word);
}

/* ---- a suspicion and its problems ---- */

struct shot {
    struct arena arena;
    struct supply aim;
    struct problem p[MOST];
    size_t n;
};

static void clear(struct shot *s)
{
    arena_clear(&s->arena);
}

/* Claim, taxonomy and seed give these n problems; false when none serves. */
static bool aim_at(struct shot *s, const struct suspicion *c,
                   const struct taxonomy *t, const char *seed, size_t n)
{
    struct err e;

    s->arena = (struct arena){ 0 };
    s->n = 0;
    if (!supply_open(&s->arena, &s->aim, c, t, NULL, seed, &e)) {
        assert_int_equal(e.code, ERR_DOMAIN);
        clear(s);
        return false;
    }
    if (!supply_more(&s->arena, &s->aim, n, NULL, s->p, &e))
        fail_msg("%s", e.msg);
    s->n = n;
    return true;
}

static void check_shot(const struct shot *s, const struct suspicion *c,
                       const struct taxonomy *t)
{
    struct map forms = { 0 };

    assert_true(s->aim.n_families > 0);
    for (size_t i = 0; i < s->n; i++) {
        struct str form = { 0 };
        bool added;

        for (size_t k = 0; k < c->n_concepts; k++)
            if (!carries(&s->p[i], t, c->concepts[k]))
                fail_msg("%s has not %s", s->p[i].id, c->concepts[k]);
        if (!is_beyond(&s->p[i], &c->bound))
            fail_msg("%s is not beyond %s", s->p[i].id, c->bound.trait);
        assert_int_equal(s->p[i].knobs->count, 4);
        canonical_statement(&form, s->p[i].statement);
        map_put(&forms, str_get(&form), form.n, &added);
        assert_true(added);
        str_clear(&form);
    }
    map_clear(&forms);
}

static struct suspicion one(const struct taxonomy *t, const char *const *name)
{
    return (struct suspicion){ .vocabulary = t->name,
                               .concepts = name,
                               .n_concepts = 1 };
}

/* ---- one concept ---- */

static void every_concept_has_problems(void **state)
{
    static struct shot s;

    (void)state;
    for (size_t k = 0; k < n_taxonomies; k++) {
        const struct taxonomy *t = taxonomies[k];

        for (size_t i = 0; i < t->n_concepts; i++) {
            const char *const name[] = { t->concepts[i].name };
            struct suspicion c = one(t, name);

            if (!aim_at(&s, &c, t, k % 2 ? "7" : "8", k ? 4 : 8))
                fail_msg("none for %s", name[0]);
            assert_true(s.aim.n_families <= SUPPLY_FAMILIES);
            check_shot(&s, &c, t);
            for (size_t f = 0; f < s.aim.n_families; f++)
                assert_null(strchr(s.aim.families[f]->name, '+'));
            clear(&s);
        }
    }
}

/* Of a coarse name many families serve, and each has the same share. */
static void families_have_equal_shares(void **state)
{
    const struct taxonomy *t = taxonomy_find("low");
    static struct shot s;

    (void)state;
    for (size_t i = 0; i < t->n_concepts; i++) {
        const char *const name[] = { t->concepts[i].name };
        struct suspicion c = one(t, name);
        size_t n;

        assert_true(aim_at(&s, &c, t, "3", 0));
        n = s.aim.n_families;
        clear(&s);
        assert_true(aim_at(&s, &c, t, "3", 4 * n));
        for (size_t f = 0; f < n; f++) {
            size_t has = 0;

            for (size_t k = 0; k < s.n; k++)
                has += str_eq(s.p[k].family, s.aim.families[f]->name);
            assert_int_equal(has, 4);
        }
        clear(&s);
    }
}

static void knobs_and_levels_vary(void **state)
{
    const char *const name[] = { "Chinese remainder theorem" };
    struct suspicion c = one(taxonomy_find("high"), name);
    size_t level[4] = { 0 }, story = 0, none = 0;
    static struct shot s;

    (void)state;
    assert_true(aim_at(&s, &c, taxonomy_find("high"), "3", 240));
    for (size_t i = 0; i < s.n; i++) {
        level[s.p[i].level]++;
        story +=
            str_eq(json_string(json_get(s.p[i].knobs, "wording")), "story");
        none += trait_of(&s.p[i], "distractors") == 0;
    }
    for (int l = 1; l <= 3; l++)
        assert_in_range(level[l], 50, 110); /* 80 +- 7 */
    assert_in_range(story, 24, 72);         /* 48 +- 6 */
    assert_in_range(none, 85, 155);         /* 120 +- 8 */
    clear(&s);
}

/* ---- several concepts ---- */

/* A native family or two parts; the two parts in both orders if both can
 * lead. */
static void pairs_of_concepts_have_problems(void **state)
{
    const struct taxonomy *t = taxonomy_find("high");
    static struct shot s;
    size_t none = 0, tried = 0, both = 0;
    struct rng r;

    (void)state;
    rng_init(&r, hash_bytes("pairs", 5));
    for (int i = 0; i < 60; i++) {
        size_t x = rng_below(&r, t->n_concepts);
        size_t y = rng_below(&r, t->n_concepts);
        const char *const names[] = { t->concepts[x].name,
                                      t->concepts[y].name };
        struct suspicion c = { "high", names, 2, { 0 } };

        if (x == y)
            continue;
        tried++;
        if (!aim_at(&s, &c, t, "7", 4)) {
            none++;
            continue;
        }
        check_shot(&s, &c, t);
        both += s.aim.n_families > 1;
        clear(&s);
    }
    assert_true(none * 20 < tried);
    assert_true(both * 10 > tried * 7);
}

/* A family whose answers are no numbers can only come last. */
static void what_cannot_lead_comes_last(void **state)
{
    const struct taxonomy *t = taxonomy_find("high");
    const char *const names[] = {
        "Decimal operations (convert, round, compare)",
        "Chinese remainder theorem"
    };
    struct suspicion c = { "high", names, 2, { 0 } };
    static struct shot s;

    (void)state;
    assert_true(aim_at(&s, &c, t, "7", 8));
    check_shot(&s, &c, t);
    for (size_t i = 0; i < s.n; i++)
        assert_string_equal(s.p[i].family, "concept/crt+concept/decimals");
    clear(&s);
}

static void three_concepts(void **state)
{
    const struct taxonomy *t = taxonomy_find("high");
    const char *const names[] = { "Parity arguments (even/odd reasoning)",
                                  "Chinese remainder theorem",
                                  "Integer exponents (e.g., 2^n, 3^n)" };
    struct suspicion c = { "high", names, 3, { 0 } };
    static struct shot s;

    (void)state;
    assert_true(aim_at(&s, &c, t, "7", 12));
    check_shot(&s, &c, t);
    clear(&s);
    t = taxonomy_find("mid");
    for (size_t i = 0; i + 20 < t->n_concepts; i += 8) {
        const char *const mid[] = { t->concepts[i].name,
                                    t->concepts[i + 9].name,
                                    t->concepts[i + 20].name };
        struct suspicion m = { "mid", mid, 3, { 0 } };

        assert_true(aim_at(&s, &m, t, "7", 6));
        check_shot(&s, &m, t);
        clear(&s);
    }
}

/* ---- names ---- */

static const struct taxonomy *course(void)
{
    static const char *const counting[] = {
        "Factorials (n!)", "Counting by cases / systematic enumeration", NULL
    };
    static const char *const nothing[] = { NULL };
    static const struct concept concepts[] = {
        { "Counting things", 0, counting }, { "Word problems", 0, nothing }
    };
    static const struct taxonomy t = { "course", "Our course", GRANULARITY_USER,
                                       "high",   concepts,     2 };

    return &t;
}

static void names_of_a_user(void **state)
{
    const struct taxonomy *t = course();
    const char *const counting[] = { "Counting things" };
    const char *const words[] = { "Word problems" };
    const char *const unknown[] = { "Knots" };
    struct suspicion c = one(t, counting);
    static struct shot s;
    struct arena a = { 0 };
    struct supply m;
    struct err e;

    (void)state;
    assert_true(aim_at(&s, &c, t, "7", 9));
    check_shot(&s, &c, t);
    clear(&s);
    c = one(t, words);
    assert_false(supply_open(&a, &m, &c, t, NULL, "7", &e));
    assert_int_equal(e.code, ERR_DOMAIN);
    assert_string_equal(e.msg, "no family has the concept \"Word problems\"");
    c = one(t, unknown);
    assert_false(supply_open(&a, &m, &c, t, NULL, "7", &e));
    assert_string_equal(e.msg, "no family has the concept \"Knots\"");
    assert_false(supply_open(&a, &m, &c, NULL, NULL, "7", &e));
    assert_string_equal(e.msg, "no family has the concept \"Knots\"");
    arena_clear(&a);
}

/* Tags without a taxonomy: heads of high names, or names of another. */
static void names_without_a_taxonomy(void **state)
{
    const char *const head[] = { "quadratic solving" };
    const char *const skill[] = { "algebra_and_equations" };
    struct suspicion c = { "tags", head, 1, { 0 } };
    const struct taxonomy *t = NULL;
    static struct shot s;
    struct suspicion full = c;
    const char *name;

    (void)state;
    name = concept_find_any(head[0], &t)->name;
    full.concepts = &name;
    assert_true(aim_at(&s, &c, NULL, "7", 10));
    check_shot(&s, &full, t);
    clear(&s);
    c.concepts = skill;
    assert_true(aim_at(&s, &c, NULL, "7", 10));
    check_shot(&s, &c, taxonomy_find("baseline"));
    clear(&s);
}

/* ---- bounds ---- */

static const struct bound bounds[] = {
    { BOUND_ABOVE, "words", 80, NULL, 0 },
    { BOUND_BELOW, "words", 15, NULL, 0 },
    { BOUND_ABOVE, "digits", 4, NULL, 0 },
    { BOUND_ABOVE, "steps", 7, NULL, 0 },
    { BOUND_BELOW, "steps", 4, NULL, 0 },
    { BOUND_ABOVE, "concepts", 3, NULL, 0 },
    { BOUND_ABOVE, "level", 2, NULL, 0 },
    { BOUND_ABOVE, "level", 3, NULL, 0 },
    { BOUND_ABOVE, "distractors", 2, NULL, 0 },
    { BOUND_IS, "wording", 0, "terse", 0 },
    { BOUND_WITHIN, "words", 60, NULL, 80 },
    { BOUND_WITHIN, "level", 1.5, NULL, 2.5 },
    { BOUND_IS, "answer", 0, "fraction", 0 },
    { BOUND_IS, "answer", 0, "set", 0 },
    { BOUND_IS, "answer sign", 0, "negative", 0 },
    { BOUND_ABOVE, "answer parts", 1.5, NULL, 0 },
    { BOUND_ABOVE, "denominator", 20, NULL, 0 },
    { BOUND_ABOVE, "answer digits", 5, NULL, 0 },
    { BOUND_ABOVE, "solution words", 60, NULL, 0 },
};

static void beyond_a_bound(void **state)
{
    static struct shot s;

    (void)state;
    for (size_t i = 0; i < sizeof(bounds) / sizeof(bounds[0]); i++) {
        struct suspicion c = { .bound = bounds[i] };

        if (!aim_at(&s, &c, NULL, "7", 20))
            fail_msg("none beyond bound %zu", i);
        check_shot(&s, &c, NULL);
        clear(&s);
    }
}

static void beyond_a_bound_with_a_concept(void **state)
{
    const struct taxonomy *t = taxonomy_find("low");
    const char *const name[] = { t->concepts[1].name };
    static struct shot s;

    (void)state;
    for (size_t i = 0; i < sizeof(bounds) / sizeof(bounds[0]); i++) {
        struct suspicion c = one(t, name);

        c.bound = bounds[i];
        if (!aim_at(&s, &c, t, "7", 10)) {
            assert_true(str_eq(c.bound.trait, "concepts") ||
                        str_eq(c.bound.trait, "level") ||
                        str_eq(c.bound.trait, "denominator") ||
                        str_starts(c.bound.trait, "answer"));
            continue;
        }
        check_shot(&s, &c, t);
        clear(&s);
    }
}

/* A concept with one kind of answer, or at some levels, and none where there is
 * no such problem. */
static void concepts_with_bounds(void **state)
{
    static const struct {
        const char *name;
        struct bound bound;
        bool is;
    } table[] = {
        { "Basic probability", { BOUND_IS, "answer", 0, "fraction", 0 }, true },
        { "Basic probability", { BOUND_IS, "answer", 0, "matrix", 0 }, false },
        { "Quadratic solving", { BOUND_IS, "answer", 0, "set", 0 }, true },
        { "Combinations", { BOUND_IS, "answer", 0, "fraction", 0 }, true },
        { "Chinese remainder theorem",
          { BOUND_ABOVE, "level", 2.5, NULL, 0 },
          true },
        { "Chinese remainder theorem",
          { BOUND_WITHIN, "level", 1.5, NULL, 2.5 },
          true },
        { "Chinese remainder theorem",
          { BOUND_WITHIN, "words", 60, NULL, 80 },
          true },
        { "Chinese remainder theorem",
          { BOUND_IS, "answer sign", 0, "negative", 0 },
          false },
    };
    static struct shot s;

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        const struct taxonomy *t = taxonomy_find("high");
        const char *const names[] = { concept_find(t, table[i].name)->name };
        struct suspicion c = { "high", names, 1, table[i].bound };

        if (aim_at(&s, &c, t, "7", 20) != table[i].is)
            fail_msg("row %zu: %s", i, table[i].name);
        if (!table[i].is)
            continue;
        check_shot(&s, &c, t);
        clear(&s);
    }
}

/* ---- how they are asked for ---- */

static void check_same(const struct problem *x, const struct problem *y)
{
    struct str s = { 0 }, t = { 0 };

    problem_write(&s, x);
    problem_write(&t, y);
    assert_string_equal(str_get(&s), str_get(&t));
    str_clear(&s);
    str_clear(&t);
}

static void check_parts(const struct suspicion *c, const struct taxonomy *t)
{
    static struct shot whole;
    static struct problem p[40];
    struct arena a = { 0 };
    struct supply m;
    struct err e;

    assert_true(aim_at(&whole, c, t, "7", 40));
    assert_true(supply_open(&a, &m, c, t, NULL, "7", &e));
    assert_true(supply_more(&a, &m, 1, NULL, p, &e));
    assert_true(supply_more(&a, &m, 0, NULL, NULL, &e));
    assert_true(supply_more(&a, &m, 20, NULL, p + 1, &e));
    assert_true(supply_more(&a, &m, 19, NULL, p + 21, &e));
    for (size_t i = 0; i < 40; i++)
        check_same(&whole.p[i], &p[i]);
    arena_clear(&a);
    clear(&whole);
}

static void the_same_however_asked_for(void **state)
{
    const struct taxonomy *t = taxonomy_find("high");
    const char *const names[] = { "Chinese remainder theorem",
                                  "Factorials (n!)" };
    struct suspicion c = { "high", names, 1, { 0 } };

    (void)state;
    check_parts(&c, t);
    c.n_concepts = 2;
    check_parts(&c, t);
    c.bound = bounds[0];
    check_parts(&c, t);
    c.n_concepts = 0;
    check_parts(&c, NULL);
}

static void other_seeds_and_claims_share_nothing(void **state)
{
    const struct taxonomy *t = taxonomy_find("high");
    const char *const names[] = { "Chinese remainder theorem" };
    struct suspicion c = one(t, names), bound = c;
    static struct shot x, y, z;

    (void)state;
    bound.bound = bounds[0];
    assert_true(aim_at(&x, &c, t, "7", 20));
    assert_true(aim_at(&y, &c, t, "8", 20));
    assert_true(aim_at(&z, &bound, t, "7", 20));
    for (size_t i = 0; i < 20; i++)
        for (size_t k = 0; k < 20; k++) {
            assert_string_not_equal(x.p[i].statement, y.p[k].statement);
            assert_string_not_equal(x.p[i].statement, z.p[k].statement);
        }
    clear(&x);
    clear(&y);
    clear(&z);
}

static void know(struct map *seen, const struct problem *p)
{
    struct str form = { 0 };

    canonical_statement(&form, p->statement);
    map_put(seen, str_get(&form), form.n, NULL);
    str_clear(&form);
}

/* Problems seen before are passed over; what is given out is added. */
static void seen_problems_are_passed_over(void **state)
{
    const struct taxonomy *t = taxonomy_find("high");
    const char *const names[] = { "Factorials (n!)" };
    struct suspicion c = one(t, names);
    static struct shot first;
    static struct problem p[20];
    struct arena a = { 0 };
    struct map seen = { 0 };
    struct supply m;
    struct err e;

    (void)state;
    assert_true(aim_at(&first, &c, t, "7", 20));
    for (size_t i = 0; i < 20; i += 2)
        know(&seen, &first.p[i]);
    assert_true(supply_open(&a, &m, &c, t, NULL, "7", &e));
    assert_true(supply_more(&a, &m, 20, &seen, p, &e));
    assert_int_equal(seen.n, 10 + 20);
    for (size_t i = 0; i < 20; i++) {
        for (size_t k = 0; k < 20; k += 2)
            assert_string_not_equal(p[i].statement, first.p[k].statement);
        know(&seen, &p[i]);
    }
    assert_int_equal(seen.n, 10 + 20); /* they were there */
    map_clear(&seen);
    arena_clear(&a);
    clear(&first);
}

/* Going back to the first draw gives no problem again. */
static void nothing_is_given_twice(void **state)
{
    const struct taxonomy *t = taxonomy_find("high");
    const char *const names[] = { "Factorials (n!)" };
    struct suspicion c = one(t, names);
    static struct shot s;
    struct err e;

    (void)state;
    assert_true(aim_at(&s, &c, t, "7", 10));
    s.aim.next = 0;
    assert_true(supply_more(&s.arena, &s.aim, 10, NULL, s.p + 10, &e));
    s.n = 20;
    check_shot(&s, &c, t);
    clear(&s);
}

/* Levels, knobs and pairs outside of the range do not occur, not even to get
 * beyond a bound. */
static void problems_are_of_the_range(void **state)
{
    static const char *const fixed[] = { "distractors", "steps" };
    const struct draw_range range = { 1, fixed, 2, .singles = true };
    const struct taxonomy *t = taxonomy_find("high");
    const char *const names[] = { "Factorials (n!)" };
    const char *const both[] = { "Modular arithmetic",
                                 "Chinese remainder theorem" };
    const struct suspicion cases[] = {
        one(t, names),
        { .bound = { .kind = BOUND_ABOVE, .trait = "words", .value = 60 } },
        { "high", both, 2, { 0 } },
    };

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct arena a = { 0 };
        struct supply m;
        struct problem p[24];
        struct err e;

        assert_true(supply_open(&a, &m, &cases[i], t, &range, "7", &e));
        assert_true(supply_more(&a, &m, 24, NULL, p, &e));
        for (size_t k = 0; k < 24; k++) {
            assert_int_equal(p[k].level, 1);
            assert_null(strchr(p[k].family, '+'));
            assert_non_null(strstr(p[k].id, "distractors=0;"));
            assert_non_null(strstr(p[k].id, "steps=0"));
        }
        arena_clear(&a);
    }
}

/* The side that knobs lean to where chance finds no problem. */
static void knobs_lean_to_the_bound(void **state)
{
    static const struct {
        struct bound bound;
        bool more;
        struct knobs want; /* NULL, -1: as it was */
        int level;         /* 0: either the end or as it was */
    } cases[] = {
        { { BOUND_ABOVE, "words", 9, NULL, 0 }, true, { "long", 3, -1, 3 }, 0 },
        { { BOUND_BELOW, "words", 9, NULL, 0 },
          false,
          { "terse", 0, -1, 0 },
          0 },
        { { BOUND_ABOVE, "numbers", 9, NULL, 0 },
          true,
          { "long", 3, -1, 3 },
          0 },
        { { BOUND_ABOVE, "digits", 9, NULL, 0 }, true, { NULL, -1, 2, -1 }, 0 },
        { { BOUND_BELOW, "digits", 9, NULL, 0 }, false, { NULL, 0, 0, 0 }, 0 },
        { { BOUND_ABOVE, "steps", 9, NULL, 0 }, true, { NULL, -1, -1, 3 }, 0 },
        { { BOUND_ABOVE, "level", 2, NULL, 0 }, true, { NULL, -1, -1, -1 }, 4 },
        { { BOUND_BELOW, "level", 2, NULL, 0 },
          false,
          { NULL, -1, -1, -1 },
          1 },
        { { BOUND_ABOVE, "distractors", 2, NULL, 0 },
          true,
          { NULL, 3, -1, -1 },
          0 },
        { { BOUND_IS, "wording", 0, "story", 0 },
          true,
          { "story", -1, -1, -1 },
          2 },
        { { BOUND_IS, "wording", 0, "odd", 0 }, true, { NULL, -1, -1, -1 }, 2 },
    };
    const struct family f = { .n_levels = 4 };
    struct rng r;

    (void)state;
    rng_init(&r, hash_bytes("lean", 4));
    for (size_t i = 0; i < 8 * sizeof(cases) / sizeof(cases[0]); i++) {
        const struct knobs was = { "plain", 1, 1, 1 };
        const struct knobs *want = &cases[i / 8].want;
        struct knobs k = was;
        int level = 2, want_level = cases[i / 8].level;

        target_lean(&cases[i / 8].bound, cases[i / 8].more, &f, &r, &level, &k);
        if (want->wording && str_eq(want->wording, "long"))
            assert_true(str_eq(k.wording, "wordy") ||
                        str_eq(k.wording, "story"));
        else
            assert_string_equal(k.wording,
                                want->wording ? want->wording : "plain");
        assert_int_equal(k.distractors,
                         want->distractors < 0 ? 1 : want->distractors);
        assert_int_equal(k.digits, want->digits < 0 ? 1 : want->digits);
        assert_int_equal(k.steps, want->steps < 0 ? 1 : want->steps);
        assert_true(want_level
                        ? level == want_level
                        : level == 2 || level == (cases[i / 8].more ? 4 : 1));
    }
}

static void what_cannot_be_aimed_at(void **state)
{
    const struct taxonomy *t = taxonomy_find("high");
    const char *const last[] = { "Decimal operations (convert, round, compare)",
                                 "Linear inequalities & graphing solution "
                                 "sets" };
    const char *many[SUPPLY_CONCEPTS + 1];
    const struct bound far = { BOUND_ABOVE, "words", 5000, NULL, 0 };
    struct suspicion c = { .bound = far };
    struct arena a = { 0 };
    static struct problem p[10];
    struct supply m;
    struct err e;

    (void)state;
    assert_false(supply_open(&a, &m, &c, NULL, NULL, "7", &e));
    assert_int_equal(e.code, ERR_DOMAIN);
    assert_non_null(strstr(e.msg, "words"));
    c = (struct suspicion){ "high", last, 2, { 0 } };
    assert_false(supply_open(&a, &m, &c, t, NULL, "7", &e));
    assert_int_equal(e.code, ERR_DOMAIN);
    assert_non_null(strstr(e.msg, "Decimal operations"));
    for (size_t i = 0; i <= SUPPLY_CONCEPTS; i++)
        many[i] = t->concepts[i].name;
    c = (struct suspicion){ "high", many, SUPPLY_CONCEPTS + 1, { 0 } };
    assert_false(supply_open(&a, &m, &c, t, NULL, "7", &e));
    assert_int_equal(e.code, ERR_DOMAIN);
    c.n_concepts = SUPPLY_CONCEPTS;
    assert_false(supply_open(&a, &m, &c, t, NULL, "7", &e));
    assert_int_equal(e.code, ERR_DOMAIN);
    c = (struct suspicion){ 0 };
    assert_false(supply_open(&a, &m, &c, t, NULL, "7", &e));
    assert_int_equal(e.code, ERR_USAGE);
    c = one(t, last);
    assert_true(supply_open(&a, &m, &c, t, NULL, "7", &e));
    c.bound = far; /* what it wants is not to be had */
    m.suspicion = &c;
    assert_false(supply_more(&a, &m, 10, NULL, p, &e));
    assert_int_equal(e.code, ERR_SPENT);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_concept_has_problems),
        cmocka_unit_test(families_have_equal_shares),
        cmocka_unit_test(knobs_and_levels_vary),
        cmocka_unit_test(pairs_of_concepts_have_problems),
        cmocka_unit_test(what_cannot_lead_comes_last),
        cmocka_unit_test(three_concepts),
        cmocka_unit_test(names_of_a_user),
        cmocka_unit_test(names_without_a_taxonomy),
        cmocka_unit_test(beyond_a_bound),
        cmocka_unit_test(beyond_a_bound_with_a_concept),
        cmocka_unit_test(concepts_with_bounds),
        cmocka_unit_test(the_same_however_asked_for),
        cmocka_unit_test(other_seeds_and_claims_share_nothing),
        cmocka_unit_test(seen_problems_are_passed_over),
        cmocka_unit_test(nothing_is_given_twice),
        cmocka_unit_test(problems_are_of_the_range),
        cmocka_unit_test(knobs_lean_to_the_bound),
        cmocka_unit_test(what_cannot_be_aimed_at),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
