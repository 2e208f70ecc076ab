/* SPDX-License-Identifier: Apache-2.0 */
#include "family/linear/read_int.h"

/* Statements: each way of making one is tried on the whole of the tokens. */

static bool at_end(struct parser *p)
{
    reader_take(p, TOK_TOGETHER);
    return reader_peek(p) == TOK_END;
}

/* left = right, as an equation: things on the left, the rest on the right. */
static bool equate(const struct form *left, const struct form *right,
                   struct equation *eq)
{
    struct form f = *left;

    if (!reader_add(&f, right, -1))
        return false;
    for (size_t i = 0; i < LINEAR_VARIABLES; i++)
        eq->c[i] = f.c[i];
    eq->rhs = ratio_neg(f.k);
    /* "A is A" and "3 is 3" are words about nothing. */
    return !reader_constant(&f);
}

/* ---- relations ---- */

/* "is", "is equal to", "comes to the same as" ... */
static bool relation(struct parser *p)
{
    bool any = false;

    if (reader_take(p, TOK_BE)) {
        any = true;
        reader_take(p, TOK_TOGETHER);
    }
    if (!any && reader_take(p, TOK_MAKE))
        any = true;
    if (reader_take(p, TOK_EQUAL) || (any && reader_take(p, TOK_AS)))
        any = true;
    else if (reader_take(p, TOK_RELATED))
        p->related = any = true;
    return any;
}

/* "more than B by 3"; of uncertain sentences also "more than B" alone. */
static bool compared(struct parser *p, struct form *out)
{
    int sign = reader_peek(p) == TOK_MORE ? 1 : -1;
    struct form by;

    p->at++;
    if (!reader_expr(p, out))
        return false;
    if (!reader_take(p, TOK_BY))
        return p->vague;
    return reader_expr(p, &by) && reader_constant(&by) &&
           reader_add(out, &by, sign);
}

static bool object(struct parser *p, struct form *out)
{
    if (reader_peek(p) == TOK_MORE || reader_peek(p) == TOK_LESS)
        return compared(p, out);
    return reader_expr(p, out);
}

/* ---- subjects ---- */

/* "A", "A and B", "A, B and C", which is their sum. */
static bool subject(struct parser *p, struct form *out, bool *list)
{
    struct form next;

    *list = false;
    if (!reader_expr(p, out))
        return false;
    while (reader_peek(p) == TOK_COMMA || reader_peek(p) == TOK_AND) {
        reader_take(p, TOK_COMMA);
        reader_take(p, TOK_AND);
        if (!reader_expr(p, &next) || !reader_add(out, &next, 1))
            return false;
        *list = true;
    }
    return true;
}

/* "A and B together make 3". Of a list it must be said that it is summed:
 * "A and B are 3" may be meant of each. */
static bool plain_statement(struct parser *p, struct equation *eq)
{
    struct form left, right;
    bool together = reader_take(p, TOK_TOGETHER), list;

    reader_take(p, TOK_COMMA);
    if (!subject(p, &left, &list))
        return false;
    if (reader_take(p, TOK_TOGETHER) || reader_peek(p) == TOK_MAKE ||
        p->t[p->at + (reader_peek(p) != TOK_END)].kind == TOK_TOGETHER)
        together = true;
    if (!relation(p) || !object(p, &right))
        return false;
    if (reader_peek(p) == TOK_TOGETHER)
        together = true;
    return (together || !list) && at_end(p) && equate(&left, &right, eq);
}

/* "A exceeds B by 3". */
static bool exceeding(struct parser *p, struct equation *eq)
{
    struct form left, right, by;
    bool list, together, more;

    together = reader_take(p, TOK_TOGETHER);
    reader_take(p, TOK_COMMA);
    if (!subject(p, &left, &list))
        return false;
    together = reader_take(p, TOK_TOGETHER) || together || !list;
    more = reader_take(p, TOK_EXCEED);
    if (!more && !reader_take(p, TOK_SHORT))
        return false;
    if (!together || !reader_expr(p, &right))
        return false;
    if (reader_take(p, TOK_BY)) {
        if (!reader_expr(p, &by) || !reader_constant(&by) ||
            !reader_add(&right, &by, more ? 1 : -1))
            return false;
    } else if (!p->vague) {
        return false;
    }
    return at_end(p) && equate(&left, &right, eq);
}

/* "A and B are equal", "a link between A and B". */
static bool two_alike(struct parser *p, struct equation *eq)
{
    struct form left, right;
    bool link = reader_take(p, TOK_LINK), be;

    if (!reader_expr(p, &left) || !reader_take(p, TOK_AND) ||
        !reader_expr(p, &right))
        return false;
    be = !link && reader_take(p, TOK_BE);
    if (link || reader_take(p, TOK_SIMILAR))
        p->related = true;
    else if (!reader_take(p, TOK_ALIKE) && !(be && reader_take(p, TOK_EQUAL)))
        return false;
    return at_end(p) && equate(&left, &right, eq);
}

