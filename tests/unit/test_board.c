/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The board: what counts, against a small class counted by hand; who waits for
 * whom; what is hostile; that no key is shown.
 */
#include "../lib/classroom.h"
#include "serve/desk/board.h"
#include "store/challenges.h"
#include "store/reviews.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char *const two[] = { "alpha", "beta", NULL };

struct world {
    struct visit_world w;
    struct visitor ada, bob, eve; /* author, author, reviewer */
};

static int open_world(void **state)
{
    static struct world t;

    t = (struct world){ 0 };
    visit_open(&t.w);
    t.ada = visit_person(&t.w, "Ada", ROLE_AUTHOR);
    t.bob = visit_person(&t.w, "Bob <b>", ROLE_AUTHOR);
    t.eve = visit_person(&t.w, "Eve", ROLE_REVIEWER);
    *state = &t;
    return 0;
}

static int close_world(void **state)
{
    struct world *t = *state;

    visit_close(&t->w);
    return 0;
}

static int64_t challenge(struct world *t, int64_t entry, const char *a,
                         const char *b)
{
    const char *const words[] = { a, b };

    return classroom_challenge(&t->w, &t->ada, entry, two, words);
}

static struct board_counts count(struct world *t, struct board *b)
{
    struct board_data *d = arena_new(&t->w.arena, struct board_data);
    struct board_counts c;
    struct err e;

    assert_true(board_read(t->w.store, &t->w.arena, d, &e));
    assert_true(board_count(b, t->w.store, &t->w.arena, d, &c, &e));
    return c;
}

static struct tally cell(struct world *t, const struct board_counts *c,
                         size_t model, const char *topic)
{
    struct arena *a = &t->w.arena;
    struct tally *all = arena_array(a, struct tally, c->n_models * c->n_topics);
    struct tally out;
    size_t i = 0;

    tally_cell(a, &c->count, model, NULL, 0, &out);
    if (!topic)
        return out;
    while (strcmp(c->topics[i], topic) != 0)
        assert_true(++i < c->n_topics);
    tally_cells(a, &c->count, c->of, c->n_topics, all);
    return all[model * c->n_topics + i];
}

static void is_falls(const struct board_counts *c, size_t model,
                     struct board_falls want)
{
    struct board_falls got = board_falls(c, model);

    assert_int_equal(got.solved, want.solved);
    assert_int_equal(got.half, want.half);
    assert_int_equal(got.failed, want.failed);
    assert_int_equal(got.open, want.open);
}

/* Four entries of two topics. By hand, of the newest versions:
 *
 *   entry   topic   alpha  beta
 *   first   pde     cc     ww
 *   second  pde     cw     ee
 *   third   sums    w, t   cu       (two challenges)
 *   gone    sums    withdrawn: does not count
 */
static void plant(struct world *t)
{
    int64_t first = classroom_entry(&t->w, &t->ada, "pde", "one");
    int64_t second = classroom_entry(&t->w, &t->bob, "pde", "two");
    int64_t third = classroom_entry(&t->w, &t->ada, "sums", "three");
    int64_t gone = classroom_entry(&t->w, &t->ada, "sums", "four");

    challenge(t, first, "wwww", "wwww");
    classroom_revise(&t->w, &t->ada, first);
    challenge(t, first, "cc", "ww");
    challenge(t, second, "cw", "ee");
    challenge(t, third, "w", "c");
    challenge(t, third, "t", "u");
    challenge(t, gone, "cc", "cc");
    classroom_audit_event(&t->w, &t->ada, gone, AUDIT_EVENT_WITHDRAWN);
}

