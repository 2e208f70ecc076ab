/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Text by a model: the checks, by tables of texts; what is read of a reply;
 * and the rounds, with a model that answers from rows and with the test
 * server.
 */
#include "../lib/cases.h"
#include "../lib/desk.h"
#include "../lib/pool_job.h"
#include "base/str.h"
#include "evolve/text/check_int.h"
#include "evolve/text/writer_int.h"
#include "family/linear/say.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- words ---- */

static const char *tokens_text(struct arena *a, const char *text)
{
    struct written_tokens t = text_tokens(a, text);
    struct str out = str_in(a);

    for (size_t i = 0; i < t.n; i++)
        str_addf(&out, "%s%s%s", i ? " " : "",
                 t.items[i].kind == TOKEN_NUMBER ? "#" : "", t.items[i].text);
    return str_get(&out);
}

static void tokens(void **state)
{
    static const struct {
        const char *text, *want;
    } x[] = {
        { "", "" },
        { "Tom's 3 cats' bowls.", "tom #3 cats bowls" },
        { "$4.50 and 20%", "#9/2 dollars and #20 percent" },
        { "1,200 of 5/12", "#1200 of #5/12" },
        { "Twenty-five, thirty six", "#25 #36" },
        { "two hundred and five", "#205" },
        { "nineteen hundred", "#1900" },
        { "one hundred and cats", "#100 and cats" },
        { "three thousand two hundred", "#3200" },
        { "five and six", "#5 and #6" },
        { "two two", "#2 #2" },
        { "sixteen three", "#16 #3" },
        { "twice half a dozen", "#2 #1/2 a #12" },
        { "zero million", "#0 #1000000" },
        { "don\xE2\x80\x99t \xE2\x80\x9Cgo\xE2\x80\x9D", "don't go" },
        { "million million", "#1000000 #1000000" },
        { "million thousand", "#1000000 #1000" },
        { "two million three thousand and one", "#2003001" },
        { "two thousand three million", "#2000 #3000000" },
        { "x2y", "x #2 y" },
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof x / sizeof *x; i++)
        assert_string_equal(tokens_text(&a, x[i].text), x[i].want);
    arena_clear(&a);
}

static void relation_words(void **state)
{
    struct arena a = { 0 };

    (void)state;
    assert_string_equal(text_relation("gave"), text_relation("giving"));
    assert_string_equal(text_relation("didn't"), text_relation("not"));
    assert_string_not_equal(text_relation("more"), text_relation("less"));
    assert_null(text_relation("apple"));
    assert_null(text_relation("a"));
    assert_null(text_relation(""));
    assert_string_equal(text_stem(&a, "berries"), "berry");
    assert_string_equal(text_stem(&a, "boxes"), "box");
    assert_string_equal(text_stem(&a, "glass"), "glass");
    arena_clear(&a);
}

/* ---- the tables ---- */

static const char *line_breaks(struct arena *a, const char *text)
{
    struct str out = str_in(a);

    while (*text) {
        bool mark = str_starts(text, "\xC2\xB6");

        str_addc(&out, mark ? '\n' : *text);
        text += mark ? 2 : 1;
    }
    return str_get(&out);
}

static enum job_kind kind_of(const char *name)
{
    return str_eq(name, "text")         ? JOB_TEXT
           : str_eq(name, "background") ? JOB_BACKGROUND
                                        : JOB_TOPIC;
}

static void new_texts(void **state)
{
    const char *lines[3], *why;
    struct arena a = { 0 };
    struct cases c;

    (void)state;
    cases_open(&c, "evolve/new.test");
    while (cases_next(&c, lines, 3)) {
        enum text_refusal r = text_check_new(&a, line_breaks(&a, lines[1]),
                                             kind_of(lines[0]), &why);

        if (!str_eq(text_refusal_name(r), lines[2]))
            cases_fail(&c, "%s, not %s (%s)", text_refusal_name(r), lines[2],
                       why);
        if ((r == TEXT_FINE) != !*why)
            cases_fail(&c, "the reason is \"%s\"", why);
    }
    assert_int_equal(cases_close(&c), 0);
    arena_clear(&a);
}

