/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Arguments by even and odd: selections with an even or odd sum, the fewest
 * jumps 1, 2, 3 ... to a point, the fewest moves that turn all coins when each
 * turns k of them, and what +-1 +-2 ... +-n can be.
 *
 * solve() argues by what keeps its parity, and counts. check() tries things
 * out: selections number by number, all sums of jumps that can be reached,
 * and a breadth-first search through the states of the coins.
 */
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/recipe.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum kind {
    CHOOSE, /* x2 of the numbers x0..x1 with a sum of that parity */
    JUMPS,  /* from x0 to x1 */
    COINS,  /* x0 coins, x1 in a move */
    SIGNS,  /* values from -x0 to x1 of +-1 ... +-x2 */
    KINDS
};

struct task {
    int64_t kind, odd; /* odd: the sum of CHOOSE */
    int64_t n, x[3];
};

static const struct field fields[] = {
    NUMBER(struct task, kind, 0, KINDS - 1),
    NUMBER(struct task, odd, 0, 1),
    SLOT_LIST(struct task, x, n, 1, 200000),
    { 0 },
};

#define CHOICE_MOST 20000 /* numbers to choose from: C(20000, 4) < 10^16 */
#define SIGNS_MOST  140
#define SUMS_MOST   10000 /* more than 1 + ... + 140 */

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "pairs", "how many pairs of 11 to 200 consecutive numbers have an even "
               "or an odd sum" },
    { "choices, jumps",
      "how many choices of three or four numbers have an even "
      "or odd sum, or the fewest jumps of lengths 1, 2, 3 "
      "... over a distance up to 199" },
    { "invariants", "the fewest moves that turn over 50 to 409 coins, 7 to 39 "
                    "in a move, or how many numbers of a range are a sum of "
                    "1 to n with signs, n up to 24" },
};

static void draw_choices(struct pick *k, struct task *t)
{
    bool pairs = k->level == 1;
    int64_t a = pick_wide(k, 1, 99), w = pick_wide(k, pairs ? 10 : 20, 199);
    int64_t z = pick(k, 0, pairs ? 1 : 3);

    t->kind = pick(k, CHOOSE, pairs ? CHOOSE : JUMPS);
    t->n = 2;
    t->x[0] = t->kind == CHOOSE ? a : 4 * a + z;
    t->x[1] = t->x[0] + w;
    if (t->kind == CHOOSE) {
        t->n = 3;
        t->odd = z % 2;
        t->x[2] = pairs ? 2 : 3 + z / 2;
    }
}

static void draw_invariants(struct pick *k, struct task *t)
{
    static const int64_t base[] = { 15, 50, 125 };
    int64_t u = pick_wide(k, 5, 40), w = pick_wide(k, 3, 19), v = pick(k, 0, 9);

    t->kind = pick(k, COINS, SIGNS);
    t->n = t->kind == COINS ? 2 : 3;
    t->x[0] = t->kind == COINS ? 10 * u + v : 7 * u;
    t->x[1] = t->kind == COINS ? 2 * w + 1 : 13 * w;
    if (t->kind == SIGNS)
        t->x[2] = base[k->digits] + v;
}

static void draw(struct pick *k, void *values)
{
    (k->level < 3 ? draw_choices : draw_invariants)(k, values);
}

static bool is_sound(const struct task *t)
{
    const int64_t *x = t->x;

    if (t->n != (t->kind == CHOOSE || t->kind == SIGNS ? 3 : 2))
        return false;
    switch ((enum kind)t->kind) {
    case CHOOSE:
        return x[0] < x[1] && x[1] - x[0] < CHOICE_MOST && x[2] >= 2 &&
               x[2] <= 4 && x[1] - x[0] >= 2 * x[2];
    case JUMPS: return x[0] < x[1];
    case COINS:
        return x[0] <= 100000 && x[1] > 1 && x[1] < x[0] &&
               (x[0] % 2 == 0 || x[1] % 2 == 1);
    default: return x[2] > 2 && x[2] <= SIGNS_MOST;
    }
}

/* ---- the first road: parity ---- */

/* C(n, r) for r <= 4 and n <= 20000. */
static int64_t choose(int64_t n, int64_t r)
{
    int64_t c = 1;

    for (int64_t i = 1; i <= r; i++)
        c = c * (n - r + i) / i;
    return r > n ? 0 : c;
}

