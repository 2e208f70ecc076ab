/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The items of runs: every problem and every result once, in order, counts as
 * the summary has them, and offsets that point at the answer as a page sees the
 * reply, behind characters of any length and bytes that are none.
 */
#include "../lib/stores.h"
#include "base/json.h"
#include "base/str.h"
#include "base/utf8.h"
#include "run/judge.h"
#include "run/print/items.h"

#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* ---- a run ---- */

#define PROBLEMS 40
#define MODELS   2
#define ATTEMPTS 3

struct fixture {
    struct stores t;
    struct arena a;
    struct store *s;
    struct run_info run;
    struct summary view;
};

static const char *problem_line(struct arena *a, size_t i)
{
    if (i % 10 == 9)
        return arena_printf(
            a,
            "{\"id\": \"m%zu\", \"family\": \"mathador\", \"version\": 1, "
            "\"level\": 1, \"seed\": \"s\", \"index\": %zu, \"statement\": "
            "\"Reach 20.\", \"key\": {\"kind\": \"text\", \"latex\": \"x\"}, "
            "\"params\": {\"numbers\": [2, 3, 4, 5, 6], \"target\": 20}}",
            i, i);
    return arena_printf(
        a,
        "{\"id\": \"p%zu\", \"statement\": \"What is %zu + 1?\", \"key\": "
        "{\"kind\": \"integer\", \"latex\": \"%zu\"}, \"concepts\": [\"c%zu\", "
        "\"all\"], \"proof\": {\"by\": \"sum\", \"detail\": \"added\"}, "
        "\"meta\": {\"source\": \"set\", \"hunt\": {\"hypothesis\": \"h%zu\", "
        "\"set\": \"targeted\"}, \"fields\": {\"subject\": \"s%zu\", \"text\": "
        "\"a field with another text for each of the problems %zu\"}}}",
        i, i, i + 1, i % 3, i % 2, i % 4, i);
}

/* The replies, by number: before the answer stand characters of one to four
 * bytes, and bytes that are no characters. */
static const char *reply_text(struct arena *a, size_t i, uint64_t n)
{
    static const char *const before[] = {
        "",
        "\xc3\xa9\xc3\xa9 ",
        "\xe2\x82\xac ",
        "\xf0\x9f\x98\x80 \xf0\x9d\x94\xb8 ",
        "bad \xff\xfe bytes \xf0\x9f ",
        "\xed\xa0\x80 half a pair, \xc3\xa9\xf0\x9f\x98\x80 ",
    };

    if (i % 10 == 9)
        return "6 - 2 = 4\n5 * 4 = 20\n";
    return arena_printf(a, "%sso it is \\boxed{%zu}.\n", before[n % 6],
                        n % 4 == 3 ? i + 2 : i + 1);
}

static struct reply make_reply(struct arena *a, size_t i, uint64_t n)
{
    struct reply r = { .outcome = OUTCOME_OK,
                       .text = reply_text(a, i, n),
                       .reasoning = "thinking",
                       .finish = "stop",
                       .usage = { 10, (int64_t)n, -1, -1 } };

    if (n % 11 == 3)
        r = reply_none(a, OUTCOME_TRUNCATED, "cut at 100 tokens");
    else if (n % 11 == 5)
        r = reply_none(a, OUTCOME_REFUSED, "declined");
    else if (n % 11 == 7)
        r = reply_none(a, OUTCOME_ERROR, "no server");
    else if (n % 11 == 9)
        r.text = "I do not know.";
    if (r.outcome == OUTCOME_TRUNCATED)
        r.text = "it is \\boxed{1";
    return r;
}

