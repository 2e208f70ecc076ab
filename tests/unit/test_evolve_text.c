/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The built-in writer and the operators that insert text: whatever they say
 * says nothing, stands where it should, and changes no key.
 */
#include "base/map.h"
#include "base/str.h"
#include "evolve/operators/operator.h"
#include "evolve/text/builtin.h"
#include "evolve/text/grammar.h"
#include "evolve/text/writer.h"
#include "family/linear/read.h"
#include "text/sentence.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const enum role text_roles[] = { ROLE_TEXT, ROLE_BACKGROUND,
                                        ROLE_TOPIC };
static const enum job_kind kinds[] = { JOB_TEXT, JOB_BACKGROUND, JOB_TOPIC };

static struct rng stream(const char *name, uint64_t i)
{
    struct hasher h;
    struct rng r;

    hasher_open(&h);
    hasher_text(&h, name);
    hasher_u64(&h, i);
    rng_init(&r, hasher_close(&h));
    return r;
}

static struct individual seed(struct arena *a, const char *name, uint64_t i,
                              size_t theme)
{
    static const struct linear_shape shape = { .variables = 4,
                                               .low = 1,
                                               .high = 20 };
    struct rng r = stream(name, i);
    struct individual s;
    struct err e;

    if (!individual_open(
            a, arena_printf(a, "%s-%d", name, (int)i),
            structure_linear_draw(a, &r, &shape,
                                  &linear_themes[theme % n_linear_themes]),
            NULL, &s, &e))
        fail_msg("%s", e.msg);
    return s;
}

/* How many of each: few in a usual run. */
static size_t many(size_t n)
{
    return getenv("ASSAY_SOAK") ? 20 * n : n;
}

/* ---- the engine ---- */

static const char *const greet[] = { "{hello}, {@who}. {bye}!", "{bye}", NULL };
static const char *const hello[] = { "hello", "good {day}", NULL };
static const char *const day[] = { "day", "evening", "night", NULL };
static const char *const bye[] = { "bye", "see you", NULL };
static const char *const wide[] = { "{greet}{greet}{greet}{greet}{greet}",
                                    NULL };
static const char *const wider[] = { "{wide}{wide}{wide}{wide}{wide}", NULL };

static const struct phrase_rule toy[] = {
    { "greet", greet }, { "hello", hello }, { "day", day }, { "bye", bye },
    { "wide", wide },   { "wider", wider }, { NULL, NULL },
};

static void engine(void **state)
{
    const struct phrase_slot who = { "who", "the cat" };
    struct arena a = { 0 };
    struct map seen = { 0 };

    (void)state;
    /* By hand: hello 1 + 3, bye 2, greet 4 * 2 + 2. */
    assert_int_equal(grammar_size(toy, "bye"), 2);
    assert_int_equal(grammar_size(toy, "hello"), 4);
    assert_int_equal(grammar_size(toy, "greet"), 10);
    assert_int_equal(grammar_size(toy, "wide"), 100000);
    assert_true(grammar_size(toy, "wider") == UINT64_MAX);
    for (uint64_t i = 0; i < 400; i++) {
        struct rng r = stream("toy", i);
        struct str out = str_in(&a);

        grammar_say(&out, toy, "greet", &who, 1, &r);
        map_put(&seen, out.s, out.n, NULL);
    }
    /* By the other method: as many texts as were counted. */
    assert_int_equal(seen.n, 10);
    assert_non_null(map_get(&seen, "Good night, the cat. See you!", 29));
    assert_non_null(map_get(&seen, "Bye", 3));
    map_clear(&seen);
    arena_clear(&a);
}

static void a_slot_at_the_head(void **state)
{
    const struct phrase_slot who = { "who", "the cat" };
    struct arena a = { 0 };
    struct rng r = stream("head", 0);
    struct str out = str_in(&a);

    (void)state;
    str_add(&out, "so: ");
    grammar_say_text(&out, toy, "{@who} sat. \"it slept.\" (yes) e! ok", &who,
                     1, &r);
    assert_string_equal(str_get(&out),
                        "so: The cat sat. \"It slept.\" (Yes) e! Ok");
    arena_clear(&a);
}

