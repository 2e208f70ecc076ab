/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/problem.h"
#include "base/limits.h"
#include "problem/limit.h"

#include <inttypes.h>
#include <string.h>

/* ---- writing ---- */

/* The comma before every member but the first, and the member's name. */
static void problem_begin(struct str *out, const char *name)
{
    if (out->s[out->n - 1] != '{')
        str_add(out, ", ");
    json_write_string(out, name);
    str_add(out, ": ");
}

static void problem_add_text(struct str *out, const char *name, const char *s)
{
    problem_begin(out, name);
    json_write_string(out, s);
}

static void add_tree(struct str *out, const char *name, const struct json *v)
{
    if (!v)
        return;
    problem_begin(out, name);
    json_write(out, v);
}

static void problem_add_key(struct str *out, const struct key *k)
{
    str_addc(out, '{');
    if (k->name)
        problem_add_text(out, "name", k->name);
    problem_add_text(out, "kind", answer_name(k->kind));
    problem_add_text(out, "latex", k->latex);
    if (k->source)
        problem_add_text(out, "source", k->source);
    add_tree(out, "limit", k->limit);
    for (const struct json *m = k->more ? k->more->first : NULL; m; m = m->next)
        add_tree(out, m->name, m);
    str_addc(out, '}');
}

static void problem_add_keys(struct str *out, const struct problem *p)
{
    bool one = p->n_keys == 1 && !p->keys[0].name;

    problem_begin(out, one ? "key" : "keys");
    if (!one)
        str_addc(out, '[');
    for (size_t i = 0; i < p->n_keys; i++) {
        if (i)
            str_add(out, ", ");
        problem_add_key(out, &p->keys[i]);
    }
    if (!one)
        str_addc(out, ']');
}

static void add_coordinates(struct str *out, const struct problem *p)
{
    problem_add_text(out, "family", p->family);
    problem_begin(out, "version");
    str_addf(out, "%d", p->version);
    problem_begin(out, "level");
    str_addf(out, "%d", p->level);
    problem_add_text(out, "seed", p->seed);
    problem_begin(out, "index");
    str_addf(out, "%" PRIu64, p->index);
    if (p->split)
        problem_add_text(out, "split", p->split);
    add_tree(out, "knobs", p->knobs);
}

static void problem_add_concepts(struct str *out, const struct problem *p)
{
    problem_begin(out, "concepts");
    str_addc(out, '[');
    for (size_t i = 0; i < p->n_concepts; i++) {
        if (i)
            str_add(out, ", ");
        json_write_string(out, p->concepts[i]);
    }
    str_addc(out, ']');
}

static void add_proof(struct str *out, const struct problem *p)
{
    problem_begin(out, "proof");
    str_addc(out, '{');
    problem_add_text(out, "by", p->proof_by);
    problem_add_text(out, "detail", p->proof_detail);
    str_addc(out, '}');
}

void problem_write(struct str *out, const struct problem *p)
{
    str_addc(out, '{');
    problem_add_text(out, "id", p->id);
    if (p->family)
        add_coordinates(out, p);
    problem_add_text(out, "statement", p->statement);
    problem_add_keys(out, p);
    problem_add_text(out, "solution", p->solution);
    problem_add_concepts(out, p);
    add_tree(out, "params", p->params);
    if (p->proof_by)
        add_proof(out, p);
    add_tree(out, "meta", p->meta);
    for (const struct json *m = p->extra ? p->extra->first : NULL; m;
         m = m->next)
        add_tree(out, m->name, m);
    str_add(out, "}\n");
}

/* ---- reading ---- */

/* Returns the members of an object that are not among the known ones, or NULL
 * if there is none. Their children are shared. */
static const struct json *others(struct arena *a, const struct json *v,
                                 const char *known)
{
    struct json *rest = json_new(a, JSON_OBJECT);

    for (const struct json *m = v->first; m; m = m->next) {
        struct json *copy;

        if (str_among(m->name, known))
            continue;
        copy = arena_new(a, struct json);
        *copy = *m;
        copy->next = NULL;
        json_push(rest, copy);
    }
    return rest->count ? rest : NULL;
}

static bool problem_read_key(struct arena *a, const struct json *v,
                             struct key *k, struct err *e)
{
    struct answer_limit unused;
    const char *kind = NULL;

