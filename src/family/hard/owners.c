/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Who owns what: people in a row of houses, with a pet, a drink ... each. There
 * is one solution, and every clue is needed.
 *
 * solve() keeps for every person or thing the set of houses where it may be,
 * and searches by narrowing these sets. check() has one variable for each thing
 * and house, turns the clues into clauses and asks a solver by Davis, Putnam,
 * Logemann and Loveland. Both prove that the solution is the only one and that
 * no clue can be left out.
 */
#include "family/hard/sat.h"
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"

#include <inttypes.h>

#define HOUSES_MOST 12
#define KINDS_MOST  5
#define THINGS_MOST (HOUSES_MOST * KINDS_MOST)
#define CLUES_MOST  300

/* A person or thing has the number kind * houses + place in the kind's list. */
enum clue {
    CLUE_HOUSE, /* x is in house y */
    CLUE_SAME,
    CLUE_OTHER,
    CLUE_NEXT, /* x is immediately to the left of y */
    CLUE_BESIDE,
    CLUE_LEFT, /* x is somewhere to the left of y */
    CLUE_APART /* there is one house between x and y */
};

struct row {
    int64_t houses, kinds;
    int64_t asked; /* the kind that is asked for besides the names */
    struct ints clue, x, y;
};

static const struct field fields[] = {
    NUMBER(struct row, houses, 2, HOUSES_MOST),
    NUMBER(struct row, kinds, 2, KINDS_MOST),
    NUMBER(struct row, asked, 1, KINDS_MOST - 1),
    INTS(struct row, clue, CLUE_HOUSE, CLUE_APART),
    INTS(struct row, x, 0, THINGS_MOST - 1),
    INTS(struct row, y, 0, THINGS_MOST - 1),
    { 0 },
};

/* ---- the first road: sets of houses ---- */

struct search {
    const struct row *of;
    int64_t without;              /* the clue that is left out, or -1 */
    uint32_t houses[THINGS_MOST]; /* bit h is set: it may be in house h + 1 */
    int64_t found;
    uint32_t first[THINGS_MOST];
};

static bool is_single(uint32_t set)
{
    return set && !(set & (set - 1));
}

/* The houses to the left of some house of the set, and to the right. */
static uint32_t left_of(uint32_t set)
{
    uint32_t below = 0;

    while (set >>= 1)
        below = below << 1 | 1;
    return below;
}

static uint32_t right_of(uint32_t set)
{
    return set ? ~(set ^ (set - 1)) : 0;
}

/* Narrow the houses of both by the clue. */
static void narrow(const struct row *v, int64_t i, uint32_t *x, uint32_t *y)
{
    switch ((enum clue)v->clue.x[i]) {
    case CLUE_HOUSE: *x &= (uint32_t)1 << (v->y.x[i] - 1); return;
    case CLUE_SAME:
        *x &= *y;
        *y &= *x;
        return;
    case CLUE_OTHER:
        if (is_single(*y))
            *x &= ~*y;
        if (is_single(*x))
            *y &= ~*x;
        return;
    case CLUE_NEXT:
        *x &= *y >> 1;
        *y &= *x << 1;
        return;
    case CLUE_BESIDE:
        *x &= *y << 1 | *y >> 1;
        *y &= *x << 1 | *x >> 1;
        return;
    case CLUE_LEFT:
        *x &= left_of(*y);
        *y &= right_of(*x);
        return;
    case CLUE_APART:
        *x &= *y << 2 | *y >> 2;
        *y &= *x << 2 | *x >> 2;
        return;
    }
}

/* In each house is one of each kind. */
static void narrow_kind(const struct row *v, uint32_t *houses)
{
    uint32_t once = 0, twice = 0;

    for (int64_t i = 0; i < v->houses; i++) {
        twice |= once & houses[i];
        once |= houses[i];
        for (int64_t j = 0; j < v->houses && is_single(houses[i]); j++)
            if (j != i)
                houses[j] &= ~houses[i];
    }
    for (int64_t i = 0; i < v->houses; i++)
        if (houses[i] & once & ~twice)
            houses[i] &= once & ~twice;
}

