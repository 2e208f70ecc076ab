/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Themes, and equations as sentences. The second method is the reader, which
 * shares no words with the writer but the things: what is said is read back
 * as the same equation, whatever the style, with numbers hidden and changed.
 */
#include "base/rng.h"
#include "base/str.h"
#include "family/linear/read.h"
#include "family/linear/say.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- themes ---- */

/* No number, no relation. */
static void check_words(const char *text)
{
    struct arena a = { 0 };

    assert_null(strstr(text, "  "));
    if (linear_read_danger(&a, text, strlen(text)))
        fail_msg("\"%s\" holds \"%s\"", text,
                 linear_read_danger(&a, text, strlen(text)));
    arena_clear(&a);
}

static void themes_keep_their_rules(void **state)
{
    (void)state;
    assert_true(n_linear_themes >= 24);
    for (size_t i = 0; i < n_linear_themes; i++) {
        const struct theme *t = &linear_themes[i];

        assert_ptr_equal(theme_find(t->name), t);
        assert_null(t->things[THEME_THINGS]);
        assert_true(
            str_starts(t->scene, "in ") || str_starts(t->scene, "on ") ||
            str_starts(t->scene, "at ") || str_starts(t->scene, "among ") ||
            str_starts(t->scene, "around "));
        check_words(t->scene);
        assert_int_equal(theme_thing(t, "nothing"), THEME_THINGS);
        for (size_t k = 0; k < THEME_THINGS; k++) {
            assert_int_equal(theme_thing(t, t->things[k]), k);
            assert_true(str_starts(t->things[k], "the "));
            check_words(t->things[k]);
        }
    }
    assert_null(theme_find("nothing"));
    assert_null(theme_find(""));
}

/* No phrase begins another, of any theme. */
static void no_thing_begins_another(void **state)
{
    (void)state;
    for (size_t i = 0; i < n_linear_themes; i++)
        for (size_t k = 0; k < THEME_THINGS; k++)
            for (size_t j = 0; j < n_linear_themes; j++)
                for (size_t m = 0; m < THEME_THINGS; m++)
                    if ((i != j || k != m) &&
                        str_starts(linear_themes[j].things[m],
                                   linear_themes[i].things[k]))
                        fail_msg("\"%s\" begins \"%s\"",
                                 linear_themes[i].things[k],
                                 linear_themes[j].things[m]);
}

/* ---- joints ---- */

/* The words that stand between the parts of a sentence are in no thing, but for
 * "to", which all things of a theme have or none; and where they have it, nothing
 * is added to anything. */
static bool has_word(const char *text, const char *word)
{
    struct arena a = { 0 };
    bool has = strstr(arena_printf(&a, " %s ", text),
                      arena_printf(&a, " %s ", word)) != NULL;

    arena_clear(&a);
    return has;
}

static bool says_adding(const struct theme *theme, int64_t b, int64_t rhs)
{
    size_t thing[LINEAR_VARIABLES] = { 3, 5 };
    struct equation eq = linear_zero();
    bool adds = false;

    eq.c[0] = RATIO(1);
    eq.c[1] = RATIO(b);
    eq.rhs = RATIO(rhs);
    for (unsigned style = 0; style < 40; style++) {
        struct say_options o = { theme, thing, style, SIZE_MAX, NULL };
        struct str text = { 0 };

        linear_say(&text, &eq, &o, NULL);
        adds = adds || strstr(text.s, "Adding ") || strstr(text.s, "we add ");
        str_clear(&text);
    }
    return adds;
}

static void joints_are_clear(void **state)
{
    static const char *const joints[] = {
        "and",  "plus", "minus",  "times", "from", "by",
        "than", "is",   "equals", "or",    "with", "between"
    };
    size_t with = 0;

    (void)state;
    for (size_t i = 0; i < n_linear_themes; i++) {
        const struct theme *t = &linear_themes[i];
        bool to = has_word(t->things[0], "to");

        for (size_t k = 0; k < THEME_THINGS; k++) {
            assert_int_equal(has_word(t->things[k], "to"), to);
            for (size_t j = 0; j < sizeof joints / sizeof *joints; j++)
                assert_false(has_word(t->things[k], joints[j]));
        }
        assert_int_equal(says_adding(t, 2, 14), !to);
        assert_int_equal(says_adding(t, -2, 14), !to);
        assert_int_equal(says_adding(t, 2, -14), !to);
        with += to;
    }
    assert_int_equal(with, 2); /* distances and voyages */
}

