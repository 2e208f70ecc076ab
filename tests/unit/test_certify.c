/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Certificates of rows: what another annotation or a model's formula proves,
 * what it does not, and that a file says so again.
 */
#include "../lib/desk.h"
#include "evolve/source/certify.h"
#include "evolve/structure/second.h"
#include "import_world.h"

/* ---- by another annotation ---- */

#define ROW(question, answer) \
 "{\"question\": \"" question "\", \"answer\": \"" answer "\"}"
#define SVAMP(body, question, equation, answer, type)                  \
 "{\"ID\": \"r-1\", \"Body\": \"" body "\", \"Question\": \"" question \
 "\", \"Equation\": \"" equation "\", \"Answer\": " answer             \
 ", \"Type\": \"" type "\"}"

static const struct {
    bool certified;
    const char *why, *row;
} rows[] = {
    { true, "the text beside the notes says the same",
      ROW("A barn has 37 hens. The fox takes 4 and 9 run away. How many stay?",
          "37 - 4 = <<37-4=33>>33 hens.\\nThen 33 - 9 = <<33-9=24>>24.\\n"
          "#### 24") },
    { true, "units, brackets, an x and a share",
      ROW("A lamp is $80 and a rug $45. Uma has 20% off on 3 of each. What "
          "does she pay?",
          "One of each is ($80 + $45) = $<<80+45=125>>125.\\nThat is 3 sets x "
          "$125/set = $<<3*125=375>>375.\\nShe saves 20% of $375 = "
          "$<<375*20/100=75>>75 and pays $375 - $75 = $<<375-75=300>>300.\\n"
          "#### 300") },
    { true, "a side in the middle",
      ROW("Ivo has 14 pens and 5 cups. How many things?",
          "He has 14 + 5 = 5 + 14 = <<14+5=19>>19.\\n#### 19") },
    { false, "notes alone",
      ROW("A barn has 37 hens. The fox takes 4 and 9 run away. How many stay?",
          "<<37-4=33>>33 hens, then <<33-9=24>>24.\\n#### 24") },
    { false, "a result is as large as a number of the text",
      ROW("A mug was $26 and is $19. What does one save on 7 mugs?",
          "26 - 19 = <<26-19=7>>7 a mug.\\n7 * 7 = <<7*7=49>>49\\n#### 49") },
    { false, "a number of the text may be the days of a week",
      ROW("Kim has 7 pens and buys 9 a week for 4 weeks. How many has she?",
          "She buys 9 * 4 = <<9*4=36>>36 and has 36 + 7 = <<36+7=43>>43\\n"
          "#### 43") },
    { false, "a number of the text is what two others make",
      ROW("A crate holds 30 jars. Bo fills 5 crates and has 6 jars more. How "
          "many jars?",
          "30 * 5 = <<30*5=150>>150 and 150 + 6 = <<150+6=156>>156\\n"
          "#### 156") },
    { false, "a number that nothing uses",
      ROW("A barn has 37 hens and 52 mice. The fox takes 4. How many hens "
          "stay?",
          "37 - 4 = <<37-4=33>>33 hens.\\n#### 33") },
    { false, "a step in words",
      ROW("Ada has 60 nuts and gives half of them away. She shares the rest "
          "among 5. What does each get?",
          "Half of 60 = <<60/2=30>>30 are left. 30 / 5 = <<30/5=6>>6\\n#### 6") },
    { false, "the text beside the note says another thing",
      ROW("A barn has 37 hens. The fox takes 4. How many stay?",
          "37 + 4 = <<37-4=33>>33 hens.\\n#### 33") },
    { false, "times more",
      ROW("Gus has 14 hats. Ned has 3 times more hats. How many has Ned?",
          "14 * 3 = <<14*3=42>>42\\n#### 42") },
    { false, "a share of every year",
      ROW("A car of $9000 loses value at a rate of 10% in each of 3 years. "
          "What does it lose?",
          "9000 * 10% = <<9000*.1=900>>900 and 900 * 3 = <<900*3=2700>>2700\\n"
          "#### 2700") },
    { true, "the only step to the gold",
      SVAMP("Fay had 71 cards. She lost 18 of them.",
            "How many cards are left?", "( 71.0 - 18.0 )", "53.0",
            "Subtraction") },
    { false, "two steps lead to the gold",
      SVAMP("Fay had 20 red cards, 14 blue ones, and 14 blue ones are old.",
            "How many more red cards than blue ones did Fay have?",
            "( 20.0 - 14.0 )", "6.0", "Subtraction") },
    { false, "a number beside the equation",
      SVAMP("Fay had 71 cards and 5 dolls. She lost 18 cards.",
            "How many cards are left?", "( 71.0 - 18.0 )", "53.0",
            "Subtraction") },
    { false, "nothing but an equation",
      "{\"Question\": \"Fay had 71 cards. She lost 18. How many are left?\", "
      "\"Equation\": \"71 - 18\", \"Answer\": 53}" },
    { false, "another type",
      SVAMP("Fay had 71 cards. She lost 18 of them.",
            "How many cards are left?", "( 71.0 - 18.0 )", "53.0",
            "Addition") },
};

