/* SPDX-License-Identifier: Apache-2.0 */
#include "family/language/builtin.h"
#include "family/language/formula_int.h"

#include <string.h>

const char formula_words[] =
    "all and any at but by choose count depth div divides draw each else false "
    "fold for given if in kind least let level list max means min mod not or "
    "product repeat require solve step sum text true where when while";

/* ---- helpers ---- */

struct node *node_new(struct formulas *p, enum op op, size_t at)
{
    struct node *x = arena_new(p->script->arena, struct node);

    x->op = op;
    x->at = at;
    return x;
}

void node_add(struct formulas *p, struct node *x, struct node *kid)
{
    if ((x->n & (x->n - 1)) == 0) { /* room grows in powers of two */
        struct node **kids =
            arena_array(p->script->arena, struct node *, x->n ? 2 * x->n : 1);

        if (x->n)
            memcpy(kids, x->kids, x->n * sizeof(*kids));
        x->kids = kids;
    }
    x->kids[x->n++] = kid;
}

struct node *formula_node(struct formulas *p, enum op op, size_t at, type t,
                          struct node *a, struct node *b)
{
    struct node *x = node_new(p, op, at);

    x->type = t;
    if (a)
        node_add(p, x, a);
    if (b)
        node_add(p, x, b);
    return x;
}

struct node *formula_literal(struct formulas *p, size_t at, struct val value,
                             type t)
{
    struct node *x = node_new(p, OP_LITERAL, at);

    x->value = value;
    x->type = t;
    return x;
}

bool formula_begin(struct formulas *p, size_t at, size_t end)
{
    p->open = p->depth = 0;
    return marks_begin(&p->m, p->script, at, end);
}

static const char *now_text(const struct formulas *p)
{
    return p->m.now.kind == MARK_END ? "the end" : marks_text(&p->m, p->m.now);
}

bool formula_end(struct formulas *p, const char *what)
{
    return p->m.now.kind == MARK_END ||
           script_fail(p->script, p->m.now.at,
                       "%s ends here, but \"%s\" follows", what, now_text(p));
}

bool formula_take(struct formulas *p, const char *text)
{
    if (!marks_is(&p->m, text))
        return script_fail(p->script, p->m.now.at,
                           "\"%s\" is expected here, not %s%s%s", text,
                           p->m.now.kind == MARK_END ? "" : "\"", now_text(p),
                           p->m.now.kind == MARK_END ? "" : "\"");
    return marks_next(&p->m);
}

/* Take it if it is there; *ok is false after an error. */
bool formula_took(struct formulas *p, const char *text, bool *ok)
{
    if (!*ok || !marks_is(&p->m, text))
        return false;
    *ok = marks_next(&p->m);
    return *ok;
}

bool formula_name(struct formulas *p, const char **name, size_t *at)
{
    *at = p->m.now.at;
    if (p->m.now.kind != MARK_NAME)
        return script_fail(p->script, *at, "a name is expected here, not %s",
                           now_text(p));
    *name = marks_text(&p->m, p->m.now);
    if (str_among(*name, formula_words))
        return script_fail(p->script, *at,
                           "\"%s\" is a word of the language and cannot be a "
                           "name",
                           *name);
    if (p->m.now.n > FORMULA_NAME)
        return script_fail(p->script, *at, "a name has at most %d letters",
                           FORMULA_NAME);
    return marks_next(&p->m);
}

/* ---- types ---- */

static const char *const type_names[] = {
    "anything", "a number", "true or false", "a text",     "a polynomial",
    "a list",   "a set",    "a tuple",       "an interval"
};

/* Numbers are polynomials too. */
static bool fits(type have, type want)
{
    type a = type_of(have), b = type_of(want);

    if (a == TYPE_ANY || b == TYPE_ANY)
        return true;
    if (b == TYPE_POLY && a == TYPE_NUMBER)
        return true;
    if (a != b && !(b == TYPE_LIST && a >= TYPE_LIST))
        return false;
    return fits(type_item(have), type_item(want));
}

