/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What every concept family promises beyond what all families do: its knobs,
 * clean text, keys that cannot be guessed, a check that is safe for whatever a
 * file may hold, and numbers that can be given in another way.
 *
 * `make soak` runs the full counts: 20,000 problems of each level, with no key
 * over a tenth of them.
 */
#include "../lib/places.h"
#include "base/ascii.h"
#include "base/map.h"
#include "family/language/engine.h"
#include "family/recipe/recipe.h"
#include "family/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bool is_soak(void)
{
    return getenv("ASSAY_SOAK") != NULL;
}

static uint64_t space_of(const struct place *at)
{
    uint64_t n;
    struct err e;

    assert_true(family_space(at->family, at->level, NULL, &n, &e));
    return n ? n : UINT64_MAX;
}

static uint64_t count_of(const struct place *at)
{
    return space_of(at) < at->count ? space_of(at) : at->count;
}

static struct json *knob(struct arena *a, const char *name, const char *value)
{
    struct json *set = json_new(a, JSON_OBJECT);

    json_set(a, set, name, json_new_string(a, value));
    return set;
}

static const char *params_of(struct arena *a, const struct problem *p)
{
    struct str s = str_in(a);

    json_write(&s, p->params);
    return str_get(&s);
}

static size_t steps_of(const struct problem *p)
{
    size_t n = 1;

    for (const char *s = p->solution; *s; s++)
        n += *s == '\n';
    return n;
}

/* ---- the card ---- */

#define WORDINGS_LEAST 24 /* of a level */

/* Each kind of question is told in every style, and in many ways. */
static void card_has_all_styles(void **state)
{
    const struct place *at = *state;
    const struct family_file *f = family_file_of(at->family);
    size_t all = 0;

    assert_true(at->family->n_levels >= 3);
    for (size_t i = 0; f && i < f->n_kinds; i++) {
        const struct vec *w = &f->kinds[i]->wordings;
        int n[3] = { 0 };

        if (!(f->kinds[i]->levels >> (at->level - 1) & 1))
            continue;
        for (size_t k = 0; k < w->n; k++)
            n[vec_get(w, struct file_text, k)->style]++;
        if (!(n[STYLE_TERSE] >= 1 && n[STYLE_PLAIN] >= 2 &&
              n[STYLE_STORY] >= 2))
            fail_msg("%s, kind %s: %d terse wordings, %d plain ones, %d "
                     "stories",
                     f->path, f->kinds[i]->name, n[0], n[1], n[2]);
        all += w->n;
    }
    if (f && all < WORDINGS_LEAST)
        fail_msg("%s: level %d has %zu wordings", f->path, at->level, all);
}

/* ---- the form ---- */

static bool is_whole_family(const struct place *at)
{
    return at->level == 1 && recipe_form(at->family);
}

static bool all_said(const struct form *f)
{
    for (size_t i = 0; i < f->n_texts; i++)
        if (!atomic_load(&f->texts[i]->said))
            return false;
    return true;
}

/* Some problem has each text of the family's file: every wording, every step,
 * every row of a choice. A place that nothing fills stops the process there,
 * with its path and line. */
static void every_text_is_reached(void **state)
{
    static const char *const digits[] = { "0", "1", "2" };
    struct place at = *(const struct place *)*state;
    const struct form *f = recipe_form(at.family);
    size_t missing = 0;

    for (uint64_t i = 0; i < 3000 && !all_said(f); i++)
        for (at.level = 1; at.level <= at.family->n_levels; at.level++) {
            struct arena a = { 0 };
            struct problem p;

            place_generate(&a, &at, "reach", i / 3,
                           knob(&a, "digits", digits[i % 3]), &p);
            arena_clear(&a);
        }
    for (size_t i = 0; i < f->n_texts; i++)
        if (!atomic_load(&f->texts[i]->said)) {
            print_error("%s:%d: \"%s\" is reached by no problem\n", f->path,
                        f->texts[i]->line, f->texts[i]->name);
            missing++;
        }
    assert_int_equal(missing, 0);
}

/* ---- clean text ---- */

/* Is the letter at p alone in a formula: neither part of a word nor of a
 * command? */
static bool stands_alone(const char *text, const char *p)
{
    const char *q = p;

    if (is_letter(p[1]))
        return false;
    while (q > text && is_letter(q[-1]))
        q--;
    return q == p && (q == text || q[-1] != '\\');
}

static void find_letters(const struct problem *p)
{
    bool maths = false;

    for (const char *s = p->statement; *s; s++) {
        maths ^= *s == '$' && (s == p->statement || s[-1] != '\\');
        if (maths && strchr("KMN", *s) && stands_alone(p->statement, s))
            fail_msg("%s uses the letter %c: %s", p->id, *s, p->statement);
    }
}

