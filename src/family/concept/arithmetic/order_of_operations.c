/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Order of operations: the value of an expression with brackets, powers,
 * products and exact quotients.
 *
 * An expression is a pattern such as "a-(b-c)^2+p/q*d" with numbers for the
 * letters. solve() works on its tokens: it finds the innermost brackets, does
 * one operation there, and writes down what is left. check() parses the
 * pattern by recursive descent and evaluates it while it reads.
 */
#include "family/recipe/keys.h"
#include "family/recipe/recipe.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>
#include <string.h>

#define I "%" PRId64

#define KINDS   18
#define NUMBERS 5

struct expression {
    int64_t kind, count;
    int64_t n[NUMBERS]; /* a, b, c ... */
    int64_t p, q;       /* p is a multiple of q */
};

static const struct field fields[] = {
    NUMBER(struct expression, kind, 0, KINDS - 1),
    SLOT_LIST(struct expression, n, count, 1, 10000),
    NUMBER(struct expression, p, 1, 1000000),
    NUMBER(struct expression, q, 1, 10000),
    { 0 },
};

/* Six for each level, with three, four and five letters beside p and q. */
static const char *const patterns[KINDS] = {
    "a+b*c-p/q",
    "p/q+a*(b-c)",
    "(a+b)*c-p/q",
    "a-p/q*b+c",
    "a*(b-c)+p/q",
    "a-(b-c)*p/q",

    "a-(b-c)^2+p/q*d",
    "(a+b*(c-d))^2-p/q",
    "p/q-(a-b)^2*c+d",
    "a*(b-(c+d)^2)+p/q",
    "(a-b)^3+c*d-p/q",
    "a-b*(c-p/q)^2+d",

    "((a-b)^2-c*(d-e))^2+p/q",
    "a*(b-(c-(d-e)^2)^2)+p/q",
    "p/q*(a-(b-c)^3)-(d-e)^2",
    "a-b^2*(c-(d+e)^2)+p/q",
    "(p/q)^2-(a-(b-c*d))^2*e",
    "(a-(b-c*(d-p/q)))^2*e",
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "flat", "three or four operations without powers, at most one pair of "
              "brackets, numbers up to 20" },
    { "powers", "five operations with a square or cube of brackets" },
    { "nested", "six or seven operations, powers, and brackets within "
                "brackets" },
};

static void draw(struct pick *k, void *values)
{
    struct expression *v = values;

    v->kind = 6 * (k->level - 1) + pick(k, 0, 5);
    v->count = k->level + 2;
    for (int64_t i = 0; i < v->count; i++)
        v->n[i] = pick_wide(k, 2, 20);
    v->q = pick(k, 2, 9);
    v->p = v->q * pick(k, 2, 12);
}

/* The number that a letter stands for. */
static const int64_t *place_of(const struct expression *v, char letter)
{
    return letter == 'p' ? &v->p : letter == 'q' ? &v->q : &v->n[letter - 'a'];
}

/* ---- the first road: reducing the tokens ---- */

#define TOKENS 40

struct token {
    char op; /* '#' for a number */
    int64_t value;
};

struct line {
    struct token t[TOKENS];
    int n;
};

static void line_read(struct line *l, const struct expression *v)
{
    l->n = 0;
    for (const char *p = patterns[v->kind]; *p; p++) {
        struct token t = { *p, 0 };

        if (*p >= '0' && *p <= '9')
            t = (struct token){ '#', *p - '0' };
        else if (*p >= 'a' && *p <= 'z')
            t = (struct token){ '#', *place_of(v, *p) };
        l->t[l->n++] = t;
    }
}

static void add_sign(struct str *out, char op)
{
    switch (op) {
    case '*': str_addn(out, " \\cdot ", 7); break;
    case '/': str_addn(out, " \\div ", 6); break;
    case '+': str_addn(out, " + ", 3); break;
    case '-': str_addn(out, " - ", 3); break;
    default: str_addc(out, op);
    }
}

/* A negative number needs brackets unless it comes first. */
static void line_write(struct str *out, const struct token *from, int n)
{
    for (int i = 0; i < n; i++) {
        const struct token *t = &from[i];
        bool first = i == 0 || t[-1].op == '(';
        bool power = i + 1 < n && t[1].op == '^';

        if (t->op != '#') {
            add_sign(out, t->op);
        } else if (t->value < 0 && (!first || power)) {
            str_addc(out, '(');
            str_add_int(out, t->value);
            str_addc(out, ')');
        } else {
            str_add_int(out, t->value);
        }
    }
}

