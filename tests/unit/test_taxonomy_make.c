/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Taxonomies made by a model: what is asked (seen by the test server), what
 * is made of replies (a replay file), what is written and read back, and
 * redundancy, by hand and by brute force.
 */
#include "../lib/desk.h"
#include "../lib/pool_job.h"
#include "../lib/scratch.h"
#include "../lib/stores.h"
#include "base/json.h"
#include "base/rng.h"
#include "base/str.h"
#include "hunt/tag/tagger.h"
#include "hunt/tag/taxonomy_make.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const struct domain problems = { .example = "problem",
                                        .examples = "problems",
                                        .task = "solve" };

static bool is_near(double x, double y)
{
    return fabs(x - y) < 1e-12;
}

/* ---- what is made of replies ---- */

/* Examples with one text, so that their order does not matter. */
static const struct example same[3] = { { .text = "x" },
                                        { .text = "x" },
                                        { .text = "x" } };
static const struct example *const one[] = { &same[0] };

/* How broad a concept is where a number was given: the text is the program's,
 * found in a question that it asked. */
static const char by_number[] =
    "A concept is as broad as the length of the list asks for.";

static void add_batch(struct desk *d, const char *const *names, size_t n,
                      size_t wanted, const char *reply)
{
    desk_row(d,
             make_prompt_ask(&d->arena, &problems, names, n, one, 1, by_number,
                             wanted),
             reply, NULL);
}

static void check_names(const struct taxonomy *t, const char *const *names,
                        size_t n)
{
    assert_int_equal(t->n_concepts, n);
    for (size_t i = 0; i < n; i++) {
        assert_string_equal(t->concepts[i].name, names[i]);
        assert_null(t->concepts[i].maps[0]);
    }
}

static void make(struct desk *d, size_t n, const char *wanted,
                 struct taxonomy *out)
{
    struct example x[3];
    struct outcomes s = { .examples = x, .n = n };
    struct make_options o = {
        .name = "ours", .specificity = wanted, .batch = 1, .seed = "1"
    };
    struct err e;

    memcpy(x, same, sizeof(x));
    if (!taxonomy_make(&d->arena, &d->questioner, &s, &o, out, &e))
        fail_msg("%s", e.msg);
}

static void joined(void **state)
{
    static const char *const names[] = { "Algebra", "Circles: \"arcs\" # more",
                                         "Number theory", "Sets & maps" };
    struct desk d = { 0 };
    struct taxonomy t;

    (void)state;
    add_batch(&d, NULL, 0, 7,
              "Sure, these are needed:\n- Algebra\n"
              "* **Circles: \"arcs\" # more**\n- algebra.\n- ALGEBRA!\n"
              "Geometry is not needed.\n-\n- ...\n");
    add_batch(&d, names, 2, 7,
              "1. Number theory\n2. \"Algebra\"\n\xE2\x80\xA2 Sets & maps\n"
              "- Sets and\xE2\x80\xA8maps\n");
    desk_open(&d, NULL);
    make(&d, 2, "7", &t);
    assert_string_equal(t.name, "ours");
    assert_int_equal(t.granularity, GRANULARITY_USER);
    assert_string_equal(t.maps_to, "high");
    check_names(&t, names, 4);
    desk_close(&d);
}

static void none_is_no_name(void **state)
{
    static const char *const names[] = { "Algebra", "Geometry" };
    struct desk d = { 0 };
    struct taxonomy t;

    (void)state;
    /* Nor is what is thought aloud. */
    add_batch(&d, NULL, 0, 7,
              "<think>\n- Is it sets?\n</think>\n- Algebra\n- Geometry");
    add_batch(&d, names, 2, 7, "- none");
    desk_open(&d, NULL);
    make(&d, 3, "7", &t);
    check_names(&t, names, 2);
    desk_close(&d);
}

/* ---- merging ---- */

