/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Notes of problems: what is said of a problem to models of the process. The
 * right reply of every problem is judged correct, each wrong one wrong, by
 * both readings and by the judge of lines, which knows nothing of notes.
 */
#include "../lib/cases.h"
#include "../lib/rounds.h"
#include "base/map.h"
#include "base/str.h"
#include "family/generate.h"
#include "family/table.h"
#include "grade/jsonl.h"
#include "model/local/planted.h"
#include "problem/concept.h"
#include "problem/dataset.h"
#include "run/planted/note.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* The verdict on a reply, by the problem's line with the reply beside it. */
static struct grade_result grade(struct arena *a, const struct problem *p,
                                 const char *text)
{
    const struct jsonl_rules rules = { .find = family_judge };
    struct str row = str_in(a);
    struct jsonl_line l;

    problem_write(&row, p);
    row.n -= strlen("}\n");
    str_add(&row, ", \"response\": ");
    json_write_string(&row, text);
    str_addc(&row, '}');
    jsonl_judge(a, row.s, row.n, 1, &rules, &l);
    if (l.failed)
        fail_msg("%s: %s", p->id, l.err.msg);
    return l.result;
}

static void expect(struct arena *a, const struct problem *p, const char *text,
                   enum verdict want)
{
    struct grade_result g;

    if (!text)
        fail_msg("%s: there is none for \"%s\"", p->id, p->keys[0].latex);
    g = grade(a, p, text);
    if (g.strict.verdict != want || g.lenient.verdict != want)
        fail_msg("%s, key \"%s\": \"%s\" is %s, strictly %s", p->id,
                 p->keys[0].latex, text, verdict_name(g.lenient.verdict),
                 verdict_name(g.strict.verdict));
}

/* ---- every family ---- */

/* Right is right; wrong is wrong, looks like the key, and varies. */
static void check_replies(const struct problem *p, bool by_rules)
{
    struct arena a = { 0 };
    struct map seen = { 0 };
    struct note note;

    note_make(&a, p, &note);
    expect(&a, p, note.right, VERDICT_CORRECT);
    for (uint64_t pick = 0; pick < 12; pick++) {
        const char *text = note.wrong(&a, &note, pick);

        expect(&a, p, text, VERDICT_WRONG);
        assert_string_equal(text, note.wrong(&a, &note, pick));
        map_put(&seen, text, strlen(text), NULL);
        if (!by_rules) {
            const char *given = grade(&a, p, text).extracted;

            if (p->n_keys == 1 &&
                answer_guess(given) != answer_guess(p->keys[0].latex))
                fail_msg("%s: %s looks unlike %s", p->id, given,
                         p->keys[0].latex);
        } else {
            assert_non_null(strstr(text, " = "));
        }
    }
    if (seen.n < 4)
        fail_msg("%s: %zu different wrong replies", p->id, seen.n);
    assert_non_null(note.wrong(&a, &note, UINT64_MAX));
    map_clear(&seen);
    arena_clear(&a);
}

/* Keys that hold in a limit take long to judge, deep problems to make. */
static uint64_t rounds_for(const struct family *f)
{
    return f->draws_again || f->depth ? rounds_of(1, 20) : rounds_of(2, 60);
}

/* Levels of a dial differ in length alone. */
static int levels_of(const struct family *f)
{
    return f->depth && !getenv("ASSAY_SOAK") ? 1 : f->n_levels;
}

static void every_family(void **state)
{
    (void)state;
    for (size_t f = 0; f < family_count(); f++)
        for (int level = 1; level <= levels_of(family_at(f)); level++)
            for (uint64_t i = 0; i < rounds_for(family_at(f)); i++) {
                struct coordinates c = { family_at(f), level, "note", i,
                                         NULL,         NULL };
                struct arena a = { 0 };
                struct problem p;
                struct err e;

                if (!(family_at(f)->draws_again
                          ? family_draw(&a, &c, 0, &p, &e)
                          : family_generate(&a, &c, &p, &e)))
                    fail_msg("%s", e.msg);
                check_replies(&p, family_at(f)->own_judge != NULL);
                arena_clear(&a);
            }
}

