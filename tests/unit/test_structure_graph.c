/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The card of a structure that is a computation over the numbers of a text:
 * hidden numbers, rewritten sentences, phrases, names, and files that anybody may
 * have made.
 */
#include "../lib/cases.h"
#include "evolve/operators/op_int.h"
#include "evolve/structure/phrase.h"
#include "import_world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- the card ---- */

static void numbers_are_hidden(void **state)
{
    static const char *const want[] = {
        "Anna buys X red apples and 8 pears at the market.",
        "Anna buys 12 red apples and X pears at the market.",
        "Each fruit costs $X, and Tom's shop takes 25% more.",
        "Each fruit costs $3, and Tom's shop takes X% more.",
    };
    struct arena a = { 0 };
    struct structure b = import_of(&a, import_shop).structure;
    const struct structure_slot *slots;
    struct check_finding found;

    (void)state;
    assert_int_equal(b.kind->slots(&a, b.data, &slots), 4);
    for (size_t i = 0; i < 4; i++) {
        struct ratio other = RATIO(0), ten;
        struct saying s;

        b.kind->say(&a, b.data, i, "X", &s);
        assert_int_equal(s.n, 4);
        assert_int_equal(s.question, 3);
        assert_string_equal(s.sentences[slots[i].sentence], want[i]);
        assert_true(passes(&a, &b, i, slots[i].value, &s, RATIO(75), &found));
        ten = RATIO(10);
        assert_true(b.kind->solve(&a, b.data, i, ten, &other));
        assert_false(ratio_equal(other, RATIO(75)));
        assert_true(passes(&a, &b, i, ten, &s, other, &found));
        assert_false(passes(&a, &b, i, ten, &s, RATIO(75), &found));
    }
    arena_clear(&a);
}

/* A writer may change words, but no number. */
static void rewritten_sentences_are_read(void **state)
{
    static const struct {
        const char *text;
        bool good;
    } texts[] = {
        { "At the market, Anna takes eight pears and twelve red apples.",
          true },
        { "Anna takes one bag: 8 pears, 12 red apples.", true },
        { "Anna buys 12 red apples and 9 pears at the market.", false },
        { "Anna buys 12 red apples and some pears at the market.", false },
        { "Anna buys 12 red apples, 8 pears and 2 figs.", false },
        { "Anna buys 12% red apples and 8 pears.", false },
        { "Anna buys a dozen apples and 8 pears.", true },
    };
    struct arena a = { 0 };
    struct structure b = import_of(&a, import_shop).structure;
    struct check_finding found;
    struct saying s;

    (void)state;
    b.kind->say(&a, b.data, NO_SLOT, "", &s);
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        s.sentences[0] = texts[i].text;
        assert_int_equal(
            passes(&a, &b, NO_SLOT, RATIO(0), &s, RATIO(75), &found),
            texts[i].good);
    }
    b.kind->say(&a, b.data, NO_SLOT, "", &s);
    s.sentences[2] = "It has many shelves."; /* no step needs them */
    assert_false(passes(&a, &b, NO_SLOT, RATIO(0), &s, RATIO(75), &found));
    b.kind->say(&a, b.data, 0, "X", &s);
    s.sentences[0] = "Anna buys Xylophones and 8 pears.";
    assert_false(passes(&a, &b, 0, RATIO(12), &s, RATIO(75), &found));
    b.kind->say(&a, b.data, 0, "X", &s);
    assert_true(passes(&a, &b, 0, RATIO(12), &s, RATIO(75), &found));
    s.n = 3;
    assert_false(passes(&a, &b, 0, RATIO(12), &s, RATIO(75), &found));
    arena_clear(&a);
}

static void a_step_without_value(void **state)
{
    struct arena a = { 0 };
    struct structure b =
        import_of(&a, "{\"question\": \"36 pens go into 4 boxes. "
                      "How many are in each?\", \"answer\": "
                      "\"<<36/4=9>>9\\n#### 9\"}")
            .structure;
    struct ratio key = RATIO(5);

    (void)state;
    assert_false(b.kind->solve(&a, b.data, 1, RATIO(0), &key));
    assert_true(b.kind->solve(&a, b.data, 1, RATIO(5), &key));
    assert_string_equal(ratio_text(&a, key), "36/5");
    arena_clear(&a);
}

