/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Arrangements: P(n, k), like objects, seats with conditions, round tables.
 *
 * solve() multiplies the choices for one place after the other. check() tries
 * every placing of the people that have conditions, and counts the rest by
 * the polynomial (1 + x)^n; like objects are counted by a table that adds one
 * object at a time.
 */
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"
#include "math/flint_poly.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum {
    PLACES,   /* k of n in a row */
    ALIKE,    /* n, m, k and j objects that look alike, in a row */
    ROUND,    /* k of n at a round table */
    TOGETHER, /* k of n in a row, m given ones side by side */
    APART,    /* k of n in a row, m given ones, no two side by side */
    TABLE     /* the same at a round table */
};

struct seats {
    int64_t kind, n, k, m, j;
};

static const struct field fields[] = {
    NUMBER(struct seats, kind, 0, 5), SLOT(struct seats, n, 1, 200000),
    NUMBER(struct seats, k, 0, 9),    NUMBER(struct seats, m, 0, 9),
    NUMBER(struct seats, j, 0, 9),    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "row", "2 to 4 of up to 1005 in a row; or all arrangements of four sorts "
             "of like objects, 2 to 18 of one sort and 1 to 5 of the others" },
    { "condition", "3 to 8 of up to 700 at a round table; or 4 to 8 of up to "
                   "400 in a row, of whom 2 or 3 given ones sit together" },
    { "apart", "6 to 9 of up to 400, of whom 2 or 3 given ones are seated and "
               "no two of them side by side, in a row or at a round table" },
};

static void fill(struct pick *p, int64_t kind, void *values)
{
    struct seats *v = values;

    switch (kind) {
    case PLACES:
        v->n = pick_wide(p, 6, 1005);
        v->k = pick(p, 2, 4);
        break;
    case ALIKE:
        v->n = pick_wide(p, 2, 18);
        v->m = pick(p, 1, 5);
        v->k = pick(p, 1, 5);
        v->j = pick(p, 1, 5);
        break;
    case ROUND:
        v->n = pick_wide(p, 9, 700);
        v->k = pick(p, 3, 8);
        break;
    case TOGETHER:
        v->n = pick_wide(p, 12, 400);
        v->k = pick(p, 4, 8);
        v->m = pick(p, 2, 3);
        break;
    default:
        v->n = pick_wide(p, 13, 400);
        v->k = pick(p, 6, 9);
        v->m = pick(p, 2, 3);
    }
}

static void draw(struct pick *p, void *values)
{
    static const int64_t kinds[] = { PLACES,   ALIKE, ROUND,
                                     TOGETHER, APART, TABLE };
    static const size_t from[] = { 0, 2, 4, 6 };
    size_t at = from[p->level - 1];

    ((struct seats *)values)->kind =
        kinds_draw(p, kinds + at, from[p->level] - at, fill, values);
}

static bool is_problem(const struct seats *v)
{
    switch (v->kind) {
    case ALIKE:
        return v->m >= 1 && v->k >= 1 && v->j >= 1 && v->m <= 5 && v->k <= 5 &&
               v->j <= 5;
    case PLACES: return v->k >= 2 && v->k <= v->n;
    case ROUND: return v->k >= 3 && v->k <= v->n;
    default:
        return v->m >= 2 && v->m <= 3 && v->n > v->k &&
               v->k > (v->kind == TOGETHER ? v->m : 2 * v->m - 1);
    }
}

/* ---- the first road: one place after the other ---- */

static void multiply(fmpz_t x, int64_t n, int64_t k)
{
    for (int64_t i = 0; i < k; i++)
        fmpz_mul_si(x, x, n - i);
}

static void solve_places(struct solving *s, const struct seats *v, fmpz_t x)
{
    solving_step(s,
                 "For the first place there are $%" PRId64
                 "$ choices, and one fewer for each place that follows.",
                 v->n);
    multiply(x, v->n, v->k);
    solving_step(s, "$P(%" PRId64 ", %" PRId64 ") = %s = %s$.", v->n, v->k,
                 latex_falling(s->arena, v->n, v->k),
                 integer_text(s->arena, x));
    if (v->kind == PLACES) {
        solving_step(s, "There are $%s$ arrangements.",
                     integer_text(s->arena, x));
        return;
    }
    fmpz_divexact_si(x, x, v->k);
    solving_step(s,
                 "In a circle each arrangement has been counted $%" PRId64
                 "$ times, once for every rotation. Divide by $%" PRId64
                 "$: $%s$.",
                 v->k, v->k, integer_text(s->arena, x));
}