static void add_result(struct fixture *f, struct arena *a, uint64_t n)
{
    size_t i = n / MODELS / ATTEMPTS;
    struct call call = stores_call(a, n);
    struct result r = { .problem = i,
                        .model = n / ATTEMPTS % MODELS,
                        .attempt = n % ATTEMPTS + 1 };
    const struct call *calls = &call;
    const struct result *results = &r;
    struct problem p;
    struct json *row;
    const char *line = problem_line(a, i);
    struct err e;

    call.reply = make_reply(a, i, n);
    assert_true(json_read(a, line, strlen(line), 1, &row, &e));
    assert_true(problem_read(a, row, &p, &e));
    run_judge(a, &p, NULL, &call.reply, &r);
    if (call.reply.outcome < OUTCOME_ERROR) {
        r.call = call.key;
        assert_true(journal_commit(f->s, &calls, 1, NULL, &e));
    }
    if (n % 13 == 0 && r.outcome == OUTCOME_OK) { /* another judge said so */
        r.strict = r.lenient = VERDICT_UNDECIDED;
        r.more = "{\"reason\": \"too_hard\", \"second_opinion\": {\"model\": "
                 "\"m\", \"verdict\": \"wrong\"}}";
    }
    assert_true(runs_append(f->s, f->run.id, &results, 1, 5, &e));
}

static int set_up(void **state)
{
    static const char *const models[] = { "openai:x", "openai:y" };
    static struct fixture f;
    const char *lines[PROBLEMS];
    struct summary_options o = { 0 };
    struct arena a = { 0 };
    struct err e;
    bool found;

    stores_open(&f.t);
    f.a = (struct arena){ 0 };
    f.s = stores_store(&f.t, STORE_MAKE);
    for (size_t i = 0; i < PROBLEMS; i++)
        lines[i] = problem_line(&f.a, i);
    assert_true(runs_open(f.s, &f.a, "{\"judge\": {}}", "1", lines, PROBLEMS,
                          models, MODELS, ATTEMPTS, 1, &f.run, &found, &e));
    assert_true(store_begin(f.s, &e));
    for (uint64_t n = 0; n < PROBLEMS * MODELS * ATTEMPTS; n++) {
        add_result(&f, &a, n);
        arena_reset(&a);
    }
    assert_true(store_commit(f.s, &e));
    assert_true(runs_find(f.s, &f.a, "r1", &f.run, &e));
    assert_true(summary_load(&f.a, f.s, &f.run, &o, &f.view, &e));
    arena_clear(&a);
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;

    store_close(f->s);
    arena_clear(&f->a);
    stores_close(&f->t);
    return 0;
}

/* ---- reading items ---- */

/* All items of a source, in the fixture's arena. */
static struct page_item *read_all(struct fixture *f, size_t runs, int threads,
                                  const char *const *roles, size_t *n)
{
    const struct summary *views[2] = { &f->view, &f->view };
    struct item_options o = { .threads = threads, .roles = roles };
    struct items *t = items_open(&f->a, f->s, views, runs, &o);
    struct item_source s = items_source(t);
    struct page_item *all = arena_array(&f->a, struct page_item, s.total + 1);
    struct err e;
    bool end;

    for (*n = 0; *n <= s.total; (*n)++) {
        assert_true(s.next(s.ctx, &f->a, &all[*n], &end, &e));
        if (end)
            break;
    }
    assert_int_equal(*n, s.total);
    items_close(t);
    return all;
}

static const struct json *detail(struct arena *a, const char *text)
{
    struct json *v;
    struct err e;

    assert_int_equal(utf8_check(text, strlen(text)), strlen(text));
    if (!json_read(a, text, strlen(text), 1, &v, &e))
        fail_msg("%s: %s", e.msg, text);
    return v;
}

static bool has_facet(const struct page_item *p, const char *name,
                      const char *value)
{
    for (size_t i = 0; i < p->n_facets; i++)
        if (str_eq(p->facets[i].name, name) &&
            (!value || str_eq(p->facets[i].value, value)))
            return true;
    return false;
}

/* The units from..to of a text, each as one character of the text. */
static const char *units(struct arena *a, const char *s, int64_t from,
                         int64_t to)
{
    struct str out = str_in(a);
    int64_t at = 0;
    uint32_t ch;

    while (*s) {
        size_t n = utf8_read(s, strlen(s), &ch);

        assert_true(n > 0);
        if (at >= from && at < to)
            str_addn(&out, s, n);
        at += n == 4 ? 2 : 1;
        s += n;
    }
    assert_true(to <= at);
    return str_get(&out);
}

