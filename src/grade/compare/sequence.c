/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Several values. A tuple is in order; a list is in any order with
 * repetition; a set is in any order without. "x = 1, y = 2" names its values,
 * and names go before order. \pm stands for two values.
 */
#include "base/limits.h"
#include "base/map.h"
#include "base/vec.h"
#include "grade/compare/compare_int.h"
#include "math/tree/print.h"

#include <stdlib.h>
#include <string.h>

struct item {
    const struct expr *value;
    const struct expr *whole; /* x = value, as it was written */
    const char *name;         /* of x = value; NULL: none */
    bool used;    /* an item of the other side was matched with it */
    bool matched; /* it was matched with one that prints the same */
    size_t next;  /* 1 + index of the next that prints the same */
};

struct items {
    struct vec all;               /* of struct item */
    bool ordered;                 /* a tuple */
    bool braces;                  /* a set */
    bool either;                  /* "a or b": the same thing twice is one */
    bool single;                  /* was one value, no sequence */
    bool named;                   /* every item has a name of its own */
    const struct expr *condition; /* t \in R, behind the values; or NULL */
};

static struct item *item_at(const struct items *s, size_t i)
{
    return vec_get(&s->all, struct item, i);
}

/* A list, a bare one at least, of alternatives or of answers. */
static bool sequence_is_list(const struct expr *x)
{
    return x->op == EXPR_LIST || x->op == EXPR_AND || x->op == EXPR_OR;
}

bool is_sequence(const struct expr *x)
{
    return sequence_is_list(x) || x->op == EXPR_TUPLE || x->op == EXPR_SET ||
           x->op == EXPR_INTERVAL || x->op == EXPR_UNION || expr_has_sign(x);
}

static struct item *sequence_add_item(struct comparer *j, struct items *out,
                                      const struct expr *x, const char *name)
{
    struct item *item;

    if (out->all.n >= LIMIT_ITEMS) {
        work_refuse(j->work, "items");
        return NULL;
    }
    item = vec_push(&out->all);
    item->value = item->whole = x;
    item->name = name;
    return item;
}

/* "p = 5, q = 2" inside a longer list is one solution, not two values. */
static bool sequence_is_solution(const struct expr *x)
{
    for (unsigned i = 0; i < x->count; i++) {
        const char *name = shape_name(x->args[i]);

        if (!name || (i > 0 && strcmp(name, shape_name(x->args[0])) == 0))
            return false;
    }
    return x->count > 1;
}

/* f(x), f(x, y): the function itself. */
static bool is_of_variables(const struct expr *x)
{
    for (unsigned i = 0; i < x->count; i++)
        if (x->args[i]->op != EXPR_SYMBOL || x->args[i]->name[1] ||
            !strchr("xyztn", x->args[i]->name[0]))
            return false;
    return true;
}

/* The name of an entry: x of x = 5, f of f(x) = 3x, f(2) of f(2) = 3. */
static const char *entry_name(struct comparer *j, const struct expr *x)
{
    const char *name = shape_name(x);

    if (!name && x->op == EXPR_RELATION && x->count == 2 &&
        x->relations[0] == RELATION_EQ && x->args[0]->op == EXPR_APPLY &&
        shape_value(x) != x)
        name = is_of_variables(x->args[0]) ? x->args[0]->name
                                           : print_expr(j->arena, x->args[0]);
    return name;
}

/* B(2, 4), C(3, 1), P(1, 2) beside points: no functions, but points with their
 * names. */
static const struct expr *as_point(struct comparer *j, const struct expr *x)
{
    if (x->op != EXPR_CALL || x->count != 2 ||
        (x->function->id != FN_BETA && x->function->id != FN_BINOM &&
         x->function->id != FN_PERM))
        return x;
    return expr_new(j->arena, EXPR_TUPLE, x->args, 2);
}

static bool sequence_is_point(const struct expr *x)
{
    x = shape_value(x);
    return x->op == EXPR_TUPLE && x->count == 2;
}