static void things_have_phrases(void **state)
{
    static const char *const want[] = { "the final answer",
                                        "the 12 red apples that Anna buys",
                                        "the 8 pears", "the $3", NULL };
    struct arena a = { 0 };
    struct structure b = import_of(&a, import_shop).structure;
    struct quantity q[STRUCTURE_QUANTITIES];
    size_t n = b.kind->quantities(&a, b.data, q);
    struct structure_measures m;

    (void)state;
    assert_int_equal(n, 5);
    for (size_t i = 0; i < n; i++) {
        assert_true(!q[i].phrase == !want[i]);
        if (want[i])
            assert_string_equal(q[i].phrase, want[i]);
        assert_int_equal(q[i].asked, i == 0);
        assert_int_equal(q[i].easy, i != 0);
    }
    assert_true(ratio_equal(q[0].value, RATIO(75)));
    b.kind->measure(b.data, &m);
    assert_int_equal(m.variables, 4);
    assert_int_equal(m.steps, 5); /* 25% more is two of them */
    assert_true(m.distance >= 3 && m.distance <= 5 && m.depth == 0);
    arena_clear(&a);
}

/* The first number of each text; where it is not clear what it counts it has
 * no phrase. */
static void phrases_say_what_is_known(void **state)
{
    static const struct {
        const char *text, *phrase, *unit;
    } cases[] = {
        { "Mia has 12 marbles.", "the 12 marbles that Mia has", "marbles" },
        { "She has 12 marbles.", "the 12 marbles", "marbles" },
        { "Mia and Tom have 12 marbles.", "the 12 marbles", "marbles" },
        { "Mia never had 12 marbles.", "the 12 marbles", "marbles" },
        { "Two salty cookies are left.", "the two salty cookies", "cookies" },
        { "Reese sold 7 DVDs.", "the 7 DVDs that Reese sold", "dvds" },
        { "A lamp costs $15.", "the $15", "$" },
        { "Pens are $2.50 each.", "the $2.50", "$" },
        { "He puts in $30,000 in repairs.", "the $30,000", "$" },
        { "There are $12$ red balls.", "the $12$ red balls", "balls" },
        { "It rose by 25%.", NULL, NULL },
        { "Riley has 3 fewer jewels than Jacob.", NULL, NULL },
        { "He ate 3 and slept.", NULL, NULL },
        { "Number 5 costs a lot.", NULL, NULL },
        { "It is 4 times as long.", NULL, NULL },
        { "She bought 4 dozen eggs.", NULL, NULL },
        { "They ate 2/3 of it.", NULL, NULL },
        { "A 20-mile trail.", NULL, NULL },
        { "Find $3x + 7$ boxes.", NULL, NULL },
        { "It takes 5", NULL, NULL },
        { "Mia has 12 ", NULL, NULL },
    };
    static const struct {
        const char *question, *unit;
    } asked[] = {
        { "How many eggs are left?", "eggs" },
        { "how many salty cookies did he eat?", "cookies" },
        { "How many are left?", NULL },
        { "How much does she pay?", "$" },
        { "How many dollars did he earn? How much?", "$" },
        { "How much water is left?", NULL },
        { "What is the price?", NULL },
        { "", NULL },
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct number x[NUMBERS];
        size_t n = graph_scan(cases[i].text, x);
        const char *unit = NULL, *phrase;

        assert_true(n > 0);
        phrase = phrase_of_number(&a, cases[i].text, &x[0], &unit);
        if (!phrase != !cases[i].phrase ||
            (phrase && (strcmp(phrase, cases[i].phrase) != 0 ||
                        strcmp(unit, cases[i].unit) != 0)))
            fail_msg("%s: %s", cases[i].text, phrase ? phrase : "none");
    }
    for (size_t i = 0; i < sizeof(asked) / sizeof(*asked); i++) {
        const char *unit = phrase_asked_unit(&a, asked[i].question);

        if (!unit != !asked[i].unit ||
            (unit && strcmp(unit, asked[i].unit) != 0))
            fail_msg("%s: %s", asked[i].question, unit ? unit : "none");
    }
    arena_clear(&a);
}