/* Three things of the theme "prices", in a second part with a letter. */
static struct individual priced(struct arena *a)
{
    static const char *const names[] = { "the price of the brass lamp",
                                         "the price of the woven rug",
                                         "the price of the oak stool" };
    struct linear_problem *b = arena_new(a, struct linear_problem);
    struct individual s = { .n_parts = 2 };

    b->theme = theme_find("prices");
    assert_non_null(b->theme);
    b->system.n_vars = 3;
    for (size_t i = 0; i < 3; i++) {
        size_t k = 0;

        while (!str_eq(b->theme->things[k], names[i]))
            k++;
        b->thing[i] = k;
    }
    s.parts[0].structure = s.parts[1].structure =
        (struct structure){ &structure_linear, b };
    s.parts[0].answer = RATIO(12);
    s.parts[1].letter = "X";
    s.parts[1].sum = (struct link_sum){ .terms = { { .ratio = { 1, 2 } } },
                                        .n = 1,
                                        .plus = RATIO(0) };
    return s;
}

static void run_pairs(const char *file, const struct individual *s)
{
    const char *lines[3], *why;
    struct arena a = { 0 };
    struct cases c;

    cases_open(&c, file);
    while (cases_next(&c, lines, 3)) {
        struct polish_pair p = { s, s->n_parts - 1, lines[0],
                                 line_breaks(&a, lines[1]) };
        enum text_refusal r = text_check_pair(&a, &p, &why);

        if (!str_eq(text_refusal_name(r), lines[2]))
            cases_fail(&c, "%s, not %s (%s)", text_refusal_name(r), lines[2],
                       why);
        /* What stays as it is says the same. */
        p.new = p.old;
        if (text_check_pair(&a, &p, &why) != TEXT_FINE)
            cases_fail(&c, "the old sentence itself: %s", why);
    }
    assert_int_equal(cases_close(&c), 0);
    arena_clear(&a);
}

static void polished_equations(void **state)
{
    struct arena a = { 0 };
    struct individual s = priced(&a);

    (void)state;
    run_pairs("evolve/polish_linear.test", &s);
    arena_clear(&a);
}

/* What only may hold is no polish of what holds, however it is worded. */
static void vague_equations(void **state)
{
    struct arena a = { 0 };
    struct individual s = priced(&a);
    const struct linear_problem *b = structure_linear_of(&s.parts[1].structure);
    struct say_options o = { .theme = b->theme, .thing = b->thing };
    struct equation eq = { .rhs = RATIO(3) };
    struct str old = str_in(&a);

    (void)state;
    for (size_t i = 0; i < LINEAR_VARIABLES; i++)
        eq.c[i] = RATIO(i == 0 ? 1 : i == 1 ? -1 : 0);
    o.hidden = SIZE_MAX;
    linear_say(&old, &eq, &o, NULL);
    for (size_t i = 0; i < n_vague_relations; i++) {
        struct str new = str_in(&a);
        struct polish_pair p = { &s, 1, str_get(&old), NULL };
        const char *why;

        linear_say_vague(&new, &eq, &o, i);
        p.new = str_get(&new);
        if (text_check_pair(&a, &p, &why) == TEXT_FINE)
            fail_msg("%s", p.new);
    }
    arena_clear(&a);
}

/* ---- a structure of sentences ---- */

struct told {
    const char *sentences[4];
    size_t n;
};

static void told_say(struct arena *a, const void *data, size_t hidden,
                     const char *letter, struct saying *out)
{
    const struct told *t = data;

    (void)a, (void)hidden, (void)letter;
    *out = (struct saying){ .n = t->n, .question = t->n - 1 };
    for (size_t i = 0; i < t->n; i++)
        out->sentences[i] = t->sentences[i];
}

static const struct structure_kind told_kind = { .name = "told",
                                                 .say = told_say };

static const struct told apples = { { "Tom has 5 apples.",
                                      "Ann gives 3 apples to Tom.",
                                      "How many apples does Tom have?" },
                                    3 };