/* Another theme changes names alone: the same numbers in the same order. */
static void themes_share_numbers(void **state)
{
    size_t thing[LINEAR_VARIABLES] = { 3, 5, 7 };
    struct equation eq = linear_zero();

    (void)state;
    for (unsigned style = 0; style < 400; style++)
        for (int signs = 0; signs < 16; signs++) {
            struct slots x = { 0 }, y = { 0 };
            struct say_options o = { theme_find("prices"), thing, style,
                                     SIZE_MAX, NULL };
            struct str text = { 0 };

            eq.rhs = RATIO(signs & 1 ? 14 : -14);
            for (size_t i = 0; i < 3; i++)
                eq.c[i] =
                    RATIO(signs >> (i + 1) & 1 ? 2 + (int)i : -2 - (int)i);
            linear_say(&text, &eq, &o, &x);
            o.theme = theme_find("distances");
            linear_say(&text, &eq, &o, &y);
            assert_int_equal(x.n, y.n);
            assert_memory_equal(x.var, y.var, sizeof x.var);
            str_clear(&text);
        }
}

/* ---- random equations ---- */

struct scene {
    struct rng rng;
    const struct theme *theme;
    size_t thing[LINEAR_VARIABLES];
    const char *names[LINEAR_VARIABLES];
    struct equation eq;
};

static struct ratio draw_number(struct rng *r, int64_t most)
{
    struct ratio x;
    int64_t p = rng_range(r, 1, most), q = 1;

    if (rng_below(r, 4) == 0)
        q = rng_range(r, 2, 12);
    assert_true(ratio_make(&x, p, q));
    return rng_below(r, 2) ? x : ratio_neg(x);
}

static void draw_equation(struct scene *s)
{
    struct rng *r = &s->rng;
    size_t terms = 1 + rng_below(r, 3);

    if (rng_below(r, 20) == 0)
        terms = 1 + rng_below(r, LINEAR_VARIABLES);
    for (size_t i = 0; i < LINEAR_VARIABLES; i++)
        s->eq.c[i] = RATIO(0);
    for (size_t i = 0; i < terms; i++) {
        size_t var = rng_below(r, LINEAR_VARIABLES);

        s->eq.c[var] = draw_number(r, 5);
    }
    s->eq.rhs = rng_below(r, 5) ? draw_number(r, 40) : RATIO(0);
}

/* A theme, its things in any order, an equation. */
static void draw_scene(struct scene *s)
{
    size_t order[64], n;

    s->theme = &linear_themes[rng_below(&s->rng, n_linear_themes)];
    n = THEME_THINGS;
    for (size_t i = 0; i < n; i++)
        order[i] = i;
    rng_shuffle(&s->rng, order, n, sizeof order[0]);
    for (size_t i = 0; i < LINEAR_VARIABLES; i++) {
        s->thing[i] = order[i];
        s->names[i] = s->theme->things[order[i]];
    }
    draw_equation(s);
}

static struct say_options options(const struct scene *s, unsigned style)
{
    return (struct say_options){
        .theme = s->theme, .thing = s->thing, .style = style, .hidden = SIZE_MAX
    };
}

/* ---- reading back ---- */

static enum linear_reading read_back(const struct scene *s, const char *text,
                                     const struct ratio *x,
                                     struct equation *out)
{
    static const char *const letters[] = { "X" };
    struct linear_words v = { .names = s->names,
                              .n = LINEAR_VARIABLES,
                              .unit = s->theme->unit,
                              .one = s->theme->one,
                              .letters = letters,
                              .letter_values = x,
                              .n_letters = x ? 1 : 0 };
    size_t asked;

