/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/evolve_crossing.h"
#include "evolve/evolve_int.h"

#include "base/hash.h"

#include <string.h>

static uint64_t source_hash(const char *source)
{
    return source ? hash_bytes(source, strlen(source)).low : 0;
}

struct pairs_item evolve_kin_of(const struct individual *s)
{
    struct pairs_item out = { .ends = s->parts[s->n_parts - 1].text != NULL };

    for (size_t k = 0; k < s->n_parts; k++)
        out.sources[out.n++] = source_hash(s->parts[k].source);
    return out;
}

/* The sources of a record, which is not read beyond them. */
static bool kin_of_record(struct arena *a, const struct spool *spool,
                          const struct evolve_place *place,
                          struct pairs_item *out, struct err *e)
{
    char *text = arena_text(a, place->sources);
    struct json *v;

    *out = (struct pairs_item){ .ends = place->ends };
    if (!spool_read(spool, place->at, text, place->sources, e) ||
        !json_read(a, text, place->sources, 1, &v, e))
        return false;
    for (const struct json *m = v->first; m && out->n < INDIVIDUAL_PARTS;
         m = m->next)
        out->sources[out->n++] = source_hash(json_string(m));
    return true;
}

/* The sources of all problems. No chain will have those of one of them. */
static bool read_kin(const struct evolve *v, const struct evolve_crossing *c,
                     struct pairs_item *out, struct pairs_sets *sets,
                     struct err *e)
{
    struct arena tmp = { 0 };
    bool ok = true;

    for (size_t i = 0; ok && i < c->n; i++) {
        ok = kin_of_record(&tmp, v->spool, &c->all[i], &out[i], e);
        if (ok && out[i].n > 1)
            pairs_take(sets, &out[i], NULL);
        arena_reset(&tmp);
    }
    arena_clear(&tmp);
    return ok;
}

bool evolve_partners(struct arena *a, struct evolve *v, const struct setting *g,
                     const struct evolve_crossing *c, struct err *e)
{
    struct pairs_list *out;
    struct pairs_item *kin;
    struct pairs_sets sets = { 0 };
    struct arena tmp = { 0 };

    if (!evolve_crosses(v, g))
        return true;
    v->partners = out = arena_array(a, struct pairs_list, c->n_open + 1);
    kin = arena_array(a, struct pairs_item, c->n + 1);
    if (!read_kin(v, c, kin, &sets, e)) {
        map_clear(&sets.sums);
        return false;
    }
    for (size_t w = 0; w < evolve_windows(c->n_open); w++) {
        size_t at = w * EVOLVE_WINDOW, n = evolve_window_size(c->n_open, w);
        struct pairs_item *x =
            arena_array(&tmp, struct pairs_item, n + c->n_spare);

        for (size_t i = 0; i < n; i++)
            x[i] = kin[c->open[at + i]];
        for (size_t i = 0; i < c->n_spare; i++)
            x[n + i] = kin[c->spare[i]];
        pairs_make(&tmp, x, n, c->n_spare, &sets, out + at);
        arena_reset(&tmp);
    }
    arena_clear(&tmp);
    map_clear(&sets.sums);
    return true;
}