/* What no text of ours may hold. */
static const char *const blots[] = {
    "+ -",   "- -",   "--",    "  ",   "$$",    " ,",     " .",   " ?",
    "..",    "{1}x^", "^1 ",   "^1$",  "x^{1}", "(null)", " nan", "%",
    "<name", "<thi",  "}{1}$", "+ 0$", "- 0$",  "= = ",   "( ",   "$1x",
    " 1x",   "(1x",   "^0$",   "$ $",  "+ +",   "-$",     "$+",   "  $",
};

static void find_blots(const struct problem *p, const char *what,
                       const char *text)
{
    if (family_file_of(family_find(p->family)))
        return; /* acceptance reads files: prop_accept.c */
    for (size_t i = 0; i < sizeof(blots) / sizeof(blots[0]); i++)
        if (strstr(text, blots[i]) &&
            !(strcmp(blots[i], "%") == 0 && strstr(text, "\\%")))
            fail_msg("%s: \"%s\" in its %s: %s", p->id, blots[i], what, text);
}

static void text_is_clean(void **state)
{
    const struct place *at = *state;

    for (uint64_t i = 0; i < count_of(at); i++) {
        struct arena a = { 0 };
        struct problem p;
        size_t n;

        place_generate(&a, at, "clean", i, NULL, &p);
        find_blots(&p, "statement", p.statement);
        find_blots(&p, "solution", p.solution);
        find_letters(&p);
        n = strlen(p.statement);
        if (n < 12 || !strchr(".?)", p.statement[n - 1]))
            fail_msg("%s does not end: %s", p.id, p.statement);
        if (steps_of(&p) < 2)
            fail_msg("%s has a solution of one step: %s", p.id, p.solution);
        arena_clear(&a);
    }
}

/* ---- keys ---- */

/* In the short run a share of a tenth may look like a sixth. */
static void keys_are_not_guessable(void **state)
{
    const struct place *at = *state;
    struct map seen = { 0 };
    uint64_t n = count_of(at), most = 0;
    const char *common = "";
    struct arena kept = { 0 };

    if (at->family->few_keys || n < 100)
        return;
    for (uint64_t i = 0; i < n; i++) {
        struct arena a = { 0 };
        struct problem p;
        uint64_t *times;

        place_generate(&a, at, "guess", i, NULL, &p);
        times = map_put(&seen, p.keys[0].latex, strlen(p.keys[0].latex), NULL);
        if (++*times > most) {
            most = *times;
            common = arena_strdup(&kept, p.keys[0].latex);
        }
        arena_clear(&a);
    }
    print_message("# figure: %s level %d: commonest key %s, %.2f %% of %llu\n",
                  at->family->name, at->level, common,
                  100.0 * (double)most / (double)n, (unsigned long long)n);
    if (most * (is_soak() ? 10 : 6) > n)
        fail_msg("%s level %d: %llu of %llu keys are %s", at->family->name,
                 at->level, (unsigned long long)most, (unsigned long long)n,
                 common);
    map_clear(&seen);
    arena_clear(&kept);
}

/* ---- knobs ---- */

static void wordings_keep_the_mathematics(void **state)
{
    static const char *const names[] = { "plain", "paraphrase", "terse",
                                         "wordy", "story" };
    const struct place *at = *state;
    size_t words[5] = { 0 };

    for (uint64_t i = 0; i < count_of(at) / 8 + 1; i++) {
        struct arena a = { 0 };
        struct problem any, p[5];

        place_generate(&a, at, "words", i, NULL, &any);
        for (size_t k = 0; k < 5; k++) {
            place_generate(&a, at, "words", i, knob(&a, "wording", names[k]),
                           &p[k]);
            assert_string_equal(params_of(&a, &any), params_of(&a, &p[k]));
            assert_string_equal(any.keys[0].latex, p[k].keys[0].latex);
            assert_string_equal(any.solution, p[k].solution);
            words[k] += strlen(p[k].statement);
        }
        if (strcmp(p[0].statement, p[1].statement) == 0)
            fail_msg("%s: its paraphrase is the same: %s", p[0].id,
                     p[0].statement);
        if (!strstr(p[3].statement, p[0].statement))
            fail_msg("%s is not the plain one in more words", p[3].id);
        arena_clear(&a);
    }
    assert_true(words[2] < words[0] && words[0] < words[3]);
}