/* x with its calls as points, where the other side has points or x has one
 * itself. */
static const struct expr *with_points(struct comparer *j, const struct expr *x,
                                      const struct expr *other)
{
    const struct expr **args;
    bool points = sequence_is_point(other);

    for (unsigned i = 0; i < x->count && sequence_is_list(x); i++)
        points |= sequence_is_point(x->args[i]);
    for (unsigned i = 0; i < other->count && sequence_is_list(other); i++)
        points |= sequence_is_point(other->args[i]);
    if (!points || !sequence_is_list(x))
        return points ? as_point(j, x) : x;
    args = arena_array(j->arena, const struct expr *, x->count);
    for (unsigned i = 0; i < x->count; i++)
        args[i] = as_point(j, x->args[i]);
    return expr_new(j->arena, x->op, args, x->count);
}

/* A(0, 0), B(2, 4) against points without names: do the names only label
 * them? */
static bool labels_points(const struct items *s)
{
    for (size_t i = 0; i < s->all.n; i++) {
        const struct item *x = item_at(s, i);

        if (x->value->op != EXPR_TUPLE ||
            (x->name &&
             (strlen(x->name) != 1 || x->name[0] < 'A' || x->name[0] > 'Z')))
            return false;
    }
    return s->all.n > 1;
}

/* One entry of a sequence: an assignment gives its value, \pm two. */
static void sequence_add_entry(struct comparer *j, struct items *out,
                               const struct expr *x, unsigned depth)
{
    const char *name = entry_name(j, x);
    const struct expr *value =
        name || !shape_is_equation(x) ? shape_value(x) : x;

    if (sequence_is_list(value) && depth < 8 && !sequence_is_solution(value)) {
        for (unsigned i = 0; i < value->count; i++)
            sequence_add_entry(j, out, value->args[i], depth + 1);
    } else if (value->op != EXPR_TUPLE && value->op != EXPR_SET &&
               value->op != EXPR_INTERVAL && expr_has_sign(value)) {
        sequence_add_item(j, out, expr_choose_sign(j->arena, value, true),
                          name);
        sequence_add_item(j, out, expr_choose_sign(j->arena, value, false),
                          name);
    } else {
        struct item *item = sequence_add_item(j, out, value, name);

        if (item)
            item->whole = x;
    }
}

/* Every item named, no name twice. */
static bool all_named(const struct items *s)
{
    for (size_t i = 0; i < s->all.n; i++) {
        const struct item *x = item_at(s, i);

        if (!x->name)
            return false;
        for (size_t k = 0; k < i && k < 64; k++)
            if (strcmp(item_at(s, k)->name, x->name) == 0)
                return false;
    }
    return s->all.n > 1;
}

/* (x, y) = (1, 2): the names of the left side. */
static const struct expr *tuple_names(const struct expr *x)
{
    const struct expr *left;

    if (!shape_is_equal(x))
        return NULL;
    left = x->args[0];
    if (left->op != EXPR_TUPLE || x->args[1]->op != EXPR_TUPLE ||
        left->count != x->args[1]->count)
        return NULL;
    for (unsigned i = 0; i < left->count; i++)
        if (left->args[i]->op != EXPR_SYMBOL)
            return NULL;
    return left;
}

/* Beside the values: t \in R. */
static bool is_side_condition(const struct expr *x)
{
    return shape_is_member(x) && x->args[0]->op == EXPR_SYMBOL &&
           (x->args[1]->op == EXPR_DOMAIN ||
            (x->args[1]->op == EXPR_INTERSECTION &&
             x->args[1]->args[0]->op == EXPR_DOMAIN));
}

/* The entries of a sequence and the condition beside them. */
static void sequence_add_entries(struct comparer *j, struct items *s,
                                 const struct expr *x)
{
    for (unsigned i = 0; i < x->count; i++)
        if (x->count > 1 && !s->condition && is_side_condition(x->args[i]))
            s->condition = x->args[i];
        else
            sequence_add_entry(j, s, x->args[i], 0);
}

