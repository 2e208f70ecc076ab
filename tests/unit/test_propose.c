/* SPDX-License-Identifier: Apache-2.0 */

/*
 * HypoGeniC's loop: each repair on and off, and models that misbehave.
 */
#include "propose_world.h"

static const char *two(const struct question *q, size_t n)
{
    (void)q, (void)n;
    return "1. On Alpha it fails. [concepts: Alpha]\n"
           "2. On Gamma it fails. [concepts: Gamma]\n";
}

static const char *best_is_second(const struct question *q, size_t n)
{
    (void)q;
    return n == 0 ? "1. On Alpha. [concepts: Alpha]"
                  : "1. On Alpha and Gamma. [concepts: Alpha]\n"
                    "2. On Gamma. [concepts: Gamma]\n";
}

static void only_the_best(void **state)
{
    for (int only = 0; only < 2; only++) {
        struct world *w = open_world(6, only_alpha, never);

        be_faithful(w);
        w->o.num_init = 2;
        w->o.update_batch_size = 4;
        w->o.only_best_hypothesis = only;
        script.make = best_is_second;
        run(w);
        assert_int_equal(w->out.bank.n, only ? 2 : 3);
        assert_non_null(find(w, "On Gamma"));
    }
    (void)state;
}

/* ---- repairs ---- */

/* Which rows of the data stand in a prompt? */
static bool shows(const char *prompt, size_t row)
{
    return strstr(prompt, arena_printf(&arena, "<P%zu>", row)) != NULL;
}

static void held_out_rows(void **state)
{
    size_t shown = 0;

    (void)state;
    for (int held = 0; held < 2; held++) {
        struct world *w = open_world(60, mixed, some_fail);
        size_t first;

        be_faithful(w);
        w->o.held_out = held;
        w->o.num_init = w->o.init_batch_size = 6;
        w->o.update_batch_size = 4;
        w->o.k = 1;
        script.make = three;
        run(w);
        first = held ? 12 : 6;
        for (size_t r = 0; r < first; r++)
            assert_int_equal(shows(script.prompts[0], w->out.order[r]),
                             held ? r % 2 == 0 : true);
        /* What was made first and never used again was scored on rows that
         * were not shown, or on those that were. */
        for (size_t i = 0; i < 3; i++) {
            const struct bank_entry *h = find(w, text_of(made(0, i)));

            assert_non_null(h);
            for (size_t k = 0; h->visits == 6 && k < h->correct.n; k++) {
                size_t row = vec_get(&h->correct, struct bank_hit, k)->row;

                assert_true(row < first);
                assert_int_equal(row % 2 == 1 || !held, 1);
            }
        }
        assert_true(script.makes >= 2);
        for (size_t m = 1; m < script.makes && held; m++)
            for (size_t r = 0; r < 60; r++)
                if (shows(script.prompts[m], w->out.order[r])) {
                    assert_int_equal(r % 2, 0);
                    shown++;
                }
    }
    assert_true(shown >= 4);
}

static const char *fresh_each_time(const struct question *q, size_t n)
{
    (void)q;
    return arena_printf(&arena, "1. %s\n", text_of((unsigned)n % 15 + 1));
}

/*
 * Sixty solved rows with Alpha. The first hypothesis (Alpha) is always wrong,
 * so that the proposing rows 4, 6, 8 fill the pool; the second is right. It is
 * scored on three of the scoring rows 1, 3, 5, 7, and then tried from row 9
 * on.
 */
static void held_out_updates(void **state)
{
    struct world *w = open_world(60, only_alpha, never);
    const struct bank_entry *h;

    (void)state;
    w->o.num_init = 2;
    w->o.update_batch_size = 3;
    w->o.k = 1;
    w->o.alpha = 0;
    script.make = fresh_each_time;
    run(w);
    assert_int_equal(script.makes, 2);
    for (size_t r = 0; r < 60; r++)
        assert_int_equal(shows(script.prompts[1], w->out.order[r]),
                         r == 4 || r == 6 || r == 8);
    h = &w->out.bank.entries[0];
    assert_int_equal(h->visits, 3 + 51);
    assert_int_equal(h->right, 3 + 51);
    for (size_t k = 0; k < h->correct.n; k++) {
        size_t row = vec_get(&h->correct, struct bank_hit, k)->row;

        if (k >= 3) {
            assert_int_equal(row, 9 + k - 3);
            continue;
        }
        assert_in_range(row, 1, 7);
        assert_int_equal(row % 2, 1);
        for (size_t m = 0; m < k; m++)
            assert_int_not_equal(vec_get(&h->correct, struct bank_hit, m)->row,
                                 row);
    }
}

