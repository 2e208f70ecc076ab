/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Does the order matter? Posts and podiums against committees and teams, and
 * both in one problem.
 *
 * solve() goes through the choices in the order of the story. check() counts
 * in another order, the committee before the posts or the reverse, with
 * coefficients of (1 + x)^n; for few people it lets them come one by one and
 * keeps a table of how many places are taken.
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
    POSTS,  /* j different posts */
    EQUALS, /* k equal places */
    FINAL,  /* k finalists, j of them on a podium */
    CLUB,   /* j posts, then k equal places for others */
    GROUPS, /* j posts for the n, then k equal places for others of n + m, at
               least one of them of the m */
    TEAMS   /* two teams of k without names, j posts in each */
};

struct election {
    int64_t kind, n, m, k, j;
};

static const struct field fields[] = {
    NUMBER(struct election, kind, 0, 5),  SLOT(struct election, n, 1, 100000),
    NUMBER(struct election, m, 0, 10000), NUMBER(struct election, k, 0, 8),
    NUMBER(struct election, j, 0, 5),     { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "one", "one choice from 8 to 640, of 2 to 5 with or without order" },
    { "two", "two choices, one with order and one without, from 10 to 260; "
             "4 to 8 without and 2 or 3 with order" },
    { "mixed", "posts and a committee from two groups of 8 to 30 with a "
               "condition; or two teams without names from 14 to 200, with "
               "posts in each" },
};

static void fill(struct pick *p, int64_t kind, void *values)
{
    struct election *v = values;

    switch (kind) {
    case POSTS:
        v->n = pick_wide(p, 8, 640);
        v->j = pick(p, 2, 5);
        break;
    case EQUALS:
        v->n = pick_wide(p, 8, 640);
        v->k = pick(p, 2, 5);
        break;
    case FINAL:
    case CLUB:
        v->n = pick_wide(p, 12, 262);
        v->k = pick(p, 4, 8);
        v->j = pick(p, 2, 3);
        break;
    case GROUPS:
        v->n = pick_wide(p, 10, 32);
        v->m = pick_wide(p, 6, 25);
        v->k = pick(p, 3, 6);
        v->j = pick(p, 2, 3);
        break;
    default:
        v->n = pick_wide(p, 14, 200);
        v->k = pick(p, 4, 7);
        v->j = pick(p, 1, 3);
    }
}

static void draw(struct pick *p, void *values)
{
    static const int64_t kinds[] = {
        POSTS, EQUALS, FINAL, CLUB, GROUPS, TEAMS
    };
    static const size_t from[] = { 0, 2, 4, 6 };
    size_t at = from[p->level - 1];

    ((struct election *)values)->kind =
        kinds_draw(p, kinds + at, from[p->level] - at, fill, values);
}

static bool is_problem(const struct election *v)
{
    switch (v->kind) {
    case POSTS: return v->j >= 2 && v->j < v->n;
    case EQUALS: return v->k >= 2 && v->k < v->n;
    case FINAL: return v->j >= 2 && v->j < v->k && v->k < v->n;
    case CLUB: return v->j >= 2 && v->j <= 3 && v->k >= 2 && v->k + v->j < v->n;
    case GROUPS:
        return v->j >= 2 && v->j <= 3 && v->k >= 2 && v->k + v->j < v->n &&
               v->k <= v->m;
    default: return v->j >= 1 && v->j <= 3 && v->j < v->k && 2 * v->k <= v->n;
    }
}

/* ---- the first road: choice after choice ---- */

/* x times y, with a step unless x is still 1. */
static void multiply(struct solving *s, fmpz_t x, const fmpz_t y)
{
    const char *before = integer_text(s->arena, x);

    fmpz_mul(x, x, y);
    if (!fmpz_equal(x, y))
        solving_step(s, "Multiply: $%s \\cdot %s = %s$.", before,
                     integer_text(s->arena, y), integer_text(s->arena, x));
}