static struct individual told_specimen(struct arena *a, const struct told *t)
{
    struct individual s = { .id = "t", .n_parts = 1, .n_lines = t->n };

    s.parts[0].structure = (struct structure){ &told_kind, t };
    s.lines = arena_array(a, struct individual_line, t->n);
    for (size_t i = 0; i < t->n; i++)
        s.lines[i] =
            (struct individual_line){ .role = i + 1 < t->n ? ROLE_CONDITION
                                                           : ROLE_QUESTION,
                                      .sentence = i,
                                      .text = t->sentences[i] };
    return s;
}

static void polished_words(void **state)
{
    struct arena a = { 0 };
    struct individual s = told_specimen(&a, &apples);

    (void)state;
    s.parts[0].structure.kind = &structure_graph; /* where "$5" is no formula */
    run_pairs("evolve/polish_other.test", &s);
    arena_clear(&a);
}

/* Formulas stay as they are, to the byte. */
static void polished_formulas(void **state)
{
    static const struct {
        const char *old, *new;
        enum text_refusal want;
    } x[] = {
        { "Let $x + y = 3$.", "Now let $x + y = 3$.", TEXT_FINE },
        { "Let $x + y = 3$.", "Now let $x - y = 3$.", TEXT_NUMBER },
        { "Let $x = 3$ and $y = 3$.", "Let $y = 3$ and $x = 3$.", TEXT_NUMBER },
        { "Let $x + y = 3$.", "Now let x + y = 3.", TEXT_NUMBER },
    };
    struct arena a = { 0 };
    struct individual s = told_specimen(&a, &apples);
    const char *why;

    (void)state;
    for (size_t i = 0; i < sizeof x / sizeof *x; i++) {
        struct polish_pair p = { &s, 0, x[i].old, x[i].new };

        assert_int_equal(text_check_pair(&a, &p, &why), x[i].want);
    }
    arena_clear(&a);
}

static void polished_parts(void **state)
{
    const char *const good[] = { NULL, "Then Ann gives 3 apples to Tom.",
                                 NULL };
    const char *const fine[] = { "Tom owns 5 apples.", NULL, NULL };
    const char *const bad[] = { "Tom owns 5 apples.",
                                "Ann takes 3 apples to Tom.", NULL };
    struct arena a = { 0 };
    struct individual s = told_specimen(&a, &apples);
    struct individual_line swap = s.lines[0];
    const char *why;

    (void)state;
    assert_int_equal(text_check_polished(&a, &s, 0, fine, 3, &why), TEXT_FINE);
    assert_int_equal(text_check_polished(&a, &s, 0, good, 3, &why),
                     TEXT_RELATION); /* "then" is new */
    assert_int_equal(text_check_polished(&a, &s, 0, bad, 3, &why),
                     TEXT_RELATION);
    assert_non_null(strstr(why, "sentence 2"));
    assert_int_equal(text_check_polished(&a, &s, 0, fine, 2, &why), TEXT_FORM);
    /* By the order of the lines, not of the saying. */
    s.lines[0] = s.lines[1];
    s.lines[1] = swap;
    assert_int_equal(text_check_polished(&a, &s, 0, fine, 3, &why),
                     TEXT_NUMBER);
    arena_clear(&a);
}

/* Whatever comes in, the checks come to an end. */
static void hostile_texts(void **state)
{
    static const char *const pieces[] = {
        "\xFF\xFE",
        "\xE2\x80",
        "{",
        "}",
        "$",
        "\\",
        "'",
        "''s",
        "1,",
        "1/0",
        "9999999999999999999999",
        ".",
        "?",
        "and",
        "hundred",
        "the price of",
        "\x01",
        "%",
        "A",
        " ",
        "Tom",
        "million",
        "|",
        "a|b",
        "",
    };
    struct arena a = { 0 };
    struct individual s = told_specimen(&a, &apples), lin = priced(&a);
    struct rng r;
    const char *why;

    (void)state;
    rng_init(&r, hash_bytes("hostile", 7));
    for (int i = 0; i < 2000; i++) {
        struct arena b = { 0 };
        struct str t = str_in(&b);
        struct polish_pair p = { i % 2 ? &s : &lin, 0, "Tom has 5 apples.",
                                 NULL };

        for (uint64_t n = rng_below(&r, 12); n > 0; n--) {
            str_add(&t, pieces[rng_below(&r, sizeof pieces / sizeof *pieces)]);
            if (rng_below(&r, 2))
                str_addc(&t, ' ');
        }
        p.new = str_get(&t);
        (void)text_check_new(&b, p.new, JOB_TEXT, &why);
        (void)text_check_pair(&b, &p, &why);
        p.old = p.new;
        (void)text_check_pair(&b, &p, &why);
        arena_clear(&b);
    }
    arena_clear(&a);
}

