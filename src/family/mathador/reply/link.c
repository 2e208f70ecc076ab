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
    int claims[GAME_STEPS]; /* of the tree so far; their operands are pending */
    int n, operations;
    int work;
};

static bool resolve(struct search *s, int claim, int i);

/* The operand is the result of claim `from`. */
static bool try_claim(struct search *s, int claim, int i, int from)
{
    int n = s->t->items[from].n;

    for (int k = 0; k < s->n; k++)
        if (s->claims[k] == from)
            return false;
    if (s->n == GAME_STEPS || s->operations + n > GAME_STEPS)
        return false;
    s->claims[s->n++] = from;
    s->operations += n;
    if (resolve(s, claim, i + 1))
        return true;
    s->n--;
    s->operations -= n;
    return false;
}

static bool try_base(struct search *s, int claim, int i, struct ratio x)
{
    int base = play_base(s->t->g, x, s->base_taken);

    if (base < 0)
        return false;
    s->base_taken[base] = true;
    if (resolve(s, claim, i + 1))
        return true;
    s->base_taken[base] = false;
    return false;
}

/* Results of that value, from the nearest on. */
static bool try_others(struct search *s, int claim, int i, struct ratio x)
{
    for (int at = s->claims[claim] - 1, tried = 0;
         at >= 0 && tried < FAR_CHOICES; at--) {
        const struct game_claim *c = &s->t->items[at];

        if (!c->accounted || !reply_equal(c->result, x))
            continue;
        tried++;
        if (try_claim(s, claim, i, at))
            return true;
    }
    return false;
}

/* Operand i of that claim of the tree, and all that come after it. The depth is
 * that of the operands of GAME_STEPS operations. */
static bool resolve(struct search *s, int claim, int i)
{
    const struct game_claim *c = &s->t->items[s->claims[claim]], *maker;
    const struct game_operand *o = claim_operand(c, i);

    if (i == 2 * c->n)
        return claim + 1 == s->n || resolve(s, claim + 1, 0);
    if (o->from >= 0)
        return resolve(s, claim, i + 1);
    if (++s->work > WORK_MOST)
        return false;
    if (o->made >= 0) {
        maker = &s->t->items[o->made];
        if (try_claim(s, claim, i, o->made))
            return true;
        /* It may not be the one that was meant if it ended a solution, or if
         * there are lines without a claim between. */
        if (c->block == maker->block && !play_hits(s->t->g, maker->result))
            return false;
    }
    return try_base(s, claim, i, o->number) ||
           try_others(s, claim, i, o->number);
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

/* Whatever the operands seem to be, used twice or not. */
static void gather(const struct table_of_claims *t, int root,
                   struct linked *out)
{
    add_claim(out, root);
    for (int done = out->n - 1; done >= 0; done--) {
        int before = out->n, at = out->claims[done];
        const struct game_claim *c = &t->items[at];

        for (int i = 0; i < 2 * c->n; i++) {
            const struct game_operand *o = claim_operand(c, i);
            int from = o->from >= 0 ? -1 : o->made;

            if (o->from < 0 && from < 0 && play_base(t->g, o->number, NULL) < 0)
                for (from = at - 1; from >= 0; from--)
                    if (reply_equal(t->items[from].result, o->number))
                        break;
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
        const struct game_claim *c = &t->items[out->claims[i]];

        for (int k = 0; k < 2 * c->n; k++) {
            struct ratio x = claim_operand(c, k)->number;
            int from = i - 1, base = play_base(t->g, x, base_taken);

            if (claim_operand(c, k)->from >= 0)
                continue;
            while (from >= 0 &&
                   (taken[from] ||
                    !reply_equal(t->items[out->claims[from]].result, x)))
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
    int n = t->items[root].n; /* 0: an operation that is none of ours */
    struct search s = { .t = t, .claims = { root }, .n = 1, .operations = n };
    struct linked out = { 0 };

    if (n <= GAME_STEPS && resolve(&s, 0, 0)) {
        for (int i = 0; i < s.n; i++)
            add_claim(&out, s.claims[i]);
    } else {
        gather(t, root, &out);
        find_illegal(t, &out);
    }
    return out;
}