/* ---- tests ---- */

static void every_result_is_there_once(void **state)
{
    struct fixture *f = *state;
    uint64_t count[MODELS][MARKS] = { { 0 } };
    size_t n, results = 0;
    struct page_item *all = read_all(f, 1, 2, NULL, &n);

    for (size_t i = 0; i < n; i++) {
        assert_string_equal(all[i].set, "r1");
        assert_string_equal(all[i].id, f->view.problems[i].id);
        for (size_t k = 0; k < all[i].n_results; k++) {
            const struct item_result *r = &all[i].results[k];
            const struct result *stored = &f->view.results[results + k];
            enum mark m = mark_of(stored, false);

            assert_string_equal(r->mark, mark_name(m));
            assert_string_equal(r->model, f->view.models[stored->model]);
            assert_int_equal(r->attempt, stored->attempt);
            assert_true(str_eq(r->mark, "correct") == !r->reason);
            count[stored->model][m]++;
        }
        results += all[i].n_results;
    }
    assert_int_equal(results, f->view.n_results);
    for (size_t m = 0; m < MODELS; m++)
        assert_memory_equal(count[m], f->view.whole[m].count, sizeof(count[m]));
    for (int m = 0; m < MARKS; m++)
        assert_true(count[0][m] > 0 || m == MARK_UNREADABLE ||
                    m == MARK_BAD_KEY || m == MARK_ABSTAINED ||
                    m == MARK_OVERFLOW || m == MARK_MALFORMED);
}

static void order_does_not_depend_on_threads(void **state)
{
    struct fixture *f = *state;
    size_t n, m;
    struct page_item *one = read_all(f, 2, 1, NULL, &n);
    struct page_item *many = read_all(f, 2, 7, NULL, &m);

    assert_int_equal(n, 2 * PROBLEMS);
    for (size_t i = 0; i < n; i++) {
        assert_string_equal(one[i].id, many[i].id);
        assert_string_equal(one[i].detail, many[i].detail);
        assert_int_equal(one[i].n_results, many[i].n_results);
        for (size_t k = 0; k < one[i].n_results; k++)
            assert_string_equal(one[i].results[k].detail,
                                many[i].results[k].detail);
    }
}

/* The steps of a game stand on lines of their own. */
static void assert_steps(const char *lines, const char *answer)
{
    for (; *answer; lines++, answer++) {
        if (answer[0] == ';')
            answer++;
        assert_int_equal(*lines,
                         *answer == ' ' && *lines == '\n' ? '\n' : *answer);
    }
    assert_int_equal(*lines, '\0');
}

static void offsets_point_at_the_answer(void **state)
{
    struct fixture *f = *state;
    size_t n, seen = 0, played = 0;
    struct page_item *all = read_all(f, 1, 2, NULL, &n);

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < all[i].n_results; k++) {
            const struct item_result *r = &all[i].results[k];
            const struct json *v = detail(&f->a, r->detail);
            const char *reply = json_string(json_get(v, "reply"));
            int64_t from, to;

            if (!json_int64(json_get(v, "from"), &from))
                continue;
            assert_true(json_int64(json_get(v, "to"), &to));
            assert_non_null(r->answer);
            if (strstr(r->answer, "; ")) {
                assert_steps(units(&f->a, reply, from, to), r->answer);
                played++;
                continue;
            }
            assert_string_equal(units(&f->a, reply, from, to), r->answer);
            assert_string_equal(json_string(json_get(v, "rule")), "boxed");
            assert_string_equal(json_string(json_get(v, "understood")),
                                r->answer);
            seen++;
        }
    assert_true(seen > 100);
    assert_true(played > 0);
}