bool formula_want(struct formulas *p, const struct node *x, type t,
                  const char *what)
{
    if (fits(x->type, t))
        return true;
    return script_fail(p->script, x->at, "%s is expected here, but this is %s",
                       what, type_names[type_of(x->type)]);
}

/* The type of a value that is one of two. */
type formula_joined(type a, type b)
{
    if (a == b)
        return a;
    if (fits(a, TYPE_POLY) && fits(b, TYPE_POLY) && a && b)
        return TYPE_POLY;
    if (type_of(a) == type_of(b) && type_of(a) >= TYPE_LIST)
        return type_of(a);
    return TYPE_ANY;
}

/* ---- names ---- */

struct symbol *scope_find(const struct formulas *p, const char *name)
{
    for (size_t i = p->scope.n; i-- > 0;) {
        struct symbol *s = *vec_get(&p->scope, struct symbol *, i);

        if (str_eq(s->name, name))
            return s;
    }
    return NULL;
}

/* A name of the file hides a function of the language: files that were written
 * before it was added stay good. */
struct symbol *scope_add(struct formulas *p, const char *name,
                         enum symbol_kind kind, size_t at)
{
    const struct symbol *old = scope_find(p, name);
    struct symbol *s;
    size_t line, column;

    /* What solve computes is not seen outside of it. */
    if (old && !(kind == SYMBOL_BOUND && old->kind == SYMBOL_SOLVED)) {
        script_place(p->script, old->at, &line, &column);
        script_fail(p->script, at, "\"%s\" has a meaning already (line %zu)",
                    name, line);
        return NULL;
    }
    s = arena_new(p->script->arena, struct symbol);
    *s = (struct symbol){
        .name = name, .kind = kind, .at = at, .slot = p->n_slots++
    };
    *(struct symbol **)vec_push(&p->scope) = s;
    return s;
}

/* The nearest name for a misspelt one. */
static const char *suggestion(struct formulas *p, const char *name)
{
    const char *best = NULL;
    size_t far = STR_FAR;

    for (size_t i = 0; i < p->scope.n; i++) {
        const struct symbol *s = *vec_get(&p->scope, struct symbol *, i);

        if (str_far(name, s->name) < far) {
            far = str_far(name, s->name);
            best = s->name;
        }
    }
    for (size_t i = 0; i < n_builtins; i++)
        if (str_far(name, builtins[i].name) < far) {
            far = str_far(name, builtins[i].name);
            best = builtins[i].name;
        }
    return best ? arena_printf(p->script->arena, "; did you mean \"%s\"?", best)
                : "";
}

static struct node *variable(struct formulas *p, struct symbol *s, size_t at)
{
    struct node *x = node_new(p, OP_VAR, at);

    x->symbol = s;
    x->type = s->type;
    return x;
}

/* ---- calls ---- */

static bool check_args(struct formulas *p, struct node *x, const char *name,
                       size_t least, size_t most)
{
    if (x->n >= least && x->n <= most)
        return true;
    return script_fail(p->script, x->at, "%s takes %zu argument%s%s, not %zu",
                       name, least, least == 1 ? "" : "s",
                       most > least ? " or more" : "", x->n);
}

static struct node *call_builtin(struct formulas *p, struct node *x,
                                 const struct builtin *b)
{
    type types[8] = { 0 };

    if (!check_args(p, x, b->name, builtin_least(b), builtin_most(b)))
        return NULL;
    for (size_t i = 0; i < x->n; i++) {
        type want = builtin_arg(b, i);

        if (!formula_want(p, x->kids[i], want, type_names[type_of(want)]))
            return NULL;
        if (i < 8)
            types[i] = x->kids[i]->type;
    }
    x->op = OP_CALL;
    x->call = b;
    x->type = builtin_result(b, types, x->n);
    return x;
}

