/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What is held out, over every family that has wordings: the rule of
 * family/recipe/holdout.h, that problems keep to the part that their knob
 * names, and that both forms of a problem are the same mathematics.
 */
#include "../lib/places.h"
#include "../lib/rounds.h"
#include "base/ascii.h"
#include "base/map.h"
#include "base/str.h"
#include "family/audit.h"
#include "family/recipe/recipe.h"
#include "family/split.h"
#include "family/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static bool has_templates(const struct family *f)
{
    return family_knob_find(f, "templates");
}

/* The first draw of a problem, without its check. */
static void draw(struct arena *a, const struct place *at, uint64_t index,
                 const char *part, struct problem *p)
{
    struct json *knobs = json_new(a, JSON_OBJECT);
    struct coordinates c = { .family = at->family,
                             .level = at->level,
                             .seed = "held",
                             .index = index,
                             .knobs = knobs };
    struct err e;

    json_set(a, knobs, "templates", json_new_string(a, part));
    if (!family_draw(a, &c, 0, p, &e))
        fail_msg("%s", e.msg);
}

/* ---- statements keep to their part ---- */

/* Behind the literal text that begins at *at, up to a placeholder or the end. */
static const char *literal_end(const char *at)
{
    while (*at && !(at[0] == '<' && strchr(at, '>')))
        at++;
    return at;
}

/* Has the statement the texts between the placeholders, in their order? */
static bool could_be(const char *template, const char *statement)
{
    while (*template) {
        const char *end = literal_end(template);
        size_t n = (size_t)(end - template);

        while (*statement && strncmp(statement, template, n) != 0)
            statement++;
        if (strncmp(statement, template, n) != 0)
            return false;
        statement += n;
        template = *end ? strchr(end, '>') + 1 : end;
    }
    return true;
}

static bool has_wording(const struct template *t, size_t n,
                        const char *statement, bool held)
{
    bool found = false;

    for (size_t i = 0; !found && i < n; i++)
        found = t[i].held == held && could_be(t[i].text, statement);
    return found;
}

/* The statement with one sign for every formula and number. */
static const char *skeleton(struct arena *a, const char *s)
{
    struct str out = str_in(a);

    for (; *s; s++)
        if (*s == '$' && strchr(s + 1, '$')) {
            s = strchr(s + 1, '$');
            str_addc(&out, '$');
        } else if (!is_digit(*s)) {
            str_addc(&out, *s);
        } else if (!is_digit(s[1])) {
            str_addc(&out, '0');
        }
    return str_get(&out);
}

static void put(struct map *met, const struct problem *p, bool held)
{
    struct arena a = { 0 };
    const char *s = skeleton(&a, p->statement);
    bool added;
    size_t *was = map_put(met, s, strlen(s), &added);

    if (added)
        *was = held;
    if (*was != held)
        fail_msg("%s: both parts have \"%s\"", p->id, s);
    arena_clear(&a);
}

static void statements_keep_to_their_part(void **state)
{
    struct place at = *(const struct place *)*state;
    struct arena all = { 0 };
    struct map met = { 0 };
    size_t n;
    const struct template *t = recipe_templates(at.family, &all, &n);

    for (at.level = 1; at.level <= at.family->n_levels; at.level++)
        for (uint64_t i = 0; i < at.count; i++)
            for (int held = 0; held < 2; held++) {
                struct arena a = { 0 };
                struct problem p;

                draw(&a, &at, i, held ? "unseen" : "seen", &p);
                if (!has_wording(t, n, p.statement, held))
                    fail_msg("%s: not of its part: %s", p.id, p.statement);
                put(&met, &p, held);
                arena_clear(&a);
            }
    map_clear(&met);
    arena_clear(&all);
}

static bool is_first(const struct place *at)
{
    return at->level == 1;
}

/* ---- twins ---- */

