/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Whole problems as a command makes them: with all knobs, by the thousand, each
 * with its statement and its worked solution.
 */
#include "base/ascii.h"
#include "base/map.h"
#include "family/accept/accept_int.h"
#include "family/generate.h"
#include "family/recipe/recipe.h"
#include "family/table.h"
#include "problem/canonical.h"
#include "problem/concept.h"

#include <math.h>
#include <string.h>

#define PROBLEMS_EACH 2     /* of a level, for each draw of a level and kind */
#define KEY_MOST      400   /* characters */
#define SOLUTION_MOST 40000 /* bytes of a worked solution */
#define KNOBS_EACH    20    /* problems of each choice of knobs */
#define READ_MOST     200   /* samples of which every wording is read */
#define POSITIONS     8     /* numbers of a statement, from either end */
#define SHARE_MOST    0.1   /* of problems that one key may answer */
#define SHARE_FEW     0.6   /* in a family that says why its keys are few */
#define READ_OFF_MOST 0.5   /* whose key stands at one place of the statement */

/* One level's problems. */
struct many {
    struct accepting *x;
    int level;
    uint64_t n, repeats, same_statement, ours, steps, states_key;
    uint64_t space;
    struct map keys, params, forms, statements;
    struct vec texts; /* const char *: the key of each statement */
    uint64_t at_place[2 * POSITIONS];
    uint64_t words;
};

static size_t level_at(const struct accepting *x, int level)
{
    for (size_t i = 0; i < x->file->n_kinds; i++)
        if (x->file->kinds[i]->levels >> (level - 1) & 1)
            return x->file->kinds[i]->at;
    return 0;
}

/* Make a problem; a failure is a finding. */
static bool make(struct accepting *x, struct arena *a, int level,
                 const char *seed, uint64_t index, const struct json *knobs,
                 struct problem *p)
{
    struct coordinates c = { x->family, level, seed, index, knobs, NULL };
    struct str set = str_in(a);
    struct err e;

    if (family_generate(a, &c, p, &e))
        return true;
    if (knobs)
        json_write(&set, knobs);
    accept_find(x, ACCEPT_AGREES, level_at(x, level), NULL, "",
                "problem %llu of level %d cannot be made%s%s: %s",
                (unsigned long long)index, level,
                knobs ? " with the knobs " : "", str_get(&set), e.msg);
    return false;
}

/* ---- knobs ---- */

/* Can a letter stand for a given number? Else there is no knob "steps". */
static bool has_slot(const struct accepting *x, int level)
{
    for (size_t i = 0; i < x->file->n_kinds; i++) {
        union values v = { .numbers = { (int64_t)i } };
        const struct field *f = recipe_fields(x->family, &v);

        while (f->name && !f->slot)
            f++;
        if (!f->name && (x->file->kinds[i]->levels >> (level - 1) & 1))
            return false;
    }
    return true;
}

static void try_knobs(struct accepting *x, int level, uint64_t space,
                      uint64_t each)
{
    static const char *const sets[] = {
        "{\"digits\": \"1\"}",
        "{\"digits\": \"2\", \"steps\": \"1\"}",
        "{\"steps\": \"3\"}",
        "{\"wording\": \"terse\"}",
        "{\"wording\": \"paraphrase\"}",
        "{\"distractors\": \"3\"}",
        "{\"wording\": \"story\", \"distractors\": \"1\"}",
        "{\"wording\": \"wordy\"}",
    };
    bool slot = has_slot(x, level);
    /* sentences of the kit that are English alone */
    size_t n = sizeof(sets) / sizeof(sets[0]) - (x->file->tongue ? 3 : 0);

    if (!slot)
        accept_note(x, level_at(x, level),
                    "in level \"%s\" no given number has a place of its own in "
                    "every wording, as <a> and not <a + 1>: so the knob "
                    "\"steps\", which hides one, and pairs with other families "
                    "do not work there",
                    x->file->levels[level - 1].name);
    for (size_t i = 0; i < n; i++)
        for (uint64_t k = 0; k < each && k < space; k++) {
            struct arena a = { 0 };
            struct json *knobs;
            struct problem p;
            struct err e;
            bool ok = (!slot && strstr(sets[i], "steps")) ||
                      (json_read(&a, sets[i], strlen(sets[i]), 1, &knobs, &e) &&
                       make(x, &a, level, "knobs", k, knobs, &p));

            arena_clear(&a);
            if (!ok)
                return;
        }
}