static int64_t solve_choose(struct solving *s, const struct task *t)
{
    const int64_t *x = t->x;
    int64_t odds = (x[1] + 1) / 2 - x[0] / 2, evens = x[1] - x[0] + 1 - odds;
    struct str text = str_in(s->arena), values = str_in(s->arena);
    int64_t sum = 0;

    solving_step(s,
                 "From $%" PRId64 "$ to $%" PRId64 "$ there are $%" PRId64
                 "$ odd and $%" PRId64 "$ even numbers.",
                 x[0], x[1], odds, evens);
    for (int64_t j = t->odd; j <= x[2]; j += 2) {
        int64_t ways = choose(odds, j) * choose(evens, x[2] - j);

        str_addf(&text,
                 "%s\\binom{%" PRId64 "}{%" PRId64 "} \\binom{%" PRId64
                 "}{%" PRId64 "}",
                 text.n ? " + " : "", odds, j, evens, x[2] - j);
        str_addf(&values, "%s%" PRId64, values.n ? " + " : "", ways);
        sum += ways;
    }
    solving_step(s,
                 "The sum is %s exactly when the number of odd numbers "
                 "among those chosen is %s.",
                 t->odd ? "odd" : "even", t->odd ? "odd" : "even");
    solving_step(s, "This gives $%s%s%s = %" PRId64 "$ choices.",
                 str_get(&text), t->odd && x[2] == 2 ? "" : " = ",
                 t->odd && x[2] == 2 ? "" : str_get(&values), sum);
    return sum;
}

static int64_t solve_jumps(struct solving *s, int64_t distance)
{
    int64_t n = 0, total = 0;

    solving_step(s,
                 "The distance is $%" PRId64 "$. Turning a jump round changes "
                 "the result by an even number, so after $n$ jumps the result "
                 "has the parity of $1 + 2 + \\cdots + n$.",
                 distance);
    while (total < distance)
        total += ++n;
    solving_step(s,
                 "The sum must be at least $%" PRId64
                 "$: the first is $1 + 2 + \\cdots + %" PRId64 " = %" PRId64
                 "$.",
                 distance, n, total);
    while ((total - distance) % 2) {
        solving_step(s,
                     "$%" PRId64 " - %" PRId64
                     "$ is odd, so one jump more: $n = %" PRId64
                     "$ with the sum $%" PRId64 "$.",
                     total, distance, n + 1, total + n + 1);
        total += ++n;
    }
    solving_step(s,
                 "$%" PRId64 " - %" PRId64 " = %" PRId64
                 "$ is even, and some of the jumps have the sum $%" PRId64
                 "$, half of it. These go the other way, so $n = %" PRId64
                 "$ is enough.",
                 total, distance, total - distance, (total - distance) / 2, n);
    return n;
}

#define FAILS_LISTED 6

static int64_t odd_up_to(int64_t m)
{
    return m - (m % 2 == 0);
}

/* Why m moves do not turn n objects, k in a move. */
static void add_fail(struct str *text, int64_t n, int64_t k, int64_t m)
{
    str_addf(text, "%s$m = %" PRId64 "$ fails: $%" PRId64 " \\cdot %" PRId64,
             text->n ? "; " : "", m, k, m);
    if ((m * k - n) % 2)
        str_addf(text, " - %" PRId64 " = %" PRId64 "$ is odd", n, k * m - n);
    else
        str_addf(text,
                 " = %" PRId64 "$ is more than $%" PRId64 " \\cdot %" PRId64
                 "$",
                 k * m, n, odd_up_to(m));
}

