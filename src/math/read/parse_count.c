/* SPDX-License-Identifier: Apache-2.0 */
#include "math/read/parse_int.h"

#include "base/ascii.h"

#include <string.h>

/*
 * Letters between two scripts: C_{10}^{3}, A_5^2, {}_nC_k and ^nC_k count, and
 * {}_2F_1 is a hypergeometric function.
 */

/* ---- scripts behind letters ---- */

/* A number or one of these letters, alone in its script at token k. */
static bool counts(const struct parser *p, unsigned k, const char *letters,
                   long *value)
{
    const struct token *t = &p->t[k], *end;
    bool group = is_open(t, DELIMITER_GROUP);

    *value = parse_small_number(p, t, &end);
    t += group;
    return *value >= 0 || (t->kind == TOKEN_NAME && !t->name[1] &&
                           strchr(letters, t->name[0]) &&
                           (!group || is_close(t + 1, DELIMITER_GROUP)));
}

/* Do C_{10}^{3}, A_5^2 or C_n^k stand at t? *large: the number under the letter
 * is beyond those of constants. A bracket behind it makes it a function. */
static bool counting_scripts(const struct parser *p, const struct token *t,
                             bool *large)
{
    unsigned k = (unsigned)(t - p->t), end;
    long n, m;

    if (t->kind != TOKEN_NAME || t->name[1] || !strchr("CAP", t->name[0]) ||
        t[1].kind != TOKEN_UNDER || parse_is_symbol(p, t->name))
        return false;
    end = parse_script_end(p, k + 2);
    if (!end || p->t[end].kind != TOKEN_CARET ||
        !counts(p, k + 2, t->name[0] == 'C' ? "nmN" : "n", &n) ||
        !counts(p, end + 1, "kmrjp", &m) || (n >= 0 && m > n) ||
        (n >= 0) != (m >= 0))
        return false;
    end = parse_script_end(p, end + 1);
    *large |= n > 2 || n < 0;
    return end && !is_open(&p->t[end], DELIMITER_ROUND);
}

/* C_1^2 and C_2 are constants; where one of them is in the text, so are all
 * others of that letter, and C_2^2 by itself. */
bool parse_counts_next(struct parser *p)
{
    const struct token *at = peek(p);
    bool large = false, all = true;
    signed char *known = &p->counts[at->name[0] == 'C'   ? 0
                                    : at->name[0] == 'A' ? 1
                                                         : 2];

    if (!counting_scripts(p, at, &large))
        return false;
    for (const struct token *t = p->t + 1; !*known && t->kind != TOKEN_END; t++)
        if (t->kind == TOKEN_NAME && t->name[0] == at->name[0] && !t->name[1] &&
            t[1].kind == TOKEN_UNDER)
            all &= counting_scripts(p, t, &large);
    if (!*known)
        *known = all && large ? 1 : -1;
    return *known > 0;
}

const struct expr *parse_counting(struct parser *p)
{
    const struct token *at = peek(p);
    const struct expr *args[2];

    p->i += 2;
    args[0] = parse_script(p);
    p->i++;
    args[1] = args[0] ? parse_script(p) : NULL;
    return parse_called(p, at, at->name[0] == 'C' ? FN_BINOM : FN_PERM, args,
                        2);
}

/* ---- indices before letters ---- */

/* {}_2F_1(a,b;c;z), {}_nC_k, ^nC_k, _nP_k. */
static const struct expr *counted(struct parser *p, const struct token *at,
                                  const struct expr *first)
{
    enum function_id id = peek(p)->name[0] == 'C' ? FN_BINOM : FN_PERM;
    const struct expr *args[2] = { first, NULL };

    p->i++;
    if (peek(p)->kind == TOKEN_SUBSCRIPT) {
        args[1] = parse_run(p);
    } else if (peek(p)->kind == TOKEN_UNDER) {
        p->i++;
        args[1] = parse_script(p);
    } else {
        return parse_unexpected(p, peek(p));
    }
    return parse_called(p, at, id, args, 2);
}

static bool is_small(const struct expr *x, long v)
{
    return x->op == EXPR_NUMBER && fmpz_is_one(fmpq_denref(x->number->value)) &&
           fmpz_equal_si(fmpq_numref(x->number->value), v);
}

static const struct expr *hypergeometric(struct parser *p,
                                         const struct token *at,
                                         const struct expr *a)
{
    static const struct {
        int a, b;
        enum function_id id;
    } known[] = { { 0, 1, FN_HYP0F1 },
                  { 1, 1, FN_HYP1F1 },
                  { 2, 1, FN_HYP2F1 },
                  { 3, 2, FN_HYP3F2 } };
    const struct expr *b;
    struct parse_items items;

    p->i++;
    if (peek(p)->kind != TOKEN_UNDER)
        return parse_unexpected(p, peek(p));
    p->i++;
    b = parse_script(p);
    if (!b || !is_open(peek(p), DELIMITER_ROUND))
        return b ? parse_unexpected(p, peek(p)) : NULL;
    for (size_t k = 0; k < sizeof(known) / sizeof(known[0]); k++)
        if (is_small(a, known[k].a) && is_small(b, known[k].b))
            return parse_arguments(p, 0, &items)
                       ? parse_applied(p, at, known[k].id, &items)
                       : NULL;
    return parse_fail(p, at, "unknown hypergeometric function");
}

const struct expr *parse_presub(struct parser *p)
{
    const struct token *at = peek(p);
    const struct expr *first;

    if (at->kind == TOKEN_SUBSCRIPT) {
        first = parse_run(p);
    } else {
        p->i++;
        first = parse_script(p);
    }
    if (!first)
        return NULL;
    if (peek(p)->kind != TOKEN_NAME || !strchr("CPF", peek(p)->name[0]) ||
        peek(p)->name[1])
        return parse_unexpected(p, at);
    return peek(p)->name[0] == 'F' ? hypergeometric(p, at, first)
                                   : counted(p, at, first);
}
