/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Pairs of concept families, over the whole table: which of them work, that
 * their keys hold, that the second part speaks of the number that the first one
 * gives, and that links carry what they are said to. `make soak` runs every
 * ordered pair, else a sample.
 */
#include "base/ascii.h"
#include "base/str.h"
#include "family/audit.h"
#include "family/generate.h"
#include "family/pair/link.h"
#include "family/pair/pair.h"
#include "family/pair/part.h"
#include "family/recipe/recipe.h"
#include "family/table.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PROBLEMS 2
#define PARTNERS 3
#define CHAINS   20
#define LASTS    4 /* drawn families whose keys are counted */
#define ANSWERS  4 /* that are tried on a large link */

/* How a run went. */
struct score {
    size_t allowed, working;
    size_t links, large;  /* of all problems */
    size_t tried, making; /* other answers, and those that make a problem */
    size_t same;          /* of these, with the key that is there already */
};

static bool is_soak(void)
{
    return getenv("ASSAY_SOAK") != NULL;
}

/* The n-th concept family of the table, NULL behind the last. */
static const struct family *concept_at(size_t n)
{
    for (size_t i = 0; i < family_count(); i++)
        if (family_at(i)->recipe && n-- == 0)
            return family_at(i);
    return NULL;
}

static size_t count_concepts(void)
{
    size_t n = 0;

    while (concept_at(n))
        n++;
    return n;
}

/* ---- statements ---- */

/* How often the letter begins a factor in formulas: N, Nx, \frac{N}{2}. */
static size_t count_letter(const char *text, char letter)
{
    bool maths = false;
    size_t n = 0;

    for (const char *p = text; *p; p++) {
        maths ^= *p == '$' && (p == text || p[-1] != '\\');
        n += maths && *p == letter && !is_letter(p[-1]) && p[-1] != '\\';
    }
    return n;
}

/* It is defined, and it is used. */
static void look_for_letter(const struct problem *p, char letter)
{
    if (count_letter(p->statement, letter) < 2)
        fail_msg("%s has no use for %c: %s", p->id, letter, p->statement);
}

/* N_1, N_2 ... of long chains, with braces where they are used. */
static void look_for_letters(const struct problem *p, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        char defined[32], used[32];

        snprintf(defined, sizeof(defined), "$N_%zu$", i);
        snprintf(used, sizeof(used), "{N_%zu}", i);
        if (!strstr(p->statement, defined) || !strstr(p->statement, used))
            fail_msg("%s has no use for %s: %s", p->id, used, p->statement);
    }
}

/* ---- links ---- */

/* Put answers that one could take for the right one into a large link: as a
 * rule they make a problem, so that nothing but the answer tells the number. */
static void try_answers(struct arena *a, struct part *t, struct rng *r,
                        struct score *score)
{
    int64_t size = t->answer < 0 ? -t->answer : t->answer;
    int64_t was = *t->slot.place;

    for (int i = 0; i < ANSWERS; i++) {
        int64_t x = rng_range(r, size - LINK_LARGE / 2, size + LINK_LARGE / 2);
        const char *key = NULL;

        *t->slot.place = link_apply(&t->link, x);
        if (part_admits(t, *t->slot.place))
            key = recipe_solve(t->family, a, &t->values, NULL);
        score->tried++;
        score->making += key != NULL;
        score->same += key && str_eq(key, t->key);
    }
    *t->slot.place = was;
}

/* The stated capacity is no larger than what the definition in link.h lets one
 * read off the link; what it says of the next part is tried. */
