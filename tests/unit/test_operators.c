/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Operators on problems made by hand, whose numbers can be worked out on
 * paper: what they insert, what they note, what they refuse, and that a false
 * note or sentence is found.
 */
#include "../lib/draw.h"
#include "../lib/evolved.h"
#include "base/str.h"
#include "evolve/individual/individual_int.h"
#include "evolve/operators/hedge.h"
#include "evolve/operators/op_int.h"
#include "family/linear/read.h"
#include "family/linear/say.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct arena a;

static int fresh(void **state)
{
    (void)state;
    arena_clear(&a);
    return 0;
}

static struct rng rng_of(const char *name, int i)
{
    struct rng r;

    draw_open(&r, name, (uint64_t)i);
    return r;
}

static void says(const char *text, const char *part)
{
    if (!text || !strstr(text, part))
        fail_msg("\"%s\" says nothing of \"%s\"", text ? text : "", part);
}

static const char *thing(const struct theme *t, size_t i)
{
    return t->things[i];
}

/* a = 6, b = a + 4, c = 25 - b: the things from `from` on of a theme, c is
 * asked and is 15. */
static struct individual three(const struct theme *t, size_t from,
                               const char *id)
{
    const char *text = arena_printf(
        &a,
        "{\"theme\": \"%s\", \"things\": [\"%s\", \"%s\", \"%s\"], "
        "\"asked\": 2, \"equations\": [[\"1\", \"0\", \"0\", \"6\"], [\"-1\", "
        "\"1\", \"0\", \"4\"], [\"0\", \"1\", \"1\", \"25\"]], \"styles\": [0, "
        "0, 0], \"range\": [1, 20]}",
        t->name, thing(t, from), thing(t, from + 1), thing(t, from + 2));
    struct individual s;
    struct json *v;
    struct err e;
    void *data;

    if (!json_read(&a, text, strlen(text), 1, &v, &e) ||
        !structure_linear.read(&a, v, &data, &e) ||
        !individual_open(&a, id, (struct structure){ &structure_linear, data },
                         NULL, &s, &e))
        fail_msg("%s", e.msg);
    assert_true(ratio_equal(s.parts[0].answer, RATIO(15)));
    s.n_decoys = 0; /* of slips; test_evolve_slips.c looks at them */
    return s;
}

static struct individual applied(const struct operator_card *card,
                                 struct operator_call o)
{
    struct individual out;
    struct err e;

    o.arena = &a;
    o.generation = 3;
    if (!card->apply(&o, &out, &e))
        fail_msg("%s: %s", card->name, e.msg);
    return out;
}

static struct individual apply(const struct operator_card *card,
                               const struct individual *s, size_t part,
                               struct rng *r)
{
    return applied(
        card, (struct operator_call){ .rng = r, .part = part, .first = s });
}

static struct individual cross(const struct individual *s,
                               const struct individual *t, struct rng *r)
{
    return applied(&op_crossover,
                   (struct operator_call){
                       .rng = r, .first = s, .second = t, .id = "child" });
}

static const char *refusal(const struct operator_card *card,
                           const struct individual *s,
                           const struct individual *t)
{
    struct rng r = rng_of("refusal", 0);
    struct operator_call o = {
        .arena = &a, .rng = &r, .generation = 1, .first = s, .second = t
    };
    struct individual out;
    struct err e = { 0 };

    assert_false(card->apply(&o, &out, &e));
    return arena_strdup(&a, e.msg);
}

/* What is wrong with the step: "" if nothing is. */
static const char *verdict(const struct individual *s, size_t step)
{
    const struct operator_card *card = operator_find(s->steps[step - 1].name);
    const char *fault = card->fault(&a, s, step);

    return fault ? fault : "";
}

/* All steps keep their promise. */
static void all_hold(const struct individual *s)
{
    for (size_t k = 1; k <= s->n_steps; k++)
        assert_string_equal(verdict(s, k), "");
}

static const struct individual_line *line_of(const struct individual *s,
                                             enum role role)
{
    return individual_line_of(s, 0, role);
}

/* ---- the table ---- */

