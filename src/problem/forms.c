/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/forms.h"

#include <string.h>

#define FORM_KEY (1 + sizeof(struct hash128))

void forms_init(struct forms *f)
{
    *f = (struct forms){ .seen = vec_in(NULL, sizeof(struct seen)) };
}

void forms_clear(struct forms *f)
{
    vec_clear(&f->seen);
    map_clear(&f->map);
    arena_clear(&f->ids);
}

static void form_key(unsigned char key[FORM_KEY], enum form_by by,
                     const struct canonical *c)
{
    const struct hash128 *h = by == BY_STATEMENT ? &c->statement : &c->params;

    key[0] = (unsigned char)by;
    memcpy(key + 1, &h->high, sizeof(h->high));
    memcpy(key + 1 + sizeof(h->high), &h->low, sizeof(h->low));
}

static bool problem_forms_has_form(const struct canonical *c, enum form_by by)
{
    return by == BY_STATEMENT || c->has_params;
}

const struct seen *forms_find(const struct forms *f, const struct canonical *c,
                              enum form_by *by)
{
    unsigned char key[FORM_KEY];

    for (*by = BY_STATEMENT; *by < BYS; (*by)++) {
        const size_t *n;

        if (!problem_forms_has_form(c, *by))
            continue;
        form_key(key, *by, c);
        n = map_get(&f->map, key, sizeof(key));
        if (n)
            return vec_get(&f->seen, struct seen, *n);
    }
    return NULL;
}

void forms_add(struct forms *f, const struct canonical *c, const char *id,
               size_t line)
{
    const char *kept = NULL;
    unsigned char key[FORM_KEY];

    for (enum form_by by = BY_STATEMENT; by < BYS; by++) {
        bool added;
        size_t *n;
        struct seen *s;

        if (!problem_forms_has_form(c, by))
            continue;
        form_key(key, by, c);
        n = map_put(&f->map, key, sizeof(key), &added);
        if (added) {
            kept = kept ? kept : arena_strdup(&f->ids, id);
            *n = f->seen.n;
            s = vec_push(&f->seen);
            s->id = kept;
            s->line = line;
        }
        vec_get(&f->seen, struct seen, *n)->copies++;
    }
}
