/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What runs over evolved problems show. Problems are built by hand, so that
 * decoys, other quantities and what follows from an answer are known; counts
 * are worked out beside the replies, intervals by a direct computation.
 */
#include "../lib/evolved.h"
#include "../lib/figures.h"
#include "base/hash.h"
#include "evolve/structure/slips.h"
#include "measure_world.h"

#include <stdio.h>

/* x + 5 = key + 5 alone; 9 is its decoy. */
static struct problem single_problem(struct arena *a, const char *id,
                                     const char *source)
{
    struct individual s = open_specimen(a, id, structure_of(a, 5, 17), source);
    struct problem p;

    lay_decoy(a, &s, 0, RATIO(9));
    individual_problem(a, &s, "full", &p);
    assert_int_equal(p.n_keys, 1);
    return p;
}

/* ---- runs ---- */

static struct measure_cell *measured(struct world *w,
                                     const struct run_info *run,
                                     const struct problem *problems, size_t n,
                                     const char *set, bool strict)
{
    struct measure_cell *cells;
    size_t n_cells;
    struct err e;

    if (!measure_run(&w->arena, w->store, run, problems, n, set, strict, &cells,
                     &n_cells, &e))
        fail_msg("%s", e.msg);
    assert_int_equal(n_cells, run->n_models);
    return cells;
}

/* ---- slips ---- */

/* Eight replies, and what each adds. */
static const char *const eight[] = {
    BOX("12", "7"),            /* right, right; the chain holds */
    BOX("9", "\\frac{31}{4}"), /* the decoy, and what follows: it holds */
    BOX("5", "4"),  /* the other quantity; the decoy: 35/4 would follow */
    BOX("12", "3"), /* right; the other quantity */
    "The final answer is 8.", /* nothing; wrong: question 1 is ignored */
    "T",                      /* both unread */
    "E",                      /* in no count */
    BOX("16", "7"),           /* wrong, which 6 follows from; right */
};

static void check_eight(const struct measure_cell *c)
{
    const struct slip_counts *s = &c->slips;

    assert_int_equal(s->wrong, 7);  /* 2 + 2 + 1 + 1 + 1 */
    assert_int_equal(s->unread, 3); /* 1 + 2 */
    assert_int_equal(s->of[SLIP_DECOY].could, 7);
    assert_int_equal(s->of[SLIP_DECOY].hits, 3);
    assert_int_equal(s->of[SLIP_MAPPING].could, 7);
    assert_int_equal(s->of[SLIP_MAPPING].hits, 2);
    assert_int_equal(s->of[SLIP_BROKEN].could, 6);
    assert_int_equal(s->of[SLIP_BROKEN].hits, 1);
    assert_int_equal(s->faults[FAULT_DECOY], 3);
    assert_int_equal(s->faults[FAULT_MAPPING], 2);
    assert_int_equal(s->faults[FAULT_IGNORED], 1);
    assert_int_equal(s->faults[FAULT_MISCOMPUTED], 1);
    assert_int_equal(s->named[SLIP_NAMES - 1], 3); /* laid without a name */
    /* One whole decoy of each question among 19 wrong numbers. */
    assert_true(is_near(s->of[SLIP_DECOY].chance, 1.0 / 19));
    assert_true(is_near(s->of[SLIP_MAPPING].chance, 1.0 / 19));
    assert_int_equal(c->count_first[MARK_CORRECT], 2);
    assert_int_equal(c->count_first[MARK_WRONG], 3);
    assert_int_equal(c->count_first[MARK_NO_ANSWER], 1);
    assert_int_equal(c->count_first[MARK_TRUNCATED], 1);
    assert_int_equal(c->count_first[MARK_ERROR], 1);
    assert_int_equal(c->count_final[MARK_CORRECT], 2);
    assert_int_equal(c->count_final[MARK_WRONG], 4);
    assert_int_equal(c->count_final[MARK_TRUNCATED], 1);
    assert_int_equal(c->count_final[MARK_ERROR], 1);
    assert_true(is_near(c->first.value, 2.0 / 8)); /* the error counts */
    assert_true(is_near(c->final.value, 2.0 / 8));
}

