/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Simultaneous congruences: the least non-negative x with x = r_i (mod m_i).
 *
 * `make` merges the congruences one by one (Garner's way, which also serves
 * moduli with common factors). `check` knows nothing of that: it divides the
 * key by every modulus, and rests on the theorem that a solution is unique
 * modulo the least common multiple; where that is small it also searches.
 */
#include "family/table.h"
#include "family/words.h"
#include "math/integer.h"

#include <inttypes.h>

#define MODULI_MOST 4

struct system {
    size_t n;
    int64_t r[MODULI_MOST], m[MODULI_MOST]; /* x = r[i] (mod m[i]) */
};

/* ---- drawing ---- */

static const struct family_level crt_levels[] = {
    { "pair", "two congruences with coprime moduli from 3 to 30" },
    { "triple", "three congruences with pairwise coprime moduli from 11 to "
                "120" },
    { "shared", "four congruences with moduli from 24 to 400, some of which "
                "have common factors" },
};

#define PAIR_LEAST 3
#define PAIR_MOST  30

/* The rank-th system of level 1, or how many there are when rank is too
 * large. For each pair of moduli all pairs of remainders but (0, 0). */
static uint64_t walk_pairs(uint64_t rank, struct system *s)
{
    uint64_t before = 0;

    for (int64_t a = PAIR_LEAST; a <= PAIR_MOST; a++)
        for (int64_t b = a + 1; b <= PAIR_MOST; b++) {
            uint64_t here = (uint64_t)(a * b - 1);

            if (integer_gcd(a, b) != 1)
                continue;
            if (rank - before < here) {
                int64_t k = (int64_t)(rank - before) + 1;

                *s = (struct system){ 2, { k / b, k % b }, { a, b } };
                return rank;
            }
            before += here;
        }
    return before;
}

static bool crt_space(int level, const struct json *knobs, uint64_t *n,
                      struct err *e)
{
    struct system s;

    (void)knobs;
    (void)e;
    *n = level == 1 ? walk_pairs(UINT64_MAX, &s) : 0;
    return true;
}

static bool coprime_to_all(const struct system *s, int64_t m)
{
    for (size_t i = 0; i < s->n; i++)
        if (integer_gcd(s->m[i], m) != 1)
            return false;
    return true;
}

static void draw_triple(struct rng *r, struct system *s)
{
    bool zero;

    while (s->n < 3) {
        int64_t m = rng_range(r, 11, 120);

        if (coprime_to_all(s, m))
            s->m[s->n++] = m;
    }
    do {
        zero = true;
        for (size_t i = 0; i < s->n; i++) {
            s->r[i] = rng_range(r, 0, s->m[i] - 1);
            zero = zero && s->r[i] == 0;
        }
    } while (zero); /* the answer 0 would be no story's answer */
}

static int64_t lcm_of(const struct system *s)
{
    int64_t l = 1;

    for (size_t i = 0; i < s->n; i++)
        l = l / integer_gcd(l, s->m[i]) * s->m[i]; /* at most 400^4 */
    return l;
}

/* The least common multiple of all moduli but one. */
static int64_t lcm_without(const struct system *s, size_t i)
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

    for (size_t i = 0; i < s->n; i++) {
        int64_t g = integer_gcd(lcm_without(s, i), s->m[i]);

        if (g == s->m[i])
            return false;
        shared = shared || g > 1;
    }
    return shared;
}

