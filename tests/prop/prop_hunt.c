/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The hunt on targets whose weaknesses are known. Plantings are drawn at
 * random: one to four weaknesses, each a concept, a pair of concepts or a
 * bound of a trait, that fail 60 to 90 % of attempts; 5 % fail elsewhere. What
 * a hunt reports is held against what was planted, by the problems covered: a
 * reported hypothesis is true, and a planted one found, when the two cover
 * much the same problems (a Jaccard index of one half or more). Each planted
 * one makes one reported one true: to say it twice is false the second time.
 *
 * A weakness that no problem shows cannot be found, so that each has eight
 * problems at least on which it decides: none that fails more often holds.
 *
 * With controls, what they say of a weakness that is reported by its own name
 * is held against what was planted, too.
 *
 * A few plantings in `make check`; 200, and 200 empty ones, in `make soak`.
 */
#include "../lib/rounds.h"
#include "../lib/stores.h"
#include "base/alloc.h"
#include "base/map.h"
#include "base/rng.h"
#include "base/str.h"
#include "hunt/hunt.h"
#include "hunt/target/probe.h"
#include "hunt/target/supply.h"
#include "math/flint.h"
#include "model/local/planted.h"
#include "report/document.h"
#include "run/planted/note.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define WEAK_MOST 4
#define SUPPORT   8
#define TRUTH     400 /* problems that the true rate of a set is found on */

static bool soak(void)
{
    return getenv("ASSAY_SOAK") != NULL;
}

/* ---- the benchmark, with what is needed to plant in it ---- */

struct ground {
    struct arena arena;
    struct probe_options probe;
    struct problem *problems;
    size_t n;
    struct outcomes outcomes; /* without outcomes */
    struct vocabulary high;
};

static void ground_open(struct ground *g, const char *seed)
{
    struct err e;

    *g = (struct ground){ .probe = probe_defaults };
    g->probe.seed = seed;
    if (!probe_make(&g->arena, &g->probe, &g->problems, &g->n, &e))
        fail_msg("%s", e.msg);
    outcomes_of(&g->arena, &g->outcomes, g->problems, g->n);
    vocabulary_of(&g->arena, g->problems, g->n, taxonomy_find("high"),
                  &g->high);
    g->outcomes.vocabularies = &g->high;
    g->outcomes.n_vocabularies = 1;
    g->outcomes.n_traits =
        traits_of(&g->arena, g->problems, g->n, &g->outcomes.traits);
}

/* ---- plantings ---- */

struct weak {
    struct suspicion suspicion;
    double fail;
    bool *holds; /* [problem] */
};

struct planting {
    struct arena arena;
    struct weak weak[WEAK_MOST];
    size_t n;
};

static double uniform(struct rng *r)
{
    return (double)(rng_u64(r) >> 11) * 0x1p-53;
}

static const char *const *names(struct arena *a, const char *x, const char *y)
{
    const char **list = arena_array(a, const char *, 3);

    list[0] = x;
    list[1] = y;
    return list;
}

static struct suspicion draw_concepts(struct planting *p,
                                      const struct ground *g, struct rng *r,
                                      size_t n)
{
    const char *x = g->high.names[rng_below(r, g->high.n)];
    const char *y = g->high.names[rng_below(r, g->high.n)];

    return (struct suspicion){ .vocabulary = "high",
                               .concepts =
                                   names(&p->arena, x, n > 1 ? y : NULL),
                               .n_concepts = n };
}

