/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Missing digits: digits are written before and behind a number so that the
 * new number is divisible by m. Asked is the smallest or largest such number,
 * their sum, or the sum of the largest and the smallest.
 *
 * solve() never divides the number: it splits m into 2, 4, 8, 3, 9, 5 and 11
 * and applies the rules to the digits. check() builds every number and
 * divides it by m.
 */
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

#define I "%" PRId64

enum { BEHIND = 1, AROUND, THREE }; /* ay; xay; xayz */
enum { SMALLEST, LARGEST, TOTAL, ENDS };

struct gap {
    int64_t shape, task, a, m;
};

/* Sums: at most 900 numbers below 10^14. */
static const struct field fields[] = {
    NUMBER(struct gap, shape, BEHIND, THREE),
    NUMBER(struct gap, task, SMALLEST, ENDS),
    SLOT(struct gap, a, 1, 9999999999),
    NUMBER(struct gap, m, 2, 99),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "behind", "one digit behind a number of 3 or 4 digits; divisible by 3, "
                "4, 6, 8 or 9" },
    { "around", "one digit before and one behind; divisible by 12 to 72, "
                "which takes two rules" },
    { "three", "one digit before and two behind a number of 4 or 5 digits; "
               "divisible by 55 to 99, mostly with the rule for 11" },
};

/* For these m there always is such a number: ten digits behind reach every
 * remainder modulo 3 to 9 (and 4, 8, 5), nine in front every one modulo 9;
 * a hundred endings reach every remainder below 100. */
static void draw(struct pick *k, void *values)
{
    static const int64_t one[] = { 3, 4, 6, 8, 9 },
                         two[] = { 12, 15, 18, 24, 36, 45, 72 },
                         three[] = { 55, 66, 72, 88, 90, 99 };
    struct gap *v = values;

    v->shape = k->level;
    if (k->level == 1) {
        v->task = pick(k, SMALLEST, TOTAL);
        v->a = pick_wide(k, 100, 9999);
        v->m = pick_of(k, one, 5);
    } else if (k->level == 2) {
        v->task = pick(k, LARGEST, TOTAL);
        v->a = pick_wide(k, 100, 9999);
        v->m = pick_of(k, two, 7);
    } else {
        v->task = pick(k, TOTAL, ENDS);
        v->a = pick_wide(k, 1000, 99999);
        v->m = pick_of(k, three, 6);
    }
}

/* ---- the first road: rules on digits ---- */

struct digits {
    int d[20], n;   /* the last digit first */
    int sum, turns; /* sum and alternating sum of the given digits */
};

static struct digits digits_of(const struct gap *v, int x, int y, int z)
{
    struct digits g = { .n = 0 };

    if (v->shape == THREE)
        g.d[g.n++] = z;
    g.d[g.n++] = y;
    for (int64_t a = v->a; a; a /= 10) {
        g.sum += (int)(a % 10);
        g.turns += g.n % 2 ? -(int)(a % 10) : (int)(a % 10);
        g.d[g.n++] = (int)(a % 10);
    }
    if (v->shape >= AROUND)
        g.d[g.n++] = x;
    return g;
}

static int64_t value_of(const struct digits *g)
{
    int64_t n = 0;

    for (int i = g->n; i-- > 0;)
        n = 10 * n + g->d[i];
    return n;
}

/* Does the rule for r allow these digits, of which the first `behind` and,
 * with `front`, the last are new? */
static bool rule(const struct digits *g, int64_t r, int behind, bool front)
{
    int end = g->d[0] + 10 * g->d[1] + 100 * g->d[2];
    int sum = g->sum + g->d[0], turns = g->turns + g->d[0];

    if (behind == 2) {
        sum += g->d[1];
        turns -= g->d[1];
    }
    if (front) {
        sum += g->d[g->n - 1];
        turns += g->n % 2 ? g->d[g->n - 1] : -g->d[g->n - 1];
    }
    switch (r) {
    case 2: return g->d[0] % 2 == 0;
    case 4: return end % 100 % 4 == 0;
    case 8: return end % 8 == 0;
    case 5: return g->d[0] == 0 || g->d[0] == 5;
    case 3:
    case 9: return sum % (int)r == 0;
    default: return turns % 11 == 0;
    }
}

/* m as a product of coprime numbers that have a rule; how many, or 0. */
static int split(int64_t m, int64_t rules[4])
{
    static const int64_t all[] = { 8, 4, 2, 9, 3, 5, 11 };
    int n = 0;

    for (int i = 0; i < 7; i++)
        if (m % all[i] == 0) {
            rules[n++] = all[i];
            m /= all[i];
        }
    for (int i = 1; i < n; i++) /* 16, 27 and the like leave 8 2, 9 3 */
        if ((rules[i - 1] % 2 == 0 && rules[i] % 2 == 0) ||
            (rules[i - 1] % 3 == 0 && rules[i] % 3 == 0))
            return 0;
    return m == 1 ? n : 0;
}

