/* SPDX-License-Identifier: Apache-2.0 */
#include "family/words.h"

#include <stdarg.h>

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

const char *words_name(struct rng *r)
{
    return words_pick(r, names, COUNT(names));
}

struct thing words_thing(struct rng *r)
{
    return things[rng_below(r, COUNT(things))];
}

size_t words_wording(const struct family *f, struct draw *d, size_t n_plain,
                     size_t n)
{
    if (family_knob_is(f, d, "wording", "plain"))
        return (size_t)rng_below(&d->words, n_plain);
    if (family_knob_is(f, d, "wording", "story"))
        return n_plain + (size_t)rng_below(&d->words, n - n_plain);
    return (size_t)rng_below(&d->words, n);
}

const char *words_join(size_t i, size_t n)
{
    return i == 0 ? "" : i + 1 < n ? ", " : " and ";
}

struct steps steps_in(struct arena *a)
{
    return (struct steps){ .text = str_in(a) };
}

void steps_add(struct steps *s, const char *fmt, ...)
{
    va_list ap;

    str_addf(&s->text, "%s%d. ", s->n ? "\n" : "", s->n + 1);
    s->n++;
    va_start(ap, fmt);
    str_addv(&s->text, fmt, ap);
    va_end(ap);
}
