/* SPDX-License-Identifier: Apache-2.0 */
#include "family/linear/read_int.h"

/*
 * The clauses: which rows of tokens say something. A shape is tried on the
 * whole of a sentence, from left to right, and takes what it can:
 *
 *   be              a token of that name, in the table of names
 *   by              a small word that is spelt so
 *   x? ( x | y )    it may be missing; the first of them that fits
 *   +expr -expr     places: an expression, a list of them ("A, B and C", which
 *   +list           is their sum), a number, or the expression of "A is added
 *   -number +done   to B" without its verb
 *   summed          holds unless a list came without a word such as "together":
 *                   "A and B are 3" may be meant of each
 *   vague           holds in uncertain sentences
 *   asked           the thing that a question asks for
 *
 * A statement says that its places, with the signs before them, add up to 0;
 * "*number" and "/number" change the sum so far.
 */

#define SAME    "( equals | as | related )?"
#define EQUALS  "( be together? " SAME " | make " SAME " | equals | related )"
#define SUBJECT "together? ,? +list together? "
#define DOING                                                 \
 "( add +expr ( to | and ) +expr | subtract -expr from +expr" \
 " | multiply +expr by *number | divide +expr by /number )"
#define OUTCOME ",? and? ( result -expr | -expr remains )"

static const char *const statements[] = {
    /* "A and B together make 3", "A is more than B by 3" */
    SUBJECT EQUALS
    " ( more -expr ( by -number | vague ) | less -expr ( by +number | vague )"
    " | -expr ) together? summed",
    /* "A exceeds B by 3" */
    SUBJECT "summed ( exceed -expr ( by -number | vague )"
            " | short -expr ( by +number | vague ) ) together?",
    /* "a link between A and B", "A and B are equal" */
    "( link +expr and -expr"
    " | +expr and -expr ( be? ( similar | alike ) | be equals ) ) together?",
    /* "if A is added to B, the result is C", "if we take A from B, C remains" */
    "if we? ( " DOING " | +done ) " OUTCOME " together?",
    /* "adding A to B gives C" */
    DOING " ( " EQUALS " -expr | " OUTCOME " ) together?",
};

/* "How many dollars is A?", "What is A, in dollars?" */
static const char question[] =
    "( many ( , in? )? unit ,? ( be | up ) | ask ) asked ( ,? in unit )? mark?";

static const char *const names[LINEAR_KINDS] = {
    [WORD_BE] = "be",
    [WORD_EQUALS] = "equals",
    [WORD_MAKES] = "make",
    [WORD_ALIKE] = "alike",
    [WORD_RELATED] = "related",
    [WORD_SIMILAR] = "similar",
    [WORD_LINK] = "link",
    [WORD_MORE] = "more",
    [WORD_LESS] = "less",
    [WORD_EXCEEDS] = "exceed",
    [WORD_FALLS_SHORT] = "short",
    [WORD_AS_MUCH] = "as",
    [WORD_TOGETHER] = "together",
    [WORD_ADDING] = "add",
    [WORD_SUBTRACTING] = "subtract",
    [WORD_MULTIPLYING] = "multiply",
    [WORD_DIVIDING] = "divide",
    [WORD_IF] = "if",
    [WORD_SOMEBODY] = "we",
    [WORD_RESULT] = "result",
    [WORD_REMAINS] = "remains",
    [WORD_ASKS] = "ask",
    [WORD_HOW_MANY] = "many",
    [WORD_MAKES_UP] = "up",
    [LINEAR_UNIT] = "unit",
    [LINEAR_COMMA] = ",",
    [LINEAR_QUESTION] = "mark",
};

/* How far a shape fits, and its meaning. */
struct match {
    struct linear_reader r;
    struct linear_form sum; /* of the places so far */
    bool vague;             /* the sentence is uncertain */
    bool related;           /* an uncertain relation was met */
    bool list, summed;      /* a list came; a word that means its sum */
    size_t asked;           /* the thing of a question */
};

/* ---- places ---- */

static bool take_word(struct match *m, struct span word)
{
    const struct linear_token *t = &m->r.items[m->r.at];
    const char *name = t->kind == WORD_JOINT ? t->joint : names[t->kind];

    if (!name || !span_is(word, name))
        return false;
    m->summed |= t->kind == WORD_TOGETHER || t->kind == WORD_MAKES;
    m->related |= t->kind == WORD_RELATED || t->kind == WORD_SIMILAR ||
                  t->kind == WORD_LINK;
    linear_pass(&m->r);
    return true;
}