static void what_is_no_answer_is_said(void **state)
{
    struct fixture *f = *state;
    size_t n, cut = 0, errors = 0, today = 0;
    struct page_item *all = read_all(f, 1, 2, NULL, &n);

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < all[i].n_results; k++) {
            const struct item_result *r = &all[i].results[k];
            const struct json *v = detail(&f->a, r->detail);

            if (str_eq(r->mark, "truncated")) {
                assert_string_equal(json_string(json_get(v, "reply")),
                                    "it is \\boxed{1");
                assert_null(json_get(v, "from"));
                assert_null(json_get(v, "strict"));
                assert_string_equal(r->reason, "truncated");
                cut++;
            } else if (str_eq(r->mark, "error")) {
                assert_string_equal(json_string(json_get(v, "error")),
                                    "no server");
                assert_true(isnan(r->tokens) && isnan(r->seconds));
                assert_null(json_get(v, "reply"));
                errors++;
            } else if (str_eq(r->mark, "undecided")) {
                assert_string_equal(r->reason, "too_hard");
                assert_non_null(json_get(v, "today"));
                assert_null(json_get(v, "by"));
                assert_non_null(json_get(v, "second_opinion"));
                today++;
            } else {
                assert_null(json_get(v, "today"));
            }
        }
    assert_true(cut && errors && today);
}

static void items_have_facets_and_keys(void **state)
{
    struct fixture *f = *state;
    const char *roles[] = { "control" };
    size_t n;
    struct page_item *all = read_all(f, 1, 1, NULL, &n);
    const struct json *v = detail(&f->a, all[5].detail);
    const struct json *proof = json_get(v, "proof");

    assert_true(has_facet(&all[5], "concept", "c2"));
    assert_true(has_facet(&all[5], "concept", "all"));
    assert_true(has_facet(&all[5], "kind", "integer"));
    assert_true(has_facet(&all[5], "hypothesis", "h1"));
    assert_true(has_facet(&all[5], "role", "targeted"));
    assert_false(has_facet(&all[5], "control", NULL));
    assert_true(has_facet(&all[5], "subject", "s1"));
    assert_false(has_facet(&all[5], "text", NULL));
    assert_false(has_facet(&all[5], "family", NULL));
    assert_true(has_facet(&all[9], "family", "mathador"));
    assert_true(has_facet(&all[9], "level", "1"));
    assert_string_equal(all[5].key, "6");
    assert_string_equal(all[5].statement, "What is 5 + 1?");
    assert_string_equal(json_string(json_get(proof, "by")), "sum");
    assert_string_equal(json_string(json_get(v, "understood")), "6");
    assert_string_equal(json_string(json_get(v, "source")), "set");
    all = read_all(f, 1, 1, roles, &n);
    assert_true(has_facet(&all[5], "role", "control"));
    assert_false(has_facet(&all[5], "role", "targeted"));
    assert_true(has_facet(&all[5], "control", "targeted")); /* its set */
}

/* Mathador has a judge of its own, which names errors and gives points. */
static void families_judge_themselves(void **state)
{
    struct fixture *f = *state;
    size_t n, right = 0, named = 0;
    struct page_item *all = read_all(f, 1, 1, NULL, &n);

    for (size_t i = 9; i < n; i += 10)
        for (size_t k = 0; k < all[i].n_results; k++) {
            const struct item_result *r = &all[i].results[k];
            const struct json *v = detail(&f->a, r->detail);
            const struct json *score = json_get(json_get(v, "more"), "score");

            right += str_eq(r->mark, "correct") && score;
            named += r->reason && str_eq(r->reason, "formatting");
        }
    assert_true(right && named);
}

static void a_missing_reply_is_said(void **state)
{
    struct fixture *f = *state;
    size_t n;
    struct page_item *all;

    stores_sql(&f->t, "PRAGMA foreign_keys = OFF; DELETE FROM calls");
    all = read_all(f, 1, 1, NULL, &n);
    assert_non_null(strstr(all[0].results[1].detail, "not in the store"));
    assert_string_equal(all[0].results[1].mark, "correct");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_result_is_there_once, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(order_does_not_depend_on_threads,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(offsets_point_at_the_answer, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(what_is_no_answer_is_said, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(items_have_facets_and_keys, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(families_judge_themselves, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_missing_reply_is_said, set_up,
                                        tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
