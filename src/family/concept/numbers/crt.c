/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Simultaneous congruences: the least non-negative x with x = r_i (mod m_i).
 *
 * solve() merges the congruences one by one (Garner's way, which also serves
 * moduli with common factors). check() knows nothing of that: it divides the
 * key by every modulus, and rests on the theorem that a solution is unique
 * modulo the least common multiple; where that is small it also searches.
 */
#include "family/kit/keys.h"
#include "family/kit/recipe.h"
#include "family/table.h"
#include "math/exact/integer.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

#define MODULI_MOST 4

struct system {
    int64_t n;
    int64_t r[MODULI_MOST], m[MODULI_MOST]; /* x = r[i] (mod m[i]) */
};

static const struct field fields[] = {
    SLOT_LIST(struct system, r, n, 0, 999999),
    LIST(struct system, m, n, 2, 1000000),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "pair", "two congruences with coprime moduli from 4 to 37" },
    { "triple", "three congruences with pairwise coprime moduli from 11 to "
                "120" },
    { "shared", "four congruences with moduli from 24 to 400, some of which "
                "have common factors" },
};

#define PAIR_MODULI 12

/* Pairwise coprime numbers, a row for each value of the knob "digits". */
static const int64_t pair_moduli[3][PAIR_MODULI] = {
    { 4, 5, 7, 9, 11, 13, 17, 19, 23, 29, 31, 37 },
    { 41, 53, 64, 67, 81, 97, 121, 125, 139, 169, 211, 289 },
    { 401, 512, 613, 625, 729, 821, 961, 1331, 1499, 1681, 2197, 2401 },
};

/* All pairs of moduli and of remainders but (0, 0), which is no story's
 * answer, in a row. */
static void draw_pair(struct pick *k, struct system *s)
{
    const int64_t *m = pair_moduli[k->digits];
    int64_t all = 0, rank;

    for (size_t j = 1; j < PAIR_MODULI; j++)
        for (size_t i = 0; i < j; i++)
            all += m[i] * m[j] - 1;
    rank = pick(k, 0, all - 1);
    s->n = 2;
    for (size_t j = 1; j < PAIR_MODULI; j++)
        for (size_t i = 0; i < j; i++) {
            int64_t here = m[i] * m[j] - 1;

            if (rank >= 0 && rank < here) {
                s->m[0] = m[i];
                s->m[1] = m[j];
                s->r[0] = (rank + 1) / m[j];
                s->r[1] = (rank + 1) % m[j];
            }
            rank -= here;
        }
}

static bool coprime_to_all(const struct system *s, int64_t m)
{
    for (int64_t i = 0; i < s->n; i++)
        if (integer_gcd(s->m[i], m) != 1)
            return false;
    return true;
}

static void draw_triple(struct pick *k, struct system *s)
{
    while (s->n < 3) {
        int64_t m = pick_wide(k, 11, 120);

        if (coprime_to_all(s, m))
            s->m[s->n++] = m;
    }
    for (int64_t i = 0; i < s->n; i++)
        s->r[i] = pick(k, 1, s->m[i] - 1);
}

static int64_t lcm_of(const struct system *s)
{
    int64_t l = 1;

    for (int64_t i = 0; i < s->n; i++)
        l = l / integer_gcd(l, s->m[i]) * s->m[i]; /* at most 40000^4 */
    return l;
}

/* The least common multiple of all moduli but one. */
static int64_t lcm_without(const struct system *s, int64_t i)
{
    struct system others = *s;

    others.m[i] = 1;
    return lcm_of(&others);
}

/* Some modulus has a factor in common with the others, and none divides the
 * least common multiple of the others: no condition is idle. */
static bool is_shared(const struct system *s)
{
    bool shared = false;

    for (int64_t i = 0; i < s->n; i++) {
        int64_t g = integer_gcd(lcm_without(s, i), s->m[i]);

        if (g == s->m[i])
            return false;
        shared = shared || g > 1;
    }
    return shared;
}

static void draw_shared(struct pick *k, struct system *s)
{
    int64_t x;

    s->n = MODULI_MOST;
    do
        for (int64_t i = 0; i < s->n; i++)
            s->m[i] = pick_wide(k, 24, 400);
    while (!is_shared(s));
    x = pick(k, 1, lcm_of(s) - 1);
    for (int64_t i = 0; i < s->n; i++)
        s->r[i] = x % s->m[i];
}

static void draw(struct pick *k, void *values)
{
    (k->level == 1   ? draw_pair
     : k->level == 2 ? draw_triple
                     : draw_shared)(k, values);
}

/* ---- the first road: merging ---- */

/* x = a (mod m), so far. */
struct merged {
    int64_t a, m;
};

/* "a + ", or nothing when a is 0. */
static const char *start(struct arena *a, int64_t value)
{
    return value ? arena_printf(a, "%" PRId64 " + ", value) : "";
}