static void test_slips(void **state)
{
    /* Of the problems: decoys and broken chains in each. */
    static const double could[] = { 2, 2, 1, 1, 1 }, hits[] = { 2, 1, 0, 0, 0 };
    struct problem p[8];
    struct run_info run;
    struct world w;
    struct measure_cell *c;

    (void)state;
    world_open(&w);
    for (size_t i = 0; i < 8; i++)
        p[i] = chain_problem(&w.arena, i, NULL);
    run = open_run(&w, "{}", p, 8, 2, 1);
    for (size_t i = 0; i < 8; i++) {
        answer(&w, &run, p, i, 0, 1, eight[i]);
        answer(&w, &run, p, i, 1, 1, BOX("12", "7"));
    }
    c = measured(&w, &run, p, 8, "full", false);
    assert_string_equal(c[0].model, "m0");
    assert_string_equal(c[0].set, "full");
    check_eight(&c[0]);
    assert_int_equal(c[0].final.n, 8);
    same_interval(c[0].first.interval, stats_wilson(2, 8));
    same_interval(c[0].final.interval, stats_wilson(2, 8));
    same_interval(c[0].slips.of[SLIP_DECOY].rate,
                  stats_clustered(hits, could, 5, 0, 1));
    same_interval(c[0].slips.of[SLIP_BROKEN].rate, stats_wilson(1, 6));
    /* A model without a wrong answer slips nowhere. */
    assert_true(c[1].final.value == 1 && c[1].slips.wrong == 0);
    assert_true(isnan(c[1].slips.of[SLIP_DECOY].chance) &&
                c[1].slips.of[SLIP_DECOY].could == 0 &&
                c[1].slips.of[SLIP_BROKEN].could == 8);
    same_interval(c[1].slips.of[SLIP_DECOY].rate, (struct interval){ 0, 1 });
    same_interval(c[1].slips.of[SLIP_BROKEN].rate, stats_wilson(0, 8));
    world_close(&w);
}

/* Problems of common parents are one cluster, so are attempts of one. */
static void test_clusters(void **state)
{
    static const double sums[] = { 1, 0, 0, 1 }, sizes[] = { 5, 1, 1, 1 };
    struct problem p[8];
    struct run_info run;
    struct world w;
    struct measure_cell *c;

    (void)state;
    world_open(&w);
    for (size_t i = 0; i < 8; i++)
        p[i] = chain_problem(&w.arena, i,
                             i == 0   ? "s-1 s-2"
                             : i == 2 ? "s-2 s-3"
                             : i == 4 ? "s-3"
                             : i == 1 ? "e-0"
                             : i == 3 ? "e-4 s-9"
                                      : NULL);
    run = open_run(&w, "{}", p, 8, 1, 1);
    for (size_t i = 0; i < 8; i++)
        answer(&w, &run, p, i, 0, 1, eight[i]);
    c = measured(&w, &run, p, 8, "full", false);
    check_eight(c);
    /* 0 to 4 hang together; 5, 6 and 7 stand alone, and 6 failed. */
    same_interval(c->final.interval, stats_clustered(sums, sizes, 4, 0, 1));
    world_close(&w);
}

