/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "evolve/source/import_int.h"

#include <string.h>

/*
 * Notes into one graph. A number of a note is the result of an earlier note
 * with that value, the latest one and preferably one that nothing has used
 * yet; else it is a leaf. Where the number stands in the text too and is not
 * used so far, both can be meant: that step is a rival of the number.
 */

struct builder {
    struct import_chain *c;
    const struct import_notes *notes;
    const struct import_text *text;
    size_t root_of[NOTES]; /* link; of good notes */
    bool spent[NOTES];     /* its result was used */
    size_t now;            /* the note being built */
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

/* The note whose result is v: the latest unspent one, else the latest;
 * b->now: none. */
static size_t find_result(const struct builder *b, struct ratio v)
{
    size_t any = b->now;

    for (size_t i = b->now; i-- > 0;) {
        const struct import_note *x = &b->notes->note[i];

        if (x->state == NOTE_UNREAD || !ratio_equal(x->result, v))
            continue;
        if (!b->spent[i])
            return i;
        any = any == b->now ? i : any;
    }
    return any;
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
        r->doubt = r->doubt || words > leaves || (words && b->spent[note]);
        b->spent[note] = true;
        return b->root_of[note];
    }
    x = add_link(b, GRAPH_CONST);
    b->c->link[x].value = v;
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
               arena_printf(a, "exactly, it is %s",
                            ratio_text(a, c->link[c->root].value)));
}

void import_chain(struct arena *a, const struct import_notes *notes,
                  const struct import_text *text, struct ratio gold,
                  struct import_chain *out)
{
    struct builder b = { .c = out, .notes = notes, .text = text };

    *out = (struct import_chain){ .reason = IMPORT_FINE };
    if (notes->n == 0)
        refuse(out, IMPORT_NO_COMPUTATION, "no note and no equation");
    if (notes->too_many)
        refuse(out, IMPORT_TOO_LARGE, "too many notes");
    for (b.now = 0; b.now < notes->n; b.now++)
        if (notes->note[b.now].state != NOTE_UNREAD)
            build_note(&b);
    if (out->reason == IMPORT_FINE)
        judge(a, &b, gold);
}
