/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Basic probability: complement, conditional probability, independent and
 * dependent events.
 *
 * solve() uses the rules (complement, products, quotients of combinations).
 * check() counts outcomes of the experiment: ball by ball, person by person,
 * case by case, or draw by draw.
 */
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum {
    NOT,   /* one of c[0] + c[1] + c[2] balls: not of the first colour */
    TABLE, /* c = A B, A not B, not A B, neither: P(A | B) */
    SAME,  /* two of the balls: the same colour */
    LEAST, /* three independent events 1 / c[i]: at least one */
    GIVEN, /* k of c[0] + c[1] balls: j of the first colour, if any is */
    SINGLE /* three independent events: exactly one, if any */
};

struct chance {
    int64_t kind, k, j;
    int64_t count, c[4];
};

static const struct field fields[] = {
    NUMBER(struct chance, kind, 0, 5),
    NUMBER(struct chance, k, 0, 4),
    NUMBER(struct chance, j, 0, 4),
    SLOT_LIST(struct chance, c, count, 1, 5000),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "single", "one draw from three colours, 2 to 40 of each, by the "
                "complement; or a conditional probability from a table of four "
                "counts from 5 to 40" },
    { "several", "two draws without replacement of the same colour, three "
                 "colours with 3 to 20 each; or at least one of three "
                 "independent events" },
    { "conditional",
      "exactly j of k draws without replacement, k 3 or 4, given "
      "that at least one has the colour, 5 to 40 balls of each "
      "colour; or exactly one of three independent events given "
      "that at least one occurs" },
};

static void fill(struct pick *p, int64_t kind, void *values)
{
    static const int64_t count[] = { 3, 4, 3, 3, 2, 3 };
    static const int64_t lo[] = { 2, 5, 3, 3, 5, 3 };
    static const int64_t hi[] = { 40, 40, 20, 20, 40, 20 };
    struct chance *v = values;

    v->count = count[kind];
    for (int64_t i = 0; i < v->count; i++)
        v->c[i] = pick_wide(p, lo[kind], hi[kind]);
    if (kind == GIVEN) {
        v->k = pick(p, 3, 4);
        v->j = pick(p, 1, 2);
    }
}

static void draw(struct pick *p, void *values)
{
    static const int64_t kinds[] = { NOT, TABLE, SAME, LEAST, GIVEN, SINGLE };

    ((struct chance *)values)->kind =
        kinds_draw(p, kinds + 2 * (p->level - 1), 2, fill, values);
}

static bool is_problem(const struct chance *v)
{
    static const int64_t count[] = { 3, 4, 3, 3, 2, 3 };

    if (v->count != count[v->kind])
        return false;
    for (int64_t i = 0; i < v->count; i++)
        if (v->c[i] < (v->kind == GIVEN ? 4 : v->kind >= LEAST ? 2 : 1))
            return false;
    return v->kind != GIVEN || (v->k >= 3 && v->j >= 1 && v->j < v->k);
}

/* ---- the first road: rules ---- */

/* All numbers stay below 10^17: at most 15000 balls, 5000^3 cases, or
 * C(10000, 4). */
static int64_t choose(int64_t n, int64_t k)
{
    int64_t c = 1;

    for (int64_t i = 1; i <= k; i++)
        c = c * (n - k + i) / i;
    return c;
}

static void finish(struct solving *s, int64_t p, int64_t q)
{
    solving_key(s, "%s", latex_ratio(s->arena, p, q));
}

static void conclude(struct solving *s, int64_t p, int64_t q)
{
    const char *found = latex_over(s->arena, p, q);

    if (integer_gcd(p, q) == 1)
        solving_step(s, "The conditional probability is $%s$.", found);
    else
        solving_step(s, "The conditional probability is $%s = %s$.", found,
                     s->key);
}

static void solve_not(struct solving *s, const struct chance *v)
{
    int64_t all = v->c[0] + v->c[1] + v->c[2];

    finish(s, all - v->c[0], all);
    solving_step(s,
                 "There are $%" PRId64 " + %" PRId64 " + %" PRId64 " = %" PRId64
                 "$ equally likely outcomes.",
                 v->c[0], v->c[1], v->c[2], all);
    solving_step(s, "The event that must not occur has probability $%s$.",
                 latex_over(s->arena, v->c[0], all));
    solving_step(s, "By the complement rule, $1 - %s = %s$.",
                 latex_over(s->arena, v->c[0], all), s->key);
}

