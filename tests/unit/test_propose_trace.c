/* SPDX-License-Identifier: Apache-2.0 */

/*
 * HypoGeniC's loop as the original runs it, step by step: by hand, and against
 * a plain second implementation.
 */
#include "propose_world.h"

/* ---- by hand ---- */

static const char *two(const struct question *q, size_t n)
{
    (void)q, (void)n;
    return "1. On Alpha it fails. [concepts: Alpha]\n"
           "2. On Gamma it fails. [concepts: Gamma]\n";
}

/*
 * Four rows with Alpha, all failing: the first is always right, the second
 * never. init on two rows at t = 2; then, k = 1, the first alone at t = 3, 4.
 */
static struct world *small_trace(bool fresh)
{
    struct world *w = open_world(4, only_alpha, always);

    be_faithful(w);
    w->o.fresh_bonus = fresh;
    w->o.num_init = w->o.init_batch_size = 2;
    w->o.k = 1;
    w->o.save_every_n_examples = 3;
    script.make = two;
    run(w);
    return w;
}

static void a_small_trace(void **state)
{
    struct world *w = small_trace(false);
    struct bank_entry *h = find(w, "On Alpha"), *g = find(w, "On Gamma");

    (void)state;
    assert_int_equal(h->visits, 4);
    assert_int_equal(h->right, 4);
    assert_true(is_near(h->reward, 1 + 0.5 * sqrt(log(4) / 4)));
    assert_int_equal(h->correct.n, 4);
    assert_int_equal(g->visits, 2);
    assert_int_equal(g->right, 0);
    assert_true(is_near(g->reward, 0.5 * sqrt(log(2) / 2))); /* stale */
    assert_int_equal(script.makes, 1);
    assert_int_equal(script.judgements, 0);
    assert_int_equal(w->saved, 2);
    assert_string_equal(w->files[0],
                        "hypotheses_training_sample_3_seed_1_epoch_0.json");
    assert_string_equal(w->files[1],
                        "hypotheses_training_sample_final_seed_1_epoch_0.json");
    assert_int_equal(w->out.n_points, 2);
    assert_int_equal(w->out.points[0].example, 3);
    assert_int_equal(w->out.points[1].example, 4);
    assert_true(is_near(w->out.points[1].best, 1));
    assert_true(is_near(w->out.points[1].worst, 0));
    assert_true(is_near(w->out.points[1].mean, 0.5));
    /* ${problems} of the data stands in the prompt as it is. */
    assert_non_null(strstr(script.prompts[0], "> ${problems} $x$"));
    assert_non_null(strstr(script.prompts[0], "Concepts:\n- Alpha\n- Beta: "));
}

static void a_fresh_bonus(void **state)
{
    struct world *w = small_trace(true);

    (void)state;
    assert_true(is_near(find(w, "On Gamma")->reward, 0.5 * sqrt(log(4) / 2)));
    assert_int_equal(find(w, "On Gamma")->visits, 2);
}

/* The words name the concept, so that the list in brackets is left out. */
static void texts_are_for_people(void **state)
{
    struct world *w = small_trace(false);

    (void)state;
    assert_string_equal(find(w, "On Alpha")->text, "On Alpha it fails.");
    assert_int_equal(find(w, "On Alpha")->suspicion.n_concepts, 1);
    assert_string_equal(find(w, "On Alpha")->suspicion.vocabulary, "greek");
}

static const char *alpha_then_gamma(const struct question *q, size_t n)
{
    (void)q;
    return n == 0 ? "1. On Alpha. [concepts: Alpha]"
                  : "1. On Gamma. [concepts: Gamma]";
}

/*
 * Six solved rows with Alpha: the first hypothesis is always wrong. At i = 2
 * w = 1 * 2/6 * 0.8 = 0.27 <= 1, at i = 3 the pool of two is full: the new one
 * is right on both, at t = 4. With room for one the old one goes.
 */
static void the_pool_by_hand(void **state)
{
    struct world *w = open_world(6, only_alpha, never);
    struct bank_entry *h;

    (void)state;
    be_faithful(w);
    w->o.num_init = 2;
    w->o.k = 1;
    w->o.update_batch_size = 2;
    w->o.max_num_hypotheses = 1;
    w->o.save_every_n_examples = 1;
    script.make = alpha_then_gamma;
    run(w);
    assert_int_equal(w->out.bank.n, 1);
    h = find(w, "On Gamma");
    assert_int_equal(h->visits, 4); /* the pool, i = 4, i = 5 */
    assert_int_equal(h->right, 4);
    assert_true(is_near(h->reward, 1 + 0.5 * sqrt(log(6) / 4)));
    /* Scored on the very rows 2 and 3 that it was made from. */
    for (size_t i = 0; i < 4; i++) {
        const struct bank_hit *hit = vec_get(&h->correct, struct bank_hit, i);

        assert_int_equal(hit->row, 2 + i);
        assert_string_equal(hit->label, "solved");
        if (i < 2)
            assert_non_null(
                strstr(script.prompts[1],
                       arena_printf(&arena, "<P%zu>", w->out.order[2 + i])));
    }
    assert_int_equal(script.makes, 2);
}

/* ---- against a second implementation ---- */

/* The bank of the second implementation: hypotheses are sets of names. */
struct plain {
    unsigned set[100];
    double right[100], visits[100], reward[100];
    size_t n;
};