static void table_is_in_order(void **state)
{
    static const char *const names[] = {
        "approximate-replacement",
        "useless-condition",
        "misleading-condition",
        "misleading-text",
        "background",
        "irrelevant-topic",
        "crossover",
        "renumber",
        "reorder",
        "rename",
        "polish",
        "insufficient",
        "sufficient",
    };

    (void)state;
    assert_int_equal(n_operators, sizeof(names) / sizeof(*names));
    for (size_t i = 0; i < n_operators; i++) {
        assert_string_equal(operators[i]->name, names[i]);
        assert_ptr_equal(operator_find(names[i]), operators[i]);
        assert_non_null(operators[i]->promise);
    }
    assert_null(operator_find("nothing"));
    assert_null(operator_find(""));
}

/* ---- open relations of other quantities ---- */

static const struct quantity eggs[] = {
    { "the final answer", { 18, 1 }, true, false, NULL, NO_SLOT },
    { "the 16 eggs", { 16, 1 }, false, true, "eggs", 0 },
    { "the price of $3", { 3, 1 }, false, true, "$", 1 },
    { NULL, { 5, 1 }, false, true, NULL, 2 },
};

static void hedges_are_read_back(void **state)
{
    struct hedge h, back;
    struct ratio x;

    (void)state;
    assert_true(hedge_read("Somebody guessed that the final answer might be "
                           "about 4 more than the 16 eggs.",
                           eggs, 4, &h));
    assert_true(h.of == 0 && h.from == 1 && h.number == 4 &&
                h.way == HEDGE_MORE);
    assert_true(hedge_value(&h, eggs[1].value, &x));
    assert_true(ratio_equal(x, RATIO(20)));
    assert_true(hedge_read("Somebody thought that the price of $3 might really "
                           "be $4, but could not say why.",
                           eggs, 4, &h));
    assert_true(h.of == 2 && h.way == HEDGE_IS && h.number == 4);
    /* Thousands as the text has them. */
    h.number = 1234567;
    h.commas = true;
    says(hedge_say(&a, &h, eggs), " be $1,234,567, but");
    assert_true(hedge_read(hedge_say(&a, &h, eggs), eggs, 4, &back));
    assert_true(back.number == 1234567 && back.commas);
    assert_true(hedge_has_commas("He paid $1,200.") &&
                hedge_has_commas("12,345,678"));
    assert_false(hedge_has_commas("In 1, 200 and 3,4567 or 1,20"));
    for (h.of = 0; h.of < 3; h.of++)
        for (h.relation = 0; h.relation < hedge_wordings(&eggs[h.of]);
             h.relation++)
            for (h.way = h.of ? HEDGE_IS : 0; h.way < HEDGE_WAYS; h.way++) {
                h.from = h.way == HEDGE_IS ? h.of : 1 + h.relation % 2;
                h.number = (int64_t)h.relation + 2;
                assert_true(
                    hedge_read(hedge_say(&a, &h, eggs), eggs, 4, &back));
                assert_true(h.relation == back.relation && h.way == back.way &&
                            h.number == back.number && h.of == back.of &&
                            h.from == back.from);
            }
}

static void facts_are_no_hedges(void **state)
{
    static const char *const facts[] = {
        "The final answer is 4 more than the 16 eggs.",
        "Somebody guessed that the final answer might be about 4 more than "
        "the 16 eggs. It is.",
        "Somebody guessed that the final answer might be about 4 more than "
        "the 17 eggs.",
        "Somebody guessed that the final answer might be about more than the "
        "16 eggs.",
        "Somebody guessed that the final answer might be about 4 more than "
        "the final answer.",
        "Somebody thought that the 16 eggs might really be $4, but could not "
        "say why.", /* eggs are no money */
        "Somebody thought that the 16 eggs might really be 4 more than the "
        "price of $3, but could not say why.",
        "The 16 eggs are 4.",
        "Somebody guessed that ",
        "",
        "4",
    };
    struct hedge h;

    (void)state;
    for (size_t i = 0; i < sizeof(facts) / sizeof(*facts); i++)
        if (hedge_read(facts[i], eggs, 4, &h))
            fail_msg("%s was read", facts[i]);
}

/* ---- approximate replacement ---- */