/* j of n in order: multiplies x, with a step. */
static void in_order(struct solving *s, int64_t n, int64_t j, fmpz_t x)
{
    fmpz_t y;

    fmpz_init_set_ui(y, 1);
    for (int64_t i = 0; i < j; i++)
        fmpz_mul_si(y, y, n - i);
    if (j > 1)
        solving_step(s,
                     "The places are different, so the order matters: "
                     "$P(%" PRId64 ", %" PRId64 ") = %s = %s$.",
                     n, j, latex_falling(s->arena, n, j),
                     integer_text(s->arena, y));
    else
        solving_step(s, "One place among $%" PRId64 "$: $%" PRId64 "$ ways.", n,
                     n);
    multiply(s, x, y);
    fmpz_clear(y);
}

/* k of n without order: multiplies x, with a step. */
static void without_order(struct solving *s, int64_t n, int64_t k, fmpz_t x)
{
    fmpz_t y;

    fmpz_init(y);
    fmpz_bin_uiui(y, (ulong)n, (ulong)k);
    solving_step(s,
                 "The $%" PRId64 "$ places are equal, so the order does not "
                 "matter: $\\binom{%" PRId64 "}{%" PRId64 "} = \\frac{%s}{%s} "
                 "= %s$.",
                 k, n, k, latex_falling(s->arena, n, k),
                 latex_falling(s->arena, k, k), integer_text(s->arena, y));
    multiply(s, x, y);
    fmpz_clear(y);
}

static void solve_groups(struct solving *s, const struct election *v, fmpz_t x)
{
    int64_t left = v->n - v->j;
    const char *all;
    fmpz_t y, z;

    fmpz_init_set_ui(y, 1);
    fmpz_init_set_ui(z, 1);
    in_order(s, v->n, v->j, x);
    solving_step(s,
                 "$%" PRId64 " - %" PRId64 " = %" PRId64
                 "$ of the first group are left, $%" PRId64
                 "$ in all. Take all choices of $%" PRId64
                 "$, less those without "
                 "the second group.",
                 v->n, v->j, left, left + v->m, v->k);
    without_order(s, left + v->m, v->k, y);
    without_order(s, left, v->k, z);
    all = integer_text(s->arena, y);
    fmpz_sub(y, y, z);
    solving_step(s, "The difference is $%s - %s = %s$.", all,
                 integer_text(s->arena, z), integer_text(s->arena, y));
    multiply(s, x, y);
    fmpz_clear(z);
    fmpz_clear(y);
}

static void solve_teams(struct solving *s, const struct election *v, fmpz_t x)
{
    solving_step(s, "Choose a first team, then a second one from the rest.");
    without_order(s, v->n, v->k, x);
    without_order(s, v->n - v->k, v->k, x);
    fmpz_divexact_si(x, x, 2);
    solving_step(s,
                 "The teams have no names, so every pair was counted twice. "
                 "Half of this is $%s$.",
                 integer_text(s->arena, x));
    solving_step(s, "Now the tasks in each team, for the one and the other.");
    in_order(s, v->k, v->j, x);
    in_order(s, v->k, v->j, x);
}

static bool solve(struct solving *s, const void *values)
{
    const struct election *v = values;
    fmpz_t x;

    if (!is_problem(v))
        return false;
    fmpz_init_set_ui(x, 1);
    switch (v->kind) {
    case POSTS:
        solving_step(s, "Exchanging two of the chosen gives another result.");
        in_order(s, v->n, v->j, x);
        break;
    case EQUALS:
        solving_step(s, "Exchanging two of the chosen changes nothing.");
        without_order(s, v->n, v->k, x);
        break;
    case FINAL:
        without_order(s, v->n, v->k, x);
        in_order(s, v->k, v->j, x);
        break;
    case CLUB:
        in_order(s, v->n, v->j, x);
        without_order(s, v->n - v->j, v->k, x);
        break;
    case GROUPS: solve_groups(s, v, x); break;
    default: solve_teams(s, v, x); break;
    }
    solving_key(s, "%s", integer_text(s->arena, x));
    solving_step(s, "The number is $%s$.", s->key);
    fmpz_clear(x);
    return true;
}

/* ---- wording ---- */

KIND_IS(struct election, is_posts, POSTS)
KIND_IS(struct election, is_equals, EQUALS)
KIND_IS(struct election, is_final, FINAL)
KIND_IS(struct election, is_club, CLUB)
KIND_IS(struct election, is_groups, GROUPS)
KIND_IS(struct election, is_teams, TEAMS)