static void names_change(void **state)
{
    struct arena a = { 0 };
    struct structure b = import_of(&a, import_shop).structure, other = b, plain;
    struct err e;
    struct rng r;

    (void)state;
    plain = import_of(&a, "{\"question\": \"36 pens go into 4 boxes. How many "
                          "are in each?\", \"answer\": \"<<36/4=9>>9\\n#### "
                          "9\"}")
                .structure;
    rng_init(&r, hash_bytes("names", 5));
    for (int i = 0; i < 200; i++) {
        struct saying s;
        void *out;

        assert_true(b.kind->rename(&a, b.data, &r, &out, &e));
        other.data = out;
        b.kind->say(&a, out, NO_SLOT, "", &s);
        for (size_t k = 0; k < s.n; k++) {
            assert_null(strstr(s.sentences[k], "Anna"));
            assert_null(strstr(s.sentences[k], "Tom's"));
        }
        assert_non_null(strstr(s.sentences[1], "'s shop takes 25% more"));
        assert_string_equal(proof_of(&a, &other), proof_of(&a, &b));
        assert_true(b.kind->renumber(&a, out, &r, &out, &e));
        assert_false(plain.kind->rename(&a, plain.data, &r, &out, &e));
    }
    arena_clear(&a);
}

/* ---- files ---- */

static const char *text_of(struct arena *a, const struct structure *b)
{
    struct str s = str_in(a);

    json_write(&s, b->kind->write(a, b->data));
    return str_get(&s);
}

static bool read_text(struct arena *a, const char *text, size_t n,
                      struct structure *out)
{
    struct json *v;
    struct err e;
    void *data;

    if (!json_read(a, text, n, 1, &v, &e) ||
        !structure_graph.read(a, v, &data, &e))
        return false;
    *out = (struct structure){ &structure_graph, data };
    return true;
}

static void files_come_back(void **state)
{
    struct arena a = { 0 };
    struct cases c;
    const char *lines[2];

    (void)state;
    cases_open(&c, "import_graph/rows.test");
    while (cases_next(&c, lines, 2)) {
        struct imported x = import_of(&a, lines[0]);
        struct structure back;
        const char *text;

        if (x.reason != IMPORT_FINE)
            continue;
        text = text_of(&a, &x.structure);
        if (!read_text(&a, text, strlen(text), &back))
            cases_fail(&c, "is not read: %s", text);
        else if (!str_eq(text_of(&a, &back), text) ||
                 !str_eq(proof_of(&a, &back), proof_of(&a, &x.structure)))
            cases_fail(&c, "comes back as another one");
        arena_reset(&a);
    }
    arena_clear(&a);
    assert_int_equal(cases_close(&c), 0);
}

/* Use all of a structure that somebody made up. */
static void use_all(struct arena *a, const struct structure *b, struct rng *r)
{
    struct quantity q[STRUCTURE_QUANTITIES];
    const struct structure_slot *slots;
    struct ratio key = RATIO(0);
    struct check_finding found;
    struct saying s;
    struct err e;
    void *out;

    b->kind->say(a, b->data, NO_SLOT, "", &s);
    if (b->kind->solve(a, b->data, NO_SLOT, RATIO(0), &key))
        passes(a, b, NO_SLOT, RATIO(0), &s, key, &found);
    b->kind->quantities(a, b->data, q);
    for (size_t i = b->kind->slots(a, b->data, &slots); i-- > 0;)
        b->kind->say(a, b->data, i, "X", &s);
    if (b->kind->renumber(a, b->data, r, &out, &e))
        b->kind->say(a, out, NO_SLOT, "", &s);
    if (b->kind->rename(a, b->data, r, &out, &e))
        b->kind->say(a, out, NO_SLOT, "", &s);
}

