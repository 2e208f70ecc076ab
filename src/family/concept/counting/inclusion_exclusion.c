/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Inclusion and exclusion: multiples, surveys with two or three sets, words
 * that use given letters, seats that given people avoid.
 *
 * solve() adds and subtracts over the intersections. check() tries every
 * number of a period, fills the regions of the Venn diagram, builds words
 * letter by letter, or places the given people in all ways.
 */
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum {
    MULTIPLES, /* of 1..n: divisible by one of two, by none of more */
    SURVEY,    /* of n: in none of the sets */
    WORDS,     /* k letters out of n, each of m given ones at least once */
    SEATS      /* k seats for n people, given person i not in seat i <= m */
};

#define SETS_MOST 4

struct sieve {
    int64_t kind, n, m, k;
    int64_t count, d[7]; /* the divisors; or A, B, AB; or A, B, C, AB, AC, BC,
                            ABC */
};

static const struct field fields[] = {
    NUMBER(struct sieve, kind, 0, 3),
    SLOT(struct sieve, n, 1, 1000000),
    NUMBER(struct sieve, m, 0, 4),
    NUMBER(struct sieve, k, 0, 8),
    LIST(struct sieve, d, count, 1, 1000000),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "two", "two sets: multiples of one of two numbers up to 15, n from 60 to "
             "999; or a survey with everything given but the rest" },
    { "three", "three sets: numbers up to n, from 200 to 999, divisible by "
               "none of three; or a survey of three sets" },
    { "more", "four divisors with common factors, n from 200 to 999; words of "
              "5 to 8 letters that use 2 to 4 given ones; seatings of 5 to 8 "
              "in which 2 to 4 given people avoid a seat" },
};

static void fill_multiples(struct pick *p, struct sieve *v)
{
    static const int64_t two[12][2] = {
        { 4, 6 },  { 6, 9 },  { 4, 10 }, { 6, 8 },   { 6, 10 }, { 3, 7 },
        { 9, 12 }, { 5, 11 }, { 8, 12 }, { 10, 15 }, { 6, 14 }, { 12, 15 },
    };
    static const int64_t three[14][3] = {
        { 2, 3, 7 },   { 3, 5, 7 },   { 4, 5, 6 },   { 4, 6, 9 },  { 2, 5, 9 },
        { 6, 10, 15 }, { 4, 6, 7 },   { 3, 5, 8 },   { 6, 8, 9 },  { 5, 6, 9 },
        { 3, 10, 14 }, { 4, 10, 15 }, { 6, 14, 21 }, { 3, 8, 11 },
    };
    static const int64_t four[8][4] = {
        { 2, 3, 5, 7 },  { 4, 6, 9, 10 }, { 3, 4, 5, 7 }, { 4, 6, 10, 15 },
        { 6, 8, 9, 10 }, { 3, 5, 8, 14 }, { 4, 6, 7, 9 }, { 6, 10, 14, 15 },
    };
    const int64_t *from;

    v->count = p->level + 1;
    v->n = p->level == 1 ? pick_wide(p, 60, 999) : pick_wide(p, 200, 999);
    from = p->level == 1   ? two[pick(p, 0, 11)]
           : p->level == 2 ? three[pick(p, 0, 13)]
                           : four[pick(p, 0, 7)];
    for (int64_t i = 0; i < v->count; i++)
        v->d[i] = from[i];
}

static void fill_survey(struct pick *p, struct sieve *v)
{
    int64_t a, b, c, ab, ac, bc, abc, none;

    if (p->level == 1) {
        a = pick_wide(p, 5, 20);
        b = pick_wide(p, 5, 20);
        ab = pick_wide(p, 3, 12);
        none = pick_wide(p, 4, 16);
        *v = (struct sieve){ .n = a + b + ab + none,
                             .count = 3,
                             .d = { a + ab, b + ab, ab } };
        return;
    }
    a = pick_wide(p, 6, 9);
    b = pick_wide(p, 6, 9);
    c = pick_wide(p, 6, 9);
    ab = pick(p, 2, 3);
    ac = pick(p, 2, 3);
    bc = pick(p, 2, 3);
    abc = pick(p, 2, 3);
    none = pick_wide(p, 3, 24);
    *v = (struct sieve){ .n = a + b + c + ab + ac + bc + abc + none,
                         .count = 7,
                         .d = { a + ab + ac + abc, b + ab + bc + abc,
                                c + ac + bc + abc, ab + abc, ac + abc, bc + abc,
                                abc } };
}