/* Several attempts at problems of one question: all of it in one cell. */
static void test_attempts(void **state)
{
    static const char *const said[2][3] = {
        { "\\boxed{12}", "\\boxed{9}", "It is 5." },
        { "\\boxed{9}", "R", "I do not know." },
    };
    static const double sums[] = { 1, 0 }, sizes[] = { 3, 3 };
    static const double decoys[] = { 1, 1 }, wrong[] = { 2, 1 };
    struct problem p[2];
    struct run_info run;
    struct world w;
    struct measure_cell *c;

    (void)state;
    world_open(&w);
    p[0] = single_problem(&w.arena, "e-0", "g-1");
    p[1] = single_problem(&w.arena, "e-1", "g-2");
    run = open_run(&w, "{}", p, 2, 1, 3);
    for (size_t i = 0; i < 2; i++)
        for (uint64_t k = 0; k < 3; k++)
            answer(&w, &run, p, i, 0, k + 1, said[i][k]);
    c = measured(&w, &run, p, 2, "single", false);
    assert_int_equal(c->first.n, 0); /* there is no question 1 */
    assert_int_equal(c->count_first[MARK_CORRECT], 0);
    assert_int_equal(c->final.n, 2);
    assert_true(is_near(c->final.value, 1.0 / 6));
    same_interval(c->final.interval, stats_clustered(sums, sizes, 2, 0, 1));
    assert_int_equal(c->slips.wrong, 3);
    assert_int_equal(c->slips.unread, 2);
    assert_int_equal(c->slips.of[SLIP_DECOY].hits, 2);
    assert_int_equal(c->slips.of[SLIP_MAPPING].hits, 1);
    assert_int_equal(c->slips.of[SLIP_BROKEN].could, 0);
    same_interval(c->slips.of[SLIP_DECOY].rate,
                  stats_clustered(decoys, wrong, 2, 0, 1));
    /* Strictly, "It is 5." is no final answer. */
    c = measured(&w, &run, p, 2, "single", true);
    assert_int_equal(c->slips.wrong, 2);
    assert_int_equal(c->slips.unread, 3);
    /* Two variants of one problem: one cluster says nothing. */
    p[1] = single_problem(&w.arena, "e-1", "g-1");
    run = open_run(&w, "{\"b\": 1}", p, 2, 1, 3);
    for (size_t i = 0; i < 2; i++)
        answer(&w, &run, p, i, 0, 1, said[i][0]);
    c = measured(&w, &run, p, 2, "single", false);
    same_interval(c->final.interval, (struct interval){ 0, 1 });
    world_close(&w);
}

/* A run may judge with a tolerance of its own: its word on a problem of one
 * question stands. */
static void test_word_of_run(void **state)
{
    struct call call;
    const struct call *calls = &call;
    struct result r = { .attempt = 1,
                        .strict = VERDICT_CORRECT,
                        .lenient = VERDICT_CORRECT,
                        .answer = "12.4",
                        .why = "within the tolerance",
                        .judge = "1" };
    const struct result *results = &r;
    struct run_info run;
    struct problem p;
    struct world w;
    struct measure_cell *c;
    struct err e;

    (void)state;
    world_open(&w);
    p = single_problem(&w.arena, "e-0", NULL);
    run = open_run(&w, "{}", &p, 1, 1, 1);
    call = stores_call(&w.arena, 1);
    call.reply.text = "\\boxed{12.4}";
    r.call = call.key;
    if (!journal_commit(w.store, &calls, 1, NULL, &e) ||
        !runs_append(w.store, run.id, &results, 1, 2, &e))
        fail_msg("%s", e.msg);
    c = measured(&w, &run, &p, 1, "single", true);
    assert_int_equal(c->count_final[MARK_CORRECT], 1);
    assert_int_equal(c->slips.wrong, 0);
    world_close(&w);
}

