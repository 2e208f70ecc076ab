/* SPDX-License-Identifier: Apache-2.0 */

/* Loops, in formulas and in solve, and the statements of solve. */
#include "family/language/builtin_int.h"
#include "family/language/machine.h"
#include "family/language/machine_int.h"

#include <string.h>

/* ---- going through clauses ---- */

struct walk {
    const struct loop *loop;
    loop_visit *visit;
    void *ctx;
    bool stopped;
};

static void walk_clause(struct machine *m, struct walk *w, size_t k);

static void walk_inside(struct machine *m, struct walk *w, size_t k)
{
    const struct loop *l = w->loop;

    if (k < l->n) {
        walk_clause(m, w, k);
        return;
    }
    if (l->where && !machine_holds(m, l->where))
        return;
    w->stopped = m->r.failed || !w->visit(m, w->ctx);
}

/* a..b is not made into a list. */
static void walk_range(struct machine *m, struct walk *w, size_t k,
                       const struct symbol *var, const struct node *range)
{
    int64_t lo, hi;

    if (!machine_ends(m, range, &lo, &hi))
        return;
    for (int64_t i = lo; i <= hi && !w->stopped && val_spend(&m->r, 1); i++) {
        m->frame[var->slot] = val_int(i);
        walk_inside(m, w, k + 1);
    }
}

/* Give the names of the clause their values of one round. */
static bool set_names(struct machine *m, const struct clause *c,
                      const struct val *lists, size_t round)
{
    struct val item = lists[0].row->at[round];

    for (size_t i = 0; i < c->n_vars; i++) {
        size_t slot = c->vars[i]->slot;

        if (c->n_lists == c->n_vars) {
            m->frame[slot] = lists[i].row->at[round];
            continue;
        }
        if (!val_is_row(item) || item.row->n != c->n_vars) {
            m->r.at = c->lists[0]->at;
            val_fail(&m->r, "%s cannot be taken apart into %zu names",
                     val_what(&m->r, item), c->n_vars);
            return false;
        }
        m->frame[slot] = item.row->at[i];
    }
    return true;
}

/* The given list that the clause goes through, so that its items can be hidden
 * in a text. */
static void set_origins(struct machine *m, const struct clause *c, size_t round)
{
    for (size_t i = 0; i < c->n_vars && c->n_lists == c->n_vars; i++) {
        const struct node *list = c->lists[i];

        if (list->op == OP_VAR && list->symbol->kind == SYMBOL_GIVEN &&
            m->origins[list->symbol->slot])
            m->origins[c->vars[i]->slot] =
                m->origins[list->symbol->slot] + round;
    }
}

static bool run_lists(struct machine *m, const struct clause *c,
                      struct val *lists)
{
    for (size_t i = 0; i < c->n_lists; i++) {
        lists[i] = machine_run(m, c->lists[i]);
        if (m->r.failed)
            return false;
        m->r.at = c->lists[i]->at;
        if (!val_is_row(lists[i])) {
            val_fail(&m->r, "a loop goes through a list, not through %s",
                     val_what(&m->r, lists[i]));
            return false;
        }
        if (lists[i].row->n != lists[0].row->n) {
            val_fail(&m->r,
                     "lists that go on together have the same length, not "
                     "%zu and %zu",
                     lists[0].row->n, lists[i].row->n);
            return false;
        }
    }
    return true;
}

/* One name goes through one list, as in most clauses. */
static void walk_list(struct machine *m, struct walk *w, size_t k,
                      const struct clause *c)
{
    struct val list;

    if (!run_lists(m, c, &list))
        return;
    for (size_t i = 0; i < list.row->n && !w->stopped && val_spend(&m->r, 1);
         i++) {
        m->frame[c->vars[0]->slot] = list.row->at[i];
        set_origins(m, c, i);
        walk_inside(m, w, k + 1);
    }
}

