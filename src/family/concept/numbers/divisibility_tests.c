/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A long number in which two or three digits are letters is divisible by m.
 * Asked is the largest such number, how many there are, or the sum over all
 * ways to fill the letters with different digits.
 *
 * solve() applies the tests: for every prime power in m a condition on the
 * letters by digit sums, alternating sums, or the last digits. check() writes
 * down every filled number and divides it by m.
 */
#include "family/recipe/keys.h"
#include "family/recipe/recipe.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum kind { LARGEST, COUNT, SUM, KINDS };

#define LENGTH_MOST 16
#define LISTED_MOST 15 /* triples that one can sum by hand */
#define PARTS_MOST  4  /* prime powers in a number below 2310 */

struct task {
    int64_t kind, m;
    int64_t n, d[LENGTH_MOST]; /* from the left; -1, -2, -3: X, Y, Z */
};

static const struct field fields[] = {
    NUMBER(struct task, kind, 0, KINDS - 1),
    SLOT(struct task, m, 2, 2000),
    LIST_OF_DIGITS(struct task, d, n, -3, 9),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "two letters", "a seven-digit number with two digits unknown, divisible "
                     "by 3, 4, 6, 7, 8, 9 or 11: the largest one" },
    { "two tests", "an eight-digit number with three digits unknown, divisible "
                   "by a number from 12 to 99 that needs two tests: how many "
                   "there are" },
    { "different letters", "a twelve-digit number with three different unknown "
                           "digits, divisible by a number from 63 to 198 that "
                           "needs two or three tests: the sum over all ways" },
};

/* Put letter number i of the row at a place, 1 or more. */
static void insert(struct task *t, int64_t at, int64_t letter)
{
    for (int64_t i = t->n; i > at; i--)
        t->d[i] = t->d[i - 1];
    t->d[at] = letter;
    t->n++;
}

/* The known digits of a number from lo to hi, longer with the knob. */
static void draw_digits(struct pick *k, struct task *t, int64_t lo, int64_t hi)
{
    int64_t known = pick_wide(k, lo, hi);

    for (; known; known /= 10)
        insert(t, 0, known % 10);
}

static void draw(struct pick *k, void *values)
{
    static const int64_t one[] = { 3, 4, 6, 7, 8, 9, 11 };
    static const int64_t two[] = { 12, 15, 18, 22, 24, 28, 33, 35, 36, 44,
                                   45, 55, 56, 63, 66, 72, 77, 88, 90, 99 };
    static const int64_t three[] = { 63, 66,  72,  77,  88,  90,
                                     99, 110, 126, 132, 165, 198 };
    struct task *t = values;
    int64_t at[3];

    t->kind = k->level - 1;
    t->m = k->level == 1   ? pick_of(k, one, 7)
           : k->level == 2 ? pick_of(k, two, 20)
                           : pick_of(k, three, 12);
    if (k->level < 3) {
        /* With the last digits free there always is a multiple of m. */
        draw_digits(k, t, 10000, 99999);
        at[0] = pick(k, 1, 3);
        insert(t, at[0], -1);
        insert(t, t->n, -2);
        if (k->level == 2)
            insert(t, t->n, -3);
        return;
    }
    draw_digits(k, t, 100000000, 999999999);
    pick_subset(k, 1, 11, 3, at);
    for (int64_t i = 0; i < 3; i++)
        insert(t, at[i] + k->digits, -1 - i); /* the same from the right */
}

/* Each letter of the kind once and in order, not in front. */
static bool is_sound(const struct task *t)
{
    int64_t next = -1;

    if (t->n < 3 || t->d[0] < 1)
        return false;
    for (int64_t i = 1; i < t->n; i++)
        if (t->d[i] < 0 && t->d[i] != next--)
            return false;
    return next == (t->kind == LARGEST ? -3 : -4);
}

static bool are_allowed(const struct task *t, const int64_t x[3])
{
    return t->kind != SUM || (x[0] != x[1] && x[0] != x[2] && x[1] != x[2]);
}

/* ---- the first road: one test for each prime power ---- */

/* known + weight[0] X + weight[1] Y + ... is a multiple of q. */
struct test {
    int64_t q, known, weight[3];
};

/* What a digit with `right` digits to the right of it counts in the test. */
static int64_t weight_of(int64_t q, int64_t right)
{
    int64_t w = 1;

    if (q == 3 || q == 9)
        return 1;
    if (q == 11)
        return right % 2 ? -1 : 1;
    for (int64_t i = 0; i < right; i++)
        w = w * 10 % q;
    return w;
}

static struct test test_of(const struct task *t, int64_t q)
{
    struct test out = { .q = q };

    for (int64_t i = 0; i < t->n; i++) {
        int64_t w = weight_of(q, t->n - 1 - i);

        if (t->d[i] < 0)
            out.weight[-1 - t->d[i]] = w;
        else
            out.known += w * t->d[i];
    }
    return out;
}