/* With a = 6, by floating point: the value of c in p a + q c = r. */
static void replacement_lays_what_it_says(void **state)
{
    struct individual s = three(&linear_themes[0], 0, "s");
    struct linear_words v;
    bool seen[21] = { false };
    size_t different = 0;

    (void)state;
    op_vocabulary(&a, &s, 0, NULL, true, &v);
    for (int i = 0; i < 150; i++) {
        struct rng r = rng_of("lay", i);
        struct individual t = apply(&op_replacement, &s, 0, &r);
        const struct individual_line *l = line_of(&t, ROLE_DECOY);
        struct equation eq;
        size_t asked;
        double c;

        assert_int_equal(linear_read(l->text, strlen(l->text), &v, &eq, &asked),
                         READING_VAGUE);
        assert_int_equal(ratio_sign(eq.c[1]), 0);
        c = (ratio_double(eq.rhs) - 6 * ratio_double(eq.c[0])) /
            ratio_double(eq.c[2]);
        assert_int_equal(t.n_decoys, 1);
        assert_true(c > 0.99 && c < 20.01 && (c < 14.99 || c > 15.01));
        assert_true(c - ratio_double(t.decoys[0].value) < 1e-9 &&
                    ratio_double(t.decoys[0].value) - c < 1e-9);
        different += !seen[t.decoys[0].value.p];
        seen[t.decoys[0].value.p] = true;
        assert_string_equal(verdict(&t, 1), "");
        assert_int_equal(t.steps[0].generation, 3);
    }
    assert_true(different > 12);
}

/* The part that comes next has y = X, z = X + 4 (or 4 hidden): worked out by
 * hand for either slot. */
static void decoys_are_followed(void **state)
{
    (void)state;
    for (int i = 0; i < 30; i++) {
        struct individual s = three(&linear_themes[0], 0, "s");
        struct individual t = three(&linear_themes[1], 0, "t");
        struct rng r = rng_of("follow", i);
        struct individual u = cross(&s, &t, &r), w;
        struct ratio x, want = RATIO(0), d, was;

        w = apply(&op_replacement, &u, 0, &r);
        assert_true(w.n_decoys >= 1 && !w.decoys[0].follows);
        d = w.decoys[0].value;
        assert_true(link_sum_value(&w.parts[1].sum, &d, &x));
        assert_true(individual_letter(&w, 1, &was));
        /* c = 25 - (a + 4); each of the three numbers may be the letter. */
        if (ratio_equal(was, RATIO(25)))
            assert_true(ratio_sub(&want, x, RATIO(10)));
        else if (ratio_equal(was, RATIO(6)))
            assert_true(ratio_sub(&want, RATIO(21), x));
        else if (ratio_equal(was, RATIO(4)))
            assert_true(ratio_sub(&want, RATIO(19), x));
        else
            fail_msg("a letter of %s", ratio_text(&a, was));
        assert_int_equal(w.n_decoys, 2);
        assert_true(w.decoys[1].follows && w.decoys[1].part == 1);
        assert_true(ratio_equal(w.decoys[1].value, want));
        assert_string_equal(verdict(&w, w.n_steps), "");
        w.n_decoys = 1;
        assert_string_equal(
            verdict(&w, w.n_steps),
            "the answers that follow from the decoy are not recorded");
    }
}

/* ---- useless conditions ---- */

/* A step with these sentences over one thing of the theme. */
static struct individual useless(const struct individual *s,
                                 const struct theme *theme, const char *about,
                                 const char *const *texts, size_t n)
{
    struct individual t = individual_copy(&a, s);
    struct json *detail = json_new(&a, JSON_OBJECT);

    json_put_text(&a, detail, "theme", theme->name);
    json_set(&a, detail, "things", json_texts(&a, &about, 1));
    json_set(&a, detail, "sentences", json_texts(&a, texts, n));
    individual_step(
        &a, &t,
        (struct individual_step){ .name = op_useless.name, .detail = detail });
    for (size_t i = 0; i < n; i++)
        individual_insert(&a, &t, 1,
                          (struct individual_line){ .role = ROLE_USELESS,
                                                    .text = texts[i],
                                                    .step = 1 });
    return t;
}

/* "<thing> is <n> <units>." */
static const char *fact(const struct theme *t, size_t of, int64_t n)
{
    struct equation eq;
    struct say_options o = { .theme = t, .thing = &of, .hidden = SIZE_MAX };
    struct str out = str_in(&a);

    for (size_t i = 0; i < LINEAR_VARIABLES; i++)
        eq.c[i] = RATIO(i == 0);
    eq.rhs = RATIO(n);
    linear_say(&out, &eq, &o, NULL);
    return str_get(&out);
}