/* Returns false if something has no house left. */
static bool narrow_all(struct search *s)
{
    const struct row *v = s->of;
    int64_t things = v->houses * v->kinds;
    uint64_t before = 1, after = 0;

    while (before != after) {
        before = after;
        for (int64_t i = 0; i < v->clue.n; i++)
            if (i != s->without)
                narrow(v, i, &s->houses[v->x.x[i]],
                       &s->houses[v->clue.x[i] == CLUE_HOUSE ? v->x.x[i]
                                                             : v->y.x[i]]);
        for (int64_t k = 0; k < v->kinds; k++)
            narrow_kind(v, s->houses + k * v->houses);
        after = 0;
        for (int64_t i = 0; i < things; i++) {
            if (!s->houses[i])
                return false;
            after += s->houses[i]; /* sets only shrink */
        }
    }
    return true;
}

/* Returns an open thing with the fewest houses, or -1 if none is open. */
static int64_t choose(const struct search *s)
{
    int64_t best = -1, least = HOUSES_MOST + 1;

    for (int64_t i = 0; i < s->of->houses * s->of->kinds; i++) {
        int64_t n = 0;

        for (uint32_t set = s->houses[i]; set; set &= set - 1)
            n++;
        if (n > 1 && n < least) {
            least = n;
            best = i;
        }
    }
    return best;
}

/* Count solutions up to 2; `kept` has the first one. */
static void search(struct search at, struct search *kept)
{
    int64_t thing;
    uint32_t left;

    if (!narrow_all(&at))
        return;
    thing = choose(&at);
    if (thing < 0) {
        for (int64_t i = 0; i < THINGS_MOST && kept->found == 0; i++)
            kept->first[i] = at.houses[i];
        kept->found++;
        return;
    }
    for (left = at.houses[thing]; left && kept->found < 2; left &= left - 1) {
        at.houses[thing] = left & ~(left - 1);
        search(at, kept);
    }
}

static struct search solutions(const struct row *v, int64_t without)
{
    struct search s = { .of = v, .without = without };

    for (int64_t i = 0; i < v->houses * v->kinds; i++)
        s.houses[i] = ((uint32_t)1 << v->houses) - 1;
    search(s, &s);
    return s;
}

/* ---- drawing ---- */

/* Does the clue hold when x and y are in these houses? */
static bool holds(enum clue clue, int64_t x, int64_t y)
{
    switch (clue) {
    case CLUE_HOUSE:
    case CLUE_SAME: return x == y;
    case CLUE_OTHER: return x != y;
    case CLUE_NEXT: return y - x == 1;
    case CLUE_BESIDE: return x - y == 1 || y - x == 1;
    case CLUE_LEFT: return x < y;
    case CLUE_APART: return x - y == 2 || y - x == 2;
    }
    return false;
}

/* Add a clue that holds, about two things, or rarely about a thing's house. */
static void draw_clue(struct pick *k, struct row *v, const int64_t *house)
{
    int64_t things = v->houses * v->kinds;

    for (;;) {
        int64_t first = pick(k, 0, 11) == 0;
        int64_t clue = first ? CLUE_HOUSE : pick(k, CLUE_SAME, CLUE_APART);
        int64_t x = pick(k, 0, things - 1), y = pick(k, 0, things - 1);
        bool kin = x / v->houses == y / v->houses;

        if (clue == CLUE_HOUSE)
            y = house[x];
        else if (x == y || (kin && clue <= CLUE_OTHER) ||
                 !holds((enum clue)clue, house[x], house[y]))
            continue;
        v->clue.x[v->clue.n++] = clue;
        v->x.x[v->x.n++] = x;
        v->y.x[v->y.n++] = y;
        return;
    }
}

static void drop(struct row *v, int64_t i)
{
    struct ints *lists[] = { &v->clue, &v->x, &v->y };

    for (size_t k = 0; k < 3; k++) {
        for (int64_t j = i + 1; j < lists[k]->n; j++)
            lists[k]->x[j - 1] = lists[k]->x[j];
        lists[k]->n--;
    }
}

static void draw_houses(struct pick *k, const struct row *v, int64_t *house)
{
    for (int64_t i = 0; i < v->houses * v->kinds; i++) {
        int64_t start = i - i % v->houses, j = pick(k, start, i);

        house[i] = house[j];
        house[j] = i - start + 1;
    }
}

