/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Written problems: writers and key models are played by scripts, the review
 * queue by a list; what is tried is who is asked what, and where every draft
 * ends.
 */
#include "base/str.h"
#include "hunt/write/write.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- problems that a good writer has ---- */

static const struct {
    const char *statement, *answer;
} good[] = {
    { "Find the remainder when $7^{100}$ is divided by 13.", "9" },
    { "How many primes are there between 10 and 30?", "6" },
    { "A rectangle has sides 3 and 8. What is its area?", "24" },
    { "Compute $\\frac{1}{2} + \\frac{1}{3}$.", "\\frac{5}{6}" },
    { "Anna has twice as many coins as Ben, together they have 36. How many "
      "has Ben?",
      "12" },
    { "Determine the largest divisor of 84 that is a perfect square.", "4" },
    { "In how many ways can 5 people stand in a row?", "120" },
    { "Evaluate $\\log_2 64$.", "6" },
    { "The sum of three consecutive whole numbers is 72. Give the middle one.",
      "24" },
    { "Solve $3x - 7 = 11$ for $x$.", "6" },
    { "What is the last digit of $3^{2023}$?", "7" },
    { "A die is thrown twice. Find the probability that both throws show an "
      "even number.",
      "\\frac{1}{4}" },
};

#define GOOD (sizeof good / sizeof *good)

static const char *answer_to(const char *statement)
{
    for (size_t i = 0; i < GOOD; i++)
        if (str_eq(good[i].statement, statement))
            return good[i].answer;
    return NULL;
}

/* ---- the stand-ins ---- */

/* A writer: the reply of a batch, NULL: an error. */
static const char *(*writer)(struct arena *a, uint64_t batch);
static enum outcome writer_outcome;
/* A key model: what it puts into its box; NULL: it says nothing. */
static const char *(*keyer)(const char *model, const char *statement);
/* A tagger: the names in a text. */
static const char *(*tagger)(const char *text);
static uint64_t writer_calls, keyer_calls, tagger_calls;
static const char *last_user;
static struct hasher log_of_calls;

bool question_ask(struct arena *a, struct questioner *c, struct question *q,
                  size_t n, struct err *e)
{
    (void)e;
    for (size_t i = 0; i < n; i++) {
        const char *box;

        if (str_starts(q[i].messages[0].content, "You tag problems")) {
            tagger_calls++;
            q[i].reply = (struct reply){
                .outcome = OUTCOME_OK,
                .text = arena_printf(a, "Tags: %s",
                                     tagger(q[i].messages[1].content))
            };
            continue;
        }
        box = keyer(c->model->name, q[i].messages[1].content);

        keyer_calls++;
        hasher_text(&log_of_calls, q[i].messages[1].content);
        q[i].reply = box ? (struct reply){ .outcome = OUTCOME_OK,
                                           .text = arena_printf(
                                               a, "So \\boxed{%s}.", box) }
                         : reply_none(a, OUTCOME_ERROR, "no reply");
    }
    return true;
}

bool question_one(struct arena *a, struct questioner *c, const char *system,
                  const char *user, uint64_t attempt, struct reply *out,
                  struct err *e)
{
    const char *text = writer(a, attempt);

    (void)c;
    assert_true(str_starts(system, "You write new problems."));
    last_user = user;
    writer_calls++;
    hasher_text(&log_of_calls, user);
    hasher_u64(&log_of_calls, attempt);
    if (text && str_eq(text, "FATAL"))
        return err_set(e, ERR_IO, "the key is not accepted");
    *out = text ? (struct reply){ .outcome = writer_outcome, .text = text }
                : reply_none(a, OUTCOME_ERROR, "no reply");
    return true;
}

static struct review queue[64];
static size_t queue_n;
static struct arena queue_arena;

struct hash128 review_hash(const char *kind, const char *statement)
{
    struct hasher h;

    hasher_open(&h);
    hasher_text(&h, kind);
    hasher_text(&h, statement);
    return hasher_close(&h);
}

bool review_find(struct store *s, struct arena *a, struct hash128 hash,
                 struct review *out, bool *found, struct err *e)
{
    (void)s;
    (void)a;
    (void)e;
    *found = false;
    for (size_t i = 0; i < queue_n && !*found; i++)
        if (queue[i].hash.low == hash.low && queue[i].hash.high == hash.high) {
            *out = queue[i];
            *found = true;
        }
    return true;
}

