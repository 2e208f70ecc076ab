/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Probability trees: draws with and without replacement, a first stage that
 * decides about the second, Bayes' rule, balls that change bags.
 *
 * solve() multiplies fractions along the branches and adds them. check()
 * never handles a fraction: it gives every outcome, ball by ball, the same
 * weight and counts leaves, going through all labelled balls where there are
 * few; of many it lets the balls come one by one.
 */
#include "family/kit/keys.h"
#include "family/kit/kinds.h"
#include "family/kit/latex.h"
#include "family/kit/recipe.h"
#include "math/integer.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum {
    KEPT,    /* two draws from c[0] + c[1], not put back: one of each */
    BACK,    /* the same, put back */
    TOTAL,   /* a die chooses bag 1 for m faces; P(red) */
    BAYES,   /* the same; P(bag 1, given red) */
    MOVED,   /* two balls from bag 1 to bag 2; P(both red, given red drawn) */
    MACHINES /* parts c[0..2], faults c[3..5]; two faulty items of a machine */
};

struct tree {
    int64_t kind, m;
    int64_t count, c[6]; /* red 1, blue 1, red 2, blue 2 */
};

static const struct field fields[] = {
    NUMBER(struct tree, kind, 0, 5),
    NUMBER(struct tree, m, 0, 5),
    SLOT_LIST(struct tree, c, count, 1, 9999),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "two draws", "two draws from one bag with 2 to 60 balls of each of two "
                   "colours, put back or not: one of each colour" },
    { "two stages", "a die chooses one of two bags with 2 to 9 balls of each "
                    "colour, not equally many red: the probability of a "
                    "colour, or of a bag given the colour" },
    { "backwards", "two balls move to another bag, 2 to 12 balls of each "
                   "colour, and a draw from that bag tells about them; or two "
                   "faulty items of one of three machines tell which it was" },
};

static void fill(struct pick *p, int64_t kind, void *values)
{
    static const int64_t count[] = { 2, 2, 4, 4, 4, 6 };
    static const int64_t lo[] = { 2, 2, 2, 2, 2, 1 };
    static const int64_t hi[] = { 60, 60, 9, 9, 12, 6 };
    struct tree *v = values;

    v->count = count[kind];
    for (int64_t i = 0; i < v->count; i++) {
        /* The bags that the die chooses from differ in their red balls. */
        bool differs = (kind == TOTAL || kind == BAYES) && i == 2;

        v->c[i] = kind == MACHINES && i < 3
                      ? pick(p, 2, 5)
                      : pick_wide(p, lo[kind], hi[kind] - differs);
        v->c[i] += differs && v->c[i] >= v->c[0];
    }
    if (kind == TOTAL || kind == BAYES)
        v->m = pick(p, 1, 5);
}

static void draw(struct pick *p, void *values)
{
    static const int64_t kinds[] = {
        KEPT, BACK, TOTAL, BAYES, MOVED, MACHINES
    };

    ((struct tree *)values)->kind =
        kinds_draw(p, kinds + 2 * (p->level - 1), 2, fill, values);
}

static bool is_problem(const struct tree *v)
{
    static const int64_t count[] = { 2, 2, 4, 4, 4, 6 };

    if (v->count != count[v->kind])
        return false;
    if (v->kind == MACHINES)
        return v->c[0] <= 9 && v->c[1] <= 9 && v->c[2] <= 9 && v->c[3] < 1000 &&
               v->c[4] < 1000 && v->c[5] < 1000;
    return (v->kind != TOTAL && v->kind != BAYES) || v->m >= 1;
}

/* ---- the first road: along the branches ---- */

/* A sum of branches as it is written down. */
struct branches {
    struct solving *s;
    struct str terms;
    fmpq_t sum;
};

/* The product of n fractions p[i]/q[i]: a step, and added to the sum. */
static void branch(struct branches *b, const char *name, const int64_t *p,
                   const int64_t *q, size_t n, fmpq_t product)
{
    struct str text = str_in(b->s->arena);
    fmpq_t x;

    fmpq_init(x);
    fmpq_one(product);
    for (size_t i = 0; i < n; i++) {
        str_addf(&text, "%s%s", i ? " \\cdot " : "",
                 latex_over(b->s->arena, p[i], q[i]));
        fmpq_set_si(x, p[i], (ulong)q[i]);
        fmpq_mul(product, product, x);
    }
    fmpq_add(b->sum, b->sum, product);
    str_addf(&b->terms, "%s%s", b->terms.n ? " + " : "",
             latex_fmpq(b->s->arena, product));
    solving_step(b->s, "%s: $%s = %s$.", name, str_get(&text),
                 latex_fmpq(b->s->arena, product));
    fmpq_clear(x);
}

