/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Pairs of concept families, over the whole table: which of them work, that
 * their keys hold, and that the second part speaks of the number that the
 * first one gives. `make soak` runs every ordered pair, else a sample.
 */
#include "base/ascii.h"
#include "base/str.h"
#include "family/audit.h"
#include "family/generate.h"
#include "family/pair/link.h"
#include "family/pair/pair.h"
#include "family/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PROBLEMS 2
#define PARTNERS 3
#define CHAINS   20

/* How a run went. */
struct score {
    size_t allowed, working;
};

static bool is_soak(void)
{
    return getenv("ASSAY_SOAK") != NULL;
}

/* The n-th concept family of the table, NULL behind the last. */
static const struct family *concept_at(size_t n)
{
    for (size_t i = 0; i < n_families; i++)
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

/* ---- problems ---- */

static bool make_one(const struct family *f, uint64_t index)
{
    struct coordinates c = { f, 1, "pairs", index, NULL };
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
        look_for_letter(&p, 'N');
        if (f->pair->n == 3)
            look_for_letter(&p, 'M');
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
            ok = make_one(f, i);
        if (!ok)
            print_message("# %s does not work\n", f->name);
        score->allowed++;
        score->working += ok;
    }
    arena_clear(&a);
}

/* At least `share` per cent of them. */
static void give_score(const char *what, const struct score *score,
                       size_t share)
{
    print_message("# figure: %s: %zu of %zu work\n", what, score->working,
                  score->allowed);
    assert_true(score->allowed > 0);
    assert_true(score->working * 100 >= score->allowed * share);
}

static void start(struct rng *r, const char *name)
{
    rng_init(r, hash_bytes(name, strlen(name)));
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
    give_score("pairs", &score, 90);
}

/* Two of three answers are passed on, so that fewer chains than pairs work. */
static void chains_of_three_work(void **state)
{
    struct score score = { 0 };
    size_t n = count_concepts(), most = is_soak() ? 50 * CHAINS : CHAINS;
    struct rng r;

    (void)state;
    start(&r, "chains");
    while (score.allowed < most) {
        const struct family *parts[3];

        for (size_t i = 0; i < 3; i++)
            parts[i] = concept_at((size_t)rng_below(&r, n));
        run_chain(parts, 3, &score);
    }
    give_score("chains of three", &score, 75);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_work),
        cmocka_unit_test(chains_of_three_work),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
