/* SPDX-License-Identifier: Apache-2.0 */

/* Controls: in what each set is like the targeted problems, and in what it is
 * not. */
#include "base/ascii.h"
#include "base/map.h"
#include "base/str.h"
#include "hunt/target/control.h"
#include "hunt/target/supply.h"
#include "problem/canonical.h"
#include "run/planted/note.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MOST 20

struct shot {
    struct arena arena;
    struct suspicion suspicion;
    const struct taxonomy *taxonomy;
    struct problem p[MOST];
    const struct control_set *sets;
    size_t n_sets;
};

static void aim_at(struct shot *s, size_t n, const char *seed)
{
    struct supply m;
    struct err e;

    if (!supply_open(&s->arena, &m, &s->suspicion, s->taxonomy, NULL, seed,
                     &e) ||
        !supply_more(&s->arena, &m, n, NULL, s->p, &e) ||
        !control_make(&s->arena, &s->suspicion, s->taxonomy, NULL, s->p, n, n,
                      seed, &s->sets, &s->n_sets, &e))
        fail_msg("%s", e.msg);
}

static void clear(struct shot *s)
{
    arena_clear(&s->arena);
}

static const struct control_set *find(const struct shot *s, enum control_kind k)
{
    for (size_t i = 0; i < s->n_sets; i++)
        if (s->sets[i].kind == k)
            return &s->sets[i];
    return NULL;
}

static const char *knob(const struct problem *p, const char *name)
{
    const char *s = json_string(json_get(p->knobs, name));

    assert_non_null(s);
    return s;
}

/* By the maps of the taxonomies, from the high name upwards. */
static bool leads_to(const struct taxonomy *from, const char *concept,
                     const struct taxonomy *t, const char *name)
{
    if (from == t)
        return str_eq(concept, name);
    for (size_t i = 0; i < from->n_concepts; i++)
        if (str_eq(from->concepts[i].name, concept))
            for (const char *const *m = from->concepts[i].maps; *m; m++)
                if (leads_to(taxonomy_find(from->maps_to), *m, t, name))
                    return true;
    return false;
}

static bool carries_any(const struct shot *s, const struct problem *p)
{
    for (size_t i = 0; i < p->n_concepts; i++)
        for (size_t k = 0; k < s->suspicion.n_concepts; k++)
            if (leads_to(taxonomy_find("high"), p->concepts[i], s->taxonomy,
                         s->suspicion.concepts[k]))
                return true;
    return false;
}

static bool has_tag(const struct problem *p, const char *name)
{
    for (size_t i = 0; i < p->n_concepts; i++)
        if (str_eq(p->concepts[i], name))
            return true;
    return false;
}

static size_t parts_of(const struct problem *p)
{
    size_t n = 1;

    for (const char *s = p->family; *s; s++)
        n += *s == '+';
    return n;
}

static void check_unique(const struct problem *p, size_t n)
{
    struct map ids = { 0 }, forms = { 0 };

    for (size_t i = 0; i < n; i++) {
        struct str form = { 0 };
        bool added;

        map_put(&ids, p[i].id, strlen(p[i].id), &added);
        assert_true(added);
        canonical_statement(&form, p[i].statement);
        map_put(&forms, str_get(&form), form.n, &added);
        assert_true(added);
        str_clear(&form);
    }
    map_clear(&ids);
    map_clear(&forms);
}

static void check_same_knobs(const struct problem *x, const struct problem *y)
{
    static const char *const names[] = { "wording", "distractors", "digits",
                                         "steps" };

    for (size_t i = 0; i < 4; i++)
        assert_string_equal(knob(x, names[i]), knob(y, names[i]));
}

/* ---- matched ---- */

