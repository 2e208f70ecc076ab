/* SPDX-License-Identifier: Apache-2.0 */

/* The statements of solve. */
#include "family/language/file_int.h"
#include "family/language/texts.h"

#include <string.h>

static bool read_statements(struct reader *r, const struct file_entry *e,
                            struct node **out);

/* x, t[i][j]: a variable that is new or has been assigned to. */
static struct node *read_target(struct reader *r)
{
    struct symbol *s;
    struct node *x;
    const char *name;
    size_t at;

    if (!formula_name(&r->p, &name, &at))
        return NULL;
    s = scope_find(&r->p, name);
    if (s && s->kind != SYMBOL_SOLVED) {
        script_fail(r->p.script, at, "\"%s\" cannot be changed in \"solve\"",
                    name);
        return NULL;
    }
    if (!s && !(s = scope_add(&r->p, name, SYMBOL_SOLVED, at)))
        return NULL;
    x = node_new(&r->p, OP_VAR, at);
    x->symbol = s;
    x->type = s->type;
    while (marks_is(&r->p.m, "[")) {
        struct node *item = node_new(&r->p, OP_INDEX, r->p.m.now.at), *i;

        if (!marks_next(&r->p.m) || !(i = formula_range(&r->p)) ||
            !formula_take(&r->p, "]"))
            return NULL;
        node_add(&r->p, item, x);
        node_add(&r->p, item, i);
        item->type = type_item(x->type);
        x = item;
    }
    return x;
}

/* A variable has the type of what it is given, if it is always the same. */
static void learn(struct node *target, type t)
{
    struct symbol *s = target->symbol;

    if (target->op == OP_VAR)
        s->type = s->is_set && s->type != t ? TYPE_ANY : t;
    if (target->op == OP_VAR)
        s->is_set = true;
}

static bool read_values(struct reader *r, struct node *x, size_t n)
{
    struct node *value = formula_read(&r->p), *tuple;

    if (!value)
        return false;
    if (!marks_is(&r->p.m, ",")) {
        node_add(&r->p, x, value);
        return true;
    }
    tuple = node_new(&r->p, OP_TUPLE, value->at);
    tuple->type = TYPE_TUPLE;
    node_add(&r->p, tuple, value);
    while (marks_is(&r->p.m, ",")) {
        if (!marks_next(&r->p.m) || !(value = formula_read(&r->p)))
            return false;
        node_add(&r->p, tuple, value);
    }
    if (tuple->n != n)
        return script_fail(r->p.script, tuple->at, "%zu values for %zu names",
                           tuple->n, n);
    node_add(&r->p, x, tuple);
    return true;
}

/* Remember what a variable stands for if this is all that it ever is. */
static void note_value(const struct reader *r, const struct node *target,
                       struct node *value)
{
    bool whole = target->op == OP_VAR;

    while (target->op == OP_INDEX)
        target = target->kids[0];
    if (target->op != OP_VAR)
        return;
    target->symbol->assigned += whole ? 1 : 2;
    target->symbol->once = r->nesting == 1 ? value : NULL;
}

static bool read_assignment(struct reader *r, const struct file_entry *e,
                            struct node **out)
{
    struct node *x = node_new(&r->p, OP_ASSIGN, e->head), *value;
    size_t n = 0;
    bool more = true;

    if (!formula_begin(&r->p, e->head, e->end))
        return false;
    while (more) {
        struct node *target = read_target(r);

        if (!target)
            return false;
        node_add(&r->p, x, target);
        n++;
        more = marks_is(&r->p.m, ",");
        if (more && !marks_next(&r->p.m))
            return false;
    }
    if (!marks_is(&r->p.m, "="))
        return script_fail(r->p.script, r->p.m.now.at,
                           "a statement is \"name = FORMULA\", \"for\", "
                           "\"repeat\", \"if\", \"require\" or \"step\"");
    if (!marks_next(&r->p.m))
        return false;
    if (!read_values(r, x, n) || !formula_end(&r->p, "the statement"))
        return false;
    value = x->kids[n];
    for (size_t i = 0; i < n; i++) {
        learn(x->kids[i], n == 1                  ? value->type
                          : value->op == OP_TUPLE ? value->kids[i]->type
                                                  : type_item(value->type));
        note_value(r, x->kids[i],
                   n == 1                  ? value
                   : value->op == OP_TUPLE ? value->kids[i]
                                           : NULL);
    }
    *out = x;
    return true;
}

static bool read_for(struct reader *r, const struct file_entry *e,
                     struct node **out)
{
    struct node *x = node_new(&r->p, OP_LOOP, e->head);
    size_t was = r->p.scope.n, bound;

    x->loop = arena_new(r->p.script->arena, struct loop);
    x->loop->kind = LOOP_DO;
    if (!formula_begin(&r->p, e->at, e->line_end) ||
        !formula_clauses(&r->p, x->loop) || !formula_end(&r->p, "the loop"))
        return false;
    bound = r->p.scope.n;
    if (!read_statements(r, e, &x->loop->body))
        return false;
    /* the names of the loop go, the variables of its block stay */
    for (size_t i = was; i < bound; i++)
        (*vec_get(&r->p.scope, struct symbol *, i))->name = "";
    *out = x;
    return true;
}

/* repeat at most N while FORMULA */
static bool read_repeat(struct reader *r, const struct file_entry *e,
                        struct node **out)
{
    struct node *x = node_new(&r->p, OP_REPEAT, e->head), *most;
    struct node *condition = NULL, *block;