static void walk_lists(struct machine *m, struct walk *w, size_t k,
                       const struct clause *c)
{
    struct val lists[16];

    if (c->n_lists > 16) {
        val_fail(&m->r, "at most 16 lists go on together");
        return;
    }
    if (!run_lists(m, c, lists))
        return;
    for (size_t i = 0; i < lists[0].row->n && !w->stopped; i++) {
        if (!val_spend(&m->r, 1) || !set_names(m, c, lists, i))
            return;
        set_origins(m, c, i);
        walk_inside(m, w, k + 1);
    }
}

static void walk_clause(struct machine *m, struct walk *w, size_t k)
{
    const struct clause *c = &w->loop->clauses[k];

    if (c->n_vars > 1)
        walk_lists(m, w, k, c);
    else if (c->lists[0]->op == OP_RANGE)
        walk_range(m, w, k, c->vars[0], c->lists[0]);
    else
        walk_list(m, w, k, c);
}

void machine_loop(struct machine *m, const struct loop *l, loop_visit *visit,
                  void *ctx)
{
    struct walk w = { l, visit, ctx, false };

    walk_inside(m, &w, 0);
}

/* ---- folds over lists ---- */

/* Make the row one that this variable alone holds. Its own rows are shared by
 * the old one and the copy. */
static struct val own_row(struct machine *m, struct val row, size_t owner)
{
    struct val copy;

    if (row.row->owner == owner)
        return row;
    copy = val_row(&m->r, row.kind, row.row->n);
    if (m->r.failed)
        return copy;
    for (size_t i = 0; i < row.row->n; i++) {
        copy.row->at[i] = row.row->at[i];
        machine_disown(copy.row->at[i]);
    }
    copy.row->owner = owner;
    return copy;
}

#define PUTS 4 /* of one round, in place */

/* How many items does put(put(x, i, a), j, b) set, if x is this variable? */
static size_t count_puts(const struct node *x, const struct symbol *carried)
{
    size_t n = 0;

    for (; x->op == OP_CALL && x->call->run == fn_put; x = x->kids[0])
        n++;
    return x->op == OP_VAR && x->symbol == carried ? n : 0;
}

/* The carried list is set in place: nobody sees the one before it any more. All
 * places and values are those before the round. */
static struct val put_in_place(struct machine *m, const struct node *x,
                               size_t slot, size_t n)
{
    struct val places[PUTS], values[PUTS], *list = &m->frame[slot];
    const struct node *last = x;

    for (size_t k = n; k-- > 0; x = x->kids[0]) {
        places[k] = machine_run(m, x->kids[1]);
        values[k] = machine_run(m, x->kids[2]);
    }
    *list = m->r.failed ? *list : own_row(m, *list, slot + 1);
    for (size_t k = 0; k < n && !m->r.failed; k++) {
        int64_t at;

        m->r.at = last->at;
        if (val_get_int(&m->r, places[k], 0, (int64_t)list->row->n - 1, &at))
            list->row->at[at] = values[k];
    }
    return m->r.failed ? VAL_FAILED : *list;
}

static struct val run_fold(struct machine *m, const struct loop *l)
{
    const struct node *x = l->body;
    enum val_kind kind = m->frame[l->carried->slot].kind;
    size_t n;

    while (x->op == OP_IF && (kind == VAL_LIST || kind == VAL_TUPLE)) {
        bool holds = val_spend(&m->r, 1) && machine_holds(m, x->kids[0]);

        if (m->r.failed)
            return VAL_FAILED;
        x = x->kids[holds ? 1 : 2];
    }
    n = count_puts(x, l->carried);
    if (n == 0 || n > PUTS || (kind != VAL_LIST && kind != VAL_TUPLE))
        return machine_run(m, x);
    return put_in_place(m, x, l->carried->slot, n);
}

/* ---- loops in formulas ---- */

/* What a loop has so far. */
struct gathered {
    const struct loop *loop;
    struct val so_far; /* a number, a row; nothing: none was seen */
    size_t room;
};