static int64_t solve_coins(struct solving *s, int64_t n, int64_t k)
{
    int64_t m = (n + k - 1) / k, first = m;
    struct str text = str_in(s->arena);

    solving_step(s,
                 "There are $%" PRId64 "m$ turns in $m$ moves. Each of the "
                 "$%" PRId64 "$ objects is turned an odd number of times, so "
                 "$%" PRId64 "m \\ge %" PRId64 "$ with the same parity.",
                 k, n, k, n);
    solving_step(s,
                 "No object is turned more than $m$ times, so $%" PRId64
                 "m$ is at most $%" PRId64
                 "$ times the largest odd number up to $m$.",
                 k, n);
    solving_step(s, "The first condition needs $m \\ge %" PRId64 "$.", first);
    for (; (m * k - n) % 2 || m * k > n * odd_up_to(m); m++)
        if (m - first < FAILS_LISTED)
            add_fail(&text, n, k, m);
    if (m > first)
        solving_step(s, "%s%s.", str_get(&text),
                     m - first > FAILS_LISTED ? "; the next ones fail alike"
                                              : "");
    solving_step(s,
                 "The smallest number that meets all is $m = %" PRId64
                 "$: $%" PRId64 " \\cdot %" PRId64 " - %" PRId64 " = %" PRId64
                 "$ is even, and $%" PRId64 " \\le %" PRId64 " \\cdot %" PRId64
                 "$.",
                 m, k, m, n, k * m - n, k * m, n, odd_up_to(m));
    solving_step(s, "It is enough: share out the turns, an odd number to each "
                    "object, and deal them to the moves in a circle, so that "
                    "no move gets an object twice.");
    return m;
}

static int64_t solve_signs(struct solving *s, const int64_t *x)
{
    int64_t n = x[2], total = n * (n + 1) / 2;
    int64_t lo = x[0] < total ? x[0] : total, hi = x[1] < total ? x[1] : total;

    solving_step(s,
                 "With plus signs alone the sum is $%" PRId64
                 "$. Changing a sign changes it by an even number, so all "
                 "values are %s.",
                 total, total % 2 ? "odd" : "even");
    solving_step(s,
                 "Every %s number from $-%" PRId64 "$ to $%" PRId64
                 "$ occurs: any number from $0$ to $%" PRId64
                 "$ is a sum of some of $1, \\ldots, %" PRId64
                 "$, and these get the minus signs.",
                 total % 2 ? "odd" : "even", total, total, total, n);
    lo -= (total - lo) % 2;
    hi -= (total - hi) % 2;
    solving_step(s,
                 "In the range they run from $%" PRId64 "$ to $%" PRId64
                 "$ in steps of $2$, which are $\\frac{%" PRId64 " + %" PRId64
                 "}{2} + 1 = %" PRId64 "$ numbers.",
                 -lo, hi, hi, lo, (hi + lo) / 2 + 1);
    return (hi + lo) / 2 + 1;
}

static bool solve(struct solving *s, const void *values)
{
    const struct task *t = values;
    int64_t key;

    if (!is_sound(t))
        return false;
    switch ((enum kind)t->kind) {
    case CHOOSE: key = solve_choose(s, t); break;
    case JUMPS: key = solve_jumps(s, t->x[1] - t->x[0]); break;
    case COINS: key = solve_coins(s, t->x[0], t->x[1]); break;
    default: key = solve_signs(s, t->x);
    }
    solving_key(s, "%" PRId64, key);
    return true;
}

/* ---- wording ---- */

/* In these @ and a digit is that number of the list, # is "odd" or "even". */
static const char *const tasks[KINDS] = {
    "the number of ways to choose $@2$ different integers from $@0$ to $@1$ "
    "(both included, without regard to order) with an # sum",
    "the smallest positive integer $n$ for which the signs can be chosen so "
    "that $@0 \\pm 1 \\pm 2 \\pm \\cdots \\pm n = @1$",
    "the smallest number of moves that turn $@0$ coins, all of them heads up, "
    "to all tails up, when every move turns over exactly $@1$ different coins",
    "the number of integers from $-@0$ to $@1$ that are a value of $\\pm 1 "
    "\\pm 2 \\pm \\cdots \\pm @2$ for some choice of the signs",
};

static void speak(struct speech *s, const void *values)
{
    const struct task *t = values;
    struct str text = str_in(s->arena);

    speech_set(s, "parity", "%s", t->odd ? "odd" : "even");
    if (!speech_wants(s, "task"))
        return;
    for (const char *c = tasks[t->kind]; *c; c++)
        if (*c == '@')
            str_add(&text, speech_number(s, &t->x[*++c - '0']));
        else if (*c == '#')
            str_add(&text, t->odd ? "odd" : "even");
        else
            str_addc(&text, *c);
    speech_set(s, "task", "%s", str_get(&text));
}

KIND_IS(struct task, is_choose, CHOOSE)
KIND_IS(struct task, is_jumps, JUMPS)
KIND_IS(struct task, is_coins, COINS)
KIND_IS(struct task, is_signs, SIGNS)