static struct items items_of(struct comparer *j, const struct expr *x)
{
    struct items s = { .all = vec_in(j->arena, sizeof(struct item)) };
    const struct expr *names = tuple_names(x);

    x = shape_value(x);
    if (x->op == EXPR_TUPLE && expr_has_sign(x)) { /* (\pm 1, 2) */
        sequence_add_item(j, &s, expr_choose_sign(j->arena, x, true), NULL);
        sequence_add_item(j, &s, expr_choose_sign(j->arena, x, false), NULL);
        return s;
    }
    s.ordered =
        x->op == EXPR_TUPLE || (x->op == EXPR_INTERVAL && x->count == 2);
    s.braces = x->op == EXPR_SET && x->degree == 0;
    s.either = x->op == EXPR_OR;
    s.single = !s.ordered && x->op != EXPR_SET && !sequence_is_list(x);
    if (s.single) {
        sequence_add_entry(j, &s, x, 0);
    } else {
        sequence_add_entries(j, &s, x);
        /* "(t, 2t), t real" is the tuple. */
        if (s.condition && sequence_is_list(x) && x->count == 2) {
            const struct expr *condition = s.condition;

            s = items_of(j, x->args[x->args[0] == condition]);
            s.condition = condition;
            return s;
        }
    }
    for (size_t i = 0; names && i < s.all.n && i < names->count; i++)
        item_at(&s, i)->name = names->args[i]->name;
    s.named = all_named(&s);
    return s;
}

static struct comparison wrong_count(struct comparer *j,
                                     const struct items *key,
                                     const struct items *answer)
{
    return found(
        TRUTH_NO, "count",
        arena_printf(j->arena, "the key has %zu value%s, the answer has %zu",
                     key->all.n, key->all.n == 1 ? "" : "s", answer->all.n));
}

static struct comparison sequence_in_order(struct comparer *j,
                                           const struct items *key,
                                           const struct items *answer)
{
    struct comparison f =
        found(TRUTH_YES, "elements", "equal element by element");

    if (key->all.n != answer->all.n)
        return wrong_count(j, key, answer);
    for (size_t i = 0; i < key->all.n && f.lenient != TRUTH_NO; i++) {
        struct comparison one = compare_answers(j, item_at(key, i)->value,
                                                item_at(answer, i)->value);

        if (one.lenient == TRUTH_NO)
            one.why = arena_printf(j->arena, "element %zu: %s", i + 1,
                                   one.why ? one.why : "different");
        f = found_and(f, one);
    }
    return f;
}

static struct item *sequence_by_name(const struct items *s, const char *name)
{
    for (size_t i = 0; i < s->all.n; i++) {
        struct item *x = item_at(s, i);

        if (strcmp(x->name, name) == 0)
            return x;
    }
    return NULL;
}

static struct comparison in_names(struct comparer *j, const struct items *key,
                                  const struct items *answer)
{
    struct comparison f = found(TRUTH_YES, "names", "equal name by name");

    if (key->all.n != answer->all.n)
        return wrong_count(j, key, answer);
    for (size_t i = 0; i < key->all.n && f.lenient != TRUTH_NO; i++) {
        const struct item *k = item_at(key, i);
        const struct item *a = sequence_by_name(answer, k->name);

        if (!a)
            return found(
                TRUTH_NO, "names",
                arena_printf(j->arena, "the answer has no %s", k->name));
        f = found_and(f, compare_answers(j, k->value, a->value));
    }
    return f;
}

/* By values; x - y = 1 and y = x - 1 as equations. */
static struct comparison match_two(struct comparer *j, const struct item *key,
                                   const struct item *answer)
{
    bool equation = key->value->op == EXPR_RELATION;

    return equation == (answer->value->op == EXPR_RELATION)
               ? compare_answers(j, key->value, answer->value)
               : compare_answers(j, key->whole, answer->whole);
}

/* The item of s that is equal to x, not used yet unless reuse. */
static struct item *sequence_match(struct comparer *j, const struct item *from,
                                   struct items *s, bool x_is_key, bool reuse,
                                   struct comparison *best)
{
    struct item *taken = NULL;

