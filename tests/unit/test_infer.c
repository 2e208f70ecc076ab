/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Inference with a bank, by a scripted model in place of question_ask(), and
 * the choice of different entries against brute force.
 */
#include "base/rng.h"
#include "hunt/propose/infer.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define ROWS 6

static struct arena arena;

static int clear(void **state)
{
    (void)state;
    arena_clear(&arena);
    return 0;
}

static bool is_near(double x, double y)
{
    return fabs(x - y) < 1e-12;
}

/* ---- the scripted model ---- */

/* A reply to a question; NULL: an error of the server. */
static const char *(*script)(const char *system, const char *user);
static size_t asked, batches;
static const char *last_user;

bool question_ask(struct arena *a, struct questioner *c, struct question *q,
                  size_t n, struct err *e)
{
    (void)c, (void)e;
    batches++;
    asked += n;
    for (size_t i = 0; i < n; i++) {
        const char *text;

        assert_int_equal(q[i].n_messages, 2);
        last_user = arena_strdup(&arena, q[i].messages[1].content);
        text = script(q[i].messages[0].content, last_user);
        q[i].reply = reply_none(a, OUTCOME_ERROR, "down");
        if (text) {
            q[i].reply.outcome = OUTCOME_OK;
            q[i].reply.text = arena_strdup(a, text);
        }
    }
    return true;
}

bool question_one(struct arena *a, struct questioner *c, const char *system,
                  const char *user, uint64_t attempt, struct reply *out,
                  struct err *e)
{
    (void)a, (void)c, (void)system, (void)user, (void)attempt, (void)out;
    return err_set(e, ERR_IO, "not used");
}

/* ---- a world ---- */

/* Six problems P0 .. P5; P0, P1, P2 fail. Row 5 has no label. */
struct world {
    struct task task;
    struct task_data data;
    const char *fields[2];
    const char **values[2];
    const char *statement[ROWS], *label[ROWS];
    uint32_t tags[ROWS][3];
    const uint32_t *of[ROWS];
    struct vocabulary v;
    struct propose_options po;
    struct propose_job job;
    struct questioner questioner;
    struct bank bank;
    struct infer_options o;
    struct inference out;
    struct err e;
};

static const char *const names[] = { "Alpha", "Gamma" };

static void add(struct world *w, const char *text, const char *name,
                size_t right, size_t visits, size_t hits)
{
    struct bank_entry h = { .text = text, .right = right, .visits = visits };
    const char **one = arena_array(&arena, const char *, 1);
    size_t at;

    one[0] = name;
    h.suspicion.concepts = one;
    h.suspicion.n_concepts = name ? 1 : 0;
    h.correct = vec_in(&arena, sizeof(struct bank_hit));
    for (size_t i = 0; i < 64; i++)
        if (hits >> i & 1)
            *(struct bank_hit *)vec_push(&h.correct) =
                (struct bank_hit){ i, "fails" };
    assert_true(bank_add(&w->bank, &h, false, &at));
}

static struct world *open_world(void)
{
    struct world *w = arena_new(&arena, struct world);

    for (size_t i = 0; i < ROWS; i++) {
        w->statement[i] = arena_printf(&arena, "<P%zu>", i);
        w->label[i] = i == 5 ? "" : i < 3 ? "fails" : "solved";
        w->tags[i][0] = i < 2 ? 0 : 1; /* Alpha: P0 and P1 */
        w->tags[i][1] = UINT32_MAX;
        w->of[i] = w->tags[i];
    }
    w->fields[0] = "statement";
    w->fields[1] = "label";
    w->values[0] = w->statement;
    w->values[1] = w->label;
    w->data = (struct task_data){ .fields = w->fields,
                                  .n_fields = 2,
                                  .values = w->values,
                                  .n = ROWS,
                                  .label = 1 };
    w->v = (struct vocabulary){
        .name = "greek", .names = names, .n = 2, .of = w->of
    };
    assert_true(task_default(&arena, true, false, &w->task, &w->e));
    w->po = propose_defaults;
    w->job = (struct propose_job){ .task = &w->task,
                                   .data = &w->data,
                                   .vocabulary = &w->v,
                                   .questioner = &w->questioner,
                                   .o = &w->po };
    w->bank = (struct bank){ .arena = &arena };
    w->o = infer_defaults;
    asked = batches = 0;
    script = NULL;
    return w;
}