static struct node *formula_call(struct formulas *p, const char *name,
                                 size_t at)
{
    struct node *x = node_new(p, OP_APPLY, at);
    struct symbol *s = scope_find(p, name);
    const struct builtin *b = builtin_find(name);

    if (s && !s->is_function && b)
        s = NULL; /* a value may have the name of a function */
    if (!s && !b) {
        script_fail(p->script, at, "there is no function \"%s\"%s", name,
                    suggestion(p, name));
        return NULL;
    }
    if (s && !s->is_function) {
        script_fail(p->script, at, "\"%s\" is no function", name);
        return NULL;
    }
    if (!formula_take(p, "(") || !formula_items(p, x, ")"))
        return NULL;
    if (!s)
        return call_builtin(p, x, b);
    x->symbol = s;
    x->type = s->type;
    return check_args(p, x, name, s->n_params, s->n_params) ? x : NULL;
}

static struct node *parse_word(struct formulas *p)
{
    size_t at = p->m.now.at;
    bool truth = marks_is(&p->m, "true");
    const char *name;
    struct symbol *s;

    if (truth || marks_is(&p->m, "false"))
        return marks_next(&p->m)
                   ? formula_literal(p, at, val_truth(truth), TYPE_TRUTH)
                   : NULL;
    name = marks_text(&p->m, p->m.now);
    /* words that are functions too, when a bracket follows */
    s = scope_find(p, name); /* level and depth are words and names */
    if (marks_then(&p->m, "(") && builtin_find(name) && !(s && s->is_function))
        return marks_next(&p->m) ? formula_call(p, name, at) : NULL;
    if (!s && builtin_find(name) && builtin_most(builtin_find(name)) == 0)
        return marks_next(&p->m) ? call_builtin(p, node_new(p, OP_CALL, at),
                                                builtin_find(name))
                                 : NULL;
    if (s ? !marks_next(&p->m) : !formula_name(p, &name, &at))
        return NULL;
    if (marks_is(&p->m, "(") && (!s || s->is_function))
        return formula_call(p, name, at);
    if (!s || s->kind == SYMBOL_WORDS) {
        script_fail(p->script, at, "\"%s\" is not defined%s", name,
                    suggestion(p, name));
        return NULL;
    }
    if (s->is_function) {
        script_fail(p->script, at, "\"%s\" is a function: write %s(...)", name,
                    name);
        return NULL;
    }
    return variable(p, s, at);
}

/* ---- numbers ---- */

/* "2.5" is a fraction. */
static struct node *formula_number(struct formulas *p)
{
    size_t at = p->m.now.at;
    const char *text = marks_text(&p->m, p->m.now);
    const char *point = strchr(text, '.');
    size_t places = point ? strlen(point + 1) : 0;
    struct reckoning r = { .arena = p->script->arena,
                           .work = { .limit = 1000000 } };
    struct str digits = str_in(p->script->arena);
    fmpq_t x;

    if (p->m.now.n > FORMULA_DIGITS) {
        script_fail(p->script, at, "a number has at most %d digits",
                    FORMULA_DIGITS);
        return NULL;
    }
    for (const char *c = text; *c; c++)
        if (*c != '.')
            str_addc(&digits, *c);
    fmpq_init(x);
    fmpz_set_str(fmpq_numref(x), str_get(&digits), 10);
    fmpz_set_ui(fmpq_denref(x), 10);
    fmpz_pow_ui(fmpq_denref(x), fmpq_denref(x), places);
    fmpq_canonicalise(x);
    return marks_next(&p->m)
               ? formula_literal(p, at, val_fmpq(&r, x), TYPE_NUMBER)
               : (fmpq_clear(x), NULL);
}

/* ---- operators, from the strongest to the weakest ---- */