static const char *const four[] = { "A1", "B1", "A2", "B2" };
static const char four_lines[] = "- A1\n- B1\n- A2\n- B2";

static void merged_into(const char *reply, const char *const *names, size_t n)
{
    struct desk d = { 0 };
    struct taxonomy t;

    add_batch(&d, NULL, 0, 2, four_lines);
    desk_row(&d, make_prompt_merge(&d.arena, &problems, four, 4, by_number, 2),
             reply, NULL);
    desk_open(&d, NULL);
    make(&d, 1, "2", &t);
    check_names(&t, names, n);
    assert_int_equal(stores_int(&d.stores, "SELECT count(*) FROM calls"), 2);
    desk_close(&d);
}

static void merged(void **state)
{
    static const char *const two[] = { "A", "B" };
    static const char *const three[] = { "A1", "B1", "A2" };
    struct desk d = { 0 };
    struct taxonomy t;

    (void)state;
    merged_into("- A\n- B", two, 2);
    merged_into("I would rather not.", four, 4);
    merged_into("- A\n- B\n- C\n- D\n- E", four, 4);
    merged_into("- A", four, 4); /* all in one says nothing */
    add_batch(&d, NULL, 0, 2, "- A1\n- B1\n- A2");
    desk_open(&d, NULL);
    make(&d, 1, "2", &t); /* three for two are not too many */
    check_names(&t, three, 3);
    assert_int_equal(d.questioner.failed, 0);
    desk_close(&d);
}

/* ---- what cannot be made ---- */

static const char *refused(struct desk *d, const char *name,
                           const char *specificity, size_t n, struct err *e)
{
    struct example x[3];
    struct outcomes s = { .examples = x, .n = n };
    struct make_options o = { .name = name, .specificity = specificity };
    struct taxonomy t;

    memcpy(x, same, sizeof(x));
    assert_false(taxonomy_make(&d->arena, &d->questioner, &s, &o, &t, e));
    return e->msg;
}

static void refusals(void **state)
{
    static const char *const bad[] = { "",    "1",     "0",
                                       "301", "50.5",  "-7",
                                       "7 ",  "Mid",   "99999999999999999",
                                       "x",   "high ", "+50" };
    struct desk d = { 0 };
    struct err e;

    (void)state;
    desk_row(&d, "a", "b", NULL);
    desk_open(&d, NULL);
    job_assert_holds(refused(&d, "Extremely low", "mid", 1, &e),
                     "taken by a built-in taxonomy");
    job_assert_holds(refused(&d, "?!", "mid", 1, &e), "letter or a digit");
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
        job_assert_holds(refused(&d, "ours", bad[i], 1, &e), "from 2 to 300");
    assert_int_equal(e.code, ERR_USAGE);
    job_assert_holds(refused(&d, "ours", "mid", 0, &e), "no problem");
    assert_int_equal(d.questioner.failed, 0); /* nothing was asked */
    job_assert_holds(refused(&d, "ours", "300", 1, &e), "named no concept: ");
    assert_int_equal(d.questioner.failed, 1);
    desk_close(&d);
}

/* ---- what is asked ---- */

/* The user's message of the last request. */
static const char *last_message(struct arena *a, const struct job_server *s,
                                const char *scenario)
{
    const struct json *v = job_get(a, s, scenario, "last");
    const struct json *body = json_get(v, "body"), *m;

    m = json_get(body, "messages");
    assert_non_null(m);
    assert_int_equal(m->count, 2);
    assert_true(str_starts(json_string(json_get(m->first, "content")),
                           "You make a list of concepts. "));
    return json_string(json_get(m->last, "content"));
}