/* A reply to a game that scores nothing. */
static void wrong_games_score_nothing(void **state)
{
    struct coordinates c = { &mathador, 2, "note", 0, NULL, NULL };
    struct arena a = { 0 };
    struct problem p;
    struct note note;
    struct err e;

    (void)state;
    for (; c.index < 20; c.index++) {
        int64_t score = -1;

        assert_true(family_generate(&a, &c, &p, &e));
        note_make(&a, &p, &note);
        assert_true(json_int64(
            json_get(grade(&a, &p, note.right).more, "score"), &score));
        assert_int_equal(score, 18);
        for (uint64_t pick = 0; pick < 10; pick++) {
            const char *text = note.wrong(&a, &note, pick);

            assert_true(json_int64(json_get(grade(&a, &p, text).more, "score"),
                                   &score));
            assert_int_equal(score, 0);
        }
        arena_reset(&a);
    }
    arena_clear(&a);
}

/* ---- every kind ---- */

static struct problem problem_of(struct arena *a, enum answer_kind kind,
                                 const char *latex)
{
    struct problem p = { .id = "p",
                         .statement = "What is it?",
                         .solution = "" };

    problem_set_key(a, &p, kind, latex);
    return p;
}

/* By its spelling alone an open interval is a pair of numbers. */
static enum answer_kind looks(const char *text)
{
    enum answer_kind kind = answer_guess(text);

    return kind == ANSWER_INTERVAL ? ANSWER_TUPLE : kind;
}

static void slips(void **state)
{
    const char *lines[3];
    struct cases c;

    (void)state;
    cases_open(&c, "note/slips.test");
    while (cases_next(&c, lines, 3)) {
        struct arena a = { 0 };
        const char *want = arena_printf(&a, "{%s}", lines[2]);
        enum answer_kind kind;
        struct problem p;
        struct note note;
        bool found = false;

        assert_true(answer_find(lines[0], &kind));
        p = problem_of(&a, kind, lines[1]);
        note_make(&a, &p, &note);
        expect(&a, &p, note.right, VERDICT_CORRECT);
        for (uint64_t pick = 0; pick < 64 && !found; pick++) {
            const char *text = note.wrong(&a, &note, pick);

            expect(&a, &p, text, VERDICT_WRONG);
            if (kind != ANSWER_TEXT &&
                looks(grade(&a, &p, text).extracted) != looks(lines[1]))
                cases_fail(&c, "\"%s\" is of another kind", text);
            found = strstr(text, want) != NULL;
        }
        if (!found)
            cases_fail(&c, "no pick gives it");
        arena_clear(&a);
    }
    assert_int_equal(cases_close(&c), 0);
}

static void several_keys(void **state)
{
    struct arena a = { 0 };
    struct key keys[] = { { "x", ANSWER_INTEGER, "7", NULL, NULL, NULL },
                          { "y", ANSWER_RATIONAL, "\\frac{1}{2}", NULL, NULL,
                            NULL } };
    struct problem p = { .id = "p",
                         .statement = "Solve.",
                         .solution = "",
                         .keys = keys,
                         .n_keys = 2 };
    struct note note;
    bool x = false, y = false;

    (void)state;
    note_make(&a, &p, &note);
    expect(&a, &p, note.right, VERDICT_CORRECT);
    assert_non_null(strstr(note.right, "x: 7; y: \\frac{1}{2}"));
    for (uint64_t pick = 0; pick < 20; pick++) {
        const char *text = note.wrong(&a, &note, pick);

        expect(&a, &p, text, VERDICT_WRONG);
        x = x || !strstr(text, "x: 7;");
        y = y || !strstr(text, "y: \\frac{1}{2}");
    }
    assert_true(x && y);
    arena_clear(&a);
}