const struct formula_operator formula_operators[] = {
    { "^", OP_POW, BINDS_POWER, "a ^ b",
      "a to the power b, a whole number or one made of logarithms; 2 ^ 3 ^ 2 "
      "is 2 ^ 9" },
    { "-", OP_NEG, BINDS_MINUS, "-a", "the opposite; -2 ^ 2 is -4" },
    { "*", OP_MUL, BINDS_PRODUCT, "a * b", "the product" },
    { "/", OP_DIV, BINDS_PRODUCT, "a / b", "the exact fraction: 7 / 2 is 3.5" },
    { "div", OP_QUOTIENT, BINDS_PRODUCT, "a div b",
      "the quotient, rounded down" },
    { "mod", OP_MOD, BINDS_PRODUCT, "a mod b",
      "the remainder: from 0 to b - 1 if b > 0" },
    { "+", OP_ADD, BINDS_SUM, "a + b", "the sum" },
    { "-", OP_SUB, BINDS_SUM, "a - b", "the difference" },
    { "..", OP_RANGE, BINDS_RANGE, "a..b",
      "the list of the whole numbers from a to b, both included" },
    { "=", OP_EQ, BINDS_COMPARISON, "a = b",
      "equal; several comparisons may follow each other: 0 <= a < b" },
    { "!=", OP_NE, BINDS_COMPARISON, "a != b", "different" },
    { "<", OP_LT, BINDS_COMPARISON, "a < b", "less" },
    { "<=", OP_LE, BINDS_COMPARISON, "a <= b", "less or equal" },
    { ">", OP_GT, BINDS_COMPARISON, "a > b", "greater" },
    { ">=", OP_GE, BINDS_COMPARISON, "a >= b", "greater or equal" },
    { "in", OP_IN, BINDS_COMPARISON, "a in L", "a is an item of L" },
    { "not in", OP_NOT_IN, BINDS_COMPARISON, "a not in L",
      "a is no item of L" },
    { "divides", OP_DIVIDES, BINDS_COMPARISON, "a divides b",
      "b / a is a whole number" },
    { "not", OP_NOT, BINDS_NOT, "not C", "C does not hold" },
    { "and", OP_AND, BINDS_AND, "C and D", "both hold" },
    { "or", OP_OR, BINDS_OR, "C or D", "one of them holds, or both" },
    { "if", OP_IF, BINDS_IF, "a if C else b", "a if C holds, else b" },
};

const size_t n_formula_operators =
    sizeof(formula_operators) / sizeof(formula_operators[0]);

/* The operator of that strength that stands here, or NULL. */
static const struct formula_operator *operator_here(const struct formulas *p,
                                                    enum binding binds)
{
    for (size_t i = 0; i < n_formula_operators; i++)
        if (formula_operators[i].binds == binds &&
            marks_is(&p->m, formula_operators[i].sign))
            return &formula_operators[i];
    return NULL;
}

static struct node *formula_primary(struct formulas *p)
{
    struct node *x = NULL;
    size_t at = p->m.now.at, which = formula_loop_here(p);

    if (which != FORMULA_NO_LOOP)
        return formula_loop(p, which);
    switch (p->m.now.kind) {
    case MARK_NUMBER: return formula_number(p);
    case MARK_TEXT:
        x = formula_literal(p, at, val_text(marks_text(&p->m, p->m.now)),
                            TYPE_TEXT);
        return marks_next(&p->m) ? x : NULL;
    case MARK_NAME: return parse_word(p);
    default: break;
    }
    p->open++;
    if (marks_is(&p->m, "("))
        x = formula_bracket(p);
    else if (marks_is(&p->m, "["))
        x = formula_listed(p, false);
    else if (marks_is(&p->m, "{"))
        x = formula_listed(p, true);
    else
        script_fail(p->script, at, "a formula is expected here, not %s",
                    now_text(p));
    p->open--;
    return x;
}

/* m[i], m[i..j], m[i..], m[..j] */
static struct node *parse_index(struct formulas *p, struct node *list)
{
    struct node *x = node_new(p, OP_INDEX, list->at), *from = NULL, *to = NULL;
    bool ok = marks_next(&p->m), slice;