static void solve_table(struct solving *s, const struct chance *v)
{
    int64_t b = v->c[0] + v->c[2];

    finish(s, v->c[0], b);
    solving_step(s,
                 "The condition leaves only those with the second property: "
                 "$%" PRId64 " + %" PRId64 " = %" PRId64 "$.",
                 v->c[0], v->c[2], b);
    solving_step(s, "Of these, $%" PRId64 "$ have the first property as well.",
                 v->c[0]);
    conclude(s, v->c[0], b);
}

static void solve_same(struct solving *s, const struct chance *v)
{
    const int64_t *c = v->c;
    int64_t all = c[0] + c[1] + c[2], pairs = 0;

    for (int i = 0; i < 3; i++)
        pairs += c[i] * (c[i] - 1);
    finish(s, pairs, all * (all - 1));
    solving_step(s,
                 "The first draw has $%" PRId64 "$ outcomes, the second, which "
                 "depends on it, $%" PRId64 "$: together $%" PRId64 "$.",
                 all, all - 1, all * (all - 1));
    solving_step(s,
                 "Twice the same kind: $%" PRId64 " \\cdot %" PRId64
                 " + %" PRId64 " \\cdot %" PRId64 " + %" PRId64
                 " \\cdot %" PRId64 " = %" PRId64 "$.",
                 c[0], c[0] - 1, c[1], c[1] - 1, c[2], c[2] - 1, pairs);
    solving_step(s, "The probability is $%s = %s$.",
                 latex_over(s->arena, pairs, all * (all - 1)), s->key);
}

static void solve_events(struct solving *s, const struct chance *v)
{
    const int64_t *c = v->c;
    int64_t all = c[0] * c[1] * c[2];
    int64_t none = (c[0] - 1) * (c[1] - 1) * (c[2] - 1);
    int64_t one = (c[1] - 1) * (c[2] - 1) + (c[0] - 1) * (c[2] - 1) +
                  (c[0] - 1) * (c[1] - 1);

    finish(s, v->kind == LEAST ? all - none : one,
           v->kind == LEAST ? all : all - none);
    solving_step(s,
                 "The events are independent. None of them occurs with "
                 "probability $%s \\cdot %s \\cdot %s = %s$.",
                 latex_over(s->arena, c[0] - 1, c[0]),
                 latex_over(s->arena, c[1] - 1, c[1]),
                 latex_over(s->arena, c[2] - 1, c[2]),
                 latex_over(s->arena, none, all));
    solving_step(s, "At least one occurs with probability $1 - %s = %s$.",
                 latex_over(s->arena, none, all),
                 latex_over(s->arena, all - none, all));
    if (v->kind == LEAST) {
        solving_step(s, "In lowest terms this is $%s$.", s->key);
        return;
    }
    solving_step(s,
                 "Exactly one occurs: the first alone, the second alone or the "
                 "third alone, with numerators $%" PRId64 " + %" PRId64
                 " + %" PRId64 " = %" PRId64 "$ over $%" PRId64 "$.",
                 (c[1] - 1) * (c[2] - 1), (c[0] - 1) * (c[2] - 1),
                 (c[0] - 1) * (c[1] - 1), one, all);
    conclude(s, one, all - none);
}

static void solve_given(struct solving *s, const struct chance *v)
{
    int64_t r = v->c[0], b = v->c[1], k = v->k, j = v->j;
    int64_t all = choose(r + b, k), none = choose(b, k);
    int64_t hit = choose(r, j) * choose(b, k - j);

    finish(s, hit, all - none);
    solving_step(s,
                 "All draws: $\\binom{%" PRId64 "}{%" PRId64 "} = %" PRId64
                 "$. Without the first kind: $\\binom{%" PRId64 "}{%" PRId64
                 "} = %" PRId64 "$.",
                 r + b, k, all, b, k, none);
    solving_step(s,
                 "The condition leaves $%" PRId64 " - %" PRId64 " = %" PRId64
                 "$ draws.",
                 all, none, all - none);
    solving_step(s,
                 "Exactly $%" PRId64 "$ of the first kind: $\\binom{%" PRId64
                 "}{%" PRId64 "} \\binom{%" PRId64 "}{%" PRId64 "} = %" PRId64
                 " \\cdot %" PRId64 " = %" PRId64 "$ draws.",
                 j, r, j, b, k - j, choose(r, j), choose(b, k - j), hit);
    conclude(s, hit, all - none);
}