static void useless_ones_touch_nothing(void **state)
{
    const struct theme *th = &linear_themes[0];
    const char *idle = fact(th, 9, 7), *other = fact(th, 9, 8);
    const char *own = fact(th, 0, 6); /* true, but of the problem's own thing */
    const char *text = "Nothing of note happened.";
    const struct {
        const char *about, *texts[2];
        size_t n;
        const char *why; /* NULL: anything */
    } x[] = {
        { thing(th, 9), { idle }, 1, "" },
        { thing(th, 9),
          { idle, other },
          2,
          "its equations contradict each other" },
        { thing(th, 9),
          { own },
          1,
          "its sentences are not equations over its own things alone" },
        { thing(th, 0), { own }, 1, NULL },
        { thing(th, 9), { text }, 1, NULL },
        { "the thing that is none", { text }, 1, NULL },
        { thing(th, 9), { NULL }, 0, "a sentence of it is missing" },
    };
    struct individual s = three(th, 0, "s");

    (void)state;
    for (size_t i = 0; i < sizeof(x) / sizeof(*x); i++) {
        struct individual t = useless(&s, th, x[i].about, x[i].texts, x[i].n);

        if (x[i].why)
            assert_string_equal(verdict(&t, 1), x[i].why);
        else
            assert_string_not_equal(verdict(&t, 1), "");
    }
}

static void useless_ones_share_nothing(void **state)
{
    const struct theme *th = &linear_themes[0];
    struct individual s = three(th, 0, "s"), t;
    const char *texts[1] = { fact(th, 9, 7) };

    (void)state;
    t = useless(&s, th, thing(th, 9), texts, 1);
    texts[0] = fact(th, 10, 7);
    t = useless(&t, th, thing(th, 10), texts, 1);
    t.lines[1].step = 2;
    assert_string_equal(verdict(&t, 1), "");
    assert_string_equal(verdict(&t, 2), "");
    t.lines[1].text = fact(th, 9, 3); /* the other one's thing */
    assert_string_equal(verdict(&t, 1), "its things are also used elsewhere");
}

/* The person's other things; who is nobody of the problem has none, and what the
 * problem speaks of is none. */
static void useless_ones_of_people(void **state)
{
    size_t owned = 0;

    (void)state;
    for (int i = 0; i < 40; i++) {
        struct individual s = evolved_story(&a, (size_t)i % evolved_stories());
        struct rng r = rng_of("owned", i);
        struct operator_call o = {
            .arena = &a, .rng = &r, .generation = 1, .first = &s
        };
        struct individual t, m;
        const char *who;
        struct err e;

        if (!op_useless.apply(&o, &t, &e)) { /* a world without people */
            says(e.msg, "no person or place");
            continue;
        }
        who = json_string(json_get(t.steps[0].detail, "who"));
        assert_string_equal(verdict(&t, 1), "");
        assert_non_null(who); /* nothing comes from another world */
        if (str_starts(who, "the "))
            continue;
        owned++;
        says(individual_text(&a, &s), who);
        says(line_of(&t, ROLE_USELESS)->text, who);
        m = individual_copy(&a, &t);
        for (size_t k = 0; k < m.n_lines; k++) /* nobody is left */
            if (line_is_told(&m.lines[k]))
                m.lines[k].text = "Somebody sat there.";
        says(verdict(&m, 1), "owner");
        for (size_t k = 0; k < m.n_lines; k++)
            if (line_is_told(&m.lines[k]))
                m.lines[k].text = arena_printf(
                    &a,
                    "%s has an old diary, a long walk, a tall door and "
                    "a water can.",
                    who);
        says(verdict(&m, 1), "may use its things");
    }
    assert_true(owned > 5);
}