/* The posts are named by their number j, which is no slot. */
static void speak(struct speech *s, const void *values)
{
    static const char *const posts[] = {
        "",
        "chair",
        "chair and a secretary",
        "chair, a secretary and a treasurer",
        "chair, a secretary, a treasurer and a librarian",
        "chair, a secretary, a treasurer, a librarian and an archivist",
    };
    static const char *const tasks[] = {
        "",
        "a captain",
        "a captain and a goalkeeper, who are different people",
        "a captain, a goalkeeper and a spokesperson, who are different people",
    };
    int64_t j = ((const struct election *)values)->j;

    speech_set(s, "posts", "%s", posts[j]);
    speech_set(s, "all", "%s", j == 2 ? "both" : "all");
    speech_set(s, "tasks", "%s", tasks[j <= 3 ? j : 0]);
}

static const struct wording wordings[] = {
    { STYLE_TERSE,
      "$<j>$ different prizes for $<j>$ of $<n>$ people: how many ways?",
      is_posts },
    { STYLE_PLAIN,
      "A society of $<n>$ members elects a <posts>. Nobody may hold two posts. "
      "How many results are possible?",
      is_posts },
    { STYLE_PLAIN,
      "Of $<n>$ people, $<j>$ are chosen one after the other, and the order in "
      "which they are chosen is written down. How many different lists can "
      "result?",
      is_posts },
    { STYLE_STORY,
      "A competition in <city> has $<n>$ entries. The jury ranks the $<j>$ "
      "best, without ties, and prints this ranking. How many different "
      "rankings could be printed?",
      is_posts },
    { STYLE_STORY,
      "<name> wants to visit $<j>$ of $<n>$ towns, one each day. How many "
      "plans are possible that say which town is visited on which day?",
      is_posts },
    { STYLE_TERSE,
      "$<k>$ equal prizes for $<k>$ of $<n>$ people: how many ways?",
      is_equals },
    { STYLE_PLAIN,
      "A society of $<n>$ members elects a committee of $<k>$ members with "
      "equal rights. How many results are possible?",
      is_equals },
    { STYLE_PLAIN,
      "Of $<n>$ people, $<k>$ are chosen one after the other, but only the set "
      "of their names is written down. How many different sets can result?",
      is_equals },
    { STYLE_STORY,
      "A competition in <city> has $<n>$ entries. The jury honours $<k>$ of "
      "them with the same certificate, without a ranking. How many different "
      "decisions are possible?",
      is_equals },
    { STYLE_STORY,
      "<name> has $<n>$ postcards, all different, and puts $<k>$ of them into "
      "one envelope. How many different contents of the envelope are "
      "possible?",
      is_equals },
    { STYLE_TERSE,
      "$<n>$ contestants, $<k>$ of them in the final, the first $<j>$ places "
      "there without ties: how many outcomes?",
      is_final },
    { STYLE_PLAIN,
      "From $<n>$ contestants, $<k>$ finalists are chosen. In the final, the "
      "first $<j>$ places are awarded without ties. An outcome says who was in "
      "the final and who took each of these places. How many outcomes are "
      "there?",
      is_final },
    { STYLE_PLAIN,
      "A subset with $<k>$ elements is chosen from a set of $<n>$ elements, "
      "and then a sequence of $<j>$ different elements of the subset. In how "
      "many ways can both be done?",
      is_final },
    { STYLE_STORY,
      "$<n>$ cooks apply for a contest in <city>. First $<k>$ of them are "
      "invited, and then, among those, the first $<j>$ places are awarded "
      "without ties. In how many ways can the invitations and these places turn out?",
      is_final },
    { STYLE_STORY,
      "<name> has $<n>$ different photographs, sends $<k>$ of them to a contest "
      "in <city>, and hangs $<j>$ of those that were sent on a wall, from left "
      "to right. In how many ways can the photographs for the contest and "
      "the row on the wall be chosen?",
      is_final },
    { STYLE_TERSE,
      "$<n>$ people, $<j>$ different posts and $<k>$ equal seats, at most one "
      "for each: how many ways?",
      is_club },
    { STYLE_PLAIN,
      "A society of $<n>$ members elects a <posts>, and then a committee of "
      "$<k>$ other members with equal rights. Nobody may hold two offices. How "
      "many results are possible?",
      is_club },
    { STYLE_PLAIN,
      "From a set of $<n>$ elements, a sequence of $<j>$ different elements is "
      "formed, and a subset with $<k>$ elements that are not in the sequence. "
      "In how many ways can both be done?",
      is_club },
    { STYLE_STORY,
      "There are $<n>$ volunteers at a festival in <city>: $<j>$ different "
      "tasks go to $<j>$ of them, one each, and $<k>$ others form a cleaning "
      "team. In how many ways can <name> assign them?",
      is_club },
    { STYLE_STORY,
      "From $<n>$ different pieces, <name> puts together a concert: $<j>$ of "
      "them are played before the break, and their order matters; $<k>$ other "
      "ones are sold on a recording, where only the selection counts. How many "
      "such plans are possible?",
      is_club },
    { STYLE_TERSE,
      "$<j>$ different posts for $<j>$ of $<n>$ women, then $<k>$ equal seats "
      "among the other women and $<m>$ men, at least one seat to a man: how "
      "many ways?",
      is_groups },
    { STYLE_PLAIN,
      "A society has $<n>$ older and $<m>$ younger members. It elects a "
      "<posts>, <all> of them older members, and then a committee of $<k>$ "
      "members without any of these posts. Nobody may hold two posts. At least "
      "one member of the committee must be a younger one. How many results are "
      "possible?",
      is_groups },
    { STYLE_PLAIN,
      "Let $A$ and $B$ be disjoint sets with $<n>$ and $<m>$ elements. Choose "
      "a sequence of $<j>$ different elements of $A$, and then a subset of $A "
      "\\cup B$ with $<k>$ elements, none of them in the sequence and at least "
      "one in $B$. In how many ways can both be chosen?",
      is_groups },
    { STYLE_STORY,
      "A museum in <city> owns $<n>$ paintings and $<m>$ sculptures. For "
      "<name>'s exhibition, $<j>$ paintings are hung in $<j>$ different rooms, "
      "one in each, and $<k>$ further works are put together in the hall, at "
      "least one of them a sculpture. Only which works are in the hall "
      "matters. How many exhibitions are possible?",
      is_groups },
    { STYLE_STORY,
      "A school in <city> has $<n>$ teachers and $<m>$ students on its list of "
      "volunteers. First $<j>$ teachers get $<j>$ different offices, one "
      "each. Then $<k>$ of all the others on the list form a jury, and at least "
      "one of these must be a student. In how many ways can the offices and the "
      "jury be filled?",
      is_groups },
    { STYLE_TERSE,
      "Two unnamed teams of $<k>$ out of $<n>$ people, each with <tasks>: how "
      "many ways?",
      is_teams },
    { STYLE_PLAIN,
      "From $<n>$ players, two teams of $<k>$ are formed to play against each "
      "other. The teams have no names or numbers. Each team then appoints "
      "<tasks>. In how many ways can all this be done?",
      is_teams },
    { STYLE_PLAIN,
      "In how many ways can one form two disjoint teams of $<k>$ people each "
      "from $<n>$ people and choose in each team <tasks>, when the order of "
      "the two teams does not matter?",
      is_teams },
    { STYLE_STORY,
      "$<n>$ people come to a sports ground in <city>. For a match, two "
      "teams of $<k>$ are put together, and each has <tasks>. It does not "
      "matter which side of the ground a team plays on. In how many ways can "
      "the match be set up?",
      is_teams },
    { STYLE_STORY,
      "<name> organises a game in the park of <city>. Out of $<n>$ people they "
      "make two teams of $<k>$, which wear no colours and have no names, and "
      "each team chooses <tasks>. How many different line-ups are "
      "possible?",
      is_teams },
    { 0 },
};