/* Put t into x = a + m t so that the next congruence holds as well; false
 * when none does. */
static bool merge(struct solving *s, struct merged *x, int64_t r, int64_t m)
{
    int64_t g = integer_gcd(x->m, m), step = x->m / g, n = m / g;
    int64_t need = integer_mod(r - x->a, m), inverse, t;

    if (need % g)
        return false;
    inverse = integer_inverse(step, n);
    t = integer_mod(need / g * inverse, n);
    solving_step(s,
                 "Write $x = %s%" PRId64 "t$. Then $x \\equiv %" PRId64
                 " \\pmod{%" PRId64 "}$ becomes $%" PRId64 "t \\equiv %" PRId64
                 " \\pmod{%" PRId64 "}$.",
                 start(s->arena, x->a), x->m, r, m, x->m, need, m);
    if (g > 1)
        solving_step(s,
                     "Divide by the common factor $%" PRId64 "$: $%" PRId64
                     "t \\equiv %" PRId64 " \\pmod{%" PRId64 "}$.",
                     g, step, need / g, n);
    solving_step(s,
                 "The inverse of $%" PRId64 "$ modulo $%" PRId64
                 "$ is $%" PRId64 "$, so $t \\equiv %" PRId64 " \\pmod{%" PRId64
                 "}$ and $x \\equiv %s%" PRId64 " \\cdot %" PRId64 " = %" PRId64
                 " \\pmod{%" PRId64 "}$.",
                 step, n, inverse, t, n, start(s->arena, x->a), x->m, t,
                 x->a + x->m * t, x->m * n);
    x->a += x->m * t;
    x->m *= n;
    return true;
}

static bool solve(struct solving *s, const void *values)
{
    const struct system *v = values;
    struct merged x = { v->r[0], v->m[0] };

    for (int64_t i = 0; i < v->n; i++)
        if (v->r[i] >= v->m[i])
            return false;
    solving_step(s,
                 "We need $x \\equiv %" PRId64 " \\pmod{%" PRId64
                 "}$ and bring in the other conditions one by one.",
                 v->r[0], v->m[0]);
    for (int64_t i = 1; i < v->n; i++)
        if (!merge(s, &x, v->r[i], v->m[i]))
            return false;
    solving_step(s,
                 "Solutions repeat every $%" PRId64
                 "$, so the least non-negative one is $%" PRId64 "$.",
                 x.m, x.a);
    solving_key(s, "%" PRId64, x.a);
    return x.a > 0;
}

/* ---- wording ---- */

/* Sets <name>: one clause for each congruence, joined as a list or not. */
static void set_clauses(struct speech *s, const struct system *v,
                        const char *name, const char *fmt, bool listed)
{
    struct str text = str_in(s->arena);

    if (!speech_wants(s, name))
        return;
    for (int64_t i = 0; i < v->n; i++) {
        const char *r = speech_number(s, &v->r[i]);

        if (listed)
            str_add(&text, words_join((size_t)i, (size_t)v->n));
        for (const char *p = fmt; *p; p++)
            switch (*p) {
            case '@': str_add(&text, r); break;
            case '#': str_add_int(&text, v->m[i]); break;
            case '!': str_addc(&text, (char)('A' + (int)i)); break;
            default: str_addc(&text, *p);
            }
    }
    speech_set(s, name, "%s", str_get(&text));
}

static void speak(struct speech *s, const void *values)
{
    static const char *const counts[] = { "no", "one", "two", "three", "four" };
    const struct system *v = values;

    set_clauses(s, v, "system", "$x \\equiv @ \\pmod{#}$", true);
    set_clauses(s, v, "remainders", "remainder $@$ on division by $#$", true);
    set_clauses(s, v, "bags",
                "With $#$ in each bag, the number left over is "
                "$@$. ",
                false);
    set_clauses(s, v, "rows",
                "In rows of $#$, the number of people in the "
                "last, incomplete row is $@$. ",
                false);
    set_clauses(s, v, "lamps",
                "Lamp ! flashes for the first time at second "
                "$@$ and then every $#$ seconds. ",
                false);
    set_clauses(s, v, "counters",
                "Counter ! has $#$ states and now shows $@$. ", false);
    speech_set(s, "count", "%s", counts[v->n]);
    speech_set(s, "both", "%s", v->n == 2 ? "both" : "all of them");
}

/* Stories in which one would expect full bags are told only when the answer
 * fills at least one of every size and leaves some over: the remainder of a
 * larger modulus must not be the answer itself. */
static bool expects_full(const void *values)
{
    const struct system *v = values;

    for (int64_t i = 0; i < v->n; i++) {
        int64_t j = 0;

        while (j < v->n && v->r[i] % v->m[j] == v->r[j])
            j++;
        if (j == v->n || v->r[i] == 0)
            return false;
    }
    return true;
}

