/* SPDX-License-Identifier: Apache-2.0 */
#include "text/fold.h"

/* Returns where the next byte beyond ASCII stands, or the end if there is none.
 */
static size_t next_wide(struct span t, size_t at)
{
    while (at < t.n && (t.s[at] & 0x80) == 0)
        at++;
    return at;
}

static void fold_one(struct str *out, const struct character *c)
{
    if ((c->is & CHAR_FRACTION) && out->n && is_digit(out->s[out->n - 1]))
        str_addc(out, ' ');
    str_add(out, c->plain);
}

void fold_text(struct str *out, struct span text, unsigned classes)
{
    struct character c;
    size_t at = 0, n;

    while (at < text.n) {
        n = next_wide(text, at) - at;
        str_addn(out, text.s + at, n);
        at += n;
        if (at == text.n)
            break;
        n = character_at(text, at, &c);
        if (c.is & classes)
            fold_one(out, &c);
        else
            str_addn(out, text.s + at, n);
        at += n;
    }
}

struct span fold_span(struct arena *a, struct span text, unsigned classes)
{
    struct str out;

    if (next_wide(text, 0) == text.n)
        return text;
    out = str_in(a);
    fold_text(&out, text, classes);
    return (struct span){ str_get(&out), out.n };
}

void fold_lower(struct str *out, struct span text)
{
    size_t from = out->n;

    str_addn(out, text.s, text.n);
    for (size_t i = from; i < out->n; i++)
        out->s[i] = to_lower(out->s[i]);
}
