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
    bool place;            /* whose things a place has, not a person */
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
        "the length of %s's travel guide" },
      false },
    { "own ways",
      "kilometres",
      "kilometre",
      2,
      15,
      "kilometre kilometres kilometer kilometers km mile miles walk walks "
      "walked hike hikes tour run runs far distance length long",
      { "the length of %s's evening walk", "the length of %s's bicycle tour",
        "the length of %s's favourite hike",
        "the length of %s's usual ski run" },
      false },
    { "own ages",
      "years",
      "year",
      20,
      80,
      "age ages aged old older oldest young younger youngest year years born "
      "birthday aunt dentist neighbour neighbor uncle cousin",
      { "the age of %s's aunt", "the age of %s's dentist",
        "the age of %s's neighbour", "the age of %s's oldest cousin" },
      false },
    { "own heights",
      "centimetres",
      "centimetre",
      60,
      200,
      "height high tall taller short shorter centimetre centimetres centimeter "
      "centimeters cm inch inches foot feet meter meters metre metres bookcase "
      "table door fence",
      { "the height of %s's bookcase", "the height of %s's kitchen table",
        "the height of %s's front door", "the height of %s's garden fence" },
      false },
    { "own vessels",
      "litres",
      "litre",
      2,
      20,
      "litre litres liter liters gallon gallons capacity water can bucket "
      "barrel teapot",
      { "the capacity of %s's watering can", "the capacity of %s's rain barrel",
        "the capacity of %s's blue bucket", "the capacity of %s's old teapot" },
      false },
    { "own front",
      "centimetres",
      "centimetre",
      120,
      400,
      "height high tall taller short shorter centimetre centimetres centimeter "
      "centimeters cm inch inches foot feet meter meters metre metres door "
      "doors flagpole board boards tree trees",
      { "the height of %s's front door", "the height of %s's flagpole",
        "the height of %s's notice board", "the height of %s's oldest tree" },
      true },
    { "own staff",
      "years",
      "year",
      20,
      64,
      "age ages aged old older oldest young younger youngest year years born "
      "birthday caretaker accountant guard guards cleaner cleaners",
      { "the age of %s's caretaker", "the age of %s's accountant",
        "the age of %s's night guard", "the age of %s's window cleaner" },
      true },
};

/* Who and what has things where nobody is named: "a farmer", "the school". */
static const char roles[] =
    "farmer waiter mailman merchant chef mechanic zookeeper baker teacher "
    "gardener fisherman carpenter painter librarian shopkeeper butcher florist "
    "tailor student boy girl man woman nurse doctor driver captain king queen "
    "princess coach pilot vendor seller grocer plumber builder artist jeweler "
    "trader clerk cook tourist hiker";
static const char places[] =
    "school store shop company farm restaurant bakery zoo hospital library "
    "hotel factory museum theater theatre cinema bank club gym office "
    "supermarket cafe college university resort shelter";

#define OWNERS 8

struct owner {
    const char *who; /* "Mia", "the farmer" */
    bool place;
};

#define THEMES (sizeof(themes) / sizeof(*themes))

static size_t owned_find(const char *name)
{
    size_t i = 0;

    while (i < THEMES && !str_eq(themes[i].name, name))
        i++;
    return i;
}

void owned_range(const char *name, int64_t *low, int64_t *high)
{
    size_t t = owned_find(name);

    if (t == THEMES)
        return;
    *low = themes[t].low;
    *high = themes[t].high;
}

const struct theme *owned_theme(struct arena *a, const char *name,
                                const char *who)
{
    size_t t = owned_find(name);
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

/* The part's own sentences, as they are told; or as the structure says them: a
 * writer's words may hide who is a person. */
static const char *owned_text(struct arena *a, const struct individual *s,
                              size_t part, bool told)
{
    const struct structure *b = &s->parts[part].structure;
    struct str out = str_in(a);
    const struct individual_line *l = NULL;
    struct saying said = { .n = 0 };

    if (!told)
        b->kind->say(a, b->data, NO_SLOT, NULL, &said);
    for (size_t i = 0; i < said.n; i++)
        str_addf(&out, "%s ", said.sentences[i]);
    while (told && (l = individual_told(s, part, l)))
        str_addf(&out, "%s ", l->text);
    return str_get(&out);
}

static bool owned_has_word(struct arena *a, const char *text, const char *words)
{
    struct span rest = span_of(words), word;

    while (span_split(&rest, ' ', &word))
        if (op_mentions(text, arena_strndup(a, word.s, word.n)))
            return true;
    return false;
}

/* Is there one such in the text: "a farmer", and no farmers? */
static bool owned_has_one(struct arena *a, const char *text, const char *noun)
{
    static const char *const articles[] = { "a ", "an ", "the " };

    if (op_mentions(text, arena_printf(a, "%ss", noun)))
        return false;
    for (size_t i = 0; i < sizeof(articles) / sizeof(*articles); i++)
        if (op_mentions(text, arena_printf(a, "%s%s", articles[i], noun)))
            return true;
    return false;
}

static size_t nouns_of(struct arena *a, const char *text, const char *nouns,
                       bool place, struct owner *out)
{
    struct span rest = span_of(nouns), word;
    size_t n = 0;

    while (n < OWNERS && span_split(&rest, ' ', &word)) {
        const char *noun = arena_strndup(a, word.s, word.n);

        if (owned_has_one(a, text, noun))
            out[n++] = (struct owner){ arena_printf(a, "the %s", noun), place };
    }
    return n;
}

/* Who is named, else who is told of, else a place. */
static size_t owners_of(struct arena *a, const struct individual *s,
                        size_t part, struct owner *out)
{
    const char *text = owned_text(a, s, part, false);
    struct entities people = { .n = 0 };
    size_t n = 0;

    entities_collect(&people, text, NULL);
    for (; n < people.n && n < OWNERS; n++)
        out[n].who = arena_strndup(a, people.old[n].s, people.old[n].n);
    if (!n && s->parts[part].structure.kind == &structure_graph)
        n = nouns_of(a, text, roles, false, out);
    if (!n && s->parts[part].structure.kind == &structure_graph)
        n = nouns_of(a, text, places, true, out);
    return n;
}

bool owned_fits(struct arena *a, const struct individual *s, size_t part,
                const char *name, const char *who)
{
    const char *text = owned_text(a, s, part, true);
    struct owner owners[OWNERS] = { { NULL, false } };
    size_t t = owned_find(name), n = owners_of(a, s, part, owners);

    if (t == THEMES || owned_has_word(a, text, themes[t].words))
        return false;
    for (size_t i = 0; i < n; i++)
        if (str_eq(owners[i].who, who))
            return themes[t].place == owners[i].place &&
                   (str_starts(who, "the ") || op_mentions(text, who));
    return false;
}

const struct theme *owned_draw(struct arena *a, struct rng *r,
                               const struct individual *s, size_t part,
                               const char **who)
{
    const char *text = owned_text(a, s, part, true);
    struct owner owners[OWNERS] = { { NULL, false } };
    size_t n_owners = owners_of(a, s, part, owners);
    size_t list[THEMES], n = 0;

    for (size_t i = 0; i < THEMES && n_owners; i++)
        if (themes[i].place == owners[0].place &&
            !owned_has_word(a, text, themes[i].words))
            list[n++] = i;
    if (!n)
        return NULL;
    *who = owners[rng_below(r, n_owners)].who;
    return owned_theme(a, themes[list[rng_below(r, n)]].name, *who);
}