static const char *name_of(int64_t q)
{
    switch (q) {
    case 2:
    case 5: return "the last digit is";
    case 3:
    case 9: return "the sum of the digits is";
    case 4: return "twice the tens digit plus the units digit is";
    case 8:
        return "$4$ times the hundreds digit plus twice the tens digit plus "
               "the units digit is";
    case 11: return "the alternating sum of the digits, from the right, is";
    default:
        return "the digits times the remainders of their powers of ten sum to";
    }
}

static void explain(struct solving *s, const struct test *c)
{
    struct str text = str_in(s->arena);

    if (c->known)
        str_add_int(&text, c->known);
    for (int i = 0; i < 3; i++) {
        int64_t w = c->weight[i];

        if (w == 0)
            continue;
        str_add(&text, w < 0 ? " - " : text.n ? " + " : "");
        if (w > 1)
            str_add_int(&text, w);
        str_addc(&text, (char)('X' + i));
    }
    if (text.n == 0)
        str_addc(&text, '0');
    solving_step(s,
                 "Test for $%" PRId64 "$: %s $%s$; this must be a multiple of "
                 "$%" PRId64 "$.",
                 c->q, name_of(c->q), str_get(&text), c->q);
}

/* The tests that m needs; how many. */
static int set_tests(struct solving *s, const struct task *t, struct test *out)
{
    struct str text = str_in(s->arena);
    int n = 0;
    int64_t m = t->m;

    for (int64_t p = 2; m > 1; p++) {
        int64_t q = 1;

        for (; m % p == 0; m /= p)
            q *= p;
        if (q > 1) {
            str_addf(&text, "%s%" PRId64, n ? " \\cdot " : "", q);
            out[n++] = test_of(t, q);
        }
    }
    if (n > 1)
        solving_step(s,
                     "$%" PRId64 " = %s$, and these factors are %scoprime, so "
                     "the number is a multiple of $%" PRId64
                     "$ exactly when each of them divides it.",
                     t->m, str_get(&text), n > 2 ? "pairwise " : "", t->m);
    for (int i = 0; i < n; i++)
        explain(s, &out[i]);
    return n;
}

static bool passes(const struct test *tests, int n, const int64_t x[3])
{
    for (int i = 0; i < n; i++) {
        const struct test *c = &tests[i];

        if ((c->known + c->weight[0] * x[0] + c->weight[1] * x[1] +
             c->weight[2] * x[2]) %
            c->q)
            return false;
    }
    return true;
}

/* What the passing letters come to, and a list of them row by row. */
struct found {
    int64_t count, sum, last[3];
    int64_t row[10]; /* how many with X = 0, 1, ... */
    struct str list;
};

static struct found find(struct solving *s, const struct task *t,
                         const struct test *tests, int n)
{
    struct found f = { .list = str_in(s->arena) };
    int64_t x[3], top = t->kind == LARGEST ? 0 : 9;

    for (x[0] = 0; x[0] <= 9; x[0]++)
        for (x[1] = 0; x[1] <= 9; x[1]++)
            for (x[2] = 0; x[2] <= top; x[2]++) {
                if (!passes(tests, n, x) || !are_allowed(t, x))
                    continue;
                f.row[x[0]]++;
                f.sum += 100 * x[0] + 10 * x[1] + x[2];
                for (int i = 0; i < 3; i++)
                    f.last[i] = x[i];
                if (t->kind == SUM)
                    str_addf(&f.list, "%s$(%d, %d, %d)$", f.count ? ", " : "",
                             (int)x[0], (int)x[1], (int)x[2]);
                f.count++;
            }
    return f;
}

/* The number with the letters filled in. */
static const char *filled(struct arena *a, const struct task *t,
                          const int64_t x[3])
{
    struct str text = str_in(a);

    for (int64_t i = 0; i < t->n; i++)
        str_add_int(&text, t->d[i] < 0 ? x[-1 - t->d[i]] : t->d[i]);
    return str_get(&text);
}

static bool solve(struct solving *s, const void *values)
{
    const struct task *t = values;
    struct test tests[PARTS_MOST];
    struct found f;
    int n;

    if (!is_sound(t))
        return false;
    n = set_tests(s, t, tests);
    f = find(s, t, tests, n);
    if (f.count == 0 || (t->kind == SUM && f.count > LISTED_MOST))
        return false;
    if (t->kind == LARGEST) {
        solving_step(s,
                     "The largest $X$ for which some $Y$ fits is $X = %d$, and "
                     "the largest such $Y$ is $%d$.",
                     (int)f.last[0], (int)f.last[1]);
        solving_key(s, "%s", filled(s->arena, t, f.last));
        solving_step(s, "The number is $%s$.", s->key);
    } else if (t->kind == COUNT) {
        struct str rows = str_in(s->arena);

        for (int i = 0; i < 10; i++)
            str_addf(&rows, "%s%d", i ? " + " : "", (int)f.row[i]);
        solving_step(s, "Go through $X = 0, 1, \\ldots, 9$ and count for each "
                        "the pairs $(Y, Z)$ that pass.");
        solving_key(s, "%" PRId64, f.count);
        solving_step(s, "This gives $%s = %s$.", str_get(&rows), s->key);
    } else {
        solving_step(s, "The different digits $(X, Y, Z)$ that pass are %s.",
                     str_get(&f.list));
        solving_key(s, "%" PRId64, f.sum);
        solving_step(s, "The sum of all $100X + 10Y + Z$ is $%s$.", s->key);
    }
    return true;
}