static void made_up_files_are_refused(void **state)
{
    int rounds = getenv("ASSAY_SOAK") ? 200000 : 3000;
    struct arena a = { 0 }, keep = { 0 };
    struct imported x = import_of(&keep, import_shop);
    const char *text = text_of(&keep, &x.structure);
    static const char alphabet[] = "0123456789-+*/\"[]{}, slotnumberX%$.";
    size_t n = strlen(text), read = 0;
    struct rng r;

    (void)state;
    rng_init(&r, hash_bytes("files", 5));
    for (int i = 0; i < rounds; i++) {
        char *bad = arena_strdup(&a, text);
        struct structure b;

        for (size_t k = rng_below(&r, 4) + 1; k > 0; k--) {
            size_t at = rng_below(&r, n);

            bad[at] = alphabet[rng_below(&r, sizeof(alphabet) - 1)];
        }
        if (read_text(&a, bad, n, &b)) {
            read++;
            use_all(&a, &b, &r);
        }
        arena_reset(&a);
    }
    assert_true(read > 0); /* words of sentences may change */
    arena_clear(&a);
    arena_clear(&keep);
}

static void bad_graphs_are_refused(void **state)
{
    static const char *const bad[] = {
        "[]",
        "{}",
        "{\"sentences\": [], \"question\": 0, \"slots\": [], \"nodes\": []}",
        "{\"sentences\": [\"2 a\"], \"question\": 1, \"slots\": [], \"nodes\": "
        "[[\"number\", \"2\"]]}",
        "{\"sentences\": [\"2 a\"], \"question\": 0, \"slots\": [], \"nodes\": "
        "[[\"slot\", 0]]}",
        "{\"sentences\": [\"2 a\"], \"question\": 0, \"slots\": "
        "[{\"sentence\": 0, \"at\": 1, \"value\": \"2\"}], \"nodes\": "
        "[[\"slot\", 0]]}",
        "{\"sentences\": [\"2 a\"], \"question\": 0, \"slots\": "
        "[{\"sentence\": 0, \"at\": 0, \"value\": \"3\"}], \"nodes\": "
        "[[\"slot\", 0]]}",
        "{\"sentences\": [\"2 a\"], \"question\": 0, \"slots\": "
        "[{\"sentence\": 0, \"at\": 0, \"value\": \"2\"}], \"nodes\": "
        "[[\"+\", 0, 0]]}",
        "{\"sentences\": [\"2 a\"], \"question\": 0, \"slots\": "
        "[{\"sentence\": 0, \"at\": 0, \"value\": \"2\"}], \"nodes\": "
        "[[\"slot\", 0], [\"number\", \"0\"], [\"/\", 0, 1]]}",
        "{\"sentences\": [\"2 a\"], \"question\": 0, \"slots\": "
        "[{\"sentence\": 0, \"at\": 0, \"value\": \"2\", \"follows\": 7}], "
        "\"nodes\": [[\"slot\", 0]]}",
        "{\"sentences\": [\"2 a\"], \"question\": 0, \"slots\": "
        "[{\"sentence\": 0, \"at\": 0, \"value\": \"2\"}, {\"sentence\": 0, "
        "\"at\": 0, \"value\": \"2\"}], \"nodes\": [[\"slot\", 0]]}",
    };
    struct arena a = { 0 };
    struct structure b;

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        if (read_text(&a, bad[i], strlen(bad[i]), &b))
            fail_msg("read: %s", bad[i]);
    arena_clear(&a);
}

/* A graph that doubles itself: its formula is too long to be written. */
static void long_formulas_are_refused(void **state)
{
    struct arena a = { 0 };
    struct graph *g = arena_new(&a, struct graph);
    struct structure b = { &structure_graph, g };
    struct check_finding found;
    struct saying s;

    (void)state;
    g->sentences[0] = "How many?";
    g->n_sentences = 1;
    g->nodes[0] = (struct graph_node){ .op = GRAPH_CONST, .value = RATIO(1) };
    for (g->n_nodes = 1; g->n_nodes < GRAPH_NODES; g->n_nodes++)
        g->nodes[g->n_nodes] = (struct graph_node){ .op = GRAPH_MUL,
                                                    .a = g->n_nodes - 1,
                                                    .b = g->n_nodes - 1 };
    b.kind->say(&a, g, NO_SLOT, "", &s);
    assert_false(passes(&a, &b, NO_SLOT, RATIO(0), &s, RATIO(1), &found));
    assert_string_equal(found.detail, "the formula is too long");
    arena_clear(&a);
}

