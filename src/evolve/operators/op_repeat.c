/* SPDX-License-Identifier: Apache-2.0 */
/* What a problem says already: no operator says it again. */
#include "evolve/individual/individual_int.h"
#include "evolve/operators/hedge.h"
#include "evolve/operators/op_int.h"
#include "text/sentence.h"

#include <string.h>

/* ---- idle text ---- */

bool op_told(struct arena *a, const struct individual *s, const char *text)
{
    size_t at = 0, n;
    const char *p;

    while ((p = sentence_next(text, &at, &n))) {
        const char *one = arena_strndup(a, p, n);

        for (size_t i = 0; i < s->n_lines; i++)
            if (strstr(s->lines[i].text, one))
                return true;
    }
    return false;
}

/* ---- sentences that lure ---- */

/* Do both say the same of the quantities of the part, in whatever words? */
static bool same_relation(struct arena *a, const struct individual *s,
                          size_t part, const char *x, const char *y)
{
    struct quantity q[STRUCTURE_QUANTITIES];
    struct equation p, r;
    struct hedge h, k;
    size_t n;

    if (s->parts[part].structure.kind == &structure_linear)
        return op_read_vague(a, s, part, x, &p) &&
               op_read_vague(a, s, part, y, &r) && linear_same(&p, &r);
    n = op_quantities(a, s, part, q);
    return hedge_read(x, q, n, &h) && hedge_read(y, q, n, &k) && h.of == k.of &&
           h.from == k.from && h.way == k.way && h.number == k.number;
}

bool op_same_lure(struct arena *a, const struct individual *s, size_t part,
                  const char *x, const char *y)
{
    return individual_same_words(x, y) || same_relation(a, s, part, x, y);
}

bool op_lures(struct arena *a, const struct individual *s, size_t part,
              const char *text, const struct individual_line *before)
{
    for (const struct individual_line *l = s->lines; l < s->lines + s->n_lines;
         l++)
        if (l->part == part && role_lures(l->role) &&
            (!before || l->step < before->step ||
             (l->step == before->step && l < before)) &&
            op_same_lure(a, s, part, l->text, text))
            return true;
    return false;
}