static void counts_by_hand(void **state)
{
    struct world *t = *state;
    struct board *b = board_new();
    const double total[] = { 2, 1, 0 }, n[] = { 2, 2, 2 };
    struct interval want = stats_clustered(total, n, 3, 0, 1);

    plant(t);
    for (int turn = 0; turn < 3; turn++) { /* not, and twice remembered */
        struct board_counts c = count(t, turn ? b : NULL);
        struct tally all = cell(t, &c, 0, NULL), pde = cell(t, &c, 1, "pde");
        struct tally sums = cell(t, &c, 1, "sums");

        assert_int_equal(c.n_models, 2);
        assert_int_equal(c.n_topics, 2);
        assert_string_equal(c.models[1], "beta");
        assert_string_equal(c.topics[0], "pde");
        assert_int_equal(all.results, 6);
        assert_int_equal(all.problems, 3);
        assert_true(all.accuracy.value == 3.0 / 6);
        assert_true(all.accuracy.interval.low == want.low);
        assert_true(all.accuracy.interval.high == want.high);
        is_falls(&c, 0, (struct board_falls){ 1, 1, 1, 0 });
        /* Two wrong ones; two errors, which may be right. */
        assert_int_equal(pde.results, 4);
        assert_int_equal(pde.count[MARK_ERROR], 2);
        assert_int_equal(pde.count[MARK_WRONG], 2);
        assert_int_equal(pde.accuracy.n, 2);
        assert_true(pde.bracket.high == 0.5);
        assert_true(pde.accuracy.value == 0);
        /* One right one, and one that is not decided. */
        assert_true(sums.accuracy.value == 0.5 && sums.bracket.high == 1);
        is_falls(&c, 1, (struct board_falls){ 0, 1, 1, 1 });
    }
    board_free(b);
}

/* A key that cannot be read leaves the board, whatever became of the calls. */
static void bad_keys_do_not_count(void **state)
{
    struct world *t = *state;
    struct entry x = { .author = t->ada.person.id, .topic = "", .made_ms = 1 };
    struct entry_version v = {
        .by = t->ada.person.id,
        .made_ms = 1,
        .problem = "{\"id\": \"x\", \"statement\": \"Decide.\", \"key\": "
                   "{\"kind\": \"expression\", \"latex\": \"Reject "
                   "$H_{0}$\"}}",
        .check = "none",
        .claim = "",
        .origin = "{}",
        .note = ""
    };
    struct board_counts c;
    struct err e;

    assert_true(entries_add(t->w.store, &t->w.arena, &x, &v, &e));
    challenge(t, x.id, "ee", "ct");
    challenge(t, classroom_entry(&t->w, &t->ada, "", "one"), "c", "w");
    c = count(t, NULL);
    for (size_t m = 0; m < 2; m++) {
        struct tally all = cell(t, &c, m, NULL);

        assert_int_equal(all.counted, 1);
        assert_int_equal(all.count[MARK_BAD_KEY], 2);
        assert_true(all.bracket.low == all.bracket.high);
        is_falls(&c, m, (struct board_falls){ .solved = !m, .failed = m });
    }
}

/* What is appended to a run that is remembered counts. */
static void forgets_what_is_old(void **state)
{
    struct world *t = *state;
    struct board *b = board_new();
    int64_t entry = classroom_entry(&t->w, &t->ada, "", "one");
    int64_t run = challenge(t, entry, "e", "c");
    const struct result again = { .model = 0,
                                  .attempt = 1,
                                  .outcome = OUTCOME_REFUSED,
                                  .strict = VERDICT_NO_ANSWER,
                                  .lenient = VERDICT_NO_ANSWER,
                                  .judge = "1" };
    const struct result *one = &again;
    struct board_counts c = count(t, b);
    struct err e;

    is_falls(&c, 0, (struct board_falls){ .open = 1 });
    assert_string_equal(c.topics[0], "no topic");
    assert_true(runs_append(t->w.store, run, &one, 1, 1, &e));
    c = count(t, b);
    is_falls(&c, 0, (struct board_falls){ .failed = 1 });
    board_free(b);
}