/* ---- replies ---- */

static void read_texts(void **state)
{
    static const struct {
        const char *reply, *want;
    } x[] = {
        { "<text>It rained.</text>", "It rained." },
        { "Sure:\n<text>\n It  rained.\nIt snowed. </text>\nBye",
          "It rained. It snowed." },
        { "<think>a <text>no</text></think><text>yes</text>", "yes" },
        { "<text>cut off", NULL },
        { "{\"text\": \"It rained.\"}", "It rained." },
        { "```json\n{\"text\": \"It rained.\"}\n```", "It rained." },
        { "{\"text\": 3}", NULL },
        { "\"It rained.\"\n", "It rained." },
        { "It rained.\n\nIt snowed.", NULL },
        { "  ", NULL },
        { "", NULL },
        { "<think>never ends", NULL },
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof x / sizeof *x; i++) {
        const char *got = writer_read_text(&a, x[i].reply);

        if (!got || !x[i].want)
            assert_ptr_equal(got, x[i].want);
        else
            assert_string_equal(got, x[i].want);
    }
    arena_clear(&a);
}

static void read_lists(void **state)
{
    static const struct {
        const char *reply, *want; /* sentences with "|"; "-": missing */
    } x[] = {
        { "1. A a.\n2. B b.\n3. C c.", "A a.|B b.|C c." },
        { "Here:\n\n1) A a.\n**2.** B b.\n 3: \"C c.\"\nDone.",
          "A a.|B b.|C c." },
        { "2. B b.\n1. A a.", "A a.|B b.|-" },
        { "1. A a.\n1. A b.\n2. B b.", "-|B b.|-" },
        { "1. A.\n1. B.\n1. C.", "-|-|-" },
        { "4. D d.\n0. N.\n99999999999999999999. M.", "-|-|-" },
        { "1.5 litres\n1 x", "-|-|-" },
        { "<think>1. no</think>3. C c.", "-|-|C c." },
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof x / sizeof *x; i++) {
        const char *said[3];
        struct str out = str_in(&a);
        size_t n = writer_read_list(&a, x[i].reply, said, 3), seen = 0;

        for (size_t k = 0; k < 3; k++) {
            str_addf(&out, "%s%s", k ? "|" : "", said[k] ? said[k] : "-");
            seen += said[k] != NULL;
        }
        assert_int_equal(n, seen);
        assert_string_equal(str_get(&out), x[i].want);
    }
    arena_clear(&a);
}

/* ---- the rounds ---- */

static const char good_text[] = "A clerk mentioned the apples before a visitor "
                                "came in, and later on it was forgotten.";
static const char bad_text[] = "A clerk ate three apples before a visitor came "
                               "in, and later on it was forgotten.";

static const char *tagged(struct arena *a, const char *text)
{
    return arena_printf(a, "<text>%s</text>", text);
}

/* The question of try `tries` + 1, after `last` was refused. */
static const char *question(struct arena *a, struct text_job *job,
                            unsigned tries, const char *last)
{
    struct writer_complaint c = { .tries = tries, .text = last };
    const char *why = "";

    if (last)
        (void)text_check_new(a, last, job->kind, &why);
    c.reasons = &why;
    c.n_reasons = last != NULL;
    return writer_user(a, job, NULL, 0, &c);
}

static void work(struct desk *d, struct text_job *jobs, size_t n,
                 struct writer_report *report)
{
    struct err e;