static const char *asked(struct desk *d, const struct job_server *server,
                         const char *scenario, struct make_options o)
{
    enum { N = 40 };
    struct example x[N] = { 0 };
    struct outcomes s = { .examples = x, .n = N };
    struct taxonomy t;
    struct err e;

    for (size_t i = 0; i < N; i++)
        x[i].text = arena_printf(&d->arena, "text %zu\nEnd of problem.", i);
    o.name = "ours";
    assert_false(taxonomy_make(&d->arena, &d->questioner, &s, &o, &t, &e));
    return last_message(&d->arena, server, scenario);
}

static size_t count_of(const char *text, const char *part)
{
    size_t n = 0;

    for (; (text = strstr(text, part)); text += strlen(part))
        n++;
    return n;
}

static void questions(void **state)
{
    static const char scenario[] = "ok,seed=taxonomy";
    static const struct {
        const char *specificity, *size;
    } sizes[] = { { "extremely-low", "about 7 concepts" },
                  { "low", "about 7 concepts" },
                  { "mid", "about 50 concepts" },
                  { "high", "about 80 concepts" },
                  { "33", "about 33 concepts" } };
    const struct job_server *server = *state;
    struct desk d = { 0 };
    const char *seen[5], *x, *y;

    desk_open(&d, arena_printf(&d.arena, "http://127.0.0.1:%s/%s#m",
                               server->port, scenario));
    for (size_t i = 0; i < 5; i++) {
        struct make_options o = { .specificity = sizes[i].specificity,
                                  .batch = 3,
                                  .most = 3,
                                  .seed = "1" };

        seen[i] = asked(&d, server, scenario, o);
        job_assert_holds(seen[i], sizes[i].size);
        assert_int_equal(count_of(seen[i], "\n> text "), 3);
        assert_int_equal(count_of(seen[i], "\nEnd of problem.\n"), 3);
        assert_int_equal(count_of(seen[i], "\n> End of problem.\n"), 3);
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(seen[k], seen[i]);
    }
    job_assert_holds(seen[1], "skill");
    job_assert_holds(seen[4], by_number);
    assert_int_equal(job_stat(server, scenario, "requests"), 5);
    x = asked(&d, server, scenario,
              (struct make_options){
                  .specificity = "33", .batch = 3, .most = 3, .seed = "1" });
    assert_string_equal(x, seen[4]); /* from the journal */
    assert_int_equal(job_stat(server, scenario, "requests"), 5);
    y = asked(&d, server, scenario,
              (struct make_options){
                  .specificity = "33", .batch = 3, .most = 3, .seed = "2" });
    assert_string_not_equal(y, seen[4]); /* other ones are shown */
    (void)asked(&d, server, scenario, (struct make_options){ .seed = "3" });
    assert_int_equal(job_stat(server, scenario, "requests"), 6 + 4);
    desk_close(&d);
}

/* ---- written and read back ---- */

static void check_equal(const struct taxonomy *x, const struct taxonomy *y)
{
    assert_string_equal(x->name, y->name);
    assert_string_equal(x->title, y->title);
    assert_int_equal(x->n_concepts, y->n_concepts);
    for (size_t i = 0; i < x->n_concepts; i++) {
        const char *const *m = x->concepts[i].maps;
        const char *const *k = y->concepts[i].maps;

        assert_string_equal(x->concepts[i].name, y->concepts[i].name);
        for (; *m && *k; m++, k++)
            assert_string_equal(*m, *k);
        assert_ptr_equal(*m, *k); /* both at their end */
    }
}