    *best = found(TRUTH_NO, "elements", "no element is equal to it");
    for (size_t i = 0; i < s->all.n && best->strict != TRUTH_YES; i++) {
        struct item *y = item_at(s, i);
        struct comparison f;

        if (!work_spend(j->work, 30)) {
            best->lenient = best->strict = TRUTH_UNKNOWN;
            break;
        }
        if ((y->used && !reuse) ||
            (from->name && y->name && strcmp(from->name, y->name) != 0))
            continue;
        f = x_is_key ? match_two(j, from, y) : match_two(j, y, from);
        if (f.lenient == TRUTH_NO)
            continue;
        if (!taken || f.strict == TRUTH_YES ||
            (best->lenient == TRUTH_UNKNOWN && f.lenient == TRUTH_YES)) {
            *best = f;
            taken = y;
        }
    }
    return taken;
}

/* Items that print the same are equal: found by hashing, so that long lists
 * of plain values do not cost the square of their length. */
static void match_same(struct comparer *j, struct items *from, struct items *to,
                       bool reuse)
{
    struct map places = { 0 };

    for (size_t i = to->all.n; i-- > 0;) {
        struct item *y = item_at(to, i);
        const char *text = print_expr(j->arena, y->value);
        size_t *place = map_put(&places, text, strlen(text), NULL);

        y->next = *place; /* the chain of those that print alike */
        *place = i + 1;
    }
    for (size_t i = 0; i < from->all.n; i++) {
        struct item *x = item_at(from, i);
        const char *text = print_expr(j->arena, x->value);
        size_t *place = map_get(&places, text, strlen(text));
        struct item *y;

        if (!place || *place == 0)
            continue;
        y = item_at(to, *place - 1);
        if (x->name && y->name && strcmp(x->name, y->name) != 0)
            continue;
        x->matched = y->used = true;
        if (!reuse)
            *place = y->next;
    }
    map_clear(&places);
}

/* Each item of `from` has its equal in `to`. */
static struct comparison covered(struct comparer *j, struct items *from,
                                 struct items *to, bool from_key, bool reuse)
{
    struct comparison f = found(TRUTH_YES, "elements", "equal in some order");

    match_same(j, from, to, reuse);
    for (size_t i = 0; i < from->all.n && f.lenient != TRUTH_NO; i++) {
        const struct item *x = item_at(from, i);
        struct comparison one;
        struct item *y;

        if (x->matched)
            continue;
        y = sequence_match(j, x, to, from_key, reuse, &one);
        if (y)
            y->used = true;
        if (one.lenient == TRUTH_NO)
            one.why = arena_printf(j->arena,
                                   from_key ? "the answer lacks %s"
                                            : "%s is not in the key",
                                   print_expr(j->arena, x->value));
        f = found_and(f, one);
    }
    return f;
}

static struct comparison in_any_order(struct comparer *j, struct items *key,
                                      struct items *answer)
{
    bool set = j->as_set || (!j->multiset && ((key->braces && answer->braces) ||
                                              key->either || answer->either));
    struct comparison f;

    if (!set) {
        if (key->all.n != answer->all.n)
            return wrong_count(j, key, answer);
        return covered(j, key, answer, true, false);
    }
    /* The same members one to one: most sets are, and nested ones would cost
     * two ways at every level. */
    if (key->all.n == answer->all.n) {
        f = covered(j, key, answer, true, false);
        if (f.lenient == TRUTH_YES || j->depth > 2)
            return f;
    }
    f = covered(j, key, answer, true, true);
    return f.lenient == TRUTH_NO
               ? f
               : found_and(f, covered(j, answer, key, false, true));
}

/* A tuple on one side, a bare list on the other: the same in the same order
 * is what was meant, though not what was written. */