    if (!writer_work(&d->arena, &d->questioner, jobs, n, report, &e))
        fail_msg("%s", e.msg);
    assert_int_equal(report->jobs,
                     report->accepted + report->built_in + report->failed);
}

/* Good at once, good after a bad one, always bad, and no answer at all. */
static void rounds(void **state)
{
    static const struct told other[] = {
        { { "Tom has 5 apples.", "How many is that?" }, 2 },
        { { "Tom has 6 apples.", "How many is that?" }, 2 },
        { { "Tom has 7 apples.", "How many is that?" }, 2 },
        { { "Tom has 8 apples.", "How many is that?" }, 2 },
    };
    struct writer_report report = { 0 };
    struct individual s[4];
    struct text_job jobs[4];
    struct desk d = { 0 };
    struct arena *a = &d.arena;

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        s[i] = told_specimen(a, &other[i]);
        jobs[i] = (struct text_job){ .kind = JOB_TEXT, .individual = &s[i] };
    }
    desk_row(&d, question(a, &jobs[0], 0, NULL), tagged(a, good_text), "stop");
    desk_row(&d, question(a, &jobs[1], 0, NULL), tagged(a, bad_text), "stop");
    desk_row(&d, question(a, &jobs[1], 1, bad_text), tagged(a, good_text),
             "stop");
    for (unsigned i = 0; i < 3; i++)
        desk_row(&d, question(a, &jobs[2], i, i ? bad_text : NULL),
                 tagged(a, bad_text), "stop");
    desk_open(&d, NULL);
    work(&d, jobs, 4, &report);
    assert_string_equal(jobs[0].text, good_text);
    assert_string_equal(jobs[1].text, good_text);
    assert_null(jobs[2].text);
    assert_non_null(strstr(jobs[2].reason, "three"));
    assert_null(jobs[3].text);
    assert_int_equal(jobs[0].asked, 1);
    assert_int_equal(jobs[1].asked, 2);
    assert_int_equal(jobs[2].asked, 3);
    assert_int_equal(jobs[3].asked, 1); /* an error is no refusal */
    assert_int_equal(report.accepted, 2);
    assert_int_equal(report.built_in, 1);
    assert_int_equal(report.failed, 1);
    assert_int_equal(report.asked_again, 3);
    assert_int_equal(report.refused[TEXT_NUMBER], 4);
    assert_int_equal(d.questioner.asked, 6);
    desk_close(&d);
}

/* The same words for two problems: the second is asked for others, and told
 * why; for one problem, as another setting asks for it, they may come again. */
static void repeated(void **state)
{
    static const struct told other[] = {
        { { "Tom has 5 apples.", "How many is that?" }, 2 },
        { { "Tom has 6 apples.", "How many is that?" }, 2 },
    };
    static const char again[] = "A sailor mentioned the apples before a "
                                "visitor came in, and later on it was lost.";
    const char *why = "another problem has the same words already: write "
                      "others";
    struct writer_report report = { 0 };
    struct individual s[2];
    struct text_job jobs[2];
    struct desk d = { 0 };
    struct arena *a = &d.arena;
    struct writer_complaint c = {
        .tries = 1, .text = good_text, .reasons = &why, .n_reasons = 1
    };

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        s[i] = told_specimen(a, &other[i]);
        s[i].id = i ? "second" : "first";
        jobs[i] = (struct text_job){ .kind = JOB_TEXT, .individual = &s[i] };
        desk_row(&d, question(a, &jobs[i], 0, NULL), tagged(a, good_text),
                 "stop");
    }
    desk_row(&d, writer_user(a, &jobs[1], NULL, 0, &c), tagged(a, again),
             "stop");
    desk_open(&d, NULL);
    report.texts = arena_new(a, struct map);
    work(&d, jobs, 2, &report);
    assert_string_equal(jobs[0].text, good_text);
    assert_string_equal(jobs[1].text, again);
    assert_int_equal(report.refused[TEXT_REPEATED], 1);
    assert_int_equal(report.asked_again, 1);
    work(&d, jobs, 1, &report);
    assert_string_equal(jobs[0].text, good_text);
    assert_int_equal(report.refused[TEXT_REPEATED], 1);
    map_clear(report.texts);
    desk_close(&d);
}

