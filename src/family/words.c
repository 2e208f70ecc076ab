/* SPDX-License-Identifier: Apache-2.0 */
#include "family/words.h"

#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static const char *const names[] = {
    "Ada",    "Ahmed", "Aiko",   "Amara", "Andrei", "Anjali", "Astrid",
    "Bilal",  "Bruno", "Carla",  "Chen",  "Chloe",  "Dalia",  "Daniel",
    "Diego",  "Elena", "Emeka",  "Emma",  "Farid",  "Fatima", "Felix",
    "Grace",  "Hana",  "Hugo",   "Ines",  "Isaac",  "Ivan",   "Jamal",
    "Jana",   "Joao",  "Jonas",  "Karim", "Keiko",  "Kofi",   "Lars",
    "Leila",  "Liam",  "Lucia",  "Maja",  "Marco",  "Maria",  "Mateo",
    "Mei",    "Milan", "Mina",   "Nadia", "Naomi",  "Nikhil", "Noah",
    "Nora",   "Olga",  "Omar",   "Oscar", "Paula",  "Pedro",  "Priya",
    "Rahul",  "Rosa",  "Ruth",   "Samir", "Sara",   "Simon",  "Sofia",
    "Stefan", "Tariq", "Tomas",  "Uma",   "Victor", "Wanda",  "Wei",
    "Yara",   "Yusuf", "Zainab", "Zoe",
};

static const struct thing things[] = {
    { "acorn", "acorns" },
    { "apple", "apples" },
    { "badge", "badges" },
    { "bead", "beads" },
    { "brick", "bricks" },
    { "button", "buttons" },
    { "card", "cards" },
    { "chestnut", "chestnuts" },
    { "coin", "coins" },
    { "cookie", "cookies" },
    { "envelope", "envelopes" },
    { "lemon", "lemons" },
    { "marble", "marbles" },
    { "orange", "oranges" },
    { "peach", "peaches" },
    { "pebble", "pebbles" },
    { "pencil", "pencils" },
    { "photograph", "photographs" },
    { "plum", "plums" },
    { "seashell", "seashells" },
    { "stamp", "stamps" },
    { "sticker", "stickers" },
    { "strawberry", "strawberries" },
    { "ticket", "tickets" },
    { "tile", "tiles" },
    { "tulip bulb", "tulip bulbs" },
    { "walnut", "walnuts" },
    { "wooden block", "wooden blocks" },
};

const char *words_pick(struct rng *r, const char *const *list, size_t n)
{
    return list[rng_below(r, n)];
}

size_t words_names(void)
{
    return COUNT(names);
}

const char *words_name_at(size_t i)
{
    return names[i];
}

size_t words_things(void)
{
    return COUNT(things);
}

struct thing words_thing_at(size_t i)
{
    return things[i];
}

/* Whole words to stand after "a" but for cities, days and months. */
static const struct {
    const char *name, *words;
} pools[] = {
    { "city", "Accra|Bergen|Bologna|Cusco|Dakar|Ghent|Hanoi|Kazan|Lagos|Lima|"
              "Lisbon|Lyon|Mumbai|Nairobi|Oslo|Porto|Quito|Riga|Sapporo|"
              "Seville|Tbilisi|Turin|Utrecht|Valencia" },
    { "place", "harbour|castle|bridge|market|museum|library|station|park|"
               "lighthouse|theatre|stadium|garden" },
    { "shop", "bakery|bookshop|flower shop|grocery|hardware store|"
              "stationery shop|toy shop|tea shop" },
    { "group", "choir|chess club|football team|hiking club|brass band|"
               "reading circle|robotics club|scout troop|theatre group" },
    { "job", "baker|carpenter|chemist|cook|farmer|glazier|gardener|librarian|"
             "nurse|pilot|surveyor|tailor" },
    { "colour", "red|blue|green|yellow|white|black|purple|brown|grey|pink" },
    { "animal", "bear|deer|dolphin|falcon|fox|goat|hedgehog|lynx|penguin|"
                "rabbit|seal|tortoise" },
    { "fruit", "apples|apricots|cherries|figs|grapes|lemons|mangoes|oranges|"
               "peaches|pears|plums" },
    { "day", "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday" },
    { "month", "January|February|March|April|May|June|July|August|September|"
               "October|November|December" },
    { "vehicle", "bicycle|boat|bus|car|lorry|taxi|tractor|train|tram|van" },
    { "length", "centimetres|metres|kilometres|millimetres" },
    { "mass", "grams|kilograms|tonnes" },
    { "money", "crowns|dollars|euros|francs|pesos|pounds|rupees" },
};

const char *words_pool(const char *name, size_t n)
{
    for (size_t i = 0; i < COUNT(pools); i++)
        if (strncmp(pools[i].name, name, n) == 0 && !pools[i].name[n])
            return pools[i].words;
    return NULL;
}

size_t words_pools(void)
{
    return COUNT(pools);
}

const char *words_pool_name(size_t i)
{
    return pools[i].name;
}

static const struct tongue all_tongues[] = {
    { "en", "English", ", ", " and ", " ", NULL, "Let $%s = ", ", so ", "." },
    { "de", "German", ", ", " und ", " ", "%lld.", "Es sei $%s = ", ", also ",
      "." },
    { "fr", "French", ", ", " et ", " ", "%lldᵉ", "Soit $%s = ", ", donc ",
      "." },
    { "zh", "Chinese", "、", "和", "", "第%lld", "设$%s = ", "，所以", "。" },
};

size_t tongues(void)
{
    return sizeof(all_tongues) / sizeof(all_tongues[0]);
}

const struct tongue *tongue_at(size_t i)
{
    return &all_tongues[i];
}

const struct tongue *tongue_find(const char *code, size_t n)
{
    for (size_t i = 0; i < tongues(); i++)
        if (strlen(all_tongues[i].code) == n &&
            memcmp(all_tongues[i].code, code, n) == 0)
            return &all_tongues[i];
    return NULL;
}

const char *tongue_join(const struct tongue *t, size_t i, size_t n)
{
    t = t ? t : &all_tongues[0];
    return i == 0 ? "" : i + 1 < n ? t->comma : t->and;
}

const char *words_join(size_t i, size_t n)
{
    return tongue_join(NULL, i, n);
}

struct steps steps_in(struct arena *a)
{
    return (struct steps){ .text = str_in(a) };
}

void steps_begin(struct steps *s)
{
    if (s->n)
        str_addc(&s->text, '\n');
    s->n++;
    str_add_int(&s->text, s->n);
    str_add(&s->text, ". ");
}

static void steps_addv(struct steps *s, const char *fmt, va_list ap)
{
    steps_begin(s);
    str_addv(&s->text, fmt, ap);
}

void steps_add(struct steps *s, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    steps_addv(s, fmt, ap);
    va_end(ap);
}