static void solve_alike(struct solving *s, const struct seats *v, fmpz_t x)
{
    int64_t more = v->m + v->k + v->j, all = v->n + more;
    fmpz_t d;

    fmpz_init_set_ui(d, 1);
    multiply(x, all, more);
    multiply(d, v->m, v->m);
    multiply(d, v->k, v->k);
    multiply(d, v->j, v->j);
    solving_step(s,
                 "There are $%" PRId64 " + %" PRId64 " + %" PRId64 " + %" PRId64
                 " = %" PRId64 "$ places.",
                 v->n, v->m, v->k, v->j, all);
    solving_step(s,
                 "Exchanging like objects changes nothing: the number is "
                 "$\\frac{%" PRId64 "!}{%" PRId64 "! \\cdot %" PRId64
                 "! \\cdot %" PRId64 "! \\cdot %" PRId64 "!}$.",
                 all, v->n, v->m, v->k, v->j);
    solving_step(s, "Cancel $%" PRId64 "!$: the numerator is $%s = %s$.", v->n,
                 latex_falling(s->arena, all, more), integer_text(s->arena, x));
    solving_step(s, "The denominator is $%s$.", integer_text(s->arena, d));
    fmpz_divexact(x, x, d);
    solving_step(s, "The quotient is $%s$.", integer_text(s->arena, x));
    fmpz_clear(d);
}

/* The others take the k - m seats that are left, in order. */
static void solve_others(struct solving *s, const struct seats *v, fmpz_t x)
{
    fmpz_t y;

    fmpz_init_set_ui(y, 1);
    multiply(y, v->n - v->m, v->k - v->m);
    solving_step(s,
                 "The other $%" PRId64 "$ places are filled from $%" PRId64
                 "$ in order: $%s = %s$ ways.",
                 v->k - v->m, v->n - v->m,
                 latex_falling(s->arena, v->n - v->m, v->k - v->m),
                 integer_text(s->arena, y));
    fmpz_mul(x, x, y);
    fmpz_clear(y);
}

static void explain_product(struct solving *s, fmpz_t x, int64_t ways)
{
    const char *before = integer_text(s->arena, x);

    fmpz_mul_si(x, x, ways);
    solving_step(s, "Multiply: $%s \\cdot %" PRId64 " = %s$.", before, ways,
                 integer_text(s->arena, x));
}

static void solve_together(struct solving *s, const struct seats *v, fmpz_t x)
{
    int64_t starts = v->k - v->m + 1, inside = v->m == 2 ? 2 : 6;

    solving_step(s,
                 "The block of $%" PRId64 "$ can begin at $%" PRId64
                 " - %" PRId64 " + 1 = %" PRId64 "$ places and has $%" PRId64
                 "! = %" PRId64 "$ orders inside.",
                 v->m, v->k, v->m, starts, v->m, inside);
    solve_others(s, v, x);
    explain_product(s, x, starts * inside);
}

static void solve_apart(struct solving *s, const struct seats *v, fmpz_t x)
{
    int64_t others = v->k - v->m, gaps = others + (v->kind == APART), ways = 1;

    for (int64_t i = 0; i < v->m; i++)
        ways *= gaps - i;
    solving_step(s, "First place the others, without gaps.");
    solve_others(s, v, x);
    if (v->kind == TABLE) {
        fmpz_divexact_si(x, x, others);
        solving_step(s,
                     "In a circle rotations do not count: divide by "
                     "$%" PRId64 "$, which gives $%s$.",
                     others, integer_text(s->arena, x));
    }
    solving_step(s,
                 "They leave $%" PRId64 "$ gaps%s. The $%" PRId64
                 "$ given ones take different gaps: $%s = %" PRId64 "$ ways.",
                 gaps, v->kind == APART ? ", with both ends" : "", v->m,
                 latex_falling(s->arena, gaps, v->m), ways);
    explain_product(s, x, ways);
}

static bool solve(struct solving *s, const void *values)
{
    const struct seats *v = values;
    fmpz_t x;

    if (!is_problem(v))
        return false;
    fmpz_init_set_ui(x, 1);
    switch (v->kind) {
    case PLACES:
    case ROUND: solve_places(s, v, x); break;
    case ALIKE: solve_alike(s, v, x); break;
    case TOGETHER: solve_together(s, v, x); break;
    default: solve_apart(s, v, x); break;
    }
    solving_key(s, "%s", integer_text(s->arena, x));
    fmpz_clear(x);
    return true;
}