    if (!formula_begin(&r->p, e->at, e->line_end) ||
        !formula_take(&r->p, "at") || !formula_take(&r->p, "most") ||
        !(most = formula_read(&r->p)))
        return false;
    if (marks_is(&r->p.m, "while")) {
        condition = marks_next(&r->p.m) ? formula_read(&r->p) : NULL;
        if (!condition ||
            !formula_want(&r->p, condition, TYPE_TRUTH, "a condition"))
            return false;
    }
    if (!formula_want(&r->p, most, TYPE_NUMBER, "a whole number") ||
        !formula_end(&r->p, "the loop") || !read_statements(r, e, &block))
        return false;
    node_add(&r->p, x, most);
    node_add(&r->p, x, condition);
    node_add(&r->p, x, block);
    *out = x;
    return true;
}

static bool read_if(struct reader *r, const struct file_entry *e,
                    struct node **out)
{
    struct node *x = node_new(&r->p, OP_WHEN, e->head), *block;
    struct node *condition =
        reader_formula(r, e->at, e->line_end, "the condition");

    if (!condition ||
        !formula_want(&r->p, condition, TYPE_TRUTH, "a condition") ||
        !read_statements(r, e, &block))
        return false;
    node_add(&r->p, x, condition);
    node_add(&r->p, x, block);
    node_add(&r->p, x, NULL);
    *out = x;
    return true;
}

static bool read_require(struct reader *r, const struct file_entry *e,
                         struct node **out)
{
    struct node *x = node_new(&r->p, OP_REQUIRE, e->head);
    struct node *condition = reader_formula(r, e->at, e->end, "the condition");

    if (!condition ||
        !formula_want(&r->p, condition, TYPE_TRUTH, "a condition"))
        return false;
    node_add(&r->p, x, condition);
    *out = x;
    return true;
}

static bool read_step(struct reader *r, const struct file_entry *e,
                      struct node **out)
{
    struct node *x = node_new(&r->p, OP_STEP, e->head), *when;
    struct file_entry told = *e;
    const char *text;

    if (!reader_text(r, e, &text) || !reader_when(r, e, &when) ||
        !translation_step(r, &told))
        return false;
    node_add(&r->p, x, when);
    x->words =
        words_read(&r->p, r->file->pools.items, told.colon + 1, told.end);
    *out = x;
    return x->words && step_is_sayable(r, x->words);
}

/* "else" is read with the statement before it. */
static bool read_else(struct reader *r, const struct file_entry *e,
                      struct node **out)
{
    (void)out;
    return script_fail(r->p.script, e->head,
                       "\"else\" stands behind an \"if\"");
}

const struct statement_rule statement_rules[] = {
    { "for",
      read_for,
      { "for X in LIST",
        "Do the statements below it, indented, for every item.",
        "for d in digits(n, 10)" } },
    { "repeat",
      read_repeat,
      { "repeat at most N while CONDITION",
        "Do the statements below it again and again while the condition "
        "holds, but at most N times. `while` may be left out.",
        "repeat at most 100 while b > 0" } },
    { "if",
      read_if,
      { "if CONDITION", "Do the statements below it if the condition holds.",
        "if g > 1" } },
    { "else",
      read_else,
      { "else", "Do the statements below it if the condition above does not.",
        NULL } },
    { "require",
      read_require,
      { "require CONDITION",
        "Values that do not meet it make no problem: others are drawn.",
        "require a mod g = 0" } },
    { "step",
      read_step,
      { "step when CONDITION: TEXT",
        "A step of the worked solution, with the values of this moment. The "
        "condition may be left out.",
        "step when g > 1: Divide by $<g>$." } },
    { "",
      read_assignment,
      { "NAME, NAME[I] = FORMULA, FORMULA",
        "Set names, or items of a list, to values. All formulas are computed "
        "before the first name changes.",
        "a, b = b, a mod b" } },
};

const size_t n_statement_rules =
    sizeof(statement_rules) / sizeof(statement_rules[0]);

static bool read_statement(struct reader *r, struct file_entry *e)
{
    struct node *x = NULL, *before = NULL;
    struct node *block = r->block;
    size_t i = 0;
    bool ok;

    if (block->n)
        before = block->kids[block->n - 1];
    if (reader_head_is(r, e, "else") && before && before->op == OP_WHEN &&
        !before->kids[2]) {
        ok = read_statements(r, e, &before->kids[2]);
        r->block = block;
        return ok;
    }
    while (*statement_rules[i].head &&
           !reader_head_is(r, e, statement_rules[i].head))
        i++;
    ok = statement_rules[i].read(r, e, &x);
    r->block = block;
    if (ok)
        node_add(&r->p, block, x);
    return ok;
}

/* The lines below an entry, as a block. */
static bool read_statements(struct reader *r, const struct file_entry *e,
                            struct node **out)
{
    struct node *block = node_new(&r->p, OP_BLOCK, e->head);

    if (e->first + 1 == e->last)
        return script_fail(r->p.script, e->head,
                           "the statements stand below it, indented");
    if (++r->nesting > BLOCKS_MOST)
        return script_fail(r->p.script, e->head, "this is nested too deeply");
    r->block = block;
    *out = block;
    if (!reader_block(r, e->first + 1, e->last, read_statement))
        return false;
    r->nesting--;
    return true;
}

bool reader_solve(struct reader *r, struct file_entry *e)
{
    struct file_kind *k = r->kind;

    if (!reader_end_draws(r))
        return false;
    if (k->solve || k->keys.n)
        return script_fail(r->p.script, e->head,
                           "\"solve\" stands once, before the key");
    return translation_solve(r) && read_statements(r, e, &k->solve) &&
           translation_solved(r);
}
