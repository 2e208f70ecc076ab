/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "evolve/source/import_int.h"

#include <string.h>

/*
 * Notes into one graph. A number of a note is the result of an earlier note
 * with that value, the latest one and preferably one that nothing has used
 * yet; else it is a leaf. Where the number stands in the text too and is not
 * used so far, both can be meant: that step is a rival of the number. Where
 * two notes have that result, or a word or unit is as much as one that has been
 * used, nobody knows which is meant: the step is in doubt.
 */

struct builder {
    struct import_chain *c;
    const struct import_notes *notes;
    const struct import_text *text;
    size_t root_of[NOTES];  /* link; of good notes */
    bool spent[NOTES];      /* its result was used */
    size_t spent_by[NOTES]; /* the last note that used it */
    size_t now;             /* the note being built */
};

static size_t add_link(struct builder *b, enum graph_op op)
{
    struct import_link *x = &b->c->link[b->c->n];

    INVARIANT(b->c->n < TERMS); /* one link for each term at most */
    *x = (struct import_link){ .op = op, .under = GRAPH_OPS };
    return b->c->n++;
}

/* Numbers of the text with that value, those that may change or those that
 * stay. */
static size_t count_in_text(const struct import_text *t, struct ratio v,
                            bool stay)
{
    size_t n = 0;

    for (size_t i = 0; i < t->n; i++)
        n += (t->mentions[i].number.form == NUMBER_SET) == stay &&
             ratio_equal(t->mentions[i].number.value, v);
    return n;
}

static size_t count_leaves(const struct import_chain *c, struct ratio v)
{
    size_t n = 0;

    for (size_t i = 0; i < c->n; i++)
        n += c->link[i].op == GRAPH_CONST && ratio_equal(c->link[i].value, v);
    return n;
}

/* "100 = 100" computes nothing. */
static bool gives(const struct builder *b, size_t note, struct ratio v)
{
    const struct import_note *x = &b->notes->note[note];

    return x->state != NOTE_UNREAD && ratio_equal(x->result, v) &&
           b->c->link[b->root_of[note]].op != GRAPH_CONST;
}

/* What the links would be if the numbers of the text were others: by it one
 * sees that x / 2 and x - x / 2 are the same, and 3 + 5 and 4 + 4 are not. */
static double leaf_trace(const struct builder *b, struct ratio v)
{
    uint64_t other = (uint64_t)v.p * 7919 + (uint64_t)v.q * 104729;

    return count_in_text(b->text, v, false)
               ? 1.5 + (double)(other % 1000003) / 1000
               : ratio_double(v);
}

static double step_trace(const struct import_chain *c, size_t i)
{
    double x = c->link[c->link[i].a].trace, y = c->link[c->link[i].b].trace;

    switch (c->link[i].op) {
    case GRAPH_ADD: return x + y;
    case GRAPH_SUB: return x - y;
    case GRAPH_MUL: return x * y;
    default: return y != 0 ? x / y : 0;
    }
}

static bool same_trace(const struct import_link *x, const struct import_link *y)
{
    double off = x->trace - y->trace;

    return (off < 0 ? -off : off) <=
           1e-9 * (x->trace < 0 ? -x->trace : x->trace);
}

/* The note whose result is v: the latest unspent one, else the latest that this
 * note has not used, else the latest; b->now: none. */
static size_t find_result(const struct builder *b, struct ratio v)
{
    size_t any = b->now, other = b->now;

    for (size_t i = b->now; i-- > 0;) {
        if (!gives(b, i, v))
            continue;
        if (!b->spent[i])
            return i;
        any = any == b->now ? i : any;
        if (other == b->now && b->spent_by[i] != b->now)
            other = i;
    }
    return other < b->now ? other : any;
}

/* "8 * 8", "8 + 8": it does not matter which 8 is which. */
static bool takes_all(const struct builder *b, struct ratio v, size_t n)
{
    const struct import_terms *t = &b->notes->terms;
    const struct import_note *x = &b->notes->note[b->now];
    enum graph_op op = t->term[x->root].op;

    for (size_t i = x->first; i <= x->root; i++) {
        if (t->term[i].op == GRAPH_CONST)
            n -= ratio_equal(t->term[i].value, v);
        else if (t->term[i].op != op)
            return false;
    }
    return n == 0 && (op == GRAPH_ADD || op == GRAPH_MUL);
}

/* Other notes than `note` give v as well, and it is not the only one that
 * waits for its use. */
static bool is_one_of_many(const struct builder *b, size_t note, struct ratio v)
{
    size_t others = 0, unspent = 0;

    for (size_t i = 0; i < b->now; i++)
        if (gives(b, i, v)) {
            unspent += !b->spent[i];
            others += !same_trace(&b->c->link[b->root_of[i]],
                                  &b->c->link[b->root_of[note]]);
        }
    return others && unspent != 1 && !takes_all(b, v, others + 1);
}

static size_t build_leaf(struct builder *b, struct ratio v)
{
    size_t note = find_result(b, v), leaves = count_leaves(b->c, v), x;
    size_t numbers = count_in_text(b->text, v, false);
    size_t words = count_in_text(b->text, v, true);
    bool unused = numbers > leaves || words > leaves;

    if (note < b->now && !(b->spent[note] && (unused || v.p == 1))) {
        struct import_link *r = &b->c->link[b->root_of[note]];

        r->rival = r->rival || numbers > leaves || (numbers && b->spent[note]);
        r->doubt = r->doubt || words > leaves || is_one_of_many(b, note, v) ||
                   (b->spent[note] &&
                    (import_word(b->text, v) || import_unit(b->text, v)));
        b->spent[note] = true;
        b->spent_by[note] = b->now;
        return b->root_of[note];
    }
    x = add_link(b, GRAPH_CONST);
    b->c->link[x].value = v;
    b->c->link[x].trace = leaf_trace(b, v);
    return x;
}

