/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/desk/ask/failure.h"
#include "base/ascii.h"
#include "base/str.h"
#include "grade/compare/shape.h"
#include "math/decide/decide.h"
#include "math/read/read.h"
#include "math/tree/differentiate.h"
#include "run/count/grouping.h"
#include "run/count/tally.h"
#include "run/judge.h"
#include "verify/verify.h"

#include <string.h>

#define WORK_MOST  ((uint64_t)400000) /* units for each question: about 20 ms */
#define CLAIM_WORK ((uint64_t)4000000) /* for a claim: about 200 ms */

static const struct {
    const char *word, *says;
} kinds[FAILURES] = {
    [FAILURE_NONE] = { "none", "" },
    [FAILURE_ERROR] = { "error", "There was no reply; the attempt does not "
                                 "count." },
    [FAILURE_TRUNCATED] = { "truncated", "The reply was cut off before its "
                                         "end." },
    [FAILURE_REFUSED] = { "refused", "The model declined to answer." },
    [FAILURE_OVERFLOW] = { "overflow",
                           "The prompt is too long for the model." },
    [FAILURE_MALFORMED] = { "malformed",
                            "The server could not parse the model's output." },
    [FAILURE_BAD_KEY] = { "bad key", "The key cannot be read; the attempt does "
                                     "not count." },
    [FAILURE_NO_ANSWER] = { "no answer", "The reply contains no answer." },
    [FAILURE_ABSTAINED] = { "abstained",
                            "The reply says that the answer is not known." },
    [FAILURE_EXTRACTION] = { "extraction",
                             "The reply contains the key, but another part "
                             "of it was taken as its answer." },
    [FAILURE_FORMATTING] = { "formatting",
                             "The answer cannot be read, or has a different "
                             "form from the key." },
    [FAILURE_UNFINISHED] = { "unfinished",
                             "The answer ends in an ellipsis or contains a "
                             "term O(...)." },
    [FAILURE_NEW_CONSTANTS] = { "new constants",
                                "The answer contains a symbol that is "
                                "neither in the statement nor in the key." },
    [FAILURE_WRONG_LIMIT] = { "wrong limit",
                              "The answer agrees with the key in the "
                              "opposite limit." },
    [FAILURE_WRONG_ORDER] = { "wrong order",
                              "The answer agrees in the limit, but not to "
                              "the order that is asked for." },
    [FAILURE_WRONG_CONDITION] = { "wrong condition",
                                  "The answer violates a condition at an end "
                                  "of the range." },
    [FAILURE_ROUNDED] = { "rounded",
                          "A rounded number in the answer is not accurate "
                          "enough in the limit." },
    [FAILURE_UNDECIDED] = { "undecided",
                            "The judge could not decide; a reviewer decides." },
    [FAILURE_SIGN] = { "sign",
                       "The answer is the key with the opposite sign." },
    [FAILURE_FACTOR] = { "factor", "The answer is a multiple of the key." },
    [FAILURE_UPSIDE_DOWN] = { "upside down", "The answer is 1 over the key." },
    [FAILURE_SHIFTED] = { "constant off",
                          "The answer is the key with a constant added." },
    [FAILURE_WRONG_VALUE] = { "wrong value",
                              "The answer and the key have different values." },
};

const char *failure_word(enum failure_kind k)
{
    return kinds[k].word;
}

static struct failure failure_plain(enum failure_kind k)
{
    return (struct failure){ k, kinds[k].says };
}

/* ---- what the judge says ---- */

/* Reasons that have not the word of their kind, with "_" for a blank. */
static const struct {
    const char *reason;
    enum failure_kind kind;
} reasons[] = {
    { "ellipsis", FAILURE_UNFINISHED },
    { "order_term", FAILURE_UNFINISHED },
    { "helper_function", FAILURE_NEW_CONSTANTS },
    { "new_constant", FAILURE_NEW_CONSTANTS },
    { "rounded_constant", FAILURE_ROUNDED },
    { "unreadable", FAILURE_FORMATTING },
};

static bool failure_is_word_of(const char *reason, const char *word)
{
    while (*reason && (*reason == *word || (*reason == '_' && *word == ' ')))
        reason++, word++;
    return !*reason && !*word;
}

static enum failure_kind failure_kind_of(const char *reason)
{
    for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++)
        if (str_eq(reasons[i].reason, reason))
            return reasons[i].kind;
    for (int k = FAILURE_ERROR; k < FAILURE_SIGN; k++)
        if (failure_is_word_of(reason, kinds[k].word))
            return (enum failure_kind)k;
    return FAILURE_WRONG_VALUE;
}

/* ---- the two formulas, as the judge understood them ---- */

struct two {
    struct arena *arena;
    const char *name; /* of one of several asked values; NULL: it is the one */
    const struct expr *key, *answer;
};

static const struct expr *failure_read_value(struct arena *a, const char *text)
{
    const struct expr *x;
    struct err e;

    if (!text || !read_expr(a, text, strlen(text), NULL, &x, &e))
        return NULL;
    x = shape_value(x);
    return expr_is_value(x) ? x : NULL;
}