static void distractors_change_nothing(void **state)
{
    const struct place *at = *state;

    for (uint64_t i = 0; i < count_of(at) / 8 + 1; i++) {
        struct arena a = { 0 };
        struct problem p[4];
        static const char *const values[] = { "0", "1", "2", "3" };

        for (size_t k = 0; k < 4; k++) {
            place_generate(&a, at, "noise", i,
                           knob(&a, "distractors", values[k]), &p[k]);
            assert_string_equal(params_of(&a, &p[0]), params_of(&a, &p[k]));
            assert_string_equal(p[0].keys[0].latex, p[k].keys[0].latex);
            assert_true(k == 0 ||
                        strlen(p[k].statement) > strlen(p[k - 1].statement));
            assert_true(str_ends(p[k].statement, p[0].statement));
            find_blots(&p[k], "statement", p[k].statement);
        }
        arena_clear(&a);
    }
}

/* The digits in the numbers of params, less those of what is no free number. */
static size_t digits_in(struct arena *a, const struct problem *p)
{
    size_t n = 0;

    for (const char *s = params_of(a, p); *s; s++)
        n += is_digit(*s);
    return n;
}

/* Every problem has other numbers with one digit more, and nearly all of them
 * longer ones. Levels of families in C may hold numbers that no digit makes
 * longer. */
static void each_is_longer(const struct place *at, uint64_t n, uint64_t same,
                           uint64_t longer)
{
    if (family_file_of(at->family) && (same > 0 || longer * 3 < n * 2))
        fail_msg("%s level %d: with digits=1, %llu of %llu problems are the "
                 "same, and %llu have longer numbers",
                 at->family->name, at->level, (unsigned long long)same,
                 (unsigned long long)n, (unsigned long long)longer);
}

static void digits_make_numbers_longer(void **state)
{
    const struct place *at = *state;
    static const char *const values[] = { "0", "1", "2" };
    uint64_t n = count_of(at) / 8 + 10, same = 0, longer = 0;
    size_t sum[3] = { 0 };

    n = n < space_of(at) ? n : space_of(at);
    for (uint64_t i = 0; i < n; i++) {
        struct arena a = { 0 };
        struct problem p[3];
        size_t digits[3];

        for (size_t k = 0; k < 3; k++) {
            place_generate(&a, at, "digits", i, knob(&a, "digits", values[k]),
                           &p[k]);
            find_blots(&p[k], "statement", p[k].statement);
            sum[k] += digits[k] = digits_in(&a, &p[k]);
        }
        same += str_eq(params_of(&a, &p[0]), params_of(&a, &p[1]));
        longer += digits[1] > digits[0];
        arena_clear(&a);
    }
    each_is_longer(at, n, same, longer);
    print_message("# figure: %s level %d: digits %zu, %zu, %zu\n",
                  at->family->name, at->level, sum[0], sum[1], sum[2]);
    if (sum[1] * 100 < sum[0] * 104 || sum[2] * 100 < sum[1] * 104)
        fail_msg("%s level %d: digits=0, 1, 2 give %zu, %zu, %zu digits",
                 at->family->name, at->level, sum[0], sum[1], sum[2]);
}

/* ---- kind and structure ---- */

/* The kind, and how long every list is; a list of the digits of one number
 * grows with the number. Files do not say which lists these are. */
static const char *shape_of(struct arena *a, const struct family *f,
                            const struct problem *p, bool lengths)
{
    struct str s = str_in(a);

    for (const struct json *v = p->params->first; v; v = v->next) {
        const struct field *at = f->recipe->fields;

        while (at && at->name && !str_eq(at->name, v->name))
            at++;
        if (str_eq(v->name, "kind"))
            json_write(&s, v);
        else if (lengths && v->type == JSON_ARRAY &&
                 !(at && at->name && at->grows))
            str_addf(&s, " %s %zu", v->name, v->count);
    }
    return str_get(&s);
}

/* No knob changes what is asked, whether the level is walked or drawn
 * freely. */
static void no_knob_changes_the_kind(void **state)
{
    static const char *const knobs[][2] = {
        { "digits", "1" },      { "digits", "2" },      { "steps", "1" },
        { "steps", "3" },       { "wording", "plain" }, { "wording", "story" },
        { "distractors", "3" },
    };
    const struct place *at = *state;

    for (uint64_t i = 0; i < count_of(at) / 2 + 1; i++) {
        struct arena a = { 0 };
        struct problem p, q;

        place_generate(&a, at, "kinds", i, NULL, &p);
        for (size_t k = 0; k < sizeof(knobs) / sizeof(knobs[0]); k++) {
            bool lengths =
                !family_file_of(at->family) || !str_eq(knobs[k][0], "digits");
            const char *same;

            place_generate(&a, at, "kinds", i,
                           knob(&a, knobs[k][0], knobs[k][1]), &q);
            same = shape_of(&a, at->family, &p, lengths);
            if (!str_eq(same, shape_of(&a, at->family, &q, lengths)))
                fail_msg("%s is of the kind%s, but %s of%s", p.id, same, q.id,
                         shape_of(&a, at->family, &q, lengths));
        }
        arena_clear(&a);
    }
}