/* Topics stand as people look for them. */
static void topics_are_sorted_for_people(void **state)
{
    static const char *const topics[] = { "zeta", "", "\xc3\x89quations", "Pde",
                                          "no wonder" };
    static const char *const want[] = { "\xc3\x89quations", "no wonder", "Pde",
                                        "zeta", "no topic" };
    struct world *t = *state;
    struct board_counts c;

    for (size_t i = 0; i < 5; i++)
        classroom_entry(&t->w, &t->ada, topics[i], "one");
    c = count(t, NULL);
    assert_int_equal(c.n_topics, 5);
    for (size_t i = 0; i < 5; i++)
        assert_string_equal(c.topics[i], want[i]);
}

/* ---- the page ---- */

static const char *page(struct world *t, const struct visitor *who,
                        const char *target)
{
    if (!visit_handler(&t->w,
                       &(struct visit_request){ .who = who, .target = target }))
        fail_msg("%s: %s", target, t->w.err.msg);
    return t->w.body;
}

static void has(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no \"%s\" in:\n%s", part,
                 strstr(text, "<main") ? strstr(text, "<main") : text);
}

static void has_not(const char *text, const char *part)
{
    const char *at = strstr(text, part);

    if (at)
        fail_msg("\"%s\": %.200s", part, at);
}

static void empty_class(void **state)
{
    const char *text = page(*state, &((struct world *)*state)->ada, "/");

    has(text, "There are no entries yet");
    has(text, "Nothing is waiting");
    has(text, "The queue is empty");
    has(text, "No model has been asked");
}

static void who_waits(void **state)
{
    struct world *t = *state;
    int64_t x = classroom_entry(&t->w, &t->bob, "pde", "waits");
    int64_t y = classroom_entry(&t->w, &t->ada, "pde", "goes back");
    const char *text;

    classroom_audit_event(&t->w, &t->bob, x, AUDIT_EVENT_SUBMITTED);
    has(page(t, &t->ada, "/"),
        "<td class=\"name\">Bob &lt;b&gt;</td><td class=\"name\">a "
        "reviewer</td>");
    classroom_audit_event(&t->w, &t->eve, x, AUDIT_EVENT_SOLVED);
    classroom_audit_event(&t->w, &t->ada, y, AUDIT_EVENT_SUBMITTED);
    classroom_audit_event(&t->w, &t->eve, y, AUDIT_EVENT_RETURNED);
    text = page(t, &t->ada, "/");
    has(text, "<td class=\"name\">a decision by Eve</td>");
    has(text, "<td class=\"name\">its author</td>");
}

/* A doubt that nobody can decide yet is in no count. */
static void doubts_of_drafts_wait(void **state)
{
    struct world *t = *state;
    int64_t x = classroom_entry(&t->w, &t->ada, "pde", "what is 40 + 1?");
    struct review in = { .hash = { 1, 2 },
                         .kind = "verdict",
                         .evidence = "{}",
                         .why = "undecided",
                         .made_ms = 5 },
                  out;
    struct err e;
    bool found;

    in.problem = arena_printf(&t->w.arena,
                              "{\"id\": \"class/%d.1\", \"statement\": "
                              "\"what is 40 + 1?\", \"key\": {\"kind\": "
                              "\"integer\", \"latex\": \"41\"}}",
                              (int)x);
    assert_true(review_put(t->w.store, &t->w.arena, &in, &out, &found, &e));
    has_not(page(t, &t->eve, "/"), "for a person");
    has(page(t, &t->eve, "/reviews"), "Doubtful keys and verdicts (0)");
    has(t->w.body, "1 more is about entries that are still being written");
    has_not(t->w.body, "/doubts/1");
    classroom_audit_event(&t->w, &t->ada, x, AUDIT_EVENT_SUBMITTED);
    has(page(t, &t->eve, "/"), "1 doubt</a> about keys");
    has(page(t, &t->eve, "/reviews"), "solve it first</a>");
    has_not(t->w.body, "/doubts/1");
    classroom_audit_event(&t->w, &t->eve, x, AUDIT_EVENT_SOLVED);
    has(page(t, &t->eve, "/reviews"), "/doubts/1");
    has(t->w.body, "Doubtful keys and verdicts (1)");
    assert_true(visit_handler(
        &t->w, &(struct visit_request){ .who = &t->eve,
                                        .method = HTTP_POST,
                                        .target = "/doubts/1",
                                        .form = "state=open&decide=accept" }));
    has(page(t, &t->ada,
             arena_printf(&t->w.arena, "/entries/%d/history", (int)x)),
        "Decided doubt 1: the answer is correct.");
}

