/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The properties that every family keeps, run over every level of every card
 * in the table. A new family is tested by being listed there.
 *
 * The number of problems for each level is PROBLEMS_FULL in `make soak`; in
 * `make check` the levels share a fixed budget, so that the time does not
 * grow with the table.
 */
#include "../lib/places.h"
#include "../lib/rounds.h"
#include "../lib/sanitized.h"
#include "base/map.h"
#include "base/utf8.h"
#include "family/audit.h"
#include "family/generate.h"
#include "family/table.h"
#include "grade/stable.h"
#include "problem/canonical.h"
#include "problem/concept.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PROBLEMS_FULL   5000
#define PROBLEMS_LEAST  12
#define COSTLY_FULL     1000
#define PROBLEMS_BUDGET 2700 /* all levels together, in each property */

static const char *line_of(struct arena *a, const struct problem *p)
{
    struct str s = str_in(a);

    problem_write(&s, p);
    return s.s;
}

static const char *params_of(struct arena *a, const struct problem *p)
{
    struct str s = str_in(a);

    assert_non_null(p->params);
    json_write(&s, p->params);
    return s.s;
}

/* How many a level holds, or UINT64_MAX. */
static uint64_t space_of(const struct place *at)
{
    uint64_t n;
    struct err e;

    assert_true(family_space(at->family, at->level, NULL, &n, &e));
    return n ? n : UINT64_MAX;
}

static bool has_space(const struct place *at)
{
    return space_of(at) != UINT64_MAX;
}

static uint64_t count_of(const struct place *at)
{
    return space_of(at) < at->count ? space_of(at) : at->count;
}

/* A check of applied mathematics computes integrals and roots: seconds, not
 * microseconds. `make check` tries few of its problems and digits. */
static bool is_costly(const struct family *f)
{
    return str_starts(f->name, "applied/");
}

static size_t digits_of(const struct place *at)
{
    bool few = is_costly(at->family) || at->family->depth;

    return few && !getenv("ASSAY_SOAK") ? 2 : SIZE_MAX;
}

/* ---- the card ---- */

static void card_is_complete(void **state)
{
    const struct place *at = *state;
    const struct family *f = at->family;

    assert_true(f->name && f->title && f->doc && *f->doc && f->version > 0);
    assert_ptr_equal(family_find(f->name), f);
    assert_non_null(f->levels[at->level - 1].doc);
    assert_non_null(f->concepts[0]);
    for (size_t i = 0; i < FAMILY_CONCEPTS && f->concepts[i]; i++) {
        const struct concept *c = concept_find(taxonomies[0], f->concepts[i]);

        if (!c || strcmp(c->name, f->concepts[i]) != 0)
            fail_msg("\"%s\" is no name of the high taxonomy", f->concepts[i]);
    }
}

/* ---- the bytes ---- */

static void same_coordinates_give_the_same_bytes(void **state)
{
    const struct place *at = *state;

    for (uint64_t i = count_of(at); i--;) { /* backwards: order is no matter */
        struct arena a = { 0 };
        struct problem p, q;

        place_generate(&a, at, "bytes", i, NULL, &p);
        place_generate(&a, at, "bytes", i, NULL, &q);
        assert_string_equal(line_of(&a, &p), line_of(&a, &q));
        arena_clear(&a);
    }
}

/* ---- the contents ---- */

/* Braces balance, and dollar signs come in pairs. */
static bool is_balanced(const char *s)
{
    int depth = 0, dollars = 0;

    for (; *s; s++) {
        if (*s == '\\' && s[1]) {
            s++;
            continue;
        }
        depth += *s == '{';
        depth -= *s == '}';
        dollars += *s == '$';
        if (depth < 0)
            return false;
    }
    return depth == 0 && dollars % 2 == 0;
}

static void check_text(const struct problem *p, const char *what, const char *s)
{
    if (!s || !*s)
        fail_msg("%s: its %s is empty", p->id, what);
    if (utf8_check(s, strlen(s)) != strlen(s))
        fail_msg("%s: its %s is not UTF-8", p->id, what);
    if (!is_balanced(s))
        fail_msg("%s: its %s is not balanced: %s", p->id, what, s);
}

static void problems_are_complete(void **state)
{
    const struct place *at = *state;

    for (uint64_t i = 0; i < count_of(at); i++) {
        struct arena a = { 0 };
        struct problem p;

        place_generate(&a, at, "contents", i, NULL, &p);
        check_text(&p, "statement", p.statement);
        check_text(&p, "solution", p.solution);
        check_text(&p, "proof", p.proof_by);
        check_text(&p, "proof", p.proof_detail);
        assert_true(str_starts(p.solution, "1. "));
        assert_true(p.n_keys > 0 && p.n_concepts > 0);
        for (size_t k = 0; k < p.n_keys; k++)
            check_text(&p, "key", p.keys[k].latex);
        assert_int_equal(p.keys[0].kind, at->family->answer);
        arena_clear(&a);
    }
}

