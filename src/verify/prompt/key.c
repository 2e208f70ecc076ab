/* SPDX-License-Identifier: Apache-2.0 */
/* The answers of a published key: what its box holds. */
#include "verify/prompt/prompt_int.h"

#include "base/str.h"
#include "math/read/read.h"
#include "text/prose.h"

#define SIDES 8

struct span prompt_right_side(struct arena *a, struct span answer)
{
    struct tex_side sides[SIDES];
    size_t n = tex_sides(a, answer, sides, SIDES);

    while (n > 1 && sides[n - 1].relation != TEX_EQUALS &&
           sides[n - 1].relation != TEX_LIKE)
        n--;
    return n > 1 ? sides[n - 1].s : tex_trim(answer);
}

static const char *without_dollars(struct arena *a, struct span s)
{
    struct str out = str_in(a);

    for (size_t i = 0; i < s.n; i++)
        if (s.s[i] != '$')
            str_addc(&out, s.s[i] == '\n' ? ' ' : s.s[i]);
    return str_get(&out);
}

/* What stands before the right side of an answer that begins at `from`. */
static const char *left_side(struct arena *a, struct span s, size_t from,
                             struct span right)
{
    return tex_squeezed(a, span_cut(s, from, (size_t)(right.s - s.s)));
}

/* Add the answers of one box, which are cut at ";". */
static void add_box(struct arena *a, struct vec *answers, struct span box)
{
    struct span s = span_of(without_dollars(a, box));
    struct tex t = tex_open(a, s);
    size_t from = 0;

    for (size_t i = 0; i <= s.n; i = i < s.n ? tex_next(&t, i) : i + 1) {
        struct span one;

        if (i < s.n && s.s[i] != ';')
            continue;
        one = prompt_right_side(a, span_cut(s, from, i));
        if (one.n)
            *(struct prompt_answer *)vec_push(answers) =
                (struct prompt_answer){ left_side(a, s, from, one),
                                        arena_strndup(a, one.s, one.n) };
        from = i + 1;
    }
}

/* The inside of the next box from *at on; *at is then behind it. Sets that went
 * through a language with escapes have lost the backslash of some boxes. */
static bool next_box(struct span s, size_t *at, size_t *begin, struct span *box)
{
    for (*begin = tex_find(s, *at, "boxed{"); *begin < s.n;
         *begin = tex_find(s, *begin + 1, "boxed{")) {
        size_t open = *begin + 5, n = prose_group(s.s + open, s.s + s.n);

        if (n <= 2)
            continue;
        *box = span_cut(s, open + 1, open + n - 1);
        *at = open + n;
        return true;
    }
    return false;
}

struct span prompt_box(struct span solution)
{
    struct span box = span_cut(solution, 0, 0);
    size_t at = 0, begin;

    while (next_box(solution, &at, &begin, &box))
        ;
    return box;
}

static bool has_words(struct span s)
{
    for (size_t i = 0; i < s.n; i++)
        if (span_letters(s, i) > 1)
            return true;
    return false;
}

size_t prompt_key(struct arena *a, struct span solution,
                  const struct prompt_answer **answers)
{
    struct vec v = vec_in(a, sizeof(struct prompt_answer));
    size_t at = 0, begin, last = 0;
    struct span box;

    while (next_box(solution, &at, &begin, &box)) {
        if (v.n && has_words(span_cut(solution, last, begin)))
            v.n = 0;
        add_box(a, &v, box);
        last = at;
    }
    *answers = v.items;
    return v.n;
}

static int terms_of(const struct expr *x, int depth)
{
    if (x->op == EXPR_ADD) {
        int most = (int)x->count;

        return most;
    }
    if (depth > 0 &&
        (x->op == EXPR_MUL || x->op == EXPR_NEG || x->op == EXPR_DIV))
        for (unsigned i = 0; i < (x->op == EXPR_DIV ? 1 : x->count); i++) {
            int n = terms_of(x->args[i], depth - 1);

            if (n > 1)
                return n;
        }
    return 1;
}

int prompt_terms(struct arena *a, const char *formula)
{
    const struct expr *x;
    struct err e;

    if (!read_expr(a, formula, strlen(formula), NULL, &x, &e))
        return 0;
    return terms_of(x, 2);
}
