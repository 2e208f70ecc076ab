/* SPDX-License-Identifier: Apache-2.0 */
/* Clusters: problems that share a template, a parent or a game. A problem may
 * have several of them. */
#include "run/count/grouping.h"

#include "base/str.h"
#include "stats/cluster.h"

struct linking {
    struct clusters clusters;
    struct str text; /* of the key at hand */
};

/* Joins the problem with all others that have the same key. */
static void join(struct linking *f, uint32_t problem, const char *place,
                 const char *source, const char *value)
{
    str_reset(&f->text);
    str_add(&f->text, place);
    str_addc(&f->text, '\0');
    str_add(&f->text, source);
    str_addc(&f->text, '\0');
    str_add(&f->text, value);
    clusters_join(&f->clusters, problem, f->text.s, f->text.n);
}

/* Returns a text or number, or the first one of an array, as text; NULL if
 * there is none. */
static const char *name_in(const struct json *v)
{
    if (v && v->type == JSON_ARRAY)
        v = v->first;
    if (!v || (v->type != JSON_STRING && v->type != JSON_NUMBER))
        return NULL;
    return *v->text ? v->text : NULL;
}

/* The same numbers and target, whatever examples and words surround them. */
static void join_game(struct linking *f, const struct problem *p, uint32_t i)
{
    const struct json *numbers = json_get(p->params, "numbers");
    const struct json *target = json_get(p->params, "target");
    struct str game = { 0 };

    if (!p->family || !numbers || !target)
        return;
    json_write(&game, numbers);
    str_addc(&game, ' ');
    json_write(&game, target);
    join(f, i, "game", p->family, str_get(&game));
    str_clear(&game);
}

static void join_problem(struct linking *f, const struct problem *p, uint32_t i)
{
    static const char *const fields[] = { "original_id", "template", "parent" };
    const struct json *from = json_get(p->meta, "fields");
    const char *source = json_string(json_get(p->meta, "source"));
    const char *s = name_in(json_get(p->meta, "template"));

    join_game(f, p, i);
    if (p->id)
        join(f, i, "id", "", p->id);
    if (s)
        join(f, i, "meta", "", s);
    s = name_in(json_get(p->meta, "parent"));
    if (s)
        join(f, i, "id", "", s); /* with the parent itself, and its children */
    for (size_t k = 0; k < sizeof(fields) / sizeof(fields[0]); k++) {
        s = name_in(json_get(from, fields[k]));
        if (s)
            join(f, i, fields[k], source ? source : "", s);
    }
}

const uint32_t *cluster_make(struct arena *a, const struct problem *p, size_t n)
{
    struct linking f = { .clusters = clusters_in(a, n) };
    uint32_t *out = NULL;

    for (size_t i = 0; i < n; i++)
        join_problem(&f, &p[i], (uint32_t)i);
    if (f.clusters.joined) {
        out = arena_array(a, uint32_t, n);
        clusters_number(&f.clusters, out);
    }
    clusters_clear(&f.clusters);
    str_clear(&f.text);
    return out;
}