static void infer(struct world *w)
{
    static const size_t rows[] = { 5, 4, 3, 2, 1, 0 };

    if (!infer_run(&arena, &w->job, &w->bank, &w->data, rows, ROWS, &w->o,
                   &w->out, &w->e))
        fail_msg("%s", w->e.msg);
    assert_int_equal(w->out.n, 5);
    assert_null(w->out.labels[0]); /* of the row without a label */
}

/* ---- names ---- */

static void strategies_have_names(void **state)
{
    (void)state;
    assert_null(infer_names[INFER_STRATEGIES]);
    assert_string_equal(infer_names[INFER_WEIGHTED], "filter-and-weight");
}

/* ---- best ---- */

/*
 * By Alpha P0 and P1 fail and P2 .. P4 are solved: four of five right. Of
 * "fails" 2 of 2 said and of 3 true: F1 4/5; of "solved" 2 of 3 said and of 2
 * true: F1 4/5.
 */
static void the_best_by_tags(void **state)
{
    struct world *w = open_world();

    (void)state;
    add(w, "On Gamma.", "Gamma", 1, 2, 0);
    add(w, "On Alpha.", "Alpha", 9, 10, 0);
    w->bank.entries[0].reward = 5; /* accuracy counts, not reward */
    infer(w);
    assert_int_equal(asked, 0);
    assert_int_equal(w->out.right, 4);
    assert_int_equal(w->out.unlabelled, 0);
    assert_true(is_near(w->out.accuracy, 0.8));
    assert_true(is_near(w->out.macro_f1, 0.8));
    assert_string_equal(w->out.labels[5], "fails");
    assert_string_equal(w->out.labels[3], "solved");
}

/* "fails" for P0 alone, nothing for P1. */
static const char *says(const char *system, const char *user)
{
    assert_true(str_starts(system, "You predict"));
    if (strstr(user, "<P1>"))
        return "I cannot tell.";
    return strstr(user, "<P0>") ? "Final answer: fails"
                                : "Final answer: solved";
}

static void the_best_by_a_model(void **state)
{
    struct world *w = open_world();

    (void)state;
    add(w, "On Alpha.", "Alpha", 9, 10, 0);
    w->po.by_tags = false;
    script = says;
    infer(w);
    assert_int_equal(asked, 5);
    assert_int_equal(batches, 1);
    assert_int_equal(w->out.unlabelled, 1);
    assert_int_equal(w->out.right, 3); /* P0, P3, P4 */
    /* fails: 1 of 1 said, 3 true: 2/4; solved: 2 of 3 said, 2 true: 4/5 */
    assert_true(is_near(w->out.macro_f1, (0.5 + 0.8) / 2));
}

/* P3 and P4 are solved: right, but nothing was told apart. */
static void rows_of_one_label(void **state)
{
    static const size_t rows[] = { 3, 4 };
    struct world *w = open_world();

    (void)state;
    add(w, "On Alpha.", "Alpha", 9, 10, 0);
    assert_true(infer_run(&arena, &w->job, &w->bank, &w->data, rows, 2, &w->o,
                          &w->out, &w->e));
    assert_int_equal(w->out.right, 2);
    assert_true(isnan(w->out.macro_f1));
    assert_true(isnan(w->out.balanced));
    assert_string_equal(w->out.only, "solved");
    infer(w);
    assert_null(w->out.only);
    assert_true(is_near(w->out.balanced, (2. / 3 + 1) / 2));
}