/* ---- wording ---- */

static void speak(struct speech *s, const void *values)
{
    static const char *const letters[KINDS] = {
        "$X$ and $Y$ stand for digits from $0$ to $9$, equal or different",
        "$X$, $Y$ and $Z$ stand for digits from $0$ to $9$, equal or different",
        "$X$, $Y$ and $Z$ stand for three different digits from $0$ to $9$",
    };
    static const char *const asks[KINDS] = {
        "Find the largest number that this can be",
        "Find how many different numbers this can be",
        ("Find the sum of $100X + 10Y + Z$ over all possible choices of "
         "$(X, Y, Z)$"),
    };
    const struct task *t = values;
    struct str text = str_in(s->arena);

    for (int64_t i = 0; i < t->n; i++)
        str_addc(&text,
                 (char)(t->d[i] < 0 ? 'X' - 1 - t->d[i] : '0' + t->d[i]));
    speech_set(s, "number", "%s", str_get(&text));
    speech_set(s, "letters", "%s", letters[t->kind]);
    speech_set(s, "ask", "%s", asks[t->kind]);
}

static const struct wording wordings[] = {
    { STYLE_TERSE,
      "<letters>; the decimal number $<number>$ is divisible by $<m>$. <ask>.",
      NULL },
    { STYLE_PLAIN,
      "In the number $<number>$, written in decimal digits, <letters>. The "
      "number is divisible by $<m>$. <ask>.",
      NULL },
    { STYLE_PLAIN,
      "A multiple of $<m>$ is written as $<number>$ in decimal digits, where "
      "<letters>. <ask>.",
      NULL },
    { STYLE_STORY,
      "The label of a <machine> is damaged. Its serial number reads "
      "$<number>$, where <letters>. <name> knows that all serial numbers of "
      "the maker are divisible by $<m>$. <ask>.",
      NULL },
    { STYLE_STORY,
      "The members of the <group> in <city> protect their membership numbers "
      "against typing errors: each number is divisible by $<m>$. On an old "
      "list <name> can read only $<number>$, where <letters>. <ask>.",
      NULL },
    { STYLE_STORY,
      "A file consists of blocks of $<m>$ bytes each, without any bytes "
      "left over. Part of its size is smudged in <name>'s notes: $<number>$ "
      "bytes, where <letters>. <ask>.",
      NULL },
    { 0 },
};

static const struct word_pool pools[] = {
    { "machine", "printer|washing machine|camera|sewing machine|telescope|"
                 "water pump" },
    { 0 },
};

/* ---- the second road: division of every number ---- */

/* The answer by dividing all 100 or 1000 numbers; -1 when none is divisible. */
static int64_t search(const struct task *t)
{
    int64_t n = t->kind == LARGEST ? 10 : 1, best = -1, count = 0, sum = 0;
    int64_t base = 0, place[3] = { 0 }, ten = 1;

    for (int64_t i = t->n - 1; i >= 0; i--, ten *= 10) /* at most 16 digits */
        if (t->d[i] < 0)
            place[-1 - t->d[i]] = ten;
        else
            base += ten * t->d[i];
    for (int64_t way = 0; way < 1000; way += n) {
        int64_t x[3] = { way / 100, way / 10 % 10, way % 10 };
        int64_t number =
            base + place[0] * x[0] + place[1] * x[1] + place[2] * x[2];

        if (number % t->m || !are_allowed(t, x))
            continue;
        best = number; /* growing: the first letter stands foremost */
        count++;
        sum += way;
    }
    return count == 0           ? -1
           : t->kind == LARGEST ? best
           : t->kind == COUNT   ? count
                                : sum;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct task *t = values;
    int64_t x, want;

    f->by = "division of every number";
    f->detail = "the key is not one integer";
    if (!key_int(key, &x))
        return TRUTH_NO;
    f->detail = "these values make no problem";
    if (!is_sound(t) || (want = search(t)) < 0)
        return TRUTH_NO;
    f->detail =
        arena_printf(a, "a search through all digits gives %" PRId64, want);
    return x == want ? TRUTH_YES : TRUTH_NO;
}

static const struct recipe recipe = {
    .size = sizeof(struct task),
    .fields = fields,
    .draw = draw,
    .free_from = 3,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .pools = pools,
    .check = check,
};

const struct family concept_divisibility_tests = {
    .name = "concept/divisibility-tests",
    .version = 2,
    .title = "Divisibility tests",
    .doc = "A number with several unknown digits is divisible by a given "
           "number: the largest one, how many there are, or the sum over all "
           "ways. The worked solution turns the tests (digit sum, alternating "
           "sum, last digits) into conditions on the unknown digits.",
    .concepts = { HIGH_DIVISIBILITY_TESTS },
    .answer = ANSWER_INTEGER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