/* "A", "A and B", "A, B and C": their sum. */
static bool read_list(struct match *m, struct linear_form *out)
{
    struct linear_form next;

    if (!linear_expr(&m->r, out))
        return false;
    while (take_word(m, span_of(",")) + take_word(m, span_of("and"))) {
        if (!linear_expr(&m->r, &next) || !linear_add(out, &next, 1))
            return false;
        m->list = true;
    }
    return true;
}

/* "A is added to B": the expression that it is without its verb. */
static bool read_done(struct linear_reader *r, struct linear_form *out)
{
    size_t verb = r->at;
    bool ok;

    for (; r->items[verb].kind != WORD_BE; verb++)
        if (r->items[verb].kind == LINEAR_END)
            return false;
    r->passed = verb;
    r->at += r->at == verb;
    ok = linear_expr(r, out) && r->at > verb + 1;
    r->passed = SIZE_MAX;
    return ok;
}

static bool read_place(struct match *m, struct span place)
{
    char what = place.s[1];
    struct linear_form x;

    if (!(what == 'l'   ? read_list(m, &x)
          : what == 'd' ? read_done(&m->r, &x)
                        : linear_expr(&m->r, &x)) ||
        (what == 'n' && !linear_constant(&x)))
        return false;
    switch (place.s[0]) {
    case '*': return linear_times(&m->sum, &x);
    case '/': return linear_over(&m->sum, &x);
    default: return linear_add(&m->sum, &x, place.s[0] == '+' ? 1 : -1);
    }
}

static bool fit_word(struct match *m, struct span word)
{
    if (word.n > 1 && strchr("+-*/", word.s[0]))
        return read_place(m, word);
    if (span_is(word, "summed"))
        return m->summed || !m->list;
    if (span_is(word, "vague"))
        return m->vague;
    if (!span_is(word, "asked"))
        return take_word(m, word);
    if (linear_peek(&m->r) != LINEAR_THING)
        return false;
    m->asked = m->r.items[m->r.at].thing;
    linear_pass(&m->r);
    return true;
}

/* ---- shapes ---- */

/* Move to the end of this row: to "|", ")" or the end of the shape. */
static void skip_row(const char **s)
{
    for (int depth = 0; **s; (*s)++) {
        if (depth == 0 && (**s == '|' || **s == ')'))
            return;
        depth += (**s == '(') - (**s == ')');
    }
}

static bool fit_rows(struct match *m, const char **s);

/* One word or group, and the blanks behind it. */
static bool fit_one(struct match *m, const char **s)
{
    size_t n = strcspn(*s, " ?");
    bool ok;

    if (**s == '(') {
        ++*s;
        ok = fit_rows(m, s);
        ++*s;
    } else {
        ok = fit_word(m, (struct span){ *s, n });
        *s += n;
    }
    if (**s == '?') {
        ++*s;
        ok = true;
    }
    *s += strspn(*s, " ");
    return ok;
}

/* The first row that fits; *s moves to the end of them all. */
static bool fit_rows(struct match *m, const char **s)
{
    const struct match start = *m;
    bool ok;

    do {
        ok = true;
        *s += strspn(*s, "| ");
        while (ok && **s && **s != '|' && **s != ')')
            ok = fit_one(m, s);
        skip_row(s);
        if (!ok)
            *m = start;
    } while (!ok && **s == '|');
    for (; **s == '|'; skip_row(s))
        ++*s;
    return ok;
}

static bool fit(struct match *m, const char *shape)
{
    return fit_rows(m, &shape) && linear_peek(&m->r) == LINEAR_END;
}

/* ---- sentences ---- */

static struct match at_start(const struct linear_tokens *t, bool greedy)
{
    struct match m = {
        .r = { .items = t->items, .passed = SIZE_MAX, .greedy = greedy },
        .vague = t->uncertain
    };

    for (size_t i = 0; i < LINEAR_VARIABLES; i++)
        m.sum.c[i] = RATIO(0);
    m.sum.k = RATIO(0);
    return m;
}

bool linear_statement(const struct linear_tokens *t, struct equation *eq,
                      bool *related)
{
    for (size_t i = 0; i < 2 * (sizeof statements / sizeof *statements); i++) {
        struct match m = at_start(t, i % 2);

        /* "A is A" and "3 is 3" are words about nothing. */
        if (!fit(&m, statements[i / 2]) || linear_constant(&m.sum))
            continue;
        memcpy(eq->c, m.sum.c, sizeof eq->c);
        eq->rhs = ratio_neg(m.sum.k);
        *related = m.related;
        return true;
    }
    return false;
}

bool linear_question(const struct linear_tokens *t, size_t *asked)
{
    struct match m = at_start(t, false);

    if (t->uncertain || !fit(&m, question))
        return false;
    *asked = m.asked;
    return true;
}
