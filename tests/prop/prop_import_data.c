/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows of GSM8K, SVAMP and MAWPS as computations: printed is how many come out
 * again and how many can be renumbered, with the reasons of the rest; asserted
 * are the shares that `assay evolve` promises, that every structure and every
 * renumbering of it passes its second method, and that no renumbering has a number
 * of the original at its place.
 *
 * Reads gsm8k_test.jsonl, svamp.jsonl and mawps.jsonl of $ASSAY_DATA; skipped
 * without them.
 */
#include "base/rng.h"
#include "evolve/source/certify.h"
#include "evolve/source/import.h"
#include "evolve/structure/graph_int.h"
#include "problem/source.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

struct count {
    size_t rows, reasons[IMPORT_REASONS], fixes[FIX_REASONS];
    size_t steps, leaves, matched, renumbered, certified;
    size_t places, same; /* of renumberings; with the original's number */
};

static double share(size_t n, size_t of)
{
    return of ? 100.0 * (double)n / (double)of : 0;
}

static void check_body(struct arena *a, const struct structure *b)
{
    struct structure_told t = { NO_SLOT, "", RATIO(0), NULL, 0 };
    const char *fault;
    struct saying s;
    struct ratio key;

    assert_true(b->kind->solve(a, b->data, NO_SLOT, RATIO(0), &key));
    b->kind->say(a, b->data, NO_SLOT, "", &s);
    t.said = s.sentences;
    t.n = s.n;
    if ((fault = b->kind->fault(a, b->data, &t, key)))
        fail_msg("%s: %s", s.sentences[0], fault);
}

/* Nothing of the statement is lost but white space between sentences. */
static void check_text(struct arena *a, const struct structure *b,
                       const char *statement)
{
    struct saying s;

    b->kind->say(a, b->data, NO_SLOT, "", &s);
    for (size_t i = 0; i < s.n; i++) {
        const char *at = strstr(statement, s.sentences[i]);

        assert_non_null(at);
        for (const char *p = statement; p < at; p++)
            assert_non_null(strchr(" \t\r\n", *p));
        statement = at + strlen(s.sentences[i]);
    }
    assert_true(str_blank(statement));
}

/* No place has the number of the original, read out of the two texts. */
static void check_fresh(const struct graph *was, const struct graph *is,
                        struct count *c)
{
    for (size_t k = 0; k < is->n_slots; k++) {
        struct number x[NUMBERS], y[NUMBERS];
        size_t i = was->slots[k].sentence, n = graph_scan(was->sentences[i], x);

        assert_int_equal(graph_scan(is->sentences[i], y), n);
        for (size_t j = 0; j < n; j++)
            if (x[j].at == was->slots[k].number.at) {
                c->places++;
                c->same += ratio_equal(x[j].value, y[j].value);
            }
    }
}

static void count_row(struct arena *a, const struct problem *p, struct count *c,
                      struct rng *r)
{
    struct imported x;
    struct structure fresh;
    struct err e;
    void *data;

    import_problem(a, p, &x);
    c->rows++;
    c->reasons[x.reason]++;
    if (x.reason != IMPORT_FINE)
        return;
    c->fixes[x.fix]++;
    c->steps += x.steps;
    c->leaves += x.leaves;
    c->matched += x.matched;
    c->certified += certify_annotation(a, p, &x);
    check_body(a, &x.structure);
    check_text(a, &x.structure, p->statement);
    fresh = x.structure;
    for (int i = 0; i < 2; i++) {
        if (!fresh.kind->renumber(a, fresh.data, r, &data, &e))
            break;
        c->renumbered += i == 0;
        fresh.data = data;
        check_body(a, &fresh);
        check_fresh(x.structure.data, data, c);
    }
}