/* ---- one problem ---- */

/* The key, or all of several. */
static const char *key_of(struct arena *a, const struct problem *p)
{
    return p->n_keys == 1 ? p->keys[0].latex : keys_text(a, p->keys, p->n_keys);
}

static void count_key(struct many *m, struct arena *a, const struct problem *p)
{
    const char *key = key_of(a, p);

    ++*map_put(&m->keys, key, strlen(key), NULL);
}

/* Is the key the number at a place of the statement, from either end? */
static void count_places(struct many *m, const struct problem *p)
{
    const char *key = p->keys[0].latex;
    struct {
        const char *s;
        size_t n;
    } numbers[256];
    size_t n = 0, key_n;

    key += *key == '-';
    key_n = strlen(key);
    for (const char *s = p->statement; *s && n < 256;) {
        size_t len = strspn(s, "0123456789");

        if (len) {
            numbers[n].s = s;
            numbers[n++].n = len;
        }
        s += len ? len : 1;
    }
    for (size_t i = 0; i < POSITIONS && i < n; i++) {
        size_t back = n - 1 - i;

        m->at_place[i] +=
            numbers[i].n == key_n && !memcmp(numbers[i].s, key, key_n);
        m->at_place[POSITIONS + i] +=
            numbers[back].n == key_n && !memcmp(numbers[back].s, key, key_n);
    }
}

/* Repeats by their canonical form, in which people's names and the spelling of
 * numbers do not count. */
static void count_repeats(struct many *m, const struct problem *p)
{
    struct canonical form;
    bool is_new, same_params;

    canonical_problem(&form, p);
    map_put(&m->params, &form.params, sizeof(form.params), &is_new);
    same_params = !is_new;
    map_put(&m->forms, &form.statement, sizeof(form.statement), &is_new);
    m->repeats += same_params;
    m->same_statement += !same_params && !is_new;
}

/* Equal statements, equal keys. */
static void compare_keys(struct many *m, struct arena *a,
                         const struct problem *p)
{
    const char *key = key_of(a, p);
    bool is_new;
    size_t *at =
        map_put(&m->statements, p->statement, strlen(p->statement), &is_new);

    if (is_new) {
        *at = m->texts.n;
        *(const char **)vec_push(&m->texts) = arena_strdup(m->x->arena, key);
    } else if (!str_eq(*vec_get(&m->texts, const char *, *at), key)) {
        accept_find(m->x, ACCEPT_ENOUGH, level_at(m->x, m->level), NULL,
                    "tell in the text what makes the difference",
                    "one statement has the keys %s and %s: \"%s\"",
                    *vec_get(&m->texts, const char *, *at), key, p->statement);
    }
}

static void read_solution(struct many *m, struct arena *a,
                          const struct problem *p)
{
    const char *what = "", *why = NULL;

    if (strlen(p->solution) > SOLUTION_MOST) {
        accept_find(m->x, ACCEPT_TOLD, level_at(m->x, m->level), NULL,
                    "write fewer or shorter steps",
                    "a worked solution of %zu bytes", strlen(p->solution));
        return;
    }
    if (*p->solution)
        why = text_fault(a, p->solution, false, !m->x->file->tongue, &what);
    if (!why && m->n <= READ_MOST)
        why = equation_fault(a, p->solution, &what);
    if (why)
        accept_find(m->x, ACCEPT_TOLD, level_at(m->x, m->level), NULL, "",
                    "%s: \"%s\" in the worked solution \"%s\"", why, what,
                    p->solution);
    if (strlen(p->keys[0].latex) > KEY_MOST)
        accept_find(m->x, ACCEPT_TOLD, level_at(m->x, m->level), NULL,
                    "draw smaller numbers", "a key of %zu characters",
                    strlen(p->keys[0].latex));
    m->steps += *p->solution != '\0';
    m->states_key += strstr(p->solution, p->keys[0].latex) != NULL;
    m->words += strlen(p->statement);
}