/* ---- wording ---- */

KIND_IS(struct seats, is_places, PLACES)
KIND_IS(struct seats, is_alike, ALIKE)
KIND_IS(struct seats, is_round, ROUND)
KIND_IS(struct seats, is_together, TOGETHER)
KIND_IS(struct seats, is_apart, APART)
KIND_IS(struct seats, is_table, TABLE)

static bool is_alike_few(const void *v)
{
    return is_alike(v) && ((const struct seats *)v)->n <= 30;
}

/* How often the rare letters occur, and words for two or three given ones: no
 * slots. */
static void speak(struct speech *s, const void *values)
{
    static const char *const names[] = { "once_b", "once_c", "once_d" };
    const struct seats *v = values;
    int64_t times[3] = { v->m, v->k, v->j };

    for (int i = 0; i < 3; i++)
        if (times[i] == 1)
            speech_set(s, names[i], "once");
        else
            speech_set(s, names[i], "$%" PRId64 "$ times", times[i]);
    speech_set(s, "all", "%s", v->m == 2 ? "both" : "all");
    speech_set(s, "low", "%s",
               v->m == 2 ? "$1$ and $2$" : "the integers $1$, $2$ and $3$");
    speech_set(s, "no_two", "%s", v->m == 2 ? "not" : "no two of these");
    speech_set(s, "may_no_two", "%s",
               v->m == 2 ? "these two may not" : "no two of these may");
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "Evaluate $P(<n>, <k>) = \\frac{<n>!}{(<n>-<k>)!}$.",
      is_places },
    { STYLE_PLAIN,
      "In how many ways can $<k>$ of $<n>$ different objects be arranged in a "
      "row?",
      is_places },
    { STYLE_PLAIN,
      "How many sequences of $<k>$ different numbers can be formed from the "
      "integers $1$ to $<n>$?",
      is_places },
    { STYLE_STORY,
      "$<n>$ runners take part in a race through <city>, and there are no "
      "ties. In how many ways can the first $<k>$ places be filled?",
      is_places },
    { STYLE_STORY,
      "<name> has the choice of $<n>$ different songs and plays $<k>$ of them, "
      "one after the other, none twice. How many programmes are possible?",
      is_places },
    { STYLE_TERSE,
      "How many words with $<n>$ letters A, $<m>$ B, $<k>$ C and $<j>$ D?",
      is_alike },
    { STYLE_PLAIN,
      "How many different words, with or without meaning, have the letter A "
      "exactly $<n>$ times, B <once_b>, C <once_c> and D <once_d>, "
      "and no other letter?",
      is_alike },
    { STYLE_PLAIN,
      "A row consists of $<n>$ white balls, $<m>$ red, $<k>$ blue and $<j>$ "
      "green. Balls of the same colour look alike. How many different rows "
      "are possible?",
      is_alike },
    { STYLE_STORY,
      "<name> hangs pennants on one long line across a street: $<n>$ white, "
      "$<m>$ red, $<k>$ blue and $<j>$ green. Pennants of the same colour "
      "cannot be told apart. How many different lines are possible?",
      is_alike },
    { STYLE_STORY,
      "For each day of a long holiday <name> plans one thing to do: walking on "
      "$<n>$ <n?day|days>, a museum on $<m>$, a boat trip on $<k>$ and rest on "
      "$<j>$. Days of the same kind are alike. How many different plans say "
      "what comes on which day?",
      is_alike_few },
    { STYLE_TERSE,
      "$<k>$ of $<n>$ people at a round table, rotations not distinguished: "
      "how many seatings?",
      is_round },
    { STYLE_PLAIN,
      "In how many ways can $<k>$ people, chosen from $<n>$, sit at a round "
      "table with $<k>$ seats, when seatings that differ by a rotation count "
      "as the same?",
      is_round },
    { STYLE_PLAIN,
      "From $<n>$ different objects, $<k>$ are placed in a circle. "
      "Arrangements that can be rotated into each other are the same, mirror "
      "images are not. How many arrangements are there?",
      is_round },
    { STYLE_STORY,
      "A round table at a <place> in <city> has $<k>$ seats, and $<n>$ guests "
      "would like to sit there. All that matters is who sits there and who "
      "is each person's left neighbour. How many seatings are possible?",
      is_round },
    { STYLE_STORY,
      "On the rim of a horizontal wheel there are $<k>$ equal hooks. <name> "
      "hangs $<k>$ of $<n>$ different lanterns on them, one on each. Wheels "
      "that look alike after a turn count as the same. How many different "
      "wheels are possible?",
      is_round },
    { STYLE_TERSE,
      "$<k>$ of $<n>$ people in a row, $<m>$ given ones among them and side by "
      "side: how many ways?",
      is_together },
    { STYLE_PLAIN,
      "From $<n>$ people, $<k>$ are chosen and seated in a row. $<m>$ certain "
      "people must be among them and sit next to each other, in any order. In "
      "how many ways can this be done?",
      is_together },
    { STYLE_PLAIN,
      "How many sequences of $<k>$ different integers from $1$ to $<n>$ are "
      "there in which <low> <all> occur, in consecutive places and in any "
      "order?",
      is_together },
    { STYLE_STORY,
      "A shelf in a shop window has room for $<k>$ books in a row, chosen from "
      "$<n>$ different titles. The $<m>$ books by <name> must be shown, "
      "directly next to each other. How many window displays are possible?",
      is_together },
    { STYLE_STORY,
      "A radio station plays $<k>$ different songs out of $<n>$ in one hour. "
      "The $<m>$ songs by <name>'s band must be played, directly one "
      "after the other, in any order. How many programmes are possible?",
      is_together },
    { STYLE_TERSE,
      "$<k>$ of $<n>$ people in a row, $<m>$ given ones among them, <no_two> "
      "side by side: how many ways?",
      is_apart },
    { STYLE_PLAIN,
      "From $<n>$ people, $<k>$ are chosen and seated in a row. $<m>$ certain "
      "people must be among them, and <may_no_two> sit next to each other. In "
      "how many ways can this be done?",
      is_apart },
    { STYLE_PLAIN,
      "How many sequences of $<k>$ different integers from $1$ to $<n>$ are "
      "there in which <low> <all> occur, but <no_two> in neighbouring "
      "places?",
      is_apart },
    { STYLE_STORY,
      "At a concert $<k>$ different pieces out of a list of $<n>$ are played "
      "one after the other. The $<m>$ pieces by <name> must be played, "
      "but <no_two> in succession. How many programmes are possible?",
      is_apart },
    { STYLE_STORY,
      "A gallery in <city> hangs $<k>$ of $<n>$ different pictures in a row. "
      "The $<m>$ pictures lent by <name> must be shown, but <no_two> "
      "directly beside each other. In how many ways can the row be hung?",
      is_apart },
    { STYLE_TERSE,
      "$<k>$ of $<n>$ people at a round table (rotations not distinguished), "
      "$<m>$ given ones among them, <no_two> neighbours: how many "
      "seatings?",
      is_table },
    { STYLE_PLAIN,
      "From $<n>$ people, $<k>$ are chosen and seated at a round table with "
      "$<k>$ seats. $<m>$ certain people must be among them, and "
      "<may_no_two> be neighbours. Seatings that differ by a rotation count as "
      "the same. How many are there?",
      is_table },
    { STYLE_PLAIN,
      "In how many ways can $<k>$ different integers from $1$ to $<n>$ be "
      "written around a circle, so that <low> <all> occur, but <no_two> as "
      "neighbours? Rotations of a circle are "
      "not counted as different, mirror images are.",
      is_table },
    { STYLE_STORY,
      "A jeweller sets $<k>$ different stones out of $<n>$ around a brooch, "
      "which can be turned but not flipped over. The $<m>$ most precious "
      "stones must <all> be used, and <may_no_two> be neighbours. How "
      "many different brooches can be made?",
      is_table },
    { STYLE_STORY,
      "At a conference in <city>, $<k>$ of $<n>$ delegates sit down at a round "
      "table with $<k>$ equal seats. <name>'s team of $<m>$ delegates is "
      "among those seated, in full, but <may_no_two> be neighbours. If only "
      "everyone's left and right neighbours matter, how many seatings are "
      "possible?",
      is_table },
    { 0 },
};