static struct pick draw_at(const struct place *at, uint64_t i, int digits,
                           union values *v)
{
    struct rng maths, sizes;
    struct pick k = { .level = at->level,
                      .digits = digits,
                      .mode = PICK_WALK,
                      .rank = i * UINT64_C(0x9e3779b97f4a7c15) % space_of(at),
                      .space = 1,
                      .maths = &maths,
                      .sizes = &sizes };

    rng_init(&maths, hash_bytes("structure", 9));
    rng_init(&sizes, hash_bytes("sizes", 5));
    memset(v, 0, sizeof(*v));
    recipe_pick(at->family, &k, v);
    return k;
}

static bool is_walked(const struct place *at)
{
    uint64_t n;
    struct err e;

    return family_space(at->family, at->level, NULL, &n, &e) && n > 0;
}

/* Every rank has the same picks of the structure, from the same ranges, with
 * all numbers of digits; and the rank is used up. */
static void digits_keep_the_structure(void **state)
{
    const struct place *at = *state;

    for (uint64_t i = 0; i < (is_soak() ? 20000 : 400); i++)
        for (int digits = 1; digits <= 2; digits++) {
            union values v, w;
            struct pick p = draw_at(at, i, 0, &v);
            struct pick q = draw_at(at, i, digits, &w);

            if (p.structure != q.structure || p.space != q.space || q.rank)
                fail_msg("%s level %d: digits=%d has another structure",
                         at->family->name, at->level, digits);
        }
}

static void steps_are_added(void **state)
{
    const struct place *at = *state;
    static const char *const values[] = { "0", "1", "2", "3" };

    for (uint64_t i = 0; i < count_of(at) / 8 + 1; i++) {
        struct arena a = { 0 };
        struct problem p[4];

        for (size_t k = 0; k < 4; k++) {
            place_generate(&a, at, "steps", i, knob(&a, "steps", values[k]),
                           &p[k]);
            assert_string_equal(p[0].keys[0].latex, p[k].keys[0].latex);
            if (steps_of(&p[k]) != steps_of(&p[0]) + k)
                fail_msg("%s has %zu steps, not %zu more than %zu", p[k].id,
                         steps_of(&p[k]), k, steps_of(&p[0]));
            if (k && (!strstr(p[k].statement, "Let $K = ") ||
                      !strchr(strchr(p[k].statement, '.') + 1, 'K')))
                fail_msg("%s has no use for K: %s", p[k].id, p[k].statement);
        }
        arena_clear(&a);
    }
}

/* ---- slots ---- */

/* A slot whose neighbours make problems with other keys can take the answer of
 * another problem. */
static void slots_can_be_changed(void **state)
{
    const struct place *at = *state;
    const struct family *f = at->family;
    uint64_t n = count_of(at) / 8 + 1, changed = 0;

    for (uint64_t i = 0; i < n; i++) {
        struct arena a = { 0 };
        struct problem p;
        union values v = { { 0 } };
        const struct field *fields;
        struct err e;
        bool found = false;

        place_generate(&a, at, "slots", i, NULL, &p);
        assert_true(recipe_read(f, &a, p.params, &v, &e));
        fields = recipe_fields(f, &v);
        assert_true(values_slots(fields, &v) > 0);
        for (size_t k = 0; k < values_slots(fields, &v); k++) {
            struct slot s = values_slot(fields, &v, k);
            int64_t was = *s.place;

            for (int64_t d = -3; d <= 3 && !found; d++) {
                const char *key;

                *s.place = was + d;
                if (d == 0 || *s.place < s.field->lo || *s.place > s.field->hi)
                    continue;
                key = recipe_solve(f, &a, &v, NULL);
                found = key && strcmp(key, p.keys[0].latex) != 0;
            }
            *s.place = was;
        }
        changed += found;
        arena_clear(&a);
    }
    print_message("# figure: %s level %d: %llu of %llu have a slot that can "
                  "be changed\n",
                  f->name, at->level, (unsigned long long)changed,
                  (unsigned long long)n);
    assert_true(changed * 8 >= n); /* the fewest: 3 of 21 */
}