/* In a second epoch rows that hypotheses were made from give no points. */
static void epochs(void **state)
{
    for (int held = 0; held < 2; held++) {
        struct world *w = open_world(20, only_alpha, always);

        be_faithful(w);
        w->o.held_out = held;
        w->o.num_init = 5;
        w->o.epochs = 2;
        w->o.save_every_n_examples = 0;
        script.make = two;
        run(w);
        /* 5 + 15 + 20, or 5 + 10 + 10 */
        assert_int_equal(find(w, "On Alpha")->visits, held ? 25 : 40);
        assert_int_equal(w->saved, 2);
        assert_string_equal(
            w->files[1],
            "hypotheses_training_sample_final_seed_1_epoch_1.json");
        assert_int_equal(w->out.points[1].example, 40);
    }
    (void)state;
}

static const char *same_claim(const struct question *q, size_t n)
{
    (void)q, (void)n;
    return "1. Both matter. [concepts: Alpha; Gamma]\n"
           "2. Both matter, I say. [concepts: gamma; ALPHA]\n"
           "3. Both matter. [concepts: Alpha; Gamma]\n";
}

static void the_same_claims(void **state)
{
    for (int by_claim = 0; by_claim < 2; by_claim++) {
        struct world *w = open_world(8, only_alpha, always);

        w->o.num_init = 2;
        w->o.by_claim = by_claim;
        script.make = same_claim;
        run(w);
        assert_int_equal(w->out.bank.n, by_claim ? 1 : 2);
        assert_int_equal(w->out.repeated, by_claim ? 2 : 1);
    }
    (void)state;
}

/* ---- few failures ---- */

/* Alpha is common, Gamma is with every tenth, and Delta with none. */
static unsigned few_gamma(size_t i)
{
    return i % 10 == 0 ? 5 : i % 2;
}

static bool gamma_fails(size_t i)
{
    return i % 10 == 0;
}

static const char *delta_first(const struct question *q, size_t n)
{
    (void)q, (void)n;
    return "1. On Delta. [concepts: Delta (old)]\n"
           "2. On Alpha. [concepts: Alpha]\n";
}

/* A hypothesis that holds of nothing leads by accuracy, and not otherwise. */
static void what_never_holds(void **state)
{
    for (int balanced = 0; balanced < 2; balanced++) {
        struct world *w = open_world(60, few_gamma, gamma_fails);
        const struct bank_entry *h;

        w->o.balance = w->o.held_out = false;
        w->o.balanced = balanced;
        w->o.update_batch_size = 1000;
        w->o.alpha = 0;
        script.make = delta_first;
        run(w);
        h = find(w, "On Delta.");
        assert_true(is_near(bank_accuracy(h), 0.9));
        assert_ptr_equal(h, &w->out.bank.entries[balanced]);
        assert_true(is_near(h->reward, balanced ? 0.5 : 0.9));
    }
    (void)state;
}

static const char *gamma_again(const struct question *q, size_t n)
{
    return n == 0 ? two(q, n) : "1. On Gamma, I say. [concepts: Gamma]";
}

/* One that holds of too few is sent back, with the reason, and left out. */
static void what_seldom_holds(void **state)
{
    for (int balanced = 0; balanced < 2; balanced++) {
        struct world *w = open_world(60, few_gamma, gamma_fails);

        w->o.balanced = balanced;
        w->o.update_batch_size = 1000;
        w->job.support = 7;
        script.make = gamma_again; /* Gamma is of six rows */
        run(w);
        assert_int_equal(w->out.bank.n, balanced ? 1 : 2);
        assert_int_equal(w->out.rare, balanced);
        assert_int_equal(w->out.rejected, 0);
        assert_int_equal(script.makes, balanced ? 3 : 1);
        if (balanced)
            assert_non_null(strstr(script.prompts[1],
                                   "These hold of fewer than 7 examples, too "
                                   "few to tell: Gamma. Write 1 hypothesis"));
    }
    (void)state;
}

/* The first eleven rows fail: those with Beta, which an entry explains, and
 * those with Gamma. */
static unsigned beta_or_gamma(size_t i)
{
    return i >= 11 ? 0 : i % 2 ? 2 : 4;
}

static bool first_fail(size_t i)
{
    return i < 11;
}

static const char *beta_explains(const struct question *q, size_t n)
{
    (void)q;
    return n == 0 ? "1. On Beta. [concepts: Beta]"
                  : "1. On Beta again. [concepts: Beta]\n"
                    "2. On Delta. [concepts: Delta]";
}