static struct comparison mixed(struct comparer *j, const struct items *key,
                               const struct items *answer)
{
    struct comparison f = sequence_in_order(j, key, answer);

    if (f.lenient == TRUTH_YES) {
        f.strict = TRUTH_NO;
        f.strict_why = "one is a tuple, the other is a list";
    }
    return f;
}

static bool sequence_has_name(const struct items *s)
{
    for (size_t i = 0; i < s->all.n; i++)
        if (item_at(s, i)->name)
            return true;
    return false;
}

/* x = 1, y = 2 or x = 2, y = 1: more than one name, and one of them twice. */
static bool several_solutions(const struct items *s)
{
    const char *first;
    bool twice = false, other = false;

    if (s->all.n < 3 || !item_at(s, 0)->name)
        return false;
    first = item_at(s, 0)->name;
    for (size_t i = 1; i < s->all.n; i++) {
        const char *name = item_at(s, i)->name;

        twice |= name && strcmp(name, first) == 0;
        other |= name && strcmp(name, first) != 0;
    }
    return twice && other;
}

static int by_name_order(const void *x, const void *y)
{
    return strcmp(((const struct item *)x)->name,
                  ((const struct item *)y)->name);
}

/* Against a point (1, 2), y = 2, x = 1 are its coordinates. No other names
 * have an order that everybody knows. */
static bool sort_coordinates(struct items *s)
{
    for (size_t i = 0; i < s->all.n; i++) {
        const char *name = item_at(s, i)->name;

        if (!name || strlen(name) != 1 || !strchr("xyz", name[0]))
            return false;
    }
    qsort(s->all.items, s->all.n, sizeof(struct item), by_name_order);
    return true;
}

/* x = 1, y = 2 against values without names: these stand in the order of the
 * names. Where the key has no names and the answer gives the same values in
 * another order, nobody can tell whose they are. */
static struct comparison names_and_values(struct comparer *j, struct items *key,
                                          struct items *answer)
{
    bool point = key->ordered || answer->ordered;
    struct comparison f;

    if (key->braces || answer->braces)
        return found(TRUTH_NO, "names", "a set does not name its values");
    point = point && sort_coordinates(key->named ? key : answer);
    f = sequence_in_order(j, key, answer);
    if (f.lenient == TRUTH_NO && answer->named && !point &&
        in_any_order(j, key, answer).lenient == TRUTH_YES)
        return found(TRUTH_UNKNOWN, "names",
                     "only the answer assigns its values to names");
    return f;
}

/* x_1 = 3, x_2 = -1: the names only count the values. */
static bool sequence_numbered(const struct items *s)
{
    const char *first;
    size_t stem;

    if (!s->named)
        return false;
    first = item_at(s, 0)->name;
    stem = strcspn(first, "_");
    if (first[stem] == '\0')
        return false;
    for (size_t i = 1; i < s->all.n; i++)
        if (strncmp(item_at(s, i)->name, first, stem + 1) != 0)
            return false;
    return true;
}

/* x_1 = 3, x_2 = -1 against x = 3 or x = -1: are the others all called x? */
static bool sequence_counts(const struct items *numbered, const struct items *s)
{
    const char *first = item_at(numbered, 0)->name;
    size_t stem = strcspn(first, "_");

    for (size_t i = 0; i < s->all.n; i++) {
        const char *name = item_at(s, i)->name;

        if (name ? strlen(name) != stem || memcmp(name, first, stem) != 0
                 : i == 0) /* x = 3, -1 */
            return false;
    }
    return s->all.n > 1;
}

static void forget_names(struct items *s)
{
    for (size_t i = 0; i < s->all.n; i++)
        item_at(s, i)->name = NULL;
    s->named = false;
}

/* p and q, p or q: statements, no list of values. */
static bool is_logic(const struct expr *x)
{
    if (x->op != EXPR_AND && x->op != EXPR_OR)
        return false;
    for (unsigned i = 0; i < x->count; i++)
        if (x->args[i]->op != EXPR_SYMBOL)
            return false;
    return true;
}

