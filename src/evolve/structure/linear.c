/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/structure/gap.h"
#include "evolve/structure/slips.h"
#include "evolve/structure/structure.h"
#include "family/linear/linear_problem.h"
#include "family/linear/linear_second.h"
#include "family/linear/measure.h"
#include "math/exact/integer.h"

/* Slips in a system of equations: one number of one equation misread. */

struct misread {
    const struct system *right;
    struct slip_list list;
};

/* The answer of the system with equation `eq` instead of its own. */
static bool linear_answer_with(const struct misread *m, size_t eq,
                               struct equation new, struct ratio *out)
{
    struct settled x;
    struct system s;

    linear_copy(&s, m->right);
    s.eqs[eq] = new;
    if (!linear_settle(&s, s.asked, s.n_eqs, &x) || !x.settled)
        return false;
    *out = x.value;
    return true;
}

static void add_times(struct misread *m, const char *slip, int64_t times,
                      struct ratio step)
{
    struct ratio x;

    if (ratio_mul(&x, step, RATIO(times)) && ratio_add(&x, m->list.key, x))
        slip_add(&m->list, slip, x);
}

/* "5 more" is taken for "5 less", left out, or added twice: the answer moves in
 * proportion. */
static void misread_side(struct misread *m, const struct equation *q, size_t eq)
{
    struct equation none = *q;
    struct ratio x;

    none.rhs = RATIO(0);
    if (!ratio_sign(q->rhs) || !linear_answer_with(m, eq, none, &x) ||
        !ratio_sub(&x, m->list.key, x))
        return;
    add_times(m, SLIP_SIGN, -2, x);
    add_times(m, SLIP_SKIPPED, -1, x);
    add_times(m, SLIP_DOUBLED, 1, x);
}

/* "3 times" is left out, or a sum is taken for a difference. */
static void misread_term(struct misread *m, const char *slip, size_t eq,
                         size_t var, struct ratio value)
{
    struct equation new = m->right->eqs[eq];
    struct ratio x;

    new.c[var] = value;
    if (!slip_has(&m->list, slip) && linear_answer_with(m, eq, new, &x))
        slip_add(&m->list, slip, x);
}

static void misread(struct misread *m, size_t eq)
{
    const struct equation *q = &m->right->eqs[eq];
    size_t last;

    if (linear_terms(q, &last) < 2)
        return;
    misread_side(m, q, eq);
    for (size_t v = 0; v < m->right->n_vars; v++) {
        struct ratio one = RATIO(ratio_sign(q->c[v]));

        if (!one.p)
            continue;
        if (!ratio_equal(one, q->c[v]))
            misread_term(m, SLIP_SKIPPED, eq, v, one);
        misread_term(m, SLIP_SIGN, eq, v, ratio_neg(q->c[v]));
    }
}

static size_t linear_slips(struct arena *a, const void *data, struct slip *out)
{
    const struct linear_problem *l = data;
    struct misread m = { .right = &l->system, .list = { .out = out } };
    struct settled key;

    (void)a;
    if (!linear_settle(m.right, m.right->asked, m.right->n_eqs, &key) ||
        !key.settled)
        return 0;
    m.list.key = key.value;
    m.list.most = 2.0 * (double)l->shape.high;
    for (size_t i = 0; i < m.right->n_eqs && m.list.n < 3; i++)
        misread(&m, i);
    return m.list.n;
}

/* An equation that is not told: the others hold for another solution too. */

#define REACH 40 /* steps to either side of the solution */

/* The direction that the others leave open, as the shortest in whole numbers.
 * With one equation's right side changed all the others hold still. */