static void check_matched(const struct shot *s, size_t n)
{
    const struct control_set *m = find(s, CONTROL_MATCHED);

    assert_non_null(m);
    assert_int_equal(m->n, n);
    assert_null(m->with);
    assert_null(m->which);
    assert_false(m->paired);
    for (size_t i = 0; i < n; i++) {
        const struct problem *p = &m->without[i];

        if (carries_any(s, p))
            fail_msg("%s has what the suspicion names", p->id);
        check_same_knobs(p, &s->p[i]);
        assert_int_equal(parts_of(p), parts_of(&s->p[i]));
        assert_true(p->level == s->p[i].level ||
                    (s->p[i].level > 3 && p->level == 3));
    }
    check_unique(m->without, n);
}

static size_t count_words(const char *s)
{
    size_t n = 0;

    for (size_t i = 0; s[i]; i++)
        n += !is_space(s[i]) && (s[i + 1] == '\0' || is_space(s[i + 1]));
    return n;
}

/* By how many words the controls are off, and of how many. */
static void add_distance(const struct shot *s, size_t n, size_t *sum_off,
                         size_t *sum)
{
    const struct control_set *m = find(s, CONTROL_MATCHED);
    size_t off = 0, all = 0;

    for (size_t i = 0; i < n; i++) {
        size_t x = count_words(s->p[i].statement);
        size_t y = count_words(m->without[i].statement);

        all += x;
        off += x > y ? x - y : y - x;
    }
    *sum_off += off;
    *sum += all;
}

/* ---- variants ---- */

static void check_told(const struct problem *p, const char *name,
                       const char *value)
{
    assert_string_equal(knob(p, name), value);
}

static void check_pair(const struct problem *x, const struct problem *y)
{
    assert_string_equal(x->family, y->family);
    assert_string_equal(x->seed, y->seed);
    assert_int_equal(x->level, y->level);
    assert_true(x->index == y->index);
    assert_string_not_equal(x->statement, y->statement);
}

/* The targeted problem that both are variants of. */
static const struct problem *original(const struct shot *s, size_t n,
                                      const struct problem *x)
{
    for (size_t i = 0; i < n; i++)
        if (str_eq(s->p[i].family, x->family) && s->p[i].level == x->level &&
            s->p[i].index == x->index && str_eq(s->p[i].seed, x->seed))
            return &s->p[i];
    fail_msg("%s is no variant", x->id);
    return NULL;
}

static void check_others(const struct problem *p, const struct problem *of,
                         const char *but, const char *and)
{
    for (const struct json *k = of->knobs->first; k; k = k->next)
        if (!str_eq(k->name, but) && !str_eq(k->name, and))
            assert_string_equal(knob(p, k->name), k->text);
}

static void check_values(enum control_kind k, size_t i, const struct problem *x,
                         const struct problem *y)
{
    switch (k) {
    case CONTROL_WORDING:
        check_told(x, "wording", i % 2 ? "paraphrase" : "story");
        check_told(y, "wording", "plain");
        break;
    case CONTROL_LENGTH:
        check_told(x, "wording", "wordy");
        check_told(x, "distractors", "3");
        check_told(y, "wording", "terse");
        check_told(y, "distractors", "0");
        assert_true(count_words(x->statement) > count_words(y->statement));
        break;
    case CONTROL_STEPS:
        check_told(x, "steps", "3");
        check_told(y, "steps", "0");
        break;
    default:
        check_told(x, "digits", "2");
        check_told(y, "digits", "0");
        break;
    }
}