static void filters(void **state)
{
    struct world *t = *state;
    const char *text;

    classroom_entry(&t->w, &t->ada, "pde", "alone of Ada");
    classroom_entry(&t->w, &t->bob, "sums & more", "by Bob");
    text = page(t, &t->ada, "/?mine=1");
    has(text, "alone of Ada");
    has_not(text, "by Bob");
    text = page(t, &t->ada, "/?topic=sums+%26+more&state=draft");
    has(text, "by Bob");
    has_not(text, "alone of Ada");
    has(page(t, &t->ada, "/?state=accepted"), "Nothing matches");
    has(page(t, &t->ada, "/?state=nonsense"), "by Bob");
}

/* Names from anywhere; and the key, which is 41, stands nowhere. */
static void shows_text_alone(void **state)
{
    static const char *const models[] = { "<img src=x onerror=alert(1)>",
                                          NULL };
    static const char *const words[] = { "w" };
    static const char bad[] = "\"><script>alert(1)</script>";
    struct world *t = *state;
    int64_t x = classroom_entry(&t->w, &t->ada, bad, bad);
    const char *text;

    classroom_challenge(&t->w, &t->ada, x, models, words);
    classroom_audit_event(&t->w, &t->ada, x, AUDIT_EVENT_SUBMITTED);
    text = page(t, &t->eve, "/?topic=%22%3E%3Cscript%3E");
    has_not(text, "<script>");
    text = page(t, &t->eve, "/");
    has(text, "&lt;script&gt;");
    has_not(text, "<script>");
    has_not(text, "<img");
    has_not(text, "style=");
    has_not(text, ">41<");
    has_not(text, "secret solution");
}

/* A cell shows some, and leads to the others. */
static void many_in_one_cell(void **state)
{
    struct world *t = *state;
    const char *text;

    for (int i = 0; i < 20; i++)
        classroom_entry(&t->w, &t->ada, "pde", "one of many");
    text = page(t, &t->ada, "/");
    has(text, ">8 more</a>");
    has(text, "href=\"/?topic=pde&amp;state=draft\"");
    has_not(page(t, &t->ada, "/?topic=pde&state=draft"), " more</a>");
}

/* Titles are cut between words, never within a formula. */
static void titles_keep_formulas(void **state)
{
    static const struct {
        const char *statement, *title;
    } rows[] = {
        { "find $x$", ">find $x$</span>" },
        { "find the sum $\\frac{1}{2}+\\frac{1}{3}+\\frac{1}{4}$ "
          "and then a great many other words",
          "+\\frac{1}{4}$ and then a great ...</span>" },
        { "this is the beginning of a sum $aaaaaaaaaaaaaaaaaaaaaaaa$",
          ">this is the beginning of a sum ...</span>" },
        { "costs \\$5 and no formula at all is open here, is it",
          ">costs \\$5 and no formula at all is open here, ...</span>" },
    };
    struct world *t = *state;

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        classroom_entry(&t->w, &t->ada, "pde", rows[i].statement);
        has(page(t, &t->ada, "/"), rows[i].title);
    }
    has(t->w.body, "<span class=\"title tex\">");
}

/* Models whose names do not differ at their ends have a legend; the worst
 * stands first, and topics by models stand once. */