static void fill(struct pick *p, int64_t kind, void *values)
{
    struct sieve *v = values;

    switch (kind) {
    case MULTIPLES: fill_multiples(p, v); break;
    case SURVEY: fill_survey(p, v); break;
    default:
        v->n = pick_wide(p, 9, 300);
        v->k = pick(p, 5, 8);
        v->m = pick(p, 2, 4);
    }
}

static void draw(struct pick *p, void *values)
{
    static const int64_t early[] = { MULTIPLES, SURVEY };
    static const int64_t late[] = { MULTIPLES, WORDS, SEATS };

    ((struct sieve *)values)->kind = p->level < 3
                                         ? kinds_draw(p, early, 2, fill, values)
                                         : kinds_draw(p, late, 3, fill, values);
}

static int64_t lcm(int64_t a, int64_t b)
{
    return a / integer_gcd(a, b) * b;
}

#define PERIOD_MOST 20000

static bool is_problem(const struct sieve *v)
{
    int64_t all = 1;

    switch (v->kind) {
    case MULTIPLES:
        for (int64_t i = 0; i < v->count && all <= PERIOD_MOST; i++)
            all = lcm(all, v->d[i]);
        return v->count >= 2 && v->count <= SETS_MOST && all <= PERIOD_MOST;
    case SURVEY: return v->count == 3 || v->count == 7;
    default: return v->count == 0 && v->m >= 2 && v->k >= v->m && v->n > v->k;
    }
}

/* ---- the first road: sums over intersections ---- */

/* The sum over all intersections of `size` of the sets, with a step. */
static int64_t layer(struct solving *s, const struct sieve *v, int size)
{
    struct str text = str_in(s->arena), values = str_in(s->arena);
    int64_t sum = 0;

    for (unsigned set = 1; set < 1U << v->count; set++) {
        int64_t l = 1;

        if (__builtin_popcount(set) != size)
            continue;
        for (int64_t i = 0; i < v->count; i++)
            l = set >> i & 1 ? lcm(l, v->d[i]) : l;
        str_addf(&text, "%s\\lfloor \\frac{%" PRId64 "}{%" PRId64 "} \\rfloor",
                 text.n ? " + " : "", v->n, l);
        str_addf(&values, "%s%" PRId64, values.n ? " + " : "", v->n / l);
        sum += v->n / l;
    }
    if (size < v->count)
        str_addf(&values, " = %" PRId64, sum);
    solving_step(s, "%s: $%s = %s$.",
                 size == 1 ? "Multiples of each number"
                 : size == 2
                     ? "Common multiples of two are multiples of their least "
                       "common multiple"
                 : size == 3 ? "Common multiples of three"
                             : "Common multiples of all four",
                 str_get(&text), str_get(&values));
    return sum;
}

static bool solve_multiples(struct solving *s, const struct sieve *v)
{
    struct str text = str_in(s->arena);
    int64_t any = 0;

    for (int size = 1; size <= v->count; size++) {
        int64_t sum = layer(s, v, size);

        any += size % 2 ? sum : -sum;
        str_addf(&text, "%s%" PRId64,
                 size == 1  ? ""
                 : size % 2 ? " + "
                            : " - ",
                 sum);
    }
    solving_step(s, "Divisible by at least one: $%s = %" PRId64 "$.",
                 str_get(&text), any);
    if (v->count > 2)
        solving_step(
            s, "Divisible by none: $%" PRId64 " - %" PRId64 " = %" PRId64 "$.",
            v->n, any, v->n - any);
    solving_key(s, "%" PRId64, v->count > 2 ? v->n - any : any);
    return v->n >= v->d[v->count - 1];
}