static void solve_draws(struct branches *b, const struct tree *v, fmpq_t x)
{
    int64_t r = v->c[0], w = v->c[1], n = r + w, left = n - (v->kind == KEPT);

    branch(b, "The first kind, then the second", (int64_t[]){ r, w },
           (int64_t[]){ n, left }, 2, x);
    branch(b, "The second kind, then the first", (int64_t[]){ w, r },
           (int64_t[]){ n, left }, 2, x);
    solving_step(b->s,
                 "The branches exclude each other. Their sum is $%s = %s$.",
                 str_get(&b->terms), latex_fmpq(b->s->arena, b->sum));
    fmpq_set(x, b->sum);
}

static void solve_bags(struct branches *b, const struct tree *v, fmpq_t x)
{
    const int64_t *c = v->c;
    fmpq_t first;

    fmpq_init(first);
    branch(b, "First choice, then success", (int64_t[]){ v->m, c[0] },
           (int64_t[]){ 6, c[0] + c[1] }, 2, first);
    branch(b, "Second choice, then success", (int64_t[]){ 6 - v->m, c[2] },
           (int64_t[]){ 6, c[2] + c[3] }, 2, x);
    solving_step(b->s, "The probability of success is the sum, $%s = %s$.",
                 str_get(&b->terms), latex_fmpq(b->s->arena, b->sum));
    if (v->kind == TOTAL) {
        fmpq_set(x, b->sum);
    } else {
        fmpq_div(x, first, b->sum);
        solving_step(
            b->s,
            "Given success, the first choice has the share of its branch: "
            "the quotient of $%s$ and $%s$ is $%s$.",
            latex_fmpq(b->s->arena, first), latex_fmpq(b->s->arena, b->sum),
            latex_fmpq(b->s->arena, x));
    }
    fmpq_clear(first);
}

/* The two that are moved come one after the other: four branches. */
static void solve_moved(struct branches *b, const struct tree *v, fmpq_t x)
{
    static const char *const names[] = {
        "Two of the wanted kind moved, then a wanted one drawn",
        "First a wanted, then another one moved, then a wanted one drawn",
        "First another, then a wanted one moved, then a wanted one drawn",
        "None of the wanted kind moved, then a wanted one drawn",
    };
    const int64_t *c = v->c;
    int64_t n = c[0] + c[1], m = c[2] + c[3] + 2;
    fmpq_t both;

    fmpq_init(both);
    solving_step(b->s,
                 "After the move there are $%" PRId64 " + %" PRId64
                 " + 2 = %" PRId64 "$ at the second place.",
                 c[2], c[3], m);
    for (int i = 0; i < 4; i++) {
        int first = i >> 1, second = i & 1; /* 0: of the wanted kind */

        if (i == 3 && c[1] == 1)
            continue;
        branch(b, names[i],
               (int64_t[]){ c[first], c[second] - (first == second),
                            c[2] + 2 - first - second },
               (int64_t[]){ n, n - 1, m }, 3, i ? x : both);
    }
    fmpq_div(x, both, b->sum);
    solving_step(
        b->s,
        "The probability of such a draw is the sum, $%s = %s$, and the share "
        "of the first branch in it, the quotient of $%s$ and $%s$, is $%s$.",
        str_get(&b->terms), latex_fmpq(b->s->arena, b->sum),
        latex_fmpq(b->s->arena, both), latex_fmpq(b->s->arena, b->sum),
        latex_fmpq(b->s->arena, x));
    fmpq_clear(both);
}

static void solve_machines(struct branches *b, const struct tree *v, fmpq_t x)
{
    static const char *const names[] = { "The first, and twice a fault",
                                         "The second, and twice a fault",
                                         "The third, and twice a fault" };
    int64_t parts = v->c[0] + v->c[1] + v->c[2];
    fmpq_t first;

    fmpq_init(first);
    for (int i = 0; i < 3; i++)
        branch(b, names[i], (int64_t[]){ v->c[i], v->c[3 + i], v->c[3 + i] },
               (int64_t[]){ parts, 1000, 1000 }, 3, i ? x : first);
    fmpq_div(x, first, b->sum);
    solving_step(b->s,
                 "Two faults have the probability $%s = %s$, and the share of "
                 "the first branch in it, the quotient of $%s$ and $%s$, is "
                 "$%s$.",
                 str_get(&b->terms), latex_fmpq(b->s->arena, b->sum),
                 latex_fmpq(b->s->arena, first),
                 latex_fmpq(b->s->arena, b->sum), latex_fmpq(b->s->arena, x));
    fmpq_clear(first);
}