/* The first asked value that is not correct. Returns false if one of the two is
 * no formula. */
static bool read_two(struct arena *a, const struct failed_reply *x,
                     struct two *out)
{
    const struct grade_result *g = x->grade;
    const char *key = g->key, *answer = g->answer;

    *out = (struct two){ .arena = a };
    for (size_t i = 0; i < g->parts_n; i++) {
        const struct grade_part *p = &g->parts[i];

        if (p->lenient.verdict == VERDICT_CORRECT)
            continue;
        out->name = p->name;
        key = p->key;
        answer = p->answer;
        break;
    }
    out->key = failure_read_value(a, key);
    out->answer = failure_read_value(a, answer);
    return out->key && out->answer;
}

/* ---- symbols ---- */

/* Returns the length of a name at s: \\lambda, or one letter of a product; 0: there
 * is none. Words, which are longer than a product in plain text, are passed over
 * by *skip. */
static size_t failure_name_at(const char *s, bool inside, size_t *skip)
{
    size_t n = *s == '\\';

    while (is_letter(s[n]))
        n++;
    *skip = n ? n : 1;
    if (*s == '\\' || n == 0)
        return n > 1 ? n : 0;
    if (n > (inside ? 16u : 2u))
        return 0;
    *skip = 1;
    return 1;
}

/* Does a symbol, "x", "lambda" or "x_{1}", stand in a statement? Words of its
 * prose are no symbols. */
static bool text_has(struct arena *a, const char *text, const char *symbol)
{
    size_t base = strcspn(symbol, "_("), n, skip;
    const char *index = symbol[base] == '_' ? symbol + base + 2 : NULL;
    bool inside = false;

    for (const char *p = text; *p; p += skip) {
        const char *name;

        inside ^= *p == '$';
        n = failure_name_at(p, inside, &skip);
        name = n ? read_one_symbol(a, arena_strndup(a, p, n)) : NULL;
        if (!name || strlen(name) != base || memcmp(name, symbol, base) != 0)
            continue;
        if (!index)
            return true;
        p += n + (p[n] == '_') + (p[n] == '_' && p[n + 1] == '{');
        skip = 0;
        if (strncmp(p, index, strlen(index) - 1) == 0)
            return true;
    }
    return false;
}

/* Returns a symbol of the answer that neither statement nor key has, or NULL. */
static const char *new_symbol(const struct two *t, const char *statement)
{
    const char *const *names, *const *known;
    size_t n = expr_symbols(t->arena, t->answer, &names);
    size_t known_n = expr_symbols(t->arena, t->key, &known);

    for (size_t i = 0; i < n; i++) {
        bool found = text_has(t->arena, statement, names[i]);

        for (size_t k = 0; k < known_n && !found; k++)
            found = str_eq(names[i], known[k]);
        if (!found)
            return names[i];
    }
    return NULL;
}

/* ---- facts that are decided here ---- */

static bool failure_equal(const struct two *t, const struct expr *x,
                          const struct expr *y)
{
    struct decide_options o = { 0 };
    struct work w = { .limit = WORK_MOST };

    return decide_equal(t->arena, x, y, &o, &w).equal == TRUTH_YES;
}

/* What people and models do to a key K. */
static const struct {
    const char *formula;
    enum failure_kind kind;
    const char *says; /* NULL: as the kind does */
} changes[] = {
    { "-K", FAILURE_SIGN, NULL },
    { "2K", FAILURE_FACTOR, "The answer is twice the key." },
    { "K/2", FAILURE_FACTOR, "The answer is half of the key." },
    { "-2K", FAILURE_FACTOR, "The answer is -2 times the key." },
    { "-K/2", FAILURE_FACTOR, "The answer is -1/2 times the key." },
    { "3K", FAILURE_FACTOR, "The answer is 3 times the key." },
    { "K/3", FAILURE_FACTOR, "The answer is a third of the key." },
    { "4K", FAILURE_FACTOR, "The answer is 4 times the key." },
    { "K/4", FAILURE_FACTOR, "The answer is a quarter of the key." },
    { "\\pi K", FAILURE_FACTOR, "The answer is pi times the key." },
    { "K/\\pi", FAILURE_FACTOR, "The answer is the key divided by pi." },
    { "2\\pi K", FAILURE_FACTOR, "The answer is 2 pi times the key." },
    { "K/(2\\pi)", FAILURE_FACTOR, "The answer is the key divided by 2 pi." },
    { "\\sqrt{2}K", FAILURE_FACTOR, "The answer is sqrt(2) times the key." },
    { "K/\\sqrt{2}", FAILURE_FACTOR,
      "The answer is the key divided by sqrt(2)." },
    { "10K", FAILURE_FACTOR, "The answer is 10 times the key." },
    { "K/10", FAILURE_FACTOR, "The answer is a tenth of the key." },
    { "100K", FAILURE_FACTOR, "The answer is 100 times the key." },
    { "K/100", FAILURE_FACTOR, "The answer is a hundredth of the key." },
    { "1/K", FAILURE_UPSIDE_DOWN, NULL },
};