static void check_variants(const struct shot *s, size_t n)
{
    static const char *const knobs[CONTROLS][2] = {
        [CONTROL_WORDING] = { "wording", "wording" },
        [CONTROL_LENGTH] = { "wording", "distractors" },
        [CONTROL_STEPS] = { "steps", "steps" },
        [CONTROL_SIZE] = { "digits", "digits" },
    };

    for (enum control_kind k = CONTROL_WORDING; k <= CONTROL_SIZE; k++) {
        const struct control_set *v = find(s, k);

        if (!v && k == CONTROL_SIZE) /* not every pair has larger numbers */
            continue;
        assert_non_null(v);
        assert_true(v->n <= CONTROL_VARIANTS(n) &&
                    (k == CONTROL_SIZE || v->n == CONTROL_VARIANTS(n)));
        assert_true(v->paired == (k != CONTROL_SIZE));
        for (size_t i = 0; i < v->n; i++) {
            const struct problem *x = &v->with[i], *y = &v->without[i];
            const struct problem *of = original(s, n, x);

            check_pair(x, y);
            check_values(k, i, x, y);
            check_others(x, of, knobs[k][0], knobs[k][1]);
            check_others(y, of, knobs[k][0], knobs[k][1]);
            if (v->paired) {
                assert_int_equal(x->n_keys, y->n_keys);
                assert_string_equal(x->keys[0].latex, y->keys[0].latex);
                assert_string_equal(x->keys[0].latex, of->keys[0].latex);
            }
        }
        check_unique(v->with, v->n);
        check_unique(v->without, v->n);
    }
}

/* ---- parts ---- */

/* Each has its concept and none of the others, and as many parts as before. */
static size_t check_parts(const struct shot *s, size_t n)
{
    size_t sets = 0;

    for (size_t i = 0; i < s->n_sets; i++) {
        const struct control_set *x = &s->sets[i];
        struct shot own = *s, others = *s;
        const char *other[1];

        if (x->kind != CONTROL_PART)
            continue;
        sets++;
        own.suspicion.concepts = &x->which;
        own.suspicion.n_concepts = others.suspicion.n_concepts = 1;
        other[0] =
            s->suspicion.concepts[str_eq(x->which, s->suspicion.concepts[0])];
        others.suspicion.concepts = other;
        assert_null(x->with);
        assert_true(x->n <= n && x->n * 2 >= n);
        for (size_t k = 0; k < x->n; k++) {
            assert_true(carries_any(&own, &x->without[k]));
            assert_false(carries_any(&others, &x->without[k]));
        }
        check_unique(x->without, x->n);
    }
    assert_true(sets <= CONTROL_PARTS);
    return sets;
}

/* ---- answers ---- */

static const char *answer_of(struct arena *a, const struct problem *p)
{
    const struct factor *f;
    size_t n = factors_make(a, p, &f);

    for (size_t i = 0; i < n; i++)
        if (str_eq(f[i].name, "answer"))
            return f[i].word;
    return "none";
}

/* How many matched problems have an answer of the kind of their original. */
static size_t answers_alike(const struct shot *s, size_t n)
{
    const struct control_set *m = find(s, CONTROL_MATCHED);
    struct arena a = { 0 };
    size_t same = 0;

    for (size_t i = 0; i < n; i++)
        same += str_eq(answer_of(&a, &s->p[i]), answer_of(&a, &m->without[i]));
    arena_clear(&a);
    return same;
}

/* ---- auxiliary ---- */

static size_t carriers(const struct shot *s, size_t n, const char *name)
{
    size_t has = 0;

    for (size_t i = 0; i < n; i++)
        has += has_tag(&s->p[i], name);
    return has;
}

static size_t check_auxiliary(const struct shot *s, size_t n)
{
    size_t sets = 0;

    for (size_t i = 0; i < s->n_sets; i++) {
        const struct control_set *x = &s->sets[i];

        if (x->kind != CONTROL_AUXILIARY)
            continue;
        sets++;
        assert_non_null(x->which);
        assert_null(x->with);
        assert_int_equal(x->n, n);
        assert_true(carriers(s, n, x->which) * 10 >= 4 * n);
        for (size_t k = 0; k < x->n; k++) {
            assert_true(has_tag(&x->without[k], x->which));
            assert_false(carries_any(s, &x->without[k]));
            check_same_knobs(&x->without[k], &s->p[k]);
        }
        check_unique(x->without, x->n);
    }
    assert_true(sets <= 3);
    return sets;
}

/* ---- suspicions ---- */