static const struct wording wordings[] = {
    { STYLE_TERSE, "Find <task>.", NULL },
    { STYLE_PLAIN, "What is <task>?", NULL },
    { STYLE_PLAIN, "Determine <task>.", NULL },
    { STYLE_STORY,
      "At a fair in <city> lie tickets with the numbers from $<x[0]>$ to "
      "$<x[1]>$, one of each. <name> takes $<x[2]>$ of them at once and wins "
      "when the sum of the numbers is <parity>. How many different "
      "selections win?",
      is_choose },
    { STYLE_STORY,
      "In a depot in <city> there is one parcel of every whole number of grams "
      "from $<x[0]>$ to $<x[1]>$. <name> loads $<x[2]>$ of these parcels. In "
      "how many ways can they be chosen so that their total weight in grams is "
      "an <parity> number?",
      is_choose },
    { STYLE_STORY,
      "A robot stands at mark $<x[0]>$ of a track that has a mark at every "
      "metre, numbered in order. Its first move is $1$ metre long, its second "
      "$2$ metres and so on, each forward or back as <name> decides. What "
      "is the smallest number of moves after which it can stand at mark "
      "$<x[1]>$?",
      is_jumps },
    { STYLE_STORY,
      "An account holds $<x[0]>$ <money>. On day $1$ the amount of $1$ goes in "
      "or out, on day $2$ the amount of $2$, on day $3$ the amount of $3$ and "
      "so on, every day in or out as <name> likes; the account may be "
      "overdrawn. What is the smallest number of days after which it can "
      "hold exactly $<x[1]>$ <money>?",
      is_jumps },
    { STYLE_STORY,
      "A wall has $<x[0]>$ lamps, all of them on. Every command of a "
      "computer switches exactly $<x[1]>$ different lamps, chosen anew each "
      "time, from on to off or from off to on. What is the smallest number of commands after which all lamps "
      "can be off?",
      is_coins },
    { STYLE_STORY,
      "A machine turns over exactly $<x[1]>$ different "
      "<boards> at a time. At first all $<x[0]>$ <boards> lie with the front "
      "upwards, and in the end all are to lie with the back upwards. How "
      "many turns of the machine are needed at least?",
      is_coins },
    { STYLE_STORY,
      "A <vehicle> on a test track starts at mark $0$ and makes $<x[2]>$ "
      "moves: $1$ metre in the first, $2$ metres in the second and so on, each "
      "of them forwards or backwards. The marks stand at every metre, from "
      "$<x[0]>$ metres behind the start to $<x[1]>$ metres ahead of it, the "
      "start included. At how many of these marks can the last move end?",
      is_signs },
    { STYLE_STORY,
      "Cards with the numbers from $1$ to $<x[2]>$, one of each, are dealt, each "
      "to <name> or to <name2>. Both add up the numbers on their own cards. "
      "<name>'s lead is <name>'s sum less <name2>'s sum. How many different leads from $-<x[0]>$ to $<x[1]>$ "
      "are possible?",
      is_signs },
    { 0 },
};

static const struct word_pool pools[] = {
    { "boards", "plates|tiles|boards|cards|panels" },
    { 0 },
};

/* ---- the second road: trying out ---- */

/* Selections number by number: ways[size][parity]. */
static int64_t try_choose(const struct task *t)
{
    int64_t ways[5][2] = { { 1, 0 } };

    for (int64_t a = t->x[0]; a <= t->x[1]; a++)
        for (int64_t size = t->x[2]; size > 0; size--)
            for (int64_t parity = 0; parity < 2; parity++)
                ways[size][parity] += ways[size - 1][(parity + a) % 2];
    return ways[t->x[2]][t->odd];
}

/* Which numbers are sums of some of 1, 2, ..., n: a bit for each. With those
 * as the positive ones among +-1 ... +-n, the result is twice the sum less the
 * total. */
struct sums {
    int64_t n, total;
    uint64_t bits[SUMS_MOST / 64 + 1];
};

static bool has_sum(const struct sums *s, int64_t x)
{
    return s->bits[x / 64] >> (x % 64) & 1;
}

/* Every sum may go without or with the next number. */
static void sums_grow(struct sums *s)
{
    int64_t step = ++s->n, words = step / 64, bits = step % 64;

    s->total += step;
    for (int64_t i = s->total / 64; i >= words; i--) {
        uint64_t up = s->bits[i - words] << bits;

        if (bits && i > words)
            up |= s->bits[i - words - 1] >> (64 - bits);
        s->bits[i] |= up;
    }
}