/* ---- make and check ---- */

static bool passes(struct arena *a, const struct family *f,
                   const struct problem *p)
{
    struct check_finding found = { .by = "", .detail = "" };
    enum truth holds = TRUTH_UNKNOWN;
    struct err e;

    if (!f->check(f, a, p, &holds, &found, &e))
        return false;
    return holds == TRUTH_YES;
}

/* Through the file form: check sees only what a reader of the file has. */
static void make_and_check_agree(void **state)
{
    const struct place *at = *state;

    for (uint64_t i = 0; i < count_of(at); i++) {
        struct arena a = { 0 };
        struct problem p, q;
        struct json *v;
        struct audit found;
        const char *line;
        struct err e;

        place_generate(&a, at, "agree", i, NULL, &p);
        line = line_of(&a, &p);
        if (!json_read(&a, line, strlen(line), 1, &v, &e) ||
            !problem_read(&a, v, &q, &e))
            fail_msg("%s: %s", p.id, e.msg);
        assert_string_equal(line_of(&a, &q), line);
        found = audit_problem(&a, &q);
        if (found.status != AUDIT_HOLDS)
            fail_msg("%s: %s", q.id, found.detail);
        arena_clear(&a);
    }
}

/* Each key is finite, and its digits are the same at two precisions, at points
 * of its domain. */
static void keys_are_stable(void **state)
{
    const struct place *at = *state;
    uint64_t n = getenv("ASSAY_SOAK") ? 1000 : 8;

    for (uint64_t i = 0; i < n; i++) {
        struct coordinates c = {
            at->family, at->level, "stable", i, NULL, NULL
        };
        struct arena a = { 0 };
        struct problem p;
        struct err e;

        if (!family_draw(&a, &c, 0, &p, &e))
            fail_msg("%s", e.msg);
        for (size_t k = 0; k < p.n_keys; k++) {
            struct grade_request r = { .gold = p.keys[k].latex,
                                       .gold_n = strlen(p.keys[k].latex),
                                       .has_kind = true,
                                       .kind = p.keys[k].kind };
            const char *detail = "";

            if (stable_key(&a, &r, &detail) != TRUTH_YES)
                fail_msg("%s: %s: %s", p.id, p.keys[k].latex, detail);
        }
        arena_clear(&a);
    }
}

/* Every digit of the key raised by one, a digit added, the sign turned, the
 * key emptied: none may pass. */
static void broken_keys_are_caught(void **state)
{
    const struct place *at = *state;
    uint64_t n = count_of(at) / 4 + 1;

    for (uint64_t i = 0; i < n; i++) {
        struct arena a = { 0 };
        struct problem p;
        const char *key;
        char *broken;

        place_generate(&a, at, "broken", i, NULL, &p);
        key = p.keys[0].latex;
        for (size_t k = 0, tried = 0; key[k]; k++) {
            if (key[k] < '0' || key[k] > '9' || tried++ >= digits_of(at))
                continue;
            broken = arena_strdup(&a, key);
            broken[k] = key[k] == '9' ? '1' : (char)(key[k] + 1);
            p.keys[0].latex = broken;
            if (passes(&a, at->family, &p))
                fail_msg("%s: %s passes for %s", p.id, broken, key);
        }
        p.keys[0].latex = arena_printf(&a, "%s1", key);
        assert_false(passes(&a, at->family, &p));
        p.keys[0].latex = *key == '-' ? key + 1 : arena_printf(&a, "-%s", key);
        if (strcmp(key, "0") != 0)
            assert_false(passes(&a, at->family, &p));
        p.keys[0].latex = "";
        assert_false(passes(&a, at->family, &p));
        arena_clear(&a);
    }
}

/* A statement changed under an honest key is seen by the audit. */
static void changed_statements_are_caught(void **state)
{
    const struct place *at = *state;
    struct arena a = { 0 };
    struct problem p;

    place_generate(&a, at, "statement", 0, NULL, &p);
    assert_int_equal(audit_problem(&a, &p).status, AUDIT_HOLDS);
    p.statement = arena_printf(&a, "%s ", p.statement);
    assert_int_equal(audit_problem(&a, &p).status, AUDIT_FAILS);
    arena_clear(&a);
}

/* ---- freshness ---- */