    if (v->type != JSON_OBJECT)
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "a key must be an object with \"kind\" and \"latex\"");
    if (!json_need_string(v, "name", JSON_OPTIONAL, &k->name, e) ||
        !json_need_string(v, "kind", JSON_REQUIRED, &kind, e) ||
        !json_need_string(v, "latex", JSON_REQUIRED, &k->latex, e) ||
        !json_need_string(v, "source", JSON_OPTIONAL, &k->source, e))
        return false;
    if (str_blank(k->latex))
        return err_at(e, ERR_DOMAIN, v->line, v->column, "the key is empty");
    if (!answer_find(kind, &k->kind))
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "\"%.60s\" is no kind of answer", kind);
    k->limit = json_get(v, "limit");
    if (k->limit && k->limit->type == JSON_NULL)
        k->limit = NULL;
    k->more = others(a, v, "name kind latex source limit");
    return !k->limit || limit_read(a, k->limit, &unused, e);
}

static bool problem_read_keys(struct arena *a, const struct json *v,
                              struct problem *p, struct err *e)
{
    const struct json *one = json_get(v, "key"), *many = json_get(v, "keys");
    const struct json *k;

    if (!one && !many)
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "the field \"key\" is missing");
    if (one && many)
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "a problem has either \"key\" or \"keys\"");
    if (many && (many->type != JSON_ARRAY || many->count == 0 ||
                 many->count > LIMIT_KEYS))
        return err_at(e, ERR_DOMAIN, many->line, many->column,
                      "\"keys\" must be an array of 1 to %d keys", LIMIT_KEYS);
    p->n_keys = one ? 1 : many->count;
    p->keys = arena_array(a, struct key, p->n_keys);
    k = one ? one : many->first;
    for (size_t i = 0; i < p->n_keys; i++, k = k->next)
        if (!problem_read_key(a, k, &p->keys[i], e))
            return false;
    return true;
}

static bool read_small(const struct json *v, const char *name, int64_t least,
                       int64_t most, int64_t *out, struct err *e)
{
    if (!json_need_int64(v, name, JSON_REQUIRED, out, e))
        return false;
    if (*out >= least && *out <= most)
        return true;
    return err_at(e, ERR_DOMAIN, json_get(v, name)->line,
                  json_get(v, name)->column,
                  "the field \"%s\" is out of its range", name);
}

static bool read_coordinates(const struct json *v, struct problem *p,
                             struct err *e)
{
    int64_t version = 0, level = 0, index = 0;

    if (!json_need_string(v, "family", JSON_OPTIONAL, &p->family, e))
        return false;
    if (!p->family)
        return true;
    if (!read_small(v, "version", 1, 1000000, &version, e) ||
        !read_small(v, "level", 1, 1000, &level, e) ||
        !read_small(v, "index", 0, INT64_MAX, &index, e) ||
        !json_need_string(v, "seed", JSON_REQUIRED, &p->seed, e) ||
        !json_need_string(v, "split", JSON_OPTIONAL, &p->split, e))
        return false;
    p->version = (int)version;
    p->level = (int)level;
    p->index = (uint64_t)index;
    return true;
}

static bool problem_read_concepts(struct arena *a, const struct json *v,
                                  struct problem *p, struct err *e)
{
    const struct json *list = json_get(v, "concepts");

    if (!list || list->type == JSON_NULL)
        return true;
    if (list->type != JSON_ARRAY || list->count > LIMIT_CONCEPTS)
        return err_at(e, ERR_DOMAIN, list->line, list->column,
                      "\"concepts\" must be an array of at most %d names",
                      LIMIT_CONCEPTS);
    p->concepts = arena_array(a, const char *, list->count);
    for (const struct json *m = list->first; m; m = m->next) {
        if (m->type != JSON_STRING)
            return err_at(e, ERR_DOMAIN, m->line, m->column,
                          "a concept must be a string, not %s",
                          json_type_name(m->type));
        p->concepts[p->n_concepts++] = m->text;
    }
    return true;
}

static bool problem_read_object(const struct json *v, const char *name,
                                const struct json **out, struct err *e)
{
    const struct json *m = json_get(v, name);

    if (!m || m->type == JSON_NULL)
        return true;
    if (m->type != JSON_OBJECT)
        return err_at(e, ERR_DOMAIN, m->line, m->column,
                      "the field \"%s\" must be an object, not %s", name,
                      json_type_name(m->type));
    *out = m;
    return true;
}

static bool read_proof(const struct json *v, struct problem *p, struct err *e)
{
    const struct json *proof = NULL;

    if (!problem_read_object(v, "proof", &proof, e))
        return false;
    p->proof_detail = "";
    return !proof ||
           (json_need_string(proof, "by", JSON_REQUIRED, &p->proof_by, e) &&
            json_need_string(proof, "detail", JSON_OPTIONAL, &p->proof_detail,
                             e));
}