static bool solve_survey(struct solving *s, const struct sieve *v)
{
    const int64_t *d = v->d;
    int64_t any = d[0] + d[1] - d[2];

    if (v->count == 7)
        any = d[0] + d[1] + d[2] - d[3] - d[4] - d[5] + d[6];
    solving_step(s, "Adding the sets counts those in two of them twice%s.",
                 v->count == 7 ? ", and subtracting the pairs takes away those "
                                 "in all three once too often"
                               : "");
    if (v->count == 7)
        solving_step(s,
                     "In at least one set: $%" PRId64 " + %" PRId64
                     " + %" PRId64 " - %" PRId64 " - %" PRId64 " - %" PRId64
                     " + %" PRId64 " = %" PRId64 "$.",
                     d[0], d[1], d[2], d[3], d[4], d[5], d[6], any);
    else
        solving_step(s,
                     "In at least one set: $%" PRId64 " + %" PRId64
                     " - %" PRId64 " = %" PRId64 "$.",
                     d[0], d[1], d[2], any);
    solving_step(s, "In none: $%" PRId64 " - %" PRId64 " = %" PRId64 "$.", v->n,
                 any, v->n - any);
    solving_key(s, "%" PRId64, v->n - any);
    return v->n >= any && any > 0;
}

/* What is left when i of the conditions are broken. */
static void broken(fmpz_t x, const struct sieve *v, int64_t i)
{
    fmpz_set_si(x, v->n - i);
    if (v->kind == WORDS) {
        fmpz_pow_ui(x, x, (ulong)v->k);
        return;
    }
    fmpz_one(x);
    for (int64_t j = i; j < v->k; j++)
        fmpz_mul_si(x, x, v->n - j);
}

/* The same as it is worked out: 298^{7}, or 298 \\cdot 297 \\cdot 296. */
static const char *broken_text(struct solving *s, const struct sieve *v,
                               int64_t i)
{
    if (v->kind == WORDS)
        return arena_printf(s->arena, "%" PRId64 "^{%" PRId64 "}", v->n - i,
                            v->k);
    return i < v->k ? latex_falling(s->arena, v->n - i, v->k - i) : "1";
}

static bool solve_conditions(struct solving *s, const struct sieve *v)
{
    static const int64_t choose[5][5] = {
        { 1 }, { 1, 1 }, { 1, 2, 1 }, { 1, 3, 3, 1 }, { 1, 4, 6, 4, 1 }
    };
    struct str all = str_in(s->arena);
    fmpz_t x, sum;

    fmpz_init(x);
    fmpz_init(sum);
    solving_step(s,
                 v->kind == WORDS
                     ? "If $i$ of the given ones are missing, $%" PRId64
                       " - i$ are left for each of the $%" PRId64 "$ places."
                     : "If $i$ of the given ones do stand at their forbidden "
                       "places, $%" PRId64 " - i$ are left for $%" PRId64
                       " - i$ places.",
                 v->n, v->k);
    for (int64_t i = 0; i <= v->m; i++) {
        broken(x, v, i);
        solving_step(s,
                     "$i = %" PRId64 "$: $\\binom{%" PRId64 "}{%" PRId64
                     "} = %" PRId64 "$ times $%s = %s$, to be %s.",
                     i, v->m, i, choose[v->m][i], broken_text(s, v, i),
                     integer_text(s->arena, x), i % 2 ? "subtracted" : "added");
        fmpz_mul_si(x, x, choose[v->m][i]);
        str_addf(&all, "%s%s",
                 i == 0  ? ""
                 : i % 2 ? " - "
                         : " + ",
                 integer_text(s->arena, x));
        (i % 2 ? fmpz_sub : fmpz_add)(sum, sum, x);
    }
    solving_step(s, "Together: $%s = %s$.", str_get(&all),
                 integer_text(s->arena, sum));
    solving_key(s, "%s", integer_text(s->arena, sum));
    fmpz_clear(sum);
    fmpz_clear(x);
    return true;
}

static bool solve(struct solving *s, const void *values)
{
    const struct sieve *v = values;

    return is_problem(v) && (v->kind == MULTIPLES ? solve_multiples(s, v)
                             : v->kind == SURVEY  ? solve_survey(s, v)
                                                  : solve_conditions(s, v));
}

/* ---- wording ---- */