/* The sum of the fewest jumps is below twice the distance and 20, and for
 * distances of thousands not far above the distance. */
static int64_t try_jumps(int64_t distance)
{
    struct sums s = { .bits = { 1 } };

    do
        sums_grow(&s);
    while (s.total < distance || (s.total + distance) % 2 ||
           !has_sum(&s, (s.total + distance) / 2));
    return s.n;
}

static int64_t try_signs(const int64_t *x)
{
    struct sums s = { .bits = { 1 } };
    int64_t count = 0;

    while (s.n < x[2])
        sums_grow(&s);
    for (int64_t i = 0; i <= s.total; i++)
        count += 2 * i - s.total >= -x[0] && 2 * i - s.total <= x[1] &&
                 has_sum(&s, i);
    return count;
}

/* Jumps that lead there are found; fewer have too small or wrong a sum. */
static bool is_fewest(int64_t distance, int64_t n)
{
    int64_t total = 0, rest;

    if (n < 1 || n > 1000)
        return false;
    for (int64_t i = 1; i <= n; total += i++)
        if (total >= distance && total % 2 == distance % 2)
            return false;
    rest = (total - distance) / 2;
    if (rest < 0 || (total - distance) % 2)
        return false;
    for (int64_t i = n; i > 0; i--)
        rest -= i <= rest ? i : 0;
    return rest == 0;
}

/* Breadth-first through the numbers of heads. `later` leads to the next number
 * of the same parity that was not reached yet. */
static int64_t unseen(int32_t *later, int64_t h)
{
    for (; later[h] != h; h = later[h])
        later[h] = later[later[h]];
    return h;
}

static int64_t try_coins(struct arena *a, int64_t n, int64_t k)
{
    int32_t *later = arena_array(a, int32_t, n + 3);
    int32_t *queue = arena_array(a, int32_t, n + 1);
    int32_t *moves = arena_array(a, int32_t, n + 1);
    int64_t first = 0, last = 1;

    for (int64_t h = 0; h < n + 3; h++)
        later[h] = (int32_t)h;
    queue[0] = (int32_t)n;
    later[n] = (int32_t)n + 2;
    while (first < last && moves[0] == 0) {
        int64_t h = queue[first++], tails = n - h;
        /* Between these many heads are among the k coins. */
        int64_t most = k < h ? k : h, least = k > tails ? k - tails : 0;

        for (int64_t g = unseen(later, h + k - 2 * most);
             g <= h + k - 2 * least; g = unseen(later, g)) {
            later[g] = (int32_t)g + 2;
            moves[g] = moves[h] + 1;
            queue[last++] = (int32_t)g;
        }
    }
    return moves[0];
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct task *t = values;
    int64_t x, want, distance = t->x[1] - t->x[0];

    f->by = t->kind == CHOOSE  ? "selection number by number"
            : t->kind == COINS ? "breadth-first search"
                               : "all sums that can be reached";
    f->detail = "the key is not one integer";
    if (!key_int(key, &x))
        return TRUTH_NO;
    f->detail = "these values make no problem";
    if (!is_sound(t))
        return TRUTH_NO;
    if (t->kind == JUMPS && distance > SUMS_MOST / 2) {
        f->by = "construction";
        f->detail = "jumps are taken from the longest down";
        return is_fewest(distance, x) ? TRUTH_YES : TRUTH_NO;
    }
    want = t->kind == CHOOSE  ? try_choose(t)
           : t->kind == JUMPS ? try_jumps(distance)
           : t->kind == COINS ? try_coins(a, t->x[0], t->x[1])
                              : try_signs(t->x);
    f->detail = arena_printf(a, "trying out gives %" PRId64, want);
    return x == want ? TRUTH_YES : TRUTH_NO;
}

static const struct recipe recipe = {
    .size = sizeof(struct task),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .pools = pools,
    .check = check,
};

const struct family concept_parity = {
    .name = "concept/parity",
    .version = 2,
    .title = "Parity arguments",
    .doc = "Numbers that follow from parity: selections with an even or odd "
           "sum, the fewest jumps or moves to a goal, and the values of a sum "
           "with free signs.",
    .concepts = { HIGH_PARITY },
    .answer = ANSWER_INTEGER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