static bool solve(struct solving *s, const void *values)
{
    static void (*const roads[])(struct solving *, const struct chance *) = {
        solve_not,    solve_table, solve_same,
        solve_events, solve_given, solve_events
    };
    const struct chance *v = values;

    if (!is_problem(v))
        return false;
    roads[v->kind](s, v);
    return true;
}

/* ---- wording ---- */

KIND_IS(struct chance, is_not, NOT)
KIND_IS(struct chance, is_table, TABLE)
KIND_IS(struct chance, is_same, SAME)
KIND_IS(struct chance, is_least, LEAST)
KIND_IS(struct chance, is_given, GIVEN)
KIND_IS(struct chance, is_single, SINGLE)

static const struct wording wordings[] = {
    { STYLE_TERSE,
      "One ball from $<c[0]>$ red, $<c[1]>$ blue, $<c[2]>$ green. $P$(not red)?",
      is_not },
    { STYLE_PLAIN,
      "A bag holds $<c[0]>$ red, $<c[1]>$ blue and $<c[2]>$ green balls. One "
      "ball is drawn at random. What is the probability that it is not red?",
      is_not },
    { STYLE_PLAIN,
      "One element is chosen at random from the union of three disjoint sets "
      "$A$, $B$ and $C$ with $<c[0]>$, $<c[1]>$ and $<c[2]>$ elements. Find "
      "the probability that it does not lie in $A$.",
      is_not },
    { STYLE_STORY,
      "A festival in <city> is attended by $<c[0]>$ tourists, $<c[1]>$ locals "
      "and $<c[2]>$ musicians, who are neither. One of all these people is "
      "picked at random for an interview. What is the probability that this "
      "person is not a tourist?",
      is_not },
    { STYLE_STORY,
      "<name>'s music player holds $<c[0]>$ love songs, $<c[1]>$ dances and "
      "$<c[2]>$ marches, and nothing else. It plays one of these pieces at "
      "random. What is the probability that it is not a love song?",
      is_not },
    { STYLE_TERSE,
      "$P(A \\mid B)$ if $<c[0]>$ elements lie in $A \\cap B$, $<c[1]>$ only "
      "in $A$, $<c[2]>$ only in $B$, $<c[3]>$ in neither?",
      is_table },
    { STYLE_PLAIN,
      "Of the elements of a finite set, $<c[0]>$ have both properties $A$ and "
      "$B$, $<c[1]>$ have only $A$, $<c[2]>$ have only $B$, and $<c[3]>$ have "
      "neither. An element is chosen at random. Find the conditional "
      "probability $P(A \\mid B)$.",
      is_table },
    { STYLE_PLAIN,
      "A box holds $<c[0]>$ large red, $<c[1]>$ large blue, $<c[2]>$ small red "
      "and $<c[3]>$ small blue cubes. One is drawn at random, and it is red. "
      "What is the probability that it is large?",
      is_table },
    { STYLE_STORY,
      "In a survey in <city>, $<c[0]>$ people who wear glasses and $<c[2]>$ who "
      "do not are left-handed; $<c[1]>$ who wear glasses and $<c[3]>$ who do "
      "not are right-handed. A left-handed person is picked at random from "
      "those asked. What is the probability that they wear glasses?",
      is_table },
    { STYLE_STORY,
      "A library in <city> lends $<c[0]>$ novels and $<c[2]>$ guidebooks in "
      "French, and $<c[1]>$ novels and $<c[3]>$ guidebooks in English. "
      "<name> picks one of the French books at random. What is the "
      "probability that it is a novel?",
      is_table },
    { STYLE_TERSE,
      "Two balls without replacement from $<c[0]>$ red, $<c[1]>$ blue, "
      "$<c[2]>$ green. $P$(same colour)?",
      is_same },
    { STYLE_PLAIN,
      "A bag holds $<c[0]>$ red, $<c[1]>$ blue and $<c[2]>$ green balls. Two "
      "balls are drawn at random, without replacement. What is the probability "
      "that they have the same colour?",
      is_same },
    { STYLE_PLAIN,
      "Three disjoint sets have $<c[0]>$, $<c[1]>$ and $<c[2]>$ elements. Two "
      "different elements of their union are chosen at random. Find the "
      "probability that both come from the same set.",
      is_same },
    { STYLE_STORY,
      "For a quiz in <city>, $<c[0]>$ people have come from the north, "
      "$<c[1]>$ from the south and $<c[2]>$ from the west. Two of them are "
      "picked at random as the first team. What is the probability that they "
      "come from the same region?",
      is_same },
    { STYLE_STORY,
      "In a basket there are $<c[0]>$ apples, $<c[1]>$ pears and $<c[2]>$ plums. "
      "Without looking, <name> takes out two fruits. What is the probability "
      "that they are of the same kind?",
      is_same },
    { STYLE_TERSE,
      "Independent events with probabilities $\\frac{1}{<c[0]>}$, "
      "$\\frac{1}{<c[1]>}$, $\\frac{1}{<c[2]>}$: $P$(at least one)?",
      is_least },
    { STYLE_PLAIN,
      "Three independent events have the probabilities $\\frac{1}{<c[0]>}$, "
      "$\\frac{1}{<c[1]>}$ and $\\frac{1}{<c[2]>}$. What is the probability "
      "that at least one of them occurs?",
      is_least },
    { STYLE_PLAIN,
      "Three fair spinners have $<c[0]>$, $<c[1]>$ and $<c[2]>$ equal sectors, "
      "numbered from $1$. Each is spun once. Find the probability that at "
      "least one of them shows $1$.",
      is_least },
    { STYLE_STORY,
      "<name>, <name2> and <name3> each throw one ball at a target and hit it "
      "with probability $\\frac{1}{<c[0]>}$, $\\frac{1}{<c[1]>}$ and "
      "$\\frac{1}{<c[2]>}$, independently. What is the probability that the "
      "target is hit at least once?",
      is_least },
    { STYLE_STORY,
      "On any day, the three pumps of a waterworks in <city> fail with "
      "probabilities $\\frac{1}{<c[0]>}$, $\\frac{1}{<c[1]>}$ and "
      "$\\frac{1}{<c[2]>}$, independently of each other. What is the "
      "probability that at least one of them fails today?",
      is_least },
    { STYLE_TERSE,
      "$<k>$ balls without replacement from $<c[0]>$ red and $<c[1]>$ blue. "
      "$P$(exactly $<j>$ red $\\mid$ at least one red)?",
      is_given },
    { STYLE_PLAIN,
      "A bag holds $<c[0]>$ red and $<c[1]>$ blue balls, and $<k>$ balls are "
      "drawn at random without replacement. It is known that at least one of "
      "them is red. What is the probability that exactly $<j>$ of them "
      "<j?is|are> red?",
      is_given },
    { STYLE_PLAIN,
      "A random subset with $<k>$ elements is taken from the union of disjoint "
      "sets $A$ and $B$ with $<c[0]>$ and $<c[1]>$ elements. Given that the "
      "subset contains an element of $A$, find the probability that it contains "
      "exactly $<j>$ of $A$.",
      is_given },
    { STYLE_STORY,
      "Of the lamps in a store in <city>, $<c[0]>$ are faulty and $<c[1]>$ "
      "work. <name> takes $<k>$ of them at random and is told that at least "
      "one of these is faulty. What is the probability that exactly $<j>$ of "
      "them <j?is|are> faulty?",
      is_given },
    { STYLE_STORY,
      "A choir in <city> has $<c[0]>$ new and $<c[1]>$ old members. By lot, "
      "$<k>$ of them are sent to a festival, and <name> hears that at least one "
      "new member is among these. What is the probability that there "
      "<j?is|are> exactly $<j>$ new <j?member|members> among them?",
      is_given },
    { STYLE_TERSE,
      "Independent events with probabilities $\\frac{1}{<c[0]>}$, "
      "$\\frac{1}{<c[1]>}$, $\\frac{1}{<c[2]>}$: $P$(exactly one $\\mid$ at "
      "least one)?",
      is_single },
    { STYLE_PLAIN,
      "Three independent events have the probabilities $\\frac{1}{<c[0]>}$, "
      "$\\frac{1}{<c[1]>}$ and $\\frac{1}{<c[2]>}$. Given that at least one of "
      "them occurs, what is the probability that exactly one occurs?",
      is_single },
    { STYLE_PLAIN,
      "Three fair spinners have $<c[0]>$, $<c[1]>$ and $<c[2]>$ equal sectors, "
      "numbered from $1$. Each is spun once, and at least one of them shows "
      "$1$. Find the probability that exactly one of them does.",
      is_single },
    { STYLE_STORY,
      "<name>, <name2> and <name3> each throw one ball at a target and hit it "
      "with probability $\\frac{1}{<c[0]>}$, $\\frac{1}{<c[1]>}$ and "
      "$\\frac{1}{<c[2]>}$, independently. Afterwards the target shows at "
      "least one hit. What is the probability that it was hit exactly once?",
      is_single },
    { STYLE_STORY,
      "On any day, the three pumps of a waterworks in <city> fail with "
      "probabilities $\\frac{1}{<c[0]>}$, $\\frac{1}{<c[1]>}$ and "
      "$\\frac{1}{<c[2]>}$, independently of each other. Today an alarm says "
      "that at least one has failed. What is the probability that exactly one "
      "has?",
      is_single },
    { 0 },
};

