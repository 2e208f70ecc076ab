/* SPDX-License-Identifier: Apache-2.0 */
/* A user's taxonomy, read from YAML. Every complaint names its line. */
#include "base/json.h"
#include "base/map.h"
#include "base/vec.h"
#include "base/yaml.h"
#include "problem/concept.h"
#include "problem/taxonomy/key.h"
#include "problem/taxonomy/taxonomy.h"

#include <string.h>

struct reading {
    struct arena *arena;
    struct map lines; /* key of a concept's name -> its line */
};

/* The field of the list that a misspelt one was meant to be, or NULL. */
static const char *nearest_field(const char *name, const char *const *known)
{
    size_t n = 0;

    while (known[n])
        n++;
    return str_nearest(name, known, n);
}

static bool no_such_field(const struct json *v, const char *const *known,
                          struct err *e)
{
    struct str all = { 0 };

    for (size_t i = 0; known[i]; i++)
        str_addf(&all, "%s%s", i ? ", " : "", known[i]);
    err_at(e, ERR_DOMAIN, v->line, v->column,
           "unknown field \"%.60s\"; the fields are %s", v->name,
           str_get(&all));
    str_clear(&all);
    return false;
}

/* Fail on a member that is not in the NULL-ended list. */
static bool problem_file_check_fields(const struct json *obj,
                                      const char *const *known, struct err *e)
{
    for (const struct json *v = obj->first; v; v = v->next) {
        const char *const *k = known;
        const char *near;

        while (*k && !str_eq(*k, v->name))
            k++;
        if (*k)
            continue;
        near = nearest_field(v->name, known);
        if (near)
            return err_at(e, ERR_DOMAIN, v->line, v->column,
                          "unknown field \"%s\"; did you mean \"%s\"?", v->name,
                          near);
        return no_such_field(v, known, e);
    }
    return true;
}

/* Returns how far the written key is from a high concept: 0 if the name begins
 * with it, else what str_far() says of its head. */
static size_t high_distance(const struct str *key, const struct concept *c)
{
    struct str other = { 0 };
    size_t d = 0;

    concept_key(&other, c->name, strlen(c->name));
    if (!str_starts(str_get(&other), str_get(key))) {
        concept_key(&other, c->name, concept_head(c->name));
        d = str_far(str_get(key), str_get(&other));
    }
    str_clear(&other);
    return d;
}

const struct concept *concept_near(const char *name)
{
    const struct concept *best = NULL;
    struct str key = { 0 };
    size_t above, d;

    concept_key(&key, name, strlen(name));
    above = key.n ? STR_FAR : 0;
    for (size_t i = 0; i < taxonomy_high.n_concepts && above > 0; i++) {
        d = high_distance(&key, &taxonomy_high.concepts[i]);
        if (d < above) {
            best = &taxonomy_high.concepts[i];
            above = d;
        }
    }
    str_clear(&key);
    return best;
}

static bool unknown_high(const struct json *v, struct err *e)
{
    const struct concept *near = concept_near(v->text);
    const struct taxonomy *other;

    if (near)
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "the taxonomy high has no concept \"%s\"; did you mean "
                      "\"%s\"?",
                      v->text, near->name);
    if (concept_find_any(v->text, &other))
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "\"%s\" is a name of the %s taxonomy; \"maps\" takes "
                      "names of the high taxonomy",
                      v->text, other->name);
    return err_at(e, ERR_DOMAIN, v->line, v->column,
                  "the taxonomy high has no concept \"%s\"; `assay families "
                  "--taxonomy high` lists them",
                  v->text);
}

/* Names of the high table are compared as pointers: both come from it. */
static bool problem_file_holds(const struct vec *names, const struct concept *c)
{
    for (size_t i = 0; i < names->n; i++)
        if (*vec_get(names, const char *, i) == c->name)
            return true;
    return false;
}

/* The list of `maps`, each name replaced by its full form. */
static bool read_maps(struct arena *a, const struct json *list,
                      const char *const **out, struct err *e)
{
    struct vec names = vec_in(a, sizeof(const char *));

    if (list->type != JSON_ARRAY)
        return err_at(e, ERR_DOMAIN, list->line, list->column,
                      "\"maps\" must be a list of names, not %s",
                      json_type_name(list->type));
    for (const struct json *v = list->first; v; v = v->next) {
        const struct concept *c;

        if (v->type != JSON_STRING)
            return err_at(e, ERR_DOMAIN, v->line, v->column,
                          "\"maps\" must list names, not %s; put quotes "
                          "around a name with a colon",
                          json_type_name(v->type));
        c = concept_find(&taxonomy_high, v->text);
        if (!c)
            return unknown_high(v, e);
        if (!problem_file_holds(&names, c))
            *(const char **)vec_push(&names) = c->name;
    }
    *(const char **)vec_push(&names) = NULL;
    *out = names.items;
    return true;
}