    return linear_read(text, strlen(text), &v, out, &asked);
}

static struct ratio *number_of(struct equation *eq, size_t var)
{
    return var == LINEAR_VARIABLES ? &eq->rhs : &eq->c[var];
}

/* The same up to a factor: by division by the first coefficient. */
static bool same_equation(struct equation x, struct equation y)
{
    size_t k = 0;
    struct ratio u, v;

    while (k < LINEAR_VARIABLES && ratio_sign(x.c[k]) == 0)
        k++;
    if (k == LINEAR_VARIABLES || ratio_sign(y.c[k]) == 0)
        return false;
    for (size_t i = 0; i <= LINEAR_VARIABLES; i++)
        if (!ratio_div(&u, *number_of(&x, i), x.c[k]) ||
            !ratio_div(&v, *number_of(&y, i), y.c[k]) || !ratio_equal(u, v))
            return false;
    return true;
}

/* Capital, full stop, single blanks, "1 dollar". */
static void check_looks(const struct scene *s, const char *text)
{
    char many[64];
    size_t n = strlen(text);

    assert_true((text[0] >= 'A' && text[0] <= 'Z') ||
                (text[0] >= '0' && text[0] <= '9'));
    assert_int_equal(text[n - 1], '.');
    assert_int_not_equal(text[n - 2], '.');
    assert_null(strstr(text, "  "));
    assert_null(strstr(text, " ,"));
    assert_null(strstr(text, " ."));
    assert_null(strstr(text, " -"));
    assert_null(strchr(text, '%'));
    if (!str_eq(s->theme->unit, s->theme->one)) {
        snprintf(many, sizeof many, " 1 %s", s->theme->unit);
        if (strstr(text, many))
            fail_msg("%s", text);
    }
}

static void must_read(const struct scene *s, const char *text,
                      const struct ratio *x, const struct equation *want)
{
    struct equation got;
    enum linear_reading r = read_back(s, text, x, &got);

    if (r != READING_EQUATION)
        fail_msg("read as %d: %s", (int)r, text);
    if (!same_equation(*want, got))
        fail_msg("read as another: %s", text);
}

/* ---- slots ---- */

/* What is noted of slot i is what the equation has there; with the letter in
 * its place, the letter's value is the number, whatever it is; and another
 * number there is told in the same way. */
static void check_slot(const struct scene *s, unsigned style, size_t i,
                       const struct slots *slots)
{
    struct say_options o = options(s, style);
    struct equation changed = s->eq;
    struct ratio *number = number_of(&changed, slots->var[i]);
    struct ratio value = RATIO(23);
    struct str text = { 0 };
    struct slots again;

    assert_int_equal(ratio_sign(slots->value[i]), 1);
    assert_int_equal(slots->sign[i], ratio_sign(*number));
    assert_true(ratio_equal(slots->value[i],
                            slots->sign[i] > 0 ? *number : ratio_neg(*number)));
    o.hidden = i;
    o.letter = "X";
    linear_say(&text, &s->eq, &o, &again);
    assert_int_equal(again.n, slots->n);
    assert_non_null(strstr(text.s, "X "));
    check_looks(s, text.s);
    must_read(s, text.s, &slots->value[i], &s->eq);
    *number = slots->sign[i] > 0 ? value : ratio_neg(value);
    must_read(s, text.s, &value, &changed);
    str_reset(&text);
    o.hidden = SIZE_MAX;
    linear_say(&text, &changed, &o, &again);
    must_read(s, text.s, NULL, &changed);
    assert_int_equal(again.n, slots->n);
    assert_int_equal(again.var[i], slots->var[i]);
    assert_true(ratio_equal(again.value[i], value));
    str_clear(&text);
}