/* Where nobody is named, a person or a place of the text; else nothing. */
static void useless_ones_of_roles(void **state)
{
    static const struct {
        const char *first, *who; /* NULL: it is refused */
    } x[] = {
        { "A farmer has 16 eggs.", "the farmer" },
        { "The school has 16 eggs.", "the school" },
        { "A waiter of the hotel has 16 eggs.", "the waiter" },
        { "The schools have 16 eggs.", NULL },
        { "There are 16 eggs.", NULL },
        { "Mia has 16 eggs.", "Mia" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(x) / sizeof(*x); i++) {
        struct individual s = evolved_row(
            &a, "row",
            arena_printf(&a, "%s 7 break. How many are left?", x[i].first),
            "16 - 7", "9");
        struct rng r = rng_of("roles", (int)i);
        struct operator_call o = {
            .arena = &a, .rng = &r, .generation = 1, .first = &s
        };
        struct individual t;
        struct err e;

        assert_int_equal(op_useless.apply(&o, &t, &e), x[i].who != NULL);
        if (!x[i].who)
            continue;
        assert_string_equal(verdict(&t, 1), "");
        assert_string_equal(json_string(json_get(t.steps[0].detail, "who")),
                            x[i].who);
        /* Other words of a writer do not hide who it is. */
        for (size_t k = 0; k < t.n_lines; k++)
            if (line_is_told(&t.lines[k]))
                t.lines[k].text = "Of the 16 eggs some are mia's.";
        assert_string_equal(verdict(&t, 1), "");
    }
}

/* ---- misleading conditions ---- */

static struct individual misleading(const struct individual *s, int64_t more,
                                    size_t x, bool vague)
{
    struct individual t = individual_copy(&a, s);
    const struct linear_problem *l =
        structure_linear_of(&s->parts[0].structure);
    struct say_options o = { .theme = l->theme,
                             .thing = l->thing,
                             .hidden = SIZE_MAX };
    struct json *detail = json_new(&a, JSON_OBJECT);
    struct str out = str_in(&a);
    struct equation eq;

    for (size_t i = 0; i < LINEAR_VARIABLES; i++)
        eq.c[i] = RATIO(0);
    eq.c[x] = RATIO(1);
    eq.c[0] = RATIO(-1);
    eq.rhs = RATIO(more);
    if (vague)
        linear_say_vague(&out, &eq, &o, 0);
    else
        linear_say(&out, &eq, &o, NULL);
    json_set(&a, detail, "sentences",
             json_texts(&a, (const char *[]){ str_get(&out) }, 1));
    individual_step(&a, &t,
                    (struct individual_step){ .name = op_misleading.name,
                                              .detail = detail });
    individual_insert(&a, &t, 0,
                      (struct individual_line){ .role = ROLE_MISLEADING,
                                                .text = str_get(&out),
                                                .step = 1 });
    return t;
}

/* b is 4 more than a: 5 more misleads, 4 more would help. */
static void misleading_ones_are_false(void **state)
{
    static const struct {
        int64_t more;
        size_t of;
        bool vague;
        const char *why;
    } x[] = {
        { 5, 1, true, "" },
        { 4, 1, true, "what it hints at is true" },
        { 5, 1, false, "its sentence does not leave the relation open" },
        { 5, 2, true,
          "it must be about quantities of the problem other than the asked "
          "one" },
    };
    struct individual s = three(&linear_themes[2], 3, "s");

    (void)state;
    for (size_t i = 0; i < sizeof(x) / sizeof(*x); i++) {
        struct individual t = misleading(&s, x[i].more, x[i].of, x[i].vague);

        assert_string_equal(verdict(&t, 1), x[i].why);
    }
}

/* ---- crossover ---- */

static void crossover_tells_a_chain(void **state)
{
    struct individual s = three(&linear_themes[0], 0, "s");
    struct individual t = three(&linear_themes[1], 0, "t");
    bool letters[128] = { false };
    size_t n = 0;

    (void)state;
    for (int i = 0; i < 60; i++) {
        struct rng r = rng_of("tell", i);
        struct individual u = cross(&s, &t, &r);
        const char *text = individual_text(&a, &u);
        char letter = u.parts[1].letter[0];

        assert_string_equal(u.id, "child");
        assert_string_equal(u.parents, "s t");
        assert_int_equal(u.generation, 3);
        says(text, "Question 1: ");
        says(text, "the answer to question 1.");
        says(text, "Final question: ");
        n += !letters[(int)letter];
        letters[(int)letter] = true;
        assert_string_equal(verdict(&u, u.n_steps), "");
        assert_true(individual_holds(&a, &u));
    }
    assert_true(n >= 3);
}

/* Another ratio, told and proved as if it were right: the number is not the
 * one that the problem has. */
static void crossover_keeps_the_number(void **state)
{
    struct individual s = three(&linear_themes[0], 0, "s");
    struct individual t = three(&linear_themes[1], 0, "t");
    struct rng r = rng_of("number", 0);
    struct individual u = cross(&s, &t, &r);

    (void)state;
    assert_true(ratio_add(&u.parts[1].sum.plus, u.parts[1].sum.plus, RATIO(2)));
    individual_tell(&a, &u);
    assert_true(individual_prove_link(&a, &u, 1));
    assert_string_equal(
        verdict(&u, u.n_steps),
        "the letter does not equal the number that it replaces");
    assert_false(individual_holds(&a, &u));
}

/* Two questions of one source: not crossed, and not held from a file. */
static void crossover_shares_no_source(void **state)
{
    struct individual s = three(&linear_themes[0], 0, "s");
    struct individual t = three(&linear_themes[1], 0, "t"), u;
    struct rng r = rng_of("source", 0);

    (void)state;
    s.parts[0].source = "seed-1";
    t.parts[0].source = "seed-2";
    u = cross(&s, &t, &r);
    assert_string_equal(verdict(&u, u.n_steps), "");
    assert_null(evolved_file_fault(&a, &u));
    says(refusal(&op_crossover, &u, &t), "the same problem");
    says(refusal(&op_crossover, &t, &u), "the same problem");
    u.parts[1].source = "seed-1";
    says(verdict(&u, u.n_steps), "the same problem");
    says(evolved_file_fault(&a, &u), "the same problem");
}

/* A story is not told twice, whatever its numbers and names are. */
static void crossover_tells_no_story_twice(void **state)
{
    struct individual s = evolved_story(&a, 0), t = s, u;
    struct rng r = rng_of("story", 0);

    (void)state;
    t = apply(&op_renumber, &t, 0, &r);
    says(refusal(&op_crossover, &s, &t), "same story");
    u = evolved_story(&a, 1);
    u = cross(&s, &u, &r);
    says(refusal(&op_crossover, &u, &t), "same story");
    says(refusal(&op_crossover, &t, &u), "same story");
}

/* Files from before links had "from" and "source". */
static void old_links_are_read(void **state)
{
    struct individual s = three(&linear_themes[0], 0, "s"), back;
    struct individual t = three(&linear_themes[1], 0, "t");
    struct rng r = rng_of("old", 0);
    struct individual u = cross(&s, &t, &r);
    const char *fault = "";
    struct str line = str_in(&a);
    struct problem p;
    struct json *v;
    struct err e = { 0 };
    char *from;
    bool is;

    (void)state;
    individual_problem(&a, &u, "test", &p);
    problem_write(&line, &p);
    from = strstr(line.s, "\"from\"");
    assert_non_null(from);
    from[1] = 'F'; /* a member that is not known */
    if (!json_read(&a, line.s, line.n, 1, &v, &e) ||
        !problem_read(&a, v, &p, &e) ||
        !individual_read(&a, &p, &is, &back, &e) ||
        (fault = individual_fault(&a, &back, &p)))
        fail_msg("%s %s", e.msg, fault);
    assert_int_equal(back.parts[1].sum.terms[0].from, 0);
}

static void crossover_refuses(void **state)
{
    struct individual s = three(&linear_themes[0], 0, "s");
    struct individual t = three(&linear_themes[1], 0, "t"), all = s;
    struct rng r = rng_of("refuse", 0);

    (void)state;
    for (size_t i = 1; i < INDIVIDUAL_PARTS; i++) {
        struct individual next = three(&linear_themes[i], 0, "n");

        all = cross(&all, &next, &r);
    }
    assert_int_equal(all.n_parts, INDIVIDUAL_PARTS);
    says(refusal(&op_crossover, &all, &t), "at most 8");
    says(refusal(&op_crossover, &s, &all), "at most 8");
    says(refusal(&op_crossover, &s, NULL), "at most");
    s.parts[0].answer = (struct ratio){ INT64_MAX, 2 };
    says(refusal(&op_crossover, &s, &t), "can be replaced by the first answer");
}

/* The same problem twice: the second one gets other things; and things of
 * useless conditions that both have are told with others. */
static void crossover_renames(void **state)
{
    const struct theme *th = &linear_themes[0];
    struct individual s = three(th, 0, "s"), t, u;
    const char *texts[1] = { fact(th, 9, 7) };
    struct rng r = rng_of("renames", 0);

    (void)state;
    u = cross(&s, &s, &r);
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < u.n_lines; k++)
            if (u.lines[k].part == 1)
                assert_null(strstr(u.lines[k].text, thing(th, i) + 4));
    assert_string_equal(verdict(&u, u.n_steps), "");

    s = useless(&s, th, thing(th, 9), texts, 1);
    t = three(&linear_themes[1], 0, "t");
    texts[0] = fact(th, 9, 3);
    t = useless(&t, th, thing(th, 9), texts, 1);
    assert_string_equal(verdict(&t, 1), "");
    u = cross(&s, &t, &r);
    assert_int_equal(u.n_steps, 3);
    all_hold(&u);
    says(individual_text(&a, &u), thing(th, 9) + 4);
    for (size_t k = 0; k < u.n_lines; k++)
        if (u.lines[k].part == 1)
            assert_null(strstr(u.lines[k].text, thing(th, 9) + 4));
}

