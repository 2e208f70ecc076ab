/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Rows with fresh numbers and other names: what stays in proportion, which
 * names never come back, and who keeps a name.
 */
#include "evolve/operators/operator.h"
#include "import_world.h"

/* ---- numbers ---- */

/* Who has more left than was lost goes on having more, although no step takes
 * the one from the other. */
static void results_keep_their_side(void **state)
{
    struct arena a = { 0 };
    struct structure b =
        import_of(&a, "{\"question\": \"Wilma had 98 pens. She lost 45 of "
                      "them. How many does she have?\", \"answer\": "
                      "\"<<98-45=53>>53\\n#### 53\"}")
            .structure;
    struct rng r;

    (void)state;
    rng_init(&r, hash_bytes("side", 4));
    for (int i = 0; i < 200; i++) {
        const struct graph_slot *s;
        struct err e;
        void *out;

        assert_true(b.kind->renumber(&a, b.data, &r, &out, &e));
        s = ((const struct graph *)out)->slots;
        assert_true(s[0].number.value.p - s[1].number.value.p >=
                    s[1].number.value.p);
    }
    arena_clear(&a);
}

/* Weights move by a quarter, as ages do. */
static void weights_stay_near(void **state)
{
    struct arena a = { 0 };
    struct structure b =
        import_of(&a, "{\"question\": \"Wilma weighs 28 kilograms. She lost "
                      "104 kilograms. What was it before?\", \"answer\": "
                      "\"<<28+104=132>>132\\n#### 132\"}")
            .structure;
    struct rng r;

    (void)state;
    rng_init(&r, hash_bytes("weights", 7));
    for (int i = 0; i < 100; i++) {
        const struct graph_slot *s;
        struct err e;
        void *out;

        assert_true(b.kind->renumber(&a, b.data, &r, &out, &e));
        s = ((const struct graph *)out)->slots;
        assert_in_range(s[0].number.value.p, 21, 35);
        assert_in_range(s[1].number.value.p, 78, 130);
    }
    arena_clear(&a);
}

static size_t asked;

static bool has_none(struct arena *a, const void *data, struct rng *r,
                     void **out, struct err *e)
{
    (void)a, (void)data, (void)r, (void)out;
    asked++;
    return err_set(e, ERR_DOMAIN, "none");
}

/* A structure that found no fresh numbers has looked for them itself. */
static void none_is_none(void **state)
{
    struct arena a = { 0 };
    struct structure_kind kind = structure_graph;
    struct structure b = import_of(&a, import_shop).structure;
    struct individual s, out;
    struct rng r;
    struct operator_call o = { .arena = &a, .rng = &r, .first = &s };
    struct err e;

    (void)state;
    rng_init(&r, hash_bytes("none", 4));
    kind.renumber = has_none;
    b.kind = &kind;
    assert_true(individual_open(&a, "x", b, "x", &s, &e));
    assert_false(op_renumber.apply(&o, &out, &e));
    assert_int_equal(asked, 1);
    arena_clear(&a);
}

/* ---- names ---- */

/* A name that somebody had comes back neither at once nor later, in memory or
 * by way of a file; and the check finds one that did. */
static void old_names_stay_away(void **state)
{
    struct arena a = { 0 };
    struct structure b = import_of(&a, import_shop).structure;
    struct str past = str_in(&a);
    struct check_finding found;
    struct saying s;
    struct json *v;
    struct err e;
    struct rng r;
    void *data;

    (void)state;
    rng_init(&r, hash_bytes("names", 5));
    str_add(&past, "Anna Tom");
    for (int i = 0; i < 30; i++) {
        assert_true(b.kind->rename(&a, b.data, &r, &data, &e));
        v = b.kind->write(&a, data);
        assert_true(b.kind->read(&a, v, &data, &e));
        b.data = data;
        b.kind->say(&a, b.data, NO_SLOT, "", &s);
        for (size_t k = 0; k < s.n; k++)
            if (entities_stand(str_get(&past), s.sentences[k]))
                fail_msg("%s: %s", str_get(&past), s.sentences[k]);
        proof_of(&a, &b);
        str_addf(&past, " %.*s", (int)strcspn(s.sentences[0], " "),
                 s.sentences[0]);
    }
    str_reset(&past);
    str_addf(&past, "Wilma %.*s", (int)strcspn(s.sentences[0], " "),
             s.sentences[0]);
    ((struct json *)json_get(v, "names"))->text = str_get(&past);
    assert_true(b.kind->read(&a, v, &data, &e));
    b.data = data;
    assert_false(passes(&a, &b, NO_SLOT, RATIO(0), &s, RATIO(75), &found));
    assert_string_equal(found.detail, "a person has an earlier name");
    arena_clear(&a);
}

static void titles_stay(void **state)
{
    static const struct {
        const char *text;
        size_t n; /* names that may change */
    } cases[] = {
        { "Uncle Andrew has 3 pens.", 0 },
        { "She visits Aunt Mary and Tom.", 1 },
        { "Grandma Anna bakes for Tom.", 1 },
        { "Coach Peter and Captain Henry run.", 0 },
        { "Rev. Henry and Prof. Martin talk.", 0 },
        { "King George met Queen Anna.", 0 },
        { "Her uncle Andrew has 3 pens.", 1 }, /* no title */
        { "He met his brother Tom.", 1 },
        { "Then Andrew came by.", 1 },
        { "Anna saw the Queen. Henry did not.", 2 },
        { "St. Anna is a town.", 0 },
        { "Andrew", 1 },
        { " Andrew", 1 },
        { ".Andrew", 1 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct entities m = { .n = 0 };

        entities_collect(&m, cases[i].text, NULL);
        entities_drop(&m, cases[i].text);
        if (m.n != cases[i].n)
            fail_msg("%s: %zu", cases[i].text, m.n);
    }
}

/* One person under two names: with other names they would be two. */
static void varied_names_are_seen(void **state)
{
    static const struct {
        const char *text;
        bool vary;
    } cases[] = {
        { "There are Adam, Martha and Tom. Marta has 3 pens.", true },
        { "Peter, Paul and Jean are old. Paul is older than John.", true },
        { "Hannah has 4 pens. Hanna buys 2. How many has Hannah?", true },
        { "Pierre, Paul, and Jacques eat. Peter wants a quarter, Paul the "
          "rest. What is left for James?",
          true },
        { "Karl, Mia and Tom met. Mia and Tom left. Does Carl stay?", true },
        { "Karl, Mia and Tom met. Mia, Karl and Tom left. Nora stays.", false },
        { "Karl, Mia and Tom met. Mia left.", false },
        { "On Mondays, Fridays, and Sundays Tom runs. Mia does not.", false },
        { "Martha has 3 pens and Tom has 4. Tom and Martha meet Bob.", false },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        if (entities_vary(cases[i].text) != cases[i].vary)
            fail_msg("%s", cases[i].text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_keep_their_side),
        cmocka_unit_test(weights_stay_near),
        cmocka_unit_test(none_is_none),
        cmocka_unit_test(old_names_stay_away),
        cmocka_unit_test(varied_names_are_seen),
        cmocka_unit_test(titles_stay),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