    if (ok && !marks_is(&p->m, "..")) {
        from = formula_range(p);
        ok = from != NULL;
    }
    slice = formula_took(p, "..", &ok) || (from && from->op == OP_RANGE);
    if (!ok || !formula_want(p, list, TYPE_LIST, "a list"))
        return NULL;
    if (from && from->op == OP_RANGE) {
        to = from->kids[1];
        from = from->kids[0];
    } else if (slice && !marks_is(&p->m, "]")) {
        to = formula_range(p);
        ok = to != NULL;
    }
    if (!ok || !formula_take(p, "]"))
        return NULL;
    x->op = slice ? OP_SLICE : OP_INDEX;
    node_add(p, x, list);
    node_add(p, x, from);
    if (slice)
        node_add(p, x, to);
    x->type = slice ? list->type : type_inside(list->type);
    for (size_t i = 1; i < x->n; i++)
        if (x->kids[i] &&
            !formula_want(p, x->kids[i], TYPE_NUMBER, "a whole number"))
            return NULL;
    return x;
}

static struct node *formula_postfix(struct formulas *p)
{
    struct node *x = formula_primary(p);

    while (x && marks_is(&p->m, "[")) {
        p->open++;
        x = parse_index(p, x);
        p->open--;
    }
    return x;
}

static struct node *arithmetic(struct formulas *p, enum op op, size_t at,
                               struct node *a, struct node *b)
{
    type t;

    if (!a || !b || !formula_want(p, a, TYPE_POLY, "a number") ||
        !formula_want(p, b, TYPE_POLY, "a number"))
        return NULL;
    t = type_of(a->type) == TYPE_NUMBER && type_of(b->type) == TYPE_NUMBER
            ? TYPE_NUMBER
        : type_of(a->type) == TYPE_POLY || type_of(b->type) == TYPE_POLY
            ? TYPE_POLY
            : TYPE_ANY;
    return formula_node(p, op, at, t, a, b);
}

static struct node *formula_unary(struct formulas *p);

static struct node *formula_parse_power(struct formulas *p)
{
    struct node *x = formula_postfix(p);
    size_t at = p->m.now.at;

    if (!x || !marks_is(&p->m, "^"))
        return x;
    return marks_next(&p->m) ? arithmetic(p, OP_POW, at, x, formula_unary(p))
                             : NULL;
}

static struct node *formula_unary(struct formulas *p)
{
    size_t at = p->m.now.at;
    struct node *x;

    if (!marks_is(&p->m, "-"))
        return formula_parse_power(p);
    if (++p->depth > FORMULA_DEPTH) {
        script_fail(p->script, at, "this is nested too deeply");
        return NULL;
    }
    x = marks_next(&p->m) ? formula_unary(p) : NULL;
    p->depth--;
    if (!x || !formula_want(p, x, TYPE_POLY, "a number"))
        return NULL;
    return formula_node(p, OP_NEG, at, x->type, x, NULL);
}

static struct node *parse_product(struct formulas *p)
{
    struct node *x = formula_unary(p);

    while (x) {
        const struct formula_operator *o = operator_here(p, BINDS_PRODUCT);
        size_t at = p->m.now.at;

        if (!o)
            break;
        x = marks_next(&p->m) ? arithmetic(p, o->op, at, x, formula_unary(p))
                              : NULL;
    }
    return x;
}

/* In a text, ">" ends a place; in brackets it compares. */
static bool ends_place(const struct formulas *p)
{
    return p->in_place && p->open == 0 &&
           (marks_is(&p->m, ">") || marks_is(&p->m, ">="));
}

/* In a text, "<x+>" is x with a sign. */
static bool is_shape_sign(const struct formulas *p)
{
    return p->in_place && p->open == 0 && marks_then(&p->m, ">");
}

static struct node *formula_parse_sum(struct formulas *p)
{
    struct node *x = parse_product(p);

    while (x) {
        const struct formula_operator *o = operator_here(p, BINDS_SUM);
        size_t at = p->m.now.at;

        if (!o || is_shape_sign(p))
            break;
        x = marks_next(&p->m) ? arithmetic(p, o->op, at, x, parse_product(p))
                              : NULL;
    }
    return x;
}

struct node *formula_range(struct formulas *p)
{
    struct node *x = formula_parse_sum(p), *to;
    size_t at = p->m.now.at;