KIND_IS(struct sieve, is_multiples, MULTIPLES)
KIND_IS(struct sieve, is_survey, SURVEY)
KIND_IS(struct sieve, is_words, WORDS)
KIND_IS(struct sieve, is_seats, SEATS)

/* "$20$ drink tea, $15$ drink coffee and $6$ drink tea and coffee" */
static void set_facts(struct speech *s, const struct sieve *v, const char *name,
                      const char *verb, const char *const *what)
{
    static const int pairs[3][2] = { { 0, 1 }, { 0, 2 }, { 1, 2 } };
    struct str text = str_in(s->arena);
    int64_t sets = v->count == 3 ? 2 : 3;

    for (int64_t i = 0; i < v->count; i++) {
        str_addf(&text, "%s$%" PRId64 "$ %s ",
                 words_join((size_t)i, (size_t)v->count), v->d[i], verb);
        if (i < sets)
            str_add(&text, what[i]);
        else if (i == 6)
            str_add(&text, "all three");
        else
            str_addf(&text, "both %s and %s", what[pairs[i - sets][0]],
                     what[pairs[i - sets][1]]);
    }
    speech_set(s, name, "%s", str_get(&text));
}

static void speak(struct speech *s, const void *values)
{
    static const char *const letters[] = { "$A$", "$B$", "$C$" };
    static const char *const drinks[] = { "tea", "coffee", "cocoa" };
    static const char *const tongues[] = { "French", "Spanish", "Arabic" };
    const struct sieve *v = values;
    struct str list = str_in(s->arena);

    if (v->kind == SURVEY) {
        set_facts(s, v, "sets", "lie in", letters);
        set_facts(s, v, "drinks", "like", drinks);
        set_facts(s, v, "tongues", "speak", tongues);
        speech_set(s, "abc",
                   v->count == 3 ? "$A$ and $B$" : "$A$, $B$ and $C$");
    }
    for (int64_t i = 0; i < v->count; i++)
        str_addf(&list, "%s$%" PRId64 "$",
                 words_join((size_t)i, (size_t)v->count), v->d[i]);
    speech_set(s, "how", v->count == 2 ? "at least one" : "none");
    speech_set(s, "list", "%s", str_get(&list));
}