static void sizes(void **state)
{
    (void)state;
    assert_true(grammar_size(builtin_text_rules, "text") >= 100000);
    assert_true(grammar_size(builtin_text_rules, "mention") >= 100000);
    assert_true(grammar_size(builtin_scene_rules, "background") >= 100000);
    assert_true(grammar_size(builtin_topic_rules, "topic") >= 100000);
}

/* ---- nothing is said ---- */

static void check_danger(struct arena *a, const char *text)
{
    const char *word = linear_read_danger(a, text, strlen(text));

    if (word)
        fail_msg("\"%s\" in: %s", word, text);
}

/* Every alternative of every rule, whether or not it is ever drawn. */
static void check_rules(const struct phrase_rule *all)
{
    const struct phrase_slot slots[] = {
        { "a", "the price of the brass lamp" },
        { "b", "the price of the woven rug" },
        { "place", "on a farm" },
        { "mood", "" },
        { "detail", "A cat slept." },
        { "detail2", "A dog slept." },
    };
    struct arena a = { 0 };

    for (const struct phrase_rule *p = all; p->name; p++)
        for (const char *const *x = p->alternatives; *x; x++) {
            struct str out = str_in(&a);
            struct rng r = stream(*x, 0);

            grammar_say_text(&out, all, *x, slots, 6, &r);
            check_danger(&a, str_get(&out));
        }
    arena_clear(&a);
}

static void every_alternative(void **state)
{
    struct arena a = { 0 };

    (void)state;
    check_rules(builtin_text_rules);
    check_rules(builtin_scene_rules);
    check_rules(builtin_topic_rules);
    for (size_t i = 0; i < n_linear_themes; i++) {
        const char *const *x = linear_themes[i].details;

        assert_non_null(x[1]); /* two are drawn */
        for (; *x; x++) {
            check_danger(&a, *x);
            assert_int_equal(sentence_count(*x), 1);
            /* nothing is said of a thing of the theme */
            for (size_t k = 0; k < THEME_THINGS; k++)
                assert_null(strstr(*x, linear_themes[i].things[k]));
        }
    }
    arena_clear(&a);
}

static size_t words(const char *text)
{
    size_t n = 0;

    for (const char *p = text; *p; p++)
        n += *p != ' ' && (p == text || p[-1] == ' ');
    return n;
}

/* Read by the reader of conditions: it finds no statement at all. */
static void check_unread(const struct individual *s, const char *text)
{
    const struct linear_problem *b =
        structure_linear_of(&s->parts[0].structure);
    const char *names[LINEAR_VARIABLES], *p;
    struct linear_words v = { .names = names, .n = b->system.n_vars };
    struct equation eq;
    size_t at = 0, n, asked;

    v.unit = b->theme->unit;
    v.one = b->theme->one;
    for (size_t i = 0; i < v.n; i++)
        names[i] = b->theme->things[b->thing[i]];
    while ((p = sentence_next(text, &at, &n)))
        if (linear_read(p, n, &v, &eq, &asked) != READING_NOTHING)
            fail_msg("read as a statement: %.*s", (int)n, p);
}

static void check_one(struct arena *a, const struct individual *s, size_t kind,
                      const char *text)
{
    const char *why;

    check_danger(a, text);
    if (text_check_new(a, text, kinds[kind], &why) != TEXT_FINE)
        fail_msg("%s: %s", why, text);
    check_unread(s, text);
    if (text_roles[kind] == ROLE_BACKGROUND) {
        assert_in_range(sentence_count(text), 3, 6);
        assert_true(words(text) < 100);
    } else {
        assert_int_equal(sentence_count(text),
                         text_roles[kind] == ROLE_TOPIC ? 3 : 1);
    }
}