/* ---- conditions ---- */

static bool has_conditions(const struct place *at)
{
    return at->family->recipe->drop != NULL;
}

/* Without any one of its conditions a problem has another key, or none. */
static void no_condition_is_idle(void **state)
{
    const struct place *at = *state;
    const struct recipe *r = at->family->recipe;
    uint64_t dropped = 0, n = is_soak() ? 20000 : 600;

    for (uint64_t i = 0; i < n && i < space_of(at); i++) {
        struct arena a = { 0 };
        struct problem p;
        union values v = { { 0 } }, w;
        struct err e;

        place_generate(&a, at, "idle", i, NULL, &p);
        assert_true(values_read(&a, p.params, r->fields, &v, &e));
        for (size_t k = 0; w = v, r->drop(&w, k); k++, dropped++) {
            const char *key = recipe_solve(at->family, &a, &w, NULL);

            if (key && strcmp(key, p.keys[0].latex) == 0)
                fail_msg("%s: condition %zu is idle: %s", p.id, k, p.statement);
        }
        arena_clear(&a);
    }
    print_message("# figure: %s level %d: %llu conditions dropped\n",
                  at->family->name, at->level, (unsigned long long)dropped);
}

/* ---- files ---- */

static int64_t odd_number(struct rng *g, int64_t x)
{
    static const int64_t far[] = { INT64_C(1000000000000), -999999999, 100001,
                                   1000, -1000 };

    switch (rng_below(g, 4)) {
    case 0: return x + rng_range(g, -3, 3);
    case 1: return rng_range(g, -9, 9);
    case 2: return far[rng_below(g, 5)];
    default: return x;
    }
}

static void spoil(struct arena *a, struct rng *g, struct json *v)
{
    int64_t x;

    for (struct json *at = (struct json *)(uintptr_t)v->first; at;
         at = (struct json *)(uintptr_t)at->next)
        if (json_int64(at, &x)) {
            struct json number = *json_new_int(a, odd_number(g, x));

            number.name = at->name;
            number.next = at->next;
            *at = number;
        } else {
            spoil(a, g, at);
        }
}

/* The numbers of a problem, some of them changed: the check says something and
 * stays within its bounds. The sanitizers watch. */
static void check_is_safe(void **state)
{
    static const char *const keys[] = {
        "0",      "7",       "-3", "\\frac{1}{2}", "\\{1, 2\\}",
        "(1, 2)", "x^2 - 1", "",   "[1, 2)",       "2\\sqrt{3}"
    };
    const struct place *at = *state;
    struct hasher h;
    struct rng g;

    hasher_open(&h);
    hasher_text(&h, at->family->name);
    rng_init(&g, hasher_close(&h));
    for (uint64_t i = 0; i < 140; i++) {
        struct arena a = { 0 };
        struct problem p;
        struct check_finding found;
        enum truth holds;
        struct err e;

        place_generate(&a, at, "limits", i % space_of(at), NULL, &p);
        p.params = json_copy(&a, p.params);
        spoil(&a, &g, (struct json *)(uintptr_t)p.params);
        problem_set_key(&a, &p, at->family->answer, keys[i % 10]);
        if (at->family->check(at->family, &a, &p, &holds, &found, &e))
            assert_true(found.by && found.detail && *found.detail);
        else
            assert_true(strstr(e.msg, "params") != NULL);
        arena_clear(&a);
    }
}

static const struct property properties[] = {
    { "the card has all styles", card_has_all_styles, NULL },
    { "every text is reached", every_text_is_reached, is_whole_family },
    { "text is clean", text_is_clean, NULL },
    { "keys are not guessable", keys_are_not_guessable, NULL },
    { "wordings keep the mathematics", wordings_keep_the_mathematics, NULL },
    { "distractors change nothing", distractors_change_nothing, NULL },
    { "digits make numbers longer", digits_make_numbers_longer, NULL },
    { "no knob changes the kind", no_knob_changes_the_kind, NULL },
    { "digits keep the structure", digits_keep_the_structure, is_walked },
    { "steps are added", steps_are_added, NULL },
    { "slots can be changed", slots_can_be_changed, NULL },
    { "no condition is idle", no_condition_is_idle, has_conditions },
    { "check is safe", check_is_safe, NULL },
    { 0 },
};

static bool has_recipe(const struct family *f)
{
    return f->recipe != NULL;
}

static uint64_t count_for(const struct family *f, size_t n_places)
{
    (void)f;
    (void)n_places;
    return is_soak() ? 20000 : 160;
}

int main(void)
{
    return places_run("concepts", properties, has_recipe, count_for);
}