/* A writer's words around the sentences of a part. */
static void polish(struct individual *s, size_t part)
{
    for (size_t i = 0; i < s->n_lines; i++)
        if (s->lines[i].part == part && s->lines[i].role == ROLE_CONDITION) {
            s->lines[i].text =
                arena_printf(&a, "As agreed, %s", s->lines[i].text);
            s->lines[i].polished = true;
        }
}

/* Both chains use one letter, and it stands in a writer's words. */
static void crossover_changes_letters(void **state)
{
    struct individual s[4], x, y, u;
    struct rng r = rng_of("letters", 0), again = r;
    size_t told = 0;

    (void)state;
    for (size_t i = 0; i < 4; i++)
        s[i] = three(&linear_themes[i], 0, "s");
    x = cross(&s[0], &s[1], &r);
    y = cross(&s[2], &s[3], &again);
    assert_string_equal(x.parts[1].letter, y.parts[1].letter);
    polish(&x, 1);
    polish(&y, 1);
    u = cross(&x, &y, &r);
    for (size_t i = 1; i < 4; i++)
        for (size_t k = 1; k < i; k++)
            assert_string_not_equal(u.parts[i].letter, u.parts[k].letter);
    for (size_t i = 0; i < u.n_lines; i++)
        told += u.lines[i].polished &&
                strstr(u.lines[i].text,
                       arena_printf(&a, " %s ",
                                    u.parts[u.lines[i].part].letter)) != NULL;
    assert_int_equal(told, 2);
    all_hold(&u);

    polish(&s[1], 0); /* none of its sentences may be told anew */
    says(refusal(&op_crossover, &s[0], &s[1]), "no number");
}