/* Make the key of a name, which must not come out empty. */
static bool problem_file_read_key(struct str *key, const struct json *at,
                                  struct err *e)
{
    concept_key(key, at->text, strlen(at->text));
    return key->n > 0 ||
           err_at(e, ERR_DOMAIN, at->line, at->column,
                  "the name \"%s\" needs a letter or a digit", at->text);
}

/* Note the name of a concept; fails when it was there before. */
static bool note_name(struct reading *r, const struct json *at, struct err *e)
{
    struct str key = str_in(r->arena);
    size_t *line;
    bool added;

    if (!problem_file_read_key(&key, at, e))
        return false;
    line = map_put(&r->lines, key.s, key.n, &added);
    if (!added)
        return err_at(e, ERR_DOMAIN, at->line, at->column,
                      "the concept \"%s\" is already defined on line %zu",
                      at->text, *line);
    *line = at->line;
    return true;
}

/* One item of `concepts`: a name, or a mapping with a name and maps. */
static bool problem_file_read_concept(struct reading *r, const struct json *v,
                                      struct concept *c, struct err *e)
{
    static const char *const fields[] = { "name", "maps", NULL };
    static const char *const none[] = { NULL };
    const struct json *at = v, *maps = NULL;

    c->maps = none;
    if (v->type == JSON_STRING) {
        c->name = v->text;
    } else if (v->type == JSON_OBJECT) {
        if (!problem_file_check_fields(v, fields, e) ||
            !json_need_string(v, "name", JSON_REQUIRED, &c->name, e))
            return false;
        at = json_get(v, "name");
        maps = json_get(v, "maps");
    } else {
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "a concept must be a name or a mapping with one, not %s",
                      json_type_name(v->type));
    }
    if (!note_name(r, at, e))
        return false;
    return !maps || maps->type == JSON_NULL ||
           read_maps(r->arena, maps, &c->maps, e);
}

static bool problem_file_read_concepts(struct arena *a, const struct json *list,
                                       struct taxonomy *t, struct err *e)
{
    struct reading r = { .arena = a };
    struct concept *concepts = arena_array(a, struct concept, list->count);
    bool ok = true;

    for (const struct json *v = list->first; v && ok; v = v->next)
        ok = problem_file_read_concept(&r, v, &concepts[t->n_concepts++], e);
    map_clear(&r.lines);
    t->concepts = concepts;
    return ok;
}

/* A name that no built-in taxonomy has. */
static bool check_own_name(struct arena *a, const struct json *name,
                           struct err *e)
{
    struct str key = str_in(a);

    if (!problem_file_read_key(&key, name, e))
        return false;
    if (taxonomy_find(name->text))
        return err_at(e, ERR_DOMAIN, name->line, name->column,
                      "the name \"%s\" is taken by a built-in taxonomy",
                      name->text);
    return true;
}

/* The taxonomy's own fields; *list is what `concepts` holds. */
static bool read_header(struct arena *a, const struct json *doc,
                        struct taxonomy *t, const struct json **list,
                        struct err *e)
{
    static const char *const fields[] = { "name", "title", "concepts", NULL };
    const struct json *at;

    if (doc->type == JSON_NULL)
        return err_set(e, ERR_DOMAIN,
                       "the file is empty: a taxonomy has \"name\" and "
                       "\"concepts\"");
    if (doc->type != JSON_OBJECT)
        return err_at(e, ERR_DOMAIN, doc->line, doc->column,
                      "a taxonomy must be a mapping with \"name\" and "
                      "\"concepts\", not %s",
                      json_type_name(doc->type));
    if (!problem_file_check_fields(doc, fields, e) ||
        !json_need_string(doc, "name", JSON_REQUIRED, &t->name, e) ||
        !check_own_name(a, json_get(doc, "name"), e))
        return false;
    t->title = t->name;
    if (!json_need_string(doc, "title", JSON_OPTIONAL, &t->title, e))
        return false;
    *list = json_get(doc, "concepts");
    at = *list ? *list : doc;
    if (at == doc || at->type != JSON_ARRAY || !at->count)
        return err_at(e, ERR_DOMAIN, at->line, at->column,
                      "\"concepts\" must be a list with at least one concept");
    return true;
}

bool taxonomy_read_file(struct arena *a, const char *path, struct taxonomy *out,
                        struct err *e)
{
    struct taxonomy t = { .granularity = GRANULARITY_USER, .maps_to = "high" };
    const struct json *list = NULL;
    struct json *doc;

    if (!yaml_read_file(a, path, &doc, e) ||
        !read_header(a, doc, &t, &list, e) ||
        !problem_file_read_concepts(a, list, &t, e))
        return false;
    *out = t;
    return true;
}