/* The numbers of the text in its order, where it has no 0. */
static void check_order(const char *text, const struct slots *slots)
{
    size_t k = 0;

    for (const char *c = text; *c && k < SAY_SLOTS; c++) {
        size_t n = strspn(c, "0123456789./");
        struct ratio x;

        if (n == 0)
            continue;
        if (ratio_read(&x, c, n - (c[n - 1] == '.')) && ratio_sign(x) != 0) {
            assert_true(k < slots->n);
            assert_true(ratio_equal(x, slots->value[k]));
            k++;
        }
        c += n - 1;
    }
    assert_int_equal(k, slots->n);
}

static void says_what_it_means(void **state)
{
    struct scene s;
    bool soak = getenv("ASSAY_SOAK") != NULL;
    int rounds = soak ? 20000 : 1500;

    (void)state;
    rng_init(&s.rng, (struct hash128){ 1, 2 });
    for (int k = 0; k < rounds; k++) {
        unsigned style = (unsigned)rng_below(&s.rng, 1u << 20);
        struct slots slots, twice;
        struct str text = { 0 }, again = { 0 };
        struct say_options o;

        draw_scene(&s);
        o = options(&s, style);
        linear_say(&text, &s.eq, &o, &slots);
        linear_say(&again, &s.eq, &o, &twice);
        assert_string_equal(text.s, again.s);
        check_looks(&s, text.s);
        must_read(&s, text.s, NULL, &s.eq);
        check_order(text.s, &slots);
        for (size_t i = 0; i < slots.n; i++)
            if (soak || i == (size_t)k % slots.n)
                check_slot(&s, style, i, &slots);
        str_clear(&text);
        str_clear(&again);
    }
}

/* Every template of every shape comes up among the first 64 styles; common
 * shapes have four and more. */
static void has_styles(void **state)
{
    static const struct {
        int64_t c[3], rhs;
        size_t least;
    } shapes[] = {
        { { 1, 0, 0 }, 12, 4 },   { { 3, 0, 0 }, 12, 6 },
        { { 1, 1, 0 }, 12, 8 },   { { 2, 3, 0 }, 12, 8 },
        { { 3, -2, 0 }, 14, 8 },  { { 3, -2, 0 }, -14, 8 },
        { { 1, -2, 0 }, 0, 6 },   { { 1, 1, 1 }, 12, 8 },
        { { -1, -1, 2 }, 12, 8 }, { { 1, 1, -1 }, 0, 6 },
        { { -1, -1, -1 }, 0, 4 }, { { 1, 1, 1 }, -3, 4 },
    };
    struct scene s;

    (void)state;
    rng_init(&s.rng, (struct hash128){ 3, 4 });
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        struct arena a = { 0 };
        const char *seen[64];
        size_t n = 0;

        draw_scene(&s);
        for (size_t k = 0; k < LINEAR_VARIABLES; k++)
            s.eq.c[k] = RATIO(k < 3 ? shapes[i].c[k] : 0);
        s.eq.rhs = RATIO(shapes[i].rhs);
        for (unsigned style = 0; style < 64; style++) {
            struct say_options o = options(&s, style);
            struct str text = str_in(&a);
            size_t k = 0;

            linear_say(&text, &s.eq, &o, NULL);
            must_read(&s, text.s, NULL, &s.eq);
            while (k < n && !str_eq(seen[k], text.s))
                k++;
            if (k == n)
                seen[n++] = text.s;
        }
        assert_true(n >= shapes[i].least);
        arena_clear(&a);
    }
}

/* An equation of nothing is told without a crash, and is never read as one. */
static void survives_no_terms(void **state)
{
    struct scene s;
    struct equation got;
    struct str text = { 0 };
    struct say_options o;

    (void)state;
    rng_init(&s.rng, (struct hash128){ 5, 6 });
    draw_scene(&s);
    for (size_t i = 0; i < LINEAR_VARIABLES; i++)
        s.eq.c[i] = RATIO(0);
    s.eq.rhs = RATIO(3);
    o = options(&s, 0);
    linear_say(&text, &s.eq, &o, NULL);
    assert_int_equal(read_back(&s, text.s, NULL, &got), READING_UNSURE);
    str_clear(&text);
}