static void every_failure(void **state)
{
    struct world *w = open_world(60, beta_or_gamma, first_fail);
    bool seen[11] = { false };
    size_t gamma = 0;

    (void)state;
    w->o.failures = 11;
    w->o.num_init = w->o.init_batch_size = 4;
    w->o.update_batch_size = 1000;
    script.make = beta_explains;
    run(w);
    assert_int_equal(w->out.failures, 11);
    assert_int_equal(w->out.shown, 11);
    for (size_t m = 0; m < script.makes; m++)
        for (size_t i = 0; i < 11; i++)
            if (shows(script.prompts[m], i)) {
                seen[i] = true;
                /* No entry explains Gamma: it comes first. */
                gamma += m == 1 && i % 2 == 0;
            }
    for (size_t i = 0; i < 11; i++)
        assert_true(seen[i]);
    assert_int_equal(gamma, 4);
    /* No entry has a point for a row that it was made from. */
    for (size_t i = 0; i < w->out.bank.n; i++) {
        const struct bank_entry *h = &w->out.bank.entries[i];

        assert_true(h->n_shown > 0 && h->correct.n > 0);
        for (size_t k = 0; k < h->correct.n; k++)
            for (size_t m = 0; m < h->n_shown; m++)
                assert_int_not_equal(
                    vec_get(&h->correct, struct bank_hit, k)->row, h->shown[m]);
    }
    w->o.failures = 10; /* too many */
    run(w);
    assert_true(w->out.shown < 11);
}

/* ---- judging by a model ---- */

static const char *says_solved(const struct question *q)
{
    return strstr(last_of(q), "On Alpha") ? "Final answer: Solved."
                                          : "Final answer: fails";
}

static void a_model_judges(void **state)
{
    for (int blind = 0; blind < 2; blind++) {
        struct world *w = open_world(8, only_alpha, always);

        assert_true(task_default(&arena, blind, false, &w->task, &w->e));
        w->o.by_tags = false;
        w->o.num_init = 2;
        script.make = two;
        script.judge = says_solved;
        run(w);
        /* Two on two at first; then two on each of four. */
        assert_int_equal(script.judgements, 2 * 2 + 4 * 2);
        assert_int_equal(script.batches, 1 + 1 + 4); /* asked together */
        assert_int_equal(find(w, "On Alpha")->right, 0);
        assert_int_equal(find(w, "On Gamma")->right, 6);
        assert_int_equal(w->out.unlabelled, 0);
    }
    (void)state;
}

static const char *says_nothing(const struct question *q)
{
    return strstr(last_of(q), "On Alpha") ? "It depends: fails or solved." : "";
}

static const char *is_down(const struct question *q)
{
    return strstr(last_of(q), "On Alpha") ? NULL : "Final answer: fails";
}

static void judges_without_labels(void **state)
{
    struct world *w = open_world(8, only_alpha, always);

    (void)state;
    w->o.by_tags = false;
    w->o.num_init = 2;
    script.make = two;
    script.judge = says_nothing;
    run(w);
    assert_int_equal(w->out.unlabelled, 12);
    assert_int_equal(find(w, "On Alpha")->visits, 6);
    assert_int_equal(find(w, "On Alpha")->right, 0);
    /* An error is no prediction, and so no visit. */
    w = open_world(8, only_alpha, always);
    w->o.by_tags = false;
    w->o.num_init = 2;
    script.make = two;
    script.judge = is_down;
    run(w);
    assert_int_equal(w->out.unlabelled, 0);
    assert_int_equal(find(w, "On Alpha")->visits, 0);
    assert_int_equal(find(w, "On Gamma")->visits, 6);
    assert_int_equal(w->out.bank.entries[0].visits, 0); /* untried is best */
}

/* ---- proposers that misbehave ---- */

static const char *learns(const struct question *q, size_t n)
{
    (void)q;
    return n == 0   ? "1. On Alpha. [concepts: Alpha]\n"
                      "2. On tensors. [concepts: Tensors; Alpha]\n"
                      "3. On nothing at all.\n"
           : n == 1 ? "1. On spinors. [concepts: Spinors]\n"
                      "2. On Gamma. [concepts: Gamma]\n"
                    : "1. On Delta. [concepts: Delta]\n";
}