/* Chance by direct count: every wrong whole number is tried. */
static void test_chance(void **state)
{
    struct arena a = { 0 };
    struct individual s = chain(&a, "e-1", NULL);
    struct baits b;

    (void)state;
    lay_decoy(&a, &s, 0, RATIO(12)); /* the key is no decoy */
    lay_decoy(&a, &s, 0, RATIO(21)); /* out of range */
    lay_decoy(&a, &s, 0, RATIO(9));  /* twice */
    lay_decoy(&a, &s, 0, RATIO(20));
    baits_make(&a, &s, &b);
    for (size_t q = 0; q < 2; q++) {
        int64_t key = q ? 7 : 12;
        double decoys = 0, others = 0;

        for (int64_t v = 1; v <= 20; v++) {
            struct chain_answers t = { .of = { { .mark = MARK_CORRECT } },
                                       .final = { .mark = MARK_CORRECT } };
            struct slip_share share = { 0 };
            struct slip_counts sum = { 0 };

            if (v == key)
                continue;
            if (q) {
                t.final.mark = MARK_WRONG;
                t.final.number = true;
                t.final.value = RATIO(v);
            } else {
                t.of[0].mark = MARK_WRONG;
                t.of[0].number = true;
                t.of[0].value = RATIO(v);
            }
            slips_count(&a, &b, &t, true, &sum, &share);
            assert_int_equal(sum.of[SLIP_DECOY].could, 1);
            decoys += (double)sum.of[SLIP_DECOY].hits;
            others += (double)sum.of[SLIP_MAPPING].hits;
        }
        assert_true(is_near(b.of[q].chance[SLIP_DECOY], decoys / 19));
        assert_true(is_near(b.of[q].chance[SLIP_MAPPING], others / 19));
        assert_true(decoys == (q ? 1 : 2) && others == 1);
    }
    arena_clear(&a);
}

/* ---- planted repliers ---- */

/* Who replies, to a chain of two questions. Returns false if this one has no
 * such wrong answer to give. */
struct planted {
    struct arena *arena;
    struct rng *rng;
    const struct individual *s;
};

#define UNSAID RATIO(INT64_MIN + 1)

static bool solved_with(const struct planted *p, struct ratio letter,
                        struct ratio *out)
{
    const struct individual_part *last = &p->s->parts[1];

    return last->structure.kind->solve(p->arena, last->structure.data,
                                       last->slot, letter, out);
}

static bool a_decoy(const struct planted *p, size_t part, struct ratio *out)
{
    struct ratio list[64];
    size_t n = 0;

    for (size_t i = 0; i < p->s->n_decoys && n < 64; i++)
        if (p->s->decoys[i].part == part && !p->s->decoys[i].follows)
            list[n++] = p->s->decoys[i].value;
    if (n)
        *out = list[rng_below(p->rng, n)];
    return n > 0;
}

static bool a_quantity(const struct planted *p, size_t part, struct ratio *out)
{
    const struct structure *b = &p->s->parts[part].structure;
    struct quantity *q =
        arena_array(p->arena, struct quantity, STRUCTURE_QUANTITIES);
    size_t n = b->kind->quantities(p->arena, b->data, q), k;

    k = (size_t)rng_below(p->rng, n);
    *out = q[k].value;
    return !q[k].asked;
}

/* What follows from question 1, as who goes on from it finds it. */
static bool follows(const struct planted *p, struct ratio first,
                    struct ratio *out)
{
    return individual_follow(p->arena, p->s, 0, first, 1, out);
}

/* A slip over the numbers that a wrong answer to question 1 makes. */
static bool slips_on(const struct planted *p, struct ratio first,
                     struct ratio *out)
{
    const struct individual_part *last = &p->s->parts[1];
    struct slip list[STRUCTURE_SLIPS];
    struct ratio letter;
    void *data;
    size_t n;

    if (!link_sum_value(&last->sum, &first, &letter) ||
        !last->structure.kind->put(p->arena, last->structure.data, last->slot,
                                   letter, &data))
        return false;
    n = last->structure.kind->slips(p->arena, data, list);
    if (n)
        *out = list[rng_below(p->rng, n)].value;
    return n > 0;
}

static bool decoy_taker(const struct planted *p, struct ratio *first,
                        struct ratio *final)
{
    if (!a_decoy(p, 0, first))
        return false;
    switch (rng_below(p->rng, 3)) {
    case 0: return a_decoy(p, 1, final);
    case 1: return follows(p, *first, final);
    default: return slips_on(p, *first, final);
    }
}

static bool mapper(const struct planted *p, struct ratio *first,
                   struct ratio *final)
{
    return a_quantity(p, 0, first) &&
           (rng_below(p->rng, 2) ? a_quantity(p, 1, final)
                                 : follows(p, *first, final));
}