/* By canonical form: names of people and spelling do not make a difference. */
static void no_two_problems_are_equal(void **state)
{
    const struct place *at = *state;
    struct map params = { 0 }, statements = { 0 };
    uint64_t n = count_of(at);

    /* A level that can be counted is walked to its end in the soak. */
    if (getenv("ASSAY_SOAK") && has_space(at) && space_of(at) <= 100000 &&
        !is_costly(at->family))
        n = space_of(at);
    for (uint64_t i = 0; i < n; i++) {
        struct arena a = { 0 };
        struct canonical form;
        struct problem p;
        bool added;

        place_generate(&a, at, "fresh", i, NULL, &p);
        canonical_problem(&form, &p);
        assert_true(form.has_params);
        map_put(&params, &form.params, sizeof(form.params), &added);
        if (!added)
            fail_msg("%s repeats parameters: %s", p.id, params_of(&a, &p));
        map_put(&statements, &form.statement, sizeof(form.statement), &added);
        if (!added)
            fail_msg("%s repeats a statement: %s", p.id, p.statement);
        arena_clear(&a);
    }
    print_message("# figure: %s level %d: %llu problems, all different\n",
                  at->family->name, at->level, (unsigned long long)n);
    map_clear(&params);
    map_clear(&statements);
}

static uint64_t shared(const struct place *at, const char *s, const char *t,
                       uint64_t n)
{
    struct map seen = { 0 };
    uint64_t both = 0;

    for (uint64_t i = 0; i < 2 * n; i++) {
        struct arena a = { 0 };
        struct problem p;
        const char *text;

        place_generate(&a, at, i < n ? s : t, i % n, NULL, &p);
        text = params_of(&a, &p);
        if (i < n)
            map_put(&seen, text, strlen(text), NULL);
        else
            both += map_get(&seen, text, strlen(text)) != NULL;
        arena_clear(&a);
    }
    map_clear(&seen);
    return both;
}

/* Two random samples of n from N share n*n/N on average; five standard
 * deviations and three more would be a relation between the seeds. */
static void neighbouring_seeds_share_only_by_chance(void **state)
{
    const struct place *at = *state;
    uint64_t n = count_of(at) / 2, space = space_of(at);
    double mean =
        space == UINT64_MAX ? 0 : (double)n * (double)n / (double)space;
    uint64_t both = shared(at, "1", "2", n);
    double over = (double)both - mean - 3;

    if (over > 0 && over * over > 25 * mean)
        fail_msg("%s level %d: seeds 1 and 2 share %llu of %llu; chance "
                 "explains %.1f",
                 at->family->name, at->level, (unsigned long long)both,
                 (unsigned long long)n, mean);
    print_message("# figure: %s level %d: seeds 1 and 2 share %llu of %llu "
                  "problems (by chance: %.1f)\n",
                  at->family->name, at->level, (unsigned long long)both,
                  (unsigned long long)n, mean);
}

static void a_spent_level_says_so(void **state)
{
    const struct place *at = *state;
    struct coordinates c = { at->family,   at->level, "spent",
                             space_of(at), NULL,      NULL };
    struct arena a = { 0 };
    struct problem p;
    char number[24];
    struct err e;

    assert_false(family_generate(&a, &c, &p, &e));
    assert_int_equal(e.code, ERR_SPENT);
    snprintf(number, sizeof(number), " %llu ",
             (unsigned long long)space_of(at));
    assert_non_null(strstr(e.msg, number));
    c.index--;
    assert_true(family_generate(&a, &c, &p, &e));
    arena_clear(&a);
}

/* Another wording is the same mathematics. */
static void wording_changes_words_alone(void **state)
{
    const struct place *at = *state;
    uint64_t n = count_of(at) / 10 + 1, differ = 0;

    for (uint64_t i = 0; i < n; i++) {
        struct arena a = { 0 };
        struct problem plain, story;
        struct json *set = json_new(&a, JSON_OBJECT);
        struct json *other = json_new(&a, JSON_OBJECT);

        json_set(&a, set, "wording", json_new_string(&a, "plain"));
        json_set(&a, other, "wording", json_new_string(&a, "story"));
        place_generate(&a, at, "words", i, set, &plain);
        place_generate(&a, at, "words", i, other, &story);
        assert_string_equal(params_of(&a, &plain), params_of(&a, &story));
        assert_string_equal(plain.keys[0].latex, story.keys[0].latex);
        assert_string_not_equal(plain.id, story.id);
        differ += strcmp(plain.statement, story.statement) != 0;
        arena_clear(&a);
    }
    assert_int_equal(differ, n);
}

/* ---- depth ---- */

static struct json *at_depth(struct arena *a, int64_t depth)
{
    struct json *set = json_new(a, JSON_OBJECT);

    json_set(a, set, "depth",
             json_new_string(a, arena_printf(a, "%lld", (long long)depth)));
    return set;
}