static bool failure_is_changed(const struct two *t, struct failure *out)
{
    static const char *const names[] = { "K" };
    struct read_options o = { .symbols = names, .symbols_n = 1 };

    if (failure_equal(t, t->key, expr_integer(t->arena, 0)))
        return false; /* every multiple of 0 is 0 */
    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
        const char *f = changes[i].formula;
        const struct expr *x;
        struct err e;

        if (!read_expr(t->arena, f, strlen(f), &o, &x, &e))
            BUG("a formula of the table that cannot be read");
        x = expr_replace(t->arena, x, "K", t->key);
        if (!failure_equal(t, x, t->answer))
            continue;
        *out = failure_plain(changes[i].kind);
        if (changes[i].says)
            out->says = changes[i].says;
        return true;
    }
    return false;
}

/* Is the difference a constant, though the key is none? Its derivatives by all
 * symbols vanish then. */
static bool failure_is_shifted(const struct two *t)
{
    const struct expr *zero = expr_integer(t->arena, 0);
    const struct expr *difference = expr_binary(
        t->arena, EXPR_ADD, t->answer, expr_unary(t->arena, EXPR_NEG, t->key));
    struct work w = { .limit = WORK_MOST };
    const char *const *names;
    size_t n = expr_symbols(t->arena, difference, &names), key_n;

    key_n = expr_symbols(t->arena, t->key, &(const char *const *){ NULL });
    for (size_t i = 0; i < n; i++) {
        const struct expr *d =
            differentiate(t->arena, difference, names[i], &w);

        if (!d || !failure_equal(t, d, zero))
            return false;
    }
    return key_n > 0 && n > 0;
}

/* Does the answer solve the equation of a claim, and miss a condition? */
static bool misses_condition(struct arena *a, const struct failed_reply *x,
                             const char **why)
{
    if (x->grade->parts_n || !x->grade->answer)
        return false;
    for (size_t i = 0; i < x->n_claims; i++) {
        struct work w = { .limit = CLAIM_WORK };
        struct finding f = { 0 };
        struct claim c = x->claims[i];

        if (c.mode != CLAIM_EQUALS ||
            (c.kind != CLAIM_ODE && c.kind != CLAIM_PDE))
            continue;
        c.claim = x->grade->answer;
        verify_claim(a, &c, &w, &f);
        *why = f.why;
        if (f.holds == TRUTH_NO && str_eq(f.reason, "condition"))
            return true;
    }
    return false;
}

/* What is known of a value that is wrong. */
static struct failure failure_look(struct arena *a,
                                   const struct failed_reply *x)
{
    struct failure out = failure_plain(FAILURE_WRONG_VALUE);
    const char *why;
    struct two t;

    if (misses_condition(a, x, &why))
        return (struct failure){
            FAILURE_WRONG_CONDITION,
            arena_printf(a, "The answer solves the equation, but %s.", why)
        };
    if (!read_two(a, x, &t))
        return out;
    if (!failure_is_changed(&t, &out) && failure_is_shifted(&t))
        out = failure_plain(FAILURE_SHIFTED);
    if (t.name)
        out.says = arena_printf(a, "%s: %s", t.name, out.says);
    return out;
}

/* A new constant is one only if the statement has none of that name. */
static struct failure look_at_symbols(struct arena *a,
                                      const struct failed_reply *x)
{
    const char *name;
    struct two t;

    if (!read_two(a, x, &t))
        return failure_plain(FAILURE_NEW_CONSTANTS);
    name = new_symbol(&t, x->problem->statement);
    if (!name)
        return failure_look(a, x);
    return (struct failure){ FAILURE_NEW_CONSTANTS,
                             arena_printf(a,
                                          "The answer contains %s, which is "
                                          "neither in the statement nor in "
                                          "the key.",
                                          name) };
}

struct failure failure_of(struct arena *a, const struct failed_reply *x)
{
    enum mark mark = mark_of(x->result, false);
    const char *word = reasons_word(a, x->result, mark);
    enum failure_kind kind;

    if (!word)
        return failure_plain(FAILURE_NONE);
    if (x->result->outcome != OUTCOME_OK || mark == MARK_BAD_KEY || !x->grade ||
        !x->text)
        return failure_plain(failure_kind_of(mark_name(mark)));
    if (mark != MARK_UNDECIDED && mark != MARK_ABSTAINED &&
        key_is_seen(a, x->problem, x->text, x->grade->from, x->grade->to))
        return failure_plain(FAILURE_EXTRACTION);
    kind = failure_kind_of(word);
    if (kind == FAILURE_NEW_CONSTANTS)
        return look_at_symbols(a, x);
    if (kind == FAILURE_WRONG_VALUE && mark == MARK_WRONG)
        return failure_look(a, x);
    return failure_plain(kind);
}