/* Nothing is said to question 1, and the letter is any number. */
static bool ignorer(const struct planted *p, struct ratio *first,
                    struct ratio *final)
{
    *first = UNSAID;
    return solved_with(p, RATIO(rng_range(p->rng, 200, 900)), final);
}

/* The letter is left out. */
static bool leaver(const struct planted *p, struct ratio *first,
                   struct ratio *final)
{
    *first = p->s->parts[0].answer;
    return solved_with(p, RATIO(rng_range(p->rng, 0, 1)), final);
}

static bool not_passer(const struct planted *p, struct ratio *first,
                       struct ratio *final)
{
    *first = p->s->parts[0].answer;
    return solved_with(p, *first, final);
}

static bool miscomputer(const struct planted *p, struct ratio *first,
                        struct ratio *final)
{
    *first = p->s->parts[0].answer;
    return ratio_add(final, p->s->parts[1].answer, RATIO(41));
}

/* Wrong of itself at question 1, and goes on from there. */
static bool carrier(const struct planted *p, struct ratio *first,
                    struct ratio *final)
{
    return ratio_add(first, p->s->parts[0].answer, RATIO(613)) &&
           follows(p, *first, final);
}

static struct individual with_noise(struct arena *a, struct rng *r, size_t i)
{
    struct individual s = i % 3 == 2
                              ? evolved_story(a, i / 3 % evolved_stories())
                              : evolved_linear(a, r, 3 + i % 6, NULL);
    struct operator_call o = {
        .arena = a, .rng = r, .generation = 1, .first = &s
    };
    struct individual out;
    struct err e;

    return op_replacement.apply(&o, &out, &e) ? out : s;
}

static struct chain_answers said(const struct individual *s, struct ratio first,
                                 struct ratio final)
{
    bool number = !ratio_equal(first, UNSAID);

    return (struct chain_answers){
        .of = { { !number                                  ? MARK_NO_ANSWER
                  : ratio_equal(first, s->parts[0].answer) ? MARK_CORRECT
                                                           : MARK_WRONG,
                  number, first } },
        .final = { ratio_equal(final, s->parts[1].answer) ? MARK_CORRECT
                                                          : MARK_WRONG,
                   true, final },
    };
}

/* Every wrong answer has one fault. */
static void want_adds_up(const struct slip_counts *c)
{
    uint64_t all = 0, named = 0;

    for (enum answer_fault f = 0; f < FAULTS; f++)
        all += c->faults[f];
    for (size_t i = 0; i < SLIP_NAMES; i++)
        named += c->named[i];
    assert_int_equal(all, c->wrong);
    assert_int_equal(named, c->faults[FAULT_DECOY]);
    assert_int_equal(c->of[SLIP_DECOY].hits, c->faults[FAULT_DECOY]);
    assert_int_equal(c->of[SLIP_MAPPING].hits, c->faults[FAULT_MAPPING]);
}

/* Each comes out as what it is, in 95 % of its wrong final answers; by
 * chance some are the value of another kind too. */
