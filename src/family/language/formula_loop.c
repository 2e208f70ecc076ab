/* SPDX-License-Identifier: Apache-2.0 */

/* Formulas that go through lists: sums, quantifiers, lists that are built. */
#include "family/language/builtin.h"
#include "family/language/formula_int.h"

#include <string.h>

/* ---- loops ---- */

static struct loop *loop_new(struct formulas *p, enum loop_kind kind)
{
    struct loop *l = arena_new(p->script->arena, struct loop);

    l->kind = kind;
    return l;
}

/* Is the mark behind the comma a name, and "in" behind that? */
static bool clause_follows(struct formulas *p)
{
    struct formulas ahead = *p;

    return marks_is(&ahead.m, ",") && marks_next(&ahead.m) &&
           ahead.m.now.kind == MARK_NAME && marks_next(&ahead.m) &&
           marks_is(&ahead.m, "in");
}

static bool parse_clause(struct formulas *p, struct clause *c)
{
    struct arena *a = p->script->arena;
    struct vec names = vec_in(a, sizeof(const char *));
    struct vec places = vec_in(a, sizeof(size_t));
    struct vec lists = vec_in(a, sizeof(struct node *));
    bool ok = true;

    do
        ok = ok && formula_name(p, vec_push(&names), vec_push(&places));
    while (formula_took(p, ",", &ok));
    if (!ok || !formula_take(p, "in"))
        return false;
    do {
        struct node *list = formula_range(p);

        if (!list || !formula_want(p, list, TYPE_LIST, "a list"))
            return false;
        *(struct node **)vec_push(&lists) = list;
    } while (lists.n < names.n && !clause_follows(p) &&
             formula_took(p, ",", &ok));
    if (!ok)
        return false;
    if (lists.n > 1 && lists.n != names.n)
        return script_fail(p->script, *vec_get(&places, size_t, 0),
                           "%zu names go with one list or with %zu, not with "
                           "%zu",
                           names.n, names.n, lists.n);
    *c = (struct clause){ arena_array(a, struct symbol *, names.n), names.n,
                          lists.items, lists.n };
    for (size_t i = 0; i < names.n; i++) {
        struct symbol *s =
            scope_add(p, *vec_get(&names, const char *, i), SYMBOL_BOUND,
                      *vec_get(&places, size_t, i));

        if (!s)
            return false;
        s->type = lists.n == names.n
                      ? type_inside(c->lists[i]->type)
                      : type_item(type_inside(c->lists[0]->type));
        c->vars[i] = s;
    }
    return true;
}

bool formula_clauses(struct formulas *p, struct loop *loop)
{
    struct vec clauses = vec_in(p->script->arena, sizeof(struct clause));
    bool ok = true;

    do
        ok = ok && parse_clause(p, vec_push(&clauses));
    while (formula_took(p, ",", &ok) || formula_took(p, "for", &ok));
    loop->clauses = clauses.items;
    loop->n = clauses.n;
    if (formula_took(p, "where", &ok)) {
        loop->where = formula_read(p);
        ok = loop->where &&
             formula_want(p, loop->where, TYPE_TRUTH, "a condition");
    }
    return ok;
}

static void leave(struct formulas *p, size_t n)
{
    p->scope.n = n;
}

/* The first list that the formula takes an item of by this name. */
static struct node *list_by(struct node *x, const struct symbol *s)
{
    struct node *found = NULL;

    if (x->op == OP_INDEX && x->kids[1]->op == OP_VAR &&
        x->kids[1]->symbol == s)
        return x->kids[0];
    for (size_t i = 0; !found && i < x->n; i++)
        found = x->kids[i] ? list_by(x->kids[i], s) : NULL;
    if (!found && x->op == OP_LOOP) {
        found = list_by(x->loop->body, s);
        if (!found && x->loop->where)
            found = list_by(x->loop->where, s);
        for (size_t i = 0; !found && i < x->loop->n; i++)
            found = list_by(x->loop->clauses[i].lists[0], s);
    }
    return found;
}

/* 0..len(list) - 1 */
static struct node *places_of(struct formulas *p, struct node *list)
{
    struct node *len =
        formula_node(p, OP_CALL, list->at, TYPE_NUMBER, list, NULL);
    struct node *last;

    len->call = builtin_find("len");
    last = formula_node(p, OP_SUB, list->at, TYPE_NUMBER, len,
                        formula_literal(p, list->at, val_int(1), TYPE_NUMBER));
    return formula_node(p, OP_RANGE, list->at, type_list(TYPE_NUMBER),
                        formula_literal(p, list->at, val_int(0), TYPE_NUMBER),
                        last);
}