/* Over all themes; and how many of a thousand texts are different. */
static void thousands(void **state)
{
    (void)state;
    for (size_t kind = 0; kind < 3; kind++) {
        struct map seen = { 0 };
        struct arena a = { 0 };

        for (size_t i = 0; i < many(600); i++) {
            struct individual s = seed(&a, "thousand", i, i);
            struct rng r = stream("words", i);
            const char *text = builtin_text(&a, text_roles[kind], &s, 0, &r);

            check_one(&a, &s, kind, text);
            map_put(&seen, text, strlen(text), NULL);
            arena_reset(&a);
        }
        assert_true(seen.n >= many(600) * 99 / 100);
        map_clear(&seen);
        arena_clear(&a);
    }
}

/* The same problem again and again: the words alone must differ. */
static void variety(void **state)
{
    struct arena a = { 0 };
    struct individual s = seed(&a, "variety", 1, 13);

    (void)state;
    for (size_t kind = 0; kind < 3; kind++) {
        struct map seen = { 0 };

        for (size_t i = 0; i < 1000; i++) {
            struct rng r = stream("variety", i);
            const char *text = builtin_text(&a, text_roles[kind], &s, 0, &r);

            map_put(&seen, text, strlen(text), NULL);
        }
        assert_true(seen.n >= 980);
        map_clear(&seen);
    }
    arena_clear(&a);
}

/* ---- structures of other kinds ---- */

static const char *const eggs[] = { "the 16 eggs", "the pair of shoes",
                                    "the $4 each", "the 3 muffins that",
                                    "x",           NULL };

static size_t fake_quantities(struct arena *a, const void *data,
                              struct quantity *out)
{
    const char *const *list = data;
    size_t n = 0;

    (void)a;
    for (; list[n]; n++)
        out[n] = (struct quantity){ .phrase = list[n] };
    return n;
}

/* Two people who are named twice, others once or as parts of longer names. */
static void fake_say(struct arena *a, const void *data, size_t hidden,
                     const char *letter, struct saying *out)
{
    (void)a, (void)hidden, (void)letter;
    *out = (struct saying){ .n = 1 };
    out->sentences[0] = *(const char *const *)data
                            ? "Tom met Ann's dog. Ann saw Tom with Paul."
                            : "Will Paul go? He will. San Jose is San Jose.";
}

static const struct structure_kind fake = { .name = "fake",
                                            .say = fake_say,
                                            .quantities = fake_quantities };

/* Numbers of a phrase are not repeated, nor what counts. */
static void other_bodies(void **state)
{
    static const char *const nothing[] = { NULL };
    struct individual s = { .n_parts = 1 };
    struct arena a = { 0 };
    size_t own = 0, people = 0;

    (void)state;
    for (size_t i = 0; i < 400; i++) {
        struct rng r = stream("eggs", i);
        size_t kind = i % 3;
        const char *text, *why;

        s.parts[0].structure =
            (struct structure){ &fake, i % 2 ? eggs : nothing };
        text = builtin_text(&a, text_roles[kind], &s, 0, &r);
        if (text_check_new(&a, text, kinds[kind], &why) != TEXT_FINE)
            fail_msg("%s: %s", why, text);
        check_danger(&a, text);
        assert_null(strstr(text, "shoes"));
        assert_null(strstr(text, "Paul"));
        assert_null(strstr(text, "San"));
        assert_null(strstr(text, "Will"));
        own += strstr(text, "the eggs") != NULL;
        people += strstr(text, " Tom") || strstr(text, " Ann");
    }
    assert_true(own > 20 && people > 20);
    arena_clear(&a);
}

/* ---- the operators ---- */

static const struct operator_card *const cards[] = { &op_text, &op_background,
                                                     &op_topic };

static struct individual apply(struct arena *a,
                               const struct operator_card *card,
                               const struct individual *s, size_t part,
                               uint64_t i)
{
    struct rng r = stream(card->name, i);
    struct operator_call o = {
        .arena = a, .rng = &r, .generation = 1, .part = part, .first = s
    };
    struct individual out;
    struct err e;

    if (!card->apply(&o, &out, &e))
        fail_msg("%s: %s", card->name, e.msg);
    return out;
}

