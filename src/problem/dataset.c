/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/dataset.h"
#include "base/limits.h"
#include "problem/concept.h"
#include "problem/import/reader.h"

#include <string.h>

/*
 * What is the same for all readers: finding one, the id, the concepts a row
 * names, and `meta`, which loses nothing of the row.
 */

/* MATH-500 is math500. */
const struct dataset_reader *dataset_find(const char *name)
{
    for (size_t i = 0; i < n_dataset_readers; i++)
        if (row_same_name(dataset_readers[i]->name, name))
            return dataset_readers[i];
    return NULL;
}

bool dataset_knows(const struct dataset_reader *r, const struct json *row)
{
    return (!r->fields || row_has(row, r->fields)) &&
           (!r->knows || r->knows(row));
}

const struct dataset_reader *dataset_detect(const struct json *row)
{
    for (size_t i = 0; i < n_dataset_readers; i++)
        if (dataset_knows(dataset_readers[i], row))
            return dataset_readers[i];
    return NULL;
}

/* ---- meta ---- */

/* Does the problem hold this value's very text? */
static bool dataset_holds(struct arena *a, const struct problem *p,
                          const struct json *v)
{
    const char *s = spelling(a, v);

    if (str_eq(s, p->statement) || str_eq(s, p->solution))
        return true;
    for (size_t i = 0; i < p->n_keys; i++)
        if (str_eq(s, p->keys[i].latex) ||
            (p->keys[i].source && str_eq(s, p->keys[i].source)))
            return true;
    return false;
}

/* The names are new by themselves; json_set() would search for each. */
static void dataset_add_field(struct arena *a, struct json *fields,
                              const struct json *v)
{
    struct json *copy = arena_new(a, struct json);

    *copy = *v; /* its children are shared */
    copy->next = NULL;
    json_push(fields, copy);
}

static struct json *dataset_make_meta(struct arena *a,
                                      const struct dataset_reader *r,
                                      const struct json *row, const char *file,
                                      const struct problem *p)
{
    struct json *meta = json_new(a, JSON_OBJECT);
    struct json *fields = json_new(a, JSON_OBJECT);

    json_set(a, meta, "source", json_new_string(a, r->name));
    json_set(a, meta, "file", json_new_string(a, file));
    json_set(a, meta, "line", json_new_int(a, (int64_t)row->line));
    json_set(a, meta, "fields", fields);
    for (const struct json *m = row->first; m; m = m->next)
        if (!row_named(r->taken, m->name) || !dataset_holds(a, p, m))
            dataset_add_field(a, fields, m);
    return meta;
}

/* ---- concepts ---- */

static bool dataset_has_concept(const struct problem *p, const char *name)
{
    for (size_t i = 0; i < p->n_concepts; i++)
        if (str_eq(p->concepts[i], name))
            return true;
    return false;
}

/* The names in "skills" that a taxonomy knows; the others stay in meta. */
static void read_skills(struct arena *a, const struct json *row,
                        struct problem *p)
{
    const struct json *list = json_get(row, "skills");
    const struct taxonomy *t;
    const struct concept *c;

    if (!list || list->type != JSON_ARRAY || list->count > LIMIT_CONCEPTS)
        return;
    p->concepts = arena_array(a, const char *, list->count);
    for (const struct json *m = list->first; m; m = m->next) {
        c = m->type == JSON_STRING ? concept_find_any(m->text, &t) : NULL;
        if (c && !dataset_has_concept(p, c->name))
            p->concepts[p->n_concepts++] = c->name;
    }
}

/* ---- problems ---- */

static bool dataset_check_keys(const struct problem *p, const struct json *row,
                               struct err *e)
{
    INVARIANT(p->statement && *p->statement && p->n_keys);
    for (size_t i = 0; i < p->n_keys; i++) {
        const struct key *k = &p->keys[i];

        if (!*k->latex)
            return row_fail(row, e, "the answer is empty");
        if (k->kind == ANSWER_INTEGER && strlen(k->latex) > LIMIT_DIGITS + 1)
            return err_at(e, ERR_LIMIT, row->line, row->column,
                          "the answer has more than %d digits", LIMIT_DIGITS);
    }
    return true;
}

bool dataset_problem(struct arena *a, const struct dataset_reader *r,
                     const struct json *row, const char *file, size_t number,
                     struct problem *out, struct err *e)
{
    struct problem p = { .solution = "" };

    if (row->type != JSON_OBJECT)
        return row_fail(row, e, "a row must be an object, not %s",
                        json_type_name(row->type));
    if (!r->read(r, a, row, &p, e) || !dataset_check_keys(&p, row, e)) {
        if (!e->line)
            e->line = row->line;
        return false;
    }
    if (!p.id && r->id_field)
        p.id = row_id(row, r->id_field);
    p.id = p.id ? arena_printf(a, "%s:%s", r->name, p.id)
                : arena_printf(a, "%s:%zu", r->name, number);
    read_skills(a, row, &p);
    p.meta = dataset_make_meta(a, r, row, file, &p);
    *out = p;
    return true;
}