static void rows_are_certified(void **state)
{
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct problem p = problem_of(&a, rows[i].row);
        struct imported x = import_of(&a, rows[i].row);
        bool wants = certify_wants(&x), is = certify_annotation(&a, &p, &x);
        const char *by = structure_certified(&x.structure);

        if (!wants)
            fail_msg("%s: its numbers stay anyway", rows[i].why);
        if (is != rows[i].certified || is != (by != NULL) ||
            (by && strcmp(by, "annotation") != 0))
            fail_msg("%s: %s", rows[i].why, by ? by : "not certified");
        arena_reset(&a);
    }
    arena_clear(&a);
}

/* Rows are anybody's: each byte may be another, and there may be many. */
static void annotations_take_anything(void **state)
{
    static const char alphabet[] = "0123456789+-*/=<>()., $%xof\n[]#";
    struct arena a = { 0 }, keep = { 0 };
    struct problem p = problem_of(&keep, rows[1].row);
    size_t certified = 0;
    struct rng r;

    (void)state;
    rng_init(&r, hash_bytes("certify", 7));
    for (int i = 0; i < 400; i++) {
        struct problem q = p;
        struct str s = str_in(&a);
        struct imported x;

        for (size_t k = i % 40 ? 1 : 200; k > 0; k--)
            str_add(&s, p.solution);
        import_problem(&a, &p, &x);
        for (size_t k = rng_below(&r, 4); k > 0; k--)
            s.s[rng_below(&r, s.n)] =
                alphabet[rng_below(&r, sizeof(alphabet) - 1)];
        q.solution = str_get(&s);
        q.meta = NULL; /* which has the notes */
        certified += certify_annotation(&a, &q, &x);
        arena_reset(&a);
    }
    assert_in_range(certified, 50, 390);
    arena_clear(&a);
    arena_clear(&keep);
}

/* ---- by a formula ---- */

static const char jars[] =
    ROW("Each of 6 shelves has 9 jars. Vera sells 20 jars for $7 each. How "
        "many jars are left?",
        "<<6*9=54>>54 <<54-20=34>>34\\n#### 34");

static void formulas_certify(void **state)
{
    static const struct {
        const char *formula;
        bool read, certified;
    } tries[] = {
        { "N_00*N_01-N_02", true, true },
        { "(N_00 * N_01) - N_02", true, true },
        { "x = N_01*N_00 - N_02", true, true },
        { "34", true, false },
        { "N_00*N_01-20", true, false },            /* the old number */
        { "N_00*9-N_02", true, false },             /* another */
        { "N_00*N_01-N_02+N_00-6", true, false },   /* gives the gold */
        { "N_02+N_00+N_01-1", true, false },        /* this one too */
        { "N_00*N_01-N_02/(N_00-6)", true, false }, /* has no value */
        { "N_00*N_07", false, false },
        { "fifty-four minus", false, false },
        { "", false, false },
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof(tries) / sizeof(tries[0]); i++) {
        struct imported x = import_of(&a, jars);
        bool read,
            is = certify_formula(&a, &x, tries[i].formula, "replay:m", &read);

        assert_true(certify_wants(&x) == !is);
        if (is != tries[i].certified || read != tries[i].read)
            fail_msg("%s: %d, read %d", tries[i].formula, is, read);
        if (is)
            assert_string_equal(structure_certified(&x.structure), "replay:m");
    }
    arena_clear(&a);
}