static bool solve(struct solving *s, const void *values)
{
    const struct tree *v = values;
    struct branches b = { .s = s, .terms = str_in(s->arena) };
    fmpq_t x;

    if (!is_problem(v) || (v->kind == MOVED && v->c[0] < 2))
        return false;
    fmpq_init(b.sum);
    fmpq_init(x);
    switch (v->kind) {
    case KEPT:
    case BACK: solve_draws(&b, v, x); break;
    case TOTAL:
    case BAYES: solve_bags(&b, v, x); break;
    case MOVED: solve_moved(&b, v, x); break;
    default: solve_machines(&b, v, x); break;
    }
    solving_key(s, "%s", latex_fmpq(s->arena, x));
    fmpq_clear(x);
    fmpq_clear(b.sum);
    return true;
}

/* ---- wording ---- */

KIND_IS(struct tree, is_kept, KEPT)
KIND_IS(struct tree, is_back, BACK)
KIND_IS(struct tree, is_total, TOTAL)
KIND_IS(struct tree, is_bayes, BAYES)
KIND_IS(struct tree, is_moved, MOVED)
KIND_IS(struct tree, is_machines, MACHINES)

/* "$1$", "$1$ or $2$", "at most $3$": what the die shows for the first bag. */
static void speak(struct speech *s, const void *values)
{
    int64_t m = ((const struct tree *)values)->m;

    if (m == 1)
        speech_set(s, "die", "$1$");
    else
        speech_set(s, "die", "at most $%" PRId64 "$", m);
}

#define BAGS                                                                   \
 "Bag $A$ holds $<c[0]>$ red and $<c[1]>$ blue balls, bag $B$ holds $<c[2]>$ " \
 "red and $<c[3]>$ blue balls. "