static void gather_item(struct machine *m, struct gathered *g, struct val x)
{
    struct val_row *row = g->so_far.row;

    if (row->n == g->room) {
        struct val wider = val_row(&m->r, g->so_far.kind, 2 * g->room + 4);

        if (m->r.failed)
            return;
        if (row->n)
            memcpy(wider.row->at, row->at, row->n * sizeof(*row->at));
        g->room = wider.row->n;
        row->at = wider.row->at;
    }
    row->at[row->n++] = x;
}

static bool is_better(struct machine *m, enum loop_kind kind, struct val x,
                      struct val best)
{
    int order = 0;

    if (best.kind == VAL_NOTHING)
        return true;
    return val_order(&m->r, x, best, &order) &&
           (kind == LOOP_MAX ? order > 0 : order < 0);
}

static bool is_increasing(const struct loop *l)
{
    const struct clause *c = &l->clauses[0];

    return l->n == 1 && (c->lists[0]->op == OP_RANGE ||
                         type_of(c->lists[0]->type) == TYPE_SET);
}

/* One round; false: no further one matters. */
static bool gather(struct machine *m, void *ctx)
{
    struct gathered *g = ctx;
    enum loop_kind kind = g->loop->kind;
    struct val name, x = kind == LOOP_FOLD ? run_fold(m, g->loop)
                                           : machine_run(m, g->loop->body);

    if (m->r.failed)
        return false;
    if (kind == LOOP_ALL || kind == LOOP_ANY || kind == LOOP_COUNT ||
        kind == LOOP_LEAST) {
        if (x.kind != VAL_TRUTH) {
            m->r.at = g->loop->body->at;
            val_fail(&m->r, "a condition is needed, not %s",
                     val_what(&m->r, x));
            return false;
        }
    }
    switch (kind) {
    case LOOP_LIST:
    case LOOP_SET: gather_item(m, g, x); break;
    case LOOP_SUM: g->so_far = val_add(&m->r, g->so_far, x); break;
    case LOOP_PRODUCT: g->so_far = val_mul(&m->r, g->so_far, x); break;
    case LOOP_ALL: g->so_far.truth = x.truth; return x.truth;
    case LOOP_ANY: g->so_far.truth = x.truth; return !x.truth;
    case LOOP_COUNT: g->so_far.i += x.truth; break;
    case LOOP_LEAST:
        name = m->frame[g->loop->clauses[0].vars[0]->slot];
        if (x.truth && is_better(m, LOOP_MIN, name, g->so_far))
            g->so_far = name;
        return !(x.truth && is_increasing(g->loop));
    case LOOP_MAX:
    case LOOP_MIN:
        if (is_better(m, kind, x, g->so_far))
            g->so_far = x;
        break;
    case LOOP_FOLD: m->frame[g->loop->carried->slot] = x; break;
    case LOOP_DO: BUG("a statement is no formula");
    }
    return !m->r.failed;
}

static struct val gather_start(struct machine *m, const struct loop *l)
{
    switch (l->kind) {
    case LOOP_LIST: return val_row(&m->r, VAL_LIST, 0);
    case LOOP_SET: return val_row(&m->r, VAL_SET, 0);
    case LOOP_PRODUCT: return val_int(1);
    case LOOP_ALL: return val_truth(true);
    case LOOP_ANY: return val_truth(false);
    case LOOP_LEAST:
    case LOOP_MAX:
    case LOOP_MIN: return VAL_FAILED;
    default: return val_int(0);
    }
}

struct val machine_run_loop(struct machine *m, const struct node *x)
{
    const struct loop *l = x->loop;
    struct gathered g = { .loop = l, .so_far = gather_start(m, l) };

    if (l->kind == LOOP_FOLD) {
        struct val start = machine_run(m, l->start);

        m->frame[l->carried->slot] = start;
    }
    if (m->r.failed)
        return VAL_FAILED;
    machine_loop(m, l, gather, &g);
    if (m->r.failed)
        return VAL_FAILED;
    m->r.at = x->at;
    if (l->kind == LOOP_FOLD) {
        machine_disown(m->frame[l->carried->slot]);
        return m->frame[l->carried->slot];
    }
    if (g.so_far.kind == VAL_NOTHING)
        return val_fail(&m->r, "there is no such %s",
                        l->kind == LOOP_LEAST ? l->clauses[0].vars[0]->name
                                              : "item");
    return l->kind == LOOP_SET ? val_sorted(&m->r, g.so_far) : g.so_far;
}