/* The answer is below the product of the moduli. */
static bool is_below(const struct system *v, int64_t most)
{
    for (int64_t i = 0; i < v->n; i++)
        most /= v->m[i];
    return most > 0;
}

static bool is_heap(const void *values)
{
    return is_below(values, 2000000) && expects_full(values);
}

static bool is_parade(const void *values)
{
    return is_below(values, 1200) && expects_full(values);
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "Least $x \\ge 0$ with <system>?", NULL },
    { STYLE_PLAIN,
      "Find the smallest non-negative integer $x$ that satisfies <system>.",
      NULL },
    { STYLE_PLAIN,
      "A positive integer leaves <remainders>. What is the smallest such "
      "integer?",
      NULL },
    { STYLE_PLAIN,
      "Solve the system <system>. Give the least non-negative solution.",
      NULL },
    { STYLE_STORY,
      "<name> wants to pack a heap of <things> into bags of equal size. "
      "<bags>What is the smallest number of <things> in such a heap?",
      is_heap },
    { STYLE_STORY,
      "The members of the <group> in <city> line up for a parade. <rows>What is the "
      "smallest number of members the <group> can have?",
      is_parade },
    { STYLE_STORY,
      "In a computer, <count> counters start at $0$ and go up by $1$ at every "
      "tick. A counter with $k$ states goes from $k - 1$ back to $0$. "
      "<counters>How many ticks have passed, at least?",
      NULL },
    { STYLE_STORY,
      "At a <place>, <count> lamps are controlled by one clock that starts at "
      "second $0$. <lamps>At which second do <both> flash together "
      "for the first time?",
      NULL },
    { 0 },
};

/* ---- the second road: substitution ---- */

#define SEARCH_MOST 20000

/* The least solution by trying every number; -1 when there is none below. */
static int64_t search(const struct system *s, int64_t below)
{
    for (int64_t x = 0; x < below; x++) {
        int64_t i = 0;

        while (i < s->n && x % s->m[i] == s->r[i])
            i++;
        if (i == s->n)
            return x;
    }
    return -1;
}

static enum truth substitute(struct arena *a, const struct system *s,
                             const fmpz_t x, struct finding *f)
{
    enum truth holds = TRUTH_YES;
    fmpz_t l, m;

    fmpz_init_set_ui(l, 1);
    fmpz_init(m);
    for (int64_t i = 0; i < s->n && holds == TRUTH_YES; i++) {
        fmpz_set_si(m, s->m[i]);
        fmpz_lcm(l, l, m);
        if (fmpz_fdiv_ui(x, (ulong)s->m[i]) != (ulong)s->r[i]) {
            f->detail = arena_printf(
                a,
                "the key leaves remainder %lu modulo %" PRId64 ", not %" PRId64,
                (unsigned long)fmpz_fdiv_ui(x, (ulong)s->m[i]), s->m[i],
                s->r[i]);
            holds = TRUTH_NO;
        }
    }
    if (holds == TRUTH_YES && (fmpz_sgn(x) < 0 || fmpz_cmp(x, l) >= 0)) {
        f->detail = "the key is a solution, but not the least non-negative one";
        holds = TRUTH_NO;
    }
    if (holds == TRUTH_YES)
        f->detail = arena_printf(a,
                                 "every remainder is right and the key lies "
                                 "below %s, the least common multiple of the "
                                 "moduli, modulo which solutions are unique",
                                 integer_text(a, l));
    if (holds == TRUTH_YES && fmpz_cmp_si(l, SEARCH_MOST) <= 0) {
        f->by = "substitution and search";
        if (!fmpz_equal_si(x, search(s, SEARCH_MOST))) {
            f->detail = "a search finds another least solution";
            holds = TRUTH_NO;
        }
    }
    fmpz_clear(m);
    fmpz_clear(l);
    return holds;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct finding *f)
{
    enum truth holds = TRUTH_NO;
    fmpz_t x;

    f->by = "substitution";
    f->detail = "the key is not one integer";
    fmpz_init(x);
    if (key_integer(key, x))
        holds = substitute(a, values, x, f);
    fmpz_clear(x);
    return holds;
}

static const struct recipe recipe = {
    .size = sizeof(struct system),
    .fields = fields,
    .draw = draw,
    .free_from = 2,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .check = check,
};

const struct family concept_crt = {
    .name = "concept/crt",
    .version = 2,
    .title = "Chinese remainder theorem",
    .doc = "The least non-negative integer with given remainders. The worked "
           "solution merges the congruences one by one with modular inverses; "
           "at level 3 moduli have common factors, and a merge first divides "
           "by the common factor.",
    .concepts = { HIGH_CRT, HIGH_CONGRUENCES, HIGH_MODULAR },
    .answer = ANSWER_INTEGER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