static const char *weighs(const char *system, const char *user)
{
    assert_true(str_starts(system, "You weigh"));
    assert_non_null(strstr(user, "\n1. On Gamma.\n2. On Alpha.\n"));
    return strstr(user, "<P0>") ? "Final answer: fails"
                                : "Final answer: solved";
}

static void all_at_once(void **state)
{
    struct world *w = open_world();

    (void)state;
    add(w, "On Gamma.", "Gamma", 1, 2, 0);
    add(w, "On Alpha.", "Alpha", 9, 10, 0);
    w->o.strategy = INFER_MULTIPLE;
    script = weighs;
    infer(w);
    assert_int_equal(asked, 5);
    assert_int_equal(w->out.right, 3); /* P0, P3, P4 */
}

static void nothing_to_predict_by(void **state)
{
    struct world *w = open_world();
    size_t row = 0;

    (void)state;
    assert_true(infer_run(&arena, &w->job, &w->bank, NULL, &row, 1, &w->o,
                          &w->out, &w->e));
    assert_int_equal(w->out.n, 0);
}

/* ---- filter and weight ---- */

/* "Two" and "Three" are relevant to P0, and none to any other. */
static const char *relevant(const char *system, const char *user)
{
    assert_true(str_starts(system, "You judge"));
    if (strstr(user, "One") || strstr(user, "Four"))
        return strstr(user, "<P0>") ? "Yes and no." : "FINAL ANSWER: No.";
    return strstr(user, "<P0>") ? "**Final answer:** Yes, it does"
                                : "Yes? Final answer: no";
}

/*
 * On P0, which has Alpha: "Two" (Gamma, 0.6) says solved, "Three" (Alpha, 0.5)
 * fails: solved wins by weight. Elsewhere the best (Alpha, 0.9) speaks: P1
 * fails, others are solved.
 */
static void votes_have_weights(void **state)
{
    struct world *w = open_world();

    (void)state;
    add(w, "Five", "Alpha", 1, 10, 0); /* the fifth best is not asked */
    add(w, "One", "Alpha", 9, 10, 0);
    add(w, "Two", "Gamma", 6, 10, 0);
    add(w, "Three", "Alpha", 5, 10, 0);
    add(w, "Four", "Alpha", 4, 10, 0);
    w->bank.entries[0].reward = 9; /* which does not count */
    w->o.strategy = INFER_WEIGHTED;
    w->o.k = 4;
    script = relevant;
    infer(w);
    assert_int_equal(asked, 5 * 4);
    assert_int_equal(batches, 1);
    assert_string_equal(w->out.labels[5], "solved");
    assert_string_equal(w->out.labels[4], "fails");
    assert_string_equal(w->out.labels[3], "solved");
    /* With more weight on the other side it turns. */
    w->bank.entries[3].right = 7;
    infer(w);
    assert_string_equal(w->out.labels[5], "fails");
}

/* ---- adaptive ---- */

static const char *one_step(const char *system, const char *user)
{
    assert_true(str_starts(system, "You choose"));
    assert_non_null(strstr(user, "Pattern 1: Apple\n"));
    assert_non_null(strstr(user, "Pattern 2: Cherry\n"));
    assert_null(strstr(user, "Banana")); /* too much like Apple */
    assert_null(strstr(user, "Pattern 3"));
    return strstr(user, "New problem: <P2>") ? NULL : "Final answer: Fails";
}

static void fruit(struct world *w)
{
    add(w, "Banana", "Gamma", 8, 10, 7);
    add(w, "Apple", "Alpha", 9, 10, 7);
    add(w, "Cherry", "Gamma", 5, 10, 24);
}

static size_t count(const char *s, const char *what)
{
    size_t n = 0;

    while ((s = strstr(s, what))) {
        n++;
        s++;
    }
    return n;
}