/* ---- the second road ---- */

/* x = the coefficient of x^k in (1 + x)^n. */
static void unordered(fmpz_t x, int64_t n, int64_t k)
{
    fmpz_poly_t p;

    fmpz_poly_init(p);
    fmpz_poly_set_coeff_ui(p, 0, 1);
    fmpz_poly_set_coeff_ui(p, 1, 1);
    fmpz_poly_pow_trunc(p, p, (ulong)n, k + 1);
    fmpz_poly_get_coeff_fmpz(x, p, k);
    fmpz_poly_clear(p);
}

/* The same times k!. */
static void ordered(fmpz_t x, int64_t n, int64_t k)
{
    unordered(x, n, k);
    for (int64_t i = 2; i <= k; i++)
        fmpz_mul_si(x, x, i);
}

/* Like objects, sort after sort: the places of each new sort among those of
 * all sorts so far. */
static void insert(fmpz_t x, const struct seats *v)
{
    int64_t places = v->n, sorts[3] = { v->m, v->k, v->j };
    fmpz_t y;

    fmpz_init(y);
    fmpz_one(x);
    for (int i = 0; i < 3; i++) {
        places += sorts[i];
        unordered(y, places, sorts[i]);
        fmpz_mul(x, x, y);
    }
    fmpz_clear(y);
}

