/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What the operands of a solution are. An operand is the result that a claim of
 * the same attempt made and nobody took since, unless taking it breaks a rule
 * and it need not be the one that was meant. Where there is none it is a base
 * number, or else another result, the nearest first; the first choice that
 * takes nothing twice is the solution.
 */
#include "family/mathador/reply/play_int.h"

#define WORK_MOST   20000 /* operands tried for one solution */
#define FAR_CHOICES 6     /* results of equal value that are tried */

struct search {
    const struct table_of_claims *t;
    bool base_taken[GAME_MOST];
    int claims[GAME_STEPS]; /* of the tree so far; their leaves are pending */
    int n, operations;
    int work;
};

static bool in_tree(const struct search *s, int claim)
{
    for (int i = 0; i < s->n; i++)
        if (s->claims[i] == claim)
            return true;
    return false;
}

static bool resolve(struct search *s, int claim, int leaf);

static bool next_leaf(struct search *s, int claim, int leaf)
{
    if (leaf + 1 < s->t->items[s->claims[claim]].n_leaves)
        return resolve(s, claim, leaf + 1);
    return claim + 1 == s->n || resolve(s, claim + 1, 0);
}

static bool try_claim(struct search *s, int claim, int leaf, int from)
{
    int n = s->t->items[from].claim->n;

    if (in_tree(s, from) || s->n == GAME_STEPS ||
        s->operations + n > GAME_STEPS)
        return false;
    s->claims[s->n++] = from;
    s->operations += n;
    if (next_leaf(s, claim, leaf))
        return true;
    s->n--;
    s->operations -= n;
    return false;
}

static bool try_base(struct search *s, int claim, int leaf)
{
    struct ratio x = s->t->items[s->claims[claim]].leaves[leaf].number;
    int base = play_base(s->t->g, x, s->base_taken);

    if (base < 0)
        return false;
    s->base_taken[base] = true;
    if (next_leaf(s, claim, leaf))
        return true;
    s->base_taken[base] = false;
    return false;
}

/* Results of that value, from the nearest on. */
static bool try_others(struct search *s, int claim, int leaf)
{
    int at = s->claims[claim], tried = 0;
    const struct leaf *l = &s->t->items[at].leaves[leaf];

    for (int i = at - 1; i >= 0 && tried < FAR_CHOICES; i--) {
        const struct judged *j = &s->t->items[i];

        if (!j->accounted || !reply_equal(j->stated, l->number))
            continue;
        tried++;
        if (try_claim(s, claim, leaf, i))
            return true;
    }
    return false;
}

/* A result may not be the one that was meant if it ended a solution, or if
 * there are lines without a claim between. */
static bool may_differ(const struct table_of_claims *t, int user, int maker)
{
    struct ratio x = t->items[maker].stated;

    return t->items[user].block != t->items[maker].block ||
           (x.q == 1 && x.p == t->g->target);
}

/* The leaf of that claim of the tree, and all that come after it. The depth is
 * that of the leaves of GAME_STEPS operations. */
static bool resolve(struct search *s, int claim, int leaf)
{
    const struct leaf *l = &s->t->items[s->claims[claim]].leaves[leaf];

    if (++s->work > WORK_MOST)
        return false;
    if (l->made >= 0 && try_claim(s, claim, leaf, l->made))
        return true;
    if (l->made >= 0 && !may_differ(s->t, s->claims[claim], l->made))
        return false;
    return try_base(s, claim, leaf) || try_others(s, claim, leaf);
}

/* ---- when nothing is legal ---- */

static void add_claim(struct linked *out, int claim)
{
    int at = out->n;

    for (int i = 0; i < out->n; i++)
        if (out->claims[i] == claim)
            return;
    if (out->n == SOLUTION_CLAIMS)
        return;
    for (; at > 0 && out->claims[at - 1] > claim; at--)
        out->claims[at] = out->claims[at - 1];
    out->claims[at] = claim;
    out->n++;
}

/* Returns the nearest claim before `at` that came to x, or -1 if there is none.
 */
static int find_result(const struct table_of_claims *t, int at, struct ratio x)
{
    while (--at >= 0)
        if (reply_equal(t->items[at].stated, x))
            return at;
    return -1;
}

/* Whatever the operands seem to be, used twice or not. */
static void gather(const struct table_of_claims *t, int root,
                   struct linked *out)
{
    add_claim(out, root);
    for (int done = out->n - 1; done >= 0; done--) {
        const struct judged *j = &t->items[out->claims[done]];
        int before = out->n;

        for (int k = 0; k < j->n_leaves; k++) {
            const struct leaf *l = &j->leaves[k];
            int from = l->made;

            if (from < 0 && play_base(t->g, l->number, NULL) < 0)
                from = find_result(t, out->claims[done], l->number);
            if (from >= 0)
                add_claim(out, from);
        }
        done += out->n - before; /* new ones stand before this one */
    }
}

/* Which claims take what is not there: play them in order. */
static void find_illegal(const struct table_of_claims *t, struct linked *out)
{
    bool base_taken[GAME_MOST] = { false };
    bool taken[SOLUTION_CLAIMS] = { false };

    for (int i = 0; i < out->n; i++) {
        const struct judged *j = &t->items[out->claims[i]];

        for (int k = 0; k < j->n_leaves; k++) {
            struct ratio x = j->leaves[k].number;
            int from = i - 1, base = play_base(t->g, x, base_taken);

            while (from >= 0 &&
                   (taken[from] ||
                    !reply_equal(t->items[out->claims[from]].stated, x)))
                from--;
            if (from >= 0)
                taken[from] = true;
            else if (base >= 0)
                base_taken[base] = true;
            else
                out->illegal[i] = true;
        }
    }
}

struct linked link_solution(const struct table_of_claims *t, int root)
{
    struct search s = { .t = t, .claims = { root }, .n = 1 };
    struct linked out = { 0 };

    s.operations = t->items[root].claim->n;
    if (t->items[root].n_leaves == 0 || /* an operation that is none of ours */
        (s.operations <= GAME_STEPS && resolve(&s, 0, 0))) {
        out.legal = true;
        for (int i = 0; i < s.n; i++)
            add_claim(&out, s.claims[i]);
        return out;
    }
    gather(t, root, &out);
    find_illegal(t, &out);
    return out;
}