/* ---- doing sums ---- */

/* "adding A to B", "subtract A from B", "multiplying A by 3". */
static bool doing(struct parser *p, struct form *out)
{
    enum tok what = reader_peek(p);
    struct form x, y;

    p->at++;
    if (!reader_expr(p, &x))
        return false;
    if (what == TOK_ADD) {
        if (!reader_take(p, TOK_TO) && !reader_take(p, TOK_AND))
            return false;
    } else if (what == TOK_SUBTRACT) {
        if (!reader_take(p, TOK_FROM))
            return false;
    } else if (!reader_take(p, TOK_BY)) {
        return false;
    }
    if (!reader_expr(p, &y))
        return false;
    *out = y;
    if (what == TOK_ADD || what == TOK_SUBTRACT)
        return reader_add(out, &x, what == TOK_ADD ? 1 : -1);
    if (!reader_constant(&y))
        return false;
    *out = x;
    if (what == TOK_DIVIDE && !ratio_div(&y.k, RATIO(1), y.k))
        return false;
    return reader_scale(out, y.k);
}

static bool is_doing(enum tok t)
{
    return t == TOK_ADD || t == TOK_SUBTRACT || t == TOK_MULTIPLY ||
           t == TOK_DIVIDE;
}

/* "A is added to B", "A is taken from B", "A is multiplied by 3". */
static bool being_done(struct parser *p, struct form *out)
{
    struct parser q;
    size_t start = p->at, be;
    struct token joined[READ_TOKENS + 1];
    size_t n = 0;

    /* Read it as the expression that it is without its verb. */
    while (p->t[p->at].kind != TOK_BE)
        if (p->t[p->at++].kind == TOK_END)
            return false;
    be = p->at;
    for (size_t i = start; p->t[i].kind != TOK_END; i++)
        if (i != be)
            joined[n++] = p->t[i];
    joined[n] = (struct token){ .kind = TOK_END, .value = RATIO(0) };
    q = *p;
    q.t = joined;
    q.at = 0;
    if (!reader_expr(&q, out) || start + q.at <= be)
        return false;
    p->at = start + q.at + 1;
    return true;
}

/* What is done in the clause, then "the result is C" or "C remains". */
static bool outcome(struct parser *p, struct form *right)
{
    reader_take(p, TOK_COMMA);
    reader_take(p, TOK_AND);
    if (reader_take(p, TOK_RESULT))
        return reader_expr(p, right) && at_end(p);
    return reader_expr(p, right) && reader_take(p, TOK_REMAINS) && at_end(p);
}

static bool condition(struct parser *p, struct equation *eq)
{
    struct form left, right;

    if (!reader_take(p, TOK_IF))
        return false;
    reader_take(p, TOK_WE);
    if (is_doing(reader_peek(p)) ? !doing(p, &left) : !being_done(p, &left))
        return false;
    return outcome(p, &right) && equate(&left, &right, eq);
}

static bool sum_done(struct parser *p, struct equation *eq)
{
    struct form left, right;

    if (!is_doing(reader_peek(p)) || !doing(p, &left))
        return false;
    if (relation(p))
        return reader_expr(p, &right) && at_end(p) && equate(&left, &right, eq);
    return outcome(p, &right) && equate(&left, &right, eq);
}

bool reader_statement(struct parser *p, struct equation *eq)
{
    static bool (*const ways[])(struct parser *, struct equation *) = {
        plain_statement, exceeding, two_alike, condition, sum_done,
    };

    for (size_t i = 0; i < 2 * (sizeof ways / sizeof ways[0]); i++) {
        p->at = 0;
        p->greedy = i % 2;
        p->depth = 0;
        p->related = false;
        if (ways[i / 2](p, eq))
            return true;
    }
    return false;
}

/* ---- questions ---- */

bool reader_question(const struct token *t, size_t *asked)
{
    struct parser p = { .t = t };

    if (reader_take(&p, TOK_MANY)) {
        if (reader_take(&p, TOK_COMMA)) /* "What, in years, is" */
            reader_take(&p, TOK_IN);
        if (!reader_take(&p, TOK_UNIT))
            return false;
        reader_take(&p, TOK_COMMA);
        if (!reader_take(&p, TOK_BE) && !reader_take(&p, TOK_UP))
            return false;
    } else if (!reader_take(&p, TOK_ASK)) {
        return false;
    }
    if (reader_peek(&p) != TOK_THING)
        return false;
    *asked = p.t[p.at++].thing;
    if (reader_take(&p, TOK_COMMA) && reader_peek(&p) != TOK_IN)
        return false;
    if (reader_take(&p, TOK_IN) && !reader_take(&p, TOK_UNIT))
        return false;
    reader_take(&p, TOK_QUESTION);
    return reader_peek(&p) == TOK_END;
}