static bool open_direction(const struct system *s, size_t eq,
                           const struct ratio *x, struct ratio *out)
{
    struct system other = *s;
    int64_t scale = 1, common = 0;
    struct ratio by;

    if (!ratio_add(&other.eqs[eq].rhs, s->eqs[eq].rhs, RATIO(1)) ||
        !linear_solve(&other, out))
        return false;
    for (size_t i = 0; i < s->n_vars; i++) {
        if (!ratio_sub(&out[i], out[i], x[i]) || out[i].q > INT32_MAX / scale)
            return false;
        scale = scale / integer_gcd(scale, out[i].q) * out[i].q;
        common = integer_gcd(common, out[i].p);
    }
    if (!ratio_make(&by, scale, common))
        return false;
    for (size_t i = 0; i < s->n_vars; i++)
        if (!ratio_mul(&out[i], out[i], by))
            return false;
    return true;
}

static bool linear_in_range(const struct linear_problem *l, struct ratio x)
{
    return ratio_whole(x) && x.p >= l->shape.low && x.p <= l->shape.high;
}

/* x and `steps` of the direction: whole numbers in range. */
static bool linear_reach(const struct linear_problem *l, const struct ratio *x,
                         const struct ratio *direction, int64_t steps,
                         struct gap_fill *out)
{
    struct ratio d;

    out->n = l->system.n_vars;
    for (size_t i = 0; i < out->n; i++)
        if (!ratio_mul(&d, direction[i], RATIO(steps)) ||
            !ratio_add(&out->values[i], x[i], d) ||
            !linear_in_range(l, out->values[i]))
            return false;
    out->key = out->values[l->system.asked];
    return true;
}

static bool gap_without(const struct linear_problem *l, size_t eq,
                        struct gap *out)
{
    struct ratio x[LINEAR_VARIABLES], direction[LINEAR_VARIABLES];

    *out = (struct gap){ .sentence = eq, .slot = NO_SLOT };
    if (!linear_solve(&l->system, x) ||
        !open_direction(&l->system, eq, x, direction) ||
        !linear_reach(l, x, direction, 0, &out->fills[0]))
        return false;
    for (int64_t k = 1; k <= REACH; k++)
        if (linear_reach(l, x, direction, k, &out->fills[1]) ||
            linear_reach(l, x, direction, -k, &out->fills[1]))
            return true;
    return false;
}

/* ---- checking ---- */

/* Do the values fit all equations but one? By putting them in. */
static bool linear_fits(const struct system *s, size_t but,
                        const struct ratio *x)
{
    for (size_t i = 0; i < s->n_eqs; i++) {
        struct ratio sum = RATIO(0), term;

        for (size_t v = 0; v < s->n_vars; v++)
            if (!ratio_mul(&term, s->eqs[i].c[v], x[v]) ||
                !ratio_add(&sum, sum, term))
                return false;
        if (i != but && !ratio_equal(sum, s->eqs[i].rhs))
            return false;
    }
    return true;
}

/* Returns NULL if the fills prove the gap, by the structure alone; else what is
 * wrong. Safe for any gap of a file. */
static const char *linear_gap_fault(struct arena *a, const void *data,
                                    const struct gap *g)
{
    const struct linear_problem *l = data;
    size_t rank;

    (void)a;
    if (g->word || g->sentence >= l->system.n_eqs)
        return "the missing sentence is not one of its conditions";
    for (size_t i = 0; i < 2; i++) {
        const struct gap_fill *f = &g->fills[i];

        if (f->n != l->system.n_vars ||
            !ratio_equal(f->values[l->system.asked], f->key))
            return "a solution lacks its answer";
        for (size_t k = 0; k < f->n; k++)
            if (!linear_in_range(l, f->values[k]))
                return "a solution lies outside the range";
        if (!linear_fits(&l->system, g->sentence, f->values))
            return "a solution violates a stated condition";
    }
    if (ratio_equal(g->fills[0].key, g->fills[1].key))
        return "both solutions have the same answer";
    if (!linear_rank(&l->system, g->sentence, &rank) ||
        rank + 1 != l->system.n_vars)
        return "the stated conditions have full rank";
    return NULL;
}

