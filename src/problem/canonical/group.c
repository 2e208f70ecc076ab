/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Groups and fractions, and the writing of the form.
 *
 * form_groups() works on the list as a stack: what is settled lies below
 * `out`, and a closing brace looks back at the group it ends. One pass is
 * enough for any nesting.
 */
#include "base/utf8.h"
#include "problem/canonical/parts.h"

#include <string.h>

static bool mark_in(const struct canonical_form *f, const struct form_token *t,
                    const char *marks)
{
    return t->kind == TOKEN_MARK && strchr(marks, *form_text(f, t));
}

/* May this token, alone in a group, stand without its braces? */
static bool is_single(const struct canonical_form *f,
                      const struct form_token *open, const struct form_token *t,
                      const struct form_token *before)
{
    switch (t->kind) {
    case TOKEN_COMMAND: return token_arguments(f, t) == 0;
    case TOKEN_NUMBER:
        return t->n == 1 || (before && mark_in(f, before, "^_") &&
                             !(open->flags & TOKEN_ARG));
    case TOKEN_MARK: return !mark_in(f, t, "^_");
    case TOKEN_WORD:
    case TOKEN_SYMBOL: return utf8_count(form_text(f, t), t->n) == 1;
    default: return false;
    }
}

/* The tokens that end before `end` and are one argument that is a number. */
static size_t number_argument(const struct canonical_form *f, size_t end)
{
    const struct form_token *t = form_token(f, 0) + end;

    if (end >= 1 && t[-1].kind == TOKEN_NUMBER && (t[-1].flags & TOKEN_ARG))
        return 1;
    if (end >= 3 && t[-1].kind == TOKEN_CLOSE && t[-2].kind == TOKEN_NUMBER &&
        t[-3].kind == TOKEN_OPEN && (t[-3].flags & TOKEN_ARG))
        return 3;
    return 0;
}

/* \frac of two numbers, just completed, becomes one token. */
static size_t settle_fraction(struct canonical_form *f, size_t out)
{
    size_t b = number_argument(f, out), a, at;
    const struct form_token *ta, *tb;
    struct form_token *t;

    a = b ? number_argument(f, out - b) : 0;
    if (a == 0 || out < a + b + 1 ||
        !form_has(f, out - a - b - 1, TOKEN_COMMAND, "\\frac"))
        return out;
    tb = form_token(f, out - (b == 1 ? 1 : 2));
    ta = form_token(f, out - b - (a == 1 ? 1 : 2));
    t = form_token(f, out - a - b - 1);
    str_reserve(&f->text, ta->n + tb->n + 1); /* the source does not move */
    at = f->text.n;
    str_addn(&f->text, f->text.s + ta->at, ta->n);
    str_addc(&f->text, '/');
    str_addn(&f->text, f->text.s + tb->at, tb->n);
    t->kind = TOKEN_FRACTION;
    t->at = at;
    t->n = f->text.n - at;
    return out - a - b;
}

/* A token has been put at out - 1: f^\prime is f', \not= is \neq. */
static size_t settle(struct canonical_form *f, size_t out)
{
    struct form_token *t = form_token(f, out - 1);

    if (out >= 2 && mark_in(f, t, "=") && !(t->flags & TOKEN_ARG) &&
        form_has(f, out - 2, TOKEN_COMMAND, "\\not")) {
        form_spell(f, t - 1, "\\neq", 4);
        return out - 1;
    }
    if (!form_has(f, out - 1, TOKEN_COMMAND, "\\prime"))
        return settle_fraction(f, out);
    for (; out >= 2 && mark_in(f, t - 1, "^"); out--, t--) {
        if (t[-1].flags & TOKEN_ARG)
            break;
        t[-1] = t[0];
    }
    return out;
}

/* A closing brace comes: end the group at the top of the stack. */
static size_t end_group(struct canonical_form *f, size_t out,
                        const struct form_token *close)
{
    struct form_token *t = form_token(f, out);

    if (out >= 2 && t[-2].kind == TOKEN_OPEN &&
        is_single(f, t - 2, t - 1, out >= 3 ? t - 3 : NULL)) {
        t[-1].flags |= t[-2].flags & TOKEN_ARG;
        t[-2] = t[-1];
        return settle(f, out - 1);
    }
    *t = *close;
    return settle(f, out + 1);
}