bool review_put(struct store *s, struct arena *a, const struct review *r,
                struct review *out, bool *found, struct err *e)
{
    struct review *row;

    if (!review_find(s, a, r->hash, out, found, e) || *found)
        return *found;
    row = &queue[queue_n++];
    *row = *r;
    row->problem = arena_strdup(&queue_arena, r->problem);
    row->why = arena_strdup(&queue_arena, r->why);
    row->evidence = arena_strdup(&queue_arena, r->evidence);
    row->state = REVIEW_OPEN;
    row->key = NULL;
    *out = *row;
    return true;
}

/* ---- a run ---- */

static struct model writer_model = { .name = "w", .url = "w", .spec = "w:1" };
static struct model key_models[] = {
    { .name = "k0", .url = "k", .spec = "k:0" },
    { .name = "k1", .url = "k", .spec = "k:1" },
    { .name = "k2", .url = "k", .spec = "k:2" },
};

struct run {
    struct arena arena;
    struct filter filter;
    struct written out;
    struct hash128 calls; /* a hash of all that was asked */
    struct err err;
};

static uint64_t sum_of(const struct written *w)
{
    uint64_t sum = w->doubtful + w->accepted + w->rejected;

    for (int i = 0; i < FLAWS; i++)
        sum += w->flaws[i];
    return sum;
}

static const char *const both_names[] = { "Number theory: primes", "counting" };
static const char *const no_maps[] = { NULL };
static const struct concept two_concepts[] = {
    { .name = "Number theory: primes", .maps = no_maps },
    { .name = "counting", .maps = no_maps },
    { .name = "geometry", .maps = no_maps },
};
static const struct taxonomy names = {
    .name = "names", .title = "names", .concepts = two_concepts, .n_concepts = 3
};
static const struct suspicion two = { .concepts = both_names, .n_concepts = 2 };
static const struct domain problems;

/* The run of a test. */
static struct run r;

static void end(struct run *x)
{
    filter_close(&x->filter);
    arena_clear(&x->arena);
}

/* NULL: no hypothesis. `tags`: somebody names concepts. */
static bool run_for(struct run *x, const struct suspicion *suspicion, bool tags,
                    size_t n, size_t batch, size_t most, size_t n_keyers)
{
    struct write_options o = { .n = n,
                               .batch = batch,
                               .most = most,
                               .hunt = "h1",
                               .seed = "7",
                               .domain = &problems,
                               .shown = "SHOWN\n",
                               .hypothesis_text = "It fails on primes." };
    struct questioner w = { .model = &writer_model };
    struct questioner k[3] = { { .model = &key_models[0] },
                               { .model = &key_models[1] },
                               { .model = &key_models[2] } };
    struct write_models m = {
        &w, k, n_keyers, { tags ? &k[2] : NULL, &problems, &names, 4 }
    };
    bool ok;

    end(x);
    memset(x, 0, sizeof(*x));
    writer_calls = keyer_calls = tagger_calls = 0;
    hasher_open(&log_of_calls);
    filter_open(&x->arena, &x->filter);
    filter_know(&x->filter, "bench/1", "How many vowels has the word algebra?");
    ok = write_problems(&x->arena, &m, NULL, &x->filter, suspicion, NULL, &o,
                        &x->out, &x->err);
    x->calls = hasher_close(&log_of_calls);
    if (ok) {
        assert_int_equal(sum_of(&x->out), x->out.drafts);
        assert_int_equal(x->out.n, x->out.flaws[FLAW_NONE] + x->out.accepted);
        assert_true(x->out.n <= n);
    }
    return ok;
}

static bool run(struct run *x, size_t n, size_t batch, size_t most,
                size_t n_keyers)
{
    return run_for(x, &two, false, n, batch, most, n_keyers);
}

/* ---- scripts ---- */

static const char *write_good(struct arena *a, uint64_t batch)
{
    struct str s = str_in(a);

    for (size_t i = 0; i < 5; i++) {
        size_t k = (size_t)(batch - 1) * 5 + i;

        if (k < GOOD)
            str_addf(&s, "Problem %zu:\n%s\nAnswer: %s\n\n", i + 1,
                     good[k].statement, good[k].answer);
    }
    return str_get(&s);
}