static void test_planted(void **state)
{
    static const struct {
        bool (*reply)(const struct planted *, struct ratio *, struct ratio *);
        enum answer_fault fault;
        size_t least; /* of 100 */
    } who[] = {
        { decoy_taker, FAULT_DECOY, 95 },
        { mapper, FAULT_MAPPING, 95 },
        { ignorer, FAULT_IGNORED, 95 },
        { leaver, FAULT_IGNORED, 80 },
        /* some skip a step: a decoy */ { not_passer, FAULT_NOT_PASSED, 95 },
        { miscomputer, FAULT_MISCOMPUTED, 95 },
        { carrier, FAULT_CARRIED, 95 },
    };
    size_t wrong[7] = { 0 }, hits[7] = { 0 };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < 400; i++) {
        struct individual s, t, u;
        struct rng r;
        struct operator_call o = {
            .arena = &a, .rng = &r, .first = &s, .second = &t
        };
        struct baits b;
        struct err e;

        arena_reset(&a);
        rng_init(&r, hash_bytes(&i, sizeof(i)));
        s = with_noise(&a, &r, i);
        t = with_noise(&a, &r, i / 2);
        if (!op_crossover.apply(&o, &u, &e))
            continue;
        baits_make(&a, &u, &b);
        for (size_t k = 0; k < 7; k++) {
            struct planted p = { &a, &r, &u };
            struct slip_share share = { 0 };
            struct slip_counts one = { 0 };
            struct ratio first, final;
            struct chain_answers c;
            struct faults f;

            if (!who[k].reply(&p, &first, &final))
                continue;
            c = said(&u, first, final);
            slips_count(&a, &b, &c, true, &one, &share);
            want_adds_up(&one);
            faults_find(&a, &u, &c, &f);
            wrong[k] += c.final.mark == MARK_WRONG;
            hits[k] += c.final.mark == MARK_WRONG && f.final == who[k].fault;
        }
    }
    for (size_t k = 0; k < 7; k++)
        if (wrong[k] < 200 || hits[k] * 100 < wrong[k] * who[k].least)
            fail_msg("%s: %d of %d", fault_name(who[k].fault), (int)hits[k],
                     (int)wrong[k]);
    arena_clear(&a);
}

/* ---- what is refused ---- */

static void test_refused(void **state)
{
    struct problem p[2], q;
    struct json *bad;
    struct run_info run;
    struct measure_cell *cells;
    struct world w;
    size_t n;
    struct err e;

    (void)state;
    world_open(&w);
    p[0] = chain_problem(&w.arena, 0, NULL);
    p[1] = chain_problem(&w.arena, 1, NULL);
    run = open_run(&w, "{}", p, 2, 1, 1);
    assert_false(
        measure_run(&w.arena, w.store, &run, p, 1, "x", false, &cells, &n, &e));
    assert_non_null(strstr(e.msg, "has 2 problems, not 1"));
    q = p[0];
    p[0] = p[1];
    p[1] = q;
    assert_false(
        measure_run(&w.arena, w.store, &run, p, 2, "x", false, &cells, &n, &e));
    assert_non_null(strstr(e.msg, "is e-0, not e-1"));
    /* A spoilt structure is said, not passed over. */
    p[1] = p[0];
    p[0] = q;
    bad = json_copy(&w.arena, p[1].params);
    bad->first->type = JSON_OBJECT;
    p[1].params = bad;
    assert_false(
        measure_run(&w.arena, w.store, &run, p, 2, "x", false, &cells, &n, &e));
    assert_non_null(strstr(e.msg, "e-1: "));
    /* A reply that is not there. */
    p[1] = chain_problem(&w.arena, 1, NULL);
    answer(&w, &run, p, 0, 0, 1, BOX("12", "7"));
    stores_sql(&w.files, "DELETE FROM calls");
    assert_false(
        measure_run(&w.arena, w.store, &run, p, 2, "x", false, &cells, &n, &e));
    assert_non_null(strstr(e.msg, "not in the store"));
    world_close(&w);
}

/* The last value of one result alone. */
static void test_final(void **state)
{
    struct run_info run;
    struct problem p;
    struct result *results;
    struct chain_answers got;
    struct world w;
    size_t n;
    struct err e;

    (void)state;
    world_open(&w);
    p = chain_problem(&w.arena, 0, NULL);
    run = open_run(&w, "{}", &p, 1, 1, 1);
    answer(&w, &run, &p, 0, 0, 1, BOX("11", "7"));
    if (!runs_results(w.store, &w.arena, run.id, &results, &n, &e))
        fail_msg("%s", e.msg);
    assert_int_equal(n, 1);
    assert_int_equal(mark_of(&results[0], false), MARK_WRONG); /* as a whole */
    if (!answers_read(&w.arena, w.store, &p, &results[0], false, &got, &e))
        fail_msg("%s", e.msg);
    assert_int_equal(got.final.mark, MARK_CORRECT);
    assert_int_equal(got.of[0].mark, MARK_WRONG);
    assert_true(ratio_equal(got.of[0].value, RATIO(11)));
    /* A result of an older program, which stored no parts, is judged again. */
    results[0].more = NULL;
    if (!answers_read(&w.arena, w.store, &p, &results[0], false, &got, &e))
        fail_msg("%s", e.msg);
    assert_int_equal(got.final.mark, MARK_CORRECT);
    assert_int_equal(got.of[0].mark, MARK_WRONG);
    assert_true(ratio_equal(got.final.value, RATIO(7)));
    world_close(&w);
}