/* The terms of the note, which stand one behind the other up to its root. */
static void build_note(struct builder *b)
{
    const struct import_terms *t = &b->notes->terms;
    size_t root = b->notes->note[b->now].root, of[TERMS];

    for (size_t i = b->notes->note[b->now].first; i <= root; i++) {
        const struct graph_node *x = &t->term[i];
        size_t n;

        if (x->op == GRAPH_CONST) {
            of[i] = build_leaf(b, x->value);
            continue;
        }
        n = add_link(b, x->op);
        b->c->link[n].a = of[x->a];
        b->c->link[n].b = of[x->b];
        b->c->link[n].trace = step_trace(b->c, n);
        of[i] = n;
    }
    b->root_of[b->now] = of[root];
}

/* ---- the root ---- */

static void reach(struct import_chain *c)
{
    c->link[c->root].used = true;
    for (size_t i = c->root + 1; i-- > 0;) {
        struct import_link *x = &c->link[i];

        if (!x->used || x->op == GRAPH_CONST)
            continue;
        c->link[x->a].used = c->link[x->b].used = true;
        if (c->link[x->a].op == GRAPH_CONST)
            c->link[x->a].under = x->op;
        if (c->link[x->b].op == GRAPH_CONST) {
            c->link[x->b].under = x->op;
            c->link[x->b].below = x->op == GRAPH_DIV;
        }
    }
}

/* Exact values of what is reached; false where one does not fit. */
static bool compute(struct import_chain *c)
{
    for (size_t i = 0; i <= c->root; i++) {
        struct import_link *x = &c->link[i];

        if (x->used && x->op != GRAPH_CONST &&
            !graph_apply(x->op, c->link[x->a].value, c->link[x->b].value,
                         &x->value))
            return false;
    }
    return true;
}

static void refuse(struct import_chain *c, enum import_reason why,
                   const char *detail)
{
    if (c->reason == IMPORT_FINE) {
        c->reason = why;
        c->detail = detail;
    }
}

/* A false note among those that the root needs, or NULL. */
static const char *false_note(const struct builder *b)
{
    for (size_t i = 0; i < b->notes->n; i++)
        if (b->notes->note[i].state == NOTE_FALSE &&
            b->c->link[b->root_of[i]].used)
            return b->notes->note[i].text;
    return NULL;
}

static const char *unread_note(const struct import_notes *notes)
{
    for (size_t i = 0; i < notes->n; i++)
        if (notes->note[i].state == NOTE_UNREAD)
            return notes->note[i].text;
    return NULL;
}

/* The last note whose result is the gold. */
static bool find_root(struct builder *b, struct ratio gold)
{
    for (size_t i = b->notes->n; i-- > 0;)
        if (b->notes->note[i].state != NOTE_UNREAD &&
            ratio_equal(b->notes->note[i].result, gold)) {
            b->c->root = b->root_of[i];
            return true;
        }
    return false;
}

/* A share that the last note has, asked for in percent; or dollars in cents:
 * one step more. */
static bool find_hundredth(struct builder *b, struct ratio gold)
{
    struct ratio share;
    size_t x;

    if (!ratio_div(&share, gold, RATIO(100)) ||
        !import_unit(b->text, RATIO(100)) || b->c->n + 2 > TERMS ||
        !find_root(b, share))
        return false;
    x = add_link(b, GRAPH_CONST);
    b->c->link[x].value = RATIO(100);
    x = add_link(b, GRAPH_MUL);
    b->c->link[x].a = b->c->root;
    b->c->link[x].b = x - 1;
    b->c->root = x;
    return true;
}

/* No note has the gold: say what is nearest to the cause. */
static void no_root(struct arena *a, struct builder *b, struct ratio gold)
{
    const char *unread = unread_note(b->notes);

    if (unread)
        refuse(b->c, IMPORT_UNREAD, unread);
    refuse(b->c, IMPORT_OTHER_RESULT,
           arena_printf(a, "no step gives %s", ratio_text(a, gold)));
}

static void judge(struct arena *a, struct builder *b, struct ratio gold)
{
    struct import_chain *c = b->c;
    const char *wrong;

    if (!find_root(b, gold) && !find_hundredth(b, gold)) {
        no_root(a, b, gold);
        return;
    }
    reach(c);
    wrong = false_note(b);
    if (wrong)
        refuse(c, IMPORT_FALSE_NOTE, wrong);
    else if (!compute(c))
        refuse(c, IMPORT_TOO_LARGE, "a step does not fit into 64 bits");
    else if (!ratio_equal(c->link[c->root].value, gold))
        refuse(c, IMPORT_OTHER_RESULT,
               arena_printf(a, "the exact value is %s",
                            ratio_text(a, c->link[c->root].value)));
}

void import_chain(struct arena *a, const struct import_notes *notes,
                  const struct import_text *text, struct ratio gold,
                  struct import_chain *out)
{
    struct builder b = { .c = out, .notes = notes, .text = text };

    *out = (struct import_chain){ .reason = IMPORT_FINE };
    if (notes->n == 0)
        refuse(out, IMPORT_NO_COMPUTATION,
               "it has no <<...>> annotation and no "
               "equation");
    if (notes->too_many)
        refuse(out, IMPORT_TOO_LARGE, "too many annotations");
    for (b.now = 0; b.now < notes->n; b.now++)
        if (notes->note[b.now].state != NOTE_UNREAD)
            build_note(&b);
    if (out->reason == IMPORT_FINE)
        judge(a, &b, gold);
}
