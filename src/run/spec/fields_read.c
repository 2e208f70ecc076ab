/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Reading a spec: YAML, or the text of an option, against the table of fields.
 * A mistake is reported with its line or its option, and with what was likely
 * meant.
 */
#include "base/limits.h"
#include "base/lines.h"
#include "base/yaml.h"
#include "run/spec/fields_int.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- names ---- */

/* Of equally near names the one in the same group counts: `place` is below 4. */
static size_t far_from(const char *word, const char *name, size_t place)
{
    size_t d = str_far(word, name);

    return d == STR_FAR ? STR_FAR : 4 * d + place;
}

/* Returns the field of the whole table that was likely meant by a name, or NULL
 * if none is near. It may stand in a group although the name stands at the
 * top. */
static const char *nearest(const struct spec_table *t,
                           const struct spec_field *group, const char *name,
                           char out[SPEC_NAME_SIZE])
{
    size_t least = STR_FAR;
    bool found = false;

    for (const struct spec_field *f = t->fields; f->name; f++) {
        size_t d = far_from(name, f->name, group ? 1 : 0);

        if (d < least) {
            least = d;
            found = spec_name(NULL, f, out);
        }
        for (const struct spec_field *g = f->group; g && g->name; g++) {
            d = far_from(name, g->name, f == group ? 0 : 2);
            if (d < least) {
                least = d;
                found = spec_name(f, g, out);
            }
        }
    }
    return found ? out : NULL;
}

static bool refuse_name(const struct spec_table *t,
                        const struct spec_field *group, const struct json *v,
                        struct err *e)
{
    const struct spec_field *table = group ? group->group : t->fields;
    char meant[SPEC_NAME_SIZE];
    struct str all = { 0 };

    if (spec_names_secret(v->name))
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "\"%.40s\" is not allowed in a spec, because specs are "
                      "stored and shown: put keys into environment variables "
                      "(OPENAI_API_KEY, ANTHROPIC_API_KEY, ASSAY_API_KEY)",
                      v->name);
    if (nearest(t, group, v->name, meant)) {
        str_addf(&all, "did you mean %s?", meant);
    } else {
        str_add(&all, "the fields are ");
        for (const struct spec_field *f = table; f->name; f++)
            if (!f->again)
                str_addf(&all, "%s%s", f == table ? "" : ", ", f->name);
    }
    err_at(e, ERR_DOMAIN, v->line, v->column,
           "%s%s%s has no field \"%.60s\"; %s", group ? "\"" : t->what,
           group ? group->name : "", group ? "\"" : "", v->name, str_get(&all));
    str_clear(&all);
    return false;
}

static const struct spec_field *find(const struct spec_field *table,
                                     const char *name)
{
    for (; table->name; table++)
        if (str_eq(table->name, name))
            return table;
    return NULL;
}

/* ---- values ---- */

static bool wrong_type(const char *name, const struct json *v,
                       const char *wanted, struct err *e)
{
    if (v->type == JSON_STRING && !v->line) /* of an option */
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "%s must be %s, not \"%.40s\"", name, wanted, v->text);
    return err_at(e, ERR_DOMAIN, v->line, v->column,
                  "%s must be %s, not %s%s%.40s%s", name, wanted,
                  json_type_name(v->type), v->text ? " (" : "",
                  v->text ? v->text : "", v->text ? ")" : "");
}

static bool read_text(const struct spec_reader *r, const struct spec_field *f,
                      const char *name, const struct json *v, const char **out,
                      struct err *e)
{
    bool number = (f->kind == SPEC_SEED || f->number) && v->type == JSON_NUMBER;

    if (v->type == JSON_NULL && !f->needed)
        *out = NULL;
    else if (v->type == JSON_STRING || number)
        *out = spec_resolve(r->arena, f, r->folder, v->text);
    else
        return wrong_type(name, v,
                          v->type == JSON_NUMBER
                              ? "a string (write it in quotes)"
                              : "a string",
                          e);
    return true;
}