/* ---- printing ---- */

static void test_print(void **state)
{
    static const char *const sets[] = { "full",       "without fm",
                                        "without lm", "two generations",
                                        "without co", "easy",
                                        "hard",       "evolved-easy" };
    struct str out = { 0 };
    struct arena a = { 0 };
    struct measure_cell cells[16] = { 0 };
    struct document *d = document_new(&a, 0);
    const struct json *v, *list;
    struct json *tree;
    struct err e;

    (void)state;
    for (size_t i = 0; i < 16; i++) {
        struct measure_cell *c = &cells[i];

        c->model = i % 2 ? "openai:some-model-of-2026" : "m\x1b[2J";
        c->set = sets[i / 2];
        c->final = (struct rate){ 0.361, { 0.31, 0.415 }, 300, 0.027 };
        c->first =
            i / 2 == 4 ? (struct rate){ NAN, { 0, 1 }, 0, NAN } : c->final;
        c->slips =
            (struct slip_counts){ .wrong = 40,
                                  .unread = 3,
                                  .of = { { 32, 8, 1.0 / 19, { 0.13, 0.42 } },
                                          { 0, 0, NAN, { 0, 1 } },
                                          { 0, 0, NAN, { 0, 1 } } } };
    }
    measure_document(d, cells, 16);
    document_text(&out, d);
    check_lines(str_get(&out));
    assert_null(strchr(str_get(&out), '\x1b'));
    assert_non_null(strstr(str_get(&out), "full: Q1"));
    assert_null(strstr(str_get(&out), "without co: Q1"));
    assert_non_null(strstr(str_get(&out), "36.1 (31.0 .. 41.5)"));
    assert_non_null(strstr(str_get(&out), "25.0 (13.0 .. 42.0) of 32"));
    assert_non_null(strstr(str_get(&out), "5.3"));
    assert_non_null(strstr(str_get(&out), "second cycle"));
    str_clear(&out);
    document_json(&out, d);
    assert_true(json_read(&a, out.s, out.n, 1, &tree, &e));
    list = json_get(tree, "accuracy");
    assert_int_equal(list->count, 16);
    v = json_get(list->first, "slips");
    assert_string_equal(json_get(json_get(v, "decoy"), "rate")->text, "0.25");
    assert_int_equal(json_get(json_get(v, "mapping"), "rate")->type, JSON_NULL);
    v = json_get(json_get(list->first, "final"), "accuracy");
    assert_string_equal(json_get(v, "low")->text, "0.31");
    str_clear(&out);
    d = document_new(&a, 0);
    measure_document(d, cells, 0); /* nothing to say */
    document_text(&out, d);
    assert_int_equal(out.n, 0);
    str_clear(&out);
    arena_clear(&a);
}

/* ---- figures ---- */

/* Twelve models on four sets, each cell with numbers of its own. */
static void fill_cells(struct arena *a, struct measure_cell *cells)
{
    static const char *const sets[] = { "full-2gen", "full", "easy", "hard" };

    for (size_t i = 0; i < 48; i++) {
        double x = (double)(i * 7 % 48) / 48;

        cells[i] = (struct measure_cell){
            .model = arena_printf(a, "m%zu", i / 4),
            .set = sets[i % 4],
            .run = "r7",
            .first = { x / 2, { x / 3, x }, 30 + i, NAN },
            .final = { x, { x / 2, 1 }, 60 + i, NAN },
            .slips = { .of = { { 20, i % 9, 0.05, { 0.01, 0.5 } },
                               { 30, i % 5, 0.1, { 0.01, 0.5 } },
                               { 40, i % 7, 0, { 0.01, 0.5 } } } }
        };
    }
}