    if (!x || !marks_is(&p->m, "..") || marks_then(&p->m, "]"))
        return x;
    if (!marks_next(&p->m) || !(to = formula_parse_sum(p)) ||
        !formula_want(p, x, TYPE_NUMBER, "a whole number") ||
        !formula_want(p, to, TYPE_NUMBER, "a whole number"))
        return NULL;
    return formula_node(p, OP_RANGE, at, type_list(TYPE_NUMBER), x, to);
}

/* "0 <= x < n" is two comparisons. */
static struct node *parse_comparison(struct formulas *p)
{
    struct node *left = formula_range(p), *all = NULL;

    while (left && !ends_place(p)) {
        size_t at = p->m.now.at;
        bool not_in = marks_is(&p->m, "not") && marks_then(&p->m, "in");
        const struct formula_operator *o;
        struct node *right, *x;

        if (not_in && !marks_next(&p->m))
            return NULL;
        o = operator_here(p, BINDS_COMPARISON);
        if (!o)
            break;
        if (!marks_next(&p->m) || !(right = formula_range(p)))
            return NULL;
        if (o->op == OP_IN &&
            !formula_want(p, right, TYPE_LIST, "a list or set"))
            return NULL;
        x = formula_node(p, not_in ? OP_NOT_IN : o->op, at, TYPE_TRUTH, left,
                         right);
        all = all ? formula_node(p, OP_AND, at, TYPE_TRUTH, all, x) : x;
        left = right;
    }
    return !left ? NULL : all ? all : left;
}

static struct node *parse_not(struct formulas *p)
{
    size_t at = p->m.now.at;
    struct node *x;

    if (!marks_is(&p->m, "not"))
        return parse_comparison(p);
    if (++p->depth > FORMULA_DEPTH) {
        script_fail(p->script, at, "this is nested too deeply");
        return NULL;
    }
    x = marks_next(&p->m) ? parse_not(p) : NULL;
    p->depth--;
    return x && formula_want(p, x, TYPE_TRUTH, "a condition")
               ? formula_node(p, OP_NOT, at, TYPE_TRUTH, x, NULL)
               : NULL;
}

/* "and" and "or": `next` reads what is joined. */
static struct node *parse_joined(struct formulas *p, const char *word,
                                 enum op op,
                                 struct node *(*next)(struct formulas *))
{
    struct node *x = next(p);

    while (x && marks_is(&p->m, word)) {
        size_t at = p->m.now.at;
        struct node *y = marks_next(&p->m) ? next(p) : NULL;

        if (!y || !formula_want(p, x, TYPE_TRUTH, "a condition") ||
            !formula_want(p, y, TYPE_TRUTH, "a condition"))
            return NULL;
        x = formula_node(p, op, at, TYPE_TRUTH, x, y);
    }
    return x;
}

static struct node *parse_and(struct formulas *p)
{
    return parse_joined(p, "and", OP_AND, parse_not);
}

static struct node *parse_or(struct formulas *p)
{
    return parse_joined(p, "or", OP_OR, parse_and);
}

/* "a if c else b" */
static struct node *parse_choice(struct formulas *p)
{
    struct node *then = parse_or(p), *x, *condition, *otherwise;

    if (!then || !marks_is(&p->m, "if"))
        return then;
    x = node_new(p, OP_IF, p->m.now.at);
    if (!marks_next(&p->m) || !(condition = parse_or(p)) ||
        !formula_want(p, condition, TYPE_TRUTH, "a condition") ||
        !formula_take(p, "else") || !(otherwise = formula_read(p)))
        return NULL;
    node_add(p, x, condition);
    node_add(p, x, then);
    node_add(p, x, otherwise);
    x->type = formula_joined(then->type, otherwise->type);
    return x;
}

struct node *formula_read(struct formulas *p)
{
    struct node *x;

    if (++p->depth > FORMULA_DEPTH) {
        script_fail(p->script, p->m.now.at, "this is nested too deeply");
        return NULL;
    }
    x = parse_choice(p);
    p->depth--;
    return x;
}