static bool compute(char op, int64_t x, int64_t y, int64_t *z)
{
    switch (op) {
    case '+': return !__builtin_add_overflow(x, y, z);
    case '-': return !__builtin_sub_overflow(x, y, z);
    case '*': return !__builtin_mul_overflow(x, y, z);
    case '/': *z = y ? x / y : 0; return y && x % y == 0;
    default:
        for (*z = 1; y > 0; y--)
            if (__builtin_mul_overflow(*z, x, z))
                return false;
        return true;
    }
}

static int rank_of(char op)
{
    return op == '^' ? 3 : op == '*' || op == '/' ? 2 : op == '+' || op == '-';
}

/* Which operation of from..to comes first: the leftmost of the highest rank. */
static int next_op(const struct line *l, int from, int to)
{
    int best = from;

    for (int i = from; i < to; i++)
        if (rank_of(l->t[i].op) > rank_of(l->t[best].op))
            best = i;
    return best;
}

static void line_cut(struct line *l, int at, int n)
{
    memmove(&l->t[at], &l->t[at + n],
            (size_t)(l->n - at - n) * sizeof(l->t[0]));
    l->n -= n;
}

static bool is_end(const struct line *l, int i)
{
    return i == l->n || l->t[i].op == ')' || rank_of(l->t[i].op) == 1;
}

/* Takes brackets off single numbers, and drops terms "+ 0" and "- 0". */
static void tidy(struct line *l)
{
    for (int i = 0; i + 1 < l->n; i++) {
        struct token *t = &l->t[i];

        if (t->op == '(' && i + 2 < l->n && t[2].op == ')') {
            line_cut(l, i + 2, 1);
            line_cut(l, i, 1);
            i = -1; /* from the start again */
        } else if ((t->op == '+' || t->op == '-') && t[1].op == '#' &&
                   t[1].value == 0 && is_end(l, i + 2)) {
            line_cut(l, i, 2);
            i = -1;
        }
    }
}

/* Do one operation of the innermost brackets; text is room to write in. */
static bool reduce(struct solving *s, struct line *l, struct str *text)
{
    int open = 0, close = 0, at;
    int64_t z;

    while (close < l->n && l->t[close].op != ')')
        close++;
    for (int i = 0; i < close; i++)
        if (l->t[i].op == '(')
            open = i;
    at = next_op(l, open, close);
    if (!compute(l->t[at].op, l->t[at - 1].value, l->t[at + 1].value, &z))
        return false;
    str_reset(text);
    line_write(text, &l->t[at - 1], 3);
    l->t[at - 1].value = z;
    line_cut(l, at, 2);
    tidy(l);
    str_addn(text, " = ", 3);
    str_add_int(text, z);
    if (l->n > 1) {
        str_add(text, "$, which leaves $");
        line_write(text, l->t, l->n);
    }
    solving_step(s, "$%s$.", str_get(text));
    return true;
}

#define ANSWER_MOST INT64_C(100000000000000000)

static bool solve(struct solving *s, const void *values)
{
    const struct expression *v = values;
    struct str text = str_in(s->arena);
    struct line l;

    if (v->count != v->kind / 6 + 3)
        return false;
    line_read(&l, v);
    str_reserve(&text, 250);
    while (l.n > 1)
        if (!reduce(s, &l, &text))
            return false;
    if (l.t[0].value > ANSWER_MOST || l.t[0].value < -ANSWER_MOST)
        return false;
    solving_step(s, "The value is $" I "$.", l.t[0].value);
    solving_key(s, I, l.t[0].value);
    return true;
}

/* ---- wording ---- */

static void speak(struct speech *s, const void *values)
{
    const struct expression *v = values;
    struct str text = str_in(s->arena);

    for (const char *p = patterns[v->kind]; *p; p++) {
        const int64_t *place;

        if (*p < 'a' || *p > 'z')
            add_sign(&text, *p);
        else if ((place = place_of(v, *p)) == s->hidden)
            str_add(&text, s->letter);
        else
            str_add_int(&text, *place);
    }
    speech_set(s, "x", "%s", str_get(&text));
}