/* ---- the shipped families ---- */

/* The statement with a sign for every number: what is left is the wording. */
static const char *shape_of(struct arena *a, const char *statement)
{
    struct str form = str_in(a), out = str_in(a);

    canonical_statement(&form, statement);
    for (const char *s = str_get(&form); *s;) {
        size_t n = strspn(s, "0123456789");

        str_addc(&out, n ? '#' : *s);
        s += n ? n : 1;
    }
    return str_get(&out);
}

#define OURS_EACH 12 /* problems of a level of a shipped family */

static void gather_ours(const struct family *tried, struct map *shapes)
{
    for (size_t i = 0; i < family_count(); i++) {
        const struct family *f = family_at(i);

        if (str_eq(f->name, tried->name))
            continue; /* it is one of ours */
        for (int level = 1; f->recipe && level <= f->n_levels; level++)
            for (uint64_t k = 0; k < OURS_EACH; k++) {
                struct coordinates c = { f, level, "shapes", k, NULL, NULL };
                struct arena a = { 0 };
                struct problem p;
                struct err e;

                if (family_draw(&a, &c, 0, &p, &e)) {
                    const char *s = shape_of(&a, p.statement);

                    *map_put(shapes, s, strlen(s), NULL) = i;
                }
                arena_clear(&a);
            }
    }
}

/* ---- the rows ---- */

static void judge_guess(struct many *m, double *worst)
{
    const struct map_entry *common = NULL;
    struct accepting *x = m->x;
    double share, most = x->file->few_keys ? SHARE_FEW : SHARE_MOST;

    for (size_t i = 0; i < m->keys.n; i++)
        if (!common || m->keys.entries[i].value > common->value)
            common = &m->keys.entries[i];
    share = common ? (double)common->value / (double)m->n : 0;
    *worst = share > *worst ? share : *worst;
    if (m->n >= 100 && share > most)
        accept_find(x, ACCEPT_GUESSABLE, level_at(x, m->level), NULL,
                    x->file->few_keys
                        ? "ask for more than one of a few words"
                        : "draw from wider ranges, or ask for more; a family "
                          "of few answers says why: \"few keys: ...\"",
                    "%.0f %% of the problems of level \"%s\" have the key %s",
                    100 * share, x->file->levels[m->level - 1].name,
                    common->key);
    for (size_t i = 0; i < 2 * POSITIONS; i++)
        if (m->n >= 100 &&
            (double)m->at_place[i] > READ_OFF_MOST * (double)m->n) {
            accept_find(x, ACCEPT_GUESSABLE, level_at(x, m->level), NULL,
                        "do not tell the key in the statement",
                        "the key is number %zu of the statement%s in %.0f %% "
                        "of the problems of level \"%s\"",
                        i % POSITIONS + 1,
                        i < POSITIONS ? "" : ", counted from its end,",
                        100.0 * (double)m->at_place[i] / (double)m->n,
                        x->file->levels[m->level - 1].name);
            return;
        }
}

/* Among how many problems do n draws find that many different ones? Halving the
 * interval solves different = N (1 - exp(-n / N)) for N. */
static double size_from(double n, double different)
{
    double lo = different, hi = n * n;

    if (different >= n)
        return hi;
    for (int i = 0; i < 100; i++) {
        double mid = (lo + hi) / 2;

        if (mid * -expm1(-n / mid) < different)
            lo = mid;
        else
            hi = mid;
    }
    return lo;
}

static double size_of(const struct many *m)
{
    double n = (double)m->n, repeats = (double)m->repeats;
    double same = (double)m->same_statement;

    return m->space ? (double)m->space * (n - same) / n
                    : size_from(n, n - repeats - same);
}