/* As many numbers as a file may have: the search ends. */
static void many_numbers_end(void **state)
{
    struct arena a = { 0 };
    struct graph *g = arena_new(&a, struct graph);
    struct err e;
    struct rng r;
    void *out;

    (void)state;
    rng_init(&r, hash_bytes("many", 4));
    for (g->n_sentences = 0; g->n_sentences < STRUCTURE_SENTENCES;
         g->n_sentences++)
        g->sentences[g->n_sentences] =
            arena_printf(&a, "There are %zu of %zu.", 2 * g->n_sentences + 300,
                         2 * g->n_sentences + 301);
    for (; g->n_slots < STRUCTURE_SLOTS; g->n_slots++) {
        struct graph_slot *s = &g->slots[g->n_slots];
        struct number x[NUMBERS];

        s->sentence = g->n_slots / 2;
        graph_scan(g->sentences[s->sentence], x);
        s->number = x[g->n_slots % 2];
        s->follows = GRAPH_FOLLOW;
        g->nodes[g->n_nodes++] =
            (struct graph_node){ .op = GRAPH_SLOT, .a = g->n_slots };
    }
    g->n_used = g->n_slots;
    g->nodes[g->n_nodes++] = (struct graph_node){ .op = GRAPH_SUB, .a = 1 };
    structure_graph.renumber(&a, g, &r, &out, &e);
    arena_clear(&a);
}

static const char *renamed(struct arena *a, const char *s, const void *names)
{
    return entities_renamed(a, names, span_of(s));
}

/* One map for sentences and for what was noted: saints, and what they "were"
 * called. */
static void people_have_one_map(void **state)
{
    static const char text[] = "Anna meets Tom in San Jose. Tom is Anna\xe2\x80"
                               "\x99s friend, not Tomas.";
    static const char noted[] = "{\"was\": [\"Tom\"], \"now\": [\"Tom\", 3]}";
    struct arena a = { 0 };
    struct entities m = { 0 };
    struct json *v;
    struct str out = { 0 };
    struct err e;
    struct rng r;

    (void)state;
    rng_init(&r, hash_bytes("names", 5));
    entities_collect(&m, text, "Anna and Tom and Jose");
    assert_int_equal(m.n, 2);
    assert_true(entities_rename(&a, &m, &r, text));
    m.new[0] = "Ella";
    m.new[1] = "Bob";
    assert_string_equal(entities_renamed(&a, &m, span_of(text)),
                        "Ella meets Bob in San Jose. Bob is Ella\xe2\x80\x99s "
                        "friend, not Tomas.");
    assert_true(json_read(&a, noted, sizeof(noted) - 1, 1, &v, &e));
    json_write(&out, op_map(&a, v, renamed, &m));
    assert_string_equal(str_get(&out),
                        "{\"was\": [\"Tom\"], \"now\": [\"Bob\", 3]}");
    assert_true(entities_shared("Then Zorg met Tom.", "Zorg left.", false));
    assert_false(entities_shared("Then Zorg met Tom.", "Zorg left.", true));
    assert_true(entities_shared("It was Anna", "the hat of Anna", true));
    assert_false(entities_shared("It was Ann.", "Anna met BenAnn.", true));
    assert_false(entities_shared("the lamp", "It was Ann.", false));
    assert_false(entities_shared("Then on Monday.", "Monday.", false));
    str_clear(&out);
    arena_clear(&a);
}

/* Every name that is given is found again: it can change once more. */
static void given_names_are_found(void **state)
{
    struct arena a = { 0 };
    struct rng r;

    (void)state;
    rng_init(&r, hash_bytes("given", 5));
    for (int i = 0; i < 2000; i++) {
        struct entities m = { .n = 0 }, again = { .n = 0 };

        arena_reset(&a);
        entities_collect(&m, "Then Anna met Jim and Alex.", NULL);
        assert_int_equal(m.n, 3);
        assert_true(entities_rename(&a, &m, &r, ""));
        for (size_t k = 0; k < m.n; k++)
            entities_collect(&again, m.new[k], NULL);
        if (again.n != m.n)
            fail_msg("%s, %s or %s is not found again", m.new[0], m.new[1],
                     m.new[2]);
    }
    arena_clear(&a);
}