/* Is "params" the symbols of the key, as a row to be graded has them, instead of
 * a family's parameters? */
static bool has_symbols(const struct json *v)
{
    const struct json *m = json_get(v, "params");

    return m && m->type == JSON_ARRAY && !json_get(v, "family");
}

/* Fields that are not ours, so that whoever added them finds them again. */
static const struct json *read_extra(struct arena *a, const struct json *v,
                                     bool made)
{
    if (has_symbols(v))
        return others(a, v,
                      "id version level seed index knobs key keys statement "
                      "solution proof concepts meta");
    return others(a, v,
                  made ? "id family version level seed index split knobs key "
                         "keys statement solution params proof concepts meta"
                       : "id family version level seed index knobs key keys "
                         "statement solution params proof concepts meta");
}

bool problem_is(const struct json *v)
{
    const struct json *key = json_get(v, "key"), *keys = json_get(v, "keys");

    return json_get(v, "id") && json_get(v, "statement") &&
           ((key && key->type == JSON_OBJECT) ||
            (keys && keys->type == JSON_ARRAY));
}

bool problem_read(struct arena *a, const struct json *v, struct problem *out,
                  struct err *e)
{
    struct problem p = { .solution = "" };

    if (v->type != JSON_OBJECT)
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "a problem must be an object, not %s",
                      json_type_name(v->type));
    if (!json_need_string(v, "id", JSON_REQUIRED, &p.id, e) ||
        !json_need_string(v, "statement", JSON_REQUIRED, &p.statement, e) ||
        !json_need_string(v, "solution", JSON_OPTIONAL, &p.solution, e) ||
        !read_coordinates(v, &p, e) || !problem_read_keys(a, v, &p, e) ||
        !problem_read_concepts(a, v, &p, e) || !read_proof(v, &p, e) ||
        !problem_read_object(v, "knobs", &p.knobs, e) ||
        (!has_symbols(v) && !problem_read_object(v, "params", &p.params, e)) ||
        !problem_read_object(v, "meta", &p.meta, e))
        return false;
    if (str_blank(p.statement))
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "the statement is empty");
    p.extra = read_extra(a, v, p.family != NULL);
    *out = p;
    return true;
}

struct key *problem_set_key(struct arena *a, struct problem *p,
                            enum answer_kind kind, const char *latex)
{
    p->keys = arena_new(a, struct key);
    p->n_keys = 1;
    *p->keys = (struct key){ .kind = kind, .latex = latex };
    return p->keys;
}

const char *keys_text(struct arena *a, const struct key *keys, size_t n)
{
    struct str all = str_in(a);

    for (size_t i = 0; i < n; i++) {
        str_add(&all, i ? "; " : "");
        if (keys[i].name)
            str_addf(&all, "%s: ", keys[i].name);
        str_add(&all, keys[i].latex);
    }
    return str_get(&all);
}

/* ---- copying ---- */

static const char *text_copy(struct arena *a, const char *s)
{
    return s ? arena_strdup(a, s) : NULL;
}

static const struct json *tree_copy(struct arena *a, const struct json *v)
{
    return v ? json_copy(a, v) : NULL;
}

static struct key key_copy(struct arena *a, const struct key *k)
{
    return (struct key){ .name = text_copy(a, k->name),
                         .kind = k->kind,
                         .latex = text_copy(a, k->latex),
                         .source = text_copy(a, k->source),
                         .limit = tree_copy(a, k->limit),
                         .more = tree_copy(a, k->more) };
}

void problem_copy(struct arena *a, const struct problem *p, struct problem *out)
{
    struct problem c = *p;

    c.id = text_copy(a, p->id);
    c.family = text_copy(a, p->family);
    c.seed = text_copy(a, p->seed);
    c.split = text_copy(a, p->split);
    c.knobs = tree_copy(a, p->knobs);
    c.statement = text_copy(a, p->statement);
    c.solution = text_copy(a, p->solution);
    c.keys = arena_array(a, struct key, p->n_keys + 1);
    for (size_t i = 0; i < p->n_keys; i++)
        c.keys[i] = key_copy(a, &p->keys[i]);
    c.concepts = arena_array(a, const char *, p->n_concepts + 1);
    for (size_t i = 0; i < p->n_concepts; i++)
        c.concepts[i] = text_copy(a, p->concepts[i]);
    c.params = tree_copy(a, p->params);
    c.proof_by = text_copy(a, p->proof_by);
    c.proof_detail = text_copy(a, p->proof_detail);
    c.meta = tree_copy(a, p->meta);
    c.extra = tree_copy(a, p->extra);
    *out = c;
}