static bool read_list(const struct spec_reader *r, const struct spec_field *f,
                      const char *name, const struct json *v,
                      const char *const **out, size_t *n, struct err *e)
{
    const struct json *first = v->type == JSON_ARRAY ? v->first : v;
    size_t most = v->type == JSON_ARRAY ? v->count : 1, k = 0;
    const char **list = arena_array(r->arena, const char *, most + 1);

    if (v->type == JSON_NULL)
        most = 0;
    for (const struct json *m = first; k < most; m = m->next) {
        if (m->type != JSON_STRING)
            return wrong_type(name, m, "a name or a list of names", e);
        list[k++] = spec_resolve(r->arena, f, r->folder, m->text);
    }
    *out = list;
    *n = k;
    return true;
}

/* A name, a list, or all. */
static bool read_names(const struct spec_reader *r, const struct spec_field *f,
                       const char *name, const struct json *v,
                       const char *const **out, size_t *n, struct err *e)
{
    size_t k = 0;

    if (!f->words || !json_string(v) || !str_eq(v->text, "all"))
        return read_list(r, f, name, v, out, n, e);
    while (f->words[k])
        k++;
    *out = f->words;
    *n = k;
    return true;
}

static bool read_whole(const struct spec_field *f, const char *name,
                       const struct json *v, void *at, struct err *e)
{
    int64_t k;

    if (!json_int64(v, &k) || k < 0) {
        char wanted[100];

        /* 0 in a file is for none. */
        snprintf(wanted, sizeof(wanted), "a whole number from %.10g to %.10g",
                 f->none && *name == '"' ? 0 : f->least, spec_most(f));
        return wrong_type(name, v, wanted, e);
    }
    if ((uint64_t)k > SIZE_MAX || (f->kind == SPEC_UNSIGNED && k > UINT32_MAX))
        return wrong_type(name, v, "a smaller number", e);
    if (f->kind == SPEC_SIZE)
        *(size_t *)at = (size_t)k;
    else if (f->kind == SPEC_U64)
        *(uint64_t *)at = (uint64_t)k;
    else
        *(unsigned *)at = (unsigned)k;
    return true;
}

static bool read_number(const char *name, const struct json *v, double *out,
                        struct err *e)
{
    if (v->type != JSON_NUMBER)
        return wrong_type(name, v, "a number such as 0.5", e);
    *out = strtod(v->text, NULL);
    return true;
}

static bool read_decimal(const char *name, const struct json *v,
                         const char **out, struct err *e)
{
    if (v->type != JSON_NUMBER && v->type != JSON_NULL)
        return wrong_type(name, v, "a number such as 0.6, or null", e);
    *out = v->type == JSON_NULL ? NULL : v->text;
    return true;
}

static bool read_object(const char *name, const struct json *v,
                        const struct json **out, struct err *e)
{
    if (v->type != JSON_OBJECT && v->type != JSON_NULL)
        return wrong_type(name, v, "an object {name: value}, or null", e);
    *out = v->type == JSON_NULL ? NULL : v;
    return true;
}

static bool read_bool(const char *name, const struct json *v, bool *out,
                      struct err *e)
{
    if (v->type != JSON_BOOL)
        return wrong_type(name, v, "true or false", e);
    *out = v->truth;
    return true;
}

static bool read_choice(const struct spec_field *f, const char *name,
                        const struct json *v, void *place, struct err *e)
{
    const char *s = v->type == JSON_NUMBER ? v->text : json_string(v);
    struct str wanted = { 0 };
    size_t word;

    if (s && spec_find_word(f, s, &word)) {
        spec_choose(f, place, word);
        return true;
    }
    spec_add_words(&wanted, f, " or ");
    wrong_type(name, v, str_get(&wanted), e);
    str_clear(&wanted);
    return false;
}

bool spec_read_value(const struct spec_reader *r, const struct spec_field *f,
                     const char *name, const struct json *v, void *place,
                     struct err *e)
{
    void *at = (char *)place + f->at;
    void *end = (char *)place + f->at_n;