static const struct wording wordings[] = {
    { STYLE_TERSE,
      "$<c[0]>$ red, $<c[1]>$ blue; two draws without replacement. $P$(one of "
      "each colour)?",
      is_kept },
    { STYLE_PLAIN,
      "A bag holds $<c[0]>$ red and $<c[1]>$ blue balls. Two balls are drawn at "
      "random, one after the other, and the first is not put back. Find the "
      "probability that they have different colours.",
      is_kept },
    { STYLE_PLAIN,
      "Two different elements are chosen at random, one after the other, from "
      "the union of disjoint sets $A$ and $B$ with $<c[0]>$ and $<c[1]>$ "
      "elements. What is the probability that exactly one of them lies in "
      "$A$?",
      is_kept },
    { STYLE_STORY,
      "In a drawer there are $<c[0]>$ old and $<c[1]>$ new batteries, mixed up. "
      "<name> takes out two at random. What is the probability that one is "
      "old and one is new?",
      is_kept },
    { STYLE_STORY,
      "A courier in <city> has $<c[0]>$ letters and $<c[1]>$ parcels in the van "
      "and hands out two of these items, picked at random. What is the "
      "probability that they are one letter and one parcel?",
      is_kept },
    { STYLE_TERSE,
      "$<c[0]>$ red, $<c[1]>$ blue; two draws with replacement. $P$(one of each "
      "colour)?",
      is_back },
    { STYLE_PLAIN,
      "A bag holds $<c[0]>$ red and $<c[1]>$ blue balls. A ball is drawn at "
      "random and put back, and then a ball is drawn again. Find the "
      "probability that the two draws show different colours.",
      is_back },
    { STYLE_PLAIN,
      "An element is chosen at random from the union of disjoint sets $A$ and "
      "$B$ with $<c[0]>$ and $<c[1]>$ elements, and then, independently, once "
      "more. What is the probability that exactly one of the two choices lies "
      "in $A$?",
      is_back },
    { STYLE_STORY,
      "<name>'s list has $<c[0]>$ songs in French and $<c[1]>$ in Spanish. "
      "A device plays a song from it at random, and then again a song at "
      "random, perhaps the same one. What is the probability that one of the "
      "two is in French and one in Spanish?",
      is_back },
    { STYLE_STORY,
      "An archive in <city> holds $<c[0]>$ maps and $<c[1]>$ photographs. "
      "On two days <name> looks at one item a day, chosen at random from "
      "all, on the second day possibly the same as on the first. What is the "
      "probability that they look at a map on one day and at a photograph on "
      "the other?",
      is_back },
    { STYLE_TERSE,
      BAGS "A fair die: <die> means $A$, else $B$; one ball. $P$(red)?",
      is_total },
    { STYLE_PLAIN,
      BAGS "A fair six-sided die is thrown. If it shows <die>, a ball is drawn "
           "at random from bag $A$, otherwise from bag $B$. What is the "
           "probability that the ball is red?",
      is_total },
    { STYLE_PLAIN,
      "A fair six-sided die decides between two bags: if it shows <die>, it is "
      "bag $A$, otherwise bag $B$. In $A$ there are $<c[0]>$ red and $<c[1]>$ "
      "blue balls, in $B$ there are $<c[2]>$ red and $<c[3]>$ blue ones. One "
      "ball is drawn at random from that bag. Find the probability of red.",
      is_total },
    { STYLE_STORY,
      "<name> throws a fair six-sided die. If it shows <die>, they pick a "
      "ticket from the left box, with $<c[0]>$ prizes and $<c[1]>$ blanks; "
      "otherwise from the right box, with $<c[2]>$ prizes and $<c[3]>$ blanks. "
      "What is the probability of a prize?",
      is_total },
    { STYLE_STORY,
      "A quiz in <city> has two piles of questions: the first with $<c[0]>$ on "
      "music and $<c[1]>$ on sport, the second with $<c[2]>$ on music and "
      "$<c[3]>$ on sport. The host throws a fair six-sided die and takes the "
      "first pile if it shows <die>, otherwise the second. <name> is asked a "
      "question drawn at random from that pile. What is the probability that "
      "it is on music?",
      is_total },
    { STYLE_TERSE,
      BAGS "A fair die: <die> means $A$, else $B$; one ball. $P(A \\mid "
           "\\text{red})$?",
      is_bayes },
    { STYLE_PLAIN,
      BAGS "A fair six-sided die is thrown. If it shows <die>, a ball is drawn "
           "at random from bag $A$, otherwise from bag $B$. The ball is red. "
           "What is the probability that it came from bag $A$?",
      is_bayes },
    { STYLE_PLAIN,
      "A fair six-sided die decides between two bags: if it shows <die>, it is "
      "bag $A$, otherwise bag $B$. In $A$ there are $<c[0]>$ red and $<c[1]>$ "
      "blue balls, in $B$ there are $<c[2]>$ red and $<c[3]>$ blue ones. One "
      "ball is drawn at random from that bag. Given that it is red, find the "
      "probability that the bag was $A$.",
      is_bayes },
    { STYLE_STORY,
      "<name> throws a fair six-sided die. If it shows <die>, they pick a "
      "ticket from the left box, with $<c[0]>$ prizes and $<c[1]>$ blanks; "
      "otherwise from the right box, with $<c[2]>$ prizes and $<c[3]>$ blanks. "
      "<name> comes back with a prize. What is the probability that it was "
      "from the left box?",
      is_bayes },
    { STYLE_STORY,
      "A quiz in <city> has two piles of questions: the first with $<c[0]>$ on "
      "music and $<c[1]>$ on sport, the second with $<c[2]>$ on music and "
      "$<c[3]>$ on sport. The host throws a fair six-sided die unseen and takes "
      "the first pile if it shows <die>, otherwise the second. <name> is "
      "asked a question drawn at random from that pile, and it is on music. "
      "What is the probability that it is from the first pile?",
      is_bayes },
    { STYLE_TERSE,
      BAGS "Two random balls move from $A$ to $B$, then one is drawn from $B$. "
           "$P$(two red moved $\\mid$ red drawn)?",
      is_moved },
    { STYLE_PLAIN,
      BAGS "Two balls, taken at random from bag $A$, are put into bag $B$ "
           "unseen. Then a ball is drawn at random from bag $B$, and it is "
           "red. What is the probability that both of the balls that were "
           "moved are red?",
      is_moved },
    { STYLE_PLAIN,
      "From a bag with $<c[0]>$ red and $<c[1]>$ blue balls two are taken at "
      "random and put into another bag, which held $<c[2]>$ red and $<c[3]>$ "
      "blue balls before. One ball is then drawn at random from that second "
      "bag. Given that it is red, find the probability that two red balls were "
      "moved.",
      is_moved },
    { STYLE_STORY,
      "A shelter in <city> has two rooms: $<c[0]>$ cats and $<c[1]>$ dogs are "
      "in the first, $<c[2]>$ cats and $<c[3]>$ dogs in the second. Two "
      "animals from the first room, chosen at random, are moved to the second. "
      "Then an animal of the second room is chosen at random, and it is a cat. "
      "What is the probability that both animals that were moved are cats?",
      is_moved },
    { STYLE_STORY,
      "A depot in <city> has $<c[0]>$ bicycles and $<c[1]>$ scooters, a second "
      "depot has $<c[2]>$ bicycles and $<c[3]>$ scooters. At night two "
      "vehicles of the first depot, picked at random, are taken to the second. "
      "In the morning <name> picks a vehicle there at random, and it is a "
      "bicycle. What is the probability that both vehicles taken there at "
      "night were bicycles?",
      is_moved },
    { STYLE_TERSE,
      "One source is chosen from $A$, $B$, $C$ with probabilities in the ratio "
      "$<c[0]> : <c[1]> : <c[2]>$; two items of it are tested. Items of $A$, "
      "$B$, $C$ are faulty, independently, with probability "
      "$\\frac{<c[3]>}{1000}$, $\\frac{<c[4]>}{1000}$, $\\frac{<c[5]>}{1000}$. "
      "$P(A \\mid \\text{both items faulty})$?",
      is_machines },
    { STYLE_PLAIN,
      "One of three machines $A$, $B$ and $C$ is chosen, with probabilities in "
      "the ratio $<c[0]> : <c[1]> : <c[2]>$. On average $<c[3]>$, $<c[4]>$ and "
      "$<c[5]>$ of $1000$ items of $A$, $B$ and $C$ are faulty, independently "
      "of each other. Two items of the chosen machine are tested, and both are "
      "faulty. What is the probability that the machine is $A$?",
      is_machines },
    { STYLE_PLAIN,
      "The hypotheses $A$, $B$ and $C$ have prior probabilities in the ratio "
      "$<c[0]> : <c[1]> : <c[2]>$. Under $A$, $B$ and $C$ a certain event has "
      "the probability $\\frac{<c[3]>}{1000}$, $\\frac{<c[4]>}{1000}$ and "
      "$\\frac{<c[5]>}{1000}$. In two independent trials the event occurs both "
      "times. Find the conditional probability of $A$.",
      is_machines },
    { STYLE_STORY,
      "A firm in <city> buys its boxes of screws from three makers, in the "
      "ratio $<c[0]> : <c[1]> : <c[2]>$; every box comes from one maker. In "
      "the long run $<c[3]>$, $<c[4]>$ and $<c[5]>$ out of $1000$ screws of "
      "these makers, in this order, are bad, independently of each other. From "
      "a box picked at random <name> tests two screws, and both are bad. What "
      "is the probability that the box comes from the first maker?",
      is_machines },
    { STYLE_STORY,
      "Three printers stand in an office in <city>, and a job goes to the old, "
      "the middle or the new one with probabilities in the ratio $<c[0]> : "
      "<c[1]> : <c[2]>$. Of $1000$ pages they smudge $<c[3]>$, $<c[4]>$ and "
      "$<c[5]>$, in this order and on average, each page independently of the "
      "others. Both pages of <name>'s job, printed by the same printer, are "
      "smudged. What is the probability that it was the old one?",
      is_machines },
    { 0 },
};

