/* SPDX-License-Identifier: Apache-2.0 */
#include "evolved.h"
#include "base/str.h"
#include "evolve/source/import.h"
#include "family/generate.h"
#include "family/table.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

const char *evolved_name(enum evolved_kind k)
{
    static const char *const names[EVOLVED_KINDS] = { "linear", "concept",
                                                      "graph" };

    return names[k];
}

static struct individual opened(struct arena *a, const char *id,
                                struct structure b)
{
    struct individual s;
    struct err e;

    /* The same one may be drawn twice and crossed with itself. */
    if (!individual_open(a, id, b, NULL, &s, &e))
        fail_msg("%s: %s", id, e.msg);
    return s;
}

struct individual evolved_linear(struct arena *a, struct rng *r,
                                 size_t variables, const struct theme *theme)
{
    struct linear_shape shape = { .variables = variables,
                                  .low = 1,
                                  .high = 20 };

    return opened(a, "linear", structure_linear_draw(a, r, &shape, theme));
}

static struct individual concept_one(struct arena *a, struct rng *r)
{
    for (int i = 0; i < 1000; i++) {
        const struct family *f = family_at(rng_below(r, family_count()));
        struct coordinates c = { .family = f, .level = 1, .seed = "evolved" };
        struct problem p;
        struct structure b;
        struct err e;

        if (!f->recipe)
            continue;
        c.level = 1 + (int)rng_below(r, (uint64_t)f->n_levels);
        c.index = rng_below(r, 50);
        if (family_generate(a, &c, &p, &e) &&
            structure_of_problem(a, &p, &b, &e))
            return opened(a, p.id, b);
    }
    fail_msg("no concept problem was found");
    return (struct individual){ 0 };
}

struct individual evolved_family(struct arena *a, const struct family *f,
                                 int level, uint64_t index)
{
    struct coordinates c = {
        .family = f, .level = level, .seed = "evolved", .index = index
    };
    struct problem p;
    struct structure b = { 0 };
    struct err e;

    if (!family_generate(a, &c, &p, &e) || !structure_of_problem(a, &p, &b, &e))
        fail_msg("%s", e.msg);
    return opened(a, p.id, b);
}

/* ---- word problems ---- */

static const struct story {
    const char *text, *formula, *key;
} stories[] = {
    { "Nadia bakes 24 scones. She gives 5 of them to her neighbour. She sells "
      "the rest at 3 coins each. How many coins does she get?",
      "(24 - 5) * 3", "57" },
    { "A ferry carries 45 cars on each trip. It makes 6 trips in a day. On "
      "Sunday 38 cars stay away. How many cars does it carry on Sunday?",
      "45 * 6 - 38", "232" },
    { "Omar plants 7 rows of beans. Each row has 18 plants. Snails eat 26 of "
      "the plants. How many plants are left?",
      "7 * 18 - 26", "100" },
    { "A library has 340 novels and 125 atlases. It buys 60 more novels. How "
      "many books does it have then?",
      "340 + 125 + 60", "525" },
    { "Lena cycles 14 kilometres to the lake and 14 kilometres back. Then she "
      "walks 3 kilometres. How far does she go in all?",
      "14 + 14 + 3", "31" },
    { "A crate holds 96 oranges. They are packed into 8 bags. Pavel buys 3 "
      "bags. How many oranges does he have?",
      "96 / 8 * 3", "36" },
    { "There are 52 chairs in the hall. The caretaker brings 17 chairs more "
      "and takes 9 broken chairs away. How many chairs are there now?",
      "52 + 17 - 9", "60" },
    { "Rosa saves 12 euros each week for 15 weeks. She spends 65 euros on a "
      "coat. How many euros does she have left?",
      "12 * 15 - 65", "115" },
    { "A film lasts 105 minutes. The advertisements before it last 19 "
      "minutes. Hugo leaves 40 minutes before the end of the film. How many "
      "minutes is he in the cinema?",
      "105 + 19 - 40", "84" },
    { "Each of 11 classes has 23 pupils. On a trip 4 pupils share a tent, and "
      "33 pupils sleep at home. How many tents are needed?",
      "(11 * 23 - 33) / 4", "55" },
};

size_t evolved_stories(void)
{
    return sizeof(stories) / sizeof(*stories);
}

struct individual evolved_row(struct arena *a, const char *id, const char *text,
                              const char *formula, const char *key)
{
    struct problem p = { .id = id, .statement = text, .solution = "" };
    struct imported got;

    problem_set_key(a, &p, ANSWER_INTEGER, key);
    import_formula(a, &p, formula, &got);
    if (got.reason != IMPORT_FINE)
        fail_msg("%s: %s (%s)", text, import_reason_name(got.reason),
                 got.detail);
    return opened(a, p.id, got.structure);
}

struct individual evolved_story(struct arena *a, size_t i)
{
    const struct story *t = &stories[i];

    return evolved_row(a, arena_printf(a, "story-%zu", i), t->text, t->formula,
                       t->key);
}

struct individual evolved_new(struct arena *a, struct rng *r,
                              enum evolved_kind k)
{
    size_t n;

    switch (k) {
    case EVOLVED_LINEAR:
        n = 2 + (size_t)rng_below(r, 7);
        return evolved_linear(a, r, n, NULL);
    case EVOLVED_CONCEPT: return concept_one(a, r);
    case EVOLVED_GRAPH:
        n = (size_t)rng_below(r, evolved_stories());
        return evolved_story(a, n);
    case EVOLVED_KINDS: break;
    }
    fail_msg("no such kind");
    return (struct individual){ 0 };
}

struct individual evolved_any(struct arena *a, struct rng *r)
{
    enum evolved_kind k = (enum evolved_kind)rng_below(r, EVOLVED_KINDS);

    return evolved_new(a, r, k);
}

const char *evolved_fault(struct arena *a, const struct individual *s)
{
    if (!individual_holds(a, s))
        return "the answers do not follow";
    for (size_t i = 1; i <= s->n_steps; i++) {
        const struct operator_card *card = operator_find(s->steps[i - 1].name);
        const char *why;

        if (!card)
            return arena_printf(a, "step %zu is no operator's", i);
        if ((why = card->fault(a, s, i)))
            return arena_printf(a, "step %zu, %s: %s", i, card->name, why);
    }
    return NULL;
}

const char *evolved_file_fault(struct arena *a, const struct individual *s)
{
    struct str line = str_in(a);
    struct problem p, q;
    struct individual back;
    struct json *v;
    struct err e;
    bool is;

    individual_problem(a, s, "test", &p);
    problem_write(&line, &p);
    if (!json_read(a, line.s, line.n, 1, &v, &e) ||
        !problem_read(a, v, &q, &e) || !individual_read(a, &q, &is, &back, &e))
        return arena_strdup(a, e.msg);
    return individual_fault(a, &back, &q);
}
