/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Filters against a recount: what passes is what a plain look at each result
 * says, for every combination; and words that name nothing, or several things.
 */
#include "base/str.h"
#include "run/count/result_filter.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define N_PROBLEMS 4
#define N_MODELS   2

static const char *concepts[] = { "Primes", "Sums, and products", "Sums" };
static const struct problem problems[N_PROBLEMS] = {
    { .id = "f@1:1:1:1",
      .family = "concept/f",
      .level = 1,
      .concepts = &concepts[0],
      .n_concepts = 1 },
    { .id = "f@1:2:1:12",
      .family = "concept/f",
      .level = 2,
      .concepts = &concepts[0],
      .n_concepts = 2 },
    { .id = "g@1:2:1:1",
      .family = "hard/g",
      .level = 2,
      .concepts = &concepts[2],
      .n_concepts = 1 },
    { .id = "plain" },
};

/* A result of every mark for each problem and model. */
struct world {
    struct arena arena;
    struct result results[N_PROBLEMS * N_MODELS * MARKS];
    struct summary view;
};

static void fill(struct result *r, enum mark m)
{
    static const enum verdict verdicts[] = {
        VERDICT_CORRECT,    VERDICT_WRONG,     VERDICT_UNDECIDED,
        VERDICT_UNREADABLE, VERDICT_NO_ANSWER,
    };

    r->outcome = m == MARK_TRUNCATED   ? OUTCOME_TRUNCATED
                 : m == MARK_REFUSED   ? OUTCOME_REFUSED
                 : m == MARK_OVERFLOW  ? OUTCOME_OVERFLOW
                 : m == MARK_MALFORMED ? OUTCOME_MALFORMED
                 : m == MARK_ERROR     ? OUTCOME_ERROR
                                       : OUTCOME_OK;
    r->lenient = r->strict = m == MARK_BAD_KEY     ? VERDICT_BAD_KEY
                             : m <= MARK_NO_ANSWER ? verdicts[m]
                                                   : VERDICT_NO_ANSWER;
    if (m == MARK_CORRECT)
        r->strict = VERDICT_UNREADABLE;
    if (m == MARK_UNREADABLE)
        r->more = "{\"reason\": \"ellipsis\"}";
    if (m == MARK_ABSTAINED)
        r->more = "{\"reason\": \"abstained\"}";
}

static void open_world(struct world *w)
{
    static const char *models[] = { "http://a/v1#Qwen", "http://b/v1#llama" };
    size_t n = 0;

    memset(w, 0, sizeof(*w));
    for (size_t p = 0; p < N_PROBLEMS; p++)
        for (size_t m = 0; m < N_MODELS; m++)
            for (enum mark k = 0; k < MARKS; k++, n++) {
                w->results[n] = (struct result){ .problem = p,
                                                 .model = m,
                                                 .attempt = k + 1u };
                fill(&w->results[n], k);
            }
    w->view = (struct summary){ .problems = problems,
                                .models = models,
                                .results = w->results,
                                .n_results = n };
    w->view.info.n_problems = N_PROBLEMS;
    w->view.info.n_models = N_MODELS;
}

static struct filter_words words(struct world *w)
{
    struct filter_words f = { 0 };

    for (size_t i = 0; i < FILTERS; i++)
        f.by[i] = vec_in(&w->arena, sizeof(const char *));
    return f;
}

static void ask(struct filter_words *f, enum filter_by by, const char *word)
{
    *(const char **)vec_push(&f->by[by]) = word;
}

/* How many results pass. */
static size_t passing(struct world *w, const struct filter_words *f)
{
    struct result_filter filter;
    struct filter_mistake mistake;
    size_t n = 0;

    assert_true(filter_read(&w->arena, &w->view, f, &filter, &mistake));
    for (size_t i = 0; i < w->view.n_results; i++)
        n += filter_holds(&w->arena, &filter, &w->results[i]);
    return n;
}

static size_t passing_one(enum filter_by by, const char *word)
{
    struct world *w = test_malloc(sizeof(*w));
    struct filter_words f;
    size_t n;

    open_world(w);
    f = words(w);
    ask(&f, by, word);
    n = passing(w, &f);
    arena_clear(&w->arena);
    test_free(w);
    return n;
}