/* ---- the second road: counting leaves ---- */

struct tally {
    int64_t good, all;
};

#define LEAVES_MOST 20000

/* Every ordered pair of labelled balls; number i is red when it is below
 * c[0]. */
static struct tally all_pairs(const struct tree *v)
{
    int64_t n = v->c[0] + v->c[1];
    struct tally t = { 0, 0 };

    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++) {
            if (v->kind == KEPT && i == j)
                continue;
            t.all++;
            t.good += (i < v->c[0]) != (j < v->c[0]);
        }
    return t;
}

/* The same for many balls: they come one by one, of both colours in turn while
 * there are both, and each makes a pair with every one that came before. Put
 * back, a ball also makes a pair with itself, and order tells pairs apart. */
static struct tally pairs(const struct tree *v)
{
    int64_t n = v->c[0] + v->c[1], seen[2] = { 0, 0 };
    struct tally t = { 0, 0 };

    if (n * n <= LEAVES_MOST)
        return all_pairs(v);
    for (int64_t i = 0; i < n; i++) {
        int colour = seen[0] == v->c[0] || (i % 2 && seen[1] < v->c[1]);

        t.good += seen[1 - colour];
        t.all += i;
        seen[colour]++;
    }
    return v->kind == KEPT ? t : (struct tally){ 2 * t.good, 2 * t.all + n };
}