static const char *key_right(const char *model, const char *statement)
{
    (void)model;
    return answer_to(statement);
}

static int set_up(void **state)
{
    (void)state;
    writer = write_good;
    writer_outcome = OUTCOME_OK;
    keyer = key_right;
    queue_n = 0;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    end(&r);
    memset(&r, 0, sizeof(r));
    arena_clear(&queue_arena);
    return 0;
}

/* ---- tests ---- */

static void good_writer(void **state)
{
    const struct problem *p;

    (void)state;
    assert_true(run(&r, 8, 5, 0, 2));
    assert_int_equal(r.out.n, 8);
    assert_int_equal(r.out.drafts, 8); /* those not needed are not looked at */
    assert_int_equal(writer_calls, 2);
    assert_int_equal(keyer_calls, 16);
    for (size_t i = 0; i < 8; i++) {
        p = &r.out.problems[i];
        assert_string_equal(p->statement, good[i].statement);
        assert_int_equal(p->n_keys, 1);
        assert_string_equal(p->keys[0].latex, good[i].answer);
        assert_true(str_starts(p->id, "written/"));
        assert_int_equal(strlen(p->id), strlen("written/") + 32);
        assert_int_equal(p->n_concepts, 2);
        assert_string_equal(p->concepts[0], "Number theory: primes");
    }
    assert_int_equal(r.out.problems[0].keys[0].kind, ANSWER_INTEGER);
    assert_int_equal(r.out.problems[3].keys[0].kind, ANSWER_RATIONAL);
    p = &r.out.problems[0];
    assert_string_equal(json_string(json_get(p->meta, "source")), "written");
    assert_string_equal(json_string(json_get(p->meta, "writer")), "w:1");
    assert_string_equal(json_string(json_get(p->meta, "hypothesis")),
                        "It fails on primes.");
    assert_int_equal(json_get(p->meta, "keyed_by")->count, 2);
    assert_string_equal(json_get(p->meta, "keyed_by")->last->text, "k:1");
}

/* What is written can be read again. */
static void records(void **state)
{
    struct str s = { 0 };
    struct problem p;
    struct json *v;

    (void)state;
    assert_true(run(&r, 1, 5, 0, 2));
    problem_write(&s, &r.out.problems[0]);
    assert_true(json_read(&r.arena, s.s, s.n, 1, &v, &r.err));
    assert_true(problem_read(&r.arena, v, &p, &r.err));
    assert_string_equal(p.keys[0].latex, "9");
    str_clear(&s);
}

static void prompt(void **state)
{
    (void)state;
    assert_true(run(&r, 1, 4, 0, 2));
    assert_non_null(strstr(last_user, "It fails on primes."));
    assert_non_null(
        strstr(last_user, "Concepts:\n- Number theory: primes\n- counting\n"));
    assert_non_null(strstr(last_user, "Write 4 new problems"));
    assert_non_null(strstr(last_user, "Set: 7"));
    assert_non_null(strstr(last_user, "SHOWN\n"));
    assert_non_null(strstr(last_user, "that are hard"));
    assert_non_null(strstr(last_user, "each needs all of these concepts"));
}

/* An arm without a hypothesis: the same words without the claim. */
static void no_hypothesis(void **state)
{
    static const char claim[] = "This is believed";
    char with[4096];

    (void)state;
    assert_true(run(&r, 1, 5, 0, 2));
    snprintf(with, sizeof with, "%s", last_user);
    assert_true(run_for(&r, NULL, true, 5, 5, 0, 2));
    assert_null(strstr(last_user, claim));
    assert_null(strstr(last_user, "primes"));
    assert_non_null(strstr(with, strstr(last_user, "Write 5")));
    assert_int_equal(r.out.n, 5);
    assert_int_equal(r.out.unchecked, 0);
    assert_int_equal(tagger_calls, 0);
    assert_int_equal(r.out.problems[0].n_concepts, 0);
    assert_int_equal(json_get(r.out.problems[0].meta, "hypothesis")->type,
                     JSON_NULL);
}

/* ---- claims ---- */