    switch (f->kind) {
    case SPEC_TEXT:
    case SPEC_PATH:
    case SPEC_MODEL:
    case SPEC_SEED: return read_text(r, f, name, v, at, e);
    case SPEC_MODELS:
    case SPEC_TEXTS: return read_list(r, f, name, v, at, end, e);
    case SPEC_NAMES: return read_names(r, f, name, v, at, end, e);
    case SPEC_SIZE:
    case SPEC_U64:
    case SPEC_UNSIGNED: return read_whole(f, name, v, at, e);
    case SPEC_NUMBER: return read_number(name, v, at, e);
    case SPEC_BOOL: return read_bool(name, v, at, e);
    case SPEC_CHOICE: return read_choice(f, name, v, place, e);
    case SPEC_DECIMAL:
    case SPEC_WHOLE: return read_decimal(name, v, at, e);
    case SPEC_OBJECT: return read_object(name, v, at, e);
    case SPEC_GROUP: break;
    }
    BUG("a group has no value");
}

/* ---- the whole ---- */

static bool read_field(const struct spec_reader *r,
                       const struct spec_field *group,
                       const struct spec_field *f, const struct json *v,
                       void *place, struct err *e)
{
    char name[SPEC_NAME_SIZE];

    spec_name(group, f, name);
    if (!spec_read_value(r, f, name, v, place, e))
        return false;
    if (spec_check_field(name, f, place, e))
        return true;
    e->line = v->line;
    e->column = v->column;
    return false;
}

/* A group that is null is left as it is. */
static bool read_group(const struct spec_reader *r,
                       const struct spec_field *group, const struct json *v,
                       struct err *e)
{
    void *place = (char *)r->spec + group->at;
    char name[SPEC_NAME_SIZE];

    if (v->type == JSON_NULL)
        return true;
    if (v->type != JSON_OBJECT)
        return wrong_type(spec_name(NULL, group, name), v,
                          "fields: {name: value}", e);
    for (const struct json *m = v->first; m; m = m->next) {
        const struct spec_field *f = find(group->group, m->name);

        if (!f)
            return refuse_name(r->table, group, m, e);
        if (!read_field(r, group, f, m, place, e))
            return false;
    }
    return true;
}

static bool read_top(const struct spec_reader *r, const struct json *v,
                     struct err *e)
{
    if (v->type != JSON_OBJECT)
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "%s must consist of fields, one per line, as name: value",
                      r->table->what);
    for (const struct json *m = v->first; m; m = m->next) {
        const struct spec_field *f = find(r->table->fields, m->name);

        if (!f)
            return refuse_name(r->table, NULL, m, e);
        if (f->again && json_get(v, f[-1].name))
            return err_at(e, ERR_DOMAIN, m->line, m->column,
                          "\"%s\" and \"%s\" are two names of the same field; "
                          "leave one out",
                          f->name, f[-1].name);
        if (f->kind == SPEC_GROUP ? !read_group(r, f, m, e)
                                  : !read_field(r, NULL, f, m, r->spec, e))
            return false;
    }
    return true;
}

bool spec_table_read_text(struct arena *a, const struct spec_table *t,
                          const char *text, size_t n, const char *folder,
                          void *spec, struct err *e)
{
    struct spec_reader r = { a, t, folder, arena_alloc(a, t->size) };
    struct json *v;

    INVARIANT(t->size > 0);
    memcpy(r.spec, spec, t->size);
    if (!yaml_read(a, text, n, &v, e) ||
        (v->type != JSON_NULL && !read_top(&r, v, e)))
        return false;
    if (t->after)
        t->after(v, r.spec);
    memcpy(spec, r.spec, t->size);
    return true;
}

bool spec_table_read_file(struct arena *a, const struct spec_table *t,
                          const char *path, void *spec, struct err *e)
{
    size_t n = (size_t)(file_base(path) - path);
    const char *folder = arena_strndup(a, path, n > 1 ? n - 1 : n);
    struct str text = { 0 };
    bool ok =
        file_read(path, LIMIT_SPEC_BYTES, &text, e) &&
        spec_table_read_text(a, t, str_get(&text), text.n, folder, spec, e);

    str_clear(&text);
    return ok;
}