/* Each face of the die and each ball of its bag: the balls of one bag are
 * taken as often as the other has balls, which makes all leaves equal. */
static struct tally faces(const struct tree *v)
{
    int64_t size[2] = { v->c[0] + v->c[1], v->c[2] + v->c[3] };
    int64_t red[2] = { 0, 0 }, all = 0;

    for (int64_t face = 1; face <= 6; face++) {
        int bag = face > v->m;

        for (int64_t ball = 0; ball < size[bag]; ball++) {
            all += size[1 - bag];
            red[bag] += ball < v->c[2 * bag] ? size[1 - bag] : 0;
        }
    }
    return v->kind == TOTAL ? (struct tally){ red[0] + red[1], all }
                            : (struct tally){ red[0], red[0] + red[1] };
}

/* Every ordered pair that moves, and every ball of the second bag, of which the
 * last two are those that were moved. When they are too many, each red ball is
 * asked after how many pairs it lies in the second bag: one of that bag after
 * all n (n - 1), one of the first after 2 (n - 1). */
static struct tally moves(const struct tree *v)
{
    int64_t n = v->c[0] + v->c[1];
    struct tally t = { 0, 0 };

    if (n * n * (v->c[2] + v->c[3]) > LEAVES_MOST) {
        t.all = (n - 1) * (v->c[2] * n + v->c[0] * 2);
        t.good = v->c[0] * (v->c[0] - 1) * (v->c[2] + 2);
        return t;
    }
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++)
            for (int64_t ball = 0; i != j && ball < v->c[2] + 2; ball++) {
                bool red =
                    ball < v->c[2] || (ball == v->c[2] ? i : j) < v->c[0];

                t.all += red;
                t.good += red && i < v->c[0] && j < v->c[0];
            }
    return t;
}

/* A thousand items of each machine, those of a kind taken as often as it has
 * parts: pairs of faulty ones. */
static struct tally items(const struct tree *v)
{
    struct tally t = { 0, 0 };

    for (int64_t i = 0; i < 3; i++)
        for (int64_t item = 0; item < v->c[3 + i]; item++) {
            t.all += v->c[i] * v->c[3 + i];
            t.good += i == 0 ? v->c[i] * v->c[3 + i] : 0;
        }
    return t;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct finding *f)
{
    const struct tree *v = values;
    struct tally t;
    int64_t p, q, g;

    f->by = "counting leaves";
    f->detail = "the values make no problem";
    if (!is_problem(v) || (v->kind == MOVED && v->c[0] < 2))
        return TRUTH_NO;
    f->detail = "the key is not a fraction in lowest terms";
    if (!key_ratio(key, &p, &q))
        return TRUTH_NO;
    t = v->kind <= BACK    ? pairs(v)
        : v->kind <= BAYES ? faces(v)
        : v->kind == MOVED ? moves(v)
                           : items(v);
    g = integer_gcd(t.good, t.all);
    f->detail = arena_printf(
        a, "%" PRId64 " of %" PRId64 " equal leaves are favourable", t.good,
        t.all);
    return p == t.good / g && q == t.all / g ? TRUTH_YES : TRUTH_NO;
}

static const struct recipe recipe = {
    .size = sizeof(struct tree),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .form = "Give the probability as a fraction in lowest terms.",
    .check = check,
};

const struct family concept_trees = {
    .name = "concept/trees",
    .version = 1,
    .title = "Probability trees",
    .doc = "Experiments in stages: draws with and without replacement, a first "
           "stage that decides about the second, Bayes' rule. The worked "
           "solution multiplies along the branches of a tree and adds them.",
    .concepts = { HIGH_TREES, HIGH_PROBABILITY },
    .answer = ANSWER_RATIONAL,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