static void levels_are_depths(void **state)
{
    const struct place *at = *state;
    const struct family_depth *d = at->family->depth;
    int64_t here = d->levels[at->level - 1];
    struct arena a = { 0 };

    assert_int_equal(at->family->n_levels, FAMILY_DEPTHS);
    assert_true(here >= d->least && here <= d->most);
    assert_true(at->level == 1 || here > d->levels[at->level - 2]);
    assert_int_equal(family_depth_of(at->family, at->level, NULL), here);
    assert_int_equal(family_depth_of(at->family, at->level, at_depth(&a, 7)),
                     7);
    arena_clear(&a);
}

/* At the least depth, beyond the last level, and not outside the dial. */
static void the_dial_goes_on(void **state)
{
    const struct place *at = *state;
    const struct family_depth *d = at->family->depth;
    int64_t deep = d->levels[FAMILY_DEPTHS - 1] * 5 / 4 + 1;
    int64_t depths[] = { d->least, deep > d->most ? d->most : deep };
    struct arena a = { 0 };
    struct problem p;
    uint64_t n;
    struct err e;

    for (size_t i = 0; i < 2; i++) {
        place_generate(&a, at, "dial", i, at_depth(&a, depths[i]), &p);
        assert_non_null(strstr(p.id, ";depth="));
        assert_int_equal(audit_problem(&a, &p).status, AUDIT_HOLDS);
    }
    if (d->least > 1)
        assert_false(family_space(at->family, at->level,
                                  at_depth(&a, d->least - 1), &n, &e));
    assert_true(
        family_space(at->family, at->level, at_depth(&a, d->most), &n, &e));
    assert_false(
        family_space(at->family, at->level, at_depth(&a, d->most + 1), &n, &e));
    p.knobs = at_depth(&a, d->most + 1);
    assert_int_equal(audit_problem(&a, &p).status, AUDIT_FAILS);
    assert_non_null(strstr(audit_problem(&a, &p).detail, "the depth of "));
    arena_clear(&a);
}

/* ---- the list ---- */

static bool has_depth(const struct place *at)
{
    return at->family->depth != NULL;
}

static bool begins_dial(const struct place *at)
{
    return has_depth(at) && at->level == 1;
}

static bool has_wording(const struct place *at)
{
    return family_knob_find(at->family, "wording") != NULL;
}

static bool draws_again(const struct place *at)
{
    return at->family->draws_again;
}

/* Of a costly family one problem is made in `make check`: what compares many has
 * nothing to compare, and that it is made again alike, and whole, is seen by
 * "make and check agree" and by the digests of streams. */
static bool has_many(const struct place *at)
{
    return !is_costly(at->family) || getenv("ASSAY_SOAK");
}

/* Above its first level an audit of these families may take seconds. */
static bool is_audited(const struct place *at)
{
    return at->level == 1 || getenv("ASSAY_SOAK") ||
           !(is_costly(at->family) || at->family->depth);
}

static const struct property properties[] = {
    { "card is complete", card_is_complete, NULL },
    { "same coordinates, same bytes", same_coordinates_give_the_same_bytes,
      has_many },
    { "problems are complete", problems_are_complete, has_many },
    { "make and check agree", make_and_check_agree, NULL },
    { "keys are stable", keys_are_stable, draws_again },
    { "broken keys are caught", broken_keys_are_caught, is_audited },
    { "changed statements are caught", changed_statements_are_caught,
      is_audited },
    { "no two problems are equal", no_two_problems_are_equal, has_many },
    { "neighbouring seeds share only by chance",
      neighbouring_seeds_share_only_by_chance, has_many },
    { "a spent level says so", a_spent_level_says_so, has_space },
    { "wording changes words alone", wording_changes_words_alone, has_wording },
    { "levels are depths", levels_are_depths, has_depth },
    { "the dial goes on", the_dial_goes_on, begins_dial },
    { 0 },
};

/* Mathador's check writes every expression down. */
static uint64_t count_for(const struct family *f, size_t n_places)
{
    size_t n = PROBLEMS_BUDGET / n_places;

    if (n < PROBLEMS_LEAST)
        n = PROBLEMS_LEAST;
    n = rounds_of(n > PROBLEMS_FULL ? PROBLEMS_FULL : n, PROBLEMS_FULL);
    if (getenv("ASSAY_SOAK"))
        return is_costly(f) && n > COSTLY_FULL ? COSTLY_FULL : n;
    if (is_costly(f))
        return 1;
    if (f->depth)
        return SANITIZED ? 1 : 2;
    return strcmp(f->name, "mathador") == 0 ? n / 15 + 1 : n;
}

/* Under a sanitizer the costly ones are tried by tests of their own cases. */
static bool takes(const struct family *f)
{
    return !SANITIZED || !is_costly(f);
}

int main(void)
{
    return places_run("families", properties, takes, count_for);
}
