/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Which tokens are arguments of \frac, \binom and \sqrt, and the splitting of
 * bare ones: \frac12 is one half, \sqrt xy the root of x, x^na is x^{n}a. As
 * TeX has it, but for \sqrt12 and x^12, which hardly anybody means so.
 */
#include "problem/canonical/parts.h"

#include <string.h>

int token_arguments(const struct canonical_form *f, const struct form_token *t)
{
    if (t->kind != TOKEN_COMMAND)
        return 0;
    if (form_is(f, t, "\\frac") || form_is(f, t, "\\binom"))
        return 2;
    return form_is(f, t, "\\sqrt");
}

/* What is awaited at a place; one is kept for each open group. */
struct awaited {
    size_t args; /* arguments of \frac and \binom, nested ones summed up */
    bool root;   /* the argument of \sqrt, which comes first */
    bool script; /* what ^ or _ raises or lowers */
};

/* The bytes of a bare argument at the start of the token. */
static size_t first_part(const struct canonical_form *f,
                         const struct form_token *t, const struct awaited *w)
{
    const char *s = form_text(f, t);

    if (t->kind == TOKEN_SYMBOL && (w->root || w->args || w->script))
        return scan_letter(s);
    if (t->kind == TOKEN_NUMBER && !w->root && w->args && !memchr(s, '.', t->n))
        return 1;
    return t->n;
}

/* Leave the rest of a token that was split: no number begins with 0. */
static void cut(const struct canonical_form *f, struct form_token *t, size_t n)
{
    t->at += n;
    t->n -= n;
    while (t->kind == TOKEN_NUMBER && t->n > 1 && *form_text(f, t) == '0') {
        t->at++;
        t->n--;
    }
}

/* Take one token or group: is it an argument? */
static bool take(struct awaited *w)
{
    if (w->root) {
        w->root = false;
        return true;
    }
    if (w->args == 0)
        return false;
    w->args--;
    return true;
}

/* Push t, in parts where it holds several arguments. */
static void push_parts(struct canonical_form *out,
                       const struct canonical_form *f, struct form_token t,
                       struct awaited *w)
{
    for (;;) {
        struct form_token *part = vec_push(&out->tokens);
        size_t n = first_part(f, &t, w);

        *part = t;
        part->n = n;
        if (take(w))
            part->flags |= TOKEN_ARG;
        w->script = false;
        if (n == t.n)
            break;
        cut(f, &t, n);
    }
    if (token_arguments(f, &t) == 2)
        w->args += 2;
    else if (token_arguments(f, &t) == 1)
        w->root = true;
    w->script = t.kind == TOKEN_MARK && strchr("^_", *form_text(f, &t));
}

void form_args(struct canonical_form *f)
{
    struct canonical_form out = { .tokens =
                                      vec_in(NULL, sizeof(struct form_token)) };
    struct vec outer = vec_in(NULL, sizeof(struct awaited));
    struct awaited w = { 0 };

    for (size_t i = 0; i < f->tokens.n; i++) {
        const struct form_token *t = form_token(f, i);

        if (t->kind == TOKEN_MONEY) {
            *(struct form_token *)vec_push(&out.tokens) = *t;
            continue;
        }
        push_parts(&out, f, *t, &w);
        if (t->kind == TOKEN_OPEN) {
            *(struct awaited *)vec_push(&outer) = w;
            w = (struct awaited){ 0 };
        } else if (t->kind == TOKEN_CLOSE && outer.n > 0) {
            w = *vec_get(&outer, struct awaited, outer.n - 1);
            outer.n--;
        }
    }
    vec_clear(&outer);
    vec_clear(&f->tokens);
    f->tokens = out.tokens;
}