/* What a model declines, or says in a form of its own. */
static void odd_replies(void **state)
{
    static const char *const replies[] = { "", "It rained.\n\nIt snowed.",
                                           "<text>cut" };
    static const struct told other[] = {
        { { "Tom has 5 apples.", "How many is that?" }, 2 },
        { { "Tom has 6 apples.", "How many is that?" }, 2 },
        { { "Tom has 7 apples.", "How many is that?" }, 2 },
    };
    struct writer_report report = { 0 };
    struct individual s[3];
    struct text_job jobs[3];
    struct desk d = { 0 };

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        s[i] = told_specimen(&d.arena, &other[i]);
        jobs[i] = (struct text_job){ .kind = JOB_TOPIC, .individual = &s[i] };
        desk_row(&d, question(&d.arena, &jobs[i], 0, NULL), replies[i],
                 i == 2 ? "length" : "stop");
    }
    desk_open(&d, NULL);
    work(&d, jobs, 3, &report);
    /* The row that a second try would need is not there. */
    assert_int_equal(report.failed, 3);
    assert_int_equal(report.asked_again, 3);
    assert_int_equal(report.refused[TEXT_EMPTY], 1);
    assert_int_equal(report.refused[TEXT_FORM], 2);
    desk_close(&d);
}

/* A polish keeps the sentences that passed and asks for the others. */
static void polish_rounds(void **state)
{
    static const char *const why =
        "sentence 1: the number \"3\" is gone (it was: \"Ann gives 4 apples to "
        "Tom.\")";
    struct writer_report report = { 0 };
    struct desk d = { 0 };
    struct individual s = told_specimen(&d.arena, &apples);
    struct text_job job = { .kind = JOB_POLISH, .individual = &s };
    struct writer_complaint none = { 0 };
    struct writer_complaint c = { .tries = 1, .reasons = &why, .n_reasons = 1 };

    (void)state;
    desk_row(&d, writer_user(&d.arena, &job, apples.sentences, 3, &none),
             "1. Tom owns 5 apples.\n2. Ann gives 4 apples to Tom.\n"
             "3. How many apples does Tom have?",
             "stop");
    desk_row(&d, writer_user(&d.arena, &job, apples.sentences + 1, 1, &c),
             "1. Ann gives 3 of her apples to Tom.", "stop");
    desk_open(&d, NULL);
    work(&d, &job, 1, &report);
    assert_int_equal(report.accepted, 1);
    assert_int_equal(report.partly, 1);
    assert_int_equal(job.asked, 3); /* "her" was not there; no third row */
    assert_int_equal(report.refused[TEXT_NUMBER], 1);
    assert_int_equal(report.refused[TEXT_THING], 1);
    assert_int_equal(job.n_lines, 3);
    assert_string_equal(job.lines[0], "Tom owns 5 apples.");
    assert_null(job.lines[1]);
    assert_null(job.lines[2]); /* the same word for word */
    desk_close(&d);
}

static void polish_of_nothing(void **state)
{
    struct writer_report report = { 0 };
    struct desk d = { 0 };
    struct individual s = told_specimen(&d.arena, &apples);
    struct text_job job = { .kind = JOB_POLISH, .individual = &s };
    struct writer_complaint none = { 0 };

    (void)state;
    desk_row(&d, writer_user(&d.arena, &job, apples.sentences, 3, &none),
             "1. Tom has 5 apples.\n2. Ann gives 3 apples to Tom.\n"
             "3. How many apples does Tom have?",
             "stop");
    desk_open(&d, NULL);
    work(&d, &job, 1, &report);
    assert_int_equal(report.built_in, 1);
    assert_int_equal(job.asked, 1);
    assert_null(job.lines);
    assert_string_equal(job.reason, "no sentence was changed");
    work(&d, &job, 0, &report);
    assert_int_equal(report.jobs, 1);
    desk_close(&d);
}

/* ---- the test server ---- */