static void names_outside(void **state)
{
    struct world *w = open_world(4, only_alpha, always);

    (void)state;
    w->o.num_init = 2;
    script.make = learns;
    run(w);
    assert_int_equal(script.makes, 3);
    assert_int_equal(script.turns[1], script.turns[0] + 2);
    assert_int_equal(script.turns[2], script.turns[0] + 4);
    assert_non_null(strstr(script.prompts[1], "Tensors"));
    assert_null(strstr(script.prompts[1], "Alpha"));
    assert_non_null(
        strstr(script.prompts[1], "name no concept of the list: 1."));
    assert_non_null(strstr(script.prompts[2], "Spinors"));
    assert_null(strstr(script.prompts[2], "Tensors"));
    assert_non_null(
        strstr(script.prompts[2], "Write 1 hypothesis in its place"));
    assert_int_equal(w->out.bank.n, 3);
    assert_int_equal(w->out.rejected, 0);
    assert_non_null(find(w, "On Delta"));
    /* Once, and it is dropped. */
    w = open_world(4, only_alpha, always);
    w->o.num_init = 2;
    w->o.again = 1;
    script.make = learns;
    run(w);
    assert_int_equal(script.makes, 2);
    assert_int_equal(w->out.bank.n, 2);
    assert_int_equal(w->out.rejected, 1);
    w = open_world(4, only_alpha, always);
    w->o.num_init = 2;
    w->o.again = 0;
    script.make = learns;
    run(w);
    assert_int_equal(script.makes, 1);
    assert_int_equal(w->out.rejected, 2);
    /* Without a vocabulary there is nothing to be outside of. */
    w = open_world(4, only_alpha, always);
    w->o.num_init = 2;
    w->job.vocabulary = NULL;
    script.make = learns;
    script.judge = says_solved;
    run(w);
    assert_int_equal(w->out.bank.n, 3);
    assert_int_equal(w->out.rejected, 0);
    assert_true(script.judgements > 0);
}

static const char *alpha(const struct question *q, size_t n)
{
    (void)q, (void)n;
    return "1. On Alpha. [concepts: Alpha]";
}

static const char *prose(const struct question *q, size_t n)
{
    (void)q;
    return n % 2 ? NULL : "I would rather not.";
}

static void no_list_at_all(void **state)
{
    for (int scale = 0; scale < 2; scale++) {
        struct world *w = open_world(30, mixed, some_fail);

        be_faithful(w);
        w->o.num_init = 5;
        w->o.num_wrong_scale = scale;
        script.make = prose;
        run(w);
        /* The bank stays empty, so that every row joins the pool. */
        assert_int_equal(w->out.bank.n, 0);
        assert_int_equal(script.makes, 1 + 2);
        assert_int_equal(w->out.unread, 2); /* one had no answer */
        assert_int_equal(w->out.points[w->out.n_points - 1].n, 0);
    }
    (void)state;
}

/* Without a scale one wrong prediction is enough. */
static void no_scale(void **state)
{
    for (int fails = 0; fails < 2; fails++) {
        struct world *w = open_world(30, only_alpha, fails ? always : never);

        be_faithful(w);
        w->o.num_init = 5;
        w->o.num_wrong_scale = 0;
        w->o.k = 1;
        script.make = alpha;
        run(w);
        assert_int_equal(script.makes, fails ? 1 : 1 + 2);
    }
    (void)state;
}

static void cut_replies(void **state)
{
    struct world *w = open_world(4, only_alpha, always);

    (void)state;
    w->o.num_init = 2;
    script.make = two;
    script.cut = true;
    run(w);
    assert_int_equal(w->out.bank.n, 1); /* the last may be half a sentence */
}

static const char *too_many(const struct question *q, size_t n)
{
    struct str s = str_in(&arena);

    (void)q, (void)n;
    for (unsigned i = 1; i < 16; i++)
        str_addf(&s, "%u. %s\n", i, text_of(i));
    return str_get(&s);
}

static void no_more_than_asked(void **state)
{
    struct world *w = open_world(4, only_alpha, always);

    (void)state;
    w->o.num_init = 2;
    w->o.init_hypotheses_per_batch = 4;
    script.make = too_many;
    run(w);
    assert_int_equal(w->out.bank.n, 4);
    w = open_world(4, only_alpha, always);
    be_faithful(w);
    w->o.num_init = 2;
    w->o.init_hypotheses_per_batch = 4;
    w->o.max_num_hypotheses = 3; /* the first bank is not cut */
    script.make = too_many;
    run(w);
    assert_int_equal(w->out.bank.n, 15);
}

/* ---- odd settings ---- */

static void odd_settings(void **state)
{
    static const size_t few[] = { 0, 1, 3, 100 };

    (void)state;
    for (unsigned i = 0; i < 4 * 4 * 4 * 2; i++) {
        struct world *w = open_world(7, mixed, some_fail);

        if (i % 2)
            be_faithful(w);
        w->o.num_init = few[i / 2 % 4];
        w->o.init_batch_size = few[i / 8 % 4];
        w->o.k = few[i / 32];
        w->o.update_batch_size = few[i / 2 % 4];
        w->o.max_num_hypotheses = few[i / 8 % 4];
        w->o.num_wrong_scale = (double)(i % 3) - 1;
        w->o.epochs = 2;
        script.make = three;
        run(w);
    }
}