static void forms_are_the_same_problem(void **state)
{
    const struct place *at = *state;

    for (uint64_t i = 0; i < at->count; i++) {
        struct arena a = { 0 };
        struct problem p, q;

        draw(&a, at, i, "seen", &p);
        draw(&a, at, i, "unseen", &q);
        assert_true(json_equal(p.params, q.params));
        assert_string_equal(keys_text(&a, p.keys, p.n_keys),
                            keys_text(&a, q.keys, q.n_keys));
        assert_int_equal(split_place(&p), split_place(&q));
        assert_string_not_equal(p.statement, q.statement);
        if (i == 0 && !at->family->draws_again && !at->family->depth) {
            place_generate(&a, at, "held", 0, q.knobs, &q);
            assert_int_equal(audit_problem(&a, &q).status, AUDIT_HOLDS);
            q.knobs = p.knobs;
            assert_int_equal(audit_problem(&a, &q).status, AUDIT_FAILS);
        }
        arena_clear(&a);
    }
}

/* ---- the rule ---- */

static bool of_kind(const struct template *t, const struct template *of)
{
    return t->kind == of->kind || t->kind < 0;
}

/* Some are held out; but not all that fit every value of a kind, and not all of
 * a style, if it has several. */
static void some_are_held(void **state)
{
    const struct family *f = ((const struct place *)*state)->family;
    struct arena a = { 0 };
    size_t n, held = 0;
    const struct template *t = recipe_templates(f, &a, &n);

    for (size_t i = 0; i < n; i++) {
        size_t always = 0, style = 0, left = 0, seen = 0;

        for (size_t k = 0; k < n; k++) {
            bool same = of_kind(&t[k], &t[i]);

            always += same && t[k].always;
            left += same && t[k].always && !t[k].held;
            style += same && t[k].style == t[i].style;
            seen += same && t[k].style == t[i].style && !t[k].held;
        }
        held += t[i].held;
        if ((always && !left) || (style > 1 && !seen))
            fail_msg("%s: all are held out: %s", f->name, t[i].text);
    }
    assert_true(held > 0);
    print_message("# figure: %s: %zu of %zu wordings are held out\n", f->name,
                  held, n);
    arena_clear(&a);
}

/* One text is rarely held out in one family and asked in another. */
static void a_text_is_in_one_part(void **state)
{
    struct arena a = { 0 };
    struct map met = { 0 };
    size_t both = 0, held = 0, all = 0;

    (void)state;
    for (size_t i = 0; i < family_count(); i++) {
        const struct family *f = family_at(i);
        const struct template *t = NULL;
        size_t n = 0;

        if (has_templates(f))
            t = recipe_templates(f, &a, &n);
        for (size_t k = 0; k < n; k++) {
            bool added;
            size_t *was = map_put(&met, t[k].text, strlen(t[k].text), &added);

            if (added)
                *was = t[k].held;
            if (*was != t[k].held) {
                print_message("# %s, and another family: %s\n", f->name,
                              t[k].text);
                both++;
            }
            all += added;
            held += added && t[k].held;
        }
    }
    print_message("# figure: %zu of %zu wordings of all families are held "
                  "out; %zu are held out in one and not in another\n",
                  held, all, both);
    assert_true(both * 100 <= all);
    map_clear(&met);
    arena_clear(&a);
}

static uint64_t count_for(const struct family *f, size_t n_places)
{
    (void)n_places;
    (void)f;
    return rounds_of(6, 400);
}

static const struct property properties[] = {
    { "some wordings are held out", some_are_held, is_first },
    { "statements keep to their part", statements_keep_to_their_part,
      is_first },
    { "both forms are the same problem", forms_are_the_same_problem, NULL },
    { 0 },
};

int main(void)
{
    const struct CMUnitTest all[] = {
        cmocka_unit_test(a_text_is_in_one_part),
    };
    int failed = cmocka_run_group_tests_name("texts", all, NULL, NULL);

    return failed + places_run("holdout", properties, has_templates, count_for);
}