static const char *rule_text(int64_t r)
{
    switch (r) {
    case 2: return "the last digit must be even.";
    case 4: return "the last two digits must form a multiple of $4$.";
    case 8: return "the last three digits must form a multiple of $8$.";
    case 5: return "the last digit must be $0$ or $5$.";
    case 3: return "the sum of the digits must be a multiple of $3$.";
    case 9: return "the sum of the digits must be a multiple of $9$.";
    default:
        return "the alternating sum of the digits must be a multiple of $11$.";
    }
}

#define LISTED 18 /* numbers that a step writes out */

struct found {
    int64_t n, least, most, sum;
    struct str text;
};

static void found_add(struct found *f, int64_t x)
{
    if (f->n == 0)
        f->least = x;
    if (f->n && f->n < LISTED)
        str_add(&f->text, ", ");
    if (f->n < LISTED)
        str_add_int(&f->text, x);
    else if (f->n == LISTED)
        str_add(&f->text, ", \\dots");
    f->most = x;
    f->sum += x;
    f->n++;
}

/* All numbers that the rules allow, in increasing order. */
static void find(const struct gap *v, const int64_t *rules, int n,
                 struct found *f)
{
    struct digits g = digits_of(v, 0, 0, 0);

    for (int x = v->shape == BEHIND ? 9 : 1; x <= 9; x++)
        for (int y = 0; y <= 9; y++)
            for (int z = v->shape == THREE ? 0 : 9; z <= 9; z++) {
                int i = 0;

                if (v->shape != BEHIND)
                    g.d[g.n - 1] = x;
                g.d[v->shape == THREE] = y;
                if (v->shape == THREE)
                    g.d[0] = z;
                while (i < n && rule(&g, rules[i], v->shape == THREE ? 2 : 1,
                                     v->shape != BEHIND))
                    i++;
                if (i == n)
                    found_add(f, value_of(&g));
            }
}

static void explain(struct solving *s, const struct gap *v,
                    const int64_t *rules, int n)
{
    struct digits g = digits_of(v, 0, 0, 0);
    struct str parts = str_in(s->arena);
    int sum = 0;

    for (int i = 0; i < n; i++) {
        str_add(&parts, i ? " \\cdot " : "");
        str_add_int(&parts, rules[i]);
    }
    if (n > 1)
        solving_step(s,
                     "$" I " = %s$, and these factors are %scoprime, so the "
                     "number is a multiple of $" I
                     "$ exactly when each of them divides it.",
                     v->m, str_get(&parts), n > 2 ? "pairwise " : "", v->m);
    for (int i = 0; i < n; i++)
        solving_step(s, "Rule for $" I "$: %s", rules[i], rule_text(rules[i]));
    for (int i = 0; i < g.n; i++)
        sum += g.d[i];
    if (v->m % 3 == 0) {
        int r = v->m % 9 ? 3 : 9;

        solving_step(s,
                     "The digits of $" I
                     "$ have the sum $%d$, so the new %s must leave the "
                     "remainder $%d$ on division by $%d$.",
                     v->a, sum,
                     v->shape == BEHIND ? "digit" : "digits together",
                     (r - sum % r) % r, r);
    }
}

/* The rule for 11 as a condition on the new digits. */
static void explain_turns(struct solving *s, const struct gap *v)
{
    struct digits g = digits_of(v, 0, 0, 0);

    if (v->m % 11 == 0 && v->shape == THREE)
        solving_step(s,
                     "With $x$ in front and $y$, $z$ behind, the alternating "
                     "sum from the right is $z - y%s %c x$.",
                     g.turns ? latex_plus(s->arena, g.turns) : "",
                     g.n % 2 ? '+' : '-');
}

static bool solve(struct solving *s, const void *values)
{
    static const char *const tasks[] = { "smallest", "largest" };
    const struct gap *v = values;
    struct found f = { .text = str_in(s->arena) };
    int64_t rules[4];
    int n = split(v->m, rules);

    if (n == 0)
        return false;
    explain(s, v, rules, n);
    explain_turns(s, v);
    find(v, rules, n, &f);
    if (f.n == 0 || (v->task == ENDS && f.n < 2))
        return false;
    solving_step(s, "Trying the digits, the rules leave %s number%s: $%s$.",
                 f.n == 1 ? "one" : "the", f.n == 1 ? "" : "s",
                 str_get(&f.text));
    if (v->task == ENDS) {
        solving_key(s, I, f.least + f.most);
        solving_step(s,
                     "The smallest and the largest have the sum $" I " + " I
                     " = %s$.",
                     f.least, f.most, s->key);
    } else if (v->task == TOTAL) {
        solving_key(s, I, f.sum);
        solving_step(s, "Their sum is $%s$.", s->key);
    } else {
        solving_key(s, I, v->task == LARGEST ? f.most : f.least);
        solving_step(s, "The %s is $%s$.", tasks[v->task], s->key);
    }
    return true;
}