static void single_filters(void **state)
{
    const size_t cell = N_MODELS * MARKS;

    (void)state;
    assert_int_equal(passing_one(FILTER_CONCEPT, "Primes"), 2 * cell);
    assert_int_equal(passing_one(FILTER_CONCEPT, "primes"), 2 * cell);
    assert_int_equal(passing_one(FILTER_CONCEPT, "rime"), 2 * cell);
    assert_int_equal(passing_one(FILTER_CONCEPT, "Sums"), cell);
    assert_int_equal(passing_one(FILTER_CONCEPT, "Sums, and products"), cell);
    assert_int_equal(passing_one(FILTER_CONCEPT, "s, and"), cell);
    assert_int_equal(passing_one(FILTER_CONCEPT, "sums ,prim,"), 3 * cell);
    assert_int_equal(passing_one(FILTER_FAMILY, "hard"), cell);
    assert_int_equal(passing_one(FILTER_LEVEL, "2"), 2 * cell);
    assert_int_equal(passing_one(FILTER_LEVEL, "1,2"), 3 * cell);
    assert_int_equal(passing_one(FILTER_PROBLEM, "f@1:1:1:1"), cell);
    assert_int_equal(passing_one(FILTER_PROBLEM, "f@1:2"), cell);
    assert_int_equal(passing_one(FILTER_PROBLEM, "PLA"), cell);
    assert_int_equal(passing_one(FILTER_MODEL, "qwen"), N_PROBLEMS * MARKS);
    assert_int_equal(passing_one(FILTER_MODEL, "qwen,#ll"), N_PROBLEMS * cell);
    for (enum mark m = MARK_CORRECT + 1; m < MARKS; m++)
        assert_int_equal(passing_one(FILTER_KIND, mark_name(m)),
                         N_PROBLEMS * N_MODELS);
    assert_int_equal(passing_one(FILTER_KIND, "ellipsis"),
                     N_PROBLEMS * N_MODELS);
    assert_int_equal(passing_one(FILTER_KIND, "wrong_value"),
                     N_PROBLEMS * N_MODELS);
    /* A reply that was cut off or refused has no verdict. */
    assert_int_equal(passing_one(FILTER_VERDICT, "no_answer"),
                     2 * N_PROBLEMS * N_MODELS); /* one of them abstained */
    assert_int_equal(passing_one(FILTER_VERDICT, "correct"),
                     N_PROBLEMS * N_MODELS);
}

static void filters_combine(void **state)
{
    struct world w;
    struct filter_words f;

    (void)state;
    open_world(&w);
    f = words(&w);
    assert_int_equal(passing(&w, &f), w.view.n_results);
    f.wrong = true; /* wrong, unreadable, no answer ... */
    assert_int_equal(passing(&w, &f), N_PROBLEMS * N_MODELS * 8);
    f.strict = true; /* and what is unreadable by that reading */
    assert_int_equal(passing(&w, &f), N_PROBLEMS * N_MODELS * 9);
    ask(&f, FILTER_LEVEL, "2");
    assert_int_equal(passing(&w, &f), 2 * N_MODELS * 9);
    ask(&f, FILTER_MODEL, "llama");
    assert_int_equal(passing(&w, &f), 2 * 9);
    ask(&f, FILTER_KIND, "truncated");
    ask(&f, FILTER_KIND, "unreadable,error"); /* an error counts nowhere */
    assert_int_equal(passing(&w, &f), 2 * 3);
    ask(&f, FILTER_CONCEPT, "Primes");
    assert_int_equal(passing(&w, &f), 3);
    ask(&f, FILTER_VERDICT, "unreadable");
    assert_int_equal(passing(&w, &f), 2);
    ask(&f, FILTER_PROBLEM, "plain");
    assert_int_equal(passing(&w, &f), 0);
    arena_clear(&w.arena);
}

/* The names of the mistake, with blanks between. */
static void mistaken(enum filter_by by, const char *text, bool several,
                     const char *word, const char *names)
{
    struct world w;
    struct filter_words f;
    struct result_filter filter;
    struct filter_mistake m;
    struct str all = { 0 };

    open_world(&w);
    f = words(&w);
    ask(&f, by, text);
    assert_false(filter_read(&w.arena, &w.view, &f, &filter, &m));
    assert_int_equal(m.by, by);
    assert_int_equal(m.several, several);
    assert_string_equal(m.word, word);
    for (size_t i = 0; i < m.n; i++)
        str_addf(&all, "%s%s", i ? "; " : "", m.names[i]);
    assert_string_equal(str_get(&all), names);
    str_clear(&all);
    arena_clear(&w.arena);
}

static void words_that_name_no_one_thing(void **state)
{
    (void)state;
    mistaken(FILTER_CONCEPT, "Sum", true, "Sum", "Sums; Sums, and products");
    mistaken(FILTER_CONCEPT, "Primes,Sets", false, "Sets",
             "Primes; Sums; Sums, and products");
    mistaken(FILTER_PROBLEM, "f@", true, "f@", "f@1:1:1:1; f@1:2:1:12");
    mistaken(FILTER_PROBLEM, "1:1", false, "1:1",
             "f@1:1:1:1; f@1:2:1:12; g@1:2:1:1; plain");
    mistaken(FILTER_LEVEL, "7", false, "7", "1; 2");
    mistaken(FILTER_LEVEL, "", false, "", "1; 2");
    mistaken(FILTER_LEVEL, ",", false, "", "1; 2");
    mistaken(FILTER_MODEL, "v1", true, "v1",
             "http://a/v1#Qwen; http://b/v1#llama");
    mistaken(
        FILTER_KIND, "r", true, "r",
        "wrong; unreadable; no_answer; truncated; refused; overflow; malformed; error; "
        "wrong_value");
    mistaken(FILTER_VERDICT, "truncated", false, "truncated",
             "correct; wrong; undecided; no_answer; unreadable; bad_key");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(single_filters),
        cmocka_unit_test(filters_combine),
        cmocka_unit_test(words_that_name_no_one_thing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