/* A key that cannot be read, or is endless, has no replies. */
static void hopeless_keys(void **state)
{
    struct arena a = { 0 };
    char *endless = arena_text(&a, 100000);
    const char *const keys[] = {
        "}{", "",  "\\frac{1}", "\\{",     "(,",
        "-",  "$", "{{{{{{",    ",,,,,,,", "\xff\xfe"
    };
    struct note note;

    (void)state;
    memset(endless, '7', 100000);
    for (int kind = 0; kind < ANSWER_KINDS; kind++)
        for (size_t i = 0; i <= sizeof(keys) / sizeof(keys[0]); i++) {
            const char *key = i ? keys[i - 1] : endless;
            struct problem p = problem_of(&a, (enum answer_kind)kind, key);

            note_make(&a, &p, &note);
            if (note.right)
                expect(&a, &p, note.right, VERDICT_CORRECT);
            for (uint64_t pick = 0; pick < 3; pick++) {
                const char *text = note.wrong(&a, &note, pick);

                if (text)
                    expect(&a, &p, text, VERDICT_WRONG);
            }
        }
    arena_clear(&a);
}

/* ---- concepts and factors ---- */

static bool has(const struct note *n, const char *name)
{
    for (size_t i = 0; i < n->n_concepts; i++)
        if (str_eq(n->concepts[i], name))
            return true;
    return false;
}

static void concepts_of_all_taxonomies(void **state)
{
    const struct taxonomy *high = taxonomy_find("high");
    const char *names[] = { high->concepts[3].name, "My own concept" };
    struct arena a = { 0 };
    struct problem p = problem_of(&a, ANSWER_INTEGER, "7");
    struct note note;

    (void)state;
    p.concepts = names;
    p.n_concepts = 2;
    note_make(&a, &p, &note);
    assert_true(has(&note, names[0]));
    assert_true(has(&note, "My own concept"));
    for (size_t t = 0; t < n_taxonomies; t++) {
        const char **lifted;
        size_t n = concept_lift(&a, &high->concepts[3], taxonomies[t], &lifted);

        assert_true(n > 0 ||
                    taxonomies[t]->granularity == GRANULARITY_BASELINE);
        for (size_t i = 0; i < n; i++)
            assert_true(has(&note, lifted[i]));
    }
    for (size_t i = 0; i < note.n_concepts; i++)
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(note.concepts[i], note.concepts[j]);
    assert_string_equal(note_concept(names[0]), names[0]);
    assert_null(note_concept("Astrology"));
    assert_null(note_near("Astrology"));
    assert_null(note_near(""));
    assert_string_equal(note_near("chinese remainder theorm"),
                        note_concept("Chinese remainder theorem"));
    arena_clear(&a);
}

/* Read a row of a public set. */
static void read_row(struct arena *a, const char *text, struct problem *p)
{
    struct json *row;
    struct err e;

    if (!json_read(a, text, strlen(text), 1, &row, &e) ||
        !dataset_problem(a, dataset_detect(row), row, "set", 3, p, &e))
        fail_msg("%s", e.msg);
}

/* The set's own id, where it has one: the number of a row is none. */
static void own_ids(void **state)
{
    static const struct {
        const char *row, *own;
    } rows[] = {
        { "{\"id\": \"aime24-0\", \"problem\": \"1+1?\", \"answer\": "
          "\"2\"}",
          "aime24-0" },
        { "{\"id\": 7, \"problem\": \"1+1?\", \"answer\": \"2\"}", "7" },
        { "{\"problem\": \"1+1?\", \"answer\": \"2\"}", NULL },
        { "{\"problem\": \"1+1?\", \"answer\": \"2\", \"level\": 3}", NULL },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct arena a = { 0 };
        struct problem p;
        struct note note;

        read_row(&a, rows[i].row, &p);
        note_make(&a, &p, &note);
        if (rows[i].own)
            assert_string_equal(note.own_id, rows[i].own);
        else
            assert_null(note.own_id);
        arena_clear(&a);
    }
}