static size_t line_of_step(const struct individual *s, size_t step)
{
    size_t i = 0;

    while (i < s->n_lines && s->lines[i].step != step)
        i++;
    assert_true(i < s->n_lines);
    return i;
}

static bool is_told(const struct individual_line *l)
{
    return l->role == ROLE_CONDITION || l->role == ROLE_QUESTION;
}

/* Where the new line stands among the sentences of its part's structure. */
static void check_place(const struct individual *s, size_t step)
{
    size_t at = line_of_step(s, step), before = 0, behind = 0;
    size_t conditions_behind = 0;
    const struct individual_line *l = &s->lines[at];

    for (size_t i = 0; i < s->n_lines; i++) {
        if (s->lines[i].part != l->part || !is_told(&s->lines[i]))
            continue;
        before += i < at;
        behind += i > at;
        conditions_behind += i > at && s->lines[i].role == ROLE_CONDITION;
    }
    if (l->role == ROLE_BACKGROUND)
        assert_int_equal(before, 0);
    else
        assert_true(before > 0);
    if (l->role == ROLE_TOPIC)
        assert_int_equal(conditions_behind, 0);
    if (l->role == ROLE_TEXT)
        assert_true(behind > 0);
    /* never between a link and what it is for */
    if (at + 1 < s->n_lines && s->lines[at + 1].role == ROLE_LINK)
        assert_int_equal(l->role, ROLE_BACKGROUND);
}

static void check_step(struct arena *a, const struct operator_card *card,
                       const struct individual *old,
                       const struct individual *new, size_t part)
{
    const struct individual_step *t = &new->steps[new->n_steps - 1];
    size_t at = line_of_step(new, new->n_steps);
    const char *why;

    assert_int_equal(new->n_steps, old->n_steps + 1);
    assert_int_equal(new->n_lines, old->n_lines + 1);
    assert_string_equal(t->name, card->name);
    assert_int_equal(t->part, part);
    assert_int_equal(new->lines[at].role, card->role);
    assert_string_equal(json_string(json_get(t->detail, "text")),
                        new->lines[at].text);
    /* nothing else moved */
    for (size_t i = 0; i < old->n_lines; i++)
        assert_ptr_equal(old->lines[i].text, new->lines[i + (i >= at)].text);
    assert_true(individual_holds(a, new));
    if ((why = card->fault(a, new, new->n_steps)))
        fail_msg("%s: %s", card->name, why);
    check_place(new, new->n_steps);
}

static void inserted(void **state)
{
    struct arena a = { 0 };

    (void)state;
    for (uint64_t i = 0; i < many(60); i++) {
        struct individual s = seed(&a, "insert", i, i), next;

        for (size_t k = 0; k < 3; k++) {
            next = apply(&a, cards[(i + k) % 3], &s, 0, i);
            check_step(&a, cards[(i + k) % 3], &s, &next, 0);
            s = next;
        }
        assert_non_null(
            strstr(individual_text(&a, &s), s.lines[line_of_step(&s, 2)].text));
        arena_reset(&a);
    }
    arena_clear(&a);
}

static bool cross(struct arena *a, const struct individual *x,
                  const struct individual *y, uint64_t i,
                  struct individual *out)
{
    struct rng r = stream("cross", i);
    struct operator_call o = { .arena = a,
                               .rng = &r,
                               .generation = 1,
                               .first = x,
                               .second = y,
                               .id = "c" };
    struct err e;

    return op_crossover.apply(&o, out, &e);
}

static void check_file(struct arena *a, const struct individual *s)
{
    const char *fault;
    struct problem p;

    individual_problem(a, s, NULL, &p);
    if ((fault = individual_fault(a, s, &p)))
        fail_msg("%s", fault);
}