static bool says_fails(unsigned set, size_t row)
{
    return (mixed(row) & set) == set;
}

static int worse(const struct plain *p, size_t x, size_t y)
{
    double u = p->right[x] / p->visits[x], v = p->right[y] / p->visits[y];

    if (p->reward[x] != p->reward[y])
        return p->reward[x] < p->reward[y];
    if (u != v)
        return u < v;
    return strcmp(text_of(p->set[x]), text_of(p->set[y])) > 0;
}

static void swap(struct plain *p, size_t x, size_t y)
{
    struct plain q = *p;

    p->set[x] = q.set[y], p->set[y] = q.set[x];
    p->right[x] = q.right[y], p->right[y] = q.right[x];
    p->visits[x] = q.visits[y], p->visits[y] = q.visits[x];
    p->reward[x] = q.reward[y], p->reward[y] = q.reward[x];
}

static void sort(struct plain *p)
{
    for (size_t i = 0; i < p->n; i++)
        for (size_t k = i + 1; k < p->n; k++)
            if (worse(p, i, k))
                swap(p, i, k);
}

static void visit(struct plain *p, size_t x, const size_t *order, size_t row,
                  double t)
{
    bool right = says_fails(p->set[x], order[row]) == some_fail(order[row]);

    p->right[x] += right;
    p->visits[x] += 1;
    p->reward[x] =
        p->right[x] / p->visits[x] + 0.5 * sqrt(log(t) / p->visits[x]);
}

/* Add what question n brings, scored on rows, unless it is there. */
static void bring(struct plain *p, size_t n, const size_t *order,
                  const size_t *rows, size_t n_rows, double t)
{
    for (size_t i = 0; i < 3; i++) {
        size_t k = 0, x = p->n;

        while (k < p->n && p->set[k] != made(n, i))
            k++;
        if (k < p->n)
            continue;
        p->set[x] = made(n, i);
        p->right[x] = p->visits[x] = 0;
        for (size_t r = 0; r < n_rows; r++)
            visit(p, x, order, rows[r], t);
        p->n++;
    }
}

static void compare(const struct plain *p, const char *json, size_t step)
{
    struct err e;
    struct json *v;

    assert_true(json_read(&arena, json, strlen(json), 1, &v, &e));
    assert_int_equal(v->count, p->n);
    for (size_t i = 0; i < p->n; i++) {
        const struct json *x = json_get(v, text_of(p->set[i]));

        if (!x)
            fail_msg("step %zu: no %s", step, text_of(p->set[i]));
        assert_true(fabs(strtod(json_get(x, "acc")->text, NULL) -
                         p->right[i] / p->visits[i]) < 1e-12);
        assert_true(fabs(strtod(json_get(x, "num_visits")->text, NULL) -
                         p->visits[i]) < 1e-12);
        assert_true(fabs(strtod(json_get(x, "reward")->text, NULL) -
                         p->reward[i]) < 1e-12);
    }
}

static void a_long_trace(void **state)
{
    struct world *w = open_world(60, mixed, some_fail);
    size_t rows[ROWS], wrong[ROWS], n_wrong = 0, asked = 2, updates = 0;
    const size_t *order;
    struct plain p = { 0 };

    (void)state;
    be_faithful(w);
    w->o.num_init = 8;
    w->o.init_batch_size = 4;
    w->o.k = 3;
    w->o.update_batch_size = 3;
    w->o.num_hypotheses_to_update = 2;
    w->o.max_num_hypotheses = 5;
    w->o.save_every_n_examples = 1;
    script.make = three;
    run(w);
    order = w->out.order;
    for (size_t i = 0; i < 8; i++)
        rows[i] = i;
    bring(&p, 0, order, rows, 8, 8);
    bring(&p, 1, order, rows, 8, 8);
    for (size_t i = 8; i < 60; i++) {
        size_t bad = 0, top;

        sort(&p);
        top = p.n < 3 ? p.n : 3;
        for (size_t k = 0; k < top; k++) {
            bad += says_fails(p.set[k], order[i]) != some_fail(order[i]);
            visit(&p, k, order, i, (double)i + 1);
        }
        if ((double)bad >= (double)top * (double)i / 60 * 0.8)
            wrong[n_wrong++] = i;
        if (n_wrong == 6) {
            bring(&p, asked++, order, wrong, 6, (double)i + 1);
            bring(&p, asked++, order, wrong, 6, (double)i + 1);
            sort(&p);
            p.n = p.n < 5 ? p.n : 5;
            n_wrong = 0;
            updates++;
        }
        compare(&p, w->json[i - 8], i);
    }
    assert_true(updates >= 2); /* else the test shows nothing */
    assert_int_equal(script.makes, asked);
    /* Repetitions are different questions. */
    assert_int_equal(script.attempts[2], 1);
    assert_int_equal(script.attempts[3], 2);
    assert_string_equal(script.prompts[2], script.prompts[3]);
    assert_string_equal(w->json[51], w->json[52]); /* final */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_small_trace, clear),
        cmocka_unit_test_teardown(a_fresh_bonus, clear),
        cmocka_unit_test_teardown(texts_are_for_people, clear),
        cmocka_unit_test_teardown(the_pool_by_hand, clear),
        cmocka_unit_test_teardown(a_long_trace, clear),
    };

    return cmocka_run_group_tests_name("propose_trace", tests, NULL, NULL);
}