/* A note tells what answers depend on, and not where the problem lies. */
static void content_is_what_answers_need(void **state)
{
    static const char *const rows[] = {
        "{\"problem\": \"1+1?\", \"answer\": \"2\"}",
        "{\"problem\": \"1+1?\", \"answer\": \"3\"}",
        "{\"problem\": \"1+1?\", \"answer\": \"2\", \"level\": 3}",
        "{\"problem\": \"1+1?\", \"answer\": \"A\", \"choices\": [\"2\", "
        "\"3\"]}",
        "{\"problem\": \"1+1?\", \"answer\": \"A\", \"choices\": [\"2\", "
        "\"4\"]}",
    };
    struct arena a = { 0 };
    struct note note[5], again;
    struct problem p[5], q;

    (void)state;
    for (size_t i = 0; i < 5; i++) {
        read_row(&a, rows[i], &p[i]);
        note_make(&a, &p[i], &note[i]);
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(note[i].content, note[j].content);
    }
    read_row(&a, arena_printf(&a, "  %s", rows[0]), &q);
    q.solution = "Count.";
    note_make(&a, &q, &again);
    assert_string_equal(again.content, note[0].content);
    arena_clear(&a);
}

/* The value of a factor; -1: the problem does not have it. */
static double factor(const struct note *n, const char *name)
{
    for (size_t i = 0; i < n->n_factors; i++)
        if (str_eq(n->factors[i].name, name))
            return n->factors[i].value;
    return -1;
}

static void factors_are_counted(void **state)
{
    struct arena a = { 0 };
    struct problem p = problem_of(&a, ANSWER_INTEGER, "7");
    struct json *meta = json_new(&a, JSON_OBJECT);
    struct json *fields =
        json_set(&a, meta, "fields", json_new(&a, JSON_OBJECT));
    struct note note;

    (void)state;
    note_make(&a, &p, &note);
    assert_true(factor(&note, "steps") == -1);
    assert_true(factor(&note, "level") == -1);
    p.statement = "  Add 1,234.5 to x_2 =\t\xc3\xa9; then 77.\n";
    p.solution = "1. Add.\n\n2. Add.\nIt is done.\n3) So 7.";
    json_set(&a, fields, "level", json_new_string(&a, "Level 5"));
    p.meta = meta;
    note_make(&a, &p, &note);
    assert_true(factor(&note, "words") == 8);
    assert_true(factor(&note, "characters") == 35);
    assert_true(factor(&note, "numbers") == 3);
    assert_true(factor(&note, "digits") == 5);
    assert_true(factor(&note, "steps") == 3);
    assert_true(factor(&note, "level") == 5);
    assert_true(factor(&note, "keys") == 1);
    assert_true(factor(&note, "concepts") == 0);
    p.solution = "Add.\nIt is done.";
    p.family = "mathador";
    p.level = 3;
    note_make(&a, &p, &note);
    assert_true(factor(&note, "steps") == 2);
    assert_true(factor(&note, "level") == 3);
    arena_clear(&a);
}

/* A knob that was not set is no factor, and what a file has in its place
 * neither. */
static void distractors_are_a_factor(void **state)
{
    static const struct {
        const char *knobs;
        double want;
    } cases[] = {
        { "{}", -1 },
        { "{\"steps\": \"2\"}", -1 },
        { "{\"distractors\": \"0\"}", 0 },
        { "{\"steps\": \"2\", \"distractors\": \"3\"}", 3 },
        { "{\"distractors\": \"\"}", -1 },
        { "{\"distractors\": \"12\"}", -1 },
        { "{\"distractors\": \"x\"}", -1 },
        { "{\"distractors\": [1]}", -1 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct arena a = { 0 };
        struct problem p = problem_of(&a, ANSWER_INTEGER, "7");
        struct note note;
        struct json *v;
        struct err e;

        assert_true(
            json_read(&a, cases[i].knobs, strlen(cases[i].knobs), 1, &v, &e));
        p.knobs = v;
        note_make(&a, &p, &note);
        assert_true(factor(&note, "distractors") == cases[i].want);
        arena_clear(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_family),
        cmocka_unit_test(wrong_games_score_nothing),
        cmocka_unit_test(slips),
        cmocka_unit_test(several_keys),
        cmocka_unit_test(hopeless_keys),
        cmocka_unit_test(concepts_of_all_taxonomies),
        cmocka_unit_test(own_ids),
        cmocka_unit_test(content_is_what_answers_need),
        cmocka_unit_test(factors_are_counted),
        cmocka_unit_test(distractors_are_a_factor),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