static void look_at_links(struct arena *a, const struct pair *pair,
                          const struct problem *p, struct score *score)
{
    struct part *parts = arena_array(a, struct part, pair->n);
    struct err e;
    struct rng r;

    rng_init(&r, hash_bytes(p->id, strlen(p->id)));
    for (size_t i = 0; i < pair->n; i++)
        parts[i].family = pair->parts[i];
    assert_true(parts_read(a, p->params, parts, pair->n, &e));
    for (size_t i = 1; i < pair->n; i++) {
        struct part *t = &parts[i];

        assert_true(link_number(parts[i - 1].family->answer, parts[i - 1].key,
                                &t->answer));
        assert_true(t->capacity <= link_capacity(&t->link, t->answer));
        score->links++;
        if (t->capacity < LINK_LARGE)
            continue;
        score->large++;
        try_answers(a, t, &r, score);
    }
}

/* ---- problems ---- */

static bool make_one(const struct family *f, int level, uint64_t index,
                     struct score *score)
{
    struct coordinates c = { f, level, "pairs", index, NULL, NULL };
    struct arena a = { 0 };
    struct problem p;
    struct audit found;
    struct err e;
    bool ok = family_generate(&a, &c, &p, &e);

    if (!ok) {
        print_message("# %s\n", e.msg);
    } else {
        found = audit_problem(&a, &p);
        if (found.status != AUDIT_HOLDS)
            fail_msg("%s %s: %s", p.id, audit_name(found.status), found.detail);
        if (f->pair->n <= 3)
            look_for_letter(&p, 'N');
        else
            look_for_letters(&p, f->pair->n);
        if (f->pair->n == 3)
            look_for_letter(&p, 'M');
        look_at_links(&a, f->pair, &p, score);
    }
    arena_clear(&a);
    return ok;
}

/* Do all the names go together, by their answers? */
static bool is_allowed(const struct family *const *parts, size_t n)
{
    for (size_t i = 0; i + 1 < n; i++)
        if (!link_takes(parts[i]->answer))
            return false;
    return true;
}

static void run_chain(const struct family *const *parts, size_t n,
                      struct score *score)
{
    struct arena a = { 0 };
    struct str name = str_in(&a);
    const struct family *f;
    bool ok = true;
    struct err e;

    for (size_t i = 0; i < n; i++)
        str_addf(&name, "%s%s", i ? "+" : "", parts[i]->name);
    f = family_named(&a, str_get(&name), &e);
    if (!is_allowed(parts, n)) {
        assert_null(f);
        assert_non_null(strstr(e.msg, " can only come last: its answer ("));
    } else {
        if (!f)
            fail_msg("%s: %s", str_get(&name), e.msg);
        for (uint64_t i = 0; ok && i < PROBLEMS; i++)
            ok = make_one(f, 1, i, score);
        if (!ok)
            print_message("# %s does not work\n", f->name);
        score->allowed++;
        score->working += ok;
    }
    arena_clear(&a);
}

/* At least `share` per cent of them work, and as many of the links as `large`
 * are large. */
static void give_score(const char *what, const struct score *score,
                       size_t share, size_t large)
{
    print_message("# figure: %s: %zu of %zu work; %zu of %zu links are large, "
                  "and %zu of %zu other answers make a problem there\n",
                  what, score->working, score->allowed, score->large,
                  score->links, score->making, score->tried);
    assert_true(score->allowed > 0);
    assert_true(score->working * 100 >= score->allowed * share);
    assert_true(score->large * 100 >= score->links * large);
    assert_true(score->making * 100 >= score->tried * 80);
}

static void start(struct rng *r, const char *name)
{
    rng_init(r, hash_bytes(name, strlen(name)));
}

/* ---- what is stated, counted over problems ---- */

/* Here nothing of the code that states a capacity is used: the numbers that
 * enter the last parts of many problems are counted. */

#define COUNTED 60
#define KEYED   150

/* What one problem of a pair shows. */
struct sight {
    int64_t number, capacity;
    char key[64]; /* its first bytes */
};