/* However often the numbers change: none that a place had comes back, nor a
 * key; the file keeps them all, and the check sees one that did. */
static void old_numbers_stay_away(void **state)
{
    struct arena a = { 0 };
    struct structure b = import_of(&a, import_shop).structure;
    struct check_finding found;
    const struct json *slot, *was;
    struct saying said;
    struct json *v;
    struct err e;
    struct rng r;
    void *data;

    (void)state;
    rng_init(&r, hash_bytes("away", 4));
    for (int i = 0; i < 3; i++) {
        const struct graph *g;

        assert_true(b.kind->renumber(&a, b.data, &r, &data, &e));
        b.data = g = data;
        assert_int_equal(g->n_was, i + 1);
        for (size_t k = 0; k < g->n_slots; k++)
            assert_false(graph_was(g, k, g->slots[k].number.value));
        assert_false(graph_was_key(g, key_of(&a, &b)));
        assert_true(graph_was(g, 0, RATIO(12))); /* the original's apples */
        proof_of(&a, &b);
        v = b.kind->write(&a, b.data);
        assert_true(b.kind->read(&a, v, &data, &e));
        b.data = data; /* as if from a file */
    }
    slot = json_get(v, "slots")->first;
    was = json_get(slot, "was");
    ((struct json *)was->first)->text = json_string(json_get(slot, "value"));
    assert_true(b.kind->read(&a, v, &data, &e));
    b.data = data;
    b.kind->say(&a, b.data, NO_SLOT, "", &said);
    assert_false(
        passes(&a, &b, NO_SLOT, RATIO(0), &said, key_of(&a, &b), &found));
    assert_non_null(strstr(found.detail, "is an earlier number of that place"));
    json_push((struct json *)was, json_new_string(&a, "5")); /* one more */
    assert_false(b.kind->read(&a, v, &data, &e));
    arena_clear(&a);
}

/* A name that the text has in another word, too, stays as it is. */
static void names_stay(void **state)
{
    static const struct {
        const char *text;
        size_t n;         /* names that may change */
        const char *told; /* with Ella and Bob, or NULL */
    } cases[] = {
        { "Anna and Tom eat.", 2, "Ella and Bob eat." },
        { "James' hat is Tom's.", 2, "Ella's hat is Bob's." },
        { "James\xe2\x80\x99 hat is old.", 1, "Ella's hat is old." },
        { "Rex the T-Rex eats.", 0, NULL },
        { "Mark has a mark on it.", 0, NULL },
        { "Mr. Henry meets Henry and Anna.", 1, NULL },
        { "Mrs Martin and Anna eat.", 1, NULL },
        { "Dr. Martin is here, Miss Anna.", 0, NULL },
        { "Ethel has $3. If Ethal has $8, what has Anna?", 1, NULL },
        { "Jean's hat is red. Jeans hat is old.", 0, NULL },
        { "They play\xe2\x80\x94"
          "Anna and Tom. Anna wins.",
          1, NULL },
        { "He saw a Robin and Anna.", 1, NULL },
        { "Tim and Tom eat.", 2, "Ella and Bob eat." },
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct entities m = { .n = 0 };

        entities_collect(&m, cases[i].text, NULL);
        entities_drop(&m, cases[i].text);
        if (m.n != cases[i].n)
            fail_msg("%s: %zu", cases[i].text, m.n);
        m.new[0] = "Ella";
        m.new[1] = "Bob";
        if (cases[i].told)
            assert_string_equal(
                entities_renamed(&a, &m, span_of(cases[i].text)),
                cases[i].told);
    }
    arena_clear(&a);
}