/* ---- the second road: counting outcomes ---- */

struct tally {
    int64_t good, all;
};

/* Object by object; at most 20000 of them. */
static struct tally one_by_one(const struct chance *v)
{
    struct tally t = { 0, 0 };

    for (int64_t i = 0; i < v->count; i++)
        for (int64_t object = 0; object < v->c[i]; object++) {
            bool counts = v->kind == NOT || i == 0 || i == 2;

            t.all += counts;
            t.good += v->kind == NOT ? i > 0 : i == 0;
        }
    return t;
}

/* Ordered pairs of balls by colour: same is what is not different. */
static struct tally pairs(const struct chance *v)
{
    struct tally t = { 0, 0 };

    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            int64_t n = v->c[i] * (i == j ? v->c[j] - 1 : v->c[j]);

            t.all += n;
            t.good -= i == j ? 0 : n;
        }
    t.good += t.all;
    return t;
}

/* The eight leaves: bit i of `set` says whether event i occurs, which it does
 * in one of c[i] cases. */
static struct tally leaves(const struct chance *v)
{
    struct tally t = { 0, 0 };

    for (unsigned set = 0; set < 8; set++) {
        int64_t cases = 1;

        for (int i = 0; i < 3; i++)
            cases *= set >> i & 1 ? 1 : v->c[i] - 1;
        if (set || v->kind == LEAST)
            t.all += cases;
        t.good += (v->kind == LEAST ? set != 0 : __builtin_popcount(set) == 1)
                      ? cases
                      : 0;
    }
    return t;
}