/* Small enough for money and goods. */
static bool is_flat(const void *values)
{
    return ((const struct expression *)values)->kind < 6;
}

/* clang-format off */
static const struct wording wordings[] = {
    { STYLE_TERSE, "Evaluate $<x>$.", NULL },
    { STYLE_PLAIN, "Find the value of the expression $<x>$.", NULL },
    { STYLE_PLAIN,
      "Compute $<x>$, using the usual order of operations.", NULL },
    { STYLE_PLAIN, "What does $<x>$ equal?", NULL },
    { STYLE_STORY,
      "<name> types $<x>$ into a calculator that follows the usual order of "
      "operations. Which number does it show?", NULL },
    { STYLE_STORY,
      "In a spreadsheet of the <group> in <city>, a cell computes $<x>$ by the "
      "usual order of operations. Which number does the cell show?", NULL },
    { STYLE_STORY,
      "The balance of a club in <city> after a year, in <money>, is worked out "
      "as $<x>$; a negative number is a debt. What is the balance as one "
      "number?", is_flat },
    { STYLE_STORY,
      "A meter in a <place> shows how a stock of grain has changed, in "
      "kilograms: $<x>$. By how many kilograms is that (negative for a "
      "decrease)?", is_flat },
    { STYLE_STORY,
      "<name> writes a program that prints the value of $<x>$, where the usual "
      "order of operations holds. Which number does it print?", NULL },
    { 0 },
};
/* clang-format on */

/* ---- the second road: recursive descent ---- */

struct reader {
    const struct expression *v;
    const char *p;
    bool good;
};

static int64_t read_sum(struct reader *r);

static int64_t keep(struct reader *r, bool overflow, int64_t x)
{
    if (overflow)
        r->good = false;
    return r->good ? x : 0;
}

static int64_t read_atom(struct reader *r)
{
    int64_t x;

    if (*r->p == '(') {
        r->p++;
        x = read_sum(r);
        r->p++; /* the closing bracket */
        return x;
    }
    return *place_of(r->v, *r->p++);
}

static int64_t read_power(struct reader *r)
{
    int64_t x = read_atom(r), y = x;

    if (*r->p == '^') {
        for (char e = r->p[1]; e > '1'; e--) {
            bool over = __builtin_mul_overflow(y, x, &y);

            y = keep(r, over, y);
        }
        r->p += 2;
    }
    return y;
}

static int64_t read_product(struct reader *r)
{
    int64_t x = read_power(r), y;

    while (*r->p == '*' || *r->p == '/') {
        bool times = *r->p++ == '*', wrong;

        y = read_power(r);
        if (times)
            wrong = __builtin_mul_overflow(x, y, &x);
        else if ((wrong = y == 0 || x % y != 0) == false)
            x /= y;
        x = keep(r, wrong, x);
    }
    return x;
}

static int64_t read_sum(struct reader *r)
{
    int64_t x = read_product(r), y;

    while (*r->p == '+' || *r->p == '-') {
        bool plus = *r->p++ == '+', over;

        y = read_product(r);
        over = plus ? __builtin_add_overflow(x, y, &x)
                    : __builtin_sub_overflow(x, y, &x);
        x = keep(r, over, x);
    }
    return x;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct expression *v = values;
    struct reader r = { v, patterns[v->kind], true };
    int64_t x, value;

    f->by = "recursive descent";
    f->detail = "the key is not one integer";
    if (!key_int(key, &x))
        return TRUTH_NO;
    f->detail = "the expression has another number of operands";
    if (v->count != v->kind / 6 + 3)
        return TRUTH_NO;
    value = read_sum(&r);
    f->detail = "the expression has no value here: a quotient is not exact or "
                "a number too large";
    if (!r.good)
        return TRUTH_NO;
    f->detail = arena_printf(a, "parsed again, the expression is " I, value);
    return x == value ? TRUTH_YES : TRUTH_NO;
}

static const struct recipe recipe = {
    .size = sizeof(struct expression),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .check = check,
};

const struct family concept_order_of_operations = {
    .name = "concept/order-of-operations",
    .version = 2,
    .title = "Order of operations",
    .doc = "The value of an expression with brackets, powers, products and "
           "exact quotients. The worked solution does one operation at a time "
           "and shows what remains.",
    .concepts = { HIGH_PEMDAS, HIGH_INTEGERS },
    .answer = ANSWER_INTEGER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