/* Sentences of noise print no number that a letter hides, and call each
 * question's answer by its place in the chain. */
static void crossover_tells_noise_again(void **state)
{
    size_t lettered = 0;

    (void)state;
    for (int i = 0; i < 60; i++) {
        struct individual s = evolved_story(&a, (size_t)i % evolved_stories());
        struct individual t = evolved_story(&a, (size_t)i / 7);
        struct rng r = rng_of("noise", i);
        struct individual u;
        struct ratio x;

        if ((size_t)i % evolved_stories() == (size_t)i / 7)
            continue;
        s = apply(&op_replacement, &s, 0, &r);
        t = apply(&op_replacement, &t, 0, &r);
        t = apply(&op_misleading, &t, 0, &r);
        says(line_of(&t, ROLE_DECOY)->text, "the answer ");
        u = cross(&s, &t, &r);
        assert_true(individual_letter(&u, 1, &x));
        for (size_t k = 0; k < u.n_lines; k++) {
            const char *text = u.lines[k].text;

            if (u.lines[k].role == ROLE_DECOY)
                says(text, u.lines[k].part ? "the final answer"
                                           : "the answer to question 1");
            if (u.lines[k].part == 0 || !role_is_noise(u.lines[k].role))
                continue;
            assert_null(
                strstr(text, arena_printf(&a, "the %s ", ratio_text(&a, x))));
            lettered += strstr(text, arena_printf(&a, "the %s ",
                                                  u.parts[1].letter)) != NULL;
        }
        all_hold(&u);
    }
    assert_true(lettered > 5);
}

/* ---- fresh ones ---- */

static void reorder_refuses_where_order_matters(void **state)
{
    struct rng r = rng_of("order", 0);
    struct individual c = evolved_new(&a, &r, EVOLVED_CONCEPT);
    struct individual g = evolved_story(&a, 0);

    (void)state;
    says(refusal(&op_reorder, &c, NULL), "one statement");
    says(refusal(&op_reorder, &g, NULL), "too few");
}