static void judge_size(struct many *m, double *least)
{
    struct accepting *x = m->x;
    const char *name = x->file->levels[m->level - 1].name;
    double size = size_of(m), claim = x->file->problems;

    *least = size < *least ? size : *least;
    /* Few problems without a repeat, where each is dear, say nothing. */
    if (size < claim && (m->space || m->repeats || m->same_statement))
        accept_find(x, ACCEPT_LARGE, level_at(x, m->level), NULL,
                    "draw from wider ranges, or claim fewer: \"problems: "
                    "100\"",
                    "level \"%s\" has about %.0f problems, and at least %.0f "
                    "are claimed",
                    name, size, claim);
    if (m->space && m->repeats)
        accept_find(x, ACCEPT_LARGE, level_at(x, m->level), NULL,
                    "give all that is drawn, or add a condition (\"where "
                    "true\"), so that the draws are not counted",
                    "%llu of %llu problems of level \"%s\" repeat another: "
                    "different draws have the same given values",
                    (unsigned long long)m->repeats, (unsigned long long)m->n,
                    name);
    if (2 * m->ours > m->n)
        accept_find(x, ACCEPT_LARGE, level_at(x, m->level), NULL, "",
                    "%llu of %llu statements of level \"%s\" are those of a "
                    "family that is there already, with other numbers",
                    (unsigned long long)m->ours, (unsigned long long)m->n,
                    name);
}

static void judge_steps(struct many *m)
{
    struct accepting *x = m->x;

    if (m->steps == 0)
        accept_note(x, level_at(x, m->level),
                    "level \"%s\" has no worked steps: add \"step: ...\"",
                    x->file->levels[m->level - 1].name);
    else if (2 * m->states_key < m->n)
        accept_find(x, ACCEPT_TOLD, level_at(x, m->level), NULL,
                    "end with a step that says <key>",
                    "the worked steps of level \"%s\" do not state the key",
                    x->file->levels[m->level - 1].name);
}

static void try_level(struct many *m, const struct map *ours)
{
    struct accepting *x = m->x;
    uint64_t cost = 1, draws = x->o->draws ? x->o->draws : ACCEPT_DRAWS;
    uint64_t most = PROBLEMS_EACH * draws;
    struct err e;

    for (size_t i = 0; i < x->spots.n; i++) {
        const struct drawn_spot *s = vec_at(&x->spots, i);

        if (s->level == m->level && s->n && s->cost / s->n > cost)
            cost = s->cost / s->n;
    }
    cost += x->told ? x->told_cost / x->told : 0;
    if (!family_space(x->family, m->level, NULL, &m->space, &e))
        m->space = 0;
    most =
        4 * (uint64_t)ACCEPT_WORK / cost < most ? 4 * ACCEPT_WORK / cost : most;
    most = m->space && m->space < most ? m->space : most;
    try_knobs(x, m->level, m->space ? m->space : UINT64_MAX,
              cost > ACCEPT_WORK / 100 ? KNOBS_EACH / 10 : KNOBS_EACH);
    while (m->n < most) {
        struct arena a = { 0 };
        struct problem p;
        const char *shape;
        bool ok = make(x, &a, m->level, "accept", m->n, NULL, &p);

        if (ok) {
            m->n++;
            count_key(m, &a, &p);
            count_places(m, &p);
            count_repeats(m, &p);
            compare_keys(m, &a, &p);
            read_solution(m, &a, &p);
            shape = shape_of(&a, p.statement);
            m->ours += map_get(ours, shape, strlen(shape)) != NULL;
        }
        arena_clear(&a);
        if (!ok || !accept_goes_on(x, ACCEPT_LARGE, m->n, most))
            return;
    }
}

/* ---- texts of the file ---- */

static void read_wordings(struct accepting *x, const struct drawn_spot *s)
{
    const struct vec *wordings = &x->file->kinds[s->kind]->wordings;
    uint64_t before = x->told_cost;

    for (size_t i = 0; i < s->n && i < READ_MOST &&
                       (i < 10 || x->told_cost - before < ACCEPT_WORK);
         i++)
        for (size_t w = 0; w < wordings->n; w++) {
            struct arena a = { 0 };
            const char *text = accept_say(x, &a, &s->at[i].g, w, i), *what = "";
            const char *why =
                text ? text_fault(&a, text, true, !x->file->tongue, &what)
                     : NULL;

            if (why)
                accept_find(
                    x, ACCEPT_TOLD, vec_get(wordings, struct file_text, w)->at,
                    &s->at[i].g, "", "%s: \"%s\" in \"%s\"", why, what, text);
            arena_clear(&a);
        }
}