static bool allowed(const struct seats *v, const int64_t *at)
{
    int64_t close = 0;

    for (int64_t a = 0; a < v->m; a++)
        for (int64_t b = 0; b < a; b++) {
            int64_t d = at[a] < at[b] ? at[b] - at[a] : at[a] - at[b];

            if (d == 0)
                return false;
            close += d == 1 || (v->kind == TABLE && d == v->k - 1);
        }
    /* A block of m seats has m - 1 neighbouring pairs, nothing else has. */
    return close == (v->kind == TOGETHER ? v->m - 1 : 0);
}

/* The places of the m given people, at most 9^3 trials. */
static int64_t placings(const struct seats *v)
{
    int64_t count = 0, at[3], third = v->m == 3 ? v->k : 1;

    for (at[0] = 0; at[0] < v->k; at[0]++)
        for (at[1] = 0; at[1] < v->k; at[1]++)
            for (at[2] = 0; at[2] < third; at[2]++)
                count += allowed(v, at);
    return count;
}

#define TABLE_MOST 30

/* Words by their last letter: the number of words with w[i] of letter i is a
 * sum over the letter that was put last. Below 10^18, as 45!/(30! 5!^3) is. */
static int64_t words_of(const struct seats *v)
{
    int64_t n[TABLE_MOST + 1][6][6][6];

    for (int64_t a = 0; a <= v->n; a++)
        for (int64_t b = 0; b <= v->m; b++)
            for (int64_t c = 0; c <= v->k; c++)
                for (int64_t d = 0; d <= v->j; d++)
                    n[a][b][c][d] = (a ? n[a - 1][b][c][d] : 0) +
                                    (b ? n[a][b - 1][c][d] : 0) +
                                    (c ? n[a][b][c - 1][d] : 0) +
                                    (d ? n[a][b][c][d - 1] : 0) +
                                    (a + b + c + d == 0);
    return n[v->n][v->m][v->k][v->j];
}

static void count_again(fmpz_t x, const struct seats *v,
                        struct check_finding *f)
{
    f->by = "generating polynomial";
    if (v->kind == PLACES || v->kind == ROUND) {
        ordered(x, v->n, v->k);
        if (v->kind == ROUND)
            fmpz_divexact_si(x, x, v->k);
    } else if (v->kind == ALIKE && v->n <= TABLE_MOST) {
        f->by = "table";
        fmpz_set_si(x, words_of(v));
    } else if (v->kind == ALIKE) {
        insert(x, v);
    } else {
        f->by = "exhaustive search";
        ordered(x, v->n - v->m, v->k - v->m);
        fmpz_mul_si(x, x, placings(v));
        if (v->kind == TABLE)
            fmpz_divexact_si(x, x, v->k);
    }
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct seats *v = values;
    enum truth holds = TRUTH_NO;
    fmpz_t x, c;

    fmpz_init(x);
    fmpz_init(c);
    f->by = "generating polynomial";
    f->detail = "the key is not one integer";
    if (!is_problem(v)) {
        f->detail = "the values make no problem";
    } else if (key_integer(key, x)) {
        count_again(c, v, f);
        holds = fmpz_equal(x, c) ? TRUTH_YES : TRUTH_NO;
        f->detail = arena_printf(a, "the count is %s", integer_text(a, c));
    }
    fmpz_clear(c);
    fmpz_clear(x);
    return holds;
}

static const struct recipe recipe = {
    .size = sizeof(struct seats),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .check = check,
};

const struct family concept_permutations = {
    .name = "concept/permutations",
    .version = 2,
    .title = "Permutations",
    .doc = "Ordered arrangements: k of n, like objects in a row, round tables, "
           "given people together or apart. The worked solution multiplies "
           "the choices for one place after the other.",
    .concepts = { HIGH_PERMUTATIONS, HIGH_FACTORIALS },
    .answer = ANSWER_INTEGER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
