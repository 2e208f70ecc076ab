/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/operators/owned.h"
#include "base/str.h"
#include "evolve/operators/op_int.h"
#include "evolve/structure/entities.h"

#include <string.h>

/* No thing has "to" or "and" in it: sentences about it have these words. */
static const struct {
    const char *name, *unit, *one;
    int64_t low, high;     /* sensible values */
    const char *words;     /* that must not stand in the problem */
    const char *things[4]; /* "%s": of whom */
} themes[] = {
    { "own pages",
      "pages",
      "page",
      40,
      300,
      "page pages book books diary novel novels notebook guide read reads "
      "reading wrote write writes length long",
      { "the length of %s's diary", "the length of %s's favourite novel",
        "the length of %s's recipe notebook",
        "the length of %s's travel guide" } },
    { "own ways",
      "kilometres",
      "kilometre",
      2,
      15,
      "kilometre kilometres kilometer kilometers km mile miles walk walks "
      "walked hike hikes tour run runs far distance length long",
      { "the length of %s's evening walk", "the length of %s's bicycle tour",
        "the length of %s's favourite hike",
        "the length of %s's usual ski run" } },
    { "own ages",
      "years",
      "year",
      20,
      80,
      "age ages aged old older oldest young younger youngest year years born "
      "birthday aunt dentist neighbour neighbor uncle cousin",
      { "the age of %s's aunt", "the age of %s's dentist",
        "the age of %s's neighbour", "the age of %s's oldest cousin" } },
    { "own heights",
      "centimetres",
      "centimetre",
      60,
      200,
      "height high tall taller short shorter centimetre centimetres centimeter "
      "centimeters cm inch inches foot feet meter meters metre metres bookcase "
      "table door fence",
      { "the height of %s's bookcase", "the height of %s's kitchen table",
        "the height of %s's front door", "the height of %s's garden fence" } },
    { "own vessels",
      "litres",
      "litre",
      2,
      20,
      "litre litres liter liters gallon gallons capacity water can bucket "
      "barrel teapot",
      { "the capacity of %s's watering can", "the capacity of %s's rain barrel",
        "the capacity of %s's blue bucket",
        "the capacity of %s's old teapot" } },
};

#define THEMES (sizeof(themes) / sizeof(*themes))

static size_t find(const char *name)
{
    size_t i = 0;

    while (i < THEMES && !str_eq(themes[i].name, name))
        i++;
    return i;
}

void owned_range(const char *name, int64_t *low, int64_t *high)
{
    size_t t = find(name);

    if (t == THEMES)
        return;
    *low = themes[t].low;
    *high = themes[t].high;
}

const struct theme *owned_theme(struct arena *a, const char *name,
                                const char *who)
{
    size_t t = find(name);
    struct theme *out = arena_new(a, struct theme);

    if (t == THEMES || !who)
        return NULL;
    out->name = themes[t].name;
    out->unit = themes[t].unit;
    out->one = themes[t].one;
    for (size_t i = 0; i < 4; i++) {
        const char *at = strstr(themes[t].things[i], "%s");

        out->things[i] =
            arena_printf(a, "%.*s%s%s", (int)(at - themes[t].things[i]),
                         themes[t].things[i], who, at + 2);
    }
    return out;
}

/* ---- whom it fits ---- */

/* The part's own sentences, as they are told. */
static const char *told(struct arena *a, const struct individual *s,
                        size_t part)
{
    struct str out = str_in(a);

    for (size_t i = 0; i < s->n_lines; i++)
        if (s->lines[i].part == part && line_is_told(&s->lines[i]))
            str_addf(&out, "%s ", s->lines[i].text);
    return str_get(&out);
}

/* Who is a person by the structure's own words: a writer's may hide it. */
static struct entities people_of(struct arena *a, const struct individual *s,
                                 size_t part)
{
    const struct structure *b = &s->parts[part].structure;
    struct entities people = { .n = 0 };
    struct str out = str_in(a);
    struct saying said;

    b->kind->say(a, b->data, NO_SLOT, NULL, &said);
    for (size_t i = 0; i < said.n; i++)
        str_addf(&out, "%s ", said.sentences[i]);
    entities_collect(&people, str_get(&out), NULL);
    return people;
}

static bool has_word(struct arena *a, const char *text, const char *words)
{
    while (*words) {
        size_t n = strcspn(words, " ");

        if (op_mentions(text, arena_strndup(a, words, n)))
            return true;
        words += n;
        words += *words == ' ';
    }
    return false;
}

static bool has_person(const struct entities *people, const char *who)
{
    for (size_t i = 0; i < people->n; i++)
        if (span_is(people->old[i], who))
            return true;
    return false;
}

bool owned_fits(struct arena *a, const struct individual *s, size_t part,
                const char *name, const char *who)
{
    const char *text = told(a, s, part);
    struct entities people = people_of(a, s, part);
    size_t t = find(name);

    return t < THEMES && has_person(&people, who) && op_mentions(text, who) &&
           !has_word(a, text, themes[t].words);
}

const struct theme *owned_draw(struct arena *a, struct rng *r,
                               const struct individual *s, size_t part,
                               const char **who)
{
    const char *text = told(a, s, part);
    struct entities people = people_of(a, s, part);
    size_t list[THEMES], n = 0, p;

    for (size_t i = 0; i < THEMES && people.n; i++)
        if (!has_word(a, text, themes[i].words))
            list[n++] = i;
    if (!n)
        return NULL;
    p = (size_t)rng_below(r, people.n);
    *who = arena_strndup(a, people.old[p].s, people.old[p].n);
    return owned_theme(a, themes[list[rng_below(r, n)]].name, *who);
}