static const struct wording wordings[] = {
    { STYLE_TERSE,
      "How many of $1, \\ldots, <n>$ are divisible by <how> of <list>?",
      is_multiples },
    { STYLE_PLAIN,
      "How many integers from $1$ to $<n>$ are divisible by <how> of the "
      "numbers <list>?",
      is_multiples },
    { STYLE_PLAIN,
      "Consider all positive integers up to and including $<n>$. Find the "
      "number of those that are multiples of <how> of the numbers <list>.",
      is_multiples },
    { STYLE_STORY,
      "The pages of an archive in <city> are numbered from $1$ to $<n>$. "
      "<name> stamps the pages whose number is divisible by <how> of <list>. "
      "How many pages are stamped?",
      is_multiples },
    { STYLE_STORY,
      "Lamps along a road are numbered from $1$ to $<n>$, and for each of the "
      "numbers <list> there is a switch that controls the lamps whose numbers "
      "are its multiples. How many lamps are controlled by <how> of these "
      "switches?",
      is_multiples },
    { STYLE_TERSE,
      "Of $<n>$ elements, <sets>. How many lie in none of these sets?",
      is_survey },
    { STYLE_PLAIN,
      "A set has $<n>$ elements and the subsets <abc>. Of its elements, <sets>. "
      "(Those in several subsets are counted for each of them.) How many "
      "elements lie in none of the subsets?",
      is_survey },
    { STYLE_PLAIN,
      "The sets <abc> are subsets of a set with $<n>$ elements, of which "
      "<sets>. Those that lie in several sets are included in each count. How "
      "many of the $<n>$ elements are outside all of these sets?",
      is_survey },
    { STYLE_STORY,
      "<name> asks $<n>$ people in <city> about what they drink. Of these, "
      "<drinks>; people who like several of these drinks are counted each "
      "time. How many like none of these drinks?",
      is_survey },
    { STYLE_STORY,
      "A hotel in <city> has $<n>$ guests, of whom <tongues>, where guests with "
      "several of these languages are counted each time. How many guests "
      "speak none of these languages?",
      is_survey },
    { STYLE_TERSE,
      "Words of $<k>$ letters, repetitions allowed, over an alphabet of $<n>$ "
      "letters that contain each of $<m>$ given letters: how many?",
      is_words },
    { STYLE_PLAIN,
      "A code uses $<n>$ signs, $<m>$ of which are marked. How many rows of "
      "$<k>$ signs, with repetitions allowed, contain each of the marked signs "
      "at least once?",
      is_words },
    { STYLE_PLAIN,
      "How many sequences of $<k>$ integers from $1$ to $<n>$, repetitions "
      "allowed, contain each of the integers from $1$ to $<m>$ at least once?",
      is_words },
    { STYLE_STORY,
      "<name> gives away $<k>$ different <things>, each to one of $<n>$ people, "
      "and someone may get several. $<m>$ of these people have a birthday, "
      "and each of them must get at least one. In how many ways is this "
      "possible?",
      is_words },
    { STYLE_STORY,
      "In each of $<k>$ weeks one of $<n>$ employees of a firm in <city> is on "
      "duty; the same person may have several weeks. Each of the $<m>$ "
      "trainees among them must be on duty at least once. How many plans for "
      "the $<k>$ weeks are possible?",
      is_words },
    { STYLE_TERSE,
      "Sequences of $<k>$ different integers from $1$ to $<n>$ in which no $i "
      "\\le <m>$ stands at place $i$: how many?",
      is_seats },
    { STYLE_PLAIN,
      "How many sequences of $<k>$ different integers from $1$ to $<n>$ are "
      "there in which, for every $i$ from $1$ to $<m>$, the integer $i$ does "
      "not stand at place $i$?",
      is_seats },
    { STYLE_PLAIN,
      "$<k>$ numbered seats are filled from $<n>$ numbered people, one on each "
      "seat. The people with the numbers $1$ to $<m>$ may be left out, but none "
      "of them may sit on the seat with their own number. How many seatings "
      "are possible?",
      is_seats },
    { STYLE_STORY,
      "$<n>$ runners apply for a race with $<k>$ numbered lanes, one runner to "
      "a lane. Each of the $<m>$ runners from <city> had a lane of their own "
      "last year, all of these different and among the $<k>$, and must not "
      "get that lane again, though they may also be left out. In how many ways "
      "can the lanes be filled?",
      is_seats },
    { STYLE_STORY,
      "A theatre in <city> has $<n>$ actors and stages a play with $<k>$ "
      "different roles, each for one actor, and nobody plays two roles. "
      "$<m>$ of the actors refuse one role each, all of them different "
      "roles, but would play any other one or none. In how many ways can the "
      "roles be given out?",
      is_seats },
    { 0 },
};

/* ---- the second road ---- */

static bool counts(const struct sieve *v, int64_t x)
{
    bool any = false;

    for (int64_t i = 0; i < v->count; i++)
        any = any || x % v->d[i] == 0;
    return any == (v->count == 2);
}

/* Every number when there are few, else whole periods and the rest. */
static int64_t search(const struct sieve *v)
{
    int64_t period = 1, whole = 0, rest = 0;

    for (int64_t i = 0; i < v->count; i++)
        period = lcm(period, v->d[i]);
    for (int64_t x = 1; x <= period && x <= v->n; x++) {
        whole += counts(v, x);
        rest += x <= v->n % period && counts(v, x);
    }
    return v->n < period ? whole : v->n / period * whole + rest;
}

/* The regions of the diagram, from the inside out; -1 when one is negative. */
static int64_t outside(const struct sieve *v)
{
    const int64_t *d = v->d;
    int64_t in = v->count == 7 ? d[6] : 0, r[7];

    if (v->count == 3) {
        r[0] = d[2];
        r[1] = d[0] - r[0];
        r[2] = d[1] - r[0];
        r[3] = r[4] = r[5] = r[6] = 0;
    } else {
        r[0] = d[3] - in; /* two sets only */
        r[1] = d[4] - in;
        r[2] = d[5] - in;
        r[3] = d[0] - r[0] - r[1] - in; /* one set only */
        r[4] = d[1] - r[0] - r[2] - in;
        r[5] = d[2] - r[1] - r[2] - in;
        r[6] = 0;
    }
    for (int i = 0; i < 7; i++) {
        if (r[i] < 0)
            return -1;
        in += r[i];
    }
    return v->n - in;
}