static void serve(struct desk *d, void **state, const char *scenario,
                  struct text_job *jobs, struct individual *s, size_t n)
{
    const struct job_server *server = *state;

    desk_open(d, arena_printf(&d->arena, "http://127.0.0.1:%s/%s#m",
                              server->port, scenario));
    for (size_t i = 0; i < n; i++) {
        struct told *t = arena_new(&d->arena, struct told);

        *t = (struct told){ { arena_printf(&d->arena, "Tom has %zu apples.", i),
                              "How many is that?" },
                            2 };
        s[i] = told_specimen(&d->arena, t);
        jobs[i] = (struct text_job){ .kind = (enum job_kind)(i % 4),
                                     .individual = &s[i] };
    }
}

/* A model that says something else whatever it is asked. */
static void always_bad(void **state)
{
    enum { N = 8 };
    const struct job_server *server = *state;
    struct writer_report report = { 0 };
    struct individual s[N];
    struct text_job jobs[N];
    struct desk d = { 0 };
    uint64_t refused = 0;

    serve(&d, state, "ok,seed=writer", jobs, s, N);
    work(&d, jobs, N, &report);
    assert_int_equal(report.built_in, N);
    assert_int_equal(report.asked_again, 2 * N);
    assert_int_equal(job_stat(server, "ok,seed=writer", "requests"), 3 * N);
    for (size_t i = 0; i < TEXT_REFUSALS; i++)
        refused += report.refused[i];
    assert_int_equal(refused, 3 * N);
    /* The same again comes from the journal. */
    work(&d, jobs, N, &report);
    assert_int_equal(job_stat(server, "ok,seed=writer", "requests"), 3 * N);
    desk_close(&d);
}

/* Calls that fail are no refusals; a server that is down stops the work. */
static void dead(void **state)
{
    enum { N = 12 };
    struct writer_report report = { 0 };
    struct individual s[N];
    struct text_job jobs[N];
    struct desk d = { 0 };
    struct err e;

    serve(&d, state, "400-context,times=1e9,seed=writer", jobs, s, 5);
    work(&d, jobs, 5, &report);
    assert_int_equal(report.failed, 5);
    assert_int_equal(report.asked_again, 0);
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(jobs[i].asked, 1);
        assert_non_null(jobs[i].reason);
        assert_null(jobs[i].text);
    }
    desk_close(&d);
    d = (struct desk){ 0 };
    serve(&d, state, "should-retry-false,times=1e9,seed=writer", jobs, s, N);
    assert_false(writer_work(&d.arena, &d.questioner, jobs, N, &report, &e));
    job_assert_holds(e.msg, "failed; the last error: ");
    desk_close(&d);
}

/* Each kind of job says who it is in its first sentence. */
static void system_messages(void **state)
{
    (void)state;
    for (enum job_kind k = JOB_TEXT; k <= JOB_POLISH; k++)
        for (enum job_kind m = JOB_TEXT; m < k; m++) {
            const char *x = writer_system(k), *y = writer_system(m);
            size_t n = strcspn(x, ".") + 1;

            assert_true(str_starts(x, "You "));
            assert_int_not_equal(strncmp(x, y, n), 0);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tokens),
        cmocka_unit_test(relation_words),
        cmocka_unit_test(new_texts),
        cmocka_unit_test(polished_equations),
        cmocka_unit_test(vague_equations),
        cmocka_unit_test(polished_words),
        cmocka_unit_test(polished_formulas),
        cmocka_unit_test(polished_parts),
        cmocka_unit_test(hostile_texts),
        cmocka_unit_test(read_texts),
        cmocka_unit_test(read_lists),
        cmocka_unit_test(repeated),
        cmocka_unit_test(rounds),
        cmocka_unit_test(odd_replies),
        cmocka_unit_test(polish_rounds),
        cmocka_unit_test(polish_of_nothing),
        cmocka_unit_test(always_bad),
        cmocka_unit_test(dead),
        cmocka_unit_test(system_messages),
    };

    unsetenv("ASSAY_API_KEY");
    return cmocka_run_group_tests(tests, job_server_start, job_server_stop);
}