static void choosing_and_predicting(void **state)
{
    struct world *w = open_world();

    (void)state;
    fruit(w);
    w->o.strategy = INFER_ONE_STEP;
    w->o.examples = 2;
    script = one_step;
    infer(w);
    assert_int_equal(asked, 5);
    assert_int_equal(w->out.right, 2); /* P0, P1 */
    assert_int_equal(w->out.unlabelled, 1);
    /* Two examples of each: of Apple's rows 0, 1, 2 and Cherry's 3, 4. */
    assert_int_equal(count(last_user, "A problem for which it was right"), 4);
    assert_int_equal(count(last_user, "Outcome: fails"), 2);
    assert_int_equal(count(last_user, "Outcome: solved"), 2);
}

static const char *two_step(const char *system, const char *user)
{
    if (str_starts(system, "You predict"))
        return strstr(user, "Cherry") ? "Final answer: fails"
                                      : "Final answer: solved";
    if (strstr(user, "New problem: <P0>"))
        return "Chosen pattern: Pattern 1. No. **Chosen Pattern:** Pattern 2";
    if (strstr(user, "New problem: <P1>"))
        return "Chosen pattern: Pattern 3";
    if (strstr(user, "New problem: <P2>"))
        return "chosen pattern: 2";
    return "I like Pattern 2";
}

static void choosing_then_predicting(void **state)
{
    struct world *w = open_world();

    (void)state;
    fruit(w);
    w->po.by_tags = false;
    w->o.strategy = INFER_TWO_STEP;
    script = two_step;
    infer(w);
    assert_int_equal(asked, 10);
    assert_int_equal(batches, 2);
    assert_string_equal(w->out.labels[5], "fails");  /* P0: Cherry */
    assert_string_equal(w->out.labels[4], "solved"); /* P1: the best */
    assert_string_equal(w->out.labels[3], "fails");  /* P2: Cherry */
    assert_string_equal(w->out.labels[2], "solved");
}

static void a_missing_prompt(void **state)
{
    static const char text[] = "{\"prompt_templates\": {\"inference\": "
                               "{\"user\": \"x\"}}}";
    struct world *w = open_world();
    struct json *root;
    size_t row = 0;

    (void)state;
    fruit(w);
    assert_true(json_read(&arena, text, strlen(text), 1, &root, &w->e));
    w->task.root = root;
    w->task.templates = json_get(root, "prompt_templates");
    for (int s = INFER_WEIGHTED; s < INFER_STRATEGIES; s++) {
        w->o.strategy = (enum infer_strategy)s;
        assert_false(infer_run(&arena, &w->job, &w->bank, &w->data, &row, 1,
                               &w->o, &w->out, &w->e));
        assert_non_null(strstr(w->e.msg, "is missing"));
    }
    assert_int_equal(asked, 0);
}

/* ---- different entries ---- */

static double likeness(size_t x, size_t y)
{
    double common = (double)__builtin_popcountll(x & y);
    double n = (double)__builtin_popcountll(x);
    double m = (double)__builtin_popcountll(y);

    return n > 0 && m > 0 ? common / sqrt(n * m) : 0;
}

/* The largest sum over all subsets. */
static double best_sum(const struct bank *b, const size_t *hits, double at,
                       size_t most)
{
    double best = 0;

    for (unsigned set = 0; set < 1u << b->n; set++) {
        double sum = 0;
        bool ok = most == 0 || (size_t)__builtin_popcount(set) <= most;

        for (size_t i = 0; i < b->n && ok; i++) {
            if (!(set >> i & 1))
                continue;
            sum += bank_accuracy(&b->entries[i]);
            for (size_t j = 0; j < i && ok; j++)
                ok = !(set >> j & 1) || !hits[i] || !hits[j] ||
                     likeness(hits[i], hits[j]) < at;
        }
        if (ok && sum > best)
            best = sum;
    }
    return best;
}