/* "all i: C", behind "all". */
static bool parse_places(struct formulas *p, struct loop *loop,
                         const char *name, size_t at)
{
    struct arena *a = p->script->arena;
    struct clause *c = arena_new(a, struct clause);
    struct symbol *s = scope_add(p, name, SYMBOL_BOUND, at);
    struct node *list;

    if (!s || !formula_take(p, ":"))
        return false;
    s->type = TYPE_NUMBER;
    loop->body = formula_read(p);
    if (!loop->body)
        return false;
    list = list_by(loop->body, s);
    if (!list)
        return script_fail(p->script, at,
                           "write \"%s in ...\": no list has an item [%s] here",
                           name, name);
    *c = (struct clause){ arena_array(a, struct symbol *, 1), 1,
                          arena_array(a, struct node *, 1), 1 };
    c->vars[0] = s;
    c->lists[0] = places_of(p, list);
    loop->clauses = c;
    loop->n = 1;
    return true;
}

const struct formula_loop_rule formula_loops[] = {
    { "sum", LOOP_SUM, TYPE_POLY, TYPE_ANY, "sum x in L where C: E",
      "the sum of E" },
    { "product", LOOP_PRODUCT, TYPE_POLY, TYPE_ANY, "product x in L where C: E",
      "the product of E" },
    { "all", LOOP_ALL, TYPE_TRUTH, TYPE_TRUTH, "all x in L: C",
      "C holds for every x" },
    { "any", LOOP_ANY, TYPE_TRUTH, TYPE_TRUTH, "any x in L: C",
      "C holds for one x at least" },
    { "count", LOOP_COUNT, TYPE_TRUTH, TYPE_NUMBER, "count x in L: C",
      "for how many x C holds; also `count x in L where C`" },
    { "least", LOOP_LEAST, TYPE_TRUTH, TYPE_NUMBER, "least x in L: C",
      "the first x of L for which C holds; an error if there is none" },
    { "max", LOOP_MAX, TYPE_ANY, TYPE_ANY, "max x in L where C: E",
      "the largest E" },
    { "min", LOOP_MIN, TYPE_ANY, TYPE_ANY, "min x in L where C: E",
      "the smallest E" },
    { "fold", LOOP_FOLD, TYPE_ANY, TYPE_ANY, "fold a = E for x in L: F",
      "a begins as E and becomes F for every x in turn; the last a" },
};

const size_t n_formula_loops = sizeof(formula_loops) / sizeof(formula_loops[0]);

/* The number of the loop that begins here: its name, and a name behind it. */
size_t formula_loop_here(const struct formulas *p)
{
    struct formula_tokens ahead = p->m;
    size_t i = 0;

    while (i < n_formula_loops && !marks_is(&ahead, formula_loops[i].name))
        i++;
    if (i == n_formula_loops)
        return FORMULA_NO_LOOP;
    if (formula_loops[i].kind == LOOP_FOLD) /* no function has this name */
        return i;
    return marks_then(&ahead, "(") || !marks_next(&ahead) ||
                   ahead.now.kind != MARK_NAME
               ? FORMULA_NO_LOOP
               : i;
}

static bool parse_loop_parts(struct formulas *p, struct loop *loop,
                             const struct formula_loop_rule *rule)
{
    struct formulas ahead = *p;
    const char *name;
    size_t at;
    bool ok = true;

    if (!formula_name(&ahead, &name, &at))
        return formula_name(p, &name, &at);
    if (marks_is(&ahead.m, ":")) {
        p->m = ahead.m;
        return parse_places(p, loop, name, at);
    }
    if (!formula_clauses(p, loop))
        return false;
    if (formula_took(p, ":", &ok))
        loop->body = formula_read(p);
    else if (ok && loop->kind == LOOP_COUNT && loop->where)
        loop->body = formula_literal(p, at, val_truth(true), TYPE_TRUTH);
    else
        return ok && formula_take(p, ":");
    return loop->body &&
           formula_want(p, loop->body, rule->body,
                        rule->body == TYPE_TRUTH ? "a condition" : "a number");
}

/* fold a = 0 for x in L: 10 * a + x */
static struct node *parse_fold(struct formulas *p)
{
    struct node *x = node_new(p, OP_LOOP, p->m.now.at);
    struct loop *l = x->loop = loop_new(p, LOOP_FOLD);
    size_t was = p->scope.n, at;
    const char *name;