static void untried_rows_are_not_shown(void **state)
{
    struct world *w = open_world(10, only_alpha, always);

    (void)state;
    w->examples[4].tries = 0;
    propose_data(&arena, &w->outcomes, &w->v, &w->task, NULL, &w->data);
    assert_string_equal(w->data.values[5][4], "");
    w->o.num_init = 5;
    w->o.num_train = 0;
    script.make = two;
    run(w);
    assert_int_equal(w->out.train.n, 9);
    for (size_t i = 0; i < 9; i++)
        assert_int_not_equal(w->out.order[i], 4);
    w->o.num_train = 6;
    run(w);
    assert_int_equal(w->out.train.n, 6);
    for (size_t i = 0; i < 10; i++)
        w->examples[i].tries = 0;
    propose_data(&arena, &w->outcomes, &w->v, &w->task, NULL, &w->data);
    assert_false(propose_run(&arena, &w->job, &w->out, &w->e));
    assert_non_null(strstr(w->e.msg, "no labelled examples"));
}

static void the_same_seed(void **state)
{
    const size_t *order[3];
    const char *json[3];
    size_t moved = 0, differ = 0, sum = 0;

    (void)state;
    for (int i = 0; i < 3; i++) {
        struct world *w = open_world(60, mixed, some_fail);

        w->o.num_init = 4;
        w->o.update_batch_size = 3;
        w->o.seed = i < 2 ? "one" : "../two";
        script.make = three;
        run(w);
        json[i] = w->json[w->saved - 1];
        order[i] = w->out.order;
        if (i == 2)
            assert_string_equal(w->files[w->saved - 1],
                                "hypotheses_training_sample_final_seed_.._two_"
                                "epoch_0.json");
    }
    assert_string_equal(json[0], json[1]);
    assert_string_not_equal(json[0], json[2]);
    for (size_t i = 0; i < 60; i++) {
        assert_int_equal(order[0][i], order[1][i]);
        moved += order[0][i] != i;
        differ += order[0][i] != order[2][i];
        sum += order[0][i];
    }
    assert_true(moved > 30 && differ > 30);
    assert_int_equal(sum, 59 * 60 / 2);
}

static bool one_in_ten_fails(size_t i)
{
    return i % 10 == 3;
}

/* Of 60 rows 6 fail: by turns they are all among the first 12, half of them
 * at even places; as they come they need not be. */
static void failures_by_turns(void **state)
{
    (void)state;
    for (int balance = 0; balance < 2; balance++) {
        struct world *w = open_world(60, mixed, one_in_ten_fails);
        size_t early = 0, even = 0, sum = 0;

        w->o.num_init = 4;
        w->o.balance = balance;
        script.make = three;
        run(w);
        for (size_t i = 0; i < 60; i++) {
            bool fails = one_in_ten_fails(w->out.order[i]);

            early += fails && i < 12;
            even += fails && i < 12 && i % 2 == 0;
            sum += w->out.order[i];
        }
        assert_int_equal(sum, 59 * 60 / 2);
        assert_true(balance ? early == 6 && even == 3 : early < 6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(only_the_best, clear),
        cmocka_unit_test_teardown(failures_by_turns, clear),
        cmocka_unit_test_teardown(held_out_rows, clear),
        cmocka_unit_test_teardown(held_out_updates, clear),
        cmocka_unit_test_teardown(epochs, clear),
        cmocka_unit_test_teardown(the_same_claims, clear),
        cmocka_unit_test_teardown(what_never_holds, clear),
        cmocka_unit_test_teardown(what_seldom_holds, clear),
        cmocka_unit_test_teardown(every_failure, clear),
        cmocka_unit_test_teardown(a_model_judges, clear),
        cmocka_unit_test_teardown(judges_without_labels, clear),
        cmocka_unit_test_teardown(names_outside, clear),
        cmocka_unit_test_teardown(no_list_at_all, clear),
        cmocka_unit_test_teardown(no_scale, clear),
        cmocka_unit_test_teardown(cut_replies, clear),
        cmocka_unit_test_teardown(no_more_than_asked, clear),
        cmocka_unit_test_teardown(odd_settings, clear),
        cmocka_unit_test_teardown(untried_rows_are_not_shown, clear),
        cmocka_unit_test_teardown(the_same_seed, clear),
    };

    return cmocka_run_group_tests_name("propose", tests, NULL, NULL);
}