static void against_brute_force(void **state)
{
    struct rng r;

    (void)state;
    rng_init(&r, hash_bytes("different", 9));
    for (int round = 0; round < 150; round++) {
        struct world *w = open_world();
        size_t hits[10], *which, n = 1 + (size_t)rng_below(&r, 10), got;
        size_t most = (size_t)rng_below(&r, 5);
        double at = (double)rng_below(&r, 10) / 10, sum = 0;

        for (size_t i = 0; i < n; i++) {
            hits[i] = (size_t)(rng_u64(&r) & rng_u64(&r) & 255);
            add(w, arena_printf(&arena, "h%zu", i), NULL,
                (size_t)rng_below(&r, 11), 10, hits[i]);
        }
        got = infer_different(&arena, &w->bank, at, most, &which);
        for (size_t i = 0; i < got; i++) {
            sum += bank_accuracy(&w->bank.entries[which[i]]);
            for (size_t j = 0; j < i; j++) {
                size_t x = hits[which[i]], y = hits[which[j]];

                assert_int_not_equal(which[i], which[j]);
                assert_true(!x || !y || likeness(x, y) < at);
                assert_true(bank_accuracy(&w->bank.entries[which[j]]) >=
                            bank_accuracy(&w->bank.entries[which[i]]));
            }
        }
        assert_true(most == 0 || got <= most);
        assert_true(fabs(sum - best_sum(&w->bank, hits, at, most)) < 1e-9);
    }
}

/* Forty entries in pairs that are alike: the thirty best are looked at. */
static void many_entries(void **state)
{
    struct world *w = open_world();
    size_t *which;

    (void)state;
    for (size_t i = 0; i < 40; i++)
        add(w, arena_printf(&arena, "h%02zu", i), NULL, 50 + i, 100,
            (size_t)1 << i / 2);
    assert_int_equal(infer_different(&arena, &w->bank, 0.7, 0, &which), 15);
    for (size_t i = 0; i < 15; i++)
        assert_int_equal(which[i], 39 - 2 * i);
    assert_int_equal(infer_different(&arena, &w->bank, 0.7, 4, &which), 4);
    assert_int_equal(which[3], 33);
    /* None alike, all equal. */
    w = open_world();
    for (size_t i = 0; i < 30; i++)
        add(w, arena_printf(&arena, "h%02zu", i), NULL, 1, 3, (size_t)1 << i);
    assert_int_equal(infer_different(&arena, &w->bank, 0.7, 0, &which), 30);
    /* Pairs, triples and fives that are alike, all equal: in no time. */
    for (size_t k = 2; k < 6; k++) {
        w = open_world();
        for (size_t i = 0; i < 30; i++)
            add(w, arena_printf(&arena, "h%02zu", i), NULL, 1, 3,
                (size_t)1 << i % (30 / k));
        assert_int_equal(infer_different(&arena, &w->bank, 0.7, 0, &which),
                         30 / k);
    }
    w = open_world();
    assert_int_equal(infer_different(&arena, &w->bank, 0.7, 0, &which), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(strategies_have_names, clear),
        cmocka_unit_test_teardown(the_best_by_tags, clear),
        cmocka_unit_test_teardown(the_best_by_a_model, clear),
        cmocka_unit_test_teardown(rows_of_one_label, clear),
        cmocka_unit_test_teardown(all_at_once, clear),
        cmocka_unit_test_teardown(nothing_to_predict_by, clear),
        cmocka_unit_test_teardown(votes_have_weights, clear),
        cmocka_unit_test_teardown(choosing_and_predicting, clear),
        cmocka_unit_test_teardown(choosing_then_predicting, clear),
        cmocka_unit_test_teardown(a_missing_prompt, clear),
        cmocka_unit_test_teardown(against_brute_force, clear),
        cmocka_unit_test_teardown(many_entries, clear),
    };

    return cmocka_run_group_tests_name("infer", tests, NULL, NULL);
}