/* ---- wording ---- */

static void speak(struct speech *s, const void *values)
{
    static const char *const asks[] = {
        "the smallest number that can arise",
        "the largest number that can arise",
        "the sum of all numbers that can arise",
        "the sum of the largest and the smallest number that can arise",
    };
    static const char *const shapes[] = {
        "",
        "one digit is written behind",
        "one digit other than $0$ is written in front of and one digit behind",
        "one digit other than $0$ is written in front of and two digits behind",
    };
    static const char *const boxes[] = {
        "",
        "one more digit at the end",
        "one more digit at the front (not $0$) and one more at the end",
        "one more digit at the front (not $0$) and two more at the end",
    };
    const struct gap *v = values;

    speech_set(s, "ask", "%s", asks[v->task]);
    if (v->shape == BEHIND)
        speech_set(s, "append", "Append one digit to $%s$",
                   speech_number(s, &v->a));
    else
        speech_set(s, "append",
                   "Write one digit before $%s$ (not $0$) and %s behind it "
                   "($0$ is allowed)",
                   speech_number(s, &v->a),
                   v->shape == AROUND ? "one digit" : "two digits");
    speech_set(s, "written", "%s", shapes[v->shape]);
    speech_set(s, "more", "%s", boxes[v->shape]);
}

/* clang-format off */
static const struct wording wordings[] = {
    { STYLE_TERSE,
      "<append> to get a multiple of $<m>$. Find "
      "<ask>.", NULL },
    { STYLE_PLAIN,
      "In decimal notation, <written> the number $<a>$ so that the new number "
      "is divisible by $<m>$. What is <ask> in this way?", NULL },
    { STYLE_PLAIN,
      "The number $<a>$ gets <more>. The longer number is a multiple of $<m>$. "
      "Find <ask>.", NULL },
    { STYLE_STORY,
      "<name> remembers that the inventory number of a <place> has the digits "
      "of $<a>$ in this order and <more>, and that it is divisible by $<m>$. What is "
      "<ask> like this?", NULL },
    { STYLE_STORY,
      "A printer smudged a part of an invoice. Of the amount in <money> the "
      "digits of $<a>$ can be read, in this order; missing is <more>. The "
      "amount was shared among "
      "$<m>$ people without a remainder, in whole <money>. Thinking of all "
      "amounts that fit, find <ask>.", NULL },
    { STYLE_STORY,
      "A works in <city> gives its <machine> numbers that are multiples of "
      "$<m>$, so that typing errors are noticed. On a worn plate <name> can read "
      "the digits of $<a>$ in a row, in this order; <more> cannot be read. Find <ask>.",
      NULL },
    { 0 },
};

static const struct word_pool pools[] = {
    { "machine", "pumps|engines|motors|presses|drills" },
    { 0 },
};
/* clang-format on */

/* ---- the second road: divide every number ---- */

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct gap *v = values;
    int64_t behind = v->shape == THREE ? 100 : 10, front = 0, x, sum = 0,
            least = 0, most = 0, n = 0, want;

    f->by = "exhaustive search";
    f->detail = "the key is not one integer";
    if (!key_int(key, &x))
        return TRUTH_NO;
    if (v->shape != BEHIND)
        for (front = behind; front <= v->a * behind;)
            front *= 10;
    for (int64_t d = front ? 1 : 0; d <= (front ? 9 : 0); d++)
        for (int64_t e = 0; e < behind; e++) {
            int64_t number = d * front + v->a * behind + e;

            if (number % v->m)
                continue;
            least = n++ ? least : number;
            most = number;
            sum += number;
        }
    f->detail = "too few numbers fit";
    if (n < (v->task == ENDS ? 2 : 1))
        return TRUTH_NO;
    want = v->task == SMALLEST  ? least
           : v->task == LARGEST ? most
           : v->task == TOTAL   ? sum
                                : least + most;
    f->detail =
        arena_printf(a, "of all numbers, " I " fit; the answer is " I, n, want);
    return x == want ? TRUTH_YES : TRUTH_NO;
}

static const struct recipe recipe = {
    .size = sizeof(struct gap),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .pools = pools,
    .check = check,
};

const struct family concept_divisibility_rules = {
    .name = "concept/divisibility-rules",
    .version = 2,
    .title = "Divisibility rules",
    .doc = "Digits are added to a number so that it becomes divisible by a "
           "given number. The worked solution applies the rules for 2, 3, 4, "
           "5, 8, 9 and 11 to the digits.",
    .concepts = { HIGH_DIVISIBILITY_RULES },
    .answer = ANSWER_INTEGER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
