/* SPDX-License-Identifier: Apache-2.0 */
#include "family/applied/applied.h"
#include "base/ascii.h"
#include "family/recipe/keys.h"
#include "math/ball/ball.h"
#include "math/read/read.h"
#include "verify/verify.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define WORK_MOST 300000000 /* of one claim: some fifteen seconds */

static const char *const disguises[] = { "none", "structure", "vanishing",
                                         "trap" };

static const struct applied *applied_of(const struct family *f)
{
    return (const struct applied *)(const void *)f->base;
}

void solving_regime(struct solving *s, const char *key)
{
    INVARIANT(s->n_others + 1 < APPLIED_KEYS);
    s->others[s->n_others++] = key;
}

/* ---- claims ---- */

struct applied_claim applied_begin(enum claim_kind kind, const char *object,
                                   const char *variable)
{
    return (struct applied_claim){ .claim = { .kind = kind,
                                              .object = object,
                                              .variable = variable,
                                              .conditions = "",
                                              .mode = CLAIM_EQUALS } };
}

void applied_tends(struct arena *a, struct applied_claim *c, const char *symbol,
                   enum limit_to to, int terms)
{
    const char **names = arena_array(a, const char *, 1);

    names[0] = symbol;
    c->claim.parameters = names;
    c->claim.parameters_n = 1;
    c->claim.mode = CLAIM_ASYMPTOTIC;
    c->claim.limit =
        (struct claim_limit){ .symbol = symbol, .to = to, .terms = terms };
    fmpq_init(c->claim.limit.order);
}

/* The limit of a key, as the judge of answers reads it; NULL: none. */
static struct json *applied_limit(struct arena *a, const struct claim *c)
{
    static const char *const to[] = { "0+", "0-", "inf" };
    struct json *limit;

    if (c->mode != CLAIM_ASYMPTOTIC)
        return NULL;
    limit = json_new(a, JSON_OBJECT);
    json_set(a, limit, "symbol", json_new_string(a, c->limit.symbol));
    json_set(a, limit, "to",
             json_new_string(a, c->limit.to == LIMIT_POINT ? c->limit.point
                                                           : to[c->limit.to]));
    if (c->limit.has_order)
        json_set(
            a, limit, "order",
            json_new_number(
                a, arena_printf(a, "%g",
                                fmpz_get_d(fmpq_numref(c->limit.order)) /
                                    fmpz_get_d(fmpq_denref(c->limit.order)))));
    else
        json_set(a, limit, "terms", json_new_int(a, c->limit.terms));
    if (c->limit.uniform_in)
        json_set(a, limit, "uniform_in",
                 json_new_string(a, c->limit.uniform_in));
    if (c->limit.range)
        json_set(a, limit, "range", json_new_string(a, c->limit.range));
    return limit;
}

/* ---- make ---- */

static enum disguise disguise_of(const struct json *knobs)
{
    const char *set = json_string(json_get(knobs, "disguise"));
    int i = 0;

    while (set && !str_eq(disguises[i], set))
        i++;
    return (enum disguise)i;
}

static void draw_values(const struct applied *x, struct draw *d,
                        union values *v)
{
    struct pick k = { .level = d->level,
                      .mode = d->space ? PICK_WALK : PICK_FREE,
                      .rank = d->rank,
                      .space = 1,
                      .maths = &d->maths };
    struct pick hidden = {
        .level = d->level, .mode = PICK_FREE, .space = 1, .maths = &d->noise
    };

    memset(v, 0, sizeof(*v));
    x->recipe.draw(&k, v);
    INVARIANT(!d->space || k.space == d->space);
    v->numbers[0] = disguise_of(d->knobs);
    if (v->numbers[0] && x->disguise)
        x->disguise(&hidden, v);
}