/* ---- uncertain relations ---- */

static void doubts_what_it_says(void **state)
{
    struct scene s;

    (void)state;
    assert_true(n_vague_relations >= 17);
    rng_init(&s.rng, (struct hash128){ 7, 8 });
    for (size_t k = 0; k < 20 * n_vague_relations; k++) {
        struct equation got;
        struct str text = { 0 };
        struct say_options o;
        enum linear_reading r;

        draw_scene(&s);
        o = options(&s, (unsigned)k);
        linear_say_vague(&text, &s.eq, &o, k % n_vague_relations);
        check_looks(&s, text.s);
        r = read_back(&s, text.s, NULL, &got);
        if (r != READING_VAGUE)
            fail_msg("read as %d: %s", (int)r, text.s);
        if (!same_equation(s.eq, got))
            fail_msg("read as another: %s", text.s);
        str_clear(&text);
    }
}

/* ---- questions ---- */

static void asks_for_things(void **state)
{
    (void)state;
    for (size_t i = 0; i < n_linear_themes; i++) {
        const struct theme *t = &linear_themes[i];
        size_t thing[] = { 3, 5 }, asked = SIZE_MAX;
        const char *names[] = { t->things[3], t->things[5] };
        struct say_options o = { .theme = t, .thing = thing };
        struct linear_words v = {
            .names = names, .n = 2, .unit = t->unit, .one = t->one
        };
        struct equation eq;
        struct str text = { 0 };

        linear_ask(&text, &o, 1);
        assert_int_equal(linear_read(text.s, text.n, &v, &eq, &asked),
                         READING_QUESTION);
        assert_int_equal(asked, 1);
        str_clear(&text);
    }
}

/* Some sentences in full. */
static void says_these(void **state)
{
    static const struct {
        int64_t a, b, rhs;
        unsigned style;
        const char *want;
    } x[] = {
        { 1, 0, 12, 0, "The price of the brass lamp is 12 dollars." },
        { 1, 0, 1, 0, "The price of the brass lamp is 1 dollar." },
        { 3, -2, 14, 0,
          "3 times the price of the brass lamp is 14 dollars more than "
          "twice the price of the woven rug." },
        { 3, -2, -14, 2,
          "3 times the price of the brass lamp is 14 dollars less than "
          "double the price of the woven rug." },
        { 1, 1, 9, 2,
          "The price of the brass lamp and the price of the woven rug "
          "together make 9 dollars." },
        /* "Twice A and B" could be meant of both. */
        { 2, 1, 9, 11,
          "The price of the woven rug and twice the price of the brass lamp "
          "together make 9 dollars." },
        { -1, 4, 0, 1,
          "The price of the brass lamp equals 4 times the price of the "
          "woven rug." },
    };
    size_t thing[LINEAR_VARIABLES] = { 0, 1 };

    (void)state;
    for (size_t i = 0; i < sizeof x / sizeof x[0]; i++) {
        struct say_options o = { .theme = theme_find("prices"),
                                 .thing = thing,
                                 .style = x[i].style,
                                 .hidden = SIZE_MAX };
        struct equation eq;
        struct str text = { 0 };

        for (size_t k = 0; k < LINEAR_VARIABLES; k++)
            eq.c[k] = RATIO(k == 0 ? x[i].a : k == 1 ? x[i].b : 0);
        eq.rhs = RATIO(x[i].rhs);
        linear_say(&text, &eq, &o, NULL);
        assert_string_equal(text.s, x[i].want);
        str_clear(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(themes_keep_their_rules),
        cmocka_unit_test(no_thing_begins_another),
        cmocka_unit_test(joints_are_clear),
        cmocka_unit_test(themes_share_numbers),
        cmocka_unit_test(says_these),
        cmocka_unit_test(says_what_it_means),
        cmocka_unit_test(has_styles),
        cmocka_unit_test(survives_no_terms),
        cmocka_unit_test(doubts_what_it_says),
        cmocka_unit_test(asks_for_things),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