/* Texts of rare conditions: few problems need not have them. */
static void find_unsaid(struct accepting *x)
{
    if (x->o->draws && x->o->draws < ACCEPT_DRAWS)
        return;
    for (size_t i = 0; i < x->file->n_kinds; i++) {
        const struct file_kind *k = x->file->kinds[i];

        for (size_t j = 0; j < k->wordings.n + k->steps.n; j++) {
            const struct file_text *t =
                j < k->wordings.n ? vec_at(&k->wordings, j)
                                  : vec_at(&k->steps, j - k->wordings.n);

            if (!atomic_load(&t->words->said))
                accept_find(x, ACCEPT_TOLD, t->at, NULL,
                            "change its condition, or leave it out",
                            "no problem has this text");
        }
    }
}

static void find_twins(struct accepting *x)
{
    struct arena a = { 0 };

    for (size_t i = 0; i < x->spots.n; i++) {
        const struct drawn_spot *s = vec_at(&x->spots, i);
        const struct vec *w = &x->file->kinds[s->kind]->wordings;

        for (size_t j = 0; s->n && j < w->n; j++)
            for (size_t k = j + 1; k < w->n; k++) {
                const char *one = accept_say(x, &a, &s->at[0].g, j, 0);
                const char *two = accept_say(x, &a, &s->at[0].g, k, 0);

                if (one && two && str_eq(shape_of(&a, one), shape_of(&a, two)))
                    accept_find(x, ACCEPT_TOLD,
                                vec_get(w, struct file_text, k)->at, NULL,
                                "say it in other words, or leave it out",
                                "two wordings of a kind are the same");
            }
    }
    arena_clear(&a);
}

static void find_notes(struct accepting *x)
{
    for (size_t i = 0; i < FAMILY_CONCEPTS && x->family->concepts[i]; i++)
        if (!concept_find(taxonomies[0], x->family->concepts[i]))
            accept_note(x, 0,
                        "\"%s\" is no concept of the taxonomy \"high\" (assay "
                        "families --taxonomy high)",
                        x->family->concepts[i]);
    if (!x->family->concepts[0])
        accept_note(x, 0,
                    "there is no concept: a hunt for weaknesses will "
                    "not choose this family");
}

void accept_problems(struct accepting *x)
{
    struct map ours = { 0 };
    double worst = 0, least = 1e30;
    uint64_t n = 0, bytes = 0;

    gather_ours(x->family, &ours);
    for (int level = 1; level <= x->file->n_levels && !x->stopped; level++) {
        struct many m = { .x = x,
                          .level = level,
                          .texts = vec_in(x->arena, sizeof(const char *)) };

        try_level(&m, &ours);
        if (m.n) {
            judge_guess(&m, &worst);
            judge_size(&m, &least);
            judge_steps(&m);
        }
        n += m.n;
        bytes += m.words;
        map_clear(&m.keys);
        map_clear(&m.params);
        map_clear(&m.forms);
        map_clear(&m.statements);
    }
    map_clear(&ours);
    for (size_t i = 0; i < x->spots.n; i++)
        read_wordings(x, vec_at(&x->spots, i));
    find_unsaid(x);
    find_twins(x);
    find_notes(x);
    accept_figure(x, ACCEPT_GUESSABLE,
                  "the commonest key answers %.1f %% of a level%s%s",
                  100 * worst, x->file->few_keys ? "; " : "",
                  x->file->few_keys ? x->file->few_keys : "");
    accept_figure(x, ACCEPT_LARGE, "about %s problems in the smallest level",
                  accept_count(x, least < 1e18 ? (uint64_t)least : 0));
    accept_figure(x, ACCEPT_TOLD, "%s problems read, %s bytes a statement",
                  accept_count(x, n), accept_count(x, n ? bytes / n : 0));
}