static bool solve(const struct family *f, struct solving *s,
                  const union values *v)
{
    const struct form *form = recipe_form(f);

    s->kind = form_kind(form, v);
    s->speech.arena = s->arena;
    s->speech.values = v;
    form_begin(form, &s->speech);
    return applied_of(f)->analyse ? applied_of(f)->solve_by(s, applied_of(f), v)
                                  : applied_of(f)->recipe.solve(s, v);
}

static size_t claims_of(const struct applied *x, struct arena *a,
                        const union values *v, struct applied_claim *out)
{
    return x->analyse ? x->claims_by(a, x, v, out) : x->claims(a, v, out);
}

static void set_keys(const struct family *f, struct solving *s,
                     const union values *v, struct problem *p)
{
    struct applied_claim claims[APPLIED_KEYS];
    size_t n = claims_of(applied_of(f), s->arena, v, claims);

    INVARIANT(n == s->n_others + 1);
    p->keys = arena_array(s->arena, struct key, n);
    p->n_keys = n;
    for (size_t i = 0; i < n; i++)
        p->keys[i] =
            (struct key){ .name = n > 1 ? claims[i].name : NULL,
                          .kind = f->answer,
                          .latex = i ? s->others[i - 1] : s->key,
                          .limit = applied_limit(s->arena, &claims[i].claim) };
}

bool applied_make(const struct family *f, struct arena *a, struct draw *d,
                  struct problem *p, struct err *e)
{
    const struct applied *x = applied_of(f);
    struct steps steps = steps_in(a);
    struct solving s = { .arena = a, .steps = &steps };
    struct str statement = str_in(a);
    union values v;

    draw_values(x, d, &v);
    if (!solve(f, &s, &v))
        return err_set(e, ERR_DOMAIN, "%s level %d: no problem was drawn",
                       f->name, d->level);
    recipe_say(f, a, d, &v, NULL, "", 0, &statement);
    set_keys(f, &s, &v, p);
    p->statement = str_get(&statement);
    p->solution = str_get(&steps.text);
    p->params = values_write(a, x->recipe.fields, &v);
    return true;
}

/* ---- check ---- */

/* The last error of the table that is a number. */
static double last_error(const struct finding *f)
{
    for (size_t i = f->rows_n; i > 0; i--)
        if (f->rows[i - 1].scaled < 1e100)
            return f->rows[i - 1].scaled;
    return 0;
}

/* Verify one formula. Returns what the verifier finds; *error is raised to the
 * last error of its table. */
static enum truth verify(struct arena *a, struct claim c, const char *formula,
                         double *error, const char **why)
{
    struct work w = { .limit = WORK_MOST };
    struct finding found = { 0 };

    c.id = "key";
    c.claim = formula;
    verify_claim(a, &c, &w, &found);
    *error = last_error(&found) > *error ? last_error(&found) : *error;
    *why = found.holds == TRUTH_NO
               ? arena_printf(a, "the printed formula does not hold: %s",
                              found.reason)
               : found.why;
    return found.holds;
}

/* Set out to the difference of two formulas where the symbol is 2^e or, in a
 * limit from below, -2^e. Returns false if it has no value. */
static bool difference(struct arena *a, const char *x, const char *y,
                       const struct claim_limit *l, slong e, acb_t out)
{
    const char *text = arena_printf(a, "(%s)-(%s)", x, y);
    struct work w = { .limit = WORK_MOST };
    struct ball_point at = { .names = &l->symbol, .n = 1 };
    const struct expr *tree;
    acb_t value;
    bool ok;
    struct err err;

    if (!read_expr(a, text, strlen(text), NULL, &tree, &err))
        return false;
    acb_init(value);
    acb_set_si(value, l->to == LIMIT_ZERO_BELOW ? -1 : 1);
    acb_mul_2exp_si(value, value, e);
    at.values = value;
    ok = ball_eval(out, tree, &at, 256, &w) == BALL_VALUE;
    acb_clear(value);
    return ok;
}

#define NEAR 40 /* 2^-40 is near 0, and 2^40 near infinity */

