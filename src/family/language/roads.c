/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Two roads, by construction: a check sees the given values and the key alone.
 * It may not use what the key rests on, nor a function of the same mathematics,
 * nor repeat the key's formula.
 */
#include "family/language/builtin.h"
#include "family/language/file_int.h"

#include <string.h>

/* All that a formula rests on, with the way there. */
struct reach {
    struct arena *arena;
    struct vec symbols; /* struct reached */
    struct vec calls;   /* struct reached: built-ins with a road */
};

struct reached {
    const struct symbol *symbol;
    const struct builtin *call;
    const char *chain; /* "g, f": through which names; "" */
    size_t at;         /* where it is named first */
};

static void reach(struct reach *r, const struct node *x, const char *chain);

static bool has_symbol(const struct reach *r, const struct symbol *s)
{
    for (size_t i = 0; i < r->symbols.n; i++)
        if (vec_get(&r->symbols, struct reached, i)->symbol == s)
            return true;
    return false;
}

static void reach_symbol(struct reach *r, const struct symbol *s, size_t at,
                         const char *chain)
{
    if (has_symbol(r, s))
        return;
    *(struct reached *)vec_push(&r->symbols) =
        (struct reached){ s, NULL, chain, at };
    if (s->kind == SYMBOL_LET && s->value)
        reach(r, s->value,
              *chain ? arena_printf(r->arena, "%s, %s", chain, s->name)
                     : s->name);
}

static void reach_loop(struct reach *r, const struct loop *l, const char *chain)
{
    for (size_t i = 0; i < l->n; i++)
        for (size_t j = 0; j < l->clauses[i].n_lists; j++)
            reach(r, l->clauses[i].lists[j], chain);
    if (l->where)
        reach(r, l->where, chain);
    if (l->start)
        reach(r, l->start, chain);
    reach(r, l->body, chain);
}

static void reach(struct reach *r, const struct node *x, const char *chain)
{
    if (x->op == OP_VAR || x->op == OP_APPLY)
        reach_symbol(r, x->symbol, x->at, chain);
    if (x->op == OP_CALL && x->call->road)
        *(struct reached *)vec_push(&r->calls) =
            (struct reached){ NULL, x->call, chain, x->at };
    if (x->op == OP_LOOP)
        reach_loop(r, x->loop, chain);
    for (size_t i = 0; i < x->n; i++)
        if (x->kids[i])
            reach(r, x->kids[i], chain);
}

static struct reach reach_of(struct reader *r, const struct node *x,
                             const struct node *also)
{
    struct arena *a = r->p.script->arena;
    struct reach out = { a, vec_in(a, sizeof(struct reached)),
                         vec_in(a, sizeof(struct reached)) };

    reach(&out, x, "");
    if (also)
        reach(&out, also, "");
    return out;
}

/* All that the keys of a kind rest on. */
static struct reach reach_of_keys(struct reader *r, const struct file_kind *k)
{
    struct reach out =
        reach_of(r, vec_get(&k->keys, struct file_key, 0)->formula, k->solve);

    for (size_t i = 1; i < k->keys.n; i++)
        reach(&out, vec_get(&k->keys, struct file_key, i)->formula, "");
    return out;
}

static const char *through(struct reader *r, const char *chain)
{
    return *chain ? arena_printf(r->p.script->arena, " (through %s)", chain)
                  : "";
}

/* Does it depend on a given value? If not, it is a table, and no mathematics of
 * the problem. */
static bool is_constant(struct reader *r, const struct symbol *s)
{
    struct reach all;

    if (s->kind != SYMBOL_LET || s->is_function)
        return false;
    all = reach_of(r, s->value, NULL);
    for (size_t i = 0; i < all.symbols.n; i++) {
        enum symbol_kind kind =
            vec_get(&all.symbols, struct reached, i)->symbol->kind;

        if (kind != SYMBOL_LET && kind != SYMBOL_BOUND)
            return false;
    }
    return true;
}

/* What only the draws know is in no formula behind them. */
static bool is_known(struct reader *r, const struct reach *all,
                     const char *where)
{
    for (size_t i = 0; i < all->symbols.n; i++) {
        const struct reached *x = vec_at(&all->symbols, i);
        enum symbol_kind kind = x->symbol->kind;

        if (kind == SYMBOL_DRAWN || kind == SYMBOL_LEVEL ||
            kind == SYMBOL_DEPTH)
            return script_fail(r->p.script, x->at,
                               "%s uses %s%s, which the statement does not "
                               "tell: add it to \"given\"",
                               where, x->symbol->name, through(r, x->chain));
    }
    return true;
}

static bool symbols_part(struct reader *r, const struct reach *key,
                         const struct reach *check)
{
    for (size_t i = 0; i < check->symbols.n; i++) {
        const struct reached *x = vec_at(&check->symbols, i);

        if (x->symbol->kind == SYMBOL_SOLVED)
            return script_fail(r->p.script, x->at,
                               "the check uses %s%s, which \"solve\" computes "
                               "for the key: it sees the given values and the "
                               "key alone",
                               x->symbol->name, through(r, x->chain));
        if (x->symbol->kind == SYMBOL_LET && has_symbol(key, x->symbol) &&
            !is_constant(r, x->symbol))
            return script_fail(r->p.script, x->at,
                               "the check uses %s%s, and the key rests on it "
                               "too: both would be wrong together",
                               x->symbol->name, through(r, x->chain));
    }
    return true;
}

