/* SPDX-License-Identifier: Apache-2.0 */

/* The list of tokens that the passes share. */
#include "problem/canonical/parts.h"

#include <string.h>

bool form_is(const struct canonical_form *f, const struct form_token *t,
             const char *text)
{
    size_t n = strlen(text);

    return t->n == n && memcmp(form_text(f, t), text, n) == 0;
}

bool form_has(const struct canonical_form *f, size_t i,
              enum form_token_kind kind, const char *text)
{
    return i < f->tokens.n && form_token(f, i)->kind == kind &&
           form_is(f, form_token(f, i), text);
}

struct form_token *form_push(struct canonical_form *f,
                             enum form_token_kind kind, const char *text,
                             size_t n)
{
    struct form_token *t = vec_push(&f->tokens);

    t->kind = kind;
    form_spell(f, t, text, n);
    return t;
}

void form_spell(struct canonical_form *f, struct form_token *t,
                const char *text, size_t n)
{
    t->at = f->text.n;
    t->n = n;
    str_addn(&f->text, text, n);
}