static int rising(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Above a quantile from 70 to 92 %, so that not all of the set fails. */
static struct suspicion draw_bound(const struct ground *g, struct rng *r)
{
    static const char *const traits[] = { "words", "digits", "steps", "numbers",
                                          "distractors" };
    const char *name = traits[rng_below(r, 5)];
    double *x = alloc_new(g->n, sizeof(double)),
           share = 0.7 + 0.22 * uniform(r);
    struct suspicion c = { .bound = { BOUND_ABOVE, name, 0, NULL, 0 } };
    size_t n = 0;

    for (size_t t = 0; t < g->outcomes.n_traits; t++)
        for (size_t i = 0; i < g->n; i++)
            if (str_eq(g->outcomes.traits[t].name, name) &&
                !isnan(g->outcomes.traits[t].value[i]))
                x[n++] = g->outcomes.traits[t].value[i];
    if (n) {
        qsort(x, n, sizeof(*x), rising);
        c.bound.value = x[(size_t)(share * (double)(n - 1))];
    }
    free(x);
    return c;
}

static struct weak draw_weak(struct planting *p, const struct ground *g,
                             struct rng *r)
{
    uint64_t kind = rng_below(r, 5);
    struct weak w = { .fail = 0.6 + 0.3 * uniform(r) };

    w.suspicion = kind < 2   ? draw_concepts(p, g, r, 1)
                  : kind < 4 ? draw_concepts(p, g, r, 2)
                             : draw_bound(g, r);
    w.holds = arena_array(&p->arena, bool, g->n);
    for (size_t i = 0; i < g->n; i++)
        w.holds[i] = suspicion_holds(&g->outcomes, &w.suspicion, i);
    return w;
}

static double share_common(const bool *a, const bool *b, size_t n)
{
    size_t both = 0, either = 0;

    for (size_t i = 0; i < n; i++) {
        both += a[i] && b[i];
        either += a[i] || b[i];
    }
    return either ? (double)both / (double)either : 0;
}

/* Has each its own problems, not too many, and no double? */
static bool is_fair(const struct planting *p, const struct ground *g)
{
    for (size_t k = 0; k < p->n; k++) {
        const struct weak *w = &p->weak[k];
        size_t own = 0, all = 0;

        for (size_t i = 0; i < g->n; i++) {
            bool decides = w->holds[i];

            all += w->holds[i];
            for (size_t j = 0; j < p->n; j++)
                decides = decides && (j == k || !p->weak[j].holds[i] ||
                                      p->weak[j].fail < w->fail - 0.15);
            own += decides;
        }
        if (own < SUPPORT || all > g->n * 2 / 5)
            return false;
        for (size_t j = 0; j < k; j++)
            if (share_common(w->holds, p->weak[j].holds, g->n) >= 0.5)
                return false;
    }
    return true;
}

static void planting_draw(struct planting *p, const struct ground *g,
                          uint64_t number)
{
    struct hasher h;
    struct rng r;

    hasher_open(&h);
    hasher_text(&h, "planting");
    hasher_u64(&h, number);
    rng_init(&r, hasher_close(&h));
    p->n = 1 + rng_below(&r, WEAK_MOST);
    do {
        arena_reset(&p->arena);
        for (size_t i = 0; i < p->n; i++)
            p->weak[i] = draw_weak(p, g, &r);
    } while (!is_fair(p, g));
}

static void planting_write(const struct planting *p, uint64_t number,
                           const char *path)
{
    FILE *f = fopen(path, "w");

    assert_non_null(f);
    fprintf(f, "seed: %llu\nbase: 0.05\n", (unsigned long long)number);
    fprintf(f, p->n ? "weak:\n" : "");
    for (size_t i = 0; i < p->n; i++) {
        const struct suspicion *c = &p->weak[i].suspicion;

        if (c->n_concepts == 0)
            fprintf(f, "  - {factor: %s, above: %g, fail: %.4f}\n",
                    c->bound.trait, c->bound.value, p->weak[i].fail);
        else if (c->n_concepts == 1)
            fprintf(f, "  - {concepts: [\"%s\"], fail: %.4f}\n", c->concepts[0],
                    p->weak[i].fail);
        else
            fprintf(f, "  - {concepts: [\"%s\", \"%s\"], fail: %.4f}\n",
                    c->concepts[0], c->concepts[1], p->weak[i].fail);
    }
    fclose(f);
}

/* ---- one hunt ---- */

/* FLINT's caches are for each thread. */
static void leave_thread(void *ctx)
{
    (void)ctx;
    flint_cleanup();
}

struct score {
    size_t planted, found, reported, false_ones, sets, covered;
    size_t told, wrong; /* causes */
};

enum stage { STAGE_SCORE, STAGE_MEASURE, STAGE_CONTROL };

static const struct problem *find_problem(const struct hunt_report *r,
                                          const char *id)
{
    for (size_t i = 0; i < r->n_problems; i++)
        if (str_eq(r->problems[i].id, id))
            return &r->problems[i];
    fail_msg("%s is no targeted problem", id);
    return NULL;
}

/* Each hypothesis has failed attempts at problems aimed at it, if there are
 * some: at two problems, short ones first. */
static void check_failed(const struct hunt_report *r,
                         const struct hypothesis *row)
{
    const struct doc_example *x = row->failed;

    assert_int_equal(row->n_failed > 0,
                     row->targeted.n > 0 && row->targeted.rate < 1);
    assert_in_range(row->n_failed, 0, HYPOTHESIS_FAILED);
    for (size_t i = 0; i < row->n_failed; i++) {
        const struct problem *p = find_problem(r, x[i].problem);

        assert_string_equal(x[i].statement, p->statement);
        assert_string_equal(x[i].mark, "wrong"); /* planted models answer */
        assert_string_equal(x[i].model, r->targets[0].name);
        assert_non_null(x[i].answer);
        assert_non_null(strstr(x[i].key, p->keys[0].latex));
        assert_non_null(strstr(x[i].items, "set=r"));
    }
    if (row->n_failed == 2) {
        assert_string_not_equal(x[0].problem, x[1].problem);
        assert_true(strlen(x[0].statement) <= strlen(x[1].statement));
    }
}

static void hunt_once(struct arena *a, const struct ground *g,
                      const char *model, const struct stores *t,
                      enum stage stage, struct hunt_report *out)
{
    struct hunt_spec spec;
    const char *targets[] = { model };
    struct hunt_options o = { .session = {
                                  .ask = { .pool = pool_defaults,
                                           .threads = 2,
                                           .leave = leave_thread },
                                  .model = { .concept = note_concept,
                                             .words = factor_words } } };
    struct store *s = stores_store(t, STORE_MAKE);
    struct err e;

    spec_table_defaults(&hunt_table, &spec);
    spec.targets = targets;
    spec.n_targets = 1;
    spec.probe = g->probe;
    spec.seed = g->probe.seed;
    spec.controls = stage == STAGE_CONTROL;
    if (stage == STAGE_SCORE)
        spec.chosen = 0;
    if (!hunt_run(a, s, &spec, &o, out, &e))
        fail_msg("%s", e.msg);
    store_close(s);
    for (size_t i = 0; i < out->targets[0].table.n; i++)
        check_failed(out, &out->targets[0].table.rows[i]);
}

/* The rate at which an endless set of the suspicion's problems is solved. */
static double true_rate(struct arena *a, const struct planted *model,
                        const struct suspicion *c)
{
    const struct taxonomy *high = c->n_concepts ? taxonomy_find("high") : NULL;
    struct problem *p = arena_array(a, struct problem, TRUTH);
    double sum = 0;
    struct supply aim;
    struct err e;

    if (!supply_open(a, &aim, c, high, NULL, "truth", &e) ||
        !supply_more(a, &aim, TRUTH, NULL, p, &e))
        fail_msg("%s", e.msg);
    for (size_t i = 0; i < TRUTH; i++) {
        struct note note;

        note_make(a, &p[i], &note);
        sum += 1 - planted_chance(model, &note);
    }
    return sum / TRUTH;
}

static void count_cover(struct score *s, struct arena *a, const char *file,
                        const struct hunt_target *t)
{
    struct planted *model;
    struct hash128 content;
    struct err e;

    if (!planted_open(a, file, note_concept, NULL, factor_words, &model,
                      &content, &e))
        fail_msg("%s", e.msg);
    for (size_t i = 0; i < t->table.n; i++) {
        const struct hypothesis *row = &t->table.rows[i];
        double truth;

        if (!row->reported || !row->targeted.n)
            continue;
        truth = true_rate(a, model, &row->suspicion);
        s->sets++;
        s->covered += truth >= row->targeted.lo && truth <= row->targeted.hi;
    }
}

/* Hold what was reported against what was planted. */
static void count_found(struct score *s, struct arena *a,
                        const struct ground *g, const struct planting *p,
                        const struct hunt_target *t)
{
    bool found[WEAK_MOST] = { false };
    bool *cover = arena_array(a, bool, g->n);

    for (size_t i = 0; i < t->table.n; i++) {
        const struct hypothesis *row = &t->table.rows[i];
        bool is_true = false;

        if (!row->reported)
            continue;
        for (size_t k = 0; k < g->n; k++)
            cover[k] = suspicion_holds(&t->outcomes, &row->suspicion, k);
        for (size_t k = 0; k < p->n; k++)
            if (!found[k] && !is_true &&
                share_common(cover, p->weak[k].holds, g->n) >= 0.5)
                found[k] = is_true = true;
        s->reported++;
        s->false_ones += !is_true;
        if (!is_true)
            print_message("# false: %s\n", row->text);
    }
    for (size_t k = 0; k < p->n; k++) {
        s->planted++;
        s->found += found[k];
        if (!found[k])
            print_message("# not found: %s (%.2f)\n",
                          suspicion_text(a, &p->weak[k].suspicion),
                          p->weak[k].fail);
    }
}

/* What the cause of a planted weakness is called. */
static const char *cause_of(const struct suspicion *c)
{
    static const char *const causes[][2] = { { "words", "length" },
                                             { "digits", "size" },
                                             { "numbers", "size" } };

    if (c->n_concepts)
        return c->n_concepts > 1 ? "interaction" : "concept";
    for (size_t i = 0; i < 3; i++)
        if (str_eq(c->bound.trait, causes[i][0]))
            return causes[i][1];
    return c->bound.trait;
}

/* Another planted concept, without which the row's problems cannot be made,
 * may as well be named. */
static bool is_planted_skill(const struct planting *p, const char *cause)
{
    static const char head[] = "auxiliary skill: ";

    for (size_t k = 0; k < p->n; k++)
        if (p->weak[k].suspicion.n_concepts == 1 &&
            strncmp(cause, head, sizeof(head) - 1) == 0 &&
            str_eq(cause + sizeof(head) - 1, p->weak[k].suspicion.concepts[0]))
            return true;
    return false;
}

static void count_causes(struct score *s, const struct planting *p,
                         const struct hunt_target *t)
{
    for (size_t i = 0; i < t->table.n; i++)
        for (size_t k = 0; k < p->n; k++) {
            const struct hypothesis *row = &t->table.rows[i];
            const struct suspicion *x = &row->suspicion,
                                   *y = &p->weak[k].suspicion;
            bool own = y->n_concepts ? suspicion_equal(x, y)
                                     : !x->n_concepts && str_eq(x->bound.trait,
                                                                y->bound.trait);

            if (!row->reported || !own || !row->cause)
                continue;
            s->told++;
            if (str_eq(row->cause, cause_of(y)) ||
                is_planted_skill(p, row->cause))
                continue;
            s->wrong++;
            print_message("# wrong cause: %s: %s, %s\n", row->text, row->cause,
                          row->cause_why);
        }
}

static void play(struct score *s, const struct ground *g, uint64_t number,
                 enum stage stage)
{
    bool empty = stage == STAGE_SCORE;
    struct planting p = { 0 };
    struct arena a = { 0 };
    struct hunt_report r;
    struct stores t;
    const char *file;

    stores_open(&t);
    file = stores_name(&a, &t, ".yaml");
    if (!empty)
        planting_draw(&p, g, number);
    planting_write(&p, number, file);
    hunt_once(&a, g, arena_printf(&a, "planted:%s", file), &t, stage, &r);
    count_found(s, &a, g, &p, &r.targets[0]);
    if (!empty)
        count_cover(s, &a, file, &r.targets[0]);
    if (stage == STAGE_CONTROL)
        count_causes(s, &p, &r.targets[0]);
    arena_clear(&p.arena);
    arena_clear(&a);
    unlink(file);
    stores_close(&t);
}

/* ---- the properties ---- */

static void test_plantings(void **state)
{
    uint64_t rounds = rounds_of(2, 200);
    double least = soak() ? 0.95 : 0.85; /* of few, one may be missed */
    struct score s = { 0 };
    struct ground g;

    (void)state;
    ground_open(&g, "ground");
    for (uint64_t i = 0; i < rounds; i++)
        play(&s, &g, i, STAGE_MEASURE);
    arena_clear(&g.arena);
    print_message("# figure: %llu plantings: %zu of %zu weaknesses found, %zu "
                  "of %zu reported are false, %zu of %zu intervals cover\n",
                  (unsigned long long)rounds, s.found, s.planted, s.false_ones,
                  s.reported, s.covered, s.sets);
    assert_true(s.planted >= rounds);
    assert_true((double)s.found >= least * (double)s.planted);
    assert_true((double)s.false_ones <= (1 - least) * (double)s.reported);
    assert_true((double)s.covered >= (least - 0.05) * (double)s.sets);
    assert_true(!soak() || (double)s.covered <= 0.99 * (double)s.sets);
}

static void test_causes(void **state)
{
    uint64_t rounds = rounds_of(1, 60);
    struct score s = { 0 };
    struct ground g;

    (void)state;
    ground_open(&g, "ground");
    for (uint64_t i = 0; i < rounds; i++)
        play(&s, &g, 2000 + i, STAGE_CONTROL);
    arena_clear(&g.arena);
    print_message("# figure: %llu plantings: %zu of %zu causes are wrong or "
                  "not told\n",
                  (unsigned long long)rounds, s.wrong, s.told);
    assert_true(s.told > 0);
    assert_true((double)s.wrong <= 0.05 * (double)s.told);
}

static void test_nothing_planted(void **state)
{
    uint64_t rounds = rounds_of(2, 200), silent = 0;
    struct ground g;

    (void)state;
    ground_open(&g, "ground");
    for (uint64_t i = 0; i < rounds; i++) {
        struct score s = { 0 };

        play(&s, &g, 1000 + i, STAGE_SCORE);
        silent += s.reported == 0;
    }
    arena_clear(&g.arena);
    print_message("# figure: nothing planted: nothing reported in %llu of "
                  "%llu\n",
                  (unsigned long long)silent, (unsigned long long)rounds);
    assert_true((double)silent >= 0.95 * (double)rounds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plantings),
        cmocka_unit_test(test_causes),
        cmocka_unit_test(test_nothing_planted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