/* Clues are added until one solution is left; then what is not needed is
 * dropped. */
static void draw(struct pick *k, void *values)
{
    struct row *v = values;
    int64_t house[THINGS_MOST];

    v->houses = k->depth;
    v->kinds = k->depth < 5 ? 3 : k->depth < 8 ? 4 : 5;
    v->asked = pick(k, 1, v->kinds - 1);
    v->clue = ints_new(k->arena, CLUES_MOST);
    v->x = ints_new(k->arena, CLUES_MOST);
    v->y = ints_new(k->arena, CLUES_MOST);
    v->clue.n = v->x.n = v->y.n = 0;
    draw_houses(k, v, house);
    while (v->clue.n < v->houses * v->kinds)
        draw_clue(k, v, house);
    while (v->clue.n < CLUES_MOST && solutions(v, -1).found != 1)
        draw_clue(k, v, house);
    for (int64_t i = v->clue.n - 1; i >= 0; i--)
        if (solutions(v, i).found == 1)
            drop(v, i);
}

/* ---- saying ---- */

static const struct kind {
    const char *list;  /* before the words */
    const char *whose; /* before one of them */
    const char *words[HOUSES_MOST];
} all_kinds[KINDS_MOST] = {
    { "Their names are ",
      "",
      { "Anna", "Ben", "Carla", "David", "Emma", "Felix", "Grace", "Henry",
        "Irene", "Jack", "Karen", "Leo" } },
    { "The animals that they own, one each, are: ",
      "the owner of the ",
      { "cat", "dog", "horse", "parrot", "rabbit", "hamster", "turtle", "snake",
        "goat", "donkey", "canary", "goldfish" } },
    { "Their favourite drinks, all different, are: ",
      "the lover of ",
      { "tea", "coffee", "milk", "cocoa", "lemonade", "cider", "water", "wine",
        "beer", "mead", "cola", "buttermilk" } },
    { "Their professions, all different, are: ",
      "the ",
      { "baker", "teacher", "doctor", "painter", "farmer", "lawyer", "tailor",
        "pilot", "butcher", "judge", "barber", "miner" } },
    { "The instruments that they play, one each, are: ",
      "the player of the ",
      { "violin", "flute", "piano", "guitar", "trumpet", "harp", "drum",
        "cello", "oboe", "organ", "horn", "banjo" } },
};

static const char *thing_name(struct arena *a, const struct row *v, int64_t x)
{
    const struct kind *k = &all_kinds[x / v->houses];

    return arena_printf(a, "%s%s", k->whose, k->words[x % v->houses]);
}

static const char *const relations[] = {
    [CLUE_HOUSE] = " lives in house ",
    [CLUE_SAME] = " is ",
    [CLUE_OTHER] = " is not ",
    [CLUE_NEXT] = " lives in the house immediately to the left of that of ",
    [CLUE_BESIDE] = " lives in a house next to that of ",
    [CLUE_LEFT] = " lives somewhere to the left of ",
    [CLUE_APART] =
        " lives in a house whose number differs by $2$ from that of ",
};

static void say_clue(struct speech *s, const struct row *v, int64_t i,
                     struct str *out)
{
    char *x = arena_strdup(s->arena, thing_name(s->arena, v, v->x.x[i]));

    if (*x == 't')
        *x = 'T'; /* "The owner" */
    str_addf(out, "(%" PRId64 ") %s%s", i + 1, x, relations[v->clue.x[i]]);
    if (v->clue.x[i] == CLUE_HOUSE)
        str_addf(out, "$%" PRId64 "$.", v->y.x[i]);
    else
        str_addf(out, "%s.", thing_name(s->arena, v, v->y.x[i]));
}