/* Is a value of the sequence linear in the symbol, and not constant? */
static bool has_linear(struct comparer *j, const struct items *s,
                       const char *name)
{
    struct arena *a = j->arena;

    for (size_t i = 0; i < s->all.n; i++) {
        const struct expr *x = item_at(s, i)->value, *at[3];

        for (int k = 0; k < 3 && expr_is_value(x); k++)
            at[k] = expr_replace(a, x, name, expr_integer(a, k));
        if (expr_is_value(x) &&
            compare_same_value(j, at[0], at[1]) == TRUTH_NO &&
            compare_same_value(j, expr_add(a, at[0], at[2]),
                               expr_add(a, at[1], at[1])) == TRUTH_YES)
            return true;
    }
    return false;
}

/* Equal values whose parameter runs over different sets. */
static struct comparison other_parameters(struct comparer *j,
                                          const struct items *key,
                                          struct comparison f)
{
    if (f.lenient == TRUTH_NO)
        return f;
    return has_linear(j, key, key->condition->args[0]->name)
               ? found(TRUTH_NO, "parameter",
                       "the parameters have different ranges")
               : found(TRUTH_UNKNOWN, "parameter",
                       "the parameters have different ranges, but the values "
                       "may be the same");
}

static struct comparison by_items(struct comparer *j, const struct expr *key,
                                  const struct expr *answer, struct items *k,
                                  struct items *a);

/* (t, 2t), t real, and (s, 2s), s real: the key's name in the answer, unless
 * that has another meaning there. */
static const struct expr *same_parameter(struct comparer *j,
                                         const struct items *key,
                                         const struct items *answer,
                                         const struct expr *x)
{
    const struct expr *to = key->condition->args[0];

    if (shape_holds(j->arena, x, to->name))
        return x;
    return expr_replace(j->arena, x, answer->condition->args[0]->name, to);
}

static bool sequence_is_real(const struct expr *condition)
{
    return condition && shape_is_domain(condition->args[1], "R");
}

/* f(x) = cx, c real, and f(x) = 2kx, k real: one value each, whose parameter
 * runs over all numbers. */
static bool same_declared(struct comparer *j, const struct items *key,
                          const struct items *answer)
{
    const struct item *k, *a;

    if (!sequence_is_real(key->condition) ||
        !sequence_is_real(answer->condition) || key->all.n != 1 ||
        answer->all.n != 1)
        return false;
    k = item_at(key, 0);
    a = item_at(answer, 0);
    return expr_is_value(k->value) && expr_is_value(a->value) &&
           !has_matrix(k->value) && !has_matrix(a->value) &&
           same_with_constants(j, k->value, &key->condition->args[0]->name,
                               a->value, &answer->condition->args[0]->name, 1);
}

/* The only name that x has and y has not; NULL: there is none, or several. */
static const char *sequence_only_name(struct comparer *j, const struct expr *x,
                                      const struct expr *y)
{
    const char *const *names, *only = NULL;
    size_t n = expr_symbols(j->arena, x, &names);

    for (size_t i = 0; i < n; i++) {
        if (shape_holds(j->arena, y, names[i]))
            continue;
        if (only)
            return NULL;
        only = names[i];
    }
    return only;
}

/* f(x) = cx, c real, and f(x) = kx, whose k nobody declares: it must be the
 * other's parameter under another name. */
static struct comparison one_declared(struct comparer *j,
                                      const struct items *key,
                                      const struct items *answer,
                                      struct comparison f)
{
    const struct items *of = key->condition ? key : answer;
    const struct items *other = key->condition ? answer : key;
    const struct expr *x, *y;
    const char *from, *to;

    if (!sequence_is_real(of->condition) || of->all.n != 1 || other->all.n != 1)
        return f;
    x = item_at(of, 0)->value;
    y = item_at(other, 0)->value;
    from = sequence_only_name(j, y, x);
    to = sequence_only_name(j, x, y);
    if (!from || !to || strcmp(to, of->condition->args[0]->name) != 0 ||
        strlen(from) != 1 || !expr_is_value(x) || !expr_is_value(y) ||
        !same_with_constants(j, x, &to, y, &from, 1))
        return f;
    return found_lenient("constants renamed",
                         "they are equal after renaming constants",
                         "the constants have different names");
}