static void every_eighth_concept(void **state)
{
    const struct taxonomy *t = taxonomy_find("high");
    static struct shot s;
    size_t auxiliaries = 0, off = 0, words = 0, alike = 0, all = 0;

    (void)state;
    for (size_t i = 0; i < t->n_concepts; i += 8) {
        const char *const name[] = { t->concepts[i].name };

        s = (struct shot){ .suspicion = { "high", name, 1, { 0 } },
                           .taxonomy = t };
        aim_at(&s, MOST, "7");
        check_matched(&s, MOST);
        add_distance(&s, MOST, &off, &words);
        check_variants(&s, MOST);
        auxiliaries += check_auxiliary(&s, MOST);
        assert_int_equal(check_parts(&s, MOST), 0);
        alike += answers_alike(&s, MOST);
        all += MOST;
        clear(&s);
    }
    assert_true(auxiliaries >= 3);
    print_message("# figure: %zu of %zu matched problems have an answer of the "
                  "same kind; they are off by %zu of %zu words\n",
                  alike, all, off, words);
    assert_true(off * 100 < words * 18);
    assert_true(alike * 10 >= all * 9);
}

static void pairs_and_coarser_names(void **state)
{
    static const char *const names[][3] = {
        { "high", "Chinese remainder theorem", "Factorials (n!)" },
        { "high", "Even/odd determination",
          "Polygon properties: "
          "interior/exterior angle sums" },
        { "mid", NULL, NULL },
        { "low", NULL, NULL },
    };
    static struct shot s;

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        const struct taxonomy *t = taxonomy_find(names[i][0]);
        const char *const pair[] = {
            names[i][1] ? names[i][1] : t->concepts[1].name,
            names[i][2] ? names[i][2] : t->concepts[4].name
        };

        s = (struct shot){ .suspicion = { t->name, pair, 2, { 0 } },
                           .taxonomy = t };
        aim_at(&s, 12, "3");
        check_matched(&s, 12);
        check_variants(&s, 12);
        check_auxiliary(&s, 12);
        assert_int_equal(check_parts(&s, 12), 2);
        clear(&s);
    }
}

/* The remainder theorem's family has two further concepts, which others have
 * without it. */
static void auxiliary_skills_are_found(void **state)
{
    const char *const name[] = { "Chinese remainder theorem" };
    static struct shot s;
    size_t found = 0;

    (void)state;
    s = (struct shot){ .suspicion = { "high", name, 1, { 0 } },
                       .taxonomy = taxonomy_find("high") };
    aim_at(&s, 10, "7");
    assert_int_equal(check_auxiliary(&s, 10), 2);
    for (size_t i = 0; i < s.n_sets; i++)
        for (size_t k = 0; k < s.p[0].n_concepts; k++)
            found += s.sets[i].kind == CONTROL_AUXILIARY &&
                     str_eq(s.sets[i].which, s.p[0].concepts[k]);
    assert_int_equal(found, 2);
    clear(&s);
    s = (struct shot){ .suspicion = { "low", NULL, 1, { 0 } },
                       .taxonomy = taxonomy_find("low") };
    s.suspicion.concepts = &s.taxonomy->concepts[1].name; /* all three are it */
    s.p[0] = (struct problem){ 0 };
    aim_at(&s, 10, "7");
    check_auxiliary(&s, 10);
    clear(&s);
}

/* ---- bounds ---- */