static void round_trip(void **state)
{
    static const char *const maps[] = {
        "Quadratic solving: factoring, completing the square, quadratic "
        "formula, discriminant interpretation",
        "Integer arithmetic (+,-,*,/)", NULL
    };
    static const char *const none[] = { NULL };
    struct arena a = { 0 };
    char *longest = arena_text(&a, 5000);
    const struct concept concepts[] = {
        { "Quadratics: all of them, \"here\"", 0, maps },
        { "# no comment", 0, none },
        { "'single' and - dash", 0, none },
        { "yes", 0, none },
        { "null", 0, none },
        { "12", 0, none },
        { "[a, b]", 0, none },
        { "{x: y}", 0, none },
        { "back\\slash \\n", 0, none },
        { "&anchor *alias !tag %x @y `z`", 0, none },
        { "tab\tand\nline\x01 end\x7F", 0, none },
        { "\xC3\xA9tale \xE2\x80\xA8 \xC2\x85 \xEF\xBB\xBF \xEF\xBF\xBE x", 0,
          none },
        { "\xF0\x9D\x94\xB8 double-struck", 0, none },
        { " blanks at the ends  ", 0, none },
        { "Chinese remainder theorem", 0, none }, /* of the high taxonomy */
        { longest, 0, none },
    };
    enum { N = sizeof(concepts) / sizeof(concepts[0]) };
    const struct taxonomy t = { .name = "ours: 1",
                                .title = "Ours # \"and\" yours",
                                .granularity = GRANULARITY_USER,
                                .maps_to = "high",
                                .concepts = concepts,
                                .n_concepts = N };
    struct str out = { 0 };
    struct taxonomy back;
    const char *path;
    struct err e;

    (void)state;
    memset(longest, 'x', 5000);
    taxonomy_write(&out, &t);
    path = scratch_file(&a, out.s, out.n);
    if (!taxonomy_read_file(&a, path, &back, &e))
        fail_msg("%zu: %s\n%s", e.line, e.msg, out.s);
    unlink(path);
    check_equal(&back, &t);
    str_clear(&out);
    arena_clear(&a);
}

/* ---- redundancy ---- */

/* A 0 1 2 3, B 2 3 4, C 4, D nothing, E 0 1 2 3 of six examples, the last of
 * which has no name. */
static void redundancy_by_hand(void **state)
{
    static const char *const names[] = { "A", "B", "C", "D", "E" };
    static const uint32_t x01[] = { 0, 4, UINT32_MAX };
    static const uint32_t x23[] = { 0, 1, 4, UINT32_MAX };
    static const uint32_t x4[] = { 1, 2, UINT32_MAX };
    static const uint32_t x5[] = { UINT32_MAX };
    const uint32_t *const of[] = { x01, x01, x23, x23, x4, x5 };
    struct vocabulary v = { .names = names, .n = 5, .of = of };
    struct redundancy r;

    (void)state;
    redundancy_of(&v, 6, &r);
    assert_int_equal(r.names, 4);
    assert_int_equal(r.unused, 1);
    assert_int_equal(r.pairs, 6);
    assert_int_equal(r.redundant, 1); /* A and E; A and B are 2 of 5 */
    /* A 1, B 2/5, C 1/3, E 1. */
    assert_true(is_near(r.mean, (1 + 0.4 + 1.0 / 3 + 1) / 4));
    assert_true(is_near(r.per_example, 12.0 / 6));
    assert_int_equal(r.n_worst, 4);
    assert_string_equal(r.worst[0].a, "A");
    assert_string_equal(r.worst[0].b, "E");
    assert_true(is_near(r.worst[0].jaccard, 1));
    assert_string_equal(r.worst[1].a, "A");
    assert_string_equal(r.worst[1].b, "B");
    assert_int_equal(r.worst[1].both, 2);
    assert_int_equal(r.worst[1].either, 5);
    assert_string_equal(r.worst[2].a, "B");
    assert_string_equal(r.worst[2].b, "E");
    assert_string_equal(r.worst[3].a, "B");
    assert_string_equal(r.worst[3].b, "C");
    assert_true(is_near(r.worst[3].jaccard, 1.0 / 3));
}

