/* SPDX-License-Identifier: Apache-2.0 */

/*
 * In a chain nobody stands in two parts, whatever was laid on them before and
 * after; what was laid on a story stays when its people get other names; and no
 * line of noise stands behind a question. ASSAY_SOAK=1 runs twenty times the
 * counts.
 */
#include "../lib/draw.h"
#include "../lib/evolved.h"
#include "../lib/rounds.h"
#include "base/ascii.h"
#include "base/str.h"
#include "evolve/source/import.h"
#include "text/lexicon.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bool applied(struct arena *a, struct rng *r,
                    const struct operator_card *card,
                    const struct individual *s, const struct individual *second,
                    struct individual *out, struct err *e)
{
    struct operator_call o = { .arena = a,
                               .rng = r,
                               .generation = 1,
                               .first = s,
                               .second = second,
                               .id = "child" };

    o.part = (size_t)rng_below(r, s->n_parts);
    return card->apply(&o, out, e);
}

static const struct operator_card *const adders[] = {
    &op_replacement, &op_useless,    &op_misleading,
    &op_text,        &op_background, &op_topic,
};

#define ADDERS (sizeof(adders) / sizeof(*adders))

/* With other names now and then, and some noise. */
static struct individual noisy(struct arena *a, struct rng *r,
                               enum evolved_kind k)
{
    struct individual s = evolved_new(a, r, k), t;
    struct err e;

    if (rng_below(r, 2) && applied(a, r, &op_rename, &s, NULL, &t, &e))
        s = t;
    for (size_t i = 0; i < ADDERS; i++)
        if (rng_below(r, 3) && applied(a, r, adders[i], &s, NULL, &t, &e))
            s = t;
    return s;
}

static enum evolved_kind drawn_kind(struct rng *r)
{
    static const enum evolved_kind kinds[] = { EVOLVED_GRAPH, EVOLVED_GRAPH,
                                               EVOLVED_CONCEPT,
                                               EVOLVED_LINEAR };

    return kinds[rng_below(r, 4)];
}

/* ---- names ---- */

static bool is_given(const char *p, size_t n)
{
    char low[24];

    if (n < 2 || n >= sizeof(low) || !is_upper(p[0]) || !is_lower(p[1]))
        return false;
    for (size_t i = 0; i < n; i++)
        low[i] = to_lower(p[i]);
    return word_is((struct span){ low, n }, WORD_NAME);
}

static size_t letters(const char *p)
{
    size_t n = 0;

    while (is_letter(p[n]))
        n++;
    return n;
}

/* As a word of a line of another part than l's; scenes have their own. */
static bool stands_beside(const struct individual *s,
                          const struct individual_line *l, const char *name,
                          size_t n)
{
    for (size_t i = 0; i < s->n_lines; i++) {
        const char *p = s->lines[i].text;

        if (s->lines[i].part == l->part ||
            s->lines[i].role == ROLE_BACKGROUND ||
            s->lines[i].role == ROLE_TOPIC)
            continue;
        for (size_t k; *p; p += k ? k : 1) {
            k = letters(p);
            if (k == n && strncmp(p, name, n) == 0)
                return true;
        }
    }
    return false;
}

static size_t want_people_apart(struct arena *a, const struct individual *s)
{
    size_t seen = 0;

    for (size_t i = 0; i < s->n_lines; i++) {
        const struct individual_line *l = &s->lines[i];
        const char *p = l->text;

        if (l->role == ROLE_BACKGROUND || l->role == ROLE_TOPIC)
            continue;
        for (size_t k; *p; p += k ? k : 1) {
            k = letters(p);
            if (!is_given(p, k))
                continue;
            seen++;
            if (stands_beside(s, l, p, k))
                fail_msg("%.*s stands in two parts:\n%s", (int)k, p,
                         individual_text(a, s));
        }
    }
    return seen;
}

static void want_question_last(struct arena *a, const struct individual *s)
{
    for (size_t i = 1; i < s->n_lines; i++)
        if (role_is_noise(s->lines[i].role) &&
            s->lines[i - 1].role == ROLE_QUESTION &&
            s->lines[i - 1].part == s->lines[i].part)
            fail_msg("noise behind the question:\n%s", individual_text(a, s));
}

static void want_sound(struct arena *a, const struct individual *s)
{
    const char *fault = evolved_fault(a, s);

    if (!fault)
        fault = evolved_file_fault(a, s);
    if (fault)
        fail_msg("%s\n%s", fault, individual_text(a, s));
}

static void chains_keep_people_apart(void **state)
{
    struct arena a = { 0 };
    size_t done = 0, seen = 0, n = rounds_of(1000, 20000);

    (void)state;
    for (size_t i = 0; i < n; i++) {
        struct individual s, t, u;
        struct rng r;
        struct err e;

        draw_open(&r, "people", i);
        s = noisy(&a, &r, drawn_kind(&r));
        for (int k = 0; k < 3; k++) {
            t = noisy(&a, &r, drawn_kind(&r));
            if (!applied(&a, &r, &op_crossover, &s, &t, &u, &e))
                continue;
            s = u;
            if (applied(&a, &r, adders[rng_below(&r, ADDERS)], &s, NULL, &u,
                        &e))
                s = u;
            done++;
            seen += want_people_apart(&a, &s);
            want_question_last(&a, &s);
        }
        if (i % 10 == 0)
            want_sound(&a, &s);
        arena_reset(&a);
    }
    if (done < n || seen < n)
        fail_msg("only %zu chains, %zu names", done, seen);
    arena_clear(&a);
}

/* ---- one sentence ---- */