static void the_other_side_of_a_bound(void **state)
{
    static const struct bound bounds[] = {
        { BOUND_ABOVE, "words", 80, NULL, 0 },
        { BOUND_BELOW, "words", 30, NULL, 0 },
        { BOUND_ABOVE, "level", 2, NULL, 0 },
        { BOUND_ABOVE, "distractors", 1, NULL, 0 },
        { BOUND_IS, "wording", 0, "story", 0 },
    };
    static struct shot s;

    (void)state;
    for (size_t i = 0; i < 5; i++) {
        const struct bound *b = &bounds[i];
        const struct control_set *m;
        size_t own = 0;

        s = (struct shot){ .suspicion = { .bound = *b } };
        aim_at(&s, MOST, "7");
        m = find(&s, CONTROL_MATCHED);
        assert_non_null(m);
        assert_int_equal(m->n, MOST);
        for (size_t k = 0; k < m->n; k++) {
            const struct problem *p = &m->without[k];
            size_t words = count_words(p->statement);

            assert_non_null(strstr(s.p[k].family, p->family));
            own += str_eq(s.p[k].family, p->family);
            if (i == 0)
                assert_true(words <= 80);
            else if (i == 1)
                assert_true(words >= 30);
            else if (i == 2)
                assert_true(p->level <= 2);
            else if (i == 3)
                assert_true(knob(p, "distractors")[0] <= '1');
            else
                assert_string_not_equal(knob(p, "wording"), "story");
        }
        assert_true(own * 3 >= m->n * 2); /* a pair may lie beyond for good */
        check_unique(m->without, m->n);
        check_variants(&s, MOST);
        assert_null(find(&s, CONTROL_AUXILIARY));
        clear(&s);
    }
}

/* No family can change how many concepts it has: others stand in. */
static void a_bound_that_families_fix(void **state)
{
    static struct shot s;
    const struct control_set *m;

    (void)state;
    s = (struct shot){ .suspicion = {
                           .bound = { BOUND_ABOVE, "concepts", 3, NULL, 0 } } };
    aim_at(&s, 10, "7");
    m = find(&s, CONTROL_MATCHED);
    assert_non_null(m);
    for (size_t i = 0; i < m->n; i++)
        assert_true(m->without[i].n_concepts <= 3);
    clear(&s);
}

/* ---- the rest ---- */

static void add_all(struct str *out, const struct shot *s)
{
    for (size_t i = 0; i < s->n_sets; i++)
        for (size_t k = 0; k < s->sets[i].n; k++) {
            str_addf(out, "%s %s\n", control_name(s->sets[i].kind),
                     s->sets[i].which ? s->sets[i].which : "");
            if (s->sets[i].with)
                problem_write(out, &s->sets[i].with[k]);
            problem_write(out, &s->sets[i].without[k]);
        }
}

static void the_seed_decides(void **state)
{
    const char *const names[] = { "Chinese remainder theorem",
                                  "Factorials (n!)" };
    const struct control_set *again;
    struct str x = { 0 }, y = { 0 }, z = { 0 };
    static struct shot s;
    struct err e;

    (void)state;
    s = (struct shot){ .suspicion = { "high", names, 2, { 0 } },
                       .taxonomy = taxonomy_find("high") };
    aim_at(&s, 8, "7");
    add_all(&x, &s);
    assert_true(control_make(&s.arena, &s.suspicion, s.taxonomy, NULL, s.p, 8,
                             8, "7", &again, &s.n_sets, &e));
    s.sets = again;
    add_all(&y, &s);
    assert_string_equal(str_get(&x), str_get(&y));
    assert_true(control_make(&s.arena, &s.suspicion, s.taxonomy, NULL, s.p, 8,
                             8, "8", &again, &s.n_sets, &e));
    s.sets = again;
    add_all(&z, &s);
    assert_string_not_equal(str_get(&x), str_get(&z));
    str_clear(&x);
    str_clear(&y);
    str_clear(&z);
    clear(&s);
}

/* Problems of files, of unknown versions and with odd knobs have no variants;
 * n is the most of a set. */