/* ---- statements ---- */

/* The place that is assigned to: a variable, t[i], t[i][j]. */
static struct val *place_to_set(struct machine *m, const struct node *x)
{
    struct val *list, i;
    const struct node *base = x;
    int64_t at;

    if (x->op == OP_VAR)
        return &m->frame[x->symbol->slot];
    while (base->op == OP_INDEX)
        base = base->kids[0];
    list = place_to_set(m, x->kids[0]);
    i = list ? machine_run(m, x->kids[1]) : VAL_FAILED;
    if (m->r.failed || !list)
        return NULL;
    m->r.at = x->at;
    if (list->kind != VAL_LIST) {
        val_fail(&m->r, "only items of lists can be set, not of %s",
                 val_what(&m->r, *list));
        return NULL;
    }
    if (!val_get_int(&m->r, i, 0, (int64_t)list->row->n - 1, &at))
        return NULL;
    *list = own_row(m, *list, base->symbol->slot + 1);
    return m->r.failed ? NULL : &list->row->at[at];
}

/* a, b = e, f: all values are computed first. One value for several names is
 * taken apart. */
static bool assign(struct machine *m, const struct node *x)
{
    const struct node *value = x->kids[x->n - 1];
    struct val v = machine_run(m, value);
    size_t n = x->n - 1;

    if (m->r.failed)
        return false;
    if (n > 1 && (!val_is_row(v) || v.row->n != n)) {
        m->r.at = x->at;
        val_fail(&m->r, "%s cannot be taken apart into %zu names",
                 val_what(&m->r, v), n);
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        struct val *place = place_to_set(m, x->kids[i]);

        if (!place)
            return false;
        *place = n > 1 ? v.row->at[i] : v;
    }
    return true;
}

static bool do_round(struct machine *m, void *ctx)
{
    return machine_do(m, ctx);
}

static bool repeat(struct machine *m, const struct node *x)
{
    struct val most = machine_run(m, x->kids[0]);
    int64_t n;

    m->r.at = m->r.failed ? m->r.at : x->at;
    if (m->r.failed || !val_get_int(&m->r, most, 0, INT64_MAX / 4, &n))
        return false;
    for (int64_t i = 0; !x->kids[1] || machine_holds(m, x->kids[1]); i++) {
        if (i == n && !x->kids[1])
            return true;
        if (i == n) {
            m->r.at = x->at;
            val_fail(&m->r, "%lld rounds were not enough", (long long)n);
        }
        if (m->r.failed || !machine_do(m, x->kids[2]))
            return false;
    }
    return !m->r.failed;
}

static bool when(struct machine *m, const struct node *x)
{
    bool holds = machine_holds(m, x->kids[0]);
    const struct node *block = holds ? x->kids[1] : x->kids[2];

    return !m->r.failed && (!block || machine_do(m, block));
}

bool machine_do(struct machine *m, const struct node *x)
{
    if (m->r.failed || m->refused || !val_spend(&m->r, 1))
        return false;
    switch (x->op) {
    case OP_BLOCK:
        for (size_t i = 0; i < x->n; i++)
            if (!machine_do(m, x->kids[i]))
                return false;
        return true;
    case OP_ASSIGN: return assign(m, x);
    case OP_REPEAT: return repeat(m, x);
    case OP_WHEN: return when(m, x);
    case OP_REQUIRE:
        m->refused = !machine_holds(m, x->kids[0]) && !m->r.failed;
        return !m->refused && !m->r.failed;
    case OP_STEP:
        if (m->step && (!x->kids[0] || machine_holds(m, x->kids[0])))
            m->step(m, x->words);
        return !m->r.failed;
    case OP_LOOP:
        machine_loop(m, x->loop, do_round, x->loop->body);
        return !m->r.failed && !m->refused;
    default: BUG("a formula is no statement");
    }
}