static void names_models(void **state)
{
    static const char *const same[] = {
        "http://a.example.org/some/long/path/v1#m",
        "http://b.example.org/some/long/path/v1#m", NULL
    };
    static const char *const other[] = {
        "http://a.example.org/some/long/path/v1#good",
        "http://a.example.org/some/long/path/v1#bad", NULL
    };
    static const char *const words[] = { "cc", "ww" };
    struct world *t = *state;
    int64_t x = classroom_entry(&t->w, &t->ada, "pde", "one");
    const char *text, *good, *bad;

    classroom_challenge(&t->w, &t->ada, x, other, words);
    text = page(t, &t->ada, "/");
    has_not(text, "a.example");
    good = strstr(text, ">good<");
    bad = strstr(text, ">bad<");
    assert_true(good && bad && bad < good);
    text = strstr(text, "Topics and models");
    assert_non_null(text);
    text = strstr(text, "<table");
    assert_true(!text || !strstr(text + 1, "<table"));
    classroom_challenge(&t->w, &t->ada, x, same, words);
    text = page(t, &t->ada, "/");
    has(text, "m3 = http://a.example.org/some/long/path/v1#m");
    has(text, "m4 = http://b.example.org/some/long/path/v1#m");
}

/* Whoever may yet solve an entry does not see what models made of it. */
static void records_are_as_secret_as_keys(void **state)
{
    struct world *t = *state;
    int64_t x = classroom_entry(&t->w, &t->ada, "pde", "one");

    challenge(t, x, "ww", "cc");
    classroom_audit_event(&t->w, &t->ada, x, AUDIT_EVENT_SUBMITTED);
    has(page(t, &t->ada, "/"), "topics-and-models");
    has_not(t->w.body, "not included here");
    has(page(t, &t->eve, "/"), "One entry is not included here");
    has(t->w.body,
        "No model has been asked about the newest version of another");
    has_not(t->w.body, "topics-and-models");
    has_not(t->w.body, "alpha");
    has(page(t, &t->bob, "/"), "One entry is not included here");
    classroom_audit_event(&t->w, &t->eve, x, AUDIT_EVENT_SOLVED);
    has(page(t, &t->eve, "/"), "topics-and-models");
    has_not(page(t, &t->bob, "/"), "topics-and-models");
    classroom_audit_event(&t->w, &t->eve, x, AUDIT_EVENT_ACCEPTED);
    has(page(t, &t->bob, "/"), "topics-and-models");
    has_not(t->w.body, "not included here");
}

/* The interval over entries needs more than one. */
static void one_entry_has_no_interval(void **state)
{
    struct world *t = *state;

    challenge(t, classroom_entry(&t->w, &t->ada, "pde", "one"), "cc", "wc");
    has(page(t, &t->ada, "/"), "100.0 %, 1 entry");
    has(t->w.body, "accuracy over entries");
    has_not(t->w.body, "(0.0");
    challenge(t, classroom_entry(&t->w, &t->ada, "pde", "two"), "wc", "ww");
    has_not(page(t, &t->ada, "/"), "1 entry");
    has(t->w.body, "75.0 %");
}

static void budget_left(void **state)
{
    struct world *t = *state;
    struct challenge *list;
    struct err e;
    size_t n;

    challenge(t, classroom_entry(&t->w, &t->ada, "", "x"), "c", "c");
    assert_true(challenges_list(t->w.store, &t->w.arena, 0, &list, &n, &e));
    list[0].money = 2.5;
    list[0].tokens = 900;
    assert_true(challenges_set(t->w.store, &list[0], &e));
    t->w.o.ask.ask.budget_money = 10;
    t->w.o.person_tokens = 1000;
    has(page(t, &t->ada, "/"), "Project: $7.50 of $10.00 remain");
    has(t->w.body, "Yours: 100 of 1000 tokens remain");
    has(page(t, &t->bob, "/"), "Yours: 1000 of 1000 tokens remain");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, open_world, close_world)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(counts_by_hand),
        TEST(bad_keys_do_not_count),
        TEST(forgets_what_is_old),
        TEST(empty_class),
        TEST(who_waits),
        TEST(doubts_of_drafts_wait),
        TEST(titles_keep_formulas),
        TEST(names_models),
        TEST(filters),
        TEST(shows_text_alone),
        TEST(many_in_one_cell),
        TEST(budget_left),
        TEST(topics_are_sorted_for_people),
        TEST(records_are_as_secret_as_keys),
        TEST(one_entry_has_no_interval),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