/* Every part of a chain takes each of them, before and after the crossing. */
static void in_chains(void **state)
{
    struct arena a = { 0 };
    size_t chains = 0;

    (void)state;
    for (uint64_t i = 0; i < many(30); i++) {
        struct individual x = seed(&a, "left", i, i);
        struct individual y = seed(&a, "right", i, i + 5), c, next;

        x = apply(&a, cards[i % 3], &x, 0, i);
        y = apply(&a, cards[(i + 1) % 3], &y, 0, i);
        if (!cross(&a, &x, &y, i, &c))
            continue;
        chains++;
        for (size_t part = 0; part < 2; part++)
            for (size_t k = 0; k < 3; k++) {
                if (cards[k] == &op_background &&
                    (part == 0 ? i % 3 == 1 : (i + 1) % 3 == 1))
                    continue; /* has one */
                next = apply(&a, cards[k], &c, part, i + 1000 * (part + 1));
                check_step(&a, cards[k], &c, &next, part);
                c = next;
            }
        check_file(&a, &c);
        arena_reset(&a);
    }
    assert_true(chains > many(20));
    arena_clear(&a);
}

/* Text of a writer is taken as it stands, with who wrote it; what is not
 * harmless is refused even so, and so is a text that stands there. */
static void given_text(void **state)
{
    static const char text[] = "Somebody mentioned the weather before the bus "
                               "arrived, and then it was forgotten.";
    struct arena a = { 0 };
    struct individual s = seed(&a, "given", 1, 3), out, again;
    struct rng r = stream("given", 2);
    struct operator_call o = { .arena = &a,
                               .rng = &r,
                               .generation = 2,
                               .first = &s,
                               .text = text,
                               .writer = "openai:some" };
    struct err e;

    (void)state;
    assert_true(op_text.apply(&o, &out, &e));
    assert_string_equal(out.steps[0].writer, "openai:some");
    assert_int_equal(out.steps[0].generation, 2);
    assert_string_equal(out.lines[line_of_step(&out, 1)].text, text);
    /* What stands there is not told again: the rest is, or built-in text. */
    o.first = &out;
    assert_true(op_text.apply(&o, &again, &e));
    assert_null(again.steps[1].writer);
    assert_string_not_equal(again.lines[line_of_step(&again, 2)].text, text);
    o.text = arena_printf(&a, "%s A clerk mentioned the weather, too.", text);
    assert_true(op_text.apply(&o, &again, &e));
    assert_string_equal(again.steps[1].writer, "openai:some");
    assert_string_equal(again.lines[line_of_step(&again, 2)].text,
                        "A clerk mentioned the weather, too.");
    o.first = &s;
    o.text = "Somebody mentioned 5 lamps before the bus arrived with it.";
    assert_false(op_text.apply(&o, &again, &e));
    o.text = NULL;
    assert_true(op_background.apply(&o, &out, &e));
    assert_null(out.steps[0].writer); /* built in: nobody wrote it */
    o.first = &out;
    assert_false(op_background.apply(&o, &again, &e));
    arena_clear(&a);
}

static void must_fail(struct arena *a, const struct operator_card *card,
                      const struct individual *s, const char *part)
{
    const char *why = card->fault(a, s, 1);

    assert_non_null(why);
    if (!strstr(why, part))
        fail_msg("\"%s\" says nothing of \"%s\"", why, part);
}

/* Files anyone can edit. */
static void spoiled_files(void **state)
{
    struct arena a = { 0 };
    struct individual s = seed(&a, "spoil", 1, 7), good, bad;
    struct json *detail = json_new(&a, JSON_OBJECT);
    const char *danger = "The clerk wrote down five lamps before it rained.";
    size_t at;

    (void)state;
    good = apply(&a, &op_text, &s, 0, 1);
    at = line_of_step(&good, 1);
    bad = individual_copy(&a, &good);
    bad.lines[at].text = danger;
    must_fail(&a, &op_text, &bad, "recorded");
    json_set(&a, detail, "text", json_new_string(&a, danger));
    bad.steps[0].detail = detail;
    must_fail(&a, &op_text, &bad, "could change");
    bad = individual_copy(&a, &good);
    bad.lines[at].step = 0;
    must_fail(&a, &op_text, &bad, "not there");
    bad = individual_copy(&a, &good);
    bad.lines[at].role = ROLE_TOPIC;
    must_fail(&a, &op_text, &bad, "not there");
    bad = individual_copy(&a, &good);
    bad.steps[0].detail = NULL;
    must_fail(&a, &op_text, &bad, "recorded");
    bad.steps[0].detail = json_new(&a, JSON_ARRAY);
    must_fail(&a, &op_text, &bad, "recorded");
    good = apply(&a, &op_background, &s, 0, 1);
    bad = individual_copy(&a, &good);
    bad.lines[0] = good.lines[1];
    bad.lines[1] = good.lines[0];
    must_fail(&a, &op_background, &bad, "before the conditions");
    arena_clear(&a);
}