void form_groups(struct canonical_form *f)
{
    size_t out = 0;

    for (size_t i = 0; i < f->tokens.n; i++) {
        struct form_token t = *form_token(f, i);

        if (t.kind == TOKEN_CLOSE) {
            out = end_group(f, out, &t);
        } else {
            *form_token(f, out) = t;
            out = settle(f, out + 1);
        }
    }
    f->tokens.n = out;
}

/* ---- fractions with a slash ---- */

/* Is "a / b" at i a fraction by itself: not a part of x^a/b or a/b! ? */
static bool is_fraction(const struct canonical_form *f, size_t i, size_t out)
{
    const struct form_token *t = form_token(f, i);

    if (i + 2 >= f->tokens.n || t[0].kind != TOKEN_NUMBER ||
        t[2].kind != TOKEN_NUMBER || !mark_in(f, t + 1, "/"))
        return false;
    if ((t->flags & TOKEN_ARG) ||
        (out > 0 && mark_in(f, form_token(f, out - 1), "^_/")))
        return false;
    return i + 3 >= f->tokens.n || !mark_in(f, t + 3, "^_!");
}

void form_slashes(struct canonical_form *f)
{
    size_t out = 0;

    for (size_t i = 0; i < f->tokens.n; i++) {
        struct form_token t = *form_token(f, i);

        if (is_fraction(f, i, out)) {
            const struct form_token *b = form_token(f, i + 2);
            size_t at;

            str_reserve(&f->text, t.n + b->n + 1);
            at = f->text.n;
            str_addn(&f->text, f->text.s + t.at, t.n);
            str_addc(&f->text, '/');
            str_addn(&f->text, f->text.s + b->at, b->n);
            t = (struct form_token){ TOKEN_FRACTION, 0, at, f->text.n - at };
            i += 2;
        }
        *form_token(f, out++) = t;
    }
    f->tokens.n = out;
}

/* ---- writing ---- */

static bool has_upper(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (is_upper(s[i]))
            return true;
    return false;
}

/* Letters whose case counts are distinguished from words by dollars. */
static void write_symbol(struct str *out, const char *s, size_t n)
{
    bool dollars = has_upper(s, n) || word_is_special((struct span){ s, n });

    if (dollars)
        str_addc(out, '$');
    str_addn(out, s, n);
    if (dollars)
        str_addc(out, '$');
}

/* A fraction beside an operator that binds more tightly. */
static bool is_bound(const struct canonical_form *f, size_t i, size_t n)
{
    const struct form_token *t = form_token(f, i);

    return (i > 0 && mark_in(f, t - 1, "^_/")) ||
           (i + 1 < n && mark_in(f, t + 1, "^_!"));
}

/* A number or fraction, in braces where it would be read otherwise. */
static void write_value(struct str *out, const struct canonical_form *f,
                        size_t i, size_t n)
{
    const struct form_token *t = form_token(f, i);
    bool braces = ((t->flags & TOKEN_ARG) && t->n > 1) ||
                  (t->kind == TOKEN_FRACTION && is_bound(f, i, n));

    if (braces)
        str_add(out, "{ ");
    str_addn(out, form_text(f, t), t->n);
    if (braces)
        str_add(out, " }");
}

void form_write(struct str *out, const struct canonical_form *f)
{
    size_t n = f->tokens.n;

    while (n > 0 && mark_in(f, form_token(f, n - 1), ".,;:?"))
        n--;
    for (size_t i = 0; i < n; i++) {
        const struct form_token *t = form_token(f, i);

        if (i > 0)
            str_addc(out, ' ');
        if (t->kind == TOKEN_SYMBOL)
            write_symbol(out, form_text(f, t), t->n);
        else if (t->kind == TOKEN_NUMBER || t->kind == TOKEN_FRACTION)
            write_value(out, f, i, n);
        else
            str_addn(out, form_text(f, t), t->n);
    }
}