static void print_count(const char *name, const struct count *c)
{
    size_t fine = c->reasons[IMPORT_FINE];

    print_message("# figure: %s: %zu of %zu rows recomputed (%.1f %%), %.2f "
                  "steps a row; %zu of %zu leaves are numbers of the text\n",
                  name, fine, c->rows, share(fine, c->rows),
                  fine ? (double)c->steps / (double)fine : 0, c->matched,
                  c->leaves);
    print_message("# figure: %s: %zu renumberable with every number free "
                  "(%.1f %%), %zu renumbered at all\n",
                  name, c->fixes[FIX_NONE], share(c->fixes[FIX_NONE], c->rows),
                  c->renumbered);
    print_message("# figure: %s: %zu of %zu places have the original's number "
                  "after one draw or two\n",
                  name, c->same, c->places);
    for (size_t i = 1; i < IMPORT_REASONS; i++)
        if (c->reasons[i])
            print_message("# figure: %s: left out, %s: %zu\n", name,
                          import_reason_name((enum import_reason)i),
                          c->reasons[i]);
    for (size_t i = 1; i < FIX_REASONS; i++)
        if (c->fixes[i])
            print_message("# figure: %s: not free, %s: %zu\n", name,
                          fix_reason_name((enum fix_reason)i), c->fixes[i]);
}

/* Count a file of $ASSAY_DATA; false: it is not there. */
static bool count_file(const char *name, struct count *c)
{
    struct arena a = { 0 };
    const char *folder = getenv("ASSAY_DATA");
    const char *path =
        folder ? arena_printf(&a, "%s/%s.jsonl", folder, name) : NULL;
    struct source s;
    struct problem p;
    struct err e;
    struct rng r;
    struct arena row = { 0 };
    size_t line;

    *c = (struct count){ 0 };
    rng_init(&r, hash_bytes(name, strlen(name)));
    if (!path || access(path, R_OK) != 0) {
        arena_clear(&a);
        return false;
    }
    if (!source_open(&s, path, NULL, &e))
        fail_msg("%s", e.msg);
    while (source_next(&s, &row, &p, &line, &e) == LINES_LINE) {
        count_row(&row, &p, c, &r);
        arena_reset(&row);
    }
    source_close(&s);
    arena_clear(&row);
    arena_clear(&a);
    print_count(name, c);
    return true;
}

static void test_gsm8k(void **state)
{
    struct count c;

    (void)state;
    if (!count_file("gsm8k_test", &c))
        skip();
    assert_int_equal(c.rows, 1319);
    assert_true(share(c.reasons[IMPORT_FINE], c.rows) >= 85);
    assert_true(share(c.fixes[FIX_NONE], c.rows) >= 55);
    assert_true(share(c.certified, c.rows) >= 30);
    assert_int_equal(c.reasons[IMPORT_WRONG_GOLD], 12);
    assert_int_equal(c.reasons[IMPORT_LANGUAGE], 0);
    assert_true(c.places > 2000);
    assert_int_equal(c.same, 0);
    /* What is free can nearly always be had: the search is bounded. */
    assert_true((double)c.renumbered >= 0.99 * (double)c.fixes[FIX_NONE]);
}

static void test_svamp(void **state)
{
    struct count c;

    (void)state;
    if (!count_file("svamp", &c))
        skip();
    assert_int_equal(c.rows, 1000);
    assert_true(share(c.reasons[IMPORT_FINE], c.rows) >= 97);
    assert_true(share(c.certified, c.rows) >= 30);
    assert_int_equal(c.reasons[IMPORT_WRONG_GOLD], 27);
    assert_int_equal(c.reasons[IMPORT_LANGUAGE], 0);
    assert_true(c.places > 1500);
    assert_int_equal(c.same, 0);
}

/* Rows without a computation: none is refused for its language. */
static void test_mawps(void **state)
{
    struct count c;

    (void)state;
    if (!count_file("mawps", &c))
        skip();
    assert_int_equal(c.reasons[IMPORT_LANGUAGE], 0);
    assert_int_equal(c.same, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gsm8k),
        cmocka_unit_test(test_svamp),
        cmocka_unit_test(test_mawps),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