/* ---- polish ---- */

static size_t polished(const struct individual *s)
{
    size_t n = 0;

    for (size_t i = 0; i < s->n_lines; i++)
        n += s->lines[i].polished;
    return n;
}

/* Other words for equations of all themes: the file holds up by its own check,
 * which reads every sentence back. */
static void polish_without_a_model(void **state)
{
    struct arena a = { 0 };
    size_t changed = 0, lines = 0;

    (void)state;
    for (uint64_t i = 0; i < many(60); i++) {
        struct individual s = seed(&a, "polish", i, i), new;

        new = apply(&a, &op_polish, &s, 0, i);
        changed += polished(&new);
        lines += new.n_lines;
        assert_int_equal(new.n_lines, s.n_lines);
        for (size_t k = 0; k < s.n_lines; k++)
            assert_int_equal(new.lines[k].polished,
                             !str_eq(s.lines[k].text, new.lines[k].text));
        check_file(&a, &new);
        arena_reset(&a);
    }
    assert_true(2 * changed > lines);
    arena_clear(&a);
}

static void polish_in_chains(void **state)
{
    struct arena a = { 0 };
    size_t chains = 0;

    (void)state;
    for (uint64_t i = 0; i < many(20); i++) {
        struct individual x = seed(&a, "left", i, i);
        struct individual y = seed(&a, "right", i, i + 5), c;

        if (i % 2) { /* the words stay right when a number is hidden */
            x = apply(&a, &op_polish, &x, 0, i);
            y = apply(&a, &op_polish, &y, 0, i);
        }
        if (!cross(&a, &x, &y, i, &c))
            continue;
        chains++;
        if (i % 2 == 0) {
            c = apply(&a, &op_polish, &c, 0, i);
            c = apply(&a, &op_polish, &c, 1, i);
        }
        check_file(&a, &c);
        assert_non_null(strstr(individual_text(&a, &c), "Question 1: "));
        arena_reset(&a);
    }
    assert_true(chains > many(10));
    arena_clear(&a);
}

static void polish_spoiled(void **state)
{
    struct arena a = { 0 };
    struct individual s = seed(&a, "polish", 3, 13), new, bad;
    size_t at = 0;

    (void)state;
    new = apply(&a, &op_polish, &s, 0, 3);
    while (!new.lines[at].polished || new.lines[at].role == ROLE_QUESTION)
        at++;
    bad = individual_copy(&a, &new);
    bad.lines[at].text = arena_printf(&a, "%s So be it.", new.lines[at].text);
    must_fail(&a, &op_polish, &bad, "does not say the same");
    bad.lines[at].text = s.lines[(at + 1) % (s.n_lines - 1)].text;
    must_fail(&a, &op_polish, &bad, "does not say the same");
    bad = individual_copy(&a, &new);
    bad.steps[0].detail = NULL;
    must_fail(&a, &op_polish, &bad, "is not recorded");
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(engine),
        cmocka_unit_test(a_slot_at_the_head),
        cmocka_unit_test(sizes),
        cmocka_unit_test(every_alternative),
        cmocka_unit_test(thousands),
        cmocka_unit_test(variety),
        cmocka_unit_test(other_bodies),
        cmocka_unit_test(inserted),
        cmocka_unit_test(in_chains),
        cmocka_unit_test(given_text),
        cmocka_unit_test(spoiled_files),
        cmocka_unit_test(polish_without_a_model),
        cmocka_unit_test(polish_in_chains),
        cmocka_unit_test(polish_spoiled),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