    if (!marks_next(&p->m) || !formula_name(p, &name, &at) ||
        !formula_take(p, "=") || !(l->start = formula_read(p)) ||
        !formula_take(p, "for"))
        return NULL;
    l->carried = scope_add(p, name, SYMBOL_BOUND, at);
    if (!l->carried || !formula_clauses(p, l) || !formula_take(p, ":") ||
        !(l->body = formula_read(p)))
        return NULL;
    x->type = formula_joined(l->start->type, l->body->type);
    leave(p, was);
    return x;
}

struct node *formula_loop(struct formulas *p, size_t which)
{
    const struct formula_loop_rule *rule = &formula_loops[which];
    struct node *x;
    size_t was = p->scope.n;

    if (rule->kind == LOOP_FOLD)
        return parse_fold(p);
    x = node_new(p, OP_LOOP, p->m.now.at);
    x->loop = loop_new(p, rule->kind);
    if (!marks_next(&p->m) || !parse_loop_parts(p, x->loop, rule))
        return NULL;
    x->type = rule->gives ? rule->gives : x->loop->body->type;
    if (x->loop->kind == LOOP_LEAST)
        x->type = x->loop->clauses[0].vars[0]->type;
    leave(p, was);
    return x;
}

/* ---- brackets ---- */

/* Items up to the closing bracket, which is taken. */
bool formula_items(struct formulas *p, struct node *x, const char *close)
{
    bool ok = true;

    if (formula_took(p, close, &ok))
        return true;
    do {
        struct node *kid = ok ? formula_read(p) : NULL;

        if (!kid)
            return false;
        node_add(p, x, kid);
    } while (formula_took(p, ",", &ok));
    return ok && formula_take(p, close);
}

static type items_type(const struct node *x)
{
    type t = x->n ? x->kids[0]->type : TYPE_ANY;

    for (size_t i = 1; i < x->n; i++)
        t = formula_joined(t, x->kids[i]->type);
    return t;
}

/* The names of "[E for x in L]" stand behind E, which is read again when they
 * are known. Returns the offset of this "for", or 0 if there is none. */
static size_t find_for(const struct formulas *p, const char *close)
{
    struct formula_tokens m = p->m;
    unsigned open = 0;

    for (; m.now.kind != MARK_END;) {
        if (open == 0 && (marks_is(&m, close) || marks_is(&m, ",")))
            return 0;
        if (open == 0 && marks_is(&m, "for"))
            return m.now.at;
        /* a fold in front has a "for" of its own */
        if (marks_is(&m, "fold"))
            return 0;
        open += marks_is(&m, "(") || marks_is(&m, "[") || marks_is(&m, "{");
        open -= open &&
                (marks_is(&m, ")") || marks_is(&m, "]") || marks_is(&m, "}"));
        if (!marks_next(&m))
            return 0;
    }
    return 0;
}

static struct node *parse_building(struct formulas *p, size_t behind,
                                   bool is_set)
{
    struct node *x = node_new(p, OP_LOOP, p->m.now.at);
    struct formula_tokens item = p->m;
    size_t was = p->scope.n;

    x->loop = loop_new(p, is_set ? LOOP_SET : LOOP_LIST);
    p->m.at = behind;
    if (!marks_next(&p->m) || !formula_take(p, "for") ||
        !formula_clauses(p, x->loop))
        return NULL;
    {
        struct formula_tokens rest = p->m;

        item.end = behind;
        p->m = item;
        x->loop->body = formula_read(p);
        if (!x->loop->body || !formula_end(p, "what is listed"))
            return NULL;
        p->m = rest;
    }
    leave(p, was);
    x->type =
        is_set ? type_set(x->loop->body->type) : type_list(x->loop->body->type);
    return x;
}

struct node *formula_listed(struct formulas *p, bool is_set)
{
    const char *close = is_set ? "}" : "]";
    size_t at = p->m.now.at, behind;
    struct node *x;

    if (!marks_next(&p->m))
        return NULL;
    behind = find_for(p, close);
    if (behind) {
        x = parse_building(p, behind, is_set);
        return x && formula_take(p, close) ? x : NULL;
    }
    x = node_new(p, is_set ? OP_SET : OP_LIST, at);
    if (!formula_items(p, x, close))
        return NULL;
    x->type = is_set ? type_set(items_type(x)) : type_list(items_type(x));
    return x;
}

struct node *formula_bracket(struct formulas *p)
{
    struct node *x = node_new(p, OP_TUPLE, p->m.now.at);

    if (!marks_next(&p->m) || !formula_items(p, x, ")"))
        return NULL;
    if (x->n == 0) {
        script_fail(p->script, x->at, "there is nothing in the brackets");
        return NULL;
    }
    x->type = TYPE_TUPLE | items_type(x) << 4;
    return x->n == 1 ? x->kids[0] : x;
}