static bool calls_part(struct reader *r, const struct reach *key,
                       const struct reach *check)
{
    for (size_t i = 0; i < check->calls.n; i++)
        for (size_t j = 0; j < key->calls.n; j++) {
            const struct reached *x = vec_at(&check->calls, i);
            const struct reached *y = vec_at(&key->calls, j);

            if (strcmp(x->call->road, y->call->road) == 0)
                return script_fail(r->p.script, x->at,
                                   "the check uses %s()%s and the key %s()%s: "
                                   "both rest on the same mathematics (%s)",
                                   x->call->name, through(r, x->chain),
                                   y->call->name, through(r, y->chain),
                                   x->call->road);
        }
    return true;
}

static bool looks_at_key(const struct reach *check)
{
    for (size_t i = 0; i < check->symbols.n; i++)
        if (vec_get(&check->symbols, struct reached, i)->symbol->kind ==
            SYMBOL_KEY)
            return true;
    return false;
}

static bool part(struct reader *r, const struct file_kind *k)
{
    struct reach key = reach_of_keys(r, k);

    if (!is_known(r, &key, "the key"))
        return false;
    for (size_t i = 0; i < k->checks.n; i++) {
        const struct named_formula *c = vec_at(&k->checks, i);
        struct reach check = reach_of(r, c->formula, NULL);
        const struct node *same;

        if (!is_known(r, &check, "the check") ||
            !symbols_part(r, &key, &check) || !calls_part(r, &key, &check))
            return false;
        if (!looks_at_key(&check))
            return script_fail(r->p.script, c->at,
                               "this check does not look at the key");
        same = NULL;
        for (size_t j = 0; !same && j < k->keys.n; j++)
            same = formula_repeats(
                c->formula, vec_get(&k->keys, struct file_key, j)->formula);
        if (same)
            return script_fail(r->p.script, same->at,
                               "the check repeats the formula of the key: "
                               "test the key by another one");
    }
    return true;
}

bool roads_part(struct reader *r, const struct file_kind *k)
{
    if (part(r, k))
        return true;
    r->p.script->e->code = ERR_DOMAIN; /* it reads well, and breaks a rule */
    return false;
}

/* ---- statements ---- */

static void reach_words(struct reach *r, const struct say_text *w)
{
    for (size_t i = 0; i < w->n; i++) {
        const struct say *p = &w->pieces[i];

        if (p->value)
            reach(r, p->value, "");
        if (p->loop)
            for (size_t k = 0; k < p->loop->n; k++)
                for (size_t j = 0; j < p->loop->clauses[k].n_lists; j++)
                    reach(r, p->loop->clauses[k].lists[j], "");
        if (p->loop && p->loop->where)
            reach(r, p->loop->where, "");
        if (p->words)
            reach_words(r, p->words);
        if (p->otherwise)
            reach_words(r, p->otherwise);
    }
}

bool wordings_know(struct reader *r, const struct file_kind *k)
{
    for (size_t i = 0; i < k->wordings.n + k->endings.n; i++) {
        const struct file_text *t =
            i < k->wordings.n ? vec_at(&k->wordings, i)
                              : vec_at(&k->endings, i - k->wordings.n);
        struct arena *a = r->p.script->arena;
        struct reach all = { a, vec_in(a, sizeof(struct reached)),
                             vec_in(a, sizeof(struct reached)) };

        reach_words(&all, t->words);
        if (t->when)
            reach(&all, t->when, "");
        if (!is_known(r, &all, "this text"))
            return false;
        for (size_t j = 0; j < all.symbols.n; j++) {
            const struct reached *x = vec_at(&all.symbols, j);

            if (x->symbol->kind == SYMBOL_SOLVED ||
                x->symbol->kind == SYMBOL_KEY)
                return script_fail(r->p.script, x->at,
                                   "a statement cannot tell %s%s, which is "
                                   "computed for the key: steps can",
                                   x->symbol->name, through(r, x->chain));
        }
    }
    return true;
}

void conditions_find(struct reader *r, struct file_kind *k)
{
    for (size_t i = 0; i < k->drawings.n; i++) {
        const struct file_draw *d = vec_at(&k->drawings, i);
        struct reach all;
        bool given = d->kind == DRAWING_WHERE;

        if (!given)
            continue;
        all = reach_of(r, d->domain, NULL);
        for (size_t j = 0; j < all.symbols.n; j++) {
            enum symbol_kind kind =
                vec_get(&all.symbols, struct reached, j)->symbol->kind;

            given = given && kind != SYMBOL_DRAWN && kind != SYMBOL_LEVEL &&
                    kind != SYMBOL_DEPTH;
        }
        if (given)
            *(struct node **)vec_push(&k->conditions) = d->domain;
    }
}