static void speak(struct speech *s, const void *values)
{
    const struct row *v = values;
    struct str lists = str_in(s->arena), clues = str_in(s->arena);
    struct str asked = str_in(s->arena);
    size_t n = (size_t)v->houses;

    for (int64_t i = 0; i < v->houses * v->kinds; i++) {
        size_t at = (size_t)(i % v->houses);
        const struct kind *k = &all_kinds[i / v->houses];

        str_addf(&lists, "%s%s%s", at ? "" : k->list, words_join(at, n),
                 k->words[at]);
        if (at + 1 == n)
            str_add(&lists, i + 1 < v->houses * v->kinds ? ". " : ".");
    }
    for (size_t i = 0; i < 2 * n; i++)
        str_addf(
            &asked, "%s%s", words_join(i, 2 * n),
            thing_name(s->arena, v,
                       (int64_t)(i < n ? i : (size_t)v->asked * n + i - n)));
    for (int64_t i = 0; i < v->clue.n; i++) {
        str_add(&clues, i ? " " : "");
        say_clue(s, v, i, &clues);
    }
    form_let_text(s, "lists", str_get(&lists));
    form_let_text(s, "clues", str_get(&clues));
    form_let_text(s, "wanted", str_get(&asked));
    form_let(s, "numbers", 2 * v->houses);
}

/* ---- solving ---- */

static int64_t number_of(uint32_t single)
{
    int64_t house = 1;

    for (; single > 1; single >>= 1)
        house++;
    return house;
}

static void tell_houses(struct solving *s, const struct row *v,
                        const uint32_t *found)
{
    for (int64_t h = 1; h <= v->houses; h++) {
        struct str here = str_in(s->arena);

        for (int64_t i = 0; i < v->houses * v->kinds; i++)
            if (number_of(found[i]) == h)
                str_addf(&here, "%s%s", i < v->houses ? "" : ", ",
                         thing_name(s->arena, v, i));
        let(s, "house", h);
        let_text(s, "here", str_get(&here));
        tell(s, "house");
    }
}

static bool solve(struct solving *s, const void *values)
{
    const struct row *v = values;
    struct search found = solutions(v, -1);
    int64_t asked[2 * HOUSES_MOST];

    if (found.found != 1)
        return false;
    for (int64_t i = 0; i < v->clue.n; i++)
        if (solutions(v, i).found != 2)
            return false;
    for (int64_t i = 0; i < v->houses; i++) {
        asked[i] = number_of(found.first[i]);
        asked[v->houses + i] = number_of(found.first[v->asked * v->houses + i]);
    }
    solving_key(s, "(%s)", latex_list(s->arena, asked, 2 * (size_t)v->houses));
    if (s->steps) {
        tell(s, "rule");
        tell_houses(s, v, found.first);
        tell(s, "end");
    }
    return true;
}

/* ---- the second road: clauses ---- */

static bool is_whole(const struct row *v)
{
    int64_t things = v->houses * v->kinds;

    if (v->clue.n < 1 || v->clue.n > CLUES_MOST || v->x.n != v->clue.n ||
        v->y.n != v->clue.n || v->asked >= v->kinds)
        return false;
    for (int64_t i = 0; i < v->clue.n; i++)
        if (v->x.x[i] >= things ||
            (v->clue.x[i] == CLUE_HOUSE
                 ? v->y.x[i] < 1 || v->y.x[i] > v->houses
                 : v->y.x[i] >= things || v->x.x[i] == v->y.x[i]))
            return false;
    return true;
}

/* The variable that says that a thing is in a house, which may be beyond the
 * row: then 0. */
static int32_t is_in(const struct row *v, int64_t thing, int64_t house)
{
    return house < 1 || house > v->houses
               ? 0
               : (int32_t)(thing * v->houses + house);
}

/* "If x is in house h, then y is in one of these", leaving out those that do
 * not exist. */
static void add_if(struct sat *s, int32_t clue, int32_t x, int32_t y, int32_t z)
{
    int32_t c[3] = { -x };
    size_t n = 1;

    if (y)
        c[n++] = y;
    if (z)
        c[n++] = z;
    sat_add(s, clue, c, n);
}

/* Two things of a kind share no house, one thing has no two houses, and both
 * have one. */
static void add_rules(struct sat *s, const struct row *v)
{
    for (int64_t i = 0; i < v->houses * v->kinds; i++) {
        int32_t row[HOUSES_MOST], column[HOUSES_MOST];
        int64_t start = i - i % v->houses;

        for (int64_t h = 1; h <= v->houses; h++) {
            row[h - 1] = is_in(v, i, h);
            column[h - 1] = is_in(v, start + h - 1, i - start + 1);
            for (int64_t g = 1; g < h; g++) {
                add_if(s, 0, row[h - 1], -row[g - 1], 0);
                add_if(s, 0, column[h - 1], -column[g - 1], 0);
            }
        }
        sat_add(s, 0, row, (size_t)v->houses);
        sat_add(s, 0, column, (size_t)v->houses);
    }
}