/* Letter by letter: w[j] words so far have used j of the given letters. */
static void words_of(fmpz_t x, const struct sieve *v)
{
    fmpz w[5] = { 1, 0, 0, 0, 0 };

    for (int64_t i = 0; i < v->k; i++)
        for (int64_t j = v->m; j >= 0; j--) {
            fmpz_mul_si(&w[j], &w[j], v->n - v->m + j);
            if (j)
                fmpz_addmul_ui(&w[j], &w[j - 1], (ulong)(v->m - j + 1));
        }
    fmpz_set(x, &w[v->m]);
    for (int j = 0; j < 5; j++)
        fmpz_clear(&w[j]);
}

/* All placings of the given people from number i on: the seats taken are the
 * bits of `taken`. count[t] placings have t of them seated. */
static void place(const struct sieve *v, int64_t i, unsigned taken,
                  int64_t *count)
{
    if (i == v->m) {
        count[__builtin_popcount(taken)]++;
        return;
    }
    place(v, i + 1, taken, count);
    for (int64_t seat = 0; seat < v->k; seat++)
        if (seat != i && !(taken >> seat & 1))
            place(v, i + 1, taken | 1U << seat, count);
}

static void seats_of(fmpz_t x, const struct sieve *v)
{
    int64_t count[5] = { 0 };
    fmpz_t y;

    fmpz_init(y);
    place(v, 0, 0, count);
    for (int64_t t = 0; t <= v->m; t++) {
        fmpz_set_si(y, count[t]);
        for (int64_t i = 0; i < v->k - t; i++)
            fmpz_mul_si(y, y, v->n - v->m - i > 0 ? v->n - v->m - i : 0);
        fmpz_add(x, x, y);
    }
    fmpz_clear(y);
}

static void count_again(fmpz_t x, const struct sieve *v,
                        struct check_finding *f)
{
    switch (v->kind) {
    case MULTIPLES:
        f->by = "exhaustive search";
        fmpz_set_si(x, search(v));
        break;
    case SURVEY:
        f->by = "regions of the diagram";
        fmpz_set_si(x, outside(v));
        break;
    case WORDS:
        f->by = "letter by letter";
        words_of(x, v);
        break;
    default:
        f->by = "all placings";
        seats_of(x, v);
        break;
    }
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct sieve *v = values;
    enum truth holds = TRUTH_NO;
    fmpz_t x, c;

    fmpz_init(x);
    fmpz_init(c);
    f->by = "exhaustive search";
    f->detail = "the key is not a whole number, 0 or more";
    if (!is_problem(v)) {
        f->detail = "the values make no problem";
    } else if (key_integer(key, x) && fmpz_sgn(x) >= 0) {
        count_again(c, v, f);
        holds = fmpz_equal(x, c) ? TRUTH_YES : TRUTH_NO;
        f->detail = fmpz_sgn(c) < 0 ? "the values contradict each other"
                                    : arena_printf(a, "the count is %s",
                                                   integer_text(a, c));
    }
    fmpz_clear(c);
    fmpz_clear(x);
    return holds;
}

/* The same set twice is one set. */
static bool drop(void *values, size_t i)
{
    struct sieve *v = values;

    if (v->kind != MULTIPLES || (int64_t)i >= v->count)
        return false;
    v->d[i] = v->d[i == 0];
    return true;
}

static const struct recipe recipe = {
    .size = sizeof(struct sieve),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .drop = drop,
    .speak = speak,
    .wordings = wordings,
    .check = check,
};

const struct family concept_inclusion_exclusion = {
    .name = "concept/inclusion-exclusion",
    .version = 2,
    .title = "Inclusion and exclusion",
    .doc = "Counting a union or its complement: multiples of several numbers, "
           "surveys, words that must use given letters, seats that given "
           "people must avoid. The worked solution adds and subtracts over the "
           "intersections.",
    .concepts = { HIGH_INCLUSION },
    .answer = ANSWER_INTEGER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