struct comparison compare_sequences(struct comparer *j, const struct expr *key,
                                    const struct expr *answer)
{
    struct items k, a;
    struct comparison f;

    key = with_points(j, key, answer);
    answer = with_points(j, answer, key);
    k = items_of(j, key);
    a = items_of(j, answer);
    /* x = 1 or x = 2 may be said with "and"; x = 1 or y = 2 may not. */
    if (k.either != a.either && (k.named || a.named) &&
        !sequence_numbered(&k) && !sequence_numbered(&a))
        return found(TRUTH_NO, "connective", "one says 'and', the other 'or'");
    if (!k.condition != !a.condition) {
        f = by_items(j, key, answer, &k, &a);
        return f.lenient == TRUTH_YES ? f : one_declared(j, &k, &a, f);
    }
    if (!k.condition || !a.condition)
        return by_items(j, key, answer, &k, &a);
    answer = same_parameter(j, &k, &a, answer);
    a = items_of(j, answer);
    f = by_items(j, key, answer, &k, &a);
    if (f.lenient != TRUTH_YES && same_declared(j, &k, &a))
        return found(TRUTH_YES, "parameter",
                     "they give the same values for all parameters");
    return expr_same(k.condition->args[1], a.condition->args[1])
               ? f
               : other_parameters(j, &k, f);
}

static struct comparison one_value(struct comparer *j, const struct expr *key,
                                   const struct expr *answer)
{
    return expr_is_value(key) && expr_is_value(answer)
               ? compare_values(j, key, answer)
               : compare_answers(j, key, answer);
}

static struct comparison by_items(struct comparer *j, const struct expr *key,
                                  const struct expr *answer, struct items *kp,
                                  struct items *ap)
{
    struct items k = *kp, a = *ap;
    struct comparison f;

    if (k.all.n >= LIMIT_ITEMS || a.all.n >= LIMIT_ITEMS)
        return found(TRUTH_UNKNOWN, "ceiling", "too many values");
    if (is_logic(key) && is_logic(answer) && key->op != answer->op)
        return found(TRUTH_NO, "connective", "one says 'and', the other 'or'");
    if ((sequence_numbered(&k) && sequence_counts(&k, &a)) ||
        (sequence_numbered(&a) && sequence_counts(&a, &k))) {
        forget_names(&k);
        forget_names(&a);
    }
    if (labels_points(&k) && labels_points(&a) &&
        (!sequence_has_name(&k) || !sequence_has_name(&a))) {
        forget_names(&k);
        forget_names(&a);
    }
    if (k.named && a.named)
        return in_names(j, &k, &a);
    if ((several_solutions(&k) && !sequence_has_name(&a)) ||
        (several_solutions(&a) && !sequence_has_name(&k)))
        return found(TRUTH_UNKNOWN, "names",
                     "only one of them assigns its values to names");
    if (k.named != a.named && !sequence_numbered(&k) &&
        !sequence_numbered(&a) &&
        !(k.named ? sequence_has_name(&a) : sequence_has_name(&k)))
        return names_and_values(j, &k, &a);
    if (k.single && a.single && k.all.n == 1 && a.all.n == 1)
        return one_value(j, item_at(&k, 0)->value, item_at(&a, 0)->value);
    if (k.ordered && a.ordered)
        return sequence_in_order(j, &k, &a);
    if (j->ordered)
        return sequence_in_order(j, &k, &a);
    if (k.ordered || a.ordered) {
        if (k.braces || a.braces)
            return found(TRUTH_NO, "kind",
                         "one is a set, the other is an ordered list");
        return mixed(j, &k, &a);
    }
    f = in_any_order(j, &k, &a);
    if (k.single != a.single && k.all.n == 1 && f.lenient == TRUTH_YES)
        f = found_lenient(f.by, f.why, "one is a set, the other is a value");
    return f;
}