static struct sight show(struct arena *a, const struct pair *pair,
                         const struct problem *p)
{
    struct part *parts = arena_array(a, struct part, pair->n);
    const struct part *last = &parts[pair->n - 1];
    struct sight s = { 0 };
    struct err e;

    for (size_t i = 0; i < pair->n; i++)
        parts[i].family = pair->parts[i];
    assert_true(parts_read(a, p->params, parts, pair->n, &e));
    s.number = *last->slot.place;
    s.capacity = last->capacity;
    snprintf(s.key, sizeof(s.key), "%s", last->key);
    return s;
}

/* Draw up to n problems, unchecked. Returns how many there are. */
static size_t draw_shown(const char *name, size_t n, struct sight *out)
{
    struct arena kept = { 0 };
    struct err e;
    const struct family *f = family_named(&kept, name, &e);
    size_t made = 0;

    assert_non_null(f);
    for (uint64_t i = 0; i < n; i++) {
        struct coordinates c = { f, 1, "shown", i, NULL, NULL };
        struct arena a = { 0 };
        struct problem p;

        if (family_draw(&a, &c, 0, &p, &e))
            out[made++] = show(&a, f->pair, &p);
        arena_clear(&a);
    }
    arena_clear(&kept);
    return made;
}

/* Two numbers that take c and d equally likely values are alike with a
 * probability of 1 / sqrt(cd) at most, and so for any numbers that repeat as
 * rarely. Four standard deviations are allowed. */
static void count_numbers(const char *name)
{
    struct sight s[COUNTED];
    size_t n = draw_shown(name, COUNTED, s), alike = 0;
    double expected = 0;

    assert_true(n > COUNTED / 2);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++) {
            alike += s[i].number == s[k].number;
            expected += 1 / sqrt((double)s[i].capacity * (double)s[k].capacity);
        }
    if ((double)alike > expected + 4 * sqrt(expected) + 3)
        fail_msg("%s: %zu pairs of %zu numbers are alike, %.1f are expected",
                 name, alike, n, expected);
}

static const char *drawn_pair(struct arena *a, struct rng *r,
                              const struct family *last)
{
    const struct family *f;

    do
        f = concept_at((size_t)rng_below(r, count_concepts()));
    while (!link_takes(f->answer) || str_eq(f->name, "concept/circles") ||
           str_eq(f->name, "concept/volumes"));
    return arena_printf(a, "%s+%s", f->name, last->name);
}

/* Families whose answers lie close together, and drawn ones. */
static void capacities_are_true(void **state)
{
    static const char *const named[] = {
        "concept/angles+concept/slopes",
        "concept/angles+concept/binomials",
        "concept/angles+concept/conics",
        "concept/slopes+concept/matrices",
        "concept/slopes+concept/absolute-value",
        "concept/slopes+concept/analytic",
        "concept/matrices+concept/slopes",
        "concept/matrices+concept/conics",
        "concept/divisibility-tests+concept/slopes",
        "concept/divisibility-tests+concept/angles",
    };

    (void)state;
    for (size_t i = 0; i < sizeof(named) / sizeof(named[0]); i++)
        count_numbers(named[i]);
}

/* ---- keys ---- */

static size_t count_commonest(const struct sight *s, size_t n)
{
    size_t most = 0;

    for (size_t i = 0; i < n; i++) {
        size_t same = 0;

        for (size_t k = 0; k < n; k++)
            same += strcmp(s[i].key, s[k].key) == 0;
        most = same > most ? same : most;
    }
    return most;
}

/* A tenth of the problems, and three standard deviations of that. */
static bool count_keys(const char *name)
{
    struct sight s[KEYED];
    size_t n = draw_shown(name, KEYED, s), most = count_commonest(s, n);
    double tenth = (double)n / 10;

    if (n < KEYED / 2) /* their links are refused */
        return false;
    if ((double)most > tenth + 3 * sqrt(0.9 * tenth))
        fail_msg("%s: %zu of %zu keys are the same", name, most, n);
    return true;
}