/* Draws a gap. Fails if no condition can be left out such that this is
 * proved. */
static bool linear_gap(struct arena *a, const void *data, struct rng *r,
                       struct gap *out, struct err *e)
{
    const struct linear_problem *l = data;
    size_t order[LINEAR_EQUATIONS];

    for (size_t i = 0; i < l->system.n_eqs; i++)
        order[i] = i;
    rng_shuffle(r, order, l->system.n_eqs, sizeof(*order));
    for (size_t i = 0; i < l->system.n_eqs; i++)
        if (gap_without(l, order[i], out) && !linear_gap_fault(a, l, out))
            return true;
    return err_set(e, ERR_DOMAIN,
                   "whichever condition is removed, the range has only one "
                   "solution");
}

/*
 * Structures of kind `linear`: a system of equations and the things of a theme.
 * The sentences are those of family `linear`, one for each equation and the
 * question after them; the JSON is that of the family's params.
 */

#define RENUMBERS 200 /* until the key is another one */

/* ---- making ---- */

/* The numbers of each sentence are asked for often, and only saying it tells
 * them. */
static struct linear_problem *linear_keep(struct arena *a,
                                          const struct linear_problem *t)
{
    struct linear_problem *b = arena_new(a, struct linear_problem);
    struct slots *said = arena_array(a, struct slots, t->system.n_eqs);
    struct str text = { 0 };

    *b = *t;
    for (size_t i = 0; i < t->system.n_eqs; i++)
        linear_problem_say(&text, t, i, SIZE_MAX, NULL, &said[i]);
    str_clear(&text);
    b->said = said;
    return b;
}

static void linear_numbers_of(const struct linear_problem *t, size_t i,
                              struct slots *out)
{
    struct str text = { 0 };

    *out = (struct slots){ 0 };
    if (t->said)
        *out = t->said[i];
    else
        linear_problem_say(&text, t, i, SIZE_MAX, NULL, out);
    str_clear(&text);
}

struct structure structure_linear_draw(struct arena *a, struct rng *r,
                                       const struct linear_shape *shape,
                                       const struct theme *theme)
{
    struct linear_problem t;

    linear_problem_draw(r, r, shape, theme, &t);
    return (struct structure){ &structure_linear, linear_keep(a, &t) };
}

const struct linear_problem *structure_linear_of(const struct structure *b)
{
    return b->kind == &structure_linear ? b->data : NULL;
}

/* ---- numbers of the text ---- */

/* A number of the text: the sentence, and which one of its numbers. */
struct place {
    size_t sentence, slot;
    struct slots in; /* all numbers of that sentence */
};

/* Where slot `slot` of the structure is; false: there is none. */
static bool linear_find_place(const struct linear_problem *t, size_t slot,
                              struct place *out)
{
    for (size_t i = 0; i < t->system.n_eqs; i++) {
        linear_numbers_of(t, i, &out->in);
        if (slot < out->in.n) {
            out->sentence = i;
            out->slot = slot;
            return true;
        }
        slot -= out->in.n;
    }
    return false;
}

/* The system with another number there; false: there is no such slot. */
static bool set_slot(const struct linear_problem *t, size_t slot,
                     struct ratio value, struct system *out)
{
    struct equation *eq;
    struct place p;

    linear_copy(out, &t->system);
    if (slot == NO_SLOT)
        return true;
    if (!linear_find_place(t, slot, &p))
        return false;
    if (p.in.sign[p.slot] < 0)
        value = ratio_neg(value);
    eq = &out->eqs[p.sentence];
    if (p.in.var[p.slot] < LINEAR_VARIABLES)
        eq->c[p.in.var[p.slot]] = value;
    else
        eq->rhs = value;
    return true;
}