static void draw_shared(struct rng *r, struct system *s)
{
    int64_t x;

    s->n = MODULI_MOST;
    do
        for (size_t i = 0; i < s->n; i++)
            s->m[i] = rng_range(r, 24, 400);
    while (!is_shared(s));
    x = rng_range(r, 1, lcm_of(s) - 1);
    for (size_t i = 0; i < s->n; i++)
        s->r[i] = x % s->m[i];
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

/* Put t into x = a + m t so that the next congruence holds as well. */
static void merge(struct merged *x, int64_t r, int64_t m, struct steps *st)
{
    int64_t g = integer_gcd(x->m, m), step = x->m / g, n = m / g;
    int64_t need = integer_mod(r - x->a, m); /* a multiple of g */
    int64_t inverse = integer_inverse(step, n);
    int64_t t = integer_mod(need / g * inverse, n);

    steps_add(st,
              "Write $x = %s%" PRId64 "t$. Then $x \\equiv %" PRId64
              " \\pmod{%" PRId64 "}$ becomes $%" PRId64 "t \\equiv %" PRId64
              " \\pmod{%" PRId64 "}$.",
              start(st->text.arena, x->a), x->m, r, m, x->m, need, m);
    if (g > 1)
        steps_add(st,
                  "Divide by the common factor $%" PRId64 "$: $%" PRId64
                  "t \\equiv %" PRId64 " \\pmod{%" PRId64 "}$.",
                  g, step, need / g, n);
    steps_add(st,
              "The inverse of $%" PRId64 "$ modulo $%" PRId64 "$ is $%" PRId64
              "$, so $t \\equiv %" PRId64 " \\pmod{%" PRId64
              "}$ and $x \\equiv %s%" PRId64 " \\cdot %" PRId64 " = %" PRId64
              " \\pmod{%" PRId64 "}$.",
              step, n, inverse, t, n, start(st->text.arena, x->a), x->m, t,
              x->a + x->m * t, x->m * n);
    x->a += x->m * t;
    x->m *= n;
}

static int64_t solve(const struct system *s, struct steps *st)
{
    struct merged x = { s->r[0], s->m[0] };

    steps_add(st,
              "We need $x \\equiv %" PRId64 " \\pmod{%" PRId64
              "}$ and bring in the other conditions one by one.",
              s->r[0], s->m[0]);
    for (size_t i = 1; i < s->n; i++)
        merge(&x, s->r[i], s->m[i], st);
    steps_add(st,
              "Solutions repeat every $%" PRId64
              "$, so the least non-negative one is $%" PRId64 "$.",
              x.m, x.a);
    return x.a;
}

/* ---- wording ---- */

static void say_congruences(struct str *out, const struct system *s)
{
    for (size_t i = 0; i < s->n; i++)
        str_addf(out, "%s$x \\equiv %" PRId64 " \\pmod{%" PRId64 "}$",
                 words_join(i, s->n), s->r[i], s->m[i]);
}

static void say_system(struct str *out, const struct system *s, struct rng *r)
{
    (void)r;
    str_add(out, "Find the smallest non-negative integer $x$ that satisfies ");
    say_congruences(out, s);
    str_addc(out, '.');
}

static void say_remainders(struct str *out, const struct system *s,
                           struct rng *r)
{
    (void)r;
    str_add(out, "A positive integer leaves ");
    for (size_t i = 0; i < s->n; i++)
        str_addf(out, "%sremainder $%" PRId64 "$ on division by $%" PRId64 "$",
                 words_join(i, s->n), s->r[i], s->m[i]);
    str_add(out, ". What is the smallest such integer?");
}

static void say_terse(struct str *out, const struct system *s, struct rng *r)
{
    (void)r;
    str_add(out, "Solve the system ");
    say_congruences(out, s);
    str_add(out, ". Give the least non-negative solution.");
}

/* "$3$ are left over", "$1$ is left over", "none is left over". */
static void say_left(struct str *out, int64_t r)
{
    if (r == 0)
        str_add(out, "none is left over");
    else
        str_addf(out, "$%" PRId64 "$ %s left over", r, r == 1 ? "is" : "are");
}

static void say_packing(struct str *out, const struct system *s, struct rng *r)
{
    struct thing t = words_thing(r);
    const char *name = words_name(r);

    str_addf(out, "%s wants to pack a heap of %s into bags of equal size. ",
             name, t.many);
    for (size_t i = 0; i < s->n; i++) {
        str_addf(out, "With $%" PRId64 "$ %s in each bag, ", s->m[i], t.many);
        say_left(out, s->r[i]);
        str_add(out, ". ");
    }
    str_addf(out, "What is the smallest number of %s in such a heap?", t.many);
}

static void say_parade(struct str *out, const struct system *s, struct rng *r)
{
    static const char *const groups[] = { "marching band", "choir",
                                          "regiment",      "school",
                                          "dance company", "scout camp" };
    const char *group = words_pick(r, groups, 6);

    str_addf(out, "The members of a %s line up for a parade. ", group);
    for (size_t i = 0; i < s->n; i++) {
        str_addf(out, "In rows of $%" PRId64 "$, ", s->m[i]);
        if (s->r[i] == 0)
            str_add(out, "every row is full. ");
        else
            str_addf(out, "the last row has only $%" PRId64 "$. ", s->r[i]);
    }
    str_addf(out, "What is the smallest number of members the %s can have?",
             group);
}

static void say_lamps(struct str *out, const struct system *s, struct rng *r)
{
    static const char *const places[] = { "harbour",  "lighthouse",
                                          "airfield", "castle",
                                          "bridge",   "mountain pass" };
    static const char *const count[] = { "two", "three", "four" };

    str_addf(out,
             "At a %s, %s lamps are controlled by one clock that starts "
             "at second $0$. ",
             words_pick(r, places, 6), count[s->n - 2]);
    for (size_t i = 0; i < s->n; i++)
        str_addf(out,
                 "Lamp %c flashes for the first time at second $%" PRId64
                 "$ and then every $%" PRId64 "$ seconds. ",
                 (char)('A' + (int)i), s->r[i], s->m[i]);
    str_addf(out, "At which second do %s flash together for the first time?",
             s->n == 2 ? "both" : "all of them");
}

typedef void say_fn(struct str *out, const struct system *s, struct rng *r);

static int64_t largest(const struct system *s)
{
    int64_t most = 0;

    for (size_t i = 0; i < s->n; i++)
        most = s->m[i] > most ? s->m[i] : most;
    return most;
}

/* Stories in which one would expect a full bag or row: they are told only
 * when the answer fills one of every size. */
static bool expects_full(say_fn *say)
{
    return say == say_packing || say == say_parade;
}

static say_fn *const wordings[] = { say_system,  say_remainders, say_terse,
                                    say_packing, say_parade,     say_lamps };
#define WORDINGS_PLAIN 3
#define WORDINGS       (sizeof(wordings) / sizeof(wordings[0]))

/* ---- the card ---- */

static const struct json *params_of(struct arena *a, const struct system *s)
{
    struct json *params = json_new(a, JSON_OBJECT);
    struct json *list =
        json_set(a, params, "congruences", json_new(a, JSON_ARRAY));

    for (size_t i = 0; i < s->n; i++) {
        struct json *pair = json_push(list, json_new(a, JSON_ARRAY));

        json_push(pair, json_new_int(a, s->r[i]));
        json_push(pair, json_new_int(a, s->m[i]));
    }
    return params;
}

static bool crt_make(struct arena *a, struct draw *d, struct problem *p,
                     struct err *e)
{
    struct str statement = str_in(a);
    struct steps st = steps_in(a);
    struct system s = { 0 };
    say_fn *say =
        wordings[words_wording(&concept_crt, d, WORDINGS_PLAIN, WORDINGS)];
    int64_t x;

    (void)e;
    if (d->level == 1)
        walk_pairs(d->rank, &s);
    else if (d->level == 2)
        draw_triple(&d->maths, &s);
    else
        draw_shared(&d->maths, &s);
    x = solve(&s, &st);
    if (expects_full(say) && x < largest(&s))
        say = say_lamps;
    say(&statement, &s, &d->words);
    problem_set_key(a, p, ANSWER_INTEGER, arena_printf(a, "%" PRId64, x));
    p->statement = str_get(&statement);
    p->solution = str_get(&st.text);
    p->params = params_of(a, &s);
    return true;
}

/* ---- the second road: substitution ---- */

static bool read_pair(const struct json *pair, int64_t *r, int64_t *m)
{
    return pair->type == JSON_ARRAY && pair->count == 2 &&
           json_int64(pair->first, r) && json_int64(pair->last, m) && *m >= 2 &&
           *m <= 1000000 && *r >= 0 && *r < *m;
}

static bool read_params(const struct problem *p, struct system *s,
                        struct err *e)
{
    const struct json *list = json_get(p->params, "congruences");

    *s = (struct system){ 0 };
    if (!list || list->type != JSON_ARRAY || list->count < 1 ||
        list->count > MODULI_MOST)
        return err_set(e, ERR_DOMAIN,
                       "params must hold 1 to %d \"congruences\"", MODULI_MOST);
    for (const struct json *v = list->first; v; v = v->next, s->n++)
        if (!read_pair(v, &s->r[s->n], &s->m[s->n]))
            return err_set(e, ERR_DOMAIN,
                           "a congruence must be [remainder, modulus]");
    return true;
}

#define SEARCH_MOST 20000

/* The least solution by trying every number; -1 when there is none below. */
static int64_t search(const struct system *s, int64_t below)
{
    for (int64_t x = 0; x < below; x++) {
        size_t i = 0;

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
    for (size_t i = 0; i < s->n && holds == TRUTH_YES; i++) {
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

static bool crt_check(struct arena *a, const struct problem *p,
                      enum truth *holds, struct finding *f, struct err *e)
{
    struct system s;
    fmpz_t x;

    if (!read_params(p, &s, e))
        return false;
    f->by = "substitution";
    fmpz_init(x);
    if (p->n_keys == 1 && integer_read(x, p->keys[0].latex)) {
        *holds = substitute(a, &s, x, f);
    } else {
        *holds = TRUTH_NO;
        f->detail = "the key is not one integer";
    }
    fmpz_clear(x);
    return true;
}

const struct family concept_crt = {
    .name = "concept/crt",
    .version = 1,
    .title = "Chinese remainder theorem",
    .doc =
        "The least non-negative integer with given remainders. The worked "
        "solution merges the congruences one by one with modular inverses; "
        "at level 3 moduli have common factors, and a merge first divides by "
        "the common factor.",
    .concepts = { "Chinese remainder theorem", "Solving linear congruences",
                  "Modular arithmetic: congruences, addition/multiplication "
                  "mod n" },
    .answer = ANSWER_INTEGER,
    .levels = crt_levels,
    .n_levels = 3,
    .knobs = { WORDING_KNOB },
    .space = crt_space,
    .make = crt_make,
    .check = crt_check,
};
