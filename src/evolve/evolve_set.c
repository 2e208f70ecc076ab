/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Problems on the disk. A record is the sources of a problem as a JSON array,
 * then its line. The line has the id that the problem evolves under and the
 * setting that made it; a set gives it an id and a setting of its own.
 */
#include "evolve/evolve_int.h"

#include "base/str.h"

#include <string.h>

/* ---- records ---- */

struct evolve_place evolve_record(struct str *out, const struct individual *s,
                                  const struct problem *p)
{
    struct evolve_place place = { .at = out->n,
                                  .ends =
                                      s->parts[s->n_parts - 1].text != NULL };

    str_addc(out, '[');
    for (size_t k = 0; k < s->n_parts; k++) {
        str_add(out, k ? ", " : "");
        json_write_text(out, s->parts[k].source);
    }
    str_addc(out, ']');
    place.sources = (uint32_t)(out->n - place.at) & INT32_MAX;
    problem_write(out, p);
    place.n = (uint32_t)(out->n - place.at);
    return place;
}

static bool read_record(struct arena *a, const struct spool *spool,
                        const struct evolve_place *place, char **out,
                        struct err *e)
{
    *out = arena_text(a, place->n);
    return spool_read(spool, place->at, *out, place->n, e);
}

bool evolve_fetch(struct arena *a, const struct spool *spool,
                  const struct evolve_place *place, struct individual *out,
                  struct err *e)
{
    struct problem p = { 0 };
    struct json *v;
    char *text;
    bool is;

    if (!read_record(a, spool, place, &text, e) ||
        !json_read(a, text + place->sources, place->n - place->sources, 1, &v,
                   e))
        return false;
    p.id = json_string(json_get(v, "id"));
    p.params = json_get(v, "params");
    p.meta = json_get(v, "meta");
    if (!individual_read(a, &p, &is, out, e))
        return false;
    /* Nothing is on this disk that was not checked. */
    for (size_t i = 0; i < out->n_lines; i++)
        out->lines[i].harmless = out->lines[i].text;
    return true;
}

bool evolve_fetch_block(struct evolve *v, const struct evolve_place *places,
                        struct individual *out, size_t n, struct err *e)
{
    for (size_t i = 0; i < n; i++)
        if (!evolve_fetch(v->arena, v->spool, &places[v->from + i], &out[i], e))
            return false;
    return true;
}

/* ---- lines of a set ---- */

struct evolve_set evolve_set_of(const struct evolve *v, const char *name,
                                const struct evolve_place *places, size_t n)
{
    return (struct evolve_set){ .name = name,
                                .n = n,
                                .spool = v->spool,
                                .places = places,
                                .seed = v->spec->seed };
}

/* Behind the string that begins at s. */
static const char *string_end(const char *s)
{
    for (s++; *s != '"'; s++)
        s += *s == '\\';
    return s + 1;
}

/* Behind the text, which problem_write() always writes there: in no string, as
 * a quote stands there with a backslash. */
static const char *behind(const char *line, const char *text)
{
    const char *at = strstr(line, text);

    INVARIANT(at);
    return at + strlen(text);
}

#define BEFORE_ID      "{\"id\": "
#define BEFORE_LINEAGE "\"meta\": {\"evolve\": {"
#define AFTER_LINEAGE  "}}}\n"
#define BEFORE_SETTING "\"setting\": "

static void add_line(struct str *out, const char *line, const char *id,
                     const char *setting)
{
    const char *was = behind(line, BEFORE_ID), *rest = string_end(was);
    const char *at = behind(behind(rest, BEFORE_LINEAGE), BEFORE_SETTING);

    str_add(out, BEFORE_ID);
    json_write_string(out, id);
    str_addn(out, rest, (size_t)(at - rest));
    json_write_string(out, setting);
    str_add(out, string_end(at));
}

static const char *id_of(struct arena *a, const struct evolve_set *set,
                         size_t i)
{
    return arena_printf(a, "evolve-%s-%s-%zu", set->seed, set->name, i + 1);
}

bool evolve_set_line(const struct evolve_set *set, size_t i, struct str *out,
                     struct err *e)
{
    struct arena a = { 0 };
    char *text;
    bool ok = true;

    if (!set->places)
        problem_write(out, &set->problems[i]);
    else if ((ok = read_record(&a, set->spool, &set->places[i], &text, e)))
        add_line(out, text + set->places[i].sources, id_of(&a, set, i),
                 set->name);
    arena_clear(&a);
    return ok;
}

bool evolve_set_lineage(struct arena *a, const struct evolve_set *set, size_t i,
                        struct evolve_lineage_text *out, struct err *e)
{
    const struct evolve_place *place = &set->places[i];
    char *text;

    if (!read_record(a, set->spool, place, &text, e))
        return false;
    text[place->n - strlen(AFTER_LINEAGE)] = '\0';
    *out = (struct evolve_lineage_text){
        .id = id_of(a, set, i),
        .sources = arena_strndup(a, text, place->sources),
        .members = behind(text + place->sources, BEFORE_LINEAGE)
    };
    return true;
}

/* ---- sets in memory ---- */

static bool load_one(struct arena *a, const struct evolve_set *set, size_t i,
                     struct evolve_set *out, struct err *e)
{
    struct str line = str_in(a);
    struct json *v;
    bool is;

    return evolve_set_line(set, i, &line, e) &&
           json_read(a, str_get(&line), line.n, 1, &v, e) &&
           problem_read(a, v, &out->problems[i], e) &&
           individual_read(a, &out->problems[i], &is, &out->individuals[i], e);
}

bool evolve_set_load(struct arena *a, const struct evolve_set *set, size_t n,
                     struct evolve_set *out, struct err *e)
{
    *out = *set;
    if (!set->places)
        return true;
    out->n = n < set->n ? n : set->n;
    out->problems = arena_array(a, struct problem, out->n + 1);
    out->individuals = arena_array(a, struct individual, out->n + 1);
    for (size_t i = 0; i < out->n; i++)
        if (!load_one(a, set, i, out, e))
            return false;
    return true;
}

static bool load_all(struct arena *a, struct evolve_set *set, struct err *e)
{
    return evolve_set_load(a, set, set->n, set, e);
}

bool evolve_load(struct arena *a, struct evolve_report *r, struct err *e)
{
    for (size_t i = 0; i < r->n_settings; i++)
        if (!load_all(a, &r->settings[i], e))
            return false;
    for (size_t i = 0; i < r->n_arms; i++)
        if (!load_all(a, &r->arms[i], e))
            return false;
    return load_all(a, &r->effects, e) && load_all(a, &r->seeds, e) &&
           load_all(a, &r->population, e) && load_all(a, &r->easy, e) &&
           load_all(a, &r->hard, e) && load_all(a, &r->evolved_easy, e);
}