static size_t linear_slots(struct arena *a, const void *data,
                           const struct structure_slot **out)
{
    struct structure_slot *list =
        arena_array(a, struct structure_slot, STRUCTURE_SLOTS);
    const struct linear_problem *t = data;
    size_t n = 0;

    for (size_t i = 0; i < t->system.n_eqs; i++) {
        struct slots in;

        linear_numbers_of(t, i, &in);
        for (size_t k = 0; k < in.n && n < STRUCTURE_SLOTS; k++)
            list[n++] = (struct structure_slot){ in.value[k], i };
    }
    *out = list;
    return n;
}

static void linear_kind_say(struct arena *a, const void *data, size_t hidden,
                            const char *letter, struct saying *out)
{
    const struct linear_problem *t = data;
    struct place p = { .sentence = SIZE_MAX };

    if (hidden != NO_SLOT && !linear_find_place(t, hidden, &p))
        p.sentence = SIZE_MAX;
    out->question = t->system.n_eqs;
    out->n = t->system.n_eqs + 1;
    for (size_t i = 0; i < out->n; i++) {
        struct str s = str_in(a);

        if (i == out->question)
            linear_problem_ask(&s, t);
        else
            linear_problem_say(&s, t, i, i == p.sentence ? p.slot : SIZE_MAX,
                               letter, NULL);
        out->sentences[i] = str_get(&s);
    }
}

/* ---- the key ---- */

static bool linear_kind_solve(struct arena *a, const void *data, size_t slot,
                              struct ratio value, struct ratio *key)
{
    const struct linear_problem *t = data;
    struct settled found;
    struct system s;

    (void)a;
    if (!set_slot(t, slot, value, &s) ||
        !linear_settle(&s, s.asked, s.n_eqs, &found) || !found.settled)
        return false;
    *key = found.value;
    return true;
}

static bool linear_put(struct arena *a, const void *data, size_t slot,
                       struct ratio value, void **out)
{
    struct linear_problem t = *(const struct linear_problem *)data;
    struct ratio x[LINEAR_VARIABLES];
    struct system s;

    if (!set_slot(&t, slot, value, &s) || !linear_solve(&s, x))
        return false;
    t.system = s;
    *out = linear_keep(a, &t);
    return true;
}

/* A variable with an equation of its own. */
static bool is_easy(const struct system *s, size_t var)
{
    size_t last;

    for (size_t i = 0; i < s->n_eqs; i++)
        if (linear_terms(&s->eqs[i], &last) == 1 && last == var)
            return true;
    return false;
}

static size_t linear_quantities(struct arena *a, const void *data,
                                struct quantity *out)
{
    const struct linear_problem *b = data;
    struct ratio x[LINEAR_VARIABLES];

    (void)a;
    if (!linear_solve(&b->system, x))
        BUG("a linear structure without a solution"); /* reading refuses them */
    for (size_t i = 0; i < b->system.n_vars; i++)
        out[i] = (struct quantity){
            b->theme->things[b->thing[i]], x[i], i == b->system.asked,
            is_easy(&b->system, i),        NULL, NO_SLOT
        };
    return b->system.n_vars;
}

static const char *linear_family(const void *data)
{
    (void)data;
    return "linear";
}

static void linear_kind_measure(const void *data,
                                struct structure_measures *out)
{
    const struct system *s = &((const struct linear_problem *)data)->system;
    struct linear_measures m;

    linear_measure(s, &m);
    *out = (struct structure_measures){ .variables = s->n_vars,
                                        .steps = s->n_eqs,
                                        .depth = m.depth,
                                        .distance = m.distance };
}

static void linear_explain(struct arena *a, const void *data, struct str *out)
{
    const struct linear_problem *t = data;
    struct steps steps = steps_in(a);
    struct ratio answer;

    if (linear_worked(a, t, &steps, &answer))
        str_addf(out, "%s\n", str_get(&steps.text));
}

/* ---- others of the same kind ---- */