/* ---- by a model ---- */

/* The gold, and the numbers that have names, are in no question. */
static void model_certifies(void **state)
{
    enum { ROWS = 4 };
    static const char *const first[ROWS] = { "Formula: N_00*N_01-N_02",
                                             "Formula: N_00+N_01", "I cannot.",
                                             "Formula: `N_01 * N_00 - N_02`." };
    struct desk d = { 0 };
    struct imported x[ROWS + 1];
    size_t certified = 0;
    struct err e;

    (void)state;
    for (size_t i = 0; i < ROWS; i++) {
        struct problem p = problem_of(&d.arena, jars);
        const char *prompt;

        p.statement = arena_printf(&d.arena, "This is on street %c. %s",
                                   (char)('P' + i), p.statement);
        import_problem(&d.arena, &p, &x[i]);
        prompt = certify_prompt(&d.arena, &x[i]);
        assert_non_null(strstr(prompt, "Each of N_00 shelves has N_01 jars"));
        assert_null(strstr(prompt, "34"));
        assert_null(strstr(prompt, " 20 "));
        desk_row(&d, prompt, first[i], NULL);
    }
    desk_row(&d, certify_again, "Formula: N_00*N_01-N_02", NULL);
    x[ROWS] = x[0];
    x[ROWS].proposed = true; /* by the same model: no second opinion */
    desk_open(&d, NULL);
    if (!certify_ask(&d.arena, &d.questioner, x, ROWS + 1, &certified, &e))
        fail_msg("%s", e.msg);
    assert_int_equal(certified, 3);
    for (size_t i = 0; i <= ROWS; i++)
        assert_true((structure_certified(&x[i].structure) != NULL) ==
                    (i != 1 && i != ROWS));
    assert_int_equal(d.questioner.asked + d.questioner.journalled, ROWS + 1);
    desk_close(&d);
}

/* ---- in files ---- */

/* The graph with this second program, by its file. */
static bool holds_with(struct arena *a, const struct graph *g,
                       const struct graph_node *nodes, size_t n,
                       struct ratio key)
{
    struct graph_second second = { .by = "annotation", .nodes = nodes, .n = n };
    struct structure b = { &structure_graph, NULL };
    struct graph *x = arena_new(a, struct graph);
    struct check_finding found;
    struct saying s;
    void *data;
    struct err e;

    *x = *g;
    x->second = &second;
    if (!graph_read(a, graph_write(a, x), &data, &e))
        fail_msg("%s", e.msg);
    b.data = data;
    b.kind->say(a, b.data, NO_SLOT, "", &s);
    return passes(a, &b, NO_SLOT, RATIO(0), &s, key, &found);
}

/* A file cannot say that it is certified where it is not. */
static void files_are_checked(void **state)
{
    struct arena a = { 0 };
    struct problem p = problem_of(&a, rows[0].row);
    struct imported x = import_of(&a, rows[0].row);
    struct structure b = { &structure_graph, NULL };
    struct graph_node nodes[GRAPH_NODES];
    const struct graph *g;
    struct ratio key;
    struct rng r;
    void *fresh;
    struct err e;

    (void)state;
    assert_true(certify_annotation(&a, &p, &x));
    rng_init(&r, hash_bytes("file", 4));
    assert_true(graph_renumber(&a, x.structure.data, &r, &fresh, &e));
    b.data = g = fresh;
    assert_string_equal(structure_certified(&b), "annotation");
    key = key_of(&a, &b);
    memcpy(nodes, g->second->nodes, g->second->n * sizeof(*nodes));
    assert_true(holds_with(&a, g, nodes, g->second->n, key));
    nodes[g->second->n - 1].op = GRAPH_ADD;
    assert_false(holds_with(&a, g, nodes, g->second->n, key));
    /* the key of now, which is right on the numbers of now alone */
    nodes[0] = (struct graph_node){ .op = GRAPH_CONST, .value = key };
    assert_false(holds_with(&a, g, nodes, 1, key));
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_certified),
        cmocka_unit_test(annotations_take_anything),
        cmocka_unit_test(formulas_certify),
        cmocka_unit_test(model_certifies),
        cmocka_unit_test(files_are_checked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