static void noise_stands_before_the_question(void **state)
{
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < rounds_of(600, 12000); i++) {
        struct individual s;
        struct rng r;

        draw_open(&r, "before", i);
        s = noisy(&a, &r, (enum evolved_kind)(i % EVOLVED_KINDS));
        want_question_last(&a, &s);
        arena_reset(&a);
    }
    arena_clear(&a);
}

/* ---- stories of one name ---- */

static struct individual story(struct arena *a, const char *text,
                               const char *formula, const char *key)
{
    struct problem p = { .id = "story", .statement = text, .solution = "" };
    struct imported got;
    struct individual s;
    struct err e;

    problem_set_key(a, &p, ANSWER_INTEGER, key);
    import_formula(a, &p, formula, &got);
    if (got.reason != IMPORT_FINE)
        fail_msg("%s: %s", text, got.detail);
    if (!individual_open(a, "story", got.structure, NULL, &s, &e))
        fail_msg("%s", e.msg);
    return s;
}

static struct individual jars(struct arena *a, const char *name)
{
    return story(a,
                 arena_printf(a,
                              "%s fills 14 jars with plums. Each jar takes 9 "
                              "plums. How many plums does %s need?",
                              name, name),
                 "14 * 9", "126");
}

static struct individual pots(struct arena *a, const char *name)
{
    return story(a,
                 arena_printf(a,
                              "%s paints 23 pots and sells 8 of them. How many "
                              "pots has %s left?",
                              name, name),
                 "23 - 8", "15");
}

/* The second gets another name, in the noise about it too, and loses none. */
static void noise_is_renamed_along(void **state)
{
    struct arena a = { 0 };
    size_t named = 0, done = 0;

    (void)state;
    for (size_t i = 0; i < 200; i++) {
        struct individual s = jars(&a, "Lena"), t = pots(&a, "Lena"), u;
        struct rng r;
        struct err e;

        draw_open(&r, "along", i);
        for (size_t k = 0; k < ADDERS; k++)
            if (applied(&a, &r, adders[k], &t, NULL, &u, &e))
                t = u;
        for (size_t k = 0; k < t.n_lines; k++)
            named += t.lines[k].role == ROLE_TEXT &&
                     strstr(t.lines[k].text, "Lena") != NULL;
        if (applied(&a, &r, &op_crossover, &s, &t, &u, &e)) {
            assert_int_equal(u.n_lines, s.n_lines + t.n_lines + 2);
            assert_int_equal(u.n_steps, t.n_steps + 1);
            assert_non_null(strstr(u.lines[0].text, "Lena"));
            want_people_apart(&a, &u);
            want_sound(&a, &u);
            done++;
        }
        arena_reset(&a);
    }
    assert_true(named > 10);
    assert_int_equal(done, 200);
    arena_clear(&a);
}

static bool cross_two(struct arena *a, const struct individual *s,
                      const struct individual *t, struct err *e)
{
    struct individual u;
    struct rng r;

    draw_open(&r, "two", 0);
    return applied(a, &r, &op_crossover, s, t, &u, e);
}

/* A name that no list knows cannot be changed: such a pair is given up. */
static void unknown_names_are_refused(void **state)
{
    struct arena a = { 0 };
    struct individual s = jars(&a, "Zorblat"), t = pots(&a, "Zorblat"),
                      u = pots(&a, "Quixle");
    struct err e;

    (void)state;
    assert_false(cross_two(&a, &s, &t, &e));
    assert_non_null(strstr(e.msg, "cannot be changed"));
    assert_true(cross_two(&a, &s, &u, &e));
    arena_clear(&a);
}

static void nobody_is_she(void **state)
{
    static const char *const texts[] = {
        "She paints 23 pots and sells 8 of them. How many pots are left?",
        "If he paints 23 pots and sells 8 of them, how many pots are left?",
        "Their shop has 23 pots and sells 8 of them. How many pots are left?",
    };
    struct arena a = { 0 };
    struct individual s = jars(&a, "Lena"),
                      fine = story(&a,
                                   "A potter paints 23 pots and sells 8 of "
                                   "them. How many pots has she left?",
                                   "23 - 8", "15");
    struct err e;

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct individual t = story(&a, texts[i], "23 - 8", "15");

        assert_false(cross_two(&a, &s, &t, &e));
        assert_non_null(strstr(e.msg, "pronoun"));
        assert_true(cross_two(&a, &t, &s, &e));
    }
    assert_true(cross_two(&a, &s, &fine, &e));
    arena_clear(&a);
}

/* A name that is written small too may be another word ("mark"): it stays, and
 * so does a town's. */
static void names_change_everywhere(void **state)
{
    static const char *const questions[] = {
        "How far does Martin drive?",
        "How far does martin drive?",
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < 80; i++) {
        const char *text = arena_printf(&a,
                                        "Martin drives 23 miles to San Pedro "
                                        "and 8 miles back. %s",
                                        questions[i % 2]);
        struct individual s = story(&a, text, "23 + 8", "31"), t;
        struct rng r;
        struct err e;

        draw_open(&r, "everywhere", i);
        assert_int_equal(applied(&a, &r, &op_rename, &s, NULL, &t, &e),
                         i % 2 == 0);
        if (i % 2 == 0) {
            assert_null(strstr(individual_text(&a, &t), "Martin"));
            assert_non_null(strstr(individual_text(&a, &t), "San Pedro"));
            want_sound(&a, &t);
        }
        arena_reset(&a);
    }
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chains_keep_people_apart),
        cmocka_unit_test(noise_stands_before_the_question),
        cmocka_unit_test(noise_is_renamed_along),
        cmocka_unit_test(unknown_names_are_refused),
        cmocka_unit_test(nobody_is_she),
        cmocka_unit_test(names_change_everywhere),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
