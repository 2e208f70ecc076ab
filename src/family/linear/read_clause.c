/* SPDX-License-Identifier: Apache-2.0 */
#include "family/linear/read_int.h"

/*
 * The clauses: which rows of tokens say something. Each is tried on the whole of
 * a sentence, from left to right. A statement says that its places, with their
 * signs, add up to 0.
 */

/* How far a clause fits, and its meaning. */
struct match {
    struct linear_reader r;
    struct linear_form sum; /* of the places so far */
    bool vague;             /* the sentence is uncertain */
    bool related;           /* an uncertain relation was met */
    bool list, summed;      /* a list came; a word that means its sum */
};

/* ---- words and places ---- */

static bool word(struct match *m, unsigned kind)
{
    if (linear_peek(&m->r) != kind)
        return false;
    m->summed |= kind == WORD_TOGETHER || kind == WORD_MAKES;
    m->related |=
        kind == WORD_RELATED || kind == WORD_SIMILAR || kind == WORD_LINK;
    linear_pass(&m->r);
    return true;
}

/* An expression, added to the sum with this sign. */
static bool place(struct match *m, int sign)
{
    struct linear_form x;

    return linear_expr(&m->r, &x) && linear_add(&m->sum, &x, sign);
}

static bool number(struct match *m, struct linear_form *out)
{
    return linear_expr(&m->r, out) && linear_constant(out);
}

/* "A", "A and B", "A, B and C": their sum. */
static bool list(struct match *m)
{
    if (!place(m, 1))
        return false;
    while (word(m, LINEAR_COMMA) + linear_joint(&m->r, "and")) {
        if (!place(m, 1))
            return false;
        m->list = true;
    }
    return true;
}

/* "together, A and B" */
static bool subject(struct match *m)
{
    word(m, WORD_TOGETHER);
    word(m, LINEAR_COMMA);
    if (!list(m))
        return false;
    word(m, WORD_TOGETHER);
    return true;
}

/* "A and B are 3" may be meant of each. */
static bool is_summed(const struct match *m)
{
    return m->summed || !m->list;
}

/* "is", "is the same as", "together make", "comes to as much as" */
static bool equals(struct match *m)
{
    if (word(m, WORD_BE))
        word(m, WORD_TOGETHER);
    else if (!word(m, WORD_MAKES))
        return word(m, WORD_EQUALS) || word(m, WORD_RELATED);
    if (!word(m, WORD_EQUALS) && !word(m, WORD_AS_MUCH))
        word(m, WORD_RELATED);
    return true;
}

/* "B by 3": of "A exceeds" with sign -1, of "A falls short of" with 1. Without
 * the number nothing certain is said. */
static bool other_by(struct match *m, int sign)
{
    struct linear_form by;

    if (!place(m, -1))
        return false;
    if (!linear_joint(&m->r, "by"))
        return m->vague;
    return number(m, &by) && linear_add(&m->sum, &by, sign);
}

/* "A is added to B": the expression that it is without its verb. */
static bool done(struct match *m)
{
    struct linear_reader *r = &m->r;
    size_t verb = r->at;
    bool ok;

    for (; r->items[verb].kind != WORD_BE; verb++)
        if (r->items[verb].kind == LINEAR_END)
            return false;
    r->passed = verb;
    r->at += r->at == verb;
    ok = place(m, 1) && r->at > verb + 1;
    r->passed = SIZE_MAX;
    return ok;
}

/* "add A to B", "subtract A from B", "multiply A by 3" */
static bool doing(struct match *m)
{
    struct linear_form by;

    if (word(m, WORD_ADDING))
        return place(m, 1) &&
               (linear_joint(&m->r, "to") || linear_joint(&m->r, "and")) &&
               place(m, 1);
    if (word(m, WORD_SUBTRACTING))
        return place(m, -1) && linear_joint(&m->r, "from") && place(m, 1);
    if (word(m, WORD_MULTIPLYING))
        return place(m, 1) && linear_joint(&m->r, "by") && number(m, &by) &&
               linear_times(&m->sum, &by);
    return word(m, WORD_DIVIDING) && place(m, 1) && linear_joint(&m->r, "by") &&
           number(m, &by) && linear_over(&m->sum, &by);
}

/* "the result is C", "C remains" */
static bool outcome(struct match *m)
{
    word(m, LINEAR_COMMA);
    linear_joint(&m->r, "and");
    if (word(m, WORD_RESULT))
        return place(m, -1);
    return place(m, -1) && word(m, WORD_REMAINS);
}

/* ---- statements ---- */