static void redundancy_of_nothing(void **state)
{
    static const char *const names[] = { "A", "B" };
    static const uint32_t only_b[] = { 1, UINT32_MAX };
    const uint32_t *const of[] = { only_b };
    struct vocabulary v = { .names = names, .n = 2, .of = of };
    struct redundancy r;

    (void)state;
    redundancy_of(&v, 0, &r);
    assert_int_equal(r.names, 0);
    assert_int_equal(r.unused, 2);
    assert_true(is_near(r.mean, 0) && is_near(r.per_example, 0));
    redundancy_of(&v, 1, &r);
    assert_int_equal(r.names, 1);
    assert_int_equal(r.pairs, 0);
    assert_true(is_near(r.mean, 0) && is_near(r.per_example, 1));
    assert_int_equal(r.n_worst, 0);
}

#define BRUTE_NAMES    12
#define BRUTE_EXAMPLES 25

struct brute {
    bool has[BRUTE_EXAMPLES][BRUTE_NAMES];
    const char *names[BRUTE_NAMES];
    const uint32_t *of[BRUTE_EXAMPLES];
};

static void brute_fill(struct arena *a, struct brute *b, uint32_t seed)
{
    struct rng g;

    rng_init(&g, hash_bytes(&seed, sizeof(seed)));
    for (size_t i = 0; i < BRUTE_NAMES; i++)
        b->names[i] = arena_printf(a, "n%zu", i);
    for (size_t i = 0; i < BRUTE_EXAMPLES; i++) {
        uint32_t *at = arena_array(a, uint32_t, BRUTE_NAMES + 1);
        size_t n = 0;

        for (uint32_t k = 0; k < BRUTE_NAMES; k++) {
            b->has[i][k] = rng_below(&g, 12) < k;
            if (b->has[i][k])
                at[n++] = k;
        }
        at[n] = UINT32_MAX;
        b->of[i] = at;
    }
}

/* 0 where neither covers anything. */
static double brute_jaccard(const struct brute *b, size_t x, size_t y)
{
    size_t both = 0, either = 0;

    for (size_t i = 0; i < BRUTE_EXAMPLES; i++) {
        both += b->has[i][x] && b->has[i][y];
        either += b->has[i][x] || b->has[i][y];
    }
    return either ? (double)both / (double)either : 0;
}

/* Random tags against sets counted pair by pair. */
static void redundancy_by_force(void **state)
{
    struct arena a = { 0 };

    (void)state;
    for (uint32_t seed = 0; seed < 40; seed++) {
        struct brute b;
        struct vocabulary v = { .names = b.names,
                                .n = BRUTE_NAMES,
                                .of = b.of };
        size_t redundant = 0, shared = 0, used = 0;
        struct redundancy r;
        double sum = 0;

        brute_fill(&a, &b, seed);
        redundancy_of(&v, BRUTE_EXAMPLES, &r);
        for (size_t x = 0; x < BRUTE_NAMES; x++) {
            double worst = 0;

            for (size_t y = 0; y < BRUTE_NAMES; y++) {
                double index = x == y ? 0 : brute_jaccard(&b, x, y);

                worst = fmax(worst, index);
                redundant += x < y && index >= 0.5;
                shared += x < y && index > 0;
            }
            used += brute_jaccard(&b, x, x) > 0;
            sum += worst;
        }
        assert_int_equal(r.names, used);
        assert_int_equal(r.redundant, redundant);
        assert_true(is_near(r.mean, sum / (double)used));
        assert_int_equal(r.n_worst, shared < 20 ? shared : 20);
        for (size_t i = 1; i < r.n_worst; i++)
            assert_true(r.worst[i - 1].jaccard >= r.worst[i].jaccard);
    }
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joined),
        cmocka_unit_test(none_is_no_name),
        cmocka_unit_test(merged),
        cmocka_unit_test(refusals),
        cmocka_unit_test(questions),
        cmocka_unit_test(round_trip),
        cmocka_unit_test(redundancy_by_hand),
        cmocka_unit_test(redundancy_of_nothing),
        cmocka_unit_test(redundancy_by_force),
    };

    return cmocka_run_group_tests(tests, job_server_start, job_server_stop);
}