static void strangers_are_passed_over(void **state)
{
    const char *const name[] = { "Factorials (n!)" };
    static struct shot s;
    struct arena a = { 0 };
    struct json *odd = json_new(&a, JSON_OBJECT);
    struct err e;

    (void)state;
    s = (struct shot){ .suspicion = { "high", name, 1, { 0 } },
                       .taxonomy = taxonomy_find("high") };
    aim_at(&s, 10, "7");
    s.p[0] = (struct problem){ .id = "file 1",
                               .statement = "What is $2 + 2$?",
                               .solution = "" };
    s.p[1].version++;
    json_set(&a, odd, "wording", json_new(&a, JSON_ARRAY));
    s.p[2].knobs = odd;
    s.p[3].level = 9;
    s.p[4].family = "concept/none";
    assert_true(control_make(&a, &s.suspicion, s.taxonomy, NULL, s.p, 10, 10,
                             "7", &s.sets, &s.n_sets, &e));
    for (size_t i = 0; i < s.n_sets; i++)
        assert_int_equal(s.sets[i].n, s.sets[i].with ? CONTROL_VARIANTS(5) : 5);
    assert_true(s.n_sets >= 5);
    assert_true(control_make(&a, &s.suspicion, s.taxonomy, NULL, s.p, 10, 2,
                             "7", &s.sets, &s.n_sets, &e));
    for (size_t i = 0; i < s.n_sets; i++)
        assert_int_equal(s.sets[i].n, 2);
    assert_true(control_make(&a, &s.suspicion, s.taxonomy, NULL, s.p, 5, 5, "7",
                             &s.sets, &s.n_sets, &e));
    assert_int_equal(s.n_sets, 0);
    s.suspicion = (struct suspicion){ 0 };
    assert_false(control_make(&a, &s.suspicion, s.taxonomy, NULL, s.p, 5, 5,
                              "7", &s.sets, &s.n_sets, &e));
    arena_clear(&a);
    clear(&s);
}

/* What the range does not draw is no cause, and costs no problems. */
static void no_variants_out_of_the_range(void **state)
{
    static const char *const fixed[] = { "distractors", "steps" };
    const struct draw_range range = { 0, fixed, 2, false, false };
    const char *const name[] = { "Factorials (n!)" };
    static struct shot s;
    bool wording = false;
    struct err e;

    (void)state;
    s = (struct shot){ .suspicion = { "high", name, 1, { 0 } },
                       .taxonomy = taxonomy_find("high") };
    aim_at(&s, 6, "7");
    assert_true(control_make(&s.arena, &s.suspicion, s.taxonomy, &range, s.p, 6,
                             6, "7", &s.sets, &s.n_sets, &e));
    for (size_t i = 0; i < s.n_sets; i++) {
        assert_int_not_equal(s.sets[i].kind, CONTROL_LENGTH);
        assert_int_not_equal(s.sets[i].kind, CONTROL_STEPS);
        wording = wording || s.sets[i].kind == CONTROL_WORDING;
    }
    assert_true(wording);
    clear(&s);
}

/* The same problem under two knobs is one variant, not two. */
static void twins_are_one_variant(void **state)
{
    const char *const name[] = { "Factorials (n!)" };
    static struct shot s;
    struct err e;

    (void)state;
    s = (struct shot){ .suspicion = { "high", name, 1, { 0 } },
                       .taxonomy = taxonomy_find("high") };
    aim_at(&s, 6, "7");
    s.p[1] = s.p[0];
    assert_true(control_make(&s.arena, &s.suspicion, s.taxonomy, NULL, s.p, 6,
                             6, "7", &s.sets, &s.n_sets, &e));
    for (size_t i = 0; i < s.n_sets; i++)
        if (s.sets[i].with) {
            check_unique(s.sets[i].with, s.sets[i].n);
            assert_int_equal(s.sets[i].n, 5);
        }
    clear(&s);
}

static void kinds_have_names(void **state)
{
    static const char *const names[] = { "matched",  "wording", "length",
                                         "steps",    "size",    "part",
                                         "auxiliary" };

    (void)state;
    for (size_t i = 0; i < CONTROLS; i++)
        assert_string_equal(control_name((enum control_kind)i), names[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_eighth_concept),
        cmocka_unit_test(pairs_and_coarser_names),
        cmocka_unit_test(auxiliary_skills_are_found),
        cmocka_unit_test(the_other_side_of_a_bound),
        cmocka_unit_test(a_bound_that_families_fix),
        cmocka_unit_test(the_seed_decides),
        cmocka_unit_test(strangers_are_passed_over),
        cmocka_unit_test(no_variants_out_of_the_range),
        cmocka_unit_test(twins_are_one_variant),
        cmocka_unit_test(kinds_have_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