/* "A and B together make 3", "A is more than B by 3" */
static bool is_equal(struct match *m)
{
    bool ok;

    if (!subject(m) || !equals(m))
        return false;
    if (word(m, WORD_MORE))
        ok = other_by(m, -1);
    else
        ok = word(m, WORD_LESS) ? other_by(m, 1) : place(m, -1);
    word(m, WORD_TOGETHER);
    return ok && is_summed(m);
}

/* "A exceeds B by 3" */
static bool is_beyond(struct match *m)
{
    return subject(m) && is_summed(m) &&
           (word(m, WORD_EXCEEDS)
                ? other_by(m, -1)
                : word(m, WORD_FALLS_SHORT) && other_by(m, 1));
}

/* "a link between A and B", "A and B are equal" */
static bool are_alike(struct match *m)
{
    bool link = word(m, WORD_LINK);

    if (!place(m, 1) || !linear_joint(&m->r, "and") || !place(m, -1))
        return false;
    if (link || word(m, WORD_SIMILAR) || word(m, WORD_ALIKE))
        return true;
    return word(m, WORD_BE) && (word(m, WORD_SIMILAR) || word(m, WORD_ALIKE) ||
                                word(m, WORD_EQUALS));
}

/* "if A is added to B, the result is C", "if we take A from B, C remains" */
static bool is_outcome(struct match *m)
{
    const struct match start = *m;

    if (!word(m, WORD_IF))
        return false;
    word(m, WORD_SOMEBODY);
    if (!doing(m)) {
        *m = start;
        word(m, WORD_IF);
        word(m, WORD_SOMEBODY);
        if (!done(m))
            return false;
    }
    return outcome(m);
}

/* "adding A to B gives C" */
static bool is_gift(struct match *m)
{
    struct match there;

    if (!doing(m))
        return false;
    there = *m;
    if (equals(m) && place(m, -1))
        return true;
    *m = there;
    return outcome(m);
}

static bool (*const statements[])(struct match *m) = { is_equal, is_beyond,
                                                       are_alike, is_outcome,
                                                       is_gift };

/* ---- sentences ---- */

static void open_match(struct match *m, const struct linear_tokens *t,
                       bool greedy)
{
    m->r = (struct linear_reader){ .items = t->items,
                                   .passed = SIZE_MAX,
                                   .greedy = greedy };
    m->sum.vars = 0;
    m->sum.k = RATIO(0);
    m->vague = t->uncertain;
    m->related = m->list = m->summed = false;
}

static bool fits(struct match *m, bool (*statement)(struct match *m))
{
    if (!statement(m))
        return false;
    word(m, WORD_TOGETHER);
    return linear_peek(&m->r) == LINEAR_END;
}

bool linear_statement(const struct linear_tokens *t, struct equation *eq,
                      bool *related)
{
    for (size_t i = 0; i < 2 * (sizeof statements / sizeof *statements); i++) {
        struct match m;

        if (i % 2 && t->ands < 2)
            continue; /* no list could be longer */
        open_match(&m, t, i % 2);
        /* "A is A" and "3 is 3" are words about nothing. */
        if (!fits(&m, statements[i / 2]) || linear_constant(&m.sum))
            continue;
        for (size_t v = 0; v < LINEAR_VARIABLES; v++)
            eq->c[v] = m.sum.vars >> v & 1 ? m.sum.c[v] : RATIO(0);
        eq->rhs = ratio_neg(m.sum.k);
        *related = m.related;
        return true;
    }
    return false;
}

/* "dollars", behind "how many", perhaps with "in" and commas around */
static bool how_many(struct match *m)
{
    if (!word(m, WORD_HOW_MANY))
        return false;
    if (word(m, LINEAR_COMMA))
        linear_joint(&m->r, "in");
    if (!word(m, LINEAR_UNIT))
        return false;
    word(m, LINEAR_COMMA);
    return word(m, WORD_BE) || word(m, WORD_MAKES_UP);
}

/* "How many dollars is A?", "What is A, in dollars?" */
bool linear_question(const struct linear_tokens *t, size_t *asked)
{
    struct match m;
    size_t at;

    open_match(&m, t, false);
    if (t->uncertain || (!how_many(&m) && !word(&m, WORD_ASKS)) ||
        linear_peek(&m.r) != LINEAR_THING)
        return false;
    *asked = m.r.items[m.r.at].thing;
    linear_pass(&m.r);
    at = m.r.at;
    word(&m, LINEAR_COMMA);
    if (!linear_joint(&m.r, "in") || !word(&m, LINEAR_UNIT))
        m.r.at = at;
    word(&m, LINEAR_QUESTION);
    return linear_peek(&m.r) == LINEAR_END;
}