static slong near_limit(const struct claim_limit *l)
{
    return l->to == LIMIT_INFINITY ? NEAR : -NEAR;
}

static bool are_different(struct arena *a, const char *x, const char *y,
                          const struct claim_limit *l)
{
    bool apart;
    acb_t d;

    acb_init(d);
    apart = difference(a, x, y, l, near_limit(l), d) && !acb_contains_zero(d);
    acb_clear(d);
    return apart;
}

static bool is_on_side(struct arena *a, const struct applied_claim *c,
                       const char *key)
{
    const struct claim_limit *l = &c->claim.limit;
    bool on = c->side == 0;
    acb_t d;

    if (on)
        return true;
    acb_init(d);
    if (difference(a, key, c->bound, l, near_limit(l), d))
        on = c->side > 0 ? arb_is_positive(acb_realref(d))
                         : arb_is_negative(acb_realref(d));
    acb_clear(d);
    return on;
}

static enum truth verify_items(struct arena *a, const struct applied_claim *c,
                               const char *key, double *error, const char **why)
{
    enum truth all = TRUTH_YES;
    const char **items;
    size_t n;

    *why = arena_printf(a, "the key is no list of %zu formulas", c->items);
    if (!key_items(a, key, "", "", &items, &n) || n != c->items)
        return TRUTH_NO;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++)
            if (!are_different(a, items[i], items[k], &c->claim.limit)) {
                *why = arena_printf(a, "%s and %s are the same root", items[k],
                                    items[i]);
                return TRUTH_NO;
            }
    for (size_t i = 0; i < n && all != TRUTH_NO; i++) {
        enum truth one = verify(a, c->claim, items[i], error, why);

        all = one == TRUTH_YES ? all : one;
    }
    return all;
}

/* The kit writes no number behind a factor: it would read as another factor. */
static bool is_spelt_well(const char *key)
{
    for (const char *p = key; *p; p++)
        if (p > key && is_digit(*p) &&
            (strchr("})]", p[-1]) || is_letter(p[-1])))
            return false;
    return *key != '\0';
}

static enum truth verify_keys(struct arena *a, const struct problem *p,
                              const struct applied_claim *claims,
                              struct check_finding *found)
{
    enum truth all = TRUTH_YES;
    const char *why = "";
    double error = 0;

    for (size_t i = 0; i < p->n_keys && all != TRUTH_NO; i++) {
        const char *key = p->keys[i].latex;
        enum truth one = TRUTH_NO;

        if (!is_spelt_well(key))
            why = "the key is not spelt as this family spells formulas";
        else if (!is_on_side(a, &claims[i], key))
            why = "the key is another root than the one that is asked for";
        else
            one = claims[i].items
                      ? verify_items(a, &claims[i], key, &error, &why)
                      : verify(a, claims[i].claim, key, &error, &why);
        if (one != TRUTH_YES) {
            all = one;
            found->detail = why ? why : "";
        }
    }
    if (all == TRUTH_YES && error > 0)
        found->detail = arena_printf(
            a,
            "the printed formula agrees with the object; the last error of "
            "the table is below 1e%d of the term that is asked for",
            (int)floor(log10(error)) + 1);
    else if (all == TRUTH_YES)
        found->detail = why;
    return all;
}

bool applied_check(const struct family *f, struct arena *a,
                   const struct problem *p, enum truth *holds,
                   struct check_finding *found, struct err *e)
{
    const struct applied *x = applied_of(f);
    struct applied_claim claims[APPLIED_KEYS];
    union values v = { { 0 } };
    size_t n;

    if (!values_read(a, p->params, x->recipe.fields, &v, e))
        return false;
    found->by = "numerical";
    found->detail = "the values make no problem";
    *holds = TRUTH_NO;
    if (!(n = claims_of(x, a, &v, claims)))
        return true;
    if (p->n_keys != n)
        found->detail = arena_printf(a, "there must be %zu keys", n);
    else
        *holds = verify_keys(a, p, claims, found);
    return true;
}