static void fresh_ones_say_what_they_changed(void **state)
{
    struct individual s = three(&linear_themes[0], 0, "s"), t;
    struct rng r = rng_of("fresh", 1);
    const struct json *now;

    (void)state;
    t = apply(&op_renumber, &s, 0, &r);
    assert_string_equal(verdict(&t, 1), "");
    now = json_get(t.steps[0].detail, "now");
    assert_true(now && now->count > 0);
    t.parts[0].structure = s.parts[0].structure;
    assert_string_equal(verdict(&t, 1),
                        "the numbers of the problem are not the recorded ones");
    t = apply(&op_rename, &s, 0, &r);
    assert_string_equal(verdict(&t, 1), "");
    assert_true(ratio_equal(t.parts[0].answer, RATIO(15)));
    t.parts[0].structure = s.parts[0].structure;
    assert_string_equal(verdict(&t, 1), "the names are not the recorded ones");
}

/* Twice fresh: neither the original's answer nor, in a public row, a number of
 * it at its place; and a step that says otherwise is found. */
static void fresh_ones_never_go_back(void **state)
{
    struct individual s = evolved_story(&a, 0), t = s;
    struct rng r = rng_of("back", 1);
    struct json *was, *detail;

    (void)state;
    for (int i = 0; i < 3; i++) {
        t = apply(&op_renumber, &t, 0, &r);
        all_hold(&t);
        assert_false(ratio_equal(t.parts[0].answer, s.parts[0].answer));
    }
    was = json_get(t.steps[0].detail, "was")->first;
    was->text = json_get(t.steps[2].detail, "now")->first->text;
    assert_string_equal(verdict(&t, 1),
                        "a number equals an earlier number at the same place");
    detail = json_new(&a, JSON_OBJECT);
    json_put_text(&a, detail, "answer was", ratio_text(&a, t.parts[0].answer));
    t.steps[0].detail = detail;
    assert_string_equal(verdict(&t, 3), "its answer is an earlier answer");
}

/* Steps of files anyone can edit: no detail, or one of another kind. */
static void spoilt_details_are_found(void **state)
{
    static const char *const spoilt[] = {
        "{}",
        "[]",
        "5",
        "{\"decoy\": 5, \"sentences\": 7, \"things\": {}}",
        "{\"sentences\": [1, null], \"things\": [1], \"was\": []}",
        "{\"theme\": \"prices\", \"now\": [], \"order\": [1]}",
        "{\"sentences\": [], \"things\": [], \"was\": 1, \"now\": \"x\"}",
        "{\"theme\": \"own ages\", \"who\": \"Mia\", \"things\": [\"a door\"]}",
    };
    struct individual s = three(&linear_themes[0], 0, "s");

    (void)state;
    for (size_t i = 0; i < n_operators; i++) {
        struct individual t = individual_copy(&a, &s);

        if (operators[i]->kind == OPERATOR_TEXT)
            continue;
        individual_step(&a, &t,
                        (struct individual_step){ .name = operators[i]->name });
        assert_string_not_equal(verdict(&t, 1), "");
        for (size_t k = 0; k < sizeof(spoilt) / sizeof(*spoilt); k++) {
            struct json *v;
            struct err e;

            assert_true(json_read(&a, spoilt[k], strlen(spoilt[k]), 1, &v, &e));
            t.steps[0].detail = v;
            assert_string_not_equal(verdict(&t, 1), "");
        }
    }
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, fresh, fresh)
    const struct CMUnitTest tests[] = {
        T(table_is_in_order),
        T(hedges_are_read_back),
        T(facts_are_no_hedges),
        T(replacement_lays_what_it_says),
        T(decoys_are_followed),
        T(useless_ones_touch_nothing),
        T(useless_ones_share_nothing),
        T(useless_ones_of_people),
        T(useless_ones_of_roles),
        T(crossover_keeps_the_number),
        T(misleading_ones_are_false),
        T(crossover_tells_a_chain),
        T(crossover_shares_no_source),
        T(crossover_tells_no_story_twice),
        T(old_links_are_read),
        T(crossover_refuses),
        T(crossover_renames),
        T(crossover_changes_letters),
        T(crossover_tells_noise_again),
        T(reorder_refuses_where_order_matters),
        T(fresh_ones_say_what_they_changed),
        T(fresh_ones_never_go_back),
        T(spoilt_details_are_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