/* What follows for y from the house of x; `step` is 1, or -1 if the clue is read
 * from y to x. */
static void add_half(struct sat *s, const struct row *v, int64_t i, int64_t x,
                     int64_t y, int64_t step)
{
    int32_t clue = (int32_t)i + 1;

    for (int64_t h = 1; h <= v->houses; h++) {
        int32_t here = is_in(v, x, h);

        switch ((enum clue)v->clue.x[i]) {
        case CLUE_SAME: add_if(s, clue, here, is_in(v, y, h), 0); break;
        case CLUE_OTHER: add_if(s, clue, here, -is_in(v, y, h), 0); break;
        case CLUE_NEXT: add_if(s, clue, here, is_in(v, y, h + step), 0); break;
        case CLUE_BESIDE:
            add_if(s, clue, here, is_in(v, y, h - 1), is_in(v, y, h + 1));
            break;
        case CLUE_APART:
            add_if(s, clue, here, is_in(v, y, h - 2), is_in(v, y, h + 2));
            break;
        default:
            if (!is_in(v, y, h + step))
                add_if(s, clue, here, 0, 0);
            for (int64_t g = h; is_in(v, y, g); g -= step)
                add_if(s, clue, here, -is_in(v, y, g), 0);
        }
    }
}

static void add_clue(struct sat *s, const struct row *v, int64_t i)
{
    int32_t unit = is_in(v, v->x.x[i], v->y.x[i]);

    if (v->clue.x[i] == CLUE_HOUSE) {
        sat_add(s, (int32_t)i + 1, &unit, 1);
        return;
    }
    add_half(s, v, i, v->x.x[i], v->y.x[i], 1);
    add_half(s, v, i, v->y.x[i], v->x.x[i], -1);
}

static bool is_key(const struct sat *s, const struct row *v, const char *key)
{
    int64_t got[2 * HOUSES_MOST];
    size_t n = 0;

    if (!key_ints(key, "(", ")", got, 2 * HOUSES_MOST, &n) ||
        n != 2 * (size_t)v->houses)
        return false;
    for (int64_t i = 0; i < 2 * v->houses; i++) {
        int64_t thing = i < v->houses ? i : (v->asked - 1) * v->houses + i;
        int32_t at = is_in(v, thing, got[i]);

        if (!at || s->model[at] != 1)
            return false;
    }
    return true;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct row *v = values;
    struct sat *s = sat_new(a, (int32_t)(v->houses * v->houses * v->kinds));
    int32_t idle;
    int found;

    f->by = "clauses, and every clue left out once";
    f->detail = "the values make no puzzle";
    if (!is_whole(v))
        return TRUTH_NO;
    add_rules(s, v);
    for (int64_t i = 0; i < v->clue.n; i++)
        add_clue(s, v, i);
    idle = sat_idle_clue(s, (int32_t)v->clue.n);
    found = sat_count(s, -1);
    f->detail = found < 0 || idle < 0 ? "the search took too long"
                : found == 0          ? "there is no solution"
                : found > 1           ? "there are several solutions"
                : idle                ? "a clue is not needed"
                : is_key(s, v, key) ? "there is one solution, and two or more "
                                      "without any one of the clues"
                                    : "the key gives other houses";
    if (found < 0 || idle < 0)
        return TRUTH_UNKNOWN;
    return found == 1 && !idle && is_key(s, v, key) ? TRUTH_YES : TRUTH_NO;
}

static struct form_file text = {
#include "family/hard/owners.inc"
};

static const struct recipe recipe = {
    .text = &text,
    .size = sizeof(struct row),
    .fields = fields,
    .draw = draw,
    .free_from = 1,
    .solve = solve,
    .speak = speak,
    .check = check,
};

static const struct family_depth depth = {
    .of = "houses in the row",
    .least = 4,
    .most = HOUSES_MOST,
    .levels = { 4, 5, 6, 7, 8 },
};

const struct family hard_owners = {
    .name = "hard/owners",
    .version = 1,
    .answer = ANSWER_TUPLE,
    HARD_CARD(&recipe, &depth),
};