static void no_key_is_common(void **state)
{
    static const char *const named[] = {
        "concept/slopes+concept/euclid",
        "concept/permutations+concept/euclid",
        "concept/permutations+concept/factors-multiples",
    };
    struct arena a = { 0 };
    struct rng r;

    (void)state;
    for (size_t i = 0; i < sizeof(named) / sizeof(named[0]); i++)
        assert_true(count_keys(named[i]));
    start(&r, "keys");
    for (int i = 0; i < LASTS;) {
        const struct family *last;

        do
            last = concept_at((size_t)rng_below(&r, count_concepts()));
        while (recipe_card(last)->few_keys);
        i += count_keys(drawn_pair(&a, &r, last));
    }
    arena_clear(&a);
}

/* The answer of the first part matters: most others give another key. A first
 * day with more than all days need is the answer for thousands of numbers. */
static void answers_matter(void **state)
{
    static const char *const named[] = {
        "concept/permutations+concept/sequences",
        "concept/crt+concept/sequences",
        "concept/combinations+concept/logarithms",
    };
    struct arena a = { 0 };
    struct err e;

    (void)state;
    for (size_t i = 0; i < sizeof(named) / sizeof(named[0]); i++) {
        const struct family *f = family_named(&a, named[i], &e);
        struct score score = { 0 };

        assert_non_null(f);
        for (uint64_t k = 0; k < (uint64_t)4 * COUNTED; k++)
            make_one(f, 2, k, &score);
        if (score.making < COUNTED)
            fail_msg("%s: %zu answers tried", named[i], score.making);
        if (score.same * 10 > score.making)
            fail_msg("%s: the key is the same for %zu of %zu answers", named[i],
                     score.same, score.making);
    }
    arena_clear(&a);
}

/* ---- which of them ---- */

static void all_pairs(size_t n, struct score *score)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            run_chain((const struct family *[]){ concept_at(i), concept_at(k) },
                      2, score);
}

/* Each family before a few others and behind a few others. */
static void some_pairs(size_t n, struct score *score)
{
    struct rng r;

    start(&r, "partners");
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < PARTNERS; k++) {
            const struct family *f = concept_at(i), *g, *h;

            g = concept_at((size_t)rng_below(&r, n));
            h = concept_at((size_t)rng_below(&r, n));
            run_chain((const struct family *[]){ f, g }, 2, score);
            run_chain((const struct family *[]){ h, f }, 2, score);
        }
}

static void pairs_work(void **state)
{
    struct score score = { 0 };
    size_t n = count_concepts();

    (void)state;
    if (is_soak())
        all_pairs(n, &score);
    else
        some_pairs(n, &score);
    give_score("pairs", &score, 87, 36); /* measured: 90 and 40 */
}

/* Chains of families that are drawn; all answers but the last are passed on,
 * so that the longer ones work less often. */
static struct score draw_chains(size_t parts, size_t most)
{
    struct score score = { 0 };
    size_t n = count_concepts();
    struct rng r;

    start(&r, "chains");
    while (score.allowed < most) {
        const struct family *drawn[PAIR_PARTS];

        for (size_t i = 0; i < parts; i++)
            drawn[i] = concept_at((size_t)rng_below(&r, n));
        run_chain(drawn, parts, &score);
    }
    return score;
}

static void chains_of_three_work(void **state)
{
    struct score score = draw_chains(3, is_soak() ? 50 * CHAINS : CHAINS);

    (void)state;
    give_score("chains of three", &score, 75, 25); /* 95 and 32 */
}

static void chains_of_ten_work(void **state)
{
    struct score score = draw_chains(PAIR_PARTS, is_soak() ? 10 * CHAINS : 6);

    (void)state;
    give_score("chains of ten", &score, 30, 20); /* 67 and 26 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_work),
        cmocka_unit_test(chains_of_three_work),
        cmocka_unit_test(chains_of_ten_work),
        cmocka_unit_test(capacities_are_true),
        cmocka_unit_test(no_key_is_common),
        cmocka_unit_test(answers_matter),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