/* Draw by draw: w[i] ordered ways to have i of the first colour so far. */
static struct tally draws(const struct chance *v)
{
    int64_t w[6] = { 1 };
    struct tally t = { 0, 0 };

    for (int64_t n = 0; n < v->k; n++)
        for (int64_t i = n + 1; i >= 0; i--) {
            w[i] *= v->c[1] - (n - i) > 0 ? v->c[1] - (n - i) : 0;
            w[i] += i ? w[i - 1] * (v->c[0] - i + 1) : 0;
        }
    t.good = w[v->j];
    for (int64_t i = 1; i <= v->k; i++)
        t.all += w[i];
    return t;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct chance *v = values;
    struct tally t;
    int64_t p, q, g;

    f->by = "counting outcomes";
    f->detail = "the values make no problem";
    if (!is_problem(v))
        return TRUTH_NO;
    f->detail = "the key is not a fraction in lowest terms";
    if (!key_ratio(key, &p, &q))
        return TRUTH_NO;
    t = v->kind <= TABLE   ? one_by_one(v)
        : v->kind == SAME  ? pairs(v)
        : v->kind == GIVEN ? draws(v)
                           : leaves(v);
    g = integer_gcd(t.good, t.all);
    f->detail = arena_printf(
        a, "%" PRId64 " of %" PRId64 " equally likely outcomes are favourable",
        t.good, t.all);
    return p == t.good / g && q == t.all / g ? TRUTH_YES : TRUTH_NO;
}

static const struct recipe recipe = {
    .size = sizeof(struct chance),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .wordings = wordings,
    .form = "Give the probability as a fraction in lowest terms.",
    .check = check,
};

const struct family concept_probability = {
    .name = "concept/probability",
    .version = 2,
    .title = "Basic probability",
    .doc = "Complement, conditional probability, independent and dependent "
           "events with balls, tables and three independent attempts. The "
           "worked solution names the rule it uses in each step.",
    .concepts = { HIGH_PROBABILITY, HIGH_COMBINATIONS },
    .answer = ANSWER_RATIONAL,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