/* ---- the second road: another order, or person after person ---- */

/* x times the coefficient of x^k in (1 + x)^n, and times k! if ordered. */
static void times(fmpz_t x, int64_t n, int64_t k, bool ordered)
{
    fmpz_poly_t p;
    fmpz_t c;

    fmpz_init(c);
    fmpz_poly_init(p);
    fmpz_poly_set_coeff_ui(p, 0, 1);
    fmpz_poly_set_coeff_ui(p, 1, 1);
    fmpz_poly_pow_trunc(p, p, (ulong)n, k + 1);
    fmpz_poly_get_coeff_fmpz(c, p, k);
    fmpz_mul(x, x, c);
    for (int64_t i = 2; ordered && i <= k; i++)
        fmpz_mul_si(x, x, i);
    fmpz_poly_clear(p);
    fmpz_clear(c);
}

/* The committee first, b of it from the second group. */
static void other_groups(fmpz_t x, const struct election *v)
{
    fmpz_t y;

    fmpz_init(y);
    fmpz_zero(x);
    for (int64_t b = 1; b <= v->k; b++) {
        fmpz_one(y);
        times(y, v->m, b, false);
        times(y, v->n, v->k - b, false);
        times(y, v->n - v->k + b, v->j, true);
        fmpz_add(x, x, y);
    }
    fmpz_clear(y);
}

