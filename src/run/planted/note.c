/* SPDX-License-Identifier: Apache-2.0 */
#include "run/planted/note.h"
#include "base/ascii.h"
#include "base/hash.h"
#include "base/str.h"
#include "problem/concept.h"
#include "run/planted/factors.h"
#include "run/planted/replies.h"

#include <string.h>

/* ---- concepts ---- */

struct names {
    const char **list;
    size_t n, cap;
};

/* Names are few: a few dozen at most for each concept of the problem. */
static void note_add_name(struct arena *a, struct names *s, const char *name)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->list[i] == name || str_eq(s->list[i], name))
            return;
    if (s->n == s->cap) {
        const char **more;

        s->cap = s->cap ? 2 * s->cap : 32;
        more = arena_array(a, const char *, s->cap);
        for (size_t i = 0; i < s->n; i++)
            more[i] = s->list[i];
        s->list = more;
    }
    s->list[s->n++] = name;
}

/* A concept of the high taxonomy has names in all of them. */
static void note_add_lifted(struct arena *a, struct names *s,
                            const struct concept *high)
{
    for (size_t i = 0; i < n_taxonomies; i++) {
        const char **names;
        size_t n = concept_lift(a, high, taxonomies[i], &names);

        for (size_t j = 0; j < n; j++)
            note_add_name(a, s, names[j]);
    }
}

/* A skill of the baseline stands for the high concepts that it maps to; a name
 * of a coarser taxonomy stays what it is. */
static void note_add_concept(struct arena *a, struct names *s, const char *name)
{
    const struct taxonomy *high = taxonomy_find("high"), *t = NULL;
    const struct concept *c = concept_find_any(name, &t);

    if (!c) {
        note_add_name(a, s, name);
        return;
    }
    note_add_name(a, s, c->name);
    if (t == high)
        note_add_lifted(a, s, c);
    else if (t->granularity == GRANULARITY_BASELINE)
        for (const char *const *m = c->maps; *m; m++)
            note_add_lifted(a, s, concept_find(high, *m));
}

const char *note_concept(const char *name)
{
    const struct concept *c = concept_find_any(name, NULL);

    return c ? c->name : NULL;
}

/* How far a name is from a concept's head, the part before ":" or "(". */
static size_t name_distance(const char *name, const char *full)
{
    char head[64];
    size_t n = strcspn(full, ":(");

    while (n > 0 && full[n - 1] == ' ')
        n--;
    if (n >= sizeof(head))
        return STR_FAR;
    memcpy(head, full, n);
    head[n] = '\0';
    return str_far(name, head);
}

const char *note_near(const char *name)
{
    const char *best = NULL;
    size_t above = STR_FAR;

    for (size_t t = 0; t < n_taxonomies; t++)
        for (size_t i = 0; i < taxonomies[t]->n_concepts; i++) {
            const char *full = taxonomies[t]->concepts[i].name;
            size_t d = name_distance(name, full);

            if (d < above) {
                best = full;
                above = d;
            }
        }
    return best;
}

/* ---- the note ---- */

static void hash_json(struct hasher *h, const struct json *v)
{
    struct str text = { 0 };

    if (v)
        json_write(&text, v);
    hasher_text(h, str_get(&text));
    str_clear(&text);
}

/* All that can change a right or a wrong answer; file and line, solution and
 * proof cannot. */
static const char *note_content_of(struct arena *a, const struct problem *p)
{
    struct hasher h;
    char hex[HASH_HEX_SIZE];

    hasher_open(&h);
    hasher_text(&h, p->family ? p->family : "");
    hash_json(&h, p->params);
    hash_json(&h, p->extra);
    hash_json(&h, json_get(p->meta, "fields"));
    for (size_t i = 0; i < p->n_keys; i++) {
        hasher_text(&h, p->keys[i].name ? p->keys[i].name : "");
        hasher_u64(&h, p->keys[i].kind);
        hasher_text(&h, p->keys[i].latex);
        hash_json(&h, p->keys[i].more);
    }
    return arena_strdup(a, hash_hex(hasher_close(&h), hex));
}

static bool is_id_field(const char *name)
{
    return str_ends(name, "id") || str_ends(name, "ID") ||
           str_ends(name, "idx") || str_ends(name, "ndex") ||
           str_starts(name, "id_");
}

/* The id that the set itself gives, where the problem's is "READER:ID". A row
 * without one has its number there, which is nobody's id. */
static const char *own_id_of(const struct problem *p)
{
    const char *source = json_string(json_get(p->meta, "source"));
    const struct json *fields = json_get(p->meta, "fields");
    size_t n = source ? strlen(source) : 0;

    if (p->family || !source || !str_starts(p->id, source) || p->id[n] != ':')
        return NULL;
    for (const struct json *m = fields ? fields->first : NULL; m; m = m->next)
        if ((m->type == JSON_STRING || m->type == JSON_NUMBER) &&
            is_id_field(m->name) && str_eq(m->text, p->id + n + 1))
            return m->text;
    return NULL;
}

static const char *make_wrong(struct arena *a, const struct note *note,
                              uint64_t pick)
{
    return wrong_reply(a, note->own, pick);
}

void note_make(struct arena *a, const struct problem *p, struct note *out)
{
    struct names names = { 0 };

    for (size_t i = 0; i < p->n_concepts; i++)
        note_add_concept(a, &names, p->concepts[i]);
    *out = (struct note){ .problem = p->id,
                          .own_id = own_id_of(p),
                          .statement = p->statement,
                          .concepts = names.list,
                          .n_concepts = names.n,
                          .right = right_reply(a, p),
                          .content = note_content_of(a, p),
                          .wrong = make_wrong,
                          .own = p };
    out->n_factors = factors_make(a, p, &out->factors);
}

void note_for(struct arena *a, const struct model *m, const struct problem *p,
              struct note *out)
{
    if (m->kind == MODEL_PLANTED)
        note_make(a, p, out);
    else
        *out = (struct note){ .problem = p->id,
                              .own_id = own_id_of(p),
                              .statement = p->statement };
}
