/* SPDX-License-Identifier: Apache-2.0 */

/* The list of tokens that the passes share. */
#include "problem/canonical/parts.h"

#include <string.h>

bool form_is(const struct form *f, const struct token *t, const char *text)
{
    size_t n = strlen(text);

    return t->n == n && memcmp(form_text(f, t), text, n) == 0;
}

bool form_has(const struct form *f, size_t i, enum token_kind kind,
              const char *text)
{
    return i < f->tokens.n && form_token(f, i)->kind == kind &&
           form_is(f, form_token(f, i), text);
}

struct token *form_push(struct form *f, enum token_kind kind, const char *text,
                        size_t n)
{
    struct token *t = vec_push(&f->tokens);

    t->kind = kind;
    form_spell(f, t, text, n);
    return t;
}

void form_spell(struct form *f, struct token *t, const char *text, size_t n)
{
    t->at = f->text.n;
    t->n = n;
    str_addn(&f->text, text, n);
}