/* Words around a number that fix or bound it. */
static void phrases_bound(void **state)
{
    static const struct {
        const char *text;
        bool stays;
        int64_t most;
    } cases[] = {
        { "It is 3 quarters of the cake.", true, 0 },
        { "He has 3 quarters and a dime.", false, 0 },
        { "They have a 5 day work week.", true, 0 },
        { "They have a 5-day school week.", true, 0 },
        { "They pay for a 4-week month.", true, 0 },
        { "There are 4 weeks in a month then.", true, 0 },
        { "There are 4 weeks in a camp then.", false, 0 },
        { "There are 4 weeks in April then.", true, 0 },
        { "There are 28 days in this month then.", true, 0 },
        { "In a 30 day month he sings.", true, 0 },
        { "In a 30 day camp he sings.", false, 0 },
        { "She has 6 letters in her name then.", true, 0 },
        { "She has 6 letters in her bag then.", false, 0 },
        { "On Monday he sat 9 hours there.", false, 12 },
        { "The film ran for 9 hours there.", false, 0 },
        { "The trip of 5 days took 30 hours.", false, 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct number x[NUMBERS];
        size_t n = graph_scan(cases[i].text, x);

        assert_true(n > 0);
        if ((x[0].form == NUMBER_SET) != cases[i].stays)
            fail_msg("%s", cases[i].text);
        if (!cases[i].stays && x[n - 1].most != cases[i].most)
            fail_msg("%s: %d", cases[i].text, (int)x[n - 1].most);
    }
}

/* Parts of a whole that no step uses still fit into it. */
static void parts_fit_unused(void **state)
{
    struct arena a = { 0 };
    struct structure b =
        import_of(&a, "{\"question\": \"There are 7 men. 3 of the men make 12 "
                      "hats each, and another 2 make 15 hats each. How many "
                      "hats are that?\", \"answer\": \"<<3*12=36>>36 "
                      "<<2*15=30>>30 <<36+30=66>>66\\n#### 66\"}")
            .structure;
    struct rng r;

    (void)state;
    rng_init(&r, hash_bytes("parts", 5));
    for (int i = 0; i < 100; i++) {
        const struct graph_slot *s;
        struct err e;
        void *out;

        assert_true(b.kind->renumber(&a, b.data, &r, &out, &e));
        s = ((const struct graph *)out)->slots;
        assert_true(s[0].number.value.p + s[2].number.value.p <= 7);
    }
    arena_clear(&a);
}

/* Ages move by a quarter: a mother of 34 with a son of 12 stays one. */
static void ages_stay_near(void **state)
{
    struct arena a = { 0 };
    struct structure b =
        import_of(&a, "{\"question\": \"A son is 12 years old. His mother is "
                      "22 years older. How old is she?\", \"answer\": "
                      "\"<<12+22=34>>34\\n#### 34\"}")
            .structure;
    struct rng r;

    (void)state;
    rng_init(&r, hash_bytes("ages", 4));
    for (int i = 0; i < 100; i++) {
        const struct graph_slot *s;
        struct err e;
        void *out;

        assert_true(b.kind->renumber(&a, b.data, &r, &out, &e));
        s = ((const struct graph *)out)->slots;
        assert_in_range(s[0].number.value.p, 9, 15);
        assert_in_range(s[1].number.value.p, 17, 27);
    }
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_hidden),
        cmocka_unit_test(rewritten_sentences_are_read),
        cmocka_unit_test(a_step_without_value),
        cmocka_unit_test(things_have_phrases),
        cmocka_unit_test(phrases_say_what_is_known),
        cmocka_unit_test(names_change),
        cmocka_unit_test(files_come_back),
        cmocka_unit_test(made_up_files_are_refused),
        cmocka_unit_test(bad_graphs_are_refused),
        cmocka_unit_test(long_formulas_are_refused),
        cmocka_unit_test(many_numbers_end),
        cmocka_unit_test(people_have_one_map),
        cmocka_unit_test(given_names_are_found),
        cmocka_unit_test(names_stay),
        cmocka_unit_test(old_numbers_stay_away),
        cmocka_unit_test(phrases_bound),
        cmocka_unit_test(parts_fit_unused),
        cmocka_unit_test(ages_stay_near),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