static const char *tag_primes(const char *asked)
{
    const char *text = strstr(asked, "\n> ");

    return strstr(text, "primes")      ? "counting; Number theory: primes"
           : strstr(text, "remainder") ? "Number theory: primes"
           : strstr(text, "area")      ? "geometry"
                                       : "none";
}

/* One of the first five has both concepts; no key model sees the others. */
static void concepts_checked(void **state)
{
    (void)state;
    tagger = tag_primes;
    assert_true(run_for(&r, &two, true, 5, 5, 1, 2));
    assert_int_equal(r.out.n, 1);
    assert_string_equal(r.out.problems[0].statement, good[1].statement);
    assert_int_equal(r.out.flaws[FLAW_OFF], 4);
    assert_int_equal(r.out.unchecked, 0);
    assert_int_equal(tagger_calls, 5);
    assert_int_equal(keyer_calls, 2);
    assert_true(run(&r, 5, 5, 1, 2)); /* nobody tags: on trust */
    assert_int_equal(r.out.n, 5);
    assert_int_equal(r.out.unchecked, 5);
}

/* What a bound leaves of the first five problems; the text alone is looked at
 * before a key model is asked. */
static void bounds_checked(void **state)
{
    static const struct {
        struct bound bound;
        size_t kept, unchecked, key_calls;
    } cases[] = {
        { { BOUND_ABOVE, "words", 10, NULL, 0 }, 2, 0, 4 },
        { { BOUND_BELOW, "words", 9, NULL, 0 }, 1, 0, 2 },
        { { BOUND_WITHIN, "words", 8, NULL, 10 }, 2, 0, 4 },
        { { BOUND_ABOVE, "digits", 2, NULL, 0 }, 1, 0, 2 },
        { { BOUND_IS, "answer", 0, "fraction", 0 }, 1, 0, 10 },
        { { BOUND_IS, "answer", 0, "integer", 0 }, 4, 0, 10 },
        { { BOUND_ABOVE, "denominator", 5, NULL, 0 }, 1, 0, 10 },
        { { BOUND_IS, "answer sign", 0, "negative", 0 }, 0, 0, 10 },
        { { BOUND_ABOVE, "level", 3, NULL, 0 }, 5, 5, 10 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct suspicion c = { .bound = cases[i].bound };

        assert_true(run_for(&r, &c, true, 5, 5, 1, 2));
        if (r.out.n != cases[i].kept || r.out.unchecked != cases[i].unchecked ||
            r.out.flaws[FLAW_OFF] != 5 - cases[i].kept ||
            keyer_calls != cases[i].key_calls)
            fail_msg("case %zu: %zu kept, %d off, %d unchecked, %d asked", i,
                     r.out.n, (int)r.out.flaws[FLAW_OFF], (int)r.out.unchecked,
                     (int)keyer_calls);
    }
}

/* A concept with a kind of answer: both count. */
static void both_checked(void **state)
{
    struct suspicion c = { .concepts = both_names,
                           .n_concepts = 1,
                           .bound = { BOUND_IS, "answer", 0, "integer", 0 } };

    (void)state;
    tagger = tag_primes;
    assert_true(run_for(&r, &c, true, 5, 5, 1, 2));
    assert_int_equal(r.out.n, 2);
    c.bound.word = "fraction";
    assert_true(run_for(&r, &c, true, 5, 5, 1, 2));
    assert_int_equal(r.out.n, 0);
    assert_int_equal(r.out.flaws[FLAW_OFF], 5);
}

static void same_again(void **state)
{
    static struct run again;

    (void)state;
    assert_true(run(&r, 9, 5, 0, 2));
    assert_true(run(&again, 9, 5, 0, 2));
    assert_int_equal(r.calls.low, again.calls.low);
    assert_int_equal(r.out.n, again.out.n);
    for (size_t i = 0; i < r.out.n; i++)
        assert_string_equal(r.out.problems[i].id, again.out.problems[i].id);
    end(&again);
}

/* ---- bad writers ---- */

static const char *write_nothing(struct arena *a, uint64_t batch)
{
    (void)a;
    return batch == 2 ? NULL : "I would rather talk about the weather.";
}

static void silent_writer(void **state)
{
    (void)state;
    writer = write_nothing;
    assert_true(run(&r, 5, 5, 3, 2));
    assert_int_equal(r.out.silent, 3);
    assert_int_equal(r.out.n + r.out.drafts, 0);
    assert_int_equal(writer_calls, 3);
    assert_true(run(&r, 5, 5, 0, 2)); /* 4 n / batch */
    assert_int_equal(writer_calls, 4);
    assert_true(run(&r, 1, 5, 0, 2));
    assert_int_equal(writer_calls, 1);
}

static const char *write_same(struct arena *a, uint64_t batch)
{
    (void)batch;
    return write_good(a, 1);
}

static void same_writer(void **state)
{
    (void)state;
    writer = write_same;
    assert_true(run(&r, 10, 5, 3, 2));
    assert_int_equal(r.out.n, 5);
    assert_int_equal(r.out.flaws[FLAW_DUPLICATE], 10);
    assert_int_equal(keyer_calls, 10);
}

static const char *write_flawed(struct arena *a, uint64_t batch)
{
    (void)a;
    (void)batch;
    return "Problem 1: Prove that 3 is odd.\n"
           "Problem 2: In the figure, find the angle at A.\n"
           "Problem 3: A man has 3 apples.\n"
           "Problem 4: Find the value of $x when 3x = 6.\n"
           "Problem 5: How many vowels has the word algebra?\n"
           "Problem 6: Find the remainder when $7^{100}$ is divided by 13.\n"
           "Problem 7: Find the remainder when $5^{101}$ is divided by 17.\n"
           "Problem 8: Find the number that is flawed.\n"
           "Problem 9: Find the number on which all differ.\n";
}

static const char *key_flawed(const char *model, const char *statement)
{
    if (strstr(statement, "flawed"))
        return "invalid";
    if (strstr(statement, "differ"))
        return model[1] == '0' ? "1" : "2";
    return answer_to(statement);
}

static void flawed_writer(void **state)
{
    (void)state;
    writer = write_flawed;
    keyer = key_flawed;
    assert_true(run(&r, 9, 9, 1, 2));
    assert_int_equal(r.out.drafts, 9);
    assert_int_equal(r.out.flaws[FLAW_NONE], 1);
    assert_int_equal(r.out.flaws[FLAW_PROOF], 1);
    assert_int_equal(r.out.flaws[FLAW_OUTSIDE], 1);
    assert_int_equal(r.out.flaws[FLAW_INCOMPLETE], 1);
    assert_int_equal(r.out.flaws[FLAW_UNREADABLE], 1);
    assert_int_equal(r.out.flaws[FLAW_DUPLICATE], 1);
    assert_int_equal(r.out.flaws[FLAW_NEAR], 1);
    assert_int_equal(r.out.flaws[FLAW_INVALID], 1);
    assert_int_equal(r.out.flaws[FLAW_AMBIGUOUS], 1);
    assert_int_equal(keyer_calls, 6); /* three passed the filter */
    assert_int_equal(queue_n, 0);
}

/* More than was asked for, and a reply that was cut. */
static void long_and_cut(void **state)
{
    (void)state;
    writer = write_flawed;
    keyer = key_flawed;
    assert_true(run(&r, 9, 3, 1, 2));
    assert_int_equal(r.out.drafts, 3);
    writer = write_good;
    keyer = key_right;
    writer_outcome = OUTCOME_TRUNCATED;
    assert_true(run(&r, 9, 5, 1, 2));
    assert_int_equal(r.out.drafts, 5);
    assert_int_equal(r.out.n, 4);
    assert_int_equal(r.out.flaws[FLAW_INCOMPLETE], 1);
    writer_outcome = OUTCOME_REFUSED;
    assert_true(run(&r, 9, 5, 1, 2));
    assert_int_equal(r.out.silent, 1);
}

static const char *write_fatal(struct arena *a, uint64_t batch)
{
    return batch == 2 ? "FATAL" : write_good(a, batch);
}

static void fatal_writer(void **state)
{
    (void)state;
    writer = write_fatal;
    assert_false(run(&r, 9, 5, 3, 2));
    assert_string_equal(r.err.msg, "the key is not accepted");
}

/* ---- reviews ---- */

/* The third model is wrong about primes, the coins have no answer. */
static const char *key_doubtful(const char *model, const char *statement)
{
    if (strstr(statement, "coins"))
        return NULL;
    if (strstr(statement, "primes") && model[1] == '2')
        return "7";
    return answer_to(statement);
}

static void doubtful(void **state)
{
    const struct json *answers;
    struct problem p;
    struct json *v;

    (void)state;
    keyer = key_doubtful;
    assert_true(run(&r, 5, 5, 1, 3));
    assert_int_equal(r.out.n, 3);
    assert_int_equal(r.out.doubtful, 2);
    assert_int_equal(queue_n, 2);
    assert_string_equal(queue[0].kind, "key");
    assert_string_equal(queue[0].hunt, "h1");
    assert_string_equal(queue[0].why, "a key model disagrees");
    assert_true(queue[0].made_ms > 0);
    assert_true(json_read(&r.arena, queue[0].problem, strlen(queue[0].problem),
                          1, &v, &r.err));
    assert_true(problem_read(&r.arena, v, &p, &r.err));
    assert_string_equal(p.keys[0].latex, "6");
    assert_string_equal(p.statement, good[1].statement);
    assert_true(json_read(&r.arena, queue[0].evidence,
                          strlen(queue[0].evidence), 1, &v, &r.err));
    answers = json_get(v, "answers");
    assert_int_equal(answers->count, 3);
    assert_string_equal(json_string(json_get(answers->last, "model")), "k:2");
    assert_string_equal(json_string(json_get(answers->last, "answer")), "7");
    assert_string_equal(json_string(json_get(v, "writer")), "6");
    assert_int_equal(json_get(v, "computed")->type, JSON_NULL);
    /* The same doubt is in the queue once. */
    assert_true(run(&r, 5, 5, 1, 3));
    assert_int_equal(r.out.doubtful, 2);
    assert_int_equal(queue_n, 2);
}

static void decided(void **state)
{
    (void)state;
    keyer = key_doubtful;
    assert_true(run(&r, 5, 5, 1, 3));
    queue[0].state = REVIEW_ACCEPTED; /* as it stands */
    queue[1].state = REVIEW_REJECTED;
    assert_true(run(&r, 5, 5, 1, 3));
    assert_int_equal(r.out.accepted, 1);
    assert_int_equal(r.out.rejected, 1);
    assert_int_equal(r.out.doubtful, 0);
    assert_int_equal(r.out.n, 4);
    assert_int_equal(keyer_calls, 9); /* nobody is asked about the two */
    assert_string_equal(r.out.problems[0].statement, good[1].statement);
    assert_string_equal(r.out.problems[0].keys[0].latex, "6");
    queue[0].key = "8";               /* with another key */
    queue[1].state = REVIEW_ACCEPTED; /* without any: still a doubt */
    assert_true(run(&r, 5, 5, 1, 3));
    assert_int_equal(r.out.accepted, 1);
    assert_int_equal(r.out.doubtful, 1);
    assert_string_equal(r.out.problems[0].keys[0].latex, "8");
    queue[1].key = "12";
    assert_true(run(&r, 5, 5, 1, 3));
    assert_int_equal(r.out.accepted, 2);
    assert_int_equal(r.out.n, 5);
}

/* A decision holds where the key models are sure by now. */
static void decision_holds(void **state)
{
    (void)state;
    keyer = key_doubtful;
    assert_true(run(&r, 5, 5, 1, 3));
    queue[0].state = REVIEW_REJECTED;
    keyer = key_right;
    assert_true(run(&r, 5, 5, 1, 3));
    assert_int_equal(r.out.rejected, 1);
    assert_int_equal(r.out.n, 4);
}

#define TEST(name) cmocka_unit_test_setup(name, set_up)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(good_writer),    TEST(records),          TEST(prompt),
        TEST(no_hypothesis),  TEST(concepts_checked), TEST(bounds_checked),
        TEST(both_checked),   TEST(same_again),       TEST(silent_writer),
        TEST(same_writer),    TEST(flawed_writer),    TEST(long_and_cut),
        TEST(fatal_writer),   TEST(doubtful),         TEST(decided),
        TEST(decision_holds),
    };

    return cmocka_run_group_tests(tests, NULL, tear_down);
}