static void other_order(fmpz_t x, const struct election *v)
{
    switch (v->kind) {
    case POSTS: times(x, v->n, v->j, true); break;
    case EQUALS: times(x, v->n, v->k, false); break;
    case FINAL:
        times(x, v->n, v->j, true);
        times(x, v->n - v->j, v->k - v->j, false);
        break;
    case CLUB:
        times(x, v->n, v->k, false);
        times(x, v->n - v->k, v->j, true);
        break;
    case GROUPS: other_groups(x, v); break;
    default:
        times(x, v->n, 2 * v->j, true);
        times(x, v->n - 2 * v->j, v->k - v->j, false);
        times(x, v->n - v->j - v->k, v->k - v->j, false);
        fmpz_divexact_si(x, x, 2);
    }
}

#define PEOPLE_MOST 60

/* t[p][c]: ways to have p posts and c seats taken. The next person takes one
 * of the free posts, or a seat, or nothing. All below 60^3 C(60, 8). */
static void next_person(int64_t t[6][9], int64_t posts, int64_t seats,
                        bool may_hold)
{
    for (int64_t p = posts; p >= 0; p--)
        for (int64_t c = seats; c >= 0; c--)
            t[p][c] += (c ? t[p][c - 1] : 0) +
                       (p && may_hold ? t[p - 1][c] * (posts - p + 1) : 0);
}

static int64_t one_by_one(const struct election *v)
{
    int64_t seats = v->kind == FINAL ? v->k - v->j : v->k;
    int64_t t[6][9] = { { 1 } };

    for (int64_t i = 0; i < v->n; i++)
        next_person(t, v->j, seats, true);
    if (v->kind != GROUPS)
        return t[v->j][seats];
    t[v->j][seats] = 0; /* the second group needs a seat */
    for (int64_t i = 0; i < v->m; i++)
        next_person(t, v->j, seats, false);
    return t[v->j][seats];
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    struct election v = *(const struct election *)values;
    enum truth holds = TRUTH_NO;
    fmpz_t x, c;

    if (v.kind == POSTS)
        v.k = 0;
    if (v.kind == EQUALS)
        v.j = 0;
    fmpz_init(x);
    fmpz_init_set_ui(c, 1);
    f->by = "double counting";
    f->detail = "the key is not one integer";
    if (!is_problem(&v)) {
        f->detail = "the values make no problem";
    } else if (key_integer(key, x)) {
        if (v.kind != TEAMS && v.n + v.m <= PEOPLE_MOST) {
            f->by = "one person after the other";
            fmpz_set_si(c, one_by_one(&v));
        } else {
            other_order(c, &v);
        }
        holds = fmpz_equal(x, c) ? TRUTH_YES : TRUTH_NO;
        f->detail = arena_printf(a, "the count is %s", integer_text(a, c));
    }
    fmpz_clear(c);
    fmpz_clear(x);
    return holds;
}

static const struct recipe recipe = {
    .size = sizeof(struct election),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .check = check,
};

const struct family concept_order_or_not = {
    .name = "concept/order-or-not",
    .version = 2,
    .title = "Permutations or combinations",
    .doc = "Situations in which one must decide whether the order matters: "
           "different posts or equal seats, a podium or a group of finalists, "
           "named or unnamed teams. The worked solution says for each choice "
           "whether order matters.",
    .concepts = { HIGH_PERM_OR_COMB, HIGH_PERMUTATIONS, HIGH_COMBINATIONS },
    .answer = ANSWER_INTEGER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
