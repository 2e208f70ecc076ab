/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Bodies in canonical form: the same request is the same bytes, on any
 * machine and in any version, since the journal finds a call by them.
 */
#include "assay.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/vec.h"
#include "model/anthropic.h"
#include "model/decoding.h"
#include "model/model.h"
#include "model/openai.h"

#include <stdlib.h>
#include <string.h>

static int by_name(const void *x, const void *y)
{
    const struct json *const *a = x, *const *b = y;

    return strcmp((*a)->name, (*b)->name);
}

/* Relink the members of an object by name. */
static void sort_members(struct arena *a, struct json *v)
{
    struct vec members = vec_in(a, sizeof(struct json *));

    for (struct json *m = v->first; m; m = m->next)
        *(struct json **)vec_push(&members) = m;
    qsort(members.items, members.n, members.size, by_name);
    v->first = v->last = NULL;
    v->count = 0;
    for (size_t i = 0; i < members.n; i++) {
        struct json *m = *vec_get(&members, struct json *, i);

        m->next = NULL;
        json_push(v, m);
    }
}

/* What was read is no deeper than the reader's ceiling, and lies at most two
 * levels below the body. */
static void sort_all(struct arena *a, struct json *v, int depth)
{
    INVARIANT(depth <= LIMIT_JSON_DEPTH + 4);
    if (v->type == JSON_OBJECT && v->count > 1)
        sort_members(a, v);
    for (struct json *m = v->first; m; m = m->next)
        sort_all(a, m, depth + 1);
}

/* ---- models of the process ---- */

static void set_text(struct arena *a, struct json *o, const char *name,
                     const char *text)
{
    json_set(a, o, name, json_new_text(a, text));
}

static struct json *concepts_of(struct arena *a, const struct note *note)
{
    struct json *list = json_new(a, JSON_ARRAY);

    for (size_t i = 0; i < note->n_concepts; i++)
        json_push(list, json_new_string(a, note->concepts[i]));
    return list;
}

/* A list: the names are whatever the caller measures. */
static struct json *factors_of(struct arena *a, const struct note *note)
{
    struct json *list = json_new(a, JSON_ARRAY);

    for (size_t i = 0; i < note->n_factors; i++)
        json_push(list,
                  json_new_string(a, arena_printf(a, "%s %.17g",
                                                  note->factors[i].name,
                                                  note->factors[i].value)));
    return list;
}

/* All that the answer of a model of the process depends on, beyond its file
 * and the messages. The statement can be long: its hash will do. */
static struct json *note_of(struct arena *a, const struct model *m,
                            const struct note *note)
{
    struct json *o = json_new(a, JSON_OBJECT);
    char hex[HASH_HEX_SIZE];

    set_text(a, o, "problem", note->problem);
    if (m->kind == MODEL_REPLAY) {
        set_text(a, o, "own_id", note->own_id);
        set_text(a, o, "statement",
                 note->statement ? hash_hex(hash_bytes(note->statement,
                                                       strlen(note->statement)),
                                            hex)
                                 : NULL);
        return o;
    }
    json_set(a, o, "concepts", concepts_of(a, note));
    json_set(a, o, "factors", factors_of(a, note));
    set_text(a, o, "right", note->right);
    set_text(a, o, "content", note->content);
    set_text(a, o, "judge", assay_version());
    return o;
}

/* ---- the body ---- */

bool model_body(struct arena *a, const struct model *m, const struct request *r,
                const char **body, struct err *e)
{
    struct str out = str_in(a);
    struct json *v;
    bool ok;

    ok = m->kind == MODEL_ANTHROPIC
             ? anthropic_body(a, m->name, r, &v, e)
             : openai_body(a, m->name, m->token_field, r, &v, e);
    if (ok && model_is_local(m) && r->note)
        json_set(a, v, "note", note_of(a, m, r->note));
    if (!ok || !decoding_extra(a, v, r->decoding, e))
        return false;
    sort_all(a, v, 0);
    json_write(&out, v);
    *body = str_get(&out);
    return true;
}