static bool linear_renumber(struct arena *a, const void *data, struct rng *r,
                            void **out, struct err *e)
{
    struct linear_problem t = *(const struct linear_problem *)data;
    int64_t solution[LINEAR_VARIABLES];
    struct system old = t.system;
    struct ratio key;

    if (!linear_kind_solve(a, data, NO_SLOT, RATIO(0), &key))
        return err_set(e, ERR_DOMAIN, "the system has no key");
    for (int i = 0; i < RENUMBERS; i++) {
        linear_redraw(r, &t.shape, &old, &t.system, solution);
        if (!ratio_equal(RATIO(solution[t.system.asked]), key)) {
            *out = linear_keep(a, &t);
            return true;
        }
    }
    return err_set(e, ERR_DOMAIN, "the range of values holds no other answer");
}

/* Another theme: no thing has the name it had. */
static bool rename_things(struct arena *a, const void *data, struct rng *r,
                          void **out, struct err *e)
{
    struct linear_problem t = *(const struct linear_problem *)data;
    const struct theme *theme =
        &linear_themes[rng_below(r, n_linear_themes - 1)];

    (void)e;
    if (theme >= t.theme) /* all but the one it has */
        theme++;
    linear_problem_things(r, theme, &t);
    *out = linear_keep(a, &t);
    return true;
}

/* ---- the second method ---- */

/* Is that the key of the system, by determinants, is every equation needed, and
 * is its shape as promised? NULL, or what is wrong. */
static const char *key_fault(struct arena *a, const struct system *s,
                             const struct linear_shape *shape, struct ratio key,
                             const char *what)
{
    struct linear_second found;
    const char *fault = linear_second_solve(a, s, &found);

    if (fault)
        return arena_printf(a, "%s: %s", what, fault);
    if (!ratio_equal(found.x[s->asked], key))
        return arena_printf(a, "%s: the answer is %s, not %s", what,
                            ratio_text(a, found.x[s->asked]),
                            ratio_text(a, key));
    fault = linear_second_needed(a, s, &found);
    return fault ? fault : linear_second_promise(a, s, &found, shape);
}

/* From the structure and from the sentences read back; every equation is
 * needed. The same equations have the same key, and need no other proof. */
static const char *linear_fault(struct arena *a, const void *data,
                                const struct structure_told *told,
                                struct ratio key)
{
    const struct linear_problem *t = data;
    struct linear_letter l = { told->hidden == NO_SLOT ? NULL : told->letter,
                               told->value };
    struct system s, read;
    const char *fault;

    if (!set_slot(t, told->hidden, told->value, &s))
        return "it does not have the number to hide";
    fault = key_fault(a, &s, &t->shape, key, "by the structure");
    if (!fault)
        fault = linear_problem_read(a, t, told->said, told->n, &l, &read);
    return fault ? fault : linear_problem_differs(a, &s, &read);
}

/* ---- files ---- */

static struct json *linear_write(struct arena *a, const void *data)
{
    return linear_problem_write(a, data);
}

static bool linear_kind_read(struct arena *a, const struct json *v, void **out,
                             struct err *e)
{
    struct ratio x[LINEAR_VARIABLES];
    struct linear_problem t;

    if (!linear_problem_parse(v, &t, e))
        return false;
    if (!linear_all_needed(&t.system) || !linear_solve(&t.system, x))
        return err_set(e, ERR_DOMAIN,
                       "the answer must need every one of \"equations\"");
    *out = linear_keep(a, &t);
    return true;
}

const struct structure_kind structure_linear = {
    .name = "linear",
    .say = linear_kind_say,
    .slots = linear_slots,
    .solve = linear_kind_solve,
    .quantities = linear_quantities,
    .renumber = linear_renumber,
    .rename = rename_things,
    .fault = linear_fault,
    .put = linear_put,
    .slips = linear_slips,
    .family = linear_family,
    .gap = linear_gap,
    .gap_fault = linear_gap_fault,
    .measure = linear_kind_measure,
    .explain = linear_explain,
    .write = linear_write,
    .read = linear_kind_read,
};