/* The dot of a cell is in the row of its model, in the series of its set. */
static void check_dot(const struct figure *f, const struct measure_cell *c,
                      size_t series, const struct rate *r)
{
    const struct dot *p = figure_dot_at(f, c->model, series);

    assert_non_null(p);
    assert_true(p->value == r->value && p->low == r->interval.low &&
                p->high == r->interval.high && p->n == r->n);
    assert_non_null(strstr(p->items, "set=r7"));
}

static void check_slip_figure(const struct document *d, const char *name,
                              enum slip_kind k,
                              const struct measure_cell *cells)
{
    const struct figure *f = figure_named(d, name);
    double before = 1;

    assert_true(f && f->rows.n == 48);
    for (size_t i = 0; i < 48; i++) {
        const struct slip_count *s = &cells[i].slips.of[k];
        char row[40];
        const struct dot *p;

        snprintf(row, sizeof(row), "%s, %s", cells[i].model, cells[i].set);
        p = figure_dot_at(f, row, 0);
        assert_true(p && p->value == (double)s->hits / (double)s->could &&
                    p->n == s->could);
        assert_true((strstr(p->items, "mark=wrong") == NULL) ==
                    (k == SLIP_BROKEN));
        p = figure_dot_at(f, row, 1);
        assert_true(k == SLIP_BROKEN ? !p : p && p->value == s->chance);
    }
    for (size_t i = 0; i < f->dots.n; i++) {
        const struct dot *p = vec_get(&f->dots, struct dot, i);

        if (p->series)
            continue;
        assert_true(p->value <= before); /* the worst first */
        before = p->value;
    }
}

static void test_figures(void **state)
{
    struct arena a = { 0 };
    struct measure_cell cells[48];
    struct document *d = document_new(&a, 80);
    const struct block *b;

    (void)state;
    fill_cells(&a, cells);
    measure_figures(d, cells, 48);
    for (size_t i = 0; i < 48; i++)
        if (i % 4 < 2) {
            check_dot(figure_named(d, "settings-final"), &cells[i], i % 4,
                      &cells[i].final);
            check_dot(figure_named(d, "settings-first"), &cells[i], i % 4,
                      &cells[i].first);
        } else {
            check_dot(figure_named(d, "second-cycle"), &cells[i], i % 4 - 2,
                      &cells[i].final);
        }
    check_slip_figure(d, "slips-decoy", SLIP_DECOY, cells);
    check_slip_figure(d, "slips-mapping", SLIP_MAPPING, cells);
    check_slip_figure(d, "slips-broken", SLIP_BROKEN, cells);
    /* A screen has the ten worst on the set. */
    d = document_new(&a, 80);
    measure_screen(d, cells, 48, "full", 10);
    b = block_shown(d, BLOCK_TABLE, SHOWN_ALWAYS);
    assert_int_equal(b->table->rows.n, 10);
    for (size_t i = 1; i < 10; i++)
        assert_true(table_at(b->table, i - 1, 1)->x <=
                    table_at(b->table, i, 1)->x);
    check_screen(d, 12, 80);
    /* Without cells there is no figure. */
    d = document_new(&a, 80);
    measure_figures(d, cells, 0);
    assert_null(d->first);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slips),       cmocka_unit_test(test_clusters),
        cmocka_unit_test(test_attempts),    cmocka_unit_test(test_chance),
        cmocka_unit_test(test_word_of_run), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_final),       cmocka_unit_test(test_print),
        cmocka_unit_test(test_figures),     cmocka_unit_test(test_planted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
